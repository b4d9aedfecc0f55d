"""Gender tags: a word before the source says which gender the translation shall have.

In training the tag is what the English of a pair says: `she:`, `he:` or `open:`. A pair whose English names a gender
that its source does not tell is trained on three times, with each tag and the English that belongs to it, so that the
tag decides and not the occupation. Afterwards a source that tells a gender gets its tag by itself, and one that tells
none the tag `untold`, `open:` unless another is chosen.

Reference: Vanmassenhove, Hardmeier, Way, EMNLP 2018; Saunders, Sallis, Byrne, GeBNLP 2020; Stafanovičs, Bergmanis,
Pinnis, WMT 2020.
Checked against: worked examples (tests/mitigations).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, ClassVar, Literal

from babelance.backends.translation.steps import INSIDE, Steps
from babelance.core.mitigation import Example, Tell
from babelance.core.option import Flag
from babelance.languages.reading.pronouns import classifier
from babelance.languages.reading.told import teller
from babelance.mitigations.translators.example import LANGUAGE, translator_example, write_pairs
from babelance.mitigations.translators.further_pairs import Intervention, PairTuning, tune_pairs
from babelance.text.english_pronouns import neutral, swap_genders
from babelance.text.translation_pairs import Pair

TAGS = {"she": "she:", "he": "he:", "open": "open:"}
Untold = Literal["open", "she", "he"]


@dataclass(frozen=True)
class GenderTags:
    """Teach a translator tags for gender, and put them before its sources. For translators into English.

    --corpus is a parallel corpus: TSV (English first), TMX, OPUS zip, or EN,XX: two files line by line.

    Example: babelance mitigate gender-tags -m opus-mt-tr-en -l tr -c en-tr.tsv.gz -o tr-en-tagged
    """

    language: Annotated[str, LANGUAGE] = ""
    untold: Annotated[Untold, Flag("The tag of sources that tell no gender: open, she or he.")] = "open"
    tuning: PairTuning = field(default_factory=PairTuning)

    title: ClassVar[str] = "Gender tags for a translator"

    def apply(self, model: str, corpus: Sequence[str], out: Path, *, tell: Tell = lambda progress: None) -> Path:
        counts: Counter[str] = Counter()
        around = Steps(model=INSIDE, kind="seq2seq", tags={**TAGS, "open": TAGS[self.untold]})
        tells = teller(self.language)
        change = Intervention(
            "gender-tags",
            self.language,
            lambda pair: self.tag_pair(pair, counts),
            {"untold": self.untold, "tags": dict(TAGS)},
            counts,
            lambda text: around.with_tag(text, tells(text)),
            around,
        )
        return tune_pairs(model, corpus, out, change, self.tuning, tell=tell)

    def tag_pair(self, pair: Pair, counts: Counter[str]) -> list[Pair]:
        """What stands for a pair in training."""
        named = classifier("en")(pair.target)
        if named not in ("she", "he"):
            counts["open"] += 1
            return [_with_tag("open", pair)]
        if teller(self.language)(pair.source) != "open":
            counts["told"] += 1
            return [_with_tag(named, pair)]
        counts["each way"] += 1
        other = "he" if named == "she" else "she"
        return [
            _with_tag(named, pair),
            _with_tag(other, Pair(pair.source, swap_genders(pair.target))),
            _with_tag("open", Pair(pair.source, neutral(pair.target))),
        ]

    @classmethod
    def example(cls, folder: Path) -> Example:
        tuning = PairTuning(epochs=1, held_out=2)
        return translator_example(cls("tr", tuning=tuning), folder, corpus=(write_pairs(folder),))


def _with_tag(name: str, pair: Pair) -> Pair:
    return Pair(f"{TAGS[name]} {pair.source}", pair.target)


mitigation = GenderTags
