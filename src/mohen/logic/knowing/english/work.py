"""Work, study, skills, projects and means, in English."""

from __future__ import annotations

import re
from collections.abc import Iterator

from mohen.logic.knowing.claims import Claim, key
from mohen.logic.knowing.english.values import plain, several, thing
from mohen.logic.knowing.english.wording import third
from mohen.logic.knowing.places import is_place
from mohen.logic.knowing.templates import Said, saying
from mohen.model.knowledge import AGENT, Category

_JOB = (
    r"(?:[\w'-]+ ){0,4}?(?:engineer|teacher|nurse|doctor|developer|programmer|designer|writer|author|novelist|poet|lawyer|attorney|student|manager|accountant|chef|cook|driver|architect|scientist|researcher|professor|lecturer|journalist|editor|photographer|artist|illustrator|musician|singer|actor|actress|dancer|therapist|psychologist|psychiatrist|dentist|pharmacist|veterinarian|vet|electrician|plumber|carpenter|mechanic|farmer|pilot|paramedic|firefighter|police officer|officer|soldier|analyst|consultant|director|producer|entrepreneur|founder|cofounder|co-founder|freelancer|contractor|intern|assistant|secretary|receptionist|librarian|translator|interpreter|tutor|coach|trainer|barista|waiter|waitress|bartender|cashier|salesperson|realtor|broker|banker|economist|biologist|chemist|physicist|mathematician|statistician|historian|philosopher|streamer|youtuber|blogger|podcaster|influencer|copywriter|marketer|recruiter|technician|surgeon|physician|midwife|social worker|stay-at-home (?:mom|dad|parent)|homemaker|housewife|retiree|undergraduate|undergrad|grad student|PhD candidate|postdoc|sophomore|freshman|CEO|CTO|CFO|PM|product owner|team lead|data scientist|flight attendant|personal trainer|business owner|game dev|web dev|dev|sales rep|sysadmin|administrator|specialist|supervisor|coordinator|nanny|gardener|tailor|baker|butcher|judge|nutritionist|dietitian|counselor|principal|filmmaker|screenwriter|animator|composer|DJ|sculptor|potter|welder|truck driver)"
)
_FIELD = r"(?:[\w-]+ ){0,2}?(?:finance|tech|technology|marketing|sales|IT|HR|education|healthcare|retail|advertising|consulting|banking|construction|engineering|software|media|publishing|journalism|hospitality|insurance|real estate|law|accounting|logistics|biotech|design|research|construction|government|fashion|gaming|cybersecurity)"
_ORG = r"(?P<org>(?:the )?(?:[A-Z][\w&.'-]*|of|for)(?: (?:[A-Z][\w&.'-]*|of|for|and)){0,4}|an? [^,]{3,30}?(?:company|startup|start-up|firm|bank|hospital|school|university|agency|studio|shop|store|restaurant|lab|nonprofit|library|hotel|bakery|factory|office|clinic|bookstore|cafe|café|law firm))"
_REST = r"(?: (?:for|since|now|right now|currently|these days|full[- ]time|part[- ]time|and|but|because|who|with|in order|at the moment|remotely|on|from|by|\d+|here|there).*|,.*)?"


def _job(value: str, tail: str, *, ended: bool = False) -> Claim:
    return Claim(category=Category.STATUS, attribute="job", value=value, tail=tail, ended=ended)


def _employer(value: str, tail: str, *, ended: bool = False) -> Claim:
    return Claim(category=Category.STATUS, attribute="employer", value=value, tail=tail, ended=ended)


def _article(value: str) -> str:
    return f"{'an' if value[:1].lower() in 'aeiou' else 'a'} {value}"


def _where(said: Said) -> Iterator[Claim]:
    org = said["org"]
    if org and not re.match(r"(?:for|of)\b", org):
        if is_place(org):
            yield Claim(category=Category.STATUS, attribute="location", value=org, tail=f"be in {org}")
        else:
            value = re.sub(r"^(?:an?|the) ", "", org)
            yield _employer(value, f"work at {org}")


@saying("be |work|became|job", rf"(?:be|work as|be working as|became|have been|have been working as|my job be|be now|start(?:ed)?(?: working)? as|be employed as|make a living as|work full[- ]time as|work part[- ]time as)(?: working as)? (?:an? |the |being an? )?(?P<v>{_JOB})(?: by (?:trade|profession|day))?(?:,? (?:at|for|in|with) {_ORG})?{_REST}")
def works_as(said: Said) -> Iterator[Claim]:
    value = said["v"]
    if said.who.key == AGENT or re.search(r"\b(?:not|my|your|his|her|their|looking|the same|working|seeing|talking|such|like|that|meeting|helping|more|kind)\b", value, re.I):
        return
    years = re.match(r"(?P<n>\d{1,3})[- ]years?[- ]old (?P<j>.+)", value)
    if years:
        yield Claim(category=Category.IDENTITY, attribute="age", value=years["n"], tail=f"be {years['n']} years old")
        value = years["j"]
    grade = re.fullmatch(r"(?P<g>freshman|sophomore|(?:first|second|third|fourth|final)[- ]year (?:\w+ ){0,2}student)", value)
    if grade:
        yield Claim(category=Category.STATUS, attribute="grade", value=value, tail=f"be {_article(value)}")
    elif "became" in said.match.string:
        yield _job(value, f"+became {_article(value)}")
    else:
        yield _job(value, f"be {_article(value)}")
    yield from _where(said)


@saying("work", rf"(?:work|be working|have been working|have worked)(?: full[- ]time| part[- ]time| remotely)? (?P<p>at|for|with) {_ORG}(?: as (?:an? |the )?(?P<v>{_JOB}))?{_REST}")
def works_at(said: Said) -> Iterator[Claim]:
    if said["p"] == "with" or re.match(r"(?:for|of)\b", said["org"]):
        return
    yield from _where(said)
    if said["v"]:
        yield _job(said["v"], f"be {_article(said['v'])}")


@saying("work|career", rf"(?:work|be working|have a career|have a job|my background be) in (?:the )?(?P<v>{_FIELD})(?: industry| sector| field)?{_REST}")
def works_in(said: Said) -> Iterator[Claim]:
    yield _job(said["v"], f"work in {said['v']}")


@saying("job|laid off|fired|retire|unemployed|self-employed|freelanc|promoted|quit|resign|between jobs", r"(?:have )?(?P<v>quit (?:my|his|her) job|resigned(?: from (?:my|his|her) job)?|(?:got|was) (?:laid off|fired|let go)|lost (?:my|his|her) job|changed jobs|switched jobs|left (?:my|his|her) job|retired|be retired|be unemployed|be self-employed|be freelancing|be between jobs|got promoted(?: to (?P<to>[^,]{3,30}))?|got a promotion|got a new job|started a new job)(?: (?:as (?:an? )?(?P<as>[^,]{3,30}?)))?(?: (?:at|with) (?P<at>[A-Z][\w& ]{1,25}))?(?: (?:last|yesterday|recently|this|in|on|a|two|to|because|and|today) ?.*)?")
def work_changed(said: Said) -> Iterator[Claim]:
    text, now = said["v"], said["to"] or said["as"]
    if re.search(r"quit|resign|laid|fired|let go|lost|left", text):
        yield Claim(category=Category.STATUS, attribute="job", tail=f"+{_own(text)}", ended=True)
    elif now:
        yield _job(re.sub(r"^an? ", "", now), f"+{_own(text)}{' as ' + now if said['as'] else ''}")
    elif "retired" in text:
        yield _job("retired", "be retired")
    elif text.startswith("be "):
        yield _job(text.removeprefix("be "), text)
    else:
        ended = "promot" not in text
        yield Claim(category=Category.STATUS, attribute="job" if ended else "", tail=f"+{text}", ended=ended)
    if said["at"]:
        yield _employer(said["at"], f"+started at {said['at']}")


def _own(text: str) -> str:
    return re.sub(r"\b(?:my|his|her)\b", "their", text)


@saying("no longer|anymore|used to|left|joined|started", rf"(?P<how>no longer work(?:ing)? (?:at|for)|not work (?:at|for)|used to work (?:at|for)|left|joined|have joined|started (?:working )?at|be starting at) (?P<v>(?:the )?[A-Z][\w&.' -]{{1,30}}?)(?: anymore| any more)?(?P<as> as (?:an? )?(?P<job>{_JOB}))?{_REST}")
def employed(said: Said) -> Iterator[Claim]:
    how, value = said["how"], said["v"]
    if is_place(value) or how == "not work at" and "any" not in said.match.string:
        return
    if "joined" in how or "start" in how:
        yield _employer(value, f"+joined {value}")
        if said["job"]:
            yield _job(said["job"], f"be {_article(said['job'])}")
    else:
        tail = f"+used to work at {value}" if how.startswith("used") else f"+left {value}" if how == "left" else f"+no longer works at {value}"
        yield _employer(value, tail, ended=True)


@saying("used to", rf"used to (?:be|work as) an? (?P<v>{_JOB}){_REST}")
def worked_as(said: Said) -> Iterator[Claim]:
    yield _job(said["v"], f"+used to be {_article(said['v'])}", ended=True)


# --- study -----------------------------------------------------------------------------------

_SCHOOL = r"(?P<at>(?:the )?(?:University of [A-Z]\w+(?: [A-Z]\w+)*|[A-Z][\w.'-]*(?: [A-Z][\w.'-]*)*(?: University| College| Institute(?: of Technology)?| High(?: School)?| School)?))"


@saying("study|major|degree|minor|grad", rf"(?:(?:study|be studying|be majoring in|majored in|studied|major in|my major be|have a (?:bachelor's|master's|PhD|doctorate)?(?: degree)? in|be getting a (?:degree|PhD|master's)(?: degree)? in|be doing a (?:PhD|master's|degree) in|be pursuing a (?:degree|PhD|master's|master's degree|bachelor's)(?: degree)? in) (?P<v>[^,]{{3,40}}?))(?: at {_SCHOOL})?(?: right now| now| currently| this year)?")
def studies(said: Said) -> Iterator[Claim]:
    value = plain(said["v"], said.policy)
    if value and not re.match(r"(?:for|hard|abroad|at|in|with|about|how|to|up|every|more|my|while|last|until|late)\b", value):
        tail = f"+studied {value}" if re.match(r"studied|majored", said.match.string) else f"study {value}"
        tail = f"have a degree in {value}" if said.match.string.startswith("have a") else tail
        yield Claim(category=Category.IDENTITY, attribute="major", value=value, tail=tail)
    if said["at"]:
        yield _school(said["at"], f"study at {said['at']}")


def _school(value: str, tail: str) -> Claim:
    return Claim(category=Category.STATUS, attribute="school", value=value.removeprefix("the "), tail=tail)


@saying("study|go to|attend|graduate|enrolled|got into|alum|school|student", rf"(?P<how>study at|be studying at|go to|attend|be attending|graduated from|be enrolled at|got into|got accepted (?:to|into)|be a student at|went to) {_SCHOOL}{_REST}")
def at_school(said: Said) -> Iterator[Claim]:
    value, how = said["at"], said["how"]
    known = re.search(r"University|College|Institute|School|High|MIT|Stanford|Harvard|Yale|Princeton|Oxford|Cambridge|UCLA|NYU|Berkeley|Tsinghua", value)
    if not known and how not in ("study at", "be studying at", "graduated from", "be enrolled at", "be a student at"):
        return
    if how in ("graduated from", "went to"):
        yield _school(value, f"+graduated from {value}" if how[0] == "g" else f"+went to {value}")
    elif "got" in how:
        yield _school(value, f"+{how} {value}")
    else:
        yield _school(value, f"study at {value}")


@saying("year|senior|junior|freshman|sophomore|grade|school", r"be (?:an? |in (?:my |the )?)?(?P<v>freshman|sophomore|(?:college |high school )?(?:junior|senior)|(?:first|second|third|fourth|final|\d(?:st|nd|rd|th))[- ]year(?: (?:of )?(?:college|university|[\w ]{0,20}student|undergrad|PhD))?|(?:\d{1,2}th|first|second|third) grade|high school|college|middle school|grad school|medical school|law school)(?: (?:at|in) (?P<at>[A-Z][\w ]{2,40}))?(?: right now| now)?")
def grade(said: Said) -> Iterator[Claim]:
    text = re.sub(r"\bmy\b", "their", said.match.string)
    yield Claim(category=Category.STATUS, attribute="grade", value=said["v"], tail=re.sub(r" (?:at|in) [A-Z].*$", "", text))
    if said["at"]:
        yield _school(said["at"], f"study at {said['at']}")


# --- skills ----------------------------------------------------------------------------------


def _skill(name: str, level: str, tail: str, category: Category = Category.GENERAL) -> Claim:
    return Claim(category=category, attribute=key("skill", thing(name)), value=level, tail=tail)


@saying("speak|fluent|language", r"(?:can |only )?(?:speak|be fluent in|be a native speaker of|be a native)(?P<d> (?:fluent|basic|some|a little|a bit of|native|good|conversational|both))? (?P<v>[A-Z]\w+(?:(?:, and |, | and | as well as )[A-Z]\w+)*)(?: speaker)?(?: fluently| natively| at home| well)?")
def speaks(said: Said) -> Iterator[Claim]:
    for each in several(said["v"], said.policy):
        yield _skill(each, said["d"].strip() or "yes", f"speak {(said['d'].strip() + ' ') if said['d'] and said['d'].strip() != 'both' else ''}{each}")


@saying("play|good at|bad at|know|skill|beginner|new to|expert|terrible at|learning|cannot|can |experience", r"(?P<how>know how to|be (?:really |very |pretty |quite )?(?:good|great) at|be (?:really |very |pretty )?(?:bad|terrible|not good) at|not be (?:very |really )?good at|be (?:completely |fairly |relatively |pretty |still )?new to|be a (?:complete |total )?beginner (?:at|in|with)|be an? (?:expert|intermediate) (?:at|in|with)|be learning(?: how to| to)?|be teaching myself(?: how to)?|started learning|cannot|not know how to|have experience (?:with|in)|be proficient in|be skilled (?:at|in)|play the|can play(?: the)?) (?P<v>[^,]{2,40})")
def skill(said: Said) -> Iterator[Claim]:
    how = said["how"]
    value = plain(said["v"], said.policy)
    if not value or re.search(r"\b(?:you|this|that|it|your)\b", value):
        return
    if how == "cannot" and not re.fullmatch(r"(?:drive|swim|cook|code|dance|sing|read music|ride a bike|ski|whistle|draw|speak [A-Z]\w+)(?: .{0,15})?", value):
        return
    if how.endswith("play") or how.endswith("play the") or how == "play the":
        yield _skill(value, "yes", f"play the {value}" if "the" in how else f"+can play {value}")
        return
    level = "learning" if "learning" in how or "teaching" in how else "no" if re.search(r"bad|terrible|not|cannot", how) else "beginner" if re.search(r"new|beginner", how) else "yes"
    tail = f"{'+' if how.startswith(('started', 'cannot')) else ''}{how} {value}".replace("myself", "themselves")
    category = Category.STATUS if level == "learning" else Category.GENERAL
    for each in several(value, said.policy) if level == "learning" else [value]:
        yield _skill(each, level, tail.replace(value, each), category)


@saying("skills", r"(?:have (?:very |really )?(?P<l>limited|basic|strong|good|poor|advanced|no|decent)|my) (?P<v>[\w ]{2,25}?) (?:skills|experience|knowledge|abilities)(?: be (?:very |really |pretty |quite )?(?P<l2>limited|basic|strong|good|poor|advanced|rusty|weak))?")
def level(said: Said) -> Iterator[Claim]:
    much = said["l"] or said["l2"]
    if much:
        yield _skill(said["v"], much, f"have {much} {said['v']} skills")


# --- projects and means ----------------------------------------------------------------------

_KIND = r"novel|book|memoir|thesis|dissertation|screenplay|script|short story|story|game|app|website|blog|podcast|startup|start-up|business|project|channel|course|paper|album|plugin|library|tool|platform|newsletter|comic|documentary|side project|online store|shop|company|series|poem|bot|compiler|database|framework|system|prototype|robot"


@saying("work|writ|build|develop|run|start|creat|mak|publish|design|own", rf"(?P<how>be (?:currently )?(?:working on|writing|building|developing|making|creating|designing|running|coding|starting|launching|publishing)|have been (?:working on|writing|building|developing)|run|started|launched|own|founded|co-founded|work on) (?P<what>(?:my|an?|our|the) (?:[\w'-]+ ){{0,4}}?(?:{_KIND}))(?: (?:called|named|titled|for|about|on|to|with|that|in|where|of|using) ?(?P<more>.{{1,60}}))?")
def project(said: Said) -> Iterator[Claim]:
    text = said.match.string
    called = re.search(r"(?:called|named|titled) [\"“'‘]?(?P<n>[^\"”'’,]{1,40})[\"”'’]?$", text)
    what = re.sub(r"^(?:my|an?|our|the) ", "", said["what"])
    if re.search(r"\b(?:this|that|the same|your)\b", said["what"]) or (said["what"].startswith("the ") and not called):
        return
    name = called["n"] if called else what
    past = "+" if said["how"].split()[0] in ("started", "launched", "founded", "co-founded") else ""
    tail = f"{past}{text}".replace("my own", "their own")
    tail = re.sub(r"\b(?:my|our)\b", "their", tail).replace("have been ", "+has been ") if not past else re.sub(r"\b(?:my|our)\b", "their", tail)
    yield Claim(category=Category.STATUS, attribute=key("project", name), value=name, tail=third(tail))


_OWN = r"car|house|apartment|condo|bike|bicycle|motorcycle|truck|boat|piano|guitar|violin|camera|laptop|computer|phone|farm|cabin|garden|scooter|van|SUV|telescope|drone|camper|Tesla|MacBook|iPhone|iPad|Kindle|PlayStation|Xbox|Switch|Honda|Toyota|Ford|BMW|Subaru"


@saying("own|have a|drive|bought|use a|got a", rf"(?P<how>own|have|drive|bought|purchased|use|got|have owned|have bought) (?:an? |my own |two |three )(?P<v>(?:[\w'-]+ ){{0,3}}?(?:{_OWN})(?: [A-Z0-9][\w-]*){{0,3}}){_REST}")
def owns(said: Said) -> Iterator[Claim]:
    value, how = said["v"], said["how"]
    if re.search(r"\b(?:trouble|problem|question|my|new to|lot|plan)\b", value):
        return
    past = how in ("bought", "purchased", "got")
    tail = f"{'+' if past else ''}{how} {_article(value)}"
    yield Claim(category=Category.GENERAL, attribute=key("owns", value), value="yes", tail=tail)


_SUM = r"(?:about |around |roughly |over |under )?[$€£¥]?\d[\d,.]*[kKmM]?(?: ?(?:dollars|euros|pounds|USD|EUR|RMB|yuan))?(?: (?:a|per|each|every) (?:year|month|week|hour))?"


@saying("salary|budget|rent|earn|make|mortgage|debt|savings|income", rf"(?:my (?:monthly |annual |yearly )?(?P<k>salary|budget|rent|income|mortgage) be|(?P<e>earn|make)|have) (?P<v>{_SUM})(?P<in> in (?:savings|debt|student loans|credit card debt))?")
def money(said: Said) -> Iterator[Claim]:
    kind = said["k"] or ("salary" if said["e"] else said["in"].removeprefix("in ").strip())
    if not kind or (said["e"] and not re.search(r"[$€£¥kK]|dollars|year|month", said["v"])):
        return
    tail = f"'s {said['k']} is {said['v']}" if said["k"] else said.match.string
    yield Claim(category=Category.STATUS, attribute=key("money", kind), value=said["v"], tail=tail)


TEMPLATES = (
    *(work_changed, employed, worked_as, grade, works_as, works_at, works_in, at_school, studies),
    *(speaks, level, skill, project, owns, money),
)
