"""What people tell of an ordinary week, each in several ways, and what only looks like it."""

from __future__ import annotations

import pytest

from ordinary import kept, understood
from shows import shows

# -- what one pays and is paid, and what became of it

PAID = {
    "My rent is 900 euros.": ("rent", "900 euros"),
    "Our rent went up to 1100.": ("rent", "1100"),
    "My rent has gone up from 1100 to 1200 euros.": ("rent", "1200 euros"),
    "My landlord raised the rent to 1300.": ("rent", "1300"),
    "They put my rent up to 1400.": ("rent", "1400"),
    "My rent went up to 1500 last month.": ("rent", "1500"),
    "My salary was raised to $70k a year.": ("salary", "$70k a year"),
    "My pay went up to $25 an hour.": ("pay", "$25 an hour"),
    "Our rent went up to $2,350 a month": ("rent", "$2,350 a month"),
    "我们的房租涨到每月5200了": ("房租", "每月5200"),
    "我的房租2600。": ("房租", "2600"),
    "我在深圳租房，房租2600。": ("房租", "2600"),
    "房租涨到2800了。": ("房租", "2800"),
    "我房租从2800涨到3000了。": ("房租", "3000"),
    "房东把房租涨到3200了。": ("房租", "3200"),
    "上个月房租涨到3300了。": ("房租", "3300"),
    "我工资涨到一万五了。": ("工资", "一万五"),
    "我妈退休金涨到4000了。": ("退休金", "4000"),
}


@shows("R195", "R207")
@pytest.mark.parametrize("text", PAID)
def test_what_one_pays_stands_in_the_place_of_what_it_was(text: str) -> None:
    # When somebody tells what they pay, or what it has become
    found = [each for each in kept(text) if each.attribute.startswith("money:")]
    # Then it is one value, kept where the one before it was
    what, value = PAID[text]
    assert [(each.attribute, each.value) for each in found] == [(f"money:{what}", value)]


@pytest.mark.parametrize(
    "text",
    [
        "My rent went up by 100.",
        "My rent is going up to 1700 in May.",
        "My rent will go up to 1800 next month.",
        "My salary was 50k in 2020.",
        "My friend's rent went up to 2000.",
        "Rents went up to 3000 in this city.",
        "The landlord said he might raise the rent to 1300.",
        "下个月房租涨到3400。",
        "房租要涨到3000了",
        "房东说要把房租涨到3200",
        "北京的房租涨到5000了。",
        "我月薪去年是八千。",
        "这套一居室，房租2600。",
        "如果房租涨到3000我就搬。",
    ],
)
def test_what_is_to_come_or_of_others_is_not_what_one_pays(text: str) -> None:
    assert not [each for each in kept(text) if each.attribute.startswith("money:")]


# -- who comes, and when

COMES = {
    "My parents arrive on Saturday.": ("parents", "2026-02-07"),
    "My sister is flying in on Friday.": ("sister", "2026-02-06"),
    "My sister flies in on Friday.": ("sister", "2026-02-06"),
    "My mum gets in on Sunday at 6pm.": ("mother", "2026-02-08 18:00"),
    "My in-laws land on Monday at 7am.": ("in-laws", "2026-02-09 07:00"),
    "My brother visits next week.": ("brother", "2026-02-09"),
    "My kids are back on Monday.": ("children", "2026-02-09"),
    "My friend Tom arrives on Friday.": ("Tom", "2026-02-06"),
    "Anna is visiting on Friday.": ("Anna", "2026-02-06"),
    "My parents are coming by train on Sunday.": ("parents", "2026-02-08"),
    "我爸妈周六到。": ("爸妈", "2026-02-07"),
    "爸妈周日坐高铁来。": ("爸妈", "2026-02-08"),
    "我妹妹周五飞过来。": ("妹妹", "2026-02-06"),
    "我妈下周来看我。": ("妈妈", "2026-02-09"),
    "我表哥周一飞回去。": ("表哥", "2026-02-09"),
    "我朋友周末过来玩。": ("朋友", "2026-02-07"),
    "我岳父岳母下周三飞过来住几天。": ("岳父岳母", "2026-02-11"),
    "李梅周五来上海。": ("李梅", "2026-02-06"),
}


@shows("R195", "R205")
@pytest.mark.parametrize("text", COMES)
def test_who_comes_is_known_with_the_day(text: str) -> None:
    # When somebody tells who comes on a day
    found = [each for each in kept(text) if each.attribute.startswith("schedule:")]
    # Then it is an event of theirs, on that day
    who, day = COMES[text]
    assert [(each.subject, each.value) for each in found] == [(who, day)]
    assert all(each.event_at is not None for each in found)


@pytest.mark.parametrize(
    "text",
    [
        "My parents arrived on Saturday.",
        "My parents always arrive on Saturdays.",
        "If my parents arrive on Saturday I'll cook.",
        "When do my parents arrive on Saturday?",
        "我妹妹上周五飞过来了。",
        "我爸妈每周六来。",
        "如果我爸妈周六到，我就去接。",
        "我爸妈周六到吗？",
        "我朋友说周末过来玩。",
        "周六过来拿快递",
        "我周末过去看看",
    ],
)
def test_who_came_or_may_come_is_no_event_to_come(text: str) -> None:
    assert not [each for each in kept(text) if each.attribute.startswith("schedule:")]


# -- whom one sees on a day, and what is due

DATED = {
    "I see my therapist on Thursday at 4.": "The user sees their therapist on 2026-02-05 at 16:00",
    "I see my dentist tomorrow at 9am.": "The user sees their dentist on 2026-02-05 at 09:00",
    "I see Dr. Patel on Monday.": "The user sees Dr. Patel on 2026-02-09",
    "I meet Tom on Friday.": "The user meets Tom on 2026-02-06",
    "We see our lawyer on Friday.": "The user sees their lawyer on 2026-02-06",
    "I start physio on Monday.": "The user starts physio on 2026-02-09",
    "VAT return's due on the 7th": "VAT return is due 2026-02-07",
    "The VAT return is due by the 9th.": "The VAT return is due by 2026-02-09",
    "Rent is due on the 1st.": "Rent is due 2026-03-01",
    "Taxes are due April 15": "Taxes are due 2026-04-15",
    "My essay's due by Monday.": "The user's essay is due by 2026-02-09",
    "The library book is due back on Friday.": "The library book is due back on 2026-02-06",
    "我周四四点见心理医生": "用户 2026-02-05 16:00 见心理医生",
    "我周一三点开会": "用户 2026-02-09 15:00 开会",
    "增值税申报7号截止": "增值税申报 2026-02-07 截止",
    "房租1号要交": "房租 2026-03-01 要交",
    "作业周五之前交": "作业 2026-02-06 之前交",
}


@shows("R195", "R205")
@pytest.mark.parametrize("text", DATED)
def test_an_appointment_and_a_deadline_are_dated(text: str) -> None:
    # When somebody tells whom they see on a day, or what is due
    found = kept(text)
    # Then it is to come, on its day, and of nobody but who tells it
    assert [each.content for each in found] == [DATED[text]]
    assert [each.subject for each in found] == ["user"]
    assert all(each.attribute.startswith("schedule:") and each.event_at for each in found)


@pytest.mark.parametrize(
    "text",
    [
        "I see what you mean on Monday.",
        "I see a pattern on Friday.",
        "I see progress on Monday.",
        "It's due on Friday.",
        "The rent is due every month on the 1st.",
        "When is the VAT return due?",
        "I see my therapist on Thursdays.",
        "我周一三五去健身房",
        "作业什么时候交",
    ],
)
def test_what_is_no_appointment_has_no_day(text: str) -> None:
    assert not [each for each in kept(text) if each.event_at is not None]


# -- what somebody's school, teacher or dog is called

CALLED = {
    "Leo's school is called Oakfield.": ("Leo", "school", "Oakfield"),
    "Leo's school's called St Mary's.": ("Leo", "school", "St Mary's"),
    "My son Leo is six. His school is called Oakfield.": ("Leo", "school", "Oakfield"),
    "My daughter's nursery is named The Acorn Club.": ("daughter", "school", "The Acorn Club"),
    "Leo's music school is called Allegro.": ("Leo", "called:music school", "Allegro"),
    "Leo's teacher is called Mrs Brown.": ("Leo", "called:teacher", "Mrs Brown"),
    "Anna's husband is called Paul.": ("Anna", "called:husband", "Paul"),
    "小满的学校叫枫林小学。": ("小满", "school", "枫林小学"),
    "豆豆的幼儿园叫小太阳。": ("豆豆", "school", "小太阳"),
    "我女儿的学校叫枫林小学。": ("女儿", "school", "枫林小学"),
    "儿子学校叫枫林小学": ("儿子", "school", "枫林小学"),
    "我儿子小满上一年级了，学校叫枫林小学。": ("小满", "school", "枫林小学"),
    "小满的班主任叫王芳。": ("小满", "called:班主任", "王芳"),
    "我儿子的老师叫王老师。": ("儿子", "called:老师", "王老师"),
}


@shows("R195", "R206")
@pytest.mark.parametrize("text", CALLED)
def test_what_is_called_so_is_somebodys(text: str) -> None:
    # When somebody tells what another's school or teacher is called
    found = [(each.subject, each.attribute, each.value) for each in kept(text)]
    # Then that is known of whose it is
    assert CALLED[text] in found
    # And nobody, least of all who tells it, bears that name
    assert not [each for each in found if each[1] == "name"]


@pytest.mark.parametrize(
    "text",
    [
        "The school is called Oakfield.",
        "His school is called Oakfield.",
        "What is Leo's school called?",
        "学校叫枫林小学。",
        "附近的学校叫枫林小学。",
        "小满的学校叫什么",
        "我儿子的老师叫家长去学校。",
        "如果小满的学校叫枫林小学",
    ],
)
def test_what_is_nobodys_or_asked_is_not_called_so(text: str) -> None:
    found = [each.attribute for each in kept(text)]
    assert not [each for each in found if each in ("name", "school") or each.startswith("called:")]


# -- where one lives and where one works, in one sentence

TWO_PLACES = {
    "I work in Leeds and live in York.": ["The user works in Leeds", "The user lives in York"],
    "I live in York and work in Leeds.": ["The user lives in York", "The user works in Leeds"],
    "I live in York but work in Leeds.": ["The user lives in York", "The user works in Leeds"],
    "My wife works in Leeds and lives in York.": [
        "The user's wife works in Leeds",
        "The user's wife lives in York",
    ],
    "我在上海上班，住在昆山。": ["用户在上海上班", "用户住在昆山"],
    "我住在昆山，在上海上班。": ["用户住在昆山", "用户在上海上班"],
    "我人在上海工作，家在苏州。": ["用户在上海工作", "用户的家在苏州"],
    "我老婆在上海上班，住在昆山。": ["用户的老婆在上海上班", "用户的老婆住在昆山"],
}


@shows("R195", "R196")
@pytest.mark.parametrize("text", TWO_PLACES)
def test_both_places_of_a_sentence_are_kept(text: str) -> None:
    found = kept(text)
    assert [each.content for each in found] == TWO_PLACES[text]
    # And neither stands under the key of the other
    assert len({each.attribute for each in found}) == len(found)


@shows("R196")
@pytest.mark.parametrize(
    "text",
    [
        "我周五飞里斯本。",
        "我周五飞去里斯本。",
        "我周五坐飞机去里斯本。",
        "我周五的航班去里斯本。",
        "我飞里斯本的航班改到周六了。",
    ],
)
def test_a_flight_is_one_journey_in_whatever_words(text: str) -> None:
    assert [each.attribute for each in kept(text)] == ["schedule:飞机 里斯本"]


# -- names typed without a capital

SMALL = {
    "my name is anna": ("name", "Anna"),
    "hi, my name's anna and i love tea": ("name", "Anna"),
    "my name is anna-lena": ("name", "Anna-Lena"),
    "i'm called jo": ("name", "Jo"),
    "my sister's called maria": ("relation:Maria", "sister"),
    "my wife's name is sara": ("relation:wife", "Sara"),
    "my son is named leo": ("relation:Leo", "son"),
    "i have a brother named john": ("relation:John", "brother"),
    "i have a dog called rex": ("pet:rex", "dog"),
}


@shows("R195", "R206")
@pytest.mark.parametrize("text", SMALL)
def test_a_name_that_is_said_to_be_one_needs_no_capital(text: str) -> None:
    assert SMALL[text] in [(each.attribute, each.value) for each in kept(text)]


@pytest.mark.parametrize(
    "text",
    [
        "my name is not important",
        "my name is hard to spell",
        "my name is weird",
        "my name is on the list",
        "My name is unpronounceable",
        "my sister is called every day",
        "my friend is called away",
        "my dog is called for",
        "my boss is late",
        "my boss is nice",
        "my wife is pregnant",
    ],
)
def test_what_only_stands_where_a_name_might_is_none(text: str) -> None:
    found = [each.attribute.partition(":")[0] for each in kept(text)]
    assert not {"name", "relation", "pet"}.intersection(found)


# -- what is measured of a body

MEASURED = {
    "My blood pressure was 158/92 today.": ("measure:blood pressure", "158/92"),
    "my blood pressure is 130/85": ("measure:blood pressure", "130/85"),
    "BP 140/90 this morning": ("measure:blood pressure", "140/90"),
    "My bp was 140/90 yesterday.": ("measure:blood pressure", "140/90"),
    "My blood sugar was 6.5 this morning.": ("measure:blood sugar", "6.5"),
    "My temperature was 38.5 last night.": ("measure:temperature", "38.5"),
    "I'm 1.62 m tall.": ("height", "1.62 m"),
    "I'm 162 cm tall.": ("height", "162 cm"),
    "I'm 5'4\".": ("height", "5'4"),
    "I'm 5 foot 4.": ("height", "5 foot 4"),
    "血压158/92": ("measure:血压", "158/92"),
    "今天血压158/92。": ("measure:血压", "158/92"),
    "我今天血压有点高，158/92": ("measure:血压", "158/92"),
    "我早上量血压158/92": ("measure:血压", "158/92"),
    "昨天血压160/95": ("measure:血压", "160/95"),
    "今早空腹血糖6.5": ("measure:空腹血糖", "6.5"),
    "身高一米六二": ("height", "一米六二"),
    "我一米六二": ("height", "一米六二"),
    "我身高1米75。": ("height", "1米75"),
    "今天体重62公斤": ("weight", "62公斤"),
}


@shows("R195", "R207")
@pytest.mark.parametrize("text", MEASURED)
def test_what_is_measured_is_a_value_of_ones_own(text: str) -> None:
    # When somebody tells what was measured of them
    found = kept(text)
    # Then it is their value, with its day where there is one
    assert [(each.subject, each.attribute, each.value) for each in found] == [
        ("user", *MEASURED[text])
    ]
    day = {"2026-02-04", "2026-02-03"}
    named = any(word in text for word in ("today", "yesterday", "this", "last", "今", "昨"))
    assert any(each in found[0].content for each in day) == named


@pytest.mark.parametrize(
    "text",
    [
        "My cholesterol was 240 in 2019.",
        "My blood pressure was 150/90 on January 2.",
        "I'm 5 feet away.",
        "我2019年血压150/90",
        "我离学校一米五",
        "明天量血压",
        "想找个男朋友，身高一米八",
        "他很帅。身高一米八",
    ],
)
def test_what_was_measured_long_ago_or_of_others_replaces_nothing(text: str) -> None:
    found = [each for each in kept(text) if each.subject == "user"]
    assert not [
        each
        for each in found
        if each.attribute.startswith("measure:") or "height" in each.attribute
    ]


def test_a_measure_of_somebody_else_is_theirs() -> None:
    assert [(each.subject, each.value) for each in kept("我妈今天血压160/95")] == [
        ("妈妈", "160/95")
    ]
    assert [(each.subject, each.value) for each in kept("My son is 1.10 m tall.")] == [
        ("son", "1.10 m")
    ]


# -- how one wants to be answered

ANSWERED = {
    "No need to comfort me.": "The user wants the assistant not to comfort the user",
    "You don't have to comfort me.": "The user wants the assistant not to comfort the user",
    "Don't lecture me.": "The user wants the assistant not to lecture the user",
    "Don't sugarcoat it.": "The user wants the assistant not to sugarcoat things",
    "please don't pity me": "The user wants the assistant not to pity the user",
    "Keep it short.": "The user wants the assistant to keep its answers short",
    "keep it brief please": "The user wants the assistant to keep its answers brief",
    "No fluff please.": "The user wants the assistant to keep to this rule: No fluff",
    "Just be straight with me.": "The user wants the assistant to be straight with the user",
    "废话少说。": "用户要求助手做到：废话少说",
    "少说废话。": "用户要求助手少说废话",
    "有话直说。": "用户要求助手做到：有话直说",
    "直接说结论": "用户要求助手做到：直接说结论",
    "不用安慰我。": "用户要求助手不用安慰用户",
    "你不用安慰我，帮我分析就行": "用户要求助手不用安慰用户",
    "别可怜我": "用户要求助手不要可怜用户",
    "不要鸡汤。": "用户要求助手不要鸡汤",
    "话别太多": "用户要求助手做到：话不要太多",
}


@shows("R195", "R206")
@pytest.mark.parametrize("text", ANSWERED)
def test_how_one_wants_to_be_answered_is_kept(text: str) -> None:
    # When a message says how to be answered, and nothing that it is of
    found = kept(text)
    # Then that is wanted of the assistant from now on
    assert [(each.content, each.subject) for each in found] == [(ANSWERED[text], "agent")]


@pytest.mark.parametrize(
    "text",
    [
        "Write a poem. Keep it short.",
        "Keep it short. Write an email to my boss.",
        "Write a poem, keep it short",
        "Translate this and keep it short",
        "Keep it up!",
        "Don't worry.",
        "Don't cry.",
        "No need to worry.",
        "写首诗。废话少说。",
        "短一点",
        "帮我写首诗，废话少说",
        "帮我列个明天考试的提纲，废话少说",
        "他说废话少说",
        "不用担心",
        "别难过",
        "不用安慰她",
    ],
)
def test_what_is_asked_of_a_task_or_said_to_a_friend_is_no_wish(text: str) -> None:
    assert kept(text) == []


def test_an_order_that_denies_corrects_nothing() -> None:
    # Don't lecture me: not `do` in the place of `lecture`
    assert not [each for each in understood("Don't lecture me.") if "corrects" in each.content]


# -- how much of a medicine is taken

DOSED = {
    "我每天吃20毫克西酞普兰。": [("medication:西酞普兰", "20毫克")],
    "我在吃西酞普兰20毫克。": [("medication:西酞普兰", "20毫克")],
    "I take 20 mg of citalopram.": [("medication:citalopram", "20 mg")],
    "I take citalopram 20 mg daily.": [("medication:citalopram", "20 mg")],
    "I'm on 50mg sertraline and 5 mg amlodipine.": [
        ("medication:sertraline", "50mg"),
        ("medication:amlodipine", "5 mg"),
    ],
}


@shows("R195", "R206")
@pytest.mark.parametrize("text", DOSED)
def test_a_medicine_is_kept_with_its_dose(text: str) -> None:
    assert [(each.attribute, each.value) for each in kept(text)] == DOSED[text]
