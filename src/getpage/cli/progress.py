"""Progress on long work: a bar on a terminal, nothing when standard error is piped."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn, TimeRemainingColumn

from getpage.cli.output import notes

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


@contextmanager
def progress(what: str) -> Iterator[Callable[[str, int, int], None] | None]:
    """A function that takes (file, bytes done, bytes in all), or None when nobody watches."""
    console = notes()
    if not console.is_terminal:
        yield None
        return
    columns = (TextColumn("{task.description}"), BarColumn(), DownloadColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True) as bar:
        task = bar.add_task(what, total=None)

        def report(file: str, done: int, total: int) -> None:
            bar.update(task, completed=done, total=total, description=f"{what} {file}".strip())

        yield report
