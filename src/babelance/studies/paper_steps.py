"""What five papers did, as commands of this program, with a model of the user in place.

Slots are `{models}`, `{language}` and `{out}`, the folder for everything that is made. The last steps lay the numbers
that the paper prints beside those of the user's model. What a paper did that takes hours or other data is printed
(`by_hand`) and never carried out.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from babelance.core.errors import InputError, UnknownName


@dataclass(frozen=True, slots=True)
class Paper:
    """`kind` of model in words; `data` are the datasets that the steps read; `steps` are commands, `further` those of
    single languages. A language may have steps of its own instead (`instead`). `by_hand` is never carried out."""

    title: str
    kind: str
    languages: tuple[str, ...]
    data: tuple[str, ...]
    steps: tuple[str, ...]
    further: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    instead: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    by_hand: tuple[str, ...] = ()


_BUILD = "build mbe --language {language} --words paper --names"
_RUN = "run {models} -l {language}"
_RELEASED = "-d ethnic-bias --measures cb --set fidelity=released"
_PAIRS = (
    "study pairs {models} -l {language} --names -o {out}/pairs",
    "study names {models} -d crows-pairs-ja-ru -l {language} --out {out}/names.jsonl",
)
"""Tables 4 and 5 (HT, MBE, Tmp; MT with --translator) and table 6. The pairs that the authors released have local names
already, so that the names are exchanged the other way round."""
PAPERS: Mapping[str, Paper] = {
    "mbe": Paper(
        "Kaneko, Imankulova, Bollegala, Okazaki, NAACL 2022: MBE",
        "a masked language model; three or more with -l en, for table 3",
        ("de", "ja", "ar", "es", "pt", "ru", "id", "zh", "en"),
        ("gender-words", "crows-pairs"),
        (
            f"{_BUILD} --from opus:TED2020 --out {{out}}/ted.jsonl",
            f"{_BUILD} --from opus:GlobalVoices --out {{out}}/news.jsonl",
            f"{_RUN} -d {{out}}/ted.jsonl --measures mbe -o {{out}}/ted",
            f"{_RUN} -d {{out}}/news.jsonl --measures mbe -o {{out}}/news",
            "study preserved {out}/news.jsonl",
            "repro mbe-table-2 --corpus TED={out}/ted --corpus News={out}/news",
        ),
        further={"ja": _PAIRS, "ru": _PAIRS},
        instead={
            "en": (
                "build pairs -d crows-pairs -l en --axis gender -o {out}/cp-pairs.jsonl",
                "build groups -d {out}/cp-pairs.jsonl -l en --names -o {out}/cp-groups.jsonl",
                f"{_RUN} -d {{out}}/cp-pairs.jsonl --measures aula -o {{out}}/cp-pairs",
                f"{_RUN} -d {{out}}/cp-groups.jsonl --measures mbe -o {{out}}/cp-groups",
                "repro mbe-table-3 --benchmark CP={out}/cp-pairs --benchmark CP={out}/cp-groups",
            )
        },
    ),
    "cb": Paper(
        "Ahn, Oh, EMNLP 2021: Categorical Bias",
        "a masked language model",
        ("de", "en", "es", "ko", "tr", "zh"),
        ("ethnic-bias",),
        (
            f"{_RUN} -d ethnic-bias --measures cb -o {{out}}/cb",
            f"{_RUN} {_RELEASED} -o {{out}}/cb-released",
            "repro cb-table-4 {out}/cb {out}/cb-released",
            "repro cb-table-2 {out}/cb {out}/cb-released",
        ),
        instead={
            "en": (
                f"{_RUN} -d ethnic-bias --measures cb -o {{out}}/cb",
                f"{_RUN} {_RELEASED} -o {{out}}/cb-released",
                "repro cb-table-4 {out}/cb {out}/cb-released",
                "repro cb-table-5 {out}/cb {out}/cb-released",
            )
        },
        by_hand=(
            "compare languages {models} -l en,{language} -o {out}/languages",
            "repro cb-table-3 {out}/languages",
            "mitigate align -m {model} --to ENGLISH-MODEL -p PARALLEL.tsv -l {language} --to-language en "
            "-c CORPUS.txt.gz -o {out}/aligned",
            "mitigate cda -m {model} -l {language} -c CORPUS.txt.gz -o {out}/cda",
            f"run -m {{out}}/aligned -m {{out}}/cda -l {{language}} {_RELEASED} -o {{out}}/after",
            "repro cb-table-2 {out}/cb-released {out}/after",
        ),
    ),
    "nli-coal": Paper(
        "Anantaprayoon, Kaneko, Okazaki, LREC-COLING 2024: NLI-CoAL",
        "an NLI classifier (make one: babelance train nli)",
        ("en", "ja", "zh"),
        ("nli-coal",),
        (
            f"{_RUN} -d nli-coal --measures nli-coal,fn -o {{out}}/nli",
            "repro coal-table-3 {out}/nli",
        ),
        by_hand=(
            "train nli --base BASE --data SNLI-TRAIN.jsonl --dev SNLI-DEV.jsonl --out {out}/classifier",
            "build nli CAPTIONS.txt -l {language} --occupations professions -o {out}/sets.jsonl",
            "meta bias-control -d nli-coal -l {language} --base BASE -o {out}/bias-control",
        ),
    ),
    "s-jsd": Paper(
        "Steinborn, Dufter, Jabbar, Schütze, Findings of NAACL 2022: S_JSD",
        "a masked language model",
        ("en", "de", "fi", "id", "th", "ar", "fr", "ko", "vi", "zh"),
        ("sjsd",),
        (
            f"{_RUN} -d sjsd --measures s-jsd,cps,b-s-jsd -o {{out}}/sjsd",
            "repro s-jsd-table-2 {out}/sjsd",
            "repro s-jsd-table-1",
        ),
        further={
            "en": (
                f"{_RUN} -d crows-pairs --measures s-jsd,cps -o {{out}}/crows",
                f"{_RUN} -d crows-pairs --measures s-jsd,cps --set perturb=drop-last-character -o {{out}}/crows-cut",
                "repro s-jsd-table-3 {out}/crows {out}/crows-cut",
            )
        },
    ),
    "mt-bias": Paper(
        "Ramesh, Gupta, Singh, GeBNLP 2021: bias of translation from Hindi",
        "a translator from Hindi to English",
        ("hi",),
        ("tgbi-hindi", "hindi-english-words", "ntrex-english"),
        (
            "study translator {models} -l {language} --utterances tgbi-hindi --words hindi-english-words "
            "--set root=false -o {out}/tables",
            "repro tgbi-hindi-table-2 {out}/tables",
            "repro hindi-table-1",
        ),
        by_hand=("rank -m en=vec:ENGLISH.vec -m hi=vec:HINDI.vec --measures weat,rnsb,rnd,ect",),
    ),
}


def paper_named(name: str) -> Paper:
    if name not in PAPERS:
        raise UnknownName("paper", name, list(PAPERS))
    return PAPERS[name]


def commands(
    paper: Paper, *, models: Sequence[str], language: str, out: str, limit: int | None = None, key: str | None = None
) -> list[list[str]]:
    """The steps with their slots filled; with a limit, a trial on so many items. `key` names the environment variable
    with the key of a served model."""
    chosen = _language(paper, language)
    steps = paper.instead.get(chosen) or (*paper.steps, *paper.further.get(chosen, ()))
    filled = [_fill_slots(step, chosen, models, out) for step in steps]
    if limit:
        filled = [[*step, "--limit", str(limit)] if _takes_limit(step) else step for step in filled]
    return [[*step, "--api-key-env", key] if key and "-m" in step else step for step in filled]


def _takes_limit(step: Sequence[str]) -> bool:
    """Not `study names`: of few pairs too few have names."""
    return step[0] == "run" or list(step[:2]) in (["study", "translator"], ["study", "pairs"])


def by_hand(paper: Paper, *, models: Sequence[str], language: str, out: str) -> list[list[str]]:
    """What else the paper did: hours of training, or data of the user's, in capital letters. None of a language with
    steps of its own."""
    chosen = _language(paper, language)
    return [] if chosen in paper.instead else [_fill_slots(step, chosen, models, out) for step in paper.by_hand]


def measures_in(steps: Sequence[Sequence[str]]) -> list[str]:
    """Those that a model is asked for."""
    after = [word for step in steps for flag, word in pairwise(step) if flag == "--measures"]
    return list(dict.fromkeys(name for word in after for name in word.split(",")))


def corpora_in(steps: Sequence[Sequence[str]]) -> list[str]:
    return [word for step in steps for flag, word in pairwise(step) if flag == "--from"]


def _language(paper: Paper, language: str) -> str:
    chosen = language or paper.languages[0]
    if chosen not in paper.languages:
        known = ", ".join(paper.languages)
        if "," in chosen:
            raise InputError(
                f"One language at a time, not '{chosen}': give the command again for each. It has: {known}."
            )
        raise InputError(f"The paper has no '{chosen}'. It has: {known}.")
    return chosen


def _fill_slots(step: str, language: str, models: Sequence[str], out: str) -> list[str]:
    slots = {"{language}": language, "{out}": out, "{model}": models[0]}
    filled: list[str] = []
    for word in step.split():
        if word == "{models}":
            filled += [part for model in models for part in ("-m", model)]
            continue
        for slot, value in slots.items():
            word = word.replace(slot, value)
        filled.append(word)
    return filled
