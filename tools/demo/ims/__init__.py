"""The IMS of the sample site, on SYSC: reports of two hours, its members, and waits for its log."""

from .printed import FILES
from .truth import TRUTHS

__all__ = ["FILES", "TRUTHS"]
