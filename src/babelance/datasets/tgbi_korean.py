"""Korean utterances that do not tell gender, in seven sets, with the translations that Google gave in 2019.

`google` is the released translation of `text`, line by line. The id is the set and its line, from 0. The tag `word` is
the plain form of the predicate, so that intervals treat the utterances of a word as one.
Reference: Cho, Kim, Kim, Kim, GeBNLP 2019.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from babelance.core.card import Card
from babelance.core.item import Item
from babelance.datasets.reading.pinned import Pinned, Repository, Sample
from babelance.text.tables import read_lines

REPOSITORY = Repository("nolongerprejudice/tgbi", "2b99850c7c0f67e107d2dd071b71d357545e935a")

TRANSLATED = "gebnlp-tgbi/corpus"

PINS = {
    "set1_informal.txt": ("6294fae491d659920813c1cedbb21c484fd31f8e98655ee050cc384d1eb4d3d6", 59871),
    "set2_formal.txt": ("b59f15cfad6153a10cf9bb4041e68c887781b0ed0050d97b6e34160075f40f74", 74697),
    "set3_impolite.txt": ("ed03706e607c89d8a71bd3940210c00dc1106618211a3b4c928d3e54995eff23", 64107),
    "set4_polite.txt": ("c46bcfd9e6a2f4ff8eac52c2ed8d786b1f6107288e0eb21be8decfc012bbacbd", 70461),
    "set5_neg.txt": ("3e31069cf9700a1b80e7d6a75f403206dd3721c66fe3dae9cd2279ede781bb41", 20804),
    "set6_pos.txt": ("97c63e46e15e4495986cc23db5d10fdd8cfb4ae7d30625c7cb96b3922fa7ecb2", 12572),
    "set7_job.txt": ("64f44d0062b847f8220844ea15218828bc7174c2ed3b3976e483a93bc8ad7e5e", 101192),
    "total_google_f.txt": ("be5fec1210c10ae862d114971a9c3002cfe7190121163c8f309d07d44d877584", 50519),
    "total_google_imp.txt": ("8c1a04e5cd131557bbdff70a4096ea18604a73d905b81184a321d9d9788825dd", 50352),
    "total_google_inf.txt": ("6cbb9a7a243f34b5991e620b6dfb84c44deed25a918408f5975c13f3d99c5a23", 50086),
    "total_google_job.txt": ("d954f35d325886a5f8b3ecd5447779ca9dc82c56aa9ec08305dd2d8545e4da88", 78244),
    "total_google_neg.txt": ("c460fc3f9d0d9fc86d07ae07f161ab9de8bef5da28e606725032e1895f825bf8", 14153),
    "total_google_p.txt": ("b5acaac88d24e1c70430b4b4a0bd09d5bcca9600deb67393ec6864b455985687", 50253),
    "total_google_pos.txt": ("59e905f5880086244d5638711133e7d9a2fe904ec75683f3a60405f4d1d6c4d6", 8206),
}
FILES = {
    name: REPOSITORY.file(
        f"tgbi-korean/{name}", f"{'data_tgbi' if name.startswith('set') else TRANSLATED}/{name}", *pin
    )
    for name, pin in PINS.items()
}

SETS = {
    "informal": ("set1_informal.txt", "total_google_inf.txt"),
    "formal": ("set2_formal.txt", "total_google_f.txt"),
    "impolite": ("set3_impolite.txt", "total_google_imp.txt"),
    "polite": ("set4_polite.txt", "total_google_p.txt"),
    "negative": ("set5_neg.txt", "total_google_neg.txt"),
    "positive": ("set6_pos.txt", "total_google_pos.txt"),
    "occupation": ("set7_job.txt", "total_google_job.txt"),
}


LEXICONS = ("negative", "positive", "occupation")
PRONOUN = "걔는 "


def read(language: str, paths: Sequence[Path]) -> Iterator[Item]:
    sources, translations = ([read_lines(path) for path in half] for half in (paths[::2], paths[1::2]))
    words = words_of([lines for name, lines in zip(SETS, sources, strict=True) if name in LEXICONS])
    for name, lines, translated in zip(SETS, sources, translations, strict=True):
        for number, (text, google) in enumerate(zip(lines, translated, strict=True)):
            texts, tags = {"text": text, "google": google}, {"set": name, "word": words[text]}
            yield Item(f"{name}-{number}", language, texts, tags)


def words_of(lexicons: Sequence[Sequence[str]]) -> dict[str, str]:
    """Utterance → its word. A lexicon's file has all its words four times, informal and plain first."""
    words: dict[str, str] = {}
    for lines in lexicons:
        quarter = len(lines) // 4
        words |= {line: lines[number % quarter].removeprefix(PRONOUN) for number, line in enumerate(lines)}
    return words


_SOURCES = "\n".join(f"{pronoun}{ending}" for ending in ("교사야", "교사예요") for pronoun in (PRONOUN, "그 사람은 "))
_TRANSLATIONS = "\n".join(["She is a teacher.", "That person is a teacher."] * 2)

dataset = Pinned(
    card=Card(
        name="tgbi-korean",
        title="Korean utterances for TGBI",
        version="1",
        languages=("ko",),
        licence="none stated: use, do not redistribute",
        citation="Cho et al., GeBNLP 2019",
        provenance="Pronouns × occupation, positive and negative words in four registers, put together by the authors.",
        files=tuple(FILES.values()),
        url=REPOSITORY.url,
        notes=("The translations are of 2019; the service gives others today.",),
        groups=("set",),
    ),
    fields=frozenset({"text", "google", "set", "word"}),
    parts={"ko": tuple(FILES[name] for names in SETS.values() for name in names)},
    read=read,
    sample=Sample("ko", (_SOURCES, _TRANSLATIONS) * len(SETS)),
)
