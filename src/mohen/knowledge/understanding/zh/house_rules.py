"""What developers ask of an agent for all of its work, in Chinese.

删文件之前先问我, 千万别强推 main and 提交信息用英文写 name the kind of work they hold for, so they
hold for good; 这个函数别用递归, 提交之前先跑一遍测试 and 所有按钮都加图标 are parts of the work at
hand.
"""

from __future__ import annotations

import re

from mohen.knowledge.understanding.zh.development import NAMED, PROJECT, THE_PROJECT, listed
from mohen.knowledge.understanding.zh.phrases import NOT
from mohen.text.lazy_pattern import LazyPattern

_ONWARD = (
    r"(?:以后|今后|往后|从今以后|从今天(?:起|开始)|从现在(?:起|开始)|从今往后|下次(?:开始|起))"
)
_LED = LazyPattern(
    rf"^(?:请|麻烦|拜托|那|你|您|记得|注意|另外|还有|[，：:\s]|{_ONWARD}(?={NOT}))*+"
)
_BEFORE = r"(?:(?:之|以)?前|的时候|的话)"
# What goes out of one's hands, and when: 每次部署到生产之前.
_GOES_OUT = (
    r"(?:提交|推送?|合并?|发布|发版|部署|上线|迁移|提\s?pr|commit|push|merge|deploy)(?:一次)?"
    r"(?:代码|改动|分支|pr|版本|到?(?:生产|线上|main|master|主分支|主干))?(?:之|以)?[前后]"
)
_MUST = r"(?:一定要?|必须|务必|都要?|都得|总要|永远要?|一律|得|要)"
# 先问我, 必须跟我确认, 要经过我同意
_ASKS_ME = (
    r"(?:问(?:过|一下|一声|问)?我|(?:跟|和|找|向|让|给)我(?:先)?(?:确认|说|商量|打个?招呼|讲"
    r"|过目|看|同意|批准|请示|审|review|过)|(?:征得|征求|经过?|得到|取得|等)我的?(?:同意|确认"
    r"|允许|批准|意见|许可|授权|点头)|(?:告诉|通知|知会|提醒)我)"
)
_NEVER = (
    r"(?:(?:千万|绝对|永远|任何时候都?|无论如何都?|一定)(?:别|不要|不能|不许|不准|不可以)"
    r"|严禁|切勿|绝不(?:要|能)?|永不)"
)
_UNASKED = r"(?:擅自|私自|随便|随意|自作主张地?|主动|偷偷|自己|动不动就?|老是?|乱)"
_SHARED = r"(?:main|master|主分支|主干|生产|线上|正式环境|\.env)"


def _asked() -> str:
    """What is to be asked first, done each time, or never."""
    things, acts = listed("things"), listed("acts")
    # Something of a project, or what has a name in Latin letters.
    of_work = rf"(?:{things}|文件|数据|[A-Za-z.][A-Za-z._-]+)"
    # 没有我同意不要删我的稿子; but 不许碰我手机 is said to a person
    what = rf"(?:[^，我]|我的?(?=稿|文|章|大纲|设定|小说|人设|{things}))"
    return (
        # 删文件之前先问我; 加依赖要先经过我同意
        rf"(?:{_ONWARD}|每次|凡是|但凡|要|想|需要|如果要)*(?:{acts}){what}{{0,16}}?{_BEFORE}"
        rf"，?(?:{_MUST}|请|先)*{_ASKS_ME}.*"
        rf"|(?:{_ONWARD}|每次|凡是)?(?:{acts})[^，我这那]{{0,6}}?{of_work}[^，我]{{0,8}}?，?"
        rf"(?:都|就)?(?:先|一定要?|必须|务必|都要|要先|得先)+{_ASKS_ME}.*"
        # 没有我同意不要加新依赖
        r"|(?:没有?|未|不|没有经?|未经|不经|没经|未征得|没征得)过?我的?(?:明确)?的?(?:同意|确认|允许"
        r"|批准|许可|授权|点头|审核)(?:之前|以前|前|的话|的情况下)?，?(?:你|都|就|一律|绝对)*"
        rf"(?:{NOT}|不)(?:再|{_UNASKED})*(?:往|把|在|对|向)?[^，我]{{0,8}}?(?:{acts}){what}*"
        # 提交之前一定要跑测试; 每次部署前先备份
        rf"|(?:{_ONWARD})?(?:每次)?{_GOES_OUT}，?"
        rf"(?:一定要|必须|务必|都要|都得|永远要?|一律)(?:先|再)?"
        r"(?:跑|过|运行|执行|检查|写|补|更新|格式化|lint|build|构建|编译|看|rebase|备份|通过|确保"
        r"|保证|同步|拉).*"
        rf"|每次(?:{_GOES_OUT}|(?:改|写)完(?:代码)?)，?(?:先|都|要|记得)*(?:跑|运行|执行|检查"
        r"|更新|格式化|构建|编译|rebase|备份|拉).*"
        r"|(?:所有|每个|新[增加建的]?|修|改)[^，我]{1,8}?(?:都|必须|一定)+(?:要|得)?(?:写|有|带|配|补|加上?"
        r"|更新)(?:单元|集成|回归|对应的?)?(?:测试|单测|文档|用例|注释|类型注解)[^，]*"
        # 不确定的时候先问我，别自己猜
        r"|(?:遇到|碰到|有)?(?:任何)?(?:不确定|拿不准|不清楚|有疑问|有歧义|没把握)的?(?:时候|地方|话"
        r"|问题|需求)?，?(?:就|都|一定要|必须|要|请)*先?(?:问|跟|和|找)我[^，]*(?:，(?:别|不要)[^，]+)?"
        # 不要做我没要求的改动; 不要创建新文件，除非我要求
        rf"|{NOT}(?:过度(?:设计|封装|抽象|优化)|提前优化)"
        rf"|{NOT}[^，]{{0,8}}没有?(?:要求|让你|叫你|提到)[^，]{{0,12}}"
        rf"|{NOT}(?:{acts})[^，]{{1,16}}，除非(?:是)?我.+"
        rf"|{NOT}(?:手动)?(?:改动?|动|碰|编辑|修改)[^，]{{0,8}}(?:自动生成|生成的|generated|vendor"
        r"|node_modules|第三方)[^，]*"
        # 千万别强推 main 分支; 绝对不要把密钥写进代码
        rf"|{_NEVER}(?:再|直接|{_UNASKED})*(?:(?:往|把|在|对|向|跳过|绕过|关掉?|关闭|忽略|禁用|用"
        rf"|写|留|泄露|打印|贴|放|打|存|连|{acts})[^，]{{0,20}}?{of_work}|写死|硬编码|强推)[^，]*"
        # 别直接推 main; 不要擅自升级依赖; 不要自动提交
        rf"|{NOT}(?:再|{_UNASKED})*(?:强推|force[-\s]?push|push\s(?:-f|--force)|--no-verify|跳过"
        r"(?:钩子|hooks?|检查|测试)).*"
        rf"|{NOT}(?:再|直接|{_UNASKED})*(?:往|向|在|对|动|改动?|碰|连|推到?|提交到|合到|push\s?)"
        rf"[^，这那]{{0,4}}{_SHARED}[^，]*"
        rf"|{NOT}再?(?:{_UNASKED}|自动)(?:帮我|给我|去|地|就)?(?:提交|commit|推送?|push|合并?|merge|部署"
        r"|发布|上线|升级|安?装|引入|加(?=[^，]{0,4}(?:依赖|包|库))|删(?:除|掉)?(?=[^，]{0,4}(?:文件|代码"
        r"|注释|测试|数据))|改(?=[^，]{0,4}(?:依赖|配置|数据库|表|接口|架构|版本))|新?建(?=[^，]{0,4}(?:文件"
        r"|分支))|跑|执行|重启)(?!\s?(?:表单|数据|请求|按钮|订单|申请|弹窗|到底部))[^，]*"
    )


def _of_all_work() -> str:
    """How things are named, written and answered."""
    things, named = listed("things"), listed("named")
    of_work = rf"(?:{things}|文件|数据|[A-Za-z.][A-Za-z._-]+)"
    return (
        # 在这个项目里表名一律用下划线; 本项目用 pnpm，别用 npm
        rf"(?:在|对)?{THE_PROJECT}(?:里面?|中|内|上|下)?的?，?[^，]{{0,16}}?(?:(?:一律|统一|全部"
        r"|必须|只能|只准|都要|都得|都)(?:要|得)?(?:用|写|按|放|走|叫|以|遵守|遵循|加|带|返回|跑)"
        rf"|{NOT}(?:再|随便)?(?:用|写|加|放|引入|装|出现|改|动)|用[^，]{{1,24}}，(?:别|不要)再?用).+"
        rf"|(?:在)?(?:我们|咱们?)的?{PROJECT}(?:里面?|中|内)?，?[^，]{{0,16}}?(?:别|不要|不许|不准)"
        r"(?:再|随便)?(?:用|写|加|放|引入|装|出现|改|动).+"
        # 提交信息用英文写; 变量名用驼峰; 分支名要带工单号
        rf"|(?:{_ONWARD}|所有|全部|代码|里?的|都|请)*(?:{named})(?:的?(?:格式|语言|风格|命名))?\s?(?:一律|统一|都"
        rf"|也|必须|全部|只能|就|要|得|请|默认)*(?:用|写成|写|按|遵守|遵循|走|以|采用)(?:的是)?\s?[^，]{{0,8}}?"
        rf"(?:{listed('conventions')})[^，]{{0,8}}"
        rf"|(?:{_ONWARD})?(?:提交(?:信息|说明|记录)|commit[^，]{{0,9}}|分支名?|pr[^，]{{0,4}})(?:里|中|上"
        rf"|前面|后面|开头|末尾)?(?:一律|都|必须)*(?:(?:要|得|必须)(?:带|有|加|写|以|包含|注明)|{NOT}"
        r"(?:用|写|带|加|出现|超过)).+"
        r"|(?:代码)?(?:缩进)?(?:一律|统一|都)?用\s?(?:tab|空格|制表符|[\d二两四八]+\s?个?空格|[二两四八\d]\s?格)"
        r"\s?(?:来|做)?(?:缩进)(?:，(?:别|不要|不)用[^，]+)?"
        rf"|(?:装包|装依赖|安装依赖|管理依赖|依赖管理|包管理器?|跑测试|跑单测)(?:一律|统一|都|要|请|的话)*用"
        rf"\s?{NAMED}(?:，(?:别|不要)用[^，]+)?"
        # 以后测试用 pytest 写
        rf"|{_ONWARD}(?:请|你|都|所有的?|新的?)*(?:{named}|测试|接口|组件|样式|脚本|sql|迁移)[^，我他她]{{0,6}}?"
        rf"(?:用|按|放在?|加上?|带上?|{NOT})(?!.*(?:重写|重构|重做|实现|了)$).+"
        # 不要写复述代码的注释; 别再用 any 了
        rf"|{NOT}再?(?:给我|帮我)?(?:写|加|留|生成|补)(?:那种|任何|一堆)?[^，这]{{0,4}}?"
        rf"(?:{listed('needless')})[^，]{{0,6}}?(?:注释|docstring|文档|测试|日志|代码|抽象|封装|总结)"
        r"|(?:别|不要)再(?:给我|帮我)?(?:用|写|加|生成|新?建|引入|留|mock|装|硬编码)\s?[^，这那它]{0,12}?"
        rf"{of_work}[^，这那]{{0,6}}"
        # 别贴整个文件，只贴改动
        rf"|(?:回答|回复|回我)?(?:的?时候?)?{NOT}(?:再|总|老)*(?:贴|给我|发|输出|打印|展示|重复|重写)(?:出|我)*"
        r"(?:整个|完整的?|全部的?|所有的?|整段|一大段)(?:文件|代码|函数|源码)[^，]*(?:，只.+)?"
        r"|只(?:贴|给我?看?|输出|发|展示)(?:改动|改了的|改过的|diff|变更|修改)的?(?:部分|地方|代码|行"
        rf"|就行|即可)*(?:，{NOT}.+)?"
    )


_WISHES = LazyPattern(lambda: f"{_asked()}|{_of_all_work()}", re.IGNORECASE)
# What a wish behind it holds for: 删文件之前，先问我.
_OPENS = LazyPattern(
    lambda: (
        rf"(?:{_ONWARD}|每次|凡是|但凡|要|想|需要)*(?:{listed('acts')})[^，我这那]{{0,16}}?{_BEFORE}"
        r"|(?:没有?|未经?|不经)过?我的?(?:同意|确认|允许|批准|许可|授权|点头)(?:之前|以前|前|的话)?"
        rf"|(?:在|对)?{THE_PROJECT}(?:(?:里面?|中|内|上|下)|(?:现在|目前|都|只)*用[^，]{{1,24}})"
        r"|(?:回答|回复|回我)?(?:(?:别|不要)(?:贴|给我|发|输出)|只(?:贴|给我?|输出|发))[^，]{2,12}"
        rf"|(?:{_ONWARD}|所有)*(?:{listed('named')})[^，我]{{2,20}}"
        rf"|{NOT}(?:帮我|给我|自己|替我|去)*(?:起|启动|git|{listed('acts')})[^，我]{{0,16}}"
        r"|(?:遇到|碰到|有)?(?:任何)?(?:不确定|拿不准|不清楚|有疑问|有歧义|没把握)的?[^，]{0,4}"
    ),
    re.IGNORECASE,
)
_AT_HAND = LazyPattern(
    rf"(?<!们)这(?!个{PROJECT}|[种类])|那(?!种)|刚[才刚]|上[面文述]|下[面文]|第[一二三四五\d]+[个行步段条]"
    r"|今[天晚]|明[天晚]|本次|这次|暂时|先(?:别|不要|不)|目前|(?:吗|呢|么|[？?])$"
    r"|其他|别的|剩下|当前"
)
# 所有按钮都加 tooltip: what the program is to be like.
_OF_PROGRAM = LazyPattern(
    r"(?:(?:给|把|在)?(?:所有|全部|每一?个)的?[^，]{0,8}?(?:按钮|页面?|卡片|输入框|表单|弹窗|列表|图标|菜单"
    r"|链接|组件|接口|函数|方法|路由|文件|图片|标题|文案|文字|颜色|字段|请求|按键|选项|界面)[^，]{0,4}?都?要?(?:加|改|换|删"
    r"|去掉|放|显示|居中|调|补|带|用|支持|变成?|设).*)(?<!注释)"
    r"|(?:列表|页面|表格|弹窗|卡片|画面|首页|详情页|表单|导航栏|侧边栏)(?:页)?(?:里面?|中|上)的?.+"
)
# 永远不能出现库存为负的情况: what must not come about.
_COMES_ABOUT = LazyPattern(
    rf"{NOT}(?:出现|发生|产生|有)[^，“]*(?:的情况|的现象|为负|为空|重复|丢失|死循环|卡顿|超卖|越界|溢出|泄漏)"
)
_LASTS = LazyPattern(rf"{_ONWARD}|每次|一律|必须|永远|始终|新")
_ITS_OWN = LazyPattern(rf"^(?:我|{THE_PROJECT}|在)")


def wishes(text: str) -> bool:
    """Whether a clause with its condition asks for something in all of the work to come."""
    said = _LED.sub("", text)
    return bool(_WISHES.fullmatch(said)) and not _AT_HAND.search(said)


def opens(text: str) -> bool:
    """Whether a clause says what a wish behind it holds for."""
    said = _LED.sub("", text)
    return bool(_OPENS.fullmatch(said)) and not _AT_HAND.search(said)


def is_for_the_program(text: str) -> bool:
    """Whether it tells how the program at hand is to be, though it says all."""
    if _COMES_ABOUT.search(text):
        return True
    return bool(_OF_PROGRAM.fullmatch(text)) and not _LASTS.search(text)


def goes_with(before: str) -> bool:
    """Whether what stands before a wish in its sentence is of the same kind, and no task that the
    wish would be a part of: 改登录页，提交前先给我看."""
    return bool(_ITS_OWN.match(before)) or opens(before)
