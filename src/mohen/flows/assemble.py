"""A prompt is put together: six layers in their order, each cut with a reason (R146, R147).

Reads only. Whoever uses the prompt keeps its trace and counts what was recalled (`used`).
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from mohen.errors import InputTooLarge, StoreError
from mohen.flows import counting, gather, recall, session
from mohen.flows import prefix as prefixes
from mohen.flows.baseline import Baseline
from mohen.flows.counting import Counting
from mohen.flows.gather import Gathering
from mohen.flows.parts import Parts
from mohen.flows.prefix import Prefix, Settled
from mohen.flows.recall import Search
from mohen.logic import (
    budget,
    cards,
    chapters,
    current,
    described,
    drafts,
    placing,
    prompt,
    recalled,
    scenes,
    surroundings,
)
from mohen.logic.budget import Budgets
from mohen.logic.chapters import Words
from mohen.logic.current import Entry, Fitted, Stack
from mohen.logic.prompt import Count, Part
from mohen.model.context import (
    Assembly,
    Chapter,
    Layer,
    Request,
)
from mohen.model.conversation import Compact
from mohen.model.episode import Episode
from mohen.model.project import FileKind
from mohen.model.recall import Recalled
from mohen.model.rule import Rule
from mohen.model.session import Working
from mohen.model.settings import Settings
from mohen.model.skill import Skill
from mohen.ports import ProjectFolder, Reads

_FILES = {
    "style_guide": FileKind.STYLE_GUIDE,
    "characters": FileKind.CHARACTER,
    "world": FileKind.WORLD,
    "outline": FileKind.OUTLINE,
}


@dataclass(frozen=True, slots=True)
class _Desk:
    """What everything below looks at."""

    parts: Parts
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


def compose(
    parts: Parts,
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
    drafts.check_ids(
        parts.policy.recording,
        projectId=request.project_id,
        chapterId=request.chapter_id,
        sceneType=request.scene_type,
        sessionId=request.session_id,
    )
    placing.check(request, parts.policy.context)
    gathering = Gathering(parts, leave_out)
    working = gathering.working(request)
    focus = None if working is None else working.focus
    request = placing.placed(placing.from_focus(request, focus, skill.target), skill.target)
    placing.check_there_is_something(request, skill.target)
    read = gathering.settings() if known is None else known
    known = read or Settings()
    scene, query = _scene(parts, request), _query(parts, request)
    search = gathering.search(request, scene, query, read) if known.injection_enabled else None
    words = gather.words_of(known)
    budgets = budget.budgets(writer.window, parts.policy.context)
    counted = counting.of(parts, known, writer.name)
    desk = _Desk(
        parts=parts,
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
    prefix = _stable(desk, writer.name)
    rest, recalled_items, fitted = _varying(desk, prefix, working)
    return _assembly(desk, writer, prefix, rest, recalled_items, fitted)


def _scene(parts: Parts, request: Request) -> str:
    """As the caller says, or by the text at hand (C69)."""
    if request.scene_type:
        return scenes.canonical(request.scene_type)
    return scenes.infer(_at_hand(parts, request), parts.policy.scenes)


def _query(parts: Parts, request: Request) -> str:
    """What is looked for: what the author asks, and the text they are at."""
    asked = f"{request.instruction}\n{_at_hand(parts, request)}".strip()
    return asked[: parts.policy.context.query_chars]


def _at_hand(parts: Parts, request: Request) -> str:
    """The text one is at: the selection, or what stands just before the cursor."""
    most = parts.policy.context.query_chars
    span = placing.span(request)
    if request.selection is not None:
        return request.text[span.start : span.end][:most]
    return request.text[max(0, span.end - most) : span.end]


# -- L0–L3


def _stable(desk: _Desk, model: str) -> Prefix:
    rules = desk.skill.context_rules
    agents = desk.gathering.files(desk.shelf, FileKind.AGENTS, Layer.INSTRUCTIONS)
    files = {
        name: desk.gathering.files(desk.shelf, kind)
        for name, kind in _FILES.items()
        if getattr(rules, "characters" if name == "world" else name)
    }
    if desk.shelf is not None and files and not any(files.values()) and not desk.shelf.stamp():
        desk.gathering.warn(Layer.PROJECT, "FILES_UNAVAILABLE", "folder")
    return prefixes.made(
        Settled(
            skill=desk.skill,
            project_id=desk.request.project_id,
            model=model,
            words=desk.words,
            budgets=desk.budgets,
            agents=agents,
            files=tuple(files.items()),
            bound=desk.shelf is not None,
            base=desk.base,
            injecting=desk.injecting,
            policy=desk.parts.policy.context,
            counted=desk.counted,
        )
    )


# -- L4, L5


def _varying(
    desk: _Desk, prefix: Prefix, working: Working | None
) -> tuple[list[Part], tuple[Recalled, ...], Fitted]:
    request, words, count = desk.request, desk.words, desk.count
    before, after = surroundings.around(
        request.text, placing.span(request), desk.skill.context_rules.surrounding
    )
    span = request.selection
    selected = "" if span is None else request.text[span.start : span.end]
    fixed = [
        current.task(request, desk.skill.target, desk.scene, words),
        current.selection(selected, words),
        current.output(words),
    ]
    near = f"{request.instruction}\n{before.text}\n{selected}\n{after.text}"
    stacks = _chosen(desk, prefix, working, near)
    compacts, newest = _latest(desk)
    recent = _recent(desk, compacts, newest)
    policy = desk.parts.policy.context
    # Nothing of the room depends on which episodes are found.
    nothing = recalled.episodes((), words, count, policy)
    room = _room(desk, prefix, [*fixed, *current.bare([recent, *stacks, nothing], words)])
    for side in (before, after):
        count(side.text)  # which is remembered: there is time while the search goes on
    episodes = () if desk.search is None else desk.gathering.episodes(desk.search)
    stacks.append(recalled.episodes(episodes, words, count, policy))
    told = {each.episode.id for each in episodes}
    if any(each.id in told for each in newest):  # what stands in L5 already
        newest = [each for each in newest if each.id not in told]
        recent = _recent(desk, compacts, newest)
    fitted = current.fit(
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
    parts = [
        current.stacked(fitted.recent, Chapter.RECENT),
        fixed[0],
        current.side("before", words.before, fitted.before, surrounding),
        fixed[1],
        current.side("after", words.after, fitted.after, surrounding),
        *(current.stacked(each, Chapter.CURRENT) for each in fitted.stacks),
        fixed[-1],
    ]
    return parts, episodes, fitted


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


def _recent(desk: _Desk, compacts: Sequence[Compact], runs: Sequence[Episode]) -> Stack:
    most = desk.skill.context_rules.recent_summary
    if not most or not desk.injecting:
        instead = chapters.masked("recent_summary") if not most else chapters.NONE
        return Stack("recent", None, instead=instead)
    entries = recalled.recent(
        compacts, runs, most, desk.words, desk.count, desk.parts.policy.context
    )
    return Stack("recent", None, entries, recalled=False)


def _chosen(desk: _Desk, prefix: Prefix, working: Working | None, near: str) -> list[Stack]:
    """Everything but episodes that was chosen for this request, under its headings."""
    policy, words, count = desk.parts.policy.context, desk.words, desk.count
    rules = desk.skill.context_rules
    spare: Sequence[Rule] = ()
    found = []
    if desk.base is not None and desk.injecting:
        if rules.user_preferences:
            spare = recalled.of_scene(desk.base.chosen.spare, desk.scene, policy.scene_rules)
        found = list(desk.gathering.knowledge(desk.known, desk.query, desk.base.newest))
    people = desk.gathering.files(desk.shelf, FileKind.CHARACTER) if rules.characters else ()
    here = [each for each in cards.on_the_scene(people, near) if each.ref not in prefix.whole]
    lines = desk.gathering.story(desk.request, near) if rules.knowledge_graph else ()
    return [
        recalled.working(working, words, count, policy),
        recalled.rules(spare, words, count),
        recalled.people(here[: policy.scene_cards], words, count, policy, asked=rules.characters),
        _place(desk),
        recalled.story(lines, words, count, asked=rules.knowledge_graph),
        recalled.knowledge(found, words, count),
    ]


def _place(desk: _Desk) -> Stack:
    """The chapter's own part of the outline, which L3 must not know (C87)."""
    asked, chapter = desk.skill.context_rules.outline, desk.request.chapter_id
    outline = desk.gathering.files(desk.shelf, FileKind.OUTLINE) if asked and chapter else ()
    found = recalled.place(outline, chapter or "", desk.words, desk.count, asked=asked)
    return replace(found, entries=tuple(each for each in found.entries if desk.wants(each)))


# -- what can be said of it


def _assembly(
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
    injected = described.injection(varying, prefix.rules, kept, desk.skill.context_rules)
    total = prefix.tokens + sum(each.tokens for each in varying)
    _warn_of_size(desk, total, prefix.parts, fitted)
    return Assembly(
        generation_id=desk.parts.ids.new("gen"),
        request=desk.request,
        model=writer.name,
        system=prefix.text,
        user=user,
        sections=(*prefix.sections, *varying),
        layers=described.reports(
            prefix.reports, varying, desk.words, desk.budgets, desk.gathering.hurt
        ),
        tokens=total,
        stable_prefix_hash=prefix.hash,
        prompt_hash=prompt.prompt_hash(prefix.text, user),
        scene_type=desk.scene,
        injected=described.joined(prefix.injected, injected),
        warnings=tuple(dict.fromkeys(desk.gathering.warnings)),
        degradations=tuple(desk.gathering.broken),
        recalled=tuple(each.episode.seq for each in kept),
        stable_prefix_unchanged=_unchanged(desk, writer, prefix.hash),
        tokenizer=desk.counted.tokenizer,
    )


def _unchanged(desk: _Desk, writer: Reads, prefix: str) -> bool:
    """Whether the last prompt of this project, skill and model began with the same bytes, and
    was counted with the same tokenizer."""
    desk.parts.unkept.settle()
    try:
        last = desk.parts.generations.last_prefix(
            desk.request.project_id, desk.skill.id, writer.name, desk.counted.tokenizer
        )
    except StoreError:
        return False
    return last == prefix


def _warn_of_size(desk: _Desk, total: int, parts: Sequence[Part], fitted: Fitted) -> None:
    policy, room = desk.parts.policy.context, desk.budgets.room
    if any(
        part.chapter is Chapter.INSTRUCTIONS and part.name == "skill" and part.cuts
        for part in parts
    ):
        desk.gathering.warn(Layer.INSTRUCTIONS, "CONTEXT_RULES_OVERBUDGET", "skill")
    if fitted.forced:
        desk.gathering.warn(Layer.CURRENT, "CONTEXT_CAPACITY_FORCE_TRIM", "window")
    elif total > room * policy.warn_share:
        desk.gathering.warn(Layer.CURRENT, "CONTEXT_CAPACITY_WARNING", "window")


# -- afterwards


def used(parts: Parts, assembly: Assembly) -> None:
    """The prompt was used: what was in it was recalled (C63) and come back to (R8)."""
    if assembly.recalled:
        seqs = assembly.recalled
        parts.jobs.submit("mark-recalled", lambda: recall.mark_recalled(parts, seqs), once=False)
    if assembly.request.session_id is not None and assembly.injected.working:
        session.touch(parts, assembly.request.session_id, assembly.injected.working)
