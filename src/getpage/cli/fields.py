"""getpage fields: the field dictionary."""

from __future__ import annotations

from typing import Annotated

from cyclopts import Parameter

from getpage.cli.app import Form, Layouts, app
from getpage.cli.output import Format, rows
from getpage.evidence.dictionary import load_dictionary

_COLUMNS = (
    "table",
    "column",
    "ibm_name",
    "unit",
    "meaning",
    "source",
    "trust",
    "type",
    "section",
    "offset",
    "since",
)


@app.command(name="fields")
def fields_command(
    *,
    table: Annotated[str | None, Parameter(help="Only this table; without it, the list of tables.")] = None,
    format: Form = Format.TABLE,
    layouts: Layouts = (),
) -> None:
    """Show what every column of every table is: IBM's name, unit, meaning, where it is from, how it is known.

    Trust: seen in real records, ibm documentation, public code, or derived.

        getpage fields --table mq_buffer_pool

        getpage fields --format json
    """
    dictionary = load_dictionary(layouts)
    if table is None and format is Format.TABLE:
        heads = {f.table: f for f in dictionary.fields}
        data = [
            (t, len(dictionary.of_table(t)), f.title, ", ".join(f.records)) for t, f in sorted(heads.items())
        ]
        rows(
            "Tables; getpage fields --table NAME shows one",
            ("table", "columns", "what", "records"),
            data,
            format,
        )
        return
    chosen = dictionary.fields if table is None else dictionary.of_table(table)
    if format is Format.TABLE:
        brief = [(f.column, f.ibm_name, f.unit, f.trust, f.meaning) for f in chosen]
        rows(
            f"{table}: {chosen[0].title}, {chosen[0].row}",
            ("column", "IBM name", "unit", "trust", "meaning"),
            brief,
            format,
        )
        return
    rows("", _COLUMNS, [tuple(getattr(f, column) for column in _COLUMNS) for f in chosen], format)
