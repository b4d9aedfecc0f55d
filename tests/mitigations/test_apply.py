"""Mitigations from end to end on tiny models: what comes out is a plain model with an honest record."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from safetensors.torch import load_file
from transformers import AutoModelForMaskedLM, AutoTokenizer, PreTrainedModel, XLMConfig, XLMWithLMHeadModel
from typer.testing import CliRunner

from babelance.backends.training import checkpoints
from babelance.backends.training import rotation as _rotation
from babelance.backends.training.loop import STATE, Progress
from babelance.backends.training.model_folder import UNFINISHED
from babelance.cli.app import app
from babelance.cli.mitigate._summary import summary
from babelance.core.errors import InputError, ModelError, StoreError
from babelance.core.model import Options
from babelance.core.query import Fill, TokenLogprobs, Tokens
from babelance.core.registry import DATASETS, MEASURES, MITIGATIONS, MODELS
from babelance.core.scored import Scores
from babelance.datasets import find
from babelance.mitigations.align import Align
from babelance.mitigations.alignment import control
from babelance.mitigations.alignment.anchors import Limits
from babelance.mitigations.alignment.links import Parallel
from babelance.mitigations.cda import Cda
from babelance.mitigations.further import Further
from babelance.mitigations.multilingual import Multilingual
from babelance.mitigations.tuning import utility
from babelance.mitigations.tuning.further_training import RECORD
from babelance.mitigations.tuning.settings import Tuning
from tests.mitigations.small import sentences, write_corpus, write_model, write_slow_model

FAST = Tuning(epochs=2, batch=16, rate=1e-2, held_out=10)
QUICK = Tuning(epochs=1, held_out=2)
WIDTH = 64
CPU = Options(device="cpu")


@pytest.fixture(scope="module")
def models_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two models, their corpora, and a parallel corpus with perfect alignments."""
    folder = tmp_path_factory.mktemp("place")
    for seed, language in enumerate(("de", "en")):
        write_model(folder / language, language, seed=seed, width=WIDTH)
        write_corpus(folder / f"{language}.txt", language)
    counts = [len(text.split()) for text in sentences("de")]
    (folder / "links").write_text("\n".join(" ".join(f"{n}-{n}" for n in range(count)) for count in counts) + "\n")
    return folder


@pytest.fixture(scope="module")
def further(models_folder: Path) -> Path:
    return Further("de", tuning=FAST, options=CPU).apply(
        str(models_folder / "de"), [str(models_folder / "de.txt")], models_folder / "further"
    )


@pytest.fixture(scope="module")
def aligned(models_folder: Path) -> Path:
    """With its control beside it."""
    out = models_folder / "aligned"
    return align_way(models_folder).apply(str(models_folder / "de"), [str(models_folder / "de.txt")], out)


def align_way(models_folder: Path, rotation: Any = "learned") -> Align:
    return Align(str(models_folder / "en"), parallel(models_folder), rotation, Limits(), QUICK, CPU)


def parallel(models_folder: Path, **options: Any) -> Parallel:
    return Parallel(
        (str(models_folder / "de.txt"), str(models_folder / "en.txt")),
        "de",
        "en",
        pharaoh=str(models_folder / "links"),
        **options,
    )


def record(folder: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((folder / RECORD).read_text(encoding="utf-8"))
    return found


def encoder(folder: Path) -> dict[str, torch.Tensor]:
    return {name: one for name, one in load_file(folder / "model.safetensors").items() if name.startswith("bert.")}


def is_same(first: dict[str, torch.Tensor], second: dict[str, torch.Tensor]) -> bool:
    return first.keys() == second.keys() and all(torch.equal(first[name], second[name]) for name in first)


def test_every_mitigation_is_found_by_its_name_and_says_what_it_is() -> None:
    vectors = {"double-hard-debias", "hard-debias", "inlp", "leace"}
    translators = {"balanced-tuning", "gender-tags", "neutral-rewriting", "rerank"}
    trained = {"align", "balanced-likelihood", "cda", "dropout", "further", "lora", "multilingual"}
    assert set(MITIGATIONS) >= trained | vectors | {"sentence-debias"} | translators
    ways: list[Any] = [MITIGATIONS.get(name) for name in MITIGATIONS]
    assert all(way.title and callable(way.apply) for way in ways)


def test_further_training_lowers_the_held_out_loss_and_leaves_a_plain_model(models_folder: Path, further: Path) -> None:
    out, found = further, record(further)
    assert found["held_out_loss"]["after"] < found["held_out_loss"]["before"] - 0.3
    text = found["held_out_text"]
    assert text["after"]["pseudo_perplexity"] < text["before"]["pseudo_perplexity"]
    assert sum(found["rows"].values()) == 216 and found["mitigation"] == "further" and found["language"] == "de"
    assert not (out / UNFINISHED).exists()
    AutoTokenizer.from_pretrained(out)
    assert not is_same(encoder(out), encoder(models_folder / "de"))
    [answer] = MODELS.get("masked").open(str(out), CPU).answer([TokenLogprobs(sentences("de")[0])])
    assert isinstance(answer, Tokens)


def test_a_frozen_encoder_keeps_every_bit(models_folder: Path, tmp_path: Path) -> None:
    way = Further("de", "encoder", FAST, CPU)
    out = way.apply(str(models_folder / "de"), [str(models_folder / "de.txt")], tmp_path / "out")
    assert is_same(encoder(out), encoder(models_folder / "de"))
    assert record(out)["frozen"] == "encoder"
    assert record(out)["held_out_loss"]["after"] < record(out)["held_out_loss"]["before"]


def test_held_out_text_is_a_dataset_that_training_did_not_see(further: Path) -> None:
    items = list(find(str(further / utility.HELD_OUT)).items("de"))
    assert len(items) == 10 and {item.texts["text"] for item in items} <= set(sentences("de"))


def test_what_is_finished_is_taken_and_something_else_is_not_overwritten(models_folder: Path, further: Path) -> None:
    arguments = (str(models_folder / "de"), [str(models_folder / "de.txt")])
    before = (further / "model.safetensors").stat().st_mtime_ns
    Further("de", tuning=FAST, options=CPU).apply(*arguments, further)
    assert (further / "model.safetensors").stat().st_mtime_ns == before
    with pytest.raises(InputError, match="holds another mitigated model"):
        Further("de", "encoder", FAST, CPU).apply(*arguments, further)
    (models_folder / "other").mkdir()
    (models_folder / "other" / "letter.txt").write_text("dear …")
    with pytest.raises(InputError, match="is not empty"):
        Further("de", tuning=FAST, options=CPU).apply(*arguments, models_folder / "other")


def test_training_stopped_in_the_middle_goes_on_with_the_same_bits(models_folder: Path, tmp_path: Path) -> None:
    """As after kill -9: nothing is written between two checkpoints."""
    way = Further("de", "encoder", Tuning(epochs=2, rate=5e-3, held_out=2, save_seconds=0), CPU)
    arguments = (str(models_folder / "de"), [str(models_folder / "de.txt")])

    def stop(step: Progress) -> None:
        if step.step == 12:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        way.apply(*arguments, tmp_path / "stopped", tell=stop)
    assert (tmp_path / "stopped" / UNFINISHED / STATE).is_file() and not (tmp_path / "stopped" / RECORD).exists()
    outs = [way.apply(*arguments, tmp_path / name) for name in ("whole", "stopped")]
    first, second = (load_file(out / "model.safetensors") for out in outs)
    assert is_same(first, second)


def test_a_full_disk_while_a_checkpoint_is_written_says_so(
    models_folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*given: Any, **more: Any) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(torch, "save", full)
    with pytest.raises(StoreError, match="No space left on device"):
        Further("de", tuning=QUICK, options=CPU).apply(
            str(models_folder / "de"), [str(models_folder / "de.txt")], tmp_path / "out"
        )
    monkeypatch.undo()
    out = Further("de", tuning=QUICK, options=CPU).apply(
        str(models_folder / "de"), [str(models_folder / "de.txt")], tmp_path / "out"
    )
    assert record(out)["epoch"] >= 1
    assert checkpoints.PLAN not in [path.name for path in out.iterdir()]


def test_a_full_disk_while_the_model_is_written_says_so_and_nothing_is_lost(
    models_folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from safetensors import SafetensorError

    def full(*given: Any, **more: Any) -> None:
        raise SafetensorError("I/O error: No space left on device (os error 28)")

    way = Further("de", tuning=QUICK, options=CPU)
    steps: list[Progress] = []
    monkeypatch.setattr(PreTrainedModel, "save_pretrained", full)
    with pytest.raises(StoreError, match=r"No space left on device .* give the same command again"):
        way.apply(str(models_folder / "de"), [str(models_folder / "de.txt")], tmp_path / "out")
    monkeypatch.undo()
    way.apply(str(models_folder / "de"), [str(models_folder / "de.txt")], tmp_path / "out", tell=steps.append)
    assert record(tmp_path / "out")["steps"] > 0 and not steps


def test_an_unfinished_mitigation_is_not_overwritten_by_another_one(models_folder: Path, tmp_path: Path) -> None:
    tuning = Tuning(epochs=1, held_out=2, save_seconds=0)
    arguments = (str(models_folder / "de"), [str(models_folder / "de.txt")], tmp_path / "out")

    def stop(step: Progress) -> None:
        raise KeyboardInterrupt

    learned = Align(str(models_folder / "en"), parallel(models_folder), "learned", Limits(), tuning, CPU)
    with pytest.raises(KeyboardInterrupt):
        learned.apply(*arguments, tell=stop)
    kept = (tmp_path / "out" / UNFINISHED / _rotation.FILE).read_bytes()
    with pytest.raises(InputError, match="unfinished mitigation with other options"):
        Align(str(models_folder / "en"), parallel(models_folder), "random", Limits(), tuning, CPU).apply(*arguments)
    with pytest.raises(InputError, match="unfinished mitigation with other options"):
        Further("de", tuning=tuning, options=CPU).apply(*arguments)
    assert (tmp_path / "out" / UNFINISHED / _rotation.FILE).read_bytes() == kept
    assert record(learned.apply(*arguments))["rotation"] == "learned"


def test_tokenizers_without_a_fast_implementation_train_align_and_answer(tmp_path: Path) -> None:
    """PhoBERT's tokenizer, which is written in Python and does not say where its tokens are."""
    for language in ("de", "en"):
        write_slow_model(tmp_path / language, language)
        write_corpus(tmp_path / f"{language}.txt", language)
    text = Parallel((str(tmp_path / "de.txt"), str(tmp_path / "en.txt")), "de", "en", pharaoh=str(tmp_path / "links"))
    counts = [len(line.split()) for line in sentences("de")]
    (tmp_path / "links").write_text("\n".join(" ".join(f"{n}-{n}" for n in range(count)) for count in counts))
    assert not AutoTokenizer.from_pretrained(tmp_path / "de").is_fast
    way = Align(str(tmp_path / "en"), text, "learned", Limits(), QUICK, CPU)
    out = way.apply(str(tmp_path / "de"), [str(tmp_path / "de.txt")], tmp_path / "out")
    found = record(out)["retrieval"]
    assert found["after"]["accuracy"] > found["before"]["accuracy"] + 20
    [answer] = MODELS.get("masked").open(str(out), CPU).answer([TokenLogprobs(sentences("de")[0])])
    assert isinstance(answer, Tokens)


def test_a_head_without_a_layer_of_its_own_is_refused_before_anything_is_aligned(
    models_folder: Path, tmp_path: Path
) -> None:
    config = XLMConfig(
        vocab_size=60, emb_dim=WIDTH, n_layers=1, n_heads=2, max_position_embeddings=40, mask_token_id=4, n_langs=1
    )
    XLMWithLMHeadModel(config).save_pretrained(tmp_path / "xlm")
    AutoTokenizer.from_pretrained(models_folder / "de").save_pretrained(tmp_path / "xlm")
    arguments = (str(tmp_path / "xlm"), [str(models_folder / "de.txt")], tmp_path / "out")
    with pytest.raises(ModelError, match="No rotation can be folded into a XLMWithLMHeadModel"):
        Align(str(models_folder / "en"), parallel(models_folder), options=CPU).apply(*arguments)
    assert not (tmp_path / "out").exists()
    with pytest.raises(ModelError, match="With its encoder frozen a XLMWithLMHeadModel has nothing left to train"):
        Further("de", "encoder", QUICK, CPU).apply(*arguments)


def test_other_kinds_of_models_and_tokenizers_without_a_mask_are_refused(models_folder: Path, tmp_path: Path) -> None:
    config = json.loads((models_folder / "de" / "config.json").read_text()) | {
        "architectures": ["BertForSequenceClassification"]
    }
    (tmp_path / "classifier").mkdir()
    (tmp_path / "classifier" / "config.json").write_text(json.dumps(config))
    with pytest.raises(ModelError, match="Only masked language models"):
        Further().apply(str(tmp_path / "classifier"), [str(models_folder / "de.txt")], tmp_path / "out")
    write_model(tmp_path / "unmasked", "de", mask="")
    with pytest.raises(ModelError, match="no mask token"):
        Further().apply(str(tmp_path / "unmasked"), [str(models_folder / "de.txt")], tmp_path / "out")


def test_a_multilingual_model_is_compared_with_the_one_it_replaces(models_folder: Path, tmp_path: Path) -> None:
    way = Multilingual(str(models_folder / "en"), "de", tuning=QUICK, options=CPU)
    out = way.apply(str(models_folder / "de"), [str(models_folder / "de.txt")], tmp_path / "out")
    recorded = record(out)
    assert recorded["replaces"].partition("#")[0].endswith("/de") and recorded["model"].partition("#")[0].endswith(
        "/en"
    )
    assert recorded["held_out_text"]["before"]["bits_per_character"] > 0
    with pytest.raises(InputError, match="is the model that it should replace"):
        Multilingual(str(models_folder / "de"), "de").apply(str(models_folder / "de"), [], tmp_path / "same")


@pytest.mark.parametrize("rotation", ["learned", "random", "none"])
def test_alignment_freezes_the_encoder_and_folds_the_rotation(
    models_folder: Path, aligned: Path, tmp_path: Path, rotation: Any
) -> None:
    out = {"learned": aligned, "random": control.folder_of(aligned)}.get(rotation)
    out = out or align_way(models_folder, rotation).apply(
        str(models_folder / "de"), [str(models_folder / "de.txt")], tmp_path / "out"
    )
    recorded = record(out)
    assert is_same(encoder(out), encoder(models_folder / "de"))
    assert recorded["rotation"] == rotation and recorded["language"] == "de"
    assert recorded["anchors"]["used"] == (0 if rotation != "learned" else pytest.approx(700, rel=0.3))
    _, report = AutoModelForMaskedLM.from_pretrained(out, output_loading_info=True)
    assert not report["missing_keys"] and not report["unexpected_keys"]
    matrix = _rotation.read(out)
    if rotation == "none":
        assert matrix is None
    else:
        assert matrix is not None
        np.testing.assert_allclose(matrix @ matrix.T, np.eye(WIDTH), atol=1e-6)
    retrieved = recorded["retrieval"]
    if rotation == "learned":
        assert retrieved["after"]["accuracy"] > retrieved["before"]["accuracy"] + 20
        assert retrieved["after"]["cosine"] > retrieved["before"]["cosine"]
    if rotation == "none":
        assert retrieved["after"] == retrieved["before"]


def test_an_alignment_that_is_finished_is_taken_without_aligning_again(
    models_folder: Path, aligned: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("babelance.mitigations.align.choose", lambda *given, **more: pytest.fail("aligned again"))
    assert (
        align_way(models_folder).apply(str(models_folder / "de"), [str(models_folder / "de.txt")], aligned) == aligned
    )


def test_an_alignment_is_told_beside_a_random_rotation_with_loss_beside_bias(
    models_folder: Path, aligned: Path
) -> None:
    found = json.loads((aligned / control.FILE).read_text(encoding="utf-8"))
    random = Path(found["control"])
    assert record(random)["rotation"] == "random" and is_same(encoder(random), encoder(models_folder / "de"))
    losses = {name: record(folder)["held_out_loss"] for name, folder in (("learnt", aligned), ("random", random))}
    assert found["loss"] == {"before": losses["learnt"]["before"], **{n: loss["after"] for n, loss in losses.items()}}
    assert losses["learnt"]["after"] != losses["random"]["after"]
    found["cb"] = {"before": {"value": 3.0}, "learnt": {"value": 2.0}, "random": {"undefined": "no name is known"}}
    (aligned / control.FILE).write_text(json.dumps(found), encoding="utf-8")
    shown = summary(aligned, record(aligned))
    loss = found["loss"]
    assert f"{loss['before']:.3f} before, {loss['learnt']:.3f} learnt, {loss['random']:.3f} random" in shown
    assert "3 before, 2 learnt, undefined (no name is known) random" in shown
    assert str(random) in shown and "a broken head, not a fairer one" in shown


def test_the_bias_of_the_control_is_that_of_the_measure() -> None:
    name, few = "babelance/tiny-multilingual", 5
    items = [*DATASETS.get(control.DATA).items("de")][:: 700 // few]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(control, "MOST_ITEMS", few)
        found = control.categorical_bias(name, "de", CPU)
    measure = MEASURES.get("cb")()
    queries = [measure.ask(item) for item in items]
    answers = iter([*MODELS.get("masked").open(name, CPU).answer([entry for some in queries for entry in some])])
    pairs = zip(items, queries, strict=True)
    scores = Scores.gather(measure.score(item, [next(answers) for _ in some]) for item, some in pairs)
    assert found == {"value": pytest.approx(measure.statistic(scores)(np.ones(few))), "items": few, "of": few}


def test_no_anchors_too_few_anchors_and_other_widths_are_refused(models_folder: Path, tmp_path: Path) -> None:
    arguments = (str(models_folder / "de"), [str(models_folder / "de.txt")], tmp_path / "out")
    with pytest.raises(InputError, match="No anchors: no pair of words was linked one to one at least 5000 times"):
        Align(str(models_folder / "en"), parallel(models_folder), limits=Limits(least=5000), options=CPU).apply(
            *arguments
        )
    with pytest.raises(InputError, match="anchors do not determine a rotation of 64 dimensions"):
        Align(str(models_folder / "en"), parallel(models_folder), limits=Limits(most=1, least=36), options=CPU).apply(
            *arguments
        )
    write_model(tmp_path / "wide", "en", width=32)
    with pytest.raises(ModelError, match=r"has 64 numbers, .* 32"):
        Align(str(tmp_path / "wide"), parallel(models_folder), options=CPU).apply(*arguments)


def test_cda_counts_mentions_and_refuses_text_without_any(models_folder: Path, tmp_path: Path) -> None:
    names = [f"{text[:-2]} aus {name} ." for text in sentences("de")[:90] for name in ("Japan", "Kanada")]
    (tmp_path / "names.txt").write_text("\n".join(names))
    out = Cda("de", tuning=QUICK, options=CPU).apply(
        str(models_folder / "de"), [str(tmp_path / "names.txt")], tmp_path / "out"
    )
    mentions = record(out)["mentions"]
    assert max(mentions["after"].values()) - min(mentions["after"].values()) <= 1
    assert mentions["lines_changed"] > 90 and record(out)["balance"] == "groups"
    with pytest.raises(InputError, match="mentions nothing of 'groups' in 'de'"):
        Cda("de", options=CPU).apply(str(models_folder / "de"), [str(models_folder / "de.txt")], tmp_path / "none")


def test_the_command_line_does_the_same_and_prints_what_it_cost(models_folder: Path, tmp_path: Path) -> None:
    base = [
        "-m",
        str(models_folder / "de"),
        "-c",
        str(models_folder / "de.txt"),
        "-l",
        "de",
        "--epochs",
        "1",
        "--held-out",
        "3",
    ]
    runner = CliRunner()
    done = runner.invoke(app, ["mitigate", "further", *base, "-o", str(tmp_path / "f"), "--freeze", "encoder"])
    assert done.exit_code == 0, done.output
    assert "pseudo-perplexity" in done.stdout and "held-out loss" in done.stdout
    words = [
        "--to",
        str(models_folder / "en"),
        "-p",
        str(models_folder / "de.txt"),
        "-p",
        str(models_folder / "en.txt"),
        "--to-language",
        "en",
    ]
    words += ["--pharaoh", str(models_folder / "links"), "--rotation", "random", "--json"]
    done = runner.invoke(app, ["mitigate", "align", *base, *words, "-o", str(tmp_path / "a")])
    assert done.exit_code == 0, done.output
    assert json.loads(done.stdout)["rotation"] == "random"
    done = runner.invoke(
        app, ["mitigate", "multilingual", *base, "--by", str(models_folder / "en"), "-o", str(tmp_path / "m")]
    )
    assert done.exit_code == 0, done.output


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["further", "--freeze", "all"], "--freeze takes nothing or encoder, not 'all'"),
        (["cda", "--balance", "age", "-l", "en"], "--balance takes groups or gender, not 'age'"),
        (["further", "--length", "3"], "Length must be at least 8"),
        (["further", "--precision", "half"], "--precision takes auto or float32 or bfloat16, not 'half'"),
    ],
)
def test_a_wrong_option_is_named(words: list[str], message: str, tmp_path: Path) -> None:
    given = ["-m", "x", "-c", "y", "-o", str(tmp_path / "o")]
    with pytest.raises(InputError, match=message):
        CliRunner().invoke(app, ["mitigate", *words, *given], catch_exceptions=False)


def test_a_mitigated_model_answers_like_any_other(aligned: Path) -> None:
    query = Fill("der Arzt sieht ein ⟨slot⟩ .", ("Haus", "Buch"))
    [choices] = MODELS.get("masked").open(str(aligned), CPU).answer([query])
    model, tokens = AutoModelForMaskedLM.from_pretrained(aligned).eval(), AutoTokenizer.from_pretrained(aligned)
    with torch.no_grad():
        logits = model(**tokens("der Arzt sieht ein [MASK] .", return_tensors="pt")).logits[0, 5].log_softmax(-1)
    wanted = [float(logits[tokens.convert_tokens_to_ids(word)]) for word in ("Haus", "Buch")]
    np.testing.assert_allclose(choices.logprobs, wanted, atol=1e-5)  # type: ignore[union-attr]
