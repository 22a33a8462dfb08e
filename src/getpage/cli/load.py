"""getpage load: files of evidence into a store."""

from __future__ import annotations

import shlex
from contextlib import ExitStack
from operator import itemgetter
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter

from getpage.app.load import LoadRequest, load_and_tell, measure, workers_of
from getpage.app.namesakes import namesakes_of_load
from getpage.cli.output import Format, note, rows
from getpage.cli.progress import looking
from getpage.cli.refused import report_left_out
from getpage.cli.request_command import request_command
from getpage.core.errors import command
from getpage.core.numbers import counted

if TYPE_CHECKING:
    from collections.abc import Mapping

    from getpage.evidence.load import Loaded
    from getpage.evidence.store import Store

#: Files of one kind that are named, before the others are counted.
_NAMED = 3


@request_command(LoadRequest)
def load_command(
    request: LoadRequest,
    *,
    format: Annotated[Format, Parameter(help="table, json, csv or md.")] = Format.TABLE,
) -> int:
    """Load files of evidence into a store: a directory of Parquet files that sql, check and report
    read.

    Loading the same records again adds nothing. A load that is interrupted leaves the store as it was. In a
    store of many days it then works out what check and report need of the new ones; Ctrl-C leaves that to
    them. From a GTF trace of Db2 it loads what SMF 100 to 102 would hold; its getpages are for `curve`.

        getpage load /smf/2026-05-*.gz joblog.txt --into prod

        zcat dump.gz | getpage load - --into prod
    """
    with ExitStack() as working:
        with looking("loading") as seen:
            run = working.enter_context(workers_of(request))
            store, loaded = load_and_tell(request, run, seen.watch)
        code = _report(request, store, loaded, format)
        for sentence in namesakes_of_load(store, loaded):
            note(sentence)
        try:
            with looking("measuring") as seen:
                problem = measure(request, run, store, loaded, seen.watch.progress)
        except KeyboardInterrupt:
            note("stopped: all rows are in the store; check works out the days that are left")
            code = 130
        else:
            if problem:
                note(f"not all days could be worked out: {problem}")
    note(f"next: getpage check {shlex.quote(str(request.into))}")
    return code


def _damaged(file: Mapping[str, Any]) -> str:
    """How much of a file is damaged, where that begins, and where to see all of it."""
    refused = counted(file["damage"]["count"], "damaged record")
    first = min(file["damage"]["listed"], key=itemgetter("offset"), default=None)
    where = (
        f", the first at byte {first['offset']:,}: expected {first['expected']}, found {first['found']}"
        if first
        else ""
    )
    return f"{file['path']}: {refused} refused{where}; see: {command('getpage inspect', file['path'])}"


def _report(request: LoadRequest, store: Store, loaded: Loaded, format: Format) -> int:
    """Print what was loaded and what was not; the exit code."""
    code = report_left_out(loaded)
    for name in loaded.known[:_NAMED]:
        note(f"{name}: loaded before, nothing added")
    if more := len(loaded.known[_NAMED:]):
        note(f"{counted(more, 'more file', 'more files')} loaded before, nothing added")
    for file in loaded.files:
        if file["damage"]["count"]:
            note(_damaged(file))
        if file.get("gtf"):
            note(
                f"{file['path']}: a GTF trace; its records of Db2 were loaded as those of SMF 100 to 102 "
                f"(derived); for the curve of its getpages: getpage curve {file['path']}"
            )
    if loaded.duplicates:
        note(f"{counted(loaded.duplicates, 'record was', 'records were')} there already")
    known = store.dictionary
    titles = {table: known.titles(table) if table in known.tables else "" for table in loaded.rows}
    data = [(table, count, titles[table]) for table, count in sorted(loaded.rows.items())]
    about = "" if data else "Nothing was added: the store is as it was."
    rows(f"Rows added to {request.into}", ("table", "rows", "what"), data, format, about=about)
    return code
