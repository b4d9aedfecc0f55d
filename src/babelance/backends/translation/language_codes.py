"""What translators call languages: BCP 47 → the codes of NLLB, M2M100, mBART, Marian, MADLAD and Apertium."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Literal

Style = Literal["none", "nllb", "m2m", "mbart", "marian", "madlad"]
AROUND = {"m2m": ("__", "__"), "marian": (">>", "<<"), "madlad": ("<2", ">")}
"""What stands before and after the code of a language in its token."""

_FLORES = """
    af:afr_Latn am:amh_Ethi ar:arb_Arab as:asm_Beng az:azj_Latn be:bel_Cyrl bg:bul_Cyrl bn:ben_Beng bs:bos_Latn
    ca:cat_Latn cs:ces_Latn cy:cym_Latn da:dan_Latn de:deu_Latn el:ell_Grek en:eng_Latn es:spa_Latn et:est_Latn
    eu:eus_Latn fa:pes_Arab fi:fin_Latn fr:fra_Latn ga:gle_Latn gl:glg_Latn gu:guj_Gujr ha:hau_Latn he:heb_Hebr
    hi:hin_Deva hr:hrv_Latn hu:hun_Latn hy:hye_Armn id:ind_Latn ig:ibo_Latn is:isl_Latn it:ita_Latn ja:jpn_Jpan
    ka:kat_Geor kk:kaz_Cyrl km:khm_Khmr kn:kan_Knda ko:kor_Hang ku:kmr_Latn ky:kir_Cyrl lo:lao_Laoo lt:lit_Latn
    lv:lvs_Latn mk:mkd_Cyrl ml:mal_Mlym mn:khk_Cyrl mr:mar_Deva ms:zsm_Latn mt:mlt_Latn my:mya_Mymr nb:nob_Latn
    ne:npi_Deva nl:nld_Latn nn:nno_Latn or:ory_Orya pa:pan_Guru pl:pol_Latn ps:pbt_Arab pt:por_Latn ro:ron_Latn
    ru:rus_Cyrl si:sin_Sinh sk:slk_Latn sl:slv_Latn so:som_Latn sq:als_Latn sr:srp_Cyrl sv:swe_Latn sw:swh_Latn
    ta:tam_Taml te:tel_Telu th:tha_Thai tl:tgl_Latn tr:tur_Latn uk:ukr_Cyrl ur:urd_Arab uz:uzn_Latn vi:vie_Latn
    xh:xho_Latn yo:yor_Latn zh:zho_Hans zh-Hant:zho_Hant zu:zul_Latn
"""
FLORES = dict(pair.split(":") for pair in _FLORES.split())
_MACRO = {"ar": "ara", "az": "aze", "fa": "fas", "lv": "lav", "ms": "msa", "no": "nor", "sq": "sqi", "sw": "swa"}
"""Three letters of the language as a whole, where the codes above name one variety."""

_SHAPES: dict[Style, re.Pattern[str]] = {
    "nllb": re.compile(r"[a-z]{3}_[A-Z][a-z]{3}"),
    "m2m": re.compile(r"__[a-z]{2,3}__"),
    "mbart": re.compile(r"[a-z]{2}_[A-Z]{2}"),
    "marian": re.compile(r">>[A-Za-z_-]+<<"),
    "madlad": re.compile(r"<2[A-Za-z_]{2,}>"),
}


@dataclass(frozen=True, slots=True)
class Codes:
    """The language tokens of a model, and how they are written. A model for one pair of languages has none."""

    style: Style
    known: frozenset[str] = frozenset()

    def token(self, language: str) -> str | None:
        """The token that stands for the language; None if the model has none for it."""
        return next((name for name in self._spellings(language) if name in self.known), None)

    def _spellings(self, language: str) -> list[str]:
        if self.style == "nllb":
            return [code for code in (FLORES.get(language), FLORES.get(base(language)), language) if code]
        if self.style == "mbart":
            return sorted(name for name in self.known if name.startswith(f"{base(language)}_"))
        return [name.join(AROUND[self.style]) for name in (language, *names(language))]


def base(language: str) -> str:
    """`pt-BR` → `pt`."""
    return language.partition("-")[0].lower()


def names(language: str) -> list[str]:
    """Two- and three-letter names of a language: `fa` → fa, pes, fas."""
    short = base(language)
    spellings = [short, FLORES.get(language, FLORES.get(short, ""))[:3], _MACRO.get(short, "")]
    return list(dict.fromkeys(name for name in spellings if name))


def same(language: str, other: str) -> bool:
    """Do two codes, of two or three letters, name the same language? `eu` and `eus` do."""
    return bool({*names(language), *_reverse(language)} & {*names(other), *_reverse(other)})


def _reverse(code: str) -> list[str]:
    three = base(code)
    return [short for short in (*FLORES, *_MACRO) if three in names(short)]


def codes_of(tokenizer: Any) -> Codes:
    """Found among the tokenizer's own lists of languages and its special tokens."""
    listed = [*getattr(tokenizer, "lang_code_to_id", {}), *getattr(tokenizer, "lang_token_to_id", {})]
    special = [str(token) for token in getattr(tokenizer, "all_special_tokens", [])]
    added = [str(token) for token in getattr(tokenizer, "get_added_vocab", dict)()]
    plain = [str(token) for token in getattr(tokenizer, "get_vocab", dict)() if str(token).startswith("<2")]
    return _codes_among([*listed, *special, *added, *plain, *getattr(tokenizer, "supported_language_codes", [])])


def _codes_among(tokens: Iterable[str]) -> Codes:
    unique = frozenset(tokens)
    for style, shape in _SHAPES.items():
        if known := frozenset(token for token in unique if shape.fullmatch(token)):
            return Codes(style, known)
    return Codes("none")
