"""What pages are drawn from: compiled once and kept, and columns that fit."""

from __future__ import annotations

import re
import sys
from importlib.resources import files

import pytest
from jinja2 import Environment

import test_report_data as data
from getpage import report
from getpage.report.common import pages


def test_the_appendix_is_printed_on_request_only():
    css = (files("getpage.report") / "templates" / "print.css").read_text(encoding="utf-8")
    assert "#appendix { display: none; }" in css
    assert '<body class="with-appendix">' in report.render(data.site(), "html", appendix=True)
    assert "<body>" in report.render(data.site(), "html")


def template(monkeypatch, compiled):
    """A page's template as a process that has just begun gets it."""
    pages.templates.cache_clear()
    try:
        with monkeypatch.context() as patch:
            patch.setattr(Environment, "_generate", compiled)
            return pages.templates().get_template("report.html")
    finally:
        pages.templates.cache_clear()


def test_a_template_is_compiled_once_and_kept_where_compiled_modules_are(monkeypatch, tmp_path):
    def refuse(*_, **__):
        raise AssertionError

    monkeypatch.setattr(sys, "pycache_prefix", str(tmp_path))
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    template(monkeypatch, Environment._generate)
    assert not list(tmp_path.iterdir())
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    template(monkeypatch, Environment._generate)
    assert list(tmp_path.rglob("*.cache"))
    template(monkeypatch, refuse)
    for kept in tmp_path.rglob("*.cache"):
        kept.write_bytes(b"not compiled")
    with pytest.raises(AssertionError):
        template(monkeypatch, refuse)


def test_where_nothing_can_be_kept_the_page_is_drawn_all_the_same(monkeypatch, tmp_path):
    (tmp_path / "file").touch()
    monkeypatch.setattr(sys, "pycache_prefix", str(tmp_path / "file"))
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    assert template(monkeypatch, Environment._generate)


def test_no_column_of_the_page_is_as_wide_as_the_longest_command_in_it() -> None:
    # A bare 1fr is no narrower than a command, which does not wrap: it goes beyond the screen of a telephone.
    css = (files("getpage.report") / "templates" / "style.css").read_text(encoding="utf-8")
    columns = re.findall(r"grid-template-columns: ([^;}]+)", css)
    assert columns
    for column in columns:
        assert "1fr" not in re.sub(r"minmax\([^()]*\)", "", column), column
