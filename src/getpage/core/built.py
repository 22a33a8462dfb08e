"""Whether the native decoder was built from the layouts that stand beside it, in a copy of the sources.

It has them compiled in. Where one was changed since, what it decodes is not what the program looks for: what
fails then is no defect. Asked only after something failed, because it reads the decoder.
"""

from __future__ import annotations

from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Final

DECODER: Final = "getpage._native"
REBUILD: Final = "The native decoder was built from other layouts than those beside it: run make setup."


@cache
def rebuild() -> str:
    """A sentence that says what to run where the decoder lacks a layout as it stands; empty where it has all,
    or where there are no sources.
    """
    spec = find_spec(DECODER)
    if spec is None or spec.origin is None:
        return ""
    return REBUILD if lacks_layouts(Path(spec.origin), Path(__file__).parents[3] / "layouts") else ""


def lacks_layouts(decoder: Path, layouts: Path) -> bool:
    """Whether a decoder does not hold the text of each of these layouts."""
    built = decoder.read_bytes()
    return any(file.read_bytes() not in built for file in sorted(layouts.rglob("*.toml")))
