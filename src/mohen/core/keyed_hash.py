"""What is kept of something that must not be read again: told apart by the home's secret only."""

from __future__ import annotations

import hmac


def sealed(key: bytes, *texts: str) -> str:
    """The same for the same texts; nobody without the key can tell from it what they were (C93)."""
    return hmac.digest(key, "\0".join(texts).encode(), "sha256").hex()
