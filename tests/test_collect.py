"""What to run on z/OS: a job keeps to the columns of JCL, asks for what is read, and harms nothing."""

from __future__ import annotations

import re
from dataclasses import fields
from datetime import datetime
from typing import Any

import pytest

import getpage
from getpage import report
from getpage.cli import app
from getpage.cli.app import run_command
from getpage.collect import jobs
from getpage.core.errors import GetpageError
from getpage.evidence.dictionary import load_dictionary
from getpage.products.registry import PRODUCTS

STEPS = {step.name: step for product in PRODUCTS for step in product.collect().steps}


def job(made: Any) -> str:
    [copy] = [doing.text for doing in made.doings if doing.title.startswith("Copy")]
    return copy


@pytest.mark.parametrize("product", list(PRODUCTS), ids=lambda product: product.name)
def test_every_question_names_a_step_that_is_there(product):
    for need in product.needs:
        assert need.step in STEPS
        assert f"getpage collect --for {need.step}" in need.supply


@pytest.mark.parametrize("product", list(PRODUCTS), ids=lambda product: product.name)
def test_steps_are_named_by_their_product_and_say_where_it_is_written(product):
    for step in product.collect().steps:
        assert step.name.startswith(f"{product.name}.")
        assert step.source
        assert step.cost
        assert step.start or step.replies or step.fetched


def test_what_evidence_toml_declares_has_the_types_of_its_fields():
    declared = [*STEPS.values(), *(term for product in PRODUCTS for term in product.terms())]
    for each in declared:
        for field in fields(each):
            value = getattr(each, field.name)
            assert isinstance(value, {"str": str, "bool": bool}.get(field.type, tuple))
            assert not isinstance(value, tuple) or all(isinstance(part, str) for part in value)


def test_records_that_are_asked_for_are_those_that_are_read():
    dictionary = load_dictionary()
    read = {
        record
        for table in dictionary.tables
        for fields in dictionary.sources(table)
        for record in fields[0].records
    }
    types = {record.partition(".")[0] for record in read}
    for item in (record for step in STEPS.values() for record in step.records):
        type_, _, subtypes = item.rstrip(")").partition("(")
        assert type_ in types
        assert {f"{type_}.{subtype}" for subtype in subtypes.split(",") if subtype} <= read


def test_what_lasts_is_switched_off_again_and_what_is_heavy_only_comes_by_its_name():
    plain = getpage.collect()
    assert not {"db2.pages", "mq.tasks"} & {step.name for step in plain.steps}
    heavy = getpage.collect(wanted=("db2.pages",))
    assert [step.name for step in heavy.steps] == ["db2.pages"]
    assert heavy.doings[-1].title == "Switch db2.pages off again"


def test_a_job_copies_never_empties_and_keeps_to_its_columns():
    every = tuple(STEPS)
    collection = getpage.collect(
        wanted=every, systems=("SYSA", "9SYS"), smf="SMF.DAILY.SYSA(-1)", prefix="A2345678.B2345678.C2345678"
    )
    text = job(collection)
    assert "OPTIONS(DUMP)" in text
    assert not re.search(r"OPTIONS\((?!DUMP)|INDD\(\w+\)", text)
    assert max(map(len, text.splitlines())) <= jobs.WIDEST
    assert text.count("SID(") == 2
    assert "SID(9SYS)" in text
    assert "GETPAGE.S9SYS.TRS" in text
    for name in re.findall(r"DSN=([A-Z0-9.]+)", text):
        assert len(name) <= 44
        assert all(part[:1].isalpha() and len(part) <= 8 for part in name.split("."))


def test_days_are_julian_and_open_where_none_is_given():
    first, last = datetime(2026, 5, 21, 16), datetime(2026, 5, 22)
    assert "DATE(2026141,2026142)" in job(getpage.collect(first=first, last=last))
    assert "DATE(2026141,2099366)" in job(getpage.collect(first=first))
    assert "DATE(" not in job(getpage.collect())


def test_hours_that_a_job_cannot_keep_to_are_said():
    hour = datetime(2026, 5, 21, 10)
    [doing] = [doing for doing in getpage.collect(first=hour).doings if "Copy" in doing.title]
    assert any("DATE takes whole days" in line for line in doing.why)
    [open_] = [doing for doing in getpage.collect().doings if "Copy" in doing.title]
    assert not any("whole days" in line for line in open_.why)


def test_a_log_stream_is_dumped_and_not_deleted_from():
    text = job(getpage.collect(logstream="IFASMF.PERF"))
    assert "PGM=IFASMFDL" in text
    assert "LSNAME(IFASMF.PERF,OPTIONS(DUMP))" in text
    assert "INDD" not in text


@pytest.mark.parametrize(
    "options",
    [
        ["--for", "vsam"],
        ["--systems", "SYSAB"],
        ["--systems", "A,"],
        ["--smf", "A.B\n//X EXEC PGM=IEFBR14"],
        ["--smf", "A..B"],
        ["--smf", "TOOLONGNAME.B"],
        ["--logstream", "A.B)"],
        ["--prefix", "1A"],
        ["--smf", "A.B", "--logstream", "A.C"],
        ["--from", "2026-05-22", "--to", "2026-05-21"],
    ],
    ids=" ".join,
)
def test_nothing_but_names_gets_into_a_job(options, capsys):
    assert run_command(["collect", *options]) == 2
    assert "PGM=" not in capsys.readouterr().out


@pytest.mark.parametrize("form", ["table", "json", "csv", "md"])
def test_every_form_has_all_commands(form):
    collection = getpage.collect(wanted=tuple(STEPS))
    text = report.render(collection, form)
    assert "IFASMFDP" in text
    assert "START TRACE(ACCTG) DEST(SMF) CLASS(3)" in text
    assert "BUFFERPOOL(ACTIVE) DETAIL(INTERVAL)" in text


def test_the_command_line_prints_within_a_hundred_columns(capsys):
    app(["collect", "--for", "mq,zos"], result_action="return_value")
    shown = capsys.readouterr().out
    assert max(map(len, shown.splitlines())) <= 100
    with pytest.raises(GetpageError):
        getpage.collect(wanted=("nothing",))


@pytest.mark.parametrize("product", list(PRODUCTS), ids=lambda product: product.name)
def test_nothing_is_printed_empty_and_what_findings_need_comes_with_the_product(product):
    collection = getpage.collect(wanted=(product.name,))
    doings = [line for doing in collection.doings for line in doing.why]
    assert not [line for line in doings if "When: ." in line or "Interval: ." in line]
    assert set(product.collect().also) <= {step.name for step in collection.steps} <= set(STEPS)


@pytest.mark.parametrize(
    ("product", "types"),
    [
        ("cics", {"30", "70", "71", "72", "110"}),
        ("java", {"30", "70", "71", "72"}),
        ("sort", {"16", "30", "70", "71", "72"}),
        ("tcpip", {"119"}),
    ],
)
def test_records_that_the_findings_of_a_product_ask_for_are_copied_with_its_own(product, types):
    text = re.sub(r"\s", "", job(getpage.collect(wanted=(product,))))
    [listed] = re.findall(r"OUTDD\(OUT,TYPE\((.*?)\)\)/\*", text)
    assert types <= set(re.sub(r"\([\d,]*\)", "", listed).split(","))


def test_streams_of_tcpip_are_asked_for_and_a_profile_only_by_its_name():
    text = job(getpage.collect(wanted=("tcpip",)))
    assert "119(2)" in text
    assert "119(4)" not in text


def test_ims_is_monitored_and_batch_regions_print_their_pools():
    collection = getpage.collect(wanted=("ims",))
    assert {"ims.monitor", "ims.batch", "ims.members"} <= {step.name for step in collection.steps}
    assert "//DFSSTAT  DD SYSOUT=*" in report.render(collection, "md")


def test_monitoring_of_cics_can_be_made_permanent_and_is_for_an_hour():
    [step] = [step for step in getpage.collect(wanted=("cics",)).steps if step.name == "cics.tasks"]
    assert step.start == ("CEMT SET MONITOR ON PERF EXCEPT",)
    assert all(
        word in step.interval for word in ("one busy hour", "MN=ON", "MNPER=ON", "MNEXC=ON", "RMI=YES")
    )


def test_a_type_stands_once_in_the_job_with_the_subtypes_of_all_who_need_it():
    listed = re.search(r"OUTDD\(OUT,TYPE\((.*?)\)\)\n", job(getpage.collect()), re.DOTALL)[1]
    types = re.sub(r"\([^()]*\)|\s", "", listed).split(",")
    assert types == sorted(set(types), key=int)
