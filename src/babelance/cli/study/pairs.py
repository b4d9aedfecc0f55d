"""`babelance study pairs`: people's translation, a machine's, templates and MBE beside each other."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from babelance.cli import _options as shared
from babelance.cli.study import _versions
from babelance.core.errors import InputError

if TYPE_CHECKING:
    from babelance.core.item import Item
    from babelance.studies.versions import Version


def pairs(
    model: Annotated[str, typer.Option("--model", "-m", help="A masked language model.")],
    language: Annotated[str, typer.Option("--language", "-l", help="BCP 47 code.")],
    data: Annotated[str, typer.Option("--data", "-d", help="Pairs that people translated.")] = "crows-pairs-ja-ru",
    english: Annotated[str, typer.Option(help="The English pairs they were translated from.")] = "crows-pairs",
    axis: Annotated[str, typer.Option(help="Only pairs of this axis; empty for all.")] = "gender",
    translator: Annotated[str, typer.Option(help="A translator for the English pairs (MT).")] = "",
    measure: Annotated[str, typer.Option(help="The pair measure.")] = "aula",
    out: Annotated[Path, typer.Option("--out", "-o", help="Folder for the dataset files that are made.")] = Path(
        "study"
    ),
    as_json: shared.AsJson = False,
    seed: shared.Seed = 0,
    level: shared.Level = 0.95,
    draws: shared.Draws = 2000,
    device: shared.Device = "auto",
    batch_tokens: shared.BatchTokens = None,
    allow_unknown: shared.AllowUnknown = False,
    remote_code: shared.RemoteCode = False,
    store: shared.StoreFile = None,
) -> None:
    """Pairs by people (HT), by a translator (MT), templates (Tmp), and MBE on the same sentences, for one model.

    Tables 4 and 5 of the MBE paper. HT is what the others are compared with.

    Example: babelance study pairs -m cl-tohoku/bert-base-japanese-v2 -l ja --translator ct2:opus-mt-en-jap
    """
    from babelance.cli._progress import Bar
    from babelance.run.pipeline import Hooks
    from babelance.run.plan import Settings
    from babelance.run.store import Store
    from babelance.studies.versions import study

    versions = _versions_of(language, data, english, axis, translator, measure, out, seed)
    with Bar(quiet=as_json) as bar, Store(store) as answers:
        rows = study(
            model,
            versions,
            language=language,
            store=answers,
            settings=Settings(level, draws, seed, by=()),
            options=shared.model_options(
                device=device, batch_tokens=batch_tokens, allow_unknown=allow_unknown, remote_code=remote_code
            ),
            hooks=Hooks(on_progress=bar.tell),
        )
    _versions.show(rows, as_json=as_json)


def _versions_of(
    language: str, data: str, english: str, axis: str, translator: str, measure: str, out: Path, seed: int
) -> list[Version]:
    from babelance.build import pair_groups
    from babelance.build.mbe import Recipe
    from babelance.core.registry import DATASETS
    from babelance.datasets import find
    from babelance.studies.versions import Version

    human = _items(data, language, axis)
    # The ids of the human translation, so that the two translations of a pair are compared as a pair.
    english_pairs = pair_groups.sources(human, _items(english, "en", axis))
    sources = [replace(source, id=item.id) for source, item in zip(english_pairs, human, strict=True)]
    versions = [Version("HT", str(_write_pairs(human, data, out / f"ht-{language}.jsonl")), measure, {})]
    if translator:
        made = _translate_pairs(sources, english, translator, language, out / f"mt-{language}.jsonl")
        versions.append(Version("MT", str(made), measure, {}))
    groups = out / f"mbe-{language}.jsonl"
    pair_groups.build(human, groups, Recipe(language=language, seed=seed), english=sources)
    versions.append(Version("MBE", str(groups), "mbe", {}))
    if "babel-templates" in DATASETS and find("babel-templates").card.speaks(language):
        versions.append(Version("Tmp", "babel-templates", measure, {}))
    return versions


def _items(data: str, language: str, axis: str) -> list[Item]:
    from babelance.datasets import find

    items = [item for item in find(data).items(language) if not axis or item.tags.get("axis") == axis]
    if not items or "more" not in items[0].texts:
        raise InputError(f"'{data}' has no sentence pairs of the axis '{axis}' in '{language}'.")
    return items


def _write_pairs(items: list[Item], data: str, out: Path) -> Path:
    from babelance.build.material.dataset_writer import row_of, write_dataset
    from babelance.datasets import find

    write_dataset(out, map(row_of, items), replace(find(data).card, name=out.name, files=(), groups=()))
    return out


def _translate_pairs(items: list[Item], data: str, translator: str, language: str, out: Path) -> Path:
    from babelance.build.translated import build
    from babelance.cli.build.translated import answerer_for
    from babelance.datasets import find

    build(
        find(data).card,
        items,
        out,
        language=language,
        translator=translator,
        answer_all=answerer_for(translator, language),
    )
    return out


def register(app: typer.Typer) -> None:
    app.command("pairs")(pairs)
