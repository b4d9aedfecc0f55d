"""Tasks that a model is tried at before it is believed: words, inference, translation, the language itself."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from babelance.core.estimate import Plain
from babelance.core.model import reason_not_for
from babelance.core.query import (
    Answer,
    Choices,
    Embed,
    Entails,
    Query,
    Text,
    TokenLogprobs,
    Tokens,
    Translate,
    Unanswered,
    Vector,
)
from babelance.core.registry import DATASETS
from babelance.measures.chrf import chrf, overlaps
from babelance.run.plan import Job
from babelance.stats.ability import better_than_chance, kinship, larger
from babelance.text.control_words import control_words

PAIRS = "babel-entailment"
LEVEL = 0.05
CLEAR = 0.01
"""For words: in vectors that know a language, kinds part far more clearly than this."""
Answerer = Callable[[Sequence[Query]], Sequence[Answer]]


@dataclass(frozen=True)
class Competence:
    """`why` is empty if the model can do the task. What is not `binding` is shown, and keeps a number back in audits
    alone: whoever names a measure and a language in `run` gets to see how the model reads it, or how its words lie."""

    why: str
    facts: dict[str, Plain]
    binding: bool = True


def examine(task: str, job: Job, target: str, answerer: Answerer) -> Competence:
    if task == "words":
        return _words(job, answerer)
    spoken = DATASETS.get(PAIRS).card.languages
    missing = [code for code in (job.language, target) if code and code not in spoken]
    if missing:
        return _competence_unexamined(task, missing[0])
    if task == "inference":
        return _inference(job.language, answerer)
    if task == "translation":
        return _translation(job.language, target, answerer)
    return replace(_language(job.language, answerer), binding=False)


def _competence_unexamined(task: str, code: str) -> Competence:
    """How well a language is read is not binding where it can be seen, so it is not where nobody can look."""
    why = f"there are no plain sentences in '{code}' to try it on"
    if task == "language":
        return Competence("", {"not_examined": why}, False)
    return Competence(f"cannot be shown to do the task: {why}", {})


def _words(job: Job, answerer: Answerer) -> Competence:
    if foreign := reason_not_for(job.model, job.language):
        return Competence(f"cannot do the task: {foreign}", {})
    kinds = control_words(job.language)
    answers = dict(zip(kinds, answerer([Embed(word, "lower-if-missing") for word in kinds]), strict=True))
    known = {word: answer.values for word, answer in answers.items() if isinstance(answer, Vector)}
    facts: dict[str, Plain] = {"control_words": len(kinds), "control_words_known": len(known)}
    if 2 * len(known) < len(kinds) or not known:
        return Competence("", {**facts, "not_examined": "too few of the control words are in the vocabulary"}, False)
    seen = kinship(np.stack(list(known.values())), [kinds[word] for word in known])
    facts |= {"similarity_of_a_kind": round(seen.own, 3), "similarity_to_others": round(seen.other, 3)}
    if seen.p < CLEAR:
        return Competence("", facts, False)
    return Competence(
        f"cannot do the task: everyday words of one kind (similarity {facts['similarity_of_a_kind']}) are no nearer to "
        f"each other than to words of other kinds ({facts['similarity_to_others']})",
        facts,
        False,
    )


def _inference(code: str, answerer: Answerer) -> Competence:
    items = list(DATASETS.get(PAIRS).items(code))
    answers = answerer([Entails(item.texts["premise"], item.texts["hypothesis"], code) for item in items])
    labels = [answer.names[int(answer.logprobs.argmax())] if isinstance(answer, Choices) else "" for answer in answers]
    right = sum(label == item.tags["label"] for label, item in zip(labels, items, strict=True))
    facts: dict[str, Plain] = {"right": right, "pairs": len(items), "chance": round(len(items) / 3, 1)}
    if better_than_chance(right, len(items), 1 / 3) < LEVEL:
        return Competence("", facts)
    unanswered = [
        answer.reason
        for answer in answers
        if not isinstance(answer, Choices | Tokens | Text) and hasattr(answer, "reason")
    ]
    one_label = f" (all of them with '{labels[0]}')" if labels[0] and len(set(labels)) == 1 else ""
    detail = f" ({unanswered[0]})" if unanswered else one_label
    return Competence(
        f"cannot do the task: of {len(items)} plain pairs {right} were answered rightly, by chance it would be "
        f"{len(items) // 3}{detail}",
        facts,
    )


def _translation(source: str, target: str, answerer: Answerer) -> Competence:
    texts, references = _sentences(source), _sentences(target)
    answers = answerer([Translate(text, source, target) for text in texts])
    done = [(index, answer.text) for index, answer in enumerate(answers) if isinstance(answer, Text)]
    facts: dict[str, Plain] = {"sentences": len(texts), "translated": len(done)}
    if done:
        own = np.asarray([_chrf(text, references[index]) for index, text in done])
        others = np.asarray(
            [
                np.mean([_chrf(text, other) for other in references if other != references[index]])
                for index, text in done
            ]
        )
        facts |= {"chrf": round(float(own.mean()), 1), "chrf_of_other_sentences": round(float(others.mean()), 1)}
        if 2 * len(done) >= len(texts) and larger(own, others) < LEVEL:
            return Competence("", facts)
    why = ", no closer to their references than to those of other sentences"
    if 2 * len(done) < len(texts):
        why = f" ({_commonest_reason(answers)})"
    return Competence(f"cannot do the task: of {len(texts)} plain sentences {len(done)} were translated{why}", facts)


def _commonest_reason(answers: Sequence[Answer]) -> str:
    """Of those that are missing."""
    reasons = Counter(str(answer.reason) for answer in answers if isinstance(answer, Unanswered))
    return reasons.most_common(1)[0][0] if reasons else "without a reason"


def _language(code: str, answerer: Answerer) -> Competence:
    texts = _sentences(code)
    answers = answerer([TokenLogprobs(text) for text in [*texts, *map(_reverse, texts)]])
    model, reversed_ = (_bits(texts, part) for part in (answers[: len(texts)], answers[len(texts) :]))
    read = np.isfinite(model) & np.isfinite(reversed_)
    if not read.any():
        return Competence("cannot do the task: no plain sentence of this language could be read", {})
    counts = Counter("".join(texts))
    total = counts.total()
    letters = np.asarray([-np.mean([np.log2(counts[letter] / total) for letter in text]) for text in texts])
    facts: dict[str, Plain] = {
        "bits_per_character": round(float(model[read].mean()), 2),
        "bits_words_reversed": round(float(reversed_[read].mean()), 2),
        "bits_by_letter_frequency": round(float(letters[read].mean()), 2),
    }
    if larger(letters[read], model[read]) < LEVEL and larger(reversed_[read], model[read]) < LEVEL:
        return Competence("", facts)
    return Competence(
        f"cannot do the task: plain sentences of this language ({facts['bits_per_character']} bits a character) are "
        f"not clearly likelier to the model than their words in reverse ({facts['bits_words_reversed']}) or than to "
        f"someone who knows only how frequent letters are ({facts['bits_by_letter_frequency']})",
        facts,
    )


def _bits(texts: Sequence[str], answers: Sequence[Answer]) -> NDArray[np.float64]:
    """Bits per character of each text; NaN for one that could not be read."""
    pairs = zip(texts, answers, strict=True)
    return np.asarray(
        [
            -float(answer.logprobs.sum()) / np.log(2) / len(text) if isinstance(answer, Tokens) else np.nan
            for text, answer in pairs
        ]
    )


def _reverse(text: str) -> str:
    """The words in reverse order; the letters, where there are no spaces."""
    words = text.split()
    return " ".join(reversed(words)) if len(words) > 1 else text[::-1]


def _sentences(code: str) -> list[str]:
    """All sentences of the pairs, in an order that is the same in all languages."""
    items = list(DATASETS.get(PAIRS).items(code))
    premises = {item.tags["premise_number"]: item.texts["premise"] for item in items}
    return [*premises.values(), *(item.texts["hypothesis"] for item in items)]


def _chrf(text: str, reference: str) -> float:
    return float(chrf(overlaps(text, reference).ravel()))
