"""Marks: no reader begins at a line, or takes word from one, that holds none of the marks it states."""

import inspect
import re
import sys
from types import ModuleType

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from examples import examples
from getpage.contract.printed import PrintedLine, Sink
from getpage.evidence.text import prefix
from getpage.evidence.text.assemble import Readers
from getpage.evidence.text.prefix import Prefixed
from getpage.products import registry

MESSAGES = [reader for product in registry.PRODUCTS for reader in product.printed().messages]
REPORTS = [reader for product in registry.PRODUCTS for reader in product.printed().reports]
READERS: list[ModuleType] = [*MESSAGES, *REPORTS]
QUOTED = re.compile(r"`([^`]+)`")
INDENTED = re.compile(r"^    +(\S.*)$", re.MULTILINE)


def parts(reader: ModuleType) -> list[ModuleType]:
    """A reader, and the modules of its own folder that it reads with."""
    folder = reader.__name__.rpartition(".")[0] + "."
    collected, left = [], [reader]
    while left:
        pop = left.pop()
        if pop not in collected:
            collected.append(pop)
            left += [m for m in vars(pop).values() if inspect.ismodule(m) and m.__name__.startswith(folder)]
            sources = {getattr(v, "__module__", "") or "" for v in vars(pop).values()}
            left += [sys.modules[name] for name in sources if name.startswith(folder)]
    return collected


def sample_lines(reader: ModuleType) -> list[str]:
    """The lines that the docstrings of a reader show."""
    texts = [part.__doc__ or "" for part in parts(reader)]
    lines = [line for text in texts for line in (*INDENTED.findall(text), *QUOTED.findall(text))]
    return list(dict.fromkeys(lines))


EXAMPLES = {reader: sample_lines(reader) for reader in READERS}
EVERY = sorted({line for lines in EXAMPLES.values() for line in lines})


def begins(reader: ModuleType, text: str) -> bool:
    """Whether a reader opens something at a line, or leaves word for the lines after it."""
    sink = Sink()
    begin = reader.begin(PrintedLine(0, 1, text, bare=False), sink)
    opened = begin[0] if isinstance(begin, tuple) else begin
    return opened is not False or bool(sink.rows or sink.damage or sink._remembered)


def squeezed(text: str) -> str:
    return "".join(text.upper().split())


def holds(reader: ModuleType, text: str) -> bool:
    return any(mark in text.upper() for mark in reader.MARKS)


@pytest.mark.parametrize(
    "reader", READERS, ids=lambda reader: reader.__name__.removeprefix("getpage.products.")
)
def test_a_reader_begins_at_a_line_that_its_own_docstring_shows(reader):
    assert any(begins(reader, line) for line in EXAMPLES[reader])


@pytest.mark.parametrize(
    "reader", READERS, ids=lambda reader: reader.__name__.removeprefix("getpage.products.")
)
def test_each_mark_stands_in_a_line_that_the_docstring_shows(reader):
    shown = [squeezed(line) for line in EXAMPLES[reader]]
    assert [mark for mark in reader.MARKS if not any(squeezed(mark) in line for line in shown)] == []


@settings(deadline=None, max_examples=examples(300))
@given(st.data())
def test_no_reader_begins_at_a_line_without_one_of_its_marks(data):
    line = data.draw(st.sampled_from(EVERY))
    words = re.split(r"([ \t]+)", line)
    words[1::2] = [data.draw(st.sampled_from([gap, " ", "  ", "\t", " \t"])) for gap in words[1::2]]
    if data.draw(st.booleans()):
        words.pop(data.draw(st.integers(0, len(words) - 1)))
    text = "".join(words)
    text = data.draw(st.sampled_from([text, text.lower(), text.title(), f"  {text}", f"{text} "]))
    for reader in READERS:
        assert holds(reader, text) or not begins(reader, text), (reader.__name__, text)


def test_a_forgotten_mark_is_found():
    class Forgetful:
        MARKS = ()
        begin = staticmethod(REPORTS[0].begin)

    line = next(line for line in EXAMPLES[REPORTS[0]] if begins(REPORTS[0], line))
    assert begins(Forgetful, line)
    assert not holds(Forgetful, line)
    assert not Readers([]).may_begin(line)


@pytest.mark.parametrize(
    "line",
    [
        "1                    J E S 2  J O B  L O G  --  S Y S T E M  S Y 1  --  N O D E  N 1",
        "---- TUESDAY,   08 DEC 2015 ----",
    ],
)
def test_what_the_job_log_itself_prints_is_let_through(line):
    assert prefix.JobLog().reads(Prefixed(line))
    assert Readers([]).may_begin(line)
