"""What is told of the project without I or we: node is pinned to 18.17, there is no staging.

Such a sentence is understood by whoever knows the project: it speaks of what every project has one
of (the repo, its database, the code freeze) and holds a number, a version, a path, a day or a
program's name. What is wrong with it just now, and what it is to become, passes.
"""

from __future__ import annotations

import re
from functools import lru_cache

from mohen.knowledge.understanding.en.conventions import is_spoken, listed
from mohen.knowledge.understanding.en.signs import ADDRESS
from mohen.text.lazy_pattern import LazyPattern

_MONTH = (
    r"(?:jan(?:uary)?|feb(?:ruary)?|march|april|may|june?|july?|aug(?:ust)?|sept?(?:ember)?"
    r"|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)"
)
_DAY = (
    rf"(?:\d{{1,2}}(?:st|nd|rd|th)?(?: of)? {_MONTH}|{_MONTH} \d"
    r"|(?:mon|tues|wednes|thurs|fri|satur|sun)days?)\b"
)
_DONE_TO = r"(?:moved|renamed|archived|replaced|migrated|ported|dropped|retired)"
# How it stands with it, for as long as nobody changes it.
_STANDS = (
    r"(?:(?:is|are)(?: (?:now|always|only|all|still|actually))*"
    r"|(?:now |only |always )?(?:runs?|lives?|sits?|uses?|needs?|targets?|deploys?|ships?|talks? to"
    r"|goes?|writes? to|reads? from|depends? on|gets? (?:re)?\w+ed|gets? (?:re)?built|comes? from"
    r"|closes?|starts?|ends?|points? (?:to|at)|listens? on|requires?|supports?|speaks?|happens?"
    r"|falls? on|stays?|does|do)"
    r"|(?:(?:got|is|has|has been|was) )?(?:moved|slipped|postponed|pushed|delayed)(?: back)? to"
    rf"|(?:was|were) {_DONE_TO})\b"
)
# The nightly build, our old Postgres cluster; not: until then the build, I will just need Docker.
_MODIFIES = (
    r"(?!(?:is|are|was|were|has|have|had|i|we|you|he|she|they|it|this|that|these|those|until|then"
    r"|so|and|but|or|if|as|to|of|in|on|at|by|for|with|from|no|not|can|will|do|does|did|let|all|some"
    r"|what|there|here|now|also|only|still|one|a|an)\b)[\w./'-]*\w"
)
_OF_IT = r"(?:state|config|files?|buckets?|clusters?|versions?|project|instance|accounts?)"
_WHOLE = r"(?:it|everything|the whole thing|all of it)"
_OWNS = r"(?:owns|maintains|reviews|approves|signs off on|looks after|is responsible for)"
_DECIDES = (
    r"(?:decides|owns|signs off|reviews|approves|handles|runs|maintains|manages|has the|knows"
    r"|is (?:in charge|responsible|on call))"
)
_CHANGED = (
    r"(?:went back to|switched (?:over )?(?:from|to|back to)|moved (?:over )?(?:from|to|off|back"
    r" to)"
    r"|migrated (?:from|to|off)|replaced|dropped|adopted|ditched)"
)


def _told() -> str:
    own, used = listed("own"), rf"(?:{listed('technology')})(?![\w-])"
    return (
        # the training set for churn gets rebuilt on Sundays; node's pinned to 18.17
        rf"(?:(?:the|our|my|all|every) )?(?:{_MODIFIES} ){{0,2}}?"
        rf"(?:{own}|(?:{listed('technology')})(?: {_OF_IT})?)"
        rf"(?: (?:of|for|in|on|behind)(?: (?!is\b|are\b)[\w./-]+){{1,4}}?)?"
        rf"(?:['’](?:s|re)\b| {_STANDS})"
        # it runs under WSL2, everything is on Replit
        rf"|(?:{_WHOLE}|this) (?:runs|lives|is (?:hosted|deployed|built|written))"
        rf" (?:on|in|under|with|at|inside) (?=.*\b{used})"
        rf"|{_WHOLE}(?: is|['’]s) on (?=(?:[\w-]+ )?{used})"
        # there is no staging
        rf"|(?P<none>there(?: is| are|['’]s) no (?:{own})(?=$|[,.;]| (?:here|at all)\b(?! yet)))"
        # Stripe for EU cards, Razorpay for India
        rf"|(?=.*\b{used})(?-i:[A-Z])[\w.-]+ for [\w ]{{2,30}}, (?:and )?(?-i:[A-Z])[\w.-]+ for"
        rf" (?=\w)"
        # our stack: Next, Prisma, Postgres; Jira keys: WEB for the site
        rf"|(?:the |our |my )?(?:(?:tech )?stack|\w+ (?:project )?(?:keys|prefixes))(?: here)?:"
        # went back to Postgres; we dropped Safari 14
        rf"|(?:(?:we|i)(?:['’]ve| have)? )?(?:(?:just|finally|recently) )?{_CHANGED} (?=.*\b{used})"
        # we release every second Wednesday; we target iOS 15
        rf"|we (?:always |usually |only )?(?:release|deploy|ship|demo|plan|go live|launch)(?: to"
        rf" \w+)?"
        rf" (?=.*{_DAY})"
        rf"|(?:we )?(?:only )?(?:target|support) (?=\S*(?: \S+){{0,2}}?\d)"
        # Sven owns the billing service; Dana from product decides on exceptions
        rf"|(?P<who>(?-i:[A-Z][a-z]+) {_OWNS} (?=.*\b(?:{own}|{listed('made')}"
        rf"|{listed('coded')})\b)"
        rf"|(?-i:[A-Z])\w+ (?:from|in) (?:{listed('roles')}) {_DECIDES}\b)"
        # my laptop is a ThinkPad X220 with 8 GB
        rf"|(?P<mine>my (?:{listed('machine')})(?: is|['’]s| has| runs)\b)"
        # REST plus OpenAPI it is
        rf"|(?P<it>(?=.*\b{used})[\w.+ -]{{2,40}} it is)$"
    )


_TOLD = LazyPattern(_told, re.IGNORECASE)
_HOLDS = LazyPattern(
    lambda: (
        rf"\d|\b(?:{listed('technology')})(?![\w-])|{ADDRESS}|(?-i:(?<=[a-z,;:] )[A-Z][\w&-]+)"
        rf"|[\"“][^\"“”]{1, 200}[\"”]|\b{_DAY}|\b(?:camel|snake|kebab|pascal)_?case\b|(?<!\w)@\w"
        r"|\b(?:no|vpn|frozen|deprecated|archived|read-only)\b|\w/\w"
    ),
    re.IGNORECASE,
)
# What is so just now, or is to be done; what a product shows; what anybody may read anywhere.
_PASSES = LazyPattern(
    r"\b(?:fail(?:s|ing|ed|ure)?|broken|breaking|crash(?:es|ing|ed)?|errors?|bugs?|warnings?|wrong"
    r"|missing|empty|null|undefined|none|nan|slow|stuck|hang(?:s|ing)?|throw(?:s|ing)?"
    r"|return(?:s|ing|ed)?|show(?:s|ing|n)?|display(?:s|ed)?|should|could|would|must|shall|will"
    r"|not (?:working|found|loading|showing|updating|rendering)|do(?:es)? not work|won['’]t"
    r"|isn['’]t|doesn['’]t|don['’]t work|click(?:s|ed|ing)?|button|line \d+|you|your|please|todo"
    r"|done|ready|same|different|correct|better|good|great|fine|nice|ok|okay|supposed|going to"
    r"|gonna|about to|trying|looks?|seems?|maybe|probably|if|when|whenever|what|why|how"
    r"|(?<!, )which|where|twice|again|these|those|above|below)\b|[?]|[{}<>=]|::|->|^that\b|:$",
    re.IGNORECASE,
)
# Postgres is a database: that holds wherever it runs.
_OF_ANY = LazyPattern(
    lambda: (
        rf"^[\w.+# -]+? (?:is|are) (?:an? (?!(?-i:[\w-]*[A-Z0-9])|(?:{listed('technology')})\b)"
        r"|the (?!\d)|one of |very |really |so |too |just |faster|slower|better|great|written in"
        r"|used (?:for|to)|known)"
    ),
    re.IGNORECASE,
)
_WORDS_MOST = 40


@lru_cache(maxsize=256)
def is_of_a_project(said: str) -> bool:
    """Whether a sentence tells something of the project that outlasts the day."""
    match = _TOLD.match(said) if is_spoken(said) else None
    if match is None or len(said.split()) > _WORDS_MOST or _PASSES.search(said):
        return False
    if match["none"] or match["who"] or match["it"]:
        return True
    if not match["mine"] and _OF_ANY.match(said):
        return False
    return bool(_HOLDS.search(said, match.end() - 1))
