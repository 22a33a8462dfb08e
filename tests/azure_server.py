"""A server that speaks Azure's protocol of blobs, on this machine, for as long as tests need it."""

from __future__ import annotations

import base64
import hmac
import shutil
import socket
import subprocess
import sys
from contextlib import contextmanager
from email.utils import formatdate
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.request import Request, urlopen

import pytest

from s3_server import wait_for

if TYPE_CHECKING:
    from collections.abc import Iterator

SERVER = Path(sys.prefix, "azure", "node_modules", ".bin", "azurite-blob")
#: The account that every such server has, as its manual says.
ACCOUNT = "devstoreaccount1"
KEY = "Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw=="


@contextmanager
def serving(log: Path, patch: pytest.MonkeyPatch) -> Iterator[str]:
    """The address of the server; the environment names it meanwhile, and the key of its account."""
    pytest.importorskip("obstore", reason="obstore is not installed here: make cloud")
    if not SERVER.exists() or shutil.which("node") is None:
        pytest.skip("Azurite, a server that speaks Azure's protocol, is not installed here: make azure")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    options = ["--silent", "--inMemoryPersistence", "--disableTelemetry", "--skipApiVersionCheck"]
    with log.open("wb") as out:
        program = ["node", str(SERVER), *options, "--blobPort", str(port)]
        server = subprocess.Popen(program, stdout=out, stderr=out)
    address = f"http://127.0.0.1:{port}"
    try:
        wait_for(server, port, log)
        patch.setenv("AZURE_STORAGE_USE_EMULATOR", "true")
        patch.setenv("AZURITE_BLOB_STORAGE_URL", address)
        patch.setenv("AZURE_STORAGE_ACCOUNT_NAME", ACCOUNT)
        patch.setenv("AZURE_STORAGE_ACCOUNT_KEY", KEY)
        yield address
    finally:
        server.terminate()
        server.wait()


def make_container(address: str, name: str) -> str:
    """A new container; its URL. The request is signed as "Authorize with Shared Key" of the manual says."""
    headers = {"x-ms-date": formatdate(usegmt=True), "x-ms-version": "2021-08-06"}
    lines = "".join(f"{key}:{value}\n" for key, value in sorted(headers.items()))
    empty = "\n" * 12  # headers that it has none of
    signed = f"PUT{empty}{lines}/{ACCOUNT}/{ACCOUNT}/{name}\nrestype:container"
    digest = hmac.digest(base64.b64decode(KEY), signed.encode(), "sha256")
    headers["Authorization"] = f"SharedKey {ACCOUNT}:{base64.b64encode(digest).decode()}"
    url = f"{address}/{ACCOUNT}/{name}?restype=container"
    urlopen(Request(url, method="PUT", headers=headers)).close()
    return f"abfss://{name}@{ACCOUNT}.dfs.core.windows.net"
