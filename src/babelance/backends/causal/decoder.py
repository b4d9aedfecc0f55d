"""A causal language model as decoder and vocabulary projection, apart, so that only asked positions are projected.

How a model may be read is tried out when it is loaded: as a tree, or, where its architecture does something of its own
with positions or attention, every line by itself; and with the projection apart, or, where something comes after it
(a cap, a scale), through the model's own logits. Either way the numbers are those of the model.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import torch
from torch import Tensor

from babelance.backends.causal import attention
from babelance.backends.causal.attention import Parts, Tree, rows_of
from babelance.backends.causal.blocks import batch_of, key_places
from babelance.backends.causal.tree import PrefixTree, tree_of
from babelance.backends.causal.tree_limit import tree_limit
from babelance.backends.transformers.network import Decoder as Projection
from babelance.backends.transformers.reading import give_back_memory
from babelance.backends.translation.broken_rows import BrokenRows
from babelance.core.errors import ModelError

_PROBE = 6
_STEP = 8
"""The number of nodes of a batch is filled up to a multiple of this."""
_CLOSE = {torch.float32: 1e-3, torch.bfloat16: 0.25, torch.float16: 0.05}
"""How far two ways of computing the same logits may be apart, in standard deviations of logits: those of an untrained
model are all nearly equal."""


class Decoder:
    """Reads ids and gives states; `features` and `projection` make logits of them."""

    def __init__(self, model: Any) -> None:
        self.model = model
        self.device: torch.device = model.device
        self._own = str(model.config._attn_implementation)
        self._head = model.get_output_embeddings()
        self.projection: Projection | None = None
        self.reads_trees = False
        self.tree_limit = tree_limit(model.config.get_text_config())
        """Longer lines are no part of a tree."""
        self._try_out()

    @torch.inference_mode()
    def read(self, tree: PrefixTree, start: int, end: int, before: Parts) -> tuple[Tensor, Parts]:
        """States of the nodes from `start` to before `end`, (nodes, width), and what is needed to read on from there.

        `before` is what was given with the nodes before `start`. A few nodes of no use are read, too: products of few
        sizes are made ready.
        """
        batch, unused = batch_of(tree, start, end), -(end - start) % _STEP
        parts = (np.pad(part, (0, unused)) for part in (batch.ids, batch.positions, batch.places))
        ids, positions, places = (torch.from_numpy(part).to(self.device) for part in parts)
        keep = torch.from_numpy(key_places(tree, tree.before(end), start)).to(self.device)
        reading = Tree(rows_of(batch, self.model.dtype, self.device), places, before, keep)
        attention.use(reading)
        try:
            states = self._states(ids[None], positions[None])[0]
        finally:
            attention.use(None)
        return states[: end - start], reading.kept

    @torch.inference_mode()
    def read_lines(self, ids: Tensor) -> Tensor:
        """States of lines of equal length, read one by one as the model does: for models that read no trees."""
        self._attend(self._own)
        try:
            return self._states(ids, None)
        finally:
            self._attend(attention.NAME if self.reads_trees else self._own)

    @torch.inference_mode()
    def generate(self, ids: Tensor, *, most: int, ends: Sequence[int]) -> tuple[Tensor, BrokenRows]:
        """The likeliest next token again and again, for prompts of equal length: only the new tokens, and which rows
        were chosen by something that is no number."""
        self._attend(self._own)
        broken = BrokenRows(len(ids))
        try:
            generated = self.model.generate(
                ids,
                attention_mask=torch.ones_like(ids),
                do_sample=False,
                num_beams=1,
                max_new_tokens=most,
                eos_token_id=list(ends),
                pad_token_id=ends[0],
                temperature=None,
                top_p=None,
                top_k=None,
                logits_processor=[broken],
            )
        finally:
            self._attend(attention.NAME if self.reads_trees else self._own)
        return _tensor(generated)[:, ids.shape[1] :], broken

    @torch.inference_mode()
    def hidden(self, ids: Tensor) -> Tensor:
        """The last hidden states, for models whose `read` gives logits."""
        output = self.model(input_ids=ids, use_cache=False, output_hidden_states=True, return_dict=True)
        return _tensor(output.hidden_states[-1])

    def _states(self, ids: Tensor, positions: Tensor | None) -> Tensor:
        options = {} if positions is None else {"position_ids": positions}
        if self.projection is None:
            return _tensor(self.model(input_ids=ids, use_cache=False, **options).logits)
        return _tensor(self.model.base_model(input_ids=ids, use_cache=False, **options)[0])

    def _attend(self, implementation: str) -> None:
        if self.model.config._attn_implementation != implementation:
            self.model.set_attn_implementation(implementation)

    @torch.inference_mode()
    def _try_out(self) -> None:
        size = int(self.model.config.get_text_config().vocab_size)
        ids = torch.arange(1, _PROBE + 1, device=self.device)[None] * (size // (_PROBE + 2) or 1) % size
        expected = _tensor(self.model(input_ids=ids, use_cache=False).logits)
        self._check_looks_back_only(ids, expected)
        self._try_projection(ids, expected)
        self._try_tree(ids, expected)
        give_back_memory()

    def _check_looks_back_only(self, ids: Tensor, expected: Tensor) -> None:
        """Another last token must change nothing before it."""
        changed = torch.cat([ids[:, :-1], ids[:, :1]], dim=1)
        logits = _tensor(self.model(input_ids=changed, use_cache=False).logits)[:, :-1]
        if torch.isfinite(expected).all() and not self._agree(logits, expected[:, :-1]):
            raise ModelError(
                f"{type(self.model).__name__} sees what comes after a token, so that it cannot be read from left to "
                "right. If it is a masked language model, name that class in architectures of config.json; if it is "
                "a decoder, set is_decoder there."
            )

    def _try_projection(self, ids: Tensor, expected: Tensor) -> None:
        weight = getattr(self._head, "weight", None)
        # A cap bends small logits so little that a model with small weights would pass.
        if weight is None or getattr(self.model.config.get_text_config(), "final_logit_softcapping", None):
            return
        self.projection = Projection(weight, getattr(self._head, "bias", None))
        states = self._states(ids, None)
        if states.shape[-1] != weight.shape[-1] or not self._agree(self._head(states), expected):
            self.projection = None

    def _try_tree(self, ids: Tensor, expected: Tensor) -> None:
        """The probe and another line that departs from it halfway: what they share is read before, once.

        Either may come first; the second stands where a model that numbers positions by itself would number it wrongly.
        """
        if self.projection is None or not self.model._can_set_attn_implementation():
            return
        half = _PROBE // 2
        other = torch.cat([ids[:, :half], ids[:, half + 1 :], ids[:, half : half + 1]], dim=1)
        expected = torch.cat([expected, _tensor(self.model(input_ids=other, use_cache=False).logits)])
        self._attend(attention.register())
        self.reads_trees = True
        try:
            states = self._two_lines(ids[0].tolist(), other[0].tolist(), half)
        except (KeyError, TypeError, ValueError, RuntimeError, AttributeError, IndexError):
            states = None
        if states is None or not self._agree(self._head(states), expected):
            self.reads_trees = False
            self._attend(self._own)

    def _two_lines(self, first: list[int], second: list[int], half: int) -> Tensor:
        """(2, length, width)"""
        tree = tree_of([(0, tuple(first)), (1, tuple(second))])
        beginning, before = self.read(tree, 0, half, {})
        rest, _ = self.read(tree, half, len(tree), before)
        states = torch.cat([beginning, rest])
        return torch.stack([states[tree.path(tree.ends[line])] for line in (0, 1)])

    def _agree(self, computed: Tensor, expected: Tensor) -> bool:
        if computed.shape != expected.shape or not torch.isfinite(computed).all():
            return False
        most = _CLOSE.get(self.model.dtype, 0.25) * float(expected.float().std())
        return bool((computed - expected).abs().max() <= most)


def _tensor(value: Any) -> Tensor:
    assert isinstance(value, Tensor)
    return value
