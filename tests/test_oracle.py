"""Every field of every section of a real dump, against what IBM's own reader shows for it.

The dump and the oracle lie outside the project (their licence is not ours); without them nothing is compared.
``data/oracle_columns.toml`` says which column holds what, and lists the exceptions with their reasons.
"""

import csv
import datetime as dt
import tomllib
from pathlib import Path

import polars as pl
import pytest

from getpage import _native

ROOT = Path(__file__).parent.parent
SAMPLES = ROOT.parent / "shared" / "samples" / "mq"
DUMP = SAMPLES / "SMF_MQ1000.dat"
ORACLE = SAMPLES / "SMF_MQ1000.csv"
MAPPING = tomllib.loads((Path(__file__).parent / "data" / "oracle_columns.toml").read_text())
EXCEPTIONS = MAPPING["exceptions"]
FILES = sorted(name for name in MAPPING if name.endswith(".csv"))

with_dump = pytest.mark.skipif(not ORACLE.is_dir(), reason="the real dump and its oracle are not here")


def decode(path: Path, into: Path) -> tuple[dict[str, pl.DataFrame], dict]:
    [summary] = _native.load_files([(path, 0)], into, 1, [], None)
    tables = {file.stem.partition("-")[0]: pl.read_parquet(file) for file in into.glob("*.parquet")}
    return tables, summary


@pytest.fixture(scope="module")
def decoded(tmp_path_factory):
    return decode(DUMP, tmp_path_factory.mktemp("dump"))


@pytest.fixture(scope="module")
def tables(decoded):
    return decoded[0]


def read_oracle(name: str) -> tuple[list[str], list[list[str]]]:
    """Labels and rows of one file, without the quoting and the empty last column of IBM's reader."""
    with (ORACLE / name).open(newline="") as file:
        labels, *rows = list(csv.reader(file))
    plain = [[value.removeprefix("=").strip('"') for value in row] for row in rows]
    assert labels.pop() == "", f"{name}: the last column has a label now"
    return labels, plain


def shown(labels: list[str], row: list[str]) -> dict[str, object]:
    """The values of a row by label; pairs that IBM's reader splits a value into are put together again."""
    values: dict[str, object] = {}
    raw = dict(zip(labels, row, strict=False))
    for label, value in raw.items():
        base = (
            label.removesuffix("(S)")
            .removesuffix("(US)")
            .removesuffix("(DATE)")
            .removesuffix("(TIME)")
            .strip()
        )
        if label.endswith("(S)"):
            values[base] = 1_000_000 * int(value) + int(raw[f"{label[:-3]}(US)"])
        elif label.endswith("(DATE)"):
            values[base] = moment(value, raw[f"{label[:-6]}(TIME)"])
        elif not label.endswith(("(US)", "(TIME)")):
            values[label] = value
    if "Date" in raw:
        values["Date"] = values["Time"] = moment(raw["Date"], raw["Time"])
    return values


def moment(date: str, time: str) -> dt.datetime | None:
    if not date.strip(" .") or not time.strip(" ."):
        return None
    return dt.datetime.strptime(f"{date} {time}", "%Y/%m/%d %H:%M:%S,%f")


def wanted(mapping: str | dict, value: object) -> object:
    """What our column, brought into the form of IBM's reader, must be."""
    if isinstance(mapping, dict) and "labels" in mapping:
        text = str(value).strip()
        return mapping["labels"].get(text, text)
    return value


def ours(mapping: str | dict, row: dict[str, object]) -> object:
    """Our value, as the mapping brings it into the form of IBM's reader."""
    if isinstance(mapping, str):
        return row[mapping]
    value = row[mapping["column"]]
    if "item" in mapping and value is not None:
        value = value[mapping["item"]]
    if value is None:
        return mapping.get("none")
    if "divide" in mapping:
        value = int(value // mapping["divide"])
    if "scale" in mapping:
        value = value * mapping["scale"]
    if "low_bits" in mapping:
        value = value & ((1 << mapping["low_bits"]) - 1)
    return value


def equal(want: object, have: object) -> bool:
    """Whether a value of IBM's reader and one of ours are the same."""
    if isinstance(have, dt.datetime):
        return want == have.replace(tzinfo=None)
    if isinstance(want, dt.datetime) or want is None:
        return want == have
    if isinstance(have, bool) or isinstance(want, bool):
        return want == have
    if isinstance(have, float):
        return int(want) == int(have)
    if isinstance(have, int):
        return int(want) == have
    return str(want).rstrip(" .") == str(have).rstrip(" .") if have is not None else False


def skipped(name: str) -> set[str]:
    """Labels of a file that have no column to compare with; the exception says why."""
    listed = (e for e in EXCEPTIONS.values() if e["skip"] and name in e["files"])
    return {label for exception in listed for label in exception["labels"]}


def base_labels(labels: list[str]) -> list[str]:
    """The labels that values have once the pairs are put together."""
    times = ("Date", "Time", "(DATE)", "(TIME)")
    return list(shown(labels, ["" if label.endswith(times) else "0" for label in labels]))


def in_order(table: pl.DataFrame) -> list[dict[str, object]]:
    """Rows as they stand in the dump: by record, and in a record as they were decoded."""
    return table.with_row_index().sort("record", "index").to_dicts()


@with_dump
def test_every_file_of_the_oracle_is_covered():
    assert sorted(file.name for file in ORACLE.iterdir()) == FILES


@with_dump
def test_every_table_of_the_dump_is_in_the_oracle(tables):
    compared = {MAPPING[name]["table"] for name in FILES} | {"evidence_record"}
    assert set(tables) == compared


@with_dump
@pytest.mark.parametrize("name", FILES)
def test_every_label_is_mapped_or_an_exception(name):
    labels = set(base_labels(read_oracle(name)[0]))
    columns = MAPPING[name]["columns"]
    unknown = labels - set(columns) - set(MAPPING["common"]) - skipped(name)
    assert not unknown, f"{name}: {len(unknown)} labels have no column: {sorted(unknown)}"
    stale = (set(columns) | skipped(name)) - labels
    assert not stale, (
        f"{name}: {len(stale)} labels are mapped that IBM's reader does not show: {sorted(stale)}"
    )


@with_dump
@pytest.mark.parametrize("name", FILES)
def test_every_value_equals_the_oracle(name, tables):
    labels, oracle = read_oracle(name)
    table = tables[MAPPING[name]["table"]]
    rows = in_order(table)
    assert len(rows) == len(oracle), f"{name}: {len(rows)} rows, {len(oracle)} in the oracle"
    columns = MAPPING["common"] | MAPPING[name]["columns"]
    without = skipped(name)
    compared, differing = 0, []
    for number, (row, line) in enumerate(zip(rows, oracle, strict=True)):
        for label, value in shown(labels, line).items():
            if label in without:
                continue
            mapping = columns[label]
            want, have = wanted(mapping, value), ours(mapping, row)
            compared += 1
            if not equal(want, have):
                differing.append(f"row {number} {label}: {have!r}, oracle {want!r}")
    few = "\n".join(differing[:20])
    assert not differing, f"{name}: {len(differing)} of {compared} values differ in {len(rows)} rows\n{few}"
    assert compared >= len(rows)


#: Columns that IBM's reader does not show, all of one table or of every table.
NOT_SHOWN = {"level", "written_utc"}
NOT_SHOWN_OF = {"mq_task_queue": {"block_version", "no_accounting", "topic"}}


@with_dump
@pytest.mark.parametrize("name", FILES)
def test_every_column_of_the_dictionary_is_compared_unless_the_oracle_has_none(name, tables):
    table = MAPPING[name]["table"]
    columns = MAPPING["common"] | MAPPING[name]["columns"]
    labels = set(base_labels(read_oracle(name)[0])) - skipped(name)
    compared = {m if isinstance(m, str) else m["column"] for label, m in columns.items() if label in labels}
    known = {f["column"] for f in _native.dictionary([]) if f["table"] == table}
    assert compared <= known
    assert known - compared <= NOT_SHOWN | NOT_SHOWN_OF.get(table, set())
    assert set(tables[table]["level"]) == {"946"}


@with_dump
def test_the_time_in_the_common_header_is_that_of_the_smf_header_in_utc(tables):
    for name, table in tables.items():
        if "written_utc" not in table.columns:
            continue
        apart = (
            (table["written"] - table["written_utc"].dt.replace_time_zone(None))
            .drop_nulls()
            .dt.total_seconds()
        )
        assert apart.is_between(3590, 3610).all(), f"{name}: {apart.unique().to_list()[:5]} s"


def test_every_exception_says_why_and_where():
    for key, exception in EXCEPTIONS.items():
        assert len(exception["why"]) > 40, key
        assert set(exception["files"]) <= set(FILES), key


@with_dump
def test_the_whole_dump_is_decoded(decoded):
    _, summary = decoded
    assert summary["damage"]["count"] == 0
    assert sum(count["records"] for count in summary["counts"]) == 709
    decoded_types = {c["record_type"] for c in summary["counts"] if c["state"] == "decoded"}
    assert decoded_types == {115, 116}


#: Buffer pools of a queue manager of V8, as read with another reader: pool, buffers, lowest stealable,
#: stealable, getpages old and new, reads, page updates, pages written, writes, immediate writes.
V8_POOLS = [
    (0, 50000, 49981, 49984, 966636, 0, 0, 966532, 84, 31, 17),
    (1, 100000, 42308, 99487, 1771124, 328513, 0, 1736279, 111053, 6993, 41),
    (2, 50000, 49999, 49999, 221, 0, 0, 13, 13, 13, 13),
    (3, 100000, 98961, 99385, 284845, 56959, 0, 280496, 4117, 276, 13),
    (4, 50000, 49999, 49999, 741, 0, 0, 13, 13, 13, 13),
    (5, 100000, 99393, 99393, 516284, 103803, 0, 508323, 828, 71, 13),
    (6, 100000, 99992, 99999, 2229, 167, 0, 764, 36, 19, 13),
]
SHORT_OF_BUFFERS = [
    "deferred_write_starts",
    "synchronous_write_threshold",
    "steals",
    "steal_collisions",
    "no_buffer_waits",
]


@with_dump
def test_a_dump_of_version_8_reads_as_published(tmp_path):
    tables, summary = decode(SAMPLES / "TEST115.dat", tmp_path)
    assert summary["damage"]["count"] == 0
    pools = tables["mq_buffer_pool"].sort("buffer_pool")
    figures = [
        "buffer_pool", "buffers", "lowest_stealable", "stealable", "getpages_old", "getpages_new",
        "reads", "page_updates", "pages_written", "writes", "immediate_writes",
    ]  # fmt: skip
    assert pools.select(figures).rows() == V8_POOLS
    assert pools.select(SHORT_OF_BUFFERS).sum().row(0) == (0, 0, 0, 0, 0)
    assert pools["location"].unique().to_list() == ["ABOVE"]
    assert pools["page_class"].unique().to_list() == ["4KB"]
    assert pools["system"].unique().to_list() == ["H019"]
    assert pools["queue_manager"].unique().to_list() == ["MQPC"]
    assert {int(us // 1_000_000) for us in pools["interval_us"]} == {1792}
    assert pools["queue_sharing_group"].null_count() == pools.height
