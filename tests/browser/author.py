"""An author at work, told to the memory over HTTP as a writing tool would tell it."""

from __future__ import annotations

from typing import Any

from browser.serving import Serving
from prose import Prose

NOVEL = "实验小说"


def fights(server: Serving, times: int, project: str = NOVEL, *, seed: int = 1) -> list[str]:
    """In fights this author takes the short sentences and leaves the long ones."""
    prose = Prose(seed)
    return [_choice(server, project, prose.long(), prose.short(), "action") for _ in range(times)]


def strolls(server: Serving, times: int, project: str = NOVEL, *, seed: int = 2) -> list[str]:
    """And the long ones here: what `fights` teaches, turned round."""
    prose = Prose(seed)
    return [_choice(server, project, prose.short(), prose.long(), "action") for _ in range(times)]


def _choice(server: Serving, project: str, left: str, taken: str, scene: str) -> str:
    told: dict[str, Any] = server.ok(
        "memory:episode:record",
        projectId=project, skillUsed="continue", sceneType=scene,
        inputContext="黑衣人逼近，剑光一闪。", candidates=[left, taken], selectedIndex=1,
    )  # fmt: skip
    return str(told["episodeId"])


def edits(server: Serving, times: int, project: str = NOVEL) -> None:
    """Every suggestion is taken and its exclamation marks are taken out."""
    prose = Prose(3)
    for _ in range(times):
        plain = prose.short().replace("！", "。")
        loud = plain.replace("。", "！")
        server.ok(
            "memory:episode:record",
            projectId=project, skillUsed="continue", sceneType="dialogue",
            inputContext="她回过头来。", candidates=[loud], selectedIndex=0, finalText=plain,
        )  # fmt: skip


SCENE = "雪下了一夜。\n\n林远退到墙边，剑横在胸前。三个黑衣人从门外逼近，谁也没有出声。"


def runs(server: Serving, times: int, project: str = NOVEL) -> None:
    """Real runs of a skill; this author takes every result and puts no dash in a fight."""
    for _ in range(times):
        run = server.ok(
            "ai:skill:run",
            skillId="continue", projectId=project, text=SCENE, sceneType="action", candidates=1,
        )  # fmt: skip
        final = run["candidates"][0].replace("——", "，")
        server.ok(
            "ai:skill:feedback",
            projectId=project, runId=run["runId"], action="accept", selectedIndex=0,
            finalText=final,
        )  # fmt: skip
