"""Kinds of input: each makes a mutated one and gives it to the verbs that take it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hostile import mutate, stores
from hostile.seeds import records_of

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path
    from random import Random

    from hostile.seeds import Seeds

    Case = Callable[[Random, Seeds, Path], list[str]]

FORMS = ("table", "json", "csv", "md")


def _form(chance: Random) -> list[str]:
    return ["--format", chance.choice(FORMS)]


def _evidence(path: Path, chance: Random, scratch: Path) -> list[str]:
    """A verb that takes files of evidence."""
    match chance.randrange(7):
        case 0 | 1:
            return ["inspect", str(path), *_form(chance)]
        case 2:
            return ["load", str(path), "--into", str(scratch / "s"), *_form(chance)]
        case 3:
            return ["ledger", str(path), *_form(chance)]
        case 4:
            return ["plan", str(path), *_form(chance)]
        case 5:
            return [
                "report",
                str(path),
                "-o",
                str(scratch / f"r{chance.choice(('.html', '.md', '.json', '.csv'))}"),
            ]
        case _:
            return ["check", str(path), *_form(chance)]


def _store(path: Path, chance: Random, scratch: Path) -> list[str]:
    """A verb that takes a store."""
    match chance.randrange(10):
        case 0:
            return [
                "sql",
                str(path),
                chance.choice(("show tables", "select * from mq_buffer_pool", "select 1")),
            ]
        case 1:
            return ["prove", "--record", str(path)]
        case 2:
            return ["forecast", str(path), "--change", "DBP1.BP2=x2", *_form(chance)]
        case 3:
            return ["ledger", str(path), "--by-interval", *_form(chance)]
        case 4:
            return ["plan", str(path), "--add", "SYSA=1G", *_form(chance)]
        case 5:
            return [
                "report",
                str(path),
                "-o",
                str(scratch / f"r{chance.choice(('.html', '.md', '.json', '.csv'))}"),
            ]
        case 6:
            return ["load", str(path.parent.parent / "evidence"), "--into", str(path)]
        case 7:
            return ["prove", str(path), "--before", "..2026-05-21T10:30", "--after", "2026-05-21T10:30.."]
        case _:
            return ["check", str(path), *_form(chance)]


def records(chance: Random, seeds: Seeds, scratch: Path) -> list[str]:
    """SMF, of sorts and connections by themselves too, and GTF with records of Db2."""
    choice = chance.choice(
        (
            seeds.dump,
            seeds.dump,
            seeds.connections,
            seeds.sorts,
            *(t for t in seeds.traces if t.suffix in {".smf", ".gtf"}),
        )
    )
    path = scratch / "dump"
    path.write_bytes(mutate.binary(choice.read_bytes(), chance))
    return _evidence(path, chance, scratch)


def words(chance: Random, seeds: Seeds, scratch: Path) -> list[str]:
    """SMF with one word of one record made extreme, whichever kind the record is of."""
    dump = chance.choice((seeds.dump, seeds.connections, seeds.sorts, seeds.monitoring))
    records = list(records_of(dump.read_bytes()))
    kinds = {(record[5], record[22:24]): n for n, record in enumerate(records)}
    which = kinds[chance.choice(sorted(kinds))]
    records[which] = mutate.word(records[which], chance)
    path = scratch / "dump"
    path.write_bytes(b"".join(records))
    return _evidence(path, chance, scratch)


def printed(chance: Random, seeds: Seeds, scratch: Path) -> list[str]:
    """Logs, displays and reports."""
    choice = chance.choice(seeds.texts)
    named = choice.name if chance.random() < 0.8 else mutate.file_name(choice.name, chance)
    path = scratch / named
    path.write_text(mutate.lines(choice.read_text(), chance), errors="backslashreplace")
    return _evidence(path, chance, scratch)


def xml(chance: Random, seeds: Seeds, scratch: Path) -> list[str]:
    """Reports of RMF in XML."""
    path = scratch / "report.xml"
    _either(path, chance.choice(seeds.xml).read_text(), chance)
    return _evidence(path, chance, scratch)


def collections(chance: Random, seeds: Seeds, scratch: Path) -> list[str]:
    """Logs of garbage collection."""
    choice = chance.choice(seeds.collections)
    path = scratch / choice.name
    _either(path, choice.read_text(), chance)
    return _evidence(path, chance, scratch)


def cics(chance: Random, seeds: Seeds, scratch: Path) -> list[str]:
    """Printed statistics of CICS."""
    path = scratch / "stat.txt"
    path.write_text(mutate.lines(chance.choice(seeds.cics).read_text(), chance), errors="backslashreplace")
    return _evidence(path, chance, scratch)


def monitoring(chance: Random, seeds: Seeds, scratch: Path) -> list[str]:
    """SMF 110: statistics, dictionaries and tasks, kept one by one or as measures."""
    path = scratch / "dump"
    path.write_bytes(mutate.binary(seeds.monitoring.read_bytes(), chance))
    match chance.randrange(6):
        case 0:
            return ["load", str(path), "--into", str(scratch / "s"), "--tasks", *_form(chance)]
        case 1:
            known = ["--dictionary", str(path)]
            return ["load", str(seeds.monitoring), "--into", str(scratch / "s"), *known, *_form(chance)]
        case _:
            return _evidence(path, chance, scratch)


def _either(path: Path, text: str, chance: Random) -> None:
    """Text changed by lines, or as bytes."""
    if chance.random() < 0.3:
        path.write_bytes(mutate.binary(text.encode(), chance))
    else:
        path.write_text(mutate.lines(text, chance), errors="backslashreplace")


def traces(chance: Random, seeds: Seeds, scratch: Path) -> list[str]:
    """Page references in every format."""
    choice = chance.choice(seeds.traces)
    path = scratch / choice.name
    data = choice.read_bytes()
    if choice.suffix == ".csv":
        data = mutate.table(data.decode(), chance).encode(errors="replace")
    elif choice.suffix == ".lis":
        data = mutate.lines(data.decode(), chance).encode(errors="replace")
    else:
        data = mutate.binary(data, chance)
    path.write_bytes(data)
    how = chance.choice(
        ((), ("--current", "100"), ("--vpseqt", "80,50", "--current", "100"), ("--opt",), ("--sample", "0.5"))
    )
    return ["curve", str(path), *how, *_form(chance)]


def parts(chance: Random, seeds: Seeds, scratch: Path) -> list[str]:
    """Parts of curves."""
    collected = []
    for part in seeds.parts:
        path = scratch / part.name
        path.write_bytes(
            mutate.binary(part.read_bytes(), chance) if chance.random() < 0.7 else part.read_bytes()
        )
        collected.append(str(path))
    if chance.random() < 0.3:
        return ["curve", "--merge", *collected, "--partial", str(scratch / "whole.part")]
    return ["curve", "--merge", *collected, *_form(chance)]


def tables(chance: Random, seeds: Seeds, scratch: Path) -> list[str]:
    """Tables of runs."""
    choice = chance.choice(seeds.tables)
    path = scratch / "runs.csv"
    text = choice.read_text()
    path.write_text(mutate.table(text, chance), errors="backslashreplace")
    match chance.randrange(6):
        case 0:
            other = chance.choice((choice, chance.choice(seeds.tables)))
            return ["prove", str(path), str(other), *_form(chance)]
        case 1:
            return ["prove", str(path), "--changes", *_form(chance)]
        case 2:
            return [
                "prove",
                str(path),
                "--per",
                chance.choice(("processors", "servers", "CPU %")),
                *_form(chance),
            ]
        case 3:
            return ["prove", str(path), *_form(chance)]
        case _:
            labels = [line.split(",")[0] for line in text.splitlines()[1:] if line] or [""]
            known = ",".join(chance.choice(labels) for _ in range(chance.choice((1, 2, 3))))
            wanted = chance.choice(
                (
                    *labels,
                    "pool_bytes=0",
                    "pool_bytes=480GB",
                    "reads_per_unit=0",
                    f"pool_bytes={chance.choice(mutate.NUMBERS)}",
                )
            )
            return ["forecast", str(path), "--calibrate", known, "--predict", wanted, *_form(chance)]


def layouts(chance: Random, seeds: Seeds, scratch: Path) -> list[str]:
    """Layouts of a site."""
    choice = chance.choice(seeds.layouts)
    directory = scratch / "layouts"
    directory.mkdir()
    (directory / choice.name).write_text(mutate.toml(choice.read_text(), chance), errors="backslashreplace")
    match chance.randrange(4):
        case 0:
            return ["inspect", str(seeds.dump), "--layouts", str(directory), *_form(chance)]
        case 1:
            return ["check", str(seeds.store), "--layouts", str(directory), *_form(chance)]
        case _:
            return ["fields", "--layouts", str(directory), *_form(chance)]


def listings(chance: Random, seeds: Seeds, scratch: Path) -> list[str]:
    """Assembler listings."""
    path = scratch / "listing.txt"
    path.write_text(mutate.lines(seeds.listing.read_text(), chance), errors="backslashreplace")
    return ["layout", "import", str(path), *_form(chance)]


def curves(chance: Random, seeds: Seeds, scratch: Path) -> list[str]:
    """Saved curves."""
    path = scratch / "curve.json"
    path.write_text(mutate.json_text(seeds.curve.read_text(), chance), errors="backslashreplace")
    curve = ["--curve", f"DBP1={path}" if chance.random() < 0.8 else str(path)]
    if chance.random() < 0.5:
        return ["forecast", str(seeds.store), "--change", "DBP1.BP2=x2", *curve, *_form(chance)]
    return ["plan", str(seeds.store), *curve, *_form(chance)]


def forecasts(chance: Random, seeds: Seeds, scratch: Path) -> list[str]:
    """Saved forecasts."""
    path = scratch / "forecast.json"
    path.write_text(mutate.json_text(seeds.forecast.read_text(), chance), errors="backslashreplace")
    return [
        *("prove", str(seeds.store), "--before", "..2026-05-21T10:30", "--after", "2026-05-21T10:30.."),
        *("--forecast", str(path), "--no-keep", *_form(chance)),
    ]


def broken_stores(chance: Random, seeds: Seeds, scratch: Path) -> list[str]:
    """Stores that are damaged, or of somebody else."""
    return _store(stores.store(seeds.store, scratch / "store", chance), chance, scratch)


def options(chance: Random, seeds: Seeds, scratch: Path) -> list[str]:
    """Options of every verb with values that nobody gives."""

    def any_of(*others: str) -> str:
        return chance.choice((*others, chance.choice(mutate.NUMBERS), chance.choice(mutate.WORDS))).replace(
            "\0", ""
        )

    store, trace = str(seeds.store), str(seeds.traces[0])
    given = chance.choice(
        (
            ["check", store, "--from", any_of("2026-05-21T10:00")],
            ["check", store, "--to", any_of("2026-05-21")],
            ["check", store, "--system", any_of("SYSA")],
            ["ledger", store, "--to", any_of()],
            ["plan", store, "--add", any_of(f"SYSA={any_of()}", f"{any_of()}G")],
            ["plan", store, "--weight", any_of(f"cpu={any_of()}", f"DBP1={any_of()}")],
            ["plan", store, "--reserve", any_of(f"SYSA={any_of()}")],
            [
                "forecast",
                store,
                "--change",
                f"{any_of('DBP1.BP2', 'DBP1.BP2')}={any_of('x2', '+10%', f'x{any_of()}')}",
            ],
            ["forecast", store, "--change", "DBP1.BP2=x2", "--busy", any_of("50")],
            ["forecast", store, "--change", "DBP1.BP2=x2", "--processors", any_of("4")],
            ["forecast", store, "--change", "DBP1.BP2=x2", "--load", "closed", "--think", any_of("1")],
            [
                "outage",
                "--rate",
                any_of("10"),
                "--size",
                any_of("10"),
                "--for",
                any_of("10"),
                "--buffers",
                any_of("1k"),
            ],
            [
                "outage",
                "--rate",
                "1000",
                "--size",
                "2000",
                "--for",
                any_of("10m"),
                "--buffers",
                "1k",
                "--sizes",
                any_of(),
            ],
            ["outage", store, "--pool", any_of("SYSA.MQA1.3"), "--for", any_of("1h")],
            [
                "consolidate",
                store,
                "--regions",
                any_of("CICSPAY*", "CICSORD3,CICSORD4"),
                "--into",
                any_of("1"),
            ],
            ["switches", any_of("150*(db2, td)"), "--release", any_of("5.1"), "--cpu-us", any_of("2")],
            ["curve", trace, "--current", any_of("100")],
            ["curve", trace, "--sizes", any_of("0.5x"), "--current", "100"],
            ["curve", trace, "--current", "100", "--spsize", any_of("10"), "--spseqt", any_of("10")],
            ["curve", trace, "--sample", any_of("0.5")],
            ["curve", trace, "--vpseqt", any_of("80")],
            ["curve", trace, "--threads", any_of("2", "999999999")],
            ["curve", trace, "--read-us", any_of("100")],
            ["curve", trace, "--lost-limit", any_of("0.1")],
            ["curve", trace, "--pool", any_of("BP1"), "--current", "10"],
            [
                "load",
                str(seeds.texts[0]),
                "--into",
                str(scratch / "s"),
                "--threads",
                any_of("1", "999999999"),
            ],
            ["prove", store, "--before", any_of("2026-05-21..2026-05-22"), "--after", any_of("..")],
            ["prove", str(seeds.tables[0]), "--base", any_of()],
            ["prove", str(seeds.tables[0]), "--level", any_of("0.9")],
            ["prove", str(seeds.tables[0]), "--changes", "--goal", any_of("1")],
            ["sql", store, any_of("select 1e308 * 10", "select '\x1b[31m'", "select 'nan'::double as x")],
            ["fields", "--table", any_of("mq_buffer_pool")],
            ["explain", any_of("mq-pool-undersized")],
            ["report", store, "-o", any_of("-", "x.html")],
            [
                "layout",
                "import",
                str(seeds.listing),
                "--type",
                any_of("115"),
                "--subtypes",
                "1",
                "--triplet",
                "0",
            ],
            ["inspect", any_of(store)],
            [any_of("check"), any_of(store), any_of("--x")],
        )
    )
    words = given if chance.random() < 0.6 or given[0] in {"report", "demo"} else [*given, *_form(chance)]
    return [word.replace("\0", "") for word in words]


KINDS: dict[str, Case] = {
    "records": records,
    "words": words,
    "printed": printed,
    "xml": xml,
    "collections": collections,
    "cics": cics,
    "monitoring": monitoring,
    "traces": traces,
    "parts": parts,
    "tables": tables,
    "layouts": layouts,
    "listings": listings,
    "curves": curves,
    "forecasts": forecasts,
    "stores": broken_stores,
    "options": options,
}
