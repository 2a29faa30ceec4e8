"""Things that must not be remembered: keys, passwords, numbers of cards and of people.

They are known by their shape and, where there is one, by their check digit, so that an order
number is not taken for a card; and where they have no shape, by the words that announce them.
A word that announces one is no secret without a value: fiction is full of passwords.

Every repetition is bounded and a value is judged after it was found, so that the work grows with
the text and not with its square.
"""

from __future__ import annotations

import hashlib
import math
import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from datetime import date
from functools import cache
from itertools import pairwise
from typing import NamedTuple

from mohen.text import sentences, told_secrets
from mohen.text.lazy_pattern import LazyPattern
from mohen.text.word_lists import any_of, topics, words

# -- Keys that begin as their makers' keys do, and what follows. Case counts in them.

_MADE = r"""
sk-(?:[a-z]{2,12}\d{0,2}-){0,3}[A-Za-z0-9_-]{20,256}
gh[pousr]_[A-Za-z0-9]{30,255}
github_pat_\w{22,255}
gl(?:pat|ptt|dt|rt|soat|cbt|ft|agent)-[\w.-]{20,255}
(?:AKIA|ASIA|ABIA|ACCA)[0-9A-Z]{16}
AIza[\w-]{35}
AQ\.[\w-]{40,128}
GOCSPX-[\w-]{20,64}
ya29\.[\w-]{20,512}
1//0[\w-]{30,256}
xox[abcdeoprs](?:\.xox[bp])?-[A-Za-z0-9-]{10,256}
xapp-[A-Za-z0-9-]{20,256}
(?:gsk|hf|r8|npm|fw|re|jina|lin_api|lin_oauth|ntn|secret|figd|sbp|sb_secret)_\w{20,256}
(?:whsec|rubygems)_\w{20,256}
(?:api_org|tgp_v1|dckr_pat|pscale_(?:tkn|pw|oauth)|sntrys|sntryu)_[\w-]{20,256}
(?:phx|vcp|fo1|e2b|shp(?:at|ss|ca|pa))_[\w-]{20,256}
(?:xai|pplx|nvapi|csk|tvly|pul|tskey|CFPAT|NRAK|HRKU|xkeysib)-[\w-]{20,256}
(?:PMAK|ark|mlsn|sgp|sq0csp|sq0atp)-[\w-]{20,256}
gl(?:sa|c)_[\w+/=]{20,256}
pypi-[\w-]{40,256}
(?:sk|ak|api|key|token|nfp|rnd|pcsk|lsv2_pt|lsv2_sk)_\w{24,256}
pat-[a-z]{2}\d-[0-9a-f-]{36}
[0-9a-f]{32}-us\d{1,2}
sl\.[\w-]{100,256}
[12]/\d{13,20}:[0-9a-f]{32}
[rs]k_(?:live|test|prod)_[A-Za-z0-9]{16,255}
SG\.[\w-]{16,64}\.[\w-]{16,64}
SCT\d{4,8}T[A-Za-z0-9]{20,40}
key-[0-9a-f]{32}
SK[0-9a-f]{32}
[sp]k\.eyJ[\w-]{20,256}\.[\w-]{16,64}
dapi[0-9a-f]{32}(?:-\d)?
do[opr]_v1_[0-9a-f]{64}
hv[sbr]\.[\w-]{20,256}
dp\.(?:pt|st|ct|sa)\.[\w.-]{30,128}
pat[A-Za-z0-9]{14}\.[0-9a-f]{64}
[A-Za-z0-9]{14}\.atlasv1\.[\w-]{40,128}
ATATT3[\w-]{20,256}(?:=[0-9A-F]{8})?
ATBB[A-Za-z0-9]{24,64}
LTAI[A-Za-z0-9]{12,24}
AKID[A-Za-z0-9]{13,40}
AKLT[A-Za-z0-9]{20,64}
bce-v3/ALTAK-[\w/-]{30,128}
EAA[A-Za-z0-9]{60,256}
\d{8,10}:AA[\w-]{33}
[MNO][A-Za-z\d]{23,27}\.[\w-]{6}\.[\w-]{27,45}
[0-9a-f]{32}\.[A-Za-z0-9]{16}
[0-9A-Z]{5}(?:-[0-9A-Z]{5}){4}
AGE-SECRET-KEY-1[0-9A-Z]{58}
nsec1[0-9a-z]{58}
[xyz]prv[1-9A-HJ-NP-Za-km-z]{80,112}
[5KL][1-9A-HJ-NP-Za-km-z]{50,51}
eyJ[A-Za-z\d_-]{8,8192}\.eyJ[A-Za-z\d_-]{8,8192}(?:\.[A-Za-z\d_-]{0,8192})?
"""
_KEYS = "|".join(f"(?:{each})" for each in _MADE.split("\n") if each)
_FROM, _TO = r"(?<![A-Za-z\d_-])", r"(?![A-Za-z\d_-])"
"""A Chinese word may stand right beside a number: 身份证号是1101…."""

# -- Words that announce a secret, and how they lead to it.

_PASSWORD = (
    r"密码|口令|暗号(?=[:：])|\b(?:passwords?|passwd|passcode|(?:pass|key|secret) ?phrase|pwd)"
    r"(?![A-Za-z_])"
    r"|(?<=_)(?:password|passwd|pwd|pass)\b|PGPASSWORD|(?<=http-)passw(?:or)?d"
)
_NAMED = (
    r"api[ _-]?keys?|access[ _-]?keys?(?:[ _-]?(?:id|secret))?|secret[ _-]?(?:access[ _-]?)?keys?"
    r"|(?:client|app|api|consumer|signing|webhook|shared)[ _-]?secret|account[ _-]?key"
    r"|(?:auth|access|refresh|bearer|session|id|bot|private|security|api)[ _-]?tokens?"
    r"|private[ _-]?keys?|preshared[ _-]?key|encryption[ _-]?key|shared[ _-]?access[ _-]?key"
    r"|jsessionid|phpsessid|\bcookie|\bbearer|\bcredentials?|\btokens?|\bsecret"
    r"|\bsession[ _-]?(?:id|key)|(?<=[_-])(?:secret|token|key|credential)\b"
    r"|api ?密钥|密钥|秘钥|私钥|令牌|凭证|授权码|访问码|会话(?: ?id|标识)?"
)
_OPENS = (
    r"verification|confirmation|security|log[ -]?in|sign[ -]?in|auth\w{0,12}|2fa|mfa|sms"
    r"|(?:two|2)[- ](?:factor|step)|one[- ]time|activation|pairing|gate|door|alarm|entry"
    r"|access|unlock|use|garage|lift|elevator|building|lobby|keypad|lock ?box|locker|lock|safe"
    r"|vault|buzzer|intercom|parking|shed|cabin|key ?box|panel|disarm|call ?box|house|room|flat"
    r"|apartment|front|back"
)
_CODE = (
    r"[一-鿿]{2}(?<![号代编源页扫尺数惠误形维节器电砝筹起乱解转译字请荐伪位别恢备提复])(?<!状态)码"
    rf"|\b(?:{_OPENS}) (?:code|digits|combo|combination)"
    r"|\byour (?!error|zip|post|status|area|promo|discount|dress|source|country|referral"
    r"|voucher|product)\w{1,20} code"
    r"|one[- ]time (?:password|passcode)|(?<![A-Za-z])OTP(?: code)?|(?<![A-Za-z])PIN(?: ?code| ?码"
    r"| number)?(?![A-Za-z])"
)
_SPARE = (
    r"恢复代?码|备[用份](?:验证|恢复|登录)?代?码|救援码|(?:recovery|backup|scratch"
    r"|emergency)(?: \w{2,12})? codes?"
    r"|(?:2fa|mfa) backups?"
)
_SPARE_ONE = (
    r"(?:\d{1,2}[.)]\s?)?(?:\d{4} \d{4}(?!\d)|(?=[a-z]{0,11}\d)[a-z\d]{4,12}"
    r"(?:-[a-z\d]{4,12}){0,4}|[a-z]{4,12}(?:-[a-z\d]{4,12}){1,4})"
)
_IS = (
    r"""(?:["'’”]?\s{0,4}(?:[=-]>|→|:=|[:=]|['’]s\b|就是|还是|用的是|应该是|是|为|叫|改成了?|改为|换成了?|变成了?"""
    r"""|设成了?|设为|设置[成为]了?|\bis(?: now| still)?\b|\bwas\b|\bto be\b|\bset to\b"""
    r"""|\bchanged to\b|\bto\b|\bbecame\b)(?:\s{0,2}[:=])?\s{0,4})"""
)
_OF = r"(?:\s{0,4}\b(?:for|of|on|to|that|which|in|at)(?:\s{1,4}[A-Za-z\d_'’.@-]{1,40}+){1,5}?)?"
_QUOTE = r"""["'“‘「『`]?"""
_SEED = (
    r"(?:seed|recovery|secret|backup|wallet)[ -](?:phrase|words?|mnemonic)"
    r"|\bseed(?=\s?[:=])|\bwallet\b|mnemonic(?: phrase| words)?"
    r"|助记词|恢复短语|助记短语|种子短语|种子词|恢复词"
)
_WORDS = (
    r"(?:\d{1,2}[.)、:]?\s{0,3})?[a-z]{3,8}(?:[\s,，、]{1,3}(?:\d{1,2}[.)、:]?\s{0,3})?[a-"
    r"z]{3,8}){11,23}"
)
_HAN = r"[一-鿿](?:[\s、,，]{0,2}[一-鿿]){11,23}(?![一-鿿])"
_CARDS = (
    r"(?:对公|收款|开户)账[号户]|\bacct(?: no\.?|\s?#)?"
    r"|银行卡号?码?|信用卡号?码?|储蓄卡号?码?|银行账[号户]|卡号"
    r"|(?:card|account) (?:number|no\.?)"
)
_PAPERS = (
    r"(?:护照|通行证|台胞证|回乡证|居留证|居住证|社保卡?|医保卡?|驾驶?证|军官证)(?:号码?|编号)?|passport|driv(?:er'?s|ing)"
    r" licen[cs]e|social insurance|medicare|medicaid|\bNHS|national id|aadhaar|residence permit"
)
_PAPERS_ABROAD = (
    r"(?:reisepass|personalausweis|ausweis)(?:es)?|passeport|pasaporte|passaport[oe]"
    r"|паспорт\w{0,2}|снилс|旅券|パスポート|マイナンバー|여권|주민등록"
)
_NO = (
    r"(?:[\s-]?(?:number|nummer|número|numéro|num|no\.?|n[º°o.]|#|nr\.?|号码?|番号|번호|(?:档案)?编号|id)){0,2}"
    r"(?:\s?[（(][^()（）\n]{1,16}[)）])?"
)

_PAPER = (
    r"[A-Z]{0,3}\d(?:[ -]?\d){5,11}[A-Z]?|(?-i:(?=[A-Z]{0,4}\d)[A-Z\d]{7,12})"
    r"|(?-i:[A-Z]\d{3}(?:-\d{2,4}){2,3})|\d{3}-\d{3}-\d{3} \d\d"
)
_ABROAD = (
    r"\b(?:contraseñ|contrasen)as?|\bclave(?: de acceso)?|\bsenha|\bmot de passe|passwort|kennwort"
    r"|\bpassord|парол[ьяюе]м?|пин-?код\w{0,2}"
    r"|パスワード|パスコード|暗証番号|비밀번호|비번"
)
"""A password in other languages, and how they lead to it."""
_ABROAD_OF = (
    r"(?:\s(?:de|del|de la|do|da|du|des|d['’]|pour|para|della?|vom|von|für|fürs|zum|zur|van|voor"
    r"|от|для|к|на)"
    r"(?:\s?[^\W\d_][\w'’-]{0,20}){1,3}?)?"
)
_ABROAD_IS = (
    r"(?:\s{0,2}[:=→—–-]\s{0,2}|(?:,?\s(?:est|c['’]est|es|é|è|ist|lautet|is|jest|är|er|là|теперь"
    r"|это)(?: (?:jetzt|ahora|agora|maintenant|ora))?"
    r"|は|が|은|는|이|가|を|를|을)[\s:]{0,2})"
)
_ABROAD_VALUE = (
    r"(?=[!-~]{0,40}?\d)(?=[!-~]{0,40}?[A-Za-z_@#!$%&*])[!-~]{5,64}|(?!(?:19|20)\d\d(?!\d))\d{4,12}(?![\d:.,/-]?\d)"
    r"|[A-Za-z]{2,20}[!@#$%&*_][!-~]{2,40}|(?-i:[A-Za-z][a-z]{1,20}[A-Z][A-Za-z]{2,20})"
)
_SAID_DIGIT = r"(?:zero|oh|one|two|three|four|five|six|seven|eight|nine)"
_SAID_NUMBER = (
    r"(?:(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)(?:[ -](?:one|two|three|four"
    r"|five|six|seven|eight|nine))?"
    rf"|ten|eleven|twelve|(?:thir|four|fif|six|seven|eigh|nine)teen|{_SAID_DIGIT})"
)
_HAN_DIGIT = "[零〇一二两三四五六七八九幺壹贰貳叁參肆伍陆柒捌玖]"
_BACK = (
    r"\bcv[vc]2?|\b(?:card )?(?:security|verification) (?:code|number)|(?:three"
    r"|3)[ -]digits? (?:code|number)"
    r"|digits (?:code |number )?(?:on|at|from) the back|(?:digits|number|code) on the (?:back"
    r"|strip|reverse)"
    r"|(?:卡|信用卡)(?:的|上)?安全码|安全码|卡?背[面后]的?(?:后|末|那)?[三3](?:位|个数字?)数?|卡(?:的|片)?(?:后面|背后?)的?(?:那)?[三3]位"
    r"|签名栏的?(?:后|末)?[三3]位|校验三位"
)
"""How the three digits on the back of a card are called."""

# What it is, what it looks like, and words without one of which it cannot be there.
# No words: not without a run of digits.
_PATTERNS = (
    (
        "private key",
        r"(?s:-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----"
        r".*?(?:-----END [A-Z0-9 ]{0,40}KEY(?: BLOCK)?-----|\Z))",
        "-----begin",
    ),
    (
        "private key",
        r"(?s:PuTTY-User-Key-File-\d:.*?(?:Private-MAC: ?[0-9a-f]{1,128}|\Z))",
        "putty-user",
    ),
    ("password", r"(?<=://)[^\s/:@]{0,128}:(?P<said>[^\s/@]{1,256})(?=@)", "://"),
    (
        "api key",
        r"(?:hooks\.slack\.com/(?:services|workflows)|discord(?:app)?\.com/api/webhooks/\d{1,24}"
        r"|/open-apis/bot/v2/hook|outlook\.office\.com/webhook|webhook\.office\.com/webhookb2)/(?P<said>[\w/@-]{16,256})",
        "hook",
    ),
    (
        "api key",
        r"[?&;](?:access_token|token|api_?key|key|secret|sig|signature|auth|password|pwd)="
        r"(?P<said>[\w%+/=.~-]{12,512})",
        "=",
    ),
    ("password", r"WIFI:[^\n]{0,128}?;P:(?P<said>[^;\n]{4,64})", "wifi:"),
    (
        "password",
        r"\bcurl\b[^\n]{0,256}?\s(?:-u|--user|--proxy-user)[ =]?\s{0,2}[\"']?[^\s:\"']{1,128}:"
        r"(?P<said>[^\s\"']{3,128})",
        "curl",
    ),
    (
        "password",
        r"(?:\bsshpass\s{1,4}-p|\bredis-cli\b[^\n]{0,80}?\s-a|\bdocker login\b[^\n]{0,128}?\s-p"
        r"|\bmysql\w{0,5}\b[^\n]{0,128}?\s-p(?=[^\s-])|\bldap\w{1,12}\b[^\n]{0,128}?\s-w"
        r"|\baz login\b[^\n]{0,128}?\s-p|\bsmbclient\b[^\n]{0,128}?-U ?[\w.\\/-]{1,64}%"
        r"|\b(?:requirepass|masterauth)\s|\bidentified (?:with \w{1,40} )?by\b"
        r"|\bnet use \w: \S{1,80}\s)"
        r"\s{0,2}[\"']?(?P<said>[^\s\"']{4,128})",
        "sshpass redis-cli docker mysql ldap login smbclient requirepass masterauth identified net",
    ),
    ("password", r"\becho\s{1,2}[\"']?(?P<said>[^\s\"']{4,128})[\"']?\s{0,2}\|\s{0,2}sudo", "sudo"),
    (
        "word",
        r"\s--?(?:password|passwd|passphrase|pass|pwd|secret|token|api-key|http-password)"
        r"(?:\s{1,2}|=)[\"']?(?P<said>(?!-)[^\s\"']{4,256})",
        "--pass --pwd --secret --token --api-key --http-pass -pass",
    ),
    (
        "token",
        r"\b(?:Authorization|Proxy-Authorization)[\"']?\s{0,2}[:=]\s{0,2}[\"']?"
        r"(?:Basic|Bearer|Token|Digest|Bot|ApiKey)\s{1,2}(?P<said>[\w+/=.~:-]{8,4096})",
        "authorization",
    ),
    # The other half of a pair whose first half is known by how it begins.
    (
        "new",
        r"(?<![A-Za-z\d])(?-i:AKIA|ASIA|LTAI|AKID|AKLT)[A-Za-z\d]{12,40}[^A-Za-z\d\n][^\n]{0,60}?"
        r"(?<![\w+/])(?P<said>[A-Za-z\d+/]{30,64})(?![\w+/=])",
        "akia asia ltai akid aklt",
    ),
    (
        "new",
        r"(?:client|login|auth|api)\w{0,12}\([\"'](?P<said>[A-Za-z\d]{32,64})[\"']",
        "client login auth api",
    ),
    (
        "token",
        r"(?<![\w-])(?:connect\.sid|z_c0|sessdata|bili_jct|bduss|web_session|sid_tt|sessionid|music_u)="
        r"(?P<said>[^\s;,，&]{16,512})",
        "connect.sid z_c0 sess bili_jct bduss sid_tt music_u",
    ),
    (
        "password",
        r"(?:口令|密码|通行)(?:短语|短句)[^\n“\"「]{0,8}[“\"「](?P<said>[^”\"」\n]{4,40})[”\"」]",
        "口令短 密码短 通行短",
    ),
    # Four words or more that say nothing together: correct horse battery staple.
    (
        "passphrase",
        r"\bpass ?phrases?[^\n:=.]{0,24}?(?:\bis\b|\bwas\b|[:=])\s{0,2}[\"'“]?"
        r"(?P<said>[a-z]{2,12}(?:[ -][a-z]{1,16}){3,24})(?![\w-])",
        "passphrase phrase",
    ),
    ("cookie", r"\bCookie:\s{0,2}(?P<said>[^\n\"']{12,4096})", "cookie:"),
    (
        "named",
        r"\b(?:api[ _-]?(?:key|secret)|(?:access|secret)[ _-]?key|[as]k)(?:\s|\s?[:=]\s?)"
        r"(?P<said>[A-Za-z\d]{32,64})(?![\w-])",
        "apikey apisecret api key sk: ak:",
    ),
    (
        "account number",
        r"(?:还款|收款|转账|汇款|银行|户名|sort code)[^\n]{0,40}?"
        r"(?:账号|acc(?:oun)?t(?: no\.?| number)?)[\s:：是]{0,3}(?P<said>\d{8,20})(?!\d)",
        "账号 acc",
    ),
    ("api key", r"/bot(?P<said>\d{8,10}:[\w-]{30,40})(?![\w-])", "/bot"),
    # Of a machine: the watchword of a story has neither the place nor the colon.
    (
        "number",
        (
            r"(?:\bcomb(?:o|ination)|\bsafe\b|\b(?:pad)?lock\b|\blocker\b|保险[箱柜]|密码锁)[^\n\d]{0,30}?"
            r"(?P<said>(?=(?:\D{0,24}\d){4})\d{1,2}(?:(?:[\s,，、–/-]|left|right|then|(?:counter)?clockwise|to|back|[再左右转到向圈一两二三])"
            r"{1,12}\d{1,2}){2,3})(?![\d-])"
        ),
        "comb safe lock 保险 密码锁",
    ),
    (
        "spelled",
        rf"(?:\bcomb(?:o|ination)s?|\bsafe\b|\b(?:pad)?lock\b|\blocker\b)(?:\W{{1,3}}\w{{1,12}}){{0,4}}?\W{{1,3}}"
        rf"(?P<said>{_SAID_NUMBER}(?:(?:[\s,;/–-]|left|right|then|(?:counter)?clockwise|to|back){{1,12}}{_SAID_NUMBER}){{2,3}})(?![a-z])",
        "combo combination safe lock",
    ),
    (
        "spelled",
        r"(?:保险[箱柜]|密码锁|转盘锁)[^\n\d。]{0,20}?(?P<said>[左右]?[零〇一二三四五六七八九十]{1,3}"
        r"(?:[，、, ](?:再|然后)?[左右]?转?到?[零〇一二三四五六七八九十]{1,3}){2,3})(?![一-鿿])",
        "保险 密码锁 转盘锁",
    ),
    (
        "spelled",
        rf"(?:\bcard|\baccount)(?:\W{{1,3}}\w{{1,12}}){{0,6}}?\W{{1,3}}(?P<said>{_SAID_DIGIT}(?:["
        rf" ,.-]{{1,2}}{_SAID_DIGIT}){{11,18}}(?![a-z]))",
        "card account",
    ),
    (
        "spelled",
        rf"(?:卡|账[号户])[^\n\d]{{0,20}}?(?P<said>{_HAN_DIGIT}(?:[、，, ]?{_HAN_DIGIT}){{11,18}})",
        "卡 账",
    ),
    # Three digits on the back of a card; whoever asks for them is answered in the next line.
    (
        "back",
        rf"(?:{_BACK})[^\d\n]{{0,24}}?(?:\n[^\d\n]{{0,24}}?)?(?<![\d$€£¥.])(?P<said>\d{{3,4}})(?!"
        r"[\d%]|[.,/:-]\d|[ -]?(?:digit|error|位))",
        "cvv cvc security digits 安全码 背 三位 3位",
    ),
    (
        "code",
        rf"(?:{_BACK})[^\n]{{0,4}}?(?:\s?(?:is|are|was|:|是"
        rf"|为)\s?)?(?P<said>{_SAID_DIGIT}(?:[ ,-]{{1,2}}{_SAID_DIGIT}){{2,3}}(?![a-z])"
        rf"|{_HAN_DIGIT}(?:[、， ]?{_HAN_DIGIT}){{2,3}}(?![一-鿿]))",
        "cvv cvc digits 安全码 背 三位 3位",
    ),
    ("code", r"(?<![\w-])G-(?P<said>\d{6})(?![\w-])", "g-"),
    (
        "abroad",
        rf"(?:{_ABROAD}){_ABROAD_OF}(?:{_ABROAD_IS}|[、,]?\s{{0,3}})[\"'“„«「『(]?(?P<said>{_ABROAD_VALUE})",
        "passwort passe passord contrase clave senha kennwort парол пин パス 暗証 비밀번호 비번",
    ),
    (
        "abroad word",
        rf"(?:{_ABROAD}){_ABROAD_OF}{_ABROAD_IS}(?P<open>[\"'“„«「『]?)(?P<said>[^\W_][\w-]{{3,31}})(?=\s{{0,2}}(?:[\"'”“»」』.,;!\n]|です|だ|$))",
        "passwort passe passord contrase clave senha kennwort парол",
    ),
    # Who logs in, and with what
    (
        "bare",
        r"(?:\blog-?ins?|\bcred(?:s|entials?)|账号密码|账密|登录|用户名|账[号户])[^\n/]{0,60}(?:\n[^\n/:]{0,24}:\s?)?"
        r"(?<![\w/.])[\w.@+-]{2,40}\s{1,2}/\s{1,2}(?P<said>[!-~]{6,64})",
        "login log-in cred 登录 用户名 账",
    ),
    ("password", r"jdbc:oracle:\w{2,8}:[^\s/:@]{1,64}/(?P<said>[^\s@]{3,128})@", "jdbc:oracle"),
    (
        "word",
        r";\s{0,2}(?:password|pwd)\s?=\s?[\"']?(?P<said>[^;\n\"']{3,128})",
        "password= pwd= password pwd",
    ),
    (
        "password",
        (
            r"\b(?:http|https|xh)\s[^\n]{0,128}?-a\s{1,2}[\"']?[^\s:\"']{1,128}:(?P<said>[^\s\"']{"
            r"3,128})"
        ),
        "http xh",
    ),
    (
        "ssn",
        (
            rf"(?:\bssn|\bsoc(?:ial)? sec(?:urity)?(?: number| no\.?)?\s?#?"
            rf"|社保号|社会安全号码?)(?:{_IS}|\s{{1,4}})"
            rf"(?P<said>\d{{3}}[ -]?\d\d[ -]?\d{{4}})(?!\d)"
        ),
        "ssn soc 社",
    ),
    (
        "iban",
        (
            rf"\biban(?:{_IS}|\s{{1,4}})(?P<said>[A-Z]{{2}}\d\d(?: ?[A-Z\d]{{4}}){{2,7}}(?: ?[A-Z\d"
            rf"]{{1,3}})?){_TO}"
        ),
        "iban",
    ),
    (
        "named",
        rf"(?:{_NAMED}){_OF}{_IS}{_QUOTE}(?P<said>[\w+/=.~-]{{10,4096}})",
        "key token secret bearer credential sess 会话 密钥 秘钥 私钥 令牌 凭证 授权码 访问码",
    ),
    (
        "seed phrase",
        rf"(?:{_SEED})[^\n:]{{0,40}}?(?:{_IS}|\s{{1,4}}){_QUOTE}(?P<said>{_WORDS})",
        "phrase word mnemonic seed wallet 助记 短语 种子词 恢复词",
    ),
    (
        "han",
        rf"(?:{_SEED})[^\n:]{{0,20}}?(?:{_IS}|\s{{1,4}}){_QUOTE}(?P<said>{_HAN})",
        "助记 短语 种子词 恢复词",
    ),
    (
        "grouped",
        rf"(?:\bkey|\bsecret|密钥|{_PASSWORD}){_OF}(?:{_IS}|\s{{1,4}}){_QUOTE}"
        rf"(?P<said>[a-z\d]{{4}}(?: [a-z\d]{{4}}){{3,15}}){_TO}",
        "key secret 密 pass pwd",
    ),
    (
        "base32",
        r"(?<![\w-])(?P<said>(?-i:[A-Z2-7]{4}(?: [A-Z2-7]{4}){3,7}))(?![\w-])",
        "key 密钥 验证器 两步",
    ),
    (
        "direct",
        rf"(?:{_PASSWORD}|\bpw)(?:{_IS}|[,，]?\s{{1,3}}|(?<=[码令])){_QUOTE}"
        rf"(?P<said>(?=[!-~]{{0,24}}?\d)(?=[!-~]{{0,24}}?[A-Za-z])[!-~]{{6,64}}|\d{{6,12}}(?![\d年月日位个次]|\.\d))",
        "pass pwd pw 密码 口令 phrase",
    ),
    (
        "direct",
        r"\b(?:key|passphrase|wpa2?)(?:\s[a-z]{2,12}){0,4}?\s?(?:\bis\b|[=:])\s{0,2}[\"'`“]?"
        r"(?P<said>(?-i:(?=[!-~]{0,24}?\d)(?=[!-~]{0,24}?[a-z])(?=[!-~]{0,24}?[A-Z])[!-~]{8,64}))",
        "key phrase wpa",
    ),
    # Of the makers of disks: eight groups of six digits; six of four, after its name.
    ("code", rf"{_FROM}(?P<said>\d{{6}}(?:-\d{{6}}){{7}}){_TO}", ""),
    (
        "code",
        rf"(?:{_SPARE})[^\n\d:]{{0,30}}(?::|\bare\b|是|为)\s{{0,4}}"
        rf"(?P<said>{_SPARE_ONE}(?:[\s,，、;]{{1,4}}{_SPARE_ONE}){{0,19}})(?![\w-])",
        "恢复 备用 备份 救援码 recovery backup scratch emergency",
    ),
    (
        "code",
        rf"(?:{_SPARE})\s{{0,2}}(?P<said>{_SPARE_ONE}(?:[,，、;]\s?{_SPARE_ONE}){{1,19}})(?![\w-])",
        "恢复 备用 备份 救援码 recovery backup scratch emergency",
    ),
    # What a maker of telephones gives one application
    (
        "code",
        r"(?<![\w-])(?P<said>(?-i:[a-z]{4}(?:-[a-z]{4}){3}))(?![\w-])",
        "app-specific on-specific 专用 icloud",
    ),
    (
        "api key",
        r"\b(?:wandb|huggingface-cli|hf auth|vercel|netlify"
        r"|railway)\s{1,2}login\s[^\n]{0,20}?(?P<said>[A-Za-z\d_-]{20,128})",
        "login",
    ),
    ("identity number", rf"{_FROM}(?P<said>\d{{17}}[\dXx]){_TO}", ""),
    ("identity number", rf"{_FROM}(?P<said>\d{{6}}[ -]\d{{8}}[ -]\d{{3}}[\dXx]){_TO}", ""),
    (
        "identity number",
        rf"{_FROM}(?!000|666|9|078-05-1120|219-09-9999)\d{{3}}-(?!00)\d\d-(?!0000)\d{{4}}{_TO}",
        "",
    ),
    (
        "identity number",
        rf"(?:{_PAPERS}){_NO}(?:{_IS}|\s{{0,4}})(?P<said>{_PAPER}){_TO}",
        "护照 证 社保 医保 passport licen insurance medic nhs national aadhaar permit",
    ),
    (
        "identity number",
        rf"(?:{_PAPERS_ABROAD}){_NO}(?:{_IS}|\s{{0,4}})(?P<said>{_PAPER}){_TO}",
        "ausweis reisepass passeport pasaporte passapor паспорт снилс 旅券 パスポート"
        " マイナンバー 여권 주민등록",
    ),
    (
        "identity number",
        (
            rf"(?:身[份分]证(?:字号|号码?)?|identity card|hkid)(?:{_IS}"
            rf"|系|係|\s{{0,4}})\s{{0,2}}(?P<said>[A-Z]{{1,2}}\d{{6}}\("
            rf"[\dA]\)|[A-Z][12]\d{{8}}){_TO}"
        ),
        "身份证 身分证 identity hkid",
    ),
    # Others whose last digits or letters are the sum of the rest
    (
        "dni",
        rf"{_FROM}(?P<said>(?:\d{{8}}|\d{{2}}\.\d{{3}}\.\d{{3}}|[XYZ]-?\d{{7}})[ -]?[A-Z]){_TO}",
        "dni nie nif",
    ),
    ("cpf", rf"{_FROM}(?P<said>\d{{3}}\.\d{{3}}\.\d{{3}}-\d\d){_TO}", ""),
    ("cpf", rf"\bcpf\b[^\n\d]{{0,24}}(?P<said>\d{{9}}-?\d\d){_TO}", "cpf"),
    ("rut", rf"{_FROM}(?P<said>\d{{1,2}}(?:\.\d{{3}}){{2}}-[\dK]){_TO}", ""),
    ("nir", rf"{_FROM}(?P<said>[12] ?\d\d ?[01]\d ?\d[\dAB] ?\d{{3}} ?\d{{3}} ?\d\d){_TO}", ""),
    (
        "identity number",
        r"(?:\b(?:pesel|bsn|tfn|steuer-?id|aadhaar|personnummer|my number)"
        r"|个人(?:编号|番号)|居民登[录记]号码?)"
        rf"\w{{0,24}}\W{{1,3}}(?:\w{{1,12}}\W{{1,3}}){{0,4}}?(?P<said>\d(?:[ -]?\d){{8,11}}){_TO}",
        "",
    ),
    ("sin", rf"(?-i:\bSIN\b)[^\n\d]{{0,16}}(?P<said>\d{{3}}[ -]?\d{{3}}[ -]?\d{{3}}){_TO}", ""),
    ("nric", rf"{_FROM}(?P<said>(?-i:[STFG]\d{{7}}[A-Z])){_TO}", "nric 身份"),
    (
        "identity number",
        rf"{_FROM}(?P<said>(?-i:[A-Z]{{6}}\d\d[ABCDEHLMPRST]\d\d[A-Z]\d{{3}}[A-Z])){_TO}",
        "fiscale",
    ),
    (
        "identity number",
        rf"{_FROM}(?P<said>(?-i:[A-Z]{{4}}\d{{6}}[HM][A-Z]{{5}}[A-Z\d]\d)){_TO}",
        "curp",
    ),
    (
        "identity number",
        rf"{_FROM}(?P<said>\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])-[1-8]\d{{6}}){_TO}",
        "",
    ),
    (
        "identity number",
        rf"{_FROM}(?P<said>(?-i:[A-Z9]{{5}} ?\d{{6}} ?[A-Z9]{{2}}\d[A-Z]{{2}})(?: \d\d)?){_TO}",
        "licen",
    ),
    (
        "identity number",
        (
            r"(?:national insurance|\bNI(?:NO?| number| no\.?)\b)[^\n]{0,20}?"
            rf"(?P<said>[A-Z]{{2}} ?\d\d ?\d\d ?\d\d ?[A-D]){_TO}"
        ),
        "national nin ni",
    ),
    (
        "card number",
        (
            rf"{_FROM}(?P<said>[2-6]\d{{3}}(?:[ .·-]?\d{{4}}){{2}}[ .·-]?\d{{1,4}}(?:[ .·-]?\d{{1,3"
            rf"}})?){_TO}"
        ),
        "",
    ),
    ("card number", rf"{_FROM}(?P<said>3[0-9]\d{{2}}[ -]?\d{{6}}[ -]?\d{{4,5}}){_TO}", ""),
    (
        "account number",
        rf"(?:{_CARDS})(?:{_IS}|\s{{0,4}}){_QUOTE}(?P<said>\d(?:[ -]?\d){{9,22}}){_TO}",
        "卡 账 card acc",
    ),
    (
        "iban",
        (
            rf"{_FROM}(?P<said>(?-i:[A-Z]{{2}}\d\d(?: ?[A-Z\d]{{4}}){{2,7}}(?: ?[A-Z\d]{{1,3}})?))"
            rf"{_TO}"
        ),
        "",
    ),
)
_NUMBERED = frozenset(
    {
        "number",
        "back",
        "identity number",
        "iban",
        "account number",
        "card number",
        "dni",
        "cpf",
        "rut",
        "nir",
        "sin",
        "nric",
    }
)
"""None of these is without a digit, and their words are in much of prose: evening, according."""
_LONG = frozenset({"ssn", "account number"})
"""None of these is without a run of digits."""
_DIGIT = LazyPattern(r"\d")
_SECRETS = tuple(
    (kind, LazyPattern(each, re.IGNORECASE), words(hints)) for kind, each, hints in _PATTERNS
)
_MADE_KEYS = LazyPattern(rf"{_FROM}(?:{_KEYS}){_TO}")
_NEW_KEYS = LazyPattern(
    r"(?<![A-Za-z\d_/.-])(?:[A-Za-z][A-Za-z\d]{1,11}[_-]){1,4}(?P<said>[A-Za-z\d]{20,128})"
    r"(?![\w/+=-]|\.[a-z]{2,4}\b)"
)
"""A maker we do not know yet: a short name, then what nobody would write by hand."""
_VALUELIKE = LazyPattern(r"[b-df-hj-np-tv-xz]{5}|\d(?:[\w+/=.~-]{5}|(?<=[\w+/=.~-]{5}\d))")
"""Every value of ten characters that has a digit has five on one side of it."""
_IN_FOURS = LazyPattern(r" [A-Za-z\d]{4} [A-Za-z\d]{4} [A-Za-z\d]{4}(?![A-Za-z\d])")
_KEY_CHARS = 20
_KEYLIKE = LazyPattern(rf"[A-Za-z\d_.:/-]{{{_KEY_CHARS}}}")
_BARE_SEED = LazyPattern(
    r"(?<![A-Za-z'’-])(?P<said>(?:1[.)]?\s)?[a-z]{3,8}"
    r"(?:(?:\s|[,，、]\s?)(?:\d{1,2}[.)]?\s)?[a-z]{3,8}){11,63}+)(?![A-Za-z])"
)
"""A dozen short words in a row, all of which wallets choose from: no prose is like that."""
_SEED_CHARS = 12 * 3 + 11  # of the shortest
_BLANKS = r" \t-\r\x1c-\x1f\x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000"
"""All that `\\s` is: told one by one they are found in a third of the time."""
_SEEDLIKE = LazyPattern(
    rf"[{_BLANKS},，、]"
    + rf"[^A-Za-z]{{0,5}}+[a-z]{{3,8}}+[{_BLANKS},，、]" * 10
    + "[^A-Za-z]{0,5}+[a-z]"
)
"""Its words but the first, with anything between them that is as short as what stands there: that
is quicker to look for, and passes over most of prose."""
_SEED_BITS = 11  # a word of a seed stands for
_SEED_LENGTHS = (12, 15, 18, 21, 24)  # words

# -- What looks like a secret and is there for everybody to see.

_TRIED = r"\btest(?:s|ing)?\b|\bsample|\bsandbox|\bexample|测试|沙箱|示例|样例"
_OF_MANUALS = (
    r"4242(?:[ -]?4242){3}|4111(?:[ -]?1111){3}|5555(?:[ -]?5555){2}[ -]?4444"
    r"|3782[ -]?822463[ -]?10005|GB82 ?WEST(?: ?\d{4}){3} ?\d\d|DE89(?: ?\d{4}){4} ?\d\d"
)
"""Numbers of cards and accounts that belong to nobody."""
_PUBLIC = LazyPattern(
    r"SHA256:[A-Za-z\d+/]{43}(?![A-Za-z\d+/])=?"
    r"|-----BEGIN (?:(?:RSA |EC |PGP |SSH2 )?PUBLIC KEY(?: BLOCK)?"
    r"|(?:NEW )?CERTIFICATE(?: REQUEST)?|PGP (?:SIGNATURE|MESSAGE)|X509 CRL)"
    r"-----[^-]{0,20000}+(?:-----END|\Z)"
    r"|\b(?-i:MII[BC]Ij|MIGfMA0|MFkwEw|MHYwEA|MCowBQYDK2V)[A-Za-z\d+/]{20,4096}={0,2}(?:\n[A-Za-z\d+/=]{4,76}(?!\w)){0,40}"
    r"|(?:ssh-(?:rsa|dss|ed25519)|ecdsa-sha2-[\w-]{4,20}) AAAA[A-Za-z\d+/]{20,4096}={0,2}"
    r"(?: [\w.+-]{1,64}@[\w.-]{1,64})?"
    r"|[\w./:-]{0,128}@sha\d{3}:[0-9a-f]{40,128}"
    r"|\bage1[a-z\d]{50,70}"
    r"|\bdata:[a-z]{2,20}/[\w.+-]{2,40};base64,[A-Za-z\d+/=]{1,1000000}"
    r"|(?:\bmd5|\bsha-?\d{1,3}|\bcrc-?\d{0,2}|校验[值和码]?|散列值?|哈希值?|摘要|指纹|\bchecksums?|\bhash|\bdigest|\betag|\bfingerprint"
    r"|\bcommits?|提交)(?:sum)?\W{0,3}[\s:：=是为(-]{0,6}(?:[\w.-]{1,64}\.[a-z\d]{1,6}\s{1,3})?\"?"
    r"(?:[0-9a-f]{7,128}(?![\w])|[A-Za-z\d+/]{42,88}={1,2})"
    # Where one is paid to, not with what
    r"|\b0x[\da-f]{40}(?![\da-z])|\b(?:bc1|ltc1|addr1)[a-z\d]{25,110}\b"
    r"|(?:\b(?:btc|bitcoin|usdt|trx|trc-?20|ltc|litecoin|doge\w{0,4}|sol(?:ana)?|address|donat\w{1,6}|tips?)\b|比特币|地址|打赏|收款)"
    r"[^\n]{0,24}?(?<![A-Za-z\d])(?-i:[13TDLM][1-9A-HJ-NP-Za-km-z]{25,34}|[1-9A-HJ-NP-Za-km-z]{43,44})(?![A-Za-z\d])"
    # What a carrier gives a parcel
    r"|(?<![A-Za-z\d])(?:(?:YT|SF|JT|JD[A-Z]{0,3}|ZT|ST|YD|EMS|DPK)\d{10,18}|1Z[\dA-Z]{16}"
    r"|(?-i:[A-Z]{2}) ?\d{3} ?\d{3} ?\d{3} ?(?-i:[A-Z]{2}))(?![A-Za-z\d])"
    # What was counted or drawn
    r"|\bseeds?[\s:=]{1,3}\d{1,12}(?![\w-])|随机种子[\s:=是为]{0,3}\d{1,12}"
    r"|\btokens?[^\n。]{0,10}?(?:用量|消耗|使用量?|花费|统计|usage|used|count|spent)[^\n。A-Za-z]{0,40}\d{1,9}"
    r"|(?<!\d)0{3,6}[^\d\n]{1,8}9{3,6}(?!\d)"
    r"|(?:test card|测试卡号?|沙箱卡?)[^\n\d]{0,60}\d(?:[ -]?\d){12,18}"
    rf"|(?:{_TRIED})[^\n\d]{{0,60}}(?:{_OF_MANUALS})|(?:{_OF_MANUALS})[^\n\d]{{0,40}}(?:{_TRIED})"
    # A line of /etc/passwd, whose passwords stand elsewhere
    r"|\b[\w-]{1,32}:[x*!]:\d{1,10}:\d{1,10}:[^\n]{0,200}"
    r"|'(?:required|nullable|sometimes)(?:\|[\w:,.]{1,40}){1,12}'"
    r"|\(using password: (?:YES|NO)\)"
    r"|(?:输入|\binput)\s?\d{1,9}[^\n]{0,12}?(?:输出|\boutput)\s?\d{1,9}(?:[^\n\d]{0,16}\d{1,9}){0,2}"
    # What a log or a database calls by a number
    r"|\b(?:trace|span|req(?:uest)?|correlation|cf-ray)[_-]?(?:id)?[=:]\s?[\da-f]{8,64}(?:-[A-Z\d]{2,12}){0,5}(?!\w)"
    r"|\bport \d{2,5}(?: ssh\d)?(?!\d)"
    r"|(?<=[书节章户品帖稿单])ID[\s:：是为]{0,4}\d{4,12}(?![\dXx])"
    r"|\bObjectId\(['\"]?[0-9a-f]{24}"
    r"|\bBV1[1-9A-HJ-NP-Za-km-z]{9}\b"
    r"|\b1Password\b",
    re.IGNORECASE,
)
_BY_NAME = LazyPattern(
    r"(?:\b(?:part|model|item|catalogue|article|tracking|order|invoice|flight|build|commit|serial|case|ticket|request|trace|group|asset"
    r"|booking|reservation)[ _](?:number|no\.?|id|code|tag|ref(?:erence)?)|\b(?:promo|discount"
    r"|coupon|voucher|zip|post(?:al)?|area|country)"
    r" ?codes?|\bhotel confirmation|\bfriend codes?|\bplaylist|\bPNR|\bASIN|\bref(?:erence)?\.?"
    r"|\bSKU|\bS/N|\bIMEI|\bISBN(?:-1[03])?|\bISSN|\bDOI|\buid|\buuid|\bfile ?name"
    r"|\b(?:spotify|minecraft|game|map|world) (?:track|seed)"
    r"|\b(?:chemical |molecular )?formula|分子式|化学式|课程(?:代码|编号)"
    r"|\bssid|型号|货号|文件名|订单号|运单号|[快递货]单号|航班号|世界种子"
    r"|优惠码|折扣码|(?:请求|会话|追踪|稿件|设备)(?:编号|ID)|机身号"
    r"|(?:快递|物流|运单|圆通|中通|申通|韵达|顺丰|极兔|群号?|会议号|房间号|工单号?|流水号|批号|邮编|邮政编码|书号|学号|工号|门牌号?|手机号码?|电话号?码?|座机"
    r"|热线|微信号|\btel\.?|\bphone number)(?=[\s:：#是为]{0,4}[A-Z+]{0,3}\d)"
    r"|(?:wi-?fi|wireless|network|hotspot|无线网?络?|热点)[^\n，,。.;；密pP]{0,20}?"
    r"(?:is called|named|called|name(?: is)?|shows up as|叫做?|名[称字]?)"
    r"|\b(?:gamer ?tag|user ?name|nickname|screen ?name|handle)(?: is)?|昵称改?成?了?|用户名|网名)"
    r"[\s:：#是为]{0,4}[\"“「']?(?P<said>[-+]?[\w!.-]{4,64})",
    re.IGNORECASE,
)
"""What is called a number of a part, a file or a network is one, however it looks."""
_HIDDEN = LazyPattern(r"[*•＊]{4}|[xX]{8}")  # somebody masked it already
_SAMPLE = LazyPattern(
    r"(?-i:EXAMPLE)|(?:^|[_-])example(?:$|[_-])|(?:^|[_-])your[_-][a-z_-]{0,24}(?:here|token|key|secret)"
)  # of a manual
_UUID = LazyPattern(r"[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}", re.IGNORECASE)
_OF_A_KEY = LazyPattern(
    r"key|token|secret|pass|auth|bearer|hook|credential|cookie|密[钥码]|秘钥|令牌|口令|凭证|授权",
    re.IGNORECASE,
)
_OF_A_KEY_CHARS = 48  # around a UUID: most are names of things

# -- Secrets that are told somewhere in a sentence that speaks of one.

_FIELD = LazyPattern(
    r"(?<![\w.-])(?:(?:key|name)=[\"'])?(?P<name>[A-Za-z_][\w.-]{1,63}+)[\"']?\s{0,3}(?::=|=>|[:=>]|value=)\s{0,3}[\"']?"
    r"(?P<said>[^\s\"',;&<]{4,512})"
)
_ONLY_HAN = LazyPattern(r"[一-鿿，。？！、]+")  # what a field is called, or says to people
_FIELD_BEFORE = LazyPattern(
    r"(?<![\w.-])(?P<name>[A-Za-z_][\w.-]{1,63}+)[\"']?\s{0,3}[:=]\s{0,3}[\"']?$"
)
_FIELD_CHARS = 72
_STAND_IN = LazyPattern(
    r"(?:change|replace)[_-]?(?:me|this)|your[_-]\w{2,20}|(?:0123456789abcdef){1,8}"
    r"|(?:test|dummy|fake|sample|some|wrong|invalid|valid|secure|default)[_-]?(?:pass(?:word|wd)?|pwd|secret|token|key)\d{0,3}"
    r"|x{4,64}|todo|tbd|process\.env\.\w{1,64}|os\.environ.{0,80}",
    re.IGNORECASE,
)
_IN_NAMES = words("pass pwd psk pw secret token key cred auth signature sas cookie session dsn")
_OF_SPARES = words("恢复 备用 备份 救援码 recovery backup scratch emergency")
_HINTS = frozenset().union(_IN_NAMES, _OF_SPARES, *(hints for _, _, hints in _SECRETS))
_HINTED = {
    each: [place for place, (_, _, hints) in enumerate(_SECRETS) if each in (hints or {""})]
    for each in ("", *_HINTS)
}
"""Which of them each announces; those that need no word stand under ''."""
_LATIN_HINTS = sorted(each for each in _HINTS if each.isascii())
_HAN_HINTS = sorted(_HINTS - {*_LATIN_HINTS})
_IN_LATIN, _IN_HAN = (LazyPattern(any_of(each)) for each in (_LATIN_HINTS, _HAN_HINTS))
_PIECE = LazyPattern(r"[!-~]+")
_WORDS_KEPT = 16_384
_KEY = "%key"  # something as long as one
_DIGITS = "%digits"  # at least one
_MARKS, _NOTHING, _NUMBER = ".,;:?()", frozenset[str](), frozenset({_DIGITS})
_KEYED = LazyPattern(r"(?=[^A-Za-z]{0,63}[A-Za-z]).{8}")
_NAME_PART = LazyPattern(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")
_SPARES = LazyPattern(rf"(?:{_SPARE})[^\n]{{0,60}}(?=\n)", re.IGNORECASE)
_SPARE_LINE = LazyPattern(
    rf"\s{{0,8}}\n\s{{0,8}}(?:[-*•]\s{{0,3}})?(?P<said>{_SPARE_ONE}(?:[\s,，、;]{{1,4}}{_SPARE_ONE}){{0,9}})"
    r"(?=\s{0,8}(?:\n|$))",
    re.IGNORECASE,
)
_SHOWN = {
    "word": "password",
    "bare": "password",
    "number": "password",
    "cookie": "token",
    "named": "api key",
    "made": "api key",
    "new": "api key",
    "han": "seed phrase",
    "bare seed": "seed phrase",
    "iban": "account number",
    "grouped": "password",
    "base32": "password",
    "direct": "password",
    "passphrase": "password",
    "spelled": "code",
    "back": "code",
    "abroad": "password",
    "abroad word": "password",
    "ssn": "identity number",
    "dni": "identity number",
    "cpf": "identity number",
    "rut": "identity number",
    "nir": "identity number",
    "sin": "identity number",
    "nric": "identity number",
}
"""How a secret is called where it is judged in a way of its own."""
_NUMBERS = (
    r"身份证(?:号码?)?|(?:银行|信用)?卡号?码?|ssn|social security(?: number)?|iban"
    r"|(?:id|identity|(?:credit |bank |debit )?card)(?: number| no\.?)?"
)
_MARK = r"⟨[a-z ]{4,20}⟩"
_MARKED = LazyPattern(_MARK)
_CLAUSES = LazyPattern(r"[，,。.;；!！?？\n]+")
# 我家wifi的密码是 ⟨password⟩, "my password for the router is ⟨password⟩": nothing but the secret.
_SHELL = LazyPattern(
    r"(?:(?!在|(?<!记)住|有|且|需|要|用来)[\w'’:： -]){0,24}?"
    rf"(?:{_PASSWORD}|{_NAMED}|{_CODE}|{_NUMBERS}|{_SEED}|keys?)"
    rf"\W{{0,4}}{_OF}{_IS}?\W{{0,4}}{_MARK}\W{{0,8}}(?:了|哦|吧|啊|呢)?\W{{0,8}}"
    rf"|\W{{0,8}}{_MARK}\W{{0,8}}",
    re.IGNORECASE,
)
_RUN = LazyPattern(r"\d[\d .·-]{7,24}\d")
_ASCII_RUN = LazyPattern(r"[0-9][0-9 .-]{7,24}[0-9]")  # the same, where there is nothing else
_WIDE = {
    ord("！") + place: ord("!") + place
    for place in range(ord("~") - ord("!") + 1)
    if chr(ord("!") + place).isalnum() or chr(ord("!") + place) in ":=@_+/-."
}
_WIDE |= dict(
    zip(
        map(
            ord, "碼號驗證護錄帳戶鎖門銀種詞記鑰權動態為設換變輸開網盤險櫃單無線後臺會話憑據陸壓縮"
        ),
        map(
            ord, "码号验证护录账户锁门银种词记钥权动态为设换变输开网盘险柜单无线后台会话凭据陆压缩"
        ),
        strict=True,
    )
)
_WIDE[ord("　")] = ord(" ")
"""Full-width letters and digits and the traditional characters of the words that announce one are
the same secret; one for one, so that places stay."""
_OTHERS = LazyPattern(f"[{''.join(map(chr, _WIDE))}]")
_PLACEHOLDER = LazyPattern(
    r"[*•xX.#_-]+|[~.]?/.*|[<\[{$%(⟨].*|!\w+\s*"
    r"|(?=.*\Z).*(?:\$\{|\{\{|\(|\[|<).*|(?:my|your)[-_ ].*"
    r"|.*(?:example|placeholder)|.*密码|.*口令|(?:(?:my|your|some)?(?:pass(?:w[o0]rd|wd)?|pwd|secret)|str|string|int|bool|none|null|nil|true|false|undefined"
    r"|optional|required|redacted|hidden|change_?(?:me|this)|replace_?me|todo|yes|no|n/a)\W*",
    re.IGNORECASE,
)
_KEY_BODY = LazyPattern(r"(?<![A-Za-z\d+/=])[A-Za-z\d+/=]{16}|KEY(?: BLOCK)?-----\s{0,4}[A-Za-z\d]")
_CODE_NAME = LazyPattern(r"[A-Za-z_][A-Za-z_]*(?:\.[A-Za-z_]+\d?)*")
_MEASURE = LazyPattern(
    r"\d{1,3}(?:[-~]\d{1,3})?(?:[- ]?[a-z]+)?|\d{1,2}:\d\d(?::\d\d)?|\d{4}[-/.]\d{1,2}[-/.]\d{1,2}"
    r"|v?\d{1,4}(?:\.\d{1,4}){1,3}|\d+(?:st|nd|rd|th|px|ms|kb|mb|gb)",
    re.IGNORECASE,
)
_ADDRESS = LazyPattern(
    r"https?:.{0,512}|[\w.+-]{1,64}@[\w.-]{1,128}\.\w{2,12}|\d{1,3}(?:\.\d{1,3}){3}.{0,64}"
)
_COUNTING = LazyPattern(r"\W{0,2}(?:one\W{1,3}two\W{1,3}three|一\W{0,3}二\W{0,3}三)")
_END = LazyPattern(r"""["'`“”]|(?<=.{4})[,;<>]""")
_PASSPHRASE_WORDS = 4
_DOUBLED = "0246813579"
_WEIGHTS = tuple(map(int, re.findall(r"\d+", "7 9 10 5 8 4 2 1 6 3 7 9 10 5 8 4 2")))
_CHECKS = "10X98765432"
_PERSON_DIGITS = 18
_BORN = LazyPattern(r"\d{6}(?P<year>\d{4})(?P<month>\d\d)(?P<day>\d\d)")
_CARD_DIGITS = {
    "2": (16,),
    "3": (14, 15, 16),
    "4": (13, 16, 19),
    "5": (16,),
    "6": (16, 17, 18, 19),
}
_IBANS = dict(
    re.findall(
        r"([A-Z]{2})(\d\d)",
        "AD24AE23AL28AT20AZ28BA20BE16BG22BH22BR29BY28CH21CR22CY28CZ24DE22DK18DO28EE20EG29ES24FI18"
        "FO18FR27GB22GE22GI23GL18GR27GT28HR21HU28IE22IL23IQ23IS26IT27JO30KW30KZ20LB28LI21LT20LU20"
        "LV21MC27MD24ME22MK19MR27MT31MU30NL18NO15PK24PL28PS29PT25QA29RO24RS22SA24SC31SE24SI19SK24"
        "SM27SV28TN24TR26UA29VA22VG24XK20",
    )
)


class Masked(NamedTuple):
    text: str
    kinds: tuple[str, ...]  # of each that was hidden, in the order of the text


def masked(text: str) -> Masked:
    """The text with every secret replaced by its kind; none: the text as it is."""
    read = plain(text)
    found = list(_found(read))
    if not found:
        return Masked(text, ())
    kinds: list[str] = []
    parts: list[str] = []
    done = 0
    for start, end, kind in _apart(_secret(read, found)):
        parts += text[done:start], f"⟨{kind}⟩"
        kinds.append(kind)
        done = end
    return Masked("".join((*parts, text[done:])), tuple(kinds))


def plain(text: str) -> str:
    """The text as it is judged, every character in its place."""
    return text if text.isascii() or not _OTHERS.search(text) else text.translate(_WIDE)


def is_empty(hidden: str) -> bool:
    """Whether a text of which secrets were hidden says nothing else."""
    said = [each for each in _CLAUSES.split(hidden) if any(map(str.isalnum, each))]
    return all(_SHELL.fullmatch(each.strip()) for each in said)


def without(text: str) -> str:
    """The text without the sentences that hold one, or that held one: of a conversation nothing is
    lost by it."""
    hidden = masked(text).text
    if not _MARKED.search(hidden):
        return text
    return "".join(each for each in sentences.whole(hidden) if not _MARKED.search(each))


_Span = tuple[int, int, str]


def _apart(found: Iterable[_Span]) -> list[_Span]:
    """Those that overlap are one, of the first one's kind."""
    kept: list[_Span] = []
    for start, end, kind in sorted(found, key=lambda each: (each[0], -each[1])):
        if kept and start < kept[-1][1]:
            begun, until, first = kept[-1]
            kept[-1] = begun, max(until, end), first
        else:
            kept.append((start, end, kind))
    return kept


def _secret(text: str, found: list[_Span]) -> Iterable[_Span]:
    """Those of them that are not there for everybody to see."""
    shown = _within([each.span() for each in _PUBLIC.finditer(text)])
    named = _within([each.span("said") for each in _BY_NAME.finditer(text)])
    return [
        (start, end, kind)
        for start, end, kind in found
        if not _HIDDEN.search(text, start, end)
        and not _SAMPLE.search(text, start, end)
        and not shown(start, end)
        and not _is_name_of_a_thing(text, start, end)
        and (_MADE_KEYS.match(text, start) or not named(start, end))
    ]


def _is_name_of_a_thing(text: str, start: int, end: int) -> bool:
    """A UUID that nothing near it calls a key."""
    around = max(0, start - _OF_A_KEY_CHARS), end + _OF_A_KEY_CHARS // 2
    return bool(_UUID.fullmatch(text, start, end) and not _OF_A_KEY.search(text, *around))


def _within(spans: list[tuple[int, int]]) -> Callable[[int, int], bool]:
    """Whether a place lies within one of these, which stand in order and apart."""
    starts = [start for start, _ in spans]

    def lies(start: int, end: int) -> bool:
        at = bisect_right(starts, start) - 1
        return at >= 0 and end <= spans[at][1]

    return lies


def _found(text: str) -> Iterator[_Span]:
    low = text.lower()
    hints = _hints(low)
    for kind, pattern in _likely(text, hints):
        group = "said" if "said" in pattern.groupindex else 0
        for match in pattern.finditer(text):
            if kind == "direct" and told_secrets.is_talk(text, *match.span(group)):
                continue
            said = _value(kind, match[group])
            start = match.start(group) + match[group].find(said)
            if said and not said.startswith("⟨"):
                shown = "token" if kind == "made" and said.startswith("eyJ") else kind
                yield start, start + len(said), _SHOWN.get(shown, shown)
    if not _IN_NAMES.isdisjoint(hints):
        yield from _fields(text)
    if not _OF_SPARES.isdisjoint(hints):
        yield from _spares(text)
    for start, end, kind in told_secrets.found(text) if told_secrets.is_told(low, hints) else ():
        if not _STAND_IN.fullmatch(text, start, end) and not _is_setting(text, start):
            yield start, end, kind


def _is_setting(text: str, start: int) -> bool:
    """A value of a field whose name says that it holds none: password_reset_expiry = 3600."""
    field = _FIELD_BEFORE.search(text, max(0, start - _FIELD_CHARS), start)
    if not field:
        return False
    name = [each.lower() for each in _NAME_PART.findall(field["name"])]
    return len(name) > 1 and not _field_words("setting field").isdisjoint(name)


def _fields(text: str) -> Iterator[_Span]:
    """Values of fields whose name says what they are, as in settings, queries and logs."""
    for field in _FIELD.finditer(text):
        name = frozenset(each.lower() for each in _NAME_PART.findall(field["name"]))
        said = _trimmed(field["said"])
        if name & _field_words("harmless field") or _ONLY_HAN.fullmatch(said):
            continue
        if name & _field_words("password field"):
            said, kind = _value("word" if len(name) > 1 else "bare", said), "password"
        elif name & _field_words("key field") and _KEYED.match(said):
            said, kind = _value("named", said), "api key"
        else:
            continue
        if said and not said.startswith("⟨"):
            start = field.start("said") + field["said"].find(said)
            yield start, start + len(said), kind


def _spares(text: str) -> Iterator[_Span]:
    """The lines of codes, one or several in each, after a line that says that they come."""
    for named in _SPARES.finditer(text):
        at = named.end()
        while line := _SPARE_LINE.match(text, at):
            yield *line.span("said"), "code"
            at = line.end()


def _hints(low: str) -> frozenset[str]:
    """What in a text announces a secret. Most texts hold nothing of it, and thousands are looked at
    a second."""
    pieces = low.split() if low.isascii() else _PIECE.findall(low)
    found = _NOTHING.union(*map(_announced.__getitem__, pieces))
    if not low.isascii() and _IN_HAN.search(low):
        found = found.union(each for each in _HAN_HINTS if each in low)
    return found


class _Announced(dict[str, frozenset[str]]):
    """What in a piece without a blank announces a secret. The words of a language come again and
    again and are remembered; what has a digit in it or may be a secret is not."""

    def __missing__(self, piece: str) -> frozenset[str]:
        if len(piece) < _KEY_CHARS and piece.strip(_MARKS).isdecimal():
            return _NUMBER
        signs = [*told_secrets.signs_in(piece)]
        if _IN_LATIN.search(piece):
            signs += [each for each in _LATIN_HINTS if each in piece]
        if _KEYLIKE.search(piece):
            signs.append(_KEY)
        if _DIGIT.search(piece):
            signs.append(_DIGITS)
        found = frozenset(signs)
        is_word = len(piece) < _KEY_CHARS and _DIGITS not in found
        if is_word and told_secrets.MADE_UP not in found:
            if len(self) >= _WORDS_KEPT:
                self.clear()
            self[piece] = found
        return found


_announced = _Announced()


def _likely(text: str, found: frozenset[str]) -> list[tuple[str, re.Pattern[str]]]:
    likely: list[tuple[str, re.Pattern[str]]] = []
    if _KEY in found:
        likely += ("made", _MADE_KEYS), ("new", _NEW_KEYS)
    if len(text) >= _SEED_CHARS and _SEEDLIKE.search(text):
        likely.append(("bare seed", _BARE_SEED))
    if text.isascii():
        digits = _ASCII_RUN.search(text) if _DIGITS in found else None
    else:
        digits = _RUN.search(text)
    hinted = {place for each in found if each in _HINTED for place in _HINTED[each]}
    if digits:
        hinted.update(_HINTED[""])
    if not hinted:
        return likely
    numbered = _DIGIT.search(text)
    for place in sorted(hinted):
        kind, pattern, _ = _SECRETS[place]
        if (
            (numbered or kind not in _NUMBERED)
            and (digits or kind not in _LONG)
            and (kind != "named" or _VALUELIKE.search(text))
            and (kind != "grouped" or _IN_FOURS.search(text))
            and (kind != "bare" or "/" in text)
        ):
            likely.append((kind, pattern))
    return likely


# -- Whether what stands there is a value: how much of it, or nothing.


def _value(kind: str, said: str) -> str:
    match kind:
        case "word":
            said = _trimmed(said)
            return "" if len(said) < 4 or _word(said) in _stop() or _is_dull(said) else said
        case "bare":
            said = _trimmed(said)
            firm = len(said) >= 6 and any(map(str.isdigit, said)) and said[0] not in "?=/:.,&@>_-"
            return said if firm and not _MEASURE.fullmatch(said) and not _is_dull(said) else ""
        case "named":
            said = said.rstrip(".-")
            return said if (_is_random(said) or _is_babble(said)) and not _is_dull(said) else ""
        case "made":
            return "" if _is_named(said) or len(set(said[-12:])) < 4 else said
        case "new":
            return said if _is_jumbled(said) else ""
        case "private key":
            return said if _KEY_BODY.search(said) else ""  # not a headline alone
        case "seed phrase":
            first = re.findall("[a-z]+", said.lower())[:12]
            return said if sum(each in _stop() for each in first) <= 1 else ""
        case "passphrase":
            return _passphrase(said)
        case "grouped":
            return "" if set(said.lower().split()) & _stop() else said
        case "bare seed":
            return _seed(said)
        case "cookie":
            return _cookies(said)
        case "han":
            return said if sum(each in " 、,，\n" for each in said) >= 11 else ""
        case "card number":
            for whole in (said, re.split("[ .·-](?=\\d+$)", said)[0]):  # what follows: its month
                if _is_card("".join(filter(str.isdigit, whole))):
                    return whole
            return ""
        case "identity number":
            bare = said.upper().replace(" ", "").replace("-", "")
            chinese = len(bare) == _PERSON_DIGITS and bare[:-1].isdigit()
            return said if not chinese or _is_person(bare) else ""
        case "iban":
            return _iban(said)
        case "dni" | "cpf" | "rut" | "nir" | "sin" | "nric":
            return said if _adds_up_abroad(kind, re.sub(r"[ .-]", "", said.upper())) else ""
        case "base32":
            return said if any(map(str.isdigit, said)) else ""
        case "direct":
            said = _value("bare", said)
            called = _ADDRESS.fullmatch(said) or told_secrets.is_called(said)
            return "" if called and not said.isdigit() else said
        case "abroad":
            said = _trimmed(said)
            return "" if len(said) < 4 or _is_dull(said) or _ADDRESS.fullmatch(said) else said
        case "abroad word":
            return "" if _word(said) in _field_words("about abroad") or _is_dull(said) else said
        case "spelled":
            return "" if _COUNTING.match(said) else said
    return "" if kind == "password" and _PLACEHOLDER.fullmatch(said) else said


def _seed(said: str) -> str:
    """Its longest part of words that seeds are made of, if it is as long as a seed. Words that a
    list has between them must also add up."""
    longest = ""
    begun, several = 0, list[str]()
    for each in (*re.finditer("[a-z]+", said), None):
        if each and each[0] in _seed_words():
            several.append(each[0])
            continue
        part = said[begun : each.start() if each else len(said)].strip(" \t\n,，、")
        plain = not re.search("[,，、]", part)
        if len(set(several)) > 7 and len(several) >= _SEED_LENGTHS[0] and len(part) > len(longest):
            longest = part if plain or _adds_up(several) else longest
        begun, several = each.end() if each else 0, []
    return longest


def _adds_up(seed: list[str]) -> bool:
    """Whether the last bits of a seed are the sum of the others (BIP-39)."""
    if len(seed) not in _SEED_LENGTHS:
        return False
    bits = "".join(f"{_seed_words()[each]:0{_SEED_BITS}b}" for each in seed)
    checks = len(seed) // 3
    rest = int(bits[:-checks], 2).to_bytes(len(bits[:-checks]) // 8)
    return f"{hashlib.sha256(rest).digest()[0]:08b}"[:checks] == bits[-checks:]


@cache
def _seed_words() -> dict[str, int]:
    listed = topics(__file__, "en/seed_words.txt")["seed words"].split()
    return {word: number for number, word in enumerate(listed)}


def _passphrase(said: str) -> str:
    """Its words up to the first that goes on to speak; of fewer, or where the first says something
    of it, nothing."""
    told = [each.group() for each in re.finditer("[A-Za-z]+", said)]
    none = _stop() | words(topics(__file__, "en/secrets.txt")["no passphrase"])
    count = next((place for place, each in enumerate(told) if each.lower() in none), len(told))
    if count < _PASSPHRASE_WORDS or told[0].lower().endswith(("ed", "ing", "ly")):
        return ""
    return said[: len(" ".join(told[:count]))]


def _cookies(said: str) -> str:
    """The pairs of a header up to the last one that is nobody's choice of a colour."""
    taken = end = 0
    for pair in said.split(";"):
        taken += len(pair) + 1
        value = pair.partition("=")[2].split(" ")[0]
        if len(value) >= 12 and _is_random(value):
            end = taken - 1 - len(pair.partition("=")[2]) + len(value)
    return said[:end]


@cache
def _about() -> frozenset[str]:
    """Words of a sentence about a secret: the secret itself has none of them."""
    return words(topics(__file__, "en/secrets.txt")["about"])


@cache
def _grammar_words() -> frozenset[str]:
    return words(topics(__file__, "en/terms.txt")["stop"])


@cache
def _stop() -> frozenset[str]:
    return _grammar_words() | _about()


@cache
def _field_words(topic: str) -> frozenset[str]:
    """Parts of the names of fields: what they hold."""
    return words(topics(__file__, "en/secrets.txt")[topic])


def _trimmed(said: str) -> str:
    if end := _END.search(said):
        said = said[: end.start()]
    return said.rstrip(".,;:!?)]}'\"")


def _word(said: str) -> str:
    return said.strip(".,;:!?'\"").lower()


def _is_dull(said: str) -> bool:
    """What stands where a value will stand."""
    named = _CODE_NAME.fullmatch(said) and ("_" in said or "." in said)
    return bool(named or _PLACEHOLDER.fullmatch(said))


def _is_named(said: str) -> bool:
    """Words and a year with lines between, as files and functions are called."""
    parts = re.split("[_-]", said)
    plain = all((each.isalpha() and len(each) < 16) or len(each) <= 4 for each in parts)
    return plain and len(parts) > 2


def _is_random(said: str) -> bool:
    digits = sum(map(str.isdigit, said))
    return digits >= 1 and _entropy(said) >= 2.5 and not _MEASURE.fullmatch(said)


def _is_babble(said: str) -> bool:
    """Letters alone that nobody can speak."""
    vowels = sum(each in "aeiouy" for each in said)
    return len(said) >= 12 and said.isalpha() and said.islower() and vowels * 4 < len(said)


def _is_jumbled(said: str) -> bool:
    """Cases and digits in turns as no name has them."""
    kinds = _kinds(said)
    return len(set(kinds)) == 3 and kinds.count("d") >= 2 and _turns(kinds) >= 0.35


def _kinds(said: str) -> list[str]:
    return ["d" if each.isdigit() else "u" if each.isupper() else "l" for each in said]


def _turns(kinds: list[str]) -> float:
    """How often the next character is of another kind."""
    return sum(one != other for one, other in pairwise(kinds)) / len(kinds)


def _entropy(said: str) -> float:
    """Bits a character."""
    shares = [count / len(said) for count in Counter(said).values()]
    return -sum(share * math.log2(share) for share in shares)


# -- Check digits.


def _is_card(digits: str) -> bool:
    """Of a length that cards of its maker have, and with its check digit."""
    if digits[0] == "2" and not "2221" <= digits[:4] <= "2720":
        return False
    if len(digits) not in _CARD_DIGITS.get(digits[0], ()):
        return False
    return _luhn(digits)


def _iban(said: str) -> str:
    """As long as its country has them; what follows is another word."""
    most = int(_IBANS.get(said[:2].upper(), 0))
    taken, count = 0, 0
    while taken < len(said) and count < most:
        count += said[taken] != " "
        taken += 1
    said, bare = said[:taken], said[:taken].replace(" ", "").upper()
    if not most or len(bare) != most:
        return ""
    number = int("".join(str(int(each, 36)) for each in bare[4:] + bare[:4]))
    return said if number % 97 == 1 else ""


def _luhn(digits: str) -> bool:
    if len(set(digits)) == 1:
        return False
    doubled = False
    total = 0
    for each in reversed(digits):
        total += int(_DOUBLED[int(each)] if doubled else each)
        doubled = not doubled
    return str(total).endswith("0")


def _is_person(number: str) -> bool:
    """A Chinese identity number: a day of birth, and its check digit."""
    born = _BORN.match(number)
    try:
        if born is None or not date(int(born["year"]), int(born["month"]), int(born["day"])):
            return False
    except ValueError:
        return False
    total = sum(int(digit) * weight for digit, weight in zip(number, _WEIGHTS, strict=False))
    return number[-1] == _CHECKS[total % len(_CHECKS)]


_DNI = "TRWAGMYFPDXBNJZSQVHLCKE"


def _adds_up_abroad(kind: str, number: str) -> bool:
    """Spain's DNI and NIE, Brazil's CPF, Chile's RUT, France's NIR, Canada's SIN,
    Singapore's NRIC."""
    match kind:
        case "dni":
            plain = number[:-1].translate(str.maketrans("XYZ", "012"))
            return number[-1] == _DNI[int(plain) % len(_DNI)]
        case "cpf":
            digits = [int(each) for each in number]
            return len(set(digits)) > 1 and all(
                digits[size]
                == sum((size + 1 - at) * digits[at] for at in range(size)) * 10 % 11 % 10
                for size in (9, 10)
            )
        case "sin":
            return _luhn(number)
        case "rut":
            total = sum((2 + at % 6) * int(each) for at, each in enumerate(reversed(number[:-1])))
            return number[-1] == "0K987654321"[total % 11]
        case "nir":
            body = number[:-2].replace("2A", "19").replace("2B", "18")
            return body.isdigit() and int(number[-2:]) == 97 - int(body) % 97
    weighed = sum(
        weight * int(each) for weight, each in zip((2, 7, 6, 5, 4, 3, 2), number[1:8], strict=True)
    )
    total = weighed + (4 if number[0] in "TG" else 0)
    return number[-1] == ("JZIHGFEDCBA" if number[0] in "ST" else "XWUTRQPNMLK")[total % 11]
