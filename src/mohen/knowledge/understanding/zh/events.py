"""Days and what happens on them, in Chinese: finds dates, and makes plans and events of them."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import date, time, timedelta

from mohen.knowledge.consolidation.model import Near, OtherDay
from mohen.knowledge.model import AGENT, USER, Category
from mohen.knowledge.policy import Extraction
from mohen.knowledge.understanding.claims import Claim, Who, key, tidy
from mohen.knowledge.understanding.zh.phrases import ROLE, SELF, Spoken
from mohen.text.dates import (
    DAY,
    MONTHS,
    WEEK,
    Grain,
    Local,
    When,
    clock,
    dated,
    hour_meant,
    in_week,
    is_near,
    last_of_month,
    monthless,
    months_on,
    nearest,
    plus,
    yearless,
)
from mohen.text.lazy_pattern import LazyPattern
from mohen.text.numerals import value

# -- Days and hours as Chinese names them: 明天下午三点, 下周三, 下个月三号, 三天后.


_N = r"(?:\d{1,3}|[零一二两三四五六七八九十百]{1,5})"
_WEEKDAYS = "一二三四五六日"
# How many days, weeks, months or years away a word is, one sign for each.
_AWAY = {
    "大前天": "---",
    "前天": "--",
    "昨": "-",
    "今": "",
    "明": "+",
    "后天": "++",
    "大后天": "+++",
    "上上": "--",
    "上": "-",
    "这": "",
    "本": "",
    "下": "+",
    "下下": "++",
    "大前年": "---",
    "前年": "--",
    "去年": "-",
    "今年": "",
    "明年": "+",
    "后年": "++",
}
_PART = (
    "凌晨|清晨|早上|早晨|上午|中午|下午|傍晚|晚上|夜里|半夜|深夜|晚(?![会餐饭班报点婚年宴霞])"
    "|早(?![会餐饭市点读班操茶教])"
)
_LATE = frozenset(("下午", "傍晚", "晚上", "夜里", "晚"))
_MINUTES = {"半": "30", "一刻": "15", "三刻": "45"}

_DAY = (
    r"(?P<rel>大前天|大后天|前天(?!天)|后天(?!性|的努力)|[昨今明](?P<relpart>天|日|晚|早(?!会)|晨))"
    r"|(?P<week>上上|上|这|本|下下|下)个?(?:周|星期"
    r"|礼拜)(?P<wd>[一二三四五六日天末])?(?![围边年]|到(?=[下这本周星礼月]))"
    r"|(?<![每逢一两三四五六七八九十几\d个])(?<![一二三四五六日天][至到])(?:周|星期"
    r"|礼拜)(?P<bare>[一二三四五六日天末])(?![至到](?:[周星礼]|$(?<=至)|[一二三四五六日天]))"
    rf"|(?P<mrel>上上|上|这|本|下下|下)个?月(?:(?P<mday>{_N})[号日]|(?P<mend>[底初]|[上中下]旬))?"
    r"|(?<![\d个每一二两三四五六七八九十])(?P<month_end>月底)"
    r"|(?<![每\d])(?<!\d )(?P<year_end>年底|年末)"
    r"|(?:(?P<year>\d{4})年|(?P<yrel>大?前年|去年|今年|明年|后年)的?)"
    rf"(?:(?P<ym>{_N})月(?:份|(?P<yd>{_N})[日号]?)?)?(?![龄级代薪]|度(?!过))"
    rf"|(?<![\d.年每])(?P<m>{_N})月(?P<d>{_N})[日号]?"
    # 四月底, 五月中旬: which part of the month, stays as it is said. 五月天 is no month.
    r"|(?<![\d.年每个一二三四五六七八九十])(?P<in>1[0-2]|[1-9]|十[一二]?"
    r"|[一二三四五六七八九])月(?:份(?!额)|(?![天季饼亮嫂子光老经供薪租票卡\d一二三四五六七八九十]))"
    r"|(?P<iso>\d{4}[-/.]\d{1,2}[-/.]\d{1,2})(?!\d)"
    rf"|(?<![\d第月每a-zA-Z一二三四五六七八九十路街道巷弄村座栋幢])(?P<dom>{_N})号(?![码楼线店公院车桌称召室家教宿门出窗厅馆染])"
    rf"|(?<!\d)(?<!\d年)(?P<n>{_N}|半)(?P<unit>天|日|个?星期|周|个?礼拜|个月|年)(?:以|之)?(?P<way>后"
    r"|前)(?![端天])"
)
_HOUR = (
    rf"(?:的?\s*(?P<part>{_PART}))?"
    r"(?:\s*(?P<h>\d{1,2}|[一二两三四五六七八九十]{1,3})"
    r"(?:[:：](?P<mm>\d{2})|[点时](?![间候儿])钟?(?P<half>半|一刻|三刻|\d{1,2}分?"
    r"|[二三四五]?十[一-九]?分?)?))?"
)
_WHEN = LazyPattern(rf"(?:{_DAY})(?:\s*{_HOUR})?")
_HINT = LazyPattern(r"[天日晚早晨周期拜月年号后前]|\d{4}[-/.]\d")
# 过八十大寿 and 过年 are not over for that.
_PAST = LazyPattern(
    r"了|过(?!来|去|[^，]{0,5}[寿生年节冬])|刚|已经|查出|确诊|没(?!有?问题)|[上那当]时"
)
# 要考试了 is to come, whatever its 了 says; 本来要去的, 说要来却没来 is over.
_OVER = LazyPattern(
    r"刚|已经|(?<![通经超不难])(?<=[一-鿿])过(?![年节生完冬来去])|没(?!有?问题)|本来|原本|[那当]时"
)
# 我周一开始咳嗽: nobody plans to.
_BEFELL = LazyPattern(
    "发烧|发热|咳嗽|呕吐|腹泻|拉肚子|晕倒|骨折|摔[倒伤]|不舒服|感冒|打喷嚏|流鼻涕|症状|开始(?:吐|疼|痛|出疹)"
)
# 一月五号要做手术: to come. 一月五号从武汉回来 may be over; 要求 and 年会 tell of no time.
_AHEAD = LazyPattern(
    r"(?<![重主需必首次不])要(?![求是么紧领点])|打算|约[了好]|日期|预产期|截止|到期|[dD]eadline|DDL|ddl|准备|计划|预[计定约]|暂定|定[在于]|即将|马上|就(?=毕业|退休|开学|放假|[高中]?考|到期|出国|生|搬|走)"
    r"|(?<![一-鿿])将(?![近军])|(?<=[我们号日月份])将|(?<=[我们号日月份也都还就])会(?![议员计场面])"
)
# 我最讨厌周一了: each of them.
_TASTE = LazyPattern(r"(?:喜欢|喜爱|讨厌|期待|害怕|[爱怕恨]|[只都总]在|只有)$")
# 农历八月十五: no day of this calendar.
_LUNAR = LazyPattern(r"(?:农历|阴历|旧历|正月)[^，]{0,4}$")
# 会议改到周三了: it was moved, and is still to come.
_MOVED = LazyPattern(r"(?:改|推迟|提前|挪|延期?|顺延|定|调整?)(?:到|成|为|在|至|于)")

# 我周末喜欢去公园, 周日一般睡到中午, 周二都去游泳, 礼拜二公休: as a rule, and not on one day
_AS_A_RULE = LazyPattern(
    r"(?:早上|上午|中午|下午|晚上|我|也|都|就|还|已经)*(?:喜欢|习惯|爱|一般|通常|经常|常|总|从[不来]|固定|不工作|基本"
    r"|只(?![^，]*[了过])|(?:公|轮|店|闭)休|[闭休]馆|不?[开关闭]门|不?营业|(?<=都)[^，了]*$)"
)
_RESTS = LazyPattern(r"(?:早上|上午|中午|下午|晚上|也|都|就|还)*(?:放假|休息?|不?上班|双休|单休)$")
_WHO_RESTS = LazyPattern(r"店|馆|公司|单位|工?厂|部门|超市|市场|诊所|医院|银行|学校")
_FROM = LazyPattern(r"[从由]\s*$")
_BARE = LazyPattern(r"周|星期|礼拜")


def find_days(text: str, local: Local, policy: Extraction) -> list[When]:
    """The days a text names, in order. Not 每周三: that is a habit."""
    if not _HINT.search(text):
        return []
    ahead = bool(_MOVED.search(text) or _AHEAD.search(text)) and not _OVER.search(text)
    past = not ahead and bool(_BEFELL.search(text) or _PAST.search(text))
    found = []
    for match in _WHEN.finditer(text):
        if _LUNAR.search(text, 0, match.start()):
            continue
        if match["bare"] and _TASTE.search(text, 0, match.start()):
            continue
        if match["way"] == "后" and past:  # 住院两个月后恢复了: not from today
            continue
        resolved = _resolve(match, local.day, past=past, ahead=ahead)
        as_a_rule = match["bare"] and not ahead and _is_as_a_rule(text, match)
        if resolved is not None and not as_a_rule:
            day, grain = resolved
            hour, part = _hour(match, text, policy)
            no_year = (match["m"] or match["in"]) and not (past or ahead)
            sure = not no_year or is_near(day, local.day, grain)
            found.append(When(match.start(), match.end(), day, grain, hour, part, sure))
    return _moved(text, found)


def _is_as_a_rule(text: str, day: re.Match[str]) -> bool:
    if _AS_A_RULE.match(text, day.end()):
        return True
    return bool(_RESTS.match(text, day.end()) and _WHO_RESTS.search(text, 0, day.start()))


def _moved(text: str, days: list[When]) -> list[When]:
    """会议从周二改到周三了: the day it was on lies before the new one, unless it comes early."""
    match days:
        case [old, new] if (
            _FROM.search(text, 0, old.start)
            and _BARE.match(text, old.start, old.end)
            and _MOVED.search(text, old.end, new.start)
        ):
            early = "提前" in text[old.end : new.start]
            around = plus(new.day, DAY) if early else new.day
            day = nearest(around, old.day.weekday(), past=not early) if around else None
            return [replace(old, day=day or old.day), new]
    return days


def absolute(text: str, days: list[When]) -> str:
    """The text with its days made absolute: 明天下午三点开会 → 2026-02-05 15:00 开会."""
    for when in reversed(days):
        if when.sure:
            text = f"{text[: when.start].rstrip()} {spelled(when)} {text[when.end :].lstrip('的 ')}"
    return text.strip()


def spelled(when: When) -> str:
    shown = when.shown
    if when.grain is Grain.WEEK:
        shown += " 那周"
    elif when.grain is Grain.YEAR:
        shown += " 年"
    if when.clock is not None:
        return f"{shown} {when.clock:%H:%M}"
    return f"{shown} {when.part}" if when.part else shown


def _resolve(
    match: re.Match[str], today: date, *, past: bool, ahead: bool
) -> tuple[date, Grain] | None:
    for rule in (_near, _of_week, _of_month, _of_year, _counted):
        day, grain = rule(match, today, past, ahead)
        if day is not None:
            return day, grain
    return None


_Resolved = tuple[date | None, Grain]


def _near(match: re.Match[str], today: date, _past: bool, _ahead: bool) -> _Resolved:
    rel = match["rel"]
    if rel is None:
        return None, Grain.DAY
    signs = _AWAY[rel if rel in _AWAY else rel[0]]
    return plus(today, timedelta(days=signs.count("+") - signs.count("-"))), Grain.DAY


def _of_week(match: re.Match[str], today: date, past: bool, _ahead: bool) -> _Resolved:
    if match["bare"]:
        return nearest(today, _weekday(match["bare"]), past=past), Grain.DAY
    if match["week"] is None:
        return None, Grain.DAY
    signs = _AWAY[match["week"]]
    weeks = signs.count("+") - signs.count("-")
    if match["wd"] is None:
        return in_week(today, 0, weeks), Grain.WEEK
    return in_week(today, _weekday(match["wd"]), weeks), Grain.DAY


def _weekday(word: str) -> int:
    return _WEEKDAYS.index({"天": "日", "末": "六"}.get(word, word))


def _of_month(match: re.Match[str], today: date, past: bool, ahead: bool) -> _Resolved:
    if match["month_end"]:
        return last_of_month(today), Grain.DAY
    if match["mrel"] is not None:
        signs = _AWAY[match["mrel"]]
        month = months_on(today, signs.count("+") - signs.count("-"))
        if month is None or match["mday"] is None:
            ends = match["mend"] == "底" and month is not None
            return (last_of_month(month), Grain.DAY) if month and ends else (month, Grain.MONTH)
        return dated(month.year, month.month, _number(match["mday"])), Grain.DAY
    if match["dom"]:
        return monthless(today, _number(match["dom"]), past=past, ahead=ahead), Grain.DAY
    return None, Grain.DAY


def _of_year(match: re.Match[str], today: date, past: bool, ahead: bool) -> _Resolved:
    if match["year_end"]:
        return dated(today.year, MONTHS, 1), Grain.MONTH
    if match["iso"]:
        year, month, day = (int(each) for each in re.split(r"[-/.]", match["iso"]))
        return dated(year, month, day), Grain.DAY
    if match["m"]:
        month, day = _number(match["m"]), _number(match["d"])
        return yearless(today, month, day, past=past, ahead=ahead), Grain.DAY
    if match["in"]:
        return yearless(today, _number(match["in"]), 1, past=past, ahead=ahead), Grain.MONTH
    if match["year"] is None and match["yrel"] is None:
        return None, Grain.DAY
    signs = _AWAY.get(match["yrel"] or "", "")
    year = int(match["year"] or today.year) + signs.count("+") - signs.count("-")
    if match["ym"] is None:
        return dated(year, 1, 1), Grain.YEAR
    month = _number(match["ym"])
    if match["yd"] is None:
        return dated(year, month, 1), Grain.MONTH
    return dated(year, month, _number(match["yd"])), Grain.DAY


_MONTHS = "一二三四五六七八九十冬腊"


def _counted(match: re.Match[str], today: date, _past: bool, _ahead: bool) -> _Resolved:
    if match["n"] is None or match["n"] == "半":
        return None, Grain.DAY
    count = _number(match["n"]) * (1 if match["way"] == "后" else -1)
    unit = match["unit"]
    if unit in ("天", "日"):
        return plus(today, timedelta(days=count)), Grain.DAY
    if unit == "个月":
        return months_on(today, count), Grain.MONTH
    if unit == "年":
        return dated(today.year + count, 1, 1), Grain.YEAR
    return plus(today, count * WEEK), Grain.DAY


def _number(text: str) -> int:
    return value(text) or 0


_LATER = LazyPattern(
    "晚饭|晚餐|晚会|晚宴|聚餐|饭局|酒局|夜宵|宵夜|电影|演唱会|音乐会|演出|酒吧|喝酒|火锅|约会|下班|放学|睡|今晚"
)
_EARLY = LazyPattern("起床|起来|早饭|早餐|早班|晨|跑步|爬山|闹钟|日出|升旗|睡|失眠|醒|熬夜")
_EITHER = LazyPattern(
    "飞机|航班|火车|高铁|动车|大巴|船票|车票|机票|轮船|机场|车站|赶|出发|值班|班$|出生|生的"
)


def _hour(match: re.Match[str], text: str, policy: Extraction) -> tuple[time | None, str]:
    part = match["part"] or ""
    if not part and match["rel"] and match["relpart"] in ("晚", "早", "晨"):
        part = {"晚": "晚上", "早": "早上", "晨": "早上"}[match["relpart"]]
    part = {"晚": "晚上", "早": "早上"}.get(part, part)
    if match["h"] is None:
        return None, part
    hour = _number(match["h"])
    if (part in _LATE and hour < policy.noon) or (part == "中午" and hour == 1):
        hour += policy.noon
    elif not part and not match["h"].startswith("0"):
        signs = {"late": _LATER, "early": _EARLY, "either": _EITHER}
        meant = hour_meant(hour, **{each: bool(at.search(text)) for each, at in signs.items()})
        if meant is None:
            return None, text[match.start("h") : match.end()]
        hour = meant
    half = match["half"] or ""
    minute = int(match["mm"] or _MINUTES.get(half) or _number(half.rstrip("分") or "0"))
    return clock(hour, minute), part


# -- What happens on a day, in Chinese: 明天下午三点开会 is a plan, 我昨天去了北京 an event.


_ACTS = LazyPattern(
    r"^(?:就|也|还|都|又|可能|要|得|会|必须|需要|打算|准备|计划|想|约了?|决定|有|没|不|刚"
    r"|才|终于|一起|跟[^，。]{1,6}|和[^，。]{1,6}|陪[^，。]{1,6}|带[^，。]{1,6}"
    r"|在[^，。]{1,8}|从[^，。]{1,8})*"
    r"(?:去|来|[过回赶][来去](?!的)|有|开(?!心)|见|做|上(?!线[日时])|下|考|交|参加|出发|出差|出国|回|到|跟|和|陪|约|搬"
    r"|面试|体检|看|吃|拜访|飞|坐|打|写|完成|提交|准备|办|买|过生日|聚|休息|休假|请假"
    r"|放假|加班|值班|旅|玩|答辩|复诊|手术|住院|入职|离职|结婚|领证|订婚|分手|签|接|送|拿"
    r"|取|寄|录|拍|比赛|演|讲|培训|学|读|练|跑|游|爬|骑|健身|复习|辞职|毕业|开学|生|丢|走丢|绝育|换"
    r"|装|修|卖|租|还|收到|拿到|通过|失|摔|病|感冒|发烧|发布|上线(?![日时])|交房|过户|退|登|滑|钓"
    r"|野|露营|搞|订|请|帮|教|认识|遇到|碰到|发现|开始|结束|被|封版|发版|提测|割接|切流)"
)
# 会议从周二改到周三: what counts is the new day.
_MOVED_TO = LazyPattern(r"(?:改|推迟|提前|挪|延期?|顺延|定|调整?)(?:到|成|为|在|至|于)了?\s*$")
_LINK = LazyPattern(
    r"(?:从|由)?(?:改|推迟|提前|挪|延期?|顺延|定|调整?)?(?:到|成|为|在|至|于|是)了?$"
)
_OWN = LazyPattern(r"^(?:要|会|得|打算|准备|计划)|.+了")
_EVENTS = LazyPattern(
    r"截止|到期|(?:房租|[房车]贷|信用卡|花呗|学费|[水电]+费|物业费|社保|个?税|作业|论文|报告|稿子?|标书|申报)"
    r"[^，]{0,6}?(?:要|得|该|必须|之?前){1,3}(?:交|还|缴|报|提交|扣)|生日|会议|[周例组晨早年]会|家长会|运动会|同学会|电话会|说明会|聚餐|饭局|考试"
    r"|期[中末]考|面试|婚礼|春游|秋游|答辩|放假|开学|比赛|演出|航班|高铁|动车|火车|飞机|大巴|聚会|手术"
    r"|^的?[早中晚夜]?班$"
    r"|(?:[管电修]工|师傅|快递|家具|沙发|客人|搬家公司)[^，]{0,3}(?:来|到|上门|送)"
    r"|体检|纪念日|交稿|上线|发布会|[dD]eadline|DDL|ddl|忌日|开庭"
)
_TALK = LazyPattern(
    r"再说|再聊|再见|^见$|^聊|天气|帮我(?!们)|提醒我|别忘|记得|加油|注意|请|务必|下雨|下雪|降温"
    r"|升温|刮风|怎样|到现在$|祝|有空不|有空没|等下|看样子|告诉我|你|这|那(?![里边])|吗$|代码|报错|就到"
    r"|继续"
    r"|(?:合适|方便|舒服|不错|划算|值得?)$"  # 周末过来画画特别合适: for anybody
    r"|^[上下这][一两]?次是?$|一下|怎么|可以$|星期几|几号|学到|下[着了][雨雪]|(?:很|比较|好|有点|太)[冷热]了?$"
)
_YEAR = LazyPattern(r"\d{4}[年./-]")
_MEAL = LazyPattern(r"^(?:吃|喝)(?:了|完)?(?:早饭|午饭|晚饭|早餐|午餐|晚餐|饭|什么)?(?:了)?$")


# 不对，是周四; 改周四了; 不是周二，是周四; 说错了，上午十点.
_OTHER_DAY = LazyPattern(
    r"(?:[哦啊嗯哎][，,！!\s]*)*(?P<oops>(?:(?:等等|等一下|抱歉|不好意思|对不起|更正一?下?|纠正一?下?|(?:我|刚才)?[说搞记打写]错了?"
    r"|不对|不是的|错了|其实|不(?!是))[，,：:。！\s]*)*)"
    r"(?P<not>不是(?P<wrong>[^，,。]{1,12})[，,]\s*(?:而)?(?=是))?"
    r"(?:(?P<moved>(?:时间|日期|现在|已经|又)*(?:改[签期]?|推迟|提前|挪|延|调|换|顺延)(?:到|成|为|在|至)?了?)|(?:应该)?是)?"
    r"(?P<day>[^，,。不是]{2,16}?)(?:了|才对|的|啊|哦|吧)*(?P<now>[，,]?不是(?P<wrong2>[^，,。]{1,12}))?[。！!]*"
)


# 酒店没订到，改到5月18号了; 现在改成6点了，要送孩子
_MOVED_WHY = LazyPattern(
    r"(?:(?P<why>[^，,。？?]{2,14})[，,]\s*|[^，,。？?我]{0,8}(?:说|通知)(?=改|推|提前|挪|延))?"
    r"(?P<then>(?:时间|日期|现在|已经|又)*(?:改[签期]?|推迟|提前|挪|延|调|顺延)(?:到|成|为|在|至)[^，,。？?]{2,16})"
    r"(?:[，,]\s*(?P<because>[^，,。？?]{2,14}))?[。！!]*"
)
_OF_MONTH = LazyPattern(rf"{_N}[号日]")


def other_day(text: str) -> tuple[str, str]:
    """Which day or hour is wrong and which is right, where a sentence says nothing else but why."""
    why = _MOVED_WHY.fullmatch(text.strip())
    reason = f"{why['why'] or ''}，{why['because'] or ''}" if why else ""
    elsewhere = _WHEN.search(reason) or (_EVENTS.search(reason) and "取消" not in reason)
    told = why["then"] if why and not elsewhere else text
    match = _OTHER_DAY.fullmatch(told.strip())
    if match is None or not (match["oops"] or match["moved"] or match["not"] or match["now"]):
        return "", ""
    return match["wrong"] or match["wrong2"] or "", match["day"].strip()


def day_named(said: str, local: Local, policy: Extraction) -> OtherDay | None:
    """The day, the hour or both that words name; None where they name more."""
    days = find_days(said, local, policy)
    if not days:  # an hour alone
        hours = find_days(f"明天{said}", local, policy)
        if len(hours) != 1 or hours[0].end != len(said) + 2:
            return None
        return OtherDay(hour=hours[0].hour, half_unsaid=not hours[0].hour)
    first = days[0]
    if first.grain is not Grain.DAY or (first.start, first.end) != (0, len(said)):
        return None
    if _OF_MONTH.match(said):
        return OtherDay(f"{first.day:%d}", Near.MONTH, first.hour)
    near = Near.WEEK if _BARE.match(said) else Near.ITSELF
    return OtherDay(first.shown, near, first.hour)


# 我周五去看牙医, 周四开组会: what may be put off is called without them.
_DOES = LazyPattern(
    r"^(?:要|会|得|打算|准备|计划)*(?:去(?=[看见考面体复]))?(?:参加|有|看(?=[牙中医]医?生?$)|开(?=[^车]{0,3}会$)|做(?=手术$|体检$|检查$|[^，]{1,3}镜$))?"
    r"(?=..)"
)
_PLACE = LazyPattern("(?<=..)(?:那边|那里|那儿)$")
_PUT_OFF = LazyPattern(
    r"(?!.*(?:说|电话|通知))[^，我你他她它]{2,6}(?:改|推迟|提前|挪|延期|顺延|调整?)(?:到|成|为|在|至)了?"
)
# 我岳母周六到, 我妹妹周五飞过来
_COMES = LazyPattern(
    "(?:要|会|将|就|都|一起|打算|准备)*(?:[坐开乘][^，]{1,4})?(?:[来到走回飞]|[飞赶回搬]?[过回]?来|[飞赶]?[过回]去|抵达|到达|落地|到家|回国|回家)"
)

_TOWARDS = LazyPattern("(?:要|会|得|就|再)*过[来去]")


def event(spoken: Spoken, days: list[When], local: Local) -> Claim | None:
    """The whole clause with its days made absolute (C46); None where nobody does anything."""
    rest = spoken.rest
    when = next((each for each in days if _MOVED_TO.search(rest, 0, each.start)), days[0])
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
    who = spoken.who
    comes = who is not None and bool(_COMES.fullmatch(bare))
    if (len(bare) <= 1 and not comes) or _TALK.search(bare) or (who and who.key in ("", AGENT)):
        return None
    acts = _ACTS.match(bare)
    if who is None and _TOWARDS.match(bare):  # 周六过来拿快递: who is to, is not said
        return None
    if who is None and acts and not _is_moved(who, bare):  # 手术推迟到周五了: whose, is not said
        if _YEAR.match(rest, when.start) or "岁" in bare:  # 2003年拍了这部片: of whom, is not said
            return None
        who = SELF
    elif not (
        acts
        or _is_moved(who, bare)
        or _EVENTS.search(f"{_own(who)}{bare}")
        or (who is SELF and _OWN.match(bare))
    ):
        return None
    told = third(absolute(rest, days))
    return _dated(who, bare, told, when, local)


def _is_moved(who: Who | None, bare: str) -> bool:
    """牙医那边改到下周一了: whatever it is that is put off."""
    return who is None and bool(_PUT_OFF.fullmatch(bare))


def _own(who: Who | None) -> str:
    """What it is, where it is a thing of the user's: 我们婚礼定在5月1号, 我签证9月到期."""
    return who.role if who is not None and who.key == USER else ""


def _dated(who: Who | None, bare: str, told: str, when: When, local: Local) -> Claim:
    at, today = when.at(local), local.day
    tail = f" {told}" if told[:1].isdigit() else told
    whole = "" if who else told
    speaker = who or SELF
    done = re.search(r"[了过]|^没|^刚|考上|查出|确诊|拿到", bare) and not _LINK.search(bare)
    if when.grain is Grain.DAY and when.day == today:
        return Claim(category=Category.TEMPORARY, tail=tail, whole=whole, who=speaker, event_at=at)
    if when.day > today or (not done and not is_over(when, today)):
        told_of = f"{_own(who)}{third(bare).replace('用户', '')}"
        thing = _PLACE.sub("", _LINK.sub("", told_of)) or told_of
        attribute = key("schedule", _by_plane(_DOES.sub("", thing)))
        return Claim(
            category=Category.SCHEDULE,
            tail=tail,
            whole=whole,
            attribute=attribute,
            value=when.stamp,
            who=speaker,
            event_at=at,
        )
    return Claim(category=Category.GENERAL, tail=tail, whole=whole, who=speaker, event_at=at)


# 飞里斯本, 去里斯本的航班, 坐飞机去里斯本: one journey, found by whoever asks for the plane.
_BY_PLANE = LazyPattern(
    r"(?:的?航班|的?飞机|坐飞机|乘飞机|飞)(?:往|到|去|回|飞)?(?P<to>[一-鿿A-Za-z]{2,10}?)(?:的?(?:航班|飞机))?"
    r"|(?:去|到|飞|回)(?P<there>[一-鿿A-Za-z]{2,10}?)的?(?:航班|飞机|机票)"
)


def _by_plane(thing: str) -> str:
    match = _BY_PLANE.fullmatch(thing)
    return f"飞机 {match['to'] or match['there']}" if match else thing


def is_over(when: When, today: date) -> bool:
    """Whether all of it lies before today: last month does, this one does not."""
    if when.grain is Grain.YEAR:
        return when.day.year < today.year
    if when.grain is Grain.MONTH:
        return (when.day.year, when.day.month) < (today.year, today.month)
    return when.day < (today - WEEK + DAY if when.grain is Grain.WEEK else today)


_OF_MINE = LazyPattern(
    rf"(?<!自)(?<!别人叫)(?<!大家叫)(?<!他们叫)(?<!都叫)我(?={ROLE}|家|公司|生日|项目|[猫狗])"
)


def third(text: str) -> str:
    """我 and 我的 in the third person."""
    return "".join(each if each.startswith("《") else _third(each) for each in _TITLE.split(text))


_TITLE = LazyPattern(r"(《[^》]*》)")  # 《我的前半生》 is called so


def _third(text: str) -> str:
    text = _OF_MINE.sub("用户的", re.sub(r"我们(?!俩)", "我", text))
    return re.sub(r"(?<!自)我", "用户", text).replace("用户自己", "自己")
