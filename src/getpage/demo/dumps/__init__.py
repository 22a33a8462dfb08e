"""The SVC dumps of the sample site: one on SYSA in the night, as its system log tells it."""

from .syslog import write
from .truth import TRUTHS

LOG = "sysa-syslog.txt"

__all__ = ["LOG", "TRUTHS", "write"]
