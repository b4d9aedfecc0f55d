"""The study of tokens: a model that reads letters as they are flips with them, and its finding is blocked."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from typer.testing import CliRunner

from babelance.cli.app import app
from babelance.core.codec import to_json
from babelance.core.item import Item
from babelance.core.model import Options
from babelance.core.query import Tokens
from babelance.core.registry import MEASURES
from babelance.core.scored import Scored, Scores
from babelance.models.fake import kind as fake
from babelance.run.plan import Settings
from babelance.run.store import Store
from babelance.studies import tokens
from babelance.studies.study_sheets import tokens_sheet
from babelance.studies.tokens import MOST_FLIPPED, USUAL, WRITTEN, Change, study
from tests.sanity.test_injected_causal import HERS, MEN, WOMEN, WORDS, sentence, write_tokenizer


@pytest.fixture
def pairs(tmp_path: Path) -> str:
    rows = [f"Ann did {n}.,Bob did {n}." for n in range(40)]
    (tmp_path / "pairs.csv").write_text("more,less\n" + "\n".join(rows) + "\n", encoding="utf-8")
    return str(tmp_path / "pairs.csv")


def test_every_way_is_there_with_its_flips(pairs: str, tmp_path: Path) -> None:
    with Store(tmp_path / "store.sqlite") as store:
        studied = study(
            "fake:random", pairs, "cps", language="en", store=store, settings=Settings(draws=100, by=()),
            options=Options(),
        )  # fmt: skip
    names = [way.name for way in studied.ways]
    assert names[0] == USUAL and set(names) >= {"lower case", "a blank before", "no full stop", "accents apart (NFD)"}
    flips = {way.name: way.flipped for way in studied.ways}
    assert flips[USUAL] is None and flips["accents apart (NFD)"] == 0
    assert (flips["lower case"] or 0) > MOST_FLIPPED
    assert studied.pieces == {"less": 3, "more": 3}
    assert "lower case" in studied.unsteady
    first = studied.ways[0].result
    assert first.verdict
    nothing = replace(first, verdict=replace(first.verdict, kind="not-told-apart"))
    untold = replace(studied, ways=(replace(studied.ways[0], result=nothing), *studied.ways[1:]))
    assert "single answers are not to be relied on" in tokens_sheet(untold).headline


WAYS: tuple[Change, ...] = (lambda text: text, *WRITTEN.values())


def recorded(folder: Path, count: int) -> tuple[str, str]:
    """Pairs of which a model finds the first sentence likelier as they are written, and otherwise tosses a coin."""
    cps, model, lines, rows = MEASURES.get("cps")(), fake.open("fake:random", Options()), [], ["more,less"]
    for number in range(3 * count):
        item = Item(str(number), "en", {"more": f"Ann Saw {number}.", "less": f"Bob Saw {number}."})
        outcome = cps.score(item, list(model.answer(cps.ask(item))))
        if isinstance(outcome, Scored) and outcome.columns["score"] == 1:
            rows.append(f"{item.texts['more']},{item.texts['less']}")
            for change in WAYS:
                queries = cps.ask(replace(item, texts={name: change(text) for name, text in item.texts.items()}))
                for query, answer in zip(queries, model.answer(queries), strict=True):
                    assert isinstance(answer, Tokens)
                    # What it would have said first is not recorded, so nobody asks whether it can predict tokens.
                    lines.append(json.dumps({"query": to_json(query), "answer": to_json(replace(answer, hits=None))}))
    (folder / "pairs.csv").write_text("\n".join(rows[: count + 1]) + "\n", encoding="utf-8")
    (folder / "answers.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return f"json:{folder / 'answers.jsonl'}", str(folder / "pairs.csv")


def test_what_is_shown_is_blocked_where_too_many_answers_flip(tmp_path: Path) -> None:
    model, data = recorded(tmp_path, 60)
    words = ["study", "tokens", "-m", model, "-d", data, "-l", "en", "--json", "--draws", "100"]
    done = CliRunner().invoke(app, [*words, "--store", str(tmp_path / "store.sqlite")], catch_exceptions=False)
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    usual, last = lines[0], lines[-1]
    assert usual["way"] == USUAL and usual["value"] == 100 and usual["verdict"]["kind"] == "shown"
    assert done.exit_code == 3 and "lower case" in last["blocked"]
    assert last["verdict"]["kind"] == "not-enough-evidence" and last["blocked"] in last["verdict"]["sentence"]


def test_a_causal_model_is_read_after_every_start_token_that_it_has(tmp_path: Path) -> None:
    from transformers import GPT2Config, GPT2LMHeadModel

    write_tokenizer(tmp_path / "model")
    config = GPT2Config(vocab_size=len(WORDS), n_positions=16, n_embd=8, n_layer=1, n_head=1, bos_token_id=0)
    GPT2LMHeadModel(config).save_pretrained(tmp_path / "model")
    rows = [f"{sentence(her, job)},{sentence(him, job)}" for her, him, job in zip(WOMEN, MEN, HERS, strict=False)]
    (tmp_path / "jobs.csv").write_text("more,less\n" + "\n".join(rows) + "\n", encoding="utf-8")
    with Store(tmp_path / "store.sqlite") as store:
        studied = study(
            str(tmp_path / "model"), str(tmp_path / "jobs.csv"), "cps", language="en", store=store,
            settings=Settings(draws=100, by=()), options=Options(),
        )  # fmt: skip
    starts = [way.name for way in studied.ways if way.name.startswith("start=")]
    assert "start=none" in starts and len(starts) == len(set(starts))


@pytest.mark.parametrize(
    ("model", "rows", "ways"),
    [
        ("fake:masked", "Ann sang.,Bob sang.", {"pieces=within-word", "pieces=whole-word"}),
        ("fake:masked", "她唱歌。,他唱歌。", set[str]()),
        ("fake:causal", "Ann sang.,Bob sang.", set[str]()),
    ],
)
def test_pieces_of_words_are_hidden_in_every_way_that_can_be_asked(
    tmp_path: Path, model: str, rows: str, ways: set[str]
) -> None:
    (tmp_path / "pairs.csv").write_text(f"more,less\n{rows}\n", encoding="utf-8")
    with Store(tmp_path / "store.sqlite") as store:
        studied = study(
            model, str(tmp_path / "pairs.csv"), "cps", language="en", store=store,
            settings=Settings(draws=100, by=()), options=Options(),
        )  # fmt: skip
    assert {way.name for way in studied.ways if way.name.startswith("pieces=")} == ways


def test_flips_are_counted_over_items_that_both_could_score() -> None:
    def scores(**values: float) -> Scores:
        return Scores(tuple(Scored(Item(name, "en", {}), {"score": value}) for name, value in values.items()))

    assert tokens._share_flipped(scores(a=1.0, b=0.0, c=1.0), scores(a=1.0, b=1.0, d=0.0)) == 0.5
    assert tokens._share_flipped(scores(a=1.0), scores(b=1.0)) is None
