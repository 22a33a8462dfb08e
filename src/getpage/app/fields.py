"""The field dictionary: what every column of every table is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from getpage.app.evidence import layouts_option
from getpage.contract.fields import Field
from getpage.core.option import option
from getpage.evidence.dictionary import Dictionary


@dataclass(frozen=True, kw_only=True)
class FieldsRequest:
    """The columns to show."""

    table: str | None = field(
        default=None,
        kw_only=False,
        metadata=option("Only this table; without it, the list of tables."),
    )
    layouts: Sequence[Path] = field(default=(), metadata=layouts_option())


def dictionary_of(request: FieldsRequest) -> Dictionary:
    """The dictionary of the built-in layouts and those that are asked for."""
    from getpage.evidence.dictionary import load_dictionary

    return load_dictionary(request.layouts)


def fields(request: FieldsRequest) -> tuple[Field, ...]:
    """The field dictionary, or that of one table. GetpageError where there is no such table."""
    dictionary = dictionary_of(request)
    return dictionary.fields if request.table is None else dictionary.of_table(request.table)
