"""getpage export: findings, commands, the ledger and daily measures for other tools."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Final

from cyclopts import Parameter

from getpage.app.export import ExportRequest, ExportTarget, export
from getpage.cli.files import OUTPUT, check_output, write_file
from getpage.cli.output import write
from getpage.cli.progress import looking
from getpage.cli.request_command import request_command
from getpage.core.errors import GetpageError, file_error

#: The endings of a file's name.
_ENDINGS: Final = {
    ExportTarget.XLSX: (".xlsx",),
    ExportTarget.OPENMETRICS: (".om", ".txt", ".prom"),
    ExportTarget.GRAFANA: (".json",),
}


@request_command(ExportRequest)
def export_command(
    request: ExportRequest,
    *,
    output: Annotated[
        Path | None,
        OUTPUT,
        Parameter(
            help="Write to a file (.xlsx, .om, .json), or Parquet files into a directory. OpenMetrics and a "
            "dashboard are printed without it."
        ),
    ] = None,
) -> int:
    """Write findings, commands, the ledger and daily measures for Excel, Prometheus, Grafana or DuckDB.

    Findings, commands and the ledger are those of `check` of all the evidence. Daily measures are what
    `trend` and `changes` compare: demands with their limits, settings and findings of each day. A sample of
    OpenMetrics has noon UTC of its day as its time. xlsx and openmetrics need
    `pip install 'getpage[export]'`.

        getpage export prod --to xlsx -o prod.xlsx

        getpage export prod --to openmetrics -o prod.om

        promtool tsdb create-blocks-from openmetrics prod.om /var/lib/prometheus/data

        getpage export prod --to grafana -o dashboard.json

        getpage export prod --to parquet -o prod-tables

    Exit codes: 0 success, 2 input that cannot be used, 3 not enough evidence.
    """
    _check(request.to, output)
    with looking("working out") as seen:
        files = export(request, seen.watch)
    if output is None:
        write(b"".join(files.values()).decode())
    elif request.to is ExportTarget.PARQUET:
        _write_folder(output, files)
    else:
        [data] = files.values()
        write_file(output, data, "export")
    return seen.code


def _check(target: ExportTarget, output: Path | None) -> None:
    """GetpageError where the export cannot be written there."""
    if target is not ExportTarget.PARQUET:
        if output is None and not target.is_text:
            raise GetpageError("a workbook cannot be printed.", f"--to {target} -o getpage.xlsx")
        check_output(output, _ENDINGS[target])
        return
    if output is None or str(output) == "-":
        raise GetpageError("--to parquet writes a file for each table.", "--to parquet -o getpage-tables")
    if output.is_dir():
        from getpage.export.tables import TABLES

        ours = {f"{name}.parquet" for name in TABLES}
        others = sorted(path.name for path in output.iterdir() if path.name not in ours)
        if others:
            problem = f"{output}: something else is in this directory: {', '.join(others)}"
            raise GetpageError(problem, f"-o {output / 'getpage-tables'}")
    elif output.exists() or output.is_symlink():
        problem = f"{output}: not a directory"
        raise GetpageError(problem, f"-o {output}.d")
    elif not output.absolute().parent.is_dir():
        problem = f"{output}: there is no directory {output.absolute().parent}"
        raise GetpageError(problem, f"mkdir -p {output.absolute().parent}")


def _write_folder(folder: Path, files: dict[str, bytes]) -> None:
    try:
        folder.mkdir(exist_ok=True)
    except OSError as error:
        raise file_error(folder, error) from error
    for name, data in files.items():
        write_file(folder / name, data)
