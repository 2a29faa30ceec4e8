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
from mohen.text.word_lists import weights_by_place

BLIND = Path(__file__).parents[1] / "secrets"
SECRET = {
    "my password is TigerLionException": "password",
    "登录密码是 TigerLionException": "password",
    "我的密码是 hunter2": "password",
    "NI number is JK 23 04 58 D": "identity number",
    "my national ID: 8501015800": "identity number",
    "trace=ghp_Xk29dLq0ZtVb7NfRw3PmYc8HsGj1UeAo5TiD": "api key",
    "still logged in: connect.sid=s%3AyBMW1PRkeD0tNJ216xnlgdp8TSCLEBuk.96mKxvYVhLhvALlk": "token",
    "password: swordfish": "password",
    "my gmail password for work is 'letmein'": "password",
    "postgres://bob:s3cret@db/x": "password",
    "验证码是 482913": "code",
    "key sk-ant-api03-abcdefghijklmnopqrstuvwxyz": "api key",
    "AKIA57JS4HL4HOHKZW4R": "api key",
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
    # Said in words
    "card: five four one two, seven five one two, three four one two, three four five six": "code",
    "The lock on the trunk is fourteen, thirty-two, eight": "code",
    "支付密码，贰伍壹捌零柒": "password",
    "密码你记一下，大写的M，小写的t，七七三，下划线，new": "password",
    # On the back of a card
    "expiry 03/30\nsecurity code: 471": "code",
    "A: and the digits on the back?\nB: 318.": "code",
    "卡背面三位数是204": "code",
    # Of people, with what their letters and digits add up to
    "mi DNI es 12345678Z": "identity number",
    "CPF 529.982.247-25 para a nota": "identity number",
    "RUT 12.345.678-5": "identity number",
    "Sécu 1 85 05 78 006 084 91": "identity number",
    "NRIC S1234567D": "identity number",
    "my SIN is 046 454 286": "identity number",
    "Personalausweisnummer L01X00T47": "identity number",
    # Abroad
    "Das WLAN-Passwort lautet Sonnenblume.": "password",
    "La contraseña es mariposa.": "password",
    "A senha do roteador é Cachorro#88": "password",
    "mot de passe : Chouette*91": "password",
    "暗証番号は４０８２です": "password",
    "パスワードはyamabuki77です": "password",
    "비밀번호는 haneul9!": "password",
    "пароль от роутера Medved_77": "password",
    # A login, and what is typed
    "staging login?\nPriya: editor / Marsh.Wren.88": "password",
    "type OliveTrumpet when the pdf asks for its password": "password",
    "2FA key if the phone dies: JBSW Y3DP K5XW 64TM": "password",
}
HARMLESS = [
    "the login raises a TokenExpiredError after the password is typed",
    "「scene_001146」场景多用感叹号",
    # Talk about passwords
    "密码是给机器看的，错一位都不行；暗号是给人听的，语气不对也可能是假的。",
    "本周完成全部生产库口令轮换，共涉及十七套系统，两台旧服务器已改为仅允许密钥。",
    "用户若遗失主密码且未备份恢复码，则数据无法找回。",
    "the password nobody would ever use, and the twist with the twin was visible from orbit",
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
    "session 812a5797-a8a4-4475-81bb-246c798b4159 crashed",
    "monitor S/N CN-0F8NDP-74261-48B, the admin password is with IT",
    "中通快递 75312908877451，到驿站了",
    "QQ群号 739204418，书友群",
    "密码史那本书 ISBN 9781735398648",
    "Tips: BTC 18Xnox3MdB5JJLvz9YaVFdTSLmKrxV1LQx",
    "-----BEGIN PUBLIC KEY-----\nMIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEA\n"
    "-----END PUBLIC KEY-----",
    "SHA256：b96b30e3af021b9ea6769e9005b0c5ed5d756d76c017f4bde2739fd16387400e",
    "Checksums: saga.tar.gz 02b3066bd0201173501e7fc3729e83b666e594bb113d09d22959e1",
    "AKIAIOSFODNN7EXAMPLE is the sample id of the manual",
    # Counted, drawn, or all there are
    "token 用量：输入 18234，输出 2910",
    "pass: 14, fail: 2, seed 20261102",
    "密码锁从0000试到9999要多久",
    "password_reset_expiry = 3600",
    # One of many
    "登录页面在第 4521 行报错，支付接口的第2250版先不上线",
    "login fails at line 4521, the app writes error 2244, users want version 4697",
    "the login page raised ConnectionResetError again",
    # Of chips, regions, branches and limits
    "登录板换成了 GD32F450，旧的 STM32F407 停产了，密码模块没动",
    "abiFilters 只留 armeabi-v7a，密钥放在 release-1.x 分支上",
    "登录用例命名：should_xxx_when_xxx，密码校验的也按这个",
    "the login service runs in eu-central-1 and ap-southeast-2, keys stay there",
    "登录接口的 qps 配额给了我们 500，没权限的跳 403，密码最大 100",
    "会员月卡 25，季卡 68，年卡 198，密码不用改",
    # Spoken of
    "I forgot my password and the reset mail went to junk.",
    "「scene_000042」场景多用感叹号",
    # In another clause or sentence than the word
    "一个长口令往往比八位的乱码更难猜，也更容易记住，人人都该学会。",
    "机器的秘密在于转子，于是同一个字母每次都变成不同的样子。",
    "登录要用密码。处理之后，随后补偿每位用户三天会员。",
    "默认密码一定要改。台面选石英石，每延米价 1180，下周进场。",
    "“密码呢？”她问。老周摇头：“带进坟墓里了。”",
    "forgot it? run ./manage reset-password 按提示操作",
    "user: root\npassword: ${DB_PASSWORD}\nhost: localhost",
    "密码为8-20位字母和数字的组合",
    "In test mode pay with 4242 4242 4242 4242 and any date.",
    "密码忘了，又得走一遍申诉流程",
    "你的银行卡密码是多少？",
    "取款密码別寫在卡上，我阿姨就是這樣被騙的",
    "Access denied for user 'root' (using password: YES)",
    '"123456" topped the list of worst passwords.',
    "The written word is mightier.",
    "Das Passwort ist falsch.",
    "Я забыл пароль от почты.",
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
    # Given seven sets of which nothing was fitted, half of each look-alikes; ⟦⟧ is around a secret
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
    assert judged.total() == 4_500
    assert found >= 0.97 * there
    assert found >= 0.98 * (found + judged[False, True])


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


@given(st.from_regex(r"\d{3,40}", fullmatch=True))
def test_a_number_is_nothing_of_what_it_is_not_looked_at_for(number: str) -> None:
    assert told_secrets._ODD.search(number)
    for pattern in (
        *(told_secrets._COUNT, told_secrets._PUBLIC, told_secrets._COLUMN),
        *(told_secrets._MADE_NAME, told_secrets._SHOUTED),
    ):
        assert not pattern.fullmatch(number)
    for pattern in (told_secrets._SPLIT, told_secrets._GLUED):
        assert not pattern.fullmatch(number)
    assert not told_secrets._MARKUP.search(number)
    assert not told_secrets._SETTING.match(number)
    called = told_secrets._brands() | told_secrets._products()
    assert called.isdisjoint((number, told_secrets._BRAND_END.sub("", number)))


# What a shortcut reads of a text, and what could lead it astray: words for secrets whole, cut and
# run together, digits and blanks of every kind, letters that become others when they are small.
_PIECE = st.one_of(
    st.sampled_from(
        [
            *("password", "passo", "passoé", "apps", "user's", "wi-fi", "sort_code", "code."),
            *("first", "pet", "three", "digits", "back", "of", "the", "密码", "码", "登录", "第"),
            *("4711", "12-34", "1234-5678", "١٢٣٤٥٦٧٨٩", "４７１１", "7z", "2fa", "k3y!", "a#!!b"),
            *("İ", "ſ", "\u212a"),
        ]
    ),
    st.text(max_size=4),
    st.text("pasword123 .-·，", max_size=12),
)
_TEXT = st.lists(st.tuples(_PIECE, st.sampled_from(["", " ", "\n", "，", "\x1c", "\u3000"]))).map(
    lambda pieces: "".join(map("".join, pieces))
)


@given(_TEXT)
def test_what_is_read_off_the_pieces_of_a_text_is_so_of_the_whole(text: str) -> None:
    low = text.lower()
    signs = secrets._hints(low)
    named = told_secrets._noun().search(low)
    assert told_secrets.is_told(low, signs) == (told_secrets.MADE_UP in signs or bool(named))
    if text.isascii():
        assert (secrets._DIGITS in signs) == bool(secrets._DIGIT.search(text))
        assert bool(secrets._ASCII_RUN.search(text)) == bool(secrets._RUN.search(text))


@given(
    st.lists(
        st.tuples(
            st.sampled_from(["", "", "1 ", "12. ", "3) ", "١٢ "]),
            st.from_regex("[a-z]{3,8}", fullmatch=True),
            st.sampled_from([" ", "\n", ", ", "，", "、", "、\u3000", "\x85"]),
        ),
        min_size=12,
        max_size=24,
    )
)
def test_no_seed_is_passed_over(words: list[tuple[str, str, str]]) -> None:
    text = "".join(map("".join, words))
    if secrets._BARE_SEED.search(text):
        assert secrets._SEEDLIKE.search(text)


def test_blanks_are_what_a_pattern_takes_for_one() -> None:
    each = map(chr, range(0x110000))
    told = re.compile(f"[{secrets._BLANKS}]")
    assert all(bool(told.match(one)) == bool(re.match(r"\s", one)) for one in each)


def test_to_speak_of_secrets_makes_none_likelier() -> None:
    """So who is not likely enough without it is not asked for it."""
    weights = weights_by_place(told_secrets.__file__, told_secrets._WEIGHTS)[""]
    beside = [weight for sign, weight in weights.items() if sign.startswith("%talk ")]
    assert beside
    assert weights["%talk"] + max(*beside, 0) <= 0


@given(st.data())
def test_a_login_and_its_password_have_a_slash_between(data: st.DataObject) -> None:
    """Without one in a text nobody looks for them."""
    for kind, pattern, _ in secrets._SECRETS:
        if kind == "bare":
            assert "/" in data.draw(st.from_regex(re.compile(pattern.pattern, pattern.flags)))


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


def test_words_that_say_nothing_together_are_a_passphrase() -> None:
    hidden, kinds = secrets.masked("My passphrase is correct horse battery staple.")
    assert (hidden, kinds) == ("My passphrase is ⟨password⟩.", ("password",))
    for told in (
        "My passphrase is purple monkey dishwasher tango and I use it daily",
        "My passphrase is Purple Monkey Dishwasher Tango, keep it",
        "His passphrase is purple-monkey-dishwasher-tango.",
    ):
        assert "onkey" not in secrets.masked(told).text
    for said in (
        "The passphrase is stored in the vault",
        "Our passphrase was changed last week",
        "A good passphrase is usually four words long.",
        "A passphrase is much easier than passwords.",
        "The passphrase is somewhere safe under lock",
        "Passphrase is optional unless you encrypt.",
        "The passphrase is required before every backup run",
        "Her passphrase was a quote from Hamlet, act two",
        "My passphrase is longer than yours will ever be",
        "The passphrase is case sensitive across platforms",
    ):
        assert secrets.masked(said).text == said
