"""Knowledge for tests: items that are there, findable, without anybody having said them."""

from __future__ import annotations

from itertools import count
from typing import Any

from inside import inside
from mohen.core.database import Tx
from mohen.knowledge.model import Category, Item, State
from mohen.memory import Memory

_numbers = count(1)


def item(content: str, **changes: Any) -> Item:
    """An item said at moment 0, with changes."""
    return Item(
        **{
            "id": f"f_test_{next(_numbers):04d}",
            "type": "fact",
            "project_id": "agent",
            "content": content,
            "origin": "extracted",
            "created_at": 0,
            "updated_at": 0,
            "subject": "user",
            "score": 0.5,
            **changes,
        }
    )


def know(memory: Memory, content: str, **changes: Any) -> str:
    """Known, and its words indexed; answers its id."""
    made, parts = item(content, **changes), inside(memory)

    def write(tx: Tx) -> None:
        parts.knowledge_store.add(tx, made)
        parts.knowledge_indexer.index(tx, made)

    parts.mind_db.write(write)
    return made.id


def everything(memory: Memory) -> dict[str, str]:
    """The little world of the search tests: ids by a short name."""
    known = {
        "peanuts": {"content": "用户对花生过敏", "category": Category.HEALTH, "importance": 1.0},
        "shanghai": {
            "content": "用户住在上海",
            "entities": ("用户", "上海"),
            "attribute": "location",
            "valid_from": 2_000,
        },
        "beijing": {
            "content": "用户住在北京",
            "entities": ("用户", "北京"),
            "attribute": "location",
            "state": State.SUPERSEDED,
            "valid_from": 1_000,
            "valid_to": 2_000,
        },
        "jazz": {"content": "User likes jazz music", "category": Category.PREFERENCE},
        "zhang": {"content": "张三是后端工程师", "entities": ("张三",), "subject": "张三"},
        "sanfeng": {"content": "张三丰住在武当山", "entities": ("张三丰",), "subject": "张三丰"},
        "five": {"content": "机器人_5 运行正常", "entities": ("机器人_5",), "subject": "机器人_5"},
        "fifty": {"content": "机器人_50 出了故障", "entities": ("机器人_50",), "subject": "x"},
        "guess": {
            "content": "用户可能在科技公司工作",
            "type": "belief",
            "confidence": 0.6,
            "basis": "经常开会",
            "attribute": "job",
        },
        "dusty": {"content": "用户养过一只乌龟", "state": State.ARCHIVED, "score": 0.01},
        "wrong": {"content": "用户是素食者", "type": "belief", "state": State.DENIED},
        "other": {"content": "别人对花生也过敏", "project_id": "elsewhere"},
        "global": {"content": "公司周五全员放假", "project_id": None, "subject": ""},
    }
    ids = {name: know(memory, **changes) for name, changes in known.items()}
    inside(memory).knowledge_indexer.catch_up()
    return ids
