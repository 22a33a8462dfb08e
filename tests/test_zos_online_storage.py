"""What of central storage can go offline: the reply to D M=STOR, and the commands that it decides."""

from __future__ import annotations

import pytest

import getpage
from getpage.core.errors import GetpageError
from getpage.core.units import GIB
from sample_site import copy_store

REPLY = """\
 M 4000000 {system}     26322 14:20:04.40          00000090  IEE174I 14.20.04 DISPLAY M 299
 D                                         299 00000090  REAL STORAGE STATUS
 D                                         299 00000090  ONLINE-NOT RECONFIGURABLE
 D                                         299 00000090   {fixed}
 D                                         299 00000090  ONLINE-RECONFIGURABLE
 D                                         299 00000090   {ranges}
 D                                         299 00000090  PENDING OFFLINE
 D                                         299 00000090   NONE
 D                                         299 00000090  0M IN OFFLINE STORAGE ELEMENT(S)
 E                                         299 00000090  STORAGE INCREMENT SIZE IS {step}M
"""
#: As two public console logs have it.
PUBLIC = """\
REAL STORAGE STATUS
ONLINE-NOT RECONFIGURABLE
{range}

ONLINE-RECONFIGURABLE
NONE

PENDING OFFLINE
NONE

STORAGE INCREMENT SIZE IS 1M
"""
#: Another form of IEE174I, as tests of chaoszos have it.
CORES = """\
IEE174I 16.54.16 DISPLAY M 923
CORE STATUS: HD=Y   MT=2  MT_MODE: CP=1  zIIP=1
ID    ST   ID RANGE   VP  ISCM  CPU THREAD STATUS
0000   +   0000-0001  H   FC00  +N
"""


def rows(tmp_path, text):
    (tmp_path / "reply.txt").write_text(text)
    store = getpage.load(tmp_path / "reply.txt", into=tmp_path / "store")
    damage = getpage.inspect(tmp_path / "reply.txt").damage
    return store.table("zos_online_storage").collect().to_dicts(), damage


@pytest.mark.parametrize(("written", "size"), [("0M-4095M", 4), ("0M-8192M", 8)])
def test_public_replies_are_read_whichever_end_of_a_range_they_print(tmp_path, written, size):
    [row], damage = rows(tmp_path, PUBLIC.format(range=written))
    assert not damage
    assert row["not_reconfigurable_bytes"] == size * GIB
    assert row["reconfigurable_bytes"] == 0
    assert row["increment_bytes"] == 1 << 20


def test_ranges_add_up_and_other_forms_of_the_message_are_passed_over(tmp_path):
    text = REPLY.format(system="SYSB", fixed="0M-40960M", ranges="40960M-49152M, 57344M-65536M", step=2048)
    [row], damage = rows(tmp_path, text + CORES)
    assert not damage
    assert (row["system"], row["reconfigurable_bytes"]) == ("SYSB", 16 * GIB)


@pytest.mark.parametrize("ranges", ["9M-4M", "M-M", "0M-99999999999M", ""])
def test_what_is_no_range_is_damage(tmp_path, ranges):
    (tmp_path / "reply.txt").write_text(REPLY.format(system="SYSB", fixed="NONE", ranges=ranges, step=1))
    assert getpage.inspect(tmp_path / "reply.txt").damage


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """The sample site, of which SYSB says that 16 of its 64 GiB can go offline, in steps of 2 GiB."""
    place = tmp_path_factory.mktemp("online")
    text = REPLY.format(system="SYSB", fixed="0M-49152M", ranges="49152M-65536M", step=2048)
    (place / "reply.txt").write_text(text)
    mine = copy_store(place / "store")
    getpage.load(place / "reply.txt", into=mine)
    return mine


def offline(site, size):
    plan = getpage.plan(site, take=f"SYSB={size}G")
    return next(step.change for step in plan.steps if step.change.command == f"CONFIG STOR({size}G),OFFLINE")


def test_what_rsu_set_aside_goes_offline_and_more_waits_for_an_ipl(site):
    enough, more = offline(site, 16), offline(site, 20)
    assert (enough.only_after, more.only_after) == (
        "",
        "RSU=20G in IEASYSxx and an IPL set aside 4 GiB more, or the image profile is changed and the "
        "partition activated",
    )
    assert "D M=STOR shows that 16 GiB can go offline" in enough.caution
    with pytest.raises(GetpageError, match="storage of SYSB is configured in multiples of 2G") as refused:
        getpage.plan(site, move="SYSB:SYSA=3G")
    assert refused.value.next_step == "--move SYSB:SYSA=2G"


def test_storage_is_bought_in_what_it_is_configured_in(site):
    bought = getpage.plan(site, buy="63G").reallocation
    assert sum(move.bytes for move in bought.moves) == 63 * GIB
    assert all(move.bytes % (2 * GIB) == 0 for move in bought.moves if move.target)
