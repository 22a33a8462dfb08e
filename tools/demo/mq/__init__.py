"""The queue managers of the sample site: four that write SMF records, and one that has a job log."""

from .site import DUPLICATED, QueueManagers
from .truth import TRUTHS

__all__ = ["DUPLICATED", "TRUTHS", "QueueManagers"]
