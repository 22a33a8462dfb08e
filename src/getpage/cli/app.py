"""The command line: what the verbs share, and how they end.

Exit codes: 0 well; 1 findings at or above --fail-on; 2 input that cannot be used; 3 not enough evidence; 70 a
defect of getpage (EX_SOFTWARE of sysexits.h); 130 stopped.
"""

from __future__ import annotations

import gc
import os
import sys
from typing import Annotated

from cyclopts import App, CycloptsError, Parameter

from getpage import _native
from getpage.cli.output import Format, end_of_text, note, open_streams, stop_output, write
from getpage.core.errors import GetpageError
from getpage.core.hadoop import with_namenode

app = App(
    name="getpage",
    version=_native.VERSION,
    help="""What would more memory do for this z/OS system, where should the next
gigabyte go, and did the change work?

Reads what a site already has (SMF dumps of MQ, Db2, CICS and z/OS, reports of
RMF and CICS, logs of Java's garbage collection, traces of page references, job
logs and command output; in any framing, tersed, transmitted or compressed, in
ZIP or tar) and says where real storage is short or wasted, and which commands
correct it. It runs on your own machine, offline, and changes nothing: it
prints commands.

Start with:

    getpage inspect DUMP              what is in this file, and is it whole?

    getpage report DUMP -o out.html   findings, commands and pictures on a page

    getpage load DUMP --into prod     keep evidence; every verb reads the store

Then, with a store:

    getpage plan prod --add SYSA=64G         where the next gigabyte goes

    getpage forecast prod --change BP1=x2    what another size changes

    getpage prove prod new-prod              did the change work?

Exit codes: 0 success, 1 findings at or above --fail-on, 2 input that cannot be used,
3 not enough evidence, 70 a defect of getpage, 130 stopped.""",
    suppress_keyboard_interrupt=False,  # which would end without a word
    help_format="plaintext",  # of the verbs markdown, whose parser takes longer to load than this takes
    # Nothing is the default of most options, and saying so helps nobody.
    default_parameter=Parameter(
        show_default=lambda value: None if value is False or value in ((), "") else value
    ),
)

#: Polars allocates from several arenas for each processor (jemalloc, which reads this when Polars is loaded):
#: each keeps what was freed in it, so that memory would grow with the processors.
_ONE_ARENA = ("_RJEM_MALLOC_CONF", "narenas:1")

#: One thread multiplies matrices (OpenBLAS reads this when NumPy is loaded): several wait for each other in a
#: loop for longer than the small ones here take, and the last digit depends on how many there are.
_ONE_THREAD = ("OPENBLAS_NUM_THREADS", "1")

#: Objects that are made before Python looks for cycles among them: an answer makes a million small ones that
#: live as long as it does, and looking at them every 700 took a tenth of the time.
_SELDOM = 200_000

Form = Annotated[
    Format, Parameter(name="--format", help="table for people; json, csv, md for programs and documents.")
]

#: How much of a result a terminal shows; every other form has all of it.
Everything = Annotated[
    bool, Parameter(name="--all", negative="", help="Print everything, not the first lines.")
]
Top = Annotated[int, Parameter(name="--top", help="Lines of each list to print.")]
#: Rows of each list that fit a screen of sixty lines with what stands around them.
FIRST_ROWS = 15


def main() -> None:
    """Run the command line; the exit code tells how it went."""
    os.environ.setdefault(*_ONE_ARENA)
    os.environ.setdefault(*_ONE_THREAD)
    gc.set_threshold(_SELDOM)
    open_streams()
    code = run_command(sys.argv[1:])
    try:
        end_of_text()
        sys.stdout.flush()
    except BrokenPipeError:
        stop_output()
    except GetpageError as error:
        code = refuse(error.problem, error.next_step)
        stop_output()
    # What is left goes with the process: looking for cycles in it first took a tenth of the time of a report.
    # The bindings of DuckDB complain of what is not freed.
    if "duckdb" not in sys.modules:
        gc.freeze()
    sys.exit(code)


def run_command(words: list[str]) -> int:
    """The exit code of a command; what was foreseen is a sentence, anything else a defect."""
    if not words:
        from getpage.cli.welcome import welcome

        write(welcome())
        return 0
    try:
        words = [with_namenode(word) for word in words]
        code = app(words, result_action="return_value", exit_on_error=False, print_error=False)
    except CycloptsError as error:
        from getpage.cli.next_command import next_step, usage_error

        usage = usage_error(error, words, app)
        return refuse(usage.problem, next_step(usage, words))
    except GetpageError as error:
        from getpage.cli.next_command import next_step

        return refuse(error.problem, next_step(error, words), error.exit_code)
    except KeyboardInterrupt:
        return refuse("stopped; nothing was changed", code=130)
    except SystemExit as end:  # rich ends with 1 where the reader of its help had enough
        if isinstance(end.__context__, BrokenPipeError):
            return 0
        raise
    except BaseException as error:  # a panic of a library is no Exception
        from getpage.cli.boundary import unforeseen

        return unforeseen(error, words, tuple(app))
    return code if isinstance(code, int) else 0


def refuse(problem: str, step: str = "", code: int = 2) -> int:
    """Say why a command ends as it does and what to enter next, and give its exit code."""
    note(f"getpage: {problem}")
    if step:
        note(f"Next: {step}")
    return code
