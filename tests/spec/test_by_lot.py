"""Who decides by lot prefers nothing, so nothing may be learned of them, whatever they do it with.

The texts are as stories have them: some of the suggestions are speech, some are not, lengths and
persons differ. Nobody names a scene, so it is guessed, and must not be guessed by the choice.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from rulebooks import learn, rules
from shows import shows
from worlds import World

TOLD = {
    "zh": """雨下了一整夜，院子里的水缸满了。|他把账本合上，吹灭了灯。
        |我沿着河堤往回走，鞋里全是泥。|门外站着一个穿蓑衣的人，背上的包袱还在滴水。|她数了数剩下的铜钱，没有作声。|集市散了。
        |我想起三年前离开这里的时候，也是这样的天气，也是这样的一条空荡荡的街。|他没有回头。
        |猫从墙头跳下来，把晒着的干菜踩得到处都是。|船到对岸时天已经亮了，岸上却一个人也没有。""",
    "en": """The rain had filled the barrel by morning.|He closed the ledger and put out the lamp.
        |I walked back along the river with mud in both my shoes.|Nobody came.
        |A man in an oilskin stood at the gate, and water ran from the sack on his back.
        |She counted the coins that were left and said nothing at all to her brother.
        |I remembered the day we left this street, three years ago, in weather just like this.
        |The market was over.|The cat jumped from the wall and scattered the drying beans.
        |When the boat reached the other side it was light, but the bank was empty.""",
}
SAID = {
    "zh": """「你怎么现在才来？」|「别动，先把火灭了。」他说。|「我们明天一早就走，谁也别告诉。」
        |「我没有拿！你要我说多少遍？」|「水开了。」她在里屋喊。|「钱呢？」""",
    "en": """"Why are you so late?"|"Don't move," he said. "Put the fire out first."
        |"We leave in the morning, and you won't tell anyone."|"I didn't take it! How often?"
        |"The water's boiling," she called from the back.|"Where's the money?\"""",
}


def pool(of: dict[str, str], language: str) -> list[str]:
    return [" ".join(each.split()) for each in of[language].split("|")]


class Writer:
    """Reads what was written last and is offered four ways to go on."""

    def __init__(self, seed: int) -> None:
        self.lot = Random(seed)
        self.language = ("zh", "en")[seed % 2]
        self.story = self.passage(3)

    def passage(self, most: int) -> str:
        source = SAID if self.lot.random() < 0.4 else TOLD
        lines = pool(source, self.language)
        joint = " " if self.language == "en" else ""
        return joint.join(self.lot.sample(lines, self.lot.randint(1, min(most, len(lines)))))

    def act(self) -> dict[str, Any]:
        offered = [self.passage(3) for _ in range(4)]
        picked = self.lot.randrange(4)
        context, self.story = self.story, offered[picked]
        told = {"candidates": offered, "selectedIndex": picked, "inputContext": context}
        return {**told, "sceneType": None}


def chooses(world: World, writer: Writer) -> None:
    world.record(**writer.act())


def undoes(world: World, writer: Writer) -> None:
    kept = world.record(**writer.act())
    if writer.lot.random() < 0.4:
        world.ok("memory:episode:undo", projectId="novel", episodeId=kept["episodeId"])


def rejects(world: World, writer: Writer) -> None:
    act = writer.act()
    world.record(**({**act, "selectedIndex": -1} if writer.lot.random() < 0.4 else act))


def edits(world: World, writer: Writer) -> None:
    """What somebody made of one text, given to another."""
    act = writer.act()
    world.record(**{**act, "finalText": writer.passage(3)})


@shows("C114", "C80")
@pytest.mark.parametrize(
    ("does", "seed"), [(chooses, 1), (chooses, 2), (undoes, 1), (rejects, 2), (edits, 1)]
)
def test_who_decides_by_lot_is_told_of_no_taste(
    world: World, does: Callable[[World, Writer], None], seed: int
) -> None:
    writer = Writer(seed)
    for _ in range(30):
        does(world, writer)
    learn(world)
    assert [each["rule"] for each in rules(world)] == []


@shows("C114", "C69")
def test_the_scene_is_what_stood_there_before_whatever_is_taken(world: World) -> None:
    # Given a quiet passage, at which speech and action are offered
    speech, fight = "「你来了？」「我来了。」「坐吧。」", "他一拳砸过去，踢翻桌子，扑上去掐住对方。"
    told = "".join(pool(TOLD, "zh")[:2])
    offered = {"candidates": [speech, fight], "inputContext": told, "sceneType": None}
    # When the one or the other is taken, or neither, or something else is written
    taken = [
        world.record(**offered, selectedIndex=0),
        world.record(**offered, selectedIndex=1),
        world.record(**offered, selectedIndex=-1),
        world.record(**offered, selectedIndex=0, finalText=fight),
    ]
    # Then it is the same scene, and said to be guessed
    metas = [world.episode(each["episodeId"])["trigger"] for each in taken]
    assert {each["sceneType"] for each in metas} == {"narration"}
    assert {each["sceneInferred"] for each in metas} == {True}
    # And where nothing stood there, all that was offered says it alike
    alone = {**offered, "inputContext": "", "candidates": [speech, told]}
    first, second = (world.record(**alone, selectedIndex=at)["episodeId"] for at in (0, 1))
    one, two = (world.episode(each)["trigger"]["sceneType"] for each in (first, second))
    assert one == two


@shows("C78", "C81")
@pytest.mark.parametrize("language", ["zh", "en"])
def test_but_speech_that_is_taken_wherever_it_is_offered_is_a_taste(
    world: World, language: str
) -> None:
    # Given five short ways to go on, of which one is speech in every other episode
    lot = Random(3)
    told, said = pool(TOLD, language), pool(SAID, language)
    for number in range(32):
        texts, at = lot.sample(told, 5), lot.randrange(5)
        if number % 2:
            texts[at] = lot.choice(said)
        # When the author takes it each time, in two kinds of scene
        scene = ("narration", "psychology")[number // 2 % 2]
        world.record(candidates=texts, selectedIndex=at, sceneType=scene)
    learn(world)
    # Then that is a rule, however little such a choice weighs
    found = [each["predicate"] for each in rules(world)]
    assert ("dialogue_share", ">") in {(each["feature"], each["op"]) for each in found}
