"""The channel table: every name on the wire, and the module that answers to it.

One source for the documentation, the JSON Schema and the panel's types. A module is imported
when one of its channels is called: to answer one, nobody loads the shapes of all.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module

from mohen.server.channel import Channel, Push

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
