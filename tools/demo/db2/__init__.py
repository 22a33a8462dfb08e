"""The Db2 of the sample site: two members of a data sharing group, and what operators displayed."""

from . import displays, page_sets
from .site import Members
from .truth import TRUTHS

__all__ = ["TRUTHS", "Members", "displays", "page_sets"]
