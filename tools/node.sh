#!/bin/sh
# Says nothing and succeeds if the panel can be built here; otherwise says what to do and fails.
needs="Node.js 20.19 or newer (22.12 or newer of 22) with npm"
version=$(node --version 2>/dev/null) || version=none
case $version in
  v20.19.*|v20.[2-9][0-9].*|v22.1[2-9].*|v22.[2-9][0-9].*|v2[3-9].*|v[3-9][0-9].*)
    command -v npm >/dev/null && exit 0
    version="$version without npm" ;;
esac
cat >&2 <<ADVICE
The panel needs $needs; found here: $version.
Install it (https://nodejs.org, or your system's packages) and run the same command again,
or install Mohen from a wheel, which has the panel inside.
面板需要 Node.js 20.19 或更新版本及 npm；安装后重新运行同一命令，或安装已包含面板的 wheel 包。
ADVICE
exit 1
