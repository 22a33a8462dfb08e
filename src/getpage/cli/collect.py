"""getpage collect: what to run on z/OS so that there is evidence."""

from __future__ import annotations

from getpage.app.collect import CollectRequest, collect
from getpage.app.evidence import EVIDENCE
from getpage.cli.app import Form
from getpage.cli.output import Format, show
from getpage.cli.request_command import request_command


@request_command(CollectRequest, EVIDENCE)
def collect_command(request: CollectRequest, *, format: Form = Format.TABLE) -> int:
    """Print what to run on z/OS to collect evidence: traces and their intervals, jobs that copy and pack SMF
    records, commands whose replies to keep, and how to transfer it all.

        getpage collect --for mq,db2,zos --from 2026-05-21 --to 2026-05-21T24:00 --systems SYSA,SYSB

        getpage collect --for mq --smf SMF.DAILY.SYSA(0) --prefix IBMUSER > job.txt

    Without --for it prints every step that costs little. Name a single step, which may cost more, as the
    column "what would supply it" of a report does:

        getpage collect --for db2.pages,mq.tasks --logstream IFASMF.PERF

    Runs nothing and connects to nothing. docs/reference/collect.md has every step with its source.

    Exit code 2: a name or an option that cannot be used.
    """
    show(collect(request), format)
    return 0
