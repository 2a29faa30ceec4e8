"""When it is so, with whom, and whom he and she mean, where a Chinese sentence says it once.

What the same message gives is put into the fact; where it gives nothing, nothing is kept.
"""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ordinary import contents
from shows import shows

TIMES = {
    # 最近 holds for its sentence, and no longer
    "我最近赶项目，晚上经常失眠": ["用户最近晚上经常失眠（2026-02-04 说）"],
    "我最近在赶项目。我晚上经常失眠": ["用户最近在赶项目（2026-02-04 说）", "用户晚上经常失眠"],
    "我最近很忙，我是一名护士": ["用户是护士"],
    # and what is so every week is so without it
    "我最近迷上了羽毛球，每周三都去打球": [
        "用户迷上羽毛球",
        "用户每周三都去打球",
    ],
    # a parting is of its time, a home is where one lives
    "我最近和女朋友分手了": ["用户最近和女朋友分手了（2026-02-04 说）"],
    "我前阵子失业了": ["用户前阵子失业了（2026-02-04 说）"],
    "我和女朋友分手了": ["用户和女朋友分手了"],
    "我最近搬到了苏州": ["用户搬到了苏州"],
    "我最近搬到了一个新城市": ["用户最近搬到了一个新城市（2026-02-04 说）"],
    # a time alone belongs to what follows
    "大约三个月前，我在一次书法比赛中落选了": ["用户 2025-11 在一次书法比赛中落选了"],
    "这周日，我老婆在家做饺子": ["用户的老婆 2026-02-08 在家做饺子"],
    # of the speaker's childhood, whoever did it
    "我小时候，我父亲是海员": ["用户小时候，用户的父亲是海员"],
    "小时候我经常去河边钓鱼": ["用户小时候经常去河边钓鱼"],
    # whether that still holds, is not said
    "小时候我家里很穷，我总是害怕天黑": [],
    # a time that nobody knows
    "有一次我跟教练大吵了一架": [],
    # how long ago counts from the day it was told
    "两年前，我的同桌经常抄我的作业": ["用户的同桌两年前经常抄用户的作业（2026-02-04 说）"],
}


@shows("R195")
@pytest.mark.parametrize("text", TIMES)
def test_a_fact_has_the_time_that_its_sentence_named(text: str) -> None:
    assert contents(text) == TIMES[text]


PEOPLE = {
    # what takes two names both, or is not kept
    "我和男友异地，我们每天通电话": ["用户和男友异地", "用户和用户的男友每天通电话"],
    "我们每天通电话": [],
    "我们每周三开例会": ["用户每周三开例会"],
    "我总是吵架": [],
    "我总是和弟弟吵架": ["用户总是和弟弟吵架"],
    # he may be one of two
    "我丈夫长期在外地，家里只有我和儿子。他沉迷手机游戏": ["用户的丈夫长期在外地"],
    "我丈夫长期在外地，家里只有我和女儿。他沉迷手机游戏": [
        "用户的丈夫长期在外地",
        "用户的丈夫沉迷手机游戏",
    ],
    # she is no studio
    "我女儿开了一个工作室。她一直没结婚": ["用户的女儿开了一个工作室", "用户的女儿一直没结婚"],
    # which of them
    "我十岁的儿子喜欢拼图": ["用户的十岁的儿子喜欢拼图"],
    "我的一个同事升职了": ["用户的同事升职了（2026-02-04 说）"],
    # somebody of mine whom no list knows goes on
    "我的房客很吵，经常半夜唱歌": [],
    "我的继父很凶，经常半夜唱歌": ["用户的继父经常半夜唱歌"],
    # likewise, of whom was said before
    "豆豆特别乖，也很喜欢洗澡": [],
    "才上三年级，特别淘气": [],
    # what he did while I was ill
    "我发烧他跑去买药，还在楼下等了半小时": [],
    # what is asked goes on being asked
    "该不该替他们找理由，总是体谅别人？": [],
    # and what is supposed, supposed
    "我怕如果我不检查，我的稿子会出错": [],
}


@shows("R195")
@pytest.mark.parametrize("text", PEOPLE)
def test_a_fact_has_whoever_takes_part_in_it(text: str) -> None:
    assert contents(text) == PEOPLE[text]


KINDS = {
    # what is felt, wherever in the sentence
    "我在公司经常感到不自在": [],
    "我在公司经常胃疼": ["用户在公司经常胃疼（2026-02-04 说）"],
    "我每次交稿都让自己很紧张": [],
    "我总是对自己要求很严": [],
    # of nothing that is named
    "我每天都会花很多时间在上面": [],
    "我每天都会花两小时在油画上": ["用户每天都会花两小时在油画上"],
    "我一直有个问题": [],
    "我遇到了一件很不开心的事情": [],
    "我参加了一次比赛": [],
    "我在一家公司刚入职": [],
    "我喜欢一个女孩": [],
    # half of a sentence
    "我还是害怕写不好": [],
    "我平时上班虽然累但还好": [],
    "我熬夜做的幻灯片": [],
    # a view of it, not what somebody has
    "我常上夜班，对身体不太好": ["用户常上夜班"],
    "我工作很努力": [],
    "我的工作很稳定": ["用户的工作很稳定"],
    # what is to come has not been
    "我儿子马上要参加高考了": ["用户的儿子将参加高考"],
    "我儿子参加了高考": ["用户的儿子参加了高考"],
    # a word that is one, a list with verbs of its own
    "我怕伤了和气": [],
    "我喜欢打架子鼓和跳舞": ["用户喜欢打架子鼓", "用户喜欢跳舞"],
    "我讨厌盲目追求名声和利益": ["用户讨厌盲目追求名声和利益"],
    "我没有固定的同伴，也没有稳定的对象": ["用户没有稳定的对象"],
    "我有10岁的孩子": ["用户有10岁的孩子"],
    "我教高一高二": ["用户教高一高二"],
    # what one is, is no name
    "我是名护士": ["用户是护士"],
    "我名叫林晚": ["用户叫林晚"],
    # how somebody spoke is no order
    "他很凶，语气强硬": [],
    "语气温柔一点": ["用户要求助手语气温柔一点"],
    "总是把我的书弄丢": [],
    "倒进锅里，然后用酱油和淀粉调匀": [],
    "千万不要去做自己不熟悉的动作": [],
    "记得每天都要吃早餐哦": [],
    "记得我每天都要吃药": ["用户每天都要吃药"],
    "记住，你永远都不是一个人，大家都在": [],
    "你总是给我们带来笑声": [],
    # what the listener is like
    "你们是一个有爱的团体，一直在做公益": [],
    # a year is no thing that one moved
    "去年我搬到了苏州": ["用户 2025 年 搬到了苏州"],
}


@shows("R195", "R205")
@pytest.mark.parametrize("text", KINDS)
def test_a_kind_of_sentence_is_kept_or_left_to_the_conversation(text: str) -> None:
    assert contents(text) == KINDS[text]


@given(
    st.sampled_from(("我最近很忙", "我近来压力大", "我这段时间赶稿子")),
    st.sampled_from(("晚上经常失眠", "经常加班到深夜", "总是睡不好觉", "老是头疼")),
)
def test_what_is_told_behind_lately_never_stands_without_its_day(lead: str, told: str) -> None:
    for content in contents(f"{lead}，{told}"):
        assert content.endswith("（2026-02-04 说）")


@given(
    st.sampled_from(("经常吵架", "很少见面", "总是冷战", "一直没有联系", "每周通两次电话")),
    st.sampled_from(("", "现在", "以前", "平时")),
)
def test_what_takes_two_is_never_of_one(told: str, when: str) -> None:
    assert contents(f"{when}我们{told}") == []
