"""Tasks done by processes of this machine: for work in Python, of which one process does one thing at a time.

They share nothing with this process but the file system, as workers of a cluster do. Each is a Python of its
own that reads a task from a pipe and writes what came of it: a script that calls getpage is not run again,
as it would be by `multiprocessing`.
"""

from __future__ import annotations

import sys
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from queue import SimpleQueue
from subprocess import PIPE, Popen
from typing import TYPE_CHECKING, Final

from getpage.core.errors import GetpageError
from getpage.scale.work import WORK

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from getpage.scale.pieces import Run

_DOES: Final = (
    "import sys; from importlib import import_module; do = import_module(sys.argv[1]).done\n"
    "for task in sys.stdin: print(do(task), flush=True)"
)


def processes(count: int) -> Run:
    """Has tasks done by so many processes, each by one of them. They end with the last result."""
    return partial(_done, count)


def _done(count: int, tasks: Iterable[str], module: str = WORK) -> Iterator[str]:
    tasks = list(tasks)
    # -P: a file of the working directory, which may be evidence, is no module of it.
    program = [sys.executable, "-P", "-c", _DOES, module]
    children = [
        Popen(program, stdin=PIPE, stdout=PIPE, text=True, start_new_session=True)
        for _ in range(min(count, len(tasks)))
    ]
    idle: SimpleQueue[Popen[str]] = SimpleQueue()
    for child in children:
        idle.put(child)
    pool = ThreadPoolExecutor(max(1, len(children)))
    try:
        yield from pool.map(partial(_by_one_of, idle), tasks)
    finally:
        for child in children:
            child.kill()
            child.communicate()
        pool.shutdown()


def _by_one_of(idle: SimpleQueue[Popen[str]], task: str) -> str:
    child = idle.get()
    try:
        assert child.stdin is not None
        assert child.stdout is not None  # both are pipes
        child.stdin.write(f"{task}\n")
        child.stdin.flush()
        if answer := child.stdout.readline():
            return answer
    except OSError:
        pass
    finally:
        idle.put(child)
    raise GetpageError("a process that worked for this one has ended: is there memory for it?", "--threads 1")
