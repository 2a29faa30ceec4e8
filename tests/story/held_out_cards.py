"""Cards in prose that were written before the patterns that read them, and not changed since.

Each is a file, its text, what must be read out of it, and what may be read besides. What is read
and stands in neither is wrong.
"""

from __future__ import annotations

from dataclasses import dataclass

Fact = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Card:
    ref: str
    text: str
    wanted: frozenset[Fact]
    allowed: frozenset[Fact] = frozenset()


def _facts(text: str) -> frozenset[Fact]:
    return frozenset(tuple(each.split("|")) for each in text.split(" & ") if each)


def who(name: str, text: str, wanted: str = "", allowed: str = "") -> Card:
    """A character; `~` in a fact is them."""
    fill = [_facts(each.replace("~", name)) for each in (wanted, allowed)]
    return Card(f".mohen/characters/{name}.md", text, *fill)


def world(ref: str, text: str, wanted: str = "", allowed: str = "") -> Card:
    return Card(f".mohen/{ref}", text, _facts(wanted), _facts(allowed))


HELD_OUT = (
    who("沈砚", "师父是老莫；铜匠，四十六岁。", "老莫|mentor|~ & ~|occupation|铜匠 & ~|age|46"),
    who(
        "顾小满",
        "十九岁，在临河镇当裁缝，母亲叫梁秋。",
        "~|age|19 & ~|occupation|裁缝 & 梁秋|mother|~",
        "place|临河镇 & ~|lives_in|临河镇",
    ),
    who(
        "霍长风",
        "是霍老将军的次子，镖局的总镖头。",
        "~|child|霍老将军 & ~|occupation|总镖头",
        "~|occupation|镖局的总镖头",
    ),
    who("柳依依", "一头乌黑的长发，琥珀色的眼睛。", "~|hair_colour|乌黑 & ~|eye_colour|琥珀"),
    who("罗三", "绰号“铁算盘”，在钱庄做账房。", "~|alias|铁算盘 & ~|occupation|账房"),
    who(
        "白鹭",
        "出生在雾港，父亲是渔民白大海。",
        "~|birthplace|雾港 & 白大海|father|~",
        "place|雾港",
    ),
    who("秦岳", "年近六十，曾是禁军教头，如今在山下开茶馆。"),
    who(
        "阿蛮",
        "没有父母，从小跟着祖母在石桥村长大。",
        "",
        "place|石桥村 & ~|lives_in|石桥村 & ~|birthplace|石桥村",
    ),
    who("叶青", "拜孟先生为师，学了十年医。", "孟先生|mentor|~"),
    who("赵铁柱", "他的妻子名叫春兰，两人有一个女儿叫小雨。", "春兰|spouse|~ & 小雨|child|~"),
    who("林霜", "不是林家的亲生女儿，是林伯年的养女。"),
    who(
        "高远",
        "与韩江是结拜兄弟，和魏无忌有杀父之仇。",
        "魏无忌|enemy|~",
        "韩江|friend|~ & 韩江|ally|~",
    ),
    who("江离", "青云剑派弟子，随身佩剑名为“秋水”。", "~|belongs_to|青云剑派 & ~|owns|秋水"),
    who("苏小小", "女，二十三岁，报社记者。", "~|gender|女 & ~|age|23 & ~|occupation|报社记者"),
    who("老余", "第七章病死在归途中。", "~|life|dead|7"),
    who("陈默", "沉默寡言，喜欢在雨天散步，害怕打雷。"),
    who(
        "丁香",
        "她今年三十出头，是县医院的外科医生。",
        "~|occupation|外科医生",
        "~|occupation|县医院的外科医生",
    ),
    who("方十娘", "丈夫早亡，独自抚养儿子方宇。", "方宇|child|~"),
    who(
        "唐棠",
        "住在南城的柳树巷，靠卖花为生。",
        "~|lives_in|柳树巷 & ~|occupation|卖花",
        "place|柳树巷 & place|南城",
    ),
    who(
        "周沉",
        "大学教授，教古代史，妹妹周浮是警察。",
        "~|occupation|大学教授 & 周浮|sibling|~",
    ),
    world("world/雾港.md", "# 雾港\n北方最大的海港，终年多雾。", "place|雾港"),
    world(
        "world/places/石桥村.md",
        "位于青崖山脚下，只有三十户人家。",
        "place|石桥村 & 石桥村|located_at|青崖山",
        "place|青崖山",
    ),
    world(
        "world.md",
        "# 世界\n## 地理\n- 落霞城：西境都城\n- 铁剑关，落霞城以西的关隘\n",
        "place|落霞城 & place|铁剑关",
        "铁剑关|near|落霞城",
    ),
    world(
        "world.md",
        "# 世界\n\n故事发生在南洲。南洲的都城是永安，城里有一座钟楼。",
        "place|永安 & place|南洲 & 永安|located_at|南洲",
        "place|钟楼 & 钟楼|located_at|永安",
    ),
    world(
        "world.md",
        "听雨楼是永安城里最大的酒楼，掌柜姓花。",
        "place|听雨楼 & 听雨楼|located_at|永安城",
        "place|永安城",
    ),
    who(
        "Ilse",
        "Her mentor is Old Brandt; a clockmaker, forty-one.",
        "Old Brandt|mentor|~ & ~|occupation|clockmaker & ~|age|41",
    ),
    who("Tomas Reed", "A retired soldier in his sixties.", "~|occupation|retired soldier"),
    who("Nell", "Daughter of Agnes Holt, sister to Pim.", "~|child|Agnes Holt & ~|sibling|Pim"),
    who(
        "Captain Rusk",
        "Known as the Gull. Fifty-two years old, missing his left eye.",
        "~|alias|the Gull & ~|age|52",
        "~|lost_limb|left eye",
    ),
    who(
        "Mina",
        "She is a nurse at Saint Orla's Hospital and lives in Port Venn.",
        "~|occupation|nurse & ~|lives_in|Port Venn",
        "place|Port Venn",
    ),
    who(
        "Dorian",
        "He was born in Calder and has grey eyes and red hair.",
        "~|birthplace|Calder & ~|eye_colour|grey & ~|hair_colour|red",
        "place|Calder",
    ),
    who("Wen", "Not related to Lord Hask, whatever people say."),
    who("Joss", "Apprenticed to the baker Hilda Crane at twelve.", "Hilda Crane|mentor|~"),
    who(
        "Petra", "Her father, Anton Vale, is a judge; her mother died young.", "Anton Vale|father|~"
    ),
    who(
        "Silas",
        "Married to Ruth; they have two sons, Ben and Kit.",
        "Ruth|spouse|~ & Ben|child|~ & Kit|child|~",
    ),
    who(
        "Bram",
        "A thief. Hates Corwin Lass. Sworn enemy of Duke Marrow.",
        "~|occupation|thief & ~|enemy|Duke Marrow",
        "Corwin Lass|enemy|~ & ~|enemy|Corwin Lass",
    ),
    who("Odette", "Twenty-six, works as a translator.", "~|age|26 & ~|occupation|translator"),
    who("Gareth", "He likes rain, old maps and silence."),
    who(
        "Lio",
        "Member of the Ash Guild; carries a knife called Wren.",
        "~|belongs_to|Ash Guild & ~|owns|Wren",
    ),
    who("Marta", "Adopted by Josef Krol after the war."),
    who("Hugo", "Dies in chapter 9.", "~|life|dead|9"),
    who("Anya", "a nineteen-year-old student of law", "~|age|19", "~|occupation|student"),
    who("Felix", "His best friend is Tobias Wren, a sailor.", "Tobias Wren|friend|~"),
    who(
        "Iris",
        "female, 34, a detective with the city police",
        "~|gender|female & ~|age|34 & ~|occupation|detective",
    ),
    who("Cole", "Used to be a priest."),
    world(
        "world/greywater.md",
        "# Greywater\nA fishing village on the eastern shore.",
        "place|Greywater",
    ),
    world(
        "world/places/the-lantern.md",
        "# The Lantern\nAn inn in Greywater, run by Hob.",
        "place|The Lantern & The Lantern|located_at|Greywater",
        "place|Greywater",
    ),
    world(
        "world.md",
        "# World\n## Geography\n- Tarn: capital of the north\n- The Mere, a lake south of Tarn\n",
        "place|Tarn & place|The Mere",
        "The Mere|near|Tarn",
    ),
    world(
        "world.md",
        "Ostwick is a walled city in the Kingdom of Hale. Its harbour is called Salt Gate.",
        "place|Ostwick & Ostwick|located_at|Kingdom of Hale",
        "place|Kingdom of Hale & place|Salt Gate & Salt Gate|located_at|Ostwick",
    ),
    world("world.md", "# World\nMagic is paid for in years of life."),
)

WRITTEN_LATER = (
    who("程野", "父亲是矿工，母亲在他六岁时病逝。妹妹程溪，十七岁。", "程溪|sibling|~"),
    who(
        "贺兰雪",
        "西陵国公主，师承天机老人，精通音律。",
        "天机老人|mentor|~ & ~|occupation|西陵国公主",
    ),
    who(
        "牛大力",
        "三十五岁的屠户，力大无穷，外号牛魔王。",
        "~|age|35 & ~|occupation|屠户 & ~|alias|牛魔王",
    ),
    who(
        "季明",
        "刑警队长，四十岁，离异，女儿季小朵跟着前妻生活。",
        "~|occupation|刑警队长 & ~|age|40 & 季小朵|child|~",
    ),
    who("韩枫", "右手残疾，左撇子。", "", "~|handedness|左撇子"),
    who("宋清", "宋家长子，弟弟宋濂，妹妹宋湘。", "宋濂|sibling|~ & 宋湘|sibling|~"),
    who("云无心", "散修，真名不详。", "", "~|occupation|散修"),
    who("马可", "马可是意大利商人，会说流利的官话。", "~|occupation|意大利商人"),
    who(
        "谢秋",
        "丈夫是县丞卢平，婚后一直住在落雁镇。",
        "卢平|spouse|~",
        "~|lives_in|落雁镇 & place|落雁镇",
    ),
    who("孟婆", "没人知道她的年纪，有人说她已经三百岁。"),
    who("路遥知", "年方十八，待字闺中，琴棋书画样样精通。", "~|age|18"),
    who("铁牛", "周伯的徒弟，为人憨厚。", "~|student|周伯"),
    who("安若素", "银白色的头发，左眼蓝右眼金。", "~|hair_colour|银白"),
    who("阿九", "自称是前朝太子的遗孤。"),
    who("葛老爹", "渡口的摆渡人，六十七岁，独居。", "~|occupation|摆渡人 & ~|age|67"),
    who(
        "纪云",
        "毕业于江城大学，现为《晚报》编辑。",
        "~|occupation|编辑",
    ),
    who("田七", "父亲田六，母亲何氏，均已亡故。", "田六|father|~ & 何氏|mother|~"),
    who("石破天", "死于第十二章的雪崩。", "~|life|dead|12"),
    who("沈小姐", "留着黑色短发，总穿一件灰大衣。", "~|hair_colour|黑"),
    who("雷震", "效力于镇北军，任副将。", "~|belongs_to|镇北军 & ~|occupation|副将"),
    world(
        "world/地点/归雁楼.md",
        "洛城最有名的茶楼，共三层。",
        "place|归雁楼",
        "place|洛城 & 归雁楼|located_at|洛城",
    ),
    world("world/魔法体系.md", "# 魔法体系\n魔法来自地脉。"),
    world(
        "world.md",
        "## 地点\n### 白塔\n位于皇城中央，高九层。\n### 黑水河\n- 流向：自北向南\n",
        "place|白塔 & place|黑水河 & 白塔|located_at|皇城",
        "place|皇城",
    ),
    world("world.md", "# 世界\n大陆北部是雪原，南部是群岛。"),
    world(
        "settings/地理.md",
        "- 望海城——东海之滨的港口\n- 青木林：精灵的居所",
        "place|望海城 & place|青木林",
    ),
    who(
        "Rosa Quint",
        "Rosa Quint, 29, is a violinist from Vell.",
        "~|age|29 & ~|occupation|violinist",
        "~|birthplace|Vell & place|Vell",
    ),
    who("Old Pete", "Pete used to captain the Marigold; now he mends nets."),
    who("Yara", "Yara's mother is Sela, the village healer.", "Sela|mother|~"),
    who(
        "Dane",
        "Younger brother of Kell. Short, blond hair, blue eyes.",
        "~|sibling|Kell & ~|hair_colour|blond & ~|eye_colour|blue",
    ),
    who("Lena", "A widow of about fifty who keeps bees.", "", "~|occupation|widow"),
    who(
        "Ivo",
        "Ivo is the blacksmith's apprentice, sixteen.",
        "~|age|16",
        "~|occupation|apprentice & ~|occupation|blacksmith's apprentice",
    ),
    who("Ms Hart", "Teaches Latin at the girls' school in Dunmore.", "", "~|occupation|teacher"),
    who("Kasimir", "Served under General Voss, whom he despises."),
    who("Tess", "Best friends with Joan Pike since childhood.", "Joan Pike|friend|~"),
    who(
        "Aldous",
        "An alchemist by trade, he trained under Mistress Quill.",
        "~|occupation|alchemist & Mistress Quill|mentor|~",
    ),
    who("Brin", "Her twin, Corin, drowned when they were nine.", "Corin|sibling|~"),
    who("Sabine", "She may be the Queen's daughter; nobody knows."),
    who(
        "Oskar",
        "Lighthouse keeper on Grey Skerry. Sixty-three. Unmarried.",
        "~|occupation|lighthouse keeper & ~|age|63",
    ),
    who(
        "Fern",
        "Fern lives with her uncle Gil at Marrow Farm.",
        "",
        "~|lives_in|Marrow Farm & place|Marrow Farm",
    ),
    who(
        "Tarek",
        "Husband of Leila, father of Omar and Sami.",
        "~|spouse|Leila & ~|father|Omar & ~|father|Sami",
    ),
    who("Nico", "Rival of Dane; both love Yara.", "~|enemy|Dane"),
    who("Pru", "Pru was killed in chapter 4 by the Warden.", "~|life|dead|4"),
    who("Hal", "A big man with a scar, always laughing."),
    who("June", "Junior doctor, 31, at County General.", "~|occupation|junior doctor & ~|age|31"),
    who(
        "Zev",
        "Zev, called the Fox, leads the Red Hand.",
        "~|alias|the Fox",
        "~|belongs_to|Red Hand",
    ),
    world(
        "world/harrow.md",
        "# Harrow\nCapital of the Eastern Duchy. Population nine thousand.",
        "place|Harrow",
        "Harrow|located_at|Eastern Duchy & place|Eastern Duchy",
    ),
    world("world/magic.md", "# Magic\nThere are three schools of magic."),
    world(
        "world/places/mill.md",
        "# The Old Mill\nStands on the river Ouse, two miles north of Harrow.",
        "place|The Old Mill & The Old Mill|near|Harrow",
        "place|Harrow & The Old Mill|located_at|Ouse & The Old Mill|near|Ouse & place|Ouse",
    ),
    world(
        "world.md",
        "## Places\n### Crow Tower\nA ruined tower inside Harrow.\n### Saltmarsh\n- Mood: bleak",
        "place|Crow Tower & place|Saltmarsh & Crow Tower|located_at|Harrow",
        "place|Harrow",
    ),
    world(
        "world.md",
        "Lethe is a river that runs through the Underlands.",
        "place|Lethe",
        "place|Underlands & Lethe|located_at|Underlands",
    ),
)
"""Likewise, when those above had been looked at; the next two when these had."""

WRITTEN_THIRD = (
    who(
        "许三多",
        "- 年轻的邮差\n- 二十四岁\n- 哥哥许二和是军人",
        "~|occupation|邮差 & ~|age|24 & 许二和|sibling|~",
        "~|occupation|年轻的邮差",
    ),
    who("慕容复", "姑苏人，慕容博之子，一心复国。", "~|child|慕容博", "~|birthplace|姑苏"),
    who("梁山伯", "与祝英台同窗三年。", "", "祝英台|friend|~"),
    who(
        "小翠",
        "李府的丫鬟，十六岁，家在柳河村。",
        "~|occupation|丫鬟 & ~|age|16",
        "~|lives_in|柳河村 & place|柳河村",
    ),
    who("钟离", "老师是顾先生，同学有赵敏和周芷若。", "顾先生|mentor|~"),
    who("阿福", "跟着老周学修钟表，手很巧。", "老周|mentor|~"),
    who("陆沉", "前特种兵，现在开一家面馆，有个双胞胎弟弟叫陆浮。", "陆浮|sibling|~"),
    who(
        "苗疆圣女",
        "人称“小医仙”，碧绿的眼睛，乌发及腰。",
        "~|alias|小医仙 & ~|eye_colour|碧绿",
        "~|hair_colour|乌",
    ),
    who("霍去", "年龄不详，身世成谜。", ""),
    who(
        "郑成",
        "郑成，男，四十五岁，海关关员，妻子王芳。",
        "~|gender|男 & ~|age|45 & ~|occupation|海关关员 & 王芳|spouse|~",
    ),
    who("白展", "他的仇人是柳三变，他发誓要报仇。", "柳三变|enemy|~"),
    who("余生", "余生喜欢在江边钓鱼，尤其是黄昏。", ""),
    world(
        "world/places/落星湖.md",
        "# 落星湖\n\n湖水终年不冻，在北境的群山之中。",
        "place|落星湖",
        "place|北境 & 落星湖|located_at|北境 & 落星湖|located_at|群山 & place|群山",
    ),
    world(
        "world.md",
        "## 城镇\n\n临江城是江南第一大城。望江楼坐落在临江城东门外。",
        "place|临江城",
        "place|望江楼 & 望江楼|near|临江城 & 望江楼|located_at|临江城 & "
        "临江城|located_at|江南 & place|江南 & 望江楼|near|临江城东门 & place|临江城东门",
    ),
    who(
        "Greta",
        "- Forty years old\n- Schoolteacher in Elmsford\n- Sister: Hanna",
        "~|age|40 & Hanna|sibling|~",
        "~|occupation|schoolteacher",
    ),
    who("Moss", "Moss is a goblin of few words.", ""),
    who(
        "Edwin",
        "The eldest son of Baron Locke, thirty-three, a cavalry officer.",
        "~|child|Baron Locke & ~|age|33 & ~|occupation|cavalry officer",
        "~|occupation|officer",
    ),
    who(
        "Vera",
        "Vera's husband is Pavel. Her daughter, Lida, is six.",
        "Pavel|spouse|~ & Lida|child|~",
    ),
    who("Shade", "An assassin known only as Shade. Nobody knows his age.", "~|occupation|assassin"),
    who(
        "Ruth",
        "She was raised by her aunt in Dover and now works as a nurse in London.",
        "~|occupation|nurse",
    ),
    who("Quinn", "Quinn wants to become a pilot.", ""),
    who("Abel", "Abel and Seth are brothers.", "", "Seth|sibling|~ & ~|sibling|Seth"),
    who(
        "Dr. Moor",
        "Physician to the king; long grey hair.",
        "~|hair_colour|grey & ~|occupation|physician",
    ),
    who(
        "Lucan",
        "Enemy of the Silver Order, lives in the Marsh of Tears.",
        "~|lives_in|Marsh of Tears",
        "place|Marsh of Tears & ~|enemy|Silver Order",
    ),
    world(
        "world/Thornwall.md",
        "A fortress town at the mouth of the Ash river.",
        "place|Thornwall",
        "place|Ash & Thornwall|located_at|Ash",
    ),
    world(
        "world.md",
        "# The World\n- Brackwater, a port city\n- Coinage: silver marks\n"
        "- The Spine: mountains that divide the land",
        "place|Brackwater",
        "place|The Spine",
    ),
)

WRITTEN_LAST = (
    who(
        "苏木",
        "药铺学徒，十七岁，跟着孙掌柜学认药。",
        "~|occupation|药铺学徒 & ~|age|17 & 孙掌柜|mentor|~",
        "~|occupation|学徒",
    ),
    who(
        "何欢",
        "何欢的丈夫叫马腾，两人住在渔阳城。",
        "马腾|spouse|~",
        "~|lives_in|渔阳城 & place|渔阳城",
    ),
    who(
        "贺九",
        "江湖人称“笑面虎”，丐帮长老。",
        "~|alias|笑面虎 & ~|belongs_to|丐帮",
        "~|occupation|丐帮长老",
    ),
    who(
        "温良",
        "生于清水县，父亲是教书先生温如玉。",
        "~|birthplace|清水县 & 温如玉|father|~",
        "place|清水县",
    ),
    who("钱多多", "当铺老板，五十八岁，一双小眼睛。", "~|occupation|当铺老板 & ~|age|58"),
    who(
        "司徒静",
        "司徒家的独女，灰蓝色的眼睛，栗色卷发。",
        "~|eye_colour|灰蓝 & ~|hair_colour|栗",
        "~|child|司徒家",
    ),
    who("阿桂", "哑巴，没有人知道他从哪里来。", ""),
    who("秦欢", "其师是白眉道人，其兄秦乐为捕头。", "白眉道人|mentor|~", "秦乐|sibling|~"),
    who("韦一", "在第五章被杀。", "~|life|dead|5"),
    who("宁小川", "大学生，二十岁，暗恋学姐安然。", "~|age|20 & ~|occupation|大学生"),
    world(
        "world/黑风寨.md",
        "黑风寨在青崖山上，易守难攻。",
        "place|黑风寨 & 黑风寨|located_at|青崖山",
        "place|青崖山",
    ),
    world("world/城市/洛城.md", "# 洛城\n- 人口：十万\n大江南岸的古都。", "place|洛城", ""),
    who(
        "Owen",
        "Owen's father was Duke Hale. He is a squire of seventeen.",
        "Duke Hale|father|~ & ~|occupation|squire",
        "~|age|17",
    ),
    who(
        "Lark",
        "A singer at the Blue Door; thirty-five; dark hair.",
        "~|occupation|singer & ~|age|35",
    ),
    who("Mott", "The butcher's son. Nobody trusts him.", ""),
    who(
        "Sister Ane",
        "A nun from Greywater, apprenticed to Mother Ilse.",
        "~|occupation|nun & Mother Ilse|mentor|~",
        "~|birthplace|Greywater & place|Greywater",
    ),
    who("Jory", "Twin brother of Jem, twenty.", "~|sibling|Jem & ~|age|20"),
    who(
        "Kit",
        "Kit lives on Lantern Street and works as a courier.",
        "~|lives_in|Lantern Street & ~|occupation|courier",
        "place|Lantern Street",
    ),
    who("Vale", "He has two daughters, Rose and Lily.", "Rose|child|~ & Lily|child|~"),
    who("Hob", "Once a pirate, he now runs an inn.", ""),
    world(
        "world/places/glass-harbour.md",
        "# Glass Harbour\nA port in the south of Marren.",
        "place|Glass Harbour",
        "Glass Harbour|located_at|Marren & place|Marren & Glass Harbour|near|Marren",
    ),
    world(
        "world.md",
        "# World\n- Ember Keep: a fortress in the Ash Hills\n- Magic: forbidden",
        "place|Ember Keep & Ember Keep|located_at|Ash Hills",
        "place|Ash Hills",
    ),
)
