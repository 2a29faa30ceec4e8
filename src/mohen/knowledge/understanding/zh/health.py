"""Health, diet and safety, in Chinese."""

from __future__ import annotations

import re
from collections.abc import Iterator

from mohen.knowledge.model import Category
from mohen.knowledge.understanding.claims import Claim, key
from mohen.knowledge.understanding.pattern_engine import Matched, template
from mohen.knowledge.understanding.zh.phrases import clean_value, several
from mohen.text.lazy_pattern import LazyPattern

DISEASE = (
    "高血压|高血糖|高血脂|低血糖|低血压|糖尿病|[12一二]型糖尿病|哮喘|癫痫|心脏病|冠心病"
    "|先天性心脏病|抑郁症|焦虑症|双相情感障碍|强迫症|躁郁症|自闭症|多动症|ADHD|PTSD|胃病"
    "|胃炎|胃溃疡|肠胃炎|肾病|肝炎|乙肝|痛风|甲亢|甲减|甲状腺结节|关节炎|类风湿|颈椎病"
    r"|腰椎间盘突出|偏头痛|鼻炎|过敏性鼻炎|湿疹|荨麻疹|白血病|[^\W的了得有是患\d_a-zA-Z]{0,4}癌症?|肿瘤|贫血"
    "|色盲|色弱|红绿色盲|近视|散光|青光眼|白内障|失眠症?|阅读障碍|恐高症?|幽闭恐惧症"
    "|社交恐惧症|社恐|乳糖不耐受?症?|麸质不耐受|新冠|艾滋病|帕金森|阿尔茨海默症?|骨质疏松"
    "|脂肪肝|结石|肾结石|听障|视障|残疾|听力障碍"
)


@template(
    "过敏",
    (
        r"(?:从小|一直|是|也|还)*对(?P<v>[^，。]{1,24}?)(?P<d>都|也|还|全都|有点儿?|轻微|轻度|严重"
        r"|重度|非常|很|特别|极度|是)*过敏(?:的|了)?"
    ),
)
def allergic(said: Matched) -> Iterator[Claim]:
    hard = "严重" if re.search(r"严重|重度|非常|很|特别|极度", said.match.string) else ""
    for value in several(said["v"], said.policy):
        if value.endswith("不"):
            bare = value[:-1]
            tail = f"对{bare}不过敏"
            yield Claim(
                category=Category.HEALTH, attribute=key("allergy", bare), value="none", tail=tail
            )
            continue
        tail = f"对{value}{hard}过敏"
        yield Claim(
            category=Category.HEALTH, attribute=key("allergy", value), value="allergic", tail=tail
        )


@template("过敏", r"(?:有|得了?|患有)?(?P<v>[一-鿿]{2,4})(?P<t>过敏症?)|(?:是)?过敏体质")
def allergy(said: Matched) -> Iterator[Claim]:
    value = clean_value(said["v"], said.policy)
    if not value:
        yield Claim(
            category=Category.HEALTH, attribute="health:过敏体质", value="yes", tail="是过敏体质"
        )
    elif not re.search(r"[不没我你他她会会吃就了]|皮肤|开始|后来|现在|突然", value):
        yield Claim(
            category=Category.HEALTH,
            attribute=key("allergy", value),
            value="allergic",
            tail=f"对{value}过敏",
        )


@template(
    "病|症|血|糖|有|患|得|确诊|诊断|近视|失眠|障碍|盲|炎|恐",
    (
        r"(?:从小|一直|就|也|还|很|被|刚|最近|去医院|体检"
        r"|查出来?|医生)*(?:有|得了?|患有?|患上了?|确诊(?:为|了|是|患有)?|被?诊断(?:为|出"
        r"|患有|出患有)|查出(?:来)?了?)?(?P<how>(?:有点儿?|轻度|重度|轻微|严重|中度|慢性|急性"
        r"|先天性?"
        rf"|遗传性?|妊娠期?|\d+度)*)的?(?P<v>{DISEASE})(?:了|患者|很多年了?|多年了?)?"
    ),
)
def ill(said: Matched) -> Iterator[Claim]:
    text = said.match.string
    if re.search(r"[不没](?:有|得|是)?", text[: said.match.start("v")]):
        return
    value = said["v"]
    tail = value if value == "近视" else f"有{said['how'].removeprefix('有')}{value}"
    yield Claim(category=Category.HEALTH, attribute=key("health", value), value="yes", tail=tail)


# 我被诊断为踝关节扭伤: whatever ends as the name of an illness does.
@template(
    "诊断|确诊",
    r"(?:刚|最近|已经)*被?(?:诊断|确诊)(?:为|出|患有|是|了)++"
    r"(?P<v>[^，。不没]{2,16}(?:伤|骨折|脱臼|撕裂|炎|症|病|结节|囊肿|息肉|突出|增生|瘤))了?",
)
def diagnosed(said: Matched) -> Iterator[Claim]:
    yield Claim(
        category=Category.HEALTH,
        attribute=key("health", said["v"]),
        value="yes",
        tail=f"被诊断为{said['v']}",
    )


@template(
    "伤|骨折|崴|脱臼|断|撕裂",
    r"的?(?P<k>[左右两双]?(?:小|大)?(?:脚踝?|腿|膝盖|手腕?|手指|胳膊|手臂|肩膀?|腰|背|脖子|脚趾"
    r"|肋骨|锁骨|韧带|跟腱|肌肉|踝关节)+)(?:不小心|又|刚|给|被)*"
    r"(?P<how>扭伤|崴|拉伤|摔伤|摔断|骨折|脱臼|烫伤|割伤|撞伤|撕裂|断)了",
)
def hurt(said: Matched) -> Iterator[Claim]:
    yield Claim(
        category=Category.HEALTH,
        attribute=key("health", f"{said['k']}{said['how']}"),
        value="yes",
        tail=f"的{said['k']}{said['how']}了",
    )


@template(
    "没有|不再|好了|治好|康复|痊愈",
    (
        rf"(?:没有?|不再有|的)?(?P<v>{DISEASE})(?P<t>已经|终于|都|现在|完全)*(?:治)?(?:好|痊愈"
        r"|康复|治愈)?了?"
    ),
)
def healed(said: Matched) -> Iterator[Claim]:
    text, value = said.match.string, said["v"]
    well = bool(re.search(r"好了|痊愈|康复|治愈", text))
    if well or text.startswith(("没", "不再")):
        tail = f"的{value}好了" if well else f"没有{value}"
        yield Claim(
            category=Category.HEALTH,
            attribute=key("health", value),
            value="no",
            tail=tail,
            ended=well,
        )


@template(
    "怀孕|住院|骨折|手术|感冒|发烧|失眠|轮椅|盲人|聋|截肢|流产",
    (
        r"(?P<a>(?:刚|已经|最近|总是|经常|一直"
        r"|又)*)(?P<v>怀孕(?:[一二三四五六七八九十\d]+个?[月周])?|住院|(?:[一-鿿]{1,3})?骨折"
        r"|做(?:了)?(?:一?个)?[一-鿿]{0,6}手术|坐轮椅|是盲人|是聋人|截肢|失眠)(?:了)?"
    ),
)
def condition(said: Matched) -> Iterator[Claim]:
    if re.search(r"[没不]", said.match.string):
        return
    name = re.sub(r"[了是做个一\d月周]", "", said["v"])
    yield Claim(
        category=Category.HEALTH, attribute=key("health", name), value="yes", tail=said.match.string
    )


@template("出院", r"(?:已经|终于|刚|也)*出院了?")
def discharged(_said: Matched) -> Iterator[Claim]:
    yield Claim(
        category=Category.HEALTH, attribute="health:住院", value="no", tail="出院了", ended=True
    )


_DRUG = (
    "二甲双胍|阿司匹林|舍曲林|左甲状腺素|优甲乐|华法林"
    "|[一-鿿]{1,4}(?:普利|沙坦|洛尔|他汀|地平|西汀|昔芬|格列[净汀]|普兰|拉唑|霉素|沙星|唑仑|西泮)"
)
_MEDICINE = (
    r"(?:[一-鿿A-Za-z]{0,10}?(?:(?<![农火麻炸])药|胰岛素|(?<![薯麦肉鱼菜面包刀照图名卡胶芯鸦唱影])片|胶囊|布洛芬"
    rf"|{_DRUG}))"
)
# 一天两次, 早上一片, 75微克
_DOSE = (
    r"(?:(?:一天|一日|每[天日晚早次]|早晚各?|[早中]上|晚上|睡前|饭[前后]|各|吃|打){0,3}"
    r"[一二两三四半\d][\d.]*(?:次|[片粒颗袋支]半?|毫克|微克|毫升|mg|ml|单位)){1,3}"
)


@template(
    "停|不",
    r"(?:已经|早就|现在)*(?:(?P<how>不再?)(?:吃|服|打|用(?![吃服打]))|停(?:掉|用|吃|服)?了?)"
    rf"(?P<v>{_MEDICINE})(?P<now>了)?",
)
def off(said: Matched) -> Iterator[Claim]:
    if said["how"] == "不" and not said["now"]:
        return  # 我不吃避孕药: who does not take it need not have stopped
    tail = f"不再用{said['v']}"
    yield Claim(
        category=Category.HEALTH,
        attribute=key("medication", said["v"]),
        value="no",
        tail=tail,
        ended=True,
    )


@template(
    "药|胰岛素|服用|吃|打",
    (
        r"(?:(?:每天|一直|正在|在|长期|现在|目前|需要|要|得|都)+(?:吃|服用|服|打|用|注射)"
        rf"(?P<v>{_MEDICINE})|[一-鿿]{{0,3}}药?(?:吃|服用)(?:的是)?(?P<w>{_DRUG}))"
        rf"(?: ?(?P<dose>{_DOSE}))?(?:[半\d一二两三四五六七八九十]+(?:个月|年)多?)?了?"
    ),
)
def medicine(said: Matched) -> Iterator[Claim]:
    name = said["v"] or said["w"]
    tail = re.sub(r"^(?:现在|目前)+", "", said.match.string)
    yield Claim(
        category=Category.HEALTH,
        attribute=key("medication", name),
        value=said["dose"] or "yes",
        tail=tail,
    )


@template(
    "毫克|微克|毫升|mg|ml|片|粒|颗|单位",
    r"(?:每天|每[日晚早]|一直|正?在|长期|现在|目前|需要|要|得|都)*(?:吃|服用?|打|注射)"
    rf"(?P<dose>{_DOSE})的?(?P<v>{_DRUG})",
)
def measured_out(said: Matched) -> Iterator[Claim]:
    """我每天吃20毫克西酞普兰."""
    yield Claim(
        category=Category.HEALTH,
        attribute=key("medication", said["v"]),
        value=said["dose"],
        tail=re.sub(r"^(?:现在|目前)+", "", said.match.string),
    )


# 我吃二甲双胍，一天两次: two clauses that say one thing.
_DOSED = LazyPattern(rf"(?P<what>(?:吃|服用?|打|用|注射)(?:的是)?{_MEDICINE})[，,](?={_DOSE})")


# 医生说改成一天三次了
_REDOSED = LazyPattern(
    r"^(?:(?:医生|大夫|现在|昨天|今天|上周)?(?:又|给我|让我?|叫我|说|，)*)?(?:药量?|剂量)?(?:给我)?"
    rf"[改加减][成到为](?P<dose>{_DOSE})了?[。！!]?$"
)


def dosed(text: str) -> str:
    """What is taken with how much of it, in one clause; and how much it is now."""
    return _REDOSED.sub(r"更正，是\g<dose>", _DOSED.sub(r"\g<what>", text))


@template(
    "素|清真|生酮",
    (
        r"(?:是|只|改|开始)?(?:一?个)?(?:严格的?)?(?P<v>吃纯素|吃全素|吃素|素食者|素食主义者|纯素(?:食)?者?|全素"
        r"|吃清真|吃长斋|生酮饮食|素食(?!店|馆|餐))(?:的|了)?"
    ),
)
def diet(said: Matched) -> Iterator[Claim]:
    kind = "素食" if "素" in said["v"] or "斋" in said["v"] else said["v"]
    shown = "吃素" if kind == "素食" else said["v"]
    yield Claim(category=Category.HEALTH, attribute="diet", value=kind, tail=shown)


@template("不", r"(?:已经|早就|现在)*不(?:再)?吃(?P<v>素|斋|清真)(?:食)?了?")
def no_diet(said: Matched) -> Iterator[Claim]:
    over = "再" if re.search("再|了", said.match.string) else ""
    kind = "吃清真" if said["v"] == "清真" else "素食"
    tail = f"不{over}吃{said['v']}"
    yield Claim(category=Category.HEALTH, attribute="diet", value=kind, tail=tail, ended=True)


@template(
    "戒|抽烟|吸烟",
    (
        r"(?:已经|早就)?不再[抽吸](?P<smokes>烟)了?|"
        r"(?:已经|正在|在|打算|刚|成功)*戒(?P<v>烟|酒|糖|咖啡|游戏"
        r"|奶茶)(?:了)?(?:[^，。]{0,6})"
    ),
)
def quit_it(said: Matched) -> Iterator[Claim]:
    if re.search(r"正在|在戒|打算", said.match.string):
        return
    what = said["v"] or said["smokes"]
    yield Claim(
        category=Category.HEALTH, attribute=key("habit", what), value="quit", tail=f"戒{what}了"
    )


@template(
    "不能|不可以|忌|不宜|吃不了|喝不了",
    (
        r"(?:绝对|一直|都|也|是|从来)*(?:不能|不可以|不宜|忌)(?P<v>吃|喝|碰"
        r"|摄入)(?P<x>[^，。]{1,15}?)(?:的|了)?|(?P<v2>吃|喝)不了(?P<x2>[^，。]{1,10})"
    ),
)
def must_not_eat(said: Matched) -> Iterator[Claim]:
    verb = said["v"] or said["v2"]
    for value in several(said["x"] or said["x2"], said.policy):
        value += "的" if len(value) == 1 and value in "凉冷辣生硬热咸甜油" else ""
        tail = f"不能{verb}{value}"
        yield Claim(category=Category.HEALTH, attribute=key("diet", value), value="no", tail=tail)


_HARM = r"自杀|自残|轻生|伤害自己|不想活|结束生命|家暴|跟踪|骚扰|威胁|性侵|霸凌|诈骗"


@template(_HARM, rf"(?P<v>[^，。]{{0,12}}(?:{_HARM})[^，。]{{0,8}})")
def in_danger(said: Matched) -> Iterator[Claim]:
    text = said["v"]
    if re.search(
        r"[没不](?:有|会|是)?(?:被|想|在)|小说|电影|剧|故事|防|反", text.replace("不想活", "")
    ):
        return
    if not re.search(r"被|想|正|在|总|要|遭|受|不想活|过", text):
        return
    value = re.search(_HARM, text)
    name = value.group() if value else text
    yield Claim(category=Category.SAFETY, attribute=key("safety", name), value="yes", tail=text)


@template("不耐受", r"(?:一直|有点|严重)*对(?P<v>[^，。]{1,12}?)(?:严重|有点|轻度)?不耐受")
def intolerant(said: Matched) -> Iterator[Claim]:
    for value in several(said["v"], said.policy):
        tail = f"对{value}不耐受"
        yield Claim(
            category=Category.HEALTH, attribute=key("allergy", value), value="intolerant", tail=tail
        )


TEMPLATES = (
    intolerant,
    allergic,
    allergy,
    healed,
    ill,
    diagnosed,
    hurt,
    condition,
    discharged,
    off,
    measured_out,
    medicine,
    no_diet,
    diet,
    quit_it,
    must_not_eat,
    in_danger,
)
