"""The command line. `app` has what the verbs share; each verb is a file of its own, imported when it is
called: help and version wait for nothing.
"""

from pathlib import Path

from cyclopts import App

from getpage.cli.app import app, main
from getpage.core.source import docstring_of


def _add(parent: App, name: str, module: str) -> None:
    """Add a verb under the docstring of its function."""
    function = f"{name}_command"
    parent.command(
        f"getpage.cli.{module}:{function}",
        name=name,
        help=docstring_of(Path(__file__).with_name(f"{module}.py"), function),
        help_format="markdown",
    )


for _verb in (
    "alerts",
    "changes",
    "check",
    "collect",
    "completion",
    "consolidate",
    "curve",
    "demo",
    "drop",
    "explain",
    "export",
    "fields",
    "forecast",
    "inspect",
):
    _add(app, _verb, _verb)

_layout = App(
    name="layout", help="Layouts of your own release, from the assembler listings or ADATA of IBM's macros."
)
_add(_layout, "import", "layout")
app.command(_layout)

for _verb in (
    "ledger",
    "load",
    "outage",
    "plan",
    "prove",
    "report",
    "serve",
    "settings",
    "sql",
    "switches",
    "trend",
    "unpack",
    "verify",
):
    _add(app, _verb, _verb)

__all__ = ["app", "main"]
