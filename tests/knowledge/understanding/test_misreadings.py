"""What was read wrongly once: of another time, of somebody else, of who is no more, or cut."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from mohen.knowledge.understanding.extraction import in_own_words
from mohen.knowledge.understanding.other_speakers import said_by
from mohen.policy import Policy
from ordinary import fragments_of, read, understood

POLICY = Policy()

# Told on Wednesday 2026-02-04. Nobody says of which year, nor whether it is over.
OF_NO_YEAR = [
    "七月份我在成都出差",
    "七月份我在成都出差，住了一个月",
    "我8月8号体检",
    "My surgery in August",
    "In August my husband's stroke",
]


@pytest.mark.parametrize("text", OF_NO_YEAR)
def test_no_year_is_invented(text: str) -> None:
    assert not any("2025" in each or "2026-0" in each[10:] for each in read(text))


def test_a_day_of_no_year_is_kept_as_it_was_said() -> None:
    (thought,) = fragments_of("七月份我在成都出差")
    said = in_own_words(thought, offset_ms=0, policy=POLICY.extraction)
    assert said is not None
    assert said.content == "用户在 2026-02-04 说：“七月份我在成都出差”"


WHEN = {
    # over: by what the verb, or a word beside it, says
    "七月份我没考试": "2025-07",
    "我十月去爬了华山": "2025-10",
    "12号我妈做了手术": "2026-01-12",
    "The wedding was on the 12th": "2026-01-12",
    "My exam was on the 12th": "2026-01-12",
    "My surgery in August went well": "2025-08",
    "In August my sister visited us": "2025-08",
    # to come, though a 了 stands there
    "我七月要考试了": "2026-07",
    "三月份要去成都出差": "2026-03",
    "My lease ends in August": "2026-08",
    "My exam is on the 2nd": "2026-03-02",
    "I will be in Rome in August": "2026-08",
}


@pytest.mark.parametrize("text", WHEN)
def test_a_month_or_day_is_over_or_to_come_as_it_is_told(text: str) -> None:
    days = {_day(each.event_at) for each in understood(text) if each.event_at is not None}
    assert {each[: len(WHEN[text])] for each in days} == {WHEN[text]}


def _day(at: int) -> str:
    return datetime.fromtimestamp(at / 1000, UTC).date().isoformat()


HABITS = {
    "Our shop is closed on Tuesdays": "The user's shop is closed on Tuesdays",
    "Our bakery closes Monday": "The user's bakery closes Monday",
    "Every Friday I play squash": "The user plays squash every Friday",
    "Fridays I play squash with Tom": "The user plays squash with Tom on Fridays",
    "I normally work from home on Friday": "The user normally works from home on Friday",
    "我们店礼拜二公休": "用户的店礼拜二公休",
    "我们店周二休息": "用户的店周二休息",
    "我的店周一不开门": "用户的店周一不开门",
    "我逢周三去游泳": "用户逢周三去游泳",
    "我周二都去游泳": "用户周二都去游泳",
    "我每周三去游泳": "用户每周三去游泳",
}


@pytest.mark.parametrize("text", HABITS)
def test_what_is_so_every_week_is_no_day(text: str) -> None:
    (said,) = understood(text)
    assert (said.content, said.event_at) == (HABITS[text], None)


STATES = {
    "i have adhd so please keep answers short": ["The user has ADHD"],
    "I've got asthma, so long runs are out": ["The user has asthma"],
    "I've got asthma but I still run": ["The user has asthma"],
    "我有哮喘，所以跑步就算了": ["用户有哮喘"],
    "我有多动症所以长文章看不进去": ["用户有多动症"],
}
LEFT = {
    "I have 12 years left on the mortgage": [
        "The user has 12 years left on the mortgage (told on 2026-02-04)"
    ],
    "我房贷还剩12年": ["用户的房贷还剩12年（2026-02-04 说）"],
    "我的房贷还有12年": ["用户的房贷还有12年（2026-02-04 说）"],
    "我的房贷是30年": ["用户的房贷是30年"],
}
# Who did what comes last, is not said.
OF_EITHER = {
    "狗昨天吃了巧克力，住院了": [],
    "猫生病了，做了手术": [],
    "我室友养了猫，对猫过敏": ["用户的室友养了猫"],
    "我老公出差了，怀孕三个月了": [],
    "我孩子上小学，每天接送": ["用户的孩子上小学"],
    "我妈催我结婚，今年三十岁了": [],
    "My dog got into the trash, ate chocolate": [],
    # and here it is
    "我妈昨天做了手术，住院了": [
        "用户的妈妈 2026-02-03 做了手术",
        "用户的妈妈住院了（2026-02-04 说）",
    ],
    "我妹妹结婚了，今年28岁": ["用户的妹妹结婚了", "用户的妹妹28岁"],
}
REPORTED = {
    "鲁迅说过，我家门前有两棵树": [],
    "我妈总说，我不爱吃鱼": [],
    "正如老舍所说，我喜欢北平的秋天": [],
    "歌里唱，我住在天边": [],
    "As my grandma says, I never forget a face": [],
    "My grandma always says, I never forget a face": [],
    "As Einstein said, I have no special talents": [],
    "Like my boss says, I hate meetings": [],
    "医生说，我有高血压": ["用户有高血压"],
    "前面说过，我对花生过敏": ["用户对花生过敏"],
    "I told him, I'm allergic to nuts": ["The user is allergic to nuts"],
}
MAXIMS = {
    "永远不要期待别人理解你": [],
    "记住，永远不要期待别人": [],
    "Never expect others to change": [],
    "Remember, never expect others to change": [],
    "Never talk to strangers": [],
    "Always be kind to yourself": [],
    "永远不要用感叹号": ["用户要求助手永远不要用感叹号"],
    "Never share my address with anyone": [
        "The user wants the assistant never to share the user's address with anyone"
    ],
}
DEAD = {
    "Our cat Momo passed away last month": ["The user's cat Momo passed away in 2026-01"],
    "I have a cat named Momo, she passed away last month": [
        "The user's cat Momo passed away in 2026-01"
    ],
    "My dog Rex, who died in 2024, loved the sea": ["The user's dog Rex died in 2024"],
    "My husband Tom died two years ago": ["The user's husband Tom died in 2024"],
    "我家猫毛毛上个月死了": ["用户的猫毛毛 2026-01 死了"],
    "我养了一只猫叫毛毛，上个月走了": ["用户的猫毛毛 2026-01 走了"],
    "我爷爷去年去世了": ["用户的爷爷 2025 年 去世了"],
    "My friend Tom passed the exam": ["The user's friend is Tom"],
}
TITLES = {
    'My favorite film is "Paris, Texas"': ["The user's favorite film is Paris, Texas"],
    'My favourite song is "Hello, Goodbye" by the Beatles': [
        'The user\'s favorite song is "Hello, Goodbye" by the Beatles'
    ],
    "我最喜欢的电影是《德州，巴黎》": ["用户最喜欢的电影是《德州，巴黎》"],
    "我喜欢《德州，巴黎》和《海上钢琴师》": ["用户喜欢《德州，巴黎》", "用户喜欢《海上钢琴师》"],
}
# As people type to each other: laughter, faces, hedges and what is hung on without a comma.
CHAT = {
    "I have three cats hahaha": ["The user has three cats"],
    "I love surfing lol": ["The user loves surfing"],
    "I enjoy baking bread :)": ["The user enjoys baking bread"],
    "I like peaches I guess": ["The user likes peaches"],
    "I like Iron Man id say": ["The user likes Iron Man"],
    "I love Porto its such a pretty town": ["The user loves Porto"],
    "I like to paint and hes in second grade": ["The user likes to paint"],
    "I prefer to run at dawn, roads are usually empty": ["The user prefers to run at dawn"],
    "I'm a nurse haha and I love dogs": ["The user is a nurse", "The user loves dogs"],
    "Nora is my baby sister": ["Nora is the user's sister"],
    "I also never have seen my brother so happy": [
        "The user never has seen their brother so happy"
    ],
    "I have a cousin who is a judge in Ghent": ["The user has a cousin who is a judge in Ghent"],
    "My sister turned 25 last year": ["The user's sister turned 25 in 2025"],
    "I'm a junior next year": ["The user is a junior in 2027"],
    "I'm a junior in high school": ["The user is a junior in high school"],
    "I haven't been able to swim since Monday": [
        "The user has not been able to swim since 2026-02-02"
    ],
}
# Who left did not start; what is measured stands in the place of what was measured before; what a
# doctor says of one is so; what hurts has its day.
OF_ONESELF = {
    "I quit my job at IBM": ["The user quit their job", "The user no longer works at IBM"],
    "I lost my job at Tesla": ["The user lost their job", "The user no longer works at Tesla"],
    "I just measured my waist, and it is 104 cm": ["The user's waist is 104 cm"],
    "I weighed myself today, still 80kg": ["The user's weight is 80kg"],
    "I weigh 82 kilos": ["The user weighs 82 kilos"],
    "My blood pressure is 120/80": ["The user's blood pressure is 120/80"],
    "The doctor said my fatty liver has gone from moderate to mild": [
        "The user's fatty liver went from moderate to mild"
    ],
    "I went for a check-up, and the doctor said my fatty liver has gone from moderate to mild": [
        "The user's fatty liver went from moderate to mild"
    ],
    "The results showed that I have moderate fatty liver disease": [
        "The user has moderate fatty liver disease"
    ],
    "Next year's goal is to finish a novel": ["The user's goal is to finish a novel in 2027"],
    "I lost 3kg compared to last month": ["The user lost 3kg compared to 2026-01"],
    "I stopped taking metformin": ["The user no longer takes metformin"],
    "I sold my car": ["The user sold their car"],
    "My flight leaves on March 5 at 6am": ["The user's flight leaves on 2026-03-05 at 06:00"],
    "我停了二甲双胍": ["用户不再用二甲双胍"],
    "我爸上周四出院了": ["用户的爸爸 2026-01-29 出院了"],
    "我把车卖了": ["用户把车卖了"],
    "我下周二下午三点见欧医生": ["用户 2026-02-10 15:00 见欧医生"],
    "医生给我开了20毫克的赖诺普利": ["医生给用户开了20毫克的赖诺普利（2026-02-04 说）"],
    "我刚刚测量了我的腰围，是104厘米": ["用户的腰围是104厘米"],
    "今天称了一下体重，还是80kg，没有反弹": ["用户的体重是80kg"],
    "医生说我的脂肪肝从中度变成轻度了": ["用户的脂肪肝从中度变成了轻度（2026-02-04 说）"],
    "医生的诊断是右脚踝关节扭伤": ["用户被诊断为右脚踝关节扭伤"],
    "我的腿扭伤了": ["用户的腿扭伤了（2026-02-04 说）"],
    "明年的目标是写完一本书": ["用户 2027 年 目标是写完一本书"],
    "我瘦了3公斤": ["用户瘦了3公斤（2026-02-04 说）"],
}
READ = {**OF_ONESELF, **STATES, **LEFT, **OF_EITHER, **REPORTED, **MAXIMS, **DEAD, **TITLES, **CHAT}


@pytest.mark.parametrize("text", READ)
def test_it_is_read_as_it_is_meant(text: str) -> None:
    told = [each.content for each in understood(text)]
    assert [each for each in told if " said on " not in each and " 说：“" not in each] == READ[text]


# More than what, at what, of what, where to: it is not in the sentence.
LEANING = [
    "I usually lean towards bolder designs",
    "I used to go boating a lot more often",
    "I'm determined to improve",
    "I decided to go with a bright red",
    "I'm organizing one with my siblings",
    "My favorite character is Aragorn",
    "I love all the yellow leaves",
    "I went with some friends",
    "My fave was a sausage croissant",
    "I'm more into reading and fantasy novels",
    "I love the self-acceptance and love theme",
    "I actually got the game on Steam for like 5 bucks",
    "My other two friends are here in America",
    "I'm trying to stay positive",
    "I had a big win in my game last week",
    "I haven't played in years",
    "We love painting together",
    "I like the films better",
    "I don't like cycling as much",
    "I like the second one the best",
    "I like other side too",
    "I have a cousin",
    "I like more realistic drawings",
    "I paint big murals instead",
    "I have a love-hate relationship with it",
    "This week has been swamped with exams for me",
]


@pytest.mark.parametrize("text", LEANING)
def test_what_leans_on_something_outside_of_it_is_no_fact(text: str) -> None:
    assert read(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "I crammed for an exam yesterday, so when I got home, I just kind of passed out.",
        "After my tennis workout, I'm just sitting down at a coffee shop.",
    ],
)
def test_no_half_of_a_sentence_is_kept(text: str) -> None:
    assert not any("when I got home" in each or "After my" in each for each in read(text))


DATED = {
    "I'm traveling through Lake Tahoe": "The user is traveling through Lake Tahoe (told on {day})",
    "I moved to Leeds last month": "The user moved to Leeds in 2026-01",
    "Yesterday, I started a bakery": "The user started a bakery on 2026-02-03",
    "我去年搬到了苏州": "用户 2025 年 搬到了苏州",
}


@pytest.mark.parametrize("text", DATED)
def test_what_happened_or_holds_for_now_has_its_day(text: str) -> None:
    assert DATED[text].format(day="2026-02-04") in read(text)


NO_NAME = ["I'm Computer Science", "haha I'm Ravenclaw", "I'm Mechanical Engineering, but I code"]


@pytest.mark.parametrize("text", NO_NAME)
def test_a_subject_or_a_house_is_nobodys_name(text: str) -> None:
    assert not any("is called" in each for each in read(text))


# Said to a friend, or of nothing that is named: no rule for an assistant.
NO_WISH = [
    "In the future.",
    "and from now on",
    "In the future when we are all old they will remember us",
    "no longer hears them when they want to play",
    "but never my full name",
    "don't tell me",
    "Don't tell me it wouldn't be great",
    "don't tell him that",
    "never assume that",
    "don't answer then",
    "you are my new best friend",
]


@pytest.mark.parametrize("text", NO_WISH)
def test_what_is_said_to_a_friend_is_no_wish_to_an_assistant(text: str) -> None:
    assert not any("the assistant" in each.lower() for each in read(text))


# A word that fills a pause, somebody else beside, a condition, a noun that was said before.
NOT_SAID = [
    "I like didn't talk to anybody at all",
    "I think that you and I are the only people here",
    "I can't stand up because my ankle hurts",
    "I'm allergic to the sun only when I swim",
    "Well, I should not have come to the party",
    "My major is basically behind every bridge",
    "I kinda go through phases honestly",
    "I never even started reading",
    "I wanted to see how fast mine was",
    "I love ittttttttt",
    "med Reduce unused JavaScript 1.2 s",
    "put a top bar on the index page and update any of the pages that are old",
]


@pytest.mark.parametrize("text", NOT_SAID)
def test_what_was_not_said_is_not_read(text: str) -> None:
    assert not any(
        wrong in each
        for each in read(text)
        for wrong in (
            "likes did",
            "only people",
            "can't stand",
            "sun only",
            "can't have",
            "studies",
            "kindas",
            "evens",
            "user's was",
            "ttt",
        )
    )


# What is measured, owned, taken and done so much a day is one thing, however it goes on.
ONE_THING = [
    ("I write 800 words a day", "I now write 500 words a day"),
    ("I weigh 82 kilos", "I just weighed myself, it's 80 kg"),
    ("I have moderate fatty liver disease", "My fatty liver went from moderate to mild"),
    ("I take ibuprofen every day", "I stopped taking ibuprofen"),
    ("我每天写800字", "我现在每天写500字"),
    ("我体重82公斤", "今天称了一下，现在是80公斤"),
    ("我有中度脂肪肝", "医生说我的脂肪肝从中度变成轻度了"),
    ("我爸住院了", "我爸上周四出院了"),
    ("我每天吃二甲双胍", "我停了二甲双胍"),
]


@pytest.mark.parametrize(("before", "now"), ONE_THING)
def test_the_newer_is_of_the_same_thing_as_the_older(before: str, now: str) -> None:
    (old,), new = understood(before), understood(now)
    assert old.attribute
    assert (old.subject, old.attribute) in {(each.subject, each.attribute) for each in new}


# Who is away is alive, and so is who died of laughter.
AWAY = [
    *("我妈不在", "我老板不在", "我爷爷现在不在", "我朋友小王不在", "我家猫叫毛毛，不在"),
    *(
        "My friend Anna died inside",
        "My sister died her hair red",
        "My cousin Ben died in the game",
    ),
]


@pytest.mark.parametrize("text", AWAY)
def test_who_is_not_there_is_not_dead(text: str) -> None:
    assert not any(each.value == "dead" or each.ended for each in understood(text))


def test_what_one_regrets_is_no_diet() -> None:
    assert read("I should not have bought a car") == read("I should not have left early") == []
    assert read("I should not have dairy") == ["The user can't have dairy"]


# What one does not eat or use, and what one need not take, was never a medicine that was stopped.
NOT_STOPPED = [
    "我不吃薯片",
    "我不吃薯片了",
    "我不吃避孕药",
    "我不用吃药了",
    "我不用刀片了",
    "我不用农药",
]


@pytest.mark.parametrize("text", NOT_STOPPED)
def test_what_was_never_taken_was_not_stopped(text: str) -> None:
    assert not any(each.attribute.startswith("medication") for each in understood(text))


# What was measured, and in what: no body, or not with that unit.
NO_MEASURE = {
    "我刚称了一下，是2斤苹果": "体重",
    "我刚量了一下，180cm": "体重",
    "我刚测了一下，120": "体重",
    "Weight is 80% mental": "weight",
    "BP is 5 dollars a share": "bp",
}


@pytest.mark.parametrize("text", NO_MEASURE)
def test_what_is_not_of_a_body_is_not_measured(text: str) -> None:
    assert not any(NO_MEASURE[text] in each for each in read(text))


def test_a_word_is_no_unit() -> None:
    assert read("My weight went from 90 to 80 in three months") == [
        "The user's weight went from 90 to 80"
    ]
    assert read("My waist is 34 in") == ["The user's waist is 34 in"]


# What was found is an illness, and of whom is said.
NO_DIAGNOSIS = [
    "The diagnosis was wrong",
    "My diagnosis was a mistake",
    "The diagnosis is still pending",
    "My mom was at the hospital. The diagnosis is cancer",
    "We profiled the server. The diagnosis was a memory leak",
]


@pytest.mark.parametrize("text", NO_DIAGNOSIS)
def test_what_is_said_of_a_diagnosis_is_none_of_the_users(text: str) -> None:
    assert not any("was diagnosed" in each for each in read(text))


def test_a_diagnosis_of_the_users_own_is_theirs() -> None:
    told = "The user was diagnosed with a moderate ankle sprain (told on 2026-02-04)"
    assert read("My diagnosis is a moderate ankle sprain") == [told]


AS_MEANT = {
    "I have been sober since May 3": "The user has been sober since 2025-05-03",
    "My parents sold my car": "The user's parents sold the user's car (told on 2026-02-04)",
    "My hips are 90 cm": "The user's hips are 90 cm",
    "I love my kids so so much": "The user loves their kids",
    "My goal for 2027 is to finish a novel": "The user's goal is to finish a novel in 2027",
    "I play lol with my brother": "The user plays lol with their brother",
    "正如我所说，我住在北京": "用户住在北京",
    # a day, and no habit
    "My exhibition opens on Friday": "The user's exhibition opens on 2026-02-06",
    "My bar closed on Friday": "The user's bar closed on 2026-01-30",
    # of what is written, and not of life
    "Never mention children in the scenes": (
        "The user wants the assistant never to mention children in the scenes"
    ),
    "In the future, when we write dialogue, keep the lines short": (
        "The user wants the assistant to keep the lines short when the user writes dialogue"
    ),
    "以后不要引入新的依赖": "用户要求助手以后不要引入新的依赖",
    "永远不要用别人的名字举例": "用户要求助手永远不要用别人的名字举例",
}


@pytest.mark.parametrize("text", AS_MEANT)
def test_what_is_meant_is_read(text: str) -> None:
    assert read(text) == [AS_MEANT[text]]


def test_nobody_hates_on_a_day() -> None:
    assert read("Sundays and Wednesdays I hate") == []


# What another says is of them throughout, and so is who they speak of.
OF_ANOTHER = {
    "我爸教我下棋": ["小明的爸爸教小明下棋"],
    "医生给我开了布洛芬": ["医生给小明开了布洛芬（2026-02-04 说）"],
    "我比我哥轻20斤": ["小明比小明的哥轻20斤"],
    "I work on the user interface at Google": ["小明 works on the user interface at Google"],
}


@pytest.mark.parametrize("text", OF_ANOTHER)
def test_what_another_says_is_nowhere_of_the_user(text: str) -> None:
    assert [said_by(each, "小明").content for each in understood(text)] == OF_ANOTHER[text]


# What is measured or diagnosed without saying of whom is of whoever the message speaks of.
OF_WHOEVER = {
    "我妈住院了，诊断是肺炎": "用户的妈妈被诊断为肺炎",
    "我妈高血压，早上量了血压，150/90": "用户的妈妈的血压是150/90",
    "诊断是支气管肺炎": "用户被诊断为支气管肺炎",
    "早上量了血压，150/90": "用户的血压是150/90",
    "waist is now 95cm": "The user's waist is 95cm",
}


@pytest.mark.parametrize("text", OF_WHOEVER)
def test_what_a_doctor_finds_is_of_whoever_is_spoken_of(text: str) -> None:
    assert OF_WHOEVER[text] in read(text)


NOT_OF_THE_USER = [
    "带孩子去医院，诊断结果是支气管炎",
    "我儿子摔了一跤，诊断为骨折",
    "我陪我妈去医院检查，查出来高血压",
    "抱娃去看，确诊手足口病",
    "确诊了，糖尿病，一天两针胰岛素",  # the dog, of which the message before told
    "My son is four. Weight is 16 kg",
    "My son is four, weight is 16 kg",
    "My dad is in hospital. Blood pressure is 150/90",
]


@pytest.mark.parametrize("text", NOT_OF_THE_USER)
def test_what_a_doctor_finds_of_others_is_not_the_users(text: str) -> None:
    found = [each for each in understood(text) if each.subject == "user"]
    assert not [each for each in found if each.category == "health"]


# So much less, or once, is not how much it is.
NOT_SO_MUCH = ["I'm down 12 lbs", "I am up 3 pounds", "My weight is down 5 kg"]


@pytest.mark.parametrize("text", NOT_SO_MUCH)
def test_a_difference_is_not_what_is_measured(text: str) -> None:
    assert not any(each.attribute == "weight" for each in understood(text))


def test_what_was_measured_once_takes_no_place() -> None:
    assert [(each.content, each.attribute) for each in understood("My weight was 95 kg")] == [
        ("The user's weight was 95 kg", "")
    ]
    assert read("My waist was 95cm, now it's 88") == ["The user's waist was 95cm"]
    assert read("I'm down to 80 kg") == ["The user weighs 80 kg"]


# Whose son passed may have sat an exam.
PASSED = {
    "My son Leo passed yesterday": False,
    "My brother Sam passed in 2019": False,
    "My dog Rex passed yesterday": True,
    "My grandpa Joe passed in 2019": True,
    "My late wife Dorothy did the feeding. She passed in 2021": True,
    "My brother Sam passed away last year": True,
}


@pytest.mark.parametrize("text", PASSED)
def test_who_passed_is_dead_where_that_is_plain(text: str) -> None:
    assert any(each.ended for each in understood(text)) == PASSED[text]


def test_a_day_is_a_day_beside_a_word_for_habits() -> None:
    said = "As always I have a dentist appointment tomorrow"
    assert read(said) == ["The user has a dentist appointment on 2026-02-05 as always"]
    said = "I usually see my therapist on Tuesdays"
    assert read(said) == ["The user usually sees their therapist on Tuesdays"]


# What is taken back in the next breath.
TAKEN_BACK = {
    "Please always use metric... no wait, they are Americans, use inches.": [],
    "From now on reply in French, wait no, in German": [],
    "Always use bullet points, scratch that": [],
    "I live in Leeds, no wait, York": ["The user lives in York"],
    "I like jazz. Actually no, I like blues": ["The user likes blues"],
    "jk im not divorced": [],
    "我住在上海，等等，是苏州": ["用户住在苏州"],
    "回答都用英文……算了，用中文吧": ["用户要求助手用中文"],
    "回答分点写，算了，还是写成段落": [],
}


@pytest.mark.parametrize("text", TAKEN_BACK)
def test_what_is_taken_back_at_once_is_not_kept(text: str) -> None:
    assert read(text) == TAKEN_BACK[text]


def test_a_profession_taken_back_is_not_told_as_if_it_held() -> None:
    assert "The user is a nurse" not in read("I'm a nurse, no wait, a midwife")


NAMED = {
    "请叫我沈老师，别叫沈先生": "用户希望被叫做沈老师",
    "我叫方既白": "用户叫方既白",
}


@pytest.mark.parametrize("text", NAMED)
def test_a_name_is_a_name(text: str) -> None:
    assert read(text) == [NAMED[text]]


# What is typed beside it does not hide it.
PLAINLY_SAID = {
    "I no longer work at the co-op": "The user no longer works at the co-op",
    "I got laid off in December when the plant closed": "The user got laid off in 2025-12",
    "I myself was born in Melbourne": "The user was born in Melbourne",
    "We don't have kids": "The user has no kids",
    "my actual name is Dmitri btw": "The user is called Dmitri",
    "also my boss's name is Henrik not Henrick, fix that": "The user's boss is called Henrik",
    "my wife gave birth to a girl": "The user's wife gave birth to a girl",
    "my roommate Tash ate my leftovers AGAIN": "The user's roommate is Tash",
    "Never suggest ballpoints to me.": (
        "The user wants the assistant never to suggest ballpoints to the user"
    ),
    "my doc put me on lisinopril last week": (
        "The user was prescribed lisinopril in the week of 2026-01-26"
    ),
    "我们春游定在4月10号": "用户春游定在 2026-04-10",
    "上周大夫给我开了降压药": "大夫 2026-01-26 那周 给用户开了降压药",
}


@pytest.mark.parametrize("text", PLAINLY_SAID)
def test_what_is_plainly_said_is_read(text: str) -> None:
    assert read(text) == [PLAINLY_SAID[text]]


# A meeting at 3 is in the afternoon and dinner at 7 in the evening, unless told as on a watch; what
# may be either stays as it was said.
HOURS = {
    "My appointment is on Friday at 4": "The user's appointment is on 2026-02-06 at 16:00",
    "My appointment is on Friday at 04:30": "The user's appointment is on 2026-02-06 at 04:30",
    "My meeting is tomorrow at 9": "The user's meeting is on 2026-02-05 at 09:00",
    "I have dinner with Ann tomorrow at 7": "The user has dinner with Ann on 2026-02-05 at 19:00",
    "My flight is tomorrow at 5": "The user's flight is on 2026-02-05 at 5",
    "明天三点开会": "用户 2026-02-05 15:00 开会",
    "明天七点开会": "用户 2026-02-05 七点 开会",
    "明天七点跟同事吃晚饭": "用户 2026-02-05 19:00 跟同事吃晚饭",
}


@pytest.mark.parametrize("text", HOURS)
def test_an_hour_is_of_the_day_where_it_is_likely(text: str) -> None:
    assert read(text) == [HOURS[text]]


# Of whom or of what, is another matter than what is said first.
OF_WHOM = {
    "I'm a potter in Stoke": "The user works at Stoke",
    "公司裁员以后我一直睡不好": "用户的公司裁员以后一直睡不好",
    "我家狗华夫昨天安乐死了，十五岁": "用户的狗15岁",
    "我不过敏": "用户不过敏",
}


@pytest.mark.parametrize("text", OF_WHOM)
def test_what_is_said_is_not_of_what_stands_beside_it(text: str) -> None:
    assert OF_WHOM[text] not in read(text)


def test_who_somebody_is_holds_whatever_they_do_not_do() -> None:
    said = "my manager Ravi doesn't like surprises"
    assert read(said) == ["The user's manager is Ravi", "Ravi doesn't like surprises"]
    assert not any("boss is Ravi" in each for each in read("My boss is not Ravi"))


EACH_OF_ITS_TIME = {
    "I quit my job at Lidl, starting nursing school in September": [
        "The user quit their job",
        "The user no longer works at Lidl",
        "The user is starting nursing school in 2026-09",
    ],
    "I get paid on the 5th": ["The user gets paid on the 5th"],
    "I got paid on the 5th": ["The user got paid on 2026-01-05"],
    "我吃纯素": ["用户吃素"],
}


@pytest.mark.parametrize("text", EACH_OF_ITS_TIME)
def test_each_is_of_its_own_time(text: str) -> None:
    assert read(text) == EACH_OF_ITS_TIME[text]


# As a Chinese reader found them: half a year lost, a friday that is over, a child called 孙子.
AS_TOLD = {
    "我和小李约了周五晚上七点吃火锅": ["用户和小李约了 2026-02-06 19:00 吃火锅"],
    "还剩两次，下次是23号": [],
    "我每周一三五去健身房，周末爬山": ["用户每周一三五去健身房", "用户每周末爬山"],
    "我女儿四岁半": ["用户的女儿4岁半"],
    "3岁半，发烧两天": [],
    "我都四十七了": ["用户47岁"],
    "我95年的，属猪": ["用户出生于95年", "用户属猪"],
    "不对，我说错了，我是83年的不是84年的": ["用户出生于83年"],
    "王磊是我弟": ["王磊是用户的弟弟"],
    "孙子叫豆豆": ["用户的孙子叫豆豆"],
    "我签证9月15号到期，我护照8月1号到期": [
        "用户的签证 2026-09-15 到期",
        "用户的护照 2026-08-01 到期",
    ],
    "我以前抽烟，现在不抽了": ["用户戒烟了"],
    "我不住朝阳了搬到通州了": ["用户不住朝阳了", "用户搬到了通州"],
    "我们2023年从常州搬到了无锡": ["用户 2023 年 从常州搬到了无锡"],
    "血压药我吃的是氨氯地平，早上一片": ["用户血压药吃的是氨氯地平早上一片"],
    "我妊娠糖尿病": ["用户有妊娠糖尿病"],
    "我是广西玉林的": ["用户是广西玉林的"],
    "叫我阿May就好啦": ["用户希望被叫做阿May"],
    "我岳母周六到": ["用户的岳母 2026-02-07 到"],
    "岳父岳母周六到": ["用户的岳父岳母 2026-02-07 到"],
    "我两个儿子都在卡尔加里": ["用户的两个儿子在卡尔加里"],
    "我女儿小满下周三要去牙医那里拔牙": ["用户的女儿是小满", "小满 2026-02-11 要去牙医那里拔牙"],
    "我邮箱换成a.b@example.com了": ["用户的邮箱是a.b@example.com"],
    "阿公上个月中风": ["用户的阿公 2026-01 中风"],
    "我读研三…哦不是博三": ["用户在读博三"],
    "我不能碰凉的": ["用户不能碰凉的"],
    "我负责订单模块，支付那块是老吴管的": ["用户负责订单模块"],
    "周五要交季度总结，帮我列个提纲，语气正式点": ["用户 2026-02-06 要交季度总结"],
    "我上个月刚做完阑尾手术": ["用户 2026-01 做完阑尾手术"],
    "我不喜欢别人叫我老师": ["用户不喜欢别人叫用户老师"],
    "公司叫云帆科技": [],  # which it was that invited one to an interview
    "能不能每次都用英语回我": ["用户要求助手每次都用英语回用户"],
    "請用繁體中文回我": ["用户要求助手用繁體中文回用户"],
    "不要表情符号！！！": ["用户要求助手不要表情符号"],
    "帮我记住：阿黄的疫苗每年10月打": ["阿黄的疫苗每年10月打"],
}


def test_what_is_asked_behind_it_is_not_what_was_said() -> None:
    (thought,) = fragments_of("我妊娠糖尿病，29周了，早饭能吃啥")
    said = in_own_words(thought, offset_ms=0, policy=POLICY.extraction)
    assert said is not None
    assert said.content == "用户在 2026-02-04 说：“我妊娠糖尿病，29周了”"


@pytest.mark.parametrize("text", AS_TOLD)
def test_it_is_told_as_it_was_meant(text: str) -> None:
    assert read(text) == AS_TOLD[text]


# Told on Wednesday 2026-02-04: each day is of what it was said of.
OF_ITS_DAY = {
    "I no longer live in Dublin, moved to Galway in January for the job": [
        "The user no longer lives in Dublin",
        "The user moved to Galway in 2026-01",
    ],
    "I weigh 81 kilos, down from 94 in June": ["The user weighs 81 kilos, down from 94 in 2025-06"],
    "I'll be in Oslo for work from the 3rd to the 11th of March": [
        "The user will be in Oslo for work from 2026-03-03 to 2026-03-11"
    ],
    "The wedding's moved from May 9 to May 23": ["The wedding was moved to 2026-05-23"],
    "My dentist appointment is on Thursday the 12th at 2:15": [
        "The user's dentist appointment is on 2026-02-12 at 14:15"
    ],
    # what is under way is to come, though the last such day is not long gone
    "My son is starting at Exeter Uni on the 18th of January": [
        "The user's son is starting at Exeter Uni on 2027-01-18"
    ],
    "My sister is getting married on the 20th of January": [
        "The user's sister is getting married on 2027-01-20"
    ],
    "I'm recovering from surgery on the 20th of January": [
        "The user is recovering from surgery on 2026-01-20"
    ],
    "I moved out of my mum's in January": ["The user moved out of their mum's in 2026-01"],
    "I picked up an extra shift on Saturday": ["The user picked up an extra shift on 2026-02-07"],
}


@pytest.mark.parametrize("text", OF_ITS_DAY)
def test_a_day_is_of_what_it_was_said_of(text: str) -> None:
    assert read(text) == OF_ITS_DAY[text]


def test_who_died_is_not_who_is_widowed() -> None:
    assert not any(
        "is widowed, Tom" in each for each in read("Recently widowed, Tom passed in May")
    )


def test_a_day_of_every_week_is_no_date() -> None:
    assert not any("2026-02-06" in each for each in read("I moved my gym day from Wed to Friday"))
    assert not any("2026" in each[40:] for each in read("My office moved to the 5th floor"))


def test_what_is_never_wanted_is_named_with_what_is_done_with_it() -> None:
    assert read("But never bullet points") == [
        "The user wants the assistant never to use bullet points"
    ]


# What rules of its kind read, said with more around it or in other words.
NEARLY_COVERED = {
    "I can't do stairs since the accident so the flat has to be ground floor": [
        "The user cannot do stairs since the accident"
    ],
    "I've ADHD and dyslexia so break it up into steps": [
        "The user has ADHD",
        "The user has dyslexia",
    ],
    "They took me off prednisone last Monday, thank god": [
        "The user no longer takes prednisone since 2026-02-02"
    ],
    "They put me on citalopram in January": ["The user was prescribed citalopram in 2026-01"],
    "we switched from postgres to cockroach last month and honestly regret it": [
        "The user switched from postgres to cockroach in 2026-01"
    ],
    "I renamed my app to Beacon": ["The user's app is called Beacon"],
    "Our fiscal year starts in October": ["The user's fiscal year starts in October"],
    "New number: 0176 5550142": ["The user's phone number is 0176 5550142"],
    "I drive a 2012 Yaris": ["The user drives a 2012 Yaris"],
    "My daughter Elif turned 4 yesterday": [
        "The user's daughter is Elif",
        "Elif is 4 years old",
    ],
    "we use pnpm, please stop suggesting npm install": [
        "The user uses pnpm",
        "The user wants the assistant to stop suggesting npm install",
    ],
    "I work nights at a bakery, can I freeze dough": ["The user works nights at a bakery"],
    "I'm breastfeeding": ["The user is breastfeeding"],
    "My wife is six month pregnant": ["The user's wife is six month pregnant"],
    "Working as a locum GP in Shetland until summer": ["The user is a locum GP"],
    "Mum has dementia and keeps asking where Dad is": ["The user's mum has dementia"],
    "Wife's allergic to shellfish": ["The user's wife is allergic to shellfish"],
    "please use type hints in all the Python you give me": [
        "The user wants the assistant to use type hints in all the Python it gives the user"
    ],
    "I've an appointment at the memory clinic on Tuesday the 10th at half past ten": [
        "The user has an appointment at the memory clinic on 2026-02-10 at 10:30"
    ],
    "I take home about 2,300 a month": ["The user takes home about 2,300 a month"],
    # as those say it whose English is new
    "My husband he don't eat pork": ["The user's husband doesn't eat pork"],
    "My daughter have 3 years": ["The user's daughter is 3 years old"],
    # nothing that holds, or nothing whole
    "my locker combo is none of ur business": [],
    "so now we're a three piece, gig's on the 29th at the Lamp in Leeds": [],
    "A joke: my friends call me the Pope because I never leave the house on Sundays": [],
    "we're migrating in Q2": [],
}


@pytest.mark.parametrize("text", NEARLY_COVERED)
def test_more_around_it_hides_nothing(text: str) -> None:
    assert read(text) == NEARLY_COVERED[text]
