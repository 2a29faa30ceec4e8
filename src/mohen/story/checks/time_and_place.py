"""Contradictions of time and place: days that do not add up, two places at once."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from mohen.story import vocabulary
from mohen.story.checks.clash import clash, way, where
from mohen.story.model import (
    Contradiction,
    EntityType,
    Kind,
    Mark,
    MarkKind,
    Relation,
    Severity,
    State,
)
from mohen.story.timeline import WEEK_DAYS, has_year, parse_date
from mohen.story.world_state import Book
from mohen.text import numerals
from mohen.text.lazy_pattern import LazyPattern

# -- Two places at one time, with no way between them.


_SETTLEMENT = LazyPattern(r".*[城镇村县州国京岛港郡市省寨]")
_DESCRIBED = LazyPattern(
    r"[城镇村县州国岛郡市省寨](?:$|[，。；,、])|\b(?:city|town|village|island|county|harbou?r|capital)\b",
    re.IGNORECASE,
)


def check_places(book: Book) -> Iterator[Contradiction]:
    """Within one scene somebody is in one place, and then in another that is not part of it or
    around it, and has not gone there."""
    for id, entity in book.entities.items():
        if entity.type is not EntityType.CHARACTER:
            continue
        last: State | None = None
        for each in book.states_of(id):
            if each.attribute != vocabulary.LOCATION or not each.since.chapter:
                continue
            if last is not None and _same_time(last, each) and apart(book, last.value, each.value):
                yield _two_places(book, last, each)
            last = each


def _same_time(one: State, other: State) -> bool:
    return (one.since.chapter, one.scene) == (other.since.chapter, other.scene)


def apart(book: Book, one: str, other: str) -> bool:
    """Whether two places are known to be two: neither lies in the other, and they are in two
    towns, or both somewhere, such as two rooms of one house."""
    if one == other or not {one, other} <= book.entities.keys():
        return False
    around_one, around_other = _around(book, one), _around(book, other)
    if other in around_one or one in around_other:
        return False
    towns = _towns(book, {one, *around_one}), _towns(book, {other, *around_other})
    settled = bool(towns[0] - towns[1] and towns[1] - towns[0])
    return settled or bool(around_one and around_other)


def _towns(book: Book, places: set[str]) -> set[str]:
    return {each for each in places if each in book.entities and _is_settlement(book, each)}


def _is_settlement(book: Book, place: str) -> bool:
    """A town is never in another one; a house may be in any."""
    words = book.entities[place].attributes.get("description", "")
    return bool(_SETTLEMENT.fullmatch(book.name(place)) or _DESCRIBED.search(words))


def _around(book: Book, place: str) -> set[str]:
    """Everything that a place lies in."""
    found: set[str] = set()
    waiting = [place]
    while waiting:
        here = waiting.pop()
        for relation in book.relations:
            inside = relation.kind == vocabulary.LOCATED_AT and relation.source == here
            if inside and relation.target not in found:
                found.add(relation.target)
                waiting.append(relation.target)
    return found


def _two_places(book: Book, one: State, other: State) -> Contradiction:
    name, first, second = book.name(one.entity), book.name(one.value), book.name(other.value)
    en, zh = where(other)
    return clash(
        book,
        Kind.PLACE,
        Severity.MEDIUM,
        "place",
        (
            f"{name} is in {first} and, in the same scene {en}, in {second} without a way there",
            f"{name}{zh}同一场景中先在{first}，又在{second}，其间没有移动",
        ),
        (one.entity, one.value, other.value),
        one,
        other,
    )


# -- Time that does not add up: orders that contradict each other, days, weekdays.


def check_times(book: Book) -> Iterator[Contradiction]:
    yield from _orders(book)
    yield from _days(book)
    yield from _weekdays(book)


# -- events


def _orders(book: Book) -> Iterator[Contradiction]:
    earlier = [each for each in book.relations if each.kind in _ORDER]
    steps: dict[str, list[tuple[str, Relation]]] = {}
    for each in earlier:
        first, second = _ends(each)
        steps.setdefault(first, []).append((second, each))
    told: set[frozenset[str]] = set()
    for each in earlier:
        first, second = _ends(each)
        back = way(steps, second, first)
        if back and frozenset((first, second)) not in told:
            told.add(frozenset((first, second)))
            yield _both_ways(book, first, second, each, back[-1])
        elif (when := _placed(book, first, second)) is not None:
            yield _misplaced(book, first, second, each, when)


_FEBRUARY = 2
_ORDER = (vocabulary.BEFORE, vocabulary.AFTER)


def _ends(order: Relation) -> tuple[str, str]:
    pair = (order.source, order.target)
    return pair if order.kind == vocabulary.BEFORE else (pair[1], pair[0])


def _both_ways(
    book: Book, first: str, second: str, one: Relation, other: Relation
) -> Contradiction:
    a, b = book.name(first), book.name(second)
    return clash(
        book,
        Kind.TIME,
        Severity.HIGH,
        "order",
        (f"{a} is said to be before {b}, and {b} before {a}", f"{a}既在{b}之前，又在{b}之后"),
        (first, second),
        one,
        other,
    )


def _placed(book: Book, first: str, second: str) -> tuple[str, str] | None:
    """How two events are dated, if what should be earlier is later."""
    for attribute, read in (("chapter", _number), ("date", _day)):
        one = read(book.entities[first].attributes.get(attribute, ""))
        other = read(book.entities[second].attributes.get(attribute, ""))
        if one is not None and other is not None and one > other:
            return (
                book.entities[first].attributes[attribute],
                book.entities[second].attributes[attribute],
            )
    return None


def _number(said: str) -> int | None:
    return numerals.first(said) if said else None


def _day(said: str) -> int | None:
    """Full dates only: the calendars of invented worlds are not ours to order."""
    found = parse_date(said.strip())
    return found.toordinal() if found and has_year(said.strip()) else None


def _misplaced(
    book: Book, first: str, second: str, order: Relation, when: tuple[str, str]
) -> Contradiction:
    a, b = book.entities[first], book.entities[second]
    said = clash(
        book,
        Kind.TIME,
        Severity.HIGH,
        f"{first} {second} {when}",
        (
            f"{a.name} is said to be before {b.name}, but is set at {when[0]}, after {when[1]}",
            f"{a.name}据称早于{b.name}，却设在{when[0]}，晚于{when[1]}",
        ),
        (first, second),
        order,
    )
    return replace(said, evidence=(order.evidence, a.evidence, b.evidence))


# -- days


def _days(book: Book) -> Iterator[Contradiction]:
    """A date, days that pass, the next date: the days must have room between the dates."""
    last: Mark | None = None
    passed, vague = 0, False
    for mark in book.marks:
        if mark.kind is MarkKind.YEARS:
            last = None
        elif mark.kind is MarkKind.DAYS:
            vague = vague or not mark.value
            passed += int(mark.value or book.policy.vague_days)
        elif mark.kind is MarkKind.DATE:
            if last is not None and passed:
                between = _between(last, mark)
                wrong = between is not None and (
                    between < passed or (mark.exact and not vague and between != passed)
                )
                if wrong and between is not None:
                    yield _miscounted(book, last, mark, passed, between)
            last, passed, vague = mark, 0, False


def _between(one: Mark, other: Mark) -> int | None:
    """Days from one date to another of the same calendar and year, else None."""
    first, second = parse_date(one.value), parse_date(other.value)
    if first is None or second is None or has_year(one.value) != has_year(other.value):
        return None
    if not has_year(one.value) and second < first:
        return None  # the year may have turned
    return (second - first).days


def _miscounted(book: Book, one: Mark, other: Mark, passed: int, between: int) -> Contradiction:
    first, second = one.value.lstrip("-"), other.value.lstrip("-")
    return clash(
        book,
        Kind.TIME,
        Severity.MEDIUM,
        "days",
        (
            f"from {first} ({where(one)[0]}) to {second} ({where(other)[0]}) it is {between} days, "
            f"but {passed} are said to pass",
            f"从{first}（{where(one)[1]}）到{second}（{where(other)[1]}）是{between}天，"
            f"文中却说过了{passed}天",
        ),
        (),
        one,
        other,
    )


def _weekdays(book: Book) -> Iterator[Contradiction]:
    """A date with a year has one weekday; two dates of one year are as far apart as theirs."""
    last: Mark | None = None
    for mark in (each for each in book.marks if each.kind is MarkKind.WEEKDAY):
        day, week = mark.value.split()
        date = parse_date(day)
        if date is None:
            continue
        if has_year(day):
            if date.weekday() != int(week):
                yield _wrong_weekday(book, mark, mark)
        elif last is not None and _off(book, last, mark):
            yield _wrong_weekday(book, last, mark)
        last = mark if not has_year(day) else last


def _off(book: Book, one: Mark, other: Mark) -> bool:
    (first, first_week), (second, second_week) = one.value.split(), other.value.split()
    a, b = parse_date(first), parse_date(second)
    if a is None or b is None or not 0 < (b - a).days <= book.policy.date_reach_days:
        return False
    if a.month <= _FEBRUARY < b.month:  # whether the year is a leap year is not said
        return False
    return (int(second_week) - int(first_week) - (b - a).days) % WEEK_DAYS != 0


def _wrong_weekday(book: Book, one: Mark, other: Mark) -> Contradiction:
    day = other.value.split()[0].lstrip("-")
    sides = (other,) if one is other else (one, other)
    return clash(
        book,
        Kind.TIME,
        Severity.LOW,
        "weekday",
        (
            f"{day} cannot be the weekday that is said {where(other)[0]}",
            f"{where(other)[1]}：{day}不可能是文中所说的星期",
        ),
        (),
        *sides,
    )
