"""Output files: what would fail after the work fails before it, and why a file cannot be written is said."""

from __future__ import annotations

from typing import TYPE_CHECKING

from getpage.cli.output import note
from getpage.core.errors import GetpageError

if TYPE_CHECKING:
    from collections.abc import Collection
    from pathlib import Path

    from getpage.report.dispatch import Rendered

#: What most commands write.
FORMS = frozenset({".html", ".htm", ".json", ".csv", ".md"})


def check_output(path: Path | None, forms: Collection[str] = FORMS) -> None:
    """GetpageError where a file cannot be written there, or its name says none of the forms."""
    if path is None:
        return
    if path.suffix.lower() not in forms:
        message = f"{path}: give the file a name that ends in {', '.join(sorted(forms))}"
        raise GetpageError(message)
    if not path.absolute().parent.is_dir():
        message = f"{path}: there is no directory {path.absolute().parent}; make it first"
        raise GetpageError(message)


def write_result(path: Path, result: Rendered, what: str = "", *, title: str = "") -> None:
    """Write what a verb yields, in the form that the name of the file asks for."""
    from getpage import report

    write_file(path, report.render(result, str(report.form_of(path)), title=title), what)


def write_file(path: Path, data: str | bytes, what: str = "") -> None:
    """Write a file and say so; `what` it is goes before. GetpageError where the system refuses."""
    try:
        path.write_bytes(data.encode() if isinstance(data, str) else data)
    except OSError as error:
        message = f"{path}: {error.strerror}"
        raise GetpageError(message) from error
    note(f"{what} written to {path}".strip())
