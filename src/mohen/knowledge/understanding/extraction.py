"""Extracts statements from the kept fragments of one message, without a model (phase 3).

Precision before recall: what no template accounts for is left undecided, for a model or to be
kept as it was said (`in_own_words`), and what would not be a whole sentence that says what was
said is not kept. A reading that loses a number or a name gives way to the sentence itself. Within
one message a correction replaces what it corrects, and a joke takes back what went before it. A
correction that stands alone (其实是上海) is a statement with the act CORRECTS, no attribute and the
right value; whoever knows what was said before finds what it corrects, and `basis` is the value
that was wrong, where it is named. A joke that stands alone is a statement with the act TAKES_BACK
and no content; `value` is what is to be forgotten, where that is said.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import field, replace

from mohen.core.values import dataclass
from mohen.knowledge.consolidation.model import (
    Act,
    Amends,
    Fragment,
    Frame,
    Named,
    OtherDay,
    Statement,
    Tag,
)
from mohen.knowledge.model import AGENT, BELIEF, FACT, USER, Category, EntityType
from mohen.knowledge.policy import Extraction
from mohen.knowledge.transcripts.model import Role
from mohen.knowledge.understanding import at_work, other_day, workplace
from mohen.knowledge.understanding.as_said import as_said, inside, loses, quoted
from mohen.knowledge.understanding.claims import (
    Claim,
    Clause,
    Language,
    SpokenOf,
    Who,
    as_typed,
    key,
    sealed,
    tidy,
    unsealed,
)
from mohen.knowledge.understanding.en import ENGLISH, listed_rules
from mohen.knowledge.understanding.entities import named, valued
from mohen.knowledge.understanding.scripts import as_written
from mohen.knowledge.understanding.zh import CHINESE
from mohen.text.dates import Local
from mohen.text.language import has_han
from mohen.text.lazy_pattern import LazyPattern
from mohen.text.normalize import simplified

# 我喜欢这个, I have a question: speaks of this conversation, and nobody need be asked about it.
_OF_THIS_TALK = LazyPattern(
    r"我(?:很|也|挺|最|更)?(?:喜欢|爱|讨厌|想要|要|选)(?:这|那|它|你)|我有(?:一?个|些)(?:问题"
    r"|疑问|想法)"
    r"|(?:明天|下次|回头|晚点|等会儿?|待会儿?)我?再"
    r"|i (?:have|got) (?:an?|another|one more|some) (?:\w+ )?(?:question|idea|problem|issue)s?\b"
    r"|i (?:like|love|want|prefer) (?:this|that|it|these|those|your)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Extracted:
    """Statements with the index of the fragment each comes from, and the indexes of fragments
    that say something about the user which no template knows."""

    statements: tuple[tuple[int, Statement], ...] = ()
    undecided: tuple[int, ...] = ()


@dataclass(slots=True)
class _Message:
    """What has been read of the message so far."""

    policy: Extraction
    talk: SpokenOf = field(default_factory=SpokenOf)
    said: list[tuple[int, Statement]] = field(default_factory=list)
    spoke: bool = False  # anything was said before, understood or not
    wrong: str = ""  # 不是北京: the right one may follow


def extract(kept: Sequence[Fragment], *, offset_ms: int, policy: Extraction) -> Extracted:
    """What the kept fragments of one message say; `offset_ms`: local time ahead of UTC."""
    message = _Message(policy)
    undecided: list[int] = []
    written = [each.text for each in kept]
    for index, (fragment, ruled) in enumerate(_in_lists([_read_as(each) for each in kept])):
        if fragment.role is not Role.USER or fragment.quoted or fragment.frame not in _READ:
            continue
        if _UNSAYS.match(fragment.text):
            _unsay_wish(message)
            undecided = [each for each in undecided if each != index - 1]
        before, local = len(message.said), Local(fragment.at, offset_ms)
        about_user = _read(index, fragment, message, local)
        unread = len(message.said) == before
        if unread and (
            wish := _wish(fragment, policy) or _lasting(fragment, local, policy, ruled=ruled)
        ):
            message.said.append((index, wish))
        elif about_user and unread and not _OF_THIS_TALK.match(fragment.text):
            undecided.append(index)
        else:
            _complete(index, fragment, message, offset_ms)
    told = workplace.apart(message.said)
    said = [(index, as_written(each, written[index])) for index, each in told]
    return Extracted(tuple(said), tuple(undecided))


def in_own_words(fragment: Fragment, *, offset_ms: int, policy: Extraction) -> Statement | None:
    """What rules cannot read as a sentence with its day, where it has a number, a name or a day."""
    plain, local = _read_as(fragment), Local(fragment.at, offset_ms)
    said = as_said(plain, _tongue(plain.text), local, policy)
    return said and as_written(said, fragment.text)


def _read_as(fragment: Fragment) -> Fragment:
    """Traditional characters are read like simplified ones."""
    plain = simplified(fragment.text)
    return fragment if plain == fragment.text else replace(fragment, text=plain)


def _in_lists(kept: Sequence[Fragment]) -> Iterator[tuple[Fragment, bool]]:
    """Each, and whether it is a rule: what stands in a list of them is one, whatever it says."""
    ruled = False
    for each in kept:
        ruled = not each.frame and listed_rules.in_list(each.text, before=ruled)
        rule = listed_rules.item(each.text) if ruled else ""
        yield (replace(each, text=rule, frame=Frame.LASTS), True) if rule else (each, False)


def _complete(index: int, fragment: Fragment, message: _Message, offset_ms: int) -> None:
    """Where a number or a name of the thought is in nothing that was made of it, the sentence
    itself stands in the place of what was made in other words than those of a template."""
    made = [each for at, each in message.said if at == index]
    if not made or any(each.act is not Act.STATES for each in made):
        return
    if any(each.attribute == "weight" or each.attribute.startswith("measure:") for each in made):
        return  # …, down 8cm: against what was measured before
    tongue, local = _tongue(fragment.text), Local(fragment.at, offset_ms)
    if not loses(fragment.text, made, tongue, local, message.policy):
        return
    own = any(each.subject == USER for each in made)
    if said := as_said(fragment, tongue, local, message.policy, own=own):
        message.said[:] = [
            (at, each) for at, each in message.said if at != index or not _is_free(each)
        ]
        message.said.append((index, said))


def _is_free(statement: Statement) -> bool:
    """Whether it is worded as its clause was, and of nothing that a template knows."""
    return not statement.attribute and statement.act is Act.STATES


def _is_worded_freely(statement: Statement) -> bool:
    """Or of something that is named in the clause's words: a plan, a habit."""
    return statement.attribute.partition(":")[0] in ("", "schedule", "habit", "goal", "skill")


def _timed(statement: Statement, tongue: Language, local: Local) -> Statement:
    """What happened, or holds for now, with the day it was told on: the same words of another day
    tell of something else."""
    family = statement.attribute.partition(":")[0]
    if statement.event_at is not None or family not in ("", "goal", "left", "health", "weight"):
        return statement
    if not tongue.needs_day(statement.content):
        return statement
    return replace(
        statement, content=tongue.told_on.format(statement.content, local.day.isoformat())
    )


def _tongue(text: str) -> Language:
    return CHINESE if has_han(text) else ENGLISH


# Told outright to remember something: what no template knows is kept in the user's own words.
_TO_KEEP = LazyPattern(
    r"(?:(?:请|你|要|一定|帮我|麻烦|务必|对了|还有|好|嗯)[，,\s]*)*(?:给我)?(?:记住|记下来?(?!了)"
    r"|记一下|牢记)"
    # 记住，要开心哦: that is said to cheer somebody up
    r"(?:一下|了|哦|啊)?[：:，,\s]*+(?P<zh>(?![一-鿿]{0,2}[吗么没]|我说|这|那|上面|以上|哦|了|要|只有|只要|永远|千万|任何时候"
    r"|[^，]*[你您]).{4,})"
    r"|(?:(?:please|also|and|hey|ok|okay)[,\s]+)*"
    r"(?:remember|keep in mind|note|make a note|don'?t forget)"
    # Remember, it's never too late: that is said to cheer somebody up
    r"(?: that\b|\s*:|,(?=\s*(?:i|i'm|i've|my|we|our|the|on|at)\b))\s*(?P<en>(?!.*\byou\b).{8,})",
    re.IGNORECASE | re.DOTALL,
)


def _wish(fragment: Fragment, policy: Extraction) -> Statement | None:
    match = _TO_KEEP.fullmatch(fragment.text.strip())
    if match is None or fragment.tag is Tag.QUESTION:
        return None
    what = tidy(match["zh"] or match["en"])
    if not what or len(what) > policy.wish_most or fragment.text.rstrip().endswith(("?", "？")):
        return None
    tongue = _tongue(what)
    content = tongue.wish.format(what)
    return Statement(
        content=content,
        category=Category.GENERAL,
        subject=USER,
        entities=named(what, (Named(tongue.user, EntityType.PERSON),), policy),
    )


_READ = (Frame.PLAIN, Frame.LASTS)


def _lasting(
    fragment: Fragment, local: Local, policy: Extraction, *, ruled: bool
) -> Statement | None:
    """What outlasts the work it was said at, in the user's own words: what is surely a rule is one
    for the agent."""
    if fragment.frame is not Frame.LASTS:
        return None
    tongue = _tongue(fragment.text)
    said = tongue.bare(fragment.text)
    statement = quoted(said, tongue, local, policy)
    if not (ruled or at_work.is_rule(fragment.text)):
        return statement
    return replace(
        statement,
        content=tongue.rule.format(inside(said)),
        category=Category.CONSTRAINT,
        subject=AGENT,
        attribute=key("constraint", said),
        value=said,
    )


def _read(index: int, fragment: Fragment, message: _Message, local: Local) -> bool:
    tongue = _tongue(fragment.text)
    wrong, right = tongue.other_day(fragment.text)
    day = tongue.day_named(right, local, message.policy) if right else None
    if day is not None and fragment.tag is not Tag.QUESTION:
        _put_right(index, right, wrong, message, tongue, local)
        return False
    if (who := tongue.another(fragment.text)) is not None:
        message.said.append((index, _of_another(*who, tongue)))
        return False
    drug, dose = tongue.redosed(fragment.text)
    if dose and fragment.tag is not Tag.QUESTION:
        content = tongue.correction.format(dose)
        loose = _loose(content, dose, drug, None, message.policy)
        message.said.append((index, replace(loose, amends=Amends.DOSE)))
        return False
    about_user, message.talk.begins = False, fragment.part == 0
    # A question may have lost its mark where the message was split.
    text = f"{fragment.text}?" if fragment.tag is Tag.QUESTION else fragment.text
    for part in tongue.clauses(sealed(text), message.policy):
        clause = as_typed(part)
        if clause.act is Act.TAKES_BACK:
            _take_back(index, clause, message)
            about_user = False
            continue
        if _corrects_value(index, clause, message, tongue, local):
            continue
        wrong, right = tongue.other_day(clause.said)
        day = tongue.day_named(right, local, message.policy) if right else None
        if day is not None and _last_dated(message) is not None:
            _put_right(index, right, wrong, message, tongue, local)  # 我周三去体检，改到周四了
            continue
        if _UNSAYS.match(clause.said):
            _unsay_wish(message)  # 回答分点写，算了，写成段落
            if clause.act is Act.CORRECTS and message.said:
                message.said.pop()  # I am a nurse, no wait, a midwife
        found = tongue.read(part, message.talk, local, message.policy)
        about_user = about_user or found.about_user
        for claim in found.claims:
            statement = _statement(unsealed(claim), clause, tongue, message.policy)
            # A wish that was read with its condition is whole.
            if not clause.standing and not tongue.told_whole(
                statement.content, free=_is_worded_freely(statement)
            ):
                continue
            if not tongue.faithful(statement.content, clause.text):
                continue
            if _is_a_childs_age(statement, message.policy):
                continue
            timed = _timed(statement, tongue, local)
            sure = clause.led or clause.standing
            if sure or tongue.stands_alone(timed, clause.said, text, message.policy):
                _add(index, timed, message)
        message.spoke = message.spoke or bool(found.claims) or found.about_user
    return about_user


def _unsay_wish(message: _Message) -> None:
    """Always use metric… no wait, they are Americans: whatever is right, that is not wanted."""
    if message.said and message.said[-1][1].category is Category.CONSTRAINT:
        message.said.pop()


_UNSAYS = LazyPattern(
    r"\W*(?:oh |hmm,? |ah )?(?:no,? wait|wait,? no|scratch that|strike that|never ?mind|forget it"
    r"|actually,? (?:no|scratch|never))\b"
    r"|\W*(?:等等[，,]?|额|嗯|哦)?(?:算了|不对|不用了|当我没说)(?=\W|$)",
    re.IGNORECASE,
)


def _is_a_childs_age(statement: Statement, policy: Extraction) -> bool:
    """3 岁，发烧两天: whoever is meant does not write."""
    return (
        statement.attribute == "age"
        and statement.subject == USER
        and statement.value.replace(".5", "").isdecimal()
        and float(statement.value) < policy.youngest
    )


def _take_back(index: int, clause: Clause, message: _Message) -> None:
    """A joke takes back what this message said; where it said nothing, what was said before.
    算了不考了 takes back a plan that names it."""
    if what := clause.text:
        plans = [
            each for each in message.said if is_plan_of(each[1].attribute, each[1].content, what)
        ]
        message.said[:] = [each for each in message.said if each not in plans]
        if plans:
            return
    elif clause.forgets == "" and message.spoke:
        message.said.clear()
        return
    message.said.append(
        (
            index,
            Statement(
                content="",
                category=Category.GENERAL,
                act=Act.TAKES_BACK,
                subject=USER,
                value=clause.forgets or "",
                basis=clause.text,
            ),
        )
    )


def is_plan_of(attribute: str, content: str, what: str) -> bool:
    """Of something known: whether it is meant to be done, and is of this."""
    return attribute.partition(":")[0] in ("goal", "schedule") and what in content


def _corrects_value(
    index: int, clause: Clause, message: _Message, tongue: Language, local: Local
) -> bool:
    """Whether the clause is a bare value in place of another: 其实是上海; 不是北京，是上海."""
    wrong, right = tongue.contrast(clause.text)
    if clause.act is not Act.CORRECTS:
        if not (message.wrong or wrong):
            return False
        if not right:
            message.wrong = wrong
            return bool(wrong) and _last(message, wrong) is not None
        wrong = wrong or message.wrong
    value = right or tongue.corrected(clause.text)
    # 说错了，是周四考试 is a sentence of its own
    if not value or tongue.dayless(value, local, message.policy) not in ("", value):
        return False
    message.wrong = ""
    _put_right(index, value, wrong, message, tongue, local)
    return True


def _put_right(
    index: int, value: str, wrong: str, message: _Message, tongue: Language, local: Local
) -> None:
    """In what this message says of it, else in what was said before it."""
    day = tongue.day_named(value, local, message.policy)
    at = _last(message, wrong) if day is None else _last_dated(message)
    if at is None:
        content = tongue.correction.format(value)
        message.said.append((index, _loose(content, value, wrong, day, message.policy)))
    elif message.said[at][1].category is Category.CONSTRAINT:
        del message.said[at]  # reply in French, no wait, in German
    else:
        message.said[at] = (message.said[at][0], _instead(message.said[at][1], value, day))


def _of_another(wrong: Who, right: Who, tongue: Language) -> Statement:
    return Statement(
        content=tongue.correction.format(right.shown),
        category=Category.GENERAL,
        act=Act.CORRECTS,
        subject=USER,
        value=right.shown,
        basis=wrong.shown,
        entities=_known(right, tongue),
        amends=Amends.WHOSE,
    )


def _loose(
    content: str, value: str, wrong: str, day: OtherDay | None, policy: Extraction
) -> Statement:
    return Statement(
        content=content,
        category=Category.GENERAL,
        act=Act.CORRECTS,
        subject=USER,
        value=value,
        basis=wrong,
        entities=named(content, (), policy),
        other_day=day,
    )


def _last_dated(message: _Message) -> int | None:
    """The last statement that says on which day something is."""
    for at in range(len(message.said) - 1, -1, -1):
        each = message.said[at][1]
        if each.category is Category.SCHEDULE or each.attribute == "birthday":
            return at
    return None


def _last(message: _Message, wrong: str) -> int | None:
    """The last statement that has a value to be replaced, or the one with the wrong value."""
    for at in range(len(message.said) - 1, -1, -1):
        each = message.said[at][1]
        if (
            each.attribute
            and each.act is not Act.TAKES_BACK
            and (not wrong or wrong in each.content)
        ):
            return at
    return None


def _instead(statement: Statement, value: str, day: OtherDay | None) -> Statement:
    told = other_day.Told(statement.content, statement.value, statement.event_at)
    if day is not None and (moved := other_day.moved(told, day)):
        content, value, event_at = moved
        return replace(statement, content=content, value=value, event_at=event_at)
    family, _, thing = statement.attribute.partition(":")
    keyed = bool(thing) and statement.value not in statement.content
    old = thing if keyed else statement.value
    return replace(
        statement,
        act=Act.CORRECTS,
        content=statement.content.replace(old, value),
        attribute=f"{family}:{value}" if keyed else statement.attribute,
        value=statement.value if keyed else value,
        entities=tuple(
            replace(each, name=value) if each.name == old else each for each in statement.entities
        ),
    )


def _add(index: int, statement: Statement, message: _Message) -> None:
    """A correction stands in the place of what it corrects, and the death of a cat in that of the
    cat; nothing is said twice."""
    died = statement.ended and statement.attribute.partition(":")[0] in ("pet", "relation")
    if statement.act is Act.CORRECTS or (died and statement.value):
        about = (statement.subject, statement.attribute)
        message.said[:] = [
            pair for pair in message.said if (pair[1].subject, pair[1].attribute) != about
        ]
    if all(statement.content != other.content for _, other in message.said):
        message.said.append((index, statement))


def _statement(claim: Claim, clause: Clause, tongue: Language, policy: Extraction) -> Statement:
    who = claim.who or Who(USER, tongue.user)
    content = claim.whole or tongue.sentence(who, claim.tail)
    believed = claim.confidence < 1
    if believed and claim.ended:  # that something may be over replaces nothing
        claim = replace(claim, attribute="", value="", ended=False)
    act = Act.CORRECTS if clause.act is Act.CORRECTS and claim.attribute else Act.STATES
    return Statement(
        content=content,
        category=_category(claim, who),
        type=BELIEF if believed else FACT,
        act=act,
        subject=who.key,
        attribute=claim.attribute,
        value=claim.value,
        entities=_entities(claim, who, content, tongue, policy),
        confidence=claim.confidence,
        basis=tongue.basis.format(clause.said) if believed else "",
        event_at=claim.event_at,
        ended=claim.ended,
    )


def _category(claim: Claim, who: Who) -> Category:
    """Who the user is never fades; where a colleague comes from and how old the cat is may."""
    if claim.category is Category.IDENTITY and who.key not in (USER, AGENT):
        return Category.RELATION
    return claim.category


def _entities(
    claim: Claim, who: Who, content: str, tongue: Language, policy: Extraction
) -> tuple[Named, ...]:
    known = (*_known(who, tongue), *claim.names, *valued(claim.attribute, claim.value, content))
    # What stands for the subject is known already: 用户的 is no part of a name that follows.
    return named(content.removeprefix(who.shown), known, policy)


def _known(who: Who, tongue: Language) -> tuple[Named, ...]:
    user = Named(tongue.user, EntityType.PERSON)
    if who.key == USER:
        return (user,)
    if who.key == AGENT:
        return (Named(tongue.agent, EntityType.OTHER), user)
    return (Named(who.key, who.type), user) if who.role else (Named(who.key, who.type),)
