"""What seals things: AES-256-GCM and AES-256-SIV by `cryptography`, and nothing of our own.

Two forms. A *sealed value* is text or bytes under a key of its own, told by that key's number. A
*sealed name* is the same for the same text, so that it can be looked up, under the author's key of
names. Both say whose they are, so that none opens as another author's.
"""

from __future__ import annotations

import os
import re
from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import Final

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM, AESSIV

KEY_BYTES: Final = 32
_SIV_BYTES: Final = 64  # AES-SIV takes two keys
_NONCE: Final = 12
_TAG: Final = 16
_VERSION: Final = 1
_TEXT, _BYTES = 0, 1
_NUMBER: Final = 8
_HEAD: Final = 2 + _NUMBER

OVERHEAD: Final = _HEAD + _NONCE + _TAG
"""How much longer a value is when it is sealed."""

EMPTY: Final = frozenset({b"", b"[]", b"{}"})
"""Values that say nothing, and stand as they are: the schema has them as defaults."""

_NAMED: Final = "\x01"
_PIECES: Final = re.compile(r"([:,])")
_NAMES: Final = re.compile("\x01[A-Za-z0-9_-]+")


class NotOpened(Exception):
    """It was sealed with another key, for somebody else, or it was changed."""


def new_key() -> bytes:
    return os.urandom(KEY_BYTES)


def new_name_key() -> bytes:
    return os.urandom(_SIV_BYTES)


# -- keys under a key


def wrapped(under: bytes, key: bytes, whose: str) -> bytes:
    """A key as it may be kept beside what it seals."""
    nonce = os.urandom(_NONCE)
    return nonce + AESGCM(under).encrypt(nonce, key, whose.encode())


def unwrapped(under: bytes, kept: bytes, whose: str) -> bytes:
    try:
        return AESGCM(under).decrypt(kept[:_NONCE], kept[_NONCE:], whose.encode())
    except (InvalidTag, ValueError) as error:
        raise NotOpened from error


# -- values


def seal(key: bytes, number: int, value: str | bytes, whose: str) -> bytes:
    """A value under the key of that number."""
    kind, said = (_TEXT, value.encode()) if isinstance(value, str) else (_BYTES, bytes(value))
    head = bytes((_VERSION, kind)) + number.to_bytes(_NUMBER, "big")
    nonce = os.urandom(_NONCE)
    return head + nonce + AESGCM(key).encrypt(nonce, said, head + whose.encode())


def number_of(sealed: bytes) -> int | None:
    """Which key it takes; None where nothing is sealed, since nothing is said."""
    if sealed in EMPTY:
        return None
    if len(sealed) < OVERHEAD or sealed[0] != _VERSION:
        raise NotOpened
    return int.from_bytes(sealed[2:_HEAD], "big")


def opened(key: bytes, sealed: bytes, whose: str) -> str | bytes:
    head = sealed[:_HEAD]
    try:
        said = AESGCM(key).decrypt(
            sealed[_HEAD : _HEAD + _NONCE], sealed[_HEAD + _NONCE :], head + whose.encode()
        )
    except (InvalidTag, ValueError) as error:
        raise NotOpened from error
    return said.decode() if head[1] == _TEXT else said


# -- names


class Names:
    """Sealed names under one key. What stands between two colons or commas is sealed by itself, so
    that what begins with the same part can still be found."""

    def __init__(self, key: bytes, whose: str) -> None:
        self._cipher = AESSIV(key)
        self._whose = [whose.encode()]

    def sealed(self, name: str) -> str:
        return "".join(
            each if each in (":", ",") else self._piece(each)
            for each in _PIECES.split(name)
            if each
        )

    def opened(self, kept: str) -> str:
        """As it was said. What is no name of ours stays as it is."""
        return _NAMES.sub(lambda found: self._said(found[0]), kept)

    def _piece(self, said: str) -> str:
        made = self._cipher.encrypt(said.encode("utf-8", "surrogatepass"), self._whose)
        return _NAMED + urlsafe_b64encode(made).decode().rstrip("=")

    def _said(self, kept: str) -> str:
        coded = kept[1:]
        try:
            made = urlsafe_b64decode(coded + "=" * (-len(coded) % 4))
            return self._cipher.decrypt(made, self._whose).decode("utf-8", "surrogatepass")
        except (InvalidTag, ValueError):
            return kept


def is_name(kept: str) -> bool:
    return kept[:1] == _NAMED or _NAMED in kept
