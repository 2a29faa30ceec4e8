"""Prompts as `prompts/assemble.py` makes them, for the offline writer; and rules as the product
words them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from mohen.offline_writer.satisfy_rules import CLAIMED
from mohen.prompts import prompt
from mohen.prompts.prompt_headings import LANGUAGES, NONE, Words
from mohen.rules import rule_text
from mohen.rules.model import Op, Predicate
from mohen.text import style
from mohen.text.style import FEATURES
from mohen.text.tokens import Message

SCENES = ("action", "dialogue", "description", "psychology", "narration", "transition")
BEFORE = {
    "zh": (
        "林远推开木门，雨还在下。沈青站在院子里，手里握着一把刀。",
        "我走到窗前，看着外面的街。我不知道该怎么办。",
        "她把信折好，放进抽屉。",
        "老周说：“你来晚了。”他没有抬头。",
        "有客自北来，衣褐而佩剑，至门，不言姓名。主人异之，乃延入。客曰：“愿借奇书一观，可乎？”",
        "",
    ),
    "en": (
        "Mara pushed the door open. The rain had not stopped, and Jonas stood in the yard.",
        "I walk to the window and look out. I don't know what to do.",
        "He waits. The room is empty.",
        "She folded the letter and put it away.",
        "“You're late,” said Tom. He did not look up.",
    ),
}
PLACES = {
    language: [(scene, text) for scene in SCENES for text in texts]
    for language, texts in BEFORE.items()
}
"""Thirty a language and more: every kind of scene after every kind of text."""


def asked(
    before: str = "",
    *,
    skill: str = "continue",
    scene: str = "action",
    selection: str = "",
    after: str = "",
    instruction: str = "",
    rules: Sequence[str | tuple[str, float]] = (),
    scene_rules: Sequence[str] = (),
    language: str = "zh",
    project: str = NONE,
    story: str = NONE,
) -> list[Message]:
    """The two messages of a request. A rule is its text, or text and confidence."""
    words = LANGUAGES[language]
    chapters = words.chapters
    learned = "\n".join(_line(words, each) for each in rules) or NONE
    system = (
        f"## {chapters[0]}\n{words.constraints}\n\n"
        f"## {chapters[1]}\n- project=novel\n- model=offline\n\n"
        f"## {chapters[2]}\n[用户写作偏好 - 自动学习]\n{learned}\n\n"
        f"## {chapters[3]}\n### {words.characters}\n{project}"
    )
    user = (
        f"## {chapters[4]}\n{NONE}\n\n## {chapters[5]}\n### {words.task}\n- skill={skill}\n"
        f"- capabilities={{}}\n- scene={scene}\n"
        f"- target={'selection' if selection else 'cursor'}\n"
        f"- selection={str(bool(selection)).lower()}\n{_tagged('instruction', instruction)}\n"
        f"### {words.skill}\n写得好。\n- scene=night\n"
        f"### {words.before}\n{_tagged('before', before)}\n"
        f"### {words.selection}\n{_tagged('selection', selection)}\n"
        f"### {words.after}\n{_tagged('after', after)}\n### {words.working}\n{NONE}\n"
        f"### {words.scene_rules}\n{chr(10).join(_line(words, each) for each in scene_rules)}\n"
        f"### {words.story}\n{story}\n\n## {chapters[6]}\n{words.output}"
    )
    return [Message("system", system), Message("user", user)]


def _tagged(tag: str, text: str) -> str:
    return prompt.tagged(tag, text) if text else NONE


def _line(words: Words, rule: str | tuple[str, float]) -> str:
    text, confidence = (rule, 0.8) if isinstance(rule, str) else rule
    return f"- {text}{words.unconfirmed.format(confidence)}"


def worded(predicate: Predicate, language: str) -> str:
    said = rule_text.word(predicate, language)
    return said.en if language == "en" else said.zh


def predicates(language: str) -> Iterator[Predicate]:
    """Both directions of every feature the writer claims, at what is usual (C79)."""
    for name in sorted(CLAIMED):
        feature = FEATURES[name]
        if language not in feature.languages:
            continue
        norm = feature.norm(style.DEFAULT)
        usual = norm.en if language == "en" else norm.zh
        for op in Op:
            value = rule_text.round_boundary(name, usual, op)
            yield Predicate(name, op, value, feature.unit(language))


_SCENES = Path(__file__).with_name("offline_writer") / "scenes"


def unseen_scenes(language: str) -> Iterator[tuple[str, str, str]]:
    """Scenes that the stock was not written for: name, kind of scene, and what is written so
    far."""
    for block in (_SCENES / f"{language}.txt").read_text("utf-8").split("\n[")[1:]:
        heading, _, text = block.partition("]\n")
        name, _, kind = heading.rpartition(" ")
        yield name, kind, text.strip()
