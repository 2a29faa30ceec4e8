"""What people tell of an ordinary week, each in several ways, and what only looks like it."""

from __future__ import annotations

import pytest

from ordinary import kept
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
        "北京的房租涨到5000了。",
        "我月薪去年是八千。",
        "这套一居室，房租2600。",
        "如果房租涨到3000我就搬。",
    ],
)
def test_what_is_to_come_or_of_others_is_not_what_one_pays(text: str) -> None:
    assert not [each for each in kept(text) if each.attribute.startswith("money:")]
