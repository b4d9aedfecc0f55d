"""`babelance study preserved`: how often does a translation say the gender that its source says?"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Annotated

import typer

from babelance.cli import _options as shared
from babelance.cli import _printing as printing
from babelance.cli._columns import print_groups
from babelance.cli._terminal import echo, say
from babelance.core.errors import InputError
from babelance.core.printable import printable
from babelance.core.verdict import verdict_record

if TYPE_CHECKING:
    from babelance.studies.preserved import GroupPreservation

    Printed = dict[tuple[str, str, str], GroupPreservation]
    """The paper's own count by file, language and group."""


def preserved(
    data: Annotated[list[str], typer.Argument(help="Files made by `babelance build mbe`.")],
    words: Annotated[
        list[str],
        typer.Option(help="GROUP=FILE with words of the language, one per line, for female and male. Repeatable."),
    ] = [],  # noqa: B006 (typer reads the default)
    pronouns: Annotated[
        bool, typer.Option("--pronouns", help="As in the paper: sentences with 'she' or 'he', and only these pronouns.")
    ] = False,
    out: shared.SheetOut = None,
    as_json: shared.AsJson = False,
    level: shared.Level = 0.95,
) -> None:
    """Share of female and male sentences with a gender word of their own language (figure 2 of the MBE paper).

    Beside all gender words of the language stands the count of the paper: sentences with she or he, and the pronoun.

    Example: babelance study preserved de.jsonl ja.jsonl --pronouns

    Example: babelance study preserved cs.jsonl --words female=ženy.txt --words male=muži.txt
    """
    from babelance.build.material.groups import words_of_file
    from babelance.core.registry import language_or_bare
    from babelance.datasets import find
    from babelance.studies.preserved import figure_2, judge_preservation
    from babelance.studies.preserved import preservation as count
    from babelance.studies.study_sheets import preserved_sheet

    own = {group: words_of_file(path) for group, path in shared.settings_of(words).items()}
    counted: list[tuple[str, str, GroupPreservation]] = []
    as_printed: Printed = {}
    for name in data:
        dataset = find(name)
        if not {"text", "group"} <= dataset.fields or not dataset.card.languages:
            raise InputError(f"'{name}' has no sentences by group with their language. Make them: babelance build mbe")
        for code in dataset.card.languages:
            language = language_or_bare(code)
            shares = count(dataset.items(code), language, own=own, pronouns=pronouns, level=level)
            counted += [(name, code, share) for share in shares]
            if not own and not pronouns:
                items = list(dataset.items(code))
                as_printed |= {(name, code, share.group): share for share in figure_2(items, language, level=level)}
    verdicts = judge_preservation(counted, level)
    sheet = preserved_sheet(counted, verdicts)
    if out:
        printing.write_sheet(sheet, out)
    if as_json:
        for name, code, share in counted:
            same = as_printed.get((name, code, share.group))
            record = _record(name, code, share) | ({"figure_2": _numbers(same)} if same else {})
            echo(json.dumps({**record, "verdict": verdict_record(verdicts[name, code])}))
    else:
        printing.print_words(sheet)
        print_groups(_by_data(counted, as_printed))
        say("Lower bounds: gender shown otherwise is not seen.")


def _record(data: str, language: str, share: GroupPreservation) -> dict[str, object]:
    return {"data": data, "language": language, "group": share.group, **_numbers(share)}


def _numbers(share: GroupPreservation) -> dict[str, object]:
    low, high = 100 * share.interval.low, 100 * share.interval.high
    return {"kept": 100 * share.share, "low": low, "high": high, "counts": dict(share.counts), "by_name": share.by_name}


def _by_data(
    counted: list[tuple[str, str, GroupPreservation]], as_printed: Printed
) -> dict[str, list[tuple[str, str]]]:
    """Under each file and language: its groups, and what their sentences say; where there is one, the paper's count."""
    groups: dict[str, list[tuple[str, str]]] = {}
    for name, code, share in counted:
        rows = groups.setdefault(printable(f"{name} ({code})"), [])
        rows.append((share.group, _words(share)))
        if same := as_printed.get((name, code, share.group)):
            rows.append(("", f"as figure 2 counts, only {_ENGLISH[share.group]} and its pronoun: {_words(same)}"))
    return groups


def _words(share: GroupPreservation) -> str:
    kept = f"kept {100 * share.share:.1f} % [{100 * share.interval.low:.1f}, {100 * share.interval.high:.1f}]"
    others = [f"{key} {share.counts[key]}" for key in ("swapped", "both", "none")]
    names = [f"by a name alone, left out: {share.by_name:,}"] if share.by_name else []
    return " · ".join([kept, *others, f"n {share.total}", *names])


_ENGLISH = {"female": "she", "male": "he"}


def register(app: typer.Typer) -> None:
    app.command("preserved")(preserved)
