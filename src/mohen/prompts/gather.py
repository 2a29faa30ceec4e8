"""Everything a prompt may need, read. What cannot be read is said and done without (R93, R149)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import field, replace
from typing import TYPE_CHECKING, TypeVar

from mohen.core import health
from mohen.core.degradation import Degradation, Reason
from mohen.core.scope import Scope
from mohen.core.settings_model import Settings
from mohen.core.values import dataclass
from mohen.episodes.model import Episode, Question, Recalled
from mohen.errors import EmbedderError, IoFailed, NotFound, ScopeViolation, StoreError
from mohen.manuscript.model import FileKind, ProjectFile, Trouble
from mohen.prompts import memory_lines
from mohen.prompts.model import Layer, Request, Skill, Source, Warned, skill_ref
from mohen.text import orders

if TYPE_CHECKING:
    from mohen.compaction.model import Compact
    from mohen.compaction.store import ConversationStore
    from mohen.core.health import Health
    from mohen.core.ports import Jobs
    from mohen.core.settings import UserSettings
    from mohen.episodes.recall import Recall, Search
    from mohen.episodes.store import EpisodeStore
    from mohen.knowledge.held_back import HeldBack
    from mohen.knowledge.model import Item
    from mohen.manuscript.ports import ProjectFolder
    from mohen.manuscript.projects import Projects
    from mohen.models.token_counting import Counting
    from mohen.notes.notes import Match
    from mohen.policy import Policy
    from mohen.prompts.entry_search import EntrySearch
    from mohen.prompts.prompt_headings import Words
    from mohen.prompts.stable_prefix import Baseline, StablePrefixes
    from mohen.session.model import Working
    from mohen.session.session import Sessions
    from mohen.story.for_prompts import StoryLines
    from mohen.story.model import Line


T = TypeVar("T")

# Settings alone do not take the rules with them.
_OF_SOURCE = {
    "settings": ("settings cannot be read: defaults are used", "无法读取设置：使用默认值")
}
MESSAGES = {
    "SETTINGS_UNAVAILABLE": (
        "preferences and notes cannot be read: built-in rules are used instead",
        "无法读取偏好与笔记：改用内置规则",
    ),
    "MEMORY_UNAVAILABLE": (
        "the memory is out of reach for now: the AI works without it",
        "记忆系统暂时不可用，AI 将以通用模式工作",
    ),
    "MEMORY_DEGRADED": (
        "earlier interactions were found with less than usual",
        "过往交互的检索能力下降",
    ),
    "RAG_UNAVAILABLE": (
        "related knowledge was looked for by words alone",
        "相关知识仅按词语检索",
    ),
    "KG_UNAVAILABLE": ("the story's graph cannot be read", "无法读取故事图谱"),
    "RECENT_UNAVAILABLE": ("recent digests cannot be read", "无法读取最近摘要"),
    "FILES_UNAVAILABLE": (
        "the project's folder cannot be looked up or read",
        "无法读取项目文件夹",
    ),
    "CONTEXT_RULES_OVERBUDGET": (
        "the skill's instruction is longer than its layer and was cut",
        "技能说明超出预算，已裁剪",
    ),
    "CONTEXT_CAPACITY_WARNING": (
        "the prompt nearly fills the model's window",
        "提示词已接近模型窗口上限",
    ),
    "CONTEXT_CAPACITY_FORCE_TRIM": (
        "the prompt did not fit: what was recalled, recent or far from the cursor was cut",
        "提示词超出窗口：已裁剪检索内容、摘要或离光标较远的文本",
    ),
    "ORDERS_HELD_BACK": (
        "memories that look like orders to a model wait for you: `mohen held`",
        "有像是对模型下指令的记忆在等你过目：`mohen held`",
    ),
    "IMMEDIATE_UNAVAILABLE": (
        "the session is not live any more: begin a new one",
        "会话已结束：请重新开始",
    ),
}
_FILE_TROUBLE = ("the file could not be used", "该文件无法使用")


@dataclass(slots=True, eq=False)
class Sources:
    """What a prompt is gathered from."""

    conversation_store: ConversationStore
    entry_search: EntrySearch
    episode_store: EpisodeStore
    health: Health
    held_back: HeldBack
    jobs: Jobs
    policy: Policy
    projects: Projects
    recall: Recall
    sessions: Sessions
    settings: UserSettings
    stable_prefixes: StablePrefixes
    story_lines: StoryLines


@dataclass(slots=True)
class Gathering:
    """One prompt's reading, and what went wrong with it."""

    sources: Sources
    project_id: str | None = None
    leave_out: Collection[str] = ()
    warnings: list[Warned] = field(default_factory=list)
    broken: list[Degradation] = field(default_factory=list)
    hurt: set[Layer] = field(default_factory=set)  # layers that are not what they should be
    _files: dict[FileKind, tuple[ProjectFile, ...]] = field(default_factory=dict)

    def tried(self, layer: Layer, code: str, source: str, read: Callable[[], T], otherwise: T) -> T:
        try:
            return read()
        except (StoreError, EmbedderError, IoFailed):
            self.warn(layer, code, source)
            return otherwise

    def warn(self, layer: Layer, code: str, source: str) -> None:
        self.hurt.add(layer)
        message = _OF_SOURCE.get(source) or MESSAGES.get(code, _FILE_TROUBLE)
        self.warnings.append(Warned(code, source, message))

    # -- the mind

    def settings(self) -> Settings | None:
        return self.tried(
            Layer.AUTHOR, "SETTINGS_UNAVAILABLE", "settings",
            lambda: self.sources.settings.get(), None,
        )  # fmt: skip

    def baseline(
        self, project_id: str | None, words: Words, rules_tokens: int, counted: Counting
    ) -> Baseline | None:
        """None when the mind cannot be read, which is a degradation of the whole memory."""
        try:
            found = self.sources.stable_prefixes.read(
                project_id,
                words,
                counted,
                rules_tokens=rules_tokens,
                leave_out=self.leave_out,
            )
        except StoreError:
            self.warn(Layer.AUTHOR, "SETTINGS_UNAVAILABLE", "preferences")
            self._broke(health.MIND_UNREADABLE)
            return None
        self.sources.health.settle("context", [], among=[Reason.MIND_UNREADABLE])
        if found.held_back:
            self._held()
        return found

    def _held(self) -> None:
        said = MESSAGES["ORDERS_HELD_BACK"]
        self.warnings.append(Warned("ORDERS_HELD_BACK", "memories", said))

    def _passes(self, project_id: str | None, text: str) -> bool:
        """Whether it may go into the prompt by itself."""
        if not self.sources.held_back.holds(project_id, text):
            return True
        self._held()
        return False

    def _broke(self, found: Degradation) -> None:
        self.broken.append(found)
        self.sources.health.settle("context", [found], among=[Reason.MIND_UNREADABLE])

    def _also(self, *found: Degradation) -> None:
        self.broken += [each for each in found if each not in self.broken]

    def knowledge(self, known: Settings, query: str, among: Sequence[Item]) -> Sequence[Match]:
        if not among or not query:
            return ()
        found, broken = self.sources.entry_search.matches(known, query, among)
        if broken is not None:
            self.warn(Layer.CURRENT, "RAG_UNAVAILABLE", "knowledge")
            self._also(broken)
        return found

    # -- episodes

    def search(
        self, request: Request, scene: str, query: str, known: Settings | None
    ) -> Search | None:
        """The search for episodes, which goes on beside the rest of the reading."""
        if request.project_id is None:
            return None
        question = Question(
            project_id=request.project_id,
            scene_type=scene,
            query_text=query,
            passage=True,
            # for whoever takes the place of one left out
            limit=self.sources.policy.context.episodes + len(self.leave_out),
        )
        return self.sources.recall.begun(question, self.sources.jobs.beside, known)

    def episodes(self, search: Search) -> tuple[Recalled, ...]:
        """The few that matter here, not yet counted as recalled: that is for who uses them."""
        answer = self.sources.recall.found(search)
        if answer.degradations:
            lost = health.EPISODES_UNREADABLE in answer.degradations
            gone = lost and health.MIND_UNREADABLE in self.broken
            code = "MEMORY_UNAVAILABLE" if gone else "MEMORY_DEGRADED"
            self.warn(Layer.CURRENT, code, "episodes")
            self._also(*answer.degradations)
        if any(each.episode.project_id != search.scope.project_id for each in answer.items):
            raise ScopeViolation("an episode of another project was recalled")
        kept = (
            each
            for each in answer.items
            if each.episode.id not in self.leave_out
            and self._passes(search.scope.project_id, memory_lines.whole(each.episode))
        )
        return tuple(kept)[: self.sources.policy.context.episodes]

    # -- recently

    def recent(
        self, project_id: str | None, most: int
    ) -> tuple[Sequence[Compact], Sequence[Episode]]:
        if not most:
            return (), ()
        source = "RECENT_UNAVAILABLE"
        compacts: Sequence[Compact] = self.tried(
            Layer.RECENT, source, "conversations",
            lambda: self.sources.conversation_store.page(Scope(project_id), None, most), (),
        )  # fmt: skip
        runs: Sequence[Episode] = self.tried(
            Layer.RECENT, source, "runs", lambda: self._newest(Scope(project_id), most), ()
        )
        return (
            [
                each
                for each in compacts
                if each.full_ref not in self.leave_out and self._passes(project_id, each.summary)
            ],
            [
                each
                for each in runs
                if each.id not in self.leave_out
                and self._passes(project_id, memory_lines.whole(each))
            ],
        )

    def _newest(self, scope: Scope, most: int) -> list[Episode]:
        if scope.project_id is None:
            return []  # an episode is always some project's
        return self.sources.episode_store.latest(scope, most)

    # -- files, the session, the story

    def shelf(self, project_id: str | None, skill: Skill) -> ProjectFolder | None:
        found = self.tried(
            Layer.PROJECT, "FILES_UNAVAILABLE", "folder",
            lambda: self.sources.projects.shelf(project_id), None,
        )  # fmt: skip
        own = None if found is None else _unread(found, skill)
        if own is not None and own.trouble is not None:
            self.warn(Layer.INSTRUCTIONS, own.trouble.value, own.ref)
        return found

    def files(
        self, shelf: ProjectFolder | None, kind: FileKind, layer: Layer = Layer.PROJECT
    ) -> tuple[ProjectFile, ...]:
        if shelf is None:
            return ()
        if kind in self._files:
            return self._files[kind]
        nothing: tuple[ProjectFile, ...] = ()
        found = self.tried(
            layer, "FILES_UNAVAILABLE", kind.value, lambda: shelf.files(kind), nothing
        )
        for each in found:
            if each.trouble is not None:
                self.warn(layer, each.trouble.value, each.ref)
        kept = (each for each in found if each.ref not in self.leave_out)
        # AGENTS.md is where a project tells agents what to do; all else is material.
        own = kind is FileKind.AGENTS
        self._files[kind] = tuple(each if own else self._material(each) for each in kept)
        return self._files[kind]

    def _material(self, file: ProjectFile) -> ProjectFile:
        """Without the lines of it that give orders to a model."""
        if not orders.are_in(file.text):
            return file
        lines = file.text.splitlines(keepends=True)
        kept = [each for each in lines if self._passes(self.project_id, each)]
        return file if len(kept) == len(lines) else replace(file, text="".join(kept))

    def working(self, request: Request) -> Working | None:
        if request.session_id is None:
            return None
        try:
            found = self.sources.sessions.view(request.session_id, request.project_id)
        except NotFound:
            self.warn(Layer.CURRENT, "IMMEDIATE_UNAVAILABLE", "session")
            return None
        kept = tuple(each for each in found.items if each.id not in self.leave_out)
        return replace(found, items=kept)

    def story(self, request: Request, text: str) -> tuple[Line, ...]:
        project_id = request.project_id
        if project_id is None:
            return ()
        nothing: tuple[Line, ...] = ()
        found = self.tried(
            Layer.CURRENT, "KG_UNAVAILABLE", "story",
            lambda: self.sources.story_lines.relevant(
                project_id, text, chapter_id=request.chapter_id
            ),
            nothing,
        )  # fmt: skip
        return tuple(
            each
            for each in found
            if each.id not in self.leave_out and self._passes(project_id, each.text)
        )


def _unread(shelf: ProjectFolder, skill: Skill) -> ProjectFile | None:
    """The author's own version of a built-in skill that is run, if it could not be got at."""
    if skill.source is not Source.BUILT_IN:
        return None
    own = shelf.read(skill_ref(skill.id))
    return None if own.trouble in (None, Trouble.NOT_FOUND) else own
