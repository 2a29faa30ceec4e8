"""What somebody owns, does by habit and wants, in English."""

from __future__ import annotations

import re
from collections.abc import Iterator

from mohen.knowledge.model import Category
from mohen.knowledge.understanding.claims import Claim, key
from mohen.knowledge.understanding.en.phrases import (
    SELF,
    clean_value,
    possessed,
    thing,
    third_person,
)
from mohen.knowledge.understanding.en.tastes import DEG, DEIXIS
from mohen.knowledge.understanding.en.work import REST, article
from mohen.knowledge.understanding.pattern_engine import Matched, template
from mohen.text.lazy_pattern import LazyPattern

# -- Possessions and money, in English.


_OWN = (
    r"car|house|apartment|condo|bike|bicycle|motorcycle|truck|boat|piano|guitar|violin"
    r"|camera|laptop|computer|phone|farm|cabin|garden|scooter|van|SUV|telescope|drone"
    r"|camper|Tesla|MacBook|iPhone|iPad|Kindle|PlayStation|Xbox|Switch|Honda|Toyota|Ford"
    r"|BMW|Subaru"
)


@template(
    "own|have a|drive|bought|use a|got a",
    (
        r"(?P<how>own|have|drive|bought|purchased|use|got|have owned|have bought) (?:an? "
        r"|my own |two "
        rf"|three )(?P<v>(?:[\w'-]+ ){{0,3}}?(?:{_OWN})(?: [A-Z0-9][\w-]*){{0,3}}"
        rf"|(?<=drive a )(?:(?:19|20)\d\d )?[A-Z][\w-]+(?: [A-Z0-9][\w-]*){{0,3}}){REST}"
    ),
)
def owns(said: Matched) -> Iterator[Claim]:
    value, how = said["v"], said["how"]
    if re.search(r"\b(?:trouble|problem|question|my|new to|lot|plan)\b", value):
        return
    past = how in ("bought", "purchased", "got")
    tail = f"{'+' if past else ''}{how} {article(value)}"
    yield Claim(category=Category.GENERAL, attribute=key("owns", value), value="yes", tail=tail)


_SUM = (
    r"(?:about |around |roughly |over |under )?[$€£¥]?\d[\d,.]*[kKmM]?(?: ?(?:dollars"
    r"|euros|pounds|USD|EUR|RMB|yuan))?(?: (?:an?|per|each|every) (?:year|month|week"
    r"|hour))?"
)


_PAID = (
    r"(?:monthly |annual |yearly |hourly )?"
    r"(?P<k>salary|budget|rent|income|mortgage|wage|pay|pension|tuition|stipend|allowance)"
)


@template(
    "salary|budget|rent|earn|make|take home|mortgage|debt|savings|income|wage|pay|pension|tuition"
    "|stipend|allowance",
    (
        rf"(?:my {_PAID} be"
        rf"|(?P<e>earn|make|take home)|have) (?P<v>{_SUM})(?P<in> in (?:savings|debt|student loans"
        r"|credit card debt))?"
    ),
)
def money(said: Matched) -> Iterator[Claim]:
    kind = said["k"] or ("salary" if said["e"] else said["in"].removeprefix("in ").strip())
    if not kind or (said["e"] and not re.search(r"[$€£¥kK]|dollars|year|month", said["v"])):
        return
    tail = f"'s {said['k']} is {said['v']}" if said["k"] else said.match.string
    yield Claim(category=Category.STATUS, attribute=key("money", kind), value=said["v"], tail=tail)


_GOES = {"gone": "went", "risen": "rose", "fallen": "fell", "come": "came"}


@template(
    " to ",
    rf"my {_PAID} (?:(?:has|have) )?(?:(?:just|now|recently|already) )*"
    r"(?:(?P<went>went|gone|jumped|rose|risen|increased|decreased|dropped|fell|fallen|climbed|came"
    r"|come)|(?:was|been|got|be) (?P<put>raised|increased|put|cut|reduced|lowered|bumped))"
    rf"(?P<way>(?: up| down)?(?: from {_SUM})?) to (?P<v>{_SUM})",
)
def paid_now(said: Matched) -> Iterator[Claim]:
    """My rent went up to 1100: what it is from then on."""
    went = _GOES.get(said["went"], said["went"]) or f"was {said['put']}"
    yield Claim(
        category=Category.STATUS,
        attribute=key("money", said["k"]),
        value=said["v"],
        tail=f"'s {said['k']} {went}{said.match['way']} to {said['v']}",
    )


_RAISED = LazyPattern(
    r"^(?P<who>they|the company|(?:my|our|the) land(?:lord|lady)|my (?:boss|company|employer))"
    r"(?: have| has| just| now| recently| finally| already){0,2} (?P<put>raised|increased|put|cut"
    r"|lowered|reduced|bumped)(?P<up> up)? (?P<whose>my|our|the) (?P<what>rent|salary|pay|wage)"
    r"(?=(?: up| down)?(?: from [^ ]+)? to )",
    re.IGNORECASE,
)


def straightened(sentence: str) -> str:
    """My landlord raised the rent to 1300: my rent was raised to that."""
    raised = _RAISED.match(sentence)
    if raised is None or (raised["whose"] == "the" and "land" not in raised["who"].lower()):
        return sentence
    return f"my {raised['what']} was {raised['put']}{raised['up'] or ''}{sentence[raised.end() :]}"


@template(
    "my car|my phone|my laptop|my computer|my bike|my camera|my truck",
    (
        r"my (?P<k>car|phone|laptop|computer|bike|camera"
        r"|truck) be (?:an? )?(?P<v>(?:i(?=[A-Z])|[A-Z\d])[\w .-]{1,30})"
    ),
)
def is_a(said: Matched) -> Iterator[Claim]:
    tail = f"'s {said['k']} is {article(said['v'])}"
    yield Claim(
        category=Category.GENERAL, attribute=key("owns", said["k"]), value=said["v"], tail=tail
    )


@template(
    "sold|gave away",
    r"(?:have )?(?P<how>sold|gave away) (?:my|our|the(?= [A-Z])) (?P<v>\w[\w -]{1,24}?)",
)
def sold(said: Matched) -> Iterator[Claim]:
    """I sold my car: there is none any more. My parents sold my car: it was none of theirs."""
    if said.who.key != SELF.key:
        return
    yield Claim(
        category=Category.GENERAL,
        attribute=key("owns", said["v"]),
        tail=f"+{said['how']} their {said['v']}",
        ended=True,
    )


POSSESSION_TEMPLATES = (is_a, owns, sold, money, paid_now)


# -- What somebody does by habit, wants and has done, in English.


_FREQ = (
    r"every (?:single )?(?:day|morning|night|evening|week|weekend|month|year|other day"
    r"|afternoon|(?:mon|tues|wednes|thurs|fri|satur|sun)day)s?|daily(?= *$)|(?:once|twice"
    r"|three times|\d+ times|a few times|several times|a couple of times) (?:a|per"
    r"|each) (?:day|week|month|year)|on (?:weekends|weekdays|mondays|tuesdays|wednesdays"
    r"|thursdays|fridays|saturdays|sundays|(?:mon|tues|wednes|thurs|fri|satur"
    r"|sun)day (?:mornings?|evenings?|nights?))|before bed|before work|after work"
    r"|after dinner|in the mornings?|in the evenings?"
)
_HOUR = LazyPattern(
    r" (?:(?:at|around|from) )?\d{1,2}(?::\d{2})?\s?(?:[ap]\.?m\b)?"
    r"(?: ?(?:to|until|till|-|–) ?\d{1,2}(?::\d{2})?\s?(?:[ap]\.?m\b)?)?(?=$|[ ,.])"
    r"| (?:at noon|at midnight|(?:in the )?(?:mornings?|afternoons?|evenings?)|at night|nights?)"
    r"(?=$|[ ,.])",
    re.I,
)
_OFTEN = r"usually|always|often|normally|typically|regularly|rarely|never|almost always|sometimes"
_STATIVE = LazyPattern(
    r"^(?:be|have been|thought|wanted|think|know|want|feel|wonder|find|forget|get|had|was"
    r"|heard|been|loved|liked|enjoyed|been|dream|see|appreciate|seem|end up|used|hear|say"
    r"|recommend|worry|struggle|mean)\b"
)


@template(
    "usually|always|often|normally|typically|regularly|rarely|never|sometimes",
    rf"(?P<o>{_OFTEN}) (?:really |just |also )?(?P<v>[a-z][^;]{{3,70}})",
)
def habit(said: Matched) -> Iterator[Claim]:
    what = clean_value(said["v"], said.policy)
    if (
        not what
        or "," in what
        or _STATIVE.match(what)
        or DEIXIS.search(what)
        or re.match(
            r"\w+(?:ed|n't)\b|(?:went|had|got|made|took|saw|knew|thought|heard|gave|came)\b", what
        )
    ):
        return
    verb, _, rest = what.partition(" ")
    yield _habit(what, f"{said['o']} {what}", f"+{said['o']} {third_person(verb)} {rest}".rstrip())


@template(
    "every|daily(?= *$)|times|once|twice|on |before bed|before work|after|in the",
    (
        r"(?P<v>(?!was|were|had|did|went|will|would|be "
        rf"|have been)[a-z][a-z']*(?: [^;]{{2,60}}?)?) (?P<f>{_FREQ})(?P<more> .{{0,40}})?"
    ),
    re.I,
)
def regularly(said: Matched) -> Iterator[Claim]:
    what = clean_value(said["v"], said.policy)
    if (
        not what
        or "," in what
        or _STATIVE.match(what)
        or DEIXIS.search(what)
        or re.match(
            (
                r"\w+ed\b|(?:went|had|got|made|took|saw|my|need|try|plan|met|bought|ran|ate|gave"
                r"|came"
                r"|should|could|can|might|start|make sure|spent)\b"
            ),
            what,
        )
    ):
        return
    hour = _HOUR.match(f" {said['more'].strip()}")
    when = f"{said['f']}{hour.group() if hour else ''}"
    yield _habit(what, f"{what} {when}", f"{what} {when}")


def _habit(what: str, value: str, tail: str) -> Claim:
    bare = re.sub(r"\s+(?:at|for|around|about|before|after|with) .*$", "", what)
    bare = re.sub(r"\b\d[\d.,]* ", "", bare)  # 800 words and 500 words are one habit
    return Claim(
        category=Category.PREFERENCE,
        attribute=key("habit", thing(bare)),
        value=value,
        tail=possessed(tail),
    )


_AIM = (
    r"learn|become|be an?|visit|travel|start|buy|move|lose|write|run|get into|quit|save"
    r"|own|build|publish|improve|study|live|open|retire|launch|master|climb|get married"
    r"|have (?:kids|children|a baby)|adopt|go to|graduate|apply|switch careers?"
    r"|change careers?|get better at|finish|complete|lose weight|get fit|get in shape|get healthier"
    r"|eat healthier|earn|pass|speak|stop|give up|hike|see the|read more|pursue"
    r"|work (?:as|in|at|abroad)|stay|compete|train|renovate|remodel|volunteer|join|attend"
    r"|host|spend"
)
_NO_GOAL = LazyPattern(
    r"more about|\b(?:looks|sounds|seems)\b|go to (?:bed|sleep|work|the (?:store|gym|mall"
    r"|bathroom|shop))\b"
)
_GOAL = (
    r"want to|plan to|be planning to|be planning on|hope to|be hoping to|be trying to"
    r"|have been trying to"
    r"|would love to|would like to(?= (?:become|learn to|live|move|retire|open an?|own|travel"
    r"|visit|run a|publish|adopt|have (?:kids|children)|get married)\b)|aim to"
    r"|intend to|dream of|be saving up to|be saving up for"
    r"|be saving for|be training for|be preparing for|be determined to"
    r"|have always wanted to|be going to|my (?:biggest |main |ultimate "
    r"|long-term )?(?:goal|dream|plan|resolution|ambition)(?: this year"
    r"| for this year| in \d{4})? be(?: to)?|be working towards?|be thinking (?:of|about)"
    r"|be considering|be looking forward to"
)


@template(
    (
        "want|plan|hope|hoping|trying|love to|like to|aim|intend|dream|saving|training|preparing"
        "|determined|going to|goal|resolution|ambition|working toward"
    ),
    rf"{DEG}(?P<how>{_GOAL}) (?P<v>[^;]{{3,80}})",
)
def goal(said: Matched) -> Iterator[Claim]:
    how = said["how"]
    if how in ("be thinking of", "be thinking about", "be considering", "be looking forward to"):
        return
    what = clean_value(said["v"], said.policy)
    free = how.startswith(
        ("be saving", "be training", "be preparing", "my", "dream of", "be working")
    )
    if not what or DEIXIS.search(what) or _NO_GOAL.search(what):
        return
    if not free and not re.match(rf"(?:{_AIM})\b", re.sub(r"^(\w+)ing\b", r"\1", what)):
        return
    bare = re.sub(
        r"^(?:to |learn(?: how)? to |learn |become an? |become |visit |go to |travel to )", "", what
    )
    if how.startswith("my"):
        to = "to " if how.endswith(" to") else ""
        kind = re.sub(
            (
                r"^my (?:biggest |main |ultimate |long-term )?| (?:for this year)"
                r"| be(?: to)?$"
            ),
            "",
            how,
        )
        tail = f"'s {kind} is {to}{what}"
    elif how.startswith("would"):
        tail = f"+{how} {what}"
    elif how.startswith("have been"):
        tail = f"+has been trying to {what}"
    elif how.startswith("have always"):
        tail = f"+has always wanted to {what}"
    else:
        tail = f"{how} {what}"
    yield Claim(
        category=Category.GENERAL, attribute=key("goal", bare), value=what, tail=possessed(tail)
    )


@template(
    "have been to|visited|have visited|have lived|have worked|have never",
    (
        r"(?P<how>have been to|have visited|visited|have lived in|have never been to"
        r"|have never (?:eaten|tried|seen|driven|flown)|have published|published"
        r"|have written) (?P<v>(?:[A-Z]|an? |two |three |\d+ |\w+ (?:books|novels|papers"
        r"|articles|countries))[^;]{1,40})"
    ),
)
def has_done(said: Matched) -> Iterator[Claim]:
    what = clean_value(said["v"], said.policy)
    if what and not DEIXIS.search(what):
        how = re.sub(r"^have ", "has ", said["how"])
        yield Claim(category=Category.GENERAL, tail=f"+{how} {what}")


HABIT_TEMPLATES = (goal, habit, regularly, has_done)
