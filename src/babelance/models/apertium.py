"""Apertium, the free rule-based translators: `apertium:eu-en` needs the packages apertium and apertium-eu-en.

    apertium:PAIR            a pair that `apertium -l` lists; `eu-en`, `eng-spa`
    apertium:PAIR#HASH       only if the compiled rules still have this hash

Words that it does not know stay as they are.
"""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from babelance.backends.transformers import hashes
from babelance.backends.translation import line_translation
from babelance.backends.translation.language_codes import same
from babelance.backends.translation.process import Program
from babelance.core.errors import ModelError
from babelance.core.model import Health, Kind, Options
from babelance.core.paths import is_file
from babelance.core.query import Unanswered
from babelance.core.untrusted import read_utf8

_SPEC = re.compile(r"apertium:(?P<pair>[A-Za-z_]+-[A-Za-z_]+)(?:#(?P<hash>[0-9a-f]{8,64}))?")
_MODES = (Path("/usr/share/apertium/modes"), Path("/usr/local/share/apertium/modes"))


@dataclass(frozen=True)
class Apertium(line_translation.LineTranslator):
    pair: str
    mode: Path
    expected: str = ""

    items_per_commit = 4096

    @property
    def id(self) -> str:
        return f"apertium:{self.pair}#{self.content[:8]}"

    @cached_property
    def fingerprint(self) -> str:
        """Of the rules, and of the programs that apply them."""
        text = self._pipeline
        names = {word for word in text.replace("|", " ").split() if not word.startswith(("-", "'", "$"))}
        programs = [Path(digest) for name in sorted({"apertium", *names}) if (digest := shutil.which(name))]
        return hashes.combine(self.content, *map(hashes.hash_of_files, programs))

    @cached_property
    def content(self) -> str:
        """Of the pipeline and all compiled rules and dictionaries in it."""
        named = [Path(name) for name in re.findall(r"'([^']+)'", self._pipeline)]
        digest = hashes.hash_of_files(self.mode, *(file for file in named if is_file(file)))
        return hashes.require_hash(digest, self.expected, f"apertium:{self.pair}", "another version is installed")

    @cached_property
    def _pipeline(self) -> str:
        """The programs and their rules, as the mode names them."""
        return read_utf8(self.mode, error=ModelError)

    def health(self, texts: Sequence[str]) -> Health:
        return Health(facts={"mode": str(self.mode)})

    def _translate(self, lines: Sequence[str], source: str, target: str) -> Iterable[line_translation.Translated]:
        ours = self.pair.split("-")
        if not (same(ours[0], source) and same(ours[1], target)):
            reason = f"apertium:{self.pair} does not translate from '{source}' to '{target}'"
            return [Unanswered(reason)] * len(lines)
        # Rules look beyond line ends, even with `-f line`; at an empty line a sentence ends.
        apart = [part for line in lines for part in (line, "")]
        program = Program(("apertium", "-u", "-f", "txt", self.pair), f"apertium {self.pair}")
        return map(line_translation.text, program.translate(apart)[::2])


def _mode(pair: str) -> Path | None:
    data = os.environ.get("APERTIUM_DATADIR")
    places = [Path(data) / "modes"] if data else list(_MODES)
    return next((file for folder in places if (file := folder / f"{pair}.mode").is_file()), None)


def _pairs() -> list[str]:
    return sorted({file.stem for folder in _MODES for file in folder.glob("*.mode")})


def _reason_unsupported(spec: str) -> str | None:
    match = _SPEC.fullmatch(spec)
    if not match:
        return f"'{spec}' names no pair of languages; an example is apertium:eu-en"
    pair = match["pair"]
    if not shutil.which("apertium"):
        return f"apertium is not installed; on Debian: apt-get install apertium apertium-{pair}"
    if not _mode(pair):
        here = ", ".join(_pairs()) or "none"
        return f"apertium has no '{pair}' here (it has: {here}); on Debian: apt-get install apertium-{pair}"
    return None


def _open(spec: str, options: Options) -> Apertium:
    match, reason = _SPEC.fullmatch(spec), _reason_unsupported(spec)
    if reason or not match:
        raise ModelError(f"Cannot open '{spec}': {reason}.")
    mode = _mode(match["pair"])
    assert mode is not None, "refused above"
    return Apertium(match["pair"], mode, match["hash"] or "")


kind = Kind(
    name="apertium",
    title="Apertium, rule-based translation",
    answers=line_translation.ANSWERS,
    prefixes=("apertium",),
    reason_unsupported=_reason_unsupported,
    open=_open,
    example=lambda folder: "apertium:eu-en",
)
