"""getpage load: files of evidence into a store."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from getpage.cli.app import Layouts, Paths
from getpage.cli.output import Format, notes, rows
from getpage.cli.progress import progress
from getpage.cli.refused import report_refused
from getpage.evidence.dictionary import load_dictionary
from getpage.evidence.load import load
from getpage.evidence.store import Store


def load_command(
    paths: Paths,
    /,
    *,
    into: Annotated[Path, Parameter(help="The store, a directory; made when it is not there.")],
    threads: Annotated[int | None, Parameter(help="Decoders at work; default: all processors.")] = None,
    format: Annotated[Format, Parameter(help="table, json, csv or md.")] = Format.TABLE,
    layouts: Layouts = (),
) -> int:
    """Load files of evidence into a store: a directory of Parquet files that sql, check and report
    read.

    Loading the same records again adds nothing. A load that is interrupted leaves the store as it was. Of a
    GTF trace of Db2 what SMF 100 to 102 would fill is loaded; its getpages are for `curve`.

        getpage load /smf/2026-05-*.gz joblog.txt --into prod

        zcat dump.gz | getpage load - --into prod
    """
    store = Store.create(into, load_dictionary(layouts))
    with progress("loading") as report:
        loaded = load(paths, store, threads=threads, layouts=layouts, progress=report)
    code = report_refused(loaded.refused)
    for name in loaded.known:
        notes().print(f"{name}: loaded before, nothing added", markup=False)
    for file in loaded.files:
        if file["damage"]["count"]:
            count = file["damage"]["count"]
            notes().print(
                f"{file['path']}: {count} damaged records refused; see: getpage inspect", markup=False
            )
        if file.get("gtf"):
            notes().print(
                f"{file['path']}: a GTF trace; its records of Db2 were loaded as those of SMF 100 to 102 "
                f"(derived); for the curve of its getpages: getpage curve {file['path']}",
                markup=False,
            )
    if loaded.duplicates:
        notes().print(f"{loaded.duplicates} records were there already", markup=False)
    titles = {table: store.dictionary.titles(table) for table in store.dictionary.tables}
    data = [(table, count, titles.get(table, "")) for table, count in sorted(loaded.rows.items())]
    rows(f"Rows added to {into}", ("table", "rows", "what"), data, format)
    return code
