"""How long work says how far it is."""

from __future__ import annotations

from collections.abc import Callable

#: Takes what is worked on, how much of it is done, and how much there is: bytes of files, days, steps.
Progress = Callable[[str, int, int], None]
