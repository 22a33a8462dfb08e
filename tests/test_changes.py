"""getpage changes: what differs between two days."""

from __future__ import annotations

import json
import shutil
from datetime import date

import pytest

import getpage
from getpage.cli.app import run_command
from getpage.core.errors import GetpageError, NotEnoughEvidenceError
from getpage.result.changes import Moved
from weeks_of_a_site import HEALTHY, SHORT, SITE, loaded, with_queue


def moved(changes):
    return [(entry.moved, str(entry.finding)) for entry in changes.findings]


def test_a_day_like_the_day_before_has_no_change(tmp_path):
    store = loaded(tmp_path, SITE, SITE)
    changes = getpage.changes(store.path)
    assert changes.is_nothing
    assert not changes.notes
    assert (changes.after - changes.before).days == 1
    assert "No change" in getpage.report.render(changes, "table")


def test_a_pool_that_waits_a_tenth_longer_is_the_one_line(tmp_path):
    changes = getpage.changes(loaded(tmp_path, SITE, with_queue(0, backlog=SHORT.backlog * 11 // 10)).path)
    assert {how for how, _ in moved(changes)} == {Moved.WORSE}
    assert {entry.object.name for entry in changes.findings} == {"pool 1"}
    assert all(entry.after > entry.before for entry in changes.findings)
    assert not changes.settings


def test_a_pool_that_becomes_short_is_new_and_one_that_no_longer_is_has_gone(tmp_path):
    burst = with_queue(1, backlog=HEALTHY.buffers * 2, total=400_000)
    days = loaded(tmp_path, SITE, burst, SITE).path
    last = getpage.changes(days)
    assert {how for how, name in moved(last) if name.endswith("pool 2")} == {Moved.GONE}
    first = getpage.changes(days, day=last.before)
    assert {how for how, name in moved(first) if name.endswith("pool 2")} == {Moved.NEW}


def test_a_new_size_is_a_changed_setting_with_the_time_it_was_first_seen(tmp_path):
    changes = getpage.changes(loaded(tmp_path, SITE, with_queue(1, buffers=60_000)).path)
    (setting,) = changes.settings
    assert (setting.before, setting.after, setting.object.name) == (50_000, 60_000, "pool 2")
    assert setting.seen is not None
    assert setting.seen.date() == changes.after


def test_of_one_object_only_what_differs_of_it_is_listed(tmp_path):
    days = loaded(tmp_path, SITE, with_queue(1, buffers=60_000)).path
    [setting] = getpage.changes(days).settings
    only = getpage.changes(days, of=str(setting.object))
    assert only.settings == (setting,)
    assert {str(entry.object) for entry in only.findings} <= {str(setting.object)}
    other = getpage.changes(days, of=str(setting.object).replace("pool 2", "pool 1"))
    assert not other.settings
    with pytest.raises(GetpageError, match="nothing on either day has this name"):
        getpage.changes(days, of="NOBODY")


def test_what_varies_from_day_to_day_has_not_moved(tmp_path):
    """Beyond the usual range it has."""
    sizes = (55_000, 66_000, 58_000, 64_000, 56_000, 65_000, 57_000)
    usual = loaded(tmp_path / "usual", *(with_queue(0, backlog=size) for size in (*sizes, 63_000)))
    assert getpage.changes(usual.path).is_nothing
    unusual = loaded(tmp_path / "unusual", *(with_queue(0, backlog=size) for size in (*sizes, 150_000)))
    assert {how for how, _ in moved(getpage.changes(unusual.path))} == {Moved.WORSE}


def test_a_day_is_worked_out_once_and_again_where_what_was_kept_is_damaged(tmp_path, monkeypatch):
    store = loaded(tmp_path, SITE, with_queue(0, backlog=80_000))
    whole = getpage.changes(store.path)
    kept = sorted((store.path / "daily").iterdir())
    assert len(kept) == 2
    with monkeypatch.context() as patch:
        patch.setattr("getpage.app.days._worked_out", None)
        assert getpage.changes(store.path) == whole
    kept[0].write_bytes(kept[0].read_bytes().replace(b'"size"', b'"sise"'))
    kept[1].write_bytes(b"\xff" * 100)
    assert getpage.changes(store.path) == whole


def test_what_is_kept_is_of_these_rows(tmp_path):
    """A day that was loaded in two pieces is worked out again when the second comes."""
    store = loaded(tmp_path / "one", SITE, SITE)
    getpage.changes(store.path)
    later = loaded(tmp_path / "two", SITE, SITE, with_queue(0, backlog=90_000))
    shutil.copytree(store.path / "daily", later.path / "daily", dirs_exist_ok=True)
    assert {how for how, _ in moved(getpage.changes(later.path))} == {Moved.WORSE}


def test_a_store_that_cannot_be_written_is_answered(tmp_path):
    store = loaded(tmp_path, SITE, SITE)
    (store.path / "daily").write_text("in the way")
    assert getpage.changes(store.path).is_nothing


def test_a_monday_is_compared_with_the_monday_before(tmp_path, capsys):
    store = loaded(tmp_path, *[SITE] * 8)
    for option in ("--since", "--against"):
        assert run_command(["changes", str(store.path), option, "same-weekday"]) == 0
        assert capsys.readouterr().out.startswith(
            "No change: Thursday 2026-03-19 against Thursday 2026-03-12"
        )


def test_a_store_of_one_day_and_days_that_are_not_there_are_refused(tmp_path):
    store = loaded(tmp_path, SITE, SITE)
    last = getpage.changes(store.path).after
    with pytest.raises(NotEnoughEvidenceError, match="nothing of the same weekday"):
        getpage.changes(store.path, since="same-weekday")
    with pytest.raises(NotEnoughEvidenceError, match="it has 1 day, "):
        getpage.changes(store.path, since=date(2001, 1, 1))
    with pytest.raises(GetpageError, match="is not before"):
        getpage.changes(store.path, since=last)
    single = loaded(tmp_path / "single", SITE)
    with pytest.raises(NotEnoughEvidenceError, match="a day before"):
        getpage.changes(single.path)


def test_json_has_what_the_table_has(tmp_path):
    changes = getpage.changes(loaded(tmp_path, SITE, with_queue(0, backlog=90_000, buffers=25_000)).path)
    document = json.loads(getpage.report.render(changes, "json"))
    assert document["kind"] == "changes"
    assert [entry["knob"] for entry in document["settings"]] == ["SY1.MQA1.1"] or document["settings"]
    for entry in document["findings"]:
        assert entry["headline"] in getpage.report.render(changes, "md")


def test_a_product_that_fails_on_a_day_is_named_and_that_day_is_not_kept(tmp_path, monkeypatch):
    store = loaded(tmp_path, SITE, SITE)
    with monkeypatch.context() as patch:
        patch.setattr("getpage.ledger.demands.demands", lambda _: ())
        patch.setattr("getpage.products.mq.analyse.queue_managers", lambda *_: 1 / 0)
        changes = getpage.changes(store.path)
    assert any("could not be judged" in note for note in changes.notes)
    assert not (store.path / "daily").exists()
    assert not getpage.changes(store.path).notes


def test_verify_names_days_whose_kept_answers_are_damaged_and_drop_removes_them(tmp_path, capsys):
    store = loaded(tmp_path, SITE, SITE)
    getpage.changes(store.path)
    first, last = sorted((store.path / "daily").iterdir())
    first.write_text("{}")
    assert getpage.verify(store.path).to_work_out == (first.stem,)
    assert run_command(["verify", str(store.path)]) == 0
    assert f"What was kept of {first.stem} is damaged" in capsys.readouterr().err
    run_command(["drop", str(store.path), "--day", last.stem])
    assert not last.exists()
