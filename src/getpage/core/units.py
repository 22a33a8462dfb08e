"""Units of storage, in bytes. z/OS counts by powers of two: a megabyte of its messages is a MIB."""

from __future__ import annotations

from typing import Final

KIB: Final = 1 << 10
MIB: Final = 1 << 20
GIB: Final = 1 << 30
TIB: Final = 1 << 40

#: A page, and the frame of real storage that holds it; a buffer of MQ, and of a 4 KB pool of Db2.
PAGE: Final = 4096
