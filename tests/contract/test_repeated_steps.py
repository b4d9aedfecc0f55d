"""What is one thought is one piece of code: no six lines of steps stand twice, not even with other names and values.

Steps are the statements of functions. Signatures, declarations and data may look alike, because a protocol asks all for
the same things: they are no steps, nor are literals that a function names, nor tables written as bare calls
(`add_argument`, row after row).
"""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path

ROOT = Path(__file__).parents[2]
FOLDERS = ("src", "benchmarks", "training", "docs", "examples", "tests")
LINES = 6
Steps = Sequence[ast.stmt]


def repeated(files: Sequence[Path], lines: int = LINES) -> list[list[str]]:
    """Places (file:first-last) of which each has that many lines of the same steps as the others."""
    places: dict[tuple[int, ...], set[str]] = defaultdict(set)
    for path in files:
        for block in _blocks(ast.parse(path.read_bytes()), lines):
            shapes = [_shape(step) for step in block]
            for first, last in _runs(block, lines):
                if not _is_table(block[first:last]):
                    where = f"{path}:{block[first].lineno}-{_last_line(block[last - 1])}"
                    places[tuple(shapes[first:last])].add(where)
    return [sorted(same) for same in places.values() if len(same) > 1]


def _blocks(tree: ast.AST, lines: int, *, inside: bool = False) -> Iterator[Steps]:
    """The steps of every function, and those inside its loops and conditions."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.stmt) and _last_line(node) - node.lineno + 1 >= lines:
            within = inside or isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
            blocks = [getattr(node, name, []) for name in ("body", "orelse", "finalbody")] if within else []
            yield from ([step for step in block if not _is_data(step)] for block in blocks)
            yield from _blocks(node, lines, inside=within)


def _runs(block: Steps, lines: int) -> Iterator[tuple[int, int]]:
    """From each step on as many as make up the lines."""
    for first, step in enumerate(block):
        ends = (last for last in range(first, len(block)) if _last_line(block[last]) - step.lineno + 1 >= lines)
        if (last := next(ends, None)) is not None:
            yield first, last + 1


def _is_data(step: ast.stmt) -> bool:
    """A docstring, an import, or a name for something that is written out."""
    if isinstance(step, ast.Assign):
        return not any(isinstance(part, ast.Call | ast.Name) for part in ast.walk(step.value))
    return isinstance(step, ast.Import | ast.ImportFrom) or (
        isinstance(step, ast.Expr) and isinstance(step.value, ast.Constant)
    )


def _is_table(steps: Steps) -> bool:
    return len(steps) > 2 and sum(not isinstance(step, ast.Expr) for step in steps) < 2


def _last_line(node: ast.stmt) -> int:
    assert node.end_lineno is not None
    return node.end_lineno


def _shape(node: ast.AST) -> int:
    """What a step does, without its names, strings and numbers."""
    return hash((type(node), *map(_shape, ast.iter_child_nodes(node))))


def test_no_steps_stand_twice() -> None:
    files = [path for folder in FOLDERS for path in sorted((ROOT / folder).rglob("*.py"))]
    assert len(files) > 1000
    assert repeated(files) == []


def test_steps_that_stand_twice_are_seen_with_other_names_and_values(tmp_path: Path) -> None:
    first = """
def total(rows):
    sums = {}
    for row in rows:
        if row.group in sums:
            sums[row.group] += row.value
        else:
            sums[row.group] = row.value
    return sums
"""
    second = first
    for old, new in (("total", "count"), ("sums", "known"), ("row", "item"), ("group", "tag"), ("value", "size")):
        second = second.replace(old, new)
    files = [tmp_path / "first.py", tmp_path / "second.py"]
    for path, text in zip(files, (first, second), strict=True):
        path.write_text(text)
    [places] = repeated(files)
    assert [index.rpartition("/")[2] for index in places] == ["first.py:4-9", "second.py:4-9"]
    files[1].write_text(second.replace("+=", "-="))
    assert repeated(files) == []
