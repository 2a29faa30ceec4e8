"""`config.json`: what a person wrote there, over what the policy says."""

from __future__ import annotations

import json
from typing import Any

import pytest

from mohen.knowledge.agents import config
from mohen.knowledge.agents.model import Config
from mohen.knowledge.model import Category
from mohen.policy import Policy
from shows import shows


def read(given: Any) -> tuple[Config, tuple[config.Problem, ...]]:
    return config.read(json.dumps(given), Policy())


@shows("R216", "R217", "R218", "R219")
def test_the_seeds_config_is_the_default() -> None:
    usual = config.default(Policy())
    assert json.loads(config.written(usual, "main")) == {
        "version": "1.0",
        "agent": "main",
        "decay_rates": {"fact": 0.008, "belief": 0.07, "summary": 0.025},
        "thresholds": {"archive": 0.05, "summary_trigger": 3},
        "token_budget": {
            "layer1_total": 2000,
            "layer1_top1": 0.4,
            "layer1_top2": 0.25,
            "layer1_top3": 0.15,
            "layer1_rest": 0.2,
        },
        "consolidation": {"schedule": "0 3 * * *", "fallback_hours": 48, "model": "default"},
        "importance_rules": {
            "identity_health_safety": 1.0,
            "preference_relation_status": 0.8,
            "general_fact": 0.5,
            "temporary": 0.2,
        },
    }
    assert read({}) == (usual, ())


def test_what_is_written_is_read_again() -> None:
    changed, problems = read({"thresholds": {"archive": 0.1}, "decay_rates": {"fact": 0.5}})
    again, _ = config.read(config.written(changed, "main"), Policy())
    assert problems == ()
    assert (again.archive, again.decay_rates["fact"]) == (0.1, 0.5)


@shows("C56")
@pytest.mark.parametrize("name", ["layer1_top1", "layer1_top1_ratio"])
def test_either_name_of_a_share_is_read(name: str) -> None:
    made, problems = read({"token_budget": {name: 0.7}})
    assert (made.layer1_shares[0], problems) == (0.7, ())


def test_importance_and_signals_rule_by_the_file() -> None:
    made, _ = read(
        {
            "importance_rules": {"preference_relation_status": 0.6},
            "explicit_signals": {"remember_always": 0.4, "by_the_way": -0.1},
        }
    )
    assert made.importance[Category.PREFERENCE] == made.importance[Category.CONSTRAINT] == 0.6
    assert (made.signals["remember"], made.signals["aside"]) == (0.4, -0.1)


@pytest.mark.parametrize(
    ("given", "named"),
    [
        ({"decay_rates": {"fact": 2}}, "decay_rates.fact"),
        ({"decay_rates": {"fact": True}}, "decay_rates.fact"),
        ({"decay_rates": []}, "decay_rates"),
        ({"thresholds": {"summary_trigger": 2.5}}, "thresholds.summary_trigger"),
        ({"thresholds": {"active_most": -1}}, "thresholds.active_most"),
        ({"consolidation": {"schedule": "at dawn"}}, "consolidation.schedule"),
        ({"consolidation": {"fallback_hours": -1}}, "consolidation.fallback_hours"),
        ({"consolidation": {"model": ""}}, "consolidation.model"),
        ([], "config.json"),
    ],
)
def test_nonsense_is_named_and_the_usual_value_stands(given: Any, named: str) -> None:
    made, problems = read(given)
    assert [(en.startswith(named), zh.startswith(named)) for en, zh in problems] == [(True, True)]
    assert made == config.default(Policy())


def test_no_json_at_all() -> None:
    made, problems = config.read("{", Policy())
    assert made == config.default(Policy())
    assert len(problems) == 1


def test_what_we_do_not_know_is_kept() -> None:
    made, problems = read({"agent": "main", "note": {"mine": 1}})
    assert made.unknown == {"agent": "main", "note": {"mine": 1}}
    assert [en.partition(":")[0] for en, _ in problems] == ["note is no key of this file"]
