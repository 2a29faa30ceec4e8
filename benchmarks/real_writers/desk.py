"""A writer's memory for measurements: in a home, through the door everybody uses, or the same
learning without a file, a hundred times as fast."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from tempfile import TemporaryDirectory

from mohen import open_memory
from mohen.episodes import style_evidence
from mohen.episodes.model import Draft
from mohen.episodes.record import scene_of
from mohen.policy import Policy
from mohen.rules.comparisons import Account, Witness
from mohen.rules.distill import Known, learned
from mohen.rules.model import Link, Origin, Rule
from mohen.testing import FrozenClock
from mohen.text import style
from mohen.text.style import Profile
from real_writers.reading import PROJECT, Act, Turn

POLICY = Policy()
BETWEEN_S = 60
START = 1_760_000_000_000
MEMORY_DISK = Path("/dev/shm")


@lru_cache(maxsize=60_000)
def measured(text: str) -> Profile:
    return style.measure(text, POLICY.style)


def once() -> None:
    """In this process every text is measured once, however often it is shown by lot."""
    setattr(style_evidence, "measure", lambda text, _policy: measured(text))  # noqa: B010


@lru_cache(maxsize=20_000)
def _scene(named: str | None, context: str, candidates: tuple[str, ...]) -> str:
    draft = Draft(
        project_id=PROJECT,
        skill_used="",
        input_context=context,
        candidates=candidates,
        selected_index=-1,
        scene_type=named,
    )
    return scene_of(draft, POLICY.scenes)


@lru_cache(maxsize=20_000)
def _account(
    candidates: tuple[str, ...],
    selected: int,
    final: str | None,
    explicit: str | None,
    context: str,
) -> Account:
    """What is measured of an episode; by lot the same ones come again and again."""
    found = style_evidence.evidence(
        candidates,
        selected,
        final,
        POLICY.style,
        explicit=explicit,
        context=context,
        words=POLICY.measuring,
    )
    return Account.read(found.to_json())


class Notebook:
    """What a distillation knows and does, in memory. `Distiller` does the same with a store."""

    def __init__(self) -> None:
        self._heard: list[Witness] = []
        self._links: dict[str, tuple[Link, ...]] = {}
        self.rules: list[Rule] = []
        self.turned: list[tuple[int, Rule]] = []  # after so many episodes, to this rule
        self._made = 0
        self._now = 0

    def hear(self, act: Act, at: int | None = None) -> None:
        draft = act.draft
        self._now = max(
            self._now, START + len(self._heard) * BETWEEN_S * 1000 if at is None else at
        )
        self._heard.append(
            Witness(
                episode_id=f"ep_{len(self._heard):06}",
                at=self._now,
                scene=_scene(draft.scene_type, draft.input_context, draft.candidates),
                skill=draft.skill_used,
                accepted=draft.selected_index >= 0,
                undone=act.undo,
                account=_account(
                    draft.candidates,
                    draft.selected_index,
                    draft.final_text,
                    draft.explicit,
                    draft.input_context,
                ),
                position=draft.selected_index,
            )
        )

    def look(self) -> list[Rule]:
        known = Known(PROJECT, self.rules, (), self._links, lambda _predicate: False)
        kept = {each.id: each for each in self.rules}
        for change in learned(self._heard, known, POLICY, self._now):
            before, after = change.before, change.after
            if after is None:
                if before is not None:
                    del kept[before.id]
                continue
            if before is None:
                self._made += 1
                after = replace(after, id=f"rule_{self._made:06}")
            if "drifted" in change.kinds:
                self.turned.append((len(self._heard), after))
            kept[after.id] = after
            self._links[after.id] = change.links
        self.rules = list(kept.values())
        return self.rules


def looks(count: int, times: int) -> list[int]:
    """So many, evenly over the whole."""
    return sorted({round(count * (at + 1) / times) for at in range(times)} - {0})


def in_a_home(acts: Sequence[tuple[Turn, Act]], ends: Sequence[int] = ()) -> list[Rule]:
    """The rules of one who works with a memory of their own: it learns when it does, and at the
    end, or after so many."""
    ends = ends or [len(acts)]
    disk = MEMORY_DISK if MEMORY_DISK.is_dir() else None
    clock = FrozenClock(acts[0][0].at)
    with (
        TemporaryDirectory(prefix="mohen-writer-", dir=disk) as folder,
        open_memory(Path(folder), clock=clock, immediate=True) as memory,
    ):
        for number, (turn, each) in enumerate(acts, 1):
            clock.advance(seconds=max(0, turn.at - clock.now()) / 1000)
            kept = memory.episodes.record(each.draft).episode
            if each.undo:
                memory.episodes.undo(PROJECT, episode_id=kept.id)
            if number in ends:
                memory.rules.distill(PROJECT, wait=True)
        rules = [each.rule for each in memory.rules.list(PROJECT).items]
    return [each for each in rules if each.origin is Origin.DISTILLED]
