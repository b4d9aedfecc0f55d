"""Pages that are made when the site is built: one per measure, one per dataset, the commands."""

from __future__ import annotations

import inspect
import sys
from pathlib import Path
from typing import Any

from mkdocs.structure.files import File, Files

sys.path.insert(0, str(Path(__file__).parent))

from commands import reference
from figures import figure
from formulas import formula
from search import search_boost, search_words

from babelance.core.card import Dataset
from babelance.core.registry import DATASETS, MEASURES

QUESTIONS = {
    "pairs": "Sentence pairs",
    "sentences": "Sentences about groups",
    "groups": "Groups in a slot",
    "inference": "Inference",
    "translation": "Translation",
    "words": "Word vectors",
    "use": "What a model is good for",
}
"""What the families of measures are called; others come last, under their own names."""


def on_config(config: Any) -> Any:
    """Measures by question, every dataset: what is registered is in the navigation."""
    for part in config["nav"]:
        if "Measures" in part:
            part["Measures"] = ["measures/index.md", *measures_by_question()]
        elif "Datasets" in part:
            cards = {"Cards": [f"datasets/{name}.md" for name in DATASETS]}
            part["Datasets"] = ["datasets/index.md", *part["Datasets"], cards]
    return config


def measures_by_question() -> list[dict[str, list[str]]]:
    groups: dict[str, list[str]] = {name: [] for name in QUESTIONS.values()}
    for name in MEASURES:
        family = MEASURES.get(name)().question.family
        groups.setdefault(QUESTIONS.get(family, family.capitalize()), []).append(f"measures/{name}.md")
    return [{heading: pages} for heading, pages in groups.items() if pages]


def on_files(files: Files, config: Any) -> Files:
    pages = {f"measures/{name}.md": measure_page(name) for name in MEASURES}
    pages |= {f"datasets/{name}.md": dataset_page(DATASETS.get(name)) for name in DATASETS}
    pages |= {"measures/index.md": measures(), "datasets/index.md": datasets(), "reference/commands.md": reference()}
    for path, text in pages.items():
        files.append(File.generated(config, path, content=text))
    return files


def on_page_markdown(markdown: str, page: Any, config: Any, files: Files) -> str:
    """Words by which a reader looks for a page go before everything that only mentions them."""
    words = search_words(page.file.src_uri)
    if words:
        page.meta |= {"tags": words, "search": {"boost": search_boost(page.file.src_uri)}}
    return markdown


def measure_page(name: str) -> str:
    kind = MEASURES.get(name)
    measure = kind()
    text = inspect.getdoc(inspect.getmodule(kind)) or ""
    options = getattr(kind, "__dataclass_fields__", {})
    rows = "\n".join(f"| `{field.name}` | `{field.type}` | `{field.default}` |" for field in options.values())
    table = f"\n\n## Options\n\n| option | values | default |\n|---|---|---|\n{rows}\n" if rows else ""
    first, _, rest = text.partition("\n")
    rest = _without_first_formula(rest) if formula(name) else rest
    asked = f"Asks {measure.question.asks}.\n\n" if measure.question.asks else ""
    return (
        f"# `{name}`: {measure.title}\n\n{first}\n\n{formula(name)}{asked}{figure(measure)}{_paragraphs(rest)}{table}"
    )


def _without_first_formula(text: str) -> str:
    """The first indented block is the formula in plain letters; the page has it drawn."""
    lines = text.split("\n")
    start = next((number for number, line in enumerate(lines) if line.startswith("    ")), None)
    if start is None:
        return text
    end = next((number for number in range(start, len(lines)) if not lines[number].startswith("    ")), len(lines))
    return "\n".join(lines[:start] + lines[end:])


def measures() -> str:
    rows = []
    for name in MEASURES:
        measure = MEASURES.get(name)()
        scale = measure.scale
        rows.append(f"| [`{name}`]({name}.md) | {measure.title} | {scale.low:g} … {scale.high:g} | {scale.ideal:g} |")
    head = "# Measures\n\nEach page is the documentation that `babelance show NAME` prints.\n\n"
    return head + "| name | title | scale | ideal |\n|---|---|---|---|\n" + "\n".join(rows) + "\n"


def dataset_page(dataset: Dataset) -> str:
    card = dataset.card
    facts = {
        "version": card.version,
        "languages": ", ".join(card.languages) or "of the file",
        "licence": card.licence,
        "fields": ", ".join(f"`{field}`" for field in sorted(dataset.fields)),
        "broken down by": ", ".join(card.groups) or "nothing",
        "checked by people who know the language": "yes" if card.validated else "no",
        "from": f"<{card.url}>" if card.url else "ships with babelance",
        "citation": card.citation,
    }
    rows = "\n".join(f"| {key} | {_cell(value)} |" for key, value in facts.items())
    notes = "".join(f"- {note}\n" for note in card.notes)
    fitting = [name for name in MEASURES if MEASURES.get(name)().fields <= dataset.fields]
    fits = ", ".join(f"[`{name}`](../measures/{name}.md)" for name in fitting) or "none of the shipped measures"
    return (
        f"# `{card.name}`: {card.title}\n\n{card.provenance}\n\n| | |\n|---|---|\n{rows}\n\n"
        f"{notes}\nMeasures that fit: {fits}.\n\n    babelance data show {card.name}\n"
    )


def datasets() -> str:
    cards = [DATASETS.get(name).card for name in DATASETS]
    rows = [f"| [`{card.name}`]({card.name}.md) | {card.title} | {len(card.languages)} |" for card in cards]
    head = "# Datasets\n\nEach page is made from the card that `babelance data show NAME` prints.\n\n"
    return head + "| name | title | languages |\n|---|---|---|\n" + "\n".join(rows) + "\n"


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")


def _paragraphs(text: str) -> str:
    """`Scale:`, `Relations:`, … start a paragraph of their own."""
    starts = ("Scale:", "Relations:", "Reference:", "Checked against:", "Departures")
    lines = [
        f"\n**{line.partition(':')[0]}:**{line.partition(':')[2]}" if line.startswith(starts) else line
        for line in text.splitlines()
    ]
    return "\n".join(lines)
