"""getpage report: one page to read and pass on."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from getpage import report
from getpage.app.check import is_enough
from getpage.app.report import ReportRequest
from getpage.app.report import report as make
from getpage.cli.app import Form
from getpage.cli.files import OUTPUT, check_output, write_result
from getpage.cli.output import Format, show, write
from getpage.cli.progress import looking
from getpage.cli.request_command import request_command
from getpage.core.errors import NotEnoughEvidenceError


@request_command(ReportRequest)
def report_command(
    request: ReportRequest,
    *,
    output: Annotated[
        Path | None,
        OUTPUT,
        Parameter(help="Write to a file: .html, .md, .json or .csv; - prints HTML."),
    ] = None,
    format: Form = Format.TABLE,
    title: Annotated[str, Parameter(help="Heading of the page.")] = "Memory report",
    appendix: Annotated[
        bool, Parameter(negative="", help="Print the appendix of the page with the rest.")
    ] = False,
) -> int:
    """Write the report: what to act on, storage by image, the commands, then each image, then the appendix.

    The page is one file. It needs no network and no JavaScript, and the same evidence gives the same bytes.
    The appendix (evidence, plan, forecast, ledger, tables) is folded, and on paper only with --appendix.
    Markdown, CSV and JSON say the same; docs/reference/formats.md lists the sections of CSV.

        getpage report prod -o report.html --from 2026-05-21T08:00 --to 2026-05-21T18:00

        getpage report prod -o report.html --curve DB1A=bp1.json

        getpage report prod -o report.html --move SYSB:SYSA=16G

        getpage report prod --format md > ticket.md

    Exit codes: 2 input that cannot be used, 3 not enough evidence: no rule applies to it, or none of it is
    in the window.
    """
    printed = str(output) == "-"
    check_output(None if printed else output)
    with looking("reading") as seen:
        result = make(request, seen.watch)
    if output is None:
        show(result, format)
    elif printed:
        write(report.render(result, report.Form.HTML, title=title, appendix=appendix))
    else:
        write_result(output, result, "report", title=title, appendix=appendix)
    return seen.code or (0 if is_enough(result) else NotEnoughEvidenceError.exit_code)
