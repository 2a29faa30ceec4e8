"""What a team keeps to, said as it is and not as a wish: PRs need two approvals, no raw SQL.

Such a rule speaks of how programs are made and kept (commits, tests, migrations), of all of a kind.
What a product shows or checks (every form must have a label) is asked for with the work, what a
language wants (pointers need to be freed) anybody may read, and what is said of one thing (the
tests must pass) is over with it.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache

from mohen.knowledge.understanding import entities
from mohen.knowledge.understanding.en.phrases import expanded
from mohen.knowledge.understanding.en.standing import DO, DO_IN_CODE, manner, wish
from mohen.text.lazy_pattern import LazyPattern
from mohen.text.word_lists import topics, words


def listed(topic: str) -> str:
    """As alternatives, from `data/`."""
    lines = topics(entities.__file__, "en/conventions.txt")[topic]
    return "|".join(each.replace("_", " ") for each in lines.split())


# Most sentences speak of nothing of the kind, and a look at how their words begin says so.
_BEGINNING = 6
_MORE = words(
    """
    plan outline test design diff draft mock mock-up sketch summary spec code answer reply replies
    explanation response file class line semver calver conventional number name anything strict
    picky religious serious pedantic fussy stdlib library patterns style merging committing pushing
    deploying releasing opening commit push merge rebase squash amend force deploy release git label
    version keys
    """
)
_ANYBODYS = words(
    "the to of for in on is if it help any how here read set some we do time couple few way"
)
_LITERAL = LazyPattern(r"[a-z0-9]{2,}\??", re.IGNORECASE)
_WORD = LazyPattern(r"[a-z0-9.]{2,}", re.IGNORECASE)
_VERSION = LazyPattern(r"\bv\d", re.IGNORECASE)


@cache
def _beginnings() -> frozenset[str]:
    every = topics(entities.__file__, "en/conventions.txt").values()
    literal = {each.group().lower() for said in every for each in _LITERAL.finditer(said)}
    whole = {each.rstrip("?") for each in literal} | {
        each[:-2] for each in literal if each.endswith("?")
    }
    return frozenset(each[:_BEGINNING] for each in (whole | _MORE) - _ANYBODYS)


@lru_cache(maxsize=256)
def is_spoken(text: str) -> bool:
    """Whether any word of it may be one of those who write programs."""
    begun = {each.group()[:_BEGINNING].lower() for each in _WORD.finditer(text)}
    return not begun.isdisjoint(_beginnings()) or bool(_VERSION.search(text))


_LEADING = LazyPattern(
    r"(?:(?:oh|and|also|so|but|ok|okay|hm+|fyi|btw|by the way|note that|remember that"
    r"|just so you know|(?:one|another|last|small) (?:more )?(?:thing|rule|request)(?: though)?"
    r"|as (?:always|usual)|as a (?:rule|reminder)|in general|generally|like i said"
    r"|\d{1,2}[.)]|[-*•])[,:]? ?)*",
    re.IGNORECASE,
)
_WHERE = (
    r"(?: (?:here|in (?:this|our|the) (?:project|repo|repository|codebase|monorepo|app|team)))?"
)
# Small, not `for the`: what stands before the kind of thing.
_WHICH = (
    r"(?:(?!(?:for|in|with|on|of|the|a|an|my|your|these|those|some|two|three|both|this|that|all)\b)"
    r"[\w/-]+ )"
)
# Where it belongs and what it comes with: so only a rule is said.
_KEPT = (
    r"(?:go(?:es)? (?:in|into|under|through|via|to|behind|against) "
    r"|(?:lives?|belongs?|sits?) (?:in|under"
    r"|next to|beside) |(?:starts?|ends?|begins?) with |comes? with "
    r"|(?:is|are) (?:named|kept|generated|off[- ]limits)\b"
    r"|gets? (?:an?|their|its|at least|one|two|no) )"
)
# Of how something is done from now on; not that it should pass, work or be fixed.
_MUST = (
    r"(?:(?:must|should (?:always|never)|(?:have|has|needs?|are|is) to|(?:may|can|should) only"
    r"|cannot|must not|may not|are not allowed to|(?:is|are) only allowed to)"
    r" (?!(?:pass|work|compile|succeed|be (?:green|fixed|updated|changed|adapted|removed|added"
    r"|rewritten)|match the|look|appear|also)\b)\w"
    r"|(?:always|never) \w|(?:is|are) (?:always|never) (?!so\b|very\b|too\b)\w"
    r"|needs? (?:an?|at least|two|one|\d|their|its|approval|sign-?off|tests?|docs)\b"
    r"|follows? |stays? (?:under|below|in) "
    r"|(?:is|are) (?:written|squashed|squash-merged|rebased|signed|reviewed|optional|mandatory"
    r"|required|forbidden|banned|append-only|read-only|reversible|idempotent)\b)"
)


def _many(made: str) -> str:
    return rf"(?:(?:{made})(?<=s)|codegen|generated (?:code|stuff))"


def _general() -> str:
    """All of a kind that a team makes, and what holds for it."""
    made, coded = listed("made"), listed("coded")
    return (
        # every ADR goes into docs/adr; PRs need two approvals
        rf"(?!our [\w -]+ (?:lives?|sits?) )"
        rf"(?:(?:every|each|any)(?: new)? {_WHICH}{{0,2}}?(?:{made})"
        rf"|(?:(?:all|all new|new|our|any|no) )?{_WHICH}{{0,2}}?{_many(made)}){_WHERE}"
        rf" (?:{_KEPT}|{_MUST}).*"
        # new endpoints need a test; helpers live in src/lib
        rf"|(?:(?:every|each|any|all) )?new {_WHICH}{{0,2}}?(?:{coded}){_WHERE}"
        rf" (?:{_KEPT}|{_MUST}).*"
        rf"|(?:(?:all|our|any|no) )?{_WHICH}{{0,2}}?(?:{coded})(?<=s){_WHERE} {_KEPT}.*"
        # commit messages should be in English
        rf"|(?:all |our )?{_WHICH}?(?:{listed('worded')}){_WHERE}"
        rf" (?:should|must|(?:have|need) to) (?:be|start|end|have|follow|use|say|fit|stay|read)\b.*"
        # all SQL goes through the query builder
        rf"|(?=.*\b(?:{made}|{coded}|{listed('parts')}|{listed('technology')})\b)(?:all |every )?"
        rf"{_WHICH}{{1,3}}go(?:es)? (?:through|via|behind) .+"
        # we never commit generated files
        rf"|(?=.*\b(?:{made}|{coded}|{listed('technology')})\b)we (?:never|always|only|do not(?:"
        rf" ever)?)"
        rf" (?:{DO_IN_CODE}|use|write|put)\b (?!(?:it|this|that|them)\b).*"
        # amounts are stored as integers in cents
        rf"|{_WHICH}?(?:{listed('amounts')})(?: in the \w+)? (?:is|are)(?: always)? (?:(?:stored"
        rf"|saved|kept|sent"
        rf"|passed|formatted)"
        rf"\b|(?:in )?(?:UTC|cents|ISO|ULIDs?|UUIDs?|integers)\b).*"
        # customer data never leaves the country
        rf"|(?:{listed('guarded')}|{listed('amounts')}) (?:(?:must |may |is |are )?never|must not"
        rf"|may not"
        rf"|cannot|must always|(?:is|are) always(?= \w+(?:ed|en|pt)\b)|must be)\b .+"
    )


# Words that make a rule of what stands behind a colon; not `no changes`, which tells of a state.
_RULED = (
    r"(?:never|always|only|everywhere|must|at most|at least|instead of|rather than|not by hand)\b"
)
_NONE = (
    r"no (?!changes?|need|idea|errors?|issues?|problems?|luck|longer|output|effect|difference"
    r"|results?|data|tests?|response|clue|more|way)\w"
)
# Set a flag and get out, keep it short: how a kind of thing is done.
_DONE = rf"(?:{DO}|{DO_IN_CODE}|set|get|stick|wrap|one|two|static|strict)\b"
_STRICT = r"we are (?:\w+ )?(?:strict|picky|religious|serious|pedantic|fussy)"
_ASK_FIRST = (
    r"(?:(?:please |always |you )*(?:ask|check with|warn|confirm with|wait for)\b(?: me)?"
    r"(?: first| before| for| beforehand|$).*|(?:please |always )*(?:tell|show) me (?:first"
    r"|before|the"
    r"|how much|what)\b.*|needs my (?:ok|okay|approval|go|sign-?off)\b.*|is off[- ]limits\b.*)"
)


def _headed() -> str:
    """A heading, a colon, and what holds for what it names."""
    made, coded = listed("made"), listed("coded")
    named = rf"{made}|{coded}|{listed('parts')}|{listed('technology')}"
    return (
        # interrupt handlers: set a flag and get out
        rf"(?:(?:for|in|with|on) )?(?:all |our )?{_WHICH}{{0,2}}?{_many(made)}{_WHERE}:"
        rf" (?!\w+ (?:it|them|those|these|the|this)\b){_DONE}.+"
        # for figures in the paper: vector PDF, font size 9
        rf"|(?:for|in) (?:all |our )?{_WHICH}?{_many(made)}(?: in the \w+)?: .{{8,}}"
        # gdscript: static typing everywhere; for the firmware: no malloc after init
        rf"|(?:(?:for|in|with|on) )?(?:the |our |all )?{_WHICH}?(?:{named}){_WHERE}:"
        rf" (?:{_NONE}|(?:[^.:]+ )?{_RULED}).*"
        # as with all endpoints: cursor pagination; house rules: …; we are strict about names: …
        rf"|(?:same )?as (?:always )?(?:with|for|in|on) (?:all|every|any|each)(?: \w+)?"
        rf" (?:{made}|{coded})[:,] .{{8,}}"
        rf"|(?:{listed('headed')})(?: (?:here|for \w+))?: (?P<told>.{{8,}})"
        rf"|(?:with|about|on|when it comes to) [\w /-]{{2,30}},? {_STRICT}[:,] .{{8,}}"
        rf"|{_STRICT} (?:about|on|with) (?!this\b|that\b|it\b)[\w /-]{{3,40}}(?:[:,] .{{8,}})?"
        # anything that costs money: ask me first
        rf"|anything (?:that|which|with|touching|involving|in|under|on|over|to do with)"
        rf" [\w /.$-]{{2,50}}?[:,]? {_ASK_FIRST}"
    )


# What is named by a pattern, and what shows one.
_NAMED = (
    r"(?:branch(?:es)?(?: names?)?|commit messages?|commits|tags|(?:PR|MR) titles?|test names|tests"
    r"|file names|filenames|migrations|env vars|tickets?|labels|releases|versions)"
)
_NAMES = (
    r"(?:[\"'`]?[\w-]*[<\[{]\w.*|`.*|(?:the )?(?:conventional commits?|semver|calver"
    r"|(?:ticket|issue|jira) (?:number|key|id))\b.*)"
)
_GIT = r"(?:commit|push|merge|rebase|squash|amend|force-?push|deploy|release)"
_FIRST = r"(?:plans?|outlines?|tests?|designs?|diffs?|drafts?|mock-?ups?|summar(?:y|ies)|specs?)"


def _short() -> str:
    """Said in few words."""
    made, ways, banned = listed("made"), listed("ways"), listed("banned")
    style, worded, used = listed("style"), listed("worded"), listed("technology")
    return (
        # named exports only; python 3.8 only
        rf"(?!(?:make|do|use|edit|change|touch|add|fix|update|run|keep|the|this|these|my)\b)"
        rf"(?:[\w`'/-]+ ){{0,2}}(?:{ways}) only(?: (?:in|for|from|on) [\w/. -]{{2,40}}?)?"
        rf"(?:(?:,| [–—-]| and) .+)?"
        rf"|(?:{used}) ?[\d.x]*\+?(?: and up| or newer)? only(?:, .+)?"
        # commit messages in the imperative; PRs against develop; type hints everywhere
        rf"|(?![^,]*\b(?:is|are|was|were|has|have|do|does|did|can|will)\b)(?:all |our )?{_WHICH}?"
        rf"(?:(?:{worded}) (?:in(?! (?:the|this|my) (?!imperative|present|past)| \S+[./])|with"
        rf"|without"
        rf"|as|under|over|on|max|at most|like)\b|PRs (?:against|to|into)\b"
        rf"|(?:{worded}):(?! (?:remove|list|add|fix|check|update|delete|rename|show)\b)).+"
        rf"|(?:{worded}|{style}) (?:everywhere|always|throughout)\b.*"
        # no raw SQL in controllers, no deploys on Fridays
        rf"|no (?:{banned})(?: (?:or|and|,) (?:{banned}))? (?:in|inside|outside|on|after|before"
        rf"|without|from|to|into|during) (?!(?:this|that|these|those|here|it|case)\b)\S.*"
        rf"|no (?:{banned}|{worded}|{style}) unless .+"
        # coverage must not drop below 85 %; line length 100
        rf"|(?!(?:test )?coverage (?:is|of)|bundle size (?:is|of))(?:the )?"
        rf"(?:max(?:imum)? |min(?:imum)? )?(?:{listed('measured')})"
        rf"(?: (?:must|may|has to|needs to|should|stays|is|of)| ?[:=])?"
        rf" (?:(?:not|never|stay|be|drop|fall|exceed|above|below|under|over|at least|at most|max)"
        rf" )*\d+.*"
        # one migration per PR; short answers please
        rf"|(?:only |at most |exactly )?(?:one|1) [\w-]+ per (?:{made}|file|class|function|method"
        rf"|line)(?:, .+)?"
        rf"|(?:short|brief|concise|terse) (?:answers?|replies|explanations|responses)"
        rf"(?:,? (?:please|pls|only))?(?:, .+)?"
        # UTC everywhere, never local time
        rf"|(?=.*\b(?:{made}|{ways}|{used})\b)"
        rf"[\w`'/-]+(?: [\w`'/-]+){{0,5}}, never [\w`'/-]+(?: [\w`'/-]+){{0,4}}"
        # branch names = <initials>/<ticket>; commit messages start with the ticket
        rf"|(?:our )?{_NAMED}{_WHERE} ?(?:=|:|are|follow|look like|are named|named|start with|go"
        rf" by)"
        rf" ?(?:like )?{_NAMES}"
    )


def _ordered() -> str:
    """Said as an order or a permission, of all of a kind and for good."""
    made, coded = listed("made"), listed("coded")
    style, used = listed("style"), listed("technology")
    return (
        # use early returns instead of nested ifs; keep functions under 40 lines
        rf"(?:please |always )?(?:use |prefer |write )(?=.*\b(?:{style})\b)(?!(?:the|this|an?)\b)"
        rf"[\w/ -]{{3,40}} (?:instead of|rather than|over|not) (?!the\b|this\b)[\w/ -]{{3,40}}"
        rf"|(?:keep )?(?:all )?{_WHICH}?(?:{made}|{coded})(?<=s) (?:(?:stay|are|should be|must"
        rf" be) )?"
        rf"(?:under|below|at most|max|shorter than) \d+ \w+.*"
        rf"|name (?:all |your )?(?:\w+ )?(?:booleans|variables|files|tests|branches|components"
        rf"|functions|constants|classes|tables|columns) .+"
        rf"|use (?:conventional commits|semver|semantic versioning|type hints)(?: .+)?"
        rf"|(?:please )?stick (?:to|with) (?:the )?(?:standard library|stdlib|existing (?:style"
        rf"|patterns|conventions)|{used})(?:, .+)?"
        # branch off develop; rebase, don't merge; squash before merging
        rf"|(?:always )?branch (?:off|from) (?:of )?(?!this\b|the\b)[\w/-]+"
        rf"(?:,? (?:and )?(?:not|never) [\w/-]+)?"
        rf"|{_GIT}, (?:do not|never) {_GIT}"
        rf"|(?:{DO_IN_CODE}|ask)\b(?![^,]*\b(?:last|this|these|two)\b)[^,]* before (?:merging"
        rf"|committing|pushing|deploying|releasing|opening (?:an?|the) (?:PR|MR|pull request))"
        rf"|I (?:will )?(?:always )?(?:do|write|make|handle|run) (?:the |all )?(?:commits?|git"
        rf"|releases?|deploys?|merges?|push(?:es|ing)?|committing|commit messages)(?:"
        rf" myself)?(?:,.*)?"
        # you can push to feature branches, but never to main; leave formatting to prettier
        rf"|you (?:can|may) {DO_IN_CODE}\b.*,? but (?:never|not|only|ask)\b.+"
        rf"|leave (?:the )?[\w ]{{3,30}} to (?:{used})"
        # I want plans before code
        rf"|I (?:always )?(?:want|need|expect) (?:to see )?(?:an? )?(?:short )?{_FIRST} before"
        rf" (?:any )?(?:code|coding|implementation|edits|changes)\b.*"
    )


# Our conventions: …; ok git stuff since you will be doing more of it, and then a list.
_HEADING = LazyPattern(
    lambda: (
        rf"(?:here (?:are|is)|these are)? ?(?:{listed('headed')})"
        rf"(?!.*\b(?:this (?:task|change|feature|one)|follow)\b)[^.?!:]{{0,60}}:?"
    ),
    re.IGNORECASE,
)
_ITEM = LazyPattern(r"\s*(?:\d{1,2}[.)]|[-*•])\s+(?=\S)")


def in_list(text: str, *, before: bool) -> bool:
    """Whether a thought is of a list of rules: its heading, or an item. `before`: whether the
    thought before it is."""
    return heads(text) or (before and _ITEM.match(text) is not None)


def heads(text: str) -> bool:
    """Whether a list of rules follows."""
    lead = _LEADING.match(text)
    return bool(_HEADING.fullmatch(text.strip(), lead.end() if lead else 0))


def by_itself(text: str) -> str:
    """An item of such a list as one says it without the others."""
    mark = _ITEM.match(text)
    return f"house rule: {text[mark.end() :]}" if mark else text


_GENERAL = LazyPattern(lambda: rf"(?:{_general()})[.!]*", re.IGNORECASE)
# Which most sentences have not.
_HOLDS_FOR_ALL = LazyPattern(
    rf"\b(?:{_KEPT}|{_MUST}|should|must|we only|do not|stored|saved|kept|sent|passed|formatted"
    rf"|UTC|cents|ISO"
    r"|ULIDs?|UUIDs?|integers)",
    re.IGNORECASE,
)
_RULES = LazyPattern(lambda: rf"(?:{_headed()}|{_short()}|{_ordered()})[.!]*", re.IGNORECASE)
# What comes after it is done once: …, so split it; …, please fix that.
_THEN = LazyPattern(
    r"(?:,| [–—-]|;) (?:so |and |then |but )*(?:please|pls|can you|could you|(?:so|and|then)"
    r" (?:split|fix|change|update|move|rename|make|add|remove|write|use)|apply|fix)\b.*$"
    r"|,? (?:pls|please|thanks|thx)[.!]*$",
    re.IGNORECASE,
)
# For now; what is wrong; what a product does.
_ONCE = LazyPattern(
    r"\b(?:for now|this (?:time|one|file|function|test|branch|pr|commit|ticket)|right now|currently"
    r"|at the moment|today|yet|any ?more|failing|failed|fails|broken|instead of that|we (?:should"
    r"|could)|i think|maybe|probably|does not work|(?:display|render|(?<!early )return|redirect"
    r"|respond)"
    r"(?:s|n|ed)?|shown?(?! me)|shows|twice|now(?=$|,))\b|\?",
    re.IGNORECASE,
)
# No deploys from the 1st to then: when that is, was said before.
_POINTS = LazyPattern(
    r"\b(?:(?:to|until|till|since|before|by|in|from|than) (?:then|there|that|those|these)|too"
    r"|as well)$",
    re.IGNORECASE,
)
# …, CI blocks the merge without it: half of a reason.
_BACK = LazyPattern(r", (?!I\b)[^,]*\b(?:it|them|that|this)$", re.IGNORECASE)
_SPACE = LazyPattern(r" +(?=[ ,.;]|$)")
_LONGEST = 240


@lru_cache(maxsize=256)
def rule(sentence: str) -> str:
    """The convention that a sentence states, without what is to be done about it now; empty:
    none. Reads text without contractions."""
    if len(sentence) > _LONGEST or not is_spoken(sentence):
        return ""
    said = _BACK.sub("", _THEN.sub("", _SPACE.sub("", sentence)).strip(" ,.;"))
    lead = _LEADING.match(said)
    bare = said[lead.end() :] if lead else said
    if _ONCE.search(bare) or _POINTS.search(bare):
        return ""
    if _HOLDS_FOR_ALL.search(bare) and _GENERAL.fullmatch(bare):
        return bare
    match = _RULES.fullmatch(bare)
    return (match["told"] or bare) if match else ""


def wishes(text: str) -> bool:
    """Whether a thought is a wish for the time to come, or states a convention."""
    told = expanded(text)
    return bool(wish(told) or rule(told) or manner(text))
