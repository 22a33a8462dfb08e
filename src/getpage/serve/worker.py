"""Answers that take long: one at a time, each with its progress, and none that nobody waits for."""

from __future__ import annotations

import time
from collections.abc import Callable, Hashable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from queue import SimpleQueue
from threading import Lock, Thread
from typing import Final, Generic, TypeVar

Answer = TypeVar("Answer")

#: Seconds after which an answer that nobody came back for is given up: a page comes back every second.
_FORGOTTEN: Final = 15.0
#: Answers that are kept for who comes back for them.
_KEPT: Final = 16


class StoppedError(BaseException):
    """Nobody waits for the answer any more. No guard against defects takes it for one."""


class Job(Generic[Answer]):
    """One answer, for all who ask for the same meanwhile."""

    def __init__(self, make: Callable[[], Answer]) -> None:
        """`make` works it out."""
        self.make = make
        self.answer: Future[Answer] = Future()
        self.waiting = 0
        self._until = 0.0

    def come_back(self, seconds: float = _FORGOTTEN) -> None:
        """Somebody will ask for it again."""
        self._until = time.monotonic() + seconds

    @property
    def is_wanted(self) -> bool:
        """Whether anybody waits for it, or will ask again."""
        return self.waiting > 0 or time.monotonic() < self._until


class Worker(Generic[Answer]):
    """Works out one answer after the other, in a thread of its own that ends with the process."""

    def __init__(self) -> None:
        """Nothing is worked out before something is asked for."""
        self._queue: SimpleQueue[tuple[Hashable, Job[Answer]]] = SimpleQueue()
        self._jobs: dict[Hashable, Job[Answer]] = {}
        self._lock = Lock()
        self._now: Job[Answer] | None = None
        self._thread: Thread | None = None
        #: What is worked on, with how many parts of it are done and how many there are.
        self.progress: tuple[str, int, int] | None = None

    @contextmanager
    def waiting_for(self, of: Hashable, make: Callable[[], Answer]) -> Iterator[Job[Answer]]:
        """The answer to a question, which is waited for as long as the block: the one that is worked on where
        somebody has asked before. One that is there at the end of the block was handed over.
        """
        with self._lock:
            if self._thread is None:
                self._thread = Thread(target=self._run, daemon=True)
                self._thread.start()
            is_new = of not in self._jobs
            job = self._jobs.setdefault(of, Job(make))
            job.waiting += 1
            if is_new:
                self._queue.put((of, job))
        try:
            yield job
        finally:
            with self._lock:
                job.waiting -= 1
                if job.answer.done() and self._jobs.get(of) is job:
                    del self._jobs[of]

    def forget(self) -> None:
        """Forget all answers that nobody has taken yet: they are of what is no more."""
        with self._lock:
            for of in [of for of, job in self._jobs.items() if job.answer.done()]:
                del self._jobs[of]

    def report(self, what: str, number: int, total: int) -> None:
        """Progress of what is worked on, as commands have it on a terminal. StoppedError where nobody waits
        for it any more.
        """
        if self._now is not None and not self._now.is_wanted:
            raise StoppedError
        self.progress = (what, number, total)

    def _run(self) -> None:
        while True:
            of, job = self._queue.get()
            if job.is_wanted:
                self._now, self.progress = job, None
                try:
                    job.answer.set_result(job.make())
                except BaseException as error:
                    job.answer.set_exception(error)
                self._now = self.progress = None
            else:
                job.answer.set_exception(StoppedError())
            with self._lock:
                if job.answer.exception() is not None and self._jobs.get(of) is job:
                    del self._jobs[of]
                done = [name for name, each in self._jobs.items() if each.answer.done()]
                for name in done[:-_KEPT]:
                    del self._jobs[name]
