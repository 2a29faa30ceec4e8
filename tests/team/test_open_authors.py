"""Few memories are open for many authors, and none is closed while it answers."""

from __future__ import annotations

import random
import threading
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest

from mohen.errors import Backpressure, StoreClosed
from mohen.team.open_authors import OpenAuthors
from team.served import Team


class Book:
    """What stands for a memory: it knows whether it is open."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.is_open = True


class Shelf:
    def __init__(self, most: int) -> None:
        self._lock = threading.Lock()
        self.open_now: Counter[str] = Counter()
        self.most_seen = 0
        self.opened: list[str] = []
        self.authors = OpenAuthors(self._open, self._close, most=most, retry_ms=7)

    def _open(self, name: str) -> Book:
        with self._lock:
            self.opened.append(name)
            self.open_now[name] += 1
            assert self.open_now[name] == 1, "opened twice"
            self.most_seen = max(self.most_seen, self.open_now.total())
        return Book(name)

    def _close(self, book: Book) -> None:
        with self._lock:
            book.is_open = False
            self.open_now[book.name] -= 1


def test_the_longest_unused_makes_room() -> None:
    shelf = Shelf(most=2)
    for name in ("ann", "bob", "ann", "cem", "ann", "bob"):
        assert shelf.authors.take(name).name == name
        shelf.authors.give_back(name)
    assert shelf.opened == ["ann", "bob", "cem", "bob"]


def test_one_that_answers_is_never_closed_and_who_finds_no_place_is_told_when() -> None:
    shelf = Shelf(most=1)
    ann = shelf.authors.take("ann")
    with pytest.raises(Backpressure) as refused:
        shelf.authors.take("bob")
    assert refused.value.details == {"retryAfterMs": 7}
    assert ann.is_open
    assert shelf.authors.take_open("bob") is None
    shelf.authors.give_back("ann")
    assert shelf.authors.take("bob").is_open
    assert not ann.is_open


def test_one_that_cannot_be_opened_holds_no_place() -> None:
    def broken(name: str) -> Book:
        raise OSError(name)

    authors = OpenAuthors(broken, lambda _: None, most=1, retry_ms=1)
    for _ in range(3):
        with pytest.raises(OSError, match="ann"):
            authors.take("ann")


def test_one_that_cannot_be_closed_holds_no_place_either() -> None:
    def broken(book: Book) -> None:
        raise OSError(book.name)

    authors = OpenAuthors(Book, broken, most=1, retry_ms=1)
    authors.take("ann")
    authors.give_back("ann")
    assert authors.take("bob").name == "bob"


def test_after_the_end_nothing_is_opened() -> None:
    shelf = Shelf(most=2)
    shelf.authors.take("ann")
    shelf.authors.close()
    shelf.authors.give_back("ann")
    assert not shelf.open_now.total()
    with pytest.raises(StoreClosed):
        shelf.authors.take("bob")


@pytest.mark.parametrize("seed", range(3))
def test_many_authors_and_few_places_under_threads(seed: int) -> None:
    shelf, wrong, refused = Shelf(most=4), list[str](), list[int]()

    def work(number: int) -> None:
        chance = random.Random(seed * 1_000 + number)
        for _ in range(200):
            name = f"author{chance.randrange(12)}"
            try:
                book = shelf.authors.take(name)
            except Backpressure:
                refused.append(1)
                continue
            if not book.is_open or book.name != name:
                wrong.append(name)
            shelf.authors.give_back(name)

    with ThreadPoolExecutor(8) as pool:
        for each in [pool.submit(work, number) for number in range(8)]:
            each.result(timeout=120)
    assert not wrong
    assert shelf.most_seen <= 4
    assert len(refused) < 8 * 200
    shelf.authors.close()
    assert not shelf.open_now.total()


def test_a_crowd_of_authors_through_the_door(open_team: Callable[..., Team]) -> None:
    """Eight authors, two places: each gets their own words back, or is told to come again."""
    team = open_team(open_authors=2, retry_ms=5)
    callers = {name: team.author(name) for name in (f"author{n}" for n in range(8))}

    def live(name: str) -> None:
        for number in range(3):
            while (said := callers[name].ask("memory:create", **_note(name, number))).is_error:
                assert said.json()["error"]["code"] == "MEMORY_BACKPRESSURE"
            while (said := callers[name].ask("memory:list")).is_error:
                assert said.json()["error"]["code"] == "MEMORY_BACKPRESSURE"
            texts = {each["content"] for each in said.json()["data"]["items"]}
            assert texts == {f"{name} 写了 {n}" for n in range(number + 1)}

    with ThreadPoolExecutor(8) as pool:
        for each in [pool.submit(live, name) for name in callers]:
            each.result(timeout=300)
    assert set(team.opened) == set(callers)
    assert len(team.rooms._open.opened()) <= 2


def _note(name: str, number: int) -> dict[str, str]:
    return {"type": "note", "scope": "global", "content": f"{name} 写了 {number}"}
