"""The evidence of a request, its options, and callbacks while it is read."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from os import PathLike, fspath
from pathlib import Path
from typing import TYPE_CHECKING, Final

from getpage.core.amounts import local_time, without_zone
from getpage.core.errors import GetpageError, NotEnoughEvidenceError
from getpage.core.option import Option, option
from getpage.core.progress import Progress

if TYPE_CHECKING:
    from getpage.evidence.load import Loaded
    from getpage.evidence.view import StoreEvidence

#: The heading of what says which evidence.
EVIDENCE: Final = "Evidence"
#: A path, a glob or several of them.
Paths = str | PathLike[str] | Sequence[str | PathLike[str]]


def files_of(paths: Paths) -> list[str]:
    """One path or several."""
    return [fspath(path) for path in ([paths] if isinstance(paths, (str, PathLike)) else paths)]


def paths_option(*, store: bool = True) -> Mapping[str, Option]:
    """Option of evidence paths; `store` says whether a store is accepted instead."""
    or_store = "; or one store" if store else ""
    return option(
        f"Files, pipes, globs, directories, archives, URLs, or - for standard input{or_store}.",
        positional=True,
        written=list[str],
    )


def layouts_option() -> Mapping[str, Option]:
    """Option of directories with layouts."""
    return option("Directories with layouts of your own.", group=EVIDENCE, written=tuple[Path, ...])


def time_option(name: str, example: str) -> Mapping[str, Option]:
    """Option of one end of the window."""
    return option(
        f"Only {name} this local time, 2026-05-21{example}.",
        name=name,
        group=EVIDENCE,
        written=str,
        read=local_time,
    )


def check_window(first: datetime | None, last: datetime | None) -> None:
    """GetpageError for a window that ends before it begins, and for what is no time without a zone."""
    for name, end in (("from", first), ("to", last)):
        if end is not None and not isinstance(end, datetime):
            message = f"--{name} {end}: expected a datetime, or a text"
            raise GetpageError(message, f"--{name} {str(end)[:10]}T00:00")
        if end is not None:
            without_zone(end)
    if first and last and first > last:
        message = f"--from {first} is later than --to {last}"
        raise GetpageError(message, f"--from {last.isoformat()} --to {first.isoformat()}")


def system_option() -> Mapping[str, Option]:
    """Option of the z/OS system of evidence that names none."""
    return option("The z/OS system of replies and reports that do not name one: SYSA.", group=EVIDENCE)


def codepage_option() -> Mapping[str, Option]:
    """Option of the code page of EBCDIC text."""
    return option("The code page of texts in EBCDIC, where it is not 1047 or 037: 273.", group=EVIDENCE)


def curves_option(group: str = "") -> Mapping[str, Option]:
    """Option of saved curves."""
    return option(
        "A curve that getpage curve saved as JSON, FILE or SUBSYSTEM=FILE; may be repeated.",
        name="curve",
        group=group,
        written=tuple[str, ...],
    )


@dataclass(frozen=True, kw_only=True)
class DaysRequest:
    """A store or files, all of it."""

    paths: Paths = field(kw_only=False, metadata=paths_option())
    system: str | None = field(default=None, metadata=system_option())
    codepage: str | None = field(default=None, metadata=codepage_option())
    layouts: Sequence[Path] = field(default=(), metadata=layouts_option())


@dataclass(frozen=True, kw_only=True)
class EvidenceRequest(DaysRequest):
    """A store or files, and a window of them."""

    first: datetime | None = field(default=None, metadata=time_option("from", "T16:00"))
    last: datetime | None = field(
        default=None, metadata=time_option("to", "T18:00; T24:00 is the end of that day")
    )

    def __post_init__(self) -> None:
        """GetpageError for a window that ends before it begins, and for what is no time without a zone."""
        check_window(self.first, self.last)


@dataclass(frozen=True, slots=True)
class Watch:
    """Callbacks: `progress` while files are read, `loaded` after files (not a store) were loaded."""

    progress: Progress | None = None
    loaded: Callable[[Loaded], object] | None = None


NOBODY = Watch()


@contextmanager
def opened(request: DaysRequest, watch: Watch) -> Iterator[StoreEvidence]:
    """The evidence of a request, open as long as the block."""
    from getpage.evidence.opened import open_evidence
    from getpage.evidence.window import Window

    window = Window(request.first, request.last) if isinstance(request, EvidenceRequest) else None
    with open_evidence(
        files_of(request.paths),
        window=window,
        layouts=request.layouts,
        progress=watch.progress,
        system=request.system,
        codepage=request.codepage,
    ) as (evidence, loaded):
        if loaded is not None and watch.loaded is not None:
            watch.loaded(loaded)
        refuse_beside(evidence)
        yield evidence


def refuse_beside(evidence: StoreEvidence) -> None:
    """NotEnoughEvidenceError for a window before or after all evidence: no findings there mean nothing."""
    from getpage.core import numbers

    window = evidence.window
    if window.first is None and window.last is None:
        return
    covered = evidence.coverage
    first = min((line.first for line in covered if line.first), default=None)
    last = max((line.last for line in covered if line.last), default=None)
    if first is None or last is None:
        return
    if (window.first is not None and window.first >= last) or (
        window.last is not None and window.last <= first
    ):
        asked_window = " ".join(
            f"{name} {end.isoformat(timespec='minutes')}"
            for name, end in (("--from", window.first), ("--to", window.last))
            if end is not None
        )
        message = (
            f"not enough evidence: nothing in it is of {asked_window}; it is of {numbers.span(first, last)}"
        )
        raise NotEnoughEvidenceError(
            message, f"--from {first.isoformat(timespec='minutes')} --to {last.isoformat(timespec='minutes')}"
        )
