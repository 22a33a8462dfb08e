"""Tables of measured points: what is read, how exact it is, and that wrong ones are refused with a place."""

from __future__ import annotations

import gzip
from decimal import Decimal
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from getpage.core.errors import GetpageError
from getpage.runs import Points, Span, read_points
from getpage.runs.headings import heading
from getpage.runs.number import printed

SEEDS = Path(__file__).parent / "data" / "seeds"


def table(tmp_path: Path, text: str | bytes) -> Points:
    path = tmp_path / "runs.csv"
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return read_points(path)


def test_the_banking_workload_is_read_into_canonical_columns() -> None:
    points = read_points(SEEDS / "db2-pool-sizes.csv")
    assert points.labels == ("256 GB", "512 GB", "1024 GB")
    last = points.point("1024 GB")
    assert last.value("pool_bytes") == 638 << 30
    assert last.value("sync_reads_per_s") == 900
    assert last.cells["sync_reads_per_s"].span == Span(900, 850, 950)
    measures = ("cpu_percent", "itr", "etr", "response_s")
    assert [last.value(name) for name in measures] == [79, 1237, 976, 0.209]
    assert points.point("256 GB").value("itr_delta") is None
    column = points.column("response_s")
    assert column is not None
    assert (column.unit, column.recognized) == ("s", True)


def test_every_figure_can_be_followed_to_its_file_and_line() -> None:
    points = read_points(SEEDS / "db2-pool-sizes.csv")
    cell = points.point("512 GB").cells["etr"]
    data = (SEEDS / "db2-pool-sizes.csv").read_bytes()
    assert cell.line == 4
    assert cell.fact.record is not None
    assert data[cell.fact.record :].startswith(b"512 GB,320 GB,73,1124")
    assert (cell.fact.label, cell.fact.value, cell.fact.trust) == ("512 GB, ETR", 819, "text")


def test_rows_of_the_banking_workload_agree_with_themselves() -> None:
    checks = read_points(SEEDS / "db2-pool-sizes.csv").checks
    assert [(item.rule, item.verdict) for item in checks] == [("ITR = ETR / CPU busy", "rounding")] * 3


def test_an_itr_that_its_etr_and_cpu_cannot_give_is_said(tmp_path: Path) -> None:
    checks = table(tmp_path, "run,ETR,CPU %,ITR\na,709,72,992\nb,819,73,1234\n").checks
    assert [item.verdict for item in checks] == ["rounding", "no"]
    assert checks[1].computed.low == pytest.approx(818.5 / 0.735)


def test_a_table_with_runs_as_columns_is_turned() -> None:
    points = read_points(SEEDS / "open-data-sets.csv")
    assert points.labels == ("V1.11", "V1.12 with GRS", "V1.12 with MEMDSENQMGMT")
    assert [round(point.value("itr") or 0, 1) for point in points.points] == [335.6, 449.1, 529.3]
    assert [check.verdict for check in points.checks] == ["rounding"] * 3


def test_a_time_with_colons_is_in_seconds_and_a_remark_in_a_cell_is_no_figure() -> None:
    points = read_points(SEEDS / "svc-dump-capture.csv")
    point = points.point("not constrained 2")
    assert point.value("capture_time") == 17.564853
    assert point.value("available_frames_before_the_dump") == 4083614


def test_averages_that_were_cut_off_are_told_from_rounded_ones() -> None:
    by_label = {check.label: check for check in read_points(SEEDS / "serialization-delay.csv").checks}
    assert by_label["CMSSMF, Avg Contention Time"].verdict == "rounding"
    assert by_label["Local, Avg Contention Time"].verdict == "cut off"
    owner = by_label["CML Owner, Avg Contention Time"]
    assert owner.verdict == "cut off"
    assert owner.computed.value == pytest.approx(1337257 / 5376109)
    assert owner.computed.width < 1e-6 < owner.printed.width


def test_the_mean_of_four_workloads_is_as_printed() -> None:
    points = read_points(SEEDS / "lspr-v1r12.csv")
    assert [check.verdict for check in points.checks] == ["rounding"] * 4
    assert [round(check.computed.value, 3) for check in points.checks] == [0.525, 1.1, 2.75, 2.95]


@pytest.mark.parametrize(
    ("name", "verdicts"),
    [
        ("dsw-static-v42", "rounding"),
        ("rtw-v51", "rounding cut off"),
        ("isolation-no", "rounding cut off no"),  # 0.594 is printed twice; 296.96 % / 5047.97 is 0.588
        ("routing-none", "no"),  # the printed mean is of a run more than the table shows
    ],
)
def test_printed_figures_that_do_not_follow_are_found(name: str, verdicts: str) -> None:
    checks = read_points(SEEDS / f"{name}.csv").checks
    assert {item.verdict for item in checks} <= {"rounding", "cut off", "no"}
    assert any(item.verdict == "no" for item in checks) == ("no" in verdicts.split())


def test_cpu_that_covers_more_than_cics_is_traced_to_the_system_and_its_processors() -> None:
    checks = read_points(SEEDS / "dsw-30-aors.csv").checks
    assert {item.rule for item in checks} == {"CPU per transaction = LPAR % of 16 processors / ETR"}
    assert all(item.agrees for item in checks)


@pytest.mark.parametrize("path", sorted(SEEDS.glob("*.csv")), ids=lambda path: path.stem)
def test_every_published_table_is_read(path: Path) -> None:
    points = read_points(path)
    assert points.columns
    assert points.points
    assert all(cell.fact.record is not None for point in points.points for cell in point.cells.values())


@pytest.mark.parametrize(
    ("text", "name", "unit"),
    [
        ("CPU %", "cpu_percent", "%"),
        ("LPAR %Busy", "cpu_percent", "%"),
        ("response ms", "response_s", "ms"),
        ("Avg Response Time (s)", "response_s", "s"),
        ("sync reads/s", "sync_reads_per_s", None),
        ("pool GB", "pool_bytes", "GB"),
        ("ETR (number of open DS per sec)", "etr", None),
        ("Transaction Rate (per second)", "etr", None),
        ("Total # of CPUs", "processors", None),
        ("CICS %", None, "%"),
        ("ms/tran", None, "ms"),
        ("pool hit ratio", None, None),
        ("Ratio of Trans per CPU second", None, None),
    ],
)
def test_common_spellings_of_headings_are_known(text: str, name: str | None, unit: str | None) -> None:
    actual = heading(text)
    assert actual.canonical == name
    assert (actual.unit.name if actual.unit else None) == unit


def test_units_come_from_the_heading_or_the_cells(tmp_path: Path) -> None:
    points = table(tmp_path, "run;response ms;pool GB;memory\na;428;1.5;512 MB\nb;209;2,048;1 GB\n")
    a, b = points.points
    assert a.cells["response_s"].span == Span(0.428, 0.4275, 0.4285)
    assert (a.value("pool_bytes"), b.value("pool_bytes")) == (1.5 * 2**30, 2048 * 2**30)
    assert (a.value("memory"), b.value("memory")) == (512 << 20, 1 << 30)


def test_a_table_may_be_packed_and_start_with_a_byte_order_mark(tmp_path: Path) -> None:
    assert (
        table(tmp_path, gzip.compress(b"\xef\xbb\xbf# a remark\nrun\tETR\r\na\t7\r\n")).points[0].value("etr")
        == 7
    )


WRONG = {
    "": "no table",
    "# only a remark\n": "no table",
    "run,ETR\n": "headings only",
    "just words in a line\nand another\n": "two columns",
    "run,ETR\na,1,2\n": "line 2: expected 2 cells as in the headings, found 3",
    "run,ETR,ITR\na,1,234,5\n": "thousands separators needs quotation marks",
    "run,ETR\na,12x4\n": "line 2: column 2 'ETR': expected a number, found '12x4'",
    "run;ETR\na;72,5\n": "decimal point",
    "run,ETR\na,1\nb,\nc,bad\n": "line 4",
    "run,ETR\na,1\na,2\n": "line 3: the label 'a' is also that of line 2",
    "run,ETR,etr\na,1,2\n": "names two columns",
    "run,ETR,,ITR\na,1,2,3\n": "has no name",
    "run,ETR\n,1\n": "no label",
    "run,note\na,b\n": "no column of figures",
    "run,memory\na,1 GB\nb,2 s\n": "as in the rest of the column",
    "run,memory\na,1 GB\nb,2\n": "as in the rest of the column",
    "run,pool GB\na,20 ms\n": "expected a figure in bytes",
    'run,ETR\na,"1\n': "line 2",
    "run,ETR\na,1e999\n": "expected a number",
    "run,ETR\na,99:99:99\n": "expected a number",
}


@pytest.mark.parametrize("text", sorted(WRONG), ids=range(len(WRONG)))
def test_a_wrong_table_is_refused_with_its_place(text: str, tmp_path: Path) -> None:
    with pytest.raises(GetpageError) as raised:
        table(tmp_path, text)
    assert WRONG[text] in str(raised.value)
    assert "runs.csv" in str(raised.value)


@pytest.mark.parametrize(
    "data", [b"\xff\xfe\x00", b"\x1f\x8b broken", b"run,ETR\na,\xe9\n", b"\x28\xb5\x2f\xfd nothing"]
)
def test_bytes_that_are_no_text_are_refused(data: bytes, tmp_path: Path) -> None:
    with pytest.raises(GetpageError, match=r"runs\.csv"):
        table(tmp_path, data)


@given(
    data=st.binary(max_size=200)
    | st.text(alphabet='ab1.,;\t|"\n%#-:<GBkms \u00a0\x00\r', max_size=200).map(str.encode)
)
def test_no_bytes_make_anything_but_a_table_or_an_error(
    data: bytes, tmp_path_factory: pytest.TempPathFactory
) -> None:
    try:
        points = table(tmp_path_factory.getbasetemp(), data)
    except GetpageError:
        return
    for point in points.points:
        for cell in point.cells.values():
            assert cell.span.low <= cell.span.value <= cell.span.high


@given(st.decimals(-(10**9), 10**9, allow_nan=False, places=6), st.integers(0, 5))
def test_a_printed_number_stands_for_all_that_round_to_it(exact: Decimal, places: int) -> None:
    text = f"{exact:,.{places}f}"
    actual = printed(text)
    assert actual is not None
    span, unit = actual
    assert unit is None
    assert Decimal(span.low) - Decimal("1e-7") <= exact <= Decimal(span.high) + Decimal("1e-7")
    assert span.width == pytest.approx(10.0**-places, abs=1e-6)


@given(
    st.floats(0.1, 1e6),
    st.floats(0.1, 1e6),
    st.floats(0, 0.05),
    st.floats(0, 0.05),
    st.floats(-1, 1),
    st.floats(-1, 1),
)
def test_arithmetic_on_spans_contains_the_arithmetic_on_what_they_stand_for(
    a: float, b: float, wide: float, wide_too: float, at: float, at_too: float
) -> None:
    first, other = Span(a, a * (1 - wide), a * (1 + wide)), Span(b, b * (1 - wide_too), b * (1 + wide_too))
    x, y = a * (1 + wide * at), b * (1 + wide_too * at_too)
    for span, value in (
        (first + other, x + y),
        (first - other, x - y),
        (first.over(other), x / y),
        (first.change_to(other), y / x - 1),
    ):
        assert span is not None
        slack = 1e-9 * (1 + abs(value))
        assert span.low - slack <= value <= span.high + slack
