"""Heaps of the machine's own Java: each size forecast from the log of one other, errors good and bad.

    python benches/lab_java.py --write              # keeps the table in benches/results/java.json
    python benches/lab_java.py --keep DIRECTORY     # keeps the logs too; --logs DIRECTORY judges kept ones

Three patterns of allocation run with the Serial collector at eight heap sizes: what dies at once (`short`), a
cache whose entries are replaced (`cache`), and sessions that live for a while (`sessions`). Each allocates
at a steady rate, so that the load is the same at all sizes. From the log of each size every other one is
forecast by what the product offers as a curve, and compared with what that size's own log says: time in
pauses a second, and processor time of collections. A size that the curve says nothing of is counted as such,
and so is one whose own log tells nothing to compare with: fewer than ten stops, or no processor time, which
HotSpot prints in steps of 10 ms. The page docs/forecast-errors.md has the table.
"""

from __future__ import annotations

import argparse
import json
import shutil
import subprocess
import sys
import tempfile
from itertools import permutations
from pathlib import Path
from statistics import median

import getpage
from getpage.app.observe import observe
from getpage.evidence.view import StoreEvidence

SIZES = (64, 80, 96, 128, 160, 192, 256, 320)
PATTERNS = ("short", "cache", "sessions")
SECONDS = 20
RESULTS = Path(__file__).parent / "results" / "java.json"
PROGRAM = """
import java.util.*;
public class Lab {
  public static void main(String[] a) throws Exception {
    String pattern = a[0]; long end = System.nanoTime() + Long.parseLong(a[1]) * 1_000_000_000L;
    int slots = pattern.equals("short") ? 100 : pattern.equals("cache") ? 20_000 : 24_000;
    byte[][] kept = new byte[slots][]; Random random = new Random(7); int next = 0;
    for (int i = 0; i < slots; i++) kept[i] = new byte[1024];
    long start = System.nanoTime(), made = 0;
    while (System.nanoTime() < end) {
      for (int i = 0; i < 2000; i++) {
        byte[] one = new byte[1024]; made += 1024;
        if (pattern.equals("short")) kept[next++ % slots] = one;
        else if (pattern.equals("cache")) { if (i % 20 == 0) kept[random.nextInt(slots)] = one; }
        else { if (i % 5 == 0) kept[next++ % slots] = one; }
      }
      long due = start + (long) (made / 150e6 * 1e9) - System.nanoTime();
      if (due > 0) Thread.sleep(due / 1_000_000, (int) (due % 1_000_000));
    }
  }
}
"""


def main() -> None:
    """Run everything, or judge what was kept, and print the table; a sentence where there is no Java."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--logs", type=Path, help="judge the logs that are kept here")
    parser.add_argument("--keep", type=Path, help="keep the logs here, a new directory")
    parser.add_argument("--write", action="store_true", help=f"keep the table as {RESULTS.name}")
    asked = parser.parse_args()
    java, compiler = shutil.which("java"), shutil.which("javac")
    if asked.logs is None and (java is None or compiler is None):
        print("No JDK is on this machine: the laboratory of heaps was not run.")
        return
    with tempfile.TemporaryDirectory() as scratch:
        directory = asked.logs or asked.keep or Path(scratch)
        if asked.logs is None:
            directory.mkdir(exist_ok=True)
            run(java, compiler, directory)
        found = judged(kept(directory))
    if asked.write:
        RESULTS.write_text(json.dumps(found, indent=2) + "\n", encoding="utf-8")
    print(table(found))


def run(java: str, compiler: str, directory: Path) -> None:
    """A log of each pattern at each size; sizes that the pattern does not fit into have none."""
    program = directory / "Lab.java"
    program.write_text(PROGRAM)
    subprocess.run([compiler, "-d", str(directory), str(program)], check=True)
    for pattern in PATTERNS:
        for size in SIZES:
            log = directory / f"{pattern}-{size}" / f"{pattern}{size}x.log"
            log.parent.mkdir()
            heap = (f"-Xms{size}m", f"-Xmx{size}m", "-XX:+UseSerialGC", f"-Xlog:gc*:file={log}")
            done = subprocess.run(
                [java, *heap, "-cp", str(directory), "Lab", pattern, str(SECONDS)], check=False
            )
            if done.returncode:
                log.unlink(missing_ok=True)
                print(f"{pattern} at {size} MB ended with {done.returncode}", file=sys.stderr)


def kept(directory: Path) -> dict[str, dict[int, Path]]:
    """The logs in a directory, by pattern and size."""
    places = {(p, s): directory / f"{p}-{s}" / f"{p}{s}x.log" for p in PATTERNS for s in SIZES}
    return {p: {s: places[p, s] for s in SIZES if places[p, s].exists()} for p in PATTERNS}


def judged(logs: dict[str, dict[int, Path]]) -> dict[str, object]:
    """Errors by pattern and measure, and how often the interval held."""
    rows = []
    for pattern, by_size in logs.items():
        curves = {size: curve_of(log) for size, log in by_size.items()}
        for measure in ("wait", "cpu"):
            errors, held, unsaid = [], 0, 0
            for source, target in permutations(curves, 2):
                # What the heap holds: less than -Xmx by a survivor space.
                size = curves[target] and curves[target][0]
                forecast, truth = (at(curves[one], measure, size) for one in (source, target))
                if forecast is None or not truth or not truth[0]:
                    unsaid += 1
                    continue
                errors.append(100 * (forecast[0] / truth[0] - 1))
                held += forecast[1] <= truth[0] <= forecast[2]
            rows.append(
                {
                    "pattern": pattern,
                    "measure": {"wait": "time stopped", "cpu": "processor time"}[measure],
                    "forecasts": len(errors),
                    "held": held,
                    "median_error": round(median(map(abs, errors)), 1) if errors else None,
                    "worst_error": round(max(errors, key=abs), 1) if errors else None,
                    "nothing_said": unsaid,
                }
            )
    return {"command": "python benches/lab_java.py --write", "seconds_a_size": SECONDS, "rows": rows}


def table(found: dict[str, object]) -> str:
    """The table in Markdown; docs/forecast-errors.md has it from here."""
    lines = [
        "| pattern | measure | forecasts | median error | worst | inside the 90 % interval | nothing said |",
        "|---|---|---|---|---|---|---|",
    ]
    rows: list[dict[str, object]] = found["rows"]
    for one in rows:
        errors = f"{one['median_error']} % | {one['worst_error']:+} %" if one["forecasts"] else " | "
        inside = f"{100 * one['held'] / one['forecasts']:.0f} %" if one["forecasts"] else ""
        lines.append(
            f"| {one['pattern']} | {one['measure']} | {one['forecasts']} | {errors} | {inside} | "
            f"{one['nothing_said']} |"
        )
    said, held = sum(one["forecasts"] for one in rows), sum(one["held"] for one in rows)
    share = f"{100 * held / max(said, 1):.0f} %"
    lines.append(f"| all | | {said} | | | {share} | {sum(one['nothing_said'] for one in rows)} |")
    return "\n".join(lines)


def curve_of(log: Path):
    """The curve of the only heap of a log; None where too little was observed."""
    with tempfile.TemporaryDirectory() as scratch:
        store = getpage.load(log, into=Path(scratch) / "store")
        [knob] = observe(StoreEvidence(store)).knobs
        return None if knob.curve is None else (knob.size, knob.curve)


def at(found, measure: str, size: int | None) -> tuple[float, float, float] | None:
    """What a curve says of a size: on the line between the two around it, with the bounds of both."""
    if found is None or size is None:
        return None
    _, curve = found
    rates = getattr(curve, measure)
    sizes = list(curve.sizes)
    if rates is None or not sizes[0] <= size <= sizes[-1]:
        return None
    upper = next(i for i, one in enumerate(sizes) if one >= size)
    lower = upper if sizes[upper] == size else upper - 1
    share = 0.0 if upper == lower else (size - sizes[lower]) / (sizes[upper] - sizes[lower])
    value = rates.value[lower] + share * (rates.value[upper] - rates.value[lower])
    return value, min(rates.low[lower], rates.low[upper]), max(rates.high[lower], rates.high[upper])


if __name__ == "__main__":
    main()
