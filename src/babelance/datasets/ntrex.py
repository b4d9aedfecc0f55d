"""NTREX: 1,997 English news sentences with professional translations, line by line, in 24 languages here.

The id is the line, from 0, and equal over languages. `path("de.txt")` is the file itself.
Reference: Federmann, Kocmi, Xin, SUMEval 2022.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from babelance.core.card import Card
from babelance.core.item import Item
from babelance.datasets.reading.pinned import Pinned, Repository, Sample, every
from babelance.text.tables import read_lines

REPOSITORY = Repository("MicrosoftTranslator/NTREX", "8561f6a622db9edad1217683e5c83daefd8bb2bf")

PINS = {
    "ar": (
        "newstest2019-ref.arb.txt",
        "d271c8645933421f760eba8ed8cc1ceaaa052f917d9c2839b8abb27e0ded71e6",
        423901,
    ),
    "bn": (
        "newstest2019-ref.ben.txt",
        "7fae73a2d1d24fdcb47f68a0691253cda05fa55c5ca944bc3cdf8eb2945825f1",
        656343,
    ),
    "de": (
        "newstest2019-ref.deu.txt",
        "259d7406a07b63e6b5b9c4a22fb76b85e2578a3fa0a4e541a50f4f7348e5c1b2",
        306436,
    ),
    "el": (
        "newstest2019-ref.ell.txt",
        "cd9c8eda1b54f4b504b33769db7e56e26ba9ae768a64e13e0eef02a9ee9867fc",
        544996,
    ),
    "en": (
        "newstest2019-ref.eng-US.txt",
        "a163045804ddb5e9529c7cbdb751c6f6f7491a31f69dcc13129bfe1521595094",
        251710,
    ),
    "eu": (
        "newstest2019-ref.eus.txt",
        "292113bfa7560273e3c5bdf3b615899edcfb318d686999f1f0e36ef16bf47c29",
        280513,
    ),
    "fa": (
        "newstest2019-ref.fas.txt",
        "17bca2217c74accf95fbdc47b7743402a05abc0d892ae6053477c7aec4a767c1",
        435695,
    ),
    "fi": (
        "newstest2019-ref.fin.txt",
        "81582e84f53af18841fa9e36c22e9b47178aab5014ee063aa755594674e05195",
        286255,
    ),
    "fr": (
        "newstest2019-ref.fra.txt",
        "1dd80d337f6a75c6ed579a95f09ca9b85d87d6e488d0a428c5f89cca99553136",
        314688,
    ),
    "hi": (
        "newstest2019-ref.hin.txt",
        "10d612b3960dc1f90d297aff7e3c6d39e6eb7221b912cef0c053d9f510e41bbc",
        674699,
    ),
    "hu": (
        "newstest2019-ref.hun.txt",
        "c27a8a3689048c97505686eccd25a9a24391a5cba23418b43578637fd4e51e90",
        310332,
    ),
    "id": (
        "newstest2019-ref.ind.txt",
        "a28ea049cc73a7042bbea75abd6ed02a24362d3cf8d1a1cc519a7efd8bf5ceb5",
        291755,
    ),
    "it": (
        "newstest2019-ref.ita.txt",
        "e568982e6249a11a7ada13d5b00fe65ca722479e0399a7a761a905f340dd04d2",
        297684,
    ),
    "ja": (
        "newstest2019-ref.jpn.txt",
        "4debd275d04414b71c95bad5f68e7275174e32a4ed33ece1b9a43a227aea2fca",
        328104,
    ),
    "ko": (
        "newstest2019-ref.kor.txt",
        "2b50fa9a121b595ac7d3b9e98d901e72bafe68dcd945109ceb1fbbe782193638",
        320777,
    ),
    "nl": (
        "newstest2019-ref.nld.txt",
        "dce60b592d410932cb369301d0506f1b3d0ae4f7bedf0369a3cdf870f462b4a5",
        297134,
    ),
    "pt": (
        "newstest2019-ref.por.txt",
        "ad2b8c2d91be6a17f9c0df0dd25e358b8de6168212b4bbc9718ea41c4df9ecd8",
        288192,
    ),
    "ru": (
        "newstest2019-ref.rus.txt",
        "a7e3601298b0368659a5c006c52809cf6792e02eb94bde9b9693333278d85732",
        505414,
    ),
    "es": (
        "newstest2019-ref.spa.txt",
        "0ad8129e5ce0bea86ba7e0ea0db0504d6626b8a4d2a7cf4c44b7791c70e99b84",
        299333,
    ),
    "sw": (
        "newstest2019-ref.swa.txt",
        "076cec7296ec0d458d4762ddcffcd1d79ce2e7d8ee641467977d0b9f4ec95e8d",
        276611,
    ),
    "th": (
        "newstest2019-ref.tha.txt",
        "45a57c4f9fdbae282eb2c94821535ae3c88b09186a23c5506eb0907ba429d6a5",
        658582,
    ),
    "tr": (
        "newstest2019-ref.tur.txt",
        "bd0c3978cb7d283ee5f8834d90a32fe2ffd0c71e4b133c677cff259d07a70ea9",
        293653,
    ),
    "vi": (
        "newstest2019-ref.vie.txt",
        "dd5d16cf246da57f5ccb7490ae13b8df428e7cb53e17fa04552406d657abfe3c",
        359879,
    ),
    "zh": (
        "newstest2019-ref.zho-CN.txt",
        "8bcd6f0868d33f26c8da12f55a82f66088a7b60a5f7b0b1a99dcec51daa8054a",
        241603,
    ),
}
PARTS = {
    language: (REPOSITORY.file(f"ntrex/{language}.txt", f"NTREX-128/{name}", sha256, size),)
    for language, (name, sha256, size) in PINS.items()
}


def read(language: str, paths: Sequence[Path]) -> Iterator[Item]:
    for number, line in enumerate(read_lines(paths[0])):
        yield Item(str(number), language, {"text": line})


dataset = Pinned(
    card=Card(
        name="ntrex",
        title="NTREX-128",
        version="1",
        languages=tuple(sorted(PARTS)),
        licence="CC BY-SA 4.0",
        citation="Federmann et al., SUMEval 2022",
        provenance="News text of WMT 2019, translated from English by professional translators.",
        files=every(PARTS),
        url=REPOSITORY.url,
        notes=("A test set for translation: models may have been trained on the English side.",),
    ),
    fields=frozenset({"text"}),
    parts=PARTS,
    read=read,
    sample=Sample("en", ("The train was late.\nNobody was hurt.\n",)),
)
