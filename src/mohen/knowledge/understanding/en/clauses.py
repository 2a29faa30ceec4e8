"""Splits an English fragment into clauses, and reads what each claims, of whom."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from mohen.knowledge.consolidation.model import Act
from mohen.knowledge.model import AGENT, USER, Category, EntityType
from mohen.knowledge.policy import Extraction
from mohen.knowledge.understanding.claims import Claim, Clause, Read, SpokenOf, Who, resolved
from mohen.knowledge.understanding.en import (
    activities,
    health,
    identity,
    measures,
    people,
    projects,
    small_letters,
    tastes,
    work,
)
from mohen.knowledge.understanding.en.directives import told
from mohen.knowledge.understanding.en.events import (
    absolute,
    day_first,
    event,
    find_days,
    spelled,
    undated,
    without,
)
from mohen.knowledge.understanding.en.identity import related, tie
from mohen.knowledge.understanding.en.openings import DOCTOR, LEADS_IN, TRAILS, with_subject
from mohen.knowledge.understanding.en.people import DIED
from mohen.knowledge.understanding.en.phrases import (
    NAME,
    PETS,
    ROLE,
    SELF,
    Spoken,
    base_form,
    expanded,
    is_past,
    possessed,
    sentence,
    subject,
    third,
    unique,
)
from mohen.knowledge.understanding.en.plain import plain
from mohen.knowledge.understanding.en.standing import wish
from mohen.knowledge.understanding.en.tastes import DEIXIS
from mohen.knowledge.understanding.en.work import article
from mohen.knowledge.understanding.pattern_engine import Templates
from mohen.text.dates import Grain, Local, When
from mohen.text.lazy_pattern import LazyPattern
from mohen.text.word_lists import words

# -- An English fragment as clauses, each with how it is said: asked, supposed, hedged, corrected.


_WHO = r"i|my|we|our|he|she|his|her|they|their|it|you|your|that|this|there"
_VERBS = (
    r"am|was|is|has|lives|works|loves|likes|hates|prefers|enjoys|studies|plays|speaks"
    r"|wants|goes|owns|teaches|runs|"
    r"live|love|like|hate|have|prefer|enjoy|play|speak|own|dislike"
    r"|avoid|want|got|moved|do not|did not|never|usually|cannot|started|adopted"
    r"|bought|went|used to|can|find|refuse|teach|also|lived|worked|grew"
    r"|(?:work|study|use|plan|hope|run|need)(?= (?:at|in|as|for|from|with|on|an?|the|my|our|to|two"
    r"|three|\d+|part|full|\w+ly|computer|law|medicine)\b)"
    r"|make|wear|sell|earn|collect|manage|raise|attend|volunteer|commute|write"
)
_SENTENCE = LazyPattern(
    r"(?<![.!?;\n])[.!?;\n]+(?<!\bMr\.)(?<!\bDr\.)(?<!\bMs\.)(?<!\bSt\.)(?<!\bMrs\.)(?<!e\.g\.)(?<!i\.e\.)"
    r"(?<!\b[A-Z]\.)(?=\s|$|[A-Z\"”)])|\s[-–—]+\s|—"
)
# Words that are verbs after `and` where an object or a place follows: … and wear an insulin pump.
_ACTS = (
    r"wear|drive|write|build|cook|bake|sing|swim|manage|sell|collect|volunteer|commute|take|eat"
    r"|drink"
    r"|read|watch|listen|spend|train|coach|travel|raise|care|share|rent|pay|earn|stay|sleep|wake"
    r"|do|go"
    r"|keep|help|design|code|paint|draw|grow|lead|host|organi[sz]e|practice|attend|visit|walk|ride"
)
_CUT = LazyPattern(
    r"(?<!\s)(?:\s*+[,:]\s++|\s++)(?:(?:and|but|so|because|since|although|though|which|while"
    r"|however|plus"
    rf"|then|or|where|when|even though)\s+(?!i (?:are|were|both)\b)(?=(?:{_WHO})\b)"
    r"|(?:as|after|before)\s+(?=(?:i|we|he|she|they|it|you)\b))"
    r"|,\s*(?=(?:the|one|two|both|all|some|most)(?: [\w'-]+){0,4}? (?:is|are|was|were|has|have)\b"
    rf"|(?:{_WHO}|so|but|because|though|since|as|especially|including|can|could|do"
    r"|does|what|how|is|are|any|who|which|where|thanks|please|not|however|although"
    r"|just kidding|jk|now i|(?:hate|dislike|avoid)(?= (?!it\b|me\b|them\b|to\b|and\b|of\b)\w+)"
    rf"|(?:moved|relocated) (?:back )?to|switched (?:from|to)|quit my|started (?:at|as)"
    r"|(?:got|bought) an? \w+"
    rf"|and (?:{_VERBS}|am|i|my))\b)"
    r"|(?:,|(?<!\s))\s++(?:(?:and|but)\s+(?=(?:(?:strongly|really|absolutely|usually|especially"
    rf"|personally|then|later|now|eventually) )?(?:{_VERBS})\b"
    rf"|(?:now )?(?:{_ACTS}) (?:an?|my|our|the|in|at|on|with|for|to|about|as|from|two|three|\d+)\b)"
    r"|so (?=(?:now|no|not|please|pls|just|do not|keep|break|go|stick|avoid|skip|give|show|write"
    r"|answer|explain|remind)\b|the [\w'-]+ (?:has|have|needs?|must|will)\b)"
    r"|(?:and|but) (?=(?:(?:honestly|really|totally|already) )*(?:regret|love|hate) it\b)"
    r"|(?=due to |because of |even if |so that |such as when ))"
    r"|:\s+(?=(?:i|my|we|it|they|nobody|no one|two of|three of|none of)\b)"
)
_YOU = LazyPattern(r"\byou(?:['’]re|['’]ve| are| have| were)\b", re.I)
_GERUND = LazyPattern(r"[A-Za-z]+ing\b[^,]*$")
_DASH = LazyPattern(r"[-–—]")
_ASIDE = LazyPattern(r"\([^()]*\)|\[[^\[\]]*\]")
# Laughter and faces, which stand between sentences in a chat and in the middle of them.
_LAUGHTER = LazyPattern(
    r"(?<![\w'’-])(?:a?(?:ha){2,}h?|(?:he){2,}h?"
    r"|(?<!\bplay )(?<!\bplays )(?<!\bplayed )(?<!\bplaying )(?-i:lo+l+|LO+L+)|lmf?ao+|rofl"
    r"|(?-i:xd+|xD+|XD+))(?![\w'’-])"
    r"|(?<=\s)[:;=]['-]?[()DPp3\\/](?=\s|$)|\\+$",
    re.I,
)

_JOKE = LazyPattern(
    (
        r"^(?:haha+|lol|no|nah|ok|sorry|well|wait|i am|i was|only|that was|it was|,|\s"
        r"|totally|obviously)*(?:just )?(?:kidding|joking|messing with you|pulling your leg"
        r"|teasing|jk|j/k|a joke)(?: around)?(?: lol| haha| obviously| of course)?$"
        # jk im not divorced: what was said before, and this is not news
        r"|^(?:jk|j/k|just kidding|kidding),? (?=i (?:am|do|have) not\b|i am\b)"
    ),
    re.I,
)
_FORGET = LazyPattern(
    (
        r"^(?:please |just |can you |you can |could you |,|\s)*(?:forget|disregard|ignore"
        r"|scratch|delete|remove) (?:that|it|what I (?:just )?(?:said|told you"
        r"|mentioned)(?: (?:earlier|before))?|everything I said|my (?:last"
        r"|previous) (?:message|statement)|the fact that|that I said)(?: about"
        r"| regarding)? ?(?P<what>.{0,40})$"
        r"|^(?:please |just )*(?:forget|delete|erase) my (?P<mine>[\w ]{3,25})$"
    ),
    re.I,
)
_CORRECTION = LazyPattern(
    (
        r"^(?:oh|oops|sorry|no|wait|hmm|well|ah|um|my bad|,|\s|-)*(?:correction"
        r"|let me correct (?:that|myself)|to correct myself|(?:I )?meant(?: to say)?"
        r"|I mean(?= it is)|I misspoke|I was wrong|that is wrong|that was wrong"
        r"|that is not right|my mistake|scratch that|strike that|no,? wait|wait,? no|sorry"
        r"|(?<=no )it is|actually)\b[\s,:.—-]*"
    ),
    re.I,
)
_LEAD = LazyPattern(
    (
        r"^(?:(?:oh|ok|okay|well|yeah|yes|yep|hey|hi|hello|hmm+|haha+|lol|so|and|but|also"
        r"|plus|btw|by the way|fyi|for (?:your|the) (?:information|record)|anyway|honestly"
        r"|frankly|to be honest|tbh|in addition|in fact|as a matter of fact|actually|basically"
        r"|personally"
        r"|currently|nowadays|these days|right now|now|recently|lately|at the moment|remember"
        r"|please remember|(?:please )?(?:note|keep in mind|remember|don't forget"
        r"|do not forget)(?: that)?|important|just so you know|as you know|you know"
        r"|I almost forgot|I should mention|I should (?:also )?(?:say|add)|I forgot to (?:say"
        r"|mention)"
        r"|I wanted to (?:say|mention|tell you)|let me tell you|the thing is|because|since"
        r"|although|though|however|unfortunately|luckily|fortunately|sadly|thankfully"
        r"|obviously|clearly|besides|additionally|furthermore|moreover|first|second|finally"
        r"|lastly|then|after all|again|speaking of which|for context|for reference"
        r"|some context|a bit about me|about me|thanks|thank you|sure|great|right|especially"
        rf"|even though|while|{LEADS_IN})(?:[\s,:!.—-]+|$)(?:that )?)+"
    ),
    re.I,
)
_IMPORTANT = LazyPattern(r"remember|keep in mind|important|note|forget|from now on", re.I)
_ASKS = LazyPattern(
    (
        r"^(?:do(?! not)|does|did|can|could|would|should|is|are|am|was|were|what|how|why"
        r"|where|when|who|which|whose|will|have you|has|shall|may I|any)\b(?! I (?:am|like"
        r"|love|have|do|want|need|know|live))"
    ),
    re.I,
)
_SUPPOSE = LazyPattern(
    r"\b(?:if(?! (?:it|that) (?:matters|helps|is relevant))|suppose|supposing|imagine|pretend"
    r"|let us say|let's say|assuming|what if"
    r"|hypothetically|act as|role-?play|in my story|in the story|my character"
    r"|the character|for example|e\.g|such as if|as though|as if|unless|in my dream"
    r"|i dreamt|i dreamed|i wish|write (?:me )?an?|in case(?! (?:it|that) (?:matters|helps"
    r"|is relevant))|whether|sentence:|prompt:)\b"
    r"|(?:^|\b(?:please|you|to|and) )(?<!decided to )(?:rewrite|rephrase|translate|proofread)\b"
)
_HEARSAY = LazyPattern(
    (
        r"^(?:(?:my|the|his|her|their|our) [\w' -]{2,25}?|(?!Never |Always |Please )[A-Z]\w+"
        r"|he|she|they|people|someone"
        r"|everyone|it|you|some people|others)(?: (?:always|once|just|also|even"
        r"|recently))? (?:said|says|say|told|tells|tell|thinks?|thought|claims?|claimed|wrote"
        r"|reckons?|reckoned|swears?|swore|insists?|insisted|jokes?|joked|complains?|complained"
        r"|texted|asked|believes?|suggests?|suggested|mentioned|recommended|sings|sang|puts? it)\b"
        r"|^I (?:heard"
        r"|read|saw|learned|was told|have heard|have read)\b|^it (?:says|said)"
    ),
    re.I,
)
# As my grandma says, I never forget a face; I have no special talents, as Einstein said.
_AS_THEY_SAY = LazyPattern(
    r"^(?:[Jj]ust )?(?:[Aa]s|[Ll]ike) (?!I |we )(?:[\w'-]+ ){1,4}?(?:said|says|wrote|sings"
    r"|puts? it)\b|, as (?:the \w+|[A-Z]\w+)(?: \w+)? (?:said|says|wrote|sings|puts? it)\b"
)
_HEDGE = LazyPattern(
    (
        r"^(?P<guess>I guess|I suppose|I suspect|I am guessing|I am not (?:entirely "
        r"|completely |100% )?sure,? but|not sure,? but|I wonder if)(?: that)?,? "
        r"|^(?P<likely>I think|I believe|I assume|chances are|I am pretty sure"
        r"|I am fairly sure|it seems(?: like)?|seems like|apparently"
        r"|looks like)(?: that)?,? (?=(?:I|my|he|she|we|[A-Z])\b)"
        r"|^(?:[\w]+ ){0,4}?(?P<maybe>maybe|perhaps"
        r"|possibly|might|may(?= (?:be|have|need|like|not))|could be(?= (?:allergic|pregnant"
        r"|lactose)))\b|\b(?P<sure>probably|most likely|likely|presumably|supposedly)\b"
    ),
    re.I,
)


_BOUND = LazyPattern(r"\b(?:which|where|when|after|before|while|until)\b")
_LASTING = LazyPattern(r"(?:please )?(?:from now on|always|never|do not)\b")


_HINT = LazyPattern(
    r"maybe|perhaps|possibly|might|may |could be|probably|likely|presumably|supposedly"
    r"|think|guess"
    r"|suppose|suspect|sure|wonder|believe|feel like|assume|chances|seem|apparent|looks like"
)


def split_clauses(text: str, policy: Extraction) -> Iterator[Clause]:
    """The clauses that state something. What is asked, supposed or told by others is left out,
    and what is supposed or told lasts until the sentence ends."""
    count, corrects = 0, False
    hangs = False  # behind a dash: its subject may stand before it
    spoken_to = bool(_YOU.search(text))  # Taking in kids in need - you're so kind: not the speaker
    text = _UNSAID.sub(". ", _LAUGHTER.sub(", ", _ASIDE.sub(" ", text)).strip(" ,"))
    written = small_letters.with_capitals(expanded(text)) if text[:1].islower() else expanded(text)
    told = health.DIAGNOSIS.sub("I was diagnosed with ", DOCTOR.sub(_own_sentence, written))
    for whole, stop in _sentences(told):
        done = bool(_GERUND.match(whole) and _IS_SUBJECT.search(whole))  # taking time off is good
        first, hangs = not (hangs or spoken_to or done), bool(_DASH.search(stop))
        if ("?" not in stop or _CAN_YOU.match(whole)) and (wished := wish(whole)):
            yield Clause(wished, wished, standing=True)
            whole = whole.removeprefix(wished).lstrip(" ,")
        elif (so := _SO.search(whole)) and (wished := wish(whole[so.end() :])):
            yield Clause(wished, wished, standing=True)
            whole = whole[: so.start()]
        if _AS_THEY_SAY.search(whole):
            continue
        parts = [part for each in _apart(whole) for part in _parts(_straightened(each))]
        for at, (said, free) in enumerate(parts):
            count += 1
            low = said.lower()
            if _SUPPOSE.search(low) and not _FORGET.match(said) and not _LASTING.match(low):
                break
            if _HEARSAY.match(said) or "according to" in low:
                break
            if (
                not said
                or not free
                or count > policy.clauses_most
                or len(said) > policy.clause_most
            ):
                continue
            if "?" in stop and at == len(parts) - 1:
                continue
            found = _clause(said, policy, corrects=corrects, opens=at == 0 and first)
            corrects = found is not None and not found.text and found.act is Act.CORRECTS
            if found is not None and (found.text or found.forgets is not None):
                yield found


# I write the release notes myself, so never edit CHANGELOG.md; I forget a lot, when you explain …
_SO = LazyPattern(
    r",? so (?=(?:please )?(?:never|always|do not)\b)|, (?:so )?(?=when(?:ever)? you \w)",
    re.IGNORECASE,
)
_CAN_YOU = LazyPattern(r"(?:can|could|would|will) (?:you|u)\b", re.IGNORECASE)
# I live in Leeds, no wait, York: a sentence of its own
_UNSAID = LazyPattern(
    r" ?[,;–—-] ?(?=(?:no,? wait|wait,? no|scratch that|strike that|never ?mind|actually,? no)\b)"
    # we use pnpm, please stop suggesting npm
    r"|, (?:so |and |but )?(?=please (?:stop \w+ing|never|always|don['’]?t|do not|avoid)\b)",
    re.IGNORECASE,
)


def _own_sentence(doctor: re.Match[str]) -> str:
    """I went for a check-up, and the doctor said my …: two sentences."""
    return ". " if doctor.start() else ""


_AS_I = LazyPattern(r"(?:i|we) (?:am|are|have|live|work|do not|cannot|love|hate|prefer)\b|my ")


_AS_LONG = LazyPattern(r"\bas (?:long|soon|much|far|often|well|little)$")
# As much pepper as I can; never returned any due to their fit: less than half is said before it.
_AS_MUCH = LazyPattern(r"\bas (?:much|many|often|little|hard|fast|few)\b[^,]*$")
_BY_WHAT = LazyPattern(r"due to |because of |even if |so that |such as when ")
_DENIED = LazyPattern(r"\b(?:not|never)\b")
_GOES_ON = LazyPattern(r"\b(?:and|but|or)\b")
_SUBJECT = LazyPattern(rf"(?:{_WHO})\b")
# What stands before a plain verb and holds for the next one too.
_BINDS = LazyPattern(
    r"\b(?:will|would|can|could|should|might|may|must|let us|let's|not|did|help|helps|helped|make"
    r"|makes|made|let)\b|\bto (?!(?:the|my|our|an?|his|her|their|this|that|\w+ing)\b"
    r"|[a-z]+$)[a-z]+ "
    r"|\bto [a-z]+$"
)


def _parts(sentence: str) -> Iterator[tuple[str, bool]]:
    """Clauses, and whether each stands by itself: not `…, which I wore last Thursday`."""
    low = sentence.lower()
    if len(low) != len(sentence):  # letters that are two when small
        yield sentence, True
        return
    start, free = 0, not _BOUND.match(low)
    for match in _CUT.finditer(low):
        torn = _AS_MUCH.search(low, start, match.start()) or (
            _BY_WHAT.match(low, match.end()) and _DENIED.search(low, start, match.start())
        )
        yield sentence[start : match.start()].strip(" ,:"), free and not torn
        start, free = match.end(), not _BOUND.search(match.group())
        if re.search(r"\bas\b", match.group()):  # as I am allergic; not: as I go along
            free = bool(_AS_I.match(low, start)) and not _AS_LONG.search(low, 0, match.start())
        elif free and _GOES_ON.search(match.group()) and not _SUBJECT.match(low, start):
            free = not _BINDS.search(low, 0, match.start())  # I want to rest and play some games
    yield (
        sentence[start:].strip(" ,:"),
        free and not low.startswith(("which ", "where ", "who "), start),
    )


# Marcus, my older brother, lives … → My older brother Marcus lives …
_APPOSED = LazyPattern(
    rf"^(?P<name>{NAME}), (?:who is |who was |he is |she is )?(?P<my>my|our) (?P<role>(?:[\w-]+"
    rf" ){{0,2}}?(?:{ROLE})),"
    r" (?:who )?(?=\w)"
)
# For Orion, we went with Redis → we went with Redis for Orion
_FRONTED = LazyPattern(
    r"^(?P<for>(?:[Ff]or|[Ii]n|[Oo]n) (?:(?:the|our|my) )?(?:[Pp]roject )?[A-Z][\w-]*(?:"
    r" [A-Z][\w-]*| project| app| backend)?),?"
    r" (?P<rest>(?:we|I|my|our) .+)$"
)
# The app I am building is called Sprout → I am building an app called Sprout
_MADE = LazyPattern(
    rf"^(?:the|this) (?P<what>(?:[\w-]+ ){{0,3}}?(?:{projects.KIND})) (?:that |which )?(?P<who>I"
    rf" am|we are|I have been|we have been)"
    r" (?P<ing>\w+ing(?: on)?) (?:right now |currently )?(?:is|will be)(?: currently)?"
    r" (?P<called>called|named|titled) (?P<name>.+)$",
    re.I,
)


# At work I use Linux → I use Linux at work. After a long talk we chose Go → we chose Go.
_LED = LazyPattern(
    r"^(?P<by>[Ii]n|[Aa]t|[Oo]n|[Dd]uring|[Aa]s for|[Aa]s|[Ss]ince|[Ff]or|[Aa]fter|[Bb]efore"
    r"|[Ww]ith"
    r"|[Bb]ecause of"
    r"|[Dd]ue to|[Tt]hanks to|[Aa]s for|[Oo]ver|[Dd]espite|[Bb]esides|[Oo]utside(?: of)?"
    r"|[Bb]ack in) "
    r"(?!addition\b)"
    r"(?P<what>(?:(?!i\b|I\b|we\b|you\b|he\b|she\b|my\b|our\b)(?<![\w'-])[\w'-]+ ?){1,7})"
    r",? (?P<rest>(?:I|we|my|our|My) .+)$"
)
_MOVES = ("in", "at", "on", "during", "as", "since", "for", "outside", "outside of")
# They promoted me → I was promoted
_PASSIVE = LazyPattern(
    r"^(?:[Tt]hey|[Mm]y (?:company|boss|employer|manager|firm|team)|[Tt]he company)(?: just|"
    r" recently| finally)?"
    r" (?P<v>promoted|hired|fired|transferred|demoted|relocated|laid) me\b"
)
# My doc put me on lisinopril last week
_PUT_ON = LazyPattern(
    r"^(?:[Mm]y|[Tt]he) (?:doctor|doc|gp|GP|physician|specialist|psychiatrist|cardiologist"
    r"|oncologist|dermatologist|neurologist|midwife)(?: has| just| recently)*"
    r" (?:put|started) me on (?!an? |hold|the )"
    rf"|^[Tt]hey(?: have| just| recently)* (?:put|started) me on (?=(?:[\w-]+ ){{0,2}}?"
    rf"{health.MEDICINE}\b)"
)
# They took me off prednisone
_OFF = LazyPattern(
    r"^(?:[Tt]hey|(?:[Mm]y|[Tt]he) \w+)(?: have| has| just| finally)* (?:took|taken|weaned) me off "
)
_AND_I = LazyPattern(
    rf"^(?P<who>(?:[Mm]y|[Oo]ur) (?:{ROLE})(?: {NAME})?|(?!(?:He|She|They|You|It|So|Yes|Oh|Ok"
    rf"|Okay|Well|Hey|Also|Plus|No|Ah|Yeah)\b){NAME})"
    r" and (?:I|me) (?=[a-z])"
)
# Since I moved to Lyon I have been working … → with the comma that was left out
_LEADING_CLAUSE = LazyPattern(
    r"^(?P<clause>(?:Since|After|When|Before|Because|Although|Even though|While|Ever since)"
    r" (?:I|we|my) [^,]{3,50}?) (?=(?:I|we) (?:have|am|are|was|do|use|work|live|cannot|never)\b)"
)
_BOTH_OF = LazyPattern(r"^[Bb]oth (?:of )?(?=my |our )")


# My daughter Ivy, who is nine, loves horses → My daughter Ivy is nine. My daughter Ivy loves horses
_WHO_IS = LazyPattern(
    rf"^(?P<who>(?:[Mm]y|[Oo]ur) (?:[\w-]+ )?(?:{ROLE}|{PETS})(?: {NAME})?|{NAME}), who"
    rf" (?P<is>[a-z]+ [^,]{{1,60}}), (?P<rest>[a-z].+)$"
)
_SOMEBODY = LazyPattern(
    r"\b(?:someone|somebody|an? (?:guy|girl|woman|man|person|bloke|lady|dude)) (?:called|named)"
    r" (?=[A-Z])"
)


def _apart(sentence: str) -> Iterator[str]:
    """What a relative clause adds about somebody is said on its own."""
    if "called " in sentence or "named " in sentence:
        sentence = _SOMEBODY.sub("", sentence)
    match = _WHO_IS.match(sentence) if ", who " in sentence else None
    if match is None or match["is"].startswith(("is my ", "was my ")):
        yield sentence
        return
    yield f"{match['who']} {match['is']}"
    yield f"{match['who']} {match['rest']}"


# Last week, my brother bought a boat → Last week my brother bought a boat
_WHEN_FIRST = LazyPattern(
    r"^(?P<when>(?:(?:just|only|about|so) )?(?:(?:last|next|this past|this) \w+|yesterday|today"
    r"|tomorrow|tonight|(?:in|on) (?:\w+day|\d{4}|(?:january|february|march|april|may|june|july"
    r"|august|\w+ber)(?: \d{1,2}(?:st|nd|rd|th)?)?)|[\w ]{1,20} ago)), "
    rf"(?=(?:{_WHO})\b|(?-i:[A-Z]))",
    re.IGNORECASE,
)


# I quit my job at Lidl, starting nursing school in September: two things, each of its own time
_AND_THEN = LazyPattern(
    r"^(?P<done>I (?:have |just |finally )*(?:quit|left|resigned|sold|finished|graduated|got"
    r"|gave up)\b[^,]{2,60}), (?=(?:starting|beginning|moving|joining|leaving) )"
)
# My boss's name is Henrik not Henrick, fix that
_NAMED_NOT = LazyPattern(
    r"(?<=\bname is )(?P<v>[A-Z]\w{1,24}),? (?:and )?not [A-Z]\w{1,24}(?:, .*)?$"
)
# Next year's goal is to run → my goal is to run next year
_GOAL_OF = LazyPattern(
    r"^(?:(?P<when>(?:[Tt]his|[Nn]ext) \w+)'s|[Mm]y) (?P<kind>goal|plan|resolution)"
    r"(?: for (?P<later>(?:this|next) \w+|\d{4}))? is to (?P<what>.+)$"
)


# My husband he don't eat pork: the subject stands twice.
_TWICE = LazyPattern(
    rf"^(?P<who>(?:[Mm]y|[Oo]ur) (?:{ROLE})(?: {NAME})?),? (?:he|she|they) (?=[a-z])"
)
# New number: 0176 …
_NEW = LazyPattern(
    r"^(?:my )?new (?P<what>(?:phone |mobile |cell )?number|e-?mail(?: address)?|address)"
    r"(?: is|:) (?=\S)",
    re.IGNORECASE,
)


# We use pnpm, not npm → we use pnpm rather than npm
_RATHER = LazyPattern(
    r"^(?P<head>(?:I|we) (?:(?:always|usually|only|mostly|now) )?(?:use|write|run|prefer|deploy"
    r"|test|drink|eat|read|play|take|wear|order|buy|cook|want) [\w .+#/-]{2,40}?)"
    r"(?<! do)(?<! does)(?<! did)(?<! will)(?<! would)(?<! can)(?<! could)(?<! should)(?<! am)"
    r"(?<! is)(?<! are)(?<! have)(?<! and)(?<! but)(?<! or)(?<! why),? not "
    r"(?=[\w.+#/-]+(?: [\w.+#/-]+){0,3}(?:,|[.!]*$| in | for | when | on ))",
    re.IGNORECASE,
)
# In this repo: whose memory it is, is of that anyway.
_HERE = LazyPattern(
    r"(?<=\w),? (?:here )?in this (?:(?:whole|entire) )?(?:project|repo|repository|codebase"
    r"|monorepo)(?=[.!]*$)",
    re.IGNORECASE,
)
_USING = LazyPattern(
    r"^(?P<who>I|we) (?:am|are) (?:(?:currently|now|also|just) )?using"
    r" (?!\w+ to\b|(?:it|this|that|them|your|the|my|an?)\b)",
    re.IGNORECASE,
)


def _goal_last(match: re.Match[str]) -> str:
    when = match["when"] or match["later"] or ""
    when = f"in {when}" if when.isdecimal() else when
    return f"my {match['kind']} is to {match['what'].rstrip(' .!')} {when.lower()}".strip()


def _straightened(sentence: str) -> str:
    """The sentence with its subject first."""
    sentence = measures.straightened(_GOAL_OF.sub(_goal_last, sentence))
    sentence = activities.straightened(sentence)
    sentence = _WHEN_FIRST.sub(r"\g<when> ", sentence)
    sentence = _HERE.sub("", sentence)
    sentence = _RATHER.sub(r"\g<head> rather than ", _USING.sub(r"\g<who> use ", sentence))
    sentence = _AND_THEN.sub(r"\g<done>, and I am ", sentence)
    sentence = _TWICE.sub(r"\g<who> ", sentence)
    sentence = _NEW.sub(r"my new \g<what> is ", sentence)
    sentence = _NAMED_NOT.sub(r"\g<v>", sentence)
    if " and I " in sentence or " and me " in sentence:
        sentence = _AND_I.sub(r"\g<who> & I ", sentence)
    sentence = _LEADING_CLAUSE.sub(r"\g<clause>, ", sentence)
    if " me" in sentence:
        sentence = _OFF.sub("I came off ", _PUT_ON.sub("I was prescribed ", sentence))
        sentence = _PASSIVE.sub(r"I was \g<v>", sentence)
    sentence = _BOTH_OF.sub("", sentence)
    if match := _APPOSED.match(sentence):
        return (
            f"{match['my'].capitalize()} {match['role']} {match['name']} {sentence[match.end() :]}"
        )
    if match := _FRONTED.match(sentence):
        lead = match["for"][0].lower() + match["for"][1:]
        return f"{match['rest'].rstrip(' .!')} {lead}"
    if match := _LED.match(sentence):
        by, rest = match["by"].lower(), match["rest"].rstrip(" .!")
        return f"{rest} {by} {match['what'].strip()}" if by in _MOVES else rest
    if match := _MADE.match(sentence):
        what = match["what"]
        return f"{match['who']} {match['ing']} {article(what)} {match['called']} {match['name']}"
    return sentence


def _sentences(text: str) -> Iterator[tuple[str, str]]:
    start = 0
    for match in _SENTENCE.finditer(text):
        if body := text[start : match.start()].strip():
            yield body, match.group()
        start = match.end()
    if body := text[start:].strip():
        yield body, ""


_TRAILS = words(
    "tbh lol lmao haha tho honestly btw way honest though fyi ngl anyway course helps matters know"
    " afraid fair happens fact yeah yes yep yup ok okay right man dude bro sir mate guys fwiw jsyk"
    " worth context record reference background relevant god goodness heavens hopefully finally"
)
_TRAIL = LazyPattern(
    r"(?:,? (?:tbh|lol|lmao|haha+|tho|honestly|btw|by the way|to be honest|though|fyi|ngl|anyway"
    r"|of course"
    r"|thank (?:god|goodness|heavens)|hopefully|finally"
    rf"|as you know|I am afraid|you know|to be fair|as it happens|in fact|{TRAILS})"
    r"|, (?:yeah|yes|yep|yup|ok|okay|right|man|dude|bro|sir|mate|guys)){1,9}$",
    re.I,
)


def _clause(said: str, policy: Extraction, *, corrects: bool, opens: bool) -> Clause | None:
    bare = said.strip(" .!")
    if _JOKE.match(bare):
        return Clause("", said, Act.TAKES_BACK, forgets="")
    if forgets := _FORGET.match(bare):
        return Clause(
            "", said, Act.TAKES_BACK, forgets=(forgets["what"] or forgets["mine"] or "").strip(" .")
        )
    corrected = _CORRECTION.match(bare)
    text = bare[corrected.end() :] if corrected else bare
    led = _LEAD.match(text)
    marked = bool(led and _IMPORTANT.search(led.group()))
    text = text[led.end() :] if led and led.end() < len(text) else text
    if _ASKS.match(text):
        return None
    if text.rpartition(" ")[2].lower() in _TRAILS:
        text = _TRAIL.sub("", text)
    text = with_subject(text) if opens else text
    text, hedge, confidence = _hedged(text, policy)
    act = Act.CORRECTS if corrected or corrects else Act.STATES
    return Clause(text, said, act, hedge, confidence, marked, opens)


def _hedged(text: str, policy: Extraction) -> tuple[str, str, float]:
    match = _HEDGE.search(text) if _HINT.search(text.lower()) else None
    if match is None:
        return text, "", 1.0
    group = match.lastgroup or "maybe"
    word = match[group].lower()
    if group == "guess":
        shown = "possibly"
    elif group == "likely" or word in ("probably", "most likely", "likely", "presumably"):
        shown = "probably"
    else:
        shown = word if word in ("might", "may") else "possibly"
    start, end = match.span() if group in ("guess", "likely") else match.span(group)
    rest = re.sub(r"\s{2,}", " ", f"{text[:start]}{text[end:]}").strip(" ,")
    hedges = {"guess": policy.guess, "maybe": policy.maybe, "likely": policy.likely}
    return rest, shown, hedges.get(group, policy.likely)


_VALUE = LazyPattern(
    (
        r"(?:it is|it was|that is|is|was|in|at"
        r"|to)?\s*(?:actually )?(?P<v>[\w'-]+(?: [\w'-]+){0,3})"
    ),
    re.I,
)
_NOT_VALUE = LazyPattern(
    (
        r"^(?:it|that|this|I|you|the|a|no|not|yes|ok|never|we|he|she|my|let|nothing|fine|good"
        r"|do|does|did|just|so|but|and"
        r"|right|true|please|could|can)\b"
    ),
    re.I,
)
_NOT = LazyPattern(
    (
        r"(?:it is |it was |that is )?not (?:in "
        r"|at )?(?P<wrong>[\w'-]+(?: [\w'-]+)?)(?: but (?:in "
        r"|at )?(?P<v>[\w'-]+(?: [\w'-]+)?))?"
    ),
    re.I,
)
_BUT = LazyPattern(
    (
        r"(?:it is|it was"
        r"|but) (?P<v>[\w'-]+(?: [\w'-]+)?)(?:,? not (?P<wrong>[\w'-]+(?: [\w'-]+)?))?"
        r"|(?:the )?(?P<v2>[\w'-]+(?: [\w'-]+)?),? (?:and )?not (?:the )?"
        r"(?P<wrong2>[\w'-]+(?: [\w'-]+)?)"
    ),
    re.I,
)


def corrected(text: str) -> str:
    """The value that a correction gives and nothing else: it's Shanghai. Empty if it says more."""
    match = _VALUE.fullmatch(text.strip(" .!"))
    value = match["v"] if match else ""
    return value if _is_name(value) else ""


def _is_name(value: str) -> bool:
    named = any(each[:1].isupper() or each[:1].isdigit() for each in value.split())
    return named and not _NOT_VALUE.match(value)


def contrast(text: str) -> tuple[str, str]:
    """not Beijing but Shanghai: what is wrong, what is right; either may be missing."""
    match = _NOT.fullmatch(text) or _BUT.fullmatch(text)
    if match is None:
        return "", ""
    found = {name.rstrip("2"): said for name, said in match.groupdict("").items() if said}
    wrong, right = found.get("wrong", ""), found.get("v", "")
    return (wrong, right) if _is_name(right or wrong) else ("", "")


# -- What an English clause claims, of whom.


_TEMPLATES = Templates(
    *measures.TEMPLATES,
    *health.TEMPLATES,
    *people.TEMPLATES,
    *identity.HOME_TEMPLATES,
    *identity.PERSON_TEMPLATES,
    *work.STUDY_TEMPLATES,
    *work.WORK_TEMPLATES,
    *projects.TEMPLATES,
    *activities.POSSESSION_TEMPLATES,
    *tastes.TEMPLATES,
    *activities.HABIT_TEMPLATES,
)
_HABIT = LazyPattern(
    r"\b(?:every|each)\b|\bgets? paid on the \d"
    r"|\b(?:fiscal|financial|tax|school|academic) year (?:starts?|begins?|ends?|runs?|be)\b"
    # As always I have a dentist appointment tomorrow: that is one day
    r"|\b(?:usually|normally|always|generally|weekly|(?:once|twice|times) a (?:week|month))\b"
    r"(?<!as always)(?!.*\b(?:today|tonight|tomorrow|yesterday|(?:next|last|this) \w+|\w+ ago)\b)"
    r"|(?<!from )\b\w+days? (?:to|through|thru|till) \w+day"
    # my gym day goes from Wednesday to Friday
    r"|(?<!wedding )\bday (?:(?:is|was|has been|got|been) )?(?:\w+ )?from \w+ to \w+day"
    r"|\b(?:first|second|third|fourth|last) \w+day of (?:the|a) month",
    re.I,
)
_DROPPED = LazyPattern(
    (
        r"^(?:allergic|living|based in|working|born in|married|vegan|studying|training|learning"
        r"|recovering"
        r"|planning|saving|building|writing|developing|teaching|raising|renting|commuting"
        r"|freelancing"
        r"|vegetarian|diabetic|not a fan of|a (?:big|huge) fan of|trying to|currently \w+ing)\b(?!"
        r" (?:the|this|it|that)\b)"
    ),
    re.I,
)
_FLYING = LazyPattern(
    r"^(?:flying|going|heading|visiting|meeting|having|getting|starting|leaving|seeing|driving"
    r"|taking"
    r"|moving|travell?ing|running|attending|hosting|throwing) (?!the|this|that|it|you)\w",
    re.I,
)
# A name or a quality that only looks like a verb: Ahmed and Layla, layered clothing is a must.
_AHMED = LazyPattern(
    r"[A-Z][a-z]+ed(?:,| and| is| was| has| will| [A-Z])"
    r"|[A-Za-z]+(?: [\w'-]+){1,3} (?:is|are|was|were|has|have|sounds?|looks?|tastes?|seems?|smells?"
    r"|makes?|will|would|can|could|does|do|works?|helps?|feels?)\b"
)
# So excited: how somebody feels, and not what they did.
_MOOD = LazyPattern(
    r"(?:worked|learned) (?:like|for (?:me|us)|fine|well|great|perfectly|a lot|so)\b"
    r"|(?:retired|certified|licensed|registered) (?!(?:in|from|at|after|as|last|early|two|three"
    r"|\d+)\b)"
    r"|used to be (?:\w+er|more|so|much|fun|free|good|great|nice|different)\b"
    r"|(?:excited|tired|bored|interested|worried|scared|stressed|relieved|pleased|amazed|blessed"
    r"|impressed|thrilled|surprised|exhausted|inspired|confused|disappointed|overwhelmed|honored"
    r"|obsessed|married|related|needed|loved|enjoyed|agreed)\b|[a-z]+ (?:me|us)\b",
    re.I,
)
_OPENED = LazyPattern(
    r"^(?:cannot (?:stand|eat|drink|do)|do not (?:like|eat|drink|drive|smoke|own|have)|love|hate"
    r"|prefer|live in|work (?:at|as|in)|live with)"
    r" (?!(?:sure|is|does|can|will|has|makes?|brings?|conquers|always|really|and|or)\b)",
    re.I,
)
_BEEN = LazyPattern(
    r"^been (?:\w+ing (?!well|good|great)|vegetarian|vegan|pescatarian|sober|married|single"
    r"|divorced|diabetic"
    r"|with [A-Z]|(?:at|in) [A-Z])",
    re.I,
)
# Learning about other cultures fascinates me: what is done is the subject, nobody is left out.
_IS_SUBJECT = LazyPattern(
    r"^\w+ing\b.* (?:is|are|was|were|would|can|could|will|does|do|has|have|should|might|sounds?"
    r"|seems?"
    r"|makes?|gives?|helps?|really|\w+s (?:me|us|you))\b",
    re.I,
)
_JUST = LazyPattern(r"^(?:just|also|finally|recently|already|currently|still) (?=[a-z])", re.I)
_OPENING_VERBS = LazyPattern(
    r"^(?:live|work|love|like|hate|have|prefer|enjoy|study|play|speak|own|use|dislike"
    r"|avoid|want|plan|got|moved|not |no longer|never|usually|cannot|started|adopted"
    rf"|bought|went|hope|used to|be |find|refuse|was|am |teach|run|{_ACTS})\b",
    re.I,
)
_LASTING_ATTRIBUTES = (
    "location",
    "job",
    "employer",
    "school",
    "status",
    "name",
    "relation",
    "pet",
    "health",
    "allergy",
    "medication",
    "grade",
    "owns",
    "project",
    "diet",
    "habit",
    "money",
)
# Please don't mention him again.
_POINTS = LazyPattern(
    r"(?P<verb>\b(?:mention|mentioning|bring up|bringing up|talk about|talking about|discuss"
    r"|discussing|tell|telling) )(?:(?P<one>him|her|it)|them)(?= again| ever| any ?more|$)",
    re.I,
)
_REMINDS = LazyPattern(
    r"(?:to )?(?:(?:please|can you|could you|make sure to|remember to|set a reminder) )*"
    r"(?:remind me|set (?:me )?a reminder)(?P<day> .{2,25}?)?"
    r" (?P<what>to|that|about|of|for) (?P<rest>.+)",
    re.I,
)
_REMIND_LAST = LazyPattern(
    r"(?:,|(?<!\s))\s++(?:so |and |please )*+remind me(?: (?:please|then|of it|about it))?$", re.I
)
# March 12 is my mom's birthday: it is so every year.
_BIRTHDAY = LazyPattern(r" (?:is|will be) (?P<whose>my(?: [\w-]+['’]s)?|[A-Z]\w+['’]s) birthday$")
_OFTEN = LazyPattern(
    r"(?P<often>(?:every (?:other )?\w+|(?:on )?\w+days(?: and \w+days)?)"
    r"(?: (?:morning|afternoon|evening|night)s?)?"
    r"(?: at \d{1,2}(?::\d{2})?\s?(?:[ap]\.?m\.?)?)?),? "
    r"(?P<rest>(?:I|we) (?!(?:hate|love|like|enjoy|prefer)$).+)",
    re.I,
)


_SEASON = LazyPattern(
    r"\b(?P<which>last|this past|this|this coming|next) (?P<season>spring|summer|autumn|fall"
    r"|winter)\b",
    re.I,
)
_SEASONS = {"spring": 3, "summer": 6, "autumn": 9, "fall": 9, "winter": 12}


def _seasoned(text: str, local: Local) -> str:
    """Last spring, said in 2026, is in spring 2025 if that of 2026 has not begun."""

    def year(match: re.Match[str]) -> str:
        which, season = match["which"].lower(), match["season"].lower()
        begun = local.day.month >= _SEASONS[season]
        if which in ("last", "this past"):
            then = local.day.year - (not begun)
        else:
            then = local.day.year + (which == "next" and begun)
        return f"in {season} {then}"

    return _SEASON.sub(year, text)


_MAIN = LazyPattern(r"(?P<main>[^,]{4,}),(?!\d)")
_LISTS = LazyPattern(r",[^,]{1,40}(?:,| and | or )")
_MYSELF = LazyPattern(
    r"\b(?:would (?:describe|call|consider)|consider|call|describe) myself (?:as |to be )?(?=an? )"
)


def read_clause(clause: Clause, talk: SpokenOf, local: Local, policy: Extraction) -> Read:
    text = _seasoned(clause.text.strip(" .!,"), local)
    if " myself " in text:
        text = _MYSELF.sub("am ", text)
    text = day_first(text)
    if not text:
        return Read()
    directed = tuple(
        told(text, policy, led=clause.led, opens=clause.opens, standing=clause.standing)
    )
    if directed:
        directed = tuple(resolved(directed, _POINTS, talk.person))
        return Read(directed, bool(directed))
    if " me" in text and (felt := _TO_ME.fullmatch(text)) and not DEIXIS.search(text):
        return Read((_worded(_felt(felt), clause),), about_user=True)
    if ("called " in text or "named " in text) and (called := people.of_somebody(text, talk)):
        talk.subject = called.who
        return Read((_worded(called, clause),), about_user=True)
    text = _task(_REMIND_LAST.sub("", text), local, policy)
    if talk.person is None and talk.subject in (None, SELF):
        text = measures.owned(text)
    spoken = _of_project(text) or subject(_day_last(text, local, policy), talk)
    if spoken.who is None:
        spoken = _unnamed(text, talk, opens=clause.opens)
    if spoken.who is not None and spoken.who.key in ("", AGENT):
        talk.subject = spoken.who
        return Read()
    bare = spoken.who is not None
    days = [] if _HABIT.search(text) else find_days(spoken.rest, local, policy, bare=bare)
    if not all(each.sure for each in days):
        found = _timeless(spoken, policy)
        return Read(tuple(_worded(each, clause) for each in found), about_user=True)
    found = _said(spoken, days, talk, local, policy)
    if (
        len(found) == bool(spoken.relation)
        and (main := _MAIN.match(spoken.rest))
        and not _LISTS.search(spoken.rest)
    ):
        # What is hung on behind a comma may be what is not understood.
        shorter = replace(spoken, rest=main["main"])
        days = [each for each in days if each.end <= len(main["main"])]
        found = _said(shorter, days, talk, local, policy)
    if spoken.who is not None or clause.opens:
        talk.subject = spoken.who
    worded = tuple(_worded(each, clause) for each in found)
    own = spoken.who is not None and spoken.who.key == USER
    return Read(worded, own or bool(worded))


# Peanuts make me break out; olives are disgusting to me: what does something to the user.
_TO_ME = LazyPattern(
    r"(?P<x>(?!(?i:I|we|imagining|setting|the|this|that|these|those|it|its|you|your|he|she|they"
    r"|there|what|which|who|how"
    r"|here"
    r"|everything|nothing|something|my|his|her|their|would|could|can|do|does|please|just"
    r"|let|a+h+|aw+|o+h+|ugh+|omg|wow|same|yeah|man|dude|god|honestly|whatever)\b)"
    r"[A-Za-z][\w' -]{1,40}?)"
    r" (?:(?P<v>makes?|gives?|stress(?:es)?|bothers?|scares?|relaxes?|annoys?|drives?|calms?|bores?"
    r"|terrif(?:y|ies)|triggers?|upsets?|freaks?|exhausts?|energi[sz]es?|soothes?|depress(?:es)?)"
    r" me(?P<rest> .{2,40})?"
    r"|(?P<is>(?:is|are) (?:(?:absolutely|really|so|very|just) )?\w+) (?:to|for) me)",
)
_MY_THING = LazyPattern(
    r" (?:is|are) (?:not )?(?:really |totally |just |very much |so |definitely )*my (?:thing|cup"
    r" of tea|jam|go-to)\b"
)


def _felt(match: re.Match[str]) -> Claim:
    told = re.sub(r"\bme\b", "the user", match.group())
    whole = possessed(f"{told[:1].upper()}{told[1:]}")
    return Claim(category=Category.PREFERENCE, whole=whole, who=SELF)


def _of_project(text: str) -> Spoken | None:
    if _MY_THING.search(text):
        return Spoken(SELF, text)
    found = projects.spoken_of(text)
    return Spoken(found[0], base_form(found[1], third=True)) if found else None


def _task(text: str, local: Local, policy: Extraction) -> str:
    """Remind me to see the dentist on the 20th → I have to see the dentist on the 20th."""
    match = _REMINDS.fullmatch(text)
    if match is None or _HABIT.search(text) or not find_days(text, local, policy):
        return text
    rest = f"{match['rest']}{match['day'] or ''}"
    return f"I have to {rest}" if match["what"].lower() == "to" else rest


def _day_last(text: str, local: Local, policy: Extraction) -> str:
    """Next Friday I am flying → I am flying next Friday."""
    if born := _BIRTHDAY.search(text):
        days = find_days(text, local, policy)
        if days and (days[0].start, days[0].end, days[0].grain) == (0, born.start(), Grain.DAY):
            day = days[0].day
            return f"{born['whose']} birthday is {day:%B} {day.day}"
    if often := _OFTEN.fullmatch(text):
        when = re.sub(r"^(?:on )?(?=\w+days)", "on ", often["often"], flags=re.I)
        return f"{often['rest']} {when[:1].lower()}{when[1:]}"
    days = find_days(text, local, policy)
    if not days or days[0].start != 0:
        return text
    rest = text[days[0].end :].lstrip(" ,")
    return (
        f"{rest} {text[: days[0].end]}"
        if re.match(r"(?:I|[Ww]e|[Mm]y|[Hh]e|[Ss]he|[A-Z]\w+) ", rest)
        else text
    )


def _unnamed(text: str, talk: SpokenOf, *, opens: bool) -> Spoken:
    """… and work at Google: the subject of the clause before. Allergic to nuts: the speaker."""
    text = _JUST.sub("", text)
    rest = base_form(text, third=bool(talk.subject and talk.subject.key != USER))
    if (opens or talk.subject) and _DROPPED.match(text) and not _IS_SUBJECT.search(text):
        return Spoken(talk.subject or SELF, f"be {text[:1].lower()}{text[1:]}")
    if opens and _OPENED.match(text):
        return Spoken(SELF, f"{rest[:1].lower()}{rest[1:]}")
    if opens and _BEEN.match(text):
        return Spoken(SELF, f"have {text[:1].lower()}{text[1:]}")
    if opens and _FLYING.match(text) and not _IS_SUBJECT.search(text):
        return Spoken(SELF, f"be {text[:1].lower()}{text[1:]}")
    if opens and is_past(text.partition(" ")[0]) and not (_AHMED.match(text) or _MOOD.match(text)):
        return Spoken(SELF, f"{rest[:1].lower()}{rest[1:]}")
    if talk.subject and not opens and _OPENING_VERBS.match(rest):
        return Spoken(talk.subject, rest)
    if text.lower().endswith(("my favorite", "my favourite")) or re.search(
        r" (?:is|are) my favou?rite", text
    ):
        return Spoken(SELF, text)
    return Spoken(None, text)


# I have a sister and two brothers: two things, each said of its own.
_BOTH = LazyPattern(
    r"(?P<v>have|own|got|adopted|bought) (?P<a>(?:an?|one|two|three|four|five|\d+) [^,]{2,40}?),?"
    r" and"
    r" (?P<b>(?:an?|one|two|three|four|five|\d+) [^,]{2,40})"
)


def _said(
    spoken: Spoken, days: list[When], talk: SpokenOf, local: Local, policy: Extraction
) -> list[Claim]:
    who = spoken.who
    if died := _died(spoken, days, talk, local):
        return [died]
    found = [_relation(spoken)] if spoken.relation and spoken.relation[2] not in talk.gone else []
    if who is not None and spoken.names:
        match = re.fullmatch(rf"be (?P<v>{NAME})", spoken.rest)
        if match is None or not who.role:
            return found
        return _noted([related(who.role, who.shown, match["v"])], talk)
    known = [] if who is None else _known(spoken.rest, who, days, local, policy)
    if known:
        return found + _noted(known, talk)
    if days:
        return found + _on_a_day(spoken, days, talk, local, policy)
    return found + _plainly(spoken, talk)


def _known(rest: str, who: Who, days: list[When], local: Local, policy: Extraction) -> list[Claim]:
    """What templates know. Of what happens on a day, only what lasts from then on."""
    if both := _BOTH.fullmatch(rest):
        two = [_claims(f"{both['v']} {both[part]}", who, policy) for part in ("a", "b")]
        if all(two):
            return [claim for one in two for claim in one]
    if days and (taken := measures.on_a_day(rest, days, local)):
        return [taken.of(who)]
    timeless = _claims(rest, who, policy)
    if not days:
        return timeless
    lasting = [each for each in _claims(without(rest, days), who, policy) if _lasts(each)]
    if rest.startswith("be ") and days[0].day > local.day:
        lasting = []  # I'm a senior next year: not yet
    born = [each for each in timeless if each.attribute in _EVERY_YEAR]
    at = days[0].at(local)
    return born or [_on(replace(each, event_at=at), days[0]) for each in lasting]


def _on(claim: Claim, day: When) -> Claim:
    """What began on a day, with that day: started a bakery in 2026-01, sober since 2025-05-03."""
    if not claim.tail.startswith("+"):
        return claim
    since = " since" if claim.tail.startswith("+no longer") else ""
    tail = f"{claim.tail}{since}"
    return replace(claim, tail=f"{tail} {spelled(day, tail)}")


_EVERY_YEAR = ("birthday", "age", "hometown")


def _timeless(spoken: Spoken, policy: Extraction) -> list[Claim]:
    """What is so whatever year was meant: a birthday. The rest is kept as it was said."""
    found = [] if spoken.who is None else _claims(spoken.rest, spoken.who, policy)
    return [each for each in found if each.attribute in _EVERY_YEAR]


def _claims(rest: str, who: Who, policy: Extraction) -> list[Claim]:
    return _TEMPLATES.claims(rest, rest.lower(), who, policy)


def _on_a_day(
    spoken: Spoken, days: list[When], talk: SpokenOf, local: Local, policy: Extraction
) -> list[Claim]:
    if dated := event(spoken, days, local):
        return [dated]
    if spoken.who is None:
        return []
    # I hope to finish next year: when, is a part of what is hoped.
    told = replace(spoken, rest=absolute(spoken.rest, days))
    found = _claims(told.rest, spoken.who, policy) or _plainly(told, talk, dated=True)
    return [replace(each, event_at=days[0].at(local)) for each in found]


def _plainly(spoken: Spoken, talk: SpokenOf, *, dated: bool = False) -> list[Claim]:
    """What no template knows, of the user and of whoever is theirs."""
    who = spoken.who
    if who is None:
        return []
    own = who.key == USER
    theirs = who.role or who.type is EntityType.PROJECT or who in talk.names.values()
    done = undated(spoken, DEIXIS) if own and not dated else None
    if done is None and (own or theirs):
        done = plain(spoken)
    return [done.of(who)] if done else []


def _lasts(claim: Claim) -> bool:
    """I moved to London last month changes a home; she is getting married next week is a plan."""
    return claim.attribute.split(":")[0] in _LASTING_ATTRIBUTES and not claim.value.startswith(
        "getting"
    )


_DIED = LazyPattern(
    rf"(?:have |has |had )?(?P<how>(?:{DIED}"
    r"|passed(?: away|(?P<unsaid>)(?: on(?= \d)|(?=$| (?:in|at) \d)))"
    r"|was put (?:down|to sleep))\b"
    r"(?:(?! and | but | so | because )[^,;])*)"
)
# My grandpa passed in 2019, and my son an exam.
_OLD = LazyPattern(
    rf"(?:.* )?(?:{PETS}|(?:great-)?grand\w+|granny|nana|wife|husband|mom|mum|mother|dad|father)"
)


def _died(spoken: Spoken, days: list[When], talk: SpokenOf, local: Local) -> Claim | None:
    """Our cat Momo passed away last month: just that, and no cat is called Momo any more."""
    who = spoken.who
    match = _DIED.match(absolute(spoken.rest, days))
    if match is None or who is None or who.key in (USER, AGENT, ""):
        return None
    role, said, name = spoken.relation or ("", "", "")
    if not name:
        role = said = next((role for role, each in talk.names.items() if each == who), "")
        name = who.key
    if match["unsaid"] is not None and not _OLD.fullmatch(role):
        return None
    at = days[0].at(local) if days else None
    how = third(match["how"]).strip()
    if not role:
        return Claim(
            category=Category.RELATION,
            attribute="status:life",
            value="dead",
            tail=f"+{how}",
            who=who,
            event_at=at,
        )
    talk.gone.add(name)
    attribute, value = tie(role, name)
    return Claim(
        category=Category.RELATION,
        attribute=attribute,
        value=value,
        whole=f"The user's {said.lower()} {name} {how}",
        who=SELF,
        event_at=at,
        ended=True,
    )


def _relation(spoken: Spoken) -> Claim:
    role, said, name = spoken.relation or ("", "", "")
    attribute, value = tie(role, name)
    return Claim(
        category=Category.RELATION,
        attribute=attribute,
        value=value,
        whole=f"The user's {said.lower()} {'was' if said.startswith('late ') else 'is'} {name}",
        who=SELF,
    )


def _noted(found: list[Claim], talk: SpokenOf) -> list[Claim]:
    """Whoever a clause names may be `she` in the next."""
    for each in found:
        family, _, thing = each.attribute.partition(":")
        if family == "pet" and talk.person is None and " named " in each.tail:
            talk.named(each.value, each.tail.rpartition(" named ")[-1], EntityType.OTHER)
        if family == "relation" and "is called" in each.whole:
            talk.named(
                thing if unique(thing) else each.value, each.whole.rpartition(" is called ")[-1]
            )
    return found


def _worded(claim: Claim, clause: Clause) -> Claim:
    if not clause.hedge:
        return claim
    who = claim.who or SELF
    whole = claim.whole or sentence(who, claim.tail, clause.hedge)
    if claim.whole and clause.hedge not in ("might", "may"):
        whole = f"{clause.hedge.capitalize()}, {claim.whole[0].lower()}{claim.whole[1:]}"
    return replace(claim, whole=whole, confidence=min(clause.confidence, claim.confidence))
