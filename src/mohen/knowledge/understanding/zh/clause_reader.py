"""What a Chinese clause claims, of whom."""

from __future__ import annotations

import re
from dataclasses import replace

from mohen.knowledge.model import AGENT, USER, Category, EntityType
from mohen.knowledge.policy import Extraction
from mohen.knowledge.understanding.claims import Claim, Clause, Read, Talk, Who, resolved
from mohen.knowledge.understanding.dates import Grain, Local, When
from mohen.knowledge.understanding.pattern_engine import Templates
from mohen.knowledge.understanding.zh import activities, health, identity, people, tastes, work
from mohen.knowledge.understanding.zh.activities import of_it, of_thing
from mohen.knowledge.understanding.zh.directives import told
from mohen.knowledge.understanding.zh.events import event, find_days, third
from mohen.knowledge.understanding.zh.identity import tie
from mohen.knowledge.understanding.zh.phrases import (
    PETS,
    SELF,
    YOU,
    Spoken,
    stranger,
    subject,
    unique,
)

_TEMPLATES = Templates(
    *health.TEMPLATES,
    *people.TEMPLATES,
    *identity.PERSON_TEMPLATES,
    *identity.HOME_TEMPLATES,
    *work.TEMPLATES,
    *tastes.TEMPLATES,
    *activities.TEMPLATES,
)
_END = re.compile(r"[啊哦哈呀啦嘛噢哟呗吧~～！!。.]+$|(?<=[了的])呢$|呢$")
_ADVERBS = re.compile(
    r"^(?:现在|目前|其实|真的|确实|本来|自己|的确|如今|可是|可|终于|总算|最近|才|又|刚刚?"
    r"|已经|仍然?|依然|还是|决定(?=不|戒))+(?=[^，])"
)
_FEW = "也就还都一直"
_HABIT = re.compile(
    r"每(?:天|周|个|年|晚|早|月)|一般|通常|总是|经常|平时"
    r"|(?:周|星期|礼拜)[一二三四五六日天](?:[、和]|周|星期|礼拜)*[一二三四五六日天]"
)
# 别再提他了
_POINTS = re.compile(
    r"(?P<verb>提|提起|提到|提及|说起|聊起?|谈起?|谈论|讨论|告诉|联系|问起)"
    r"(?:(?P<one>[他她它])(?!们)|[他她它]们)(?=$|[了吧啊的，])"
)
# 提醒我20号看牙: what is to be done on a day.
_REMINDS = re.compile(
    r"(?:记得|到时候?|请|麻烦|帮我|帮忙|你|一定|要|再|设个|[，,\s])*提醒(?:一下)?我(?:一下|要|得|该)?[，,：:\s]*"
)
_BIRTHDAY = re.compile(r"(?:就|正好)?是(?P<whose>[^，。的]{1,8})的?生日$")
# 周一三五我去健身房: more than one day, or every one.
_OFTEN = re.compile(
    r"(?:每个?(?:周|星期|礼拜)[一二三四五六日天末]?|(?:周|星期|礼拜)[一二三四五六日天](?=[、和周星礼一二三四五六日天]))"
    r"(?:[、和]|周|星期|礼拜|[一二三四五六日天])*(?:早上|晚上|上午|下午|中午|晚|早)?"
    r"|每(?:天|晚|早|年|个?月)(?:早上|晚上|上午|下午|中午)?"
)


def read(clause: Clause, talk: Talk, local: Local, policy: Extraction) -> Read:
    text = _END.sub("", clause.text).strip()
    if not text:
        return Read((), False)
    directed = _directed(text, clause, talk, policy)
    if directed:
        return Read(directed, True)
    if _REMINDS.fullmatch(text):
        return Read()
    text = _task(text, local, policy)
    text = _yearly(text, local, policy)
    if thing := of_thing(text, local, policy):
        return Read((thing,), True)
    spoken = _dated_subject(text, talk, local, policy)
    own = spoken.who is not None and spoken.who.key == USER
    if spoken.who is not None and not spoken.who.key:
        talk.subject = spoken.who  # nobody known: what follows is not the user's either
        return Read((), False)
    days = [] if _HABIT.search(text) else find_days(spoken.rest, local, policy)
    its = of_it(spoken.who, spoken.rest, local, policy) if spoken.who else None
    found = [its] if its else _said(spoken, days, talk, local, policy)
    if spoken.who is not None:
        talk.subject = spoken.who
    if not found and (other := stranger(text)):
        talk.subject = other
    if clause.hedge:
        found = [_hedged(each, clause) for each in found]
    return Read(tuple(found), own or bool(days))


def _task(text: str, local: Local, policy: Extraction) -> str:
    if "提醒" not in text or _HABIT.search(text) or not (reminds := _REMINDS.search(text)):
        return text
    own = f"{text[: reminds.start()]}我{text[reminds.end() :].removeprefix('我')}"
    return own if find_days(own, local, policy) else text


def _yearly(text: str, local: Local, policy: Extraction) -> str:
    """3月12号是我妈妈的生日: it is so every year."""
    born = _BIRTHDAY.search(text)
    days = find_days(text, local, policy) if born else []
    if not born or not days:
        return text
    day = days[0].day
    whole = (days[0].start, days[0].end, days[0].grain) == (0, born.start(), Grain.DAY)
    return f"{born['whose']}的生日是{day.month}月{day.day}日" if whole else text


def _directed(text: str, clause: Clause, talk: Talk, policy: Extraction) -> tuple[Claim, ...]:
    """What the agent is told about itself. 你叫小墨，是我的写作助手: it is still spoken to in the
    rest of the sentence."""
    goes_on = talk.subject == YOU and not clause.opens
    found = tuple(told(text, policy, led=clause.led or goes_on))
    if not found and goes_on and text.startswith(("是", "叫")):
        found = tuple(told(f"你{text}", policy, led=clause.led))
    found = tuple(resolved(found, _POINTS, talk.person))
    if any(each.who == YOU for each in found):
        talk.subject = YOU
    return found


def _dated_subject(text: str, talk: Talk, local: Local, policy: Extraction) -> Spoken:
    """A day may stand before the subject: 明天我妈妈过生日."""
    spoken = subject(text, talk)
    if spoken.who is not None:
        return spoken
    if often := _OFTEN.match(text):
        end = often.end()
    else:
        days = find_days(text, local, policy)
        if not days or days[0].start != 0:
            return spoken
        end = days[0].end
    after = subject(text[end:].lstrip(" ，,的"), talk)
    return replace(after, rest=f"{text[:end]}{after.rest}") if after.who else spoken


def _said(
    spoken: Spoken, days: list[When], talk: Talk, local: Local, policy: Extraction
) -> list[Claim]:
    who = spoken.who or _unnamed(spoken.rest, talk)
    before, talk.brought_up = talk.brought_up, None
    if who.key in (AGENT, ""):
        return []
    found = [_relation(spoken)] if spoken.relation else []
    rest = _bare(spoken.rest)
    plain = _TEMPLATES.claims(rest, rest, who, policy)
    words = [spoken.rest[each.start : each.end] for each in days]
    if not any(
        word in each.tail for word in words for each in plain if each.attribute != "birthday"
    ) and (plain or not days):
        noted = found + _noted(plain, talk)
        if any(_brings_up(each, spoken.rest, before) for each in noted):
            talk.brought_up = talk.person
        return noted
    dayless = _bare(_without(spoken.rest, days))
    if dayless.startswith("我"):
        dayless, who = _bare(dayless[1:]), SELF
    lasting = _TEMPLATES.claims(dayless, dayless, who, policy)
    lasting = [each for each in lasting if _lasts(each)]
    if lasting:
        at = days[0].at(local)
        return found + [replace(each, event_at=at) for each in _noted(lasting, talk)]
    # 小雅辞职了，下周去深圳: whoever the clause before spoke of, unless that was the user.
    named = spoken.who or (who if who.key != USER else None)
    dated = event(Spoken(named, spoken.rest), days, local)
    return [*found, dated] if dated else found


_OF_THEM = re.compile(
    r"(?:名字|名|分别)?(?:是|叫)|(?:今年|已经|才|刚)*[\d一二三四五六七八九十]+(?:个月|岁)"
)

_BRINGS_UP = re.compile(r"(?:有|养|买)(?:了|着)?一?[只条匹头个位]")
_LIKES = re.compile(
    r"(?:很|最|特别|非常|超级?|也|都|就|还|挺|有点|总是?|老)*(?:喜欢|爱|讨厌|怕|不(?:喜欢|爱|吃|喝))"
)
# What no animal likes: whoever tells of a cat may go on to tell of themselves.
_HUMAN = re.compile(
    r"咖啡|茶|酒|火锅|拿铁|可乐|甜食|辣|书|电影|剧|音乐|歌|旅|编程|代码|写|读|游戏|运动|健身|摄影|画"
    r"|跑步|爬山|做饭|弹|学|工作|上班|逛街|购物|聊天|[A-Za-z]"
)


def _unnamed(rest: str, talk: Talk) -> Who:
    """我养了一只猫，叫咪咪: it is the cat's name. Else whoever the clause before spoke of."""
    person, other = talk.person, talk.brought_up
    if other and _LIKES.match(rest) and not (_animal(other, talk) and _HUMAN.search(rest)):
        talk.subject = other
    if person and (person.role or person in talk.names.values()) and _OF_THEM.match(rest):
        return person
    return talk.subject or SELF


def _brings_up(claim: Claim, said: str, before: Who | None) -> bool:
    """我有只猫; and 叫咪咪 behind it."""
    new = claim.tail.startswith(("有", "养")) and _BRINGS_UP.search(said)
    return bool(new) or (before is not None and "叫" in claim.whole)


def _animal(who: Who, talk: Talk) -> bool:
    roles = [role for role, each in talk.names.items() if each == who]
    return any(PETS.fullmatch(each) for each in (who.key, *roles))


_LASTING = (
    "location",
    "job",
    "employer",
    "school",
    "status:marital",
    "name",
    "relation",
    "pet",
    "health",
    "allergy",
    "status:life",
    "grade",
)


def _lasts(claim: Claim) -> bool:
    """我昨天搬到了上海 changes a home; 我明天想吃火锅 does not say what one likes."""
    return claim.attribute.split(":")[0] in _LASTING or claim.attribute in _LASTING


def _bare(text: str) -> str:
    return _ADVERBS.sub("", text.strip(" ，,：:")).strip(" ，,：:")


def _without(text: str, days: list[When]) -> str:
    for when in reversed(days):
        text = text[: when.start] + text[when.end :].lstrip("的")
    return text


def _relation(spoken: Spoken) -> Claim:
    role, said, name = spoken.relation or ("", "", "")
    attribute, value = tie(role, name)
    return Claim(
        category=Category.RELATION,
        attribute=attribute,
        value=value,
        whole=f"用户的{said if len(said) > 1 else role}是{name}",
        who=SELF,
    )


def _noted(found: list[Claim], talk: Talk) -> list[Claim]:
    """Whoever a clause names may be 她 in the next, and whoever it does not name may be yet."""
    for each in found:
        family, _, thing = each.attribute.partition(":")
        if family == "schedule":  # 我将要参加的论坛，它的规模是…
            talk.person = Who(each.value, each.value, type=EntityType.OTHER)
        if family not in ("relation", "pet"):
            continue
        if each.ended:
            talk.person = Who(thing, f"用户的{thing}" if unique(thing) else thing)
            continue
        name, role = (each.value, thing) if unique(thing) else (thing, each.value)
        if "叫" in each.whole or "叫" in each.tail:
            talk.named(role, name)
        elif each.tail.startswith(("有", "养")):
            talk.person = Who(thing, f"用户的{thing}", thing)
    return [replace(each, tail=third(each.tail)) for each in found]


def _hedged(claim: Claim, clause: Clause) -> Claim:
    if claim.whole:
        return replace(claim, whole=f"{clause.hedge}{claim.whole}", confidence=clause.confidence)
    tail = claim.tail
    if tail.startswith("的"):  # 用户的生日可能是…
        head, mid, end = tail.partition("是")
        tail = f"{head}{clause.hedge}{mid}{end}"
    else:
        tail = f"{clause.hedge}{tail}"
    return replace(claim, tail=tail, confidence=min(clause.confidence, claim.confidence))
