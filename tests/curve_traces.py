"""Small traces for the tests of curves, in every format, and plain simulations to compare with."""

from __future__ import annotations

import random
import struct
from collections import OrderedDict
from dataclasses import dataclass

from getpage import _native

START = 1_780_000_000_000_000  # microseconds since 1970


@dataclass(frozen=True)
class Reference:
    pool: str
    object: str
    page: int
    access: str


def references(count=3000, *, pools=("BP1",), objects=4, pages=120, sequential=0.3, seed=1):
    """Random getpages, half of them on few pages, mixed with scans."""
    chance = random.Random(seed)
    trace = []
    while len(trace) < count:
        pool, thing = chance.choice(pools), str(chance.randrange(objects))
        if chance.random() < sequential / 8:
            first = chance.randrange(pages)
            trace += [Reference(pool, thing, p, "sequential") for p in range(first, first + 16)]
        else:
            page = chance.randrange(pages if chance.random() < 0.5 else max(1, pages // 8))
            trace.append(Reference(pool, thing, page, "random"))
    return trace[:count]


def lru_reads(trace, size):
    """Reads of a plain LRU pool, by the textbook."""
    pool, reads = OrderedDict(), 0
    for reference in trace:
        page = (reference.object, reference.page)
        if page in pool:
            pool.move_to_end(page)
            continue
        reads += 1
        pool[page] = True
        if len(pool) > size:
            pool.popitem(last=False)
    return reads


def db2_reads(trace, size, vpseqt):
    """Reads of Db2's pool by class: synchronous random, synchronous sequential, asynchronous."""
    quota = size * vpseqt // 100
    pool, reads = OrderedDict(), [0, 0, 0]  # page to whether it is sequential, the oldest first
    for reference in trace:
        page, is_sequential = (reference.object, reference.page), reference.access != "random"
        if page in pool:
            pool[page] = pool[page] and is_sequential
            pool.move_to_end(page)
            continue
        reads[0 if not is_sequential else 1 if vpseqt == 0 else 2] += 1
        if len(pool) >= size:
            oldest = next((p for p, s in pool.items() if s), None)
            over = is_sequential and sum(pool.values()) >= quota and oldest is not None
            del pool[oldest if over else next(iter(pool))]
        pool[page] = is_sequential
    return tuple(reads)


def as_csv(trace, *, time=True):
    lines = ["pool,object,page,access" + (",time" if time else "")]
    lines += [
        f"{r.pool},{r.object},{r.page},{r.access}" + (f",{i}" if time else "") for i, r in enumerate(trace)
    ]
    return ("\n".join(lines) + "\n").encode()


def as_columns(trace):
    return {
        "pool": [r.pool for r in trace],
        "object": [r.object for r in trace],
        "page": [r.page for r in trace],
        "access": [r.access for r in trace],
        "write": [False] * len(trace),
        "time": list(range(len(trace))),
    }


def key(reference):
    return int(reference.object) << 32 | reference.page


def as_u32(trace):
    """Page numbers of 32 bits, which name no objects: one number for each page of each object."""
    return b"".join(struct.pack("<I", int(r.object) << 20 | r.page) for r in trace)


def as_u64(trace):
    keys = (key(r) | (1 << 63 if r.access == "sequential" else 0) for r in trace)
    return b"".join(struct.pack("<Q", k) for k in keys)


def as_oracle_general(trace):
    return b"".join(struct.pack("<IQIq", i // 10, key(r), 4096, -1) for i, r in enumerate(trace))


def as_arc(trace):
    return "".join(f"{key(r)} 1 0 {i}\n" for i, r in enumerate(trace)).encode()


def pool_id(pool):
    return 80 if pool == "BP32K" else 100 + int(pool[4:]) if pool.startswith("BP8K") else int(pool[2:])


def smf_specification(reference, number, *, subsystem="DB1A", function="getpage"):
    return {
        "record_type": 102,
        "subtype": 198,
        "common": {
            "system": "SYS1",
            "subsystem": subsystem,
            "written": START // 10_000 * 10_000,
            "event_time": START + number,
            "ifcid_sequence": number + 1,
            "destination_sequence": 3 * number + 7,
        },
        "sections": {
            "QW0198": [
                {
                    "database_id": 260,
                    "object_id": int(reference.object) + 2,
                    "buffer_pool": pool_id(reference.pool),
                    "function": function,
                    "page_status": "hit",
                    "access_type": reference.access,
                    "page": reference.page,
                }
            ]
        },
    }


def as_smf(specifications):
    return b"".join(_native.encode_records(specifications))


def smf_of(trace):
    return as_smf([smf_specification(r, i) for i, r in enumerate(trace)])


def as_gtf(specifications, **how):
    how = {"base": 0, "segment": 256, "zone": 0} | how
    return b"".join(_native.gtf_records(_native.encode_records(specifications), **how))


def gtf_of(trace):
    return as_gtf([smf_specification(r, i) for i, r in enumerate(trace)])
