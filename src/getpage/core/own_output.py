"""The mark of getpage's own outputs, so that a report left among the evidence is not read as evidence.

A report quotes messages and recommends commands. Read as a log, it would turn its own advice into settings of
the site. Texts, pages and members carry `MARK`. JSON and CSV have no place for a comment and need none:
neither indented JSON nor a table with commas is printed evidence, whoever wrote it.

Limits: what was cut, so that neither its first nor its last line is left, is not known again.
"""

from __future__ import annotations

import csv
import re
from typing import Final

#: A line of its own: the first of a member (as a comment) and of Markdown, the last of a text for a terminal.
MARK: Final = "getpage output, not evidence"
#: In the head of a page.
PAGE_MARK: Final = '<meta name="generator" content="getpage">'

#: The mark within the comments of any language, and behind it the sequence numbers of a card image.
_MARKED: Final = re.compile(rf"\W*{MARK}[\W\d]*")
#: Before there was a mark: in the head of a page, and in the first comments of a member.
_OLD_PAGE: Final = "style-src 'unsafe-inline'; img-src data:"
_OLD_MEMBER: Final = re.compile(r"For \S+, from getpage plan\.|Takes back what \S+ did, last change first\.")
_OLD_MEMBER_WORDS: Final = ("getpage", "Takes")
_OLD_MEMBER_LINES: Final = 4
_INDENTED_JSON: Final = re.compile(r"\s*[\[{][ \t]*\r?\n[ \t]+[\"\[{]")
_HEADING: Final = re.compile(r"[A-Za-z_][\w .%/#()-]*")
#: A text without any of these words is no output, unless it is JSON or a table.
OUTPUT_WORDS: Final = (*_OLD_MEMBER_WORDS, _OLD_PAGE)
#: Rows of a table that are looked at.
_ROWS: Final = 50


def own_output(head: str, tail: str) -> str:
    """Why a text that begins with `head` and ends with `tail` is no evidence but an output; empty if it may
    be evidence. `tail` may be the same text as `head`.
    """
    first = head.lstrip("\ufeff\r\n ").split("\n", 1)[0]
    if _MARKED.fullmatch(first) or _MARKED.fullmatch(tail.rstrip().rpartition("\n")[2]):
        return "an output of getpage, which is no evidence"
    if PAGE_MARK in head or _OLD_PAGE in head:
        return "a page that getpage wrote, which is no evidence"
    if any(word in head for word in _OLD_MEMBER_WORDS) and _OLD_MEMBER.search(" ".join(_comments(head))):
        return "a member that getpage plan wrote, which is no evidence"
    if _INDENTED_JSON.match(head):
        return "JSON, as getpage and other programs write results; it is no evidence"
    if _is_csv(head):
        return (
            "a table (CSV), which is no evidence; a table of runs is for getpage prove and getpage forecast, "
            "one of page references for getpage curve"
        )
    return ""


def _comments(head: str) -> list[str]:
    """The words of the first lines, without the marks of comments."""
    lines = head.split("\n", _OLD_MEMBER_LINES)[:_OLD_MEMBER_LINES]
    return [word for line in lines for word in line.strip(" */-#\r").split()]


def _is_csv(head: str) -> bool:
    """Whether a text is a table with commas: headings that are names, and rows of as many cells."""
    heading = head.lstrip("\ufeff").split("\n", 1)[0]
    if "," not in heading:
        return False
    try:
        rows = [row for row, _ in zip(csv.reader(head.splitlines(keepends=True)), range(_ROWS), strict=False)]
    except csv.Error:
        return False
    names = [name.strip().lstrip("\ufeff") for name in rows[0]]
    if len(set(names)) < len(names) or not all(map(_HEADING.fullmatch, names)):
        return False
    whole = rows[1:] if len(rows) == _ROWS else rows[1:-1] or rows[1:]  # the last one may be cut off
    return bool(whole) and all(len(row) == len(names) for row in whole if row)
