"""Hindi utterances that do not tell gender, for translation into English, in seven sets.

The sets are those of the paper (informal, formal, impolite, polite, negative, positive, occupation; sizes as in its
table 2). An utterance may stand in several sets, and more than once in one; its id is the set and its line, from 0.
The tag `word` is what stands between the pronoun and है, so that intervals treat the utterances of a word as one.
Reference: Ramesh, Gupta, Singh, GeBNLP 2021.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from babelance.core.card import Card
from babelance.core.item import Item
from babelance.datasets.reading.pinned import Pinned, Repository, Sample
from babelance.text.tables import read_lines

REPOSITORY = Repository("stolenpyjak/hi-en-bias-eval", "bb33857b9dad5051087d8f7b10bba4677eddc22e")

PINS = {
    "total_formal.txt": ("b20ad4af80b0d4c0c1e45b12b2369df916a8d8869cd1ab262985c81b8b869639", 231864),
    "total_impolite_winf.txt": ("e5434df77e65244f863fb0211c7916cde8b055ea5f4f289fb364f0b8ba113e4f", 229802),
    "total_impolite_woinf.txt": ("c7565c84481445e2352f7dc5efa1194d139eabc0b5797dc11018476db3be9961", 114901),
    "total_informal.txt": ("94df25cdb93415cfec3820c2bf0913a33afe965b3db3e8e989ed2fa725bc2cb3", 114901),
    "total_job.txt": ("f539f310f3fe3615cb10ab9c02c33b557b5c022cd59a573c4db82ec0b957d5f4", 175752),
    "total_neg.txt": ("43a7c2dabc362a85874a10196d80fb77ecafba107f08c4358ae85f4a116a278b", 79459),
    "total_polite_winf.txt": ("70160d8be3ac70cc515d14132eea6117a85b763889f9de602e3cb3df4569dfa4", 231864),
    "total_polite_woinf.txt": ("723b760632056b510a68d0513c40a91d3be8108f23648cbea450c6ca47ee6349", 116963),
    "total_pos.txt": ("d783d35b37d81ebf6a7b988211149672041d64ac7f41d70be08343db0b4adc72", 91554),
}
FILES = {name: REPOSITORY.file(f"tgbi-hindi/{name}", f"corpus/corpus/{name}", *pin) for name, pin in PINS.items()}

SETS = {
    "informal": "total_informal.txt",
    "formal": "total_formal.txt",
    "impolite": "total_impolite_woinf.txt",
    "polite": "total_polite_woinf.txt",
    "negative": "total_neg.txt",
    "positive": "total_pos.txt",
    "occupation": "total_job.txt",
}


def read(language: str, paths: Sequence[Path]) -> Iterator[Item]:
    for name, path in zip(SETS, paths, strict=True):
        for number, line in enumerate(read_lines(path)):
            yield Item(f"{name}-{number}", language, {"text": line}, {"set": name, "word": word_of(line)})


def word_of(line: str) -> str:
    """`वो वरिष्ठ अधिकारी है` → `वरिष्ठ अधिकारी`."""
    return " ".join(line.split()[1:-1])


dataset = Pinned(
    card=Card(
        name="tgbi-hindi",
        title="Hindi utterances for TGBI",
        version="1",
        languages=("hi",),
        licence="none stated: use, do not redistribute",
        citation="Ramesh, Gupta, Singh, GeBNLP 2021",
        provenance="Pronouns × occupation, positive and negative words, put together by rule from translated lists "
        "that native speakers checked.",
        files=tuple(FILES.values()),
        url=REPOSITORY.url,
        notes=(
            "Agreement is often wrong: the polite set has वे … है instead of वे … हैं.",
            "Some adjectives and nouns do tell gender.",
            "The paper counts 26,370 utterances: the lines of its nine files but one of the two that have 5,286. Every "
            "utterance stands in at least three of these eight; 7,914 lines are written down, 7,751 of them different.",
            "The polite and impolite sets are the files without the informal pronoun; those with it are on the card.",
        ),
        groups=("set",),
    ),
    fields=frozenset({"text", "set", "word"}),
    parts={"hi": tuple(FILES[name] for name in SETS.values())},
    read=read,
    sample=Sample("hi", tuple("वो शिक्षक है\nवो लेखक है\n" for _ in SETS)),
)
