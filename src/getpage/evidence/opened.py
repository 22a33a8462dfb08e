"""Opening evidence: a store, or files loaded into one that lives as long as anything refers to it."""

from __future__ import annotations

import weakref
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from getpage.core.errors import GetpageError, command
from getpage.core.scratch import Scratch
from getpage.evidence.dictionary import load_dictionary
from getpage.evidence.store import Store
from getpage.evidence.view import StoreEvidence

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from getpage.evidence.load import Loaded
    from getpage.evidence.window import Window


@contextmanager
def open_evidence(
    paths: Sequence[str],
    *,
    window: Window | None = None,
    layouts: Sequence[Path] = (),
    progress: Callable[[str, int, int], None] | None = None,
    system: str | None = None,
    codepage: str | None = None,
) -> Iterator[tuple[StoreEvidence, Loaded | None]]:
    """A store, or files loaded into a store that lives as long as anything refers to it; never both at once.

    What is worked out later, after the block, still finds it. `system` is that of replies that name none.
    """
    stores = [path for path in paths if Store.is_store(path)]
    dictionary = load_dictionary(layouts)
    if len(stores) == 1 and len(paths) == 1:
        store = Store(stores[0], dictionary)
        if layouts:
            store.check_types()
        yield StoreEvidence(store, window, system), None
        return
    if stores:
        message = f"{stores[0]} is a store, and is not read together with files; load them into it first"
        raise GetpageError(
            message,
            command("getpage load", *(path for path in paths if path not in stores), "--into", stores[0]),
        )
    from getpage.evidence.load import load

    scratch = Scratch()
    try:
        store = Store.create(scratch.path / "store", dictionary, durable=False)
        loaded = load(paths, store, layouts=layouts, progress=progress, codepage=codepage)
    except BaseException:
        scratch.close()
        raise
    weakref.finalize(store, scratch.close)
    yield StoreEvidence(store, window, system), loaded
