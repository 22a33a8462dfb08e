"""Write the sample site's evidence: what a real site would send for a day of its systems."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import dump, dumps, ims, java, linux, sort, tcpip, zos
from .cics import printed
from .db2 import displays, page_sets, parameters, reports
from .mq import joblog, replies

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

DUMP = "smf-dump.bin"
JOB_LOG = "mq-joblog.txt"
SYSLOG = "db2-syslog.txt"


def write_site(directory: Path) -> list[Path]:
    """Write the SMF dump and the logs into a directory, made if need be; the same bytes every time."""
    directory.mkdir(parents=True, exist_ok=True)
    writers: dict[str, Callable[[Path], None]] = {
        DUMP: dump.write,
        JOB_LOG: joblog.write,
        SYSLOG: displays.write,
        replies.LOG: replies.write,
    }
    writers |= {page_sets.CATALOG: page_sets.write_catalog, parameters.JOBS: parameters.write_jobs}
    writers |= {reports.REPORT: reports.write_report}
    writers |= {printed.PAGES: printed.write_pages, printed.LOG: printed.write_log}
    writers |= {f"{name}@SYSC.gc.log": write for name, write in java.WRITERS.items()}
    writers |= {sort.RECORDS: sort.write_records, sort.OUTPUT: sort.write_output}
    writers |= {sort.JOB_LOG: sort.write_job_log}
    writers |= {dumps.LOG: dumps.write, zos.LOG: zos.write_log}
    writers |= ims.FILES
    writers |= {tcpip.RECORDS: tcpip.write_records, tcpip.CONSOLE: tcpip.write_console}
    writers |= linux.FILES
    for name, write in writers.items():
        write(directory / name)
    return [directory / name for name in writers]
