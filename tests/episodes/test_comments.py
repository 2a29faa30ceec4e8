"""What a comment asks of style: what writers say in both languages, and what teaches nothing."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mohen.episodes.comments import judged
from mohen.text.style import FEATURES, PHRASE
from shows import shows

ASKING = """
太啰嗦 | -text_length
太啰嗦了！ | -text_length
有点啰嗦 | -text_length
别那么啰嗦 | -text_length
句子太长 | -mean_sentence_length
句子太长了，短一点 | -mean_sentence_length
句子太短 | +mean_sentence_length
句子再短一点就好了 | -mean_sentence_length
句子短得好 | -mean_sentence_length
喜欢这种短句 | -mean_sentence_length
多用短句 | -mean_sentence_length
长句太多 | -mean_sentence_length
少用长句 | -mean_sentence_length
不要太短 | +text_length
不够长 | +text_length
不要缩短 | +text_length
太长了 | -text_length
写长一点 | +text_length
更简洁 | -text_length
不够简洁 | -text_length
再精炼一些 | -text_length
太简洁了 | +text_length
太多感叹号 | -exclamation
感叹号太多了 | -exclamation
为什么这么多感叹号？ | -exclamation
对白少一点 | -dialogue_share
多一点对话 | +dialogue_share
对话太少 | +dialogue_share
对白不够多 | +dialogue_share
多一点对话，少一点形容词 | +dialogue_share -modifiers
对白多一点形容词少一点 | +dialogue_share -modifiers
别用成语 | -idioms
成语太多，太书面 | -idioms +colloquial
太书面 | +colloquial
口语一点 | +colloquial
太口语化了 | -colloquial
正式一点 | -colloquial
形容词太多 | -modifiers
形容词和感叹号都太多 | -modifiers -exclamation
太华丽 | -modifiers
文字太华丽，朴素一点 | -modifiers
太平淡了 | +modifiers
破折号、省略号太多 | -dash -ellipsis
不要省略号 | -ellipsis
少用破折号 | -dash
去掉分号 | -semicolon
问号太多 | -question
逗号用得太多 | -comma
不要用第一人称 | -first_person_share
用第一人称 | +first_person_share
把第一人称改成第三人称 | -first_person_share
比喻太多 | -similes
讨厌比喻 | -similes
加一些气味描写 | +smell
多一些听觉描写 | +sound
触觉细节不够 | +touch
文绉绉的 | -classical
少一点文言文 | -classical
用词重复 | +variety
句式太单调 | +sentence_spread
段落太长 | -paragraph_length
篇幅太长 | -text_length
语气词少一点 | -colloquial
对白避免感叹号 | -exclamation
所有角色对白不使用感叹号 | -exclamation
对白里的感叹号太多 | -exclamation
能不能少用点比喻 | -similes
能不能多写点对话 | +dialogue_share
对话占比太高 | -dialogue_share
短句更好 | -mean_sentence_length
少一点悬念多一点对白 | +dialogue_share
冒号太多 | -colon
“很”字太多 | -intensifiers
不太口语 | +colloquial
味觉描写多一点 | +taste
too long | -text_length
Too wordy. | -text_length
it's a bit wordy | -text_length
less wordy please | -text_length
shorter sentences please | -mean_sentence_length
sentences are too long | -mean_sentence_length
The sentences are way too short | +mean_sentence_length
love the short sentences | -mean_sentence_length
I hate the long sentences | -mean_sentence_length
not too short | +text_length
don't shorten | +text_length
don't shorten it | +text_length
not long enough | +text_length
keep it short | -text_length
not so long | -text_length
more concise | -text_length
not concise enough | -text_length
fewer long sentences | -mean_sentence_length
vary the sentence length | +sentence_spread
no run-on sentences | -longest_sentence
shorter paragraphs | -paragraph_length
the text is too long | -text_length
fewer adjectives | -modifiers
too many adjectives and adverbs | -modifiers
too flowery | -modifiers
the prose is purple | -modifiers
more dialogue | +dialogue_share
needs more dialogue | +dialogue_share
not enough dialogue | +dialogue_share
too much dialogue | -dialogue_share
too little dialogue | +dialogue_share
more dialogue and fewer adjectives | +dialogue_share -modifiers
no exclamation marks | -exclamation
No more exclamation points! | -exclamation
too many similes | -similes
use first person | +first_person_share
use third person instead of first person | -first_person_share
stop using ellipses | -ellipsis
past tense | +past_tense
past tense please | +past_tense
write in present tense | -past_tense
cut the em-dashes | -dash
don't cut the dialogue | +dialogue_share
I don't like semicolons | -semicolon
too many commas | -comma
overuse of colons | -colon
too stiff | +colloquial
sounds stilted | +colloquial
more casual | +colloquial
too casual | -colloquial
more formal please | -colloquial
use contractions | +contractions
no contractions | -contractions
simpler words | -word_length
too many big words | -word_length
too repetitive | +variety
more imagery | +sight
more smells | +smell
sick of rhetorical questions | -question
drop the intensifiers | -intensifiers
too many dashes but nice dialogue | -dash
add a bit of dialogue | +dialogue_share
too many exclamation marks in the dialogue | -exclamation
Please use fewer exclamation points and more em dashes. | -exclamation +dash
I would like less narration and more dialogue | +dialogue_share
change from first person to third person | -first_person_share
don't be afraid of long sentences | +mean_sentence_length
more sensory detail | +sight +sound +smell +taste +touch
too choppy | +mean_sentence_length
废话太多 | -text_length
拖泥带水 | -text_length
套话太多 | -cliches
太俗套了 | -cliches
太空泛了，具体一点 | -vague
再具体些 | -vague
解释太多 | -exposition
让读者自己体会 | -exposition
副词删掉一些 | -modifiers
拆成短句 | -mean_sentence_length
别用“不禁” | -phrase:不禁
“仿佛”太多了 | -phrase:仿佛
cut the fluff | -text_length
too many clichés | -cliches
so trite | -cliches
be more specific | -vague
too abstract | -vague
show, don't tell | -exposition
too on the nose | -exposition
less exposition | -exposition
stop using "suddenly" | -phrase:suddenly
too many "suddenly"s | -phrase:suddenly
"""

NOTHING = """
never too long
可以
ok
OK.
不错
nice
很好
还行
great, thanks
谢谢
就这样吧
一般
太好了
太棒了
perfect
good job
对白不错
the dialogue is great
make the dialogue more natural
more natural dialogue
对话更自然一点
他太啰嗦了，这个人物很真实
房间的装饰太华丽了
主角的名字太长
the chapter title is too long
she waited too long
not long ago he was a king
no longer relevant
as long as it works
校长出场太早
这里不对，林远舟还没有到
多谢
改一下结尾
句子很通顺
有没有别的写法
句子不算太长
the sentences aren't too long
no need for more dialogue
more tension
the plot is too slow
节奏太慢
他应该先开门
太短的刀不适合他
I like it
少年的名字写错了
sounds good
there is no dialogue here
这句话是谁说的
a touch more suspense
对白太生动了
too many characters
人物太多
再来一版
换一个
短信那段删掉
add a comma here
missing comma after "however"
对话应该放在前面
a more touching ending
she has great taste
the sound of rain is lovely
She used first person in her letter
句子长，也短
too long here, too short there
感叹号太多，感叹号再多一点
no need to spell it out
"很冷"这里不对
the word "gate" is fine
房间很空洞
实在不知道说什么
"""


def asked(row: str) -> tuple[str, set[tuple[str, int]]]:
    comment, _, wishes = row.partition(" | ")
    return comment, {(each[1:], 1 if each[0] == "+" else -1) for each in wishes.split()}


PIECES = st.sampled_from(
    ["太", "多", "少", "长", "短", "句子", "对白", "更", "不要", " no ", " more ", " too ", "，"]
)
CASES = [asked(row) for row in ASKING.strip().splitlines()]


@shows("C83")
@pytest.mark.parametrize(("comment", "wishes"), CASES)
def test_a_comment_asks_for_more_or_less_of_something(
    comment: str, wishes: set[tuple[str, int]]
) -> None:
    assert set(judged(comment)) == wishes


@shows("C83")
@pytest.mark.parametrize("comment", NOTHING.strip().splitlines())
def test_bland_words_and_words_about_the_story_teach_nothing(comment: str) -> None:
    assert judged(comment) == ()


def test_writers_have_words_for_every_feature() -> None:
    asked = {feature for _, wishes in CASES for feature, _ in wishes}
    assert {each for each in asked if not each.startswith(PHRASE)} == set(FEATURES)


@given(st.sampled_from(CASES), st.sampled_from(["", "！", "。谢谢", " thanks", "\n"]))
def test_manners_change_nothing(case: tuple[str, set[tuple[str, int]]], manner: str) -> None:
    comment, wishes = case
    assert set(judged(comment + manner)) == wishes


@given(st.lists(PIECES, max_size=12))
def test_any_comment_names_a_feature_once_and_one_way(words: list[str]) -> None:
    found = judged("".join(words))
    assert len({feature for feature, _ in found}) == len(found)
    assert all(feature in FEATURES and sign in (1, -1) for feature, sign in found)
