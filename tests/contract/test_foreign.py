"""What packages of other people hand over in the middle of a run is looked at, too: models, answers, items, folders."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

import babelance
from babelance.cli import main
from babelance.cli.app import build_app
from babelance.core.errors import BabelanceError, InputError
from babelance.core.foreign import model_problems
from babelance.core.model import Options
from babelance.core.registry import LANGUAGES, MODELS
from tests.contract.plugins import Install, install

__all__ = ["install"]

KIND = """
import numpy as np
from babelance.core.model import Health, Kind
from babelance.core.query import Ability, Text, Tokens, Unanswered

class TheirModel:
    id, fingerprint, choices, items_per_commit = "mine:x", "f", {{}}, 8
    answers = frozenset({{Ability.TOKENS_EACH, Ability.TOKENS_CHANGED, Ability.TOKENS_NONE}})

    def health(self, texts): return Health()
    def answer(self, queries): return [Unanswered("nothing to say") for query in queries]

{change}
opened = TheirModel()
kind = Kind("theirs", "T", TheirModel.answers, ("mine",), lambda spec: None, lambda spec, options: {opened})
"""
DATA = """
from babelance.core.card import Card
from babelance.core.item import Item

def item(id, language="de", **texts): return Item(id, language, {{"more": "er", "less": "sie", **texts}}, {{}})

class Data:
    card = Card("their-data", "T", "1", ("de",), "MIT", "c", "p")
    fields = frozenset({{"more", "less"}})

    def fingerprint(self, language): return "f"
    def examples(self): return [item("0"), item("1")]
    def items(self, language): return {items}

{change}
dataset = Data()
"""
WAY = """
from dataclasses import dataclass

@dataclass(frozen=True)
class Way:
    '''Their way.'''
    title = "T"

    def apply(self, {parameters}): return {folder}
"""


def evaluate(tmp_path: Path, *, model: str = "fake:random", data: str = "babel-pairs") -> object:
    return babelance.evaluate("cps", model=model, data=data, language="de", limit=8, draws=100, store=tmp_path / "s")


@pytest.mark.parametrize(
    ("opened", "change", "said"),
    [
        ("None", "", r"'theirs' of the package 'theirs' opens 'mine:x' as NoneType, .*it has no `id`; .*`fingerprint`"),
        ("object()", "", "it has no function `answer`; it has no function `health`"),
        ("opened", "del TheirModel.fingerprint", "is no model: it has no `fingerprint`"),
        ("opened", "TheirModel.fingerprint = 3", "`fingerprint` is 3, not of the type str"),
        ("opened", "TheirModel.choices = None", "`choices` is None, not of the type Mapping"),
        ("opened", "TheirModel.items_per_commit = 0", "`items_per_commit` is 0, not 1 or more"),
        ("opened", "TheirModel.health = lambda self, texts: None", "mine:x says None about its health"),
        ("opened", "TheirModel.answer = lambda self, queries: None", "answers 16 queries with None"),
        ("opened", "TheirModel.answer = lambda self, queries: [None] * len(queries)", "TokenLogprobs with None"),
        ("opened", "TheirModel.answer = lambda self, queries: [Text('')] * len(queries)", "not with Tokens or Una"),
        ("opened", "TheirModel.answer = lambda self, queries: [Unanswered('')]", "gave 1 answers to 16 queries"),
    ],
)
def test_a_model_that_is_none_and_answers_that_are_none_are_named(
    opened: str, change: str, said: str, install: Install, tmp_path: Path
) -> None:
    install("models", "theirs", KIND.format(opened=opened, change=change), "kind")
    with pytest.raises(BabelanceError, match=said):
        evaluate(tmp_path, model="mine:x")


def test_properties_are_not_asked_for_their_values_when_a_model_is_opened() -> None:
    class Lazy:
        id, answers, items_per_commit = "a", frozenset[str](), 1

        @property
        def fingerprint(self) -> str:
            raise AssertionError("this would load weights")

        choices = fingerprint

        def answer(self) -> None: ...

        def health(self) -> None: ...

    assert list(model_problems(Lazy())) == []


@pytest.mark.parametrize("name", ["fake", "recorded", "translations"])
def test_our_own_models_pass_where_those_of_others_must(name: str, tmp_path: Path) -> None:
    kind = MODELS.get(name)
    assert kind.example is not None
    assert list(model_problems(kind.open(kind.example(tmp_path), Options()))) == []


@pytest.mark.parametrize(
    ("items", "change", "said"),
    [
        ("None", "", "The dataset 'their-data' gives None for 'de', and no items"),
        ("['a sentence']", "", "gives 'a sentence', which is no Item"),
        ("[item('0'), Item('1', 'de', {'more': 'er'}, {})]", "", "the item '1' without 'less', which its `fields`"),
        ("[item('0'), item('0')]", "", "the item '0' twice"),
        ("[item('0', 'fr')]", "", "the item '0' of the language 'fr' where 'de' was asked for"),
        ("[item('0', more=None)]", "", "the item '0' whose 'more' is no text"),
        ("[item('0')]", "Data.fingerprint = lambda self, language: None", "the fingerprint None, which is no hash"),
    ],
)
def test_items_that_are_none_or_lack_what_the_dataset_promises_are_named(
    items: str, change: str, said: str, install: Install, tmp_path: Path
) -> None:
    install("datasets", "their-data", DATA.format(items=items, change=change), "dataset")
    with pytest.raises(BabelanceError, match=re.escape(said)):
        evaluate(tmp_path, data="their-data")


def test_sound_items_of_another_package_are_measured(install: Install, tmp_path: Path) -> None:
    items = "[item(str(number), more=f'er singt {number}', less=f'sie singt {number}') for number in range(9)]"
    install("datasets", "their-data", DATA.format(items=items, change=""), "dataset")
    result = evaluate(tmp_path, data="their-data")
    assert isinstance(result, babelance.Estimate) and result.about.n == 8


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("gender_words={'female': ['a']}", "the words of 'female' in `gender_words` are ['a'], not a tuple of words"),
        ("names={'male': 'Tom'}", "the words of 'male' in `names` are 'Tom', not a tuple of words"),
        ("gender_words={'girls': ('a',)}", "`gender_words` has 'girls', and not only female, male, nonbinary"),
        ("gender_pairs=(('a', 'b', 'c'),)", "`gender_pairs` has ('a', 'b', 'c'), not (female, male)"),
        ("forms={'plural': 's'}", "the form 'plural' in `forms` is 's', not a function of a word"),
    ],
)
def test_a_language_with_words_of_another_shape_is_refused(words: str, said: str, install: Install) -> None:
    code = f"from babelance.core.language import Language\nlanguage = Language('xx', 'X', 'X', {words})"
    install("languages", "xx", code, "language")
    with pytest.raises(InputError, match=re.escape(said)):
        LANGUAGES.get("xx")


@pytest.mark.parametrize(
    ("parameters", "folder", "said"),
    [
        ("model", "None", r"`apply` does not take \(model, corpus, out, \*, tell\)"),
        ("model, corpus, out, *, tell=None", "None", r"'Way' gives None, and no folder with mitigation\.json"),
        ("model, corpus, out, *, tell=None", "out", r"'Way' gives .*, and no folder with mitigation\.json"),
    ],
)
def test_a_mitigation_that_cannot_be_applied_or_leaves_no_record_says_so(
    parameters: str, folder: str, said: str, install: Install, tmp_path: Path
) -> None:
    install("mitigations", "their-way", WAY.format(parameters=parameters, folder=folder), "Way")
    corpus = tmp_path / "text.txt"
    corpus.write_text("A sentence.\n", encoding="utf-8")
    words = ["-m", "babelance/tiny-multilingual", "--corpus", str(corpus), "-o", str(tmp_path / "out")]
    outcome = CliRunner().invoke(build_app(only="mitigate"), ["mitigate", "their-way", *words])
    assert isinstance(outcome.exception, InputError) and re.search(said, str(outcome.exception))


def test_an_error_in_the_code_of_another_package_is_not_called_a_fault_of_ours(
    install: Install, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    fault = "TheirModel.answer = lambda self, queries: 1 / 0"
    install("models", "theirs", KIND.format(opened="opened", change=fault), "kind")
    words = ["run", "-m", "mine:x", "-d", "babel-pairs", "-l", "de", "--measures", "cps", "--limit", "4"]
    monkeypatch.setattr(sys, "argv", ["babelance", *words, "-o", str(tmp_path / "out"), "--store", str(tmp_path / "s")])
    with pytest.raises(SystemExit) as stop:
        main()
    assert stop.value.code == 70
    assert "(ZeroDivisionError: division by zero). This is a fault of the package 'theirs'" in capsys.readouterr().err
