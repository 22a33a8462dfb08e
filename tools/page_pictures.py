"""Draws views of the page of `getpage serve` over the sample site, for the manual (needs chromium)."""

from __future__ import annotations

import shutil
import subprocess
import sys
from contextlib import chdir
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Literal
from urllib.parse import urlsplit

from playwright.sync_api import Page, sync_playwright

import getpage
from getpage.demo import write_site

_PICTURES = Path(__file__).parents[1] / "docs" / "pictures"
_POOL = "/object?name=SYSB.DBP2%20BP2"
_BAD_QUARTER = "from=2026-11-18T01:00:00&to=2026-11-18T01:15:05"
#: File, path, width, height, and colour scheme.
_VIEWS: tuple[tuple[str, str, int, int, Literal["light", "dark"]], ...] = (
    ("page/first.png", "/", 1180, 900, "light"),
    ("page/image.png", "/object?name=SYSA", 1180, 900, "light"),
    ("page/interval.png", f"/object?name=SYSA&{_BAD_QUARTER}", 1180, 900, "dark"),
    ("page/findings.png", "/findings", 1180, 900, "light"),
    ("page/plan.png", "/plan", 1180, 900, "light"),
    ("page/what-if.png", "/what-if?hold=SYSB.DBP2.BP2=350000&with=SYSB.DBP2.BP2=300000", 1180, 900, "dark"),
    ("page/first-on-a-phone.png", "/", 390, 844, "light"),
    ("page/pool-on-a-phone.png", _POOL, 390, 844, "dark"),
)


def main() -> None:
    """Load the sample site, serve it, and draw."""
    with TemporaryDirectory() as folder, chdir(folder):  # views show the names of files as they were given
        site, store = Path("evidence"), Path("prod")
        write_site(site)
        getpage.load(site, into=store)
        words = [sys.executable, "-m", "getpage", "serve", str(store), "--no-browser"]
        with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as server:
            assert server.stdout is not None
            try:
                _draw(server.stdout.readline().strip())
            finally:
                server.kill()


def _draw(address: str) -> None:
    (_PICTURES / "page").mkdir(exist_ok=True)
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        for name, path, width, height, scheme in _VIEWS:
            context = browser.new_context(viewport={"width": width, "height": height}, color_scheme=scheme)
            page = context.new_page()
            page.goto(address)
            page.goto(f"http://{urlsplit(address).netloc}{path}")
            page.wait_for_selector("main:not(:has(#waiting))")
            page.screenshot(path=_PICTURES / name)
        page = browser.new_context(viewport={"width": 1180, "height": 1080}).new_page()
        page.goto(address)
        page.goto(f"http://{urlsplit(address).netloc}{_POOL}")
        _move(page)
        page.screenshot(path=_PICTURES / "serve.png")
        browser.close()


def _move(page: Page) -> None:
    """Move the slider, and wait for the forecast and the plan."""
    page.fill("form.slider input[type=number]", "330000")
    page.wait_for_selector('form.slider[data-answer="330000"]')


if __name__ == "__main__":
    main()
