"""Cloud: objects of S3 and what speaks like it, of Google Cloud Storage and of Azure.

The library is obstore, the Python side of Rust's object_store: a wheel of 16 MB without others;
conditional puts; credentials and endpoints from the environment (AWS_*, GOOGLE_*, AZURE_*), of which nothing
is read here. Its messages hold no credentials, but addresses may (SAS): what follows a question mark is left
out.
"""

from __future__ import annotations

import os
import re
from datetime import timedelta
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import quote

from getpage.core.errors import GetpageError, Instead, command
from getpage.core.text import shorten

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

#: Attempts at a request, and how long they take together, where a server does not answer.
_RETRIES: Final = {"max_retries": 5, "retry_timeout": timedelta(seconds=60)}
#: Characters of a library's message that are quoted.
_LONGEST: Final = 200
_LISTS: Final = {"s3": "aws s3 ls", "s3a": "aws s3 ls", "gs": "gcloud storage ls"}
_INSTALL: Final = "pip install 'getpage[cloud]'"
_QUERY: Final = re.compile(r"\?\S*")


class Cloud:
    """The objects below a URL of an object store."""

    #: Each has requests of its own.
    writers = 8

    def __init__(self, url: str) -> None:
        """Nothing is asked yet. GetpageError without the library, and for a URL that is none of its kinds."""
        scheme, _, rest = url.partition("://")
        if not rest.partition("/")[0]:
            problem = f"{url}: no bucket is named"
            raise GetpageError(problem, Instead(url, f"{url}bucket/folder"))
        if find_spec("obstore") is None:
            problem = f"{url}: a URL takes obstore, which is not installed"
            raise GetpageError(problem, _INSTALL)
        self.url = url
        self._library = import_module("obstore")
        options: dict[str, Any] = {"retry_config": _RETRIES}
        if scheme.startswith("s3") and endpoint().startswith("http://"):
            options["client_options"] = {"allow_http": True}  # the user named it so
        self._store = self._asked(
            "", import_module("obstore.store").from_url, _encoded(scheme, rest), **options
        )

    def list(self, prefix: str) -> Iterator[tuple[str, int]]:
        """Keys below a folder, or all, with bytes; in no order."""
        batches = self._asked(prefix, lambda: iter(self._library.list(self._store, prefix=prefix or None)))
        while (batch := self._asked(prefix, next, batches, None)) is not None:
            yield from ((entry["path"], entry["size"]) for entry in batch)

    def size(self, key: str) -> int:
        """Bytes of an object."""
        return int(self._asked(key, self._library.head, self._store, key)["size"])

    def read(self, key: str) -> bytes:
        """All bytes of an object."""
        return bytes(self._asked(key, lambda: self._library.get(self._store, key).bytes()))

    def range(self, key: str, start: int, end: int) -> bytes:
        """Some bytes of an object."""
        return bytes(self._asked(key, self._library.get_range, self._store, key, start=start, end=end))

    def create(self, key: str, text: bytes) -> bool:
        """Write an object unless there is one of this key."""
        already = import_module("obstore.exceptions").AlreadyExistsError
        try:
            self._asked(key, self._library.put, self._store, key, text, mode="create", use_multipart=False)
        except already:
            return False
        return True

    def put(self, key: str, path: Path) -> None:
        """Write a file as an object."""
        self._asked(key, self._library.put, self._store, key, path)

    def delete(self, key: str) -> None:
        """Remove an object."""
        self._asked(key, self._library.delete, self._store, key)

    def _name(self, key: str) -> str:
        return f"{self.url}/{key}" if key else self.url

    def _asked(self, key: str, call: Callable[..., Any], *arguments: Any, **options: Any) -> Any:
        """What a call of the library answers. FileNotFoundError and its AlreadyExistsError are answers."""
        errors = import_module("obstore.exceptions")
        try:
            return call(*arguments, **options)
        except (FileNotFoundError, errors.AlreadyExistsError):
            raise
        except (errors.BaseError, OSError, ValueError) as error:
            raise self._refused(key, error) from error

    def _refused(self, key: str, error: Exception) -> GetpageError:
        message = str(error)
        scheme = self.url.partition("://")[0]
        show = command(_LISTS.get(scheme, "getpage load --help"), *([self.url] if scheme in _LISTS else []))
        if "NoSuchBucket" in message:
            return GetpageError(f"{self._name(key)}: there is no such bucket at {_where(scheme)}", show)
        if "ContainerNotFound" in message:
            return GetpageError(f"{self._name(key)}: there is no such container", show)
        if any(mark in message for mark in ("403 Forbidden", "401 Unauthorized", "InvalidAccessKeyId")):
            why = f"access is refused; credentials come from the environment ({_variables(scheme)})"
            return GetpageError(f"{self._name(key)}: {why}", show)
        if "169.254.169.254" in message:
            why = f"no credentials; the environment has to name them ({_variables(scheme)})"
            return GetpageError(f"{self._name(key)}: {why}", show)
        message = _QUERY.sub("", " ".join(message.partition("\n\nDebug source")[0].split()))
        return GetpageError(f"{self._name(key)}: {shorten(message, _LONGEST)}", show)


def _encoded(scheme: str, rest: str) -> str:
    """A URL as the library reads it: names of objects may have any character."""
    return f"{scheme}://{quote(rest, safe='/@:')}"


def endpoint() -> str:
    """The address of S3 that the environment names; empty for that of Amazon."""
    names = ("AWS_ENDPOINT_URL_S3", "AWS_ENDPOINT_URL", "AWS_ENDPOINT")
    return next((os.environ[name] for name in names if name in os.environ), "")


def _where(scheme: str) -> str:
    address = endpoint() if scheme.startswith("s3") else ""
    return address.rpartition("@")[2] or "this address"


def _variables(scheme: str) -> str:
    named = {"s3": "AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_REGION, AWS_ENDPOINT_URL"}
    named |= {"s3a": named["s3"], "gs": "GOOGLE_APPLICATION_CREDENTIALS"}
    return named.get(scheme, "AZURE_STORAGE_ACCOUNT_NAME, AZURE_STORAGE_ACCOUNT_KEY")
