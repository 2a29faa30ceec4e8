"""The channel table: what a channel is, every name on the wire, and the module that answers to it.

One source for the documentation, the JSON Schema and the panel's types. A module is imported
when one of its channels is called: to answer one, nobody loads the shapes of all.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib import import_module
from operator import attrgetter
from pathlib import PurePath
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from mohen.core.values import dataclass
from mohen.errors import StoreCorrupt
from mohen.server.shapes import Doubt, Plain, Wire, checker, required, tell

if TYPE_CHECKING:
    from mohen.memory import Memory
    from mohen.policy import Policy
    from mohen.server.browsers.kept import Browser

# -- Payloads in their shapes: a quick check, and the schema's own words where it is not enough.


Shape = TypeVar("Shape", bound=Wire)


def parse(shape: type[Shape], payload: Any) -> Shape:
    """The payload in its shape, or `InvalidArgument` naming the first wrong field."""
    try:
        return checker(shape)(payload)  # type: ignore[no-any-return]
    except Doubt:
        from mohen.server import schema  # costs as much as all the rest, and is seldom needed

        return checker(shape)(schema.checked(shape, payload))  # type: ignore[no-any-return]


class Cancel(Protocol):
    def __call__(self, request: str | int) -> bool:
        """Cancel a running request of the same caller; False if there is none."""
        ...


class Kept(Protocol):
    """The browsers of one author."""

    def all(self) -> list[Browser]: ...

    def revoke(self, id: str | None = None) -> int:
        """Shut one out, or all of them; how many that were."""
        ...


@dataclass(frozen=True, slots=True)
class Desk:
    """What a handler may reach: the memory, and the caller's own other requests."""

    memory: Memory
    cancel: Cancel
    browsers: Kept | None = None  # where they are not kept in the home of the memory
    far: bool = False  # who asks is an author of a team, and need not know this machine


@dataclass(frozen=True, slots=True)
class Channel:
    """A row of the table: a name, its shapes, and what of the memory it calls. `act` names a
    method, which is called with the payload's fields, or with what the payload builds; or it is a
    function, where more happens."""

    name: str
    summary: str
    payload: type[Wire]
    data: type[Wire]
    act: str | Callable[[Desk, Any], object]
    in_order: bool = False  # writes of one project are done in the order they were called
    changes: bool | None = None  # something; where nothing is said, what is done in order does
    machine: bool | tuple[str, ...] = ()  # names places of the server's machine: all, these fields
    places: frozenset[str] = frozenset()  # fields of the answer that name such places
    admin: bool = False  # of a team's administrators, about no author's texts
    timeout: Callable[[Policy], int] | None = None  # ms it may take, where the usual is too short
    queues: bool = True  # with the questions, unless it writes or may take longer

    @property
    def writes(self) -> bool:
        """Whether it changes more than what is counted when something is read."""
        return self.in_order if self.changes is None else self.changes

    @property
    def is_question(self) -> bool:
        """Waits until a processor is free for it: a crowd of questions must not keep writes and
        long work from going on."""
        return self.queues and not self.in_order and self.timeout is None

    def handle(self, desk: Desk, payload: Any) -> Plain:
        """Check the payload, act, tell what came of it."""
        told = self._told(desk, payload)
        return _without_ways(told, self.places) if desk.far and self.places else told

    def _told(self, desk: Desk, payload: Any) -> Plain:
        asked = parse(self.payload, payload)
        try:
            return tell(self.data, self._acted(desk, asked))
        except (StoreCorrupt, ValueError, KeyError, TypeError, AttributeError, OverflowError):
            # Perhaps a read met a damaged row; then it is answered without.
            if self.in_order or not desk.memory.leave_out_damage():
                raise
            return tell(self.data, self._acted(desk, asked))

    def _acted(self, desk: Desk, asked: Wire) -> object:
        if not isinstance(self.act, str):
            return self.act(desk, asked)
        method = attrgetter(self.act)(desk.memory)
        if self.payload.__builds__ is not None:
            return method(asked.built())
        return method(**asked.arguments(required(method.__func__)))


def _without_ways(told: Any, places: frozenset[str]) -> Any:
    """Of each place its name, and not the way there."""
    if isinstance(told, list):
        return [_without_ways(each, places) for each in told]
    if not isinstance(told, dict):
        return told
    return {
        name: PurePath(each).name
        if name in places and isinstance(each, str)
        else _without_ways(each, places)
        for name, each in told.items()
    }


@dataclass(frozen=True, slots=True)
class Push:
    name: str
    summary: str
    data: type[Wire]


# -- Every name on the wire, and who answers to it.


_ANSWERED_BY: tuple[tuple[str, str], ...] = (
    (
        "notes",
        "memory:create memory:list memory:update memory:delete memory:preferences:ingest "
        "memory:preferences:clear memory:injection:preview",
    ),
    (
        "episodes",
        "memory:episode:record memory:episode:batch memory:episode:undo memory:episode:query "
        "memory:episode:get memory:episode:list",
    ),
    (
        "rules",
        "memory:semantic:list memory:semantic:add memory:semantic:update "
        "memory:semantic:delete memory:semantic:why memory:semantic:distill "
        "memory:promote memory:scope:promote memory:learning:pause memory:learning:resume "
        "memory:learning:history memory:learning:watching memory:conflict:list "
        "memory:conflict:resolve "
        "memory:taste:rank",
    ),
    ("episodes", "memory:episode:strength memory:learning:cost"),
    ("session", "session:begin session:focus session:note session:state session:end"),
    ("prompts", "context:assemble context:inspect context:cache"),
    (
        "skills",
        "ai:skill:list ai:skill:get ai:skill:check ai:skill:create ai:skill:run "
        "ai:skill:feedback ai:skill:cancel ai:skill:open",
    ),
    (
        "prompts",
        "memory:trace:get memory:trace:feedback context:without "
        "memory:held:list memory:held:accept",
    ),
    (
        "manuscript",
        "project:bind project:create project:list project:files project:unbind "
        "project:chapters chapter:read chapter:write chapter:create",
    ),
    (
        "compaction",
        "compaction:save compaction:get compaction:expand compaction:list compaction:delete",
    ),
    (
        "story",
        "graph:query graph:path graph:check graph:exempt graph:unexempt graph:refresh "
        "graph:upsert graph:delete graph:export",
    ),
    ("conversations", "talk:hear talk:search talk:sessions talk:read"),
    (
        "documents",
        "documents:put documents:get documents:delete documents:clear documents:search "
        "documents:namespaces documents:batch",
    ),
    (
        "knowledge",
        "knowledge:capture knowledge:get knowledge:list knowledge:update "
        "knowledge:archive knowledge:restore knowledge:history knowledge:retract "
        "knowledge:stats knowledge:entities knowledge:entity knowledge:search "
        "memory:search knowledge:inject knowledge:graph",
    ),
    ("knowledge.consolidation", "knowledge:consolidate knowledge:consolidation"),
    ("knowledge.agents", "agent:init agent:list agent:find agent:hear agent:update agent:remove"),
    ("knowledge.workspace", "knowledge:snapshot knowledge:files knowledge:validate"),
    ("knowledge.transfer", "memory:export memory:import knowledge:review"),
    ("core", "memory:settings:get memory:settings:update"),
    (
        "models",
        "model:preset:list model:server:find model:server:models model:server:try "
        "model:key:get model:key:put model:key:delete model:local:list model:local:look "
        "model:local:get model:local:cancel model:local:remove",
    ),
    (
        "upkeep",
        "memory:status memory:doctor memory:index:rebuild request:cancel memory:forget "
        "memory:clear:project memory:clear:all memory:cleanup:run memory:clock:answer "
        "memory:audit:list",
    ),
    ("sample", "sample:load sample:remove"),
    ("server.browsers", "browser:list browser:revoke"),
    ("team", "team:status"),
)  # by feature, in the order of the documentation
MODULES = {name: f"mohen.{part}.channels" for part, names in _ANSWERED_BY for name in names.split()}


def find(name: str) -> Channel | None:
    """The channel of that name, without loading the shapes of other features."""
    module = MODULES.get(name)
    return None if module is None else _rows(module)[name]


def all_channels() -> dict[str, Channel]:
    """The whole table, for whoever describes it."""
    return {name: _rows(module)[name] for name, module in MODULES.items()}


@cache
def _rows(module: str) -> dict[str, Channel]:
    return {each.name: each for each in import_module(module).TABLE}


def all_pushes() -> tuple[Push, ...]:
    """What is said without being asked."""
    parts = (
        *("upkeep", "rules", "skills", "manuscript", "knowledge.consolidation"),
        *("models", "server.browsers"),
    )
    return tuple(each for part in parts for each in import_module(f"mohen.{part}.channels").PUSHES)
