"""Study, languages and skills, in English."""

from __future__ import annotations

import re
from collections.abc import Iterator

from mohen.knowledge.model import Category
from mohen.knowledge.understanding.claims import Claim, key
from mohen.knowledge.understanding.en.values import plain, several, thing
from mohen.knowledge.understanding.en.wording import possessed
from mohen.knowledge.understanding.en.work import REST
from mohen.knowledge.understanding.pattern_engine import Said, saying

_SCHOOL = (
    r"(?P<at>(?:the )?(?:University of [A-Z]\w+(?: [A-Z]\w+)*"
    r"|[A-Z][\w.'-]*(?: [A-Z][\w.'-]*)*(?: University| College"
    r"| Institute(?: of Technology)?| High(?: School)?| School)?))"
)


@saying(
    "study|studied|major|degree|minor|grad",
    (
        r"(?:(?:study|be studying|be majoring in|majored in|studied|major in|my major be"
        r"|have a (?:bachelor's|master's|PhD|doctorate)?(?: degree)? in"
        r"|be getting a (?:degree|PhD|master's)(?: degree)? in|be doing a (?:PhD|master's"
        r"|degree) in|be pursuing a (?:degree|PhD|master's|master's degree"
        rf"|bachelor's)(?: degree)? in) (?P<v>[^,]{{3,40}}?))(?: at {_SCHOOL})?(?: right now"
        r"| now| currently| this year)?"
    ),
)
def studies(said: Said) -> Iterator[Claim]:
    value = plain(re.sub(r" in (?:college|school|university)$", "", said["v"]), said.policy)
    if value and not re.match(
        (
            r"(?:for|hard|abroad|at|in|with|about|how|to|up|every|more|my|while|last|until"
            r"|late)\b"
        ),
        value,
    ):
        tail = (
            f"+studied {value}"
            if re.match(r"studied|majored", said.match.string)
            else f"study {value}"
        )
        tail = f"have a degree in {value}" if said.match.string.startswith("have a") else tail
        yield Claim(category=Category.IDENTITY, attribute="major", value=value, tail=tail)
    if said["at"]:
        yield _school(said["at"], f"study at {said['at']}")


def _school(value: str, tail: str) -> Claim:
    return Claim(
        category=Category.STATUS, attribute="school", value=value.removeprefix("the "), tail=tail
    )


@saying(
    "study|go to|attend|graduate|enrolled|got into|alum|school|student",
    (
        r"(?P<how>study at|be studying at|go to|attend|be attending|graduated from"
        r"|be enrolled at|got into|got accepted (?:to|into)|be a student at"
        rf"|went to) {_SCHOOL}{REST}"
    ),
)
def at_school(said: Said) -> Iterator[Claim]:
    value, how = said["at"], said["how"]
    known = re.search(
        (
            r"University|College|Institute|School|High|MIT|Stanford|Harvard|Yale|Princeton|Oxford"
            r"|Cambridge|UCLA|NYU|Berkeley|Tsinghua"
        ),
        value,
    )
    if not known and how not in (
        "study at",
        "be studying at",
        "graduated from",
        "be enrolled at",
        "be a student at",
    ):
        return
    if how in ("graduated from", "went to"):
        yield _school(value, f"+graduated from {value}" if how[0] == "g" else f"+went to {value}")
    elif "got" in how:
        yield _school(value, f"+{how} {value}")
    else:
        yield _school(value, f"study at {value}")


@saying(
    "year|senior|junior|freshman|sophomore|grade|school",
    (
        r"be (?:an? |in (?:my |the )?)?(?P<v>freshman|sophomore|(?:college "
        r"|high school )?(?:junior|senior)|(?:first|second|third|fourth|final|\d(?:st|nd|rd"
        r"|th))[- ]year(?: (?:of )?(?:college|university|[\w ]{0,20}student|undergrad|PhD))?"
        r"|(?:\d{1,2}th|first|second|third) grade|high school|college|middle school"
        r"|grad school|medical school|law school)(?: (?:at"
        r"|in) (?P<at>[A-Z][\w ]{2,40}))?(?: right now| now)?"
    ),
)
def grade(said: Said) -> Iterator[Claim]:
    text = re.sub(r"\bmy\b", "their", said.match.string)
    yield Claim(
        category=Category.STATUS,
        attribute="grade",
        value=said["v"],
        tail=re.sub(r" (?:at|in) [A-Z].*$", "", text),
    )
    if said["at"]:
        yield _school(said["at"], f"study at {said['at']}")


def _skill(name: str, level: str, tail: str, category: Category = Category.GENERAL) -> Claim:
    return Claim(category=category, attribute=key("skill", thing(name)), value=level, tail=tail)


@saying(
    "speak|fluent|language",
    (
        r"(?:can |only )?(?:speak|be fluent in|be a native speaker of"
        r"|be a native)(?P<d> (?:fluent|basic|some|a little|a bit of|native|good"
        r"|conversational|both))? (?P<v>[A-Z]\w+(?:(?:, and |, | and "
        r"| as well as )[A-Z]\w+)*)(?: speaker)?(?: fluently| natively| at home| well)?"
    ),
)
def speaks(said: Said) -> Iterator[Claim]:
    for each in several(said["v"], said.policy):
        yield _skill(
            each,
            said["d"].strip() or "yes",
            (
                "speak "
                f"{(said['d'].strip() + ' ') if said['d'] and said['d'].strip() != 'both' else ''}"
                f"{each}"
            ),
        )


@saying(
    (
        "play|good at|bad at|know|skill|beginner|new to|expert|terrible at|learning|cannot"
        "|can |experience"
    ),
    (
        r"(?P<how>know how to|be (?:really |very |pretty |quite )?(?:good|great) at"
        r"|be (?:really |very |pretty )?(?:bad|terrible|not good) at|not be (?:very "
        r"|really )?good at|be (?:completely |fairly |relatively |pretty |still )?new to"
        r"|be a (?:complete |total )?beginner (?:at|in|with)|be an? (?:expert"
        r"|intermediate) (?:at|in|with)|be learning(?: how to| to)?"
        r"|be teaching myself(?: how to)?|started learning|cannot|not know how to"
        r"|have experience (?:with|in)|be proficient in|be skilled (?:at|in)|play the"
        r"|can play(?: the)?) (?P<v>[^,]{2,40})"
    ),
)
def skill(said: Said) -> Iterator[Claim]:
    how = said["how"]
    value = plain(said["v"], said.policy)
    if not value or re.search(r"\b(?:you|this|that|it|your)\b", value):
        return
    if how == "cannot" and not re.fullmatch(
        (
            r"(?:drive|swim|cook|code|dance|sing|read music|ride a bike|ski|whistle|draw"
            r"|speak [A-Z]\w+)(?: .{0,15})?"
        ),
        value,
    ):
        return
    if how.endswith(("play", "play the")):
        yield _skill(value, "yes", f"play the {value}" if "the" in how else f"+can play {value}")
        return
    level = (
        "learning"
        if "learning" in how or "teaching" in how
        else "no"
        if re.search(r"bad|terrible|not|cannot", how)
        else "beginner"
        if re.search(r"new|beginner", how)
        else "yes"
    )
    lead = "+" if how.startswith(("started", "cannot")) else ""
    tail = f"{lead}{how} {value}".replace("+cannot", "+can't")
    category = Category.STATUS if level == "learning" else Category.GENERAL
    for each in several(value, said.policy) if level == "learning" else [value]:
        yield _skill(each, level, possessed(tail.replace(value, each)), category)


@saying(
    "skills",
    (
        r"(?:have (?:very |really )?(?P<l>limited|basic|strong|good|poor|advanced|no|decent)"
        r"|my) (?P<v>[\w ]{2,25}?) (?:skills|experience|knowledge|abilities)(?: be (?:very "
        r"|really |pretty |quite )?(?P<l2>limited|basic|strong|good|poor|advanced|rusty"
        r"|weak))?"
    ),
)
def level(said: Said) -> Iterator[Claim]:
    much = said["l"] or said["l2"]
    if much:
        yield _skill(said["v"], much, f"have {much} {said['v']} skills")


TEMPLATES = (grade, at_school, studies, speaks, level, skill)
