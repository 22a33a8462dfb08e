"""The z/OS systems of the sample site: storage, processors, address spaces as RMF and SMF see them."""

from .site import Systems, page_ins
from .truth import TRUTHS

__all__ = ["TRUTHS", "Systems", "page_ins"]
