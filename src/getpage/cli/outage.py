"""getpage outage: what a stopped consumer does to a buffer pool."""

from __future__ import annotations

from getpage.app.outage import OutageRequest, outage
from getpage.cli.app import Form
from getpage.cli.output import Format, show
from getpage.cli.progress import looking
from getpage.cli.request_command import request_command
from getpage.contract.outage import BACKLOG, DRAIN, POOL


@request_command(OutageRequest, BACKLOG, POOL, DRAIN)
def outage_command(request: OutageRequest, *, format: Form = Format.TABLE) -> int:
    """Say how long an MQ buffer pool holds messages that nothing gets, when it starts to write to its page
    sets, and how long the drain takes.

    From numbers alone: a channel that is down for ten minutes, with 1,000 messages of 2,000 bytes per second:

        getpage outage --rate 1000 --size 2000 --for 10m --buffers 200k --sizes 200k,1M

    For a pool in a store or in files. Its size, page sets, their times, the rate of the busiest interval
    and pages per message come from the evidence, unless options give them:

        getpage outage prod --pool SYSA.MQA1.3 --for 2h

        getpage outage SMF.DUMP --pool MQA1.3 --rate 500 --size 10K --messages 500k --commit 200

    Prints what it rests on with its source, and the same outage at other sizes. It is a model: its limits and
    what it reproduces of published measurements stand in docs/models/outage.md. Exit codes: 2 input that
    cannot be used, 3 not enough evidence.
    """
    with looking("reading") as seen:
        result = outage(request, seen.watch)
    show(result, format)
    return seen.code
