"""Ways through a graph of relations."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence

from mohen.model.graph import Relation

Steps = Mapping[str, Sequence[tuple[str, Relation]]]
"""Where each entity leads, and by which relation."""


def way(steps: Steps, start: str, end: str) -> list[Relation]:
    """The shortest way from one to another, or nothing. Circles do not matter."""
    came: dict[str, tuple[str, Relation] | None] = {start: None}
    waiting = deque([start])
    while waiting:
        here = waiting.popleft()
        if here == end:
            break
        for there, relation in steps.get(here, ()):
            if there not in came:
                came[there] = (here, relation)
                waiting.append(there)
    found: list[Relation] = []
    back = came.get(end)
    while back is not None:
        found.append(back[1])
        back = came[back[0]]
    return found[::-1]
