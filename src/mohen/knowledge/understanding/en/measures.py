"""What is measured of a body, in English: weight, blood pressure, cholesterol, and how an illness
goes. The newest stands in the place of the one before."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import timedelta

from mohen.knowledge.model import Category
from mohen.knowledge.understanding.claims import Claim, key
from mohen.knowledge.understanding.en.events import spelled, without
from mohen.knowledge.understanding.en.health import DISEASE, SEVERITY
from mohen.knowledge.understanding.pattern_engine import Matched, template
from mohen.text.dates import Grain, Local, When
from mohen.text.lazy_pattern import LazyPattern

_NAME = (
    r"(?:(?:resting|fasting|total|ldl|hdl|body) )*(?:weight|height|waist|hips|bmi|blood pressure|bp"
    r"|heart rate|pulse|cholesterol|triglycerides|blood sugar|glucose|a1c|hba1c|ferritin"
    r"|h[ae]moglobin|uric acid|tsh|psa|body fat|fat percentage|oxygen saturation|vo2 ?max"
    r"|eyesight|inseam"
    r"|shoe size|ring size|vitamin d)(?: (?:circumference|measurement|level|levels|percentage))?"
)
_UNIT = (
    r"(?:kgs?|kilos?|kilograms?|lbs?|pounds|stone|cm|mm|inch(?:es)?|in(?=$|[.,;!])|ft|feet|bpm|mmhg|mg/dl"
    r"|mmol/l|ng/ml|g/dl|percent|%|\"|')"
)
_VALUE = (
    rf"\d[\d.,]*(?:\s?(?:/|over|-)\s?\d[\d.]*)?(?:\s?{_UNIT}(?![a-z]))?"
    r"(?! (?:too|more|less|over|under|above|below|heavier|lighter|higher|lower|off)\b)"
)
# Down to 80 is what it is, and down 5 is not.
_NOW = (
    r"(?:(?:now|still|currently|already|again|about|around|roughly|almost|nearly|just|only|at"
    r"|(?:back )?(?:up|down) to|back (?:at|to)|exactly) )*"
)
_KEPT = {"weight": "weight", "height": "height", "shoe size": "shoe size"}
_SHORT = {"bp": "blood pressure", "hba1c": "a1c"}
_WAY = (
    r"(?:gone|went|dropped|come|came|fallen|fell|improved|decreased|increased|risen|rose|climbed"
    r"|changed)"
)


def _measured(name: str, value: str, *, tail: str = "", whole: str = "") -> Claim:
    name = name.lower().removesuffix(" circumference").removesuffix(" measurement")
    name = name.removesuffix(" levels").removesuffix(" level")
    attribute = _KEPT.get(name) or key("measure", _SHORT.get(name, name))
    category = Category.IDENTITY if name == "height" else Category.HEALTH
    return Claim(category=category, attribute=attribute, value=value, tail=tail, whole=whole)


@template(
    "weight|height|waist|hips|bmi|blood|bp|heart|pulse|cholesterol|trigly|glucose|a1c|ferritin"
    "|globin|uric|tsh|psa|fat|oxygen|vo2|eyesight|inseam|size|vitamin",
    rf"my (?P<k>(?i:{_NAME})) (?P<how>be|was|were) {_NOW}(?P<v>{_VALUE})"
    r"(?:,? (?:(?P<now>now|today)$|(?:now|today|again|this \w+).*))?",
)
def measured(said: Matched) -> Iterator[Claim]:
    many = said["k"].endswith("s")  # hips, levels
    if said["how"] == "be" or said["now"]:
        tail = f"'s {said['k']} {'are' if many else 'is'} {said['v']}"
        yield _measured(said["k"], said["v"], tail=tail)
    else:  # once: nothing that is known now gives way to it
        tail = f"'s {said['k']} {'were' if many else 'was'} {said['v']}"
        yield Claim(category=Category.HEALTH, tail=tail)


# The day of a measure says how new it is: of long ago it is no value of today's.
_RECENT = timedelta(days=7)
_ON_A_DAY = LazyPattern(
    rf"my (?P<k>(?i:{_NAME}|(?:body )?temperature)) (?:be|was|were) {_NOW}(?P<v>{_VALUE})"
)


def on_a_day(rest: str, days: Sequence[When], local: Local) -> Claim | None:
    """My blood pressure was 158/92 this morning."""
    if len(days) != 1 or not (taken := _ON_A_DAY.fullmatch(without(rest, [*days]))):
        return None
    day, name, value = days[0], taken["k"], taken["v"]
    if day.grain is not Grain.DAY or day.day > local.day:
        return None
    many = name.endswith("s")
    tail = f"'s {name} {'were' if many else 'was'} {value} {spelled(day, '')}"
    claim = _measured(name, value, tail=tail)
    if local.day - day.day > _RECENT:
        claim = Claim(category=claim.category, tail=tail)
    return replace(claim, event_at=day.at(local))


@template(
    "be ",
    r"be (?:(?:about|around|only|just|almost|exactly) )?(?P<v>\d[.,]\d{1,2} ?m(?:et(?:er|re)s?)?"
    r"|1?\d{2} ?cm|[3-7](?: ?(?:foot|feet|ft)(?: (?:and )?\d{1,2}(?: ?(?:inch(?:es)?|in))?)?"
    r"|['’′] ?\d{1,2}))(?:\"|”|''|″)?(?: tall)?",
)
def tall(said: Matched) -> Iterator[Claim]:
    """I'm 1.62 m tall, I'm 5'4"."""
    yield _measured("height", said["v"], tail=f"be {said['v']} tall")


@template(
    "weigh|be ",
    rf"(?:weigh(?: in)? {_NOW}(?P<v>{_VALUE})"
    rf"|be {_NOW}(?P<w>\d[\d.]* ?(?:kgs?|kilos?|kilograms?|lbs?|pounds|stone)))"
    r"(?: (?:now|today).*)?",
)
def weighs(said: Matched) -> Iterator[Claim]:
    value = said["v"] or said["w"]
    yield _measured("weight", value, tail=f"weigh {value}")


@template(
    " from ",
    rf"my (?:(?P<k>(?i:{_NAME}))|(?P<ill>{DISEASE})) (?:has |have )?(?P<way>{_WAY})(?: down| up)?"
    rf" from (?P<a>[\w./%]+(?: {_UNIT})?) to"
    rf" (?P<v>{_VALUE}|{SEVERITY})(?:,? .*)?",
)
def changed(said: Matched) -> Iterator[Claim]:
    """My fatty liver has gone from moderate to mild."""
    name = said["k"] or said["ill"]
    way = {"gone": "went", "come": "came", "fallen": "fell", "risen": "rose"}.get(
        said["way"], said["way"]
    )
    whole = f"The user's {name} {way} from {said['a']} to {said['v']}"
    if said["k"]:
        yield _measured(name, said["v"], whole=whole)
    else:
        yield Claim(
            category=Category.HEALTH, attribute=key("health", name), value=said["v"], whole=whole
        )


# I just weighed myself, still 80kg → my weight is 80kg
_TAKEN = LazyPattern(
    rf"^(?:I (?:(?:have|just|also|finally|recently) )*)?(?:weighed myself|(?:measured|checked"
    rf"|tested"
    rf"|took) my (?P<k>(?i:{_NAME})))(?: (?:today|again|this morning|yesterday))?,?(?: and| but)?"
    rf" (?:(?:it|that|I) (?:is|was|am|says|reads) |at )?{_NOW}(?P<v>{_VALUE})(?=$|[,.!;]| (?:now"
    rf"|today)\b)"
)
_BARE = LazyPattern(
    rf"^(?P<k>(?i:{_NAME}))(?= (?:is|are|was|at) {_NOW}{_VALUE}(?:$|[.,;!]| (?:now|today)\b)"
    rf"| (?:(?:has|have) )?{_WAY}(?: down| up)? from )"
)

# BP 140/90 this morning
_NOTED = LazyPattern(
    r"^(?P<k>(?i:(?:fasting )?(?:blood pressure|bp|blood sugar|glucose)|weight|temperature)):?"
    rf"(?= {_VALUE}(?: (?:now|today|tonight|yesterday|this \w+|last \w+))?$)"
)


def straightened(sentence: str) -> str:
    """What was measured, said of the user."""
    if taken := _TAKEN.match(sentence):
        return f"my {taken['k'] or 'weight'} is {taken['v']}"
    return sentence


def owned(text: str) -> str:
    """Waist is now 95cm: the user's, where a message has spoken of nobody else."""
    if noted := _NOTED.match(text):
        return f"my {noted['k'].lower()} is{text[noted.end() :]}"
    bare = _BARE.match(text)
    return f"my {bare['k'].lower()}{text[bare.end() :]}" if bare else text


TEMPLATES = (measured, tall, weighs, changed)
