"""`mohen why`: why something was written, and the author's word on it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import click

from mohen.cli import output
from mohen.cli.bilingual import argument, command, option
from mohen.cli.connection import answer, chosen, given, of_what, opened
from mohen.cli.i18n import Pair, say
from mohen.rules import cli

Shape = Mapping[str, Any]

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
                projectId=chosen().named_project,
                verdict=verdict,
                reason=because,
                targetId=memory,
            )
            envelope = session.ask("memory:trace:feedback", judged)
        return output.finish(envelope, _show_judged, as_json=chosen().json)


def _named(id: str) -> dict[str, Any]:
    return given(**{of_what(id): id}, projectId=chosen().named_project)


# -- why


def _show(data: dict[str, Any]) -> None:
    output.facts((name, value) for name, value in _head(data) if value)
    for group in sorted(data["groups"], key=lambda each: -each["weight"]):
        output.show("", f"{say(*_KINDS[group['kind']])}  {group['weight']:.0%}")
        output.facts(_line(each) for each in data["references"] if each["kind"] == group["kind"])
    if not data["references"]:
        output.show("", say("No memory was in the prompt.", "提示词里没有用到记忆。"))
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


def _obeyed(measure: Shape) -> tuple[str, str]:
    sign = {True: "✓", False: "✗", None: "·"}[measure.get("obeyed")]
    asked = measure.get("measures")
    said = say(**asked) if asked else say("changed or deleted since", "此后已修改或删除")
    value = measure.get("measured")
    if value is None:
        return f"  {sign}", f"{said} · {say('this text does not tell', '这段文字无从判断')}"
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
