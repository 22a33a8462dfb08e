"""A forecast is saved, and comes back to be scored."""

import contextlib
import json
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from getpage import report
from getpage.core.errors import GetpageError
from getpage.result import Estimate
from getpage.result.forecast import ArrivalModel, Figure, FigureName, Forecast, RequestedSize
from getpage.result.saved import read_forecast

AFTER = Estimate(label="CPU", unit="s", value=2.0, low=1.0, high=3.0, basis="regression", assumptions=("a",))
ONE = Forecast(
    source="store",
    level=0.9,
    figures=(
        Figure(subject="SYSA.DB1A", name=FigureName.CPU_PER_UNIT, unit="s", after=AFTER, before=AFTER),
        Figure(subject="SYSA.DB1A", name="response", unit="s", after=AFTER, measured=1.5),
    ),
    assumptions=("the work stays the same",),
    asked=(
        RequestedSize(
            knob="SYSA.DB1A.BP1",
            wanted="+500000",
            unit="buffers",
            size_before=1,
            size_after=500_001,
            storage_bytes=2_048_000_000,
        ),
    ),
    loads=(ArrivalModel(subject="SYSA.DB1A", kind="closed", basis="intervals", population=AFTER),),
    window_first=datetime(2026, 5, 21, 8, tzinfo=UTC),
)


def test_what_was_saved_comes_back(tmp_path):
    path = tmp_path / "forecast.json"
    path.write_text(report.render(ONE, "json"))
    assert read_forecast(path) == ONE
    assert read_forecast(path).figure("SYSA.DB1A", FigureName.RESPONSE).measured == 1.5


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("{", "not JSON"),
        ("[]", "expected an object"),
        ('{"kind": "report"}', "expected an object"),
        ('{"kind": "forecast", "version": 2}', "getpage forecast FILES --format json > "),
        ('{"kind": "forecast", "version": 99}', "getpage forecast FILES --format json > "),
        ('{"kind": "forecast", "version": 3}', "not a saved forecast"),
    ],
)
def test_what_is_no_forecast_is_refused_with_what_to_do(tmp_path, text, says):
    path = tmp_path / "other.json"
    path.write_text(text)
    with pytest.raises(GetpageError, match=says):
        read_forecast(path)


@given(
    key=st.sampled_from(["figures", "asked", "loads", "level", "window_first", "files"]),
    value=st.sampled_from([None, 1, "x", [1], [{}], [{"after": 1}], {}]),
)
def test_a_damaged_forecast_is_refused_and_never_a_traceback(tmp_path_factory, key, value):
    path = tmp_path_factory.mktemp("f") / "f.json"
    path.write_text(json.dumps(json.loads(report.render(ONE, "json")) | {key: value}))
    with contextlib.suppress(GetpageError):
        read_forecast(path)
