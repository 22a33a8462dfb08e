"""How all tests run: examples without a clock, because machines differ, and the same ones each time in CI."""

from __future__ import annotations

import gc
import os
import re
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings

from examples import IN_CI, examples
from getpage.core.errors import GetpageError, Instead, Without
from getpage.result.model import HEADLINE, Finding
from sample_site import SHARED, observe_once

if TYPE_CHECKING:
    from collections.abc import Iterator

if "PYTEST_XDIST_WORKER" in os.environ:
    # A process for each processor: with more threads they wait for each other, a third of their time.
    os.environ.setdefault("POLARS_MAX_THREADS", "1")

pytest_plugins = ["served"]

settings.register_profile("tests", deadline=None, derandomize=IN_CI, max_examples=examples(24))
settings.load_profile("tests")


#: Numbers of a headline by their form, and the longest of each form.
LONGEST = {
    r"\d[\d,.]* [KMGT]iB": "1,023 MiB",
    r"[\d,]+ h(?: \d+ min)?|\d+ min(?: \d+ s)?": "23 h 59 min",
    r"\d[\d,.]* %": "99.9 %",
    r"\d{1,3}(?:,\d{3})+": "9,999,999",
}

_NUMBER = re.compile("|".join(f"({form})" for form in LONGEST))


@pytest.fixture(autouse=True)
def headlines_fit_their_line(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Each headline that a test evokes fits its line with the longest numbers, and leaves out its object."""
    wrong: list[str] = []
    ordinary = Finding.__post_init__

    def judged(finding: Finding) -> None:
        widest = _NUMBER.sub(lambda number: list(LONGEST.values())[number.lastindex - 1], finding.headline)
        if len(widest) > HEADLINE or str(finding.object) in finding.headline:
            wrong.append(f"{finding.check}: {widest}")
        ordinary(finding)

    monkeypatch.setattr(Finding, "__post_init__", judged)
    yield
    assert not wrong


#: What a next step may enter beside getpage itself.
TOOLS = frozenset(
    {
        "aws",
        "df",
        "file",
        "gcloud",
        "hdfs",
        "iconv",
        "java",
        "ls",
        "mkdir",
        "pip",
        "rm",
        "vi",
    }
)


def is_command(step: str | Instead | Without) -> bool:
    """Whether a next step can be entered, or corrects the command that was entered."""
    return isinstance(step, Instead | Without) or step[:1] == "-" or step.split()[0] in TOOLS | {"getpage"}


@pytest.fixture(autouse=True)
def errors_end_with_a_command(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Each error that a test evokes says what to enter next."""
    wrong: list[str] = []
    ordinary = GetpageError.__init__

    def judged(error: GetpageError, problem: str, next_step: str | Without | Instead) -> None:
        if not is_command(next_step):
            wrong.append(f"{problem}: {next_step}")
        ordinary(error, problem, next_step)

    monkeypatch.setattr(GetpageError, "__init__", judged)
    yield
    assert not wrong


@pytest.fixture
def few_rows_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """Measures are kept of stores of any size."""
    from getpage.evidence import beside

    monkeypatch.setattr(beside, "MOST_AT_ONCE", 0)


@pytest.fixture(scope="session", autouse=True)
def sample_site_is_observed_once() -> Iterator[None]:
    """See `observe_once`."""
    with pytest.MonkeyPatch.context() as patch:
        observe_once(patch)
        yield


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """One more than there are processors: a sixth of the time they wait for commands and browsers."""
    return (os.cpu_count() or 1) + 1


def pytest_configure(config: pytest.Config) -> None:
    """Make the directory that the processes of a run share; workers inherit its name."""
    if SHARED not in os.environ:
        directory = TemporaryDirectory(prefix="getpage-tests-")
        os.environ[SHARED] = directory.name
        config.add_cleanup(directory.cleanup)


def pytest_collection() -> None:
    """What is collected stays: looking for garbage in it took a fifth of the time."""
    gc.disable()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The tests that share a session of Spark come first: one process has them all before another is idle
    and takes some, for which it would start a session of its own.
    """
    items.sort(key=lambda item: item.path.name != "test_spark.py")


def pytest_collection_finish() -> None:
    """From here on there is garbage, and none in what was collected."""
    gc.freeze()
    gc.set_threshold(10_000, 20, 20)
    gc.enable()


def pytest_unconfigure() -> None:
    """What stays is freed when the process ends: what is not, the bindings of DuckDB list as leaked."""
    gc.unfreeze()
