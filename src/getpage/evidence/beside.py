"""What is worked out of a day and kept beside it, so that a question about many days asks each only once.

    STORE/daily/2026-11-18.json     documents of JSON, a line each, and in a last line what it was made from
                                    and its digest

It is no part of the store: it is made again where it is not there, is damaged, or was made from other rows or
by another program. A store that may not be written is answered without it.
"""

from __future__ import annotations

import hashlib
import json
import os
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import getpage
from getpage import _native
from getpage.evidence import durable
from getpage.evidence.catalog import UNDATED

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from getpage.evidence.store import Store

FOLDER: Final = "daily"
#: Rows of a store, and days that have some, which are read in less time than what is kept of days and months:
#: a file takes as long to open as a hundred rows to read.
MOST_AT_ONCE: Final = 3 << 16
_DAYS_AT_ONCE: Final = 64
#: Days of a store from which on its answers are kept by day.
FEWEST_DAYS: Final = 3


def has_several_days(store: Store) -> bool:
    """Whether a store has as many days as it takes for answers to be kept by day."""
    return sum(name != UNDATED for name in store.days()) >= FEWEST_DAYS


def is_read_at_once(store: Store, tables: Collection[str] | None = None) -> bool:
    """Whether these tables of a store, or all, have so few rows, on few days, that they are read at once."""
    return not store.has_more(MOST_AT_ONCE, _DAYS_AT_ONCE, tables)


def measures(day: str) -> str:
    """The name of the file with the measures of a day: `day_answers`."""
    return f"{day}.measures"


def of_month(month: str) -> str:
    """The name in place of a day's of what is kept of a month, which is 2026-11."""
    return f"month-{month}"


def made_from(store: Store, days: Iterable[str], *others: str) -> str:
    """The digest of all that an answer depends on: the rows of these days, the program, and `others`, which
    the caller names.
    """
    stored = store.catalog().days
    manifests = [stored[name].digest for name in days if name in stored]
    return _digest(json.dumps([manifests, program(), others]))


def joined(keys: Iterable[str]) -> str:
    """The digest of all that several answers depend on, of theirs."""
    return _digest(json.dumps([*keys]))


@cache
def program() -> str:
    """The digest of what the installed program's files hold: the same on each machine that has the same ones,
    wherever they are. It takes 20 ms of processor time.
    """
    root = str(Path(getpage.__file__).parent)
    files = sorted(
        f"{folder}/{name}"
        for folder, _, names in os.walk(root)
        for name in names
        if name.endswith((".py", ".so", ".toml"))
    )
    return _digest(json.dumps([(file.removeprefix(root), *_native.digest(Path(file))) for file in files]))


def read(store: Store, day: str, key: str) -> list[str] | None:
    """What was kept of a day under this key, as documents of JSON; None where there is none of use."""
    if store.mirror:
        store.mirror.bring_daily(f"{day}.json", key)
    kept = _read(store, day)
    return kept[1] if kept is not None and kept[0] == key else None


def _read(store: Store, day: str) -> tuple[str, list[str]] | None:
    """The key and what was kept under it; None where there is nothing that was written whole."""
    path = store.path / FOLDER / f"{day}.json"
    try:
        durable.refuse_unlike(path)
        body, _, end = path.read_text(encoding="utf-8").rstrip("\n").rpartition("\n")
        ending = json.loads(end)
        return (ending["from"], body.split("\n")) if ending["sha256"] == _digest(body) else None
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return None


def keep(store: Store, day: str, key: str, documents: Iterable[Any]) -> None:
    """Keep what a day came to, as the types of JSON, where the store can be written and is not frozen."""
    if store.frozen:
        return
    body = "\n".join(map(json.dumps, documents))
    end = json.dumps({"from": key, "sha256": _digest(body)})
    folder = store.path / FOLDER
    with suppress(OSError):
        folder.mkdir(exist_ok=True)
        durable.write(folder / f"{day}.json", f"{body}\n{end}\n", durable=False)
        if store.mirror:
            store.mirror.keep_daily(f"{day}.json", key)


def put_measures(store: Store) -> None:
    """Put the measures of days and months that were worked out here where a store by URL has them."""
    if store.mirror:
        store.mirror.keep_now()


def forget(store: Store, day: str) -> None:
    """Remove what is kept of a day that goes."""
    if store.mirror:
        store.mirror.forget_daily(day, of_month(day[:7]))
    for name in (f"{day}.json", measures(day), measures(of_month(day[:7]))):
        with suppress(OSError):
            (store.path / FOLDER / name).unlink(missing_ok=True)


def damaged(store: Store, days: Iterable[str]) -> list[str]:
    """The days of which what is kept is not what was written."""
    if store.mirror:
        store.mirror.bring_all_daily()
    there = (day for day in days if (store.path / FOLDER / f"{day}.json").exists())
    return [day for day in there if _read(store, day) is None]


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
