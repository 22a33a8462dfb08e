"""Mutations of a store: parts of other columns, types and values, manifests and marks, and files gone."""

from __future__ import annotations

import json
import shutil
from contextlib import suppress
from hashlib import sha256
from typing import TYPE_CHECKING

import polars as pl

from getpage import _native
from hostile import mutate

if TYPE_CHECKING:
    from pathlib import Path
    from random import Random

_TYPES = (
    pl.String,
    pl.Int8,
    pl.UInt64,
    pl.Float64,
    pl.Boolean,
    pl.Datetime("ns"),
    pl.Date,
    pl.List(pl.Int64),
)


def store(seed: Path, into: Path, chance: Random, *, signed: bool = False) -> Path:
    """A copy of a store with one to three mutations. One that is `signed` has the digests of what it has, as
    if it had been written so: digests tell damage, and nothing of what a value means.
    """
    shutil.copytree(seed, into)
    for _ in range(chance.choice((1, 1, 1, 2, 3))):
        files = sorted(path for path in into.rglob("*") if path.is_file())
        parts = [path for path in files if path.suffix == ".parquet"]
        plain = [path for path in files if path.suffix == ".json"]
        if not files:
            break
        match chance.randrange(10):
            case 0 if parts:
                choice = chance.choice(parts)
                choice.write_bytes(mutate.binary(choice.read_bytes(), chance))
            case 1:
                chance.choice(files).unlink()
            case 2:
                choice = chance.choice(files)
                choice.write_bytes(
                    chance.choice((b"", b"\0", b"PAR1", b"{}", b"[]", b"null", b'{"format": 1}'))
                )
            case 3:
                choice = chance.choice(files)
                choice.unlink()
                choice.mkdir()
            case 4 if len(parts) > 1:
                shutil.copy(*chance.sample(parts, 2))
            case 5 | 6 if plain:
                choice = chance.choice(plain)
                text = choice.read_text(errors="replace")
                body, below, digest = text.rstrip("\n").rpartition("\n") if signed else (text, "", "")
                body, below, digest = (body, below, digest) if _is_json(body) else (text, "", "")
                changed = mutate.json_text(body, chance) if _is_json(body) else mutate.lines(body, chance)
                choice.write_text(f"{changed}{below}{digest}", errors="backslashreplace")
            case _ if parts:
                _part(chance.choice(parts), chance)
    if signed:
        sign(into)
    return into


def sign(root: Path) -> None:
    """Make all digests of a store right, as far as its manifests can be read."""
    for path in root.glob("days/*/*.json"):
        with suppress(Exception):
            manifest = json.loads(path.read_text())
            for part in manifest["parts"]:
                part["digest"], part["bytes"] = _native.digest(root / part["path"])
            path.write_text(json.dumps(manifest))
    path = root / "catalog.json"
    with suppress(Exception):
        body = path.read_text().rstrip().rpartition("\n")[0]
        with suppress(Exception):
            catalog = json.loads(body)
            for named in [*(load["manifest"] for load in catalog["loads"]), *catalog["days"].values()]:
                with suppress(Exception):
                    named["digest"] = sha256((root / named["path"]).read_bytes()).hexdigest()
            body = json.dumps(catalog)
        path.write_text(f"{body}\n{json.dumps({'sha256': sha256(body.encode()).hexdigest()})}\n")


def _is_json(text: str) -> bool:
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True


def _part(path: Path, chance: Random) -> None:
    """A part that is whole Parquet and not what its table has."""
    try:
        frame = pl.read_parquet(path)
    except Exception:
        return
    column = chance.choice(frame.columns)
    match chance.randrange(7):
        case 0:
            frame = frame.drop(column)
        case 1:
            kind = chance.choice(_TYPES)
            try:
                frame = frame.with_columns(pl.col(column).cast(kind, strict=False))
            except pl.exceptions.PolarsError:  # no such cast
                frame = frame.with_columns(pl.lit(None, dtype=kind).alias(column))
        case 2:
            frame = frame.with_columns(pl.lit(None, dtype=frame.schema[column]).alias(column))
        case 3:
            frame = frame.rename({column: f"{column}_"})
        case 4:
            frame = frame.clear() if chance.random() < 0.5 else pl.concat([frame, frame])
        case _:
            kind = frame.schema[column]
            if kind.is_numeric():
                value = chance.choice((0, 1, kind.max(), kind.min()))
                new = value if isinstance(value, pl.Expr) else pl.lit(value).cast(kind)
            elif isinstance(kind, pl.Datetime):
                new = pl.lit(chance.choice((0, -(2**62), 2**62, 2**50))).cast(pl.Int64).cast(kind)
            elif kind == pl.String:
                new = pl.lit(chance.choice(mutate.WORDS).encode(errors="replace").decode())
            else:
                new = pl.lit(None, dtype=kind)
            frame = frame.with_columns(new.alias(column))
    frame.write_parquet(path)
