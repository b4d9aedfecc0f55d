"""`babelance figure`: the groups that one sentence makes likely, as bars, before and after."""

from __future__ import annotations

from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from babelance.cli import _options as shared
from babelance.cli import _printing as printing
from babelance.cli._terminal import echo
from babelance.core.errors import InputError, UnknownName
from babelance.core.json_lines import json_line

if TYPE_CHECKING:
    from babelance.report.sentence_figure import Panel

ORDER = 16
OTHER_GLOSSES = {"KH": "Cambodia", "KP": "North Korea"}
"""Of targets that our own probes do not have."""


def figure(
    runs: Annotated[list[Path], typer.Argument(help="Folders of runs with cb: one, or before and after.")],
    sentence: Annotated[str, typer.Option("--sentence", "-s", help="Id of an item, TEMPLATE/ATTRIBUTE: person/thief.")],
    out: Annotated[Path | None, typer.Option("--out", "-o", help="The figure to write, .svg.")] = None,
    top: Annotated[int, typer.Option(help="So many groups.", callback=shared.within_bounds, min=1)] = 10,
    as_json: shared.AsJson = False,
    incomplete: shared.Incomplete = False,
) -> None:
    """Draw how likely one sentence makes each group: P' / Σ P', the largest first, with the CB of the sentence.

    A panel for each language; several runs (before and after a mitigation) stand side by side. Only names that the
    vocabulary cuts into as many pieces as most are drawn: others would come first for that alone.

    Example: babelance figure before after --sentence person/enemy --top 10 --out enemy.svg
    """
    from babelance.core.files import write_text
    from babelance.report.sentence_figure import draw, panels, sentences

    if out is not None and out.suffix != ".svg":
        raise InputError(f"The figure is written as .svg, so name it {out.stem}.svg instead of '{out.name}'.")
    drawn = []
    for run in runs:
        results = shared.results_of(run, incomplete=incomplete)
        mine = list(panels(results, sentence, _glosses()))
        if not mine:
            known = sentences(results)
            if known and sentence not in known:
                raise UnknownName("sentence of this run", sentence, known)
            raise InputError(f"'{run}' has no cb with a masked prior to draw. Make one: babelance run --measures cb …")
        drawn.append((run.name, mine))
    for title, mine in drawn:
        for panel in mine:
            for line in _lines(title, panel, top, as_json=as_json):
                echo(line)
    if out is not None:
        write_text(out, draw(drawn, top=top))
        printing.warn(f"Drawn in {out}")


def _lines(title: str, panel: Panel, top: int, *, as_json: bool) -> list[str]:
    bars = panel.bars[:top]
    if as_json:
        groups = [{"key": bar.key, "name": bar.name, "gloss": bar.gloss, "share": bar.share} for bar in bars]
        about = {"run": title, "model": panel.model, "language": panel.language, "sentence": panel.sentence}
        scores = {"cb": _finite(panel.score), "left": _finite(panel.left), "names_not_drawn": panel.cut}
        return [json_line({**about, **scores, "groups": groups})]
    left = f", {panel.left:.2f} left among names of as many pieces" if panel.cut else ""
    head = f"{title} · {panel.language} · {panel.sentence} (CB {panel.score:.2f}{left})"
    return [head, *(f"  {100 * bar.share:5.1f} %  {bar.label}" for bar in bars)]


def _finite(number: float) -> float | None:
    return number if isfinite(number) else None


def _glosses() -> dict[str, str]:
    """key → English name."""
    from babelance.datasets.reading.probes import probe
    from babelance.text.fill import form_of

    english = probe("en")
    words = english.words("targets", "target").items()
    return OTHER_GLOSSES | {key: form_of(word, "", english.language) for key, word in words}


def register(app: typer.Typer) -> None:
    app.command("figure")(figure)
