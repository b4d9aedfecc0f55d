"""`babelance study` and `babelance meta agree` as a user meets them, with models that know nothing."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from babelance.cli.app import app
from babelance.core.errors import DataError, InputError


def run(*arguments: str, code: int = 0) -> str:
    result = CliRunner().invoke(app, list(arguments))
    if result.exception and not isinstance(result.exception, SystemExit):
        raise result.exception
    assert result.exit_code == code, result.output
    return result.stdout


@pytest.fixture
def sentences(tmp_path: Path) -> Path:
    lines = [f"{'She' if n % 2 else 'He'} met Tom {n}.\t{'Она' if n % 2 else 'Он'} знает. Том {n}" for n in range(60)]
    (tmp_path / "c.tsv").write_text("\n".join(lines), encoding="utf-8")
    run("build", "mbe", str(tmp_path / "c.tsv"), "-l", "ru", "-o", str(tmp_path / "ru.jsonl"))
    return tmp_path / "ru.jsonl"


def test_gender_preserved(sentences: Path) -> None:
    records = [json.loads(line) for line in run("study", "preserved", str(sentences), "--json").splitlines()]
    assert [(record["group"], record["kept"]) for record in records] == [("female", 100), ("male", 100)]
    assert "kept" in run("study", "preserved", str(sentences))


def study_names(sentences: Path, out: Path, *options: str) -> list[dict[str, Any]]:
    words = [
        "study",
        "names",
        "-m",
        "fake:random",
        "-d",
        str(sentences),
        "-l",
        "ru",
        "--measure",
        "mbe",
        "-o",
        str(out),
    ]
    return [json.loads(line) for line in run(*words, "--draws", "100", "--json", *options).splitlines()]


def test_other_names(sentences: Path, tmp_path: Path) -> None:
    out = tmp_path / "names.jsonl"
    rows = study_names(sentences, out)
    assert [row["version"] for row in rows] == ["as it is", "other names"]
    assert rows[1]["change_low"] <= rows[1]["change"] <= rows[1]["change_high"]
    assert "Том" not in out.read_text(encoding="utf-8")
    with pytest.raises(InputError, match="GROUP=FILE"):
        run("build", "names", "-d", str(sentences), "-l", "ru", "-o", str(out), "--from", "nobody")


def test_other_names_of_a_few_items_are_compared_on_the_same_items(sentences: Path, tmp_path: Path) -> None:
    out = tmp_path / "names.jsonl"
    rows = study_names(sentences, out, "--limit", "24")
    assert [row["n"] for row in rows] == [24, 24] and rows[1]["paired"]
    assert len(out.read_text(encoding="utf-8").splitlines()) == 24


def test_a_few_pairs_of_each_version(tmp_path: Path) -> None:
    """Pairs by people, by a machine and of templates; of two sentences each for MBE."""
    for language, he, she in (("en", "He", "She"), ("de", "Er", "Sie")):
        rows = [f"{n},{he} sees {n} houses.,{she} sees {n} houses.,gender" for n in range(30)]
        (tmp_path / f"{language}.csv").write_text("\n".join(["id,more,less,axis", *rows]), encoding="utf-8")
    words = ("study", "pairs", "-m", "fake:random", "-l", "de", "--translator", "fake:random", "--draws", "100")
    files = ("-d", str(tmp_path / "de.csv"), "--english", str(tmp_path / "en.csv"), "-o", str(tmp_path / "out"))
    lines = run(*words, *files, "--limit", "10", "--json").splitlines()
    counts = {row["version"]: row["n"] for row in map(json.loads, lines)}
    assert 1 <= counts.pop("MT") <= 10, "pairs that come out equal are left out"
    assert counts == {"HT": 10, "MBE": 20, "Tmp": 10}


def test_a_few_pairs_through_a_translator(tmp_path: Path) -> None:
    words = ("build", "translated", "-d", "babel-pairs", "-m", "fake:random", "-l", "de", "--limit", "6")
    kept, *left = run(*words, "-o", str(tmp_path / "t.jsonl")).splitlines()
    assert int(kept.split()[0]) + sum(int(line.rpartition(" ")[2]) for line in left) == 6


def test_names_are_replaced_in_the_direction_that_the_data_has(tmp_path: Path) -> None:
    rows = [f"{n},Арина читает {n}.,Илья читает {n}." for n in range(12)]
    (tmp_path / "p.csv").write_text("\n".join(["id,more,less", *rows]), encoding="utf-8")
    words = ("study", "names", "-m", "fake:random", "-d", str(tmp_path / "p.csv"), "-l", "ru", "--measure", "aul")
    out = tmp_path / "n.jsonl"
    run(*words, "-o", str(out), "--draws", "100", "--json")
    assert "Арина" not in out.read_text(encoding="utf-8") and "Илья" not in out.read_text(encoding="utf-8")
    few = [f"{n},Она читает {n}.,{'Илья' if n < 3 else 'Он'} читает {n}." for n in range(12)]
    (tmp_path / "p.csv").write_text("\n".join(["id,more,less", *few]), encoding="utf-8")
    with pytest.raises(InputError, match=r"3 of 12 items have english names instead of local ones.*too few to say"):
        run(*words, "-o", str(out), "--draws", "100", "--json")


def test_pairs_by_people_machine_templates_and_mbe(mirror: Path, tmp_path: Path) -> None:
    arguments = ("study", "pairs", "-m", "fake:random", "-l", "ru", "--translator", "fake:random", "--draws", "100")
    lines = run(*arguments, "-o", str(tmp_path), "--json").splitlines()
    rows = {row["version"]: row for row in map(json.loads, lines)}
    assert list(rows) == ["HT", "MT", "MBE", "Tmp"]
    assert rows["HT"]["n"] == 262
    for version in ("MT", "MBE", "Tmp"):
        assert rows[version]["change_low"] <= rows[version]["change"] <= rows[version]["change_high"]
    assert rows["MT"]["paired"] and not rows["MBE"]["paired"] and not rows["Tmp"]["paired"]
    assert all(row["mark"] in ("", "‡") for row in rows.values())
    assert all(row["low"] - 5 <= 50 <= row["high"] + 5 for row in rows.values())


def test_pairs_of_an_axis_that_is_not_there(mirror: Path, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no sentence pairs of the axis 'shoes'"):
        run("study", "pairs", "-m", "fake:random", "-l", "ru", "--axis", "shoes", "-o", str(tmp_path))


def test_translated_pairs(tmp_path: Path) -> None:
    rows = [{"more": "He is old.", "less": "She is old.", "language": "en"}]
    (tmp_path / "p.jsonl").write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    out = tmp_path / "mt.jsonl"
    arguments = ("-d", str(tmp_path / "p.jsonl"), "-m", "cmd:tr o 0", "-l", "ko", "-o", str(out))
    assert "1 pairs" in run("build", "translated", *arguments)
    row = json.loads(out.read_text(encoding="utf-8"))
    assert (row["language"], row["more"], row["less"]) == ("ko", "He is 0ld.", "She is 0ld.")


def test_agreement_over_models(sentences: Path, tmp_path: Path) -> None:
    folders = []
    for seed in (1, 2, 3):
        folders.append(str(tmp_path / f"out{seed}"))
        run(
            "run",
            "-m",
            f"fake:random#{seed}",
            "-d",
            str(sentences),
            "--measures",
            "mbe",
            "--out",
            folders[-1],
            "--draws",
            "100",
        )
    records = [json.loads(line) for line in run("meta", "agree", *folders, "--json").splitlines()]
    pairs = {(record["first"], record["second"]) for record in records}
    assert ("mbe", "mbe/shuffled") in pairs or ("mbe/shuffled", "mbe") in pairs
    assert all(len(record["models"]) == 3 and 0 <= record["direction"] <= 1 for record in records)
    assert run("meta", "agree", folders[0], code=3) == ""
    with pytest.raises(InputError, match="No run has the measure 'aula'"):
        run("meta", "agree", *folders, "--reference", "aula")


STEREOSET = """id,context,stereotype,anti,unrelated,axis,task
a,BLANK sleeps.,He sleeps.,She sleeps.,It rains.,gender,intrasentence
b,BLANK eats.,He eats.,She eats.,A tree eats.,gender,intrasentence
c,BLANK runs.,A man runs.,A woman runs.,A stone runs.,gender,intrasentence
d,He came.,He left.,He stayed.,Fish.,gender,intersentence
e,BLANK eats.,They eat.,We eat.,A tree eats.,race,intrasentence
"""


def test_stereoset_becomes_pairs_and_then_sentences_by_group(tmp_path: Path) -> None:
    clusters, pairs, groups = tmp_path / "ss.csv", tmp_path / "pairs.jsonl", tmp_path / "groups.jsonl"
    clusters.write_text(STEREOSET, encoding="utf-8")
    assert "3 pairs" in run("build", "pairs", "-d", str(clusters), "-l", "en", "--axis", "gender", "-o", str(pairs))
    rows = [json.loads(line) for line in pairs.read_text(encoding="utf-8").splitlines()]
    assert [(row["id"], row["more"], row["less"]) for row in rows][:1] == [("a", "He sleeps.", "She sleeps.")]
    assert "female: 3 sentences" in run("build", "groups", "-d", str(pairs), "-l", "en", "-o", str(groups))
    words = {(row["group"], row["word"]) for row in map(json.loads, groups.read_text(encoding="utf-8").splitlines())}
    assert words == {("female", "she"), ("female", "woman"), ("male", "he"), ("male", "man")}


def test_pairs_of_one_axis_are_taken_from_a_dataset_of_pairs(tmp_path: Path) -> None:
    data, out = tmp_path / "p.csv", tmp_path / "gender.jsonl"
    data.write_text(f"{PAIRS_BY_AXIS}\n", encoding="utf-8")
    assert "2 pairs" in run("build", "pairs", "-d", str(data), "-l", "en", "--axis", "gender", "-o", str(out))
    rows = [json.loads(line) for line in out.read_text(encoding="utf-8").splitlines()]
    assert [(row["id"], row["more"], row["less"], row["axis"]) for row in rows] == [
        ("a", "He sleeps.", "She sleeps.", "gender"), ("b", "He eats.", "She eats.", "gender"),
    ]  # fmt: skip
    with pytest.raises(DataError, match=r"of the axis 'gendr': its axes are gender, race"):
        run("build", "pairs", "-d", str(data), "-l", "en", "--axis", "gendr", "-o", str(out))


PAIRS_BY_AXIS = """id,more,less,axis
a,He sleeps.,She sleeps.,gender
b,He eats.,She eats.,gender
c,They eat.,We eat.,race"""


def test_agreement_is_with_the_group_of_a_run_that_is_named(tmp_path: Path) -> None:
    """The gender pairs of CrowS-Pairs are the reference of the paper's table 3, not all nine axes."""
    data, folders = tmp_path / "p.csv", [str(tmp_path / f"out{seed}") for seed in (1, 2, 3)]
    rows = [f"{n},He met {n} cats.,She met {n} cats.,{'gender' if n % 2 else 'race'}" for n in range(30)]
    data.write_text("\n".join(["id,more,less,axis", *rows]), encoding="utf-8")
    for seed, folder in enumerate(folders):
        words = ("run", "-m", f"fake:random#{seed}", "-d", str(data), "-l", "en", "--draws", "100", "--out", folder)
        run(*words, "--measures", "cps,aul", "--by", "axis")
    asked = ("meta", "agree", *folders, "--reference", "aul@axis=gender", "--json")
    records = [json.loads(line) for line in run(*asked).splitlines()]
    assert {(record["first"], record["second"]) for record in records} == {
        ("cps", "aul@axis=gender"),
        ("aul", "aul@axis=gender"),
    }
    gender = [json.loads(line) for line in run(*asked, "--only", "cps@axis=race").splitlines()]
    assert [(one["first"], one["second"]) for one in gender] == [("cps@axis=race", "aul@axis=gender")]
    with pytest.raises(InputError, match="aul@axis=gender, aul@axis=race"):
        run("meta", "agree", *folders, "--reference", "aul@axis=shoes")


def test_pairs_are_not_made_of_other_texts(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="neither more and less nor stereotype and anti"):
        run("build", "pairs", "-d", "babel-sentences", "-l", "en", "-o", str(tmp_path / "x.jsonl"))
    with pytest.raises(InputError, match="no sentence pairs of the axis 'none'"):
        run("build", "groups", "-d", "babel-pairs", "-l", "en", "--axis", "none", "-o", str(tmp_path / "x.jsonl"))


def test_a_score_with_other_options_is_compared_pair_by_pair() -> None:
    words = ("study", "options", "-m", "fake:random", "-d", "babel-pairs", "-l", "de", "--draws", "200", "--json")
    rows = [json.loads(line) for line in run(*words, "--set", "perturb=drop-last-character").splitlines()]
    assert [(row["measure"], row["version"]) for row in rows] == [
        (measure, version)
        for measure in ("cps", "s-jsd")
        for version in ("as it is", "perturb=drop-last-character")
    ]  # fmt: skip
    for before, after in (rows[:2], rows[2:]):
        assert after["change"] == pytest.approx(after["value"] - before["value"])
        assert after["change_low"] <= after["change"] <= after["change_high"]
    with pytest.raises(InputError, match="No chosen measure has an option"):
        run(*words, "--set", "nonsense=1")


def test_gender_is_looked_for_in_sentences_by_group_only() -> None:
    with pytest.raises(InputError, match="no sentences by group"):
        run("study", "preserved", "babel-pairs")


@pytest.mark.parametrize(
    "verb",
    ["run", "audit", "check", "compare models", "compare languages", "study pairs", "study names", "study options"],
)
def test_whatever_measures_a_model_has_the_options_that_refusals_name(verb: str) -> None:
    shown = run(*verb.split(), "--help")
    assert "--allow-unknown" in shown and "--remote-code" in shown


def test_a_language_without_a_file_works_with_the_words_of_the_user(tmp_path: Path) -> None:
    """Czech has no file of its own."""
    (tmp_path / "c.tsv").write_text(
        "".join(f"{'She' if n % 2 else 'He'} reads {n}.\t{'Ona' if n % 2 else 'On'} čte {n}.\n" for n in range(20)),
        encoding="utf-8",
    )
    data = str(tmp_path / "cs.jsonl")
    run("build", "mbe", str(tmp_path / "c.tsv"), "-l", "cs", "-o", data)
    with pytest.raises(InputError, match=r"No gender words for 'cs'.*give your own"):
        run("study", "preserved", data)
    for group, word in (("female", "ona"), ("male", "on")):
        (tmp_path / group).write_text(word, encoding="utf-8")
    words = [part for group in ("female", "male") for part in ("--words", f"{group}={tmp_path / group}")]
    assert [json.loads(line)["kept"] for line in run("study", "preserved", data, *words, "--json").splitlines()] == [
        100, 100,
    ]  # fmt: skip
    (tmp_path / "captions.txt").write_text("Žena běží.\nMuž sedí v parku.\n", encoding="utf-8")
    (tmp_path / "jobs.csv").write_text("word,stereotype\nkuchař,male\nučitel,neutral\n", encoding="utf-8")
    built = (
        "build", "nli", str(tmp_path / "captions.txt"), "-l", "cs", "--occupations", str(tmp_path / "jobs.csv"),
        "--sentences", "0", "-o", str(tmp_path / "nli.jsonl"), "--worker", "{occupation}",
    )  # fmt: skip
    with pytest.raises(InputError, match="'cs' has no file, so say how captions name people"):
        run(*built)
    assert "8 pairs" in run(*built, "--woman", "Žena", "--man", "Muž")


def test_the_paper_asks_for_pronouns_of_sentences_with_she_and_he(tmp_path: Path) -> None:
    lines = ["She reads.\t彼女は読む。", "Her mother reads.\t母は読む。", "He reads.\t彼は読む。", "He runs.\t走る。"]
    (tmp_path / "c.tsv").write_text("\n".join(lines), encoding="utf-8")
    run("build", "mbe", str(tmp_path / "c.tsv"), "-l", "ja", "--all", "-o", str(tmp_path / "ja.jsonl"))
    asked = ("study", "preserved", str(tmp_path / "ja.jsonl"), "--pronouns", "--json")
    rows = [json.loads(line) for line in run(*asked).splitlines()]
    assert [(row["group"], row["kept"], sum(row["counts"].values())) for row in rows] == [
        ("female", 100, 1), ("male", 50, 2),
    ]  # fmt: skip
