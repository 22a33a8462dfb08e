"""Sources: which files a user means, and what each of them is."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import islice
from typing import TYPE_CHECKING, Any

from getpage import _native
from getpage.core.errors import GetpageError
from getpage.core.scratch import scratch
from getpage.evidence.arrived import Arrived, Refused, arrive
from getpage.evidence.coding import PLAIN, Coding, code_page, coding_of
from getpage.evidence.lines import lines_in, lines_of
from getpage.evidence.text import looks_like_text_evidence
from getpage.evidence.unpacked import open_unpacked
from getpage.evidence.xml import looks_like_xml, why_not

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

#: Share of bytes that text may have outside of printable characters, as logs with a few odd bytes do.
_ODD_BYTES = 0.05
#: Bytes that tell what a file is.
_HEAD = 1 << 18
#: Lines looked at together for the first message of a long log.
_LINES = 1 << 14


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """A file of evidence: where it is, what it is called, and its kind, `smf`, `text` or `xml`.

    `packing` and `coding` say how it is packed and written; `cut` why the member of an archive ends early.
    """

    path: Path
    name: str
    kind: str
    framing: str = ""
    packing: str | None = None
    coding: Coding = PLAIN
    cut: str | None = None

    def told(self, summary: dict[str, Any]) -> dict[str, Any]:
        """The summary of this file with the damage that its archive has."""
        if self.cut is None:
            return summary
        damage = summary["damage"]
        places = {"offset": summary["bytes"], "length": 0, "record_type": None, "subtype": None}
        why = {"expected": "the member of the archive to go on", "found": self.cut}
        listed = [*damage["listed"], places | why]
        return summary | {"damage": damage | {"count": damage["count"] + 1, "listed": listed}}


@contextmanager
def find(
    paths: Sequence[str], layouts: Sequence[Path] = (), codepage: str | None = None
) -> Iterator[tuple[list[Found], list[Refused]]]:
    """The evidence among files, pipes, globs, directories, archives and `-` (standard input); what is no
    regular file is kept on disk meanwhile. `codepage` is that of text in EBCDIC, where it is not found out.

    Raises GetpageError when a path does not exist, or when there is no evidence at all and nothing to say
    about it.
    """
    page = None if codepage is None else code_page(codepage)
    with scratch() as place:
        found: list[Found] = []
        refused: list[Refused] = []
        for one in arrive(paths, place):
            kind = identify(one, layouts, page) if isinstance(one, Arrived) else one
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


def identify(file: Arrived, layouts: Sequence[Path] = (), page: str | None = None) -> Found | Refused:
    """What one file is; `page` is the code page of its text, should that be in EBCDIC."""

    def refused(why: str) -> Refused:
        return Refused(name=file.name, why=why, asked=file.asked)

    try:
        framing = _native.sniff(file.path, list(layouts))
        return Found(path=file.path, name=file.name, kind="smf", framing=framing, cut=file.cut)
    except _native.NotSmfError as error:
        not_smf = error
    except _native.EvidenceError as error:
        return refused(error.why)
    try:
        kind = _identify_text(file, page)
    except OSError as error:
        return refused(str(error))
    if isinstance(kind, str):
        # A translated dump is known by the eye-catchers of its sections, which a page about them has too; but
        # it has binary fields, and is no text.
        return refused(kind if kind and isinstance(not_smf, _native.NoSmfRecordError) else not_smf.why)
    return kind


def _identify_text(file: Arrived, page: str | None) -> Found | Refused | str:
    """What a file is that is no SMF: a report, or why not; nothing to say where it is no text."""
    inside = _native.Unpacked(file.path)
    head = inside.read(_HEAD)
    size = file.path.stat().st_size if inside.packing is None else None
    coding = coding_of(head, size=size, records=inside.records, page=page)
    sample = "\n".join(line for _, line in lines_in(head, coding))
    found = Found(
        path=file.path, name=file.name, kind="text", packing=inside.packing, coding=coding, cut=file.cut
    )
    if head and looks_like_xml(sample.encode()):
        wrong = why_not(file.path, coding)
        if wrong is not None:
            return Refused(name=file.name, why=wrong, asked=file.asked)
        return replace(found, kind="xml")
    if not head or not _is_text(sample.encode() if coding != PLAIN else head):
        return ""
    if looks_like_text_evidence(sample) or _deeper(file.path, coding):
        return found
    return "text in which no message, command output or report that getpage knows was found"


def _deeper(path: Path, coding: Coding) -> bool:
    """Whether a long log shows its first known message beyond the beginning."""
    try:
        if coding == PLAIN:
            with open_unpacked(path) as file:
                while chunk := file.read(1 << 22):
                    if looks_like_text_evidence(chunk.decode("utf-8", errors="replace")):
                        return True
        else:
            lines = lines_of(path, coding)
            while batch := [line for _, line in islice(lines, _LINES)]:
                if looks_like_text_evidence("\n".join(batch)):
                    return True
    except OSError:
        return False  # damaged beyond what its beginning showed
    return False


def _is_text(head: bytes) -> bool:
    odd = sum(1 for byte in head[:65536] if byte < 9 or 13 < byte < 32 or byte == 127)
    return odd <= _ODD_BYTES * min(len(head), 65536) and b"\0" not in head[:65536]
