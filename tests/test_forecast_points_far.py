"""Rows show nothing far from them: that is refused, and so is an interval that tells nothing."""

import numpy as np
import pytest

import getpage
from getpage.core.errors import GetpageError, NotEnoughEvidenceError
from getpage.forecast.points import RunSettings, forecast_points
from getpage.runs import read_points


def runs(tmp_path, places, values, heading="pause ms"):
    path = tmp_path / "runs.csv"
    rows = [f"{place:g},{value:.6g}" for place, value in zip(places, values, strict=True)]
    path.write_text("\n".join([f"tables,{heading}", *rows]))
    return path


def asked(path, known, wanted):
    table = read_points(path)
    labels = [f"{place:g}" for place in known]
    settings = RunSettings(by="label")
    return forecast_points(table, calibrate=labels, predict=f"{wanted:g}", settings=settings)


def test_two_rows_asked_many_ranges_beyond_them_are_refused_with_the_run_that_would_tell(tmp_path):
    path = runs(tmp_path, [40, 44, 900], [0.051, 0.0495, 63.0])
    with pytest.raises(NotEnoughEvidenceError, match=r"a run nearer to it: it lies 21,400 % of the range"):
        asked(path, [40, 44], 900)


def test_rows_that_are_near_are_gone_beyond(tmp_path):
    path = runs(tmp_path, [40, 60, 100], [51.0, 49.0, 45.2])
    answer = asked(path, [40, 60], 100)
    (figure,) = answer.figures
    assert figure.after.low <= 45.2 <= figure.after.high
    assert any("beyond the calibration rows by 200 % of their range" in word for word in answer.assumptions)


def test_a_curve_whose_interval_would_be_wider_than_twice_the_figure_is_said_not_to_be_known(tmp_path):
    path = runs(tmp_path, [1, 2, 4, 8, 5], [900.0, 420.0, 30.0, 1.1, 9.0])
    with pytest.raises(NotEnoughEvidenceError, match="cannot tell: from these rows"):
        asked(path, [1, 2, 4, 8], 5)


def test_no_interval_of_a_line_is_wider_than_twice_its_figure(tmp_path):
    random = np.random.default_rng(5)
    for _ in range(60):
        places = np.sort(random.choice(np.arange(1, 60), int(random.integers(3, 7)), replace=False))
        values = 100 * np.exp(2 * random.standard_normal(len(places)))
        path = runs(tmp_path, places, values)
        inner = int(random.integers(1, len(places) - 1))
        try:
            answer = asked(path, [p for i, p in enumerate(places) if i != inner], places[inner])
        except NotEnoughEvidenceError:
            continue
        for figure in answer.figures:
            assert figure.after.high - figure.after.low <= 2 * abs(figure.after.value)


SHAPES = {
    "power": lambda x, a: 50 * x ** (-0.3 - a),
    "saturating": lambda x, a: 5 + 60 / (1 + a * x),
    "line": lambda x, a: 40 + 10 * a * x,
    "decay": lambda x, a: 20 + 30 * np.exp(-a * x / 10),
}


def test_intervals_beyond_rows_hold_most_of_what_smooth_relations_do_there(tmp_path):
    """Two to four rows of relations that are no lines, asked up to four ranges beyond."""
    random, held, shown = np.random.default_rng(28), 0, 0
    for trial in range(120):
        shape = SHAPES[sorted(SHAPES)[trial % len(SHAPES)]]
        bend = float(random.uniform(0.2, 1.0))
        known = np.cumsum(random.uniform(1, 6, int(random.integers(2, 5))))
        wanted = known[-1] + float(random.uniform(0.2, 3.9)) * (known[-1] - known[0])
        places = [round(float(place), 3) for place in (*known, wanted)]
        values = [float(shape(x, bend)) * (1 + 0.01 * random.standard_normal()) for x in places]
        path = runs(tmp_path, places, values)
        try:
            answer = asked(path, places[:-1], places[-1])
        except NotEnoughEvidenceError:
            continue
        (figure,) = answer.figures
        shown += 1
        held += figure.after.low <= values[-1] <= figure.after.high
    assert shown > 30
    assert held / shown >= 0.8


def test_a_table_of_runs_without_rows_to_learn_from_says_which_options_to_add(tmp_path):
    path = runs(tmp_path, [40, 60, 100], [51.0, 49.0, 45.2])
    with pytest.raises(GetpageError, match=r'--calibrate "40,60" --predict "100"'):
        getpage.forecast(path)
