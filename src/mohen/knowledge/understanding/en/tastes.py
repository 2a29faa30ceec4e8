"""Likes and dislikes, in English."""

from __future__ import annotations

import re
from collections.abc import Iterator

from mohen.knowledge.model import Category
from mohen.knowledge.understanding.claims import Claim, key
from mohen.knowledge.understanding.en.phrases import (
    SELF,
    clean_value,
    possessed,
    several,
    thing,
    third_person,
)
from mohen.knowledge.understanding.pattern_engine import Matched, template
from mohen.text.lazy_pattern import LazyPattern

DEG = (
    r"(?:really |absolutely |truly |just |also |always |definitely |totally |genuinely "
    r"|especially |particularly |strongly |so |do |much |generally |usually |personally "
    r"|actually |very much |kind of |still |mostly |completely |strictly |actively "
    r"|mainly |typically |only |greatly |both |deeply )*"
)
_THE = LazyPattern(
    r"^the (?!beach|outdoors|ocean|sea|mountains?|sun|rain|snow|cold|heat|dark|violin"
    r"|piano|guitar|theat|gym|city|countryside|forest|woods|winter|summer|spring|fall"
    r"|smell of|sound of|taste of|feeling of|colou?r \w|movies|internet|news|office \w"
    r"|[A-Z])"
)
DEIXIS = LazyPattern(
    r"\b(?:this|these|those|it|your|you|them|their|his|her|our conversation|our chats?)\b"
    r"|\bthat(?: \w+)?$",
    re.I,
)
# I love the art and the story is unique: more than one thing is said.
_SENTENCE = LazyPattern(r"^(?!.*\b(?:that|which|who|what)\b).*\b(?:is|are|was|were)\b", re.I)


# Guns and Roses, rock and roll.
_ONE_THING = LazyPattern(
    r"\b[A-Z][\w'’]*,? (?:and|&) [A-Z]"
    r"|\b(?:rock (?:and|&|'?n'?) roll|mac(?:aroni)? (?:and|&) cheese"
    r"|fish (?:and|&) chips|drum (?:and|&) bass|rhythm (?:and|&) blues|arts? (?:and|&) crafts?"
    r"|(?:black|pen|bed|bacon) (?:and|&) (?:white|paper|breakfast|eggs))\b"
)
# I like a mocha to go please.
_ORDERED = LazyPattern(r"\b(?:to go|to order|please)\b", re.I)
# I like the films better, I don't like biking as much: than what was said before.
_COMPARED = LazyPattern(r" (?:better|(?:the )?(?:best|most)|as much|more|less|too much)$", re.I)
# I like didn't talk at all: `like` fills a pause there.
_FILLED = LazyPattern(
    r"(?:did|does|do|was|were|am|is|are|have|has|had|will|would|could|should|cannot) ", re.I
)


def _taste(what: str, value: str, tail: str) -> Claim:
    return Claim(
        category=Category.PREFERENCE,
        attribute=key("preference", thing(what)),
        value=value,
        tail=possessed(tail),
    )


def _each(said: Matched, value: str, verb: str) -> Iterator[Claim]:
    text = said["v"]
    if _THE.match(text):
        return
    one = clean_value(text, said.policy) if _ONE_THING.search(text) else ""
    things = [one] if one else several(text, said.policy)
    if any(_is_bound(what) for what in things) or _FILLED.match(text):
        return  # his skills and leadership: both are his
    for what in things:
        if not _SENTENCE.search(what):
            yield _taste(what, value, f"{verb} {what}")


def _is_bound(what: str) -> bool:
    """To what was said before, or to the moment."""
    return any(each.search(what) for each in (DEIXIS, _ORDERED, _COMPARED))


_SAYING = LazyPattern(
    r"^(?:still|(?:think|believe|guess|must (?:admit|say)|would (?:have to )?say)(?: that)?) "
    r"|,? tho(?:ugh)?$"
)


@template(
    "favorite|favourite",
    (
        r"my (?:all-time |absolute |personal "
        r"|current )?favou?rite (?P<k>[\w' -]{2,30}?) (?:be|of all time be|be probably"
        r"|have always been|would be) (?P<v>[^,;]{2,50})|(?P<x>[^,;]{2,40}?) (?:is|are|be"
        r"|has always been) my (?:all-time |absolute )?favou?rite(?: (?P<y>[\w -]{2,25}))?"
    ),
)
def favourite(said: Matched) -> Iterator[Claim]:
    named = _SAYING.sub("", said["v"] or said["x"])
    kind, value = said["k"] or said["y"], clean_value(named, said.policy)
    if said["x"] and re.fullmatch(r"[A-Z][a-z]+(?: [a-z]+)+", value):  # it began the sentence
        value = f"{value[0].lower()}{value[1:]}"
    if not value or DEIXIS.search(value) or re.match(r"(?:part|thing|way|one|bit)\b", kind):
        return
    if not kind:
        yield _taste(value, "favorite", f"love {value}")
        return
    plural = re.search(r"[^s]s$", kind)
    tail = f"'s favorite {kind} {'are' if plural else 'is'} {value}"
    yield Claim(
        category=Category.PREFERENCE, attribute=key("favorite", kind), value=value, tail=tail
    )


_PURPOSE = LazyPattern(
    r"(?:avoid|keep|make|save|get|stay|have|help|be|ensure|reduce|improve|strengthen|see|feel|maintain"
    r"|learn|find|prevent|minimi[sz]e|maximi[sz]e|allow|build|relax|start|do|track|meet|increase)\b"
)


def _is_purpose(better: str, worse: str) -> bool:
    """Walking to driving is a choice; walking to save money is not."""
    if better.partition(" ")[0].endswith("ing"):
        return not worse.partition(" ")[0].endswith("ing")
    return bool(_PURPOSE.match(worse))


@template(
    "prefer|rather|would",
    (
        rf"{DEG}(?P<how>prefer|would (?:much |far )?rather|would (?:always )?(?:choose|pick"
        rf"|take)(?= .* over )|have a (?:strong "
        rf"|clear )?preference for) (?!not to |to avoid )(?P<v>[^;]{{2,60}}?) (?:over|to"
        r"|rather than|instead of"
        rf"|than|more than) (?P<w>[^;]{{2,60}})"
    ),
)
def prefers_over(said: Matched) -> Iterator[Claim]:
    better, worse = clean_value(said["v"], said.policy), clean_value(said["w"], said.policy)
    if re.search(r"\b(?:tend|want|like|try|able|need|cause .*|because .*|nice|easy|hard)$", better):
        return
    if not (better and worse) or DEIXIS.search(f"{better} {worse}"):
        return
    if f"{said['v']} to {said['w']}" in said.match.string and _is_purpose(better, worse):
        return
    if re.search("choose|pick|take", said["how"]):
        worse = re.sub(r" any ?(?:time|day)$", "", worse)
        yield _taste(better, "prefer", f"+{said['how']} {better} over {worse}")
    elif "rather" in said["how"]:
        yield _taste(better, "prefer", f"+would rather {better} than {worse}")
    else:
        yield _taste(better, "prefer", f"prefer {better} over {worse}")


@template(
    "prefer",
    (
        rf"{DEG}(?:prefer|have a (?:strong |clear |slight )?preference for) (?P<no>not to "
        rf"|to avoid )?(?P<v>[^;]{{2,80}})"
    ),
)
def prefers(said: Matched) -> Iterator[Claim]:
    if said["no"]:
        what = clean_value(said["v"], said.policy)
        if what and not DEIXIS.search(what):
            yield _taste(re.sub(r"^use ", "", what), "dislike", f"prefer {said['no']} {what}")
        return
    if said["v"].startswith("to "):
        what = clean_value(said["v"].removeprefix("to "), said.policy)
        if what and not DEIXIS.search(what):
            yield _taste(what, "prefer", f"prefer to {what}")
        return
    yield from _each(said, "prefer", "prefer")


_LOVE = (
    r"like|love|enjoy|adore|swear by|live for|cannot (?:get enough of|live without)|be a sucker for"
    r"|be (?:really |very |super |also |so |quite |pretty |totally |more |still |all about "
    r"|big )*(?:into|big on|hooked on|mad about|nuts about|partial to|fond of|obsessed with"
    r"|passionate about|interested in|keen on"
    r"|fascinated by|addicted to|crazy about)|be an? (?:big |huge |massive |real |total "
    r"|avid |die-hard )?(?:fan|lover) of|have a (?:soft spot|passion|love|weakness) for"
    r"|have always (?:loved|liked|enjoyed)|have (?:really )?(?:loved|enjoyed)"
)


@template(
    (
        "like|love|enjoy|adore|into|fond|obsessed|passion|interest|keen|fascinat|fan|lover"
        "|addicted|crazy|soft spot|weakness|swear|live for|enough of|without|sucker|big on|hooked"
        "|mad about|nuts|partial"
    ),
    rf"(?P<d>{DEG})(?P<verb>{_LOVE}) (?P<v>[^;]{{2,80}})",
)
def likes(said: Matched) -> Iterator[Claim]:
    verb = (
        "love"
        if re.search(r"loved", said["verb"])
        else "like"
        if re.search(r"liked", said["verb"])
        else "enjoy"
        if re.search(r"enjoyed", said["verb"])
        else said["verb"]
    )
    text = re.sub(r"^to (?=\w)", "", said["v"])
    if (
        re.match(
            (
                r"(?:to )?(?:know|see|hear|learn more|try|get|have|make|ask|thank|think|say|add"
                r"|book|order|start by|incorporat|find|explor|sett|creat|us)\b"
            ),
            said["v"],
        )
        and "be " in said["verb"] + " "
    ):
        return
    if said["verb"].endswith("interested in") and re.match(
        (
            r"(?:learning more|knowing|trying|exploring|hearing|finding|getting|seeing|buying"
            r"|incorporating|adding|creating|visiting|attending|checking|[Tt]he|your|any|how"
            r"|[\"“])"
        ),
        text,
    ):
        return
    to = "to " if said["v"].startswith("to ") else ""
    if to:
        what = clean_value(text, said.policy)
        if (
            what
            and not DEIXIS.search(what)
            and not re.match(
                r"(?:know|see|hear|thank|think|say|add|ask|hear|be|have|make sure)\b", what
            )
        ):
            yield _taste(what, "like", f"{verb} to {what}")
        return
    yield from _each(said, "like", verb)


_HATE = (
    r"dislike|hate|have never (?:liked|enjoyed|loved|cared for)|cannot stand"
    r"(?! (?:up|straight|on|for long|there|here|still)\b)|detest|despise|loathe"
    r"|not (?:really |particularly |much "
    r"|at all )?(?:like|enjoy|love|care for|want|appreciate)|not be (?:really |much of "
    r"|particularly |very |at all )?(?:an? )?(?:big |huge )?(?:fan of|into|fond of"
    r"|interested in|keen on|a fan of|comfortable with)|have (?:an? |no )(?:strong "
    r"|intense |deep |extreme |severe |particular |acute |great )*(?:interest in"
    r"|aversion to|dislike (?:of|for)|hatred of|fear of|phobia of)|be (?:really |very "
    r"|absolutely |extremely |so |a bit |a little )?(?:afraid of|scared of|terrified of"
    r"|averse to|against"
    r"|turned off by|sick of|uncomfortable with)|cannot tolerate|cannot handle|refuse to"
    r"|avoid|try to avoid|stay away from|no longer (?:like|enjoy|eat|drink)"
    r"|stopped (?:liking|eating)|never (?:eat|drink|use|wear|watch|buy)|not (?:eat|drink"
    r"|wear|use|watch|buy|read|listen to|do well with)"
)


@template(
    (
        "no interest|dislike|hate|stand|detest|despise|loathe|not |aversion|fear|afraid"
        "|scared|terrified|refuse|avoid|away from|no longer|stopped|never|phobia|tolerate"
        "|handle|averse|against"
    ),
    rf"(?P<d>{DEG})(?P<verb>{_HATE}) (?P<v>[^;]{{2,80}}?)(?P<any> any ?more)?",
)
def dislikes(said: Matched) -> Iterator[Claim]:
    verb, text = said["verb"], said["v"]
    if verb.startswith(
        ("not want", "not use", "not do", "not read", "not watch", "not buy")
    ) and re.match(r"to\b|the\b|my\b|much\b|a\b", text):
        return
    if DEIXIS.match(text) or (verb == "not want"):
        return
    value = (
        "fear"
        if re.search(r"afraid|scared|terrified|fear|phobia", verb)
        else "does not eat"
        if re.search(r"(?:not|never|longer) eat", verb)
        else "does not drink"
        if re.search(r"(?:not|never|longer) drink", verb)
        else "avoid"
        if re.search(r"avoid|refuse|never|away|not (?:wear|use|watch|buy|read|listen)", verb)
        else "dislike"
    )
    shown = (
        f"+{verb}"
        if verb.startswith(("stopped",))
        else f"+can't{verb.removeprefix('cannot')}"
        if verb.startswith("cannot")
        else verb
    )
    if verb.startswith(("no longer", "never")):
        first, second = verb.rsplit(" ", 1)
        shown = f"+{first} {second}s" if not second.endswith("h") else f"+{first} {second}es"
    if said["any"] and verb.startswith("not "):
        shown = verb
        for what in several(text, said.policy):
            yield _taste(what, value, f"{shown} {what} anymore")
        return
    yield from _each(said, value, shown)


@template(
    "find",
    (
        rf"{DEG}find (?P<v>[^;]{{3,60}}?) (?P<a>(?:to be )?(?:too |very |really |so |quite "
        r"|pretty |incredibly |extremely |more |overly |less )?(?:\w+ing|boring|ineffective"
        r"|difficult|hard|useless|overwhelming|stressful|fun|relaxing|useful|helpful"
        r"|annoying|confusing|dull|tedious|uncomfortable|distracting|easy|childish"
        r"|demotivating|unhelpful|intimidating|impersonal|overrated|pretentious"
        r"|claustrophobic))(?: (?:and|to|for) .*)?"
    ),
)
def finds(said: Matched) -> Iterator[Claim]:
    what = clean_value(said["v"], said.policy)
    if (
        what
        and not DEIXIS.search(what)
        and not re.search(r"^(?:it|myself|a|an|some|out|time|ways?)\b|\b(?:me|my|ways?)\b", what)
    ):
        yield _taste(what, said["a"], f"find {what} {said['a']}")


@template(
    "only|exclusively",
    (
        r"(?:only|exclusively) (?P<verb>eat|wear|use|watch|drink|buy|read|listen to|drive"
        r"|shop at|fly) (?P<v>[^;]{2,80})"
    ),
)
def only(said: Matched) -> Iterator[Claim]:
    what = clean_value(said["v"], said.policy)
    if what and not DEIXIS.search(what):
        verb, _, more = said["verb"].partition(" ")
        tail = f"+only {third_person(verb)} {more + ' ' if more else ''}{what}"
        yield _taste(what, "only", tail)


@template(
    "hobb|interests|pastime",
    (
        r"my (?:main |favou?rite |biggest )?(?:hobby|hobbies|interests?|pastimes?) (?:be"
        r"|include|are|be mainly) (?P<v>[^;]{2,80})"
    ),
)
def hobbies(said: Matched) -> Iterator[Claim]:
    for what in several(said["v"], said.policy):
        yield _taste(what, "like", f"like {what}")


@template(
    "my thing|cup of tea|my jam|go-to",
    r"(?P<v>[^,;]{2,40}?) (?:is|are) (?P<no>not )?(?:really |totally |just |very much |so "
    r"|definitely )*my"
    r" (?P<w>thing|cup of tea|jam|go-to(?: [\w ]{2,20})?)",
)
def my_thing(said: Matched) -> Iterator[Claim]:
    """Jazz isn't really my thing."""
    what = clean_value(said["v"], said.policy)
    if what and not DEIXIS.search(what) and not _THE.match(what):
        many = "are" if f" are {said['no']}" in said.match.string else "is"
        no = "not " if said["no"] else ""
        yield Claim(
            category=Category.PREFERENCE,
            attribute=key("preference", thing(what)),
            value="dislike" if no else "like",
            whole=f"{what[:1].upper()}{what[1:]} {many} {no}the user's {said['w']}",
            who=SELF,
        )


@template(
    "my favorite|my favourite", r"be my (?:all-time |absolute )?favou?rite(?: (?P<y>[\w -]{2,25}))?"
)
def favoured(said: Matched) -> Iterator[Claim]:
    """Dune is my favourite book."""
    name, kind = said.who.key, said["y"]
    if said.who.role or not kind or not name[:1].isupper():
        return
    whole = f"The user's favorite {kind} is {name}"
    yield Claim(
        category=Category.PREFERENCE,
        attribute=key("favorite", kind),
        value=name,
        whole=whole,
        who=SELF,
    )


TEMPLATES = (
    my_thing,
    favoured,
    only,
    favourite,
    prefers_over,
    prefers,
    dislikes,
    likes,
    finds,
    hobbies,
)
