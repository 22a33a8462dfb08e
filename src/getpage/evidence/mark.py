"""The mark of a store: what says that a directory is one, and of which format."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Final

from getpage.core.errors import DamagedStoreError, GetpageError, command, file_error
from getpage.core.urls import shown_as
from getpage.evidence import catalog as catalogs
from getpage.evidence import durable

if TYPE_CHECKING:
    from pathlib import Path

FORMAT: Final = 2
#: The file that it is; on disk at the latest with the first change of the store.
MARK: Final = "getpage-store.json"
TEXT: Final = json.dumps({"what": "a getpage store", "format": FORMAT}) + "\n"


def check_mark(path: Path) -> None:
    """GetpageError for a path that is no store of this format."""
    mark = path / MARK
    if not mark.is_file():
        message = f"{path}: not a getpage store"
        files, store = (path, f"{path}.store") if path.exists() and not shown_as(path) else ("FILES", path)
        raise GetpageError(message, command("getpage load", files, "--into", store))
    try:
        version = json.loads(mark.read_bytes())["format"]
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        message = (
            f"{mark} is empty or damaged, which says which format the store has; put it back from a "
            "backup, or load again"
        )
        raise DamagedStoreError(message, command("getpage load FILES --into", f"{path}.new")) from error
    except OSError as error:
        raise file_error(mark, error) from error
    if not isinstance(version, int) or version > FORMAT:
        message = f"{path}: a store of format {version}, of a newer getpage; this one reads format {FORMAT}"
        raise GetpageError(message, command("getpage load FILES --into", f"{path}.new"))
    if version < FORMAT:
        message = f"{path}: a store of format {version}; this getpage reads format {FORMAT}"
        raise GetpageError(message, command("getpage load FILES --into", f"{path}.new"))


def _refuse_other(path: Path) -> None:
    """FileExistsError for a directory that has something else in it than a store."""
    if any(not entry.name.startswith(_OWN) for entry in path.iterdir()) and not (path / MARK).is_file():
        raise FileExistsError


#: What may stand in a directory in which a store is being made.
_OWN: Final = (".lock", MARK, catalogs.NAME)


def make(path: Path) -> None:
    """Make an empty store; another process may be making the same one. There is nothing to lose in it: its
    first change brings all of it to disk.
    """
    try:
        path.mkdir(parents=True, exist_ok=True)
        _refuse_other(path)
        catalogs.create(path)
        durable.create(path / MARK, TEXT)
    except (FileExistsError, NotADirectoryError) as error:
        message = f"{path}: exists, and is not a getpage store"
        raise GetpageError(message, command("getpage load FILES --into", f"{path}.new")) from error
    except OSError as error:
        raise file_error(path, error) from error
