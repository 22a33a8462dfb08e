"""Write the make-believe site's evidence: what a real site would send for a day of its queue managers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import dump
from .mq import joblog

if TYPE_CHECKING:
    from pathlib import Path

DUMP = "smf-dump.bin"
JOB_LOG = "mq-joblog.txt"


def write_site(directory: Path) -> list[Path]:
    """Write the SMF dump and the job log into a directory, made if need be; the same bytes every time."""
    directory.mkdir(parents=True, exist_ok=True)
    smf, log = directory / DUMP, directory / JOB_LOG
    dump.write(smf)
    joblog.write(log)
    return [smf, log]
