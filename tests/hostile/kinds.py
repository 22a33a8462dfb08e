"""Records of each kind that a layout has: those of the sample site, and encoded ones of all others."""

from __future__ import annotations

import tomllib
from collections import defaultdict
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, Final

import coupling_records
import getpage
import sample_site
import test_cics_smf
import zos_records
from getpage import _native
from hostile.fields import LAYOUTS, places
from hostile.seeds import records_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

#: Dumps of the sample site, and the system whose records are taken; None where there is one.
DUMPS: Final = (("smf-dump.bin", "SYSA"), ("sort-dump.bin", "SYSB"), ("tcpip-dump.bin", None))
MONITORING: Final = b"\x6e\x00\x01"
#: Bytes of the longest record that is taken: of several of a kind the short ones have the same fields.
LONGEST: Final = 8_000
#: The longest interval of the sample site ends then: 18 November 2026, 10:15.
TEN: Final = 1_794_996_900_000_000
QUARTER: Final = 900_000_000
NUMBERS: Final = ("u16", "u32", "u64", "hfp")
SMALL: Final = 3
RMF: Final = {"product": "RMF", "interval_start": TEN - QUARTER, "interval_us": QUARTER, "samples": 900}
#: What all records of a type have, where a layout refuses those that have none.
COMMON: Final[Mapping[int, dict[str, Any]]] = {
    **{of: {**RMF, "level": "ZV020500", "sysplex": "PLEX1"} for of in (71, 74, 75, 78)},
    70: {**RMF, "level": "ZV020500", "sysplex": "PLEX1", "model": "A02"},
    72: {**RMF, "class_name": "BATCH", "policy": "WLMPOL"},
    110: {"region": "CICSPAY1", "statistics_type": 0xC9D5E3, "interval_end": TEN, "interval_us": QUARTER},
    119: {"stack": "TCPIP", "release": "020300"},
}


@cache
def records() -> Mapping[int, tuple[bytes, ...]]:
    """Records by type, none of them damaged: together they have each field of each layout."""
    kinds: dict[int, list[bytes]] = defaultdict(list)
    for record in of_the_site():
        kinds[record[5]].append(record)
    there = {
        (record[5], place.name) for each in kinds.values() for record in each for place in places(record)
    }
    for record in undamaged([*related(), *encoded()]):
        has = {(record[5], place.name) for place in places(record)}
        if not has <= there:
            there |= has
            kinds[record[5]].append(record)
    return {record_type: tuple(each) for record_type, each in kinds.items()}


def of_the_site() -> Iterator[bytes]:
    """Two records of each kind, of one system and subsystem."""
    of_kind: dict[tuple[int, bytes, int], list[bytes]] = defaultdict(list)
    for name, system in DUMPS:
        for record in records_of((sample_site.site() / name).read_bytes()):
            # CICS monitoring is read by the dictionary of its region: both are in `related`
            if (
                len(record) > LONGEST
                or record[5:6] + record[22:24] == MONITORING
                or not (LAYOUTS / str(record[5])).is_dir()
            ):
                continue
            if system is None or record[14:18].decode("cp037") == system:
                # of Db2 and MQ the number of triplets differs by IFCID, which is no subtype
                triplets = int.from_bytes(record[28:32], "big")
                same = of_kind[record[5], record[22:24], triplets]
                if len(same) < 2 and (not same or same[0][18:22] == record[18:22]):
                    same.append(record)
    return (record for same in of_kind.values() for record in same)


def related() -> list[bytes]:
    """Records with sections that belong to those of another: the encoder is told to which."""
    request = coupling_records.request("DSNA_GBP1", 1 << 30)
    request |= {"cache_first": 1, "cache_sections": 1, "scm_first": 1, "scm_sections": 1}
    facility = coupling_records.smf74_4(
        "SYSA", 0, "CF1", [request], R744CACH=[coupling_records.cache(0)], R744MSCM=[{"parent": 0}]
    )
    counters = coupling_records.smf113("SYSA", 0, {1: [5, 6, 7, 8, 9, 10], 2: [1, 2]})
    facility["common"] |= RMF | {"written": TEN}
    counters["common"] |= {"written": TEN}
    tasks = [test_cics_smf.task(0, f"TX{n}", 300, 0.007, 0.012) for n in range(2)]
    waits = {"transaction": "TX0", "started": TEN - 1_000_000, "ended": TEN, "resource_type": "STORAGE"}
    monitored = test_cics_smf.monitoring(tasks)
    excepted = zos_records.spec((110, 1), monitored[0]["common"], MNEXCDS=[waits])
    return _native.encode_records([facility, counters, *monitored, excepted])


def encoded() -> Iterator[bytes]:
    """Records of each section that a layout has by itself: its numbers small, or zero."""
    for path in sorted(LAYOUTS.glob("*/*.toml")):
        layout = tomllib.loads(path.read_text())
        numbers = [field for field in layout.get("fields", ()) if field["type"][:3] in NUMBERS]
        small, least = {field["name"]: SMALL for field in numbers}, related_values(layout)
        for where in layout.get("where", ()):
            for row in (small | least, least):
                spec = {
                    "record_type": where["type"],
                    "subtype": where.get("subtypes", [1])[0],
                    "common": {"system": "SYSA", "written": TEN} | COMMON.get(where["type"], {}),
                    "sections": {layout["section"]: [row]},
                }
                try:
                    yield from _native.encode_records([spec])
                except _native.EncodeError:
                    continue


def related_values(layout: Mapping[str, Any]) -> dict[str, Any]:
    """Names and numbers that the relations of a layout ask for."""
    asked: dict[str, Any] = {}
    for relation in layout.get("holds", ()):
        asked |= dict.fromkeys(relation.get("names", ()), relation.get("starts", "") + "NAME")
        if relation.get("from"):
            asked |= dict.fromkeys(relation["range"], relation["from"])
    return asked


def undamaged(tried: Iterable[bytes]) -> list[bytes]:
    """Those in which all relations hold."""
    at, begins = 0, {}
    for record in tried:
        begins[at] = record
        at += len(record)
    with TemporaryDirectory() as directory:
        dump = Path(directory) / "dump"
        dump.write_bytes(b"".join(begins.values()))
        damaged = {damage.offset for damage in getpage.inspect(dump).damage}
    return [record for begin, record in begins.items() if begin not in damaged]
