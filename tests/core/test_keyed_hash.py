"""What is kept of what must not be read again."""

from __future__ import annotations

import hmac

from hypothesis import given
from hypothesis import strategies as st

from mohen.core.keyed_hash import sealed


def test_a_seal_depends_on_the_key_and_shows_nothing() -> None:
    seal = sealed(b"key", "text|主角叫林远")

    assert seal == sealed(b"key", "text|主角叫林远")
    assert seal != sealed(b"other", "text|主角叫林远")
    assert seal != sealed(b"key", "text|主角叫林近")
    assert set(seal) <= set("0123456789abcdef")


def test_where_one_text_ends_and_the_next_begins_counts() -> None:
    assert sealed(b"key", "ab", "c") != sealed(b"key", "a", "bc")


@given(st.binary(max_size=200), st.lists(st.text(max_size=80), min_size=1, max_size=3))
def test_it_is_hmac_as_the_library_has_it(key: bytes, texts: list[str]) -> None:
    """What is on disk was made by that."""
    written = [each.encode("utf-8", "ignore").decode() for each in texts]
    assert sealed(key, *written) == hmac.digest(key, "\0".join(written).encode(), "sha256").hex()
