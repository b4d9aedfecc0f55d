"""Ways that erase, adapt, drop and balance, on tiny models: what they promise, checked from outside."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from transformers import AutoModelForCausalLM, AutoModelForMaskedLM, AutoTokenizer

from babelance.backends.training import rotation
from babelance.backends.training.balanced import TokenPair
from babelance.backends.training.dropout import raise_dropout
from babelance.backends.transformers.tiny import write_causal
from babelance.core.errors import InputError
from babelance.core.model import Options
from babelance.mitigations.balanced_likelihood import BalancedLikelihood
from babelance.mitigations.erasure.head import Labelled, erase_from_head
from babelance.mitigations.further import Further
from babelance.mitigations.leace import Leace, _fit
from babelance.mitigations.lora import Lora
from babelance.mitigations.tuning.example import sentences, write_model
from babelance.mitigations.tuning.held_out import file_loss
from babelance.mitigations.tuning.settings import Tuning

CPU = Options(device="cpu")
QUICK = Tuning(epochs=3, batch=32, rate=1e-2, length=16, held_out=2, warm_up=0)


@pytest.fixture(scope="module")
def model_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("ways")
    write_model(folder / "model")
    louder = AutoModelForMaskedLM.from_pretrained(folder / "model")
    with torch.no_grad():  # first weights are so near zero that no word would matter to another
        for weight in louder.bert.encoder.parameters():
            weight *= 10 if weight.ndim == 2 else 1
    louder.save_pretrained(folder / "model")
    (folder / "text.txt").write_text("\n".join(sentences("en")) + "\n", encoding="utf-8")
    return folder


def record(folder: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((folder / "mitigation.json").read_text(encoding="utf-8"))
    return found


def logits(folder: Path, text: str = "the woman sees a [MASK] .") -> Any:
    network = AutoModelForMaskedLM.from_pretrained(folder).eval()
    with torch.inference_mode():
        return network(**AutoTokenizer.from_pretrained(folder)(text, return_tensors="pt")).logits


def test_a_folded_map_is_the_map_before_the_head(model_folder: Path) -> None:
    rng = np.random.default_rng(0)
    matrix, shift = rng.normal(size=(16, 16)), rng.normal(size=16)
    plain, folded = (AutoModelForMaskedLM.from_pretrained(model_folder / "model").eval() for _ in range(2))
    rotation.fold_map(rotation.first_layer(folded), matrix, shift)
    states = torch.randn(3, 16)
    mapped = states @ torch.from_numpy(matrix).float().T + torch.from_numpy(shift).float()
    assert torch.allclose(folded.cls(states), plain.cls(mapped), atol=1e-4)


def test_leace_leaves_no_difference_of_means_and_little_else_changes() -> None:
    rng = np.random.default_rng(1)
    labels = rng.integers(3, size=300)
    states = rng.normal(size=(300, 8)) + 2 * np.eye(8)[labels]
    labelled = Labelled(states, labels, [], rng.normal(size=(500, 8)), None, None)
    matrix, shift = _fit(labelled)
    after = states @ matrix.T + shift
    means = np.stack([after[labels == one].mean(axis=0) for one in range(3)])
    assert np.ptp(means, axis=0).max() < 1e-8
    assert np.linalg.matrix_rank(np.eye(8) - matrix, tol=1e-6) == 2


def test_leace_of_a_head_says_what_a_probe_still_finds_and_what_it_cost(model_folder: Path) -> None:
    told = [
        sentence
        for sentence in sentences("en")
        if ("woman" in sentence) == ("sees" in sentence or "draws" in sentence) or "man" not in sentence
    ]
    (model_folder / "told.txt").write_text("\n".join(3 * told) + "\n", encoding="utf-8")
    out = Leace("en", options=CPU).apply(
        str(model_folder / "model"), [str(model_folder / "told.txt")], model_folder / "leace"
    )
    recorded = record(out)
    assert recorded["concept"] == "gender" and recorded["erased_rank"] == 1
    assert {"before", "after", "chance"} <= set(recorded["probe"]) and {"before", "after"} <= set(
        recorded["held_out_loss"]
    )
    assert not torch.equal(logits(out), logits(model_folder / "model"))
    encoder = AutoModelForMaskedLM.from_pretrained(out).bert.state_dict()
    before = AutoModelForMaskedLM.from_pretrained(model_folder / "model").bert.state_dict()
    assert all(torch.equal(encoder[name], before[name]) for name in before)


def test_erasing_nothing_changes_nothing(model_folder: Path) -> None:
    out = erase_from_head(
        "leace",
        Leace("en", options=CPU),
        str(model_folder / "model"),
        [str(model_folder / "text.txt")],
        model_folder / "nothing",
        fit=lambda labelled: (np.eye(16), np.zeros(16)),
    )
    assert torch.equal(logits(out), logits(model_folder / "model"))


def test_erasing_from_a_language_model_needs_text(model_folder: Path) -> None:
    with pytest.raises(InputError, match="--corpus"):
        Leace("en").apply(str(model_folder / "model"), [], model_folder / "no-text")


def test_training_stops_at_the_loss_that_was_asked_for_and_not_before_its_time(model_folder: Path) -> None:
    (model_folder / "judge.txt").write_text("\n".join(sentences("en")[::7]) + "\n", encoding="utf-8")
    judged = Tuning(
        epochs=12, batch=32, rate=1e-2, length=16, held_out=2, judge=str(model_folder / "judge.txt"), until=3.4
    )
    out = Further("en", tuning=judged, options=CPU).apply(
        str(model_folder / "model"), [str(model_folder / "text.txt")], model_folder / "u"
    )
    losses = record(out)["dev_losses"]
    assert losses[-1] <= 3.4 < min(losses[:-1])
    assert file_loss(str(out), str(model_folder / "judge.txt"), tuning=judged, options=CPU) == pytest.approx(losses[-1])


def test_a_pair_is_what_differs_between_what_is_shared() -> None:
    pair = TokenPair.of([2, 10, 11, 12, 3], [2, 20, 21, 12, 3])
    assert pair is not None and (pair.start, pair.end) == (1, 2)
    longer = TokenPair.of([2, 7, 7, 3], [2, 7, 7, 7, 3])
    assert longer is not None and (longer.start, longer.end) == (3, 1)
    assert TokenPair.of([1, 2], [1, 2]) is None


def gap(folder: Path, kind: Any, a: str, b: str) -> float:
    """How much more likely one sentence is than the other, word by word from left to right or with nothing hidden."""
    network, tokenizer = kind.from_pretrained(folder).eval(), AutoTokenizer.from_pretrained(folder)
    totals = []
    for text in (a, b):
        ids = tokenizer(text, return_tensors="pt")["input_ids"]
        with torch.inference_mode():
            found = network(input_ids=ids).logits.log_softmax(-1)
        causal = kind is AutoModelForCausalLM
        shown, wanted = (found[0, :-1], ids[0, 1:]) if causal else (found[0], ids[0])
        totals.append(float(shown.gather(1, wanted[:, None]).sum()))
    return abs(totals[0] - totals[1])


def preferring_men(model: Path, folder: Path) -> str:
    network, tokenizer = AutoModelForMaskedLM.from_pretrained(model), AutoTokenizer.from_pretrained(model)
    with torch.no_grad():
        network.cls.predictions.bias[tokenizer.convert_tokens_to_ids("man")] += 3
    network.save_pretrained(folder / "men")
    tokenizer.save_pretrained(folder / "men")
    return str(folder / "men")


@pytest.mark.parametrize("kind", [AutoModelForMaskedLM, AutoModelForCausalLM])
def test_balanced_likelihood_pulls_pairs_together(kind: Any, model_folder: Path, tmp_path: Path) -> None:
    model = (
        preferring_men(model_folder / "model", tmp_path)
        if kind is AutoModelForMaskedLM
        else write_causal(tmp_path / "c")
    )
    tuning = Tuning(epochs=15, batch=32, rate=3e-2, length=48, held_out=2, patience=None)
    way = BalancedLikelihood("en", "gender", tuning=tuning, options=CPU)
    out = way.apply(model, [str(model_folder / "text.txt")], tmp_path / "out")
    sentence = "the {} draws a tree ."
    pair = sentence.format("woman"), sentence.format("man")
    assert gap(out, kind, *pair) < 0.8 * gap(Path(model), kind, *pair) > 0.5
    assert record(out)["pairs"] > 10


def test_balanced_likelihood_is_not_stopped_by_a_loss_that_it_does_not_train() -> None:
    with pytest.raises(InputError, match="--until"):
        BalancedLikelihood("en", tuning=Tuning(until=1.0))


def test_an_adapter_alone_answers_as_the_model_with_it_added(model_folder: Path, tmp_path: Path) -> None:
    saved = {
        what: Lora("en", save=what, tuning=QUICK, options=CPU).apply(
            str(model_folder / "model"), [str(model_folder / "text.txt")], tmp_path / what
        )
        for what in ("model", "adapter")
    }
    assert not (saved["adapter"] / "config.json").exists()
    losses = [
        file_loss(str(folder), str(model_folder / "text.txt"), tuning=QUICK, options=CPU)
        for folder in (*saved.values(), model_folder / "model")
    ]
    assert losses[0] == pytest.approx(losses[1], abs=1e-4)
    assert losses[0] < losses[2] - 0.05


def test_dropout_is_raised_for_attention_and_the_rest_and_put_back(model_folder: Path) -> None:
    network = AutoModelForMaskedLM.from_pretrained(model_folder / "model")
    before = {name: one.p for name, one in network.named_modules() if isinstance(one, torch.nn.Dropout)}
    restore = raise_dropout(network, hidden=0.3, attention=0.4)
    now = {name: one.p for name, one in network.named_modules() if isinstance(one, torch.nn.Dropout)}
    assert {p for name, p in now.items() if "self" in name} == {0.4}
    assert {p for name, p in now.items() if "self" not in name} == {0.3}
    restore()
    assert before == {name: one.p for name, one in network.named_modules() if isinstance(one, torch.nn.Dropout)}
