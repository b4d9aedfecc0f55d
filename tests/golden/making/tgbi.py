"""TGBI by `test.py` (Cho, Kim, Kim, Kim, GeBNLP 2019).

In: made-up translations of our utterances, set by set. Back: P without the root, the share of women and of neither, as
its function returns them. The function alone is run: the file around it translates a corpus and writes over its own.
"""

from __future__ import annotations

import ast
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Any

import nltk

from tests.golden.making.files import UTTERANCES, origin, read_probe, write_expected

CHANGED = "only the function that evaluates is run; NLTK 3.10 splits words with its data 'punkt_tab'"


def make(checkout: Path) -> None:
    path = checkout / "gebnlp-tgbi" / "test.py"
    evaluate = _function(path, "eval_p")
    for language in UTTERANCES:
        items = read_probe(f"utterances_{language}")
        write_expected(
            f"tgbi_{language}",
            {
                "origin": origin("nolongerprejudice/tgbi", "gebnlp-tgbi/test.py", checkout=checkout, changed=CHANGED),
                "probe": f"utterances_{language}",
                "columns": ["set", "P without the root", "she", "neither", "classes in the order of the probe"],
                "rows": [[name, *_numbers(evaluate, items, name)] for name in dict.fromkeys(i["set"] for i in items)],
            },
        )


def _function(path: Path, name: str) -> Any:
    """One function of a file, without the rest of it."""
    [found] = [node for node in ast.parse(path.read_text()).body if getattr(node, "name", "") == name]
    names: dict[str, Any] = {"nltk": nltk}
    exec(compile(ast.Module([found], []), path.name, "exec"), names)
    return names[name]


def _numbers(evaluate: Any, items: list[dict[str, str]], name: str) -> list[Any]:
    texts = [[item["translation"]] for item in items if item["set"] == name]
    with redirect_stdout(StringIO()):
        whole = evaluate(texts)
        classes = "".join(_class(*evaluate([text])[1:]) for text in texts)
    return [*whole, classes]


def _class(she: float, neither: float) -> str:
    return "s" if she else "t" if neither else "h"
