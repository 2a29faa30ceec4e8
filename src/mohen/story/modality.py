"""Words that say how a sentence is meant: as happening now, as a memory, a dream, a doubt."""

from __future__ import annotations

import re

from mohen.story import numerals


def _either(han: str, latin: str) -> str:
    """A pattern of Chinese words and of English phrases (between commas), each a whole one."""
    phrases = [rf"\b{each.strip()}\b" for each in latin.split(",")]
    return "|".join((*han.split(), *phrases))


def _words(han: str, latin: str) -> re.Pattern[str]:
    return re.compile(_either(han, latin), re.IGNORECASE)


_PAST = _either(
    "那是 那年 那一年 当年 从前 很久以前 多年前 多年以前 小时候 儿时 幼时 回忆里 记忆中 记忆里",
    "(?:long|years|days|weeks|months) (?:ago|earlier|before), back then, in (?:the|her|his) dream,"
    "when (?:he|she) (?:was|had been) (?:a|still a) (?:child|boy|girl), as a (?:child|boy|girl)",
)
OPENS_ASIDE = re.compile(
    rf"(?:{numerals.NUMBER}|几|数|多|许多|好几)个?(?:年|月|天|日|周)(?:以|之)?前[，,的]"
    rf"|(?:{numerals.WORD}|many|several|some) (?:years|days|weeks|months) (?:ago|earlier|before)\b"
    rf"|{_PAST}",
    re.IGNORECASE,
)
"""What a paragraph begins with that tells of earlier times."""

DREAM = _words(
    "做了个梦 做了一个梦 做了个长长的梦 梦见 梦到 睡梦中 梦里 梦中 陷入回忆 陷入了回忆"
    " 沉入回忆 思绪回到"
    " 陷入幻觉",
    "dreamed, dreamt, dreaming, in a dream, nightmare, flashback",
)
REMEMBERED = _words(
    "想起 忆起 回忆 记得 忆及 往事 当年 那年 生前 从前 昔日 曾经 以前 那时候",
    "remember(?:ed|s|ing)?, recall(?:ed|s|ing)?, memor(?:y|ies), used to, once, ago,"
    "in those days, had once",
)
RETURNS = _words(
    "回过神 从回忆中 从梦中 惊醒 醒来 醒了 醒过来 睁开眼 睁开了眼 回到现实 如今 而现在 眼下",
    "woke, awoke, wakened, back in the present, snapped out, opened (?:his|her) eyes",
)
HEDGE = _words(
    "如果 要是 假如 倘若 若是 万一 即使 即便 哪怕 除非 以为 据说 听说 传说 传闻 传言 相传"
    " 谣 有人说 都说"
    " 仿佛 好像 似乎 像是 好似 如同 宛如 犹如 一般 似的 一样 差点 险些 几乎 假装 装作 佯装"
    " 扮作 扮成 冒充 谎"
    " 想象 幻想 梦 可能 也许 或许 大概 恐怕 难道 莫非 快要 将要 即将 打算 准备 想要 希望"
    " 盼望 担心 害怕"
    " 怀疑 猜 扮演 饰演 化名",
    "if, unless, as if, as though, like an?, almost, nearly, seem(?:ed|s)?, might, could, would,"
    r"perhaps, maybe, rumou?r\w*, supposedly, allegedly, they s(?:ay|aid), people s(?:ay|aid),"
    r"it (?:was|is) said, thought, believed, pretend\w*, imagin\w*, wish\w*, hop(?:ed|ing),"
    r"fear(?:ed|s|ing), worr\w*, played, disguis\w*, lied",
)
"""What makes a sentence no witness: a condition, a rumour, a likeness, an intention."""

PICTURED = _words(
    "画像 照片 遗像 雕像 画上 画中 戏里 戏台 台上 戏中 故事里 书里 剧本 鬼 魂 幽灵 灵位 牌位"
    " 坟前 墓前",
    r"portrait, photograph\w*, painting, statue, stage, in the play, in the story, ghost\w*,"
    "liked? to say, tombstone, grave",
)
"""What puts the rest of a paragraph out of the world: a picture, a play, a ghost."""

ASKS = re.compile(r"[？?][”」』\"’）)]*\s*$")

_UNITS = r"(?P<eu>years?|months?|weeks?|days?)"
JUMP = re.compile(
    rf"(?:又|再|这样)?过了(?P<pn>{numerals.NUMBER}|几|数|好几|许多)个?(?P<pu>年|月|天|日|周|星期)"
    rf"|(?P<n>{numerals.NUMBER}|几|数|多|好几|许多|若干|很多)个?"
    r"(?P<u>年|月|天|日|周|星期)(?:之后|以后|后|过去了)"
    r"|(?P<next>第二天|次日|翌日|隔天|第二日|隔日)"
    rf"|(?P<en>{numerals.WORD}|several|many|some|a few|a) {_UNITS} (?:later|after|passed)\b"
    r"|(?P<ennext>the (?:next|following) (?:morning|day|afternoon|evening|night)\b)"
    r"|(?P<vague>(?:years|months|weeks|days) later\b)",
    re.IGNORECASE,
)
"""What a sentence begins with when time has passed."""
