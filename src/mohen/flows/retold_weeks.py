"""The weeks of a sample project, lived through by the flows of every day: recorded, taken back,
typed, captured, distilled at each week's end, confirmed. Nothing of what is learned is written by
hand."""

from __future__ import annotations

from mohen.errors import Conflict
from mohen.flows import capture, curate, distill, record, replay, undo
from mohen.flows.alone import Hold
from mohen.flows.parts import Parts
from mohen.logic import sample as logic
from mohen.model.episode import Draft
from mohen.model.rulebook import Patch
from mohen.model.run import Trigger
from mohen.model.sample import Act, Sample, Topic, Week
from mohen.model.scope import Scope


def live(parts: Parts, sample: Sample, hold: Hold) -> None:
    """All of them, the last of which ends now."""
    lasts = parts.policy.sample.week_ms
    began = parts.clock.now() - lasts * len(sample.weeks)
    then, clock = replay.past(parts, began)
    for number, week in enumerate(sample.weeks):
        hold.keep()
        _live(then, clock, sample.project_id, week, began + lasts * number)


def _live(parts: Parts, clock: replay.PastClock, project_id: str, week: Week, began: int) -> None:
    *moments, end = logic.moments(began, parts.policy.sample.week_ms, len(week.acts))
    clock.at = began
    for text in week.rules:
        curate.add(parts, text, scope="project", project_id=project_id)
    for each in week.notes:
        capture.capture(parts, project_id, each.content, kind=each.kind, entities=each.entities)
    for clock.at, act in zip(moments, week.acts, strict=True):
        _do(parts, clock, _draft(project_id, week, act), undone=act.undone)
    clock.at = end
    _learn(parts, project_id)
    if week.confirmed is not None:
        _confirm(parts, project_id, week.confirmed)


def _do(parts: Parts, clock: replay.PastClock, draft: Draft, *, undone: bool) -> None:
    kept = record.record(parts, draft).episode
    if undone:
        clock.at += parts.policy.sample.undo_after_ms
        undo.undo(parts, draft.project_id, episode_id=kept.id)


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


def _learn(parts: Parts, project_id: str) -> None:
    """As it is done every week; if others are being learned from, after them."""
    policy = parts.policy.sample
    for _ in range(policy.tries):
        try:
            distill.distill(parts, project_id, Trigger.WEEKLY)
        except Conflict:
            parts.clock.pause(policy.wait_ms)
        else:
            return
    raise Conflict("other projects are being learned from: load the sample again later")


def _confirm(parts: Parts, project_id: str, topic: Topic) -> None:
    """The rule of a topic, if it was learned by now."""
    for rule in parts.rules.of(Scope(project_id)):
        wish = rule.predicate
        if wish is not None and (wish.feature, wish.scene_type) == (topic.feature, topic.scene):
            curate.update(parts, rule.id, project_id, rule.version, Patch(user_confirmed=True))
