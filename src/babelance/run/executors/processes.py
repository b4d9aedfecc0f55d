"""Whole jobs in several processes of this machine; results, scores and progress come back in the order of the plan.

A process opens each model once. All of them share the answer store, so a killed run goes on where it stopped. Numbers
are those of a single process up to the rounding of sums over other numbers of threads.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Collection, Iterator, Mapping, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing, contextmanager
from dataclasses import dataclass, field, replace
from multiprocessing import active_children, get_context
from multiprocessing.process import BaseProcess
from pathlib import Path
from types import FrameType
from typing import Any

from babelance.core.errors import BabelanceError, InputError
from babelance.core.estimate import Result
from babelance.core.measure import Measure
from babelance.core.model import Health, Model
from babelance.datasets import find
from babelance.run.pipeline import Hooks, Outcome, walk
from babelance.run.plan import Job, Origin, Plan, Settings
from babelance.run.store import Store

THREADS = "OMP_NUM_THREADS"
_ASKED, _PAUSE = 100, 0.1
"""So often, and with so many seconds between, a process is asked to end."""


@dataclass(frozen=True, slots=True)
class PortableJob:
    """A job that can travel: names instead of open models and datasets."""

    origin: Origin
    dataset: str
    data: str
    language: str
    measures: Mapping[str, Measure]
    name: str = ""
    unlimited: bool = False

    @classmethod
    def of(cls, job: Job) -> PortableJob:
        origin = replace(job.origin, options=replace(job.origin.options, progress=None))
        dataset, measures = job.dataset.card.name, dict(job.measures)
        return cls(origin, dataset, job.data, job.language, measures, job.name, job.unlimited)

    def job(self, model: Model) -> Job:
        dataset = find(self.dataset)
        return Job(model, dataset, self.data, self.language, self.measures, self.origin, self.name, self.unlimited)


@dataclass(frozen=True, slots=True)
class JobResult:
    """What a process brings back: everything that a job would have told its hooks."""

    results: list[Result] = field(default_factory=list)
    kept: list[tuple[str, Sequence[Outcome]]] = field(default_factory=list)
    noted: list[Health] = field(default_factory=list)
    warned: list[str] = field(default_factory=list)


def walk_in_processes(plan: Plan, store: Path | None, hooks: Hooks, processes: int) -> Iterator[Result]:
    """All results of the plan. Progress counts jobs."""
    if processes < 1:
        raise InputError(f"--processes must be at least 1, not {processes}.")
    lost: list[Job] = []
    before = set(active_children())
    with _fewer_threads(processes), _pool(processes, len(plan.jobs)) as pool:
        waiting = [pool.submit(_walk, PortableJob.of(job), plan.settings, store) for job in plan.jobs]
        try:
            with closing(_Alone(plan, store)) as alone:
                yield from _collect(plan.jobs, waiting, hooks, alone, lost)
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            # Nobody will read what they are still working on; what they have answered is stored.
            _end_all(set(active_children()) - before)
            raise
    if lost:
        raise BabelanceError(_lost_in_words(lost))


def _pool(processes: int, jobs: int) -> ProcessPoolExecutor:
    spawn, most = get_context("spawn"), max(1, min(processes, jobs))
    return ProcessPoolExecutor(most, mp_context=spawn, initializer=_leave_signals_to_the_parent)


def _leave_signals_to_the_parent() -> None:
    """Ctrl-C reaches every process of a terminal; the parent ends the others, which end the programs they started."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, _end)


def _end(number: int, frame: FrameType | None) -> None:
    """Raised while an object is destroyed it goes no further and would only be shown; the parent asks again."""
    sys.unraisablehook = _show_nothing
    sys.exit(128 + number)


def _show_nothing(swallowed: Any) -> None:
    pass


def _end_all(processes: Collection[BaseProcess]) -> None:
    """Ask them to end until they have, for ten seconds; who is busy with something that cannot be asked is killed."""
    for _ in range(_ASKED):
        alive = [process for process in processes if process.is_alive()]
        for process in alive:
            process.terminate()
        for process in alive:
            process.join(_PAUSE)
        if not alive:
            return
    for process in processes:
        process.kill()


def _lost_in_words(lost: Sequence[Job]) -> str:
    named = "; ".join(f"{job.origin.spec} on {job.data.partition('@')[0]} {job.language}" for job in lost[:5])
    return (
        f"{len(lost)} of the jobs have no results: the process that worked on them was killed, also when it worked "
        f"alone ({named}{' …' if len(lost) > 5 else ''}). Most likely there is not enough memory: use "
        "fewer --processes, a smaller model or --limit. The results of all other jobs are kept."
    )


@dataclass
class _Alone:
    """Jobs once more, one after another in a single process: the others may have taken its memory."""

    plan: Plan
    store: Path | None
    _process: ProcessPoolExecutor | None = None

    def walk(self, job: Job) -> JobResult | None:
        """The results of the job; None if its process was killed a second time."""
        self._process = self._process or _pool(1, 1)
        try:
            return self._process.submit(_walk, PortableJob.of(job), self.plan.settings, self.store).result()
        except BrokenProcessPool:
            self._process = None
            return None

    def close(self) -> None:
        if self._process:
            self._process.shutdown(cancel_futures=True)


def _collect(
    jobs: Sequence[Job], waiting: Sequence[Future[JobResult]], hooks: Hooks, alone: _Alone, lost: list[Job]
) -> Iterator[Result]:
    """Results in the order of the plan. A killed process takes all unfinished jobs of its pool with it."""
    for number, (job, result) in enumerate(zip(jobs, waiting, strict=True)):
        hooks.on_progress(job, number, len(jobs))
        try:
            done: JobResult | None = result.result()
        except BrokenProcessPool:
            done = alone.walk(job)
        if done is None:
            lost.append(job)
            continue
        for health in done.noted:
            hooks.on_health(job, health)
        for measure, outcomes in done.kept:
            hooks.on_scored(job, measure, outcomes)
        for words in done.warned:
            hooks.warn(words)
        yield from done.results


def _walk(errand: PortableJob, settings: Settings, store: Path | None) -> JobResult:
    done = JobResult()
    hooks = Hooks(
        on_scored=lambda job, measure, outcomes: done.kept.append((measure, outcomes)),
        on_health=lambda job, health: done.noted.append(health),
    )
    try:
        with Store(store) as answers:
            done.results.extend(walk(errand.job(_model(errand.origin)), settings, answers, hooks))
            done.warned.extend(filter(None, [answers.note]))
    except SystemExit:  # the pool would take it for an error of this job, and wait for the next one
        os._exit(1)
    except BabelanceError as error:
        # Some errors cannot be sent to another process; what they say can.
        raise (InputError if isinstance(error, InputError) else BabelanceError)(str(error)) from None
    return done


_opened: dict[str, Model] = {}


def _model(origin: Origin) -> Model:
    """The models of this process."""
    name = repr(origin)
    if name not in _opened:
        _opened[name] = origin.open()
    return _opened[name]


@contextmanager
def _fewer_threads(processes: int) -> Iterator[None]:
    """Processes that are started meanwhile share the cores, unless the user has said how many threads they want."""
    given = os.environ.get(THREADS)
    os.environ[THREADS] = given or str(max(1, (os.cpu_count() or 1) // processes))
    try:
        yield
    finally:
        if given is None:
            del os.environ[THREADS]
