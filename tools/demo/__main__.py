"""Write the archive of the sample site that getpage ships: python -m tools.demo."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

from getpage.demo import ARCHIVE

from .archive import write_archive
from .site import write_site


def main() -> None:
    """Generate the site and put it into the package."""
    with TemporaryDirectory() as directory:
        write_archive(write_site(Path(directory)), ARCHIVE)


if __name__ == "__main__":
    main()
