"""Lines and tables for the terminal, and the model-card section."""

from __future__ import annotations

from dataclasses import replace
from io import BytesIO, TextIOWrapper
from pathlib import Path

import pytest
from rich.console import Console

from babelance.cli._terminal import PlainConsole
from babelance.core.digits import typeset
from babelance.core.signature import Signature
from babelance.core.verdict import Verdict
from babelance.report import markdown, numbers
from babelance.report.html.elements import in_words
from babelance.report.results import Results
from babelance.report.terminal import line, summary
from babelance.report.terminal_lines import paragraph
from babelance.report.terminal_plot import ASCII, interval_plot
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
    assert text.count("unknown to the model: 12 % of what it read") == 1 and text.count("unknown to") == 1


UNKNOWN = {"de": 0.002, "ja": 0.1234}


def test_names_cannot_steer_the_terminal() -> None:
    assert "\x1b" not in line(made_up.undefined_result("mbe", "\x1b[2Jgone\nnew line"))
    assert "\n" not in line(made_up.undefined_result("mbe", "\x1b[2Jgone\nnew line"))


def print_to_text(results: Results, width: int = 160, *, groups: bool = False) -> str:
    console = Console(width=width)
    with console.capture() as captured:
        console.print(summary(results, groups=groups), soft_wrap=True)
    return captured.get()


def test_blocks_have_a_line_for_every_result_over_all_items() -> None:
    results = Results(Path(), tuple(made_up.results()))
    text = print_to_text(results)
    assert text.count(" vs ") == len(results.overall) - 1
    assert "[39.3, 52.7]" in text
    assert "undefined" in text and "one group has no sentences" in text
    assert text.startswith("hf:made-up-multilingual@3f07\n") and text.count("hf:made-up-multilingual@3f07") == 1
    assert f"{len(results.grouped)} results by group are not shown here: --groups" in text


def test_groups_are_shown_on_request() -> None:
    results = Results(Path(), tuple(made_up.results()))
    text = print_to_text(results, groups=True)
    assert text.count(" vs ") == len(results.estimates) - 1
    assert text.count("by axis") == len(made_up.SENTENCES) and "--groups" not in text


@pytest.mark.parametrize("width", [40, 60, 80, 120])
@pytest.mark.parametrize("groups", [False, True])
def test_no_number_and_no_name_is_broken_at_any_width(width: int, groups: bool) -> None:
    results = Results(Path(), tuple(made_up.results()))
    lines = print_to_text(results, width, groups=groups).splitlines()
    shown = results.estimates if groups else results.overall
    for result in shown:
        if result.undefined is None:
            assert any(typeset(numbers.interval(result)) in line for line in lines)
            assert any(line.split()[:1] == [result.about.measure] for line in lines)
    assert width < 80 or max(map(len, lines)) <= width


def test_a_plot_has_the_null_in_its_middle() -> None:
    one = made_up.estimate("cps", 60, 20 / 1.96)
    assert interval_plot(one, reach=40, width=9) == "   ─┼○── "
    assert interval_plot(one, reach=40, width=9, marks=ASCII) == "   -+o-- "


def test_a_plot_without_a_conclusion_is_a_cross_on_a_broken_line() -> None:
    verdict = Verdict("cannot-do-the-task", "ideal", 10.0, -10.0, 30.0, None, "pairs", "", null=50.0)
    one = replace(made_up.estimate("cps", 60, 20 / 1.96), verdict=verdict)
    assert interval_plot(one, reach=40, width=9) == "   ╌┼×╌╌ "
    assert interval_plot(one, reach=40, width=9, marks=ASCII) == "   .+x.. "


def test_a_bias_that_is_shown_is_filled_and_off_the_null_however_small() -> None:
    plotted = interval_plot(made_up.estimate("cps", 51, 0.2), reach=50, width=19)
    assert plotted[9] == "│" and plotted[10] == "●"


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
    rows = [line for line in lines if " vs " in line]
    assert len(rows) == len(many)
    assert all(line.split()[0] in ("cps", "pseudo-perplexity") for line in rows)
    assert lines[0] == model
    assert max(map(len, lines[1:])) <= 80


def test_reasons_stand_below_the_block_once_for_all_measures() -> None:
    missing = [made_up.undefined_result(measure, "one group has no sentences") for measure in ("mbe", "cps")]
    text = print_to_text(Results(Path(), tuple(missing)))
    assert text.count("one group has no sentences") == 1
    assert "mbe, cps: undefined: one group has no sentences; skipped 212 (unknown words 212)" in text


def test_a_command_to_copy_is_never_broken() -> None:
    [*_, last] = paragraph("a few words before `babelance report out --format terminal`", width=30)
    assert last.plain == "`babelance report out --format terminal`"


def test_the_model_card_has_numbers_intervals_and_signatures_that_parse() -> None:
    text = markdown.render(Results(Path(), tuple(made_up.results())))
    assert "| cps | example@1\\#5f2c | de | 46.0 | \\[39.3, 52.7\\] 95 % | 50 | chance 50 | 209/212 |" in text
    signatures = text.split("```")[1].split()
    assert [str(Signature.parse(signature)) for signature in signatures] == signatures
    assert "They do not say" in text


def test_the_model_card_escapes_markup() -> None:
    nasty = made_up.estimate("cps", 50, 3, model="<img src=x> | `a` | **b**\n# c")
    text = markdown.render(Results(Path(), (nasty,)))
    assert "### &lt;img src=x&gt; \\| \\`a\\` \\| \\*\\*b\\*\\* \\# c" in text
    assert all(row.count(" | ") == 10 for row in text.splitlines() if row.startswith("| cps"))


def test_numbers_look_the_same_in_all_outputs() -> None:
    """One minus and one way to write per cent; names to type keep their hyphens."""
    assert typeset("s-jsd -0.5 [-1, .5], 36% of bert-2 at -l en") == "s-jsd −0.5 [−1, .5], 36 % of bert-2 at -l en"
    results = Results(Path(), (made_up.estimate("s-jsd", -0.5, 0.1, scale=made_up.DISTANCE),))
    assert "−0.5" in print_to_text(results) and "-0.5" not in print_to_text(results)
    assert "−0.5" in markdown.render(results) and " -0.5" not in markdown.render(results)
    assert in_words("-0.5") == typeset("-0.5") == "−0.5"


def test_a_terminal_without_the_minus_sign_has_a_hyphen() -> None:
    file = TextIOWrapper(BytesIO(), encoding="latin-1")
    PlainConsole(file=file).print("−0.5")
    file.seek(0)
    assert file.read() == "-0.5\n"
