"""What is in files."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from getpage.app.evidence import NOBODY, Paths, Watch, codepage_option, files_of, layouts_option, paths_option

if TYPE_CHECKING:
    from getpage.result.inspection import Inspection


@dataclass(frozen=True, kw_only=True)
class InspectRequest:
    """What is looked into."""

    paths: Paths = field(kw_only=False, metadata=paths_option(store=False))
    codepage: str | None = field(default=None, metadata=codepage_option())
    layouts: Sequence[Path] = field(default=(), metadata=layouts_option())


def inspect(request: InspectRequest, watch: Watch = NOBODY) -> Inspection:
    """What is in files: framing, record types, subsystems, time ranges, damage, and what they answer.

    Needs no store. Raises GetpageError where there is no evidence.
    """
    from getpage.app.inspection import as_result
    from getpage.evidence.inspect import inspect

    found = inspect(
        files_of(request.paths),
        layouts=request.layouts,
        codepage=request.codepage,
        progress=watch.progress,
    )
    return as_result(found)
