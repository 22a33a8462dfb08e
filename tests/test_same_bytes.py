"""Same input, same bytes out, however the work was shared between threads."""

from __future__ import annotations

import getpage
from getpage.demo import write_site


def test_the_same_store_gives_the_same_bytes_every_time_it_is_asked(tmp_path):
    write_site(tmp_path / "site")
    getpage.load(tmp_path / "site", into=tmp_path / "store")
    said = {getpage.report.render(getpage.check(tmp_path / "store"), "json") for _ in range(4)}
    assert len(said) == 1
