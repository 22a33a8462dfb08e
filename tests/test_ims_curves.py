"""What another size of a buffer pool of IMS brings, planned and proven."""

from __future__ import annotations

import io
import json
from contextlib import redirect_stderr
from datetime import timedelta

import pytest

import getpage
from getpage.cli.app import run_command
from ims_evidence import (
    DFSPB,
    DFSVSM,
    FAILURES,
    LOGGER,
    START,
    heading,
    osam,
    traces,
    write,
)
from test_ims_cases import KNOB, told


def reads_at(directory, size):
    text = told("forecast", directory, "--change", f"{KNOB}={size}")
    [reads] = [figure for figure in text["figures"] if (figure["name"], figure["subject"]) == ("reads", KNOB)]
    return reads


def test_counters_of_one_size_bound_what_another_reads_as_for_every_pool_without_a_trace(tmp_path):
    directory = write(tmp_path, monitor=traces(4, requests=900_000, found=700_000, reads=180_000))
    more = reads_at(directory, 2000)
    assert more["before"]["value"] == more["after"]["value"] == pytest.approx(200)
    assert 0 <= more["after"]["low"] < 20
    assert more["after"]["high"] == pytest.approx(200)
    less = reads_at(directory, 500)
    assert less["after"]["value"] == pytest.approx(600, rel=0.01)  # half way to every request at no buffers
    assert (less["after"]["low"], less["after"]["high"]) == (
        pytest.approx(220, abs=21),
        pytest.approx(980, abs=21),
    )


def test_two_sizes_in_one_store_make_a_curve_that_the_plan_gives_storage_by(tmp_path):
    small = traces(4, buffers=1_000, found=700_000, reads=180_000, fix="Y/Y")
    later = START + timedelta(days=1)
    large = traces(4, start=later, buffers=2_000, found=790_000, reads=90_000, fix="Y/Y")
    back = traces(4, start=later + timedelta(days=1), buffers=1_000, found=700_000, reads=180_000, fix="Y/Y")
    directory = write(tmp_path, monitor=small + large + back, DFSVSM00=DFSVSM)
    text = told("plan", directory, "--add", "16MiB")
    [item] = [item for item in text["items"] if item["knob"] == KNOB]
    assert (item["size_before"], item["size_after"]) == (1_000, 2_000)
    assert any(step["change"]["command"] == "IOBF=(4096,2000,Y,Y,O04K)" for step in text["steps"])


def test_the_reads_of_a_thousand_requests_prove_what_more_buffers_did(tmp_path):
    later = START + timedelta(days=1)
    before = write(tmp_path / "before", monitor=traces(12))
    after = write(
        tmp_path / "after", monitor=traces(12, start=later, buffers=2_000, found=790_000, reads=90_000)
    )
    text = told("prove", before, after)
    [delta] = [difference for difference in text["differences"] if "OSAM-O04K" in json.dumps(difference)]
    assert (delta["before"]["value"], delta["after"]["value"]) == (pytest.approx(200), pytest.approx(100))
    assert "better" in json.dumps(text["answer"])


def test_one_run_before_and_one_after_are_a_difference_and_no_proof(tmp_path):
    before = write(tmp_path / "before", dfsstat=osam(reads=9_000))
    after = write(tmp_path / "after", dfsstat=osam(reads=4_500, found=94_500, buffers=2_000))
    text = told("prove", before, after)
    [delta] = text["differences"]
    assert (delta["before"]["value"], delta["after"]["value"]) == (pytest.approx(90), pytest.approx(45))
    assert delta["verdict"] == "cannot tell"


def saved_at(directory, knob, size):
    text = told("forecast", directory, "--change", f"{knob}={size}")
    subject = f"SYSA.IMSP.{knob}"
    [wait] = [
        figure for figure in text["figures"] if (figure["name"], figure["subject"]) == ("wait saved", subject)
    ]
    return text, wait["after"]


def test_more_log_buffers_save_between_nothing_and_all_that_is_waited_for_them(tmp_path):
    directory = write(tmp_path / "site", DFSVSM00=DFSVSM, irur=LOGGER)
    text, wait = saved_at(directory, "OLDS", 10)
    a_second = (8 + 1) / 1200
    assert wait["value"] == 0.0 <= wait["low"] < 0.002 * a_second
    assert 0.9 * 0.020 * a_second < wait["high"] <= 0.020 * a_second
    assert any("counted and not timed" in assumption for assumption in text["assumptions"])


def test_more_space_for_psbs_saves_between_nothing_and_all_that_programs_wait_for_it(tmp_path):
    text = heading(START, START + timedelta(hours=1)) + FAILURES
    directory = write(tmp_path / "site", monitor=text, DFSPB00=DFSPB)
    [change] = [change for change in getpage.check(directory).changes if change.setting == "CSAPSB pool"]
    assert "warm start" in change.caution
    assert "never fits is stopped (DFS993I" in change.caution
    assert "are closed and opened again" in next(
        change.caution for change in getpage.check(directory).changes if change.setting == "DMB pool"
    )
    _, wait = saved_at(directory, "CSAPSB", 160)
    assert wait["value"] == 0.0 <= wait["low"] < 9.0 / 3600 < wait["high"] <= 10.0 / 3600
    with redirect_stderr(io.StringIO()) as err:
        assert run_command(["forecast", str(directory), "--change", "CSAPSB=40"]) == 2
    assert "can have 80 to" in err.getvalue()


def test_a_pool_of_which_only_messages_tell_has_no_rate_and_no_curve(tmp_path):
    message = "DFS993I CSA PSB POOL TOO SMALL, UNABLE TO SCHEDULE PSB PAYPSB1.\n"
    directory = write(tmp_path / "site", log=message, DFSPB00=DFSPB)
    with redirect_stderr(io.StringIO()) as err:
        assert run_command(["forecast", str(directory), "--change", "CSAPSB=160"]) != 0
    assert "not enough evidence" in err.getvalue()


def test_a_proof_compares_waits_for_log_buffers_of_a_thousand_records(tmp_path):
    before = write(tmp_path / "before", DFSVSM00=DFSVSM, irur=LOGGER)
    fewer = LOGGER.replace("chkpt invokers                  8", "chkpt invokers                  0")
    after = write(tmp_path / "after", DFSVSM00=DFSVSM, irur=fewer)
    proof = getpage.prove(before, after)
    [difference] = [
        difference for difference in proof.differences if difference.measure == "waits for log buffers"
    ]
    assert difference.before.value == pytest.approx(9 / 212.075)
    assert difference.after.value < difference.before.value
