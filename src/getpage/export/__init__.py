"""What other tools read: a result and the days of a store as a workbook, metrics, Parquet or a dashboard."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from getpage.core.errors import GetpageError


def library(module: str, name: str) -> Any:
    """A module of a library; GetpageError where the library is not installed."""
    try:
        return import_module(module)
    except ModuleNotFoundError as error:
        problem = f"this export takes {name}, which is not installed."
        raise GetpageError(problem, "pip install 'getpage[export]'") from error
