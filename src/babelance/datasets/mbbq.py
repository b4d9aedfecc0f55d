"""MBBQ: questions of BBQ on stereotypes that are shared, in English, Spanish, Dutch and Turkish.

Reference: Neplenbroek, Bisazza, Fernández, COLM 2024.
"""

from __future__ import annotations

from babelance.core.card import Card
from babelance.datasets._bbq import PITFALLS, read, sample_text
from babelance.datasets.reading.pinned import Pinned, Repository, Sample, every
from babelance.datasets.reading.questions import FIELDS

REPOSITORY = Repository("Veranep/MBBQ", "adaa40172cdcf52eb403c01954a1aef8b0b1e97d")
LANGUAGES = ("en", "es", "nl", "tr")
_FILES = (
    ("Age", "en", "15d34d6ba4dc7e8f2fc2362ef9a3a37ce148e04b2edd3e3700eac49e4c10871c", 2815122),
    ("Age", "es", "44995575aa60e19e6db1bc9f262b2aaba07f563d7394eecab6475ad478a191cd", 3095224),
    ("Age", "nl", "bf4e0a636be38c0c0dbbac638baaabcc1e25206e7c785ef9b0077ccb2bfbbfa1", 2931442),
    ("Age", "tr", "98ef9e3b899cee7faca8ad4f56e7976a757738babaedc36063a0c15da4c27bf8", 2805588),
    ("Disability_status", "en", "003424ffe5ebf26302c2cae5af9afd37acd1ff55a86b36412e6bc0b59e1fdc88", 1114578),
    ("Disability_status", "es", "157202c79093cb182957ef316f477fb20d03a9ef6774078b5c35a1b6aac8db3b", 1168560),
    ("Disability_status", "nl", "d0f7bc310cce987d5fff853a922061c0a60d54a5ba6a1d627ca11e21b4112ac5", 1143310),
    ("Disability_status", "tr", "44c5cd2a8b4b638b6b6c41e251ec579be82eb4beb9d2133140c9bb268270e720", 1123088),
    ("Gender_identity", "en", "b6e9be11cb0d6c85bb305867e1b74338ff0ec2dfebc02760778a4364130a3d92", 452846),
    ("Gender_identity", "es", "ba872fd284130a3deb6bdc62ad77002b89c67a4622e3d7cc268f233e0df555f6", 484886),
    ("Gender_identity", "nl", "d2f5a41d1f6d1fdbb05c4ac4fa887f62bd0c135cc3f2e3756bc7531e7e87903e", 468204),
    ("Gender_identity", "tr", "1e2564322b1f4bce1f3fbddbf766e9c7871465a5eeac27d8911c47d7d0dffadd", 463032),
    ("Physical_appearance", "en", "be6d82ef5799133444cd79a16b70f88621f8b30f2545d2973b11d1f8e363df32", 1030696),
    ("Physical_appearance", "es", "423d34b206aad8586041a4e5ba77781cce887af8b5d0fbe70414b34757e317e8", 1091558),
    ("Physical_appearance", "nl", "a9dca56989be0c98bf2ca0150196241ed39794867c551e82741462d8b91fe890", 1061228),
    ("Physical_appearance", "tr", "fd1aadb74dcc3ea24eb3932d4db2784836786844e1f7fb68972a0552035ab69f", 1016296),
    ("SES", "en", "6603a4d2ac5293b2718b13d439361a9b8a16e6be8f600b150b8ab9c0d432efb9", 2974320),
    ("SES", "es", "7108b3c6809e1557aa366060961d02f30dc6112f2d35863faf745f92fb9ef089", 3206386),
    ("SES", "nl", "19969eb8bbd8f783d40ee42db2bccfda9bf3be132a325b60ef37affdb2ee51a7", 3084666),
    ("SES", "tr", "7db84dfac8ce1031ac7812c51b88b66f79c00b8b0d2646e0ce47035775aa214f", 2975938),
    ("Sexual_orientation", "en", "d61426a4634a8eecc44ca258c3d70b9730dadcefc625bd5890f1207269d7b660", 123778),
    ("Sexual_orientation", "es", "8e75c1e1931fc288b91c9418b35267429f8bbdd2848e04feeaa531fecccf14d9", 126566),
    ("Sexual_orientation", "nl", "894e58600a28bb0063c775517daff5054a827ef3a6c4fdd17605a2703edb6e49", 127058),
    ("Sexual_orientation", "tr", "e4f17323bd73fbba9df7f3957697d86bdfd2774ed579b838772f7a486612001c", 129162),
)
PARTS = {
    code: tuple(
        REPOSITORY.file(f"mbbq/{name}_{language}.jsonl", f"data/{name}_{language}.jsonl", sha256, size)
        for name, language, sha256, size in _FILES
        if language == code
    )
    for code in LANGUAGES
}

dataset = Pinned(
    card=Card(
        name="mbbq",
        title="MBBQ",
        version="1",
        languages=LANGUAGES,
        licence="none stated: use, do not redistribute (derived from BBQ, CC BY 4.0)",
        citation="Neplenbroek et al., COLM 2024",
        provenance="Templates of BBQ that hold in all four languages, translated by machine, corrected by people.",
        files=every(PARTS),
        url=REPOSITORY.url,
        groups=("category",),
        notes=(
            PITFALLS,
            "The authors' control questions, with names in place of groups, are not among these files.",
            "16 questions (28 in Spanish) are about two people of one gender: they have no biased answer.",
        ),
    ),
    fields=FIELDS,
    parts=PARTS,
    read=read,
    sample=Sample("en", tuple(sample_text(name) for name in dict.fromkeys(row[0] for row in _FILES))),
)
