"""What is kept of something that must not be read again: told apart by the home's secret only."""

from __future__ import annotations

import hashlib
from functools import lru_cache

_BLOCK = 64  # bytes, of SHA-256


def sealed(key: bytes, *texts: str) -> str:
    """The same for the same texts; nobody without the key can tell from it what they were (C93)."""
    inner, outer = _begun(key)
    said, whole = inner.copy(), outer.copy()
    said.update("\0".join(texts).encode())
    whole.update(said.digest())
    return whole.hexdigest()


@lru_cache(maxsize=128)  # a home has one, and a process may serve many homes
def _begun(key: bytes) -> tuple[hashlib._Hash, hashlib._Hash]:
    """The two hashes of HMAC that have read the key (RFC 2104), to be copied: what `hmac` itself
    does before and around them takes longer than to hash a message."""
    short = hashlib.sha256(key).digest() if len(key) > _BLOCK else key
    block = short.ljust(_BLOCK, b"\0")
    inner, outer = (bytes(each ^ pad for each in block) for pad in (0x36, 0x5C))
    return hashlib.sha256(inner), hashlib.sha256(outer)
