"""WinoMT against the authors' logs: every confusion matrix again, and the cases behind what differs.

    python -m benchmarks.winomt REPOSITORY [--fast-align build/fast_align] [--old-dictionary]
                                           [--system bing --target fr] [--json FILE]

REPOSITORY is a checkout of gabrielStanovsky/mt_gender, at the commit of the dataset's card: its translations, logs and
sentences are read, none of its code is run. One line per system and language: largest difference of a cell in points of
all sentences, accuracy here and there, how people were found. With fast_align (built by you) the file is aligned as the
authors did, and every sentence falls into one of the causes of `CAUSES`. The Russian and Ukrainian logs were made with
the dictionaries of pymorphy2; where these are installed (pymorphy2, pymorphy2-dicts-ru, pymorphy2-dicts-uk),
`--old-dictionary` reads them, and the authors' class of every sentence is the logged one. The Spanish, French and
Italian taggers are gone; `_winomt_logs` works their classes out from the logs of all systems.
"""

from __future__ import annotations

import argparse
import inspect
import json
import re
from collections import Counter
from collections.abc import Sequence
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
from benchmarks._winomt_logs import ARTICLES, System, by_article, classes_of_words, throughout
from benchmarks._winomt_repository import SYSTEMS, Aligned, align, bitext, log, logged_cells, sentences

CAUSES = (
    "nothing is aligned there",
    "another word is aligned there",
    "neutral here, of grammar's gender there",
    "unknown here",
    "a comma or a quotation mark beside the word counts as a word there",
    "same word, other rule",
    "the article of another word beside the noun there",
    "no article that has a gender (l', al, none): the tagger alone decided there",
    "article of our class there",
    "same class",
)
"""*Same word, other rule* where the authors had rules (he, ru, uk), the three behind it where they had a tagger."""
OTHER_GENDER = {"male": "female", "female": "male"}


def scored(items: Sequence[Item], translated: Sequence[str], target: str, fidelity: Fidelity) -> list[Scored]:
    pairs = zip(items, translated, strict=True)
    rows = [score(item, [Text(text)], target=target, fidelity=fidelity) for item, text in pairs]
    return [row for row in rows if isinstance(row, Scored)]


def largest(rows: Sequence[Scored], cells: dict[tuple[str, str], int]) -> tuple[float, str]:
    """Of all cells the largest difference, in points of all sentences, and its name."""
    ours = Counter((str(row.columns["gold"]), str(row.columns["class"])) for row in rows)
    gaps = {
        (gold, class_name): 100 * (ours[gold, class_name] - cells.get((gold, class_name), 0)) / len(rows)
        for gold in GOLD
        for class_name in CLASSES
    }
    cell = max(gaps, key=lambda key: abs(gaps[key]))
    return gaps[cell], " as ".join(cell)


def cause(row: Scored, entity: Entity | None, aligned: Aligned, theirs: str, target: str) -> str:
    class_name = str(row.columns["class"])
    if theirs == class_name:
        return "same class"
    if not aligned:
        return CAUSES[0]
    if class_name == "unknown":
        return CAUSES[3]
    if entity is None or not any(entity.word.lower() in word.lower() for word in aligned):
        return CAUSES[1]
    if class_name == "neutral":
        return CAUSES[2]
    if target in ARTICLES:
        return _by_article(class_name, aligned, target)
    return CAUSES[4] if _by_rules(aligned, target, marks_count=False) != theirs else CAUSES[5]


def _by_article(class_name: str, aligned: Aligned, target: str) -> str:
    """What a tagger had to go by."""
    article = by_article(" ".join(aligned), target)
    if article is None:
        return CAUSES[7]
    return CAUSES[8] if article == class_name else CAUSES[6]


def _by_rules(aligned: Aligned, target: str, *, marks_count: bool = True) -> str:
    """By the authors' rules for Hebrew, Russian and Ukrainian.

    In the Slavic languages they split off commas and quotation marks, which have no gender and so count as neutral; of
    two equally frequent classes the first one holds (`«Механік` is neutral)."""
    words = [word for text in aligned for word in re.findall(r"[\w'\"-]+", text)]
    if target == "he":  # in the logs those who are not aligned are women, although the code says unknown
        return "female" if not words or any(word.endswith(("ה", "ת")) for word in words if word != "את") else "male"
    if marks_count:
        words = [word for text in aligned for word in _split_marks(text)]
    if not words:
        return "unknown"
    return Counter(released.gender_at(target, words, at, "") for at in range(len(words))).most_common(1)[0][0]


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


@lru_cache(maxsize=1)
def tagger_classes(repository: Path, target: str, program: Path) -> dict[str, str]:
    """Aligned words → class by the tagger of then, from the logs of every system that has one."""
    items = sentences(repository)
    logs = {system: log(repository, system, target) for system in SYSTEMS}
    return classes_of_words(
        [_system(repository, items, system, target, program, text) for system, text in logs.items() if text], target
    )


def _system(repository: Path, items: Sequence[Item], system: str, target: str, program: Path, text: str) -> System:
    pairs = bitext(repository, system, target)
    ours = scored(items, [translation for _, translation in pairs], target, "paper")
    return System(
        words=[" ".join(words) for words in align(items, pairs, program)],
        gold=[_gold_of_then(item, english) for item, (english, _) in zip(items, pairs, strict=True)],
        occupations=[item.tags["entity"].lower() for item in items],
        ours=[str(row.columns["class"]) for row in ours],
        cells=logged_cells(text),
        throughout=throughout(text),
    )


def _gold_of_then(item: Item, english: str) -> str:
    """Two sentences had the other pronoun when they were translated."""
    gender = item.tags["gender"]
    return gender if english == item.texts["text"] else OTHER_GENDER[gender]


def compared(repository: Path, system: str, target: str, program: Path | None) -> dict[str, object]:
    items, pairs = sentences(repository), bitext(repository, system, target)
    translated = [translation for _, translation in pairs]
    cells = logged_cells(log(repository, system, target))
    rows = scored(items, translated, target, "paper")
    ways = Counter(str(row.columns["found"]) for row in rows)
    result: dict[str, object] = {
        "system": system,
        "target": target,
        "accuracy": 100 * sum(float(str(row.columns["score"])) for row in rows) / len(rows),
        "by translation": 100 * ways["by its translation"] / len(rows),
        "unknown": 100 * sum(row.columns["class"] == "unknown" for row in rows) / len(rows),
    }
    if cells:
        result["difference"], result["cell"] = largest(rows, cells)
        result["accuracy there"] = 100 * sum(cells.get((gold, gold), 0) for gold in GOLD) / sum(cells.values())
        if target in released.LANGUAGES:
            result["released"] = largest(scored(items, translated, target, "released"), cells)[0]
    if cells and program and target in (*ARTICLES, "he", "ru", "uk"):
        entities = [translated_entity(item, text, target) for item, text in zip(items, translated, strict=True)]
        aligned = list(align(items, pairs, program))
        theirs = their_classes(aligned, repository, target, program)
        together = zip(rows, entities, aligned, theirs, strict=True)
        causes = [cause(row, entity, words, class_name, target) for row, entity, words, class_name in together]
        result["causes"] = dict(Counter(causes))
        gold, class_name = str(result["cell"]).split(" as ")
        result["causes of the cell"] = _of_cell(rows, causes, theirs, gold, class_name)
    return result


def their_classes(aligned: Sequence[Aligned], repository: Path, target: str, program: Path) -> list[str]:
    if target not in ARTICLES:
        return [_by_rules(words, target) for words in aligned]
    their_class = tagger_classes(repository, target, program)
    return [their_class[" ".join(words)] if words else "unknown" for words in aligned]


def _of_cell(
    rows: Sequence[Scored], causes: Sequence[str], theirs: Sequence[str], gold: str, class_name: str
) -> dict[str, int]:
    """Sentences in that cell here and not there, less those there and not here, by cause."""
    counts: Counter[str] = Counter()
    for row, why, their in zip(rows, causes, theirs, strict=True):
        if row.columns["gold"] == gold and why != "same class":
            counts[why] += (row.columns["class"] == class_name) - (their == class_name)
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
    for target in chosen.target or targets():
        for system in chosen.system or SYSTEMS:
            if (chosen.repository / f"translations/{system}/en-{marks(target).language}.txt").exists():
                results.append(compared(chosen.repository, system, target, chosen.fast_align))
                print(json.dumps(results[-1], ensure_ascii=False), flush=True)
    if chosen.json:
        chosen.json.write_text(json.dumps(results, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
