"""Upkeep, its clock, deleting, and the audit: `upkeep`, `clock`, `forget`, `clear`, `audit`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import click

from mohen.cli import output
from mohen.cli.args import Ending, Moment
from mohen.cli.bilingual import argument, command, option
from mohen.cli.connection import Session, answer, asked, chosen, given, opened
from mohen.cli.consent import (
    by,
    confirmed,
    counted,
    destructive,
    show_cleared,
    show_receipt,
    with_consent,
    would_go,
)
from mohen.cli.i18n import Pair, say
from mohen.cli.short_ids import whole
from mohen.core.policy import DAY_MS
from mohen.knowledge.kinds import INITIALS

_DONE: dict[str, Pair] = {
    "strengths": ("strengths computed anew", "重新计算的强度"),
    "compressed": ("episodes became digests", "压缩为摘要的条目"),
    "purged": ("old digests deleted", "删除的旧摘要"),
    "messages": ("old messages deleted", "删除的旧消息"),
    "abandoned": ("unanswered episodes closed", "关闭的未完成条目"),
    "evictedRules": ("rules evicted", "淘汰的规则"),
}
_TASKS: dict[str, Pair] = {
    "cleanup": ("cleanup", "清理"),
    "weekly": ("weekly learning", "每周学习"),
}


# -- upkeep


@command(
    (
        "Do now what is done by night: fade, compress and purge, each by its rule.\n"
        "Confirmed rules and core settings are never touched.",
        "立即执行夜间维护：按规则衰减、压缩、清除。\n已确认的规则与核心设定不受影响。",
    ),
    example="mohen upkeep --dry-run",
)
@option("--dry-run", is_flag=True, text=("Only show what would be done.", "只显示将做什么。"))
def upkeep(dry_run: bool) -> int:
    with opened() as session:
        with output.patience(say("cleaning", "维护中")):
            envelope = session.ask("memory:cleanup:run", {"dryRun": dry_run}, long=True)
        return output.finish(
            envelope, lambda data: _show_cleaned(session, data), as_json=chosen().json
        )


def _show_cleaned(session: Session, data: dict[str, Any]) -> None:
    if data["dryRun"]:
        output.show(say("Would be done:", "将执行："))
    else:
        output.show(say("✓ Done:", "✓ 已完成："))
    output.facts((f"  {say(*name)}", str(data[kind])) for kind, name in _DONE.items())
    status = session.ask("memory:status", {})
    timetable = status["data"].get("upkeep") if status["ok"] else None
    if timetable:
        output.show(say("Next:", "下次："))
        output.facts((f"  {name}", at) for name, at in due(timetable))


def due(timetable: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Each task with when it is done next."""
    return [
        (say(*name), output.moment(timetable["next"][task]))
        for task, name in _TASKS.items()
        if timetable["next"].get(task)
    ]


# -- clock


@command(
    (
        "How the clock stands to the time that the home has seen, and your word on it:\n"
        "`right` (that time passed) or `wrong`. Nothing is destroyed on either for a week.",
        "时钟与目录所经历时间的差别，以及你的判断：\n"
        "`right`（时间确已过去）或 `wrong`（时钟有误）。一周之内不会因此销毁任何内容。",
    ),
    example="mohen clock wrong",
)
@argument(
    "word",
    type=click.Choice(["right", "wrong"]),
    required=False,
    text=("`right` or `wrong`.", "`right`（正确）或 `wrong`（有误）。"),
)
def clock(word: str | None) -> int:
    if word is None:
        return answer("memory:status", {}, lambda data: show_clock(data["clock"]))
    return answer("memory:clock:answer", {"passed": word == "right"}, show_clock)


def show_clock(data: Mapping[str, Any]) -> None:
    output.facts(
        [
            (say("the home's time", "目录的时间"), output.moment(data["now"])),
            (say("the clock", "时钟"), output.moment(data["machine"])),
        ]
    )
    output.show(clock_told(data))
    if data["asked"]:
        output.show(
            say(
                "  → `mohen clock right` if it is right now, `mohen clock wrong` if not",
                "  → 时钟现在正确：`mohen clock right`；时钟有误：`mohen clock wrong`",
            )
        )


def clock_told(data: Mapping[str, Any]) -> str:
    """How it stands, in a line."""
    days = abs(data["ahead"]) // DAY_MS
    if data["asked"] and data["ahead"] < 0:
        return say(
            f"{days} days behind: is it right? Until you answer the home goes by its own time",
            f"慢了 {days} 天：它是对的吗？作答之前，目录按自身的时间继续",
        )
    if data["asked"]:
        return say(
            f"jumped by {days} days: did they pass? Until you answer nothing fades or is deleted",
            f"跳动了 {days} 天：这段时间过去了吗？作答之前不会淡忘或删除任何内容",
        )
    if days:
        return say(
            f"wrong by {days} days: the home goes by its own time until the clock is set",
            f"偏差 {days} 天：校正时钟之前，目录按自身的时间继续",
        )
    if data["held"]:
        days, left = data["held"] // DAY_MS, -(-data["holdLeft"] // DAY_MS)
        return say(
            f"{days} days passed at once; nothing is destroyed for it within {left} days, in "
            "which `mohen clock wrong` takes it back",
            f"一次过去了 {days} 天；{left} 天内不会因此销毁任何内容，"
            "其间可用 `mohen clock wrong` 撤回",
        )
    return say("as the home has seen it", "与目录经历的时间一致")


# -- audit


_ACTS: dict[str, Pair] = {
    "forget": ("forgot", "遗忘"),
    "delete-rule": ("deleted a rule", "删除规则"),
    "delete-entry": ("deleted a note", "删除笔记"),
    "clear:project": ("cleared a project", "清空项目"),
    "clear:all": ("cleared everything", "清空全部"),
    "preferences:clear": ("cleared what labels taught", "清空标签所学"),
}


@command(
    (
        "Who deleted what and when, newest first: numbers and ids, never text.",
        "谁在何时删除了什么，由新到旧：只有数字与 id，没有文本。",
    ),
    example="mohen audit --limit 20",
)
@option("--limit", type=int, text=("How many, up to 200.", "条数，至多 200。"))
@option("--cursor", text=("Where the page before ended.", "上一页末尾的游标。"))
def audit(limit: int | None, cursor: str | None) -> int:
    return answer("memory:audit:list", given(limit=limit, cursor=cursor), _show_acts)


def _show_acts(data: dict[str, Any]) -> None:
    if not data["items"]:
        output.show(say("Nothing was ever deleted by hand.", "从未手动删除过任何内容。"))
        return
    output.facts((output.moment(each["at"]), _told(each)) for each in data["items"])
    if cursor := data["page"].get("nextCursor"):
        output.note(say(f"More: --cursor {cursor}", f"更多：--cursor {cursor}"))


def _told(act: Mapping[str, Any]) -> str:
    said = say(*_ACTS.get(act["act"], (act["act"], act["act"])))
    head = (act["operator"], said, act.get("projectId"), act.get("subject"))
    counts = ", ".join(f"{name} {count}" for name, count in counted(act["counts"]))
    return " · ".join(each for each in head if each) + (f"\n{counts}" if counts else "")


# -- Something must not be remembered: `forget` one thing or some words, `clear` a whole project.


_FIELDS = {
    "ep": "episodeId",
    "rule": "ruleId",
    **dict.fromkeys(("kn", *INITIALS.values()), "knowledgeId"),
}
"""What an id names, by how it begins."""


@command(
    (
        "Forget one episode, rule, memory or note, or everything in the project that says certain "
        "words or was learned from a conversation.\n"
        "Afterwards no file of the home holds it. See first with --dry-run.",
        "遗忘一个条目、一条规则、记忆或笔记，或项目中含某些词语、出自某次对话的一切。\n"
        "之后数据目录中不再有任何文件含有它。可先用 --dry-run 查看。",
    ),
    example=(
        "mohen forget ep_01k0… --yes\nmohen forget --query 'Ann Lee' --dry-run\n"
        "mohen forget --source 3f2a91c0:15 --dry-run",
        "mohen forget ep_01k0… --yes\nmohen forget --query 林墨 --dry-run\n"
        "mohen forget --source 3f2a91c0:15 --dry-run",
    ),
)
@argument(
    "item_id",
    required=False,
    metavar="[ID]",
    text=("An episode, rule, memory or note.", "条目、规则、记忆或笔记的 id。"),
)
@option(
    "--query",
    metavar="TEXT",
    text=(
        "Everything that says these words, letter by letter.",
        "含有这些字词的一切（逐字匹配）。",
    ),
)
@option("--knowledge", metavar="ID", text=("Or a memory, by its id.", "或指明为记忆 id。"))
@option(
    "--source",
    metavar="SESSION[:LINE]",
    text=(
        "A conversation, or one message of it, and what is known from there alone.",
        "某次对话（或其中一条消息），以及仅由此得知的一切。",
    ),
)
@option(
    "--line",
    type=click.IntRange(min=0),
    text=(
        "With --source, where a conversation's own name ends in a number: one message of it; 0: "
        "the whole.",
        "与 --source 同用，对话名本身以数字结尾时：其中第几条消息；0 为整个对话。",
    ),
)
@option(
    "--speaker",
    metavar="NAME",
    text=(
        "What somebody said, and what is known from it alone.",
        "某人所说的一切，以及仅由此得知的一切。",
    ),
)
@option(
    "--since",
    type=Moment(),
    metavar="TIME",
    text=("What was said from this time on.", "此时起所说的一切。"),
)
@option(
    "--until",
    type=Ending(),
    metavar="TIME",
    text=("And up to this time; a date counts whole.", "至此时为止；日期含当天。"),
)
@destructive
@by
def forget(
    item_id: str | None,
    query: str | None,
    knowledge: str | None,
    source: str | None,
    line: int | None,
    dry_run: bool,
    yes: bool,
    operator: str | None,
    **said: Any,
) -> int:
    named = given(queryText=query, knowledgeId=knowledge, source=source)
    target = _target(item_id, named, given(**said))
    if source is not None:
        target = {"source": _meant(source, line)}
    elif line is not None:
        raise click.UsageError(
            say("--line is a message of --source", "--line 指 --source 中的一条消息"),
            click.get_current_context(),
        )
    payload = given(projectId=chosen().project_id, operator=operator, **target)
    with opened() as session:
        return with_consent(
            session,
            would=lambda: session.ask("memory:forget", {**payload, "dryRun": True}, long=True),
            act=lambda: confirmed(session, "memory:forget", payload),
            render=show_receipt,
            dry_run=dry_run,
            yes=yes,
        )


def _target(item_id: str | None, named: dict[str, str], said: dict[str, Any]) -> dict[str, Any]:
    """Exactly one thing: an id that says itself what it is of, one that an option names, or what
    somebody said, or at some time."""
    if (item_id is not None) + len(named) + bool(said) != 1:
        raise click.UsageError(
            say(
                "name one id, or words with --query, a conversation with --source, or what was "
                "said with --speaker, --since and --until",
                "请给出一个 id，或用 --query 给出词语，用 --source 给出对话，"
                "或用 --speaker、--since、--until 给出所说的话",
            ),
            click.get_current_context(),
        )
    if item_id is None:
        return {**named, **said}
    item_id = whole(item_id)
    field = _FIELDS.get(item_id.partition("_")[0])
    if field is None:
        raise click.UsageError(
            say(
                "there is no such id; `mohen list --ids`, `search --ids`, `rules` and `notes` "
                "show them. To forget what says certain words: --query WORDS",
                "没有这个编号；见 `mohen list --ids`、`search --ids`、`rules` 与 `notes`。"
                "要忘掉提到某些字词的内容：--query 字词",
            ),
            click.get_current_context(),
        )
    return {field: item_id}


def _meant(source: str, line: int | None) -> str:
    """A conversation or a line of one, as the channel names them. A conversation may be called
    what looks like a line of another: then it is said which of them is meant."""
    from mohen.knowledge.model import place

    if line is not None:
        return f"{source}:{line}"
    session, number = place(source)
    if not number or not _is_session(source):
        return source
    if not _is_session(session):
        return f"{source}:0"
    raise click.UsageError(
        say(
            f"{source} is a conversation, and line {number} of {session}: say --source {source} "
            f"--line 0 for the one, --source {session} --line {number} for the other",
            f"{source} 既是一次对话，又是 {session} 的第 {number} 行：前者请写 --source {source} "
            f"--line 0，后者请写 --source {session} --line {number}",
        ),
        click.get_current_context(),
    )


def _is_session(name: str) -> bool:
    """Whether something was said or is known from there."""
    project = {"projectId": chosen().project_id}
    talk = asked("talk:read", {**project, "session": name, "limit": 1})
    known = asked("knowledge:list", {**project, "source": f"{name}:0", "limit": 1})
    return any(each["ok"] and each["data"]["items"] for each in (talk, known))


@command(
    (
        "Delete everything of one project, or everything there is.\n"
        "--learned deletes only what labels taught and you did not confirm.",
        "删除一个项目的全部内容，或全部内容。\n--learned 只删除由标签学得且你未确认的偏好。",
    ),
    example=(
        "mohen clear --project novel --dry-run\nmohen clear --all --yes",
        "mohen clear --project 小说 --dry-run\nmohen clear --all --yes",
    ),
)
@option(
    "--all",
    "everything",
    is_flag=True,
    text=("Every project: as a new user finds it.", "所有项目：恢复到初次使用。"),
)
@option(
    "--learned",
    is_flag=True,
    text=("Only labels and what they taught.", "仅标签及其所学。"),
)
@destructive
@by
def clear(everything: bool, learned: bool, dry_run: bool, yes: bool, operator: str | None) -> int:
    channel, payload = _whole(everything, learned)
    payload = given(**payload, operator=operator)
    with opened() as session:
        return with_consent(
            session,
            would=lambda: would_go(session, channel, payload),
            act=lambda: confirmed(session, channel, payload),
            render=lambda data: show_cleared({**data, **data.get("receipt", {})}),
            dry_run=dry_run,
            yes=yes,
        )


def _whole(everything: bool, learned: bool) -> tuple[str, dict[str, Any]]:
    """Only a project that was typed: what the environment names is not meant to be cleared."""
    project = chosen().project
    if everything == (project is not None) or (learned and everything):
        raise click.UsageError(
            say(
                "name what to clear: --project ID, or --all (which takes no --learned)",
                "请指定要清空什么：--project ID，或 --all（不与 --learned 同用）",
            ),
            click.get_current_context(),
        )
    if everything:
        return "memory:clear:all", {}
    return "memory:preferences:clear" if learned else "memory:clear:project", {"projectId": project}
