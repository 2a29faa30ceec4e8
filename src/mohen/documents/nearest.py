"""How near documents are to a vector: the cosine, exact, of the nearest of each one's vectors."""

from __future__ import annotations

import math
from array import array
from collections.abc import Sequence

from mohen.errors import InvalidArgument


def packed(vector: Sequence[float], field: str, most: int) -> bytes:
    """As 32-bit floats of length one; nothing but zeros stays as it is, and is near nothing."""
    if not 0 < len(vector) <= most:
        raise InvalidArgument(f"{field} must hold 1 to {most} numbers", field=field)
    length = math.hypot(*vector)
    if not math.isfinite(length):
        raise InvalidArgument(f"{field} holds a number that is not finite", field=field)
    return array("f", [each / length for each in vector] if length else vector).tobytes()


def scores(vectors: Sequence[tuple[int, bytes]], asked: bytes) -> dict[int, float]:
    """By the number of the document."""
    if not vectors:
        return {}
    import numpy as np

    matrix = np.frombuffer(b"".join(blob for _, blob in vectors), np.float32)
    cosines = matrix.reshape(len(vectors), -1) @ np.frombuffer(asked, np.float32)
    best: dict[int, float] = {}
    for (pk, _), cosine in zip(vectors, cosines.tolist(), strict=True):
        best[pk] = max(cosine, best.get(pk, -1.0))
    return best


def ranked(order: Sequence[int], found: dict[int, float]) -> list[int]:
    """The nearest first; what has no vector to compare behind them, as it stood."""
    return sorted(order, key=lambda pk: (pk not in found, -found.get(pk, 0.0)))
