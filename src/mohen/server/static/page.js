// The first sign of life in a browser: status, alerts as they come, and two small forms.
// It asks the same channels as every other door and decides nothing.
"use strict";

const at = (id) => document.getElementById(id);
const root = document.documentElement;
const say = (en, zh) => (root.lang === "zh" ? zh : en);
const both = (pair) => say(pair.en, pair.zh);

const SIGNALS = {
  DIRECT_ACCEPT: ["taken unchanged", "原样采纳"],
  LIGHT_EDIT: ["taken, lightly edited", "轻度修改后采纳"],
  NEUTRAL: ["taken, edited", "修改后采纳"],
  HEAVY_REWRITE: ["heavily rewritten", "大幅改写"],
  FULL_REJECT: ["rejected", "全部拒绝"],
  UNDO_AFTER_ACCEPT: ["taken back", "采纳后撤销"],
  REPEATED_SCENE_SKILL: ["used again and again here", "同类场景反复使用"],
  ABANDONED: ["abandoned", "放弃"],
};
const signal = (name) => (name ? say(...(SIGNALS[name] ?? [name, name])) : "");

// -- who is asking

function takeToken() {
  const given = new URLSearchParams(location.hash.slice(1)).get("token");
  if (given) {
    sessionStorage.setItem("mohen-token", given);
    // Out of the address bar, so that it is not copied, bookmarked or photographed with it.
    history.replaceState(null, "", location.pathname);
  }
  return sessionStorage.getItem("mohen-token");
}

const bearer = () => ({ Authorization: `Bearer ${sessionStorage.getItem("mohen-token")}` });

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
  sessionStorage.removeItem("mohen-token");
  at("door").hidden = false;
  at("room").hidden = true;
  at("token").focus();
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
  for (const option of document.querySelectorAll("option")) {
    option.textContent = say(option.dataset.en, option.dataset.zh);
  }
  drawLine();
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
  for (let wait = 500; sessionStorage.getItem("mohen-token"); wait = Math.min(wait * 2, 10000)) {
    try {
      const response = await fetch("/events", { headers: bearer() });
      if (response.status === 401) return;
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

// -- the forms

function onSubmit(id, act) {
  at(id).addEventListener("submit", async (event) => {
    event.preventDefault();
    const button = at(id).querySelector("button");
    button.disabled = true;
    try {
      await act();
    } finally {
      button.disabled = false;
    }
  });
}

function tell(id, text, wrong = false) {
  at(id).textContent = text;
  at(id).classList.toggle("wrong", wrong);
}

const trouble = (error) =>
  error instanceof Refused ? error.message : say("The server does not answer.", "服务没有应答。");

onSubmit("enter", async () => {
  sessionStorage.setItem("mohen-token", at("token").value.trim());
  at("token").value = "";
  enter();
});

onSubmit("record", async () => {
  const chosen = Number(at("choice").value);
  const kept = at("final").value;
  try {
    const data = await call("memory:episode:record", {
      projectId: at("project").value,
      skillUsed: at("skill").value,
      inputContext: at("context").value,
      candidates: [at("candidate").value],
      selectedIndex: chosen,
      ...(kept && { finalText: kept }),
    });
    const guess = data.sceneInferred ? say(" (inferred)", "（推断）") : "";
    remember(); // the newest, beside what was just recorded
    tell("recorded", `✓ ${signal(data.signal)} · ${say("scene", "场景")} ${data.sceneType}${guess} · ${say("weight", "权重")} ${data.weight}`);
    refresh();
    setTimeout(refresh, 1500); // by then it has its vector
  } catch (error) {
    tell("recorded", trouble(error), true);
  }
});

async function remember() {
  const query = at("query").value.trim();
  try {
    const data = await call("memory:episode:query", {
      projectId: at("project").value,
      ...(query && { queryText: query }),
    });
    tell("recalled", data.items.length ? "" : say("Nothing yet. Record something first.", "还没有记忆，先记录一些吧。"));
    at("found").replaceChildren(...data.items.map(foundLine));
    if (data.memoryDegraded) refresh();
  } catch (error) {
    tell("recalled", trouble(error), true);
  }
}

onSubmit("recall", remember);

function foundLine(item) {
  const when = new Date(item.timestamp).toLocaleString(root.lang, { dateStyle: "medium", timeStyle: "short" });
  return row(
    item.finalText || item.inputContext,
    [signal(item.signal), item.sceneType, item.skillUsed, when].filter(Boolean).join(" · "),
    `${say("because", "理由")}: ${both(item.reason)}`,
  );
}

// -- beginning

function speak(language) {
  root.lang = language;
  sessionStorage.setItem("mohen-language", language);
  at("curl").textContent =
    `curl -H "Authorization: Bearer $(cat ${say("<home>", "<记忆目录>")}/token)" \\\n` +
    `  -d '{"projectId":"default","queryText":"${say("rain", "雨夜")}"}' \\\n  ${location.origin}/ipc/memory:episode:query`;
  draw();
}

at("language").addEventListener("click", () => speak(root.lang === "zh" ? "en" : "zh"));

// Something to press the button on. It goes into a project of its own.
const SAMPLE = {
  skill: ["continue", "续写"],
  context: [
    "The rain had not let up since noon. Wen stood under the eaves and watched the gate.",
    "雨从中午下到现在。阿文站在屋檐下，望着院门。",
  ],
  candidate: [
    "Suddenly, with a tremendously loud crash, the gate flew open and a stranger appeared!",
    "突然，伴随着一声震耳欲聋的巨响，院门猛地被撞开，一个陌生人赫然出现！",
  ],
  final: ["The gate opened. A stranger stood there.", "门开了。门外站着一个陌生人。"],
};

function enter() {
  at("door").hidden = true;
  at("room").hidden = false;
  for (const [id, pair] of Object.entries(SAMPLE)) at(id).value ||= say(...pair);
  remember();
  listen();
}

const token = takeToken();
speak(sessionStorage.getItem("mohen-language") ?? (navigator.language.toLowerCase().startsWith("zh") ? "zh" : "en"));
if (token) enter();
else askForToken();
