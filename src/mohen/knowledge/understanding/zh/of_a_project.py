"""What developers tell of their project without saying whose it is, in Chinese.

线上是 JDK 8，两台 4C8G; 老系统 12 月 31 号下线 and 仓库从 gitee 搬到 codeup 了 are of the project
that is spoken of all the time: there is one of what they name. Each holds a number, a name, a path
or a day. What a sentence asks for besides is none of it, and trouble of the hour neither.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import takewhile

from mohen.knowledge.understanding import entities
from mohen.knowledge.understanding.entities import HAN_NAME
from mohen.knowledge.understanding.zh import conventions
from mohen.knowledge.understanding.zh import development as dev
from mohen.text.lazy_pattern import LazyPattern
from mohen.text.word_lists import topics


def _listed(topic: str) -> str:
    return "|".join(topics(entities.__file__, "zh/of_a_project.txt")[topic].split())


_N = r"[\d一二两三四五六七八九十百千万几]"
_ADVERBS = (
    r"(?:\s|现在|目前|都|还|主要|一共|总共|就|只|也|一直|已经|本来|其实|全|大概|大约|差不多|统一)*"
)
_OURS = (
    r"(?:(?:我们|咱们)的?|(?:公司|组里|团队|家里|学校|实验室|自己)的?\s?|(?:这个)?项目的?"
    r"|目前|现在)?"
)
_DATE = (
    r"(?:\d{1,2}\s?月\s?(?:\d{1,2}\s?[号日]|底|初|中旬|上旬|下旬|份)?|(?:下|本|这|上)?(?:周|星期)[一二三四五六日天末]|(?:下|本|这)(?:个)?(?:周|月|季度)[底初]?"
    r"|月底|月初|年底|年中|\d{1,2}\s?[号日]|\d{4}\s?年|[QqＱ][1-4]|双十一|双11|春节|国庆|元旦|五一)"
)
_PRODUCT = (
    r"(?:项目|小程序|app|网站|系统|工具|sdk|插件|题库|游戏|机器人|平台|组件库|数据集|后台"
    r"|仓库|库|板子|软件|服务|商城|博客|毕设)"
)


def _infra() -> str:
    infra, data = _listed("infra"), _listed("data")
    return (
        # 线上是 jdk8; 大仓用的 bazel; 服务器是 2 核 4G 的
        rf"{_OURS}(?:{infra}|{data}){_ADVERBS}(?:是(?!在|为|不是)|用的(?:都)?是?|跑的(?:都)?是?|跑在|部署在|放在|托管在|装的?是?|接的?是?|走(?!的)|叫|基于|只支持|只有"
        rf"|只能用|买的|租的|挂在|存在|建在)\s?(?![^，]*(?:写一|做一|实现))[^，]*"
        rf"|{_OURS}(?:{infra}|{data})(?:现在|目前|都)+用\s?[^，]*"
        rf"|{_OURS}(?:{infra}|{data})(?:脚本|目录|文件|地址|代码)?{_ADVERBS}在(?!报|跑|执行|重启|写|这|那)\s?[^，]*[A-Za-z/~][^，]*"
        rf"|(?:数据|迁移|部署|打包|训练|评测|清洗|同步|导出|备份|初始化)(?:[^，]{{0,4}})?(?:脚本|代码|文件){_ADVERBS}(?:在|放在?)\s?[^，]*[A-Za-z/~][^，]*"
        # 题库一共 3200 道; 团长大概 30 来个; 日活 20 万
        rf"|{_OURS}(?:这套|这个|这批|这份)?(?:{data}|代码|仓库|测试|接口)(?:一共|总共|共|大概|大约|差不多)+有?\s?{_N}[^，]*"
        rf"|{_OURS}(?:{_listed('measures')})(?!名|密码|表){_ADVERBS}(?:有|是|在|到|过|不到|峰值)?\s?{_N}[^，]*"
        # 预发的库跟生产是同一个
        rf"|{_OURS}(?:{infra})(?:跟|和|与)[^，]{{1,8}}?(?:是)?(?:同一[个套台]|共用|分开|隔离|不通|不是一[个套])[^，]*"
        rf"|[^，这那我你]{{2,16}}?(?:那个表|那张表)?是唯一的?(?:数据源|数据来源|入口|真相|主库|正式环境)"
        # 固件不能超过 1.8M
        rf"|(?:{_listed('capped')})(?:大小|体积|长度)?(?:不能|不允许|不可以|最[多大]|上限){_ADVERBS}(?:超过?|是)?\s?{_N}[^，]*"
        # 前面还有一层 slb，后面四台 ecs
        rf"|(?:我们|咱们|线上|公司)(?:前面|后面|外面|中间|最外层|外网|内网){_ADVERBS}(?:有|是|挂|走|套|接)[^，]*[A-Za-z][^，]*"
        # ES 集群三个节点; 小程序现在 1.8M; 覆盖率低于 80% 合不进去
        rf"|{_OURS}(?:[A-Za-z]+\s?)?(?:{infra}){_ADVERBS}有?\s?{_N}+\s?(?:个节点|台|套|张|核|主|分片|个实例|个副本)[^，]*"
        rf"|(?:小程序|主包|包体积?|安装包|镜像|固件|首屏){_ADVERBS}(?:是|有|到)?\s?\d[\d.]*\s?(?:[MKG]B?|ms|秒)[^，]*"
        rf"|[^，我你他这那]{{2,16}}(?:低于|超过|少于|没有|不到|不)[^，]{{1,12}}(?:合不进去|合不了|过不了|不给过|不给上线|发不了|会被?(?:拒|打回))[^，]*"
        # CI 跑一次要 25 分钟; 本地起服务用 docker compose up; 支付回调走的是 webhook
        rf"|{_OURS}(?:{infra}|全量测试|测试|单测)\s?(?:跑|构建|部署|编译|打包)?(?:完)?(?:一次|一遍|一轮){_ADVERBS}(?:要|得|需要)\s?{_N}[^，]*"
        r"|本地(?:开发|起服务|启动|调试)?(?:都|是)?用\s?(?!.*[一个]个)[^，]*[A-Za-z][^，]*"
        r"|(?!.*(?:按钮|页面|弹窗|列表|表格|组件|函数|循环|变量))[^，我你他她这那]{2,8}(?:走的是|接的是|跑的是)\s?[A-Za-z][^，]*"
        r"|[^，我你他她]{0,8}那[台个](?:服务器|机器|主机|板子)(?:是|装的|有)\s?[^，]*[A-Za-z\d][^，]*"
        rf"|(?:整个)?(?:项目|代码库){_ADVERBS}(?:用的?|采用|基于|跑在|部署在)\s?(?!.*(?:写一|做一|实现))[A-Za-z][^，]*"
        r"|(?:我们|咱们|组里|项目里)(?:这边)?(?:都|一直)?禁用\s?[A-Za-z][^，]*"
        # redis 用的是阿里云的集群版; 生产库每天凌晨三点备份
        rf"|[A-Za-z][\w.-]*\s?(?:用的(?:都)?是|跑的是|装的是|是用的)\s?[^，这那]+"
        rf"|{_OURS}(?:{infra}|{data}){_ADVERBS}每(?:天|晚|周|个?月|隔?{_N}+\s?(?:小时|天|分钟))[^，]{{0,8}}(?:备份|同步|重启|清理|归档)[^，]*"
        rf"|(?:我们|咱们)(?:团队|组|公司)?(?:是|一共|就|总共|只有|现在)+\s?{_N}+\s?个人[^，]*"
        rf"|(?:发布|发版|上线|变更|维护)窗口{_ADVERBS}(?:只有|是|在|每)[^，]*"
    )


def _changes() -> str:
    infra = _listed("infra")
    when = (
        r"(?:\s|已经|早就|上周|上个?月|去年|今年|前阵子|年初|年底|刚|全部|整个|现在|正式|都"
        r"|准备|\d+\s?月份?)*"
    )
    return (
        # CI 已经从 Jenkins 迁到云效了; 仓库搬到 codeup 了; 新板子换成 GD32F303
        rf"{_OURS}(?:{infra}|项目|域名|框架|组件库|ORM|构建工具|包管理器?|登录|支付|埋点|存储|日志|监控|文档|模型|显卡|主域名){when}"
        rf"(?:从\s?[^，]{{1,20}}?)?(?:迁移?|搬|换|切换?|升级?|转)(?:到|成|为|去)?了?\s?[^，]*?[A-Za-z“云][^，]*(?:了|过来|过去|的)?"
        rf"|{_OURS}(?:上周|上个?月|去年|今年|前阵子|年初|年底|\d+\s?月份?|已经)*把\s?(?:{infra}|框架|组件库|ORM|构建工具|登录|支付|存储|监控)"
        r"(?:从\s?[^，]{1,16})?(?:迁移?|搬|换|切换?|升级?|转)(?:到|成|为)了\s?[^，]*[A-Za-z][^，]*"
        r"|(?!.*(?:怎么|按钮))[^，我你这那]*[A-Za-z\d][^，]{0,8}(?:那版|那套|版本|那个)?(?:已经|早就|去年|今年)?(?:停产|弃用|废弃|停服|停止维护|不维护)了(?:的)?"
        # 这个系统是 2016 年上的，用的 Struts2; 我们每两周发一次版
        rf"|这[个套]\s?{_PRODUCT}{_ADVERBS}(?:用的(?:都)?是?|是用|基于|跑在|部署在|是\s?(?=\d{{4}}\s?年))\s?[^，]*[A-Za-z\d][^，]*"
        rf"|(?:我们|咱们)(?:一般|基本|都)*每隔?{_N}*\s?个?(?:天|周|星期|月)(?:发|上|出|提)(?:一次|一个|一)?(?:版本?|线|包|测)[^，]*"
        rf"|这[个套]\s?{_PRODUCT}是从\s?[^，]*(?:转|迁|搬|fork|拆|分)(?:过来|出来)?的"
        # 这个项目改名了，原来叫“小蜜蜂”，现在叫“拾光”
        rf"|(?:这个|我们)?(?:{_PRODUCT})(?:的)?(?:代号|名字|名称)(?:叫|是)\s?[“A-Za-z][^，]*"
        rf"|(?:这个|我们)?(?:{_PRODUCT})(?:改名(?:了|叫|为)[^，]*|(?:现在|原来|以前|对外|内部)叫\s?[^，]{{2,16}})"
        # 这个小程序是给我们小区用的; 这个 sdk 是供应商给的; 这套题库一共 3200 道
        rf"|这[个套款]\s?{_PRODUCT}\s?(?:是(?:给|帮|为|供应商|客户|甲方|公司|外包|前同事|学校|老师|朋友|老板|导师|第三方|第三方|[一两三\d]+年前)[^，]{{0,16}}(?:用|做|写|给|买|开发|维护|提供|交付)的"
        rf"|就我(?:一个人|自己)[^，]{{0,8}}|{_ADVERBS}(?:一共|总共|有|大概){_ADVERBS}\s?{_N}[^，]*|(?:要|得)?(?:私有化部署|部署到客户)[^，]*|只给[^，]{{1,10}}用)"
    )


def _dated() -> str:
    events, dated = _listed("events"), _listed("dated")
    return (
        # 老系统 12 月 31 号下线; 双十一封网从 11 月 1 号开始; A 榜 9 月 20 号截止
        rf"{_OURS}(?:这个|这次)?(?:{events})[^，我你他她]{{0,6}}?\s?(?:的)?(?:从|在|到|定在|是|是在|计划|预计|准备|已经|要)*\s?{_DATE}[^，]{{0,8}}?(?:要|会|就|正式|统一|准备)*(?:{dated})[^，]{{0,10}}"
        rf"|(?:{_DATE}\s?)(?:的|前|之前)?(?:要|会|就|正式|统一)*(?:{events})(?:要|会|就|正式)*(?:{dated})(?!了)[^，]{{0,6}}"
        rf"|(?:{events})(?:{dated})(?:时间|日期|日)?(?:是|在|定在)\s?{_DATE}[^，]*"
        # 每周五下午发版; Go 版本锁在 1.20
        r"|(?:每|双|单|隔)(?:周|星期)[一二三四五六日天](?:早上|上午|中午|下午|晚上|[\d一二三四五六七八九十]+点半?)*(?:统一)?(?:发版|上线|发布|封版|封代码|提测|站会|评审)[^，]*"
        r"|[A-Za-z][\w.]*\s?(?:的)?版本(?:锁|固定|卡|停)(?:死)?(?:在|到)\s?[^，]*\d[^，]*"
        # 首页改版灰度到 30% 了
        rf"|(?:{events})[^，我你]{{0,6}}?(?:灰度|放量|切流|迁移)到?了?\s?\d+\s?%[^，]*"
        rf"|(?:比赛|竞赛|赛题|报名|作品|初赛|复赛|决赛)[^，我你]{{0,6}}{_DATE}[^，]{{0,4}}(?:截止|提交|封榜|答辩)[^，]{{0,6}}"
        rf"|投\s?[A-Z][A-Za-z]+(?:\s?\d+)?，{_DATE}[^，]{{0,4}}(?:截稿|截止|交|投)[^，]*"
        rf"|我的\s?[^，的]{{1,12}}(?:额度|套餐|订阅|免费版|证书|license)[^，]*，{_DATE}(?:重置|续费|到期|刷新|过期|恢复)[^，]*"
    )


def _people() -> str:
    who = rf"(?:{HAN_NAME}|[A-Z][a-z]+|外包(?:团队)?|DBA|运维|架构组|平台组|基础架构|隔壁组)"
    return (
        # 支付这块是王磊负责，改之前得他点头，风控找陈静
        rf"[^，我你他她这那]{{1,8}}(?:这块|那块|模块|这边|部分|服务|系统|相关的)(?:的问题|的事)?{_ADVERBS}(?:是|由|归|找|问){who}(?:负责|管|维护|在做|在维护|写的|在管)?"
        rf"|[^，我你他她这那]{{1,10}}(?:统一)?(?:由|归){who}(?:统一)?(?:负责|管|维护|升级?|审批?|发|合并?|发布)的?"
        # 后端老周下月离职，交接给小李
        rf"|(?:前端|后端|测试|运维|产品|设计|算法|客户端|安卓|iOS|DBA)(?:的|同事|那边的?)?{HAN_NAME}[^，]{{0,6}}(?:离职|休假|请假|休产假|转岗|入职|调走|接手)[^，]*"
        # 推荐系统归算法组
        r"|[^，我你他她这那]{2,8}归[一-鿿]{2,5}(?:组|部门|团队)(?:管|负责|维护)?"
        # 导师要求用他们组的 baseline; 公司规定不能用 GPL
        rf"|(?:{_listed('demands')})(?:那边|这边)?(?:统一|都|一直)?(?:要求|规定|不让|不许|不准|不允许|强制|禁止|限制|只让|只给)(?:我们|必须|一定|只能|都|所有|全部|项目|代码)*"
        r"(?:用|私有化|国产化|信创|离线|本地化|走|装|连|上|遵守|符合|支持|兼容|引入|部署|过|不能|放|存|通过|在|开源|写|提交|上传|外网|出|带|有)[^，]*"
        r"|(?:比赛|竞赛|赛题|评测)(?:用的|的)?[^，]{0,8}(?:是[^，]{1,10}给的|不许|不准|不能用|只能|只许|只认|要求)[^，]*"
        rf"|{_OURS}(?:老|旧)?(?:代码|分支|脚本|接口|首页|系统|版本)[^，]{{0,6}}?(?:留|保留|放)到\s?{_DATE}[^，]*(?:删|下线|清)[^，]*"
    )


_OPENS = LazyPattern(lambda: f"(?:{_infra()}|{_changes()}|{_dated()}|{_people()})")
_PASSES = LazyPattern(lambda: _listed("passing"))
_ASKS = LazyPattern(lambda: conventions.any_of("asks"))
_HOLDS = LazyPattern(
    rf"[A-Za-z\d“‘]|{_N}\s?[个台套人条道万千点次天周月]|{_DATE}|{HAN_NAME}(?:负责|管|维护)|归[一-鿿]{{2,5}}(?:组|部门|团队)|唯一|同一|共用|隔离|不通|不能|不许|不准|必须|只能|要求|规定|负责|维护"
)
_MAY = LazyPattern(
    "是|在|用|走|有|叫|了|下线|上线|截|封|开始|到期|不|要求|规定|归|由|找|[一二两三四五六七八九十百千万\\d]"
)
_LEADS = LazyPattern(
    r"^(?:[\s，：:*•-]|另外|还有|对了|哦对?|嗯|好的?|注意|不过|但是?|因为|所以|而且|背景(?:是|：)|补充一[下句]|顺便说一?[下句]|跟你说一?下|说一?下)*+"
)
_MOST = 100
_RECENT = 256  # sentences that are asked about several times each


@lru_cache(_RECENT)
def run(text: str) -> str:
    """The part of a sentence that tells of the project; empty where there is none."""
    if not (_HOLDS.search(text) and _MAY.search(text)):
        return ""
    parts = dev.pieces(_LEADS.sub("", text.strip()).rstrip("。.!！；;~～ "))
    for place in range(len(parts)):
        if not _opened(parts, place):
            if conventions.makes(parts[place]):
                return ""
            continue
        end = place + 1
        while end < len(parts) and _goes_on(parts[end]):
            end += 1
        found = "".join(parts[place:end]).strip("，,；;。！! ")
        if _HOLDS.search(found) and len(found) <= _MOST:
            return found
    return ""


def _opened(parts: list[str], place: int) -> bool:
    for size in (1, 2):
        said = "".join(parts[place : place + size]).strip("，,；;。！! ")
        if (
            _OPENS.fullmatch(said)
            and not _PASSES.search(said)
            and not _ASKS.search(said.split("，")[0].removeprefix("这"))
        ):
            return True
    return False


def _goes_on(part: str) -> bool:
    said = part.strip("，,；;。！! ")
    return not (_ASKS.search(said) or _PASSES.search(said))


# -- a list below what it is of: 环境信息：

_OF = (
    r"(?:环境|服务器|机器|部署|架构|技术栈|端口|项目|账号|仓库|分支|域名|地址|硬件|设备|成员|分工|版本|排期|里程碑)"
    r"(?:信息|情况|清单|列表|地址|说明|背景|规划|安排|划分|分工)?"
)
_HEAD = LazyPattern(_OF)
_HEADING = LazyPattern(rf"[^\n？?，]{{0,8}}(?P<head>{_OF})[^\n？?]{{0,12}}?[：:]")
_NOT_OWN = LazyPattern(r"帮我|怎么|[？?]|报错|输出|返回|改成|需求|要求|生成|页面|设计")
_ITEM_MOST = 80


def listed(text: str) -> tuple[list[str], int]:
    """The facts of a list, each with what it is of, and the length of it."""
    first = text.partition("\n")[0]
    if _NOT_OWN.search(first):
        return [], 0
    head, found, _ = dev.items(text, _HEADING, marked=False)
    told = [*takewhile(_is_told, found)]
    if len(told) < _LEAST:
        return [], 0
    length = sum(map(len, text.splitlines(keepends=True)[: len(told) + 1]))
    return [f"{head}：{each}" for each in told], length


_LEAST = 2


def is_listed(text: str) -> bool:
    """Whether it is one of these: 环境信息：预发 pre.heron.cn."""
    head, colon, what = text.partition("：")
    return bool(colon and _HEAD.fullmatch(head) and _is_told(what))


def _is_told(what: str) -> bool:
    fits = 0 < len(what) <= _ITEM_MOST and _HOLDS.search(what)
    return bool(fits) and _goes_on(what)
