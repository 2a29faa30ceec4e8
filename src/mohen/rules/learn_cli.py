"""Learning from what was recorded: `learn`, `pause`, `resume`; and its `conflicts`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

import click

from mohen.cli import output
from mohen.cli.bilingual import Group, argument, command, option
from mohen.cli.connection import Session, answer, chosen, given, opened
from mohen.cli.consent import destructive, show_receipt, with_consent
from mohen.cli.i18n import Pair, say
from mohen.cli.short_ids import short, whole
from mohen.errors import InvalidArgument, NotFound
from mohen.rules import cli

if TYPE_CHECKING:
    from mohen.server.dispatch import Envelope


# -- Rules that cannot both hold, for the author to decide: `conflicts`.


Shape = Mapping[str, Any]


@click.group(
    cls=Group,
    invoke_without_command=True,
    text=(
        "Rules that cannot both hold, for you to decide.\nWithout a command: the list.",
        "互相矛盾的规则，由你裁决。\n不带子命令时：列出冲突。",
    ),
    example="mohen conflicts\nmohen conflicts resolve conflict_01k0… m3k9zq --yes",
)
@click.pass_context
def conflicts(context: click.Context) -> int:
    return 0 if context.invoked_subcommand else _list(resolved=False)


@command(
    ("Pairs of rules that wait for you to choose.", "等你选择的规则对。"),
    example="mohen conflicts list --resolved",
)
@option("--resolved", is_flag=True, text=("Also those decided before.", "也列出已裁决的。"))
def list_(resolved: bool) -> int:
    return _list(resolved=resolved)


def _list(*, resolved: bool) -> int:
    project = chosen().project_id
    payload = {"projectId": project, "includeResolved": resolved}
    with opened() as session:
        envelope = session.ask("memory:conflict:list", payload)
        return output.finish(
            envelope,
            lambda data: show_conflicts(data["items"], cli.known_rules(session, project)),
            as_json=chosen().json,
        )


def show_conflicts(items: Iterable[Shape], known: Mapping[str, Shape]) -> None:
    items = list(items)
    if not items:
        output.show(say("No rules contradict each other.", "没有互相矛盾的规则。"))
    for each in items:
        rules = [known[id] for id in each["ruleIds"] if id in known]
        if each["status"] == "resolved":
            at = output.moment(each["resolvedAt"])
            output.show(say(f"✓ decided {at}", f"✓ 已裁决 {at}"))
            cli.show_rules(rules)
            continue
        output.show(
            say("! These two cannot both hold:", "! 这两条不能同时成立："),
        )
        cli.show_rules(rules)
        output.show(
            say(
                "  → choose one; it is confirmed and the other deleted:",
                "  → 选一条：它会被确认，另一条会被删除：",
            ),
            f"    mohen conflicts resolve {each['id']} RULE --yes",
            say("  → or keep both, each in its scene:", "  → 或两条都留，各用于一种场景："),
            f"    mohen conflicts keep {each['id']} "
            + " ".join(
                f"{short(id)}={scene}" for id, scene in zip(each["ruleIds"], _SCENES, strict=True)
            ),
        )


_SCENES = ("action", "dialogue")


@command(
    (
        "Choose one of two rules: it is confirmed, the other deleted for good.",
        "在两条规则中选一条：它被确认，另一条永久删除。",
    ),
    example="mohen conflicts resolve conflict_01k0… m3k9zq --yes",
)
@argument("conflict_id", text=("The conflict.", "冲突 id。"))
@argument(
    "rule_id",
    text=(
        "The rule that stands, by what `mohen rules` calls it.",
        "保留的规则编号，见 `mohen rules`。",
    ),
)
@destructive
def resolve(conflict_id: str, rule_id: str, dry_run: bool, yes: bool) -> int:
    project = chosen().project_id
    decision = {"conflictId": conflict_id, "chosenRuleId": whole(rule_id), "projectId": project}
    with opened() as session:
        return with_consent(
            session,
            would=lambda: _loser(session, decision),
            act=lambda: session.ask("memory:conflict:resolve", decision),
            render=lambda data: _show_decided(data, cli.known_rules(session, project)),
            dry_run=dry_run,
            yes=yes,
        )


def _loser(session: Session, decision: Shape) -> Envelope:
    """What would go with the rule that is not chosen. The channel itself only decides."""
    project = {"projectId": decision["projectId"]}
    envelope = session.ask("memory:conflict:list", project)
    if not envelope["ok"]:
        return envelope
    items = {each["id"]: each for each in envelope["data"]["items"]}
    found = items.get(decision["conflictId"])
    if found is None:
        return session.refuse(NotFound("no such conflict is waiting", field="conflictId"))
    others = [each for each in found["ruleIds"] if each != decision["chosenRuleId"]]
    if len(others) == len(found["ruleIds"]):
        return session.refuse(
            InvalidArgument("choose one of the conflict's two rules", field="chosenRuleId")
        )
    gone = session.ask("memory:semantic:delete", {"id": others[0], "dryRun": True, **project})
    return {**gone, "data": {"ruleId": others[0], **gone["data"]}} if gone["ok"] else gone


def _show_decided(data: Shape, known: Mapping[str, Shape]) -> None:
    if "ruleId" in data:
        show_receipt(data)
        cli.show_rules([known[id] for id in (data["ruleId"],) if id in known])
        return
    output.show(say("✓ This one stands; the other is gone:", "✓ 保留这一条，另一条已删除："))
    cli.show_rules([known[id] for id in (data["chosenRuleId"],) if id in known])


@command(
    (
        "Keep both of two rules, each for a kind of scene of its own.",
        "两条规则都留下，各用于一种场景。",
    ),
    example=(
        "mohen conflicts keep conflict_01k0… m3k9zq=action 7wd2ha=dialogue",
        "mohen conflicts keep conflict_01k0… m3k9zq=动作 7wd2ha=对白",
    ),
)
@argument("conflict_id", text=("The conflict.", "冲突 id。"))
@argument(
    "placed", nargs=2, metavar="RULE=SCENE...", text=("Each rule, and its scene.", "规则与场景。")
)
def keep(conflict_id: str, placed: tuple[str, str]) -> int:
    pairs = [each.partition("=") for each in placed]
    both = [{"ruleId": whole(id), "sceneType": scene} for id, _, scene in pairs]
    payload = {"conflictId": conflict_id, "keepBoth": both, "projectId": chosen().project_id}

    def show(data: Shape) -> None:
        output.show(say("✓ Both stand, each in its scene:", "✓ 两条都留下，各用于自己的场景："))
        output.show(*(f"  {each['rule']}" for each in data["rules"]))

    return answer("memory:conflict:resolve", payload, show)


conflicts.add_command(list_)
conflicts.add_command(resolve)
conflicts.add_command(keep)


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
    known = cli.known_rules(session, project)
    created, updated = (
        [known[id] for id in run[what] if id in known] for what in ("created", "updated")
    )
    for heading, rules in (
        (say("New:", "新增："), created),
        (say("Updated:", "更新："), updated),
    ):
        if rules:
            output.show(heading)
            cli.show_rules(rules)
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
