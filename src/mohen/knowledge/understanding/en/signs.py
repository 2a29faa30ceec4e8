"""Signs by which an English statement is judged to be understood alone (`judge.py`)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from mohen.text.lazy_pattern import LazyPattern
from mohen.text.word_lists import words

# Where something is: packages/api/test, staging.acme.dev, ~/code, @anna.
ADDRESS = (
    r"(?:(?<![\w./-])(?:(?:~|\.{1,2})(?:/[\w.-]{2,60}){1,12}/?"
    r"|[\w-][\w.-]{1,60}(?:/[\w.-]{2,60}){2,12}/?|[\w-]{1,60}\.[\w.-]{1,60}/[\w./-]{1,200}"
    r"|[a-z][\w-]{1,60}(?:\.[\w-]{1,60}){0,6}"
    r"\.(?:dev|com|org|net|io|app|ai|cn|de|uk|local|internal)\b)|(?<!\w)@\w{2,60})"
)
# What templates take out of a clause otherwise (an illness, a job) is whole nearly always.
WORDED = frozenset(("", *words("goal habit medication preference schedule status")))
# The user likes coffee, Emma loves hiking.
_PLAIN_TASTE = LazyPattern(
    r"^(?:The user(?:'s [a-z]+)?|[A-Z][a-z]+) (?:likes|loves|hates|enjoys|dislikes|prefers)"
    r" (?!mostly|each|both|many|more|some)[a-z]{3,}(?: [a-z]{3,})?(?<!ly)$"
)
_TOLD = LazyPattern(r" \(told on \d{4}-\d\d-\d\d\)$")
_SAID = LazyPattern(r'^The user said on \d{4}-\d\d-\d\d: "(?P<said>.*)"$')
_DAY = LazyPattern(r"\b\d{4}-\d\d(?:-\d\d)?(?: \d\d:\d\d)?\b|\b(?:in )?(?:19|20)\d\d\b")
_NUMBER = LazyPattern(r"\d+(?:[.,:/]\d+)*")
_USER = LazyPattern("[Tt]he user")
_WORD = LazyPattern(r"[A-Za-z]+(?:['’][a-z]+)?|[~0§]")
_ENDING = LazyPattern(r"(?:ed|ing|ly|s|est|er)$")
_ME = LazyPattern(r"\b(?:I|me|my|mine|myself|we|our|us)\b", re.IGNORECASE)
_OTHERS = {
    "%he": LazyPattern(r"\b(?:he|she|him|her|they|them)\b", re.IGNORECASE),
    "%it": LazyPattern(r"\b(?:it|that|this|those|these)\b", re.IGNORECASE),
    "%you": LazyPattern(r"\byou", re.IGNORECASE),
    "%asked": LazyPattern(r"\?"),
    "%we": LazyPattern(r"\b(?:we|our|us)\b", re.IGNORECASE),
}


# The user's goal is to finish a novel in 2027: so said, whatever else the message is about.
_GOAL = LazyPattern(r"^The user's (?:goal|resolution|dream) is to \w+ (?!it\b|that\b|this\b)\w")


_APPOINTMENT = LazyPattern(
    r"^The user(?:'s [\w ]{2,24})? (?!said\b)[^,\"]{6,60} on \d{4}-\d\d-\d\d at \d\d:\d\d$"
)


# The user is planning a dinner party on 2023-03-18, the parent-teacher meeting is on 2026-02-20:
# what is to come, and when; not what only this talk knows, nor what is not sure.
_PLAN = LazyPattern(
    r"^(?!.*\b(?:both|own|another|other|them|it|some|a lot|probably|possibly|maybe|might|these"
    r"|those|ones?|first|get ready|stressed|worried)\b)"
    r"(?:The user (?:is (?:planning|going|having|taking|seeing|meeting|visiting|preparing|scheduled"
    r"|getting|attending|hosting)|has (?:an?|their|to)|needs? to|signed up|registered)\b"
    r"|(?:The user's|(?!The user)[\w'-]+) [\w' -]{3,40}"
    r" (?:is(?: coming up| scheduled)?|(?:is |are )(?:coming|arriving|visiting)|starts|ends|leaves"
    r"|arrives|lands|takes place|was moved) (?=on|in|for|to))[^,\"]*"
    r"\b(?:on|by|in|for|to|the week of) \d{4}-\d\d(?:-\d\d(?: at [\d:]+)?)?(?: in the \w+)?$"
)

# The VAT return is due 2026-02-07, the user sees their therapist on 2026-02-05 at 16:00.
_DUE = LazyPattern(
    r"^(?!(?:It|This|That|These|Those|Both|One|Some)\b)(?:The user's |The |Our )?[\w'’&/ -]{2,40}"
    r" (?:is|are) due(?: back| in)?(?: by| on| at)? \d{4}-\d\d-\d\d(?: at [\d:]+)?$"
)
_MEETS = LazyPattern(
    r"^The user (?:sees|meets|starts|begins|visits|drives|travels|leaves|attends)"
    r" (?!.*\b(?:them|it|this|that|these|those|ones?)\b)[\w'’. -]{2,40}"
    r" (?:on|in the week of) \d{4}-\d\d-\d\d(?: at [\d:]+| in the \w+)?$"
)
# The user's parents arrive on 2026-02-07, Anna is flying in on 2026-02-06 at 18:00.
_COMES = LazyPattern(
    r"^(?:The user's [\w' -]{2,30}|(?!The\b)[A-Z][\w'-]+(?: [A-Z][\w'-]+)?)"
    r" (?:(?:will |(?:is|are) (?:going|due) to )?"
    r"(?:arrives?|visits?|leaves?|returns?|lands?|stays?|gets?|comes?|fly|flies|drives?|moves?|be)"
    r"|(?:is|are)(?: arriving| visiting| leaving| returning| landing| staying| flying| coming"
    r"| getting| driving)?)"
    r"(?: (?:in|over|back|home|here|up|down|round|around|by (?:train|plane|bus|car)"
    r"|to (?:visit|stay|town)|(?:to see |with )?the user|from [A-Z]\w+))*"
    r" (?:on|in the week of) \d{4}-\d\d-\d\d(?: at [\d:]+| in the \w+)?$"
)


# Our rent went up to $2,350 a month, I scored 87 in chemistry: how much of what is named says all.
_OURS = LazyPattern(
    r"^The user said on \d{4}-\d\d-\d\d: \"(?:"
    # but my first question, our chat: of this talk
    r"(?:My|Our) (?:[\w'-]+ ){1,4}(?:is|are|lives?|sits?|stands?|runs?) (?:in |at |on |under )?"
    rf"{ADDRESS}[\w ,'-]*\"$"
    r"|(?:My|Our) (?!(?:\w+ ){0,3}(?:questions?|answers?|points?|messages?|chats?|conversations?"
    r"|query|queries|code|scripts?|functions?|programs?|requests?|prompts?|drafts?|files?|plan"
    r"|idea)\b)\w[^,]*\d"
    r"|I (?:just |only )?(?:scored|got) (?:an? )?\d[^ ]* (?:points |percent |out of \d+ )?"
    r"(?:in|on) )"
)


# The user can't do stairs since the accident, switched from Postgres to CockroachDB: it lasts.
_LASTS = LazyPattern(
    r"^The user (?:(?:can't|cannot) [\w' ]{3,40} since (?:the|their) [\w ]{3,30}"
    r"|switched from [\w' -]{2,30}? to [\w' -]{2,40})$"
)
# I live in York and work in Leeds
_WORKS = LazyPattern(
    r"^(?:The user(?:'s [a-z]+)?|[A-Z]\w+) works in [A-Z][\w'-]+(?: [A-Z][\w'-]+)?$"
)


# The user uses pnpm rather than npm, decided to go with Kafka instead of RabbitMQ, pays $4,000 a
# month for Datadog: what one works with.
_WORKS_WITH = LazyPattern(
    r"^The user (?!.*\b(?:it|its|that|this|these|those|them|they|their|ones?|both|same|others?"
    r"|another|some|something|also|too|lot|more|less|way|words?|phrase|voice|hands?)\b)"
    r"(?:(?:uses(?! an? | the )|runs|hosts|deploys|develops|builds"
    r"|(?:chose|picked|settled on|standardi[sz]ed on|went with)"
    r"(?= [A-Z]| [\w -]{2,30} (?:over|instead of|rather than)\b)"
    r"|decided (?:on|against(?= [A-Z])|to (?:go with|use|switch to|move to|keep))"
    r"|(?:moved|migrated|switched) (?:\w+ )?from \w+ to) [\w.+#/&'-]+(?: [\w.+#/&'-]+){0,9}"
    r"|pays (?:about |around |roughly |over |under )?[$€£¥]?\d[\d,.]*k? (?:\w+ )?"
    r"(?:an?|per|every|each) \w+ (?:for|to) \w[\w '-]+)(?: \(told on \d{4}-\d\d-\d\d\))?$"
)


def is_plain(content: str) -> bool:
    kinds = (_PLAIN_TASTE, _GOAL, _APPOINTMENT, _OURS, _LASTS, _WORKS, _WORKS_WITH)
    return any(each.match(content) for each in kinds)


def is_plan(content: str) -> bool:
    return any(each.match(content) for each in (_PLAN, _COMES, _DUE, _MEETS))


def told(content: str) -> Iterator[str]:
    """Signs of the text itself: its words, and what kinds of things are in it."""
    if said := _SAID.match(content):
        content = said["said"]
        yield "%said"
    untold = _TOLD.sub("", content)
    dayless, days = _DAY.subn("§", untold)
    bare, numbers = _NUMBER.subn("0", dayless)
    if len(untold) != len(content):
        yield "%dated"
    if days:
        yield "%day"
    if numbers:
        yield "%number"
    pieces = ["^", *_WORD.findall(_USER.sub("~ ", bare)), "$"]
    names = [n for n, each in enumerate(pieces) if n > 1 and each[0].isupper() and each != "I"]
    yield f"%named{min(len(names), 2)}"
    for n in names:
        pieces[n] = "¶"
    lower = [each.lower() for each in pieces]
    yield f"%long{min(len(lower) // 2, 9)}"
    yield f"%clauses{min(bare.count(','), 3)}"
    yield from lower
    yield from map(" ".join, pairwise(lower))
    yield from (f"%ends{found.group()}" for each in lower if (found := _ENDING.search(each)))


def around(clause: str, message: str) -> Iterator[str]:
    """Signs of how it stood in the message: without a subject, behind another, as a question."""
    first = [word.lower() for word in _WORD.findall(clause[:40])[:2]]
    yield f"<{' '.join(first[:1])}"
    yield f"<{' '.join(first)}"
    if not _ME.search(clause):
        yield "%carried"
    yield from (name for name, sign in _OTHERS.items() if sign.search(message))
    yield f"%within{min(len(message) // 30, 6)}"
