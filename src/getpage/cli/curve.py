"""getpage curve: what every size of a buffer pool would have read."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from cyclopts import Group, Parameter

from getpage.cli.app import Form, Layouts, Paths
from getpage.cli.files import FORMS, check_output, write_file, write_result
from getpage.cli.output import Format, notes, show
from getpage.cli.progress import progress
from getpage.core.errors import GetpageError
from getpage.curve.files import TraceFormat
from getpage.curve.parts import curve_part, merge_curve_parts, merge_to_part
from getpage.curve.run import curve
from getpage.curve.settings import LOST_LIMIT

_POOL = Group("Pools and sizes", sort_key=1)
_DB2 = Group("Db2's pool", sort_key=2)
_HOW = Group("How it is computed", sort_key=3)
_TRACE = Group("Trace", sort_key=4)

_FORMS = FORMS | {".svg"}


def _form(help_: str, group: Group, *names: str) -> Parameter:
    return Parameter(name=names or None, help=help_, group=group, negative="")


def curve_command(
    trace: Paths,
    /,
    *,
    pool: Annotated[
        str | None,
        _form("Only this pool; in a trace that names no pool, its name (BP8K0 has 8 KiB pages).", _POOL),
    ] = None,
    sizes: Annotated[
        str,
        _form("Buffers (10k,20k), factors of the present size (0.5x,1x,2x), storage (2GiB), or auto.", _POOL),
    ] = "auto",
    current: Annotated[
        str | None, _form("Present VPSIZE in buffers, of all pools, or BP1=20k,BP2=5k.", _POOL)
    ] = None,
    vpseqt: Annotated[
        str | None, _form("Sequential thresholds to simulate, 80,50: Db2's pool instead of plain LRU.", _DB2)
    ] = None,
    pgsteal: Annotated[str, _form("Page stealing: lru, fifo or none.", _DB2)] = "lru",
    spsize: Annotated[
        str | None,
        Parameter(
            name="--spsize",
            allow_leading_hyphen=True,
            group=_DB2,
            help="Buffers to add as -ALTER BUFFERPOOL SPSIZE does; negative: the pool made smaller. Prints "
            "DSNB431I and DSNB432I. Needs --current.",
        ),
    ] = None,
    spseqt: Annotated[int | None, _form("Sequential threshold of the simulated pool.", _DB2)] = None,
    opt: Annotated[bool, _form("Add the clairvoyant bound: what no policy can beat.", _HOW)] = False,
    sample: Annotated[
        float | None, _form("Look at this share of the pages only (0.01), with a 95 % band.", _HOW)
    ] = None,
    threads: Annotated[
        int | None, _form("Threads at work at a long trace; default: all processors.", _HOW)
    ] = None,
    read_us: Annotated[float | None, _form("Microseconds of one synchronous read.", _HOW)] = None,
    partial: Annotated[
        Path | None, _form("Write this part of a trace to a file, to be merged; print no curve.", _HOW)
    ] = None,
    merge: Annotated[
        bool, _form("The files are parts, in the order of the trace: merge them.", _HOW)
    ] = False,
    trace_format: Annotated[
        TraceFormat | None, _form("Format of the files, where it is not found out.", _TRACE)
    ] = None,
    subsystem: Annotated[str | None, _form("Only this Db2, where SMF or GTF has several.", _TRACE)] = None,
    lost_limit: Annotated[float, _form("Share of SMF records that may be missing.", _TRACE)] = LOST_LIMIT,
    layouts: Layouts = (),
    format: Form = Format.TABLE,
    output: Annotated[
        Path | None,
        Parameter(name=("--output", "-o"), help="Write to a file: .svg, .html, .json, .csv or .md."),
    ] = None,
) -> None:
    """Say what every size of a buffer pool would have read, larger and smaller, from a trace of page
    references.

    Prints a cache advice for each pool: reads by class, their time and share, at each size, with the present
    size, the knee (beyond it growth brings less) and saturation (beyond it next to nothing). Plain LRU is
    exact at every size. With --vpseqt, --pgsteal or --spsize the pool is Db2's: with the sequential
    threshold, exact at the sizes simulated.

        getpage curve TRACE.smf --current 20k

        getpage curve trace.parquet --pool BP1 --current 20k --sizes 0.5x,1x,2x --vpseqt 80,50

        getpage curve TRACE.smf --pool BP1 --current 1M --spsize 500k --spseqt 30

        getpage curve OLTP.lis --sizes 1k,2k,5k,10k,15k --opt -o curve.html

    A trace is SMF 102 with IFCID 198, or a GTF data set with the same; CSV, Parquet or Arrow with the
    columns pool, object, page, access, write and time; u64; ARC .lis; or oracleGeneral. Files are plain, gzip
    or zstd; several are one trace, in the order given.

    Db2 writes one, a record a getpage, to SMF or to GTF (started with TIME=YES and USR=(FB9)):

        -START TRACE(PERFM) CLASS(30) IFCID(198) DEST(SMF)

    For minutes, not hours: 10,000 getpages a second are about 4 MB a second. docs/curve.md has all commands.

    Parts computed apart are merged exactly:

        getpage curve --partial a.part MONDAY.csv

        getpage curve --merge a.part b.part
    """
    check_output(output, _FORMS)
    simulates = any((vpseqt, spsize, opt, sample is not None, pgsteal.lower() != "lru"))
    if (partial or merge) and simulates:
        raise GetpageError(
            "--partial and --merge are for plain LRU; "
            "leave out --vpseqt, --pgsteal, --spsize, --opt and --sample"
        )
    if partial and merge:
        write_file(partial, merge_to_part(trace))
        return
    with progress("reading") as watch:
        if partial:
            part = curve_part(
                trace,
                pool=pool,
                subsystem=subsystem,
                trace_format=trace_format,
                layouts=layouts,
                threads=threads,
                progress=watch,
            )
            write_file(partial, part)
            return
        if merge:
            found = merge_curve_parts(trace, pool=pool, sizes=sizes, current=current, read_us=read_us)
        else:
            found = curve(
                trace,
                pool=pool,
                sizes=sizes,
                current=current,
                vpseqt=vpseqt,
                pgsteal=pgsteal,
                spsize=spsize,
                spseqt=spseqt,
                sample=sample,
                opt=opt,
                read_us=read_us,
                trace_format=trace_format,
                subsystem=subsystem,
                layouts=layouts,
                lost_limit=lost_limit,
                threads=threads,
                progress=watch,
            )
    for file in found.trace:
        if file["detected"]:
            notes().print(f"{file['file']}: read as {file['format']}", markup=False)
    if output is not None:
        write_result(output, found)
    else:
        show(found, format)
