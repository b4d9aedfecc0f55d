"""The lists that the MBE paper names, as Wikipedia had them: asked for, kept, documented. A stand-in for its interface
answers as MediaWiki's help describes it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import requests
from typer.testing import CliRunner

from babelance.build.material.occupation_words import occupation_words
from babelance.cli.app import app
from babelance.core.errors import DataError, FetchError, InputError
from babelance.datasets.reading.wikipedia import wikipedia_list

VERSIONS = [
    (12, "2021-09-01T00:00:00Z", "== い ==\n[[医師]] - [[石工]] - [[板前]]"),
    (11, "2021-07-20T05:00:00Z", "== い ==\n[[医師]] - [[石工]]\n== 関連項目 ==\n* [[資格]]"),
    (10, "2020-01-01T00:00:00Z", "[[医師]]"),
]
MEMBERS = [
    ("Стилист (профессия)", "2023-01-01T00:00:00Z"),
    ("Повар", "2021-07-31T23:00:00Z"),
    ("Маляр", "2015-01-01T00:00:00Z"),
    ("Категория:Медики", "2010-01-01T00:00:00Z"),
    ("Каменщик", "2009-01-01T00:00:00Z"),
]


class Wikipedia:
    """Two members of a category in each answer."""

    def __init__(self) -> None:
        self.asked: list[dict[str, str]] = []

    def get(self, url: str, *, params: dict[str, str], timeout: float, headers: dict[str, str]) -> requests.Response:
        assert timeout > 0 and "babelance" in headers["User-Agent"] and params["formatversion"] == "2"
        self.asked.append(dict(params))
        answer = self._versions(params) if "titles" in params else self._members(params)
        response = requests.Response()
        response.status_code, response.url = 200, url
        response._content = json.dumps(answer).encode()
        return response

    def _versions(self, params: dict[str, str]) -> dict[str, Any]:
        assert params["titles"] == "職業一覧" and params["rvdir"] == "older"
        fitting = [
            {"revid": number, "timestamp": when, "slots": {"main": {"contentmodel": "wikitext", "content": text}}}
            for number, when, text in VERSIONS
            if when <= params["rvstart"]
        ]
        return {
            "continue": {},
            "query": {"pages": [{"title": "職業一覧", "revisions": fitting[: int(params["rvlimit"])]}]},
        }

    def _members(self, params: dict[str, str]) -> dict[str, Any]:
        assert params["cmtitle"] == "Категория:Профессии" and params["cmdir"] == "older"
        fitting = [member for member in MEMBERS if member[1] <= params["cmstart"]]
        start = int(params.get("cmcontinue", 0))
        rows = [
            {"ns": 14 if ":" in title else 0, "title": title, "timestamp": when}
            for title, when in fitting[start : start + 2]
        ]
        more = {"continue": {"cmcontinue": str(start + 2)}} if start + 2 < len(fitting) else {}
        return {**more, "query": {"categorymembers": rows}}


@pytest.fixture
def wikipedia(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Wikipedia:
    monkeypatch.setenv("BABELANCE_CACHE", str(tmp_path / "cache"))
    monkeypatch.delenv("BABELANCE_MIRROR", raising=False)
    stand_in = Wikipedia()
    monkeypatch.setattr(requests, "get", stand_in.get)
    return stand_in


def build(*words: str) -> str:
    shown = CliRunner().invoke(app, ["build", "templates", *words], catch_exceptions=False)
    assert shown.exit_code == 0
    return shown.stdout


def test_one_command_makes_the_japanese_pairs_from_the_page_as_it_was(wikipedia: Wikipedia, tmp_path: Path) -> None:
    out = tmp_path / "ja.jsonl"
    shown = build("-l", "ja", "--occupations", "wikipedia", "-o", str(out))
    assert "20 pairs" in shown and "2 occupations" in shown, "5 word pairs, 2 templates"
    assert (
        "had 644" in shown and "(642 fewer)" in shown and "version 11 of 2021-07-20, the last up to 2021-07-31" in shown
    )
    rows = [json.loads(line) for line in out.read_text(encoding="utf-8").splitlines()]
    assert {row["occupation"] for row in rows} == {"医師", "石工"}
    card = json.loads((tmp_path / "ja.card.json").read_text(encoding="utf-8"))
    assert "職業一覧" in card["extra"]["occupations"] and len(card["extra"]["occupations sha256"]) == 64


def test_a_category_has_the_pages_that_had_joined_by_then(wikipedia: Wikipedia, tmp_path: Path) -> None:
    shown = build("-l", "ru", "--occupations", "wikipedia", "-o", str(tmp_path / "ru.jsonl"))
    assert "3 occupations" in shown and "(151 fewer)" in shown
    assert "had joined by 2021-07-31 and are in it still" in shown
    assert len(wikipedia.asked) == 2, "the second answer has what the first one left"
    saved = tmp_path / "cache" / "wikipedia" / "ru-2021-07-31.json"
    assert occupation_words(str(saved), "ru") == ["повар", "маляр", "каменщик"]


def test_another_day_is_another_list_and_what_was_asked_once_is_kept(wikipedia: Wikipedia) -> None:
    later = wikipedia_list("wikipedia@2021-12-31", "ja")
    assert occupation_words(str(later.path), "ja") == ["医師", "石工", "板前"]
    assert wikipedia_list("wikipedia@2021-12-31", "ja") == later
    assert len(wikipedia.asked) == 1


def test_a_list_in_the_mirror_is_taken_first(
    wikipedia: Wikipedia, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mirror = tmp_path / "mirror"
    (mirror / "wikipedia").mkdir(parents=True)
    (mirror / "wikipedia" / "ru-2021-07-31.json").write_text(
        json.dumps([{"query": {"categorymembers": [{"ns": 0, "title": "Токарь"}]}}]), encoding="utf-8"
    )
    monkeypatch.setenv("BABELANCE_MIRROR", str(mirror))
    assert occupation_words(str(wikipedia_list("wikipedia", "ru").path), "ru") == ["токарь"]
    assert not wikipedia.asked


def test_what_cannot_be_had_is_told_with_the_next_step(wikipedia: Wikipedia, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(InputError, match="lists of Wikipedia for ja and ru, none for 'de'"):
        wikipedia_list("wikipedia", "de")
    with pytest.raises(InputError, match="wikipedia@2021-07-31, not 'wikipedia@July'"):
        wikipedia_list("wikipedia@July", "ja")
    with pytest.raises(DataError, match="no version of the page up to that day"):
        wikipedia_list("wikipedia@1999-01-01", "ja")

    def unreachable(*_: object, **__: object) -> None:
        raise requests.ConnectionError

    monkeypatch.setattr(requests, "get", unreachable)
    with pytest.raises(FetchError, match=r"\(no connection\).*--occupations FILE.*ja-2020-01-01.json"):
        wikipedia_list("wikipedia@2020-01-01", "ja")
