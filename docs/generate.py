"""Makes one page per measure from its docstring, and a page that lists them, when the documentation is built."""

from __future__ import annotations

import inspect
from typing import Any

from mkdocs.structure.files import File, Files

from babelance.core.registry import MEASURES


def on_files(files: Files, config: Any) -> Files:
    pages = {f"measures/{name}.md": page(name) for name in MEASURES} | {"measures/index.md": listing()}
    for path, text in pages.items():
        files.append(File.generated(config, path, content=text))
    return files


def page(name: str) -> str:
    kind = MEASURES.get(name)
    text = inspect.getdoc(inspect.getmodule(kind)) or ""
    options = getattr(kind, "__dataclass_fields__", {})
    rows = "\n".join(f"| `{field.name}` | `{field.type}` | `{field.default}` |" for field in options.values())
    table = f"\n\n## Options\n\n| option | values | default |\n|---|---|---|\n{rows}\n" if rows else ""
    return f"# `{name}`\n\n{_paragraphs(text)}{table}"


def listing() -> str:
    rows = []
    for name in MEASURES:
        measure = MEASURES.get(name)()
        scale = measure.scale
        rows.append(f"| [`{name}`]({name}.md) | {measure.title} | {scale.low:g} … {scale.high:g} | {scale.ideal:g} |")
    head = "# Measures\n\nEach page is the documentation that `babelance show NAME` prints.\n\n"
    return head + "| name | title | scale | ideal |\n|---|---|---|---|\n" + "\n".join(rows) + "\n"


def _paragraphs(text: str) -> str:
    """`Scale:`, `Relations:`, … start a paragraph of their own."""
    starts = ("Scale:", "Relations:", "Reference:", "Checked against:", "Departures")
    lines = [
        f"\n**{line.partition(':')[0]}:**{line.partition(':')[2]}" if line.startswith(starts) else line
        for line in text.splitlines()
    ]
    return "\n".join(lines)
