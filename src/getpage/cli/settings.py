"""getpage settings: what a site decided beside its store."""

from __future__ import annotations

from getpage.app.settings import SettingsRequest, settings
from getpage.cli.app import Form
from getpage.cli.output import Format, rows
from getpage.cli.request_command import request_command


@request_command(SettingsRequest)
def settings_command(request: SettingsRequest, *, format: Form = Format.TABLE) -> None:
    """Show the settings of a site, which stand in getpage.toml in the store, and check them.

    A finding that the site accepts is a note until a day, in every verb, and asks for nothing:

        [[accept]]

        check = "zos-free-storage"

        object = "SYSB"

        until = 2027-01-01

        reason = "batch runs there until the new machine comes"

    Then:

        getpage settings prod
    """
    accepted = settings(request).accepted
    data = [(entry.check, entry.object, str(entry.until), entry.reason) for entry in accepted]
    about = "" if data else f"No settings: {request.store}/getpage.toml accepts no finding."
    rows("Accepted findings", ("check", "object", "until", "reason"), data, format, about=about)
