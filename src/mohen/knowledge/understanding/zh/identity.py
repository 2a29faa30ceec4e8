"""Who somebody is and where they live, in Chinese: name, age, birth, contact, home, origin."""

from __future__ import annotations

import re
from collections.abc import Iterator

from mohen.knowledge.model import Category
from mohen.knowledge.understanding.claims import Claim, key
from mohen.knowledge.understanding.entities import is_place
from mohen.knowledge.understanding.pattern_engine import Matched, template
from mohen.knowledge.understanding.zh.phrases import PETS, SELF, clean_value, several, unique
from mohen.text.lazy_pattern import LazyPattern
from mohen.text.numerals import value as counted
from mohen.text.word_lists import words

# -- Who somebody is, in Chinese: name, age, birth, how to reach them.


_N = r"(?:\d{1,3}|[一二两三四五六七八九十百]{1,4})"
_NO_NAME = LazyPattern(
    r"[了过着]|^(?:外卖|滴滴|快递|网约|救护|出租|车|代驾|大家|停|苦|醒|板|喊|好|我|你|您"
    r"|他|她|它|一|个|不|什么|作|人|服务|上|来|去|朋友|同事|老板|妈妈|爸爸|哥哥|姐姐|弟弟|妹妹|叔叔|阿姨"
    r"|救|座)"
    r"|[的是吗呢吧]"
)


def _name(text: str, said: Matched) -> str:
    value = clean_value(text, said.policy)
    return "" if not value or _NO_NAME.search(value) else value


@template(
    "叫|名",
    (
        r"(?:的(?:大|全|中文|英文|真)?名字?)?(?:就|名|大|全名|名字)?(?:是|叫做?|叫作"
        r"|为)(?P<v>[一-鿿]{2,4}|[一-鿿]{1,4}·[一-鿿]{1,6}|[A-Za-z][\w.' -]{0,20}"
        r"|[一-鿿A-Za-z]+_?\d+)"
    ),
)
def name(said: Matched) -> Iterator[Claim]:
    value = _name(said["v"], said)
    lead = said.match.string[: said.match.start("v")]
    if not value or not ("叫" in lead or "名" in lead):  # 我是名护士
        return
    if said.who.role:
        yield related(said.who.role, said.who.shown, value)
        return
    yield Claim(category=Category.IDENTITY, attribute="name", value=value, tail=f"叫{value}")


def related(role: str, shown: str, name: str) -> Claim:
    """我妈妈叫王芳: what the name of somebody's is. Of whom one has several, each is kept."""
    attribute, value = tie(role, name)
    return Claim(
        category=Category.RELATION,
        attribute=attribute,
        value=value,
        whole=f"{shown}叫{name}",
        who=SELF,
    )


def tie(role: str, name: str) -> tuple[str, str]:
    """The attribute and the value of somebody's being something to the user."""
    if PETS.fullmatch(role):
        return key("pet", name), role
    return (key("relation", role), name) if unique(role) else (f"relation:{name}", role)


@template(
    "改名|改叫|更名",
    r"(?:已经)?(?:改名|改叫|更名)(?:字)?(?:为|叫|成|做)?了?(?P<v>[一-鿿A-Za-z·]{2,12}?)了?",
)
def renamed(said: Matched) -> Iterator[Claim]:
    if value := _name(said["v"], said):
        yield Claim(
            category=Category.IDENTITY, attribute="name", value=value, tail=f"改名叫{value}"
        )


@template(
    "外号|昵称|小名|网名|笔名|绰号|英文名",
    (
        r"的?(?P<k>外号|昵称|小名|网名|笔名|绰号|英文名)(?:字)?(?:是|叫"
        r"|为)(?P<v>[^，。的]{1,15})"
    ),
)
def nickname(said: Matched) -> Iterator[Claim]:
    if value := clean_value(said["v"], said.policy):
        kind = "nickname" if said["k"] not in ("笔名", "英文名") else f"name:{said['k']}"
        tail = f"的{said['k']}是{value}"
        yield Claim(category=Category.IDENTITY, attribute=kind, value=value, tail=tail)


@template(
    "岁|今年",
    (
        r"(?:的?年龄|是|都|也|刚|快|马上|才|满|已经|今年|虚岁|周岁"
        rf"|过完年)*(?P<n>{_N})(?:周?岁(?:(?P<half>半)|多)?|(?<=今年\d\d))(?:了|的人了|啦)?"
    ),
)
def age(said: Matched) -> Iterator[Claim]:
    number = counted(said["n"])
    if number:
        soon = "快" if "快" in said.match.string or "马上" in said.match.string else ""
        value = f"{number}{'.5' if said['half'] else ''}"
        tail = f"{soon}{number}岁{said['half']}"
        yield Claim(category=Category.IDENTITY, attribute="age", value=value, tail=tail)


_GROWN = 18


@template(
    "今年|快|都",
    rf"(?:今年|已经|刚好|虚岁|周岁|也|才|正好)*(?P<q>快|都)?(?:快|已经)?(?P<n>{_N})(?:了|啦)?",
)
def age_bare(said: Matched) -> Iterator[Claim]:
    """我奶奶今年八十六了."""
    number = counted(said["n"])
    grown = said["q"] == "都" and (number or 0) >= _GROWN  # 我都四十七了
    if number and (said["q"] == "快" or "今年" in said.match.string or grown):
        soon = "快" if said["q"] == "快" else ""
        tail = f"{soon}{number}岁"
        yield Claim(category=Category.IDENTITY, attribute="age", value=str(number), tail=tail)


@template(
    "生日|出生|生于|年的|后",
    (
        r"的?生日(?:就)?(?:是在|是|在|：|:)?(?:农历|阴历"
        r"|阳历)?(?P<v>(?:\d{4}年)?[\d一二三四五六七八九十]{1,3}月(?:初)?[\d一二三四五六七八"
        r"九十]{1,3}[日号]?|\d{4}-\d{1,2}-\d{1,2})"
    ),
)
def birthday(said: Matched) -> Iterator[Claim]:
    value = said["v"].replace("号", "日")
    yield Claim(
        category=Category.IDENTITY, attribute="birthday", value=value, tail=f"的生日是{value}"
    )


@template(
    "生日|出生|生于|年的|后",
    (
        r"(?:是)?(?:在|于)?(?:生于)?(?P<v>(?:\d{4}年(?:\d{1,2}月(?:\d{1,2}[日号])?)?)"
        r"|\d{2}(?:年|后))(?:出)?(?:生)?(?:的)?(?:生日)?"
    ),
)
def born(said: Matched) -> Iterator[Claim]:
    text = said.match.string
    if "生" not in text and not text.endswith(("的", "后")):
        return
    value = said["v"]
    tail = f"是{value}" if value.endswith("后") else f"出生于{value}"
    yield Claim(category=Category.IDENTITY, attribute="birthday", value=value, tail=tail)


@template("男|女", r"(?:的?性别)?是(?:一?[个名位])?(?P<v>男|女)(?:的|生|孩子?|人|性|士)?")
def gender(said: Matched) -> Iterator[Claim]:
    sex = {"男": "男性", "女": "女性"}[said["v"]]
    yield Claim(category=Category.IDENTITY, attribute="gender", value=said["v"], tail=f"是{sex}")


@template(
    "座|属|白羊|金牛|双子|巨蟹|狮子|处女|天秤|天蝎|射手|摩羯|水瓶|双鱼",
    (
        r"(?:的星座)?是?(?P<v>(?:白羊|金牛|双子|巨蟹|狮子|处女|天秤|天蝎|射手|摩羯|水瓶"
        r"|双鱼)座?)(?:的|男|女)?|属(?P<w>[鼠牛虎兔龙蛇马羊猴鸡狗猪])的?"
    ),
)
def sign(said: Matched) -> Iterator[Claim]:
    value = said["v"] or said["w"]
    tail = f"是{value}" if said["v"] else f"属{value}"
    yield Claim(category=Category.IDENTITY, attribute="zodiac", value=value, tail=tail)


_CONTACT = {
    "手机": "phone",
    "电话": "phone",
    "联系": "phone",
    "邮箱": "email",
    "邮件": "email",
    "email": "email",
    "微信": "wechat",
    "QQ": "qq",
}


@template(
    "手机|电话|联系|邮箱|email|Email|微信|QQ",
    (
        r"的?(?P<k>手机|电话|联系|邮箱|邮件|[Ee]mail|微信|QQ)(?:号码?|方式|电话|地址){0,3}(?:是"
        r"|为|换成|改成|了|：|:|\s){0,5}(?P<v>(?a:[\w.+-]+@[\w-]+\.[\w.-]+)|\+?\d[\d\s-]{4,18}\d"
        r"|[A-Za-z][\w-]{4,20})了?"
    ),
)
def contact(said: Matched) -> Iterator[Claim]:
    kind = "email" if "@" in said["v"] else _CONTACT[said["k"].replace("Email", "email")]
    shown = {"phone": "电话", "email": "邮箱", "wechat": "微信", "qq": "QQ"}[kind]
    yield Claim(
        category=Category.IDENTITY, attribute=kind, value=said["v"], tail=f"的{shown}是{said['v']}"
    )


@template("母语|时区|语言", r"的?(?P<k>母语|时区|第一语言)(?:是|为|在)(?P<v>[^，。]{1,12})")
def tongue(said: Matched) -> Iterator[Claim]:
    if value := clean_value(said["v"], said.policy):
        attribute = "timezone" if said["k"] == "时区" else "language"
        yield Claim(
            category=Category.IDENTITY,
            attribute=attribute,
            value=value,
            tail=f"的{said['k']}是{value}",
        )


_FACTS = (
    "身高|个子|体重|血型|学历|教育背景|兴趣爱好|年龄|职称|民族|信仰|宗教|政治面貌|工作地"
    "|关系|地址|家庭住址|MBTI|座右铭|车牌号|鞋码|尺码|视力|国籍"
    "|籍贯"
)
_KEYS = {
    "工作地": "location:work",
    "家庭住址": "address",
    "地址": "address",
    "国籍": "nationality",
    "籍贯": "hometown",
    "工作单位": "employer",
    "单位": "employer",
    "公司": "employer",
    "教育背景": "education",
    "学历": "education",
    "身高": "height",
    "个子": "height",
    "体重": "weight",
    "血型": "blood",
    "MBTI": "mbti",
}
_BODY = frozenset(("height", "weight", "blood"))


@template(
    _FACTS,
    (
        rf"的?(?P<k>{_FACTS})(?:名称)?(?:大概|大约|差不多|只|就)*(?:(?:是|为|有|：|:|达到?"
        rf"|才)(?:个)?(?P<v>[^，。]{{1,30}})|(?P<n>\d[^，。]{{1,12}}))"
    ),
)
def fact(said: Matched) -> Iterator[Claim]:
    value = clean_value(said["v"] or said["n"], said.policy)
    if not value or said["k"] in ("兴趣爱好", "关系"):
        return
    if said["k"] == "年龄" and (number := re.match(r"\d+", value)):
        yield Claim(
            category=Category.IDENTITY,
            attribute="age",
            value=number.group(),
            tail=f"{number.group()}岁",
        )
        return
    attribute = _KEYS.get(said["k"], said["k"])
    category = Category.HEALTH if attribute == "blood" else Category.IDENTITY
    yield Claim(category=category, attribute=attribute, value=value, tail=f"的{said['k']}是{value}")


@template(
    "血|撇子|姓|时区|UTC|北京时间",
    (
        r"是(?P<b>AB|A|B|O)型血|的?血型(?:就)?(?:是|为|：|:)?\s*(?P<t>AB|A|B|O)(?:型血?)?|是?(?P<h>左撇子)|姓(?P<s>[一-鿿]{1,2})|在?(?P<z>UTC[+-]\d{1,2}"
        r"|东八区|北京时间)(?:时区)?"
    ),
)
def trait(said: Matched) -> Iterator[Claim]:
    text = said.match.string
    if said["b"]:
        yield Claim(category=Category.HEALTH, attribute="blood", value=f"{said['b']}型", tail=text)
    elif said["t"]:
        blood = f"{said['t']}型"
        tail = f"的血型是{blood}"
        yield Claim(category=Category.HEALTH, attribute="blood", value=blood, tail=tail)
    elif said["h"]:
        tail = "是左撇子"
        yield Claim(category=Category.IDENTITY, attribute="handedness", value="left", tail=tail)
    elif said["s"]:
        yield Claim(
            category=Category.IDENTITY, attribute="name:surname", value=said["s"], tail=text
        )
    else:
        tail = f"在{said['z']}时区" if said["z"] != "北京时间" else "用北京时间"
        yield Claim(category=Category.IDENTITY, attribute="timezone", value=said["z"], tail=tail)


@template("分别叫", r"(?:名字)?分别叫(?P<v>[^，。]{2,20})")
def called_each(said: Matched) -> Iterator[Claim]:
    if said.who.role:
        for each in several(said["v"], said.policy):
            yield related(said.who.role, said.who.shown, each)


PERSON_TEMPLATES = (
    *(
        trait,
        called_each,
        birthday,
        nickname,
        renamed,
        name,
        age,
        age_bare,
        gender,
        sign,
        born,
        contact,
        tongue,
        fact,
    ),
)


# -- Where somebody lives and comes from, in Chinese.


_PLACE = r"[^\s，。的了过着我你他她这那哪什]{2,15}?"


def home(value: str, *, tail: str = "", ended: bool = False) -> Claim:
    return Claim(
        category=Category.STATUS,
        attribute="location",
        value=value,
        tail=tail or f"住在{value}",
        ended=ended,
    )


NO_PLACE = LazyPattern(
    r"[了过]|^院|[以之]后|期间|^[里外上下]面|^(?:进|得|不|下|满|惯|校|的|久|过|酒店|宾馆|民宿)|[我你他她它]|(?:上|里"
    r"|中|时)$|家庭$|^(?:一个?)?(?:全?新|陌生|普通|小|大)*的?(?:城市|地方|环境|小区|小镇|村子)$|^(?:也|挺|很|太|还|就|都|好|几|半)"
    r"|^[一二两三四五六七八九十\d]+个?(?:天|周|月|年|晚|夜|宿|星期|礼拜)"
)

# Where nobody lives for good.
_LODGING = LazyPattern(r"(?:酒店|宾馆|民宿|旅馆|旅店|客栈|青旅|招待所|度假村|医院|病房)$")


def _place(text: str, said: Matched) -> str:
    value = clean_value(re.sub(r"(?:这边|那边|那里|市里|工作|生活|住)$", "", text), said.policy)
    return "" if not value or NO_PLACE.search(value) or _LODGING.search(value) else value


# 搬到成都两年了
_FOR_LONG = LazyPattern(
    r"(?:已经|有)?(?P<n>快?[\d一二两三四五六七八九十几半]+多?(?:年|个多?月)[半多]?)$"
)


@template(
    "住|定居|居住|生活|坐标",
    (
        r"(?:一个人|独自|一直|自己|都|长期|仍|是|跟[^，]{1,6}?一起"
        r"|和[^，]{1,6}?一起){0,6}(?:住|居住|定居|生活(?=[在于])|常住|坐标)(?:在|于"
        r"|到)?了?(?P<v>[^，。]{2,20}?)(?:的|了)?"
    ),
)
def lives(said: Matched) -> Iterator[Claim]:
    text, long = _FOR_LONG.sub("", said["v"]), _FOR_LONG.search(said["v"])
    if value := _place(text, said):
        yield home(value, tail=f"在{value}住了{long['n']}" if long else "")


@template(
    "住|定居|生活",
    rf"在(?P<v>{_PLACE})(?:住|居住|定居|生活|租房|买了?房)(?:了)?(?P<n>[^，]{{0,6}})",
)
def living(said: Matched) -> Iterator[Claim]:
    value = _place(said["v"], said)
    if value and (is_place(value) or "住" in said.match.string):
        for_long = (
            f"在{value}住了{said['n'].rstrip('了')}" if re.search(r"[年月]", said["n"]) else ""
        )
        yield home(value, tail=for_long)


@template(
    "搬",
    (
        r"(?:前不久|刚刚?|已经|全家|一家)?(?:从(?P<from>[^，。]{2,8}))?搬(?:家)?(?:到|去|来|回"
        r"|至)了?(?P<v>[^，。]{2,20}?)(?:来|去)?(?:住|生活|定居|工作)*(?:了)?"
    ),
)
def moved(said: Matched) -> Iterator[Claim]:
    text, long = _FOR_LONG.sub("", said["v"]), _FOR_LONG.search(said["v"])
    if value := _place(text, said):
        since = f"从{said['from']}" if said["from"] else ""
        yield home(value, tail=f"搬到{value}{long['n']}了" if long else f"{since}搬到了{value}")


@template(
    "不住|不在|没住|离开|搬离|搬走|搬出",
    (
        r"(?:已经|早就|早)?(?:(?:不|没)(?:再)?(?:住|居住|生活)(?:在)?|不在(?=.+(?:住|生活))"
        r"|离开了?|搬离了?|搬出了?)(?P<v>[^，。]{2,15}?)(?:住|生活|居住)?了?"
    ),
)
def left(said: Matched) -> Iterator[Claim]:
    value = _place(said["v"], said)
    text = said.match.string
    if value and (is_place(value) or "住" in text) and ("了" in text or "再" in text):
        yield home(value, tail=f"不住{value}了" if "住" in text else f"离开了{value}", ended=True)


@template(
    "以前|曾|之前|过去|原来",
    (
        r"(?:以前|曾经?|之前|过去|原来|小时候)(?:一直|都|也)?(?:住|生活|居住)(?:在"
        r"|过)?(?P<v>[^，。]{2,15}?)(?:过|的)?|(?:以前|曾经?|之前|过去|原来|小时候)(?:一直"
        r"|都)?在(?P<w>[^，。]{2,12}?)(?:住|生活|待)过?(?:[^，。]{0,5})"
    ),
)
def lived(said: Matched) -> Iterator[Claim]:
    value = _place(said["v"] or said["w"], said)
    if value and (is_place(value) or re.search("住|生活", said.match.string)):
        yield home(value, tail=f"以前住在{value}", ended=True)


_COUNTRIES = words(
    "中国 美国 英国 法国 德国 日本 韩国 俄罗斯 意大利 西班牙 加拿大 澳大利亚 印度 泰国 越南"
    " 新加坡 马来西亚 巴西 荷兰 瑞士 瑞典 华"
)


@template("人", r"(?:是|算是)(?:一?个)?(?:地道的|土生土长的|地地道道的)?(?P<v>[^，。的]{1,8})人")
def native(said: Matched) -> Iterator[Claim]:
    value = said["v"]
    if value in _COUNTRIES:
        tail = f"是{value}人"
        yield Claim(category=Category.IDENTITY, attribute="nationality", value=value, tail=tail)
    elif is_place(value):
        tail = f"是{value}人"
        yield Claim(category=Category.IDENTITY, attribute="hometown", value=value, tail=tail)


# 我是广西玉林的
_IN_PROVINCE = LazyPattern(
    "(?:河[北南]|[山广][东西]|湖[北南]|江[苏西]|浙江|安徽|福建|海南|四川|贵州|云南|陕西|甘肃|青海|辽宁|吉林|黑龙江|内蒙古?"
    "|宁夏|新疆|西藏|台湾)(?!.*(?:大学|学院|公司|厂|学校|医院|银行|队))[一-鿿]{2,4}"
)


@template("的", r"是(?P<v>[^，。的]{2,10})的")
def from_there(said: Matched) -> Iterator[Claim]:
    if is_place(said["v"]) or _IN_PROVINCE.fullmatch(said["v"]):
        tail = f"是{said['v']}的"
        yield Claim(category=Category.IDENTITY, attribute="hometown", value=said["v"], tail=tail)


@template(
    "小区|宿舍|楼盘",
    (
        r"(?:现在)?住的(?:那个|这个)?(?P<k>小区|宿舍|楼盘)(?:就)?(?:是"
        r"|叫)(?P<v>[^，。]{2,15})"
    ),
)
def estate(said: Matched) -> Iterator[Claim]:
    tail = f"住的{said['k']}叫{said['v']}"
    yield Claim(category=Category.STATUS, attribute="residence", value=said["v"], tail=tail)


@template(
    "学历|毕业|文凭|念到|读到",
    (
        r"(?:就|只|最高|是|有|的|可)*(?:念到|读到|有|是)?(?P<v>小学|初中|高中|中专|专科"
        r"|大专|本科|硕士|博士|研究生)(?:学历|文凭|毕业)(?:的|了)?"
    ),
)
def education(said: Matched) -> Iterator[Claim]:
    yield Claim(
        category=Category.IDENTITY,
        attribute="education",
        value=said["v"],
        tail=f"的学历是{said['v']}",
    )


@template(
    "老家|家乡|来自|长大|出生|籍贯",
    (
        r"(?:的?(?:老家|家乡|籍贯)(?:是|在)?|来自|是来自)(?P<v>[^，。的]{2,12})的?"
        r"|(?:是)?(?:在|于)(?P<w>[^，。]{2,10})(?:出生长大|土生土长|出生|长大)的?"
    ),
)
def origin(said: Matched) -> Iterator[Claim]:
    value = clean_value(said["v"] or said["w"], said.policy)
    # 来自三个班, 来自小米8用户: not where one was born
    nowhere = NO_PLACE.search(value) or re.search(r"年$|时[^间]|[\da-zA-Z个]|用户$|班$", value)
    if value and not nowhere:
        tail = (
            f"在{value}出生"
            if "出生" in said.match.string
            else f"在{value}长大"
            if said["w"]
            else f"的家乡是{value}"
        )
        yield Claim(category=Category.IDENTITY, attribute="hometown", value=value, tail=tail)


HOME_TEMPLATES = (
    *(left, lived, moved, estate, education, living, lives, native, from_there, origin),
)
