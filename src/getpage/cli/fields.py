"""getpage fields: the field dictionary."""

from __future__ import annotations

from getpage.app.fields import FieldsRequest, dictionary_of
from getpage.cli.app import Form
from getpage.cli.output import Format, rows
from getpage.cli.request_command import request_command
from getpage.core.numbers import written
from getpage.evidence.dictionary import Dictionary

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


@request_command(FieldsRequest)
def fields_command(request: FieldsRequest, *, format: Form = Format.TABLE) -> None:
    """Show what every column of every table is: IBM's name, unit, meaning, where it is from, how it is known.

    Trust: seen in real records, ibm documentation, public code, or derived.

        getpage fields --table mq_buffer_pool

        getpage fields --format json
    """
    dictionary, table = dictionary_of(request), request.table
    if table is None and format is Format.TABLE:
        data = [_head(table, dictionary) for table in sorted(dictionary.tables)]
        rows(
            "Tables; getpage fields --table NAME shows one",
            ("table", "columns", "what", "records"),
            data,
            format,
        )
        return
    chosen = dictionary.fields if table is None else dictionary.of_table(table)
    if format is Format.TABLE:
        for source in dictionary.sources(str(table)):
            rows(
                f"{table}: {source[0].title}, {source[0].row}",
                ("column", "IBM name", "unit", "trust", "meaning"),
                [(f.column, f.ibm_name, written(f.unit), f.trust, f.meaning) for f in source],
                format,
            )
        return
    rows("", _COLUMNS, [tuple(getattr(f, column) for column in _COLUMNS) for f in chosen], format)


def _head(table: str, dictionary: Dictionary) -> tuple[str, int, str, str]:
    fields = dictionary.of_table(table)
    records = dict.fromkeys(record for f in fields for record in f.records)
    return table, len({f.column for f in fields}), dictionary.titles(table), ", ".join(records)
