"""What is wrong with the sorts."""

from __future__ import annotations

from ..planted import Planted

TRUTHS = (
    Planted(
        "DFSORT",
        "work",
        "undersized",
        "EXPMAX=512 leaves 11.2 GiB of three sorts at 2 in the morning on disk, while more than 30 GiB are "
        "free.",
        ("sort-work-on-disk work",),
    ),
    Planted(
        "DFSORT",
        "STOCKRPT.SORT1",
        "own options",
        "MOSIZE=0, HIPRMAX=0 and DSPSIZE=0 of one step keep the 4.6 GiB of its two sorts on disk, which need "
        "no more than 2.7 GiB at a time, as one begins when the other has ended.",
        ("sort-step-options STOCKRPT.SORT1",),
    ),
    Planted(
        "DFSORT",
        "ORDMERG.SORT1",
        "unknown size",
        "An exit (E15) hands 10 million records to the sort, which cannot know that before.",
        ("sort-unknown-size ORDMERG.SORT1",),
    ),
)
