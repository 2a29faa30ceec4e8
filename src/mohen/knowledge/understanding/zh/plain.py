"""What no template knows of a Chinese clause, kept in its own words: where it lasts and is whole.

我带一个八个人的小团队 names no attribute that is known, and is worth keeping all the same. A clause
is kept so when something in it says that it lasts (a habit, a plan, work, health, something owned,
made or lived through) and nothing in it says that it passes or belongs to this conversation.
"""

from __future__ import annotations

import re

from mohen.knowledge.model import AGENT, USER, Category, EntityType
from mohen.knowledge.understanding import entities
from mohen.knowledge.understanding.claims import Claim, Who
from mohen.knowledge.understanding.zh import words
from mohen.knowledge.understanding.zh.events import absolute, is_over, third
from mohen.text.dates import Local, When
from mohen.text.lazy_pattern import LazyPattern
from mohen.text.word_lists import topics

_N = "[\\d一二两三四五六七八九十几半百千]"


def _signs(*topics_: str) -> re.Pattern[str]:
    """Any of the signs that are kept under a topic, or several."""
    return LazyPattern(lambda: _listed(*topics_))


def _topic(name: str) -> list[str]:
    return topics(entities.__file__, "zh/lasting.txt")[name].split()


def _listed(*names: str) -> str:
    return "|".join(each for name in names for each in _topic(name)).replace("{N}", _N)


_POINTS = _signs("points")
_PASSES = _signs("passes")
_ONCE = _signs("once")
# What lasts, by what it is about; the first that fits gives the category.
_LASTS = (
    (Category.HEALTH, _signs("health")),
    (Category.PREFERENCE, _signs("taste")),
    (Category.GENERAL, _signs("plan")),
    (Category.PREFERENCE, _signs("habit")),
    (Category.STATUS, _signs("work", "making", "living")),
    # for how long: 做前端五年了
    (
        Category.STATUS,
        LazyPattern(
            rf"{_N}{{1,12}}多?个?(?:年|月|星期|礼拜|周|天|小时)多?(?:了$|没)"
            rf"|[了过][我他她]?{_N}{{1,12}}多?(?:年|个?多?月|个?小时|[天周本斤]|公里)"
        ),
    ),
    (Category.GENERAL, _signs("having")),
    # to be: 是村上春树的书迷, 是做自然语言处理的
    (
        Category.IDENTITY,
        LazyPattern(
            r"^[^，]{0,6}?是(?!为了|因为|想|说|来|要|第|真|对|错|不"
            r"|在)[^，]{0,16}(?:[者员师家迷粉党控派"
            r"族手长徒商痴盲工民警]|(?<!男|女|好|坏|的)人|学生|新手|老手|小白|[管监]|股东|体质|性格|型|老大"
            r"|老二|老幺"
            r"|后端|前端|运维|产品|设计|测试|销售|运营|夜猫子|朋友|搭档|同学|队友|助理|编辑|司机"
            r"|老板)的?$"
            r"|^是(?:阿[一-鿿]|[A-Z][a-z]+)$|是[^，]{2,10}一枚$"
            r"|是(?:一?个|一[名位])(?!好|坏|什么|问题|办法|机会|错|谜)[^，]{2,20}$"
            rf"|是(?:做|学|念|搞|教|写|画|卖|种|开|跑|干|管|研究|从|靠|{_N})[^，]{{1,14}}的$"
        ),
    ),
)
# Things of one's own that are spoken of: 我的小说, 我们公司, 我胃.
_THINGS = (
    r"公司|单位|团队|部门|小组|小区|宿舍|寝室|科室|车间|项目组|研究方向|毕业设计|退休金|工作室"
    r"|实验室|课题组|乐队|学校|项目|产品|小说|新书|书|毕业论文|论文|毕设|剧本|游戏|网站|博客"
    r"|公众号|频道|播客|店|咖啡馆"
    r"|餐厅|民宿|老家|家(?=在|住)|房子|新房|车|电脑|手机|相机|键盘|肠?胃|腰|颈椎|膝盖|眼睛|视力"
    r"|血[压糖脂]|皮肤|嗓子|睡眠|作息"
    r"|英语|日语|口语|数学|工作|收入|工资|稿子|专栏|课题|偶像|专业|口味|婚礼|签证|护照|合同|房租"
    r"|租约|预算|体重|身高|体脂|账号"
    r"|学费|方向|座右铭|头发|记性|酒量|厨艺|性格|MBTI|星座|书房|应用|小程序|[Aa]pp|插件|系统|平台"
    r"|显卡|字体|编辑器|[长中短]篇|诗集|处女作|连载|系列"
)
_THING = LazyPattern(
    r"(?:手[上头里])?(?:(?:的|[那这][个本部款只台辆家套条份]?)(?P<a>[^，的是在有几]{0,6}?)"
    r"|(?P<b>[新老第][一二两]?[个部本]?)?)"
    rf"(?P<thing>{_THINGS})(?!们|里|长|友|庭|乡|务|人|教|具|名|心|套|工|机|段|的)(?=[^，])"
)
# What is said of the user's own book, or of what is in it: 我的小说主角是…, 我笔下的反派叫….
# Not 我的小说里我是…, which is played, nor what the assistant is to do with it.
_BOOKS = "小说|书|文章|故事|[长中短]篇|剧本|连载|系列|诗集?|散文集?|作品|稿子|漫画|童话|绘本"
_BOOK = rf"[^，的是在有里我你他她]{{0,6}}?(?:{_BOOKS})"
_FIGURE = "主角|主人公|[男女]主(?!人)|反派|配角|结局|叙述者|世界观"
OF_BOOK = LazyPattern(
    rf"我(?:自己|现在|目前|正在)?(?P<by>的|[这那][本部篇个套]|在?写的|笔下的?|(?={_BOOKS}))(?P<said>(?:(?<=笔下的)|(?<=笔下)"
    rf"|(?:{_BOOK})?(?:[里中]面?)?的?[^，的是我里]{{0,4}}(?:{_FIGURE})|(?:{_BOOK})(?:[里中]面?|的(?=[^，的]{{1,6}}[是叫有在设])))"
    r"(?=[^，我]{2})(?![^，]*(?:(?<!主)要|别|请|不能|必须)).+)"
)
_OURS = LazyPattern(r"(?P<thing>[组班村系院镇厂队])(?![长里])(?=[^，]{2})")
_WORKS = LazyPattern(
    r"项目|产品|小说|新书|书|剧本|游戏|网站|博客|公众号|频道|播客|应用|小程序|[Aa]pp|插件|系统"
    r"|平台|专栏|[长中短]篇|诗集|处女作|连载|系列"
)
# What is so of a thing, and not just now: 我的小说已经写到第三章了.
_SO = LazyPattern(
    r"是|叫|[在有用写做卖教讲](?![点问])|生产|主营|经营|比较|很|特别|非常|挺|巨|超|有点|不太"
    r"|不怎么|需要|属于|为|主要|实行|被|烂|差|一般|姓|[朝靠离偏分从]|发表|" + _N
)
_OWN_THING = LazyPattern(
    r"(?:毕业论文|毕设|毕业设计|老家|论文|项目组|团队(?!合作|协作|精神|意识)|公司|部门|单位|课题组|工作室|组里"
    r"|家里(?=老人|条件|经济|养|父母|人都|在))(?!里|的|有人|叫|全[名称]|性质|成立|总部|创[立办建]|名称|旗下|位于)"
    r"(?=[^，]{2,})"
)
# Nobody is named, and it can only be the speaker.
_BEFORE = (
    r"(?:这[几两]年|前阵子|前段时间|这段时间|最近|目前|现在|平时|一般|通常|从小|已经|这几年|之前"
    r"|以前|曾经|后来|去年|今年|一直|本科"
    r"|大学|研究生|毕业后|毕业之后|主要|周末|下班后|自己"
    r"|偶尔|也|还|正|刚|又|都|就|只|先后|终于|总算|，)*+"
)
_ONESELF = LazyPattern(
    rf"{_BEFORE}(?:迷上|在(?:写|做|学|读|备|找|练|准备|攒|带|养|追|开发|筹备|研究|翻译|拍|画|录"
    rf"|减|治|[^，]{{2,12}}(?:工作|上班|做|当|读|待"
    rf"|住|实习|教))|打算|准备|计划|想[学考买换去]|喜欢|不喜欢|讨厌|决定|不吃|不喝"
    r"|每[天周晚早月年](?![^，]{0,6}的)|对[^，]{1,10}过敏|被裁|辞职|离职|(?:写|做|学|读|念|教|开|养|租|住|买|卖"
    r"|换|报|考|跑|练|用|搬|入职|戒|拿|生|谈|待|干|坚持|创业|结婚|减肥|攒|存)"
    r"[^，]{0,12}?(?:了|过|着)|[念学读报考]的是|(?:写|做|用|学|跑|读|教)[^，]{1,12}(?:为主"
    r"|比较多)|给(?:娃|孩子|儿子|女儿|爸妈|家里|老婆|老公)[^，]{1,8}了)"
    r"|(?:现在|目前|平时|最近|之前|以前|工作上|日常|业余)(?:主要|一般|都"
    r"|一直)?[用写做学玩看听跑练打吃喝]"
    r"|(?:自己|腰突|腰椎|颈椎|膝盖|失眠|跑步|健身|游泳|瑜伽|减肥|创业|单身|异地|结婚|毕业|备考"
    r"|戒烟)[^，]{0,8}(?:年|个?月|天|斤)"
    r"|[^，我你他她这那]{0,4}(?:从来不|从不)[^，]{2,}$|(?P<did>[吃喝看听穿用])[^，]{1,4}只(?P=did)[^，]+$"
    r"|一(?:到|写|紧张|忙|熬夜|喝|吃|看)[^，我你他她]{0,6}就[^，了]{2,}$|兼职做|家在[^，]{2,}$"
    r"|手[头上里]有|(?:刚|已经|又)*(?:查出|确诊)|跑步[^，]{0,6}坏|[北沪深]漂"
)


# 医生让我少吃盐, 公司派我去深圳: it happens to the user.
_CAUSED = LazyPattern(
    r"(?:医生|大夫|公司|单位|老板|领导|学校|导师|老师|房东|客户|甲方|编辑部?|出版社|银行|家里"
    r"|部门|组里)"
    r"(?:[^，我你他她]{0,6})(?:让|派|叫|给|建议|嘱咐|要求|不让|安排|催|通知|批准|答应)我"
)


_GROUPS = LazyPattern(
    r"公司|单位|团队|部门|小组|[组班村系院镇厂队]|学校|实验室|课题组|工作室|店|宿舍|小区"
)


def thing(rest: str, *, ours: bool = False) -> Who | None:
    """Something of the user's that a clause speaks of, from what follows 我; `ours`: 我们."""
    match = _THING.match(rest) or (_OURS.match(rest) if ours else None)
    if match is None or words.cut(rest, match.end()):
        return None
    given = match.groupdict()
    name = f"{given.get('a') or given.get('b') or ''}{match['thing']}"
    if _WORKS.fullmatch(match["thing"]):
        return Who(name, f"用户的{name}", name, EntityType.PROJECT)
    # Of a company more may be said, and it is somebody of its own; a stomach is the user's.
    key = name if _GROUPS.search(name) else USER
    return Who(key, f"用户的{name}", name, EntityType.OTHER)


def spoken_of(
    text: str, rest: str, who: Who | None, before: Who | None, dayless: str, *, opens: bool
) -> tuple[Who, str] | None:
    """Of whom or what a clause speaks that no template knows, and what it says of them. `opens`:
    a sentence begins with it."""
    if book := OF_BOOK.match(text):
        by = book["by"] if book["by"].endswith(("写的", "笔下的")) else "的"
        of = Who(USER, f"用户{by}", type=EntityType.OTHER)
        return (of, book["said"]) if _SO.search(book["said"]) else None
    if who is not None and who.key == USER:
        its = None if _WORKS_HARD.match(rest) else thing(rest, ours=text.startswith("我们"))
        if its:
            return its, rest[end_of_thing(rest) :]
        if _THING_OF.match(rest):  # 我们项目的技术栈是…
            return who, f"的{rest}"
        return None if rest.startswith("的") and not _MINE.match(rest) else (who, rest)
    if who is not None:
        return (who, rest) if who.key not in ("", AGENT) else None
    if _CAUSED.match(text):
        return Who(USER, ""), text
    if own := _OWN_THING.match(text):
        name = own.group()
        return Who(name, f"用户的{name}", name, EntityType.OTHER), text[own.end() :]
    its = thing(text) if before is not None and before.key == USER else None
    if its is not None and its.type is not EntityType.PROJECT:
        return its, text[end_of_thing(text) :]
    if before is not None and before.key == USER and not opens and (part := _PART.match(text)):
        return before, f"的{part.group()}"
    if before is not None and before.key not in ("", AGENT):
        if before.key != USER and _HAS.match(text):
            return before, f"的{text}"
        if before.key != USER and (left(before, text) or _AT_ME.match(text)):
            return None
        return (before, text) if before.key == USER or _acts(text) else None
    if (
        before is None
        and not of_everybody(text)
        and not text.startswith("都")  # 都结婚了: all of them
        and not _A_YEAR.search(text)
        and (_ONESELF.match(dayless) or _ALONE_ALL.match(dayless))
    ):
        return Who(USER, "用户"), text
    return None


# 我工作很努力: what one does, not what one has.
_WORKS_HARD = LazyPattern("(?:工作|学习|做事|上班|上课)[^，]{0,4}(?:努力|认真|拼命|勤|积极|投入)")
_AT_ME = LazyPattern(
    r"对[我用]|家里(?:只|就|还)?有[^，]{0,4}我"
)  # 我们开了家店，对我管得很严: who does, is not said
_A_YEAR = LazyPattern(r"\d{4}年")  # 在2003年拍了第一部片: of whom, is not said


def left(before: Who, text: str) -> bool:
    """Whether a clause goes on with something else than the company or team that was spoken of:
    我们公司饭局多，平时要注意身体."""
    return bool(_GROUPS.search(before.key)) and not _GOES_ON.match(text)


# 我们公司在上海，有三十个人: more of the same.
_GOES_ON = LazyPattern(
    r"(?:也|还|都|就|一共|总共|主要|专门|已经|刚|去年|今年|明年|现在|目前|最近|一直|每[天周月年]|全)*+"
    r"[是有在做卖用叫租搬开成招裁涨降换养不很特比挺非超]"
)
# 我攒了台主机，显卡是4070: something of what the user told of.
_PART = LazyPattern(
    r"(?![^，]*(?:[我用]|[这那][块边]))(?!在|从|当|每|有时|开始|后来|结果|最后|当时|原来|之前|以前|每次|现在|其实|主要|目前|可能|最|特点|问题|原因|意思|结果|关键|重点|答案|感觉|总之|平时|一般"
    r"|应该|本来|今|明|昨|自己|只|全|都|大|真|老|就|还|也|于|但|可|而|如|要|或|不|尤其|特别|甚至"
    r"|比如|包括|比)"
    r"(?:(?!的)[一-鿿A-Za-z]){2,4}?(?<![都也就还才又只总全真不倒更最])(?:是|用的是?"
    r"|选的是?)(?!可以|能|会|为了|因为|不是|这|那|在|想|说|要|很"
    r"|真)[^，]{2,20}$"
    r"|(?:题目|主题|内容|方向|名字|背景|故事|风格|规模|预算|地点|度数|片名|书名|店名)(?:是|叫|跟"
    r"|和|在|讲|围绕|设在|大概)?[^，]{2,}$"
)


_THING_OF = LazyPattern(rf"(?:{_THINGS})的[^，]{{3,}}")
_MINE = LazyPattern(r"的[^，的]{1,8}(?:是|叫|为|在|有|比较|大多|[用分从都只偏讲写朝靠])[^，]{1,}")
# What somebody has: 我妹在读初三，数学特别差.
_HAS = LazyPattern(
    rf"(?:{_THINGS}|身体|成绩|脾气|耳朵|听力|腿脚|记忆力|[一-鿿]{{1,2}}语(?=会|能|说|不|很|一般"
    rf"|还)|粉丝|性子|工龄)[^，]{{2,}}"
)


def end_of_thing(rest: str) -> int:
    match = _THING.match(rest) or _OURS.match(rest)
    return match.end() if match else 0


def lasting(
    who: Who, rest: str, days: list[When], local: Local, *, named: bool, begins: bool
) -> Claim | None:
    """The clause in the third person; None where it passes, points elsewhere or says too little.
    `named`: of whom it speaks is said in it; `begins`: it begins with them."""
    bare = rest.strip(" ，,：:")
    if days and rest.startswith("的", days[0].end):  # 我周末的作业还没写完: that is when, not what
        return None
    if (
        len(f"{who.role}{bare}") < _SHORTEST
        or _POINTS.search(bare)
        or (_PASSES.search(bare) and not days)
    ):
        return None
    of = bare if who.type is EntityType.PERSON else f"{who.role}{bare}"
    category = next((kind for kind, signs in _LASTS if signs.search(of)), None)
    own = who.shown == "用户"
    if category is None and own and begins and not days and not _ONCE.search(bare):
        # 我收集旧地图, 我写诗不押韵: with a bare verb is told what one does as a rule
        category = Category.IDENTITY if bare.startswith("是") else Category.GENERAL
    if not named and of_everybody(bare):
        return None
    if own and not named and category is not Category.HEALTH and not _acts(bare):
        return None
    if own and named and not _enough(bare, category):
        return None
    if category is None and not (named and _of_another(who, bare)):
        return None
    told = third(_ALSO.sub("", absolute(rest, days))).strip(" ，,")
    tail = f" {told}" if told[:1].isdigit() else told
    if not days:
        return Claim(category=category or Category.GENERAL, tail=tail)
    when = days[0]
    ahead = when.day > local.day or not (re.search("[了过]", bare) or is_over(when, local.day))
    return Claim(
        category=Category.SCHEDULE if ahead else category or Category.GENERAL,
        tail=tail,
        event_at=when.at(local),
    )


# 因为每个地方都有自己的氛围: whoever it is said of stands in it.
_EVERYBODY = LazyPattern(
    r"(?:每一?(?:[位种只件家]|个(?!多?月|周|星期|礼拜|小时|季|学期|[暑寒]?假))|所有|任何|大家|人们|很多人|有[的些]人?|各种|别人|世界|生活|人生|时间|自己的"
    r"|[^，是]{1,8}的(?:[男女]生|[男女]?人|[男女]孩|朋友|同学|同事|老师|领导|孩子)[^，]+"
    r"|喜欢(?:我的?|[吃喝看听玩]的[^，是]{1,6})$|喜欢[^，]{1,8}的[去来就请]|喜[欢爱]而"
    r"|不?(?:喜欢|想|爱|行|会)就[^，]|[生结有][^，]{0,2}了[^，]{0,4}就[要得该]|(?P<did>.)都(?P=did)了)"
)


def of_everybody(text: str) -> bool:
    """Of a clause without a subject: whether it says what is so of people, not of somebody."""
    return bool(_EVERYBODY.match(text))


def _enough(bare: str, category: Category | None) -> bool:
    """Whether more is said than a verb: 我单身 says all, 我准备 does not."""
    least = _SHORTEST if category is Category.IDENTITY else _SHORTEST + 1
    if category is Category.HEALTH or len(_LOOSE.sub("", bare)) > least:
        return True
    return bool(_ALONE.match(bare) or _WRITES.match(bare))


# 我写科幻: a kind of text, in two characters.
_WRITES = LazyPattern("写(?![作信字错完好得不的了给到])[一-鿿]{2}$")


def _acts(bare: str) -> bool:
    """Whether a clause goes on with what somebody does or is: 我身份证丢了 speaks of a card."""
    if bare.startswith("的") or _ALONE.match(bare):
        return True
    return bool(_VERBAL.match(bare)) and len(_LOOSE.sub("", bare)) > _SHORTEST + 1


_LOOSE = LazyPattern(r"[了过着也还都就又很]|已经|现在|最近|刚")
_VERBAL = LazyPattern(lambda: rf"(?:{_listed('adverbs')}|[，, ])*+(?:{_listed('verbs')})")
# These say all in a word: 我单身, 我妈信佛.
_ALONE = LazyPattern(lambda: rf"(?:{_listed('adverbs')})*+(?:{_listed('alone')})")

_ALONE_ALL = LazyPattern(  # 结婚需要责任心 is said of everybody
    lambda: (
        rf"(?:{_listed('adverbs')})*+(?:{_listed('alone')})"
        rf"(?:了|的|中|在家|快?{_N}+多?(?:年|个?月|天))*$"
    )
)


def _of_another(who: Who, bare: str) -> bool:
    """What is said of somebody near or of a thing of one's own is told to be known, unless it is
    what they do just now."""
    if who.shown == "用户":
        return False
    if bare.startswith("的"):  # 周杰的歌都好听: who is nothing to the user is not told of
        return bool(who.role) or who.type is not EntityType.PERSON
    if who.type is EntityType.PERSON:  # 我妈信佛
        return bool(who.role) and len(bare) > _SHORTEST and bool(_TRAIT.match(bare))
    return bool(_SO.search(bare)) and not _JUST_NOW.search(bare)


_SHORTEST = 2
# How somebody is, not what they did at no time that is named: 我爸给我发消息.
_TRAIT = LazyPattern(
    lambda: (
        rf"(?!.*(?:{_JUST_NOW_SIGNS}))(?:{_listed('adverbs')})*+(?:是|有|没有?|在|不|爱|信|姓|属|总|老|从|对"
        r"|喜|讨厌|怕|会|能|今年|家|性格|脾气|身体|[\d一二两三四五六七八九十]+岁|退休|患|得了|住|教|当|开|卖|做[^，]{2,}的?$|的)"
    )
)
_ALSO = LazyPattern(
    r"^(?:[也又都]|还(?!是|没)|而且|并且|确实|其实|的确)+(?=[^，]{2})"
    r"|(?<=^晚上|^早上|^平时|^周末|^白天|^最近|^现在)也(?=[^，]{2})"
)
_JUST_NOW_SIGNS = (
    r"[来走到]了$|在(?:做饭|睡|看|打|吃|洗|旁边|叫|喊|说|笑|哭|家$|外面|路上|楼下)|又|正|刚"
    r"|^(?:好|真|太|也)|烦|气死|死了|叫我|喊我|找我|等我|骂"
    r"|昨天|^(?:很|非常|特别)?(?:好|棒|牛|厉害|可爱|帅|漂亮)的?$"
)
_JUST_NOW = LazyPattern(_JUST_NOW_SIGNS)
