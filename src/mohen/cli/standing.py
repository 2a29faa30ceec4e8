"""How it stands with the agents of a home, for `status`: what was done, what waits, what is due."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from mohen.cli import output
from mohen.cli.consolidate import PHASES
from mohen.cli.session import Session, chosen
from mohen.cli.words import say

Standing = Mapping[str, Any]


def standings(session: Session) -> list[dict[str, Any]]:
    """Of the agent that is meant, or of all; of none where there is none or it cannot be read."""
    meant = chosen().named_project or chosen().agent
    told = session.ask("agent:list", {})
    known = {each["projectId"]: each for each in told["data"]["items"]} if told["ok"] else {}
    wanted = [each for each in known if meant in (None, each)]
    return [_standing(session, known[each]) for each in wanted]


def _standing(session: Session, agent: Mapping[str, Any]) -> dict[str, Any]:
    asked = {"projectId": agent["projectId"]}
    told = session.ask("knowledge:consolidation", asked)
    found = {**agent, **(told["data"]["agents"][0] if told["ok"] else {"unreadable": True})}
    if found.get("lastSuccess"):  # there is one: asking for it makes none
        made = session.ask("knowledge:snapshot", asked)
        if made["ok"]:
            found["snapshot"] = {each: made["data"][each] for each in ("tokens", "at")}
    return found


def show(found: Standing) -> None:
    output.show(f"{say('agent', 'agent')} {found['projectId']}")
    output.facts((f"  {name}", value) for name, value in _rows(found) if value)


def _rows(found: Standing) -> list[tuple[str, str]]:
    gone = say(" (not there now)", "（现不存在）") if found["missing"] else ""
    where = (say("workspace", "工作区"), f"{found.get('workspace', '-')}{gone}")
    if found.get("unreadable"):
        return [where, (say("consolidated", "整理"), say("cannot be read", "无法读取"))]
    waiting, phase = found["unprocessed"], found.get("currentPhase")
    return [
        where,
        (say("consolidated", "上次整理"), _moment(found, "lastSuccess") or say("never", "从未")),
        (say("last run", "上次运行"), _moment(found, "lastRun") if _unfinished(found) else ""),
        (say("phase", "阶段"), _phase(phase) if phase else ""),
        (say("failures", "失败"), str(found["retryCount"] or "")),
        (
            say("unread", "未处理"),
            say(f"{waiting} messages and fragments", f"{waiting} 条消息与片段"),
        ),
        (say("next", "下次整理"), _moment(found, "nextDue") or say("not planned", "无")),
        (say("snapshot", "快照"), _snapshot(found.get("snapshot"))),
    ]


def _unfinished(found: Standing) -> bool:
    """The last run was not the one that succeeded."""
    return found.get("lastRun") != found.get("lastSuccess")


def _moment(found: Standing, name: str) -> str:
    at = found.get(name)
    return "" if at is None else output.moment(at)


def _phase(number: int) -> str:
    name = say(*PHASES[number - 1])
    return say(
        f"{number} ({name}): runs, or was interrupted and will go on there",
        f"{number}（{name}）：正在运行，或曾中断、下次从此继续",
    )


def _snapshot(made: Mapping[str, Any] | None) -> str:
    if made is None:
        return say("none yet", "尚无")
    at = output.moment(made["at"])
    return say(f"{made['tokens']} tokens, of {at}", f"{made['tokens']} 词元，生成于 {at}")
