"""What a team keeps to, said as it is and not as a wish: PRs need two approvals, named exports only.

Such a rule speaks of how programs are made and kept (commits, tests, migrations), of all of a kind.
What a product shows or checks (every form must have a label) is asked for with the work, and what
is said of one thing (the tests must pass) is over with it.
"""

from __future__ import annotations

import re

from mohen.knowledge.understanding import entities
from mohen.knowledge.understanding.en.standing import DO, DO_IN_CODE
from mohen.text.lazy_pattern import LazyPattern
from mohen.text.word_lists import topics


def listed(topic: str) -> str:
    """As alternatives, from `data/`."""
    words = topics(entities.__file__, "en/team.txt")[topic]
    return "|".join(each.replace("_", " ") for each in words.split())


_LEAD = (
    r"(?:(?:oh|and|also|so|but|ok|okay|hm+|fyi|btw|by the way|oh and|note that|remember that"
    r"|just so you know|(?:one|another|last|small) (?:more )?(?:thing|rule|request)(?: though)?|as (?:always|usual)|as a (?:rule|reminder)|in general|generally|like i said"
    r"|\d{1,2}[.)]|[-*•])[,:]? ?)*"
)
_WHERE = r"(?: (?:here|in (?:this|our|the) (?:project|repo|repository|codebase|monorepo|app|team)))?"
# Of how something is done from now on; not that it should pass, work or be fixed.
_MUST = (
    r"(?:(?:must|should always|should never|have to|has to|needs? to|are to|is to|may only|can only"
    r"|should only|cannot|must not|may not|are not allowed to|(?:is|are) only allowed to)"
    r" (?!(?:pass|work|compile|succeed|be (?:green|fixed|updated|changed|adapted|removed|added"
    r"|rewritten)|match the|look|show|display|appear|return|also)\b)\w"
    r"|(?:always|never) (?:\w+)|(?:is|are) (?:always|never) \w|needs? (?:an?|at least|two|one"
    r"|\d|their|its|approval|sign-?off|tests?|docs)\b"
    r"|gets? (?:an?|their|its|at least|one|two|no) |goes? (?:in|into|under|through|via|to|behind) "
    r"|(?:lives?|belongs?|sits?) (?:in|under|next to|beside) |(?:starts?|ends?|begins?) with "
    r"|follows? |(?:is|are) (?:named|called|written|kept|generated|squashed|squash-merged"
    r"|rebased|signed|reviewed|optional|mandatory|required|forbidden|banned|off[- ]limits|append-only"
    r"|immutable|read-only)\b|stays? (?:under|below|in) |comes? with )"
)


def _many(made: str) -> str:
    return rf"(?:(?:{made})(?<=s)|codegen|generated (?:code|stuff))"


def _general() -> str:
    """All of a kind that a team makes."""
    made = listed("made")
    return (
        rf"(?:(?:every|each|any)(?: new)? (?:[\w/-]+ ){{0,2}}?(?:{made})"
        rf"|(?:(?:all|all new|new|our|any|no) (?:[\w/-]+ ){{0,2}}?|(?!the |my |your |these |those"
        rf" |some |two |three |both )(?:[\w/-]+ )?){_many(made)}){_WHERE}"
    )


# Words that make a rule of what stands behind a colon; not `no changes`, which tells of a state.
_RULED = (
    r"(?:no (?!changes?|need|idea|errors?|issues?|problems?|luck|longer|output|effect|difference"
    r"|results?|data|tests?|response|clue|more|way)\w|never|always|only|everywhere|must|at most|at least"
    r"|instead of|rather than|not by hand)\b"
)
# Set a flag and get out, keep it short: how a kind of thing is done.
_DONE = rf"(?:{DO}|{DO_IN_CODE}|set|get|stick|wrap|one|two|static|strict)\b"


def _headed() -> str:
    """A heading, a colon, and what holds for what it names."""
    made, parts = listed("made"), listed("parts")
    named = rf"{made}|{parts}|{listed('technology')}"
    return (
        # interrupt handlers: set a flag and get out
        rf"(?:(?:for|in|with|on) )?(?:all |our )?(?!the )(?:[\w/-]+ ){{0,2}}?{_many(made)}"
        rf"{_WHERE}: {_DONE}.+"
        # for figures in the paper: vector PDF, font size 9
        rf"|(?:for|in) (?:all |our )?(?!the )(?:[\w/-]+ )?{_many(made)}"
        rf"(?: in the \w+)?: .{{8,}}"
        # gdscript: static typing everywhere; for the firmware: no malloc after init
        rf"|(?:(?:for|in|with|on) )?(?:the |our |all )?(?:[\w/-]+ )?(?:{named}){_WHERE}:"
        rf" (?:[^.:]+ )?{_RULED}.*"
        # as with all endpoints: cursor pagination; house rules: …; we are strict about names: …
        rf"|(?:same )?as (?:always )?(?:with|for|in|on) (?:all|every|any|each)(?: \w+){{1,3}}[:,] .{{8,}}"
        rf"|(?:{listed('headed')})(?: (?:here|for \w+))?: (?P<told>.{{8,}})"
        rf"|(?:with|about|on|when it comes to) [\w /-]{{2,30}},? we are (?:\w+ )?{_STRICT}[:,] .{{8,}}"
        rf"|we are (?:\w+ )?{_STRICT} (?:about|on|with) (?!this\b|that\b|it\b)[\w /-]{{3,40}}"
        rf"(?:[:,] .{{8,}})?"
        # anything that costs money: ask me first
        rf"|anything (?:that|which|with|touching|involving|in|under|on|over|to do with) [\w /.$-]{{2,50}}?[:,]?"
        rf" (?:(?:please |always |you )*(?:ask|tell|warn|check with|show|confirm with|wait for)\b"
        rf"(?: me)?.*|needs my (?:ok|okay|approval|go|sign-?off).*|is off[- ]limits.*)"
    )


_STRICT = r"(?:strict|picky|religious|serious|pedantic|fussy|anal)"
_NAMED = (
    r"(?:branch(?:es)?(?: names?)?|commit messages?|commits|tags|(?:PR|MR) titles?|test names|tests"
    r"|file names|filenames|migrations|env vars|tickets?|labels|releases|versions)"
)


# …, chromatic blocks the merge without it: why, which is worth keeping too.
_RULES = LazyPattern(
    lambda: (
        rf"(?P<rule>"
        # PRs need two approvals; every ADR goes into docs/adr; new components get a story
        rf"{_general()} {_MUST}.*"
        # customer data never leaves the country
        rf"|(?:{listed('guarded')}) (?:never|must never|must not|may not|cannot|must always"
        rf"|(?:is|are) (?:never|always)|must be)\b .+"
        # named exports only; squash merge only
        rf"|(?!(?:make|do|use|edit|change|touch|add|fix|update|run|keep|the|this|these|my)\b)"
        rf"(?:[\w`'/-]+ ){{0,2}}(?:{listed('ways')}) only(?: (?:in|for|from|on) [\w/. -]{{2,40}}?)?"
        rf"(?:(?:,| [–—-]| and) .+)?"
        # no raw SQL in controllers, no deploys on Fridays
        rf"|no (?:{listed('banned')})(?: (?:or|and|,) (?:{listed('banned')}))? (?:in|inside|outside"
        rf"|on|after|before|without|from|to|into|during)"
        rf" (?!(?:this|that|these|those|here|it|case|particular)\b)\S.*"
        # one migration per PR
        rf"|(?:only |at most |exactly )?(?:one|1) [\w-]+ per (?:{listed('made')}|file|class|function"
        rf"|method|line)(?:, .+)?"
        # UTC everywhere, never local time
        rf"|(?=.*\b(?:{listed('made')}|{listed('ways')}|{listed('technology')})\b)"
        rf"[\w`'/-]+(?: [\w`'/-]+){{0,5}}, never [\w`'/-]+(?: [\w`'/-]+){{0,4}}"
        rf"|{_headed()}"
        # branch names = <initials>/<ticket>; commit messages start with the ticket
        rf"|(?:our )?{_NAMED}{_WHERE} ?(?:=|:|are|follow|look like|are named|named|start with|go by)"
        rf" ?(?:like )?(?:[\"'`]?[\w-]*[<\[{{]\w.*|`.*|(?:the )?(?:conventional commits?|semver|calver"
        rf"|(?:ticket|issue|jira) (?:number|key|id))\b.*)"
        # I want plans before code
        rf"|I (?:always )?(?:want|need|expect) (?:to see )?(?:an? )?(?:short )?(?:plans?|outlines?"
        rf"|tests?|designs?|diffs?|drafts?|mock-?ups?|sketch(?:es)?|summar(?:y|ies)|specs?)"
        rf" (?:before|first, then) (?:any )?(?:code|coding|implementation|edits|changes)\b.*"
        rf")[.!]*"
    ),
    re.IGNORECASE,
)
# What comes after it is done once: …, so split it; …, please fix that.
_THEN = LazyPattern(
    r"(?:,| [–—-]|;) (?:so |and |then |but )*(?:please|pls|can you|could you|(?:so|and|then)"
    r" (?:split|fix|change|update|move|rename|make|add|remove|write|use)|apply|fix)\b.*$"
    r"|,? (?:pls|please|thanks|thx)[.!]*$",
    re.IGNORECASE,
)
_ONCE = LazyPattern(
    r"\b(?:for now|this (?:time|one|file|function|test|branch|pr|commit|ticket)|right now|currently"
    r"|at the moment|today|yet|any ?more|failing|failed|fails|broken|instead of that|we (?:should"
    r"|could)|i think|maybe|probably|does not work)\b|\?",
    re.IGNORECASE,
)
# No deploys from the 1st to then: when that is, was said before.
_POINTS = LazyPattern(r"\b(?:(?:to|until|till|since|before|by|in|from|than) (?:then|there|that|those|these)|too|as well)$", re.IGNORECASE)
# …, CI blocks the merge without it: half of a reason.
_BACK = LazyPattern(r", [^,]*\b(?:it|them|that|this)$", re.IGNORECASE)
_SPACE = LazyPattern(r" +(?=[ ,.;]|$)")
_LEADING = LazyPattern(_LEAD, re.IGNORECASE)
_LONGEST = 240


def rule(sentence: str) -> str:
    """The convention that a sentence states, without what is to be done about it now; empty:
    none. Reads text without contractions."""
    if len(sentence) > _LONGEST:
        return ""
    said = _BACK.sub("", _THEN.sub("", _SPACE.sub("", sentence)).strip(" ,.;"))
    lead = _LEADING.match(said)
    bare = said[lead.end() :] if lead else said
    if _ONCE.search(bare):
        return ""
    match = _RULES.fullmatch(bare)
    return (match["told"] or bare) if match and not _POINTS.search(bare) else ""
