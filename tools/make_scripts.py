"""Write `text/data/zh/scripts.txt`: which simplified character each traditional one is matched as.

    pip install opencc-python-reimplemented
    python tools/make_scripts.py

Its tables are OpenCC's (Apache-2.0). Where a character has several simplified forms the first
that is another one is taken: the table is used on both sides of a comparison, so all that counts is
that they meet. The variants of Taiwan and Hong Kong come to the same character.
"""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Iterator
from pathlib import Path

TARGET = Path(__file__).parents[1] / "src/mohen/text/data/zh/scripts.txt"
COLUMNS = 40
HEAD = """\
# Traditional characters and the simplified ones that they are matched as: line by line, character
# by character. Made by tools/make_scripts.py from the tables of OpenCC (Apache-2.0).
"""


def main() -> int:
    found = importlib.util.find_spec("opencc")
    if found is None or not found.submodule_search_locations:
        print("opencc-python-reimplemented is not installed", file=sys.stderr)
        return 2
    tables = Path(found.submodule_search_locations[0], "dictionary")
    matched = {one: _other(one, forms) for one, forms in _rows(tables / "TSCharacters.txt")}
    simplified = frozenset(matched.values())
    for name in ("TWVariants.txt", "HKVariants.txt"):
        for standard, forms in _rows(tables / name):
            for form in forms:
                if form != standard and form not in simplified:
                    matched.setdefault(form, standard)
    pairs = sorted((one, _end(one, matched)) for one in matched)
    kept = [(one, other) for one, other in pairs if one != other and max(one, other) < "\U00010000"]
    TARGET.write_text(_written(kept), encoding="utf-8", newline="\n")
    print(f"wrote {len(kept)} characters")
    return 0


def _rows(path: Path) -> Iterator[tuple[str, list[str]]]:
    for line in path.read_text("utf-8").splitlines():
        one, _, forms = line.partition("\t")
        yield one, forms.split()


def _other(one: str, forms: list[str]) -> str:
    return next((form for form in forms if form != one), one)


def _end(one: str, matched: dict[str, str]) -> str:
    seen = {one}
    while (after := matched.get(one, one)) not in seen:
        seen.add(after)
        one = after
    return one


def _written(pairs: list[tuple[str, str]]) -> str:
    rows = [pairs[at : at + COLUMNS] for at in range(0, len(pairs), COLUMNS)]
    left = "\n".join("".join(one for one, _ in row) for row in rows)
    right = "\n".join("".join(other for _, other in row) for row in rows)
    return f"{HEAD}\n[traditional]\n{left}\n\n[simplified]\n{right}\n"


if __name__ == "__main__":
    sys.exit(main())
