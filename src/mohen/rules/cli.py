"""The rules of how the author wants text to be: `rules`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

import click

from mohen.cli import output
from mohen.cli.bilingual import Group, argument, command, ids, option
from mohen.cli.connection import Session, answer, chosen, given, opened
from mohen.cli.consent import destructive, show_receipt, with_consent
from mohen.cli.i18n import Pair, say
from mohen.cli.short_ids import short, told, whole

if TYPE_CHECKING:
    from mohen.server.dispatch import Envelope


# -- How rules look on a terminal, wherever a command speaks of them.


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
            "\n".join((wording(each), *_about(each))),
        )
        for each in rules
    )


def _about(rule: Shape) -> Iterator[str]:
    yield " · ".join((*_marks(rule), told(rule["id"])))
    if other := rule.get("overriddenBy"):
        yield say(f"overridden here by id {short(other)}", f"此处被编号 {short(other)} 的规则覆盖")


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
        id = short(id)
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
    places = ("part", "sceneType", "skillUsed")
    where = [predicate[key] for key in places if predicate.get(key)]
    return f"{said} ({', '.join(where)})" if where else said


def known_rules(session: Session, project_id: str | None) -> dict[str, Shape]:
    """By id, all that can be seen from a project, so that ids can be shown as words."""
    payload = {"includeOverridden": True, **({"projectId": project_id} if project_id else {})}
    envelope = session.ask("memory:semantic:list", payload)
    return {each["id"]: each for each in envelope["data"]["items"]} if envelope["ok"] else {}


# -- Why a rule is believed, as a person can check it: `rules why`.


_COMPARED: dict[str, Pair] = {
    "final_vs_chosen": ("final − suggestion", "定稿 − 建议"),
    "chosen_vs_rejected": ("chosen − rejected", "选中 − 落选"),
    "refused": ("refused − the others' mean", "拒绝 − 其余均值"),
}


def show_why(data: dict[str, Any], most: int, *, ids: bool) -> None:
    """`most`: how many episodes of each side."""
    rule = data["rule"]
    output.show(say(*CATEGORIES[rule["category"]]))
    show_rules([rule])
    output.show("")
    output.facts((name, value) for name, value in _reasons(data) if value)
    for heading, accounts in (
        (say("For it:", "支持："), data["supporting"]),
        (say("Against it:", "反对："), data["contradicting"]),
    ):
        if accounts:
            output.show("", heading)
        for place, each in enumerate(accounts[:most], 1):
            _show_account(place, each, rule.get("predicate"), ids=ids)
        if more := len(accounts[most:]):
            output.show(say(f"… and {more} more (--limit)", f"…… 另有 {more} 次（--limit）"))


def _reasons(data: Shape) -> Iterator[tuple[str, str]]:
    rule = data["rule"]
    yield _measures(rule)
    if compared := rule.get("compared"):
        yield say("you and the AI", "你与 AI"), say(**compared)
    yield say("confidence", "置信度"), _confidence(data)
    yield say("episodes", "交互"), _tallied(rule["tally"])
    for each in rule["history"]:
        until = output.moment(each["until"])
        yield (
            say("earlier", "旧措辞"),
            say(f"{each['rule']} (until {until})", f"{each['rule']}（至 {until}）"),
        )


def _measures(rule: Shape) -> tuple[str, str]:
    """What of a text tells whether the rule is kept; of some rules nothing does."""
    told = rule.get("measures")
    nothing = say("nothing: the prompt holds its words", "无法衡量：提示词里只写明它的原话")
    return say("measures", "衡量"), say(**told) if told else nothing


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


def _show_account(place: int, account: Shape, predicate: Shape | None, *, ids: bool) -> None:
    head = [account.get("sceneType"), account.get("signal")]
    if at := account.get("timestamp"):
        head = [output.moment(at), *head]
    if ids:
        head.append(account["episodeId"])
    output.show(f"{place}. {' · '.join(each for each in head if each)}".rstrip())
    output.facts((f"   {name}", value) for name, value in _told(account, predicate) if value)


def _told(account: Shape, predicate: Shape | None) -> Iterator[tuple[str, str]]:
    ai, final = account.get("aiText"), account.get("finalText")
    yield say("AI wrote", "AI 原文"), output.excerpt(ai)
    if final is not None and final != ai:
        yield say("you kept", "你的定稿"), output.excerpt(final)
    if edit := account.get("edit"):
        yield say("the edit", "改动"), say(**edit)
    if not (ai or final):
        yield say("digest", "摘要"), output.excerpt(account.get("digest"))
    if predicate:
        measure = unit(predicate)
        if (measured := account.get("measured")) is not None:
            yield say("measured", "测得"), f"{measured:.4g} {measure}"
        for name, value in _differences(account):
            yield name, f"{value} {measure}"


def _differences(account: Shape) -> Iterator[tuple[str, str]]:
    """Each kind of comparison once, with all its numbers."""
    for kind in dict.fromkeys(each["kind"] for each in account["differences"]):
        values = [each["value"] for each in account["differences"] if each["kind"] == kind]
        yield (
            say(*_COMPARED.get(kind, (kind, kind))),
            ", ".join(f"{value:+.4g}" for value in values),
        )


_ID = ("The rule, by what `mohen rules` calls it.", "规则编号，见 `mohen rules`。")
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
        "mohen rules why m3k9zq\n"
        "mohen rules --watching",
        "mohen rules\nmohen rules add 对话中不使用感叹号\nmohen rules why m3k9zq\n"
        "mohen rules --watching",
    ),
)
@option(
    "--watching",
    is_flag=True,
    text=(
        "Rules in the making, and how much is missing to each.",
        "尚在观察的偏好，以及各还差多少。",
    ),
)
@click.pass_context
def rules(context: click.Context, watching: bool) -> int:
    if context.invoked_subcommand:
        return 0
    if watching:
        project = given(projectId=chosen().project_id)
        return answer("memory:learning:watching", project, _show_watched)
    return _list(None, None, overridden=False)


def _show_watched(data: Shape) -> None:
    if not data["items"]:
        output.show(
            say(
                "Nothing comes near to a rule yet; every choice and every edit counts.",
                "还没有接近成为规则的偏好；每次选择和修改都算数。",
            )
        )
        return
    output.show(
        say(
            "Watched, and not proven: it may still be chance, and no prompt holds it.",
            "正在观察，尚未证实：可能只是巧合，不会写进提示词。",
        )
    )
    output.facts((f"  {_missing(each)}", "\n".join(_watched_lines(each))) for each in data["items"])


def _missing(watched: Shape) -> str:
    seen, needed = watched["seen"], watched["needed"]
    if seen >= needed:
        return say("at the next update", "下次更新时成为规则")
    if watched["about"]:
        return say(f"{seen} of about {needed}", f"{seen} / 约 {needed} 次")
    return say(f"{seen} of {needed}", f"{seen} / {needed} 次")


def _watched_lines(watched: Shape) -> Iterator[str]:
    yield say(**watched["words"])
    if compared := watched.get("compared"):
        yield say(**compared)
    if against := watched["against"]:
        yield say(f"{against} against", f"{against} 次相反")


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
@option("--category", type=click.Choice(tuple(CATEGORIES)), text=_GROUP)
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
    return answer("memory:semantic:list", payload, show_book)


@command(
    (
        "Why a rule is believed: what it measures, and what speaks for and against it.",
        "一条规则的依据：它衡量什么，哪些交互支持或反对它。",
    ),
    example="mohen rules why m3k9zq",
)
@argument("rule_id", text=_ID)
@option(
    "--limit",
    type=click.IntRange(min=0),
    default=5,
    text=("Interactions to show of each side; 5 if absent.", "每一方显示几次交互，默认 5。"),
)
@ids
def why(rule_id: str, limit: int, ids: bool) -> int:
    return answer(
        "memory:semantic:why", _named(rule_id), lambda data: show_why(data, limit, ids=ids)
    )


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
@option("--category", type=click.Choice(tuple(CATEGORIES)), text=_GROUP)
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
        "mohen rules edit m3k9zq 'Short sentences in fights'\n"
        "mohen rules edit m3k9zq --category pacing --confidence 0.9",
        "mohen rules edit m3k9zq 打斗用短句\n"
        "mohen rules edit m3k9zq --category pacing --confidence 0.9",
    ),
)
@argument("rule_id", text=_ID)
@argument("text", nargs=-1, metavar="[TEXT]...", text=("Its new words.", "新的措辞。"))
@option("--category", type=click.Choice(tuple(CATEGORIES)), text=_GROUP)
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
    example="mohen rules confirm m3k9zq",
)
@argument("rule_id", text=_ID)
@option("--undo", is_flag=True, text=("Take the confirmation back.", "取消确认。"))
def confirm(rule_id: str, undo: bool) -> int:
    return _change(rule_id, {"userConfirmed": not undo})


@command(
    ("Make a project's rule hold in every project.", "把项目规则设为全局。"),
    example="mohen rules promote m3k9zq",
)
@argument("rule_id", text=_ID)
def promote(rule_id: str) -> int:
    return answer("memory:promote", _named(rule_id), _show_one)


@command(
    (
        "Delete a rule for good: its text leaves every file, and it is not learned again.",
        "永久删除一条规则：文本从所有文件中清除，也不会再学到它。",
    ),
    example="mohen rules delete m3k9zq --yes",
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
    return {"id": whole(rule_id), "projectId": chosen().project_id}


def _change(rule_id: str, patch: Mapping[str, Any]) -> int:
    return answer("memory:semantic:update", {**_named(rule_id), "patch": patch}, _show_one)


def _show_one(rule: dict[str, Any]) -> None:
    output.show(say(*CATEGORIES[rule["category"]]))
    show_rules([rule])
    output.facts([_measures(rule)])


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
    of = None if rule_id is None else whole(rule_id)
    payload = given(projectId=chosen().project_id, ruleId=of, limit=limit, cursor=cursor)
    with opened() as session:
        envelope = session.ask("memory:learning:history", payload)
        return output.finish(
            envelope, lambda data: _show_history(session, data), as_json=chosen().json
        )


def _show_history(session: Session, data: dict[str, Any]) -> None:
    if not data["items"]:
        output.show(say("Nothing has happened yet.", "还没有学习历史。"))
        return
    known = known_rules(session, chosen().project_id)
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
        wording(rule) if rule else say("(deleted since)", "（已删除）"),
    )


# -- how likely one is taken


@command(
    (
        "How likely you take each of several texts, and why; and how well that has guessed you.",
        "你多半会选哪一段、为什么，以及以往猜得准不准。",
    ),
    example=(
        "mohen rules rank 'He ran.' 'He ran through the rain, and did not stop.'",
        "mohen rules rank 他跑了。 他在雨里一直跑，没有停下。",
    ),
)
@argument("texts", nargs=-1, required=True, metavar="TEXT...", text=("The texts.", "各段文字。"))
@option("--before", default="", text=("The text before them.", "它们之前的正文。"))
@option("--scene", text=("Kind of scene.", "场景类型。"))
@option("--skill", text=("Skill that wrote them.", "所用技能。"))
def rank(texts: tuple[str, ...], before: str, scene: str | None, skill: str | None) -> int:
    payload = given(
        projectId=chosen().project_id,
        candidates=list(texts),
        inputContext=before,
        sceneType=scene,
        skillUsed=skill,
    )
    return answer("memory:taste:rank", payload, lambda data: _show_ranked(texts, data))


def _show_ranked(texts: tuple[str, ...], data: Shape) -> None:
    """The likeliest first."""
    output.facts(
        (
            f"  {each['chance']:>4.0%}",
            "\n".join((output.excerpt(texts[each["index"]]), *map(_moved, each["reasons"]))),
        )
        for each in sorted(data["candidates"], key=lambda each: each["rank"])
    )
    output.show("", say(data["proof"]["words"]["en"], data["proof"]["words"]["zh"]))


def _moved(reason: Shape) -> str:
    rule = f" ({told(reason['ruleId'])})" if reason.get("ruleId") else ""
    sign = "+" if reason["effect"] > 0 else "−"
    return f"{sign} {say(reason['words']['en'], reason['words']['zh'])}{rule}"


for each in (list_, why, add, edit, confirm, promote, delete, history, rank):
    rules.add_command(each)
