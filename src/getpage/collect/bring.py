"""How files come from z/OS to here.

References: z/OS Communications Server, RDW (FTP client and server) statement; zowe zos-files download data-
set (--binary; --record puts another prefix before each record, which is no RDW); z/OS UNIX cp, -B.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

PACKED = (
    "A packed data set has fixed records, which any binary transfer keeps. Without packing, FTP needs "
    "SITE RDW: "
    "record boundaries are lost without it, and text mode destroys the records.",
)


def ways(data_sets: Sequence[tuple[str, str]]) -> str:
    """FTP, sftp and Zowe CLI for pairs of a packed data set and the file that it becomes here."""
    lines = ["# FTP", "ftp host.example.com", "binary"]
    lines += [f"get '{name}' {file}" for name, file in data_sets]
    lines += ["quit", "", "# or sftp, by way of a z/OS UNIX file"]
    for name, file in data_sets:
        lines += [
            f'ssh host.example.com "cp -B \\"//\'{name}\'\\" /tmp/{file}"',
            f"sftp host.example.com:/tmp/{file} .",
        ]
    lines += ["", "# or Zowe CLI; --binary, not --record"]
    lines += [f'zowe zos-files download data-set "{name}" --binary --file {file}' for name, file in data_sets]
    return "\n".join(lines)


def unpacked(name: str, file: str) -> str:
    """FTP of records that are not packed."""
    return "\n".join(["ftp host.example.com", "binary", "quote site rdw", f"get '{name}' {file}", "quit"])
