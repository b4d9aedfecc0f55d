"""A rotation folded into a head is the same function, stays frozen while the head learns, and leaves a plain model."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
import transformers
from torch.nn import functional

from babelance.backends.training import rotation
from babelance.backends.transformers.replacing import head_of
from babelance.core.errors import ModelError
from babelance.mitigations.alignment.procrustes import draw_random

SIZES: dict[str, Any] = {"vocab_size": 40, "hidden_size": 16, "num_hidden_layers": 1, "num_attention_heads": 2,
                         "intermediate_size": 32, "max_position_embeddings": 24, "pad_token_id": 0}  # fmt: skip
ARCHITECTURES: dict[str, dict[str, Any]] = {
    "Bert": {},
    "Roberta": {},
    "XLMRoberta": {},
    "Camembert": {},
    "MPNet": {},
    "Albert": {"embedding_size": 8},
    "Electra": {"embedding_size": 8},
    "DebertaV2": {"relative_attention": False, "position_biased_input": True},
    "ModernBert": {
        "global_attn_every_n_layers": 1,
        "cls_token_id": 1,
        "sep_token_id": 2,
        "bos_token_id": 1,
        "eos_token_id": 2,
    },
}
ROTATION = draw_random(16, 0)


def model(name: str) -> Any:
    torch.manual_seed(0)
    config = getattr(transformers, f"{name}Config")(**(SIZES | ARCHITECTURES.get(name, {})))
    made = getattr(transformers, f"{name}ForMaskedLM")(config).eval()
    for weight in made.parameters():
        torch.nn.init.normal_(weight, std=0.3)
    return made


def distilbert() -> Any:
    torch.manual_seed(0)
    config = transformers.DistilBertConfig(vocab_size=40, dim=16, n_layers=1, n_heads=2, hidden_dim=32,
                                           max_position_embeddings=24)  # fmt: skip
    return transformers.DistilBertForMaskedLM(config).eval()


IDS = torch.tensor([[1, 5, 9, 30, 2], [1, 7, 7, 12, 2]])


def rotate_by_hand(made: Any) -> torch.Tensor:
    """The encoder, then the rotation as a step of its own, then the head."""
    head = head_of(made)
    assert head is not None
    states = made.base_model(input_ids=IDS)[0] @ torch.from_numpy(ROTATION).float().T
    return head(states)


@pytest.mark.parametrize("name", [*ARCHITECTURES, "DistilBert"])
def test_folding_is_exact_for_every_architecture(name: str) -> None:
    made = distilbert() if name == "DistilBert" else model(name)
    with torch.no_grad():
        plain, wanted = made(input_ids=IDS).logits, rotate_by_hand(made)
        layer = rotation.first_layer(made)
        rotation.keep_rotated(layer, ROTATION)
        kept = made(input_ids=IDS).logits
        rotation.fold(layer)
        folded = made(input_ids=IDS).logits
    assert not torch.allclose(plain, wanted, atol=1e-2)
    torch.testing.assert_close(kept, wanted, atol=2e-5, rtol=1e-4)
    torch.testing.assert_close(folded, wanted, atol=2e-5, rtol=1e-4)


def test_the_rotation_stays_while_the_layer_behind_it_learns() -> None:
    made = model("Bert")
    layer = rotation.first_layer(made)
    before = layer.weight.detach().clone()
    rotation.freeze_encoder(made)
    rotation.keep_rotated(layer, ROTATION)
    optimizer = torch.optim.AdamW([weight for weight in made.parameters() if weight.requires_grad], lr=0.01)
    functional.cross_entropy(made(input_ids=IDS).logits.flatten(0, 1), IDS.flatten()).backward()
    optimizer.step()
    learnt = layer.parametrizations.weight
    assert torch.equal(learnt[0].rotation, torch.from_numpy(ROTATION).float())
    assert not torch.equal(learnt.original, before)


def test_a_folded_model_is_a_plain_one(tmp_path: Path) -> None:
    made = model("Bert")
    layer = rotation.first_layer(made)
    rotation.keep_rotated(layer, ROTATION)
    rotation.fold(layer)
    with torch.no_grad():
        wanted = made(input_ids=IDS).logits
        made.save_pretrained(tmp_path)
        again, report = transformers.AutoModelForMaskedLM.from_pretrained(tmp_path, output_loading_info=True)
        torch.testing.assert_close(again.eval()(input_ids=IDS).logits, wanted)
    assert not report["missing_keys"] and not report["unexpected_keys"]


def test_a_frozen_encoder_leaves_the_head_to_learn() -> None:
    made = model("Bert")
    rotation.freeze_encoder(made)
    left = {name for name, weight in made.named_parameters() if weight.requires_grad}
    assert left and all(name.startswith("cls.") for name in left)
    assert "cls.predictions.decoder.weight" not in left, "shared with the input embeddings, which are the encoder's"


def test_a_head_without_a_layer_of_its_own_is_refused() -> None:
    config = transformers.XLMConfig(vocab_size=40, emb_dim=16, n_layers=1, n_heads=2)
    xlm = transformers.XLMWithLMHeadModel(config)
    with pytest.raises(ModelError, match="No rotation can be folded into a XLMWithLMHeadModel"):
        rotation.first_layer(xlm)
    with pytest.raises(ModelError, match=r"nothing left to train but pred_layer\.proj\.bias"):
        rotation.freeze_encoder(xlm)


def test_a_model_that_is_its_own_encoder_cannot_be_frozen() -> None:
    with pytest.raises(ModelError, match="The encoder of a BertModel cannot be frozen"):
        rotation.freeze_encoder(model("Bert").bert)


def test_a_rotation_of_another_width_is_refused() -> None:
    with pytest.raises(ModelError, match=r"\(8, 8\) does not fit a layer that reads 16"):
        rotation.keep_rotated(rotation.first_layer(model("Bert")), np.eye(8))
