"""The readers of JSON, CSV and stores by themselves: no verb around them, thousands of cases a second.

    PYTHONPATH=tests python -m hostile.readers --minutes 10

Mutations go by structure, and a store's digests are made right again after them: so they get past what tells
damage, to what takes a value for what it is not. Layouts (TOML) have theirs in `crates/hostile`.
"""

from __future__ import annotations

import argparse
import json
import shutil
import tempfile
import time
import traceback
from collections import Counter
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from getpage.core.errors import LONGEST, GetpageError
from getpage.curve.saved import read_curves
from getpage.evidence.store import Store
from getpage.result.saved import read_forecast
from getpage.runs.read import read_points
from hostile import mutate, stores
from hostile.seeds import Seeds, make
from hostile.verdict import ACTS, PACKAGE

if TYPE_CHECKING:
    from collections.abc import Callable

#: Rows of a list in a seed: what comes after them is read as they are.
_FEW: Final = 3
#: Tables of a store that are read, small ones with times, texts and numbers.
_TABLES: Final = ("mq_buffer_pool", "mq_message")


class Small(NamedTuple):
    """Seeds, cut to a few rows of each list: a mutation hits what is read, not its hundredth like."""

    curve: str
    forecast: str
    tables: tuple[str, ...]
    store: Path


def small(seeds: Seeds, root: Path) -> Small:
    """The seeds of the readers; the store is made in `root`."""
    return Small(
        json.dumps(_few(json.loads(seeds.curve.read_text()))),
        json.dumps(_few(json.loads(seeds.forecast.read_text()))),
        tuple(path.read_text() for path in seeds.tables),
        _small_store(seeds.store, root / "seed"),
    )


def _few(made: Any) -> Any:
    if isinstance(made, list):
        return [_few(item) for item in made[:_FEW]]
    if isinstance(made, dict):
        return {name: _few(item) for name, item in made.items()}
    return made


def _small_store(seed: Path, into: Path) -> Path:
    """A store of one day and few tables."""
    shutil.copytree(seed, into)
    kept = []
    for path in sorted(into.glob("days/*/*.json")):
        manifest = json.loads(path.read_text())
        manifest["parts"] = [part for part in manifest["parts"] if part["table"] in _TABLES]
        path.write_text(json.dumps(manifest))
        kept += [into / part["path"] for part in manifest["parts"]]
    for path in into.rglob("*.parquet"):
        if path not in kept:
            path.unlink()
    stores.sign(into)
    return into


def curve(chance: Random, seeds: Small, path: Path) -> None:
    """A saved curve."""
    path.write_text(mutate.json_text(seeds.curve, chance), errors="backslashreplace")
    read_curves([f"DBP1={path}"])


def forecast(chance: Random, seeds: Small, path: Path) -> None:
    """A saved forecast."""
    path.write_text(mutate.json_text(seeds.forecast, chance), errors="backslashreplace")
    read_forecast(path)


def table(chance: Random, seeds: Small, path: Path) -> None:
    """A table of runs."""
    path.write_text(mutate.table(chance.choice(seeds.tables), chance), errors="backslashreplace")
    read_points(path)


def store(chance: Random, seeds: Small, path: Path) -> None:
    """A store whose digests are right."""
    shutil.rmtree(path, ignore_errors=True)
    try:
        result = Store(stores.store(seeds.store, path, chance, signed=True))
        result.files()
        for name in result.tables():
            result.check_types()
            result.table(name).head(2).collect()
    finally:
        shutil.rmtree(path, ignore_errors=True)


KINDS: Final[dict[str, Callable[[Random, Small, Path], None]]] = {
    "curve": curve,
    "forecast": forecast,
    "table": table,
    "store": store,
}


def case(kind: str, number: int, seeds: Small, scratch: Path) -> str | None:
    """Do one case: what is wrong with how it ended, or None."""
    try:
        KINDS[kind](Random(f"{kind} {number}"), seeds, scratch / kind)
    except GetpageError as error:
        text = str(error)
        if not text or len(text) > LONGEST or ACTS.search(text):
            return f"{kind}: a message that is empty, too long or acts on a terminal"
    except Exception as error:  # whatever else escapes is a defect
        frames = [
            item for item in traceback.extract_tb(error.__traceback__) if item.filename.startswith(PACKAGE)
        ]
        place = f"{Path(frames[-1].filename).name}:{frames[-1].lineno}" if frames else "the suite"
        return f"{kind}: {type(error).__name__} at {place}"
    return None


def main() -> None:
    """As many cases of each kind as time allows; one report of distinct failures."""
    options = argparse.ArgumentParser(prog="python -m hostile.readers", description=__doc__)
    options.add_argument("--minutes", type=float, default=1)
    options.add_argument("--kinds", default=",".join(KINDS))
    options.add_argument("--first", type=int, default=0, help="number of the first case")
    given = options.parse_args()
    kinds = given.kinds.split(",")
    failed: Counter[str] = Counter()
    first: dict[str, int] = {}
    memory = Path("/dev/shm")
    with tempfile.TemporaryDirectory(dir=memory if memory.is_dir() else None) as scratch:
        root = Path(scratch)
        seeds = small(make(root / "seeds"), root)
        for kind in kinds:
            number, until = given.first, time.monotonic() + given.minutes * 60 / len(kinds)
            while time.monotonic() < until:
                if (wrong := case(kind, number, seeds, root)) is not None:
                    failed[wrong] += 1
                    first.setdefault(wrong, number)
                number += 1
            print(f"{kind}: {number - given.first:,} cases from {given.first} on", flush=True)
    print(f"{len(failed)} distinct failures")
    for wrong, times in failed.most_common():
        print(f"{times} x {wrong}, first in case {first[wrong]}")
    raise SystemExit(1 if failed else 0)


if __name__ == "__main__":
    main()
