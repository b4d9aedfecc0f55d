"""The lists of occupations that the MBE paper names for its templates, as Wikipedia had them at a date.

Japanese: the wikitext of 職業一覧 in its last version up to that day. Russian: the pages that had joined
Категория:Профессии by then; of those that have left it since the interface knows nothing. The answers are kept as they
came (`wikipedia/ja-2021-07-31.json` in the cache, or put there in BABELANCE_MIRROR), and their sha256 is in the card of
what is made from them. The paper does not say when it read the pages; the only month that it gives is July 2021.

Checked: the parameters against the interface's own help (mediawiki.org, API:Categorymembers and API:Revisions). Nothing
was downloaded where this was written.
Reference: Kaneko, Imankulova, Bollegala, Okazaki, NAACL 2022, footnote 27.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from pathlib import Path
from urllib.parse import quote

from babelance.core.errors import DataError, FetchError, InputError
from babelance.core.files import write_text
from babelance.core.json_lines import json_line
from babelance.core.untrusted import as_type, parse_json
from babelance.datasets.reading.fetch import (
    SECONDS_WITHOUT_DATA,
    cache_folder,
    mirror_folder,
    sha256_of,
    why_not_downloaded,
)
from babelance.text.tables import read_text

WORD = "wikipedia"
DAY_OF_THE_PAPER = "2021-07-31"
MOST_ANSWERS = 100
LICENCE = "CC BY-SA (Wikipedia)"


@dataclass(frozen=True, slots=True)
class NamedList:
    title: str
    is_category: bool = False


LISTS = {"ja": NamedList("職業一覧"), "ru": NamedList("Категория:Профессии", is_category=True)}


@dataclass(frozen=True, slots=True)
class SavedList:
    """The answers of the interface on this machine, and what to say about them."""

    path: Path
    language: str
    day: str

    @property
    def address(self) -> str:
        return f"https://{self.language}.wikipedia.org/wiki/{LISTS[self.language].title}"

    @property
    def facts(self) -> dict[str, str]:
        return {"occupations": f"{self.address}, {self.version}", "occupations sha256": sha256_of(self.path)}

    @property
    def version(self) -> str:
        """Which version it is, in words."""
        if LISTS[self.language].is_category:
            return f"pages that had joined by {self.day} and are in it still"
        answers = as_type(parse_json(read_text(self.path), str(self.path)), list[dict[str, object]], str(self.path))
        revision = _revision(answers[0] if answers else {}, str(self.path))
        return f"version {revision.get('revid')} of {str(revision.get('timestamp'))[:10]}, the last up to {self.day}"


def wikipedia_list(words: str, language: str) -> SavedList:
    """The list of `wikipedia` (the day of the paper) or `wikipedia@2024-12-31`; downloaded if it is not here yet."""
    day = _day(words)
    code = language.partition("-")[0]
    if code not in LISTS:
        raise InputError(
            f"The paper names lists of Wikipedia for {' and '.join(LISTS)}, none for '{language}'. Name a file: "
            "--occupations FILE."
        )
    inside = Path("wikipedia") / f"{code}-{day}.json"
    folder = mirror_folder()
    path = folder / inside if folder and (folder / inside).is_file() else cache_folder() / inside
    if not path.is_file():
        write_text(path, json_line(_download(code, day, str(inside))))
    return SavedList(path, code, day)


def _day(words: str) -> str:
    _, at, day = words.partition("@")
    try:
        return date.fromisoformat(day).isoformat() if at else DAY_OF_THE_PAPER
    except ValueError as error:
        raise InputError(f"A day is written as in wikipedia@2021-07-31, not '{words}'.") from error


def _download(language: str, day: str, inside: str) -> list[dict[str, object]]:
    """All answers about the list, one after the other."""
    question = _question(language, day)
    answers: list[dict[str, object]] = []
    while len(answers) < MOST_ANSWERS:
        answer = _answer(language, question, inside)
        answers.append(answer)
        if "continue" not in answer or not LISTS[language].is_category:
            break
        question |= {name: str(value) for name, value in as_type(answer["continue"], dict[str, object], inside).items()}
    if not LISTS[language].is_category:
        _revision(answers[0], f"The answer of {language}.wikipedia.org")
    return answers


def _question(language: str, day: str) -> dict[str, str]:
    usual = {"action": "query", "format": "json", "formatversion": "2"}
    last = f"{day}T23:59:59Z"
    title = LISTS[language].title
    if LISTS[language].is_category:
        newest_first = {"cmsort": "timestamp", "cmdir": "older", "cmstart": last}
        return usual | newest_first | {"list": "categorymembers", "cmtitle": title, "cmlimit": "500",
                                       "cmprop": "title|timestamp"}  # fmt: skip
    newest = {"rvlimit": "1", "rvdir": "older", "rvstart": last}
    return usual | newest | {"prop": "revisions", "titles": title, "rvslots": "main",
                             "rvprop": "ids|timestamp|content"}  # fmt: skip


def _answer(language: str, question: dict[str, str], inside: str) -> dict[str, object]:
    import requests

    url = f"https://{language}.wikipedia.org/w/api.php"
    try:
        sent = requests.get(
            url, params=question, timeout=SECONDS_WITHOUT_DATA, headers={"User-Agent": "babelance (dataset builder)"}
        )
        sent.raise_for_status()
    except requests.RequestException as error:
        page = f"https://{language}.wikipedia.org/wiki/{quote(LISTS[language].title)}"
        raise FetchError(
            f"Could not get {page} ({why_not_downloaded(error)}). Save the page and name the file (--occupations "
            f"FILE), or put the answers at '{inside}' in a folder that BABELANCE_MIRROR names."
        ) from error
    answer = as_type(parse_json(sent.content.decode("utf-8", "replace"), url), dict[str, object], url)
    if "query" not in answer:
        raise FetchError(f"{url} gave no list but {str(answer.get('error', answer))[:200]}.")
    return answer


def _revision(answer: dict[str, object], where: str) -> dict[str, object]:
    query = as_type(answer.get("query"), dict[str, object], where)
    pages = as_type(query.get("pages"), list[dict[str, object]], where)
    revisions = as_type(pages[0].get("revisions", []) if pages else [], list[dict[str, object]], where)
    if not revisions:
        raise DataError(f"{where} has no version of the page up to that day.")
    return revisions[0]
