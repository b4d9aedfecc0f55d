"""Pages from templates: texts are escaped, a name that is not filled in is an error, and all begin alike."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from jinja2 import Environment, FunctionLoader, StrictUndefined, Template


def asset(package: str, name: str) -> str:
    """A file of the folder `assets` of a package."""
    return (files(package) / "assets" / name).read_text(encoding="utf-8")


@cache
def template(package: str, name: str) -> Template:
    return _ENVIRONMENT.from_string(asset(package, name))


def _asset(name: str) -> str:
    return asset(__package__ or "babelance.report", name)


_ENVIRONMENT = Environment(
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
    loader=FunctionLoader(_asset),
)
