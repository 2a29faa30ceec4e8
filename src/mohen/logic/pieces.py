"""A prompt as the cache report needs it: which blocks were the same before, and no text (C93)."""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import blake2b

from mohen.model.context import Section
from mohen.model.trace import Piece
from mohen.policy import Context


def of(sections: Iterable[Section], key: bytes, policy: Context) -> tuple[Piece, ...]:
    return tuple(
        Piece(each.layer, each.name, each.tokens, each.recalled, _blocks(each.text, key, policy))
        for each in sections
    )


def _blocks(text: str, key: bytes, policy: Context) -> tuple[str, ...]:
    """Keyed, as everything that stands for a text is (`logic/seal.py`); short and quick, for a
    prompt has hundreds of them."""
    size, secret = policy.block_chars, key[: blake2b.MAX_KEY_SIZE]
    bytes_each = policy.block_hash_bytes
    return tuple(
        blake2b(text[at : at + size].encode(), digest_size=bytes_each, key=secret).hexdigest()
        for at in range(0, len(text), size)
    )
