"""What must not be remembered is known by its shape and by its check digit."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mohen.text import secrets, told_secrets
from mohen.text.secrets import is_empty, masked, without

BLIND = Path(__file__).parents[1] / "secrets"
SECRET = {
    "我的密码是 hunter2": "password",
    "password: swordfish": "password",
    "my gmail password for work is 'letmein'": "password",
    "postgres://bob:s3cret@db/x": "password",
    "验证码是 482913": "code",
    "key sk-ant-api03-abcdefghijklmnopqrstuvwxyz": "api key",
    "AKIAIOSFODNN7EXAMPLE": "api key",
    "令牌: ABCDEF123456789": "api key",
    "4111 1111 1111 1111": "card number",
    "6222021234567890128": "card number",
    "11010519491231002X": "identity number",
    "我的身份证号是11010519491231002X": "identity number",
    "卡号6222021234567890128的那张": "card number",
    "ssn 123-45-6789": "identity number",
    "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.abc": "token",
    'cohere.ClientV2("6s9NsM16IoqmtNKsIbXKrahoMRvwgt6kHzEjdMAP")': "api key",
    "带上 z_c0=2|1:0|10:1721239030|4:z_c0|92:4vKnu7Jq5UHKq52S9UbEvo6qA7lzXSat": "token",
    "备份盘的口令短语是“七把湿伞在礼貌地争吵”": "password",
    "全幣卡卡號：５４８８　３００３　４６８３　２５７３": "card number",
    "他念给我听：sibling, direct, betray, spirit, lizard, weapon, loyal, obey, vapor, mechanic, "
    "swallow, kite": "seed phrase",
    "-----BEGIN RSA PRIVATE KEY-----\nMII\n-----END RSA PRIVATE KEY-----": "private key",
}
HARMLESS = [
    # There for everybody to see
    "the server's key is SHA256:zV70qMnH3O8YnT1L1ZnKdlpHcdbXe23bASU2BFW2Mp7",
    "add ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIG1pUx8/ghTi2VQZ0F7OJSF1oNXHTBC1+ZaEeYuTRzS8 m@desk",
    "encrypt to age1qyqszqgpqyqszqgpqyqszqgpqyqszqgpqyqszqgpqyqszqgpqyqs3290gq",
    '<img src="data:image/jpeg;base64,/9j/4AAQSkZJRgABAQEASABIAAD919x27jGnfukBc9Jme9TTcon5QwBk">',
    "CRC32 校验值 00BF3CAC 不一致",
    "我把密码都存进了 1Password",
    # Called what it is
    "a battery, part number L19M4PC1-5B10W13900, for the old one",
    "论文文件名 ZGYW202103007，登录后下载",
    "家里的无线网叫 ChinaNet-5G-7Kq2，信号不好",
    # Masked already, or not there at all
    "身份证号：330106********0023（已脱敏）",
    "-----BEGIN PRIVATE KEY-----\n...\n-----END PRIVATE KEY-----",
    "私钥文件开头一行是 -----BEGIN RSA PRIVATE KEY-----，后面跟着几十行乱码",
    # A dozen words that no wallet chooses from, or that do not add up
    "apple bread candle river stone garden window letter winter mother brother hill: twelve words",
    "abandon, ability, garden, window, letter, bridge, candle, silver, ocean, wisdom, winter, wolf",
    "密码是个大问题",
    "my password is important to me",
    "我忘了密码",
    "订单号 4111111111111112",
    "身份证 110105194912310021",
    "会议 2026-02-04 10:30",
    "手机号 13800138000",
    "1763000000000",
    "The token budget is small",
    "我的口令很短",
    "https://example.com/a:b",
]


def test_both_halves_of_a_pair_are_masked() -> None:
    said = "the pair AKIA57JS4HL4HOHKZW4R and kK33PGo1pUsVEa6UwZj05prCtF26i4jvY+dcbzU9 in Paris"
    assert masked(said) == ("the pair ⟨api key⟩ and ⟨api key⟩ in Paris", ("api key", "api key"))


@pytest.mark.parametrize("text", SECRET)
def test_a_secret_is_masked(text: str) -> None:
    hidden, kinds = masked(text)
    assert kinds == (SECRET[text],)
    assert f"⟨{SECRET[text]}⟩" in hidden
    assert masked(hidden) == (hidden, ())


@pytest.mark.parametrize("text", HARMLESS)
def test_what_only_looks_like_one_stays(text: str) -> None:
    assert masked(text) == (text, ())
    assert without(text) == text


def test_of_those_that_others_wrote_nearly_all_are_masked() -> None:
    # Given five sets of which nothing was fitted, half of each look-alikes; ⟦⟧ is around a secret
    judged: Counter[tuple[bool, bool]] = Counter()
    for path in BLIND.glob("*.tsv"):
        for label, marked in (line.split("\t") for line in path.read_text("utf-8").splitlines()):
            text = marked.replace("⏎", "\n")
            said = [
                each for part in re.findall("⟦(.*?)⟧", text, re.DOTALL) for each in pieces(part)
            ]
            plain = re.sub("[⟦⟧]", "", text)
            hidden = masked(plain).text
            told = sum(each in hidden for each in said) * 2 > len(said) if said else hidden == plain
            judged[label == "secret", not told] += 1
    found, there = judged[True, True], judged[True, True] + judged[True, False]
    # Then few of either are taken for the other
    assert judged.total() == 2_200
    assert found >= 0.94 * there
    assert found >= 0.95 * (found + judged[False, True])


def pieces(secret: str) -> list[str]:
    """Of several words those that tell something."""
    return [each for each in secret.split() if len(each) > 3] or [secret]


def test_what_is_told_is_never_passed_over() -> None:
    """Most texts are read no further than their words: none of those that tell one."""
    rows = [row for path in BLIND.glob("*.tsv") for row in path.read_text("utf-8").splitlines()]
    written = [re.sub("[⟦⟧]", "", row.partition("\t")[2]).replace("⏎", "\n") for row in rows]
    for text in map(secrets.plain, (*SECRET, *HARMLESS, *written)):
        low = text.lower()
        if any(told_secrets.found(text)):
            assert told_secrets.is_told(low, secrets._hints(low)), text


def test_words_are_remembered_and_what_may_be_a_secret_is_not() -> None:
    masked("my lovely password is tr0ub4dor or hun#ter!! or 4711, " + "abcdefghij" * 3)
    assert "lovely" in secrets._announced
    assert secrets._announced.keys().isdisjoint(["tr0ub4dor", "hun#ter!!", "4711,"])
    assert max(map(len, secrets._announced)) < len("abcdefghij" * 3)


def test_only_the_sentence_that_holds_one_goes() -> None:
    assert without("我住在北京。我的密码是 hunter2。我养猫。") == "我住在北京。我养猫。"


@given(st.text(max_size=80))
def test_masking_twice_is_masking_once(text: str) -> None:
    hidden = masked(text).text
    assert masked(hidden).text == hidden


@given(st.integers(10**14, 10**15 - 1), st.integers(1, 9))
def test_a_wrong_check_digit_is_no_card(body: int, off: int) -> None:
    def luhn(digits: str) -> int:
        odd = sum(map(int, digits[-1::-2]))
        return (odd + sum(sum(divmod(2 * int(each), 10)) for each in digits[-2::-2])) % 10

    number = f"4{str(body)[1:]}"
    check = (10 - luhn(f"{number}0")) % 10
    assert masked(f"{number}{check}").kinds == ("card number",)
    assert masked(f"{number}{(check + off) % 10}").kinds == ()


@pytest.mark.parametrize(
    "text",
    [
        "我的密码是 hunter2secret",
        "请记住：我家wifi的密码是 abc12345！",
        "My password for the router is hunter22",
        "api key: sk-ant-api03-abcdefghijklmnopqrstuvwxyz",
        "验证码是 482913。卡号 6222021234567890128",
        "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.abc",
    ],
)
def test_without_its_secret_it_says_nothing(text: str) -> None:
    assert is_empty(masked(text).text)


@pytest.mark.parametrize(
    "text",
    [
        "我的密码是 hunter2，每周五要换一次",
        "部署在东京的服务器密码是 hunter2",
        "The staging server runs in Tokyo and its password is hunter22",
        "We deploy on Fridays. password: swordfish1",
        "postgres://bob:s3cret@db/x",
    ],
)
def test_without_its_secret_it_still_says_something(text: str) -> None:
    assert masked(text).kinds
    assert not is_empty(masked(text).text)


def test_no_pattern_repeats_without_bound() -> None:
    """What is bounded costs no more than so much a character. A private key ends with its text."""
    sources = [each for _, each, _ in secrets._PATTERNS] + [
        secrets._KEYS,
        secrets._NEW_KEYS.pattern,
    ]
    for source in sources:
        open_ended = source.replace(".*?", "")
        assert not re.search(r"(?<!\\)(?:[*]|\+(?!\)))(?![^\[]*\])|,\}", open_ended), source


def test_a_long_text_of_one_piece_is_read_to_its_end() -> None:
    assert masked(f"{'密码是' * 40_000}\nkey-{'0123456789abcdef' * 2}").kinds == ("api key",)
