"""Findings as SARIF 2.1.0, which code hosts and editors show, and as plain records."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from urllib.parse import quote

from babelance._version import __version__
from babelance.lint.finding import RULES, Finding

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"


def record(finding: Finding, data: str, language: str) -> dict[str, Any]:
    """One JSON object for each finding."""
    rule = finding.rule
    return {
        "data": data,
        "language": language,
        "item": finding.item or None,
        "rule": rule.name,
        "level": rule.level,
        "why": rule.why,
        "detail": finding.detail,
        "suggestion": rule.suggestion,
    }


def sarif(findings: Sequence[tuple[str, str, Finding]]) -> dict[str, Any]:
    """(data, language, finding) → one SARIF log with one run."""
    driver = {
        "name": "babelance lint",
        "version": __version__,
        "rules": [
            {
                "id": rule.name,
                "shortDescription": {"text": rule.why},
                "help": {"text": rule.suggestion},
                "defaultConfiguration": {"level": rule.level},
            }
            for rule in RULES
        ],
    }
    results = [_result(*finding) for finding in findings]
    return {"$schema": SCHEMA, "version": "2.1.0", "runs": [{"tool": {"driver": driver}, "results": results}]}


def _result(data: str, language: str, finding: Finding) -> dict[str, Any]:
    name = f"{language}/{finding.item}" if finding.item else language
    return {
        "ruleId": finding.rule.name,
        "level": finding.rule.level,
        "message": {"text": f"{finding.rule.why}: {finding.detail}. {finding.rule.suggestion}"},
        "locations": [
            {
                "physicalLocation": {"artifactLocation": {"uri": quote(data)}},
                "logicalLocations": [{"name": finding.item or "all items", "fullyQualifiedName": name}],
            }
        ],
    }
