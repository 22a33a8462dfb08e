"""The command line. `app` has what the verbs share; each verb is a file of its own."""

from getpage.cli import check, curve, demo, explain, fields, inspect, layout, ledger, load, prove, report, sql  # noqa: F401 - registers the verbs
from getpage.cli.app import app, main

__all__ = ["app", "main"]
