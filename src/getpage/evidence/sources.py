"""Sources: which files a user means, and what each of them is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import Final

from getpage import _native
from getpage.core.errors import GetpageError, command
from getpage.core.scratch import scratch
from getpage.evidence.coding import code_page
from getpage.evidence.input_files import EvidenceFile, InputFile, given_files, members
from getpage.result.inspection import NoEvidence

#: Files that are looked at together: of each that is small, what is inside is held meanwhile.
_TOGETHER: Final = 1 << 9
#: What has no records, and may be text.
_TEXTS: Final = ("open", "other")


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
        given = given_files(paths, place, layouts, lazily=lazily)
        for kind in _Identifying(layouts, page, place).kinds(given):
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


class _Identifying:
    """Finds out what files are: evidence with its kind, or no evidence with the reason. `page` is the code
    page to assume for EBCDIC text, `scratch` where members of archives are kept.
    """

    def __init__(self, layouts: Sequence[Path], page: str | None, scratch: Path) -> None:
        self._layouts, self._page, self._scratch = list(layouts), page, scratch
        self._words: _native.Marks | None = None

    def kinds(self, given: Iterator[InputFile | NoEvidence]) -> Iterator[EvidenceFile | NoEvidence]:
        """What each is, in their order, and the members of an archive in its place."""
        while some := list(islice(given, _TOGETHER)):
            looks = iter(self._looks([file.path for file in some if isinstance(file, InputFile)]))
            for file in some:
                if isinstance(file, NoEvidence):
                    yield file
                elif (look := next(looks))["kind"] == "archive":
                    yield from self.kinds(iter(members(file, self._scratch) or ()))
                else:
                    yield self._kind(file, look)

    def _looks(self, paths: list[Path]) -> list[_native.Look]:
        try:
            looks = _native.look(paths, self._layouts, self._words)
        except _native.LayoutError as error:
            raise GetpageError(str(error), "getpage layout --help") from error
        texts = [at for at, look in enumerate(looks) if look["kind"] in _TEXTS]
        if texts and self._words is None:
            from getpage.evidence.texts import words  # records are told from others without readers of text

            self._words = words()
            again = _native.look([paths[at] for at in texts], self._layouts, self._words)
            for at, look in zip(texts, again, strict=True):
                looks[at] = look
        return looks

    def _kind(self, file: InputFile, look: _native.Look) -> EvidenceFile | NoEvidence:
        if look["kind"] == "records":
            return EvidenceFile(
                path=file.path,
                name=file.name,
                kind="smf",
                framing=look["text"],
                cut=file.cut,
                is_remote=file.is_remote,
                digest=look["digest"],
            )
        why = look["text"]
        if look["kind"] in ("unknown", *_TEXTS):
            from getpage.evidence.texts import UNKNOWN, identify_text

            try:
                kind = UNKNOWN if look["kind"] == "unknown" else identify_text(file, look, self._page)
            except OSError as error:
                kind = str(error)
                return NoEvidence(name=file.name, why=kind, asked=file.is_named)
            if not isinstance(kind, str):
                return kind
            # A translated dump is known by the eye-catchers of its sections, which a page about them has too;
            # but it has binary fields, and is no text.
            why = kind if kind and look["kind"] != "other" else why
        if lost := file.cut or look["broken"]:  # what would make it evidence may be in what is lost
            why = f"{why}, before its damage: {lost}" if look["file_bytes"] else lost
        return NoEvidence(name=file.name, why=why, asked=file.is_named)
