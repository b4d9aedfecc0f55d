"""Answers of the masked engine against values computed by the authors' released code, item by item."""

import csv
import hashlib
import json
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from babelance.core.model import Options
from babelance.core.query import TokenLogprobs, Tokens, Unanswered
from babelance.models.masked import Masked, kind
from tests.expecting import present

PAIRS = ("bert_de", "bert_en", "bert_en_perturb", "bert_zh", "roberta_de", "roberta_en", "xlmr_en", "xlmr_zh")
EMBEDDINGS = ("bert_de", "bert_en", "roberta_en", "xlmr_de")


@pytest.fixture
def expected(published: Path) -> Any:
    return lambda name: json.loads((published / "expected" / f"{name}.json").read_text(encoding="utf-8"))


@pytest.fixture
def model(fixtures: Path) -> Any:
    return lambda name: open_model(str(fixtures / "models" / name))


@cache
def open_model(spec: str) -> Masked:
    model_opened = kind.open(spec, Options())
    assert isinstance(model_opened, Masked)
    return model_opened


def sjsd(mirror: Path, language: str) -> list[dict[str, str]]:
    file = mirror / "sjsd" / f"cps_translated_{language}_formatted.csv"
    with file.open(encoding="utf-8", newline="") as lines:
        return list(csv.DictReader(lines))


def positions(ranges: list[list[int]]) -> list[int]:
    return [position for start, end in ranges for position in range(start, end)]


def only_tokens(answers: Any) -> list[Tokens]:
    listed = list(answers)
    assert all(isinstance(answer, Tokens) for answer in listed)
    return listed


def ids_hash(model: Masked, texts: list[str]) -> str:
    model._texts.prepare(texts)
    lines = [",".join(map(str, model._texts.get(text).ids)) + "\n" for text in texts]
    return hashlib.sha256("".join(lines).encode()).hexdigest()


@pytest.mark.parametrize("case", PAIRS)
def test_shared_tokens_are_scored_as_the_s_jsd_script_does(expected: Any, model: Any, mirror: Path, case: str) -> None:
    record = expected(f"pairs_mlm-{case}")
    engine = model(record["model"])
    cut = -1 if record["perturb"] else None
    texts = [(row["A_x"][:cut], row["B_x"][:cut]) for row in sjsd(mirror, record["language"])]
    assert ids_hash(engine, [text for pair in texts for text in pair]) == record["ids_sha256"]
    mores = only_tokens(engine.answer([TokenLogprobs(more, less) for more, less in texts]))
    lesses = only_tokens(engine.answer([TokenLogprobs(less, more, text_is_first=False) for more, less in texts]))
    for row, more, less in zip(record["rows"], mores, lesses, strict=True):
        _, size_more, size_less, at_more, at_less, sum_more, sum_less, _, _, _, hits_more, hits_less = row
        assert (more.length, less.length) == (size_more - 2, size_less - 2)
        assert (more.positions.tolist(), less.positions.tolist()) == (positions(at_more), positions(at_less))
        assert float(more.logprobs.sum(dtype=np.float64)) == pytest.approx(sum_more, abs=1e-3)
        assert float(less.logprobs.sum(dtype=np.float64)) == pytest.approx(sum_less, abs=1e-3)
        assert (present(more.hits).sum(), present(less.hits).sum()) == (hits_more, hits_less)


@pytest.mark.parametrize("name", ["mlm-bert_crows", "mlm-bert_ja", "mlm-xlmr_ja"])
def test_one_plain_pass_gives_aul_and_aula_and_hidden_changes_give_sss(
    expected: Any, model: Any, mirror: Path, name: str
) -> None:
    record = expected(f"kaneko_{name}")
    engine, pairs = model(record["model"]), kaneko_pairs(mirror, record["dataset"])
    columns = record["columns"]
    for side, (text, contrast) in {"stereo": (0, 1), "anti": (1, 0)}.items():
        leads = side == "stereo"
        rows = [pairs[row[0]] for row in record["rows"]]
        plain = only_tokens(engine.answer([TokenLogprobs(pair[text], mask="none") for pair in rows]))
        each = only_tokens(
            engine.answer([TokenLogprobs(pair[text], pair[contrast], text_is_first=leads) for pair in rows])
        )
        changed = list(
            engine.answer([TokenLogprobs(pair[text], pair[contrast], "changed", text_is_first=leads) for pair in rows])
        )
        for row, whole, shared, modified in zip(record["rows"], plain, each, changed, strict=True):
            wanted = dict(zip(columns, row, strict=True))
            assert whole.length == wanted[f"ntok_{side}"] - 2
            assert float(whole.logprobs.mean()) == pytest.approx(wanted[f"aul_{side}"], abs=1e-5)
            assert whole.attention is not None
            aula = float((whole.logprobs * whole.attention).mean())
            assert aula == pytest.approx(wanted[f"aula_{side}"], abs=1e-6)
            cps = float(shared.logprobs.sum(dtype=np.float64))
            assert cps == pytest.approx(wanted[f"cps_{side}(unrounded)"], abs=1e-3)
            check_modified(modified, wanted, side)


def check_modified(modified: Tokens | Unanswered, wanted: dict[str, Any], side: str) -> None:
    key = "sss_diff_positions_stereo(half-open ranges)" if side == "stereo" else "sss_diff_positions_anti"
    if not wanted[key]:
        assert modified == Unanswered("no modified tokens")
        return
    assert isinstance(modified, Tokens)
    assert modified.mean_over_masks is not None
    assert modified.positions.tolist() == positions(wanted[key])
    assert float(modified.mean_over_masks.mean()) == pytest.approx(wanted[f"sss_{side}"], abs=1e-5)
    diagonal = wanted[f"sss_diagonal_{side}(own code, per paper)"]
    assert float(modified.logprobs.mean()) == pytest.approx(diagonal, abs=1e-5)


def kaneko_pairs(mirror: Path, dataset: str) -> list[tuple[str, str]]:
    if dataset == "crows":
        with (mirror / "crows-pairs" / "crows_pairs_anonymized.csv").open(encoding="utf-8", newline="") as lines:
            return [(row["sent_more"], row["sent_less"]) for row in csv.DictReader(lines)]
    file = mirror / "crows-pairs-ja-ru" / {"ja": "japanese.json", "ru": "russian.json"}[dataset]
    rows = json.loads(file.read_text(encoding="utf-8"))
    return [(row["stereotype"], row["anti-stereotype"]) for row in rows]


@pytest.mark.parametrize("case", EMBEDDINGS)
def test_embeddings_and_scores_are_those_of_the_mbe_script(
    expected: Any, model: Any, mirror: Path, published: Path, case: str
) -> None:
    record = expected(f"mbe_mlm-{case}")
    rows = sjsd(mirror, record["language"])
    groups = {"male": [row["A_x"] for row in rows[:120]], "female": [row["B_x"] for row in rows[97:212]]}
    for group, texts in groups.items():
        answers = only_tokens(
            model(record["model"]).answer([TokenLogprobs(text, mask="none", embed=True) for text in texts])
        )
        embeddings = np.stack([answer.embedding for answer in answers])  # type: ignore[misc]
        stored = np.load(published / "expected" / f"mbe_mlm-{case}_{group}_emb.npy")
        np.testing.assert_allclose(embeddings, stored, atol=1e-5)
        aul = [float(answer.logprobs.mean()) for answer in answers]
        np.testing.assert_allclose(aul, record[f"{group}_aul"], atol=1e-5)
