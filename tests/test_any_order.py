"""The same records give the same answer, in whichever order and in whichever files they come."""

from __future__ import annotations

import json
import random

import getpage
from getpage import _native, report
from store_records import pool_spec

#: Names of places, which differ where records stand in other files.
PLACES = {"sources", "file", "record", "less_file", "less_record"}


def records():
    """Two hours of pools: each value stands in many intervals."""
    return _native.encode_records([pool_spec(minute, 7 * (minute % 3)) for minute in range(120)])


def answer(folder):
    return report.render(getpage.check(folder), "json")


def without_places(value):
    if isinstance(value, dict):
        return {name: without_places(item) for name, item in value.items() if name not in PLACES}
    return [without_places(item) for item in value] if isinstance(value, list) else value


def test_files_may_be_loaded_in_any_order(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    every = records()
    for name, part in (("a.smf", every[:70]), ("b.smf", every[70:]), ("c.smf", every[30:90])):
        (tmp_path / name).write_bytes(b"".join(part))
    for store, names in (("one", ["a.smf", "b.smf"]), ("other", ["b.smf", "a.smf"])):
        for name in names:
            getpage.load(name, into=store)
    assert answer("one") == answer("other")
    getpage.load(["c.smf", "b.smf", "a.smf"], into="third")
    assert without_places(json.loads(answer("third"))) == without_places(json.loads(answer("one")))


def test_records_may_stand_in_any_order_and_file(tmp_path):
    (tmp_path / "whole").mkdir()
    (tmp_path / "whole" / "a.smf").write_bytes(b"".join(records()))
    whole = json.loads(answer(tmp_path / "whole"))
    assert '"interval_start": "2026' in json.dumps(whole)
    for seed in range(3):
        shuffled = records()
        random.Random(seed).shuffle(shuffled)
        folder = tmp_path / f"shuffled-{seed}"
        folder.mkdir()
        for number in range(3):
            (folder / f"{number}.smf").write_bytes(b"".join(shuffled[number::3]))
        assert without_places(json.loads(answer(folder))) == without_places(whole)


def test_records_of_one_interval_with_one_value_answer_alike_in_whichever_files(tmp_path):
    # Half an hour twice, as of clocks that are set back: more would be of two queue managers.
    specs = [pool_spec(minute, 7) for minute in range(150) for _ in range(2 if minute < 30 else 1)]
    for n, spec in enumerate(specs):  # which of two that read as much does not hang on where they stand
        for pool in spec["sections"]["QPST"]:
            pool["lowest_stealable"] = 900 - 40 * (n % 2)
            pool["getpages_new"] = n % 3
    answers = []
    for seed in range(4):
        every = _native.encode_records(specs)
        random.Random(seed).shuffle(every)
        folder = tmp_path / f"order-{seed}"
        folder.mkdir()
        for number in range(seed + 1):
            (folder / f"{number}.smf").write_bytes(b"".join(every[number :: seed + 1]))
        answers.append(without_places(json.loads(answer(folder))))
    assert all(answer == answers[0] for answer in answers)


def test_a_store_that_was_made_among_the_evidence_changes_nothing(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "day").mkdir()
    (tmp_path / "day" / "a.smf").write_bytes(b"".join(records()))
    before = answer("day")
    getpage.load("day/a.smf", into="day/prod")
    assert answer("day") == before
    assert [file.name for file in getpage.inspect("day").refused] == ["day/prod"]
