"""getpage settings: what a site decided beside its store."""

from __future__ import annotations

from typing import Annotated

from cyclopts import Parameter

from getpage.app.settings import SettingsRequest, settings
from getpage.cli.app import Form
from getpage.cli.output import Format, rows
from getpage.cli.request_command import request_command
from getpage.products.registry import thresholds


@request_command(SettingsRequest)
def settings_command(
    request: SettingsRequest,
    *,
    all: Annotated[bool, Parameter(help="Show the thresholds that can be set.", negative="")] = False,
    format: Form = Format.TABLE,
) -> None:
    """Show the settings of a site, which stand in getpage.toml in the store, and check them.

    A finding that the site accepts is a note until a day, in every verb, and asks for nothing. Waste below
    least_waste is a note. Weights count in every plan as those of --weight. Findings of a subsystem show the
    name of its application. A plan that takes or buys storage (--take, --buy) says what it costs by the price
    of a GiB.

        least_waste = "256M"

        [price]

        currency = "EUR"

        gib = 150

        [weights]

        "SYSA.MQA1" = 3

        [applications]

        "SYSA.CICSPAY1" = "Payments"

        [[accept]]

        check = "zos-free-storage"

        object = "SYSB"

        until = 2027-01-01

        reason = "batch runs there until the new machine comes"

        [[threshold]]

        check = "mq-pool-undersized"

        name = "used"

        value = "92 %"

        object = "SYSA.MQA1"

        reason = "its batch fills the pools every night"

    A threshold is of a system, a subsystem or an object; without an object it is of all. Then:

        getpage settings prod

    All thresholds that can be set this way, with their values and sources:

        getpage settings prod --all
    """
    site = settings(request)
    if all:
        movable = [(each.check, each.name, each.written(), each.of, each.source) for each in thresholds()]
        heads = ("check", "threshold", "value", "of", "source")
        rows("Thresholds that a site can set", heads, movable, format, or_one_by_one=True)
        return
    data = [
        *((name, "", of, value, "", "") for name, of, value in site.sizes_and_names),
        *(
            ("threshold", each.threshold.check, each.object, each.written, "", each.reason)
            for each in site.thresholds.of_site
        ),
        *(("accept", e.check, e.object, "", str(e.until), e.reason) for e in site.accepted),
    ]
    about = "" if data else f"No settings: there is no getpage.toml in {request.store}, or nothing in it."
    columns = ("setting", "check", "object", "value", "until", "reason")
    rows("Settings of the site", columns, data, format, about=about)
