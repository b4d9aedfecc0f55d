"""Is the model fit to be asked about the texts of a job? Looked at before the first number."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

from babelance.core.errors import ModelError
from babelance.core.item import Item
from babelance.core.model import ONE_RUN, Health
from babelance.core.query import texts_of
from babelance.run.executors.readable import readable
from babelance.run.plan import Job
from babelance.run.questions import Questions
from babelance.run.store import Store

FLIPPED = 40
"""So many pairs are read after other start tokens, too."""
LOOKED_AT = 4000
"""About as many texts are looked at before the first number."""


def examine_health(job: Job, items: Sequence[Item], store: Store, questions: Questions) -> Health:
    """Is the model fit to be asked about these texts? Remembered, so that a rerun need not load a tokenizer."""
    texts = texts_to_examine(items, questions)
    if job.model.fingerprint.startswith(ONE_RUN):
        return _health(job, texts)
    name = _health_name(job, texts)
    known = store.fact(name)
    if known is not None:
        return Health(known["unknown"], tuple(known["notes"]), known["facts"])
    health = _with_start_flips(job, items, _health(job, texts))
    store.remember(name, {"unknown": health.unknown, "notes": health.notes, "facts": dict(health.facts)})
    return health


def _health(job: Job, texts: Sequence[str]) -> Health:
    health: object = job.model.health(texts)
    if not isinstance(health, Health):
        raise ModelError(f"{job.model.id} says {health!r} about its health, and gives no Health.")
    return health


def _with_start_flips(job: Job, items: Sequence[Item], health: Health) -> Health:
    """How many preferences hang on the token before the text, for models that read from left to right."""
    pairs = [(item.texts["more"], item.texts["less"]) for item in items if {"more", "less"} <= set(item.texts)]
    examine = getattr(job.model, "start_flips", None)
    if examine is None or not pairs:
        return health
    flips = examine(pairs[:: max(1, len(pairs) // FLIPPED)][:FLIPPED])
    words = ", ".join(f"{100 * share:.0f} % with {name}" for name, share in flips.items())
    note = f"another start token would turn preferences round: {words}"
    facts = {f"flips_with_{name}": share for name, share in flips.items()}
    return Health(health.unknown, (*health.notes, note) if flips else health.notes, {**health.facts, **facts})


def _health_name(job: Job, texts: Sequence[str]) -> str:
    """Other texts may have other unknown words, and a run that allows them says nothing for one that does not."""
    digest = hashlib.blake2b("\0".join(texts).encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()
    return f"health {job.model.fingerprint} {sorted(job.origin.options.allowed)} {digest}"


def texts_to_examine(items: Sequence[Item], questions: Questions) -> list[str]:
    """What the model will read, of a sample of the items; not fields that only measures read (lists of targets)."""
    some = items[:: max(1, len(items) // LOOKED_AT)]
    texts = list(dict.fromkeys(text for query in questions.look_ahead(some) for text in texts_of(query)))
    return readable(texts[:: max(1, len(texts) // LOOKED_AT)])
