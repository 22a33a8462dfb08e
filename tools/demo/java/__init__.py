"""The Java virtual machines of the sample site, on SYSC: what their verbose GC logs say of a working day."""

from .machines import MACHINES
from .truth import TRUTHS
from .verbose import write

__all__ = ["MACHINES", "TRUTHS", "write"]
