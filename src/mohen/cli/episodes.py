"""Finding, looking at and taking back what was recorded: `recall`, `undo`, `list`, `show`."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import click

from mohen.cli import output
from mohen.cli.bilingual import argument, command, option
from mohen.cli.session import answer, chosen, given, of_what
from mohen.cli.words import say

_SCENE = ("Kind of scene.", "场景类型。")


class Moment(click.ParamType):  # type: ignore[type-arg]  # generic in newer clicks only
    """A date, a date with time (local unless it says otherwise), or milliseconds."""

    name = "time"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        if isinstance(value, int) or str(value).isdecimal():
            return int(value)
        try:
            return int(datetime.fromisoformat(value).timestamp() * 1000)
        except (ValueError, OverflowError, OSError):
            self.fail(
                say(
                    "write 2026-01-31 or 2026-01-31T18:30", "请写作 2026-01-31 或 2026-01-31T18:30"
                ),
                param,
                ctx,
            )


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
def recall(words: tuple[str, ...], scene: str | None, limit: int | None, context: bool) -> int:
    payload = given(
        projectId=chosen().project_id,
        queryText=" ".join(words) or None,
        sceneType=scene,
        limit=limit,
        purpose="context" if context else "browse",
    )
    return answer("memory:episode:query", payload, _show_recalled)


def _show_recalled(data: dict[str, Any]) -> None:
    for broken in data.get("diagnostics", {}).get("degradations", []):
        output.note(f"! {say(**broken['message'])}\n  → {say(**broken['cure'])}", style="yellow")
    if not data["items"]:
        output.show(say("Nothing is remembered that fits.", "没有相关的记忆。"))
    for place, item in enumerate(data["items"], 1):
        head = (item["sceneType"], item["skillUsed"], item.get("signal", ""))
        text = item.get("finalText") or item["inputContext"]
        output.show(
            f"{place}. {' · '.join(each for each in head if each)} · "
            f"{output.moment(item['timestamp'])}",
            f"   {output.excerpt(text)}",
            f"   {say('because', '理由')}: {say(**item['reason'])}",
            f"   {item['episodeId']}",
        )
    if rules := data.get("fallbackRules"):
        output.show(say("Built-in rules that hold meanwhile:", "此时适用的内置规则："))
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
    output.show(f"✓ {data['episodeId']} · {data['signal']} ({data['weight']:+.2f})")


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
def list_(**filters: Any) -> int:
    names = {"scene": "sceneType", "skill": "skillUsed", "chapter": "chapterId"}
    wanted = {names.get(name, name): value for name, value in filters.items()}
    payload = given(projectId=chosen().project_id, **wanted)
    return answer("memory:episode:list", payload, _show_page)


def _show_page(data: dict[str, Any]) -> None:
    if not data["items"]:
        output.show(say("No episodes.", "没有条目。"))
        return
    output.table(
        ("id", *say("when|scene|skill|verdict|text", "时间|场景|技能|反馈|文本").split("|")),
        (_row(each) for each in data["items"]),
    )
    if cursor := data["page"].get("nextCursor"):
        output.note(say(f"More: --cursor {cursor}", f"更多：--cursor {cursor}"))


def _row(item: dict[str, Any]) -> tuple[str, ...]:
    trigger = item["trigger"]
    return (
        item["id"],
        output.moment(item["timestamp"]),
        trigger["sceneType"],
        trigger["skillUsed"],
        item["feedback"]["implicit"]["signal"] or item["meta"]["state"],
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
        (say("skill", "技能"), trigger["skillUsed"]),
        (say("scene", "场景"), trigger["sceneType"] + guess),
        (
            say("verdict", "反馈"),
            f"{implicit['signal'] or meta['state']} {implicit['weight']:+.2f}",
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
