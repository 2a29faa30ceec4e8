"""How English sentences open: with words that only lead in (fwiw, just so you know), and without
their subject where the speaker is meant (Been a nurse for seven years, Left-handed)."""

from __future__ import annotations

import re

from mohen.text import numerals
from mohen.text.lazy_pattern import LazyPattern

# Words that announce what is said and change nothing about it: alternatives.
LEADS_IN = (
    r"(?:just )?(?:a )?heads[- ]up|ngl|hiya|howdy|fwiw|for what it(?:['’]s| is) worth|jsyk"
    r"|(?:just )?fyi"
    r"|(?:just )?for (?:the record|reference"
    r"|(?:some |a bit of )?(?:context|background))|oh and|oh also|and btw|p\.?s\.?"
    r"|(?:(?:quick|some|a (?:bit|little) (?:of )?|short) )?(?:background|context)(?: (?:on"
    r"|about) me)?"
    r"(?=:)|(?:just )?so (?:that )?you know|just so (?:that )?you(?:['’]re| are) aware"
    r"|(?:you should|you might want to|good to|worth) know(?:ing)?(?: that)?"
    r"|(?:I )?(?:should|forgot to|wanted to|have to|might as well) (?:also )?(?:mention|add|say)"
    r"(?: that)?|worth mentioning(?: that)?|(?:one|another|small|fun|quick) (?:thing|fact|note)"
    r"(?: about me)?(?=[:,])|in case (?:it|that) (?:matters|helps|is relevant)"
    r"|(?:not sure )?if (?:it|that) (?:matters|helps|is relevant)(?: but)?|about me(?=:)|me(?=:)"
)
# The same where it comes last.
TRAILS = (
    r"fwiw|for what it(?:['’]s| is) worth|jsyk|fyi|btw|by the way|(?:just )?so you know"
    r"|(?:just )?for (?:context|the record|reference|background)"
    r"|(?:if|in case) (?:it|that) (?:matters|helps|is relevant)"
)


# What a doctor or a test says of one is so, as far as one knows.
DOCTOR = LazyPattern(
    r"(?:^|(?<=[.!?;] )|,? (?=and |but |so )|, )(?:(?:so|and|but|well) )?(?:(?:my|the"
    r"|our) (?:doctor|gp|doc|physician|cardiologist"
    r"|specialist"
    r"|dentist|nurse|optician|surgeon)(?: (?:also|just|now|has|finally))*"
    r" (?:said|says|told me|tells me|confirmed|found)|(?:the|my) (?:[\w-]+ ){0,3}?(?:results?"
    r"|test|tests"
    r"|scan|x-ray|mri|blood ?work|check-?up)(?: results?)? (?:show|shows|showed|say|says|said"
    r"|confirmed"
    r"|revealed))(?: that)? (?=my (?!child|son|daughter|wife|husband)\w|I (?:am|have|had"
    r"|do not)\b)",
    re.I,
)


# -- What the speaker left out.


_SOME = rf"(?:\d+|{numerals.WORD}|a couple of|several|no)"
_OURS = (
    r"(?:kids?|children|sons?|daughters?|boys?|girls?|twins|cats?|dogs?|pets?|hens|chickens|horses)"
)
# What follows says that the sentence is over or goes on to more about the same person.
_THEN = (
    r"(?=[,.!;:]|$| (?:here|since|for|from|by|but|and|with|in|at|on|until|now|as|so|my|too"
    r"|of (?:\d|two|three|four|five|six))\b)"
)
# How somebody is for long, said with nothing before it.
_STATE = (
    r"(?:(?:very|fully|mostly|totally|completely|partly|legally|severely|slightly|newly|happily"
    r"|recently|proudly|born) )*(?:left[- ]handed|right[- ]handed|ambidextrous|dyslexic|dyscalculic"
    r"|autistic|epileptic|diabetic|asthmatic|colou?r[- ]?blind|short-sighted|near-?sighted|blind"
    r"|deaf|hard of hearing|tone[- ]?deaf|(?:lactose|gluten)[- ]intolerant|coeliac|celiac|vegan"
    r"|vegetarian|pescatarian|teetotal|sober|bilingual|trilingual|self-taught|self-employed"
    r"|unemployed|semi-retired|retired|married|divorced|widowed|single|engaged|separated|childfree"
    r"|childless|non-?binary|transgender|bisexual|asexual|jewish|muslim|catholic|buddhist|hindu"
    r"|atheist|agnostic|disabled|housebound|wheelchair-bound|pregnant)"
)
_KIND = (
    r"(?:single|stay-at-home|proud|new|first-time|second-time|married|divorced|widowed|retired"
    r"|semi-retired|former|freelance|part-time|full-time|native|lifelong|life-long|longtime"
    r"|long-time|recovering|aspiring|trained|certified|licen[sc]ed|registered|self-taught"
    r"|self-employed|amateur|professional|junior|senior|fellow|trainee|second-year|third-year"
    r"|first-year|final-year|working|budding|technical|literary|medical|academic|independent|indie"
    r"|night-shift|disabled)"
)
_HEAD = (
    r"(?:[\w-]*(?:er|or|ist|ian|eer|ee|ant|man|woman|smith|wright|path)"
    r"|nurse|pilot|cook|chef|vet|medic|paramedic|student|grad|undergrad|postdoc|clerk|judge|poet"
    r"|mechanic|architect|(?:grand|step)?(?:m[uo]m|mother|dad|father|parent|ma|pa)|alcoholic"
    r"|diabetic|addict|veteran|widow|widower|introvert|extrovert|native|orphan|refugee|expat"
    r"|immigrant|vegan|vegetarian|insomniac|coach|guide|host|monk|nun|priest|pastor|imam|rabbi"
    r"|intern|apprentice|temp|freelance|professional|dev|sysadmin|admin|civil servant)"
)
_NO_HEAD = (
    r"(?:never|ever|however|either|neither|other|another|under|over|after|whatever|whenever|better"
    r"|later|former|longer|faster|easier|harder|older|newer|higher|lower|bigger|smaller|number"
    r"|order"
    r"|letter|paper|chapter|folder|header|server|computer|error|color|or|for|minor|major|offer"
    r"|answer|matter|remember|consider|together|weather|winter|summer|water|dinner|user|her|per"
    r"|see|three|free|agree|coffee|want|important|relevant|wonder|master|power|cover|filter"
    r"|layer|router|printer|browser|editor|compiler|parameter|character|paster|poster|monster"
    r"|october|september|november|december|brother|sister|mother|father)"
)
_ROLE = rf"(?:[\w-]+ ){{0,2}}?(?!{_NO_HEAD}\b){_HEAD}"
# By which words the sentence was begun without, and what they are.
DROPPED = (
    r"(?P<have>never (?:learned|learnt|been|eaten|worn|touched|had|owned|married|wanted|smoked"
    r"|flown|liked"
    r"|tried|finished) (?!of\b|it\b|this\b|that\b|the\b|such\b|so\b|any (?:issue|problem))\w"
    r"|been (?:through \w|an? (?!while|long|minute|bit|few|couple|busy|rough|tough|crazy|hell"
    r"|lot)\w"
    r"|(?:in|at|on|with|off) \w|married|single|divorced|sober|vegan|vegetarian|pescatarian|clean"
    r"|retired|self-employed|unemployed|living|working|writing|teaching|driving|nursing|freelancing"
    r"|translating|studying|learning|playing|coding|programming|running (?:my|an?)|raising|caring"
    r"|knitting|painting|baking|fostering|volunteering|coaching|allergic|diabetic|deaf|blind))"
    r"|(?P<was>(?:born|raised|brought up|adopted|homeschooled)"
    r"(?: and (?:raised|bred|educated|adopted))? (?:in|on|by|near|at|with|from|catholic|jewish"
    r"|muslim|baptist|vegetarian)\b)"
    r"|(?P<am>not (?:an? |much of an? |really an? |a big |a huge "
    r"|a great )(?:[\w-]+ ){0,2}?(?:fan of"
    rf"|{_HEAD}|person)\b(?! (?:of )?(?:this|that|these|those|it|your|the)\b)"
    r"|(?:an? )?(?:big|huge|massive) fan of (?!this|that|these|those|it\b|your|the\b)"
    r"|(?:big|huge|massive|lifelong) (?:[\w'’-]+ ){1,3}fan(?=[,.!]|$)|big on \w"
    r"|(?:terrified|afraid|scared|fond|addicted|prone|partial) (?:of|to) (?!this|that|it\b|the\b"
    r"|you)\w"
    r"|not (?:on (?:social media|facebook|whatsapp|instagram|medication)\b"
    r"|(?:religious|married)(?=[,.!]|$| or\b))"
    rf"|{_STATE}{_THEN}|originally from [A-Z]|fluent in \w|half[- ][A-Z]\w+(?=,| and)"
    r"|currently (?:on (?:maternity|paternity|parental|sick|leave|medication|disability|call)"
    r"|between jobs"
    r"|in (?:grad|college|university|school|hospital|rehab|therapy|my)|off work)\b|on (?:maternity"
    r"|paternity|parental"
    r"|sick|medical|disability) (?:leave|pay|benefits)\b|ex-(?:army|navy|marine|military|cop"
    r"|police|teacher|nurse|smoker)\b)"
    rf"|(?P<a>{_KIND} {_ROLE}{_THEN}|(?!{_NO_HEAD}\b){_HEAD} by (?:trade|training|profession|day)\b"
    rf"|(?!(?:no|any|every|which|the|is|are|new|same"
    rf"|all) )(?:[\w-]+ ){{0,3}}?(?!{_NO_HEAD}\b){_HEAD}"
    r" here(?=[,.!;:]|$| and\b| so\b| with\b))"
    r"|(?P<got>got (?:ADHD|ADD|OCD|PTSD|asthma|epilepsy|diabetes|arthritis|dyslexia|celiac|twins)\b"
    rf"|got {_SOME} (?:[\w-]+ )?{_OURS}\b|{_SOME} (?:[\w-]+ )?{_OURS}(?=,| at home| here|$)"
    r"|no (?:tv|car|kids|children|pets|driving licen[cs]e|internet)(?: at home)?(?=[,.!]|$))"
    r"|(?P<i>got an? (?:(?:bad|dodgy|weak|artificial|prosthetic|rescue|adopted|service|old) \w"
    r"|(?:[\w-]+ )?"
    r"(?:dog|cat|puppy|kitten|horse|van|boat|stammer|stutter|pacemaker|twin|degree)\b)"
    r"|got (?:married|divorced|engaged|diagnosed"
    r"|laid off"
    r"|sober|fired|promoted) \w|(?:learned|learnt|studied|grew up|worked|trained) (?!this\b|that\b"
    r"|it\b"
    r"|the\b|like\b|fine\b|well\b|great\b|perfectly\b|a lot\b|so\b|for me\b)\w|used to (?:be an? "
    r"|be (?:in|on|at|with|married|vegan|vegetarian|fat|shy|religious)\b"
    r"|(?!be\b|the\b|it\b|this\b|that\b|have (?:to|this|that)\b)[a-z]+(?=[ ,]))"
    r"|(?:mostly|mainly|usually|normally) (?:write|work|read|cook|eat|drive|live|teach"
    r"|translate|code|use|draft|edit|listen|watch|play|paint|bake|travel|cycle|run|walk"
    r"|drink) (?!(?:the"
    r"|this|it|that|fine|well|ok|as)\b)\w"
    r"|(?:don['’]?t|do not) (?:drive|own|have (?:any )?(?:kids|children|pets|a\b)) ?(?!(?:it|this"
    r"|that|the|so|too|you|anything|me)\b)|(?:can['’]?t|cannot) (?:eat|drink|drive|swim|cook|speak"
    r"|read music"
    r"|stand|fly|run|hear|see) ?(?!(?:it|this|that|the|how|why|what"
    r"|you|anything|me)\b))"
)
_DROPPED = LazyPattern(DROPPED, re.IGNORECASE)
_SUBJECTS = {"have": "I have ", "was": "I was ", "am": "I am ", "got": "I have ", "i": "I "}
_HERE = LazyPattern(
    r"^(?P<who>[^,.!;:]{3,60}?) here(?=[,.!;:]|$| and\b| so\b| with\b)", re.IGNORECASE
)
_VOWEL = LazyPattern(r"(?:[aeio]|un(?!i))", re.IGNORECASE)


# The kids stay with me every other week: whose they are is said.
_OURS_LIVE = LazyPattern(
    r"the (?:kids|children|boys|girls|twins|baby|dogs?|cats?) (?:[\w'’-]+ ){1,5}?(?:with|in|at|on"
    r"|for"
    r"|to) (?:me|us|my|our)\b",
    re.IGNORECASE,
)


def is_dropped(text: str) -> bool:
    """Whether it says something of the speaker or theirs without naming them first."""
    return bool(_DROPPED.match(text) or _OURS_LIVE.match(text))


def with_subject(text: str) -> str:
    """Been a nurse → I have been a nurse; any other text as it is."""
    match = _DROPPED.match(text)
    if match is None:
        return text
    kind = match.lastgroup or ""
    first = text.partition(" ")[0][1:]
    rest = f"{text[:1].lower()}{text[1:]}" if first.islower() or not first else text
    if kind in ("a", "am"):
        rest = _HERE.sub(r"\g<who>", rest)
    if kind == "a":
        return f"I am {'an' if _VOWEL.match(rest) else 'a'} {rest}"
    if kind == "got":
        rest = re.sub(r"^got ", "", rest)
    return f"{_SUBJECTS[kind]}{rest}"


# -- What is said of the speaker's own book.


_BOOK = (
    r"(?:novel|novella|book|story|stories|series|trilogy|duology|saga|memoir|manuscript|thriller"
    r"|whodunit|screenplay|stage play|comic|webcomic|(?:(?:fantasy|fictional|story) )?world"
    r"|romance|mystery|sequel"
    r"|prequel|fanfic|wip|poetry collection|short fiction)s?"
)
_FIGURE = (
    r"(?:(?:main|lead|pov|viewpoint|side) characters?|characters?|protagonists?|heroines?|hero"
    r"|villains?|antagonists?|narrators?|detective|love interest)"
)
OF_A_BOOK = (
    r"(?<![\w'])(?:(?:the|an?|in|(?:at|by) the (?:end|start)|throughout|every|each|all|most|half"
    r"|book|part|volume|act"
    rf"|both|some|none|\d+|{numerals.WORD}) (?:[\w'’-]+ ){{0,6}}?)?"
    rf"(?:(?:my|our) (?:(?!favou?rite\b)[\w'’-]+ ){{0,2}}?(?:{_BOOK}|{_FIGURE})"
    r"|I(?:['’]m| am| have|['’]ve) (?:[\w'’-]+ ){0,4}?(?:draft|chapter|act|edits?|revisions?"
    r"|halfway"
    rf"|through|into|writing|editing|revising"
    rf"|querying)(?: [\w'’-]+){{0,3}}? my (?:[\w-]+ ){{0,2}}?{_BOOK}"
    rf"|the (?:[\w-]+ )?{_BOOK} (?:that |which )?(?:i|we)(?:['’]m| am|['’]re| are)? (?:writing"
    r"|working on|drafting|editing|plotting|wrote|write))"
    r"(?!['’]?\w| (?:club|shel\w+|bag|report|cover arrived|character)\b)"
)
_OF_A_BOOK = LazyPattern(OF_A_BOOK, re.IGNORECASE)
# What is wanted for it is asked for, and not told of it.
_WANTED = LazyPattern(
    r"\b(?:I|we) (?:\w+ )?(?:need|want|wish|hope|think|feel|wonder|guess)\b|\b(?:needs?|should"
    r"|could|would|feels?|seems?|sounds?)\b",
    re.IGNORECASE,
)


_SAYS = LazyPattern(
    r"[, ]*(?!(?:that|it|this|you)\b)[\w'’]", re.IGNORECASE
)  # in my book that is fine


def is_of_a_book(text: str) -> bool:
    """Whether it tells something of the speaker's own book: in it, of it, of who is in it."""
    match = _OF_A_BOOK.match(text)
    if match is None or _WANTED.search(text):
        return False
    own = match.group()[1:2] in " '’"  # I'm on the third draft of my novel
    return own or bool(_SAYS.match(text, match.end()))
