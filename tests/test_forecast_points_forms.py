"""Tables of every form: a row at its own figures gives itself, and between two rows figures lie between."""

from __future__ import annotations

import itertools
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from examples import examples
from getpage.core.errors import NotEnoughEvidenceError
from getpage.forecast.points import RunSettings, forecast_points
from getpage.result.forecast import FigureName
from getpage.runs import read_points
from test_forecast_points_own import DATA, SETTINGS, known
from test_prove_noise import bench

#: Columns that a table may have, and what may stand in them; reads and ETR give reads a unit of work.
COLUMNS = {
    "CPU %": st.floats(1, 99),
    "ETR": st.floats(1, 5000),
    "ITR": st.none(),
    "response s": st.floats(0.001, 5),
    "sync I/O per transaction": st.floats(0.01, 50),
    "sync read time (us)": st.floats(50, 9000),
    "pool GB": st.floats(1, 900),
    "locks": st.floats(1, 1000),
}
READS = "sync I/O per transaction"
#: What a forecast can go by, and the name that `--predict` has for it.
BY = {"sync I/O per transaction": "reads_per_unit", "pool GB": "pool_bytes", "ETR": "etr", "locks": "locks"}


@st.composite
def tables(draw):
    """Rows of some of the columns, in order of the one that is gone by, and the name of that one."""
    by = draw(st.sampled_from(sorted(BY)))
    others = draw(st.sets(st.sampled_from(sorted(set(COLUMNS) - {by})), min_size=1))
    heads = sorted({by, *others})
    count = draw(st.integers(2, 5))
    given_ = draw(
        st.lists(COLUMNS[by], min_size=count, max_size=count, unique_by=lambda value: round(value, 2))
    )
    rows = []
    for at in sorted(given_):
        row = {head: draw(drawn) for head, drawn in COLUMNS.items()} | {by: at}
        row["ITR"] = 100 * row["ETR"] / row["CPU %"]  # which it is, whichever of the three are printed
        rows.append([row[head] for head in heads])
    return heads, rows, by


def written(heads, rows):
    lines = [",".join(["run", *heads])]
    lines += [",".join([f"r{i}", *(f"{item:.6f}" for item in row)]) for i, row in enumerate(rows)]
    with TemporaryDirectory() as directory:
        path = Path(directory) / "runs.csv"
        path.write_text("\n".join(lines))
        return read_points(path)


def forecast(points, by, value, settings_):
    unit = " GB" if by == "pool_bytes" else ""
    request = f"{by}={value:.6f}{unit}"
    return forecast_points(points, calibrate=list(points.labels), predict=request, settings=settings_)


def figures(points, by, value, settings_):
    """Best guesses by name; empty where the table does not tell any, which is said."""
    try:
        actual = forecast(points, by, value, settings_)
    except NotEnoughEvidenceError:
        return {}
    return {figure.name: figure.after.value for figure in actual.figures}


def measured(points, row, name):
    """What the table has of a figure; an ITR that another table of figures gives is no column of it."""
    if name == FigureName.ITR and points.column("itr") is None:
        return None
    return known(points, row, name)


@settings(max_examples=examples(40), deadline=None)
@given(tables(), SETTINGS, st.data())
def test_a_row_of_any_form_of_table_gives_itself_at_its_own_figures(table, settings_, data):
    heads, rows, by = table
    points = written(heads, rows)
    row = data.draw(st.integers(0, len(rows) - 1))
    for name, value in figures(points, BY[by], rows[row][heads.index(by)], settings_).items():
        there = measured(points, row, name)
        if there is not None:
            assert value == pytest.approx(there, rel=1e-5), name


@settings(max_examples=examples(40), deadline=None)
@given(tables(), SETTINGS, st.floats(0, 1))
def test_between_two_rows_of_any_form_of_table_figures_lie_between_theirs(table, settings_, share):
    heads, rows, by = table
    # A size is first one of reads, where rows tell it: the rows around it are then those around its reads.
    reads = [row[heads.index(READS)] for row in rows] if by == "pool GB" and READS in heads else []
    assume(reads in (sorted(reads), sorted(reads, reverse=True)))
    points = written(heads, rows)
    first, second = (row[heads.index(by)] for row in rows[:2])
    for name, value in figures(points, BY[by], first + share * (second - first), settings_).items():
        ends = [measured(points, row, name) for row in (0, 1)]
        if None not in ends:
            assert min(ends) * (1 - 1e-5) <= value <= max(ends) * (1 + 1e-5), name


def test_every_row_of_every_published_table_gives_itself():
    """All tables that forecasts are scored on, by what they are scored by."""
    tried = 0
    for case in bench("forecast_errors").CASES:
        points = read_points(DATA / f"{case.table}.csv")
        processors = (None, case.processors) if case.processors else (None,)
        for row, given_ in itertools.product(points.points, processors):
            at = row.value(case.by)
            if case.by == "reads_per_unit" and row.value("sync_reads_per_s") is not None:
                at = row.value("sync_reads_per_s") / row.value("etr")
            if not at:
                continue
            request = f"{case.by}={at:.15f}" + (" bytes" if case.by == "pool_bytes" else "")
            try:
                forecast = forecast_points(
                    points,
                    calibrate=list(points.labels),
                    predict=request,
                    settings=RunSettings(processors=given_),
                )
            except NotEnoughEvidenceError:
                continue
            for figure in forecast.figures:
                there = known(points, points.points.index(row), figure.name)
                if there is not None and figure.name != FigureName.READS_PER_UNIT:
                    tried += 1
                    assert figure.after.value == pytest.approx(there, rel=1e-5), (case.table, row.label)
    assert tried > 400
