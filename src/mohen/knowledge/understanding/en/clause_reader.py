"""What an English clause claims, of whom."""

from __future__ import annotations

import re
from dataclasses import replace

from mohen.knowledge.model import AGENT, USER, Category
from mohen.knowledge.policy import Extraction
from mohen.knowledge.understanding.claims import Claim, Clause, Read, Talk, resolved
from mohen.knowledge.understanding.dates import Grain, Local, When
from mohen.knowledge.understanding.en import activities, health, identity, people, tastes, work
from mohen.knowledge.understanding.en.directives import told
from mohen.knowledge.understanding.en.events import event, find_days, undated, without
from mohen.knowledge.understanding.en.identity import related, tie
from mohen.knowledge.understanding.en.phrases import (
    NAME,
    SELF,
    Spoken,
    base_form,
    is_past,
    sentence,
    subject,
    unique,
)
from mohen.knowledge.understanding.en.tastes import DEIXIS
from mohen.knowledge.understanding.pattern_engine import Templates

_TEMPLATES = Templates(
    *health.TEMPLATES,
    *people.TEMPLATES,
    *identity.HOME_TEMPLATES,
    *identity.PERSON_TEMPLATES,
    *work.STUDY_TEMPLATES,
    *work.WORK_TEMPLATES,
    *activities.PROJECT_TEMPLATES,
    *tastes.TEMPLATES,
    *activities.HABIT_TEMPLATES,
)
_HABIT = re.compile(r"\b(?:every|each)\b", re.I)
_DROPPED = re.compile(
    (
        r"^(?:allergic|living in|based in|working (?:as|at|for)|born in|married|vegan"
        r"|vegetarian|diabetic|not a fan of|a (?:big|huge) fan of)\b"
    ),
    re.I,
)
_VERBS = re.compile(
    (
        r"^(?:live|work|love|like|hate|have|prefer|enjoy|study|play|speak|own|use|dislike"
        r"|avoid|want|plan|got|moved|not |no longer|never|usually|cannot|started|adopted"
        r"|bought|went|hope|used to|be |find|refuse|was|am )\b"
    ),
    re.I,
)
_LASTING = (
    "location",
    "job",
    "employer",
    "school",
    "status",
    "name",
    "relation",
    "pet",
    "health",
    "allergy",
    "grade",
    "owns",
    "project",
    "diet",
    "habit",
)
# Please don't mention him again.
_POINTS = re.compile(
    r"(?P<verb>\b(?:mention|mentioning|bring up|bringing up|talk about|talking about|discuss"
    r"|discussing|tell|telling) )(?:(?P<one>him|her|it)|them)(?= again| ever| any ?more|$)",
    re.I,
)
_REMINDS = re.compile(
    r"(?:to )?(?:(?:please|can you|could you|make sure to|remember to|set a reminder) )*"
    r"(?:remind me|set (?:me )?a reminder)(?P<day> .{2,25}?)?"
    r" (?P<what>to|that|about|of|for) (?P<rest>.+)",
    re.I,
)
_REMIND_LAST = re.compile(
    r",?\s+(?:so |and |please )*remind me(?: (?:please|then|of it|about it))?$", re.I
)
# March 12 is my mom's birthday: it is so every year.
_BIRTHDAY = re.compile(r" (?:is|will be) (?P<whose>my(?: [\w-]+['’]s)?|[A-Z]\w+['’]s) birthday$")
_OFTEN = re.compile(
    r"(?P<often>every (?:other )?\w+(?: (?:morning|afternoon|evening|night)s?)?"
    r"(?: at \d{1,2}(?::\d{2})?\s?(?:[ap]\.?m\.?)?)?),? (?P<rest>(?:I|we) .+)",
    re.I,
)


def read(clause: Clause, talk: Talk, local: Local, policy: Extraction) -> Read:
    text = clause.text.strip(" .!,")
    if not text:
        return Read()
    directed = tuple(told(text, policy, led=clause.led, opens=clause.opens))
    if directed:
        directed = tuple(resolved(directed, _POINTS, talk.person))
        return Read(directed, bool(directed))
    text = _task(_REMIND_LAST.sub("", text), local, policy)
    spoken = subject(_day_last(text, local, policy), talk)
    if spoken.who is None:
        spoken = _unnamed(text, talk, opens=clause.opens)
    if spoken.who is not None and spoken.who.key in ("", AGENT):
        talk.subject = spoken.who
        return Read()
    days = [] if _HABIT.search(text) else find_days(spoken.rest, local, policy)
    found = _said(spoken, days, talk, local, policy)
    if spoken.who is not None or clause.opens:
        talk.subject = spoken.who
    worded = tuple(_worded(each, clause) for each in found)
    own = spoken.who is not None and spoken.who.key == USER
    return Read(worded, own or bool(worded))


def _task(text: str, local: Local, policy: Extraction) -> str:
    """Remind me to see the dentist on the 20th → I have to see the dentist on the 20th."""
    match = _REMINDS.fullmatch(text)
    if match is None or _HABIT.search(text) or not find_days(text, local, policy):
        return text
    rest = f"{match['rest']}{match['day'] or ''}"
    return f"I have to {rest}" if match["what"].lower() == "to" else rest


def _day_last(text: str, local: Local, policy: Extraction) -> str:
    """Next Friday I am flying → I am flying next Friday."""
    if born := _BIRTHDAY.search(text):
        days = find_days(text, local, policy)
        if days and (days[0].start, days[0].end, days[0].grain) == (0, born.start(), Grain.DAY):
            day = days[0].day
            return f"{born['whose']} birthday is {day:%B} {day.day}"
    if often := _OFTEN.fullmatch(text):
        return f"{often['rest']} every{often['often'][len('every') :]}"
    days = find_days(text, local, policy)
    if not days or days[0].start != 0:
        return text
    rest = text[days[0].end :].lstrip(" ,")
    return (
        f"{rest} {text[: days[0].end]}"
        if re.match(r"(?:I|[Ww]e|[Mm]y|[Hh]e|[Ss]he|[A-Z]\w+) ", rest)
        else text
    )


def _unnamed(text: str, talk: Talk, *, opens: bool) -> Spoken:
    """… and work at Google: the subject of the clause before. Allergic to nuts: the speaker."""
    rest = base_form(text, third=bool(talk.subject and talk.subject.key != USER))
    if _DROPPED.match(text):
        return Spoken(talk.subject or SELF, f"be {text[:1].lower()}{text[1:]}")
    if opens and is_past(text.partition(" ")[0]):
        return Spoken(SELF, f"{rest[:1].lower()}{rest[1:]}")
    if talk.subject and not opens and _VERBS.match(rest):
        return Spoken(talk.subject, rest)
    if text.lower().endswith(("my favorite", "my favourite")) or re.search(
        r" (?:is|are) my favou?rite", text
    ):
        return Spoken(SELF, text)
    return Spoken(None, text)


def _said(
    spoken: Spoken, days: list[When], talk: Talk, local: Local, policy: Extraction
) -> list[Claim]:
    who = spoken.who
    found = [_relation(spoken)] if spoken.relation else []
    if who is not None and spoken.names:
        match = re.fullmatch(rf"be (?P<v>{NAME})", spoken.rest)
        if match is None:
            return found
        if not who.role:
            return found
        return _noted([related(who.role, who.shown, match["v"])], talk)
    if who is not None:
        lowered = spoken.rest.lower()
        timeless = _TEMPLATES.claims(spoken.rest, lowered, who, policy)
        if timeless and not days:
            return found + _noted(timeless, talk)
        if days:
            dayless = without(spoken.rest, days)
            lasting = _TEMPLATES.claims(dayless, dayless.lower(), who, policy)
            lasting = [each for each in lasting if _lasts(each)]
            born = [each for each in timeless if each.attribute in ("birthday", "age", "hometown")]
            if born:
                return found + born
            if lasting:
                at = days[0].at(local)
                return found + [replace(each, event_at=at) for each in _noted(lasting, talk)]
    if days and (dated := event(spoken, days, local)):
        return [*found, dated]
    if not (days or found) and who is SELF and (done := undated(spoken, DEIXIS)):
        return [done.of(who)]
    return found


def _lasts(claim: Claim) -> bool:
    """I moved to London last month changes a home; she is getting married next week is a plan."""
    return claim.attribute.split(":")[0] in _LASTING and not claim.value.startswith("getting")


def _relation(spoken: Spoken) -> Claim:
    role, said, name = spoken.relation or ("", "", "")
    attribute, value = tie(role, name)
    return Claim(
        category=Category.RELATION,
        attribute=attribute,
        value=value,
        whole=f"The user's {said.lower()} is {name}",
        who=SELF,
    )


def _noted(found: list[Claim], talk: Talk) -> list[Claim]:
    """Whoever a clause names may be `she` in the next."""
    for each in found:
        family, _, thing = each.attribute.partition(":")
        if family == "relation" and "is called" in each.whole:
            talk.named(
                thing if unique(thing) else each.value, each.whole.rpartition(" is called ")[-1]
            )
    return found


def _worded(claim: Claim, clause: Clause) -> Claim:
    if not clause.hedge:
        return claim
    who = claim.who or SELF
    whole = claim.whole or sentence(who, claim.tail, clause.hedge)
    if claim.whole and clause.hedge not in ("might", "may"):
        whole = f"{clause.hedge.capitalize()}, {claim.whole[0].lower()}{claim.whole[1:]}"
    return replace(claim, whole=whole, confidence=min(clause.confidence, claim.confidence))
