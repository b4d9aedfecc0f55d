"""Any command as a translator: it reads lines on standard input and writes as many on standard output.

    cmd:COMMAND              cmd:marian-decoder -c decoder.yml
    cmd:COMMAND#v=VERSION    the same, its answers kept for later runs under this version
    cmd:COMMAND#HASH         only if the program and the files it names still have this hash

`{source}` and `{target}` in the command are replaced by the BCP 47 codes. No shell is involved: write `cmd:sh -c '…'`
for pipes. The command must be deterministic; it is started once for a window of lines.

Nobody can see which model a program loads, or whether a service behind it has changed. So answers are asked anew in
every run, unless a version (letters, digits, `.`, `_`, `-`) says that they may be kept: the user changes it whenever
the model behind the program changes.
"""

from __future__ import annotations

import os
import re
import secrets
import shlex
import shutil
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from babelance.backends.transformers import hashes
from babelance.backends.translation import line_translation
from babelance.backends.translation.process import Program
from babelance.core.errors import ModelError
from babelance.core.language_tag import require_language_tag
from babelance.core.model import ONE_RUN, Health, Kind, Options

_HASH = re.compile(r"^(?P<command>.+)#(?P<hash>[0-9a-f]{8,64})$", re.DOTALL)
_VERSION = re.compile(r"^(?P<command>.+)#v=(?P<version>[\w.-]{1,64})$", re.DOTALL | re.ASCII)
_THIS_RUN = f"{os.getpid()}-{secrets.token_hex(8)}"


@dataclass(frozen=True)
class Command(line_translation.LineTranslator):
    words: tuple[str, ...]
    expected: str = ""
    version: str = ""

    items_per_commit = 1024

    @property
    def id(self) -> str:
        version = f"#v={self.version}" if self.version else ""
        return f"cmd:{shlex.join(self.words)}{version}#{self.content[:8]}"

    @cached_property
    def fingerprint(self) -> str:
        """Of what can be seen, and the version; without one, of this run as well."""
        return hashes.combine(self.content, self.version) if self.version else f"{ONE_RUN}{_THIS_RUN} {self.content}"

    @cached_property
    def content(self) -> str:
        """Of the command's words, the program, and every file and folder that its words name."""
        digest = hashes.combine(*self.words, *map(hashes.hash_of_files, _files_of(self.words)))
        return hashes.require_hash(
            digest, self.expected, f"'{shlex.join(self.words)}'", "a file that it names has changed"
        )

    def health(self, texts: Sequence[str]) -> Health:
        kept = "" if self.version else "; its answers are kept for this run alone, with #v=VERSION for later ones"
        return Health(notes=(f"a command: that its program is deterministic and unchanged cannot be checked{kept}",))

    def _translate(self, lines: Sequence[str], source: str, target: str) -> Iterable[line_translation.Translated]:
        codes = {"{source}": require_language_tag(source), "{target}": require_language_tag(target)}
        argv = tuple(re.sub(r"\{(?:source|target)\}", lambda match: codes[match[0]], word) for word in self.words)
        return map(line_translation.text, Program(argv, f"The command '{shlex.join(argv)}'").translate(lines))


def _files_of(words: Sequence[str]) -> list[Path]:
    """The program, and what the words name: `-c FILE`, `--model=FILE`, files in the script of `sh -c`, of folders the
    files at their top."""
    program = shutil.which(words[0])
    inner = [part for word in words[1:] for part in (word, word.partition("=")[2], *word.split())]
    places = [Path(part) for part in dict.fromkeys((program or "", *inner)) if part]
    inside = [file for folder in places if folder.is_dir() for file in sorted(folder.iterdir())]
    return [file for file in (*places, *inside) if file.is_file()]


def _parse_spec(spec: str) -> Command:
    whole = spec.removeprefix("cmd:").strip()
    match = _HASH.match(whole)
    whole, expected = (match["command"], match["hash"]) if match else (whole, "")
    match = _VERSION.match(whole)
    command, version = (match["command"], match["version"]) if match else (whole, "")
    try:
        words = tuple(shlex.split(command))
    except ValueError as error:
        raise ModelError(f"'{spec}' is not a command: {error}.") from error
    if not words:
        raise ModelError("'cmd:' is followed by a command that reads lines and writes as many.")
    return Command(words, expected, version)


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


def _example(folder: Path) -> str:
    """A translator that hands back what it is given."""
    return f"cmd:{shlex.join([sys.executable, '-c', 'import sys; sys.stdout.write(sys.stdin.read())'])}"


kind = Kind(
    name="command",
    title="Any command as a translator",
    answers=line_translation.ANSWERS,
    prefixes=("cmd",),
    reason_unsupported=_reason_unsupported,
    open=_open,
    example=_example,
    needs_permission=True,
)
