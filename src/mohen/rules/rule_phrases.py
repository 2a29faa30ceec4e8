"""Phrases in which authors name habits of writing, for `rules/rule_parser.py`.

Alternatives are separated by spaces, `_` stands for a space inside one. Everything is written
simplified and in lower case, as the reader folds a text before it looks.
"""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple

from mohen.rules.model import Op
from mohen.text import scenes
from mohen.text.lazy_pattern import LazyPattern

SENTENCE = "sentence"
"""A sentence as such: its mean length or the longest, as the rest of the text says."""


class Token(NamedTuple):
    """What a piece of text says: its kind, and what that kind needs."""

    kind: str  # noun lean size none few many like use average scene perhaps filler word break
    name: str = ""  # the feature or scene
    op: Op | None = None


# Named without saying how much of it.
_NOUNS = {
    SENTENCE: """句子 句子长度 每句 每句话 每个句子 单句 sentence sentences each_sentence
        every_sentence""",
    "mean_sentence_length": """句长 平均句长 平均句子长度 句子平均长度 sentence_length
        average_sentence_length mean_sentence_length average_sentence""",
    "longest_sentence": "最长句 最长的句子 最长的一句 longest longest_sentence longest_sentences",
    "sentence_spread": """句长起伏 起伏 varying_by variation_of_sentence_length
        sentence_length_variation""",
    "paragraph_length": """段落 每段 每个段落 自然段 段长 平均段长 段落长度 平均段落长度 paragraph
        paragraphs each_paragraph every_paragraph paragraph_length average_paragraph_length""",
    "word_length": "词长 平均词长 单词 words word_length average_word_length",
    "dialogue_share": "对白比例 对话比例 对白占比 对话占比 share_of_dialogue dialogue_share",
    "exclamation": "感叹号 叹号 惊叹号 exclamation_mark exclamation_marks exclamation_points "
    "exclamation_point exclamations",
    "ellipsis": "省略号 删节号 ellipsis ellipses",
    "dash": "破折号 dash dashes em_dash em_dashes em-dash em-dashes",
    "question": "问号 question_mark question_marks",
    "comma": "逗号 comma commas",
    "semicolon": "分号 semicolon semicolons",
    "colon": "冒号 colon colons",
    "modifiers": """形容词 副词 形容词和副词 形容词与副词 形容词、副词 形容词及副词 修饰语 修饰词
        修饰 定语 adjective adjectives adverb adverbs adjectives_and_adverbs
        adverbs_and_adjectives modifiers modifier""",
    "intensifiers": "程度副词 程度词 intensifier intensifiers",
    "idioms": "成语 四字成语 四字词 四字词语 四字格 idioms four-character_idioms chengyu",
    "classical": """文言 文言文 文言句式 文言文句式 文言虚词 文言词 文言词汇 古文句式 古文
        之乎者也 classical_chinese classical_chinese_phrases classical_chinese_particles
        classical_phrases""",
    "colloquial": """口语 口语词 口语词汇 口语表达 语气词 俚语 俗语 colloquial_words slang
        colloquialisms""",
    "contractions": "缩约形式 英文缩约形式 英文缩写 缩略形式 contractions contraction",
    "similes": "比喻 比喻句 明喻 比喻修辞 simile similes",
    "sight": "视觉描写 视觉细节 details_of_sight visual_details visual_detail visual_description",
    "sound": "听觉描写 声音描写 听觉细节 details_of_sound sound_details",
    "smell": "嗅觉描写 气味描写 嗅觉细节 details_of_smell smells",
    "taste": "味觉描写 味道描写 味觉细节 details_of_taste",
    "touch": "触觉描写 触感描写 触觉细节 details_of_touch tactile_details",
    "variety": "不同字词 different_words",
}

# Named together with the direction.
_LEANS = {
    ("mean_sentence_length", Op.LESS): "短句 短句子 短句式 小短句",
    ("mean_sentence_length", Op.MORE): "长句 长句子 长句式",
    ("longest_sentence", Op.MORE): """过长的句子 过长句 超长句 太长的句子 很长的句子 特别长的句子
        可以写很长的句子 very_long_sentences_welcome
        overlong_sentences overly_long_sentences very_long_sentences run-on_sentences""",
    ("sentence_spread", Op.LESS): """句长均匀 句子长短均匀 句子长度均匀 句长一致 句子长短一致
        even_sentence_lengths even_sentence_length uniform_sentence_length
        uniform_sentence_lengths""",
    ("sentence_spread", Op.MORE): """句子长短交错 长短句交错 长短句结合 长短句交替 句子长短结合
        长短结合 长短交错 句长多变 句子长短不一 句式长短交错 varied_sentence_lengths
        varied_sentence_length vary_sentence_length vary_sentence_lengths
        vary_the_length_of_sentences""",
    ("paragraph_length", Op.LESS): "短段落 短段 小段落",
    ("paragraph_length", Op.MORE): "长段落 长段 大段落",
    ("word_length", Op.LESS): "短词 短单词",
    ("word_length", Op.MORE): "长词 长单词",
    ("first_person_share", Op.MORE): """第一人称 第1人称 first_person first-person 1st_person
        1st-person""",
    ("first_person_share", Op.LESS): """第三人称 第3人称 第三人称全知 第三人称限知 third_person
        third-person 3rd_person 3rd-person third-person_omniscient third_person_omniscient
        third-person_limited third_person_limited""",
    ("past_tense", Op.MORE): "过去时 过去式 过去时态 past_tense",
    ("past_tense", Op.LESS): "现在时 现在式 现在时态 一般现在时 present_tense",
    (
        "modifiers",
        Op.LESS,
    ): """简洁 简洁明了 言简意赅 简练 简约 精炼 精简 朴素 朴实 平实 质朴 白描 凝练 plain concise
        terse sparse spare
        lean unadorned simple_style plain_style minimalist pared-down""",
    ("modifiers", Op.MORE): """华丽 华美 绚丽 辞藻华丽 词藻华丽 繁复 铺陈 浓墨重彩 ornate flowery
        lush florid lavish purple_prose""",
    ("colloquial", Op.MORE): """口语化 接地气 大白话 colloquial conversational casual informal""",
    (
        "colloquial",
        Op.LESS,
    ): "书面 书面语 书面化 书面语言 书面用语 书面语气 formal bookish literary_language",
    ("classical", Op.MORE): "半文半白 文白夹杂 文言风 古风",
    (
        "variety",
        Op.LESS,
    ): """重复 用词可以重复 repeated_words_are_fine 用词重复 重复用词 词语重复 重复的词 重复词语
        字词重复 repetition
        repeated_words repetitive_words repeating_words repetitive_wording""",
    ("variety", Op.MORE): """用词多变 用词丰富 词汇丰富 用词多样 词汇多样 varied_vocabulary
        rich_vocabulary varied_words variety_of_words""",
}

_SIZES = {
    Op.LESS: """短 短一点 短一些 短些 短点 更短 较短 简短 短小 缩短 偏短 不要太长 别太长 不要过长
        不能太长 不宜过长 不宜太长 不太长 别写太长 不要写太长 short shorter brief briefer
        not_too_long""",
    Op.MORE: """长 长一点 长一些 长些 长点 更长 较长 偏长 加长 不要太短 别太短 不要过短 不能太短
        不宜过短 long longer lengthy not_too_short""",
}

_AMOUNTS = {
    "none": """不 不要 不用 不使用 不要用 不要使用 不写 不要写 不要有 不要出现 不出现 不得
        不得使用 不能 不能用 不能有 不可 不可用 不准用 不许用 不允许 不喜欢 不爱 不想要 不再用
        不再使用 别 别用 别写 别再用 别出现 勿用 切勿使用 避免 避免使用 避免用 避免出现 禁止
        禁止使用 禁用 禁止出现 杜绝 拒绝 去掉 删掉 删除 去除 没有 无 讨厌 no not never avoid
        avoid_using without do_not don't dont do_not_use don't_use dont_use never_use don't_write
        do_not_write don't_like dislike hate ban forbid forbidden banned remove drop cut_out
        stop_using
        stay_away_from steer_clear_of don't_want refrain_from eliminate""",
    "few": """少 少用 少写 少一点 少一些 少些 少点 更少 较少 减少 尽量少用 尽量少写 少使用 少出现
        少来点 克制 降低 压缩 不多用 不要太多 不要用太多 不要过多 不要有太多 别太多 别用太多
        避免过多 避免太多 避免过度使用 避免过多使用 不要滥用 避免滥用 不要堆砌 避免堆砌
        不要过度使用 不要过度 避免过度 慎用 fewer less few little reduce limit cut_down_on
        go_easy_on minimize minimise use_fewer use_less not_too_many not_too_much don't_overuse
        do_not_overuse avoid_overusing avoid_too_many avoid_too_much avoid_excessive
        don't_use_too_many do_not_use_too_many sparing sparingly rarely seldom""",
    "many": """多 多用 多写 多一点 多一些 多些 多点 更多 较多 增加 多使用 大量 大量使用 多来点
        加强 丰富 提高 加大 more many plenty_of lots_of a_lot_of increase use_more lots_more
        frequent often more_often""",
    "like": """偏好 偏爱 喜欢 喜爱 爱用 喜欢用 倾向 倾向于 追求 偏向 prefer prefers favour favor
        like likes love go_for""",
    "use": """用 使用 采用 运用 要有 要用 想要 希望 use want stick_to stay_in write_in some include
        add tell_it_in told_in narrate_in""",
    "average": "平均 平均每句 on_average average mean averaging in_average",
}

_FILLERS = """请 我 更 更加 比较 尽量 尽可能 保持 一律 都 要 应 应该 应当 需要 必须 务必 始终 一直
    总是 全程 整体 整体上 全文 通篇 全书 文章 文中 正文 作品 所有 全部 严格 坚持 统一 风格 文风
    笔法 写法 方式 手法 的 地 得 一些 一点 为主 写 写作 句式 来 在 以 是 于 文字 行文
    语言 表达 语气 辞藻 词藻 控制 控制在 数量 比例 占比 视角 视点 叙述视角 叙事视角 全知
    全知视角 限知 限知视角 口吻 进行 字 词 词语 一词 这个词 这个字 二字 两个字 这两个字 字眼
    等 等词 所有场景 任何场景 快节奏 节奏紧凑 节奏明快 节奏快 节奏要快 please i i'd i'll the a an
    my your our keep kept make let with style prose language writing tone wording phrasing text
    story strict strictly always consistently in of be is are should must to as for throughout all
    every entire whole omniscient limited pov point_of_view perspective voice write writing_style
    word phrase term expression words_like rather quite at_all anywhere everywhere
    all_scenes every_scene fast-paced fast_pace much a_bit a_little slightly would the_text
    of_the_text them"""

_PLACES = {
    scenes.DIALOGUE: "对白 对话 所有角色对白 角色对白 所有角色的对白 角色的对白 人物对白 人物对话 "
    "人物的对话 人物的对白 角色对话 所有对白 所有对话 台词 dialogue dialog dialogues conversation "
    "conversations",
    scenes.ACTION: "动作 打斗 武打 战斗 action fight fights fighting battle",
    scenes.DESCRIPTION: "描写 环境 景物 风景 description descriptions descriptive",
    scenes.PSYCHOLOGY: "心理 内心 心理活动 内心独白 introspection psychological psychology",
    scenes.NARRATION: "叙述 叙事 旁白 narration narrative narrating",
    scenes.TRANSITION: "过渡 转场 transition transitions transitional",
}
PLACES = {name: scene for scene, words in _PLACES.items() for name in words.split()}
_PLACE_ZH = "场景|描写|段落|部分|片段|戏|情节"
_PLACE_EN = "scenes?|passages?|sequences?|sections?"


def _alternatives(words: str) -> str:
    """One expression, the longest first; an English word ends where its letters end."""
    texts = sorted({each.replace("_", " ") for each in words.split()}, key=len, reverse=True)
    return "|".join(
        re.escape(each) + ("(?![a-z])" if each.isascii() else "") for each in texts
    ).replace("\\ ", r"\s+")


@cache  # made by the first rule that is read: most commands read none
def tokens() -> list[tuple[re.Pattern[str], Token]]:
    found = [(_alternatives(words), Token("noun", name)) for name, words in _NOUNS.items()]
    found += [(_alternatives(text), Token("lean", *key)) for key, text in _LEANS.items()]
    found += [(_alternatives(words), Token("size", op=op)) for op, words in _SIZES.items()]
    found += [(_alternatives(words), Token(kind)) for kind, words in _AMOUNTS.items()]
    found.append((_alternatives(_FILLERS), Token("filler")))
    for scene, words in _PLACES.items():
        names = _alternatives(words)
        # Named as a scene it is one; the bare word may be what the rule is about.
        sure = rf"(?:{names})\s*(?:{_PLACE_ZH}|(?:{_PLACE_EN})(?![a-z]))(?:之?中|里|时)?"
        found.append((sure, Token("scene", scene)))
        found.append((rf"(?:in|during|for)\s+(?:{names})", Token("scene", scene)))
        found.append((rf"(?:{names})(?:之?中|里|时)", Token("scene", scene)))
        found.append((names, Token("perhaps", scene)))
    return [(re.compile(pattern), token) for pattern, token in found]


# --- numbers ----------------------------------------------------------------------------

_NUMBER = r"(\d{1,3}(?:,\d{3})+|\d+(?:\.\d+)?|[一二两三四五六七八九十百千]+)"
_UNIT = (
    r"(个?字母|letters?(?![a-z])|个?字符?(?!词)|个?单?词|words?(?![a-z])"
    r"|(?:chinese )?char(?:acter)?s?(?![a-z])|%|percent(?![a-z])|per cent(?![a-z])|[个处次])"
)
_BEFORE = {
    Op.LESS: r"<=?|≤|不(?:要|得|应|可|能|宜|许)?(?:超过|多于|大于|高于|长于)|别超过|[少小低短]于"
    r"|不到|至多|最多|最长|under|below|(?:less|fewer|shorter|lower) than|at most|up to|within"
    r"|(?:no|not) (?:more|longer|higher|greater) than|max(?:imum)?(?: of)?",
    Op.MORE: r">=?|≥|不(?:要|得|应|可|能|宜|许)?(?:少于|低于|小于|短于)|超过|[多大高长]于|至少"
    r"|最少|over|above|(?:more|longer|greater|higher) than|at least|beyond|exceed(?:ing|s)?"
    r"|(?:no|not) (?:less|fewer|shorter|lower) than|min(?:imum)?(?: of)?",
}
_AFTER = {
    Op.LESS: "以内|以下|之内|之下|内|or (?:less|fewer|under|shorter)|at most|max(?:imum)?",
    Op.MORE: "以上|之上|or (?:more|over|longer)|at least|min(?:imum)?",
}
COMPARED = [
    (LazyPattern(pattern), op)
    for op in Op
    for pattern in (
        rf"(?:{_BEFORE[op]})\s*{_NUMBER}\s*{_UNIT}?",
        rf"{_NUMBER}\s*{_UNIT}\s*(?:{_AFTER[op]})(?![a-z])",
    )
]
"""A bound: its number and what it counts."""

PER = LazyPattern(
    rf"每{_NUMBER}个?(?:字符?|单?词)(?:[中里内])?"
    rf"|(?:per|for every|in every|every|in) {_NUMBER} (?:words|characters)(?![a-z])"
)
WORDS = LazyPattern("词|word")
PERCENT = LazyPattern("%|per")

MARKS = {
    "!": "感叹号",
    "...": "省略号",
    "......": "省略号",
    "—": "破折号",
    "——": "破折号",
    "?": "问号",
    ",": "逗号",
    ";": "分号",
    ":": "冒号",
}
"""A mark quoted for itself (after NFKC)."""

_PAIRS = """場场 動动 對对 話话 寫写 環环 內内 敘叙 過过 轉转 長长 詞词 語语 嘆叹 號号 驚惊 書书
    麗丽 簡简 潔洁 練练 樸朴 實实 華华 稱称 時时 現现 節节 緊紧 湊凑 視视 聽听 覺觉 觸触 氣气 問问
    複复 減减 歡欢 愛爱 應应 該该 須须 單单 個个 處处 數数 與与 總总 體体 統统 絕绝 這这 辭辞 無无
    樣样 豐丰 變变 錯错 結结 質质 風风 戲戏 鬥斗 對对 兩两 於于 別别 釋释 濫滥 繁繁 順顺 從从 嚴严
    為为 盡尽 隻只 獨独 齊齐 嗅嗅 觀观 點点 論论"""
SIMPLIFIED = {ord(pair[0]): pair[1] for pair in _PAIRS.split()}
"""Traditional characters of these words; what is not in them need not be folded."""
