"""What is measured of a body, in Chinese: weight, blood pressure, cholesterol, and how an illness
goes. The newest stands in the place of the one before."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import timedelta

from mohen.knowledge.model import Category
from mohen.knowledge.understanding.claims import Claim, key
from mohen.knowledge.understanding.pattern_engine import Matched, template
from mohen.knowledge.understanding.zh.events import spelled
from mohen.knowledge.understanding.zh.health import DISEASE
from mohen.text.dates import Grain, Local, When
from mohen.text.lazy_pattern import LazyPattern

NAME = (
    r"(?:体重|身高|腰围|臀围|胸围|腿围|臂围|血压|高压|低压|(?:空腹|餐后|糖化)?血糖|糖化血红蛋白|血脂|总?胆固醇"
    r"|[低高]密度脂蛋白|甘油三酯|血?尿酸|静息心率|心率|体脂率?|BMI|骨密度|血红蛋白|转氨酶|肌酐)"
)
# 一米六二, 1米75
_METRES = r"[一两12]米[零一二三四五六七八九\d]{1,3}"
_VALUE = (
    rf"(?:{_METRES}|\d[\d./]*(?:-\d[\d.]*)?(?:\s?(?:kg|KG|公斤|千克|斤|cm|CM|厘米|公分|米|寸|尺|mmHg|毫米汞柱"
    r"|mmol/L|次/分|次|下|％|%|左右|多))*)"
)
_NOW = (
    r"(?:现在|目前|已经|今天|今早|大概|大约|差不多|才|只|就|还|仍|又|也|一直|稳定在|保持在"
    r"|维持在)*+"
)
_IS = r"(?:是|为|有|在|到了?|降到了?|升到了?|涨到了?|：|:)?"
_KEPT = {"体重": "weight", "身高": "height"}
_WAY = (
    "降到|降至|降为|降成|升到|升至|涨到|增加到|减到|减少到|变成|变为|转为|转成|好转为|好转成"
    "|改善为|到"
)


def _measured(name: str, value: str, tail: str) -> Claim:
    category = Category.IDENTITY if name == "身高" else Category.HEALTH
    attribute = _KEPT.get(name) or key("measure", name)
    return Claim(category=category, attribute=attribute, value=value, tail=tail)


@template(
    "体重|身高|围|血|压|胆固醇|蛋白|甘油|尿酸|心率|体脂|BMI|骨密度|转氨酶|肌酐",
    r"(?:的|(?:早上|上午|中午|下午|晚上|刚才?)?[量测]了?(?:一下)?)?"
    rf"(?P<k>{NAME})(?:指数|水平|值)?{_NOW}{_IS}(?P<v>{_VALUE})了?",
)
def measured(said: Matched) -> Iterator[Claim]:
    yield _measured(said["k"], said["v"], f"的{said['k']}是{said['v']}")


@template("米", rf"(?:有|长到|高)?(?P<v>{_METRES})(?:左右)?高?(?:了|的个子)?")
def tall(said: Matched) -> Iterator[Claim]:
    """我一米六二."""
    yield _measured("身高", said["v"], f"的身高是{said['v']}")


# 身高一米六二，体重50公斤: who begins so tells of themselves.
OF_ONESELF = LazyPattern(rf"身高{_NOW}{_IS}{_VALUE}")


# The day of a measure says how new it is: of long ago it is no value of today's.
_RECENT = timedelta(days=7)
_ON_A_DAY = LazyPattern(
    rf"(?:我的?|的|[量测]了?(?:一下)?)?(?P<k>{NAME}|体温){_NOW}{_IS}(?P<v>{_VALUE})了?"
)


def on_a_day(dayless: str, days: Sequence[When], local: Local) -> Claim | None:
    """今天血压158/92."""
    taken = _ON_A_DAY.fullmatch(dayless) if len(days) == 1 else None
    if taken is None or days[0].grain is not Grain.DAY or days[0].day > local.day:
        return None
    tail = f" {spelled(days[0])} {taken['k']}{taken['v']}"
    claim = _measured(taken["k"], taken["v"], tail)
    if local.day - days[0].day > _RECENT:
        claim = Claim(category=claim.category, tail=tail)
    return replace(claim, event_at=days[0].at(local))


@template(
    "从",
    rf"的?(?:(?P<k>{NAME})|(?P<ill>{DISEASE}))(?:指数|指标|水平|值)?(?:已经|终于|也|又|都)*"
    rf"从(?P<a>[^，。从]{{1,8}}?)(?P<way>{_WAY})了?(?P<v>[^，。了到]{{1,10}})了?",
)
def changed(said: Matched) -> Iterator[Claim]:
    """我的脂肪肝从中度变成轻度了。"""
    name = said["k"] or said["ill"]
    tail = f"的{name}从{said['a']}{said['way']}了{said['v']}"
    if said["k"]:
        yield _measured(name, said["v"], tail)
    else:
        yield Claim(
            category=Category.HEALTH, attribute=key("health", name), value=said["v"], tail=tail
        )


@template(
    "瘦|胖|减|重|轻|长高",
    r"(?:相比|比|跟|和)?(?:上个?月|上周|去年|之前|以前)?(?:相比|比)?(?:已经|又|大概|大约|差不多|一共|总共)*"
    r"(?P<how>瘦|胖|减|减重|减肥|重|轻|长高)了?(?:大概|大约|差不多|快|整整)*"
    r"(?P<v>[\d一二两三四五六七八九十半]+(?:\.\d+)?(?:多)?(?:个)?(?:斤|公斤|kg|KG|千克|厘米|cm|公分))(?:了|多|左右)?",
)
def lost(said: Matched) -> Iterator[Claim]:
    yield Claim(
        category=Category.HEALTH,
        attribute="weight:change",
        value=said["v"],
        tail=f"{said['how']}了{said['v']}",
    )


# 我刚称了一下，现在是82kg: two clauses that say one thing.
_TAKEN = LazyPattern(
    r"(?:^|(?<=[，。；！!\n]))(?:而且|另外|对了)?(?P<i>我?)(?:刚才|刚|今天|今早|早上|昨天|又|去|也|自己)*+"
    rf"(?:(?:称|量|测量|测)了?(?:一?下)?(?:我?的?)?(?P<k>{NAME})|称了?(?:一?下)?)[，,]"
    rf"(?:结果|发现|居然)?{_NOW}(?:是|为|有|到)?(?P<v>{_VALUE})(?!(?!了)[一-鿿])"
)


# 我今天血压有点高，158/92: the number says how high.
_HIGH = LazyPattern(
    rf"(?P<k>{NAME})(?:有点|有些|偏|比较|还是|还|很|太|又)*(?:高|低)(?:了)?[，,](?:到了?|有|是)?"
    rf"(?=(?:{_VALUE})(?:$|[，。！!]))"
)


def straightened(text: str) -> str:
    """What was measured, said of the user in one clause."""
    return _TAKEN.sub(_said, _HIGH.sub(r"\g<k>", text))


_HEAVY = LazyPattern("kg|公斤|千克|斤", re.IGNORECASE)


def _said(taken: re.Match[str]) -> str:
    if not taken["k"] and not _HEAVY.search(taken["v"]):
        return taken[0]
    # 我妈血压高，早上量了血压，150/90: hers
    return f"{'我的' if taken['i'] else ''}{taken['k'] or '体重'}是{taken['v']}"


TEMPLATES = (measured, tall, changed, lost)
