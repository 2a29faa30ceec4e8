"""Learning from what was recorded, now or not for a while: `learn`, `pause`, `resume`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from mohen.cli import output, rulebook
from mohen.cli.bilingual import command
from mohen.cli.conflicts import show_conflicts
from mohen.cli.session import Session, answer, chosen, given, opened
from mohen.cli.words import Pair, say

_STAGES: dict[str, Pair] = {
    "started": ("reading", "读取中"),
    "clustered": ("comparing", "比较中"),
    "patterned": ("finding patterns", "寻找规律"),
    "generated": ("wording rules", "拟定规则"),
    "completed": ("done", "完成"),
    "failed": ("failed", "失败"),
}
_WHOLE = 100  # per cent


# -- learn


@command(
    (
        "Learn now from what was recorded, instead of waiting until enough is new.\n"
        "Without --project: in each project in turn.",
        "立即从已记录的交互中学习，不必等攒够。\n不指定 --project 时：逐个项目进行。",
    ),
    example=("mohen learn --project novel", "mohen learn --project 小说"),
)
def learn() -> int:
    payload = given(projectId=chosen().named_project)
    with opened() as session:
        with output.progress(say("reading", "读取中")) as tell:

            def hear(push: str, data: Mapping[str, Any]) -> None:
                if push == "memory:distill:progress":
                    what = f"{data['projectId']}: {say(*_STAGES[data['stage']])}"
                    tell(what, round(data["progress"] * _WHOLE), _WHOLE)

            stop = session.memory.listen(hear)
            envelope = session.ask("memory:semantic:distill", payload, long=True)
            stop()
        return output.finish(
            envelope, lambda data: _show_learned(session, data), as_json=chosen().json
        )


def _show_learned(session: Session, data: dict[str, Any]) -> None:
    if not data["runs"]:
        output.show(
            say(
                "Nothing is recorded yet that could be learned from.",
                "还没有可以学习的交互记录。",
            )
        )
    for run in data["runs"]:
        _show_run(session, run)


def _show_run(session: Session, run: Mapping[str, Any]) -> None:
    project, count = run["projectId"], run["episodes"]
    output.show(say(f"✓ {project}: {count} interactions", f"✓ {project}：{count} 次交互"))
    known = rulebook.known_rules(session, project)
    created, updated = (
        [known[id] for id in run[what] if id in known] for what in ("created", "updated")
    )
    for heading, rules in (
        (say("New:", "新增："), created),
        (say("Updated:", "更新："), updated),
    ):
        if rules:
            output.show(heading)
            rulebook.show_rules(rules)
    if run["conflicts"]:
        found = session.ask("memory:conflict:list", {"projectId": project})
        asked = found["data"]["items"] if found["ok"] else []
        show_conflicts([each for each in asked if each["id"] in run["conflicts"]], known)
    if not (created or updated or run["conflicts"]):
        output.show(say("  nothing new", "  没有新发现"))


# -- pause, resume


@command(
    (
        "Stop learning for a while; interactions are recorded still.\n"
        "Without --project: everywhere.",
        "暂停学习；交互仍会记录。\n不指定 --project 时：全部项目。",
    ),
    example=("mohen pause --project novel", "mohen pause --project 小说"),
)
def pause() -> int:
    payload = given(projectId=chosen().named_project)
    return answer("memory:learning:pause", payload, _show_state)


@command(
    (
        "Learn again.\nWithout --project: what was paused everywhere; a project that was paused "
        "by itself is resumed with --project.",
        "恢复学习。\n不指定 --project 时：恢复全部；单独暂停的项目用 --project 恢复。",
    ),
    example=("mohen resume --project novel", "mohen resume --project 小说"),
)
def resume() -> int:
    payload = given(projectId=chosen().named_project)
    return answer("memory:learning:resume", payload, _show_resumed)


def _show_state(learning: dict[str, Any]) -> None:
    where = learning.get("projectId") or say("everywhere", "全部项目")
    if learning["paused"]:
        since = output.moment(learning["since"])
        output.show(
            say(
                f"Learning is paused ({where}) since {since}; recording goes on.",
                f"学习已暂停（{where}），自 {since}；记录照常。",
            )
        )
    else:
        output.show(say(f"✓ Learning is on ({where}).", f"✓ 正在学习（{where}）。"))


def _show_resumed(learning: dict[str, Any]) -> None:
    _show_state(learning)
    if learning["paused"]:
        output.note(
            say(
                "It is paused everywhere: run `mohen resume` without --project.",
                "所有项目都已暂停：请运行不带 --project 的 `mohen resume`。",
            ),
            style="yellow",
        )
