"""Text, JSON, JUnit, summary and annotations say one thing, the exit code included; and keep to what readers take."""

from __future__ import annotations

import io
import json
import re
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.console import Console

from babelance.core.gate import EXIT_CODES, Decision, Gate, GateRow, gate_record
from babelance.core.json_lines import json_line
from babelance.report.gate.github import MOST_ANNOTATIONS, annotation_lines, step_summary
from babelance.report.gate.junit import junit_xml
from babelance.report.gate.terminal import gate_lines
from babelance.report.gate.words import HEADINGS
from tests.expecting import present

numbers = st.none() | st.floats(-1e6, 1e6)
texts = st.text(max_size=12)
rows = st.builds(
    GateRow, measure=texts, data=texts, language=texts, decision=st.sampled_from(list(EXIT_CODES)),
    margin=st.floats(0, 1e6), base=texts, new=texts, against=texts, value_base=numbers, value_new=numbers,
    change=numbers, low=numbers, high=numbers, n=st.integers(0, 10**6), reasons=st.tuples(texts),
)  # fmt: skip
gates = st.builds(
    Gate, base=texts, new=texts, level=st.just(0.95), rows=st.lists(rows, max_size=15).map(tuple), compared=st.just(1)
)


def printed(gate: Gate, width: int = 120) -> str:
    console = Console(file=io.StringIO(), width=width)
    for line in gate_lines(gate, width=width):
        console.print(line, soft_wrap=True)
    return console.file.getvalue()  # type: ignore[attr-defined]


@settings(max_examples=40, deadline=None)
@given(gates)
def test_the_printed_decision_and_the_exit_code_never_differ(gate: Gate) -> None:
    said = " ".join(printed(gate).split())
    code = int(re.findall(r"\(exit code (\d)\)\.$", said)[0])
    assert code == gate.exit_code == EXIT_CODES[gate.decision]
    assert f"{HEADINGS[gate.decision]}: " in said
    record = json.loads(json_line(gate_record(gate)))
    assert (record["decision"], record["exit_code"]) == (gate.decision, code)
    decisions = [row.decision for row in gate.rows]
    assert (code == 1) == ("worse" in decisions)
    assert (code == 0) == (bool(decisions) and set(decisions) == {"not worse"})


@settings(max_examples=40, deadline=None)
@given(gates)
def test_junit_is_xml_whose_counts_are_those_of_the_gate(gate: Gate) -> None:
    suite = ElementTree.fromstring(junit_xml(gate).encode()).find("testsuite")
    assert suite is not None
    cases = suite.findall("testcase")
    assert len(cases) == len(gate.rows) == int(suite.attrib["tests"])
    assert (
        sum(case.find("failure") is not None for case in cases) == gate.count("worse") == int(suite.attrib["failures"])
    )
    assert sum(case.find("skipped") is not None for case in cases) == gate.count("cannot tell")
    code = present(suite.find("properties/property[@name='exit_code']"))
    assert code.get("value") == str(gate.exit_code)


@settings(max_examples=40, deadline=None)
@given(gates, st.integers(800, 5000))
def test_summary_and_annotations_keep_to_their_limits(gate: Gate, most: int) -> None:
    assert len(step_summary(gate, most).encode()) <= max(most, 800)
    assert f"exit code {gate.exit_code}" in step_summary(gate, most)
    lines = list(annotation_lines(gate))
    kinds: tuple[tuple[str, Decision], ...] = (("error", "worse"), ("warning", "cannot tell"))
    for kind, decision in kinds:
        some = [line for line in lines if line.startswith(f"::{kind} ")]
        assert len(some) == min(MOST_ANNOTATIONS, gate.count(decision))
    assert not any("\n" in line or "\r" in line for line in lines)


WORSE = GateRow("cps", "babel-pairs@1", "de", "worse", 5.0, "a", "b", "ideal", 55.0, 88.0, 33.0, 21.0, 44.0, 100)


def test_names_cannot_end_a_table_or_command_early() -> None:
    evil = replace(WORSE, measure="x|y\x1b[2J", language="<img src=x>", reasons=("a::error::b\n, c: 5%",))
    gate = Gate("`a`", "b", 0.95, (evil,), 1)
    assert "<img" not in step_summary(gate) and "x\\|y" in step_summary(gate)
    [line] = annotation_lines(gate)
    assert line.count("::error ") == 1 and "%25" in line and "\x1b" not in printed(gate)


@pytest.fixture
def decided(monkeypatch: pytest.MonkeyPatch) -> Gate:
    gate = Gate("base", "new", 0.95, (WORSE, replace(WORSE, language="en", decision="cannot tell")), 2)
    monkeypatch.setattr("babelance.deliver.gate.gate", lambda *args, **options: gate)
    return gate


def test_a_build_server_gets_all_it_reads(decided: Gate, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from tests.faults.verbs import run

    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(tmp_path / "summary.md"))
    monkeypatch.setenv("GITHUB_ACTIONS", "true")
    (tmp_path / "summary.md").write_text("earlier\n", encoding="utf-8")
    code, out, said = run("gate base new --json --junit gate.xml")
    assert code == 1 == json.loads(out)["exit_code"]
    assert (tmp_path / "summary.md").read_text(encoding="utf-8").startswith("earlier\n## babelance gate: Worse")
    assert said.count("::error ") == said.count("::warning ") == 1
    assert ElementTree.parse(tmp_path / "gate.xml").getroot().get("failures") == "1"


def test_a_table_fits_into_eighty_columns_and_cuts_no_decision(decided: Gate) -> None:
    tiny = replace(
        WORSE, value_base=3.91e-05, value_new=3.45e-05, margin=3.91e-06, change=-1e-6, low=-1.7e-5, high=7e-6
    )
    told = printed(replace(decided, rows=(*decided.rows, replace(tiny, measure="pseudo-perplexity"))), 80).splitlines()
    assert max(map(len, told)) <= 80
    assert sum(line.rstrip().endswith((" worse", " cannot tell")) for line in told) >= 3


def test_the_ready_workflow_is_one_that_a_server_would_take() -> None:
    import yaml

    workflow = yaml.safe_load(
        (Path(__file__).parents[2] / "examples" / "gate" / "gate.yml").read_text(encoding="utf-8")
    )
    [job] = workflow["jobs"].values()
    assert any("babelance gate " in step.get("run", "") for step in job["steps"])
