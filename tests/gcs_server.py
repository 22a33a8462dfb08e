"""A server that speaks the protocol of Google Cloud Storage, on this machine, for as long as tests need it.

The server is fake-gcs-server. It takes uploads in JSON's protocol only, and obstore makes them in XML's: a
relay turns the one into the other (Cloud Storage, "XML API: PUT Object" and "Objects: insert"), with its
condition. Whether that holds, and everything else, is for the server to say.
"""

from __future__ import annotations

import json
import socket
import subprocess
import sys
import threading
from contextlib import contextmanager
from http.client import HTTPConnection
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qs, quote, unquote, urlsplit
from urllib.request import Request, urlopen

import pytest

from s3_server import wait_for

if TYPE_CHECKING:
    from collections.abc import Iterator

SERVER = Path(sys.prefix, "gcs", "fake-gcs-server")


@contextmanager
def serving(folder: Path, patch: pytest.MonkeyPatch) -> Iterator[str]:
    """The address of the server; the environment names it meanwhile, in a key as a service account has."""
    pytest.importorskip("obstore", reason="obstore is not installed here: make cloud")
    if not SERVER.exists():
        pytest.skip("fake-gcs-server, which speaks Google's protocol, is not installed here: make gcs")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with ThreadingHTTPServer(("127.0.0.1", 0), relay(port)) as front:
        place = f"127.0.0.1:{front.server_address[1]}"
        options = ["-scheme", "http", "-backend", "memory", "-public-host", place]
        with (folder / "log").open("wb") as out:
            program = [str(SERVER), "-host", "127.0.0.1", "-port", str(port), *options]
            server = subprocess.Popen(program, stdout=out, stderr=out)
        threading.Thread(target=front.serve_forever, daemon=True).start()
        try:
            wait_for(server, port, folder / "log")
            key = {"gcs_base_url": f"http://{place}", "disable_oauth": True}
            key |= dict.fromkeys(("client_email", "private_key", "private_key_id"), "")
            (folder / "key.json").write_text(json.dumps(key))
            patch.setenv("GOOGLE_SERVICE_ACCOUNT", str(folder / "key.json"))
            patch.setenv("GOOGLE_ALLOW_HTTP", "true")
            yield f"http://{place}"
        finally:
            server.terminate()
            server.wait()
            front.shutdown()


def make_bucket(address: str, name: str) -> str:
    """A new bucket; its URL."""
    text, kind = json.dumps({"name": name}).encode(), {"Content-Type": "application/json"}
    urlopen(Request(f"{address}/storage/v1/b?project=tests", text, kind)).close()
    return f"gs://{name}"


def relay(port: int) -> type[BaseHTTPRequestHandler]:
    """What stands before the server at this port."""
    uploads: dict[str, dict[int, bytes]] = {}

    class Relay(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def handle_one_request(self) -> None:
            try:
                super().handle_one_request()
            except ConnectionError:
                self.close_connection = True

        def _asked(self, method: str, path: str, body: bytes = b"") -> None:
            """Have the server answer."""
            headers = {
                name: value for name, value in self.headers.items() if name.lower() not in ("content-length",)
            }
            server = HTTPConnection("127.0.0.1", port)
            server.request(method, path, body, headers)
            answer = server.getresponse()
            self._answer(answer.status, answer.read(), dict(answer.getheaders()))
            server.close()

        def _answer(self, status: int, text: bytes, headers: dict[str, str] | None = None) -> None:
            self.send_response_only(status)
            length = str(len(text))
            for name, value in (headers or {}).items():
                if name.lower() == "content-length":
                    length = value
                elif name.lower() not in ("transfer-encoding", "connection"):
                    self.send_header(name, value)
            self.send_header("Content-Length", length)
            self.end_headers()
            self.wfile.write(text)

        def do_GET(self) -> None:
            self._asked(self.command, self.path)

        do_HEAD = do_GET

        def do_DELETE(self) -> None:
            self._asked("DELETE", self.path)

        def do_POST(self) -> None:
            query = self._query()
            if "uploads" in query:
                uploads[name := str(len(uploads))] = {}
                self._answer(200, _xml("InitiateMultipartUploadResult", UploadId=name))
            elif "uploadId" in query:
                self._body()  # the parts in their order
                parts = uploads.pop(query["uploadId"])
                self._insert(b"".join(parts[n] for n in sorted(parts)))
            else:
                self._asked("POST", self.path, self._body())

        def do_PUT(self) -> None:
            query = self._query()
            if "partNumber" in query:
                uploads[query["uploadId"]][int(query["partNumber"])] = self._body()
                self._answer(200, b"", {"ETag": query["partNumber"]})
            else:
                self._insert(self._body())

        def _insert(self, text: bytes) -> None:
            bucket, _, name = urlsplit(self.path).path[1:].partition("/")
            query = f"uploadType=media&name={quote(unquote(name), safe='')}"
            if (generation := self.headers.get("x-goog-if-generation-match")) is not None:
                query += f"&ifGenerationMatch={generation}"
            server = HTTPConnection("127.0.0.1", port)
            server.request("POST", f"/upload/storage/v1/b/{bucket}/o?{query}", text)
            answer = server.getresponse()
            said = answer.read()
            if answer.status == 200:
                tag = json.loads(said)["etag"]
                said = _xml("CompleteMultipartUploadResult", ETag=tag)
                self._answer(200, said, {"ETag": tag})
            else:
                self._answer(answer.status, said)
            server.close()

        def _query(self) -> dict[str, str]:
            query = parse_qs(urlsplit(self.path).query, keep_blank_values=True)
            return {name: values[0] for name, values in query.items()}

        def _body(self) -> bytes:
            return self.rfile.read(int(self.headers.get("Content-Length") or 0))

        def log_message(self, *_: Any) -> None:
            """Nothing is printed."""

    return Relay


def _xml(kind: str, **members: str) -> bytes:
    inside = "".join(f"<{name}>{value}</{name}>" for name, value in members.items())
    return f"<{kind}><Bucket>x</Bucket><Key>x</Key>{inside}</{kind}>".encode()
