"""`open_memory()`, and the memory it opens: the one way into the library."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any

from mohen.core.home import Home, default_home, home_path
from mohen.core.home_clock import HomeClock, Trust
from mohen.core.jobs import JobRunner
from mohen.core.served import Served, served_at
from mohen.core.system import Broadcast, SystemClock, TimeOrderedIds
from mohen.errors import InvalidArgument
from mohen.house import House
from mohen.policy import DAY_MS, Policy

if TYPE_CHECKING:
    from mohen.compaction.compaction import Compaction
    from mohen.conversations.conversations import Conversations
    from mohen.core.degradation import Check
    from mohen.core.move import Moved, Side, Tell
    from mohen.core.ports import Clock, Embedder, Ids
    from mohen.core.settings import UserSettings
    from mohen.core.system import Listener
    from mohen.documents.documents import Documents
    from mohen.episodes.progress import Progress
    from mohen.episodes.record import Episodes
    from mohen.knowledge.agents.agents import Agents
    from mohen.knowledge.consolidation.consolidate import Consolidator
    from mohen.knowledge.knowledge import Knowledge
    from mohen.knowledge.transfer.transfer import Transfer
    from mohen.knowledge.workspace.snapshot_and_files import SnapshotAndFiles
    from mohen.manuscript.chapters import Chapters
    from mohen.manuscript.new_project import ProjectList
    from mohen.models.local_models import LocalModels
    from mohen.models.ports import LanguageModel, Writer
    from mohen.models.servers import ModelServers
    from mohen.prompts.context import Context
    from mohen.prompts.entries import Entries
    from mohen.prompts.held_orders import HeldOrders
    from mohen.prompts.traces import Traces
    from mohen.rules.rules import Rules
    from mohen.sample.sample import Samples
    from mohen.session.session import Sessions
    from mohen.skills.skills import Skills
    from mohen.story.story import Story
    from mohen.upkeep.doctor import Mended, Status
    from mohen.upkeep.maintenance import Maintenance
    from mohen.upkeep.reindex import Reindex


def open_memory(
    place: str | os.PathLike[str] | None = None,
    *,
    home: str | os.PathLike[str] | None = None,
    author: str | None = None,
    policy: Policy | None = None,
    clock: Clock | None = None,
    ids: Ids | None = None,
    embedder: Embedder | None = None,
    model: LanguageModel | None = None,
    writer: Writer | None = None,
    immediate: bool = False,
    meaning: bool = True,
) -> Memory:
    """Open the memory kept in a folder, which is made if it is not there; or an author's on
    PostgreSQL, `open_memory("postgresql://…", author="ann")`, with a folder `home` for files.

    `embedder`, `model` and `writer` overrule those in the settings. `immediate` does background
    work at once, where it is asked for. Without `meaning` everything is found by words alone and no
    embedder is loaded: for who opens a memory for a moment. A damaged file does not stop the memory
    from opening: reads degrade and say so, writes raise.
    """
    path, served = _whereabouts(place, home, author)
    folder = Home(path)
    folder.make()
    folder.lend()
    policy = policy or Policy()
    jobs = JobRunner(
        crew=None if served is None else served.crew(policy.storage.crew),
        immediate=immediate,
        give_way_ms=policy.vectors.give_way_ms,
        give_way_times=policy.vectors.give_way_times,
        hand_on_us=policy.storage.hand_on_us,
    )
    home_clock = HomeClock(clock or SystemClock(), _trust(policy))
    house = House(
        {
            "home": folder,
            "served": served,
            "policy": policy,
            "clock": home_clock,
            "ids": ids or TimeOrderedIds(),
            "jobs": jobs,
            "notify": Broadcast() if served is None else served.broadcast(),
            "embedder": embedder,
            "meaning": meaning,
            "model": model,
            "writer": writer,
        }
    )
    home_clock.remembered = lambda: house.clock_watch.remembered()
    jobs.every("upkeep", lambda: house.upkeep.tick(), every_ms=policy.upkeep.tick_ms)
    jobs.when_idle("watch files", lambda: house.projects.watch(), after_ms=policy.files.watch_ms)
    return Memory(house)


def move_memory(
    place: str | os.PathLike[str],
    to: str | os.PathLike[str],
    *,
    author: str | None = None,
    to_author: str | None = None,
    policy: Policy | None = None,
    tell: Tell | None = None,
) -> Moved:
    """Carry a whole memory from a folder to a PostgreSQL, back, or between two of them. `place` is
    only read; killed, it goes on when it is asked for again."""
    from mohen.core import move

    ends = (_whereabouts(place, None, author), _whereabouts(to, None, to_author))
    if ends[0] == ends[1]:
        raise InvalidArgument("source and target are the same", field="to")
    source, target = (_side(_still(path, served, policy or Policy())) for path, served in ends)
    if ends[1][1] is None:
        Home(ends[1][0]).make()
    try:
        return move.move(source, target, tell or (lambda *_: None))
    finally:
        for each in (*source.stores.values(), *target.stores.values()):
            each.close()


def _still(path: Path, served: Served | None, policy: Policy) -> House:
    """A house in which nothing is done by itself."""
    idle = JobRunner()
    idle.close()
    clock = HomeClock(SystemClock(), _trust(policy))
    given: dict[str, Any] = {
        "home": Home(path),
        "served": served,
        "policy": policy,
        "clock": clock,
        "jobs": idle,
    }
    given |= {"ids": TimeOrderedIds(), "notify": Broadcast(), "meaning": False}
    return House({**given, **dict.fromkeys(("embedder", "model", "writer"))})


def _side(house: House) -> Side:
    from mohen.core.move import Side

    def index(tell: Tell) -> None:
        if house.episodes_db.is_there:
            house.episode_embedder.words_anew(tell)
        if house.mind_db.is_there:
            house.knowledge_indexer.words_anew()

    files = {"episodes": house.episodes_db, "mind": house.mind_db, "talk": house.talk_db}
    return Side(files, index)


def _whereabouts(
    place: str | os.PathLike[str] | None,
    home: str | os.PathLike[str] | None,
    author: str | None,
) -> tuple[Path, Served | None]:
    """The folder, by whichever name it was given, and who keeps the rest where not the folder."""
    served = served_at(place, author)
    if served is not None:
        return served.home(default_home()) if home is None else home_path(home), served
    if place is not None and home is not None:
        raise InvalidArgument("say the folder once, not as place and as home", field="home")
    return home_path(home if place is None else place), None


def _trust(policy: Policy) -> Trust:
    bounds = policy.upkeep
    return Trust(
        back_ms=bounds.clock_back_ms,
        believed_ms=bounds.clock_believed_days * DAY_MS,
        asked_ms=bounds.clock_asked_days * DAY_MS,
        hold_ms=bounds.clock_hold_days * DAY_MS,
    )


_NOUNS = {
    "consolidation": "consolidator",
    "index": "reindex",
    "models": "model_servers",
    "projects": "project_list",
    "sample": "samples",
    "session": "sessions",
    "snapshot": "snapshot_and_files",
    "upkeep": "maintenance",
}
"""Nouns whose part goes by another name; the others are called as they are."""


class Memory:
    """An open memory, noun by noun. Use it as a context manager, or close it. Each noun is made and
    imported when it is first asked for."""

    agents: Agents
    chapters: Chapters
    compaction: Compaction
    consolidation: Consolidator
    context: Context
    conversations: Conversations
    documents: Documents
    entries: Entries
    held_orders: HeldOrders
    episodes: Episodes
    index: Reindex
    knowledge: Knowledge
    local_models: LocalModels
    models: ModelServers
    progress: Progress
    projects: ProjectList
    rules: Rules
    sample: Samples
    session: Sessions
    settings: UserSettings
    skills: Skills
    snapshot: SnapshotAndFiles
    story: Story
    traces: Traces
    transfer: Transfer
    upkeep: Maintenance

    def __init__(self, house: House) -> None:
        self._house = house
        self.policy: Policy = house.policy
        self.home: Path = house.home.path

    def __getattr__(self, noun: str) -> Any:
        if noun not in type(self).__annotations__:
            raise AttributeError(f"a memory has no {noun}")
        part = vars(self)[noun] = getattr(self._house, _NOUNS.get(noun, noun))
        return part  # from now on an attribute like others

    def status(self, project_id: str | None = None) -> Status:
        """How the memory is: counts, settings, what is degraded."""
        found: Status = self._house.doctor.status(project_id)
        return found

    def doctor(self) -> list[Check]:
        """Everything that can be wrong, and how to mend it."""
        found: list[Check] = self._house.doctor.examine()
        return found

    def mend(self) -> list[Mended]:
        """Mend what can be mended without deleting anything; answers what was done."""
        done: list[Mended] = self._house.doctor.mend()
        return done

    def leave_out_damage(self) -> bool:
        """After something made no sense: whether rows of the files are to blame, which nobody meets
        again."""
        files = [getattr(self._house, f"{each}_db") for each in ("episodes", "mind")]
        blamed = [each.leave_out() for each in files]  # both are looked at
        return any(blamed)

    def now(self) -> int:
        return int(self._house.clock.now())

    def new_id(self, prefix: str) -> str:
        return str(self._house.ids.new(prefix))

    def degraded(self) -> list[str]:
        """Codes of what is broken now, as far as anybody has noticed."""
        self._house.lost_databases.notice()
        self._house.clock_watch.notice()
        return [each.code for each in self._house.health.current()]

    def listen(self, listener: Listener) -> Callable[[], None]:
        """Hear pushes such as `memory:alert`; call what is returned to stop."""
        stop: Callable[[], None] = self._house.notify.listen(listener)
        return stop

    def push(self, channel: str, data: Mapping[str, Any]) -> None:
        self._house.notify(channel, data)

    def drain(self) -> None:
        """Return when the background work that is waiting now is done."""
        self._house.jobs.drain()

    def stop_runs(self) -> None:
        """What is to be kept of skills that are being run is kept as far as it came: nobody will
        wait for the rest."""
        if self._house.has("running"):
            self._house.running.stop_kept()

    def close(self) -> None:
        """Settle the sessions, which are nowhere else, finish what was begun, close the files."""
        if self._house.has("working") and self._house.working.all():
            self._house.sessions.end_all()
        if self._house.has("pending_traces"):
            self._house.pending_traces.settle()
        if self._house.has("local_models"):
            self._house.local_models.close()
        self._house.jobs.close()
        if self._house.has("local_server"):
            self._house.local_server.close()
        if self._house.has("clock_watch"):
            self._house.clock_watch.keep()
        for file in ("episodes_db", "mind_db", "talk_db"):
            if self._house.has(file):
                getattr(self._house, file).close()
        self._house.notify.close()

    def __enter__(self) -> Memory:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()
