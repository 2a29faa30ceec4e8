#!/bin/sh
# Prints the path of a Chromium for the browser tests, installing one where that is allowed.
# MOHEN_CHROMIUM names one. Where none is to be had it prints nothing and says so on standard
# error; that is a failure only where CI is set, or where the one that was named does not run.

runs() { "$1" --version >/dev/null 2>&1; } # some packages are a note that says where to get it

found() { # the one without windows first: the same engine, at half the processor's time
  for each in chromium-headless-shell chromium chromium-browser google-chrome-stable google-chrome \
    "/Applications/Chromium.app/Contents/MacOS/Chromium" \
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"; do
    path=$(command -v "$each") && runs "$path" && echo "$path" && return
  done
  return 1
}

as_root() {
  if [ "$(id -u)" = 0 ]; then "$@"; else sudo -n "$@"; fi
}

install() {
  command -v apt-get >/dev/null && as_root true 2>/dev/null || return 1
  echo "Installing Chromium for the browser tests ..." >&2
  as_root apt-get update -qq >/dev/null 2>&1 # an old list may still do
  get chromium-headless-shell || get chromium # which older lists have alone
}

get() {
  DEBIAN_FRONTEND=noninteractive as_root apt-get install -y -qq --no-install-recommends \
    "$1" fonts-noto-cjk >/dev/null 2>&1
}

if [ -n "$MOHEN_CHROMIUM" ]; then
  runs "$MOHEN_CHROMIUM" && echo "$MOHEN_CHROMIUM" && exit
  echo "MOHEN_CHROMIUM names a browser that does not run" >&2
  exit 1
fi
found || { install && found; } && exit
echo "No Chromium was found: tests in a browser are skipped. Install it (Debian: apt-get install" \
  "chromium-headless-shell, or chromium), or name one with MOHEN_CHROMIUM." >&2
[ -z "$CI" ]
