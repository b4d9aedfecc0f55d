"""StereoSet on our own pairs with a blank: item by item what the two released scripts and their evaluation compute.

In Korean and Chinese the scripts fill in more than the blank, because they take the word at its place: with the
particle, or the whole sentence. `fidelity="released"` does the same.

One difference is meant to be: the scripts score fillers that the tokenizer does not know as if [UNK] were their
spelling, so that all such fillers are alike. Here they are skipped with that reason. `mlm-bert` knows few Korean and
Chinese characters.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from tests.golden.runs import DATA, expected, measure_probe, rows_of, score_run

RUNS = [
    *(("mlm-bert", language) for language in ("en", "ar")),
    *(("mlm-roberta", language) for language in ("en", "ko", "zh", "ar")),
    *(("causal-gpt2", language) for language in ("en", "ko", "zh", "ar")),
]


@pytest.mark.parametrize(("model", "language"), RUNS)
def test_every_continuation_and_the_three_scores(tmp_path: Path, model: str, language: str) -> None:
    record = expected(f"stereoset_{model}_{language}")
    frames, values = measure_probe(tmp_path, record, "ss", "lms", "icat", fidelity="released")
    for item, theirs in rows_of(record).items():
        mine = np.exp(frames["ss"].loc[item, list(theirs)].astype(float))
        np.testing.assert_allclose(mine, list(theirs.values()), rtol=1e-4)
    assert values == pytest.approx(record["overall"], abs=1e-9)


@pytest.mark.parametrize(("language", "known"), [("ko", 7), ("zh", 0)])
def test_fillers_of_unknown_characters_are_skipped_and_the_others_as_released(
    tmp_path: Path, language: str, known: int
) -> None:
    record = expected(f"stereoset_mlm-bert_{language}")
    probe = DATA / "probes" / f"{record['probe']}.jsonl"
    frames, _ = score_run(
        tmp_path, model=DATA / "models" / "mlm-bert", data=str(probe), language=language, measures=["ss"],
        fidelity="released",
    )  # fmt: skip
    frame, theirs = frames["ss"], rows_of(record)
    kept = frame[frame.skipped.isna()]
    assert len(kept) == known
    assert set(frame.skipped.dropna()) == {"has an unknown token"}
    for item in kept.index:
        mine = np.exp(kept.loc[item, list(theirs[item])].astype(float))
        np.testing.assert_allclose(mine, list(theirs[item].values()), rtol=1e-4)
