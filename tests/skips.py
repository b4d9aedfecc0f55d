"""Why a test may be skipped. Anything else that is skipped is counted, named, and a failure where CI is set.

A skip proves nothing, and looks as green as a test that passed. So every reason is on the list below, with a look at
the machine that says whether the thing is really missing: an excuse that does not hold is as bad as none.
"""

from __future__ import annotations

import os
import re
import shutil
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

SHARED = Path(__file__).parents[2] / "shared"
MIRROR = Path(os.environ.get("BABELANCE_MIRROR", SHARED / "data"))
PUBLISHED = SHARED / "fixtures"
CORPORA = SHARED / "corpora"
BASQUE = Path("/usr/share/apertium/modes/eu-en.mode")

MOST = 0.05
"""Of all cases of a whole run; a part of the tests may well be a part that needs the mirror."""
WHOLE = 2000


@dataclass(frozen=True)
class Excuse:
    """`reason` is a pattern for the beginning of what pytest reports; `holds` looks whether it is so."""

    reason: str
    holds: Callable[[], bool]


def _without_module(*names: str) -> bool:
    return any(find_spec(name) is None for name in names)


def _without_program(*names: str) -> bool:
    return not any(map(shutil.which, names))


def _without_folder(folder: Path) -> bool:
    return not folder.is_dir()


def _without_stereoset() -> bool:
    named = Path(os.environ.get("BABELANCE_STEREOSET", ""))
    return not named.is_file() and not (MIRROR / "stereoset" / "dev.json").is_file()


def _without_chromium() -> bool:
    return "BABELANCE_CHROMIUM" not in os.environ and _without_program("chromium", "chromium-browser", "google-chrome")


def _without_torch_part(name: str) -> bool:
    import torch

    return not getattr(torch.backends, name).is_available()


def _with_cuda() -> bool:
    import torch

    return torch.cuda.is_available()


def _without_server(name: str) -> bool:
    from tests.backends.endpoint.real import python_of

    return python_of(name) is None


def _without_smollm2() -> bool:
    from tests.backends.endpoint.real import model_file

    return model_file() is None


EXCUSES = (
    *(
        Excuse(rf"the server {name} is not installed", partial(_without_server, name))
        for name in ("vllm", "llama-cpp", "llama-cpp-python", "transformers-serve")
    ),
    Excuse("no copy of SmolLM2", _without_smollm2),
    Excuse("no mirror of the public datasets", partial(_without_folder, MIRROR)),
    Excuse("no values computed on the public datasets", partial(_without_folder, PUBLISHED)),
    Excuse("no copy of StereoSet's dev.json", _without_stereoset),
    Excuse("needs the training corpora", partial(_without_folder, CORPORA)),
    Excuse("no Chromium on this machine", _without_chromium),
    Excuse("playwright is not installed", partial(_without_module, "playwright")),
    Excuse(r"(CTranslate2|the extra \[mt\]) is not installed", partial(_without_module, "ctranslate2")),
    Excuse("ray is not installed", partial(_without_module, "ray")),
    Excuse("could not import 'inspect_ai", partial(_without_module, "inspect_ai")),
    Excuse("could not import 'lm_eval", partial(_without_module, "lm_eval")),
    Excuse("could not import 'jsonschema", partial(_without_module, "jsonschema")),
    Excuse("no copy of the schemas of Every Eval Ever", lambda: "BABELANCE_EEE_SCHEMAS" not in os.environ),
    Excuse("could not import 'mlflow", partial(_without_module, "mlflow")),
    Excuse("gensim is not installed", partial(_without_module, "gensim")),
    Excuse("msgpack is not installed", partial(_without_module, "msgpack")),
    Excuse("could not import 'seqeval", partial(_without_module, "seqeval")),
    Excuse("could not import 'eflomal", partial(_without_module, "eflomal")),
    Excuse(r"the extra \[onnx\] is not installed", partial(_without_module, "onnxruntime")),
    Excuse(r"the extra \[openvino\] is not installed", partial(_without_module, "openvino")),
    Excuse(r"neither of the extras \[onnx\] and \[openvino\]", partial(_without_module, "onnx", "onnxscript")),
    Excuse("apertium is not installed", partial(_without_program, "apertium")),
    Excuse("apertium has no 'eu-en'", lambda: not BASQUE.exists()),
    Excuse("last bits were looked at with MKL only", partial(_without_torch_part, "mkl")),
    Excuse("torch without oneDNN", partial(_without_torch_part, "mkldnn")),
    Excuse("the kernel does not tell the memory", lambda: not Path("/proc/self/status").exists()),
    Excuse("there is a cuda device here", _with_cuda),
)


def complaint(reason: str, excuses: Iterable[Excuse] = EXCUSES) -> str | None:
    """What is wrong with this reason for skipping a test; None if nothing is."""
    fitting = [excuse for excuse in excuses if re.match(excuse.reason, reason)]
    if not fitting:
        return "not among the excuses in tests/skips.py"
    if not any(excuse.holds() for excuse in fitting):
        return "not so: what it says is missing is here"
    return None


def reasons(reports: Iterable[Any]) -> Counter[str]:
    """How often each reason was given, once for a case whichever worker reports it."""
    given = {report.nodeid: str(report.longrepr[2]).removeprefix("Skipped: ") for report in reports}
    return Counter(given.values())


def complaints(counted: Mapping[str, int], total: int) -> list[str]:
    found = [f"{reason}: {wrong}" for reason in counted if (wrong := complaint(reason))]
    skipped = sum(counted.values())
    if total >= WHOLE and skipped > MOST * total:
        found.append(f"{skipped} of {total} cases were skipped, more than {MOST:.0%}")
    return found


def _seen(reporter: Any) -> tuple[Counter[str], int]:
    """The reasons, and how many cases there were."""
    kinds = ("passed", "failed", "skipped", "xfailed", "xpassed")
    cases = {report.nodeid for kind in kinds for report in reporter.stats.get(kind, ())}
    return reasons(reporter.stats.get("skipped", ())), len(cases)


def pytest_sessionfinish(session: pytest.Session) -> None:
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if reporter is None or not os.environ.get("CI"):
        return
    if complaints(*_seen(reporter)) and session.exitstatus == pytest.ExitCode.OK:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(terminalreporter: Any) -> None:
    counted, total = _seen(terminalreporter)
    if not counted:
        return
    terminalreporter.section("skipped, by reason")
    for reason, count in counted.most_common():
        terminalreporter.write_line(f"{count:5}  {reason}")
    terminalreporter.write_line(f"{sum(counted.values()):5}  of {total} cases")
    for line in complaints(counted, total):
        terminalreporter.write_line(f"skipped without an excuse: {line}", red=True)
