"""Two small books with mistakes planted in them, and with what only looks like one.

Each near miss stands in the text for a reason: a memory, a dream, a metaphor, a rumour, a lie, a
question, somebody of a similar name. None of them may be reported.
"""

from __future__ import annotations

from dataclasses import dataclass

from mohen.manuscript.model import FileKind, ProjectFile


@dataclass(frozen=True)
class Planted:
    what: str
    kind: str
    chapter: int  # of the later place
    entities: tuple[str, ...] = ()


def book(files: dict[str, str]) -> list[ProjectFile]:
    return [ProjectFile(ref, _kind(ref), text.strip() + "\n") for ref, text in files.items()]


def _kind(ref: str) -> FileKind:
    if ref.startswith("chapters/"):
        return FileKind.CHAPTER
    if "/characters/" in ref:
        return FileKind.CHARACTER
    return FileKind.OUTLINE if "outline" in ref else FileKind.WORLD


CHINESE = {
    ".mohen/characters/lin.md": """
---
name: 林远
aliases: [阿远]
---
# 林远
- 性别：男
- 年龄：32
- 眼睛：黑色
- 佩剑：霜刃
## 关系
- 父亲：林震
- 沈青禾：朋友
""",
    ".mohen/characters/su.md": """
# 苏晴
- 性别：女
- 年龄：二十四
- 眼睛：琥珀色
- 母亲：柳氏夫人
- 又名：晴儿
""",
    ".mohen/characters/shen.md": """
# 沈青禾
- 性别：女
- 年龄：28
- 眼睛：碧绿
""",
    ".mohen/characters/lin-yuanshan.md": """
# 林远山
- 性别：男
- 年龄：51
""",
    ".mohen/characters/lin-zhen.md": """
# 林震
- 性别：男
- 年龄：41
""",
    ".mohen/characters/gu.md": """
# 顾九
- 性别：男
- 年龄：30
- 外号：老九
""",
    ".mohen/characters/zhou.md": """
# 周伯
- 性别：男
- 年龄：60
- 养子：顾九
""",
    ".mohen/characters/liu.md": """
# 柳如烟
- 性别：女
""",
    ".mohen/world.md": """
# 世界
## 地点
- 青石镇：北境的小镇
- 临江城：江南大城
- 望江楼：酒楼，位于临江城，是城里最高的楼
- 后山：青石镇外的山
## 物品
- 霜刃：林家祖传的剑
- 玉佩：半块旧玉
## 事件
### 大火
- 章节：2
### 婚礼
- 章节：4
### 瘟疫
- 早于：大火
## 秘密
### 玉佩的来历
- 内容：玉佩是前朝太子的信物
- 关键词：前朝、太子
- 知情者：周伯
- 揭示：第五章
### 林家灭门真相
- 知情者：周伯
""",
    "chapters/01.md": """
# 第一章 雪夜

三月五日，雪。林远来到青石镇，苏晴在镇口等他。
林远说：“你瘦了。”
苏晴那双琥珀色的眼睛里有泪光。
林远累得要死了，一头倒在床上。
沈青禾坐在火边，心都死了，一句话也不说。
林远不知道林家灭门真相，他只想活下去。
周伯说：“他？他早就死了！林远山死在北边了。”
顾九问道：“林远山死了吗？”
据说林远山死在了北边，谁也没有见过他的尸首。
苏晴今年二十四岁。
如果沈青禾死了，他也不想活了。
那年，顾九还是个孩子，周伯抱着他来到临江城。
""",
    "chapters/02.md": """
# 第二章 大火

三天后，三月九日，青石镇起了大火。
周伯冲进火里，再没有出来。周伯死了。
林远跪在雪地里，右手握着霜刃。
沈青禾碧绿的眼睛映着火光。
苏晴早就知道林家灭门真相，可她一直没有说。
瘟疫发生在大火之后，镇上的人都这么记着。
林远把霜刃扔进了江里。
顾九说：“玉佩是前朝太子的信物，我从小就知道。”
“周伯是个好人。”苏晴低声说道。
""",
    "chapters/03.md": """
# 第三章 临江

林远和苏晴到了临江城。
林远在临江城的望江楼上喝酒，苏晴在望江楼里唱歌。
他想起周伯说过的话。周伯笑着说道：“活下去。”
那天夜里，苏晴梦见周伯走进屋来。周伯坐在床边，点了点头。
周伯说：“别哭。”
苏晴醒来，枕头湿了一片。
沈青禾的左臂被匪徒砍断了，血流了一地。
大夫说沈青禾差点死了。
林震是林远的父亲，这件事全镇都知道。
林远今年二十七岁，鬓边却有了白发。
苏晴好像死了一样躺着。
顾九扮成周伯的样子，周伯的声音，周伯的走路姿势，没有人认得出来。
林震气得死死盯着林远。
***
顾九在青石镇喝酒，又在临江城的街上看热闹。
""",
    "chapters/04.md": """
# 第四章 婚礼

婚礼那天，锣鼓喧天。
周伯推开门，笑道：“我来喝喜酒了。”
沈青禾抬起左手，替新娘戴上凤冠。
苏晴的眼睛是蓝色的，在烛光里像两汪湖水。
林远拔出霜刃，挡在众人面前。
顾九坐在青石镇的祠堂里。顾九站在临江城的码头上。
林震的母亲是柳氏夫人。
林远山走进院子，对众人拱手。
有人说，苏晴是顾九的妹妹，可谁也没有证据。
顾九不是林远的父亲。
林远的剑也断了，心也死了。
十年前，周伯还年轻。周伯走进这座院子，折了一枝梅花。
他点了点头，说：“好花。”
""",
    "chapters/05.md": """
# 第五章 真相

苏晴终于得知林家灭门真相，跌坐在地上。
林远对众人说：“玉佩是前朝太子的信物。”
柳如烟是苏晴的母亲，她躲在帘后，泪流满面。
顾九的父亲是周伯。周伯的父亲是顾九。
林远发现了沈青禾一直在给官府送信。
林远找到一幅画，画上的周伯举起酒杯。
林远会死吗？没有人知道。
戏台上，老生唱道：“周伯死了又活。”
苏晴离开临江城，当晚就到了青石镇。苏晴坐在青石镇的井边。
林远山死了心，再不提报仇的事。
""",
    "chapters/06.md": """
# 第六章 三年后

三年后，苏晴二十七岁。
2024年3月5日，星期一，旧报纸上这样写着。
林震在冬天病逝。
沈青禾说：“他没有死，林远山没有死。”
苏晴不知道林家灭门真相，只当那是一场意外。
林远早就知道沈青禾一直在给官府送信。
顾九伸出右手，接过那半块玉佩。
顾九笑死了，捂着肚子直不起腰。
林远弄丢了玉佩，找了一夜。
""",
    "chapters/07.md": """
# 第七章 归来

林远找回了玉佩，长长松了口气。
林远取出玉佩，放在桌上。
林震的灵位前，香火不断。林震的照片笑了。
苏晴二十八岁了。
沈青禾用右手拿起笔。
林远还记得，林震说道：“儿子，走吧。”
假如林震走进来，他会说什么呢。
苏晴的头发是黑色的。苏晴转过身，眼睛通红。
""",
    "chapters/08.md": """
# 第八章 番外·往事

周伯走进院子，说：“吃饭了。”
林震点了点头，拿起筷子。
""",
}

CHINESE_PLANTED = (
    Planted("周伯 dies in 2 and comes to the wedding in 4", "state", 4, ("周伯",)),
    Planted("苏晴's eyes are amber, then blue", "state", 4, ("苏晴",)),
    Planted("林远 is 32 and then 27", "state", 3, ("林远",)),
    Planted("霜刃 is thrown into the river and drawn again", "state", 4, ("霜刃",)),
    Planted("沈青禾 lost her left arm and lifts the left hand", "state", 4, ("沈青禾",)),
    Planted("three days after March 5 is March 9", "time", 2),
    Planted("the plague is before the fire, and after it", "time", 2, ("瘟疫", "大火")),
    Planted("2024-03-05 is no Monday", "time", 6),
    Planted("顾九 is in two towns in one scene", "place", 4, ("顾九",)),
    Planted("顾九 drinks in one town and strolls in another", "place", 3, ("顾九",)),
    Planted("苏晴 knew in 2 what she learns in 5", "knowledge", 5, ("苏晴",)),
    Planted("顾九 tells the secret before it is revealed", "knowledge", 2, ("顾九",)),
    Planted("苏晴 no longer knows in 6 what she learned in 5", "knowledge", 6, ("苏晴",)),
    Planted("苏晴 has two mothers", "relation", 5, ("苏晴",)),
    Planted("顾九 and 周伯 are each other's father", "relation", 5, ("顾九", "周伯")),
    Planted("顾九 is 30 and his son 周伯 60", "relation", 0, ("顾九", "周伯")),
    Planted("林震 is nine years older than his son", "relation", 0, ("林震", "林远")),
)

CHINESE_NEAR_MISSES = (
    "心都死了: a heart, not a person",
    "累得要死了: tired to death",
    "林远山死在北边了, said by somebody who may lie",
    "林远山死了吗: a question",
    "据说林远山死在了北边: a rumour",
    "如果沈青禾死了: a condition",
    "那年 … 周伯抱着他来到临江城: told of earlier times",
    "望江楼 lies in 临江城: one place in another",
    "他想起 … 周伯笑着说道: remembered after his death",
    "苏晴梦见周伯走进屋来: a dream, going on in the next paragraph",
    "差点死了: nearly",
    "好像死了一样: a likeness",
    "顾九扮成周伯的样子: a disguise",
    "死死盯着: an adverb",
    "林远山走进院子: another person of a similar name",
    "有人说，苏晴是顾九的妹妹: hearsay",
    "顾九不是林远的父亲: a negation",
    "林远的剑也断了，心也死了: not himself",
    "十年前，周伯还年轻: a flashback, and the paragraph after it",
    "林远对众人说: on the day it is revealed",
    "画上的周伯举起酒杯: a picture",
    "林远会死吗: a question",
    "戏台上: a play",
    "苏晴离开临江城 … 坐在青石镇的井边: she went there",
    "死了心: gave up",
    "三年后，苏晴二十七岁: the years add up",
    "顾九笑死了: laughing",
    "林远找回了玉佩: found before it is used",
    "林震的灵位前 … 林震的照片笑了: a picture",
    "苏晴二十八岁了: a birthday between",
    "沈青禾用右手: the other hand",
    "林远还记得，林震说道: remembered",
    "假如林震走进来: a condition",
    "眼睛通红: from crying",
    "番外·往事: told out of order",
    "林远早就知道 … after he discovered it in 5",
    "养子：顾九: by adoption, not by birth",
)

ENGLISH = {
    ".mohen/characters/anna.md": """
---
name: Anna Whitfield
age: 30
eyes: green
---
## Family
- Father: Robert Whitfield
- Thomas Hale: friend
""",
    ".mohen/characters/thomas.md": """
# Thomas Hale
- Age: 35
- Eyes: brown
""",
    ".mohen/characters/robert.md": """
# Robert Whitfield
Age: 58
""",
    ".mohen/characters/clara.md": """
# Clara Moss
- Age: 19
""",
    ".mohen/world.md": """
# World
## Locations
- Harrowgate: a market town
- Eastport: a harbour town, two days by coach
## Items
- Silver Locket: Anna's keepsake
## Secrets
### the forged will
- Known by: Robert Whitfield
- Content: The will was forged by the steward
- Revealed: chapter 4
""",
    "chapters/chapter-1.md": """
# Chapter 1

Anna stood in Harrowgate and watched the coach leave. Her green eyes were tired.
"You are late," Thomas said.

Anna was dead tired. Thomas nearly died laughing.
"Robert is dead!" Clara said, for she liked to lie.
Did Robert die that night? Nobody asked.

It was said that Robert was dead. The fire died slowly.
Clara did not know about the forged will.
""",
    "chapters/chapter-2.md": """
# Chapter 2

The next morning Robert Whitfield fell from the roof. Robert died before noon.

Anna lost the Silver Locket in the river.
Thomas waited in Eastport. Thomas sat in Harrowgate with a glass of ale.

"The will was forged by the steward," Clara said.
Clara already knew about the forged will.
""",
    "chapters/chapter-3.md": """
# Chapter 3

Anna remembered how Robert laughed. Robert said he would always come back.
Anna dreamed of the house. Robert opened the door and smiled.

Robert nodded to her.
She woke in the dark.

Thomas's blue eyes narrowed. "Go," he said.
If Robert walked in now, she would faint.
It was as if Robert stood in the hall.
Thomas turned thirty-five.
""",
    "chapters/chapter-4.md": """
# Chapter 4

Robert opened the door and poured himself a drink. "Surprised?" Robert said.

Clara learned about the forged will at last.
Anna held the Silver Locket to the light.
Monday, March 5, 2024 was cold.
Clara was Anna's daughter, and she was nineteen.
Thomas was not Anna's brother.
""",
}

ENGLISH_PLANTED = (
    Planted("Robert dies in 2 and pours a drink in 4", "state", 4, ("Robert Whitfield",)),
    Planted("Thomas's eyes are brown, then blue", "state", 3, ("Thomas Hale",)),
    Planted("the locket is lost in the river and held in 4", "state", 4, ("Silver Locket",)),
    Planted("Thomas is in two towns in one scene", "place", 2, ("Thomas Hale",)),
    Planted("Clara knew in 2 what she learns in 4", "knowledge", 4, ("Clara Moss",)),
    Planted("Clara tells the secret before it comes out", "knowledge", 2, ("Clara Moss",)),
    Planted("March 5, 2024 is no Monday", "time", 4),
    Planted("Anna is eleven years older than her daughter", "relation", 0, ("Anna Whitfield",)),
)

ENGLISH_NEAR_MISSES = (
    "dead tired",
    "nearly died laughing",
    "Robert is dead! said by a liar",
    "Did Robert die: a question",
    "It was said that Robert was dead: hearsay",
    "The fire died: no person",
    "remembered how Robert laughed",
    "dreamed … Robert opened the door, until she woke",
    "If Robert walked in",
    "as if Robert stood in the hall",
    "Thomas turned thirty-five: as his card says",
    "Thomas was not Anna's brother: a negation",
)
