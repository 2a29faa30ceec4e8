"""An author with one habit, and how tests of this room ask the command about it."""

from __future__ import annotations

import json
from typing import Any

from cli.running import Run

SHORT = (
    "剑落下来。血溅了一地。他退了两步。没有人说话。风忽然停了。",
    "刀举起来。人倒下去。雪还在下。他喘着气。灯灭了。",
    "他冲上去。她躲开了。门碎了。木屑乱飞。谁也没停。",
)
LONG = (
    "他缓缓地举起手中那把沉重而冰冷的长剑朝着敌人劈了下去。",
    "在大雪之中他一步一步向后退去直到背后抵住那扇破败的木门。",
    "她在黑暗的走廊里拼命奔跑着想要逃离身后越来越近的脚步声。",
)
AGAINST = 7  # the one interaction in which the author took the long one


def act(mohen: Run, count: int = 40, project: str = "default") -> list[str]:
    """Fights, each with one short suggestion and two long ones; the short one is taken."""
    lines = "".join(json.dumps(_fight(n, project)) + "\n" for n in range(count))
    data = told(mohen, "record", "--from", "-", input=lines)
    return data["episodeIds"] if "episodeIds" in data else [data["episodeId"]]


def _fight(n: int, project: str) -> dict[str, Any]:
    candidates = [LONG[n % 3], SHORT[n % 3], LONG[(n + 1) % 3]]
    fight = {
        "projectId": project,
        "skillUsed": "continue",
        "sceneType": "action",
        "inputContext": f"第{n}夜，他拔剑冲向敌人。",
        "candidates": candidates,
        "selectedIndex": 0 if n == AGAINST else 1,
    }
    return fight if n % 4 else {**fight, "finalText": SHORT[n % 3] + "天亮了。"}


def contradict(mohen: Run) -> dict[str, Any]:
    """Two rules of the author's own that cannot both hold; answers the conflict."""
    for text in ("动作场景用长句，平均句长大于 30 字", "动作场景用短句，平均句长小于 10 字"):
        told(mohen, "rules", "add", text)
    told(mohen, "learn", "--project", "default")
    (conflict,) = told(mohen, "conflicts")["items"]
    found: dict[str, Any] = conflict
    return found


def told(mohen: Run, *args: str, **more: Any) -> dict[str, Any]:
    """The data of a command that goes well."""
    said = mohen(*args, "--json", **more)
    envelope = json.loads(said.stdout)
    assert envelope["ok"], envelope
    data: dict[str, Any] = envelope["data"]
    return data


def refused(mohen: Run, *args: str) -> tuple[int, str]:
    """The exit code and the code of a command that does not."""
    said = mohen(*args, "--json")
    envelope = json.loads(said.stdout)
    assert not envelope["ok"], envelope
    return said.exit_code, envelope["error"]["code"]


def rules(mohen: Run, *args: str) -> list[dict[str, Any]]:
    items: list[dict[str, Any]] = told(mohen, "rules", *args)["items"]
    return items
