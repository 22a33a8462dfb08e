"""JSON is what the standard library would write of the plain model, without a plain model being made."""

from __future__ import annotations

import dataclasses
import json
import math
from collections.abc import Sequence
from datetime import date

import numpy as np
import pytest

from getpage import report
from getpage.core.names import Identity, KnobId, Object, Subsystem
from getpage.result import Result
from getpage.result.as_json import plain_json, to_plain
from getpage.result.forecast import Forecast
from getpage.result.plan import Plan
from getpage.result.prove import Proof
from result_maximal import maximal


@pytest.mark.parametrize("kind", [Result, Plan, Forecast, Proof])
def test_a_result_is_written_as_the_standard_library_writes_its_plain_model(kind):
    result = maximal(kind)
    text = report.render(result, "json")
    plain = {name: value for name, value in json.loads(text).items() if name != "kind"}
    assert plain == json.loads(json.dumps(_plain(result))) == to_plain(result)
    assert text == json.dumps(json.loads(text), indent=2) + "\n"


@pytest.mark.parametrize(
    "plain",
    [{}, [], {"a": []}, {"a": {}, "b": [{"c": None}, [True, False]]}, "\x85é\n", 10**30, 1e22, -0.0, 1e-7],
)
def test_json_types_are_written_as_the_standard_library_writes_them(plain):
    assert plain_json(plain) == json.dumps(plain, indent=2) + "\n"


@pytest.mark.parametrize("none", [math.nan, math.inf, -math.inf, np.float64("nan")])
def test_what_is_no_number_is_null(none):
    assert json.loads(plain_json({"a": [none]})) == {"a": [None]}


def _plain(value):
    """The model as JSON types, worked out field by field."""
    if isinstance(value, Identity):
        return str(value)
    if dataclasses.is_dataclass(value):
        values = {
            field.name: getattr(value, field.name)
            for field in dataclasses.fields(value)
            if not field.metadata.get("internal")
        }
        owned = next(
            (each for each in values.values() if isinstance(each, Subsystem | Object | KnobId)), None
        )
        product = {"product": owned.product} if owned else {}
        return product | {name: _plain(each) for name, each in values.items()}
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, dict):
        return {name: _plain(each) for name, each in value.items()}
    if isinstance(value, Sequence) and not isinstance(value, str):
        return [_plain(each) for each in value]
    return value
