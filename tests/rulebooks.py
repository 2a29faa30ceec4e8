"""Rules as distillation would leave them, for tests that do not want to distil; and how an author
speaks of rules through the channels."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from inside import inside
from mohen.memory import Memory
from mohen.rules.model import Link, Op, Origin, Predicate, Rule, Tally
from mohen.text.default_rules import Category
from worlds import World

SHORT = Predicate("mean_sentence_length", Op.LESS, 15.0, "characters", "action")
LONG = Predicate("mean_sentence_length", Op.MORE, 25.0, "characters", "action")
SHORT_TEXT = "动作场景偏好短句，平均句长 < 15 字"
LONG_TEXT = "动作场景偏好长句，平均句长 > 25 字"


def rule(id: str = "rule_a", **changes: Any) -> Rule:
    """A rule that was distilled, with whatever a test cares about changed."""
    plain: dict[str, Any] = {
        "id": id,
        "text": SHORT_TEXT,
        "text_zh": SHORT_TEXT,
        "text_en": "Action scenes: short sentences, under 15 characters on average",
        "category": Category.PACING,
        "project_id": "novel",
        "origin": Origin.DISTILLED,
        "confidence": 0.87,
        "predicate": SHORT,
        "evidence_at": 1_000,
        "created_at": 1_000,
        "updated_at": 1_000,
    }
    return Rule(**{**plain, **changes})


def believe(
    world: World, made: Rule, *, by: Sequence[str] = (), against: Sequence[str] = ()
) -> Rule:
    """Put a rule into the memory, with the episodes that speak for and against it."""
    parts = inside(world.memory)
    links = [*(Link(each, True, 1.0) for each in by), *(Link(each, False, 1.0) for each in against)]
    weighed = Rule(
        **{
            **{name: getattr(made, name) for name in made.__slots__},
            "tally": Tally(weight_for=float(len(by)), weight_against=float(len(against))),
        }
    )

    def write(tx: Any) -> None:
        parts.rule_store.insert(tx, weighed)
        parts.rule_store.put_links(tx, made.id, links)

    parts.mind_db.write(write)
    return weighed


def unmeasured(world: World, id: str, *, by: Sequence[str] = (), **changes: Any) -> Rule:
    """Put a rule of today into the memory that says something nobody measures."""
    now = world.clock.now()
    plain: dict[str, Any] = {
        "text": f"规则 {id}",
        "text_zh": None,
        "text_en": None,
        "category": Category.STYLE,
        "confidence": 0.5,
        "predicate": None,
        "evidence_at": now,
        "created_at": now,
        "updated_at": now,
    }
    return believe(world, rule(id, **{**plain, **changes}), by=by)


def clash(world: World, **changes: Any) -> str:
    """Two rules that cannot both hold, found as a distillation finds them; answers the conflict."""
    believe(world, rule("rule_short", confidence=0.8, **changes))
    believe(world, rule("rule_long", text=LONG_TEXT, predicate=LONG, confidence=0.7, **changes))
    (conflict,) = detect(world.memory, changes.get("project_id", "novel"))
    return conflict


def detect(memory: Memory, project: str | None = "novel") -> list[str]:
    """Look for contradictions as a distillation does; answers the new conflicts."""
    parts = inside(memory)
    return parts.mind_db.write(lambda tx: parts.rule_editor.detect(tx, project)).value


# -- through the channels

NO_SHOUTING = "对话中不使用感叹号"


def add(world: World, text: str = NO_SHOUTING, **asked: Any) -> dict[str, Any]:
    where = {} if asked.get("scope") == "global" else {"projectId": "novel"}
    return world.ok("memory:semantic:add", **{"rule": text, "scope": "project", **where, **asked})


def book(world: World, project: str | None = "novel", **asked: Any) -> dict[str, Any]:
    where = {} if project is None else {"projectId": project}
    return world.ok("memory:semantic:list", **where, **asked)


def listed(world: World, project: str | None = "novel", **asked: Any) -> list[str]:
    return [each["id"] for each in book(world, project, **asked)["items"]]


def only(world: World, project: str | None = "novel") -> dict[str, Any]:
    (found,) = book(world, project)["items"]
    return dict(found)


def rules(world: World, project: str | None = "novel") -> list[dict[str, Any]]:
    return list(book(world, project)["items"])


def learn(world: World, project: str = "novel") -> dict[str, Any]:
    return world.ok("memory:semantic:distill", projectId=project)


def update(world: World, kept: dict[str, Any], **patch: Any) -> dict[str, Any]:
    return world.ok(
        "memory:semantic:update",
        id=kept["id"], projectId="novel", version=kept["version"], patch=patch,
    )  # fmt: skip


def history(world: World, **asked: Any) -> list[str]:
    answer = world.ok("memory:learning:history", **{"projectId": "novel", **asked})
    return [each["kind"] for each in answer["items"]]


def destroy_episodes(world: World) -> None:
    world.close()
    world.destroy("episodes.db")
    world.memory = world._open()
