"""What developers say of their project, their team and how they work, in Chinese.

我们用 pnpm，不用 npm and 后端就我一个人，前端是小李在做 are one fact each, understood by whoever
knows the project, and true as they were said: so each is kept as a dated sentence of its own. What
a sentence goes on to ask for, an hour's trouble and what is only thought about are none of it.
"""

from __future__ import annotations

import re

from mohen.knowledge.understanding.entities import HAN_NAME
from mohen.knowledge.understanding.zh import alone, house_rules, of_a_project
from mohen.knowledge.understanding.zh.development import NAMED, NAMES, THE_PROJECT, listed
from mohen.text.lazy_pattern import LazyPattern

_N = r"[\d一二两三四五六七八九十几]"
_WE = r"(?:我们|咱们)(?:团队|组里?|公司|部门|项目|这边|后端|前端|线上|内部|服务端|客户端|平台)?"
_AS_A_RULE = (
    r"(?:现在|目前|一直|都|也|还|已经|一般|平时|通常|统一|主要|只|全部?|最终|最后|后来|当初|早就"
    r"|基本上?|默认|大多)*"
)
_KIND = r"(?:以上|以下|及以上|起|上|系统|架构|流程|规范|协议|模式|部署|构建|打包|写的|做的|那套)"
# A path, an address, a port.
_ADDRESS = (
    r"(?:https?://\S+|[\w-]+(?:\.[\w-]+)+(?::\d+)?(?:/\S*)?|~/\S+|/[\w.-]+/\S*|localhost:\d+"
    r"|[\w.-]+/[\w./-]+)"
)
_HOW_LONG = rf"{_N}+\s?个?(?:小时|天|周|星期|月|年)"


def _uses() -> str:
    """我们用 pnpm; 我们最低支持 Node 20; 我们是主干开发."""
    return (
        rf"{_WE}{_AS_A_RULE}(?:在用|用的?(?:都)?是?|采用(?:的是)?|使用(?:的是)?|不用|没用|不再用"
        r"|(?:最低|最高|至少|只)?(?:要)?(?:不?支持)到?|兼容|跑在|部署在|托管在|跑的(?:都)?是|走的?是?"
        rf"|遵循|遵守|(?:是)?基于)\s?{NAMES}\s?{_KIND}?"
        rf"|{_WE}{_AS_A_RULE}(?:是|走的?是?|实行|采用|做|用)[^，的]{{0,4}}?(?:{listed('ways')})"
        r"(?:架构|模式|流程|的|开发|仓库|项目|部署)*"
    )


def _decided() -> str:
    """我们决定用 Kafka，不用 RabbitMQ; 我们选了 SQLite; 我们从 Vue 2 升到了 Vue 3."""
    return (
        rf"{_WE}{_AS_A_RULE}(?:(?:商量好了?|讨论后)?决定(?:了)?(?:用|采用|改用|选|换成|换到|迁到|迁移到|上|不上"
        r"|不用|放弃|弃用)|选(?:用|定|择)?了|选的是|放弃了|弃用了|淘汰了|去掉了|改用了?|换用了?"
        rf"|(?:把\s?{NAMED}\s?|从\s?{NAMED}\s?)?(?:迁移?|换|切换?|升级?|搬|转|改)[到成至为]了?)\s?{NAMES}"
        rf"\s?(?:了|{_KIND})?"
    )


def _things() -> str:
    """我们的 CI 要跑 14 分钟; 我们项目的测试都放在 packages/api/test."""
    return (
        rf"{_WE}的?[^，我你他她]{{0,8}}?(?:{listed('things')}|ci|cd|api|sdk|pr|orm|ui|app)\s?"
        r"(?:的?(?:地址|域名|版本|名字|命名|规范|风格|流程|[覆复]盖率|账号|大小|端口))?"
        r"(?:现在|目前|都|也|只|一般|默认|统一|主要|全部?)*"
        r"(?:是(?!为了|因为|不是)|叫|在|用的?是?|放在|跑在|部署[在到]|托管在|写在|存在|建在|走|由|归|要跑"
        r"|要连|要过|最[多少]|至少|大约|大概|一共|共|不?支持|基于|不能|必须|要(?=带|走|经过|兼容|保持|遵守|符合)|(?<=都)要|(?<=一律)要|每|从不|没有|超过|控制在"
        rf"|保[持留]|有(?=\s?{_N}))[^，]+"
    )


def _rhythm() -> str:
    """我们每周三发版; 我们周五不上线; 我们两周一个迭代; 我们12月15号封版."""
    done = r"(?:发版|发布|上线|部署|封版|提测|开?站会|评审|迭代|冲刺|合并)"
    days = (
        r"(?:周|星期|礼拜)[一二三四五六日天末](?:[和、到至]?(?:周|星期|礼拜)?[一二三四五六日天])*"
    )
    hour = r"(?:早上|上午|中午|下午|晚上)?"
    return (
        rf"{_WE}{_AS_A_RULE}每隔?(?:天|{days}|周|个?月|{_HOW_LONG}){hour}(?:都|才|不)*{done}[^，]{{0,6}}"
        rf"|{_WE}{_AS_A_RULE}(?:{days}|节假日前?){hour}(?:都|才|从不|不能|不许|不)+{done}[^，]{{0,6}}"
        rf"|(?:{_WE})?\s?\d{{1,2}}\s?月\s?(?:\d{{1,2}}\s?[号日]|底|初|中旬)(?:开始|起|准备|要|会|就|统一)*"
        r"(?:封版|发版|提测|割接|切流|代码冻结|冻结代码)[^，]{0,10}"
        rf"|{_WE}{_AS_A_RULE}{_HOW_LONG}一个?(?:迭代|版本|冲刺|sprint|次(?:发版|发布|上线))"
        rf"|{_WE}{_AS_A_RULE}(?:没有?|不写|不做|从不写)(?:专门的|专职的?|独立的|自己的)?\s?(?:{listed('lacks')})"
    )


def _rules() -> str:
    """我们不能用 GPL 的库; 我们提交之前一定要跑测试; 我们合代码要两个人审批."""
    out = r"(?:提交|推送|合并?代码|合并|发布|发版|上线|部署|merge|提\s?pr)"
    approve = r"(?:审批|批准|review|approve|评审|同意|通过|点头)"
    return (
        rf"{_WE}{_AS_A_RULE}(?:不能|不可以|不允许|不让|禁止|必须|一律|要求|规定|只能|只允许)(?:用|使用|装|引入|连|上传"
        rf"|依赖|改|走|兼容|支持|经过)[^，]{{0,8}}?(?:{NAMED}|{listed('things')})[^，]*"
        rf"|{_WE}{_AS_A_RULE}{out}[^，我]{{0,6}}?(?:(?:之|以)?[前后]|都)*(?:要|需要|必须|得|一定要|都会|都要)"
        rf"[^，]*(?:{NAMED}|{_N}\s?个|测试|{approve}|检查|文档)[^，]*"
        rf"|(?:{out}|pr)[^，]{{0,4}}?(?:要|需要|必须|得)有?\s?{_N}+\s?个(?:人|同事|reviewer)[^，]{{0,4}}{approve}[^，]{{0,6}}"
        rf"|没有{_N}+个人{approve}我?(?:们)?(?:合不了|不能合|没法合|上不了|发不了)[^，]{{0,8}}"
    )


def _people() -> str:
    """后端就我一个人，前端是小李在做; 数据库归 DBA 管."""
    who = rf"(?:我(?:们组?)?|{HAN_NAME}|[A-Z][A-Za-z]+|外包|同事[^，]{{0,3}})"
    does = r"(?:负责|在做|在写|管|在管|维护|在维护|带|在带)"  # 做的: what, is not said
    return (
        rf"(?:(?:我们|咱们)的?)?(?:{listed('parts')})(?:这块|这边|部分|组|开发)?(?:现在|目前|都|主要)*"
        rf"(?:(?:就|只有)(?:是)?{who}(?:一个人|自己|和{who})?(?:\s?{does}的?)?"
        rf"|(?:是|由|归|交给)\s?{who}(?:一个人)?\s?{does}的?|是{who}(?:和{who})?|{who}(?:一个人)?(?:负责|在做|在管|在维护))"
    )


def _habits() -> str:
    """我提交之前都会先跑一遍 lint; 我从不直接推 main."""
    work = (
        r"(?:提交|推送?|push|commit|合并?|merge|发布|发版|部署|上线|[写改]完?代码|提\s?pr|开发"
        r"|review|写测试|写\s?sql)"
    )
    return (
        rf"(?:我|我们|咱们)(?:每次|一般|平时|总是?|习惯|自己)*(?:在)?{work}(?:代码)?[^，我]{{0,3}}?(?:(?:之|以)?[前后]"
        r"|的?时候?)(?:都|总|一般|习惯|基本上?|必|从来|从)+(?:会|要|是|不)?[^，]{2,}"
        rf"|(?:我|我们|咱们)(?:从不|从来不|一般不|基本不)(?:直接)?{work}[^，]*(?:{NAMED}|{listed('things')})[^，]*"
    )


def _wholes() -> str:
    """我们公司用飞书，不用钉钉; 我用的是 M3 的 MacBook Pro，36G 内存: the second half says of what
    the first is."""
    return (
        rf"{_WE}{_AS_A_RULE}(?:决定|还是)?用(?!完|了)[^，我你他她]{{1,12}}，(?:而)?(?:不用|不再用|没用)[^，]{{1,12}}|"
        r"(?:我|我们)(?:现在|目前|平时|开发|工作)*(?:用的(?:电脑|机器|笔记本)?是|的(?:电脑|机器|笔记本|开发机"
        r"|工作站|主机|服务器)是)(?=[^，]*[A-Za-z\d])[^，]{1,60}，[^，]{0,40}?(?<!\d)\d{1,6}\s?(?:g|gb|t|tb|核|寸)b?\s?的?"
        r"(?:内存|显存|硬盘|固态|屏幕?|显卡)?[^，]*"
    )


def _places() -> str:
    """测试环境在 staging.acme.cn; 支付服务是 Go 写的; API 密钥 90 天轮换一次."""
    return (
        rf"(?:我的(?:{listed('things')}|{listed('places')}|笔记|项目|源码|博客|网站)"
        rf"|(?:(?:我们|咱们)的?|{THE_PROJECT}的?)?(?:{listed('places')}))(?:的?(?:地址|域名|入口|链接))?都?"
        rf"(?:是|在|放在|部署在|跑在|搭在)\s?(?:{_ADDRESS})[^，]*"
        r"|[^，我你他她这那]{1,10}?(?:服务|模块|前端|后端|端|脚本|网关|后台|官网|系统|爬虫|算法)(?:主要|都)*"
        rf"(?:是|用|是用|用的是)\s?{NAMES}\s?写的"
        r"|[^，我你他她这那]{0,10}(?:密钥|证书|令牌|token|密码|备份)(?:都|是|要|会)*每?\s?"
        rf"{_HOW_LONG}(?:都|要|会)*(?:轮换|更换|更新|备份|续期?|换|过期|失效)(?:一次)?"
        rf"|{THE_PROJECT}(?:的(?:前端|后端|数据库|框架|语言|技术栈|包管理器?|测试(?:框架)?))?(?:现在|目前|都|主要|只)*"
        rf"(?:用的?(?:都)?是?|是用|基于|跑在|部署在|最低支持|支持|只支持|要求)\s?{NAMES}\s?{_KIND}?(?:写的|做的)?"
    )


_SAYS = LazyPattern(
    lambda: "|".join(
        f"(?:{part()})"
        for part in (
            _uses,
            _decided,
            _things,
            _rhythm,
            _rules,
            _people,
            _habits,
            _places,
        )
    ),
    re.IGNORECASE,
)
_WHOLE = LazyPattern(_wholes, re.IGNORECASE)
_PASSES = LazyPattern(lambda: listed("passing"), re.IGNORECASE)
# What a sentence goes on to ask for, or to feel: 我们用 pnpm，把 npm 的命令改掉.
_ASKS_FOR = LazyPattern(
    r"(?:所以|那|就|也|然后)*(?:请|帮|给|把|先|再|看|写|改|加|删|修|查|生成|实现|优化|解释|分析|检查|运行"
    r"|执行|按|照|参考|换成|注意|记得|别(?!用)|不要(?!用)|[你您他她它这那])|好[烦累难]|太|真|有点|我[想要]"
    r"|[^，]*(?:了|着)$"
)
_MAY = LazyPattern("我|咱|项目|仓库|工程|库|[A-Za-z]|密|证|令|备|[前后端]|设计|产品|运维|测试|环境")
_SHORTEST = 5
_ENDS = " \t\n。.!！，,；;~～"


def told(text: str) -> str:
    """The sentence without what leads into it, where it tells that and nothing else."""
    if of_a_project.is_listed(text):
        return text
    found = of_a_project.run(text)
    if found and text.rstrip(_ENDS).endswith(found):
        return found
    if not _MAY.search(text) or _PASSES.search(text.rstrip("。.!！ ")):
        return ""
    said = alone.bare(text)
    if len(said) < _SHORTEST or house_rules.wishes(said):
        return ""
    if _WHOLE.fullmatch(said):
        return said
    first, *rest = said.replace(", ", "，").split("，")
    if _SAYS.fullmatch(first) is None or any(_ASKS_FOR.match(each) for each in rest):
        return ""
    return said


# 我们用 React 写一个登录页: what is to be done now.
_LETS = LazyPattern(
    rf"(?:我们|咱们)(?:来|先|就|直接)*用\s?{NAMED}\s?(?:来|去)?(?:写|做|实现|画|搭|建|重写)(?:一?[个套张]|成).*"
)


def is_proposed(text: str) -> bool:
    """Whether a clause proposes a part of the work at hand."""
    return bool(_LETS.fullmatch(text))
