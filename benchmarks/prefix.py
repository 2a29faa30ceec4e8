"""What a provider's prefix cache would serve while a book is written: two hundred runs.

Rules and files change at known moments. Which skills' prefixes must change with them follows
from what each skill asks for, and is checked at every run: a prefix that changes without a
reason, or stays in spite of one, stops the benchmark.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import Final

from homes import PROJECT
from mohen import Memory, open_memory
from mohen.prompts.cache_report import CacheReport, Replayed, Served
from mohen.prompts.model import Assembly, Request
from mohen.rules.model import Action, Patch
from mohen.skills.model import Response
from mohen.testing import FrozenClock, ScriptedWriter
from simulated.acting import START, Desk
from simulated.author import population
from writing_home import book, furnish, prose, put, write_folder

SKILLS: Final = (
    "continue", "dialogue", "expand", "rewrite", "polish", "condense", "consistency-check",
)  # fmt: skip
RUNS: Final = 200
CHARS: Final = 20_000  # of a chapter
A_SITTING, A_DAY = 20, 40  # runs
MINUTES: Final = (1, 7)  # between two runs of a sitting
MINUTE_MS: Final = 60_000
EVERYTHING, NOTHING = "everything", "nothing"


@dataclass(frozen=True, slots=True)
class Provider:
    """How a cache is: what it asks for and how long it remembers."""

    name: str
    ttl_ms: int | None = None
    at_least: int = 0


PROVIDERS: Final = (
    Provider("remembers for ever"),
    Provider("60 minutes, from 1,024 tokens", 60 * MINUTE_MS, 1_024),
    Provider("5 minutes, from 1,024 tokens", 5 * MINUTE_MS, 1_024),
)


@dataclass(frozen=True, slots=True)
class Change:
    """Something that happens before a run. `asked` is the key of `context_rules` by which a skill
    is touched by it, everything, or nothing."""

    name: str
    asked: str
    act: Callable[[], object]


@dataclass(frozen=True, slots=True)
class Told:
    """One story, replayed with one provider."""

    story: str
    provider: str
    runs: int
    skills: int
    changes: int  # prefixes that were not what they had been
    prefix: float
    unchanged: float  # of the tokens of prefixes that were as before
    prompt: float
    naive: float
    by_skill: dict[str, float]


@dataclass(frozen=True, slots=True)
class Story:
    name: str
    reports: dict[str, CacheReport]
    changed_at: tuple[int, ...]  # the runs before which something changed

    def told(self) -> Iterator[Told]:
        for provider, report in self.reports.items():
            runs = report.runs
            skills = sorted({each.skill_id for each in runs})
            yield Told(
                self.name,
                provider,
                len(runs),
                len(skills),
                report.changes,
                report.prefix.share,
                _sum(_unchanged(runs)).share,
                report.prompt.share,
                report.naive.share,
                {
                    skill: _sum(each for each in runs if each.skill_id == skill).share
                    for skill in skills
                },
            )


def _sum(runs: Sequence[Replayed] | Iterator[Replayed]) -> Served:
    return sum((each.prefix for each in runs), Served())


def _unchanged(runs: Sequence[Replayed]) -> Iterator[Replayed]:
    """Those whose prefix was sent before."""
    known: set[str] = set()
    for each in runs:
        if each.skill_id in known and not each.prefix_changed:
            yield each
        known.add(each.skill_id)


# -- a book is written


def written(
    name: str, place: Path, skills: Sequence[str], *, changing: bool, runs: int = RUNS
) -> Story:
    """Skills in turn, each run answered, so that there is an episode more before the next."""
    folder, rng = place / "novel", Random(f"runs {name}")
    write_folder(folder)
    writer = ScriptedWriter(*(prose(rng, "zh", 160) for _ in range(runs * 3)))
    clock = FrozenClock(START)
    with open_memory(place / "home", clock=clock, writer=writer, immediate=True) as memory:
        memory.settings.update(preference_learning_enabled=False)
        furnish(memory, folder, rules=12, notes=8)
        asking = {skill: _asks(memory, skill) for skill in skills}
        due = _planned(memory, folder, runs) if changing else {}
        watch = Watch()
        where = book(CHARS)
        places = {skill: where.requests(skill, 1) for skill in skills}
        for number in range(runs):
            if number in due:
                change = due[number]
                change.act()
                watch.touched(skill for skill in skills if change.asked in asking[skill])
            _later(clock, rng, number)
            skill = skills[number % len(skills)]
            _run(memory, next(places[skill]), rng, watch)
        real = tuple(at for at, each in due.items() if each.asked != NOTHING)
        return Story(name, replayed(memory), real)


class Watch:
    """Whether each prefix changes when it should and at no other time."""

    def __init__(self) -> None:
        self._last: dict[str, str] = {}
        self._due: set[str] = set()

    def touched(self, skills: Iterator[str]) -> None:
        self._due.update(skills)

    def see(self, made: Assembly) -> None:
        skill, seen = made.request.skill_id, made.stable_prefix_hash
        before = self._last.get(skill)
        if before is not None and (seen != before) is not (skill in self._due):
            raise RuntimeError(f"the prefix of {skill} {_said(seen != before)}")
        if made.stable_prefix_unchanged is not (seen == before):
            raise RuntimeError(f"what was said of the prefix of {skill} is not so")
        self._last[skill] = seen
        self._due.discard(skill)


def _said(changed: bool) -> str:
    return "changed without a reason" if changed else "stayed though something changed"


def _asks(memory: Memory, skill: str) -> set[str]:
    """What the skill's prefix depends on."""
    rules = memory.skills.get(skill, PROJECT).context_rules
    keys = ("user_preferences", "style_guide", "characters", "outline")
    return {EVERYTHING, *(key for key in keys if getattr(rules, key))}


def _run(memory: Memory, request: Request, rng: Random, watch: Watch) -> None:
    done = memory.skills.run(request)
    watch.see(done.assembly)
    memory.skills.feedback(done.run_id, _answer(rng, done.candidates), project_id=PROJECT)


def _answer(rng: Random, candidates: Sequence[str]) -> Response:
    chosen = rng.randrange(len(candidates))
    how = rng.choices(tuple(Action), (6, 2, 2))[0]
    if how is Action.REJECT:
        return Response(action=how)
    final = candidates[chosen].replace("，", "。", 1) if how is Action.PARTIAL else None
    return Response(action=how, selected_index=chosen, final_text=final)


def _later(clock: FrozenClock, rng: Random, number: int) -> None:
    """Minutes go by within a sitting, hours between two, a night after each day."""
    clock.advance(seconds=60 * rng.uniform(*MINUTES))
    if number and number % A_DAY == 0:
        clock.advance(hours=14)
    elif number and number % A_SITTING == 0:
        clock.advance(hours=3)


# -- what changes


def _planned(memory: Memory, folder: Path, runs: int) -> dict[int, Change]:
    """Eight changes that must be seen and four that must not, evenly over the runs."""
    acts = [*_seen(memory, folder), *_unseen(memory, folder)]
    Random("plan").shuffle(acts)
    return {(at + 1) * runs // (len(acts) + 1): each for at, each in enumerate(acts)}


def _seen(memory: Memory, folder: Path) -> list[Change]:
    rules = [each.rule for each in memory.rules.list(PROJECT, scope="project").items]
    unsure = next(each for each in rules if not each.user_confirmed)
    other = next(each for each in rules if each is not unsure)

    def confirm() -> None:
        memory.rules.update(
            unsure.id, unsure.version, Patch(user_confirmed=True), project_id=PROJECT
        )

    return [
        Change("a rule is added", "user_preferences", lambda: _add(memory, PROJECT)),
        Change("a rule is confirmed", "user_preferences", confirm),
        Change(
            "a rule is deleted",
            "user_preferences",
            lambda: memory.rules.delete(other.id, project_id=PROJECT),
        ),
        Change("a note is added", EVERYTHING, lambda: _note(memory)),
        _edit(folder, ".mohen/style-guide.md", "style_guide"),
        _edit(folder, ".mohen/characters/00.md", "characters"),
        _edit(folder, ".mohen/world.md", "characters"),
        _edit(folder, ".mohen/outline.md", "outline"),
    ]


def _unseen(memory: Memory, folder: Path) -> list[Change]:
    return [
        Change("a rule of another project is added", NOTHING, lambda: _add(memory, "other")),
        Change(
            "a setting is changed",
            NOTHING,
            lambda: memory.settings.update(preference_learning_threshold=4),
        ),
        replace(_edit(folder, ".mohen/characters/49.md", NOTHING), name="a far card is edited"),
        replace(_edit(folder, "chapters/01.md", NOTHING), name="a chapter is edited"),
    ]


def _add(memory: Memory, project: str) -> None:
    memory.rules.add("对话里不用感叹号", scope="project", project_id=project)


def _note(memory: Memory) -> None:
    memory.entries.create("fact", "码头在城北。", scope="project", project_id=PROJECT)


def _edit(folder: Path, ref: str, asked: str) -> Change:
    """Near its beginning, where the prompt holds it."""

    def act() -> None:
        path = folder / ref
        before = path.read_text(encoding="utf-8") if path.exists() else ""
        first, _, rest = before.partition("\n")
        put(folder, ref, f"{first}\n改过了。\n{rest}")

    return Change(f"{ref} is edited", asked, act)


# -- while it learns


def learning(name: str, place: Path, runs: int = RUNS) -> Story:
    """An author with one strong taste, whose rules change by themselves: each prompt is made
    before the author acts, and the act is recorded under it."""
    clock = FrozenClock(START)
    desk = Desk(population("strong", 1, 0, "zh")[0], PROJECT)
    write_folder(place / "novel")
    with open_memory(place / "home", clock=clock, immediate=True) as memory:
        memory.projects.bind(PROJECT, str(place / "novel"))
        watch, believed, changed = Watch(), _believed(memory), []
        where, skills = book(CHARS), set[str]()
        places = {each: where.requests(each, 2) for each in SKILLS}
        for number in range(runs):
            act = desk.next()
            clock.advance(seconds=max(0.0, (act.at - clock.now()) / 1000))
            if believed != (believed := _believed(memory)):
                changed.append(number)
                watch.touched(iter(skills))
            skill = act.draft.skill_used
            skills.add(skill)
            made = memory.context.assemble(next(places[skill]))
            watch.see(made)
            memory.episodes.record(replace(act.draft, generation_id=made.generation_id))
        return Story(name, replayed(memory), tuple(changed))


def _believed(memory: Memory) -> list[object]:
    """The rules as a prompt says them."""
    rules = [each.rule for each in memory.rules.list(PROJECT).items]
    return [(each.text, f"{each.confidence:.2f}", each.user_confirmed) for each in rules]


def replayed(memory: Memory) -> dict[str, CacheReport]:
    return {
        each.name: memory.context.cache_report(PROJECT, ttl_ms=each.ttl_ms, at_least=each.at_least)
        for each in PROVIDERS
    }
