"""getpage drop: days out of a store."""

from __future__ import annotations

from getpage.app.drop import DropRequest, drop
from getpage.cli.output import write
from getpage.cli.request_command import request_command


@request_command(DropRequest)
def drop_command(request: DropRequest) -> None:
    """Remove days from a store, and list what was removed.

    A day is that on which SMF wrote the record, or of a message's time; rows without a time stay unless you
    say --day undated. Either all of it is done or nothing. A file that had rows of
    other days too can be loaded again: that restores what was removed, and nothing is there twice.

        getpage drop prod --before 2025-11-01

        getpage drop prod --day 2026-05-21 --day 2026-05-22
    """
    gone = drop(request)
    if not gone.days:
        write("nothing to drop: the store has no such day\n")
        return
    first, last = gone.days[0], gone.days[-1]
    days = f"1 day, {first}" if len(gone.days) == 1 else f"{len(gone.days)} days, {first} to {last}"
    lines = [f"dropped {days}: {gone.rows:,} rows, {gone.bytes / 1e6:,.1f} MB"]
    lines += [f"  {name}: nothing of it is left in the store" for name in gone.forgotten]
    lines += [f"  {name}: other days of it are left" for name in gone.partly]
    write("\n".join(lines) + "\n")
