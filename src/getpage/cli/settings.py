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
    """Show what a site decided (getpage.toml in the store), and check it.

    A finding that the site accepts is a note until its day, in every verb. A threshold applies to an object,
    a subsystem or a system; without an object, it applies to all. Waste below least_waste is a note. The
    prices of a GiB (plan --take, --buy) and of an MSU and month are what plans calculate with, weights count
    like those of --weight, and findings show the application of their subsystem. As one line each:

        least_waste = "256M"

        price = { currency = "EUR", gib = 150, msu = 300 }

        weights = { "SYSA.MQA1" = 3 }

        applications = { "SYSA.CICSPAY1" = "Payments" }

        accept = [{ check = "zos-free-storage", object = "SYSB", until = 2027-01-01, reason = "..." }]

        threshold = [{ check = "mq-pool-undersized", name = "used", value = "92 %", reason = "..." }]

    docs/reference/settings.md has every entry. To check the file, and to list all thresholds:

        getpage settings prod

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
