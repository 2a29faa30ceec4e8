"""Contradictions about people: impossible families, impossible states, things known too early."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

from mohen.story import vocabulary
from mohen.story.checks.clash import clash, way, where
from mohen.story.likeness import share
from mohen.story.model import Contradiction, EntityType, Kind, MarkKind, Relation, Severity, State
from mohen.story.world_state import Book
from mohen.text import numerals
from mohen.text.normalize import fold

# -- families that cannot be


_PARENTS = (vocabulary.FATHER, vocabulary.MOTHER, vocabulary.PARENT)


def check_kinship(book: Book) -> Iterator[Contradiction]:
    yield from _two_of_one(book)
    lineage = _lineage(book)
    yield from _circles(book, lineage)
    yield from _brother_and_father(book, lineage)
    yield from _too_young(book, lineage)


def _lineage(book: Book) -> list[tuple[str, str, Relation]]:
    """Each parent with each child."""
    down = [(r.source, r.target, r) for r in book.relations if r.kind in _PARENTS]
    up = [(r.target, r.source, r) for r in book.relations if r.kind == vocabulary.CHILD]
    return [each for each in (*down, *up) if each[0] != each[1]]


def _two_of_one(book: Book) -> Iterator[Contradiction]:
    for kind, (en, zh) in (
        (vocabulary.FATHER, ("father", "父亲")),
        (vocabulary.MOTHER, ("mother", "母亲")),
    ):
        said: dict[str, dict[str, Relation]] = defaultdict(dict)
        for each in book.relations:
            if each.kind == kind:
                said[each.target].setdefault(each.source, each)
        for child, parents in said.items():
            first, *others = parents.values()
            for other in others:
                names = (book.name(first.source), book.name(other.source))
                yield clash(
                    book,
                    Kind.RELATION,
                    Severity.HIGH,
                    kind,
                    (
                        f"{book.name(child)} has two {en}s: {names[0]} and {names[1]}",
                        f"{book.name(child)}有两个{zh}：{names[0]}与{names[1]}",
                    ),
                    (child, first.source, other.source),
                    first,
                    other,
                )


def _circles(book: Book, lineage: list[tuple[str, str, Relation]]) -> Iterator[Contradiction]:
    steps: dict[str, list[tuple[str, Relation]]] = defaultdict(list)
    for parent, child, relation in lineage:
        steps[parent].append((child, relation))
    told: set[frozenset[str]] = set()
    for parent, child, relation in lineage:
        back = way(steps, child, parent)
        pair = frozenset((parent, child))
        if not back or pair in told:
            continue
        told.add(pair)
        a, b = book.name(parent), book.name(child)
        yield clash(
            book,
            Kind.RELATION,
            Severity.HIGH,
            "circle",
            (
                f"{a} is {b}'s parent, and {b} is {a}'s forebear",
                f"{a}是{b}的父母，{b}又是{a}的长辈",
            ),
            (parent, child),
            relation,
            back[-1],
        )


def _brother_and_father(
    book: Book, lineage: list[tuple[str, str, Relation]]
) -> Iterator[Contradiction]:
    parents = {(parent, child): relation for parent, child, relation in lineage}
    told: set[frozenset[str]] = set()
    for each in book.relations:
        if each.kind != vocabulary.SIBLING:
            continue
        for pair in ((each.source, each.target), (each.target, each.source)):
            if pair not in parents or frozenset(pair) in told:
                continue
            told.add(frozenset(pair))
            a, b = book.name(pair[0]), book.name(pair[1])
            yield clash(
                book,
                Kind.RELATION,
                Severity.HIGH,
                "sibling and parent",
                (
                    f"{a} is {b}'s parent and {b}'s sibling",
                    f"{a}既是{b}的父母，又是{b}的兄弟姐妹",
                ),
                pair,
                parents[pair],
                each,
            )


def _too_young(book: Book, lineage: list[tuple[str, str, Relation]]) -> Iterator[Contradiction]:
    told: set[tuple[str, str]] = set()
    for parent, child, _ in lineage:
        ages = _ages_together(book, parent, child)
        if ages is None or (parent, child) in told:
            continue
        told.add((parent, child))
        older, younger = ages
        years = int(older.value) - int(younger.value)
        if years >= book.policy.parent_years:
            continue
        a, b = book.name(parent), book.name(child)
        yield clash(
            book,
            Kind.RELATION,
            Severity.HIGH if years <= 0 else Severity.MEDIUM,
            "age",
            (
                f"{a} ({older.value}) is the parent of {b} ({younger.value})",
                f"{a}（{older.value}岁）是{b}（{younger.value}岁）的父母",
            ),
            (parent, child),
            older,
            younger,
        )


def _ages_together(book: Book, parent: str, child: str) -> tuple[State, State] | None:
    """Both ages as said in one chapter, or in the setting."""
    for one in book.states_of(parent):
        for other in book.states_of(child):
            if (
                one.attribute == other.attribute == vocabulary.AGE
                and one.since.chapter == other.since.chapter
                and one.value.isdecimal()
                and other.value.isdecimal()
            ):
                return one, other
    return None


# -- states that cannot follow each other: the dead act, eyes change colour


_HOLDS_ON = {"hand": ("hand", "arm"), "foot": ("foot", "leg")}
"""What is gone with what: who lost an arm has no hand there."""
_SIDES = {"left": "左", "right": "右"}
_LIMBS = {"arm": "臂", "hand": "手", "leg": "腿", "foot": "脚", "eye": "眼"}


def check_states(book: Book) -> Iterator[Contradiction]:
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


# -- Who knew what, and when: nobody can act on what they have not learned, or unlearn it.


_KNOWN = (vocabulary.KNOWS, vocabulary.TELLS)
_LEARNED = (vocabulary.LEARNS, vocabulary.KNOWS)


def check_knowledge(book: Book) -> Iterator[Contradiction]:
    for id in book.entities:
        own = book.states_of(id)
        yield from _too_early(book, own)
        yield from _unlearned(book, own)
    yield from _before_it_is_revealed(book)


def _too_early(book: Book, own: list[State]) -> Iterator[Contradiction]:
    for learned in (each for each in own if each.attribute == vocabulary.LEARNS):
        for known in own:
            if known.attribute not in _KNOWN or not known.since.chapter:
                continue
            if known.since < learned.since and same(book, known.value, learned.value):
                if not _learned_before(book, own, known):
                    yield _clash(book, known, learned)
                break


def _learned_before(book: Book, own: list[State], known: State) -> bool:
    return any(
        each.attribute == vocabulary.LEARNS
        and each.since < known.since
        and same(book, each.value, known.value)
        for each in own
    )


def _unlearned(book: Book, own: list[State]) -> Iterator[Contradiction]:
    for ignorant in (each for each in own if each.attribute == vocabulary.UNAWARE):
        for learned in own:
            if (
                learned.attribute in _LEARNED
                and learned.since.chapter
                and learned.since < ignorant.since
                and same(book, learned.value, ignorant.value)
            ):
                yield _clash(book, learned, ignorant)
                break


def _before_it_is_revealed(book: Book) -> Iterator[Contradiction]:
    """A secret's own card says when it comes out, and who knew it all along."""
    for secret in book.entities.values():
        chapter = numerals.first(secret.attributes.get("revealed", "") or "")
        if secret.type is not EntityType.SECRET or chapter is None:
            continue
        about = [each for each in book.states if each.value == secret.id]
        told_by: set[str] = set()
        for told in about:
            early = told.attribute in _KNOWN and 0 < told.since.chapter < chapter
            if early and told.entity not in told_by and not _entitled(about, told):
                told_by.add(told.entity)
                yield _revealed_early(book, told, chapter)


def _entitled(about: list[State], told: State) -> bool:
    return any(
        each.entity == told.entity
        and each.attribute in _LEARNED
        and each is not told
        and each.since <= told.since
        for each in about
    )


def same(book: Book, one: str, other: str) -> bool:
    """Whether two things known are one: the same secret, or nearly the same words."""
    if one in book.entities or other in book.entities:
        return one == other
    return min(share(one, other), share(other, one)) >= book.policy.same_fact


def _clash(book: Book, first: State, second: State) -> Contradiction:
    name, what = book.name(first.entity), book.name(second.value)
    (early, early_zh), (late, late_zh) = where(first), where(second)
    if second.attribute == vocabulary.UNAWARE:
        message = (
            f"{name} knows of “{what}” {early}, yet does not {late}",
            f"{name}{early_zh}已知“{what}”，{late_zh}却又不知情",
        )
    else:
        message = (
            f"{name} knows of “{what}” {early}, but learns it only {late}",
            f"{name}{early_zh}就知道“{what}”，{late_zh}才得知",
        )
    return clash(
        book, Kind.KNOWLEDGE, Severity.HIGH, first.entity, message, (first.entity,), first, second
    )


def _revealed_early(book: Book, told: State, chapter: int) -> Contradiction:
    secret, name, (en, zh) = book.entities[told.value], book.name(told.entity), where(told)
    said = clash(
        book,
        Kind.KNOWLEDGE,
        Severity.HIGH,
        f"{told.entity} {chapter}",
        (
            f"{name} knows of “{secret.name}” {en}, though it comes out only in chapter {chapter}",
            f"{name}{zh}就知道“{secret.name}”，而设定中第{chapter}章才揭示",
        ),
        (told.entity, told.value),
        told,
    )
    return replace(said, evidence=(secret.evidence, told.evidence))
