"""A machine's own role signs on to S3: a service of the protocol that clouds have hands out its key."""

from __future__ import annotations

import json
import os
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import TYPE_CHECKING

import pytest

from getpage.evidence.objects import ObjectStore

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

KEY = {
    "Code": "Success",
    "AccessKeyId": "key-of-the-role",
    "SecretAccessKey": "secret-of-the-role",
    "Token": "session-of-the-role",
    "Expiration": "2999-01-01T00:00:00Z",
}


@contextmanager
def cloud() -> Iterator[tuple[str, list[tuple[str, str]]]]:
    """The address of a service of roles, which has an object too, and how requests are signed."""
    signed: list[tuple[str, str]] = []

    class Answers(BaseHTTPRequestHandler):
        def do_PUT(self) -> None:
            assert self.path == "/latest/api/token"
            self._answer("token-of-the-machine")

        def do_HEAD(self) -> None:
            headers = self.headers
            signed.append((headers["Authorization"], headers["x-amz-security-token"]))
            self._answer("12345")

        def do_GET(self) -> None:
            if self.path == "/pod":
                assert self.headers["Authorization"] == "token-of-the-pod"
                return self._answer(json.dumps(KEY))
            assert self.headers["X-aws-ec2-metadata-token"] == "token-of-the-machine"
            is_name = self.path == "/latest/meta-data/iam/security-credentials/"
            return self._answer("the-role" if is_name else json.dumps(KEY))

        def _answer(self, text: str) -> None:
            self.send_response(200)
            self.send_header("Content-Length", str(len(text)))
            self.send_header("Last-Modified", "Fri, 27 Nov 2026 20:28:00 GMT")
            self.send_header("ETag", '"1"')
            self.end_headers()
            if self.command != "HEAD":
                self.wfile.write(text.encode())

        def log_message(self, *_: object) -> None:
            """Nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Answers) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_address[1]}", signed
        server.shutdown()


@pytest.mark.parametrize("kind", ["machine of EC2", "pod of EKS", "session"])
def test_the_key_of_a_role_signs_requests(kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("obstore", reason="obstore is not installed here: make cloud")
    for name in [name for name in os.environ if name.startswith("AWS_")]:
        monkeypatch.delenv(name)
    (tmp_path / "token").write_text("token-of-the-pod")
    with cloud() as (address, signed):
        settings = {
            "machine of EC2": {"AWS_METADATA_ENDPOINT": address},
            "pod of EKS": {
                "AWS_CONTAINER_CREDENTIALS_FULL_URI": f"{address}/pod",
                "AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE": str(tmp_path / "token"),
            },
            "session": {
                "AWS_ACCESS_KEY_ID": KEY["AccessKeyId"],
                "AWS_SECRET_ACCESS_KEY": KEY["SecretAccessKey"],
                "AWS_SESSION_TOKEN": KEY["Token"],
            },
        }
        for name, value in settings[kind].items():
            monkeypatch.setenv(name, value)
        monkeypatch.setenv("AWS_REGION", "us-east-1")
        monkeypatch.setenv("AWS_ENDPOINT_URL", address)
        assert ObjectStore("s3://cap/prod").size("dump") == 5
    [(authorization, session)] = signed
    assert f"Credential={KEY['AccessKeyId']}/" in authorization
    assert session == KEY["Token"]
