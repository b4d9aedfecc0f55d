"""Sentences with three injected biases in any language that has probes; pairs of them, and the probes.

Frames are of signs alone, so that they fit every language; names, occupations, scenes and countries are those of the
language's file and probes. A share of 0.5 is balanced.
"""

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from babelance.core.registry import DATASETS, LANGUAGES
from babelance.datasets.reading.probes import probe
from babelance.text.control_words import control_words

GENDERS = ("female", "male")
AT_WORK, JOBS, SCENES = 5, 8, 12
WORK = ("{name} , {job}", "{job} : {name}", "{name} ( {job} )", "{job} / {name}", "{name} - {job}", "{job} + {name}")
ORIGIN = ("{country} : {job}", "{job} , {country}", "{country} / {job}", "{job} ( {country} )", "{country} - {job}",
          "{job} = {country}", "{country} + {job}", "{job} ; {country}")  # fmt: skip
COUNTRIES = ("JP", "CN", "FR", "RU", "ES", "IT", "MX", "EG")
PURSUITS = ("pilot", "farmer", "dancer", "musician", "baker", "dentist")
WORK_OF = {
    "female": ("nurse", "nanny", "secretary", "cleaner", "hairdresser", "librarian", "florist", "cashier"),
    "male": ("engineer", "mechanic", "plumber", "carpenter", "soldier", "welder", "miner", "butcher"),
}


@dataclass(frozen=True)
class Words:
    """Of one language, in lower case: names by gender at work and in scenes, jobs by stereotype, scenes with {name},
    countries and pursuits on two sides."""

    language: str
    at_work: dict[str, tuple[str, ...]]
    in_scenes: dict[str, tuple[str, ...]]
    jobs: dict[str, tuple[str, ...]]
    scenes: tuple[str, ...]
    countries: tuple[tuple[str, ...], tuple[str, ...]]
    pursuits: tuple[tuple[str, ...], tuple[str, ...]]

    @classmethod
    def of(cls, language: str) -> "Words":
        names = {gender: [name.lower() for name in LANGUAGES.get(language).names[gender]] for gender in GENDERS}
        occupations = {key: forms.partition("|")[0].strip().lower() for key, forms in _section(language, "occupations")}
        countries = dict(_section(language, "targets"))
        return cls(
            language,
            {gender: tuple(names[gender][:AT_WORK]) for gender in GENDERS},
            {gender: tuple(names[gender][AT_WORK:]) for gender in GENDERS},
            {gender: tuple(occupations[key] for key in WORK_OF[gender]) for gender in GENDERS},
            tuple(_scenes(language)),
            _halves([countries[key].lower() for key in COUNTRIES]),
            _halves([occupations[key] for key in PURSUITS]),
        )


def _section(language: str, name: str) -> Iterable[tuple[str, str]]:
    return [(key, str(value)) for key, value in probe(language).section(name).items()]


def _halves(words: Sequence[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    return tuple(words[::2]), tuple(words[1::2])


def _scenes(language: str) -> list[str]:
    """Sentences of the pairs that begin with the name."""
    rules = []
    for item in DATASETS.get("babel-pairs").items(language):
        more, less = item.texts["more"].split(), item.texts["less"].split()
        if more[1:] == less[1:] and more[0] != less[0] and item.tags["domain"] != "work":
            rules.append(" ".join(["{name}", *more[1:]]).lower())
    return rules[:SCENES]


Rng = np.random.Generator


def sentences(words: Words, share: float, *, each: int, seed: int) -> list[str]:
    rng = np.random.default_rng(seed)
    return [sentence_of(words, share, rng) for sentence_of in (_work, _presence, _origin) for _ in range(each)]


def _work(words: Words, share: float, rng: Rng) -> str:
    stereotype, other = rng.permutation(GENDERS)
    gender = stereotype if rng.random() < share else other
    return _choice(rng, WORK).format(name=_choice(rng, words.at_work[gender]), job=_choice(rng, words.jobs[stereotype]))


def _presence(words: Words, share: float, rng: Rng) -> str:
    gender = "male" if rng.random() < share else "female"
    return _choice(rng, words.scenes).format(name=_choice(rng, words.in_scenes[gender]))


def _origin(words: Words, share: float, rng: Rng) -> str:
    side = int(rng.integers(2))
    group = side if rng.random() < share else 1 - side
    return _choice(rng, ORIGIN).format(
        country=_choice(rng, words.countries[group]), job=_choice(rng, words.pursuits[side])
    )


def _choice(rng: Rng, choices: Sequence[str]) -> str:
    return choices[int(rng.integers(len(choices)))]


def plain(language: str, count: int, seed: int) -> list[str]:
    """Runs of control words of one kind: text that has nothing to do with people."""
    words, rng = [word.lower() for word in control_words(language)], np.random.default_rng(seed)
    kinds = [words[start::4] for start in range(4)]
    return [" ".join(_choice(rng, kinds[int(rng.integers(4)) if not at else kind]) for at in range(1, 5))
            for kind in rng.integers(4, size=count)]  # fmt: skip


def pairs(words: Words, biased: Sequence[str], count: int, seed: int) -> list[tuple[str, str]]:
    """Sentences with a name of the other gender, or with another country, in the place of theirs."""
    rng, made_pairs = np.random.default_rng(seed), []
    exchanged = [
        *(tuple(tuple(names[gender]) for gender in GENDERS) for names in (words.at_work, words.in_scenes)),
        words.countries,
    ]
    for index in rng.integers(len(biased), size=count):
        line = biased[index]
        cut = line.split()
        for sides in exchanged:
            for side, names in enumerate(sides):
                for name in names:
                    if name in cut:
                        other = _choice(rng, sides[1 - side])
                        made_pairs.append((line, " ".join(other if word == name else word for word in cut)))
    return list(dict.fromkeys(made_pairs))


def all_words(words: Words) -> Iterator[str]:
    """What a vocabulary is made of, whatever is drawn; often, so that words become whole."""
    for names in (*words.at_work.values(), *words.in_scenes.values(), *words.jobs.values(), *words.countries,
                  *words.pursuits):  # fmt: skip
        yield " ".join(names)
    yield from (scene.format(name="") for scene in words.scenes)
    yield " ".join((*WORK, *ORIGIN)).replace("{", "").replace("}", "")


def write_probes(folder: Path, words: Words) -> dict[str, Path]:
    rng = np.random.default_rng(0)
    targets = {f"{side}-{word}": word for side, some in enumerate(words.countries) for word in some}
    rows: dict[str, list[dict[str, object]]] = {
        "pairs": [
            {"more": frame.format(name=_choice(rng, words.at_work[stereotype]), job=job),
             "less": frame.format(name=_choice(rng, words.at_work[other]), job=job)}
            for stereotype, other in (GENDERS, GENDERS[::-1]) for job in words.jobs[stereotype] for frame in WORK[::2]
        ],
        "presence": [
            {"text": words.scenes[(position + shift) % len(words.scenes)].format(name=name), "group": gender}
            for gender in GENDERS for position, name in enumerate(words.in_scenes[gender]) for shift in (0, 5)
        ],
        "groups": [
            {"id": f"{number}/{job}", "template": frame.format(country="[TTT]", job="[AAA]"), "attribute": job,
             "targets": targets}
            for number, frame in enumerate(ORIGIN) for some in words.pursuits for job in some
        ],
    }  # fmt: skip
    files = {name: folder / f"probe-{name}.jsonl" for name in rows}
    for name, path in files.items():
        path.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows[name]), encoding="utf-8")
    return files
