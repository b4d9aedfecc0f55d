"""CrowS-Pairs in French and Dutch, with the English pairs they were made from.

The Dutch file mixes two encodings: Mac Roman, and UTF-8 in one row. Bytes that are not UTF-8 are read as Mac Roman,
which makes every word of it right.
Reference: Névéol, Dupont, Bezançon, Fort, ACL 2022 (French); Spanakis et al. (Dutch).
"""

from __future__ import annotations

import codecs
from collections.abc import Iterator, Sequence
from pathlib import Path

from babelance.core.card import Card
from babelance.core.item import Item
from babelance.datasets._crows import FIELDS, PITFALLS, read_text_of, sample_text
from babelance.datasets.reading.pinned import Pinned, Repository, Sample, every

REPOSITORY = Repository("jerryspan/Dutch-CrowS-Pairs", "7cf51965b4818a717d22068477fba951bca1eb90")

FILES = {
    "fr": ("crows_french.csv", "7fc34d474623cec3f88544d88156212780ee65f408666463c8d7a833ad5efe83", 285311),
    "nl": ("crows_dutch.csv", "07b9b562e947e782a0409ebac85b28b417838cf2d33c2f7f2a13766b431ddf35", 268357),
    "en": ("crows_eng.csv", "84dd3f4a7c5c52c48b89e3d7b59e1fba64165afa650b0fd52dac3826f74bfb3b", 246345),
}

PARTS = {
    language: (REPOSITORY.file(f"crows-pairs-fr-nl/{name}", f"datasets/{name}", sha256, size),)
    for language, (name, sha256, size) in FILES.items()
}


def read(language: str, paths: Sequence[Path]) -> Iterator[Item]:
    [path] = paths
    text = path.read_bytes().decode("utf-8-sig", errors="babelance-mac-roman")
    return read_text_of(language, text, id_column="id", name=str(path))


def _mac_roman(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeDecodeError):
        raise error
    return error.object[error.start : error.end].decode("mac_roman"), error.end


codecs.register_error("babelance-mac-roman", _mac_roman)

dataset = Pinned(
    card=Card(
        name="crows-pairs-fr-nl",
        title="CrowS-Pairs in French and Dutch",
        version="1",
        languages=tuple(PARTS),
        licence="CC BY-SA 4.0 (repository states CC0)",
        citation="Névéol et al., ACL 2022 (fr); Spanakis et al. (nl)",
        provenance="1,463 pairs of CrowS-Pairs, translated and adapted to France (by native speakers) and to the "
        "Netherlands (how is not stated with the file).",
        files=every(PARTS),
        url=REPOSITORY.url,
        groups=("axis", "direction"),
        notes=(
            "The Dutch file is Mac Roman with one UTF-8 row; it is read so that both come out right.",
            "French: a sentence of the pair with id 129 is empty.",
            "Groups were adapted, not only words: a French pair may be about another minority than its English one.",
            PITFALLS,
        ),
    ),
    fields=FIELDS,
    parts=PARTS,
    read=read,
    sample=Sample("nl", (sample_text("id"),)),
)
