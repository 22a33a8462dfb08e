"""The one versioned result model: what every verb yields, and what every rendering shows.

`model` has what all verbs share; a verb with pages of its own (forecast, plan, prove) has a module here.
"""

from getpage.core.numbers import Scalar
from getpage.result.as_json import to_plain
from getpage.result.model import (
    SCHEMA_VERSION,
    Account,
    Change,
    CostBySize,
    Coverage,
    Curve,
    Damage,
    Estimate,
    Fact,
    Finding,
    Kind,
    Line,
    Looked,
    Missing,
    Picture,
    Place,
    Result,
    Severity,
    SizeCosts,
    Source,
    Table,
    Threshold,
    Total,
    Way,
)

__all__ = [
    "SCHEMA_VERSION",
    "Account",
    "Change",
    "CostBySize",
    "Coverage",
    "Curve",
    "Damage",
    "Estimate",
    "Fact",
    "Finding",
    "Kind",
    "Line",
    "Looked",
    "Missing",
    "Picture",
    "Place",
    "Result",
    "Scalar",
    "Severity",
    "SizeCosts",
    "Source",
    "Table",
    "Threshold",
    "Total",
    "Way",
    "to_plain",
]
