"""Who somebody is, in Chinese: name, age, home, origin, work, study, how to reach them."""

from __future__ import annotations

import re
from collections.abc import Iterator

from mohen.logic.knowing.chinese.subjects import PETS, SELF, unique
from mohen.logic.knowing.chinese.values import plain
from mohen.logic.knowing.claims import Claim, key
from mohen.logic.knowing.entities import SCHOOL, is_organization
from mohen.logic.knowing.places import is_place
from mohen.logic.knowing.templates import Said, saying
from mohen.logic.story.numerals import value as counted
from mohen.model.knowledge import AGENT, Category

_N = r"(?:\d{1,3}|[一二两三四五六七八九十百]{1,4})"
_ONE = r"(?:一?[个名位]|一)?"
_JOBS = (
    r"[一-鿿A-Za-z]{0,10}(?:程序员|工程师|老师|教师|医生|护士|律师|设计师|作家|作者|编辑|编剧|记者|会计|厨师|司机|警察|公务员|经理|总监|老板|店长|销售|演员|歌手|画家|插画师|摄影师|翻译|主播|博主|UP主|研究员|教授|科学家|架构师|顾问|分析师|药师|建筑师|店主|农民|工人|军人|诗人|商人|艺人|自由职业者?|创业者|创始人|合伙人|全职妈妈|全职太太|家庭主妇|家庭主夫|实习生|研究生|博士生|博士后|博士|硕士|本科生|高中生|大学生|初中生|小学生|留学生|学生|空姐|导游|教练|快递员|外卖员|柜员|职员|店员|保安|飞行员|消防员|运动员|服务员|售货员|业务员|推销员|程序猿|码农|UI|产品|运营|会计师|精算师|咨询师|理发师|美容师|营养师|药剂师|兽医|牙医|中医|音乐人|媒体人|投资人|经纪人|项目主管|主管|主任|院长|校长|所长|处长|科长|干部|CEO|CTO|CFO|HR|PM)"
)
_FIELDS = r"(?:[一-鿿A-Za-z]{0,6}(?:前端|后端|开发|测试|运维|算法|设计|产品|运营|销售|金融|财务|法务|行政|人事|市场|教育|翻译|外贸|电商|自媒体|程序|客服|采购|科研|投资|媒体))"
_GRADE = r"(?:大[一二三四五]|研[一二三]|博[一二三四五]|高[一二三]|初[一二三]|[一二三四五六七八九]年级)"
_PLACE = r"[^\s，。的了过着我你他她这那哪什]{2,15}?"
_DONE = "了?"
_NO_NAME = re.compile(
    r"[了过着]|^(?:外卖|滴滴|快递|网约|救护|出租|车|代驾|大家|停|苦|醒|板|喊|好|我|你|您|他|她|它|一|个|不|什么|作|人|服务|上|来|去|朋友|同事|老板|妈妈|爸爸|醒|救|座|醒我)|[的是吗呢吧]"
)


def _name(text: str, said: Said) -> str:
    value = plain(text, said.policy)
    return "" if not value or _NO_NAME.search(value) else value


@saying(
    "叫|名",
    rf"(?:的(?:大|全|中文|英文|真)?名字?)?(?:就|名|大|全名|名字)?(?:是|叫做?|叫作|为)(?P<v>[一-鿿]{{2,4}}|[一-鿿]{{1,4}}·[一-鿿]{{1,6}}|[A-Za-z][\w.' -]{{0,20}}|[一-鿿A-Za-z]+_?\d+)",
)
def name(said: Said) -> Iterator[Claim]:
    value = _name(said["v"], said)
    text = said.match.string
    if not value or ("叫" not in text and "名" not in text):
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


@saying("改名|改叫|更名", r"(?:已经)?(?:改名|改叫|更名)(?:字)?(?:为|叫|成|做)?了?(?P<v>[一-鿿A-Za-z·]{2,12})了?")
def renamed(said: Said) -> Iterator[Claim]:
    if value := _name(said["v"], said):
        yield Claim(category=Category.IDENTITY, attribute="name", value=value, tail=f"改名叫{value}")


@saying("外号|昵称|小名|网名|笔名|绰号|英文名", r"的?(?P<k>外号|昵称|小名|网名|笔名|绰号|英文名)(?:字)?(?:是|叫|为)(?P<v>[^，。的]{1,15})")
def nickname(said: Said) -> Iterator[Claim]:
    if value := plain(said["v"], said.policy):
        kind = "nickname" if said["k"] not in ("笔名", "英文名") else f"name:{said['k']}"
        tail = f"的{said['k']}是{value}"
        yield Claim(category=Category.IDENTITY, attribute=kind, value=value, tail=tail)


@saying("岁|今年", rf"(?:的?年龄是?|是|都|也|刚满?|快|马上|才|满|已经|今年|虚岁|周岁|过完年)*(?P<n>{_N})(?:周?岁(?:半|多)?|(?<=今年\d\d))(?:了|的人了|啦)?")
def age(said: Said) -> Iterator[Claim]:
    number = counted(said["n"])
    if number:
        tail = f"{'快' if '快' in said.match.string or '马上' in said.match.string else ''}{number}岁"
        yield Claim(category=Category.IDENTITY, attribute="age", value=str(number), tail=tail)


@saying("岁的", rf"(?:是)?{_ONE}(?P<n>{_N})岁的(?P<v>{_JOBS})")
def age_and_job(said: Said) -> Iterator[Claim]:
    number = counted(said["n"])
    yield Claim(category=Category.IDENTITY, attribute="age", value=str(number), tail=f"{number}岁")
    yield _job(said["v"])


@saying("生日|出生|生于|年的|后", r"的?生日(?:就)?(?:是在|是|在|：|:)?(?:农历|阴历|阳历)?(?P<v>(?:\d{4}年)?[\d一二三四五六七八九十]{1,3}月(?:初)?[\d一二三四五六七八九十]{1,3}[日号]?|\d{4}-\d{1,2}-\d{1,2})")
def birthday(said: Said) -> Iterator[Claim]:
    value = said["v"].replace("号", "日")
    yield Claim(category=Category.IDENTITY, attribute="birthday", value=value, tail=f"的生日是{value}")


@saying("生日|出生|生于|年的|后", r"(?:是)?(?:在|于)?(?:生于)?(?P<v>(?:\d{4}年(?:\d{1,2}月(?:\d{1,2}[日号])?)?)|\d{2}(?:年|后))(?:出)?(?:生)?(?:的)?(?:生日)?")
def born(said: Said) -> Iterator[Claim]:
    text = said.match.string
    if "生" not in text and not (text.startswith("是") and text.endswith(("的", "后"))):
        return
    value = said["v"]
    tail = f"是{value}" if value.endswith("后") else f"出生于{value}"
    yield Claim(category=Category.IDENTITY, attribute="birthday", value=value, tail=tail)


@saying("男|女", r"(?:的?性别)?是(?:一?[个名位])?(?P<v>男|女)(?:的|生|孩子?|人|性|士)?")
def gender(said: Said) -> Iterator[Claim]:
    sex = {"男": "男性", "女": "女性"}[said["v"]]
    yield Claim(category=Category.IDENTITY, attribute="gender", value=said["v"], tail=f"是{sex}")


@saying("座|属", r"(?:的星座)?是?(?P<v>(?:白羊|金牛|双子|巨蟹|狮子|处女|天秤|天蝎|射手|摩羯|水瓶|双鱼)座)(?:的|男|女)?|属(?P<w>[鼠牛虎兔龙蛇马羊猴鸡狗猪])的?")
def sign(said: Said) -> Iterator[Claim]:
    value = said["v"] or said["w"]
    tail = f"是{value}" if said["v"] else f"属{value}"
    yield Claim(category=Category.IDENTITY, attribute="zodiac", value=value, tail=tail)


# --- home and origin -------------------------------------------------------------------------


def _home(value: str, *, tail: str = "", ended: bool = False) -> Claim:
    return Claim(
        category=Category.STATUS,
        attribute="location",
        value=value,
        tail=tail or f"住在{value}",
        ended=ended,
    )


_NO_PLACE = re.compile(r"[了过]|^院$|^(?:进|得|不|下|满|惯|校|的|久|过|酒店|宾馆|民宿)|[我你他她它]|(?:上|里|中|时)$")


def _place(text: str, said: Said) -> str:
    value = plain(re.sub(r"(?:这边|那边|那里|附近|市里|工作|生活|住)$", "", text), said.policy)
    return "" if not value or _NO_PLACE.search(value) else value


@saying("住|定居|居住|生活", rf"(?:一个人|独自|一直|自己|都|长期|仍|是|跟[^，]{{1,6}}?一起|和[^，]{{1,6}}?一起)*(?:住|居住|定居|生活|常住)(?:在|于|到)?了?(?P<v>[^，。]{{2,20}}?)(?:的|了)?")
def lives(said: Said) -> Iterator[Claim]:
    if value := _place(said["v"], said):
        yield _home(value)


@saying("住|定居|生活", rf"在(?P<v>{_PLACE})(?:住|居住|定居|生活|租房|买了?房)(?:了)?(?P<n>[^，]{{0,6}})")
def living(said: Said) -> Iterator[Claim]:
    value = _place(said["v"], said)
    if value and (is_place(value) or "住" in said.match.string):
        for_long = f"在{value}住了{said['n'].rstrip('了')}" if re.search(r"[年月]", said["n"]) else ""
        yield _home(value, tail=for_long)


@saying("搬", r"(?:前不久|刚刚?|已经|马上|全家|一家)?搬(?:家)?(?:到|去|来|回|至)了?(?P<v>[^，。]{2,20}?)(?:来|去)?(?:住|生活|定居|工作)*(?:了)?")
def moved(said: Said) -> Iterator[Claim]:
    if value := _place(said["v"], said):
        yield _home(value, tail=f"搬到了{value}")


@saying("不住|不在|没住|离开|搬离|搬走|搬出", r"(?:已经|早就|早)?(?:(?:不|没)(?:再)?(?:住|居住|生活)(?:在)?|不在(?=.+(?:住|生活))|离开了?|搬离了?|搬出了?)(?P<v>[^，。]{2,15}?)(?:住|生活|居住)?了?")
def left(said: Said) -> Iterator[Claim]:
    value = _place(said["v"], said)
    text = said.match.string
    if value and (is_place(value) or "住" in text) and ("了" in text or "再" in text):
        yield _home(value, tail=f"不住{value}了" if "住" in text else f"离开了{value}", ended=True)


@saying("以前|曾|之前|过去|原来", r"(?:以前|曾经?|之前|过去|原来|小时候)(?:一直|都|也)?(?:住|生活|居住)(?:在|过)?(?P<v>[^，。]{2,15}?)(?:过|的)?|(?:以前|曾经?|之前|过去|原来|小时候)(?:一直|都)?在(?P<w>[^，。]{2,12}?)(?:住|生活|待)过?(?:[^，。]{0,5})")
def lived(said: Said) -> Iterator[Claim]:
    if value := _place(said["v"] or said["w"], said):
        yield _home(value, tail=f"以前住在{value}", ended=True)


_COUNTRIES = frozenset("中国 美国 英国 法国 德国 日本 韩国 俄罗斯 意大利 西班牙 加拿大 澳大利亚 印度 泰国 越南 新加坡 马来西亚 巴西 荷兰 瑞士 瑞典 华".split())


@saying("人", r"(?:是|算是)(?:一?个)?(?:地道的|土生土长的|地地道道的)?(?P<v>[^，。的]{1,8})人")
def native(said: Said) -> Iterator[Claim]:
    value = said["v"]
    if value in _COUNTRIES:
        tail = f"是{value}人"
        yield Claim(category=Category.IDENTITY, attribute="nationality", value=value, tail=tail)
    elif is_place(value):
        tail = f"是{value}人"
        yield Claim(category=Category.IDENTITY, attribute="hometown", value=value, tail=tail)


@saying("的", r"是(?P<v>[^，。的]{2,10})的")
def from_there(said: Said) -> Iterator[Claim]:
    if is_place(said["v"]):
        tail = f"是{said['v']}的"
        yield Claim(category=Category.IDENTITY, attribute="hometown", value=said["v"], tail=tail)


@saying("小区|宿舍|楼盘", r"(?:现在)?住的(?:那个|这个)?(?P<k>小区|宿舍|楼盘)(?:就)?(?:是|叫)(?P<v>[^，。]{2,15})")
def estate(said: Said) -> Iterator[Claim]:
    tail = f"住的{said['k']}叫{said['v']}"
    yield Claim(category=Category.STATUS, attribute="residence", value=said["v"], tail=tail)


@saying("学历|毕业|文凭|念到|读到", r"(?:就|只|就只|最高|是|有|的|可)*(?:念到|读到|有|是)?(?P<v>小学|初中|高中|中专|专科|大专|本科|硕士|博士|研究生)(?:学历|文凭|毕业)(?:的|了)?")
def education(said: Said) -> Iterator[Claim]:
    yield Claim(category=Category.IDENTITY, attribute="education", value=said["v"], tail=f"的学历是{said['v']}")


@saying("老家|家乡|来自|长大|出生|籍贯", r"(?:的?(?:老家|家乡|籍贯)(?:是|在)?|来自|是来自)(?P<v>[^，。的]{2,12})的?|(?:是)?(?:在|于)(?P<w>[^，。]{2,10})(?:出生长大|土生土长|出生|长大)的?")
def origin(said: Said) -> Iterator[Claim]:
    value = plain(said["v"] or said["w"], said.policy)
    if value and not _NO_PLACE.search(value) and not value.endswith("年"):
        tail = f"在{value}出生" if "出生" in said.match.string else f"在{value}长大" if said["w"] else f"的家乡是{value}"
        yield Claim(category=Category.IDENTITY, attribute="hometown", value=value, tail=tail)


# --- work ------------------------------------------------------------------------------------


def _job(value: str, tail: str = "", *, ended: bool = False) -> Claim:
    return Claim(
        category=Category.STATUS, attribute="job", value=value, tail=tail or f"是{value}", ended=ended
    )


def employer(value: str, tail: str, *, ended: bool = False) -> Claim:
    return Claim(
        category=Category.STATUS, attribute="employer", value=value, tail=tail, ended=ended
    )


_ADJ = r"(?:(?:普通|资深|全职|兼职|专业|业余|独立|新手|职业|在职|退休|自由|高级|初级|年轻|老)的?|[^，。]{1,6}的)?"


@saying("是|当|做|任|干", rf"(?:是|当了?|做了?|担任了?|干)(?:的是)?{_ONE}(?P<v>{_ADJ}(?:{_JOBS}))(?:了|的)?(?:工作)?")
def works_as(said: Said) -> Iterator[Claim]:
    value = plain(said["v"], said.policy)
    if not value or re.match(r"[我你他她]", value):
        return
    if said.who.key == AGENT:
        return
    grade = re.match(rf"(?P<g>{_GRADE})的?", value)
    if grade:
        yield _grade(grade["g"])
        return
    major = re.fullmatch(r"(?P<m>[一-鿿]{2,8}?)(?:专业|系)的?(?P<g>" + _GRADE + r")?的?(?:学生|研究生|本科生|博士生)", value)
    if major:
        yield _major(major["m"])
        if major["g"]:
            yield _grade(major["g"])
        return
    yield _job(value)


@saying("是|做|干|从事|搞", rf"(?:是|主要)*(?:做|干|搞|从事)(?:的是)?(?P<v>{_FIELDS})(?:工作|行业|方面|这行|相关|方向|一行|的)*")
def works_in(said: Said) -> Iterator[Claim]:
    yield _job(said["v"], f"从事{said['v']}")


@saying("职业|工作|职位|岗位|从事", r"(?:的?(?:本职)?(?:职业|工作|职位|岗位)(?:是|为)|从事)(?:一?[名个位])?(?P<v>[^，。]{2,15})(?:工作|行业)?")
def occupation(said: Said) -> Iterator[Claim]:
    if value := plain(re.sub(r"(?:相关)?(?:的)?(?:工作|行业)$", "", said["v"]), said.policy):
        tail = f"从事{value}" if "从事" in said.match.string else f"的职业是{value}"
        if re.search(r"[忙累难多好烦]|负责|[了过]", value):
            return
        yield _job(value, tail)


@saying("在", rf"在(?P<where>{_PLACE})(?:这边|那边)?(?:当|做|担任|任)(?:的是)?{_ONE}(?P<v>{_JOBS}|{_FIELDS})(?:了|的)?")
def works_at_as(said: Said) -> Iterator[Claim]:
    where = plain(said["where"], said.policy)
    if not where:
        return
    if is_place(where):
        yield _home(where, tail=f"在{where}")
    elif is_organization(where):
        yield employer(where, f"在{where}工作")
    job = said["v"]
    yield _job(job, f"从事{job}" if re.fullmatch(_FIELDS, job) and not re.fullmatch(_JOBS, job) else "")


@saying("工作|上班|任职|实习|就职|打工|供职", r"(?:一直)?(?:在|就职于|任职于|供职于)(?P<v>[^，。]{2,18}?)(?:工作|上班|任职|实习|就职|打工|供职)?(?:了|的)?(?P<n>[一二两三四五六七八九十\d半]{1,3}年(?:多)?了?)?")
def works_at(said: Said) -> Iterator[Claim]:
    value = plain(said["v"], said.policy)
    text = said.match.string
    verb = next((v for v in ("工作", "上班", "任职", "实习", "就职", "打工", "供职") if v in text), "")
    if not value or not verb or _NO_PLACE.search(value) or value in ("家", "努力", "认真"):
        return
    if is_place(value) and not is_organization(value):
        yield _home(value, tail=f"在{value}{verb}")
    elif is_organization(value) or re.fullmatch(r"[A-Za-z][\w .&-]{1,20}", value):
        yield employer(value, f"在{value}{verb}")


@saying("公司|单位", r"(?:的|所在的?)?(?:公司|单位)(?:名称|名字|全称)?(?:是|叫|为|名叫)(?P<v>[^，。的]{2,25})")
def company(said: Said) -> Iterator[Claim]:
    if value := plain(said["v"], said.policy):
        yield employer(value, f"在{value}工作")


@saying("入职|加入|跳槽", r"(?:刚|已经|成功|正式)*(?:入职|加入|跳槽(?:到|去))了?(?P<v>[^，。]{2,18}?)(?:公司)?(?:了|工作|上班)*")
def joined(said: Said) -> Iterator[Claim]:
    value = plain(said["v"], said.policy)
    if value and (is_organization(value) or "职" in said.match.string or "跳槽" in said.match.string):
        yield employer(value, f"入职了{value}")


@saying("不在", r"(?:已经|早就)?不(?:再)?在(?P<v>[^，。]{2,15}?)(?:工作|上班|干|做|任职)了?")
def left_work(said: Said) -> Iterator[Claim]:
    if value := plain(said["v"], said.policy):
        yield employer(value, f"不在{value}工作了", ended=True)


@saying("工作|辞职|离职|失业|裁|下岗|跳槽|退休|升", r"(?:刚|刚刚|已经|又|最近|终于|正式|被公司|从公司)*(?P<v>换(?:了)?(?:一?份|个)?(?:新)?工作|辞职|离职|失业|被裁员?|下岗|跳槽|辞(?:掉)?了?(?:工作)?|被辞退|退休|升职)了?")
def work_changed(said: Said) -> Iterator[Claim]:
    text = re.sub(r"^(?:刚刚?|已经|又|最近|终于|正式)+", "", said.match.string)
    if "了" not in said.match.string and "退休" not in text and "失业" not in text:
        return
    if "退休" in text:
        yield _job("退休", "退休了")
    elif "升职" in text:
        yield Claim(category=Category.STATUS, tail=text)
    else:
        yield Claim(category=Category.STATUS, attribute="job", tail=text, ended=True)


# --- study -----------------------------------------------------------------------------------


def _major(value: str) -> Claim:
    return Claim(category=Category.IDENTITY, attribute="major", value=value, tail=f"的专业是{value}")


def _grade(value: str) -> Claim:
    return Claim(category=Category.STATUS, attribute="grade", value=value, tail=f"在读{value}")


def _school(value: str, tail: str) -> Claim:
    return Claim(category=Category.STATUS, attribute="school", value=value, tail=tail)


@saying("专业|学的|系", rf"(?:的?专业(?:是|为)|(?:大学)?(?:学|读|念)的(?:专业)?是)(?P<v>[^，。]{{2,12}}?)(?:专业|系)?(?:的)?|(?:是|在读|读|学|念)?(?P<w>[一-鿿]{{2,10}}?)(?:专业|系)(?:的)?(?P<g>{_GRADE})?(?:的)?(?:学生|本科生|研究生|本科|在读)?(?:的)?")
def studies(said: Said) -> Iterator[Claim]:
    value = plain(said["v"] or said["w"], said.policy)
    if value and not re.search(r"[我你他她很不非最]|关|联系|没|这|那", value):
        yield _major(value)
        if said["g"]:
            yield _grade(said["g"])


@saying("大|研|博|高|初|年级", rf"(?:是|在|上|读|念|今年|刚|马上|开学|已经)*(?:一?[个名])?(?P<m>[一-鿿]{{2,6}}?)?(?P<v>{_GRADE})(?:了|的|学生|在读|的?学生)*")
def grade(said: Said) -> Iterator[Claim]:
    major = said["m"]
    if major and re.search(r"[我你他她是在]|最|提|增|变|很|身", major):
        return
    yield _grade(said["v"])
    if major:
        yield _major(major.removesuffix("专业").removesuffix("系"))


@saying("读|上学|念|毕业|考上|考入|就读|大学", r"(?:在|就读于|考上了?|考入了?|毕业于|是?从)(?P<v>[^，。]{2,12}?)(?:就读|读书|上学|念书|上大学|上课|毕业|读|念|上)?(?P<m>[一-鿿]{2,8}专业|本科|研究生|硕士|博士|研|博|大学)?(?:了|的)?")
def at_school(said: Said) -> Iterator[Claim]:
    value = plain(said["v"], said.policy)
    text = said.match.string
    if not value or not SCHOOL.fullmatch(value):
        return
    if "毕业" in text:
        yield _school(value, f"毕业于{value}")
    elif re.search(r"读|念|学$|学了?$|考|上|研|博", text.replace(value, "")):
        yield _school(value, f"考上了{value}" if "考" in text else f"在{value}就读")
    if said["m"].endswith("专业"):
        yield _major(said["m"].removesuffix("专业"))


@saying("学生", r"是(?P<v>[^，。]{2,14}?)(?:的|在读)?(?P<m>本科|研究|博士|大学)?(?:学生|生)")
def student_of(said: Said) -> Iterator[Claim]:
    value = plain(said["v"], said.policy)
    if value and SCHOOL.fullmatch(value):
        yield _school(value, f"在{value}就读")


# --- how to reach them -----------------------------------------------------------------------

_CONTACT = {"手机": "phone", "电话": "phone", "联系": "phone", "邮箱": "email", "邮件": "email", "email": "email", "微信": "wechat", "QQ": "qq"}


@saying("手机|电话|联系|邮箱|email|Email|微信|QQ", r"的?(?P<k>手机|电话|联系|邮箱|邮件|[Ee]mail|微信|QQ)(?:号码?|方式|电话|地址)*(?:是|为|：|:|\s)*(?P<v>[\w.+-]+@[\w-]+\.[\w.-]+|\+?\d[\d\s-]{4,18}\d|[A-Za-z][\w-]{4,20})")
def contact(said: Said) -> Iterator[Claim]:
    kind = "email" if "@" in said["v"] else _CONTACT[said["k"].replace("Email", "email")]
    shown = {"phone": "电话", "email": "邮箱", "wechat": "微信", "qq": "QQ"}[kind]
    yield Claim(category=Category.IDENTITY, attribute=kind, value=said["v"], tail=f"的{shown}是{said['v']}")


@saying("母语|时区|语言", r"的?(?P<k>母语|时区|第一语言)(?:是|为|在)(?P<v>[^，。]{1,12})")
def tongue(said: Said) -> Iterator[Claim]:
    if value := plain(said["v"], said.policy):
        attribute = "timezone" if said["k"] == "时区" else "language"
        yield Claim(category=Category.IDENTITY, attribute=attribute, value=value, tail=f"的{said['k']}是{value}")


_FACTS = "身高|个子|体重|血型|学历|教育背景|兴趣爱好|年龄|职称|民族|信仰|宗教|政治面貌|工作地|工作单位|单位|公司|关系|地址|家庭住址|MBTI|梦想|座右铭|车牌号|鞋码|尺码|视力|国籍|籍贯"
_KEYS = {"工作地": "location:work", "家庭住址": "address", "地址": "address", "国籍": "nationality", "籍贯": "hometown", "工作单位": "employer", "单位": "employer", "公司": "employer", "教育背景": "education", "学历": "education", "身高": "height", "个子": "height", "体重": "weight", "血型": "blood", "MBTI": "mbti"}
_BODY = frozenset(("height", "weight", "blood"))


@saying(_FACTS, rf"的?(?P<k>{_FACTS})(?:名称)?(?:大概|大约|差不多|只|就)*(?:(?:是|为|有|：|:|达到?|才)(?:个)?(?P<v>[^，。]{{1,30}})|(?P<n>\d[^，。]{{1,12}}))")
def fact(said: Said) -> Iterator[Claim]:
    value = plain(said["v"] or said["n"], said.policy)
    if not value or said["k"] in ("兴趣爱好", "关系"):
        return
    if said["k"] == "年龄" and (number := re.match(r"\d+", value)):
        yield Claim(category=Category.IDENTITY, attribute="age", value=number.group(), tail=f"{number.group()}岁")
        return
    attribute = _KEYS.get(said["k"], said["k"])
    category = Category.HEALTH if attribute == "blood" else Category.IDENTITY
    yield Claim(category=category, attribute=attribute, value=value, tail=f"的{said['k']}是{value}")


TEMPLATES = (
    *(birthday, nickname, renamed, name, age, age_and_job, gender, sign, left, lived, moved),
    *(estate, education, living, lives, native, from_there, born, origin, contact, tongue, work_changed, joined, left_work),
    *(company, works_at_as, at_school, works_at, grade, studies, student_of, works_as, works_in),
    *(occupation, fact),
)
