"""Configurations of models with wrong types or impossible sizes: refused before Transformers builds anything."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from babelance.backends.transformers import loading, source
from babelance.backends.transformers.configuration import Configuration
from babelance.core.errors import ModelError
from babelance.core.model import Options
from babelance.core.registry import MODELS
from tests.fuzz import seeds
from tests.models import tiny_masked


def write(folder: Path, **changes: object) -> str:
    (folder / "config.json").write_text(json.dumps({**json.loads(seeds.config()), **changes}), encoding="utf-8")
    return str(folder)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"num_hidden_layers": 10**9}, "num_hidden_layers: expected a whole number <= 10000"),
        ({"num_hidden_layers": "two"}, "num_hidden_layers: expected a whole number or null, got text"),
        ({"vocab_size": 10**30}, "vocab_size"),
        ({"num_labels": 10**9}, "num_labels"),
        ({"architectures": "BertForMaskedLM"}, "architectures: expected a list"),
        ({"architectures": [3]}, r"architectures\[0\]: expected text"),
        ({"id2label": ["a", "b"]}, "id2label: expected an object"),
        ({"model_type": {}}, "model_type: expected text"),
        ({"hidden_size": 7.5}, "hidden_size"),
    ],
)
@pytest.mark.parametrize("kind", ["masked", "nli"])
def test_a_configuration_with_a_wrong_value_is_refused_by_name(
    tmp_path: Path, kind: str, changes: dict[str, object], message: str
) -> None:
    assert message.replace("\\", "") in str(MODELS.get(kind).reason_unsupported(write(tmp_path, **changes)))


def test_a_model_that_cannot_fit_into_memory_is_refused_before_it_is_built(tmp_path: Path) -> None:
    position = source.find(write(tmp_path, num_hidden_layers=9_000, hidden_size=100_000, intermediate_size=400_000))
    with pytest.raises(ModelError, match=r"about 1,0\d\d,\d{3},\d{3},\d{3},\d{3} weights, .* GiB; this machine has"):
        loading.check_memory(position, Options())


def test_a_usual_model_fits(tmp_path: Path) -> None:
    loading.check_memory(source.find(write(tmp_path, hidden_size=768, num_hidden_layers=12)), Options())


def test_layers_that_share_their_weights_count_once() -> None:
    albert = Configuration(num_hidden_layers=12, num_hidden_groups=1, hidden_size=4096, embedding_size=128)
    assert albert.parameters == 12 * 4096**2


def test_a_mistyped_shipped_model_is_guessed() -> None:
    with pytest.raises(ModelError, match="Did you mean 'babelance/tiny-multilingual'"):
        source.find("babelance/tiny-multilingul")


def test_labels_that_are_not_numbered_are_refused(tmp_path: Path) -> None:
    spec = write(tmp_path, id2label={"²": "a", "x": "b"}, architectures=["BertForSequenceClassification"])
    assert "does not number the labels" in str(MODELS.get("nli").reason_unsupported(spec))


def tokenizer(folder: Path, file: str, old: str, new: str) -> str:
    """A tiny model with a word of one file of its tokenizer exchanged."""
    write(folder)
    tiny_masked.tokenizer().save_pretrained(folder)
    text = (folder / file).read_text(encoding="utf-8")
    (folder / file).write_text(re.sub(old, new, text), encoding="utf-8")
    return str(folder)


@pytest.mark.parametrize(
    ("file", "old", "new", "message"),
    [
        (
            "tokenizer_config.json",
            r'"model_max_length": \d+',
            '"model_max_length": []',
            r"model_max_length .* is '\[\]'",
        ),
        ("tokenizer.json", r'"\[MASK\]": 4', '"[MASK]": 2147483648', "a special token has the id 2147483648"),
    ],
)
def test_a_tokenizer_with_a_wrong_value_is_refused_by_name(
    tmp_path: Path, file: str, old: str, new: str, message: str
) -> None:
    position = source.find(tokenizer(tmp_path, file, old, new))
    with pytest.raises(ModelError, match=message):
        loading.load_tokenizer(position, Options())
