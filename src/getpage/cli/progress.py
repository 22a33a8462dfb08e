"""Progress on long work: a bar on a terminal, nothing when standard error is piped."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING

from getpage.app.evidence import Watch
from getpage.cli.refused import report_left_out

if TYPE_CHECKING:
    from collections.abc import Iterator

    from getpage.core.progress import Progress
    from getpage.evidence.load import Loaded


class Looking:
    """What is seen of the work on a request: `code` is the exit code that files alone call for."""

    def __init__(self, progress: Progress | None) -> None:
        """`progress` is told of files as they are read."""
        self.code = 0
        self.watch = Watch(progress, self._loaded)

    def _loaded(self, loaded: Loaded) -> None:
        self.code = report_left_out(loaded)


@contextmanager
def looking(what: str) -> Iterator[Looking]:
    """Look on with a bar on a terminal, and name the files that are no evidence."""
    with progress(what) as report:
        yield Looking(report)


@contextmanager
def progress(what: str) -> Iterator[Progress | None]:
    """A function that takes (what is worked on, parts done, parts in all), or None when nobody watches."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, TaskProgressColumn, TextColumn, TimeRemainingColumn
    from rich.progress import Progress as Bar

    columns = (TextColumn("{task.description}"), BarColumn(), TaskProgressColumn(), TimeRemainingColumn())
    with Bar(*columns, console=Console(stderr=True, highlight=False), transient=True) as bar:
        task = bar.add_task(what, total=None)

        def report(file: str, done: int, total: int) -> None:
            bar.update(task, completed=done, total=total, description=f"{what} {file}".strip())

        yield report
