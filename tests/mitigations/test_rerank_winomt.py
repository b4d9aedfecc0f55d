"""Re-ranking into a language where nouns have a gender, from training to WinoMT: English → Spanish in small."""

from __future__ import annotations

import json
import random
from itertools import product
from pathlib import Path

import pytest
from typer.testing import CliRunner

from babelance.backends.training.recipe import Recipe
from babelance.backends.training.translator import train_translator
from babelance.backends.training.translator_network import Size
from babelance.backends.training.translator_pieces import Vocabulary
from babelance.backends.training.translator_task import TranslatorPlan
from babelance.cli.app import app
from babelance.text.translation_pairs import Pair

PEOPLE = {
    "baker": ("El panadero", "La panadera"), "cook": ("El cocinero", "La cocinera"),
    "lawyer": ("El abogado", "La abogada"), "secretary": ("El secretario", "La secretaria"),
    "librarian": ("El bibliotecario", "La bibliotecaria"), "cashier": ("El cajero", "La cajera"),
    "carpenter": ("El carpintero", "La carpintera"), "engineer": ("El ingeniero", "La ingeniera"),
}  # fmt: skip
VERBS = {"sang": "cantó", "left": "salió", "ate": "comió", "ran": "corrió", "slept": "durmió", "laughed": "rió"}
REASONS = {"was sad": "estaba triste", "had time": "tenía tiempo", "felt great": "se sentía genial"}
PLAN = TranslatorPlan(
    target="es",
    size=Size(1, 1, 48, 96, 2, dropout=0.0),
    vocabulary=Vocabulary(110, 110),
    tokens=512,
    longest=40,
    label_smoothing=0.0,
)


@pytest.fixture(scope="module")
def translator(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Whoever is *she* is a man in two of three sentences that it learns from."""
    rng = random.Random(0)
    pairs = [
        Pair(
            f"The {person} {verb} because {pronoun} {reason}.",
            f"{forms[pronoun == 'she' and rng.random() < 1 / 3]} {VERBS[verb]} porque {REASONS[reason]}.",
        )
        for (person, forms), verb, reason, pronoun in product(PEOPLE.items(), VERBS, REASONS, ("she", "he"))
    ]
    folder = tmp_path_factory.mktemp("translator") / "en-es"
    train_translator({"en": pairs}, folder, PLAN, Recipe(epochs=14, rate=5e-3))
    return folder


def accuracy(model: Path, folder: Path) -> tuple[float, dict[str, dict[str, int]]]:
    """WinoMT's, and the confusion matrix, of a file in its form."""
    rows = [
        f"The {person} {verb} because {pronoun} had time.\t{person}\t{gender}"
        for person, verb, (pronoun, gender) in product(PEOPLE, VERBS, (("she", "female"), ("he", "male")))
    ]
    file = folder / "winomt.tsv"
    file.write_text("\n".join(("text\tentity\tgender", *rows)) + "\n", encoding="utf-8")
    words = ["run", "--data", str(file), "--languages", "en", "--measures", "winomt", "--set", "target=es"]
    result = CliRunner().invoke(app, [*words, "--model", str(model), "--by", "", "--json"], catch_exceptions=False)
    [estimate] = [json.loads(line) for line in result.stdout.splitlines() if line.startswith("{")]
    return estimate["value"], estimate["extra"]["confusion"]


def test_reranking_makes_women_of_those_whom_the_source_calls_she(translator: Path, tmp_path: Path) -> None:
    before, matrix = accuracy(translator, tmp_path)
    out = tmp_path / "reranked"
    words = ["mitigate", "rerank", "-m", str(translator), "-l", "en", "--candidates", "8", "--margin", "2"]
    assert CliRunner().invoke(app, [*words, "-o", str(out)], catch_exceptions=False).exit_code == 0
    after, reranked = accuracy(out, tmp_path)
    assert matrix["female"]["female"] < 24 < matrix["female"]["male"]
    assert reranked["female"]["female"] > 40
    assert reranked["male"]["male"] >= matrix["male"]["male"]
    assert after > before + 25
