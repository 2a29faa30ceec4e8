"""What happens on a day, in English: `I have a meeting tomorrow at 3pm` is a plan, `I went to
Beijing yesterday` an event."""

from __future__ import annotations

import re

from mohen.knowledge.model import AGENT, USER, Category
from mohen.knowledge.understanding.claims import Claim, Who, key, tidy
from mohen.knowledge.understanding.dates import Grain, Local, When
from mohen.knowledge.understanding.en.days import absolute
from mohen.knowledge.understanding.en.subjects import SELF, Spoken
from mohen.knowledge.understanding.en.wording import is_past, possessed, third
from mohen.text.word_lists import words

_EVENT = re.compile(
    (
        r"\b(?:meetings?|appointments?|deadline|exams?|flight|interview|birthday|wedding"
        r"|dinner|lunch|party|conference|due|concert|surgery|presentation|game|match|trip"
        r"|anniversary|graduation|class|call|recital|checkup|test|finals?|vacation|holiday"
        r"|festival|marathon|race|reunion|funeral|rehearsal|launch)\b"
    ),
    re.I,
)
_TALK = re.compile(
    (
        r"\b(?:you|your|this|that|these|those|it|there|weather|talk|chat|remind me|code|error"
        r"|bug|looking for|wondering|help|question)\b"
    ),
    re.I,
)
_STATIVE = re.compile(
    r"^(?:appreciate|notice|mention|see|think|feel|know|guess|believe|hope|wonder"
    r"|need help|love|like|hate|prefer|be (?:not |so |very |really )*(?:sure|glad|happy"
    r"|excited|curious|interested|looking|thinking|wondering|trying|considering|tired"
    r"|sorry|hoping)|want|would|could|should|might|may|can|cannot|have been (?:thinking"
    r"|looking|feeling|trying|wanting|meaning)|was (?:thinking|wondering|just|hoping"
    r"|looking)|not )\b"
)
# I take this weekend to relax: the day is what is taken, and not when.
_OBJECT = re.compile(
    r"\b(?:take|took|spend|spent|use|used|enjoy|celebrate|miss|of|about|like|remembering) $", re.I
)
# I got them on March 3: what, is not said.
_POINTED = re.compile(
    r"(?:(?:have|just|finally|already) )*\w+ (?:them|it|him|her|ones?|those|these|both|some)"
    r"(?: (?:back|up|out|in|all|there|done|off))*"
    r"|\w+ (?:them|him|her) (?:at|in|on|with|for|to|from|again|outside|near)\b.*",
    re.I,
)
_LOOSE = re.compile(
    (
        r"\b(?:I|we|he|she|they)\b|^(?:including|and|with|for|from|especially|on|at|in|to"
        r"|since|until|like|such|about)\b"
    ),
    re.I,
)
# Tuesday's meeting moved to Wednesday: which of the two days is meant is not for rules to say.
_MOVED = re.compile(r"\b(?:moved|rescheduled|shifted|changed|pushed|postponed)\b", re.I)
_MODAL = words("will would can could should must might may used")


def literal(rest: str) -> str:
    """The predicate marked as it stands where its verb is past or a modal."""
    first = rest.partition(" ")[0].lower()
    if is_past(first) or first in _MODAL:
        return f"+{rest}"
    return rest.replace("have been", "+has been", 1) if rest.startswith("have been") else rest


def event(spoken: Spoken, days: list[When], local: Local) -> Claim | None:
    """The whole clause with its days made absolute; None where nobody does anything."""
    rest, when = spoken.rest, days[0]
    bare = tidy(without(rest, days))
    if (len(bare.split()) <= 1 and not _EVENT.search(bare)) or _TALK.search(bare):
        return None
    who = spoken.who
    if (who is not None and who.key in ("", AGENT)) or _STATIVE.match(bare):
        return None
    if _POINTED.fullmatch(bare):
        return None
    if _OBJECT.search(rest[: when.start]) or (days[1:] and _MOVED.search(rest)):
        return None
    told = absolute(rest, days)
    if who is None:
        if not _EVENT.search(bare) or _LOOSE.search(bare):
            return None
        whole = third(told)
        return _dated(SELF, "", whole[:1].upper() + whole[1:], bare, when, local)
    if rest.lower().startswith(("my ", "our ")):
        if not _EVENT.search(bare):
            return None
        whole = third(re.sub(r" be ", " is ", told, count=1))
        return _dated(SELF, "", whole[:1].upper() + whole[1:], bare, when, local)
    if re.match(r"(?:on|in) \d{4}|and\b|to\b|for\b|with\b", told):
        return None
    return _dated(
        who, possessed(literal(told)) if who.key == USER else literal(told), "", bare, when, local
    )


_DONE = re.compile(
    r"^(?:was|were|had|did|got|thought|meant|said|tried|asked|wanted|needed|noticed"
    r"|forgot|saw|read"
    r"|heard|knew|felt|liked|loved|used|looked|decided|realized|mentioned|wondered|hoped|figured"
    r"|guessed|told|found|ended|kept|planned|checked|understood|came|followed|added"
    r"|expected|agreed"
    r"|enjoyed|appreciated|missed|assumed|believed|left|gave|put|set|sent|need|misspoke)\b"
)
_LATELY = re.compile(
    r"^have been (?!thinking|looking|feeling|trying|wanting|meaning|wondering"
    r"|hoping)\w+ing\b"
)
_CODE = re.compile(
    r"\b(?:bugs?|errors?|code|functions?|files?|scripts?|tests?|builds?|commits?"
    r"|install\w*|servers?"
    r"|api|app|tips?|suggestions?|recommendations?|advice|list|above|here|one|ones|both"
    r"|same|so)\b",
    re.I,
)


def undated(spoken: Spoken, deixis: re.Pattern[str]) -> Claim | None:
    """I visited the museum with my niece: what somebody did, on no day that is named."""
    rest = spoken.rest
    first, *more = rest.split()
    over = is_past(first) and not _DONE.match(rest)
    if not (over or _LATELY.match(rest)) or len(more) <= 1:
        return None
    if deixis.search(rest) or _CODE.search(rest) or _TALK.search(rest):
        return None
    return Claim(category=Category.GENERAL, tail=possessed(literal(rest)))


def without(text: str, days: list[When]) -> str:
    for when in reversed(days):
        text = f"{text[: when.start].rstrip()} {text[when.end :].lstrip()}"
    return re.sub(r"\b(?:on|at|by|in|for|this)\s*$", "", text.strip()).strip()


def _dated(who: Who, tail: str, whole: str, bare: str, when: When, local: Local) -> Claim:
    at, today = when.at(local), local.day
    if when.grain is Grain.DAY and when.day == today:
        return Claim(category=Category.TEMPORARY, tail=tail, whole=whole, who=who, event_at=at)
    past = tail.startswith("+") and tail[1:].partition(" ")[0] not in _MODAL
    if when.day > today or (
        when.grain is not Grain.DAY and not past and when.day >= today.replace(day=1)
    ):
        stamp = when.shown if when.clock is None else f"{when.shown} {when.clock:%H:%M}"
        name = re.sub(
            (
                r"^(?:have to|have|be having|be|will|my|our|will have|be going to|got|be attending"
                r"|be taking)\s+(?:(?:an?|the|my)\s+)?| (?:be|is)$"
            ),
            "",
            bare,
        )
        return Claim(
            category=Category.SCHEDULE,
            tail=tail,
            whole=whole,
            attribute=key("schedule", name),
            value=stamp,
            who=who,
            event_at=at,
        )
    return Claim(category=Category.GENERAL, tail=tail, whole=whole, who=who, event_at=at)
