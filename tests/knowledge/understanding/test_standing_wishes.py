"""Wishes for the time to come: kept whole, with their condition; a task at hand and talk between
people are none."""

from __future__ import annotations

import pytest

from mohen.knowledge.model import Category
from ordinary import contents, kept
from shows import shows

WISHES = {
    # no subject, and nothing that says from now on: what it holds for is named
    "贴代码的时候别写注释，我自己补": ["用户要求助手贴代码的时候不要写注释"],
    "表格别超过四列": ["用户要求助手做到：表格不要超过四列"],
    "推荐耳机别超过五百块": ["用户要求助手推荐耳机不要超过五百块"],
    "你别老哄我，直接说缺点": ["用户要求助手不要老哄用户，直接说缺点"],
    "别随便删我的句子": ["用户要求助手不要随便删用户的句子"],
    # how, from now on and each time
    "之后所有时间都按14:05这种格式写": ["用户要求助手之后所有时间都按14:05的格式写"],
    "凡是出现外国地名，都保留原文": ["用户要求助手凡是出现外国地名，都保留原文"],
    "Mrs.一律译成“太太”": ["用户要求助手做到：Mrs.一律译成“太太”"],
    "麻烦每次改完都把旧稿附上": ["用户要求助手每次改完都把旧稿附上"],
    "以後回我信不要用顏文字": ["用户要求助手以後回用户信不要用顏文字"],
    # one condition holds for all that stands under it; two wishes are two
    "讲语法的时候不要直接给答案，先给提示": ["用户要求助手讲语法的时候不要直接给答案，先给提示"],
    "以后都用英文回答我，别用破折号": [
        "用户要求助手以后都用英文回答用户",
        "用户要求助手不要用破折号",
    ],
    # what each is called
    "称呼我“秦老师”吧": ["用户希望被叫做秦老师"],
    "叫我阿蛮就可以了": ["用户希望被叫做阿蛮"],
    "厂里人都叫我石头，你也这么叫吧": ["用户希望被叫做石头"],
    "你的名字我就定为“砚砚”了": ["助手叫砚砚"],
    "给你起个名字，叫阿笔": ["助手叫阿笔"],
    # what the assistant is to be, and for what it is to take the user
    "排版上我希望你当挑剔的校对": ["用户要求助手排版上当挑剔的校对"],
    "你讲解的时候就当我是外行": ["用户要求助手讲解的时候就当用户是外行"],
    # rules of the book
    "这本书是第三人称，千万别写成第一人称": [
        "用户要求助手写作时遵守：用户的书是第三人称，千万不要写成第一人称"
    ],
    "女主全书一滴眼泪都不能有": ["用户要求助手写作时遵守：女主全书一滴眼泪都不能有"],
    "小說裡不要出現火車": ["用户要求助手写作时遵守：小說裡不要出現火車"],
    "每章结尾都要留一个疑问": ["用户要求助手写作时遵守：每章结尾都要留一个疑问"],
    "Don't put comments in SQL code, I'll add mine": [
        "The user wants the assistant not to put comments in SQL code"
    ],
    "From now on times as 14:05": [
        "The user wants the assistant to keep to this rule: times as 14:05"
    ],
    "When you explain, treat me as a novice": [
        "The user wants the assistant to treat the user as a novice when it explains"
    ],
    "If I write in Dutch, answer in Dutch": [
        "The user wants the assistant to answer in Dutch if the user writes in Dutch"
    ],
    "Always include the page when I ask about quotes": [
        "The user wants the assistant to always include the page when the user asks about quotes"
    ],
    "Stop complimenting me, just tell me what is wrong": [
        "The user wants the assistant to stop complimenting the user, just tell the user what is"
        " wrong"
    ],
    "Keep place names in the original spelling": [
        "The user wants the assistant to keep place names in the original spelling"
    ],
    "I want you to be a ruthless proofreader": [
        "The user wants the assistant to be a ruthless proofreader"
    ],
    "Treat me like a complete novice": [
        "The user wants the assistant to treat the user like a complete novice"
    ],
    "Refer to me as Doctor Hale": ["The user wants to be called Doctor Hale"],
    "Let's call you Blot from now on": ["The assistant is called Blot"],
    "The horse must not die in my story": [
        "The user wants the assistant to keep to this rule: The horse must not die in the user's"
        " story"
    ],
    "My novel is in present tense, never switch to past": [
        "The user wants the assistant to keep to this rule: the user's novel is in present tense,"
        " never switch to past"
    ],
}


@shows("R195", "R205")
@pytest.mark.parametrize("text", WISHES)
def test_a_standing_wish_is_kept_whole(text: str) -> None:
    assert contents(text) == WISHES[text]


OTHERS = (
    # a task at hand
    "帮我把这封信改短一点",
    "这一句不要用问号",
    "这个开头不行，别用破折号",
    "写一首短诗，不要押韵",
    "换一种说法",
    "帮我推荐一家24小时有热水的酒店",
    "先别写，我想想",
    "第二段别动",
    "make this longer",
    "don't touch this sentence",
    "Write a toast, don't use jokes",
    "Use a different title",
    # talk between people, and advice
    "别伤心了",
    "你别走",
    "别跟我说话",
    "以后别来找我了",
    "孩子睡觉的时候不要吵他",
    "说话别太冲",
    "書不能借給別人",
    "don't cry",
    "Don't leave us",
    "I want you to be happy",
    "Call me when you land",
    "Keep in touch",
    # what others ask, what one does oneself, and a tale
    "老板要求所有周报都用英文写",
    "每次开会我都先泡茶",
    "我的小说用第三人称写的",
    "小说里的主角不能接受现实",
    "From now on I want to sleep more",
    "Every time I travel I take notes",
    "My teacher wants all essays in ink",
    "The hero must save the village before dawn",
    # what has been so for long
    "一直以来睡得很浅",
    "一直說頭痛",
    "一直用手揉眼睛",
    "你以后换车可以选电动的",
    "嗯，记下了，我明天去问",
    "My dog is always hungry, it drives me mad",
)


@shows("R195", "R205")
@pytest.mark.parametrize("text", OTHERS)
def test_a_task_at_hand_and_talk_between_people_are_no_wish(text: str) -> None:
    assert [each.content for each in kept(text) if each.category is Category.CONSTRAINT] == []


def test_noted_is_no_wish_to_be_noted() -> None:
    assert contents("嗯，记下了，谢谢你的推荐") == []
    assert contents("记住了，我对花生过敏") == ["用户对花生过敏"]


def test_a_wish_for_one_thing_leaves_how_to_answer_alone() -> None:
    attributes = [
        each.attribute
        for text in ("回答短一点", "写标题的时候短一点", "keep answers short", "keep titles short")
        for each in kept(text)
    ]
    assert attributes == [
        "style:length",
        "constraint:写标题的时候短一点",
        "style:length",
        "constraint:keep titles short",
    ]
