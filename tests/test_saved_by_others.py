"""A plan, a check or anything else in place of a saved forecast or curve is refused in a sentence."""

from __future__ import annotations

import pytest

from getpage import _native
from in_process import run
from store_records import pool_spec

#: What a file may hold that nothing wrote as a forecast or a curve.
HOSTILE = {
    "empty": b"",
    "a list": b"[]",
    "a number that is none": b'{"kind": "forecast", "version": NaN}',
    "a number beyond all": b'{"kind": "forecast", "version": ' + b"9" * 5_000 + b"}",
    "deep": b'{"kind": ' * 50_000,
    "a name twice": b'{"kind": "forecast", "kind": "plan"}',
    "a kind of another type": b'{"kind": ["forecast"]}',
    "half of a character": b'{"kind": "\\ud800"}',
    "another code page": b"\xff\xfe\x00{}",
}


@pytest.fixture(scope="module")
def evidence(tmp_path_factory):
    path = tmp_path_factory.mktemp("evidence") / "dump.smf"
    specs = [pool_spec(minute, 7 * (minute % 3)) for minute in range(120)]
    path.write_bytes(b"".join(_native.encode_records(specs)))
    return path


@pytest.mark.parametrize("name", ["a plan", "a check", *HOSTILE])
def test_what_is_no_forecast_and_no_curve_is_refused_in_a_sentence(name, evidence, tmp_path):
    saved = tmp_path / "saved.json"
    if name in HOSTILE:
        saved.write_bytes(HOSTILE[name])
    else:
        saved.write_text(run(name.removeprefix("a "), evidence, "--format", "json").stdout or "{}")
    windows = ("--before", "..2026-09-21T13:00", "--after", "2026-09-21T13:00..")
    for verb, *given in (
        ("prove", evidence, *windows, "--forecast", saved),
        ("plan", evidence, "--curve", saved),
        ("forecast", evidence, "--curve", saved, "--change", "1=x2"),
    ):
        done = run(verb, *given)
        assert done.returncode == 2
        assert "not a saved " in done.stderr or "this is not text" in done.stderr
        assert not done.stdout
