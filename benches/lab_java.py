"""Heaps of the machine's own Java: each size forecast from the log of one other, errors good and bad.

    python benches/lab_java.py > benches/results/java.md

Three patterns of allocation run with the Serial collector at eight heap sizes: what dies at once (`short`), a
cache whose entries are replaced (`cache`), and sessions that live for a while (`sessions`). Each allocates
at a steady rate, so that the load is the same at all sizes. From the log of each size every other one is
forecast by what the product offers as a curve, and compared with what that size's own log says: time in
pauses a second, and processor time of collections. A size that the curve says nothing of is counted as such.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from collections import defaultdict
from pathlib import Path
from statistics import median

import getpage
from getpage.app.observe import observe
from getpage.evidence.view import StoreEvidence

SIZES = (64, 80, 96, 128, 160, 192, 256, 320)
PATTERNS = ("short", "cache", "sessions")
SECONDS = 20
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
    """Run everything and print the table; a sentence where there is no Java."""
    java, compiler = shutil.which("java"), shutil.which("javac")
    if java is None or compiler is None:
        print("No JDK is on this machine: the laboratory of heaps was not run.")
        return
    with tempfile.TemporaryDirectory() as scratch:
        print(report(run(java, compiler, Path(scratch))))


def run(java: str, compiler: str, directory: Path) -> dict[str, dict[int, Path]]:
    """The log of each pattern at each size; sizes that the pattern does not fit into have none."""
    program = directory / "Lab.java"
    program.write_text(PROGRAM)
    subprocess.run([compiler, "-d", str(directory), str(program)], check=True)
    logs: dict[str, dict[int, Path]] = defaultdict(dict)
    for pattern in PATTERNS:
        for size in SIZES:
            log = directory / f"{pattern}-{size}" / f"{pattern}{size}x.log"
            log.parent.mkdir()
            heap = (f"-Xms{size}m", f"-Xmx{size}m", "-XX:+UseSerialGC", f"-Xlog:gc*:file={log}")
            done = subprocess.run(
                [java, *heap, "-cp", str(directory), "Lab", pattern, str(SECONDS)], check=False
            )
            if done.returncode == 0:
                logs[pattern][size] = log
            else:
                print(f"{pattern} at {size} MB ended with {done.returncode}", file=sys.stderr)
    return logs


def report(logs: dict[str, dict[int, Path]]) -> str:
    """Errors by pattern and measure, and how often the interval held."""
    rows = []
    for pattern, by_size in logs.items():
        curves = {size: curve_of(log) for size, log in by_size.items()}
        for measure in ("wait", "cpu"):
            errors, held, unsaid = [], 0, 0
            for source, curve in curves.items():
                for target, actual in curves.items():
                    if source == target:
                        continue
                    forecast = None if curve is None else at(curve, measure, target)
                    truth = None if actual is None else at(actual, measure, target)
                    if forecast is None or not truth or not truth[0]:
                        unsaid += 1
                        continue
                    errors.append(100 * (forecast[0] / truth[0] - 1))
                    held += forecast[1] <= truth[0] <= forecast[2]
            if errors:
                worst = max(errors, key=abs)
                middle = median(map(abs, errors))
                rows.append(
                    f"| {pattern} | {measure} | {len(errors)} | {middle:.1f} % | {worst:+.1f} % | "
                    f"{100 * held / len(errors):.0f} % | {unsaid} |"
                )
    head = "| pattern | measure | forecasts | median error | worst | inside the interval | nothing said |"
    return "\n".join([head, "|---|---|---|---|---|---|---|", *rows])


def curve_of(log: Path):
    """The curve of the only heap of a log; None where too little was observed."""
    with tempfile.TemporaryDirectory() as scratch:
        store = getpage.load(log, into=Path(scratch) / "store")
        [knob] = observe(StoreEvidence(store)).knobs
        return None if knob.curve is None else (knob.size, knob.curve)


def at(found, measure: str, size: int) -> tuple[float, float, float] | None:
    """What a curve says of a size: on the line between the two around it, with the bounds of both."""
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
