"""Channels of the browsers that were let in."""

from __future__ import annotations

from typing import Annotated

from mohen.core.values import dataclass
from mohen.errors import NotFound
from mohen.server.browsers.kept import Browser, Browsers
from mohen.server.channels import Channel, Desk, Kept, Push
from mohen.server.shapes import Milliseconds, Nothing, Wire
from mohen.server.token import told

CHANGED = "browser:changed"


class BrowserData(Wire, of=Browser):
    id: str
    name: Annotated[str, "such as `Firefox, Linux`; empty where it did not say"]
    since: Annotated[Milliseconds, "when it was let in"]
    seen: Annotated[Milliseconds, "when it was there last, to the minute"]


@dataclass(frozen=True, slots=True)
class Listed:
    items: list[Browser]


class BrowserListData(Wire, of=Listed):
    items: list[BrowserData]


class BrowserRevokePayload(Wire):
    id: Annotated[str | None, "all of them when absent"] = None


class BrowserRevokeData(Wire):
    revoked: int


class BrowserChangedData(Wire):
    count: Annotated[int, "how many are in now"]


def kept(desk: Desk) -> Kept:
    if desk.browsers is not None:
        return desk.browsers
    memory = desk.memory
    return Browsers(memory.home, lambda: told(memory.home), memory.now, memory.policy.doors)


def _list(desk: Desk, _asked: Nothing) -> Listed:
    return Listed(kept(desk).all())


def _revoke(desk: Desk, asked: BrowserRevokePayload) -> object:
    browsers = kept(desk)
    revoked = browsers.revoke(asked.id)
    if asked.id is not None and not revoked:
        raise NotFound("no such browser is let in", field="id")
    # Who listens is woken by it, and whoever is out by now hears nothing more.
    desk.memory.push(CHANGED, {"count": len(browsers.all())})
    return {"revoked": revoked}


TABLE: tuple[Channel, ...] = (
    Channel(
        "browser:list",
        "The browsers that were let into the panel of this home, the latest seen first.",
        Nothing,
        BrowserListData,
        _list,
    ),
    Channel(
        "browser:revoke",
        "Shut a browser out, or all of them: at once, with its open windows. `mohen open` lets it "
        "in again.",
        BrowserRevokePayload,
        BrowserRevokeData,
        _revoke,
        in_order=True,
    ),
)

PUSHES = (Push(CHANGED, "A browser was let in or shut out.", BrowserChangedData),)
