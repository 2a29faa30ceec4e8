"""Whose it is and what it leaves out: nothing of others, of things or of a moment is the user's."""

from __future__ import annotations

import pytest

from ordinary import contents

# Who is not named may be anybody of whom one talks: a singer, a museum, somebody's brother.
NOT_THE_USERS = [
    "电话是0571-88231207，你记一下",
    "我查过，地址是绍兴市鲁迅中路241号",
    "1969年出生，唱了一辈子",
    "是双鱼座的，跟我弟弟一样",
    "1998年拍了第一部片，后来越来越有名",
    "还拿过华表奖呢",
    "获得了第3届金羽奖最佳编剧",
    "确实是很出色的钢琴家",
    "青羊宫我知道，是成都最老的道观",
    "每天9:30-17:00开放",
    "周末及节假日票价80元",
    "公司成立于1974年，总部在汉堡",
    "得奖的时候，才十九岁",
    "有《山丘》《凡人歌》，都是他写的",
    "嗓子又干又痒，真的很烦人",
    "婶婶三年前查出来血糖高，从来不吃甜的",
    "一个朋友得过肺结核，经常咳嗽",
    "我隔壁的大爷，天天遛鸟",
    "患者三月份查出胃溃疡，一直吃药",
    "参加合唱团的确是个好办法",
    "I AM GOOD MADAM",
    "We're not a very large team",
    "I am a waste of space",
    "My favorite is Amelie, from 2001",
    "I broke up with that liar",
    "I want to move in with her",
    "I m hungry",
]


@pytest.mark.parametrize("text", NOT_THE_USERS)
def test_what_may_be_anybodys_is_not_the_users(text: str) -> None:
    assert contents(text) == []


# Only how it should be, or what one will try: of what, was said before.
NAMES_NOTHING = [
    "我希望找到一种更省事的办法",
    "我想要更直接的建议",
    "没错，我不仅要带孩子",
    "好的，我明天就开始试试",
    "这主意不错，我会用起来的",
    "我觉得可以试试看",
    "我担心自己坚持不下来",
    "我平时工作已经够忙了",
    "所以导致我睡不好",
]


@pytest.mark.parametrize("text", NAMES_NOTHING)
def test_a_wish_that_names_nothing_is_not_kept(text: str) -> None:
    assert contents(text) == []


WHOSE = {
    # Somebody of theirs is neither them nor the user
    "我哥哥的女儿可能会是过敏，一直在打喷嚏": ["用户的哥哥的女儿可能会是过敏"],
    "我老伴有风湿，讨厌下雨天": ["用户的老伴有风湿", "用户的老伴讨厌下雨天"],
    "我们公司应酬比较多，平时要注意养胃": ["用户的公司应酬比较多"],
    # A question says of whom it goes on
    "我女儿怎么老咳嗽？我家在宁波": ["用户的家在宁波"],
    "我很喜欢麻辣烫，是有名的小吃": ["用户很喜欢麻辣烫"],
    "我今年31岁，是牙医": ["用户31岁", "用户是牙医"],
    "女，34岁，对青霉素过敏": ["用户34岁", "用户对青霉素过敏"],
    # A house has a number, and a prize a year: no day of the calendar
    "我住在中山路一号": ["用户住在中山路一号"],
    "我拿了2019年度优秀员工": ["用户拿了2019年度优秀员工"],
    # Lately is not as a rule
    "我最近总是熬夜": ["用户最近总是熬夜（2026-02-04 说）"],
    "我总是熬夜": ["用户总是熬夜"],
    "我希望找到更适合自己的助眠方式": ["用户希望找到更适合自己的助眠方式"],
    # A little is not nothing
    "I don't watch TV a lot": [],
    "I don't cook a lot": ["The user doesn't cook a lot"],
    "I don't cook": ["The user doesn't cook"],
    "I ain't religious": ["The user isn't religious"],
    "I really enjoy gardening, yeah": ["The user enjoys gardening"],
    "I m a nurse": ["The user is a nurse"],
    "I'm Petra Lind": ["The user is called Petra Lind"],
    "I broke up with my girlfriend": ["The user broke up with their girlfriend"],
}


@pytest.mark.parametrize("text", WHOSE)
def test_what_is_said_is_kept_of_whom_it_is_said(text: str) -> None:
    assert contents(text) == WHOSE[text]


def test_what_one_may_choose_from_tells_of_nobody() -> None:
    listed = (
        "Choose the profile that fits best:\nA.\ni keep bees.\ni live in Oslo.\nB.\ni am a vet."
    )
    assert contents(listed) == []
    assert contents("从下面选出最像我的：\n一、我养蜂。\n二、我住在奥斯陆。") == []
    # One who asks for a choice may tell of oneself behind it
    assert contents("Pick a restaurant for me. I am vegetarian") == ["The user is vegetarian"]
