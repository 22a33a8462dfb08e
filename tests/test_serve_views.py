"""Each view of the page over a store is what its command says, and an object has all that is known of it."""

from __future__ import annotations

import io
import re
import shlex
import zipfile
from html import unescape
from typing import TYPE_CHECKING

import pytest

import getpage
from getpage.report.members import members
from in_process import run
from sample_site import store, weeks
from served import region, serving
from test_serve import HOLD, VIEWS, words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from served import Server

#: Knobs of several products with a size that each could have: of pools, sorts, heaps, dumps, sockets, guests.
SIZES = (
    *("SYSA.DBP1.BP2=500000", "SYSA.MQA1.3=300000", "SYSB.DFSORT.EXPMAX=2000", "SYSC.BATCH1.HEAP=2107"),
    *("SYSB.SDUMP.MAXSPACE=4000", "SYSB.TCPIPB.TCPRCVBUFRSIZE=128", "SYSA.CICSPAY4.MXT=120"),
)


@pytest.fixture(scope="module")
def of_weeks() -> Iterator[Server]:
    with serving(weeks()) as running:
        running.open()
        yield running


def sources(page: str) -> list[tuple[str, list[str]]]:
    """The commands that a page is from, with the addresses of their twins."""
    lines = re.findall(r'<p class="from">From <code class="line">(.*?)</code>(.*?)</p>', page)
    return [(unescape(line), re.findall(r'href="([^"]+)"', links)) for line, links in lines]


def test_every_view_has_twins_with_the_bytes_of_its_commands(server):
    queried = "/sql?q=select+count(*)+n+from+db2_buffer_pool"
    paths = (*VIEWS, "/object?name=SYSA", f"/what-if?hold={HOLD}", "/explain?check=db2-pool-reads", queried)
    commands = {}
    for path in paths:
        named = sources(server.get(path).text)
        assert named, path
        for line, twins in named:
            assert [re.search(r"\.(\w+)(?:\?|$)", twin)[1] for twin in twins] == ["json", "csv", "md"], path
            commands[line] = twins
    assert len(commands) == 8
    for line, twins in commands.items():
        for form, twin in zip(("json", "csv", "md"), twins, strict=True):
            done = run(*shlex.split(line)[1:], "--format", form)
            assert server.get(unescape(twin)).text == done.stdout, (line, form)


def test_views_of_several_weeks_have_twins_with_the_bytes_of_their_commands(of_weeks):
    for path in ("/changes", "/trend"):
        [(line, twins)] = sources(of_weeks.get(path).text)
        for form, twin in zip(("json", "csv", "md"), twins, strict=True):
            done = run(*shlex.split(line)[1:], "--format", form)
            assert of_weeks.get(unescape(twin)).text == done.stdout, (line, form)


@pytest.mark.parametrize("hold", SIZES)
def test_a_size_says_what_forecast_and_plan_say_to_the_last_digit(server, hold):
    from getpage.core import numbers
    from getpage.report.forecast.blocks import figure_blocks, sentences
    from getpage.report.plan.blocks import items
    from getpage.report.plan.sentences import sentences as sentences_of_plan

    def shown(cells) -> str:
        return words(" ".join(cell if isinstance(cell, str) else numbers.scalar(cell) for cell in cells))

    answer = words(server.moved(hold=hold)["answer"])
    forecast, plan = getpage.forecast(store(), changes=hold), getpage.plan(store(), hold=hold)
    rows = [shown(row) for sheet in figure_blocks(forecast) for row in sheet.rows]
    rows += [shown(row) for is_later in (False, True) for row in items(plan, later=is_later)]
    assert len(rows) > 5
    for text in (*map(words, sentences(forecast)[:12]), *map(words, sentences_of_plan(plan)), *rows):
        assert text in answer, text


def test_before_anything_moves_a_short_image_is_short_and_one_that_is_not_known_is_neither(server):
    short = r'<li class="short"><strong>SYSA</strong> \S+ GiB short of what has'
    fits = r'<li class="fits"><strong>SYSB</strong> \S+ GiB left at the minimum'
    page = server.get("/what-if").text
    assert re.search(short, page)
    assert re.search(fits, page)
    assert "missing of 40 GiB installed" in page
    page = server.get("/object?name=SYSB.DBP2+BP2").text
    assert re.search(fits, page)
    assert not re.search(short, page)  # another system's room is no answer to a question of this one
    lines = server.moved(hold="SYSC.BATCH1.HEAP=2107")["sums"].split("<li ")
    [unknown] = [line for line in lines if "<strong>SYSC</strong>" in line]
    assert 'class="unknown"' in unknown
    assert "<svg" not in unknown
    moved = server.moved(hold="SYSC.BATCH1.HEAP=2107", name="SYSC.BATCH1 heap")["sums"]
    assert re.findall(r"<strong>(\S+)</strong>", moved) == ["SYSC.BATCH1.HEAP", "SYSC"]


def test_all_knobs_with_a_curve_can_be_moved_where_they_are_and_side_by_side(server):
    known = {str(cost.knob): str(cost.object) for cost in getpage.check(store()).cost_by_size}
    assert len(known) > 10
    page = server.get("/what-if").text
    for name, of in known.items():
        [link] = [unescape(link) for link in re.findall(r'href="(/what-if\?[^"]+)"', page) if name in link]
        assert f'data-knob="{name}"' in server.get(link).text
        assert f'data-knob="{name}"' in server.get("/object", name=of).text


def test_a_curve_has_the_present_size_the_knee_that_of_the_plan_and_the_one_tried(server):
    page = words(server.get("/object", name="SYSC.BATCH1 heap", hold="SYSC.BATCH1.HEAP=3000").text)
    for mark in ("now: 4,096 MiB", "knee: 2,107 MiB", "planned: 711 MiB", "tried: 3,000 MiB"):
        assert mark in page
    moved = server.moved(hold="SYSC.BATCH1.HEAP=3100", curve="SYSC.BATCH1.HEAP")
    assert "tried: 3,100 MiB" in words(moved["curve"])
    assert "curve" not in server.moved(hold="SYSC.BATCH1.HEAP=3100")


def test_an_object_is_opened_again_with_its_size_and_answer(server):
    page = words(server.get("/object", name="SYSB.DBP2 BP2", hold=HOLD).text)
    assert "250,000 to 300,000 buffers: takes 195 MiB" in page
    assert "Held: SYSB.DBP2.BP2 at 300,000 buffers." in page
    other = words(server.get("/object", name="SYSB.DBP2 BP5", hold=HOLD).text)
    assert "The plan around them" not in other


def test_an_image_tells_its_incident_and_draws_its_measures_by_interval(server):
    result = getpage.check(store())
    [incident, *_] = [incident for incident in result.incidents if str(incident.image) == "SYSA"]
    page = words(server.get("/object", name="SYSA").text)
    assert f": {incident.headline} " in page
    places = [page.index(" ".join(step.what.split())) for step in incident.steps]
    assert len(places) > 1
    drawn = [picture for picture in result.pictures if str(picture.object) == "SYSB.DBP2 BP2"]
    pool = words(server.get("/object", name="SYSB.DBP2 BP2").text)
    assert drawn
    assert all(picture.title in pool for picture in drawn)


def test_a_heap_has_its_rows_of_each_table(server):
    page = words(server.get("/object", name="SYSC.SHOP1 heap").text)
    assert re.search(r"SYSC\.SHOP1 all pauses 630 12 12 1,334\.4 1,564\.1", page)
    assert "SYSC.WEB1 all pauses" not in page


def test_objects_are_searched_by_any_part_of_their_name(server):
    page = server.get("/objects", q="cicspay").text
    names = re.findall(r'href="/object\?name=([^"&]+)', page)
    assert names
    assert all("cicspay" in name.casefold() for name in names)
    assert "SYSB.DBP2" not in words(re.search(r"<main.*</main>", page, re.DOTALL)[0])


def test_an_object_has_its_calendar_of_days_and_leads_to_its_changes_and_trend(of_weeks):
    named = [entry.object for entry in getpage.check(weeks()).calendars]
    assert named
    page = of_weeks.get("/object", name=str(named[0])).text
    assert '<h2 id="days-h">Days</h2>' in page
    assert "A cell a day" in page
    [trend] = re.findall(r'<details class="view">.*?href="(/trend\?[^"]+)"', page)
    [(line, _)] = sources(of_weeks.get(unescape(trend)).text)
    assert f"--object {shlex.quote(str(named[0]))}" in line


def test_scenarios_have_names_side_by_side(server):
    named = {"scenario": "one more", "with": "SYSB.DBP2.BP2=350000", "called": "two more"}
    page = server.get("/what-if", hold=HOLD, **named).text
    assert re.findall(r"<h2[^>]*>([^<]+ more)</h2>", page) == ["one more", "two more"]
    for sums in ("250,000 to 300,000 buffers", "250,000 to 350,000 buffers"):
        assert sums in words(page)


def test_members_of_a_scenario_are_those_of_its_plan(server):
    packed = zipfile.ZipFile(io.BytesIO(server.get("/members.zip", hold=HOLD).body))
    texts = {name: packed.read(name).decode() for name in packed.namelist()}
    expected = members(getpage.plan(store(), hold=HOLD))
    assert texts == {f"{name}.txt": text for name, text in expected.items()}
    assert "VPSIZE(300000)" in "".join(texts.values())


def test_an_explanation_stands_beside_each_finding(server):
    page = server.get("/object", name="SYSA").text
    findings = re.findall(r"<code>([a-z0-9-]+)</code>", page)
    links = set(re.findall(r'href="/explain\?check=([a-z0-9-]+)"', page))
    assert links
    assert links <= set(findings)
    for check in sorted(links)[:3]:
        said = run("explain", check, "--format", "json").stdout
        explained = server.get("/explain", check=check).text
        assert server.get("/explain.json", check=check).text == said
        assert "What it says here" in explained


def test_a_store_without_anything_to_plan_has_its_pages(tmp_path):
    with serving(region(tmp_path)) as running:
        running.open()
        for path in VIEWS:
            assert running.get(path).status == 200, path


def test_storage_that_moves_is_tried_on_the_page_as_the_command_plans_it(server, tmp_path):
    page = server.get("/what-if", move="SYSB:SYSA=16G").text
    assert "short of what has to stay free at the minimum" not in page  # as it was before
    planned = run("plan", store(), "--move", "SYSB:SYSA=16G", "--format", "md").stdout
    for line in ("Move 16 GiB from SYSB to SYSA: ", "SYSB loses nothing; at the worst interval"):
        [sentence] = [text.removeprefix("- ") for text in planned.splitlines() if line in text]
        assert sentence in words(page)
    assert 'aria-label="Storage that systems have left"' in page
    assert any("--move SYSB:SYSA=16G" in line for line, _ in sources(page))
    assert "CONFIG STOR(16G),OFFLINE" in server.get("/plan", move="SYSB:SYSA=16G").text
    scenario = tmp_path / "scenario.json"
    scenario.write_text(server.get("/scenario.json", move="SYSB:SYSA=16G", buy="").text)
    assert getpage.plan(store(), scenario=scenario) == getpage.plan(store(), move="SYSB:SYSA=16G")


def test_what_a_system_cannot_spare_is_said_on_the_page(server):
    page = words(server.get("/what-if", take="SYSB=60G").text)
    assert "SYSB can spare 39.9 GiB of its 64 GiB: 20.1 GiB are missing" in page
