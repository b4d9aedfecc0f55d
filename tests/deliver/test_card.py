"""Results in other people's formats: read back with their own packages, and with nothing lost on the way."""

from __future__ import annotations

import csv
import hashlib
import io
import json
import os
import zipfile
from pathlib import Path
from typing import Any

import pytest
import yaml
from typer.testing import CliRunner

from babelance.cli.app import app
from babelance.core.errors import InputError, UnknownName
from babelance.core.estimate import Estimate, from_record, to_record
from babelance.deliver.card import every_eval_ever as shared_schema
from babelance.deliver.card.entries import Runs, distance, plain_model, stable_uuid
from babelance.deliver.card.files import FORMATS, bundle, card
from babelance.deliver.card.section import END, START, insert
from tests.deliver.boats import write_pairs
from tests.expecting import present

MODEL = "org/made-up@3f07"
SCHEMAS = Path(os.environ.get("BABELANCE_EEE_SCHEMAS", "no such folder"))


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run of two pair measures, one of use and one without a number."""
    from babelance import evaluate_many
    from babelance.run.plan import Settings

    folder = tmp_path_factory.mktemp("runs")
    data = [str(write_pairs(folder))]
    evaluate_many(
        ["cps", "s-jsd"], models=["fake:random#1"], data=data, languages=["en", "de"],
        out=folder / "run", settings=Settings(draws=100),
    )  # fmt: skip
    return folder / "run"


@pytest.fixture(scope="module")
def runs(folder: Path) -> Runs:
    return Runs.read([folder])


def text(folder: Path, form: str) -> str:
    written = card([folder], form=form)
    assert isinstance(written, str)
    return written


def files(folder: Path, form: str, out: Path) -> list[Path]:
    written = card([folder], form=form, out=out)
    assert isinstance(written, list)
    return written


def test_writing_a_card_twice_changes_nothing_and_keeps_what_others_wrote(folder: Path, tmp_path: Path) -> None:
    path = tmp_path / "README.md"
    path.write_text("---\nlicense: mit\n---\n# A model\n\nOurs.\n", encoding="utf-8")
    card([folder], out=path)
    once = path.read_text(encoding="utf-8")
    changed = path.stat().st_mtime_ns
    card([folder], out=path)
    assert path.read_text(encoding="utf-8") == once and path.stat().st_mtime_ns == changed
    assert once.startswith("---\nlicense: mit\n---\n# A model\n\nOurs.\n") and "babelance.svg" in once
    assert (tmp_path / "babelance.svg").read_text(encoding="utf-8").startswith("<svg")
    path.write_text(once + "\nMore of ours.\n", encoding="utf-8")
    card([folder], out=path, picture=False)
    assert path.read_text(encoding="utf-8").endswith("More of ours.\n")


def test_a_card_says_nulls_intervals_power_limits_and_sources(folder: Path) -> None:
    said = text(folder, "markdown")
    for words in ("95 %", "ideal 50", "80 % power", "They do not say", "Signatures", "Sources", "24/24"):
        assert words in said, words


@pytest.mark.parametrize("broken", [START, END, f"{END}\n{START}", f"{START}{END}{START}{END}"])
def test_markers_that_do_not_pair_are_refused(broken: str) -> None:
    with pytest.raises(InputError, match="Leave one of each"):
        insert(f"# A model\n{broken}\n", f"{START}\nnew\n{END}\n")


def test_the_hub_reads_its_metadata_and_keeps_languages_apart(folder: Path, runs: Runs) -> None:
    from huggingface_hub import ModelCard

    read = ModelCard(f"---\n{text(folder, 'model-index')}---\n").data.eval_results  # type: ignore[attr-defined]
    values = {(entry.metric_type, entry.dataset_config): entry.metric_value for entry in read}
    assert len(values) == len(read) == 8
    for estimate in runs.defined:
        about = estimate.about
        assert values[about.measure, about.language] == estimate.value
        assert values[f"{about.measure}-distance", about.language] == abs(estimate.value - about.scale.ideal)


def test_the_hub_reads_its_files_of_results(folder: Path, runs: Runs, tmp_path: Path) -> None:
    from huggingface_hub import parse_eval_result_entries

    [path] = files(folder, "eval-results", tmp_path)
    assert path.parent.name == ".eval_results"
    entries = parse_eval_result_entries(yaml.safe_load(path.read_text(encoding="utf-8")))
    by_task = {entry.task_id: entry for entry in entries}
    for estimate in runs.defined:
        entry = by_task[f"{estimate.about.measure}_{estimate.about.language}"]
        assert entry.value == estimate.value and entry.notes == str(estimate.about.signature)


def eee(folder: Path, out: Path) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    log, samples = files(folder, "every-eval-ever", out)
    return json.loads(log.read_text()), [json.loads(line) for line in samples.read_text().splitlines()]


def test_every_eval_ever_has_every_number_its_distance_and_every_item(folder: Path, runs: Runs, tmp_path: Path) -> None:
    log, items = eee(folder, tmp_path)
    results = log["evaluation_results"]
    scores = {result["evaluation_result_id"]: result["score_details"]["score"] for result in results}
    for estimate in runs.defined:
        name = stable_uuid(str(estimate.about.signature))
        assert scores[name] == estimate.value
        assert scores[f"{name}.distance"] == present(distance(estimate)).value
    assert all(
        result["metric_config"]["lower_is_better"] for result in results if "distance" in result["evaluation_name"]
    )
    assert len(items) == sum(estimate.about.n for estimate in runs.defined)
    assert {item["evaluation_result_id"] for item in items} <= set(scores)
    detail = log["detailed_evaluation_results"]
    written = (tmp_path / detail["file_path"]).read_bytes()
    assert detail["checksum"] == hashlib.sha256(written).hexdigest() and detail["total_rows"] == len(items)


def test_every_eval_ever_is_what_its_schema_says(folder: Path, tmp_path: Path) -> None:
    pytest.importorskip("jsonschema")
    if not SCHEMAS.is_dir():
        pytest.skip("no copy of the schemas of Every Eval Ever; set BABELANCE_EEE_SCHEMAS")
    validate(*eee(folder, tmp_path))


def validate(log: dict[str, Any], items: list[dict[str, Any]]) -> None:
    """Against the schemas, where there is a copy of them."""
    if not SCHEMAS.is_dir():
        return
    import jsonschema

    schemas = {}
    for name, digest in shared_schema.SCHEMAS.items():
        content = (SCHEMAS / name).read_bytes()
        assert hashlib.sha256(content).hexdigest() == digest
        schemas[name] = json.loads(content)
    jsonschema.validate(log, schemas["eval.schema.json"])
    for item in items:
        jsonschema.validate(item, schemas["instance_level_eval.schema.json"])


def test_lm_eval_prints_the_table(folder: Path, runs: Runs) -> None:
    document = json.loads(text(folder, "lm-eval"))
    for estimate in runs.defined:
        task = f"{estimate.about.measure}_pairs.csv_{estimate.about.language}"
        assert document["results"][task][f"{estimate.about.measure},none"] == estimate.value
    utils = pytest.importorskip("lm_eval.utils")
    assert "cps_pairs.csv_en" in utils.make_table(document)


def test_inspect_reads_the_log(folder: Path, runs: Runs, tmp_path: Path) -> None:
    [path] = files(folder, "inspect", tmp_path)
    document = json.loads(path.read_text(encoding="utf-8"))
    assert len(document["samples"]) == 48 and len(document["results"]["scores"]) == 4
    log = pytest.importorskip("inspect_ai.log").read_eval_log(str(path))
    values = {score.name: score.metrics[score.scorer].value for score in log.results.scores}
    assert sorted(values.values()) == sorted(estimate.value for estimate in runs.defined)


@pytest.fixture(scope="module")
def inferred(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run whose items have no score of their own: labels alone."""
    from babelance import evaluate_many
    from babelance.run.plan import Settings

    out = tmp_path_factory.mktemp("inferred") / "run"
    settings = Settings(draws=100, limit=30, nulls=False)
    evaluate_many(["fn"], models=["fake:nli#1"], data=["babel-nli"], languages=["en"], out=out, settings=settings)
    return out


def test_items_without_a_score_of_their_own_have_their_answers_in_a_log_of_inspect(
    inferred: Path, tmp_path: Path
) -> None:
    [path] = files(inferred, "inspect", tmp_path)
    values = [sample["scores"]["fn_babel-nli_en"]["value"] for sample in json.loads(path.read_text("utf-8"))["samples"]]
    assert len(values) == 30 and {value["label"] for value in values} <= {"entailment", "neutral", "contradiction"}
    assert all(0 <= value["p_neutral"] <= 1 for value in values)
    log = pytest.importorskip("inspect_ai.log").read_eval_log(str(path))
    assert [sample.scores["fn_babel-nli_en"].value for sample in log.samples] == values


def test_every_eval_ever_has_the_label_of_every_item_of_inference(inferred: Path, tmp_path: Path) -> None:
    log, items = eee(inferred, tmp_path)
    [result] = log["evaluation_results"]
    assert len(items) == 30 and "instances" not in result["score_details"]["details"]
    for one in items:
        assert one["input"]["reference"] == ["neutral"] and set(one["output"]["raw"]) < set(one["input"]["choices"])
        assert one["evaluation"]["is_correct"] == (one["output"]["raw"] == ["neutral"])
    scores = [item["evaluation"]["score"] for item in items]
    assert result["score_details"]["score"] == pytest.approx(1 - sum(scores) / 30)
    assert 0 < sum(scores) < 30
    validate(log, items)


@pytest.fixture(scope="module")
def grouped(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run whose items have neither a score nor a label."""
    from babelance import evaluate_many
    from babelance.run.plan import Settings

    folder = tmp_path_factory.mktemp("grouped")
    texts = [f"{('He', 'She')[n % 2]} sees {n}." for n in range(12)]
    rows = [{"id": str(n), "text": text, "group": ("male", "female")[n % 2]} for n, text in enumerate(texts)]
    (folder / "groups.jsonl").write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    settings = Settings(draws=100, nulls=False)
    data = [str(folder / "groups.jsonl")]
    evaluate_many(["mbe"], models=["fake:random"], data=data, languages=["en"], out=folder / "run", settings=settings)
    return folder / "run"


def test_every_eval_ever_says_where_items_have_no_score_of_their_own(
    folder: Path, grouped: Path, tmp_path: Path
) -> None:
    [log] = files(grouped, "every-eval-ever", tmp_path / "mbe")
    [result, *_] = json.loads(log.read_text("utf-8"))["evaluation_results"]
    assert result["score_details"]["details"]["instances"].startswith("none: this measure scores all items together")
    of_pairs = eee(folder, tmp_path / "pairs")[0]["evaluation_results"]
    assert not any("instances" in result["score_details"]["details"] for result in of_pairs)


def test_sources_are_sentences(inferred: Path) -> None:
    assert "The babelance authors. Licence: Apache-2.0." in text(inferred, "markdown")


def test_csv_has_every_result_and_no_formula(folder: Path, runs: Runs) -> None:
    rows = list(csv.DictReader(io.StringIO(text(folder, "csv"))))
    assert [float(row["value"]) for row in rows] == [estimate.value for estimate in runs.defined]
    assert not any(cell.startswith(("=", "+", "@")) for row in rows for cell in row.values())


def test_a_dash_prints_the_card_and_makes_no_file(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    printed = CliRunner().invoke(app, ["card", str(folder), "--format", "csv", "--out", "-"])
    assert printed.exit_code == 0 and printed.stdout.strip() == text(folder, "csv").strip()
    assert not list(tmp_path.iterdir())


def test_latex_has_a_line_for_every_result_and_escapes_names(folder: Path) -> None:
    table = text(folder, "latex")
    assert table.count(r"\\") == 5 and r"\toprule" in table and "pairs.csv@1" in table


def test_latex_sets_the_mark_of_the_mbe_paper_and_says_what_it_is(tmp_path: Path) -> None:
    from babelance import evaluate_many
    from babelance.run.plan import Settings

    lines = [f"{'a long ' * 9 if n % 2 else ''}sentence {n},{'male' if n % 2 else 'female'}" for n in range(60)]
    (tmp_path / "m.csv").write_text("\n".join(["text,group", *lines]), encoding="utf-8")
    evaluate_many(
        ["mbe"], models=["fake:uniform"], data=[str(tmp_path / "m.csv")], languages=["en"], out=tmp_path / "run",
        settings=Settings(draws=100),
    )  # fmt: skip
    table = text(tmp_path / "run", "latex")
    assert table.count(r"$^\ddagger$") == 2 and "‡" not in table, "at the score, and in the caption"
    assert r"$^\ddagger$ is the mark of the MBE paper: p \textless{} 0.05" in table


def test_a_pack_has_everything_with_true_hashes_and_is_the_same_twice(folder: Path, tmp_path: Path) -> None:
    first, second = (bundle([folder], tmp_path / name) for name in ("a.zip", "b.zip"))
    assert first.read_bytes() == second.read_bytes()
    with zipfile.ZipFile(first) as pack:
        manifest = json.loads(pack.read("manifest.json"))
        assert set(manifest["files"]) == set(pack.namelist()) - {"manifest.json"}
        for name, facts in manifest["files"].items():
            assert hashlib.sha256(pack.read(name)).hexdigest() == facts["sha256"]
        lines = pack.read("runs/1-run/results.jsonl").decode().splitlines()
        assert pack.read("reports/1-run.html").startswith(b"<!")
        assert json.loads(pack.read("environment.json"))["packages"]
    assert [to_record(from_record(json.loads(line))) for line in lines] == [json.loads(line) for line in lines]


def test_formats_about_one_model_ask_which(folder: Path, tmp_path: Path) -> None:
    from babelance import evaluate_many
    from babelance.run.plan import Settings

    evaluate_many(
        ["cps"], models=["fake:random#2"], data=[str(folder.parent / "pairs.csv")], languages=["en"],
        out=tmp_path / "other", settings=Settings(draws=100),
    )  # fmt: skip
    with pytest.raises(InputError, match="one model"):
        card([folder, tmp_path / "other"], form="lm-eval")
    one = card([folder, tmp_path / "other"], form="lm-eval", model="fake:random#2")
    assert list(json.loads(str(one))["results"]) == ["cps_pairs.csv_en"]


def test_a_format_that_there_is_not_gets_a_hint(folder: Path) -> None:
    with pytest.raises(UnknownName, match="Did you mean 'latex'"):
        card([folder], form="latexx")
    assert "every-eval-ever" in FORMATS


def test_distances_have_the_interval_that_belongs_to_them(runs: Runs) -> None:
    estimate = next(one for one in runs.defined if one.about.measure == "cps")
    far = distance(Estimate(estimate.about, 60.0, 45.0, 75.0, 0.95, "wilson.95"))
    assert far and (far.value, far.low, far.high) == (10.0, 0.0, 25.0)
    near = distance(Estimate(estimate.about, 30.0, 20.0, 45.0, 0.95, "wilson.95"))
    assert near and (near.value, near.low, near.high) == (20.0, 5.0, 30.0)


def test_models_have_a_plain_name() -> None:
    names = ("hf:org/bert@3f07", "dir:some/where/bert#5f2c", "babelance/tiny#ab", "fake:random#2")
    assert [plain_model(name) for name in names] == ["org/bert", "bert", "babelance/tiny", "random"]
