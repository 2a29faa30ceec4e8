"""Projects and decisions, in English: what somebody makes, its name, and what was chosen for it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from mohen.knowledge.consolidation.model import Named
from mohen.knowledge.model import USER, Category, EntityType
from mohen.knowledge.understanding.claims import Claim, Who, key
from mohen.knowledge.understanding.en.phrases import possessed, third
from mohen.knowledge.understanding.entities import is_place
from mohen.knowledge.understanding.pattern_engine import Matched, template
from mohen.text.lazy_pattern import LazyPattern

_TOLD = (
    r"novel|novella|book|memoir|screenplay|script|short story|story|series|trilogy|poem|album|song"
    r"|play|musical|film|short film|documentary|comic|webcomic|graphic novel|podcast|opera"
    r"|zine|magazine|fanfic|epic|anthology|cookbook|picture book"
)
_MADE = (
    r"thesis|dissertation|game|app|website|site|blog|startup|start-up|business|project|channel"
    r"|course|paper|plugin|extension|library|package|tool|platform|newsletter|online store|shop"
    r"|company|bot|compiler|database|framework|system|prototype|robot|engine|parser|editor|API"
    r"|dashboard|simulator|emulator|firmware|marketplace|nonprofit|charity|band|brand|product"
    r"|service"
    r"|language|operating system|client|wrapper|crate|module|CLI|SDK|toolkit|model|mod|server"
)
KIND = rf"{_TOLD}|{_MADE}"
_CAP = r"[A-Z0-9][\w'.&+-]*"
# A title may go on with small words; what a tool is written in is no part of its name.
_TITLE = rf"{_CAP}(?:(?: (?:of|the|and|for|to|a|from|in|on|at|with|&)){{0,2}} {_CAP}){{0,6}}"
_NAME = rf"{_CAP}(?:(?: (?:of|the|and|&)){{0,2}} {_CAP}){{0,4}}"
_QUOTED = r"[\"“'‘](?P<q>[^\"”]{1,60}?)[\"”'’]"
_SMALL = r"(?<!,) (?P<s>[a-z][\w-]{2,})"
_CALLS = r"(?:\b(?:called|named|titled|entitled)|,)"
_CALLED = LazyPattern(rf"{_CALLS}(?: {_QUOTED}| (?P<n>{_NAME})|{_SMALL})(?=$|[ ,])")
_TITLED = LazyPattern(rf"{_CALLS}(?: {_QUOTED}| (?P<n>{_TITLE})|{_SMALL})(?=$|[ ,])")
_POINTS = LazyPattern(
    r"\b(?:this|these|those|it|your|yours|you|them|ones?|here|there|same|so|instead of (?:it|this"
    r"|that)"
    r"|option|first|second|third|latter|former|above|below)\b|\bthat\b(?! \w)|[?;:]",
    re.I,
)
_ROLE = r"maintainer|author|creator|founder|co-founder|cofounder|developer|owner|lead|lead"
r" developer|editor|producer|designer|director|host|co-host|publisher|product manager"


def _name(text: str, what: str) -> str:
    told = re.search(rf"\b(?:{_TOLD})$", what)
    found = (_TITLED if told else _CALLED).search(text)
    return (found["q"] or found["n"] or found["s"] or "").strip() if found else ""


def _project(name: str, tail: str, value: str = "") -> Claim:
    names = (Named(name, EntityType.PROJECT),) if name and value else ()
    return Claim(
        category=Category.STATUS,
        attribute=key("project", name),
        value=value or name,
        tail=tail,
        names=names,
    )


@template(
    "work|writ|build|develop|run|start|creat|mak|publish|design|own|launch|found|maintain|cod"
    "|record",
    (
        r"(?P<how>be (?:currently )?(?:working on|writing|building|developing|making"
        r"|creating|designing|running|coding|starting|launching|publishing|maintaining|recording"
        r"|co-writing|editing|programming|producing|prototyping|hosting)"
        r"|have (?:been (?:working on|writing|building|developing|making|running)|started|launched"
        r"|founded|built|written|made|created|published|developed)|run|started|launched|own"
        r"|founded|co-founded|work on|maintain|built|created|published|develop|started working on"
        rf"|host) (?P<what>(?:my|an?|our|the) (?:[\w'-]+ ){{0,4}}?(?:{KIND}))"
        r"(?P<more>(?:,| (?:called|named|titled|for|about|on|to|with|that|in|where|of|using|which"
        r"|set|based|written|at|by|together)) ?.{1,80})?"
    ),
)
def project(said: Matched) -> Iterator[Claim]:
    """I'm building a CLI tool named Foo in Go."""
    text = said.match.string
    called = _name(text[said.match.start("what") :], said["what"])
    what = re.sub(r"^(?:my|an?|our|the) ", "", said["what"])
    if _POINTS.search(text) or (said["what"].startswith("the ") and not called):
        return
    past = said["how"].split()[0] in (
        "started",
        "launched",
        "founded",
        "co-founded",
        "built",
        "created",
        "published",
    )
    yield _project(called or what, third(possessed(f"{'+' if past else ''}{text}")))


# Our production database is Postgres: which one it is, and not what it is called.
_STACK = LazyPattern(
    r"\b(?:database|server|framework|language|operating system|compiler|engine|library|platform"
    r"|package|client|model|editor|tool)$"
)


@template(
    "project|novel|book|app|game|site|blog|podcast|startup|start-up|company|tool|library|band"
    "|database|server|framework|language|system|compiler|engine|platform|package|client|model"
    "|business|story|film|album|channel|newsletter|product|bot|thesis|comic|play|song|series",
    (
        rf"my (?P<k>(?:[\w'-]+ ){{0,3}}?(?:{KIND})) (?:name |working title |title )?(?:will )?be"
        rf" (?P<c>(?:currently |now |tentatively )?(?:called |named |titled |entitled ))?"
        rf"(?:{_QUOTED}|(?P<n>{_TITLE}|[a-z][\w-]{{2,}}))"
        r"(?P<more>(?:,| (?:and|but|for|because)) .*)?"
    ),
)
def named_project(said: Matched) -> Iterator[Claim]:
    """My project is called Orion."""
    name = said["q"] or said["n"]
    if "favo" in said["k"]:
        return
    if not said["c"] and not (said["q"] or name[:1].isupper()):
        return
    if re.match(r"(?:company|employer|startup|business)$", said["k"]) and not said["c"]:
        return
    if not is_place(name):
        kind = re.sub(r" (?:name|title)$", "", said["k"])
        verb = "will be" if " will be " in said.match.string else "is"
        if not said["c"] and _STACK.search(kind):
            kept = key("stack", kind)
            tail = f"'s {kind} {verb} {name}"
            yield Claim(category=Category.STATUS, attribute=kept, value=name, tail=tail)
            return
        yield _project(name, f"'s {kind} {verb} called {name}")


@template(
    "maintain|author|creator|founder|developer|owner|lead|editor|producer|designer|director|host"
    "|publisher|manager",
    rf"be (?:the|an?|one of the) (?P<r>{_ROLE})s? (?:of|behind|on|for) (?P<v>(?:an? |the |my"
    rf" )?(?:[\w'-]+ ){{0,4}}?(?:{KIND})(?: (?:called|named) .{{2,40}})?|{_TITLE})",
)
def makes(said: Matched) -> Iterator[Claim]:
    """I'm the maintainer of a library called pytoolz."""
    value = said["v"]
    name = _name(value, "") or (value if value[:1].isupper() else "")
    if not _POINTS.search(value) and name:
        yield _project(name, possessed(said.match.string))


# -- Decisions: what was chosen, and for what.


_HOW = (
    r"decided (?:not )?to|decided (?:on|against)|agreed (?:not )?to|agreed on|chose(?: not)?(?:"
    r" to)?|chosen"
    r"|picked|opted (?:for|to|against)|settled (?:on|for)|went (?:with|for(?= [A-Z]))"
    r"|be going with|be going to go with|be sticking with|be sticking to|switched|migrated|ported"
    r"|moved"
    r"(?= (?:\w+ ){0,2}(?:off|from [A-Z]\S* to))|ruled out|landed on|committed to"
    r"|ended up (?:using|going with|choosing|picking)|be (?:switching|migrating|porting)"
    r"|dropped(?= (?:support|[A-Z]\w+ (?:for|in favou?r)))|replaced(?= [A-Z])"
)
_WILL_USE = (
    r"(?:be going to|will|plan to|be planning to|want to) (?:use|build|write|ship|host|deploy"
    r"|release"
    r"|launch|rewrite|port|migrate|switch)|use|be using|have been using"
)
_FOR = LazyPattern(
    rf"\b(?:for|in|on|of) (?:(?:the|our|my) )?(?:[Pp]roject )?(?P<p>{_CAP}(?: {_CAP}){{0,2}})(?:"
    rf" [a-z]+)?$"
)


@template(
    "decided|agreed|chose|picked|opted|settled|went|going with|sticking|switch|migrat|port|moved"
    "|ruled|landed|committed|ended up|dropped|replaced",
    rf"(?P<have>have )?(?:(?:finally|already|just|also|recently) )*(?P<how>{_HOW})"
    rf" (?P<v>.{{2,90}})",
)
def decision(said: Matched) -> Iterator[Claim]:
    """We decided to use Postgres for Orion."""
    if said.who.key != USER and said.who.role:
        return
    yield from _decided(said.match.string, said["v"])


@template(
    "use|using|build|write|ship|host|deploy|release|launch|rewrite|port|migrate|switch",
    rf"(?P<how>{_WILL_USE}) (?P<v>.{{2,90}}?)",
)
def chosen(said: Matched) -> Iterator[Claim]:
    """We're going to use Kubernetes for the Lantern backend: only of what has a name."""
    if re.search(r"\b(?:for|in|on) (?:(?:the|our|my) )?(?:project )?(?:[A-Z]|my |our )", said["v"]):
        yield from _decided(said.match.string, said["v"])


def _decided(text: str, what: str) -> Iterator[Claim]:
    if _POINTS.search(what) or _BOUND.search(what):
        return
    past = not text.startswith(("be ", "have ", "use ", "plan ", "want "))
    found = _FOR.search(what)
    names: tuple[Named, ...] = ()
    if found and not is_place(found["p"]) and not _WHEN.fullmatch(found["p"]):
        names = (Named(found["p"], EntityType.PROJECT),)
    tail = re.sub(r"\b(?:just|also|finally|already) ", "", text)
    yield Claim(
        category=Category.STATUS, tail=third(possessed(f"{'+' if past else ''}{tail}")), names=names
    )


_BOUND = LazyPattern(
    r"^(?:the (?!name|idea|project)[a-z]+$|him|her|try|go ahead|ask|check|see|look|give|keep|use"
    r" the)\b"
)
_WHEN = LazyPattern(
    r"(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|January|February|March|April|May|June|July|August"
    r"|September|October|November|December|Christmas|Easter|Thanksgiving|Halloween"
)


@template(
    "named|called|titled|naming|calling|changed the",
    rf"(?:have )?(?P<v>(?:ended up |end up )?(?:(?:re)?(?:named|titled)|called|naming|calling)"
    rf"|be calling|be naming|changed the (?:name|title) of) (?:my|our|the|a|an)"
    rf" (?P<k>(?:[\w'-]+ ){{0,2}}?(?:{KIND})) (?:from (?P<old>{_NAME}) )?(?:to )?"
    rf"(?:{_QUOTED}|(?P<n>{_TITLE}))",
)
def names_it(said: Matched) -> Iterator[Claim]:
    """We named the app Tidewater."""
    name = said["q"] or said["n"]
    yield _project(name, f"'s {said['k']} is called {name}")
    if old := said["old"]:
        gone = _project(old, f"+renamed {old} to {name}")
        yield replace(gone, ended=True)


TEMPLATES = (named_project, names_it, makes, project, decision, chosen)


# -- A project as what is spoken of: Project Heron, the Heron project, the deadline for Heron.


_PART = (
    r"deadline|due date|release(?: date)?|launch(?: date)?|database|db|back-?end|front-?end|budget"
    r"|stack"
    r"|tech stack|repo|repository|domain|logo|name|licen[cs]e|client|lead|owner|team|MVP|beta"
    r"|first draft"
    r"|target|theme|genre|setting|protagonist|narrator|ending|title|publisher|editor|API|UI|design"
    r"|architecture|language|framework|hosting|goal|purpose|sponsor|kickoff|demo|scope|roadmap"
    r"|cache"
    r"|queue|tests|test suite|docs|documentation|word count|main character|cover|audience|pilot"
    r"|next milestone|milestone|prototype|codebase|deployment|infrastructure|CI|mascot"
)
_NAMED = rf"{_CAP}(?: {_CAP}){{0,2}}"
_OF = LazyPattern(
    rf"(?P<whole>[Pp]roject (?P<a>{_NAMED})|[Tt]he (?P<b>{_NAMED}) (?:project|{_PART})"
    rf"|(?:[Tt]he|[Oo]ur|[Mm]y) (?:[\w-]+ )?(?:{_PART}) (?:for|of|behind)"
    rf" (?:[Pp]roject )?(?P<c>{_NAMED})|(?P<d>{_NAMED})'s (?:{_PART}))"
    r" (?=(?:is|are|was|were|will|has|have|uses?|runs?|starts?|launches|ships|needs|targets"
    r"|supports|depends|got|moved|went|ends|began|started|shipped|launched|falls|comes)\b)"
)


def spoken_of(text: str) -> tuple[Who, str] | None:
    """The project that a clause speaks of, and what it says of it."""
    match = _OF.match(text)
    if match is None:
        return None
    name = match["a"] or match["b"] or match["c"] or match["d"]
    if (
        is_place(name)
        or _WHEN.fullmatch(name)
        or (match["d"] and name.split()[0] in ("It", "What", "That"))
    ):
        return None
    shown = third(match["whole"])
    return Who(name, f"{shown[:1].upper()}{shown[1:]}", type=EntityType.PROJECT), text[
        match.end() :
    ]
