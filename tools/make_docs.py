"""Write the generated pages of `docs/`, or with `--check` only say which are stale."""

from __future__ import annotations

import argparse
import sys

from docs import PAGES, ROOT, is_fresh


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="make_docs", description=__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing; exit 1 if stale")
    check = parser.parse_args(argv).check
    stale = [(path, text) for path, make in PAGES if not is_fresh(path, text := make())]
    for path, text in stale:
        print(f"{'stale' if check else 'wrote'} {path}")
        if not check:
            (ROOT / path).parent.mkdir(parents=True, exist_ok=True)
            (ROOT / path).write_text(text, encoding="utf-8", newline="\n")
    return 1 if check and stale else 0


if __name__ == "__main__":
    sys.exit(main())
