"""What the page costs: `make bench-serve`.

A server of the sample site, and one of a store of a million intervals (as `make bench-answers` has it).
Measured in one run: the first view against `getpage check`, both as processor seconds with starting; then a
pool that is moved to forty sizes, each new: the time on the clock until the sums are there, and until the
forecast and the plan are; and the most memory that the server had. Where Chromium is installed, the same in
it: from the event of the slider until the page shows it. Times on the clock are of this machine, ratios hold
on others. Modules are compiled before, as an installer does it.
"""

from __future__ import annotations

import argparse
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date
from http.client import HTTPConnection
from pathlib import Path
from urllib.parse import urlencode, urlsplit

from benches.answers.__main__ import demo, machine, made, spent, write

import getpage

BEGIN, END = "<!-- make bench-serve -->", "<!-- end of make bench-serve -->"
_GETPAGE = "import sys; sys.argv[0] = 'getpage'; from getpage.cli import main; main()"
_SIZES = 40


@dataclass(frozen=True)
class Served:
    """A server, and how to ask it."""

    process: subprocess.Popen[str]
    address: str
    host: str
    cookie: str

    def get(self, path: str, **query: str) -> float:
        """Seconds on the clock until a view is there whole."""
        connection = HTTPConnection(self.host, timeout=600)
        began = time.perf_counter()
        status = 202
        while status == 202:  # a page that says how far its answer is asks again at once
            connection.request("GET", f"{path}?{urlencode(query)}", headers={"cookie": self.cookie})
            reply = connection.getresponse()
            reply.read()
            status = reply.status
        connection.close()
        assert reply.status == 200, path
        return time.perf_counter() - began

    def move(self, hold: str) -> tuple[float, float]:
        """Seconds on the clock until the sums of a size are there, and until all of its answer is."""
        connection = HTTPConnection(self.host, timeout=600)
        began = time.perf_counter()
        connection.request("GET", f"/move?{urlencode({'hold': hold})}", headers={"cookie": self.cookie})
        reply = connection.getresponse()
        assert b"sums" in reply.readline()
        sums = time.perf_counter() - began
        assert b'"answer"' in reply.read()
        connection.close()
        return sums, time.perf_counter() - began

    def processor_seconds(self) -> float:
        """What the server has used so far, starting included."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(") ")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def most_memory(self) -> int:
        """Bytes, as the system counted them at their most."""
        lines = Path(f"/proc/{self.process.pid}/status").read_text().splitlines()
        return next(int(line.split()[1]) for line in lines if line.startswith("VmHWM")) * 1024


@contextmanager
def serving(store: Path) -> Iterator[Served]:
    """A server of a store, opened."""
    command = [sys.executable, "-c", _GETPAGE, "serve", str(store), "--no-browser"]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL, "text": True}
    with subprocess.Popen(command, **pipes) as process:
        address = process.stdout.readline().strip()
        parts = urlsplit(address)
        connection = HTTPConnection(parts.netloc)
        connection.request("GET", f"/?{parts.query}")
        cookie = connection.getresponse().headers["set-cookie"].partition(";")[0]
        try:
            yield Served(process, address, parts.netloc, cookie)
        finally:
            process.kill()


#: Moves a slider and waits until the page shows the sums, and then all of the answer: milliseconds of both.
_MOVE = """async (size) => {
  const form = document.querySelector("form.slider");
  const shown = (name) => new Promise((seen) => {
    const watch = new MutationObserver(() => {
      if (form.dataset[name] === String(size)) { watch.disconnect(); seen(performance.now() - began); }
    });
    watch.observe(form, { attributes: true });
  });
  const began = performance.now();
  const both = Promise.all([shown("sums"), shown("answer")]);
  form.elements.size.value = size;
  form.elements.size.dispatchEvent(new Event("input"));
  return await both;
}"""


def moved(server: Served, name: str, sizes: list[int]) -> list[list[float]]:
    """Milliseconds in a browser until sums and answer are there, for each size of the slider of an object."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        page = browser.new_page()
        page.goto(server.address)
        page.goto(f"http://{server.host}/object?{urlencode({'name': name})}")
        page.wait_for_selector("form.slider", timeout=600_000)
        times = [page.evaluate(_MOVE, size) for size in sizes]
        browser.close()
    return times


def rows(name: str, store: Path) -> list[str]:
    """The rows of one store."""
    # Days are worked out once: the second check is what a check costs.
    check = [spent([sys.executable, "-c", _GETPAGE, "check", str(store)])[0] for _ in range(2)][1]
    cost = max(
        (cost for cost in getpage.check(store).cost_by_size if cost.costs.reads),
        key=lambda cost: len(cost.costs.reads or ()),
    )
    with serving(store) as server:
        clock = server.get("/")
        first = server.processor_seconds()
        server.move(f"{cost.knob}={cost.size + 1}")
        tried = [round(cost.size * (1 + (number + 1) / _SIZES / 4)) for number in range(_SIZES)]
        sums, answers = zip(*(server.move(f"{cost.knob}={size}") for size in tried), strict=True)
        shown: list[str] = ["", ""]
        if shutil.which("chromium"):
            others = [round(cost.size * (1 + (number + 0.5) / _SIZES / 4)) for number in range(_SIZES)]
            shown = [spread(times) for times in zip(*moved(server, str(cost.object), others), strict=True)]
        memory = server.most_memory()
    return [
        f"| {name} | {clock:.1f} | {first / check:.2f} | {spread(1000 * t for t in sums)} | "
        f"{spread(1000 * t for t in answers)} | {shown[0]} | {shown[1]} | {memory / 1e6:.0f} |"
    ]


def spread(times: Iterable[float]) -> str:
    """Half of the times are below the first number, nine tenths below the second."""
    ordered = sorted(times)
    return f"{statistics.median(ordered):.0f} / {ordered[9 * len(ordered) // 10]:.0f}"


def compile_modules(into: Path) -> None:
    """Compile all modules of getpage, for the processes that are measured."""
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    os.environ["PYTHONPYCACHEPREFIX"] = str(into)
    package = Path(getpage.__file__).parent
    subprocess.run([sys.executable, "-m", "compileall", "-q", str(package)], check=True)


def main() -> None:
    """Measure, print a Markdown table, and write it into a page where asked to."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--write", type=Path, help="page to write the table into")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="getpage-bench-") as scratch:
        root = Path(scratch)
        compile_modules(root / "compiled")
        lines = rows("sample site", demo(root))
        lines += rows("a million intervals of 350 Db2 pools", made(root, "db2-million"))
    head = f"{date.today().isoformat()}, `make bench-serve`. Machine: {machine()}."
    heads = (
        "store",
        "first view, s",
        "CPU of it to that of check",
        "sums, ms: half, nine tenths",
        "forecast and plan, ms",
        "sums in a browser, ms",
        "forecast and plan in a browser, ms",
        "memory, MB",
    )
    table = [f"| {' | '.join(heads)} |", "|---|---|---|---|---|---|---|---|", *lines]
    print("\n".join([head, "", *table]))
    if arguments.write:
        write(arguments.write, [head, "", *table], BEGIN, END)


if __name__ == "__main__":
    main()
