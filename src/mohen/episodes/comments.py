"""What an author's comment asks of style: 太啰嗦, fewer adjectives, 对白多一点, not so long.

A comment is read clause by clause. Small tables name the things a writer speaks of (a sentence,
a dash, dialogue), their sizes and amounts, and the ways to wish for more or less of them; a
judgement such as 啰嗦 or flowery is a thing and a wish at once. Its primary meaning is taken: wordy
is about sentence length, flowery about modifiers, stiff about colloquial words. What the tables do
not make out teaches nothing, and a comment that asks for both directions neither (C83).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from math import prod

from mohen.text.language import HAN
from mohen.text.normalize import lowered
from mohen.text.word_lists import words

# kind | feature | sign | words, a blank as "_"; rows of one start are tried in this order
#
# skip    holds one of our words and means something else
# noun    a thing there can be more or less of; choice: one that is taken or not
# part    a thing that has a length; size, sizer: long and longer
# amount  many, amounter: more
# fault   what nobody wants to be told; merit: what is asked for by its name
_TABLE = r"""
skip | - | 0 | 多么 多谢 多亏 多少 多半 多年 多久 不少 少年 少女 少爷 少妇 少许 至少 这些 那些
    特别 [校队班部市院家成生增特擅船]长 长(?=[大官者安街发辈老江廊裙剑夜]) 短(?=[信篇剑刀发暂裤])
    别[的人处致] no_longer as_long_as (?:so|not)_long_ago long_ago before_long for_long how_long
    long_time more_or_less a_(?:bit|little|touch)_of more_than less_than no_more_than 不要紧 别扭
    一句话 (?:对白|对话)(?=[里中的内]) in_(?:the_|your_)?dialog(?:ue)?
    (?:a|missing)_(?:comma|colon|semicolon|dash|question_mark|exclamation_(?:mark|point))
    这里.?.?用 一个(?:逗号|分号|冒号|问号|感叹号)(?![都也]) 个(?:逗号|分号|冒号|问号)(?![都也])
    sentence_fragments? death_sentence 没关系 不好 不太好 第一句 最后一句 few_days
state | - | 0 | 不算 并不 没那么 没有那么 没有太 不是很 不怎么 不会 不需要 没必要 不太
    no_need(?:_for)?
    (?:is|are|was|were|does|do)(?:n't|_not)(?:_need)?(?=_(?:too|that|so|very|overly|need|more|any))
    (?:there|there's|has|have|had|is|are|was|were)_(?:is_|are_|was_|were_)?no(?=_)
    (?:do|does)n't_need never_too
praise | - | 0 | 太好 太棒 太赞 太喜欢 太爱 很?喜欢 得好 很好 真好 不错 好看 真棒 很棒 舒服 更好
    love[sd]? (?<!n't_)(?<!not_)liked?(?=_) enjoy(?:ed)? great good nice lovely perfect well_done
    better
hate | - | 0 | 不太?喜欢 讨厌 受不了 看腻 腻了 太烦 很烦 hate[sd]? dislike[sd]? can't_stand
    tired_of sick_of (?:do|did)(?:n't|_not)_(?:really_)?(?:like|love|enjoy) not_a_fan_of annoying
    annoyed_by
lack | - | 0 | 不够 不足 缺少 缺乏 欠缺 太缺 insufficient lacks? lacking missing
fault | sentence_spread | -1 | 句式(?:单一|单调|呆板|太?雷同) 节奏(?:单一|单调) 单调 monotonous
    all_the_same_length same_length
merit | sentence_spread | 1 | 长短句?(?:结合|错落|相间|交替) 句式(?:多变|变化|丰富) 句长变化
    长短变化 错落有致 var(?:y|ied|ying)_(?:the_|your_)?sentences?(?:_lengths?|_rhythm)?
    sentence_variety varied_rhythm
fault | longest_sentence | 1 | 超长句子? 长难句 run-?_?ons?(?:_sentences?)?
fault | paragraph_length | 1 | walls?_of_text
merit | paragraph_length | -1 | 多?分段 paragraph_breaks break_up_(?:the_|your_)?paragraphs?
fault | word_length | 1 | (?:big|fancy|fancier|long|longer|complicated|obscure)_words
merit | word_length | -1 | (?:simple|simpler|short|shorter|plain|plainer|easier|smaller)_words
fault | mean_sentence_length | 1 | 啰嗦 啰唆 罗嗦 囉嗦 冗长 冗余 拖沓 拖泥带水 繁琐 累赘 绕口
    word(?:y|ier) verbose verbosity long-?_?winded rambling rambles? lengthy too_many_words
fault | mean_sentence_length | -1 | 零碎 琐碎 (?<!段落太)(?<=太)碎 choppy
merit | mean_sentence_length | -1 | 简洁 简练 精炼 精练 简短 干练 利落 紧凑 凝练 言简意赅 精简
    concise(?:ly)? terse succinct brief(?:er)? snapp(?:y|ier) punch(?:y|ier) crisp(?:er)?
    tight(?:er|en)? fewer_words
fault | modifiers | 1 | 华丽 堆砌 浮夸 花哨 辞藻 矫情 flowery ornate purple_prose purple florid
    overwritten over-?written
merit | modifiers | -1 | 朴素 朴实 平实 白描 质朴 plain(?:er)?(?:_prose)? unadorned
fault | modifiers | -1 | 平淡 干巴巴 (?<=太)干(?!净|练|脆) 干瘪 苍白 bland dry(?=\s*$) too_dry
fault | classical | 1 | archaic (?<=太)文言 文绉绉 半文半白 文白夹杂 之乎者也
merit | classical | 1 | 古风 古雅 古典 文言味
fault | colloquial | -1 | 书面语? 生硬 僵硬 死板 书面化 文艺腔 翻译腔 stiff stilted bookish wooden
merit | colloquial | -1 | 正式 (?<!in)formal(?:ly)?
merit | colloquial | 1 | 口语化? 大白话 接地气 生活化 colloquial casual informal conversational
    chatty
noun | colloquial | 1 | 语气词 口头语 俚语 slang
fault | variety | -1 | 用词重复 重复 词汇(?:贫乏|单一|匮乏) repetiti(?:ve|ous|on)
    repeats?_the_same_words same_words words_repeat
merit | variety | 1 | 用词丰富 词汇(?:丰富|量) varied(?:_vocabulary|_words)? vocabulary_variety
    variety_of_words
noun | dialogue_share | 1 | 对白 对话 dialog(?:ue)?s?
choice | first_person_share | 1 | 第一人称 first-?_?person
choice | first_person_share | -1 | 第三人称 third-?_?person
choice | past_tense | 1 | 过去时态? past-?_?tense
choice | past_tense | -1 | 现在时态? present-?_?tense
noun | exclamation | 1 | 感叹号 叹号 惊叹号 感叹句 exclamation_(?:mark|point)s? exclamations?
noun | ellipsis | 1 | 省略号 ellips[ie]s dot_dot_dot
noun | dash | 1 | 破折号 (?:em-?_?|en-?_?)?dash(?:es)?
noun | question | 1 | 问号 问句 反问句? 设问 疑问句 question_marks? rhetorical_questions?
    (?<=too_many_)questions
noun | comma | 1 | 逗号 commas?
noun | semicolon | 1 | 分号 semi-?colons?
noun | colon | 1 | 冒号 colons?
noun | intensifiers | 1 | 程度副词 程度词 “很”字? 「很」字? "很"字? 很字 “非常” intensifiers?
    "very"s? “very”s?
noun | modifiers | 1 | 形容词 副词 修饰语? 修饰词 定语 状语 adjectives? adverbs? modifiers?
noun | idioms | 1 | 成语 四字词语? 四字格 四字短语 (?:four-character_)?idioms?
noun | classical | 1 | 文言文?(?:虚词)? 古文 文言词 classical_(?:chinese|particles|words)
noun | contractions | 1 | 缩约形式? 缩写 contractions?
noun | similes | 1 | 比喻句? 明喻 暗喻 隐喻 类比 similes? metaphors?
noun | sight | 1 | 视觉(?:描写|细节)? 画面感 色彩描写 visual_(?:detail|description)s? visuals?
    imagery
noun | sound | 1 | 听觉(?:描写|细节)? 声音(?:描写|细节) sound_(?:detail|description|effect)s?
    auditory_(?:detail)s?
noun | smell | 1 | 嗅觉(?:描写|细节)? 气味(?:描写|细节)? smells? scents? odou?rs?
noun | taste | 1 | 味觉(?:描写|细节)? 味道(?:描写|细节) taste_(?:detail|description)s?
    sense_of_taste flavou?rs?
noun | touch | 1 | 触觉(?:描写|细节)? 触感 touch_(?:detail|description)s?
    tactile_(?:detail|description)s? sense_of_touch
noun | sight sound smell taste touch | 1 | 感官(?:描写|细节)? 五感(?:描写|细节)?
    sensory_(?:detail|description)s?
part | mean_sentence_length | 1 | 句子 句长 每句 这句话? 句(?!号|式) sentences?(?:_lengths?)?
part | paragraph_length | 1 | 段落 每段 段长 paragraphs?(?:_lengths?)?
part | word_length | 1 | words
change | - | 0 | from_[a-z-]+(?:_[a-z]+)?_to 改成 改为 改用 换成 换为 变成
    (?:switch|change|changed|convert)(?:_it)?(?:_from)?_to
more | - | 0 | 更加? 再 一点儿? 一些 (?<=[多少长短洁练语面白素式化])[点些]儿? even
want | - | 0 | 不怕 别怕 don't_be_afraid_of 偏好 偏爱 要有 需要 希望 想要 想看 应该[用有] 使用
    采用 采取 用(?=第|现|过|对|成|比|短|长|口|反|感|省|破) 增加 增添 添加 加入 加上? 补充 来[点些]
    来一[点些] us(?:e|es|ing) need(?:s|ed)? wants? wanted prefer(?:s|red)? add(?:ing)? try include
    go_for write(?:_it)?_in
neg | - | 0 | 不要再? 不再?使用 不再用 (?<![特区分个])别(?!怕) 勿 不用 不准 不许 禁止 杜绝 避免
    拒绝 切忌 不想要 不想看 (?<!能)不能 don't do_not dont not no never stop(?:_with)? avoid(?:ing)?
    without quit
surplus | - | 0 | 过多 过度 泛滥 滥用 多余 密密麻麻 满屏 全是 到处都?是 一大堆
    over-?us(?:e|es|ed|ing) excessive unnecessary overdone overloaded full_of
excess | - | 0 | 太重? 过重 过于 过分 这么 那么 如此 too overly excessively so
slightly | - | 0 | 有一?点儿? 有些 偏(?![好爱]) 略显? 稍显 a_bit a_little a_touch kind_of sort_of
    somewhat rather slightly
sizer | - | 1 | 拉长 加长 延长 扩写 longer lengthen expand
sizer | - | -1 | 缩短 压缩 shorter shorten(?:ed)? trim(?:med)? condense
size | - | 1 | 长 long
size | - | -1 | 短 short
less | - | 0 | 减少 去掉 删掉 删除 删 砍掉 砍 控制 克制 节制 降低 reduce cut_(?:back|down)(?:_on)?
    cut remove drop delete tone_down lose_the get_rid_of (?:go_)?easy_on ease_up_on lay_off
    enough_(?:with|of) limit minimi[sz]e
amounter | - | 1 | more 多[用写加来](?:一?[点些])?
amounter | - | -1 | fewer less 少[用写加来](?:一?[点些])?
amount | - | 1 | (?:占比|比例)(?=.?高) 多 much many lots_of a_lot_of heavy
amount | - | -1 | (?:占比|比例)(?=.?低) 少 few little
keep | - | 0 | 保持 保留 继续 keep stay maintain make
"""

# What may stand around a judgement without making it one of something else.
_FILL_ZH = re.compile(
    "这一?[段篇节章里个次种]?|味儿?|感|高|低|那段|一段|全文|整体|整个|总体|文字|文章|文笔|文风|语言|语句|用词|用语|词语|"
    "遣词|描写|描述|叙述|叙事|行文|表达|风格|内容|部分|开头|结尾|节奏|写作|写法|写得|写|读起来|看起来|"
    "看着|感觉|觉得|认为|我|你|可不可以|可以|能不能|能|请|麻烦|稍微|稍稍|还是|还|就|也|都|真的|真|确实|"
    "有|是|得|的|地|了|吧|啊|呀|呢|吗|嘛|哦|把|让|给|会|应该|最好|比较|非常|很|显得|略|和|与|跟|及|"
    "句式|句|为什么|怎么|下次|以后|之后|这样|比|之前|上次|上面|里|里面|中|用|要|些|个|点|一"
)
_FILL_EN = words(
    """a an the this that these those it it's its it'd is are was were be been being i i'd i'm i've
    you your my we me he'd text passage piece paragraph section part scene draft version output
    writing prose style tone voice wording language narration narrative description descriptions
    phrasing reads read feels feel felt seems seem sounds sound looks comes across as please bit
    just far way still very really quite much and or with of in on here for to from by at overall
    generally maybe perhaps could can would should might will think thought find found can't be
    have has had get gets got let let's do next time again than before last one little all some
    any such those them how what why there's there they're like when if kindly pls thanks thank
    everything result answer suggestion candidate rest whole bits also too more them it"""
)

_CLAUSE = re.compile(
    r"[，。！？；,.!?;\n~～（）()]+|但是?|不过|然而|而且|并且|\b(?:but|though|although|however|yet)\b"
)
# What follows is given up: "third person instead of first".
_GIVEN_UP = re.compile(r"\b(?:instead of|rather than)\b.*|(?:而不是|代替|取代).*")
_ENOUGH = re.compile(r"(?:\bnot|n't)\s+((?:\w+\s+)?)enough\b")
_BLANKS = re.compile(r"[^\S\n]+")
_HAN = re.compile(f"[{HAN}]")
_THINGS = words("noun choice part")
_VERBS = words("neg want less hate")
_HEADS = words("size sizer amount amounter fault merit")


@dataclass(frozen=True, slots=True)
class _Token:
    kind: str
    feature: str
    sign: int
    start: int
    end: int


def _pattern(words: str) -> str:
    """One row's alternatives; Latin ones only as whole words."""
    found = []
    for word in words.split():
        spaced = word.replace("_", " ")
        found.append(spaced if _HAN.search(word) else rf"(?<![\w'-])(?:{spaced})(?![\w'])")
    return "|".join(found)


_ROWS = [
    [cell.strip() for cell in row.split(" | ")] for row in re.split(r"\n(?! )", _TABLE.strip())
]


@cache  # made by the first comment: most commands never read one
def _token() -> re.Pattern[str]:
    return re.compile("|".join(f"({_pattern(row[-1])})" for row in _ROWS))


def judged(comment: str) -> tuple[tuple[str, int], ...]:
    """(feature of style, +1 for more or -1 for less), in the order they are spoken of."""
    plain = _BLANKS.sub(" ", lowered(comment))
    plain = _ENOUGH.sub(r"insufficient \1", plain)
    found: dict[str, set[int]] = {}
    for clause in _CLAUSE.split(plain):
        clause = _GIVEN_UP.sub("", clause)
        for segment in _segments(_tokens(clause)):
            for feature, sign in _wishes(segment, clause):
                found.setdefault(feature, set()).add(sign)
    return tuple((feature, sign) for feature, signs in found.items() for sign in _one(signs))


def _one(signs: set[int]) -> set[int]:
    return signs if len(signs) == 1 else set()


def _tokens(clause: str) -> list[_Token]:
    found: list[_Token] = []
    for match in _token().finditer(clause):
        kind, feature, sign, _ = _ROWS[(match.lastindex or 1) - 1]
        if kind == "change":
            found.clear()  # what stands before it is given up
        if kind != "skip":
            found.append(_Token(kind, feature, int(sign), match.start(), match.end()))
    return found


def _segments(tokens: Sequence[_Token]) -> Iterator[list[_Token]]:
    """One wish each: when a wish is whole and the next begins as it began, it is another."""
    segment: list[_Token] = []
    for token in tokens:
        kinds = {each.kind for each in segment}
        whole = bool(kinds & _THINGS and kinds - _THINGS) or bool(kinds & {"fault", "merit"})
        waiting = bool(segment) and segment[-1].kind in _VERBS  # for its object
        again = token.kind in ("amount", "amounter") and token.kind in kinds
        if again or (whole and not waiting and token.kind == segment[0].kind):
            yield segment
            segment = []
        segment.append(token)
    if segment:
        yield segment


def _wishes(segment: Sequence[_Token], clause: str) -> Iterator[tuple[str, int]]:
    kinds = {each.kind for each in segment}
    amount = prod(each.sign for each in segment if each.kind in ("amount", "amounter"))
    sizes = [each for each in segment if each.kind in ("size", "sizer")]
    traits = [each for each in segment if each.kind in ("fault", "merit")]
    things = [each for each in segment if each.kind in ("noun", "choice")]
    parts = [each for each in segment if each.kind == "part"]
    if traits:
        if _is_about_text(clause):
            for each in traits:
                yield each.feature, each.sign * amount * _way(kinds, each.kind)
    elif sizes and not things:
        one_size = len({each.sign for each in sizes}) == 1
        if one_size and (way := _way(kinds, "size")):
            size = sizes[0].sign * amount * way
            if parts:
                yield parts[0].feature, size
            elif _is_about_text(clause):
                yield "mean_sentence_length", size
    elif things and not sizes and _belongs(segment, clause):
        for each in _after(segment, things):
            if way := _way(kinds, each.kind) or _bare(each, kinds, segment, clause):
                for feature in each.feature.split():
                    yield feature, each.sign * amount * way


def _after(segment: Sequence[_Token], things: Sequence[_Token]) -> Sequence[_Token]:
    """Of 对白避免感叹号 the marks: dialogue is only where they are."""
    verbs = [each.start for each in segment if each.kind in _VERBS]
    later = [each for each in things if verbs and each.start > verbs[0]]
    return later or things


def _way(kinds: set[str], head: str) -> int:
    """Whether what is named is wished for (1) or not (-1), or neither (0)."""
    if head in ("noun", "choice") and not kinds & {"amount", "amounter"}:
        kinds = kinds - {"more", "excess", "slightly"}  # 对白太生动 is not of how much
    against = -1 if "neg" in kinds else 1
    if "lack" in kinds:
        return 1
    if "state" in kinds:
        return 1 if head == "merit" else 0
    if kinds & {"more", "sizer", "amounter"}:
        return against
    if kinds & {"excess", "surplus"} or ("slightly" in kinds and kinds & _HEADS):
        return -1
    return _plainly(kinds, head, against)


def _plainly(kinds: set[str], head: str, against: int) -> int:
    """Without a degree: cut them, I hate them, use them, no such thing."""
    if "less" in kinds:
        return -against
    if "hate" in kinds:
        return -1
    # Praise of dialogue is of its quality, praise of short sentences is of their length.
    if kinds & {"want", "change"} or (head != "noun" and kinds & {"praise", "keep"}):
        return -1 if head == "fault" and "praise" not in kinds else against
    if head == "noun" and "amount" in kinds:
        return 0
    if "neg" in kinds:
        return -1
    return {"fault": -1, "merit": 1}.get(head, 0)


def _bare(token: _Token, kinds: set[str], segment: Sequence[_Token], clause: str) -> int:
    """A person or a tense, and nothing else said: that is what is wanted."""
    alone = token.kind == "choice" and kinds == {"choice"} and len(segment) == 1
    return int(alone and _is_about_text(clause))


def _belongs(segment: Sequence[_Token], clause: str) -> bool:
    """Whether `more` is of the thing: more natural dialogue is not more dialogue."""
    for token in segment:
        if token.kind == "amounter":
            after = [each.start for each in segment if each.start > token.start]
            return not _rest(clause[token.end : min(after, default=len(clause))])
    return True


def _is_about_text(clause: str) -> bool:
    """Whether nothing else is named: 房间太华丽 is of a room, 他太啰嗦 of a person."""
    rest, at = [], 0
    for match in _token().finditer(clause):
        rest.append(clause[at : match.start()])
        at = match.end()
    return not _rest(" ".join([*rest, clause[at:]]))


def _rest(text: str) -> list[str]:
    """The words of a text that say anything."""
    chinese = _HAN.findall(_FILL_ZH.sub("", text))
    return chinese + [word for word in re.findall(r"[a-z']+", text) if word not in _FILL_EN]
