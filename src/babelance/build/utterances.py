"""Builds utterances that do not tell gender, for translation: registers of a language × lexicons, ours or given ones.

A lexicon is a file with one word per line, its forms between bars where the language's registers ask for several
(`착해 | 착해요`). Registers and grammar come from the language's file.
Reference: Cho, Kim, Kim, Kim, GeBNLP 2019; for Hindi the seven sets of Ramesh, Gupta, Singh, GeBNLP 2021.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from babelance.build.material.dataset_writer import check_name, row_of, write_dataset
from babelance.core.card import Card
from babelance.core.errors import DataError, InputError
from babelance.core.files import together, write_lines
from babelance.core.item import Item
from babelance.core.language import Language, require
from babelance.text.fill import Word
from babelance.text.gender import predicate
from babelance.text.gender.marks import has_marks, marks
from babelance.text.tables import read_lines
from babelance.text.utterances import LEXICONS, Lexicons, utterances
from babelance.text.words import plain


@dataclass(frozen=True)
class UtteranceItems:
    items: tuple[Item, ...]

    @property
    def texts(self) -> list[str]:
        """Every text once: an utterance stands in several sets."""
        return list(dict.fromkeys(item.texts["text"] for item in self.items))

    @property
    def sets(self) -> Mapping[str, int]:
        return dict(Counter(item.tags["set"] for item in self.items))


def build(
    language: Language, lexicons: Lexicons, out: Path, *, provenance: str, lines: Path | None = None
) -> UtteranceItems:
    """Write the dataset and its card; on request also the bare texts, one per line, for a translator."""
    check_name(out)
    if not any(lexicons.values()):
        raise InputError(f"No words. Give at least one lexicon: {', '.join(LEXICONS)}.")
    require(language, "registers")
    refuse_gendered(language, lexicons)
    built = UtteranceItems(tuple(utterances(language, lexicons)))
    with together():
        write_dataset(out, map(row_of, built.items), _card(language, out, provenance))
        if lines:
            write_lines(lines, (f"{text}\n" for text in built.texts))
    return built


def refuse_gendered(language: Language, lexicons: Lexicons) -> None:
    """Raise if words tell gender: their utterances would not leave it open, and a translator that keeps it would look
    biased."""
    gendered = {
        form: gender
        for words in lexicons.values()
        for word in words.values()
        for form in ([word] if isinstance(word, str) else word.values())
        if (gender := _gender_of(language, form))
    }
    if gendered:
        examples = ", ".join(f"'{form}' ({gender})" for form, gender in list(gendered.items())[:10])
        raise InputError(
            f"{len(gendered)} of the words tell gender in {language.name}: {examples}. Utterances must leave it open: "
            "leave these words out, or give forms that serve women and men."
        )


def _gender_of(language: Language, form: str) -> str | None:
    """`female` or `male`: by the gender words of the language, and by grammar where its rules are known."""
    words = plain(form).split()
    for gender in ("female", "male"):
        if set(words) & set(language.gender_words.get(gender, ())):
            return gender
    if not has_marks(language.code):
        return None
    genders = predicate.genders(marks(language.code), language.registers[0].quality.format(word=form))
    return next((gender for gender in ("female", "male") if gender in genders), None)


def read_lexicon(path: Path, forms: tuple[str, ...]) -> dict[str, Word]:
    """Key → word with its forms; the first form is the key. Empty lines and lines with # are passed over."""
    words: dict[str, Word] = {}
    for number, line in enumerate(read_lines(path), start=1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        parts = [part.strip() for part in line.split("|")]
        if len(parts) > len(forms) or not all(parts):
            raise DataError(f"'{path}', line {number}: '{line}' has {len(parts)} forms; they are: {' | '.join(forms)}.")
        if parts[0] in words:
            raise DataError(f"'{path}', line {number}: '{parts[0]}' stands above already.")
        words[parts[0]] = dict(zip(forms, parts, strict=False))
    if not words:
        raise DataError(f"'{path}' has no words. Write one per line.")
    return words


def _card(language: Language, out: Path, provenance: str) -> Card:
    return Card(
        name=out.name,
        title=f"Gender-neutral utterances, {language.name}",
        version="1",
        languages=(language.code,),
        licence="that of the lexicons",
        citation="The babelance authors (registers)",
        provenance=provenance,
        notes=(
            "Registers: " + "; ".join(f"{register.name} ({register.note})" for register in language.registers) + ".",
        ),
        groups=("set", "register", "lexicon"),
        validated=False,
    )
