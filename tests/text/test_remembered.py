"""What was found in texts is remembered within bounds."""

from __future__ import annotations

from mohen.text.remembered import remembered


class Reader:
    """Knows what it has read."""

    def __init__(self, most: int, chars: int) -> None:
        self.read: list[str] = []
        self.length = remembered(most, chars)(self._length)

    def _length(self, text: str, unit: str) -> str:
        self.read.append(text)
        return f"{len(text)} {unit}"

    def reads_again(self, text: str) -> bool:
        before = len(self.read)
        assert self.length(text, "letters") == f"{len(text)} letters"
        return len(self.read) > before


def test_a_text_is_read_once() -> None:
    reader = Reader(2, 100)
    assert reader.reads_again("one")
    assert not reader.reads_again("one")
    assert reader.length("one", "signs") == "3 signs"


def test_the_one_that_was_asked_for_longest_ago_goes() -> None:
    reader = Reader(2, 100)
    for each in ("one", "two", "one", "three"):
        reader.reads_again(each)
    assert not reader.reads_again("one")
    assert reader.reads_again("two")


def test_long_texts_are_not_all_kept_however_few_they_are() -> None:
    reader = Reader(1_000, 100)
    for each in ("a" * 60, "b" * 60):
        reader.reads_again(each)
    assert not reader.reads_again("b" * 60)
    assert reader.reads_again("a" * 60)
    # And one that is longer than all of them may be costs the others at most
    assert reader.reads_again("c" * 101)
    assert reader.reads_again("c" * 101)
    assert reader.reads_again("d")
    assert not reader.reads_again("d")
