"""What is kept of what must not be read again."""

from __future__ import annotations

from mohen.core.keyed_hash import sealed


def test_a_seal_depends_on_the_key_and_shows_nothing() -> None:
    seal = sealed(b"key", "text|主角叫林远")

    assert seal == sealed(b"key", "text|主角叫林远")
    assert seal != sealed(b"other", "text|主角叫林远")
    assert seal != sealed(b"key", "text|主角叫林近")
    assert set(seal) <= set("0123456789abcdef")


def test_where_one_text_ends_and_the_next_begins_counts() -> None:
    assert sealed(b"key", "ab", "c") != sealed(b"key", "a", "bc")
