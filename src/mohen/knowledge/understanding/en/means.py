"""Projects, possessions and money, in English."""

from __future__ import annotations

import re
from collections.abc import Iterator

from mohen.knowledge.model import Category
from mohen.knowledge.understanding.claims import Claim, key
from mohen.knowledge.understanding.en.wording import third
from mohen.knowledge.understanding.en.work import REST, article
from mohen.knowledge.understanding.pattern_engine import Said, saying

_KIND = (
    r"novel|book|memoir|thesis|dissertation|screenplay|script|short story|story|game|app"
    r"|website|blog|podcast|startup|start-up|business|project|channel|course|paper|album"
    r"|plugin|library|tool|platform|newsletter|comic|documentary|side project"
    r"|online store|shop|company|series|poem|bot|compiler|database|framework|system"
    r"|prototype|robot"
)


@saying(
    "work|writ|build|develop|run|start|creat|mak|publish|design|own",
    (
        r"(?P<how>be (?:currently )?(?:working on|writing|building|developing|making"
        r"|creating|designing|running|coding|starting|launching|publishing)"
        r"|have been (?:working on|writing|building|developing)|run|started|launched|own"
        r"|founded|co-founded|work on) (?P<what>(?:my|an?|our"
        rf"|the) (?:[\w'-]+ ){{0,4}}?(?:{_KIND}))(?: (?:called|named|titled|for|about|on|to"
        rf"|with|that|in|where|of|using) ?(?P<more>.{{1,60}}))?"
    ),
)
def project(said: Said) -> Iterator[Claim]:
    text = said.match.string
    called = re.search(r"(?:called|named|titled) [\"“'‘]?(?P<n>[^\"”'’,]{1,40})[\"”'’]?$", text)
    what = re.sub(r"^(?:my|an?|our|the) ", "", said["what"])
    if re.search(r"\b(?:this|that|the same|your)\b", said["what"]) or (
        said["what"].startswith("the ") and not called
    ):
        return
    name = called["n"] if called else what
    past = "+" if said["how"].split()[0] in ("started", "launched", "founded", "co-founded") else ""
    tail = f"{past}{text}".replace("my own", "their own")
    tail = (
        re.sub(r"\b(?:my|our)\b", "their", tail).replace("have been ", "+has been ")
        if not past
        else re.sub(r"\b(?:my|our)\b", "their", tail)
    )
    yield Claim(
        category=Category.STATUS, attribute=key("project", name), value=name, tail=third(tail)
    )


_OWN = (
    r"car|house|apartment|condo|bike|bicycle|motorcycle|truck|boat|piano|guitar|violin"
    r"|camera|laptop|computer|phone|farm|cabin|garden|scooter|van|SUV|telescope|drone"
    r"|camper|Tesla|MacBook|iPhone|iPad|Kindle|PlayStation|Xbox|Switch|Honda|Toyota|Ford"
    r"|BMW|Subaru"
)


@saying(
    "own|have a|drive|bought|use a|got a",
    (
        r"(?P<how>own|have|drive|bought|purchased|use|got|have owned|have bought) (?:an? "
        r"|my own |two "
        rf"|three )(?P<v>(?:[\w'-]+ ){{0,3}}?(?:{_OWN})(?: [A-Z0-9][\w-]*){{0,3}}){REST}"
    ),
)
def owns(said: Said) -> Iterator[Claim]:
    value, how = said["v"], said["how"]
    if re.search(r"\b(?:trouble|problem|question|my|new to|lot|plan)\b", value):
        return
    past = how in ("bought", "purchased", "got")
    tail = f"{'+' if past else ''}{how} {article(value)}"
    yield Claim(category=Category.GENERAL, attribute=key("owns", value), value="yes", tail=tail)


_SUM = (
    r"(?:about |around |roughly |over |under )?[$€£¥]?\d[\d,.]*[kKmM]?(?: ?(?:dollars"
    r"|euros|pounds|USD|EUR|RMB|yuan))?(?: (?:a|per|each|every) (?:year|month|week"
    r"|hour))?"
)


@saying(
    "salary|budget|rent|earn|make|mortgage|debt|savings|income",
    (
        r"(?:my (?:monthly |annual |yearly )?(?P<k>salary|budget|rent|income|mortgage) be"
        rf"|(?P<e>earn|make)|have) (?P<v>{_SUM})(?P<in> in (?:savings|debt|student loans"
        r"|credit card debt))?"
    ),
)
def money(said: Said) -> Iterator[Claim]:
    kind = said["k"] or ("salary" if said["e"] else said["in"].removeprefix("in ").strip())
    if not kind or (said["e"] and not re.search(r"[$€£¥kK]|dollars|year|month", said["v"])):
        return
    tail = f"'s {said['k']} is {said['v']}" if said["k"] else said.match.string
    yield Claim(category=Category.STATUS, attribute=key("money", kind), value=said["v"], tail=tail)


@saying(
    "my car|my phone|my laptop|my computer|my bike|my camera|my truck",
    (
        r"my (?P<k>car|phone|laptop|computer|bike|camera"
        r"|truck) be (?:an? )?(?P<v>(?:i(?=[A-Z])|[A-Z\d])[\w .-]{1,30})"
    ),
)
def is_a(said: Said) -> Iterator[Claim]:
    tail = f"'s {said['k']} is {article(said['v'])}"
    yield Claim(
        category=Category.GENERAL, attribute=key("owns", said["k"]), value=said["v"], tail=tail
    )


TEMPLATES = (is_a, project, owns, money)
