"""A script of others in a folder of its own, with one of the tiny models for whatever it would download."""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any
from unittest import mock

import torch
import transformers

from tests.golden.making.files import MODELS

_MODEL_CLASSES = ("AutoModelForMaskedLM", "BertForMaskedLM", "RobertaForMaskedLM", "GPT2LMHeadModel")
_CONFIGURATION_CLASSES = ("AutoConfig",)
_TOKENIZER_CLASSES = ("AutoTokenizer", "BertTokenizer", "RobertaTokenizer", "GPT2Tokenizer")


@contextmanager
def script(path: Path, *words: str, absent: Sequence[str] = ()) -> Iterator[Path]:
    """Run in an empty folder, with the words as the command line, beside the script's own modules.

    `absent` are modules that it imports and never uses, or that its authors did not release."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        stack.callback(os.chdir, Path.cwd())
        os.chdir(folder)
        stack.enter_context(mock.patch.object(sys, "argv", [path.name, *words]))
        stack.enter_context(mock.patch.object(sys, "path", [str(path.parent), *sys.path]))
        for name in absent:
            sys.modules[name] = mock.MagicMock()
            stack.callback(sys.modules.pop, name)
        yield folder


def load(path: Path) -> ModuleType:
    """The script as a module. What it does when imported is done here."""
    spec = spec_from_file_location(path.stem, path)
    assert spec is not None and spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@contextmanager
def tiny(name: str) -> Iterator[tuple[Any, Any]]:
    """Whichever model or tokenizer a script asks for, it gets this one, with attentions that can be seen."""
    folder = MODELS / name
    kind = transformers.AutoModelForCausalLM if name.startswith("causal") else transformers.AutoModelForMaskedLM
    model = kind.from_pretrained(
        folder, attn_implementation="eager", output_hidden_states=True, output_attentions=True
    ).eval()
    tokenizer = transformers.AutoTokenizer.from_pretrained(folder)
    things = {_MODEL_CLASSES: model, _TOKENIZER_CLASSES: tokenizer, _CONFIGURATION_CLASSES: model.config}
    torch.set_num_threads(1)
    with ExitStack() as stack:
        for names, thing in things.items():
            for one in names:
                place = getattr(transformers, one)
                stack.enter_context(mock.patch.object(place, "from_pretrained", lambda *_, thing=thing, **__: thing))
        stack.enter_context(torch.no_grad())
        yield model, tokenizer


def recorder(function: Any) -> tuple[Any, list[Any]]:
    """The same function, and a list of everything it gives back."""
    given: list[Any] = []

    def recording(*words: Any, **options: Any) -> Any:
        given.append(function(*words, **options))
        return given[-1]

    return recording, given
