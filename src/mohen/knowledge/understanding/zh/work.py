"""Work and study, in Chinese."""

from __future__ import annotations

import re
from collections.abc import Iterator

from mohen.knowledge.model import AGENT, Category
from mohen.knowledge.policy import Extraction
from mohen.knowledge.understanding.claims import Claim
from mohen.knowledge.understanding.entities import SCHOOL, is_organization, is_place
from mohen.knowledge.understanding.pattern_engine import Matched, template
from mohen.knowledge.understanding.zh.identity import NO_PLACE, home
from mohen.knowledge.understanding.zh.phrases import clean_value
from mohen.text.lazy_pattern import LazyPattern
from mohen.text.numerals import value as counted

_N = r"(?:\d{1,3}|[一二两三四五六七八九十百]{1,4})"
_ONE = r"(?:一?[个名位]|一(?![家所间]))?"
_JOBS = (
    r"(?![了过为])(?:(?![的当])[一-鿿A-Za-z]){0,10}(?:程序员|工程师|老师|教师|医生|护士|律师|设计师|作家|作者|编辑"
    r"|编剧|记者|会计|厨师|司机|警察|公务员|经理|总监|老板|店长|销售|演员|歌手|画家"
    r"|插画师|摄影师|翻译|主播|博主|UP主|研究员|教授|科学家|架构师|顾问|分析师|药师"
    r"|建筑师|店主|农民|工人|军人|诗人|商人|艺人|自由职业者?|创业者|创始人|合伙人"
    r"|全职妈妈|全职太太|家庭主妇|家庭主夫|实习生|研究生|博士生|博士后|博士|硕士|本科生"
    r"|高中生|大学生|初中生|小学生|留学生|学生|空姐|导游|教练|快递员|外卖员|柜员|职员"
    r"|店员|保安|飞行员|宇航员|乘务员|管理员|消防员|运动员|服务员|售货员|业务员|推销员|程序猿|码农|UI|产品"
    r"|运营|会计师|精算师|咨询师|理发师|美容师|营养师|撰稿人|药剂师|兽医|牙医|中医|音乐人|媒体人"
    r"|投资人|经纪人|项目主管|主管|主任|院长|校长|所长|处长|科长|干部|CEO|CTO|CFO|HR|PM)"
)
_FIELDS = (
    r"(?:(?![了过])[一-鿿A-Za-z]{0,6}(?:前端|后端|开发|测试|运维|算法|设计|产品|运营|销售|金融|财务"
    r"|法务|行政|人事|市场|教育|翻译|外贸|电商|自媒体|程序|客服|采购|科研|投资|媒体))"
)
_GRADE = (
    r"(?:大[一二三四五]|研[一二三]|博[一二三四五]|高[一二三]|初[一二三]"
    r"|[一二三四五六七八九]年级)"
)
_PLACE = r"[^\s，。的了过着我你他她这那哪什]{2,15}?"


def _job(value: str, tail: str = "", *, ended: bool = False) -> Claim:
    return Claim(
        category=Category.STATUS,
        attribute="job",
        value=value,
        tail=tail or f"是{value}",
        ended=ended,
    )


def employer(value: str, tail: str, *, ended: bool = False) -> Claim:
    return Claim(
        category=Category.STATUS, attribute="employer", value=value, tail=tail, ended=ended
    )


_ADJ = (
    r"(?:(?:普通|资深|全职|兼职|专业|业余|独立|新手|职业|在职|退休|自由|高级|初级|年轻"
    r"|老)的?|[^，。]{1,6}的)?"
)


@template(
    "是|当|做|任|干",
    (
        rf"(?:是|当了?|做了?|担任了?|干)(?:的是)?{_ONE}(?P<v>{_ADJ}(?:{_JOBS}))(?:了"
        r"|的)?(?:工作)?"
    ),
)
def works_as(said: Matched) -> Iterator[Claim]:
    value = clean_value(said["v"], said.policy)
    if not value or re.match(rf"[我你他她做干搞了过]|{_N}多?年", value):
        return
    if said.who.key == AGENT:
        return
    grade = re.match(rf"(?P<g>{_GRADE})的?", value)
    if grade:
        yield _grade(grade["g"])
        return
    major = re.fullmatch(
        r"(?P<m>[一-鿿]{2,8}?)(?:专业|系)的?(?P<g>"
        + _GRADE
        + r")?的?(?:学生|研究生|本科生|博士生)",
        value,
    )
    if major:
        yield _major(major["m"])
        if major["g"]:
            yield _grade(major["g"])
        return
    yield _job(value)


@template(
    "是|做|干|从事|搞",
    (
        rf"(?:是|主要)*(?:做|干|搞|从事)(?:的是)?(?P<v>{_FIELDS})(?:工作|行业|方面|这行|相关"
        r"|方向|一行|的)*"
    ),
)
def works_in(said: Matched) -> Iterator[Claim]:
    if not re.match(r"毕业|课程|作业|[了过]", said["v"]):
        yield _job(said["v"], f"从事{said['v']}")


@template(
    "以前|曾|之前|过去|原来|原本|原先|本来",
    rf"(?:以前|曾经?|之前|过去|原[来本先]|本来)(?:一直|也)?(?:是|当过?|做过?){_ONE}(?P<v>{_JOBS})(?:的)?",
)
def worked_as(said: Matched) -> Iterator[Claim]:
    yield _job(said["v"], f"以前是{said['v']}", ended=True)


@template("留学|读书|上学", r"在(?P<v>[^，。]{2,8})(?P<w>留学|读书|上学|读研|读博)(?:呢)?")
def abroad(said: Matched) -> Iterator[Claim]:
    if is_place(said["v"]):
        yield home(said["v"], tail=f"在{said['v']}{said['w']}")


@template(
    "职业|工作|职位|岗位|从事",
    (
        r"(?:的?(?:本职)?(?:职业|工作|职位|岗位)(?:是|为)"
        r"|从事)(?:一?[名个位])?(?P<v>[^，。]{2,15})(?:工作|行业)?"
    ),
)
def occupation(said: Matched) -> Iterator[Claim]:
    if value := clean_value(re.sub(r"(?:相关)?(?:的)?(?:工作|行业)$", "", said["v"]), said.policy):
        tail = f"从事{value}" if "从事" in said.match.string else f"的职业是{value}"
        if re.search(r"[忙累难多好烦]|负责|[了过]|一回事", value):
            return
        yield _job(value, tail)


# 在网上做运营 names nobody one works for; 在豆瓣当产品经理 does, known or not.
_SOMEWHERE = LazyPattern(
    r"[上下里外中边时候]$|时间|期间|业余|空闲|周末|[公司单位学校家村县城区镇市省国]$|当地|地方|^一|老家"
    r"|全职|兼职|这|那|附近"
)


@template(
    "在",
    (
        rf"在(?P<where>{_PLACE})(?:这边|那边|的?一家[^，。]{{0,14}}?(?:公司|企业|工厂|机构|银行|医院"
        rf"|学校))?(?:当|做|担任|任)(?:的是)?{_ONE}(?P<v>{_JOBS}"
        rf"|{_FIELDS})(?:了|的)?"
    ),
)
def works_at_as(said: Matched) -> Iterator[Claim]:
    where = clean_value(said["where"], said.policy)
    if not where:
        return
    if where.startswith("一家"):  # which one, is not said: 在一家日企做财务
        yield _job(said["v"], said.match.string)
        return
    if is_place(where):
        yield home(where, tail=f"在{where}")
    elif is_organization(where) or not _SOMEWHERE.search(where):
        yield employer(where, f"在{where}工作")
    job = said["v"]
    yield _job(
        job, f"从事{job}" if re.fullmatch(_FIELDS, job) and not re.fullmatch(_JOBS, job) else ""
    )


@template(
    "工作|上班|任职|实习|就职|打工|供职",
    (
        r"(?:一直|人)?(?:在|就职于|任职于|供职于)(?P<v>[^，。]{2,18}?)(?:工作|上班|任职|实习"
        r"|就职|打工|供职)?(?:了|的)?(?P<n>[一二两三四五六七八九十\d半]{1,3}年(?:多)?了?)?"
    ),
)
def works_at(said: Matched) -> Iterator[Claim]:
    value = clean_value(said["v"], said.policy)
    text = said.match.string
    verb = next(
        (v for v in ("工作", "上班", "任职", "实习", "就职", "打工", "供职") if v in text), ""
    )
    firm = is_organization(value) or _EMPLOYER.fullmatch(value)  # 阿里 is no inside of anything
    nowhere = not firm and (NO_PLACE.search(value) or value in ("家", "努力", "认真"))
    if not value or not verb or nowhere:
        return
    tail = text.removeprefix("一直") if said["n"] else f"在{value}{verb}"  # 工作了三年: and now?
    if is_place(value) and not firm:
        yield home(value, tail=tail)
    elif firm or re.fullmatch(r"[A-Za-z][\w .&-]{1,20}", value):
        yield employer(value, tail)


@template(
    "公司|单位",
    (
        r"(?:的|所在的?)?(?:公司|单位)(?:名称|名字|全称)?(?:是|叫|为"
        r"|名叫)(?P<v>[^，。的]{2,25})"
    ),
)
def company(said: Matched) -> Iterator[Claim]:
    if value := clean_value(said["v"], said.policy):
        yield employer(value, f"在{value}工作")


@template(
    "入职|加入|跳槽",
    (
        r"(?:刚|已经|成功|正式)*(?:入职|加入|跳槽(?:到"
        r"|去))了?(?P<v>[^，。]{2,18}?)(?:公司)?(?:了|工作|上班)*"
    ),
)
def joined(said: Matched) -> Iterator[Claim]:
    value = clean_value(said["v"], said.policy)
    if re.match(rf"{_N}(?:多|个|年|天|周)|半", value):  # 入职一个月左右: where, is not said
        return
    if value and (
        is_organization(value) or "职" in said.match.string or "跳槽" in said.match.string
    ):
        yield employer(value, f"入职了{value}")


_COMPANY = LazyPattern(r"(?:这家|那家|原来?的?|前|老|我们)?(?:公司|单位|厂里?|东家)|工作|岗位")


@template(
    "离职|辞职|裁|辞退|开除|炒",
    (
        r"(?:刚|已经|最近|终于|正式){0,4}(?:从(?P<v>[^，。]{2,15}?)(?P<how>离职|辞职)"
        r"|被(?P<by>[^，。]{2,15}?)(?P<out>裁员?|裁掉|辞退|开除|炒(?:掉|鱿鱼)?))了"
    ),
)
def dismissed(said: Matched) -> Iterator[Claim]:
    """我从字节离职了, 我被阿里裁了; who says 公司 names no firm, and has no work all the same."""
    value = clean_value(said["v"] or said["by"], said.policy)
    if not value:
        return
    tail = f"从{value}{said['how']}了" if said["how"] else f"被{value}{said['out']}了"
    if _COMPANY.fullmatch(value):
        yield Claim(category=Category.STATUS, attribute="job", tail=tail, ended=True)
    else:
        yield employer(value, tail, ended=True)


@template(
    "不在", r"(?:已经|早就)?不(?:再)?在(?P<v>[^，。]{2,15}?)(?P<does>工作|上班|干|做|任职|)了?"
)
def left_work(said: Matched) -> Iterator[Claim]:
    value = clean_value(said["v"], said.policy)
    if value and (said["does"] or _EMPLOYER.fullmatch(value)):  # 我已经不在字节了
        yield employer(value, f"不在{value}工作了", ended=True)


@template(
    "工作|辞职|离职|失业|裁|下岗|跳槽|退休|升",
    (
        r"(?:刚|已经|又|最近|终于|正式|被公司|从公司){0,9}(?P<v>换(?:了)?(?:一?份"
        r"|个)?(?:新)?工作|辞职|离职|失业|被裁员?|下岗|跳槽|辞(?:掉)?了?(?:工作)?|被辞退|退休"
        r"|升职)了?"
    ),
)
def work_changed(said: Matched) -> Iterator[Claim]:
    text = re.sub(r"^(?:刚|已经|又|最近|终于|正式)+", "", said.match.string)
    if "了" not in said.match.string and "退休" not in text and "失业" not in text:
        return
    if "退休" in text:
        yield _job("退休", "退休了")
    elif "升职" in text:
        yield Claim(category=Category.STATUS, tail=text)
    else:
        yield Claim(category=Category.STATUS, attribute="job", tail=text, ended=True)


_NOW_AT = LazyPattern(
    r"(?:在|去了?|到了?|跳到了?|来了?)(?P<v>[^，。的了过着]{2,18}?)(?:那边|这边)?了?"
)


def is_at(rest: str, policy: Extraction, *, moved: bool) -> Claim | None:
    """我换工作了，现在在腾讯: behind a change of work any name, else one that is known."""
    match = _NOW_AT.fullmatch(rest)
    value = clean_value(match["v"], policy) if match else ""
    if not value or NO_PLACE.search(value) or re.match(r"一?家|自己|找|休|准备|考虑", value):
        return None
    if is_place(value) and not is_organization(value):
        return None
    known = rest.startswith("在") and _EMPLOYER.fullmatch(value)
    return employer(value, f"在{value}工作" if moved else f"在{value}") if moved or known else None


_EMPLOYER = LazyPattern(
    r"[^，。]{2,}(?:公司|集团|研究所|研究院|工作室|事务所|出版社)|腾讯|阿里巴巴|阿里|字节跳动"
    r"|字节|百度|华为|小米|京东|美团"
    r"|网易|拼多多|滴滴|微软|谷歌|苹果|亚马逊"
)


def _major(value: str) -> Claim:
    return Claim(
        category=Category.IDENTITY, attribute="major", value=value, tail=f"的专业是{value}"
    )


def _grade(value: str) -> Claim:
    return Claim(category=Category.STATUS, attribute="grade", value=value, tail=f"在读{value}")


def _school(value: str, tail: str) -> Claim:
    return Claim(category=Category.STATUS, attribute="school", value=value, tail=tail)


@template(
    "专业|学的|系",
    (
        r"(?:的?专业(?:是|为)|(?:大学)?(?:学|读"
        rf"|念)的(?:专业)?是)(?P<v>[^，。]{{2,12}}?)(?:专业|系)?(?:的)?|(?:是|在读|读|学"
        rf"|念)?(?P<w>[一-鿿]{{2,10}}?)(?:专业|系)(?:的)?(?P<g>{_GRADE})?(?:的)?(?:学生"
        r"|本科生|研究生|本科|在读)?(?:的)?"
    ),
)
def studies(said: Matched) -> Iterator[Claim]:
    value = clean_value(said["v"] or said["w"], said.policy)
    if value and not re.search(
        r"[我你他她很不非最想要是转的]|^[也上好]|一[个名位]|大[一二三四]|通过|学习|进入|喜欢|关|联系|没|这|那",
        value,
    ):
        yield _major(value)
        if said["g"]:
            yield _grade(said["g"])


# What may be studied by its name: 我是会计大三, and not 我处于高三.
_SUBJECT = LazyPattern(
    r"(?:专业|系|学|科|工程|管理|教育|设计|技术|计算机|软件|自动化|电子|机械|通信|建筑|土木|金融|会计|经济|贸易|营销"
    r"|[一-鿿]语|法律|医|护理|师范|美术|音乐|新闻|传媒|广告|艺术|体育|化工|材料|生物|数据|智能)$"
)


@template(
    "大|研|博|高|初|年级",
    (
        r"(?:是|在|上|读|念|今年|刚|马上|开学"
        rf"|已经)*(?:一?[个名])?(?P<m>[一-鿿]{{2,6}}?)?(?P<v>{_GRADE})(?:了|的|学生"
        r"|在读)*"
    ),
)
def grade(said: Matched) -> Iterator[Claim]:
    major = said["m"]
    if major and re.search(
        r"[我你他她是在教]|最|提|增|变|很|身|[到从升要就进入过了]|[前后]|[月周号日读上念年的]$|[小中大]学",
        major,
    ):
        return
    if re.fullmatch(r"小学|初中|高中|中学|大学|幼儿园", major):
        major = ""
    yield _grade(said["v"])
    if major and _SUBJECT.search(major):
        yield _major(major.removesuffix("专业").removesuffix("系"))


@template(
    "读|上学|念|毕业|考上|考入|就读|大学",
    (
        r"(?:在|就读于|考[上入]了?|毕业于|是?从)(?P<v>[^，。了]{2,12}?)(?:就读|读书|上学"
        r"|念书|上大学|上课|毕业|读|念|上)?(?P<m>[一-鿿]{2,8}专业|本科|研究生|硕士|博士|研|博)?"
        r"(?:了|的)?"
    ),
)
def at_school(said: Matched) -> Iterator[Claim]:
    value = clean_value(said["v"], said.policy)
    text = said.match.string
    if not value or not SCHOOL.fullmatch(value):
        return
    if "毕业" in text:
        yield _school(value, f"毕业于{value}")
    elif re.search(r"读|念|学$|学了?$|考|上|研|博", text.replace(value, "")):
        yield _school(value, f"考上了{value}" if "考" in text else f"在{value}就读")
    if said["m"].endswith("专业"):
        yield _major(said["m"].removesuffix("专业"))


@template("学生", r"是(?P<v>[^，。]{2,14}?)(?:的|在读)?(?P<m>本科|研究|博士|大学)?(?:学生|生)")
def student_of(said: Matched) -> Iterator[Claim]:
    value = clean_value(said["v"], said.policy)
    if value and SCHOOL.fullmatch(value) and not re.search("[一刚要]", value):
        yield _school(value, f"在{value}就读")


@template("岁的", rf"(?:是)?{_ONE}(?P<n>{_N})岁的(?P<v>{_JOBS})")
def age_and_job(said: Matched) -> Iterator[Claim]:
    number = counted(said["n"])
    yield Claim(category=Category.IDENTITY, attribute="age", value=str(number), tail=f"{number}岁")
    yield _job(said["v"])


TEMPLATES = (
    *(
        age_and_job,
        worked_as,
        abroad,
        work_changed,
        joined,
        dismissed,
        left_work,
        company,
        works_at_as,
        at_school,
        works_at,
    ),
    *(grade, studies, student_of, works_as, works_in, occupation),
)
