"""CSA and SQA: how full they are, which leak, who owns them, and what IEASYSxx takes."""

from __future__ import annotations

import math

import pytest

import getpage
from getpage.result import Cause, Kind, Severity
from zos_records import check, common, encode, paging, smf71, spec

MIB = 1 << 20
KIB = 1 << 10
#: As IBM prints it for z/OS V2R4 (RMF Report Analysis, VSTOR).
VSTOR = """\
                        V I R T U A L    S T O R A G E    A C T I V I T Y
      z/OS V2R4          SYSTEM ID TRX1       DATE 05/11/2019      INTERVAL 03.31.164
                         RPT VERSION V2R4 RMF TIME 16.56.01        CYCLE 1.000 SECONDS
                              COMMON STORAGE SUMMARY
 NUMBER OF SAMPLES  24
   STATIC STORAGE MAP                          ALLOCATED CSA/SQA
 AREA   ADDRESS   SIZE     ------------ BELOW 16M -------------    ------- EXTENDED (ABOVE 16M) --------
 EPVT  22B00000  1493M           MIN            MAX       AVG       MIN             MAX           AVG
 ECSA   E7C3000   323M   SQA    396K 16.56.02  1196K 16.56.41 1062K 33.5M 16.56.02  97.5M 16.56.52 86.8M
 EMLPA        0     0K   CSA    392K 16.56.02   892K 16.56.41  808K 45.6M 16.56.02  49.7M 16.57.21 49.0M
 EPLPA  A96F000  62.3M                         ALLOCATED CSA BY KEY
 ESQA   1DB6000   140M   0      144K 16.56.02   144K 16.56.02  144K 32.7M 16.56.02  32.7M 16.56.02 32.7M
"""
#: As IBM prints it (MVS Diagnosis: Reference, VSMDATA OWNCOMM SUMMARY), and an address space behind it.
OWNCOMM = """\
     VIRTUAL STORAGE MANAGEMENT DUMP FORMAT ROUTINE
 Description              Length   SQA    CSA    ESQA     ECSA     CAUB
Total SYSTEM-owned      0015ADD8 007AB0 014770 0011FD98 0001EE20 01B31378
Total for active ASIDS   00295558 0148F0 044EC0 000E4EF0 00156EB8 ********
Total for "Owner Gone"   000147D0 0012C8 00F230 000004A8 00003E30 ********
"""
SPACE = "0051 BADTASK             Ac  S 05001000 000000 001000 00000000 05000000 01B31378\n"
IPLINFO = (
    " N 4000000 SYSP     12206 06:00:00.00          00000090  IEE255I SYSTEM PARAMETER 'CSA': (3000,200M)\n"
    " N 4000000 SYSP     12206 06:00:01.00          00000090  IEE255I SYSTEM PARAMETER 'SQA': (15,512)\n"
)


def area(interval: int, ecsa: int, esqa: int = 40 * MIB, *, expansion: int = 0, **more):
    """SMF 78 subtype 2; what is used of CSA beyond 9 keys of 8 MiB is in key 7."""
    row = {"private_size": 8 * MIB, "extended_private_size": 1_400 * MIB}
    row |= {"csa_size": 4 * MIB, "ecsa_size": 200 * MIB, "sqa_size": 2 * MIB, "esqa_size": 64 * MIB}
    both = {"sqa_used": (MIB, esqa), "csa_used": (2 * MIB, ecsa), "sqa_expansion": (0, expansion)}
    both |= {f"csa_key_{key}": (0, 8 * MIB + (ecsa - 72 * MIB) * (key == 7)) for key in range(9)}
    both |= dict.fromkeys(("csa_free", "csa_largest_free", "sqa_free", "sqa_largest_free"), (MIB, MIB))
    for name, (below, above) in both.items():
        row |= {
            f"{side}{name}_{end}": v
            for side, v in (("", below), ("e", above))
            for end in ("minimum", "maximum")
        }
    for name, value in (("sqa", MIB), ("esqa", esqa), ("csa", 2 * MIB), ("ecsa", ecsa)):
        row[f"{name}_used_sum"] = 900.0 * value
    return spec((78, 2), common("SYSP", interval), R782COMN=row | more)


def test_the_published_report_is_read_and_silent(tmp_path):
    result = check(tmp_path, [], VSTOR)
    [table] = [one for one in result.tables if one.title.startswith("Common storage")]
    assert not result.findings
    assert not result.damage
    assert [row[1:5] for row in table.rows] == [
        ("ECSA", "323 MiB", "49.7 MiB", 15.4),
        ("ESQA", "140 MiB", "97.5 MiB", 69.6),
    ]


def test_the_published_owners_are_read_to_the_byte(tmp_path):
    (tmp_path / "owners.txt").write_text(OWNCOMM)
    getpage.load([tmp_path / "owners.txt"], into=tmp_path / "store")
    rows = getpage.Store(tmp_path / "store").table("zos_common_owner").collect()
    gone = rows.filter(rows["owner"] == "GONE").row(0, named=True)
    assert gone["bytes"] == 83_920 == gone["sqa"] + gone["csa"] + gone["esqa"] + gone["ecsa"]


def test_a_leak_names_its_key_and_owner_and_gets_no_size(tmp_path):
    specs = [area(n, 100 * MIB + n * MIB // 2) for n in range(24)]
    result = check(tmp_path, specs, IPLINFO, OWNCOMM + SPACE)
    [finding] = result.findings
    hours = (200 - 100 - 23 / 2) / 2
    assert finding.headline == f"Leaks 2 MiB/h in key 7: full in {int(hours)} h {round(hours % 1 * 60)} min"
    assert finding.cause is Cause.LEAK
    assert "BADTASK owns 80 MiB" in finding.claim
    assert not result.changes


def test_what_rises_and_falls_is_no_leak(tmp_path):
    wave = [100, 104, 110, 118, 126, 134, 138, 136, 130, 122, 112, 105]
    assert not check(tmp_path, [area(n, wave[n % 12] * MIB) for n in range(36)]).findings


def test_what_one_day_foretold_and_the_next_did_not_show_is_past(tmp_path):
    """The first day begins at 7 and ends at the height of its rhythm: alone it looks like a leak."""
    specs = [
        area(n, round((120 - 20 * math.cos(2 * math.pi * (n - 20) / 96)) * MIB)) for n in range(0, 288, 4)
    ]
    (tmp_path / "first").mkdir()
    assert check(tmp_path / "first", specs[:18]).findings[0].cause is Cause.LEAK
    assert not check(tmp_path, specs).findings


def test_an_extended_area_that_is_nearly_full_gets_a_size_with_undo_where_the_value_is_known(tmp_path):
    wave = [165 * MIB, 150 * MIB, 160 * MIB, 140 * MIB]
    specs = [area(n, wave[n % 4]) for n in range(12)]
    [finding] = check(tmp_path, specs).findings
    assert finding.headline == "82.5 % of 200 MiB in use at the peak"
    assert not finding.advice
    assert finding.kind is Kind.RISK
    assert finding.severity is Severity.WARNING
    [change] = check(tmp_path, specs, IPLINFO).changes
    assert (change.command, change.undo) == ("CSA=(3000,275M)", "CSA=(3000,200M)")
    assert pytest.approx(0.6) == 165 / 275
    assert "shrinks by 75 MiB" in change.effect
    assert change.storage_bytes == 0


def test_sqa_that_overflows_is_told_with_the_blocks_that_sqa_lacks(tmp_path):
    [finding] = check(tmp_path, [area(n, 80 * MIB, 64 * MIB, expansion=3 * MIB) for n in range(3)]).findings
    assert finding.headline == "All 64 MiB in use, 3 MiB of ECSA too"
    assert "692" not in finding.claim
    assert f"{(107 - 64) * 16} blocks of 64 KB" in finding.claim


def test_a_record_whose_keys_hold_more_than_the_area_is_refused(tmp_path):
    whole, broken = encode(
        [area(0, 100 * MIB), area(1, 100 * MIB, ecsa_used_maximum=90 * MIB, ecsa_used_minimum=1)]
    )
    (tmp_path / "dump.smf").write_bytes(whole + broken)
    result = getpage.check(tmp_path)
    assert result.damage
    assert not result.findings


def test_cut_and_garbled_reports_are_damage_or_nothing_and_never_an_error(tmp_path):
    text = VSTOR + OWNCOMM + SPACE + IPLINFO + HVCOMMON + HVSHARE + reply("06:00:00", 99)
    for number, cut in enumerate(range(0, len(text), 131)):
        (tmp_path / f"cut-{number}.txt").write_text(text[:cut] + "E" * 9 + text[cut + 9 :])
    check(tmp_path, [])


#: As IBM prints it (MVS Diagnosis: Reference, RSMDATA HVCOMMON and HVSHRDATA).
HVCOMMON = """\
              R S M   H I G H   C O M M O N   R E P O R T
COMMON ADDRESS RANGE: 000001EF_80000000 - 000001FF_FFFFFFFF
000001EF_80000000 000001EF_801FFFFF 0002 AC S 0 Y N *SYSTEM* ........ 08/11/2010 21:50:53 89F073BE  0001 -
000001EF_80500000 000001EF_805FFFFF 0001 AC J 0 N N *MASTER* ........ 08/11/2010 21:50:53 813E2A80  0001 -
"""
HVSHARE = """\
SHARED ADDRESS RANGE: 00000200_00000000 - 0001FFFF_FFFFFFFF
L 00000200_00500000 00000200_00EFFFFF S  4 N -  TBSHR    0020 04/23/2002 15:41:53 87001A58 0020 E2C8E3C2
  00000200_00500000 00000200_00E00000        SW TBSHR    0020
L 00000200_01000000 00000200_019FFFFF S  8 Y -  TBSHRB   001E 04/23/2002 15:41:53 87001A0E 001E E2C8E3C2
"""


def high(interval: int, used: int, size: int = 64 << 30, **more):
    """SMF 71 with so much in use of the 64-bit common area."""
    each = ("minimum", "average", "maximum")
    row = {f"high_common_{which}": size / 4096 for which in each}
    row |= {f"high_common_used_{which}": used / 4096 for which in each}
    return smf71("SYSP", interval, paging(**row | more))


def reply(at: str, used: int, size: int = 64, name: str = "COMMON", source: str = "DEFAULT") -> str:
    """D VIRTSTOR as a system log has it."""
    prefix = f" N 4000000 SYSP     12206 {at}.00          00000090  "
    lines = (
        f"IAR019I  {at} DISPLAY VIRTSTOR",
        f"SOURCE = {source}",
        f"TOTAL {name} = {size}G",
        f"{name} RANGE = 2G-4G",
    )
    return "".join(f"{prefix}{line}\n" for line in (*lines, f"{name} ALLOCATED = {used}M"))


def test_the_published_memory_objects_are_read_with_size_owner_and_time(tmp_path):
    (tmp_path / "objects.txt").write_text(HVCOMMON + HVSHARE)
    getpage.load([tmp_path / "objects.txt"], into=tmp_path / "store")
    store = getpage.Store(tmp_path / "store")
    objects = store.table("zos_memory_object").collect()
    assert objects["job"].to_list() == ["*SYSTEM*", "*MASTER*", "TBSHR", "TBSHRB"]
    assert objects["bytes"].to_list() == [2 * MIB, MIB, 10 * MIB, 10 * MIB]
    assert f"{objects['created'][0]:%Y-%m-%d %H:%M:%S}" == "2010-08-11 21:50:53"
    areas = store.table("zos_high_storage").collect()
    assert areas["hvcommon_size"].max() == 66 << 30
    assert areas["hvshare_size"].max() == 510 << 40
    assert areas["hvshare_used_maximum"].max() == 20 * MIB


@pytest.mark.parametrize("of_records", [True, False])
def test_a_high_common_area_that_is_nearly_full_gets_a_size_from_either_source(tmp_path, of_records):
    wave = [52 << 30, 54 << 30, 50 << 30]
    specs = [high(n, wave[n % 3]) for n in range(12)] if of_records else []
    text = "" if of_records else reply("06:00:00", 52 << 10) + reply("07:00:00", 54 << 10)
    result = check(tmp_path, specs, text)
    [finding] = [one for one in result.findings if one.check == "zos-common-storage"]
    assert (finding.object.name, finding.headline) == ("HVCOMMON", "84.4 % of 64 GiB in use at the peak")
    [change] = [one for one in result.changes if one.setting == "HVCOMMON"]
    assert (change.command, change.undo) == ("HVCOMMON=90G", "HVCOMMON=64G")
    assert ("default" in change.caution) is not of_records
    assert change.storage_bytes == 0


def test_a_total_of_paging_activity_that_can_be_no_size_is_not_taken_for_one(tmp_path):
    result = check(tmp_path, [high(n, 54 << 30, (60 << 30) + 4096) for n in range(12)])
    assert not [one for one in result.findings if one.object.name == "HVCOMMON"]


def test_a_leak_of_high_common_storage_names_who_allocated_most_since_the_ipl(tmp_path):
    object_of = "{} {} {:04X} AC J 0 N N {:8} ........ 08/{}:00:00 813E2A80 0001 {}\n"
    objects = HVCOMMON + object_of.format(
        "000001EF_80600000", "000001F6_805FFFFF", 0x7000, "DB2GMSTR", "11/2010 22", "-"
    )
    specs = [high(n, (60 << 30) + n * 256 * MIB, 66 << 30) for n in range(20)]

    def leak(printed):
        result = check(tmp_path, specs, "", printed)
        assert not [one for one in result.changes if one.setting == "HVCOMMON"]
        return next(one for one in result.findings if one.check == "zos-common-growth")

    finding = leak(objects)
    assert finding.headline == "Leaks 1 GiB/h: full in 1 h 15 min"
    assert finding.next_step.endswith("RSMDATA HVCOMMON")
    for n, (job, gone) in enumerate((("LEAKSRV", "-"), ("LEAKSRV", "-"), ("GONE", "08/12/2010 11:00:00"))):
        start = 0x1F7_00000000 + (n << 32)
        span = (f"{at >> 32:08X}_{at & 0xFFFFFFFF:08X}" for at in (start, start + (1 << 32) - 1))
        objects += object_of.format(*span, 4096, job, "12/2010 10", gone)
    assert "LEAKSRV owns 8 GiB in 2 objects" in leak(objects).claim


def test_the_most_ever_used_of_shared_storage_is_no_growth(tmp_path):
    sizes = {f"high_shared_{which}": float(1 << 28) for which in ("minimum", "average", "maximum")}
    used = [{"shared_objects_bytes_high": float((600 << 30) + n * (8 << 30))} for n in range(24)]
    specs = [smf71("SYSP", n, paging(**sizes | row)) for n, row in enumerate(used)]
    result = check(tmp_path, specs)
    assert ("HVSHARE", "1 TiB") in [row[1:3] for table in result.tables for row in table.rows]
    assert not [one for one in result.findings if one.check == "zos-common-growth"]


def test_shared_storage_beyond_what_is_advised_says_who_to_look_for(tmp_path):
    text = reply("06:00:00", 470 << 20, 510 << 10, "SHARED", "00") + reply(
        "07:00:00", 480 << 20, 510 << 10, "SHARED"
    )
    result = check(tmp_path, [], text)
    [finding] = [one for one in result.findings if one.object.name == "HVSHARE"]
    assert finding.severity is Severity.CRITICAL
    assert "RSMDATA" in finding.no_command
    assert not result.changes
