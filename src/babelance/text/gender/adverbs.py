"""*A little, rather, today*: adverbs that look like an article and a noun, or like an adjective with a gender, and say
nothing about who is meant (*está un poco cansada*, *è alquanto timida*, *está agora cansado*). In Italian *must*
and *may* as well (*deve essere stanca*)."""

from __future__ import annotations

import re

_ADVERBS = {
    "de": r"ein (?:klein(?:es)? )?(?:bisschen|wenig)|einigermaßen|etwas",
    "es": r"un (?:poc[oa]|poquito|tanto|pel[ií]n|tantito)(?: más| menos)?|algo|harto|medio(?= \w+[oae]\b)"
    "|de veras|hoy|ahora|recién|incluso",
    "fr": r"un (?:tout petit )?(?:peu|tantinet|brin)(?: trop| plus| moins)?|quelque peu|tout à fait|aujourd['’]hui",
    "hi": r"थोड़ा(?:-सा| सा)?",
    "it": r"un (?:po['’]|poco|pochino|tantino|filo|pizzico)(?= |$)(?: troppo| più| meno)?|alquanto|assai|parecchio"
    "|appena|proprio|oggi|ora|adesso|ieri|stasera|stamattina|stanotte|nemmeno"
    r"|(?<!è )(?<!era )(?<!fu )(?<!più )(?<!molto )vicino(?= a(?:l|lla|llo|ll['’]|i|gli|lle)?(?!\w))"
    r"|(?<=è |a )sia(?= .* (?:che|sia)\b)"
    r"|(?:deve|dovrebbe|doveva|può|potrebbe|poteva)(?= essere\b)",
    "nl": r"een (?:beetje|weinig|tikje|tikkeltje)|ietwat|enigszins|tamelijk",
    "pt": r"um (?:pouc[oa]|pouquinho|tanto|bocado|bocadinho)(?: mais| menos)?|algo|meio(?= \w+[oae]\b)|assaz|demasiado"
    "|mesmo|hoje|agora",
}
_PATTERNS = {
    code: re.compile(rf"(?<!\w)(?:{words})(?!\w)(?! (?:de|di|d['’])\b) ?", re.IGNORECASE)
    for code, words in _ADVERBS.items()
}


def without_adverbs(language: str, text: str) -> str:
    """The text without them; *un poco de*, a little of something, stays."""
    return _PATTERNS[language].sub("", text) if language in _PATTERNS else text
