"""What somebody makes, owns, does by habit, can and wants, in Chinese."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from mohen.knowledge.consolidation.model import Named
from mohen.knowledge.model import Category, EntityType
from mohen.knowledge.policy import Extraction
from mohen.knowledge.understanding.claims import Claim, Who, key
from mohen.knowledge.understanding.pattern_engine import Matched, template
from mohen.knowledge.understanding.zh.events import absolute, find_days, third
from mohen.knowledge.understanding.zh.phrases import SELF, clean_value, several
from mohen.knowledge.understanding.zh.words import common
from mohen.text.dates import Local
from mohen.text.lazy_pattern import LazyPattern

# 周四四点: four o'clock on one of them
_WEEKDAY = "[一二三四五六日天](?![次趟回顿个般直起些]|点(?!外卖|菜|餐|单|奶茶))"
_OFTEN = (
    r"每天(?:早上|晚上|早晨|下午|中午|清晨|都)*"
    rf"|每(?:个)?(?:周|星期|礼拜){_WEEKDAY}(?:[、和]?(?:周|星期)?{_WEEKDAY})*"
    rf"|(?:周|星期|礼拜){_WEEKDAY}(?:[、和]?(?:周|星期)?{_WEEKDAY})+"
    r"|每(?:个)?(?:周末|周|星期|礼拜)|每(?:个)?月|每年|每晚|每早|每(?:个)?周末|天天|平时|通常"
    r"|一般|经常|常常|总是|习惯|向来|几乎每天|周末(?=一般|都|通常|总)"
)
_TALK = LazyPattern(r"你|这|那|提醒我|问题|代码|报错|一下|吗|吧$")


@template(
    "每|平时|通常|一般|经常|常常|总是|习惯|天天|周|星期|礼拜",
    (
        rf"(?:都|也|一直|还)*(?P<o>{_OFTEN})(?:都|会|要|也|的|一般"
        rf"|通常)*(?P<v>[^，。]{{2,25}})"
    ),
)
def habit(said: Matched) -> Iterator[Claim]:
    what = clean_value(said["v"], said.policy)
    if not what or _TALK.search(what) or re.match(r"(?:来说|情况|而言|的)", what):
        return
    bare = re.sub(r"^(?:早上|晚上|下午|中午|[\d一二三四五六七八九十]+点半?|于|着|喜欢)+", "", what)
    if len(bare) < 2 or re.search(
        r"下雨|下雪|^向上|^般|^人|^个|^[上下中]午$|^一样|^\W|(?:开放|营业|开门|闭馆)的?$", bare
    ):
        return  # 我一般早上背: what, is not said
    tail = said.match.string
    yield Claim(
        category=Category.PREFERENCE,
        attribute=key(
            "habit",
            re.sub(
                r"[\d一二两三四五六七八九十]+(?:点半?|公里|小时|次|杯|个小时|分钟|字|页|章|步|组).*$",
                "",
                bare,
            )
            or bare,
        ),
        value=f"{said['o']}{what}",
        tail=tail,
    )


_SKILL = r"写|说|讲|用|弹|拉|吹|画|编|开|做|打|拍|剪|修|织|唱|跳|下"


@template(
    "会|擅长|精通|熟悉|熟练|懂|学过",
    (
        r"(?:也|还|都|只|很|非常|比较|最|挺)*(?P<verb>不太?会|不怎么会|不懂|不太懂|会|擅长"
        r"|精通|熟悉|熟练掌握|熟练使用|掌握|懂|略懂|学过|不擅长"
        rf"|不精通)(?P<d>{_SKILL})?(?P<v>[^，。]{{1,18}}?)(?:的)?"
    ),
)
def skill(said: Matched) -> Iterator[Claim]:
    verb, value = said["verb"], said["v"]
    if (
        verb.endswith("会")
        and not said["d"]
        and not re.fullmatch(
            (
                r"(?:Python|Java|编程|英语|日语|法语|德语|韩语|西班牙语|俄语|中文|粤语|钢琴|吉他|游泳"
                r"|开车|做饭|书法|[A-Z][\w+#]*)(?:和.*|、.*)?"
            ),
            value,
        )
    ):
        return
    if verb.endswith("会") and re.search(
        r"[一封篇给把到了过再很]|完|出来|下来|去|来$|回|怎么", value
    ):
        return
    if _TALK.search(value) or re.search(r"道理|意思|自己|你的|^好|[了唉]$", value):
        return
    for thing in several(value, said.policy):
        done = f"{said['d']}{thing}"
        level = "no" if verb.startswith("不") else "yes"
        yield Claim(
            category=Category.GENERAL,
            attribute=key("skill", thing),
            value=level,
            tail=f"{verb}{done}",
        )


@template(
    "能力|水平|基础|零基础|小白|新手|高手",
    (
        r"(?:的)?(?P<v>[一-鿿A-Za-z+#]{1,10}?)(?:的)?(?:能力|水平|基础)(?P<d>很|比较|非常|还"
        r"|不太|有点|挺|只是|是)?(?P<l>有限|一般|不强|很强|不错|较弱|薄弱|差|强|好|零|入门"
        r"|初级|中级|高级|为零)(?:的)?|(?:是)(?:一?个)?(?P<w>[一-鿿A-Za-z]{1,8}?)(?P<m>小白"
        r"|新手|初学者|高手|专家|零基础)|(?P<x>[一-鿿A-Za-z]{1,8})(?P<z>零基础)"
    ),
)
def level(said: Matched) -> Iterator[Claim]:
    thing = clean_value(said["v"] or said["w"] or said["x"], said.policy)
    much = (said["d"] + said["l"]) or said["m"] or said["z"]
    if not thing or re.search(r"[我你他她]|这|那", thing):
        return
    tail = (
        f"{thing}能力{much}" if said["v"] else f"是{thing}{much}" if said["w"] else f"{thing}{much}"
    )
    tail = tail if "水平" not in said.match.string else f"{thing}水平{much}"
    yield Claim(category=Category.GENERAL, attribute=key("skill", thing), value=much, tail=tail)


@template(
    "学",
    (
        r"(?:正|最近|现在|开始|一直|也)*(?:在|开始)(?:自)?(?:学习?"
        r"|自学)(?:了)?(?P<v>[^，。]{1,12})(?:了)?"
    ),
)
def learning(said: Matched) -> Iterator[Claim]:
    if re.search(r"校|院|生|期|着|上|[大中小]学|区", said["v"]):
        return
    for thing in several(said["v"], said.policy):
        yield Claim(
            category=Category.STATUS,
            attribute=key("skill", thing),
            value="learning",
            tail=f"在学{thing}",
        )


_WANT = (
    r"希望(?:能够?|可以|将来|有一天|未来)*|梦想(?:是|着|就是)(?:能够?)?|目标(?:是"
    r"|就是)|立志|打算|计划|准备|一直想|很想|特别想|将来想|以后想|今年想|想要?(?=学|去"
    r"|成为|当|考|买|换|减肥|写[一本]|开[一家]|转行|辞职|搬|出国|留学|创业|结婚"
    r"|要[一个]?孩子|养|读|瘦|戒|拥有|实现|做一[个名])"
)
_ASKS_ME = LazyPattern(
    r"^(?:睡|出发|登机|吃饭|洗|出门|回去|回家|走|下班|上课|上车|开始|好|收拾|过去|下单|关|起床"
    r"|开锅|三点)"
    r"|^(?:你|您|能?帮|问|请|知道|让|听|看看|了解|咨询|用|要?一?[个份段篇]|说|找|把|确认"
    r"|要|得到|测试)|一下|你|这|那|看看|逛逛|转转|走走|^买[点些条件双包瓶杯斤]"
)


@template(
    "希望|梦想|目标|打算|计划|准备|想|立志",
    (
        r"(?:的|其实|也|还|都|就|真的|正|现在|最近|一直"
        rf"|是)*(?P<w>{_WANT})(?P<v>[^，。]{{2,28}})"
    ),
)
def goal(said: Matched) -> Iterator[Claim]:
    what = clean_value(said["v"].rstrip("了"), said.policy)
    if not what or _ASKS_ME.search(what) or what in ("去", "来", "走", "回去"):
        return
    bare = re.sub(r"^(?:去|要|成为|学习?|当|能)", "", what)
    word = {
        "希": "希望",
        "梦": "的梦想是",
        "目": "的目标是",
        "立": "立志",
        "打": "打算",
        "计": "计划",
        "准": "准备",
    }.get(said["w"][0], "想")
    yield Claim(
        category=Category.GENERAL, attribute=key("goal", bare), value=what, tail=f"{word}{what}"
    )


_CHANGE = (
    r"换(?:个|一?份)?(?:新)?工作|辞职|离职|跳槽|转行|退休|搬家|搬(?:到|去)[^，。了]{2,10}|结婚|离婚|订婚"
    r"|分手|出国|移民|休学|退学|复读|创业|当爸爸|当妈妈|生孩子"
    r"|(?:去|到|回)[^，。了]{2,8}(?:工作|上班|读书|留学|生活|定居|上学|发展|读研|读博)"
)


@template("要|会", rf"(?:也|就|快|马上|很快|真的)*(?P<w>要|会)(?P<v>{_CHANGE})了?")
def about_to(said: Matched) -> Iterator[Claim]:
    """A change that has not come yet replaces nothing."""
    yield Claim(category=Category.STATUS, tail=f"{said['w']}{said['v']}")


_WORK = (
    "项目|小说|长篇|短篇|剧本|书|游戏|应用|App|app|APP|小程序|网站|论文|公众号|播客|系统|插件"
    "|平台|博客|频道|工具|店|网店|专栏|课程|毕设|毕业设计|视频号|创业|课题|产品|软件|框架|开源库"
    "|库|乐队"
    "|账号|工作室|咖啡馆|咖啡店|书店|民宿|餐厅|花店|面馆|漫画|绘本|诗集|电影|短片|纪录片|歌|专辑"
    "|品牌|公司|机器人|脚本|引擎"
)
_MAKE = (
    r"做|开发|写|搞|弄|创作|运营|研究|翻译|筹备|设计|维护|负责|创办|经营|连载|准备|忙|开|办|拍|画"
    r"|编|搭|录|建|有|注册|更新"
)
_OPEN, _CLOSE = "[“‘「『《\"']", "[”’」』》\"']"
_A = (
    r"(?:[一几两三]?(?:个(?![人性体])|款|部(?![分门])|本(?![人来])|篇|家(?![人庭乡里])|套|首|间"
    r"|档|支|些))?"
)
_MARKED = rf"{_OPEN}(?P<v>[^“”‘’「」『』《》\"']{{1,20}}){_CLOSE}"


@template(
    "项目|在|写|开发|叫|名|给|为|起|取|做|开|了",
    (
        rf"(?P<lead>[^，。“”‘’「」《》\"']{{0,16}}?)(?P<m>{_MAKE}|起|取|命)(?:着|了|的|过)?{_A}"
        rf"(?P<a>[^，。“”‘’「」《》\"']{{0,12}}?)(?P<c>[，,]?(?:名字|名)?(?:叫做?|名叫|名为|作"
        rf"|是))?{_MARKED}"
        rf"(?:的|这[个本])?(?P<k>[^，。]{{0,8}}?(?:{_WORK}))?(?P<end>[^，。]{{0,12}})"
    ),
)
def project_named(said: Matched) -> Iterator[Claim]:
    """我在用 Rust 写一个叫“寒武纪”的个人项目: as it is said, by the name of what is made."""
    kind = said["k"] or _A_WORK.sub("", said["a"])
    if not _A_WORK_END.search(kind) and "《" not in said.match.string:
        return
    name = said["v"]
    if (
        kind == "项目"
        and not said["lead"].strip("正现在目前最近一直主要同时业余也还")
        and not said["end"]
    ):
        yield project(name, f"在做项目“{name}”")
    else:
        yield project(name, re.sub(r"^(?:正(?=在)|现在(?=在)|目前(?=在))", "", said.match.string))


_A_WORK = LazyPattern(r"^(?:自己的|我的|我们的)")
_A_WORK_END = LazyPattern(rf"(?:{_WORK})$")


_BRINGS_UP = LazyPattern(rf"(?:一?[个家部本款篇间档]|自己的)(?P<k>[^，。的]{{0,4}}(?:{_WORK}))$")


def brings_up(rest: str) -> str:
    """我和妻子经营一家烘焙店: what it is called may follow."""
    match = _BRINGS_UP.search(rest)
    return match["k"] if match else ""


def project(name: str, tail: str) -> Claim:
    return Claim(
        category=Category.STATUS,
        attribute=key("project", name),
        value=name,
        tail=tail,
        names=(Named(name, EntityType.PROJECT),),
    )


_NAME = rf"\s*(?:{_MARKED}|(?P<w>[一-鿿A-Za-z][^，。“”‘’「」《》\"'的了吗呢是]{{0,15}}))"
_NAME_2 = r"\s*[“《「]?(?P<v2>[^，。“”《》「」的了吗呢是]{1,15})[”》」]?"
_CALLED = (
    r"(?:(?:的)?(?:名字|书名|名称|代号|名|店名|暂定名)?(?:就|暂时|暂定|先|定)?(?:叫做?|叫作|名叫"
    r"|名为|取名叫?|起名叫?|命名为|是叫|定名为?|代号是?|名字是|(?<=[名号称])是|(?<=[名号称])为))"
)


@template(
    "叫|名|代号|定",
    rf"(?P<by>[^，。的“《]{{0,10}})的(?P<k>[^，。的是叫]{{0,8}}?(?:{_WORK})){_CALLED}{_NAME}"
    rf"|给[^，。]{{0,6}}?的?(?P<k2>[^，。的是叫]{{0,4}}?(?:{_WORK}))[起取]了?个?名字?(?:叫做?"
    rf"|为){_NAME_2}",
)
def project_called(said: Matched) -> Iterator[Claim]:
    """我的项目叫天问."""
    name = said["v2"] or said["v"] or said["w"]
    if said["k2"] or said["by"].startswith("给"):  # 我给自己的工作室起名叫半山
        yield project(name, said.match.string)
    else:
        yield from _called(said, said["k"], f"{said['by']}的{said['k']}")


@template("叫|名|代号|定|是", rf"(?:{_CALLED}|是)?{_NAME}")
def it_is_called(said: Matched) -> Iterator[Claim]:
    """在写一部小说，叫《雾港来信》: what the clause before told of."""
    work = said.who.role if said.who.type is EntityType.PROJECT else ""
    if work and (said["v"] or "叫" in said.match.string):
        yield from _called(said, work, "")


_MADE_BY_ME = LazyPattern(
    rf"{_OPEN}?(?P<x>[^“”‘’「」『』《》\"'，。我你他她这那]{{2,16}}?){_CLOSE}?是我们?(?P<v>[^，。]{{1,16}}的(?:[^，。]{{0,10}}(?:{_WORK}))?)"
)


def made(text: str) -> Claim | None:
    """“青鸟”是我去年开始写的开源软件."""
    match = _MADE_BY_ME.fullmatch(text) if "是我" in text else None
    if match is None or not re.search(_MAKE, match["v"]) or _TALK.search(match["v"]):
        return None
    of = _PROJECT_OF.fullmatch(match["x"])
    return replace(project(of["p"] if of else match["x"], ""), whole=third(text), who=SELF)


def _called(said: Matched, kind: str, before: str) -> Iterator[Claim]:
    name = clean_value(said["v"] or said["w"], said.policy)
    if not name or _TALK.search(name) or kind == "公司":
        return
    shown = f"《{name}》" if "《" in said.match.string else name
    claim = project(name, f"{before}叫{shown}")
    yield claim if before else replace(claim, whole=f"{said.who.shown}叫{shown}", tail="", who=SELF)


@template(
    "在|开|写|做|了",
    (
        r"(?:正|现在|目前|最近|一直|主要|业余|也|自己|刚"
        rf"|还)*(?:在(?P<m>{_MAKE})(?:着)?|(?P<d>{_MAKE})了)(?P<n>{_A})(?P<v>[^，。]{{0,"
        rf"16}}?(?:{_WORK}))(?:的)?(?:开发|研究|写作|翻译|工作)?"
    ),
)
def project_plain(said: Matched) -> Iterator[Claim]:
    value = clean_value(said["v"], said.policy)
    if not value or re.search(r"你|我们公司|公司|什么|这|那", value):
        return
    tail = f"在{said['m']}{said['n']}{value}" if said["m"] else f"{said['d']}了{said['n']}{value}"
    yield Claim(category=Category.STATUS, attribute=key("project", value), value=value, tail=tail)


# -- What was decided about a thing that is named first: 寒武纪项目的数据库我决定用 SQLite.


_TURNS = (
    "换成|改成|改为|换为|迁到|迁移到|交给|放到|放在|升级到|升级成|重写成|拆成|部署到|搬到|定为|定成"
)
_TOPIC = LazyPattern(
    r"(?P<x>(?![今明昨后上下周星礼每晚早最现目平但可而]|[^，我]*(?:建议|让|叫|说|觉得|希望|要求|劝)|[去前]年|年[初底前后]|[^，]{1,8}(?:年|月|天|号|前|后|时候?)我)[^，。我你他她它这那]{2,20}?)(?<![把对给跟让叫被和比向为])(?:[这那]块"
    r"|方面)?[，,]?我们?(?P<will>(?:最后|还是|已经|都|就|也|全)*)"
    rf"(?P<plan>决定|打算|准备|计划|想)?(?P<turns>(?:从[^，。]{{1,16}})?(?:{_TURNS}|改用|选用"
    rf"|采用|选|用)了?\s*)(?P<v>[^，。]{{1,30}})"
)
_PROJECT_OF = LazyPattern(
    r"[“《「]?(?P<p>[^“”《》「」的]{1,12}?)[”》」]?(?:(?:这个)?项目)?的(?P<part>.+)"
)


def decided(text: str, policy: Extraction) -> Claim | None:
    match = _TOPIC.fullmatch(text) if "我" in text[1:] else None
    value = clean_value(match["v"], policy) if match else ""
    if match is None or not value or _TALK.search(value) or _ASKED.search(text):
        return None
    topic, plan = match["x"], match["plan"] or ""
    of = _PROJECT_OF.fullmatch(topic)
    of_what = of["p"] if of else ""
    about = f"{of_what}的{of['part']}" if of else topic
    if not plan:  # 服务器我们选了阿里云
        owner = "" if "的" in topic else "用户的"
        told = f"{owner}{topic}{match['will']}{match['turns']}{value}"
        return _decision(about, value, of_what, whole=told)
    if match["turns"].rstrip("了 ").endswith(tuple(_TURNS.split("|"))):
        topic = f"把{topic}"
    gap = " " if topic[:1].isascii() else ""
    told = f"{match['will']}{plan}{gap}{topic}{match['turns']}{value}"
    return _decision(about, value, of_what, tail=told)


_PARTS = LazyPattern("前端|后端|数据库|服务器|客户端|技术栈|框架|缓存|界面|UI|API|部署")
_PART_OF = LazyPattern(
    r"(?:(?P<x>(?!我|你|他|她)[^，。这那]{2,16}?)的)?"
    r"(?P<part>前端|后端|数据库|服务器|客户端|技术栈|框架|缓存|界面|UI|API|部署)"
    r"(?:[用选]的?是?|采用了?|选了|基于|是|部署在|放在)\s*(?P<v>[A-Za-z][^，。]{1,24}|阿里云"
    r"|腾讯云|华为云)"
)


def built_with(text: str, talk_of: Who | None) -> Claim | None:
    """星图的前端用 React, or 后端用 Django behind it."""
    match = _PART_OF.fullmatch(text) if _PARTS.search(text) else None
    if match is None:
        return None
    of = match["x"].removesuffix("项目") if match["x"] else ""
    shown = "" if of else talk_of.shown if talk_of and talk_of.type is EntityType.PROJECT else ""
    if not of and not shown and talk_of != SELF:
        return None
    project_of = of or shown
    return _decision(
        f"{project_of}的{match['part']}" if project_of else match["part"],
        match["v"],
        project_of,
        whole=text if of else f"{shown or '用户'}的{text}",
    )


def _decision(topic: str, value: str, of: str, *, tail: str = "", whole: str = "") -> Claim:
    """Of one thing the last decision holds, whichever way it is said."""
    return Claim(
        category=Category.STATUS,
        attribute=key("decision", topic),
        value=value,
        tail=tail,
        whole=whole,
        who=SELF,
        names=(Named(of, EntityType.PROJECT),) if of and not common(of) else (),
    )


_THING = (
    r"手机|电脑|笔记本|相机|车|房子|房|公寓|自行车|摩托车|电动车|钢琴|吉他|平板|耳机|手表"
    r"|别墅|店铺?"
)


@template(
    "有|买|用|开|手机|电脑|车",
    (
        r"(?:还|也|刚|新|终于|现在|已经)*(?:(?:有|买|拥有|入手|开|贷款买)(?:了|着)?(?P<n>一"
        rf"|两|\d+)[辆台部套把块架间栋副](?P<v>[^，。]{{1,15}})|(?:手头|现在|平时|常"
        rf"|一直)*用的(?:(?P<k>{_THING})?)是(?P<w>[^，。]{{2,20}})"
        rf"|的?(?P<k2>{_THING})(?:用的是?|是)(?P<x>[^，。]{{2,20}}))(?:了)?"
    ),
)
def owns(said: Matched) -> Iterator[Claim]:
    thing = clean_value(said["v"] or said["w"] or said["x"], said.policy)
    if not thing or re.search(r"[我你他她]|的时候|吗|坏|好的|黑的|丢", thing):
        return
    kind = said["k"] or said["k2"]
    if kind:
        tail = f"用的{kind}是{thing}" if said["w"] else f"的{kind}是{thing}"
        yield Claim(category=Category.GENERAL, attribute=key("owns", kind), value=thing, tail=tail)
    elif said["w"]:
        yield Claim(
            category=Category.GENERAL,
            attribute=key("owns", thing),
            value="yes",
            tail=f"用的是{thing}",
        )
    else:
        yield Claim(
            category=Category.GENERAL,
            attribute=key("owns", thing),
            value=said["n"],
            tail=said.match.string,
        )


_PAID = (
    "月薪|年薪|工资|月收入|年收入|收入|存款|房贷|车贷|债务|预算|房租|租金|月租|学费|退休金|养老金"
)


@template(
    "薪|工资|收入|存款|房贷|贷款|欠|预算|债|租|学费|退休金|养老金",
    (
        rf"(?:每个?月的?|每年的?|的)?(?P<k>{_PAID})(?:大概"
        r"|大约|差不多|每月|每个月)*(?P<how>是|有|为|才|只有|[还只]剩下?|还(?:有|要还|得还)"
        r"|要还)?(?P<v>[\d一二三四五六七八九十两几][^，。]{0,12})"
    ),
)
def money(said: Matched) -> Iterator[Claim]:
    value = clean_value(said["v"], said.policy)
    if value and said["how"].startswith(("还", "只剩")):  # what is left of it, as of that day
        yield Claim(
            category=Category.STATUS,
            attribute=key("left", said["k"]),
            value=value,
            tail=f"的{said['k']}{said['how']}{value}",
        )
    elif value:
        yield Claim(
            category=Category.STATUS,
            attribute=key("money", said["k"]),
            value=value,
            tail=f"的{said['k']}是{value}",
        )


@template(
    "到|至|成",
    rf"的?(?P<k>{_PAID})(?:已经|刚刚?|又|也|一下子?|直接|从(?P<a>[\d一二三四五六七八九十两几][^，。]{{0,8}}?))*"
    r"(?:被)?(?P<way>[涨升降调加减提](?:高|低)?)了?(?:到|至|成)了?"
    r"(?P<v>(?:每个?月|每年)?[\d一二三四五六七八九十两几][^，。了]{0,12}?)了?",
)
def paid_now(said: Matched) -> Iterator[Claim]:
    """房租涨到2800了: what it is from then on."""
    if value := clean_value(said["v"], said.policy):
        before = f"从{said['a']}" if said["a"] else ""
        yield Claim(
            category=Category.STATUS,
            attribute=key("money", said["k"]),
            value=value,
            tail=f"的{said['k']}{before}{said['way']}到了{value}",
        )


_FOR_HIRE = ("money:房租", "money:租金", "money:月租", "money:学费")


def has_risen(claim: Claim) -> bool:
    """Or fallen: 房租涨到2800了 is told by whoever pays it, and holds from then on."""
    return claim.attribute.startswith("money:") and "到了" in claim.tail


def of_anybody(claim: Claim) -> bool:
    """房租2600: what something costs, and not what somebody pays."""
    return claim.attribute in _FOR_HIRE and not has_risen(claim)


@template(
    "去过|到过|参加过|学过|做过|当过|写过|读过|看过|玩过",
    (
        r"(?:曾经?|以前|之前|也|还|都|已经)*(?P<no>没|从没|从来没有?|没有)?(?P<verb>去过|到过"
        r"|参加过|学过|做过|当过|写过|养过|出版过|得过)(?P<v>[^，。]{2,18})"
    ),
)
def has_done(said: Matched) -> Iterator[Claim]:
    value = clean_value(said["v"], said.policy)
    if value and not _TALK.search(value):
        no = "没" if said["no"] else ""
        tail = f"{no}{said['verb']}{value}"
        yield Claim(category=Category.GENERAL, tail=tail)


@template("觉得|认为|看来", r"(?:觉得|认为|一直觉得|始终认为|坚信|相信)(?P<v>[^，。]{4,30})")
def opinion(said: Matched) -> Iterator[Claim]:
    what = clean_value(said["v"], said.policy)
    if what and not re.search(
        r"[你我了]|这|那|可以$|不错$|挺好|还行|应该|需要|最好|还是|时间|有点|太|更有|今|明天", what
    ):
        yield Claim(category=Category.GENERAL, tail=f"认为{what}", confidence=said.policy.opinion)


@template(
    "参加",
    (
        r"(?:将|就|马上|快|准备|打算|会|即将|报名){0,5}(?:要|会|了|将){0,5}(?:参加|出席)(?:了"
        r"|的)?(?!完)(?P<v>[^，。]{2,24})"
    ),
)
def attends(said: Matched) -> Iterator[Claim]:
    value = clean_value(said["v"], said.policy)
    if (
        value
        and not _TALK.search(value)
        and not re.search(r"不了|时间$|时[会候出]|出现|(?:的确|确实|都|也|就|算|不)*是", value)
    ):
        done = "了" in said.match.string and not re.match(r"[^，]{0,6}[要将]", said.match.string)
        value = value if done else value.removesuffix("了")  # 马上要参加高考了
        ahead = not done and not re.match("参加|出席", said.match.string)
        tail = f"{'将' if ahead else ''}参加{'了' if done else ''}{value}"
        yield Claim(
            category=Category.SCHEDULE, attribute=key("schedule", value), value=value, tail=tail
        )


@template(
    "在",
    (
        r"(?:正|最近|现在|一直|也|还)*在(?P<v>减肥|备孕|备考|考研|创业|找工作|找房子|装修"
        r"|求职|健身|追星|戒烟|戒酒)"
    ),
)
def busy_with(said: Matched) -> Iterator[Claim]:
    what = said["v"]
    tail = f"在{what}"
    yield Claim(category=Category.STATUS, attribute=key("goal", what), value=tail, tail=tail)


@template(
    "不好|很好|一般|很差|不错|流利",
    (
        r"(?P<v>[一-鿿]{1,3}语|英文|日文|数学|语文|物理|编程|记性|视力"
        r"|方向感)(?:成绩)?(?P<l>不太好|很不好|不好|很好|一般|很差|不错|很流利|流利)"
    ),
)
def good_at(said: Matched) -> Iterator[Claim]:
    tail = f"{said['v']}{said['l']}"
    yield Claim(
        category=Category.GENERAL, attribute=key("skill", said["v"]), value=said["l"], tail=tail
    )


_DONE = (
    "买|参观|看完|写完|读完|完成|学会|考过|通过|拿到|收到|参加|卖掉?|租|装修|认识|报名"
    "|申请|拿下|发表|出版|获得|拜访|游览|考取|签|报|弄丢|丢"
)


@template(
    "了",
    (
        rf"(?:又|也|还|已经|刚|终于|最近)*(?P<v>{_DONE})(?:到|下"
        rf"|好)?了(?P<w>[^，。]{{2,20}})"
    ),
)
def did(said: Matched) -> Iterator[Claim]:
    """我通过了雅思考试: what somebody did, on no day that is named."""
    what = clean_value(said["w"], said.policy)
    if what and not _TALK.search(what):
        yield Claim(category=Category.GENERAL, tail=said.match.string)


@template(
    "把",
    r"(?:已经|刚|终于)*把(?:我的?|家里的?)?(?P<v>[一-鿿A-Za-z]{1,8}?)(?P<how>卖|卖掉|送人|送掉|处理掉|弄丢)了",
)
def sold(said: Matched) -> Iterator[Claim]:
    """我把车卖了: there is none any more."""
    yield Claim(
        category=Category.GENERAL,
        attribute=key("owns", said["v"]),
        value="no",
        tail=f"把{said['v']}{said['how']}了",
        ended=True,
    )


# Before all others: what has a name of its own is no person.
NAMED_TEMPLATES = (project_called, it_is_called, project_named)
TEMPLATES = (
    *(busy_with, good_at, about_to),
    *(money, paid_now, habit, level, project_plain, learning, skill, goal, owns, has_done),
    *(attends, opinion, sold, did),
)


# -- Things that have a name of their own, in Chinese: 金融论坛的地点是北京.


_KINDS = (
    "地点|时间|规模|主要内容|持续时间|主题|截止日期|截止时间|预算|负责人|主角|地址|密码"
    "|版本|技术栈|价格|开始时间|结束时间|目标|名称|作者|客户"
)
_KEYS = {
    "地点": "place",
    "时间": "time",
    "持续时间": "duration",
    "规模": "size",
    "主要内容": "content",
}
_OBJECT = LazyPattern(
    rf"(?P<x>[^，。我你他她它这那]{{2,24}}?)的(?P<k>{_KINDS})(?:就)?(?:是|在|为|："
    rf"|:)(?P<v>[^。]{{1,60}})"
)
_ITS = LazyPattern(rf"的(?P<k>{_KINDS})(?:就)?(?:是|在|为|：|:)(?P<v>[^。]{{1,60}})")
_ASKED = LazyPattern(r"什么|哪|多少|怎")
_MINE = LazyPattern(
    rf"我(?:将要|要|会|正在)?(?:参加|去|做|写|负责)的(?P<x>[^，。]{{2,20}}?)[，,]?(?:它"
    rf"|其)的(?P<k>{_KINDS})(?:是|为|在)(?P<v>[^。]{{1,60}})"
)


def of_thing(text: str, local: Local, policy: Extraction) -> Claim | None:
    match = _OBJECT.fullmatch(text) or _MINE.fullmatch(text)
    if match is None:
        return None
    name = clean_value(match["x"], policy) or match["x"]
    return said_of(Who(name, name, type=EntityType.OTHER), match["k"], match["v"], local, policy)


def of_it(who: Who, rest: str, local: Local, policy: Extraction) -> Claim | None:
    """它的规模是…, of something that was named before."""
    match = _ITS.fullmatch(rest)
    return said_of(who, match["k"], match["v"], local, policy) if match else None


def said_of(who: Who, kind: str, said: str, local: Local, policy: Extraction) -> Claim | None:
    value = clean_value(said, policy)
    if not value or _ASKED.search(value):
        return None
    days = find_days(value, local, policy)
    value = absolute(value, days)
    return Claim(
        category=Category.SCHEDULE if days else Category.GENERAL,
        attribute=_KEYS.get(kind, kind),
        value=value,
        tail=f"的{kind}是{value}",
        event_at=days[0].at(local) if days else None,
        who=who,
    )
