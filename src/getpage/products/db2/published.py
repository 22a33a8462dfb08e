"""What was published of Db2: what each step of a deployment of large memory gained."""

from __future__ import annotations

from getpage.contract.price import Gain

from .thresholds import GAIN_FIXED, GAIN_GROWTH, GAIN_LARGE_FRAMES, GAIN_PAGEABLE_LARGE

GAINS = tuple(
    Gain(what=what, low=low, high=high, of="CPU", source=f"SHARE 17878, deployment step {step}")
    for step, (what, (low, high)) in enumerate(
        (
            ("page-fix pools that do I/O", GAIN_FIXED),
            ("1 MB or 2 GB frames for page-fixed pools", GAIN_LARGE_FRAMES),
            ("pageable 1 MB frames (Flash Express)", GAIN_PAGEABLE_LARGE),
            ("local pools of up to 100 GB", GAIN_GROWTH),
        ),
        start=1,
    )
)
