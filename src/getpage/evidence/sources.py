"""Sources: which files a user means, and what each of them is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from getpage import _native
from getpage.core.errors import GetpageError, command
from getpage.core.scratch import scratch
from getpage.evidence.coding import code_page
from getpage.evidence.input_files import EvidenceFile, InputFile, input_files
from getpage.result.inspection import NoEvidence


@contextmanager
def find(
    paths: Sequence[str], layouts: Sequence[Path] = (), codepage: str | None = None, *, lazily: bool = False
) -> Iterator[tuple[list[EvidenceFile], list[NoEvidence]]]:
    """The evidence among files, pipes, globs, directories, archives and `-` (standard input), and the files
    that are no evidence. Input that is not a regular file is on disk for the length of the block. `codepage`
    is that of EBCDIC text; without it, it is detected. By URL records stay where they are if `lazily`.

    Raises GetpageError when a path does not exist.
    """
    page = None if codepage is None else code_page(codepage)
    with scratch() as place:
        files: list[EvidenceFile] = []
        refused: list[NoEvidence] = []
        for file in input_files(paths, place, layouts, lazily=lazily):
            kind = identify(file, layouts, page) if isinstance(file, InputFile) else file
            (files if isinstance(kind, EvidenceFile) else refused).append(kind)  # type: ignore[arg-type]
        yield files, refused


def no_evidence(paths: Sequence[str], refused: Sequence[NoEvidence]) -> GetpageError:
    """The one sentence for a user whose paths hold no evidence."""
    from getpage.evidence.store import Store

    if stores := [path for path in paths if Store.is_store(path)]:
        return GetpageError(f"{stores[0]}: a store, not evidence", command("getpage check", stores[0]))
    if len(refused) == 1:
        return GetpageError(f"{refused[0].name}: {refused[0].why}", "getpage collect")
    where = ", ".join(paths)
    if not refused:
        return GetpageError(f"{where}: no files there", command("ls -l", *paths))
    first = refused[0]
    return GetpageError(
        f"{where}: none of {len(refused)} files is evidence; the first, {first.name}: {first.why}",
        "getpage collect",
    )


def identify(
    file: InputFile, layouts: Sequence[Path] = (), page: str | None = None
) -> EvidenceFile | NoEvidence:
    """Find out what a file is: evidence with its kind, or no evidence with the reason. `page` is the code
    page to assume for EBCDIC text.
    """

    def refused(why: str) -> NoEvidence:
        return NoEvidence(name=file.name, why=why, asked=file.is_named)

    try:
        inside = _native.Unpacked(file.path)
        framing = inside.framing(list(layouts))
        return EvidenceFile(
            path=file.path,
            name=file.name,
            kind="smf",
            framing=framing,
            cut=file.cut,
            is_remote=file.is_remote,
        )
    except _native.NotSmfError as error:
        # Not the error itself, which keeps this frame, and the open file in it, until cycles are sought.
        why, may_be_text = error.why, isinstance(error, _native.NoSmfRecordError)
    except _native.EvidenceError as error:
        return refused(error.why)
    from getpage.evidence.texts import identify_text  # records are told from others without readers of text

    try:
        kind = identify_text(file, inside, page)
    except OSError as error:
        return refused(str(error))
    if isinstance(kind, str):
        # A translated dump is known by the eye-catchers of its sections, which a page about them has too; but
        # it has binary fields, and is no text.
        return refused(kind if kind and may_be_text else why)
    return kind
