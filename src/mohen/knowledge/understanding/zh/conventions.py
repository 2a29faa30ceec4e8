"""What holds for all code of a team, in Chinese, however it is put.

As a statement (枚举存 code，不存 name), a label (分支命名：feat/单号), a list below its heading,
a complaint (我说过不要加注释), a condition (只要涉及扣款就先问我) or as leave (单测可以直接跑，不用
问我). A rule names a class of things, all that is new of a kind, or what an agent does as a rule.
样式不要改, 所有按钮都加图标 and 这个接口必须校验 are of the work at hand; what users may do is of
the program.
"""

from __future__ import annotations

import re
from functools import lru_cache

from mohen.knowledge.understanding import entities
from mohen.knowledge.understanding.zh import house_rules
from mohen.knowledge.understanding.zh.development import items, pieces
from mohen.knowledge.understanding.zh.phrases import NOT
from mohen.text.lazy_pattern import LazyPattern
from mohen.text.word_lists import topics


def _listed(topic: str) -> str:
    return "|".join(topics(entities.__file__, "zh/conventions.txt")[topic].split())


_LED = LazyPattern(
    r"^(?:[-*•·\s，：:]|另外|还有|注意|记住|对了|哦对?|哈|嗯|好的?|首先|其次|再就是|顺便说一?[下句]|提醒一?下"
    r"|跟你说一?下|说一?下|请(?!求)|麻烦|拜托|(?:我们|咱们)(?:组里?|团队|项目|这边|公司)?(?!的|要求|规定|不|用)|(?:组里|团队|大家|内部)(?:都|已经)?(?=约定|说好|定)|(?:约定|说好|定好|定了)了?(?=[^，]{0,12}(?:统一|一律|都|必须|不)))*+"
)
_EVER = (
    r"(?:\s|千万|绝对|永远|一定|也|都|以后|尽量|最好|请|记得|就|再|可|直接|随便|老|总|乱|给我"
    r"|帮我)*"
)
_IN = r"\s?(?:里面?|中|上面?|内|层|这边|这块|之间|后面|前面|开头|末尾|结尾|目录)"
# What holds for a whole class: 一律, 必须.
_ALL = (
    r"(?:一律|统一|必须|不许|不准|不允许|不让|禁止|严禁|只[能准许用](?!看)|只(?:增|读|走|放|存)|全(?:部|都)?(?=走|用|放|传|存|写|在|静态)"
    r"|都(?:要|得|必须|是)?(?:走|用|放|扔|丢|存|设|带|抛|返回|传|经过|继承|写[在到]|打|埋|锁|抽[成到]|(?<=都要)[加有写带配]|(?<=都得)[加有写带配]|(?<=都要)过(?!滤|期)|(?<=都得)过(?!滤|期)|归|塞|落)|(?:不进|不落|不走|不写进?|不存|不放|不抛|不返|不提交))"
)
_CHANGES = r"(?:改|换|动|删|去掉|加上|调|变|显示|展示|居中|对齐|做成|拆成|合并)"


def _of_a_class() -> str:
    named, shown = _listed("topics"), _listed("shown")
    latin = r"[A-Za-z@.][\w.@/-]*"
    topic = (
        rf"(?:所有的?|全部|任何|每个)?(?:{latin}\s?(?:、|和|跟|的|里的?)?\s?){{0,2}}"
        rf"(?:(?:文件|项目|代码|组件)里的?)?(?:对外|内部|公共|线上|临时|业务|前端|后端|涉及\S{{1,6}}的)?的?(?:{named})(?:的?(?:{named}))?"
    )
    return (
        # 金额一律存分; 请求都走 src/request.ts; 日志里不准出现手机号
        rf"{topic}{_IN}?(?:的[^，里]{{1,6}})?{_EVER}{_ALL}(?!{_CHANGES})\s?.{{2,}}"
        # 图片一律放 CDN; 文案里不能出现“最”
        rf"|(?:对外|线上|文档里?|官网)?的?(?:{shown})(?:里面?|中|上)?{_EVER}(?:一律|统一|只能|不许|不准|禁止|全)(?!{_CHANGES}).{{2,}}"
        rf"|(?:对外|线上|官网|文档)的?(?:{shown})(?:里面?|中|上){_EVER}{NOT}(?:出现|写|用|带|有).+"
        # 事务里别发 MQ; 单片机这边不要用 malloc
        rf"|{topic}{_IN}{_EVER}{NOT}{_EVER}(?!{_CHANGES}|先)(?:出现|发|写|打|用|放|抛|调|做|查|留|塞|连|起|拼|吞|阻塞|硬|有|带|[A-Za-z]).*"
        # 翻译文件都放 locales 目录; 方法名动词开头; 工具函数别重复造; DTO 和 Entity 分开，别混用
        rf"|(?![^，]{{0,3}}[我你这那])[一-鿿]{{1,4}}(?:文件|脚本|代码|函数|方法|工具类?|逻辑|常量){_IN}?{_EVER}{_ALL}(?!{_CHANGES})\s?[^，]*[A-Za-z].*"
        rf"|(?:{_listed('spelled')})\s?(?:都|一律|统一|必须|要|用|以)*\s?(?!{NOT})[^，]{{0,10}}?(?:开头|结尾|前缀|后缀|全?大写|全?小写|[大小]?驼峰|下划线|复数|单数)[^，]*"
        rf"|(?:{topic}|工具(?:函数|方法|类)|公共方法|轮子){_EVER}{NOT}{_EVER}(?:重复|混着?|瞎|各写|自己[造写拼]|手[写拼]|散|到处).*"
        r"|[^，这那]{2,16}(?:和|跟|与)\s?[^，这那]{2,12}?\s?(?:要|得|必须)?分开，(?:别|不要|不许|不准)混.*"
        rf"|(?=.*(?:{named}))[^，这那我]{{0,4}}(?:改|动|加|删|新增|升级?)(?:了|完)[^，这那]{{1,12}}，?(?:就|都)?(?:必须|一定要|都要|都得|务必)[^，]*(?:更新|同步|补|写|通知|跑)[^，]*"
        r"|(?:不许|不准|禁止|严禁|绝不|绝对不要|绝对不能)(?:再|直接)?(?:用|使用|引入|写|调|依赖|拼)\s?[A-Za-z][^，这那]*"
        # 项目里的 id 都是字符串; 每个 PR 不超过 400 行
        r"|(?:整个)?项目(?:里面?|中|内)(?!.*(?:错|警告|问题|bug))[^，这那]{0,12}?(?:都是|都用|都走|一律|统一|不用|别|不要|不许|禁止|只用).+"
        r"|(?:每个|单个|一个)?\s?(?:pr|mr|commit|提交|方法|函数|类|文件|组件)\s?(?:都)?(?:不要?超过|不能超过|别超过|控制在|最多)\s?[\d一二两三四五六七八九十百]+\s?行.*"
        # 错误信息不要直接返回给前端; 改表结构必须写 migration
        rf"|{topic}(?:{NOT})(?:再)?(?:直接|随便|随意)(?:返回|暴露|抛|拼|存|写|用|打印?|透|传|查|改|删).+"
        rf"|(?:改|新增|加|删|升级?|引入|调整|变更)(?!密码)(?:{named})[^，]{{0,4}}?(?:必须|一定要|都要|都得|一律|不许|禁止)(?:先|同时|也)?(?:写|走|过|补|更新|通知|同步|加|发|出|提|改|经过|有|用|跑|手动).+"
        # 别用 var，一律 const
        rf"|(?:以后)?(?:别|不要)再?(?:用|写|引入)\s?[A-Za-z][^，]*，(?:一律|统一|全部|都)(?:用|写|走)?\s?[^，]+"
        # 代码别炫技; 变量名不要用拼音
        rf"|(?:代码|注释|命名|变量名?|函数名?|方法名?|类名|提交信息|commit|pr|sql|方法|函数|测试){_EVER}(?:{NOT}|少){_EVER}"
        r"(?:写得?太|太|炫技|超过|写成|起|用|混|嵌套|写死|搞|依赖|复述|缩写|只写)[^，]*"
        # 样式走 tailwind
        rf"|(?:{named}){_IN}?走\s?[^，]*[A-Za-z@][^，]*"
        # proto 的字段号只增不改
        rf"|{topic}[^，]{{0,6}}?(?:只增不|只读不|只加不|只减不|只进不).+"
        rf"|{topic}[^，]{{0,10}}?(?P<v>[存写用放走抛传带查])\s?[^，不]{{1,20}}，?(?:也|而)?不(?P=v)(?!搞|太|再|管|担心|考虑|[这那]么|着).+"
        # mock 数据放 __mocks__ 目录，别放别处
        rf"|{topic}(?:都|统一)?(?:放|写|建|丢|扔|存)(?:在|到|进)?\s?[A-Za-z_./~@][^，]*，(?:{NOT}).+"
        # 缓存 key 的格式是 业务:id; 表名前缀是 t_
        rf"|(?:缓存|redis|消息|表名?|分支名?|提交信息|commit|接口路径|错误码|topic|索引名?|变量名?|测试用例)\s?(?:key)?\s?的?(?:格式|前缀|后缀|命名|规则)"
        rf"(?:都|统一|一律)*(?:是|为|用|叫)\s?[^，]*[A-Za-z:_\d][^，]*"
        r"|(?:代码)?缩进(?:都|统一|一律|用|是|要)*\s?(?:[\d二两四八]\s?个?(?:空格|格)|tab).*"
        # 新表必须有 created_at
        rf"|新(?:写|加|增|建|开|来)?的?(?:{_listed('anew')})(?:里)?(?:一律|必须|统一|都(?:要|得|必须)?|要|得|不许|不准|不能|不要|别)(?:走|用|放|加|有|带|写|配|补"
        rf"|继承|实现|打|建|设|经过|以|叫|过|注册|挂|登记|声明)[^，]+"
        # TODO 后面带上人名
        r"|(?:todo|fixme|注释|提交信息|commit|分支名?|pr(?:标题|描述)?)\s?(?:后面|前面|开头|末尾|里|标题|描述)(?:都|必须|一律|得)?(?:要)?(?:带上?|附上?|写上?|标上?|注明|跟上?).+"
    )


_ASKS_ME = (
    r"(?:问|停下|跟我|和我|给我|找我|列|写(?:个|出)|出(?:个|方案)|备份|确认"
    r"|告诉我|说一?声|讲|评估|等我|让我)"
)


def _of_an_agent() -> str:
    out, craft = _listed("goes_out"), f"{_listed('topics')}|{_listed('goes_out')}"
    return (
        # 凡事先看现有代码; 只要涉及扣款就先问我
        r"凡事(?:都)?(?:先|要|别|不要|以)[^我]{2,}"
        rf"|(?:只要|凡是|但凡|一旦|如果|要是)?(?:是)?(?:涉及|碰到|动到|改到|牵扯到?|要[动改碰])到?[^，我]{{1,16}}?(?:的话|的|时候?)?，?(?:就|都|一律|必须|你|要|得|请)*先{_ASKS_ME}.*"
        # rm 这类命令一律先给我看
        r"|[A-Za-z][\w\s-]*(?:[、和/][\w\s-]+)*\s?(?:这类|这种|这些|之类的?|等)(?:高危|危险|破坏性)?的?(?:命令|操作|语句|动作)(?:，)?(?:一律|都|必须|要|绝对|你)*"
        rf"(?:先|{NOT}|得).+"
        # 单测可以直接跑，不用问我; scratch 目录下的随便改
        rf"|(?=.*(?:{craft}|[A-Za-z]|改动))[^，这那]{{1,18}}?(?:你)?(?:可以|能|就)?(?:直接|随便|放心|自己|随时)(?:跑|改|删|提交|执行|装|用|加|建|修|动|看|读|过)[^，]{{0,16}}，?"
        r"(?:都)?(?:不用|不必|不需要|无需|别)(?:每次|再|都|特意|来|先|一遍遍|什么都)*(?:问我?(?:一声)?$|问我|跟我|等我|请示|找我|征求|经过我|确认).*"
        r"|(?:不用|不必|别|无需|不要)(?:每次|每一?步|每改一?[处个行]|老是?|总是?|动不动就?|什么都)+(?:都|就|来|停下来)*(?:问我|等我|跟我(?:确认|请示)|找我确认).*"
        r"|[^，这那]{0,16}[A-Za-z][\w/.-]*\s?(?:目录|分支|文件夹|环境|下|里)(?:下面?的?|里面?的?|上)?(?:东西|文件|代码)?(?:你)?(?:可以)?(?:随便|随意|任意|放心)(?:改|动|删|折腾|造|跑|写|用|推|提|合|push).*"
        # push 我自己来
        rf"|(?:git\s?)?(?:{out})\s?[^，我这那]{{0,6}}?(?:都)?我(?:会|都)?自己(?:来|做|弄|搞|点|执行|跑|手动).*"
        rf"|你(?:就)?(?:只管|只负责|只)(?:写|改)代码[^，]*，.*(?:{out}).+"
        r"|你(?:到|做到|只到)\s?(?:commit|提交|add|写完|本地)\s?(?:为止|就行|就停).*"
        # 给我完整文件，别省略; 不要给我一大堆方案; 回复末尾不要总结
        r"|(?:每次|都|要)*(?:给我?|贴|发|输出|要)(?:的)?(?:都)?(?:要)?(?:完整|整个)的?(?:文件|代码|函数)[^，]{0,6}，(?:别|不要|不许|不准)(?:省略|只|截断|用|偷懒).*"
        rf"|{NOT}(?:再|老|总|一次)*(?:给我|跟我|一上来就)?(?:贴|列|给|甩|抛|罗列|扔|写)(?:我)?(?:出)?(?:一?大堆|一堆|太多|好多|好几[个种]|多个|[三四五两]个|[三四五两]种)[^，这那]{{0,6}}(?:方案|选项|选择|代码|文字|理论|建议|文档|总结|注释).*"
        rf"|(?:回复|回答|输出|答案|总结)的?(?:末尾|结尾|最后|开头|前面|后面)(?:{NOT}|少)(?:再|总|老|动不动)*(?:写|加|说|来|带|问|总结|跟|重复|夸).+"
        rf"|(?:别|不要)再(?:给我|帮我|老|总|动不动)*(?:写|加|用|贴|生成|输出|引入|留|编|造|新建|建)(?:那种|这种|任何)\s?[^，它]{{2,24}}"
        r"|(?:别|不要)(?:老是?|总是?|动不动就?|一直)(?:给我|帮我)?(?:整|搞|写|加|弄|包|用|生成|来|套|抽|引入)[^，它]{2,24}"
        rf"|(?:用到|引入|要用|想用|换)[^，我]{{1,12}}?(?:之前|以前|前)，?(?:都|要|必须|得|你)*先{_ASKS_ME}.*"
        # 改代码之前先说思路; 改动超过三个文件就先列计划; 拿不准的逻辑别瞎猜
        rf"|(?:你)?(?:动手|写代码|改代码|动代码|开工|开始写|实现)(?:之前|以前|前)，?(?:都|要|必须|得|请)*先(?:说|列|讲|写|出|{_ASKS_ME})[^，]*"
        rf"|(?:改动|修改|改)(?:超过|多于|大于|涉及)[^，这那]{{1,12}}?，?(?:就|都|必须|要|得)*先(?:说|讲|出|{_ASKS_ME})[^，]*"
        r"|(?:遇到|碰到|有)?(?:任何)?(?:不确定|拿不准|不清楚|有疑问|有歧义|没把握)的?[^，]{0,8}，?(?:就|都)?(?:别|不要)(?:瞎|乱|自己)*(?:猜|编|写|改|决定|发挥)[^，]*"
        # 别动我手写的 Dockerfile; 不用给我讲基础概念; 测试库随便折腾
        r"|(?:别|不要|不许)(?:再)?(?:动|改|碰|覆盖)我(?:自己)?(?:的|手?写的|配的|调的|定的)\s?[^，这那]*[A-Za-z][^，]*"
        r"|(?:不用|不需要|没必要|无需|别)(?:再|老|总)?(?:给我|跟我)(?:讲|解释|科普|介绍)[^，这那]{2,12}"
        r"|(?:测试|开发|本地|联调)(?:库|环境|服|分支|机)(?:你)?(?:可以)?(?:随便|随意|放心)(?:改|折腾|造|删|跑|玩|搞|用).*"
        # 别给我写英文注释
        rf"|(?:别|不要)(?:再)?给我(?:写|加|生成|用|整|搞|来|发)?\s?(?=[^，]*(?:注释|文档|脚本|日志|单测|markdown|总结|伪代码|[A-Za-z]{{3}}))[^，这那它]{{2,16}}"
        # 别用 -f 强推
        rf"|[^，这那]{{0,20}}?{NOT}[^，这那]{{0,12}}(?:(?<!\w)-f\b|--force|--no-verify|--hard|--amend|强行\s?[A-Za-z]).*"
        # vendor 目录是别人的代码，不要改
        rf"|[^，这那我]*[A-Za-z][^，我]{{0,16}}?(?:目录|文件夹|文件|代码|包|lock|脚本)?(?:下面?|里面?)?的?(?:东西|内容|代码|文件)?(?:是|由|归|都?是)[^，]{{2,}}，(?:[^，]+，)?[^，]{{0,12}}?{NOT}{_EVER}(?:手动?)?(?:改|动|碰|编辑|提交).*"
        rf"|.*(?:目录|vendor|node_modules|third_party|submodule|子模块|生成的|lock\s?文件)[^，]{{0,10}}(?:一律|绝对|永远|都|千万|谁也)(?:{NOT})(?:手?动?改|动|碰|编辑|提交).*"
        # UE 蓝图我不熟，能用 C++ 的就给 C++
        r"|能用\s?[^，]*[A-Za-z][^，]*的?，?就(?:用|给|别|不)[^，]+"
    )


_MOST = 100  # characters of a rule
_RULE = LazyPattern(
    lambda: rf"(?!.{{{_MOST + 1}}})(?:{_of_a_class()}|{_of_an_agent()})", re.IGNORECASE
)
# Cheap to look for: without one of these nothing is a rule.
_MAY = LazyPattern(
    rf"{NOT}|一律|统一|必须|都|只|全|不|走|用|是|为|凡|先|严禁|要|得|自己|随便|缩进|带上?|附|少|规|约定|格式|命名|风格|开头|结尾|缀|大写|小写|驼峰|下划线|[单复]数|说[过了]"
)
_AT_HAND = LazyPattern(lambda: _listed("at_hand"))
_ASKS = LazyPattern(lambda: _listed("asks"))
_MAKES = LazyPattern(lambda: _listed("makes"))
# What users meet with, or a state that must not come about: no rule for those who write it.
_OF_PROGRAM = LazyPattern(
    r"用户|玩家|访客|顾客|点击|弹窗|按钮|提示语?(?!词)|的情况|滚动|表单|输入框|二次确认|跳转|登录后|超时|重复提交|空状态|首屏|[左右][下上]?[角边侧]|顶部|底部|居中|页脚|导航"
)
_QUOTED = LazyPattern(r"[“「『‘\"`][^”」』’\"`]*[”」』’\"`]")

# -- complaints: 我说过不要加注释; 不要动 pom.xml，说了多少遍了

_OFTEN = r"(?:多少|好?几|无数|很多|N|n|[两三四五]|不止一)(?:遍|次|回)"
_SAID = LazyPattern(
    r"^(?:.*[，。！!])?(?:我|不是|跟你|和你|都|早就?|之前|已经|上次|明明|以前|就|应该)*+(?:说|讲|强调|提醒)(?:过|了)(?:你)?"
    rf"(?:{_OFTEN})?(?:了|的|吗|嘛)?[，：:！!\s]*(?P<rule>(?:{NOT}|用|必须|得|统一|一律|要用|要先|要写|要跑)\s?[^，。！!]{{2,24}})$"
)
_SAID_OFTEN = LazyPattern(
    rf"^(?P<rule>{NOT}[^？?]{{3,60}}?)[，。！!\s]+(?:我|都|早|就|跟你|你|前面|之前|真的|已经|这个?事?)*(?:说(?:过|了)|讲了|强调了?|提醒过?)(?:你)?{_OFTEN}了?$"
)
# 怎么又加注释了？说过不要
_AGAIN = LazyPattern(
    rf"^(?:怎么|你|咋|为什么|，|哎|唉)*又(?:给我|帮我|在)?(?P<act>[^，了]{{2,14}})了[，。！!？?～~\s]+.*(?:说|讲|强调|提醒)(?:过|了)你?(?:{_OFTEN})?了?，?"
    rf"(?:{NOT})(?:这样|这么[干做搞写]|再|加|写|用|弄)*[了的]?$"
)
_ONCE = LazyPattern(rf"{NOT}(?:再)?(?:改|动|删|碰|加|提交)(?!.*[A-Za-z注]).*", re.DOTALL)
_SPLIT = LazyPattern("[，。！!\\s]*[，。！!][，。！!\\s]*")

# -- labels and lists

_LABEL = LazyPattern(
    lambda: (
        rf"(?:我们|咱们)?的?(?=[^：:]*(?:{_listed('labelled')}))(?P<head>[^，。：:？?]{{0,12}}(?:规范|规则|规矩|约定|格式|风格|命名|标准|约束|原则|纪律))"
        r"[：:]\s*(?P<value>\S.{2,})"
    ),
    re.IGNORECASE | re.DOTALL,
)
_HEADING = LazyPattern(
    lambda: (
        rf"(?P<head>(?=[^\n]{{0,40}}?(?:{_listed('labelled')}))[^\n？?]{{0,20}}?(?:规范|规矩|约定|规则|守则|原则|红线|纪律|要求|习惯|注意事项))[^\n？?]{{0,24}}?[：:，。）)]?\s*"
        r"|[^\n？?]{0,10}(?:几条|几个|一些)(?:规矩|约定|习惯|红线|要求)[^\n？?]{0,10}[：:]\s*"
    ),
    re.IGNORECASE,
)
_NOT_OWN = LazyPattern(
    r"网上|抄|找到|别人|怎么[样看]|合理|评价|点评|润色|翻译|总结|改写|写得|如何|生成|整理|对不对|[吗?？]|帮我|这(?!个?(?:项目|仓库|工程|代码库|是我们))"
)
_OF_A_PRODUCT = LazyPattern("需求|产品|功能|页面|业务|游戏|活动|抽奖|校验|计费|订单")
_ITEM_MOST = 100
_RECENT = 256  # sentences that are asked about several times each


def said_to_be(text: str) -> str:
    """The rule that is said to be one: 这是规定, or a complaint that it was given before."""
    said = _bare(text)
    if _LAID_DOWN.search(said) and (size := _laid_down(parts := pieces(said))):
        return "".join(parts[:size]).strip("，,；; ")
    if not _COMPLAINS.search(said):
        return ""
    if (again := _AGAIN.match(said)) and not _AT_HAND.search(again["act"]):
        return f"不要{again['act']}"
    for pattern in (_SAID, _SAID_OFTEN):
        again = pattern.match(said)
        if again and not (_ONCE.fullmatch(again["rule"]) or _AT_HAND.search(again["rule"])):
            return "，".join(each for each in _SPLIT.split(again["rule"]) if each)
    return ""


_COMPLAINS = LazyPattern("(?:说|讲|强调|提醒)(?:过|了)")


def _bare(text: str) -> str:
    return _LED.sub("", text.strip()).rstrip("。.!！，,；;~～ ")


def _rule(text: str) -> str:
    """The rule that a sentence begins with, to where it goes on to ask for something."""
    if not _MAY.search(text):
        return ""
    if again := said_to_be(text):
        return again
    said = _bare(text)
    parts = pieces(said)
    size = _opened(parts)
    if not size:
        return ""
    while size < len(parts) and not _goes_off(parts[size]):
        size += 1
    rule = "".join(parts[:size]).strip("，,；; ")
    return rule if len(rule) <= _MOST and _balanced(rule) else ""


def _opened(parts: list[str]) -> int:
    """How many clauses it takes to say what the rule is, with the reason that leads to it."""
    for size in (1, 2):
        if _is_rule("".join(parts[:size])) or (size == 1 and _is_label(parts[0])):
            return size
    if len(parts) > 1 and _UNSURE.fullmatch(parts[0].strip("，,")) and _is_rule(parts[1]):
        return 2
    for place, each in enumerate(parts[1:3], 1):
        if each.startswith("所以"):
            reason = not any(_goes_off(before) for before in parts[:place])
            return place + 1 if reason and _is_rule(each.removeprefix("所以")) else 0
    return 0


# UE 蓝图我不熟，能用 C++ 的就给 C++
_UNSURE = LazyPattern(
    r"[^，这那]*我(?:也)?(?:不|没)(?:太|怎么|大)?(?:熟悉?|懂|会|了解|学过|用过|接触过)(?:的|写|用)?"
    r"|我(?:也)?(?:只|就)(?:会|懂|用过|学过)[^，这那]{1,12}"
)


# 失败的任务要重试三次，这是组里统一的: that it is a rule is said behind it.
_LAID_DOWN = LazyPattern(
    r"(?:这个?|这些|都|这也)?(?:就)?是(?:我们|咱们)?(?:团队|组里|组|公司|项目|架构组|这边)?(?:里)?(?:统一的|(?:的)?(?:硬性?)?"
    r"(?:规定|规范|约定|流程|规矩|惯例|铁律|底线|红线|要求))(?:的|了)?"
)


def _laid_down(parts: list[str]) -> int:
    for place, each in enumerate(parts[1:4], 1):
        if _LAID_DOWN.fullmatch(each.strip("，,；;。！! ")):
            return 0 if any(_ASKS.search(before) for before in parts[:place]) else place
    return 0


def _is_label(text: str) -> bool:
    label = _LABEL.fullmatch(text.strip("，,；;。！! "))
    if label is None or "\n" in text:
        return False
    return not (_NOT_OWN.search(text) or _AT_HAND.search(text) or _ASKS.search(label["value"]))


def _balanced(text: str) -> bool:
    return text.count("“") == text.count("”") and text.count('"') % 2 == 0


def _is_rule(text: str) -> bool:
    said = text.strip("，,；;。！! ")
    bare = _QUOTED.sub(lambda found: found.group()[0] + "甲A" + found.group()[-1], said)
    if _AT_HAND.search(bare) or _OF_PROGRAM.search(bare) or house_rules.is_for_the_program(said):
        return False
    return bool(_RULE.fullmatch(said))


def _goes_off(part: str) -> bool:
    said = part.strip("，,；;。！! ")
    return bool(_ASKS.search(said) or _AT_HAND.search(said) or _LEANS.search(said))


# What only this conversation knows, and what one feels about it.
_LEANS = LazyPattern(
    r"[他她它]|那种|这种|你倒|吓死|烦死|气死|头疼|无语|看着[烦累]|血的教训|真(?:的|是)?[烦累服]|心累|好吗$"
)


def any_of(topic: str) -> str:
    """Any of the words of a topic."""
    return _listed(topic)


def listed(text: str) -> tuple[list[str], int]:
    """The rules of a list with its heading, and its length; none where it is not one's own."""
    _, found, length = items(text, _HEADING)
    first = text.partition("\n")[0]
    if not found or _NOT_OWN.search(first) or _OF_A_PRODUCT.search(first):
        return [], 0
    return [each for each in found if len(each) <= _ITEM_MOST and not _ASKS.search(each)], length


@lru_cache(_RECENT)
def rules(text: str) -> tuple[str, ...]:
    """What a thought asks for in all of the work to come."""
    if "\n" in text.strip():
        return tuple(listed(text)[0])
    rule = _rule(text)
    return (rule,) if rule else ()


def makes(sentence: str) -> bool:
    """Whether it asks for something new: what is said behind it may be of that."""
    return bool(_MAKES.match(sentence))
