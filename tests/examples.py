"""How many random examples a test tries: all in CI, a third elsewhere, where many runs try others each."""

from __future__ import annotations

import os
from typing import Final

IN_CI: Final = bool(os.environ.get("CI"))


def examples(in_ci: int) -> int:
    """The examples to try here of those that are tried in CI; at least one."""
    return in_ci if IN_CI else max(in_ci // 3, 1)
