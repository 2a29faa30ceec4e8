"""Why a rule is believed, as a person can check it: `rules why`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from mohen.cli import output, rulebook
from mohen.cli.words import Pair, say

Shape = Mapping[str, Any]

_COMPARED: dict[str, Pair] = {
    "final_vs_chosen": ("final − suggestion", "定稿 − 建议"),
    "chosen_vs_rejected": ("chosen − rejected", "选中 − 落选"),
    "refused": ("refused − the others' mean", "拒绝 − 其余均值"),
}


def show_why(data: dict[str, Any], most: int) -> None:
    """`most`: how many episodes of each side."""
    rule = data["rule"]
    output.show(say(*rulebook.CATEGORIES[rule["category"]]))
    rulebook.show_rules([rule])
    output.show("")
    output.facts((name, value) for name, value in _reasons(data) if value)
    for heading, accounts in (
        (say("For it:", "支持："), data["supporting"]),
        (say("Against it:", "反对："), data["contradicting"]),
    ):
        if accounts:
            output.show("", heading)
        for place, each in enumerate(accounts[:most], 1):
            _show_account(place, each, rule.get("predicate"))
        if more := len(accounts[most:]):
            output.show(say(f"… and {more} more (--limit)", f"…… 另有 {more} 次（--limit）"))


def _reasons(data: Shape) -> Iterator[tuple[str, str]]:
    rule = data["rule"]
    if measures := rule.get("measures"):
        yield say("measures", "衡量"), say(**measures)
    yield say("confidence", "置信度"), _confidence(data)
    yield say("episodes", "交互"), _tallied(rule["tally"])
    for each in rule["history"]:
        until = output.moment(each["until"])
        yield (
            say("earlier", "旧措辞"),
            say(f"{each['rule']} (until {until})", f"{each['rule']}（至 {until}）"),
        )


def _confidence(data: Shape) -> str:
    """The formula with its numbers, and why the rule may differ from it."""
    rule, formula = data["rule"], data.get("formula")
    if formula is None:
        return say(
            f"{rule['confidence']:.0%}, by your own word", f"{rule['confidence']:.0%}，由你决定"
        )
    share, n, prior = formula["consistency"], formula["episodes"], formula["prior"]
    said = say(
        f"{formula['confidence']:.0%} = consistency {share:.2f} × {n} / ({n} + {prior}) episodes",
        f"{formula['confidence']:.0%} = 一致性 {share:.2f} × {n} / ({n} + {prior}) 次交互",
    )
    if f"{rule['confidence']:.0%}" == f"{formula['confidence']:.0%}":
        return said
    now = f"{rule['confidence']:.0%}"
    if rule["conflictMarked"]:
        return said + say(f"; {now} while it is in conflict", f"；冲突期间为 {now}")
    return said + say(f"; {now} now", f"；现为 {now}")


def _tallied(tally: Shape) -> str:
    yes, no, gone = tally["supporting"], tally["contradicting"], tally["gone"]
    if not yes + no + gone:
        return ""
    said = say(f"{yes} for, {no} against", f"支持 {yes}，反对 {no}")
    return said + say(f", {gone} forgotten since", f"，另有 {gone} 次已遗忘") if gone else said


# -- one episode


def _show_account(place: int, account: Shape, predicate: Shape | None) -> None:
    head = [account.get("sceneType"), account.get("signal")]
    if at := account.get("timestamp"):
        head = [output.moment(at), *head]
    output.show(f"{place}. {' · '.join(each for each in head if each) or account['episodeId']}")
    output.facts((f"   {name}", value) for name, value in _told(account, predicate) if value)


def _told(account: Shape, predicate: Shape | None) -> Iterator[tuple[str, str]]:
    ai, final = account.get("aiText"), account.get("finalText")
    yield say("AI wrote", "AI 原文"), output.excerpt(ai)
    if final is not None and final != ai:
        yield say("you kept", "你的定稿"), output.excerpt(final)
    if not (ai or final):
        yield say("digest", "摘要"), output.excerpt(account.get("digest"))
    if predicate:
        unit = rulebook.unit(predicate)
        if (measured := account.get("measured")) is not None:
            yield say("measured", "测得"), f"{measured:.4g} {unit}"
        for name, value in _differences(account):
            yield name, f"{value} {unit}"
    yield "id", account["episodeId"]


def _differences(account: Shape) -> Iterator[tuple[str, str]]:
    """Each kind of comparison once, with all its numbers."""
    for kind in dict.fromkeys(each["kind"] for each in account["differences"]):
        values = [each["value"] for each in account["differences"] if each["kind"] == kind]
        yield (
            say(*_COMPARED.get(kind, (kind, kind))),
            ", ".join(f"{value:+.4g}" for value in values),
        )
