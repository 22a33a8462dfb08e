"""The sorts of the sample site at night: records of DFSORT and of steps on SYSB with their output, and the
job log of the one on SYSA that takes all that is free.
"""

from .nights import SORTS
from .output import write as write_output
from .output import write_job_log
from .records import write as write_records
from .truth import TRUTHS

OUTPUT = "sort-output.txt"
RECORDS = "sort-dump.bin"
JOB_LOG = "sort-joblog.txt"

__all__ = [
    "JOB_LOG",
    "OUTPUT",
    "RECORDS",
    "SORTS",
    "TRUTHS",
    "write_job_log",
    "write_output",
    "write_records",
]
