"""What somebody likes, avoids, does by habit and wants, in English."""

from __future__ import annotations

import re
from collections.abc import Iterator

from mohen.logic.knowing.claims import Claim, key
from mohen.logic.knowing.english.values import plain, several, thing
from mohen.logic.knowing.english.wording import possessed, third_person
from mohen.logic.knowing.templates import Said, saying
from mohen.model.knowledge import Category

_DEG = r"(?:really |absolutely |truly |just |also |always |definitely |totally |genuinely |especially |particularly |strongly |so |do |much |generally |usually |personally |actually |very much |kind of |still |mostly |completely |strictly |actively |mainly |typically |only |greatly |both |deeply )*"
_THE = re.compile(r"^the (?!beach|outdoors|ocean|sea|mountains?|sun|rain|snow|cold|heat|dark|violin|piano|guitar|theat|gym|city|countryside|forest|woods|winter|summer|spring|fall|smell of|sound of|taste of|feeling of|colou?r \w|movies|internet|news|office \w|[A-Z])", re.I)
_DEIXIS = re.compile(r"\b(?:this|these|those|it|your|you|them)\b|\bthat$", re.I)


def _taste(what: str, value: str, tail: str) -> Claim:
    return Claim(category=Category.PREFERENCE, attribute=key("preference", thing(what)), value=value, tail=possessed(tail))


def _each(said: Said, value: str, verb: str) -> Iterator[Claim]:
    text = said["v"]
    if _THE.match(text):
        return
    for what in several(text, said.policy):
        if not _DEIXIS.search(what):
            yield _taste(what, value, f"{verb} {what}")


@saying("favorite|favourite", r"my (?:all-time |absolute |personal |current )?favou?rite (?P<k>[\w' -]{2,30}?) (?:be|of all time be|be probably|have always been|would be) (?P<v>[^,;]{2,50})|(?P<x>[^,;]{2,40}?) (?:is|are|be|has always been) my (?:all-time |absolute )?favou?rite(?: (?P<y>[\w -]{2,25}))?")
def favourite(said: Said) -> Iterator[Claim]:
    kind, value = said["k"] or said["y"], plain(said["v"] or said["x"], said.policy)
    if not value or _DEIXIS.search(value) or re.match(r"(?:part|thing|way|one|bit)\b", kind):
        return
    if not kind:
        yield _taste(value, "favorite", f"love {value}")
        return
    plural = re.search(r"[^s]s$", kind)
    tail = f"'s favorite {kind} {'are' if plural else 'is'} {value}"
    yield Claim(category=Category.PREFERENCE, attribute=key("favorite", kind), value=value, tail=tail)


@saying("prefer|rather", rf"{_DEG}(?:prefer|would rather(?: have| use| eat| drink)?|have a (?:strong |clear )?preference for) (?P<v>[^;]{{2,60}}?) (?:over|to|rather than|instead of|than|more than) (?P<w>[^;]{{2,60}})")
def prefers_over(said: Said) -> Iterator[Claim]:
    better, worse = plain(said["v"], said.policy), plain(said["w"], said.policy)
    if better and worse and not _DEIXIS.search(better + worse):
        yield _taste(better, "prefer", f"prefer {better} over {worse}")


@saying("prefer", rf"{_DEG}(?:prefer|have a (?:strong |clear |slight )?preference for) (?P<no>not to |to avoid )?(?P<v>[^;]{{2,80}})")
def prefers(said: Said) -> Iterator[Claim]:
    if said["no"]:
        what = plain(said["v"], said.policy)
        if what and not _DEIXIS.search(what):
            yield _taste(re.sub(r"^use ", "", what), "dislike", f"prefer {said['no']} {what}")
        return
    if said["v"].startswith("to "):
        what = plain(said["v"].removeprefix("to "), said.policy)
        if what and not _DEIXIS.search(what):
            yield _taste(what, "prefer", f"prefer to {what}")
        return
    yield from _each(said, "prefer", "prefer")


_LOVE = r"like|love|enjoy|adore|be (?:really |very |super |also |so |quite |pretty |big )*(?:into|fond of|obsessed with|passionate about|interested in|keen on|fascinated by|addicted to|crazy about)|be an? (?:big |huge |massive |real |total |avid |die-hard )?(?:fan|lover) of|have a (?:soft spot|passion|love|weakness) for|have always (?:loved|liked|enjoyed)|have (?:really )?(?:loved|enjoyed)"


@saying("like|love|enjoy|adore|into|fond|obsessed|passion|interest|keen|fascinat|fan|lover|addicted|crazy|soft spot|weakness", rf"(?P<d>{_DEG})(?P<verb>{_LOVE}) (?P<v>[^;]{{2,80}})")
def likes(said: Said) -> Iterator[Claim]:
    verb = "love" if re.search(r"loved", said["verb"]) else "like" if re.search(r"liked", said["verb"]) else "enjoy" if re.search(r"enjoyed", said["verb"]) else said["verb"]
    text = re.sub(r"^to (?=\w)", "", said["v"])
    if re.match(r"(?:to )?(?:know|see|hear|learn more|try|get|have|make|ask|thank|think|say|add|book|order|start by|incorporat|find|explor|sett|creat|us)\b", said["v"]) and "be " in said["verb"] + " ":
        return
    if said["verb"].endswith("interested in") and re.match(r"(?:learning more|knowing|trying|exploring|hearing|finding|getting|seeing|buying|incorporating|adding|creating|visiting|attending|checking|[Tt]he|your|any|how|[\"“])", text):
        return
    to = "to " if said["v"].startswith("to ") else ""
    if to:
        what = plain(text, said.policy)
        if what and not _DEIXIS.search(what) and not re.match(r"(?:know|see|hear|thank|think|say|add|ask|hear|be|have|make sure)\b", what):
            yield _taste(what, "like", f"{verb} to {what}")
        return
    yield from _each(said, "like", verb)


_HATE = r"dislike|hate|cannot stand|detest|despise|loathe|not (?:really |particularly |much |at all )?(?:like|enjoy|love|care for|want|appreciate)|not be (?:really |much of |particularly |very |at all )?(?:an? )?(?:big |huge )?(?:fan of|into|fond of|interested in|keen on|a fan of|comfortable with)|have (?:an? |no )(?:strong |intense |deep |extreme |severe |particular |acute |great )*(?:interest in|aversion to|dislike (?:of|for)|hatred of|fear of|phobia of)|be (?:really |very |absolutely |extremely |so )?(?:afraid of|scared of|terrified of|averse to|against|turned off by|sick of|uncomfortable with)|cannot tolerate|cannot handle|refuse to|avoid|try to avoid|stay away from|no longer (?:like|enjoy|eat|drink)|stopped (?:liking|eating)|never (?:eat|drink|use|wear|watch|buy)|not (?:eat|drink|wear|use|watch|buy|read|listen to|do well with)"


@saying("no interest|dislike|hate|stand|detest|despise|loathe|not |aversion|fear|afraid|scared|terrified|refuse|avoid|away from|no longer|stopped|never|phobia|tolerate|handle|averse|against", rf"(?P<d>{_DEG})(?P<verb>{_HATE}) (?P<v>[^;]{{2,80}}?)(?P<any> any ?more)?")
def dislikes(said: Said) -> Iterator[Claim]:
    verb, text = said["verb"], said["v"]
    if verb.startswith(("not want", "not use", "not do", "not read", "not watch", "not buy")) and re.match(r"to\b|the\b|my\b|much\b|a\b", text):
        return
    if _DEIXIS.match(text) or (verb == "not want"):
        return
    value = "fear" if re.search(r"afraid|scared|terrified|fear|phobia", verb) else "does not eat" if re.search(r"(?:not|never|longer) eat", verb) else "does not drink" if re.search(r"(?:not|never|longer) drink", verb) else "avoid" if re.search(r"avoid|refuse|never|away|not (?:wear|use|watch|buy|read|listen)", verb) else "dislike"
    shown = f"+{verb}" if verb.startswith(("stopped",)) else f"+can't{verb.removeprefix('cannot')}" if verb.startswith("cannot") else verb
    if verb.startswith(("no longer", "never")):
        first, second = verb.rsplit(" ", 1)
        shown = f"+{first} {second}s" if not second.endswith("h") else f"+{first} {second}es"
    if said["any"] and verb.startswith("not "):
        shown = verb
        for what in several(text, said.policy):
            yield _taste(what, value, f"{shown} {what} anymore")
        return
    yield from _each(said, value, shown)


@saying("find", rf"{_DEG}find (?P<v>[^;]{{3,60}}?) (?P<a>(?:to be )?(?:too |very |really |so |quite |pretty |incredibly |extremely |more |overly |less )?(?:\w+ing|boring|ineffective|difficult|hard|useless|overwhelming|stressful|fun|relaxing|useful|helpful|annoying|confusing|dull|tedious|uncomfortable|distracting|easy|childish|demotivating|unhelpful|intimidating|impersonal|overrated|pretentious|claustrophobic))(?: (?:and|to|for) .*)?")
def finds(said: Said) -> Iterator[Claim]:
    what = plain(said["v"], said.policy)
    if what and not _DEIXIS.search(what) and not re.search(r"^(?:it|myself|a|an|some|out|time|ways?)\b|\b(?:me|my|ways?)\b", what):
        yield _taste(what, said["a"], f"find {what} {said['a']}")


@saying("only|exclusively", r"(?:only|exclusively) (?P<verb>eat|wear|use|watch|drink|buy|read|listen to|drive|shop at|fly) (?P<v>[^;]{2,80})")
def only(said: Said) -> Iterator[Claim]:
    what = plain(said["v"], said.policy)
    if what and not _DEIXIS.search(what):
        verb, _, more = said["verb"].partition(" ")
        tail = f"+only {third_person(verb)} {more + ' ' if more else ''}{what}"
        yield _taste(what, "only", tail)


@saying("hobb|interests|pastime", r"my (?:main |favou?rite |biggest )?(?:hobby|hobbies|interests?|pastimes?) (?:be|include|are|be mainly) (?P<v>[^;]{2,80})")
def hobbies(said: Said) -> Iterator[Claim]:
    for what in several(said["v"], said.policy):
        yield _taste(what, "like", f"like {what}")


_FREQ = r"every (?:single )?(?:day|morning|night|evening|week|weekend|month|year|other day|afternoon|(?:mon|tues|wednes|thurs|fri|satur|sun)day)s?|daily|(?:once|twice|three times|\d+ times|a few times|several times|a couple of times) (?:a|per|each) (?:day|week|month|year)|on (?:weekends|weekdays|mondays|tuesdays|wednesdays|thursdays|fridays|saturdays|sundays|(?:mon|tues|wednes|thurs|fri|satur|sun)day (?:mornings?|evenings?|nights?))|before bed|before work|after work|after dinner|in the mornings?|in the evenings?"
_OFTEN = r"usually|always|often|normally|typically|regularly|rarely|never|almost always|sometimes"
_STATIVE = re.compile(r"^(?:be|have been|thought|wanted|think|know|want|feel|wonder|find|forget|get|had|was|heard|been|loved|liked|enjoyed|been|dream|see|appreciate|seem|end up|used|hear|say|recommend|worry|struggle|mean)\b")


@saying("usually|always|often|normally|typically|regularly|rarely|never|sometimes", rf"(?P<o>{_OFTEN}) (?:really |just |also )?(?P<v>[a-z][^;]{{3,70}})")
def habit(said: Said) -> Iterator[Claim]:
    what = plain(said["v"], said.policy)
    if not what or _STATIVE.match(what) or _DEIXIS.search(what) or re.match(r"\w+(?:ed|n't)\b|(?:went|had|got|made|took|saw|knew|thought|heard|gave|came)\b", what):
        return
    verb, _, rest = what.partition(" ")
    yield _habit(what, f"{said['o']} {what}", f"+{said['o']} {third_person(verb)} {rest}".rstrip())


@saying("every|daily|times|once|twice|on |before bed|before work|after|in the", rf"(?P<v>(?!was|were|had|did|went|will|would|be |have been)[a-z][a-z']*(?: [^;]{{2,60}}?)?) (?P<f>{_FREQ})(?P<more> .{{0,40}})?", re.I)
def regularly(said: Said) -> Iterator[Claim]:
    what = plain(said["v"], said.policy)
    if not what or _STATIVE.match(what) or _DEIXIS.search(what) or re.match(r"\w+ed\b|(?:went|had|got|made|took|saw|my|need|try|plan|met|bought|ran|ate|gave|came|should|could|can|might|start|make sure|spent)\b", what):
        return
    yield _habit(what, f"{what} {said['f']}", f"{what} {said['f']}")


def _habit(what: str, value: str, tail: str) -> Claim:
    bare = re.sub(r"\s+(?:at|for|around|about|before|after|with) .*$", "", what)
    return Claim(category=Category.PREFERENCE, attribute=key("habit", thing(bare)), value=value, tail=possessed(tail))


_AIM = r"learn|become|be an?|visit|travel|start|buy|move|lose|write|run|get into|quit|save|own|build|publish|improve|study|live|open|retire|launch|master|climb|get married|have (?:kids|children|a baby)|adopt|go to|graduate|apply|switch careers?|change careers?|finish|complete|lose weight|get fit|get in shape|get healthier|eat healthier|earn|pass|speak|stop|give up|hike|see the|read more|pursue|work (?:as|in|at|abroad)|stay|compete|train|renovate|remodel|volunteer|join|attend|host|spend"
_GOAL = r"want to|plan to|be planning to|be planning on|hope to|be hoping to|be trying to|would love to|aim to|intend to|dream of|be saving up to|be saving up for|be saving for|be training for|be preparing for|be determined to|have always wanted to|be going to|my (?:biggest |main |ultimate |long-term )?(?:goal|dream|plan|resolution|ambition)(?: this year| for this year)? be(?: to)?|be working towards?|be thinking (?:of|about)|be considering|be looking forward to"


@saying("want|plan|hope|hoping|trying|love to|aim|intend|dream|saving|training|preparing|determined|going to|goal|resolution|ambition|working toward", rf"{_DEG}(?P<how>{_GOAL}) (?P<v>[^;]{{3,80}})")
def goal(said: Said) -> Iterator[Claim]:
    how = said["how"]
    if how in ("be thinking of", "be thinking about", "be considering", "be looking forward to"):
        return
    what = plain(said["v"], said.policy)
    free = how.startswith(("be saving", "be training", "be preparing", "my", "dream of", "be working"))
    if not what or re.search(r"\b(?:this|that|it|your|you|these|those|more about)\b", what):
        return
    if not free and not re.match(rf"(?:{_AIM})\b", re.sub(r"^(\w+)ing\b", r"\1", what)):
        return
    bare = re.sub(r"^(?:to |learn(?: how)? to |learn |become an? |become |visit |go to |travel to )", "", what)
    if how.startswith("my"):
        to = "to " if how.endswith(" to") else ""
        kind = re.sub(r"^my (?:biggest |main |ultimate |long-term )?| (?:this year|for this year)| be(?: to)?$", "", how)
        tail = f"'s {kind} is {to}{what}"
    elif how.startswith("would"):
        tail = f"+would love to {what}"
    elif how.startswith("have always"):
        tail = f"+has always wanted to {what}"
    else:
        tail = f"{how} {what}"
    yield Claim(category=Category.GENERAL, attribute=key("goal", bare), value=what, tail=possessed(tail))


@saying("have been to|visited|have visited|have lived|have worked|have never", r"(?P<how>have been to|have visited|visited|have lived in|have never been to|have never (?:eaten|tried|seen|driven|flown)|have published|published|have written) (?P<v>(?:[A-Z]|an? |two |three |\d+ |\w+ (?:books|novels|papers|articles|countries))[^;]{1,40})")
def has_done(said: Said) -> Iterator[Claim]:
    what = plain(said["v"], said.policy)
    if what and not _DEIXIS.search(what):
        how = re.sub(r"^have ", "has ", said["how"])
        yield Claim(category=Category.GENERAL, tail=f"+{how} {what}")


TEMPLATES = (
    *(only, favourite, prefers_over, prefers, dislikes, goal, likes, finds, hobbies, habit, regularly),
    has_done,
)
