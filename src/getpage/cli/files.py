"""Output files: what would fail after the work fails before it, and why a file cannot be written is said."""

from __future__ import annotations

import os
from errno import EACCES
from typing import TYPE_CHECKING

from cyclopts import Parameter

from getpage.cli.output import note
from getpage.core.errors import GetpageError, Instead, Without, command, file_error

if TYPE_CHECKING:
    from collections.abc import Collection
    from pathlib import Path

    from getpage.report.dispatch import Rendered

#: What the file of a result is called on the command line; - is told apart, for who expects it to print.
OUTPUT = Parameter(name=("--output", "-o"), allow_leading_hyphen=True)
#: What most commands write.
FORMS = frozenset({".html", ".htm", ".json", ".csv", ".md"})


def check_output(path: Path | None, forms: Collection[str] = FORMS) -> None:
    """GetpageError where a file cannot be written there, or its name says none of the forms."""
    if path is None:
        return
    if str(path) == "-":
        raise GetpageError("-o -: the result goes to standard output without -o", Without(("-o", "--output")))
    if path.suffix.lower() not in forms:
        message = f"{path}: the name of the file has to end in {', '.join(sorted(forms))}"
        raise GetpageError(message, Instead(str(path), str(path.with_suffix(min(forms)))))
    if not path.absolute().parent.is_dir():
        message = f"{path}: there is no directory {path.absolute().parent}"
        raise GetpageError(message, command("mkdir -p", path.absolute().parent))


def write_result(
    path: Path, result: Rendered, what: str = "", *, title: str = "", appendix: bool = False
) -> None:
    """Write what a verb yields, in the form that the name of the file asks for."""
    from getpage import report

    text = report.render(result, str(report.form_of(path)), title=title, appendix=appendix)
    write_file(path, text, what)


def write_file(path: Path, data: str | bytes, what: str = "") -> None:
    """Write a file and say so; `what` it is goes before. GetpageError where the system refuses.

    It is written beside and takes its name when it is whole: a report that fails leaves the last one as it
    was. What is no file (a pipe, /dev/stdout) and what a link leads to is written in place.
    """
    whole = data.encode(errors="backslashreplace") if isinstance(data, str) else data
    try:
        if path.exists() and not path.is_file():
            path.write_bytes(whole)
        else:
            _replace(path.resolve(), whole)
    except OSError as error:
        raise file_error(path, error) from error
    note(f"{what} written to {path}".strip())


def _replace(path: Path, whole: bytes) -> None:
    """Write beside, then rename. A file that was there keeps who may read it, and a new one is as any other
    that the user makes.
    """
    beside = path.with_name(f".{path.name[:200]}.{os.getpid()}")
    try:
        with beside.open("xb") as file:
            file.write(whole)
        if path.exists():
            if not os.access(path, os.W_OK):
                raise PermissionError(EACCES, os.strerror(EACCES))
            beside.chmod(path.stat().st_mode)
        beside.replace(path)
    finally:
        beside.unlink(missing_ok=True)
