"""The files of an agent's workspace: written from the database, which is the truth (design §2).

A file that a person changed is taken in before it is written again, and never written over unread.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import field
from threading import RLock
from typing import TYPE_CHECKING

from mohen.core.logs import logger
from mohen.core.scope import Scope
from mohen.core.values import dataclass
from mohen.errors import IoFailed
from mohen.knowledge import profiles
from mohen.knowledge.agents import config as agents_config
from mohen.knowledge.model import Item, Profile, State
from mohen.knowledge.workspace import import_edits, layout, snapshot_text
from mohen.knowledge.workspace.model import NOTHING, Projected, Taken

if TYPE_CHECKING:
    from mohen.core.database import Database, Tx
    from mohen.core.ports import Clock
    from mohen.knowledge.agents.load_config import AgentConfigs
    from mohen.knowledge.consolidation.model import Progress
    from mohen.knowledge.consolidation.store import FragmentStore
    from mohen.knowledge.ports import Workspace
    from mohen.knowledge.store import KnowledgeStore
    from mohen.knowledge.workspace.import_edits import EditImporter
    from mohen.knowledge.workspace.store import WorkspaceStore
    from mohen.policy import Policy


log = logger(__name__)

_TOLD = (State.ACTIVE, State.ARCHIVED)


class WorkspaceFiles:
    """Writes the files of a workspace from the database."""

    def __init__(
        self,
        *,
        agent_configs: AgentConfigs,
        clock: Clock,
        edit_importer: EditImporter,
        fragment_store: FragmentStore,
        knowledge_store: KnowledgeStore,
        mind_db: Database,
        policy: Policy,
        workspace_store: WorkspaceStore,
    ) -> None:
        self._agent_configs = agent_configs
        self._clock = clock
        self._edit_importer = edit_importer
        self._fragment_store = fragment_store
        self._knowledge_store = knowledge_store
        self._mind_db = mind_db
        self._policy = policy
        self._workspace_store = workspace_store
        self._one_at_a_time = RLock()  # or one would take what another just wrote for an edit

    # -- the tree

    def take_in(self, project_id: str | None) -> Taken:
        """What a person changed is theirs. Raises `IoFailed`."""
        at = self._agent_configs.files(project_id)
        if at is None or project_id is None:
            return NOTHING
        config = self._agent_configs.config(project_id)
        with self._one_at_a_time:
            return self._edit_importer.take_in(project_id, at, config)

    def write(self, project_id: str | None) -> Projected:
        """Take in what a person changed, then bring every file up to date. Raises `IoFailed`."""
        at = self._agent_configs.files(project_id)
        if at is None or project_id is None:
            return Projected()
        with self._one_at_a_time:
            taken = self.take_in(project_id)
            known = self._workspace_store.hashes(project_id)
            put = _put(at, known, self.made(project_id), self._policy)
            gone = _remove(at, known, {*put.made, *put.left})
            at.sweep()
            self._note(project_id, put.files, gone)
        return Projected(put.written, len(gone), tuple(put.left), taken)

    def write_state(self, project_id: str) -> None:
        """What a run says of itself, when it has ended and all else is written. Raises
        `IoFailed`."""
        at = self._agent_configs.files(project_id)
        if at is None:
            return
        with self._one_at_a_time:
            active = list(self._items(project_id, State.ACTIVE))
            known = self._workspace_store.hashes(project_id)
            put = _put(at, known, self._state(project_id, active), self._policy)
            self._note(project_id, put.files, [])

    def write_progress(self, project_id: str, progress: Progress) -> None:
        """How far a run has come, while it runs; that it cannot be told keeps nobody from it."""
        try:
            at = self._agent_configs.files(project_id)
            if at is not None:
                at.write(layout.STATE, layout.state(progress))
        except IoFailed as error:
            log.warning("how far a consolidation has come was not written: %s", error.code)

    def write_config(self, project_id: str) -> None:
        """A workspace's config where it has none; it is its owner's from then on."""
        at = self._agent_configs.files(project_id)
        if at is not None and at.read(layout.CONFIG) is None:
            at.write(
                layout.CONFIG,
                agents_config.written(agents_config.default(self._policy), project_id),
            )

    def made(self, project_id: str) -> Iterator[tuple[str, str]]:
        """Every file as it should be now."""
        items = list(self._items(project_id, *_TOLD))
        yield from self._pools(project_id, items)
        active = [each for each in items if each.state is State.ACTIVE]
        yield from layout.entities(self._profiles(project_id), self._policy.snapshot).items()
        yield from layout.files(active, self._knowledge_store.identities(Scope(project_id))).items()
        yield from self._state(project_id, active)
        if (kept := self._workspace_store.snapshot(project_id)) is not None:
            yield layout.SNAPSHOT, kept.text

    def _pools(self, project_id: str, items: Iterable[Item]) -> Iterator[tuple[str, str]]:
        before = self._history(project_id)
        pools: dict[str, list[str]] = {ref: [] for ref in layout.pools()}
        for item in items:
            if (ref := layout.pool_of(item)) is not None:
                pools[ref].append(layout.line(item, before.get(item.id, [])))
        yield from ((ref, layout.jsonl(lines)) for ref, lines in pools.items())

    def _state(self, project_id: str, active: Sequence[Item]) -> Iterator[tuple[str, str]]:
        progress = self._fragment_store.progress(project_id)
        yield layout.STATE, layout.state(progress)
        bounds = self._policy.snapshot
        ranked = snapshot_text.ranked(active, bounds)[: bounds.ranked]
        best = sorted(ranked, key=lambda each: -each.score)
        yield layout.RANKINGS, layout.rankings(best, progress.last_success)

    def _items(self, project_id: str, *states: State) -> Iterator[Item]:
        after, step = "", self._policy.storage.rebuild_batch
        while found := self._knowledge_store.page(
            Scope(project_id), states=states, after=after, limit=step
        ):
            yield from found
            after = found[-1].id

    def _history(self, project_id: str) -> dict[str, list[Item]]:
        """What each item superseded, newest first, through all that came before: of those only that
        nothing superseded, for what changes every day for years is a long chain."""
        direct: dict[str, list[Item]] = {}
        for each in self._items(project_id, State.SUPERSEDED):
            if each.superseded_by is not None:
                direct.setdefault(each.superseded_by, []).append(each)

        over = {each.id for found in direct.values() for each in found}

        def before(id: str) -> Iterator[Item]:
            waiting = [iter(_newest_first(direct.get(id, ())))]
            while waiting:
                if (each := next(waiting[-1], None)) is None:
                    waiting.pop()
                    continue
                yield each
                waiting.append(iter(_newest_first(direct.get(each.id, ()))))

        return {id: list(before(id)) for id in direct.keys() - over}

    def _profiles(self, project_id: str) -> list[Profile]:
        scope, now = Scope(project_id), self._clock.now()
        who = self._knowledge_store.identities(scope)
        names = sorted(each.name for each in self._knowledge_store.mentions(scope, own=True))
        return [
            profiles.profile_of(
                name, self._knowledge_store.of_entity(scope, who.spans(name, now)), who
            )
            for name in names
        ]

    def _note(
        self, project_id: str, written: Mapping[str, import_edits.Left], gone: list[str]
    ) -> None:
        now = self._clock.now()

        def note(tx: Tx) -> None:
            self._workspace_store.put_files(tx, project_id, written, now)
            self._workspace_store.drop_files(tx, project_id, gone)

        self._mind_db.write(note)


@dataclass(slots=True)
class _Put:
    made: set[str] = field(default_factory=set)
    files: dict[str, import_edits.Left] = field(default_factory=dict)  # that are others than before
    left: list[str] = field(default_factory=list)  # that somebody wrote into just now
    written: int = 0


def _put(
    at: Workspace, known: Mapping[str, str], made: Iterable[tuple[str, str]], policy: Policy
) -> _Put:
    """File by file as they are made, so that never all of them are in memory."""
    put = _Put()
    for ref, text in made:
        current = at.read(ref)
        if (
            current is not None
            and known.get(ref) != import_edits.digest(current)
            and not layout.is_derived(ref)
        ):
            put.left.append(ref)
            continue
        whole = text + _unread(ref, current, text, policy)
        if whole != current:
            if not at.write(ref, whole, current):
                put.left.append(ref)
                continue
            put.written += 1
        put.made.add(ref)
        if known.get(ref) != import_edits.digest(whole):
            put.files[ref] = import_edits.left(ref, whole, policy)
    return put


def _unread(ref: str, current: str | None, text: str, policy: Policy) -> str:
    """Lines that cannot be taken in are kept, below the others: a second one of an item only as
    long as there is a first, for what was deleted does not stay in its copy (C74)."""
    if current is None or not ref.endswith(".jsonl"):
        return ""
    kind = layout.kind_of(ref)
    unread = layout.read(current, kind, policy)[1]
    if any(each.id for each in unread):
        there = {each.id for each in layout.read(text, kind, policy)[0]}
        unread = [each for each in unread if each.id is None or each.id in there]
    return layout.jsonl(each.text for each in unread)


def _newest_first(items: Iterable[Item]) -> list[Item]:
    return sorted(items, key=lambda each: (-(each.valid_to or 0), each.id))


def _remove(at: Workspace, known: Mapping[str, str], made: Set[str]) -> list[str]:
    """Files we wrote for what is no more, unless somebody wrote into them."""
    gone = []
    for ref in known.keys() - made:
        current = at.read(ref)
        if current is None or import_edits.digest(current) == known[ref]:
            at.delete(ref)
            gone.append(ref)
    return gone
