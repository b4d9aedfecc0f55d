"""Groups of options of `babelance train translator`: which pairs, which network, which pieces, how it learns."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any, cast

import typer

from babelance.cli import _options as shared

if TYPE_CHECKING:
    from babelance.backends.training.recipe import Recipe
    from babelance.backends.training.translator_network import Size
    from babelance.backends.training.translator_pieces import Vocabulary


@dataclass(frozen=True)
class Texts:
    """How pairs are read."""

    target: Annotated[str, typer.Option(help="BCP 47 code of the language to translate into.")] = "en"
    columns: Annotated[str, typer.Option(help="Columns of a TSV, from 1: target language, source language.")] = "1,2"
    clean: Annotated[
        str, typer.Option(help="usual, or paper: also without punctuation and in lower case, on both sides.")
    ] = "usual"
    longest: Annotated[
        int, typer.Option(help="Leave out pairs with more characters on a side.", callback=shared.within_bounds)
    ] = 400


@dataclass(frozen=True)
class Network:
    """How large the translator is: a size by name, and what of it is otherwise."""

    size: Annotated[str, typer.Option(help="tiny (3+2 layers, 192 wide), small (6+2, 256) or paper (6+6, 512).")] = (
        "tiny"
    )
    encoder_layers: Annotated[
        int | None, typer.Option(help="Layers of the encoder, instead of the size's.", callback=shared.within_bounds)
    ] = None
    decoder_layers: Annotated[
        int | None, typer.Option(help="Layers of the decoder.", callback=shared.within_bounds)
    ] = None
    width: Annotated[
        int | None, typer.Option(help="Width of embeddings and layers.", callback=shared.within_bounds)
    ] = None
    inner: Annotated[int | None, typer.Option(help="Width inside a layer.", callback=shared.within_bounds)] = None
    heads: Annotated[int | None, typer.Option(help="Attention heads.", callback=shared.within_bounds)] = None
    dropout: Annotated[
        float | None, typer.Option(help="Share of values that are dropped in training.", callback=shared.within_bounds)
    ] = None

    def of_size(self) -> Size:
        from babelance.backends.training.translator_network import size_of

        return size_of(
            self.size,
            encoder=self.encoder_layers,
            decoder=self.decoder_layers,
            width=self.width,
            inner=self.inner,
            heads=self.heads,
            dropout=self.dropout,
        )


@dataclass(frozen=True)
class Pieces:
    """What words are cut into."""

    pieces: Annotated[int, typer.Option(help="Vocabulary of the source side.", callback=shared.within_bounds)] = 8000
    target_pieces: Annotated[
        int | None, typer.Option(help="Vocabulary of the target side; default: as many.", callback=shared.within_bounds)
    ] = None
    algorithm: Annotated[str, typer.Option(help="How pieces are found: unigram or bpe.")] = "unigram"

    def vocabulary(self) -> Vocabulary:
        from babelance.backends.training.translator_pieces import Vocabulary

        return Vocabulary(self.pieces, self.target_pieces or self.pieces, cast("Any", self.algorithm))


@dataclass(frozen=True)
class Learning:
    """How it is trained, and what chooses the best epoch."""

    epochs: Annotated[int, typer.Option(help="Passes over the data.", callback=shared.within_bounds)] = 10
    rate: Annotated[float, typer.Option("--rate", "--lr", help="Learning rate.", callback=shared.within_bounds)] = 1e-3
    warm_up: Annotated[
        float,
        typer.Option(help="Steps until the full rate; below 1, a share of all steps.", callback=shared.within_bounds),
    ] = 0.06
    tokens: Annotated[
        int, typer.Option(help="Pieces of both sides in a batch, padding included.", callback=shared.within_bounds)
    ] = 4096
    length: Annotated[
        int, typer.Option(help="Most pieces of a sentence; longer ones are cut.", callback=shared.within_bounds)
    ] = 128
    smoothing: Annotated[
        float,
        typer.Option(
            help="1: languages as often as their size; 0: all alike; between: something between.",
            callback=shared.within_bounds,
        ),
    ] = 0.5
    held_out: Annotated[
        int,
        typer.Option(
            help="Pairs of a language that choose the best epoch, and as many that test it.",
            callback=shared.within_bounds,
        ),
    ] = 500
    beam: Annotated[int, typer.Option(help="Beam for the scores at the end.", callback=shared.within_bounds)] = 4
    patience: Annotated[
        int | None,
        typer.Option(
            help="Stop after so many epochs without a better chrF; default: never.", callback=shared.within_bounds
        ),
    ] = None

    def recipe(self, *, seed: int, save_seconds: float) -> Recipe:
        from babelance.backends.training.recipe import Recipe

        return Recipe(
            self.epochs,
            rate=self.rate,
            warm_up=self.warm_up,
            seed=seed,
            patience=self.patience,
            save_seconds=save_seconds,
        )
