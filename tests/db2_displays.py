"""Displays beside records, as one evidence."""

from datetime import timedelta

import polars as pl

from db2_evidence import display, logged
from db2_records import START
from getpage.products.db2 import PRODUCT
from mq_evidence import Frames, from_records, from_text


def together(*evidence: Frames) -> Frames:
    """Records and displays as one evidence, the displays from a file of their own."""
    frames: dict[str, list[pl.DataFrame]] = {}
    for number, item in enumerate(evidence, 1):
        for table, frame in item.frames.items():
            frames.setdefault(table, []).append(frame.with_columns(pl.lit(number, pl.UInt32).alias("file")))
    return Frames({table: pl.concat(parts, how="diagonal_relaxed") for table, parts in frames.items()})


def shown_at(moment) -> Frames:
    return from_text(logged(display(), moment).replace("SY1 ", "SYS1"))


def shown_twice(**columns) -> Frames:
    """Displays of one pool at the start and an hour later, each of its own hour."""
    end = START + timedelta(hours=1)
    text = logged(display(**columns), START) + logged(display(hour=1, **columns), end)
    return from_text(text.replace("SY1 ", "SYS1"))


def beside(records: list[dict], shown: Frames):
    """What the rules say of records and a display of the same object, by check."""
    return {f.check: f for f in PRODUCT.analyse(together(from_records(*records), shown)).findings}
