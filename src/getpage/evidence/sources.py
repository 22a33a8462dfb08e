"""Sources: which files a user means, and what each of them is."""

from __future__ import annotations

import glob
import shutil
import sys
import tempfile
import zlib
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from getpage import _native
from getpage.core.errors import GetpageError
from getpage.evidence.folders import below
from getpage.evidence.text import looks_like_text_evidence
from getpage.evidence.unpacked import open_unpacked
from getpage.evidence.xml import looks_like_xml, why_not

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

#: Share of bytes that text may have outside of printable characters, as logs with a few odd bytes do.
_ODD_BYTES = 0.05


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """A file of evidence: where it is, what it is called, and its kind, `smf`, `text` or `xml`."""

    path: Path
    name: str
    kind: str
    framing: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Refused:
    """A file that is no evidence, and why not; `asked` says that the user named it, not just its
    directory.
    """

    name: str
    why: str
    asked: bool


@contextmanager
def find(paths: Sequence[str], layouts: Sequence[Path] = ()) -> Iterator[tuple[list[Found], list[Refused]]]:
    """The evidence among files, globs, directories and `-` (standard input, kept on disk meanwhile).

    Raises GetpageError when a path does not exist, or when there is no evidence at all and nothing to say
    about it.
    """
    with tempfile.TemporaryDirectory(prefix="getpage-") as scratch:
        found: list[Found] = []
        refused: list[Refused] = []
        seen: set[Path] = set()
        for one in _files(paths, Path(scratch)):
            if isinstance(one, Refused):
                refused.append(one)
                continue
            path, name, asked = one
            if path.resolve() in seen:
                continue
            seen.add(path.resolve())
            kind = identify(path, name, asked, layouts)
            (found if isinstance(kind, Found) else refused).append(kind)  # type: ignore[arg-type]
        yield found, refused


def no_evidence(paths: Sequence[str], refused: Sequence[Refused]) -> GetpageError:
    """The one sentence for a user whose paths hold no evidence."""
    if len(refused) == 1:
        return GetpageError(f"{refused[0].name}: {refused[0].why}")
    where = ", ".join(paths)
    if not refused:
        return GetpageError(f"{where}: no files there; name SMF dumps or logs, or a directory that has some")
    first = refused[0]
    return GetpageError(
        f"{where}: none of {len(refused)} files is evidence; the first, {first.name}: {first.why}"
    )


def identify(path: Path, name: str, asked: bool, layouts: Sequence[Path] = ()) -> Found | Refused:
    """What one file is."""
    try:
        return Found(path=path, name=name, kind="smf", framing=_native.sniff(path, list(layouts)))
    except _native.NotSmfError as error:
        not_smf = error
    except _native.EvidenceError as error:
        return Refused(name=name, why=error.why, asked=asked)
    try:
        head = _native.head(path)
    except _native.EvidenceError as error:
        return Refused(name=name, why=error.why, asked=asked)
    why = not_smf.why
    if head and looks_like_xml(head):
        wrong = why_not(path)
        if wrong is not None:
            return Refused(name=name, why=wrong, asked=asked)
        return Found(path=path, name=name, kind="xml")
    if head and _is_text(head):
        if looks_like_text_evidence(head.decode("utf-8", errors="replace")) or _deeper(path):
            return Found(path=path, name=name, kind="text")
        # A translated dump is known by the eye-catchers of its sections, which a page about them has too; but
        # it has binary fields, and is no text.
        if isinstance(not_smf, _native.NoSmfRecordError):
            why = "text in which no message, command output or report that getpage knows was found"
    return Refused(name=name, why=why, asked=asked)


def _deeper(path: Path) -> bool:
    """Whether a long log shows its first known message beyond the beginning."""
    try:
        with open_unpacked(path) as file:
            while chunk := file.read(1 << 22):
                if looks_like_text_evidence(chunk.decode("utf-8", errors="replace")):
                    return True
    except (OSError, EOFError, zlib.error, GetpageError):
        return False  # damaged beyond what its beginning showed
    return False


def _is_text(head: bytes) -> bool:
    odd = sum(1 for byte in head[:65536] if byte < 9 or 13 < byte < 32 or byte == 127)
    return odd <= _ODD_BYTES * min(len(head), 65536) and b"\0" not in head[:65536]


def _files(paths: Sequence[str], scratch: Path) -> Iterator[tuple[Path, str, bool] | Refused]:
    for given in paths:
        if given == "-":
            spool = scratch / "standard-input"
            with spool.open("wb") as out:
                shutil.copyfileobj(sys.stdin.buffer, out, 1 << 20)
            yield spool, "standard input", True
            continue
        path = Path(given)
        if path.is_dir():
            children, closed = below(path)
            yield from ((child, str(child), False) for child in children if _wanted(child, path))
            yield from (Refused(name=str(folder), why=why, asked=folder == path) for folder, why in closed)
        elif path.exists():
            yield path, given, True
        elif matches := sorted(glob.glob(given, recursive=True)):  # noqa: PTH207 - patterns may be absolute
            yield from ((Path(match), match, True) for match in matches if Path(match).is_file())
        else:
            message = f"{given}: no such file or directory, and no file matches it as a pattern"
            raise GetpageError(message)


def _wanted(child: Path, root: Path) -> bool:
    hidden = any(part.startswith(".") for part in child.relative_to(root).parts)
    return child.is_file() and not child.is_symlink() and not hidden
