"""Each rule on records made for it: when it speaks, and when it is silent."""

from datetime import timedelta
from inspect import cleandoc

import pytest

from decided import checked
from getpage.contract.checks import checks_of
from getpage.products.mq import PRODUCT
from getpage.products.mq.checks import RULES
from getpage.result import Kind, Severity
from mq_evidence import QUARTER, START, findings, from_records, from_text, page_sets, pools, record, region

CHECKS = checks_of("getpage.products.mq")
HEADINGS = ["What it does", "Why it matters", "Evidence", "What to do", "How to verify", "References"]


def one(check: str, *specifications: dict):
    (finding,) = findings(from_records(*specifications), check)
    return finding


def none(check: str, *specifications: dict) -> bool:
    return findings(from_records(*specifications), check) == []


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.id)
def test_every_rule_explains_itself_under_the_same_headings(check):
    lines = check.explanation.split("\n")
    assert [
        line.removesuffix(":") for line in lines if line.endswith(":") and not line[0].isspace()
    ] == HEADINGS
    assert lines[0].rstrip(".") == check.title
    assert check.id.startswith("mq-")


def test_what_explains_the_rules_without_importing_them_says_what_they_say():
    assert [(rule.ID, rule.TITLE, cleandoc(rule.__doc__)) for rule in RULES] == [
        (check.id, check.title, check.explanation) for check in CHECKS
    ]
    assert len({check.id for check in CHECKS}) == len(RULES)


def test_a_healthy_pool_produces_nothing():
    evidence = from_records(pools({"buffer_pool": 1}), page_sets({"page_set": 1, "buffer_pool": 1}))
    assert {finding.check for finding in findings(evidence)} == {
        "mq-pools-below-the-bar",
        "mq-deep-queue-outage",
    }
    assert {finding.severity for finding in findings(evidence)} == {Severity.INFO}


@pytest.mark.parametrize(
    ("lowest", "severity"),
    [(7_500, None), (7_499, Severity.WARNING), (2_500, Severity.WARNING), (2_499, Severity.CRITICAL)],
)
def test_a_pool_is_undersized_beyond_85_percent_and_gravely_beyond_95(lowest, severity):
    actual = findings(
        from_records(pools({"buffer_pool": 1, "lowest_stealable": lowest})), "mq-pool-undersized"
    )
    assert [finding.severity for finding in actual] == ([severity] if severity else [])


def test_a_pool_is_judged_by_its_worst_interval_not_by_the_average():
    quiet = [pools({"buffer_pool": 1, "lowest_stealable": 45_000}, interval=n) for n in range(9)]
    finding = one(
        "mq-pool-undersized", *quiet, pools({"buffer_pool": 1, "lowest_stealable": 900}, interval=9)
    )
    assert "98.2 %" in finding.headline
    assert finding.evidence[0].interval_start == START + 9 * QUARTER
    assert "intervals with more than" not in {fact.label for fact in finding.evidence}


def test_csqp020e_alone_says_that_a_pool_is_too_small():
    text = "10.52.10 STC30242 CSQP020E @VTS1 CSQP1RSW Buffer pool 1 is too small\n"
    (finding,) = findings(from_text(text))
    assert (finding.check, str(finding.object)) == ("mq-pool-undersized", "VTS1 pool 1")
    assert finding.severity is Severity.CRITICAL
    assert finding.evidence[0].value == 1


def test_immediate_writes_without_forced_writes_are_those_of_checkpoints():
    finding = one("mq-pool-checkpoint-writes", pools({"buffer_pool": 1, "immediate_writes": 5_000}))
    assert (finding.severity, finding.kind) == (Severity.INFO, Kind.NOTE)
    assert none("mq-pool-undersized", pools({"buffer_pool": 1, "immediate_writes": 5_000}))


def test_forced_writes_are_critical_and_their_pages_are_delay():
    pool = {"buffer_pool": 1, "immediate_writes": 4_000, "synchronous_write_threshold": 3, "reads": 1_000}
    finding = one("mq-pool-synchronous-write", pools(pool))
    assert finding.severity is Severity.CRITICAL
    assert finding.delay_seconds == pytest.approx(2.5)
    assert none("mq-pool-checkpoint-writes", pools(pool))


def test_a_pool_without_any_buffer_to_give_is_critical():
    finding = one("mq-pool-short-on-storage", pools({"buffer_pool": 1, "no_buffer_waits": 37}))
    assert finding.severity is Severity.CRITICAL
    assert finding.headline == "No free buffer 37 times: tasks were suspended"


@pytest.mark.parametrize(("met", "severity"), [(10, Severity.INFO), (11, Severity.WARNING)])
def test_contention_while_stealing_is_grave_beyond_1_percent(met, severity):
    finding = one(
        "mq-pool-steal-contention", pools({"buffer_pool": 1, "steals": 1_000, "steal_collisions": met})
    )
    assert finding.severity is severity


def test_reads_are_a_shortage_only_when_the_pool_was_gone_round():
    reads = {"buffer_pool": 1, "reads": 40_000, "getpages_old": 100_000}
    round_ = one("mq-pool-reads", pools(reads | {"steals": 60_000}))
    assert (round_.severity, round_.kind) == (Severity.WARNING, Kind.SHORTAGE)
    first = one("mq-pool-reads", pools(reads | {"steals": 40_000}))
    assert (first.severity, first.kind) == (Severity.INFO, Kind.NOTE)
    assert "restart" in first.claim


@pytest.mark.parametrize("trouble", ["no_buffer_waits", "steal_collisions", "synchronous_write_threshold"])
def test_reads_are_left_to_the_other_rules_when_a_counter_of_trouble_is_not_zero(trouble):
    pool = {"buffer_pool": 1, "reads": 40_000, "steals": 60_000, trouble: 1}
    assert none("mq-pool-reads", pools(pool))


def test_a_pool_with_page_changes_is_not_unused():
    idle = {"buffer_pool": 7, "getpages_old": 2, "getpages_new": 0, "page_updates": 0}
    finding = one("mq-pool-unused", pools(idle), pools(idle, interval=1))
    assert str(finding.object) == "SYS1.MQP1 pool 7"
    assert none("mq-pool-unused", pools(idle), pools(idle | {"page_updates": 1}, interval=1))


def test_page_sets_compete_when_two_of_them_do_io():
    busy = {"read_pages": 5_000, "read_count": 5_000, "read_elapsed": 1e6}
    sets = [{"page_set": 0, "buffer_pool": 1} | busy, {"page_set": 4, "buffer_pool": 1} | busy]
    pool = {"buffer_pool": 1, "buffers": 1_000, "lowest_stealable": 500, "steals": 9_000}
    finding = one("mq-pool-shared", pools(pool), page_sets(*sets))
    assert finding.severity is Severity.WARNING
    assert "Page set 0 holds the object definitions" in finding.claim
    assert none("mq-pool-shared", pools(pool), page_sets(sets[1], {"page_set": 5, "buffer_pool": 1}))


def test_offline_page_sets_count_for_no_pool():
    offline = {"page_set": 4, "buffer_pool": 1, "status": "OFFLINE", "total_pages": 0, "unused_pages": 0}
    finding = one(
        "mq-pool-oversized",
        pools({"buffer_pool": 1}),
        page_sets({"page_set": 1, "buffer_pool": 1, "total_pages": 1_000, "unused_pages": 900}, offline),
    )
    assert "1,000 pages of page set 1" in finding.claim


def test_a_pageable_pool_without_io_is_not_to_be_fixed():
    assert none("mq-pool-not-fixed", pools({"buffer_pool": 1, "location": "ABOVE", "pages_written": 900}))
    busy = {"buffer_pool": 1, "location": "ABOVE", "pages_written": 90_000}
    assert "100 pages/s" in one("mq-pool-not-fixed", pools(busy)).headline
    assert none("mq-pool-not-fixed", pools(busy | {"page_class": "FIXED4KB"}))


def test_no_rate_is_made_of_an_interval_of_no_length():
    busy = {"buffer_pool": 1, "location": "ABOVE", "pages_written": 90_000}
    stopped = pools(busy, length=timedelta(0))
    assert none("mq-pool-not-fixed", stopped)
    assert "1 record" in one("mq-zero-length-intervals", stopped).headline


def test_storage_below_the_bar_is_judged_at_its_minimum():
    finding = one("mq-storage-below-the-bar", region(), region(available_31=90 << 20, interval=1))
    assert finding.severity is Severity.CRITICAL
    assert "90 MiB free" in finding.headline


def test_memlimit_is_critical_when_no_more_than_the_cushion_is_left():
    finding = one("mq-memlimit", region(available_64=150 << 20))
    assert (finding.severity, finding.kind) == (Severity.CRITICAL, Kind.SHORTAGE)


def test_short_on_storage_is_counted_from_statistics_and_from_messages():
    short = {"short_on_storage_count": 2, "short_on_storage_contractions": 5}
    finding = one("mq-storage-short", record(1, "QSST", [short]))
    assert finding.severity is Severity.CRITICAL
    text = "CSQY225E @VTS1 CSQSCTL Queue manager is critically short of local storage above the bar"
    assert [f.severity for f in findings(from_text(text), "mq-storage-short")] == [Severity.CRITICAL]


def test_a_page_set_that_was_full_is_critical_and_one_that_cannot_grow_a_warning():
    pool = pools({"buffer_pool": 1})
    full = one("mq-page-set-full", pool, page_sets({"page_set": 4, "buffer_pool": 1, "full_count": 3}))
    assert (str(full.object), full.severity) == ("SYS1.MQP1 page set 4", Severity.CRITICAL)
    nearly = {"page_set": 4, "buffer_pool": 1, "unused_pages": 5_000, "expansion_method": "NONE"}
    assert one("mq-page-set-full", pool, page_sets(nearly)).severity is Severity.WARNING
    assert none("mq-page-set-full", pool, page_sets(nearly | {"expansion_method": "USER"}))


def test_waits_for_log_buffers_are_a_warning():
    finding = one("mq-log-buffers", record(1, "QJST", [{"unavailable_buffer_waits": 12}]))
    assert "12 waits" in finding.headline


def task(queue: str, **columns) -> dict:
    """A class 3 accounting record of one task and one queue."""
    specification = record(1, "WQST", [{"queue": queue, "page_set": 4, "buffer_pool": 1} | columns])
    return specification | {"record_type": 116}


def test_class_3_accounting_names_the_queue_and_the_calls_that_wait_for_the_page_set():
    gets = {"get_count": 1_000, "get_elapsed": 900_000.0, "get_page_set_elapsed": 600_000.0}
    puts = {"put_count": 1_000, "put_elapsed": 100_000.0, "put_page_set_elapsed": 1_000.0}
    finding = one(
        "mq-queue-page-set-wait", task("A.B", **gets, **puts), task("A.B", **gets), task("C.D", **puts)
    )
    assert str(finding.object) == "SYS1.MQP1 queue A.B"
    values = {fact.label: fact.value for fact in finding.evidence}
    assert (values["MQGET page set wait, a call"], values["MQGET elapsed, a call"]) == (600, 900)
    assert not any("MQPUT" in label for label in values)
    assert "page set 4, pool 1" in finding.claim
    assert finding.delay_seconds == pytest.approx(1.2)
    assert finding.evidence[0].ibm_name == "GETPSET"


def test_few_calls_that_wait_are_not_worth_a_word():
    few = {"get_count": 99, "get_elapsed": 900_000.0, "get_page_set_elapsed": 600_000.0}
    assert none("mq-queue-page-set-wait", task("A.B", **few))


def test_evidence_of_nothing_is_not_said_to_be_well():
    observation = PRODUCT.analyse(from_text(""))
    assert (observation.findings, observation.accounts, observation.missing) == ((), (), ())
    assert checked(observation).startswith("Not enough evidence: no rule applies")


def test_nothing_is_said_to_be_free_of_waste_that_no_rule_looked_at_for_waste():
    """Calls of queues alone: the only rule of them looks for a shortage."""
    observation = PRODUCT.analyse(from_records(task("A.B", get_count=1_000, get_elapsed=900.0)))
    assert [(scope.what, scope.finds) for scope in observation.looked] == [
        ("queue with its calls", (Kind.SHORTAGE,))
    ]
    assert checked(observation) == (
        "1 rule looked at 1 queue with its calls: nothing to report. "
        "No rule that looks for waste applies to this evidence."
    )


def test_one_shortage_of_a_pool_is_one_finding_with_the_facts_of_all_that_show_it():
    full = {"buffer_pool": 3, "lowest_stealable": 1_000, "synchronous_write_threshold": 7, "reads": 50_000}
    gets = {"get_count": 900, "get_elapsed": 900_000.0, "get_page_set_elapsed": 600_000.0}
    evidence = from_records(pools(full | {"immediate_writes": 800}), task("A.B", buffer_pool=3, **gets))
    short = [f for f in findings(evidence) if f.kind is Kind.SHORTAGE]
    (finding,) = short
    assert finding.check == "mq-pool-undersized"
    symptoms = "; ".join(finding.symptoms)
    assert "7 forced synchronous writes (800 pages)" in symptoms
    assert "calls of queue A.B, which waited" in symptoms
    names = {fact.ibm_name for fact in finding.evidence}
    assert {"QPSTCBSL", "QPSTDMC", "QPSTRIO", "GETPSET"} <= names
    assert [ask.size for ask in finding.asks] == [57_648]


def test_a_queue_that_waits_for_a_pool_that_is_not_short_is_a_finding_of_its_own():
    gets = {"get_count": 900, "get_elapsed": 900_000.0, "get_page_set_elapsed": 600_000.0}
    evidence = from_records(pools({"buffer_pool": 3}), task("A.B", buffer_pool=3, **gets))
    assert [f.check for f in findings(evidence) if f.kind is Kind.SHORTAGE] == ["mq-queue-page-set-wait"]


def test_storage_that_is_short_below_the_bar_is_one_finding_however_it_shows():
    below = [{"buffer_pool": n, "buffers": 80_000, "lowest_stealable": 70_000} for n in range(4)]
    evidence = from_records(pools(*below), region(available_31=43 << 20))
    (finding,) = [f for f in findings(evidence) if f.severity is Severity.CRITICAL]
    assert finding.object.name == ""
    assert "1.22 GiB of buffer pools below the bar" in finding.symptoms


def test_several_pools_that_nothing_used_are_one_line_of_their_queue_manager():
    idle = {"getpages_old": 3, "getpages_new": 0, "page_updates": 0, "reads": 0}
    evidence = from_records(pools({"buffer_pool": 1} | idle, {"buffer_pool": 2} | idle, {"buffer_pool": 3}))
    (finding,) = findings(evidence, "mq-pool-unused")
    assert str(finding.object) == "SYS1.MQP1"
    assert "2 of 3 pools" in finding.headline
    assert finding.storage_bytes == 2 * 50_000 * 4096
    assert {"buffers of pool 1", "buffers of pool 2"} <= {fact.label for fact in finding.evidence}
