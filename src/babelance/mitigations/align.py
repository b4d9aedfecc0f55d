"""Contextual alignment: the encoder's space is turned into that of a less biased language, and the head learns anew.

1. Words of a parallel corpus are aligned (eflomal, or a Pharaoh file); one-to-one links are anchors.
2. Contextual vectors of the first sub-word of every anchor, from both models, give W = U Vᵀ (`_procrustes`).
3. Encoder and W are frozen; the masked-LM head is trained on text of the source language.
4. W is folded into the head (`models._rotation` says why that is exact): the result is a plain model.

`rotation="random"` draws W instead, `"none"` leaves it out: the two controls that the learnt one must be read beside.
The random one is always made with it (`alignment/control`): OUT-random, and OUT/alignment.json with both compared.
W can be undone by the head's first layer, so in the limit of long training all three have the same best head; what
differs is how far the head has got and where it came from. Held-out anchors show what W learnt.
Reference: Ahn and Oh, EMNLP 2021, section 4.2 (their code was not released).
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Annotated, Any, ClassVar, Literal

import numpy as np

from babelance.backends.training import rotation as _rotation
from babelance.backends.training.checkpoints import explain_full_disk
from babelance.backends.training.loop import Tell
from babelance.backends.training.model_folder import UNFINISHED, only_training
from babelance.backends.transformers import hashes
from babelance.backends.transformers import source as model_sources
from babelance.core.errors import InputError, ModelError
from babelance.core.files import write_text
from babelance.core.mitigation import Example
from babelance.core.model import Options
from babelance.core.option import Flag
from babelance.core.untrusted import read_object
from babelance.mitigations.alignment import control, procrustes
from babelance.mitigations.alignment.anchors import Anchors, Limits, WordEncoder, choose, vectors
from babelance.mitigations.alignment.links import Parallel, align, linked_sentences
from babelance.mitigations.alignment.procrustes import Matrix
from babelance.mitigations.tuning import corpus as _corpus
from babelance.mitigations.tuning.example import QUICK, small_example, write_model, write_parallel
from babelance.mitigations.tuning.further_training import Intervention, check, is_finished, key_of, tune
from babelance.mitigations.tuning.settings import Tuning

Rotation = Literal["learned", "random", "none"]
TESTED = 2000
"""Held-out anchors that are searched among."""
ROTATION_FILE = "rotation.json"
_WIDTHS = ("hidden_size", "dim", "emb_dim", "d_model")
"""What the length of vectors is called in configurations."""


@dataclass(frozen=True)
class Align:
    """Turn the model's space into that of another language's model; the encoder stays, the head learns anew.

    The parallel text has the language of the model first.

    Example: babelance mitigate align -m bert-base-german-cased --to bert-base-cased -p de-en.tsv -l de
    --to-language en -c news.de.txt.gz -o aligned-de
    """

    to: Annotated[str, Flag("Masked LM of the language to align to, of the same width.", ("--to", "-t"))]
    parallel: Parallel
    rotation: Annotated[Rotation, Flag("learned, or one of the controls random and none.")] = "learned"
    limits: Limits = field(default_factory=Limits)
    tuning: Tuning = field(default_factory=Tuning)
    options: Options = field(default_factory=Options)
    control: Annotated[bool, Flag("Also make OUT-random, with a random rotation, and compare the two.")] = True

    title: ClassVar[str] = "Contextual alignment"

    def apply(self, model: str, corpus: Sequence[str], out: Path, *, tell: Tell = lambda progress: None) -> Path:
        source, target = check(model), check(self.to)
        if reason := _rotation.reason_unsupported(source.config.get("architectures") or ()):
            raise ModelError(reason)
        _check_widths(source, target)
        change = Intervention("align", self.parallel.source, freeze=True, key=self._key(source, target))
        if not is_finished(out, key_of(source, corpus, change, self.tuning)):
            with only_training(out):
                rotation, facts = self._cached_rotation(source, target, out / UNFINISHED)
            change = replace(change, rotation=None if self.rotation == "none" else rotation, facts=facts)
        tune(model, corpus, out, change, tuning=self.tuning, options=self.options, tell=tell)
        if self.control and self.rotation == "learned":
            replace(self, rotation="random").apply(model, corpus, control.folder_of(out), tell=tell)
            control.write_comparison(out, source.id, self.parallel.source, self.options)
        return out

    @classmethod
    def example(cls, folder: Path) -> Example:
        parallel = write_parallel(folder)
        to = write_model(folder / "to", seed=1)
        return small_example(cls(to, parallel, tuning=QUICK), folder)

    def _cached_rotation(
        self, source: model_sources.ModelSource, target: model_sources.ModelSource, folder: Path
    ) -> tuple[Matrix, dict[str, Any]]:
        """The rotation with what is known about it; remembered, since eflomal, if chosen, does not align twice
        alike."""
        key = self._key(source, target)
        if (rotation := read_learnt(folder, key)) is not None:
            return rotation
        matrix, facts = self._learn_rotation(source, target, folder)
        remember(folder, key, matrix, facts)
        return matrix, facts

    def _learn_rotation(
        self, source: model_sources.ModelSource, target: model_sources.ModelSource, folder: Path
    ) -> tuple[Matrix, dict[str, Any]]:
        folder.mkdir(parents=True, exist_ok=True)
        links = Path(self.parallel.pharaoh) if self.parallel.pharaoh else folder / "links.txt"
        if not self.parallel.pharaoh:
            with explain_full_disk(links):
                align(self.parallel, links)
        anchors = choose(partial(linked_sentences, self.parallel, links), self.limits, seed=self.tuning.seed)
        _check_anchors(anchors, self.limits)
        first, second = (
            WordEncoder(model_source, self.options, length=self.tuning.length) for model_source in (source, target)
        )
        matrix, count = self._rotation(anchors, first, second)
        facts = {
            "to": target.id,
            "to_language": self.parallel.target,
            "rotation": self.rotation,
            "anchors": {"used": count, "kinds": anchors.kinds, "sentences": len(anchors.train)},
            "retrieval": _test_rotation(anchors, first, second, matrix),
            "pharaoh": self.parallel.pharaoh,
            "aligner": None if self.parallel.pharaoh else self.parallel.aligner,
        }
        return matrix, facts

    def _rotation(self, anchors: Anchors, source: WordEncoder, target: WordEncoder) -> tuple[Matrix, int]:
        if self.rotation == "random":
            return procrustes.draw_random(source.width, self.tuning.seed), 0
        if self.rotation == "none":
            return np.eye(source.width), 0
        batches = ((x, y) for x, y, _ in vectors(anchors.train, source, target))
        total, count = procrustes.covariance(batches, source.width)
        if count < source.width:
            raise InputError(
                f"{count} anchors do not determine a rotation of {source.width} dimensions. Give a larger parallel "
                "corpus, or lower --least."
            )
        return procrustes.learn(total), count

    def _key(self, source: model_sources.ModelSource, target: model_sources.ModelSource) -> str:
        files = [*self.parallel.paths, *([self.parallel.pharaoh] if self.parallel.pharaoh else [])]
        chosen = [
            self.rotation,
            asdict(self.limits),
            self.parallel.limit,
            self.parallel.columns,
            self.parallel.aligner,
            self.tuning.seed,
            self.tuning.length,
        ]
        return hashes.combine(source.content, target.content, _corpus.fingerprint(files), json.dumps(chosen))


def _test_rotation(anchors: Anchors, source: WordEncoder, target: WordEncoder, matrix: Matrix) -> dict[str, Any]:
    """Held-out anchors, one for each pair of words, before and after the map."""
    kept: dict[tuple[str, str], tuple[Any, Any]] = {}
    for x, y, named in vectors(anchors.test, source, target):
        kept = {**dict(zip(named, zip(x, y, strict=True), strict=True)), **kept}
        if len(kept) >= TESTED:
            break
    if len(kept) < 2:
        return {"undefined": "too few held-out anchors"}
    pairs = list(kept)[:TESTED]
    first, second = (np.stack([kept[pair][side] for pair in pairs]).astype(np.float64) for side in (0, 1))
    words = [word for _, word in pairs]
    before, after = (procrustes.retrieval(first, second, words, rotation) for rotation in (None, matrix))
    return {"before": dict(before), "after": dict(after), "anchors": len(pairs), "chance": 100 / len(set(words))}


def _check_widths(source: model_sources.ModelSource, target: model_sources.ModelSource) -> None:
    widths = [
        next((model_source.config[name] for name in _WIDTHS if name in model_source.config), None)
        for model_source in (source, target)
    ]
    if widths[0] != widths[1]:
        raise ModelError(
            f"A rotation needs vectors of the same length: {source.label} has {widths[0]} numbers, {target.label} "
            f"{widths[1]}. Choose models of the same size."
        )


def _check_anchors(anchors: Anchors, limits: Limits) -> None:
    if not anchors.train:
        raise InputError(
            f"No anchors: no pair of words was linked one to one at least {limits.least} times. Are both sides of the "
            "parallel corpus in the languages that you named, and in this order? Else lower --least."
        )


def remember(folder: Path, key: str, matrix: Matrix, facts: dict[str, Any]) -> None:
    _rotation.write(folder, matrix)
    write_text(folder / ROTATION_FILE, json.dumps({"key": key, "sha256": _seal(folder, facts), **facts}))


def _seal(folder: Path, facts: dict[str, Any]) -> str:
    """The hash of a rotation and of all that its record says, by which damage is noticed."""
    return hashes.combine(hashes.hash_of_files(folder / _rotation.FILE), json.dumps(facts, sort_keys=True))


def read_learnt(folder: Path, key: str) -> tuple[Matrix, dict[str, Any]] | None:
    """What an earlier try left behind; None if it is of something else, or was damaged since."""
    try:
        known = read_object(folder / ROTATION_FILE)
        if known.pop("key", None) != key or known.pop("sha256", None) != _seal(folder, known):
            return None
        matrix = _rotation.read(folder)
    except (InputError, OSError):
        return None
    return None if matrix is None else (matrix, known)


mitigation = Align
