"""Work, study, languages and skills, in English."""

from __future__ import annotations

import re
from collections.abc import Iterator

from mohen.knowledge.model import AGENT, Category
from mohen.knowledge.understanding.claims import Claim, key
from mohen.knowledge.understanding.en.phrases import clean_value, possessed, several, thing
from mohen.knowledge.understanding.entities import is_place
from mohen.knowledge.understanding.pattern_engine import Matched, template
from mohen.text.lazy_pattern import LazyPattern

# -- Work, in English.


_JOB = (
    r"(?:[\w'-]+ ){0,4}?(?:engineer|teacher|nurse|doctor|developer|programmer|designer"
    r"|writer|author|novelist|poet|lawyer|attorney|student|manager|accountant|chef|cook"
    r"|driver|architect|scientist|researcher|professor|lecturer|journalist|editor"
    r"|photographer|artist|illustrator|musician|singer|actor|actress|dancer|therapist"
    r"|psychologist|psychiatrist|dentist|pharmacist|veterinarian|vet|electrician|plumber"
    r"|carpenter|astronaut|mechanic|farmer|pilot|paramedic|firefighter|police officer|officer"
    r"|soldier|analyst|consultant|director|producer|entrepreneur|founder|cofounder"
    r"|co-founder|freelancer|contractor|intern|assistant|secretary|receptionist|librarian"
    r"|translator|interpreter|tutor|coach|trainer|barista|waiter|waitress|bartender"
    r"|cashier|salesperson|realtor|broker|banker|economist|biologist|chemist|physicist"
    r"|mathematician|statistician|historian|philosopher|streamer|youtuber|blogger"
    r"|podcaster|influencer|copywriter|marketer|recruiter|technician|surgeon|physician"
    r"|midwife|social worker|stay-at-home (?:mom|dad|parent)|homemaker|housewife|retiree"
    r"|undergraduate|undergrad|grad student|PhD candidate|postdoc|sophomore|freshman|CEO"
    r"|CTO|CFO|PM|product owner|team lead|data scientist|flight attendant"
    r"|personal trainer|business owner|game dev|web dev|dev|sales rep|sysadmin"
    r"|administrator|specialist|supervisor|coordinator|nanny|gardener|tailor|baker"
    r"|butcher|judge|nutritionist|dietitian|counselor|principal|filmmaker|screenwriter"
    r"|animator|composer|DJ|sculptor|potter|welder|truck driver|carer|caregiver|postman|GP"
    r"|LPN|RN|EMT|joiner|builder|decorator|hairdresser|ceramicist|locum)"
)
_FIELD = (
    r"(?:[\w-]+ ){0,2}?(?:finance|tech|technology|marketing|sales|IT|HR|education"
    r"|healthcare|retail|advertising|consulting|banking|construction|engineering|software"
    r"|media|publishing|journalism|hospitality|insurance|real estate|law|accounting"
    r"|logistics|biotech|design|research|construction|government|fashion|gaming"
    r"|cybersecurity)"
)
_ORG = (
    r"(?P<org>(?:the )?(?:[A-Z][\w&.'-]*|of|for)(?: (?:[A-Z][\w&.'-]*|of|for|and)){0,4}"
    r"|an? [^,]{3,30}?(?:company|startup|start-up|firm|bank|hospital|school|university"
    r"|agency|studio|shop|store|restaurant|lab|nonprofit|library|hotel|bakery|factory"
    r"|office|clinic|bookstore|cafe|café|law firm))"
)
REST = (
    r"(?: (?:for|since|until|till|now|right now|currently|these days|full[- ]time|part[- ]time|and"
    r"|but|because|who|with|in order|at the moment|remotely|on|in|from|by|\d+|here|there).*"
    r"|,.*)?"
)


def _job(value: str, tail: str, *, ended: bool = False) -> Claim:
    return Claim(category=Category.STATUS, attribute="job", value=value, tail=tail, ended=ended)


def _employer(value: str, tail: str, *, ended: bool = False) -> Claim:
    return Claim(
        category=Category.STATUS, attribute="employer", value=value, tail=tail, ended=ended
    )


def article(value: str) -> str:
    return f"{'an' if value[:1].lower() in 'aeiou' else 'a'} {value}"


def _where(said: Matched) -> Iterator[Claim]:
    org = said["org"]
    if org and not re.match(r"(?:for|of)\b", org):
        if is_place(org):
            yield Claim(
                category=Category.STATUS, attribute="location", value=org, tail=f"be in {org}"
            )
        elif org[0].islower() or not _IN.search(said.match.string, 0, said.match.start("org")):
            value = re.sub(r"^(?:an?|the) ", "", org)
            yield _employer(value, f"work at {org}")


# A potter in Stoke: a town that nobody listed, and no employer.
_IN = LazyPattern(r"\bin $")


@template(
    "be |work|became|job",
    (
        r"(?:be|work as|be working as|became|have been|have been working as|my job be|be now"
        r"|start(?:ed)?(?: working)? as|be employed as|make a living as|work full[- ]time as"
        r"|work part[- ]time as)(?: working as)? (?:an? |the "
        rf"|being an? )?(?P<v>{_JOB})(?: by (?:trade|profession|day))?(?:,? (?:at|for|in"
        rf"|with) {_ORG})?{REST}"
    ),
)
def works_as(said: Matched) -> Iterator[Claim]:
    value = said["v"]
    if said.who.key == AGENT or re.search(
        (
            r"\b(?:not|my|your|his|her|their|looking|the same|working|seeing|talking|such|like|to"
            r"|only|first|last|best|\w+est|an?"
            r"|training|studying|learning"
            r"|that|meeting|helping|more|kind)\b"
        ),
        value,
        re.I,
    ):
        return
    years = re.match(r"(?P<n>\d{1,3})[- ]years?[- ]old (?P<j>.+)", value)
    if years:
        yield Claim(
            category=Category.IDENTITY,
            attribute="age",
            value=years["n"],
            tail=f"be {years['n']} years old",
        )
        value = years["j"]
    grade = re.fullmatch(
        (
            r"(?P<g>freshman|sophomore|(?:first|second|third|fourth"
            r"|final)[- ]year (?:\w+ ){0,2}student)"
        ),
        value,
    )
    if grade:
        yield Claim(
            category=Category.STATUS, attribute="grade", value=value, tail=f"be {article(value)}"
        )
    elif "became" in said.match.string:
        yield _job(value, f"+became {article(value)}")
    else:
        yield _job(value, f"be {article(value)}")
    yield from _where(said)


@template(
    "work",
    (
        r"(?:work|be working|have been working|have worked)(?: full[- ]time| part[- ]time"
        rf"| remotely)? (?P<p>at|for|with) {_ORG}(?: as (?:an? |the )?(?P<v>{_JOB}))?{REST}"
    ),
)
def works_at(said: Matched) -> Iterator[Claim]:
    if said["p"] == "with" or re.match(r"(?:for|of)\b", said["org"]):
        return
    yield from _where(said)
    if said["v"]:
        yield _job(said["v"], f"be {article(said['v'])}")


@template(
    "be at|be with|be now",
    rf"be (?P<now>now )?(?:at|with) {_ORG}(?P<on> now| these days| nowadays| full[- ]time)?(?: as"
    rf" (?:an? |the )?(?P<v>{_JOB}))?",
)
def is_at(said: Matched) -> Iterator[Claim]:
    """I'm at Tencent now."""
    lasts = said["now"] or said["on"] or said["v"]  # who is at Ikea may be shopping
    if lasts and said["org"][:1].isupper() and not is_place(said["org"]):
        yield _employer(said["org"], f"work at {said['org']}")
        if said["v"]:
            yield _job(said["v"], f"be {article(said['v'])}")


@template(
    "work|career",
    (
        r"(?:work|be working|have a career|have a job"
        rf"|my background be) in (?:the )?(?P<v>{_FIELD})(?: industry| sector| field)?{REST}"
    ),
)
def works_in(said: Matched) -> Iterator[Claim]:
    yield _job(said["v"], f"work in {said['v']}")


@template(
    (
        "job|laid off|fired|retire|unemployed|self-employed|freelanc|promoted|quit|resign"
        "|between jobs"
    ),
    (
        r"(?:have )?(?P<v>quit (?:my|his|her) job|resigned(?: from (?:my|his|her) job)?"
        r"|(?:got|was) (?:laid off|fired|let go)|lost (?:my|his|her) job|changed jobs"
        r"|switched jobs|left (?:my|his|her) job|retired|be retired|be unemployed"
        r"|be self-employed|be freelancing|be between jobs"
        r"|got promoted(?: to (?P<to>[^,]{3,30}))?|got a promotion|got a new job"
        r"|started a new job)(?: (?:as (?:an? )?(?P<as>[^,]{3,30}?)))?(?: (?:at"
        r"|with) (?P<at>[A-Z][\w&]*(?: [A-Z][\w&]*){0,3}))?(?: as (?:an? )?(?P<as2>[^,]{3,30}"
        r"?))?(?: (?:last|yesterday|recently|this|in|on|a|two"
        r"|to|because|when|after|and|today) ?.*)?"
    ),
)
def work_changed(said: Matched) -> Iterator[Claim]:
    text, now = said["v"], said["to"] or said["as"] or said["as2"]
    if re.search(r"quit|resign|laid|fired|let go|lost|left", text):
        yield Claim(category=Category.STATUS, attribute="job", tail=f"+{_own(text)}", ended=True)
        if said["at"]:  # I quit my job at IBM: no start there
            yield _employer(said["at"], f"+no longer works at {said['at']}", ended=True)
        return
    if now:
        yield _job(
            re.sub(r"^an? ", "", now),
            f"+{_own(text)}{'' if said['to'] else ' as ' + article(re.sub('^an? ', '', now))}",
        )
    elif "retired" in text:
        yield _job("retired", "be retired")
    elif text.startswith("be "):
        yield _job(text.removeprefix("be "), text)
    else:
        ended = "promot" not in text
        yield Claim(
            category=Category.STATUS, attribute="job" if ended else "", tail=f"+{text}", ended=ended
        )
    if said["at"]:
        yield _employer(said["at"], f"+started at {said['at']}")


def _own(text: str) -> str:
    return re.sub(r"\b(?:my|his|her)\b", "their", text)


@template(
    "no longer|anymore|used to|left|quit|resigned|notice|laid off|fired|let go|joined|started|hired"
    "|job|offer",
    (
        r"(?P<how>no longer work(?:ing)? (?:at|for)|not work (?:at|for)|used to work (?:at"
        r"|for)|(?:have )?(?:just )?(?:left|quit|resigned from|(?:handed|put) in my notice at"
        r"|gave (?:my )?notice at)|(?:got|was|have been) (?:laid off|fired|let go) (?:from|by)"
        r"|joined|have joined|started (?:working )?at|(?:got|was|have been) hired (?:by"
        r"|at)"
        r"|landed a job (?:at|with)|got a job (?:at|with)|accepted (?:an offer from|a job at)"
        rf"|be starting at) (?P<v>(?:the )?[A-Z][\w&.' -]{{1,30}}?"
        # I no longer work at the co-op
        r"|(?<=work at )the (?!same\b|moment\b|office\b|weekend\b)[a-z][\w-]+)(?: anymore"
        rf"| any more)?(?P<as> as (?:an? )?(?P<job>{_JOB}))?{REST}"
    ),
)
def employed(said: Matched) -> Iterator[Claim]:
    how, value = said["how"], said["v"]
    if is_place(value) or (how == "not work at" and "any" not in said.match.string):
        return
    if re.search("joined|start|hired|job|offer", how):
        shown = "joined" if re.search("joined|start", how) else how.replace("have been", "was")
        yield _employer(value, f"+{shown} {value}")
        if said["job"]:
            yield _job(said["job"], f"be {article(said['job'])}")
    else:
        tail = f"+no longer works at {value}"
        if how.startswith("used"):
            tail = f"+used to work at {value}"
        elif goes := _GOES.search(how):
            tail = f"+{_own(goes[0])} {value}"
        yield _employer(value, tail, ended=True)


_GOES = LazyPattern(
    r"left|quit|resigned from|(?:handed|put) in my notice at|gave (?:my )?notice at"
    r"|(?:got|was) (?:laid off|fired|let go) (?:from|by)"
)


@template("used to", rf"used to (?:be|work as) an? (?P<v>{_JOB}){REST}")
def worked_as(said: Matched) -> Iterator[Claim]:
    yield _job(said["v"], f"+used to be {article(said['v'])}", ended=True)


@template("teach", r"(?:teach|be teaching) (?P<v>[^,]{3,40})")
def teaches(said: Matched) -> Iterator[Claim]:
    if not re.search(r"\b(?:you|me|my|him|her|them|it|this|that|how)\b", said["v"]):
        yield _job(f"teaching {said['v']}", f"teach {said['v']}")


@template("company|employer", r"my (?:company|employer) be (?:called )?(?P<v>[A-Z][\w&.' -]{1,30})")
def company(said: Matched) -> Iterator[Claim]:
    yield _employer(said["v"], f"work at {said['v']}")


WORK_TEMPLATES = (
    teaches,
    company,
    work_changed,
    employed,
    worked_as,
    works_as,
    works_at,
    is_at,
    works_in,
)


# -- Study, languages and skills, in English.


_SCHOOL = (
    r"(?P<at>(?:the )?(?:University of [A-Z]\w+(?: [A-Z]\w+)*"
    r"|[A-Z][\w.'-]*(?: [A-Z][\w.'-]*)*(?: University| College"
    r"| Institute(?: of Technology)?| High(?: School)?| School)?))"
)


@template(
    "study|studied|major|degree|minor|grad",
    (
        r"(?:(?:study|be studying|be majoring in|majored in|studied|major in|my major be"
        r"|have a (?:bachelor's|master's|PhD|doctorate)?(?: degree)? in"
        r"|be getting a (?:degree|PhD|master's)(?: degree)? in|be doing a (?:PhD|master's"
        r"|degree) in|be pursuing a (?:degree|PhD|master's|master's degree"
        rf"|bachelor's)(?: degree)? in) (?P<v>[^,]{{3,40}}?))(?: at {_SCHOOL})?(?: right now"
        r"| now| currently| this year)?"
    ),
)
def studies(said: Matched) -> Iterator[Claim]:
    value = clean_value(re.sub(r" in (?:college|school|university)$", "", said["v"]), said.policy)
    if value and not re.match(
        (
            r"(?:for|hard|abroad|at|in|with|about|how|to|up|every|more|my|while|last|until"
            r"|late|basically|behind|kind of|not|all|going|just|so|very|really|the|a)\b"
        ),
        value,
    ):
        tail = (
            f"+studied {value}"
            if re.match(r"studied|majored", said.match.string)
            else f"study {value}"
        )
        tail = f"have a degree in {value}" if said.match.string.startswith("have a") else tail
        yield Claim(category=Category.IDENTITY, attribute="major", value=value, tail=tail)
    if said["at"]:
        yield _school(said["at"], f"study at {said['at']}")


def _school(value: str, tail: str) -> Claim:
    return Claim(
        category=Category.STATUS, attribute="school", value=value.removeprefix("the "), tail=tail
    )


@template(
    "study|go to|attend|graduate|enrolled|got into|alum|school|student",
    (
        r"(?P<how>study at|be studying at|go to|attend|be attending|graduated from"
        r"|be enrolled at|got into|got accepted (?:to|into)|be a student at"
        rf"|went to) {_SCHOOL}{REST}"
    ),
)
def at_school(said: Matched) -> Iterator[Claim]:
    value, how = said["at"], said["how"]
    known = re.search(
        (
            r"University|College|Institute|School|High|MIT|Stanford|Harvard|Yale|Princeton|Oxford"
            r"|Cambridge|UCLA|NYU|Berkeley|Tsinghua"
        ),
        value,
    )
    if not known and how not in (
        "study at",
        "be studying at",
        "graduated from",
        "be enrolled at",
        "be a student at",
    ):
        return
    if how in ("graduated from", "went to"):
        yield _school(value, f"+graduated from {value}" if how[0] == "g" else f"+went to {value}")
    elif "got" in how:
        yield _school(value, f"+{how} {value}")
    else:
        yield _school(value, f"study at {value}")


@template(
    "year|senior|junior|freshman|sophomore|grade|school",
    (
        r"be (?:an? |in (?:my |the )?)?(?P<v>freshman|sophomore|(?:college "
        r"|high school )?(?:junior|senior)|(?:first|second|third|fourth|final|\d(?:st|nd|rd"
        r"|th))[- ]year(?: (?:of )?(?:college|university|[\w ]{0,20}student|undergrad|PhD))?"
        r"|(?:\d{1,2}th|first|second|third) grade|high school|college|middle school"
        r"|grad school|medical school|law school)(?: (?:at"
        r"|in) (?P<at>[A-Z][\w ]{2,40}))?(?: right now| now)?"
    ),
)
def grade(said: Matched) -> Iterator[Claim]:
    text = re.sub(r"\bmy\b", "their", said.match.string)
    yield Claim(
        category=Category.STATUS,
        attribute="grade",
        value=said["v"],
        tail=re.sub(r" (?:at|in) [A-Z].*$", "", text),
    )
    if said["at"]:
        yield _school(said["at"], f"study at {said['at']}")


def _skill(name: str, level: str, tail: str, category: Category = Category.GENERAL) -> Claim:
    return Claim(category=category, attribute=key("skill", thing(name)), value=level, tail=tail)


@template(
    "speak|fluent|language",
    (
        r"(?:can |only )?(?:speak(?: only| mostly| mainly)?|be fluent in|be a native speaker of"
        r"|be a native)(?P<d> (?:fluent|basic|some|a little|a bit of|native|good"
        r"|conversational|both))? (?P<v>[A-Z]\w+(?:(?:, and |, | and "
        r"| as well as )[A-Z]\w+)*)(?: speaker)?(?: fluently| natively| at home| well)?"
    ),
)
def speaks(said: Matched) -> Iterator[Claim]:
    for each in several(said["v"], said.policy):
        yield _skill(
            each,
            said["d"].strip() or "yes",
            (
                "speak "
                f"{(said['d'].strip() + ' ') if said['d'] and said['d'].strip() != 'both' else ''}"
                f"{each}"
            ),
        )


@template(
    (
        "play|good at|bad at|know|skill|beginner|new to|expert|terrible at|learning|cannot"
        "|can |experience"
    ),
    (
        r"(?P<how>know how to|be (?:really |very |pretty |quite )?(?:good|great) at"
        r"|be (?:really |very |pretty )?(?:bad|terrible|not good) at|not be (?:very "
        r"|really )?good at|be (?:completely |fairly |relatively |pretty |still )?new to"
        r"|be a (?:complete |total )?beginner (?:at|in|with)|be an? (?:expert"
        r"|intermediate) (?:at|in|with)|be learning(?: how to| to)?"
        r"|be teaching myself(?: how to)?|started learning|cannot|not know how to"
        r"|have experience (?:with|in)|be proficient in|be skilled (?:at|in)|play the"
        r"|can play(?: the)?) (?P<v>[^,]{2,40})"
    ),
)
def skill(said: Matched) -> Iterator[Claim]:
    how = said["how"]
    value = clean_value(said["v"], said.policy)
    if not value or re.search(r"\b(?:you|this|that|it|your)\b", value):
        return
    if how == "cannot" and not re.fullmatch(
        (
            r"(?:drive|swim|cook|code|dance|sing|read music|ride a bike|ski|whistle|draw"
            r"|speak [A-Z]\w+)(?: .{0,15})?"
        ),
        value,
    ):
        return
    if how.endswith(("play", "play the")):
        yield _skill(value, "yes", f"play the {value}" if "the" in how else f"+can play {value}")
        return
    level = (
        "learning"
        if "learning" in how or "teaching" in how
        else "no"
        if re.search(r"bad|terrible|not|cannot", how)
        else "beginner"
        if re.search(r"new|beginner", how)
        else "yes"
    )
    lead = "+" if how.startswith(("started", "cannot")) else ""
    tail = f"{lead}{how} {value}".replace("+cannot", "+can't")
    category = Category.STATUS if level == "learning" else Category.GENERAL
    for each in several(value, said.policy) if level == "learning" else [value]:
        yield _skill(each, level, possessed(tail.replace(value, each)), category)


@template(
    "skills",
    (
        r"(?:have (?:very |really )?(?P<l>limited|basic|strong|good|poor|advanced|no|decent)"
        r"|my) (?P<v>[\w ]{2,25}?) (?:skills|experience|knowledge|abilities)(?: be (?:very "
        r"|really |pretty |quite )?(?P<l2>limited|basic|strong|good|poor|advanced|rusty"
        r"|weak))?"
    ),
)
def level(said: Matched) -> Iterator[Claim]:
    much = said["l"] or said["l2"]
    if much:
        yield _skill(said["v"], much, f"have {much} {said['v']} skills")


STUDY_TEMPLATES = (grade, at_school, studies, speaks, level, skill)
