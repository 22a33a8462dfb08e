"""The members of a plan as files of a directory: all of them or none, and never over another file."""

from __future__ import annotations

from typing import TYPE_CHECKING

from getpage.cli.output import note
from getpage.core.errors import GetpageError

if TYPE_CHECKING:
    from pathlib import Path

    from getpage.result.plan import Plan


def check_members(directory: Path | None) -> None:
    """GetpageError where members cannot be written there."""
    if directory is None or directory.is_dir():
        return
    if directory.exists() or directory.is_symlink():
        message = f"--members {directory}: it is there and no directory"
        raise GetpageError(message)
    if not directory.absolute().parent.is_dir():
        message = f"--members {directory}: there is no directory {directory.absolute().parent}; make it first"
        raise GetpageError(message)


def write_members(directory: Path, plan: Plan) -> None:
    """Write the members and say which. GetpageError where one of them is there already and says something
    else, or where the system refuses.
    """
    from getpage.report.members import members

    made = members(plan)
    others = [name for name, text in made.items() if _is_other(directory / name, text)]
    if others:
        message = (
            f"--members {directory}: something else is there as {', '.join(others)}; give an empty directory"
        )
        raise GetpageError(message)
    try:
        directory.mkdir(exist_ok=True)
        for name, text in made.items():
            path = directory / name
            if not path.exists():
                with path.open("x", encoding="ascii", newline="\n") as file:
                    file.write(text)
    except OSError as error:
        message = f"{directory}: {error.strerror}"
        raise GetpageError(message) from error
    note(f"{', '.join(made) or 'no members'} written to {directory}")


def _is_other(path: Path, text: str) -> bool:
    """Whether something else than the member is there: another file, a directory or a link."""
    if path.is_symlink():
        return True
    if not path.exists():
        return False
    return not path.is_file() or path.read_bytes() != text.encode("ascii")
