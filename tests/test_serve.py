"""The page over a store answers as the verbs do, from its address alone, and lets in only who has its key."""

from __future__ import annotations

import io
import json
import re
import signal
import subprocess
import sys
import zipfile
from functools import cache
from html import unescape
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import parse_qsl, urlsplit

import pytest

import getpage
from getpage.app.ledger import ledger_of
from getpage.app.report import ReportRequest, report
from getpage.report import render
from getpage.report.members import members
from in_process import run
from sample_site import checked, planned, store
from served import paused, region, serving

if TYPE_CHECKING:
    from getpage.result import Result

HOLD = "SYSB.DBP2.BP2=300000"
VIEWS = ("/", "/objects", "/findings", "/commands", "/plan", "/what-if", "/ledger", "/evidence", "/explain")


def words(page: str) -> str:
    """The text of a page."""
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", page)).replace("\xa0", " ").split())


def test_one_address_is_printed_and_it_is_of_this_machine(server):
    parts = urlsplit(server.address)
    assert (parts.scheme, parts.hostname, parts.path) == ("http", "127.0.0.1", "/")
    assert parts.query.startswith("token=")


def test_the_token_becomes_a_cookie_that_no_script_and_no_other_site_sees(server):
    parts = urlsplit(server.address)
    reply = server.ask(f"/findings?from=2026-11-18&{parts.query}")
    assert (reply.status, reply.headers["location"]) == (303, "/findings?from=2026-11-18")
    cookie = reply.headers["set-cookie"]
    assert cookie.startswith(f"getpage-{parts.port}=")
    assert {"HttpOnly", "SameSite=Strict"} <= {part.strip() for part in cookie.split(";")}
    assert server.ask(f"//evil.example/?{parts.query}").headers["location"] == "/evil.example/"


@pytest.mark.parametrize(
    ("status", "headers"),
    [
        (401, {}),
        (401, {"cookie": "getpage=1"}),
        (401, {"cookie": '"=;; \\'}),
        (421, {"host": "evil.example"}),
        (403, {"origin": "http://evil.example"}),
        (403, {"origin": "null"}),
        (405, {"method": "POST"}),
        (405, {"method": "DELETE"}),
    ],
)
def test_who_is_not_meant_gets_a_sentence(server, status, headers):
    allowed = {} if status == 401 else {"cookie": server.cookie}
    reply = server.ask("/check.json", **allowed | headers)
    assert reply.status == status
    assert len(reply.text.splitlines()) == 1
    assert server.ask("/?token=wrong").status == 401


def test_every_answer_forbids_what_comes_from_elsewhere(server):
    for path in ("/", "/check.json", "/page.js", "/nowhere", "/object?name=nobody"):
        reply = server.get(path)
        policy = reply.headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert "frame-ancestors 'none'" in policy
        assert reply.headers["x-content-type-options"] == "nosniff"
        assert reply.headers["cache-control"] == "no-store"
        assert "server" not in reply.headers
        if reply.headers["content-type"].startswith("text/html"):
            assert not re.search(
                r"<script(?! src=\"/page\.js\" defer)|\son\w+=|style=\"|javascript:", reply.text
            )
            assert not re.search(r"(?:src|href|action)=\"(?:https?:)?//", reply.text)


def test_a_twin_has_the_bytes_of_its_command(server):
    assert server.get("/check.json").text == run("check", store(), "--format", "json").stdout
    alike = {"check": checked(), "plan": planned(), "ledger": ledger_of(checked()), "report": reported()}
    alike["trend"] = getpage.trend(store())
    for verb, result in alike.items():  # what a command prints in a form is what it renders
        for form in ("json", "csv", "md"):
            assert server.get(f"/{verb}.{form}").text == render(result, form), (verb, form)
    refused, reply = run("changes", store()), server.get("/changes.json")
    assert (refused.returncode, reply.status) == (3, 404)  # the sample site is of one day
    assert words(refused.stderr.splitlines()[0].removeprefix("getpage: ")) in words(reply.text)


@cache
def reported() -> Result:
    return report(ReportRequest(paths=str(store())))


def test_twins_of_a_window_and_of_sizes_have_the_bytes_of_their_commands(server):
    window = {"from": "2026-11-18T00:00", "to": "2026-11-18T06:00"}
    options = ("--from", window["from"], "--to", window["to"])
    assert (
        server.get("/check.json", **window).text == run("check", store(), *options, "--format", "json").stdout
    )
    held = server.get("/plan.json", hold=HOLD)
    assert held.text == run("plan", store(), "--hold", HOLD, "--format", "json").stdout
    moved = server.get("/forecast.csv", hold=HOLD)
    assert moved.text == run("forecast", store(), "--change", HOLD, "--format", "csv").stdout
    page = server.get("/what-if", hold=HOLD).text
    assert f"getpage plan {store()} --hold {HOLD}" in words(page)
    assert f"getpage forecast {store()} --change {HOLD}" in words(page)


def test_the_report_is_there_as_the_command_writes_it_and_its_view_has_all_of_its_text(server):
    def main(page: str) -> str:
        return words(re.search(r"<main.*?>(.*)</main>", page, re.DOTALL)[1])

    written = render(reported(), "html")
    reply = server.get("/report.html")
    assert reply.text == written
    assert reply.headers["content-disposition"] == 'attachment; filename="report.html"'
    assert main(server.get("/report").text) == f"{main(written)} As one page to pass on"


def test_the_first_view_says_what_the_verbs_say(server):
    page = words(server.get("/").text)
    for thing in checked().first:
        assert f"{thing.shown_object} {thing.headline}" in page
    assert page.count("Real storage of SYSA by interval") == 1


def test_every_finding_and_every_command_has_its_view(server):
    rows = words(server.get("/findings").text)
    commands = words(server.get("/commands").text)
    for finding in checked().findings:
        assert finding.summary in rows
        page = server.get("/object", name=str(finding.object))
        assert page.status == 200
        assert finding.summary in words(page.text)
    for change in checked().changes:
        assert " ".join(change.command.split()) in commands
        assert " ".join(change.undo.split()) in commands


def test_links_within_the_page_lead_somewhere(server):
    kinds: dict[tuple[str, ...], str] = {}
    for path in (*VIEWS, "/object?name=SYSA", "/object?name=SYSB.DBP2+BP2"):
        page = server.get(path).text
        anchors = set(re.findall(r'\sid="([^"]+)"', page))
        for link in map(unescape, re.findall(r'href="([^"]+)"', page)):
            if link.startswith("#"):
                assert link[1:] in anchors, (path, link)
            else:
                parts = urlsplit(link.replace(".csv", ".json").replace(".md", ".json"))  # twins have a test
                kinds.setdefault((parts.path, *sorted({name for name, _ in parse_qsl(parts.query)})), link)
    assert len(kinds) > 20
    for link in kinds.values():
        assert server.get(link).status in (200, 303), link


def test_a_bar_leads_to_who_held_what_in_its_interval_with_record_and_field(server):
    page = server.get("/object", name="SYSA").text
    links = [unescape(link) for link in re.findall(r'<a href="([^"]+)" tabindex="-1">', page)]
    [bad] = [link for link in links if "from=2026-11-18T01%3A00" in link]
    interval = words(server.get(bad).text)
    assert "Out of real storage at 01:00" in interval
    assert "STMTSORT" in interval
    [record, *_] = re.findall(
        r'<a href="(/sql\?[^"]+)"><span class="nowrap">offset \d+', server.get(bad).text
    )
    assert re.search(r" [1-9]\d* rows?\. ", words(server.get(unescape(record)).text))


def test_sizes_at_once_and_what_they_bring_are_those_of_the_verbs(server):
    moved = server.moved(hold=HOLD)
    sums, answer = words(moved["sums"]), words(moved["answer"])
    assert "SYSB.DBP2.BP2 250,000 to 300,000 buffers: takes 195 MiB" in sums
    assert re.search(r"SYSA \S+ GiB short of what has to stay free", sums)  # before anything moves
    forecast = getpage.forecast(store(), changes=HOLD)
    from getpage.report.forecast.blocks import sentences

    for sentence in sentences(forecast)[:12]:
        assert " ".join(sentence.split()) in answer
    assert "Held: SYSB.DBP2.BP2 at 300,000 buffers." in answer


def test_at_the_present_size_nothing_is_saved_and_nothing_taken(server):
    here = server.moved(hold="SYSB.DBP2.BP2=250000")
    assert "What they change" not in here["answer"]
    assert "takes nothing" in words(here["sums"])


def test_a_size_that_does_not_fit_is_said_and_back_again_is_the_first_answer(server):
    before = server.get("/move").text
    large = server.moved(hold="SYSB.DBP2.BP2=x100")
    there = words(large["answer"])
    assert "SYSB.DBP2.BP2: 25,000,000 buffers do not fit: " in there
    assert "The plan is without them." in there
    assert re.search(r'<li class="short"><strong>SYSB</strong> \S+ GiB short', large["sums"])
    assert server.get("/move").text == before


def test_without_a_script_the_slider_is_a_form(server):
    page = server.get("/object", name="SYSB.DBP2 BP2").text
    assert '<form class="slider" action="/what-if"' in page
    answered = words(server.get("/what-if", knob="SYSB.DBP2.BP2", size="300000").text)
    assert "250,000 to 300,000 buffers" in answered
    assert "SYSB.DBP2: reads per unit" in answered
    again = server.get("/what-if", ("hold", HOLD), ("knob", "SYSB.DBP2.BP2"), ("size", "350000")).text
    assert "350,000" in words(again)
    assert "250,000 to 300,000" not in words(again)


def test_two_scenarios_stand_side_by_side(server):
    page = words(server.get("/what-if", hold=HOLD, **{"with": "SYSB.DBP2.BP2=350000"}).text)
    assert "250,000 to 300,000 buffers" in page
    assert "250,000 to 350,000 buffers" in page


def test_a_scenario_is_saved_as_the_file_that_a_plan_takes(server, tmp_path):
    reply = server.get("/scenario.json", hold=HOLD, scenario="more")
    file = tmp_path / "scenario.json"
    file.write_bytes(reply.body)
    assert json.loads(reply.text)["name"] == "more"
    assert getpage.plan(store(), scenario=file) == getpage.plan(store(), hold=HOLD)


def test_commands_are_packed_as_members_with_their_undo(server):
    packed = zipfile.ZipFile(io.BytesIO(server.get("/members.zip").body))
    texts = {name: packed.read(name).decode() for name in packed.namelist()}
    assert texts == {f"{name}.txt": text for name, text in members(planned()).items()}
    assert any("Takes back" in text or "undo" in text.lower() for text in texts.values())


def test_a_query_is_answered_as_sql_does_and_guarded_like_it(server):
    query = "select queue_manager, count(*) n from mq_buffer_pool group by all order by all"
    reply = server.get("/sql.json", q=query)
    assert reply.text == run("sql", store(), query, "--format", "json").stdout
    page = words(server.get("/sql", q=query).text)
    assert all(row["queue_manager"] in page for row in json.loads(reply.text))
    for wrong in ("delete from mq_buffer_pool", "select * from '/etc/passwd'", "--help", "install httpfs"):
        assert server.get("/sql.json", q=wrong).status == 400, wrong
    assert server.get("/sql", q="delete from mq_buffer_pool").status == 200


@pytest.mark.parametrize(
    ("path", "query"),
    [
        ("/object", {"name": "<script>alert(1)</script>"}),
        ("/object", {"name": "../../etc/passwd"}),
        ("/objects", {"q": '"><img src=x onerror=alert(1)>'}),
        ("/explain", {"check": "<b>"}),
        ("/sql", {"q": "select '<script>alert(1)</script>' as \"<b>\""}),
        ("/what-if", {"hold": "<script>=1"}),
        ("/what-if", {"scenario": '"><script>', "hold": HOLD, "with": "<b>=1"}),
        ("/move", {"hold": "NOBODY=5"}),
        ("/move", {"hold": "<b>=many"}),
        ("/check.json", {"from": "yesterday"}),
        ("/", {"from": "2026-11-19", "to": "2026-11-18"}),
        ("/", {"from": "2031-01-01", "to": "2031-01-02"}),
        ("/trend", {"object": "\x00"}),
        ("/changes", {"since": "never"}),
        ("/object", {"name": "x" * 30000}),
        ("/page.css/../../setup", {}),
        ("/%2e%2e/%2e%2e/etc/passwd", {}),
    ],
)
def test_what_nobody_means_is_answered_with_words_and_runs_nothing(server, path, query):
    reply = server.get(path, **query)
    assert reply.status in (200, 400, 404)
    page = re.sub(r"<(?:textarea|input)[^>]*>", "", reply.text)
    assert "<script>" not in page
    assert "<img" not in page
    assert not re.search(r"<b>(?!\w+</b>)", page.replace("<b></b>", "")) or "&lt;b&gt;" in page
    assert "Traceback" not in page
    assert "defect" not in page
    assert server.get("/objects").status == 200


def test_a_name_that_attacks_the_report_attacks_no_view(tmp_path):
    from test_cics_limits import site as cics_site
    from test_hostile_names import waiting_for_class

    path = getpage.load(cics_site(tmp_path, *waiting_for_class("<b>&A")), into=tmp_path / "store").path
    with serving(Path(path)) as running:
        running.open()
        for view in (*VIEWS, "/move"):
            page = running.get(view).text
            assert "<b>&A" not in page, view
        assert "&lt;b&gt;&amp;A" in running.get("/findings").text


def test_new_evidence_is_announced_and_never_mixed_in(tmp_path):
    path, query = region(tmp_path), "select count(*) pauses from java_collection"
    with serving(path) as running:
        running.open()
        before = running.get("/check.json").text
        assert "There is new evidence" not in running.get("/findings").text
        (tmp_path / "more").mkdir()
        (tmp_path / "more" / "gc.log").write_text(paused(11))
        getpage.load(tmp_path / "more", into=path)
        assert "There is new evidence" in running.get("/findings").text
        assert running.get("/check.json").text == before
        assert json.loads(running.get("/sql.json", q=query).text) == [{"pauses": 60}]
        assert running.get("/reload").status == 303
        assert "There is new evidence" not in running.get("/findings").text
        assert running.get("/check.json").text == run("check", path, "--format", "json").stdout != before
        assert json.loads(running.get("/sql.json", q=query).text) == [{"pauses": 120}]


def test_the_store_is_as_it_was_after_all_of_it(server):
    for view in (*VIEWS, "/trend", "/changes", "/report.html", "/sql?q=show+tables"):
        server.get(view)
    assert server.digests() == server.before


def test_ctrl_c_ends_at_once_though_something_is_worked_out():
    with serving(store()) as running:
        running.open()
        running.process.send_signal(signal.SIGINT)
        assert running.process.wait(timeout=15) == 130
        assert running.process.stderr.read().splitlines() == [
            "Ctrl-C ends it.",
            "getpage: stopped; nothing was changed",
        ]


def test_damage_in_a_part_takes_its_answers_and_no_others(tmp_path):
    path = region(tmp_path)
    part = next(part for part in sorted(path.glob("days/*/*.parquet")) if "java_collection" in part.name)
    data = bytearray(part.read_bytes())
    data[len(data) // 2] ^= 1
    part.write_bytes(data)
    with serving(path) as running:
        running.open()
        reply = running.get("/findings")
        assert reply.status == 400
        assert "is damaged" in words(reply.text)
        assert running.get("/explain").status == 200


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        (("--host", "0.0.0.0"), "reached by other machines"),
        (("--certificate", "cert.pem"), "go together"),
        (("--certificate", "cert.pem", "--key", "none.pem"), "no such file"),
        (("--port", "99999"), "99999"),
    ],
)
def test_what_would_let_others_listen_is_refused(options, problem, tmp_path):
    done = run("serve", store(), *options)
    assert done.returncode == 2
    assert problem in done.stderr
    assert run("serve", tmp_path).returncode == 2


def test_without_the_extra_one_sentence_says_what_to_install(monkeypatch):
    monkeypatch.setattr("getpage.cli.serve.find_spec", lambda _: None)
    done = run("serve", store())
    assert done.returncode == 2
    assert done.stderr.splitlines() == [
        "getpage: getpage serve needs starlette and uvicorn, which are not installed",
        "Next: pip install 'getpage[serve]'",
    ]


def test_a_port_that_is_taken_is_said(server):
    port = urlsplit(server.address).port
    words = [sys.executable, "-m", "getpage", "serve", str(store()), "--port", str(port), "--no-browser"]
    done = subprocess.run(words, capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 2
    assert "Address already in use" in done.stderr
