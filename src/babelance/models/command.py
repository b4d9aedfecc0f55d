"""Any command as a translator: it reads lines on standard input and writes as many on standard output.

    cmd:COMMAND              cmd:marian-decoder -c decoder.yml
    cmd:COMMAND#HASH         only if the program and the files it names still have this hash

`{source}` and `{target}` in the command are replaced by the BCP 47 codes. No shell is involved: write `cmd:sh -c '…'`
for pipes. The command must be deterministic; it is started once for a window of lines.
"""

from __future__ import annotations

import re
import shlex
import shutil
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from babelance.backends.transformers import hashes
from babelance.backends.translation import line_translation
from babelance.backends.translation.process import Program
from babelance.core.errors import ModelError
from babelance.core.model import Health, Kind, Options
from babelance.core.query import Answer, Query

_HASH = re.compile(r"^(?P<command>.+)#(?P<hash>[0-9a-f]{8,64})$", re.DOTALL)


@dataclass(frozen=True)
class Command:
    words: tuple[str, ...]
    expected: str = ""

    answers = line_translation.ANSWERS
    items_per_commit = 1024

    @property
    def id(self) -> str:
        return f"cmd:{shlex.join(self.words)}#{self.fingerprint[:8]}"

    @cached_property
    def fingerprint(self) -> str:
        """Of the command's words, the program, and every file among its words."""
        program = shutil.which(self.words[0])
        files = [Path(word) for word in (program or "", *self.words[1:]) if word and Path(word).is_file()]
        digest = hashes.combine(*self.words, *(hashes.hash_of_files(file) for file in files))
        if not digest.startswith(self.expected):
            raise ModelError(
                f"'{shlex.join(self.words)}' has the hash {digest[:8]}, not {self.expected}: a file that it names has "
                f"changed. Leave out '#{self.expected}' to use it as it is."
            )
        return digest

    @property
    def choices(self) -> Mapping[str, str]:
        return {}

    def health(self, texts: Sequence[str]) -> Health:
        return Health(notes=("a command: that its program is deterministic and unchanged cannot be checked",))

    def answer(self, queries: Sequence[Query]) -> Iterator[Answer]:
        return line_translation.answers(queries, self._translate, name=self.id)

    def _translate(self, lines: Sequence[str], source: str, target: str) -> Iterable[line_translation.Translated]:
        argv = tuple(word.replace("{source}", source).replace("{target}", target) for word in self.words)
        return map(line_translation.text, Program(argv, f"The command '{shlex.join(argv)}'").translate(lines))


def _parse_spec(spec: str) -> Command:
    whole = spec.removeprefix("cmd:").strip()
    match = _HASH.match(whole)
    command, expected = (match["command"], match["hash"]) if match else (whole, "")
    try:
        words = tuple(shlex.split(command))
    except ValueError as error:
        raise ModelError(f"'{spec}' is not a command: {error}.") from error
    if not words:
        raise ModelError("'cmd:' is followed by a command that reads lines and writes as many.")
    return Command(words, expected)


def _reason_unsupported(spec: str) -> str | None:
    try:
        command = _parse_spec(spec)
    except ModelError as error:
        return str(error).removesuffix(".")
    return None if shutil.which(command.words[0]) else f"there is no program '{command.words[0]}'"


def _open(spec: str, options: Options) -> Command:
    command = _parse_spec(spec)
    if reason := _reason_unsupported(spec):
        raise ModelError(f"Cannot open '{spec}': {reason}.")
    return command


kind = Kind("command", "Any command as a translator", line_translation.ANSWERS, ("cmd",), _reason_unsupported, _open)
