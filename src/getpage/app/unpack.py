"""Unpacking of one file."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from getpage.core.option import option

if TYPE_CHECKING:
    from getpage.evidence.unpack import UnpackResult


@dataclass(frozen=True, kw_only=True)
class UnpackRequest:
    """The file to unpack, and the target."""

    file: str | Path = field(
        kw_only=False,
        metadata=option(
            "A file in any packing, a pipe, or - for standard input.", positional=True, written=str
        ),
    )
    output: str | Path = field(
        metadata=option(
            "Where to write what is inside; - for standard output.", written=Path, letter="o", signed=True
        )
    )
    member: str | None = field(
        default=None, metadata=option("Which member of an archive, by the name that inspect gives it.")
    )


def unpack(request: UnpackRequest) -> UnpackResult:
    """Write what is inside a file to another, or to standard output (`-`), all packings taken off.

    Records of varying length have their descriptor words. Raises GetpageError where the file is damaged, and
    writes nothing then; BrokenPipeError where who reads standard output had enough.
    """
    from getpage.evidence.unpack import unpack_to

    return unpack_to(str(request.file), Path(request.output), request.member)
