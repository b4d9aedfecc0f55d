"""The public names of babelance and of its page for other packages. Taking one away breaks somebody's code."""

from __future__ import annotations

import babelance
from babelance import extend

PUBLIC = """
    AuditCallback BabelanceError Estimate Evaluation Item Scored Scores Signature Skipped Undefined __version__
    assert_not_worse audit bundle card evaluate evaluate_many gate log_to_mlflow replay site
"""
FOR_OTHER_PACKAGES = """
    LABELS SLOT Ability Answer BabelanceError Card Choices Classify DataError Dataset DatasetEntry Embed Entails Example
    File Fill Flag Health InputError Item Kind KindOption Language Measure MissingExtra Mitigation MitigationExample
    Model ModelError Null Options Pinned Query Question Register Repository Resample Results Sample Scale Scored Scores
    Section Skipped Statistic Text TokenLogprobs Tokens Translate Unanswered Vector macro_mean mean ratio share tag
"""


def test_the_public_names_are_these() -> None:
    assert sorted(babelance.__all__) == sorted(PUBLIC.split()) == sorted(dir(babelance))


def test_the_names_for_other_packages_are_these() -> None:
    assert sorted(extend.__all__) == sorted(FOR_OTHER_PACKAGES.split()) == sorted(dir(extend))


def test_every_public_name_is_there() -> None:
    for module in (babelance, extend):
        assert all(getattr(module, name) is not None for name in module.__all__)
