"""The site: every measure has a page with a formula and a figure, every dataset one from its card; all are found."""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from benchmarks.search import wanted

from babelance.core.registry import DATASETS, MEASURES

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def pages() -> Any:
    pytest.importorskip("mkdocs", reason="mkdocs is not installed (pip install 'babelance[docs]')")
    pytest.importorskip("latex2mathml", reason="latex2mathml is not installed (pip install 'babelance[docs]')")
    sys.path.insert(0, str(ROOT / "docs" / "making"))
    yield import_module("pages")
    sys.path.remove(str(ROOT / "docs" / "making"))


@pytest.mark.parametrize("name", MEASURES.names())
def test_the_page_of_a_measure_has_its_formula_and_a_figure(pages: Any, name: str) -> None:
    page = pages.measure_page(name)
    assert page.startswith(f"# `{name}`") and "<svg" in page and "ideal" in page
    assert "<math" in page or "\n    " in page  # as its docstring has it, for those without one that is drawn


def test_the_page_of_a_dataset_says_where_it_is_from_and_what_fits_it(pages: Any) -> None:
    page = pages.dataset_page(DATASETS.get("babel-pairs"))
    assert "[`cps`](../measures/cps.md)" in page and "ships with babelance" in page and "| licence |" in page


def test_all_commands_are_in_the_reference(pages: Any) -> None:
    told = pages.reference()
    for words in ("## babelance run", "## babelance compare", "### babelance compare languages", "`--measures`"):
        assert words in told


def test_the_navigation_has_every_measure_once(pages: Any) -> None:
    listed = [page for group in pages.measures_by_question() for names in group.values() for page in names]
    assert sorted(listed) == sorted(f"measures/{name}.md" for name in MEASURES)


def test_a_search_for_a_name_or_an_idea_has_its_page_first(pages: Any) -> None:
    """The search puts tags first; a name that is part of others needs more weight than they have."""
    assert pages.search_words("measures/mbe.md") == ["mbe", "mbe"] and "mbe" not in pages.search_words("mbe.md")
    assert {"null", "interval", "verdict"} <= set(pages.search_words("verdicts.md"))
    boosts = [pages.search_boost(f"datasets/{name}.md") for name in ("crows-pairs", "crows-pairs-fr-nl", "cbbq")]
    assert boosts[0] > boosts[1] == boosts[2] == pages.search_boost("verdicts.md")
    assert pages.search_boost("measures/cb.md") > pages.search_boost("datasets/cbbq.md")


def test_a_name_that_contains_another_one_is_not_hidden_by_it(pages: Any) -> None:
    """Who types `weat-queries` does not mean `weat`; who types a measure's name does not mean the dataset."""
    times = {
        name: len(pages.search_words(f"datasets/{name}.md")) for name in ("weat-queries", "ntrex-english", "ntrex")
    }
    assert times == {"weat-queries": 2, "ntrex-english": 2, "ntrex": 1}
    assert len(pages.search_words("measures/b-s-jsd.md")) == len(pages.search_words("measures/s-jsd.md")) + 1


def test_what_the_benchmark_looks_for_are_pages_of_the_site(pages: Any) -> None:
    made = {
        "reference/commands/",
        *(f"measures/{name}/" for name in MEASURES),
        *(f"datasets/{name}/" for name in DATASETS),
    }
    for words, places in wanted().items():
        for place in places:
            page = ROOT / "docs" / f"{place.rstrip('/') or 'index'}.md"
            assert place in made or page.is_file(), (words, place)


def test_every_page_with_words_for_the_search_is_there(pages: Any) -> None:
    made = ("reference/commands.md",)
    places = import_module("search").WORDS
    assert [name for name in places if name not in made and not (ROOT / "docs" / name).is_file()] == []


def test_the_navigation_names_files_that_are_there() -> None:
    lines = (ROOT / "mkdocs.yml").read_text(encoding="utf-8").partition("nav:")[2].splitlines()
    files = [line.split()[-1] for line in lines if line.endswith(".md")]
    made = ("measures/", "datasets/", "reference/commands.md")
    assert [name for name in files if not name.startswith(made) and not (ROOT / "docs" / name).is_file()] == []
