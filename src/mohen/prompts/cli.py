"""What goes into prompts: `context`, `cache-report`; and why something was written: `why`."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any

import click

from mohen.cli import output, text_args
from mohen.cli.bilingual import argument, command, option
from mohen.cli.columns import width
from mohen.cli.connection import answer, chosen, given, of_what, opened
from mohen.cli.i18n import Pair, say
from mohen.rules import cli
from mohen.skills.cli import show_warnings

Shape = Mapping[str, Any]

_LAYERS: tuple[Pair, ...] = (
    ("L0 role", "L0 角色"),
    ("L1 session", "L1 会话"),
    ("L2 your rules", "L2 用户偏好"),
    ("L3 project", "L3 项目设定"),
    ("L4 recent", "L4 最近摘要"),
    ("L5 here and now", "L5 当前上下文"),
)
_STATES: dict[str, Pair] = {
    "ok": ("", ""),
    "empty": ("empty", "空"),
    "masked": ("left out by the skill", "技能不需要"),
    "degraded": ("could not be read whole", "未能全部读取"),
}
_DONE: dict[str, Pair] = {
    "trimmed": ("cut", "截短"),
    "dropped": ("left out", "略去"),
}
_REASONS: dict[str, Pair] = {
    "over_budget": ("no room", "超出预算"),
    "too_large": ("the file is too large", "文件过大"),
    "invalid_format": ("it cannot be understood", "格式有误"),
    "read_error": ("it cannot be read", "无法读取"),
    "surrounding": ("the skill wants no more of it", "技能只需这么多"),
}
_BOUNDARIES: dict[str, Pair] = {
    "paragraph": (" at a paragraph", "，断在段落处"),
    "sentence": (" at a sentence", "，断在句末"),
    "word": (" at a word", "，断在词间"),
}


# -- context


@command(
    (
        "What would go into the prompt of a skill, layer by layer, and what was cut and why.\n"
        "Runs nothing and leaves no trace. "
        "First: `mohen config set context-inspection-enabled on`.",
        "一个技能的提示词会包含什么：逐层显示，以及截去了什么、为什么。\n"
        "不运行技能，不留痕迹。须先运行 `mohen config set context-inspection-enabled on`。",
    ),
    example=(
        "mohen context continue chapter-3.md --project novel\n"
        "mohen context polish chapter-3.md --line 12:15 --whole",
        "mohen context continue 第三章.md --project 小说\n"
        "mohen context polish 第三章.md --line 12:15 --whole",
    ),
)
@text_args.placed
@option("--whole", is_flag=True, text=("The text of each layer too.", "也显示各层全文。"))
def context(whole: bool, **place: Any) -> int:
    with opened() as session:
        payload = text_args.asked(session, **place)
        envelope = session.ask("context:inspect", payload)
        return output.finish(
            envelope, lambda data: _show_prompt(data, whole=whole), as_json=chosen().json
        )


def _show_prompt(data: Shape, *, whole: bool) -> None:
    if whole:
        for each in data["layers"]:
            output.show(f"══ {say(*_LAYERS[each['layer']])} ══", each["text"], "")
    output.table(
        _headings(say("layer|tokens|budget|state", "层|词元|预算|状态"), counts=(1, 2)),
        [*(_layer(each) for each in data["layers"]), _total(data)],
        whole=3,
    )
    output.show("")
    output.facts(_about(data))
    _show_list(say("In it:", "包含："), _inside(data["injected"]))
    _show_list(say("Cut:", "截去："), map(_cut, _cuts(data)))
    show_warnings(data)


def _layer(layer: Shape) -> tuple[str, ...]:
    return (
        say(*_LAYERS[layer["layer"]]),
        _counted(layer["tokens"]),
        _counted(layer["budget"]),
        say(*_STATES[layer["status"]]),
    )


def _total(data: Shape) -> tuple[str, ...]:
    return say("all", "合计"), _counted(data["tokenCount"]), "", ""


# -- numbers, one below the other


_COUNT, _SHARE = 9, 7  # columns


def _counted(number: int) -> str:
    return f"{number:>{_COUNT},}"


def _share(served: Shape) -> str:
    return f"{served['percent']:>{_SHARE}.1f}"


def _headings(
    names: str, *, counts: Collection[int] = (), shares: Collection[int] = ()
) -> list[str]:
    """Flush right above numbers."""
    room = {**dict.fromkeys(counts, _COUNT), **dict.fromkeys(shares, _SHARE)}
    return [
        " " * (room.get(place, 0) - width(name)) + name
        for place, name in enumerate(names.split("|"))
    ]


def _about(data: Shape) -> Iterator[tuple[str, str]]:
    same = data["stablePrefixUnchanged"]
    yield say("model", "模型"), data["model"]
    yield say("scene", "场景"), data["sceneType"]
    yield (
        say("prefix", "前缀"),
        say("as in the last run", "与上次运行相同")
        if same
        else say("new, or changed since the last run", "首次使用，或与上次运行不同"),
    )


def _inside(injected: Shape) -> Iterator[tuple[str, str]]:
    """What of the memory and of the project's files is in the prompt."""
    for rule in injected["memory"]:
        text = output.excerpt(rule["content"])
        yield say("rule", "规则"), f"{text} ({rule['confidence']:.0%})"
    for episode in injected["episodes"]:
        yield say("episode", "经历"), f"{say(**episode['reason'])} ({episode['id']})"
    for kind, ids in (
        (say("note", "笔记"), injected["knowledge"]),
        (say("working memory", "工作记忆"), injected["working"]),
        (say("file", "文件"), injected["refs"]),
    ):
        yield from ((kind, id) for id in ids)


def _cuts(data: Shape) -> Iterator[Shape]:
    for layer in data["layers"]:
        yield from layer["trimmed"]


def _cut(cut: Shape) -> tuple[str, str]:
    """What is not there whole, and why."""
    done, why = say(*_DONE[cut["action"]]), say(*_REASONS[cut["reason"]])
    if cut["action"] == "trimmed":
        left = f"{cut['beforeChars']} → {cut['afterChars']}"
        where = say(*_BOUNDARIES[cut["boundary"]]) if cut.get("boundary") else ""
        done += say(f" from {left} characters{where}", f" {left} 字{where}")
    return cut["source"], say(f"{done}: {why}", f"{done}：{why}")


def _show_list(heading: str, rows: Iterable[tuple[str, str]]) -> None:
    found = [(f"  {name}", value) for name, value in rows]
    if found:
        output.show("", heading)
        output.facts(found)


# -- cache-report


_MINUTE_MS = 60_000


@command(
    (
        "How much of each prompt a provider's prefix cache would have served, against injecting "
        "naively: what was recalled put before the settings.\n"
        "Replays the recorded prompts of a project; asks no provider.",
        "供应商的前缀缓存能命中每个提示词的多少，与朴素注入（把召回内容放在设定之前）相比。\n"
        "重放项目中记录的提示词，不访问任何供应商。",
    ),
    example=(
        "mohen cache-report --project novel\nmohen cache-report --ttl 5 --minimum 1024 --runs",
        "mohen cache-report --project 小说\nmohen cache-report --ttl 5 --minimum 1024 --runs",
    ),
)
@option("--skill", metavar="ID", text=("Only prompts of this skill.", "仅此技能的提示词。"))
@option("--limit", type=int, text=("Only so many of the newest.", "只看最新几个。"))
@option(
    "--ttl",
    type=float,
    metavar="MINUTES",
    text=("The cache forgets after so long; else never.", "缓存多久失效；缺省永不失效。"),
)
@option(
    "--minimum",
    type=int,
    metavar="TOKENS",
    text=("The cache keeps no shorter beginning.", "更短的开头不缓存。"),
)
@option("--runs", is_flag=True, text=("A line for each prompt.", "每个提示词一行。"))
def cache_report(
    skill: str | None, limit: int | None, ttl: float | None, minimum: int | None, runs: bool
) -> int:
    payload = given(
        projectId=chosen().project_id,
        skillId=skill,
        limit=limit,
        ttlMs=None if ttl is None else round(ttl * _MINUTE_MS),
        minimumTokens=minimum,
    )
    return answer("context:cache", payload, lambda data: _show_report(data, payload, runs=runs))


def _show_report(data: Shape, asked: Shape, *, runs: bool) -> None:
    if not data["runs"]:
        _show_nothing(asked)
        return
    if runs:
        _show_runs(data["runs"])
        output.show("")
    output.table(
        _headings(say("|sent|served|%", "|发送|命中|%"), counts=(1, 2), shares=(3,)),
        (
            (
                say(*name),
                _counted(data[key]["sent"]),
                _counted(data[key]["served"]),
                _share(data[key]),
            )
            for key, name in (
                ("prefix", ("stable prefix", "稳定前缀")),
                ("prompt", ("whole prompts", "整个提示词")),
                ("naive", ("injected naively", "朴素注入")),
            )
        ),
        whole=4,
    )
    count, changed = len(data["runs"]), data["prefixChanges"]
    output.show(
        "",
        say(
            f"{count} prompts · the prefix changed {changed}×",
            f"{count} 个提示词 · 前缀变化 {changed} 次",
        ),
        _saved(data["savedTokens"]),
    )
    _show_assumptions(asked)


def _saved(tokens: int) -> str:
    """Naive injection may well win while there is nothing to recall."""
    count, more = f"{abs(tokens):,}", tokens >= 0
    return say(
        f"{count} tokens {'more' if more else 'fewer'} served than by injecting naively",
        f"比朴素注入{'多' if more else '少'}命中 {count} 词元",
    )


def _show_nothing(asked: Shape) -> None:
    project = asked["projectId"]
    output.show(
        say(
            f"No prompt is recorded yet in {project}"
            + (f" for {asked['skillId']}." if "skillId" in asked else "."),
            f"项目 {project} 还没有"
            + (f" {asked['skillId']} 的提示词记录。" if "skillId" in asked else "提示词记录。"),
        ),
        say(
            "→ run a skill a few times: `mohen run continue FILE`; --project names another project",
            "→ 先运行几次技能：`mohen run continue 文件`；其他项目用 --project 指定",
        ),
    )


def _show_runs(runs: Iterable[Shape]) -> None:
    """Numbers first: on a narrow terminal the rest is cut."""
    output.table(
        _headings(
            say(
                "tokens|prefix%|prompt%|naive%||skill|when",
                "词元|前缀%|整体%|朴素%||技能|时间",
            ),
            counts=(0,),
            shares=(1, 2, 3),
        ),
        (
            (
                _counted(each["prompt"]["sent"]),
                *(_share(each[key]) for key in ("prefix", "prompt", "naive")),
                say("prefix changed", "前缀变化") if each["prefixChanged"] else "",
                each["skillId"],
                output.moment(each["at"]),
            )
            for each in runs
        ),
        whole=4,
    )


def _show_assumptions(asked: Shape) -> None:
    """What the numbers take for granted, and how to ask otherwise."""
    ttl, minimum = asked.get("ttlMs"), asked.get("minimumTokens")
    lasting = (
        say(
            "a cache that never forgets (--ttl 5: after five minutes)",
            "缓存永不失效（--ttl 5：五分钟后失效）",
        )
        if ttl is None
        else say(
            f"a cache that forgets after {ttl / _MINUTE_MS:g} min",
            f"缓存 {ttl / _MINUTE_MS:g} 分钟后失效",
        )
    )
    least = (
        say(
            "no least length (many providers want 1,024 tokens: --minimum 1024)",
            "没有最短长度（许多供应商要求 1024 词元：--minimum 1024）",
        )
        if minimum is None
        else say(f"nothing served below {minimum:,} tokens", f"少于 {minimum:,} 词元不缓存")
    )
    output.note(say(f"Assumes {lasting}; {least}.", f"假定：{lasting}；{least}。"))


# -- why


_KINDS: dict[str, Pair] = {
    "semantic": ("rules", "规则"),
    "episodic": ("episodes", "经历"),
    "working": ("working memory", "工作记忆"),
    "knowledge": ("knowledge", "知识"),
}
_UNCHANGED: dict[str, Pair] = {
    "confirmed": ("yours: it keeps its confidence", "由你确认：置信度不变"),
    "not_a_rule": ("only rules are believed more or less", "只有规则才有置信度"),
    "deleted": ("deleted since", "已被删除"),
    "same": ("as sure, or as unsure, as can be", "置信度已到头"),
}


@command(
    (
        "Why something was written: the memories in its prompt, how much each had to do with the "
        "output, and whether the output obeys your rules.\n"
        "Say --wrong or --right, and the rules behind it are believed less or more.",
        "为什么这样写：提示词里用了哪些记忆，各有多大影响，成文是否遵守你的规则。\n"
        "加上 --wrong 或 --right，相关规则的置信度随之降低或提高。",
    ),
    example=(
        "mohen why gen_01k0…\nmohen why ep_01k0… --wrong --because 'too flowery'",
        "mohen why gen_01k0…\nmohen why ep_01k0… --wrong --because 太华丽",
    ),
)
@argument("id", text=("Of a generation, a run or an episode.", "生成、运行或交互的 id。"))
@option(
    "--wrong", "verdict", flag_value="incorrect", text=("It is not as you want it.", "不合意。")
)
@option("--right", "verdict", flag_value="correct", text=("It is as you want it.", "合意。"))
@option("--because", text=("What is wrong or right with it.", "理由。"))
@option(
    "--memory",
    text=(
        "The memory that you judge; without it the rules that weighed most.",
        "评价哪一条记忆；缺省为影响最大的规则。",
    ),
)
def why(id: str, verdict: str | None, because: str | None, memory: str | None) -> int:
    if verdict is None:
        if because or memory:
            raise click.UsageError(
                say("say --wrong or --right with it", "请同时给出 --wrong 或 --right")
            )
        return answer("memory:trace:get", _named(id), _show)
    with opened() as session:
        envelope = session.ask("memory:trace:get", _named(id))
        if envelope["ok"]:
            judged = given(
                generationId=envelope["data"]["generationId"],
                projectId=chosen().project_id,
                verdict=verdict,
                reason=because,
                targetId=memory,
            )
            envelope = session.ask("memory:trace:feedback", judged)
        return output.finish(envelope, _show_judged, as_json=chosen().json)


def _named(id: str) -> dict[str, Any]:
    return given(**{of_what(id): id}, projectId=chosen().project_id)


# -- why, as shown


def _show(data: dict[str, Any]) -> None:
    output.facts((name, value) for name, value in _head(data) if value)
    for group in sorted(data["groups"], key=lambda each: -each["weight"]):
        output.show("", f"{say(*_KINDS[group['kind']])}  {group['weight']:.0%}")
        output.facts(_line(each) for each in data["references"] if each["kind"] == group["kind"])
    if not data["references"]:
        output.show("", say("No memory was in the prompt.", "提示词里没有用到记忆。"))
    elif all(each.get("effect") == 0 for each in data["references"]):
        output.note(
            say(
                "The text shows nothing of any of them: the shares are those of the prompt.",
                "成文看不出其中任何一条：所列只是各自在提示词里的份量。",
            )
        )
    if obeyed := data.get("compliance"):
        output.show("", say("Does the output obey?", "成文是否遵守？"))
        output.facts(_obeyed(each) for each in obeyed)


def _head(data: Shape) -> Iterator[tuple[str, str]]:
    yield say("generation", "生成"), data["generationId"]
    yield say("written", "写于"), f"{output.moment(data['at'])} · {data['model']}"
    yield say("skill", "技能"), f"{data['skillId']} · {data['sceneType']}"
    yield (
        say("prompt", "提示词"),
        say(f"{data['tokenCount']} tokens", f"{data['tokenCount']} 词元"),
    )
    if verdict := data.get("verdict"):
        yield say("you said", "你的评价"), _said(verdict)


def _said(verdict: str) -> str:
    return say("right", "合意") if verdict == "correct" else say("wrong", "不合意")


def _line(reference: Shape) -> tuple[str, str]:
    """A weight, and what it is the weight of."""
    text = output.excerpt(reference.get("text")) or reference["id"]
    if reference["deleted"]:
        text = say(f"{reference['id']} (deleted since)", f"{reference['id']}（已删除）")
    if reference.get("effect") == 0 and not reference["deleted"]:
        text += say(
            " (in the prompt; the text shows nothing of it)", "（在提示词里；成文看不出它）"
        )
    if verdict := reference.get("verdict"):
        text += say(f" [you said {_said(verdict)}]", f"【你的评价：{_said(verdict)}】")
    return f"  {reference['weight']:>4.0%}", text


_UNTOLD: dict[str | None, Pair] = {
    None: ("this text does not tell", "这段文字无从判断"),
    "speech": ("nobody speaks in this text", "这段文字里没有人说话"),
    "narration": ("this text is all speech", "这段文字全是对白"),
}


def _obeyed(measure: Shape) -> tuple[str, str]:
    sign = {True: "✓", False: "✗", None: "·"}[measure.get("obeyed")]
    asked = measure.get("measures")
    said = say(**asked) if asked else say("changed or deleted since", "此后已修改或删除")
    value = measure.get("measured")
    if value is None:
        part = (measure.get("predicate") or {}).get("part")
        return f"  {sign}", f"{said} · {say(*_UNTOLD[part])}"
    unit = cli.unit(measure["predicate"]) if asked else ""
    return f"  {sign}", f"{said} · {say('measured', '测得')} {value:.4g} {unit}".rstrip()


# -- the author's word on it


def _show_judged(data: dict[str, Any]) -> None:
    if not data["recorded"]:
        output.show(say("You judged it before; that stands.", "你已评价过，以第一次为准。"))
        return
    output.show(say("Noted, and learned from.", "已记下，并用于学习。"))
    output.facts(
        [
            *(
                (f"  {each['id']}", f"{each['before']:.0%} → {each['after']:.0%}")
                for each in (*data["lowered"], *data["raised"])
            ),
            *((f"  {each['id']}", say(*_UNCHANGED[each["why"]])) for each in data["unchanged"]),
        ]
    )
