"""The queue managers of the make-believe site: four that write SMF records, and one that has a job log."""

from .site import DUPLICATED, QueueManagers

__all__ = ["DUPLICATED", "QueueManagers"]
