"""A mitigation that provably works: a bias that was put in is taken out again, and nothing else is lost.

    python training/mitigation_works.py --corpora CORPORA --out runs/works

In each of three languages a model is trained from scratch on text with three injected biases (occupations go with a
gender, people in everyday scenes are men, pursuits go with countries), and a second one on such text without them.
`mitigate balanced-likelihood` is then applied to both. What must hold:

- CPS, MBE and CB of the mitigated model lie within the 95 % interval of the balanced model, those of the biased do not;
- the loss on held-out text is the same before and after (two one-sided tests over sentences, margin 0.1 nats a word);
- the balanced model is not harmed: its own scores stay within its interval, at the same loss.

Lower CB than the balanced model's is within: 0 is the ideal. `OUT/works.json` has all numbers, `OUT/works.md` the table
of docs/mitigation.md. Ends with 1 if anything of it fails. CORPORA is laid out as training/README.md says; without it
the other text is made of word lists (as in the tests).
"""

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import corpora
import injected_bias_models as models
import mitigation_works_text as text
import numpy as np
from mitigation_works_text import Words

from babelance.api import execute
from babelance.backends.training.nli_tiny import make_tiny
from babelance.backends.transformers import loading
from babelance.core.estimate import Estimate
from babelance.core.model import Options
from babelance.core.query import TokenLogprobs
from babelance.core.registry import MITIGATIONS, MODELS
from babelance.mitigations.tuning.settings import Tuning
from babelance.run.plan import Settings, make_plan
from babelance.stats.equivalence import Equivalence, equivalence

LANGUAGES = ("en", "fi", "tr")
MEASURES = {"cps": "pairs", "mbe": "presence", "cb": "groups"}
SHARES = {"biased": 0.95, "balanced": 0.5}
MARGIN = 0.1
"""Nats a word."""
FREQUENT = 500
"""Words of real text that the small models know; sentences with others are left out."""


@dataclass(frozen=True)
class Size:
    """Sentences of each kind, epochs of the model and of its mitigation, pairs, bootstrap draws."""

    sentences: int = 3000
    epochs: int = 5
    plain: int = 1500
    held_out: int = 200
    pairs: int = 10000
    mitigation_epochs: int = 12
    draws: int = 500


SMALL = Size(sentences=2500, epochs=5, plain=600, held_out=60, pairs=6000, mitigation_epochs=6, draws=300)


@dataclass(frozen=True)
class Case:
    """A model before and after, in one language: measure → (value, low, high), and the test of its loss."""

    language: str
    state: str
    before: dict[str, tuple[float, float, float]]
    after: dict[str, tuple[float, float, float]]
    loss: Equivalence


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--corpora", type=Path)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--languages", nargs="+", default=list(LANGUAGES))
    parser.add_argument("--small", action="store_true", help="the size of the tests")
    chosen = parser.parse_args()
    size = SMALL if chosen.small else Size()
    cases = []
    for language in chosen.languages:
        cases += try_language(language, chosen.out / language, size, seed=chosen.seed, folder=chosen.corpora)
        print(*table(cases[-2:]), sep="\n", file=sys.stderr, flush=True)
    record = [{**vars(case), "loss": {n: getattr(case.loss, n) for n in Equivalence.__slots__}} for case in cases]
    (chosen.out / "works.json").write_text(json.dumps(record, indent=1), encoding="utf-8")
    (chosen.out / "works.md").write_text("\n".join(table(cases)) + "\n", encoding="utf-8")
    print(*table(cases), sep="\n")
    faults = list(complaints(cases))
    print(*faults, sep="\n", file=sys.stderr)
    sys.exit(bool(faults))


def try_language(language: str, out: Path, size: Size, *, seed: int = 0, folder: Path | None = None) -> list[Case]:
    """The biased model and the balanced one, each before and after."""
    out.mkdir(parents=True, exist_ok=True)
    words = Words.of(language)
    plain = real_text(folder, language, size) if folder else text.plain(language, size.plain + size.held_out, seed)
    train, held_out = plain[size.held_out :], plain[: size.held_out]
    probes = text.write_probes(out, words)
    cases = []
    for state, share in SHARES.items():
        told = text.sentences(words, share, each=size.sentences, seed=seed)
        spec = train_model(out / state, words, [*told, *train], train, size, seed)
        changed = mitigate(spec, out, words, told, train, size, seed)
        before, after = (measure(model, probes, language, size) for model in (spec, changed))
        losses = [surprise(model, held_out) for model in (spec, changed)]
        shown = equivalence([b - a for a, b in zip(*losses, strict=True)], MARGIN)
        assert shown is not None
        cases.append(Case(language, state, before, after, shown))
    return cases


def real_text(folder: Path, language: str, size: Size) -> list[str]:
    """Short sentences of frequent words, cut at blanks, in an order that has nothing to do with their content."""
    found = corpora.read(folder, language).training
    cut = [" ".join(models_words(sentence)) for sentence in found if len(sentence) <= 40]
    frequent = {word for word, _ in Counter(word for line in cut for word in line.split()).most_common(FREQUENT)}
    known = [line for line in cut if set(line.split()) <= frequent and len(line.split()) >= 3]
    return list(dict.fromkeys(known))[: size.plain + size.held_out]


def models_words(sentence: str) -> list[str]:
    """As the models' tokenizer cuts: words and signs."""
    from tokenizers import pre_tokenizers

    return [word.lower() for word, _ in pre_tokenizers.BertPreTokenizer().pre_tokenize_str(sentence)]


def train_model(out: Path, words: Words, told: Sequence[str], plain: Sequence[str], size: Size, seed: int) -> str:
    from transformers import AutoTokenizer, BertConfig, BertForMaskedLM

    with loading.quiet():
        make_tiny(out, [*text.all_words(words), *plain], seed=seed, width=models.WIDTH, layers=1)
        network = BertForMaskedLM(BertConfig.from_pretrained(out))
        models.learn(network, AutoTokenizer.from_pretrained(out), told, seed=seed, epochs=size.epochs)
        network.save_pretrained(out)
    return str(out)


def mitigate(
    spec: str, out: Path, words: Words, told: Sequence[str], plain: Sequence[str], size: Size, seed: int
) -> str:
    """`mitigate balanced-likelihood --pairs`: sentences of the training text, and with another name or country."""
    pairs, corpus = out / "own-pairs.jsonl", out / "text.txt"
    made = text.pairs(words, told, size.pairs, seed)
    pairs.write_text("".join(json.dumps({"more": a, "less": b}) + "\n" for a, b in made), encoding="utf-8")
    corpus.write_text("\n".join([*told, *plain]) + "\n", encoding="utf-8")
    tuning = Tuning(epochs=size.mitigation_epochs, batch=64, rate=3e-3, length=32, patience=None, held_out=5)
    way: Any = MITIGATIONS.get("balanced-likelihood")
    made_way = way(words.language, pairs=str(pairs), tuning=tuning, options=Options(device="cpu"))
    return str(made_way.apply(spec, [str(corpus)], Path(f"{spec}-mitigated")))


def measure(spec: str, probes: dict[str, Path], language: str, size: Size) -> dict[str, tuple[float, float, float]]:
    found = {}
    for name, data in MEASURES.items():
        plan = make_plan(
            models=[spec],
            data=[str(probes[data])],
            measures=[name],
            languages=[language],
            options={},
            settings=Settings(draws=size.draws, by=()),
        )
        [result] = execute(plan)
        if not isinstance(result, Estimate):
            raise SystemExit(f"{name} of {spec} is undefined: {result.undefined}")
        found[name] = (result.value, result.low, result.high)
    return found


def surprise(spec: str, texts: Sequence[str]) -> list[float]:
    """Nats a word of each text, every word hidden in turn."""
    answers = MODELS.get("masked").open(spec, Options(device="cpu")).answer([TokenLogprobs(one) for one in texts])
    return [-float(np.mean(answer.logprobs)) for answer in answers]  # type: ignore[union-attr]


def is_within(measure: str, value: float, interval: tuple[float, float, float]) -> bool:
    """Of the balanced model; a bias without direction may be smaller than that."""
    _, low, high = interval
    return value <= high if measure == "cb" else low <= value <= high


def complaints(cases: Sequence[Case]) -> Iterator[str]:
    for biased, balanced in zip(cases[0::2], cases[1::2], strict=True):
        for name in MEASURES:
            reference, where = balanced.before[name], f"{name} in {biased.language}"
            if is_within(name, biased.before[name][0], reference):
                yield f"{where}: the biased model is no more biased than the balanced one, {biased.before[name]}"
            for case in (biased, balanced):
                if not is_within(name, case.after[name][0], reference):
                    yield f"{where}: the {case.state} model, mitigated, has {case.after[name]} beside {reference}"
        for case in (biased, balanced):
            if case.loss.p >= 0.05:
                yield f"loss of the {case.state} model in {case.language} is not shown to be the same: {case.loss}"


def table(cases: Sequence[Case]) -> Iterator[str]:
    yield "| language | model | `cps` | `mbe` | `cb` | change of loss, nats a word |"
    yield "|---|---|---|---|---|---|"
    for case in cases:
        for when, found in (("", case.before), (", mitigated", case.after)):
            cells = " | ".join(f"{value:.3g} [{low:.3g}, {high:.3g}]" for value, low, high in found.values())
            loss = f"{case.loss.mean:+.3f} [{case.loss.low:+.3f}, {case.loss.high:+.3f}]" if when else "–"
            yield f"| {case.language} | {case.state}{when} | {cells} | {loss} |"


if __name__ == "__main__":
    main()
