"""`babelance repro tgbi-korean`: the Korean TGBI table from the translations that its authors released."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

from babelance.cli import _options as shared
from babelance.cli._terminal import say
from babelance.cli.repro._checks import print_checks, print_table

if TYPE_CHECKING:
    from babelance.core.estimate import Plain, Result
    from babelance.studies.tgbi_korean import Check

TITLES = ("set", "n", "p_she", "p_they", "printed P", "ours", "", "own word lists")


def tgbi_korean(as_json: shared.AsJson = False) -> None:
    """Recompute the column Google of the Korean paper from its released translations, and by our own word lists.

    Needs the dataset tgbi-korean: babelance data get tgbi-korean

    Example: babelance repro tgbi-korean
    """
    from babelance.studies.tgbi_korean import checks

    print_checks(checks(), record=_record, table=_print, as_json=as_json)


def _record(check: Check) -> dict[str, object]:
    from babelance.core.estimate import to_record

    numbers = {"printed": check.printed, "ours": check.released.value, "follows": check.follows}
    return {"set": check.set, **numbers, "released": to_record(check.released), "own": to_record(check.own)}


def _print(all_checks: list[Check]) -> None:
    print_table(TITLES, ((_cells(check), check.follows) for check in all_checks), numbers=range(1, 6))
    same = sum(check.follows for check in all_checks)
    say(f"{same} of {len(all_checks)} numbers are as printed (digits cut off, not rounded).")
    if not all_checks[-1].follows:
        say(f"The printed average is not the mean of the printed sets, which is {_mean(all_checks[:-1]):.4f}.")


def _mean(sets: list[Check]) -> float:
    return sum(check.printed for check in sets) / len(sets)


def _cells(check: Check) -> list[str]:
    extra, n = check.released.extra, str(check.released.about.n)
    shares = [_share(extra.get(name)) for name in ("p_she", "p_they")]
    verdict = "" if check.follows else "differs"
    return [
        check.set,
        n,
        *shares,
        f"{check.printed:.4f}",
        f"{check.released.value:.4f}",
        verdict,
        _own_number(check.own),
    ]


def _share(value: Plain) -> str:
    return f"{value:.4f}" if isinstance(value, int | float) else "–"


def _own_number(result: Result) -> str:
    from babelance.core.estimate import Estimate

    if isinstance(result, Estimate):
        return f"{result.value:.4f} [{result.low:.4f}, {result.high:.4f}]"
    return f"undefined: {result.undefined}"


def register(app: typer.Typer) -> None:
    app.command("tgbi-korean")(tgbi_korean)
