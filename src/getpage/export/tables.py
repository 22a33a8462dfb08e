"""The tables of an export: what `check` and `ledger` say of all the evidence, and its daily measures.

Numbers are those of the JSON of these verbs, in its units. Text is as the evidence has it,
without characters that act on a terminal.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Final

from getpage.core.names import Image
from getpage.core.text import clean

if TYPE_CHECKING:
    from getpage.result import Result
    from getpage.result.day import StoredDay
    from getpage.result.ledger import Ledger


class ColumnType(StrEnum):
    """The type of the values of a column; each may be None."""

    TEXT = "text"
    INTEGER = "integer"
    REAL = "real"
    SHARE = "share"  # a real: 0.5 is a half
    BOOLEAN = "boolean"
    DATE = "date"
    TIME = "time"  # local, without a zone


@dataclass(frozen=True, slots=True)
class ExportColumn:
    """A column of a table, and its value in the row of a thing."""

    name: str
    type: ColumnType
    value: Callable[[Any], Any]


@dataclass(frozen=True, slots=True)
class ExportTable:
    """A table with typed columns; a row has a value for each."""

    name: str
    columns: tuple[ExportColumn, ...]
    rows: tuple[tuple[Any, ...], ...]


def export_tables(result: Result, ledger: Ledger, days: Sequence[StoredDay]) -> tuple[ExportTable, ...]:
    """All tables. Those of days have the rows of one object together, by day."""
    rows: dict[str, Iterable[Any]] = {
        "findings": result.findings,
        "commands": result.changes,
        "ledger": _ledger_lines(ledger),
        "demands": sorted(_of_days(days, "demands"), key=_by_demand),
        "settings": sorted(_of_days(days, "settings"), key=_by_knob),
        "daily_findings": sorted(_of_days(days, "findings"), key=_by_finding),
    }
    return tuple(_table(name, columns, rows[name]) for name, columns in TABLES.items())


def of_limit(demand: Any) -> float | None:
    """A demand as a share of its limit; None where what is left falls to it, or there is no limit."""
    return demand.value / demand.limit if demand.limit and not demand.falls else None


def _table(name: str, columns: tuple[ExportColumn, ...], things: Iterable[Any]) -> ExportTable:
    return ExportTable(
        name, columns, tuple(tuple(_cell(column, thing) for column in columns) for thing in things)
    )


def _cell(column: ExportColumn, thing: Any) -> Any:
    value = column.value(thing)
    if value is None:
        return None
    match column.type:
        case ColumnType.TEXT:
            return clean(str(value)).encode("utf-8", "backslashreplace").decode()
        case ColumnType.INTEGER:
            return int(value)
        case ColumnType.REAL | ColumnType.SHARE:
            return float(value)
        case ColumnType.TIME:
            return value.replace(tzinfo=None)
    return value


def _ledger_lines(ledger: Ledger) -> Iterable[tuple[Any, bool, Any]]:
    """The owner of each line, whether the line is of what is free, and the line."""
    for account in ledger.accounts:
        yield from ((account.of, False, line) for line in account.lines)
        yield from ((account.of, True, line) for line in account.free_at_minimum)


def _of_days(days: Iterable[StoredDay], field: str) -> list[tuple[Any, Any]]:
    """The day and each thing that one of its fields has."""
    return [(day.date, each) for day in days for each in getattr(day, field)]


def _by_demand(row: tuple[Any, Any]) -> tuple[Any, ...]:
    day, demand = row
    return demand.object.product, str(demand.object), demand.measure, demand.unit, day


def _by_knob(row: tuple[Any, Any]) -> tuple[Any, ...]:
    day, setting = row
    return setting.knob.product, str(setting.knob), day


def _by_finding(row: tuple[Any, Any]) -> tuple[Any, ...]:
    day, finding = row
    return finding.object.product, str(finding.object), finding.id.check, day


def _text(name: str, value: Callable[[Any], Any]) -> ExportColumn:
    return ExportColumn(name, ColumnType.TEXT, value)


def _named(part: Callable[[Any], Any]) -> tuple[ExportColumn, ...]:
    """The columns that say what a row is of; `part` is an object, a subsystem or a knob."""
    return (
        _text("product", lambda row: part(row).product),
        _text("system", lambda row: part(row).image.name),
        _text("subsystem", lambda row: getattr(part(row), "subsystem", part(row)).name),
        _text("object", lambda row: part(row)),
    )


def _of_fact(part: Callable[[Any], Any]) -> tuple[ExportColumn, ...]:
    """The columns that say where a number stands."""

    def of(field: str) -> Callable[[Any], Any]:
        return lambda row: getattr(part(row).fact, field, None)

    def start(row: Any) -> datetime | None:
        return getattr(part(row).fact, "interval_start", None)

    return (
        ExportColumn("interval_start", ColumnType.TIME, start),
        _text("file", of("file")),
        ExportColumn("record", ColumnType.INTEGER, of("record")),
    )


_DAY: Final = ExportColumn("date", ColumnType.DATE, lambda row: row[0])


def _of_days_of(name: str, type: ColumnType, field: str) -> ExportColumn:
    """A column of the days of a longer window on which a finding was made; empty in a window of a day."""
    return ExportColumn(name, type, lambda finding: getattr(finding.on_days, field, None))


_FINDINGS: Final = (
    *_named(lambda finding: finding.object),
    _text("application", lambda finding: finding.application),
    _text("check", lambda finding: finding.check),
    _text("severity", lambda finding: finding.severity),
    _text("kind", lambda finding: finding.kind),
    _text("harm", lambda finding: finding.harm),
    _text("headline", lambda finding: finding.summary),
    ExportColumn("delay_seconds", ColumnType.REAL, lambda finding: finding.delay_seconds),
    ExportColumn("storage_bytes", ColumnType.INTEGER, lambda finding: finding.storage_bytes),
    _of_days_of("worst_day", ColumnType.DATE, "worst"),
    _of_days_of("days", ColumnType.INTEGER, "days"),
    _of_days_of("of_days", ColumnType.INTEGER, "of"),
    _text("claim", lambda finding: finding.claim),
    _text("symptoms", lambda finding: "; ".join(finding.symptoms)),
    _text("no_command", lambda finding: finding.no_command),
)

_COMMANDS: Final = (
    _text("product", lambda change: change.product),
    _text("system", lambda change: change.subsystem.image.name),
    _text("subsystem", lambda change: change.subsystem.name),
    _text("setting", lambda change: change.setting),
    ExportColumn("step", ColumnType.INTEGER, lambda change: change.step),
    _text("command", lambda change: change.command),
    _text("undo", lambda change: change.undo),
    ExportColumn("storage_bytes", ColumnType.INTEGER, lambda change: change.storage_bytes),
    _text("storage_of", lambda change: change.storage_of),
    ExportColumn("fixes_bytes", ColumnType.INTEGER, lambda change: change.fixes_bytes),
    _text("effect", lambda change: change.effect),
    _text("because", lambda change: "; ".join(map(str, change.because))),
    _text("only_after", lambda change: change.only_after),
    _text("place", lambda change: change.place),
    _text("verify_after", lambda change: change.verify_after),
    _text("verify", lambda change: change.verify),
    _text("caution", lambda change: change.caution),
    _text("lasting", lambda change: change.lasting),
    _text("watch", lambda change: change.watch),
)


def _owner_image(row: tuple[Any, bool, Any]) -> str:
    return row[0].name if isinstance(row[0], Image) else row[0].image.name


_LEDGER: Final = (
    _text("system", _owner_image),
    _text("subsystem", lambda row: "" if isinstance(row[0], Image) else row[0].name),
    _text("holder", lambda row: row[2].holder),
    _text("place", lambda row: row[2].place),
    ExportColumn("bytes", ColumnType.INTEGER, lambda row: row[2].bytes),
    ExportColumn("fixed", ColumnType.BOOLEAN, lambda row: row[2].fixed),
    ExportColumn("free_at_minimum", ColumnType.BOOLEAN, lambda row: row[1]),
    _text("note", lambda row: row[2].note),
)

_DEMANDS: Final = (
    _DAY,
    *_named(lambda row: row[1].object),
    _text("measure", lambda row: row[1].measure),
    _text("unit", lambda row: row[1].unit),
    ExportColumn("value", ColumnType.REAL, lambda row: row[1].value),
    ExportColumn("limit", ColumnType.REAL, lambda row: row[1].limit),
    ExportColumn("of_limit", ColumnType.SHARE, lambda row: of_limit(row[1])),
    ExportColumn("falls", ColumnType.BOOLEAN, lambda row: row[1].falls),
    *_of_fact(lambda row: row[1]),
)

_SETTINGS: Final = (
    _DAY,
    *_named(lambda row: row[1].object),
    _text("knob", lambda row: row[1].knob),
    _text("unit", lambda row: row[1].unit),
    ExportColumn("size", ColumnType.INTEGER, lambda row: row[1].size),
    *_of_fact(lambda row: row[1]),
)

_DAILY_FINDINGS: Final = (
    _DAY,
    *_named(lambda row: row[1].object),
    _text("check", lambda row: row[1].id.check),
    _text("severity", lambda row: row[1].severity),
    _text("kind", lambda row: row[1].kind),
    _text("headline", lambda row: row[1].headline),
    ExportColumn("delay_seconds", ColumnType.REAL, lambda row: row[1].delay_seconds),
    ExportColumn("storage_bytes", ColumnType.INTEGER, lambda row: row[1].storage_bytes),
)

#: The columns of each table.
TABLES: Final = {
    "findings": _FINDINGS,
    "commands": _COMMANDS,
    "ledger": _LEDGER,
    "demands": _DEMANDS,
    "settings": _SETTINGS,
    "daily_findings": _DAILY_FINDINGS,
}
