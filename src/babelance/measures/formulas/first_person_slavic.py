"""The gender of a speaker in Slavic languages, by the past tense and adjectives of clauses about the first person.

A clause (between punctuation and conjunctions) is about the speaker if it has a word that says so: an auxiliary (Czech
*jsem*, Croatian *sam*), the pronoun (Ukrainian *я*), or an ending that is of the first person itself (Polish *-łem*,
*-łam*). The first word of the clause that ends as a participle, or else as an adjective, of a man or a woman decides.

Words and endings, no parser: what they do not know is `unclassified`. Latin Serbian is read as Croatian, and Cyrillic
Serbian by its letters.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from babelance.core.language import parse_words

_PARTS = re.compile(r"[^\W\d_]+(?:['’ʼ][^\W\d_]+)?|[^\s\w]")
_PUNCTUATION = frozenset(',.;:!?—–…()«»"“”„')


@dataclass(frozen=True)
class Endings:
    """`markers`: words that say that a clause is about the speaker; None where the participle itself does."""

    markers: frozenset[str] | None
    male: str
    female: str
    breaks: frozenset[str] = frozenset()
    adjective_markers: frozenset[str] = frozenset()
    male_adjective: str = r"(?!)"
    female_adjective: str = r"(?!)"
    others: frozenset[str] = frozenset()
    """Words that look like participles or adjectives and are none."""
    words: dict[str, str] = field(default_factory=dict)
    """Further words that tell: *sama*, *sam*."""


def gender_of_speaker(text: str, rules: Endings) -> str:
    """she, he, both or unclassified."""
    genders = {gender for clause in _clauses(text, rules) if (gender := _gender(clause, rules))}
    return "both" if len(genders) > 1 else next(iter(genders), "unclassified")


def _clauses(text: str, rules: Endings) -> Iterator[Sequence[str]]:
    clause: list[str] = []
    for part in _PARTS.findall(text.lower()):
        if part in _PUNCTUATION or part in rules.breaks:
            yield clause
            clause = []
        else:
            clause.append(part)
    yield clause


def _gender(clause: Sequence[str], rules: Endings) -> str | None:
    known = [word for word in clause if word not in rules.others]
    if rules.markers is None or rules.markers & set(clause):
        for word in known:
            if gender := rules.words.get(word) or _by_ending(word, rules.male, rules.female):
                return gender
    if rules.adjective_markers & set(clause):
        marker = next(i for i, word in enumerate(known) if word in rules.adjective_markers)
        for word in [*known[marker + 1 : marker + 4], *known[max(0, marker - 2) : marker][::-1]]:
            if gender := rules.words.get(word) or _by_ending(word, rules.male_adjective, rules.female_adjective):
                return gender
    return None


def _by_ending(word: str, male: str, female: str) -> str | None:
    if re.fullmatch(female, word):
        return "she"
    return "he" if re.fullmatch(male, word) else None


def _words(she: str, he: str) -> dict[str, str]:
    return dict.fromkeys(parse_words(she), "she") | dict.fromkeys(parse_words(he), "he")


_V = "aeiouyáéíóúůýěäôęąó"
RULES = {
    "pl": Endings(
        None,
        r".*łem|.*łbym",
        r".*łam|.*łabym",
        breaks=frozenset(parse_words("że bo ale więc gdy kiedy który która które jeśli")),
        adjective_markers=frozenset(parse_words("jestem będę byłbym czuję")),
        male_adjective=r".{2,}[yi]|.{2,}ł",
        female_adjective=r".{2,}[^i]a",
        others=frozenset(
            parse_words("""problemem stołem kołem dziełem ciałem czołem artykułem zespołem
            działem sygnałem materiałem kanałem podziałem zapałem udziałem przemysłem pomysłem
            bardzo ludzi dzieci dni rzeczy innych czasami kiedy gdy aby żeby tylko trzeba ta ona chwila kobieta osoba
            mama matka szefowa siostra córka żona ofiara""")
        ),
        words=_words("sama pewna gotowa winna", "sam pewien gotów winien"),
    ),
    "cs": Endings(
        frozenset(parse_words("jsem bych nejsem budu abych kdybych")),
        rf".+[{_V}rsz]l",
        rf".+[{_V}rszkhcvdptžš]la",
        breaks=frozenset(parse_words("že ale protože když který která které jestli")),
        adjective_markers=frozenset(parse_words("jsem nejsem budu")),
        male_adjective=r".{2,}ý|.{2,}[ea]n|rád|nerad|nerád|schopen",
        female_adjective=r".{2,}á|.{2,}[ea]na|ráda|nerada",
        others=frozenset(
            parse_words("""síla škola chvíla skála díla cíl díl podíl stůl úkol styl email mail titul detail
            model hotel kapitál materiál sál bál žádná nějaká jaká která taková ta tá málo plná celá má svá moje""")
        ),
        words=_words("sama", "sám"),
    ),
    "sk": Endings(
        frozenset(parse_words("som")),
        rf".+[{_V}rľ]l|.+[oie]hol|.+kol",
        rf".+[{_V}rszkhcvdptžšľn]la",
        breaks=frozenset(parse_words("že ale lebo pretože keď ktorý ktorá ktoré ak")),
        adjective_markers=frozenset(parse_words("som")),
        male_adjective=r".{2,}[ýy]|rád|nerád|.{3,}[ea]ný",
        female_adjective=r".{2,}á|rada|nerada|.{3,}[nt]a",
        others=frozenset(
            parse_words("""sila škola chvíľa skala cieľ diel podiel stôl úkol štýl email mail titul detail model
            hotel kapitál materiál každá žiadna nejaká aká taká tá celá vždy nikdy vtedy teda doma""")
        ),
        words=_words("sama", "sám"),
    ),
    "sl": Endings(
        frozenset(parse_words("sem nisem bi bom")),
        rf".+[{_V}gkshr]el|.+[{_V}]l",
        rf".+[{_V}gkshrdtpzšžčvn]la",
        breaks=frozenset(parse_words("da ker ko ki če ampak a toda")),
        adjective_markers=frozenset(parse_words("sem nisem bom")),
        male_adjective=r".{2,}[eae]n|.{3,}jen|vesel|.{2,}ek|.{2,}čen",
        female_adjective=r".{3,}na|vesela|.{3,}ka",
        others=frozenset(
            parse_words("""sila šola hvala del cel model hotel material potencial signal cilj stvari hrana
            ena ona moja tista mlada soba skupina žena družina denar dan en eden žen teden pomen primer zelo""")
        ),
        words=_words("sama rada", "sam rad"),
    ),
    "hr": Endings(
        frozenset(parse_words("sam nisam bih jesam")),
        r".+[aeiu]o|.+jeo",
        rf".+[{_V}gkshrdtpzšžčvnć]la",
        breaks=frozenset(parse_words("da jer kad kada koji koja koje ako ali")),
        adjective_markers=frozenset(parse_words("sam nisam")),
        male_adjective=r".{2,}[aei]n|.{3,}jen|.{2,}av|.{2,}ak",
        female_adjective=r".{3,}na|.{3,}va|.{3,}ka",
        others=frozenset(
            parse_words("""posao radio video dio deo studio smisao ugao sila škola hvala dijela vlada odijela
            jedan jedna dan žena osoba stvar hrana strana cijena način član mama majka""")
        ),
        words=_words("sama", ""),
    ),
}
RULES["uk"] = Endings(
    frozenset({"я"}), r".+[аеєиіїоуюя]в(?:ся)?|.*міг|.*ліг|.+[ніе]с|.+ріс|.+вик|.+сяг|.+біг",
    r".+ла(?:ся|сь)?",
    breaks=frozenset(parse_words("що але бо коли який яка яке якщо тому хоча")),
    adjective_markers=frozenset({"я"}),
    male_adjective=r".{2,}ий|повинен|винен|готов|сам|один|певен", female_adjective=r".{2,}[нвкртщш]а|сама|одна|винна",
    others=frozenset(parse_words("""сила школа хвала справа голова мова людина дитина жінка дружина вона ця така кожна
        мама сестра перш час любов знов готів пів діла тіла""")),
)  # fmt: skip
RULES["be"] = Endings(
    frozenset({"я"}), r".+[аеёіоуыэюя]ў(?:ся)?|.*мог|.+рос|.+нёс|.+вык|.+лёг",
    r".+ла(?:ся|сь)?",
    breaks=frozenset(parse_words("што але бо калі які якая якое таму хоць")),
    adjective_markers=frozenset({"я"}),
    male_adjective=r".{2,}[ыі]|павінен|гатовы|сам|адзін", female_adjective=r".{2,}[ая]я|сама|адна|павінна",
    others=frozenset(parse_words("""сіла школа справа мова такія мае свае людзі рэчы дні дзеці усе ўсе заўсёды калі часы
        грошы""")),
)  # fmt: skip
_LATIN = "a b v g d đ e ž z i j k l lj m n nj o p r s t ć u f h c č dž š"
_CYRILLIC = dict(zip("абвгдђежзијклљмнњопрстћуфхцчџш", _LATIN.split(), strict=True))


def latin_serbian(text: str) -> str:
    """Small Latin letters for Cyrillic ones; others stay."""
    return "".join(_CYRILLIC.get(letter, letter) for letter in text.lower())
