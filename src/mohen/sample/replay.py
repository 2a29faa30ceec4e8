"""The past, lived through again: everything is done by the acts that do it every day, on a clock
that stands where the story is. So what they write has the dates it would have had.

Nothing is put off while it lasts, for whatever is done later is done today; and no model is asked:
what is replayed is nobody's work, and nobody should pay for it.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, nullcontext
from itertools import groupby
from typing import TYPE_CHECKING, Any, TypeVar

from mohen.core.scope import Scope
from mohen.episodes.model import Draft
from mohen.errors import Conflict
from mohen.knowledge.model import FACT
from mohen.offline_writer.by_hand import Handwritten
from mohen.rules.model import Patch, Trigger
from mohen.sample.model import Act, Language, Noted, Sample, Topic, Week

if TYPE_CHECKING:
    from mohen.core.leases import Hold
    from mohen.core.ports import Clock
    from mohen.episodes.record import Episodes
    from mohen.knowledge.capture import Capture
    from mohen.policy import Policy
    from mohen.rules.distill import Distiller
    from mohen.rules.edit import RuleEditor
    from mohen.rules.store import RuleStore

T = TypeVar("T")


class PastClock:
    """Stands at a moment until it is moved; waiting takes as long as it does."""

    def __init__(self, real: Clock, at: int) -> None:
        self._real = real
        self.at = at

    def now(self) -> int:
        return self.at

    def pause(self, ms: int) -> None:
        self._real.pause(ms)


class Never:
    """Leaves undone what could be done later; what a call wants of it is done there and then."""

    def submit(
        self,
        name: str,
        work: Callable[[], object],
        *,
        after_ms: int = 0,
        at_most_ms: int = 0,
        once: bool = True,
        hurried: bool = True,
    ) -> None: ...

    def when_idle(self, name: str, work: Callable[[], object], *, after_ms: int) -> None: ...

    def beside(self, work: Callable[[], T]) -> Callable[[], T]:
        return work

    def aside(self) -> AbstractContextManager[None]:
        return nullcontext()

    def give_way(self) -> None: ...

    def is_ending(self) -> bool:
        return False


# -- From the files of a sample project to the story they tell, week by week.


_ABOUT, _WEEKS = "sample.toml", "weeks.toml"
# Nothing in a package begins with a dot: some tools leave such files out.
_PLACES = {"chapters/": "chapters/", "notes/": ".mohen/"}


def read(language: Language, texts: Mapping[str, str]) -> Sample:
    about, told = tomllib.loads(texts[_ABOUT]), tomllib.loads(texts[_WEEKS])
    noted = {
        number: tuple(map(_noted, group))
        for number, group in groupby(about["knowledge"], key=lambda each: each["week"])
    }
    weeks = enumerate(told["week"], start=1)
    return Sample(
        language,
        about["project"],
        _files(texts),
        tuple(_week(each, noted.get(number, ())) for number, each in weeks),
    )


def moments(began: int, lasts: int, count: int) -> list[int]:
    """So many moments of a week, evenly, and one more in which it is looked back on."""
    step = lasts // (count + 1)
    return [began + step * each for each in range(1, count + 1)] + [began + lasts]


def _files(texts: Mapping[str, str]) -> dict[str, str]:
    return {
        place + path.removeprefix(source): text
        for path, text in texts.items()
        for source, place in _PLACES.items()
        if path.startswith(source)
    }


def _week(told: Mapping[str, Any], notes: tuple[Noted, ...]) -> Week:
    return Week(
        chapter=told["chapter"],
        rules=tuple(told.get("rules", ())),
        acts=tuple(_act(each) for each in told["act"]),
        notes=notes,
        confirmed=Topic(**told["confirm"]) if "confirm" in told else None,
    )


def _act(told: Mapping[str, Any]) -> Act:
    return Act(**{**told, "candidates": tuple(told["candidates"])})


def written(text: str) -> list[Handwritten]:
    """The places of a sample and the candidates that were written for them."""
    return [
        Handwritten(**{**told, "candidates": tuple(told["candidates"])})
        for told in tomllib.loads(text)["place"]
    ]


def _noted(told: Mapping[str, Any]) -> Noted:
    return Noted(
        content=told["content"],
        kind=told.get("kind", FACT),
        entities=tuple(told.get("entities", ())),
    )


class Replay:
    """Lives through the weeks of a sample project."""

    def __init__(
        self,
        *,
        as_of: Callable[[PastClock], Replay],
        capture: Capture,
        clock: Clock,
        distiller: Distiller,
        episodes: Episodes,
        policy: Policy,
        rule_editor: RuleEditor,
        rule_store: RuleStore,
    ) -> None:
        self._as_of = as_of
        self._capture = capture
        self._clock = clock
        self._distiller = distiller
        self._episodes = episodes
        self._policy = policy
        self._rule_editor = rule_editor
        self._rule_store = rule_store

    def live(self, sample: Sample, hold: Hold) -> None:
        """All of them, the last of which ends now."""
        lasts = self._policy.sample.week_ms
        began = self._clock.now() - lasts * len(sample.weeks)
        clock = PastClock(self._clock, began)
        then = self._as_of(clock)
        for number, week in enumerate(sample.weeks):
            hold.keep()
            then.live_week(clock, sample.project_id, week, began + lasts * number)

    def live_week(self, clock: PastClock, project_id: str, week: Week, began: int) -> None:
        *times, end = moments(began, self._policy.sample.week_ms, len(week.acts))
        clock.at = began
        for text in week.rules:
            self._rule_editor.add(text, scope="project", project_id=project_id)
        for each in week.notes:
            self._capture.capture(each.content, project_id, kind=each.kind, entities=each.entities)
        for clock.at, act in zip(times, week.acts, strict=True):
            self._do(clock, _draft(project_id, week, act), undone=act.undone)
        clock.at = end
        self._learn(project_id)
        if week.confirmed is not None:
            self._confirm(project_id, week.confirmed)

    def _do(self, clock: PastClock, draft: Draft, *, undone: bool) -> None:
        kept = self._episodes.record(draft).episode
        if undone:
            clock.at += self._policy.sample.undo_after_ms
            self._episodes.undo(draft.project_id, episode_id=kept.id)

    def _learn(self, project_id: str) -> None:
        """As it is done every week; if others are being learned from, after them."""
        policy = self._policy.sample
        for _ in range(policy.tries):
            try:
                self._distiller.distill(project_id, Trigger.WEEKLY)
            except Conflict:
                self._clock.pause(policy.wait_ms)
            else:
                return
        raise Conflict("other projects are being learned from: load the sample again later")

    def _confirm(self, project_id: str, topic: Topic) -> None:
        """The rule of a topic, if it was learned by now."""
        for rule in self._rule_store.of(Scope(project_id)):
            wish = rule.predicate
            if wish is not None and (wish.feature, wish.scene_type) == (topic.feature, topic.scene):
                self._rule_editor.update(
                    rule.id, project_id, rule.version, Patch(user_confirmed=True)
                )


def _draft(project_id: str, week: Week, act: Act) -> Draft:
    return Draft(
        project_id=project_id,
        skill_used=act.skill,
        scene_type=act.scene,
        chapter_id=week.chapter,
        input_context=act.context,
        candidates=act.candidates,
        selected_index=act.takes,
        final_text=act.final,
        explicit=act.said,
    )
