"""How authors who only comment say what they want: many wordings of each wish, by hand.

`HELD` was written after the lists of `episodes/data/` and never looked at while those were made:
authors speak in these words. `KNOWN` are those that the lists were tried on. Some say the wish as
clearly as can be and are still not understood; a rule takes three that are. Each wish is for less
of something; a line in Chinese is Chinese.
"""

from __future__ import annotations

from mohen.text.language import has_han

_KNOWN = """
[text_length]
太啰嗦了
啰嗦
能不能别这么啰嗦
话太密了
字太多
砍掉一半吧
读着累，太拖了
三句话能讲完的写了一整段
太冗长，精简下
写短些
篇幅压一压
我不需要这么长
简洁一点好吗
废话有点多
拖沓
too wordy
wordy again
way too long
can you say this in half the words
this rambles
trim it
cut the fluff
it goes on and on
get to the point
make it shorter
please be brief
more concise
I'd lose half of this
long-winded
tighten this up
[mean_sentence_length]
句子太长了
句子断一断
一句话太长，读不下来
长句太多
拆成短句
多来点短句
每句话都太长
句子短些
我要短句子
句子还是偏长
sentences are too long
break up the sentences
shorter sentences please
these sentences never end
the sentences need to be shorter
too many long sentences
I want short sentences
split the long sentences
sentences still too long
use short sentences
[cliches]
太俗套了
陈词滥调
全是套话
这种说法早烂大街了
套路感太强
AI味太冲
少来这些烂俗比喻
老掉牙的写法
别用套话
又是这种老套的描写
太模板化
so clichéd
full of clichés
avoid clichés
this is trite
too many stock phrases
reads like every other AI text
hackneyed
enough with the clichés
cliché after cliché
drop the platitudes
it sounds canned
[vague]
太空泛
写得太虚了
具体一点
太笼统了
不够具体
空洞
能不能写得再具体些
抽象的词太多
泛泛而谈
没有落到实处
太抽象
too vague
be specific
more concrete please
not specific enough
way too abstract
this is so generic
give me concrete details
vague again
less abstract
needs to be more specific
wishy-washy
[exposition]
解释太多了
别解释
不用点破
太直白
说教味重
含蓄一点
不要把情绪都说出来
留点白
让读者自己体会
说得太透了
少点说明
show, don't tell
too much explaining
stop explaining everything
too on the nose
don't spell it out
trust the reader
over-explained
less exposition
preachy
you're telling me what to feel
leave something unsaid
[modifiers]
形容词太多
太华丽了
辞藻堆砌
修饰太多
朴素点
少用形容词
文字太花哨
副词删掉一些
写得平实些
定语太长太多
too many adjectives
too flowery
purple prose
fewer adverbs
cut the adjectives
plainer please
overwritten
tone down the adjectives
too ornate
strip the modifiers
[dialogue_share]
对白太多
少点对话
对话占得太多了
减少对白
不要这么多对话
对话可以少一些
too much dialogue
less dialogue
cut some of the dialogue
there is too much dialogue
fewer lines of dialogue please
reduce the dialogue
[similes]
比喻太多
少用比喻
别老打比方，比喻太多
比喻句删掉
不要比喻
满篇都是比喻
too many similes
fewer metaphors
cut the similes
no more similes
enough with the metaphors
drop the similes
[exclamation]
感叹号太多
别用感叹号
少点感叹号
感叹号能删就删
一惊一乍，感叹号太多
不要感叹号
too many exclamation marks
no exclamation points
fewer exclamation marks please
drop the exclamation marks
stop with the exclamation points
exclamation marks everywhere
"""

_HELD = """
[text_length]
太啰嗦了
啰嗦死了
又啰嗦了
还是太长
长了点
可以再短一点
有点拖泥带水
水分太大，挤一挤
别写这么长
能说短就说短
絮絮叨叨的
写得太满太长
缩到一半就够
内容不多，字倒不少
累赘的话太多
一半篇幅足够
too wordy
a bit too wordy for me
so long-winded
this is too long
could be much shorter
please shorten this
verbose as ever
drags on
needs trimming
cut it down
too much padding
it's bloated
half the length would do
say less
brevity please
you're rambling
[mean_sentence_length]
句子太长
句子长得喘不过气
句子再短些
短句多一点
不要写长句
句子能不能短一点
长句改短
句子拖得太长
long sentences again
sentences too long
I'd like shorter sentences
your sentences are too long
fewer long sentences please
please use shorter sentences
chop up the sentences
sentences are way too long
[cliches]
太套路了
好俗套
套话连篇
这些比喻太老套
一股AI味
陈词滥调太多
少点套话
写得太公式化
俗气
都是用滥的词
千篇一律
clichéd
cliches everywhere
no clichés please
what a cliché
too formulaic
so trite
stock phrases again
I've read this a thousand times
stop using clichés
get rid of the clichés
tired phrases
[vague]
太笼统
含糊
写得空
要具体
多写具体的东西
空洞无物
再具体一点
太模糊了
细节不具体
说得太泛
别这么抽象
vague
too generic
can you be more specific
I want specifics
too abstract for me
make it concrete
needs concrete detail
nothing specific here
less vague please
so abstract
be precise
[exposition]
不用解释
太露了
别把话说透
解释得太多
没有留白
太说教
含蓄些
点到为止就好
不要点题
别替读者总结
说得太明白
don't explain
too much exposition
you over-explain
be subtler
too preachy
show don't tell
let the reader figure it out
no need to spell it out
heavy-handed
stop telling us how she feels
cut the explanations
[modifiers]
修饰词太多
太花哨
形容词删一删
文笔太浮夸
写得朴实一点
别堆形容词
少些副词
华丽过头了
adjectives everywhere
too florid
too many adverbs
less flowery please
simplify, too many modifiers
plain prose please
way too purple
drop the adverbs
[dialogue_share]
对话太多了
对白少些
别全是对话
对白删掉一些
少写点对白
对话比例太高
too much talking, less dialogue
way too much dialogue
less dialogue please
dialogue overload, cut the dialogue
I want less dialogue
trim the dialogue
[similes]
比喻用得太多
别再用比喻了
少点比喻
比喻过多
去掉比喻
不喜欢这么多比喻
fewer similes please
too many metaphors
no similes
I'm tired of similes
similes everywhere
less metaphors
[exclamation]
感叹号少用
全是感叹号
感叹号过多
不要用感叹号
去掉感叹号
感叹号太密
exclamation marks again, cut them
no more exclamation marks
too many exclamation points!
lose the exclamation marks
avoid exclamation marks
exclamation points are overused
"""


def _read(table: str) -> dict[tuple[str, str], tuple[str, ...]]:
    """By wish and language."""
    said: dict[tuple[str, str], tuple[str, ...]] = {}
    wish = ""
    for line in table.strip().splitlines():
        if line.startswith("["):
            wish = f"wish:{line[1:-1]}"
        else:
            key = wish, "zh" if has_han(line) else "en"
            said[key] = (*said.get(key, ()), line)
    return said


KNOWN, HELD = _read(_KNOWN), _read(_HELD)


def wishes_of(language: str) -> list[str]:
    """What an author of this language may wish for."""
    return [wish for wish, spoken in HELD if spoken == language]


def wordings(wish: str, language: str) -> tuple[str, ...]:
    """Every way to say it."""
    return HELD[wish, language]
