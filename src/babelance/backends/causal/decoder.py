"""A causal language model as decoder and vocabulary projection, apart, so that only asked positions are projected.

How a model may be read is tried out when it is loaded: as a tree, or, where its architecture does something of its own
with positions or attention, every line by itself; and with the projection apart, or, where something comes after it
(a cap, a scale), through the model's own logits. Either way the numbers are those of the model.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import torch
from torch import Tensor

from babelance.backends.causal import attention
from babelance.backends.causal.attention import Part, Tree
from babelance.backends.causal.tree_limit import tree_limit
from babelance.backends.transformers.network import Decoder as Projection
from babelance.core.errors import ModelError

_PROBE = 6
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
    def read(self, ids: Tensor, positions: Tensor, tree: Tree) -> Tensor:
        """States of every node, (nodes, width); `ids` and `positions` are (nodes,)."""
        attention.use(tree)
        try:
            return self._states(ids[None], positions[None])[0]
        finally:
            attention.use(None)

    @torch.inference_mode()
    def read_lines(self, ids: Tensor) -> Tensor:
        """States of lines of equal length, read one by one as the model does: for models that read no trees."""
        self._attend(self._own)
        try:
            return self._states(ids, None)
        finally:
            self._attend(attention.NAME if self.reads_trees else self._own)

    @torch.inference_mode()
    def generate(self, ids: Tensor, *, most: int, ends: Sequence[int]) -> Tensor:
        """The likeliest next token again and again, for prompts of equal length: only the new tokens."""
        self._attend(self._own)
        try:
            found = self.model.generate(
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
            )
        finally:
            self._attend(attention.NAME if self.reads_trees else self._own)
        return _tensor(found)[:, ids.shape[1] :]

    @torch.inference_mode()
    def hidden(self, ids: Tensor) -> Tensor:
        """The last hidden states, for models whose `read` gives logits."""
        output = self.model(input_ids=ids, use_cache=False, output_hidden_states=True, return_dict=True)
        return _tensor(output.hidden_states[-1])

    def prefix(self, ids: Tensor, before: dict[int, Part]) -> tuple[dict[int, Part], Tensor]:
        """Keys and values of a beginning that goes on from another one, and the states of its new tokens."""
        known = next(iter(before.values()))[0].shape[2] if before else 0
        places = torch.arange(len(ids), device=self.device)
        seen = torch.ones(len(ids), len(ids), dtype=torch.bool).tril()
        tree = Tree(self.mask(seen[None], known), places[None], places, before, kept={})
        states = self.read(ids, places + known, tree)
        assert tree.kept is not None
        return tree.kept, states

    def mask(self, seen: Tensor, known: int) -> Tensor:
        """(rows, size, size) of what nodes see of their row → what is added to scores; of a prefix they see all."""
        mask = torch.zeros(*seen.shape[:2], known + seen.shape[2], dtype=self.model.dtype)
        mask[..., known:].masked_fill_(~seen, -torch.inf)
        return mask[:, None].to(self.device)

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

    def _check_looks_back_only(self, ids: Tensor, expected: Tensor) -> None:
        """Another last token must change nothing before it."""
        changed = torch.cat([ids[:, :-1], ids[:, :1]], dim=1)
        found = _tensor(self.model(input_ids=changed, use_cache=False).logits)[:, :-1]
        if torch.isfinite(expected).all() and not self._agree(found, expected[:, :-1]):
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
        """The probe, its second half behind a prefix, once more beside a copy of itself: three things at once."""
        if self.projection is None or not self.model._can_set_attn_implementation():
            return
        self._attend(attention.register())
        self.reads_trees = True
        try:
            half = _PROBE // 2
            before, _ = self.prefix(ids[0, :half], {})
            states = self._twice(ids[0, half:], half, before)
        except (KeyError, TypeError, ValueError, RuntimeError, AttributeError):
            states = None
        # Both copies: the second stands where a model that numbers positions by itself would number it rightly.
        if states is None or not self._agree(self._head(states), expected[0, half:].repeat(2, 1)):
            self.reads_trees = False
            self._attend(self._own)

    def _twice(self, ids: Tensor, known: int, before: dict[int, Part]) -> Tensor:
        both = torch.kron(torch.eye(2, dtype=torch.bool), torch.ones(len(ids), len(ids), dtype=torch.bool).tril())
        places = torch.arange(2 * len(ids), device=self.device)
        positions = torch.arange(known, known + len(ids), device=self.device).repeat(2)
        tree = Tree(self.mask(both[None], known), places[None], places, before)
        return self.read(ids.repeat(2), positions, tree)

    def _agree(self, found: Tensor, expected: Tensor) -> bool:
        if found.shape != expected.shape or not torch.isfinite(found).all():
            return False
        most = _CLOSE.get(self.model.dtype, 0.25) * float(expected.float().std())
        return bool((found - expected).abs().max() <= most)


def _tensor(value: Any) -> Tensor:
    assert isinstance(value, Tensor)
    return value
