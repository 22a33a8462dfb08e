"""Receive buffers of the machine's own TCP: each size forecast from the run with one other, good and bad.

    python benches/lab_tcp.py --write                      # keeps the table in benches/results/tcp.json
    python benches/lab_tcp.py --networks 4 --seed 7        # on other paths than the model was ever tried on

Two network namespaces, made by the run itself and taken away after it, are joined by a relay that holds
each packet for half of the round trip and lets no more through than the link gives. Round trip and link of
each network are drawn from the seed: a model that was widened after a table was seen is judged by paths that
it has not seen. One end sends as
fast as it can for some seconds; the other has a fixed receive buffer (SO_RCVBUF), from 16 KB to 8 MB.
Rate and round trip of each run become a record of a connection, its buffer a reply to NETSTAT, and from
these the product says what each other size would take: once from that run alone, once with the run of 8
MB beside it, as a stream that its application gave a buffer of its own. The page docs/lab/forecast-errors.md
has the table.

The delay is the relay's, in user space, as tc netem is not in every kernel; the window is the kernel's.
It needs /dev/net/tun and the right to make network namespaces (root).
"""

from __future__ import annotations

import argparse
import fcntl
import json
import math
import os
import random
import shutil
import struct
import subprocess
import sys
import tempfile
from collections import deque
from dataclasses import asdict, dataclass
from pathlib import Path
from selectors import EVENT_READ, DefaultSelector
from statistics import median
from time import monotonic

import getpage
from getpage import _native
from getpage.evidence.view import StoreEvidence
from getpage.products.tcpip.connections import SIZES as CURVE
from getpage.products.tcpip.flows import OTHER
from getpage.products.tcpip.model import seconds
from getpage.products.tcpip.stack import stacks

KIB = 1 << 10
SIZES = (16, 32, 64, 128, 256, 512, 1024, 2048, 4096, 8192)
"""Receive buffers in KiB; beyond 2048 z/OS has none, and nothing is forecast."""
TRIPS = (0.005, 0.060)
LINKS = (4e6, 40e6)
"""What a network is drawn between, evenly by logarithm: seconds there and back, bytes a second of its
link."""
SECONDS = 8.0
SLACK = 0.02
"""A time is held that is so far outside: the clocks of both ends differ by a round trip or two."""
RESULTS = Path(__file__).parent / "results" / "tcp.json"
MTU = 1500
_TUNSETIFF, _IFF_TUN, _IFF_NO_PI = 0x400454CA, 0x0001, 0x1000
#: SO_RCVBUFFORCE is 33 and SO_SNDBUFFORCE 32; struct tcp_info has the round trip at 68 (microseconds) and
#: segments sent again at 100. Linux, asm-generic/socket.h and uapi/linux/tcp.h.

RECEIVER = """
import socket, sys, time
s = socket.socket(); s.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
s.setsockopt(socket.SOL_SOCKET, 33, int(sys.argv[1]))
s.bind(("10.99.0.2", 5001)); s.listen(1); print("ready", flush=True)
c, _ = s.accept(); first = None; got = 0
while True:
    data = c.recv(1 << 20)
    if not data: break
    first = first or time.monotonic(); got += len(data)
print(got, time.monotonic() - first, flush=True)
"""
SENDER = """
import socket, sys, time
s = socket.socket(); s.setsockopt(socket.SOL_SOCKET, 32, int(sys.argv[2]))
s.connect(("10.99.0.2", 5001)); s.settimeout(30)
data = bytes(1 << 18); end = time.monotonic() + float(sys.argv[1])
while time.monotonic() < end: s.send(data)
import struct
info = s.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, 104)
print(struct.unpack_from("=I", info, 68)[0], struct.unpack_from("=I", info, 100)[0], flush=True)
s.shutdown(socket.SHUT_WR)
"""


@dataclass(frozen=True)
class Run:
    """One run: its buffer in KiB, bytes and seconds, round trip in ms, segments sent again."""

    buffer: int
    moved: int
    seconds: float
    trip: float
    again: int

    @property
    def rate(self) -> float:
        """Bytes a second."""
        return self.moved / self.seconds


@dataclass(frozen=True)
class Line:
    """The line of a network: seconds there and back, bytes a second of its link."""

    trip: float
    link: float


def drawn(seed: int, count: int) -> list[Line]:
    """So many networks."""
    made = random.Random(seed)
    return [
        Line(*(math.exp(made.uniform(*map(math.log, ends))) for ends in (TRIPS, LINKS))) for _ in range(count)
    ]


def main() -> None:
    """Run everything and print the table; a sentence where namespaces are not allowed."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--write", action="store_true", help=f"keep the table as {RESULTS.name}")
    parser.add_argument("--kept", action="store_true", help=f"judge the runs of {RESULTS.name} anew")
    parser.add_argument("--seconds", type=float, default=SECONDS, help="how long each run sends")
    parser.add_argument("--networks", type=int, default=4, help="how many networks are drawn")
    parser.add_argument("--seed", type=int, default=1, help="what they are drawn from")
    asked = parser.parse_args()
    if asked.kept:
        kept = json.loads(RESULTS.read_text(encoding="utf-8"))
        tried = [
            (Line(**network["path"]), [Run(**run) for run in network["runs"]]) for network in kept["networks"]
        ]
        print(written(judged(tried, kept["seed"]), keep=asked.write))
        return
    names = [f"getpage-lab-{end}-{os.getpid()}" for end in "ab"]
    tried = []
    try:
        for path in drawn(asked.seed, asked.networks):
            with Network(names, path) as network:
                tried.append((path, [network.run(size, asked.seconds) for size in SIZES]))
    except (OSError, subprocess.CalledProcessError) as error:
        print(
            f"Network namespaces are not allowed here ({error}): the laboratory of TCP buffers was not run."
        )
        return
    print(written(judged(tried, asked.seed), keep=asked.write))


def written(found: dict[str, object], *, keep: bool) -> str:
    """The table, kept where that is asked for."""
    if keep:
        RESULTS.write_text(json.dumps(found, indent=2) + "\n", encoding="utf-8")
    return table(found)


class Network:
    """Two namespaces with a device each, which the relay holds the other ends of."""

    def __init__(self, names: list[str], path: Line) -> None:
        """Nothing is made yet."""
        self._names, self._path, self._ends = names, path, []

    def __enter__(self) -> Network:
        """Make both."""
        if shutil.which("ip") is None:
            message = "there is no ip command"
            raise OSError(message)
        for number, name in enumerate(self._names, start=1):
            _ip("netns", "add", name)
            device = f"gp{os.getpid() % 10_000}{number}"
            end = os.open("/dev/net/tun", os.O_RDWR | os.O_NONBLOCK)
            self._ends.append(end)
            _tun(end, device)
            _ip("link", "set", device, "netns", name)
            _ip("-n", name, "addr", "add", f"10.99.0.{number}/30", "dev", device)
            _ip("-n", name, "link", "set", device, "mtu", str(MTU), "txqueuelen", "20000", "up")
        return self

    def __exit__(self, *_: object) -> None:
        """Take both away; their devices go with them."""
        for end in self._ends:
            os.close(end)
        for name in self._names:
            subprocess.run(["ip", "netns", "del", name], check=False, capture_output=True)

    def run(self, buffer: int, seconds: float) -> Run:
        """Send for so long to a receiver with a buffer of so many KiB."""
        receiver = self._child(1, RECEIVER, str(buffer * KIB))
        assert receiver.stdout is not None
        receiver.stdout.readline()
        sender = self._child(0, SENDER, str(seconds), str(4 * buffer * KIB))  # what it has left drains behind
        relayed(self._ends, receiver, self._path)
        trip, again = map(int, sender.communicate()[0].split())
        moved, took = receiver.stdout.read().split()
        return Run(buffer, int(moved), float(took), trip / 1000, again)

    def _child(self, end: int, program: str, *arguments: str) -> subprocess.Popen[str]:
        words = ["ip", "netns", "exec", self._names[end], sys.executable, "-c", program, *arguments]
        return subprocess.Popen(words, stdout=subprocess.PIPE, text=True)


def relayed(ends: list[int], until: subprocess.Popen[str], path: Line) -> None:
    """Carry packets between both ends, each half a round trip late, at the rate of the link, until the
    receiver has ended.
    """
    waiting: tuple[deque[tuple[float, bytes]], ...] = (deque(), deque())
    free = [0.0, 0.0]
    with DefaultSelector() as selector:
        for number, end in enumerate(ends):
            selector.register(end, EVENT_READ, number)
        while until.poll() is None:
            now = monotonic()
            due = min((queue[0][0] for queue in waiting if queue), default=now + 0.1)
            for key, _ in selector.select(max(0.0, min(0.1, due - now))):
                _take(key.fd, waiting[key.data], free, key.data, path)
            now = monotonic()
            for number, queue in enumerate(waiting):
                while queue and queue[0][0] <= now:
                    os.write(ends[1 - number], queue.popleft()[1])


def _take(end: int, queue: deque[tuple[float, bytes]], free: list[float], number: int, path: Line) -> None:
    for _ in range(64):
        try:
            packet = os.read(end, 65_536)
        except BlockingIOError:
            return
        free[number] = max(free[number], monotonic()) + len(packet) / path.link
        queue.append((free[number] + path.trip / 2, packet))


def _ip(*words: str) -> None:
    subprocess.run(["ip", *words], check=True, capture_output=True)


def _tun(end: int, device: str) -> None:
    fcntl.ioctl(end, _TUNSETIFF, struct.pack("16sH22x", device.encode(), _IFF_TUN | _IFF_NO_PI))


def forecasts(run: Run, beside: Run | None) -> dict[int, tuple[float, float, float]]:
    """Seconds of that transfer by buffer in KiB: best guess, least, most; nothing where nothing is said."""
    mine = [_record("LABJOB", run)] + ([] if beside is None else [_record("FREEJOB", beside)])
    config = (
        "EZD0101I NETSTAT CS V2R5 TCPLAB 405\nTCP CONFIGURATION TABLE:\n"
        f"DEFAULTRCVBUFSIZE:  {run.buffer * KIB:08}  DEFAULTSNDBUFSIZE:  00065536\n"
        f"DEFLTMAXRCVBUFSIZE: {2 * run.buffer * KIB:08}  DEFLTMAXSNDBUFSIZE:  00262144\n"
    )
    with tempfile.TemporaryDirectory() as scratch:
        place = Path(scratch) / "evidence"
        place.mkdir()
        (place / "dump.smf").write_bytes(_native.reframe(_native.encode_records(mine), "spanned", 32_760))
        (place / "config.txt").write_text(config)
        [stack] = stacks(StoreEvidence(getpage.load(place, into=Path(scratch) / "store")))
        [kind] = [run for run in stack.kinds if run.job == "LABJOB"]
        if kind.why == OTHER:
            return {}
        return {size: seconds(stack, kind, run.buffer * KIB, size) for size in CURVE}


def _record(job: str, run: Run) -> dict[str, object]:
    """The record of a connection, as z/OS writes it where it ends."""
    end = 1_795_000_000_000_000
    row = {
        "job": job, "connection": 1, "started": end - round(run.seconds * 1e6), "ended": end,
        "remote_address": "00" * 16, "local_address": "00" * 16, "remote_port": 40_000, "local_port": 20,
        "bytes_in": run.moved, "bytes_out": 1, "send_window": 65_535, "most_send_window": 65_535,
        "congestion_window": 65_535, "segment_bytes": MTU - 40, "round_trip_ms": round(run.trip),
        "round_trip_variance_ms": 0, "segments_in": run.moved // MTU, "segments_out": run.moved // MTU // 2,
    }  # fmt: skip
    return {
        "record_type": 119, "subtype": 2, "sections": {"SMF119AP_TT": [row]}, "lengths": {},
        "common": {"system": "LAB", "written": end, "stack": "TCPLAB", "release": "V2R5"},
    }  # fmt: skip


def judged(tried: list[tuple[Line, list[Run]]], seed: int) -> dict[str, object]:
    """Errors of all pairs of sizes, from one run alone and with one that no buffer of the stack holds."""
    made = {}
    for name in ("alone", "with a free stream"):
        errors: list[float] = []
        held = unsaid = 0
        for _, runs in tried:
            for run in runs[:-1]:
                said = forecasts(run, None if name == "alone" else runs[-1])
                for other in runs:
                    if other is run:
                        continue
                    if other.buffer not in said:
                        unsaid += 1
                        continue
                    value, low, high = said[other.buffer]
                    truth = run.moved / other.rate
                    held += low * (1 - SLACK) <= truth <= high * (1 + SLACK)
                    errors.append(value / truth - 1)
        made[name] = {
            "pairs": len(errors),
            "median_error": median(map(abs, errors)) if errors else None,
            "worst": max(errors, key=abs) if errors else None,
            "held": held / len(errors) if errors else None,
            "unsaid": unsaid,
        }
    networks = [{"path": asdict(path), "runs": [asdict(run) for run in runs]} for path, runs in tried]
    return {"seed": seed, "networks": networks, "judged": made}


def table(found: dict[str, object]) -> str:
    """The networks and both forecasts, in Markdown."""
    networks: list[dict[str, dict[str, float]]] = found["networks"]  # type: ignore[assignment]
    heads = " | ".join(
        f"{network['path']['trip'] * 1000:.0f} ms, {network['path']['link'] / 1e6:.0f} MB/s"
        for network in networks
    )
    lines = [f"| receive buffer KiB | {heads} |", "|---" * (len(networks) + 1) + "|"]
    for place, size in enumerate(SIZES):
        runs = [network["runs"][place] for network in networks]  # type: ignore[index]
        cells = " | ".join(
            f"{run['moved'] / run['seconds'] / 1e6:.2f} ({run['trip']:.0f} ms)" for run in runs
        )
        lines.append(f"| {size} | {cells} |")
    lines += [
        "",
        "| forecast from | pairs | median error | worst | held | not said |",
        "|---|---|---|---|---|---|",
    ]
    for name, row in found["judged"].items():  # type: ignore[attr-defined]
        figures = [
            f"{100 * row[key]:.0f} %" if row[key] is not None else ""
            for key in ("median_error", "worst", "held")
        ]
        lines.append(f"| one run {name} | {row['pairs']} | {' | '.join(figures)} | {row['unsaid']} |")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    main()
