"""Namespaces: how they are written, and which of them a pattern means."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator

from mohen.documents.model import Namespace

ANY = "*"
"""In a pattern, any one label."""


def path(namespace: Iterable[str]) -> str:
    """Its labels, each closed: the path of what lies below begins with it, and no other does."""
    return "".join(f"{json.dumps(label)}," for label in namespace)


def labels(written: str) -> Namespace:
    return tuple(json.loads(f"[{written[:-1]}]"))


def fixed(pattern: Namespace) -> Namespace:
    """The labels before the first that may be any."""
    return pattern[: pattern.index(ANY)] if ANY in pattern else pattern


def matching(
    found: Iterable[Namespace], prefix: Namespace, suffix: Namespace, max_depth: int | None
) -> Iterator[Namespace]:
    """Those that begin and end as asked, cut to a depth, each once."""
    seen = set[Namespace]()
    for each in found:
        if _alike(each[: len(prefix)], prefix) and _ends(each, suffix):
            cut = each[:max_depth]
            if cut not in seen:
                seen.add(cut)
                yield cut


def _ends(namespace: Namespace, suffix: Namespace) -> bool:
    return not suffix or _alike(namespace[-len(suffix) :], suffix)


def _alike(labels: Namespace, pattern: Namespace) -> bool:
    return len(labels) == len(pattern) and all(
        wanted in (ANY, label) for label, wanted in zip(labels, pattern, strict=True)
    )
