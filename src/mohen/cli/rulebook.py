"""How rules look on a terminal, wherever a command speaks of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from mohen.cli import output
from mohen.cli.session import Session
from mohen.cli.words import Pair, say

CATEGORIES: dict[str, Pair] = {
    "style": ("Style", "写作风格"),
    "structure": ("Structure", "叙事偏好"),
    "character": ("Character", "角色偏好"),
    "pacing": ("Pacing", "节奏"),
    "vocabulary": ("Vocabulary", "词汇"),
}

Shape = Mapping[str, Any]


def wording(rule: Shape) -> str:
    """In the reader's language; what the author wrote, as they wrote it."""
    own = str(rule["rule"])
    if rule["origin"] == "manual" or rule["userModified"]:
        return own
    return say(rule.get("ruleEn") or own, rule.get("ruleZh") or own)


def show_rules(rules: Iterable[Shape]) -> None:
    output.facts(
        (
            f"  {'✓' if each['userConfirmed'] else ' '} {each['confidence']:>4.0%}",
            "\n".join((wording(each), *_about(each), each["id"])),
        )
        for each in rules
    )


def _about(rule: Shape) -> Iterator[str]:
    yield " · ".join(_marks(rule))
    if other := rule.get("overriddenBy"):
        yield say(f"overridden here by {other}", f"此处被 {other} 覆盖")


def _marks(rule: Shape) -> Iterator[str]:
    yield _origin(rule)
    if rule["scope"] == "global":
        yield say("global", "全局")
    if rule["userConfirmed"]:
        yield say("confirmed", "已确认")
    if rule["userModified"]:
        yield say("edited by you", "你改过")
    if rule["recentlyUpdated"]:
        yield say("recently updated", "最近更新")
    if rule["conflictMarked"]:
        yield say("in conflict", "有冲突")


def _origin(rule: Shape) -> str:
    if rule["origin"] == "manual":
        return say("added by you", "手动添加")
    if rule["origin"] == "learned":
        return say("learned from labels", "由标签学得")
    yes, no = rule["tally"]["supporting"], rule["tally"]["contradicting"]
    return say(f"learned: {yes} for, {no} against", f"学得：支持 {yes}，反对 {no}")


# -- the whole book


def show_book(data: Shape) -> None:
    if not data["items"]:
        _show_empty()
    for category, names in CATEGORIES.items():
        if group := [each for each in data["items"] if each["category"] == category]:
            output.show(say(*names))
            show_rules(group)
            output.show("")
    if any(each["conflictMarked"] for each in data["items"]):
        output.show(
            say(
                "! Some cannot both hold: `mohen conflicts`",
                "! 有互相矛盾的规则：见 `mohen conflicts`",
            ),
            "",
        )
    _show_offers(data)
    _show_footer(data)


def _show_empty() -> None:
    output.show(
        say(
            "The AI is learning how you like to write; it gets better with use.",
            "AI 正在学习你的写作偏好，使用越多越精准。",
        ),
        say("→ say one yourself: `mohen rules add TEXT`", "→ 自己写一条：`mohen rules add 规则`"),
        "",
    )


def _show_offers(data: Shape) -> None:
    """The same preference in several projects: would the author have it everywhere? (C77)"""
    for offer in data["offers"]:
        id = offer["ruleIds"][0]
        texts = [wording(each) for each in data["items"] if each["id"] == id]
        said, count = next(iter(texts), measure(offer["predicate"])), offer["projects"]
        output.show(
            say(f"? {count} projects share it: {said}", f"? {count} 个项目都有：{said}"),
            say(
                f"  → have it everywhere: `mohen rules promote {id}`",
                f"  → 设为全局：`mohen rules promote {id}`",
            ),
            "",
        )


def _show_footer(data: Shape) -> None:
    learning, told = data["learning"], []
    if (episodes := data["counts"].get("episodes")) is not None:
        told.append(say(f"{episodes} interactions", f"交互 {episodes} 次"))
    told += learned(learning)
    output.show(" · ".join(told))
    show_paused(learning)


def learned(learning: Shape) -> Iterator[str]:
    """When something was last learned, and how much waits."""
    if at := learning.get("lastDistilledAt"):
        yield say(f"last update {output.moment(at)}", f"上次更新 {output.moment(at)}")
    if waiting := learning.get("pendingEpisodes"):
        yield say(f"{waiting} not learned from yet", f"{waiting} 次尚未学习")


def show_paused(learning: Shape) -> None:
    if not learning["paused"]:
        return
    since = output.moment(learning["since"])
    output.show(
        say(f"! Learning is paused since {since}.", f"! 学习已暂停（自 {since}）。"),
        say(
            "  → `mohen resume`, with --project where only a project was paused",
            "  → `mohen resume`；若只暂停了某个项目，加 --project",
        ),
    )


# -- pieces


_UNITS = {
    "characters": "字",
    "words": "词",
    "per 100 characters": "每百字",
    "per 100 words": "每百词",
    "per 100 code points": "每百字",
    "share": "占比",
    "letters": "字母",
    "uses": "次",
}


def unit(predicate: Shape) -> str:
    counted = str(predicate["unit"])
    return say(counted, _UNITS.get(counted, counted))


def measure(predicate: Shape) -> str:
    """`mean_sentence_length < 15 characters (action)`, for those who want to check."""
    said = f"{predicate['feature']} {predicate['op']} {predicate['value']:g} {unit(predicate)}"
    where = [predicate[key] for key in ("sceneType", "skillUsed") if predicate.get(key)]
    return f"{said} ({', '.join(where)})" if where else said


def known_rules(session: Session, project_id: str | None) -> dict[str, Shape]:
    """By id, all that can be seen from a project, so that ids can be shown as words."""
    payload = {"includeOverridden": True, **({"projectId": project_id} if project_id else {})}
    envelope = session.ask("memory:semantic:list", payload)
    return {each["id"]: each for each in envelope["data"]["items"]} if envelope["ok"] else {}
