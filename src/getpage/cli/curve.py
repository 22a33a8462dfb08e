"""getpage curve: what every size of a buffer pool would have read."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from getpage.app.curve import CurveRequest, curve, curve_part, merge_curve_parts, merge_to_part
from getpage.cli.app import Form
from getpage.cli.files import FORMS, OUTPUT, check_output, write_file, write_result
from getpage.cli.output import Format, note, show
from getpage.cli.progress import looking
from getpage.cli.request_command import request_command
from getpage.curve.settings import GROUP, HOW, POOL, SIMULATED, TRACE

_FORMS = FORMS | {".svg"}


@request_command(CurveRequest, POOL, SIMULATED, GROUP, HOW, TRACE)
def curve_command(
    request: CurveRequest,
    *,
    partial: Annotated[
        Path | None,
        Parameter(group=HOW, help="Write this part of a trace to a file, to be merged; print no curve."),
    ] = None,
    merge: Annotated[
        bool,
        Parameter(group=HOW, negative="", help="The files are parts, in the order of the trace: merge them."),
    ] = False,
    format: Form = Format.TABLE,
    output: Annotated[
        Path | None,
        OUTPUT,
        Parameter(help="Write to a file: .svg, .html, .json, .csv or .md."),
    ] = None,
) -> None:
    """Say what every size of a buffer pool would have read, larger and smaller, from a trace of page
    references.

    Prints a cache advice for each pool: reads by class, their time and share, at each size, with the present
    size, the knee (beyond it growth saves less) and saturation (beyond it almost nothing). Plain LRU is
    exact at every size. With --vpseqt, --pgsteal or --spsize the pool is Db2's: with the sequential
    threshold, exact at the sizes simulated.

        getpage curve TRACE.smf --current 20k

        getpage curve trace.parquet --pool BP1 --current 20k --sizes 0.5x,1x,2x --vpseqt 80,50

        getpage curve TRACE.smf --pool BP1 --current 1M --spsize 500k --spseqt 30

        getpage curve DB1A.smf DB2A.smf --gbp --current BP1=20k --gbp-entries 50k

        getpage curve OLTP.lis --sizes 1k,2k,5k,10k,15k --opt -o curve.html

    A trace is SMF 102 with IFCID 198, or a GTF data set with the same; CSV, Parquet or Arrow with the
    columns pool, object, page, access, write and time; ARC .lis; or plain numbers, which need their
    extension or --trace-format: .u64, .u32, .oracleGeneral. Files are plain, packed
    or in archives; several are one trace, in the order given.

    Db2 writes one, a record per getpage, to SMF or to GTF (started with TIME=YES and USR=(FB9)):

        -START TRACE(PERFM) CLASS(30) IFCID(198) DEST(SMF)

    Trace minutes, not hours: 10,000 getpages/s are about 4 MB/s. docs/models/curve.md has all commands.

    Parts computed apart are merged exactly:

        getpage curve --partial a.part MONDAY.csv

        getpage curve --merge a.part b.part
    """
    check_output(output, _FORMS)
    if partial and merge:
        write_file(partial, merge_to_part(request))
        return
    with looking("reading") as seen:
        if partial:
            write_file(partial, curve_part(request, seen.watch))
            return
        curves = merge_curve_parts(request) if merge else curve(request, seen.watch)
    for file in curves.trace:
        if file["detected"]:
            note(f"{file['file']}: read as {file['format']}")
    if output is not None:
        write_result(output, curves)
    else:
        show(curves, format)
