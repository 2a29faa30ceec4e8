"""How the memory is and how to make it well: `status`, `doctor`, `rebuild-index`, `version`."""

from __future__ import annotations

import platform
from collections.abc import Mapping
from typing import Any

from mohen import __version__
from mohen.cli import exits, output
from mohen.cli.bilingual import command, option
from mohen.cli.connection import Session, chosen, given, opened
from mohen.cli.i18n import say
from mohen.core.degradation import Check
from mohen.core.served import examine, is_address
from mohen.errors import InvalidArgument
from mohen.knowledge.consolidation.cli import PHASES
from mohen.rules.cli import learned
from mohen.upkeep.cli import clock_told, due

# -- How it stands with the agents of a home, for `status`: what was done, what waits, what is due.


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


# -- status


@command(
    (
        "How much is remembered, what is broken, what wants attention.",
        "记了多少，什么坏了，什么需要处理。",
    ),
    example="mohen status",
)
def status() -> int:
    payload = given(projectId=chosen().named_project)
    with opened() as session:
        with output.patience(say("looking", "查看中")):
            envelope = session.ask("memory:status", payload)
            agents = standings(session)
        if agents and envelope["ok"]:
            envelope["data"]["agents"] = agents
        # The home is its owner's to see, here on the terminal; no envelope carries it.
        return output.finish(
            envelope,
            lambda data: _show_status(
                data, str(session.home), _books(session, data), _folder(session)
            ),
            as_json=chosen().json,
        )


def _books(session: Session, data: Mapping[str, Any]) -> dict[str | None, Mapping[str, Any]]:
    """What each project has learned and, under None, what holds everywhere."""
    named = chosen().named_project
    recorded = () if named else data.get("episodes", {}).get("projects", ())
    projects = dict.fromkeys([chosen().project_id, *recorded])
    asked = {None: {}, **{each: {"projectId": each, "scope": "project"} for each in projects}}
    told = {each: session.ask("memory:semantic:list", asked[each]) for each in asked}
    return {each: said["data"] for each, said in told.items() if said["ok"]}


def _folder(session: Session) -> str:
    """Where the project's files are read from."""
    told = session.ask("project:list", {})
    if not told["ok"]:
        return ""
    bound = [each for each in told["data"]["items"] if each["projectId"] == chosen().project_id]
    if not bound:
        return say("none: `mohen project bind` names one", "无：可用 `mohen project bind` 绑定")
    gone = say(" (not there now)", "（现不存在）") if bound[0]["missing"] else ""
    return f"{bound[0]['folder']}{gone}"


def _show_status(
    data: dict[str, Any],
    home: str,
    books: Mapping[str | None, Mapping[str, Any]],
    folder: str,
) -> None:
    unreadable = say("cannot be read", "无法读取")
    embedder = data.get("embedder")
    sizes = " · ".join(f"{name} {_size(size)}" for name, size in data["fileBytes"].items())
    output.facts(
        [
            ("Mohen 墨痕", data["version"]),
            (say("home", "目录"), home),
            (say("folder", "项目目录"), folder or unreadable),
            (say("episodes", "条目"), _counted(data.get("episodes")) or unreadable),
            (say("rules", "规则"), _ruled(books) or unreadable),
            (say("learning", "学习"), _learning(books, data.get("settings")) or unreadable),
            (say("index", "索引"), _indexed(data.get("index"), data.get("answering"))),
            (
                say("embedder", "嵌入器"),
                f"{embedder['name']} ({embedder['dims']})"
                if embedder
                else say("does not work", "不可用"),
            ),
            (
                say("model", "模型"),
                _modelled(data.get("model")),
            ),
            (say("settings", "设置"), _set(data.get("settings")) or unreadable),
            (say("upkeep", "维护"), _due(data.get("upkeep")) or unreadable),
            (say("clock", "时钟"), clock_told(data["clock"])),
            (say("files", "文件"), sizes),
        ]
    )
    for each in data.get("agents", ()):
        show(each)
    _show_troubles(data)


def _counted(episodes: Mapping[str, Any] | None) -> str:
    if episodes is None:
        return ""
    active, compressed = episodes["active"], episodes["compressed"]
    total = say(f"{active} whole, {compressed} digests", f"全文 {active}，摘要 {compressed}")
    if opened_ := episodes["open"]:
        total += say(f", {opened_} open", f"，未完成 {opened_}")
    each = ", ".join(f"{name} {count}" for name, count in episodes["projects"].items())
    return f"{total} ({each})" if each else total


def _ruled(books: Mapping[str | None, Mapping[str, Any]]) -> str:
    counts = [book["counts"] for book in books.values()]
    if not counts:
        return ""
    total, sure = (sum(each[kind] for each in counts) for kind in ("total", "confirmed"))
    told = say(f"{total}, {sure} confirmed", f"{total} 条，已确认 {sure}")
    parts = [
        (name or say("global", "全局"), book["counts"]["total"]) for name, book in books.items()
    ]
    each = ", ".join(f"{name} {count}" for name, count in parts if count)
    return f"{told} ({each})" if each else told


def _learning(
    books: Mapping[str | None, Mapping[str, Any]], settings: Mapping[str, Any] | None
) -> str:
    """Of all projects together, and which of them are paused by themselves."""
    if None not in books or settings is None:
        return ""
    state = books[None]["learning"]
    paused = [str(name) for name, book in books.items() if name and book["learning"]["paused"]]
    if state["paused"]:
        since = output.moment(state["since"])
        told = say(f"paused since {since}", f"学习已暂停（自 {since}）")
    elif paused:
        told = say(f"paused in {', '.join(paused)}", f"学习已暂停：{'、'.join(paused)}")
    elif not settings["preferenceLearningEnabled"]:
        told = say("only by `mohen learn`", "仅在运行 `mohen learn` 时")
    else:
        told = say("on", "开")
    return " · ".join([told, *learned(state)])


def _due(timetable: Mapping[str, Any] | None) -> str:
    if timetable is None:
        return ""
    told = [f"{name} {at}" for name, at in due(timetable)]
    if since := timetable.get("failingSince"):
        told.append(
            say(f"failing since {output.moment(since)}", f"自 {output.moment(since)} 起失败")
        )
    return " · ".join(told) or "-"


def _indexed(index: Mapping[str, Any] | None, answering: str | None) -> str:
    if index is None:
        return "-"
    counted = f"{index['embedded']}/{index['embeddable']}"
    told = say(f"{counted} embedded", f"已嵌入 {counted}")
    if answering:
        return told + say(
            f", {answering} answers until all are (in the background of `mohen serve`)",
            f"，全部完成前由 {answering} 应答（`mohen serve` 在后台进行）",
        )
    if index["embedded"] + index["foreign"] < index["embeddable"]:
        told += say(", the others when `mohen serve` runs", "，其余待 `mohen serve` 运行时进行")
    if foreign := index["foreign"]:
        told += say(
            f", {foreign} of another embedder: run `mohen rebuild-index`",
            f"，{foreign} 个来自其他嵌入器：运行 `mohen rebuild-index`",
        )
    return told


def _modelled(model: Mapping[str, Any] | None) -> str:
    if model is None:
        return say("none (rules and statistics)", "无（规则与统计）")
    names = {
        "distillation": say("distillation", "蒸馏"),
        "consolidation": say("consolidation", "整合"),
        "skill": say("skills", "技能"),
    }
    spent = [
        f"{names[each['purpose']]} {each['spent']}"
        + (f"/{each['budget']}" if "budget" in each else "")
        for each in model["spending"]
    ]
    told = f"{model['name']} ({say('tokens today', '今日词元')}: {', '.join(spent)})"
    if failure := model.get("lastFailure"):
        at = output.moment(failure["at"])
        told += say(f"; last failure {at}", f"；最近失败 {at}")
    return told


def _set(settings: Mapping[str, Any] | None) -> str:
    if settings is None:
        return ""
    names = (
        ("injectionEnabled", say("injection", "注入")),
        ("preferenceLearningEnabled", say("learning", "学习")),
        ("privacyModeEnabled", say("privacy mode", "隐私模式")),
    )
    on, off = say("on", "开"), say("off", "关")
    return " · ".join(f"{name} {on if settings[key] else off}" for key, name in names)


def _size(count: int) -> str:
    kib = count / 1024
    return f"{kib:.0f} KiB" if kib < 1024 else f"{kib / 1024:.1f} MiB"


def _show_troubles(data: Mapping[str, Any]) -> None:
    for each in data["degradations"]:
        output.show(f"! {say(**each['message'])}", f"  → {say(**each['cure'])}")
    for each in data["alerts"]:
        ended = say(" (over)", "（已恢复）") if each["state"] == "ended" else ""
        output.show(f"! {output.moment(each['at'])} {each['code']} {each['subject']}{ended}")
    if data["memoryDegraded"] and not data["degradations"]:
        output.show(
            say("! something is broken", "! 有东西坏了"),
            say("  → run `mohen doctor`", "  → 运行 `mohen doctor`"),
        )


# -- doctor


@command(
    (
        "Every check of files, index and embedder, each with its cure.\n"
        "Ends with 1 when a check fails.",
        "检查文件、索引与嵌入器，并给出办法。\n有检查未通过时退出码为 1。",
    ),
    example="mohen doctor --mend",
)
@option(
    "--mend",
    is_flag=True,
    text=("Mend what can be mended without deleting anything.", "修复能修复的，不删除任何内容。"),
)
@option(
    "--store",
    metavar="ADDRESS",
    text=(
        "Examine a PostgreSQL instead, on which memories of a team are kept.",
        "改为检查保存团队记忆的 PostgreSQL。",
    ),
)
def doctor(mend: bool, store: str | None) -> int:
    if store is not None:
        return _examine_store(store)
    # A server that runs may be what is wrong.
    with opened(here=True) as session:
        with output.patience(say("examining", "检查中")):
            envelope = session.ask("memory:doctor", {"mend": mend}, long=True)
        code = output.finish(envelope, _show_checks, as_json=chosen().json)
    if envelope["ok"] and any(each["finding"] == "fail" for each in envelope["data"]["checks"]):
        return exits.INTERNAL.exit
    return code


def _examine_store(address: str) -> int:
    """In this process; whether a server runs makes no difference."""
    if not is_address(address):
        raise InvalidArgument("a store is an address: postgresql://…", field="store")
    with output.patience(say("examining", "检查中")):
        checks = [_plain(each) for each in examine(address)]
    healthy = all(each["finding"] == "ok" for each in checks)
    data = {"healthy": healthy, "mended": [], "checks": checks}
    envelope = {"ok": True, "data": data, "meta": output.meta()}
    code = output.finish(envelope, _show_checks, as_json=chosen().json)
    failed = any(each["finding"] == "fail" for each in checks)
    return exits.INTERNAL.exit if failed else code


def _plain(check: Check) -> dict[str, Any]:
    told = {"name": check.name, "finding": str(check.finding), "message": _both(check.message)}
    return told if check.cure is None else {**told, "cure": _both(check.cure)}


def _both(said: tuple[str, str]) -> dict[str, str]:
    return dict(zip(("en", "zh"), said, strict=True))


def _show_checks(data: dict[str, Any]) -> None:
    for done in data["mended"]:
        output.show(say(f"mended: {done['en']}", f"已修复：{done['zh']}"))
    for check in data["checks"]:
        mark = {"ok": "✓", "warn": "!", "fail": "✗"}[check["finding"]]
        output.show(
            f"{mark} {check['name']}: {say(check['message']['en'], check['message']['zh'])}"
        )
        if cure := check.get("cure"):
            output.show(f"  → {say(**cure)}")


# -- rebuild-index


@command(
    (
        "Make words and vectors anew from episodes and knowledge, and the files of workspaces "
        "from the memory. Needed after a change of embedder.",
        "由条目与记忆重建词索引与向量，并重写各工作区的文件。更换嵌入器后需要。",
    ),
    example="mohen rebuild-index",
)
def rebuild_index() -> int:
    with opened() as session:
        with output.progress(say("reading", "读取中")) as tell:
            stages = {"words": say("words", "词"), "vectors": say("vectors", "向量")}

            def hear(push: str, data: Mapping[str, Any]) -> None:
                if push == "memory:index:progress":
                    tell(stages[data["stage"]], data["done"], data["total"])

            stop = session.memory.listen(hear)
            envelope = session.ask("memory:index:rebuild", {}, long=True)
            stop()
        if envelope["ok"] and (files := _written(session)) is not None:
            envelope["data"]["files"] = files
        broken = envelope["meta"].get("degraded", [])
        return output.finish(
            envelope, lambda data: _show_rebuilt(data, broken), as_json=chosen().json
        )


def _written(session: Session) -> int | None:
    """How many files of workspaces had to be written anew; None where nobody has a workspace."""
    listed = session.ask("agent:list", {})
    there = [
        each["projectId"]
        for each in (listed["data"]["items"] if listed["ok"] else ())
        if each.get("workspace") and not each["missing"]
    ]
    told = [session.ask("knowledge:files", {"projectId": each}, long=True) for each in there]
    return sum(each["data"]["written"] for each in told if each["ok"]) if there else None


def _show_rebuilt(data: dict[str, Any], broken: list[str]) -> None:
    words, vectors = data["words"], data["vectors"]
    output.show(say(f"✓ {words} texts, {vectors} vectors", f"✓ {words} 条文本，{vectors} 个向量"))
    if (files := data.get("files")) is not None:
        output.show(say(f"✓ {files} files written anew", f"✓ 重写了 {files} 个文件"))
    for code in broken:
        output.note(
            say(f"! {code}: run `mohen doctor`", f"! {code}：请运行 `mohen doctor`"), "yellow"
        )


# -- version


@command(("The version of Mohen.", "墨痕的版本。"), example="mohen version")
def version() -> int:
    told = {"version": __version__, "python": platform.python_version()}
    return output.tell(
        told,
        lambda data: output.show(f"mohen {data['version']} (Python {data['python']})"),
        as_json=chosen().json,
    )
