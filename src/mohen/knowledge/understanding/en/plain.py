"""Plain statements, in English: what somebody is, has or does in words that no template knows.

Grammar decides here and not the topic. What is kept stands by itself: it points at nothing that
only this conversation knows (this, it, the second one, your answer), and speaks of how somebody
lives, not of what they think, ask, see on a screen or are about to try.
"""

from __future__ import annotations

import re

from mohen.knowledge.model import USER, Category, EntityType
from mohen.knowledge.understanding.claims import Claim
from mohen.knowledge.understanding.en.phrases import PLURAL, Spoken, is_past, possessed, third
from mohen.text.lazy_pattern import LazyPattern
from mohen.text.word_lists import words

_POINTS = LazyPattern(
    r"\b(?:this|these|those|it|its|itself|you|your|yours|here|there|ones?|they|such|above|below"
    r"|another|either|neither|what|whatever|why|how|something|anything(?! [a-z]+$)|everything"
    r"|nothing|someone"
    r"|thing|things|stuff|(?:the|a|any) way|so|too|etc|each other|together|apart|as a team|and"
    r" (?:only|just|also|even))\b|\bthat\b(?! (?:is|are|was|has|have|can|will|I|we|\w+s|\w+ed)\b)"
    r"|\b(?:him|her|them|us)$|[:;?\"“”()<>{}=`/\\]",
    re.I,
)
_HIS = LazyPattern(r"\b(?:his|her|hers|their|him|them|he|she)\b", re.I)
# The gym, the piano, the US are the same for everybody; the file is not.
_THE = LazyPattern(
    r"\bthe (?!IT\b|gym\b|beach\b|mountains?\b|sea\b|ocean\b|lake\b|river\b|city\b"
    r"|country(?:side)?\b"
    r"|suburbs?\b|woods\b|forest\b|outdoors\b|office\b|hospital\b|army\b|navy\b|military\b"
    r"|air force\b|marines\b|police\b|government\b|public sector\b|piano\b|guitar\b|violin\b"
    r"|cello\b|drums\b|bass\b|flute\b|saxophone\b|trumpet\b|ukulele\b|banjo\b|viola\b|harp\b"
    r"|clarinet\b|accordion\b|organ\b|internet\b|news\b|radio\b|theat\w+\b|movies\b|opera\b"
    r"|weekends?\b|mornings?\b|afternoons?\b|evenings?\b|nights?\b|summers?\b|winters?\b"
    r"|week\b|day\b|spring\b|autumn\b|fall\b|past\b|last \w+ (?:years|months|weeks)\b|first time\b"
    r"|youngest\b|oldest\b|eldest\b|middle\b|only\b|dark\b|cold\b|heat\b|sun\b|rain\b|train\b|bus\b"
    r"|kids\b|children\b|baby\b|dogs?\b|cats?\b|house\b|garden\b|yard\b|family\b|subway\b|metro\b"
    r"|tube\b|stairs\b|door\b|window seat\b|night shift\b|day shift\b|flu\b"
    r"|weather\b|environment\b|economy\b|arts\b|law\b|church\b|choir\b|[A-Z0-9]|\w+ (?:of|for|at)"
    r" )",
)
_ABOUT_TALK = LazyPattern(
    r"\b(?:bugs?|errors?|code|codebase|functions?|methods?|files?|folders?|scripts?|unit tests?"
    r"|builds?"
    r"|commits?|compil\w+|install\w*|servers?|endpoints?|quer(?:y|ies)|tips?|suggestions?"
    r"|recommendations?|advice|answers?|questions?|ideas?|examples?|option|options|versions?|steps?"
    r"|lists?|paragraphs?|sentences?|chapters?|drafts?|prompts?|outputs?|screens?|buttons?|tabs?"
    r"|links?|page|pages|results?|instructions?|explanations?|summar\w+|problems?|issues?|trouble"
    r"|error message|exceptions?|logs?|variables?|columns?|rows?|arrays?|strings?|lines? of)\b",
    re.I,
)
_MIND = words(
    "think thinks guess guesses mean means see sees know knows need needs want wants hope hopes"
    " wish"
    " wishes wonder wonders doubt doubts agree agrees disagree understand understands believe"
    " believes"
    " suppose assume feel feels remember remembers forget forgets recommend suggest appreciate"
    " imagine"
    " bet say says tell tells ask asks look looks sound sounds seem seems try tries keep keeps let"
    " lets"
    " find finds figure notice realize realise promise swear apologize apologise care cares mind"
    " expect expects come comes put puts give gives show shows start starts stop stops click open"
    " change add remove type press enter call calls send sends hear hears follow follows get gets"
    " go"
    " goes take takes make makes do does use uses run runs set sets turn turns read reads watch"
    " watches wait waits move moves leave leaves pick picks choose chooses create creates check"
    " checks"
    " thank miss misses trust worry worries complain argue insist propose prefer like love enjoy"
    " hate"
    " end ends happen happens begin begins last once ever first finish finishes talk talks chat"
    " stay stays hang plan plans"
)
# Verbs that say little by themselves, and what makes a habit or a state of them.
_LIGHT = LazyPattern(
    r"take my (?:coffee|tea) .*|(?:run|manage|edit|write|host|lead|chair) the [\w ]{2,30}? (?:for"
    r"|of|at) (?:my|our|[A-Z]|an?) ?.*"
    r"|get (?:(?:bad|severe|terrible|frequent|regular|really|very|awful) )*(?:migraines?|headaches?"
    r"|hives|seasick|carsick|motion sick\w*|heartburn|nosebleeds|dizzy|anxious|nervous|sunburned"
    r"|rashes|cramps|colds|panic attacks|up (?:early|at)|around by|paid)\b.*"
    r"|(?:go|goes) (?:to|for|by|\w+ing\b|on) ?.*|take (?:care of|(?:the )?(?:bus|train|subway"
    r"|metro|tube)"
    r"|(?:\w+ ){0,3}(?:lessons|classes|pills|supplements|vitamins|medication|medicine|insulin"
    r"|naps?)"
    r"|care|\w+ (?:for|against) (?:my|his|her) )\b.*"
    r"|make (?:my|his|her|their) own .*|make (?:\w+ ){0,2}(?:music|wine|cheese|beer|bread|jewelry"
    r"|pottery"
    r"|furniture|videos|films|podcasts|candles|soap)\b.*|do (?:yoga|pilates|karate|judo|crossfit"
    r"|ballet"
    r"|improv|stand-up|volunteer work|freelance|research|cardio|all my|most of my|contract"
    r"|shift)\b.*"
    r"|use (?!the\b|this\b|it\b|to\b|that\b)\w.*|watch (?:\w+ ){0,2}(?:anime|documentaries"
    r"|football|soccer|baseball"
    r"|basketball|sports|movies|horror|k-dramas)\b.*|read (?:\w+ ){0,2}(?:books?|novels?|fantasy"
    r"|poetry"
    r"|manga|comics|nonfiction|non-fiction|mysteries|science fiction|sci-fi|biographies)\b.*"
    r"|(?:run|set) (?:an? |my own ).*|keep (?:bees|chickens|a (?:diary|journal)|kosher|halal|my"
    r"|tropical"
    r"|goats|horses|rabbits)\b.*|come from .*|miss (?:my|living|home) ?.*|call (?:my|him|her)"
    r" .*every .*"
    r"|get along (?:well )?with (?:my|his|her) .*|move around .*|open (?:a|an) .*|care for (?:my"
    r"|an?) .*"
)
_ING = (
    r"working|studying|learning|training|recovering|raising|renovating|remodeling|remodelling"
    r"|saving"
    r"|teaching|writing|building|developing|designing|planning|preparing|expecting|moving|dating"
    r"|applying|managing|running|organizing|organising|growing|restoring|hosting|house-hunting"
    r"|apartment-hunting|job-hunting|job hunting|interning|volunteering|coaching|mentoring|caring"
    r"|selling"
    r"|hiring|interviewing|doing (?!my best|well|fine)|translating|editing|recording|filming"
    r"|knitting|crocheting|sewing"
    r"|painting|composing|illustrating|publishing|launching|founding|starting|finishing|completing"
    r"|pursuing|researching|investigating|leading|heading|co-writing|co-hosting|co-founding|living"
    r"|staying (?:in|at|with)|renting|sharing|commuting|retiring|graduating|majoring|minoring"
    r"|rehearsing|practicing"
    r"|practising|battling|fighting|struggling|suffering|coping|dealing|undergoing|taking|trying"
    r"|wearing"
    r"|quitting|cutting|switching|migrating|homeschooling|fostering|adopting|breeding|divorcing"
    r"|separating|engaged|freelancing|consulting|contracting|collaborating|participating|competing"
    r"|bringing|looking after|taking care|looking for (?:an? )?(?:new |full-time |part-time "
    r"|better "
    r"|different |summer |remote |bigger |cheaper )*(?:job|work|apartment|flat|house|place to live"
    r"|roommate|flatmate|internship|apprenticeship|co-founder|cofounder|therapist|publisher|agent)"
    r"|seeing (?:an? )(?:new )?(?:therapist|psychiatrist|specialist|counselor|someone|doctor"
    r"|physio\w*"
    r"|nutritionist)|going through (?:an? |my )?\w+|going back to (?:school|college|university"
    r"|work)"
    r"|going to be an? \w+|getting (?:a divorce|divorced|married|braces|treatment|chemo\w*|my \w+"
    r"|back into)"
    r"|having (?:an? |my )?(?:baby|twins|surgery|operation|affair)|on call|waiting (?:for|on)"
    r" (?:my|an?) "
    r"|hoping to|thinking (?:about|of) (?:quitting|moving|leaving|going back|getting (?:a|married"
    r"|divorced)"
    r"|starting|buying|selling|retiring|applying|changing|adopting|switching careers|becoming"
    r"|joining)"
    r"|considering (?:quitting|moving|leaving|going back|getting (?:a|married|divorced)|starting"
    r"|buying"
    r"|selling|retiring|applying|changing|adopting|switching|becoming|joining)"
)
_NO_ING = LazyPattern(
    r"be (?:trying (?!(?:to (?:cut|eat|quit|stop|lose|learn|get (?:pregnant|fit|healthy|into|back"
    r"|better|in shape)|conceive"
    r"|save|reduce|exercise|sleep|drink|read|be more|stay sober|gain|build muscle|grow|sell|buy"
    r"|move|find (?:an? )?(?:job|work)"
    r"|become|spend|adopt|walk|limit|avoid|wean)|(?:for an? )?bab(?:y|ies)|for kids)\b)|dealing"
    r" with an?|working on (?:an? )?(?:response|reply|answer|fix|solution|task|assignment|homework)"
    r"|doing (?:well|fine|good|great|okay|ok|research on)"
    r"|taking (?:a (?:look|break|walk|nap|shower|bath)|notes)|starting to|running (?:late|out|into"
    r"|low"
    r"|errands|this|an?)|living (?:for|the))\b"
)
_BE = LazyPattern(
    r"(?:not )?be (?:"
    r"(?:more of |much of |half |part )?an? (?!bit\b|little\b|lot\b|few\b|couple\b|tad\b|mess\b"
    r"|idiot\b"
    r"|fool\b|fraid\b|step\b|pain\b|pleasure\b|shame\b|joke\b|great idea\b|good idea\b|bad idea\b"
    r"|fan\b|big fan\b|huge fan\b|while\b|hurry\b|good (?:point|question|start|fit|choice|option"
    r"|match)\b)"
    r"|halfway through |in the middle of \w+ing |about to (?:start|become|graduate|retire|move"
    r"|finish) "
    r"|the (?:\w+[- ]){1,3}(?:of|at|for|in|behind) |one of |an only child|(?:the )?(?:youngest"
    r"|oldest|eldest)"
    r"|(?:about |around |almost |nearly )?\d+(?:'\d*|(?:\.\d+)? (?:feet|foot|cm|centimeters|meters"
    r"|inches"
    r"|kilos|kg|pounds|lbs|years|months|weeks)\b)|(?:six|five|seven) (?:feet|foot)"
    r"|(?:very |really |quite |pretty |fairly |mostly |fully |naturally |extremely |highly |still "
    r"|also"
    r" |a bit |originally |partly |semi-)*(?:bilingual|trilingual|multilingual|self-taught|adopted"
    r"|religious"
    r"|atheist|agnostic|jewish|muslim|christian|catholic|buddhist|hindu|mormon|queer|gay|straight"
    r"|bisexual"
    r"|lesbian|asexual|aromantic|polyamorous|shy|outgoing|sociable|sensitive to|prone to"
    r"|responsible for"
    r"|in charge of|involved in|engaged|enrolled in|registered|certified|licensed|trained|qualified"
    r"|addicted to|hooked on|fluent in|named after|known (?:as|for)|born|raised|fostered"
    r"|self-employed"
    r"|semi-retired|tone-deaf|double-jointed|ambidextrous|dyspraxic|bald|tattooed|estranged|widowed"
    r"|homeschooled|handy|musical|athletic|sporty|competitive|frugal|superstitious|forgetful|clumsy"
    r"|short-sighted|long-sighted|good with|bad with|great with|terrible with|good at|hopeless at"
    r"|picky"
    r"|familiar with|comfortable (?:with|in)|experienced (?:in|with)|specialized in|used to|due in"
    r"|due to (?:retire|graduate|start)|close to my|close with my|loyal to|devoted to|active in"
    r"|vaccinated|immune to|intolerant to|intolerant of|averse to|partial to|nuts about|wild about"
    r"|not (?:big on|one for)|big on|mad about|proud of my)\b"
    r"|(?:on|in|at|from|under|between|with|into|against|behind) (?!it\b|a (?:hurry|rush|meeting"
    r"|call|bus"
    r"|train|loop|row|way|mood|bad mood|good mood|position|situation|bind|pickle)\b|trouble\b"
    r"|line\b|bed\b"
    r"|board\b|my way\b|fire\b|love with the\b|agreement\b|favor\b|doubt\b|touch\b|awe\b|pain\b"
    r"|tears\b"
    r"|need\b|luck\b|shock\b|a similar\b|front\b|order\b|fact\b|general\b|particular\b|my (?:phone"
    r"|mind|house"
    r"|room|car|bed|kitchen|office|opinion|view|way)\b|least\b|first\b|once\b|all\b|peace\b|ease\b"
    r"|home\b|work\b"
    r"|the (?:middle|process|same|right|wrong|mood|fence|phone|bus|train|office|car|way|lookout"
    r"|market)\b"
    r"|track\b|top\b|hold\b|time\b|a (?:\w+ )?(?:budget|deadline)\b|here\b|hand\b|charge\b|case\b)"
    r").{2,}"
)
_HAVE = LazyPattern(
    r"have (?!to\b|an? (?:\w+ )?(?:question|idea|problem|issue|feeling|look|clue|doubt|point"
    r"|suggestion"
    r"|thought|request|hunch|preference|chance|meeting|call|moment|minute|second|favor|favour"
    r"|couple|few"
    r"|lot|bit|bunch|good|great|nice|bad|hard|tough|lovely|wonderful|draft|list|table|file|sense"
    r"|choice"
    r"|hankering|craving|bug|error|string|class|method|basic|rough|general|vague|clear|better"
    r"|similar"
    r"|different|question|tendency|plan|trip|party|dinner|guest|visitor|webinar|story|picture"
    r"|photo|video|task|assignment|deadline|test"
    r"|exam|date|reservation|flight|paper|presentation|report|interview|specific|particular"
    r"|certain)\b"
    r"|no (?:idea|clue|problem|doubt|choice|questions|preference|issue|time|way|plans|reason"
    r"|objection)"
    r"|trouble|time|fun|doubts|questions|concerns|enough|access|any|some|more|many|much|been|had"
    r"|all"
    r"|already|never|ever|just|also|not|the|everything|plenty|lots|tons|in mind|faith|dinner|lunch"
    r"|breakfast"
    r"|several|multiple|various|other|different|mixed|second thoughts|only|always|recently|finally"
    r"|got"
    r"|\w+ed\b|"
    + "|".join(
        [
            "gone",
            "made",
            "taken",
            "seen",
            "met",
            "come",
            "bought",
            "eaten",
            "run",
            "written",
            "begun",
            "broken",
            "brought",
            "built",
            "caught",
            "chosen",
            "drunk",
            "driven",
            "fallen",
            "felt",
            "flown",
            "forgotten",
            "found",
            "given",
            "grown",
            "heard",
            "held",
            "kept",
            "known",
            "left",
            "lost",
            "meant",
            "paid",
            "read",
            "said",
            "sent",
            "sold",
            "spent",
            "spoken",
            "stood",
            "swum",
            "taught",
            "thought",
            "thrown",
            "told",
            "understood",
            "won",
            "worn",
            "become",
            "set",
            "done",
            "put",
            "cut",
        ]
    )
    + r")(?:an? |\d+ |my own |[a-z]).{2,}"
)
_PERFECT = LazyPattern(
    r"(?:have|has) (?:not |never |always |also |recently |finally |just |now |already |only |since"
    r" )*"
    r"(?:been (?!thinking|looking|feeling|trying|wanting|meaning|wondering|hoping|having|getting"
    r"|able|told"
    r"|there|here|very|so|really|a while|able|great|good|nice|helpful|waiting|asked|given|going"
    r" back"
    r"|busy|super|crazy|missing|swamped|up and|tough|an? (?:few|long|bit|while|roll)|on a roll"
    r"|quite|told|hit)"
    r"|(?!tried|noticed|asked|looked|used|mentioned|wondered|checked|heard|seen|read|found"
    r"|forgotten|thought"
    r"|said|told|got|had|been|done|gone|made|set|put|added|created|attached|included|uploaded"
    r"|updated"
    r"|changed|fixed|considered|understood|missed|enjoyed|loved|liked|wanted|needed|realized"
    r"|realised"
    r"|copied|pasted|followed|restarted|reinstalled|come across|come up|come to|seen)"
    r"(?:\w+ed|bought|built|written|begun|broken|brought|caught|chosen|driven|fallen|flown|given"
    r" up|grown"
    r"|held|kept|known|left|lost|paid|sold|spent|spoken|taught|won|become|taken up|taken over|quit"
    r"|cut"
    r"|run|swum|met|moved|become|worn|drunk|eaten) ).{2,}"
)
_CAN = LazyPattern(
    r"(?:can|cannot|can only|can barely|can hardly) (?:drive|swim|work|eat|sleep|lift|travel|fly"
    r"|drink"
    r"|stand|afford|cook|bake|sing|dance|draw|paint|knit|sew|ski|skate|surf|sail|juggle|whistle"
    r"|type \d"
    r"|read (?:music|sheet|braille|lips)|speak|hold a|bench|squat|deadlift|run (?:a|\d)|solve a"
    r"|walk (?:without"
    r"|far|long)|hear (?:out|in|well|high)|see (?:out of|colou?rs?|well|without)|smell|taste|roll"
    r" my"
    r"|get enough of|live without|function without|tolerate|have kids|have children|digest|ride"
    r"|meet on"
    r"|play|do (?!that|this|it|anything|something|so)\w+|handle \w+)\b.*"
)
_WAS = LazyPattern(
    r"was (?:an? (?!bit|little|lot|while|good|great|nice|bad|fun|kid|child|teen|baby|toddler|boy"
    r"|girl)|the (?:first|only|youngest|oldest)"
    r"|in (?:the (?:army|navy|military|air force|marines|hospital)|a (?:band|coma|cult|car"
    r"|relationship))"
    r"|(?:born|raised|adopted|diagnosed|hired|fired|laid|made redundant|promoted|elected"
    r"|homeschooled"
    r"|bullied|hospitali[sz]ed|married|engaged|named|brought up|accepted|rejected|nominated|awarded"
    r"|trained|educated|divorced|widowed|evicted|deployed|arrested|drafted|transferred"
    r"|appointed)\b).*"
    r"|did (?:my|an?) (?!best|homework|research|laundry|search|quick|test|little)\w.*"
    r"|left (?:\w+ing|my (?:husband|wife|church|family|ex)|[A-Z])\b.*"
    r"|got (?:made redundant|laid off|let go|accepted|rejected|passed over|admitted|elected"
    r"|engaged|divorced|evicted|certified|licensed"
    r"|vaccinated|diagnosed|selected|published|nominated|sober|custody|my (?:degree|licen[cs]e"
    r"|diploma"
    r"|citizenship|green card|driver\S* licen[cs]e|black belt|PhD|master\S*|visa|pilot\S*"
    r" licen[cs]e))\b.*"
)
_HAD = LazyPattern(
    r"had (?:an? (?!great|good|nice|bad|lovely|blast|wonderful|question|idea|meeting|call|feeling"
    r"|chance|hard)"
    r"|two |three |four |no |my |his |her )\S.*|had (?:twins|triplets|surgery|chemo|cancer)\b.*"
)
_USED = LazyPattern(r"used to (?!it|this|that|the|be (?:able|fun|good|great)|think|hear|see).{3,}")
_HEAD = LazyPattern(
    r"my (?P<np>(?:[\w'-]+ ){0,5}?(?P<n>[\w'-]+)) (?P<v>be) (?P<rest>.{2,})"
    r"|my (?!.* be )(?P<np2>(?:[\w'-]+ ){0,3}?(?P<n2>[\w'-]+)) (?P<v2>was|were|have|had"
    r"|[a-z]{3,}(?:s|ed)"
    r"|will|cannot|start|cost|run|take) (?P<rest2>.{2,})"
)
_NOT_MINE = words(
    "question questions point problem problems issue guess bad mistake understanding apologies"
    " answer idea"
    " thought thoughts opinion view concern concerns turn way mind message request goal aim plan"
    " code"
    " function script file app program error output test query prompt text essay story paragraph"
    " sentence"
    " bet impression suggestion reason reasoning approach assumption intention hope wish task"
    " assignment"
    " homework project's character characters protagonist hero heroine narrator villain poem draft"
    " novel's"
    " input data dataset table list game's version screen computer laptop phone browser internet"
    " wifi"
    " connection account password setup terminal build pleasure heart thing things stuff favorite"
    " favourite"
    " one day week weekend night time experience life world friends food stomach head eyes brain"
    " feeling"
    " only first last next previous current original main other second"
)
_PASSING = LazyPattern(
    r"(?:be|was|were) (?:(?:not|so|very|really|too|just|still|always|pretty|a bit|quite|kind of"
    r"|getting"
    r"|all|now|completely|also) )*(?:broken|down|slow|stuck|wrong|fine|ok|okay|good|great|working"
    r"|crashing"
    r"|failing|loading|ready|done|clear|unclear|correct|incorrect|right|empty|full|frozen|to|that"
    r"|whether"
    r"|why|how|what|based|going|coming|here|back|mad|angry|upset|happy|sad|tired|hungry|late|early"
    r"|busy|sick|nice|sweet|funny|cute|amazing|awesome|the best|the worst|weird|annoying|crazy"
    r"|driving"
    r"|calling|asking|telling|waiting|acting|being|sleeping|eating|crying|making|trying|looking"
    r"|feeling"
    r"|bored|excited|worried|proud|glad|sorry|sure|gone|away|out|off|over|around|there|better|worse"
    r"|doing|having|saying|excellent|perfect|interesting|lovely|adorable|beautiful|cool|fun|hard"
    r"|tough)\b.*"
)
_NOW = LazyPattern(
    r",? (?:right now|at the moment|these days|nowadays|currently|lately|for now|at present|as well"
    r"|actually|though|tho|lol|haha|honestly|btw|by the way|now|unfortunately|sadly|anyway|of"
    r" course"
    r"|if that helps|if that matters|fyi|to be honest|tbh|as you know)$",
    re.I,
)
_VERB = LazyPattern(r"(?:not )?(?P<v>[a-z]+)")
_LOOSE_END = LazyPattern(
    r"\b(?:and|or|but|the|an?|of|to|with|for|from|in|on|at|by|my|his|her|their|is|are|be|that"
    r"|which|who"
    r"|because|as|than|very|really|so|not|will|would|can|if|when|while|about|into|more|most|two|few"
    r"|some|several|ever|since|one|together|three|four|five)$|\b(?:two|three|four|five|six|\\d+)"
    r" (?:in|of|at|on|from|and)\b",
    re.I,
)
_WORDS_MOST, _LEAST = 18, 2


def plain(spoken: Spoken) -> Claim | None:
    """The clause in the third person; None where it may not stand by itself."""
    if spoken.who is not None and spoken.who.type is EntityType.PROJECT:
        return _of_project(_bare(spoken.rest))
    who, rest = spoken.who, _bare(spoken.rest)
    if who is None or not who.key or "," in rest or not _stands_alone(rest, own=who.key == USER):
        return None
    mine = rest.startswith("my ")
    if mine:
        return _of_mine(rest)
    own = who.key == USER
    if not (_lives(rest) if own else _told_of(rest, many=who.role in PLURAL)):
        return None
    tail = _literal(rest)
    return Claim(category=Category.GENERAL, tail=possessed(tail) if own else third(tail))


def _of_project(rest: str) -> Claim | None:
    """Project Heron is on hold: of a project, whatever is said and stands by itself."""
    if "," in rest or _LOOSE_END.search(rest) or _POINTS.search(rest) or len(rest.split()) < _LEAST:
        return None
    return Claim(category=Category.STATUS, tail=third(_literal(rest)))


def _bare(text: str) -> str:
    text = text.strip(" .!,")
    while (shorter := _NOW.sub("", text)) != text:
        text = shorter
    return text


def _stands_alone(rest: str, *, own: bool) -> bool:
    if len(rest.split()) > _WORDS_MOST or _LOOSE_END.search(rest):
        return False
    if _POINTS.search(rest) or _THE.search(rest) or _ABOUT_TALK.search(rest):
        return False
    return not (own and _HIS.search(rest))


def _lives(rest: str) -> bool:
    """How the user lives: what they are, have, can, do as a rule, are busy with for long."""
    if rest.startswith(("be ", "not be ")):
        return bool(_BE.fullmatch(rest) or _is_busy(rest))
    if rest.startswith(("have ", "has ")):
        return bool(_HAVE.fullmatch(rest) or _PERFECT.fullmatch(rest))
    if any(each.fullmatch(rest) for each in (_CAN, _WAS, _USED, _LIGHT)):
        return True
    match = _VERB.match(rest)
    verb = match["v"] if match else ""
    return _is_habit(verb, rest)


def _is_busy(rest: str) -> bool:
    if _NO_ING.match(rest):
        return False
    doing = _DOING.match(rest)
    return bool(_BUSY.match(rest)) or (doing is not None and doing["v"] not in _PASSING_ACTS)


_BUSY = LazyPattern(rf"(?:not )?be (?:{_ING})\b")
_DOING = LazyPattern(r"be (?P<v>[a-z-]+ing) (?!to\b|for\b|at\b|about\b)\S")
_PASSING_ACTS = words(
    "looking trying thinking wondering asking talking getting having using seeing going saying"
    " assuming"
    " referring feeling hoping sitting eating drinking watching reading waiting cooking listening"
    " typing"
    " calling running coming leaving heading telling kidding joking being making putting giving"
    " showing doing"
    " starting stopping sending sharing checking testing debugging compiling browsing searching"
    " seeking"
    " wanting needing enjoying loving liking dying freezing standing lying crying laughing walking"
    " driving"
    " losing missing considering deciding choosing picking confusing aiming noticing finding"
    " forgetting"
    " remembering imagining picturing suggesting recommending requesting submitting uploading"
    " downloading"
    " installing following adding removing changing replying responding posting ordering shopping"
    " paying"
    " packing cleaning washing bringing keeping holding turning leaning craving guessing wearing"
    " looking"
    " playing working visiting staying meeting asking creating writing thanking messing pulling"
    " falling boiling"
    " interesting boring exciting amazing taking"
)


_AUXILIARY = words(
    "am is are was were be been being do does did have has had will would could should can cannot"
    " might may"
    " must shall ought used going gonna not never no the a an my one all just really both also"
    " still"
)


def _is_habit(verb: str, rest: str) -> bool:
    return (
        bool(verb)
        and verb not in _MIND
        and verb not in _AUXILIARY
        and not is_past(verb)
        and not verb.endswith(("ing", "ly", "ed"))
        and len(rest.split()) > 1
    )


_ARE = LazyPattern(r"be (?:both |all )?(?:[\w-]+ ){0,2}[a-z]{3,}s(?: (?:in|at|from|for) .+)?")


def _told_of(rest: str, *, many: bool) -> bool:
    """What is told of somebody else."""
    if rest.startswith(("be ", "not be ")):
        told = _BE.fullmatch(rest) or _is_busy(rest) or (many and _ARE.fullmatch(rest))
        return bool(told) and not _PASSING.fullmatch(rest)
    if rest.startswith("have "):
        return bool(_HAVE.fullmatch(rest) or _PERFECT.fullmatch(rest))
    if any(each.fullmatch(rest) for each in (_CAN, _WAS, _USED, _LIGHT)):
        return True
    match = _VERB.match(rest)
    verb = match["v"] if match else ""
    if is_past(verb):
        return bool(_HAD.fullmatch(rest)) or (verb not in _TALKED and len(rest.split()) > 1)
    return _is_habit(verb, rest)


_TALKED = words(
    "said told asked thought wanted was were had did got went saw made gave came looked tried kept"
    " called"
    " texted mentioned suggested recommended wrote sent felt knew seemed needed used heard showed"
    " liked"
    " loved laughed smiled cried started stopped found put took let helped noticed brought"
)


def _of_mine(rest: str) -> Claim | None:
    """My commute takes an hour."""
    match = _HEAD.fullmatch(rest)
    if match is None:
        return None
    whose, noun, verb, more = (
        match[each] or match[f"{each}2"] for each in ("np", "n", "v", "rest")
    )
    told = f"{verb} {more}"
    if not {*whose.lower().split()}.isdisjoint(_NOT_MINE) or _MINDED.match(told):
        return None
    if _PASSING.fullmatch(told):
        return None
    many = _is_plural(noun)
    verb = {
        "be": "are" if many else "is",
        **dict.fromkeys(("have", "has"), "have" if many else "has"),
    }.get(verb, verb)
    return Claim(category=Category.GENERAL, tail=possessed(f"'s {whose} {verb} {more}"))


_MINDED = LazyPattern(
    r"(?:says?|said|thinks?|thought|wants?|wanted|needs?|needed|tells?|asks?|asked|looks?|looked"
    r"|seems?"
    r"|seemed|feels?|felt|sounds?|keeps?|kept|gets?|got|goes|went|does|did|comes?|came|hurts?"
    r"|means?|meant|shows?|showed|will|worked|works|needs|returns?|returned|failed|fails|gives|gave"
    r"|have (?:to|been|a (?:question|problem|bug))|be (?:a|an) (?:mess|lot))\b"
)


def _is_plural(noun: str) -> bool:
    return noun.endswith("s") and not noun.endswith(("ss", "us", "is", "'s"))


_MODAL = words("can cannot will would could should may might must used was were had")


def _literal(rest: str) -> str:
    """Marked as it stands where its verb is past or a modal."""
    first = rest.partition(" ")[0]
    return f"+{rest}" if first in _MODAL or is_past(first) else rest
