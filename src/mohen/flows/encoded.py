"""Vectors that are needed again and again: every prompt looks at the same entries."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mohen.ports import Matrix

Encode = Callable[[list[str]], "Matrix"]


class Encoded:
    def __init__(self, most: int) -> None:
        self._most = most
        self._lock = threading.Lock()
        self._kept: dict[tuple[str, str], Matrix] = {}

    def near(self, model: str, query: str, texts: Sequence[str], encode: Encode) -> list[float]:
        """How near each text is to the query. One call, for what is not known yet."""
        with self._lock:
            known = {each: self._kept[model, each] for each in texts if (model, each) in self._kept}
        new = [each for each in dict.fromkeys(texts) if each not in known]
        asked, *vectors = encode([query, *new])
        fresh = dict(zip(new, vectors, strict=True))
        with self._lock:
            self._kept.update(((model, each), vector) for each, vector in fresh.items())
            while len(self._kept) > self._most:
                del self._kept[next(iter(self._kept))]
        known |= fresh
        return [float(known[each] @ asked) for each in texts]
