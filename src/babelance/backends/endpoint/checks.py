"""The examinations of a server one by one: each asks a little, and says what is wrong, or nothing.

Status 200 proves nothing: servers leave out what was asked for, shift it by one token, or give numbers at a
temperature, and the numbers look like any others.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from babelance.backends.endpoint.alignment import plain_token
from babelance.backends.endpoint.client import ServerAway
from babelance.backends.endpoint.forcing import FORCE, Forcer, Piece
from babelance.backends.endpoint.identity import LLAMA_CPP_PYTHON, Identity
from babelance.backends.endpoint.reading import NotEchoed, Reader, Reading, Unsound
from babelance.backends.endpoint.requests import WITH_IDS, Asker, Floats, Read, Refused
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
QUESTION = "What is the capital of France? Answer with one word."
OTHER_QUESTIONS = ("Count from one to five.", "Name a colour of the sky. Answer with one word.")
CHAT_TOKENS, BEGUN = 12, 6
"""Tokens of an answer, and of its beginning."""
OTHERS = (" blue", " seven", " the")
"""Tokens to force that are unlikely after the prompts."""
WORDS = ("mother", "engine")
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
    return next((place for place, (one, two) in pairs if one != two), min(len(first), len(second)))


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
    pairs = [(alone, one) for batch in batches for alone, one in zip(readings, batch, strict=True)]
    if any(alone.names != one.names for alone, one in pairs):
        return "the same text has other tokens in another batch", together, np.inf
    spread = max(float(np.nanmax(np.abs(alone.logprobs - one.logprobs), initial=0.0)) for alone, one in pairs)
    if any(differ(alone.logprobs, one.logprobs) for alone, one in pairs):
        return f"the same text has other numbers in another batch (by up to {spread:.2g})", together, spread
    return None, together, spread


def repeats(asker: Asker) -> tuple[str | None, str]:
    """A chat is answered, twice alike, and with its own answer when others are asked at the same time; with the
    answer."""
    first, second = (asker.chat(QUESTION, CHAT_TOKENS).text for _ in range(2))
    if not first.strip():
        return "a chat is answered with nothing", ""
    if first != second:
        return "the same question is answered otherwise at temperature 0", ""
    alone = {question: asker.chat(question, BEGUN).text for question in (QUESTION, *OTHER_QUESTIONS)}
    at_once = [*alone] * 2
    answers = asker.client.stream(lambda question: asker.chat(question, BEGUN).text, at_once)
    for question, answer in zip(at_once, answers, strict=True):
        if answer != alone[question] and answer in alone.values():
            return "questions that are asked at the same time get each other's answers", ""
    return None, first


def likeliest(asker: Asker, *, chat: bool, top: int) -> str | None:
    """The likeliest first tokens are told, are probabilities, and do not depend on the temperature."""
    cold, hot = (_first(asker, chat, top, temperature) for temperature in (0.0, 2.0))
    if not cold or not hot:
        return "it does not tell the likeliest tokens of what it generates"
    if np.logaddexp.reduce(list(cold.values())) > 1e-2:
        return "the probabilities of the likeliest tokens are more than 1 together"
    shared = sorted(set(cold) & set(hot))
    if len(shared) < min(len(cold), len(hot)) // 2 + 1 or differ(
        np.asarray([cold[token] for token in shared]), np.asarray([hot[token] for token in shared])
    ):
        return "the log-probabilities of what it generates are changed by the temperature"
    return None


def _first(asker: Asker, chat: bool, top: int, temperature: float) -> dict[str, float]:
    ask = asker.chat if chat else asker.continuation
    found: Read = ask(QUESTION, 1, top=top, temperature=temperature)
    return dict(found.top[0]) if found.top else {}


def forcing(forcer: Forcer, *, chat: bool = False) -> str | None:
    """A token that is forced has the log-probability that it has unforced: for the likeliest one and for others, and
    however hard it is forced. Forced tokens are no more than certain together."""
    ask = forcer.chat if chat else forcer.continuation
    for prompt in (QUESTION,) if chat else PROMPTS:
        read = ask(prompt, 1, top=5)
        if not read.tokens or read.logprobs[0] is None:
            return "it gives no log-probabilities of what it generates, so that forcing cannot be checked"
        told = dict(read.top[0]) if read.top else {}
        told[read.tokens[0]] = float(read.logprobs[0])
        numbers: dict[str, float] = {}
        piece_of: dict[str, Piece] = {}
        for word in dict.fromkeys([*told, *OTHERS]):
            piece = _as_one_token(forcer, word)
            if piece is None:
                continue
            piece_of[word], numbers[word] = piece, forcer.forced(prompt, piece, chat=chat)
            if word in told and abs(numbers[word] - told[word]) > SAME_TOKEN:
                return (
                    f"after '{prompt}' the token '{word}' has {told[word]:.2f}, and {numbers[word]:.2f} once it is "
                    "forced: the bias is part of the number"
                )
        if len(numbers) < 3:
            return "too few tokens could be forced to see whether it tells the truth"
        for word, number in list(numbers.items())[-2:]:
            softer = forcer.forced(prompt, piece_of[word], chat=chat, bias=FORCE / 2)
            hotter = forcer.forced(prompt, piece_of[word], chat=chat, temperature=2.0)
            if max(abs(softer - number), abs(hotter - number)) > SAME_TOKEN:
                return f"the number of '{word}' changes with how hard it is forced, or with the temperature"
        if np.logaddexp.reduce(list(numbers.values())) > 1e-2:
            return "the probabilities of tokens that are forced are more than 1 together"
    return None


def _as_one_token(forcer: Forcer, word: str) -> Piece | None:
    """None for words of several tokens, and for tokens that end a text instead of standing in it."""
    if not plain_token(word).strip().isalnum():
        return None
    pieces = forcer.pieces(plain_token(word))
    return pieces[0] if len(pieces) == 1 else None


def embeddings(asker: Asker) -> tuple[str | None, tuple[float, ...]]:
    """Words have vectors: finite, the same twice, different for different words; with what they are known by."""
    both, alone = asker.embed(WORDS), asker.embed(WORDS[1:])
    if not all(np.isfinite(one).all() and one.any() for one in both):
        return "embeddings are not finite, or zero", ()
    if len({one.shape for one in (*both, *alone)}) > 1 or np.array_equal(both[0], both[1]):
        return "different words have the same embedding, or one of another length", ()
    cosine = float(both[1] @ alone[0] / (np.linalg.norm(both[1]) * np.linalg.norm(alone[0])))
    if cosine < 0.999:
        return "the same word has another embedding in another batch", ()
    return None, tuple(float(value) for value in both[0][:4])


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
    one = replace(asker, most_tokens=1)
    # llama-cpp-python takes 0 for as many as there is room for.
    tried = [] if identity.server == LLAMA_CPP_PYTHON else [replace(asker, manner=WITH_IDS), asker]
    for way in tried:
        try:
            plain = _read_plain(way)
            return way if plain.keys is not plain.names else asker
        except (NotEchoed, Refused, ModelError) as error:
            if isinstance(error, ServerAway) or (isinstance(error, Refused) and error.status in (401, 403, 404)):
                raise
    _read_plain(one)
    return one


def _read_plain(asker: Asker) -> Reading:
    """Raises `Unsound`; where what comes back is not even like the text that was sent, by the name of `echo`."""
    try:
        return Reader(asker).read([PLAIN])[0]
    except Unsound as error:
        [read] = asker.echo([PLAIN])
        came, sent = (set(text.casefold().split()) for text in (read.text, PLAIN))
        is_cut = bool(came) and PLAIN.startswith(read.text.strip())
        if error.name == "round trip" and len(came & sent) < len(sent) / 2 and not is_cut:
            told = f"it answers 200, ignores echo, and gives '{read.text[:40]}' instead of the text"
            raise NotEchoed("echo", told) from None
        raise
