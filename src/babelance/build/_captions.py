"""Which captions are about one woman or one man, and say nothing that only fits one of them.

A caption is kept if it has the word (or phrase) for a woman or for a man exactly once, no other gender word ("her",
"boy"), and nothing that depends on gender ("a white beard"). What is left out is counted by reason.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from babelance.core.language import Language
from babelance.text.fill import swap
from babelance.text.words import pattern, plain

DEPENDENT = {
    "en": """beard bearded mustache moustache goatee sideburns stubble bald balding shirtless bare-chested tuxedo pregnant
        breastfeeding bra bikini lipstick mascara makeup make-up skirt miniskirt gown bride groom high_heels pigtails
        ponytail blouse purse handbag nail_polish burka hijab""",
    "de": "Bart Schnurrbart Vollbart Glatze schwanger schwangere stillt Bikini Lippenstift Rock Stöckelschuhe Zöpfe Kopftuch",
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


@dataclass(frozen=True, slots=True)
class Caption:
    """A caption about one person, as it was written, and the gender that it names."""

    text: str
    gender: str

    def about(self, who: str, persons: Persons, language: Language) -> str:
        """The same caption about somebody else."""
        return swapped(self.text, persons.of(self.gender), who, language)


def sift(
    texts: Iterable[str], persons: Persons, language: Language, *, dependent: Sequence[str] = (), strict: bool = True
) -> tuple[list[Caption], Counter[str]]:
    """The captions that can be used, in their order, and how many were left out for which reason."""
    kept: dict[str, Caption] = {}
    left: Counter[str] = Counter()
    rules = _Rules(persons, language, tuple(dependent), strict)
    for text in map(tidy, texts):
        found = rules.look(text)
        if isinstance(found, str):
            left[found] += 1
            continue
        same = plain(found.about("\u27e8person\u27e9", persons, language)).rstrip(" .。")
        if same in kept:
            left["duplicate"] += 1
        else:
            kept[same] = found
    return list(kept.values()), left


def dependent_words(language: str) -> tuple[str, ...]:
    return tuple(word.replace("_", " ") for word in DEPENDENT.get(language, "").split())


def tidy(text: str) -> str:
    return " ".join(unicodedata.normalize("NFC", text).split())


def swapped(text: str, old: str, new: str, language: Language) -> str:
    """The text with `new` for `old`, also where `old` begins the sentence with a capital."""
    for before, after in ((old, new), (_capital(old), _capital(new))):
        text = swap(text, before, after, language)
    return text


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


class _Rules:
    def __init__(self, persons: Persons, language: Language, dependent: tuple[str, ...], strict: bool) -> None:
        self._persons = {gender: _exactly(persons.of(gender), language) for gender in ("female", "male")}
        words = [word for gender in ("female", "male") for word in language.gender_words.get(gender, ())]
        own = {plain(part) for gender in ("female", "male") for part in persons.of(gender).split()}
        others = [word for word in words if plain(word) not in own]
        self._others = pattern(others, spaced=language.spaced) if strict and others else None
        self._dependent = pattern(dependent, spaced=language.spaced) if dependent else None

    def look(self, text: str) -> Caption | str:
        """The caption, or why it cannot be used."""
        if not text:
            return "empty"
        counts = {gender: len(found.findall(text)) for gender, found in self._persons.items()}
        if sum(counts.values()) != 1:
            return "no woman or man" if not any(counts.values()) else "more than one person"
        if self._dependent and self._dependent.search(text):
            return "depends on gender"
        if self._others and self._others.search(self._without_person(text)):
            return "another gender word"
        return Caption(text, max(counts, key=lambda gender: counts[gender]))

    def _without_person(self, text: str) -> str:
        for found in self._persons.values():
            text = found.sub(" ", text)
        return text


def _exactly(person: str, language: Language) -> re.Pattern[str]:
    """As written, or with a capital: other spellings would be found but not replaced."""
    edge = r"\b" if language.spaced else ""
    return re.compile(f"{edge}(?:{re.escape(person)}|{re.escape(_capital(person))}){edge}")
