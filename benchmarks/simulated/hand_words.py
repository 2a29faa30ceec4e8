"""The words an author at their desk knows: which of them can go, what stands in their place, and
what the author adds. Written for the authors alone; no writer of Mohen's reads it."""

from __future__ import annotations

from simulated import stock_zh
from simulated.listed import listed

# -- words that can go

MODIFIERS_ZH = listed(
    """灰扑扑 呼啦啦 沉甸甸 空荡荡 一点点 一寸寸 湿漉漉 黑沉沉 静悄悄 冷冰冰 孤零零 亮晶晶
    齐腰深 伸来 低矮 便宜 冷清 匆忙 反复 发黑 可怜 微弱 拼命 断续 昏黄 模糊 没用 潮湿 熟悉 破旧
    稀疏 窄小 粗糙 细碎 耐心 胡乱 褪色 认真 踉跄 轻松 陈旧 陌生 零落 飞快 不停 安稳 冰冷 冰凉
    温热 滚烫 柔软 光滑 坚硬 明亮 昏暗 苍白 漆黑 巨大 细小 宽阔 狭窄 古老 崭新 沉重 漫长 短暂
    安静 嘈杂 温柔 粗暴 小心 仔细 迅速 缓慢 猛烈 激动 愤怒 悲伤 快乐 疲惫 美丽 丑陋 高大 瘦小
    厚重 单薄 干净 肮脏 整齐 凌乱 鲜艳 暗淡 清澈 浑浊 甜美 苦涩 刺眼 刺耳 清脆 沙哑 用力 急促"""
)
MODIFIERS_ZH += tuple(each.rstrip("的地") for each in (*stock_zh.ADJECTIVES, *stock_zh.ADVERBS))
INTENSIFIERS_ZH = listed("非常 十分 格外 极其 相当 特别 无比 异常 实在 很 太 颇")
INTENSIFIERS_EN = listed(
    "very really quite extremely incredibly absolutely totally utterly completely rather terribly "
    "awfully truly highly so too"
)
ADJECTIVES_EN = ("ful", "ous", "less", "ish", "ive", "able", "ible", "ical")
NO_ADJECTIVES = frozenset(
    listed(
        """table able unable cable stable fable vegetable constable finish wish fish dish vanish
        punish polish five live give drive arrive dive alive forgive receive survive unless bless
        less handful mouthful spoonful fistful syllable bible regardless native motive relative"""
    )
)
NO_ADVERBS = frozenset(
    listed(
        """only family early reply fly july belly bully ally apply supply rely lily jelly assembly
        multiply imply comply butterfly holly folly"""
    )
)
SIMILES_ZH = ("像", "仿佛", "如同", "犹如", "宛如", "好似", "似的")
SIMILES_EN = (" like a", " like the", " like an", " as if ", " as though ")
PARTICLES_ZH = "啊呀呢吧嘛呗啦哦噢咯喽"
CHATTY_EN = {
    "yeah": "yes", "yep": "yes", "nope": "no", "nah": "no", "okay": "", "ok": "", "hey": "",
    "uh": "", "um": "", "wow": "", "huh": "", "guy": "man", "guys": "men", "stuff": "things",
    "gonna": "going to", "wanna": "want to", "gotta": "have to", "kinda": "rather",
    "dunno": "don't know", "damn": "", "hell": "", "cool": "cold", "dude": "friend",
}  # fmt: skip
INSTEAD = {
    "没有": "没", "已经": "已", "只有": "唯有",
    "nobody": "no one", "somebody": "someone", "only": "just",
}  # fmt: skip
EXPANDED = {
    "can't": "cannot", "won't": "will not", "let's": "let us", "it's": "it is", "he's": "he is",
    "she's": "she is", "that's": "that is", "what's": "what is", "there's": "there is",
    "who's": "who is", "somebody's": "somebody is", "here's": "here is", "where's": "where is",
    "i'm": "I am", "nobody's": "nobody is", "everything's": "everything is",
}  # fmt: skip
EXPANDED_ENDS = {"n't": " not", "'re": " are", "'ll": " will", "'ve": " have", "'d": " would"}
LOWERED = frozenset(
    listed(
        """He She It They We The A An His Her Their There Then Nobody Somebody Someone One Neither
        My Each Its This That Nothing Something Everything No Some What Only"""
    )
)
SUBJECTS = frozenset(listed("I He She They We It"))

# -- words the author adds

HEARD = {
    "zh": listed(
        """远处传来钟声 听见一阵笑声 屋外有风声 耳边嗡嗡响 传来一声巨响 楼上有脚步声 檐下滴答作响
        听到一声低语 街上人声嘈杂 门板吱呀一声 炉火噼啪响着 隔壁有哭声"""
    ),
    "en": (
        "and a bell rang far off", "and they heard a murmur below", "and a door creaked",
        "and the wind howled", "and something rustled", "and a click came from the lock",
        "and the floor creaked", "and a hum filled the room", "and a thud answered",
        "and the echo faded", "and someone screamed in the street", "and the kettle hissed",
    ),
}  # fmt: skip
