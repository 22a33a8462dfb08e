"""getpage demo: a sample site to try everything on."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from getpage.cli.output import note, write
from getpage.core.errors import file_error
from getpage.demo import write_site


def demo_command(
    directory: Annotated[Path, Parameter(help="Where to write it; made when it is not there.")] = Path(
        "demo"
    ),
    /,
) -> None:
    """Write a sample site's evidence: a day of z/OS, Db2, MQ, CICS, Java, IMS, TCP/IP, sorts, a dump and a
    Linux guest with known faults, as real SMF records and logs.

    getpage demo site

    getpage report site -o report.html
    """
    try:
        directory.mkdir(parents=True, exist_ok=True)
        written = list(write_site(directory))
    except OSError as error:
        raise file_error(error.filename or directory, error) from error
    for path in written:
        write(f"{path}\n")
    note(f"next: getpage report {shlex.quote(str(directory))} -o report.html; see: getpage --help")
