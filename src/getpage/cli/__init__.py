"""The command line. `app` has what the verbs share; each verb is a file of its own."""

from getpage.cli import (  # noqa: F401 - registers the verbs
    check,
    curve,
    demo,
    explain,
    fields,
    forecast,
    inspect,
    layout,
    ledger,
    load,
    plan,
    prove,
    report,
    sql,
)
from getpage.cli.app import app, main

__all__ = ["app", "main"]
