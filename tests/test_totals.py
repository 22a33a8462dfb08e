"""The numbers over all of the site stand in the result, and so in every form of it."""

from __future__ import annotations

import pytest

from getpage import report
from getpage.answers import totals
from getpage.core.names import Image
from getpage.result import Account, Finding, Kind, Line, Place, Result, Severity, Total
from named import thing

GIB = 1 << 30


def finding(obj: str, kind: Kind = Kind.SHORTAGE, **more) -> Finding:
    values = {"check": "c", "object": thing("mq", obj), "severity": Severity.WARNING, "claim": ""}
    return Finding(kind=kind, **values | more)


def free(image: str, size: int) -> Account:
    line = Line(holder="available", bytes=size, place=Place.REAL)
    return Account(of=Image(image), lines=(), free_at_minimum=(line,))


def test_what_is_short_counts_an_object_once_and_says_of_how_many_it_is_known():
    short = [
        finding("MQ1A pool 1", storage_bytes=GIB),
        finding("MQ1A pool 1", storage_bytes=2 * GIB, severity=Severity.CRITICAL),
        finding("MQ1A pool 2"),
        finding("MQ1A pool 3", storage_bytes=GIB, severity=Severity.INFO),
    ]
    assert totals(short, ()) == (
        Total(
            label="Short",
            value=2 * GIB,
            unit="bytes",
            whose="known for 1 of 2 objects that are short",
            severity=Severity.CRITICAL,
        ),
    )


def test_that_nobody_knows_how_much_is_short_is_no_number():
    (total,) = totals([finding("MQ1A pool 1")], ())
    assert (total.value, total.whose) == (None, "of 1 object that is short; by how much is not known")


def test_free_is_that_of_the_image_with_least_and_waiting_that_of_the_object_with_most():
    waits = [
        finding("MQ1A pool 1", Kind.RISK, delay_seconds=90.0),
        finding("MQ1A pool 2", Kind.RISK, delay_seconds=60.0),
    ]
    found = totals(waits, [free("SYSA", 3 * GIB), free("SYSB", GIB)])
    assert [(one.label, one.value, one.whose) for one in found] == [
        ("Free at its minimum", GIB, "on SYSB; SYSA 3 GiB"),
        ("Work waited", 90.0, "for MQ1A pool 1, most of all"),
    ]


@pytest.mark.parametrize("form", ["table", "md", "html"])
def test_the_numbers_stand_before_the_answers_in_every_form_for_people(form):
    total = Total(label="Wasted", value=3 * GIB, unit="bytes", whose="by 2 objects")
    result = Result(window_first=None, window_last=None, short=("S.",), wasted=(), do=(), totals=(total,))
    text = report.render(result, form)
    assert "3 GiB" in text[: text.index("S.")]
    assert "by 2 objects" in text[: text.index("S.")]
