"""What is sealed comes back for whoever has the key, and for nobody else."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

pytest.importorskip("cryptography")

from mohen.core import sealing

KEY, OTHER = b"k" * sealing.KEY_BYTES, b"o" * sealing.KEY_BYTES
NAMES = sealing.Names(b"n" * 64, "ann")
values = st.one_of(st.text(), st.binary())
numbers = st.integers(0, (1 << 63) - 1)


@given(values, numbers)
def test_what_is_sealed_opens_as_it_was(value: str | bytes, number: int) -> None:
    sealed = sealing.seal(KEY, number, value, "ann")
    assert sealing.number_of(sealed) == number
    assert sealing.opened(KEY, sealed, "ann") == value
    size = len(value.encode() if isinstance(value, str) else value)
    assert len(sealed) == size + sealing.OVERHEAD


@given(values, numbers, st.data())
def test_nothing_else_opens_it(value: str | bytes, number: int, data: st.DataObject) -> None:
    """Another key, another author, or a single bit that was changed."""
    sealed = sealing.seal(KEY, number, value, "ann")
    place = data.draw(st.integers(1, len(sealed) - 1))
    changed = bytearray(sealed)
    changed[place] ^= 1 << data.draw(st.integers(0, 7))
    for key, kept, whose in (
        (OTHER, sealed, "ann"),
        (KEY, sealed, "ben"),
        (KEY, bytes(changed), "ann"),
    ):
        with pytest.raises(sealing.NotOpened):
            sealing.opened(key, kept, whose)


@given(st.text(min_size=4))
def test_no_word_of_it_is_in_it_and_it_is_never_the_same_twice(value: str) -> None:
    first, second = (sealing.seal(KEY, 1, value, "ann") for _ in range(2))
    assert first != second
    assert value.encode() not in first


@given(st.binary(min_size=16, max_size=64))
def test_a_key_is_unwrapped_by_the_key_it_lies_under(key: bytes) -> None:
    kept = sealing.wrapped(KEY, key, "ann 1")
    assert sealing.unwrapped(KEY, kept, "ann 1") == key
    for under, whose in ((OTHER, "ann 1"), (KEY, "ann 2")):
        with pytest.raises(sealing.NotOpened):
            sealing.unwrapped(under, kept, whose)


@given(st.text())
def test_a_name_is_sealed_the_same_every_time_and_opens(name: str) -> None:
    sealed = NAMES.sealed(name)
    assert sealed == NAMES.sealed(name)
    assert NAMES.opened(sealed) == name
    assert bool(name.strip(":,")) == sealing.is_name(sealed)


@given(st.text(), st.text())
def test_names_that_begin_with_the_same_parts_do_so_sealed(first: str, second: str) -> None:
    whole = NAMES.sealed(f"{first}:{second}")
    assert whole.startswith(NAMES.sealed(f"{first}:"))
    assert (NAMES.sealed(first) == NAMES.sealed(second)) == (first == second)


@given(st.text(min_size=1).filter(lambda name: name.strip(":,")))
def test_a_name_stays_as_it_is_for_whoever_has_another_key(name: str) -> None:
    for other in (sealing.Names(b"m" * 64, "ann"), sealing.Names(b"n" * 64, "ben")):
        assert other.opened(NAMES.sealed(name)) == NAMES.sealed(name)
        assert other.sealed(name) != NAMES.sealed(name)


@pytest.mark.parametrize("value", [b"", b"[]", b"{}"])
def test_what_says_nothing_takes_no_key(value: bytes) -> None:
    assert sealing.number_of(value) is None


@pytest.mark.parametrize("value", [b"in clear", b"\x02" * 60, b"\x01short"])
def test_what_is_not_sealed_is_refused(value: bytes) -> None:
    with pytest.raises(sealing.NotOpened):
        sealing.number_of(value)
