"""The command line: what the verbs share, and how they end.

Exit codes: 0 well; 1 findings at or above --fail-on; 2 input that cannot be used; 3 not enough evidence.
"""

from __future__ import annotations

import sys
from typing import Annotated

from cyclopts import App, CycloptsError, Parameter

from getpage import _native
from getpage.cli.output import Format, note, stop_output
from getpage.core.errors import GetpageError

app = App(
    name="getpage",
    version=_native.VERSION,
    help="""What would more memory do for this z/OS system, where should the next
gigabyte go, and did the change work?

Reads what a site already has (SMF dumps of MQ and Db2, z/OS and RMF reports,
traces of page references, job logs and command output; in any framing, gzip or
zstd) and says where real storage is short or wasted, and which commands put it
right. It runs on your own machine, offline, and changes nothing: it prints
commands.

Start with:

    getpage inspect DUMP              what is in this file, and is it whole?

    getpage report DUMP -o out.html   findings, commands and pictures on a page

    getpage load DUMP --into prod     keep evidence; every verb reads the store

Then, with a store:

    getpage plan prod --add SYSA=64G         where the next gigabyte goes

    getpage forecast prod --change BP1=x2    what another size brings

    getpage prove prod new-prod              did the change work?

Exit codes: 0 well, 1 findings at or above --fail-on, 2 input that cannot be used, 3 not enough evidence.""",
    help_format="plaintext",  # of the verbs markdown, whose parser takes longer to load than this takes
    # Nothing is the default of most options, and saying so helps nobody.
    default_parameter=Parameter(
        show_default=lambda value: None if value is False or value in ((), "") else value
    ),
)

Form = Annotated[
    Format, Parameter(name="--format", help="table for people; json, csv, md for programs and documents.")
]


def main() -> None:
    """Run the command line; the exit code tells how it went."""
    code = _run()
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        stop_output()
    sys.exit(code)


def _run() -> int:
    try:
        code = app(result_action="return_value", exit_on_error=False)
    except CycloptsError:  # cyclopts has said what is wrong with the command
        return 2
    except _native.DefectError as error:
        note(f"getpage: {error}")
        return 2
    except GetpageError as error:
        note(f"getpage: {error}")
        return error.exit_code
    except KeyboardInterrupt:
        note("getpage: stopped; nothing was changed")
        return 130
    except SystemExit as end:  # rich ends with 1 where the reader of its help had enough
        if isinstance(end.__context__, BrokenPipeError):
            return 0
        raise
    return code if isinstance(code, int) else 0
