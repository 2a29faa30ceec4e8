"""The judge of the learner is judged itself: do its authors do what they are said to do?"""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import combinations, pairwise
from random import Random
from statistics import fmean

import pytest

from mohen.episodes import validate
from mohen.episodes.model import Draft
from mohen.policy import Policy
from mohen.rules.model import Op, Predicate
from mohen.text import style
from simulated import acted_on, editing
from simulated.acting import Act, simulate
from simulated.author import FLIP, KINDS, Author, Truth, population
from simulated.drawing import draw
from simulated.driving import Glance, Plan, Story, blocks, follow, ignored
from simulated.prose import LANGUAGES, SCENES, Writer, draw_knobs, knobs_of, words_of
from simulated.reading import usual, value
from simulated.report import curve, middle
from simulated.score import Judged, false_rate, judge, precision, recall
from simulated.showing import Shown, shown

POLICY = Policy()
MEASURED = {
    "length": "mean_sentence_length",
    "paragraph": "paragraph_length",
    "dialogue": "dialogue_share",
    "person": "first_person_share",
    "tense": "past_tense",
}
KNOBS = [(language, knob) for language in LANGUAGES for knob in knobs_of(language)]
SENTENCE = re.compile(r"[。！？….!?”“\n]+")
SHORT_LINE = {"zh": 6, "en": 24}  # characters; 你听我说 and "he said" are everybody's
SCENE_MIX = (("action", 1.0), ("narration", 1.0), ("description", 1.0))


def rule(feature: str, op: str = "<", scene: str | None = None) -> Predicate:
    return Predicate(feature, Op(op), 1.0, "", scene)


# -- prose


@pytest.mark.parametrize(("language", "knob"), KNOBS)
def test_a_knob_moves_its_feature(language: str, knob: str) -> None:
    feature = MEASURED.get(knob, knob)

    def mean(leaning: float) -> float:
        rng = Random(1)
        texts = (
            Writer(rng, language, scene, draw_knobs(rng, language, scene, {knob: leaning}))
            .passage(150)
            .text()
            for scene in SCENES * 4
        )
        profiles = map(style.measure, texts)
        return fmean(each[feature] for each in profiles if feature in each)

    assert mean(0.3) < mean(1.7)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("scene", SCENES)
def test_two_passages_rarely_share_a_sentence(language: str, scene: str) -> None:
    rng = Random(2)

    def sentences() -> set[str]:
        text = Writer(rng, language, scene, draw_knobs(rng, language, scene)).passage(150).text()
        return {each for each in SENTENCE.split(text) if len(each) > SHORT_LINE[language]}

    pairs = list(combinations([sentences() for _ in range(20)], 2))

    assert sum(bool(a & b) for a, b in pairs) < 0.25 * len(pairs)


@pytest.mark.parametrize(("language", "knob"), KNOBS)
@pytest.mark.parametrize("direction", [-1, 1])
def test_editing_goes_where_the_taste_is(language: str, knob: str, direction: int) -> None:
    rng = Random(3)
    mean, spread = usual(language, "narration")[knob]
    goal = 0.5 if knob in ("person", "tense") else max(0.0, mean + direction * 0.7 * spread)
    moved = 0
    for _ in range(12):
        writer = Writer(rng, language, "narration", draw_knobs(rng, language, "narration"))
        passage = writer.passage(150)
        before = value(passage, knob)
        editing.towards(passage, knob, direction, goal, writer, 20)
        after = value(passage, knob)
        assert direction * (after - before) >= 0
        moved += after != before

    assert moved > 0


def test_a_word_is_cut_by_who_dislikes_it() -> None:
    rng = Random(4)
    word = words_of("zh")[0]
    knobs = draw_knobs(rng, "zh", "action", {f"word:{word}": 20.0})
    writer = Writer(rng, "zh", "action", knobs)
    passage = writer.passage(200)
    assert word in passage.text()

    editing.towards(passage, f"word:{word}", -1, 0.0, writer, 50)

    assert word not in passage.text()


# -- authors


@pytest.mark.parametrize("kind", KINDS)
def test_an_author_does_the_same_again_and_reports_it_soundly(kind: str) -> None:
    for author in population(kind, 4):
        acts = simulate(author, 12)

        assert acts == simulate(author, 12)
        assert all(a.at < b.at for a, b in pairwise(acts))
        for act in acts:
            validate.check(act.draft, POLICY.recording)


def test_twelve_in_a_hundred_acts_are_noise() -> None:
    acts = [act for author in population("preferring", 10) for act in simulate(author, 60)]

    assert 0.09 < sum(not act.honest for act in acts) / len(acts) < 0.15


def test_an_author_with_a_taste_takes_what_suits_it() -> None:
    calm = (Truth("exclamation", -1),)
    author = Author("a", "strong", "zh", "a", SCENE_MIX, calm, "chooser", noise=0.0)
    taken = [act.draft for act in simulate(author, 40) if act.draft.selected_index >= 0]

    for draft in taken:
        shouts = [style.measure(each)["exclamation"] for each in draft.candidates]
        assert shouts[draft.selected_index] <= min(shouts) + 0.5


def test_one_without_a_taste_has_none() -> None:
    by_way = {each.null: simulate(each, 60) for each in population("null", 8, language="en")}

    assert {act.draft.selected_index for act in by_way["lazy"]} == {0}
    assert not any(act.draft.final_text for act in by_way["random"])
    assert any(act.undo for act in by_way["undoing"])
    edits = [act.draft for act in by_way["editing"] if act.draft.final_text]
    longer = sum(len(d.final_text or "") > len(d.candidates[d.selected_index]) for d in edits)
    assert 0.3 < longer / len(edits) < 0.7


def test_a_drifting_author_changes_their_mind_once() -> None:
    author = population("drifting", 1)[0]

    before, after = author.truths_at(FLIP - 1)[0], author.truths_at(FLIP)[0]

    assert (before.knob, before.direction) == (after.knob, -after.direction)


def test_an_author_sits_down_at_a_real_memory() -> None:
    author = population("strong", 1)[0]

    story = follow(author, Plan(10, (7,), obey=True))

    assert [each.episode for each in story.glances] == [5, 7, 10]
    assert len(story.costs) == 10
    assert all(each is not None and 0 <= each <= 1 for each in story.costs)
    assert len(story.shown) == len(author.truths)


def test_without_files_the_same_is_learned() -> None:
    author = population("strong", 1)[0]
    plan = Plan(25, (15, 20))

    home, book = follow(author, plan), follow(author, replace(plan, files=False))

    assert home.rules
    assert (book.rules, book.glances) == (home.rules, home.glances)


def test_what_an_author_pays_needs_no_memory_where_nothing_is_obeyed() -> None:
    author = population("preferring", 1)[0]

    assert ignored(author, 6).costs == follow(author, Plan(6, ())).costs


def test_a_cost_that_no_rule_can_change_is_left_out() -> None:
    assert blocks([[0.0, None], [1.0, 0.5], [0.5, None]], 1) == [0.5, 0.5]


# -- how far a taste is acted on


def taste(*truths: Truth, language: str = "zh") -> Author:
    return Author("a", "clear", language, "a", SCENE_MIX, truths)


def took(candidates: str, at: int, final: str | None = None, scene: str = "action") -> Act:
    draft = Draft(
        project_id="novel",
        skill_used="continue",
        input_context="",
        candidates=tuple(candidates.split("|")),
        selected_index=at,
        final_text=final,
        scene_type=scene,
    )
    return Act(draft, False, 0)


LOUD, CALM = "他走了!" * 9, "他走了。" * 9


def test_comparisons_bear_on_a_taste_in_its_scene() -> None:
    calm = taste(Truth("exclamation", -1, "action"), Truth("exclamation", 1))
    acts = [
        took(f"{LOUD}|{CALM}|{LOUD}", 1),  # two comparisons
        took(f"{LOUD}|{CALM}", 0, scene="narration"),
        took(f"{LOUD}|{CALM}", 0, final=CALM),  # against it, then for it
        took(f"{CALM}|{CALM}", 0),
        took(f"{LOUD}|{CALM}", -1),
    ]

    in_action, everywhere = shown(calm, acts, POLICY.style)

    assert in_action == Shown(agreed=3, comparisons=4, episodes=2)
    assert everywhere == Shown(agreed=2, comparisons=5, episodes=3)


@pytest.mark.parametrize(
    ("language", "word", "without", "once", "twice"),
    [
        ("zh", "突然", "他走了。", "他突然走了。", "突然，他突然走了。"),
        ("en", "just", "An adjusted man.", "Just a man.", "Just a man, just one."),
    ],
)
def test_a_word_counts_where_an_edit_touches_it(
    language: str, word: str, without: str, once: str, twice: str
) -> None:
    author = taste(Truth(f"word:{word}", -1), language=language)
    acts = [
        took(f"{without}|{once}", 0),
        took(f"{once}|{twice}", 0),  # both have it
        took(f"{twice}|{once}", 0, final=once),
        took(f"{without}|{without}", 0),
    ]

    assert shown(author, acts, POLICY.style) == (Shown(1, 1, 1, a_word=True),)


@pytest.mark.parametrize(
    ("seen", "clear"),
    [
        (Shown(17, 20, 12), True),
        (Shown(16, 20, 12), False),
        (Shown(20, 20, 11), False),
        (Shown(8, 8, 5, a_word=True), True),
        (Shown(7, 7, 7, a_word=True), False),
        (Shown(6, 8, 12, a_word=True), False),
        (Shown(0, 0, 0), False),
    ],
)
def test_a_clear_taste_is_followed_and_often_enough(seen: Shown, clear: bool) -> None:
    assert seen.is_clear is clear


def test_only_who_acts_on_every_taste_is_kept() -> None:
    drawn = draw("clear", 3, seed=0)

    assert len(drawn.kept) == sum(drawn.passed.values()) == 3
    assert drawn.drawn.total() > 3
    for author in drawn.kept:
        seen = shown(author, simulate(author, 60), POLICY.style)
        assert len(seen) in (1, 2, 3)
        assert all(each.is_clear for each in seen)


def test_recall_is_told_by_how_far_a_taste_is_acted_on() -> None:
    author = taste(Truth("length", -1), Truth("smell", 1, "action"), Truth("touch", 1, "action"))
    seen = (Shown(9, 10, 12), Shown(85, 100, 12), Shown(6, 10, 12))
    judged = judge(author.truths, [rule("mean_sentence_length"), rule("touch", ">", "action")])
    story = Story(author, [Glance(60, judged)], shown=seen)

    told = acted_on.bands("clear", [story] * 2)
    (number,) = acted_on.numbers("clear", [story] * 2)

    assert [(each.where, each.band, each.found, each.truths) for each in told] == [
        ("everywhere", "≥ 0.9", 2, 2),
        ("one scene", "0.85–0.9", 0, 2),
        ("one scene", "< 0.7", 2, 2),
    ]
    assert (number.tastes, number.authors, number.found, number.truths) == (3, 2, 4, 6)


# -- what counts as right

SHORT = Truth("length", -1)
SHORT_IN_ACTION = Truth("length", -1, "action")


@pytest.mark.parametrize(
    ("truth", "learned", "reason"),
    [
        (SHORT, rule("mean_sentence_length"), "right"),
        (SHORT, rule("longest_sentence"), "right"),
        (SHORT, rule("mean_sentence_length", scene="action"), "narrow"),
        (SHORT, rule("mean_sentence_length", ">"), "backwards"),
        (SHORT, rule("comma"), "symptom"),
        (SHORT, rule("smell"), "false"),
        (SHORT_IN_ACTION, rule("mean_sentence_length", scene="action"), "right"),
        (SHORT_IN_ACTION, rule("mean_sentence_length"), "wrong scene"),
        (SHORT_IN_ACTION, rule("mean_sentence_length", scene="dialogue"), "wrong scene"),
        (Truth("word:突然", -1), rule("phrase:突然"), "right"),
        (Truth("word:突然", -1), rule("phrase:忽然"), "false"),
        (Truth("intensifiers", -1), rule("phrase:很"), "right"),
    ],
)
def test_a_rule_is_set_against_the_truth(truth: Truth, learned: Predicate, reason: str) -> None:
    assert judge([truth], [learned]).reasons == (reason,)


def test_what_is_said_twice_is_redundant() -> None:
    judged = judge([SHORT], [rule("mean_sentence_length"), rule("longest_sentence")])

    assert (judged.right, judged.redundant, judged.wrong, judged.found) == (1, 1, 0, 1)


def test_a_taste_of_everywhere_is_found_by_two_scenes_and_not_by_one() -> None:
    scenes = [rule("mean_sentence_length", scene=each) for each in ("action", "dialogue")]

    assert judge([SHORT], scenes[:1]).found == 0
    both = judge([SHORT], scenes)
    assert (both.found, both.narrow, both.right) == (1, 2, 2)


def test_shares_come_with_what_chance_allows() -> None:
    many = [Judged(right=1, truths=2, found=1, reasons=("right",))] * 10 + [
        Judged(false=1, truths=2, reasons=("false",))
    ] * 10

    right = precision(many)
    assert right.low < right.value == 0.5 < right.high
    assert recall(many).value == 0.25
    none = false_rate([Judged()] * 20)
    assert none.value == 0.0 < none.high < 0.2


def test_who_was_never_found_comes_last() -> None:
    assert middle([5, 10, None]) == 10
    assert middle([5, None, None]) is None
    assert curve([5, None], 10, 5) == [(0, 0.0), (5, 0.5), (10, 0.5)]
