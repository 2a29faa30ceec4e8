"""A Chinese fragment as clauses, each with how it is said: asked, supposed, hedged, corrected."""

from __future__ import annotations

import re
from collections.abc import Iterator

from mohen.knowledge.consolidation.model import Act
from mohen.knowledge.policy import Extraction
from mohen.knowledge.understanding.claims import Clause
from mohen.knowledge.understanding.zh.sentence_cues import POLITE_ORDER

_CUT = re.compile(r"([，,；;。！!？?\n…]+|(?<!\d)\.(?=\s|$)|(?<=[一-鿿]) {1,}(?=[一-鿿]))")
_ENDS = re.compile(r"[。！!？?\n；;]")
_ASIDE = re.compile(r"[（(][^（()）]*[）)]")
# Behind what is not meant: 我想辞职（气话）, 我中奖了（并没有）.
_NOT_MEANT = re.compile(
    r"[（(](?:气话|玩笑话?|开玩笑的?|说笑的?|反话|误|划掉|假的|瞎说的?|并没有?|不是|bushi|狗头"
    r"|手动狗头|doge)[）)]"
)

_JOKE = re.compile(
    r"^(?:哈+|嘿+|我(?:是|在|就是)?|刚才|刚刚|上面|前面|只是|跟你|和你|其实"
    r"|那)*(?:开(?:个|你|了个)?玩笑|逗你|骗你|说着玩|瞎说|胡说|乱说|闹着玩|皮一下)"
    r"(?:而已|玩|呢|的|了|啦|哈|罢了|别当真|不要当真)*$|^(?:别|不要)当真(?:了|啊)?$"
)
_FORGET = re.compile(
    r"^(?:请|你|就|那|把)*(?:忘了|忘掉|忘记|不要记|别记|不用记)(?:住|得)?(?:我)?(?:刚才"
    r"|刚刚|之前|前面|上次)?(?:我)?(?:说|提|讲)?(?:过"
    r"|到)?的?(?:关于)?(?P<what>.{0,20}?)(?:的?(?:事情?|话|那些?|那句))?(?:吧|了|啊)*$"
)
_FORGETS = re.compile(
    r"忘了我|忘掉我|忘记我|把.*忘(?:了|掉)|(?:不要|别|不用)记(?:住)?(?:我)?(?:刚|说|提|这"
    r"|关)"
)
_CORRECTION = re.compile(
    r"^(?:哦|啊|等等|等一下|抱歉|不好意思|对不起|不不?|嗯|额)*(?:更正(?:一下)?"
    r"|纠正(?:一下)?|修正(?:一下)?|说错了?|我说错了|刚才说错了|搞错了|我?记错了|打错了"
    r"|写错了|不对|不是的|错了|应该说|准确地?说|确切地?说|其实(?=是|我|应该))"
    r"[，,：:\s]*"
)
_LEAD = re.compile(
    r"^(?:(?:嗯+|哦+|噢|啊|呃|哎|唉|嗨|哈+|嘿+|对了|对|是的|没错|好的?|另外|还有|而且"
    r"|并且|然后|接着|后来|其实|说实话|说真的|老实说|坦白说|不瞒你说|顺便(?:说"
    r"|提)?(?:一下|一句)?|顺带一提|"
    r"(?:请|你|要|一定要?|帮我|麻烦|务必)*(?:记住|记得|记一下|记下来|记着|注意|别忘了"
    r"|不要忘记|牢记)|(?:很|非常)?重要的(?:一点)?是|(?:很|非常)?重要|关键(?:的一点)?是"
    r"|不过|但是?|可是|然而|所以|因此|因为|由于|毕竟|反正|总之|"
    r"首先|其次|最后|第[一二三四]|你知道|告诉你|(?:我)?跟你说|我告诉你|我想告诉你"
    r"|提醒(?:一下|你)|补充(?:一下|一点)?|你好|您好|大家好|自我介绍(?:一下)?"
    r"|我(?:先)?介绍(?:一下)?(?:自己)?|虽然|尽管|既然|不仅|不但|只不过|只是|话说|说起来"
    r"|据我所知|众所周知|我说|同时|此外|以及|现在呢|那|下(?=我))"
    r"(?:[，,：:、。！!\s]+|(?=我|你|他|她|以后|今|明|昨|下|从|在|对|不|别|是|有|叫|住|喜"
    r"|讨|最|每|[一-鿿])))+"
)
_ASKS = re.compile(
    r"[?？]|吗$|么$|^(?:那|这|你|您|他|她|.{1,3})呢$|吧$|是不是|有没有|能不能|会不会"
    r"|要不要|可不可以|可以不|好不好|对不对|行不行|该不该|怎么(?!都|也|喜|爱|吃|喝|会"
    r"|样都)|什么(?!都|也|的$)|为何|为啥|啥(?!都|也|的)|哪(?!怕|儿都|里都|都)|谁(?!都|也)"
    r"|几(?=点|号|岁|个人|天)|多少|多久|多大|如何|是否|咋"
)
_NOT_ASKING = re.compile(
    r"(?:以后|记住|都|要|别|用).*吧$|(?:这个?人|那个?人)吧$|^[^？?]*(?:可能|大概|应该).*吧$|(?:在|着|的)呢$"
)
_SUPPOSE = re.compile(
    r"如果|假如|假设|假使|要是|倘若|万一|的话|想象|假装|扮演|比如|例如|譬如|好比|设想"
    r"|就算|即使|哪怕|除非|只要|当我|小时候要|续写|改写|翻译一?下|润色|造句"
    r"|写一?[篇段首封个]|生成|以.{0,6}口吻|从现在起你是"
)
_HEARSAY = re.compile(
    r"(?:他|她|他们|她们|人家|有人|别人|网上|医生|老师|老板|妈妈?|爸爸?|朋友|同事"
    r"|[一-鿿]{1,3})(?:都|总|老|经常|曾经?|告诉我|跟我|对我|和我)*(?:说过?|讲|表示|认为"
    r"|觉得|以为)(?![话起到])"
)
# What a doctor says of one is so, as far as one knows; what others say is their opinion.
_DOCTOR = re.compile(r"^(?:医生|大夫|体检报告)(?:都|又|还|就|刚刚?)*(?:说|告诉我|诊断)(?=我[^的])")
_OWN_WORDS = re.compile(r"^(?:我|本人)(?:都|总|老|经常|曾经?|刚才|之前|也)*(?:说|觉得|认为|表示)")
_HEARD = re.compile(
    r"听说|据说|传说|听人说|网上说|小说里|电影里|书里|剧里|游戏里|梦见|梦到|做梦|文章里"
    r"|歌词|台词|主角|主人公|男主|女主|反派"
)
_HEDGE = re.compile(
    r"(?P<guess>我猜|猜测|我怀疑|怀疑自己|不确定|不太确定|说不定)|(?P<maybe>可能(?!性"
    r"|会有)|也许|或许|没准|似乎|好像|貌似)|(?P<likely>大概率|大概|多半|估计|恐怕|八成"
    r"|大约(?=是|会|在))|(?P<sure>我想应该|应该(?=是|对|会|有|在|叫|算|属于|不)|我觉得我"
    r"|我感觉我|我想我)"
)
_HEDGE_LOSES = re.compile(r"^(?:我猜|猜测|我怀疑|怀疑自己|不太确定|不确定|我觉得|我感觉|我想)")


def clauses(text: str, policy: Extraction) -> Iterator[Clause]:
    """The clauses that state something. What is asked, supposed or told by others is left out,
    and what is supposed or told lasts until the sentence ends."""
    skipping = corrects = False
    opens = True
    for said, stop in _parts(_ASIDE.sub("", _NOT_MEANT.sub("，开玩笑的，", text)))[
        : policy.clauses_most
    ]:
        ends = bool(_ENDS.search(stop)) or not stop
        if said and not skipping and len(said) <= policy.clause_most:
            found = _clause(said, stop, policy, corrects=corrects, opens=opens)
            skipping = found is None and not ends and _leads_away(said)
            # 说错了，我住在上海: the mark of a correction is a clause of its own.
            corrects = found is not None and not found.text and found.act is Act.CORRECTS
            if found is not None and (found.text or found.forgets is not None):
                yield found
        if ends:
            skipping = False
        opens = ends


def _parts(text: str) -> list[tuple[str, str]]:
    """Each clause, and what ends it."""
    parts, start = [], 0
    for match in _CUT.finditer(text):
        parts.append((text[start : match.start()].strip(" 　、：:"), match.group()))
        start = match.end()
    return [*parts, (text[start:].strip(" 　、：:"), "")]


def _leads_away(said: str) -> bool:
    return bool(_SUPPOSE.search(said) or _told(said))


def _told(said: str) -> bool:
    if _HEARD.search(said):
        return True
    return not _OWN_WORDS.match(said) and bool(_HEARSAY.match(_LEAD.sub("", said)))


def _clause(
    said: str, stop: str, policy: Extraction, *, corrects: bool, opens: bool
) -> Clause | None:
    said = _DOCTOR.sub("", said)
    if polite := POLITE_ORDER.match(said):
        said, stop = polite["order"], ""
    if _JOKE.match(said):
        return Clause("", said, Act.TAKES_BACK, forgets="")
    if _FORGETS.search(said) and (forgets := _FORGET.match(said)):
        return Clause("", said, Act.TAKES_BACK, forgets=forgets["what"].strip("那个些的"))
    corrected = _CORRECTION.match(said)
    if _SUPPOSE.search(said) or (not corrected and _told(said)) or "？" in stop or "?" in stop:
        return None
    text, led = _led(said[corrected.end() :] if corrected else said)
    if _ASKS.search(text) and not _NOT_ASKING.search(text):
        return None
    text, hedge, confidence = _hedged(text, policy)
    act = Act.CORRECTS if corrected or corrects else Act.STATES
    return Clause(text, said, act, hedge, confidence, led, opens)


_VALUE = re.compile(
    r"(?:应该)?(?:而)?(?:是|叫|在|住在|为)?(?P<v>[^，。是不我你他她改]{1,12}?)(?:才对|的|了"
    r"|啊|哦)*"
)
_NOT = re.compile(r"不是(?P<wrong>[^，。]{1,12}?)(?:[，,]?(?:而)?是(?P<v>[^，。]{1,12}))?")
_BUT = re.compile(r"(?:而)?是(?P<v>[^，。]{1,12}?)(?:不是(?P<wrong>[^，。]{1,12}))?")


def corrected(text: str) -> str:
    """The value that a correction gives and nothing else: 其实是上海. Empty where it says more."""
    match = _VALUE.fullmatch(text)
    return match["v"] if match else ""


def contrast(text: str) -> tuple[str, str]:
    """不是北京, 是上海: what is wrong, what is right; either may be missing."""
    match = _NOT.fullmatch(text) or _BUT.fullmatch(text)
    return (match["wrong"] or "", match["v"] or "") if match else ("", "")


def _led(text: str) -> tuple[str, bool]:
    bare = _LEAD.sub("", text, count=1)
    return (bare, True) if bare and bare != text else (text, False)


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
