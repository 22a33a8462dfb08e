"""The Db2 of the make-believe site: two members of a data sharing group, and what operators displayed."""

from . import displays
from .site import Members
from .truth import TRUTHS

__all__ = ["TRUTHS", "Members", "displays"]
