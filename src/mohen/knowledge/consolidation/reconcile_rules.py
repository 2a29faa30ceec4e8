"""Decides what a new statement does to what is known (R196, phase 4a).

Who contradicts what a person typed in by hand is not believed at once: what they typed stays, and
what was said becomes a belief. It takes its place after all when it is said again on another
occasion, or as a correction. What an agent captured is no such thing: a later word wins over it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace

from mohen.knowledge import decay
from mohen.knowledge.consolidation import attribute_chain
from mohen.knowledge.consolidation.model import Act, Amends, Named, Stated, Statement
from mohen.knowledge.identities import ANYBODY
from mohen.knowledge.model import BELIEF, USER, EntityType, Item
from mohen.knowledge.policy import Reconciling
from mohen.knowledge.understanding import other_day, workplace
from mohen.text.lazy_pattern import LazyPattern
from mohen.text.normalize import fold

EXTRACTED = "extracted"
MANUAL = "manual"

_NUMERIC = LazyPattern(
    r"[\d零一二两三四五六七八九十百千万.,:/-]+(?:岁半?|年|月|日|号|元|块|%|kg|cm)?"
)
_KINDS = {
    EntityType.LOCATION: frozenset(("location", "hometown")),
    EntityType.ORGANIZATION: frozenset(("employer", "school")),
    EntityType.PERSON: frozenset(("name", "nickname", "relation")),
    EntityType.PROJECT: frozenset(("project",)),
}
_DIGITS = r"(?<![\d.])(?:\d{1,6}(?:\.\d{1,3})?|[一二两三四五六七八九十百千万半]{1,6})"
_AMOUNT = LazyPattern(rf"{_DIGITS}(?P<unit>个?[一-鿿]{{1,2}}?)半?")
_DOSE = LazyPattern(r"[\d一二两三四半](?:次|[片粒颗]半?|[毫微]克|mg|单位)$")
_MEASURED = LazyPattern(r"\d[\d.,]*(?P<unit> ?[A-Za-zµ]+)")  # 20 mg
_CLOCK = LazyPattern(
    r"(?P<part>凌晨|清晨|早上|上午|中午|下午|傍晚|晚上|夜里|)"
    r"(?:\d{1,2}|[一二三四五六七八九十]{1,3})点(?:半|一刻|三刻|\d{1,2}分?)?"
)
_NAMES = frozenset(("name", "nickname", "relation", "pet"))
_NUMBERED = frozenset(("age", "birthday", "phone", "grade", "schedule"))


def family(attribute: str) -> str:
    """preference of preference:香菜; an attribute with one value is its own family."""
    return attribute.partition(":")[0]


# -- a new item


def item_of(stated: Stated, id: str, project_id: str | None, read_at: int | None = None) -> Item:
    """What was said, as it was said; its times are those of the message (C97). `read_at`: where
    that was long after."""
    said = stated.statement
    return Item(
        id=id,
        type=said.type,
        project_id=project_id,
        content=said.content,
        origin=EXTRACTED,
        created_at=stated.at,
        updated_at=stated.at,
        category=said.category,
        importance=stated.importance,
        score=stated.importance,
        read_at=read_at,
        faded_at=read_at or stated.at,
        confidence=said.confidence,
        basis=f"{attribute_chain.ENDED}{said.value}" if said.ended else said.basis,
        entities=tuple(dict.fromkeys(each.name for each in said.entities)),
        subject=said.subject,
        attribute=said.attribute,
        value="" if said.ended else said.value,
        valid_from=stated.at,
        event_at=said.event_at,
        sources=(f"{stated.session}:{stated.line}",),
    )


def mention_of(stated: Stated) -> attribute_chain.Mention:
    said = stated.statement
    return attribute_chain.Mention(stated.at, stated.session, stated.line, said.value, said.ended)


# -- said again


def repeated(item: Item, stated: Stated, gain: float, read_at: int | None = None) -> Item:
    """It matters more, and is as fresh as when it was said (R188), or read long after."""
    raised, at = min(1.0, max(item.importance + gain, 0.0)), read_at or stated.at
    fresh = max(raised, item.score) if at >= item.faded_at else item.score
    return replace(
        item,
        state=decay.woken(item),
        importance=raised,
        score=fresh,
        faded_at=max(item.faded_at, at),
        updated_at=max(item.updated_at, stated.at),
        version=item.version + 1,
    )


def guessed_again(
    item: Item, stated: Stated, policy: Reconciling, read_at: int | None = None
) -> Item:
    """A guess said often is a better guess, and still one."""
    surer = min(policy.guess_most, item.confidence + policy.guessed_again)
    after = repeated(item, stated, 0.0, read_at)
    return replace(after, confidence=max(item.confidence, surer))


def adopted(item: Item, said: Statement) -> Item:
    """What somebody captured in the same words is now known to speak of this."""
    return replace(item, subject=said.subject, attribute=said.attribute, value=said.value)


# -- against what was typed


def is_typed(item: Item) -> bool:
    return item.origin == MANUAL


def holding(items: Iterable[Item], at: int) -> Item | None:
    """What holds at a time, among items that are live."""
    began = [each for each in items if each.began <= at]
    return max(began, key=lambda each: (each.began, each.id), default=None)


def contests(stated: Stated, held: Item | None) -> bool:
    """Whether it speaks against something that a person typed, without being a correction."""
    said = stated.statement
    return (
        held is not None
        and is_typed(held)
        and said.act is not Act.CORRECTS
        and (said.ended or not attribute_chain.same(held.value, said.value, said.attribute))
    )


def contested(stated: Stated, held: Item | None, policy: Reconciling) -> Stated:
    """The same as a belief, which says why it is none the more."""
    said = stated.statement
    sure = min(said.confidence, policy.contested)
    basis = "" if held is None else f"{held.id}: {held.content}"
    belief = replace(said, type=BELIEF, confidence=sure, basis=said.basis or basis, ended=False)
    if said.ended:  # a belief that something is over is about nothing that it could replace
        belief = replace(belief, attribute="", value="")
    return replace(stated, statement=belief)


# -- corrections


def target_of(said: Statement, recent: Sequence[Item]) -> Item | None:
    """What a correction speaks of, among what was said shortly before it, the latest first.

    其实是上海 names a value and no attribute: it corrects the last thing of its kind.
    其实是对腰果过敏 has an attribute of its own, and corrects the last one of its family.
    不是我，是我儿子对花生过敏 corrects the same of somebody else.
    手术推迟到周五了 is of whose operation was told, if there was one only.
    """
    known = [each for each in recent if each.attribute and each.value]
    if is_put_off(said):
        same = [each for each in known if each.attribute == said.attribute]
        return same[0] if len({each.subject for each in same}) == 1 else None
    if said.attribute:
        same_kind = [each for each in known if _is_same_kind(said, each)]
        return same_kind[0] if same_kind else None
    fitting = [
        each
        for each in known
        if _is_of_kind(said, each) and (_is_when(said) or fold(said.basis) in fold(each.content))
    ]
    return fitting[0] if fitting else None


_PUT_OFF = LazyPattern(
    r"(?!用户|助手)[^，。 ]{2,10}?(?:改|推迟|提前|挪|延期?|顺延|调整?)[到至成在] \d{4}-"
    r"|The (?!user)[\w -]{3,40} was moved to \d{4}-"
)


def is_put_off(said: Statement) -> bool:
    """手术推迟到周五了, of which nobody says whose it is."""
    return family(said.attribute) == "schedule" and bool(_PUT_OFF.match(said.content))


_TIME = LazyPattern(
    r"\d|[周号日天月点早晚]|星期|礼拜|day\b|week|morning|afternoon|noon|evening|night|tomorrow",
    re.IGNORECASE,
)


def _is_when(said: Statement) -> bool:
    """Whether what was wrong is a day or an hour, which stands otherwise in what is known."""
    return said.other_day is not None and (not said.basis or bool(_TIME.search(said.basis)))


def _is_same_kind(said: Statement, item: Item) -> bool:
    if ":" not in said.attribute:
        return False
    if item.subject != said.subject:
        return item.attribute == said.attribute and is_said_again(item, said)
    other = item.attribute != said.attribute
    return other and family(item.attribute) == family(said.attribute)


def _is_of_kind(said: Statement, item: Item) -> bool:
    """Whether a value could stand where the item's does."""
    if said.amends is Amends.WHOSE:
        own = (item.subject == USER) == (said.basis == "用户") and family(
            item.attribute
        ) not in _NAMES
        return own and item.content.startswith(said.basis)
    if said.amends is Amends.DOSE:
        measured = family(item.attribute) == "medication" and item.subject == USER
        return measured and bool(_MEASURED.fullmatch(item.value))
    if (day := said.other_day) is not None and family(item.attribute) != "birthday":
        if family(item.attribute) == "habit":
            return not day.day and len(_CLOCK.findall(item.value)) == 1
        return family(item.attribute) == "schedule" and not day.half_unsaid
    if _DOSE.search(said.value):
        return family(item.attribute) == "medication"
    numeric = bool(_NUMERIC.fullmatch(said.value.strip()))
    if numeric or _NUMERIC.fullmatch(item.value.strip()):
        return numeric and (
            family(item.attribute) in _NUMBERED or bool(_NUMERIC.fullmatch(item.value.strip()))
        )
    kinds = {_KINDS[each.type] for each in said.entities if each.type in _KINDS}
    if kinds:
        return any(family(item.attribute) in kind for kind in kinds)
    return True


def put_right(said: Statement, wrong: Item) -> Statement:
    """A correction that named only a value, as the statement that should have been made."""
    if said.amends is Amends.WHOSE:
        return _of_another(said, wrong)
    if said.amends is Amends.DOSE:
        return _of_dose(said, wrong)
    told = other_day.Told(wrong.content, wrong.value, wrong.event_at)
    if said.other_day is not None and (right := other_day.moved(told, said.other_day)):
        return replace(
            said,
            content=right.content,
            category=wrong.category,
            subject=wrong.subject,
            attribute=wrong.attribute,
            value=right.value,
            entities=tuple(Named(each) for each in wrong.entities),
            event_at=right.event_at,
        )
    if said.basis and said.basis in wrong.value:  # 13th, not 3rd: of May, as it was; 不是雯是文
        said = replace(said, value=wrong.value.replace(said.basis, said.value, 1))
    if said.other_day is not None and family(wrong.attribute) == "habit":
        return _at_another_hour(said, wrong)
    names = tuple(each for each in wrong.entities if fold(each) != fold(wrong.value))
    known = {each.name for each in said.entities}
    attribute = wrong.attribute
    head, colon, key = attribute.partition(":")
    if colon and attribute_chain.letters_of(key) == attribute_chain.letters_of(wrong.value):
        attribute = f"{head}:{fold(said.value)}"
    return replace(
        said,
        content=_with_value(wrong, said.value),
        category=wrong.category,
        subject=wrong.subject,
        attribute=attribute,
        entities=(*said.entities, *(Named(each) for each in names if each not in known)),
    )


def _of_another(said: Statement, wrong: Item) -> Statement:
    """The same of whom it is: 不是我爸，是我妈."""
    known = {wrong.subject, *(each.name for each in said.entities)}
    whose = next((each.name for each in said.entities if said.value != "用户"), USER)
    return replace(
        said,
        content=f"{said.value}{wrong.content.removeprefix(said.basis)}",
        category=wrong.category,
        subject=whose,
        attribute=wrong.attribute,
        value=wrong.value,
        entities=(*said.entities, *(Named(each) for each in wrong.entities if each not in known)),
    )


def _of_dose(said: Statement, taken: Item) -> Statement:
    """The same medicine, and 30 mg of it; 30 of what was measured in mg."""
    held, amount = _MEASURED.fullmatch(taken.value), _MEASURED.fullmatch(said.value)
    unit = held["unit"] if held and not amount else ""
    dose = f"{said.value}{unit}"
    return replace(
        said,
        content=taken.content.replace(taken.value, dose, 1),
        category=taken.category,
        subject=taken.subject,
        attribute=taken.attribute,
        value=dose,
        entities=tuple(Named(each) for each in taken.entities),
    )


def _at_another_hour(said: Statement, habit: Item) -> Statement:
    """每天早上7点起床, which is at six now. The part of the day is said anew or stays."""
    clock = _CLOCK.match(said.value)
    kept = "" if clock is None or clock["part"] else r"\g<part>"
    content, value = (
        _CLOCK.sub(f"{kept}{said.value}", each) for each in (habit.content, habit.value)
    )
    return replace(
        said,
        content=content,
        category=habit.category,
        subject=habit.subject,
        attribute=habit.attribute,
        value=value,
        entities=tuple(Named(each) for each in habit.entities),
    )


def _with_value(wrong: Item, value: str) -> str:
    """The same sentence with the other value in it."""
    if amount := _AMOUNT.fullmatch(value):  # 怀孕12周, which are 13; 5岁, 五岁半
        there = re.compile(f"{_DIGITS}{amount['unit']}")
        if len(there.findall(wrong.content)) == 1:
            return there.sub(value, wrong.content)
    if wrong.value and wrong.value in wrong.content:
        head, _, tail = wrong.content.rpartition(wrong.value)
        return f"{head}{value}{tail}"
    note = "（更正：{}）" if not wrong.content.isascii() else " (corrected: {})"
    return f"{wrong.content}{note.format(value)}"


def spoken_of(
    name: str, said: Sequence[tuple[tuple[str, int], Item]]
) -> list[tuple[tuple[str, int], Item]]:
    """What speaks of it, of what was said (session and line, and the item)."""
    # A whole name: 机器人_5 is not 机器人_50, and Ann is not Anna.
    wanted = re.compile(rf"(?<![a-z0-9_]){re.escape(fold(name))}(?![a-z0-9_])")
    return [
        (place, each)
        for place, each in said
        if any(wanted.search(fold(text)) for text in (each.content, *each.entities))
    ]


# -- where one lives, and where one works


def works_elsewhere(said: Statement, known: Sequence[Item]) -> bool:
    """我在上海上班 of who lives in 昆山: not in the place of that."""
    if said.attribute != "location" or said.ended or not workplace.is_work(said.content):
        return False
    return any(workplace.is_home(each.content) and not is_said_again(each, said) for each in known)


def in_its_place(said: Statement, known: Iterable[Item]) -> list[Item]:
    """Of what is known under the same key, what gives way: where one works does not to where one
    lives."""
    beside = said.attribute == "location" and workplace.is_still_home(said.content)
    return [
        each
        for each in known
        if not (beside and workplace.is_work(each.content)) or is_said_again(each, said)
    ]


# -- what ends with it

_WITH_IT = {"job": ("employer",), "employer": ("job",)}


def ending_with(attribute: str) -> tuple[str, ...]:
    """Attributes that end when this one does: who quits has left the firm too."""
    return _WITH_IT.get(attribute, ())


def is_ended_by(item: Item, said: Statement) -> bool:
    """Whether the end of relation:小雨 is that of relation:女朋友, who is 小雨."""
    head, _, key = said.attribute.partition(":")
    return (
        item.subject == said.subject
        and item.attribute != said.attribute
        and family(item.attribute) == head
        and bool(key)
        and attribute_chain.same(item.value, key)
    )


# -- is it the same


def is_said_again(item: Item, said: Statement) -> bool:
    """Whether an item of the same attribute has the value that is said."""
    return (
        not said.ended
        and bool(item.value)
        and attribute_chain.same(item.value, said.value, said.attribute)
    )


def telling_names(said: Statement) -> tuple[str, ...]:
    """Entities by which few items are found: everything speaks of the user."""
    return tuple(each.name for each in said.entities if each.name.casefold() not in ANYBODY)
