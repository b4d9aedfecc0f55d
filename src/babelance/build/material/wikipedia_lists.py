"""Titles in a list or a category of Wikipedia, in the forms in which such a page can be saved.

A page as wikitext (`?action=raw`): links in lists under its headings, `{{仮リンク|…}}` (a page that is not there yet)
included. Links of the introduction, of running text and of sections such as *See also* are no entries of the list.
A page as HTML: the same; of a category, its pages. The answer of the interface about a category
(`list=categorymembers`), or a JSON list of such answers; its answer about a version of a page (`prop=revisions`, with
`formatversion=2`). Lists of titles: a title per line.
Everywhere subcategories and other namespaces are left out, and so are pages that are lists themselves.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from html.parser import HTMLParser
from urllib.parse import unquote

import regex

from babelance.core.errors import DataError
from babelance.core.untrusted import as_type

KEEP_CAPITALS = ("de", "lb", "ja", "ko", "th", "zh")
"""Languages that write nouns with a capital letter, or have none but in words such as DJ and Webデザイナー; elsewhere a
capital letter is due to the title of a page."""
_LINK = regex.compile(
    r"\[\[(?P<page>[^\[\]|#]+)(?:#[^\[\]|]*)?(?:\|(?P<label>[^\[\]|]+))?\]\]"
    r"|\{\{\s*(?:仮リンク|ill2?|не переведено(?: \d)?|нп\d?)\s*\|(?P<absent>[^{}|]+)[^{}]*\}\}",
    regex.IGNORECASE,
)
_COMMENT = regex.compile(r"<!--.*?-->|<ref\b[^<>]*/>|<ref\b[^<>]*>.*?</ref>", regex.DOTALL | regex.IGNORECASE)
_HEADING = regex.compile(r"={2,6}\s*(?P<title>.+?)\s*={2,6}\s*")
_ENTRY = regex.compile(r"\s*(?:[*#:;|]|\[\[|\{\{\s*(?:仮リンク|ill|не переведено|нп))", regex.IGNORECASE)
_APPENDIX = regex.compile(
    r"関連(?:項目|文献|書籍)|脚注|注釈|出典|参考(?:文献|資料)|外部リンク|"
    r"см\. также|примечания|литература|ссылки|источники|"
    r"see also|notes|references|further reading|external links",
    regex.IGNORECASE,
)
_REMARK = regex.compile(r"\s*[(（][^()（）]*[)）]$")
_LIST = regex.compile(r"(?:Список|Списки|Перечень|Lists? of)\s.*|.*一覧", regex.IGNORECASE)
_SUBCATEGORY = regex.compile(r"[►▼▶]|\p{L}+:\S")


def words_of_answers(content: object, language: str, path: str) -> list[str] | None:
    """The list that the interface of Wikipedia gave, or None if this is no answer of it."""
    entries = content if isinstance(content, list) else [content]
    answers: list[dict[str, object]] = [entry for entry in entries if isinstance(entry, dict) and "query" in entry]
    if not answers or len(answers) < len(entries):
        return None
    if text := _wikitext_of_answer(answers[0], path):
        return list(words_of_wikitext(text, language))
    return words_of_titles(_titles_of_category(answers, path), language)


def _wikitext_of_answer(answer: Mapping[str, object], path: str) -> str:
    """The text of the version that came, or nothing if this is about a category."""
    query = as_type(answer["query"], dict[str, object], f"'{path}', query")
    if "pages" not in query:
        return ""
    content = as_type(query["pages"], list[_Page], f"'{path}', pages")
    versions = [version for page in content for version in page.revisions]
    if not versions:
        raise DataError(f"'{path}' has no version of a page. Ask with rvprop=content&rvslots=main&formatversion=2.")
    return versions[0].slots.main.content


def _titles_of_category(answers: Sequence[Mapping[str, object]], path: str) -> list[str]:
    """All of a category, or an error."""
    if "continue" in answers[-1] or "query-continue" in answers[-1]:
        raise DataError(
            f"'{path}' has a part of the category: its last answer ends with 'continue'. Ask on with &cmcontinue=… and "
            "put all answers into one list (jq -s . 1.json 2.json)."
        )
    return [title for answer in answers for title in _pages_of_answer(answer, path)]


def _pages_of_answer(answer: Mapping[str, object], path: str) -> Iterator[str]:
    query = as_type(answer["query"], dict[str, object], f"'{path}', query")
    for page in as_type(query.get("categorymembers"), list[dict[str, object]], f"'{path}', categorymembers"):
        if page.get("ns") == 0:
            yield str(page.get("title", ""))


@dataclass(frozen=True)
class _Slot:
    content: str


@dataclass(frozen=True)
class _Slots:
    main: _Slot


@dataclass(frozen=True)
class _Version:
    slots: _Slots


@dataclass(frozen=True)
class _Page:
    revisions: list[_Version] = field(default_factory=list)


def words_of_titles(titles: Iterable[str], language: str) -> list[str]:
    return [word_of_title(title, language) for title in titles if not _LIST.fullmatch(title.strip())]


def word_of_title(title: str, language: str) -> str:
    """Without the remark that tells a page from others, such as (profession). Abbreviations stay as they are."""
    word: str = _REMARK.sub("", title.strip())
    keep = language.partition("-")[0] in KEEP_CAPITALS or word[1:2].isupper()
    return word if keep else word[:1].lower() + word[1:]


def words_of_lines(lines: Sequence[str], language: str) -> list[str]:
    """Lines of the user, or titles: they all have a capital letter, and a remark in brackets or a subcategory."""
    pages = [line for line in lines if not _SUBCATEGORY.match(line)]
    marked = len(pages) < len(lines) or any(map(_REMARK.search, pages))
    if marked and not any(page[0].islower() for page in pages):
        return words_of_titles(pages, language)
    return [_REMARK.sub("", page) or page for page in pages]


def words_of_wikitext(text: str, language: str) -> Iterator[str]:
    """A page without headings is all list."""
    lines = _COMMENT.sub("", text).splitlines()
    listed = not any(map(_HEADING.fullmatch, lines))
    for line in lines:
        if heading := _HEADING.fullmatch(line):
            listed = not _APPENDIX.fullmatch(heading["title"])
        elif listed and _ENTRY.match(line):
            yield from _words_of_links(line, language)


def _words_of_links(line: str, language: str) -> Iterator[str]:
    """Links into other namespaces and languages (`Category:`, `en:`) are none."""
    for link in _LINK.finditer(line):
        page = (link["page"] or link["absent"]).strip()
        if ":" not in page and not _LIST.fullmatch(page):
            yield link["label"].strip() if link["label"] else word_of_title(page, language)


def is_html(text: str) -> bool:
    return regex.search(r"<(?:!doctype html|html\b|div\b|ul\b|section\b)", text, regex.IGNORECASE) is not None


def words_of_html(text: str, language: str, path: str) -> list[str]:
    page = _SavedPage(whole='id="mw-content-text"' not in text, category='id="mw-pages"' in text)
    page.feed(text)
    page.close()
    if page.goes_on:
        raise DataError(
            f"'{path}' has a part of the category: it has a link to further pages. Save these, too, and put all into "
            "one file (cat 1.html 2.html)."
        )
    return words_of_titles(page.titles, language)


class _SavedPage(HTMLParser):
    """Texts of links in lists: of the pages of a category, else under the headings of an article."""

    def __init__(self, *, whole: bool, category: bool) -> None:
        super().__init__()
        self.titles: list[str] = []
        self.goes_on = False
        self._category = category
        self._start = "mw-pages" if category else "mw-content-text"
        self._depth = 1 if whole and not category else 0
        self._whole = whole
        self._items = 0
        self._listed = category
        self._heading: list[str] | None = None
        self._link: list[str] | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attrs}
        if values.get("id") == self._start:
            self._depth, self._items, self.goes_on = 1, 0, False
        elif self._depth and tag == "div":
            self._depth += 1
        elif self._depth and tag == "li":
            self._items += 1
        elif self._depth and tag in ("h2", "h3", "h4") and not self._category:
            self._heading = []
        elif self._depth and tag == "a":
            self._open_link(values.get("href", ""))

    def _open_link(self, address: str) -> None:
        if self._category and "pagefrom=" in address:
            self.goes_on = True
        elif self._items and self._listed and _is_page(address):
            self._link = []

    def handle_data(self, data: str) -> None:
        for texts in (self._link, self._heading):
            if texts is not None:
                texts.append(data)

    def handle_endtag(self, tag: str) -> None:
        if tag == "a" and self._link is not None:
            title = "".join(self._link).strip()
            self.titles.extend([title] if title else [])
            self._link = None
        elif tag in ("h2", "h3", "h4") and self._heading is not None:
            title = regex.sub(r"\s*\[.*", "", "".join(self._heading)).strip()
            self._listed, self._heading = not _APPENDIX.fullmatch(title), None
        elif tag == "li":
            self._items = max(0, self._items - 1)
        elif tag == "div" and self._depth and not (self._whole and self._depth == 1 and not self._category):
            self._depth -= 1


def _is_page(address: str) -> bool:
    """An article, there already (`/wiki/…`, `./…`) or not yet; no file, category, help or place in this page."""
    page = regex.search(r"(?:/wiki/|^\./|[?&]title=)(?P<title>[^?&#]+)", address)
    return (
        page is not None and ":" not in unquote(page["title"]) and ("title=" not in address or "redlink=1" in address)
    )
