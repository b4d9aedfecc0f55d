"""A site of many runs: what is refused, what pages show, and that five hundred models are as quick as five."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from babelance.core.errors import InputError
from babelance.core.estimate import Estimate
from babelance.deliver.website.files import site
from babelance.report.results import Results
from babelance.run.plan import Settings
from babelance.stats.rank_ranges import rank_ranges
from tests.deliver.boats import write_pairs
from tests.expecting import expect


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two models that answer at random, in two languages."""
    from babelance import evaluate_many

    folder = tmp_path_factory.mktemp("runs")
    data = [str(write_pairs(folder))]
    for number in (1, 2):
        evaluate_many(
            ["cps", "s-jsd"], models=[f"fake:random#{number}"], data=data, languages=["en", "de"],
            out=folder / "all" / str(number), store=folder / "store.sqlite", settings=Settings(draws=100),
        )  # fmt: skip
    return folder / "all"


def data(folder: Path, name: str) -> Any:
    text = (folder / "data" / f"{name}.js").read_text(encoding="utf-8")
    return json.loads(text.removeprefix(f'babelance("{name}",').removesuffix(");\n"))


def test_every_result_is_in_the_table_of_its_measure_and_of_its_language(runs: Path, tmp_path: Path) -> None:
    page = site([runs], tmp_path / "site")
    assert page.is_file()
    index = data(tmp_path / "site", "index")
    assert [model["name"] for model in index["models"]] == ["fake:random#1", "fake:random#2"]
    assert index["languages"] == ["de", "en"]
    rows = [row for place in range(2) for row in data(tmp_path / "site", f"table-{place}")]
    assert sorted(map(str, rows)) == sorted(
        str(row) for place in range(2) for row in data(tmp_path / "site", f"language-{place}")
    )
    [value] = [row[8] for row in rows if row[:3] == [1, 1, 0]]
    second = {
        result.about.measure: result for result in Results.read(runs / "2").overall if result.about.language == "en"
    }
    assert value == pytest.approx(expect(Estimate, second["cps"]).value, abs=0.1)


def test_pages_ask_nothing_of_the_network_and_link_only_to_what_is_there(runs: Path, tmp_path: Path) -> None:
    (runs / "1" / "report.html").write_text("<!doctype html><title>a report</title>", encoding="utf-8")
    site([runs], tmp_path / "site")
    pages = list((tmp_path / "site").rglob("*.html"))
    assert len(pages) == 1 + 2 + 2 + 2 + 1
    for page in pages:
        text = page.read_text(encoding="utf-8")
        for link in re.findall(r'(?:href|src)="([^"#]+)"', text):
            inside = link == "data:," or (page.parent / link).is_file()  # an icon that is none, so that nobody asks
            assert not link.startswith(("http", "//")) and inside, (page, link)
        assert "Content-Security-Policy" in text
    with_report = next((tmp_path / "site" / "models").glob("*random-1.html")).read_text(encoding="utf-8")
    assert '<details class="gate">' in with_report
    (runs / "1" / "report.html").unlink()


def test_a_site_is_made_anew_but_nobody_elses_files_are_touched(runs: Path, tmp_path: Path) -> None:
    first = site([runs], tmp_path / "site").read_bytes()
    (tmp_path / "site" / "models" / "gone.html").write_text("old", encoding="utf-8")
    assert site([runs], tmp_path / "site").read_bytes() == first
    assert not (tmp_path / "site" / "models" / "gone.html").exists()
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "thesis.tex").write_text("mine", encoding="utf-8")
    with pytest.raises(InputError, match="not of a site of ours"):
        site([runs], tmp_path / "mine")


def test_two_models_with_one_name_stay_two(runs: Path, tmp_path: Path) -> None:
    for number in ("1", "2"):
        shutil.copytree(runs / number, tmp_path / "runs" / number)
        forged(tmp_path / "runs" / number, (f'"model": "fake:random#{number}"', '"model": "ours"'))
    site([tmp_path / "runs"], tmp_path / "site")
    names = [model["name"] for model in data(tmp_path / "site", "index")["models"]]
    assert names == ["ours (fake:random#1)", "ours (fake:random#2)"]


def test_pages_are_called_by_the_names_that_people_gave_and_full_tables_come_first(runs: Path, tmp_path: Path) -> None:
    from babelance import verbs

    verbs.run(
        model=["fake:random#9"], data=[str(runs.parent / "pairs.csv")], measures="aul", languages="de", draws=100,
        name=["fake:random#9=our nine"], out=tmp_path / "a-first" / "nine", store=runs.parent / "store.sqlite",
    )  # fmt: skip
    site([tmp_path / "a-first", runs], tmp_path / "site")
    assert (tmp_path / "site" / "models" / "our-nine.html").is_file()
    tables = data(tmp_path / "site", "index")["tables"]
    assert [table["measure"] for table in tables] == ["cps", "s-jsd", "aul"]


def test_the_same_result_twice_is_refused(runs: Path, tmp_path: Path) -> None:
    shutil.copytree(runs / "1", tmp_path / "copy")
    with pytest.raises(InputError, match=r"The same result is in .* and in .*copy"):
        site([tmp_path / "copy", runs], tmp_path / "site")
    assert not (tmp_path / "site").exists()


def changed_results(folder: Path) -> None:
    file = folder / "results.jsonl"
    file.write_text(file.read_text(encoding="utf-8").replace('"level": 0.95', '"level": 0.94'), encoding="utf-8")


def changed_items(folder: Path) -> None:
    """A file that any reader of Parquet would take for whole."""
    import pyarrow.parquet as pq

    table = pq.read_table(folder / "scored.parquet")
    pq.write_table(table.slice(1), folder / "scored.parquet")


def missing_items(folder: Path) -> None:
    (folder / "scored.parquet").unlink()


def items_of_nobody(folder: Path) -> None:
    facts = json.loads((folder / "run.json").read_text(encoding="utf-8"))
    del facts["files"]["scored.parquet"]
    (folder / "run.json").write_text(json.dumps(facts), encoding="utf-8")


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (changed_results, "results.jsonl is not the file that run.json was written with"),
        (changed_items, "scored.parquet is not the file that run.json was written with"),
        (missing_items, "scored.parquet is missing"),
        (items_of_nobody, "scored.parquet is not named in run.json"),
    ],
)
def test_files_that_were_changed_are_refused(
    change: Callable[[Path], None], told: str, runs: Path, tmp_path: Path
) -> None:
    shutil.copytree(runs / "1", tmp_path / "copy")
    change(tmp_path / "copy")
    with pytest.raises(InputError, match=told):
        site([tmp_path / "copy"], tmp_path / "site")
    assert not (tmp_path / "site").exists()


def test_a_page_that_somebody_else_wrote_is_not_published(runs: Path, tmp_path: Path) -> None:
    """It would run at the address of the site; a report of ours is written from the results."""
    shutil.copytree(runs / "1", tmp_path / "copy")
    (tmp_path / "copy" / "report.html").write_text("<script>alert(1)</script>", encoding="utf-8")
    site([tmp_path / "copy"], tmp_path / "site")
    [page] = (tmp_path / "site" / "reports").glob("*.html")
    assert "alert(1)" not in page.read_text(encoding="utf-8")
    assert "<title>" in page.read_text(encoding="utf-8")


def forged(folder: Path, change: tuple[str, str]) -> None:
    """As somebody would who also writes the hash anew."""
    import hashlib

    file, facts = folder / "results.jsonl", json.loads((folder / "run.json").read_text(encoding="utf-8"))
    text = file.read_text(encoding="utf-8")
    assert change[0] in text
    file.write_text(text.replace(*change), encoding="utf-8")
    facts["files"]["results.jsonl"] = hashlib.sha256(file.read_bytes()).hexdigest()
    (folder / "run.json").write_text(json.dumps(facts), encoding="utf-8")


def test_a_result_that_does_not_fit_its_signature_is_refused(runs: Path, tmp_path: Path) -> None:
    shutil.copytree(runs / "1", tmp_path / "copy")
    forged(tmp_path / "copy", ('"language": "de"', '"language": "fi"'))
    with pytest.raises(InputError, match="does not fit its signature"):
        site([tmp_path / "copy"], tmp_path / "site")


def test_a_number_that_does_not_replay_is_refused_and_others_pass(runs: Path, tmp_path: Path) -> None:
    store = runs.parent / "store.sqlite"
    page = site([runs], tmp_path / "site", verify=3, store=store).read_text(encoding="utf-8")
    assert "3 of them replayed" in " ".join(page.split())
    shutil.copytree(runs / "1", tmp_path / "copy")
    value = next(expect(Estimate, result).value for result in Results.read(runs / "1").overall)
    forged(tmp_path / "copy", (f'"value": {value}', '"value": 50.5'))
    with pytest.raises(InputError, match=r"gives .* now, and the file says 50\.5"):
        site([tmp_path / "copy"], tmp_path / "other", verify=4, store=store)


def test_an_empty_place_says_how_to_fill_it(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="babelance run"):
        site([tmp_path], tmp_path / "site")


def test_ranks_are_ranges_and_single_numbers_only_where_intervals_part() -> None:
    assert rank_ranges([(0, 1), (2, 3), (4, 5)]) == [(1, 1), (2, 2), (3, 3)]
    assert rank_ranges([(0, 2), (1, 3), (2.5, 5)]) == [(1, 2), (1, 3), (2, 3)]
    assert rank_ranges([(0, 1), (1, 2)]) == [(1, 2), (1, 2)]
    assert rank_ranges([]) == []
