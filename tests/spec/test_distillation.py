"""Episodes become rules (seed 000, distillation; rulings C16, C76–C81)."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from prose import Author, acts
from rulebooks import SHORT_TEXT, add, book, history, learn, only, rules, update
from shows import shows
from worlds import FIGHT, World, Worlds

SHORT_EN = "Action scenes: short sentences, under 10 words on average"


def said(world: World, project: str = "novel") -> set[tuple[str, str, str | None, str | None]]:
    """What the rules measure: feature, direction, scene, skill."""
    found = [each["predicate"] for each in rules(world, project)]
    return {
        (each["feature"], each["op"], each.get("sceneType"), each.get("skillUsed"))
        for each in found
    }


def fifty(world: World, author: Author) -> None:
    """35 action episodes that all took short sentences, 15 others that show nothing."""
    for n in range(50):
        if n % 10 in (2, 5, 8):
            world.record(sceneType="narration", **author.anything())
        else:
            world.record(**author.short())


# -- the scenario of the seed


@shows("R48", "R35", "R36", "R38", "C16", "C78", "C79")
@pytest.mark.parametrize(
    ("language", "text", "value", "unit"),
    [("zh", SHORT_TEXT, 15, "characters"), ("en", SHORT_EN, 10, "words")],
)
def test_thirty_five_of_fifty_took_short_sentences_in_action(
    world: World, language: str, text: str, value: float, unit: str
) -> None:
    # Given fifty episodes, among them 35 of action that all took short sentences
    # When the fiftieth is recorded
    fifty(world, Author(language=language))
    # Then there is one rule, about action scenes, and it reads as the seed says
    rule = only(world)
    assert rule["rule"] == text
    assert rule["predicate"] == {
        "feature": "mean_sentence_length",
        "op": "<",
        "value": value,
        "unit": unit,
        "sceneType": "action",
    }
    assert rule["confidence"] == 0.87
    assert (rule["userConfirmed"], rule["userModified"]) == (False, False)
    assert (rule["category"], rule["origin"]) == ("pacing", "distilled")
    assert (rule["scope"], rule["projectId"]) == ("project", "novel")
    assert len(rule["supportingEpisodes"]) == rule["tally"]["supporting"] == 35
    assert rule["contradictingEpisodes"] == []
    # And it is as sure wherever it is told
    why = world.ok("memory:semantic:why", id=rule["id"], projectId="novel")
    assert (why["rule"]["confidence"], why["formula"]["confidence"]) == (0.87, 0.87)
    assert world.ok("memory:learning:history", ruleId=rule["id"])["items"][0]["after"] == 0.87
    asked = {"skillId": "continue", "projectId": "novel", "text": FIGHT, "sceneType": "action"}
    prompt = world.ok("context:assemble", **asked)
    (injected,) = prompt["injected"]["memory"]
    assert injected["confidence"] == 0.87
    assert f"- {text}（置信度: 0.87）" in prompt["system"]
    run = world.ok("ai:skill:run", **asked)
    references = world.ok("memory:trace:get", generationId=run["generationId"])["references"]
    assert [each["strength"] for each in references if each["id"] == rule["id"]] == [0.87]
    # And it is read in both languages
    assert "平均句长" in rule["ruleZh"]
    assert "short sentences" in rule["ruleEn"]


# -- one cause, the plain one

SHORT_ONES = [
    "他拔剑",
    "刀光一闪",
    "血溅雪地",
    "他翻身",
    "门开了",
    "风停了",
    "剑断了",
    "马惊了",
    "箭飞来",
    "他蹲下",
]
LONG_ONES = [
    "他在漫天的风雪里缓缓拔出了那把跟随多年的长剑",
    "他迎着刺骨的寒风一步一步向山门走过去",
    "雪地上留下了长长的一串歪歪斜斜的脚印",
    "远处的钟声穿过整座山谷慢慢地传了过来",
    "他想起了许多年以前离开家乡的那个早晨",
    "门外的灯笼在夜色里摇摇晃晃照不清来人的脸",
]


@shows("C78", "R35")
@pytest.mark.parametrize(
    ("taken", "passed_over", "feature"),
    [
        ((SHORT_ONES, 1), (LONG_ONES, 1), "mean_sentence_length"),
        ((SHORT_ONES, 4), (LONG_ONES, 4), "mean_sentence_length"),
        ((LONG_ONES, 2), (LONG_ONES, 5), "text_length"),
        ((SHORT_ONES, 2), (SHORT_ONES, 9), "text_length"),
    ],
    ids=["single sentences", "as many sentences", "fewer long ones", "fewer short ones"],
)
def test_what_single_paragraphs_differ_in_is_no_length_of_paragraphs(
    world: World, taken: tuple[list[str], int], passed_over: tuple[list[str], int], feature: str
) -> None:
    # Given candidates of one paragraph each, of which the author takes the shorter
    lot = Random(3)
    for _ in range(12):
        texts = ["。".join(lot.sample(*each)) + "。" for each in (taken, passed_over, passed_over)]
        world.record(candidates=texts, selectedIndex=0)
    # When it is learned from
    learn(world)
    # Then there is one rule, about the plain cause
    assert said(world) == {(feature, "<", "action", None)}


# -- what the episodes must show


@shows("C80", "R35")
@pytest.mark.parametrize("language", ["zh", "en"])
def test_who_prefers_nothing_teaches_nothing(world: World, language: str) -> None:
    author = Author(3, language)
    for n in range(50):
        world.record(sceneType=("action", "narration")[n % 2], **author.anything())
    assert learn(world)["created"] == []
    assert rules(world) == []


@shows("C78")
def test_what_two_scenes_show_is_said_of_everything(world: World) -> None:
    author = Author()
    for n in range(24):
        world.record(sceneType=("action", "dialogue")[n % 2], **author.short())
    learn(world)
    assert said(world) == {("mean_sentence_length", "<", None, None)}
    assert only(world)["rule"].startswith("偏好短句")


@shows("C78")
def test_scenes_that_show_the_opposite_have_a_rule_each(world: World) -> None:
    author = Author()
    for n in range(30):
        if n % 2:
            world.record(sceneType="action", **author.short())
        else:
            world.record(sceneType="description", **author.long())
    learn(world)
    assert said(world) == {
        ("mean_sentence_length", "<", "action", None),
        ("mean_sentence_length", ">", "description", None),
    }


@shows("C78", "R35")
def test_a_skill_is_named_only_where_the_skills_of_a_scene_disagree(world: World) -> None:
    author = Author()
    for n in range(40):
        if n % 2:
            world.record(skillUsed="continue", **author.short())
        else:
            world.record(skillUsed="expand", **author.long())
    learn(world)
    assert said(world) == {
        ("mean_sentence_length", "<", "action", "continue"),
        ("mean_sentence_length", ">", "action", "expand"),
    }


@shows("R35")
@pytest.mark.parametrize("seed", [1, 2, 3, 4])
@pytest.mark.parametrize("language", ["zh", "en"])
def test_what_only_comes_along_is_no_rule_of_its_own(
    world: World, seed: int, language: str
) -> None:
    # Given short sentences, which have fewer commas, a shorter longest sentence, less variation
    author = Author(seed, language)
    for _ in range(25):
        world.record(**author.short())
    # Then one wish is one rule
    assert [each[:2] for each in said(world)] == [("mean_sentence_length", "<")]


@shows("C77")
def test_each_project_learns_for_itself(world: World) -> None:
    # Given two projects that want the opposite, and one that was never written in
    author = Author()
    for _ in range(9):
        world.record(projectId="novel", **author.short())
        world.record(projectId="essay", **author.long())
    # When everything is distilled
    told = world.ok("memory:semantic:distill")
    # Then each was looked at in turn and has its own rule; none is global
    assert [each["projectId"] for each in told["runs"]] == ["essay", "novel"]
    assert [each["episodes"] for each in told["runs"]] == [9, 9]
    assert {each[1] for each in said(world, "novel")} == {"<"}
    assert {each[1] for each in said(world, "essay")} == {">"}
    assert book(world, None)["items"] == []
    # And asked of one, no other is looked at
    assert [each["projectId"] for each in learn(world, "essay")["runs"]] == ["essay"]


@shows("C85")
def test_response_time_teaches_nothing(worlds: Worlds) -> None:
    plain, timed = worlds(), worlds()
    for n, (one, two) in enumerate(zip(acts(30), acts(30), strict=True)):
        plain.record(**one)
        timed.record(**two, responseTimeMs=100 if n % 2 else 60_000)
    assert rules(plain) == rules(timed) != []


# -- other ways to say it


@shows("C81", "R28")
def test_undoing_teaches_what_is_not_wanted(world: World) -> None:
    # Given kept short texts, and ten long ones that were taken and then undone
    author = Author()
    for n in range(22):
        text = author.prose.short() if n % 2 else author.prose.long()
        kept = world.record(candidates=[text], selectedIndex=0)
        if n % 2 == 0 and n < 20:
            world.ok("memory:episode:undo", projectId="novel", episodeId=kept["episodeId"])
    # Then short sentences are wanted
    learn(world)
    assert said(world) == {("mean_sentence_length", "<", "action", None)}


@shows("C81")
@pytest.mark.parametrize(("language", "comment"), [("zh", "太啰嗦"), ("en", "too wordy")])
def test_comments_teach(world: World, language: str, comment: str) -> None:
    author = Author(language=language)
    for _ in range(12):
        text = author.prose.usual()
        world.record(candidates=[text], selectedIndex=0, explicit=comment)
    learn(world)
    assert {each[:2] for each in said(world)} == {("text_length", "<")}


@shows("C81")
def test_editing_teaches_at_any_distance(world: World) -> None:
    # Given texts that the author wrote anew, so that hardly a word of the AI's was left
    author = Author()
    for _ in range(12):
        world.record(
            candidates=[author.prose.long()], selectedIndex=0, finalText=author.prose.short()
        )
    learn(world)
    assert ("mean_sentence_length", "<", "action", None) in said(world)


@shows("C81")
@pytest.mark.parametrize(
    ("language", "word", "text"),
    [("zh", "仿佛", "避免使用「仿佛」"), ("en", "Suddenly", "Avoid “suddenly”")],
)
def test_a_word_that_is_always_cut_is_avoided(
    world: World, language: str, word: str, text: str
) -> None:
    # Given edits that cut one word and nothing else
    author = Author(language=language)
    for n in range(12):
        world.record(sceneType=("action", "dialogue")[n % 2], **author.cutting(word))
    learn(world)
    # Then that is the rule, and not what comes of it (fewer comparisons, shorter sentences)
    rule = only(world)
    assert rule["category"] == "vocabulary"
    assert rule["predicate"]["feature"] == f"phrase:{word.lower()}"
    assert (rule["predicate"]["op"], rule["predicate"]["value"]) == ("<", 1)
    assert rule["rule"].lower() == text.lower()
    assert len(rule["supportingEpisodes"]) == 12


@shows("R15", "C76", "C95")
def test_in_privacy_mode_differences_teach_and_no_text_is_kept(worlds: Worlds) -> None:
    # Given the same author in two homes, one of them in privacy mode
    open_, private = worlds(), worlds()
    private.ok("memory:settings:update", privacyModeEnabled=True)
    for one, two in zip(acts(25), acts(25), strict=True):
        open_.record(**one)
        private.record(**two)
    # Then both learned the same
    assert measured(private) == measured(open_) != []
    # And no word of it is in the private home
    stored = private.bytes_everywhere()
    for act in acts(25):
        for text in act["candidates"]:
            assert not any(each.encode() in stored for each in text.split("。") if each)


def measured(world: World) -> list[tuple[Any, ...]]:
    """What does not depend on the ids that a home gave."""
    return [(each["rule"], each["predicate"], each["confidence"]) for each in rules(world)]


# -- what the author made their own


@shows("R75", "R66", "B3")
def test_a_confirmed_rule_is_not_changed_by_statistics(world: World) -> None:
    # Given a learned rule that the author confirmed
    author = Author()
    for _ in range(25):
        world.record(**author.short())
    update(world, only(world), userConfirmed=True)
    confirmed = only(world)
    # When more of the same comes
    for _ in range(25):
        world.record(**author.short())
    # Then more speaks for it, and nothing else of it has changed
    more = only(world)
    assert more["tally"]["supporting"] > confirmed["tally"]["supporting"]
    for name in ("rule", "confidence", "version", "predicate", "updatedAt", "history"):
        assert more[name] == confirmed[name]


@shows("B3", "R67", "R70")
def test_a_confirmed_rule_that_is_lived_against_becomes_a_question(world: World) -> None:
    author = Author()
    for _ in range(25):
        world.record(**author.short())
    update(world, only(world), userConfirmed=True)
    confirmed = only(world)
    # When the author has been taking the opposite for more than a month
    world.clock.advance(days=70)
    for _ in range(25):
        world.record(**author.long())
    # Then the confirmed rule stands as it was, and the author is asked
    found = {each["userConfirmed"]: each for each in rules(world)}
    for name in ("id", "rule", "confidence", "version", "predicate"):
        assert found[True][name] == confirmed[name]
    assert found[False]["predicate"]["op"] == ">"
    (asked,) = world.ok("memory:conflict:list", projectId="novel")["items"]
    assert set(asked["ruleIds"]) == {each["id"] for each in found.values()}


@shows("B14", "R67")
def test_contradictions_are_found_whatever_they_are_about(world: World) -> None:
    # Given a rule of the author's own against exclamation marks in dialogue
    typed = add(world, "对话中不使用感叹号")
    # When the author keeps taking texts full of them
    author = Author()
    for _ in range(25):
        world.record(sceneType="dialogue", **author.loud())
    # Then what was learned contradicts it, and the author is asked
    (asked,) = world.ok("memory:conflict:list", projectId="novel")["items"]
    assert typed["id"] in asked["ruleIds"]
    learned = next(each for each in rules(world) if each["id"] != typed["id"])
    assert (learned["predicate"]["feature"], learned["predicate"]["op"]) == ("exclamation", ">")
    assert learned["conflictMarked"]


@shows("R76", "C20", "C62")
@pytest.mark.parametrize(
    "text", ["动作场景句子要短，平均句长 < 12 字", "句子要短，平均句长 < 12 字"]
)
def test_an_edited_text_is_kept_while_its_evidence_moves(world: World, text: str) -> None:
    # Given a learned rule that the author worded anew, for the same scene or for all
    author = Author()
    for _ in range(25):
        world.record(**author.short())
    edited = update(world, only(world), rule=text)
    # When more of the same comes, then it stays their sentence and gets surer
    for _ in range(25):
        world.record(**author.short())
    after = only(world)
    assert (after["rule"], after["userModified"]) == (edited["rule"], True)
    assert after["history"] == edited["history"]
    assert after["confidence"] > edited["confidence"]
    assert len(after["supportingEpisodes"]) == 50


@shows("C93", "R77")
def test_the_history_of_what_was_learned_holds_no_text(world: World) -> None:
    author = Author()
    for _ in range(25):
        world.record(**author.short())
    rule = only(world)
    assert history(world)[-1] == "created"
    events = world.ok("memory:learning:history", projectId="novel")["items"]
    assert all(each["runId"].startswith("run_") for each in events)
    # When the rule is deleted, then its words are in no file, though its history is
    world.ok("memory:semantic:delete", id=rule["id"], projectId="novel")
    for text in (rule["rule"], rule["ruleEn"], rule["ruleZh"]):
        assert text.encode() not in world.bytes_everywhere()
    assert history(world)[0] == "deleted"


# -- the author's number


@shows("C107")
def test_the_number_is_the_authors_own_and_not_the_ais(world: World) -> None:
    # Given an AI whose sentences have about 25 characters, and an author who makes them 8
    lot = Random(5)
    clauses = [
        "他推开木门走了进去",
        "院里的灯还亮着",
        "没有人出声",
        "雨停了",
        "她收起信纸",
        "马队过了河",
    ]

    def edit() -> dict[str, Any]:
        long = "。".join("，".join(lot.sample(clauses, 4)) for _ in range(3)) + "。"
        short = "".join(f"{each}，走了。" for each in lot.sample(clauses, 4))
        return {"candidates": [long], "selectedIndex": 0, "finalText": short}

    # When twelve of their edits are known
    for _ in range(12):
        world.record(**edit())
    learn(world)
    # Then the number is near theirs, with how well it is known and of what texts
    rule = next(
        each for each in rules(world) if each["predicate"]["feature"] == "mean_sentence_length"
    )
    assert 5 < rule["predicate"]["value"] <= 10
    known = rule["range"]
    assert known["low"] <= known["high"] <= 10
    assert (known["unit"], 20 < known["length"] < 60) == ("characters", True)
    assert f"{known['length']} 字" in rule["measures"]["zh"]


# -- what an edit did, and what came with it

PLAIN = {
    "zh": "他推开木门走了进去|院里的灯还亮着|没有人回头|雨停了|她收起信纸|马队过了河|老人戴好帽子",
    "en": """He pushed the gate open|The lamp was on|Nobody looked back|The rain was over
        |She put the letter away|The riders crossed the river|The old man took his hat""",
}
HEARD = {
    "zh": "远处传来钟声|门轴吱呀一响|窗外虫鸣不断|街上人声喧闹|瓦上沙沙作响",
    "en": "A bell rang|A hinge creaked|There was a murmur|Leaves rustled|It fell with a thud",
}


@shows("C81", "R35")
@pytest.mark.parametrize("language", ["zh", "en"])
def test_who_adds_one_thing_to_a_text_wants_that_and_nothing_that_it_thins_out(
    world: World, language: str
) -> None:
    # Given an author who adds something to be heard to what the AI wrote
    lot, stop = Random(5), {"zh": "。", "en": ". "}[language]
    plain, heard = (
        [" ".join(each.split()) for each in told[language].split("|")] for told in (PLAIN, HEARD)
    )
    for _ in range(16):
        text = stop.join(lot.sample(plain, 5)) + stop
        final = text + lot.choice(heard) + stop
        world.record(candidates=[text], selectedIndex=0, finalText=final.strip())
    # When it is learned from
    learn(world)
    # Then that is what they want: not longer texts, as anybody makes them, nor fewer of anything
    wishes = {each["predicate"]["feature"]: each["predicate"]["op"] for each in rules(world)}
    assert wishes == {"sound": ">"}
