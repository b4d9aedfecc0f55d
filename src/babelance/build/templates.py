"""The template baseline of the MBE paper (Tmp): word pairs × templates × occupations, as sentence pairs.

`more` is the sentence with the male word, `less` the one with the female word: a pair measure above 50 prefers male
sentences. The paper's own word pairs and templates are shipped for the languages it has; anything else is the user's.
Reference: Kaneko, Imankulova, Bollegala, Okazaki, NAACL 2022, section 5.2, after Kurita et al., GeBNLP 2019.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path

from babelance._version import __version__
from babelance.build.material.dataset_writer import check_name, row_of, write_dataset
from babelance.core.card import Card
from babelance.core.errors import InputError
from babelance.core.item import Item
from babelance.core.untrusted import parse_toml

GENDER, OCCUPATION = "[Gender]", "[Occupation]"
OCCUPATIONS_OF_PAPER = {"ja": 644, "ru": 154}
_DATA = files("babelance.build") / "data" / "templates"


@dataclass(frozen=True)
class Design:
    """`pairs` are (male, female); `templates` have both slots."""

    pairs: tuple[tuple[str, str], ...]
    templates: tuple[str, ...]
    occupations: tuple[str, ...]


def known_languages() -> list[str]:
    """Languages for which the paper's design is shipped."""
    return sorted(file.name.removesuffix(".toml") for file in _DATA.iterdir() if file.name.endswith(".toml"))


def design_for(
    language: str, *, pairs: Sequence[str] = (), templates: Sequence[str] = (), occupations: Sequence[str] = ()
) -> Design:
    """The user's parts, and the paper's for those that are not given."""
    shipped = _shipped_design(language)
    chosen = {
        "pairs": tuple(map(_pair, pairs)) or shipped.pairs,
        "templates": tuple(map(_template, templates)) or shipped.templates,
        "occupations": tuple(dict.fromkeys(occupations)) or shipped.occupations,
    }
    options = {"pairs": "--pair MALE:FEMALE", "templates": "--template TEXT", "occupations": "--occupations FILE"}
    missing = [options[name] for name, values in chosen.items() if not values]
    if missing:
        raise InputError(
            f"The paper has no templates for '{language}' (it has {', '.join(known_languages())}). Give your own: "
            f"{', '.join(missing)}."
        )
    return Design(**chosen)  # type: ignore[arg-type]


def _shipped_design(language: str) -> Design:
    if language not in known_languages():
        return Design((), (), ())
    content = parse_toml((_DATA / f"{language}.toml").read_text(encoding="utf-8"), language)
    words = tuple(dict.fromkeys(content["occupations"].split()))
    return Design(tuple(map(_pair, content["pairs"])), tuple(map(_template, content["templates"])), words)


def _pair(text: str) -> tuple[str, str]:
    male, colon, female = (part.strip() for part in text.partition(":"))
    if not (male and colon and female) or male == female:
        raise InputError(f"A pair of words is MALE:FEMALE, such as he:she, not '{text}'.")
    return male, female


def _template(text: str) -> str:
    if text.count(GENDER) != 1 or text.count(OCCUPATION) != 1:
        raise InputError(f"A template has {GENDER} and {OCCUPATION} once each; '{text}' has not.")
    return text


def items(design: Design, language: str) -> Iterator[Item]:
    for number, template in enumerate(design.templates, 1):
        for male, female in design.pairs:
            for occupation in design.occupations:
                more, less = (template.replace(GENDER, word).replace(OCCUPATION, occupation) for word in (male, female))
                tags = {"axis": "gender", "occupation": occupation, "template": template, "words": f"{male}:{female}"}
                yield Item(f"{number}/{male}/{occupation}", language, {"more": more, "less": less}, tags)


def build(out: Path, design: Design, language: str, *, origin: Mapping[str, str] | None = None) -> int:
    """Write the pairs; how many there are. `origin` says in the card where the occupations are from."""
    check_name(out)
    written = list(items(design, language))
    write_dataset(out, map(row_of, written), _card(out, design, language, origin or {}))
    return len(written)


def _card(out: Path, design: Design, language: str, origin: Mapping[str, str]) -> Card:
    return Card(
        name=out.name,
        title="Gender templates with occupations",
        version="1",
        languages=(language,),
        licence="Apache-2.0 (word lists of the project), or that of your own words",
        citation="Kaneko, Imankulova, Bollegala, Okazaki, NAACL 2022 (word pairs and templates)",
        provenance=f"{len(design.pairs)} word pairs × {len(design.templates)} templates × {len(design.occupations)} "
        f"occupations, filled by babelance {__version__}. Nobody read the sentences.",
        notes=(
            "The paper took its occupations (644 for Japanese, 154 for Russian) from Wikipedia and did not release "
            "them: the shipped ones are the project's.",
        ),
        groups=("template",),
        validated=False,
        extra=dict(origin),
    )
