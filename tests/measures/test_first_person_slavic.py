"""Sentences in the first person, in eight languages: past tenses and adjectives tell who speaks, others do not."""

from __future__ import annotations

import pytest

from babelance.measures.formulas.first_person import first_person


@pytest.mark.parametrize(
    ("code", "text", "gender"),
    [
        ("pl", "Wczoraj kupiłem nowy rower.", "he"),
        ("pl", "Wczoraj kupiłam nowy rower.", "she"),
        ("pl", "Chciałabym tam pojechać.", "she"),
        ("pl", "Jestem zmęczony po pracy.", "he"),
        ("pl", "Mam psa i dwa koty.", "unclassified"),
        ("pl", "Byłam w domu, ale nie spałem.", "both"),
        ("cs", "Včera jsem koupil nové kolo.", "he"),
        ("cs", "Včera jsem koupila nové kolo.", "she"),
        ("cs", "Bratr koupil nové kolo.", "unclassified"),
        ("sk", "Včera som kúpil nový bicykel.", "he"),
        ("sk", "Včera som kúpila nový bicykel.", "she"),
        ("sk", "Sestra kúpila nový bicykel.", "unclassified"),
        ("sl", "Včeraj sem kupil novo kolo.", "he"),
        ("sl", "Včeraj sem kupila novo kolo.", "she"),
        ("sl", "Brat je kupil novo kolo.", "unclassified"),
        ("hr", "Jučer sam kupio novi bicikl.", "he"),
        ("hr", "Jučer sam kupila novi bicikl.", "she"),
        ("hr", "Brat je kupio novi bicikl.", "unclassified"),
        ("sr", "Јуче сам купила нови бицикл.", "she"),
        ("sr", "Juče sam kupio novi bicikl.", "he"),
        ("uk", "Я купив новий велосипед.", "he"),
        ("uk", "Я купила новий велосипед.", "she"),
        ("uk", "Я не міг спати.", "he"),
        ("uk", "Брат купив велосипед.", "unclassified"),
        ("be", "Я купіў новы ровар.", "he"),
        ("be", "Я купіла новы ровар.", "she"),
    ],
)
def test_the_speaker_is_told_by_endings(code: str, text: str, gender: str) -> None:
    assert first_person(code)(text) == gender
