"""Two systems of one name are told of and never added up."""

from __future__ import annotations

import pytest

from getpage.core.errors import GetpageError
from zos_records import check, smf71


def of_sysplex(name, intervals):
    for interval in intervals:
        record = smf71("SYSA", interval)
        record["common"]["sysplex"] = name
        yield record


def test_systems_of_one_name_in_two_sysplexes_are_refused(tmp_path):
    specs = [*of_sysplex("PLEXA", range(8)), *of_sysplex("PLEXB", range(4, 12))]
    with pytest.raises(GetpageError, match="two systems are called SYSA, one in sysplex PLEXA and one in"):
        check(tmp_path, specs)


def test_a_system_that_moved_to_another_sysplex_is_one_system(tmp_path):
    specs = [*of_sysplex("PLEXA", range(4)), *of_sysplex("PLEXB", range(4, 12))]
    [real] = {account.of for account in check(tmp_path, specs).accounts if str(account.of) == "SYSA"}
    assert str(real) == "SYSA"
