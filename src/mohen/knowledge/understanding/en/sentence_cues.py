"""Cues in English sentences: who speaks of whom, asks, orders, greets, jokes or takes back."""

from __future__ import annotations

import re

from mohen.knowledge.understanding.en.openings import DROPPED, LEADS_IN, OF_A_BOOK
from mohen.knowledge.understanding.pattern_engine import Hints
from mohen.text.lazy_pattern import LazyPattern

# -- What gives an English sentence away: who speaks of whom, asks, orders, greets or takes back.
#
# All patterns read lower case with straight apostrophes, unless they say so.


# Words that may stand before what is said and change nothing about what it is about.
LEAD = (
    r"^[-*•\s\"'(]*+(?:(?:and|but|so|also|plus|well|oh|hey|ok|okay|yes|yeah|yep|no|because"
    r"|since|cause"
    r"|btw|by the way|anyway|actually|honestly|basically|then|though|although|however|now"
    r"|currently"
    r"|today|lately|recently|these days|usually|maybe|perhaps|probably|please note|fyi|thanks"
    r"|thank you|sorry|in fact|to be honest|tbh|personally|luckily|unfortunately|first|second"
    r"|as you know|like i said|still|besides|haha+|lol|hi|hello"
    rf"|{LEADS_IN.lower()})[,:;.!-]*\s+){{0,6}}"
)
DAYS = r"(?:mon|tues|wednes|thurs|fri|satur|sun)days?"
MONTHS = (
    r"(?:january|february|march|april|june|july|august|september|october|november|december"
    r"|jan|feb|apr|jun|jul|aug|sept?|oct|nov|dec)"
)
AT_A_TIME = LazyPattern(
    r"(?<![a-z])(?:today|tonight|tomorrow|yesterday"
    r"|(?:this|next|last|every|each) (?:week|month|year|weekend|morning|afternoon|evening"
    r"|night|summer"
    rf"|winter|spring|fall|autumn|semester|quarter|{DAYS})|{DAYS}"
    rf"|(?:in|on|by|since|until|last|next|this|every|early|late|mid) (?:{MONTHS}|may)"
    rf"|{MONTHS} \d{{1,2}}"
    rf"|(?:may|march) \d{{1,2}}|\d{{1,2}}(?:st|nd|rd|th)? (?:of )?(?:{MONTHS}|may)"
    r"|\d{1,2}(?::\d\d)? ?(?:am|pm|a\.m|p\.m|o'clock)|(?:at|by"
    r"|until) \d{1,2}(?::\d\d)?(?=[\s.,]|$)"
    r"|\d{4}-\d\d-\d\d|\d{1,2}/\d{1,2}/\d{2,4}|(?:in|since|until|by|from) (?:19|20)\d\d"
    r"|(?:\d{1,9}|a|an|one|two|three|four|five|six|few|couple of|several) (?:day|week|month"
    r"|year|hour)s? ago"
    r"|in (?:\d+|a|an|one|two|three|four|five|six|a few) (?:day|week|month|year|hour|minute)s?"
    r"|at noon|midnight|christmas|thanksgiving|easter|new year's|halloween|deadline"
    r"|birthday|anniversary"
    r"|the \d{1,2}(?:st|nd|rd|th))(?![a-z])"
)

_WHO = (
    r"(?:i|you|we|he|she|they|it|this|that|there|the|my|your|our|anyone|someone|anybody"
    r"|these|those|any)"
)
_CLOSING = " \t\n\"'”’)!.…"
_ASKS = LazyPattern(
    r"^(?:(?:and|so|but|then|well|hey|ok|okay|hi|hello|also|btw|by the way"
    r"|quick question)[,:]?\s+)*(?:"
    r"(?:what|how|why|where|when|who|whom|whose|which)(?:'s|'re|'d| (?:is|are|was|were|am"
    r"|do|does|did"
    r"|should|can|could|would|will|have|has|about|else|many|much|long|often|far|old|time"
    r"|kind|sort|type"
    r"|one|to|come|might))\b"
    r"|(?:can|could|would|will|should|does|did|is|are|was|were|am|have|has|may|shall|won't"
    r"|can't|isn't"
    rf"|aren't|don't|doesn't|didn't|wouldn't|shouldn't) {_WHO}\b|do (?:i|you|we|they|people)\b"
    r"|(?:why|how|what|who|where|when)[\s.!]*$|any (?:idea|tips|suggestions|recommendations"
    r"|advice)\b)"
)


def asks(low: str) -> bool:
    return low.rstrip(_CLOSING).endswith(("?", "？")) or bool(
        _ASKS.match(low) and not low.startswith(("don't you dare", "have the", "have this"))
    )


_VERBS = (
    r"write|create|make|show|tell|give|explain|fix|add|remove|delete|update|change|run|test"
    r"|check|find|list"
    r"|summari[sz]e|translate|rewrite|rephrase|generate|build|implement|refactor|help|use"
    r"|try|do|go|open|read"
    r"|look|search|describe|compare|convert|calculate|compute|draw|design|suggest|recommend"
    r"|stop|start|keep"
    r"|put|set|send|draft|edit|proofread|review|install|move|rename|print|provide|include"
    r"|ensure|call|be|act"
    r"|remind|ask|get|turn|save|format|sort|analy[sz]e|teach|think|consider|focus|assume"
    r"|note|let|come"
    r"|remember|forget|ignore|skip|replace|merge|split|clean|debug|deploy|commit|push|pull"
    r"|restart|finish"
    r"|outline|brainstorm|play|say|repeat|define|guess|pick|choose|imagine|suppose|pretend"
    r"|plan|walk me|talk|shorten|expand|condense|polish|improve|continue|simplify|extend"
)
COMMANDS = LazyPattern(
    r"^[-*•\s]*+(?:(?:and|so|but|then|now|ok|okay|also|just|well|hey|please|pls|kindly|first"
    r"|next|can you"
    r"|could you|would you|in (?:the )?future|from now on)[,:]?\s+)*(?:"
    rf"(?:{_VERBS})\b(?! ?(?:-|:))(?!\s+(?:\w+\s+){{0,2}}(?:is|are|was|were|has|came|went"
    r"|takes|seems|passed"
    r"|failed)\b)|make sure\b"
    rf"|(?!{DROPPED})(?:don't|do not|never|always|please)\s+\w"
    r"|let's\b|avoid \w+ing\b"
    r"|i (?:want|need|would like) you to\b|i'd like you to\b|you (?:should(?! know)|must|need to"
    r"|have to)\b)"
)


def _listed(words: str) -> frozenset[str]:
    return frozenset(words.split())


_TAKING_BACK = _listed("""
    kidding joking messing teasing jk j pulling made ignore forget back disregard
""")
_CORRECTING = _listed("""
    actually correction correct scratch meant mean misspoke mistyped wrong mistake wait no
    not incorrect make said
""")
_SIGNALLING = _listed("""
    remember forget mind note now forward future always never important importantly crucial
    crucially vital essential essentially critical key haha hahaha hahahaha lol lmao
""")
_DIRECTING = _listed("""
    now forward future time whenever always never don't not must mustn't stop avoid call
    address refer unless answer answers reply replies response responses explanation
    explanations message messages sentence sentences tone language summaries metric imperial
    british american celsius fahrenheit plain simple use english chinese mandarin cantonese
    french german spanish japanese korean italian russian concise brief direct formal
    informal casual polite honest friendly blunt short terse succinct detailed specific
    professional objective critical playful kind gentle serious humorous funny
""")
_TIMELY = _listed("""
    today tonight tomorrow yesterday week month year weekend morning afternoon evening night
    summer winter spring fall autumn semester quarter monday tuesday wednesday thursday
    friday saturday sunday mondays tuesdays wednesdays thursdays fridays saturdays sundays
    january february march april may june july august september october november december
    jan feb apr jun jul aug sep sept oct nov dec ago noon midnight christmas thanksgiving
    easter year's halloween deadline birthday anniversary day days weeks months years hour
    hours minute minutes
""")
_WORD = LazyPattern("[a-z']+")
_DIGIT = LazyPattern("[0-9]")
_LAUGHING = LazyPattern("[😂🤣😜]")


def hints(low: str) -> Hints:
    words = _WORD.findall(low)
    return Hints(
        not _TAKING_BACK.isdisjoint(words),
        not _CORRECTING.isdisjoint(words),
        not _SIGNALLING.isdisjoint(words) or bool(not low.isascii() and _LAUGHING.search(low)),
        not _DIRECTING.isdisjoint(words),
        not _TIMELY.isdisjoint(words) or bool(_DIGIT.search(low)),
    )


# --- what is kept -------------------------------------------------------------------------

_BIDS = (
    r"(?:(?:^|[.!;:,]\s*)(?:(?:please|pls|just|but|so|and|also|always|you (?:should|must"
    r"|need to))\s+)*)"
)
REMEMBER = LazyPattern(
    rf"{_BIDS}(?:remember\b(?! (?:when|how i|the time))|(?:don't|do not|never) forget\b"
    r"|keep in mind\b"
    r"|bear in mind\b|note that\b|take note\b|make a note\b|note this\b|please note\b)"
    r"|please remember\b|from now on\b|going forward\b|(?:^|, ?)in (?:the )?future,"
    rf"|{_BIDS}(?:always|never) (?!mind|the less|heard|been|seen|had|liked|thought|knew|was"
    r"|again|said|did|[a-z]+ing\b)[a-z]+\b"
)
IMPORTANT = LazyPattern(
    r"(?<!not )(?<!not that )(?<!not so )(?<!not very )(?<!not really )(?<!not too )(?<!n't"
    r" )(?<!n't that )"
    r"(?<!n't so )(?<!n't very )(?<!n't really )(?<!n't too )(?<!less )(?<!no longer )(?<!n"
    r"othing )(?<!how )"
    r"\b(?:important(?:ly)?|crucial(?:ly)?|vital|essential(?:ly)?|critical that"
    r"|the key (?:point|thing|is)"
    r"|key point)\b"
)
ASIDE = LazyPattern(
    r"\b(?:by the way|btw|incidentally|just saying|just fyi|as an aside|on a side note"
    r"|side note|off topic"
    r"|not (?:that |very |so |really )?important|isn't (?:that |very |so "
    r"|really )?important|unimportant)\b"
)
_FELT = (
    r"love|hate|adore|despise|happy|sad|angry|furious|thrilled|excited|devastated"
    r"|heartbroken|scared|terrified"
    r"|proud|ashamed|jealous|miserable|desperate|disgusted|upset|annoyed|frustrated"
    r"|disappointed|grateful"
)
FEELS = LazyPattern(
    rf"\b(?:{_FELT}|loved|hated|can't stand|cannot stand|fed up|sick of|obsessed"
    r"|freaking out|panicking)\b"
)
EMPHATIC = LazyPattern(
    r"!|\b(?:so|really|absolutely|totally|extremely|incredibly|completely|utterly|fucking"
    r"|freaking|damn|truly"
    r"|deeply|super|insanely|can't stand|cannot stand|fed up|furious|devastated|heartbroken"
    r"|terrified)\b"
)

_SECRET = r"(?:share|tell|mention|reveal|disclose|leak|publish|expose|give out|pass on|repeat)"
_SAID = (
    r"(?:answers?|repl(?:y|ies)|responses?|explanations?|messages?|sentences?|tone|language"
    r"|summaries)"
)
_TONGUE = (
    r"(?:english|chinese|mandarin|cantonese|french|german|spanish|japanese|korean|italian"
    r"|russian)"
)
_MANNER = (
    r"(?:concise|brief|direct|formal|informal|casual|polite|honest|friendly|blunt|short"
    r"|terse|succinct|detailed"
    r"|specific|professional|objective|critical|playful|kind|gentle|serious|humorous|funny)"
)
DIRECTS = LazyPattern(
    r"\b(?:from now on|going forward)\b|(?:^|, ?)in (?:the )?future,?(?= please| always"
    r"| don't| never| use| write)"
    r"|\b(?:every time|each time|whenever) (?:you|i (?:ask|say|send|write))\b"
    rf"|{_BIDS}(?:always|never) (?!mind|the less|heard|been|seen|had|liked|thought|knew|was"
    r"|again|said|did|[a-z]+ing\b)[a-z]+\b"
    rf"|\b(?:don't|do not|never|must not|mustn't) (?:ever )?{_SECRET}\b|\b(?:don't"
    r"|do not) (?:ever|again)\b"
    r"|\b(?:don't|do not) (?:call|address) me\b|\b(?:don't|do not|stop|avoid) (?:use|using"
    r"|add|adding)?\s?(?:apologi[sz]\w+"
    r"|emojis?|exclamation (?:marks|points)|jargon|markdown|bullet points|em dashes|filler)\b"
    r"|\bstop (?:apologi[sz]ing|calling me|using|saying|asking|adding)\b"
    r"|\b(?:keep|make|give me|write|want|prefer|like) (?:your |the |all "
    rf"|my )?(?:{_MANNER}er |{_MANNER} )?{_SAID}\b"
    r"(?! (?:to|for) (?:the|this|that))|\b(?:answer|respond|reply|speak|talk"
    r"|write)(?: to me| back)?"
    rf"(?: only| always)? in {_TONGUE}\b|(?:^|please |, )(?:be|stay|sound) (?:more |less "
    rf"|very |always )*{_MANNER}\b"
    r"|(?:^|please |and |can |just )(?:you can )?(?:call|address|refer to) me (?!back|later"
    r"|when|if|tomorrow|at)"
    r"|\buse (?:metric|imperial|british|american|celsius|fahrenheit|24|plain|simple) "
    r"|\byou (?:should|must) (?:always"
    r"|never)\b|\bunless i (?:ask|say|tell)\b"
)
ABOUT_AGENT = LazyPattern(
    rf"{LEAD}(?:your (?:(?:new|first|last|nick)?\s?name|role|job|task|persona"
    r"|purpose) (?:is|will be)\b"
    r"|you(?:'re| are) (?:my|our|called|named) (?!right|so|welcome)|i(?:'ll| will"
    r"| shall)? (?:call|name) you\b)"
)
CORRECTS = LazyPattern(
    r"^[-*•\s]*(?:(?:oh|no|oops|sorry|wait|well|hmm|ah)[,.!]*\s+)*(?:actually[, ]"
    r"|correction\b|to correct|scratch that"
    r"|i (?:meant|mean|misspoke|mistyped|was wrong)\b|my mistake|no,? wait|wait,? no"
    r"|(?:(?:it's|it is|that's) )?not [^,.]{1,30}, (?:but |it's |it is )"
    r"|that's (?:wrong|not right|incorrect)|let me correct|make that\b|i should have said)"
    r"|\b(?:it's|it is) actually\b|\bi'm actually (?:\d|an? |from |in )|\bi mean[t]? to say\b"
)
TAKES_BACK = LazyPattern(
    r"(?<!not )(?<!no )(?<!you )(?<!are you )(?<!aren't )(?:\bjust (?:kidding|joking)"
    r"|^(?:i'm |i was |only )?(?:kidding|joking)\b"
    r"|\bi(?:'m| am| was)(?: only| just)? (?:kidding|joking|messing|teasing)|(?:^"
    r"|[\s,.!])j/?k(?:[\s,.!]|$)|\bjust pulling your leg"
    r"|\bi made that up|\bignore (?:what i (?:just )?said|my last|that last)"
    r"|\bforget (?:what i (?:just )?(?:said|told you)"
    r"|that i|i (?:said|mentioned)|(?:about )?my last)|\bi take (?:that|it) back"
    r"|\bdisregard (?:that|what|my))"
)
LABELS = (
    r"(?:(?:full |first |last |nick)?name|age|gender|sex|birthday|birth ?date|date of birth"
    r"|dob|hometown|nationality"
    r"|job|occupation|profession|employer|company|school|university|major|degree|address"
    r"|location|city|home|phone"
    r"|mobile|e-?mail|height|weight|blood type|allerg(?:y|ies)|conditions?|medications?"
    r"|diet|hobb(?:y|ies)|interests?"
    r"|likes|dislikes|preferences?|languages?|time ?zone|status|family|pets?|goals?|skills?"
    r"|pronouns)"
)
LABELLED = LazyPattern(rf"^[-*•\s]*(?:my )?{LABELS}\s*: \S")
NOTED = LazyPattern(
    r"^[-*•\s]*(?:the )?user(?:'s)? (?:prefers|likes|is|has|lives|works|wants|hates"
    r"|dislikes|loves|does|doesn't"
    r"|uses|was|speaks|needs|enjoys|owns|plans|always|never|often|usually|[a-z]+ (?:is|are))\b"
)
_NOBODY = (
    r"The|This|That|These|Those|It|There|He|She|They|We|You|What|Who|Where|When|How|Why"
    r"|Which|Everyone|Everybody|Somebody"
    r"|Someone|Nobody|Anyone|Nothing|Everything|Something|Here|My|Our|Your|His|Her|Their"
    r"|Its|All|Some|Many|Most|Each|One"
    r"|If|And|But|So|Or|Not|No|Yes|Then|Today|Tomorrow|Life|Work|User|Both|People|Maybe"
    r"|Also|Please|Traffic|Rent"
)
NAMED = LazyPattern(  # reads the text as it was written
    rf"^[-*•\s]*(?!(?:{_NOBODY})\b)(?![A-Z][a-z]+ing\b)[A-Z][a-z]+(?: [A-Z][a-z]+)?"
    r"(?: (?:works|lives|studies|moved|likes|loves|hates|prefers|enjoys|is (?:my|an?"
    r"|allergic|from|\d+|married|pregnant"
    r"|vegan|vegetarian)\b|was born|has (?:a|an|two|three|four|\d+)\b|got (?:a|married"
    r"|engaged)\b)|'s birthday)"
)

# I … that says what one thinks or wants of this conversation, not how one is.
_MIND = (
    r"(?:'m|'re| am| are)(?: just| also| really| so| very| currently| still| not| a bit"
    r"| quite)* (?:sorry|sure|glad|afraid|happy (?:to|for"
    r"|that|with the)|here|back(?=$|[.!])|done|ready|curious|wondering|trying"
    r"|looking (?:for|at|to)|thinking|considering|asking|talking"
    r"|saying|getting (?:an?|the|this) error|seeing|using (?:this|the|your)|confused|stuck"
    r"|assuming|guessing|hoping|kidding|going to"
    r" (?:try|check|use|test|go with)|interested in (?:the|this|that|your)|not? (?:sure"
    r"|certain)|fine with|ok(?:ay)? with|good)\b"
    r"|(?: also| just| really| still| kind of| kinda| do)* (?:think|guess|mean|meant|see"
    r"|understand|agree|know|don't know|wonder"
    r"|suppose|assume|believe|bet|doubt|hope|wish you|feel like|noticed?|appreciate|thought"
    r"|said|told you|asked|figured|need you|want you"
    r"|can't remember|don't remember|remember|forgot to|recommend|suggest)\b"
    r"|'d (?:rather|say|like (?:you|a |an |to (?:see|know|order|ask|add|use|hear)))|'ll\b"
    r"| will (?:try|check|do|see|let|go|use|take|be back)"
    r"| would (?:rather|say|suggest|recommend|like (?:you|to (?:see|know|ask|add|use)))"
    r"| was (?:thinking|wondering|just|asking|hoping)"
    r"| (?:should|could) "
    r"| (?:might|may) (?!(?:also |just )?(?:be (?!able|wrong|missing|late|back|worth|easier"
    r"|better)|not be |have (?!to |missed|made|found|been)|move |quit|leave |become |lose |marry"
    r"|retire))"
    r"| (?:get|got|keep getting) (?:an?|the|this"
    r"|that) (?:error|exception|warning|message)"
    r"| tried\b| can(?:'t| ?not)? (?:see|find|get|run|wait|understand|tell|imagine"
    r"|do (?:that|this|it))| don't (?:see|understand|think|care|mind|get)"
)
_TOOLS = (
    r"(?:code|function|script|app|question|file|program|error|output|test|query|point|guess"
    r"|mistake|bad|understanding|request|prompt)"
)
_ME = r"(?:i|we)(?=['\s])"
_MINE = rf"(?:my|our|mine)(?! {_TOOLS}s?\b)\b"
ABOUT_ME = LazyPattern(
    rf"{LEAD}(?:(?:as an? [a-z -]{{2,30}}|when i was [a-z -]{{2,20}}|growing up|for work"
    r"|at work|at home|every [a-z]+|on [a-z]+days"
    r"|(?:last|next|this|one) [a-z]+|yesterday|tomorrow|tonight|later on|later|in [a-z0-9]+"
    r"|for [a-z0-9 ]{2,20}),?\s++"
    r"|(?:in|on|at|for|after|before|during|since|as|over|with|by|from|due|because of|every"
    r"|when|while|until|despite|being"
    r"|the other) [^,;]{1,60},\s+){0,2}"
    rf"(?:{_ME}(?!{_MIND})\W*\w|{_MINE} \w|me and (?:my|some|the) )"
    rf"|{LEAD}(?:{DROPPED})",
    re.IGNORECASE,
)
MY_MIND = LazyPattern(rf"{LEAD}{_ME}(?:{_MIND})")
ABOUT_ME_INSIDE = LazyPattern(
    r"(?<![a-z])(?:i'm (?:allergic|a |an |from|married|pregnant|\d)|i (?:have|live|work"
    r"|study|moved|quit|prefer|hate|dislike|love|own|don't eat"
    r"|can't eat|was born|grew up)\b|i've (?:got|had|been|lived|worked)"
    r"|my (?:wife|husband|partner|girlfriend|boyfriend|fianc\w+|mom|mum|mother|dad|father"
    r"|parents|brother|sister|son|daughter|kids?|children"
    r"|baby|dog|cat|pets?|boss|landlord|friend|roommate|colleague|doctor|therapist|family"
    r"|home|house|job|birthday|name|age|favou?rite|health"
    r"|allerg\w+|diet|team|company|school|hometown|email|phone|address)\b)"
    rf"|{OF_A_BOOK}"
)
JOKING = LazyPattern(
    r"(?:ha(?:ha)+|lol|lmao|😂|🤣|😜)[\s,!.]*i(?:'m| am)\b|^i(?:'m"
    r"| am) [^.]{1,30}(?:ha(?:ha)+|\blol|\blmao|😂|🤣)"
)
SUPPOSES = LazyPattern(
    rf"{LEAD}(?:if (?:i|we) (?:were|was|had|could|lived|became|won|owned)\b|imagine\b"
    r"|suppos(?:e|ing)\b|pretend\b|let's (?:say|pretend|imagine"
    r"|assume)|what if\b|hypothetically|assum(?:e|ing) (?:that )?(?:i|my|we)\b|say i(?:'m"
    r"| am)\b|for (?:example|instance),? (?:i|my)\b"
    r"|(?:act|behave|answer) as (?:if|though) i\b|i wish i (?:were|was|had))"
)
MAY_SUPPOSE = LazyPattern(
    rf"{LEAD}(?:if|unless|in case|whenever)\b(?! (?:it|that) (?:matters|helps|is relevant))"
)


# -- Where an English sentence goes on to something else.


OPENS = LazyPattern(
    r"[\s\"'”]*+(?:(?P<turns>(?:but|however|also|by the way|btw|besides|although|though"
    r"|because (?=i\b|i'|my\b|we\b)|anyway|on the other hand"
    r"|oh and|plus)\b)"
    r"|(?P<subject>(?:and |so |then |or )?(?:i|i'm|i've|i'd|i'll|my|we|we're|our"
    r"|they|you|your|their|it's|it|this|that's"
    r"|there's|there)\b(?!'s \w+ing))"
    r"|(?P<somebody>(?:and )?(?:he|she|his|her)\b)"  # who was just named
    r"|(?P<time>(?:and |then )?(?:yesterday|tomorrow|today|tonight|next \w+|last \w+"
    rf"|on {DAYS}|in {MONTHS})\b))",
    re.IGNORECASE,
)
TURNS_INSIDE = LazyPattern(
    r"\s(?=(?:but|however|although|though) (?:i|i'm|i've|i'd|my|we|he|she|they|it|you|the"
    r"|this|that|can|what|how)\b"
    r"|(?:because|cause|since(?! (?:i|we|my \w+) (?:was|were|had|got|left|quit|met|became|began"
    r"|came"
    r"|lost|went|\w+ed)\b)) (?:i|i'm|i've|i'd|my|we)\b"
    r"|so (?:can|could|what|how|should|do|is|where|which|would) |by the way\b|btw\b)",
    re.IGNORECASE,
)
HANGS = LazyPattern(
    r"\s*(?:and |but |so )?(?:if|when|whenever|while|as|after|before|once|unless|until|in"
    r"|on|at|to|for|with|by|given|during|since|although|though"
    r"|despite|due|because of|thanks to|being|having|especially|particularly|remember"
    r"|important|note|actually|correction|not|(?:it's|it is|that's) not|no|wait|sorry to"
    r"|one thing|fyi|like|well|also"
    r"|by the way|btw|honestly|personally"
    r"|speaking of|regarding|hey|hi|hello)\b"
    # I just weighed myself, it is 80 kg
    r"|\s*(?:and |so )?(?:i (?:\w+ )?)?(?:weighed myself|(?:measured|checked|took) my )"
    # when, and what then: Last week, my brother bought a boat
    r"|\s*(?:\w+ )?(?:(?:last|this past|this|next) \w+|yesterday|today|tonight|tomorrow"
    r"|[\w ]{1,20} ago),\s*$"
    # my grandma always says, I never forget a face: what follows is theirs
    r"|.*(?<!\bi )\b(?:says?|said|goes|sings|sang|writes|wrote|puts? it),\s*$",
    re.IGNORECASE,
)
AGREES = LazyPattern(
    r"\s*(?:ok(?:ay)?|yes|yeah|yep|sure|thanks|thank you|hi|hello|hey|hi there|got it|great"
    r"|cool|nice|awesome|perfect|right|oh|wow|haha+|lol"
    r"|good morning|makes sense|sounds good|i see|alright|true|exactly"
    r"|congrats)(?: [A-Z][a-z]+| there)?",
    re.IGNORECASE,
)
LAUGHS = LazyPattern(r"\s*(?:haha+|lol|lmao)", re.IGNORECASE)
I_AM = LazyPattern(r"\s*i(?:'m| am)\b", re.IGNORECASE)


# -- English that is company and nothing else, by the whole of what is said (C47).


_AFTER = r"(?:[\s,.!~…]++|$)"
_NAME = r"(?:,? (?!i\b|my\b|we\b|you\b|for\b)[a-z]+)?"
CHAT = {
    "laughter": LazyPattern(
        rf"(?:(?:(?:ha){{2,}}+h?|(?:he){{2,}}+e*|lo+l|lmf?ao+|rofl|xd){_AFTER})+"
    ),
    "greeting": LazyPattern(
        r"(?:(?:hi+|hello|hey+|hiya|yo|howdy|greetings|good (?:morning|afternoon|evening|night"
        r"|day)"
        r"|morning|evening|night|bye+|good ?bye|see (?:you|ya)(?: (?:later|soon"
        r"|tomorrow"
        r"|around))?|later|take care|talk (?:to you )?(?:soon|later)|cheers|welcome back"
        r"|have a (?:good|great"
        r"|nice) (?:one|day|night|evening|weekend)|happy (?:new year|birthday|holidays|easter)"
        r"|merry christmas|good luck|long time no see)(?: there| all| everyone| guys"
        rf"| folks)?{_AFTER})+"
    ),
    "thanks": LazyPattern(
        r"(?>(?:oh|ok|okay|great|perfect|cool|awesome|nice|yes|no|wow)?,? ?(?:thanks|thank you"
        r"|thank u|thx"
        r"|ty|tysm|cheers|much appreciated|(?:i )?(?:really )?appreciate (?:it|that|your help)"
        r"|no worries"
        r"|no problem|np|you're welcome|my pleasure|(?:i'm )?(?:so |very "
        r"|really )?sorry(?: about that)?"
        r"|my bad|my apologies|apologies|congrats|congratulations|well done|good job|great job"
        r"|nice work)"
        r"(?: (?:so|very) much| a lot| a ton| again| anyway|(?> for (?:the |your |all )?(?:the "
        r"|your )?(?:\w+ )?(?:help"
        rf"|info|information|advice|tips?|explanation|suggestions?|support|update)))*{_AFTER})+"
    ),
    "chatter": LazyPattern(
        r"(?:(?:ok(?:ay)?|k+|yes+|yeah+|yea|yep|yup|ya|no+|nope|nah|sure(?: thing)?"
        r"|(?:i )?got it|gotcha"
        r"|(?:that |it |this )?(?:sounds|looks|seems|works)(?: like)?(?: very| really"
        r"| pretty)?(?: good"
        r"| great| fine| right| perfect| a plan| fun| nice| amazing| awesome| for me)?"
        r"|(?:i )?(?:see|understand|agree|guess so|guess|think so|hope so|suppose so"
        r"|don't think so|knew it"
        r"|know(?: right)?|totally agree|don't know|dunno|have no idea|can't wait|mean)"
        r"|(?:i'm )?not sure"
        r"|idk|(?:that |it )?makes sense|alright|all right|fine|cool|nice(?: one)?|great"
        r"|perfect|awesome"
        r"|amazing|excellent|wonderful|fantastic|lovely|brilliant|good|very good|not bad|well"
        r"|wow|whoa|hmm+"
        r"|mhm|mm+|uh|um+|uh huh|ah+|oh+|aw+|ooh|oops|yay|right|exactly|correct|true|indeed"
        r"|absolutely"
        r"|definitely|totally|of course|certainly|never ?mind|nvm|let me (?:think|see|check|try)"
        r"(?: about (?:it|that))?|(?:one|just a|give me a) (?:moment|second|sec|minute)|hold on"
        r"|wait"
        r"|brb|go (?:on|ahead)|continue|carry on|next|again|more|done|that's (?:it|all|right"
        r"|true|fine"
        r"|great|good|awesome|cool|ok|okay|nice|interesting|correct|fair|so \w+)|interesting"
        r"|really|same"
        r"(?: here)?|me too|me neither|not really|not yet|maybe|perhaps|both|whatever|either"
        r"|fair enough|thanks|thank you"
        r"|(?:that|it|this|they|you)(?:'s|'re| is| are| was| were)(?: so| really| such| very"
        r"| pretty| just| all| totally"
        r"| absolutely| quite| too| an?)* (?:good|great|awesome|amazing|cool|nice|helpful"
        r"|interesting|wonderful|lovely|fun"
        r"|funny|perfect|fantastic|incredible|inspiring|impressive|adorable|beautiful|sweet"
        r"|kind|priceless|lucky|true|right"
        r"|fine|crazy|wild|sad|tough|hard|bad|terrible|awful)(?: news| idea| point| job| day"
        r"| time| question| one| to (?:hear"
        r"|know|see))?|lucky you|glad to hear(?: (?:that|it))?|have a (?:great|good"
        r"|nice) (?:time|trip)"
        r"|(?:i'm )?(?:so |really )?(?:sorry|glad|happy) (?:to hear|for you)(?: (?:that|it))?"
        r"|no idea|my god|omg|wtf|damn|ugh|please|pls|i (?:will|'ll) (?:try|check|see"
        r"|do)(?: (?:it|that))?"
        r"|i'll (?:try|check|see|do|think about)(?: (?:it|that))?|let's (?:go|do it)"
        rf"|you too)\b{_AFTER})+"
    ),
}
NAMED_CHAT = LazyPattern(
    r"(?:hi|hello|hey|thanks|thank you|good morning|bye|goodbye|yeah|yes"
    rf"|wow){_NAME}[\s,.!]*"
)

# It's generated from the xacro, that folder; not: this repo is public, it's a monorepo.
FOLLOWS = LazyPattern(
    r"(?:(?:and|but|so|also|then|because) )*(?:it|that|this|these|those|they|them|he|she|there"
    r"|if so|same|the (?:other|same|latter|former|live) one)(?:['’](?:s|re|ll|d))?\b"
    r"(?! (?:repo|repository|project|codebase|monorepo|app|service|team|machine|laptop|package)\b)"
    r"(?! (?:is )?(?:an?|our|my) )",
    re.IGNORECASE,
)
