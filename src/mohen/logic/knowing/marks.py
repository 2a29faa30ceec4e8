"""Is it said already? Two spellings of one sentence have one mark."""

from __future__ import annotations

import hashlib

from mohen.logic import labels


def mark(content: str) -> str:
    """Of the words alone: width, case, spaces and marks around them make no difference."""
    return hashlib.sha256(labels.normal(content).encode()).hexdigest()
