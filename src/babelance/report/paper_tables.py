"""Tables for a paper, as text for a terminal, Markdown or LaTeX."""

from __future__ import annotations

from babelance.core.paper_table import PaperTable
from babelance.report.markdown import plain
from babelance.report.terminal_table import Row, TerminalTable

FORMATS = ("terminal", "markdown", "latex")
_ESCAPES = {
    "\\": r"\textbackslash{}", "&": r"\&", "%": r"\%", "$": r"\$", "#": r"\#", "_": r"\_", "{": r"\{", "}": r"\}",
    "~": r"\textasciitilde{}", "^": r"\textasciicircum{}", "‡": r"$^\ddagger$", "†": r"$^\dagger$", "−": "$-$",
    "<": "$<$", ">": "$>$",
}  # fmt: skip


def on_terminal(table: PaperTable) -> TerminalTable:
    numbers = frozenset(column for column, is_text in enumerate(_text_columns(table)) if not is_text)
    return TerminalTable(table.headers, list(map(Row, table.rows)), numbers, table.caption, table.notes)


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
    cells = [[row[column] for row in table.rows if row[column]] for column in range(len(table.headers))]
    return [column == 0 or all(cell[0].isalpha() for cell in some) for column, some in enumerate(cells)]


def _latex(text: str) -> str:
    return "".join(_ESCAPES.get(letter, letter) for letter in text)
