"""Tables for a paper, as text for a terminal, Markdown or LaTeX."""

from __future__ import annotations

from rich import box
from rich.console import Group
from rich.table import Table
from rich.text import Text

from babelance.core.paper_table import PaperTable
from babelance.core.printable import printable
from babelance.report.markdown import plain

FORMATS = ("terminal", "markdown", "latex")
_ESCAPES = {
    "\\": r"\textbackslash{}", "&": r"\&", "%": r"\%", "$": r"\$", "#": r"\#", "_": r"\_", "{": r"\{", "}": r"\}",
    "~": r"\textasciitilde{}", "^": r"\textasciicircum{}", "‡": r"$^\ddagger$", "†": r"$^\dagger$", "−": "$-$",
}  # fmt: skip


def on_terminal(table: PaperTable) -> Group:
    shown = Table(box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0), title=Text(printable(table.caption)), title_justify="left")
    for number, header in enumerate(table.headers):
        shown.add_column(header, justify="left" if number == 0 else "right", overflow="fold")
    for row in table.rows:
        shown.add_row(*(Text(printable(cell)) for cell in row))
    return Group(shown, *(Text(printable(note)) for note in table.notes))


def as_markdown(table: PaperTable) -> str:
    lines = [table.headers, tuple(["---"] * len(table.headers)), *table.rows]
    body = "\n".join(f"| {' | '.join(plain(cell) if cell != '---' else cell for cell in line)} |" for line in lines)
    return "\n\n".join([f"**{plain(table.caption)}**", body, *map(plain, table.notes)]) + "\n"


def as_latex(table: PaperTable) -> str:
    """For `booktabs`."""
    head, *body = (" & ".join(map(_latex, row)) + r" \\" for row in (table.headers, *table.rows))
    columns = "l" + "r" * (len(table.headers) - 1)
    caption = " ".join(map(_latex, (f"{table.caption}." if table.notes else table.caption, *table.notes)))
    lines = [r"\begin{table}", r"\centering", rf"\begin{{tabular}}{{{columns}}}", r"\toprule", head, r"\midrule", *body]
    return "\n".join([*lines, r"\bottomrule", r"\end{tabular}", rf"\caption{{{caption}}}", r"\end{table}"]) + "\n"


def _latex(text: str) -> str:
    return "".join(_ESCAPES.get(letter, letter) for letter in text)
