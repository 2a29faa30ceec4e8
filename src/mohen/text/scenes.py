"""What kind of scene a passage is: the names that are known, and a guess where none is given.

The set is open (C69): a name that is not known is kept as it is. The guess weighs cues of each
kind against their usual rate and falls back to narration, the kind that has no cue of its own.
"""

from __future__ import annotations

import re
from collections import Counter
from itertools import chain

from mohen.text import style_words
from mohen.text.policy import Scenes

DIALOGUE = "dialogue"
ACTION = "action"
DESCRIPTION = "description"
PSYCHOLOGY = "psychology"
NARRATION = "narration"
TRANSITION = "transition"
KNOWN = (DIALOGUE, ACTION, DESCRIPTION, PSYCHOLOGY, NARRATION, TRANSITION)

_ALIASES = {
    **{name: name for name in KNOWN},
    **dict.fromkeys(("对白", "对话", "對白", "對話", "conversation"), DIALOGUE),
    **dict.fromkeys(("动作", "打斗", "動作", "打鬥", "fight"), ACTION),
    **dict.fromkeys(("描写", "描寫", "环境", "環境"), DESCRIPTION),
    **dict.fromkeys(("心理", "内心", "內心", "introspection"), PSYCHOLOGY),
    **dict.fromkeys(("叙述", "叙事", "敘述", "敘事", "narrative"), NARRATION),
    **dict.fromkeys(("过渡", "转场", "過渡", "轉場"), TRANSITION),
}
_SUFFIX = re.compile(r"(?:场景|場景|描写|描寫|\s*scene)$", re.IGNORECASE)


def canonical(name: str) -> str:
    """The English name of a known kind, by any alias; another name only trimmed.

    `心理描写` and `action scene` are the kinds they begin with.
    """
    trimmed = name.strip()
    folded = trimmed.lower()
    return _ALIASES.get(folded) or _ALIASES.get(_SUFFIX.sub("", folded)) or trimmed


def infer(text: str, policy: Scenes) -> str:
    """The kind of scene by rule; `narration` where nothing speaks for another."""
    outside, inside = style_words.split_speech(text)
    words = style_words.words(outside)
    told = style_words.count_units(outside)
    spoken = style_words.count_units(inside) if inside else 0
    if spoken and spoken >= policy.dialogue_share * (told + spoken):
        return DIALOGUE
    # As if it were Chinese: an English word says as much as one and a half characters.
    size = told + spoken + len(words) * (policy.characters_a_word - 1)
    cues = _cues(outside, words, policy)
    needs = {
        ACTION: policy.action,
        DESCRIPTION: policy.description,
        PSYCHOLOGY: policy.psychology,
    }
    kind = max(needs, key=lambda each: cues[each] / needs[each])
    if cues[kind] < policy.cues_to_stay and _is_transition(text, size, policy):
        return TRANSITION
    enough = max(policy.cues_at_least, needs[kind] * size / policy.per)
    return kind if cues[kind] >= enough else NARRATION


def _is_transition(text: str, size: float, policy: Scenes) -> bool:
    """Short, and every other sentence or more moves the time or the place."""
    if size > policy.transition_size:
        return False
    sentences = sum(map(bool, style_words.cut(text).split("\n")))
    return 0 < policy.transition_shifts * sentences <= len(_SHIFT.findall(text))


def _cues(text: str, words: list[str], policy: Scenes) -> Counter[str]:
    """What speaks for each kind, in the text outside dialogue."""
    cues = Counter(filter(None, map(_ENGLISH.get, words)))
    # A question outside dialogue is one that somebody asks himself.
    cues[PSYCHOLOGY] += text.count("？") + text.count("?")
    if style_words.has_han(text):
        cues.update(_PAIRS.tally(text))
        for kind, characters in _SINGLES.items():
            cues[kind] += len(characters.findall(text)) - cues["-" + kind]
        cues[DESCRIPTION] += int(text.count("的") * policy.attribute)
    return cues


def _forms(verbs: str) -> str:
    """Each verb with its regular endings; a form that no one writes does no harm."""
    endings = ("", "s", "es", "ed", "ing")
    stems = ((verb, verb + verb[-1], verb.removesuffix("e")) for verb in verbs.split())
    forms = (stem + end for stem in chain.from_iterable(stems) for end in endings)
    return "".join(f"{form} " for form in forms)


# --- cues -------------------------------------------------------------------------------

_COUNT = "[一二两三四五六七八九十百千几半数多]"
_SHIFT_ZH = (
    rf"(?:{_COUNT}|\d)+(?:多|来)?个?"
    "(?:分钟|小时|时辰|钟头|天|日|夜|周|星期|礼拜|月|年|春秋|载)(?:之?后|以后|过去|转眼)",
    rf"[第翌次]{_COUNT}?[天日年晨]",
    rf"天{_COUNT}夜",
    rf"又[是过]了?{_COUNT}",
    "与此同时|同一时间|同一时刻|此刻|此时|转眼|一晃|眨眼间|不知不觉|话分两头|却说|且说|不日|不久",
    "[从自][那此]以?后|此后|后来|过了|等到|终于|周末|星期[一二三四五六日天]",
    "当[天晚夜日]|那[天晚夜]|[早晚]上|[春夏秋冬][天季]",
    "(?:天[黑亮]|黄昏|傍晚|黎明|入夜|午夜|清晨|深夜)(?:之前|以后|之后|时分)?",
    "[回来赶抵][到达回]了?|抵达|启程|动身|出发|离开|离了|降落|另一[头边番处]|千里之外",
)
_DAY = "day|morning|evening|night|week|weekend|month|year|spring|summer|autumn|fall|winter"
_WEEKDAY = "monday|tuesday|wednesday|thursday|friday|saturday|sunday"
_MONTH = (
    "january|february|march|april|may|june|july|august|september|october|november|december"
    "|spring|summer|autumn|winter"
)
_HOUR = "dawn|dusk|noon|midnight|nightfall|dark|sunset|sunrise|evening|morning|christmas|the time"
_SHIFT_EN = (
    r"\w+ (?:minute|hour|day|night|week|month|year|decade)s? "
    "(?:later|after|passed|went by|had passed|on|before)",
    rf"(?:next|following|same|that|on) (?:{_DAY}|{_WEEKDAY})|weekend passed",
    rf"(?:by|at|towards?|until|before|after) (?:{_HOUR})",
    rf"(?:by|in|was|until) (?:{_MONTH})",
    "meanwhile|elsewhere|at the same time|(?:after|since) (?:that|then)|soon after|before long",
    "in the end|at last|(?:back|returned|arrived) (?:at|in|on|to)",
    "reached|set out|set off|landed|came in sight|miles away|on the other side",
)
_SHIFT = re.compile("|".join((*_SHIFT_ZH, rf"\b(?:{'|'.join(_SHIFT_EN)})\b")), re.IGNORECASE)

_SINGLES = {
    ACTION: re.compile(
        "[劈砍刺踢踹扑冲跃砸撞拽攥掷甩摔拔躲逃抓揪扯拖爬跳咬吼斩挡撕掐勒踩蹬窜抡抛滚扎追"
        "挥震削轰击抠拍飞闪退蹿抬拧夺踏跨翻挪推伸]"
    ),
    PSYCHOLOGY: re.compile("[恨怕想心]"),
    DESCRIPTION: re.compile(f"[{style_words.SIGHT_ZH}着]"),
}

_SENSES = ("sight", "sound", "smell", "taste", "touch")


def _senses(tags: dict[str, str]) -> str:
    """Words of the senses describe."""
    return "".join(f"{word} " for word, tag in tags.items() if tag in _SENSES)


_PAIRS = style_words.Tags(
    **{
        "-" + ACTION: """冲动 冲突 抓紧 跳舞 心跳 追求 追问 追忆 滚烫 挡风 拖鞋 拖延 逃避 扎实
            抛弃 刺眼 刺鼻 刺骨 刺耳 刺痛 扑鼻 爬满 拔高 追究 勒索 撞见 飞机 退休 退伍 推荐 推举
            翻译 拍照 拍摄 地震 震惊 闪烁 衰退 抬头 打击 飞升""",
        "-" + PSYCHOLOGY: "恐怕 哪怕 怕是 可怕 中心 小心 心跳 点心 手心 掌心 核心 心口",
        ACTION: """转身 侧身 纵身 旋身 猛地 狠狠 顺势 趁机 拼命 踉跄 出手 出拳 一拳 一脚 一刀
            一剑 一掌 狂奔 奔跑 跌倒 倒地 命中 射出 开枪 扣动 子弹 箭矢 刀锋 剑锋 匕首 反手 挣脱
            抢过 抢先 抄起 举起 扛起 爆炸 火星 惨叫 咆哮 闷哼 逼近 招架 包抄 急刹 刹车 失控 碎片
            溅起 弯腰 避开 拉开 死死 厮杀 搏斗 交手""",
        PSYCHOLOGY: """觉得 以为 知道 明白 也许 难道 希望 愧疚 内疚 犹豫 怀疑 羡慕 讨厌 相信
            意识 感到 安慰 不安 难过 失望 孤独 念头 如果 为何 原来 其实 懊悔 后悔 渴望 期待 盼望
            嫉妒 委屈 不甘 恐惧 担忧 忧虑 焦虑 疑惑 困惑 迷茫 绝望 愤怒 喜悦 悲伤 悲哀 痛苦 羞愧
            惭愧 感激 庆幸 侥幸 自责 矛盾 纠结 挣扎 记忆 回忆 暗暗 默默 居然 竟然 究竟 到底 或许
            大概 仿佛 似乎 好像 惶恐 释然 空虚 疲惫 寂寞 无助 理智 情绪 念及 信任 骄傲 自卑 厌恶
            宁愿 不肯 承认 忘掉 忘记 万一 假如 倘若 要是 应该 该不 不该 折磨 难受 舍不 不舍 宁可
            发誓 惦记 牵挂 厌倦 嫌弃 在意 介意 愧对 懂得 奇怪 偏偏 自己""",
        DESCRIPTION: _senses(style_words.TAGS_ZH.of)
        + """露出 散发 弥漫 笼罩 环绕 掩映 点缀 布满 开满 爬满 落满 屋顶 墙壁 墙角 窗台 窗帘
            窗外 屋檐 柱子 台阶 石阶 石板 院子 庭院 阳台 街道 巷子 河水 溪水 湖面 海面 水面 岸边
            海风 微风 树下 树干 枝头 树枝 草叶 草地 花瓣 芦苇 山坡 山峦 远山 山谷 田野 天空 天边
            云层 云朵 月亮 星星 夜色 暮色 晨光 薄雾 雾气 雨丝 积雪 霜花 四周 远处 近处 对岸 尽头
            中央 四壁 角落 上方 细长 狭长 狭窄 宽阔 高大 低矮 古老 破旧 陈旧 崭新 茂密 稀疏 蜿蜒
            平静 宁静 皱纹 眉眼 眉毛 嘴唇 脸庞 头发 鼻梁 身材 肤色 领口 袖口 衣袖 袖子 衬衫 外套
            长裙 旗袍 皮肤 眼镜 短发 长发 个子 瘦高 瘦小 脸颊 下巴 酒窝 身形 衣裳 斗篷 淡淡 细细
            圆圆 弯弯 层层 密密 空空 低低 高高 长长 金灿 白茫 空荡 光秃 飘飘 一道 一片 一串 一排
            一盏 一层 一座 一株 一尾 一棵 一缕 一枚 一柄 一扇 一丝 一团 一簇 一抹""",
    }
)

_ENGLISH = style_words.tagged(
    **{
        ACTION: _forms(
            """grab swing kick punch slam smash dodge duck lunge leap jump sprint dash charge
                tackle shove push yank haul drag hurl toss fling slash stab strike hit block
                parry roll dive crawl scramble climb bolt chase fire shoot crash swerve spin
                twist wrench vault hammer pound ram stagger stumble tumble snatch seize clutch
                knock dart bound whirl pivot scream shout burst rear slip slide skid collide
                explode crack shatter struggle wrestle throw catch pull stamp punch bounce
                scatter rip tear bite claw buck clamber brace aim run race rush flee heave jam
                skid clip lurch plunge"""
        )
        + """swung struck threw thrown flung caught drove tore spun leapt slid dove fled shot
            drew sprang clung fought broke ran bit bullet bullets blade knife sword fist
            fists blow blows""",
        PSYCHOLOGY: _forms(
            """feel wonder believe realize realise fear hope wish regret doubt imagine remember
                suspect envy resent hate despise dread forgive trust worry suppose decide
                consider understand promise refuse deserve pretend admit hesitate yearn ache
                blame forget guess know think want prefer torment dare expect care need bear
                suffer"""
        )
        + """felt knew know thought think thoughts understood forgot wanted want afraid ashamed
            guilty guilt shame lonely loneliness grief joy anger angry happy sad unease anxious
            anxiety despair certain uncertain perhaps maybe why himself herself myself heart
            soul memory secretly foolish ridiculous astonished astonishment emptiness hatred
            pride weakness should feeling secret tired torment sorry hurt""",
        DESCRIPTION: _senses(style_words.TAGS_EN)
        + """stood lay hung covered lined wore stretched rose faint narrow wide tall low thin
            thick long round flat bare empty old ancient worn huge tiny deep dull clear dense
            wooden stone stones painted hollow crooked walls wall roof roofs window windows door
            curtains floor ceiling street houses hills hill trees tree leaves grass branches
            flowers field fields river lake sea shore bank sky clouds moon stars sun sand dust
            smoke mist fog frost snow rain air wind breeze hair face eyes hands skin neck collar
            dress robes coat beneath above below beyond along among across against everywhere
            glass metal iron velvet steam haze sunlight moonlight""",
    }
)
