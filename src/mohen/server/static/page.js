// The plain page, where the panel is not built: status, and alerts as they come.
// It asks the same channels as every other door and decides nothing.
"use strict";

const at = (id) => document.getElementById(id);
const root = document.documentElement;
const say = (en, zh) => (root.lang === "zh" ? zh : en);
const both = (pair) => say(pair.en, pair.zh);

// -- who is asking

// A link carries a ticket that is good once. For it, or for the token, this browser is let in: its
// cookie comes with the answer, and its key is kept here.
const home = document.querySelector('meta[name="mohen-home"]')?.content ?? "";
const place = `mohen-browser-${home}`;

function pass() {
  try {
    return JSON.parse(localStorage.getItem(place));
  } catch {
    return null;
  }
}

async function knock(given) {
  const response = await fetch("/session", { method: "POST", headers: bearer(), body: JSON.stringify(given) });
  const envelope = await response.json();
  if (envelope.ok) localStorage.setItem(place, JSON.stringify(envelope.data));
  return envelope.ok;
}

async function takeTicket() {
  const ticket = new URLSearchParams(location.hash.slice(1)).get("ticket");
  if (!ticket) return;
  history.replaceState(null, "", location.pathname);
  if (!(await knock({ ticket })) && !pass()) location.replace("/closed");
}

let wrong = false;

// The next link, pasted over this page's own address, changes nothing but the fragment.
addEventListener("hashchange", () => {
  if (location.hash.startsWith("#ticket=")) location.reload();
});

const bearer = () => (pass() ? { Authorization: `Browser ${pass().key}` } : {});

class Refused extends Error {}

async function call(channel, payload) {
  const response = await fetch(`/ipc/${channel}`, {
    method: "POST",
    headers: { ...bearer(), "Content-Type": "application/json" },
    body: JSON.stringify(payload),
  });
  if (response.status === 401) {
    askForToken();
  }
  const envelope = await response.json();
  if (!envelope.ok) {
    throw new Refused(`${envelope.error.message} [${envelope.error.code}]`);
  }
  return envelope.data;
}

function askForToken() {
  localStorage.removeItem(place);
  at("door").hidden = false;
  at("room").hidden = true;
  drawRefused();
  at("token").focus();
}

function drawRefused() {
  at("refused").textContent = wrong ? say("That is not the token of this memory.", "令牌与这份记忆不符。") : "";
}

// -- the state of things

let status = null;
const heard = [];

async function refresh() {
  try {
    status = await call("memory:status", {});
    draw();
  } catch (error) {
    if (error instanceof Refused) at("active").textContent = error.message;
  }
}

function fill(id, text, small) {
  const place = at(id);
  place.replaceChildren(text);
  if (small) {
    const note = document.createElement("small");
    note.textContent = small;
    place.append(note);
  }
}

function draw() {
  drawLine();
  drawRefused();
  if (!status) return;
  const { episodes, index, embedder, settings } = status;
  const broken = say("cannot be read", "无法读取");
  if (episodes) {
    const projects = Object.keys(episodes.projects).length;
    const digests = episodes.compressed ? say(`, ${episodes.compressed} digests`, `，摘要 ${episodes.compressed}`) : "";
    fill("active", String(episodes.active), say(`in ${projects} project${projects === 1 ? "" : "s"}`, `${projects} 个项目`) + digests);
  } else {
    fill("active", "–", broken);
  }
  fill("embedded", index ? `${index.embedded} / ${index.embeddable}` : "–", index?.foreign ? say("run mohen rebuild-index", "请运行 mohen rebuild-index") : "");
  fill("embedder", embedder ? embedder.name : "–", embedder ? say(`${embedder.dims} dimensions`, `${embedder.dims} 维`) : say("does not work", "不可用"));
  drawSettings(settings, broken);
  drawAlerts();
  at("version").textContent = `Mohen ${status.version}`;
}

function drawSettings(settings, broken) {
  if (!settings) {
    fill("settings", "–", broken);
    return;
  }
  const learning = settings.preferenceLearningEnabled ? say("Learning", "学习中") : say("Paused", "已暂停学习");
  const privacy = settings.privacyModeEnabled ? say("privacy mode: no text is kept", "隐私模式：不保存文本") : say("texts are kept locally", "文本保存在本地");
  fill("settings", learning, privacy);
}

function drawAlerts() {
  const list = at("alerts");
  const items = [
    ...status.degradations.map((each) => ({ text: `! ${both(each.message)}`, more: both(each.cure) })),
    ...heard.map(alertLine),
    ...status.alerts.filter((each) => each.state === "began" && !heard.some((other) => other.code === each.code)).map(alertLine),
  ];
  if (items.length === 0) {
    items.push({ text: say("✓ Nothing. All is well.", "✓ 没有。一切正常。"), more: "" });
  }
  const said = JSON.stringify(items);
  if (list.dataset.said === said) return; // what was read out once is not read out again
  list.dataset.said = said;
  list.replaceChildren(...items.map(({ text, more }) => row(text, more)));
}

function alertLine(alert) {
  const time = new Date(alert.at).toLocaleTimeString(root.lang);
  const state = alert.state === "ended" ? say("works again", "已恢复") : (alert.cure ? both(alert.cure) : "");
  return { text: `${alert.state === "ended" ? "✓" : "!"} ${alert.code} · ${alert.subject}`, more: `${time} ${state}` };
}

function row(text, ...more) {
  const item = document.createElement("li");
  const main = document.createElement("p");
  main.textContent = text;
  item.append(main);
  for (const each of more.filter(Boolean)) {
    const quiet = document.createElement("p");
    quiet.className = "quiet";
    quiet.textContent = each;
    item.append(quiet);
  }
  return item;
}

// -- pushes, as they come: fetch and not EventSource, which cannot send the token

let line = "off";

function drawLine(state = line) {
  line = state;
  at("line").dataset.state = state;
  at("line").textContent = state === "live" ? say("live", "实时") : say("not connected", "未连接");
}

async function listen() {
  for (let wait = 500; pass(); wait = Math.min(wait * 2, 10000)) {
    try {
      const response = await fetch("/events", { headers: bearer() });
      if (response.status === 401) return askForToken();
      drawLine("live");
      await refresh();
      wait = 500;
      await hear(response.body.pipeThrough(new TextDecoderStream()).getReader());
    } catch {
      // The server is gone; it may come back.
    }
    drawLine("off");
    await new Promise((resume) => setTimeout(resume, wait));
  }
  askForToken(); // another window of this browser was told first that it is out
}

async function hear(reader) {
  let waiting = "";
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    const messages = (waiting + part.value).split("\n\n");
    waiting = messages.pop();
    messages.forEach(take);
  }
}

function take(message) {
  const fields = Object.fromEntries(message.split("\n").map((each) => each.split(/: (.*)/s).slice(0, 2)));
  if (fields.event !== "memory:alert") return;
  heard.unshift(JSON.parse(fields.data));
  heard.length = Math.min(heard.length, 20);
  refresh();
}

// -- beginning

function speak(language) {
  root.lang = language;
  sessionStorage.setItem("mohen-language", language);
  at("curl").textContent =
    `curl -H "Authorization: Bearer $(cat ${say("<home>", "<记忆目录>")}/token)" \\\n` +
    `  -d '{"projectId":"default","queryText":"${say("rain", "雨")}"}' \\\n  ${location.origin}/ipc/memory:episode:query`;
  draw();
}

at("language").addEventListener("click", () => speak(root.lang === "zh" ? "en" : "zh"));

at("enter").addEventListener("submit", async (event) => {
  event.preventDefault();
  const token = at("token").value.trim();
  at("token").value = "";
  wrong = !(await knock({ token }).catch(() => false));
  drawRefused();
  if (!wrong) enter();
});

function enter() {
  at("door").hidden = true;
  at("room").hidden = false;
  listen();
}

async function begin() {
  speak(sessionStorage.getItem("mohen-language") ?? (navigator.language.toLowerCase().startsWith("zh") ? "zh" : "en"));
  await takeTicket().catch(() => {}); // the server went away just now
  if (pass()) enter();
  else askForToken();
}

begin();
