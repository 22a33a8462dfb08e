"""getpage unpack: what is inside a packed file."""

from __future__ import annotations

import sys

from getpage.app.unpack import UnpackRequest, unpack
from getpage.cli.output import note, stop_output
from getpage.cli.request_command import request_command
from getpage.core.errors import GetpageError, Instead


@request_command(UnpackRequest)
def unpack_command(request: UnpackRequest) -> None:
    """Write what is inside a file: AMATERSE (PACK, SPACK), TSO TRANSMIT, gzip, zstd, xz, bzip2, around
    each other in any order, and members of ZIP and tar.

    Every verb unpacks evidence by itself; this is for other programs. Records of varying length are written
    behind their record descriptor words (RDW), those of fixed length back to back. A file that is damaged is
    refused with its offset, and nothing is written.

        getpage unpack SMF.DUMP.TRS -o smf.dump

        getpage unpack evidence.zip --member day1.trs -o day1.smf

        getpage unpack SYSLOG.TRS -o - | iconv -f IBM-1047 -t UTF-8
    """
    printed = str(request.output) == "-"
    if printed and sys.stdout.isatty():
        raise GetpageError(
            "-o -: standard output is a terminal",
            Instead("-", "unpacked"),
        )
    try:
        written = unpack(request)
    except BrokenPipeError:
        stop_output()
        return
    records = {None: "", 0: ", records with RDW"}.get(
        written.records, f", records of {written.records} bytes"
    )
    packed = f" (packed: {written.packing})" if written.packing else ""
    place = "standard output" if printed else request.output
    note(f"{written.name}{packed}: {written.bytes:,} bytes{records}, written to {place}")
