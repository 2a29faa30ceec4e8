"""Somebody's people, in Chinese: family, partners, friends, animals; and what became of them."""

from __future__ import annotations

import re
from collections.abc import Iterator

from mohen.knowledge.model import AGENT, USER, Category, EntityType
from mohen.knowledge.understanding.claims import Claim, SpokenOf, Who, key
from mohen.knowledge.understanding.entities import SURNAMES
from mohen.knowledge.understanding.pattern_engine import Matched, template
from mohen.knowledge.understanding.zh.identity import related, tie
from mohen.knowledge.understanding.zh.phrases import NAME, ROLE, SELF, by_role, same, several
from mohen.knowledge.understanding.zh.words import common
from mohen.text.lazy_pattern import LazyPattern

_N = r"(?:一|两|二|三|四|五|六|七|八|九|十|好几|几|\d+)"
_ANIMAL = (
    "猫咪|小猫|猫|狗狗|小狗|狗|金毛|柯基|哈士奇|泰迪|橘猫|布偶猫?|英短|仓鼠|兔子|鹦鹉"
    "|乌龟|金鱼|鱼|鸟|蜥蜴|蛇|马|边牧|拉布拉多|三花猫?|黑猫|白猫|暹罗猫?|荷兰猪|土狗|土猫|田园[犬猫]|[一-鿿]{1,2}犬|狸花猫?|奶牛猫|缅因猫?|比熊|博美|柴犬|龙猫|变色龙"
)


def _relation(attribute: str, value: str, tail: str, *, ended: bool = False) -> Claim:
    return Claim(
        category=Category.RELATION, attribute=attribute, value=value, tail=tail, ended=ended
    )


@template(
    "养|有|猫|狗",
    (
        rf"(?:还|也|家里|一共|现在|又|刚)*(?:养|有|领养|买)(?:了|着|过)?(?P<n>{_N})?(?P<c>只"
        rf"|条|匹|个|头)?(?:叫做?(?P<called>[^，。的]{{1,8}})的)?(?P<v>{_ANIMAL})(?:[,，]?(?:名字|名|它)?(?:是|叫做?"
        rf"|叫作)(?P<name>[^，。]{{1,8}}))?(?:了|的)?"
    ),
)
def pet(said: Matched) -> Iterator[Claim]:
    kind, name = said["v"], said["name"]
    if "过" in said.match.string[: said.match.start("v")]:
        return
    count = f"{said['n']}{said['c'] or '只'}" if said["n"] else ""
    tail = f"养了{count}{kind}"
    called = several(said["called"], said.policy) if said["called"] else []
    if len(called) == 1:
        yield _relation(key("pet", called[0]), kind, f"养了{count}叫{called[0]}的{kind}")
    elif called:
        yield from (_relation(key("pet", each), kind, f"的{kind}叫{each}") for each in called)
    elif name:
        yield _relation(key("pet", name), kind, f"养了{count}{kind}，叫{name}")
    else:
        yield _relation(key("pet", kind), said["n"] or "yes", tail)


@template(
    "有",
    (
        rf"(?:还|也|一共|现在|已经|家里)*(?P<no>没)?有(?P<n>{_N})?(?:个|位"
        rf"|名)?(?P<a>[^，。]{{0,6}}?的)?(?P<v>{ROLE})(?:了)?(?:[,，]?(?:名字)?(?:是"
        rf"|叫做?)(?P<name>{NAME}))?"
    ),
)
def has(said: Matched) -> Iterator[Claim]:
    role = same(said["v"])
    if (
        role in ("老师", "学生", "客户", "朋友", "网友", "编辑", "助理", "同学", "同事", "邻居")
        and not said["name"]
    ):
        return
    if said["no"]:
        yield _relation(key("relation", role), "none", f"没有{said['a']}{said['v']}")
        return
    if said["name"]:
        yield related(role, f"用户的{role}", said["name"])
        return
    aged = said["a"].startswith("岁")  # 有10岁的孩子
    count = f"{said['n']}{'' if aged else '个'}" if said["n"] else ""
    yield _relation(key("relation", role), said["n"] or "yes", f"有{count}{said['a']}{said['v']}")


@template(
    "是我",
    (
        r"(?:是|就是)我(?:们)?(?:的)?(?P<a>最好的|前|小学|初中|高中|大学"
        rf"|以前的)*(?P<v>{ROLE})"
    ),
)
def is_my(said: Matched) -> Iterator[Claim]:
    who = said.who
    if who.key in (USER, AGENT) or not who.key or who.role:
        return
    role = f"前{said['v']}" if said["a"] == "前" else same(said["v"])
    kin = said["v"] if len(said["v"]) > 1 else same(said["v"])
    shown = f"{who.shown}是用户的{said['a'] or ''}{kin}"
    attribute, value = tie(role, who.key)
    yield Claim(category=Category.RELATION, attribute=attribute, value=value, whole=shown, who=SELF)


@template("是|叫", rf"(?:就)?(?:是|叫|名叫)(?P<v>{NAME})")
def is_called(said: Matched) -> Iterator[Claim]:
    if said.who.role:
        yield related(said.who.role, said.who.shown, said["v"])


@template(
    "和|跟|与",
    (
        rf"(?:和|跟|与)(?P<v>{NAME}|(?:我)?(?:{ROLE}))(?:已经|是)*(?P<what>结婚|离婚|分手"
        rf"|复合|订婚|在一起|绝交|谈恋爱|闹翻|吵架|和好|是[^，。]{{2,6}}关系|是(?:好朋友|朋友"
        r"|同事|同学|室友|夫妻|情侣))(?:了)?(?P<years>[一二两三四五六七八九十\d]+年了?)?"
    ),
)
def with_somebody(said: Matched) -> Iterator[Claim]:
    other, what = said["v"].removeprefix("我"), said["what"]
    role = same(other)
    ended = what in ("离婚", "分手", "绝交")
    if what == "吵架" or (what == "在一起" and "了" not in said.match.string):
        return
    done = "" if what.startswith("是") else said["years"] or "了"
    attribute = key("relation", role)
    yield _relation(
        attribute, "" if ended else what.removeprefix("是"), f"和{other}{what}{done}", ended=ended
    )


@template(
    "婚|单身|分手|恋爱|失恋|脱单|离异|丧偶|当爸|当妈",
    (
        r"(?:已经|刚|最近|终于|又|还是|目前|现在|是|都|也|准备|正在|处于)*(?P<v>结婚"
        r"|已婚|未婚|离婚|离异|单身|分手|谈恋爱|恋爱|失恋|脱单|订婚|丧偶|再婚|当爸爸"
        r"|当妈妈)(?P<le>了|的|中|状态|[一二两三四五六七八九十\d]+年了?+)*"
    ),
)
def marital(said: Matched) -> Iterator[Claim]:
    text, value = said.match.string, said["v"]
    if re.search(r"准备|[没不]", text):
        return
    if value in ("结婚", "离婚", "分手", "订婚", "失恋", "脱单", "当爸爸", "当妈妈", "再婚"):
        if "了" not in text and "年" not in text:
            return
        yield _relation("status:marital", value, f"{value}了")
    else:
        shown = "是单身" if value == "单身" else "在谈恋爱" if "恋爱" in value else value
        yield _relation("status:marital", value.removeprefix("谈"), shown)


@template(
    "去世|过世|走了|死了|生了|出生",
    (
        r"(?:已经|前年|去年|今年|在)*(?P<v>去世|过世|离世|病逝|死|生(?:了)?(?:一?个)?(?:女儿"
        r"|儿子|孩子|宝宝)|出生)(?:了)?(?:[一二两三四五\d]+年了?)?"
    ),
)
def born_or_died(said: Matched) -> Iterator[Claim]:
    if said["v"] in ("死", "出生") and not said.who.role:
        return
    value = "dead" if said["v"] in ("去世", "过世", "离世", "病逝", "死") else said["v"]
    if said.who.key in (USER, AGENT) and value == "dead":
        return
    yield _relation("status:life", value, f"{said['v'].replace('生了', '生')}了")


@template(
    "一个人|独生|丁克",
    (
        r"(?:是)?(?P<v>独生子女?|独生女|丁克|一个人住|独居|和父母(?:一起)?住"
        r"|和[^，。]{1,5}合租)(?:的)?"
    ),
)
def household(said: Matched) -> Iterator[Claim]:
    value = said["v"]
    tail = f"是{value}" if value.startswith("独生") or value == "丁克" else value
    yield _relation("household", value, tail)


_SCHOOL = "(?:新|小学|初中|高中)?学校|幼儿园|托儿所|托班|小学|初中|高中|中学|大学"
_PERSON = "班主任|(?:[一-鿿]{1,2})?老师|教练|家教|保姆|医生|康复师"
_MINE = "女儿|儿子|闺女|孩子|娃|老婆|老公|大宝|二宝"
_IS_CALLED = "(?:的?名字)?(?:是叫|名叫|叫做?)"
# 小满的学校叫枫林小学, 我儿子的班主任叫王芳. Not: 老师叫家长去学校.
_CALLED = LazyPattern(
    rf"(?:(?:(?:我们?|咱们?)家?的?(?P<role>{ROLE})|(?P<mine>{_MINE})|(?P<they>[他她](?!们)))的?"
    rf"|(?P<name>{NAME}|(?!{ROLE})(?P<twice>[一-鿿])(?P=twice))的|(?P<before>))"
    rf"(?:(?P<school>{_SCHOOL}){_IS_CALLED}"
    r"(?P<v>(?![^，]*(?:什么|啥|[我你他她去来了吗家长]))[一-鿿A-Za-z·]{2,12})"
    rf"|(?P<person>{_PERSON}|(?<=的)(?:{ROLE})){_IS_CALLED}(?P<v2>{NAME}|[{SURNAMES}](?:老师|医生|教练|阿姨|主任)))"
)


def of_somebody(text: str, talk: SpokenOf, *, opens: bool) -> Claim | None:
    """What a thing or a person of somebody's is called: a fact of theirs, and nobody's name."""
    match = _CALLED.fullmatch(text)
    if match is None or common(match["name"] or ""):
        return None
    who = talk.person if match["they"] else None
    if match["role"] or match["mine"]:
        who = by_role(match["role"] or match["mine"], talk)
    elif match["name"]:
        who = talk.person = Who(match["name"], match["name"])
    elif match["before"] is not None and match["school"] and not opens:
        who = talk.subject  # 我儿子小满上一年级了，学校叫枫林小学
    if who is None or who.key in ("", USER, AGENT) or who.type is not EntityType.PERSON:
        return None
    thing, value = match["school"] or match["person"], match["v"] or match["v2"]
    return Claim(
        category=Category.RELATION,
        attribute="school" if match["school"] else key("called", thing),
        value=value,
        whole=f"{who.shown}的{thing}叫{value}",
        who=who,
    )


TEMPLATES = (pet, is_my, is_called, has, with_somebody, marital, born_or_died, household)
