"""The z/OS systems of the sample site: storage, processors, address spaces as RMF and SMF see them."""

from .common import LOG, write_log
from .site import Systems, page_ins
from .truth import TRUTHS

__all__ = ["LOG", "TRUTHS", "Systems", "page_ins", "write_log"]
