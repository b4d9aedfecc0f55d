"""The HTML file: escaped, self-contained, complete."""

from __future__ import annotations

import base64
import gzip
import json
import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pandas as pd
import pytest
from markupsafe import Markup

from babelance.core.estimate import Plain, Undefined
from babelance.report import html
from babelance.report.html import packed
from babelance.report.html.elements import fold
from babelance.report.html.on_demand import count_elements, pack_folds
from babelance.report.html.section import SECTIONS, Section, sections_for
from babelance.report.results import Results
from tests.report import made_up

NASTY = "</script><script>alert(1)</script><img src=x onerror=alert(1)>\"'&"


@pytest.fixture(scope="module")
def results() -> Results:
    return Results(Path("out"), tuple(made_up.results()), made_up.scored_rows(count=20), made_up.RUN)


@pytest.fixture(scope="module")
def page(results: Results) -> str:
    return html.render(results)


class Tags(HTMLParser):
    """All start tags with their attributes."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))


def unpack(page: str, block: str) -> Any:
    [text] = re.findall(rf'data-block="{re.escape(block)}">([^<]*)<', page)
    return json.loads(gzip.decompress(base64.b64decode(text)))


def test_the_content_warning_comes_before_everything_else(page: str) -> None:
    body = page[page.index("<body>") :]
    assert body.index("Content warning") < body.index("<h1>")


def test_no_sentence_is_on_the_page_before_the_reader_asks(page: str) -> None:
    assert not any(sentence.split("{")[0] in page for pair in made_up.SENTENCES.values() for sentence in pair)


def test_nothing_points_outside(page: str) -> None:
    for tag, attributes in Tags(page).found:
        for name in ("src", "href", "action", "data", "poster", "srcset"):
            target = attributes.get(name) or "#"
            assert target.startswith(("#", "data:")), (tag, name, target)
    assert not re.search(r"url\(|@import|fetch\(|XMLHttpRequest|https?://", page)


def test_the_policy_allows_only_the_page_s_own_style_and_script(page: str) -> None:
    policy = next(a["content"] for tag, a in Tags(page).found if a.get("http-equiv") == "Content-Security-Policy")
    assert policy is not None and "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert not any("style" in attributes for _, attributes in Tags(page).found)


def test_every_id_is_used_once(page: str) -> None:
    ids = [attributes["id"] for _, attributes in Tags(page).found if "id" in attributes]
    assert len(ids) == len(set(ids))


def test_every_section_of_the_contents_exists(page: str, results: Results) -> None:
    tags = Tags(page).found
    ids = {attributes.get("id") for _, attributes in tags}
    links = [str(attributes["href"])[1:] for tag, attributes in tags if tag == "a"]
    assert set(links) <= ids
    assert len(links) == 2 + sum(SECTIONS.get(name).applies(results) for name in SECTIONS.names())


TESTED_APART = {"cb", "findings", "languages", "ledger", "nli", "ranking", "tgbi"}
"""Sections of a measure family: test_report_groups.py, test_report_nli.py, … have results for them."""


@pytest.mark.parametrize("name", SECTIONS.names())
def test_every_section_renders_made_up_results_and_survives_none(name: str, results: Results) -> None:
    section = SECTIONS.get(name)
    assert section.applies(results) == (name not in TESTED_APART)
    assert not section.applies(results) or section.html(results)
    empty = Results(Path("out"))
    if section.applies(empty):
        assert section.html(empty)


def nasty_results() -> Results:
    rows = pd.DataFrame(
        [
            {
                "measure": NASTY, "model": NASTY, "data": NASTY, "item": NASTY, "language": NASTY, "skipped": None,
                "tags": json.dumps({NASTY: NASTY}), "texts": json.dumps({"more": NASTY, NASTY: NASTY}), NASTY: NASTY,
                "more": 1.0, "less": 2.0, "detail": json.dumps({"tokens_more": [NASTY], "values_more": [1.0]}),
            }
        ]
    )  # fmt: skip
    names: dict[str, Any] = {"model": NASTY, "data": NASTY, "skipped": {NASTY: 1}, "options": {"fidelity": NASTY}}
    estimates = (
        made_up.estimate(
            NASTY, 50, 3, NASTY, **names, nulls={NASTY: 40.0}, extra={NASTY: {NASTY: [NASTY]}}, method=NASTY
        ),
        made_up.estimate(NASTY, 50, 3, NASTY, **names, group=f"{NASTY}={NASTY}"),
        Undefined(made_up.about(NASTY, NASTY, **names), NASTY),
    )
    run: dict[str, Plain] = {NASTY: {NASTY: NASTY}, "health": {NASTY: [NASTY]}}
    return Results(Path(NASTY), estimates, rows, run, (NASTY,))


def test_markup_in_names_sentences_tags_and_reasons_is_text() -> None:
    page = html.render(nasty_results())
    assert NASTY not in page
    assert "<img" not in page
    assert page.count("<script>") == 1
    assert page.count("</script>") == page.count("<script")


def test_markup_survives_packing_as_text() -> None:
    index = unpack(html.render(nasty_results()), "index")
    assert index["entries"][0][3]["more"] == NASTY


def test_items_are_packed_once_with_all_their_measures(page: str) -> None:
    index = unpack(page, "index")
    assert len(index["entries"]) == 7 * 20 * 2
    assert set(index["measures"]) == {"cps", "s-jsd", "mbe"}
    assert index["measures"]["cps"]["columns"] == ["score", "difference", "more", "less", "shared"]
    assert [len(index["measures"][name]["rows"]) for name in index["measures"]] == [140, 140, 140]
    assert len(unpack(page, "details:cps")) == 140


def test_skipped_items_are_packed_with_their_reason_and_no_numbers(page: str) -> None:
    rows = unpack(page, "index")["measures"]["cps"]["rows"]
    skipped = [row for row in rows if row[2] is not None]
    assert {tuple(row[2:]) for row in skipped} == {("too long", None, None, None, None, None)}
    assert len(skipped) == 7


def test_what_json_has_no_word_for_becomes_null() -> None:
    text = '{"a": [NaN, Infinity, 1.23456789, 3, true, null]}'
    assert packed.parse_json(text) == {"a": [None, None, 1.2346, 3, True, None]}
    assert packed.parse_json("not JSON") == {"text": "not JSON"}


def test_too_many_rows_are_cut_evenly_and_the_page_says_so(results: Results) -> None:
    items = packed.items(results, most=63)
    index = json.loads(gzip.decompress(base64.b64decode(items.blocks["index"])))
    assert [len(measure["rows"]) for measure in index["measures"].values()] == [21, 21, 21]
    assert "63 of 420 rows" in items.left_out


def test_a_foreign_file_with_few_columns_is_still_shown() -> None:
    rows = pd.DataFrame({"measure": ["cps"], "item": ["1"], "language": ["de"], "score": [1.0]})
    assert "show-items" in html.render(Results(Path("out"), scored=rows))


def test_pairs_are_packed_with_their_difference(page: str) -> None:
    rows = unpack(page, "index")["measures"]["cps"]["rows"]
    _, _, _, score, difference, more, less, _ = rows[0]
    assert difference == pytest.approx(more - less, abs=1e-3)
    assert score == float(more > less)


def section_of(page: str, name: str) -> str:
    [found] = re.findall(rf'<section id="{name}".*?</section>', page, flags=re.DOTALL)
    return str(found)


def test_groups_of_sentences_show_lengths_words_and_pairs_of_groups(page: str) -> None:
    section = section_of(page, "groups-of-sentences")
    assert section.count("median 7, middle half [7, 7], 10 items") == 14
    assert "<td>sister</td><td>female</td><td>4</td>" in section
    assert '<td class="heat-p3">61.0</td>' in section


def test_queries_of_words_show_numbers_reasons_leanings_and_lost_words(page: str) -> None:
    section = section_of(page, "queries-of-words")
    assert "undefined: lost 5 of 8 words of &#39;arts&#39;" in section
    leanings = re.findall(r'<th scope="row">(\w+) \(', section)
    assert leanings == ["he", "uncle", "she"]
    assert "grandpa" in section


def test_what_a_section_shows_is_not_repeated_among_further_numbers(page: str) -> None:
    section = section_of(page, "further-numbers")
    assert "sentences" in section
    assert "sister" not in section and "accuracy" not in section


def test_a_result_without_a_number_is_hatched_and_never_coloured(page: str) -> None:
    cell = '<td class="hatch" title="undefined: one group has no sentences">undefined</td>'
    assert page.count(cell) == 1


def test_the_same_results_give_the_same_bytes(results: Results, page: str) -> None:
    assert html.render(results) == page


def test_a_new_section_is_one_object(results: Results, monkeypatch: pytest.MonkeyPatch) -> None:
    lengths = Section(
        "Lengths",
        55,
        applies=lambda found: "mbe" in found.names("measure"),
        render=lambda _: "short & long",  # type: ignore[return-value, arg-type]
    )
    get = type(SECTIONS).get
    monkeypatch.setattr(type(SECTIONS), "names", lambda self: ["pairs", "lengths", "items"])
    monkeypatch.setattr(type(SECTIONS), "get", lambda self, name: lengths if name == "lengths" else get(self, name))
    titles = [section.title for section in sections_for(results)]
    assert titles == ["Differences within pairs", "Lengths", "Items"]
    assert "short &amp; long" in html.render(results)


@pytest.fixture(scope="module")
def audit() -> Results:
    """Many languages, many measures, and vectors of which there is one file for each language."""
    codes = "de fr tr ko ja zh".split()  # noqa: SIM905
    pairs = [
        made_up.estimate(measure, 60.0 if code == "tr" else 51.0, 3.0, code)
        for measure in ("cps", "aul", "aula", "sss", "b-s-jsd", "ss")
        for code in codes
    ]
    vectors = [made_up.estimate("weat", 51.0, 3.0, code, model=f"vec:vectors/{code}.vec#72696cdf") for code in codes]
    return Results(Path("out"), (*pairs, *vectors))


def test_many_results_begin_with_a_row_for_each_language(audit: Results) -> None:
    summary = html.render(audit).partition('id="summary"')[2].partition("</section>")[0]
    first = summary[summary.index("<tbody>") : summary.index("</tbody>")]
    assert first.count("<tr>") == 6
    turkish = first[first.index('data-code="tr"') :].partition("</tr>")[0]
    assert "6 of 7" in turkish and "cps, aul, aula, sss, b-s-jsd, ss" in turkish


def test_many_results_stand_in_one_packed_table(audit: Results) -> None:
    page = html.render(audit)
    rows = unpacked(page, "results")
    assert len(rows["rows"]) == len(audit.estimates) and rows["columns"][:4] == ["measure", "model", "data", "language"]
    [turkish] = [row for row in rows["rows"] if row[0] == "cps" and row[3] == "tr"]
    assert turkish[5] == ["60.0 [54.1, 65.9]", 60.0] and turkish[-1] is True
    assert rows["rows"][0][-1] is True  # what is shown comes first


def unpacked(page: str, block: str) -> Any:
    text = page.partition(f'data-block="{block}">')[2].partition("<")[0]
    return json.loads(gzip.decompress(base64.b64decode(text)))


def test_a_large_page_draws_its_folds_on_demand(audit: Results, monkeypatch: pytest.MonkeyPatch) -> None:
    plain = html.render(audit)
    monkeypatch.setattr("babelance.report.html.page.LARGE", 100)
    page = html.render(audit)
    assert count_elements(page) < count_elements(plain) / 2
    folded = unpacked(page, "results-with-intervals-0")
    assert "Forest plot of cps" in folded and "Forest plot of cps" not in page and "Forest plot of cps" in plain
    assert '<section id="items"' not in page or '<details class="whole"><summary><h2 id="items-title"' not in page


def test_only_outermost_closed_folds_are_packed() -> None:
    many = Markup("<i></i>" * 50)
    whole = fold("a", fold("b", many), many) + fold("c", many, fold("d", many), opened=True) + fold("few", "words")
    packed_page = pack_folds(whole, "x")
    assert packed_page.count("data-fold=") == 2 and "<summary>few</summary>words" in packed_page
    assert unpacked(packed_page, "x-0") == str(fold("b", many) + many)
    assert unpacked(packed_page, "x-1") == str(many)


def test_models_of_which_there_is_one_per_language_have_one_name(audit: Results) -> None:
    page = html.render(audit)
    masthead = page[page.index("<header>") : page.index("</header>")]
    assert masthead.count("vec:vectors/") == 1
