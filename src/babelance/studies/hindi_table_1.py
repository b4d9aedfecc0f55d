"""Table 1 of the Hindi–English paper computed again from the values of each query.

The values were printed by two notebooks of the paper's repository, deleted since: stolenpyjak/hi-en-bias-eval, commits
d95c54991c9e830cd306ad6f20e1eb80656e5ad9 (English) and 025cacb4e234c164aec0d9549eb99e44ed5e25ab (Hindi); numbers only.
A printed cell follows if the mean of the absolute values of its queries rounds to it.

What they show: WEAT, RND and ECT follow. RNSB does not: its classifier was trained anew, on another random part of the
words, for the values by query and for the mean. ECT of the Hindi system was averaged over *absolute* correlations,
two of nine being negative. And the row "NMT-Hindi" is of no Hindi embedding: the notebook ties the words of the source
vocabulary to the rows of the *target* table (`weights=target_embedding`), so each Hindi word has the vector of an
unrelated English piece; the file loaded afterwards replaces nothing.
Reference: Ramesh, Gupta, Singh, GeBNLP 2021.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

MEASURES = ("weat", "rnsb", "rnd", "ect")
_PRINTED = """
    NMT-English-(512D)   0.326529 0.018593 0.065842 0.540832
    w2v-google-news-300  0.638202 0.01683  0.107376 0.743634
    hi-300               0.273154 0.02065  0.168989 0.844888
    NMT-Hindi-(512D)     0.182402 0.033457 0.031325 0.299023
"""
_BY_QUERY = """
    NMT-English-(512D)   weat  0.719703 0.262086 0.486364 0.058027 0.106466
    w2v-google-news-300  weat  0.830547 0.790591 0.414192 0.521449 0.634229
    hi-300               weat  0.489780 0.295811 0.145927 0.132461 0.301790
    NMT-Hindi-(512D)     weat  0.188042 0.113312 0.151448 0.178016 0.281193
    NMT-English-(512D)   rnsb  0.039790 0.045948 0.048979 0.016830 0.017338
    w2v-google-news-300  rnsb  0.051375 0.032985 0.020377 0.004595 0.024692
    hi-300               rnsb  0.030701 0.069657 0.072306 0.017434 0.006600
    NMT-Hindi-(512D)     rnsb  0.048818 0.023931 0.051128 0.030333 0.009326
    NMT-English-(512D)   rnd  -0.088380 -0.068495 -0.134069 -0.063249 -0.076907 0.049242 -0.018130 -0.042861 -0.051249
    w2v-google-news-300  rnd  -0.142175 -0.171961 -0.186517 -0.124647 -0.142260 0.023003 -0.033555 -0.111489 -0.030781
    hi-300               rnd  -0.211134 -0.267416 -0.219197 -0.230438 -0.166289 0.009901 -0.139647 -0.156286 -0.120592
    NMT-Hindi-(512D)     rnd  -0.024021 -0.021244 -0.004021 0.023362 0.048344 0.024608 0.007718 0.035245 0.093366
    NMT-English-(512D)   ect  0.472527 0.561265 0.589286 0.539394 0.863636 0.675824 0.243478 0.385714 0.536364
    w2v-google-news-300  ect  0.835165 0.911067 0.725000 0.769697 0.818182 0.763736 0.586957 0.707143 0.575758
    hi-300               ect  0.727273 0.972527 0.939286 0.721212 0.709091 0.930070 0.763736 0.889286 0.951515
    NMT-Hindi-(512D)     ect  0.237762 0.236264 -0.139286 0.430303 0.418182 -0.286713 0.296703 0.203571 0.442424
"""
ROUNDING = 1.5e-6
"""Values by query and cells are printed with six digits."""
MIXED_UP = "NMT-Hindi-(512D)"


@dataclass(frozen=True, slots=True)
class Cell:
    """One number of the table, and what its queries give."""

    embedding: str
    measure: str
    printed: float
    by_query: tuple[float, ...]

    @property
    def of_absolute(self) -> float:
        return float(np.mean(np.abs(self.by_query)))

    @property
    def of_signed(self) -> float:
        return float(np.mean(self.by_query))

    @property
    def follows(self) -> str:
        """Which mean gives the printed number, in words."""
        absolute, signed = (abs(mean - self.printed) <= ROUNDING for mean in (self.of_absolute, self.of_signed))
        if absolute and signed:
            return "mean"
        if absolute:
            return "mean of absolute values"
        return "mean" if signed else "neither: unseeded" if self.measure == "rnsb" else "neither"


def cells() -> list[Cell]:
    """All 16, row by row."""
    values = {(name, measure): numbers for name, measure, *numbers in _rows(_BY_QUERY)}
    return [
        Cell(name, measure, float(printed), tuple(map(float, values[name, measure])))
        for name, *numbers in _rows(_PRINTED)
        for measure, printed in zip(MEASURES, numbers, strict=True)
    ]


def _rows(table: str) -> Iterator[list[str]]:
    return (line.split() for line in table.strip().splitlines())
