"""A labelled set of secrets and of what only looks like one, in both languages.

The secrets are made here from their patterns, so that none stands in the repository.
`tools/fit_secrets.py` reads them too.
"""

from __future__ import annotations

import base64
import random
import string
from collections.abc import Callable, Iterator
from typing import NamedTuple

LOWER, UPPER, DIGITS = string.ascii_lowercase, string.ascii_uppercase, string.digits
MIXED = LOWER + UPPER + DIGITS
HEX = "0123456789abcdef"
BASE58 = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"
SEEDS = str.split(
    "abandon ability acid anchor apple arena badge bamboo basket beach bicycle blossom brave "
    "canvas canyon casino cereal cherry coconut copper cradle crystal dolphin donkey dragon "
    "eagle elbow ember engine fabric falcon fiscal flame forest galaxy garlic giraffe glove "
    "hammer harvest hockey hybrid icon inject ivory jacket jungle kidney kiwi ladder lemon "
    "lizard lobster magnet marble meadow mimic muffin nephew noodle oxygen oyster panda pepper"
)


CHARACTERS = "山海风灯石梅舟鹤雨竹炉钟雪松鼓桥麦霜鹿帆砚藤瓦萤"


class Secret(NamedTuple):
    text: str
    value: str  # what must be in no file


def some(draw: random.Random, alphabet: str, size: int) -> str:
    """Random characters, a digit and letters of both cases among them where there are such."""
    made = [draw.choice(alphabet) for _ in range(size)]
    for place, kind in enumerate((DIGITS, LOWER, UPPER)):
        there = [each for each in kind if each in alphabet]
        if there and size > 6:
            made[place + 1] = draw.choice(there)
    return "".join(made)


def key(prefix: str, size: int, alphabet: str = MIXED, end: str = "") -> Callable:
    return lambda draw: prefix + some(draw, alphabet, size) + end


KEYS: dict[str, Callable[[random.Random], str]] = {
    "openai": key("sk-proj-", 60),
    "old openai": key("sk-", 48),
    "anthropic": key("sk-ant-api03-", 90, MIXED + "-_", "AA"),
    "openrouter": key("sk-or-v1-", 64, HEX),
    "deepseek": key("sk-", 32, HEX),
    "groq": key("gsk_", 52),
    "xai": key("xai-", 80),
    "perplexity": key("pplx-", 48),
    "replicate": key("r8_", 37),
    "hugging face": key("hf_", 34),
    "nvidia": key("nvapi-", 64, MIXED + "-_"),
    "google": key("AIza", 35),
    "google secret": key("GOCSPX-", 28),
    "fireworks": key("fw_", 24),
    "tavily": key("tvly-dev-", 32),
    "cerebras": key("csk-", 48, LOWER + DIGITS),
    "github": key("ghp_", 36),
    "github fine": key("github_pat_11", 70),
    "gitlab": key("glpat-", 20),
    "slack": lambda d: f"xoxb-{some(d, DIGITS, 12)}-{some(d, DIGITS, 12)}-{some(d, MIXED, 24)}",
    "slack app": lambda d: f"xapp-1-A{some(d, UPPER, 9)}-{some(d, DIGITS, 12)}-{some(d, HEX, 64)}",
    "stripe": key("sk_live_", 24),
    "webhook secret": key("whsec_", 32),
    "shopify": key("shpat_", 32, HEX),
    "sendgrid": lambda d: f"SG.{some(d, MIXED, 22)}.{some(d, MIXED, 43)}",
    "mailgun": key("key-", 32, HEX),
    "resend": key("re_", 32),
    "twilio": key("SK", 32, HEX),
    "postman": lambda d: f"PMAK-{some(d, HEX, 24)}-{some(d, HEX, 34)}",
    "databricks": key("dapi", 32, HEX),
    "vault": key("hvs.", 90),
    "linear": key("lin_api_", 40),
    "notion": key("ntn_", 46),
    "figma": key("figd_", 40),
    "grafana": lambda d: f"glsa_{some(d, MIXED, 32)}_{some(d, HEX, 8)}",
    "docker": key("dckr_pat_", 27),
    "npm": key("npm_", 36),
    "pypi": key("pypi-AgEIcHlwaS5vcmc", 120),
    "digital ocean": key("dop_v1_", 64, HEX),
    "supabase": key("sbp_", 40, HEX),
    "atlassian": key("ATATT3xFfGF0", 180, MIXED + "-_", "=8C3A91F2"),
    "aws": key("AKIA", 16, UPPER + "234567"),
    "aliyun": key("LTAI5t", 18),
    "tencent": key("AKID", 32),
    "zhipu": lambda d: f"{some(d, HEX, 32)}.{some(d, MIXED, 16)}",
    "telegram": lambda d: f"{some(d, '123456789', 10)}:AA{some(d, MIXED, 33)}",
    "discord": lambda d: f"MT{some(d, MIXED, 24)}.{some(d, MIXED, 6)}.{some(d, MIXED, 38)}",
    "somebody new": key("qrx_live_", 40),
    "age": key("AGE-SECRET-KEY-1", 58, "QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L"),
    "nostr": key("nsec1", 58, "qpzry9x8gf2tvdw0s3jn54khce6mua7l"),
    "extended key": key("xprv9s21ZrQH143K", 95, BASE58),
    "jwt": lambda d: f"eyJ{some(d, MIXED, 33)}.eyJ{some(d, MIXED, 60)}.{some(d, MIXED, 43)}",
}
BARE = (
    "{}",
    "Remember the key {} for the deploy script.",
    "请记住这个 {}，部署时要用",
    "服务器上用的是{}。别忘了",
)


def password(draw: random.Random) -> str:
    word = draw.choice(SEEDS).capitalize()
    return f"{word}{draw.choice('#$%&@!')}{some(draw, DIGITS, 4)}{draw.choice(LOWER)}"


def plain_password(draw: random.Random) -> str:
    return f"{draw.choice(SEEDS)}{some(draw, DIGITS, 3)}"


def phrase(draw: random.Random) -> str:
    return " ".join(draw.sample(SEEDS, 4))


def dotted_password(draw: random.Random) -> str:
    return ".".join(each.capitalize() for each in draw.sample(SEEDS, 2))


def verse(draw: random.Random) -> str:
    return "".join(draw.sample(CHARACTERS, 7))


def grouped(draw: random.Random) -> str:
    return f"{draw.randint(100, 999)} {draw.randint(100, 999)}"


def spare_codes(draw: random.Random) -> str:
    return "\n".join("-".join(some(draw, HEX, 7) for _ in "ab") for _ in "abc")


def seed(draw: random.Random) -> str:
    return " ".join(draw.choice(SEEDS) for _ in range(draw.choice((12, 24))))


def base64ed(size: int) -> Callable[[random.Random], str]:
    return lambda draw: base64.b64encode(draw.randbytes(size)).decode()


def block(name: str) -> Callable[[random.Random], str]:
    return lambda draw: (
        f"-----BEGIN {name}-----\n{base64ed(90)(draw)}\n{base64ed(40)(draw)}\n-----END {name}-----"
    )


def card(draw: random.Random) -> str:
    return checked(draw.choice(("4", "51", "6222", "37")), 15, draw)


def checked(start: str, size: int, draw: random.Random) -> str:
    size = 14 if start == "37" else size
    digits = start + "".join(draw.choice(DIGITS) for _ in range(size - len(start)))
    return digits + next(each for each in DIGITS if luhn(digits + each))


def luhn(digits: str) -> bool:
    odd = sum(map(int, digits[-1::-2]))
    return (odd + sum(sum(divmod(2 * int(each), 10)) for each in digits[-2::-2])) % 10 == 0


def spaced_card(draw: random.Random) -> str:
    digits = checked("4", 15, draw)
    between = draw.choice(" -")
    return between.join(digits[at : at + 4] for at in range(0, 16, 4))


def wide(text: str) -> str:
    return "".join(chr(ord(each) + 0xFEE0) if "!" <= each <= "~" else each for each in text)


def iban(draw: random.Random) -> str:
    land, size = draw.choice((("DE", 18), ("FR", 23), ("GB", 18), ("NL", 14)))
    body = some(draw, DIGITS, size)
    if land in ("GB", "NL"):
        body = some(draw, UPPER, 4) + body[4:]
    number = int("".join(str(int(each, 36)) for each in f"{body}{land}00"))
    made = f"{land}{98 - number % 97:02}{body}"
    if draw.random() < 0.5:
        return made
    return " ".join(made[at : at + 4] for at in range(0, len(made), 4))


def person(draw: random.Random) -> str:
    body = f"3101{draw.randint(10, 20)}19{draw.randint(50, 99)}0{draw.randint(1, 9)}1"
    body += f"{draw.randint(0, 9)}{draw.randint(100, 999)}"
    weights = (7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2)
    return body + "10X98765432"[sum(int(a) * b for a, b in zip(body, weights, strict=True)) % 11]


SAID: list[tuple[str, Callable[[random.Random], str]]] = [
    ("我的密码是 {}", password),
    ("密码 {}", password),
    ("密码：{}，别告诉别人", plain_password),
    ("路由器密码{}，贴在背面", plain_password),
    ("邮箱密码改成了{}。", password),
    ("登录口令为“{}”", phrase),
    ("他家WiFi密码就是 {}", plain_password),
    ("账号 linwan，密码 {}", plain_password),
    ("密码设置成 {} 了", password),
    ("the wifi password is {}", plain_password),
    ("My password for the old router is {}.", password),
    ("password {} for the staging box", password),
    ("pwd={}", password),
    ("Passphrase: {}", phrase),
    ("my passphrase is {}.", phrase),
    ('the vault password is "{}"', phrase),
    ("I changed my password to {} yesterday", password),
    ("login: admin password: {}", plain_password),
    ('{{"user": "bob", "password": "{}"}}', password),
    ("curl -u bob:{} https://example.com/api", plain_password),
    ("curl --user 'bob:{}' https://example.com", password),
    ("mysql -u root -p{} shop", plain_password),
    ("sshpass -p {} ssh bob@example.com", plain_password),
    ("mongo --username bob --password {}", plain_password),
    ("machine example.com login bob password {}", plain_password),
    ("PGPASSWORD={} psql -h db", plain_password),
    ("Server=db;Database=shop;User Id=sa;Password={};", plain_password),
    ("postgres://bob:{}@db.example.com/shop", plain_password),
    ("https://bob:{}@example.com/x", plain_password),
    ("AWS_SECRET_ACCESS_KEY={}", base64ed(30)),
    ("export STRIPE_SECRET={}", key("", 32)),
    ("api key: {}", key("", 32)),
    ("我的 API 密钥是 {}", key("", 32)),
    ("access token 为 {}", key("", 40)),
    ("client_secret = '{}'", key("", 32)),
    ("Authorization: Bearer {}", key("", 40)),
    ("Authorization: Basic {}", base64ed(18)),
    ("私钥：0x{}", key("", 64, HEX)),
    ("my wallet's private key is {}", key("", 64, HEX)),
    ("AccountName=shop;AccountKey={};EndpointSuffix=core", base64ed(64)),
    ("//registry.npmjs.org/:_authToken={}", key("", 36)),
    ("PrivateKey = {}", base64ed(32)),
    ("otpauth://totp/Shop:bob?secret={}&issuer=Shop", key("", 32, UPPER + "234567")),
    ("https://hooks.slack.com/services/T01ABCDEF/B02ABCDEF/{}", key("", 24)),
    ("https://discord.com/api/webhooks/1234567890123/{}", key("", 68)),
    ("https://oapi.dingtalk.com/robot/send?access_token={}", key("", 64, HEX)),
    ("Cookie: sessionid={}", key("", 32, HEX)),
    ("seed phrase: {}", seed),
    ("My recovery phrase is {}", seed),
    ("钱包的助记词是 {}", seed),
    ("助记词：{}，抄在纸上", seed),
    ("Here is the mnemonic for the wallet:\n{}", seed),
    ("{}", block("RSA PRIVATE KEY")),
    ("我的钥匙\n{}", block("PGP PRIVATE KEY BLOCK")),
    ("{}", block("OPENSSH PRIVATE KEY")),
    ("{}", block("EC PRIVATE KEY")),
    ("my card is {}", card),
    ("信用卡 {}，年底到期", spaced_card),
    ("卡号是{}", lambda draw: wide(checked("6222", 15, draw))),
    ("card {}", lambda draw: wide(spaced_card(draw).replace(" ", "-"))),
    ("pay to {}", iban),
    ("收款账户 IBAN：{}", iban),
    ("身份证号{}", person),
    ("身份证 {} 的那位", lambda draw: wide(person(draw))),
    ("SSN: {}", lambda d: f"{d.randint(100, 600)}-{d.randint(10, 99)}-{d.randint(1000, 9999)}"),
    ("护照号 {}", key("E", 8, DIGITS)),
    ("my passport number is {}", key("", 9, DIGITS)),
    ("验证码 {}，五分钟内有效", key("", 6, DIGITS)),
    ("Your verification code is {}", key("", 6, DIGITS)),
    ("{} is your login code", key("", 6, DIGITS)),
    ("我的银行卡 PIN 码是 {}", key("", 4, DIGITS)),
    ("CVV {}", key("", 3, DIGITS)),
    ("银行卡号：{}", key("622848", 13, DIGITS)),
    ("备用恢复码：{}", lambda d: f"{some(d, LOWER + DIGITS, 5)}-{some(d, LOWER + DIGITS, 5)}"),
    ("WIFI:S:home;T:WPA;P:{};;", plain_password),
    ("I entered the password, {}, three times and got locked out.", password),
    ("It rejected {} even though that is the right password.", password),
    ("If it asks for a password just type {} and hit enter.", plain_password),
    ("Just so you have it: {}. That's my streaming password.", password),
    ("The archive is locked; key phrase {}.", plain_password),
    ("Sign in with badge 5521 and password {}", dotted_password),
    ("密码忘了换，一直是{}。", plain_password),
    ("他说密码没动过，{}，你直接登。", password),
    ("试试{}吧，密码应该没换。", plain_password),
    ("The master password of my vault is {} 18.", phrase),
    ("The password that unlocks the backup drive is {}.", phrase),
    ("主密码短语为“{}”。", phrase),
    ("登录口令：{}", verse),
    ("开机口令「{}」，别说出去。", verse),
    ("X-Api-Key: {}", key("", 37, HEX)),
    ("Cookie: lang=en; csrftoken={}; theme=light", key("", 32, LOWER + DIGITS)),
    ("Please paste {} into the access token box.", key("", 24)),
    ("Here is the token you asked for yesterday: {}", key("", 24)),
    ("Netlify令牌{}，构建时要用", key("", 24)),
    ("会话标识：{}", key("", 32, LOWER + DIGITS)),
    ("以太坊私钥{}，千万收好", key("", 64, HEX)),
    ("https://api.telegram.org/bot{}/getUpdates", lambda d: KEYS["telegram"](d)),
    ("文件在网盘里，提取码{}", lambda d: f"{some(d, DIGITS, 1)}{some(d, LOWER, 3)}"),
    ("Your login code is {}, do not share it.", grouped),
    ("备用验证码：{}", grouped),
    ("Backup codes for the shop:\n{}", spare_codes),
    ("我的恢复码如下：\n{}", spare_codes),
    ("These are the words I wrote on the card: {}", seed),
    ("{}", seed),
    ("助记词按顺序抄好了：{}", lambda draw: " ".join(draw.sample(CHARACTERS, 12))),
    ("the shop pw changed, it's {} now", password),
    ("passwrd is {}", plain_password),
    ("The password you wanted is below.\n\n{}\n\nChange it soon.", plain_password),
    ("You lost the password again. Here it is: {}", password),
    ("那个密码我找到了。{}", plain_password),
    ("What's the wifi again?\n{}", plain_password),
    ("use these creds: admin:{}", password),
    ("shop: bob@example.com / {}", plain_password),
    ("后台是admin/{}", plain_password),
    ("<password>{}</password>", plain_password),
    ('<add key="DbPassword" value="{}" />', password),
    ("wpa_passphrase={}", plain_password),
    ("SECRET_KEY_BASE={}", key("", 64, HEX)),
    ("CREATE USER shop IDENTIFIED BY '{}'", plain_password),
    ("Door lock: press the star, then {}, then turn.", key("", 5, DIGITS)),
    ("My card PIN? {}. Don't laugh.", key("", 5, DIGITS)),
    ("The voicemail PIN has been reset to {}.", key("", 5, DIGITS)),
    ("Use {} to sign in to the shop.", grouped),
    ("大门密码先按{}再按井号", key("", 5, DIGITS)),
    ("开门码{}", key("", 5, DIGITS)),
    ("提款卡密碼是{}", key("", 6, DIGITS)),
    ("Backup codes, one a line\n{}", spare_codes),
    ("2fa setup key {}", lambda d: " ".join(some(d, LOWER + DIGITS, 4) for _ in "abcd")),
    ("BitLocker: {}", lambda d: "-".join(some(d, DIGITS, 6) for _ in range(8))),
    ("my ledger words are {} write them down", seed),
    ("The key material is {}", key("", 64, HEX)),
    ("Visa {} 05/27", card),
    ("通行证号码{}", key("C", 8, DIGITS)),
]


def secrets(rounds: int = 2) -> Iterator[Secret]:
    draw = random.Random(20240607)
    for turn in range(rounds):
        for place, make in enumerate(KEYS.values()):
            value = make(draw)
            yield Secret(BARE[(place + turn) % len(BARE)].format(value), value)
        for form, make in SAID:
            value = make(draw)
            yield Secret(form.format(value), value)


PLAIN = """\
密码是个大问题
他忘了密码，站在门口发呆。
“密码是什么？”她低声问。
密码是她的生日，可他从来记不住。
那串密码锁住了三代人的秘密。
没有口令谁也进不了城。
口令对不上，哨兵举起了枪。
密码本被撕掉了最后一页。
他把密码告诉了她，她却笑了。
密码长度至少 8 位，包含数字和字母
密码错误三次后锁定 30 分钟
请在 24 小时内修改密码
密码学课程第 3 章
摩斯密码在战后仍然有人使用
这一章叫《达芬奇密码》
密码箱是 1998 年买的
她输入密码，门开了。
私钥和公钥的区别要在第二章讲清楚
令牌从他手里滑落，叮的一声。
他举起令牌：见令如见人！
验证码总是收不到
验证码有效期 10 分钟
助记词要抄在纸上，不要拍照
助记词是一组用来恢复钱包的单词
她的秘密是爱上了仇人。
把钥匙放在花盆下面
银行卡丢了，要去补办
身份证过期了
护照还有两年到期
他的卡号谁也不知道
my password is important to me
The password is wrong!
"What's the password?" the guard asked.
The password was something only she could know.
Password must be at least 12 characters long
password is 8-character minimum
She forgot her password again.
He whispered the password, and the door swung open.
The secret is that he loved her.
The secret: never look back.
Her token of affection was a ring.
The token budget is 200000 tokens
The token limit was raised to 128000 in 2024
The key is under the mat
The key to chapter 12 is patience
api keys are kept in the password manager
The API key page moved in version 2.14.0
Never share your seed phrase with anyone, not even with support staff who ask for it
The seed phrase is something that you should never write down where others could find it easily
A passphrase is longer than a password and easier to remember for most people.
her passphrase was a line from an old song
PIN the note to the board
The PIN was long forgotten
the code is on GitHub
The verification code never arrived
The bearer of this letter is my brother
The bearer bonds of 1929 were worthless
passport control took two hours
The card is in my wallet
my card number is unlisted
Use --password to be asked for it
curl -u is how you log in
password: str
password: Optional[str] = None
password = os.environ["DB_PASSWORD"]
password=${DB_PASSWORD}
password: ********
API_KEY=<your-api-key>
api_key = "YOUR_API_KEY"
token = get_token(request)
secret_key = settings.SECRET_KEY
client_secret: {{ client_secret }}
const password = req.body.password
if password == confirm_password:
Authorization: Bearer <token>
https://example.com/a:b
https://example.com/reset-password?step=2
https://user@example.com/x
git@github.com:mohen/mohen.git
docs at https://example.com/wiki/API_key#rotation
me@example.com
会议 2026-02-04 10:30
手机号 13800138000
电话 +86 138 0013 8000
call +1 (415) 555-0132
phone: 020-8765-4321
1763000000000
3.14159265358979323846264338327950288
version 1.2.3-beta.4+build.567
订单号 4111111111111112
order 20240607123456789
运单号 SF1234567890123
tracking 9400110200881234567890
ISBN 978-7-02-000220-7
ISBN 9787020002207
ISBN 0-306-40615-2
DOI 10.1000/xyz123
arXiv:2401.12345v2
身份证 110105194912310021
IBAN is the international bank account number
DE89 is a road in the game
LOT DE00370400440532013000
MAC 00:1b:44:11:3a:b7
ip 192.168.10.254:8080
2001:0db8:85a3:0000:0000:8a2e:0370:7334
车牌 京A12345
QQ 群 123456789
微信号 linwan_2024
房间号 1208，密码另发
第 1234 章，主角终于拿到了密码
ticket JIRA-12345
sku AB-1234567890
data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJ
cover_aGVsbG8gd29ybGQ5Xz.png
https://docs.google.com/document/d/1BxiMVs0XRA5nFMdKvBdBZjgmUUqptlbs74OgvE2upms/edit
https://youtu.be/dQw4w9WgXcQ
LlanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogochA1
class_name_with_many_parts_and_numbers_2024
test_that_a_token_is_refused_when_it_is_expired
com.example.project.module.ClassNameFactory2
sk-learn is a library; so is sk-image
hf_hub_download loads a model
npm_config_registry is set
xai is explainable ai
re_compile and re_match
risk-management-and-compliance-2024
AKIA is the prefix of a key
eyJ is how a token begins
-----BEGIN CERTIFICATE-----
ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJ bob@home
The 4-digit code of the story is never told.
他说了四个数字，谁也没听清。
密码就是没有密码。
密码还是老样子
密码一直没改
密码换成新的了
口令是一句诗
口令：天王盖地虎，宝塔镇河妖这种太老套
The password will be changed on 2024-01-05
password was changed 3 times
my password manager is 1Password 8
Password reset link sent at 10:45
passwords: how to choose them
Chapter 3: Passwords
The password? Nobody knew.
"Password," said the voice.
Secret: the butler did it.
The secret key was hidden in the clock.
access token rotation happens every 90 days
Wallet: she opened it and found 12 coins
PIN 码要六位数
I forgot my password on my iPhone15 and cannot get in.
MacBookPro16 asks for my password after every nap.
Her username is anna_92 and she lost her password again.
The site hashes each password with PBKDF2 and SHA256 before it is stored.
A strong password, for example Tr33-H0use!, mixes letters and digits.
Email me at jo.finch77@example.com if the password does not work.
The file passwords_2023.xlsx is on the shared drive.
We met at 7:30pm in Room12B to discuss the password policy.
The token endpoint returned request id 7d1f4b2a-93c8-4e56-b0aa-1c2d3e4f5a6b.
Token fixed in commit 3f2a9c1d8e7b6a5f4c3d2e1f0a9b8c7d6e5f4a3b
They wanted flour sugar butter eggs vanilla and then some more of the cocoa
The cookie: theme=dark; lang=en
Recovery codes are shown once; print all 10 and keep them safe.
用户名是zhang_san01，密码我不记得了。
比如Admin@123就是典型的弱密码。
密码：手机号后六位
密码：跟以前一样
口令：不得外传
他报出口令“长江”，哨兵这才放下枪。
提取码已过期，请重新分享。
密钥文件的MD5是5d41402abc4b2a76b9719d911017c592，对得上。
春 夏 秋 冬 山 水 花 鸟 鱼 虫 日 月，写在扇面上。
postgresql://<username>:<password>@<host>:5432/<db>
mongodb://USER:PASSWORD@HOST:27017
mysql://用户名:口令@主机:3306/库
Chapter 9: the wifi was down, nobody knew the password, and it was 1998.
The alarm clock is set to 0615
garage sale Saturday, 1200 to 1500
The gate count was 4500 on Saturday.
Lock the file with 0644 permissions.
They chose the combination 4-4-2 against Italy.
safe travels, flight is BA 0286
use the --token flag to pass a token
"key": 12345678
"password": "{{ vault_pw }}"
登录失败：用户名或密码不正确（错误代码 10023）
令牌过期时间为7200秒
保险柜是1987年买的
"The password is 'rosebud'," the old man whispered.
""".splitlines()


def harmless() -> Iterator[str]:
    draw = random.Random(20240608)
    yield from PLAIN
    for _ in range(3):
        yield f"commit {some(draw, HEX, 40)}"
        yield f"fixed in {some(draw, HEX, 8)}"
        yield f"sha256 {some(draw, HEX, 64)}"
        yield f"md5: {some(draw, HEX, 32)}"
        uuid = "-".join(some(draw, HEX, size) for size in (8, 4, 4, 4, 12))
        yield f"id {uuid}"
        yield f"编号 {uuid}"
        yield f"IMG_{some(draw, DIGITS, 8)}_{some(draw, DIGITS, 6)}.jpg"
        yield f"订单 {some(draw, DIGITS, 12)}"
        yield f"图片 {some(draw, MIXED, 24)}.webp"
        yield f"integrity sha512-{base64ed(64)(draw)}"
