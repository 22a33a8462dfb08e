"""How often the scalability law of `getpage forecast` holds what more servers do. One command:

    python benches/scale_out.py --systems 300

The systems know nothing of the law: closed networks solved exactly (mean value analysis, Reiser and Lavenberg
1980), in which users wait at the queue of one of N servers and at one that all share, and each server takes
longer the more there are. Users, times, what is shared and how runs differ (0.5 to 3 %) are drawn. The law
learns from runs of 1 to 3, 4 or 6 servers; counted is how often its 90 % interval holds a run with more.
Seeded: every run prints the same.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass

import numpy as np

from getpage.forecast.draws import Draws
from getpage.forecast.points.runs import REPEAT
from getpage.forecast.scalability import fit

MEASURED = (1, 2, 3, 4, 6)


@dataclass(frozen=True)
class System:
    """Seconds of a unit at its server and at the shared one, of thinking; `agree` is the share that a server
    takes longer for others that there are, to the power of 1.5.
    """

    users: int
    think: float
    own: float
    shared: float
    agree: float

    def rate(self, servers: int) -> float:
        """Units a second with so many servers, as many users for each."""
        own = self.own * (1 + self.agree * (servers - 1) ** 1.5)
        demands = np.append(np.full(servers, own / servers), self.shared)
        waiting = np.zeros(servers + 1)
        rate = 0.0
        for users in range(1, self.users * servers + 1):
            stays = demands * (1 + waiting)
            rate = users / (self.think + float(stays.sum()))
            waiting = rate * stays
        return rate


def main() -> None:
    """Print the share that was held, by how far beyond the runs."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--systems", type=int, default=300)
    count = parser.parse_args().systems
    random = np.random.default_rng(11)
    beyond = {"one more": 0, "twice": 0, "four times": 0}
    above = dict.fromkeys(beyond, 0)
    widths: dict[str, list[float]] = {name: [] for name in beyond}
    for _ in range(count):
        own = random.uniform(0.02, 0.1)
        system = System(
            int(random.integers(5, 40)),
            random.uniform(0, 0.5),
            own,
            own * 10 ** random.uniform(-3, -1),
            10 ** random.uniform(-5, -2.5),
        )
        differs = random.uniform(0.005, 0.03)
        runs = MEASURED[: random.integers(3, 6)]
        law = fit(runs, [_run(system, n, differs, random) for n in runs], REPEAT, Draws())
        for name, servers in zip(beyond, (runs[-1] + 1, 2 * runs[-1], 4 * runs[-1]), strict=True):
            low, high = np.quantile(law.run(servers)[1:], [0.05, 0.95])
            seen = _run(system, servers, differs, random)
            beyond[name] += low <= seen <= high
            above[name] += seen > high
            widths[name].append(high / low)
    for name, held in beyond.items():
        print(
            f"{name:10}: held {100 * held / count:.0f} %, above {100 * above[name] / count:.0f} %, "
            f"high / low {np.median(widths[name]):.2f}"
        )


def _run(system: System, servers: int, differs: float, random: np.random.Generator) -> float:
    return float(system.rate(servers) * np.exp(differs * random.normal()))


if __name__ == "__main__":
    main()
