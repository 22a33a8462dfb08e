"""How often forecasts held the truth of sites that were simulated. One command:

python -m benches.laboratory --sites 300
"""

from __future__ import annotations

import argparse
import csv
import sys
import time
from dataclasses import asdict, fields
from pathlib import Path

from .study import Held, forecast, simulated


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--sites", type=int, default=300)
    parser.add_argument("--first", type=int, default=0, help="number of the first site")
    parser.add_argument("--write", type=Path, required=True, help="CSV file of all figures of all sites")
    options = parser.parse_args()
    began = time.process_time()
    with options.write.open("w", newline="", encoding="utf-8") as file:
        table = csv.DictWriter(file, [one.name for one in fields(Held)], lineterminator="\n")
        table.writeheader()
        for seed in range(options.first, options.first + options.sites):
            table.writerows(asdict(one) for one in forecast(simulated(seed)))
            file.flush()
    spent = time.process_time() - began
    print(f"{options.sites} sites in {spent:.0f} processor seconds", file=sys.stderr)


if __name__ == "__main__":
    main()
