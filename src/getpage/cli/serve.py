"""getpage serve: the answer on a page of this machine, with sizes to move."""

from __future__ import annotations

import os
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated, Final

from cyclopts import Parameter

from getpage.cli.output import note, write
from getpage.core.errors import GetpageError, Without, command

#: What is called so reaches this machine only.
_LOOPBACK: Final = frozenset({"127.0.0.1", "::1", "localhost"})
_NEEDED: Final = ("starlette", "uvicorn")


def serve_command(
    store: Annotated[Path, Parameter(help="A store made by getpage load.")],
    /,
    *,
    port: Annotated[int, Parameter(help="The port; 0 takes one that is free.")] = 0,
    host: Annotated[
        str, Parameter(help="The address to listen on; other machines do not reach the default.")
    ] = "127.0.0.1",
    certificate: Annotated[
        Path | None, Parameter(help="A certificate (PEM), for a --host that other machines reach.")
    ] = None,
    key: Annotated[Path | None, Parameter(help="The key of the certificate (PEM).")] = None,
    behind_proxy: Annotated[
        bool,
        Parameter(help="The site's own proxy stands before it, with TLS and users.", negative=""),
    ] = False,
    layouts: Annotated[
        tuple[Path, ...],
        Parameter(help="Directories with layouts of your own, as the store was loaded with."),
    ] = (),
    browser: Annotated[
        bool, Parameter(help="Open it in the browser, where there is a desktop.", negative="--no-browser")
    ] = True,
) -> None:
    """Show a store as a page on this machine: look, drill down to the record, and move sizes.

    All that a report shows, and what other sizes save, with the answers of check, plan, forecast, ledger,
    changes and trend. It prints one address with a token, which only this machine reaches. It writes nothing,
    changes nothing and connects to nothing. Ctrl-C ends it.

        getpage serve prod

        getpage serve prod --port 8080 --no-browser

    Exit codes: 2 input that cannot be used; 130 stopped.
    """
    if missing := [name for name in _NEEDED if find_spec(name) is None]:
        message = f"getpage serve needs {' and '.join(missing)}, which are not installed"
        raise GetpageError(message, "pip install 'getpage[serve]'")
    files = _certificate(host, certificate, key, behind_proxy=behind_proxy)
    sys.dont_write_bytecode = True  # not even of templates
    from getpage.serve.server import listen
    from getpage.serve.session import Session

    listening = listen(Session(store, layouts), host=host, port=port, certificate=files, note=note)
    write(f"{listening.address}\n")
    note("Ctrl-C ends it.")
    if browser and _has_desktop():
        import webbrowser

        webbrowser.open(listening.address)
    listening.run()


def _certificate(
    host: str, certificate: Path | None, key: Path | None, *, behind_proxy: bool
) -> tuple[Path, Path] | None:
    """The files of TLS. GetpageError where others could listen in."""
    if (certificate is None) is not (key is None):
        raise GetpageError("--certificate and --key go together", Without(("--certificate", "--key")))
    for path in (certificate, key):
        if path is not None and not path.is_file():
            message = f"{path}: no such file"
            raise GetpageError(message, command("ls -l", path.parent))
    if certificate is not None and key is not None:
        return certificate, key
    if host not in _LOOPBACK and not behind_proxy:
        message = (
            f"--host {host} is reached by other machines: it takes --certificate and --key, or "
            "--behind-proxy where the site's own proxy has TLS and users"
        )
        raise GetpageError(message, Without(("--host",)))
    return None


def _has_desktop() -> bool:
    """Whether somebody sits before it who has a browser."""
    if not sys.stdout.isatty() or os.environ.get("SSH_CONNECTION"):
        return False
    return sys.platform == "darwin" or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
