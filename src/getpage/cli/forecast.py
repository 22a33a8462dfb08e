"""getpage forecast: what another size would change."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from getpage.app.forecast import CHANGE, ForecastRequest, forecast
from getpage.cli.app import Everything, Form, Top
from getpage.cli.files import OUTPUT, check_output, write_result
from getpage.cli.output import Format, show
from getpage.cli.progress import looking
from getpage.cli.request_command import request_command
from getpage.forecast.settings import MACHINE, TABLE
from getpage.report.common.screen import Extent


@request_command(ForecastRequest, CHANGE, TABLE, MACHINE)
def forecast_command(
    request: ForecastRequest,
    *,
    everything: Everything = False,
    top: Top = 12,
    format: Form = Format.TABLE,
    output: Annotated[
        Path | None,
        OUTPUT,
        Parameter(help="Write to a file: .html, .json, .csv or .md."),
    ] = None,
) -> int:
    """Forecast what another size changes: reads, CPU, response, throughput, ITR and real storage.

    For a site, from its own curves and intervals. The cost of a read comes from the intervals or from
    published ranges. Each figure has an interval; what the evidence does not support is named, not guessed.

        getpage forecast prod --change DB1A.BP1=+500000

        getpage forecast prod --change BP1=x2 --change BP8=-10% --processors 12 --busy 82

        getpage forecast prod --change MQ01.3=200k --load closed --think 0 -o forecast.html

    With a curve of a trace (getpage curve TRACE -o bp.json), which is used instead of counters:

        getpage forecast prod --change DB1A.BP1=x2 --curve DB1A=bp.json

    For a table of runs (CSV: label, processors, CPU %, ETR, ITR, response, sync reads/s, pool size, any other
    column), from some rows to another; of the row forecast only its reads per unit are used:

        getpage forecast runs.csv --calibrate "160 GB,320 GB" --predict "638 GB" --processors 12

        getpage forecast runs.csv --calibrate small,large --predict pool_bytes=480GB

    The peak of each demand on a day to come, by its trend (it takes 14 days in the store):

        getpage forecast prod --at 2027-03-01

    Keep a forecast and score it after the change (getpage prove --forecast):

        getpage forecast prod --change BP1=x2 --format json > forecast.json

    Exit codes: 2 input that cannot be used, 3 not enough evidence; the message says what to supply.
    """
    check_output(output)
    with looking("reading") as seen:
        result = forecast(request, seen.watch)
    if output is not None:
        write_result(output, result)
    else:
        show(result, format, Extent(top=0 if everything else top))
    return seen.code
