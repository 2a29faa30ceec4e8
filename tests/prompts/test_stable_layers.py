"""L0–L3: chosen by project, skill and model alone, cut with a reason."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from mohen.knowledge.model import Item
from mohen.manuscript.model import FileKind, ProjectFile, Trouble
from mohen.policy import Policy
from mohen.prompts import stable_layers
from mohen.prompts.model import ContextRules
from mohen.prompts.prompt_headings import ZH
from mohen.rules.model import Origin, Rule
from mohen.text.default_rules import Category

CONTEXT = Policy().context


def rule(id: str, text: str = "少用副词", confidence: float = 0.5, **changes: object) -> Rule:
    made = Rule(
        id=id, text=text, category=Category.STYLE, project_id=None, origin=Origin.DISTILLED,
        confidence=confidence, evidence_at=0, created_at=0, updated_at=0,
    )  # fmt: skip
    return replace(made, **changes)  # type: ignore[arg-type]


RULES = st.lists(
    st.builds(
        rule,
        st.uuids().map(str),
        st.text("雪夜行军abc ", min_size=1, max_size=40),
        st.floats(0, 1),
        user_confirmed=st.booleans(),
    ),
    max_size=12,
)


@given(RULES, st.integers(0, 400))
def test_rules_fill_the_layer_in_order_and_never_beyond_it(rules: list[Rule], most: int) -> None:
    chosen = stable_layers.choose(rules, ZH, most, len)
    both = (*chosen.rules, *chosen.spare)
    assert sorted(each.id for each in both) == sorted(each.id for each in rules)
    assert list(both) == sorted(
        rules, key=lambda each: (not each.user_confirmed, -each.confidence, each.id)
    )
    part = stable_layers.author(chosen, ZH, len, defaults=False)
    assert not chosen.rules or len(part.text) <= most
    assert len(part.references) == len(part.material) == len(chosen.rules)
    assert len(part.cuts) == len(chosen.spare)


@given(RULES, st.randoms())
def test_the_layer_does_not_depend_on_the_order_rules_are_read_in(
    rules: list[Rule], chance: object
) -> None:
    shuffled = list(rules)
    chance.shuffle(shuffled)  # type: ignore[attr-defined]
    one, other = (stable_layers.choose(each, ZH, 200, len) for each in (rules, shuffled))
    assert one == other


def files(*texts: str) -> tuple[ProjectFile, ...]:
    return tuple(
        ProjectFile(f".mohen/characters/{at:02}.md", FileKind.CHARACTER, text)
        for at, text in enumerate(texts)
    )


def cast(most: int, *texts: str) -> stable_layers.Part:
    rules = ContextRules(characters=True)
    parts = stable_layers.project({"characters": files(*texts)}, (), rules, ZH, most, len, CONTEXT)
    return next(each for each in parts if each.name == "characters")


def test_cards_go_in_by_file_order_until_the_share_is_full_and_the_rest_is_counted() -> None:
    whole = cast(2000, "甲的一生。", "乙的一生。")
    assert whole.refs == (".mohen/characters/00.md", ".mohen/characters/01.md")
    assert whole.cuts == ()
    tight = cast(1200, *("某人的一生。" * 60 for _ in range(5)))
    assert tight.text.endswith("份未列出)")
    assert {each.why.value for each in tight.cuts} == {"over_budget"}
    assert 0 < len(tight.refs) < 5


@given(st.lists(st.text(max_size=300), max_size=8), st.integers(0, 3000))
def test_files_never_take_more_than_their_share(texts: list[str], most: int) -> None:
    share = CONTEXT.characters_share / (CONTEXT.characters_share + CONTEXT.world_share)
    room = (most - min(CONTEXT.notes_tokens, most)) * share
    part = cast(most, *texts)
    shown = "\n".join(line for line in part.text.split("\n") if "未列出" not in line)
    blank = sum(not each.strip() for each in texts)  # an empty file costs its reference alone
    assert not part.refs or len(shown) <= room + len(part.refs) + blank * len("ref:") * 10


def test_a_broken_file_is_left_out_by_name_and_the_others_stay() -> None:
    broken = ProjectFile(
        ".mohen/style-guide.md", FileKind.STYLE_GUIDE, trouble=Trouble.INVALID_FORMAT
    )
    parts = stable_layers.project(
        {"style_guide": (broken,)}, (), ContextRules(style_guide=True), ZH, 900, len, CONTEXT
    )
    assert parts[0].text == "(none)"
    assert [each.source for each in parts[0].cuts] == [".mohen/style-guide.md"]
    assert parts[0].cuts[0].why.value == "invalid_format"


def test_what_the_skill_did_not_ask_for_is_masked_and_its_room_goes_to_the_rest() -> None:
    alone = stable_layers.project(
        {"style_guide": files("风格。" * 300)},
        (),
        ContextRules(style_guide=True),
        ZH, CONTEXT.project_tokens, len, CONTEXT,
    )  # fmt: skip
    assert [each.text for each in alone[1:4]] == [
        "(masked: context_rules.characters=false)",
        "(masked: context_rules.characters=false)",
        "(masked: context_rules.outline=false)",
    ]
    room = CONTEXT.project_tokens - CONTEXT.notes_tokens
    assert room / 2 < len(alone[0].text) <= room


@given(st.lists(st.text("雪夜a ", min_size=1, max_size=50), max_size=10), st.integers(0, 200))
def test_notes_stand_in_order_of_creation_and_none_is_lost(texts: list[str], most: int) -> None:
    items = [
        Item(
            id=str(at), type="note", project_id=None, content=text, origin="manual",
            created_at=-at, updated_at=0,
        )
        for at, text in enumerate(texts)
    ]  # fmt: skip
    kept, left = stable_layers.choose_notes(items, ZH, most, len)
    assert sorted([*kept, *left], key=lambda each: int(each.id)) == items
    assert [each.created_at for each in kept] == sorted(each.created_at for each in kept)
    assert sum(len(f"- [note] {' '.join(each.content.split())}") + 1 for each in kept) <= most


def test_the_session_names_project_and_model_and_nothing_that_varies() -> None:
    part = stable_layers.session("novel\n- evil=1", "offline")
    assert part.text.splitlines() == ["- project=novel - evil=1", "- model=offline"]
