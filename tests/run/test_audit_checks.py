"""An audit checks what it was told as `run` does: a typo is an error, never a smaller audit."""

from __future__ import annotations

from pathlib import Path

import pytest

from babelance.core.errors import InputError
from babelance.run.audit import audit_plan

FAKE = ["fake:random"]


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"options": {"fidelty": "released"}}, "'fidelty'. Did you mean 'fidelity'"),
        ({"options": {"fidelity": "relesed"}, "measures": ["cps"]}, "'relesed' is no value"),
        ({"languages": ["en", "dee"]}, "'dee'. Did you mean 'de'"),
        ({"languages": ["English"]}, "'English' is no BCP 47 code"),
        ({"languages": ["xx"], "data": ["babel-pairs"]}, "Unknown language of these datasets 'xx'"),
        ({"languages": ["de", "pt"], "data": ["babel-pairs", "crows-pairs"]}, "'crows-pairs' has no 'de'"),
        ({"measures": ["cps", ""]}, "A name of measures is empty"),
        ({"measures": ["cpss"]}, "Did you mean 'cps'"),
        ({"data": ["babel-pair"]}, "Did you mean 'babel-pairs'"),
    ],
)
def test_a_typo_is_an_error(given: dict[str, object], said: str) -> None:
    with pytest.raises(InputError, match=said):
        audit_plan(FAKE, **given)  # type: ignore[arg-type]


def test_no_model_and_a_model_for_no_language_are_errors() -> None:
    with pytest.raises(InputError, match="No models given"):
        audit_plan([])
    with pytest.raises(InputError, match="No model is for 'de'"):
        audit_plan(["fi=fake:random"], languages=["de", "fi"], data=["babel-pairs"])


def test_a_model_may_be_named_for_one_language() -> None:
    plan, _ = audit_plan(["de=fake:random#1", "fi=fake:random#2"], languages=["de", "fi"], data=["babel-pairs"])
    assert {(job.language, job.model.id) for job in plan.jobs} == {("de", "fake:random#1"), ("fi", "fake:random#2")}


def test_a_file_without_a_language_asks_for_one(tmp_path: Path) -> None:
    (tmp_path / "pairs.csv").write_text("more,less\na b,a c\n", encoding="utf-8")
    with pytest.raises(InputError, match="does not say its language"):
        audit_plan(FAKE, data=[str(tmp_path / "pairs.csv")])
    plan, _ = audit_plan(FAKE, data=[str(tmp_path / "pairs.csv")], languages=["de"])
    assert {job.language for job in plan.jobs} == {"de"}


def test_the_same_sentences_are_not_measured_as_two_languages(tmp_path: Path) -> None:
    (tmp_path / "pairs.csv").write_text("more,less\na b,a c\n", encoding="utf-8")
    with pytest.raises(InputError, match="does not say which of its items are de and which dee"):
        audit_plan(FAKE, data=[str(tmp_path / "pairs.csv")], languages=["de", "dee"])


def test_use_is_told_beside_bias_unless_it_is_asked_for_alone() -> None:
    def places(*measures: str) -> set[str]:
        plan, _ = audit_plan(FAKE, languages=["hu"], measures=measures)
        return {job.dataset.card.name for job in plan.jobs if "pseudo-perplexity" in job.measures}

    assert places("pseudo-perplexity", "mbe") == {"babel-sentences"}
    assert places("pseudo-perplexity") > {"babel-sentences", "babel-utterances"}


def test_texts_in_the_target_language_are_translated_only_there_and_back() -> None:
    """English into English would be copied, and look as if no gender were ever lost."""

    def jobs_of(spec: str) -> set[str]:
        plan, _ = audit_plan([spec], languages=["en"], measures=["gender-lost", "pseudo-perplexity"])
        return {f"{name} {job.data.partition('@')[0]}" for job in plan.jobs for name in job.measures}

    assert "gender-lost babel-round-trip" not in jobs_of("fake:random")
    assert "gender-lost babel-round-trip" in jobs_of("trip:fi:fake:random")
