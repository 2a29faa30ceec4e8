"""Splits a Chinese fragment into clauses, and reads what each claims, of whom."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from mohen.knowledge.consolidation.model import Act
from mohen.knowledge.model import AGENT, USER, Category, EntityType
from mohen.knowledge.policy import Extraction
from mohen.knowledge.understanding.claims import Claim, Clause, Read, SpokenOf, Who, resolved
from mohen.knowledge.understanding.pattern_engine import Templates
from mohen.knowledge.understanding.zh import (
    activities,
    conventions,
    health,
    identity,
    meanwhile,
    measures,
    of_a_project,
    our_project,
    people,
    plain,
    tastes,
    words,
    work,
)
from mohen.knowledge.understanding.zh.activities import built_with, decided, made, of_it, of_thing
from mohen.knowledge.understanding.zh.directives import LASTING, told
from mohen.knowledge.understanding.zh.events import absolute, event, find_days, spelled, third
from mohen.knowledge.understanding.zh.identity import tie
from mohen.knowledge.understanding.zh.phrases import (
    PETS,
    ROLE,
    SELF,
    YOU,
    Spoken,
    mention,
    stranger,
    subject,
    unique,
    untimed,
)
from mohen.knowledge.understanding.zh.sentence_cues import POLITE_ORDER
from mohen.knowledge.understanding.zh.standing import joined, manner
from mohen.knowledge.understanding.zh.whole import whole
from mohen.text.dates import Grain, Local, When
from mohen.text.lazy_pattern import LazyPattern

# -- A Chinese fragment as clauses, each with how it is said: asked, supposed, hedged, corrected.


_CUT = LazyPattern(r"([，,；;。！!？?\n…]+|(?<!\d)\.(?=\s|$)|(?<=[一-鿿]) {1,}(?=[一-鿿]))")
_ENDS = LazyPattern(r"[。！!？?\n；;]")
_ASIDE = LazyPattern(r"[（(][^（()）]*[）)]")
# Behind what is not meant: 我想辞职（气话）, 我中奖了（并没有）.
_NOT_MEANT = LazyPattern(
    r"[（(](?:气话|玩笑话?|开玩笑的?|说笑的?|反话|误|划掉|假的|瞎说的?|并没有?|不是|bushi|狗头"
    r"|手动狗头|doge)[）)]"
)
# Before what is said in a part: （扮演警察）我住在东京.
_PLAYED = LazyPattern(r"[（(][^（()）]*(?:扮演|饰演|台词|旁白|念白)[^（()）]*[）)]")

_JOKE = LazyPattern(
    r"^(?:哈|嘿|我(?:是|在|就是)?|刚才|刚刚|上面|前面|只是|跟你|和你|其实"
    r"|那)*(?:开(?:个|你|了个)?玩笑|逗你|骗你|说着玩|瞎说|胡说|乱说|闹着玩|皮一下)"
    r"(?:而已|玩|呢|的|了|啦|哈|罢了|别当真|不要当真)*$|^(?:别|不要)当真(?:了|啊)?$"
)
_FORGET = LazyPattern(
    r"^(?:请|你|就|那|把)*(?:忘了|忘掉|忘记|不要记|别记|不用记)(?:住|得)?(?:我)?(?:刚才"
    r"|刚刚|之前|前面|上次)?(?:我)?(?:说|提|讲)?(?:过"
    r"|到)?的?(?:关于)?(?P<what>.{0,20}?)(?:的?(?:事情?|话|那些?|那句))?(?:吧|了|啊)*$"
)
# 算了不考了: of what was planned
_NO_LONGER = LazyPattern(r"(?:还是)?算了(?:我|还是)*不(?P<what>[一-鿿]{1,4}?)了")
_NEVER_MIND = LazyPattern(r"(?<=算了)[，,]\s*(?=(?:我|还是)*不[一-鿿]{1,4}了(?:$|[，。！]))")
_FORGETS = LazyPattern(
    r"忘了我|忘掉我|忘记我|把.*忘(?:了|掉)|(?:不要|别|不用)记(?:住)?(?:我)?(?:刚|说|提|这"
    r"|关)"
)
_CORRECTION = LazyPattern(
    r"^(?:哦|啊|等等|等一下|抱歉|不好意思|对不起|不(?!对|是)|嗯|额)*+(?:更正(?:一下)?"
    r"|纠正(?:一下)?|修正(?:一下)?|说错了?|我说错了|刚才说错了|搞错了|我?记错了|打错了"
    r"|写错了|不对|(?<=[哦噢啊])不是(?=[^，,是的]{2,8}$)|(?<=等等)$|(?<=等一下)$|不是的|错了|应该说|准确地?说|确切地?说|其实(?=是|我|应该))"
    r"[，,：:\s]*"
)
# What leads into a clause and says nothing; a short one only where a mark or somebody follows.
_LEAD = LazyPattern(
    r"(?:嗯+|哦+|噢|啊|呃|哎|唉|嗨|哈+|嘿+|好的?|但|可|而|那|还有|下|现在呢"
    r"|第[一二三四])(?:[，,：:、。！!\s]+|(?=[我你他她今明昨周]))|对[，,：:、。！!\s]+"
    r"|(?:对了|是的|没错|另外|而且|并且|然后|接着|后来|其实|说实话|说真的|老实说|坦白说|不瞒你说"
    r"|顺便(?:说|提)?(?:一下|一句)?|顺带一提|忘了(?:说|讲|告诉你)|哦对|对哦"
    r"|(?:请|你|要|一定|帮我|麻烦|务必)*(?:记住|记得|记一下|记下来|记着|注意|别忘了|不要忘记"
    r"|牢记)"
    r"|(?:很|非常)?重要的(?:一点)?是|(?:很|非常)?重要|关键(?:的一点)?是|不过|但是|可是|然而|所以"
    r"|因此|因为|由于|毕竟|反正|总之"
    r"|首先|其次|最后|你知道|告诉你(?:一[声下])?|(?:我)?跟你说|我告诉你|我想告诉你|提醒(?:一下|你)|补充(?:一下"
    r"|一点)?|你好|您好|大家好|自我介绍(?:一下)?"
    r"|我(?:先)?介绍(?:一下)?(?:自己)?|虽然|尽管|既然|不仅|不但|只不过|只是|话说|说起来|据我所知"
    r"|众所周知|我说(?=[，,：:])|同时|此外|以及|讲真|说来惭愧)"
    r"[，,：:、。！!\s]*(?=[^，,：:、。！!\s])"
)
_ASKS = LazyPattern(
    r"[?？]|吗$|么$|难道|^(?:那|这|你|您|他|她|.{1,3})呢$|(?<![酒网贴书水清])吧$|是不是|有没有|能不能"
    r"|会不会"
    r"|要不要|可不可以|可以不|好不好|对不对|行不行|该不该|(?<![不没])怎么(?!都|也|喜|爱|吃|喝|会"
    r"|样都)|(?<!没)(?<!没有)什么(?!都|也|的$)|为何|为啥|啥(?!都|也|的)|哪(?!怕|儿都|里都|都)"
    r"|谁(?!都|也)"
    r"|(?<![好们这那上十住待呆玩])几(?=点|号|岁|个人|天)|多少|多久|多大|如何|是否|咋"
    r"|(?:空|时间|忙|去|来|行|能|可以|要|[吃睡到走]了)(?:不|没有?)$|[^要是并]不$"
)
_NOT_ASKING = LazyPattern(
    r"(?:以后|记住|都|要|别|用|就叫|[叫喊呼]我).*吧$|(?:这个?人|那个?人)吧$|^[^？?]*(?:可能|大概|应该).*吧$"
    r"|^我(?!们)[^，？?]*(?:刚|的|过)[^，？?]*吧$"
    r"|(?:在|着|的)呢$"
)
_SUPPOSE = LazyPattern(
    r"如果|假如|假设|假使|(?<![主需])要是|要不是|等我(?:有|老|长大|以后|将来|退休|毕业)|倘若|万一|^(?:[^，]{0,4}设定|人设|剧情|旁白|世界观)[：:]|的话$|想象一?下|假装|扮演|比如|例如|譬如|好比|设想"
    r"|[念读讲]一段|就算|即使|哪怕|除非|(?<!^我)只要|只要(?![^，]{1,12}就(?![会能好行可]))|当我|小时候要|从现在起你是|[以用].{1,8}(?:口吻|身份)"
    r"|^(?!我)[^，]*[以用].{1,8}(?:人称|视角)"
    r"|^(?:请|麻烦|帮忙|你|您|再|来|先|接着|重新|继续|给我|帮我|替我|[，,\s])*(?:写|编"
    r"|创作)[^，]{0,16}(?:故事|小说|剧本|童话|诗|歌词|台词|独白|日记|开头|片段|短篇|文案|标题)$"
    r"|^(?:请|麻烦|帮忙|你|您|再|来|先|接着|重新|继续|给我|帮我|替我|[，,\s])*"
    r"(?:续写|改写|翻译(?=一?下|[成为这那：:]|$|[以下上]|[句段])|润色|造句|写一?[篇段首封个]|生成"
    r"|编一?个|讲一?个)"
    r"|(?:帮|给|替|请)(?:我|忙|你)?(?:续写|改写|翻译|润色|造句|写|生成|编|讲)"
)
_HEARSAY = LazyPattern(
    rf"(?:正如|就像|正像|好像|如同?|像)?(?:他们?|她们?|人家|有人|别人|网上|医生|我?的?(?:{ROLE})(?:的(?:{ROLE}))?"
    rf"|(?![前上]面|刚才?|[之以]前|上次|早就?|已经)(?:(?!我)[一-鿿A-Z]){{1,4}})"
    r"(?:都|总|老|又|也|还|刚|昨天|今天|经常|常|曾经?|所|跟我|对我|和我|问我)*"
    r"(?:(?<![小听据传解演再])说过?(?![话起到明法唱服])|讲(?![座师课台解究])|写[道过]|表示|认为|觉得|以为"
    r"|告诉|提到|抱怨"
    r"|吐槽|(?<![学访顾疑慰])问(?!题|卷)|怀疑)"
)
# What a doctor says of one is so, as far as one knows; what others say is their opinion.
_DOCTOR = LazyPattern(
    r"(?:^|(?<=[，。；！]))(?:医生|大夫|(?:体检|检查|化验|复查)(?:报告|结果|单)?|B超|CT)(?:都|又|还|就|刚)*"
    r"(?:说|告诉我|诊断|显示|表明|提示)[，：]?"
    rf"(?=我(?:[^的]|的(?:{measures.NAME}|{health.DISEASE})))"
)
_DIAGNOSIS = LazyPattern(
    r"(?:^|(?<=[，。；！]))(?:(?:医生|大夫)的?)?(?:具体|最终|最后|初步)?的?诊断(?:结果)?(?:是|为)(?=[^，。])"
)
# 不是我，是我儿子对花生过敏: the same, of somebody else
_NOT_ME = LazyPattern(
    rf"(?:^|(?<=[，。；！]))不是我(?:自己)?[，,]?(?:而)?是(?=我?的?(?:{ROLE})[^，])"
)
# 我以前抽烟，现在不抽了
_NO_MORE = LazyPattern(
    r"(?<=我)(?:以前|之前|原来)(?:一直|也|天天|总|老|爱|会){0,3}(?=(?P<verb>[一-鿿])(?P<it>[^，。了过]{1,6})"
    r"[，,](?:但|可是|不过)*(?:现在|后来|如今)(?:已经|早就|都|也)*不(?P=verb)了)"
)
# 我是83年的不是84年的
_AND_NOT = LazyPattern(r"(?<=[^，。不]是)(?P<it>[^，。是不]{2,10}的)而?不是[^，。是不]{1,10}的?$")
# 上周医生给我开了降压药 → 医生上周给我开了降压药
_WHEN_DOCTOR = LazyPattern(
    r"(?:^|(?<=[，。；！]))(?P<when>[昨今前]天|上个?(?:周|月|星期|礼拜)[一二三四五六日天]?|去年|前几天|最近)"
    r"(?P<who>医生|大夫)(?=给我|让我|建议我)"
)
# 房东把房租涨到3200了: it is the speaker's
_RAISED = LazyPattern(
    r"(?:^|(?<=[，。；！]))(?:我们?的?)?(?:房东|公司|老板|单位|领导)(?:又|刚|突然|已经|还){0,2}"
    r"[把给将](?:我们?的?)?(?=(?:房租|租金|月租|工资|月薪|年薪)[从涨升降调加减提])"
)
# 明年的目标是写完一本书
_GOAL = LazyPattern(
    r"(?:^|(?<=[，。；！\n]))(?P<when>今年|明年|后年|[这下]个?学期|[这下]个?月|新的一年)的?"
    r"(?P<what>(?:新年|年度|小|大|主要)?(?:目标|愿望))(?=就?是|：)"
)
_OWN_WORDS = LazyPattern(r"^(?:我|本人)(?:都|总|老|经常|曾经?|刚才|之前|也)*(?:说|觉得|认为|表示)")
_HEARD = LazyPattern(
    r"听说|据说|据报道|据统计|新闻里|传说|听人说|网上说|小说里|电影里|书里|剧里|游戏里|梦见|梦到|(?:剧本|狼人)杀[里中]"
    r"|做梦|文章里|(?:^|在)[^，]{0,6}(?:故事|剧本?|戏|片子|漫画|动画|副本|电影|小说|游戏|书|梦)[里中](?=我|$)"
    r"|歌词|台词|主角|主人公|男主|女主|反派|(?:歌|诗|书|文章|电影|片子|剧|戏)[里中上](?:唱|写|说|讲)"
)
_HEDGE = LazyPattern(
    r"(?P<guess>我猜|猜测|疑似|我怀疑|怀疑自己|不太?确定(?!性)|说不定)|(?P<maybe>(?<![不尽和与的])可能(?!性"
    r"|会有)|也许|或许|没准|似乎|好像|貌似)|(?P<likely>大概率|大概|多半|估计|恐怕|八成"
    r"|大约(?=是|会|在))|(?P<sure>我想应该|应该(?=是|对|会|有|在|叫|算|属于|不)|我觉得我"
    r"|我感觉我|我想我)"
)
_HEDGE_LOSES = LazyPattern(r"^(?:我猜|猜测|我怀疑|怀疑自己|不太确定|不确定|我觉得|我感觉|我想)")


# 和奶奶在一起的时候，总是很开心: then, and not always.
_WHEN = LazyPattern(r"(?<![小那这有])的?时[候侯]$")


# 我下周去东京旅游，住在新宿: where somebody stays on a journey is not where they live.
_JOURNEY = LazyPattern(
    r"住院|(?<![常总老爱欢])(?:出差|旅[游行])|度假|出国玩|度?蜜月|游玩|[去到][^，住]{1,8}(?:玩|开会|参会|考察)"
)
_STAYS = LazyPattern(
    r"(?:我们?|咱们?|这次|先|就|会|要|将|打算|准备|计划|全程|一直)*(?:暂住|入住|住|下榻)(?!院)"
)


_WHOSE = LazyPattern(rf"我们?家?的?(?:{ROLE})(?=[^的们圈])")
# 我有哮喘所以不能跑步: the state, and then what follows from it.
# 公司裁员以后我一直睡不好: the speaker, and not the company.
_TURNS = LazyPattern(
    r"(?<=[^，。！？；\s之])(?=所以|因此|但是)|(?<=[^，。！？；\s]了)(?=搬到)"
    r"|(?<=[以之]后)(?=我(?!们))(?<=(?:公司|单位|学校|医院|部门|团队)[^，。！？；\s我][^，。！？；\s我]以后)"
)


def split_clauses(text: str, policy: Extraction) -> Iterator[Clause]:
    """The clauses that state something. What is asked, supposed or told by others is left out,
    and what is supposed or told lasts until the sentence ends; so is where one stays on a
    journey."""
    if rules := conventions.rules(text):
        yield from (Clause(each, each, standing=True) for each in rules)
        return
    if "\n" in text.strip() and (listed := of_a_project.listed(text)[0]):
        yield from (Clause(each, each) for each in listed)
        return
    if of_work := our_project.told(text):
        yield Clause(of_work, of_work)
        return
    skipping = corrects = when = away = asked = False
    opens = True
    told = _GOAL.sub(r"我\g<when>的\g<what>", _DIAGNOSIS.sub("被诊断为", _DOCTOR.sub("", text)))
    told = _NO_MORE.sub("不再", told)
    told = _NOT_ME.sub("说错了，", _NEVER_MIND.sub("", told))
    told = _RAISED.sub("我的", told)
    told = _WHEN_DOCTOR.sub(r"\g<who>\g<when>", health.dosed(measures.straightened(told)))
    meant = _PLAYED.sub("假设，", _NOT_MEANT.sub("，开玩笑的，", _TURNS.sub("，", told)))
    for said, stop, standing in joined(_parts(_ASIDE.sub("", meant))[: policy.clauses_most]):
        ends = bool(_ENDS.search(stop)) or not stop
        when, bound = bool(_WHEN.search(said)) and not ends, when
        staying = away and bool(_STAYS.match(said))
        away = not ends and (away or bool(_JOURNEY.search(said)))
        asking = asked and not _NAMES.match(_led(said)[0])  # 该不该找理由，认为都是好意: asked, too
        asked = not ends and (asking or bool(_ASKS.search(said)))
        if (
            said
            and not (skipping or bound or staying or asking)
            and len(said) <= policy.clause_most
        ):
            if standing and "？" not in stop and "?" not in stop:
                found: Clause | None = Clause(said, said, standing=True, opens=opens)
            else:
                found = _clause(said, stop, policy, corrects=corrects, opens=opens)
            skipping = found is None and not ends and _leads_away(said)
            # 说错了，我住在上海: the mark of a correction is a clause of its own.
            corrects = found is not None and not found.text and found.act is Act.CORRECTS
            if found is not None and (found.text or found.forgets is not None):
                yield found
            elif found is None and (whose := _WHOSE.match(_led(said)[0])):
                yield Clause(whose.group(), said, opens=opens)  # 我女儿怎么了: of whom it goes on
        if ends:
            skipping = False
        opens = ends


def wishes(text: str) -> bool:
    """Whether a thought holds a wish for the time to come."""
    if conventions.rules(text):
        return True
    return any(standing for _, _, standing in joined(_parts(text))) or manner(text)


_ROUGHLY = "就|那|在|是|我|大约|大概|差不多|记得"
_ABOUT = LazyPattern(f"(?:{_ROUGHLY})+")
# 大约两个月前，我落选了; 我小时候，父亲是军人: when, and nothing else.
_ONLY_WHEN = LazyPattern(
    rf"(?:{_ROUGHLY})*(?:{meanwhile.THEN}|{meanwhile.LATELY}|(?:[这本下上]个?)?(?:周|星期|礼拜)[一二三四五六日天末]|明天|后天|下个?[月周]|今晚|明晚|去年|前年|今年|明年"
    r"|[昨今前]天|上个?[月周]|[\d一二两三四五六七八九十几半]{1,4}(?:多)?(?:年|个多?月|天|周|个?星期)(?:以|之)?前"
    r"|\d{4}年(?:\d{1,2}月)?)"
)


# 我呢，在铁路上干了三十年
_AS_FOR_ME = LazyPattern("(?:至于)?我[呢嘛呀啊]")


def _parts(text: str) -> list[tuple[str, str]]:
    """Each clause, and what ends it; a time or a 我呢 that stands alone belongs to what follows."""
    parts, start, when = [], 0, ""
    for match in _CUT.finditer(text):
        said = when + text[start : match.start()].strip(" 　、：:")
        start, when = match.end(), ""
        goes_on = match.group() in ("，", ",")
        if goes_on and _ONLY_WHEN.fullmatch(said):
            when = _ABOUT.sub("", said)
        elif goes_on and _AS_FOR_ME.fullmatch(said):
            when = "" if text.startswith("我", start) else "我"
        else:
            parts.append((said, match.group()))
    return [*parts, (when + text[start:].strip(" 　、：:"), "")]


def _leads_away(said: str) -> bool:
    return bool(_SUPPOSE.search(said) or _told(said))


def _told(said: str) -> bool:
    led = _led(said)[0]
    if _HEARD.search(said) and not plain.OF_BOOK.match(led):
        return True
    if _led(f"{said}我")[0] == "我":  # 顺便说一下: leads in, and nothing else
        return False
    told = led.lstrip("但可而却")  # 但身边的人都说…
    return not _OWN_WORDS.match(said) and bool(_HEARSAY.match(told))


def _clause(
    said: str, stop: str, policy: Extraction, *, corrects: bool, opens: bool
) -> Clause | None:
    if polite := POLITE_ORDER.match(said):
        said, stop = polite["order"], ""
    if manner(said):  # 有话直说: nobody has said it
        return Clause(said, said, standing=opens, opens=opens)
    if _JOKE.match(said):
        return Clause("", said, Act.TAKES_BACK, forgets="")
    if _FORGETS.search(said) and (forgets := _FORGET.match(said)):
        return Clause("", said, Act.TAKES_BACK, forgets=forgets["what"].strip("那个些的"))
    if given_up := _NO_LONGER.fullmatch(said):
        return Clause(given_up["what"], said, Act.TAKES_BACK, forgets="")
    corrected = _CORRECTION.match(said)
    if _SUPPOSE.search(said) or (not corrected and _told(said)) or "？" in stop or "?" in stop:
        return None
    text, led = _led(said[corrected.end() :] if corrected else said)
    if _ASKS.search(text) and not _NOT_ASKING.search(text):
        return None
    text, hedge, confidence = _hedged(_AND_NOT.sub(r"\g<it>", text), policy)
    act = Act.CORRECTS if corrected or corrects else Act.STATES
    return Clause(text, said, act, hedge, confidence, led, opens)


_VALUE = LazyPattern(
    r"(?:应该)?(?:而)?(?:是|叫|在|住在|为)?(?P<v>[^，。是不我你他她改]{1,12}?)(?:才对|的|了"
    r"|啊|哦)*"
)
# 不是我不明白，是你不了解 says nothing in place of something else.
_NO_VALUE = LazyPattern(r"[你我他她]|[了咯啊]$|太|很|因为")
_LAUGHS = LazyPattern(r"[哈呵嘿嗯哦呃啊嘻]+")
_NOT = LazyPattern(r"不是(?P<wrong>[^，。]{1,12}?)(?:[，,]?(?:而)?是(?P<v>[^，。]{1,12}))?")
_BUT = LazyPattern(r"(?:而)?是(?P<v>[^，。]{1,12}?)(?:不是(?P<wrong>[^，。]{1,12}))?")


def corrected(text: str) -> str:
    """The value that a correction gives and nothing else: 其实是上海. Empty where it says more."""
    match = _VALUE.fullmatch(text)
    return match["v"] if match and not _LAUGHS.fullmatch(match["v"]) else ""


def contrast(text: str) -> tuple[str, str]:
    """不是北京, 是上海: what is wrong, what is right; either may be missing."""
    match = _NOT.fullmatch(text) or _BUT.fullmatch(text)
    if match is None or _NO_VALUE.search(match["v"] or ""):
        return "", ""
    return match["wrong"] or "", match["v"] or ""


_TO_LAST = LazyPattern("记|注意|忘|重要|关键|告诉|提醒|补充|跟你说|对了|另外|还有|此外")


def _led(text: str) -> tuple[str, bool]:
    begin = 0
    while (lead := _LEAD.match(text, begin)) and not words.cut(text, lead.end()):
        begin = lead.end()
    if not 0 < begin < len(text):
        return text, False
    return text[begin:], bool(_TO_LAST.search(text, 0, begin))


def _hedged(text: str, policy: Extraction) -> tuple[str, str, float]:
    """Without its hedges; where there are several, the weakest counts."""
    hedge, confidence = "", 1.0
    while match := _HEDGE.search(text):
        confidence = min(confidence, _confidence(match.lastgroup or "", policy))
        before, rest = text[: match.start()], text[match.end() :]
        if _HEDGE_LOSES.match(match.group()):
            # 我猜我对虾过敏: the speaker is named once more behind it.
            hedge = hedge or "可能"
            text = before + (rest if rest.startswith(_NAMED) else f"我{rest}")
        else:
            hedge, text = match.group(), before + rest
    return text, hedge, confidence


_NAMED = ("我", "他", "她", "可能", "好像", "应该", "也许", "大概")


def _confidence(group: str, policy: Extraction) -> float:
    hedges = {"guess": policy.guess, "maybe": policy.maybe, "likely": policy.likely}
    return hedges.get(group, policy.sure)


# -- What a Chinese clause claims, of whom.


_TEMPLATES = Templates(
    *activities.NAMED_TEMPLATES,
    *measures.TEMPLATES,
    *health.TEMPLATES,
    *people.TEMPLATES,
    *identity.PERSON_TEMPLATES,
    *identity.HOME_TEMPLATES,
    *work.TEMPLATES,
    *tastes.TEMPLATES,
    *activities.TEMPLATES,
    cut=words.cut,
)
_END = LazyPattern(
    r"(?<![啊哦哈呀啦嘛噢哟呗~～！!。.])(?<!(?<![酒网贴书水清])吧)"
    r"(?:[啊哦哈呀啦嘛噢哟呗~～！!。.]|(?<![酒网贴书水清])吧)+$|(?<![毛])呢$"
)
_ADVERBS = LazyPattern(
    r"^(?:现在|目前|其实|真的|确实|本来(?![是在住有])|自己|的确|如今|可是|可(?![怕爱以能])|终于|总算|最近|前段时间|前阵子|不久前|前几天|才|又|刚"
    r"|已经|仍然?|依然|还是|决定(?=不|戒))+(?=[^，])"
)
_FEW = "也就还都一直"
_HABIT = LazyPattern(
    r"每(?:天|周|个|年|晚|早|月)|逢(?:周|星期|礼拜)|一直(?:希望|想)|一般|通常|总是|经常|平时|有时(?!间)|偶尔"
    r"|(?:周|星期|礼拜)[一二三四五六日天](?:[、和]|周|星期|礼拜)*[一二三四五六日天]"
    r"(?!点(?!外卖|菜|餐|单|奶茶))"
)
# 别再提他了
_POINTS = LazyPattern(
    r"(?P<verb>提|提起|提到|提及|说起|聊起?|谈起?|谈论|讨论|告诉|联系|问起)"
    r"(?:(?P<one>[他她它])(?!们)|[他她它]们)(?=$|[了吧啊的，])"
)
# 提醒我20号看牙: what is to be done on a day.
_REMINDS = LazyPattern(
    r"(?:记得|到时候?|请|麻烦|帮我|帮忙|你|一定|要|再|设个|[，,\s]){0,30}+提醒(?:一下)?我(?:一下"
    r"|要|得|该)?[，,：:\s]*"
)
_BIRTHDAY = LazyPattern(r"(?:就|正好)?是(?P<whose>[^，。的]{1,8})的?生日$")
_A_TASK = LazyPattern(
    r"(?:请|麻烦|你|再|先)*(?:帮我?|给我|替我)?(?:写|列|翻译|总结|改|润色|做|画|想|起|拟|编|看)"
    r"(?:一?[个篇首段封份张句下]|[这那])"
)
_WEEKEND = LazyPattern(r"周末(?![^，]*(?:要|打算|准备|计划|想|了))")
# 周一三五我去健身房: more than one day, or every one.
_OFTEN = LazyPattern(
    r"(?:(?:每逢?|逢)个?(?:周|星期|礼拜)[一二三四五六日天末]?|(?:周|星期"
    r"|礼拜)[一二三四五六日天](?=[、和周星礼一二三四五六日天])(?!.点(?!外卖|菜|餐|单|奶茶)))"
    r"(?:[、和]|周|星期|礼拜|[一二三四五六日天])*(?:早上|晚上|上午|下午|中午|晚|早)?"
    r"|每(?:天|晚|早|年|个?月)(?:早上|晚上|上午|下午|中午)?"
)


# 大约两个月前我落选了
_ROUGH_DAY = LazyPattern(
    r"^(?:大约|差不多)(?:是?在)?(?=[\d一二两三四五六七八九十几半]{1,4}个?多?[年月天周星])"
)
# 本来想买特斯拉: and did not.
_GIVEN_UP = LazyPattern(r"(?:本来|原本|原先|差点)(?:是|也|都|还)?(?:想|打算|准备|计划|要|就|以为)")


# 我同事的女儿考上了北大: no template may take it for the colleague's own.
_SOMEBODY_OF_THEIRS = LazyPattern(rf"的(?:{ROLE})")
# Somebody near whom a clause begins with, whatever it goes on with.
_AGED = r"(?:[\d一二两三四五六七八九十]+岁半?的?)?"
_THEIR = (
    rf"家人|家里人|家长(?!会)|[男女]方|长辈|亲戚们?|同学们|老师们|朋友们|同事们|{_AGED}(?:老人家?|老年(?:人|(?=[患有高]))"
    r"|老爷子|老太太|老头|老汉|小?[男女]孩(?!一枚))|(?:咨询师|医生|大夫)(?!你?好)(?![^，]*我)"
)
# Whom one asks about, named or not: 患者，女，47岁; G有高血压.
_PATIENT = "(?:患者|病人|患儿|病患)(?!本人)|[A-Z](?=[有患]|今年|平时)"
_KIN = LazyPattern(rf"(?:一|某|有?[一某]?[个位])?(?:{_THEIR}|(?:{ROLE})(?![们圈]))(?!$)|{_PATIENT}")
_SEX = LazyPattern(r"[男女](?:性|生)?")
_IS = LazyPattern(
    r"(?:[就也还都可真]|确实|其实|应该|的确|原来)*是(?!因为|为了|想|要|说|来|在|不是)"
)
# 这位导演我知道，是韩国人: what follows is of whom one knows.
_KNOWN = LazyPattern(
    r"(?!我)[^，]{2,20}我(?:[也都就还是]|倒是|当然|比较)*(?:知道|了解|认识|熟悉|听过|听说过|看过|有印象)[的了]?$"
)
# 我劝他去医院: what came of it is theirs.
_MOVES = LazyPattern(
    rf"[^，]{{0,8}}(?:劝|催|逼|忧心|担心|害怕|怕)(?:了|着|过)?(?:[他她]|我?(?:{ROLE}))"
)


# 我照顾的老人有高血压，每天吃药: theirs, both of it.
_SOMEBODY_OF_MINE = LazyPattern(
    rf"(?!是)[^，是]{{0,8}}的(?:病人|患者|患儿|老人|[男女][生孩]|角色|人物|主角|{ROLE})(?=[有患得今在住爱喜对不很每是])"
)
# 我哥带他去医院，查出胃炎: it is not the brother's. 家里有老人，血压高: nor the speaker's.
_TAKES_ALONG = LazyPattern(
    # 带孩子去医院，查出肺炎
    rf"[带陪送领抱扶拉背][着了]?我?们?家?的?(?:{ROLE}|{PETS.pattern}|孩子|娃|宝宝|小孩|老人)[一-鿿]{{0,3}}?[去到来看]"
    r"(?:[^，]{0,8}(?:医院|门诊|急诊|诊所|医生|病|检查|体检|复查)|看$)"
    r"|[带陪送领接抱扶][着了]?[他她]|家[里中]?有(?:老人|小孩|病人|宝宝)$"
)
# 我演一个刺客，住在长安: the figure does.
_PLAYS = LazyPattern(
    r"[^，]{0,12}(?:饰演|扮|(?<![表导])演)(?:的是|(?:了|过)?一?[个名位])|我的(?:角色|人物|人设)"
)


_WILLS = LazyPattern(
    r"我们?(?:[也还就都更很最]|一定|真的?|一直|其实|确实|只是|总是?|现在|非常|特别|有时候?|同时)*"
    r"(?:的[^，]{0,6}(?:打算|计划|目标|愿望|梦想)就?是|(?:会|将|应该|需要|必须|可以|能够|要(?!是|么|不)|得(?![过了到]))(?!说|弹|唱|游|骑|[日英法德]语)"
    r"|希望|想(?!念|家|起|到)|宁愿|宁可|愿意|害怕|怕|担心|觉得|认为|感觉|感到|相信|以为|发现|意识到"
    r"|知道|明白|理解|渴望|期待)"
)
_NAMES = LazyPattern(rf"我|咱|本人|[他她]|{ROLE}|现在|目前|最近|平时|以前|但|因为|每|今|明|昨")
# 我知道他喜欢旅游，喜欢美食; 我想妈妈很看重这个
_OF_OTHERS = LazyPattern(
    r"我[^，]{0,2}(?:知道|记得|发现|看到|听到|觉得|希望|相信|以为|感觉|认为)"
    rf"(?:[他她它]|大家|别人|对方|身边|周围)|我[^，]{{0,3}}看着|我想(?:{ROLE})(?:可能|也许|应该|是|很|特别)"
)

_OF_ME = LazyPattern(r"(?:希望|让|要求|叫|逼|劝|催|建议|想要?|要)我|[催逼](?:婚|生)")
_ANOTHER = LazyPattern(rf"[他她]|{ROLE}|{_THEIR}|有人|别人|人家")
# 记得每天吃早餐哦: what the listener is to do
_ADVISES = LazyPattern(r"(?:要|一定|也|都|请)*(?:记得|别忘了)(?![^，]*我)[^，]*[哦呀喔噢]$")
_AND_HE = LazyPattern(
    r"(?<![我和跟对给把被让陪向比替为找与叫问求等看见于像是])[他她](?![们的])[^，]|[你您]的"
)
_THEY = LazyPattern(
    r"(?:尤其|特别|主要|就)是[他她]$|(?:[你您他她它]们|人家|对方|别人|大家)(?!介绍|推荐)"
    r"|有[的些]人|我们(?:普通人|老百姓|[男女]人|这[种些]人)|[这那][首部本张座位支][^，我]*$"
)


_CONCEDES = LazyPattern("(?:虽然|虽说|尽管)我")


def read_clause(clause: Clause, talk: SpokenOf, local: Local, policy: Extraction) -> Read:
    """What a clause claims, with the time that its sentence named before."""
    if clause.standing:
        return Read(_directed(_END.sub("", clause.text), clause, talk, policy), about_user=True)
    if clause.act is Act.STATES and (said := our_project.told(clause.text)):
        return Read((_as_told(said, local),), True)
    if _CONCEDES.match(clause.said):  # 最近很烦，虽然我成绩不错: that is so as a rule
        talk.meanwhile = ""
    own, before = meanwhile.begun(clause.text, talk, opens=clause.opens)
    then, text = meanwhile.theirs(clause.text)
    read = _read(replace(clause, text=text), talk, local, policy)
    mention(text, talk)
    return replace(read, claims=tuple(meanwhile.told_in(read.claims, own, before, then, local)))


_INSIDE = str.maketrans("“”", "‘’")


def _as_told(said: str, local: Local) -> Claim:
    """In the speaker's own words, with the day."""
    told_on = meanwhile.SAID.format(day=local.day.isoformat(), said=said.translate(_INSIDE))
    return Claim(category=Category.GENERAL, whole=told_on, who=SELF)


def _read(clause: Clause, talk: SpokenOf, local: Local, policy: Extraction) -> Read:
    text = _ROUGH_DAY.sub("", _END.sub("", clause.text).strip())
    if clause.act is Act.CORRECTS:  # 说错了，是周四考试
        text = text.removeprefix("是")
    if not text or _GIVEN_UP.search(text) or _ADVISES.match(clause.said):
        return Read((), False)
    wills, talk.wills = talk.wills and not clause.opens, bool(_WILLS.match(text))
    if wills and not _NAMES.match(text):  # 我会努力，更加积极地面对: that is to come, too
        talk.wills = True
        return Read()
    if _OF_OTHERS.match(text) or _KNOWN.match(text) or _THEY.match(text):
        talk.subject = Who("", "")  # and what follows is theirs too
        return Read()
    if _SEX.fullmatch(text):  # 女，29岁: who is meant, is the speaker
        talk.introduced = talk.subject in (None, SELF)  # not behind 患者
        return Read()
    if talk.begins and clause.opens and measures.OF_ONESELF.fullmatch(text):
        talk.introduced = True
    if directed := _directed(text, clause, talk, policy):
        return Read(directed, True)
    if _REMINDS.fullmatch(text) or _TOGETHER.match(text) or our_project.is_proposed(text):
        return Read()
    text = _weekly(_yearly(_task(text, local, policy), local, policy), talk)
    if (thing := _of_a_thing(text, talk, local, policy, opens=clause.opens)) is not None:
        return Read(tuple(_sound((thing,), clause)), True)
    spoken = _dated_subject(text, talk, local, policy)
    own = spoken.who is not None and spoken.who.key == USER
    unnamed = spoken.who is None and talk.subject in (None, SELF) and not talk.introduced
    if unnamed and clause.act is not Act.CORRECTS and _IS.match(text):
        return Read()  # 我很喜欢柳承龙，是韩国演员: of whom, is not said
    nobody = spoken.who is None and talk.subject is None and not talk.introduced
    if nobody and _FOUND_OUT.fullmatch(text):  # of whoever was worried about before
        talk.subject = Who("", "")
        return Read()
    if spoken.who is None and (_KIN.match(untimed(text)) or _is_of_a_pet(text, talk)):
        spoken = replace(spoken, who=Who("", ""))  # 老公两年前查出来…: theirs, for all one knows
    behind = talk.others and clause.opens and not (talk.introduced or _OF_THEM.match(text))
    talk.others = talk.others or bool(_ANOTHER.search(text))
    if spoken.who is None and behind:  # 她很优秀。考上了北大: who did, is not said
        return Read((), False)
    if spoken.who is not None and not spoken.who.key:
        talk.subject = spoken.who  # nobody known: what follows is not the user's either
        return Read((), False)
    days = [] if _HABIT.search(text) else find_days(spoken.rest, local, policy)
    if not all(each.sure for each in days):  # of which year, is not told: kept as it was said
        return Read(tuple(_sound(_every_year(spoken, policy), clause)), True)
    its = of_it(spoken.who, spoken.rest, local, policy) if spoken.who else None
    if its or _SOMEBODY_OF_THEIRS.match(spoken.rest) or plain.OF_BOOK.match(text):
        found = [its] if its else []
    else:
        found = _said(spoken, days, talk, local, policy)
    if len(found) == bool(spoken.relation) and not any(each.ended for each in found):
        found += _plainly(text, spoken, days, talk, local, policy, opens=clause.opens)
    elif spoken.who is not None:
        talk.subject = spoken.who
    found = [each for each in _ours(found, text, talk) if spoken.who or _is_theirs(each, talk)]
    _pass_on(text, spoken, found, talk)
    own_too = own or (spoken.who is None and talk.introduced)
    talk.introduced = own_too and any(_introduces(each) for each in found)
    return Read(tuple(_sound(found, clause)), own or bool(days))


def _of_a_thing(
    text: str, talk: SpokenOf, local: Local, policy: Extraction, *, opens: bool
) -> Claim | None:
    """What was decided on, what something is built with, or what is said of a thing."""
    if "叫" in text and (called := people.of_somebody(text, talk, opens=opens)):
        talk.subject = called.who
        return called
    if chosen := decided(text, policy):
        talk.subject = SELF
        return chosen
    if built := built_with(text.removeprefix("我的").removeprefix("我们的"), talk.subject):
        name = built.names[0].name if built.names else ""
        talk.subject = Who(name, name, type=EntityType.PROJECT) if name else SELF
        return built
    return of_thing(text, local, policy) or made(text)


_EVERY_YEAR = ("birthday", "age", "hometown")


def _every_year(spoken: Spoken, policy: Extraction) -> list[Claim]:
    """What is so whatever year was meant: a birthday."""
    rest = _bare(spoken.rest)
    found = _TEMPLATES.claims(rest, rest, spoken.who, policy) if spoken.who else []
    return [each for each in found if each.attribute in _EVERY_YEAR]


# Who is said once may be meant throughout: 我妹妹在上海，今年28岁.
_DESCRIBES = frozenset(
    (
        *(
            "age",
            "birthday",
            "name",
            "zodiac",
            "height",
            "gender",
            "hometown",
            "location",
            "address",
        ),
        *("job", "employer", "school", "grade", "major", "pet", "relation", "status"),
    )
)


def _is_theirs(claim: Claim, talk: SpokenOf) -> bool:
    """Of a clause without a subject behind what somebody else did: 我室友养了猫，对猫过敏 may be
    of either, and nothing is kept. What describes somebody, and one illness behind another, is of
    whom was named."""
    who = claim.who
    if who is None or who.key in (USER, "", AGENT) or who.type is EntityType.PROJECT:
        return True
    if not talk.acts:
        return not _CARES_FOR.search(claim.tail)
    family = claim.attribute.partition(":")[0]
    if claim.category is Category.HEALTH and family != "allergy":
        return talk.claimed is Category.HEALTH
    return family in _DESCRIBES or (family == "schedule" and talk.claimed is not None)


# 确诊了，糖尿病: said of a dog as well, two messages ago
_FOUND_OUT = LazyPattern(
    "(?:结果|果然|真的|今天|昨天|刚|已经|终于|现在|医院|医生|兽医)*+(?:确诊|查出来|检查出来|诊断出来)了?"
)


def _is_of_a_pet(text: str, talk: SpokenOf) -> bool:
    """狗吃了巧克力，住院了: of an animal that nobody has spoken of."""
    known = talk.person is not None and bool(PETS.fullmatch(talk.person.role or talk.person.key))
    return bool(_PET.match(text)) and not (known or talk.brought_up)


# 孩子上小学，每天接送: of whom who tells it.
_CARES_FOR = LazyPattern("(?:接送?|陪|照顾|伺候|辅导|送|带)$")
_PET = LazyPattern(rf"{PETS.pattern}(?![粮砂舍窝我])(?=[^，]{{2}})")
_GONE = LazyPattern("(?:去世|过世|离世|病逝|安乐死|(?<![吓烦累笑困饿热气急忙冷渴美帅])死)了$")
_ACTED = LazyPattern(r"[了过]|昨|催|让我|正?在[^，]{0,4}(?:做|打|吃|睡)|打呼")


def _pass_on(text: str, spoken: Spoken, found: list[Claim], talk: SpokenOf) -> None:
    """Of whom the next clause speaks, where it names nobody."""
    own = spoken.who is not None and spoken.who.key == USER
    if spoken.who is not None:
        talk.acts = not own and bool(_ACTED.search(text))
        talk.claimed = next((each.category for each in found if each.attribute), None)
    known = any(each.attribute or each.who not in (None, SELF) for each in found)
    other = None if known else stranger(text)
    if other:
        talk.subject = other
        if own:  # 我认识了一个男生，他对我很好: of him, too
            talk.person = other
    elif not found and spoken.who is not None and not own:
        talk.subject = spoken.who
    if next_one := _goes_on(found, talk):
        talk.subject = next_one
    if own and not found and not other and talk.subject and talk.subject.key != USER:
        talk.subject = SELF  # 我才选择出去工作，最后做销售: whoever was spoken of before is left
    if own and not known and spoken.rest.startswith(("的", "家")):
        talk.subject = Who("", "")  # 我的继父对我冷漠，经常打人: somebody or something of theirs
    if own and _AND_HE.search(text):  # 我生病他跑去买药，还等了半天
        talk.subject = Who("", "")
    if not own and _OF_ME.search(text):  # 我爸希望我上进，开个小店: what I am to do
        talk.subject = Who("", "")
    if spoken.who is not None and _SOMEBODY_OF_THEIRS.match(spoken.rest):
        talk.subject = talk.person = Who("", "")
    if own and _SOMEBODY_OF_MINE.match(spoken.rest):
        talk.subject = talk.person = Who("", "")
    if (own and _MOVES.match(spoken.rest)) or _TAKES_ALONG.search(text):
        talk.subject = Who("", "")
    if _PLAYS.match(text) or plain.OF_BOOK.match(text):
        talk.subject = Who("", "")
    if not own and _GONE.search(text):  # 我家狗安乐死了，十五岁: it is no more
        talk.subject = talk.person = Who("", "")


def _introduces(claim: Claim) -> bool:
    """我是新来的实习生，叫张伟: who tells what they are goes on with who they are."""
    return claim.who in (None, SELF) and (
        claim.category is Category.IDENTITY or claim.attribute in ("job", "grade", "school")
    )


def _goes_on(found: list[Claim], talk: SpokenOf) -> Who | None:
    """我有个弟弟，在部队当兵; 我的书叫《雾港》，明年出版: whoever or what was just brought up."""
    one = talk.brought_up
    if one and one.role and one.type is EntityType.PERSON and not PETS.fullmatch(one.role):
        return one
    named = [each for each in found if each.names and "叫" in (each.whole or each.tail)]
    return _made(named[-1]) if named and named[-1].attribute.startswith("project:") else None


def _sound(claims: Iterable[Claim], clause: Clause) -> Iterator[Claim]:
    """Hedged as the clause is, and only what can stand alone."""
    for each in claims:
        said = _hedged_claim(each, clause) if clause.hedge else each
        if whole(said.whole or f"{(said.who or SELF).shown}{said.tail}"):
            yield said


def _plainly(
    text: str,
    spoken: Spoken,
    days: list[When],
    talk: SpokenOf,
    local: Local,
    policy: Extraction,
    *,
    opens: bool,
) -> list[Claim]:
    """In its own words, where no template knows it."""
    before = talk.subject and _unnamed(spoken.rest, talk)
    if _SO_LONG.fullmatch(spoken.rest) or (spoken.who is None and stranger(text)):
        return []
    judged = _HABIT.search(text) and _OF_A_PLACE.search(text)  # 每天走一走确实容易坚持
    if spoken.who is None and talk.subject is None and (judged or _OF_ANYBODY.match(text)):
        return []
    dayless = _without(text, days) if spoken.who is None else text
    of = plain.spoken_of(text, spoken.rest, spoken.who, before, dayless, opens=opens)
    if of is None:
        return []
    who, rest = of
    if text.startswith("我们") and _EACH_OTHER.match(rest):
        if talk.person is None or not talk.person.key:
            return []
        who = Who(USER, f"用户和{talk.person.shown}")
    rest = _resolved(rest, talk)
    if days and rest is not spoken.rest:
        days = [] if _HABIT.search(rest) else find_days(rest, local, policy)
    begins = spoken.who is not None or who != before
    named = begins or who.type is EntityType.PROJECT or rest.startswith("的")
    found = plain.lasting(who, rest, days, local, named=named, begins=begins)
    if found is None:
        return []
    talk.subject = who if who.key != USER else SELF
    if called := _CALLED.search(rest):  # 养了一条叫阿黄的土狗，今年七岁
        talk.named(called["name"], called["name"], EntityType.OTHER)
    if made_of := activities.brings_up(rest):
        talk.person = Who(made_of, f"用户的{made_of}", made_of, EntityType.PROJECT)
    return [found.of(who)]


# 待了四年: where, is not said.
_SO_LONG = LazyPattern(
    r"(?:已经|[都也又还就真才]|一共|总共|前后|在一起)*(?:[待呆住做干用学谈读写过画练]|坚持)[了过]?(?:快|好)?"
    r"(?:[\d一二两三四五六七八九十几半]+多?(?:年|个多?月|天)|一辈子|长时间|久)了?"
)
_CALLED = LazyPattern(r"叫(?P<name>[^，的“”《》]{1,6})的(?=[^，]{1,6}$)")
_MANY = LazyPattern("父母|爸妈|家人|[们俩]$")
_PRONOUN = LazyPattern(r"(?<![其吉])[他她](?!们)")


def _resolved(rest: str, talk: SpokenOf) -> str:
    """我周末给她补课: whoever the message spoke of."""
    one = talk.person
    if one is None or not one.key or one.type is EntityType.PROJECT or _MANY.search(one.key):
        return rest
    return _PRONOUN.sub(one.shown, rest)


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


def _weekly(text: str, talk: SpokenOf) -> str:
    """我每周一三五去健身房，周末爬山: every one of them, too."""
    said = f"每{text}" if talk.often and _WEEKEND.match(text) else text
    talk.often = bool(_HABIT.search(said))
    return said


def _directed(text: str, clause: Clause, talk: SpokenOf, policy: Extraction) -> tuple[Claim, ...]:
    """What the agent is told about itself. 你叫小墨，是我的写作助手: it is still spoken to in the
    rest of the sentence."""
    goes_on = talk.subject == YOU and not clause.opens
    found = tuple(told(text, policy, led=clause.led or goes_on, standing=clause.standing))
    talk.task = bool(_A_TASK.match(text)) or (talk.task and not clause.opens)
    if talk.task and not clause.standing and not LASTING.search(text):  # 帮我列个提纲，语气正式点
        found = tuple(
            each for each in found if not (each.attribute.startswith("style:") or manner(text))
        )
    if not found and goes_on and text.startswith(("是", "叫")):
        found = tuple(told(f"你{text}", policy, led=clause.led, standing=False))
    found = tuple(
        each
        for each in resolved(found, _POINTS, talk.person)
        if whole(each.whole.removeprefix("用户要求"))
    )
    if any(each.who == YOU for each in found):
        talk.subject = YOU
    return found


def _dated_subject(text: str, talk: SpokenOf, local: Local, policy: Extraction) -> Spoken:
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
    spoken: Spoken, days: list[When], talk: SpokenOf, local: Local, policy: Extraction
) -> list[Claim]:
    who = spoken.who or _unnamed(spoken.rest, talk)
    before, talk.brought_up = talk.brought_up, None
    if who.key in (AGENT, ""):
        return []
    if died := _died(spoken, days, talk, local):
        return [died]
    found = [_relation(spoken)] if spoken.relation and spoken.relation[2] not in talk.gone else []
    rest = _bare(spoken.rest)
    known = _TEMPLATES.claims(rest, rest, who, policy)
    if (late := _LATELY.match(spoken.rest)) and not rest.startswith("最近"):
        known = [
            meanwhile.lately(each, local, late.group()) if meanwhile.of_lately(each) else each
            for each in known
        ]
    if spoken.who is None:
        known = _of_who_says_so(known, spoken.rest, who, talk)
    if not known and (works := work.is_at(rest, policy, moved=talk.left_work)):
        known = [works.of(who)]
    words = [spoken.rest[each.start : each.end] for each in days]
    if not any(
        word in each.tail for word in words for each in known if each.attribute != "birthday"
    ) and (known or not days):
        noted = found + _noted(known, talk)
        if any(_brings_up(each, spoken.rest, before) for each in noted):
            talk.brought_up = talk.person
        return noted
    dayless = _bare(_without(spoken.rest, days))
    if dayless.startswith("我"):
        dayless, who = _bare(dayless[1:]), SELF
    if taken := measures.on_a_day(dayless, days, local):
        return [*found, taken.of(who)]
    lasting = _TEMPLATES.claims(dayless, dayless, who, policy)
    if _STAYS.match(dayless):  # 我今天住在朋友家: where one stays for a night is no home
        lasting = [each for each in lasting if each.attribute != "location"]
    lasting = [each for each in lasting if _lasts(each)]
    if not _OVER.search(spoken.rest):  # 我1月5号做手术: that day, whatever became of it
        lasting = [each for each in lasting if each.category is not Category.HEALTH]
    at = days[0].at(local) if days else 0
    if lasting and at <= local.at:  # 我下个月搬到成都: who will move has not
        shown = spelled(days[0])
        return found + [_on(replace(each, event_at=at), shown) for each in _noted(lasting, talk)]
    # 小雅辞职了，下周去深圳: whoever the clause before spoke of, unless that was the user.
    named = spoken.who or (who if who.key != USER else None)
    told = Spoken(named, spoken.rest)
    if named == SELF and (its := plain.thing(spoken.rest, ours=True)):
        rest = spoken.rest[plain.end_of_thing(spoken.rest) :]
        told, days = Spoken(its, rest), find_days(rest, local, policy)
    dated = event(told, days, local) if days else None
    return [*found, dated] if dated else found


def _of_who_says_so(known: list[Claim], said: str, who: Who, talk: SpokenOf) -> list[Claim]:
    """Of a clause without a subject: what can only be of whoever it is taken for."""
    if plain.of_everybody(said):
        return []
    if talk.subject is None and not talk.introduced:
        known = [each for each in known if not _of_anybody(each, said)]
    if talk.subject is None:  # 顺便叫小美, 公司叫云帆科技
        # 整租一居室，房租2600: of whatever is to let; 房租涨到2800了 is somebody's who pays it
        known = [each for each in known if not activities.of_anybody(each)]
        firm = ("employer",) if _A_FIRM.match(_bare(said)) else ()
        known = [each for each in known if each.attribute not in ("name", "status:marital", *firm)]
    if who == SELF and not talk.introduced:
        # 我学了一道菜，叫做清蒸鲈鱼: of whatever was brought up, not of the speaker
        known = [each for each in known if each.attribute not in _OF_ANYTHING]
    return known


def _on(claim: Claim, shown: str) -> Claim:
    """What began on a day, with that day: 2026-01 搬到了上海."""
    done = not claim.whole and _DONE.match(claim.tail)
    return replace(claim, tail=f" {shown} {claim.tail}") if done else claim


_DONE = LazyPattern("(?!的|是|有|和|养)[^，]{1,6}了|做完")
_A_FIRM = LazyPattern("(?:公司|单位)(?:名|全称|是|叫|为)")
_OVER = LazyPattern("[了过]|刚|已经|查出|确诊|诊断")
_LATELY = LazyPattern("最近|刚刚?|前段时间|前阵子|不久前|前几天")
# 还获得了金曲奖, 主演过三部片: of whoever was spoken of before, or of a work.
_OF_ANYBODY = LazyPattern(
    r"(?:[也还又曾]|并且|而且|后来|然后|曾经|已经|先后)|获得|荣获|获|入围|提名|出演|主演|执导|上映|发行|出道"
)
_LISTS = LazyPattern(r"还有|有(?:[^，]*等$|《)")
_OF_A_PLACE = LazyPattern(
    r"是|确实|容易|有点|能|可以|应该|太|不错|挺|\d元|免费|开放|营业|含餐|门票"
)
_STUDIES = LazyPattern(r"[读念上]|(?<!大)学|毕业|专业")
# What others have as well, and things: who does not say whose it is may speak of any of them.
_OF_ANYTHING = frozenset(
    (
        *("name", "nickname", "name:英文名", "name:笔名", "name:surname", "birthday", "zodiac"),
        *("phone", "email", "wechat", "qq", "address", "gender", "height", "nationality"),
    )
)


def _of_anybody(claim: Claim, said: str) -> bool:
    """Of a clause without a subject that opens a message: whether it may be of another."""
    family = claim.attribute.partition(":")[0]
    if family == "habit":  # 每年秋季的红叶是景区的亮点; 周六含餐198元
        return bool(_OF_A_PLACE.search(claim.tail))
    if family == "age":  # 拿奖时，才三十岁
        return True
    if family == "schedule":  # 参加节目: who did or will, is not said
        return not _TO_COME.search(said)
    if family == "job":  # 曾经也是个艺人
        return bool(_LIKEWISE.match(said.removeprefix("曾经")))
    if family == "major":
        return not _STUDIES.search(said)
    if family in ("preference", "grade"):  # 也很喜欢洗澡; 才上三年级: who, was said before
        return bool(_LIKEWISE.match(said))
    return bool(_LISTS.match(said) or (not family and _OF_ANYBODY.match(said)))


_LIKEWISE = LazyPattern("[也还又才刚]")
_TO_COME = LazyPattern("[将要会了]|打算|准备|计划|马上|报名")


_OF_THEM = LazyPattern(
    r"(?:名字|书名|代号|名|分别|暂定|暂时)*(?:是|叫|取名|起名)|(?:今年|已经|才"
    r"|刚)*[\d一二两三四五六七八九十]+(?:个月|岁)"
)

_BRINGS_UP = LazyPattern(r"(?:有|养|买)(?:了|着)?一?[只条匹头个位]")
_LIKES = LazyPattern(
    r"(?:很|最|特别|非常|超级?|也|都|就|还|挺|有点|总是?|老)*(?:喜欢|爱|讨厌|怕|不(?:喜欢|爱|吃"
    r"|喝))"
)
# What no animal likes: whoever tells of a cat may go on to tell of themselves.
_HUMAN = LazyPattern(
    r"咖啡|茶|酒|火锅|拿铁|可乐|甜食|辣|书|电影|剧|音乐|歌|旅|编程|代码|写|读|游戏|运动|健身"
    r"|摄影|画"
    r"|跑步|爬山|做饭|弹|学|工作|上班|逛街|购物|聊天|[A-Za-z]"
)


# What is done to a work, not by it: 我的书叫《雾港》，打算明年写完.
_HUMAN_DOES = LazyPattern(
    r"(?:现在|目前|已经|最近|大概|还|都|也|一直|刚|终于)*(?:打算|准备|计划|想|希望|决定"
    r"|每[天周晚]|喜欢|写[了到完]|在写|做[了到完]|在做|花了"
    r"|还没|和|跟|平时|用了[\d一二两三四五六七八九十半])"
)
# 我在做的项目叫“拾光”，是一个修照片的工具.
_OF_IT = LazyPattern(
    r"(?:就|主要|专门)*(?:是一?[个款部本家套种门]|用的|讲的?是?|面向|基于|定位|卖|教人?|上线"
    r"|已经上线|分享)"
)
_COMES = LazyPattern(r"(?:开业|上线|发布|出版|上映|开张|内测|公测|交付|完结)了?$")
# 我们上周一起去爬山了: with whom, is not said.
_TOGETHER = LazyPattern(r"(?:我们|咱们?|俺们)(?!俩)[^，和跟与同陪]*(?:一起|一块|互相|彼此|相互)")
# 我们认识十二年了: with whom was said before.
_EACH_OTHER = LazyPattern(
    r"(?:俩)?(?:已经|都|也|现在|一直)*(?:认识|在一起|异地|两地|分居|相差|谈了|恋爱|合租|同居"
    r"|住一起|是[^，]{0,6}(?:同学|同事|同乡|老乡|室友|朋友|夫妻|搭档))"
)
_WE = LazyPattern(r"[^，我]{0,6}我们(?!公司|家|团队|部门|学校|班|组)")
_TAKES_TWO = LazyPattern(
    r"合拍|合得来|合不来|吵架|争吵|冷战|分手|复合|闹别扭|相处|沟通|交流|联系|矛盾|分歧|打电话|通[^，]{0,3}电话|聊天|见面"
    r"|各自|认识的?$|一起|在一起|异地|恋爱|^的(?:关系|感情)|(?:朋友|夫妻|恋人|情侣)$"
)
_WITH = LazyPattern(rf"我们?[和跟与]我?的?(?P<role>{ROLE})(?![们圈的])")


def _ours(claims: list[Claim], text: str, talk: SpokenOf) -> Iterator[Claim]:
    """我们每天通电话: of the user and whoever was spoken of. Where that is nobody, nothing."""
    if other := _WITH.match(text):  # 我和男友异地，我们每天通电话
        subject(f"我{other['role']}", talk)
    one = talk.person
    known = one is not None and bool(one.key) and one.type is EntityType.PERSON
    for each in claims:
        free = not each.attribute or each.attribute.startswith("habit:")
        if (
            not (free and _WE.match(text) and _TAKES_TWO.search(each.tail))
            or each.whole
            or each.who not in (None, SELF)
        ):
            yield each
        elif known and one is not None:
            yield replace(each, who=Who(USER, f"用户和{one.shown}"))


def _unnamed(rest: str, talk: SpokenOf) -> Who:
    """我养了一只猫，叫咪咪: it is the cat's name. Else whoever the clause before spoke of."""
    person, other = talk.person, talk.brought_up
    if other and _LIKES.match(rest) and not (_animal(other, talk) and _HUMAN.search(rest)):
        talk.subject = other
    left = talk.subject is not None and not talk.subject.key
    known = person is not None and (person.role or person in talk.names.values())
    if person and known and not left and _OF_THEM.match(rest):
        return person
    if person and person.type is EntityType.PROJECT and (_OF_IT.match(rest) or _COMES.search(rest)):
        return person
    if talk.subject and talk.subject.type is EntityType.PROJECT and _HUMAN_DOES.match(rest):
        return SELF
    if talk.subject and talk.subject.role and plain.left(talk.subject, rest):
        return Who("", "")
    return talk.subject or SELF


def _brings_up(claim: Claim, said: str, before: Who | None) -> bool:
    """我有只猫; and 叫咪咪 behind it."""
    new = claim.tail.startswith(("有", "养")) and _BRINGS_UP.search(said)
    return bool(new) or (before is not None and "叫" in claim.whole)


def _animal(who: Who, talk: SpokenOf) -> bool:
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
    known = claim.attribute.split(":")[0] in _LASTING or claim.attribute in _LASTING
    return known or activities.has_risen(claim)


def _bare(text: str) -> str:
    return _ADVERBS.sub("", text.strip(" ，,：:")).strip(" ，,：:")


def _without(text: str, days: list[When]) -> str:
    for when in reversed(days):
        text = text[: when.start] + text[when.end :].lstrip("的")
    return text


_DIED = LazyPattern(
    r"(?:已经|[也都又就]|突然){0,3}+(?:因[^，]{1,8}?|得[^，]{1,6}?)?(?:去世|过世|离世|病逝|被?安乐死?|不在(?=了)|死)了?$"
)
_LEFT = LazyPattern("(?:已经|[也都又就]|突然)*(?:走|没)了$")  # of an animal


def _died(spoken: Spoken, days: list[When], talk: SpokenOf, local: Local) -> Claim | None:
    """我家猫毛毛上个月死了: just that, and no cat is called 毛毛 any more."""
    role, said, name = spoken.relation or ("", "", "")
    one = spoken.who or talk.person
    if not name and one is not None and one in talk.names.values():
        role = said = next(role for role, each in talk.names.items() if each == one)
        name = one.key
    bare = _bare(_without(spoken.rest, days))
    gone = _DIED.match(bare) or (
        PETS.fullmatch(role or (one.role if one else "")) and _LEFT.match(bare)
    )
    at = days[0].at(local) if days else None
    told = absolute(spoken.rest, days).strip()
    told = f" {told}" if told[:1].isdigit() else told
    if gone and not name and spoken.who is not None and spoken.who.role:
        return Claim(
            category=Category.RELATION,
            attribute="status:life",
            value="dead",
            tail=told,
            who=spoken.who,
            event_at=at,
        )
    if not name or not gone:
        return None
    talk.gone.add(name)
    attribute, value = tie(role, name)
    return Claim(
        category=Category.RELATION,
        attribute=attribute,
        value=value,
        whole=f"用户的{said if len(said) > 1 or PETS.fullmatch(said) else role}{name}{told}",
        who=SELF,
        event_at=at,
        ended=True,
    )


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


def _noted(found: list[Claim], talk: SpokenOf) -> list[Claim]:
    """Whoever a clause names may be 她 in the next, and whoever it does not name may be yet."""
    for each in found:
        family, _, thing = each.attribute.partition(":")
        if family == "schedule":  # 我将要参加的论坛，它的规模是…
            talk.person = Who(each.value, each.value, type=EntityType.OTHER)
        talk.left_work = talk.left_work or (family == "job" and each.ended)
        if family == "project":
            talk.person = _made(each)
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


def _made(claim: Claim) -> Who:
    """What somebody makes: known by its name, or as what it is until its name is said."""
    name = claim.value
    if claim.names:
        return Who(name, name, type=EntityType.PROJECT)
    return Who(name, f"用户的{name}", name, EntityType.PROJECT)


def _hedged_claim(claim: Claim, clause: Clause) -> Claim:
    if claim.whole:
        return replace(claim, whole=f"{clause.hedge}{claim.whole}", confidence=clause.confidence)
    tail = claim.tail
    if tail.startswith("的"):  # 用户的生日可能是…
        head, mid, end = tail.partition("是")
        bare = head.rstrip("会要也都还就")  # 的儿子可能会是着凉了
        tail = f"{bare}{clause.hedge}{head[len(bare) :]}{mid}{end}"
    else:
        tail = f"{clause.hedge}{tail}"
    return replace(claim, tail=tail, confidence=min(clause.confidence, claim.confidence))
