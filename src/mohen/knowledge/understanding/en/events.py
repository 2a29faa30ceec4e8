"""Days and what happens on them, in English: finds dates, and makes plans and events of them."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import date, time, timedelta

from mohen.knowledge.consolidation.model import Near, OtherDay
from mohen.knowledge.model import AGENT, USER, Category, EntityType
from mohen.knowledge.policy import Extraction
from mohen.knowledge.understanding.claims import Claim, Who, key, tidy
from mohen.knowledge.understanding.en.phrases import (
    ROLE,
    SELF,
    Spoken,
    expanded,
    is_past,
    possessed,
    tense,
    third,
)
from mohen.text.dates import (
    WEEK,
    Grain,
    Local,
    When,
    clock,
    dated,
    hour_meant,
    in_week,
    is_near,
    monthless,
    months_on,
    nearest,
    plus,
    yearless,
)
from mohen.text.lazy_pattern import LazyPattern
from mohen.text.numerals import value
from mohen.text.word_lists import words

# -- Days and hours as English names them: tomorrow at 3pm, next Friday, March 5th, two weeks ago.


_WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_MONTHS = (
    *("january", "february", "march", "april", "may", "june", "july", "august", "september"),
    *("october", "november", "december"),
)
_WEEKDAY = "|".join(_WEEKDAYS)
_SHORT_DAY = "mon|tues?|weds?|thur?s?|fri|sat|sun"
_MONTH = "|".join(_MONTHS) + "|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec"
_N = (
    r"\d{1,3}|an?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|a couple of"
    r"|a few"
)
_PART = "morning|afternoon|evening|night"
_ORDINAL = r"(?:st|nd|rd|th)"
_AWAY = {"last": "-", "past": "-", "previous": "-", "this": "", "next": "+", "coming": "+"}
_DAY = (
    r"(?P<rel>the day after tomorrow|the day before yesterday|today|tonight|tomorrow|yesterday"
    r"|last night|earlier today|later today)"
    r"|this (?P<thispart>morning|afternoon|evening)"
    rf"|(?P<wrel>next|last|this|this past|this coming) (?P<wd>{_WEEKDAY}|{_SHORT_DAY})s?\b(?! of\b)"
    rf"|(?:on )?(?<!every )(?<!each )(?<! a )(?<!any )(?P<bare>{_WEEKDAY})"
    rf"(?!,? (?:the )?(?:{_MONTH})\b| to "
    r"| through |s| evenings"
    r"| mornings| nights| afternoons)"
    r"|(?<!the )(?<!the past )(?P<prel>next|last|this|this past) (?P<period>weekend|week"
    r"|month|year)\b"
    rf"|in (?P<n>{_N}) (?P<unit>day|week|month|year)s?\b(?! time of)"
    r"|(?:(?:just |a little )?over |about |almost |nearly |around )?"
    rf"(?P<ago>{_N}) (?P<agounit>day|week|month|year)s? (?P<way>ago|from now)"
    rf"|(?:on )?(?:(?:{_WEEKDAY}),? )?(?P<m>{_MONTH})\.? (?:the )?(?P<d>\d{{1,2}})"
    rf"{_ORDINAL}?(?:,? (?P<y>\d{{4}}))?(?!\d)"
    rf"|(?:on )?(?:the )?(?P<d2>\d{{1,2}}){_ORDINAL}?(?: of)? (?P<m2>{_MONTH})\b(?:,? (?P"
    rf"<y2>\d{{4}}))?"
    rf"|(?:in |last |next |this )(?P<m3>{'|'.join(_MONTHS)})\b(?:,? (?P<y3>\d{{4}}))?"
    r"|(?:on )?(?P<iso>\d{4}-\d{1,2}-\d{1,2})\b"
    r"|(?:on|(?<=\bto )|(?<=\bfor )|(?<=\bby )|(?<=\bdue )|(?<=\buntil )|(?<=\btill ))"
    rf" ?the (?P<dom>\d{{1,2}}){_ORDINAL}"
    r"(?=[,.;!?)]|$| (?:at|and|but|because|so|due|in the|instead|now|morning|afternoon|evening)\b)"
    r"|in (?P<year>(?:19|20)\d{2})\b"
)
_HOUR = (
    rf"(?:,? (?:in the |at )?(?P<part>{_PART}|noon|midnight))?"
    r"(?:,? (?:at |around |by )?(?P<h>\d{1,2})(?::(?P<mm>\d{2}))?\s?(?P<half>[ap])\.?m\b\.?"
    r"|,? at (?P<h2>\d{1,2})(?::(?P<mm2>\d{2}))?(?!\d|%))?"
)
_WHEN = LazyPattern(
    rf"\b(?:(?:later|earlier|sometime|about|around|just) )?(?:{_DAY})(?:{_HOUR})?(?![\w'])"
)
_HINT = LazyPattern(
    r"day|night|morrow|(?:last|next|this|past|coming) (?:mon|tue|wed|thu|fri|sat|sun)|week|month"
    r"|year|ago|from now|\d|this |\bmay\b|january|february"
    r"|march|april|june|july"
    r"|august|september|october|november|december"
)


# Black Friday, my Sunday dinner, an entire Sunday: no day that can be pointed at.
_NAMED = LazyPattern(
    r"\b(?:entire|whole|other|one|my|our|the|their|his|her|black|ash|good|cyber|super|easter|palm"
    r"|holy|busy|lazy|casual) $|'s $|\ba \w+ $"
)


# Our shop closes Monday: every one. We will be closed on Monday is a day.
_HOURS = LazyPattern(
    r"(?:(?<!will )(?<!to )\b(?:be|is|are|stays?) (?:closed|open)|\bcloses?)\b[^,;]{0,12}$"
)
_ARRANGED = LazyPattern(
    r"\b(?:signed up|registered|enrolled|scheduled|reserved|tickets|picked up an? (?:\w+ )?shift) "
)
# I have not seen her in three years: how long, and not when.
_DURATION = LazyPattern(r"\b(?:have|has|had) (?:not|never)\b|\bfirst time $|\bhardly\b")


# My best is 1:52, done in September; not been there since Monday: whatever the first verb says,
# that is over.
_OVER = LazyPattern(
    r"\bsince (?:last )?$|\b(?:down|up) from [\d.,]+(?: ?[a-z%]+)? (?:in |on )?$|"
    r"(?<!\bgetting )(?<!\bget )(?<!\bbe )(?<!\bis )(?<!\bare )(?<!\bgets )(?<!\bdue )"
    r"\b(?:done|achieved|bought|taken|made|finished"
    r"|won|ran|met|born|married|published|released|recorded|painted|written|built|back)"
    r" (?:in |on )?$"
)


_SHIFTED = (
    r"(?:moved|rescheduled|shifted|pushed|postponed|delayed|bumped|changed|brought|put)"
    r"(?: (?:back|up|forward|out|off))?"
)
# The dentist moved my appointment to Monday: the one that comes.
_PUT_OFF_TO = LazyPattern(rf"\b{_SHIFTED}\b[^,.;]{{0,50}} (?:to|until|till) $")
# The meeting moved from Tuesday to Friday: it is still to come.
_PUT_OFF = LazyPattern(
    r"(?!I\b|[Ww]e\b)(?:[\w']+ ){1,4}(?:was |is |got |has been )?(?:moved|rescheduled|shifted"
    r"|pushed|postponed) (?:from|to|until|till|back|up|forward)\b"
)


_MOVED = LazyPattern(rf"\b{_SHIFTED}\b")
# From Wednesday to Friday: of which week, is said elsewhere; the first is left as it was said, too.
_SPAN = LazyPattern(rf"\b(?:{_WEEKDAY}) (?:to|through|until|till) $")


def find_days(text: str, local: Local, policy: Extraction, *, bare: bool = False) -> list[When]:
    """The days a text names, in order. Not `every Monday`: that is a habit. `bare`: it begins with
    its verb."""
    low = text.lower()
    if len(low) != len(text) or not _HINT.search(low):
        return []
    told = "ahead" if _PUT_OFF.search(text) else tense(text, bare=bare)
    found = []
    for match in _WHEN.finditer(low):
        before = low[: match.start()]
        named = match["bare"] and not match.group().startswith("on ") and _NAMED.search(before)
        if named or (match["bare"] and _HOURS.search(before)):
            continue
        if match["bare"] and _SPAN.search(before) and not _MOVED.search(before):
            continue
        if match["n"] and _DURATION.search(before):
            continue
        # I booked a table for Saturday: what is arranged comes
        arranged = before.endswith(" for ") or bool(
            _ARRANGED.search(before) or _PUT_OFF_TO.search(before)
        )
        past = not arranged and (told == "past" or bool(_OVER.search(before)))
        ahead = arranged or (told == "ahead" and not past)
        for rule in (_near, _of_week, _of_year, _counted):
            day, grain = rule(match, local.day, past, ahead)
            if day is not None:
                hour, part = _hour(match, text, policy)
                no_year = (match["m"] or match["m2"] or match["m3"]) and not (past or ahead)
                no_year = no_year and not (match["y"] or match["y2"] or match["y3"])
                if (match["m"] or match["m2"]) and ahead and _COMING.search(before):
                    day = _yet_to_come(match, day, local.day)
                sure = not no_year or is_near(day, local.day, grain)
                found.append(When(match.start(), match.end(), day, grain, hour, part, sure))
                break
    return found


# My son is starting at Exeter on the 18th of September: the one that comes, however short ago the
# last one was.
_COMING = LazyPattern(
    r"\b(?:be|am|is|are)(?: \w+ly| now| also)? (?:starting|beginning|getting|moving|going|coming"
    r"|flying|leaving|travell?ing|visiting|meeting|launching|opening|closing|turning|retiring"
    r"|graduating|hosting|returning|arriving|finishing|joining|performing|marrying|due)"
    r"(?: (?!(?:after|since|about|that|which|because|over)\b)[\w'’&.-]+){0,10} ?$"
)


def _yet_to_come(match: re.Match[str], day: date, today: date) -> date:
    if match["y"] or match["y2"] or day >= today:
        return day
    return dated(day.year + 1, day.month, day.day) or day


_LEADS = LazyPattern(
    r"\b(by|until|till|before|after|since|from|for|between|due|to|compared with|than)$",
    re.IGNORECASE,
)


# The April 15 deadline: the day says which.
_OWNED = LazyPattern(r"(?:\b(?:the|an?|my|our|his|her|their)|['’]s)$", re.IGNORECASE)


def absolute(text: str, days: list[When]) -> str:
    """The text with its days made absolute: tomorrow at 3pm → on 2026-02-05 at 15:00."""
    for when in reversed(days):
        if when.sure:
            before = text[: when.start].rstrip()
            of = before
            if before.endswith("'s") and text.startswith(("in ", "on "), when.start):
                of = ""  # I moved out of my mum's in May
            text = f"{before} {spelled(when, of)}{text[when.end :]}".strip()
    return text


def spelled(when: When, before: str) -> str:
    """As it is told behind what stands `before` it and may say how it is meant: by, since, my."""
    led = bool(_LEADS.search(before) or _OWNED.search(before))
    if when.grain is Grain.DAY:
        shown = when.shown if led else f"on {when.shown}"
    elif when.grain is Grain.WEEK:
        shown = f"the week of {when.shown}" if led else f"in the week of {when.shown}"
    else:
        shown = when.shown if led else f"in {when.shown}"
    if when.clock is not None:
        return f"{shown} at {when.clock:%H:%M}"
    if when.part:
        if when.part == "night":
            return f"{shown} at night"
        return f"{shown} {when.part}" if when.part[-1].isdigit() else f"{shown} in the {when.part}"
    return shown


_Resolved = tuple[date | None, Grain]
_REL = {
    "the day after tomorrow": "++",
    "the day before yesterday": "--",
    "last night": "-",
    "tomorrow": "+",
    "yesterday": "-",
}


def _near(match: re.Match[str], today: date, _past: bool, _ahead: bool) -> _Resolved:
    if match["thispart"]:
        return today, Grain.DAY
    if match["rel"] is None:
        return None, Grain.DAY
    signs = _REL.get(match["rel"].lower(), "")
    return plus(today, timedelta(days=signs.count("+") - signs.count("-"))), Grain.DAY


def _of_week(match: re.Match[str], today: date, past: bool, _ahead: bool) -> _Resolved:
    if match["bare"]:
        return nearest(today, _weekday(match["bare"]), past=past), Grain.DAY
    if match["wd"]:
        weekday = _weekday(match["wd"])
        signs = _AWAY[match["wrel"].lower().split()[-1]]
        if not signs:
            return in_week(today, weekday, 0), Grain.DAY
        if signs == "-":
            return nearest(today, weekday, past=True), Grain.DAY
        # `Next Friday` is the one of the week that follows, as 下周五 is.
        weeks = 0 if "coming" in match["wrel"].lower() else 1
        return in_week(today, weekday, weeks), Grain.DAY
    if match["period"] is None:
        return None, Grain.DAY
    signs = _AWAY[match["prel"].lower().split()[-1]]
    steps = signs.count("+") - signs.count("-")
    period = match["period"].lower()
    if period == "weekend":
        return in_week(today, _WEEKDAYS.index("saturday"), steps), Grain.DAY
    if period == "week":
        return in_week(today, 0, steps), Grain.WEEK
    if period == "month":
        return months_on(today, steps), Grain.MONTH
    return dated(today.year + steps, 1, 1), Grain.YEAR


def _weekday(word: str) -> int:
    return next(at for at, each in enumerate(_WEEKDAYS) if each.startswith(word.lower()[:3]))


def _month(word: str) -> int:
    name = word.lower()
    return next(at for at, each in enumerate(_MONTHS, start=1) if each.startswith(name[:3]))


def _of_year(match: re.Match[str], today: date, past: bool, ahead: bool) -> _Resolved:
    if match["iso"]:
        year, month, day = (int(each) for each in match["iso"].split("-"))
        return dated(year, month, day), Grain.DAY
    if match["year"]:
        return dated(int(match["year"]), 1, 1), Grain.YEAR
    if match["dom"]:
        return monthless(today, int(match["dom"]), past=past, ahead=ahead), Grain.DAY
    if match["m3"]:
        month = _month(match["m3"])
        last = match.group().lower().startswith("last")
        found = yearless(today, month, 1, past=past or last, ahead=ahead)
        return (dated(int(match["y3"]), month, 1) if match["y3"] else found), Grain.MONTH
    word, number, year_said = (
        match["m"] or match["m2"],
        match["d"] or match["d2"],
        match["y"] or match["y2"],
    )
    if word is None:
        return None, Grain.DAY
    if year_said:
        return dated(int(year_said), _month(word), int(number)), Grain.DAY
    return yearless(today, _month(word), int(number), past=past, ahead=ahead), Grain.DAY


def _counted(match: re.Match[str], today: date, _past: bool, _ahead: bool) -> _Resolved:
    word, unit = match["n"] or match["ago"], match["unit"] or match["agounit"]
    if word is None or word.lower().startswith("a "):
        return None, Grain.DAY
    count = value(word) or 1
    if match["way"] and match["way"].lower() == "ago":
        count = -count
    if unit.lower() == "day":
        return plus(today, timedelta(days=count)), Grain.DAY
    if unit.lower() == "week":
        return plus(today, count * WEEK), Grain.DAY
    if unit.lower() == "month":
        return months_on(today, count), Grain.MONTH
    return dated(today.year + count, 1, 1), Grain.YEAR


_LATE = LazyPattern(
    r"\b(?:dinner|supper|drinks|party|movies?|cinema|concert|gig|theat(?:er|re)|opera|date night"
    r"|pub|evening|tonight|bed|asleep|after work)\b",
    re.IGNORECASE,
)
_EARLY = LazyPattern(
    r"\b(?:wake|woke|waking|get(?:ting)? up|got up|alarm|breakfast|sunrise|dawn|bed|asleep|awake"
    r"|slept|runs?|running|hikes?|hiking)\b",
    re.IGNORECASE,
)
_EITHER = LazyPattern(
    r"\b(?:flights?|fly|flies|flying|flew|planes?|trains?|bus|ferry|coach|shift|airport|lands?|landed"
    r"|depart\w*|leaves?|leaving|left|born|woken)\b",
    re.IGNORECASE,
)


def _hour(match: re.Match[str], text: str, policy: Extraction) -> tuple[time | None, str]:
    part = (match["part"] or match["thispart"] or "").lower()
    if not part and match["rel"] and match["rel"].lower() in ("tonight", "last night"):
        part = "night"
    if part == "noon":
        return clock(policy.noon, 0), ""
    if part == "midnight":
        return None, "night"
    said = match["h"] or match["h2"]
    if said is None:
        return None, part
    hour, minute = int(said), int(match["mm"] or match["mm2"] or 0)
    if match["half"]:
        hour = hour % policy.noon + (policy.noon if match["half"].lower() == "p" else 0)
    elif part in ("afternoon", "evening", "night") and hour < policy.noon:
        hour += policy.noon
    elif not part and not said.startswith("0"):
        signs = {"late": _LATE, "early": _EARLY, "either": _EITHER}
        meant = hour_meant(hour, **{each: bool(at.search(text)) for each, at in signs.items()})
        if meant is None:
            return None, f"at {said}:{minute:02}" if minute else f"at {said}"
        hour = meant
    return clock(hour, minute), part


# -- what happens on a day, in English: a plan, or an event


_EVENT = LazyPattern(
    (
        r"\b(?:meetings?|appointments?|deadline|exams?|flight|interview|wedding"
        r"|dinner|lunch|party|conference|due|concert|surgery|presentation|game|match|trip"
        r"|anniversary|graduation|class|call|recital|checkup|test|finals?|vacation|holiday"
        r"|festival|marathon|race|reunion|funeral|rehearsal|launch|lesson|session|visit|dentist|haircut"
        r"|demo|freeze|audit|sprint|retro|workshop|webinar|keynote|hackathon|cutover|go-live|rollout"
        r"|defen[cs]e|premiere|inspection|viewing|kick-?off|hearing|tournament|exhibition)\b"
        r"|\b(?:train|bus|ferry|plane|coach) (?:leaves|departs|arrives|lands|gets in)\b"
        r"|\b(?:movers?|plumber|electrician|cleaners?|technician|inspector|contractor|babysitter"
        r"|guests?|furniture|delivery|package) (?:(?:is|are|be|will) )?(?:come|comes|coming"
        r"|arriv\w+)\b"
    ),
    re.I,
)
_TALK = LazyPattern(
    (
        r"\b(?:you|your|this|that|these|those|it|there|weather|talk|chat|remind me|code|error"
        r"|bug|looking for|wondering|help|question)\b"
    ),
    re.I,
)
_STATIVE = LazyPattern(
    r"^(?:appreciate|notice|mention|see|think|feel|know|guess|believe|hope|wonder"
    r"|need help|love|like|hate|prefer|be (?:not |so |very |really )*(?:sure|glad|happy"
    r"|excited|curious|interested|looking|thinking|wondering|trying|considering|tired"
    r"|sorry|hoping)|want|would|could|should|might|may|can|cannot|have been (?:thinking"
    r"|looking|feeling|trying|wanting|meaning)|was (?:thinking|wondering|just|hoping"
    r"|looking)|not )\b"
)
# I take this weekend to relax: the day is what is taken, and not when.
_OBJECT = LazyPattern(
    r"\b(?:take|took|spend|spent|use|used|enjoy|celebrate|miss|of|about|like|remembering) $", re.I
)
# I got them on March 3: what, is not said.
_POINTED = LazyPattern(
    r"(?:(?:have|just|finally|already) )*\w+ (?:them|it|him|her|ones?|those|these|both|some)"
    r"(?: (?:back|up|out|in|all|there|done|off))*"
    r"|\w+ (?:them|him|her) (?:at|in|on|with|for|to|from|again|outside|near)\b.*",
    re.I,
)
_LOOSE = LazyPattern(
    (
        r"\b(?:I|we|he|she|they|sounds|seems)\b|^(?:including|due|and|with|for|from|especially"
        r"|on|at|in|to"
        r"|since|until|like|such|about)\b"
    ),
    re.I,
)
# Tuesday's meeting moved to Wednesday: which of the two days is meant is not for rules to say.
_MOVED = LazyPattern(r"\b(?:moved|rescheduled|shifted|changed|pushed|postponed)\b", re.I)
_VERBAL = LazyPattern(
    r"(?!meeting|wedding|evening|morning)\w+(?:ing|ed)\b|(?:took|went|got|made|had|saw)\b", re.I
)
_MODAL = words("will would can could should must might may used")


def literal(rest: str) -> str:
    """The predicate marked as it stands where its verb is past or a modal."""
    first = rest.partition(" ")[0].lower()
    if is_past(first) or first in _MODAL:
        return f"+{rest}"
    return rest.replace("have been", "+has been", 1) if rest.startswith("have been") else rest


_RESCHEDULED = LazyPattern(
    # My exam got postponed from Monday to …; dinner with Ana is now on …
    r"(?P<thing>[\w'][\w' -]{2,50}?)"
    r"(?:(?:['’]s| (?:was|got|is|be|has been|have been|had to be|gets))?"
    rf"(?: now| just)? {_SHIFTED}(?: from [^,]{{3,30}})? (?:to|until|till|for)"
    r"|(?: is| be| will be) now(?: on)?)"
    # The dentist moved my appointment to …
    rf"|(?:(?:(?:the|my|our) )?(?P<mover>[\w'-]+) )?(?:has |have |had |just )?{_SHIFTED}"
    r" (?P<what>(?:my|our|the) [\w' -]{3,40}?)(?: (?:back|up|forward|out))?(?: from [^,]{3,30})?"
    r" (?:to|until|till|for)",
    re.IGNORECASE,
)
_OF_WHOM = LazyPattern(r"(?:appointment|session|visit|check-?up|consultation)$")
_WITH_WHOM = LazyPattern(r"(?:call|meeting|dinner|lunch|session|date)$")
_SOMEBODY = words("i we he she they it you who")


def _rescheduled(spoken: Spoken, when: When, local: Local) -> Claim | None:
    """What is put off stays the same event, on another day."""
    match = _RESCHEDULED.fullmatch(spoken.rest[: when.start].strip())
    thing = match and (match["thing"] or match["what"])
    if match is None or not thing or not _EVENT.search(thing) or when.day <= local.day:
        return None
    whose, _, what = thing.partition(" ")
    shown = {"my": "The user's ", "our": "The user's ", "the": "The "}.get(whose.lower(), "")
    other = spoken.who is not None and spoken.who.key != USER
    mover = spoken.who.shown if spoken.who and other else match["mover"]
    if not shown:
        what = thing
    elif mover and mover.lower() not in _SOMEBODY:
        if mover.islower() and _OF_WHOM.match(what):  # the dentist moved my appointment
            what = f"{mover} {what}"
        elif not mover.islower() and _WITH_WHOM.match(what):  # Priya moved our call
            what = f"{what} with {mover}"
    whole = f"{shown}{what} was moved to {spelled(when, 'moved to')}"
    return Claim(
        category=Category.SCHEDULE,
        whole=f"{whole[:1].upper()}{whole[1:]}",
        attribute=key("schedule", what),
        value=when.stamp,
        who=SELF,
        event_at=when.at(local),
    )


# No, it's on Thursday; it got moved to Thursday; make that 10am; it's Thursday, not Tuesday.
_OTHER_DAY = LazyPattern(
    r"(?:(?:oh|ah|hmm|well)\b[\s,.!:—-]*)*"
    r"(?P<oops>(?:(?:no|nope|sorry|oops|wait|actually|correction|scratch that|hold on|my bad"
    r"|my mistake|i misspoke)\b[\s,.!:—-]*)*)"
    rf"(?P<moved>(?:it|that|this)(?: is| has| was| got)(?: now| been| just){{0,2}} {_SHIFTED}"
    r"(?: to| until| till)?|(?:make|let us make) (?:it|that)|i mean(?: it is)?|i meant"
    # they have moved it to Monday, same time
    rf"|(?:they|he|she|we|i|(?:the|my) \w+)(?: have| has| had)?(?: now| just)? {_SHIFTED} it"
    r"(?: back| up| forward)? (?:to|until|till))?"
    r"(?:(?:it|that) (?:is|will be|should be)(?: actually| now)?)? ?(?P<day>[^,.!?]{2,40}?)"
    r"(?:,? (?:at )?(?:the )?same (?:time|hour))?"
    r"(?P<now> now| instead|,? (?:and )?not (?:on |at )?(?P<wrong>[\w :]{2,20}))?[.!]*",
    re.IGNORECASE,
)
_CLOCK = LazyPattern(
    r"(?:at )?(?P<clock>\d{1,2}:\d\d|\d{1,2}(?::\d\d)? ?[ap]\.?m\.?|noon|(?<=at )\d{1,2})",
    re.IGNORECASE,
)


_OF_MONTH = LazyPattern(rf"on the \d{{1,2}}{_ORDINAL}", re.IGNORECASE)


_OF_WEEK = LazyPattern(rf"(?:on |to )?(?:{_WEEKDAY})\b", re.IGNORECASE)


def other_day(text: str) -> tuple[str, str]:
    """Which day or hour is wrong and which is right, where a sentence says nothing else."""
    match = _OTHER_DAY.fullmatch(expanded(text).strip())
    if match is None or not (match["oops"] or match["moved"] or match["now"]):
        return "", ""
    return match["wrong"] or "", match["day"].strip()


def day_named(said: str, local: Local, policy: Extraction) -> OtherDay | None:
    """The day, the hour or both that words name; None where they name more."""
    if alone := _CLOCK.fullmatch(said):
        days = find_days(f"tomorrow at {alone['clock']}", local, policy)
        return OtherDay(hour=days[0].hour) if days and days[0].clock else None
    said = day_first(said)
    days = find_days(said, local, policy)
    if len(days) != 1 or days[0].grain is not Grain.DAY or without(said, days).strip(" ,"):
        return None
    named = days[0]
    if _OF_MONTH.match(said):
        return OtherDay(f"{named.day:%d}", Near.MONTH, named.hour)
    if named.day == local.day and _WEEKDAY_ALONE.match(said):  # they moved it to Monday: the next
        named = replace(named, day=named.day + WEEK)
    near = Near.WEEK if _OF_WEEK.match(said) else Near.ITSELF
    return OtherDay(named.shown, near, named.hour)


_WEEKDAY_ALONE = LazyPattern(rf"(?:on )?(?:{_WEEKDAY})\b", re.IGNORECASE)
# My parents arrive on Saturday, my sister is flying in on Friday.
_COMES = LazyPattern(
    r"(?:will |be going to |be due to )?(?:"
    r"(?:arrive|visit|leave|return|land|stay)(?: (?:us|me|here|home|back|over|with (?:us|me)))?"
    r"|(?:get|come|fly|drive|move|fly back|come back|be) (?:in|over|back|home|here|up|down|round"
    r"|around|to (?:visit|stay|town|see me|see us))"
    r"|be (?:arriving|visiting|leaving|returning|landing|staying|flying|coming|getting|driving)"
    r"(?: (?:in|over|back|home|here|up|down|round|around|us|me|with (?:us|me)"
    r"|to (?:visit|stay|town|see (?:me|us))))?)"
)


# I see my therapist on Thursday at 4: an appointment, and nothing that is seen.
_SEES = LazyPattern(
    rf"see (?:(?:my|our|an?|the) (?:[\w-]+ ){{0,2}}?(?:{ROLE}|[a-z]+(?:ist|trician)"
    r"|vet|GP|gp|lawyer|solicitor|attorney|notary|accountant|counsell?or|surgeon|consultant"
    r"|midwife|nurse|optician|advisor|adviser|realtor|family)|Dr\.? [A-Z]\w+"
    r"|[A-Z][a-z]+(?: [A-Z][a-z]+)?)(?: (?:about|for) (?:my|the|an?) [\w' -]{2,30})?"
)


def event(spoken: Spoken, days: list[When], local: Local) -> Claim | None:
    """The whole clause with its days made absolute; None where nobody does anything."""
    rest, when = spoken.rest, days[0]
    if spoken.who is not None and spoken.who.type is EntityType.PROJECT:
        what = re.sub(r"^The ", "", spoken.who.shown)
        return _dated(spoken.who, third(literal(absolute(rest, days))), "", what, when, local)
    if moved := _rescheduled(spoken, days[-1], local):
        return moved
    bare = tidy(without(rest, days))
    who, begins = spoken.who, rest[: when.start].strip()
    if comes := who is not None and bool(_COMES.fullmatch(begins)):
        bare = bare if len(days) > 1 or when.end < len(rest) else begins  # fly in, and not fly
    if (len(bare.split()) <= 1 and not comes and not _EVENT.search(bare)) or _TALK.search(bare):
        return None
    if who is not None and who.key in ("", AGENT):
        return None
    if _STATIVE.match(bare) and not (when.day > local.day and _SEES.fullmatch(bare)):
        return None
    if _POINTED.fullmatch(bare):
        return None
    if _OBJECT.search(rest[: when.start]) or (days[1:] and _MOVED.search(rest)):
        return None
    told = absolute(rest, days)
    if who is None:
        if not _EVENT.search(bare) or _LOOSE.search(bare) or _VERBAL.match(bare):
            return None
        whole = third(told)
        return _dated(SELF, "", whole[:1].upper() + whole[1:], bare, when, local)
    if rest.lower().startswith(("my ", "our ")):
        if not _EVENT.search(bare):
            return None
        whole = third(re.sub(r" be ", " is ", told, count=1))
        return _dated(SELF, "", whole[:1].upper() + whole[1:], bare, when, local)
    if re.match(r"(?:on|in) \d{4}|and\b|to\b|for\b|with\b", told):
        return None
    return _dated(
        who,
        possessed(literal(told)) if who.key == USER else third(literal(told)),
        "",
        bare,
        when,
        local,
    )


_DONE = LazyPattern(
    r"^(?:was|were|had|did|got|thought|meant|said|tried|asked|wanted|needed|noticed"
    r"|forgot|saw|read"
    r"|heard|knew|felt|liked|loved|used|looked|decided|realized|mentioned|wondered|hoped|figured"
    r"|guessed|told|found|ended|kept|planned|checked|understood|came|followed|added"
    r"|expected|agreed"
    r"|enjoyed|appreciated|missed|assumed|believed|left|gave|put|set|sent|need|misspoke)\b"
)
_LATELY = LazyPattern(
    r"^have been (?!thinking|looking|feeling|trying|wanting|meaning|wondering"
    r"|hoping)\w+ing\b"
)
_CODE = LazyPattern(
    r"\b(?:bugs?|errors?|code|functions?|files?|scripts?|tests?|builds?|commits?"
    r"|install\w*|servers?"
    r"|api|app|tips?|suggestions?|recommendations?|advice|list|above|here|one|ones|both"
    r"|same|so)\b",
    re.I,
)


def undated(spoken: Spoken, deixis: re.Pattern[str]) -> Claim | None:
    """I visited the museum with my niece: what somebody did, on no day that is named."""
    rest = spoken.rest
    first, *more = rest.split()
    over = is_past(first) and not _DONE.match(rest)
    if not (over or _LATELY.match(rest)) or len(more) <= 1:
        return None
    if deixis.search(rest) or _CODE.search(rest) or _TALK.search(rest):
        return None
    return Claim(category=Category.GENERAL, tail=possessed(literal(rest)))


_HOUR_FIRST = LazyPattern(
    r"\bat (?P<hour>\d{1,2}(?::\d\d)? ?[ap]\.?m\.?|\d{1,2}:\d\d|noon) "
    r"(?P<day>tomorrow|today|tonight|(?:on )?(?:next |this )?"
    rf"(?:{_WEEKDAY}|(?:{_MONTH}) \d{{1,2}}(?:st|nd|rd|th)?)\b|on the \d{{1,2}}(?:st|nd|rd|th))",
    re.IGNORECASE,
)


# From the 3rd to the 11th of November: both are of that month.
_FROM_TO = LazyPattern(
    rf"\b(?P<d>\d{{1,2}}{_ORDINAL}?) (?P<to>to|until|till|through|and)"
    rf"(?= (?:the )?\d{{1,2}}{_ORDINAL}?(?: of)? (?P<m>{_MONTH})\b) ",
    re.IGNORECASE,
)
# Thursday the 6th: the number says which.
_OF_WEEK_AND_MONTH = LazyPattern(
    rf"\b(?:on )?(?:{_WEEKDAY}),? (?:the )?(?P<d>\d{{1,2}}{_ORDINAL})(?![\w'])"
    rf"(?! (?:of )?(?:{_MONTH})\b)",
    re.IGNORECASE,
)


# At half past ten, at quarter to three.
_HALF_PAST = LazyPattern(
    r"\bat (?:(?P<half>half)|(?:a )?quarter) (?P<way>past|to) (?P<h>\d{1,2}|one|two|three|four|five"
    r"|six|seven|eight|nine|ten|eleven|twelve)\b",
    re.IGNORECASE,
)


def _on_the_clock(match: re.Match[str]) -> str:
    hour, before = value(match["h"]) or 0, match["way"].lower() == "to"
    if not 0 < hour <= _HOURS_OF_A_CLOCK:
        return match.group()
    minute = 30 if match["half"] else 45 if before else 15
    return f"at {(hour - before) or _HOURS_OF_A_CLOCK}:{minute}"


_HOURS_OF_A_CLOCK = 12


def day_first(text: str) -> str:
    """at 3pm on Friday → on Friday at 3pm, as days are looked for."""
    text = _HALF_PAST.sub(_on_the_clock, text)
    text = _OF_WEEK_AND_MONTH.sub(r"on the \g<d>", text)
    text = _FROM_TO.sub(r"\g<d> of \g<m> \g<to> ", text)
    if "at " not in text:
        return text
    return _HOUR_FIRST.sub(r"\g<day> at \g<hour>", text)


def without(text: str, days: list[When]) -> str:
    for when in reversed(days):
        text = f"{text[: when.start].rstrip()} {text[when.end :].lstrip()}"
    return re.sub(r"\b(?:on|at|by|in|for|this)\s*$", "", text.strip()).strip()


def _dated(who: Who, tail: str, whole: str, bare: str, when: When, local: Local) -> Claim:
    at, today = when.at(local), local.day
    if when.grain is Grain.DAY and when.day == today:
        return Claim(category=Category.TEMPORARY, tail=tail, whole=whole, who=who, event_at=at)
    past = tail.startswith("+") and tail[1:].partition(" ")[0] not in _MODAL
    if when.day > today or (
        when.grain is not Grain.DAY and not past and when.day >= today.replace(day=1)
    ):
        name = re.sub(
            (
                r"^(?:have to|have|be having|be|will|my|our|the|will have|be going to|got"
                r"|be attending|be taking)\s+(?:(?:an?|the|my)\s+)?| (?:be|is)$"
            ),
            "",
            bare,
            flags=re.IGNORECASE,
        )
        return Claim(
            category=Category.SCHEDULE,
            tail=tail,
            whole=whole,
            attribute=key("schedule", name),
            value=when.stamp,
            who=who,
            event_at=at,
        )
    return Claim(category=Category.GENERAL, tail=tail, whole=whole, who=who, event_at=at)
