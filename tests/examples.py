"""How many random examples a test tries: half of so many in CI, a third elsewhere, others at each run."""

from __future__ import annotations

import os
from typing import Final

IN_CI: Final = bool(os.environ.get("CI"))


def examples(most: int) -> int:
    """The examples to try here of so many; at least one. CI has to end within 20 minutes."""
    return max(most // (2 if IN_CI else 3), 1)
