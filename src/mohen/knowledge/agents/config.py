"""`memory/config.json`: what a person wrote there, over what the policy says (R216–R219)."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from mohen.core import outside_json
from mohen.knowledge.agents.model import Config
from mohen.knowledge.consolidation import cron
from mohen.knowledge.model import BELIEF, FACT, SUMMARY, Category
from mohen.policy import Policy

VERSION = "1.0"
_RATES = (FACT, BELIEF, SUMMARY)
_SHARES = ("layer1_top1", "layer1_top2", "layer1_top3", "layer1_rest")
_TIERS: Mapping[str, tuple[Category, ...]] = {
    "identity_health_safety": (Category.IDENTITY, Category.HEALTH, Category.SAFETY),
    "preference_relation_status": (
        Category.PREFERENCE,
        Category.RELATION,
        Category.STATUS,
        Category.CONSTRAINT,
    ),
    "general_fact": (Category.GENERAL, Category.SCHEDULE),
    "temporary": (Category.TEMPORARY,),
}
# By their names in the first version's template (background 1.15), and ours.
_SIGNALS = {
    "remember_always": "remember",
    "important_key": "important",
    "repeat": "repeat",
    "by_the_way": "aside",
}
_ABOUT = ("version", "agent")
# Every key that means something; the shares under either name (C56).
_KEYS: Mapping[str, tuple[str, ...]] = {
    "decay_rates": _RATES,
    "thresholds": ("archive", "summary_trigger", "active_most"),
    "token_budget": ("layer1_total", *_SHARES, *(f"{each}_ratio" for each in _SHARES)),
    "consolidation": ("schedule", "fallback_hours", "model"),
    "importance_rules": tuple(_TIERS),
    "explicit_signals": tuple(_SIGNALS),
}

Problem = tuple[str, str]
"""Something in the file that is not obeyed, in English and in Chinese."""

_STANDS = "the usual value stands instead", "沿用默认值"
_PASSED = "everything in it is passed over", "其中内容全部忽略"


def default(policy: Policy) -> Config:
    known, snapshot, run = policy.knowledge, policy.snapshot, policy.consolidation
    tiers = {
        "identity_health_safety": known.identity_health_safety,
        "preference_relation_status": known.preference_relation_status,
        "general_fact": known.general_fact,
        "temporary": known.temporary,
    }
    return Config(
        decay_rates={
            FACT: known.fact_rate,
            BELIEF: known.belief_rate,
            SUMMARY: known.summary_rate,
        },
        archive=known.archive_below,
        summary_trigger=run.summary_trigger,
        layer1_total=snapshot.tokens,
        layer1_shares=(snapshot.first, snapshot.second, snapshot.third, snapshot.rest),
        schedule=run.schedule,
        fallback_hours=run.fallback_hours,
        model="default",
        importance={each: tiers[name] for name, those in _TIERS.items() for each in those},
        signals={
            "remember": known.remember,
            "important": known.important,
            "repeat": known.repeat,
            "aside": known.aside,
        },
    )


def read(text: str, policy: Policy) -> tuple[Config, tuple[Problem, ...]]:
    """The config, and what in it was not understood: the policy's value stands there instead."""
    usual = default(policy)
    try:
        given = outside_json.loads(text)
    except ValueError:
        return usual, (_said("config.json is not JSON", "config.json 不是 JSON", _PASSED),)
    if not isinstance(given, dict):
        return usual, (_said("config.json is not an object", "config.json 不是对象", _PASSED),)
    return _Reader(given, usual).config()


class _Reader:
    """One reading; problems are gathered on the way."""

    def __init__(self, given: Mapping[str, Any], usual: Config) -> None:
        self._given = given
        self._usual = usual
        self._problems: list[Problem] = []

    def config(self) -> tuple[Config, tuple[Problem, ...]]:
        usual = self._usual
        made = replace(
            usual,
            decay_rates={
                kind: self._share("decay_rates", kind, usual.decay_rates[kind]) for kind in _RATES
            },
            archive=self._share("thresholds", "archive", usual.archive),
            summary_trigger=self._count("thresholds", "summary_trigger", usual.summary_trigger),
            layer1_total=self._count("token_budget", "layer1_total", usual.layer1_total),
            layer1_shares=self._shares(),
            schedule=self._schedule(),
            fallback_hours=self._number("consolidation", "fallback_hours", usual.fallback_hours),
            model=self._word("consolidation", "model", usual.model),
            importance=self._importance(),
            signals=self._signals(),
            active_most=self._most(),
            unknown={key: self._given[key] for key in self._given if key not in _KEYS},
        )
        self._about()
        self._unknown()
        return made, tuple(self._problems)

    def _about(self) -> None:
        """It is read as the one version there is."""
        said = self._given.get("version", VERSION)
        if said != VERSION:
            known = f"it is read as {VERSION}", f"按 {VERSION} 读取"
            self._tell("version is not known here", "version 不是已知的版本", known)

    def _unknown(self) -> None:
        """Keys that nobody asks for: a slip of the pen would go unseen."""
        for key in self._given:
            if key not in (*_ABOUT, *_KEYS):
                self._no_key(key, (*_ABOUT, *_KEYS))
        for section, keys in _KEYS.items():
            for key in self._section(section):
                if key not in keys:
                    self._no_key(f"{section}.{key}", keys)

    def _no_key(self, key: str, known: Sequence[str]) -> None:
        there = ", ".join(each for each in known if not each.endswith("_ratio"))
        self._tell(
            f"{key} is no key of this file",
            f"{key} 不是此文件的键",
            (f"known are {there}", f"可用的有 {there}"),
        )

    def _shares(self) -> tuple[float, float, float, float]:
        """Under either name (C56)."""
        found = [
            self._share(
                "token_budget",
                name if name in self._section("token_budget") else f"{name}_ratio",
                usual,
            )
            for name, usual in zip(_SHARES, self._usual.layer1_shares, strict=True)
        ]
        first, second, third, rest = found
        return first, second, third, rest

    def _importance(self) -> dict[Category, float]:
        return {
            each: self._share("importance_rules", name, self._usual.importance[each])
            for name, those in _TIERS.items()
            for each in those
        }

    def _signals(self) -> dict[str, float]:
        return {
            ours: self._number(
                "explicit_signals", theirs, self._usual.signals[ours], least=-1, most=1
            )
            for theirs, ours in _SIGNALS.items()
        }

    def _schedule(self) -> str:
        said = self._word("consolidation", "schedule", self._usual.schedule)
        if cron.is_sound(said):
            return said
        fields = "five cron fields such as 0 3 * * *", "五段 cron 表达式，如 0 3 * * *"
        self._problem("consolidation", "schedule", fields)
        return self._usual.schedule

    def _most(self) -> int | None:
        if self._section("thresholds").get("active_most") is None:
            return None
        return self._count("thresholds", "active_most", 0) or None

    # -- single values

    def _section(self, name: str) -> Mapping[str, Any]:
        found = self._given.get(name, {})
        if isinstance(found, dict):
            return found
        passed = "it is passed over", "已忽略"
        self._tell(f"{name} must be an object", f"{name} 应为对象", passed)
        return {}

    def _share(self, section: str, name: str, usual: float) -> float:
        return self._number(section, name, usual, least=0, most=1)

    def _number(
        self, section: str, name: str, usual: float, *, least: float = 0, most: float = math.inf
    ) -> float:
        found = self._section(section).get(name, usual)
        sound = isinstance(found, int | float) and not isinstance(found, bool)
        if sound and math.isfinite(found) and least <= found <= most:
            return float(found)
        upto, bis = ("", " 以上") if most == math.inf else (f" to {most:g}", f" 到 {most:g}")
        self._problem(section, name, (f"a number from {least:g}{upto}", f"{least:g}{bis} 的数"))
        return usual

    def _count(self, section: str, name: str, usual: int) -> int:
        found = self._section(section).get(name, usual)
        if isinstance(found, int) and not isinstance(found, bool) and found >= 0:
            return found
        self._problem(section, name, ("a whole number, not negative", "非负整数"))
        return usual

    def _word(self, section: str, name: str, usual: str) -> str:
        found = self._section(section).get(name, usual)
        if isinstance(found, str) and found.strip():
            return found
        self._problem(section, name, ("text", "文字"))
        return usual

    def _problem(self, section: str, name: str, wanted: Problem) -> None:
        en, zh = wanted
        self._tell(f"{section}.{name} must be {en}", f"{section}.{name} 应为 {zh}", _STANDS)

    def _tell(self, en: str, zh: str, then: Problem) -> None:
        said = _said(en, zh, then)
        if said not in self._problems:
            self._problems.append(said)


def _said(en: str, zh: str, then: Problem) -> Problem:
    return f"{en}: {then[0]}", f"{zh}：{then[1]}"


def written(config: Config, agent: str) -> str:
    """As `init` writes it (R216–R219), and the agent it belongs to."""
    rates, shares = config.decay_rates, config.layer1_shares
    tiers = {name: config.importance[those[0]] for name, those in _TIERS.items()}
    made = {
        "version": VERSION,
        "agent": agent,
        "decay_rates": {kind: rates[kind] for kind in _RATES},
        "thresholds": {"archive": config.archive, "summary_trigger": config.summary_trigger},
        "token_budget": {
            "layer1_total": config.layer1_total,
            **dict(zip(_SHARES, shares, strict=True)),
        },
        "consolidation": {
            "schedule": config.schedule,
            "fallback_hours": _whole(config.fallback_hours),
            "model": config.model,
        },
        "importance_rules": tiers,
    }
    return json.dumps(made, ensure_ascii=False, indent="  ") + "\n"


def _whole(value: float) -> float | int:
    return int(value) if value == int(value) else value
