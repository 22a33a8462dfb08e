"""Heaps of the machine's own Java: each size forecast from the log of one other, errors good and bad.

    python benches/lab_java.py --write                    # keeps the forecasts in benches/results/java.json
    python benches/lab_java.py --seed 43 --keep DIRECTORY # another seed, and keeps the logs
    python benches/lab_java.py --logs DIRECTORY [...] --write   # judges logs that were kept
    python benches/lab_java.py --check                    # are forecasts that are kept those of this model?

Three patterns of allocation run with three collectors of HotSpot at six heap sizes: what dies at once
(`short`), a
cache whose entries are replaced (`cache`), and sessions that live for a while (`sessions`). Each allocates
at a steady rate, so that the load is the same at all sizes. A seed says how large objects are, how many live,
how long, and how fast they are made. From the log of each size every other one is forecast by what
`getpage forecast` prints, and compared with what that size's own log says: time in pauses a second, and
processor time of collections. A size that nothing is said of is counted as such, and so is one whose own log
tells too little to compare with: fewer than ten stops, or fewer than ten of the steps of 10 ms in which
HotSpot prints processor time. The page docs/lab/forecast-errors.md has the table.

Each virtual machine goes before all else that runs here, and one that the machine stopped meanwhile is run
again: how long a stop waits for a processor is no matter of its heap, and differs from log to log more than
heaps do. Of all that is recorded `--check` works the rows out again, and forecasts again from the logs that
are kept in benches/results/java.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
from contextlib import suppress
from itertools import permutations, product
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING

import getpage
from getpage.app.observe import observe
from getpage.core.errors import GetpageError
from getpage.evidence.view import StoreEvidence
from getpage.result.forecast import FigureName

if TYPE_CHECKING:
    from getpage.core.names import KnobId
    from getpage.result import Estimate

SIZES = (40, 56, 80, 128, 192, 320)
COLLECTORS = ("Serial", "Parallel", "G1")
PATTERNS = ("short", "cache", "sessions")
SECONDS = 15
#: As few as can be, so that what else runs on the machine changes pauses as little as can be.
THREADS = ("-XX:ParallelGCThreads=1", "-XX:ConcGCThreads=1", "-XX:CICompilerCount=2")
#: Seeds that constants of the model were settled on, and one that was looked at once before the last was.
SETTLED = ("41", "42")
SEEDS = (41, 42, 43)
#: Steps of 10 ms of processor time below which a log tells too little of it; as many as stops.
FEWEST = 10
STEP = 0.01
CHANGES = ("smaller", "larger")
MEASURES = {"wait": ("time stopped", FigureName.WAIT), "cpu": ("processor time", FigureName.CPU)}
RESULTS = Path(__file__).parent / "results" / "java.json"
#: Logs that are kept: two sizes of a program of each collector, of one seed.
AGAIN = RESULTS.parent / "java" / "41"
#: Seconds that a stop takes longer than collectors work in it, where the machine stood.
STOOD = 0.1
TIMES = 3
_STOP = re.compile(r"Pause .* ([0-9.]+)ms$", re.MULTILINE)
PROGRAM = """
import java.util.*;
public class Lab {
  public static void main(String[] a) throws Exception {
    String pattern = a[0]; long end = System.nanoTime() + Long.parseLong(a[1]) * 1_000_000_000L;
    int bytes = Integer.parseInt(a[2]), slots = Integer.parseInt(a[3]), every = Integer.parseInt(a[4]);
    double rate = Double.parseDouble(a[5]); Random random = new Random(Long.parseLong(a[6]));
    byte[][] kept = new byte[slots][]; int next = 0;
    for (int i = 0; i < slots; i++) kept[i] = new byte[bytes];
    long start = System.nanoTime(), made = 0;
    while (System.nanoTime() < end) {
      for (int i = 0; i < 2_000_000 / bytes; i++) {
        byte[] one = new byte[bytes]; made += bytes;
        if (i % every == 0) kept[pattern.equals("cache") ? random.nextInt(slots) : next++ % slots] = one;
      }
      long due = start + (long) (made / rate * 1e9) - System.nanoTime();
      if (due > 0) Thread.sleep(due / 1_000_000, (int) (due % 1_000_000));
    }
  }
}
"""


def program(seed: int) -> dict[str, tuple[str, ...]]:
    """What the programs of a seed are told, by pattern: bytes of an object, how many are kept, one of how
    many is, bytes a second, and the seed of what is chosen by chance.
    """
    chance = random.Random(seed)
    size, rate = chance.choice((300, 600, 1024, 2000, 4000)), chance.uniform(100e6, 300e6)
    made = {}
    for pattern in PATTERNS:
        kept = chance.randint(50, 400) if pattern == "short" else int(chance.uniform(10e6, 22e6) / size)
        every = {"short": (1,), "cache": (10, 15, 25, 40), "sessions": (3, 4, 6, 8)}[pattern]
        made[pattern] = tuple(map(str, (size, kept, chance.choice(every), rate, seed)))
    return made


def main() -> None:
    """Run everything, or judge what was kept, and print the table; a sentence where there is no Java."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--logs", type=Path, nargs="+", help="judge the logs that are kept here")
    parser.add_argument("--seed", type=int, nargs="+", default=SEEDS, help="programs to run")
    parser.add_argument("--keep", type=Path, help="keep the logs here, a directory a seed")
    parser.add_argument("--write", action="store_true", help=f"keep the forecasts as {RESULTS.name}")
    parser.add_argument("--check", action="store_true", help="only say whether what is kept is stale")
    asked = parser.parse_args()
    if asked.check:
        if stale := why_stale(recorded()):
            sys.exit(f"stale: {RESULTS.name}: {stale}; run: python benches/lab_java.py --write")
        return
    java, compiler = shutil.which("java"), shutil.which("javac")
    if asked.logs is None and (java is None or compiler is None):
        print("No JDK is on this machine: the laboratory of heaps was not run.")
        return
    with tempfile.TemporaryDirectory() as scratch:
        directories = asked.logs or [(asked.keep or Path(scratch)) / str(seed) for seed in asked.seed]
        if asked.logs is None:
            for seed, directory in zip(asked.seed, directories, strict=True):
                directory.mkdir(parents=True, exist_ok=True)
                run(java, compiler, directory, seed)
        pairs = [pair for directory in directories for pair in pairs_of(directory.name, kept(directory))]
    found = {"command": "python benches/lab_java.py --write", "seconds_a_size": SECONDS}
    found |= {"seeds": sorted({pair["seed"] for pair in pairs}), "pairs": list(map(_short, pairs))}
    if asked.write:
        RESULTS.write_text(written(found), encoding="utf-8")
    for seeds in (set(SETTLED), set(found["seeds"]) - set(SETTLED)):
        print(table([pair for pair in found["pairs"] if pair["seed"] in seeds]))


def why_stale(pairs: list[Pair]) -> str:
    """What of the results is not what this version forecasts; empty where all of it is."""
    mine = {_which(pair): pair for pair in map(_short, pairs_of(AGAIN.name, kept(AGAIN)))}
    before = {_which(pair): pair for pair in pairs}
    changed = [which for which, pair in mine.items() if before.get(which) != pair]
    return f"another forecast of {changed[0]}" if changed else "" if mine else f"no logs in {AGAIN}"


def _which(pair: Pair) -> tuple[object, ...]:
    return (*log_at(pair, "from"), pair["to"], pair["measure"])


def run(java: str, compiler: str, directory: Path, seed: int) -> None:
    """A log of each pattern at each size; sizes that the pattern does not fit into have none."""
    source = directory / "Lab.java"
    source.write_text(PROGRAM)
    subprocess.run([compiler, "-d", str(directory), str(source)], check=True)
    arguments = program(seed)
    for collector, pattern, size in product(COLLECTORS, PATTERNS, SIZES):
        log = log_of(directory, collector, pattern, size)
        log.parent.mkdir(parents=True)
        threads = THREADS if collector != "Serial" else THREADS[2:]
        heap = (f"-Xms{size}m", f"-Xmx{size}m", f"-XX:+Use{collector}GC", *threads, f"-Xlog:gc*:file={log}")
        words = [java, *heap, "-cp", str(directory), "Lab", pattern, str(SECONDS), *arguments[pattern]]
        for _ in range(TIMES):
            done = subprocess.run(words, check=False, preexec_fn=before_others)
            if done.returncode or not stood(log):
                break
        if done.returncode:
            log.unlink(missing_ok=True)
            print(f"{collector}, {pattern} at {size} MB ended with {done.returncode}", file=sys.stderr)


def stood(log: Path) -> bool:
    """Whether the machine stopped a run: one of its stops took far longer than most."""
    stops = [float(each) / 1000 for each in _STOP.findall(log.read_text())]
    return bool(stops) and max(stops) > STOOD + 10 * median(stops)


def before_others() -> None:
    """Let this process go before all others, where that is allowed: what else runs on the machine is no
    matter of heaps, and differs from log to log more than they do.
    """
    with suppress(PermissionError):
        os.sched_setscheduler(0, os.SCHED_RR, os.sched_param(1))


def log_of(directory: Path, collector: str, pattern: str, size: int) -> Path:
    """Where the log of one size is, packed or not."""
    log = directory / collector / f"{pattern}-{size}" / f"{pattern}{size}x.log"
    return packed if (packed := log.with_name(f"{log.name}.gz")).exists() else log


def kept(directory: Path) -> dict[tuple[str, str], dict[int, Path]]:
    """The logs in a directory, by collector and pattern, and by size."""
    return {
        (collector, pattern): {
            size: log for size in SIZES if (log := log_of(directory, collector, pattern, size)).exists()
        }
        for collector, pattern in product(COLLECTORS, PATTERNS)
    }


Pair = dict[str, object]


def pairs_of(seed: str, logs: dict[tuple[str, str], dict[int, Path]]) -> list[Pair]:
    """Every forecast of one size from the log of another, with what that size's own log says."""
    pairs: list[Pair] = []
    for (collector, pattern), by_size in logs.items():
        with tempfile.TemporaryDirectory() as scratch:
            stores = {size: Path(scratch) / str(size) for size in by_size}
            knobs = {}
            for size, log in by_size.items():
                [knobs[size]] = observe(StoreEvidence(getpage.load(log, into=stores[size]))).knobs
            for source, target in permutations(knobs, 2):
                figures = figures_of(stores[source], knobs[source].id, knobs[target].size)
                for measure, (_, name) in MEASURES.items():
                    said, truth = figures.get(name), truth_of(knobs[target], measure)
                    known = said is not None and truth is not None
                    figure = (said.value, said.low, said.high) if known else (None, None, None)
                    row = dict(zip(("value", "low", "high"), figure, strict=True))
                    place = {"seed": seed, "collector": collector, "pattern": pattern, "measure": measure}
                    place |= {"change": CHANGES[target > source]}
                    pairs.append(place | {"from": source, "to": target, "truth": truth} | row)
    return pairs


def figures_of(store: Path, knob: KnobId, size: int) -> dict[str, Estimate]:
    """What a forecast prints of the heap, by figure; nothing where it has not enough evidence."""
    try:
        made = getpage.forecast(store, f"{knob}={size}")
    except GetpageError:
        return {}
    return {figure.name: figure.after for figure in made.figures if figure.subject == knob}


def truth_of(knob, measure: str) -> float | None:
    """What the log itself says at its own size; None where it tells too little of it."""
    rates = None if knob.curve is None else getattr(knob.curve, measure)
    if rates is None:
        return None
    value = rates.value[list(knob.curve.sizes).index(knob.size)]
    return None if measure == "cpu" and value * SECONDS < FEWEST * STEP else value or None


def rows_of(pairs: list[Pair]) -> list[dict[str, object]]:
    """Errors by collector, direction and measure, and how often the interval held."""
    rows = []
    for collector, change, (measure, (title, _)) in product(COLLECTORS, CHANGES, MEASURES.items()):
        wanted = (collector, change, measure)
        mine = [pair for pair in pairs if (pair["collector"], pair["change"], pair["measure"]) == wanted]
        known = [pair for pair in mine if pair["value"] is not None]
        errors = [100 * (pair["value"] / pair["truth"] - 1) for pair in known]
        rows.append(
            {
                "collector": collector,
                "change": change,
                "measure": title,
                "forecasts": len(known),
                "held": sum(map(holds, known)),
                "median_error": round(median(map(abs, errors)), 1) if errors else None,
                "worst_error": round(max(errors, key=abs), 1) if errors else None,
                "median_width": round(median(map(width, known)), 1) if known else None,
                "nothing_said": len(mine) - len(known),
            }
        )
    return rows


def holds(pair: Pair) -> bool:
    """Whether the truth is inside."""
    return pair["low"] <= pair["truth"] <= pair["high"]


def width(pair: Pair) -> float:
    """How many times the low end of the interval the high one is."""
    return pair["high"] / pair["low"] if pair["low"] else float("inf")


def by_chance(pairs: list[Pair]) -> tuple[float, float]:
    """Between which shares that hold the true one lies, 90 %: forecasts of one log go together, so that logs
    are drawn again and not forecasts.
    """
    logs = sorted({log_at(pair, end) for pair in pairs for end in ("from", "to")})
    known = [pair for pair in pairs if pair["value"] is not None]
    chance, shares = random.Random(1), []
    for _ in range(1000):
        drawn = [logs[chance.randrange(len(logs))] for _ in logs]
        times = {log: drawn.count(log) for log in set(drawn)}
        weight = [times.get(log_at(pair, "from"), 0) * times.get(log_at(pair, "to"), 0) for pair in known]
        if sum(weight):
            inside = sum(many for many, pair in zip(weight, known, strict=True) if holds(pair))
            shares.append(inside / sum(weight))
    shares.sort()
    return (shares[len(shares) // 20], shares[-len(shares) // 20]) if shares else (0.0, 1.0)


def log_at(pair: Pair, end: str) -> tuple[object, ...]:
    """The log at one end of a forecast."""
    return pair["seed"], pair["collector"], pair["pattern"], pair[end]


def written(found: dict[str, object]) -> str:
    """JSON with a line for each forecast, its figures in the order of their names."""
    names = list(found["pairs"][0])
    head = json.dumps({name: value for name, value in found.items() if name != "pairs"} | {"figures": names})
    pairs = ",\n".join(json.dumps(list(pair.values())) for pair in found["pairs"])
    return f'{head[:-1]},\n"pairs": [\n{pairs}\n]}}\n'


def recorded() -> list[Pair]:
    """The forecasts that are kept."""
    found = json.loads(RESULTS.read_text(encoding="utf-8"))
    return [dict(zip(found["figures"], pair, strict=True)) for pair in found["pairs"]]


def _short(row: Pair) -> Pair:
    return {name: float(f"{value:.5g}") if isinstance(value, float) else value for name, value in row.items()}


def table(pairs: list[Pair]) -> str:
    """The table in Markdown; docs/lab/forecast-errors.md has it from here."""
    lines = [
        "| collector | heap becomes | measure | forecasts | median error | worst | "
        "median interval, high / low | inside the 90 % interval | nothing said |",
        "|---|---|---|---|---|---|---|---|---|",
    ]
    rows = rows_of(pairs)
    for row in rows:
        errors = (
            f"{row['median_error']} % | {row['worst_error']:+} % | {row['median_width']}"
            if row["forecasts"]
            else " | | "
        )
        inside = f"{100 * row['held'] / row['forecasts']:.0f} %" if row["forecasts"] else ""
        lines.append(
            f"| {row['collector']} | {row['change']} | {row['measure']} | {row['forecasts']} | {errors} | "
            f"{inside} | "
            f"{row['nothing_said']} |"
        )
    said = sum(row["forecasts"] for row in rows)
    lines.append(f"| all | | | {said} | | | | {held(pairs)} | {sum(row['nothing_said'] for row in rows)} |")
    return "\n".join(lines)


def held(pairs: list[Pair]) -> str:
    """The share of intervals that hold, and between which it may be by chance."""
    known = [pair for pair in pairs if pair["value"] is not None]
    low, high = (100 * share for share in by_chance(pairs))
    return f"{100 * sum(map(holds, known)) / max(len(known), 1):.0f} % ({low:.0f} to {high:.0f})"


if __name__ == "__main__":
    main()
