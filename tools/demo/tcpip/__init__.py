"""The TCP/IP stack of the sample site: connections of a night on SYSB, and what its console showed."""

from .console import write as write_console
from .records import write as write_records
from .truth import TRUTHS

CONSOLE = "tcpip-console.txt"
RECORDS = "tcpip-dump.bin"

__all__ = ["CONSOLE", "RECORDS", "TRUTHS", "write_console", "write_records"]
