"""Who may come in to a team's server: `team add`, `remove`, `list`, `token`."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import asdict
from functools import wraps
from typing import TYPE_CHECKING, Any, NamedTuple, cast

import click

from mohen.cli import output
from mohen.cli.bilingual import Group, argument, command, option
from mohen.cli.connection import chosen
from mohen.cli.consent import confirmed, destructive, show_cleared, with_consent, would_go
from mohen.cli.i18n import say
from mohen.core.home import home_path
from mohen.errors import InvalidArgument, MohenError

if TYPE_CHECKING:
    from mohen.memory import Memory
    from mohen.server.dispatch import Envelope
    from mohen.team.folder import TeamFolder
    from mohen.team.model import Author, Token

_NAME = ("The author's name.", "作者的名字。")


class Place(NamedTuple):
    """Where a team is kept, as it was said."""

    folder: str | None
    store: str | None


def _of_team(function: Callable[..., int]) -> Callable[..., int]:
    @option(
        "--team",
        "folder",
        metavar="FOLDER",
        text=("The folder of the team [MOHEN_TEAM].", "团队的目录 [MOHEN_TEAM]。"),
    )
    @option(
        "--store",
        metavar="ADDRESS",
        text=(
            "The PostgreSQL that keeps its rows [MOHEN_STORE].",
            "存放数据的 PostgreSQL 地址 [MOHEN_STORE]。",
        ),
    )
    @wraps(function)
    def placed(folder: str | None, store: str | None, **given: Any) -> int:
        return function(place=Place(folder, store), **given)

    return cast("Callable[..., int]", placed)


@contextmanager
def _opened(place: Place) -> Iterator[TeamFolder]:
    from mohen.team.folder import TeamFolder

    named = place.folder or os.environ.get("MOHEN_TEAM")
    if not named:
        raise InvalidArgument(
            "which team: name its folder with --team, or in MOHEN_TEAM", field="team"
        )
    store = place.store or os.environ.get("MOHEN_STORE")
    with closing(TeamFolder(home_path(named), store)) as team:
        yield team


@click.group(
    cls=Group,
    text=(
        "The authors of a team, which `mohen serve --team` serves, and the tokens they come in "
        "by.\nEach has a memory of their own; nobody sees another's.",
        "团队的作者，以及他们登录用的令牌；由 `mohen serve --team` 服务。\n"
        "每人有自己的记忆，互不可见。",
    ),
    example=(
        "mohen team add ann --team /srv/mohen\n"
        "mohen team token ann --team /srv/mohen\n"
        "mohen serve --team /srv/mohen"
    ),
)
def team() -> int:
    return 0


# -- add and list


@command(
    (
        "Add an author; one who was removed has their memory again.",
        "添加一位作者；曾被移除的会重新得到原来的记忆。",
    ),
    example="mohen team add ann --team /srv/mohen",
)
@argument("name", text=_NAME)
@_of_team
def add(name: str, place: Place) -> int:
    with _opened(place) as found:
        author, is_new = found.people.authors.add(name)
    return output.tell({**_plain(author), "added": is_new}, _show_added, as_json=chosen().json)


def _show_added(data: dict[str, Any]) -> None:
    name = data["name"]
    if not data["added"]:
        output.show(say(f"{name} is in the team already.", f"{name} 已在团队中。"))
        return
    output.show(
        say(
            f"✓ {name} is in the team. `mohen team token {name}` makes a token for them.",
            f"✓ {name} 已加入团队。`mohen team token {name}` 为其生成令牌。",
        )
    )


@command(
    (
        "Authors, with how many tokens and browsers they have and when they were last there.",
        "列出作者、各自的令牌与浏览器数量，以及最近一次使用的时间。",
    ),
    example="mohen team list --tokens --team /srv/mohen",
)
@option("--tokens", "with_tokens", is_flag=True, text=("Their tokens, too.", "同时列出令牌。"))
@_of_team
def list_(with_tokens: bool, place: Place) -> int:
    with _opened(place) as found:
        authors = [_plain(each) for each in found.people.authors.list()]
        for each in authors if with_tokens else ():
            each["tokenList"] = [_plain(token) for token in found.people.tokens.of(each["name"])]
    return output.tell({"authors": authors}, _show_authors, as_json=chosen().json)


def _show_authors(data: dict[str, Any]) -> None:
    if not data["authors"]:
        output.show(say("Nobody yet: `mohen team add NAME`.", "还没有人：`mohen team add NAME`。"))
        return
    output.table(
        (
            say("author", "作者"),
            say("since", "加入"),
            say("tokens", "令牌"),
            say("browsers", "浏览器"),
            say("last there", "最近使用"),
        ),
        [_author_row(each) for each in data["authors"]],
    )
    tokens = [token for each in data["authors"] for token in each.get("tokenList", ())]
    if tokens:
        output.show("")
        _show_tokens(tokens)


def _author_row(each: Mapping[str, Any]) -> tuple[str, ...]:
    gone = each.get("removed")
    return (
        each["name"],
        output.day(each["since"]),
        str(each["tokens"]),
        str(each["browsers"]),
        say("removed ", "已移除 ") + output.day(gone) if gone else _when(each.get("used")),
    )


def _show_tokens(tokens: list[dict[str, Any]]) -> None:
    output.table(
        (
            say("token", "令牌"),
            say("author", "作者"),
            say("scope", "权限"),
            say("until", "有效至"),
            say("last used", "最近使用"),
            say("for", "用途"),
        ),
        [
            (
                each["id"],
                each["author"],
                each["scope"],
                output.day(each["expires"]),
                _when(each.get("used")),
                each["note"],
            )
            for each in tokens
        ],
    )


def _when(moment: int | None) -> str:
    return "–" if moment is None else output.moment(moment)


# -- remove


@command(
    (
        "Shut an author out, with every token and browser of theirs.\n"
        "Their memory stays, unless --erase deletes it with their files.",
        "移除一位作者，其令牌与浏览器一并失效。\n记忆保留；加 --erase 则连同文件一并删除。",
    ),
    example="mohen team remove ann --team /srv/mohen\nmohen team remove ann --erase --yes",
)
@argument("name", text=_NAME)
@option("--erase", is_flag=True, text=("Delete their memory, too.", "同时删除其记忆。"))
@destructive
@_of_team
def remove(name: str, erase: bool, dry_run: bool, yes: bool, place: Place) -> int:
    with _opened(place) as found:
        author = found.people.authors.get(name)
        if not erase:
            if not dry_run:
                author = found.people.authors.remove(name)
            told = {**_plain(author), "dryRun": dry_run}
            return output.tell(told, _show_removed, as_json=chosen().json)
        if yes and not dry_run:
            found.people.authors.remove(name)  # first of all: nobody writes any more
        with found.open(author.name) as memory:
            session = _Asking(memory)
            code = with_consent(
                session,
                would=lambda: would_go(session, "memory:clear:all", {}),
                act=lambda: confirmed(session, "memory:clear:all", {"operator": "team"}),
                render=lambda data: _show_erased(author.name, data, done=yes and not dry_run),
                dry_run=dry_run,
                yes=yes,
            )
        if yes and not dry_run and code == 0:
            if not found.erase(author.name):
                output.note(
                    say(
                        "(a running server has the empty database open: its file stays)",
                        "（正在运行的服务仍打开着已清空的数据库：其文件留在原处）",
                    )
                )
            found.people.authors.forget(author.name)
        return code


class _Asking:
    """The memory of an author, asked as a command's own."""

    def __init__(self, memory: Memory) -> None:
        from mohen.server.dispatch import Dispatcher

        self._dispatcher = Dispatcher(memory)

    def ask(self, channel: str, payload: Any, *, long: bool = False) -> Envelope:
        longest = self._dispatcher.memory.policy.doors.timeout_max_ms
        return self._dispatcher.call(channel, payload, timeout_ms=longest if long else None)

    def refuse(self, error: MohenError) -> Envelope:
        return self._dispatcher.refuse(error)


def _show_removed(data: dict[str, Any]) -> None:
    name = data["name"]
    if data["dryRun"]:
        output.show(
            say(
                f"Would shut {name} out: {data['tokens']} tokens, {data['browsers']} browsers.",
                f"将移除 {name}：{data['tokens']} 个令牌、{data['browsers']} 个浏览器。",
            )
        )
        return
    output.show(
        say(
            f"✓ {name} is shut out. Their memory is kept: --erase deletes it.",
            f"✓ 已移除 {name}。其记忆仍保留：加 --erase 可删除。",
        )
    )


def _show_erased(name: str, data: dict[str, Any], *, done: bool) -> None:
    show_cleared(data)
    if done:
        output.show(say(f"✓ {name} is gone.", f"✓ {name} 已删除。"))


# -- token


@command(
    (
        "Make a token for an author, shown this once; or revoke one.\n"
        "read: ask only. write: all of an author. admin: counts and health of the team, nobody's "
        "memory.",
        "为作者生成令牌，仅显示这一次；或撤销一个令牌。\n"
        "read：只能查询。write：作者的全部权限。admin：团队的数量与健康状况，看不到任何人的记忆。",
    ),
    example=(
        "mohen team token ann --days 90 --for laptop --team /srv/mohen\n"
        "mohen team token --revoke tk_01J… --team /srv/mohen"
    ),
)
@argument("name", required=False, text=_NAME)
@option(
    "--scope",
    type=click.Choice(["read", "write", "admin"]),
    default="write",
    text=("What it may do; default write.", "权限；默认 write。"),
)
@option("--days", type=int, text=("How long it lasts; default 365.", "有效天数；默认 365。"))
@option("--for", "note", default="", text=("What it is for.", "用途。"))
@option("--revoke", metavar="ID", text=("Instead: shut this one out.", "改为撤销此令牌。"))
@_of_team
def token(
    name: str | None,
    scope: Any,
    days: int | None,
    note: str,
    revoke: str | None,
    place: Place,
) -> int:
    if (name is None) == (revoke is None):
        raise InvalidArgument("name an author, or a token with --revoke", field="name")
    with _opened(place) as found:
        if revoke is not None:
            gone = found.people.tokens.revoke(revoke)
            told = {**_plain(gone), "revoked": True}
            return output.tell(told, _show_revoked, as_json=chosen().json)
        made, secret = found.people.tokens.make(str(name), scope=scope, days=days, note=note)
    return output.tell({**_plain(made), "token": secret}, _show_made, as_json=chosen().json)


def _show_made(data: dict[str, Any]) -> None:
    output.show(data["token"])
    output.note(
        say(
            f"For {data['author']}, {data['scope']}, until {output.day(data['expires'])}. It is "
            f"shown this once; `mohen team token --revoke {data['id']}` shuts it out.",
            f"属于 {data['author']}，权限 {data['scope']}，有效至 {output.day(data['expires'])}。"
            f"仅显示这一次；`mohen team token --revoke {data['id']}` 可撤销。",
        )
    )


def _show_revoked(data: dict[str, Any]) -> None:
    output.show(
        say(
            f"✓ Revoked: nobody comes in by this token of {data['author']} any more.",
            f"✓ 已撤销：{data['author']} 的这个令牌不再有效。",
        )
    )


def _plain(value: Author | Token) -> dict[str, Any]:
    return {name: each for name, each in asdict(value).items() if each is not None}


for _each in (add, list_, remove, token):
    team.add_command(_each)
