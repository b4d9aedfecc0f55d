"""WinoMT against the authors' logs: every confusion matrix again, and the cases behind what differs.

    python -m benchmarks.winomt REPOSITORY [--fast-align build/fast_align] [--old-dictionary]
                                           [--system bing --target fr] [--json FILE]

REPOSITORY is a checkout of gabrielStanovsky/mt_gender, at the commit of the dataset's card: its translations, logs and
sentences are read, none of its code is run. One line per system and language: largest difference of a cell in points of
all sentences, accuracy here and there, how people were found. With fast_align (built by you) the file is aligned as the
authors did, and every sentence falls into one of the causes of `CAUSES`. The Russian and Ukrainian logs were made with
the dictionaries of pymorphy2; where these are installed (pymorphy2, pymorphy2-dicts-ru, pymorphy2-dicts-uk),
`--old-dictionary` reads them, and the authors' class of every sentence is the logged one.
"""

from __future__ import annotations

import argparse
import inspect
import json
import re
import subprocess
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from importlib import import_module
from pathlib import Path

from babelance.core.item import Item
from babelance.core.query import Text
from babelance.core.scored import Scored
from babelance.measures.formulas.winomt import CLASSES, GOLD, Fidelity, score, translated_entity
from babelance.text.gender import released
from babelance.text.gender.entity import Entity
from babelance.text.gender.marks import marks, targets

SYSTEMS = ("google", "aws", "bing", "systran", "sota")
CAUSES = (
    "nothing is aligned there",
    "another word is aligned there",
    "neutral here, of grammar's gender there",
    "unknown here",
    "a comma or a quotation mark beside the word counts as a word there",
    "same word, other rule",
    "the article of another word beside the noun there",
    "a noun without its article: the tagger alone decided there",
    "a noun with l', dell': the tagger alone decided there",
    "article and noun of our class there",
    "same class",
)
"""*Same word, other rule* where the authors' class of every sentence is known (he, ru, uk), the four behind it
elsewhere."""
Aligned = tuple[str, ...]
"""The words of a translation that fast_align puts beside the English article and noun."""


def sentences(repository: Path) -> list[Item]:
    rows = [line.split("\t") for line in (repository / "data/aggregates/en.txt").read_text("utf-8").splitlines()]
    return [
        Item(str(number), "en", {"text": text}, {"entity": entity, "gender": gender, "index": place})
        for number, (gender, place, text, entity) in enumerate(rows)
    ]


def translations(repository: Path, system: str, target: str) -> list[str]:
    """Line by line those of the sentences (two of which were corrected after they had been translated)."""
    file = repository / f"translations/{system}/en-{target}.txt"
    return [line.partition(" ||| ")[2] for line in file.read_text("utf-8").splitlines()]


def logged(repository: Path, system: str, target: str) -> dict[tuple[str, str], int] | None:
    """(gold, predicted) → how many, as the authors printed it."""
    file = repository / f"logs/{system}/{target}.log"
    if not file.exists():
        return None
    cells: dict[tuple[str, str], int] = {}
    gold = ""
    for name, number in re.findall(r"<GENDER\.(\w+): \d>: (defaultdict|\d+)", file.read_text("utf-8")):
        if number == "defaultdict":
            gold = name
        else:
            cells[gold, name] = int(number)
    return cells or None


def scored(items: Sequence[Item], translated: Sequence[str], target: str, fidelity: Fidelity) -> list[Scored]:
    pairs = zip(items, translated, strict=True)
    rows = [score(item, [Text(text)], target=target, fidelity=fidelity) for item, text in pairs]
    return [row for row in rows if isinstance(row, Scored)]


def largest(rows: Sequence[Scored], cells: dict[tuple[str, str], int]) -> tuple[float, str]:
    """Of all cells the largest difference, in points of all sentences, and its name."""
    ours = Counter((str(row.columns["gold"]), str(row.columns["class"])) for row in rows)
    gaps = {
        (gold, told): 100 * (ours[gold, told] - cells.get((gold, told), 0)) / len(rows)
        for gold in GOLD
        for told in CLASSES
    }
    cell = max(gaps, key=lambda key: abs(gaps[key]))
    return gaps[cell], " as ".join(cell)


def align(items: Sequence[Item], translated: Sequence[str], program: Path) -> Iterator[Aligned]:
    texts = [item.texts["text"] for item in items]
    with tempfile.NamedTemporaryFile("w", encoding="utf-8", suffix=".txt") as file:
        file.write("".join(f"{text} ||| {there}\n" for text, there in zip(texts, translated, strict=True)))
        file.flush()
        command = [str(program), "-i", file.name, "-d", "-o", "-v"]
        lines = subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()
    for item, there, line in zip(items, translated, lines, strict=True):
        yield _aligned(item.texts["text"].split(), there.split(), int(item.tags["index"]), line)


def _aligned(source: list[str], translation: list[str], place: int, line: str) -> Aligned:
    wanted = [place - 1] if place and source[place - 1].lower() in ("the", "a", "an") else []
    links = [tuple(map(int, link.split("-"))) for link in line.split()]
    return tuple(translation[there] for at in (*wanted, place) for here, there in links if here == at)


def cause(row: Scored, entity: Entity | None, aligned: Aligned, target: str) -> str:
    told = str(row.columns["class"])
    theirs = _their_class(aligned, target)
    if theirs is not None and theirs == told:
        return "same class"
    if not aligned:
        return CAUSES[0]
    if told == "unknown":
        return CAUSES[3]
    if entity is None or not any(entity.word.lower() in word.lower() for word in aligned):
        return CAUSES[1]
    if told == "neutral":
        return CAUSES[2]
    if theirs is None:
        return _by_article(told, aligned, target)
    return CAUSES[4] if _their_class(aligned, target, marks_count=False) != theirs else CAUSES[5]


def _by_article(told: str, aligned: Aligned, target: str) -> str:
    """What a tagger had to go by: the determiners among the aligned words."""
    if any("'" in word.replace("’", "'") for word in aligned):
        return CAUSES[8]
    kinds = {marks(target).determiners.get(word.lower()) for word in aligned} & {"she", "he"}
    if not kinds:
        return CAUSES[7]
    return CAUSES[9] if kinds == {{"female": "she", "male": "he"}[told]} else CAUSES[6]


def _their_class(aligned: Aligned, target: str, *, marks_count: bool = True) -> str | None:
    """By the authors' rules for Hebrew, Russian and Ukrainian; None where they asked a tagger.

    In the Slavic languages they split off commas and quotation marks, which have no gender and so count as neutral; of
    two equally frequent classes the first one holds (`«Механік` is neutral)."""
    if target not in ("he", "ru", "uk"):
        return None
    words = [word for text in aligned for word in re.findall(r"[\w'\"-]+", text)]
    if target == "he":  # in the logs those who are not aligned are women, although the code says unknown
        return "female" if not words or any(word.endswith(("ה", "ת")) for word in words if word != "את") else "male"
    if marks_count:
        words = [word for text in aligned for word in _split_marks(text)]
    if not words:
        return "unknown"
    return Counter(released.gender_at(target, words, place, "") for place in range(len(words))).most_common(1)[0][0]


def _split_marks(text: str) -> list[str]:
    from pymorphy3.tokenizers import simple_word_tokenize

    return list(simple_word_tokenize(text))


def read_old_dictionary() -> None:
    """Look words up in the dictionaries of pymorphy2 by the authors' rules; ours keep those of today."""
    inspect.getargspec = lambda function: inspect.getfullargspec(function)[:4]  # type: ignore[attr-defined]
    analyzer = import_module("pymorphy2").MorphAnalyzer
    analyzers = {language: analyzer(lang=language) for language in ("ru", "uk")}
    old = lru_cache(maxsize=100_000)(lambda word, language: tuple(analyzers[language].parse(word)))
    vars(released)["parses"] = old


def compared(repository: Path, system: str, target: str, program: Path | None) -> dict[str, object]:
    items, translated = sentences(repository), translations(repository, system, target)
    cells = logged(repository, system, target)
    rows = scored(items, translated, target, "paper")
    found = Counter(str(row.columns["found"]) for row in rows)
    result: dict[str, object] = {
        "system": system,
        "target": target,
        "accuracy": 100 * sum(float(str(row.columns["score"])) for row in rows) / len(rows),
        "by translation": 100 * found["by its translation"] / len(rows),
        "unknown": 100 * sum(row.columns["class"] == "unknown" for row in rows) / len(rows),
    }
    if cells:
        result["difference"], result["cell"] = largest(rows, cells)
        result["accuracy there"] = 100 * sum(cells.get((gold, gold), 0) for gold in GOLD) / sum(cells.values())
        if target in released.LANGUAGES:
            result["released"] = largest(scored(items, translated, target, "released"), cells)[0]
    if cells and program:
        entities = [translated_entity(*pair, target) for pair in zip(items, translated, strict=True)]
        aligned = list(align(items, translated, program))
        causes = [cause(row, entity, words, target) for row, entity, words in zip(rows, entities, aligned, strict=True)]
        result["causes"] = dict(Counter(causes))
        gold, told = str(result["cell"]).split(" as ")
        result["causes of the cell"] = _of_cell(rows, causes, aligned, gold, told, target)
    return result


def _of_cell(
    rows: Sequence[Scored], causes: Sequence[str], aligned: Sequence[Aligned], gold: str, told: str, target: str
) -> dict[str, int]:
    """Sentences in that cell here and not there, less those there and not here, by cause. Where the class there is not
    known: all that are in the cell here."""
    counts: Counter[str] = Counter()
    for row, why, words in zip(rows, causes, aligned, strict=True):
        theirs = _their_class(words, target)
        if row.columns["gold"] == gold and why != "same class":
            counts[why] += (row.columns["class"] == told) - (theirs == told)
    return dict(counts)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("repository", type=Path)
    parser.add_argument("--fast-align", type=Path)
    parser.add_argument("--old-dictionary", action="store_true")
    parser.add_argument("--system", choices=SYSTEMS, action="append")
    parser.add_argument("--target", choices=targets(), action="append")
    parser.add_argument("--json", type=Path)
    chosen = parser.parse_args()
    if chosen.old_dictionary:
        read_old_dictionary()
    results = []
    for system in chosen.system or SYSTEMS:
        for target in chosen.target or targets():
            if (chosen.repository / f"translations/{system}/en-{marks(target).language}.txt").exists():
                results.append(compared(chosen.repository, system, target, chosen.fast_align))
                print(json.dumps(results[-1], ensure_ascii=False), flush=True)
    if chosen.json:
        chosen.json.write_text(json.dumps(results, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
