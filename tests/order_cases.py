"""A labelled set of orders to a model and of what only sounds like one, in both languages.

`tests/orders/*.txt`, a case a line: `!` gives an order to a model, `=` does not, `~` does not and
is dialogue or prose of fiction. Each file was written without a look at the signs, in other voices
than those before, and measured before anything was mended for it. Of `tests/orders/held` nothing
was fitted or mended: who wrote it had seen neither words nor signs. Of `tests/orders/technical`
nothing was fitted, but the same hand wrote others of its kinds to be fitted on.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

FOLDER = Path(__file__).with_name("orders")
HELD = FOLDER / "held"
TECHNICAL = FOLDER / "technical"  # code, offices, law, other tongues; nothing was fitted on it
BLIND = FOLDER / "blind"  # made to be hard, by others; nothing was fitted on it
ORDER, PLAIN, FICTION = "!", "=", "~"


class Case(NamedTuple):
    kind: str
    text: str


def every(*kinds: str) -> Iterator[Case]:
    for path in sorted(FOLDER.glob("*.txt")):
        for line in path.read_text("utf-8").splitlines():
            kind, _, text = line.partition(" ")
            if kind in (kinds or (ORDER, PLAIN, FICTION)):
                yield Case(kind, text.replace("\\n", "\n"))


def texts(*kinds: str) -> list[str]:
    return [each.text for each in every(*kinds)]
