"""`babelance train translator`: parallel corpora → a translator."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from babelance.cli import _options as shared
from babelance.cli._groups import with_option_groups
from babelance.cli._terminal import echo, say
from babelance.cli._training_bar import TrainingBar
from babelance.cli.train._options import AsJson
from babelance.cli.train._translator_options import Learning, Network, Pieces, Texts
from babelance.core.errors import InputError
from babelance.core.json_lines import json_line
from babelance.core.language_tag import require_language_tag
from babelance.core.model import Options

if TYPE_CHECKING:
    from babelance.backends.training.translator import Trained
    from babelance.text.translation_pairs import Cleaning, Pairs


@with_option_groups
def translator(
    data: Annotated[
        list[str],
        typer.Option(
            "--data",
            "-d",
            help="LANGUAGE=FILE: pairs from a language; TSV, TMX or OPUS zip, plain or compressed. LANGUAGE=FILE,FILE: "
            "two files line by line, the target language first. Repeatable: languages are mixed into one model.",
        ),
    ],
    out: Annotated[Path, typer.Option("--out", "-o", help="Folder for the model.")],
    *,
    texts: Texts,
    network: Network,
    pieces: Pieces,
    learning: Learning,
    back_translate: Annotated[
        str,
        typer.Option(help="Text in the target language, a line per sentence, to translate back and train on too."),
    ] = "",
    seed: shared.Seed = 0,
    device: shared.Device = "auto",
    save_seconds: Annotated[
        float, typer.Option(help="Seconds between checkpoints.", callback=shared.within_bounds)
    ] = 120.0,
    as_json: AsJson = False,
) -> None:
    """Train a translator on parallel corpora and keep the epoch with the best chrF on held-out pairs.

    Sentences are held out by their target side, in all languages at once. A training that was stopped, in whatever way,
    goes on when the same command is given again.

    Example: babelance train translator --data hu=en-hu.tsv.gz --data fi=en-fi.tsv.gz --out to-english

    Example: babelance train translator --data hi=train.en,train.hi --size paper --clean paper --algorithm bpe --pieces
    50000 --out hi-en
    """
    from babelance.backends.training.translator_task import TranslatorPlan

    plan = TranslatorPlan(
        target=require_language_tag(texts.target),
        size=network.of_size(),
        vocabulary=pieces.vocabulary(),
        cleaning=_cleaning(texts.clean),
        tokens=learning.tokens,
        longest=learning.length,
        smoothing=learning.smoothing,
        held_out=learning.held_out,
        beam=learning.beam,
    )
    recipe = learning.recipe(seed=seed, save_seconds=save_seconds)
    corpora = _read(data, texts.target, shared.columns_of(texts.columns), plan.cleaning, texts.longest)
    lines = _texts(back_translate, plan.cleaning, texts.longest)
    options = Options(device=device)
    with TrainingBar(quiet=as_json, in_words="chrF {:.1f}".format) as bar:
        trained = _train(corpora, lines, out, plan, recipe, options, bar)
    facts = _facts(trained, corpora)
    echo(json_line(facts)) if as_json else say(_summary(trained, corpora, texts.target))


def _train(
    corpora: Mapping[str, Pairs],
    texts: Sequence[str],
    out: Path,
    plan: Any,
    recipe: Any,
    options: Any,
    bar: TrainingBar,
) -> Trained:
    from babelance.backends.training.back_translation import back_translations
    from babelance.backends.training.translator import train_translator
    from babelance.backends.transformers import loading

    pairs = {language: corpus.kept for language, corpus in corpora.items()}
    device = loading.device(options)
    synthetic = (
        back_translations(
            texts, pairs, out, plan, recipe, device=device, tell=lambda step: bar.tell(step, "translator back")
        )
        if texts
        else None
    )
    return train_translator(pairs, out, plan, recipe, synthetic=synthetic, device=device, tell=bar.tell)


def _cleaning(name: str) -> Cleaning:
    from babelance.text.translation_pairs import CLEANINGS

    if name not in CLEANINGS:
        raise InputError(f"--clean is {' or '.join(CLEANINGS)}, not '{name}'.")
    return name


def _read(
    data: Sequence[str], target: str, columns: tuple[int, int], cleaning: Cleaning, longest: int
) -> dict[str, Pairs]:
    from babelance.text.translation_pairs import Limits, read_pairs

    corpora: dict[str, Pairs] = {}
    for given in data:
        language, equals, paths = given.partition("=")
        if not equals or not language or not paths:
            raise InputError(f"--data takes LANGUAGE=FILE, e.g. hu=en-hu.tsv.gz, not '{given}'.")
        require_language_tag(language)
        if language == target or language in corpora:
            raise InputError(f"--data: '{language}' is the target language or was given before.")
        corpora[language] = read_pairs(
            paths.split(","),
            source=language,
            target=target,
            columns=columns,
            cleaning=cleaning,
            limits=Limits(longest),
        )
        if not corpora[language].kept:
            reasons = _reasons(corpora[language])
            raise InputError(f"'{paths}' has no usable pairs of {language} and {target}: {reasons}.")
    return corpora


def _texts(path: str, cleaning: Cleaning, longest: int) -> list[str]:
    from babelance.text.translation_pairs import Limits, read_texts

    if not path:
        return []
    texts = read_texts(path, cleaning=cleaning, limits=Limits(longest))
    if not texts:
        raise InputError(f"'{path}' has no usable lines to translate back.")
    return texts


def _facts(trained: Trained, corpora: Mapping[str, Pairs]) -> dict[str, object]:
    return {
        "folder": str(trained.folder),
        "epoch": trained.best + 1,
        "chrfs": list(trained.chrfs),
        "losses": list(trained.losses),
        "pairs": dict(trained.pairs),
        "left": {language: pairs.left for language, pairs in corpora.items()},
        "scores": {language: score.facts() for language, score in trained.scores.items()},
    }


def _summary(trained: Trained, corpora: Mapping[str, Pairs], target: str) -> str:
    lines = [f"{trained.folder}: epoch {trained.best + 1} of {len(trained.chrfs)}, the best by chrF on held-out pairs"]
    for language, score in trained.scores.items():
        lines.append(
            f"  {language} → {target}: BLEU {score.bleu:.1f} · chrF {score.chrf:.1f} · RIBES {score.ribes:.1f} on "
            f"{score.sentences:,} sentences (trained on {trained.pairs[language]:,} pairs)"
        )
    lines += [f"  {language}: left out, {_reasons(pairs)}" for language, pairs in corpora.items() if pairs.left]
    return "\n".join(
        [*lines, f"Measure it: babelance run --model {trained.folder} --data babel-utterances --measures tgbi"]
    )


def _reasons(pairs: Pairs) -> str:
    return "; ".join(f"{reason}: {count:,}" for reason, count in pairs.left.items()) or "it is empty"


def register(app: typer.Typer) -> None:
    app.command("translator")(translator)
