"""Agents that share the home: where they work, what they listen to, and whom they may read.

An agent's memory is one project (C92). Its workspace is known again by the id in its config when
it was moved.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Collection, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from mohen.core import validation
from mohen.core.logs import logger
from mohen.errors import Conflict, InvalidArgument, IoFailed, NotFound
from mohen.knowledge.agents import config
from mohen.knowledge.agents.model import EVERYBODY, Agent, Host, Registered
from mohen.knowledge.workspace import layout
from mohen.manuscript import store
from mohen.text.lazy_pattern import LazyPattern

if TYPE_CHECKING:
    from mohen.conversations.model import Heard
    from mohen.core.database import Database, Tx
    from mohen.core.home import Home
    from mohen.core.ports import Clock
    from mohen.episodes.policy import Recording
    from mohen.knowledge.agents.store import AgentStore
    from mohen.knowledge.ports import ReadsTranscripts, Transcripts, WorkspaceAt
    from mohen.knowledge.transcripts.model import Source, SourceKind
    from mohen.knowledge.workspace.refresh_files import FileRefresher
    from mohen.manuscript.store import FolderStore
    from mohen.policy import Policy


# -- What an agent is called when nobody says: after the folder it works in.


_UNSOUND = LazyPattern(r"[^\w.-]+")
_NAMELESS = "agent"
_GIT = ".git"
_NAME = 40  # characters of a folder's name in an id
_MARK = 4  # bytes that tell folders of one name apart


def unique(folder: str, taken: Collection[str], policy: Recording) -> str:
    """The folder's name as an id, with a number behind it where that one is taken."""
    name = _UNSOUND.sub("-", folder).strip("-._") or _NAMELESS
    number = 1
    while True:
        ending = "" if number == 1 else f"-{number}"
        id = name[: policy.id_chars_max - len(ending)] + ending
        if id not in taken:
            return id
        number += 1


def named_after(workspace: str) -> str:
    """What an agent is called that nobody registered: after the repository that its folder lies
    in, or the folder itself. Two of one name are two agents; the path is nobody's business."""
    path = store.real(workspace) or Path(workspace)
    folder = next((each for each in (path, *path.parents) if (each / _GIT).exists()), path)
    mark = hashlib.blake2b(os.fsencode(folder), digest_size=_MARK).hexdigest()
    name = _UNSOUND.sub("-", folder.name).strip("-._") or _NAMELESS
    return f"{name[:_NAME]}-{mark}"


def is_sound(id: str, policy: Recording) -> bool:
    try:
        validation.check_id("agentId", id, policy)
    except InvalidArgument:
        return False
    return True


log = logger(__name__)


class Agents:
    """Agents that share the home: workspaces, conversations, whom they may listen to."""

    def __init__(
        self,
        *,
        agent_store: AgentStore,
        clock: Clock,
        file_refresher: FileRefresher,
        folder_store: FolderStore,
        home: Home,
        mind_db: Database,
        policy: Policy,
        transcript_reader: ReadsTranscripts,
        transcripts: Transcripts,
        workspace_at: WorkspaceAt,
    ) -> None:
        self._agent_store = agent_store
        self._clock = clock
        self._file_refresher = file_refresher
        self._folder_store = folder_store
        self._home = home
        self._mind_db = mind_db
        self._policy = policy
        self._transcript_reader = transcript_reader
        self._transcripts = transcripts
        self._workspace_at = workspace_at

    def init(
        self,
        workspace: str | None = None,
        *,
        agent_id: str | None = None,
        sources: Sequence[Source] | None = None,
        sees: Sequence[str] | None = None,
        host: Host | None = None,
    ) -> Registered:
        """Have an agent for a workspace, or one without: the same when asked twice. What is not
        given stays as it is; for a new agent OpenClaw's sessions of the workspace are looked
        for."""
        validation.check_ids(self._policy.recording, agentId=agent_id)
        if agent_id == EVERYBODY:
            raise InvalidArgument("agentId must be a name of its own", field="agentId")
        if workspace is None and agent_id is None:
            raise InvalidArgument("workspace or agentId must be given", field="workspace")
        where = None if workspace is None else str(self._sound(workspace))
        listens = None if sources is None else self._listened(sources)
        carried = None if where is None else self._carried(where)
        found = () if where is None or listens is not None else self._transcripts.discover(where)

        def write(tx: Tx) -> Registered:
            known, moved = self._known(tx, where, agent_id, carried)
            agent = known or Agent(
                project_id=agent_id or self._fresh_id(tx, where or "", carried),
                sources=found,
                created_at=self._clock.now(),
            )
            agent = replace(
                agent,
                workspace=where or agent.workspace,
                sources=agent.sources if listens is None else listens,
                host=agent.host if host is None else host,
            )
            if sees is not None:
                agent = replace(agent, sees=self._seen(tx, agent.project_id, sees))
            self._agent_store.put(tx, agent)
            return Registered(agent, created=known is None, moved=moved)

        done = self._mind_db.write(write).value
        self._file_refresher.begin(done.agent.project_id)
        log.info("agent %s: %s", "added" if done.created else "kept", done.agent.project_id)
        return done

    def hear(self, project_id: str, source: Source, *, ended: bool = False) -> Heard:
        """What a host wrote down of its conversations and was not heard yet; `ended`: it is over,
        and nothing is left to be learned from later."""
        validation.check_ids(self._policy.recording, projectId=project_id)
        (sound,) = self._listened([source])
        return self._transcript_reader.hear(project_id, sound, ended=ended)

    def find(self, workspace: str) -> Agent | None:
        """The agent that works in a folder, or in one that it lies in; else the one that is named
        after it."""
        if not Path(workspace).is_absolute():
            raise InvalidArgument("workspace must be an absolute path", field="workspace")
        path = store.real(workspace) or Path(workspace)
        for each in (path, *path.parents):
            agent = self._agent_store.by_workspace(str(each))
            if agent is not None:
                return agent
        return self._agent_store.get(named_after(workspace))

    def update(
        self,
        project_id: str,
        *,
        sources: Sequence[Source] | None = None,
        sees: Sequence[str] | None = None,
        workspace: str | None = None,
        host: Host | None = None,
    ) -> Agent:
        """What is not given stays as it is. A session that is listened to no more is not forgotten,
        and goes on where it was read up to when it is listened to again."""
        validation.check_ids(self._policy.recording, projectId=project_id)
        if sources is None and sees is None and workspace is None and host is None:
            raise InvalidArgument(
                "nothing to change: give sources, sees, workspace or host", field="sources"
            )
        listens = None if sources is None else self._listened(sources)
        where = None if workspace is None else str(self._sound(workspace))

        def write(tx: Tx) -> Agent:
            agent = _found(self._agent_store.find(tx, project_id))
            if listens is not None:
                agent = replace(agent, sources=listens)
            if sees is not None:
                agent = replace(agent, sees=self._seen(tx, project_id, sees))
            if where is not None:
                self._require_free(tx, where, project_id)
                agent = replace(agent, workspace=where)
            if host is not None:
                agent = replace(agent, host=host)
            self._agent_store.put(tx, agent)
            return agent

        agent = self._mind_db.write(write).value
        if where is not None or host is not None:
            self._file_refresher.begin(project_id)
        return agent

    def remove(self, project_id: str) -> bool:
        """Whether there was one. What it knows stays, and so do the files in its workspace; how far
        its sessions were read is dropped, and nobody may read on under its name."""
        validation.check_ids(self._policy.recording, projectId=project_id)

        def write(tx: Tx) -> bool:
            had = self._agent_store.remove(tx, project_id)
            self._agent_store.drop_bookmarks(tx, project_id)
            for other in self._agent_store.every(tx):
                if project_id in other.sees:
                    left = tuple(each for each in other.sees if each != project_id)
                    self._agent_store.put(tx, replace(other, sees=left))
            return had

        had = self._mind_db.write(write).value
        if had:
            log.info("agent removed: %s", project_id)
        return had

    def readable(self, project_id: str | None) -> tuple[str, ...]:
        """Other agents' projects that this one may read."""
        agent = None if project_id is None else self._agent_store.get(project_id)
        if agent is None or not agent.sees:
            return ()
        others = [
            each.project_id for each in self._agent_store.all() if each.project_id != project_id
        ]
        everybody = EVERYBODY in agent.sees
        return tuple(each for each in others if everybody or each in agent.sees)

    def detect(self, path: str) -> SourceKind:
        if not Path(path).is_absolute():
            raise InvalidArgument("path must be an absolute path", field="path")
        return self._transcripts.detect(path)

    # -- which agent it is

    def _known(
        self, tx: Tx, where: str | None, agent_id: str | None, carried: str | None
    ) -> tuple[Agent | None, bool]:
        """The agent that is meant, if there is one, and whether it was moved here."""
        owner = None if where is None else self._agent_store.owner(tx, where)
        if owner is not None:
            if agent_id not in (None, owner.project_id):
                raise Conflict(
                    "the workspace belongs to another agent: remove that one first", field="agentId"
                )
            return owner, False
        wanted = agent_id or carried
        known = None if wanted is None else self._agent_store.find(tx, wanted)
        if known is None or where is None or known.workspace is None:
            return known, False
        if not _is_there(known):
            return known, True
        if agent_id is None:
            return None, False  # a copy of the other's workspace: an agent of its own
        raise Conflict("the agent has another workspace: update it first", field="agentId")

    def _carried(self, where: str) -> str | None:
        """The id that a workspace's config holds: it stays with the folder when that is moved."""
        try:
            text = self._workspace_at(where).read(layout.CONFIG)
        except IoFailed:
            return None
        if text is None:
            return None
        id = config.read(text, self._policy)[0].unknown.get("agent")
        sound = isinstance(id, str) and is_sound(id, self._policy.recording)
        return id if sound else None

    def _fresh_id(self, tx: Tx, where: str, carried: str | None) -> str:
        """One that stands for nothing yet: no agent, and no project that has a folder."""
        taken = {each.project_id for each in self._agent_store.every(tx)}
        taken |= {each.id for each in self._folder_store.all()}
        if carried is not None and carried not in taken:
            return carried
        return unique(Path(where).name, taken, self._policy.recording)

    def _require_free(self, tx: Tx, where: str, project_id: str) -> None:
        owner = self._agent_store.owner(tx, where)
        if owner is not None and owner.project_id != project_id:
            raise Conflict(
                "the workspace belongs to another agent: remove that one first", field="workspace"
            )

    # -- what may be asked for; no message repeats a path

    def _sound(self, workspace: str) -> Path:
        if not Path(workspace).is_absolute():
            raise InvalidArgument("workspace must be an absolute path", field="workspace")
        found = store.real(workspace)
        if found is None:
            raise InvalidArgument("workspace must be a folder that exists", field="workspace")
        if found.parent == found or store.lies_in(found, self._home.path):
            raise InvalidArgument(
                "workspace must be the agent's own folder, not a whole disk nor where the memory "
                "itself is kept",
                field="workspace",
            )
        return found

    def _listened(self, sources: Sequence[Source]) -> tuple[Source, ...]:
        """Each once. It need not be there yet."""
        for each in sources:
            if not Path(each.path).is_absolute() or "\0" in each.path:
                raise InvalidArgument("sources: path must be an absolute path", field="sources")
            if store.lies_in(Path(each.path), self._home.path):
                raise InvalidArgument(
                    "sources must not lie where the memory itself is kept", field="sources"
                )
        return tuple(dict.fromkeys(sources))

    def _seen(self, tx: Tx, own: str, sees: Sequence[str]) -> tuple[str, ...]:
        known = {EVERYBODY, own, *(each.project_id for each in self._agent_store.every(tx))}
        if not known.issuperset(sees):
            raise InvalidArgument("sees must name agents of this home, or *", field="sees")
        return tuple(each for each in dict.fromkeys(sees) if each != own)

    def list(self) -> list[tuple[Agent, bool]]:
        """Each with whether its workspace is where it was."""
        return [(each, _is_there(each)) for each in self._agent_store.all()]


def _is_there(agent: Agent) -> bool:
    return agent.workspace is None or store.real(agent.workspace) is not None


def _found(agent: Agent | None) -> Agent:
    if agent is None:
        raise NotFound("no agent of that name is known: register it first", field="projectId")
    return agent
