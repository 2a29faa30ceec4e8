"""A novel and its memory: a folder of files, rules, notes, and chapters to write in.

Everything is made by the same generator as the authors' work (`simulated/`), half Chinese and
half English. Some of the people on the cards are those the prose speaks of, most are not.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import cycle, product
from pathlib import Path
from random import Random
from typing import Final

from behind import inside
from homes import PROJECT
from mohen import Memory
from mohen.core.database import Tx
from mohen.prompts.model import Request, Span
from mohen.rules.model import Op, Origin, Predicate, Rule, Tally
from mohen.session.model import Kind
from mohen.text.default_rules import Category
from simulated.prose import LANGUAGES, SCENES, STOCKS, Writer, draw_knobs

CHAPTER_CHARS: Final = 60_000
CHAPTERS: Final = 30
CARDS: Final = 50
RULES: Final = 200  # half of them of the project, half of each half distilled
NOTES: Final = 200
INSTRUCTIONS: Final = (
    "", "", "写紧一些", "让他先开口，再动手", "多写一点声音", "Keep it short.",
    "She must not notice the letter yet.", "从他的眼睛里看",
)  # fmt: skip
_SURNAMES = "赵钱孙李周吴郑王冯陈"
_GIVEN = "山河云雪松"
_SELECTED = 80, 400  # code points


@dataclass(frozen=True, slots=True)
class Book:
    """Chapters to stand in, by their id."""

    chapters: dict[str, str]

    def requests(self, skill: str, salt: int, session: str | None = None) -> Iterator[Request]:
        """Another place in the book each time, with a selection where the skill wants one."""
        rng = Random(f"places {skill} {salt}")
        while True:
            chapter, text = rng.choice(list(self.chapters.items()))
            at = rng.randrange(len(text) // 20, len(text) - _SELECTED[1])
            selects = skill not in ("continue", "dialogue")
            yield Request(
                skill_id=skill,
                project_id=PROJECT,
                chapter_id=chapter,
                text=text,
                cursor=None if selects else at,
                selection=Span(at, at + rng.randint(*_SELECTED)) if selects else None,
                scene_type=rng.choice((None, *SCENES)),
                instruction=rng.choice(INSTRUCTIONS),
                session_id=session,
            )


def book(chars: int = CHAPTER_CHARS, count: int = 4) -> Book:
    rng = Random("book")
    languages = cycle(LANGUAGES)
    numbers = [1 + CHAPTERS * at // count for at in range(count)]
    return Book({f"chapter-{number}": prose(rng, next(languages), chars) for number in numbers})


def prose(rng: Random, language: str, chars: int) -> str:
    """So many code points, one scene after another."""
    parts: list[str] = []
    size = 0
    while size < chars:
        scene = rng.choice(SCENES)
        made = Writer(rng, language, scene, draw_knobs(rng, language, scene)).passage(200).text()
        parts.append(made)
        size += len(made) + len("\n\n")
    return "\n\n".join(parts)[:chars]


# -- the folder


def people() -> list[tuple[str, str]]:
    """Names and the language of their cards: first those who are in the prose."""
    known = [(name, language) for language in LANGUAGES for name in STOCKS[language].module.NAMES]
    others = [(a + b, "zh") for a, b in product(_SURNAMES, _GIVEN)]
    return [*known, *others][:CARDS]


def write_folder(root: Path) -> None:
    rng = Random("folder")
    files = {
        "AGENTS.md": prose(rng, "zh", 400),
        ".mohen/style-guide.md": f"# 风格\n\n{prose(rng, 'zh', 2_000)}",
        ".mohen/world.md": f"# 世界\n\n{prose(rng, 'zh', 5_000)}",
        ".mohen/outline.md": outline(rng),
    }
    for number, (name, language) in enumerate(people()):
        ref = f".mohen/characters/{number:02d}.md"
        files[ref] = f"# {name}\n\n{prose(rng, language, rng.randint(600, 1_500))}"
    for ref, text in files.items():
        put(root, ref, text)


def outline(rng: Random) -> str:
    parts = [
        f"## chapter-{number}\n{prose(rng, 'zh' if number % 2 else 'en', 250)}"
        for number in range(1, CHAPTERS + 1)
    ]
    return "\n\n".join(["# 大纲", *parts])


def put(root: Path, ref: str, text: str) -> None:
    path = root / ref
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


# -- the mind


def furnish(memory: Memory, folder: Path, *, rules: int = RULES, notes: int = NOTES) -> None:
    """Rules, notes and the folder; by default more than any layer can hold."""
    _believe(memory, rules)
    rng = Random("notes")
    for number in range(notes):
        text = prose(rng, LANGUAGES[number % 2], rng.randint(40, 200))
        kind = ("fact", "note")[number % 2]
        scope = "project" if number % 4 else "global"
        memory.entries.create(
            kind, text, scope=scope, project_id=PROJECT if scope == "project" else None
        )
    memory.projects.bind(PROJECT, str(folder))


def begin(memory: Memory) -> str:
    """A session in which the author has something in mind already."""
    session = memory.session.begin(PROJECT).working.session_id
    rng = Random("mind")
    for number in range(12):
        said = prose(rng, LANGUAGES[number % 2], 120)
        kind = Kind.INTENT if number % 3 else Kind.DIALOGUE
        memory.session.note(session, kind, said, project_id=PROJECT)
    return session


def _believe(memory: Memory, count: int) -> None:
    parts, now = inside(memory), memory.now()
    made = [_rule(memory.new_id("rule"), number, now) for number in range(count)]

    def write(tx: Tx) -> None:
        for rule in made:
            parts.rule_store.insert(tx, rule)

    parts.mind_db.write(write)


def _rule(id: str, number: int, now: int) -> Rule:
    """By turns: the project's or everybody's, typed or distilled, of each kind of scene."""
    scene = SCENES[number % len(SCENES)]
    typed, own = number % 4 < 2, number % 2 == 0
    text = f"{scene}：少用“词{number}”" if number % 3 else f"{scene}: avoid “word {number}”"
    return Rule(
        id=id,
        text=text,
        category=Category.VOCABULARY,
        project_id=PROJECT if own else None,
        origin=Origin.MANUAL if typed else Origin.DISTILLED,
        confidence=1.0 if typed else 0.5 + number / (2 * RULES),
        predicate=Predicate(f"phrase:词{number}", Op.LESS, 1, "uses", scene),
        user_confirmed=typed,
        tally=Tally() if typed else Tally(weight_for=30.0, weight_against=2.0),
        evidence_at=now,
        created_at=now,
        updated_at=now,
    )
