"""A book without a mistake, told the way books are told. Nothing in it may be reported.

It was written after the patterns and not for them: what was wrongly found in it was mended in
the patterns, never by changing the book.
"""

from __future__ import annotations

CLEAN = {
    ".mohen/characters/陈牧.md": """
# 陈牧
- 年龄：29
- 性别：男
- 眼睛：深棕色
- 武器：长刀
- 师父：何三通
""",
    ".mohen/characters/叶小满.md": """
# 叶小满
- 年龄：22
- 性别：女
- 头发：黑色
- 哥哥：叶大寒
""",
    ".mohen/characters/何三通.md": """
# 何三通
- 年龄：六十三
- 性别：男
""",
    ".mohen/world.md": """
## 地点
- 雁门关：北地雄关
- 落霞镇：关内小镇
- 客栈：在落霞镇东头
- 马厩：客栈后院
## 物品
- 长刀：何三通所赠
- 账册：户部的账
## 秘密
### 账册的下落
- 知情者：何三通、叶小满（第三章）
""",
    "chapters/第一章.md": """
# 第一章 落霞镇

天快黑的时候，陈牧牵着马走进落霞镇。镇子不大，一条街从东到西，只有一家客栈。
他在客栈门口站了一会儿，才推门进去。
“住店？”叶小满从柜台后面抬起头来，一双黑亮的眼睛在他身上打了个转。
“住店。”陈牧把长刀搁在桌上，“再给我的马喂点草料。它快累死了。”
叶小满笑了笑，说：“马厩在后院，你自己牵过去。”
陈牧去了马厩，把马拴好，又回到客栈里坐下。
“听说北边死了不少人？”叶小满问。
“死人的事天天有。”陈牧喝了一口酒，“我师父常说，人活着，总得有个念想。”
“你师父？”
“何三通。”陈牧看着碗里的酒，“他老人家去年冬天走的。”
叶小满吃了一惊：“何三通死了？”
“没有。”陈牧摇摇头，“我是说，他去了雁门关。”
她松了口气，骂道：“你这人说话大喘气，吓死我了！”
夜里，陈牧梦见何三通倒在雪地里，浑身是血。何三通死了，他跪在旁边，怎么也哭不出来。
他惊醒过来，窗外月光如水。
""",
    "chapters/第二章.md": """
# 第二章 雁门关

第二天一早，陈牧离开落霞镇，往北走了五天，到了雁门关。
守关的老兵拦住他：“找谁？”
“何三通。”
老兵的脸色变了变，说：“你来晚了。三天前，他出关去了，再没有回来。”
陈牧的心一下子沉了下去，仿佛整个人死过去了一般。
他在雁门关等了七天。第七天夜里，关外响起了马蹄声。何三通骑着一匹瘦马，出现在风雪里。
“师父！”陈牧冲了上去。
何三通哈哈大笑：“哭什么？老子还没死呢！”
两个人坐在火堆旁，喝了一夜的酒。何三通把一本账册交给他，压低声音道：“这东西，比你我的命都要紧。”
陈牧不知道账册里写了什么，也没有问。
“如果我死了，”何三通说，“你就把它交给叶家的人。”
“叶家？”
“落霞镇，叶大寒。”
""",
    "chapters/第三章.md": """
# 第三章 风雪

何三通死在第二年的春天。那天雁门关下着小雨，陈牧守在床前，握着他的手，直到那只手慢慢凉了。
他把师父葬在关外的山坡上，面朝南方。
三个月后，陈牧回到落霞镇。叶小满还在客栈里，头发长了许多，用一根木簪挽着。
“你瘦了。”她说。
“嗯。”陈牧把账册放在柜台上，“你哥呢？”
叶小满没有说话，眼圈慢慢红了。过了很久，她才低声说：“我哥死了。去年腊月，死在牢里。”
陈牧站在那里，像被人打了一拳。
那天晚上，叶小满终于知道了账册的下落，也知道了何三通为什么要出关。
“他早就知道会这样，对不对？”她问。
陈牧想起何三通坐在火堆旁的样子。何三通举起酒碗，笑着说：“人活着，总得有个念想。”
“对。”他说，“他什么都知道。”
""",
    "chapters/第四章.md": """
# 第四章 念想

又过了两年，陈牧三十二岁，鬓角已经有了几根白发。
每年清明，他都要去关外的山坡上坐一坐。
“师父，”他对着那块石碑说，“账册交上去了，害死叶大寒的人，也死了。”
风从山坡上吹过来，何三通的声音好像又在耳边响起：“老子还没死呢！”
叶小满站在他身后，二十五岁的她已经是客栈的掌柜了。
“走吧，”她说，“天要黑了。”
陈牧拔出长刀，在石碑前舞了一遍师父教他的刀法。当年，何三通就站在这里，一招一招地教他。何三通说，刀要慢，心要稳。
他收了刀，转过身来，叶小满的头发在风里飘着，被夕阳染成了金色。
“何掌柜要是还在，”镇上的人常说，“看见你们这样，不知道要多高兴。”
回到客栈的时候，马厩里的老马打了个响鼻。叶小满去了后院喂马，陈牧坐在客栈里，慢慢地喝酒。
""",
    "chapters/第五章.md": """
# 第五章 旧信

三月初五，一封旧信送到了客栈。
信是何三通写的，落款是三年前的冬天。
叶小满念道：“我若死了，不必为我报仇。陈牧这孩子，眼睛像他娘，绿得像春天的水——”她念到这里停住了，抬头看了陈牧一眼，“骗人，你的眼睛明明是棕色的。”
陈牧哭笑不得：“他老人家喝醉了，什么都敢写。”
“你娘的眼睛是绿色的？”
“我没见过我娘。”
叶小满把信折好，放进匣子里。
“陈牧，”她忽然说，“你要是敢死在我前头，我就把你的刀扔进河里。”
陈牧笑着举起右手发誓：“不敢。”
""",
}

CLEAN_ENGLISH = {
    ".mohen/characters/mara.md": """
# Mara Quill
- Age: 27
- Eyes: grey
- Brother: Edmund Quill
""",
    ".mohen/characters/edmund.md": """
# Edmund Quill
- Age: 31
""",
    ".mohen/characters/osric.md": """
# Osric Vane
- Age: 60
""",
    ".mohen/world.md": """
## Locations
- Saltmere: a fishing village
- Oldcastle: the county town
- Lighthouse: on the cliffs above Saltmere
## Items
- Brass Compass: Osric's
## Secrets
### the wreck of the Heron
- Known by: Osric Vane, Mara Quill (chapter 3)
""",
    "chapters/01.md": """
# Chapter 1

Mara stood on the quay at Saltmere and counted the boats. One was missing.
"He'll be dead drunk somewhere," Osric said. "He always is."
"Don't," said Mara. She could have killed him for that.
The wind died at noon. Edmund had been gone two days.
Osric took out the Brass Compass and turned it over in his hands. "Your brother is no fool."
"If Edmund is dead," Mara said, "I will burn every boat you own."
That night she dreamed that Edmund walked up the beach, dripping. Edmund was dead, and did not
know it.
She woke before dawn.
""",
    "chapters/02.md": """
# Chapter 2

The next morning Mara rode to Oldcastle. She reached Oldcastle by noon and asked at every inn.
Nobody had seen him. In the last of them a woman looked at her with pale eyes, blue as ice.
"Edmund Quill? I heard he drowned," the woman said. "They say he died off the Heron."
Mara sat down. For a moment it was as if Edmund had died all over again, in front of her.
Did Osric know? Had he always known?
She left Oldcastle at dusk and was in Saltmere before midnight.
Osric was in the Lighthouse. "You knew," she said.
""",
    "chapters/03.md": """
# Chapter 3

Edmund came home on the Thursday, thin and sunburnt and very much alive.
"I lost the Brass Compass," Osric said, as if that were the only thing that mattered. Then he wept.
Mara learned about the wreck of the Heron that evening, all of it, from her brother.
Years ago, Osric had been master of the Heron. Osric stood at the wheel and let her strike.
He had never told anyone.
""",
    "chapters/04.md": """
# Chapter 4

Osric died in the spring. Edmund dug the grave himself.
Mara knew about the wreck of the Heron now, and she told nobody.
In the pocket of the old man's coat she found the Brass Compass. It had never been lost at all.
She remembered how Osric laughed. Osric said a compass only tells you what you already know.
Edmund held the Brass Compass up to the light. "North," he said.
""",
    "chapters/05.md": """
# Chapter 5

Three years later Mara was thirty, and the boats at Saltmere were hers.
"Osric would have hated it," Edmund said.
On the wall hung a portrait of Osric. Osric smiled out of it at nothing.
The children liked to say that Osric walked the cliffs at night. Osric's ghost, they said, carried
a lamp.
Mara's grey eyes followed the beam of the Lighthouse out to sea.
""",
}
