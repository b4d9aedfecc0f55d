"""The pinned files of NLI-CoAL: evaluation sets (all words, downsampled), occupation words, bias-controlled sets."""

from __future__ import annotations

from babelance.core.card import File
from babelance.datasets.reading.pinned import Repository

REPOSITORY = Repository(
    "panatchakorn-a/bias-eval-nli-considering-all-labels",
    "4d57afe81db25011b4c515ab1575115c3cfb1765",
)

PINS = {
    "en_v1.1/bias-controlled-set_v1.1/dev/dev_r-0.json": (
        "066ea75f28a7b755769b8f1fecc1f280affcd4f74d7942900d18ffa8f893e1d9",
        521292,
    ),
    "en_v1.1/bias-controlled-set_v1.1/dev/dev_r-10.json": (
        "e7859f5e4f1921d0926e5372aa46ac89026b82746db779b68df28e8e12dfa6c9",
        521292,
    ),
    "en_v1.1/bias-controlled-set_v1.1/dev/dev_r-5.json": (
        "78ded8b1b00a4948b12fee17bdb5a4cadd92c3864cacfba50d8dbab859f2bb9a",
        521292,
    ),
    "en_v1.1/bias-eval-set_v1.1/all-words/1-prostereo_v1.1.json": (
        "58095a9f34cf873b95d685921dbb03538ecc1c9f5ff914b16c90f2d3df5ce5dd",
        226818,
    ),
    "en_v1.1/bias-eval-set_v1.1/all-words/2-antistereo_v1.1.json": (
        "24950ac52f2ad565ec57c7ea8c56e96fc281d6ca18a7f16a0fc905903685f847",
        229408,
    ),
    "en_v1.1/bias-eval-set_v1.1/all-words/3-nonstereo_v1.1.json": (
        "02208d4ca0131685850536e6ca1e09697f2e3ad19d03836076eb4b990486e203",
        784804,
    ),
    "en_v1.1/bias-eval-set_v1.1/downsamp/1-prostereo-downsamp_v1.1.json": (
        "b44c087098e80670a49ca821fa580c018ee08e37359b3490665a398cf759f630",
        46438,
    ),
    "en_v1.1/bias-eval-set_v1.1/downsamp/2-antistereo-downsamp_v1.1.json": (
        "0a39f1e21c6eea8b0e07804669ae62d37685b74ee9417a18cdb7753b5690749b",
        46748,
    ),
    "en_v1.1/bias-eval-set_v1.1/downsamp/3-nonstereo-downsamp_v1.1.json": (
        "0d910c41642fc3004d2a41857282d247905adc89431fb3f182097a85c4e54f12",
        45584,
    ),
    "en_v1.1/occupation-words/occup_en-by-type_v1.1.json": (
        "6d565f7e9c8de05888b1e020f2d00e8ec054f8bc72e63cf00bd4443f38dc0f23",
        5855,
    ),
    "en_v1.1/occupation-words/occup_en_v1.1.tsv": (
        "47c78e3216aead9e63c0c0ed143f2feda71d4c04d18e65731dc7e894d9617146",
        5394,
    ),
    "ja_v1.1/bias-eval-set_v1.1/downsamp/1-prostereo-downsamp_v1.1.json": (
        "3187e93923337afcb0517e28b55b31f3d1b33d4b7c3bfd5dc8333c02bafcd80d",
        53280,
    ),
    "ja_v1.1/bias-eval-set_v1.1/downsamp/2-antistereo-downsamp_v1.1.json": (
        "55d8a984a5b619740c441864a814ba7ecd5add6bb5884637d5fa55dbefc80cb9",
        53590,
    ),
    "ja_v1.1/bias-eval-set_v1.1/downsamp/3-nonstereo-downsamp_v1.1.json": (
        "d6609e2fa5b85b82018eb6afce9964c4e9c8722f7773cad5edcbe7cf989c5a58",
        51068,
    ),
    "ja_v1.1/bias-eval-set_v1.1/untokenized/1-prostereo_v1.1.json": (
        "ec57752fdc6db7993ba9f00f0460c1489e0ac2879db0aa4e46bc5cf8dd052860",
        259992,
    ),
    "ja_v1.1/bias-eval-set_v1.1/untokenized/2-antistereo_v1.1.json": (
        "3bb6bb4d43d711061b8f7c61ac8f6b563dca049b6e65a53ccf978eb0a5200760",
        261102,
    ),
    "ja_v1.1/bias-eval-set_v1.1/untokenized/3-nonstereo_v1.1.json": (
        "7fd24e0fef10bdfabb24c0406d3fc68e112adb0e84c8b201728fe39a497b1704",
        873790,
    ),
    "ja_v1.1/occupation-words/occup_en-ja_v1.1.tsv": (
        "7d5aa27b6c2b40bfde179aaa9317f77692ad4ff4a1804383b42ec6660abf7021",
        8725,
    ),
    "ja_v1.1/occupation-words/occup_ja-by-type_v1.1.json": (
        "21d0880812a73e2faa67c615cf1cefdfb1dff6603d888c0f41379b3acb24d999",
        6391,
    ),
    "zh_v1.0/bias-eval-set_v1.0/all-words/1-prostereo_v1.0.json": (
        "efbc6d45ae9b12049b35f3b4ed735c036f14a397ee6336459f025a4adcec454b",
        239067,
    ),
    "zh_v1.0/bias-eval-set_v1.0/all-words/2-antistereo_v1.0.json": (
        "6bf69ee4a4e9a642caa4b556d676b7ac8d14a8d1412cade67331a90da816c150",
        240177,
    ),
    "zh_v1.0/bias-eval-set_v1.0/all-words/3-nonstereo_v1.0.json": (
        "4f3851bd9df2014915af07c18c769aff30b655dfda46752ac852ab84df0bd4e8",
        808750,
    ),
    "zh_v1.0/bias-eval-set_v1.0/downsamp/1-prostereo-downsamp_v1.0.json": (
        "9da8c4d6b66db00c3bb980d6fbd50f5ce2780759f2cd05c046d0ab3acfe4f085",
        47752,
    ),
    "zh_v1.0/bias-eval-set_v1.0/downsamp/2-antistereo-downsamp_v1.0.json": (
        "17e07919ef1d997b7c0d2655fdbc58eb97a601521873ddd04f16a402d1e92b76",
        48062,
    ),
    "zh_v1.0/bias-eval-set_v1.0/downsamp/3-nonstereo-downsamp_v1.0.json": (
        "f14a62c86bbfc9a1fdd12264d22c946a9d0acfd5d19032878a8eea6ee78b6a1a",
        48686,
    ),
    "zh_v1.0/occupation-words/occup_en-zh_v1.0.tsv": (
        "a51b5643b548041dd8f1d3f7bcfdf3eedfceea0e86085893b1d4fc1b1447b251",
        7983,
    ),
    "zh_v1.0/occupation-words/occup_zh-by-type_v1.0.json": (
        "168bba279102e591bdc36c56ab5e95cab91f9860f43a7ad658f90f3852fcb28f",
        5689,
    ),
}

FILES: dict[str, File] = {path: REPOSITORY.file(f"nli-coal/{path}", path, *pin) for path, pin in PINS.items()}
