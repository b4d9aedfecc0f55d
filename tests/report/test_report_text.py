"""Lines and tables for the terminal, and the model-card section."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from rich.console import Console

from babelance.core.signature import Signature
from babelance.report import markdown
from babelance.report.results import Results
from babelance.report.terminal import line, summary
from tests.report import made_up


def test_a_line_has_value_interval_ideal_chance_counts_and_reasons() -> None:
    one = made_up.estimate("cps", 54.2468, 3.4, nulls={"length": 52.13})
    assert line(one) == (
        "cps example@1 de hf:made-up-multilingual@3f07: 54.2 [47.6, 60.9] 95 % · ideal 50 · chance 50 · "
        "length 52.1 · n 209/212 · skipped 3 (too long 3)"
    )


def test_a_line_of_a_group_names_it() -> None:
    assert "de axis=age hf:" in line(made_up.estimate("cps", 50, 3, group="axis=age"))


def test_a_line_without_a_number_says_why() -> None:
    text = line(made_up.undefined_result("mbe", "one group has no sentences"))
    assert ": undefined: one group has no sentences · ideal 50" in text
    assert text.endswith("n 0/212 · skipped 212 (unknown words 212)")


def test_unknown_tokens_are_named_where_they_are_worth_a_word() -> None:
    few, many = (made_up.estimate("cps", 50, 3, code, extra={"unknown": share}) for code, share in UNKNOWN.items())
    assert line(many).endswith(" · unknown to the model 12 %") and "unknown to" not in line(few)
    text = print_to_text(Results(Path(), (few, many, replace(many, value=51))))
    assert text.count("unknown to the model: ja 12 %") == 1 and "unknown to the model: de" not in text


UNKNOWN = {"de": 0.002, "ja": 0.1234}


def test_names_cannot_steer_the_terminal() -> None:
    assert "\x1b" not in line(made_up.undefined_result("mbe", "\x1b[2Jgone\nnew line"))
    assert "\n" not in line(made_up.undefined_result("mbe", "\x1b[2Jgone\nnew line"))


def print_to_text(results: Results, width: int = 160) -> str:
    console = Console(width=width)
    with console.capture() as captured:
        console.print(summary(results))
    return captured.get()


def test_the_table_has_a_row_for_every_result_over_all_items() -> None:
    results = Results(Path(), tuple(made_up.results()))
    text = print_to_text(results)
    assert text.count("209/212") == len(results.overall) - 1
    assert "[39.3, 52.7]" in text
    assert "undefined" in text and "one group has no sentences" in text
    assert "model hf:made-up-multilingual@3f07" in text


def test_the_table_tells_models_and_options_apart_where_they_differ() -> None:
    two = [made_up.estimate("cps", 50, 3, model=model) for model in ("hf:one", "hf:two")]
    two.append(made_up.estimate("cps", 50, 3, model="hf:two", options={"fidelity": "released"}))
    text = print_to_text(Results(Path(), tuple(two)))
    assert "hf:one" in text and "hf:two" in text
    assert "cps (fidelity released)" in text


def test_long_names_do_not_squeeze_the_numbers_of_a_narrow_terminal() -> None:
    model = "hf:somebody/a-very-long-name-of-a-multilingual-model-with-everything@0123456789abcdef"
    many = [
        made_up.estimate(measure, 50, 3, model=name, language=code)
        for name in (model, "vec:other/{language}.vec#72696cdf")
        for measure in ("cps", "pseudo-perplexity")
        for code in ("de", "zh-Hant")
    ]
    lines = [line.rstrip() for line in print_to_text(Results(Path(), tuple(many)), width=80).splitlines()]
    rows = [line for line in lines if "209/212" in line]
    assert len(rows) == len(many)
    assert all(line.split()[0] in ("cps", "pseudo-perplexity") for line in rows)
    assert max(map(len, lines)) <= 80


def test_reasons_stand_below_the_table_once_for_all_languages() -> None:
    missing = [made_up.undefined_result("mbe", "one group has no sentences", language=code) for code in ("de", "fr")]
    text = print_to_text(Results(Path(), tuple(missing)))
    assert text.count("one group has no sentences") == 1
    assert "mbe de, fr: undefined: one group has no sentences; skipped 212 (unknown words 212)" in text


def test_the_model_card_has_numbers_intervals_and_signatures_that_parse() -> None:
    text = markdown.render(Results(Path(), tuple(made_up.results())))
    assert "| cps | example@1\\#5f2c | de | 46.0 | \\[39.3, 52.7\\] 95 % | 50 | chance 50 | 209/212 |" in text
    signatures = text.split("```")[1].split()
    assert [str(Signature.parse(one)) for one in signatures] == signatures
    assert "They do not say" in text


def test_the_model_card_escapes_markup() -> None:
    nasty = made_up.estimate("cps", 50, 3, model="<img src=x> | `a` | **b**\n# c")
    text = markdown.render(Results(Path(), (nasty,)))
    assert "### &lt;img src=x&gt; \\| \\`a\\` \\| \\*\\*b\\*\\* \\# c" in text
    assert all(row.count(" | ") == 10 for row in text.splitlines() if row.startswith("| cps"))
