"""What is in files."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from getpage.app.evidence import NOBODY, Paths, Watch, files_of, layouts_option, paths_option

if TYPE_CHECKING:
    from getpage.evidence.inspect import Inspected


@dataclass(frozen=True, kw_only=True)
class InspectRequest:
    """What is looked into."""

    paths: Paths = field(kw_only=False, metadata=paths_option())
    layouts: Sequence[Path] = field(default=(), metadata=layouts_option())


def inspect(request: InspectRequest, watch: Watch = NOBODY) -> Inspected:
    """What is in files: framing, record types, subsystems, time ranges, damage. Needs no store."""
    from getpage.evidence.inspect import inspect

    return inspect(files_of(request.paths), layouts=request.layouts, progress=watch.progress)
