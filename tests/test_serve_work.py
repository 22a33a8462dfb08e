"""Long work is done behind the page, which says how far it is; what nobody waits for is given up."""

from __future__ import annotations

import itertools
import json
import threading
import time
from collections.abc import Iterator
from http.client import HTTPConnection, HTTPResponse

import pytest

from getpage.app.check import CheckRequest, check
from getpage.app.evidence import Watch
from getpage.app.plan import plan_of
from getpage.serve.server import listen
from getpage.serve.session import Session
from getpage.serve.worker import StoppedError, Worker
from served import CHROMIUM, Server, region
from test_serve import words


class SlowPlan:
    """A plan that is as far as its second step of five until it is let go on."""

    def __init__(self) -> None:
        self.may_go_on = threading.Event()
        self.begun = self.stopped = 0

    def __call__(self, evidence, observed, request, watch):
        self.begun += 1
        try:
            watch.progress("sizes", 1, 5)
            while not self.may_go_on.wait(0.02):
                watch.progress("sizes", 1, 5)
        except StoppedError:
            self.stopped += 1
            raise
        return plan_of(evidence, observed, request, watch)


@pytest.fixture
def slow(monkeypatch) -> SlowPlan:
    plan = SlowPlan()
    monkeypatch.setattr("getpage.serve.results.plan_of", plan)
    return plan


@pytest.fixture
def running(tmp_path) -> Iterator[Server]:
    """A server in a thread of this process, of a store with a minute of one Java region."""
    path = region(tmp_path)
    listening = listen(Session(path))
    threading.Thread(target=listening.run, daemon=True).start()
    server = Server(listening.address, None, path)
    server.open()
    return server


def test_long_work_says_how_far_it_is_while_other_views_answer(running, slow):
    assert running.get("/findings").status == 200
    before = time.monotonic()
    waiting = running.ask("/plan", cookie=running.cookie)
    assert waiting.status == 202
    assert 1 < time.monotonic() - before < 10
    assert "Worked on: sizes, 1 of 5 done." in words(waiting.text)
    assert '<progress aria-label="Done" value="1" max="5">' in waiting.text
    assert '<noscript><meta http-equiv="refresh" content="1"></noscript>' in waiting.text
    for path in ("/findings", "/explain", "/sql?q=select+1", "/page.css"):
        assert running.ask(path, cookie=running.cookie).status == 200, path
    unseen = running.ask("/commands", cookie=running.cookie)
    assert (unseen.status, "1 of 5 done" in unseen.text) == (202, True)
    slow.may_go_on.set()
    assert running.get("/plan").status == 200
    assert running.get("/commands").status == 200
    assert slow.stopped == 0


@pytest.mark.skipif(CHROMIUM is None, reason="Chromium is not installed (apt-get install chromium)")
@pytest.mark.parametrize("runs_scripts", [True, False])
def test_a_page_that_waits_is_the_answer_when_that_is_there(browser, running, slow, runs_scripts):
    running.get("/findings")
    with browser.new_context(java_script_enabled=runs_scripts) as context:
        page = context.new_page()
        page.goto(running.address)
        page.goto(f"http://{running.host}/plan", wait_until="commit")
        page.wait_for_selector("#waiting:has-text('1 of 5 done')")
        slow.may_go_on.set()
        page.wait_for_selector("h1:has-text('Plan')")
        assert page.locator("#waiting").count() == 0


def pieces(reply: HTTPResponse) -> Iterator[tuple[str, str]]:
    for line in reply:
        yield from json.loads(line).items()


def test_a_move_has_its_sums_at_once_says_how_far_it_is_and_then_has_its_answer(running, slow):
    running.get("/findings")
    asking = HTTPConnection(running.host, timeout=30)
    asking.request("GET", "/move", headers={"cookie": running.cookie})
    moved = pieces(asking.getresponse())
    assert next(moved)[0] == "sums"
    assert next(moved) == ("progress", "Worked on: sizes, 1 of 5 done.")
    slow.may_go_on.set()
    assert [name for name, _ in moved if name != "progress"] == ["answer"]


def test_the_last_move_wins(running, slow):
    running.get("/findings")
    asking = HTTPConnection(running.host, timeout=30)
    asking.request("GET", "/move?system=A", headers={"cookie": running.cookie})
    moved = pieces(asking.getresponse())
    assert any("1 of 5 done" in text for name, text in moved if name == "progress")
    asking.close()
    until(lambda: slow.stopped == 1)
    slow.may_go_on.set()
    assert "answer" in running.moved()


def test_while_a_slider_is_drawn_only_sums_are_worked_out(running, slow):
    running.get("/findings")
    for _ in range(5):
        asking = HTTPConnection(running.host, timeout=30)
        asking.request("GET", "/move?drawn=1", headers={"cookie": running.cookie})
        assert next(pieces(asking.getresponse()))[0] == "sums"
        asking.close()
    slow.may_go_on.set()
    assert "answer" in running.moved(("drawn", "1"))
    assert slow.begun == 1


def until(is_so) -> None:
    end = time.monotonic() + 20
    while not is_so():
        assert time.monotonic() < end
        time.sleep(0.02)


def test_the_same_question_is_worked_out_once_and_a_new_one_after_it():
    worker: Worker[int] = Worker()
    numbers = itertools.count(1)
    with worker.waiting_for("plan", lambda: next(numbers)) as first:
        with worker.waiting_for("plan", lambda: next(numbers)) as second:
            assert first is second
        assert first.answer.result(timeout=10) == 1
    with worker.waiting_for("plan", lambda: next(numbers)) as again:
        assert again.answer.result(timeout=10) == 2


def test_a_question_that_nobody_waits_for_is_not_begun():
    worker: Worker[int] = Worker()
    busy = threading.Event()
    with worker.waiting_for("first", lambda: int(busy.wait(10))) as first:
        with worker.waiting_for("second", lambda: 2) as second:
            pass
        busy.set()
        assert first.answer.result(timeout=10) == 1
        assert isinstance(second.answer.exception(timeout=10), StoppedError)


def test_commands_count_the_same_steps(running):
    steps: list[tuple[str, int, int]] = []
    check(CheckRequest(paths=str(running.store)), Watch(lambda *step: steps.append(step)))
    assert [what for what, *_ in steps[:1]] == ["Java"]
    assert [step for step in steps if step[0] in ("sizes", "commands")] == [
        ("sizes", 1, 5),
        ("commands", 3, 5),
    ]
