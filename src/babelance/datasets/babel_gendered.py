"""Our own sentences that tell gender by a noun, in languages whose pronouns do not: *this woman is a …*, *this man is
a …*.

The twin of babel-utterances: there a translator must not add a gender, here it must keep one. The tag `gender` is that
of the sentence, `word` the English occupation.
"""

from __future__ import annotations

from collections.abc import Iterator

from babelance.core.item import Item
from babelance.datasets.reading.probes import Babel, Probe, card
from babelance.text.fill import fill
from babelance.text.utterances import OCCUPATION

FRAMES = {
    "bn": ("এই মহিলা একজন {word}।", "এই পুরুষ একজন {word}।"),
    "eu": ("Emakume hori {word:def} da.", "Gizon hori {word:def} da."),
    "fa": ("این زن {word} است.", "این مرد {word} است."),
    "fi": ("Tämä nainen on {word}.", "Tämä mies on {word}."),
    "hi": ("यह महिला {word} है।", "यह पुरुष {word} है।"),
    "hu": ("Ez a nő {word}.", "Ez a férfi {word}."),
    "id": ("Wanita itu {word}.", "Pria itu {word}."),
    "ja": ("その女性は{word}です。", "その男性は{word}です。"),
    "ko": ("그 여자는 {word}입니다.", "그 남자는 {word}입니다."),
    "sw": ("Mwanamke huyu ni {word}.", "Mwanamume huyu ni {word}."),
    "th": ("ผู้หญิงคนนี้เป็น{word}", "ผู้ชายคนนี้เป็น{word}"),
    "tr": ("Bu kadın bir {word}.", "Bu adam bir {word}."),
    "vi": ("Người phụ nữ này là {word}.", "Người đàn ông này là {word}."),
    "zh": ("那个女人是{word}。", "那个男人是{word}。"),
}
"""About a woman, about a man."""


def make(probe: Probe) -> Iterator[Item]:
    for key, word in probe.words("occupations", OCCUPATION).items():
        for gender, frame in zip(("female", "male"), FRAMES[probe.language.code], strict=True):
            text = fill(frame, {"word": word}, probe.language)
            yield Item(f"{gender}/{key}", probe.language.code, {"text": text}, {"gender": gender, "word": key})


dataset = Babel(
    card=card(
        "babel-gendered",
        "Own sentences that tell gender by a noun, for translation",
        section="utterances",
        groups=("gender",),
        notes=("Languages whose pronouns leave gender open: what a translator must keep is in the noun.",),
    ),
    fields=frozenset({"text", "gender", "word"}),
    make=make,
)
