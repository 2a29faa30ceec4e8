"""Plain statements, in English: what somebody is, has or does in words that no template knows.

Grammar decides here and not the topic. What is kept stands by itself: it points at nothing that
only this conversation knows (this, it, the second one, your answer), and speaks of how somebody
lives, not of what they think, ask, see on a screen or are about to try.
"""

from __future__ import annotations

import re

from mohen.knowledge.model import USER, Category, EntityType
from mohen.knowledge.understanding.claims import Claim, SpokenOf, key
from mohen.knowledge.understanding.en.alone import signs
from mohen.knowledge.understanding.en.openings import is_dropped, is_of_a_book
from mohen.knowledge.understanding.en.phrases import (
    PLURAL,
    Spoken,
    expanded,
    is_past,
    possessed,
    subject,
    third,
)
from mohen.text.lazy_pattern import LazyPattern
from mohen.text.word_lists import words


def _one_of(listed: str) -> str:
    """Words and phrases as alternatives; `_` is a space."""
    return "|".join(each.replace("_", " ") for each in listed.split())


# -- Whether a clause stands by itself.


_POINTS = LazyPattern(
    r"\b(?:this|these|those|it|its|itself|you|your|yours|here|there|ones?(?! (?:hand|eye|ear|leg"
    r"|arm|foot"
    r"|kidney|lung|child|kid|son|daughter|brother|sister|dog|cat|car|job)\b)|they|such|above|below"
    r"|another|either|neither|what|whatever|why|how|something|anything(?! [a-z]+$)|everything"
    r"|nothing|someone|things?|stuff|(?:the|a|any) way|so|too|etc|each other|together|apart"
    r"|as a team|and (?:only|just|also|even))\b"
    r"|\bthat\b(?! (?:is|are|was|has|have|can|will|I|we|\w+s|\w+ed)\b)"
    r"|\b(?:him|her|them|us)$|[:;?\"“”()<>{}=`/\\]",
)
_HIS = LazyPattern(r"\b(?:his|her|hers|their|him|them|he|she)\b")
_THE = LazyPattern(
    lambda: (
        rf"(?<!\bsince )\bthe (?!(?:{signs('shared')})\b|[A-Z0-9]|last \w+ (?:years|months|weeks)\b"
        r"|(?:[\w-]+ ){1,3}(?:of|for|at|in|behind|on) )"
    )
)
_OF_TALK = LazyPattern(
    r"\b(?:"
    + _one_of(
        """
        bugs? errors? (?<!^)code codebase functions? methods? files? folders? scripts? unit_tests?
        builds? commits? compil\\w+ install\\w* servers? endpoints? query queries tips?
        suggestions? recommendations? advice answers? questions? ideas? examples? options?
        versions? steps? lists? paragraphs? sentences? chapters? drafts? prompts? outputs? screens?
        buttons? tabs? links? pages? results? instructions? explanations? summar\\w+ problems?
        issues? trouble exceptions? logs? variables? columns? rows? arrays? strings? lines?_of
        """
    )
    + r")\b"
)
_LOOSE_ENDS = words(
    """
    and or but the a an of to with for from in on at by my his her their is are be that which who
    because as than very really so not will would can if when while about into more most few some
    several ever since one any
    """
)
# Of how many what, was said before: I attended five in the last year.
_COUNTED = LazyPattern(
    r"\b(?:two|three|four|five|six) (?:in|of|at|on|from|and)\b|(?<!of )\b(?:two|three|four|five)$"
)
_COMMA = LazyPattern(r",(?!\d)")
_NOW = LazyPattern(
    r",? (?:right now|at the moment|these days|nowadays|currently|lately|for now|at present"
    r"|as well|actually|now|unfortunately|sadly)$"
)
_WORDS_MOST, _LEAST = 18, 2
# When, where or why, before who: since my stroke in 2022 I type with one hand.
_LED_BY = LazyPattern(
    r"^(?:in|on|at|for|with|during|after|before|since|as|when|whenever|because of|due to|every) "
    r"[^.;]{2,60}?,? (?=(?:I|we) )",
    re.IGNORECASE,
)


def plain(spoken: Spoken) -> Claim | None:
    """The clause in the third person; None where it may not stand by itself."""
    who, rest = spoken.who, _bare(spoken.rest)
    if who is None or not who.key or _COMMA.search(rest):
        return None
    if rest.rpartition(" ")[2] in _LOOSE_ENDS or _COUNTED.search(rest):
        return None
    if who.type is EntityType.PROJECT:
        return _of_project(rest)
    own = who.key == USER
    if own and _MANY.match(rest):  # we are a small company
        return None
    if rest.startswith("my "):
        return _of_mine(rest) if _stands_alone(rest, own=own) else None
    told = _lives(rest) if own else _told_of(rest, many=who.role in PLURAL)
    if not told or not _stands_alone(rest, own=own):
        return None
    tail = _literal(rest)
    often = _OFTEN_SO_MUCH.search(rest) if own else None
    return Claim(
        category=Category.GENERAL,
        tail=possessed(tail) if own else third(tail),
        # 500 words a day stand in the place of 800
        attribute=key("habit", f"{rest[: often.start()]} {often['what']}") if often else "",
        value=often.group().strip() if often else "",
    )


_OFTEN_SO_MUCH = LazyPattern(
    r"(?<=\w) \d[\d.,]* (?P<what>[a-z]+) (?:an?|per|every|each) (?:day|night|week|month|year|hour"
    r"|session)\b.*"
)

# What is going on just now, or has been: without a name or a day it tells little.
_UNDER_WAY = LazyPattern(
    r"(?:not )?(?:be (?:\w+ly |also |still )*\w+ing|be (?:in|on|at|from)|have (?:\w+ly |also "
    r"|already )*"
    r"(?:been|\w+ed|\w+en))\b"
)


_IT = LazyPattern(r"\b(?:before|after|when|then) (?:(?:I|we) )?\w+ it\b|, so\b")
_THOUGHT = words("thought knew heard realized realised imagined noticed said expected considered")
_OFTEN = LazyPattern(r"(?:never|always|only|usually|often|sometimes|rarely|mostly|normally) ")


def tells(said: str) -> bool:
    """Whether a whole sentence says how the speaker lives, or something of their own book."""
    if is_dropped(said) or is_of_a_book(said):
        return True
    spoken = subject(_LED_BY.sub("", expanded(said)), SpokenOf())
    often = _OFTEN.match(_bare(spoken.rest))
    rest = _bare(spoken.rest)[often.end() if often else 0 :]
    if often and often.group() == "never " and is_past(verb := rest.partition(" ")[0]):
        return verb not in _THOUGHT and not _POINTS.search(rest)
    if spoken.who is None or rest.rpartition(" ")[2] in _LOOSE_ENDS:
        return False
    # What `it` stands for, is seen from the whole sentence (`alone.stands`).
    if _POINTS.search(_IT.sub("", rest)) or _MANY.match(rest) or _UNDER_WAY.match(rest):
        return False
    if spoken.who.key != USER:
        verb = _first_verb(rest)
        return bool(spoken.who.role) and not is_past(verb) and _told_of(rest, many=False)
    return _lives(rest) or is_dropped(rest.removeprefix("be "))


def _bare(text: str) -> str:
    text = text.strip(" .!,")
    while (shorter := _NOW.sub("", text)) != text:
        text = shorter
    return text


def _stands_alone(rest: str, *, own: bool) -> bool:
    if len(rest.split()) > _WORDS_MOST or _POINTS.search(rest) or _OF_TALK.search(rest):
        return False
    return not (own and (_THE.search(rest) or _HIS.search(rest)))


def _of_project(rest: str) -> Claim | None:
    """Project Heron is on hold: of a project, whatever is said and stands by itself."""
    if _POINTS.search(rest) or len(rest.split()) < _LEAST:
        return None
    return Claim(category=Category.STATUS, tail=third(_literal(rest)))


_MODAL = words("can cannot will would could should may might must used was were had")


def _literal(rest: str) -> str:
    """Marked as it stands where its verb is past or a modal."""
    first = rest.partition(" ")[0]
    return f"+{rest}" if first in _MODAL or is_past(first) else rest


# -- What somebody is.


_MANY = LazyPattern(
    r"(?:not )?be (?:an? |the )(?:(?!at |in |for |of |with |on |by )[\w-]+ ){0,3}"
    r"(?:company|team|family|couple|group|band|startup|firm|organi[sz]ation|nonprofit|household)\b"
    r"(?! (?:man|woman|person|member|lead|leader|player|doctor))"
)

_VERY = r"(?:(?:very|really|quite|pretty|fairly|mostly|fully|naturally|highly|still|also|a bit) )*"
# How somebody is for long: not tired, but bilingual.
_LASTING = _one_of(
    """
    bilingual trilingual multilingual self-taught adopted religious atheist agnostic jewish muslim
    christian catholic buddhist hindu mormon queer gay straight bisexual lesbian asexual aromantic
    polyamorous shy outgoing sociable sensitive_to prone_to responsible_for in_charge_of
    involved_in engaged enrolled_in registered certified licensed trained qualified addicted_to
    hooked_on fluent_in named_after known_as known_for born raised fostered self-employed
    semi-retired tone-deaf double-jointed ambidextrous dyspraxic bald tattooed estranged widowed
    homeschooled handy musical athletic sporty competitive frugal superstitious forgetful clumsy
    short-sighted long-sighted good_with bad_with great_with terrible_with good_at hopeless_at
    picky familiar_with comfortable_with comfortable_in experienced_in experienced_with
    specialized_in used_to due_in due_to_retire due_to_graduate due_to_start close_to_my
    close_with_my loyal_to devoted_to active_in vaccinated immune_to intolerant_to intolerant_of
    averse_to partial_to nuts_about wild_about big_on mad_about proud_of_my homeless childless
    childfree child-free unemployed disabled illiterate
    """
)
# A bit, a mess, a good idea: what `a` does not make a kind of.
_NO_KIND = _one_of(
    """
    bit little lot few couple tad mess idiot fool loser failure burden wreck disgrace piece_of
    waste_of disappointment monster nobody step pain pleasure shame joke great_idea
    good_idea bad_idea fan big_fan huge_fan while hurry good_point good_question good_start
    good_fit good_choice good_option good_match
    """
)
# In a hurry, on my way, in doubt: where somebody is for a moment, or not at all.
_NO_PLACE = _one_of(
    """
    it a_hurry a_rush a_meeting a_call a_bus a_train a_loop a_row a_way a_mood a_bad_mood
    a_good_mood a_position a_situation a_bind a_pickle trouble line bed board my_way fire
    love_with_the agreement favor doubt touch awe pain tears need luck shock a_similar front order
    fact general particular my_phone my_mind my_house my_room my_car my_bed my_kitchen my_office
    my_opinion my_view least first once all peace ease home work the_middle the_process the_same
    the_right the_wrong the_mood the_fence the_phone the_bus the_train the_office the_car the_way
    the_lookout the_market the_city track top hold time a_budget a_deadline here hand charge case
    schedule scratch my_own next \\d+
    """
)
_MEASURE = _one_of("feet foot cm centimeters meters inches kilos kg pounds lbs years months weeks")
_BE = LazyPattern(
    rf"(?:not )?be (?:(?:(?:more of |much of |half |part )?an? (?!(?:{_NO_KIND})\b)"
    r"|halfway through |in the middle of \w+ing |about to (?:start|become|graduate|retire|move) "
    r"|the (?:\w+[- ]){1,3}(?:of|at|for|in|behind|on) |one of |(?:the )?(?:youngest|oldest"
    r"|eldest)\b"
    rf"|(?:about |almost |nearly )?(?:\d+(?:\.\d+)?|five|six|seven) (?:{_MEASURE})\b"
    rf"|(?:on|in|at|from|under|between|with|into|against|behind) (?!(?:{_NO_PLACE})\b)).{{2,}}"
    rf"|{_VERY}(?:{_LASTING})\b.*)"
)
_ARE = LazyPattern(r"be (?:both |all )?(?:[\w-]+ ){0,2}[a-z]{3,}s(?: (?:in|at|from|for) .+)?")


# -- What somebody is busy with for long.


# Acts that last only while they are spoken of, or that speak of this conversation.
_PASSING_ACTS = words(
    """
    looking trying thinking wondering asking talking getting having using seeing going saying
    assuming referring feeling hoping sitting eating drinking watching reading waiting cooking
    listening typing calling running coming leaving heading telling kidding joking being making
    putting giving showing doing starting stopping sending sharing checking testing debugging
    compiling browsing searching seeking wanting needing enjoying loving liking dying freezing
    standing lying crying laughing walking driving losing missing considering deciding choosing
    picking confusing aiming noticing finding forgetting remembering imagining picturing suggesting
    recommending requesting submitting uploading downloading installing following adding removing
    changing replying responding posting ordering shopping paying packing cleaning washing bringing
    keeping holding turning leaning craving guessing wearing playing working visiting staying
    meeting creating writing thanking messing pulling falling boiling interesting boring exciting
    amazing taking arriving tracking focusing powering plowing pushing carving riding
    """
)
_CHANGE = (
    r"(?:quitting|moving|leaving|going back|getting (?:a|married|divorced)|starting|buying|selling"
    r"|retiring|applying|changing|adopting|switching|becoming|joining)"
)
_BUSY = LazyPattern(
    r"(?:not )?be (?:"
    + _one_of(
        """
        working studying learning training recovering saving teaching writing building developing
        designing planning preparing expecting moving dating managing running organizing organising
        living staying_in staying_at staying_with renting sharing practicing practising struggling
        suffering coping dealing taking wearing bringing_up looking_after taking_care hosting
        editing recording launching starting volunteering interning freelancing hoping_to
        job_hunting going_through going_back_to getting_a_divorce getting_divorced getting_married
        getting_braces getting_treatment getting_back_into having_an?_affair having_surgery
        having_a_baby having_twins applying_to applying_for doing_[A-Z][a-z]\\w+ engaged
        on_call waiting_for_my waiting_on_my
        """
    )
    + rf"|(?:thinking (?:about|of)|considering) {_CHANGE}"
    r"|looking for (?:an? )?(?:(?:new|full-time|part-time|better|different|summer|remote|bigger"
    r"|cheaper) )*(?:job|work|apartment|flat|house|place to live|roommate|flatmate|internship"
    r"|apprenticeship|co-founder|cofounder|therapist|publisher|agent)"
    r"|seeing (?:an? )(?:new )?(?:therapist|psychiatrist|specialist|counselor|doctor|nutritionist)"
    r"|trying (?:to (?:cut|eat|quit|stop|lose|learn|get (?:pregnant|fit|healthy|into|back|better"
    r"|in shape)|conceive|save|reduce|exercise|sleep|drink|read|be more|stay sober|gain"
    r"|build muscle|grow|sell|buy|move|find (?:an? )?(?:job|work)|become|spend|adopt|walk|limit"
    r"|wean)"
    r"|for (?:an? )?(?:baby|kids))"
    r")\b"
)
_NOT_BUSY = LazyPattern(
    r"be (?:dealing with an?|working on (?:an? )?(?:response|reply|answer|fix|solution|task"
    r"|assignment|homework)|taking (?:a (?:look|break|walk|nap|shower|bath)|notes)|starting to"
    r"|starting from|running (?:late|out|into|low|errands|an?)|living (?:for|the)|working (?:well"
    r"|closely))\b"
)
_DOING = LazyPattern(r"be (?P<v>[a-z-]+ing) (?!to\b|for\b|at\b|about\b)\S")


def _is_busy(rest: str) -> bool:
    if _NOT_BUSY.match(rest):
        return False
    doing = _DOING.match(rest)
    return bool(_BUSY.match(rest)) or (doing is not None and doing["v"] not in _PASSING_ACTS)


# -- What somebody has, can, has done and does as a rule.


_NOT_HAD = _one_of(
    """
    question idea problem issue feeling look clue doubt point suggestion thought request hunch
    preference chance meeting call moment minute second favor favour couple few lot bit bunch good
    great nice bad hard tough lovely wonderful draft list table file sense choice hankering craving
    bug error string class method basic rough general vague clear better similar different tendency
    plan trip party dinner guest visitor webinar story picture photo video task assignment deadline
    test exam date reservation flight paper presentation report interview specific particular
    certain comment blast high
    """
)
_NOT_HELD = _one_of(
    """
    to no_idea no_clue no_problem no_doubt no_choice no_questions no_preference no_issue no_time
    no_way no_plans no_reason very so really quite no_objection no_recipe trouble time fun doubts
    questions concerns
    enough access any some more many much been had all already never ever just also not the
    everything plenty lots tons in_mind faith dinner lunch breakfast several multiple various other
    different mixed second_thoughts only always recently finally got even actually since still
    people unique around over each
    """
)
_PARTICIPLE = _one_of(
    """
    bought built written begun broken brought caught chosen driven fallen flown given_up grown held
    kept known left lost paid sold spent spoken taught won become taken_up taken_over put_on quit
    cut run swum met worn drunk eaten
    """
)
_DONE_HERE = _one_of(
    """
    tried noticed asked looked used mentioned wondered checked attached included uploaded updated
    changed fixed considered missed enjoyed loved liked wanted needed realized realised copied
    pasted followed restarted reinstalled added created tested talked
    """
)
_HAVE = LazyPattern(
    rf"have (?!(?:{_NOT_HELD})\b|an? (?:\w+ )?(?:{_NOT_HAD})\b|\w+ed\b|(?:{_PARTICIPLE}|gone|made"
    r"|taken|seen|come|felt|forgotten|found|given|heard|meant|read|said|sent|thought|told"
    r"|understood|set|done|put|hit)\b)(?:an? |\d+ |my own |[a-z]).{2,}"
)
_BEEN_IDLY = _one_of(
    """
    thinking looking feeling trying wanting meaning wondering hoping having getting able told there
    here very so really great good nice helpful waiting asked given going_back busy super crazy
    missing swamped up tough quite a_few a_long a_bit a_while a_roll on_a_roll
    """
)
_PERFECT = LazyPattern(
    r"have (?:not|never) seen .+|have never (?:\w+ed|flown|driven|drunk|ridden)|have (?:(?:not"
    r"|never|always|also|recently|finally|just|now"
    r"|already|only) )*"
    rf"(?:been (?!(?:{_BEEN_IDLY})\b)|had (?:my|two|three|an? (?!(?:{_NOT_HAD})\b)) "
    rf"|(?!(?:{_DONE_HERE})\b)(?:\w+ed|{_PARTICIPLE}) ).{{2,}}"
)
_CAN = LazyPattern(
    r"can only (?:read|write|work|eat|type|sleep|drive|use my|walk|hear|speak|drink|wear)\b.*"
    r"|(?:can|cannot|can only|can barely|can hardly) (?:"
    + _one_of(
        """
        drive swim work eat sleep lift travel fly drink stand afford cook bake sing dance draw
        paint knit sew ski skate surf sail juggle whistle read_music read_sheet read_lips speak
        hold_a run_a solve_a walk_without walk_far hear_out hear_well see_well see_without smell
        taste roll_my get_enough_of live_without function_without tolerate have_kids have_children
        digest ride meet_on play handle use_my lip-read
        """
    )
    + r"|do (?!that|this|it|anything|something|so)\w+)\b.*"
)
_WAS = LazyPattern(
    r"had [\w -]+ as an? (?:child|kid|teenager|teen|baby)|was (?:an? (?!(?:bit|little|lot|while"
    r"|good|great|nice|bad|fun|kid|child|teen|teenager"
    r"|freshman"
    r"|baby|toddler|boy|girl)\b)|the (?:first|only|youngest|oldest)\b"
    r"|in (?:the (?:army|navy|military|air force|marines|hospital)|a (?:band|coma|cult))\b|(?:"
    + _one_of(
        """
        born raised adopted diagnosed hired fired laid made_redundant promoted elected homeschooled
        bullied hospitali[sz]ed married engaged named brought_up accepted rejected nominated
        awarded trained educated divorced widowed evicted deployed arrested drafted transferred
        appointed
        """
    )
    + r")\b).*|did (?:my|an?) (?!(?:best|homework|research|laundry|search|quick|test|little)\b).+"
    r"|left (?:\w+ing|my (?:husband|wife|church|family|ex)|[A-Z])\b.*|got (?:"
    + _one_of(
        """
        made_redundant a_job_offer laid_off let_go accepted rejected passed_over admitted elected
        engaged divorced evicted certified licensed vaccinated diagnosed selected published
        nominated sober custody my_degree my_licen[cs]e my_diploma my_driver\\S*_licen[cs]e
        my_citizenship
        my_green_card my_black_belt my_PhD my_master\\S* my_visa
        """
    )
    + r")\b.*"
)
_HAD = LazyPattern(
    r"had (?:an? (?!(?:great|good|nice|bad|tough|lovely|blast|wonderful|question|idea|meeting|call"
    r"|feeling|chance|hard)\b)|two |three |four |no |my |his |her )\S.*"
    r"|had (?:twins|triplets|surgery|chemo|cancer)\b.*"
)
_USED = LazyPattern(
    r"used to (?!it\b|this\b|that\b|the\b|be (?:able|fun|good|great)|think|hear|see).{3,}"
)
# Verbs that say little by themselves, and what makes a habit or a state of them.
_LIGHT = LazyPattern(
    r"get (?:(?:bad|severe|terrible|frequent|really|awful) )*(?:migraines?|headaches?|hives|seasick"
    r"|carsick|motion sick\w*|heartburn|nosebleeds|anxious|sunburned|rashes|cramps|panic attacks"
    r"|up (?:early|at)|around by|paid|along (?:well )?with (?:my|his|her))\b.*"
    r"|go (?:to|for|by|on|\w+ing)\b.*|come from .+"
    r"|live (?:alone|with (?:my|an?|two|three|\d)|on an?|in an?|above|next to (?:my|an?)"
    r"|across)\b.+"
    r"|take (?:care of|my (?:coffee|tea)|(?:the )?(?:bus|train|subway|metro|tube)|(?:\w+ ){0,3}"
    r"(?:lessons|classes|pills|supplements|vitamins|medication|medicine|insulin|naps?))\b.*"
    r"|make (?:my|his|her|their) own .+|make (?:\w+ ){0,2}(?:music|wine|cheese|beer|bread|jewelry"
    r"|pottery|furniture|videos|films|podcasts|candles|soap)\b.*"
    r"|do (?:yoga|pilates|karate|judo|crossfit|ballet|improv|stand-up|volunteer|freelance|research"
    r"|cardio|all my|most of my|contract|shift|garden)\b.*"
    r"|use (?!the\b|this\b|it\b|to\b|that\b)\w.*|open an? .+|set up an? .+|run (?:an? |my own ).+"
    r"|run (?!out|into|late|low|away|off|this|it|the|that|for|to|in|on)\w+ (?:for|at|in|on) .+"
    r"|(?:run|manage|edit|write|host|lead|chair) the [\w ]{2,30}? (?:for|of|at) .+"
    r"|watch (?:\w+ ){0,2}(?:anime|documentaries|football|soccer|baseball|basketball|sports|movies"
    r"|horror|k-dramas)\b.*|read (?:\w+ ){0,2}(?:books?|novels?|fantasy|poetry|manga|comics"
    r"|nonfiction|non-fiction|mysteries|science fiction|sci-fi|biographies)\b.*"
    r"|keep (?:bees|chickens|goats|horses|rabbits|tropical|kosher|halal|an? (?:\w+ )?(?:diary"
    r"|journal|notebook"
    r"|blog|log|garden))\b.*"
    r"|(?:watch|read|eat|drink|play) a lot of .+|plan to (?!(?:use|do|try|check|ask|get|make|see"
    r"|add"
    r"|write|run|create|test)\b).+|miss (?:my|living|home)\b.*|see (?:an? |my )(?:therapist"
    r"|psychiatrist|counselor|physio\w*"
    r"|dietitian|specialist|chiropractor)\b.*|care for (?:my|an?) .+"
)
_MIND = words(
    """
    think thinks guess guesses mean means see sees know knows need needs want wants hope hopes wish
    wishes wonder wonders doubt doubts agree agrees disagree understand understands believe
    believes suppose assume feel feels remember remembers forget forgets recommend suggest
    appreciate imagine recall
    bet say says tell tells ask asks look looks sound sounds seem seems try tries keep keeps let
    lets find finds figure notice realize realise promise swear apologize apologise care cares mind
    expect expects come comes put puts give gives show shows start starts stop stops click open
    change add remove type press enter call calls send sends hear hears follow follows get gets go
    goes take takes make makes do does use uses run runs set sets turn turns read reads watch
    watches wait waits move moves leave leaves pick picks choose chooses create creates check
    checks thank miss misses trust worry worries complain argue insist propose prefer like love
    enjoy hate end
    ends happen happens begin begins last once ever first finish finishes talk talks chat stay stays
    hang plan plans hit hits complete completes push pushes rock rocks live lives
    """
)
_AUXILIARY = words(
    """
    am is are was were be been being do does did have has had will would could should can cannot
    might may must shall ought used going gonna not never no the a an my one all just really both
    also still even only almost often sometimes usually always maybe hardly barely rarely seldom
    perhaps probably somehow literally kind sort currently easy hard then
    """
)
_VERB = LazyPattern(r"(?:not )?(?P<v>[a-z]+)")
_BARE_NUMBER = LazyPattern(r"\w+ [\d,.]+%?")


def _lives(rest: str) -> bool:
    """How the user lives: what they are, have, can, do as a rule, are busy with for long."""
    if rest.startswith(("be ", "not be ")):
        return bool(_BE.fullmatch(rest) or _is_busy(rest))
    return _does(rest) or _is_habit(_first_verb(rest), rest)


def _told_of(rest: str, *, many: bool) -> bool:
    """What is told of somebody else."""
    if rest.startswith(("be ", "not be ")):
        told = _BE.fullmatch(rest) or _is_busy(rest) or (many and _ARE.fullmatch(rest))
        return bool(told) and not _PASSING.fullmatch(rest)
    verb = _first_verb(rest)
    if is_past(verb) and verb != "used":
        return bool(_HAD.fullmatch(rest) or _WAS.fullmatch(rest)) or (
            verb not in _TALKED and len(rest.split()) >= _LEAST
        )
    return _does(rest) or _is_habit(verb, rest) or (verb in ("live", "move") and " " in rest)


def _does(rest: str) -> bool:
    if rest.startswith("have "):
        return bool(_HAVE.fullmatch(rest) or _PERFECT.fullmatch(rest))
    return any(each.fullmatch(rest) for each in (_CAN, _WAS, _USED, _LIGHT))


def _first_verb(rest: str) -> str:
    match = _VERB.match(rest)
    return match["v"] if match else ""


_RINGS = words("bring sing ring swing string fly apply rely supply reply feed need breed")


def _is_habit(verb: str, rest: str) -> bool:
    return (
        bool(verb)
        and verb not in _MIND
        and verb not in _AUXILIARY
        and not is_past(verb)
        and (verb in _RINGS or not verb.endswith(("ing", "ly", "ed")))
        and len(rest.split()) >= _LEAST
        and not _BARE_NUMBER.fullmatch(rest)
    )


_TALKED = words(
    """
    said told asked thought wanted was were had did got went saw made gave came looked tried kept
    called texted mentioned suggested recommended wrote sent felt knew seemed needed used heard
    showed liked loved laughed smiled cried started stopped found put took let helped noticed
    brought borrowed
    """
)


# -- What belongs to the user: my commute takes an hour.


_HEAD = LazyPattern(
    r"my (?P<np>(?:[\w'-]+ ){0,5}?(?P<n>[\w'-]+)) (?P<v>be) (?P<rest>.{2,})"
    r"|my (?!.* be )(?P<np2>(?:[\w'-]+ ){0,3}?(?P<n2>[\w'-]+)) (?P<v2>was|were|have|has|had"
    r"|[a-z]{3,}(?:s|ed)|will|cannot|start|cost|run|take|come|make|go) (?P<rest2>(?!to ).{2,})"
)
_NOT_MINE = words(
    """
    question questions point problem problems issue guess bad mistake understanding apologies
    answer idea thought thoughts opinion view concern concerns turn way mind message request goal
    aim plan code function script file app program error output test query prompt text essay story
    paragraph sentence bet impression suggestion reason reasoning approach assumption intention
    hope wish task assignment homework character characters protagonist hero heroine narrator
    villain poem draft input data dataset table list version screen computer laptop phone browser
    internet wifi connection account password setup terminal build pleasure thing things
    stuff favorite favourite one day week weekend night time experience life world stomach head
    eyes brain feeling mood only first last next previous current original main other second
    """
)
_PASSING = LazyPattern(
    r"(?:be|was|were) (?:(?:not|so|very|really|too|just|still|always|pretty|a bit|quite|kind of"
    r"|getting|all|now|completely|also) )*(?:"
    + _one_of(
        """
        broken down slow stuck wrong fine ok okay good great working crashing failing loading ready
        done clear unclear correct incorrect right empty full frozen to that whether why how what
        based_on going coming here back mad_at angry upset happy sad tired hungry late early busy
        sick nice sweet funny cute amazing awesome the_best the_worst weird annoying crazy driving
        calling asking telling waiting acting being sleeping eating crying making trying looking
        feeling bored excited worried proud glad sorry sure gone away out off over around there
        better worse doing having saying excellent perfect interesting lovely adorable beautiful
        cool fun hard tough
        """
    )
    + r")\b.*"
)
_MINDED = LazyPattern(
    r"(?:says?|said|thinks?|thought|wants?|wanted|needs?|needed|tells?|asks?|asked|looks?|looked"
    r"|seems?|seemed|feels?|felt|sounds?|keeps?|kept|gets?|got|goes|went|does|did"
    r"|comes?(?! (?:from|out))|came|hurts?|means?|meant|shows?|showed|will|worked|works|returns?"
    r"|returned|failed|fails|gives|gave|grows|evolves|have (?:to|been|a (?:question|problem|bug))"
    r"|be an? (?:mess|lot))\b"
)


_BEHIND = LazyPattern(r" (?:with|for|of|at|in|on|from|to|by|about|between|under) ")


def _of_mine(rest: str) -> Claim | None:
    match = _HEAD.fullmatch(rest)
    if match is None:
        return None
    whose, noun, verb, more = (
        match[each] or match[f"{each}2"] for each in ("np", "n", "v", "rest")
    )
    if behind := _BEHIND.search(whose):  # our budget for tests
        noun = whose[: behind.start()]
    told = f"{verb} {more}"
    if not {*whose.lower().split()}.isdisjoint(_NOT_MINE) or _MINDED.match(told):
        return None
    if _PASSING.fullmatch(told):
        return None
    many = noun.endswith("s") and not noun.endswith(("ss", "us", "is", "'s"))
    verb = {
        "be": "are" if many else "is",
        **dict.fromkeys(("have", "has"), "have" if many else "has"),
    }.get(verb, verb)
    return Claim(category=Category.GENERAL, tail=possessed(f"'s {whose} {verb} {more}"))
