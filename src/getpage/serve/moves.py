"""A move of a slider: one answer in pieces, what is quick first.

Each line is a JSON object of one piece: `sums` at once, the `curve` of the knob, `progress` of a long answer,
and the `answer` with intervals and plan. What nobody waits for any more, as the slider was moved on, is not
worked out.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncIterator, Callable
from functools import partial
from typing import TYPE_CHECKING, Final

import anyio.to_thread
from starlette.responses import StreamingResponse

from getpage.core.errors import GetpageError
from getpage.serve import pages, results, what_if
from getpage.serve.address import Address

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response

    from getpage.serve.session import Session

#: Says that the slider is being drawn: the answer is then begun only when it rests.
_DRAWN: Final = "drawn"
#: The knob whose curve is on the page, with the size that is tried.
_CURVE: Final = "curve"
#: Seconds without a move after which a slider rests: while it is drawn, a move comes every 16 ms.
_REST: Final = 0.025
#: Seconds between pieces that say how far a long answer is, and between looks whether anybody waits for it.
_PROGRESS: Final = 0.7
_LOOK: Final = 0.2

#: What works out a piece; a defect in it is noted with a sentence in its place.
Piece = Callable[["Session", Address], str]


def sums(session: Session, address: Address) -> str:
    """What the sizes take, and what is left."""
    return pages.piece("_sums.html", sums=what_if.sums(session, address))


def answer(session: Session, address: Address) -> str:
    """What the sizes bring, and the plan around them."""
    return pages.piece("_answer.html", **what_if.answer(session, address))


def moved(
    session: Session, request: Request, address: Address, defect: Callable[[Exception], str]
) -> Response:
    """The answer to a move; `defect` words what was foreseen nowhere."""
    is_drawn, moved_knob = bool(address.text(_DRAWN)), address.text(_CURVE)
    address = Address(address.path, tuple(pair for pair in address.query if pair[0] not in (_DRAWN, _CURVE)))

    def curve(session: Session, address: Address) -> str:
        picture = what_if.moved_curve(session, address, moved_knob)
        return pages.piece("_curve.html", curve=picture) if picture else ""

    def worded(piece: Piece) -> str:
        try:
            return piece(session, address)
        except GetpageError as error:
            return pages.piece("_refused.html", problem=error.problem)
        except Exception as error:
            return pages.piece("_refused.html", problem=defect(error))

    async def pieces() -> AsyncIterator[str]:
        if _has(session, address, "observation"):
            yield _line("sums", await anyio.to_thread.run_sync(worded, sums))
        else:
            async for line in _worked_out(session, request, "sums", address, partial(worded, sums)):
                yield line
        if moved_knob and _has(session, address, "links"):
            yield _line("curve", await anyio.to_thread.run_sync(worded, curve))
        if is_drawn:
            await asyncio.sleep(_REST)
        if not await request.is_disconnected():
            async for line in _worked_out(session, request, "answer", address, partial(worded, answer)):
                yield line

    return StreamingResponse(pieces(), media_type="application/x-ndjson")


def _has(session: Session, address: Address, part: str) -> bool:
    """Whether a part of what was observed is there, so that no turn has to be waited for."""
    try:
        return results.window(session, address).has(part)
    except GetpageError:
        return False


async def _worked_out(
    session: Session, request: Request, name: str, address: Address, make: Callable[[], str]
) -> AsyncIterator[str]:
    """A piece, once the answers before it are done, with how far it is where that takes long."""
    reported = time.monotonic()
    with session.worker.waiting_for((name, address), make) as work:
        while not work.answer.done():
            await asyncio.wait({asyncio.wrap_future(work.answer)}, timeout=_LOOK)
            if await request.is_disconnected():
                return
            if not work.answer.done() and time.monotonic() - reported > _PROGRESS:
                reported = time.monotonic()
                yield _line("progress", pages.piece("_progress.html", progress=session.worker.progress))
    if work.answer.exception() is None:
        yield _line(name, work.answer.result())


def _line(name: str, text: str) -> str:
    return json.dumps({name: text}) + "\n"
