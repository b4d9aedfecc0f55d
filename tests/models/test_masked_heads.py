"""Projecting chosen positions gives what projecting all of them gives, for every architecture with its own head."""

from typing import Any

import pytest
import torch
from transformers import AutoModelForMaskedLM
from transformers.models.auto.configuration_auto import CONFIG_MAPPING

from babelance.backends.masked import runner
from babelance.backends.transformers import replacing
from babelance.backends.transformers.network import EncoderAndHead

SMALL = {
    "vocab_size": 97,
    "hidden_size": 32,
    "num_hidden_layers": 2,
    "num_attention_heads": 4,
    "intermediate_size": 48,
    "max_position_embeddings": 64,
    "pad_token_id": 1,
}
CONFIGS: dict[str, dict[str, Any]] = {
    "bert": SMALL,
    "roberta": SMALL,
    "xlm-roberta": SMALL,
    "camembert": SMALL,
    "albert": SMALL | {"embedding_size": 16},
    "distilbert": {"vocab_size": 97, "dim": 32, "hidden_dim": 48, "n_layers": 2, "n_heads": 4, "pad_token_id": 1},
    "electra": SMALL | {"embedding_size": 16},
    "deberta-v2": SMALL | {"relative_attention": True, "pos_att_type": ["p2c", "c2p"]},
    "mpnet": SMALL,
    "modernbert": SMALL,
    "xlm": {"vocab_size": 97, "emb_dim": 32, "n_layers": 2, "n_heads": 4, "max_position_embeddings": 64},
}
OTHERS = {"convbert": SMALL | {"embedding_size": 32}, "nystromformer": SMALL, "fnet": SMALL}


def split(name: str, settings: dict[str, Any]) -> EncoderAndHead:
    torch.manual_seed(7)
    model = AutoModelForMaskedLM.from_config(CONFIG_MAPPING[name](**settings))
    for parameter in model.parameters():
        torch.nn.init.normal_(parameter, std=0.2)
    return replacing.split(model.eval())


def logits(network: EncoderAndHead, states: torch.Tensor) -> torch.Tensor:
    return states if network.head is None else network.head(states)


def rows() -> torch.Tensor:
    return torch.randint(5, 97, (3, 33), generator=torch.Generator().manual_seed(1))


@pytest.mark.parametrize("name", CONFIGS)
@torch.inference_mode()
def test_head_at_positions_equals_full_logits(name: str) -> None:
    network, ids = split(name, CONFIGS[name]), rows()
    assert network.head is not None
    full = network.model(input_ids=ids).logits
    spots = network.read(ids)[[0, 1, 2, 2], [4, 9, 0, 32]]
    torch.testing.assert_close(logits(network, spots), full[[0, 1, 2, 2], [4, 9, 0, 32]], atol=1e-5, rtol=0)


CHOOSING = ["bert", "roberta", "xlm-roberta", "camembert", "albert", "distilbert", "electra"]


@pytest.mark.parametrize("length", [12, 33])
@pytest.mark.parametrize("name", CHOOSING)
@torch.inference_mode()
def test_the_last_layer_at_chosen_positions_gives_what_it_gives_everywhere(name: str, length: int) -> None:
    network, ids = split(name, CONFIGS[name]), rows()[:, :length]
    positions = torch.tensor([[4, 9], [0, 0], [2, length - 1]])
    everywhere = network.read(ids)
    chosen = network.read_at(ids, positions)
    torch.testing.assert_close(chosen, everywhere[torch.arange(3)[:, None], positions], atol=1e-5, rtol=0)
    torch.testing.assert_close(network.read(ids), everywhere, atol=0, rtol=0)


@pytest.mark.parametrize("name", sorted(({*CONFIGS} - {*CHOOSING}) | {*OTHERS}))
def test_elsewhere_no_positions_are_chosen(name: str) -> None:
    assert split(name, (CONFIGS | OTHERS)[name]).max_positions == 0


@torch.inference_mode()
def test_the_repeated_layer_of_albert_is_chosen_at_its_last_call_even_after_a_pass_that_broke_off() -> None:
    network, ids = split("albert", CONFIGS["albert"] | {"num_hidden_layers": 3, "inner_group_num": 2}), rows()
    positions, everywhere = torch.tensor([[4], [0], [2]]), network.read(ids)
    expected = everywhere[torch.arange(3)[:, None], positions]
    torch.testing.assert_close(network.read_at(ids, positions), expected, atol=1e-5, rtol=0)
    layer = network.model.base_model.encoder.albert_layer_groups[0].albert_layers[0]
    breaking = layer.register_forward_hook(_fail_at_second_call())
    with pytest.raises(MemoryError):
        network.read_at(ids, positions)
    breaking.remove()
    torch.testing.assert_close(network.read_at(ids, positions), expected, atol=1e-5, rtol=0)


def _fail_at_second_call() -> Any:
    calls = []

    def hook(*_: Any) -> None:
        calls.append(1)
        if len(calls) == 2:
            raise MemoryError

    return hook


def test_several_groups_of_layers_stay_as_they_are() -> None:
    assert split("albert", CONFIGS["albert"] | {"num_hidden_groups": 2}).max_positions == 0


def test_the_other_head_of_deberta_works_too() -> None:
    network, ids = split("deberta-v2", CONFIGS["deberta-v2"] | {"legacy": False}), rows()
    with torch.inference_mode():
        full = network.model(input_ids=ids).logits
        torch.testing.assert_close(logits(network, network.read(ids)[:, 5]), full[:, 5], atol=1e-5, rtol=0)


@pytest.mark.parametrize("name", OTHERS)
@torch.inference_mode()
def test_other_architectures_fall_back_to_full_logits(name: str) -> None:
    network, ids = split(name, OTHERS[name]), rows()
    assert network.head is None
    full = network.model(input_ids=ids).logits
    torch.testing.assert_close(logits(network, network.read(ids)[:, 5]), full[:, 5], atol=1e-5, rtol=0)


@pytest.mark.parametrize("name", [*CONFIGS, "convbert"])
@torch.inference_mode()
def test_a_plain_pass_gives_states_and_attention_that_sums_to_one(name: str) -> None:
    network, ids = split(name, (CONFIGS | OTHERS)[name]), rows()
    found = network.read_plain(ids)
    full = network.model(input_ids=ids).logits
    torch.testing.assert_close(logits(network, found.states[:, 7]), full[:, 7], atol=1e-5, rtol=0)
    assert found.hidden.shape == (3, 33, 32)
    assert found.attention is not None
    torch.testing.assert_close(found.attention.sum(dim=1), torch.ones(3), atol=1e-5, rtol=0)


@torch.inference_mode()
def test_a_network_without_attention_says_so() -> None:
    assert split("fnet", OTHERS["fnet"]).read_plain(rows()).attention is None


@pytest.mark.parametrize("words", [5, 64, 97])
@pytest.mark.parametrize("name", ["bert", "convbert"])
@torch.inference_mode()
def test_log_probabilities_by_tiles_are_those_of_log_softmax(
    name: str, words: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(runner, "TILE", words)
    network, ids = split(name, (CONFIGS | OTHERS)[name]), rows()
    full = network.model(input_ids=ids).logits[:, 5].log_softmax(dim=-1)
    spots, tokens = torch.tensor([0, 1, 2, 2, 0]), torch.tensor([96, 0, 63, 64, int(full[0].argmax())])
    features = network.features(network.read(ids)[:, 5])
    logprobs, hits = runner.token_logprobs(features, network.decoder, spots, tokens)
    torch.testing.assert_close(logprobs, full[spots, tokens], atol=1e-5, rtol=0)
    assert hits.tolist() == (full.argmax(dim=-1)[spots] == tokens).tolist()
    assert hits[-1]


def test_logits_far_from_zero_do_not_overflow() -> None:
    logits = torch.tensor([[1e30, 0.0, -1e30]])
    logprobs, hits = runner.token_logprobs(logits, None, torch.tensor([0, 0]), torch.tensor([0, 1]))
    assert logprobs[0] == 0
    assert logprobs[1] == -1e30
    assert hits.tolist() == [True, False]
