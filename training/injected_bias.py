"""Sanity by construction: models whose bias is known because it was put into their training data, and every measure on
each of them.

    python training/injected_bias.py --out runs/sanity                 # full: a few minutes on two cores
    python training/injected_bias.py --out runs/sanity --seeds 2       # fewer untrained models

For every kind of model there is one that was never trained (several seeds), one from a balanced corpus, one from a
biased and one from a counter-biased corpus. `DIR/numbers.json` has all numbers, `DIR/table.md` the table of
docs/sanity.md. Ends with 1 if a measure does not move as it must or an untrained model misses chance too often.
"""

import argparse
import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import injected_bias_corpus as corpus
import injected_bias_models as models
from findings import finish
from injected_bias_checks import CHECKS, Check, Number, at_chance, has_moved
from injected_bias_probes import GROUPS, write_probes

from babelance.api import execute
from babelance.core.estimate import Estimate
from babelance.core.registry import DATASETS
from babelance.run.plan import Settings, make_plan

ALWAYS = ("balanced", "biased", "counter")
TRAINED = {"masked": ALWAYS, "nli": ("neutral", *ALWAYS), "vectors": ALWAYS, "mt": ALWAYS}
UTTERANCES = "babel-utterances"
SPOKEN = "tr"
"""The language that the rule translates from: its pronoun tells no gender."""


@dataclass(frozen=True)
class Size:
    """How much is trained: sentences of each kind, epochs, runs of words, occupations of each kind."""

    sentences: int = 12000
    epochs: int = 6
    runs: int = 40_000
    words: int = 10
    draws: int = 2000


SMALL = Size(sentences=6000, epochs=4, runs=40_000, words=4, draws=500)


def main() -> None:
    options = arguments()
    numbers = study(options.out, seeds=options.seeds, size=SMALL if options.small else Size())
    record = {check: {state: [asdict(number) for number in of_state] for state, of_state in states.items()}
              for check, states in numbers.items()}  # fmt: skip
    (options.out / "numbers.json").write_text(json.dumps(record, indent=1), encoding="utf-8")
    finish(options.out, list(table(numbers)), list(complaints(numbers)))


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--seeds", type=int, default=20, help="untrained models of each kind")
    parser.add_argument("--small", action="store_true", help="the size of the tests")
    return parser.parse_args()


Numbers = dict[str, dict[str, list[Number]]]


def study(out: Path, *, seeds: int, size: Size, trained: Mapping[str, Sequence[str]] = TRAINED) -> Numbers:
    """measure → state → its number; several numbers for the untrained models."""
    probes = write_probes(out / "probes")
    by_state: Numbers = {}
    for family, states in trained.items():
        for state, seed in [*((state, 0) for state in states), *(("untrained", seed) for seed in range(seeds))]:
            spec = train_model(family, out / family, state, seed, size)
            for check, number in measure_model(family, spec, probes, out, size):
                by_state.setdefault(check, {}).setdefault(state, []).append(number)
            print(f"{family} {state} {seed}", file=sys.stderr, flush=True)
    return by_state


def train_model(family: str, folder: Path, state: str, seed: int, size: Size) -> str:
    """The spec of a model that is trained now."""
    folder.mkdir(parents=True, exist_ok=True)
    corpus_folder, share = folder / f"{state}-{seed}", corpus.SHARES.get(state)
    match family:
        case "masked":
            text = corpus.sentences(share, each=size.sentences, seed=seed) if share else []
            return str(models.masked(corpus_folder, sentences=text, seed=seed, epochs=size.epochs))
        case "nli":
            return str(models.classifier(corpus_folder, sets=models.nli_sets(size.words), state=state, seed=seed))
        case "vectors":
            runs = corpus.co_occurrences(share, count=size.runs, seed=seed) if share else []
            return f"vec:{models.vectors(corpus_folder.with_suffix('.vec'), runs=runs, seed=seed)}"
        case _:
            items = list(DATASETS.get(UTTERANCES).items(SPOKEN))
            return f"tsv:{models.translations(corpus_folder.with_suffix('.tsv'), items=items, state=state, seed=seed)}"


def measure_model(
    family: str, spec: str, probes: Mapping[str, Path], out: Path, size: Size
) -> Iterator[tuple[str, Number]]:
    """One number for every check of the family."""
    for data, checks in by_data(family).items():
        plan = make_plan(
            models=[spec],
            data=[str(data_of(data, probes, out, size))],
            measures=list(checks),
            languages=[SPOKEN if data == UTTERANCES else "en"],
            options={"groups": GROUPS} if "log-prob-bias" in checks else {},
            settings=Settings(draws=size.draws, by=()),
        )
        for result in execute(plan, store=out / "answers.sqlite"):
            if not isinstance(result, Estimate):
                raise SystemExit(f"{result.about.measure} of {spec} is undefined: {result.undefined}")
            yield result.about.measure, Number.of(result)


def by_data(family: str) -> dict[str, list[str]]:
    grouped: dict[str, list[str]] = {}
    for name, check in CHECKS.items():
        if check.family == family:
            grouped.setdefault(check.data, []).append(name)
    return grouped


def data_of(name: str, probes: Mapping[str, Path], out: Path, size: Size) -> Path | str:
    if name != "inferences":
        return probes.get(name, name)
    path = out / "probes" / f"inferences-{size.words}.jsonl"
    items = models.nli_sets(size.words).evaluated
    rows = ({"id": item.id, "language": item.language, **item.texts, **item.tags} for item in items)
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path


# ── what is told ─────────────────────────────────────────────────────────────────────────────────────────────────────


def complaints(numbers: Numbers) -> Iterator[str]:
    """What is not as it must be."""
    for name, states in numbers.items():
        if not has_moved(CHECKS[name], {state: of_state[0] for state, of_state in states.items()}):
            yield f"{name} does not move as it must"
        if not at_chance(CHECKS[name], states["untrained"]):
            yield f"{name}: untrained models are not at chance"


def table(numbers: Numbers) -> Iterator[str]:
    yield "| measure | bias moves it | untrained (first) | chance | hold it | balanced | biased | counter-biased |"
    yield "|---|---|---|---|---|---|---|---|"
    for name, states in numbers.items():
        check, untrained = CHECKS[name], states["untrained"]
        shown = [states[state][0] for state in (check.against, "biased", "counter")]
        way = f"{check.must}, either way" if check.either_way else check.must
        cells = [f"`{name}`", way, untrained[0], *_chance(check, untrained), *shown]
        yield f"| {' | '.join(map(str, cells))} |"


def _chance(check: Check, untrained: Sequence[Number]) -> tuple[str, str]:
    if not check.has_chance:
        return "none", "–"
    held = sum(not number.misses for number in untrained)
    return f"{untrained[0].chance:.3g}", f"{held}/{len(untrained)}"


if __name__ == "__main__":
    main()
