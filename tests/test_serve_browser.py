"""The page in a real browser: drill down, move a size, keep a scenario, on any screen and for any reader."""

from __future__ import annotations

import json
import resource
import shutil
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import parse_qs, urlsplit

import pytest

import getpage
from getpage.report.forecast.blocks import sentences
from sample_site import store

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Page

    from served import Server

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
pytestmark = pytest.mark.skipif(
    CHROMIUM is None, reason="Chromium is not installed (apt-get install chromium)"
)

POOL = "SYSB.DBP2.BP2"
HOLD = f"{POOL}=300000"
OBJECT = "/object?name=SYSB.DBP2%20BP2"
VIEWS = ("/", "/object?name=SYSA", OBJECT, f"/what-if?hold={HOLD}", "/findings", "/plan", "/evidence", "/sql")


@contextmanager
def browsing(server: Server, **options: object) -> Iterator[Page]:
    """A window of the browser, opened with the printed address; whatever the browser complains of, and what
    it asks of anybody else, is a failure.
    """
    from playwright.sync_api import sync_playwright

    complaints: list[str] = []
    # A query in this process leaves a bound on memory (cli/sql.py), which a browser would inherit.
    resource.setrlimit(resource.RLIMIT_DATA, (resource.getrlimit(resource.RLIMIT_DATA)[1],) * 2)
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        page = browser.new_context(**options).new_page()
        page.set_default_timeout(120_000)
        page.on("console", lambda message: complaints.append(f"{message.type}: {message.text}"))
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("request", lambda request: hosts.add(urlsplit(request.url).netloc))
        hosts: set[str] = set()
        page.goto(server.address)
        try:
            yield page
        finally:
            browser.close()
    assert not complaints
    assert hosts <= {server.host}


def go(page: Page, server: Server, path: str) -> None:
    page.goto(f"http://{server.host}{path}")


def text_of(page: Page, selector: str) -> str:
    return " ".join(page.inner_text(selector).replace("\xa0", " ").split())


def test_the_printed_address_opens_without_its_token_and_a_second_window_needs_none(server):
    with browsing(server) as page:
        assert page.url == f"http://{server.host}/"
        other = page.context.new_page()
        other.goto(f"http://{server.host}/findings")
        assert "Out of real storage" in other.inner_text("main")


def test_from_the_first_thing_to_the_record(server):
    with browsing(server) as page:
        page.click(".priorities a:has-text('SYSA')")
        page.wait_for_url("**/object?name=SYSA")
        page.locator(".over-time a").nth(4).click()
        page.wait_for_url("**from=2026-11-18T01*")
        assert "Out of real storage at 01:00" in page.inner_text("main")
        page.locator("details:has-text('Evidence') > summary").first.click()
        assert "offset" in page.locator("details[open] table").first.inner_text()


def test_a_moved_slider_says_what_the_verbs_say_and_stands_in_the_address(server):
    with browsing(server) as page:
        go(page, server, OBJECT)
        page.fill("form.slider input[type=number]", "300000")
        page.wait_for_selector('form.slider[data-answer="300000"]')
        said = text_of(page, ".answer-whole")
        for sentence in sentences(getpage.forecast(store(), changes=HOLD))[:12]:
            assert " ".join(sentence.replace("\xa0", " ").split()) in said
        assert f"Held: {POOL} at 300,000 buffers." in said
        assert "takes 195 MiB" in text_of(page, ".answer-sums")
        assert parse_qs(urlsplit(page.url).query)["hold"] == [HOLD]
        page.click("nav a:has-text('Plan')")
        assert f"Held: {POOL} at 300,000 buffers." in text_of(page, "main")
        page.go_back()
        page.reload()
        assert page.input_value("form.slider input[type=number]") == "300000"


def test_the_slider_itself_moves_by_the_keyboard(server):
    with browsing(server) as page:
        go(page, server, OBJECT)
        page.focus("form.slider input[type=range]")
        page.keyboard.press("ArrowRight")
        page.wait_for_selector("form.slider[data-answer]")
        moved = int(page.input_value("form.slider input[type=number]"))
        assert moved > 250_000
        assert parse_qs(urlsplit(page.url).query)["hold"] == [f"{POOL}={moved}"]


def test_back_at_its_size_nothing_is_moved(server):
    with browsing(server) as page:
        go(page, server, f"{OBJECT}&hold={HOLD}")
        page.fill("form.slider input[type=number]", "250000")
        page.wait_for_selector('form.slider[data-answer="250000"]')
        assert "hold" not in parse_qs(urlsplit(page.url).query)
        assert "What they bring" not in page.inner_text(".answer-whole")


def test_a_size_that_does_not_fit_is_red_and_the_plan_is_without_it(server):
    with browsing(server) as page:
        go(page, server, OBJECT)
        page.fill("form.slider input[type=number]", "25000000")
        page.wait_for_selector('form.slider[data-answer="25000000"]')
        short = page.locator(".sums li.short", has_text="SYSB")
        assert "short at the minimum" in short.inner_text()
        assert short.evaluate("e => getComputedStyle(e).borderLeftColor") == "rgb(179, 38, 30)"
        assert "The plan is without them." in page.inner_text(".answer-whole")


def test_several_sizes_are_one_scenario_that_is_saved_and_planned(server, tmp_path):
    with browsing(server) as page:
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
            page.click("text=Save the sizes")
        file = tmp_path / "both.json"
        download.value.save_as(file)
    assert json.loads(file.read_text())["sizes"] == {POOL: 300_000, "SYSB.DBP2.BP5": 400_000}
    assert getpage.plan(store(), scenario=file).held[1].size == 400_000


def test_a_slider_is_a_form_where_no_script_runs(server):
    with browsing(server, java_script_enabled=False) as page:
        go(page, server, OBJECT)
        assert not page.is_visible("form.slider input[type=range]")
        page.fill("form.slider input[type=number]", "300000")
        page.click("form.slider button")
        assert "250,000 to 300,000 buffers: takes 195 MiB" in text_of(page, "main")


def test_tables_are_sorted_and_filtered(server):
    with browsing(server) as page:
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


#: What a reader of a screen needs of every view, and no more than a page can be asked for.
_BARE = """() => {
  const bare = [];
  const name = (e) => (e.getAttribute("aria-label") || e.textContent || e.title || "").trim();
  for (const e of document.querySelectorAll("a[href], button, summary")) if (!name(e)) bare.push(e.outerHTML);
  for (const e of document.querySelectorAll("input:not([type=hidden]), select, textarea"))
    if (!e.labels?.length && !e.getAttribute("aria-label")) bare.push(e.outerHTML);
  for (const e of document.querySelectorAll("svg:not([aria-hidden])"))
    if (!e.querySelector(":scope > title") || !e.querySelector(":scope > desc"))
      if (!e.closest(".legend")) bare.push(e.outerHTML.slice(0, 200));
  for (const e of document.querySelectorAll("table")) if (!e.caption) bare.push(e.outerHTML.slice(0, 200));
  const ids = [...document.querySelectorAll("[id]")].map((e) => e.id);
  for (const id of ids) if (ids.indexOf(id) !== ids.lastIndexOf(id)) bare.push(`twice: ${id}`);
  for (const e of document.querySelectorAll("[aria-labelledby]"))
    for (const id of e.getAttribute("aria-labelledby").split(" "))
      if (!document.getElementById(id)) bare.push(`no ${id}`);
  if (document.querySelectorAll("h1").length !== 1) bare.push("h1");
  if (!document.documentElement.lang || !document.querySelector("main")) bare.push("lang, main");
  return bare;
}"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1180, 390])
def test_every_view_has_names_for_a_reader_and_fits_its_screen(server, scheme, width, tmp_path):
    with browsing(server, color_scheme=scheme, viewport={"width": width, "height": 900}) as page:
        for number, path in enumerate(VIEWS):
            go(page, server, path)
            assert page.evaluate(_BARE) == [], path
            over = page.evaluate(
                "document.documentElement.scrollWidth - document.documentElement.clientWidth"
            )
            assert over <= 0, path
            page.screenshot(path=tmp_path / f"{number}.png")
            assert Path(tmp_path / f"{number}.png").stat().st_size > 10_000


def test_the_keyboard_reaches_what_a_pointer_does(server):
    with browsing(server) as page:
        page.keyboard.press("Tab")
        assert page.evaluate("document.activeElement.textContent") == "Skip to the answer"
        page.keyboard.press("Enter")
        page.wait_for_url("**/#main")
        go(page, server, "/object?name=SYSA")
        page.focus("summary:has-text('Intervals')")
        page.keyboard.press("Enter")
        page.keyboard.press("Tab")
        assert page.locator("details[open] table a").count() > 90


def test_a_view_is_printed_without_what_is_for_a_screen(server):
    with browsing(server) as page:
        go(page, server, "/plan")
        page.emulate_media(media="print")
        assert not page.is_visible("nav")
        assert page.is_visible("main")
