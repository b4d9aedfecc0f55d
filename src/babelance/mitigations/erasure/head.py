"""A linear map that takes a concept out, folded into the head; with a record of what a linear classifier still finds.

The head reads the encoder through a linear layer, so a map P h + c before it is part of that layer (exactly:
`backends/training/rotation`). What is erased is what is known about a hidden word: the mention of a group is replaced
by the mask, and the state there is labelled with the group. Encoder and word vectors stay as they are.

`probe`  share of held-out mentions whose group a logistic regression tells from the state, before and after; the
         chance is the share of the most frequent group.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from babelance._version import __version__
from babelance.backends.training import rotation
from babelance.backends.training.masking import Masker
from babelance.backends.training.model_folder import new_model, only_training, record_of, refuse_other, save
from babelance.backends.transformers import hashes, loading
from babelance.backends.transformers.source import ModelSource
from babelance.backends.transformers.tokenizer_checks import explain_encoding
from babelance.core.errors import InputError
from babelance.core.extras import require
from babelance.core.files import write_text
from babelance.core.model import Options
from babelance.mitigations.erasure.concept import Eraser
from babelance.mitigations.erasure.mentions import Mention, by_key, find_mentions, need_two
from babelance.mitigations.tuning import corpus as _corpus
from babelance.mitigations.tuning import utility
from babelance.mitigations.tuning.corpus import Part
from babelance.mitigations.tuning.family import MASKED
from babelance.mitigations.tuning.further_training import RECORD, check
from babelance.mitigations.tuning.held_out import rows_of
from babelance.mitigations.tuning.settings import Tuning
from babelance.text.streams import text_lines

Floats = NDArray[np.float64]
PARTS = 5
MOST_OTHERS = 20_000


@dataclass(frozen=True)
class Concept:
    """What is erased: `gender`, or the groups of the language's probes or of a file."""

    name: str
    language: str
    groups: str | None
    seed: int = 0


@dataclass(frozen=True, eq=False)
class Labelled:
    """States at hidden mentions (n × d), and which group each is (0 … k − 1); `others` are states at other hidden
    words, from which a way learns what to leave alone."""

    states: Floats
    labels: NDArray[np.int64]
    mentions: Sequence[Mention]
    others: Floats
    network: Any
    tokenizer: Any


Fit = Callable[[Labelled], tuple[Floats, Floats]]
"""The map: P (d × d) and c (d)."""


def erase_from_head(
    name: str, way: Eraser, model: str, corpus: Sequence[str], out: Path, *, fit: Fit, **facts: Any
) -> Path:
    """Write the model with the map folded in, and its record."""
    if not corpus:
        raise InputError("What a language model knows of groups is learnt from text: name some with --corpus FILE.")
    model_source, concept = check(model), Concept(way.concept, way.language, way.groups)
    if reason := rotation.reason_unsupported(model_source.config.get("architectures") or ()):
        raise InputError(reason.replace("rotation", "map"))
    key = hashes.combine(model_source.content, _corpus.fingerprint(corpus), json.dumps([name, vars(concept), facts]))
    if (record := record_of(out, RECORD)) is not None:
        refuse_other(out, is_same=record.get("key") == key, what="mitigated")
        return out
    with only_training(out):
        _write_erased(name, model_source, corpus, out, concept, fit, way.options, key, facts)
    return out


def _write_erased(
    name: str,
    model_source: ModelSource,
    corpus: Sequence[str],
    out: Path,
    concept: Concept,
    fit: Fit,
    options: Options,
    key: str,
    facts: Mapping[str, Any],
) -> None:
    network, tokenizer = MASKED.load(model_source, options), loading.load_tokenizer(model_source, options)
    parts: tuple[Part, ...] = ("train", "test")
    train, test = (_read_mentions(network, tokenizer, corpus, part, concept) for part in parts)
    need_two(train.mentions, concept.name, concept.language)
    matrix, shift = fit(train)
    losses = [_loss(network, tokenizer, corpus, concept.seed)]
    rotation.fold_map(rotation.first_layer(network), matrix, shift)
    losses.append(_loss(network, tokenizer, corpus, concept.seed))
    with new_model(out, RECORD) as folder:
        save(folder, network, tokenizer)
        texts = _corpus.sample(corpus, "test", concept.seed, Tuning().held_out)
        utility.write_held_out(folder, texts, language=concept.language, source=model_source.label)
        record = {
            "mitigation": name,
            "model": model_source.id,
            "language": concept.language,
            "concept": concept.name,
            "groups": concept.groups,
            "mentions_used": dict(by_key(train.mentions)),
            "erased_rank": int(np.linalg.matrix_rank(np.eye(len(matrix)) - matrix, tol=1e-6)),
            **facts,
            "probe": _probes(test, matrix, shift),
            "held_out_loss": dict(zip(("before", "after"), losses, strict=True)),
            "held_out_text": {
                "before": utility.pseudo_perplexity(model_source.id, texts, options),
                "after": utility.pseudo_perplexity(str(folder), texts, options),
            },
            "version": __version__,
            "key": key,
        }
        write_text(folder / RECORD, json.dumps(record, indent=2, ensure_ascii=False))


def _read_mentions(network: Any, tokenizer: Any, corpus: Sequence[str], part: Part, concept: Concept) -> Labelled:
    mentions = find_mentions(
        corpus, part, language=concept.language, concept=concept.name, groups=concept.groups, seed=concept.seed
    )
    keys = sorted({mention.key for mention in mentions})
    hidden = [
        f"{mention.text[: mention.start]}{tokenizer.mask_token}{mention.text[mention.end :]}" for mention in mentions
    ]
    states = read_states(network, tokenizer, hidden, at_mask=True)
    kept = ~np.isnan(states[:, 0]) if len(states) else np.zeros(0, bool)
    labels = np.asarray([keys.index(mention.key) for mention in mentions], np.int64)
    some = [mention for mention, keep in zip(mentions, kept, strict=True) if keep]
    others = _other_words(network, tokenizer, corpus, part, {mention.text for mention in mentions}, concept.seed)
    return Labelled(states[kept], labels[kept], some, others, network, tokenizer)


def _other_words(
    network: Any, tokenizer: Any, corpus: Sequence[str], part: Part, mentioning: set[str], seed: int
) -> Floats:
    """States at one hidden sub-word of each line that mentions none of the groups."""
    rng = np.random.default_rng(seed)
    lines = (line for line in text_lines(corpus) if _corpus.part_of(line, seed) == part and line not in mentioning)
    rows = rows_of(list(islice(lines, MOST_OTHERS)), tokenizer, _length(tokenizer))
    texts = []
    for number in range(len(rows)):
        ids = rows[number]
        free = np.flatnonzero(~np.isin(ids, tokenizer.all_special_ids))
        if len(free):
            ids[rng.choice(free)] = tokenizer.mask_token_id
            texts.append(ids)
    states = _read(network, tokenizer, texts, at_mask=True)
    return states[~np.isnan(states[:, 0])] if len(states) else states


def read_states(network: Any, tokenizer: Any, texts: Sequence[str], *, at_mask: bool) -> Floats:
    """The last hidden state at the first mask of each text, or the mean over its words; not-a-number where the mask
    was cut off."""
    with explain_encoding(tokenizer):
        table = tokenizer(list(texts), truncation=True, max_length=_length(tokenizer)) if texts else {"input_ids": []}
    return _read(network, tokenizer, [np.asarray(ids, np.int64) for ids in table["input_ids"]], at_mask=at_mask)


def _read(network: Any, tokenizer: Any, rows: Sequence[NDArray[np.int64]], *, at_mask: bool) -> Floats:
    import torch

    means = np.full((len(rows), network.config.hidden_size), np.nan)
    masker = Masker.of(tokenizer)
    for start in range(0, len(rows), 64):
        shown = masker.pad(rows[start : start + 64])
        ids = torch.from_numpy(shown).to(network.device)
        with torch.inference_mode():
            there = (ids != masker.padding).long()
            states = network.base_model(input_ids=ids, attention_mask=there)[0].double().cpu().numpy()
        chosen = shown == masker.mask if at_mask else ~np.isin(shown, masker.special)
        for row in range(len(shown)):
            places = np.flatnonzero(chosen[row])[: 1 if at_mask else None]
            if len(places):
                means[start + row] = states[row, places].mean(axis=0)
    return means


def _length(tokenizer: Any) -> int:
    return int(min(128, tokenizer.model_max_length))


def _loss(network: Any, tokenizer: Any, corpus: Sequence[str], seed: int) -> float:
    lines = [line for line in text_lines(corpus) if _corpus.part_of(line, seed) == "test"]
    if not (rows := rows_of(lines, tokenizer, _length(tokenizer))):
        raise InputError("No line of the corpus is held out, so nobody could say what it costs. Give more text.")
    return MASKED.loss(network, rows, tokenizer, Tuning(seed=seed))


def _probes(test: Labelled, matrix: Floats, shift: Floats) -> dict[str, Any]:
    counts = np.bincount(test.labels) if len(test.labels) else np.zeros(1)
    if len(counts) < 2 or counts.min() < 2:
        return {"undefined": "too few held-out mentions", "mentions": len(test.labels)}
    contexts = [f"{mention.text[: mention.start]}\0{mention.text[mention.end :]}" for mention in test.mentions]
    if len(set(contexts)) < PARTS:
        return {"undefined": "too few different contexts of held-out mentions", "mentions": len(test.labels)}
    return {
        "mentions": len(test.labels),
        "before": share_right(test.states, test.labels, contexts),
        "after": share_right(test.states @ matrix.T + shift, test.labels, contexts),
        "chance": round(float(counts.max() / counts.sum()), 4),
    }


def share_right(states: Floats, labels: NDArray[np.int64], contexts: Sequence[str]) -> float:
    """Of a logistic regression, in contexts that it was not trained on: where a context comes up again, its state is
    the same, and would only have to be remembered."""
    require("sklearn")
    from sklearn.linear_model import LogisticRegression
    from sklearn.model_selection import GroupKFold, cross_val_score
    from sklearn.pipeline import make_pipeline
    from sklearn.preprocessing import StandardScaler

    classifier = make_pipeline(StandardScaler(), LogisticRegression(max_iter=200))
    parts = GroupKFold(PARTS)
    return round(float(cross_val_score(classifier, states, labels, cv=parts, groups=list(contexts)).mean()), 4)
