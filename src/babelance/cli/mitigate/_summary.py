"""What a mitigation did and cost, in a few lines: of its record, whatever it has."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from babelance.core.untrusted import as_type, read_object

RECORD = "mitigation.json"
ALIGNMENT = "alignment.json"


@dataclass(frozen=True, slots=True)
class Losses:
    before: float
    learnt: float
    random: float


@dataclass(frozen=True, slots=True)
class Bias:
    value: float | None = None
    undefined: str = ""

    def __str__(self) -> str:
        return f"undefined ({self.undefined})" if self.value is None else f"{self.value:.3g}"


@dataclass(frozen=True, slots=True)
class Biases:
    before: Bias
    learnt: Bias
    random: Bias


@dataclass(frozen=True, slots=True)
class Control:
    """What alignment.json says."""

    loss: Losses
    cb: Biases
    control: str
    limits: str


def summary(folder: Path, record: dict[str, Any]) -> str:
    lines = [
        f"{folder}: {record['mitigation']}{_training_in_words(record)}",
        *_losses(record),
        *_retrieval(record),
        *_control(folder),
        *_mentions(record),
        *_probe(record),
        *_chrf(record),
        f"Measure it: babelance {_verb(record)} --model {_spec(folder, record)} {_what(record)} "
        f"--languages {record.get('language') or 'xx'} --out after",
        "Compare:    babelance ledger before after",
    ]
    return "\n".join(lines)


def _training_in_words(record: dict[str, Any]) -> str:
    if "tuning" not in record:
        return ""
    if "translator" in record:
        return f", epoch {record['epoch']} of {record['tuning']['epochs']}"
    return (
        f", frozen: {record['frozen']}, epoch {record['epoch']} of {record['tuning']['epochs']}, "
        f"{record['rows']['train']} rows"
    )


def _losses(record: dict[str, Any]) -> list[str]:
    if "held_out_loss" not in record:
        return []
    loss, text = record["held_out_loss"], record["held_out_text"]
    by_token = f"{_number(text, 'before', 'pseudo_perplexity')} → {_number(text, 'after', 'pseudo_perplexity')}"
    if record.get("replaces"):
        # A model of another vocabulary is surprised by other pieces: its number by token is another unit.
        by_token = "not comparable: the two models cut text into different pieces"
    return [
        f"held-out loss        {loss['before']:.3f} → {loss['after']:.3f}",
        f"pseudo-perplexity    {by_token}",
        f"bits per character   {_number(text, 'before', 'bits_per_character')} → "
        f"{_number(text, 'after', 'bits_per_character')}",
    ]


def _number(text: dict[str, Any], when: str, name: str) -> str:
    number = text[when].get(name)
    return f"undefined ({text[when]['undefined']})" if number is None else f"{number:.4g}"


def _retrieval(record: dict[str, Any]) -> list[str]:
    retrieval = record.get("retrieval")
    if not retrieval:
        return []
    anchors = f"anchors              {record['anchors']['used']} used, {record['anchors']['kinds']} pairs of words"
    if "undefined" in retrieval:
        return [anchors, f"retrieval            undefined ({retrieval['undefined']})"]
    before, after = retrieval["before"]["accuracy"], retrieval["after"]["accuracy"]
    return [
        anchors,
        f"retrieval            {before:.1f} % → {after:.1f} % of {retrieval['anchors']} held-out anchors "
        f"(chance {retrieval['chance']:.2f} %)",
    ]


def _control(folder: Path) -> list[str]:
    """Loss beside bias, and the random rotation beside the learnt one."""
    if not (folder / ALIGNMENT).is_file():
        return []
    comparison = as_type(read_object(folder / ALIGNMENT), Control, f"'{folder / ALIGNMENT}'")
    loss, bias = comparison.loss, comparison.cb
    return [
        f"held-out loss        {loss.before:.3f} before, {loss.learnt:.3f} learnt, {loss.random:.3f} random",
        f"cb, some probes      {bias.before} before, {bias.learnt} learnt, {bias.random} random",
        f"control              {comparison.control}",
        comparison.limits,
    ]


def _mentions(record: dict[str, Any]) -> list[str]:
    counts = record.get("mentions")
    if not counts:
        return []
    before, after = (sorted(counts[when].values()) for when in ("before", "after"))
    left = "; ".join(f"{count} left: {reason}" for reason, count in counts["left_alone"].items())
    return [
        f"mentions             {before[0]}–{before[-1]} → {after[0]}–{after[-1]} of each group, "
        f"{counts['lines_changed']} lines changed" + (f" ({left})" if left else "")
    ]


def _probe(record: dict[str, Any]) -> list[str]:
    probe, kept = record.get("probe"), record.get("similarity")
    if not probe or "undefined" in probe:
        return [f"probe                undefined ({probe['undefined']})"] if probe else []
    if not kept:
        return [
            f"{record['concept']:<21}{100 * probe['before']:.1f} % → {100 * probe['after']:.1f} % of "
            f"{probe['mentions']} held-out mentions told by a linear classifier (chance {100 * probe['chance']:.1f} %)"
        ]
    return [
        f"gender found         {100 * probe['before']:.1f} % → {100 * probe['after']:.1f} % of {probe['words']} words "
        "by a linear classifier (chance 50 %)",
        f"similarities kept    {kept['spearman']:.3f} (Spearman, {kept['pairs']} pairs)",
    ]


def _chrf(record: dict[str, Any]) -> list[str]:
    if "chrf" not in record:
        return []
    counts = ", ".join(f"{count} {name}" for name, count in record["pairs"].items())
    return [
        f"pairs                {counts}",
        f"chrF, held out       {record['chrf']['before']:.1f} → {record['chrf']['after']:.1f} (without a beam)",
    ]


def _spec(folder: Path, record: dict[str, Any]) -> str:
    return f"vec:{folder}" if "similarity" in record else str(folder)


def _verb(record: dict[str, Any]) -> str:
    """`audit` takes of several datasets what fits each."""
    return "audit" if "translator" in record else "run"


def _what(record: dict[str, Any]) -> str:
    if "translator" in record:
        return "--data babel-utterances --data babel-gendered"
    return "--data babel-words --measures weat,ect" if "similarity" in record else "--data babel-groups --measures cb"
