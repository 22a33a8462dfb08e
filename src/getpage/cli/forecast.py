"""getpage forecast: what another size would bring."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from cyclopts import Group, Parameter

from getpage.cli.app import Curves, First, Form, Last, Layouts, Paths
from getpage.cli.files import check_output, write_result
from getpage.cli.output import Format, show
from getpage.cli.progress import progress
from getpage.forecast import LoadKind, Machine

_WHAT = Group("What is to change", sort_key=1)
_TABLE = Group("A table of runs", sort_key=2)
_LOAD = Group("Machine and load", sort_key=3)


def forecast_command(
    paths: Paths,
    /,
    *,
    change: Annotated[
        tuple[str, ...],
        Parameter(
            group=_WHAT,
            negative="",
            help="A knob and its size: DB1A.BP1=+500000, MQ01.3=200k, BP1=x2, BP2=-10%, "
            "BP8=+2GiB. Give it several times to change several.",
        ),
    ] = (),
    curve: Annotated[Curves, Parameter(group=_WHAT)] = (),
    calibrate: Annotated[
        str | None, Parameter(group=_TABLE, help="Labels of the rows to learn from, with commas.")
    ] = None,
    predict: Annotated[
        str | None,
        Parameter(
            group=_TABLE,
            help="Label of the row to forecast, or a value that no row has: pool_bytes=480GB, "
            "reads_per_unit=2.5.",
        ),
    ] = None,
    by: Annotated[
        str | None,
        Parameter(
            group=_TABLE,
            help="The one figure of that row that is given: reads_per_unit, pool_bytes, any column, or "
            "label where labels are numbers. By default reads per unit of work, else the size.",
        ),
    ] = None,
    machine: Annotated[
        Machine | None,
        Parameter(group=_LOAD, help="Whose published CPU of a read to start from; else the wider range."),
    ] = None,
    processors: Annotated[
        int | None, Parameter(group=_LOAD, help="General purpose processors of the z/OS system.")
    ] = None,
    busy: Annotated[
        float | None, Parameter(group=_LOAD, help="How busy they are in the same hours, in %.")
    ] = None,
    load: Annotated[
        LoadKind,
        Parameter(
            group=_LOAD,
            help="open: work arrives as it did. closed: users wait for an answer before they ask again. "
            "auto: as the intervals say, else open.",
        ),
    ] = LoadKind.AUTO,
    population: Annotated[float | None, Parameter(group=_LOAD, help="Users of a closed load.")] = None,
    think: Annotated[
        float | None, Parameter(group=_LOAD, help="Seconds that a user of a closed load thinks; 0 for batch.")
    ] = None,
    level: Annotated[float, Parameter(help="How sure an interval is to be: 0.5 to 0.999.")] = 0.9,
    first: First = None,
    last: Last = None,
    layouts: Layouts = (),
    format: Form = Format.TABLE,
    output: Annotated[
        Path | None,
        Parameter(name=("--output", "-o"), help="Write to a file: .html, .json, .csv or .md."),
    ] = None,
) -> None:
    """Say what another size brings: reads, CPU, response, throughput, ITR and real storage, with intervals.

    For a site, from its own curves and intervals. What reads cost is learned from the intervals, or taken
    from published ranges; what the evidence cannot carry is named, not guessed.

        getpage forecast prod --change DB1A.BP1=+500000

        getpage forecast prod --change BP1=x2 --change BP8=-10% --processors 12 --busy 82

        getpage forecast prod --change MQ01.3=200k --load closed --think 0 -o forecast.html

    With a curve of a trace (getpage curve TRACE -o bp.json), which then goes before what counters tell:

        getpage forecast prod --change DB1A.BP1=x2 --curve DB1A=bp.json

    For a table of runs (CSV: label, processors, CPU %, ETR, ITR, response, sync reads/s, pool size, any other
    column), from some rows to another; of that row only its reads per unit are looked at:

        getpage forecast runs.csv --calibrate "160 GB,320 GB" --predict "638 GB" --processors 12

        getpage forecast runs.csv --calibrate small,large --predict pool_bytes=480GB

    Keep a forecast, and have it scored after the change (getpage prove --forecast):

        getpage forecast prod --change BP1=x2 --format json > forecast.json

    Exit codes: 2 input that cannot be used, 3 not enough evidence, which says what would be.
    """
    check_output(output)
    from getpage.app.forecast import forecast

    with progress("reading") as watch:
        found = forecast(
            paths,
            changes=change,
            curves=curve,
            calibrate=tuple(label for label in (calibrate or "").split(",") if label.strip()),
            predict=predict,
            by=by,
            machine=machine,
            processors=processors,
            busy_percent=busy,
            load=load,
            population=population,
            think_seconds=think,
            level=level,
            first=first,
            last=last,
            layouts=layouts,
            progress=watch,
        )
    if output is not None:
        write_result(output, found)
    else:
        show(found, format)
