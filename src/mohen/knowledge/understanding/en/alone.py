"""Whether an English sentence stands by itself: nothing in it is known to its conversation only."""

from __future__ import annotations

import re
from collections.abc import Iterator

from mohen.knowledge.policy import Extraction
from mohen.knowledge.understanding import entities
from mohen.knowledge.understanding.en.events import day_first, find_days, without
from mohen.knowledge.understanding.en.openings import (
    DOCTOR,
    LEADS_IN,
    TRAILS,
    is_dropped,
    is_of_a_book,
)
from mohen.knowledge.understanding.en.phrases import PETS, ROLE, is_past
from mohen.knowledge.understanding.en.signs import ADDRESS
from mohen.knowledge.understanding.entities import is_common
from mohen.text import numerals
from mohen.text.dates import Local
from mohen.text.lazy_pattern import LazyPattern
from mohen.text.word_lists import topics, words


def signs(topic: str) -> str:
    """As alternatives, from `data/`."""
    listed = topics(entities.__file__, "en/alone.txt")[topic]
    return "|".join(each.replace("_", " ") for each in listed.split())


# The city, the game: which, was said before. The city of Lyon, the game I lost and since the
# accident say it.
_THE = LazyPattern(
    lambda: (
        rf"(?<!\bsince )\bthe (?!(?:{signs('shared')}|{signs('known')})\b|[A-Z0-9\"“'‘]"
        r"|(?:route|line|highway|bus|tram|room) \d|same \w+ \w|(?:pen )?name [A-Z]"
        r"|(?:[\w'-]+ ){0,2}(?:most"
        r"|best|latest|biggest|whole|entire|local|\w+est|first (?:time"
        r"|day|year"
        r"|half|week)) \w|last \w+ (?:years|months|weeks|days)\b|(?:[\w'-]+ ){1,4}(?:of|for|at"
        r"|in|behind"
        r"|on|by|that|which|who|whose|where|I|we|my|their|about|with|from|between|near|called"
        r"|named)"
        r"\b(?! (?:\d|the week\b|(?:the )?(?:\d|mon(?!th)|tues|wednes|thurs|fri|satur|sun)|\w+ber "
        r"|may |june"
        r" |july |april |march )))"
    )
)
_VAGUE = LazyPattern(
    lambda: (
        rf"\b(?:{signs('vague')})(?!\w)|(?:^|[,;] |and |but |so )that(?:['’]s| is| was| will"
        rf"| would)\b"
    ),
    re.IGNORECASE,
)
# A setback, great news, some difficulties: what they were, is not said.
_EMPTY = LazyPattern(
    lambda: (
        r"\b(?:an?|some|any|the|great|good|bad|big|major|huge|that|many|several|few|new|awesome"
        r"|cool"
        rf"|amazing|different|other|two|three|lot of)(?: \w+){{0,2}} (?:{signs('empty')})"
        r"(?= ?(?:\(|$|on \d|in \d|in the week|recently|lately))"
    )
)
# Bolder designs: than which. I am determined to improve: at what.
_LEANS = LazyPattern(
    lambda: rf"\b(?:{signs('compared')})|\b(?:{signs('unfinished')})(?=$|[.!]|,| \(| and\b|[\"”])",
    re.IGNORECASE,
)
_SOMEBODY = LazyPattern(
    rf"\b(?:{ROLE}|{PETS}|guy|girl|woman|man|lady|boy|person)\b|(?<!^)\b(?!I\b|The\b)[A-Z][a-z]+"
    r"|^(?!The user\b)[A-Z][a-z]+ (?=\w+s\b|\w+ed\b|is\b|was\b|has\b|and I\b)"
)
_OF_MINE = LazyPattern(rf"\b[Mm]y (?:[\w-]+ )?(?:{ROLE})\b")
_HE = LazyPattern(r"\b(?:he|she|him|her|his|hers|himself|herself)\b", re.IGNORECASE)
_IT = LazyPattern(r"\b(?:it|its|itself|they|them|theirs)\b", re.IGNORECASE)
_THEIR = LazyPattern(r"\btheir\b", re.IGNORECASE)
# I draft by hand and then type it up: what is drafted.
_AND_THEN = LazyPattern(r"\bI \w+ .*\band then \w+ $")
_A_THING = LazyPattern(r"\b(?:an?|my|our|the|every|each|some|two|three|four|five|\d+|their) \w+")


def dangles(text: str) -> bool:
    """Whether a sentence points at what is not in it."""
    if any(each.search(text) for each in (_VAGUE, _THE, _EMPTY, _LEANS)):
        return True
    he, it = _HE.search(text), _IT.search(text)
    return (he is not None and not _SOMEBODY.search(text, 0, he.start())) or (
        it is not None
        and not _A_THING.search(text, 0, it.start())
        and not _AND_THEN.search(text, 0, it.start())
        and not (it.group() == "they" and _OF_MINE.search(text, 0, it.start()))
    )


# Two finite verbs that are not joined, or a subject that stands twice: it was cut wrongly.
_TORN = LazyPattern(
    r"^The user\b.*\bthe user (?:is|was|has|had|will|would|does|did|can|\w+ed)\b"
    r"|\b(?:has|have) been \w+ing .*\b(?:has|have) been\b|^[A-Z]\w+ing (?:forward|to|for|at)\b"
    r"|\b(?:to|will|can|would|could|should|may|might) (?:is|are)\b"
    r"|^(?:In|On) (?:the week of )?\d{4}\S* (?:is|are|was|were|has|have|had|will)\b"
    r"|\bis more into (?!.*\bthan\b)"
    # we're a three piece, gig's on the 29th; widowed, Tom passed in September
    r"|^The user is an? [^,]{3,40}, (?:[\w']+ ){1,3}(?:is|are) (?:on|in|at)\b"
    r"|^The user is [^,]{2,40}, [A-Z]\w+ (?:passed|died|left|was|has|had|is)\b"
    # we're migrating in Q2: what
    r"|^The user is (?:migrating|upgrading|shipping|releasing|deploying|launching|switching)"
    r" (?:in|by|on) \S+$"
)


# What is over, or holds at the time of telling only: without that time it says too little.
_FOR_NOW = LazyPattern(lambda: rf"\b(?:{signs('timed')})\b")
_DID = LazyPattern(
    r"^The user(?: and [^.]{1,30}?| finally|'s [\w ]{1,30}?)? (?!used\b|was\b|were\b|need\b"
    r"|grew\b|lived\b"
    r"|wanted\b|decided to\b|chose\b|went with\b)(?P<verb>[a-z]+) "
)
_BEFELL = LazyPattern(
    r"^The user(?:'s [\w ]{1,30}?)? (?:was|were|got|has been) (?:fired|laid off|let go|hired"
    r"|diagnosed|evicted|robbed|arrested|rejected|accepted|hospitali[sz]ed|made redundant"
    r"|furloughed)\b"
)
_DAY = LazyPattern(r"\d{4}-\d\d|\b(?:19|20)\d\d\b")


def needs_day(content: str) -> bool:
    if _DAY.search(content):
        return False
    did = _DID.match(content)
    return bool(_FOR_NOW.search(content) or _BEFELL.match(content)) or (
        did is not None and is_past(did["verb"])
    )


# All the yellow leaves: on a picture. A favorite scene: of what.
_TASTE = LazyPattern(
    r"^(?:The user|[A-Z]\w+)(?:'s \w+)? (?:likes|loves|hates|enjoys|dislikes|prefers)"
    r" (?:(?:all|both) )?(?P<what>.+)"
)
_OF_WHAT = LazyPattern(
    r"favorite (?:character|part|scene|episode|line|moment|one|spot|verse|chapter|version|memory)s?"
    r" (?:is|are|was|were) (?!.*\b(?:of|in|from|on)\b)"
)


# Nearly everybody has a cousin.
_OF_ANYBODY = LazyPattern(
    r"The user has an? (?:cousin|uncle|aunt|friend|roommate|neighbou?r|housemate|flatmate|coworker"
    r"|colleague|classmate|family)$"
)


def told_whole(content: str, *, free: bool) -> bool:
    """Whether what was made of a clause says all by itself. `free`: in the clause's own words."""
    if _TORN.search(content) or _OF_WHAT.search(content) or _OF_ANYBODY.match(content):
        return False
    if free and dangles(content):
        return False
    taste = _TASTE.match(content)
    return taste is None or not (_THE.match(taste["what"]) or _NOWHERE.fullmatch(taste["what"]))


# Love theme: half of the self-acceptance and love theme. Painting together: with whom.
_NOWHERE = LazyPattern(
    r"(?:not )?(?:everywhere|anywhere|always|around|being (?:in|on|at) the \w+)"
    r"|(?:theme|vibe|look|idea|way|part|place|view|sound|design|colou?r|energy|concept)s?"
    r"|\w+ing together|more [\w-]+(?:ic|al|ed|ive|ous|ful|ble|ant|ent) (?!.*\bthan\b).*"
)


# -- What was said, in the user's own words.


_LEADS = LazyPattern(
    # Because I work nights; not: since my stroke I type with one hand
    rf"^(?:(?:{LEADS_IN}|(?:because|since|though|although|while|as|even though|cause|'cause)"
    r"(?! (?:[^,]{2,80}, (?:I|we|my|our)|(?!I\b|we\b)[^,]{2,60}(?<!and) (?:I|we))\b)|and|but|so"
    r"|also|plus"
    r"|then|or|oh|well|yeah"
    # No, we use tabs; not: no new dependencies
    r"|yes|yep|yup|no(?=[,.!:…—-]| (?:i|we|it|that|this|the|my|our|you|he|she|they)\b)|nope|hey"
    r"|hi|ok|okay|haha+|lol|wow|btw|by the way|anyway|actually|honestly"
    r"|sure|true|right|especially|speaking of [^,.!?]{1,40}|thanks|thank you"
    r"|as for me|for me|for context|in addition|in fact|to be honest|tbh|dude|man|bro|girl|guys"
    r"|you know|woah|whoa|um+|hm+|aw+|ah+)(?:[,!.:…—-]+\s*|\s+))+",
    re.IGNORECASE,
)
_ENDS = " \t\n,;:.!…-–—"
_ASKS = LazyPattern(lambda: rf"\?|\b(?:{signs('asks')})\b|^(?:{signs('opens')})\b")
# I'll check that out: said in answer to a suggestion.
_ANSWERS = LazyPattern(
    r"\bI(?:['’]ll| will| might| may|['’]m (?:definitely )?going to|['’]m gonna) (?:definitely "
    r"|also"
    r" |probably |just |try |be sure |make sure |maybe )*(?:to )?(?:check|look|try|consider|keep"
    r"|give"
    r"|take a look|see|start|use|reach|focus|think|explore|add|aim|look)\b(?!.*\d)"
)
_OF_ONE = LazyPattern(r"\b(?:I|I['’]\w+|[Ww]e|[Ww]e['’]\w+|[Mm]y|[Oo]ur|me|us|[Ii]m|[Ii]ve|i)\b")
# My trips to the Maldives: nothing is said of them.
_POINTS_FIRST = LazyPattern(
    lambda: (
        rf"(?:{signs('points')})\b|(?:my|our) (?!.*\b(?:is|are|was|were|has|have|had|will|can|\w+ed"
        r"|\w+['’]s|comes?|goes|starts?|takes?|costs?|loves?|likes?|lives?|works?|needs?|wants?"
        r"|gave|got|went|made|said|told|taught|died|left|lost|turns?|runs?|sells?|plays?|sleeps?"
        r"|speaks?|keeps?|stays?|eats?|does|gets?|lands|leaves|arrives|departs|ends|opens|closes"
        r"|weighs?|measures|holds|pays?|earns?|charges|expires|renews|averages|covers|seats|burns"
        r"|uses?|makes?|gives|brings)\b)"
    ),
    re.IGNORECASE,
)
_TALKS_OF_TALK = LazyPattern(lambda: rf"\b(?:{signs('talk')})\b", re.IGNORECASE)
_WHO_DOES = "I|we|he|she|it|they|you"
_CUT_OFF = LazyPattern(
    r", (?:says|said|goes|went|replied) (?:[A-Z]\w+|he|she|the \w+)$|\b(?:(?<!and )[A-Z]|no|vs|Dr"
    r"|Mr|Mrs|Ms|St|op|e\.g|i\.e|etc)$"
    # I'm a teenager, and while I've never been to a therapist
    r"|,? (?:and|but) (?:while|throughout|now since"
    r"|since(?! (?:\d|Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec))|although|even though|for"
    r" some reason)\b"
    r"[^,]*$"
    # I crammed for an exam, so when I got home
    rf"|,? (?:so|and|but) (?:when|if|once|before|after|until) (?:{_WHO_DOES})\b(?:(?!\b"
    rf"(?:{_WHO_DOES})\b)[^,])*$"
    # After my tennis workout
    r"|^(?i:(?:\w+: )?(?:after|before|during|without|despite|besides)) (?:(?!\b(?:I|we)\b)[^,])*$"
)
_WORDS_LEAST, _DROPPED_LEAST = 4, 2


_ASIDE = LazyPattern(r"\s*\[[^\[\]]*\]")
_ITEM = LazyPattern(r"^\d{1,2}[.)]\W+")
_TO_WHOM = LazyPattern(
    rf",? (?:and |but )?(?:to be honest|honestly|tbh|you know|lol|haha+|though|tho|{TRAILS})$"
    r"|^[A-Z][a-z]+, (?=I\b|my\b|we\b)"
    # Paris, Texas and my maiden name, Kowalska are no words to somebody of that name
    r"|(?<= )(?P<last>(?!name\b|called\b)[a-z][\w'’-]*), [A-Z][a-z]+$"
)


# I work nights at a bakery, can I freeze dough; Node is pinned to 18.17, pls downgrade that.
# Not: no new dependencies, please ask me first.
_CLOSES = LazyPattern(
    r",(?!\d) ?(?:so |and |but )?(?:(?:can|could|should|would|do|does|did|is|are|will|shall)"
    r" (?:I|i|you|we|it|they|he|she|there|this|that)|(?:what|how|why|where|when)(?:['’]s"
    r"| (?:is|are|do|does|can|could|should|would|much|many|long|about|to)))\b[^,]*$"
    r"|,(?!\d) ?(?:so |and |then |but )?(?:pls|please) (?!ask|tell|check|use|keep|write|never"
    r"|always|only|do not|don['’]t|no\b)[^,]*$"
    r"|,(?!\d) ?(?:so|then) (?:split|fix|adapt|rename|downgrade|upgrade) (?:it|that|this|them"
    r"|the)\b[^,]*$"
)


def bare(text: str) -> str:
    """Without what leads into it and says nothing."""
    said = _CLOSES.sub("", _ASIDE.sub("", text).strip(_ENDS))
    said = _LEADS.sub("", _ITEM.sub("", said)).strip(_ENDS)
    said = _TO_WHOM.sub(lambda match: match["last"] or "", said).strip(_ENDS)
    return f"{said[:1].upper()}{said[1:]}"


# On Wednesdays I look after my grandson: when or where, and then who.
_LED_BY = LazyPattern(
    r"(?:in|on|at|for|with|to|during) (?!(?:the (?:end|meantime|past)|addition|fact|general|this"
    r"|that|terms|\w+ing)\b)(?:[\w'’-]+ ){1,7}?(?:I|we)\b(?!['’]ll| need| want)",
    re.IGNORECASE,
)


def stands(said: str, *, own: bool) -> bool:
    """Whether it is a statement of the speaker's own life that needs no other. `own`: it is known
    to be of the speaker."""
    dropped, of_a_book = is_dropped(said), is_of_a_book(said)
    return (
        len(said.split()) >= (_DROPPED_LEAST if dropped else _WORDS_LEAST)
        and not _ASKS.search(f"{said[:1].lower()}{said[1:]}")  # How I Met Your Mother asks nothing
        and (own or dropped or of_a_book or bool(_OF_ONE.search(said)))
        and (dropped or of_a_book or bool(_LED_BY.match(said)) or not _POINTS_FIRST.match(said))
        and not _TALKS_OF_TALK.search(said)
        and not _ANSWERS.search(said)
        and not _CUT_OFF.search(said)
        and (of_a_book or not (_THEIR.search(said) or dangles(said)))
        and not (of_a_book and _VAGUE.search(said))
    )


_NUMBER = LazyPattern(
    rf"(?<![\w])[$€£]?\d[\d,.:/x-]*\d%?|(?<!\w)[$€£]?\d%?|(?i:\b{numerals.WORD}\b)"
)
_NAMED = LazyPattern(r"(?<=[a-z0-9,;:&)\"'”’] )[\"“'‘]?(?P<name>[A-Z][\w'&-]*\w|[A-Z]\b)")


_PLACE = LazyPattern(ADDRESS)
_ONE = ("one", "zero")
_NOBODY = LazyPattern(r"(?:I['’]\w+|I(?:m|ve|ll|d)|LOL|OMG|BTW|TBH|ASAP|FYI)$", re.IGNORECASE)


def held(said: str) -> Iterator[str]:
    """The numbers and names in it."""
    for number in _NUMBER.finditer(said):
        if number.group().lower() not in _ONE:
            yield number.group()
    for place in _PLACE.finditer(said):
        yield place.group()
    for name in _NAMED.finditer(said):
        if not is_common(name["name"]) and not _NOBODY.match(name["name"]):
            yield name["name"]


def dayless(said: str, local: Local, policy: Extraction) -> str:
    said = day_first(said)
    days = find_days(said, local, policy)
    return without(said, days) if days else said


# What changes what the words beside it say: my late father, only on paper, four so far.
_QUALIFIES = LazyPattern(
    r"\b(?:only|late(?= (?:\w+ )?(?:father|dad|mother|m[ou]m|wife|husband|brother|sister|partner"
    r"|son"
    r"|daughter|grand\w+|uncle|aunt|friend|dog|cat))|former|almost|nearly|half|barely|rarely|seldom"
    r"|except|without|so far|temporarily|until|part-time|because of|both|ex|mostly|mainly"
    r"|at (?:home|work))\b",
    re.IGNORECASE,
)
_WORD = LazyPattern(r"[A-Za-z][A-Za-z'’-]+")
_LABEL = LazyPattern(r"^\w+: ")
_STEM, _LOST_FROM = 4, 2
_SAYS_LITTLE = words(
    """
    the and but for with that this these those have has had was were are is am be been being not
    you your our out off just really very also too its they them their there here what when where
    which who how why will would can could should some any all more most much many lot lots of to
    in on at by from as an or so if my me we us do does did about into over up down now then than
    don't didn't doesn't can't won't isn't aren't wasn't haven't anymore longer she's he's they're
    we're it's that's you're i'd he she him her his hers who's myself
    still even actually currently recently lately well oh yeah yes like love got get it one ones
    since because while though although always ever never quite pretty super definitely totally
    honestly basically especially particularly great good nice amazing awesome fun cool new big
    little bit kind sort way thing things stuff time back again today tomorrow yesterday tonight
    last next morning afternoon evening night week weekend month year day days weeks months years
    ago going gonna think thinking guess feel try trying want wanted need old called named name
    work working job live living make makes made please thanks hey hi ok okay btw fwiw fyi know
    remind context background should however finally already soon other another each every user
    """
)
_YEAR = LazyPattern(r"(?<=in )(?:19|20)\d\d\b")
# For how long, or since when.
_SPAN = LazyPattern(
    rf"\b(?:for (?:about |over |almost |nearly )?(?:\d+|{numerals.WORD}) (?:years?|months?)"
    rf"|when (?:I|we) (?:was|were) (?:about )?(?:\d+|{numerals.WORD})"
    r"|(?<=\w )(?<!especially )since (?:(?:I|we) (?:was|were|had|got|left|quit|\w+ed)"
    r"|(?:my|our|the|her|his|early|late) \w+|\d{4}))\b",
    re.IGNORECASE,
)
_AT_HOME = LazyPattern(r"\bliv(?:es|ed) in\b")  # a home is one, however long it has been
# What has a verb of its own beside the rest.
_BESIDE = LazyPattern(
    r",(?!\d) (?!by the way|btw|and|or)| but (?!I\b)|(?:,| and)+ (?:they|he|she)(?:['’]\w+)? "
    r"|,? (?:when|while|before|after|until|because)"
    r" (?:I|we|my|our|it)(?:['’]\w+)? "
)
# … and it was awesome, and I want to get better: how it was, and what is wanted now.
_COMMENT = LazyPattern(
    r"(?:(?:[,;:]| [-–—])|(?: (?:and|but|so|which|as|since|because)))"
    r"(?: (?:and|but|so|which|as|since|because)){0,2} (?:it(?:['’]s| is| was| has|['’]ll"
    r"|['’]d| would)?|that(?:['’]s| was| is)|which|they|I(?:['’]m| am)(?: \w+)? (?:excited|happy"
    r"|glad"
    r"|hoping|trying|looking|thinking|ready|interested|wondering|sure|planning)|(?:I|we)(?:['’]d"
    r"|['’]ll"
    r"|['’]ve been| will| would)?(?: \w+)? (?:want|need|hope|think|feel|love|like|guess|try|loved"
    r"|enjoyed|thought|realized|wonder|plan)) .*$",
    re.IGNORECASE,
)


def leaves_out(said: str, made: str, *, dated: bool) -> bool:
    """Whether words of a sentence that say something are missing in what was made of it: several,
    or one that the rest hangs on. `dated`: its day is known beside the words."""
    if any(each.group() not in made for each in _YEAR.finditer(said)):
        return True
    if dated:
        return False
    told = {_stem(each.group()) for each in _WORD.finditer(made)}
    if any(each.group().lower() not in made for each in _QUALIFIES.finditer(said)):
        return True
    spans = () if _AT_HOME.search(made) else _SPAN.finditer(said)
    if any(each.group().lower() not in made for each in spans):
        return True
    plain = _COMMENT.sub("", DOCTOR.sub("", _LABEL.sub("", bare(said))))
    beside = _BESIDE.search(plain)
    return len(_lost(plain, told)) >= _LOST_FROM or bool(
        beside and _lost(plain[beside.start() :], told)
    )


def _lost(said: str, told: set[str]) -> list[str]:
    return [
        each.group()
        for each in _WORD.finditer(said)
        if not _NOBODY.match(each.group())
        and numerals.value(each.group()) is None
        and each.group().lower().replace("’", "'") not in _SAYS_LITTLE
        and _stem(each.group()) not in told
    ]


def _stem(word: str) -> str:
    return word.lower().replace("’", "'").removesuffix("'s").rstrip("s")[:_STEM]
