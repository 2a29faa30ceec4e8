"""Somebody's people, in English: family, partners, friends, animals; and what became of them."""

from __future__ import annotations

import re
from collections.abc import Iterator

from mohen.knowledge.model import AGENT, USER, Category
from mohen.knowledge.understanding.claims import Claim, SpokenOf, Who, key
from mohen.knowledge.understanding.en.identity import OF_A_KIND, related, tie
from mohen.knowledge.understanding.en.phrases import (
    NAME,
    PETS,
    ROLE,
    SELF,
    by_role,
    is_nobody,
    possessed,
    same,
)
from mohen.knowledge.understanding.pattern_engine import Matched, template
from mohen.text.lazy_pattern import LazyPattern

_N = r"an?|one|two|three|four|five|six|\d{1,2}|no"
_BREED = r"(?:(?!of |for |with |to |about |like )[\w-]+ ){0,3}?"
_LIST = LazyPattern(r",? and |, ")


def _relation(attribute: str, value: str, tail: str, *, ended: bool = False) -> Claim:
    return Claim(
        category=Category.RELATION, attribute=attribute, value=value, tail=tail, ended=ended
    )


@template(
    "have|adopted|got|rescued|bought|own",
    (
        rf"(?P<how>have|adopted|got|rescued|bought|own|have adopted|be getting) (?P<n>{_N}"
        rf"|another|my) (?P<a>{_BREED})(?P<v>{PETS})(?:s|ies)?(?:(?:,? (?:named|called"
        rf"|whose name is|whose names are)|,) (?P<name>{NAME}(?:(?:,? and "
        rf"|, ){NAME})*))?(?: (?:too|at home|from .*|last .*|now|who .*|that .*|and .*|in .*"
        r"|yesterday))?"
    ),
)
def pet(said: Matched) -> Iterator[Claim]:
    kind, count = said["v"].lower(), said["n"]
    if count == "no":
        yield _relation(key("pet", kind), "none", f"have no {kind}s")
        return
    verb = said["how"]
    lead = "+" if verb in ("adopted", "got", "rescued", "bought") else ""
    many = "s" if count not in ("a", "an", "one", "another", "my") else ""
    shown = f"{lead}{verb} {count} {said['a']}{' ' if said['a'] else ''}{said['v']}{many}"
    if said["name"]:
        for name in _LIST.split(said["name"]):
            yield _relation(
                key("pet", name),
                kind,
                f"{lead}{verb} a {said['a']}{' ' if said['a'] else ''}{said['v']} named {name}",
            )
    else:
        yield _relation(key("pet", kind), count, shown)


# I have a cousin who is going to law school. Not: who comes home next week, whom I told.
_WHO = LazyPattern(
    r" who (?:is|are|was|were|has|have|\w+s|\w+ed) "
    r"(?!.*\b(?:I|me|you|it|this|that|now|today|tomorrow|tonight|yesterday|last|next|week|month|just)\b).{2,60}(?<!\d)$"
)


@template(
    "have",
    (
        rf"have (?P<n>{_N}) (?P<a>(?:(?:older|younger|little|big|twin|step|half|adopted|new"
        rf"|young|grown|teenage|small|wonderful|beautiful|\w+-year-old) )*)(?P<v>{ROLE}|wives"
        r"|husbands|siblings?|kids|children|grandkids|grandchildren)s?(?:,? (?:named"
        rf"|called) (?P<name>{NAME}(?:(?:,? and |, ){NAME})*))?(?: (?:who .*|and .*|together"
        r"|aged .*|from .*|now|too|at home))?"
    ),
)
def has(said: Matched) -> Iterator[Claim]:
    said_role = said["v"].lower()
    role = same(re.sub(r"s$", "", said_role) if said_role not in ("kids", "boss") else said_role)
    if (
        role
        in (
            "friend",
            "teacher",
            "doctor",
            "client",
            "student",
            "coach",
            "professor",
            "dentist",
            "colleague",
            "coworker",
        )
        and not said["name"]
    ):
        return
    if said["n"] == "no":
        yield _relation(key("relation", role), "none", said.match.string)
        return
    if said["name"]:
        for name in _LIST.split(said["name"]):
            yield related(role, f"The user's {role}", name)
        return
    one = said["n"] in ("a", "an", "one") or re.search(r"s$|children", said["v"])
    who = _WHO.search(said.match.string)
    more = possessed(who.group()) if who else ""
    tail = f"have {said['n']} {said['a']} {said['v']}{'' if one else 's'}{more}"
    yield _relation(key("relation", role), said["n"], re.sub(r"\s+", " ", tail))


@template(
    "be my|of mine|of ours|one of my",
    (
        r"be (?:my |an? (?=.* (?:of mine|of ours)\b)|one of my )(?:(?:best|old|good|close|dear|new"
        r"|former|ex|younger"
        rf"|older|little|big|childhood|baby|kid|twin|half) )*(?P<v>{ROLE})s?(?: .{{0,40}})?"
    ),
)
def is_my(said: Matched) -> Iterator[Claim]:
    who = said.who
    if who.key in (USER, AGENT) or not who.key or who.role:
        return
    role = same(said["v"])
    attribute, value = tie(role, who.key)
    yield Claim(
        category=Category.RELATION,
        attribute=attribute,
        value=value,
        whole=f"{who.shown} is the user's {said['v']}",
        who=SELF,
    )


_OF_A_PEOPLE = LazyPattern(r"American|German|Mexican|French|Muslim|Asian|Dutch|Greek|Thai|Filipino")


@template("be ", rf"be (?:called |named )?(?P<v>{NAME})")
def is_called(said: Matched) -> Iterator[Claim]:
    if said.who.role and not (_OF_A_PEOPLE.fullmatch(said["v"]) or OF_A_KIND.search(said["v"])):
        yield related(said.who.role, said.who.shown, said["v"])


_STATE = (
    r"married|single|divorced|engaged|widowed|separated|in a relationship|dating|a widow"
    r"|a widower|a single (?:mom|dad|mother|father|parent)|an only child"
)


@template(
    ("marri|single|divorc|engaged|widow|separated|relationship|dating|broke up|only child|split"),
    (
        r"(?P<v>(?:be|got|have been|be getting|be now|was)(?: happily| recently| newly"
        rf"| still| finally)? (?:{_STATE})|broke up|split up|be seeing)(?: (?P<p>with|to"
        rf"|by) (?P<x>(?:my )?(?:{ROLE})|{NAME}|my [\w-]+))?(?P<more> (?:for|since|with|last"
        r"|two|in|now|right now|and|on|again|after|at|at the moment|this|yesterday"
        r"|\d+) ?.*)?"
    ),
)
def marital(said: Matched) -> Iterator[Claim]:
    text = said["v"]
    state = re.sub(
        (
            r"^(?:be|got|have been|be getting|be now|was)(?: happily| recently| newly| still"
            r"| finally)? (?:an? )?"
        ),
        "",
        text,
    )
    other = re.sub(r"^my ", "", said["x"])
    literal = "+" if text.split()[0] in ("got", "broke", "split", "was") else ""
    spoken = (
        f" {said['p']} {'their ' if said['x'].startswith('my ') else ''}{other}" if other else ""
    )
    tail = f"{literal}{text}{spoken}".replace("have been ", "be ")
    if text.startswith(("broke", "split")):
        if said["more"].startswith("with"):  # with that lunatic: who that was, is not said
            return
        attribute = key("relation", same(other)) if other else "status:marital"
        yield _relation(attribute, "" if other else "separated", tail, ended=bool(other))
    elif text.startswith("was "):
        return
    else:
        yield _relation("status:marital", state, tail)
        if (
            said.who.key == USER
            and re.fullmatch(NAME, other)
            and state in ("married", "engaged", "dating")
        ):
            partner = {"married": "spouse", "engaged": "fiancé"}.get(state, "partner")
            yield Claim(
                category=Category.RELATION,
                attribute=key("relation", partner),
                value=other,
                whole=f"The user's {partner} is {other}",
                who=SELF,
            )


@template(
    "dating|seeing|engaged|married|met",
    rf"(?P<v>be (?:dating|seeing|engaged to|married to)|have been (?:dating|seeing)|married"
    rf"|started (?:dating|seeing)) (?P<a>(?:an? |this )(?:[\w-]+ ){{1,3}}?)?(?:(?:named|called)"
    rf" )?(?P<x>{NAME})(?P<more> (?:for|since) .*)?",
)
def partner(said: Matched) -> Iterator[Claim]:
    """I'm dating a guy named Felix."""
    name, how = said["x"], said["v"]
    if said.who.key != USER:
        return
    what = {"dating": "partner", "seeing": "partner", "engaged to": "fiancé"}.get(
        re.sub(r"^(?:be|have been|started) ", "", how), "spouse"
    )
    attribute, value = tie(what, name)
    kind = f"{said['a'].replace('this ', 'a ')} named " if said["a"] else ""
    past = "+" if how.startswith(("married", "started")) else ""
    yield _relation(attribute, value, f"{past}{how} {kind}{name}")


# Not: inside, laughing, her hair red, in the game.
DIED = (
    r"died(?! (?:inside|laughing|again|of (?:laughter|boredom|embarrassment|shame)"
    r"|(?:his|her|their) (?:hair|beard|eyebrows)|in (?:the|a|my|that|this)"
    r" (?:game|story|book|novel|movie|film|show|series|dream|play|episode|chapter))\b)"
)


@template(
    "passed away|died|was born|gave birth|had a baby",
    (
        rf"(?P<v>(?:have )?passed away|{DIED}|gave birth(?: to .{{2,30}})?|had a baby(?: boy"
        r"| girl)?)(?: .{0,40})?"
    ),
)
def born_or_died(said: Matched) -> Iterator[Claim]:
    if said.who.key in (USER, AGENT) and re.search("passed|died", said["v"]):
        return
    value = "dead" if re.search("passed|died", said["v"]) else said["v"]
    yield _relation("status:life", value, f"+{said['v'].removeprefix('have ')}")


@template(
    "live with|live alone|living with|living alone",
    (
        r"(?:live|be living) (?P<v>alone|by myself|on my own|with (?:my|two|three"
        r"|a) [\w ]{2,30})"
    ),
)
def household(said: Matched) -> Iterator[Claim]:
    value = re.sub(r"\bmy own\b", "their own", said["v"])
    value = re.sub(r"\bmyself\b", "themselves", re.sub(r"\bmy\b", "their", value))
    yield _relation("household", value, f"live {value}")


_SCHOOL = "school|nursery|kindergarten|preschool|daycare|college|university|high school"
# Leo's school is called Oakfield; her physio is called Mark. Not: today's team, the app's school.
_CALLED = LazyPattern(
    rf"(?:(?:[Mm]y|[Oo]ur) (?P<role>{ROLE}|{PETS})['’]s|(?P<name>[A-Z][a-z]+(?:-[A-Z][a-z]+)?)['’]s"
    r"|(?P<pronoun>[Hh]is|[Hh]er))"
    r" (?P<thing>(?:(?:new|primary|secondary|middle|elementary|(?P<beside>music|dance|football"
    rf"|swimming|language)|class|form) )*(?:(?P<school>{_SCHOOL})|{ROLE}|{PETS}|band|team|club"
    r"|company|firm|shop|street))(?:['’]s name)? is (?:called |named )"
    r"(?P<v>(?:(?:[Tt]he|St\.?|Mrs?\.?|Ms\.?|Dr\.?) )?[A-Z][\w'’&-]*"
    r"(?: (?:(?:of|the|and|&|on|upon) )?[A-Z][\w'’&-]*){0,4})"
)


def of_somebody(text: str, talk: SpokenOf) -> Claim | None:
    """What a thing or a person of somebody's is called: a fact of theirs, and nobody's name."""
    match = _CALLED.fullmatch(text)
    if match is None or (match["name"] and is_nobody(match["name"])):
        return None
    if match["role"]:
        who = by_role(match["role"], talk)
    elif match["name"]:
        who = talk.person = Who(match["name"], match["name"])
    elif talk.person is not None and talk.person.key not in ("", USER, AGENT):
        who = talk.person
    else:
        return None
    thing, value = match["thing"], match["v"]
    return Claim(
        category=Category.RELATION,
        attribute="school" if match["school"] and not match["beside"] else key("called", thing),
        value=value,
        whole=f"{who.shown}'s {thing} is called {value}",
        who=who,
    )


TEMPLATES = (pet, has, is_my, is_called, partner, marital, born_or_died, household)
