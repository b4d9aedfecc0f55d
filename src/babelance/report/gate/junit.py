"""A gate as JUnit XML, which build servers show: one case for each measure and language. What cannot be told is
skipped; the file's own counts and the exit code say that this is no pass."""

from __future__ import annotations

import re
from xml.etree import ElementTree

from babelance.core.gate import Gate, GateRow
from babelance.report.gate import words

_ILLEGAL = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Characters that no XML file may hold, not even escaped."""


def junit_xml(gate: Gate) -> str:
    counts = {
        "tests": str(len(gate.rows)),
        "failures": str(gate.count("worse")),
        "skipped": str(gate.count("cannot tell")),
        "errors": "0",
    }
    suites = ElementTree.Element("testsuites", {"name": "babelance gate", **counts})
    suite = ElementTree.SubElement(suites, "testsuite", {"name": "babelance gate", **counts})
    properties = ElementTree.SubElement(suite, "properties")
    facts = {"decision": gate.decision, "exit_code": str(gate.exit_code), "base": gate.base, "new": gate.new}
    for name, value in facts.items():
        ElementTree.SubElement(properties, "property", {"name": name, "value": _legal(value)})
    for row in gate.rows:
        _add_case(suite, row)
    ElementTree.indent(suites)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + ElementTree.tostring(suites, encoding="unicode") + "\n"


def _add_case(suite: ElementTree.Element, row: GateRow) -> None:
    names = {
        "classname": _legal(f"babelance.{row.data}"),
        "name": _legal(f"{row.measure} [{row.language}]"),
        "time": "0",
    }
    case = ElementTree.SubElement(suite, "testcase", names)
    if row.decision == "worse":
        failure = ElementTree.SubElement(case, "failure", {"message": _legal(words.explanation(row)), "type": "worse"})
        failure.text = _legal(f"{row.signature_base}\n{row.signature_new}")
    elif row.decision == "cannot tell":
        ElementTree.SubElement(case, "skipped", {"message": _legal(words.explanation(row))})


def _legal(text: str) -> str:
    return _ILLEGAL.sub("", text)
