"""States that cannot follow each other: the dead act, eyes change colour, ages do not add up, a
lost thing is used."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from mohen.story import vocabulary
from mohen.story.checks.clash import clash, where
from mohen.story.model import Contradiction, Kind, MarkKind, Severity, State
from mohen.story.world_state import Book
from mohen.text.normalize import fold

_HOLDS_ON = {"hand": ("hand", "arm"), "foot": ("foot", "leg")}
"""What is gone with what: who lost an arm has no hand there."""
_SIDES = {"left": "左", "right": "右"}
_LIMBS = {"arm": "臂", "hand": "手", "leg": "腿", "foot": "脚", "eye": "眼"}


def check(book: Book) -> Iterator[Contradiction]:
    for id in book.entities:
        own = book.states_of(id)
        yield from _dead_and_acting(book, own)
        yield from _fixed(book, own)
        yield from _ages(book, own)
        yield from _limbs(book, own)
        yield from _lost_and_used(book, own)


def _dead_and_acting(book: Book, own: list[State]) -> Iterator[Contradiction]:
    life = [each for each in own if each.attribute == vocabulary.LIFE and each.since.chapter]
    death = next((each for each in life if each.value == "dead"), None)
    if death is None:
        return
    for act in own:
        if act.attribute != vocabulary.SEEN or act.since.chapter <= death.since.chapter:
            continue
        back = any(
            each.value == "alive" and each.since.chapter <= act.since.chapter
            for each in life
            if each.since > death.since
        )
        if not back:
            name = book.name(death.entity)
            (died, died_zh), (acts, acts_zh) = where(death), where(act)
            doing = ("speaks", "说话") if act.value == "speaks" else ("acts", "出场行动")
            yield clash(
                book,
                Kind.STATE,
                Severity.HIGH,
                "dead and acting",
                (
                    f"{name} dies {died}, yet {doing[0]} {acts}",
                    f"{name}在{died_zh}已死，{acts_zh}却又{doing[1]}",
                ),
                (death.entity,),
                death,
                act,
            )
        return  # the first time is the one to look at


def _fixed(book: Book, own: list[State]) -> Iterator[Contradiction]:
    for attribute in vocabulary.FIXED:
        said = [each for each in own if each.attribute == attribute]
        clashing: list[State] = []
        for each in said[1:]:
            if _agree(attribute, said[0].value, each.value) or _apart_in_time(said[0], each):
                continue
            if any(_agree(attribute, other.value, each.value) for other in clashing):
                continue
            clashing.append(each)
            yield _two_values(book, attribute, said[0], each)


def _agree(attribute: str, one: str, other: str) -> bool:
    if attribute in (vocabulary.EYES, vocabulary.HAIR):
        return vocabulary.same_colour(one, other)
    first, second = fold(one).strip(), fold(other).strip()
    return first in second or second in first


def _apart_in_time(one: State, other: State) -> bool:
    """Whether the first ended before the other began: the author said that it changed."""
    return one.until is not None and one.until <= other.since


def _two_values(book: Book, attribute: str, one: State, other: State) -> Contradiction:
    name, (en, zh) = book.name(one.entity), vocabulary.attribute_words(attribute)
    (first, first_zh), (second, second_zh) = where(one), where(other)
    return clash(
        book,
        Kind.STATE,
        Severity.LOW if attribute == vocabulary.HAIR else Severity.HIGH,
        attribute,
        (
            f"{name}'s {en}: {one.value} {first}, {other.value} {second}",
            f"{name}的{zh}：{first_zh}是{one.value}，{second_zh}是{other.value}",
        ),
        (one.entity,),
        one,
        other,
    )


def _ages(book: Book, own: list[State]) -> Iterator[Contradiction]:
    ages = [each for each in own if each.attribute == vocabulary.AGE and each.value.isdecimal()]
    for one, other in pairwise(ages):
        years, vague = _passed(book, one, other)
        early = int(other.value) < int(one.value) + years - book.policy.birthday_years
        late = int(other.value) > int(one.value) + years + book.policy.birthday_years
        if not early and (vague or not late):
            continue
        name = book.name(one.entity)
        (first, first_zh), (second, second_zh) = where(one), where(other)
        since = f", {years} years later," if years else ""
        since_zh = f"过了{years}年，" if years else ""
        yield clash(
            book,
            Kind.STATE,
            Severity.MEDIUM,
            vocabulary.AGE,
            (
                f"{name} is {one.value} {first} and{since} {other.value} {second}",
                f"{name}{first_zh}{one.value}岁，{since_zh}{second_zh}{other.value}岁",
            ),
            (one.entity,),
            one,
            other,
        )


def _passed(book: Book, one: State, other: State) -> tuple[int, bool]:
    """Years said to pass between two places, and whether more may have passed."""
    between = [
        each
        for each in book.marks
        if each.kind is MarkKind.YEARS and one.since < each.since <= other.since
    ]
    return sum(int(each.value or 0) for each in between), any(not each.value for each in between)


def _limbs(book: Book, own: list[State]) -> Iterator[Contradiction]:
    for lost in own:
        if lost.attribute != vocabulary.LIMB:
            continue
        for used in own:
            if used.attribute != vocabulary.USES_LIMB or not _later(lost, used):
                continue
            side, limb = used.value.split()
            if lost.value not in (f"{side} {each}" for each in _HOLDS_ON.get(limb, (limb,))):
                continue
            name, gone = book.name(lost.entity), lost.value.split()
            (first, first_zh), (second, second_zh) = where(lost), where(used)
            yield clash(
                book,
                Kind.STATE,
                Severity.HIGH,
                lost.value,
                (
                    f"{name} loses the {lost.value} {first}, yet uses the {used.value} {second}",
                    f"{name}{first_zh}失去{_SIDES[gone[0]]}{_LIMBS[gone[1]]}，"
                    f"{second_zh}却用了{_SIDES[side]}{_LIMBS[limb]}",
                ),
                (lost.entity,),
                lost,
                used,
            )
            break


def _lost_and_used(book: Book, own: list[State]) -> Iterator[Contradiction]:
    lost: State | None = None
    for each in own:
        if each.attribute == vocabulary.ITEM_STATE:
            lost = each if each.value == "lost" else None
        elif each.attribute == vocabulary.USES and lost is not None and _later(lost, each):
            name, user = book.name(each.entity), book.name(each.value)
            (first, first_zh), (second, second_zh) = where(lost), where(each)
            yield clash(
                book,
                Kind.STATE,
                Severity.MEDIUM,
                vocabulary.USES,
                (
                    f"{name} is lost or broken {first}, yet {user} uses it {second}",
                    f"{name}{first_zh}已遗失或损坏，{second_zh}{user}却在使用",
                ),
                (each.entity, each.value),
                lost,
                each,
            )
            lost = None


def _later(one: State, other: State) -> bool:
    """In another scene at least: within one, the order of telling proves little."""
    here, there = (one.since.chapter, one.scene), (other.since.chapter, other.scene)
    return here < there
