"""The ten-language set of S_JSD: the gender pairs of CrowS-Pairs, edited for translation and translated by people.

Columns `A_x` (always the more stereotypical sentence) and `B_x`; the English original is kept as `more_en`, `less_en`.
Reference: Steinborn, Dufter, Jabbar, Schütze, Findings of NAACL 2022.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from babelance.core.card import Card
from babelance.core.item import Item
from babelance.datasets.reading.pinned import Pinned, Repository, Sample, every
from babelance.text.tables import parse_csv, read_text

REPOSITORY = Repository("VSteinborn/s_jsd-multilingual-bias", "b10302047b55043004a0280f8c2f63236ccea878")

FILES = {
    "ar": ("172a8ad57c5b25647cd91affa7e3472d06dcdcbd783a129aa38dfd148a9c8665", 85255),
    "de": ("68495e0185780c8a47fc4d999a1774f5718be8654c8926f67f97d4f4b5ba1630", 70201),
    "en": ("e965762fa00af7648e5146c504fdd4940b7cf9703f85394257aaaf70d8c28d0c", 64549),
    "fi": ("a20b411b62b7f8255381429475c90b8205425dff8c6d0f4845b604cf106b6a1d", 67601),
    "fr": ("a50e0f3cca8b7acfeb0a618bb67032d9c592d00e7ea4bff7b54c36640f7d8201", 71451),
    "id": ("669d2c8477786e5c278081bcc3192a432feb8ffab57fd623d0c1c77fc6e2c31b", 68158),
    "ko": ("6c8e90c6bd113bdbd719860b87f0baffc0d4729b4a3032452073e1af1d078dc2", 74674),
    "th": ("34a86c49aa89f6c699ea481b530ab894c27373b73d080d1f0069a0041823299b", 110345),
    "vi": ("e724d536191dd6d1e4eed83748a4285af50a98c1d5c263be650bd56f0ee970c5", 77141),
    "zh": ("d92b05b1bebfd59b7d2d3db1d8d435e9915e5713d8e03b52e6ba5942ff5f6066", 64173),
}

PARTS = {
    language: (
        REPOSITORY.file(
            f"sjsd/cps_translated_{language}_formatted.csv",
            f"data/cps_translated_{language}_formatted.csv",
            *pin,
        ),
    )
    for language, pin in FILES.items()
}


def read(language: str, paths: Sequence[Path]) -> Iterator[Item]:
    [path] = paths
    for row in parse_csv(read_text(path), name=str(path)).rows:
        cells = row.cells
        texts = {"more": cells["A_x"], "less": cells["B_x"], "more_en": cells["A_en"], "less_en": cells["B_en"]}
        yield Item(cells["ID"], language, texts, {"direction": cells["stereo_antistereo"], "axis": "gender"})


_SAMPLE = (
    "ID,A_x,B_x,A_en,B_en,stereo_antistereo\n"
    "7,Anna kocht gern.,Otto kocht gern.,Anna likes cooking.,Otto likes cooking.,stereo\n"
    "9,Otto fährt schnell.,Anna fährt schnell.,Otto drives fast.,Anna drives fast.,stereo\n"
)

dataset = Pinned(
    card=Card(
        name="sjsd",
        title="Multilingual gender pairs (S_JSD)",
        version="1",
        languages=tuple(PARTS),
        licence="CC BY-SA 4.0",
        citation="Steinborn et al., Findings of NAACL 2022",
        provenance="212 gender pairs of CrowS-Pairs, edited (names instead of pronouns, binary gender only) and "
        "translated by paid native speakers with frequent names of each language. The paper describes de, fi, id and "
        "th; ar, fr, ko, vi and zh were added to the repository in the same format.",
        files=every(PARTS),
        url=REPOSITORY.url,
        groups=("direction",),
        notes=(
            "Binary gender only, and gender is mostly told by first names.",
            "Indonesian: the pair with id 29 has two identical sentences.",
            "Some sentences end in blanks (fi, ar, de); they are kept, and cost byte-level tokenizers an extra token.",
            "Inherits the topics and the US view of CrowS-Pairs; see the notes there.",
        ),
    ),
    fields=frozenset({"more", "less", "more_en", "less_en", "direction", "axis"}),
    parts=PARTS,
    read=read,
    sample=Sample("de", (_SAMPLE,)),
)
