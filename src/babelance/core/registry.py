"""Finds measures, datasets, languages, model kinds, builders and mitigations by name.

There is no list to extend. A file in the folder is an entry (`nli_coal.py` is `nli-coal`; files with a leading `_` and
folders are not), and an installed package adds its own through the entry-point group of the same name, e.g.

    [project.entry-points."babelance.measures"]
    my-measure = "my_package.my_module:MyMeasure"

Listing names imports nothing; an entry is imported when it is asked for.
"""

from __future__ import annotations

import pkgutil
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from importlib.util import find_spec
from typing import Any, Generic, TypeVar, cast

from babelance.core import contracts
from babelance.core.card import DatasetEntry
from babelance.core.errors import InputError, UnknownName
from babelance.core.foreign import with_checked_models
from babelance.core.language import Language
from babelance.core.measure import Measure
from babelance.core.mitigation import Mitigation
from babelance.core.model import Kind

T = TypeVar("T")


def camel(name: str) -> str:
    """`nli-coal` → `NliCoal`."""
    return "".join(part.capitalize() for part in name.split("-"))


@dataclass(frozen=True)
class Registry(Generic[T]):
    """Names → objects. `attribute` says what the module calls its one public object."""

    noun: str
    package: str
    attribute: Callable[[str], str]
    problems: Callable[[str, Any], Iterable[str]] = lambda name, entry: ()
    """What an entry lacks; asked of entries of other packages."""
    adopt: Callable[[str, Any], Any] = lambda who, entry: entry
    """Entries of other packages as they are used here; told whose they are."""

    @cached_property
    def _modules(self) -> frozenset[str]:
        spec = find_spec(self.package)
        places = list(spec.submodule_search_locations or []) if spec else []
        modules = (module for module in pkgutil.iter_modules(places) if not module.ispkg)
        return frozenset(module.name.replace("_", "-") for module in modules if not module.name.startswith("_"))

    @cached_property
    def _entry_points(self) -> dict[str, EntryPoint]:
        return {point.name: point for point in entry_points(group=self.package)}

    def names(self) -> list[str]:
        return sorted(self._modules | set(self._entry_points))

    def __contains__(self, name: object) -> bool:
        return name in self._modules or name in self._entry_points

    def __iter__(self) -> Iterator[str]:
        return iter(self.names())

    def get(self, name: str) -> T:
        if name in self._modules:
            module = import_module(f"{self.package}.{name.replace('-', '_')}")
            return cast(T, getattr(module, self.attribute(name)))
        if name in self._entry_points:
            return cast(T, self._foreign(self._entry_points[name]))
        raise UnknownName(self.noun, name, self.names())

    def loadable(self) -> tuple[dict[str, T], dict[str, str]]:
        """All entries that can be loaded, and for each plug-in that cannot the reason: one broken package must not
        stand in the way of the others."""
        broken = self.broken()
        return {name: self.get(name) for name in self if name not in broken}, broken

    def _foreign(self, point: EntryPoint) -> object:
        """Code of other people may fail in any way; one broken package must not look like a fault of ours."""
        package = point.dist.name if point.dist else point.module
        who = f"The {self.noun} '{point.name}' of the package '{package}'"
        try:
            entry = point.load()
        except Exception as error:
            raise InputError(
                f"{who} cannot be loaded ({type(error).__name__}: {error}). Update or uninstall the package."
            ) from error
        if problems := list(self.problems(point.name, entry)):
            raise InputError(f"{who} cannot be used: {'; '.join(problems)}. Update or uninstall the package.")
        return self.adopt(who, entry)

    def usable(self) -> dict[str, T]:
        """All entries but those of other packages that are broken: they must not stop who does not need them."""
        return self.loadable()[0]

    def broken(self) -> dict[str, str]:
        """Entries of other packages that cannot be used, and why."""
        reasons: dict[str, str] = {}
        for name in sorted(set(self._entry_points) - self._modules):
            try:
                self.get(name)
            except InputError as error:
                reasons[name] = str(error)
        return reasons

    def is_foreign(self, name: str) -> bool:
        """Does the entry come from another installed package?"""
        return name not in self._modules and name in self._entry_points


MEASURES: Registry[Callable[..., Measure]] = Registry(
    "measure", "babelance.measures", camel, contracts.measure_problems
)
DATASETS: Registry[DatasetEntry] = Registry(
    "dataset", "babelance.datasets", lambda _: "dataset", contracts.dataset_problems
)
LANGUAGES: Registry[Language] = Registry(
    "language", "babelance.languages", lambda _: "language", contracts.language_problems
)
MODELS: Registry[Kind] = Registry(
    "model kind", "babelance.models", lambda _: "kind", contracts.kind_problems, with_checked_models
)
MITIGATIONS: Registry[Callable[..., Mitigation]] = Registry(
    "mitigation", "babelance.mitigations", lambda _: "mitigation", contracts.mitigation_problems
)


UNSPACED = frozenset({"bo", "dz", "km", "lo", "my", "yue", "wuu", "nan", "hak"})
"""Languages without a file that do not put spaces between words."""


def language_or_bare(code: str) -> Language:
    """What is known of the language; of one without a file, nothing but its code: the user brings the words."""
    if code in LANGUAGES:
        return LANGUAGES.get(code)
    return Language(code=code, name=code, endonym=code, spaced=code.partition("-")[0] not in UNSPACED)
