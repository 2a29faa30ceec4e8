"""What tells of a life, in Chinese: near neighbours, of which one is kept and the other is not.

The sentence that is not kept stays in the conversation, where search finds it.
"""

from __future__ import annotations

import pytest

from ordinary import contents
from shows import shows

# What is said → what is kept of it; each cause has a sentence that goes and one that stays.
NEIGHBOURS = {
    # a wish names an act of a life, not a manner or a help
    "我希望能更轻松地面对一切": [],
    "我宁愿用省心一点的办法": [],
    "我不太想依赖外人": [],
    "我希望明年能考上研究生": ["用户希望 2027 年 能考上研究生"],
    "我想从明天开始": [],
    "我想明年搬去大理": ["用户想 2027 年 搬去大理"],
    # a fear is of a thing, not of what may happen
    "我害怕再次被淘汰": [],
    "我怕打雷": ["用户怕打雷"],
    # a view is of something that has a name
    "我觉得坚持下去很重要": [],
    "我觉得Rust比C++好学": ["用户认为Rust比C++好学"],
    # a promise and a duty are for the hour; a skill and a habit stay
    "我会好好调整心态的": [],
    "我必须学会放手": [],
    "我不必活得那么累": [],
    "我会打羽毛球": ["用户会打羽毛球"],
    "我平时会去江边跑步": ["用户平时会去江边跑步"],
    "我需要每天吃药": ["用户需要每天吃药"],
    # a mood passes; an illness does not
    "我现在更有信心去面试了": [],
    "我每天都过得很压抑": [],
    "我每天晚上都失眠": ["用户每天晚上都失眠"],
    # troubles and dreams that are not named
    "我最近在工作上遇到了一些困扰": [],
    "我有一个很大的梦想": [],
    "我的梦想是成为一名舞者": ["用户的梦想是成为一名舞者"],
    # half of a sentence
    "我负责的店一旦亏钱，老板就发火": [],
    "我越着急越说不出话": [],
    "我负责华东的门店": ["用户负责华东的门店"],
    # who takes part is not said
    "我们上周又一起吃火锅了": [],
    "我们已经相处五年了": [],
    "我上周和表姐一起吃火锅了": ["用户 2026-01-26 那周 和表姐一起吃火锅了"],
    # 咱们 is both who talk
    "咱们周末去爬山": [],
    "咱家在农村": ["用户的家在农村"],
    # how long, and not what
    "我画了好几年了": [],
    "我画油画三年了": ["用户画油画三年了"],
    # what may be so is kept where it would change a life
    "我可能抽不出空来": [],
    "我可能要搬家了": ["用户可能要搬家"],
    # neither an order nor what others say to one
    "每次用新软件都觉得手忙脚乱": [],
    "不要总是往坏处想": [],
    "以后不要总是道歉": ["用户要求助手以后不要总是道歉"],
}


@shows("R195", "R205")
@pytest.mark.parametrize("text", NEIGHBOURS)
def test_what_tells_of_a_life_is_kept_and_its_neighbour_is_not(text: str) -> None:
    assert contents(text) == NEIGHBOURS[text]


# Of whom it is, where Chinese leaves that out.
WHOSE = {
    # her husband, and mine
    "她们部门有个姑娘，老公开饭店": [],
    "我去年结婚了，老公开饭店": ["用户 2025 年 结婚了", "用户的老公开饭店"],
    # what father wants of me is not what he does
    "我爸希望我上进，开个小店": ["用户的爸爸希望用户上进"],
    "我爸爸开了个小店": ["用户的爸爸开了个小店"],
    # what follows a view or a wish is part of it
    "我觉得她的歌不错，拿过很多奖": [],
    "我一直希望有人懂我，让更多人喜欢上戏曲": [],
    # a new sentence that names nobody, behind others
    "我表哥很厉害。考上了清华": [],
    "我很高兴。考上了清华": ["用户考上了清华"],
    "最近学生上课总是走神": [],
    # what one sees of others
    "我看着身边的朋友，都已经结婚了": [],
    # what friends say of one
    "但身边的人都说我懒，一直在逃避责任": [],
    # he, of the two
    "我和我丈夫都忙，尤其是他，经常出差": [],
    "我经常出差": ["用户经常出差"],
    # no name, though it begins like one
    "他说我胡闹，任性不懂事": [],
    # a name that is nothing to the user
    "周杰伦的歌都挺好听的": [],
    "我妹妹的歌唱得很好": ["用户的妹妹的歌唱得很好"],
    # said of everybody
    "结婚需要勇气，不是儿戏": [],
    "每天走一万步确实容易坚持": [],
    "每天走一万步": ["用户每天走一万步"],
}


@shows("R195")
@pytest.mark.parametrize("text", WHOSE)
def test_what_is_not_said_of_the_user_is_not_the_users(text: str) -> None:
    assert contents(text) == WHOSE[text]


VALUES = {
    # For how long is no part of a job or of a place
    "我在银行做了六年柜员": ["用户在银行做了六年柜员"],
    "我在銀行做了六年櫃員": ["用户在銀行做了六年櫃員"],
    "我在上海做了五年设计师": ["用户在上海做了五年设计师"],
    "我搬到成都两年了": ["用户搬到成都两年了"],
    "我搬到成都兩年了": ["用户搬到成都兩年了"],
    "我住在南京三年了": ["用户在南京住了三年"],
    "做为演员，身高不太够": [],
    "住在里面还不错": [],
    "我在腾讯工作了三年": ["用户在腾讯工作了三年"],
    # Near it, and once
    "我住在公司附近": ["用户住在公司附近"],
    "我本来是老师": ["用户以前是老师"],
    "我本來是老師": ["用户以前是老師"],
    # As it was said: to be hungry is not what anybody likes
    "我宁可饿着也不吃香菜": ["用户宁可饿着也不吃香菜"],
    "我寧可餓著也不吃香菜": ["用户寧可餓著也不吃香菜"],
    # 了 behind 最 ends nothing
    "我最不喜欢下雨天了": ["用户最不喜欢下雨天"],
    "我最不喜歡下雨天了": ["用户最不喜歡下雨天"],
    "我不喜欢吃辣了": ["用户不再喜欢吃辣"],
    # A word that measures does so behind a number only
    "我喜欢台球": ["用户喜欢台球"],
    "我喜歡條紋襯衫": ["用户喜歡條紋襯衫"],
    "我喜欢种植多肉": ["用户喜欢种植多肉"],
    "我在学习名画鉴赏": ["用户在学名画鉴赏"],
    "我喜欢一些老歌": ["用户喜欢老歌"],
    "我很喜欢研究和尚": ["用户很喜欢研究和尚"],
    # No day of the calendar
    "我最讨厌周一了": ["用户最讨厌周一"],
    "我最討厭週一了": ["用户最討厭週一"],
    "我喜欢周末睡懒觉": ["用户喜欢周末睡懒觉"],
    # Nobody plans to cough: that day is over
    "我周一开始咳嗽": ["用户 2026-02-02 开始咳嗽"],
    "我15號開始發燒": ["用户 2026-01-15 開始發燒"],
    # No place to be from, and nobody's name
    "我们来自三个班": [],
    "我来自小米8用户": [],
    "护士叫我们等一下": [],
    "我也是荣耀9": [],
    # Why, is no second thing that one likes
    "我喜欢爬山是因为风景和空气好": ["用户喜欢爬山"],
    "喜欢听的歌": [],
    "可怕哦": [],
    "我参加志愿者活动": ["用户参加志愿者活动"],
    "我周一至周四在公司": ["用户周一至周四在公司"],
    "我刚参加完马拉松": ["用户刚参加完马拉松（2026-02-04 说）"],
    # what belongs together is not torn
    "我喜欢插画和有趣故事的绘本": ["用户喜欢插画和有趣故事的绘本"],
    "我喜欢插画和绘本": ["用户喜欢插画", "用户喜欢绘本"],
    "我喜欢一个很幽默，但是不爱说话": ["用户不爱说话"],
    "我喜欢下雨的时候听雨": [],
    "我最喜欢芒果味的": [],
    "我对两个岗位都有一些兴趣": [],
    "我最近对全世界都失去了兴趣": [],
    # a title keeps its marks, and what it says of itself
    "我很喜欢《我们的小镇》": ["用户很喜欢《我们的小镇》"],
    # 可能 of something is no doubt about the clause
    "我怕搬家的麻烦和可能带来的开销": [],
    "我想过辞职和可能面临的风险": [],
    # a grade and a field of study
    "我现在处于高三": ["用户在读高三"],
    "到了高二，我开始住校": ["用户开始住校"],
    "我是会计大三的": ["用户在读大三", "用户的专业是会计"],
    "我想通过学习新菜系放松": [],
    # where one stays for a night, and since when one works
    "我今天住在同学家": ["用户 2026-02-04 住在同学家"],
    "我住在青岛": ["用户住在青岛"],
    "我入职一个月左右": ["用户入职一个月左右"],
    "我入职了美团": ["用户入职了美团"],
    # a pain has its day, the work of a weekend none
    "我的膝盖好痛": ["用户的膝盖好痛（2026-02-04 说）"],
    "我周末的作业还没写完": [],
    "我有点强迫症": ["用户有点强迫症"],
}


@shows("R195")
@pytest.mark.parametrize("text", VALUES)
def test_a_value_is_whole_and_in_its_place(text: str) -> None:
    assert contents(text) == VALUES[text]


def test_a_quotation_is_of_the_speaker_from_its_beginning() -> None:
    assert contents("客服电话我有，0571-88231207") == []
    assert contents("我保证12点以前到家") == []
    assert contents("我从小看电视，可大概是从12岁起") == ["用户从小看电视"]


def test_substance_is_asked_of_the_sentence_as_it_is_kept() -> None:
    assert contents("我希望明年考研") == ["用户希望 2027 年 考研"]
    assert contents("我希望自己能做到完美") == []
    assert contents("我怕失去一切") == []
