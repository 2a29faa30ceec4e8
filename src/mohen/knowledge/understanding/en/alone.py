"""Whether an English sentence stands by itself: nothing in it is known to its conversation only."""

from __future__ import annotations

import re
from collections.abc import Iterator

from mohen.knowledge.policy import Extraction
from mohen.knowledge.understanding.en.events import find_days, without
from mohen.knowledge.understanding.en.phrases import PETS, ROLE, is_past
from mohen.knowledge.understanding.entities import is_common
from mohen.text import numerals
from mohen.text.dates import Local
from mohen.text.lazy_pattern import LazyPattern


def _one_of(listed: str) -> str:
    """Words and phrases as alternatives; `_` is a space."""
    return "|".join(each.replace("_", " ") for each in listed.split())


# The gym, the piano and the sea are the same for everybody; the file is not.
SHARED = _one_of(
    """
    IT gym beach mountains? sea ocean lake river city country countryside suburbs? woods forest
    outdoors office hospital army navy military air_force marines police government public_sector
    piano guitar violin cello drums bass flute saxophone trumpet ukulele banjo viola harp clarinet
    accordion organ internet news radio theatre theater movies opera weekends? mornings?
    afternoons? evenings? nights? summers? winters? week day spring autumn fall past first_time
    youngest oldest eldest middle only dark cold heat sun rain train bus subway metro tube stairs
    door window_seat night_shift day_shift flu weather environment economy arts law church choir
    kids children baby dogs? cats? house garden yard family
    """
)
_KNOWN = _one_of(
    """
    user user's cinema airport bank library supermarket grocery_store mall park pool zoo vet
    dentist doctors? hairdresser barber pharmacy post_office world future campfire bathroom kitchen
    lottery pandemic lockdown moment holidays? stock_market ground air sky water road
    """
)
# The city, the game: which, was said before. The city of Lyon and the game I lost say it.
_THE = LazyPattern(
    rf"\bthe (?!(?:{SHARED}|{_KNOWN})\b|[A-Z0-9\"“'‘]"
    r"|(?:[\w'-]+ ){0,2}(?:most|best|latest|biggest|whole|entire|local|\w+est|first (?:time|day|year"
    r"|half|week)) \w|last \w+ (?:years|months|weeks|days)\b|(?:[\w'-]+ ){1,4}(?:of|for|at|in|behind"
    r"|on|by|that|which|who|whose|where|I|we|my|their|about|with|from|between|near|called|named)"
    r"\b(?! (?:\d|the week\b|(?:the )?(?:\d|mon|tues|wednes|thurs|fri|satur|sun)|\w+ber |may |june"
    r" |july |april |march )))"
)
_VAGUE = LazyPattern(
    r"\b(?:stuff|things?|something|someone|somebody|somewhere|anything|everything|these|those|such"
    r"|above|below|either|neither|whatever|etc|each other|as a team|(?:the|a|any|this|that) way"
    r"|so on|another one|(?:this|that) one|the (?:other|same|rest|topic|idea|specifics|plan)|and wow"
    r"|and such|was the user|like the user said|new skills|an instrument|simil\w*ar|others|took (?:a|some) (?:pictures?|photos?)|some (?:events|people"
    r"|changes|ideas|work|progress)|ha(?:s|ve) been (?:so |really |very |pretty )?(?:great|good|busy"
    r"|tough|amazing|crazy|hard|awesome))\b"
    r"|\bthis\b(?! (?:coming |past )?(?:morning|afternoon|evening|week|month|year|time of|spring"
    r"|summer|autumn|fall|winter|\w+day|january|february|march|april|may|june|july|august|\w+ber)\b)"
    r"|(?:^|[,;] |and |but |so )that(?:['’]s| is| was| will| would)\b|\bthat$"
    r"|\b(?:about|of|for|with|in|on|at|to|from|like|love|loved|picked|see|saw|got|bought|enjoy) that"
    r" (?!(?:I|we|my|is|are|was|were|will|can)\b)\w+|\bthere\b(?! (?:is|are|was|were|will|has|have)\b)"
    r"|\bin love with the city|\bexplor\w+ the (?:city|area|town)\b"
    r"|\b(?:here|too|ones?|so|more|better|longer|faster|harder|again|both)$",
    re.IGNORECASE,
)
# A setback, great news, some difficulties: what they were, is not said.
_EMPTY = LazyPattern(
    r"\b(?:an?|some|any|the|great|good|bad|big|major|huge|that|many|several|few|new|awesome|cool"
    r"|amazing|different|lot of)(?: \w+){0,2}"
    r" (?:milestones?|setbacks?|news|difficult\w+|problems?|challenges?|issues?|opportunit\w+"
    r"|experiences?|situations?|moments?|feelings?|ideas?|goals?|changes?|steps?|achievements?"
    r"|success|trouble|pics?|pictures?|photos?|recipes|games|wins?|sections|spots?|places?|events?|blast|chances?|surprises?|stuff|results?|top team|wild"
    r" games|time|start|progress|work)(?= ?(?:\(|$|on \d|in \d|in the week|recently|lately))"
    r"|\bwas (?:so |really |very |pretty )?(?:fantastic|great|good|amazing|awesome|fun|nice|tough)"
    r"(?: too| as well)?$|\b(?:of|by|with|for|about|from|to) them\b|\bto visit$"
    r"|\bis (?:probably )?(?:struggling|improving|trying)$"
)
_SOMEBODY = LazyPattern(
    rf"\b(?:{ROLE}|{PETS}|guy|girl|woman|man|lady|boy|person)\b|(?<!^)\b(?!I\b|The\b)[A-Z][a-z]+"
    r"|^(?!The user\b)[A-Z][a-z]+ (?=\w+s\b|\w+ed\b|is\b|was\b|has\b|and I\b)"
)
_HE = LazyPattern(r"\b(?:he|she|him|her|his|hers|himself|herself)\b", re.IGNORECASE)
_IT = LazyPattern(r"\b(?:it|its|itself|they|them|theirs)\b", re.IGNORECASE)
_THEIR = LazyPattern(r"\btheir\b", re.IGNORECASE)
_A_THING = LazyPattern(r"\b(?:an?|my|our|the|some|two|three|four|five|\d+|their) \w+")


def dangles(text: str) -> bool:
    """Whether a sentence points at what is not in it."""
    if _VAGUE.search(text) or _THE.search(text) or _EMPTY.search(text):
        return True
    he, it = _HE.search(text), _IT.search(text)
    return (he is not None and not _SOMEBODY.search(text, 0, he.start())) or (
        it is not None and not _A_THING.search(text, 0, it.start())
    )


# Two finite verbs that are not joined, or a subject that stands twice: it was cut wrongly.
_TORN = LazyPattern(
    r"^The user\b.*\bthe user (?:is|was|has|had|will|would|does|did|can|\w+ed)\b|\b(?:has|have) been \w+ing .*\b(?:has|have) been\b"
    r"|\b(?:to|will|can|would|could|should|may|might) (?:is|are)\b|^[A-Z]\w+ing (?:forward|to|for|at)\b|\bon \d{4}-\d\d-\d\d (?:deadline|meeting)\b"
)


# What is over, or holds at the time of telling only: without that time it says too little.
_FOR_NOW = LazyPattern(
    r"\b(?:recently|lately|just|currently|right now|these days|nowadays|at the moment|soon|the other"
    r" day|a while ago|ago|so far|yet|in the (?:last|past|next)|for the (?:last|past)|coming up|until)\b"
)
_DID = LazyPattern(
    r"^The user(?: and [^.]{1,30}?| finally|'s [\w ]{1,30}?)? (?!used\b|was\b|were\b|need\b|grew\b|lived\b"
    r"|wanted\b)(?P<verb>[a-z]+) "
)
_DAY = LazyPattern(r"\d{4}-\d\d|\b(?:19|20)\d\d\b")


def needs_day(content: str) -> bool:
    if _DAY.search(content):
        return False
    did = _DID.match(content)
    return bool(_FOR_NOW.search(content)) or (did is not None and is_past(did["verb"]))


def told_whole(content: str, *, free: bool) -> bool:
    """Whether what was made of a clause says all by itself. `free`: in the clause's own words."""
    return not _TORN.search(content) and not (free and dangles(content))


# -- What was said, in the user's own words.


_LEADS = LazyPattern(
    r"^(?:(?:and|but|so|because|since|also|plus|then|or|though|although|while|cause|'cause|oh|well|yeah"
    r"|yes|yep|yup|no|nope|hey|hi|ok|okay|haha+|lol|wow|btw|by the way|anyway|actually|honestly"
    r"|sure|true|right|as|especially|even though|speaking of [^,.!?]{1,40}|thanks|thank you"
    r"|as for me|for me|for context|in fact|to be honest|tbh|dude|man|bro|girl|guys"
    r"|you know|um+|hmm+|aw+|ah+)(?:[,!.:…—-]+\s*|\s+))+",
    re.IGNORECASE,
)
_ENDS = " \t\n,;:.!…-–—"
_ASKS = LazyPattern(
    r"\?|\b(?:you|your|yours|yourself|u|ur|ya|please|let's|lets|wondering|wonder|curious|if|unless"
    r"|imagine|suppose|whether|how|what|which|why|suggest\w*|recommend\w*|tips?|advice|ideas?"
    r"|help|looking (?:for|to)|thinking|could|would|should|kidding|joking|interested in|heard|glad"
    r"|considered|(?:don|didn)['’]?t know|not sure|having (?:trouble|issues?)|maybe|i['’]d (?:like|love))\b"
    r"|^(?:remember|don't|do not|try|make|take|keep|give|tell|write|create|use|get|let|enjoy|have a"
    r"|i(?:['’]m| am| was) (?:very |so |really |just |also |super )*(?:excited|sorry|happy|glad|thankful"
    r"|grateful|tired|bored|curious)|happy|considering|congrat\w*|good|great|nice|sounds?|looks?|hope|glad|can't wait)\b",
    re.IGNORECASE,
)
# I'll check that out: said in answer to a suggestion.
_ANSWERS = LazyPattern(
    r"\bI(?:['’]ll| will| might| may|['’]m (?:definitely )?going to|['’]m gonna) (?:definitely |also"
    r" |probably |just |try |be sure |make sure |maybe )*(?:to )?(?:check|look|try|consider|keep|give"
    r"|take a look|see|start|use|reach|focus|think|explore|add|aim|look)\b(?!.*\d)"
)
_OF_ONE = LazyPattern(r"\b(?:I|I['’]\w+|[Ww]e|[Ww]e['’]\w+|[Mm]y|[Oo]ur|me|us|[Ii]m|[Ii]ve|i)\b")
_POINTS_FIRST = LazyPattern(
    r"(?:it|its|it['’]s|that|that['’]s|this|these|those|they|they['’]\w+|he|she|he['’]s|she['’]s"
    r"|there|here|one|his|her|their|the|to|for|with|in|on|at|not|just|got|\w+ing)\b"
    r"|(?:my|our) (?!.*\b(?:is|are|was|were|has|have|had|will|can|\w+ed|\w+['’]s|comes?|goes|starts?"
    r"|takes?|costs?|loves?|likes?|lives?|works?|needs?|wants?|gave|got|went|made|said|told)\b)",
    re.IGNORECASE,
)
_TALKS_OF_TALK = LazyPattern(
    r"\b(?:code|error|bug|function|file|script|answers?|questions?|examples?|list|options?"
    r"|above|below|steps?|output|prompt|version|essay|paragraph)\b",
    re.IGNORECASE,
)
_CUT_OFF = LazyPattern(r"\b(?:[A-Z]|no|vs|Dr|Mr|Mrs|Ms|St|op|e\.g|i\.e|etc)$")
_WORDS_LEAST = 4


_ASIDE = LazyPattern(r"\s*\[[^\[\]]*\]")
_ITEM = LazyPattern(r"^\d{1,2}[.)]\W+")
_TO_WHOM = LazyPattern(r"^[A-Z][a-z]+, (?=I\b|my\b|we\b)|(?<!,)(?<! and), [A-Z][a-z]+$")


def bare(text: str) -> str:
    """Without what leads into it and says nothing."""
    said = _LEADS.sub("", _ITEM.sub("", _ASIDE.sub("", text).strip(_ENDS))).strip(_ENDS)
    said = _TO_WHOM.sub("", said)
    return f"{said[:1].upper()}{said[1:]}"


def stands(said: str, *, own: bool) -> bool:
    """Whether it is a statement of the speaker's own life that needs no other. `own`: it is known
    to be of the speaker."""
    return (
        len(said.split()) >= _WORDS_LEAST
        and not _ASKS.search(said)
        and (own or bool(_OF_ONE.search(said)))
        and not _POINTS_FIRST.match(said)
        and not _TALKS_OF_TALK.search(said)
        and not _ANSWERS.search(said)
        and not _CUT_OFF.search(said)
        and not _THEIR.search(said)
        and not dangles(said)
    )


_NUMBER = LazyPattern(rf"(?<![\w])[$€£]?\d[\d,.:/x-]*\d%?|(?<!\w)[$€£]?\d%?|(?i:\b{numerals.WORD}\b)")
_NAMED = LazyPattern(r"(?<=[a-z0-9,;:&)\"'”’] )[\"“'‘]?(?P<name>[A-Z][\w'&-]*\w|[A-Z]\b)")


_ONE = ("one", "zero")
_NOBODY = LazyPattern(r"(?:I['’]\w+|I(?:m|ve|ll|d)|LOL|OMG|BTW|TBH|ASAP|FYI)$", re.IGNORECASE)


def held(said: str) -> Iterator[str]:
    """The numbers and names in it."""
    for number in _NUMBER.finditer(said):
        if number.group().lower() not in _ONE:
            yield number.group()
    for name in _NAMED.finditer(said):
        if not is_common(name["name"]) and not _NOBODY.match(name["name"]):
            yield name["name"]


def dayless(said: str, local: Local, policy: Extraction) -> str:
    return without(said, find_days(said, local, policy))
