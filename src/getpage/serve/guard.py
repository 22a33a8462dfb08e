"""Who may ask: whoever has the address that was printed, from a page of this server, to read.

Each refusal is a sentence. `Host` is checked against a name that points here by deceit (DNS rebinding),
`Origin` against pages of others; the token of the printed address becomes a cookie that no script reads and
no other site sends. The policy of the answers lets a browser load from here and nowhere else.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field
from http.cookies import CookieError, SimpleCookie
from typing import TYPE_CHECKING, Final
from urllib.parse import parse_qsl, urlencode

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; "
    "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
_HEADERS: Final = (
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cache-control", b"no-store"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
)
_TOKEN: Final = "token"


@dataclass(frozen=True, slots=True)
class Keys:
    """What a server lets in: its token, and the names by which it is called, each with its port.

    `scheme` is that of the address: https where the server has a certificate.
    """

    names: frozenset[str]
    cookie: str
    scheme: str = "http"
    token: str = field(default_factory=lambda: secrets.token_urlsafe(32))

    @property
    def origins(self) -> frozenset[str]:
        """The origins of its own pages."""
        return frozenset(f"{scheme}://{name}" for name in self.names for scheme in {self.scheme, "https"})


class Guard:
    """A server behind these keys."""

    def __init__(self, app: ASGIApp, keys: Keys) -> None:
        """Pass on to `app` what the keys let in."""
        self._app = app
        self._keys = keys

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or refuse it with a sentence."""
        if scope["type"] != "http":
            return
        headers = {name: value.decode("latin-1") for name, value in scope["headers"]}
        query = parse_qsl(scope["query_string"].decode("latin-1"), keep_blank_values=True)
        status, words, more = self._refusal(scope["method"], headers, dict(query))
        if status == 303:
            rest = urlencode([(name, value) for name, value in query if name != _TOKEN])
            where = f"{scope['path']}?{rest}" if rest else scope["path"]
            # A path with two slashes in front would be the name of another host.
            more = [(b"location", f"/{where.lstrip('/')}".encode("ascii", "ignore")), *more]
        if status:
            await _answer(send, status, words, more)
            return

        async def with_policy(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message["headers"], *_HEADERS]
            await send(message)

        await self._app(scope, receive, with_policy)

    def _refusal(
        self, method: str, headers: dict[bytes, str], query: dict[str, str]
    ) -> tuple[int, str, list[tuple[bytes, bytes]]]:
        """The status of a refusal, or of the exchange of the token for a cookie, with its words; 0 for who is
        let in.
        """
        keys = self._keys
        if headers.get(b"host", "") not in keys.names:
            return 421, "This server has another name: use the address that getpage serve printed.", []
        if headers.get(b"origin") not in (None, *keys.origins):
            return 403, "Pages of other sites are not answered.", []
        if method not in ("GET", "HEAD"):
            return 405, "This server is read-only.", [(b"allow", b"GET, HEAD")]
        if _TOKEN in query:
            if not secrets.compare_digest(query[_TOKEN].encode(), keys.token.encode()):
                return 401, "The token of this address is of another run of getpage serve.", []
            secure = "; Secure" if keys.scheme == "https" else ""
            cookie = f"{keys.cookie}={keys.token}; HttpOnly; SameSite=Strict; Path=/{secure}"
            return 303, "", [(b"set-cookie", cookie.encode())]
        if not secrets.compare_digest(_cookie(headers, keys.cookie).encode(), keys.token.encode()):
            return 401, "Open the address that getpage serve printed: it has the token.", []
        return 0, "", []


def _cookie(headers: dict[bytes, str], name: str) -> str:
    try:
        cookies = SimpleCookie(headers.get(b"cookie", ""))
    except CookieError:
        return ""
    return cookies[name].value if name in cookies else ""


async def _answer(send: Send, status: int, words: str, more: list[tuple[bytes, bytes]]) -> None:
    body = f"{words}\n".encode()
    headers = [(b"content-type", b"text/plain; charset=utf-8"), *more, *_HEADERS]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
