"""Words beside the name of a country that make it something else: South Korea, Latin America, the French language.

Also names that are other words too (Vietnamese *Anh* is England, and *he* at the start of a sentence): those count only
after words that leave no doubt. Own lists; what is not on them is exchanged.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import regex as re

from babelance.core.language import Language, parse_words
from babelance.mitigations.balance.word_edges import LETTER


@dataclass(frozen=True)
class Neighbours:
    """`before` and `after` make a name part of something else; `doubtful` names count after the words `sure` only."""

    before: tuple[str, ...] = ()
    after: tuple[str, ...] = ()
    doubtful: frozenset[str] = field(default_factory=frozenset)
    sure: tuple[str, ...] = ()


def _of(before: str = "", after: str = "", doubtful: str = "", sure: str = "") -> Neighbours:
    return Neighbours(parse_words(before), parse_words(after), frozenset(parse_words(doubtful)), parse_words(sure))


# fmt: off
_NEIGHBOURS: Mapping[str, Neighbours] = {
    "ar": _of("بني", "الشمالية الجنوبية اللاتينية الوسطى الجديدة", "كوبا", "من في إلى"),
    "bn": _of("উত্তর দক্ষিণ লাতিন ল্যাটিন মধ্য"),
    "de": _of("Nord Süd Ost West Bundesrepublik Staaten_von"),
    "el": _of("Βόρεια Βόρειας Βόρειο Νότια Νότιας Νότιο Λατινική Λατινικής Κεντρική Κεντρικής Δυτική Δυτικής Ανατολική "
              "Ανατολικής Νέα Νέας Νέο Πολιτείες Πολιτειών Πολιτείες_της Πολιτειών_της Βόρειος Νότιος"),
    "en": _of("North South East West Northern Southern Eastern Western Central Latin New States_of Confederation_of",
              "", "Turkey", "from in to of through across near with and"),
    "es": _of("el la los las al del un una Nuevo Nueva Ciudad_de Golfo_de", "del_Sur del_Norte del_Este del_Oeste"),
    "eu": _of("Hego Ipar Erdialdeko"),
    "fa": _of("", "شمالی جنوبی لاتین مرکزی", "کره چین", "کشور"),
    "fr": _of("", "du_Sud du_Nord de_l'Est de_l'Ouest d'Amérique"),
    "hi": _of("उत्तर उत्तरी दक्षिण दक्षिणी लैटिन मध्य"),
    "id": _of("bahasa berbahasa", "Selatan Utara Serikat Tengah Latin Timur Barat Baru"),
    "it": _of("", "del_Sud del_Nord dell'Est dell'Ovest d'America"),
    "ja": _of("北 南 東 西 新 全 大", "語 海 洋 湾 合衆国 半島"),
    "ko": _of("북 남 동 서 신 라틴", "", "인도 이란 호주"),
    "nl": _of("Noord Zuid Oost West Nieuw Staten_van Latijns"),
    "pt": _of("", "do_Sul do_Norte da_América"),
    "ru": _of("Северная Северной Северную Южная Южной Южную Восточная Восточной Западная Западной Латинская Латинской "
              "Латинскую Центральная Центральной Новая Новой Штаты Штатов Штатам Штатах Штатами Федерация Федерации"),
    "sw": _of("", "Kusini Kaskazini ya_Kusini ya_Kaskazini"),
    "th": _of("ภาษา อ่าว ลาติน ละติน", "ใต้ เหนือ กลาง ตะวันออก ตะวันตก"),
    "tr": _of("Kuzey Güney Doğu Batı Latin Orta"),
    "vi": _of("Bắc Nam Trung Đông Tây tiếng", "", "Mỹ Anh Pháp Đức Nga Úc Ý", "từ nước người ở tại sang"),
    "zh": _of("北 南 东 東 西 新 全", "语 語 文 洋 海 湾 灣 河 半岛 半島 合众国 合眾國 尼西亚 尼西亞 支那"),
}
# fmt: on


def doubt(language: Language, name: str, before: str, after: str) -> str | None:
    """Why a name that was found is perhaps not the country, if there is a reason."""
    known = _NEIGHBOURS.get(language.code, Neighbours())
    if _ends(before, known.before, language) or _starts(after, known.after, language):
        return "part of a longer name, or a language"
    if name in known.doubtful and not _ends(before, known.sure, language):
        return "also another word"
    return None


def _ends(text: str, words: tuple[str, ...], language: Language) -> bool:
    if not words:
        return False
    pattern = "|".join(map(re.escape, words))
    expression = rf"(?<!{LETTER})(?:{pattern})\s+$" if language.spaced else rf"(?:{pattern})\s*$"
    return bool(re.search(expression, text[-40:], re.IGNORECASE))


def _starts(text: str, words: tuple[str, ...], language: Language) -> bool:
    if not words:
        return False
    pattern = "|".join(map(re.escape, words))
    expression = rf"\s+(?:{pattern})(?!{LETTER})" if language.spaced else rf"\s*(?:{pattern})"
    return bool(re.match(expression, text[:40], re.IGNORECASE))
