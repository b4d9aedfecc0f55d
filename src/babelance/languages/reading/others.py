"""Who else is in a sentence: whom somebody is compared with (*è più alto di lei*), others behind a preposition (*sembra
spaventato dalla madre, tiene miedo de él*), in Hindi before a postposition, and in Italian, where the subject is seldom
written, the object (*abbracciò la nonna*) and a relative with a verb of her own. They tell nothing about the person
that it is about."""

from __future__ import annotations

import re

_THAN_ES = "más|menos|mayor|menor|mejor|peor|tan|mism[ao]"
_COMPARED = {
    "de": r"(\w+er als) (?:sie|er)\b",
    "en": r"(\b(?:more|less|\w+er)\b[\w' -]{0,30} than) (?:her|him|she|he)\b",
    "es": rf"(\b(?:{_THAN_ES})\b[\w ]{{0,30}} (?:que|como)) (?:ella|él|(?:su|mi|tu) \w+)\b",
    "fr": r"(\b(?:plus|moins|aussi|meilleure?|pire)\b[\w ]{0,30} qu)(?:['’]elle|e lui)\b",
    "it": r"(\b(?:più|meno|migliore|peggiore|maggiore|minore)\b[\w'’ ]{0,30} di) (?:lei|lui)\b",
    "nl": r"(\w+er dan) (?:zij|ze|haar|hij|hem)\b",
    "pt": r"(\b(?:mais|menos|maior|menor|melhor|pior)\b[\w ]{0,30} que) (?:ela|ele)\b",
    "ru": r"(чем) (?:она|он)\b",
}
_MINE_IT = r"(?:(?:il|la|lo) )?(?:su[ao]|mi[ao]|tu[ao]|loro|nostr[ao])"
_MINE_PT = "(?:[ao] )?(?:sua|seu|minha|meu|tua|teu)"
_OWN_HI = "(?:उस|उन|अप|मे|हमा)(?:के|की|ने|नी|रे|री)"
_KIN_HI = "पिता|पति|बेटे|बेटी|पुत्र|पुत्री|भाई|बहन|माँ|माता|पत्नी|नानी|दादी|नाना|दादा|चाचा|चाची"
_SOMEBODY_HI = "महिला|औरत|स्त्री|लड़की|आदमी|पुरुष|मर्द|लड़के"
_RELATED = {
    "es": r"(\b(?:con|de|a|por|para)) (?:(?:su|mi|tu|nuestr[ao]) \w+|(?<=con )(?:el|la) \w+|(?<!a )(?:él|ella)\b)",
    "fr": r"(\b(?:avec|de|à|par|pour)) (?:(?:sa|son|ma|mon|ta|ton) \w+|(?<=avec )(?:(?:la|le) \w+|elle|lui))",
    "hi": rf"({_OWN_HI})(?: [^\s।,]+)? (?:{_KIN_HI})(?:-[^\s।,]+)?(?= (?:का|की|के|से|में|पर|जितन|जैस))"
    rf"|^((?:वह|वो|वे) (?:[^।]+ )?(?:इस|उस|एक)) (?:{_SOMEBODY_HI})(?= (?:का|की|के|को|से|में|पर))",
    "it": rf"(\b(?:con|da|di|a|per)) {_MINE_IT} \w+|\b(?:de|a|da)l(?:la)? {_MINE_IT} \w+"
    r"|\b(?:con (?:il|la|lo)|dal(?:la|lo)?) \w+"
    r"|\b(?:con|da|di|per) (?:lei|lui)\b|\bper (?:il|la|lo|una?|quel(?:la|lo)?) \w+",
    "pt": rf"(\b(?:com|de|a|por|para)) {_MINE_PT} \w+|\b(?:pel[ao]|com [ao]) \w+|\bcom (?:ela|ele)\b",
}
_NO_VERB_IT = (
    "anche|neanche|nemmeno|neppure|solo|forse|dove|come|mentre|dopo|sempre|oltre|invece|se|che|e|ma|non|tutt[ae]|chi"
    "|durante|nonostante|tra|fra|sopra|prima|senza|circa|una|la|le|della|alla|dalla|nella|sulla|questa|quella|sua|mia|tua"
)
_LINKS_IT = "fa|sembra|pare|resta|rimane|viene|arriva|entra|torna|esce|parte|muore|cade|nasce|vive"
_LINKED_IT = (
    "fac|fare|esse|divent|divenn|sembr|par|rest|riman|rimas|er|arriv|entr|torn|usc|part|mor|cadd|nasc|nacqu|compar"
    "|diss|rispo|chies|grid|esclam|mormor|aggiun|sussurr"
)
"""Behind these verbs a noun is no object: *diventò la regina, arrivò la maestra*."""
_THE_IT = (
    r"(?:(?:quel(?:lo|la)?|quest[oa]|(?:il |la |lo |una? )?(?:su[ao]|mi[ao]|tu[ao])|il|lo|la|una?|uno)\s"
    r"|(?:quell?|quest|l|un)['’] ?)"
)
_NOUN_IT = (
    rf"{_THE_IT}\w.*?(?=[.,;:!?]|$|"
    rf" ed? (?!{_THE_IT})| (?:ma|però|che|quando|perché|mentre|come|se|prima|dopo|per|poiché|di|da) )"
)
_PRONOUNS_IT = r"(?:(?:non|mi|ti|gli|le|ci|vi|lo|la|li|ne|me|te|ce|ve|glie\w+|spesso|sempre) )*"
_OBJECT = {
    "it": rf"(\b(?:ha|aveva|avrà|avrebbe|ebbe|abbia|hanno|avevano|si è \w+)(?: \w+){{0,2}}?) {_NOUN_IT}"
    rf"|((?<!si )\b(?!{_LINKED_IT})\w{{2,}}(?:ò|ì|é|[aei]va|[aei]vano|[aei]rono|[aei]re)) {_NOUN_IT}"
    rf"|(^{_PRONOUNS_IT}(?!(?:{_NO_VERB_IT}|{_LINKS_IT}) |{_LINKED_IT})\w{{2,}}(?:[ae]|[ao]no)) {_NOUN_IT}"
    r"|((?<=\w) )(?:se|che|perché|quando|mentre) (?:non )?(?:il |la )?(?:su[ao]|mi[ao]|tu[ao]) \w+[^,.;:!?]*"
}
_PATTERNS = [
    {code: re.compile(pattern, re.IGNORECASE) for code, pattern in patterns.items()}
    for patterns in (_COMPARED, _RELATED, _OBJECT)
]


def without_others(language: str, text: str) -> str:
    """The text but for these words; what stands before them stays, so that the rest is read as it was."""
    for patterns in _PATTERNS:
        if language in patterns:
            text = patterns[language].sub(lambda match: next(filter(None, match.groups()), ""), text)
    return text
