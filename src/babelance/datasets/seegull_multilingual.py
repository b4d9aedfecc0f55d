"""SeeGULL Multilingual: who is said to be what, in 20 languages of 23 regions, judged by people there.

An item is a pair of an identity and an attribute, with how many of three annotators called it a stereotype and how
offensive it is on average (−1 to 4). These are facts to build sentences from, not sentences.
Reference: Bhutani, Robinson, Prabhakaran, Dave, Dev, ACL 2024.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from babelance.core.card import Card
from babelance.core.item import Item
from babelance.datasets.reading.pinned import Pinned, Repository, Sample, every
from babelance.text.tables import parse_csv, read_text

REPOSITORY = Repository("google-research-datasets/SeeGULL-Multilingual", "589a2580bb09533c6ff097ccd2ce05bce01cbdfd")
_FILES = (
    ("ar", "Arabic (ar) in UAE", "acffbd528eabb018badf5f72a2981242d99cff37582aed5926c3970210b82d20", 71078),
    ("bn", "Bengali (bn) in Bangladesh", "62ade4fe8ec64bb5b54555f549cc395cc7c6242b5572f1c6825ac3279d4d8a20", 102454),
    ("bn", "Bengali (bn) in India", "feb1ac4220c3cae2e5e764176424fe229fe3b0017458b93d62b755c0503d1e0c", 76927),
    ("nl", "Dutch (nl) in Netherlands", "b6d6fd9c0dc0a1348f38aaa7b0ec2836d4fe677f3e52c4080d6434f65a5af4a9", 63484),
    ("fr", "French (fr) in France", "819ccc662935c599bff3050b6577f80af10ad1548bd22cc59c8681ed43d3faa8", 68207),
    ("de", "German (de) in Germany", "ef00a98aedb682fb72d93fb4740f3978f053e156bbf8028521890e5e1733eaad", 54500),
    ("hi", "Hindi (hi) in India", "3bd16ac9d187c5321c0055d2475be86f698b2e29acb14729ba366a90e3f87bd3", 66540),
    ("id", "Indonesian (id) in Indonesia", "04dcccb47a5dafe93319cb9b603349173629ca3569c99d33f9cf5a714fe85031", 67796),
    ("it", "Italian (it) in Italy", "7b6160452eba7f927152254c19014b15cb60c7599be2c436934f7803abacb9e7", 50870),
    ("ja", "Japanese (ja) in Japan", "a0e20aaaa3c6276627327c34d51b2baf1a40a62b061d8920dbe399fbabb58922", 57134),
    ("ko", "Korean (ko) in Korea", "10da588ff4585f61e869387a4b65d600d425bc33f4a8a1e9b05385093a249d24", 52136),
    ("ms", "Malay (ms) in Malaysia", "f4e27437f73ba22d86eb61d60125404288389d06ba35b3a25ee71b0c2f57c6cc", 68850),
    ("mr", "Marathi (mr) in India", "38466b36c6e1412e5f5db2b5fa37cdbe36abbf8ca1a7b489ca5dfc2e031abb6e", 95671),
    ("pt", "Portuguese (pt) in Brazil", "81a424f1d347a672415a32b2093cfa0650f13e8ed6a69638dc0896e8469448d2", 109498),
    ("pt", "Portuguese (pt) in Portugal", "8fa7905280fdf1f5023bf00f8a98e45292b29fd4ac88914c35788cd24172a7ba", 80076),
    ("es", "Spanish (es) in Mexico", "ecd61c9e4715243c67fd44fc67fe2425f7861699a10ee442baa9d1ce19113c42", 91706),
    ("es", "Spanish (es) in Spain", "fe14cd982d3e756487d4eba0b7ba2c99bdd903088dba0c135fd4da0337644f06", 70040),
    ("sw", "Swahili (sw) in Kenya", "260ba8f842bb14d5693bb12aa792e64e78ef26593dc2512353ecc59dbdb07315", 75284),
    ("ta", "Tamil (ta) in India", "c59440955773cb986d32c221de46c3046f22a2c31caab653dc5675ffee6fd219", 128246),
    ("te", "Telugu (te) in India", "7ac526b6c4277cf3224c43821e8e013c221cca1e9c05831671bae60676ec024b", 23467),
    ("th", "Thai (th) in Thailand", "d7ee2e7fcbab6b735af93a8f49e14b8e380f9d01d373f65a5b7324bf0644e3b8", 86944),
    ("tr", "Turkish (tr) in Turkey", "b07a8e933aa2596f9db39e609c0093407d70b015a7b9efedece884f22f0cdc91", 54240),
    ("vi", "Vietnamese (vn) in Vietnam", "03b26bf3446ddcb964d3dcc33c491acf6e1f7e5101e90dff3322d4898889c5a4", 57206),
)
PARTS = {
    code: tuple(
        REPOSITORY.file(
            f"seegull-multilingual/{title.replace(' ', '_')}.csv", f"dataset/stereotypes/{title}.csv", sha256, size
        )
        for language, title, sha256, size in _FILES
        if language == code
    )
    for code in dict.fromkeys(row[0] for row in _FILES)
}
_SAMPLE = (
    "identity,attribute,non_stereotype,stereotype,unsure,mean_offensive_score,translated_identity,"
    "translated_attribute_list\nSchwede,groß,0,3,0,-1,Swede,tall\nDäne,gelassen,1,2,0,-1,Dane,calm\n"
)


def read(language: str, paths: Sequence[Path]) -> Iterator[Item]:
    for index, path in enumerate(paths):
        for number, row in enumerate(parse_csv(read_text(path), name=str(path)).rows, start=1):
            cells = row.cells
            texts = {
                "identity": cells["identity"],
                "attribute": cells["attribute"],
                "identity_en": cells.get("translated_identity", ""),
                "attribute_en": cells.get("translated_attribute_list", ""),
            }
            tags = {"stereotype": cells["stereotype"], "offensive": cells.get("mean_offensive_score", "")}
            yield Item(f"{index}/{number}", language, texts, tags)


dataset = Pinned(
    card=Card(
        name="seegull-multilingual",
        title="SeeGULL Multilingual",
        version="1",
        languages=tuple(PARTS),
        licence="CC BY-SA 4.0",
        citation="Bhutani et al., ACL 2024",
        provenance="Proposed by a language model, translated by machine, judged by three annotators of each region.",
        files=every(PARTS),
        url=REPOSITORY.url,
        notes=(
            "Regions that share a language are read together. Attributes come from a language model: some are odd.",
        ),
    ),
    fields=frozenset({"identity", "attribute", "identity_en", "attribute_en", "stereotype", "offensive"}),
    parts=PARTS,
    read=read,
    sample=Sample("de", (_SAMPLE,)),
)
