"""What becomes of rules in the light of what was found."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mohen.policy import Policy
from mohen.rules.learner import Pattern
from mohen.rules.model import Link, Op, Origin, Predicate, Rule, Tally
from mohen.rules.revision import Change, revise
from mohen.text.default_rules import Category
from rulebooks import SHORT, SHORT_TEXT, rule
from shows import shows

POLICY = Policy()
NOW = 1_760_000_000_000
Follow = Callable[[Predicate], Pattern | None]


def links(supporting: int, contradicting: int = 0, weight: float = 1.0) -> tuple[Link, ...]:
    return tuple(
        Link(f"ep_{n:06d}", n < supporting, weight) for n in range(supporting + contradicting)
    )


def mixed(supporting: int, contradicting: int) -> tuple[Link, ...]:
    """Now this, now that."""
    return tuple(sorted(links(supporting, contradicting), key=lambda each: each.episode_id[::-1]))


def pattern(predicate: Predicate = SHORT, told: Sequence[Link] = (), **changes: Any) -> Pattern:
    plain: dict[str, Any] = {
        "predicate": predicate,
        "language": "zh",
        "strength": 5.0,
        "links": tuple(told) or links(35),
        "began": 1,
        "latest": 2_000,
        "turned": False,
    }
    return Pattern(**{**plain, **changes})


def look(
    rules: Sequence[Rule] = (),
    found: Sequence[Pattern] = (),
    *,
    everywhere: Sequence[Rule] = (),
    told: dict[str, Sequence[Link]] | None = None,
    follow: Follow = lambda _predicate: None,
) -> list[Change]:
    return revise(
        rules,
        everywhere,
        told or {},
        found,
        follow,
        project_id="novel",
        policy=POLICY,
        now=NOW,
    )


def after(change: Change) -> Rule:
    assert change.after is not None
    return change.after


# -- new rules


@shows("R48", "R36", "C16", "C79")
def test_a_pattern_becomes_a_rule() -> None:
    found = pattern(replace(SHORT, value=12.4))
    (born,) = look(found=[found])
    made = after(born)
    assert born.before is None
    assert (born.kinds, born.links) == (("created",), found.links)
    assert (made.text, made.category) == (SHORT_TEXT, Category.PACING)
    assert made.text_zh == made.text
    assert made.text_en
    assert made.predicate == SHORT  # 12.4 rounded up
    assert made.confidence == 0.875
    assert made.tally == Tally(supporting=35, weight_for=35.0)
    assert (made.origin, made.project_id, made.user_confirmed) == ("distilled", "novel", False)
    assert (made.created_at, made.updated_at, made.evidence_at) == (NOW, NOW, 2_000)


@shows("C81", "C16")
def test_weights_say_how_consistent_and_episodes_how_many() -> None:
    (born,) = look(found=[pattern(told=(*links(15, weight=0.5), Link("ep_x", False, 2.5)))])
    assert after(born).confidence == pytest.approx(0.75 * 16 / 21)


@shows("C72")
def test_it_is_worded_in_the_authors_language() -> None:
    words = replace(SHORT, value=8.0, unit="words")
    (born,) = look(found=[pattern(words, language="en")])
    assert after(born).text == after(born).text_en
    assert "10 words" in after(born).text


@shows("C62", "C77")
def test_what_is_said_of_everything_already_is_not_said_again() -> None:
    wide = replace(SHORT, scene_type=None)
    found = [pattern()]
    assert look(found=found, everywhere=[rule(project_id=None, predicate=wide)]) == []
    typed = rule(predicate=wide, origin=Origin.MANUAL, user_confirmed=True)
    assert look([typed], found) == []
    # The opposite, or the same of another scene, is something else
    for other in (replace(wide, op=Op.MORE), replace(SHORT, scene_type="dialogue")):
        (born,) = look(found=found, everywhere=[rule(project_id=None, predicate=other)])
        assert born.kinds == ("created",)


# -- rules that are there


@shows("C16", "C9")
def test_more_evidence_makes_it_surer() -> None:
    known = rule(confidence=0.8, tally=Tally(20, 0, 20.0))
    (heard,) = look([known], [pattern(told=links(35))], told={known.id: links(20)})
    assert heard.kinds == ("raised",)
    assert after(heard).confidence == 0.875
    assert (after(heard).version, after(heard).updated_at) == (known.version + 1, NOW)
    assert (after(heard).text, after(heard).history) == (known.text, ())


@shows("C9")
def test_the_same_evidence_changes_nothing() -> None:
    (born,) = look(found=[pattern()])
    known = replace(after(born), id="rule_a")
    assert look([known], [pattern()], told={"rule_a": links(35)}) == []
    follow: Follow = lambda _predicate: pattern()  # noqa: E731
    assert look([known], told={"rule_a": links(35)}, follow=follow) == []


@shows("C3")
def test_what_is_gone_still_counts() -> None:
    # Given ten episodes of which policy has deleted six
    known = rule(tally=Tally(4, 0, 10.0, gone_supporting=6))
    (heard,) = look([known], [pattern(told=links(9))], told={known.id: links(4)})
    tally = after(heard).tally
    assert (tally.supporting, tally.gone_supporting, tally.weight_for) == (9, 6, 15.0)
    assert after(heard).confidence == 15 / 20


@shows("B3", "R75", "R66")
@pytest.mark.parametrize("known", [{"user_confirmed": True}, {"origin": Origin.MANUAL}])
def test_what_is_the_authors_own_only_gets_more_to_speak_for_it(known: dict[str, Any]) -> None:
    kept = rule(confidence=0.4, **known)
    (heard,) = look([kept], [pattern(replace(SHORT, value=22.0))])
    assert heard.kinds == ()
    assert heard.links == links(35)
    assert replace(after(heard), tally=kept.tally) == kept
    assert after(heard).tally.supporting == 35


@shows("B3")
@pytest.mark.parametrize("known", [{"user_confirmed": True}, {"user_modified": True}])
def test_nor_does_it_turn(known: dict[str, Any]) -> None:
    # Given a rule of the author's and evidence for the opposite
    kept = rule(**known)
    opposite = pattern(replace(SHORT, op=Op.MORE, value=25.0), links(9, 1))
    (heard,) = look([kept], follow=lambda _predicate: opposite)
    # Then it is evidence against the rule
    assert (after(heard).text, after(heard).predicate) == (kept.text, kept.predicate)
    assert after(heard).drifted_at is None
    assert (after(heard).tally.supporting, after(heard).tally.contradicting) == (1, 9)
    # And what was found is a rule beside it, for the author to decide
    changes = look([kept], [opposite], follow=lambda _predicate: opposite)
    assert [each.kinds[:1] for each in changes if each.before is None] == [("created",)]


@shows("R76", "C20")
def test_the_authors_words_stay_while_it_gets_surer() -> None:
    kept = rule(text="打起来就短", user_modified=True, confidence=0.3)
    (heard,) = look([kept], [pattern(replace(SHORT, value=22.0))])
    assert (after(heard).text, after(heard).predicate) == (kept.text, kept.predicate)
    assert after(heard).confidence == 0.875


@shows("C20", "C79")
def test_a_number_that_moves_is_worded_anew_and_the_old_words_are_kept() -> None:
    (heard,) = look([rule(confidence=0.875)], [pattern(replace(SHORT, value=18.0))])
    assert after(heard).text == "动作场景偏好短句，平均句长 < 20 字"
    (old,) = after(heard).history
    assert (old.text, old.until, old.by) == (SHORT_TEXT, NOW, "distillation")
    assert after(heard).version == 2


def test_a_model_s_words_stay_while_the_rule_says_the_same() -> None:
    kept = rule(text="打斗宜用短句", text_zh="打斗宜用短句", confidence=0.5)
    (heard,) = look([kept], [pattern(replace(SHORT, value=13.0))])
    assert after(heard).text == "打斗宜用短句"


# -- drift, widening, withdrawal


@shows("R68", "R71", "C82")
def test_the_opposite_turns_a_rule_that_is_ours() -> None:
    known = rule(tally=Tally(40, 0, 40.0))
    found = pattern(replace(SHORT, op=Op.MORE, value=24.0), links(15), turned=True)
    (heard,) = look([known], [found], told={known.id: links(40)})
    turned = after(heard)
    assert turned.id == known.id
    assert heard.kinds[0] == "drifted"
    assert turned.text == "动作场景偏好长句，平均句长 > 20 字"
    assert turned.drifted_at == NOW
    assert turned.history[-1].by == "drift"
    assert turned.confidence == 15 / 20  # what spoke for the opposite counts no more
    assert turned.tally == Tally(supporting=15, weight_for=15.0)


LONG = replace(SHORT, op=Op.MORE, value=24.0)


@shows("C20", "C82")
def test_a_mind_that_is_changed_as_a_whole_turns_the_rule_of_a_scene_in_its_place() -> None:
    known = rule(tally=Tally(40, 0, 40.0))
    whole = pattern(replace(LONG, scene_type=None), links(15), turned=True)
    (heard,) = look([known], [whole], told={known.id: links(40)})
    turned = after(heard)
    assert (turned.id, heard.kinds[0]) == (known.id, "drifted")
    assert (turned.predicate and turned.predicate.scene_type, turned.drifted_at) == (None, NOW)
    assert turned.history[-1].text == known.text


@shows("C82")
@pytest.mark.parametrize(
    "thin",
    [
        pattern(LONG, links(2), turned=True),
        pattern(LONG, links(9, 7), turned=True),
        pattern(LONG, links(15), turned=True, strength=1.5),
    ],
    ids=["on two episodes", "of which half disagree", "that chance shows too"],
)
def test_a_change_of_mind_takes_what_a_rule_takes_and_more(thin: Pattern) -> None:
    for change in look([rule()], follow=lambda _predicate: thin):
        assert "drifted" not in change.kinds
        assert change.after is None or after(change).predicate == SHORT


@shows("C82")
def test_who_has_just_changed_their_mind_does_not_turn_back_soon() -> None:
    # Given a rule that turned a while ago
    turned = rule(drifted_at=1_000)
    # When as much speaks for the opposite as would turn another, or most of it is older
    soon = pattern(LONG, links(12), turned=True, began=1_001)
    older = pattern(LONG, links(30), turned=True, began=900)
    for found in (soon, older):
        assert all("drifted" not in each.kinds for each in look([turned], [found]))
    # Then it waits for more
    lasting = replace(soon, links=links(25))
    (heard,) = look([turned], [lasting])
    assert heard.kinds[0] == "drifted"


@shows("C80")
def test_a_rule_that_more_episodes_contradict_than_support_goes_however_they_weigh() -> None:
    heavy = tuple(replace(each, weight=2.0 if each.supports else 1.0) for each in mixed(85, 98))
    (gone,) = look([rule()], [pattern(told=heavy)])
    assert (gone.after, gone.kinds) == (None, ("withdrawn",))


@shows("C78")
def test_a_rule_is_widened_and_narrowed_in_its_place() -> None:
    wide = replace(SHORT, scene_type=None)
    (widened,) = look([rule()], [pattern(wide)])
    assert (widened.kinds[0], after(widened).id) == ("widened", "rule_a")
    assert after(widened).predicate == wide
    (narrowed,) = look([rule(predicate=wide)], [pattern()])
    assert (narrowed.kinds[0], after(narrowed).predicate) == ("narrowed", SHORT)


@shows("C62", "C78")
def test_what_a_wider_rule_says_too_is_merged_into_it() -> None:
    wide, talk = replace(SHORT, scene_type=None), replace(SHORT, scene_type="dialogue")
    rules = [rule("rule_a"), rule("rule_b", predicate=talk)]
    changes = {each.before.id: each for each in look(rules, [pattern(wide)]) if each.before}
    assert after(changes["rule_a"]).predicate == wide
    assert (changes["rule_b"].after, changes["rule_b"].kinds) == (None, ("merged",))
    # But not what the author confirmed
    rules[1] = replace(rules[1], user_confirmed=True)
    assert all(each.after for each in look(rules, [pattern(wide)]))


@shows("C80")
def test_what_more_evidence_does_not_bear_out_goes_as_it_came() -> None:
    weak = pattern(told=mixed(11, 9), strength=0.3)
    (gone,) = look([rule()], follow=lambda _predicate: weak)
    assert (gone.after, gone.kinds) == (None, ("withdrawn",))
    for kept in ({"user_confirmed": True}, {"user_modified": True}):
        (heard,) = look([rule(**kept)], follow=lambda _predicate: weak)
        assert heard.after
    # Nor while little has been heard of it
    few = replace(weak, links=links(2, 1))
    (heard,) = look([rule()], follow=lambda _predicate: few)
    assert heard.after


@shows("C78", "C80")
def test_what_is_said_of_one_scene_goes_sooner_than_what_is_said_of_everything() -> None:
    # Given what two in three episodes still speak for, and is no longer as clear as it was
    wide = replace(SHORT, scene_type=None)
    (scene,) = look([rule()], follow=lambda _predicate: pattern(told=mixed(20, 10), strength=2.3))
    (whole,) = look(
        [rule(predicate=wide)],
        follow=lambda _predicate: pattern(wide, mixed(20, 10), strength=2.3),
    )
    # Then it is too little for a scene by itself
    assert (scene.after, scene.kinds) == (None, ("withdrawn",))
    assert whole.after
    # But where a mind was changed in it, the turn was believed for as much
    turned = pattern(told=mixed(20, 10), strength=2.3, turned=True)
    (heard,) = look([rule()], follow=lambda _predicate: turned)
    assert heard.after


@shows("B4")
def test_a_pattern_leaves_rules_of_other_topics_alone() -> None:
    others = [
        rule("rule_b", predicate=replace(SHORT, feature="sentence_spread")),
        rule("rule_c", predicate=replace(SHORT, scene_type="dialogue", op=Op.MORE)),
        rule("rule_d", predicate=None),
    ]
    (born,) = look(others, [pattern()])
    assert born.before is None


@shows("R70")
def test_while_the_author_is_asked_a_rule_stays_less_sure() -> None:
    asked = rule(in_conflict=True, confidence=0.675)
    (heard,) = look([asked], [pattern(told=links(45))])
    assert after(heard).confidence == pytest.approx(0.9 - 0.2)


# -- laws


@shows("C16", "R114")
@given(st.integers(0, 60), st.integers(0, 60), st.floats(0.01, 5), st.booleans())
def test_whatever_is_heard_confidence_is_a_share(
    supporting: int, contradicting: int, weight: float, asked: bool
) -> None:
    told = links(supporting, contradicting, weight) or links(1)
    for change in look([rule(in_conflict=asked)], [pattern(told=told)]):
        if change.after is None:  # more spoke against it than for it
            assert change.kinds == ("withdrawn",)
            continue
        assert 0.0 <= after(change).confidence <= 1.0
        assert after(change).tally.supporting + after(change).tally.contradicting == len(told)


@given(st.lists(st.sampled_from(["action", "dialogue", None]), max_size=3, unique=True))
def test_every_rule_is_changed_at_most_once_and_every_pattern_heard_at_most_once(
    scenes: list[str | None],
) -> None:
    rules = [
        rule(f"rule_{n}", predicate=replace(SHORT, scene_type=scene))
        for n, scene in enumerate(["action", "dialogue", None])
    ]
    found = [pattern(replace(SHORT, scene_type=scene)) for scene in scenes]
    touched = [each.before.id for each in look(rules, found) if each.before]
    assert len(touched) == len(set(touched))


# -- what the author said of a rule itself


JUDGED = Link("ep_judged", False, 1.0, verdict=True)


@shows("R86", "C16")
@pytest.mark.parametrize("found", [True, False], ids=["found again", "followed"])
def test_a_verdict_stays_whatever_is_found(found: bool) -> None:
    told = (*links(35), JUDGED)
    known = rule(tally=Tally(35, 1, 35.0, 1.0))
    heard = {known.id: told}
    if found:
        (change,) = look([known], [pattern(told=links(40))], told=heard)
    else:
        (change,) = look([known], told=heard, follow=lambda _: pattern(told=links(40)))
    assert set(change.links) == {*links(40), JUDGED}
    assert after(change).tally == Tally(40, 1, 40.0, 1.0)
    assert after(change).confidence == pytest.approx(40 / 41 * 41 / 46)


@shows("R86")
def test_against_a_rule_it_was_for_what_the_rule_turned_into() -> None:
    known = rule(tally=Tally(5, 1, 5.0, 1.0))
    turned = pattern(replace(SHORT, op=Op.MORE, value=25.0), turned=True)
    (change,) = look([known], [turned], told={known.id: (*links(5), JUDGED)})
    assert replace(JUDGED, supports=True) in change.links


def test_a_comment_that_a_distillation_heard_is_not_counted_beside_the_verdict() -> None:
    heard = (*links(35), Link("ep_judged", True, 0.5))
    known = rule(tally=Tally(35, 1, 35.0, 1.0))
    (change,) = look([known], [pattern(told=heard)], told={known.id: (*links(30), JUDGED)})
    assert [each for each in change.links if each.episode_id == "ep_judged"] == [JUDGED]
