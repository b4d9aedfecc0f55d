"""Which mitigation of a model, if any? Ways are tried on a budget; what helps beyond noise, at what price, decides.

1. The model is measured. Where its bias is not told apart from its null, nothing is tried: nothing is to be taken out.
2. Every way that can be tried without further material (its class has `automatic`) makes a model; cheap ones first,
   until the time is spent. What cannot be done is told with its reason.
3. A way *helps* if the score came nearer to the ideal and the paired difference is no noise (Holm over all that were
   tried). Its *price* is the paired change of bits per character on held-out text; it is *affordable* if the interval's
   upper end is below the tolerance.
4. Of those that help and are affordable, the one nearest to the ideal is chosen. If there is none, nothing is chosen.

The front is what no other model, the unmitigated one included, beats in both bias and price (the change of bits).
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from babelance.core.errors import BabelanceError, StoreError
from babelance.core.estimate import Estimate
from babelance.core.measure import scale_of
from babelance.core.mitigation import Mitigation
from babelance.core.registry import MEASURES, MITIGATIONS
from babelance.core.scored import Scores
from babelance.run.pipeline import Hooks, walk
from babelance.run.plan import Plan, Settings, make_plan
from babelance.run.store import Store
from babelance.stats.compare import Difference
from babelance.stats.multiple import holm
from babelance.stats.verdicts import judge
from babelance.studies.comparison import Comparison, compare
from babelance.studies.ledger import pareto
from babelance.studies.mitigation_search_record import PROBES, UNMITIGATED, UTILITY, Request, Search, Tried

Tell = Callable[[str], None]


def search(request: Request, out: Path, *, tell: Tell = lambda text: None) -> Search:
    """Try, compare, choose. Models are in `out/NAME`."""
    with Store(None) as store:
        before, refusal = _look(request, store)
        if refusal:
            return Search(before, (), (), None, refusal)
        tried = _adjust([*_try_all(request, out, store, tell)])
        result = _choose(request, before, tried)
        if result.chosen is None:
            return result
        return replace(result, spill_over=tuple(_spill_over(request, out / result.chosen, store)))


def _look(request: Request, store: Store) -> tuple[Estimate | None, str]:
    """The bias of the model, and why there is nothing to do, if so."""
    plan = _plan(request, request.model)
    [result] = judge([result for job in plan.jobs for result in walk(job, plan.settings, store, Hooks())])
    if not isinstance(result, Estimate):
        return None, f"The bias of the model cannot be measured: {result.undefined}."
    verdict = result.verdict
    if verdict is None or not verdict.shown:
        sentence = verdict.sentence if verdict else "there is no verdict about it"
        return (
            result,
            f"Nothing to take out: {request.measure} is {result.value:.3g}, and {sentence[:1].lower()}{sentence[1:]}",
        )
    return result, ""


def _plan(
    request: Request, model: str, *, data: str = "", measure: str = "", language: str = "", **chosen: str
) -> Plan:
    return make_plan(
        models=[model],
        data=[data or request.data],
        measures=[measure or request.measure],
        languages=[language or request.language],
        options=chosen,
        model_options=request.options,
        settings=Settings(draws=request.draws, by=()),
    )


def _try_all(request: Request, out: Path, store: Store, tell: Tell) -> Iterator[Tried]:
    began = time.monotonic()
    for name, way in _candidates(request):
        if isinstance(way, str):
            yield Tried(name, reason=way)
        elif time.monotonic() - began > 60 * request.minutes:
            yield Tried(name, reason=f"not tried: {request.minutes:g} minutes were spent")
        else:
            tell(f"trying {name}")
            yield _try(name, way, request, out / name, store)


def _candidates(request: Request) -> list[tuple[str, Mitigation | str]]:
    """Ways that need nothing but text; those that train nothing first."""
    candidates: list[tuple[str, Mitigation | str]] = []
    for name, kind in MITIGATIONS.usable().items():
        if hasattr(kind, "automatic"):
            try:
                candidates.append((name, kind.automatic(request)))
            except BabelanceError as error:
                candidates.append((name, str(error)))
    return sorted(candidates, key=lambda pair: (hasattr(pair[1], "tuning"), pair[0]))


def _try(name: str, way: Mitigation, request: Request, folder: Path, store: Store) -> Tried:
    began = time.monotonic()
    try:
        mitigated = str(way.apply(request.model, list(request.corpus), folder))
        [bias] = compare(_plan(request, request.model), _plan(request, mitigated), store)
        held_out = {"data": str(folder / "held-out.jsonl"), "measure": UTILITY, "per": "character"}
        [price] = compare(_plan(request, request.model, **held_out), _plan(request, mitigated, **held_out), store)
    except StoreError:  # a full disk, or another search in this folder: no fault of the way
        raise
    except BabelanceError as error:
        return Tried(name, reason=str(error), seconds=time.monotonic() - began)
    ideal = scale_of(MEASURES.get(request.measure)(), Scores(())).ideal
    nearer = abs(bias.value_b - ideal) < abs(bias.value_a - ideal)
    return Tried(name, mitigated, bias, price, seconds=round(time.monotonic() - began, 1), nearer=nearer)


def _adjust(tried: Sequence[Tried]) -> tuple[Tried, ...]:
    raw = [_p(attempt.bias) for attempt in tried]
    return tuple(replace(attempt, p=p) for attempt, p in zip(tried, holm(raw), strict=True))


def _p(bias: Comparison | None) -> float | None:
    return bias.difference.p if bias and isinstance(bias.difference, Difference) else None


def _choose(request: Request, before: Estimate | None, tried: tuple[Tried, ...]) -> Search:
    done = [attempt for attempt in tried if attempt.bias and attempt.price]
    ideal = scale_of(MEASURES.get(request.measure)(), Scores(())).ideal
    front = tuple(pareto(_points(done, ideal)))
    helping = [attempt for attempt in done if attempt.helps]
    good = [attempt for attempt in helping if attempt.is_affordable(request.tolerance)]
    if not good:
        return Search(before, tried, front, None, _refusal(request, tried, done, helping))
    best = min(good, key=lambda attempt: abs(attempt.bias.value_b - ideal) if attempt.bias else 0.0)
    assert best.bias is not None and best.price is not None
    others = ", ".join(attempt.name for attempt in good if attempt is not best)
    why = (
        f"{best.name}: {request.measure} goes from {best.bias.value_a:.3g} to {best.bias.value_b:.3g} "
        f"(p = {best.p:.2g} after adjustment), bits per character from {best.price.value_a:.3g} to "
        f"{best.price.value_b:.3g}, which is "
        f"within the {request.tolerance:g} that it may cost. "
        + (f"Also good, but farther from the ideal: {others}." if others else "No other way helps at that price.")
    )
    return Search(before, tried, front, best.name, why)


def _points(done: Sequence[Tried], ideal: float) -> Mapping[str, tuple[float, float]]:
    """name → (distance from the ideal, change of bits per character): ways hold different text out, so that only
    changes can be compared."""
    points = {
        attempt.name: (abs(attempt.bias.value_b - ideal), attempt.price.value_b - attempt.price.value_a)
        for attempt in done
        if attempt.bias and attempt.price
    }
    before = next((attempt.bias.value_a for attempt in done if attempt.bias), None)
    return points if before is None else {**points, UNMITIGATED: (abs(before - ideal), 0.0)}


def _refusal(request: Request, tried: Sequence[Tried], done: Sequence[Tried], helping: Sequence[Tried]) -> str:
    if not done:
        reasons = "; ".join(f"{attempt.name}: {attempt.reason}" for attempt in tried)
        return f"No way could be tried: {reasons or 'there is none'}"
    if helping:
        names = ", ".join(attempt.name for attempt in helping)
        return (
            f"Refused: {names} come nearer to the ideal, but none is shown to cost less than "
            f"{request.tolerance:g} bits per character. Allow more with --tolerance, or give more text."
        )
    return f"Refused: none of the {len(done)} ways that were tried comes nearer to the ideal by more than noise."


def _spill_over(request: Request, model: Path, store: Store) -> Iterator[Comparison]:
    """The other axis, in the same language."""
    for about, (data, measure) in PROBES.items():
        if about == request.about:
            continue
        try:
            plans = [_plan(request, spec, data=data, measure=measure) for spec in (request.model, str(model))]
            yield from compare(plans[0], plans[1], store)
        except BabelanceError:
            continue
