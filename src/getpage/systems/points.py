"""Points of a curve as arrays: what a curve of thousands of sizes is kept in, read like a tuple of points."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, overload

from getpage.systems.interface import SizePoint

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]
    Ints = NDArray[np.int64]


class Points(Sequence[SizePoint]):
    """Sizes ascending, with reads and their bounds."""

    def __init__(self, sizes: Ints, reads: Floats, low: Floats, high: Floats) -> None:
        """Arrays of one length; they are not copied."""
        self.arrays = (sizes, reads, low, high)

    def __len__(self) -> int:
        """How many sizes there are."""
        return len(self.arrays[0])

    @overload
    def __getitem__(self, index: int) -> SizePoint: ...

    @overload
    def __getitem__(self, index: slice) -> Sequence[SizePoint]: ...

    def __getitem__(self, index: int | slice) -> SizePoint | Sequence[SizePoint]:
        """One point, or some of them."""
        if isinstance(index, slice):
            return Points(*(array[index] for array in self.arrays))  # type: ignore[arg-type]
        size, reads, low, high = (array[index].item() for array in self.arrays)
        return SizePoint(size=int(size), reads=reads, low=low, high=high)
