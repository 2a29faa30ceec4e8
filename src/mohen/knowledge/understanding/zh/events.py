"""What happens on a day, in Chinese: 明天下午三点开会 is a plan, 我昨天去了北京 an event."""

from __future__ import annotations

import re

from mohen.knowledge.model import AGENT, Category
from mohen.knowledge.understanding.claims import Claim, Who, key, tidy
from mohen.knowledge.understanding.dates import Grain, Local, When
from mohen.knowledge.understanding.zh.days import absolute
from mohen.knowledge.understanding.zh.subjects import SELF, Spoken

_ACTS = re.compile(
    r"^(?:就|也|还|都|又|可能|要|得|会|必须|需要|打算|准备|计划|想|约了?|决定|有|没|不|刚"
    r"|才|终于|一起|跟[^，。]{1,6}|和[^，。]{1,6}|陪[^，。]{1,6}|带[^，。]{1,6}"
    r"|在[^，。]{1,8}|从[^，。]{1,8})*"
    r"(?:去|来|有|开(?!心)|见|做|上(?!线[日时])|下|考|交|参加|出发|出差|出国|回|到|跟|和|陪|约|搬"
    r"|面试|体检|看|吃|拜访|飞|坐|打|写|完成|提交|准备|办|买|过生日|聚|休息|休假|请假"
    r"|放假|加班|值班|旅|玩|答辩|复诊|手术|住院|入职|离职|结婚|领证|订婚|分手|签|接|送|拿"
    r"|取|寄|录|拍|比赛|演|讲|培训|学|读|练|跑|游|爬|骑|健身|复习|辞职|毕业|开学|生|丢|换"
    r"|装|修|卖|租|还|收到|拿到|通过|失|摔|病|感冒|发烧|发布|上线(?![日时])|交房|过户|退|登|滑|钓"
    r"|野|露营|搞|订|请|帮|教|认识|遇到|碰到|发现|开始|结束|被)"
)
# 会议从周二改到周三: what counts is the new day.
_MOVED = re.compile(r"(?:改|推迟|提前|挪|延期?|顺延|定|调整?)(?:到|成|为|在|至|于)了?\s*$")
_LINK = re.compile(
    r"(?:从|由)?(?:改|推迟|提前|挪|延期?|顺延|定|调整?)?(?:到|成|为|在|至|于|是)了?$"
)
_OWN = re.compile(r"^(?:要|会|得|打算|准备|计划)|.+了")
_EVENTS = re.compile(
    r"截止|到期|生日|会议|[周例组晨早年]会|聚餐|饭局|考试|面试|婚礼|答辩|放假|开学|比赛|演出|航班|高铁|聚会|手术"
    r"|体检|纪念日|交稿|上线|发布会|[dD]eadline|DDL|ddl|忌日|开庭"
)
_TALK = re.compile(
    r"再说|再聊|再见|^见$|^聊|天气|帮我|提醒我|告诉我|你|这|那|吗$|代码|报错|就到|继续"
    r"|一下|怎么|可以$|星期几|几号|学到"
)
_MEAL = re.compile(r"^(?:吃|喝)(?:了|完)?(?:早饭|午饭|晚饭|早餐|午餐|晚餐|饭|什么)?(?:了)?$")


def event(spoken: Spoken, days: list[When], local: Local) -> Claim | None:
    """The whole clause with its days made absolute (C46); None where nobody does anything."""
    rest = spoken.rest
    when = next((each for each in days if _MOVED.search(rest, 0, each.start)), days[0])
    bare = tidy(
        "".join(
            rest[a.end : b.start]
            for a, b in zip(
                [When(0, 0, when.day), *days],
                [*days, When(len(rest), len(rest), when.day)],
                strict=True,
            )
        )
    )
    if len(bare) <= 1 or _TALK.search(bare) or (spoken.who and spoken.who.key in ("", AGENT)):
        return None
    who = spoken.who
    acts = _ACTS.match(bare)
    if who is None and acts:
        who = SELF
    elif not (acts or _EVENTS.search(bare) or (who is SELF and _OWN.match(bare))):
        return None
    told = third(absolute(rest, days))
    return _dated(who, bare, told, when, local)


def _dated(who: Who | None, bare: str, told: str, when: When, local: Local) -> Claim:
    at, today = when.at(local), local.day
    tail = f" {told}" if told[:1].isdigit() else told
    whole = "" if who else told
    speaker = who or SELF
    done = re.search(r"[了过]|^没", bare) and not _LINK.search(bare)
    if when.grain is Grain.DAY and when.day == today:
        return Claim(category=Category.TEMPORARY, tail=tail, whole=whole, who=speaker, event_at=at)
    if when.day > today or (when.grain is not Grain.DAY and not done):
        stamp = when.shown if when.clock is None else f"{when.shown} {when.clock:%H:%M}"
        attribute = key("schedule", _LINK.sub("", third(bare).replace("用户", "")))
        return Claim(
            category=Category.SCHEDULE,
            tail=tail,
            whole=whole,
            attribute=attribute,
            value=stamp,
            who=speaker,
            event_at=at,
        )
    return Claim(category=Category.GENERAL, tail=tail, whole=whole, who=speaker, event_at=at)


def third(text: str) -> str:
    """我 and 我的 in the third person."""
    text = re.sub(r"我们(?!俩)", "我", text)
    text = re.sub(
        (
            r"(?<!自)我的?(?=[一-鿿]*(?:妈|爸|老|女|男|朋|同|哥|姐|弟|妹|家|公|导|室|儿|孩|猫|狗"
            r"|爷|奶|外|表|堂|生日|项目|书|小说|房|车|手|电))"
        ),
        "用户的",
        text,
    )
    return text.replace("我", "用户").replace("用户自己", "自己")
