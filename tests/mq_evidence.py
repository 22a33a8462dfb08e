"""Evidence for the tests of the MQ rules, through the ordinary readers: SMF files, records and text."""

import tempfile
from collections.abc import Sequence
from datetime import datetime, timedelta
from functools import cache
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from getpage import _native
from getpage.contract.causes import merge_causes
from getpage.contract.fields import Field
from getpage.contract.observation import Observation
from getpage.contract.order import in_order
from getpage.contract.thresholds import DEFAULTS
from getpage.evidence.dictionary import load_dictionary
from getpage.evidence.text import read_text
from getpage.plan.pipeline import decide
from getpage.products.mq import PRODUCT
from getpage.result import Change, Fact, Finding

SAMPLES = Path(__file__).parent.parent.parent / "shared" / "samples" / "mq"
TYPES = {"Utf8": pl.String, "Boolean": pl.Boolean, "Float64": pl.Float64}
TYPES |= {name: getattr(pl, name) for name in ("UInt32", "UInt64", "Int32", "Int64")}


@cache
def fields() -> dict[tuple[str, str], Field]:
    return {(field.table, field.column): field for field in load_dictionary().fields}


def _type(field: Field) -> pl.DataType:
    if field.type.startswith("Timestamp"):
        return pl.Datetime("us", "UTC" if "UTC" in field.type else None)
    if field.type.startswith("List"):
        return pl.List(pl.UInt32)
    return TYPES[field.type]


@cache
def schema(table: str) -> dict[str, pl.DataType]:
    columns = {column: _type(field) for (name, column), field in fields().items() if name == table}
    return {"file": pl.UInt32, "record": pl.UInt64} | columns


@cache
def empty(table: str) -> pl.DataFrame:
    return pl.DataFrame(schema=schema(table))


class Frames:
    """The interface's Evidence over frames in memory."""

    thresholds = DEFAULTS

    def __init__(self, frames: dict[str, pl.DataFrame]) -> None:
        self.frames = frames
        self._whole: dict[str, tuple[pl.DataFrame, pl.DataFrame]] = {}

    def frame(self, table: str) -> pl.DataFrame:
        """All columns that the table has, whichever of them the rows have."""
        rows = self.frames.get(table)
        if rows is None:
            return empty(table)
        known, whole = self._whole.get(table, (None, rows))
        if known is not rows:
            whole = pl.concat([empty(table), rows], how="diagonal_relaxed")
            self._whole[table] = (rows, whole)
        return whole

    def scan(self, table: str) -> pl.LazyFrame:
        return self.frame(table).lazy()

    def schema(self, table: str) -> pl.Schema:
        return self.frame(table).schema

    def parts(self, table: str) -> list[pl.LazyFrame]:
        return [self.scan(table)]

    def days(self, _: object) -> Sequence[Any]:
        return ()

    def most_rows(self, table: str) -> int:
        return self.frame(table).height

    def field(self, table: str, column: str) -> Field:
        return fields()[table, column]

    def file_name(self, file: int) -> str:
        return f"file {file}"

    def fact(self, table, column, row, *, label=""):
        field = self.field(table, column)
        length = row.get("interval_us")
        return Fact(
            label=label or column,
            value=row[column],
            unit=field.unit,
            table=table,
            column=column,
            ibm_name=field.ibm_name,
            trust=field.trust,
            file=self.file_name(row["file"]),
            record=row["record"],
            interval_start=row.get("interval_start"),
            interval_seconds=None if length is None else length / 1e6,
        )


def from_file(path: Path) -> Frames:
    if not path.exists():
        pytest.skip(f"{path.name} is not at hand")
    with tempfile.TemporaryDirectory() as directory:
        _native.load_files([(path, 1)], Path(directory), 1, [])
        parts: dict[str, list[pl.DataFrame]] = {}
        for file in sorted(Path(directory).glob("*.parquet")):
            parts.setdefault(file.stem.partition("-")[0], []).append(pl.read_parquet(file))
    return Frames({table: pl.concat(frames, how="diagonal") for table, frames in parts.items()})


def from_records(*specifications: dict) -> Frames:
    records = _native.encode_records(specifications)
    with tempfile.TemporaryDirectory() as directory:
        path = Path(directory) / "smf"
        path.write_bytes(b"".join(records))
        return from_file(path)


def from_text(text: str) -> Frames:
    evidence = read_text(enumerate(text.split("\n")))
    assert evidence.damage == []
    return Frames(
        {
            table: pl.DataFrame(
                [{"file": 1} | row for row in rows],
                schema_overrides=schema(table),
                infer_schema_length=None,
            )
            for table, rows in evidence.rows.items()
        }
    )


START = datetime(2026, 3, 12, 9)
QUARTER = timedelta(minutes=15)
GOOD_POOL = {
    "buffers": 50_000,
    "lowest_stealable": 30_000,
    "stealable": 40_000,
    "getpages_old": 100_000,
    "getpages_new": 20_000,
    "page_updates": 90_000,
}
GOOD_PAGE_SET = {"total_pages": 60_000, "unused_pages": 50_000, "persistent_pages": 10_000}


def micros(when: datetime) -> int:
    return round((when - datetime(1970, 1, 1)).total_seconds() * 1e6)


def record(
    subtype: int, section: str, rows: list[dict], *, interval: int = 0, length: timedelta = QUARTER, **common
) -> dict:
    """A specification of an SMF 115 record of system SYS1, queue manager MQP1, release 10.0."""
    start = START + interval * QUARTER
    header = {
        "system": "SYS1",
        "queue_manager": "MQP1",
        "level": "946",
        "written": micros(start + length),
        "written_utc": micros(start + length),
    }
    if subtype not in (5, 6, 7):
        header |= {"interval_start": micros(start), "interval_us": length.total_seconds() * 1e6}
    return {
        "record_type": 115,
        "subtype": subtype,
        "common": header | common,
        "sections": {section: rows},
    }


def pools(*rows: dict, interval: int = 0, **common) -> dict:
    return record(215, "QPST", [GOOD_POOL | row for row in rows], interval=interval, **common)


def page_sets(*rows: dict, interval: int = 0, **common) -> dict:
    return record(201, "QIS1", [GOOD_PAGE_SET | row for row in rows], interval=interval, **common)


def region(*, interval: int = 0, **columns) -> dict:
    whole = {
        "region_31_limit": 1_600 << 20,
        "available_31": 900 << 20,
        "reserved_short_31": 100 << 20,
        "memory_limit": 8_192,
        "available_64": 6 << 30,
        "cushion_64": 200 << 20,
    }
    return record(7, "QSRS", [whole | columns], interval=interval)


def observed(evidence: Frames) -> Observation:
    """What MQ's rules say, one finding for one cause."""
    return merge_causes(PRODUCT.analyse(evidence))


def findings(evidence: Frames, check: str | None = None) -> list[Finding]:
    """The findings in order of gravity, of one check or of all."""
    every = in_order(observed(evidence).findings)
    return [finding for finding in every if check in (None, finding.check)]


def changes_of(evidence: Frames) -> tuple[Change, ...]:
    """The one list of commands."""
    return decide(observed(evidence)).changes


def commands(evidence: Frames) -> list[str]:
    """The commands of the one list."""
    return [change.command for change in changes_of(evidence)]
