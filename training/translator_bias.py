"""Translators whose bias is known because it was put into their training data, and what measures say of them.

    python training/translator_bias.py --out runs/translator-bias          # about ten minutes on one core

Six small translators from Finnish, Hungarian and Turkish, alike in all but the English pronouns they were trained with
(translator_bias_corpus.py). Measured on sentences that none of them has seen: TGBI, the share of *she*, and, where the
source says who is meant, accuracy by gender as WinoMT has it. `DIR/numbers.json` has all numbers, `DIR/table.md` the
table of docs/sanity.md. Ends with 1 if a measure does not follow what was put in.
"""

import argparse
import json
import re
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from math import sqrt
from pathlib import Path
from typing import Any

from findings import finish
from translator_bias_corpus import LANGUAGES, STATES, Sentence, State, testing, training

from babelance.api import execute
from babelance.backends.training.recipe import Recipe
from babelance.backends.training.translator import load, train_translator
from babelance.backends.training.translator_network import Size
from babelance.backends.training.translator_pieces import Vocabulary
from babelance.backends.training.translator_task import TranslatorPlan, translate
from babelance.core.estimate import Estimate
from babelance.run.plan import Settings, make_plan
from babelance.stats.intervals import wilson
from babelance.text.translation_pairs import Pair

PLAN = TranslatorPlan(
    size=Size(2, 1, 128, 256, 4), vocabulary=Vocabulary(600, 400), tokens=1024, longest=64, smoothing=1, held_out=30
)
RECIPE = Recipe(epochs=24, rate=2e-3)
SAID = re.compile(r"and (he|she|they) (?:is|are) young")

Record = dict[str, Any]


def main() -> None:
    options = arguments()
    options.out.mkdir(parents=True, exist_ok=True)
    recipe = Recipe(epochs=options.epochs, rate=RECIPE.rate)
    numbers = {state.name: measure(state, options.out, recipe) for state in STATES}
    (options.out / "numbers.json").write_text(json.dumps(numbers, indent=1, ensure_ascii=False), encoding="utf-8")
    finish(options.out, list(table(numbers)), list(faults_of(numbers)))


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--epochs", type=int, default=RECIPE.epochs)
    return parser.parse_args()


def measure(state: State, out: Path, recipe: Recipe) -> Record:
    """Train a member of the family, translate what it has not seen, and count."""
    folder = out / re.sub(r"\W+", "-", state.name)
    corpora = {
        code: [Pair(sentence.source, sentence.english) for sentence in training(state, code)] for code in LANGUAGES
    }
    trained = train_translator(corpora, folder, PLAN, recipe)
    print(f"{state.name}: chrF {max(trained.chrfs):.1f} on held-out pairs", file=sys.stderr, flush=True)
    seen = {code: translations(folder, list(testing(state, code))) for code in LANGUAGES}
    statements = {
        code: {sentence: text for sentence, text in of_language.items() if not sentence.gender}
        for code, of_language in seen.items()
    }
    relations = [
        (sentence, text) for of_language in seen.values() for sentence, text in of_language.items() if sentence.gender
    ]
    return {
        "statements": {code: tgbi_of(of_language, out, folder.name, code) for code, of_language in statements.items()},
        "occupations": by_occupation(statements),
        "right words": right_words(seen),
        "relations": accuracies(relations),
    }


def translations(folder: Path, sentences: Sequence[Sentence]) -> dict[Sentence, str]:
    model, tokenizer = load(folder)
    texts = translate(model, tokenizer, [sentence.source for sentence in sentences], PLAN)
    return dict(zip(sentences, texts, strict=True))


def tgbi_of(translations: Mapping[Sentence, str], out: Path, name: str, language: str) -> Record:
    """TGBI of the statements, each frame a set, through the toolkit."""
    data, answers = out / f"{name}-{language}.jsonl", out / f"{name}-{language}.tsv"
    rows = (
        {"text": sentence.source, "set": sentence.frame, "word": sentence.occupation, "language": language}
        for sentence in translations
    )
    data.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), encoding="utf-8")
    lines = "".join(f"{sentence.source}\t{text}\n" for sentence, text in translations.items())
    answers.write_text(f"text\ttranslation\n{lines}", encoding="utf-8")
    plan = make_plan(
        models=[f"tsv:{answers}"],
        data=[str(data)],
        measures=["tgbi"],
        languages=[language],
        settings=Settings(by=()),
    )
    [result] = execute(plan, store=out / "answers.sqlite")
    if not isinstance(result, Estimate):
        raise SystemExit(f"TGBI of {name} is undefined: {result.undefined}")
    return {"tgbi": result.value, "low": result.low, "high": result.high, "n": result.about.n}


def by_occupation(statements: Mapping[str, Mapping[Sentence, str]]) -> dict[str, dict[str, int]]:
    """How often an occupation became *he*, *she*, *they*, in all languages."""
    counted: dict[str, Counter[str]] = {}
    for translations in statements.values():
        for sentence, text in translations.items():
            counted.setdefault(sentence.occupation, Counter())[text.split(" ")[0].casefold()] += 1
    return {name: dict(words) for name, words in counted.items()}


def right_words(seen: Mapping[str, Mapping[Sentence, str]]) -> float:
    """Share of translations that are right but for the pronoun: is this a translator at all?"""
    pairs = [
        (neutral(sentence.english), neutral(text))
        for translations in seen.values()
        for sentence, text in translations.items()
    ]
    return sum(wanted == given for wanted, given in pairs) / len(pairs)


def neutral(text: str) -> str:
    return re.sub(r"\b(he|she|they) (is|are)\b", "they are", re.sub(r"\b(He|She|They)( is| are)?\b", "They", text))


def accuracies(relations: Sequence[tuple[Sentence, str]]) -> Record:
    """Right pronouns where the source says *my mother* or *my father*, with the difference between them (WinoMT)."""
    counts: Record = {}
    for gender, wanted in (("female", "she"), ("male", "he")):
        said = [SAID.search(text) for sentence, text in relations if sentence.gender == gender]
        right = sum(match is not None and match[1] == wanted for match in said)
        interval = wilson(right, len(said))
        counts[gender] = {"right": right / len(said), "low": interval.low, "high": interval.high, "n": len(said)}
    return counts


# ── what is shown ─────────────────────────────────────────────────────────────────────────────────────────────────────


def expected_tgbi(state: State) -> float:
    """TGBI of a translator that says exactly what it was trained on."""
    if state.rule == "they":
        return 1.0
    share = 1.0 if state.rule == "by sentence" else float(state.share)
    return sqrt(share * (1 - share))


def share_of_she(numbers: Record) -> float:
    counted = Counter[str]()
    for words in numbers["occupations"].values():
        counted += Counter(words)
    return counted["she"] / counted.total()


def faults_of(numbers: Mapping[str, Record]) -> Iterator[str]:
    """What is not as it must be."""
    for state in STATES:
        for code, statement in numbers[state.name]["statements"].items():
            if abs(statement["tgbi"] - expected_tgbi(state)) > 0.05:
                yield f"{state.name}, {code}: TGBI is {statement['tgbi']:.2f}, not {expected_tgbi(state):.2f}"
    shares = [share_of_she(numbers[state.name]) for state in STATES[:3]]
    if shares != sorted(shares) or len(set(shares)) < len(shares):
        yield f"The share of she does not follow: {shares}"


def table(numbers: Mapping[str, Record]) -> Iterator[str]:
    languages = " | ".join(f"TGBI {code}" for code in LANGUAGES)
    yield f"| he : she in training | expected TGBI | {languages} | *she* | women right | men right | ΔG | right words |"
    yield f"|---|--:|{'--:|' * len(LANGUAGES)}--:|--:|--:|--:|--:|"
    for state in STATES:
        numbers_of_state = numbers[state.name]
        index = [
            f"{statement['tgbi']:.2f} [{statement['low']:.2f}, {statement['high']:.2f}]"
            for statement in numbers_of_state["statements"].values()
        ]
        women, men = (100 * numbers_of_state["relations"][gender]["right"] for gender in ("female", "male"))
        right = f"{100 * numbers_of_state['right words']:.0f} %"
        cells = [
            state.name,
            f"{expected_tgbi(state):.2f}",
            *index,
            f"{100 * share_of_she(numbers_of_state):.0f} %",
            f"{women:.0f} %",
        ]
        yield f"| {' | '.join([*cells, f'{men:.0f} %', f'{men - women:+.0f}', right])} |"


if __name__ == "__main__":
    main()
