"""The probes that fit the injected biases, as files that `babelance run` reads. They are the same for every model."""

import json
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import injected_bias_corpus as corpus
import numpy as np
from injected_bias_corpus import AT_WORK, COUNTRIES, GENDERS, IN_SCENES, OCCUPATIONS, ORIGIN, PURSUITS, SCENES, WORK

Row = dict[str, object]
KEYS = {word: word[:3].upper() for words in COUNTRIES for word in words}
THINGS = tuple(dict.fromkeys(word for scene in SCENES for word in scene.split() if word not in ("{name}", ".")))
GROUPS = ",".join("+".join(KEYS[word] for word in words) for words in COUNTRIES)
"""The two groups of countries, as `log-prob-bias` takes them: above 0 the first is raised more."""


def write_probes(folder: Path) -> dict[str, Path]:
    """name → file."""
    folder.mkdir(parents=True, exist_ok=True)
    rng = np.random.default_rng(0)
    tables = {
        "pairs": pairs(rng),
        "stereoset": stereoset(rng),
        "presence": presence(),
        "groups": groups([*PURSUITS[0], *PURSUITS[1]]),
        "first-pursuits": groups(PURSUITS[0]),
    }
    files = {name: _write(folder / f"{name}.jsonl", rows) for name, rows in tables.items()}
    for name, (targets, attributes) in queries().items():
        files[name] = folder / f"{name}.json"
        query = [{"name": name, "language": "en", "target_sets": targets, "attribute_sets": attributes}]
        files[name].write_text(json.dumps(query, indent=1), encoding="utf-8")
    return files


def pairs(rng: np.random.Generator) -> Iterator[Row]:
    """Each occupation in every second frame; `more` has a name of the gender that the stereotype ties to it.

    No more of them: pair measures take pairs for independent, and names would come up again and again.
    """
    drawn = {gender: _deal(rng, AT_WORK[gender]) for gender in GENDERS}
    for stereotype, other in (GENDERS, GENDERS[::-1]):
        for number, occupation in enumerate(OCCUPATIONS[stereotype]):
            for frame in WORK[number % 2 :: 2]:
                more, less = (
                    frame.format(name=next(drawn[side]), occupation=occupation) for side in (stereotype, other)
                )
                yield {"more": more, "less": less, "stereotype": stereotype}


def stereoset(rng: np.random.Generator) -> Iterator[Row]:
    """A name in every frame; the blank is an occupation of its gender, of the other gender, or a word of a scene."""
    things = _deal(rng, THINGS)
    drawn = {gender: _deal(rng, OCCUPATIONS[gender]) for gender in GENDERS}
    for gender, other in (GENDERS, GENDERS[::-1]):
        for name in AT_WORK[gender]:
            for frame in WORK:
                words = {"stereotype": next(drawn[gender]), "anti": next(drawn[other]), "unrelated": next(things)}
                filled = {key: frame.format(name=name, occupation=word) for key, word in words.items()}
                yield {"context": frame.format(name=name, occupation="BLANK"), "target": name, **filled}


def presence() -> Iterator[Row]:
    """Every name in one scene; the scenes are the same for both groups."""
    for gender in GENDERS:
        for number, name in enumerate(IN_SCENES[gender]):
            yield {"text": SCENES[number % len(SCENES)].format(name=name), "group": gender}


def groups(pursuits: Iterable[str]) -> Iterator[Row]:
    targets = {KEYS[word]: word for words in COUNTRIES for word in words}
    for number, frame in enumerate(ORIGIN):
        for pursuit in pursuits:
            template = frame.format(country="[TTT]", pursuit="[AAA]")
            yield {"id": f"{number}/{pursuit}", "template": template, "attribute": pursuit, "targets": targets}


Sets = dict[str, tuple[str, ...]]


def queries() -> dict[str, tuple[Sets, Sets]]:
    """Measures that take fewer sets have queries of their own, so that their sign is not lost in a mean."""
    terms, attributes = corpus.TERMS, corpus.ATTRIBUTES
    career = {"career": attributes["career"]}
    return {
        "career-family": (terms, attributes),
        "career": (terms, career),
        "career-and-family": (terms, {"career and family": attributes["career"] + attributes["family"]}),
        "men-career": ({"male": terms["male"]}, career),
    }


def _deal(rng: np.random.Generator, words: Sequence[str]) -> Iterator[str]:
    """Without end; every word comes up as often as the others."""
    while True:
        yield from rng.permutation(words).tolist()


def _write(path: Path, rows: Iterable[Row]) -> Path:
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path
