"""Tables for a paper, as text for a terminal, Markdown or LaTeX."""

from __future__ import annotations

from rich import box
from rich.cells import cell_len
from rich.console import Group
from rich.table import Table
from rich.text import Text

from babelance.core.paper_table import PaperTable
from babelance.core.printable import printable
from babelance.report.markdown import plain

_NARROWEST = 8
"""Characters for a column that is folded within words."""
FORMATS = ("terminal", "markdown", "latex")
_ESCAPES = {
    "\\": r"\textbackslash{}", "&": r"\&", "%": r"\%", "$": r"\$", "#": r"\#", "_": r"\_", "{": r"\{", "}": r"\}",
    "~": r"\textasciitilde{}", "^": r"\textasciicircum{}", "‡": r"$^\ddagger$", "†": r"$^\dagger$", "−": "$-$",
    "<": "$<$", ">": "$>$",
}  # fmt: skip


def on_terminal(table: PaperTable, room: int = 80) -> Group:
    shown = Table(box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0), title=Text(printable(table.caption)), title_justify="left")
    for header, is_text, width in zip(table.headers, _text_columns(table), _widths(table, room), strict=True):
        shown.add_column(header, justify="left" if is_text else "right", overflow="fold", width=width)
    for row in table.rows:
        shown.add_row(*(Text(printable(cell)) for cell in row))
    return Group(shown, *(Text(printable(note)) for note in table.notes))


def _widths(table: PaperTable, room: int) -> list[int | None]:
    """In a table that is too wide, columns are as narrow as their longest word; the widest of text has what is left.
    None: as it comes."""
    columns = list(zip(table.headers, *table.rows, strict=True))
    whole = [max(map(cell_len, column)) for column in columns]
    room -= 2 * len(columns) + 1
    if sum(whole) <= room:
        return [None] * len(columns)
    narrow = [max((cell_len(word) for cell in column for word in cell.split()), default=0) for column in columns]
    texts = [place for place, is_text in enumerate(_text_columns(table)) if is_text]
    widest = max(texts, key=lambda place: narrow[place])
    left = room - sum(narrow) + narrow[widest]
    if left < _NARROWEST:
        return [None] * len(columns)
    return [min(whole[place], left) if place == widest else width for place, width in enumerate(narrow)]


def as_markdown(table: PaperTable) -> str:
    lines = [table.headers, tuple(["---"] * len(table.headers)), *table.rows]
    body = "\n".join(f"| {' | '.join(plain(cell) if cell != '---' else cell for cell in line)} |" for line in lines)
    return "\n\n".join([f"**{plain(table.caption)}**", body, *map(plain, table.notes)]) + "\n"


def as_latex(table: PaperTable) -> str:
    """For `booktabs`."""
    head, *body = (" & ".join(map(_latex, row)) + r" \\" for row in (table.headers, *table.rows))
    columns = "".join("l" if is_text else "r" for is_text in _text_columns(table))
    caption = " ".join(map(_latex, (f"{table.caption}." if table.notes else table.caption, *table.notes)))
    lines = [r"\begin{table}", r"\centering", rf"\begin{{tabular}}{{{columns}}}", r"\toprule", head, r"\midrule", *body]
    return "\n".join([*lines, r"\bottomrule", r"\end{tabular}", rf"\caption{{{caption}}}", r"\end{table}"]) + "\n"


def _text_columns(table: PaperTable) -> list[bool]:
    """The first one, and those that have words and no numbers."""
    cells = [[row[place] for row in table.rows if row[place]] for place in range(len(table.headers))]
    return [place == 0 or all(cell[0].isalpha() for cell in some) for place, some in enumerate(cells)]


def _latex(text: str) -> str:
    return "".join(_ESCAPES.get(letter, letter) for letter in text)
