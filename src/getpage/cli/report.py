"""getpage report: one page to read and pass on."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from getpage import report
from getpage.analysis import TOOL
from getpage.cli.app import First, Last, Layouts, Paths, app
from getpage.cli.check import analysed
from getpage.cli.output import notes, write
from getpage.errors import GetpageError
from getpage.evidence.view import Window

_FORMS = {".json": report.json, ".csv": report.csv, ".md": report.markdown}


@app.command(name="report")
def report_command(
    paths: Paths,
    /,
    *,
    output: Annotated[
        Path, Parameter(name=("--output", "-o"), help="Where to: .html, .md, .json, .csv; - prints HTML.")
    ],
    title: Annotated[str, Parameter(help="Heading of the page.")] = "Memory report",
    first: First = None,
    last: Last = None,
    layouts: Layouts = (),
) -> int:
    """Write the report: answers first, then coverage, findings with their evidence, commands, ledger,
    pictures.

    One file that needs no network and no JavaScript, prints, and is the same for the same evidence.

        getpage report prod -o report.html --from 2026-05-21T08:00 --to 2026-05-21T18:00
    """
    suffix = output.suffix.lower()
    if str(output) != "-" and suffix not in {".html", ".htm", *_FORMS}:
        message = f"{output}: give the report a name that ends in .html, .md, .json or .csv"
        raise GetpageError(message)
    if str(output) != "-" and not output.absolute().parent.is_dir():
        message = f"{output}: there is no directory {output.absolute().parent}; make it first"
        raise GetpageError(message)
    result, code = analysed(paths, Window(first, last), layouts, planned=True)
    text = _FORMS[suffix](result) if suffix in _FORMS else report.html(result, title=title, generated_by=TOOL)
    if str(output) == "-":
        write(text)
        return code
    try:
        output.write_text(text, encoding="utf-8")
    except OSError as error:
        message = f"{output}: {error.strerror}"
        raise GetpageError(message) from error
    notes().print(f"report written to {output}", markup=False)
    return code
