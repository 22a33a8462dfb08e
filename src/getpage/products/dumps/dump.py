"""One SVC dump: when it was asked for, captured and written, of what, and what z/OS said of it."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime

Row = dict[str, Any]
_JOBNAME: Final = re.compile(r"\bJOBNAME=\(([A-Z0-9@#$*?, ]{1,200})\)")


@dataclass(slots=True)
class Dump:
    """`begun`, `captured` and `written` are local times, None where nothing tells. `rows` are the messages by
    identifier, REPLY, DUMP or SLIP; `begun_by` is the one that says when it was asked for.
    """

    id: str | None = None
    begun: datetime | None = None
    begun_by: str = ""
    captured: datetime | None = None
    written: datetime | None = None
    rows: dict[str, Row] = field(default_factory=dict)

    def first_of(self, column: str) -> Any:
        """What the messages say of it; None where none does."""
        said = (row[column] for row in self.rows.values() if row[column] is not None)
        return next(said, None)

    @property
    def job(self) -> str | None:
        """Who asked for it."""
        told = self.first_of("job")
        return None if told is None else str(told)

    @property
    def title(self) -> str | None:
        """Its title."""
        told = self.first_of("title")
        return None if told is None else str(told)

    @property
    def asids(self) -> tuple[int, ...]:
        """The address spaces in it."""
        told = max((str(row["asids"] or "") for row in self.rows.values()), key=len, default="")
        return tuple(int(one, 16) for one in told.split(",") if 0 < len(one) <= 4)

    @property
    def jobs(self) -> tuple[str, ...]:
        """Jobs that a reply names to be dumped, and who asked for it."""
        told = _JOBNAME.search(str(self.rows["REPLY"]["reason"] or "")) if "REPLY" in self.rows else None
        named = [one.strip() for one in told[1].split(",")] if told else []
        return tuple(dict.fromkeys((*filter(None, named), *([self.job] if self.job else []))))

    @property
    def done(self) -> Mapping[str, Any] | None:
        """The message that says that it is written."""
        return next((row for row in self.rows.values() if row["data_set"] is not None), None)

    @property
    def is_partial(self) -> bool:
        """Whether some of what was asked for is not in it."""
        return any(row["is_partial"] for row in self.rows.values())

    @property
    def reason(self) -> str:
        """What z/OS said of why it is partial."""
        told = (row["reason"] for row in self.rows.values() if row["data_set"] is not None and row["reason"])
        return str(next(told, ""))

    @property
    def hit_maxspace(self) -> bool:
        """Whether z/OS said that MAXSPACE was reached."""
        return "IEA043I" in self.rows or "MAXSPACE" in self.reason.upper()

    @property
    def waited(self) -> Mapping[str, Any] | None:
        """The message that says that there was no data set to write it to."""
        return self.rows.get("IEA793A")

    @property
    def seconds(self) -> float | None:
        """Of its capture: from when it was asked for to IEA794I; None where either is not known."""
        if self.begun is None or self.captured is None:
            return None
        took = (self.captured - self.begun).total_seconds()
        return took if took > 0 else None

    @property
    def write_seconds(self) -> float | None:
        """From the end of its capture until it was written; None where either is not known."""
        if self.captured is None or self.written is None:
            return None
        return max(0.0, (self.written - self.captured).total_seconds())
