"""How good is the embedded translator? chrF beside a word-by-word dictionary, and what it does with the utterances.

    python training/evaluate_translator.py --corpora ../shared/corpora --model runs/translator/final --languages fi,hu \
        --out runs/translator/evaluation.json

Test sentences are those of translator_data.py, of any length, never trained on in any language. The dictionary has for
every word the English word that eflomal aligned with it most often in the training pairs; unknown words are copied.
"""

import argparse
import json
import re
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import torch
import translator_data as data
from sacrebleu.metrics.chrf import CHRF
from sacrebleu.significance import PairedTest
from transformers import MarianMTModel, MarianTokenizer

from babelance.api import execute
from babelance.backends.training.translation_scores import scores
from babelance.backends.training.translator_task import TranslatorPlan, translate
from babelance.core.estimate import Estimate
from babelance.run.plan import Settings, make_plan

UTTERANCES = "babel-utterances"
# Marks are letters here: Devanagari vowels are not \w.
WORD = re.compile(r"[\w\u0900-\u097f]+|[^\w\s]")
Record = dict[str, Any]


def main() -> None:
    options = arguments()
    torch.set_num_threads(1)
    model = MarianMTModel.from_pretrained(options.model).float().eval()
    tokenizer = MarianTokenizer.from_pretrained(options.model)
    splits = data.read(options.corpora)
    results = {}
    for language in options.languages.split(","):
        by_word = dictionary_translations(splits[language], options.out.with_suffix(f".{language}.words.json"))
        results[language] = measure(model, tokenizer, splits[language], by_word) | measure_utterances(
            options.model, language, options.out
        )
        print(language, results[language], flush=True)
        options.out.write_text(json.dumps(results, indent=1, ensure_ascii=False), encoding="utf-8")


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--corpora", type=Path, required=True, help="folder with tatoeba/")
    parser.add_argument("--model", type=Path, required=True, help="the exported translator")
    parser.add_argument("--languages", default=",".join(data.LANGUAGES))
    parser.add_argument("--out", type=Path, required=True, help="the numbers, as JSON")
    return parser.parse_args()


def measure(model: Any, tokenizer: Any, split: data.Split, by_word: Sequence[str]) -> Record:
    """Scores of the model and of the dictionary on the test pairs."""
    sources, references = zip(*split.testing, strict=True)
    given = translate(model, tokenizer, sources, TranslatorPlan())
    return {
        "training pairs": len(split.training),
        "test pairs": len(sources),
        "model": scores(given, references, language="en").facts(),
        "word by word": scores(by_word, references, language="en").facts(),
        "p": bootstrap_p(given, by_word, references),
        "examples": list(zip(sources[:8], references[:8], given[:8], by_word[:8], strict=True)),
    }


def dictionary_translations(split: data.Split, cache: Path) -> list[str]:
    """The dictionary's translations of the test sentences: they do not depend on the model, and are made once."""
    if not cache.exists():
        words = dictionary(split.training)
        cache.write_text(json.dumps([word_by_word(source, words) for source, _ in split.testing]), encoding="utf-8")
    translations: list[str] = json.loads(cache.read_text(encoding="utf-8"))
    return translations


def bootstrap_p(given: Sequence[str], by_word: Sequence[str], references: Sequence[str]) -> float:
    """sacreBLEU's paired bootstrap: how often is chrF of the model no better than that of the dictionary?"""
    systems: list[tuple[str, Sequence[str]]] = [("word by word", list(by_word)), ("model", list(given))]
    _, results = PairedTest(systems, {"chrF": CHRF()}, [list(references)], test_type="bs", n_samples=1000)()
    model: Any = next(value for name, value in results.items() if name != "System")[1]
    return float(model.p_value)


def dictionary(pairs: Sequence[data.Pair]) -> dict[str, str]:
    """Every word's most frequent translation."""
    sources = [WORD.findall(source.casefold()) for source, _ in pairs]
    targets = [WORD.findall(english) for _, english in pairs]
    counted: dict[str, Counter[str]] = {}
    for source, target, origins in zip(sources, targets, data.align(sources, targets), strict=True):
        for word, origin in zip(target, origins, strict=True):
            if origin >= 0:
                counted.setdefault(source[origin], Counter())[word] += 1
    return {word: counts.most_common(1)[0][0] for word, counts in counted.items()}


def word_by_word(source: str, words: dict[str, str]) -> str:
    text = " ".join(words.get(word.casefold(), word) for word in WORD.findall(source))
    joined = re.sub(r" ([^\w\s])", r"\1", text)
    return joined[:1].upper() + joined[1:]


def measure_utterances(model: Path, language: str, out: Path) -> Record:
    """TGBI of the utterances, or why there is none, and what the translations are."""
    plan = make_plan(
        models=[str(model)], data=[UTTERANCES], measures=["tgbi"], languages=[language], settings=Settings(by=())
    )
    [result] = execute(plan, store=out.with_suffix(".sqlite"), out=out.with_suffix(f".{language}"))
    if isinstance(result, Estimate):
        return {
            "tgbi": result.value,
            "low": result.low,
            "high": result.high,
            "n": result.about.n,
            "facts": dict(result.extra),
        }
    return {"undefined": result.undefined}


if __name__ == "__main__":
    main()
