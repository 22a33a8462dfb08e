"""Numbers, times and text as people read them."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone

import pytest

from getpage.core import numbers, text
from getpage.products import registry

NOON = datetime(2026, 3, 12, 12)


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (0, "0 B"),
        (1_023, "1,023 B"),
        (4_096, "4 KiB"),
        (49_000 * 4_096, "191 MiB"),
        (3 << 29, "1.5 GiB"),
        (-(1 << 20), "−1 MiB"),
        (5_000 << 40, "5,000 TiB"),
    ],
)
def test_storage_is_in_one_unit_system(value, words):
    assert numbers.storage(value) == words


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (0, "0"),
        (1_158_203, "1,158,203"),
        (-5, "−5"),
        (3.0, "3"),
        (0.000185, "0.000185"),
        (98.8, "98.8"),
        (1234567.891, "1,234,568"),
        (float("nan"), "not a number"),
        (float("-inf"), "not a number"),
    ],
)
def test_numbers_keep_their_digits(value, words):
    assert numbers.number(value) == words


@pytest.mark.parametrize(
    ("value", "words"),
    [(950, "950"), (12_500, "12.5k"), (3e6, "3M"), (0.25, "0.25"), (-2_000, "−2k"), (float("inf"), "?")],
)
def test_axis_numbers_are_short(value, words):
    assert numbers.compact(value) == words


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (0, "0 s"),
        (0.000185, "185 µs"),
        (0.25, "250 ms"),
        (12.0, "12 s"),
        (59.999, "60 s"),
        (900, "15 min"),
        (214.3, "3 min 34 s"),
        (5_400, "1 h 30 min"),
        (86_400, "24 h"),
        (-0.5, "−500 ms"),
    ],
)
def test_durations_choose_their_unit(value, words):
    assert numbers.seconds(value) == words


def test_a_change_of_storage_is_signed_and_counted_in_pages():
    assert numbers.storage_change(49_000 * 4_096) == "+191 MiB (49,000 pages of 4 KiB)"
    assert numbers.storage_change(-4_097) == "−4 KiB (about 1 page of 4 KiB)"
    assert numbers.storage_change(0) == "none"


def test_moments_in_utc_say_so_and_local_ones_are_bare():
    assert numbers.moment(NOON) == "2026-03-12 12:00"
    assert numbers.moment(NOON.replace(tzinfo=UTC)) == "2026-03-12 12:00 UTC"
    assert numbers.moment(NOON.replace(tzinfo=timezone(timedelta(hours=2)))) == "2026-03-12 10:00 UTC"
    assert numbers.moment(None) == "not known"


def test_a_span_within_a_day_names_the_day_once():
    assert numbers.span(NOON, NOON + timedelta(hours=1)) == "2026-03-12 12:00 to 13:00"
    assert numbers.span(NOON, None) == "2026-03-12 12:00"
    assert numbers.span(NOON, NOON.replace(tzinfo=UTC)) == "2026-03-12 12:00 to 2026-03-12 12:00 UTC"


@pytest.mark.parametrize(
    ("value", "unit", "words"),
    [
        (None, "s", "not in the record"),
        (True, "", "yes"),
        (12, "buffers", "12 buffers"),
        (98.8, "%", "98.8 %"),
        (189_792_256, "bytes", "189,792,256 B (181 MiB)"),
        (37, "count", "37"),
        ("ABOVE", "text", "ABOVE"),
    ],
)
def test_a_value_carries_its_unit(value, unit, words):
    assert numbers.value_with_unit(value, unit) == words


@pytest.mark.parametrize(
    ("product", "line"), [("mq", "* does it"), ("db2", "* does it"), ("zos", "/* does it */")]
)
def test_a_comment_is_one_in_the_language_of_the_products_commands(product, line):
    marks = registry.named(product).comments
    assert text.command_block(marks, [("DO IT", "does\nit")]) == f"DO IT\n{line}"


def test_a_comment_cannot_end_itself():
    assert text.command_block(text.CommentMarks("/* ", " */"), [("A", "x */ DROP")]) == "A\n/* x * / DROP */"


def test_long_comments_are_wrapped_before_column_72():
    block = text.command_block(text.CommentMarks("* "), [("A", "word " * 60)])
    assert max(map(len, block.split("\n"))) <= 71


def test_text_is_cut_with_an_ellipsis():
    assert text.shorten("a" * 50, 10) == "a" * 9 + "…"
    assert text.shorten("a\nb", 10) == "a b"
