"""The SVC dumps of the sample site: one on SYSB in the afternoon, as its system log tells it."""

from .syslog import write
from .truth import TRUTHS

LOG = "sysb-syslog.txt"

__all__ = ["LOG", "TRUTHS", "write"]
