"""Episodes: recording, finding, looking at and taking back: `record`, `recall`, `undo`, `list`,
`show`."""

from __future__ import annotations

from dataclasses import field
from functools import partial
from typing import TYPE_CHECKING, Any, BinaryIO

import click

from mohen.cli import exits, output
from mohen.cli.args import Moment
from mohen.cli.bilingual import argument, command, ids, option
from mohen.cli.categories import in_words
from mohen.cli.connection import (
    Session,
    answer,
    chosen,
    given,
    of_what,
    opened,
    show_words_alone,
)
from mohen.cli.i18n import say
from mohen.core.values import dataclass
from mohen.errors import InvalidArgument

if TYPE_CHECKING:
    from mohen.server.dispatch import Envelope


_SCENE = ("Kind of scene.", "场景类型。")


# -- recall


@command(
    (
        "The three to five past interactions that matter most here, each with its reason.\n"
        "Without words: the newest, of a scene if one is named.",
        "此处最相关的三到五次过往交互，各附理由。\n不给词语时：最新的几次，可限定场景。",
    ),
    example=(
        "mohen recall the fight in the rain --scene action",
        "mohen recall 雨中的打斗 --scene action",
    ),
)
@argument("words", nargs=-1, metavar="[QUERY]...", text=("What to look for.", "要找的内容。"))
@option("--scene", text=_SCENE)
@option("--limit", type=int, text=("How many, 3 to 5.", "条数，3 到 5。"))
@option(
    "--context",
    is_flag=True,
    text=(
        "It goes into a prompt: counts as a recall and keeps the memory alive.",
        "用于提示词：计为一次回忆，使记忆保持活跃。",
    ),
)
@ids
def recall(
    words: tuple[str, ...], scene: str | None, limit: int | None, context: bool, ids: bool
) -> int:
    payload = given(
        projectId=chosen().project_id,
        queryText=" ".join(words) or None,
        sceneType=scene,
        limit=limit,
        purpose="context" if context else "browse",
    )
    return answer("memory:episode:query", payload, partial(_show_recalled, ids=ids))


def _show_recalled(data: dict[str, Any], *, ids: bool) -> None:
    for broken in data.get("diagnostics", {}).get("degradations", []):
        output.note(f"! {say(**broken['message'])}\n  → {say(**broken['cure'])}", style="yellow")
    if not data["items"]:
        output.show(say("Nothing is remembered that fits.", "没有相关的记忆。"))
    for place, item in enumerate(data["items"], 1):
        head = (item["sceneType"], item["skillUsed"], item.get("signal", ""))
        text = item.get("finalText") or item["inputContext"]
        output.show(
            f"{place}. {output.moment(item['timestamp'])} · "
            f"{' · '.join(in_words(each) for each in head if each)}",
            f"   {output.excerpt(text)}",
            f"   {say('because', '理由')}: {say(**item['reason'])}",
            *([f"   {item['episodeId']}"] if ids else []),
        )
    show_words_alone(data)
    if rules := data.get("fallbackRules"):
        output.show(
            say("Built-in rules, for want of your own:", "没有自己的规则时适用的内置规则：")
        )
        output.show(*(f"- {say(rule['ruleEn'], rule['rule'])}" for rule in rules))


# -- undo


@command(
    (
        "An accepted suggestion was taken back: the strongest verdict there is.",
        "撤销已采纳的建议：最强的反馈。",
    ),
    example="mohen undo run_01k0…",
)
@argument(
    "id", required=False, text=("Of a run, an episode or a generation.", "运行、条目或生成的 id。")
)
@option("--episode", metavar="ID", text=("Or its episode, by name.", "或指明为条目 id。"))
@option("--generation", metavar="ID", text=("Or the generation it came from.", "或指明为生成 id。"))
@option("--run", metavar="ID", text=("Or the run.", "或指明为运行 id。"))
def undo(id: str | None, episode: str | None, generation: str | None, run: str | None) -> int:
    named = given(episodeId=episode, generationId=generation, runId=run)
    if id is not None:
        if named:
            raise click.UsageError(
                say("give one id", "只需给出一个 id"), click.get_current_context()
            )
        named = {of_what(id): id}
    payload = given(projectId=chosen().project_id, **named)
    return answer("memory:episode:undo", payload, _show_undone)


def _show_undone(data: dict[str, Any]) -> None:
    output.show(f"✓ {in_words(data['signal'])} ({data['weight']:+.2f})")


# -- list


@command(
    ("The episodes of a project, newest first.", "项目中的条目，由新到旧。"),
    example="mohen list --scene action --since 2026-01-01 --limit 20",
)
@option("--scene", text=_SCENE)
@option("--skill", text=("Skill that was used.", "所用技能。"))
@option("--chapter", metavar="ID", text=("Chapter.", "章节。"))
@option("--signal", metavar="NAME", text=("Verdict, e.g. LIGHT_EDIT.", "反馈，如 LIGHT_EDIT。"))
@option("--compressed/--whole", default=None, text=("Digests, or whole ones.", "仅摘要／仅全文。"))
@option("--since", type=Moment(), text=("From this time on.", "起始时间。"))
@option("--until", type=Moment(), text=("Up to this time.", "截止时间。"))
@option("--limit", type=int, text=("How many, up to 200.", "条数，至多 200。"))
@option("--cursor", text=("Where the page before ended.", "上一页末尾的游标。"))
@ids
def list_(ids: bool, **filters: Any) -> int:
    names = {"scene": "sceneType", "skill": "skillUsed", "chapter": "chapterId"}
    wanted = {names.get(name, name): value for name, value in filters.items()}
    payload = given(projectId=chosen().project_id, **wanted)
    return answer("memory:episode:list", payload, partial(_show_page, ids=ids))


def _show_page(data: dict[str, Any], *, ids: bool) -> None:
    if not data["items"]:
        output.show(say("No episodes.", "没有条目。"))
        return
    output.table(
        (
            *(["id"] if ids else []),
            *say("when|scene|skill|verdict|text", "时间|场景|技能|反馈|文本").split("|"),
        ),
        ((*([each["id"]] if ids else []), *_row(each)) for each in data["items"]),
    )
    if cursor := data["page"].get("nextCursor"):
        output.note(say(f"More: --cursor {cursor}", f"更多：--cursor {cursor}"))


def _row(item: dict[str, Any]) -> tuple[str, ...]:
    trigger = item["trigger"]
    return (
        output.moment(item["timestamp"]),
        in_words(trigger["sceneType"]),
        in_words(trigger["skillUsed"]),
        in_words(item["feedback"]["implicit"]["signal"] or item["meta"]["state"]),
        output.excerpt(
            item["meta"]["digest"] or item["aiOutput"]["finalText"] or trigger["inputContext"]
        ),
    )


# -- show


@command(
    ("One whole episode.", "一个条目的全部内容。"),
    example="mohen show ep_01k0…",
)
@argument("episode_id", text=("Its id.", "条目 id。"))
def show(episode_id: str) -> int:
    payload = {"projectId": chosen().project_id, "episodeId": episode_id}
    return answer("memory:episode:get", payload, _show_episode)


def _show_episode(data: dict[str, Any]) -> None:
    trigger, said, meta = data["trigger"], data["feedback"], data["meta"]
    implicit, chose = said["implicit"], data["aiOutput"]["selectedIndex"]
    guess = say(" (inferred)", "（推断）") if trigger["sceneInferred"] else ""
    rows = [
        ("id", data["id"]),
        (say("when", "时间"), output.moment(data["timestamp"])),
        (say("project", "项目"), data["projectId"]),
        (say("chapter", "章节"), trigger["chapterId"]),
        (say("skill", "技能"), in_words(trigger["skillUsed"])),
        (say("scene", "场景"), in_words(trigger["sceneType"]) + guess),
        (
            say("verdict", "反馈"),
            f"{in_words(implicit['signal'] or meta['state'])} {implicit['weight']:+.2f}",
        ),
        (say("strength", "强度"), f"{meta['strength']:.3f} {meta['band']}"),
        (say("digest", "摘要"), meta["digest"]),
        (say("context", "上文"), trigger["inputContext"]),
        *(
            (f"{'→' if place == chose else ' '} {say('candidate', '候选')} {place}", text)
            for place, text in enumerate(data["aiOutput"]["candidates"])
        ),
        (say("final", "定稿"), data["aiOutput"]["finalText"]),
        (say("comment", "评语"), said["explicit"]),
    ]
    output.facts((name, value) for name, value in rows if value)


# -- Recording an interaction, or a file full of them: `record`.


@command(
    (
        "Record one interaction, or many from a file.\n"
        "--from takes payloads of memory:episode:record: one JSON object, or one a line. "
        "A bad line is reported with its number and the rest goes on.",
        "记录一次交互，或从文件批量导入。\n"
        "--from 读取 memory:episode:record 的 JSON：一个对象，或每行一个。"
        "有误的行会报出行号，其余照常导入。",
    ),
    example=(
        "mohen record --skill continue --context 'It rained.' \\\n"
        "  --candidate 'She ran.' --candidate 'She waited.' --selected 1 --final 'She stayed.'\n"
        "mohen record --from history.jsonl",
        "mohen record --skill 续写 --context '雨下了一夜。' \\\n"
        "  --candidate '她跑了。' --candidate '她等着。' --selected 1 --final '她留了下来。'\n"
        "mohen record --from 历史.jsonl",
    ),
)
@option("--skill", text=("The skill that ran.", "所用技能。"))
@option("--context", text=("What the AI was given.", "给 AI 的上文。"))
@option("--candidate", multiple=True, text=("What it offered; repeatable.", "候选；可重复。"))
@option(
    "--selected",
    type=int,
    text=(
        "The chosen one, from 0; -1 for none. With one candidate: 0.",
        "选中的序号，从 0 起；-1 为都不选。只有一个候选时为 0。",
    ),
)
@option("--final", text=("What stands in the manuscript now.", "最终写进稿子的文本。"))
@option("--scene", text=("Kind of scene; inferred if absent.", "场景类型；缺省时推断。"))
@option("--chapter", metavar="ID", text=("Chapter.", "章节。"))
@option("--explicit", text=("What the author said of it.", "作者的评语。"))
@option("--generation", metavar="ID", text=("The run it came from.", "生成 id。"))
@option("--importance", type=float, text=("0 to 1.", "0 到 1。"))
@option("--confirmed", is_flag=True, text=("Confirmed by the author.", "作者已确认。"))
@option("--core", is_flag=True, text=("A core setting: never fades.", "核心设定：不衰减。"))
@option(
    "--from",
    "source",
    type=click.File("rb"),
    metavar="FILE",
    text=("JSON payloads; - is standard input.", "JSON 文件；- 为标准输入。"),
)
@ids
def record(*, source: BinaryIO | None, ids: bool, **fields: Any) -> int:
    if source is None:
        shown = partial(show_recorded, ids=ids)
        return answer("memory:episode:record", _payload(**fields), shown)
    if extra := next((name for name, value in fields.items() if value), None):
        raise click.UsageError(
            say(
                f"--from brings everything itself: leave out --{extra}",
                f"--from 已包含全部内容：请去掉 --{extra}",
            ),
            click.get_current_context(),
        )

    return backfill(source)


def _payload(
    *,
    skill: str | None,
    context: str | None,
    candidate: tuple[str, ...],
    selected: int | None,
    confirmed: bool,
    core: bool,
    final: str | None,
    scene: str | None,
    chapter: str | None,
    explicit: str | None,
    generation: str | None,
    importance: float | None,
) -> dict[str, Any]:
    """As the channel wants it. What is missing, the channel names."""
    obvious = {0: -1, 1: 0}.get(len(candidate))
    return given(
        projectId=chosen().project_id,
        skillUsed=skill,
        inputContext=context,
        candidates=list(candidate),
        selectedIndex=obvious if selected is None else selected,
        finalText=final,
        sceneType=scene,
        chapterId=chapter,
        explicit=explicit,
        generationId=generation,
        importance=importance,
        userConfirmed=confirmed or None,
        coreSetting=core or None,
    )


def show_recorded(data: dict[str, Any], *, ids: bool = False) -> None:
    guess = say(" (inferred)", "（推断）") if data["sceneInferred"] else ""
    output.show(
        f"✓ {data['episodeId']}" if ids else say("✓ Recorded.", "✓ 已记录。"),
        f"  {in_words(data['signal'])} ({data['weight']:+.2f}) · "
        f"{in_words(data['sceneType'])}{guess} · "
        + say(f"edited {data['editDistance']:.0%}", f"改动 {data['editDistance']:.0%}"),
    )


# -- Many recordings from one file: a bad line is named by its number and spares the rest.


CHANNEL = "memory:episode:record"


@dataclass
class _Tally:
    ids: list[str] = field(default_factory=list)
    failures: list[dict[str, Any]] = field(default_factory=list)
    untried: int = 0

    def take(self, line: int, envelope: Envelope) -> None:
        if envelope["ok"]:
            self.ids.append(envelope["data"]["episodeId"])
        else:
            self.failures.append({"line": line, **envelope["error"]})

    @property
    def hopeless(self) -> bool:
        """The last failure was not the line's own: the next line would only meet it again."""
        return bool(self.failures) and exits.of(self.failures[-1]) is not exits.USAGE


def backfill(source: BinaryIO) -> int:
    with opened() as session:
        raw = source.read()
        whole = _parsed(raw)
        if isinstance(whole, dict):
            envelope = session.ask(CHANNEL, _in_project(whole))
            return output.finish(envelope, show_recorded, as_json=chosen().json)
        return _finish(session, _record_lines(session, raw))


def _record_lines(session: Session, raw: bytes) -> _Tally:
    tally = _Tally()
    lines = [(number, line) for number, line in enumerate(raw.split(b"\n"), 1) if line.strip()]
    with output.progress(say("recording", "记录中")) as tell:
        for done, (number, line) in enumerate(lines, 1):
            tally.take(number, _record_line(session, line))
            tell(say("recording", "记录中"), done, len(lines))
            if tally.hopeless:
                tally.untried = len(lines) - done
                break
    return tally


def _record_line(session: Session, line: bytes) -> Envelope:
    payload = _parsed(line)
    if isinstance(payload, InvalidArgument):
        return session.refuse(payload)
    return session.ask(CHANNEL, _in_project(payload))


def _parsed(raw: bytes) -> Any:
    """The value, or the error that says why there is none."""
    from mohen.server import wire

    try:
        return wire.loads(raw)
    except InvalidArgument as error:
        return error


def _in_project(payload: Any) -> Any:
    """A payload that names no project belongs to the command's; the channel judges the rest."""
    if isinstance(payload, dict):
        return {"projectId": chosen().project_id, **payload}
    return payload


# -- what came of it


def _finish(session: Session, tally: _Tally) -> int:
    envelope = _envelope(session, tally)
    if envelope["ok"] or chosen().json:
        return output.finish(envelope, _show_counts, as_json=chosen().json)
    _report(tally)
    return exits.of(envelope["error"]).exit


def _envelope(session: Session, tally: _Tally) -> Envelope:
    """One for the whole file; where lines failed, it has the code of the first of them, or of
    the one that stopped everything."""
    told = {
        "recorded": len(tally.ids),
        "failed": len(tally.failures),
        "untried": tally.untried,
        "episodeIds": tally.ids,
    }
    if not tally.failures:
        return {"ok": True, "data": told, "meta": session.meta()}
    cause = tally.failures[-1 if tally.hopeless else 0]
    error = {
        "code": cause["code"],
        "message": f"{len(tally.failures)} of the lines were not recorded",
        "retryable": cause["retryable"],
        "details": {**cause.get("details", {}), **told, "lines": tally.failures},
    }
    return {"ok": False, "error": error, "meta": session.meta()}


def _report(tally: _Tally) -> None:
    _show_counts({"recorded": len(tally.ids)})
    for each in tally.failures:
        line = say(f"line {each['line']}", f"第 {each['line']} 行")
        output.note(f"✗ {line}: {each['message']} [{each['code']}]", style="red")
    if tally.untried:
        output.note(
            say(
                f"Stopped there: {tally.untried} lines were not tried. `mohen doctor` may help.",
                f"到此停止：另有 {tally.untried} 行未尝试。可运行 `mohen doctor`。",
            )
        )


def _show_counts(data: dict[str, Any]) -> None:
    count = data["recorded"]
    output.show(say(f"✓ {count} recorded", f"✓ 已记录 {count} 条"))
