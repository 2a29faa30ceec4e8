"""The entry point of the command; `python -m mohen` is `mohen`."""

from __future__ import annotations

import sys


def main() -> None:
    if sys.argv[1:] == ["--version"]:  # what is asked most often loads next to nothing
        from mohen import __version__

        python = sys.version.split(maxsplit=1)[0]
        sys.stdout.write(f"mohen {__version__} (Python {python})\n")
        return
    from mohen import cli

    cli.main()


if __name__ == "__main__":
    main()
