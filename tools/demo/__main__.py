"""Write the archives of the sample sites that getpage ships: python -m tools.demo."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

from getpage.demo import ARCHIVE, WEEKS_ARCHIVE

from .archive import write_archive
from .site import write_site
from .weeks import write_weeks


def main() -> None:
    """Generate the sites and put them into the package."""
    with TemporaryDirectory() as directory:
        write_archive(write_site(Path(directory) / "day"), ARCHIVE)
        write_archive(write_weeks(Path(directory) / "weeks"), WEEKS_ARCHIVE)


if __name__ == "__main__":
    main()
