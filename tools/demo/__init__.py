"""A sample site: a day of real binary SMF records in which it is known what is wrong.

What: systems, queue managers, Db2 members and CICS regions are simulated through a day, and their records
written with the encoder of the layouts; logs and pages tell of the rest. Why: to try getpage without evidence
of one's own, and to test it against known truth (`truth.PLANTED`). Limits: it writes only fields that the
layouts describe, and its workload is as simple as `workload` says. The same bytes come out every time;
getpage ships them as an archive (`archive`).
"""

from .planted import Planted
from .site import write_site
from .truth import PLANTED

__all__ = ["PLANTED", "Planted", "write_site"]
