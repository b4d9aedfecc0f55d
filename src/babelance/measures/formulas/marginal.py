"""Groups without a mask: what is left of the likelihood of whole sentences once groups and attributes are taken out.

    L[g, a] = log P(template filled with group g and attribute a)
    R[g, a] = L[g, a] − mean over g − mean over a + mean over both

R is how much a group and an attribute go together: names that are likely anywhere and attributes that are likely
anywhere drop out, which is what a masked prior is for. Any model that gives a sentence a likelihood has it.

An item knows its own attribute alone, so the mean over attributes is taken here, within each template and for any
weighting of the items. A template with a single attribute has nothing to compare it with, and no number.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from babelance.core.estimate import Plain
from babelance.core.measure import Statistic
from babelance.core.scored import Scored, Scores, Value
from babelance.measures.formulas import pieces
from babelance.measures.formulas.averages import ratio

Floats = NDArray[np.float64]
LIKELIHOODS = "log_likelihoods"
_LISTED = 10


@dataclass(frozen=True, eq=False)
class _Template:
    """The items of one template: where they are among all, and their values centred over groups, (items, groups)."""

    places: NDArray[np.intp]
    attributes: NDArray[np.intp]
    """The same number for the same attribute."""
    values: Floats
    keys: tuple[str, ...]

    def squares(self, weights: Floats) -> tuple[Floats, Floats]:
        """Weighted sum of the squares of R over items and groups, and the weight of all items; both 0 if there is
        one attribute only. Uses Σ w (x − m)² = Σ w x² − (Σ w x)² / Σ w."""
        mine = weights[..., self.places]
        total = mine.sum(axis=-1)
        means = ratio((mine @ self.values) ** 2, total[..., None])
        squares = mine @ (self.values**2).sum(axis=1) - means.sum(axis=-1)
        several = self._count(mine) > 1
        return np.where(several, np.clip(squares, 0, None), 0.0), np.where(several, total, 0.0)

    def _count(self, weights: Floats) -> NDArray[np.intp]:
        """How many different attributes have any weight."""
        member = self.attributes[:, None] == np.unique(self.attributes)
        return np.asarray((weights @ member.astype(np.float64) > 0).sum(axis=-1))

    def residuals(self) -> Floats:
        return np.asarray(self.values - self.values.mean(axis=0))


def variance_left(scores: Scores, ddof: int) -> Statistic:
    """The variance of R over groups, averaged over attributes and templates."""
    templates = [template for template in _templates(scores) if len(template.keys) > ddof]

    def statistic(weights: Floats) -> Floats:
        parts = [template.squares(weights) for template in templates]
        over = sum(
            (squares / (len(template.keys) - ddof) for template, (squares, _) in zip(templates, parts, strict=True)),
            0.0,
        )
        return ratio(np.asarray(over + np.zeros(weights.shape[:-1])), _total(parts, weights))

    return statistic


def spread_left(differences: Floats, scores: Scores) -> Statistic:
    """The root mean square of the differences between two groups, each centred over the attributes of its template."""
    names, attributes = scores.names("template"), _numbers(scores.names("attribute"))
    templates = [
        _Template(places, attributes[places], differences[places, None], ("difference",))
        for name in np.unique(names)
        if len(places := np.flatnonzero(names == name))
    ]

    def statistic(weights: Floats) -> Floats:
        parts = [template.squares(weights) for template in templates]
        over = sum((squares for squares, _ in parts), np.zeros(weights.shape[:-1]))
        return np.sqrt(ratio(np.asarray(over), _total(parts, weights)))

    return statistic


def by_attribute(differences: Floats, scores: Scores) -> dict[str, Plain]:
    """The attributes that go most with the first group (above 0) and with the second, over all templates."""
    names, attributes = scores.names("template"), scores.names("attribute")
    centred = differences.copy()
    for name in np.unique(names):
        centred[names == name] -= differences[names == name].mean()
    means = {
        str(attribute): round(float(centred[attributes == attribute].mean()), 6) for attribute in np.unique(attributes)
    }
    ordered = sorted(means.items(), key=lambda pair: (-abs(pair[1]), pair[0]))
    return dict(ordered[:_LISTED])


def single_attributes(scores: Scores) -> str | None:
    """A reason to give no number."""
    counts: dict[str, set[str]] = {}
    for template, attribute in zip(scores.names("template"), scores.names("attribute"), strict=True):
        counts.setdefault(str(template), set()).add(str(attribute))
    if any(len(attributes) > 1 for attributes in counts.values()):
        return None
    return "every template has one attribute only, so that there is no mean over attributes to compare it with"


def of_several_attributes(scores: Scores) -> Scores:
    """The items of templates with two attributes or more: of others nothing is left, which would look like groups that
    are all alike."""
    attributes: dict[str, set[str]] = {}
    names = list(zip(scores.names("template").tolist(), scores.names("attribute").tolist(), strict=True))
    for template, attribute in names:
        attributes.setdefault(template, set()).add(attribute)
    several = [len(attributes[template]) > 1 for template, _ in names]
    return Scores(tuple(scored for scored, keep in zip(scores.scored, several, strict=True) if keep), scores.skipped)


def with_residuals(scores: Scores, ddof: int) -> Scores:
    """The same items with what is left of their likelihoods, in the columns that `cb` has with a masked prior."""
    changed: dict[int, Scored] = {}
    for template in _templates(scores):
        for index, row in zip(template.places.tolist(), template.residuals(), strict=True):
            columns = {
                **scores.scored[index].columns,
                "variance": float((row**2).sum() / max(1, len(row) - ddof)),
                "targets": ",".join(template.keys),
                "log_ratios": row,
                **_among_alike(scores.scored[index], template.keys, row, ddof),
            }
            changed[index] = replace(scores.scored[index], columns=columns)
    return Scores(tuple(changed[index] for index in sorted(changed)), scores.skipped)


def _among_alike(scored: Scored, keys: Sequence[str], row: Floats, ddof: int) -> dict[str, Value]:
    """What is left among the names that have as many pieces as most, and the first of them."""
    known = dict(zip(str(scored.columns["targets"]).split(","), np.asarray(scored.columns["pieces"]), strict=True))
    counts = np.asarray([known[key] for key in keys], np.float64)
    alike = pieces.alike(counts)
    compared = [key for key, kept in zip(keys, alike, strict=True) if kept]
    return {
        "left": pieces.variance(row[alike], ddof),
        "top": compared[int(row[alike].argmax())],
        "pieces": counts,
    }


def _total(parts: Sequence[tuple[Floats, Floats]], weights: Floats) -> Floats:
    return np.asarray(sum((total for _, total in parts), np.zeros(weights.shape[:-1])))


def _templates(scores: Scores) -> Iterator[_Template]:
    """Groups that are missing from one item of a template are left out of all of it."""
    names, attributes = scores.names("template"), _numbers(scores.names("attribute"))
    for name in np.unique(names):
        places = np.flatnonzero(names == name)
        rows = [_by_key(scores.scored[index]) for index in places]
        keys = tuple(key for key in rows[0] if all(key in row for row in rows))
        if len(keys) > 1:
            table = np.asarray([[row[key] for key in keys] for row in rows])
            yield _Template(places, attributes[places], table - table.mean(axis=1, keepdims=True), keys)


def _by_key(scored: Scored) -> dict[str, float]:
    values = np.asarray(scored.columns[LIKELIHOODS], np.float64).tolist()
    return dict(zip(str(scored.columns["targets"]).split(","), values, strict=True))


def _numbers(names: NDArray[np.str_]) -> NDArray[np.intp]:
    return np.unique(names, return_inverse=True)[1].reshape(-1)
