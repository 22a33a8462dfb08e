"""The server: addresses to answers, one at a time, on this machine only."""

from __future__ import annotations

import asyncio
import socket
import time
from collections.abc import Awaitable, Callable, Collection
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final
from urllib.parse import urlencode

import anyio.to_thread
import uvicorn
from starlette.applications import Starlette
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from getpage.app.tool import TOOL
from getpage.core.errors import GetpageError, NotEnoughEvidenceError
from getpage.products.registry import checks
from getpage.report import render
from getpage.report.explain import explain
from getpage.serve import pages, results, sql, what_if
from getpage.serve.address import Address
from getpage.serve.guard import Guard, Keys
from getpage.serve.moves import moved
from getpage.serve.objects import objects_of
from getpage.serve.pages import View
from getpage.serve.session import Session
from getpage.serve.views import BY_PATH, known_check, queried

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.types import ASGIApp

#: What answers an address.
Answer = Callable[[Session, Address], Response]

_FORMS: Final = ("json", "csv", "md")
_HTML: Final = "text/html; charset=utf-8"
#: Requests that are answered at a time; more are refused.
_WAITING: Final = 64
#: Views that ask nothing of the evidence, but where they do of one check.
_TEXTS: Final = frozenset({"/explain", "/sql"})
#: Seconds that a view takes before it says how far it is, and those between looks whether anybody waits.
_AT_ONCE: Final = 1.5
_LOOK: Final = 0.2


@dataclass(frozen=True, slots=True)
class Listening:
    """A server that is ready to run: its socket, its application, and the address to open."""

    socket: socket.socket
    app: ASGIApp
    address: str
    session: Session
    certificate: tuple[Path, Path] | None = None

    def run(self) -> None:
        """Answer until Ctrl-C. The evidence is looked at meanwhile, before anybody asks."""
        self.session.look_ahead()
        certificate, key = self.certificate or (None, None)
        config = uvicorn.Config(
            self.app,
            http="h11",
            ws="none",
            lifespan="off",
            log_config=None,
            access_log=False,
            server_header=False,
            limit_concurrency=_WAITING,
            timeout_graceful_shutdown=1,
            ssl_certfile=certificate,
            ssl_keyfile=key,
        )
        uvicorn.Server(config).run([self.socket])


def listen(
    session: Session,
    *,
    host: str = "127.0.0.1",
    port: int = 0,
    certificate: tuple[Path, Path] | None = None,
    note: Callable[[str], None] = lambda _: None,
) -> Listening:
    """A server of a session, on a port of its own where `port` is 0. GetpageError where it cannot listen
    there. `note` takes what its makers need to know of an answer that failed.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        there = socket.create_server((host, port), family=family)
    except (OSError, OverflowError) as error:
        why = getattr(error, "strerror", None) or error
        message = f"--host {host} --port {port}: {why}"
        raise GetpageError(message, "--port 0") from error
    # Connections inherit it: else the last piece of an answer waits 40 ms until the others are acknowledged.
    there.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    port = there.getsockname()[1]
    called = f"[{host}]" if ":" in host else host
    names = frozenset(f"{name}:{port}" for name in (called, "localhost", "127.0.0.1", socket.gethostname()))
    scheme = "https" if certificate else "http"
    keys = Keys(names, f"getpage-{port}", scheme)
    address = f"{scheme}://{called}:{port}/?token={keys.token}"
    return Listening(there, Guard(application(session, note), keys), address, session, certificate)


def application(session: Session, note: Callable[[str], None] = lambda _: None) -> Starlette:
    """The application of a session, without its guard."""

    def endpoint(answer: Answer, *, is_view: bool) -> Callable[[Request], Awaitable[Response]]:
        safe = partial(_safely, note, answer)

        async def respond(request: Request) -> Response:
            address = _address(request)
            shown = session.shown.get((address, session.is_stale)) if is_view else None
            if shown is not None:
                return Response(shown, media_type=_HTML)
            if address.path == "/explain" and not address.text("check"):  # asks nothing of the evidence
                return await anyio.to_thread.run_sync(safe, session, address)
            return await _answered(session, request, safe, is_view=is_view)

        return respond

    async def query(request: Request) -> Response:
        # A query is worked out in a process of its own, and waits for nothing.
        answer = await _queried(session, request, "json")
        safe = partial(_safely, note, _page(partial(queried, answer)))
        return await anyio.to_thread.run_sync(safe, session, _address(request))

    async def move(request: Request) -> Response:
        return moved(session, request, _address(request), lambda error: _defect(note, "/move", error))

    async def nowhere(request: Request, _: Exception) -> Response:
        return _refusal(session, Address("/"), 404, f"{request.url.path}: there is no such view.")

    twins = {f"/{verb}.{form}": _twin(verb, form) for verb in results.VERBS for form in _FORMS}
    twins |= {f"/explain.{form}": _explained(form) for form in _FORMS}
    routes = [Route(path, endpoint(_kept(_page(view)), is_view=True)) for path, view in BY_PATH.items()]
    routes += [Route(path, endpoint(answer, is_view=False)) for path, answer in (twins | _OTHERS).items()]
    routes.append(Route("/move", move))
    routes += [Route(path, _fixed(text, media)) for path, (text, media) in _FIXED.items()]
    routes.append(Route("/sql", query))
    routes += [Route(f"/sql.{form}", _rows(session, form)) for form in _FORMS]
    return Starlette(routes=routes, exception_handlers={404: nowhere})


async def _answered(session: Session, request: Request, answer: Answer, *, is_view: bool) -> Response:
    """The answer to a request, once those before it are done. One that nobody waits for any more, as a slider
    was moved on, is not worked out. A view that takes long says how far it is, and is asked for again.
    """
    address = _address(request)
    patience = time.monotonic() + _AT_ONCE
    with session.worker.waiting_for(address, partial(answer, session, address)) as work:
        while not work.answer.done():
            await asyncio.wait({asyncio.wrap_future(work.answer)}, timeout=_LOOK)
            if await request.is_disconnected():
                return Response(status_code=204)
            if is_view and not work.answer.done() and time.monotonic() > patience:
                work.come_back()
                return _page_of(session, address, _waiting(session), 202)
    error = work.answer.exception()
    return work.answer.result() if error is None else Response(status_code=204)


def _waiting(session: Session) -> View:
    return View(template="waiting.html", title="One moment", values={"progress": session.worker.progress})


def _address(request: Request) -> Address:
    """The address of a request; a form without a script sends a knob and its size apart."""
    query = tuple(request.query_params.multi_items())
    knob, size = request.query_params.get("knob", "").strip(), request.query_params.get("size", "").strip()
    if knob and size:
        others = (pair for pair in query if pair[0] not in ("knob", "size"))
        kept = [(name, text) for name, text in others if name != "hold" or text.rpartition("=")[0] != knob]
        query = (*kept, ("hold", f"{knob}={size}"))
    return Address(request.url.path, query)


def _safely(note: Callable[[str], None], answer: Answer, session: Session, address: Address) -> Response:
    """The answer, or a page that says why there is none; what was foreseen nowhere is a defect, and takes no
    other answer with it.
    """
    try:
        return answer(session, address)
    except GetpageError as error:
        status = 404 if isinstance(error, NotEnoughEvidenceError) else 400
        return _refusal(session, address, status, error.problem, error.next_step)
    except Exception as error:
        return _refusal(session, address, 500, _defect(note, address.path, error))


def _defect(note: Callable[[str], None], path: str, error: Exception) -> str:
    """The sentence of a defect, which is noted."""
    note(f"getpage: a defect at {path}: {type(error).__name__}")
    return "A defect of getpage, not of your evidence. Other views go on."


def _refusal(session: Session, address: Address, status: int, problem: str, step: str = "") -> Response:
    view = View(template="error.html", title="No answer", values={"problem": problem, "next_step": step})
    return _page_of(session, address, view, status)


def _page_of(
    session: Session, address: Address, view: View, status: int = 200, objects: Collection[str] = ()
) -> Response:
    return Response(pages.page(view, session, address, objects, TOOL), status, media_type=_HTML)


def _page(view: Callable[[Session, Address], View]) -> Answer:
    def answer(session: Session, address: Address) -> Response:
        shown = view(session, address)
        try:
            seen = results.window(session, address)
            # A text about no evidence does not wait for it.
            objects = objects_of(seen) if seen.has("links") or address.path not in _TEXTS else {}
        except GetpageError:
            objects = {}
        return _page_of(session, address, shown, objects=objects)

    return answer


def _kept(answer: Answer) -> Answer:
    """An answer that is kept for who asks for the same again, while others are worked out or not."""

    def keeping(session: Session, address: Address) -> Response:
        is_stale = session.is_stale
        page = answer(session, address)
        session.shown.keep((address, is_stale), bytes(page.body))
        return page

    return keeping


def _twin(verb: str, form: str) -> Answer:
    return lambda session, address: _file(results.twin(session, address, verb, form), results.MEDIA[form])


def _explained(form: str) -> Answer:
    return lambda _, address: _file(explain(checks(), known_check(address), form), results.MEDIA[form])


def _queried(session: Session, request: Request, form: str) -> Awaitable[sql.Answer]:
    query = request.query_params.get("q", "")
    return anyio.to_thread.run_sync(sql.ask, session.path, session.catalog, query, form)


def _rows(session: Session, form: str) -> Callable[[Request], Awaitable[Response]]:
    async def respond(request: Request) -> Response:
        answer = await _queried(session, request, form)
        if answer.problem:
            return Response(f"{answer.problem}\n", 400, media_type="text/plain")
        return _file(answer.text, results.MEDIA[form])

    return respond


def _fixed(text: Callable[[], str], media: str) -> Callable[[Request], Awaitable[Response]]:
    async def respond(_: Request) -> Response:
        return Response(text(), media_type=media)

    return respond


def _file(body: str | bytes, media: str, name: str = "") -> Response:
    """A document; with a `name` one to save."""
    headers = {"content-disposition": f'attachment; filename="{name}"'} if name else None
    data = body.encode(errors="backslashreplace") if isinstance(body, str) else body
    return Response(data, media_type=media, headers=headers)


def _report(session: Session, address: Address) -> Response:
    return _file(render(results.report(session, address), "html"), results.MEDIA["html"], "report.html")


def _scenario(session: Session, address: Address) -> Response:
    return _file(what_if.saved(session, address), results.MEDIA["json"], "scenario.json")


def _members(session: Session, address: Address) -> Response:
    return _file(what_if.packed_members(session, address), "application/zip", "members.zip")


def _reload(session: Session, address: Address) -> Response:
    session.reload()
    words = urlencode(address.query)
    return RedirectResponse(f"/?{words}" if words else "/", 303)


#: What is no view.
_OTHERS: Final[dict[str, Answer]] = {
    "/report.html": _report,
    "/scenario.json": _scenario,
    "/members.zip": _members,
    "/reload": _reload,
}
#: What all views are drawn with; nobody waits for a turn for it.
_FIXED: Final = {
    "/page.css": (pages.style, "text/css"),
    "/page.js": (pages.script, "text/javascript"),
    "/page.svg": (pages.icon, "image/svg+xml"),
}
