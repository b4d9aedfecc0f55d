"""Which captions are about one woman or one man, and say nothing that only fits one of them.

A caption is kept if it has the word (or phrase) for a woman or for a man exactly once, no other gender word ("her",
"boy"), and nothing that depends on gender ("a white beard"). What is left out is counted by reason.

A caption may also be written as a template, `{person} is waiting`, with both forms of words that agree with the person:
`{person} est {assise|assis}`, female first.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from babelance.core.language import Language, parse_words
from babelance.text.words import pattern, plain

DEPENDENT = {
    "en": """beard bearded mustache moustache goatee sideburns stubble bald balding shirtless bare-chested tuxedo
        pregnant breastfeeding bra bikini lipstick mascara makeup make-up skirt miniskirt gown bride groom high_heels
        pigtails ponytail blouse purse handbag nail_polish burka hijab""",
    "de": "Bart Schnurrbart Vollbart Glatze schwanger schwangere stillt Bikini Lippenstift Rock Zöpfe Kopftuch",
    "fr": "barbe moustache chauve enceinte allaite bikini rouge_à_lèvres jupe talons_hauts couettes voile",
    "es": "barba bigote calvo calva embarazada amamanta bikini pintalabios falda tacones coletas velo",
    "it": "barba baffi calvo calva incinta allatta bikini rossetto gonna tacchi treccine velo",
    "pt": "barba bigode careca grávida amamenta biquíni batom saia salto_alto trancinhas véu",
    "nl": "baard snor kaal zwanger zwangere bikini lippenstift rok hoge_hakken vlechten hoofddoek",
    "ja": "ひげ 髭 ヒゲ 坊主 妊娠 妊婦 ビキニ 口紅 スカート ハイヒール ワンピース",
    "zh": "胡子 胡须 光头 秃头 怀孕 孕妇 比基尼 口红 裙子 高跟鞋",
    "ko": "수염 콧수염 대머리 임신 임산부 비키니 립스틱 치마 하이힐",
    "tr": "sakal sakallı bıyık bıyıklı kel hamile emziren bikini ruj etek topuklu",
    "ru": "борода бородой усы усами лысый беременная кормит_грудью бикини помада юбка юбке каблуках",
}
"""Words that make a caption fit one gender more than the other; `_` is a space. Users add their own."""


@dataclass(frozen=True, slots=True)
class Persons:
    """How captions name a woman and a man: a word, or where articles agree with it a whole phrase."""

    female: str
    male: str

    def of(self, gender: str) -> str:
        return self.female if gender == "female" else self.male


PERSON = "{person}"


def sift(
    texts: Iterable[str], persons: Persons, language: Language, *, dependent: Sequence[str] = (), strict: bool = True
) -> tuple[list[str], Counter[str]]:
    """The captions that can be used, as templates with `{person}`, and how many were left out for which reason."""
    kept: dict[str, str] = {}
    left: Counter[str] = Counter()
    rules = _Rules(persons, language, tuple(dependent), strict)
    for text in texts:
        template, reason = rules.look(" ".join(unicodedata.normalize("NFC", text).split()))
        same = plain(template).rstrip(" .。।")
        reason = reason or ("duplicate" if same in kept else "")
        if reason:
            left[reason] += 1
        else:
            kept[same] = template
    return list(kept.values()), left


def dependent_words(language: str) -> tuple[str, ...]:
    return parse_words(DEPENDENT.get(language, ""))


class _Rules:
    def __init__(self, persons: Persons, language: Language, dependent: tuple[str, ...], strict: bool) -> None:
        self._person = pattern([persons.female, persons.male], spaced=language.spaced)
        words = [word for gender in ("female", "male") for word in language.gender_words.get(gender, ())]
        self._others = pattern(words, spaced=language.spaced) if strict and words else None
        self._dependent = pattern(dependent, spaced=language.spaced) if dependent else None

    def look(self, text: str) -> tuple[str, str]:
        """The caption as a template, and why it cannot be used (empty if it can)."""
        given = PERSON in text
        template = text if given else self._person.sub(PERSON, text)
        return template, self._reason(text, template, given=given)

    def _reason(self, text: str, template: str, *, given: bool) -> str:
        if not text:
            return "empty"
        if "{" in text and not given:
            return "has braces"
        if template.count(PERSON) != 1:
            return "more than one person" if PERSON in template else "no woman or man"
        if self._dependent and self._dependent.search(text):
            return "depends on gender"
        rest = re.sub(r"\{[^{}]*\}", " ", template)
        return "another gender word" if self._others and self._others.search(rest) else ""
