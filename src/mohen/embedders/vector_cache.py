"""Cache of vectors: every prompt looks at the same entries, and asks one question of several."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from mohen.core.settings import Memo

if TYPE_CHECKING:
    from mohen.core.ports import Matrix

Encode = Callable[[list[str]], "Matrix"]


class VectorCache:
    def __init__(self, most: int) -> None:
        self._most = most
        self._lock = threading.Lock()
        self._kept: dict[tuple[str, str], Matrix] = {}
        self._stacked: Memo[Matrix] = Memo()

    def vectors(self, model: str, texts: Sequence[str], encode: Encode) -> list[Matrix]:
        """Vectors of texts, with one call for those that are not known yet."""
        with self._lock:
            known = {each: self._kept[model, each] for each in texts if (model, each) in self._kept}
        new = [each for each in dict.fromkeys(texts) if each not in known]
        fresh = dict(zip(new, encode(new), strict=True)) if new else {}
        with self._lock:
            self._kept.update(((model, each), vector) for each, vector in fresh.items())
            while len(self._kept) > self._most:
                del self._kept[next(iter(self._kept))]
        known |= fresh
        return [known[each] for each in texts]

    def matrix(self, model: str, texts: tuple[str, ...], encode: Encode) -> Matrix:
        """The vectors of a list that is looked at again and again, a row each."""
        return self._stacked.get((model, texts), lambda: self._stack(model, texts, encode))

    def _stack(self, model: str, texts: tuple[str, ...], encode: Encode) -> Matrix:
        import numpy as np

        return np.stack(self.vectors(model, texts, encode))
