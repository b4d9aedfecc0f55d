"""What five papers did, as commands of this program, with a model of the user in place.

Slots are `{model}`, `{language}` and `{out}`, the folder for everything that is made. The last steps lay the numbers
that the paper prints beside those of the user's model.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from babelance.core.errors import InputError, UnknownName


@dataclass(frozen=True, slots=True)
class Paper:
    """`kind` of model in words; `data` are the datasets that the steps read; `steps` are commands."""

    title: str
    kind: str
    languages: tuple[str, ...]
    data: tuple[str, ...]
    steps: tuple[tuple[str, ...], ...]


_BUILD = ("build", "mbe", "--language", "{language}", "--words", "paper", "--names")
_CB = ("run", "-m", "{model}", "-d", "ethnic-bias", "-l", "{language}", "--measures", "cb")
PAPERS: Mapping[str, Paper] = {
    "mbe": Paper(
        "Kaneko, Imankulova, Bollegala, Okazaki, NAACL 2022: MBE",
        "a masked language model",
        ("de", "ja", "ar", "es", "pt", "ru", "id", "zh"),
        ("gender-words",),
        (
            (*_BUILD, "--from", "opus:TED2020", "--out", "{out}/ted.jsonl"),
            (*_BUILD, "--from", "opus:GlobalVoices", "--out", "{out}/news.jsonl"),
            (
                "run",
                "-m",
                "{model}",
                "-d",
                "{out}/ted.jsonl",
                "-l",
                "{language}",
                "--measures",
                "mbe",
                "-o",
                "{out}/ted",
            ),
            (
                "run",
                "-m",
                "{model}",
                "-d",
                "{out}/news.jsonl",
                "-l",
                "{language}",
                "--measures",
                "mbe",
                "-o",
                "{out}/news",
            ),
            ("study", "preserved", "{out}/news.jsonl", "--pronouns"),
            ("repro", "mbe-table-2", "--corpus", "TED={out}/ted", "--corpus", "News={out}/news"),
        ),
    ),
    "cb": Paper(
        "Ahn, Oh, EMNLP 2021: Categorical Bias",
        "a masked language model",
        ("en", "de", "es", "ko", "tr", "zh"),
        ("ethnic-bias",),
        (
            (*_CB, "-o", "{out}/cb"),
            (*_CB, "--set", "fidelity=released", "-o", "{out}/cb-released"),
            ("repro", "cb-table-4", "{out}/cb", "{out}/cb-released"),
            ("repro", "cb-table-2", "{out}/cb", "{out}/cb-released"),
        ),
    ),
    "nli-coal": Paper(
        "Anantaprayoon, Kaneko, Okazaki, LREC-COLING 2024: NLI-CoAL",
        "an NLI classifier (make one: babelance train nli)",
        ("en", "ja", "zh"),
        ("nli-coal",),
        (
            (
                "run",
                "-m",
                "{model}",
                "-d",
                "nli-coal",
                "-l",
                "{language}",
                "--measures",
                "nli-coal,fn",
                "-o",
                "{out}/nli",
            ),
            ("repro", "coal-table-3", "{out}/nli"),
            ("repro", "coal-table-3"),
        ),
    ),
    "s-jsd": Paper(
        "Steinborn, Dufter, Jabbar, Schütze, Findings of NAACL 2022: S_JSD",
        "a masked language model",
        ("ar", "de", "en", "fi", "fr", "id", "ko", "th", "vi", "zh"),
        ("sjsd",),
        (
            ("run", "-m", "{model}", "-d", "sjsd", "-l", "{language}", "--measures", "s-jsd,cps", "-o", "{out}/sjsd"),
            ("repro", "s-jsd-table-2", "{out}/sjsd"),
        ),
    ),
    "mt-bias": Paper(
        "Gupta, Ramesh, Singh, GeBNLP 2021: bias of translation from Hindi",
        "a translator from Hindi to English",
        ("hi",),
        ("tgbi-hindi",),
        (
            ("run", "-m", "{model}", "-d", "tgbi-hindi", "-l", "{language}", "--measures", "tgbi", "-o", "{out}/tgbi"),
            ("repro", "tgbi-hindi-table-2"),
        ),
    ),
}


def paper_named(name: str) -> Paper:
    if name not in PAPERS:
        raise UnknownName("paper", name, list(PAPERS))
    return PAPERS[name]


def commands(paper: Paper, *, model: str, language: str, out: str) -> list[list[str]]:
    """The steps with their slots filled."""
    chosen = language or paper.languages[0]
    if chosen not in paper.languages:
        raise InputError(f"The paper has no '{chosen}'. It has: {', '.join(paper.languages)}.")
    slots = {"{model}": model, "{language}": chosen, "{out}": out}
    return [[_filled(word, slots) for word in step] for step in paper.steps]


def _filled(word: str, slots: Mapping[str, str]) -> str:
    for slot, value in slots.items():
        word = word.replace(slot, value)
    return word
