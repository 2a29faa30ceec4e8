"""How the author wants text to be, and their say in it: `rules`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import click

from mohen.cli import output, rulebook
from mohen.cli.bilingual import Group, argument, command, option
from mohen.cli.consent import destructive, show_receipt, with_consent
from mohen.cli.session import Session, answer, chosen, given, opened
from mohen.cli.why import show_why
from mohen.cli.words import Pair, say

if TYPE_CHECKING:
    from mohen.server.dispatch import Envelope

_ID = ("The rule's id, as `mohen rules` shows it.", "规则 id，见 `mohen rules`。")
_GROUP = ("One of the five groups.", "五个分组之一。")
_TEXT = ("The rule, in your own words.", "规则，用你自己的话写。")


@click.group(
    cls=Group,
    invoke_without_command=True,
    text=(
        "What Mohen has learned of how you like to write, and your say in it.\n"
        "Without a command: the list.",
        "墨痕学到的写作偏好，由你做主。\n不带子命令时：列出规则。",
    ),
    example=(
        "mohen rules\n"
        "mohen rules add 'No exclamation marks in dialogue'\n"
        "mohen rules why rule_01k0…",
        "mohen rules\nmohen rules add 对话中不使用感叹号\nmohen rules why rule_01k0…",
    ),
)
@click.pass_context
def rules(context: click.Context) -> int:
    return 0 if context.invoked_subcommand else _list(None, None, overridden=False)


# -- looking


@command(
    (
        "The rules in force in a project, its own and the global ones, by group.\n"
        "✓ is confirmed by you; the number is how sure Mohen is.",
        "项目中生效的规则（含全局规则），按组列出。\n✓ 为你已确认；数字为置信度。",
    ),
    example="mohen rules list --category pacing",
)
@option(
    "--scope",
    type=click.Choice(("global", "project")),
    text=("Only the global ones, or only the project's.", "仅全局，或仅本项目。"),
)
@option("--category", type=click.Choice(tuple(rulebook.CATEGORIES)), text=_GROUP)
@option(
    "--overridden",
    is_flag=True,
    text=("Also global rules that the project overrides.", "也列出被项目规则覆盖的全局规则。"),
)
def list_(scope: str | None, category: str | None, overridden: bool) -> int:
    return _list(scope, category, overridden=overridden)


def _list(scope: str | None, category: str | None, *, overridden: bool) -> int:
    payload = given(
        projectId=chosen().project_id,
        scope=scope,
        category=category,
        includeOverridden=overridden,
    )
    return answer("memory:semantic:list", payload, rulebook.show_book)


@command(
    (
        "Why a rule is believed: what it measures, and what speaks for and against it.",
        "一条规则的依据：它衡量什么，哪些交互支持或反对它。",
    ),
    example="mohen rules why rule_01k0…",
)
@argument("rule_id", text=_ID)
@option(
    "--limit",
    type=click.IntRange(min=0),
    default=5,
    text=("Interactions to show of each side; 5 if absent.", "每一方显示几次交互，默认 5。"),
)
def why(rule_id: str, limit: int) -> int:
    return answer("memory:semantic:why", _named(rule_id), lambda data: show_why(data, limit))


# -- governing


@command(
    ("Add a rule in your own words; it holds at once.", "用自己的话添加一条规则，立即生效。"),
    example=(
        "mohen rules add 'No exclamation marks in dialogue'\n"
        "mohen rules add 'Write in the first person' --global",
        "mohen rules add 对话中不使用感叹号\nmohen rules add 用第一人称写 --global",
    ),
)
@argument("text", nargs=-1, required=True, metavar="TEXT...", text=_TEXT)
@option("--category", type=click.Choice(tuple(rulebook.CATEGORIES)), text=_GROUP)
@option(
    "--global",
    "everywhere",
    is_flag=True,
    text=("For every project.", "对所有项目生效。"),
)
def add(text: tuple[str, ...], category: str | None, everywhere: bool) -> int:
    payload = given(
        rule=" ".join(text),
        category=category,
        scope="global" if everywhere else "project",
        projectId=None if everywhere else chosen().project_id,
    )
    return answer("memory:semantic:add", payload, _show_one)


@command(
    (
        "Change a rule: its words, its group, or how sure it is.\n"
        "What you change is yours: learning does not overwrite your words.",
        "修改一条规则：措辞、分组或置信度。\n你改过的归你：学习不会覆盖你的措辞。",
    ),
    example=(
        "mohen rules edit rule_01k0… 'Short sentences in fights'\n"
        "mohen rules edit rule_01k0… --category pacing --confidence 0.9",
        "mohen rules edit rule_01k0… 打斗用短句\n"
        "mohen rules edit rule_01k0… --category pacing --confidence 0.9",
    ),
)
@argument("rule_id", text=_ID)
@argument("text", nargs=-1, metavar="[TEXT]...", text=("Its new words.", "新的措辞。"))
@option("--category", type=click.Choice(tuple(rulebook.CATEGORIES)), text=_GROUP)
@option("--confidence", type=float, text=("0 to 1.", "0 到 1。"))
def edit(
    rule_id: str, text: tuple[str, ...], category: str | None, confidence: float | None
) -> int:
    patch = given(rule=" ".join(text) or None, category=category, confidence=confidence)
    return _change(rule_id, patch)


@command(
    (
        "Confirm a rule: it weighs more, does not fade and is not changed by learning.",
        "确认一条规则：权重更高，不衰减，学习不再改动它。",
    ),
    example="mohen rules confirm rule_01k0…",
)
@argument("rule_id", text=_ID)
@option("--undo", is_flag=True, text=("Take the confirmation back.", "取消确认。"))
def confirm(rule_id: str, undo: bool) -> int:
    return _change(rule_id, {"userConfirmed": not undo})


@command(
    ("Make a project's rule hold in every project.", "把项目规则设为全局。"),
    example="mohen rules promote rule_01k0…",
)
@argument("rule_id", text=_ID)
def promote(rule_id: str) -> int:
    return answer("memory:promote", _named(rule_id), _show_one)


@command(
    (
        "Delete a rule for good: its text leaves every file, and it is not learned again.",
        "永久删除一条规则：文本从所有文件中清除，也不会再学到它。",
    ),
    example="mohen rules delete rule_01k0… --yes",
)
@argument("rule_id", text=_ID)
@destructive
def delete(rule_id: str, dry_run: bool, yes: bool) -> int:
    with opened() as session:

        def ask(dry: bool) -> Envelope:
            return session.ask("memory:semantic:delete", {**_named(rule_id), "dryRun": dry})

        return with_consent(
            session,
            would=lambda: ask(True),
            act=lambda: ask(False),
            render=show_receipt,
            dry_run=dry_run,
            yes=yes,
        )


def _named(rule_id: str) -> dict[str, Any]:
    return {"id": rule_id, "projectId": chosen().project_id}


def _change(rule_id: str, patch: Mapping[str, Any]) -> int:
    with opened() as session:
        envelope = session.ask("memory:semantic:why", _named(rule_id))
        if envelope["ok"]:
            version = envelope["data"]["rule"]["version"]
            payload = {**_named(rule_id), "version": version, "patch": patch}
            envelope = session.ask("memory:semantic:update", payload)
        return output.finish(envelope, _show_one, as_json=chosen().json)


def _show_one(rule: dict[str, Any]) -> None:
    output.show(say(*rulebook.CATEGORIES[rule["category"]]))
    rulebook.show_rules([rule])


# -- what happened


_HAPPENED: dict[str, Pair] = {
    "created": ("new", "新增"),
    "raised": ("surer", "更确信"),
    "lowered": ("less sure", "更存疑"),
    "confirmed": ("confirmed", "确认"),
    "unconfirmed": ("unconfirmed", "取消确认"),
    "edited": ("edited", "修改"),
    "deleted": ("deleted", "删除"),
    "drifted": ("turned around", "偏好转变"),
    "widened": ("wider", "范围变宽"),
    "narrowed": ("narrower", "范围变窄"),
    "merged": ("merged into another", "并入另一条"),
    "promoted": ("made global", "设为全局"),
    "withdrawn": ("withdrawn", "撤回"),
    "evicted": ("made room", "因满淘汰"),
    "supported": ("supported", "获支持"),
    "contradicted": ("contradicted", "遭反对"),
}


@command(
    (
        "What happened to rules, newest first: of a project, or of one rule.",
        "学习历史，由新到旧：整个项目，或某条规则。",
    ),
    example="mohen rules history --limit 20",
)
@argument("rule_id", required=False, text=_ID)
@option("--limit", type=int, text=("How many, up to 200.", "条数，至多 200。"))
@option("--cursor", text=("Where the page before ended.", "上一页末尾的游标。"))
def history(rule_id: str | None, limit: int | None, cursor: str | None) -> int:
    project = chosen().project_id
    payload = given(projectId=project, ruleId=rule_id, limit=limit, cursor=cursor)
    with opened() as session:
        envelope = session.ask("memory:learning:history", payload)
        return output.finish(
            envelope, lambda data: _show_history(session, data), as_json=chosen().json
        )


def _show_history(session: Session, data: dict[str, Any]) -> None:
    if not data["items"]:
        output.show(say("Nothing has happened yet.", "还没有学习历史。"))
        return
    known = rulebook.known_rules(session, chosen().project_id)
    output.table(
        say("when|what|confidence|for/against|rule", "时间|事件|置信度|支持/反对|规则").split("|"),
        (_row(each, known) for each in data["items"]),
        whole=4,
    )
    if cursor := data["page"].get("nextCursor"):
        output.note(say(f"More: --cursor {cursor}", f"更多：--cursor {cursor}"))


def _row(event: Mapping[str, Any], known: Mapping[str, Any]) -> tuple[str, ...]:
    before, after = event.get("before"), event.get("after")
    moved = " → ".join(f"{each:.0%}" for each in (before, after) if each is not None)
    rule = known.get(event["ruleId"])
    return (
        output.moment(event["at"]),
        say(*_HAPPENED.get(event["kind"], (event["kind"], event["kind"]))),
        moved,
        f"{event['supporting']}/{event['contradicting']}",
        rulebook.wording(rule) if rule else event["ruleId"],
    )


for each in (list_, why, add, edit, confirm, promote, delete, history):
    rules.add_command(each)
