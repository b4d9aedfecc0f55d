"""Tables as two papers print them, to stand beside numbers of one's own.

`cb-table-N`: Ahn and Oh, EMNLP 2021. `s-jsd-table-N`: the paper that proposes S_JSD (Findings of NAACL 2022), whose
S_JSD is printed in thousandths. The numbers are copied from the papers; nothing here was computed by us.
The Categorical Bias scores of the paper are very likely those of its released code, which multiplies every piece at
every mask: compare them with `fidelity=released`, and see docs/categorical-bias.md for what pieces do to them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

CB_LANGUAGES = ("de", "es", "ko", "tr", "zh")


@dataclass(frozen=True, slots=True)
class Printed:
    """One cell. `error` is the standard error that is printed with it; `other` the second language of a pair;
    `options` are those of the measure, and `data` the dataset that the cell is about (none: any)."""

    row: str
    measure: str
    language: str
    value: float
    error: float | None = None
    other: str = ""
    options: tuple[tuple[str, str], ...] = ()
    data: str = ""


@dataclass(frozen=True, slots=True)
class PrintedTable:
    title: str
    cells: tuple[Printed, ...]
    factor: float = 1.0
    """Printed values of `s-jsd` are so many times as large as ours."""
    kind: str = "results"
    """Where numbers of one's own are: in results of `run`, in `languages.json` of `compare languages`, or in `ner`."""


def tables() -> dict[str, PrintedTable]:
    return {
        "cb-table-2": PrintedTable(
            "Categorical Bias before and after mitigation", tuple(_across(TABLE_2, CB_LANGUAGES))
        ),
        "cb-table-3": PrintedTable("Divergence between languages", tuple(_triangles()), kind="languages"),
        "cb-table-4": PrintedTable("Monolingual BERT and multilingual BERT", tuple(_across(TABLE_4, ALL_LANGUAGES))),
        "cb-table-5": PrintedTable("English aligned to other languages", tuple(_across(TABLE_5, ("en",)))),
        "cb-table-6": PrintedTable("Named entities (F1)", tuple(_across(TABLE_6, CB_LANGUAGES, "ner")), kind="ner"),
        "cb-table-7": PrintedTable("More targets and attributes", tuple(_cb_7())),
        "cb-table-8": PrintedTable("Arabic and Greek", tuple(_across(TABLE_8, ("ar", "el")))),
        "cb-table-9": PrintedTable("Divergence from English", tuple(_to_english()), kind="languages"),
        "s-jsd-table-2": PrintedTable("CPS, S_JSD (10⁻³) and B.S_JSD in five languages", tuple(_s_jsd_2()), 1000.0),
        "s-jsd-table-3": PrintedTable("CPS and S_JSD (10⁻³) on CrowS-Pairs", tuple(_s_jsd_3()), 1000.0),
    }


def _across(
    rows: Mapping[str, tuple[float, ...]], languages: tuple[str, ...], measure: str = "cb"
) -> Iterator[Printed]:
    for name, values in rows.items():
        for language, value in zip(languages, values, strict=True):
            yield Printed(name, measure, language, value)


def _cb_7() -> Iterator[Printed]:
    """Each row is about its own words."""
    for cell in _across(TABLE_7, CB_LANGUAGES):
        targets = "plus" if "+5 targets" in cell.row else "paper"
        data = "ethnic-bias-plus" if "+5 attributes" in cell.row else "ethnic-bias"
        yield replace(cell, options=(("targets", targets),), data=data)


def _triangles() -> Iterator[Printed]:
    """Above the diagonal M-BERT, below it monolingual BERTs."""
    for index, values in enumerate(TABLE_3):
        for other, value in enumerate(values):
            if value is not None:
                first, second = sorted((index, other))
                model = "M-BERT" if other > index else "BERT"
                yield Printed(model, "divergence", TABLE_3_LANGUAGES[first], value, other=TABLE_3_LANGUAGES[second])


def _to_english() -> Iterator[Printed]:
    for language, values in TABLE_9.items():
        for name, value in zip(("X → EN, no alignment", "X → EN, aligned", "EN → X, aligned"), values, strict=True):
            yield Printed(name, "divergence", "en", value, other=language)
    yield Printed("EN → X, no alignment", "divergence", "en", 0.164, other="en")


def _s_jsd_2() -> Iterator[Printed]:
    for (model, language), values in S_JSD_2.items():
        for measure, (value, error) in zip(("s-jsd", "cps", "b-s-jsd"), values, strict=True):
            yield Printed(model, measure, language, value, error)


def _s_jsd_3() -> Iterator[Printed]:
    for model, values in S_JSD_3.items():
        for index, (value, error) in enumerate(values):
            cut = (("perturb", "drop-last-character"),) if index > 1 else ()
            yield Printed(model, ("s-jsd", "cps")[index % 2], "en", value, error, options=cut)


TABLE_2 = {
    "M-BERT": (0.899, 0.977, 392.889, 10.635, 208.285),
    "M-BERT, fine-tuned": (0.696, 0.958, 261.238, 3.051, 21.715),
    "BERT": (5.846, 12.370, 15.293, 8.326, 65.412),
    "BERT, fine-tuned": (5.604, 10.604, 6.995, 3.742, 44.423),
    "BERT + CDA": (4.831, 2.271, 7.458, 3.847, 40.955),
    "BERT + random alignment": (4.476, 10.063, 6.087, 3.446, 43.368),
    "BERT + alignment": (3.990, 9.890, 5.616, 2.984, 43.686),
}
TABLE_3_LANGUAGES = ("en", "de", "es", "ko", "tr", "zh")
TABLE_3: tuple[tuple[float | None, ...], ...] = (
    (None, 0.130, 0.091, 0.366, 0.293, 0.367),
    (0.162, None, 0.144, 0.381, 0.335, 0.413),
    (0.410, 0.424, None, 0.385, 0.317, 0.399),
    (0.382, 0.366, 0.555, None, 0.443, 0.458),
    (0.270, 0.316, 0.497, 0.470, None, 0.301),
    (0.526, 0.538, 0.595, 0.525, 0.544, None),
)
ALL_LANGUAGES = ("en", "es", "de", "zh", "ko", "tr")
TABLE_4 = {"BERT": (0.81, 12.37, 5.84, 65.41, 15.29, 8.36), "M-BERT": (0.66, 0.98, 0.89, 208.28, 392.89, 10.63)}
TABLE_5 = {
    "M-BERT": (0.658,), "M-BERT, fine-tuned": (0.558,), "BERT": (0.807,), "BERT, fine-tuned": (0.618,),
    "BERT + CDA": (0.622,), "BERT + random alignment": (0.703,), "BERT + alignment → DE": (0.643,),
    "BERT + alignment → ES": (0.622,), "BERT + alignment → KO": (0.668,), "BERT + alignment → TR": (0.612,),
    "BERT + alignment → ZH": (0.630,),
}  # fmt: skip
TABLE_6 = {
    "aligned, encoder frozen": (71.41, 70.00, 59.05, 71.49, 65.94),
    "not aligned, encoder frozen": (72.14, 70.57, 59.02, 71.60, 66.29),
    "not aligned, encoder trained": (86.59, 82.11, 84.38, 92.57, 94.28),
}
TABLE_7 = {
    "BERT, 30 targets, 70 attributes": (5.604, 10.604, 6.995, 3.742, 44.423),
    "aligned, 30 targets, 70 attributes": (3.990, 9.890, 5.616, 2.984, 43.686),
    "BERT, +5 attributes": (5.268, 10.270, 6.899, 3.766, 43.986),
    "aligned, +5 attributes": (4.544, 9.497, 5.502, 2.991, 43.335),
    "BERT, +5 targets": (6.733, 33.212, 7.931, 5.669, 70.362),
    "aligned, +5 targets": (6.038, 32.155, 6.991, 4.478, 69.372),
    "BERT, +5 attributes, +5 targets": (6.840, 31.868, 7.838, 5.692, 69.490),
    "aligned, +5 attributes, +5 targets": (6.098, 30.961, 6.715, 4.551, 68.497),
}
TABLE_8 = {
    "M-BERT": (85.428, 1006.506), "M-BERT, fine-tuned": (28.677, 339.578), "BERT": (3.678, 16.126),
    "BERT, fine-tuned": (1.415, 6.730), "BERT + CDA": (1.335, 7.278), "BERT + alignment": (1.232, 6.556),
}  # fmt: skip
TABLE_9 = {
    "de": (0.402, 0.343, 0.207),
    "es": (0.640, 0.622, 0.195),
    "ko": (0.618, 0.544, 0.214),
    "tr": (0.520, 0.415, 0.205),
    "zh": (0.725, 0.717, 0.200),
}
S_JSD_2 = {
    ("mBERT", "en"): ((-0.05, 1), (57, 3), (50, 3)),
    ("XLM-R", "en"): ((-1, 2), (62, 3), (54, 3)),
    ("mBERT", "de"): ((-1, 2), (57, 3), (55, 3)),
    ("XLM-R", "de"): ((-2, 2), (51, 3), (50, 3)),
    ("mBERT", "id"): ((-3, 1), (46, 3), (51, 3)),
    ("XLM-R", "id"): ((-4, 2), (51, 3), (54, 3)),
    ("mBERT", "th"): ((-4, 2), (60, 3), (60, 3)),
    ("XLM-R", "th"): ((-4, 2), (57, 3), (57, 3)),
    ("mBERT", "fi"): ((-0.2, 2), (44, 3), (50, 3)),
    ("XLM-R", "fi"): ((-3, 2), (51, 3), (53, 3)),
}
S_JSD_3 = {
    "BERT": ((-6, 1), (60.5, 1.3), (-6, 1), (58.6, 1.3)),
    "RoBERTa": ((-10, 1), (65.5, 1.2), (-10, 1), (63.5, 1.2)),
    "ALBERT": ((-13, 1), (67.0, 1.2), (-11, 1), (64.5, 1.2)),
    "mBERT": ((-4, 1), (53.6, 1.3), (-3, 1), (55.6, 1.3)),
    "XLM-R": ((-4, 1), (57.1, 1.3), (-4, 1), (56.6, 1.3)),
}
S_JSD_1 = {"de": (5470, 13), "en": (5548, 13), "fi": (4151, 10), "id": (4790, 11), "th": (6693, 16)}
"""language → words, words per sentence, of the 212 pairs. Thai was cut with Deepcut."""
