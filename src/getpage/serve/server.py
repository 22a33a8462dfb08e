"""The server: addresses to answers, one at a time, on this machine only."""

from __future__ import annotations

import socket
from collections.abc import Awaitable, Callable
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
from getpage.report import render
from getpage.serve import pages, results, sql, what_if
from getpage.serve.address import Address
from getpage.serve.guard import Guard, Keys
from getpage.serve.pages import View
from getpage.serve.session import Session
from getpage.serve.views import BY_PATH, objects_of, queried

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.types import ASGIApp

#: What answers an address.
Answer = Callable[[Session, Address], Response]

_DEFECT: Final = "A defect of getpage, not of your evidence. Other views go on."
_FORMS: Final = ("json", "csv", "md")
_HTML: Final = "text/html; charset=utf-8"
#: Answers that wait for their turn; more are refused.
_WAITING: Final = 64


@dataclass(frozen=True, slots=True)
class Listening:
    """A server that is ready to run: its socket, its application, and the address to open."""

    socket: socket.socket
    app: ASGIApp
    address: str
    certificate: tuple[Path, Path] | None = None

    def run(self) -> None:
        """Answer until Ctrl-C."""
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
    port = there.getsockname()[1]
    called = f"[{host}]" if ":" in host else host
    names = frozenset(f"{name}:{port}" for name in (called, "localhost", "127.0.0.1", socket.gethostname()))
    scheme = "https" if certificate else "http"
    keys = Keys(names, f"getpage-{port}", scheme)
    address = f"{scheme}://{called}:{port}/?token={keys.token}"
    return Listening(there, Guard(application(session, note), keys), address, certificate)


def application(session: Session, note: Callable[[str], None] = lambda _: None) -> Starlette:
    """The application of a session, without its guard."""

    def endpoint(answer: Answer) -> Callable[[Request], Awaitable[Response]]:
        async def respond(request: Request) -> Response:
            return await _in_turn(session, request, partial(_safely, note, answer))

        return respond

    async def query(request: Request) -> Response:
        # Other answers do not wait for a query, which is worked out in a process of its own.
        answer = await _queried(session, request, "json")
        return await _in_turn(session, request, partial(_safely, note, _page(partial(queried, answer))))

    async def nowhere(request: Request, _: Exception) -> Response:
        return _refusal(session, Address("/"), 404, f"{request.url.path}: there is no such view.")

    answers: dict[str, Answer] = {path: _page(view) for path, view in BY_PATH.items()}
    answers |= {f"/{verb}.{form}": _twin(verb, form) for verb in results.VERBS for form in _FORMS}
    routes = [Route(path, endpoint(answer)) for path, answer in (answers | _OTHERS).items()]
    routes += [Route(path, _fixed(text, media)) for path, (text, media) in _FIXED.items()]
    routes.append(Route("/sql", query))
    routes += [Route(f"/sql.{form}", _rows(session, form)) for form in _FORMS]
    return Starlette(routes=routes, exception_handlers={404: nowhere})


async def _in_turn(
    session: Session, request: Request, answer: Callable[[Session, Address], Response]
) -> Response:
    """The answer to a request, once those before it are done. One that nobody waits for any more, as a slider
    was moved on, is not worked out.
    """
    address = _address(request)
    async with session.turn:
        if await request.is_disconnected():
            return Response(status_code=204)
        return await anyio.to_thread.run_sync(answer, session, address)


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
        note(f"getpage: a defect at {address.path}: {type(error).__name__}")
        return _refusal(
            session, address, 500, "A defect of getpage, not of your evidence. Other views go on."
        )


def _refusal(session: Session, address: Address, status: int, problem: str, step: str = "") -> Response:
    view = View(template="error.html", title="No answer", values={"problem": problem, "next_step": step})
    return Response(pages.page(view, session, address, (), TOOL), status, media_type=_HTML)


def _page(view: Callable[[Session, Address], View]) -> Answer:
    def answer(session: Session, address: Address) -> Response:
        shown = view(session, address)
        try:
            objects = objects_of(results.window(session, address))
        except GetpageError:  # a view that asks nothing of the evidence is there all the same
            objects = {}
        return Response(pages.page(shown, session, address, objects, TOOL), media_type=_HTML)

    return answer


def _twin(verb: str, form: str) -> Answer:
    return lambda session, address: _file(results.twin(session, address, verb, form), results.MEDIA[form])


def _queried(session: Session, request: Request, form: str) -> Awaitable[sql.Answer]:
    return anyio.to_thread.run_sync(sql.ask, session.path, request.query_params.get("q", ""), form)


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


def _sums(session: Session, address: Address) -> Response:
    return _file(pages.piece("_sums.html", sums=what_if.sums(session, address)), _HTML)


def _answer(session: Session, address: Address) -> Response:
    return _file(pages.piece("_answer.html", **what_if.answer(session, address)), _HTML)


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
    "/sums": _sums,
    "/answer": _answer,
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
