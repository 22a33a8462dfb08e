"""How all tests run: examples without a clock, because machines differ, and the same ones each time in CI."""

from __future__ import annotations

import atexit
import os
import sys
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from hypothesis import settings

from sample_site import SHARED

if TYPE_CHECKING:
    import pytest

if "PYTEST_XDIST_WORKER" in os.environ:
    # A process for each processor: with more threads they wait for each other, a third of their time.
    os.environ.setdefault("POLARS_MAX_THREADS", "1")

settings.register_profile("here", deadline=None, max_examples=50)
settings.register_profile("ci", deadline=None, derandomize=True, max_examples=50)
settings.load_profile("ci" if os.environ.get("CI") else "here")


def pytest_configure(config: pytest.Config) -> None:
    """Make the directory that the processes of a run share; workers inherit its name."""
    if SHARED not in os.environ:
        directory = TemporaryDirectory(prefix="getpage-tests-")
        os.environ[SHARED] = directory.name
        config.add_cleanup(directory.cleanup)


def pytest_unconfigure() -> None:
    """DuckDB never frees a relation whose Arrow stream was read, by Polars too, and lists its own functions
    as leaked when the process ends, behind the summary.
    """
    if "duckdb" in sys.modules:
        atexit.register(_no_more_errors)


def _no_more_errors() -> None:
    os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
