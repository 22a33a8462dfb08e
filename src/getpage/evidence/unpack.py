"""Unpack: what is inside a file in any packing, as a file or on standard output."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from getpage import _native
from getpage.core.errors import GetpageError, command, file_error
from getpage.core.scratch import scratch
from getpage.core.units import MIB
from getpage.evidence.input_files import InputFile, input_files
from getpage.result.inspection import NoEvidence

#: Members that are named where one has to be chosen.
_NAMED = 20
#: Bytes copied at once.
_PIECE = MIB
#: What stands for standard output.
STANDARD_OUTPUT = Path("-")


@dataclass(frozen=True, slots=True, kw_only=True)
class UnpackResult:
    """Result of unpacking: name of the file or member, its packing, bytes written, and record length in bytes
    (0: each record has a descriptor word; None: no records).
    """

    name: str
    packing: str | None
    bytes: int
    records: int | None


def unpack_to(path: str, target: Path, member: str | None = None) -> UnpackResult:
    """Write what is inside a file, or inside one member of an archive, to `target` (`-` is standard
    output), all of it or nothing. What is no file (a pipe, /dev/stdout) and what a link leads to is written
    in place.

    GetpageError where there is no such file, or several members and none is chosen, or damage;
    BrokenPipeError where the reader of standard output or a pipe had enough.
    """
    with scratch() as place:
        file = _chosen(path, list(input_files([path], place)), member)
        if file.cut:
            message = f"{file.name}: {file.cut}; transfer the file again, in binary"
            raise GetpageError(message, command("getpage inspect", file.name))
        if target == STANDARD_OUTPUT or (target.exists() and not target.is_file()):
            inside, size = _unpacked(file, place / "unpacked")
            _pass_on(place / "unpacked", target)
        else:
            target = target.resolve()
            partial = target.with_name(f".{target.name[:200]}.{os.getpid()}")
            try:
                inside, size = _unpacked(file, partial)
                partial.replace(target)
            except OSError as error:
                raise file_error(target, error) from error
            finally:
                partial.unlink(missing_ok=True)
    return UnpackResult(name=file.name, packing=inside.packing, bytes=size, records=inside.records)


def _unpacked(file: InputFile, target: Path) -> tuple[_native.Unpacked, int]:
    """Write the unpacked contents to `target`; returns the packing and the bytes written."""
    try:
        return _native.Unpacked(file.path), _native.unpack(file.path, target)
    except _native.EvidenceError as error:
        message = f"{file.name}: {error.why}; transfer the file again, in binary"
        raise GetpageError(message, command("getpage inspect", file.name)) from error


def _pass_on(whole: Path, target: Path) -> None:
    """Copy a file to standard output, a pipe or a device."""
    try:
        with whole.open("rb") as source:
            if target == STANDARD_OUTPUT:
                shutil.copyfileobj(source, sys.stdout.buffer, _PIECE)
                sys.stdout.buffer.flush()
            else:
                with target.open("wb") as out:
                    shutil.copyfileobj(source, out, _PIECE)
    except BrokenPipeError:
        raise
    except OSError as error:
        raise file_error(target, error) from error


def _chosen(path: str, arrived: Sequence[InputFile | NoEvidence], member: str | None) -> InputFile:
    """The only file, or the member that is named."""
    if Path(path).is_dir():
        message = f"{path}: a directory, not a file"
        raise GetpageError(message, command("ls", path))
    if member is not None:
        arrived = [file for file in arrived if file.name in (member, f"{path}!{member}")]
    files = [file for file in arrived if isinstance(file, InputFile)]
    if len(files) == 1:
        return files[0]
    if not files:
        refused = next((file for file in arrived if isinstance(file, NoEvidence)), None)
        message = f"{refused.name}: {refused.why}" if refused else f"{path}: no member {member}"
        raise GetpageError(message, command("getpage inspect", path))
    names = [file.name.removeprefix(f"{path}!") for file in files[:_NAMED]]
    more = f" and {len(files) - _NAMED} more" if len(files) > _NAMED else ""
    message = f"{path}: has {len(files)} members: {', '.join(names)}{more}"
    raise GetpageError(message, command("--member", names[0]))
