"""An image that became short of real storage: what happened, in order of time, cause first."""

from __future__ import annotations

import sample_site
from getpage import report
from getpage.report.common.screen import Extent, Screen


def test_the_account_of_the_sample_site_goes_from_the_sort_to_the_qr_tcb():
    (incident,) = sample_site.checked().incidents
    assert str(incident.image) == "SYSA"
    assert f"{incident.start:%H:%M} {incident.end:%H:%M}" == "01:00 01:15"
    account = [(step.object, step.what) for step in incident.steps]
    assert account[0] == ("STMTSORT", "begins to hold 14.3 GiB")
    assert account[1:] == [
        ("SYSA", "free at minimum 23.4 MiB, 14.2 GiB before"),
        ("SYSA", "demand paging 260 pages/s, 0 pages/s before"),
        ("SYSA.CICSPAY3 QR TCB", "QR ratio 3.21 %"),
    ]
    assert [step.event for step in incident.steps] == [True, False, False, False]


def test_its_finding_tells_it_on_a_terminal_and_the_page_draws_it():
    result = sample_site.checked()
    lines = report.render(result, "table", screen=Screen(), extent=Extent(only="1"))
    places = [lines.index(words) for words in ("begins to hold", "demand paging 260", "QR ratio")]
    assert places == sorted(places)
    assert "begins to hold" not in report.render(result, "table", extent=Extent(only="2"))
    assert 'class="lanes"' in report.render(result, "html")
