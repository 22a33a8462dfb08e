"""Sentences of a page: a figure and its unit stay together, and nothing else is changed."""

import html

from hypothesis import given
from hypothesis import strategies as st

from getpage.report.common.pages import prose


def test_a_figure_and_its_unit_stay_together():
    assert (
        prose("took 12 h 48 min for 5.8 % of 40 GiB")
        == "took 12&nbsp;h 48&nbsp;min for 5.8&nbsp;% of 40&nbsp;GiB"
    )


def test_commands_and_words_are_as_they_were():
    for item in ("-Xms711m -Xmx4096m", "ALTER BUFFPOOL(4) BUFFERS(120000)", "2 BP5 pools", "10 minutes"):
        assert prose(item) == item


@given(st.text())
def test_a_sentence_is_escaped_and_reads_as_before(said):
    result = str(prose(said))
    assert not set("<>\"'") & set(result)
    assert html.unescape(result).replace("\xa0", " ") == said.replace("\xa0", " ")
