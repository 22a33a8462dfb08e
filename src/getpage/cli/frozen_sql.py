"""getpage sql for the page: a query over a store as it was when the page began.

What: `python -m getpage.cli.frozen_sql FORM STORE QUERY`, with the store's catalog on standard input.
Why: the page shows the store as it was, and a query beside it must not see what was loaded since.
Limits: of the page's own processes only, which hand over their catalog by pickle.
"""

from __future__ import annotations

import pickle
import sys
from pathlib import Path

from getpage.cli.app import refuse
from getpage.cli.boundary import unforeseen
from getpage.cli.output import Format, open_streams
from getpage.cli.sql import answer_query
from getpage.core.errors import GetpageError
from getpage.evidence.store import Store


def main(form: str, store: str, query: str) -> int:
    """Answer one query; the exit code is that of `getpage sql`."""
    open_streams()
    try:
        frozen = pickle.load(sys.stdin.buffer)
        answer_query(Store(Path(store), frozen=frozen), query, Format(form))
    except GetpageError as error:
        return refuse(error.problem, code=error.exit_code)
    except Exception as error:
        return unforeseen(error, ("sql",), ("sql",))
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
