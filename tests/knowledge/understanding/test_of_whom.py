"""Whose it is and what it leaves out: nothing of others, of things or of a moment is the user's."""

from __future__ import annotations

import pytest

from mohen.knowledge.model import BELIEF
from ordinary import contents, kept, read

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


# No template may take these for the user's own, likely to stand alone or not.
OTHERS = [
    # Of a patient, of old people and children, and so is what follows
    "老人有高血压和冠心病，每天吃降压药",
    "老人有高血壓和冠心病，每天吃降壓藥",
    "老太太有糖尿病，不吃糖",
    "小男孩四岁，对花生过敏",
    "小男孩四歲，對花生過敏",
    "患者，女，47岁，有高血压",
    "患者，女，47歲，有高血壓",
    "B有哮喘，需要吃药",
    "一位朋友有抑郁症，一直吃药",
    "男方有房有车，月薪三万",
    "家里有老人，有高血压",
    "我有个同事，平时不抽烟",
    "我有個同事，平時不抽菸",
    "我老公很忙。我认识了一个男生，他在上海工作",
    "曾获得两届金羽奖最佳编剧",
    # Of people, whoever they are
    "喜欢小动物的人都很温柔",
    "喜歡小動物的人都很溫柔",
    "在上海生活的人真不容易",
    "有的人怕吵，喜欢安静",
    "我们普通人要搬三天砖才挣得到",
    "不喜欢就分手",
    "有了孩子就要负责",
    "都结婚了",
    "曾经也是个歌手",
    "参加节目，笑死了",
    "这首歌收录在《晨光》里",
    # Said to a friend, not what an agent is to do
    "你千万不要想歪了",
    "多学点技巧总是好的",
    "你说话的语气不太友善",
]


@pytest.mark.parametrize("text", OTHERS)
def test_what_is_said_of_others_is_not_read_as_the_users(text: str) -> None:
    assert read(text) == []


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
    "家里老人有糖尿病，一直打胰岛素": [
        "用户家里的老人有糖尿病",
        "用户家里的老人一直打胰岛素",
    ],
    "家裡老人有糖尿病，一直打胰島素": [
        "用户家裡的老人有糖尿病",
        "用户家裡的老人一直打胰島素",
    ],
    "我家老爷子有冠心病，每天喝二两白酒": [
        "用户家里的老爷子有冠心病",
        "用户家里的老爷子每天喝二两白酒",
    ],
    "我的病人有高血压，每天吃药": ["用户的病人有高血压"],
    "我的病人有高血壓，每天吃藥": ["用户的病人有高血壓"],
    "我相亲对象在银行工作，月薪两万": [
        "用户的相亲对象在银行工作",
        "用户的相亲对象的月薪是两万",
    ],
    "我有一个好朋友最近总是失眠，经常取消聚会": [
        "用户的好朋友最近总是失眠（2026-02-04 说）",
        "用户的好朋友最近经常取消聚会（2026-02-04 说）",
    ],
    # Whom 他 and 她 can mean: not a daughter, not somebody whose father was spoken of
    "我女儿很懂事，他总是忙于工作": ["用户的女儿懂事"],
    "我女朋友的爸爸爱喝酒，他身体挺好的": ["用户的女朋友的爸爸爱喝酒"],
    "我舅妈在银行工作，她是做柜员的": ["用户的舅妈在银行工作", "用户的舅妈是做柜员的"],
    "我哥哥带他去医院检查，查出来有脂肪肝": [],
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


# Said in a part or of a figure, in a story, in a dream.
PLAYED = [
    "我演一个刺客，住在长安",
    "我演一個刺客，住在長安",
    "我演的是武松，有一根哨棒",
    "在我的小说里，我是一个侦探",
    "在我的小說裡，我是一個偵探",
    "梦里我住在月球",
    "这出戏里我是国王，我有三个儿子",
    "我在狼人杀里是女巫，住在北京",
    "设定：我是一个吸血鬼，住在古堡",
    "（扮演警察）我住在东京",
    "（扮演警察）我住在東京",
]


@pytest.mark.parametrize("text", PLAYED)
def test_what_is_so_of_a_figure_is_not_so_of_the_user(text: str) -> None:
    assert read(text) == []


# What one writes oneself: the book is the user's, and so is who is in it.
OWN_BOOK = {
    "我的小说主角是个聋哑的裁缝": ["用户的小说主角是个聋哑的裁缝"],
    "我的小說主角是個聾啞的裁縫": ["用户的小說主角是個聾啞的裁縫"],
    "我笔下的捕快姓霍，是个左撇子": ["用户笔下的捕快姓霍"],
    "我这部小说里的小岛叫灯台屿": ["用户的小说里的小岛叫灯台屿"],
    "我這部小說裡的小島叫燈臺嶼": ["用户的小說裡的小島叫燈臺嶼"],
    "我写的故事里没有坏人": ["用户写的故事里没有坏人"],
    "我文章里很少用成语": ["用户的文章里很少用成语"],
    "我的女主角住在船上，每天吃药": ["用户的女主角住在船上"],
    "我的长篇一共分三部": ["用户的长篇一共分三部"],
    "我的诗集只印了两百册": ["用户的诗集只印了两百册（2026-02-04 说）"],
    "我讲故事喜欢用老人的视角": ["用户讲故事喜欢用老人的视角"],
    # Of others' books, of no one's, played, asked for or dictated
    "我喜欢的那本书里主角死了": [],
    "鲁迅的小说里总有看客": [],
    "反派是个退休的法官": [],
    "我的小说里我是一个刺客": [],
    "我的小說裡我是一個刺客": [],
    "我的主角叫什么好": [],
    "我的反派应该再狠一点": [],
    "我的女主角推开门": [],
    "把我的主角写得再老一点": [],
}


@pytest.mark.parametrize("text", OWN_BOOK)
def test_what_is_so_in_a_book_of_ones_own_is_known_of_the_book(text: str) -> None:
    assert read(text) == OWN_BOOK[text]


# With a bare verb is told what one does as a rule, and what one is; what one did, is about to do or
# feels is told with more.
AS_A_RULE = {
    "我写小小说不分段": ["用户写小小说不分段"],
    "我寫小小說不分段": ["用户寫小小說不分段"],
    "我不写穿越故事": ["用户不写穿越故事"],
    "我写武侠，也画漫画": ["用户写武侠"],
    "我写作业": [],
    "我写完了": [],
    "我动笔之前会先写一页人物小传": ["用户动笔之前会先写一页人物小传"],
    "我每一回控制在四千字以内": ["用户每一回控制在四千字以内"],
    "我排版用 Scribus": ["用户排版用 Scribus"],
    "我的草稿都在 Logseq 里": ["用户的草稿都在 Logseq 里"],
    "我不用快手": ["用户不用快手"],
    "我收集旧车票": ["用户收集旧车票"],
    "我收集舊車票": ["用户收集舊車票"],
    "我拉手风琴": ["用户拉手风琴"],
    "我睡前一定要听一段评书": ["用户睡前一定要听一段评书"],
    "我坐火车的时候写诗词": ["用户坐火车的时候写诗词"],
    "我一喝酒就起疹子": ["用户一喝酒就起疹子"],
    "我只要闻到油漆就咳嗽": ["用户只要闻到油漆就咳嗽"],
    "我是脸盲": ["用户是脸盲"],
    "我是单亲爸爸": ["用户是单亲爸爸"],
    "我是單親爸爸": ["用户是單親爸爸"],
    "午饭从来不在外面吃": ["用户午饭从来不在外面吃"],
    "喝茶只喝凉的": ["用户喝茶只喝凉的"],
    "我 2011 年办过一份小报": ["用户 2011 年办过一份小报"],
    "2011 年我办了一份小报": ["用户 2011 年办了一份小报"],
    "我滑雪摔断过手腕": ["用户滑雪摔断过手腕"],
    "我有两台打字机": ["用户有两台打字机"],
    "我会一点篆刻": ["用户会一点篆刻"],
    # A weekday of every week, and years as they are named
    "我练琴只在周日": ["用户练琴只在周日"],
    "我練琴只在週日": ["用户練琴只在週日"],
    "我周末从不接电话": ["用户周末从不接电话"],
    "我周日下午固定去看外婆": ["用户周日下午固定去看外婆"],
    "我大前年卖掉了老房子": ["用户 2023 年 卖掉了老房子"],
    "我的签证到 2027 年底": ["用户的签证到 2027 年底"],
    "我打个电话": [],
    "我写首诗给你看": [],
    "我去楼下买菜": [],
    "我感到很孤独": [],
    "我无法接受失败": [],
    "我怕自己考不好": [],
    "我的答案是第二个": [],
    "我用你说的办法": [],
    "我不用加班": [],
    "我是无所谓": [],
    "我是这样想的": [],
    "我一定要赢": [],
    "我的房客打呼噜，经常喝酒": [],
    "我家是男孩，今年6岁": ["用户在 2026-02-04 说：“我家是男孩，今年6岁”"],
    "我家是男孩，今年6歲": ["用户在 2026-02-04 说：“我家是男孩，今年6歲”"],
    "我家的6岁小孩，老是咳嗽": [],
}


@pytest.mark.parametrize("text", AS_A_RULE)
def test_what_one_does_as_a_rule_is_told_with_a_bare_verb(text: str) -> None:
    assert read(text) == AS_A_RULE[text]


# What leads in or hides in another word is no supposition, question or saying of others.
LED_IN = {
    "忘了说，我对芝麻过敏": ["用户对芝麻过敏"],
    "忘了說，我對芝麻過敏": ["用户對芝麻過敏"],
    "顺便说一下，我住在扬州": ["用户住在扬州"],
    "告诉你一声，我搬到了扬州": ["用户搬到了扬州"],
    "哦对，我是左撇子": ["用户是左撇子"],
    "我呢，住在扬州": ["用户住在扬州"],
    "我嘛，我住在扬州": ["用户住在扬州"],
    "我的客源主要是学生": ["用户的客源主要是学生"],
    "要是我住在扬州就好了": [],
    "只要努力就会成功": [],
    "他忘了说我对芝麻过敏": [],
    "你呢，住在扬州": [],
    "用第一人称写一段": [],
}


@pytest.mark.parametrize("text", LED_IN)
def test_what_leads_in_is_taken_off(text: str) -> None:
    assert read(text) == LED_IN[text]


# Not so, not known, or told by others.
SUPPOSED = [
    "要不是我有高血压，我每天都喝酒",
    "等我有了孩子，我就辞职",
    "等我有了孩子，我就辭職",
    "我担心自己一直这样下去，经常加班",
    "HR说我只能做前台",
    "难道我有抑郁症，一直失眠",
    "难道我有抑鬱症，一直失眠",
]


@pytest.mark.parametrize("text", SUPPOSED)
def test_what_is_supposed_is_not_so(text: str) -> None:
    assert read(text) == []


def test_a_suspicion_is_a_belief() -> None:
    (suspected,) = kept("我疑似有糖尿病")
    assert (suspected.content, suspected.type) == ("用户疑似有糖尿病", BELIEF)


def test_what_one_may_choose_from_tells_of_nobody() -> None:
    listed = (
        "Choose the profile that fits best:\nA.\ni keep bees.\ni live in Oslo.\nB.\ni am a vet."
    )
    assert contents(listed) == []
    assert contents("从下面选出最像我的：\n一、我养蜂。\n二、我住在奥斯陆。") == []
    # One who asks for a choice may tell of oneself behind it
    assert contents("Pick a restaurant for me. I am vegetarian") == ["The user is vegetarian"]
