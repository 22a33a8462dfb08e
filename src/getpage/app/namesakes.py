"""What a load or an inspection says of two systems or subsystems of one name.

Answers leave such two out or refuse them; who loads them hears of it at once, with the files. Products tell
them by their rows. That is asked only where two files have records of one kind, system and subsystem of the
same time, one has more intervals of a system or queue manager than there is time, or two texts are read: a
dump beside others does not cost it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from datetime import date, datetime, time
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from getpage.app.measures import why_not
from getpage.core.errors import GetpageError
from getpage.core.names import PLATFORM
from getpage.products import registry

if TYPE_CHECKING:
    from getpage.core.progress import Progress
    from getpage.evidence.load import Loaded
    from getpage.evidence.store import Store
    from getpage.evidence.view import StoreEvidence

#: Microseconds that dumps share which were made one after the other.
_SHARED: Final = 60_000_000
#: Record types and subtypes of which one is written in each interval: RMF's paging, statistics of MQ.
_ONCE: Final = ((71, 1), (115, 1), (115, 2), (115, 215))
#: Files that are named, before the others are counted.
_NAMED: Final = 3


def namesakes_of_load(store: Store, loaded: Loaded) -> tuple[str, ...]:
    """A sentence for each two of one name in what was loaded and what the store has of the same days."""
    from getpage.evidence.catalog import UNDATED

    there = {file.path for file in store.catalog().of_days(loaded.days)}
    new = {file["file"] for file in loaded.files}
    others = [] if len(there) <= len(new) else [file for file in store.files() if file["path"] in there]
    files = [*loaded.files, *(file for file in others if file["file"] not in new)]
    if not new & {file["file"] for file in _at_once(files)}:
        return ()
    from getpage.evidence.view import StoreEvidence
    from getpage.evidence.window import Window

    days = [date.fromisoformat(day) for day in loaded.days if day != UNDATED]
    ends = (datetime.combine(min(days), time.min), datetime.combine(max(days), time.max)) if days else ()
    return tuple(_sentences(StoreEvidence(store, Window(*ends))))


def namesakes_of_files(
    files: Sequence[dict[str, Any]],
    layouts: Sequence[Path],
    codepage: str | None,
    progress: Progress | None,
) -> tuple[str, ...]:
    """The same of files that are in no store, as far as they can be read again."""
    from getpage.evidence.opened import open_evidence

    again = [file["path"] for file in _at_once(files) if Path(file["path"]).is_file()]
    if not again:
        return ()
    try:
        with open_evidence(again, layouts=layouts, codepage=codepage, progress=progress) as (evidence, _):
            return tuple(_sentences(evidence))
    except (GetpageError, OSError) as error:  # what was inspected stands
        return (f"not looked for two of one name: {why_not(error)}",)


def _at_once(files: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """The files that tell of a system or subsystem at the time of another one; texts, which do not say."""
    spans: dict[tuple[Any, ...], list[tuple[int, int, int]]] = defaultdict(list)
    shared: set[int] = set()
    for number, file in enumerate(files):
        of_file: dict[tuple[Any, ...], list[int]] = defaultdict(list)
        for line in file["coverage"]:
            key = (line["system"], line["subsystem"], line["record_type"], line["subtype"])
            if _is_twice(line):
                shared.add(number)
            of_file[key] += [*(line["written"] or ()), *(end for span in line["ranges"] for end in span)]
        if file["kind"] != "smf":
            of_file |= _printed(file)
        for key, ends in of_file.items():
            if ends:
                spans[key].append((min(ends), max(ends), number))
    for of_key in spans.values():
        latest, last = None, 0
        for first, end, number in sorted(of_key):
            if latest is not None and first + _SHARED < last:
                shared |= {latest, number}
            if latest is None or end > last:
                latest, last = number, end
    return [files[number] for number in sorted(shared)]


def _is_twice(line: dict[str, Any]) -> bool:
    """Whether intervals lie over one another, of a record that is written once in each."""
    if (line["record_type"], line["subtype"]) not in _ONCE or "covered" not in line:
        return False
    time = sum(end - first for first, end in line["ranges"])
    return bool(line["covered"] - time > line["covered"] / line["records"] / 2)


def _printed(file: dict[str, Any]) -> dict[tuple[Any, ...], list[int]]:
    """The same of reports and texts of products that can tell two; texts do not say when."""
    ends: dict[tuple[Any, ...], list[int]] = defaultdict(list)
    tell = {product.name: product.namesakes for product in registry.PRODUCTS if product.namesakes}
    for report in file.get("reports", ()):
        if report.get("product", PLATFORM) in tell:
            key = report["system"], report["report"]
            ends[key] += [end for span in report["ranges"] for end in span]
    if file["kind"] == "text":
        tables = {table for search in tell.values() for table in search.tables}
        ends |= {(count["title"],): [0, 2 * _SHARED] for count in file["counts"] if count["title"] in tables}
    return ends


def _sentences(evidence: StoreEvidence) -> Iterator[str]:
    """What products say of the rows, with the files that they are of."""
    for product in registry.PRODUCTS:
        search = product.namesakes
        if search is None or not any(map(evidence.most_rows, search.tables)):
            continue
        try:
            every = tuple(search.find(evidence))
        except Exception as error:  # what was loaded, or inspected, stands
            yield f"not looked for two of one name in {product.called}: {why_not(error)}"
            continue
        for namesakes in every:
            for owner, why in namesakes.twins.items():
                names = _files(evidence, namesakes.table, namesakes.columns, owner)
                name = ".".join(dict.fromkeys(part for part in owner if part))
                yield (
                    f"{names}: two {namesakes.what} are called {name}, {why}: no answer adds them up; load "
                    "the files of each into a store of its own"
                )


def _files(evidence: StoreEvidence, table: str, columns: Iterable[str], owner: Iterable[str]) -> str:
    import polars as pl

    of_it = [pl.col(column).eq_missing(value) for column, value in zip(columns, owner, strict=True)]
    numbers = evidence.scan(table).filter(of_it).select(pl.col("file").unique()).collect()["file"]
    names = sorted(evidence.file_name(number) for number in numbers)
    more = [f"{len(names) - _NAMED:,} more"] if len(names) > _NAMED else []
    return ", ".join([*names[:_NAMED], *more])
