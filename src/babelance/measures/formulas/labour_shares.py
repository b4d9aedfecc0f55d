"""Women among those who work in an occupation, per cent, by country: public statistics, as facts with their sources.

US  Bureau of Labor Statistics 2015 and 2016, as put together for 60 occupations by Rudinger et al., NAACL 2018
    (data/occupations-stats.tsv of rudinger/winogender-schemas, 1c7f8b4).
GB  Office for National Statistics, Annual Population Survey 2021, employment by occupation (nomis, APS168): women and
    men counted in thousands. Only occupations with a row of their own; where a wider group had to stand for one
    (surgeons, plumbers) there is none.
NO  Statistics Norway, as put together for 418 occupations by Touileb, Øvrelid, Velldal, GeBNLP 2022
    (gold_data/gender_equality_NSB.ods of SamiaTouileb/Biases-Norwegian-Multilingual-LMs, c24d8fa). The year is not
    given there. Which Norwegian occupation is which English one is our judgement: *doctor* is *lege*.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from babelance.core.errors import InputError

Country = Literal["US", "GB", "NO"]
NO_SHARE = "no public share of women for this occupation"

_UNITED_STATES = {
    "accountant": 59.7, "administrator": 54.86, "advisor": 37.9, "appraiser": 52.24, "architect": 20.81,
    "auditor": 59.7, "baker": 60.8, "bartender": 59.8, "broker": 55.5, "carpenter": 2.07, "cashier": 72.5,
    "chef": 19.6, "chemist": 36.1, "clerk": 69.53, "counselor": 66.48, "dietitian": 94.6, "dispatcher": 56.3,
    "doctor": 37.9, "educator": 70.8, "electrician": 2.3, "engineer": 10.72, "examiner": 62.46, "firefighter": 3.5,
    "hairdresser": 94.2, "hygienist": 96.4, "inspector": 6.4, "instructor": 62.3, "investigator": 45.15,
    "janitor": 34.3, "lawyer": 34.5, "librarian": 83.0, "machinist": 6.7, "manager": 38.51, "mechanic": 1.8,
    "nurse": 89.58, "nutritionist": 94.6, "officer": 30.42, "painter": 5.7, "paralegal": 85.4, "paramedic": 32.9,
    "pathologist": 97.5, "pharmacist": 57.0, "physician": 37.9, "planner": 77.6, "plumber": 0.7, "practitioner": 74.79,
    "programmer": 18.35, "psychologist": 70.3, "receptionist": 90.6, "salesperson": 48.08, "scientist": 41.94,
    "secretary": 94.6, "specialist": 41.35, "supervisor": 38.64, "surgeon": 37.9, "teacher": 71.0, "technician": 40.34,
    "therapist": 76.7, "veterinarian": 60.5, "worker": 37.92,
}  # fmt: skip
_GREAT_BRITAIN = {
    name: round(100 * women / (women + men), 1)
    for name, women, men in (
        ("accountant", 83.3, 110.1), ("administrator", 1843.1, 856.1), ("architect", 4.6, 12.9), ("baker", 19.7, 15.3),
        ("broker", 9.2, 40.8), ("cashier", 783.9, 444.6), ("chef", 55.0, 140.2), ("electrician", 4.1, 218.2),
        ("engineer", 68.3, 475.7), ("firefighter", 4.7, 29.0), ("hairdresser", 208.9, 36.8), ("lawyer", 81.5, 61.1),
        ("librarian", 14.0, 7.4), ("manager", 1227.5, 2139.7), ("mechanic", 7.5, 299.0), ("nurse", 494.9, 69.2),
        ("paramedic", 15.4, 17.3), ("pharmacist", 39.8, 26.0), ("programmer", 70.0, 397.1), ("psychologist", 36.9, 9.5),
        ("receptionist", 171.2, 19.7), ("salesperson", 935.1, 612.4), ("secretary", 533.6, 51.6),
        ("teacher", 1130.0, 542.9), ("therapist", 164.1, 35.0), ("veterinarian", 11.5, 13.9),
    )
}  # fmt: skip
_NORWAY = {
    "accountant": 74.2, "actor": 49.6, "architect": 49.9, "auditor": 49.1, "baker": 40.2, "bartender": 53.3,
    "broker": 31.7, "butcher": 18.4, "carpenter": 1.0, "chemist": 48.5, "cleaner": 77.0, "cook": 40.4, "dancer": 61.7,
    "dentist": 59.7, "doctor": 51.6, "driver": 6.5, "editor": 49.6, "electrician": 2.5, "engineer": 20.4,
    "farmer": 29.7, "firefighter": 4.5, "fisher": 12.0, "flight attendant": 79.8, "gardener": 45.8, "guard": 23.8,
    "hairdresser": 89.9, "hygienist": 97.5, "journalist": 44.2, "judge": 45.7, "kindergarten teacher": 91.1,
    "lawyer": 48.1, "librarian": 80.7, "mechanic": 1.9, "musician": 40.4, "nurse": 90.0, "nutritionist": 94.7,
    "painter": 5.3, "paramedic": 38.9, "pharmacist": 82.9, "photographer": 33.8, "physician": 51.6, "pilot": 4.6,
    "plumber": 1.2, "police officer": 34.0, "programmer": 18.9, "psychologist": 73.8, "receptionist": 61.4,
    "schoolteacher": 75.8, "scientist": 43.9, "secretary": 90.1, "security guard": 23.8, "social worker": 76.7,
    "teacher": 74.4, "translator": 61.1, "veterinarian": 76.6, "waiter": 62.2,
}  # fmt: skip
WOMEN: Mapping[str, Mapping[str, float]] = {"US": _UNITED_STATES, "GB": _GREAT_BRITAIN, "NO": _NORWAY}
"""Country → English occupation → per cent of women."""


def share_of(occupation: str, country: str = "US") -> float | None:
    """Between 0 and 1; None for an occupation that is not in the table."""
    women = WOMEN[country].get(occupation.strip().lower().replace("-", " "))
    return None if women is None else women / 100


def require_country(country: str) -> None:
    if country not in WOMEN:
        raise InputError(f"Shares of women are known for {', '.join(WOMEN)}, not for '{country}'.")
