"""Reading what the assembler wrote: its printed listing, or its associated data; anything else is refused."""

from __future__ import annotations

from typing import TYPE_CHECKING

from getpage.core.errors import GetpageError
from getpage.core.units import MIB
from getpage.layouts.adata import is_adata, parse_adata
from getpage.layouts.listing import parse_listing

if TYPE_CHECKING:
    from pathlib import Path

    from getpage.layouts.listing import Listing

#: A listing of all of a product's macros has some 20 MB.
_LARGEST = 256 * MIB


def read_listing(path: Path) -> Listing:
    """Read a listing or associated data; GetpageError when the file is something else."""
    try:
        if path.stat().st_size > _LARGEST:
            msg = f"{path}: larger than any listing of mapping macros; assemble fewer of them"
            raise GetpageError(msg)
        data = path.read_bytes()
    except OSError as error:
        msg = f"{path}: {error.strerror or error}"
        raise GetpageError(msg) from error
    if is_adata(data):
        return parse_adata(data, path.name)
    _refuse_binary(path, data)
    return parse_listing(data.decode("utf-8", errors="replace"), path.name)


def _refuse_binary(path: Path, data: bytes) -> None:
    head = data[:65536]
    if head.count(b"\x40") * 4 > len(head):
        msg = f"{path}: is in EBCDIC; download the listing again as text, not binary"
        raise GetpageError(msg)
    if b"\0" in head:
        what = "is binary (an object deck?)"
        msg = f"{path}: {what}; the listing, SYSPRINT, is needed as text, or SYSADATA in binary"
        raise GetpageError(msg)
