"""A prompt is put together: six layers in their order, each cut with a reason (R146, R147).

Reads only. Whoever uses the prompt keeps its trace and counts what was recalled (`used`).
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from mohen.core import validation
from mohen.core.settings_model import Settings
from mohen.core.values import dataclass
from mohen.episodes.model import Episode, Recalled
from mohen.errors import (
    InputTooLarge,
    StoreError,
)
from mohen.manuscript import cards
from mohen.manuscript.model import FileKind
from mohen.prompts import (
    cursor,
    layers,
    memory_blocks,
    prompt,
    prompt_headings,
    stable_prefix,
    truncate,
    varying_layers,
)
from mohen.prompts.gather import Gathering
from mohen.prompts.model import Assembly, Chapter, Layer, Request
from mohen.prompts.prompt_headings import LANGUAGES, Words
from mohen.prompts.stable_prefix import Baseline, Prefix, Settled
from mohen.prompts.varying_layers import Entry, Fitted, Stack
from mohen.text import scenes, sentences

if TYPE_CHECKING:
    from mohen.compaction.model import Compact
    from mohen.core.ports import Ids
    from mohen.episodes.recall import Recall, Search
    from mohen.manuscript.ports import ProjectFolder
    from mohen.models.ports import Reads
    from mohen.models.token_counting import Counting, TokenCounting
    from mohen.policy import Policy
    from mohen.prompts.gather import Sources
    from mohen.prompts.layers import Budgets
    from mohen.prompts.model import Skill
    from mohen.prompts.pending_traces import PendingTraces
    from mohen.prompts.prompt import Part
    from mohen.prompts.store import TraceStore
    from mohen.rules.model import Rule
    from mohen.session.model import Working
    from mohen.session.session import Sessions
    from mohen.text.tokens import Count


def words_of(known: Settings) -> Words:
    return LANGUAGES[known.prompt_language]


_FILES = {
    "style_guide": FileKind.STYLE_GUIDE,
    "characters": FileKind.CHARACTER,
    "world": FileKind.WORLD,
    "outline": FileKind.OUTLINE,
}


@dataclass(frozen=True, slots=True)
class _Desk:
    """What everything below looks at."""

    gathering: Gathering
    request: Request
    skill: Skill
    known: Settings
    words: Words
    budgets: Budgets
    counted: Counting
    shelf: ProjectFolder | None
    base: Baseline | None  # None: the mind cannot be read
    scene: str
    query: str
    search: Search | None  # for episodes; None: none are wanted

    @property
    def count(self) -> Count:
        return self.counted.count

    @property
    def injecting(self) -> bool:
        return self.known.injection_enabled

    def wants(self, entry: Entry) -> bool:
        """Not one that is to be left out."""
        return entry.reference is None or entry.reference.id not in self.gathering.leave_out


class Assembler:
    """Puts a prompt together."""

    def __init__(
        self,
        *,
        ids: Ids,
        pending_traces: PendingTraces,
        policy: Policy,
        recall: Recall,
        sessions: Sessions,
        sources: Sources,
        token_counting: TokenCounting,
        trace_store: TraceStore,
    ) -> None:
        self._ids = ids
        self._pending_traces = pending_traces
        self._policy = policy
        self._recall = recall
        self._sessions = sessions
        self._sources = sources
        self._token_counting = token_counting
        self._trace_store = trace_store

    def compose(
        self,
        request: Request,
        skill: Skill,
        writer: Reads,
        *,
        known: Settings | None = None,
        leave_out: Collection[str] = frozenset(),
    ) -> Assembly:
        """The prompt for a request, and everything that can be said of it. `known`: the settings,
        where they were read just now.

        Raises for a request that makes no sense, that does not fit, or that would mix projects;
        whatever else goes wrong is a warning, and the prompt is made without it.
        """
        validation.check_ids(
            self._policy.recording,
            projectId=request.project_id,
            chapterId=request.chapter_id,
            sceneType=request.scene_type,
            sessionId=request.session_id,
        )
        cursor.check(request, self._policy.context)
        gathering = Gathering(self._sources, request.project_id, leave_out)
        working = gathering.working(request)
        focus = None if working is None else working.focus
        request = cursor.placed(cursor.from_focus(request, focus, skill.target), skill.target)
        cursor.check_there_is_something(request, skill.target)
        read = gathering.settings() if known is None else known
        known = read or Settings()
        scene, query = self._scene(request), self._query(request)
        search = gathering.search(request, scene, query, read) if known.injection_enabled else None
        words = words_of(known)
        budgets = layers.budgets(writer.window, self._policy.context)
        counted = self._token_counting.of(known, writer.name)
        desk = _Desk(
            gathering=gathering,
            request=request,
            skill=skill,
            known=known,
            words=words,
            budgets=budgets,
            counted=counted,
            shelf=gathering.shelf(request.project_id, skill),
            base=gathering.baseline(request.project_id, words, budgets.author, counted),
            scene=scene,
            query=query,
            search=search,
        )
        prefix = self._stable(desk, writer.name)
        rest, recalled_items, fitted = self._varying(desk, prefix, working)
        return self._assembly(desk, writer, prefix, rest, recalled_items, fitted)

    def _scene(self, request: Request) -> str:
        """As the caller says, or by the text at hand (C69)."""
        if request.scene_type:
            return scenes.canonical(request.scene_type)
        return scenes.infer(self._at_hand(request), self._policy.scenes)

    def _query(self, request: Request) -> str:
        """What is looked for: what the author asks, and the text they are at."""
        asked = f"{request.instruction}\n{self._at_hand(request)}".strip()
        return asked[: self._policy.context.query_chars]

    def _at_hand(self, request: Request) -> str:
        """The text one is at: the selection, or what stands just before the cursor."""
        most = self._policy.context.query_chars
        span = cursor.span(request)
        if request.selection is not None:
            return request.text[span.start : span.end][:most]
        return request.text[max(0, span.end - most) : span.end]

    # -- L0–L3

    def _stable(self, desk: _Desk, model: str) -> Prefix:
        rules = desk.skill.context_rules
        agents = desk.gathering.files(desk.shelf, FileKind.AGENTS, Layer.INSTRUCTIONS)
        files = {
            name: desk.gathering.files(desk.shelf, kind)
            for name, kind in _FILES.items()
            if getattr(rules, "characters" if name == "world" else name)
        }
        if desk.shelf is not None and files and not any(files.values()) and not desk.shelf.stamp():
            desk.gathering.warn(Layer.PROJECT, "FILES_UNAVAILABLE", "folder")
        return stable_prefix.made(
            Settled(
                rules=rules,
                project_id=desk.request.project_id,
                model=model,
                words=desk.words,
                budgets=desk.budgets,
                agents=agents,
                files=tuple(files.items()),
                bound=desk.shelf is not None,
                base=desk.base,
                injecting=desk.injecting,
                policy=self._policy.context,
                counted=desk.counted,
            )
        )

    # -- L4, L5

    def _varying(
        self, desk: _Desk, prefix: Prefix, working: Working | None
    ) -> tuple[list[Part], tuple[Recalled, ...], Fitted]:
        request, words, count = desk.request, desk.words, desk.count
        before, after = truncate.around(
            request.text, cursor.span(request), desk.skill.context_rules.surrounding
        )
        span = request.selection
        selected = "" if span is None else request.text[span.start : span.end]
        spoken = sentences.language_of(selected, before.text, after.text, request.instruction)
        asked = replace(desk.skill, body=desk.skill.instruction(spoken or words.language))
        skill = varying_layers.skill(asked, words, _instruction_room(desk, prefix), count)
        fixed = [
            varying_layers.task(request, desk.skill, desk.scene, words),
            skill,
            varying_layers.selection(selected, words),
            varying_layers.output(words),
        ]
        if skill.cuts:
            desk.gathering.warn(Layer.CURRENT, "CONTEXT_RULES_OVERBUDGET", "skill")
        near = f"{request.instruction}\n{before.text}\n{selected}\n{after.text}"
        stacks = self._chosen(desk, prefix, working, near)
        compacts, newest = _latest(desk)
        recent = self._recent(desk, compacts, newest)
        policy = self._policy.context
        # Nothing of the room depends on which episodes are found.
        nothing = memory_blocks.episodes((), words, count, policy)
        room = _room(
            desk, prefix, [*fixed, *varying_layers.bare([recent, *stacks, nothing], words)]
        )
        for side in (before, after):
            count(side.text)  # which is remembered: there is time while the search goes on
        episodes = () if desk.search is None else desk.gathering.episodes(desk.search)
        stacks.append(memory_blocks.episodes(episodes, words, count, policy))
        told = {each.episode.id for each in episodes}
        if any(each.id in told for each in newest):  # what stands in L5 already
            newest = [each for each in newest if each.id not in told]
            recent = self._recent(desk, compacts, newest)
        fitted = varying_layers.fit(
            room=room,
            recent=recent,
            recent_tokens=desk.budgets.recent,
            before=before,
            after=after,
            stacks=stacks,
            recalled_tokens=policy.current_tokens,
            count=count,
        )
        surrounding = desk.skill.context_rules.surrounding
        pieces = [
            varying_layers.stacked(fitted.recent, Chapter.RECENT),
            *fixed[:2],
            varying_layers.side("before", words.before, fitted.before, surrounding),
            fixed[2],
            varying_layers.side("after", words.after, fitted.after, surrounding),
            *(varying_layers.stacked(each, Chapter.CURRENT) for each in fitted.stacks),
            fixed[-1],
        ]
        return pieces, episodes, fitted

    def _recent(self, desk: _Desk, compacts: Sequence[Compact], runs: Sequence[Episode]) -> Stack:
        most = desk.skill.context_rules.recent_summary
        if not most or not desk.injecting:
            instead = prompt_headings.masked("recent_summary") if not most else prompt_headings.NONE
            return Stack("recent", None, instead=instead)
        entries = memory_blocks.recent(
            compacts, runs, most, desk.words, desk.count, self._policy.context
        )
        return Stack("recent", None, entries, recalled=False)

    def _chosen(
        self, desk: _Desk, prefix: Prefix, working: Working | None, near: str
    ) -> list[Stack]:
        """Everything but episodes that was chosen for this request, under its headings."""
        policy, words, count = self._policy.context, desk.words, desk.count
        rules = desk.skill.context_rules
        spare: Sequence[Rule] = ()
        found = []
        if desk.base is not None and desk.injecting:
            if rules.user_preferences:
                spare = memory_blocks.of_scene(
                    desk.base.chosen.spare, desk.scene, policy.scene_rules
                )
            found = list(desk.gathering.knowledge(desk.known, desk.query, desk.base.newest))
        people = desk.gathering.files(desk.shelf, FileKind.CHARACTER) if rules.characters else ()
        here = [each for each in cards.on_the_scene(people, near) if each.ref not in prefix.whole]
        lines = desk.gathering.story(desk.request, near) if rules.knowledge_graph else ()
        return [
            memory_blocks.working(working, words, count, policy),
            memory_blocks.rules(spare, words, count),
            memory_blocks.people(
                here[: policy.scene_cards], words, count, policy, asked=rules.characters
            ),
            _place(desk),
            memory_blocks.story(lines, words, count, asked=rules.knowledge_graph),
            memory_blocks.knowledge(found, words, count),
        ]

    # -- what can be said of it

    def _assembly(
        self,
        desk: _Desk,
        writer: Reads,
        prefix: Prefix,
        rest: Sequence[Part],
        episodes: Sequence[Recalled],
        fitted: Fitted,
    ) -> Assembly:
        varying = prompt.serialize(rest, desk.words, desk.count)
        _, user = prompt.messages(varying)
        used = {each.id for section in varying for each in section.references}
        kept = [each for each in episodes if each.episode.id in used]
        injected = layers.injection(varying, prefix.rules, kept, desk.skill.context_rules)
        total = prefix.tokens + sum(each.tokens for each in varying)
        self._warn_of_size(desk, total, fitted)
        return Assembly(
            generation_id=self._ids.new("gen"),
            request=desk.request,
            model=writer.name,
            system=prefix.text,
            user=user,
            sections=(*prefix.sections, *varying),
            layers=layers.reports(
                prefix.reports, varying, desk.words, desk.budgets, desk.gathering.hurt
            ),
            tokens=total,
            stable_prefix_hash=prefix.hash,
            prompt_hash=prompt.prompt_hash(prefix.text, user),
            scene_type=desk.scene,
            injected=layers.joined(prefix.injected, injected),
            warnings=tuple(dict.fromkeys(desk.gathering.warnings)),
            degradations=tuple(desk.gathering.broken),
            recalled=tuple(each.episode.seq for each in kept),
            stable_prefix_unchanged=self._unchanged(desk, writer, prefix.hash),
            tokenizer=desk.counted.tokenizer,
        )

    def _unchanged(self, desk: _Desk, writer: Reads, prefix: str) -> bool:
        """Whether the last prompt of this project, skill and model began with the same bytes, and
        was counted with the same tokenizer."""
        of, tokenizer = (
            (desk.request.project_id, desk.skill.id, writer.name),
            desk.counted.tokenizer,
        )
        if (made := self._pending_traces.newest(*of)) is not None:
            return (made.stable_prefix_hash, made.tokenizer) == (prefix, tokenizer)
        try:
            return self._trace_store.last_prefix(*of, tokenizer) == prefix
        except StoreError:
            return False

    def _warn_of_size(self, desk: _Desk, total: int, fitted: Fitted) -> None:
        policy, room = self._policy.context, desk.budgets.room
        if fitted.forced:
            desk.gathering.warn(Layer.CURRENT, "CONTEXT_CAPACITY_FORCE_TRIM", "window")
        elif total > room * policy.warn_share:
            desk.gathering.warn(Layer.CURRENT, "CONTEXT_CAPACITY_WARNING", "window")

    # -- afterwards

    def used(self, assembly: Assembly) -> None:
        """The prompt was used: what was in it was recalled (C63) and come back to (R8)."""
        if assembly.recalled:
            self._recall.were_recalled(assembly.recalled)
        if assembly.request.session_id is not None and assembly.injected.working:
            self._sessions.touch(assembly.request.session_id, assembly.injected.working)


def _instruction_room(desk: _Desk, prefix: Prefix) -> int:
    """What L0 leaves of its budget: the skill's instruction shares it, wherever it stands."""
    return desk.budgets.instructions - prefix.reports[Layer.INSTRUCTIONS].tokens


def _room(desk: _Desk, prefix: Prefix, fixed: Sequence[Part]) -> int:
    """What is left for all that may be cut."""
    room = desk.budgets.room - prefix.tokens - prompt.cost(fixed, desk.words, desk.count)
    if room < 0:
        raise InputTooLarge(
            "the selection and the instruction do not fit into the model's window: select less, "
            "or set model.window",
            field="selection",
            windowTokens=desk.budgets.room,
        )
    return room


def _latest(desk: _Desk) -> tuple[Sequence[Compact], Sequence[Episode]]:
    most = desk.skill.context_rules.recent_summary
    return desk.gathering.recent(desk.request.project_id, most if desk.injecting else 0)


def _place(desk: _Desk) -> Stack:
    """The chapter's own part of the outline, which L3 must not know (C87)."""
    asked, chapter = desk.skill.context_rules.outline, desk.request.chapter_id
    outline = desk.gathering.files(desk.shelf, FileKind.OUTLINE) if asked and chapter else ()
    found = memory_blocks.place(outline, chapter or "", desk.words, desk.count, asked=asked)
    return replace(found, entries=tuple(each for each in found.entries if desk.wants(each)))
