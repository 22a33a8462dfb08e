"""What the rules say of real SMF records: MQ 10.0 (seven queue managers) and MQ V8."""

import pytest

import getpage
from decided import ordered
from getpage.contract.checks import checks_of
from getpage.contract.order import is_short
from getpage.products.mq import PRODUCT
from getpage.result import Kind, Severity
from mq_evidence import SAMPLES, Frames, changes_of, from_file, observed


@pytest.fixture(scope="module")
def mq_10() -> Frames:
    return from_file(SAMPLES / "SMF_MQ1000.dat")


@pytest.fixture(scope="module")
def mq_8() -> Frames:
    return from_file(SAMPLES / "TEST115.dat")


def test_mq1a_pool_1_is_short_with_interval_and_ratio(mq_10):
    observation = PRODUCT.analyse(mq_10)
    (finding,) = [f for f in observation.findings if f.check == "mq-pool-reads"]
    assert str(finding.object) == "MV4A.MQ1A pool 1"
    assert finding.severity is Severity.WARNING
    assert finding.kind is Kind.SHORTAGE
    assert finding.headline == "50.9 % of getpages read from disk: 1,216 of 2,387"
    reads = next(fact for fact in finding.evidence if fact.ibm_name == "QPSTRIO")
    assert reads.value == 1_216
    assert reads.interval_seconds == pytest.approx(175.749109)
    assert finding.id in {other.id for other in ordered(observation) if other.severity is Severity.WARNING}


def test_its_delay_uses_the_measured_times_of_its_page_sets(mq_10):
    (finding,) = [f for f in PRODUCT.analyse(mq_10).findings if f.check == "mq-pool-reads"]
    assert "time of a page read, measured (QIS1GETT / QIS1GETP, SMF 115 subtype 201)" in {
        fact.label for fact in finding.evidence
    }
    assert finding.delay_seconds == pytest.approx(3_538 * 169e-6, rel=0.02)


def test_idle_pools_are_unused_in_this_window_and_no_waste(mq_10):
    unused = [f for f in PRODUCT.analyse(mq_10).findings if f.check == "mq-pool-unused"]
    by_object = {str(f.object): f for f in unused}
    assert "MV4A.MQ1O pool 1" in by_object
    for manager, pool in (("MV4A.MQ53", 0), ("MV4A.MQ31", 2)):
        (finding,) = [item for name, item in by_object.items() if name.startswith(manager)]
        assert any(f"of pool {pool}" in fact.label and fact.record is not None for fact in finding.evidence)
    assert {(f.severity, f.kind) for f in unused} == {(Severity.INFO, Kind.NOTE)}
    assert all("nused in this window" in f.headline for f in unused)
    managers = [f.object.subsystem for f in unused]
    assert len(managers) == len(set(managers))


def test_pools_without_buffers_are_no_pools(mq_10):
    objects = {str(f.object) for f in PRODUCT.analyse(mq_10).findings}
    assert not objects & {"MV4A.MQ1A pool 0", "MV4A.MQ1O pool 4", "MV4A.MQ51 pool 4"}


def test_no_limit_is_never_a_quantity(mq_10):
    observation = PRODUCT.analyse(mq_10)
    (account,) = [a for a in observation.accounts if str(a.of) == "MV4A.MQ1A"]
    (limit,) = [line for line in account.lines if line.holder == "MEMLIMIT"]
    assert limit.bytes is None
    assert "NOLIMIT" in limit.note
    assert all((line.bytes or 0) < 1 << 40 for line in (*account.lines, *account.free_at_minimum))
    in_use = [line for line in account.lines if line.place == "above the bar"]
    assert [line.bytes for line in in_use] == [17592186040320 * (1 << 20) - 18446744069014028288]
    assert not any(f.check == "mq-memlimit" for f in observation.findings)


def test_the_lines_of_an_account_and_what_is_free_add_up_to_the_limits(mq_10):
    (account,) = [a for a in PRODUCT.analyse(mq_10).accounts if str(a.of) == "MV4A.MQ1O"]
    limits = {line.holder: line.bytes for line in account.lines if line.place == "limit"}
    for place, limit in (("below the bar", limits["region"]), ("above the bar", limits["MEMLIMIT"])):
        lines = [line for line in (*account.lines, *account.free_at_minimum) if line.place == place]
        assert sum(line.bytes or 0 for line in lines) == limit


def test_no_pool_of_the_v8_sample_is_undersized_or_short(mq_8):
    findings = PRODUCT.analyse(mq_8).findings
    assert [(f.check, str(f.object), f.severity) for f in findings] == [
        ("mq-memlimit", "H019.MQPC", Severity.INFO),
        ("mq-pool-not-fixed", "H019.MQPC pool 1", Severity.INFO),
    ]


def test_what_is_missing_names_the_record_and_the_trace(mq_8):
    missing = PRODUCT.analyse(mq_8).missing
    supplies = " ".join(item.supply for item in missing)
    assert "SMF 115 subtype 201" in supplies
    assert "START TRACE(STAT) DEST(SMF) CLASS(*)" in supplies
    assert "START TRACE(ACCTG) DEST(SMF) CLASS(3)" in supplies
    assert {item.subsystem for item in missing} == {"H019.MQPC"}


@pytest.mark.parametrize("name", ["SMF_MQ1000.dat", "TEST115.dat", "TEST116.dat"])
def test_the_same_evidence_gives_the_same_answer_in_the_same_order(name):
    evidence = from_file(SAMPLES / name)
    assert PRODUCT.analyse(evidence) == PRODUCT.analyse(evidence)
    shuffled = Frames({table: frame.reverse() for table, frame in evidence.frames.items()})
    assert PRODUCT.analyse(shuffled) == PRODUCT.analyse(evidence)


@pytest.mark.parametrize("name", ["SMF_MQ1000.dat", "TEST115.dat", "TEST116.dat"])
def test_every_change_is_asked_for_by_findings_and_every_check_is_known(name):
    evidence = from_file(SAMPLES / name)
    known = {check.id for check in checks_of("getpage.products.mq")}
    findings = {finding.id for finding in observed(evidence).findings}
    assert {finding.check for finding in findings} <= known
    for change in changes_of(evidence):
        assert change.because
        assert set(change.because) <= findings


@pytest.mark.parametrize("name", ["SMF_MQ1000.dat", "TEST115.dat"])
def test_a_knob_has_one_change_and_pictures_show_objects(name):
    evidence = from_file(SAMPLES / name)
    observation = PRODUCT.analyse(evidence)
    settings = [(change.subsystem, change.setting) for change in changes_of(evidence)]
    assert len(settings) == len(set(settings))
    for picture in observation.pictures:
        assert all(len(curve.values) == len(picture.times) for curve in picture.curves)
        assert list(picture.times) == sorted(picture.times)
        assert " pool " in str(picture.object)


def test_a_real_dump_of_seven_queue_managers_has_thirteen_findings_and_one_for_each_that_was_idle():
    if not (SAMPLES / "SMF_MQ1000.dat").exists():
        pytest.skip("the sample is not at hand")
    result = getpage.check(SAMPLES / "SMF_MQ1000.dat")
    assert len(result.findings) == 13
    idle = [finding for finding in result.findings if finding.check == "mq-pool-unused"]
    assert [str(item.object) for item in idle] == [
        "MV4A.MQ1O pool 1",
        *(f"MV4A.{name}" for name in ("MQ51", "MQ52", "MQ53", "MQ31")),
    ]
    assert not any(item.changes for item in idle)  # what is larger than its page sets is not worth a command
    for name in ("MQ51", "MQ52", "MQ53", "MQ31"):
        assert len([finding for finding in result.findings if finding.object.subsystem.name == name]) == 1
    waste = [
        finding
        for finding in result.findings
        if finding.kind is Kind.WASTE and finding.severity is not Severity.INFO
    ]
    assert sum(item.storage_bytes for item in waste) == -sum(
        change.storage_bytes for change in result.changes
    )
    assert not [finding for finding in result.findings if is_short(finding)]
