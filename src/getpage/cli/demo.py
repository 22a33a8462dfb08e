"""getpage demo: a sample site to try everything on."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Annotated, Literal

from cyclopts import Parameter

from getpage.cli.output import note, write
from getpage.core.errors import file_error
from getpage.demo import write_site, write_weeks


def demo_command(
    directory: Annotated[Path, Parameter(help="Where to write it; made when it is not there.")] = Path(
        "demo"
    ),
    /,
    *,
    weeks: Annotated[
        Literal[8] | None,
        Parameter(help="Eight weeks of a small site instead, a dump a day, with growth that is known."),
    ] = None,
) -> None:
    """Write a sample site's evidence: a day of z/OS, Db2, MQ, CICS, Java, IMS, TCP/IP, sorts, a dump and a
    Linux guest with known faults, as real SMF records and logs.

    getpage demo site

    getpage report site -o report.html

    getpage demo --weeks 8 weeks
    """
    try:
        directory.mkdir(parents=True, exist_ok=True)
        written = write_weeks(directory) if weeks else write_site(directory)
    except OSError as error:
        raise file_error(error.filename or directory, error) from error
    for path in written:
        write(f"{path}\n")
    note(f"next: getpage report {shlex.quote(str(directory))} -o report.html; see: getpage --help")
