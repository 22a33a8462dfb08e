"""The sample site, for all tests and all their processes: unpacked once and loaded once, then only read."""

from __future__ import annotations

import fcntl
import os
import shutil
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import getpage
from getpage.core.memoized import memoized
from getpage.demo import write_site, write_weeks

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    import pytest

    from getpage.contract.observation import Observation
    from getpage.core.progress import Progress
    from getpage.evidence.load import Loaded
    from getpage.evidence.view import StoreEvidence
    from getpage.result import Result
    from getpage.result.plan import Plan

#: Names the directory of one test run, which conftest makes and removes.
SHARED = "GETPAGE_TESTS_SHARED"


@cache
def site() -> Path:
    """The directory of its evidence."""
    return once("site", write_site)


@cache
def store() -> Path:
    """A store with all of its evidence. A test that writes to a store takes a copy."""
    return once("store", lambda directory: getpage.load(site(), into=directory))


@cache
def checked() -> Result:
    """What `check` finds in it; once a process."""
    return getpage.check(store())


@cache
def planned() -> Plan:
    """The plan for it; once a process."""
    return getpage.plan(store())


def copy_store(directory: Path) -> Path:
    """Write a copy of the store, to be changed at will."""
    return Path(shutil.copytree(store(), directory))


def once(name: str, write: Callable[[Path], object]) -> Path:
    """A directory of this name that the first process to ask for it writes, while the others wait."""
    shared = Path(os.environ[SHARED])
    target, part = shared / name, shared / f"{name}.part"
    with (shared / f"{name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not target.exists():
            write(part)
            part.rename(target)
    return target


@cache
def weeks() -> Path:
    """A store with the eight weeks of the small site, each day worked out."""

    def write(directory: Path) -> None:
        with TemporaryDirectory() as dumps:
            write_weeks(Path(dumps))
            getpage.trend(getpage.load(dumps, into=directory).path)

    return once("weeks", write)


def observe_once(patch: pytest.MonkeyPatch) -> None:
    """Verbs that are run in this process on all of the sample site share what is observed in it, as views of
    the page do: it takes two thirds of their time. What follows each does itself.
    """
    # Not at the top: Polars is told how many threads it has before it is loaded (conftest).
    from getpage.app import observe
    from getpage.evidence import view

    open_evidence, observe_window = view.open_evidence, observe.observe_window
    kept: dict[Path, tuple[StoreEvidence, Loaded | None]] = {}

    def is_whole(path: Path, options: Mapping[str, object]) -> bool:
        places = {Path(os.environ[SHARED], name) for name in ("site", "store")}
        ordinary = {None, (), view.Window(), options.get("progress")}
        return path in places and ordinary.issuperset(options.values())

    @contextmanager
    def opened(paths: Sequence[str], **options: object) -> Iterator[tuple[StoreEvidence, Loaded | None]]:
        path = Path(paths[0]).absolute()  # a path that is relative is so to this directory
        if len(paths) > 1 or not is_whole(path.resolve(), options):
            with open_evidence(paths, **options) as evidence:
                yield evidence
            return
        if path not in kept:
            with open_evidence(paths, **options) as kept[path]:
                pass
        yield kept[path]

    @memoized()
    def observed(evidence: StoreEvidence) -> Observation:
        return observe_window(evidence)

    def of_window(evidence: StoreEvidence, progress: Progress | None = None) -> Observation:
        is_kept = any(evidence is other for other, _ in kept.values())
        return observed(evidence) if is_kept else observe_window(evidence, progress)

    patch.setattr(view, "open_evidence", opened)
    patch.setattr(observe, "observe_window", of_window)
