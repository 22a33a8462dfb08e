"""The sample site, for all tests and all their processes: unpacked once and loaded once, then only read."""

from __future__ import annotations

import fcntl
import os
import shutil
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import getpage
from getpage.demo import write_site, write_weeks

if TYPE_CHECKING:
    from collections.abc import Callable

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
