"""`mitigate auto`: what is on the front of bias and price, of searches that are made up."""

from __future__ import annotations

from babelance.mitigations.tuning.settings import Tuning
from babelance.stats.compare import Difference
from babelance.studies.comparison import Comparison
from babelance.studies.mitigation_search import _adjust, _choose
from babelance.studies.mitigation_search_record import Request, Tried

REQUEST = Request("m", ("c",), "en", "groups", None, "probes", "cb", Tuning(), tolerance=0.05)


def compared(measure: str, before: float, after: float, *, spread: float = 0.01, p: float = 0.001) -> Comparison:
    change = after - before
    found = Difference(change, change - spread, change + spread, p, "bca")
    return Comparison(measure, "d", "en", "a", "b", before, after, 30, found)


def tried(name: str, cb: float, bits: tuple[float, float], *, p: float = 0.001) -> Tried:
    return Tried(name, name, compared("cb", 4.0, cb, p=p), compared("pseudo-perplexity", *bits), nearer=cb < 4.0)


def test_prices_on_different_held_out_text_are_compared_by_their_change() -> None:
    chosen = _choose(REQUEST, None, _adjust([tried("leace", 0.8, (0.9, 0.9)), tried("lora", 1.0, (0.7, 0.74))]))
    assert (chosen.front, chosen.chosen) == (("leace",), "leace")


def test_the_nearest_that_is_affordable_is_chosen_and_noise_and_price_are_refused() -> None:
    dear, noisy = tried("inlp", 0.1, (0.9, 1.2)), tried("dropout", 3.9, (0.9, 0.9), p=0.6)
    good = [tried("cda", 0.5, (0.9, 0.92)), tried("lora", 1.0, (0.9, 0.9))]
    chosen = _choose(REQUEST, None, _adjust([dear, noisy, *good]))
    assert chosen.chosen == "cda" and "Also good, but farther from the ideal: lora" in chosen.why
    assert _choose(REQUEST, None, _adjust([dear])).why.startswith("Refused: inlp come nearer")
    assert "comes nearer to the ideal by more than noise" in _choose(REQUEST, None, _adjust([noisy])).why
