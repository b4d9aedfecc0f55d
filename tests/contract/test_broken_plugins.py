"""What other packages get wrong is told in one sentence that names it; nothing looks fair because of it."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

import babelance
from babelance.cli.app import app, build_app
from babelance.core.errors import BabelanceError, InputError
from babelance.core.item import Item
from babelance.core.registry import DATASETS, LANGUAGES, MEASURES, MITIGATIONS, MODELS
from babelance.core.scored import Scored, Scores, Skipped
from babelance.run.configure import configure
from tests.contract.plugins import Install, install

__all__ = ["install"]

MEASURE = """
from dataclasses import dataclass
from babelance.core.scored import Scored
from babelance.measures.cps import Cps


@dataclass(frozen=True)
class Theirs(Cps):
    title = "A measure of another package"

    {body}
"""
KIND = """
from babelance.core.model import Kind
from babelance.core.query import Ability

def fail(spec, *options):
    raise RuntimeError("no licence")

kind = {kind}
"""


def broken(body: str) -> str:
    return MEASURE.format(body=body)


def evaluate(tmp_path: Path, measure: str = "theirs") -> babelance.Estimate | babelance.Undefined:
    return babelance.evaluate(
        measure, model="fake:random", data="babel-pairs", language="de", limit=8, draws=100, store=tmp_path / "store"
    )


def test_a_score_without_a_return_is_refused_and_not_a_number_that_looks_fair(install: Install, tmp_path: Path) -> None:
    install("measures", "theirs", broken("def score(self, item, answers): Scored(item, {'score': 1.0})"), "Theirs")
    with pytest.raises(InputError, match=r"measure 'theirs' .*gave None .*neither Scored nor Skipped"):
        evaluate(tmp_path)


def test_gathering_refuses_what_is_neither_scored_nor_skipped_and_names_the_measure() -> None:
    item = Item("7", "en", {})
    with pytest.raises(InputError, match="`score` of measure 'mine' gave None"):
        Scores.gather([Scored(item, {}), None], measure="measure 'mine'")  # type: ignore[list-item]
    assert Scores.gather([Scored(item, {}), Skipped(item, "why")]).total == 2


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ("def statistic(self, scores): return 0.5", r"`statistic` gives 0.5, not a function of weights"),
        (
            "def statistic(self, scores): return lambda weights: float(weights.ravel()[0])",
            r"`statistic` gives shapes \(\) and \(\) for weights of the shapes",
        ),
        ("def ask(self, item): return [item.texts['moore']]", r"`ask` and `score` fail \(KeyError: 'moore'\)"),
        ("def score(self, item, answers): return None", "gave None for the item '0'"),
        (
            "asks = frozenset({__import__('babelance.core.query').core.query.Ability.EMBED})",
            "which `asks` does not name",
        ),
        ("fields = frozenset({'more', 'fewer'})", "has no 'fewer', which `fields` names"),
        ("asks = frozenset({int})", "which is no babelance.extend.Ability"),
        ("interval = 'wald'", "`interval` is 'wald'"),
        ("example = None", "it has no `example`"),
        ("scale = (0, 100)", "`scale` is \\(0, 100\\), not of the type Scale"),
        ("score = None", "it has no function `score`"),
        ("extra = 3", "it has no function `extra`"),
    ],
)
def test_a_measure_that_does_not_keep_its_promises_is_refused_before_a_model_is_opened(
    body: str, said: str, install: Install
) -> None:
    install("measures", "theirs", broken(body), "Theirs")
    with pytest.raises(InputError, match=said) as error:
        configure(["theirs"], {})
    assert "'theirs'" in str(error.value)


def test_a_statistic_that_mixes_up_its_weightings_is_refused(install: Install) -> None:
    body = (
        "def statistic(self, scores): return lambda weights: (weights * weights[..., :1]).sum(axis=-1) / weights.max()"
    )
    install("measures", "theirs", broken(body), "Theirs")
    with pytest.raises(InputError, match="other numbers for several weightings at once than one by one"):
        configure(["theirs"], {})


def test_a_broken_measure_is_left_out_of_an_audit_with_its_reason(install: Install, tmp_path: Path) -> None:
    install("measures", "theirs", broken("def statistic(self, scores): return 0.5"), "Theirs")
    words = [
        "audit",
        "-m",
        "fake:random",
        "-d",
        "babel-pairs",
        "-l",
        "de",
        "--limit",
        "6",
        "--draws",
        "100",
        "--no-report",
    ]
    out = CliRunner().invoke(app, [*words, "-o", str(tmp_path / "out")])
    assert out.exit_code in (0, 3), out.output
    assert "left out: theirs" in out.stderr and "not a function of weights" in out.stderr


@pytest.mark.parametrize(
    ("kind", "said"),
    [
        ("1 / 0", "cannot be loaded \\(ZeroDivisionError"),
        ("'no kind'", "is no babelance.extend.Kind"),
        ("Kind('other', 'T', frozenset({Ability.EMBED}), ('mine',), fail, fail)", "they must be the same"),
        ("Kind('theirs', 'T', frozenset({int}), ('mine',), fail, fail)", "which is no babelance.extend.Ability"),
    ],
)
def test_a_broken_kind_of_model_is_named_and_does_not_stop_who_does_not_need_it(
    kind: str, said: str, install: Install, tmp_path: Path
) -> None:
    install("models", "theirs", KIND.format(kind=kind), "kind")
    with pytest.raises(InputError, match=said):
        MODELS.get("theirs")
    assert evaluate(tmp_path, "cps").about.total == 8
    with pytest.raises(BabelanceError, match="'theirs' of the package 'theirs'"):
        babelance.evaluate("cps", model="mine:model", data="babel-pairs", language="de", store=tmp_path / "store")


def test_a_kind_that_fails_at_a_spec_of_others_does_not_stop_them(install: Install, tmp_path: Path) -> None:
    kind = "Kind('theirs', 'T', frozenset({Ability.TOKENS_EACH}), ('fake', 'dir'), fail, fail)"
    install("models", "theirs", KIND.format(kind=kind), "kind")
    assert evaluate(tmp_path, "cps").about.total == 8


def test_a_broken_dataset_language_and_mitigation_say_what_is_wrong(install: Install) -> None:
    install("datasets", "their-data", "dataset = 3", "dataset")
    install(
        "languages",
        "xx",
        "from babelance.core.language import Language\nlanguage = Language('yy', 'Y', 'Y')",
        "language",
    )
    install("mitigations", "their-way", "class Way: pass", "Way")
    with pytest.raises(InputError, match=r"'their-data' .*it has no `card`; .*it has no function `items`"):
        DATASETS.get("their-data")
    with pytest.raises(InputError, match=r"'xx' .*its `code` is 'yy'"):
        LANGUAGES.get("xx")
    with pytest.raises(InputError, match=r"'their-way' .*it has no `title`; it has no function `apply`"):
        MITIGATIONS.get("their-way")


def test_list_shows_what_works_and_ends_with_what_does_not(install: Install) -> None:
    install("measures", "theirs", broken("interval = 'wald'"), "Theirs")
    out = CliRunner().invoke(app, ["list", "measures"])
    assert "s-jsd" in out.stdout
    assert isinstance(out.exception, InputError) and "`interval` is 'wald'" in str(out.exception)
    assert "theirs" not in MEASURES.usable()


def test_a_broken_verb_and_a_broken_mitigation_stop_nobody_but_who_asks_for_them(install: Install) -> None:
    install("cli", "greet", "import nowhere", "register")
    install("mitigations", "their-way", "class Way: pass", "Way")
    known = [command.name for command in build_app().registered_commands]
    assert "run" in known and "greet" not in known
    with pytest.raises(InputError, match=r"'greet' from the package greet cannot be used \(ModuleNotFoundError"):
        build_app(only="greet")
    for options in ([], ["-m", "babelance/tiny-multilingual", "--corpus", "text.txt", "-o", "out"]):
        out = CliRunner().invoke(build_app(only="mitigate"), ["mitigate", "their-way", *options])
        assert isinstance(out.exception, InputError) and "it has no `title`" in str(out.exception)
