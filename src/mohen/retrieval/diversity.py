"""Of hits that say the same, the newest stands first and the others behind everything else."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from mohen.retrieval.model import Hit


def newest_first(
    hits: Sequence[Hit], *, same: Callable[[Hit, Hit], bool], at: Callable[[Hit], int]
) -> list[Hit]:
    """`same`: whether two say the same (equal marks, or vectors above `Finding.alike`); `at`: when
    it was said. Each group stands where its best did, with its newest there; the order of the rest
    stays."""
    groups: list[list[Hit]] = []
    for hit in hits:
        group = next((each for each in groups if same(each[0], hit)), None)
        if group is None:
            groups.append([hit])
        else:
            group.append(hit)
    leaders = [max(group, key=lambda hit: (at(hit), -hit.id)) for group in groups]
    led = {hit.id for hit in leaders}
    return [*leaders, *(hit for hit in hits if hit.id not in led)]
