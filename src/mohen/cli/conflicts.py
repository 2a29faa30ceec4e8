"""Rules that cannot both hold, for the author to decide: `conflicts`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

import click

from mohen.cli import output, rulebook
from mohen.cli.bilingual import Group, argument, command, option
from mohen.cli.consent import destructive, show_receipt, with_consent
from mohen.cli.session import Session, chosen, opened
from mohen.cli.words import say
from mohen.errors import InvalidArgument, NotFound

if TYPE_CHECKING:
    from mohen.server.dispatch import Envelope

Shape = Mapping[str, Any]


@click.group(
    cls=Group,
    invoke_without_command=True,
    text=(
        "Rules that cannot both hold, for you to decide.\nWithout a command: the list.",
        "互相矛盾的规则，由你裁决。\n不带子命令时：列出冲突。",
    ),
    example="mohen conflicts\nmohen conflicts resolve conflict_01k0… rule_01k0… --yes",
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
            lambda data: show_conflicts(data["items"], rulebook.known_rules(session, project)),
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
            output.show(say(f"✓ decided {at} · {each['id']}", f"✓ 已裁决 {at} · {each['id']}"))
            rulebook.show_rules(rules)
            continue
        output.show(
            say("! These two cannot both hold:", "! 这两条不能同时成立："),
        )
        rulebook.show_rules(rules)
        output.show(
            say(
                "  → choose one; it is confirmed and the other deleted:",
                "  → 选一条：它会被确认，另一条会被删除：",
            ),
            f"    mohen conflicts resolve {each['id']} RULE --yes",
        )


@command(
    (
        "Choose one of two rules: it is confirmed, the other deleted for good.",
        "在两条规则中选一条：它被确认，另一条永久删除。",
    ),
    example="mohen conflicts resolve conflict_01k0… rule_01k0… --yes",
)
@argument("conflict_id", text=("The conflict.", "冲突 id。"))
@argument("rule_id", text=("The rule that stands.", "保留的规则 id。"))
@destructive
def resolve(conflict_id: str, rule_id: str, dry_run: bool, yes: bool) -> int:
    project = chosen().project_id
    decision = {"conflictId": conflict_id, "chosenRuleId": rule_id, "projectId": project}
    with opened() as session:
        return with_consent(
            session,
            would=lambda: _loser(session, decision),
            act=lambda: session.ask("memory:conflict:resolve", decision),
            render=lambda data: _show_decided(data, rulebook.known_rules(session, project)),
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
        rulebook.show_rules([known[id] for id in (data["ruleId"],) if id in known])
        return
    chose = data["chosenRuleId"]
    output.show(say(f"✓ {chose} stands; the other is gone.", f"✓ 保留 {chose}，另一条已删除。"))


conflicts.add_command(list_)
conflicts.add_command(resolve)
