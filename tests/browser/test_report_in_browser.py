"""The report as its reader meets it: in a browser, without network, with a keyboard."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from importlib.resources import files
from pathlib import Path
from typing import Any, get_args

import pytest

from babelance.core.conclusion import conclusion_record
from babelance.core.estimate import Estimate
from babelance.core.sheet import Forest, Mark, Point, Scatter, Sheet, Table
from babelance.core.verdict import Kind, Question, Verdict
from babelance.report import html
from babelance.report.html.charts.heat import Shade, heat
from babelance.report.html.charts.shares import stacked_bars
from babelance.report.html.sheet_page import render_sheet
from babelance.report.labels import dataset
from babelance.report.results import Results
from babelance.stats.conclusions import conclude
from babelance.stats.verdicts import judge
from tests.browser.conftest import PATIENCE
from tests.report import made_up
from tests.report.test_report_html import NASTY, nasty_results

pytestmark = pytest.mark.browser


@dataclass
class Visit:
    """A page, and what went wrong or outside while it was open."""

    page: Any
    troubles: list[str] = field(default_factory=list)
    requests: list[str] = field(default_factory=list)


@pytest.fixture
def visit(browser: Any) -> Iterator[Callable[..., Visit]]:
    contexts = []

    def open_file(path: Path, **options: Any) -> Visit:
        context = browser.new_context(**{"viewport": {"width": 1280, "height": 900}, **options})
        context.set_default_timeout(PATIENCE)
        contexts.append(context)
        opened = Visit(context.new_page())
        opened.page.on("console", lambda message: opened.troubles.append(f"{message.type}: {message.text}"))
        opened.page.on("pageerror", lambda error: opened.troubles.append(str(error)))
        opened.page.on("request", lambda request: opened.requests.append(request.url))
        opened.page.goto(path.as_uri())
        return opened

    yield open_file
    for context in contexts:
        context.close()


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Path:
    results = Results(Path("out"), tuple(made_up.results()), made_up.scored_rows(count=40), made_up.RUN)
    path = tmp_path_factory.mktemp("report") / "report.html"
    path.write_text(html.render(results), encoding="utf-8")
    return path


def show_items(page: Any) -> None:
    page.click("#show-items")
    page.wait_for_selector(".items tbody tr")


def first_cells(page: Any) -> list[str]:
    texts: list[str] = page.locator(".items tbody .row-button").all_text_contents()
    return texts


def _expect(locator: Any) -> Any:
    """Waits for what is said of it. Not `wait_for_function`: the page forbids scripts that come as text."""
    from playwright.sync_api import expect

    expect.set_options(timeout=PATIENCE)
    return expect(locator)


def wait_for_count(page: Any, text: str) -> None:
    _expect(page.locator("#items-count")).to_contain_text(text)


def test_the_page_opens_without_errors_and_asks_nothing_of_the_network(
    visit: Callable[..., Visit], report: Path
) -> None:
    opened = visit(report)
    show_items(opened.page)
    opened.page.click(".items .row-button >> nth=0")
    opened.page.wait_for_selector(".tokens")
    assert opened.troubles == []
    assert [url for url in opened.requests if not url.startswith(("file:", "data:", "blob:"))] == []


def test_the_content_warning_is_the_first_thing_seen(visit: Callable[..., Visit], report: Path) -> None:
    page = visit(report).page
    warning, title = page.locator(".warning").bounding_box(), page.locator("h1").bounding_box()
    assert warning["y"] < title["y"] < 900
    assert page.locator("#items-explorer").is_hidden()


def test_charts_are_drawn_where_they_can_be_seen(visit: Callable[..., Visit], report: Path) -> None:
    page = visit(report).page
    for section, mark, least in (
        ("results-with-intervals", "circle.value", 20),
        ("differences-within-pairs", "rect.bar", 50),
    ):
        boxes = [one.bounding_box() for one in page.locator(f"#{section} td {mark}").all() if one.is_visible()]
        assert len(boxes) >= least
        assert all(box["width"] > 0 and box["height"] > 0 and 0 < box["x"] < 1280 for box in boxes)
    hottest = page.locator("#languages-and-measures td.heat-p3").first
    assert hottest.evaluate("one => getComputedStyle(one).backgroundColor") != "rgba(0, 0, 0, 0)"


def test_ideal_lines_of_all_rows_stand_in_one_place(visit: Callable[..., Visit], report: Path) -> None:
    lines = visit(report).page.locator("#results-with-intervals figure >> nth=0").locator("td line.ideal").all()
    places = {round(line.bounding_box()["x"]) for line in lines}
    assert len(lines) == 7 and len(places) == 1


def test_searching_filters_the_items(visit: Callable[..., Visit], report: Path) -> None:
    page = visit(report).page
    show_items(page)
    page.fill("#items-search", "  KÖCHIN mag cold 10")
    wait_for_count(page, "1–1 of 1 ")
    assert first_cells(page) == ["de-10"]
    page.fill("#items-search", "nothing like this")
    wait_for_count(page, "No item of 280")


def test_language_tag_and_status_filter_together(visit: Callable[..., Visit], report: Path) -> None:
    page = visit(report).page
    show_items(page)
    page.select_option("#items-language", "th")
    wait_for_count(page, "of 40 ")
    page.select_option("#items-tag", label="axis = religion")
    wait_for_count(page, "of 13 ")
    page.select_option("#items-status", "skipped")
    wait_for_count(page, "of 1 ")
    assert "too long" in page.locator(".items tbody tr").inner_text()


def test_a_measure_shows_its_own_columns(visit: Callable[..., Visit], report: Path) -> None:
    page = visit(report).page
    show_items(page)
    page.select_option("#items-measure", "mbe")
    heads = page.locator(".items thead th").all_text_contents()
    assert heads == ["item", "language", "texts", "likelihood", "length"]


def test_items_sort_both_ways_with_missing_numbers_last(visit: Callable[..., Visit], report: Path) -> None:
    page = visit(report).page
    show_items(page)
    page.select_option("#items-language", "en")
    head = page.locator(".items thead th[data-column=more]")

    def column() -> list[str]:
        return [text.replace("−", "-") for text in page.locator(".items tbody td:nth-child(6)").all_text_contents()]

    head.locator("button").click()
    rising = column()
    assert head.get_attribute("aria-sort") == "ascending"
    head.locator("button").click()
    falling = column()
    assert head.get_attribute("aria-sort") == "descending"
    numbers = [float(text) for text in rising if text != "–"]
    assert numbers == sorted(numbers) and len(numbers) == 37
    assert rising[-3:] == falling[-3:] == ["–"] * 3
    assert falling[:37] == rising[:37][::-1]


def test_the_summary_sorts_by_number_not_by_letters(visit: Callable[..., Visit], report: Path) -> None:
    page = visit(report).page
    page.locator("#summary [aria-label='All results'] thead button", has_text="Value").click()
    values = page.locator("#summary [aria-label='All results'] td:nth-child(3)")
    keys = values.evaluate_all("all => all.map(one => one.dataset.key)")
    assert keys[-1] == ""
    assert [float(key) for key in keys[:-1]] == sorted(float(key) for key in keys[:-1])


def test_opening_an_item_shows_the_tokens_of_both_sentences(visit: Callable[..., Visit], report: Path) -> None:
    page = visit(report).page
    show_items(page)
    button = page.locator(".items .row-button >> nth=0")
    button.click()
    page.wait_for_selector(".tokens")
    assert page.locator("tr.detail .tokens").count() == 3
    assert page.locator("tr.detail .tokens >> nth=0").locator("li bdi").all_text_contents() == [
        "▁tea",
        "green 0",
        "##s",
        ".",
    ]
    colours = page.locator("tr.detail .tokens >> nth=2").locator("li").evaluate_all(
        "all => all.map(one => getComputedStyle(one).backgroundColor)"
    )  # fmt: skip
    assert len(set(colours)) > 2
    button.click()
    assert page.locator("tr.detail").count() == 0


def test_words_that_differ_within_a_pair_are_marked(visit: Callable[..., Visit], report: Path) -> None:
    page = visit(report).page
    show_items(page)
    page.select_option("#items-language", "zh")
    row = page.locator(".items tbody tr >> nth=0")
    assert row.locator("mark").all_text_contents() == ["他", "她"]


def test_arabic_runs_from_right_to_left(visit: Callable[..., Visit], report: Path) -> None:
    page = visit(report).page
    show_items(page)
    page.select_option("#items-language", "ar")
    quote = page.locator(".items .quote >> nth=0")
    assert quote.get_attribute("lang") == "ar"
    assert quote.evaluate("one => getComputedStyle(one).direction") == "rtl"


def test_tokens_of_a_language_written_from_the_right_start_at_the_right(
    visit: Callable[..., Visit], tmp_path: Path
) -> None:
    rows = made_up.scored_rows(["ar"], count=1, measures=["cps"])
    rows["detail"] = json.dumps({"tokens_more": ["الشاي", "طيب"], "values_more": [-1.0, -2.0]})
    path = tmp_path / "arabic.html"
    path.write_text(html.render(Results(Path("out"), scored=rows)), encoding="utf-8")
    page = visit(path).page
    show_items(page)
    page.click(".items .row-button")
    page.wait_for_selector(".tokens")
    first, second = (token.bounding_box()["x"] for token in page.locator(".tokens li").all())
    assert first > second
    numbers = page.locator(".tokens small").evaluate_all("all => all.map(one => getComputedStyle(one).direction)")
    assert set(numbers) == {"ltr"}, "the minus stands before the number"


def test_a_chart_leads_to_its_items_in_order(visit: Callable[..., Visit], report: Path) -> None:
    page = visit(report).page
    page.click("text=Items at the left end")
    page.wait_for_selector(".items th[data-column=difference][aria-sort=ascending]")
    shown = page.locator(".items tbody td:nth-child(5)").all_text_contents()
    differences = [float(text.replace("−", "-")) for text in shown]
    assert differences == sorted(differences) and differences[0] < 0
    page.click("text=Most likely sentences")
    page.wait_for_selector(".items th[data-column=likelihood][aria-sort=descending]")
    assert page.locator("#items-measure").input_value() == "mbe"


def test_pages_turn(visit: Callable[..., Visit], report: Path) -> None:
    page = visit(report).page
    show_items(page)
    assert page.locator("#items-count").inner_text() == "1–50 of 280 (280 in all)"
    page.get_by_role("button", name="Next").click()
    assert page.locator("#items-count").inner_text().startswith("51–100")
    page.get_by_role("button", name="Previous").click()
    assert page.get_by_role("button", name="Previous").is_disabled()


def test_a_signature_is_copied(visit: Callable[..., Visit], report: Path) -> None:
    page = visit(report, permissions=["clipboard-read", "clipboard-write"]).page
    button = page.locator("#signatures .copy >> nth=0")
    button.focus()
    page.keyboard.press("Enter")
    _expect(page.locator("#copied")).to_have_text("Signature copied.")
    assert page.evaluate("navigator.clipboard.readText()") == page.locator("#signatures code >> nth=1").inner_text()


def tab_to(page: Any, selector: str, most: int = 400) -> None:
    for _ in range(most):
        page.keyboard.press("Tab")
        if page.evaluate("selector => document.activeElement.matches(selector)", selector):
            return
    raise AssertionError(f"{selector} cannot be reached with the Tab key")


def test_everything_can_be_reached_with_the_keyboard_alone(visit: Callable[..., Visit], report: Path) -> None:
    page = visit(report).page
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent") == "Skip to the results"
    page.keyboard.press("Enter")
    tab_to(page, "#summary thead button")
    assert page.evaluate("getComputedStyle(document.activeElement).outlineStyle") == "solid"
    page.keyboard.press("Enter")
    assert page.locator("#summary th[aria-sort=ascending]").count() == 1
    tab_to(page, "summary")
    page.keyboard.press("Enter")
    assert page.locator("details[open]").count() == 1
    tab_to(page, "#show-items")
    page.keyboard.press("Enter")
    page.wait_for_selector(".items tbody tr")
    assert page.evaluate("document.activeElement.id") == "items-search"
    page.keyboard.type("sweet 4")
    wait_for_count(page, "of 7 ")
    tab_to(page, ".row-button")
    page.keyboard.press("Enter")
    page.wait_for_selector(".tokens")


def test_items_are_within_a_few_presses_of_the_tab_key(visit: Callable[..., Visit], report: Path) -> None:
    page = visit(report).page
    tab_to(page, ".skip[href='#items']", most=2)
    page.keyboard.press("Enter")
    tab_to(page, "#show-items", most=17)


@pytest.fixture(scope="module")
def findings(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Many results, with verdicts: the first pair measure finds something among the items about age."""
    plain = [
        made_up.estimate("cps", value, 3, code, group=group, data=made_up.DATA)
        for code in made_up.SENTENCES
        for group, value in ((None, 51.0), ("axis=age", 80.0), ("axis=gender", 50.0), ("axis=religion", 49.0))
    ] + [made_up.estimate("aul", 50.0, 3, code, model=f"hf:{n}") for code in made_up.SENTENCES for n in range(4)]
    done = judge([with_verdict(result) for result in plain])
    run = {**made_up.RUN, "conclusion": conclusion_record(conclude(done))}
    rows = made_up.scored_rows(count=40, measures=["cps"]).assign(data=dataset(made_up.DATA))
    results = Results(Path("out"), tuple(done), rows, run)
    path = tmp_path_factory.mktemp("findings") / "report.html"
    path.write_text(html.render(results), encoding="utf-8")
    return path


def with_verdict(estimate: Estimate) -> Estimate:
    family = f"pairs by {estimate.about.group.partition('=')[0]}" if estimate.about.group else "pairs"
    far = estimate.value - 50
    question = Question("pairs", "which is more likely", "prefers the first", "prefers the second", toward="above")
    verdict = Verdict("not-told-apart", "ideal", far, far - 6, far + 6, None, family, "", null=50.0, question=question)
    return replace(estimate, verdict=replace(verdict, p=1e-9 if far > 20 else 0.5, mde=14.0))


def test_a_finding_shows_three_telling_items_when_asked(visit: Callable[..., Visit], findings: Path) -> None:
    opened = visit(findings)
    page = opened.page
    assert page.locator(".telling-item").count() == 0
    page.click("button.telling >> nth=0")
    page.wait_for_selector(".telling-item .tokens")
    assert page.locator(".telling-item").count() == 3
    words = page.locator(".telling-item >> nth=0").inner_text()
    assert "The model finds the stereotypical sentence" in words and "times as likely" in words
    assert opened.troubles == []


def test_all_results_are_searched_filtered_and_sorted_in_one_table(visit: Callable[..., Visit], findings: Path) -> None:
    page = visit(findings).page
    rows = page.locator("#results-table tbody tr")
    page.wait_for_selector("#results-table tbody tr")
    assert "of 35 (56 in all)" in page.locator("#results-table .pager").inner_text()
    page.select_option("#results-group", label="by axis")
    page.select_option("#results-verdict", label="shown")
    assert rows.count() == 7 and rows.first.inner_text().startswith("cps")
    page.fill("#results-search", "japanese thai korean")
    assert rows.count() == 0
    page.fill("#results-search", "korean")
    assert rows.count() == 1
    rows.first.locator("button").click()
    assert "prefers the first" in page.locator("#results-table tr.detail").inner_text()


CONTRAST = """() => {
  const light = (color) => {
    const linear = (part) => part <= .04045 ? part / 12.92 : ((part + .055) / 1.055) ** 2.4;
    const [r, g, b] = color.map((part) => linear(part / 255));
    return .2126 * r + .7152 * g + .0722 * b;
  };
  const paint = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const parts = (text) => {
    paint.clearRect(0, 0, 1, 1);
    paint.fillStyle = text;
    paint.fillRect(0, 0, 1, 1);
    return [...paint.getImageData(0, 0, 1, 1).data];
  };
  const behind = (one) => {
    for (let node = one; node; node = node.parentElement) {
      const color = parts(getComputedStyle(node).backgroundColor);
      if (color[3] === 255) return color.slice(0, 3);
    }
    return [255, 255, 255];
  };
  const faint = [];
  for (const one of document.querySelectorAll("body *")) {
    const own = [...one.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim());
    if (!own || !one.getClientRects().length || one.closest("script, .unseen, .skip")) continue;
    const style = getComputedStyle(one);
    const ink = parts(one.namespaceURI.endsWith("svg") ? style.fill : style.color).slice(0, 3);
    const [a, b] = [light(ink), light(behind(one))].sort((x, y) => y - x);
    const ratio = (a + .05) / (b + .05);
    const words = one.textContent.trim().slice(0, 30);
    if (ratio < 4.5) faint.push(`${one.tagName}.${one.getAttribute("class")} ${ratio.toFixed(2)}: ${words}`);
  }
  return [...new Set(faint)];
}"""
"""Texts whose colour differs too little from what is behind them (WCAG: 4.5 to 1)."""


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("name", ["report", "findings"])
def test_all_text_has_enough_contrast(
    visit: Callable[..., Visit], name: str, scheme: str, request: pytest.FixtureRequest
) -> None:
    page = visit(request.getfixturevalue(name), color_scheme=scheme).page
    page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    assert page.evaluate(CONTRAST) == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_all_text_of_a_comparison_has_enough_contrast(visit: Callable[..., Visit], tmp_path: Path, scheme: str) -> None:
    kinds: tuple[Kind, ...] = get_args(Kind)
    marks = (*(Mark(kind, 1.0, 0.0, 2.0, "1", kind) for kind in kinds), Mark("none", None, None, None, "not measured"))
    said = tuple(f"{kind}: a sentence." for kind in kinds)
    points = (Point("one", (1, 0, 2), (1, 0, 2), True), Point("other", (2, 1, 3), (2, 1, 3), False))
    sheet = Sheet(
        "ledger", "A headline.", said, (Forest("f", "x", marks, 0.0, "a note"), Forest("g", "x", marks, 0.0)),
        (Table("t", ("a", "b"), (("c", "1"), ("d", "2")), note="a note", strong=(1,)),),
        (Scatter("s", "x", "y", "lower is better", "lower is better", points),), (("A", "a model"),), kinds,
    )  # fmt: skip
    path = tmp_path / "sheet.html"
    path.write_text(render_sheet(sheet), encoding="utf-8")
    page = visit(path, color_scheme=scheme).page
    assert page.locator(".chip").count() == len(kinds)
    assert page.evaluate(CONTRAST) == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_links_and_numbers_in_the_code_of_the_documentation_can_be_read(
    visit: Callable[..., Visit], tmp_path: Path, scheme: str
) -> None:
    """With the style of the theme and our own after it."""
    theme = pytest.importorskip("material", reason="mkdocs-material is not installed (pip install 'babelance[docs]')")
    sheets = sorted((Path(theme.__file__).parent / "templates" / "assets" / "stylesheets").glob("*.min.css"))
    own = Path(__file__).parents[2] / "docs" / "style.css"
    style = "".join(sheet.read_text("utf-8") for sheet in (*sheets, own))
    path, name = tmp_path / "docs.html", "slate" if scheme == "dark" else "default"
    path.write_text(
        f"<meta charset=utf-8><style>{style}</style><body data-md-color-scheme={name} data-md-color-primary=indigo>"
        "<article class=md-typeset><p>text <a href=x>link <code>cb</code></a></p>"
        "<div class=highlight><pre><code><span class=mf>0.5</span></code></pre></div></article>",
        encoding="utf-8",
    )
    assert visit(path).page.evaluate(CONTRAST) == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_coloured_tokens_have_enough_contrast(visit: Callable[..., Visit], findings: Path, scheme: str) -> None:
    page = visit(findings, color_scheme=scheme).page
    page.click("button.telling >> nth=0")
    page.wait_for_selector(".telling-item .tokens")
    weights = page.locator(".tokens li").evaluate_all("all => all.map(one => +one.style.getPropertyValue('--weight'))")
    assert max(weights) > 50
    assert page.evaluate(CONTRAST) == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_numbers_can_be_read_on_every_heat(visit: Callable[..., Visit], tmp_path: Path, scheme: str) -> None:
    names = [str(step) for step in range(-6, 7)]
    cells = {("de", name): Shade("0.58", float(name) * abs(float(name)) / 36) for name in names}
    cells["de", "none"] = Shade("0.58", None, missing=True)
    style = files("babelance.report.html").joinpath("assets/style.css").read_text("utf-8")
    chart = heat(["de"], [*names, "none"], cells, caption="c")
    path = tmp_path / "heat.html"
    path.write_text(f"<meta charset=utf-8><style>{style}</style><body><main>{chart}</main>", encoding="utf-8")
    page = visit(path, color_scheme=scheme).page
    assert page.locator("td.heat-p6, td.heat-n6, td.hatch").count() == 3
    assert page.evaluate(CONTRAST) == []


def test_share_bars_keep_their_words_and_numbers_on_a_phone(visit: Callable[..., Visit], tmp_path: Path) -> None:
    bars = stacked_bars(
        {"occupations": {"she": 0.2, "unclassified": 0.8}},
        ("she", "he", "they", "both", "unclassified"),
        caption="Words of translations",
        label="Set",
    )
    style = files("babelance.report.html").joinpath("assets/style.css").read_text("utf-8")
    path = tmp_path / "bars.html"
    path.write_text(f"<meta charset=utf-8><style>{style}</style><body><main>{bars}</main>", encoding="utf-8")
    page = visit(path, viewport={"width": 390, "height": 844}).page
    name = page.locator("th[scope=row]").bounding_box()
    assert name["height"] < 40, "a word on one line"
    for number in page.locator("td.number").all():
        assert number.bounding_box()["x"] + number.bounding_box()["width"] <= 390
    heads = page.locator("td.number").evaluate_all("all => all.map(one => getComputedStyle(one, '::before').content)")
    assert [head.partition('" ')[0].strip('" ') for head in heads] == ["she", "he", "they", "both", "unclassified"]


A4_WITHIN_MARGINS = (210 - 2 * 14) / 25.4 * 96
"""Pixels."""


def test_what_is_folded_and_what_needs_a_click_is_not_printed(visit: Callable[..., Visit], findings: Path) -> None:
    page = visit(findings).page
    page.emulate_media(media="print")
    assert page.locator("header h1").is_visible() and page.locator(".card >> nth=0").is_visible()
    for selector in ("nav", "#items", "#results-table", "button.telling >> nth=0", "details:not([open]) >> nth=0"):
        assert not page.locator(selector).is_visible(), selector


def test_a_table_of_two_models_fits_on_paper_and_its_heading_stays_with_it(
    visit: Callable[..., Visit], tmp_path: Path
) -> None:
    """What is wider makes the browser print every page smaller."""
    models = ("somebody/a-model-with-a-long-name", "somebody/another-model")
    plain = [made_up.estimate("s-jsd", -0.00124, 2, code, model=name) for code in ("en", "de") for name in models]
    results = Results(
        Path("out"), tuple(judge([with_verdict(result) for result in plain])), made_up.scored_rows(), made_up.RUN
    )
    path = tmp_path / "report.html"
    path.write_text(html.render(results), encoding="utf-8")
    page = visit(path).page
    page.emulate_media(media="print")
    table = page.locator("#summary table", has=page.locator("td.name")).first
    narrowest = table.evaluate("one => { one.style.width = 'min-content'; return one.getBoundingClientRect().width; }")
    assert narrowest <= A4_WITHIN_MARGINS
    assert table.locator("thead").evaluate("one => getComputedStyle(one).breakAfter") == "avoid"


def test_a_large_page_is_short_and_light_and_draws_the_rest_when_it_is_opened(
    visit: Callable[..., Visit], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("babelance.report.html.page.LARGE", 100)
    results = Results(Path("out"), tuple(made_up.results()), made_up.scored_rows(count=40), made_up.RUN)
    path = tmp_path / "report.html"
    path.write_text(html.render(results), encoding="utf-8")
    opened = visit(path)
    page = opened.page
    assert page.evaluate("document.getElementsByTagName('*').length") <= 2_000
    assert page.evaluate("document.documentElement.scrollHeight / innerHeight") <= 6
    assert page.locator("#results-with-intervals svg.plot").count() == 0
    page.click("#results-with-intervals summary >> nth=0")
    page.wait_for_selector("#results-with-intervals svg.plot")
    assert opened.troubles == []


def test_numbers_run_from_left_to_right_in_every_language(visit: Callable[..., Visit], findings: Path) -> None:
    page = visit(findings).page
    page.wait_for_selector("#results-table td.number")
    page.evaluate("document.documentElement.dir = 'rtl'")
    shown = page.locator("#results-table td.number bdi")
    assert shown.count() > 10 and {one.get_attribute("dir") for one in shown.all()} == {"ltr"}


def test_on_a_phone_each_number_stands_beside_the_heading_of_its_column(
    visit: Callable[..., Visit], findings: Path
) -> None:
    page = visit(findings, viewport={"width": 390, "height": 844}).page
    page.wait_for_selector("#results-table td.number")
    assert page.evaluate("document.querySelector('#results-table thead').getBoundingClientRect().width") <= 1
    label = "getComputedStyle(document.querySelector('#results-table td.number'), '::before').content"
    assert "value" in page.evaluate(label)


def test_light_and_dark_follow_the_system_and_the_button(visit: Callable[..., Visit], report: Path) -> None:
    page = visit(report, color_scheme="dark").page
    paper = "getComputedStyle(document.body).backgroundColor"
    dark = page.evaluate(paper)
    assert page.locator("#theme").inner_text() == "Light"
    page.click("#theme")
    assert dark != page.evaluate(paper)
    assert page.evaluate(paper) == visit(report, color_scheme="light").page.evaluate(paper)


@pytest.mark.parametrize("width", [320, 400, 768, 1600])
def test_the_page_never_scrolls_sideways(visit: Callable[..., Visit], report: Path, width: int) -> None:
    page = visit(report, viewport={"width": width, "height": 800}).page
    for details in page.locator("details").all():
        details.evaluate("one => { one.open = true }")
    show_items(page)
    page.click(".items .row-button >> nth=0")
    page.wait_for_selector(".tokens")
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_markup_from_data_does_nothing(visit: Callable[..., Visit], tmp_path: Path) -> None:
    path = tmp_path / "nasty.html"
    path.write_text(html.render(nasty_results()), encoding="utf-8")
    opened = visit(path)
    show_items(opened.page)
    opened.page.click(".items .row-button")
    opened.page.wait_for_selector(".tokens")
    assert opened.troubles == []
    assert opened.page.locator("img").count() == 0
    assert NASTY in opened.page.locator(".tokens bdi >> nth=0").inner_text()
    assert opened.page.locator(".items .row-button").inner_text() == NASTY


def test_twenty_thousand_items_are_searched_and_sorted_and_shown_a_page_at_a_time(
    visit: Callable[..., Visit], tmp_path: Path
) -> None:
    rows = made_up.scored_rows(["en"], count=20_000, measures=["cps"])
    path = tmp_path / "large.html"
    path.write_text(html.render(Results(Path("out"), tuple(made_up.results(["en"])), rows)), encoding="utf-8")
    page = visit(path).page
    show_items(page)
    page.fill("#items-search", "strong 19999")
    wait_for_count(page, "of 1 ")
    page.fill("#items-search", "")
    wait_for_count(page, "of 20,000")
    page.locator(".items thead button", has_text="less").click()
    page.wait_for_selector(".items th[aria-sort=ascending]")
    page.click(".items .row-button >> nth=0")
    page.wait_for_selector(".tokens")
    assert page.locator(".items tbody tr").count() <= 51
