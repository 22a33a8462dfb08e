"""Loads in pieces without a cluster, and stores compared table by table."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import polars as pl

from getpage.evidence.load import load
from getpage.evidence.store import Store
from getpage.scale.pieces import decode
from getpage.scale.work import WORK, here

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from pathlib import Path

    from getpage.evidence.load import Loaded


class Workers:
    """Do tasks one after the other, the last first, and count them."""

    def __init__(self) -> None:
        self.rounds: list[int] = []

    def __call__(self, tasks: Iterable[str], module: str = WORK) -> Iterable[str]:
        tasks = list(tasks)
        if tasks:
            self.rounds.append(len(tasks))
        return [*here(tasks[::-1], module)][::-1]


def plain(paths: Sequence[Path], into: Path, **how: Any) -> Store:
    store = Store.create(into, durable=False)
    load([str(path) for path in paths], store, threads=1, **how)
    return store


def in_pieces(
    paths: Sequence[Path],
    into: Path,
    size: int,
    run: Callable[[Iterable[str]], Iterable[str]] | None = None,
    **how: Any,
) -> tuple[Store, Loaded]:
    store = Store.create(into, durable=False)
    pieces = partial(decode, run=run or Workers(), size=size)
    return store, load([str(path) for path in paths], store, threads=1, decode=pieces, **how)


def rows(store: Store) -> dict[str, pl.DataFrame]:
    """The rows of each table in the order of their records."""
    tables = {}
    for table in store.tables():
        frames = [pl.read_parquet(path) for path in store.parts(table)]
        frame = pl.concat(frames, how="diagonal_relaxed")
        frame = frame.select(sorted(frame.columns))
        if table != "cics_transaction":
            tables[table] = frame.sort("file", "record", maintain_order=True)
        else:  # rows of transactions, of any order
            plain = [name for name, kind in frame.schema.items() if not isinstance(kind, pl.List)]
            tables[table] = frame.sort(plain)
    return tables


def assert_same(actual: Store, expected: Store) -> None:
    """Rows, and what is known of each file: damage, coverage, duplicates, digest."""
    assert actual.files() == expected.files()
    assert actual.catalog().files() == expected.catalog().files()
    ours, theirs = rows(actual), rows(expected)
    assert ours.keys() == theirs.keys()
    for table, frame in theirs.items():
        assert ours[table].equals(frame), table
    assert_no_strays(actual)


def assert_no_strays(store: Store) -> None:
    """Every file in the store is a part that the catalog names, or one that goes with the next change."""
    known = {part.path for day in store.days() for part in store.day(day)} | {*store.catalog().replaced}
    assert {path.relative_to(store.path).as_posix() for path in store.path.glob("days/*/*.parquet")} <= known
    assert not (store.path / ".scratch").exists()
