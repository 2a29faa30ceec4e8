"""What authors say of a text that is not to their taste, and what they say otherwise."""

from __future__ import annotations

# knob | direction wanted | Chinese | English
_TABLE = """
length | - | 句子太长了 / 太啰嗦 / 短一点 | sentences are too long / too wordy / shorter please
length | + | 句子太短太碎 / 写长一点的句子 | sentences too short / too choppy
exclamation | - | 感叹号太多了 / 少用感叹号 | too many exclamation marks
exclamation | + | 多用点感叹号 | more exclamation marks
ellipsis | - | 省略号太多 / 别用省略号 | too many ellipses
ellipsis | + | 可以多用省略号 | use more ellipses
dash | - | 破折号太多 | too many dashes
question | - | 问句太多 / 别老是反问 | too many questions
dialogue | - | 对话太多 / 少点对白 | too much dialogue
dialogue | + | 多一点对话 / 对白太少 | more dialogue / not enough dialogue
person | + | 用第一人称 | write it in first person
person | - | 用第三人称 | write it in third person
modifiers | - | 形容词太多 / 修饰太多 / 太华丽 | too many adjectives / too flowery
modifiers | + | 描写太干 / 多点修饰 | too plain / more adjectives
idioms | - | 成语太多 / 少用成语 | too many idioms
idioms | + | 多用成语 | more idioms
classical | - | 太文言了 / 别文绉绉的 | too archaic
colloquial | - | 太口语了 | too casual / too colloquial
colloquial | + | 口语一点 | more casual
similes | - | 比喻太多 | too many similes / too many metaphors
similes | + | 多一点比喻 | more similes
paragraph | - | 段落太长 / 多分段 | paragraphs are too long
paragraph | + | 段落太碎 / 分段太多 | paragraphs too short
tense | + | 用过去时 | past tense please
tense | - | 用现在时 | present tense please
contractions | - | 别用缩写 | no contractions
"""
BLAND = {"zh": ("可以", "不错", "还行", "就这样"), "en": ("ok", "fine", "good", "nice")}


def _read() -> dict[tuple[str, int, str], tuple[str, ...]]:
    said: dict[tuple[str, int, str], tuple[str, ...]] = {}
    for row in _TABLE.strip().splitlines():
        knob, wanted, zh, en = (cell.strip() for cell in row.split("|"))
        for language, cell in (("zh", zh), ("en", en)):
            key = (knob, 1 if wanted == "+" else -1, language)
            said[key] = tuple(each.strip() for each in cell.split("/"))
    return said


SAID = _read()


def said_of(knob: str, direction: int, language: str) -> tuple[str, ...]:
    """What an author who wants more or less of it says; nothing where nobody has a word for it."""
    if knob.startswith("word:") and direction < 0:
        word = knob.removeprefix("word:")
        return (f"别用“{word}”",) if language == "zh" else (f'stop using "{word}"',)
    return SAID.get((knob, direction, language), ())
