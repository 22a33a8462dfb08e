"""The sorts of the sample site, at night on SYSB: records of DFSORT and of the steps, and their output."""

from .nights import SORTS
from .output import write as write_output
from .records import write as write_records
from .truth import TRUTHS

OUTPUT = "sort-output.txt"
RECORDS = "sort-dump.bin"

__all__ = ["OUTPUT", "RECORDS", "SORTS", "TRUTHS", "write_output", "write_records"]
