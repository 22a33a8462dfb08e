"""The numbers over all of the site stand in the result, and so in every form of it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from getpage import report
from getpage.answers import totals
from getpage.contract.storage import RealStorage
from getpage.core.names import Image, Object, Subsystem
from getpage.ledger.room import FreeStorage
from getpage.result import Account, Finding, Kind, Line, Place, Result, Severity, Total
from named import thing

GIB = 1 << 30


def finding(obj: str, kind: Kind = Kind.SHORTAGE, **more) -> Finding:
    values = {"check": "c", "object": thing("mq", obj), "severity": Severity.WARNING, "claim": ""}
    return Finding(kind=kind, **values | more)


def free(image: str, size: int) -> Account:
    line = Line(holder="available", bytes=size, place=Place.REAL)
    return Account(of=Image(image), lines=(), free_at_minimum=(line,))


def storage(image: str, size: int, reserve: int, **columns) -> FreeStorage:
    entry = RealStorage(
        image=Image(image), installed=64 * GIB, free=size, reserve=reserve, facts={}, **columns
    )
    return FreeStorage(Image(image), entry)


def test_what_is_short_counts_an_object_once_and_adds_up_no_storage_of_different_kinds():
    short = [
        finding("MQ1A pool 1", storage_bytes=GIB),
        finding("MQ1A pool 1", storage_bytes=2 * GIB, severity=Severity.CRITICAL),
        finding("MQ1A pool 2"),
        finding("MQ1A pool 3", storage_bytes=GIB, severity=Severity.INFO),
    ]
    [total] = totals(short, ())
    assert (total.label, total.value, total.unit, total.severity) == (
        "Short",
        2,
        "objects",
        Severity.CRITICAL,
    )


def test_real_storage_that_is_short_is_what_images_lack_of_their_reserve_at_the_minimum():
    rooms = [
        storage("SYSA", GIB, 3 * GIB),
        storage("SYSB", 9 * GIB, 3 * GIB),
        storage("SYSC", 0, GIB, free_is_average=True),
    ]
    [total] = totals([], (), rooms)
    assert (total.label, total.value) == ("Real storage short", 2 * GIB)
    assert total.whose.endswith(" on SYSA")


def test_what_guests_waste_is_not_added_to_what_z_os_wastes():
    guest = Account(of=Image("LNX1"), lines=(Line(holder="used", bytes=GIB, place=Place.GUEST),))
    huge = finding("huge pages", Kind.WASTE, storage_bytes=GIB, object=thing("linux", "LNX1"))
    pool = finding("MQ1A pool 1", Kind.WASTE, storage_bytes=2 * GIB)
    actual = totals([replace(huge, object=Object(Subsystem("linux", Image("LNX1")))), pool], [guest])
    [total] = [item for item in actual if item.label == "Wasted"]
    assert (total.label, total.value) == ("Wasted", 2 * GIB)


def test_free_is_that_of_the_image_with_least_and_waiting_that_of_the_object_with_most():
    waits = [
        finding("MQ1A pool 1", Kind.RISK, delay_seconds=90.0),
        finding("MQ1A pool 2", Kind.RISK, delay_seconds=60.0),
    ]
    actual = totals(waits, [free("SYSA", 3 * GIB), free("SYSB", GIB)])
    assert [(item.label, item.value, item.whose) for item in actual] == [
        ("Free at its minimum", GIB, "on SYSB; SYSA 3 GiB"),
        ("Work waited", 90.0, "for MQ1A pool 1, the longest"),
    ]


@pytest.mark.parametrize("form", ["table", "md", "html"])
def test_the_numbers_stand_before_the_answers_in_every_form_for_people(form):
    total = Total(label="Wasted", value=3 * GIB, unit="bytes", whose="by 2 objects")
    result = Result(window_first=None, window_last=None, verdict=("S.",), totals=(total,))
    text = report.render(result, form)
    assert "3 GiB" in text[: text.index("S.")]
    assert "by 2 objects" in text[: text.index("S.")]
