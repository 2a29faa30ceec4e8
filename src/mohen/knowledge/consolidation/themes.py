"""Sums up facts on one theme of somebody (R196, phase 4c).

A summary says what its facts say, in their words, and infers nothing. It is short (50 characters,
background 1.15), so what matters most comes first and what does not fit is not said; it points to
the facts that it says. It is made anew when these would be others.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from mohen.core.values import dataclass
from mohen.knowledge.consolidation import attribute_chain, model_questions
from mohen.knowledge.consolidation.reconcile_rules import family
from mohen.knowledge.model import AGENT, SUMMARY, USER, Category, Item, State
from mohen.policy import Policy
from mohen.text.language import has_han, of_most
from mohen.text.lazy_pattern import LazyPattern

ATTRIBUTE = "summary"
"""Of a summary: `summary:life` of the user is what a newer one supersedes."""

_THEMES = {
    "life": "name nickname age birthday gender nationality location hometown job employer school"
    " major grade status language timezone project",
    "people": "relation pet",
    "health": "health allergy medication diet disability safety",
    "taste": "preference",
    "doing": "habit skill goal owns",
    "manners": "constraint style",
}
_ABOUT = "about"  # what is known of somebody or something else, and is no attribute
_THEME_OF = {each: theme for theme, families in _THEMES.items() for each in families.split()}
_SUBJECT = LazyPattern(
    r"^(?:用户要求助手|The user wants the assistant (?=to |not to |never to )"
    r"|(?:用户|助手)的?|The (?:user|assistant|agent)\b(?:['’]s)?)\s*",
    re.IGNORECASE,
)
_SHOWN = {USER: ("用户", "The user"), AGENT: ("助手", "The assistant")}
_ENDS = " 。.！!；;，,"


@dataclass(frozen=True, slots=True)
class Group:
    """What is on one theme of one subject."""

    subject: str
    theme: str

    @property
    def attribute(self) -> str:
        return f"{ATTRIBUTE}:{self.theme}"


@dataclass(frozen=True, slots=True)
class Composed:
    """A summary by rules, and the facts that it says."""

    text: str
    facts: tuple[Item, ...]


def worth(counts: Iterable[tuple[str, str, int]], trigger: int) -> list[Group]:
    """Of how many facts there are by subject and family of attributes: what can be summed up."""
    sums: dict[Group, int] = {}
    for subject, kind, count in counts:
        theme = _THEME_OF.get(kind) or (not kind and subject not in _SHOWN and _ABOUT)
        if theme and subject:
            group = Group(subject, theme)
            sums[group] = sums.get(group, 0) + count
    return [group for group in sums if sums[group] >= trigger]


def families(theme: str) -> tuple[str, ...]:
    """Of the attributes that belong to it; the empty one has none."""
    return tuple(_THEMES[theme].split()) if theme in _THEMES else ("",)


def compose(group: Group, facts: Sequence[Item], policy: Policy, *, trigger: int) -> Composed:
    """As many facts as fit, those that matter most first; none where there are not enough in the
    language that most of them are in: two languages in one sentence read badly."""
    spoken = [each for each in facts if has_han(each.content) == _is_chinese(facts)]
    said: list[Item] = []
    text = ""
    if len(spoken) < trigger:
        return Composed(text, ())
    for each in sorted(spoken, key=_rank):
        longer = _worded(group, [*said, each], _is_chinese(facts))
        if model_questions.fits(longer, policy):
            said.append(each)
            text = longer
    return Composed(text, tuple(said))


def _is_chinese(facts: Sequence[Item]) -> bool:
    return of_most((each.content for each in facts), "zh") == "zh"


def _rank(item: Item) -> tuple[float, int, int, str]:
    """Not by score: a summary is not rewritten because time passes."""
    kinds = _THEMES.get(_THEME_OF.get(family(item.attribute), ""), "").split()
    at = kinds.index(family(item.attribute)) if family(item.attribute) in kinds else len(kinds)
    return -item.importance, at, item.began, item.id


def _worded(group: Group, said: Sequence[Item], chinese: bool) -> str:
    who = _SHOWN.get(group.subject, (group.subject, group.subject))[0 if chinese else 1]
    clauses = _gathered([_clause(each, group.subject) for each in said], chinese)
    return f"{who}：{'，'.join(clauses)}" if chinese else f"{who}: {'; '.join(clauses)}"


def _clause(item: Item, subject: str) -> str:
    """What it says, without saying again of whom: 住在成都 of 用户的妈妈住在成都."""
    if subject in _SHOWN:
        content = _SUBJECT.sub("", item.content, count=1)
    else:
        whose = rf"^(?:用户的?|The user['’]s (?:\w+ )?)?{re.escape(subject)}[的\s]*"
        content = re.sub(whose, "", item.content, count=1, flags=re.IGNORECASE)
    return content.strip(_ENDS) or item.content.strip(_ENDS)


def _gathered(clauses: Sequence[str], chinese: bool) -> list[str]:
    """喜欢咖啡 and 喜欢茶 are 喜欢咖啡、茶."""
    found: list[list[str]] = []
    for each in clauses:
        lead = _lead(found[-1][0], each, chinese) if found else ""
        if lead and all(kept.startswith(lead) for kept in found[-1]):
            found[-1].append(each)
        else:
            found.append([each])
    comma = "、" if chinese else ", "
    return [_joined(group, comma, chinese) for group in found]


def _joined(group: Sequence[str], comma: str, chinese: bool) -> str:
    first, *rest = group
    if not rest:
        return first
    lead = _lead(first, rest[0], chinese)
    return comma.join((first, *(each.removeprefix(lead) for each in rest)))


_VERBS = (
    (
        "likes ", "loves ", "dislikes ", "hates ", "doesn't like ", "does not like ", "prefers ",
        "enjoys ", "is allergic to ", "wants to ", "can ", "has ",
    ),
    ("不喜欢", "喜欢", "讨厌", "最爱", "爱吃", "爱喝", "不吃", "偏好", "养了", "想", "会"),
)  # fmt: skip


def _lead(one: str, other: str, chinese: bool) -> str:
    """The verb that two clauses begin with together, where the second can do without it."""
    for verb in _VERBS[chinese]:
        if one.startswith(verb) and other.startswith(verb):
            return verb
    return ""


# -- the item


def item_of(
    group: Group, composed: Composed, wording: str, *, id: str, project_id: str | None
) -> Item:
    """As old as the newest fact in it, so that it does not matter when it was made (C97); it
    matters as much as what matters most in it."""
    facts = composed.facts
    at = max(each.created_at for each in facts)
    read_at = max((each.read_at for each in facts if each.read_at is not None), default=None)
    importance = max(each.importance for each in facts)
    return Item(
        id=id,
        type=SUMMARY,
        project_id=project_id,
        content=wording,
        origin="extracted",
        created_at=at,
        updated_at=at,
        category=_category(facts),
        importance=importance,
        score=importance,
        read_at=read_at,
        faded_at=max(at, read_at or 0),
        entities=tuple(dict.fromkeys(name for each in facts for name in each.entities)),
        subject=group.subject,
        attribute=group.attribute,
        valid_from=at,
        source_facts=tuple(sorted(each.id for each in facts)),
    )


def _category(facts: Sequence[Item]) -> Category:
    """What most of them are; of as many, what comes first."""
    kinds = [each.category for each in facts]
    return max(dict.fromkeys(kinds), key=kinds.count)


def is_current(summary: Item, composed: Composed) -> bool:
    """Whether a summary says the facts that one made now would say."""
    return not summary.stale and set(summary.source_facts) == {each.id for each in composed.facts}


def summarised(facts: Iterable[Item]) -> list[Item]:
    """What a summary is made of: what holds, faded or not, and says something of its own; not
    what a person put away."""
    return [
        each
        for each in facts
        if (each.state is State.ACTIVE or (each.state is State.ARCHIVED and not each.put_away))
        and attribute_chain.ended_value(each) is None
    ]
