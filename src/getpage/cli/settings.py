"""getpage settings: what a site decided beside its store."""

from __future__ import annotations

from getpage.app.settings import SettingsRequest, settings
from getpage.cli.app import Form
from getpage.cli.output import Format, rows
from getpage.cli.request_command import request_command


@request_command(SettingsRequest)
def settings_command(request: SettingsRequest, *, format: Form = Format.TABLE) -> None:
    """Show the settings of a site, which stand in getpage.toml in the store, and check them.

    A finding that the site accepts is a note until a day, in every verb, and asks for nothing. Waste below
    least_waste is a note. Weights count in every plan as those of --weight. Findings of a subsystem show the
    name of its application.

        least_waste = "256M"

        [weights]

        "SYSA.MQA1" = 3

        [applications]

        "SYSA.CICSPAY1" = "Payments"

        [[accept]]

        check = "zos-free-storage"

        object = "SYSB"

        until = 2027-01-01

        reason = "batch runs there until the new machine comes"

    Then:

        getpage settings prod
    """
    site = settings(request)
    data = [
        *((name, "", of, value, "", "") for name, of, value in site.sizes_and_names),
        *(("accept", e.check, e.object, "", str(e.until), e.reason) for e in site.accepted),
    ]
    about = "" if data else f"No settings: there is no getpage.toml in {request.store}, or nothing in it."
    columns = ("setting", "check", "object", "value", "until", "reason")
    rows("Settings of the site", columns, data, format, about=about)
