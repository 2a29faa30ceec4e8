"""What prose on a card says, on cards that were written before the patterns were (R170)."""

from __future__ import annotations

import pytest

from mohen.manuscript import project_layout
from mohen.story.cards import CardReader
from mohen.story.model import Entity, EntityType, Relation, State
from mohen.story.policy import Story
from story import held_out_cards
from story.held_out_cards import Card, Fact, who, world

CARDS = (
    who("阿铁", "师父是周伯；铁匠，五十岁", "周伯|mentor|~ & ~|occupation|铁匠 & ~|age|50"),
    who(
        "Ada",
        "Her mentor is Old Zhou; a blacksmith, fifty.",
        "Old Zhou|mentor|~ & ~|occupation|blacksmith & ~|age|50",
    ),
    # A field's value goes on as prose, and what a parent is makes nobody a parent.
    who("石二", "师父：周伯；木匠，二十岁", "周伯|mentor|~ & ~|occupation|木匠 & ~|age|20"),
    who("石生", "父亲：林震，铁匠", "林震|father|~"),
    # What is said of another is not said of them, and comes back to them.
    who("石三", "妹妹石四是大夫，二十岁。石三的师父是莫问。", "石四|sibling|~ & 莫问|mentor|~"),
    who("Ann", "Ann is thirty. Her brother Tom is a soldier, forty.", "~|age|30 & Tom|sibling|~"),
    # Rumours, denials and what was once.
    who("小蝶", "据说是王爷的女儿，没人见过她的母亲。曾是绣娘。十二岁那年离家。"),
    who("Eli", "Perhaps the son of Duke Marrow. Was a monk. Not a soldier."),
    # Places by list, field and prose, and what is none.
    world(
        "world/places.md",
        "- 望江楼：位于临江城，是酒楼\n- 断桥\n",
        "place|望江楼 & 望江楼|located_at|临江城 & place|断桥",
        "place|临江城",
    ),
    world("world.md", "# 世界观\n- 青石镇：北方的小镇\n- 三百年前：天下大乱", "place|青石镇"),
    world(
        "world/青石镇.md",
        "# 青石镇\n- 人口：三千\n在临江城以北三十里。",
        "place|青石镇 & 青石镇|near|临江城",
        "place|临江城",
    ),
)


def read(card: Card) -> set[Fact]:
    kind = project_layout.kind_of(card.ref)
    facts = list(CardReader("novel", card.ref, kind, Story()).facts(card.text))
    entities = [each for each in facts if isinstance(each, Entity)]
    names = {each.id: each.name for each in entities}
    return {
        *(("place", each.name) for each in entities if each.type is EntityType.LOCATION),
        *((each.name, "alias", alias) for each in entities for alias in each.aliases),
        *(
            (each.name, "occupation", each.attributes["occupation"])
            for each in entities
            if "occupation" in each.attributes
        ),
        *((names[r.source], r.kind, names[r.target]) for r in facts if isinstance(r, Relation)),
        *(
            (names[s.entity], s.attribute, s.value, *_from(s.since.chapter))
            for s in facts
            if isinstance(s, State)
        ),
    }


def _from(chapter: int) -> tuple[str, ...]:
    return (str(chapter),) if chapter else ()


@pytest.mark.parametrize("card", CARDS, ids=lambda card: card.text[:20])
def test_a_card_in_prose(card: Card) -> None:
    found = read(card)
    assert card.wanted <= found
    assert found <= card.wanted | card.allowed


def test_cards_that_nobody_looked_at_are_read_too() -> None:
    cards = (
        *held_out_cards.HELD_OUT,
        *held_out_cards.WRITTEN_LATER,
        *held_out_cards.WRITTEN_THIRD,
        *held_out_cards.WRITTEN_LAST,
    )
    found = [read(each) for each in cards]
    wanted = sum(len(each.wanted) for each in cards)
    missed = sum(len(card.wanted - said) for card, said in zip(cards, found, strict=True))
    wrong = sum(
        len(said - card.wanted - card.allowed) for card, said in zip(cards, found, strict=True)
    )
    assert 1 - missed / wanted >= 0.95
    assert 1 - wrong / sum(map(len, found)) >= 0.97


def test_every_fact_of_prose_says_where_it_stands() -> None:
    facts = CardReader(
        "novel", ".mohen/characters/a.md", project_layout.kind_of(".mohen/characters/a.md"), Story()
    ).facts("# 阿铁\n\n师父是周伯；铁匠，五十岁\n")
    stated = [each for each in facts if isinstance(each, Relation | State)]
    assert [(each.evidence.ref, each.evidence.first) for each in stated] == [
        (".mohen/characters/a.md", 3)
    ] * 2


@pytest.mark.parametrize("text", ["师父是", "Her brother is A", "age ", "A of the ", "在城里"])
def test_a_line_of_anything_is_read_in_one_go(text: str) -> None:
    read(who("阿铁", text * 10_000))
    read(world("world/a.md", text * 10_000))
