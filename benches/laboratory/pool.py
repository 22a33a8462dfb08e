"""A buffer pool as it is: its pages in the order of their last use, the oldest stolen first."""

from __future__ import annotations

from collections import OrderedDict


class Pool:
    """Starts empty."""

    __slots__ = ("buffers", "size")

    def __init__(self, size: int) -> None:
        self.size = size
        self.buffers: OrderedDict[int, None] = OrderedDict()

    def read(self, page: int) -> bool:
        """Ask for a page; whether it had to be read."""
        buffers = self.buffers
        if page in buffers:
            buffers.move_to_end(page)
            return False
        buffers[page] = None
        if len(buffers) > self.size:
            buffers.popitem(last=False)
        return True
