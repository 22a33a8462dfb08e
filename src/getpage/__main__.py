"""Where the command begins: Ctrl-C while the command line is still being loaded ends with a sentence too."""

from __future__ import annotations

import sys


def main() -> None:
    """Run the command line."""
    try:
        from getpage.cli import main as run

        run()
    except KeyboardInterrupt:
        print("getpage: stopped; nothing was changed", file=sys.stderr)
        sys.exit(130)


if __name__ == "__main__":
    main()
