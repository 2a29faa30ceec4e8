"""What is told of the project at hand without I or we: node is pinned to 18.17, there is no staging.

Such a sentence is understood by whoever knows the project: it speaks of what every project has one
of (the repo, its database, the code freeze) and holds a number, a version, a path, a day or a
program's name. What is wrong with it just now, and what it is to become, passes.
"""

from __future__ import annotations

import re

from mohen.knowledge.understanding.en.conventions import listed
from mohen.knowledge.understanding.en.signs import ADDRESS
from mohen.text.lazy_pattern import LazyPattern

_MONTH = (
    r"(?:jan(?:uary)?|feb(?:ruary)?|march|april|may|june?|july?|aug(?:ust)?|sept?(?:ember)?"
    r"|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)"
)
_DAY = rf"(?:\d{{1,2}}(?:st|nd|rd|th)?(?: of)? {_MONTH}|{_MONTH} \d|(?:mon|tues|wednes|thurs|fri|satur|sun)days?)\b"
# How it stands with it, for as long as nobody changes it.
_STANDS = (
    r"(?:(?:is|are)(?: (?:now|always|only|all|still|actually))*"
    r"|(?:now |only |always )?(?:runs?|lives?|sits?|uses?|needs?|targets?|deploys?|ships?|talks? to|goes?"
    r"|writes? to|reads? from|depends? on|gets? (?:re)?\w+ed|gets? (?:re)?built|comes? from|closes?|starts?|ends?"
    r"|points? (?:to|at)|listens? on|requires?|supports?|speaks?|happens?|falls? on"
    r"|stays?|does|do|(?:(?:got|is|has|has been|was) )?(?:moved|slipped|postponed|pushed|delayed)"
    r"(?: back)? to)|was (?:moved|renamed|archived|replaced|migrated|ported|dropped|retired)"
    r"|were (?:moved|renamed|archived|replaced|migrated|ported|dropped|retired))\b"
)


# The nightly build, our old Postgres cluster; not: until then the build, I will just need Docker.
_MODIFIES = (
    r"(?!(?:is|are|was|were|has|have|had|i|we|you|he|she|they|it|this|that|these|those|until|then|so"
    r"|and|but|or|if|as|to|of|in|on|at|by|for|with|from|no|not|can|will|do|does|did|let|all|some|what"
    r"|there|here|now|also|only|still|one|a|an)\b)[\w./'-]*\w"
)


def _spoken_of() -> str:
    return (
        rf"(?:(?:the|our|my|all|every) )?(?:{_MODIFIES} ){{0,2}}?(?:{listed('own')}"
        rf"|(?:{listed('technology')})(?: (?:state|config|files?|buckets?|clusters?|versions?|project|instance"
        rf"|accounts?|dashboards?))?)(?: (?:of|for|in|on|behind)(?: (?!is\b|are\b)[\w./-]+){{1,4}}?)?"
    )


_TOLD = LazyPattern(
    lambda: (
        rf"{_spoken_of()}(?:['’](?:s|re)\b| {_STANDS})"
        # it runs under WSL2, everything lives in the monorepo
        rf"|(?:it|everything|the whole thing|all of it|this) (?:runs|lives|is (?:hosted|deployed|built"
        rf"|written)) (?:on|in|under|with|at|inside) (?=.*\b(?:{listed('technology')})(?![\w-]))"
        rf"|(?:it|everything|the whole thing|all of it)(?: is|['’]s) on"
        rf" (?=(?:[\w-]+ )?(?:{listed('technology')})(?![\w-]))"
        # there is no staging
        rf"|there(?: is| are|['’]s) no (?:{listed('own')})(?=$|[,.;]| (?:here|at all)\b(?! yet))"
        # Stripe for EU cards, Razorpay for India
        rf"|(?=.*\b(?:{listed('technology')})\b)(?-i:[A-Z])[\w.-]+ for [\w ]{{2,30}}, (?:and )?(?-i:[A-Z])[\w.-]+"
        rf" for (?=\w)"
        # our stack: Next, Prisma, Postgres; Jira keys: WEB for the site
        rf"|(?:the |our |my )?(?:(?:tech )?stack|(?:jira|ticket|project|[A-Za-z]+) (?:project )?(?:keys|prefixes))(?: here)?:"
        # went back to Postgres; we dropped Safari 14
        rf"|(?:(?:we|i)(?:['’]ve| have)? )?(?:(?:just|finally|recently) )?(?:went back to|switched (?:over )?(?:from|to|back to)"
        rf"|moved (?:over )?(?:from|to|off|back to)|migrated (?:from|to|off)|replaced|dropped|adopted|ditched)"
        rf" (?=.*\b(?:{listed('technology')})(?![\w-]))"
        # we release every second Wednesday; we target iOS 15
        rf"|we (?:always |usually |only )?(?:release|deploy|ship|demo|plan)(?: to \w+)? (?=.*{_DAY})"
        rf"|(?:we )?(?:only )?(?:target|support) (?=\S*(?: \S+){{0,2}}?\d)"
        # Sven owns the billing service
        rf"|(?-i:[A-Z][a-z]+) (?:owns|maintains|reviews|approves|signs off on|looks after|is responsible for)"
        rf" (?=.*\b(?:{listed('own')}|{listed('made')}|{listed('coded')}|\w+/\w+)\b)(?P<does>\w)"
        # my laptop is a ThinkPad X220 with 8 GB
        rf"|my (?:{listed('machine')})(?: is|['’]s| has| runs)\b"
        # Dana from product decides on exceptions
        rf"|(?-i:[A-Z])\w+ (?:from|in) (?P<role>{listed('roles')}) (?:decides|owns|signs off|reviews|approves|handles|runs|maintains"
        rf"|manages|has the|knows|is (?:in charge|responsible|on call))\b"
        # REST plus OpenAPI it is
        rf"|(?=.*\b(?:{listed('technology')})\b)(?P<it>[\w.+ -]{{2,40}} it is)$"
    ),
    re.IGNORECASE,
)
_HOLDS = LazyPattern(
    lambda: (
        rf"\d|\b(?:{listed('technology')})(?![\w-])|{ADDRESS}|(?-i:(?<=[a-z,;:] )[A-Z][\w&-]+)"
        rf"|[\"“][^\"”]+[\"”]|\b{_DAY}|\b(?:camel|snake|kebab|pascal)_?case\b|(?<!\w)@[\w/-]+|\bno\b|\bvpn\b|\b(?:frozen|deprecated|archived|read-only)\b|\w+/\w+"
    ),
    re.IGNORECASE,
)
# What is so just now, or is to be done; what a product shows; what anybody may read anywhere.
_PASSES = LazyPattern(
    r"\b(?:fail(?:s|ing|ed|ure)?|broken|breaking|crash(?:es|ing|ed)?|errors?|bugs?|warnings?|wrong|missing|empty|null|undefined|none|nan"
    r"|slow|stuck|hang(?:s|ing)?|throw(?:s|ing)?|return(?:s|ing|ed)?|show(?:s|ing|n)?|display(?:s|ed)?|should|could|would|must|shall|will"
    r"|not (?:working|found|loading|showing|updating|rendering)|does not work|do not work|won['’]t|isn['’]t|doesn['’]t|don['’]t work"
    r"|click(?:s|ed|ing)?|button|line \d+|you|your|please|todo|done|ready|same|different|correct|better|good|great|fine|nice|ok|okay"
    r"|supposed|going to|gonna|about to|trying|looks?|seems?|maybe|probably|if|when|whenever|what|why|how|(?<!, )which|where|twice|again)\b|[?]|[{}<>=]|::|->",
    re.IGNORECASE,
)
# Postgres is a database: that holds wherever it runs.
_OF_ANY = LazyPattern(
    lambda: rf"^[\w.+# -]+? (?:is|are) (?:an? (?!(?-i:[\w-]*[A-Z0-9])|(?:{listed('technology')})\b)|the (?!\d)|one of |very |really |so |too |just |faster|slower|better|great|written in|used (?:for|to)|known)",
    re.IGNORECASE,
)
_POINTS = LazyPattern(
    r"^(?:this|that)\b(?! (?:runs|lives))|\b(?:these|those|above|below|the following|here is|here are|as follows)\b|:$",
    re.IGNORECASE,
)
_WORDS_MOST = 40


def is_of_a_project(said: str) -> bool:
    """Whether a sentence tells something of the project that outlasts the day."""
    match = _TOLD.match(said)
    if match is None or len(said.split()) > _WORDS_MOST or _POINTS.search(said):
        return False
    if _PASSES.search(said) or (_OF_ANY.match(said) and not said.lower().startswith("my ")):
        return False
    return bool(match["role"] or match["it"] or match["does"] or "no " in match.group() or _HOLDS.search(said, match.end() - 1))
