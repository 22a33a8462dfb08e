"""Evidence into a store."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

from getpage.app.evidence import NOBODY, Paths, Watch, codepage_option, files_of, layouts_option, paths_option
from getpage.core.amounts import bytes_of
from getpage.core.errors import GetpageError
from getpage.core.option import option, threads_problem
from getpage.core.text import QUOTED, shorten
from getpage.core.units import GIB, MIB
from getpage.core.urls import place, url_of

if TYPE_CHECKING:
    from getpage.core.progress import Progress
    from getpage.evidence.load import Decode, Loaded
    from getpage.evidence.store import Store
    from getpage.scale.pieces import Run


#: Bytes by URL that this machine decodes at a time: they are on its disk meanwhile.
_RANGE_HERE: Final = 2 * GIB


class Engine(StrEnum):
    """Who decodes the records of a load."""

    LOCAL = "local"
    SPARK = "spark"


@dataclass(frozen=True, kw_only=True)
class LoadRequest:
    """The files to load, and the store to load them into."""

    paths: Paths = field(kw_only=False, metadata=paths_option(store=False))
    into: str | Path = field(
        metadata=option("The store, a directory or URL; made when it is not there.", written=Path, read=place)
    )
    threads: int | None = field(default=None, metadata=option("Decoders at work; default: all processors."))
    system: str | None = field(
        default=None,
        metadata=option("The z/OS system of replies and reports in these files that do not name one: SYSA."),
    )
    codepage: str | None = field(default=None, metadata=codepage_option())
    layouts: Sequence[Path] = field(default=(), metadata=layouts_option())
    tasks: bool = field(
        default=False,
        metadata=option("Keep each task of monitoring records as a row, beside the measures by transaction."),
    )
    dictionary: Sequence[Path] = field(
        default=(),
        metadata=option(
            "A file with dictionaries of monitoring records, for regions whose records have none.",
            written=tuple[Path, ...],
        ),
    )
    engine: Engine = field(
        default=Engine.LOCAL,
        metadata=option("Who decodes: local, this machine; spark, the workers of your Spark cluster."),
    )
    range_size: int | None = field(
        default=None,
        metadata=option(
            "Bytes of a file that a task of Spark decodes, default: 256M; by URL also what this machine "
            "decodes at a time, default: 2G.",
            written=str,
            read=bytes_of,
        ),
    )

    def __post_init__(self) -> None:
        """GetpageError for what cannot be."""
        if problem := threads_problem(self.threads):
            raise GetpageError(problem, "--threads 4")
        if self.engine not in [*Engine]:
            problem = f"--engine {shorten(str(self.engine), QUOTED)}: expected local or spark"
            raise GetpageError(problem, "--engine spark")
        if self.range_size is not None and self.range_size < MIB:
            problem = f"--range-size {self.range_size}: expected 1M or more"
            raise GetpageError(problem, "--range-size 256M")


def load(request: LoadRequest) -> Store:
    """Load files, globs or directories into a store, made when it is not there, and return it.

    Records that the store has already are not added again. Raises GetpageError when there is no evidence.
    What many days come to is worked out, as far as that can be done.
    """
    with workers_of(request) as run:
        store, loaded = load_and_tell(request, run)
        measure(request, run, store, loaded)
    return store


@contextmanager
def workers_of(request: LoadRequest) -> Iterator[Run | None]:
    """Who does the work of a load, for as long as the block; None for this process."""
    if request.engine == Engine.LOCAL:
        yield None
        return
    from getpage.scale.spark import workers

    with workers() as run:
        yield run


def measure(
    request: LoadRequest, run: Run | None, store: Store, loaded: Loaded, progress: Progress | None = None
) -> str:
    """Work out what `check` needs of the days that were loaded, in a store of many. Why that cannot be done:
    then the first look at these days does it; the load stands.
    """
    from getpage.app.measures import at_once, days_to_measure, make_measures, measure_days, why_not

    try:
        days = days_to_measure(store, loaded.days)
        many = at_once(store, days, request.threads or os.cpu_count() or 1)
        if days and run is None and many > 1:
            from getpage.scale.processes import processes

            run = processes(many)
        if days and run is not None:
            return measure_days(run, store, days, progress)
        if days:
            make_measures(store, days, progress)
    except Exception as error:
        return why_not(error)
    return ""


def load_and_tell(request: LoadRequest, run: Run | None, watch: Watch = NOBODY) -> tuple[Store, Loaded]:
    """As `load`, with the files read, known before and refused, and the rows added."""
    from getpage.evidence.commit import remove_if_empty
    from getpage.evidence.dictionary import load_dictionary
    from getpage.evidence.load import load
    from getpage.evidence.store import Store

    had_folder, is_new = Path(request.into).exists(), not Store.is_store(request.into)
    store = Store.create(request.into, load_dictionary(request.layouts))
    try:
        loaded = load(
            files_of(request.paths),
            store,
            threads=request.threads,
            layouts=request.layouts,
            progress=watch.progress,
            system=request.system,
            codepage=request.codepage,
            tasks=request.tasks,
            dictionaries=request.dictionary,
            decode=_decoder(request, run),
        )
    except BaseException:
        if is_new:
            remove_if_empty(store, folder=not had_folder)
        raise
    return store, loaded


def _decoder(request: LoadRequest, run: Run | None) -> Decode | None:
    """What decodes in pieces; None where this process decodes files on its disk."""
    if run is None and not any(map(url_of, (request.into, *files_of(request.paths)))):
        return None
    from getpage.scale.pieces import RANGE, decode

    if run is None:
        from getpage.scale.work import here

        threads, size = request.threads or os.cpu_count() or 1, request.range_size or _RANGE_HERE
        return partial(decode, run=here, threads=threads, size=size)
    return partial(decode, run=run, threads=request.threads or 1, size=request.range_size or RANGE)
