"""A site in a real browser, from the disk: sorting, search, permalinks, phone and dark mode; nothing is fetched."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from benchmarks.site import Size, write_runs

from babelance.deliver.website.files import site
from tests.browser.conftest import PATIENCE

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Sixty made-up models, four languages, five measures."""
    folder = tmp_path_factory.mktemp("site")
    write_runs(folder / "runs", Size(60, languages=4, measures=5))
    return site([folder / "runs"], folder / "site").as_uri()


@pytest.fixture
def page(browser: Any, address: str) -> Iterator[Any]:
    tab = browser.new_page(viewport={"width": 1280, "height": 800})
    tab.set_default_timeout(PATIENCE)
    tab.problems = []
    tab.on("pageerror", lambda error: tab.problems.append(str(error)))
    tab.on("console", lambda message: tab.problems.append(message.text) if message.type == "error" else None)
    tab.on("request", lambda request: tab.problems.append(request.url) if request.url.startswith("http") else None)
    open_page(tab, address)
    yield tab
    assert not tab.problems
    tab.close()


def open_page(tab: Any, address: str) -> None:
    tab.goto("about:blank")
    tab.goto(address)
    tab.wait_for_selector("html[data-ready]")


def names(tab: Any) -> list[str]:
    return list(tab.locator("tbody th").all_text_contents())


def test_all_models_are_there_some_at_a_time(page: Any) -> None:
    assert len(names(page)) == 50 and page.text_content("#count") == "50 of 60 models"
    page.click("#more")
    assert len(names(page)) == 60 and page.is_hidden("#more")
    assert page.locator("thead th").count() == 5


def test_a_click_sorts_by_distance_and_shows_ranges_of_ranks(page: Any) -> None:
    page.click("thead button:text-is('de')")
    first = page.locator("tbody tr").first
    assert " rank " in first.text_content() and page.locator("th[aria-sort=ascending]").count() == 1
    ranges = [text.removeprefix(" rank ") for text in page.locator(".ranks").all_text_contents()]
    assert len(ranges) == 50 and any("–" in text for text in ranges)
    ends = [int(text.partition("–")[0]) for text in ranges]
    assert ends[0] == 1 and max(ends) > 1


def test_a_link_leads_to_the_same_view(page: Any) -> None:
    page.fill("#find", "org-3 model-3")
    page.select_option("#view", "language-2")
    page.wait_for_selector("html[data-ready=language-2]")
    page.click("thead button:text-is('measure-4 on made-up')")
    before, address = names(page), page.url
    assert 0 < len(before) < 10
    open_page(page, address)
    assert names(page) == before and page.input_value("#find") == "org-3 model-3"
    assert page.locator("th[aria-sort=ascending]").text_content() == "measure-4 on made-up"


def test_models_measures_and_languages_have_pages_of_their_own(page: Any, address: str) -> None:
    page.locator("tbody th a").first.click()
    page.wait_for_selector("td.words")
    assert page.locator("tbody tr").count() == 20
    page.locator("tbody td a").first.click()
    page.wait_for_selector("html[data-ready=table-0]")
    assert page.text_content("h1") == "measure-0 on made-up"
    open_page(page, address.replace("index.html", "languages/de.html"))
    assert page.locator("thead th").count() == 6


def test_a_phone_need_not_scroll_sideways_but_in_the_table(page: Any) -> None:
    page.set_viewport_size({"width": 375, "height": 700})
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_on_a_phone_names_of_models_are_whole(page: Any) -> None:
    """Names that differ at their end alone are usual: a model and its copies."""
    page.set_viewport_size({"width": 375, "height": 700})
    page.evaluate("document.querySelector('tbody th a').textContent = 'organisation/a-model-with-a-long-name-biased'")
    assert page.evaluate("[...document.querySelectorAll('tbody th')].every(one => one.scrollWidth <= one.clientWidth)")


def test_at_night_the_paper_is_dark(page: Any) -> None:
    page.emulate_media(color_scheme="dark")
    red = page.evaluate("getComputedStyle(document.body).backgroundColor.match(/\\d+/g)[0]")
    assert int(red) < 60
