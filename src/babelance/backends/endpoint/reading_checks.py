"""Examinations of how a server reads texts: each asks a little, and says what is wrong, or nothing.

Status 200 proves nothing: servers leave out what was asked for, shift it by one token, or give numbers at a
temperature, and the numbers look like any others.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from babelance.backends.endpoint.forcing import Forcer
from babelance.backends.endpoint.identity import LLAMA_CPP_PYTHON, Identity
from babelance.backends.endpoint.reading import NotEchoed, Reader, Reading, Unsound
from babelance.backends.endpoint.reply import ServerAway
from babelance.backends.endpoint.requests import WITH_IDS, Asker, Floats, Refused
from babelance.backends.endpoint.start import PLAIN
from babelance.core.errors import ModelError

TEXTS = (
    PLAIN,
    "Our neighbours painted the fence green last summer.",
    "Größere Züge fahren über die Brücke.",
    "今日は雨が降っています。",
)
"""What every server is asked to read."""
PROMPTS = ("The capital of France is", "One, two, three, four,", "Once upon a time there was a")
CONTINUED = 6
SAME_TOKEN, SAME_TEXT = 0.25, 0.0625
"""Log-probabilities are the same if no token differs by more than the first, and tokens on average by the second: two
steps and half a step of bfloat16 for logits between 16 and 32. Exact servers differ by less than 0.001, vLLM in
bfloat16 by up to 0.18 and 0.04."""
SAME_SCALE = 0.05
"""Rounding goes both ways; a temperature multiplies all numbers. More than this is a temperature."""


def differ(first: Floats, second: Floats) -> bool:
    """Are these not the same log-probabilities?"""
    gap = np.abs(first - second)[np.isfinite(first) & np.isfinite(second)]
    return bool(len(gap) and (gap.max() > SAME_TOKEN or gap.mean() > SAME_TEXT))


def beginning(reader: Reader, readings: Sequence[Reading]) -> str | None:
    """A longer text is less likely than its beginning, whose tokens are as likely as ever."""
    [longer] = reader.read([f"{TEXTS[0]} {TEXTS[1]}"])
    alone = readings[0]
    shared = len(alone.names)
    if longer.names[:shared] != alone.names:
        return "the tokens of a text are others when more follows"
    if differ(longer.logprobs[:shared], alone.logprobs):
        return "the tokens of a text have other numbers when more follows: it does not read from left to right"
    if not np.nansum(longer.logprobs) < np.nansum(alone.logprobs):
        return "a longer text is no less likely than its beginning"
    return None


def greedy(reader: Reader) -> str | None:
    """A greedy continuation has the same log-probability generated as echoed."""
    places: list[tuple[str, str]] = []
    there: list[float] = []
    here: list[float] = []
    for prompt in PROMPTS:
        generated = reader.asker.continuation(reader.start + prompt, CONTINUED)
        if len(generated.logprobs) != len(generated.tokens) or not generated.tokens:
            return "it gives no log-probabilities of what it generates, so that those of texts cannot be checked"
        if not generated.text.strip():
            continue
        [echoed] = reader.read([prompt + generated.text])
        first = sum(start < len(prompt) for start in echoed.starts)
        equal = _equal_beginning(echoed.names[first:], generated.tokens)
        places += [(prompt, token) for token in generated.tokens[:equal]]
        there += echoed.logprobs[first : first + equal].tolist()
        here += generated.numbers[:equal].tolist()
    if len(places) < len(PROMPTS):
        return "what it generates is cut into other tokens when it is echoed"
    return _problem_of_scale(places, np.asarray(there), np.asarray(here))


def _problem_of_scale(places: Sequence[tuple[str, str]], there: Floats, here: Floats) -> str | None:
    """Shifts make numbers others, temperatures multiply them: rounding does neither."""
    if differ(there, here):
        worst = int(np.nanargmax(np.abs(there - here)))
        prompt, token = places[worst]
        return (
            f"after '{prompt}' it generates '{token}' with {here[worst]:.2f}, and echoes it with {there[worst]:.2f}: "
            "shifted by a token, or changed by a temperature"
        )
    scale = float(np.nansum(there * here) / max(np.nansum(there * there), 1e-9))
    # Of tokens that are all but certain no scale can be seen, and none matters.
    if abs(scale - 1) * float(np.nanmean(np.abs(there))) > SAME_SCALE / 4 and abs(scale - 1) > SAME_SCALE:
        return f"what it generates has {scale:.2f} times the log-probability that it echoes: changed by a temperature"
    return None


def _equal_beginning(first: Sequence[str], second: Sequence[str]) -> int:
    pairs = enumerate(zip(first, second, strict=False))
    return next((index for index, (left, right) in pairs if left != right), min(len(first), len(second)))


def order(reader: Reader, readings: Sequence[Reading]) -> tuple[str | None, bool, float]:
    """The same numbers in another order and in another batch; (what is wrong, may several texts be asked at once, by
    how much the numbers differ at most)."""
    batches, together = [], True
    everything = texts_for(reader)
    for texts in (everything, everything[::-1]):
        try:
            batches.append(reader.read(texts))
        except (Refused, ModelError):
            together = False
    every = list(reader.asker.client.stream(lambda text: reader.read([text])[0], everything * 2))
    batches = [batches[0], batches[1][::-1]] if together else []
    batches += [every[: len(everything)], every[len(everything) :]]
    pairs = [(alone, again) for batch in batches for alone, again in zip(readings, batch, strict=True)]
    if any(alone.names != again.names for alone, again in pairs):
        return "the same text has other tokens in another batch", together, np.inf
    spread = max(float(np.nanmax(np.abs(alone.logprobs - again.logprobs), initial=0.0)) for alone, again in pairs)
    if any(differ(alone.logprobs, again.logprobs) for alone, again in pairs):
        return f"the same text has other numbers in another batch (by up to {spread:.2g})", together, spread
    return None, together, spread


def one_by_one(reader: Reader) -> tuple[Reading, ...]:
    """What all the rest is compared with."""
    return tuple(reader.read([text])[0] for text in texts_for(reader))


def texts_for(reader: Reader) -> tuple[str, ...]:
    """All; of servers that are read by forcing those whose tokens are whole characters."""
    asker = reader.asker
    return tuple(text for text in TEXTS if asker.is_forceable(text)) if isinstance(asker, Forcer) else TEXTS


def way_to_echo(asker: Asker, identity: Identity) -> Asker:
    """With numbers of tokens, if the server tells them. Nothing is generated after an echo, or one token, where it
    wants at least one. Raises `Unsound`."""
    with_one_token = replace(asker, most_tokens=1)
    # llama-cpp-python takes 0 for as many as there is room for.
    tried = [] if identity.server == LLAMA_CPP_PYTHON else [replace(asker, manner=WITH_IDS), asker]
    for way in tried:
        try:
            plain = _read_plain(way)
            return way if plain.keys is not plain.names else asker
        except (NotEchoed, Refused, ModelError) as error:
            if isinstance(error, ServerAway) or (isinstance(error, Refused) and error.status in (401, 403, 404)):
                raise
    _read_plain(with_one_token)
    return with_one_token


def _read_plain(asker: Asker) -> Reading:
    """Raises `Unsound`; where what comes back is not even like the text that was sent, by the name of `echo`."""
    try:
        return Reader(asker).read([PLAIN])[0]
    except Unsound as error:
        [read] = asker.echo([PLAIN])
        came, sent = (set(text.casefold().split()) for text in (read.text, PLAIN))
        is_cut = bool(came) and PLAIN.startswith(read.text.strip())
        if error.name == "round trip" and len(came & sent) < len(sent) / 2 and not is_cut:
            problem = f"it answers 200, ignores echo, and gives '{read.text[:40]}' instead of the text"
            raise NotEchoed("echo", problem) from None
        raise
