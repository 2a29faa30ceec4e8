"""What a user types, read as a predicate: many ways to say it, none that is guessed."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mohen.rules.model import Op, Part, Predicate
from mohen.rules.rule_parser import read
from mohen.rules.rule_text import COUNTS, SHARES, SIDES, nothing, round_boundary, said, word
from mohen.text import scenes
from mohen.text.style import DEFAULT, FEATURES
from shows import shows

# text → what it measures. Without a number in the text the usual one stands.
TYPED = """
偏好短句 → mean_sentence_length < 18 characters
句子不要超过20字 → longest_sentence < 20 characters
平均句长 < 15 字 → mean_sentence_length < 15 characters
动作场景用短句 → mean_sentence_length < 18 characters in action
所有角色对白不使用感叹号 → exclamation < 0.1 per 100 code points of speech
严格第一人称叙述 → first_person_share > 0.5 share
第三人称全知 → first_person_share < 0.5 share
使用第三人称全知 → first_person_share < 0.5 share
偏好第一人称 → first_person_share > 0.5 share
偏好华丽辞藻 → modifiers > 3 per 100 characters
偏好简洁风格 → modifiers < 3 per 100 characters
少用成语 → idioms < 0.3 per 100 characters
不要用“仿佛” → phrase:仿佛 < 1 uses
避免使用 suddenly → phrase:suddenly < 1 uses
多写对白 → dialogue_share > 0.2 share
口语化 → colloquial > 0.3 per 100 characters
避免书面语气 → colloquial > 0.3 per 100 characters
偏好使用文言文句式 → classical > 0.1 per 100 characters
short sentences → mean_sentence_length < 11 words
no exclamation marks in dialogue → exclamation < 0.1 per 100 code points of speech
strict first person → first_person_share > 0.5 share
third-person omniscient → first_person_share < 0.5 share
present tense → past_tense < 0.5 share
avoid similes → similes < 0.1 per 100 words
fewer adjectives → modifiers < 1.5 per 100 words
keep paragraphs under 80 words → paragraph_length < 80 words
more dialogue → dialogue_share > 0.2 share
don't use the word "suddenly" → phrase:suddenly < 1 uses
偏好长句 → mean_sentence_length > 18 characters
动作场景偏好短句、快节奏 → mean_sentence_length < 18 characters in action
动作场景：偏好短句（平均 < 15 字），节奏紧凑 → mean_sentence_length < 15 characters in action
每句不超过二十字 → longest_sentence < 20 characters
句子短一点 → mean_sentence_length < 18 characters
句子不要太长 → mean_sentence_length < 18 characters
段落控制在100字以内 → paragraph_length < 100 characters
打斗场景多用短句 → mean_sentence_length < 18 characters in action
心理描写少用比喻 → similes < 0.2 per 100 characters in psychology
对话不要用省略号 → ellipsis < 0.1 per 100 code points of speech
每千字不超过3个感叹号 → exclamation < 0.3 per 100 code points
对白占比高于 60% → dialogue_share > 0.6 share
不喜欢长句 → mean_sentence_length < 18 characters
减少形容词 → modifiers < 3 per 100 characters
避免重复用词 → variety > 0.83 share
回忆场景用长句 → mean_sentence_length > 18 characters in 回忆
别用仿佛这个词 → phrase:仿佛 < 1 uses
长短句结合 → sentence_spread > 5.5 characters
用词丰富 → variety > 0.83 share
多写嗅觉描写 → smell > 0.1 per 100 characters
不要用“！” → exclamation < 0.1 per 100 code points
對白不使用感嘆號 → exclamation < 0.1 per 100 code points of speech
動作場景偏好短句 → mean_sentence_length < 18 characters in action
Use short sentences in action scenes. → mean_sentence_length < 11 words in action
Sentences should be no longer than 20 words → longest_sentence < 20 words
average sentence length under 15 words → mean_sentence_length < 15 words
I prefer long sentences → mean_sentence_length > 11 words
avoid long sentences → mean_sentence_length < 11 words
Don't use exclamation points → exclamation < 0.1 per 100 code points
no em dashes → dash < 0.1 per 100 code points
fewer than 2 similes per 1,000 words → similes < 0.2 per 100 words
plain style → modifiers < 1.5 per 100 words
avoid flowery prose → modifiers < 1.5 per 100 words
ornate prose → modifiers > 1.5 per 100 words
concise → modifiers < 1.5 per 100 words
write in the past tense → past_tense > 0.5 share
told in first person → first_person_share > 0.5 share
less dialogue in action scenes → dialogue_share < 0.2 share in action
love scenes: long sentences → mean_sentence_length > 11 words in love
avoid the word suddenly → phrase:suddenly < 1 uses
use contractions → contractions > 0 per 100 words
avoid contractions → contractions < 0.1 per 100 words
avoid repetition → variety > 0.78 share
vary sentence length → sentence_spread > 4 words
avoid overusing adverbs → modifiers < 1.5 per 100 words
go easy on the adverbs → modifiers < 1.5 per 100 words
conversational tone → colloquial > 0.1 per 100 words
formal tone → colloquial < 0.2 per 100 words
more smells → smell > 0.1 per 100 words
short-sentences → mean_sentence_length < 11 words
style: concise → modifiers < 1.5 per 100 words
at most 30% dialogue → dialogue_share < 0.3 share
dialogue at most 30% → dialogue_share < 0.3 share
no sentences over 25 words → longest_sentence < 25 words
use “moonlit” more often → phrase:moonlit > 0 uses
never use “very” → phrase:very < 1 uses
第一人称 → first_person_share > 0.5 share
多用对话，占比高于 40% → dialogue_share > 0.4 share
平均词长 < 4.5 个字母 → word_length < 4.5 letters
Avoid semicolons → semicolon < 0.1 per 100 code points
No colons → colon < 0.1 per 100 code points
对白多一点 → dialogue_share > 0.2 share
描写少用形容词 → modifiers < 3 per 100 characters in description
叙述用短句 → mean_sentence_length < 18 characters of narration
narration: short sentences → mean_sentence_length < 11 words of narration
I like similes → similes > 0.2 per 100 words
不要太多形容词 → modifiers < 3 per 100 characters
用短句，每句不超过15字 → mean_sentence_length < 15 characters
动作场景中不要用“仿佛” → phrase:仿佛 < 1 uses in action
in “flashback” scenes: present tense → past_tense < 0.5 share in flashback
少用破折号 → dash < 0.2 per 100 code points
Keep dialogue under 40 percent → dialogue_share < 0.4 share
每百字少于 0.8 个感叹号 → exclamation < 0.8 per 100 code points
in action scenes, no commas → comma < 0.1 per 100 code points in action
请尽量使用短句。 → mean_sentence_length < 18 characters
文风要朴实 → modifiers < 3 per 100 characters
prefer informal language → colloquial > 0.1 per 100 words
对话场景里少用感叹号 → exclamation < 0.2 per 100 code points in dialogue
对白每句不超过15字 → longest_sentence < 15 characters of speech
每句台词不超过十二个字 → longest_sentence < 12 characters of speech
人物说话不要用成语 → idioms < 0.1 per 100 characters of speech
對話裡不要用感嘆號 → exclamation < 0.1 per 100 code points of speech
引号里的话少用省略号 → ellipsis < 0.2 per 100 code points of speech
打斗场景里的对白不要用感叹号 → exclamation < 0.1 per 100 code points of speech in action
对话里别出现“其实” → phrase:其实 < 1 uses of speech
旁白不用成语 → idioms < 0.1 per 100 characters of narration
叙述部分少用形容词 → modifiers < 3 per 100 characters of narration
对白以外不用感叹号 → exclamation < 0.1 per 100 code points of narration
感叹号只用在对白里 → exclamation < 0.1 per 100 code points of narration
叙述段落用长句 → mean_sentence_length > 18 characters in narration
旁白用第三人称 → first_person_share < 0.5 share
narration in past tense → past_tense > 0.5 share
dialogue lines under 10 words → longest_sentence < 10 words of speech
Characters never use exclamation marks → exclamation < 0.1 per 100 code points of speech
no semicolons in what characters say → semicolon < 0.1 per 100 code points of speech
in fights characters use short sentences → mean_sentence_length < 11 words of speech in action
dialogue scenes: short sentences → mean_sentence_length < 11 words in dialogue
no contractions outside dialogue → contractions < 0.1 per 100 words of narration
exclamation marks only in dialogue → exclamation < 0.1 per 100 code points of narration
keep the narration plain → modifiers < 1.5 per 100 words of narration
"""
# Stories, wishes nobody can measure, two rules in one, counts without a length of text, comments
# on what was written: nothing to read, nothing to guess.
UNREADABLE = """
主角叫林远
keep the plot moving
不要写死主角
林远的对白不用感叹号
对白用现在时
对白用第一人称
dialogue in present tense
Tom's dialogue has no contractions
描写人物少用形容词，对白不用感叹号
no characters
只在对白里用短句
对白要有潜台词
第三章用短句开头
多写心理描写
对话多用动作描写
少写环境，多写对白
短句，不用感叹号
short sentences, no exclamation marks
短句和长句
感叹号
dialogue
太多感叹号
too many adverbs
不超过3个感叹号
fewer sentences
use fewer words
句子左右对称
第二人称
keep it short
对白要短
make dialogue snappy
no flashbacks
避免使用被动句
不要用“仿佛”和“似乎”
节奏紧凑
好
ok
没有必要用感叹号
not only short sentences
She said no exclamation
the word suddenly
action scenes should be exciting
每页不超过3个感叹号
simple
用我的语气
偏好动作场景
no dialogue scenes
短句长句结合得当的文章我很喜欢
他喜欢短句
他不喜欢长句
长句短句都要
段落 < 50%
感叹号 < 30%
第一人称和第三人称交替
The killer is revealed in chapter 3
多写场景
不少于
写长一点
long scenes
避免使用 AI 味的词
可以用长句
long sentences are fine
有时用短句
适当使用长句
more dialogue, less narration
no long dialogue
less is more
use first person and third person
用第三人称写第一人称
平均句长15字
英文少用缩写
"""


def rows(table: str) -> list[str]:
    return table.strip().splitlines()


@shows("C72")
@pytest.mark.parametrize("row", rows(TYPED))
def test_a_rule_is_read_for_what_it_measures(row: str) -> None:
    text, expected = row.split(" → ")
    found = read(text)

    assert found is not None
    assert said(found).en == expected


@pytest.mark.parametrize("text", [*rows(UNREADABLE), "", "  ", "。", "\ue000"])
def test_what_has_no_clear_reading_is_not_guessed(text: str) -> None:
    assert read(text) is None


@given(
    st.text(max_size=60)
    | st.text(alphabet="不要多少用写句长短字词的<15%“”「」 。，对白场景", max_size=20)
)
def test_any_text_at_all_is_read_or_not(text: str) -> None:
    found = read(text)

    assert found is None or found.feature.startswith("phrase:") or found.feature in FEATURES


@pytest.mark.parametrize("text", ["动作场景偏好短句", "Short sentences in action scenes"])
def test_spaces_around_and_a_full_stop_change_nothing(text: str) -> None:
    plain = read(text)

    assert plain is not None
    assert read(f"  {text}. ") == read(f"\n{text}。") == plain


# --- and back ---------------------------------------------------------------------------

PLACES = [None, *scenes.KNOWN, "回忆", "flashback", "Love at sea"]


@st.composite
def predicates(draw: st.DrawFn) -> tuple[Predicate, str]:
    """Any that can be read, and the language it is counted in."""
    name = draw(st.sampled_from(sorted(FEATURES)))
    feature, op = FEATURES[name], draw(st.sampled_from(list(Op)))
    language = draw(st.sampled_from(sorted(feature.languages)))
    norm = feature.norm(DEFAULT)
    usual = norm.en if language == "en" else norm.zh
    value = max(0.0, usual + draw(st.floats(-1, 3)) * norm.scale)
    value = round_boundary(name, min(value, 1.0) if name in SHARES else value, op)
    scene = draw(st.sampled_from(PLACES))
    skill = draw(st.sampled_from([None, "polish"]))
    part = None if name in SIDES | {"dialogue_share"} else draw(st.sampled_from([None, *Part]))
    return Predicate(name, op, value, feature.unit(language), scene, skill, part), language


def same(found: Predicate | None, meant: Predicate) -> None:
    assert found is not None
    assert (found.feature, found.op) == (meant.feature, meant.op)
    assert found.topic == meant.topic
    if meant.feature in SIDES:
        return
    if meant.value <= nothing(meant.feature) and meant.feature in COUNTS | {"dialogue_share"}:
        # Said without a number, and so without a unit.
        assert abs(found.value - meant.value) <= nothing(meant.feature)
        return
    assert found.value == pytest.approx(meant.value, rel=0.001, abs=0.001)
    assert found.unit == meant.unit


@shows("C72", "C69")
@given(predicates())
def test_what_is_worded_reads_as_it_was_meant(case: tuple[Predicate, str]) -> None:
    meant, language = case
    worded = word(meant, language)

    same(read(worded.zh), meant)
    same(read(worded.en), meant)


@pytest.mark.parametrize("scene", [None, "action", "dialogue"])
@pytest.mark.parametrize("op", list(Op))
@pytest.mark.parametrize("name", sorted(FEATURES))
def test_every_feature_and_direction_comes_back(name: str, op: Op, scene: str | None) -> None:
    feature = FEATURES[name]
    for language in sorted(feature.languages):
        norm = feature.norm(DEFAULT)
        value = round_boundary(name, norm.en if language == "en" else norm.zh, op)
        meant = Predicate(name, op, value, feature.unit(language), scene)
        worded = word(meant, language)
        same(read(worded.zh), meant)
        same(read(worded.en), meant)


@given(
    st.text(st.characters(categories=["L", "N"]) | st.sampled_from(" '-"), min_size=1, max_size=12),
    st.sampled_from(list(Op)),
    st.sampled_from(PLACES),
    st.sampled_from([None, *Part]),
)
def test_a_word_comes_back_as_it_was_written(
    text: str, op: Op, scene: str | None, part: Part | None
) -> None:
    phrase = text.strip()
    if not phrase:
        return
    value = 1.0 if op is Op.LESS else 0.0
    meant = Predicate(f"phrase:{phrase}", op, value, "uses", scene, None, part)
    worded = word(meant, "zh")

    assert read(worded.zh) == meant
    assert read(worded.en) == meant
