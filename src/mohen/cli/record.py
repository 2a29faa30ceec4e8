"""Recording an interaction, or a file full of them: `record`."""

from __future__ import annotations

from typing import Any, BinaryIO

import click

from mohen.cli import output
from mohen.cli.bilingual import command, option
from mohen.cli.session import answer, chosen, given
from mohen.cli.words import say


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
def record(*, source: BinaryIO | None, **fields: Any) -> int:
    if source is None:
        return answer("memory:episode:record", _payload(**fields), show_recorded)
    if extra := next((name for name, value in fields.items() if value), None):
        raise click.UsageError(
            say(
                f"--from brings everything itself: leave out --{extra}",
                f"--from 已包含全部内容：请去掉 --{extra}",
            ),
            click.get_current_context(),
        )
    from mohen.cli.backfill import backfill

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


def show_recorded(data: dict[str, Any]) -> None:
    guess = say(" (inferred)", "（推断）") if data["sceneInferred"] else ""
    output.show(
        f"✓ {data['episodeId']}",
        f"  {data['signal']} ({data['weight']:+.2f}) · {data['sceneType']}{guess} · "
        + say(f"edited {data['editDistance']:.0%}", f"改动 {data['editDistance']:.0%}"),
    )
