"""There and back: what comes home, what is lost on the way, and what is no round trip at all."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from babelance.core.errors import ModelError
from babelance.core.model import Model, Options
from babelance.core.query import Text, Translate, Unanswered
from babelance.core.registry import DATASETS, MODELS
from babelance.core.scored import Scores
from babelance.measures.gender_lost import GenderLost


def table(path: Path, rows: dict[str, str]) -> str:
    path.write_text("text\ttranslation\n" + "".join(f"{a}\t{b}\n" for a, b in rows.items()), encoding="utf-8")
    return f"tsv:{path}"


def trip(folder: Path, there: dict[str, str], back: dict[str, str]) -> Model:
    spec = f"trip:fi:{table(folder / 'there.tsv', there)};{table(folder / 'back.tsv', back)}"
    return MODELS.get("round-trip").open(spec, Options())


def test_a_text_goes_there_and_comes_back(tmp_path: Path) -> None:
    model = trip(tmp_path, {"She sings.": "Hän laulaa.", "Silence.": ""}, {"Hän laulaa.": "He sings."})
    texts = ("She sings.", "Silence.", "He swims.", "She sings.")
    sung, silent, missing, again = model.answer([Translate(text, "en", "en") for text in texts])
    assert sung == again == Text("He sings.")
    assert silent == Unanswered("the translation into 'fi' is empty")
    assert isinstance(missing, Unanswered) and missing.reason.startswith("on the way there: ")


def test_always_they_loses_the_controls_too_and_he_for_all_loses_half(tmp_path: Path) -> None:
    items = list(DATASETS.get("babel-round-trip").items("en"))
    words = {item.texts["text"] for item in items}
    for home, wanted in (("They are there.", 100.0), ("He is there.", 50.0)):
        model = trip(tmp_path, dict.fromkeys(words, "Hän."), {"Hän.": home})
        answers = model.answer([Translate(item.texts["text"], "en", "en") for item in items])
        scores = Scores.gather(GenderLost().score(item, [answer]) for item, answer in zip(items, answers, strict=True))
        assert float(GenderLost().statistic(scores)(np.ones(len(scores)))) == wanted


@pytest.mark.parametrize(
    "spec", ["trip:", "trip:fi", "trip:fi:", "trip:not a language:tsv:x", "trip:fi:tsv:nowhere.tsv"]
)
def test_what_is_no_round_trip_is_refused_with_the_form(spec: str) -> None:
    with pytest.raises(ModelError, match=r"form trip|no file"):
        MODELS.get("round-trip").open(spec, Options())


def test_data_that_names_a_trip_needs_permission() -> None:
    assert MODELS.get("round-trip").needs_permission
