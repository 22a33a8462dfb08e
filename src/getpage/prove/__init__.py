"""Did the change work? Before against after, and forecast against actual."""

from getpage.prove.run import prove

__all__ = ["prove"]
