"""The page in a real browser: drill down, move a size, keep a scenario, on any screen and for any reader."""

from __future__ import annotations

import json
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import parse_qs, urlsplit

import pytest

import getpage
from getpage.report.forecast.blocks import sentences
from sample_site import store
from served import CHROMIUM

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from contextlib import AbstractContextManager

    from playwright.sync_api import Page

    from served import Server


pytestmark = pytest.mark.skipif(
    CHROMIUM is None, reason="Chromium is not installed (apt-get install chromium)"
)

POOL = "SYSB.DBP2.BP2"
HOLD = f"{POOL}=300000"
OBJECT = "/object?name=SYSB.DBP2%20BP2"
VIEWS = ("/", "/object?name=SYSA", OBJECT, f"/what-if?hold={HOLD}", "/findings", "/plan", "/evidence", "/sql")

#: The others, and what stands side by side.
MORE = (
    *("/objects", "/commands", "/ledger", "/changes", "/trend", "/explain", "/explain?check=db2-pool-reads"),
    *("/what-if", f"/what-if?hold={HOLD}&with=SYSB.DBP2.BP2=350000", f"{OBJECT}&hold={HOLD}"),
)


@pytest.fixture
def browsing(browser, server) -> Callable[..., AbstractContextManager[Page]]:
    """Opens a window with the printed address; whatever the browser complains of, and what it asks of anybody
    else, is a failure.
    """

    @contextmanager
    def opened(**options: object) -> Iterator[Page]:
        complaints: list[str] = []
        hosts: set[str] = set()
        with browser.new_context(**options) as context:
            page = context.new_page()
            page.set_default_timeout(120_000)
            page.on("console", lambda message: complaints.append(f"{message.type}: {message.text}"))
            page.on("pageerror", lambda error: complaints.append(str(error)))
            page.on("request", lambda request: hosts.add(urlsplit(request.url).netloc))
            page.goto(server.address)
            yield page
        assert not complaints
        assert hosts <= {server.host}

    return opened


#: A view that is there, not one that says how far it is.
ANSWERED = "main:not(:has(#waiting))"


def go(page: Page, server: Server, path: str) -> None:
    page.goto(f"http://{server.host}{path}")
    page.wait_for_selector(ANSWERED)


def text_of(page: Page, selector: str) -> str:
    return " ".join(page.inner_text(selector).replace("\xa0", " ").split())


def test_the_printed_address_opens_without_its_token_and_a_second_window_needs_none(server, browsing):
    with browsing() as page:
        assert page.url == f"http://{server.host}/"
        other = page.context.new_page()
        other.goto(f"http://{server.host}/findings")
        other.wait_for_selector("main:has-text('Out of real storage')")


def test_from_the_first_thing_to_the_record(browsing):
    with browsing() as page:
        page.click(".priorities a:has-text('SYSA')")
        page.wait_for_url("**/object?name=SYSA")
        page.locator(".over-time a").nth(4).click()
        page.wait_for_url("**from=2026-11-18T01*")
        page.wait_for_selector(ANSWERED)
        assert "Out of real storage at 01:00" in page.inner_text("main")
        page.locator("details:has-text('Evidence') > summary").first.click()
        assert "offset" in page.locator("details[open] table").first.inner_text()


def test_a_moved_slider_says_what_the_verbs_say_and_stands_in_the_address(server, browsing):
    with browsing() as page:
        go(page, server, OBJECT)
        page.fill("form.slider input[type=number]", "300000")
        page.wait_for_selector('form.slider[data-answer="300000"]')
        said = text_of(page, "#answer")
        for sentence in sentences(getpage.forecast(store(), changes=HOLD))[:12]:
            assert " ".join(sentence.replace("\xa0", " ").split()) in said
        assert f"Held: {POOL} at 300,000 buffers." in said
        assert "takes 195 MiB" in text_of(page, "#sums")
        assert "tried: 300,000 buffers" in text_of(page, "figure.size")
        assert parse_qs(urlsplit(page.url).query)["hold"] == [HOLD]
        page.click("nav a:has-text('Plan')")
        assert f"Held: {POOL} at 300,000 buffers." in text_of(page, "main")
        page.go_back()
        page.reload()
        assert page.input_value("form.slider input[type=number]") == "300000"


def test_the_slider_itself_moves_by_the_keyboard(server, browsing):
    with browsing() as page:
        go(page, server, OBJECT)
        page.focus("form.slider input[type=range]")
        page.keyboard.press("ArrowRight")
        page.wait_for_selector("form.slider[data-answer]")
        moved = int(page.input_value("form.slider input[type=number]"))
        assert moved > 250_000
        assert parse_qs(urlsplit(page.url).query)["hold"] == [f"{POOL}={moved}"]


def test_back_at_its_size_nothing_is_moved(server, browsing):
    with browsing() as page:
        go(page, server, f"{OBJECT}&hold={HOLD}")
        page.fill("form.slider input[type=number]", "250000")
        page.wait_for_selector('form.slider[data-answer="250000"]')
        assert "hold" not in parse_qs(urlsplit(page.url).query)
        assert "What they change" not in page.inner_text("#answer")


def test_a_size_that_does_not_fit_is_red_and_the_plan_is_without_it(server, browsing):
    with browsing() as page:
        go(page, server, OBJECT)
        page.fill("form.slider input[type=number]", "25000000")
        page.wait_for_selector('form.slider[data-answer="25000000"]')
        short = page.locator(".sums li.short", has_text="SYSB")
        assert "short of what has to stay free" in short.inner_text()
        assert short.evaluate("e => getComputedStyle(e).borderLeftColor") == "rgb(179, 38, 30)"
        assert "The plan is without them." in page.inner_text("#answer")


def test_several_sizes_are_one_scenario_that_is_saved_and_planned(server, browsing, tmp_path):
    with browsing() as page:
        go(page, server, f"/what-if?hold={HOLD}")
        page.fill("form.add input[name=knob]", "SYSB.DBP2.BP5")
        page.fill("form.add input[name=size]", "500000")
        page.click("form.add button")
        page.wait_for_selector("form.slider >> nth=1")
        page.fill("form.slider >> nth=1 >> input[type=number]", "400000")
        page.wait_for_selector('form.slider[data-answer="400000"]')
        sums = text_of(page, "#sums")
        assert "250,000 to 300,000 buffers" in sums
        assert "600,000 to 400,000 buffers: gives back" in sums
        assert text_of(page, "#tried code") == f"{HOLD}, SYSB.DBP2.BP5=400000"
        assert "--hold SYSB.DBP2.BP5=400000" in text_of(page, "#answer")
        page.fill("input[name=scenario]", "both")
        with page.expect_download() as download:
            page.click("text=Save what is tried")
        file = tmp_path / "both.json"
        download.value.save_as(file)
    assert json.loads(file.read_text())["sizes"] == {POOL: 300_000, "SYSB.DBP2.BP5": 400_000}
    assert getpage.plan(store(), scenario=file).held[1].size == 400_000


def test_a_slider_is_a_form_where_no_script_runs(server, browsing):
    with browsing(java_script_enabled=False) as page:
        go(page, server, OBJECT)
        assert not page.is_visible("form.slider input[type=range]")
        page.fill("form.slider input[type=number]", "300000")
        page.click("form.slider button")
        assert "250,000 to 300,000 buffers: takes 195 MiB" in text_of(page, "main")


def test_tables_are_sorted_and_filtered(server, browsing):
    with browsing() as page:
        go(page, server, "/findings")
        page.click("th button:has-text('Storage')")
        page.click("th button:has-text('Storage')")
        sizes = page.locator("tbody tr td:nth-child(6)").evaluate_all(
            "c => c.map(e => Number(e.dataset.value))"
        )
        assert sizes == sorted(sizes, reverse=True)
        page.fill("label:has-text('Only rows with') input", "MQA2")
        shown = page.locator("tbody tr:visible")
        assert 0 < shown.count() < len(sizes)
        assert all("MQA2" in row for row in shown.all_inner_texts())


def test_cells_for_people_are_sorted_by_their_figures(server, browsing):
    with browsing() as page:
        go(page, server, "/ledger")
        page.click("table >> nth=0 >> th button:has-text('Size')")
        page.click("table >> nth=0 >> th button:has-text('Size')")
        cells = page.locator("table >> nth=0 >> tbody tr td:nth-child(3)").all_inner_texts()
        assert cells[0] == "40\u00a0GiB".replace("\u00a0", cells[0][2])
        units = [cell.split()[-1] for cell in cells if cell]
        assert units == sorted(units, key=["GiB", "MiB", "KiB", "B"].index)


def test_changes_and_trend_of_an_object_are_unfolded_where_it_stands(server, browsing):
    with browsing() as page:
        go(page, server, OBJECT)  # a pool, of which no demand is known
        assert page.locator("details.view").all_inner_texts() == ["What changed since yesterday"]
        go(page, server, "/object?name=SYSC.BATCH1%20heap")
        page.click("summary:has-text('How its demands grow')")
        page.wait_for_selector("details.view[open]:has-text('Too few days for a trend')")
        assert page.locator("details.view[open] form").count() == 0


#: What it looks at stands in it, by the numbers of the success criteria.
FAULTS = (Path(__file__).parent / "accessible.js").read_text(encoding="utf-8").partition("*/")[2]


@pytest.mark.parametrize(("scheme", "width"), [("light", 1180), ("dark", 390)])
def test_every_view_is_accessible_as_far_as_a_program_can_tell_and_fits_its_screen(
    server, browsing, scheme, width, tmp_path
):
    with browsing(color_scheme=scheme, viewport={"width": width, "height": 900}) as page:
        faults = {}
        for number, path in enumerate((*VIEWS, *MORE)):
            go(page, server, path)
            faults[path] = page.evaluate(FAULTS)
            over = page.evaluate(
                "document.documentElement.scrollWidth - document.documentElement.clientWidth"
            )
            assert over <= 0, path
            page.screenshot(path=tmp_path / f"{number}.png")
            assert Path(tmp_path / f"{number}.png").stat().st_size > 10_000
        assert faults == {path: [] for path in (*VIEWS, *MORE)}


def test_the_check_finds_what_is_wrong(server, browsing):
    """Each fault that is put into a page is found, and by its number."""
    wrong = {
        "1.1.1": '<svg role="img"><title>A picture</title></svg>',
        "1.3.1": "<ul><p>no item</p></ul>",
        "1.4.3": '<p class="quiet" id="pale">Pale</p>',
        "2.4.3": '<button tabindex="3">First</button>',
        "3.3.2": "<input>",
        "4.1.1": '<p id="main"></p>',
        "4.1.2": '<a href="/"></a>',
    }
    with browsing() as page:
        go(page, server, "/explain")
        for criterion, html in wrong.items():
            page.evaluate(
                """(html) => {
                  const place = document.createElement("div");
                  place.id = "wrong";
                  place.innerHTML = html;
                  document.querySelector("main").append(place);
                  if (html.includes("pale")) document.getElementById("pale").style.color = "#999";
                }""",
                html,
            )
            assert {fault.split()[0] for fault in page.evaluate(FAULTS)} == {criterion}
            page.evaluate("document.getElementById('wrong').remove()")


def test_the_keyboard_reaches_what_a_pointer_does(server, browsing):
    with browsing() as page:
        page.keyboard.press("Tab")
        assert page.evaluate("document.activeElement.textContent") == "Skip to the answer"
        page.keyboard.press("Enter")
        page.wait_for_url("**/#main")
        go(page, server, "/object?name=SYSA")
        page.focus("summary:has-text('Intervals')")
        page.keyboard.press("Enter")
        page.keyboard.press("Tab")
        assert page.locator("details[open] table a").count() > 90


def test_a_view_is_printed_without_what_is_for_a_screen(server, browsing):
    with browsing() as page:
        go(page, server, "/plan")
        page.emulate_media(media="print")
        assert not page.is_visible("nav")
        assert page.is_visible("main")
