"""Which kind of model takes a spec and answers what a measure asks; and, where none does, why, and what would fit."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from babelance.core.errors import ModelError
from babelance.core.language_tag import PATTERN
from babelance.core.measure import Measure, way_to_ask, without_masks_of
from babelance.core.model import Kind, Options
from babelance.core.printable import printable
from babelance.core.query import Ability
from babelance.core.registry import MEASURES, MODELS

LANGUAGE = "{language}"
"""Stands in a model spec for the language: one model each, `vec:vectors/{language}.vec`."""
_FOR_ONE = re.compile(rf"({PATTERN})=(.+)")


def split_language(spec: str) -> tuple[str | None, str]:
    """`de=SPEC` is for German alone: ("de", "SPEC"). Others are for no language in particular: (None, spec)."""
    alone = _FOR_ONE.fullmatch(spec)
    return (alone[1], alone[2]) if alone else (None, spec)


def spec_for(spec: str, language: str) -> str | None:
    """The model that a spec names for a language; `{language}` in it names one each."""
    alone, model = split_language(spec)
    return model.replace(LANGUAGE, language) if alone in (None, language) else None


def kind_for_measure(spec: str, name: str, measure: Measure) -> Kind:
    """The kind of model that takes this spec and answers what the measure asks, in the way that it is configured."""
    try:
        return kind_for(spec, measure.asks, name)
    except ModelError:
        missing = (masks_missing(abilities, measure) for abilities in abilities_of_spec(spec))
        if reason := next(filter(None, missing), None):
            raise ModelError(f"Measure '{name}' cannot use '{spec}': {reason}.") from None
        raise


def masks_missing(abilities: frozenset[Ability], measure: Measure) -> str | None:
    """Why a measure that hides tokens has nothing to ask a model that reads from left to right."""
    if without_masks_of(measure) is None or Ability.FILL_HIDDEN in abilities or Ability.TOKENS_EACH not in abilities:
        return None
    way_out = way_to_ask(measure, abilities)
    return "it hides tokens or reads attention, and a causal model has neither masks nor attention from both sides" + (
        f". Use {way_out}" if way_out else ""
    )


def abilities_of_spec(spec: str) -> list[frozenset[Ability]]:
    """What the model can do, for each kind that takes it: it is opened as one kind for each measure."""
    takers, _ = _kinds_by_prefix(spec)
    return [kind.abilities(spec) for kind in takers if _refusal(kind, spec) is None]


def kind_for(spec: str, asks: frozenset[Ability], measure: str) -> Kind:
    """The kind of model that takes this spec and answers what the measure asks."""
    takers, broken = _kinds_by_prefix(spec)
    reasons = {kind.name: _refusal(kind, spec) for kind in takers}
    able = [kind for kind in takers if asks <= (kind.answers if reasons[kind.name] else kind.abilities(spec))]
    for kind in able:
        if reasons[kind.name] is None:
            return kind
    raise ModelError(" ".join([_explain(spec, measure, asks, takers, able, reasons), *broken]))


def _kinds_by_prefix(spec: str) -> tuple[list[Kind], list[str]]:
    """`vec:` names its kind; hub names and folders may be of any kind that has no prefix of its own. And the kinds of
    other packages that cannot be loaded, in words: it may be one of them."""
    kinds, broken = MODELS.loadable()
    prefix = spec.partition(":")[0] if ":" in spec else ""
    named = [kind for kind in kinds.values() if prefix and prefix in kind.prefixes]
    if named:
        return named, []
    return [kind for kind in kinds.values() if not kind.prefixes or "dir" in kind.prefixes], list(broken.values())


def _refusal(kind: Kind, spec: str) -> str | None:
    """Why the kind does not take the spec. A kind of another package may fail in any way without stopping the rest."""
    try:
        return kind.reason_unsupported(spec)
    except Exception as error:
        if not MODELS.is_foreign(kind.name):
            raise
        return f"the model kind '{kind.name}' failed at '{spec}' ({type(error).__name__}: {error})"


def without_private(options: Mapping[str, str]) -> dict[str, str]:
    """Options of models that a signature may choose: which key is sent, and how often, is said by the user alone."""
    return {name: value for name, value in options.items() if name not in _private(MODELS.loadable()[0].values())}


def options_for(spec: str, options: Options) -> Options:
    """The options without the key of a server where the model of this spec is none, but others of the command are."""
    foreign = _private(MODELS.loadable()[0].values()) - _private(_kinds_by_prefix(split_language(spec)[1])[0])
    return replace(options, extra={name: value for name, value in options.extra.items() if name not in foreign})


def _private(kinds: Iterable[Kind]) -> set[str]:
    return {option.name for kind in kinds for option in kind.options if option.private}


_HASH = re.compile(r"#[0-9a-f]{8,64}$")


def require_permission(model: str, language: str, allowed: Sequence[str]) -> None:
    """Raise if a model that data names would start a program or get the user's key, unless the user has named it (with
    or without hash)."""
    # The spec that would be opened: `{language}:sh -c …` with the language `cmd` is a command, too.
    spec = spec_for(model, language) or model
    kinds, _ = _kinds_by_prefix(spec)
    if any(kind.needs_permission for kind in kinds) and not {spec, _HASH.sub("", spec)} & set(allowed):
        raise ModelError(
            f"The data names a program to start, or a server to ask: {printable(spec)} — it is left alone, since "
            "whoever wrote the data could run anything, or be sent your key. If you have read and trust it, name it: "
            f"--allow-command {printable(shlex.quote(spec))}"
        )


def _explain(
    spec: str,
    measure: str,
    asks: frozenset[Ability],
    takers: Sequence[Kind],
    able: Sequence[Kind],
    reasons: Mapping[str, str | None],
) -> str:
    wanted = " and ".join(sorted(asks))
    if able:
        why = "; ".join(dict.fromkeys(str(reasons[kind.name]).removesuffix(".") for kind in able))
        stop = "" if why.endswith("?") else "."
        return f"Measure '{measure}' cannot use '{spec}': {why}{stop} {_what_fits(spec, takers, reasons)}"
    return f"Measure '{measure}' asks for {wanted}, which '{spec}' does not answer. {_what_fits(spec, takers, reasons)}"


def _what_fits(spec: str, takers: Sequence[Kind], reasons: Mapping[str, str | None]) -> str:
    """Measures that one of the kinds answers alone: a model is opened as one kind for each measure."""
    able = [kind.abilities(spec) for kind in takers if reasons[kind.name] is None]
    ways = {
        name: [way for abilities in able if (way := way_to_ask(make(), abilities)) is not None]
        for name, make in MEASURES.usable().items()
    }
    fitting = [f"{name} ({min(lacking)})" if min(lacking) else name for name, lacking in ways.items() if lacking]
    return f"It can be measured with: {', '.join(fitting)}." if fitting else "No measure fits it."
