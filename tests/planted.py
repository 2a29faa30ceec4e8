"""A memory with planted faults: what each line is, and how it stands in an export of mem0."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

DAY_MS = 86_400_000
_HAN = re.compile("[\u4e00-\u9fff]")

SOUND_ZH = """
用户叫林晚
用户对花生过敏
用户住在杭州
用户是小学语文老师
用户的女儿叫小满
用户养了一只橘猫叫年糕
用户喜欢喝乌龙茶
用户讨厌香菜
用户每天早上六点跑步
用户在学西班牙语
用户的生日是三月五日
用户的妈妈住在宁波
用户不能吃海鲜
用户习惯用简体中文写作
用户希望回答简短
用户的丈夫是程序员
用户有轻度近视
用户喜欢看悬疑小说
用户正在准备教师资格考试的复习资料
用户的手机是安卓系统
用户家里有一架旧钢琴
用户对猫毛不过敏
用户的大学在武汉
用户主修汉语言文学
用户偏爱雨天
用户的项目叫“听雨”
听雨项目是一部长篇小说
听雨的主角叫沈墨
沈墨是一名修书匠
用户不喜欢电话沟通
用户喜欢邮件沟通
用户要求以后回复都不要用表情符号
用户的弟弟在深圳工作
用户会弹吉他
用户有高血压家族史
用户血型是O型
用户害怕坐飞机
用户最喜欢的作家是汪曾祺
用户的目标是两年内出版一本书
用户周末常去图书馆
用户的同事老周负责教务
用户用墨水屏读书
用户早餐只喝豆浆
用户家在三楼
用户的车是白色的
用户喜欢深色模式
用户写作时听白噪音
用户的时区是东八区
用户是素食主义者的朋友
用户的外婆会做青团
用户的老家在绍兴
用户去年换了工作
用户的紧急联系人是丈夫
用户对青霉素过敏
用户的编辑叫何川
何川住在上海
用户每月给父母写信
用户喜欢竖排版的书
用户不吃辣
用户的书房朝南
用户订阅了一份文学杂志
用户收藏钢笔
""".strip()
SOUND_EN = """
User's name is Maya Lindqvist
User lives in Gothenburg
User is allergic to penicillin
User works as a marine biologist
User has two daughters
User prefers metric units
User dislikes cilantro
User is learning Japanese
User's sister is called Freja
User owns a wooden sailing boat
User's boat is named Saga
User plays the cello
User prefers replies in bullet points
User never wants emojis in answers
User is vegetarian
User takes thyroid medication
User's birthday is on May 4
User studied at Uppsala University
User wakes up at five every day
User is afraid of heights
User uses Linux on a laptop
User writes a blog about tides
User's editor is Tom Baker
Tom Baker lives in Leeds
User likes strong black tea
User hates phone calls
User wants to finish a novel by 2027
User's novel is called Brackish
Brackish is set in Iceland
The hero of Brackish is a lighthouse keeper
User speaks Swedish and English
User's partner is a nurse
User keeps bees
User goes swimming every Sunday
User cannot eat gluten
User's emergency contact is Freja
User drives an old Volvo
User prefers dark mode
User reads mostly history books
User's favourite author is Tove Jansson
User's time zone is CET
User collects sea glass
User wears glasses
User's mother lives in Malmo
User does not drink alcohol
User's dog is a whippet named Pilot
User wants the agent to ask before deleting files
User's company is called Tidal Labs
Tidal Labs has an office in Oslo
User trains for a marathon
User sleeps badly on trains
User likes Thai food
User's blood type is A negative
User hosts a reading group
User's brother teaches physics
User grew up on a farm
User pays for a newspaper subscription
User has a standing desk
User's house has solar panels
User knits in winter
User's favourite colour is moss green
User volunteers at a harbour museum
""".strip()

JUNK = """
用户说你好
用户打了个招呼
用户表示感谢
用户回复好的
哈哈哈哈
好的
嗯嗯
谢谢！
👍👍
用户向助手问好
作为一个AI语言模型，我无法提供医疗建议
好的，我来帮你修改这段文字。
以下是三个建议：
助手解释了量子力学的基本概念
助手推荐了三本小说
希望这些对你有帮助！
用户问今天天气怎么样
用户询问如何安装Python
用户要求助手翻译这段话
用户请求总结这篇文章
今天天气怎么样？
你能帮我看看这段代码吗？
The user said hi
User greeted the assistant
User said thanks
The user thanked the assistant for the help
ok
lol
Thanks!
Hello there
As an AI language model, I cannot browse the internet.
Sure, here is the revised paragraph.
I'm sorry, but I can't help with that.
The assistant explained how photosynthesis works
Assistant provided a list of restaurants
Let me know if you need anything else!
User asked what the capital of Peru is
User asked how to center a div
User requested a translation of the paragraph
What time is it in Tokyo?
Can you check this function for me?
Traceback (most recent call last): File "a.py", line 3
npm ERR! code ELIFECYCLE
[INFO] 2024-05-01 server started on port 8080
{"status": "ok", "items": []}
def main(): return 0
<!-- mohen:memory -->User likes tea<!-- /mohen -->
https://example.com/a/b?c=1
$ git push origin main
<relevant-memories>User likes tea</relevant-memories>
""".strip()

SECRET = """
用户的邮箱密码是 Qwer!2345
wifi密码：sunnyday88
用户的身份证号是 11010519491231002X
用户的银行卡号 6222021234567890128
用户的验证码是 482913
用户的阿里云密钥 LTAI5tFakeFakeFake1234
服务器口令改成了Root#2024
用户的支付宝密码为 8s7d6f5g
用户的PIN码是9041
用户的数据库在 postgres://bob:s3cret99@db.local/x
用户的令牌：ABCDEF123456789
用户的GitHub令牌 ghp_abcdefghijklmnopqrstuvwxyz0123456789
User's password is hunter2!
The wifi password is Sunny!2024
User's OpenAI key is sk-proj-abcdefghijklmnopqrstuvwxyz123456
User's card number is 4111 1111 1111 1111
User's SSN is 123-45-6789
User's bank PIN is 4821
AWS key AKIA57JS4HL4HOHKZW4R belongs to the user
User's login password for work: letmein99
User's session token eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.abc_def-123
User's API key is abcd1234efgh5678ijkl
User's verification code is 771203
-----BEGIN RSA PRIVATE KEY----- MIIEow -----END RSA PRIVATE KEY-----
""".strip()

# The first of two stays; the second is the same again.
DUPLICATE = """
用户每天早上六点跑步=用户每天早上六点跑步。
用户喜欢喝乌龙茶=用户喜欢喝　乌龙茶
用户的妈妈住在宁波=用户的妈妈住在宁波！
用户习惯用简体中文写作=用户习惯用简体中文来写作
用户收藏钢笔=用户收藏钢笔。
用户喜欢竖排版的书=用户喜欢竖排版的书！
用户的书房朝南=用户的书房朝南。
用户会弹吉他=用户会弹吉他！
用户订阅了一份文学杂志=用户订阅了一份文学杂志。
用户最喜欢的作家是汪曾祺=用户最喜欢的作家是汪曾祺！
User lives in Gothenburg=user lives in gothenburg.
User plays the cello=The user plays the cello.
User keeps bees=User keeps bees!
User writes a blog about tides=User writes a blog about the tides
User collects sea glass=The user collects sea glass
User wears glasses=User wears glasses.
User trains for a marathon=User is training for a marathon
User hosts a reading group=User hosts a reading group.
User goes swimming every Sunday=User goes swimming every Sunday!
User's mother lives in Malmo=User's mother lives in Malmo.
""".strip()

# The first is the older one, and wrong now.
CONTRADICTION = """
用户住在南京=用户住在杭州
用户是医生=用户是小学语文老师
用户喜欢香菜=用户讨厌香菜
用户吃辣=用户不吃辣
用户养了两只猫=用户养了三只猫
用户喜欢电话沟通=用户不喜欢电话沟通
用户有1个孩子=用户有2个孩子
用户叫林早=用户叫林晚
用户今年30岁=用户今年31岁
用户喜欢游泳=用户不喜欢游泳
User lives in Stockholm=User lives in Gothenburg
User drinks alcohol=User does not drink alcohol
User has two cats=User has three cats
User likes cilantro=User dislikes cilantro
User eats fish=User never eats fish
User owns 2 bikes=User owns 3 bikes
User's name is Maja=User's name is Maya Lindqvist
User likes jazz=User does not like jazz
User is 34 years old=User is 35 years old
User can swim=User cannot swim
""".strip()

STALE = """
用户明天要去看牙医
用户今天心情不好
用户下周三要交论文
用户现在在机场
用户今晚要加班
用户正在吃午饭
用户明天下午三点开会
用户这周很忙
用户后天搬家
用户刚刚跑完步
User has a dentist appointment tomorrow
User is tired today
User is currently at the airport
User has an exam next Monday
User is meeting Ann tonight
User is cooking dinner right now
User will fly to Paris next week
User has a headache today
User is at the moment in a meeting
User has a call tomorrow at 3 pm
""".strip()

ORPHAN = """
用户的小说进展顺利=f_gone_1
用户喜欢安静的写作环境=f_gone_2
用户重视家庭=f_gone_3
User cares about the sea=f_gone_4
User is building a quiet life=f_gone_5
User values honesty=f_gone_6
""".strip()


def lines(text: str) -> list[str]:
    return text.split("\n")


def pairs(language: str, text: str) -> Iterator[tuple[str, str]]:
    for each in of(language, lines(text)):
        first, _, second = each.partition("=")
        yield first, second


def of(language: str, texts: list[str]) -> list[str]:
    """Those in one language: two people are not planted in one memory."""
    return [
        each for each in texts if (language == "zh") == any("\u4e00" <= c <= "\u9fff" for c in each)
    ]


def planted(now: int, language: str) -> tuple[list[dict[str, Any]], dict[str, set[str]], set[str]]:
    """Records as mem0 exports them, the ids at fault by kind, and those of what is sound."""
    records: list[dict[str, Any]] = []
    faults: dict[str, set[str]] = {
        kind: set() for kind in ("junk", "secret", "duplicate", "contradiction", "stale", "orphan")
    }

    def put(content: str, days: float, kind: str | None = None, **more: Any) -> str:
        id = f"m{len(records)}"
        at = now - int(days * DAY_MS)
        records.append({"id": id, "memory": content, "created_at": at, **more})
        if kind is not None:
            faults[kind].add(id)
        return id

    sound = {each: put(each, 40) for each in of(language, [*lines(SOUND_ZH), *lines(SOUND_EN)])}
    for each in of(language, lines(JUNK)):
        put(each, 30, "junk")
    for each in of(language, lines(SECRET)):
        put(each, 30, "secret")
    for first, second in pairs(language, DUPLICATE):
        assert first in sound, first
        put(second, 20, "duplicate")
    for older, newer in pairs(language, CONTRADICTION):
        put(older, 300, "contradiction")
        if newer not in sound:
            sound[newer] = put(newer, 5)
    for each in of(language, lines(STALE)):
        put(each, 60, "stale")
    for content, link in pairs(language, ORPHAN):
        put(content, 10, "orphan", source_facts=[link], type="summary")
    return records, faults, set(sound.values())
