"""The CICS regions of the sample site: a routing layer and an owning layer on each of SYSA and SYSB."""

from .site import Regions
from .truth import TRUTHS

__all__ = ["TRUTHS", "Regions"]
