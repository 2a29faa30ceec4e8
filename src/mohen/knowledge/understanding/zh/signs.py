"""Signs by which a Chinese statement is judged to be understood alone (`judge.py`)."""

from __future__ import annotations

from collections.abc import Iterator

from mohen.knowledge.understanding.entities import is_place
from mohen.knowledge.understanding.zh import our_project
from mohen.knowledge.understanding.zh.meanwhile import LATELY
from mohen.knowledge.understanding.zh.standing import manner
from mohen.text.lazy_pattern import LazyPattern
from mohen.text.word_lists import words

WORDED = frozenset(
    (
        "",
        *words(
            "constraint employer goal habit health hometown location major medication money owns"
            " preference project role schedule school skill status"
        ),
    )
)

# 用户 2026-02-09 那周 会去北京旅游: when, where to and what for.
_JOURNEY = LazyPattern(
    r"^用户 \d{4}-\d\d(?:-\d\d)?(?: 那周)? ?(?:和[^，]{1,8}?(?:一起)?)?(?:会|要|将|打算|准备"
    r"|计划)?去"
    r"[^，那这哪]{2,8}(?:旅游|旅行|出差|度假|玩|留学|开会|考试|面试|复查|体检|手术)$"
)


_APPOINTMENT = LazyPattern(r"^用户 \d{4}-\d\d-\d\d \d\d:\d\d [^，这那哪]{2,16}$")
_PRESCRIBED = LazyPattern(r"^医生给用户开了[^，]{2,20}（\d{4}-\d\d-\d\d 说）$")


# 用户 2026-02-06 有家长会, 水管工 2026-02-05 09:00 来, 家长会是 2026-02-20 18:00
_PLAN = LazyPattern(
    # 我周末过去看看: where, was said before
    r"^(?!.*(?:[这它他她]|过(?!来|去)|那(?!边|里|周)))(?!.*了.)(?!用户 [^，]*过[来去])(?:"
    r"(?:用户(?:的[^， ]{1,6})?|[^，用 ]{2,6}) \d{4}-\d\d-\d\d(?: \d\d:\d\d| [一-鿿]{2})?"
    r" ?(?:要|会|得|打算|就|都){0,2}(?:有|[过回赶][来去]|去|来|到|回|飞|坐|考|做|开"
    r"|交|见|看|陪|带|接|送|搬"
    r"|面试|体检|手术|复[诊查]|出差|答辩|结婚|毕业|高铁|飞机|航班)[^，]{0,14}"
    r"|[^， ]{2,16}(?:[是在]|截止[到至]?"
    r"|(?:从 \d{4}-\d\d-\d\d )?(?:改|推迟|提前|挪|延期|顺延|调)[到至在])"
    r" \d{4}-\d\d-\d\d(?: \d\d:\d\d| [一-鿿]{2})?(?: 了)?"
    r"|用户的?[^， ]{2,8} \d{4}-\d\d(?:-\d\d)? 到期"
    # 增值税申报 2026-02-07 截止, 房租 2026-03-01 要交
    r"|[^， ]{2,16} \d{4}-\d\d-\d\d(?: \d\d:\d\d)?"
    r" ?(?:截止|到期|(?:要|得|该|必须|之?前){1,3}(?:交|还|缴|报|提交|扣)))$"
)
# 我从2010年起就不吃肉了, 我们2023年从常州搬到了无锡, 我没要孩子
_OF_LIFE = LazyPattern(
    r"^用户(?:从 \d{4} 年 起就?[^，这那]{2,12}"
    r"|家?(?: \d{4}(?:-\d\d| 年) )?(?:从[^，这那]{2,8})?搬到了[^，这那]{2,8}"
    r"|[^，这那它他她]{0,8}(?:吃|服用|打|注射)[^，这那它]{2,16}\d?(?:次|[片粒颗]半?|[毫微]克|单位|mg)"
    r"|不再[吃喝][^，这那它]{1,6}|(?:没有?|没要|不要|不打算要)(?:小?孩子?)|是?左撇子|家?[一二两三四五六]室[一二两三]厅)$"
)
# 我们的房租涨到每月5200了, 我们班有48个学生, 我高考考了620分: how much of what is named says all.
_OURS = LazyPattern(
    r"^用户在 \d{4}-\d\d-\d\d 说：“(?!.*(?:意思|问题|对话|聊天|方案|代码|程序|脚本|查询|请求"
    r"|答案|消息|文件|报错))(?:"
    r"我(?:们|家|们家)?[^，]{0,8}的[^，]{1,10}[是有为到要才只花降涨从烧考说][^，]*\d"
    r"|我们?(?:家|店|班|厂|村|学校|公司|小区|医院|工作室|乐队|社团|宿舍|部门|团队)[^，]{0,10}[有能要招收卖住]"
    r"[^，]{0,6}\d"
    r"|我[^，]{0,6}(?:高考|中考|期末|期中|模考|联考|托福|雅思|四级|六级|考研)[^，]{0,8}\d"
    r"|我(?:每|一个?)[天周月年][^，]{2,12}\d"
    r")"
)
# 用户的房租从2600涨到了2800, 用户的妈妈的退休金是4000元一个月
_SUM = LazyPattern(
    r"^用户(?:的[^，的]{1,5})?的(?:月薪|年薪|工资|月?收入|存款|[房车]贷|房租|租金|月租|学费|退休金|养老金)"
    r"(?:是|(?:从[^，到]{1,10})?[涨升降调加减提][高低]?到了)"
    r"(?:每个?月|一个?月|每年|一年|大概|大约)?[\d一二三四五六七八九十两百千万亿半多.,块元钱kKwW]+"
    r"(?:每个?月|一个?月|每年|一年|[/每][月年]|左右)?$"
)
# 小满的学校叫枫林小学
_CALLED = LazyPattern(
    r"^(?:用户的)?[^，的]{1,6}的(?:[^，的]{0,2}学校|幼儿园|托儿所|托班|[小初高中大][学中]|[^，的]{2}班)叫[^，]{2,12}$"
)


# 用户住在昆山, 用户的家在苏州
_HOME = LazyPattern(r"^用户(?:的[^，的家]{1,4})?(?:住在|的家在)(?P<where>[^，]{2,8})$")


# 用户 2026-02 从 Jenkins 迁到了 GitHub Actions, 用户 2026-12-15 开始封版: the work of a team.
_OF_WORK = LazyPattern(
    r"^用户(?:的团队|团队)? ?\d{4}-\d\d(?:-\d\d)?(?: \d\d:\d\d)? ?(?!.*(?:[这那它他她]))(?:"
    r"(?:把[^，]{2,16}|从[^，]{2,20})?(?:迁移?|换|切换?|升级?|改)(?:到|成|用)了?[^，]*[A-Za-z][^，]*"
    r"|(?:要|会|准备|计划)?(?:开始)?(?:封版|发版|提测|灰度|割接|切流|停机维护)[^，]{0,12}"
    r"|(?:要|会|准备|计划)?(?:发布|上线)了? ?[^，]*\d+\.\d+[^，]*)$"
)


def is_plain(content: str) -> bool:
    if manner(content.removeprefix("用户要求助手").removeprefix("做到：")):
        return True
    if (home := _HOME.match(content)) and is_place(home["where"]):
        return True
    kinds = (_CALLED, _JOURNEY, _APPOINTMENT, _PRESCRIBED, _OF_LIFE, _OURS, _OF_WORK, _SUM)
    if any(each.match(content) for each in kinds):
        return True
    said = _SAID.match(content)
    return said is not None and bool(our_project.told(said["said"]))


def is_plan(content: str) -> bool:
    return bool(_PLAN.match(content))


_LONGEST = 3  # characters of a sign
_TOLD = LazyPattern(r"（\d{4}-\d\d-\d\d 说）$")
_SAID = LazyPattern(r"^用户在 \d{4}-\d\d-\d\d 说：“(?P<said>.*)”$")
_DAY = LazyPattern(
    r" ?\d{4}(?:-\d\d){1,2}(?: 那周)?(?: ?(?:早上|上午|中午|下午|晚上|凌晨|\d\d:\d\d))? ?"
    r"| ?\d{4} 年 ?"
)
_NUMBER = LazyPattern(r"\d+(?:[.,:/]\d+)*")
_NAMED = LazyPattern("[A-Za-z《]")
_LATELY = LazyPattern(LATELY)
_ME = LazyPattern("我|本人|俺")
_OTHERS = {
    "%he": LazyPattern("[他她它]"),
    "%you": LazyPattern("[你您]"),
    "%asked": LazyPattern("[?？]"),
}


def told(content: str) -> Iterator[str]:
    """Signs of the text itself: its characters, and what kinds of things are in it."""
    if said := _SAID.match(content):
        content = said["said"]
        yield "%said"
    dayless, days = _DAY.subn("日", _TOLD.sub("", content))
    bare, numbers = _NUMBER.subn("0", dayless)
    if len(dayless) != len(content):
        yield "%dated"
    if days:
        yield "%day"
    if numbers:
        yield "%number"
    if _NAMED.search(bare):
        yield "%named"
    text = f"^{bare.replace('用户', '～')}$"
    yield f"%long{min(len(text) // 3, 9)}"
    yield f"%clauses{min(text.count('，'), 3)}"
    for size in range(1, _LONGEST + 1):
        for at in range(len(text) - size + 1):
            yield text[at : at + size]


def around(clause: str, message: str) -> Iterator[str]:
    """Signs of how it stood in the message: without a subject, behind 最近, before a question."""
    for size in range(1, _LONGEST + 1):
        yield f"<{clause[:size]}"
    if not _ME.search(clause):
        yield "%carried"
    if "我们" in clause or "咱" in clause:
        yield "%we"
    if _LATELY.search(message) and not _LATELY.search(clause):
        yield "%lately"
    yield from (name for name, sign in _OTHERS.items() if sign.search(message))
    yield f"%within{min(len(message) // 15, 6)}"
