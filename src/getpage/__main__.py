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
    except (ImportError, AttributeError) as error:
        if "_native" not in str(error):
            raise
        print("getpage: the native decoder is not built, or is of another version", file=sys.stderr)
        print("Next: make setup", file=sys.stderr)
        sys.exit(70)


if __name__ == "__main__":
    main()
