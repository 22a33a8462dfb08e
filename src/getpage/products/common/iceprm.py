"""Where the storage of all sorts of a system is limited, and how one sees it: ICEPRMxx of DFSORT.

References: IBM z/OS DFSORT Installation and Customization, EXPMAX, EXPOLD, EXPRES, TUNE, ICEPRMxx; message
ICE236I of a V2R4 job: EXPMAX=MAX, EXPOLD=50%, EXPRES=10%, TUNE=STOR.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

#: Where it is set.
PLACE: Final = "ICEPRMxx under JCL, INV, TSO and TSOINV, then START ICEOPT,ICEPRM=xx; no IPL"
#: As ICE236I of a job under V2R4 shows them; a site may have others.
SHOWN: Final = {"EXPMAX": "MAX", "EXPOLD": "50%", "EXPRES": "10%", "TUNE": "STOR"}
SEEN: Final = "ICE236I of the next sort shows"
TO_DISK: Final = (
    "work data sets: make sure that there is space for them (DYNALLOC; ICE083A and ICE046A report when "
    "there is not) and that the batch window allows for it"
)


def undo(shown: Mapping[str, str | None] | None, *names: str) -> str:
    """These options as a row of messages shows them; as z/OS V2R4 ships them where none does."""
    values = {name: (shown or {}).get(name.lower()) or SHOWN[name] for name in names}
    return ",".join(f"{name}={value}" for name, value in values.items())
