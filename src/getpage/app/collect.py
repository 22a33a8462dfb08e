"""What to run on z/OS so that there is evidence."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING

from getpage.app.evidence import EVIDENCE, check_window, time_option
from getpage.collect import jobs
from getpage.core.errors import GetpageError, Without
from getpage.core.option import option

if TYPE_CHECKING:
    from getpage.result.collect import Collection


def _words(text: str) -> tuple[str, ...]:
    return tuple(part for part in (word.strip().lower() for word in text.split(",")) if part)


@dataclass(frozen=True, kw_only=True)
class CollectRequest:
    """The wanted evidence: products or steps, systems, days, and where the SMF records are."""

    wanted: tuple[str, ...] = field(
        default=(),
        metadata=option(
            "Products, and single steps as reports name them, separated by commas; all products without it.",
            name="for",
            written=str,
            read=_words,
        ),
    )
    first: datetime | None = field(default=None, metadata=time_option("from", ""))
    last: datetime | None = field(
        default=None, metadata=time_option("to", "; T24:00 for that day's last interval")
    )
    systems: tuple[str, ...] = field(
        default=(),
        metadata=option(
            "SMF identifiers of the systems, SYSA,SYSB: a job each.",
            group=EVIDENCE,
            written=str,
            read=jobs.systems,
        ),
    )
    smf: str | None = field(
        default=None,
        metadata=option(
            "The data set that has the records.", group=EVIDENCE, written=str, read=jobs.data_set
        ),
    )
    logstream: str | None = field(
        default=None,
        metadata=option(
            "The log stream that has them instead.", group=EVIDENCE, written=str, read=jobs.log_stream
        ),
    )
    prefix: str = field(
        default="YOUR.HLQ",
        metadata=option(
            "What names of new data sets begin with.", group=EVIDENCE, written=str, read=jobs.prefix
        ),
    )

    def __post_init__(self) -> None:
        """GetpageError for what cannot be asked together."""
        if self.smf and self.logstream:
            raise GetpageError(
                "--smf and --logstream: the records are in one of the two", Without(("--logstream",))
            )
        check_window(self.first, self.last)


def collect(request: CollectRequest) -> Collection:
    """Commands, jobs and transfers that give the evidence, in the order in which they are done.

    Raises GetpageError for a name of no product and no step.
    """
    from getpage.app.tool import TOOL
    from getpage.collect.collection import collection
    from getpage.collect.jobs import RecordSource

    source = RecordSource(
        data_set=request.smf,
        log_stream=request.logstream,
        first=request.first.date() if request.first else None,
        last=request.last.date() if request.last else None,
        prefix=request.prefix,
    )
    return collection(request.wanted, request.systems, source, tool=TOOL)
