"""The same sentence pairs in several versions, as in tables 4 and 5 of the MBE paper.

By people (HT), by a translator (MT), from templates (Tmp), and as sentences in two groups (MBE).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from babelance.build import pair_groups
from babelance.build.material.dataset_writer import row_of, write_dataset
from babelance.build.mbe import Recipe
from babelance.build.templates import build as build_templates
from babelance.build.templates import design_for, known_languages
from babelance.build.translated import build as build_translated
from babelance.core.errors import InputError
from babelance.core.item import Item
from babelance.core.model import Options
from babelance.core.registry import DATASETS, MEASURES
from babelance.core.where import EVERYWHERE, Where
from babelance.datasets import find
from babelance.run.configure import configure, options_of
from babelance.run.executors.local import answerer_for
from babelance.run.limit import choose_items
from babelance.run.plan import Settings
from babelance.run.store import Store
from babelance.studies.versions import Version

OURS = "babel-templates"
MBE = "mbe"


def pair_versions(
    out: Path,
    *,
    language: str,
    data: str,
    english: str,
    axis: str,
    translator: str,
    measure: str,
    recipe: Recipe,
    store: Store,
    model_options: Options,
    templates: str = "",
    options: Mapping[str, str] | None = None,
    limit: int | None = None,
) -> list[Version]:
    """Writes what is not there yet into `out`. The first version is what the others are compared with. `recipe` says
    how sentences are grouped for MBE. `templates` names pairs of templates; without it they are of the paper's design
    where it has the language, and else ours. `options` are of the measures: each takes those that it has. `limit` is of
    the pairs of each version. Translations are kept in the store."""
    chosen = _options_by_measure([measure, MBE], options or {})
    human = _pairs(data, language, axis, limit)
    source_of = _sources(_pairs(data, language, axis), _pairs(english, "en", axis))
    sources = [source_of[item.id] for item in human]
    versions = [Version("HT", str(_write(human, data, out / f"ht-{language}.jsonl")), measure, chosen[measure])]
    if translator:
        ask = answerer_for(translator, replace(model_options, target=language), store)
        path = out / f"mt-{language}.jsonl"
        build_translated(find(english).card, sources, path, language=language, translator=translator, answer_all=ask)
        versions.append(Version("MT", str(path), measure, chosen[measure]))
    groups = out / f"mbe-{language}.jsonl"
    pair_groups.build(human, groups, recipe, english=sources)
    versions.append(Version("MBE", str(groups), MBE, chosen[MBE]))
    tmp = templates or _templates(language, out / f"tmp-{language}.jsonl")
    return [*versions, Version("Tmp", tmp, measure, chosen[measure], limit)] if tmp else versions


def _sources(human: Sequence[Item], english: Sequence[Item]) -> dict[str, Item]:
    """The English pair of every translated one, found over all of them: some alone do not tell by their order. It has
    the id of the human translation, so that the two translations of a pair are compared as a pair."""
    sources = pair_groups.sources(human, english)
    return {item.id: replace(source, id=item.id) for source, item in zip(sources, human, strict=True)}


def _options_by_measure(measures: Sequence[str], options: Mapping[str, str]) -> dict[str, dict[str, str]]:
    """Each measure takes the options that it has; one that none has is an error."""
    configure([*dict.fromkeys(measures)], options)
    return {
        name: {key: value for key, value in options.items() if key in options_of(MEASURES.get(name))}
        for name in measures
    }


def _templates(language: str, out: Path) -> str:
    """A dataset or file of pairs; empty if there are neither the paper's templates nor ours."""
    if language in known_languages():
        build_templates(out, design_for(language), language)
        return str(out)
    return OURS if OURS in DATASETS and find(OURS).card.speaks(language) else ""


def _pairs(data: str, language: str, axis: str, limit: int | None = None) -> list[Item]:
    where = Where((("axis", axis),)) if axis else EVERYWHERE
    items = choose_items(find(data), language, Settings(limit=limit, where=where))
    if not items or "more" not in items[0].texts:
        raise InputError(f"'{data}' has no sentence pairs of the axis '{axis}' in '{language}'.")
    return items


def _write(items: list[Item], data: str, out: Path) -> Path:
    write_dataset(out, map(row_of, items), replace(find(data).card, name=out.name, files=(), groups=()))
    return out
