"""How an open memory is put together: each part by its name, made when it is first needed.

A part is a class whose constructor names what it needs, and a parameter called `recall` gets the
recall: signatures are the wiring. `tests/house/test_wiring.py` holds every parameter to a part of
that name and type. What is never asked for is never imported: a command pays for what it uses.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from functools import cache
from importlib import import_module
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

from mohen.core.database import Database
from mohen.core.home import Home
from mohen.core.jobs import JobRunner
from mohen.core.sqlite.database import SqliteDatabase, Tuning
from mohen.core.system import Broadcast, is_gone, this_process

if TYPE_CHECKING:
    from pathlib import Path

    from mohen.core.database import Rows
    from mohen.core.ports import Clock
    from mohen.core.served import Served
    from mohen.core.vectors import Matrices
    from mohen.core.vectors import Tuning as MatrixTuning
    from mohen.policy import Policy

EPISODES_FILE, EPISODES_ID = "episodes.db", 0x4D6F4570  # "MoEp"
MIND_FILE, MIND_ID = "mind.db", 0x4D6F4D64  # "MoMd"
TALK_FILE, TALK_ID = "talk.db", 0x4D6F546B  # "MoTk"
TEAM_FILE, TEAM_ID = "team.db", 0x4D6F546D  # "MoTm"
_BASELINES = 32  # projects and languages that prompts are made for in turn
_VECTORS = 1_024  # entries whose vectors are kept, about 2 MB

MIND_STORES = {
    "agent_store": "knowledge.agents.store:AgentStore",
    "audit_store": "core.audit_store:AuditStore",
    "conversation_store": "compaction.store:ConversationStore",
    "distillation_store": "rules.distillation_store:DistillationStore",
    "document_store": "documents.store:DocumentStore",
    "folder_store": "manuscript.store:FolderStore",
    "fragment_store": "knowledge.consolidation.store:FragmentStore",
    "history_store": "knowledge.history_store:HistoryStore",
    "integrity_store": "knowledge.integrity_store:IntegrityStore",
    "knowledge_store": "knowledge.store:KnowledgeStore",
    "label_store": "rules.label_store:LabelStore",
    "lease_store": "core.leases:LeaseStore",
    "original_store": "story.formats.store:OriginalStore",
    "project_totals": "upkeep.store:ProjectTotals",
    "receipt_store": "models.store:ReceiptStore",
    "rule_store": "rules.store:RuleStore",
    "seen_orders_store": "knowledge.seen_orders_store:SeenOrdersStore",
    "self_output_store": "knowledge.self_output_store:SelfOutputStore",
    "settings_store": "core.settings_store:SettingsStore",
    "story_store": "story.store:StoryStore",
    "talk_erasure_store": "conversations.erasure_store:TalkErasureStore",
    "trace_store": "prompts.store:TraceStore",
    "workspace_store": "knowledge.workspace.store:WorkspaceStore",
}
"""What stands on mind.db and needs nothing else."""

EPISODES_STORES = {
    "episode_store": "episodes.store:EpisodeStore",
    "evidence_store": "rules.evidence_store:EvidenceStore",
}
"""What stands on episodes.db and needs nothing else."""

TALK_STORES = {"talk_store": "conversations.store:TalkStore"}
"""What stands on talk.db and needs nothing else."""
_ROWS = {
    EPISODES_FILE: ("episodes.store", "rules.evidence_store"),
    MIND_FILE: (
        "compaction.store",
        "core.settings",
        "core.settings_store",
        "documents.store",
        "knowledge.agents.store",
        "knowledge.consolidation.store",
        "knowledge.store_rows",
        "models.store",
        "prompts.store",
        "rules.distillation_store",
        "rules.store",
        "story.formats.store",
        "story.store",
    ),
    TALK_FILE: ("conversations.store",),
    TEAM_FILE: ("team.store",),
}
"""Where it is said how rows of a file are read: `ROWS`, for whoever looks for damage."""

GIVEN = frozenset(
    {"home", "served", "policy", "clock", "ids", "jobs", "notify"}
    | {"embedder", "meaning", "model", "writer"}
)
"""What comes from outside when a memory is opened."""

NOUNS = {
    "conversations": "conversations.conversations:Conversations",
    "entries": "prompts.entries:Entries",
    "knowledge": "knowledge.knowledge:Knowledge",
    "maintenance": "upkeep.maintenance:Maintenance",
    "rules": "rules.rules:Rules",
    "skills": "skills.skills:Skills",
    "snapshot_and_files": "knowledge.workspace.snapshot_and_files:SnapshotAndFiles",
    "story": "story.story:Story",
    "traces": "prompts.traces:Traces",
}
"""What binds the methods of several parts under one noun."""

PARTS = {
    "agent_configs": "knowledge.agents.load_config:AgentConfigs",
    "agents": "knowledge.agents.agents:Agents",
    "assembler": "prompts.assemble:Assembler",
    "backlog": "knowledge.consolidation.backlog:Backlog",
    "belief_confirmer": "knowledge.consolidation.confirm_beliefs:BeliefConfirmer",
    "capture": "knowledge.capture:Capture",
    "candidate_writing": "skills.writing:CandidateWriting",
    "chains": "knowledge.consolidation.chains:Chains",
    "chapters": "manuscript.chapters:Chapters",
    "claims": "knowledge.claim:Claims",
    "cleanup": "upkeep.cleanup:Cleanup",
    "clear": "upkeep.clear:Clear",
    "clock_watch": "core.home_clock:ClockWatch",
    "collector": "knowledge.consolidation.collect:Collector",
    "compaction": "compaction.compaction:Compaction",
    "compressor": "episodes.compress:Compressor",
    "confirmations": "core.confirmation_token:Confirmations",
    "consistency_check": "story.consistency:ConsistencyCheck",
    "consolidator": "knowledge.consolidation.consolidate:Consolidator",
    "context": "prompts.context:Context",
    "distiller": "rules.distill:Distiller",
    "doctor": "upkeep.doctor:Doctor",
    "document_carrier": "documents.carry:DocumentCarrier",
    "documents": "documents.documents:Documents",
    "dry_run": "knowledge.consolidation.dry_run:DryRun",
    "edit_importer": "knowledge.workspace.import_edits:EditImporter",
    "entry_search": "prompts.entry_search:EntrySearch",
    "episode_embedder": "episodes.embed:EpisodeEmbedder",
    "episodes": "episodes.record:Episodes",
    "extractor": "knowledge.consolidation.extract:Extractor",
    "fader": "knowledge.fade:Fader",
    "file_reader": "knowledge.transfer.read_files:FileReader",
    "file_refresher": "knowledge.workspace.refresh_files:FileRefresher",
    "forget": "upkeep.forget:Forget",
    "graph_data": "story.graph_data:GraphData",
    "graph_view": "story.graph_view:GraphView",
    "hearing": "conversations.hear:Hearing",
    "held_back": "knowledge.held_back:HeldBack",
    "held_orders": "prompts.held_orders:HeldOrders",
    "injector": "knowledge.inject:Injector",
    "item_importer": "knowledge.transfer.import_items:ItemImporter",
    "message_importer": "knowledge.transfer.import_messages:MessageImporter",
    "knowledge_browser": "knowledge.browse:KnowledgeBrowser",
    "knowledge_editor": "knowledge.edit:KnowledgeEditor",
    "knowledge_indexer": "knowledge.index_items:KnowledgeIndexer",
    "knowledge_remover": "knowledge.remove:KnowledgeRemover",
    "knowledge_search": "knowledge.search:KnowledgeSearch",
    "label_learning": "rules.label_learning:LabelLearning",
    "learning_from_talk": "knowledge.consolidation.listen:LearningFromTalk",
    "learning_pause": "rules.pause:LearningPause",
    "learning_triggers": "rules.triggers:LearningTriggers",
    "leave_one_out": "prompts.leave_one_out:LeaveOneOut",
    "lifecycle": "knowledge.consolidation.run:Lifecycle",
    "lost_databases": "core.health:LostDatabases",
    "local_models": "models.local_models:LocalModels",
    "model_budget": "models.model_budget:ModelBudget",
    "model_folder": "models.local_files:ModelFolder",
    "model_servers": "models.servers:ModelServers",
    "name_hiding": "text.redact:NameHiding",
    "notes": "notes.edit:Notes",
    "open_runs": "skills.running:OpenRuns",
    "own_voice": "prompts.self_output:OwnVoice",
    "phase_questions": "knowledge.consolidation.ask_model:PhaseQuestions",
    "previews": "prompts.preview:Previews",
    "progress": "episodes.progress:Progress",
    "project_list": "manuscript.new_project:ProjectList",
    "projects": "manuscript.projects:Projects",
    "prompt_masks": "prompts.name_masking:PromptMasks",
    "provenance": "prompts.provenance:Provenance",
    "put_away": "knowledge.put_away:PutAway",
    "recall": "episodes.recall:Recall",
    "reconciler": "knowledge.consolidation.reconcile:Reconciler",
    "reindex": "upkeep.reindex:Reindex",
    "replay": "sample.replay:Replay",
    "retractor": "knowledge.retract:Retractor",
    "reviewer": "knowledge.review.review:Reviewer",
    "rule_book": "rules.list:RuleBook",
    "rule_suggestions": "rules.suggest:RuleSuggestions",
    "rule_editor": "rules.edit:RuleEditor",
    "said_to_agents": "knowledge.self_output:SaidToAgents",
    "samples": "sample.sample:Samples",
    "schedule": "knowledge.consolidation.schedule:Schedule",
    "search_together": "knowledge.together:SearchTogether",
    "secure_wipe": "core.secure_wipe:SecureWipe",
    "server_keys": "core.server_keys:ServerKeys",
    "sessions": "session.session:Sessions",
    "settings": "core.settings:UserSettings",
    "sifter": "knowledge.consolidation.sift:Sifter",
    "skill_catalogue": "skills.catalogue:SkillCatalogue",
    "skill_feedback": "skills.feedback:SkillFeedback",
    "skill_runs": "skills.run:SkillRuns",
    "snapshots": "knowledge.workspace.snapshot:Snapshots",
    "stable_prefixes": "prompts.stable_prefix:StablePrefixes",
    "story_exporter": "story.formats.export_files:StoryExporter",
    "story_importer": "story.formats.import_files:StoryImporter",
    "story_ingest": "story.ingest:StoryIngest",
    "story_lines": "story.for_prompts:StoryLines",
    "style_measurer": "episodes.measure:StyleMeasurer",
    "summarizer": "knowledge.consolidation.summaries:Summarizer",
    "taster": "rules.rank:Taster",
    "talk_embedder": "conversations.embed:TalkEmbedder",
    "talk_eraser": "conversations.erase:TalkEraser",
    "talk_search": "conversations.search:TalkSearch",
    "token_counting": "models.token_counting:TokenCounting",
    "transcript_reader": "knowledge.consolidation.read_transcripts:TranscriptReader",
    "transfer": "knowledge.transfer.transfer:Transfer",
    "unlearn": "rules.unlearn:Unlearn",
    "upkeep": "upkeep.upkeep:Upkeep",
    "validator": "knowledge.workspace.validate:Validator",
    "verdicts": "prompts.verdict:Verdicts",
    "vetoes": "knowledge.vetoes:Vetoes",
    "watching": "rules.watching:Watching",
    "workspace_files": "knowledge.workspace.files:WorkspaceFiles",
    "sources": "prompts.gather:Sources",
    **NOUNS,
}
"""What acts: each is made from the parts that its constructor names."""

STATES = {
    "marks": "core.watermarks:Watermarks",
    "pending_traces": "prompts.pending_traces:PendingTraces",
    "running": "skills.running:Running",
    "understood": "core.settings:Memo",
    "working": "session.working_memory:WorkingMemory",
}
"""What this process keeps in mind while the memory is open."""


class House:
    """Everything an open memory is made of. Parts are attributes, made when first asked for."""

    def __init__(self, given: Mapping[str, Any], *, beside: House | None = None) -> None:
        """`given`: what comes from outside, by its name. `beside`: a house whose files, stores
        and state this one shares."""
        self._given = dict(given)
        self._beside = beside
        self._lock = threading.RLock()
        vars(self).update(given)

    def __getattr__(self, name: str) -> Any:
        """A part that is asked for the first time; from then on it is an attribute like others."""
        with self._lock:
            made = vars(self)
            if name not in made:
                shared = self._beside is not None and _is_shared(name)
                made[name] = getattr(self._beside, name) if shared else self._make(name)
            return made[name]

    def has(self, name: str) -> bool:
        """Whether a part was asked for by now."""
        return name in vars(self)

    def twin(self, home: Home, **instead: Any) -> House:
        """The same on another home, where nobody hears and nothing is done later."""
        idle = JobRunner()
        idle.close()
        here = {"home": home, "served": None, "jobs": idle, "notify": Broadcast()}
        return House({**self._given, **here, **_known(instead)})

    def but(self, **instead: Any) -> House:
        """The same files and state, with something else from outside: another clock, say."""
        return House({**self._given, **_known(instead)}, beside=self)

    def _part(self, name: str, of: str) -> Any:
        """For a part that names another: what acts or keeps is made when it is used."""
        if not _is_late(name) or self.has(name):
            return getattr(self, name)
        return (_Named if of in NOUNS else _Later)(self, name)

    def _make(self, name: str) -> Any:
        if name in PARTS:
            kind = _class(PARTS[name])
            given = {each: self._part(each, name) for each in needs(kind)}
            made = kind(**given)
            for each in given.values():
                if isinstance(each, _Later):
                    each._holder = made
            return made
        if name in MIND_STORES:
            return _class(MIND_STORES[name])(self.mind_db)
        if name in EPISODES_STORES:
            return _class(EPISODES_STORES[name])(self.episodes_db)
        if name in TALK_STORES:
            return _class(TALK_STORES[name])(self.talk_db)
        if name in STATES:
            return _class(STATES[name])()
        if name in _FACTORIES:
            return _FACTORIES[name](self)
        raise AttributeError(f"a memory has no part called {name}")


class _Later:
    """A part that is made when it is first used: who is given one need not know, and has the part
    itself from then on."""

    __slots__ = ("_holder", "_house", "_made", "_name")

    def __init__(self, house: House, name: str) -> None:
        self._house, self._name, self._made = house, name, None
        self._holder: object = None  # who was given it, once made

    def __getattr__(self, attribute: str) -> Any:
        made = self._made
        if made is None:
            made = self._made = getattr(self._house, self._name)
            for place in (f"_{self._name}", self._name):
                if getattr(self._holder, place, None) is self:
                    setattr(self._holder, place, made)
        return getattr(made, attribute)


class _Named:
    """A part as a noun is given it: its methods are bound by their names, and found when called."""

    __slots__ = ("_house", "_name")

    def __init__(self, house: House, name: str) -> None:
        self._house, self._name = house, name

    def __getattr__(self, method: str) -> Any:
        return _Method(self._house, self._name, method)


class _Method:
    __slots__ = ("_house", "_name", "_part")

    def __init__(self, house: House, part: str, name: str) -> None:
        self._house, self._part, self._name = house, part, name

    def __call__(self, *args: Any, **named: Any) -> Any:
        return self.__wrapped__(*args, **named)

    @property
    def __wrapped__(self) -> Any:
        """The method itself; `inspect.signature` asks for it too."""
        return getattr(getattr(self._house, self._part), self._name)

    @property
    def __func__(self) -> Any:
        return self.__wrapped__.__func__


def needs(kind: type) -> tuple[str, ...]:
    """The parts that a class is made from, by the names of its constructor's parameters."""
    code = kind.__init__.__code__  # type: ignore[misc]
    return tuple(code.co_varnames[1 : code.co_argcount + code.co_kwonlyargcount])


def _class(place: str) -> Any:
    module, _, name = place.partition(":")
    return getattr(import_module(f"mohen.{module}"), name)


def _known(instead: Mapping[str, Any]) -> Mapping[str, Any]:
    """As they are, if there are such parts: a name that nobody reads would change nothing."""
    tables = (PARTS, MIND_STORES, EPISODES_STORES, TALK_STORES, STATES, _FACTORIES, GIVEN)
    for name in instead:
        if not any(name in table for table in tables):
            raise AttributeError(f"a memory has no part called {name}")
    return instead


def _is_late(name: str) -> bool:
    stores = (MIND_STORES, EPISODES_STORES, TALK_STORES)
    return name in PARTS or name in _LATE or any(name in each for each in stores)


def _is_shared(name: str) -> bool:
    return name not in PARTS and name not in _REMADE


# -- what is made from more than its name


def _database(house: House, file: str, kind: str, application_id: int) -> Database:
    def in_file(path: Path) -> Database:
        return _database_file(house, path, kind, application_id)

    served, policy = house.served, house.policy
    if served is None:
        database = in_file(house.home.path / file)
    else:
        database = served.database(
            file,
            kind=kind,
            storage=policy.storage,
            recording=policy.recording,
            spread_most=policy.recall.stem_cache,
            clock=house.clock,
            home=house.home.path,
            rows=lambda: _rows(file),
            in_file=in_file,
        )
    if index := _WORDS_IN.get(file):
        # Told here and not where the index is made: who writes need not have made it yet.
        every = policy.storage.merge_every
        database.when_quiet(lambda tx: getattr(house, index).merge_words(tx), every=every)
    return database


def _database_file(house: House, path: Path, kind: str, application_id: int) -> Database:
    policy = house.policy
    return SqliteDatabase(
        path,
        kind=kind,
        application_id=application_id,
        tuning=Tuning(
            busy_timeout_ms=policy.storage.busy_timeout_ms,
            retries=policy.recording.retries,
            backoff_ms=policy.recording.backoff_ms,
            batch_max=policy.storage.batch_max,
            checkpoint_pages=policy.storage.checkpoint_pages,
            reader_cache_kib=policy.storage.reader_cache_kib,
            pages_bytes=policy.storage.pages_bytes,
            merge_pages=policy.storage.merge_pages,
            squeeze_pages=policy.storage.squeeze_pages,
            spread_most=policy.recall.stem_cache,
            pause=house.clock.pause,
            now=house.clock.machine.now,  # the home's own time stands in one of these files
        ),
        rows=lambda: _rows(path.name),
    )


def _rows(file: str) -> list[Rows]:
    from mohen.core.vectors import Tables, rows_of

    found = [each for name in _ROWS[file] for each in import_module(f"mohen.{name}").ROWS]
    tables = _VECTOR_TABLES.get(file)
    return found if tables is None else [*found, rows_of(Tables(**tables))]


def team_database(
    folder: Home, policy: Policy, clock: Clock, served: Served | None = None
) -> Database:
    """Who may come in to a team's server: beside the homes of its authors, or beside their rows."""
    told = SimpleNamespace(pause=clock.pause, machine=clock)
    given = {"home": folder, "served": served, "policy": policy, "clock": told}
    return _database(House(given), TEAM_FILE, "team", TEAM_ID)


_VECTOR_TABLES: dict[str, dict[str, Any]] = {
    EPISODES_FILE: {},
    MIND_FILE: {
        "vectors": "knowledge_vectors",
        "projects": "knowledge_scopes",
        "embedders": "knowledge_embedders",
    },
    TALK_FILE: {"half": True},
}
"""Where the vectors of a file lie; see `core/vectors.py: Tables`."""


def _episode_index(house: House) -> Any:
    from mohen.episodes.index import EpisodeIndex

    policy, database = house.policy, house.episodes_db
    return EpisodeIndex(database, lambda: _matrices(database, policy, EPISODES_FILE))


def _knowledge_index(house: House) -> Any:
    from mohen.knowledge.index import KnowledgeIndex

    policy, database = house.policy, house.mind_db
    return KnowledgeIndex(database, lambda: _matrices(database, policy, MIND_FILE))


def _talk_index(house: House) -> Any:
    from mohen.conversations.index import TalkIndex

    policy, database = house.policy, house.talk_db
    return TalkIndex(
        database, house.talk_store, lambda: _matrices(database, policy, TALK_FILE), policy
    )


def _matrices(database: Database, policy: Policy, file: str) -> Matrices:
    from mohen.core.vectors import Matrices, Tables

    return Matrices(database, matrix_tuning(policy), Tables(**_VECTOR_TABLES[file]))


def matrix_tuning(policy: Policy) -> MatrixTuning:
    """How the policy wants vectors to be searched."""
    from mohen.core.vectors import Tuning

    return Tuning(
        cache_bytes=policy.storage.vector_cache_bytes,
        packed_from=policy.vectors.packed_from,
        packed_density=policy.vectors.packed_density,
        packed_share=policy.vectors.packed_share,
        oversample=policy.vectors.packed_oversample,
        stale_share=policy.vectors.stale_share,
        columns_below=policy.vectors.columns_below,
    )


def _retention_store(house: House) -> Any:
    from mohen.episodes.retention_store import RetentionStore

    return RetentionStore(house.episodes_db, house.episode_store, house.episode_index)


def _cost_store(house: House) -> Any:
    from mohen.episodes.cost_store import CostStore

    return CostStore(house.episodes_db, house.mind_db)


def _health(house: House) -> Any:
    from mohen.core.health import Health

    settings = house.settings_store
    return Health(house.clock, house.jobs, house.notify, settings, house.mind_db, house.process)


def _exclusive(house: House) -> Any:
    from mohen.core.leases import Exclusive

    return Exclusive(
        clock=house.clock,
        is_gone=house.is_gone,
        lasts_ms=house.policy.upkeep.lease_ms,
        mind_db=house.mind_db,
        process=house.process,
        store=house.lease_store,
    )


def _embedder_for(house: House) -> Callable[[Any], Any]:
    if house.embedder is not None:
        return lambda _config: house.embedder
    from mohen import embedders

    return cache(lambda config: embedders.make(config, house.policy, house.server_keys.get))


def _installed() -> Any:
    from mohen import embedders

    return embedders.installed()


def _model_for(house: House) -> Callable[[Any], Any]:
    if house.model is not None:
        return lambda _config: house.model
    from mohen.models import models

    return cache(
        lambda config: models.make(
            config, house.policy, house.clock.pause, house.server_keys.get, house.local_server
        )
    )


def _writer_for(house: House) -> Callable[[Any], Any]:
    if house.writer is not None:
        return lambda _config: house.writer
    from mohen.models import models

    def offline(policy: Policy, window: int | None) -> Any:
        from mohen.offline_writer.writer import OfflineWriter
        from mohen.sample.sample import written_by_hand

        return OfflineWriter(policy, window, prepared=written_by_hand)

    def make(config: Any) -> Any:
        return models.make_writer(
            config,
            house.policy,
            house.clock.pause,
            offline,
            house.server_keys.get,
            house.local_server,
        )

    kept = cache(make)
    # Weights come and go while the memory is open.
    return lambda config: make(config) if config.kind == "local" else kept(config)


def _local_server(house: House) -> Any:
    from mohen.models.local_server import LocalServer

    return LocalServer(house.model_folder, house.policy.models)


def _counter_for(house: House) -> Callable[[str], Any]:
    from mohen.models import token_counting

    return cache(lambda kind: token_counting.make(kind, house.policy.tokens))


def _folder_at(house: House) -> Callable[[str], Any]:
    from mohen.manuscript.files import Folder

    return cache(lambda path: Folder(path, house.policy.files))


def _workspace_at(_house: House) -> Callable[[str], Any]:
    from mohen.knowledge.workspace.directory import Workspace

    return cache(Workspace)


def _transcripts(house: House) -> Any:
    from mohen.knowledge.transcripts.detect import Readers

    return Readers(house.policy.transcripts)


def _document_folder(house: House) -> Any:
    from mohen.knowledge.transfer.read_files import DocumentFolder

    return DocumentFolder(house.policy.transfer)


def _builtin_skills(_house: House) -> Callable[[], Mapping[str, str]]:
    from mohen.skills.catalogue import texts

    return texts


def _sample_texts(_house: House) -> Callable[[str], Mapping[str, str]]:
    from mohen.sample.sample import texts

    return texts


def _baselines(_house: House) -> Any:
    from mohen.prompts.stable_prefix import Baselines

    return Baselines(_BASELINES)


def _vector_cache(_house: House) -> Any:
    from mohen.embedders.vector_cache import VectorCache

    return VectorCache(_VECTORS)


def _as_of(house: House) -> Callable[[Any], Any]:
    from mohen.sample.replay import Never

    return lambda clock: house.but(clock=clock, jobs=Never(), model_for=lambda _: None).replay


_FACTORIES: dict[str, Callable[[House], Any]] = {
    "as_of": _as_of,
    "baselines": _baselines,
    "builtin_skills": _builtin_skills,
    "cost_store": _cost_store,
    "counter_for": _counter_for,
    "countings": lambda _house: {},
    "document_folder": _document_folder,
    "embedder_changed": lambda house: lambda: house.reindex.follow_up(),
    "embedder_for": _embedder_for,
    "embedder_installed": lambda _house: _installed,
    "episode_index": _episode_index,
    "episodes_db": lambda house: _database(house, EPISODES_FILE, "episodes", EPISODES_ID),
    "exclusive": _exclusive,
    "folder_at": _folder_at,
    "health": _health,
    "is_gone": lambda _house: is_gone,
    "knowledge_index": _knowledge_index,
    "latest": lambda house: getattr(house.clock, "latest", house.clock),
    "local_server": _local_server,
    "mind_db": lambda house: _database(house, MIND_FILE, "mind", MIND_ID),
    "model_for": _model_for,
    "process": lambda _house: this_process(),
    "reckoning": lambda house: getattr(house.clock, "reckoning", lambda: lambda moment: moment),
    "retention_store": _retention_store,
    "sample_texts": _sample_texts,
    "talk_index": _talk_index,
    "talk_db": lambda house: _database(house, TALK_FILE, "talk", TALK_ID),
    "settled": lambda house: getattr(house.clock, "settled", house.clock),
    "thresholds_moved": lambda house: lambda: house.label_learning.settle_everywhere(),
    "transcripts": _transcripts,
    "vector_cache": _vector_cache,
    "workspace_at": _workspace_at,
    "writer_for": _writer_for,
}
_WORDS_IN = {EPISODES_FILE: "episode_index", MIND_FILE: "knowledge_index"}
_LATE = {"episode_index", "knowledge_index", "talk_index", "transcripts"}
"""Of these too: made when they are used, for what they import costs."""
_REMADE = {
    "as_of",
    "embedder_changed",
    "exclusive",
    "latest",
    "reckoning",
    "settled",
    "thresholds_moved",
    "writer_for",
}
"""Not shared by a house beside another: they hold on to the clock or to parts."""
