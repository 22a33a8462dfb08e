"""Forecasts the whole way: from a log or records, through checks of the systems, to figures and a proof."""

import re
from datetime import timedelta

import pytest

import getpage
from db2_evidence import START, hours, logged
from getpage.core.errors import GetpageError, NotEnoughEvidenceError
from getpage.report.forecast.blocks import sentences
from getpage.result.forecast import FigureName
from test_knobs import simulated
from test_rmf_xml import REPORT


@pytest.fixture
def log(tmp_path):
    path = tmp_path / "db2.log"
    path.write_text(logged(hours({"pool": "BP1"} | simulated(1_800_000)), START + timedelta(hours=1)))
    return path


def test_a_simulated_pool_in_a_log_becomes_a_forecast(log):
    forecast = getpage.forecast(log, "db2.DB1A.BP1=+100000")
    avoided = forecast.figure("db2.DB1A.BP1", FigureName.READS_AVOIDED).after
    assert avoided.value == pytest.approx(1_800_000 / 3600, rel=0.02)
    assert avoided.low < avoided.value < avoided.high
    assert avoided.basis == "simulated pool"
    storage = forecast.figure("db2.DB1A.BP1", FigureName.REAL_STORAGE)
    assert storage.after.value - storage.before.value == 100_000 * 4096
    assert forecast.changes[0].command.startswith("-ALTER BUFFERPOOL(BP1)")
    saved = forecast.figure("SY1.DB1A", FigureName.CPU_SAVED)
    assert saved.after.basis == "published range"
    assert saved.after.value == pytest.approx(avoided.value * 37.4e-6, rel=0.02)
    assert any("SMF 101" in need.supply for need in forecast.missing)


@pytest.mark.parametrize(
    ("free", "installed", "says"),
    [
        (
            None,
            0,
            r"Whether SY1 has 391 MiB free at its minimum, with a dump's reserve, is not in the evidence\.",
        ),
        (
            90_000,
            1_000_000,
            r"SY1 has nothing free at its minimum beyond 521 MiB for a dump, and this takes 391 MiB: the ",
        ),
        (
            200_000,
            1_000_000,
            r"SY1 has 260 MiB free at its minimum beyond 521 MiB for a dump, and this takes 391 MiB: ",
        ),
        (240_000, 1_000_000, None),
        (
            240_000,
            2_000_000,
            r"SY1 has 156 MiB free at its minimum beyond the 781 MiB \(10 % of real storage\) that stay "
            r"free, and this takes 391 MiB: ",
        ),
    ],
)
def test_storage_that_is_not_there_is_said_before_any_figure(log, tmp_path, free, installed, says):
    if free:
        report = REPORT.format(hour=10, least=free).replace("SYSA", "SY1")
        report = report.replace("4194304", str(installed))
        (tmp_path / "paging.xml").write_text(report)
    forecast = getpage.forecast(log.parent, changes=["BP1=+100000"])
    if says is None:
        assert forecast.cautions == ()
    else:
        [caution] = forecast.cautions
        assert re.match(says, caution)
        assert sentences(forecast)[0] == caution


def test_a_z13_is_cheaper_by_read(log):
    either = getpage.forecast(log, "BP1=+100000")
    newer = getpage.forecast(log, "BP1=+100000", machine="z13")
    name = next(figure.subject for figure in either.figures if figure.name == FigureName.CPU_SAVED)
    assert (
        newer.figure(name, FigureName.CPU_SAVED).after.high
        < either.figure(name, FigureName.CPU_SAVED).after.high
    )


def test_a_half_way_size_lies_between_and_is_wider(log):
    half = getpage.forecast(log, "BP1=+50000").figure("db2.DB1A.BP1", FigureName.READS_AVOIDED).after
    whole = getpage.forecast(log, "BP1=+100000").figure("db2.DB1A.BP1", FigureName.READS_AVOIDED).after
    assert 0 < half.value < whole.value
    assert (half.high - half.low) / half.value > (whole.high - whole.low) / whole.value


def test_other_names_and_no_evidence_are_refused_with_what_there_is(log, tmp_path):
    with pytest.raises(GetpageError, match=r"SY1\.DB1A\.BP1"):
        getpage.forecast(log, "db2.DB1A.BP77=x2")
    bare = tmp_path / "bare.log"
    bare.write_text("10.48.00 STC30242 CSQY220I @VTS1 CSQSCTL Queue manager storage usage: 299\n")
    with pytest.raises((NotEnoughEvidenceError, GetpageError)):
        getpage.forecast(bare, "db2.DB1A.BP1=x2")
