"""What real models said about GEST, recorded by its authors: golden values for how scores are put together.

There are no items here. `english_glm` and `english_mlm` hold a number per line, log10 P(he) − log10 P(she), in the
order of `gest` (`babelance record gest FILE`); `translations` hold English sentences (`from`) with Russian ones (`to`).
"""

from __future__ import annotations

from babelance.core.card import Card, File
from babelance.datasets._gest import CITATION, REPOSITORY
from babelance.datasets.reading.pinned import Pinned, without_items

_RECORDED = (
    ("english_glm/gpt2_template-0.txt", "ab30e38bfc6373438b1b528679b06db849731bf48a4e63c4441f5174e58d7bde", 72996),
    ("english_glm/gpt2_template-1.txt", "2e718971991279ec58b6ab15655901ef7db607631e5fc904bc7137af4548ed4b", 72161),
    (
        "english_glm/gpt2-medium_template-0.txt",
        "f2e709582130d8846e03e93898175177e8ea361614d8b6a3c76304d84d5621eb",
        71670,
    ),
    (
        "english_glm/gpt2-medium_template-1.txt",
        "0492ed8adb89ce499deca881764748f6c7e3d778e76f93dda657387b27343c2f",
        71852,
    ),
    (
        "english_glm/pythia-160m_template-0.txt",
        "1a987f8d5512132d6c20d5892631994d3ee11e7eb60d440da7a04bb8c4194806",
        69605,
    ),
    (
        "english_glm/pythia-160m_template-1.txt",
        "dcce46e8ce6be7dcc37078ed03dc6da5bf7ed9bf9c702b26b5d1a130f24e0eaf",
        70624,
    ),
    (
        "english_glm/Mistral-7B-v0.1_template-0.txt",
        "88b4bb7bd92aa544ba37c3a65e6391af90e1cc532d1a2aae555312dd504ef553",
        71659,
    ),
    (
        "english_glm/Mistral-7B-v0.1_template-1.txt",
        "f6aeb5c2d3401069228674a1819c1e6849bedcfc9f7e9d7294aeebd8be2df56b",
        71013,
    ),
    (
        "english_glm/Mistral-7B-Instruct-v0.1_template-0.txt",
        "e9796c72bae649313076aa14c4b8e57c50561ff2ee272068e9b2f9a9a1c475eb",
        71400,
    ),
    (
        "english_glm/Mistral-7B-Instruct-v0.1_template-1.txt",
        "31e33aa0c0cf7451e56d8e5e4ae8de0e44c13554c542b69ea24af2d352173828",
        70809,
    ),
    ("english_glm/phi-1_5_template-0.txt", "e5740a30ef0fb1382edb6a3712eb9d6a322ac0d04718404c4571b8d637b01ca7", 71366),
    ("english_glm/phi-1_5_template-1.txt", "77d6980a5c0e423417f4e808031f1e5fbc50542096e44391d38a7494289b7ae0", 71488),
    (
        "english_mlm/bert-base-uncased_template-0.txt",
        "3f7323789b8f7492a6fa60deff2edc6547f815f13791d516ac7dffd22b73474e",
        69920,
    ),
    (
        "english_mlm/bert-base-uncased_template-1.txt",
        "6fef8500d1bbb0697b7518e003dae515400d53b1d887ff0c8b0b071474f13388",
        72319,
    ),
    (
        "english_mlm/bert-base-uncased_template-2.txt",
        "557bd48e199199943e5e83f8e503c8176e8e47462e3c26f8d926a324299ae440",
        72954,
    ),
    (
        "english_mlm/bert-base-uncased_template-3.txt",
        "289aae32c21ad0adf51e8174a2c3982309cc6def5b42d22b1ffd528010703402",
        70883,
    ),
    (
        "english_mlm/roberta-base_template-0.txt",
        "6d959594ce5fae075a9db167db700366166ceb92adb88f3f94f1538ccdd2de08",
        71327,
    ),
    (
        "english_mlm/roberta-base_template-1.txt",
        "4f3716b591bc1c0a60b4021da647572d79ea1b507865f7866672f13e477283a0",
        71850,
    ),
    (
        "english_mlm/roberta-base_template-2.txt",
        "31cabb92fa09c12827ee9f71c224331041153a191b3097321018377878ea0275",
        71160,
    ),
    (
        "english_mlm/roberta-base_template-3.txt",
        "5f4f973cd2d3e6bc790bcc5c6773eabbadd415895df738bde7537c73d13d73aa",
        71799,
    ),
    (
        "english_mlm/distilbert-base-uncased_template-0.txt",
        "8c6781a7a386e2911a2d7a13cfea0f533c4dfc33c5f8f3e929682370b43081a0",
        70948,
    ),
    (
        "english_mlm/distilbert-base-uncased_template-1.txt",
        "80900d74955d6ed82de88f440b3ec5808036de56f1f750f6ec086cfb436587a4",
        71877,
    ),
    (
        "english_mlm/distilbert-base-uncased_template-2.txt",
        "8da6946ca74d7f8d354769d274c6c92a9692a312a8e083219a07e038cfb00551",
        74272,
    ),
    (
        "english_mlm/distilbert-base-uncased_template-3.txt",
        "d3602eabca95bea6ee7a4f714b508ada5deee00ccf0eeaa857f72ec82df01a03",
        72555,
    ),
    (
        "english_mlm/electra-base-generator_template-0.txt",
        "3fd460d9fd09e523676e4df31ceba9c266f9c3b35a231b46e5dd7208f4292408",
        67915,
    ),
    (
        "english_mlm/electra-base-generator_template-1.txt",
        "5715a63f4dd2c0b687e0fc2ca328b202bc9326a90210c599b16c15604752f578",
        70950,
    ),
    (
        "english_mlm/electra-base-generator_template-2.txt",
        "6fa80253539729035acd45676fe32466e4b4bee358075130602fc38077abfe1d",
        67396,
    ),
    (
        "english_mlm/electra-base-generator_template-3.txt",
        "ee4a9ff2a476121fcac318bcb0ac5defcc45eaf83a14d653bd94a5ab48ec8c81",
        70786,
    ),
    (
        "translations/amazon_translate/ru/translations.csv",
        "e92ae038e89065658a0482591bb012873bfef9eeaf1a63e67c1e9f192411473f",
        620910,
    ),
    (
        "translations/deepl/ru/translations.csv",
        "4449dd58165301f211d0493c214ac40c3488f4d2cabe5bac5589c74c25a2a844",
        620768,
    ),
    (
        "translations/google_translate/ru/translations.csv",
        "033a2a365561d8a687950e94bbbab6c8cfd18f5182da61082bf8dcfa7f423e17",
        635994,
    ),
    (
        "translations/nllb_3b/ru/translations.csv",
        "7a9214035d131a4b4e08a3390e27edbc05ede39032061e612cb31c4cd81e9c52",
        603737,
    ),
)


def _file(name: str, sha256: str, size: int) -> File:
    folder = "data" if name.startswith("translations/") else "data/predictions"
    return REPOSITORY.file(f"recorded/gest/{name}", f"{folder}/{name}", sha256, size)


FILES = tuple(_file(*row) for row in _RECORDED)

dataset = Pinned(
    card=Card(
        name="recorded-gest",
        title="GEST scores of real models",
        version="1",
        languages=("en",),
        licence="Apache-2.0",
        citation=CITATION,
        provenance="Written by the authors' notebooks for language models and for translators into Russian.",
        files=FILES,
        url=REPOSITORY.url,
        notes=("The models' exact revisions are not recorded.",),
    ),
    fields=frozenset(),
    parts={"en": FILES},
    read=without_items("recorded-gest", "scores of models"),
)
