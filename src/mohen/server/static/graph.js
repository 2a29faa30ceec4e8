// The picture of a memory. Everything that was said by somebody reaches the page as text only.
"use strict";
(() => {
  const drawn = JSON.parse(document.getElementById("data").textContent);
  const root = document.documentElement;
  const at = (id) => document.getElementById(id);

  const WORDS = {
    title: ["What is known", "记忆图谱"], knowledge: ["Conversations", "对话"], story: ["Story", "故事"],
    skip: ["Skip to the list", "跳到列表"], seek: ["Search names and facts ( / )", "搜索名字与事实（ / ）"],
    asOf: ["As of", "截至"], now: ["Now", "现在"], end: ["End", "结尾"], setting: ["the beginning", "开篇"],
    chapter: [(n) => `Chapter ${n}`, (n) => `第${n}章`],
    empty: ["Nothing is known here yet.", "这里还没有记忆。"],
    zoomIn: ["Closer", "放大"], zoomOut: ["Further away", "缩小"], fit: ["All of it", "全部显示"],
    auto: ["Light or dark: as the system", "明暗：随系统"], light: ["Light", "浅色"], dark: ["Dark", "深色"],
    other: ["中文", "English"],
    count: [(n, m) => `${n} of ${m} entities`, (n, m) => `${n} / ${m} 个实体`],
    holds: ["Holds", "成立"], before: ["No longer", "已不成立"], later: ["Not yet", "尚未成立"],
    since: [(a) => `since ${a}`, (a) => `自 ${a}`], from: [(a, b) => `${a} – ${b}`, (a, b) => `${a} – ${b}`],
    source: ["said in", "出处"], archived: ["archived", "已归档"], sure: [(n) => `confidence ${n}`, (n) => `置信度 ${n}`],
    weight: [(n) => `importance ${n}`, (n) => `重要性 ${n}`], also: ["also", "又名"], nothing: ["Nothing of that kind.", "没有。"],
    more: [(n) => `Show ${n} more`, (n) => `再显示 ${n} 条`],
    canvas: ["Picture of the entities and what ties them. The list beside it tells the same. Arrow keys move it, plus and minus zoom, Enter chooses what is in the middle.",
      "实体及其联系的图。旁边的列表内容相同。方向键移动，加减键缩放，回车选中中央的实体。"],
    hint: ["Choose an entity in the picture or in the list. Drag to move, scroll to zoom.", "在图或列表中选择一个实体。拖动平移，滚轮缩放。"],
    keys: ["search · arrows move · + − zoom · 0 all of it · Esc back", "搜索 · 方向键平移 · + − 缩放 · 0 全部 · Esc 返回"],
    total: [(n, m) => `${n} entities, ${m} memories`, (n, m) => `${n} 个实体，${m} 条记忆`],
    person: ["person", "人物"], location: ["place", "地点"], organization: ["organization", "组织"], project: ["project", "项目"],
    character: ["character", "人物"], event: ["event", "事件"], item: ["item", "物品"], faction: ["faction", "势力"],
    timepoint: ["time", "时间"], secret: ["secret", "秘密"], thing: ["other", "其他"],
    fact: ["fact", "事实"], belief: ["belief", "推断"], summary: ["summary", "摘要"], note: ["note", "笔记"],
    relation: ["relation", "关系"], state: ["state", "状态"],
  };
  const COLOURS = { person: 0, character: 0, location: 2, organization: 3, faction: 3, project: 1, item: 1, event: 4, secret: 4, timepoint: 6, other: 5 };
  const chinese = () => root.lang === "zh";
  const say = (key, ...given) => {
    const word = WORDS[key] ? WORDS[key][chinese() ? 1 : 0] : key;
    return typeof word === "function" ? word(...given) : word;
  };
  const typeWord = (type) => say(type === "other" ? "thing" : type);
  const told = (pair) => (pair ? pair[chinese() ? "zh" : "en"] : "");

  const element = (tag, given = {}, ...inside) => {
    const made = document.createElement(tag);
    for (const [name, value] of Object.entries(given)) {
      if (name === "click") made.addEventListener("click", value);
      else if (name in made) made[name] = value;
      else made.setAttribute(name, value);
    }
    made.append(...inside);
    return made;
  };

  // -- a drawing: who there is, who is tied to whom, and where everybody stands

  const prepared = new Map();
  const prepare = (name) => {
    if (prepared.has(name)) return prepared.get(name);
    const data = drawn[name];
    const nodes = data.entities.map((each) => ({ ...each, items: [], near: new Set() }));
    const byId = new Map(nodes.map((each) => [each.id, each]));
    for (const item of data.items) {
      item.words = `${item.text.en}\n${item.text.zh}`.toLowerCase();
      const known = item.entities.map((id) => byId.get(id)).filter(Boolean);
      known.forEach((each) => each.items.push(item));
      item.pairs = layout.pairs(known);
      for (const [a, b] of item.pairs) { a.near.add(b); b.near.add(a); }
    }
    nodes.forEach((each) => {
      each.words = [each.name, ...each.aliases].join("\n").toLowerCase();
      each.radius = 4 + 2 * Math.min(10, Math.sqrt(each.items.length));
    });
    nodes.sort((a, b) => b.items.length - a.items.length || (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
    layout.place(nodes);
    const times = data.items.flatMap((each) => (each.until === undefined ? [each.since] : [each.since, each.until]));
    const chapters = data.axis === "chapter";
    const last = chapters ? times.reduce((a, b) => Math.max(a, b), 1) : drawn.at;
    const first = chapters ? 0 : times.reduce((a, b) => Math.min(a, b), drawn.at);
    const made = { name, chapters, nodes, byId, items: data.items, first, last, view: null };
    prepared.set(name, made);
    return made;
  };

  // -- what is shown now

  let current, when, chosen = null, sought = "";
  const hidden = new Set();
  const holds = (item) => item.since <= when && (item.until === undefined || when < item.until);
  const day = (ms) => {
    const date = new Date(ms);
    return `${date.getFullYear()}-${String(date.getMonth() + 1).padStart(2, "0")}-${String(date.getDate()).padStart(2, "0")}`;
  };
  const moment = (value) => {
    if (!current.chapters) return day(value);
    return value === 0 ? say("setting") : say("chapter", value);
  };
  let alive = new Map();
  const matches = (node) => !hidden.has(node.type)
    && (!sought || node.words.includes(sought) || node.items.some((each) => each.words.includes(sought)));

  const refresh = () => {
    alive = new Map();
    const ties = new Map();
    for (const item of current.items) {
      if (!holds(item)) continue;
      item.entities.forEach((id) => alive.set(id, (alive.get(id) || 0) + 1));
      for (const [a, b] of item.pairs) {
        const key = a.order < b.order ? `${a.order}-${b.order}` : `${b.order}-${a.order}`;
        const tie = ties.get(key) || { a, b, labels: new Set(), many: 0 };
        tie.many += 1;
        if (told(item.label)) tie.labels.add(told(item.label));
        ties.set(key, tie);
      }
    }
    current.ties = [...ties.values()];
    at("moment").textContent = moment(when);
    at("when").setAttribute("aria-valuetext", moment(when));
    listing();
    detail();
    draw();
  };

  // -- the list

  const SHOWN = 1000;
  const listing = () => {
    const found = current.nodes.filter(matches);
    const buttons = found.slice(0, SHOWN).map((node) => {
      const mark = element("span", { className: "dot" });
      mark.style.color = colour(node);
      const button = element("button", { type: "button", click: () => choose(node, true) },
        mark, element("span", { textContent: node.name }), element("small", { textContent: String(alive.get(node.id) || 0) }));
      button.setAttribute("aria-current", String(node === chosen));
      if (!alive.has(node.id)) button.classList.add("gone");
      return element("li", {}, button);
    });
    at("list").replaceChildren(...buttons);
    at("count").textContent = say("count", Math.min(found.length, SHOWN), current.nodes.length);
    at("empty").hidden = current.nodes.length > 0;
  };

  const legend = () => {
    const types = [...new Set(current.nodes.map((each) => each.type))].sort();
    at("types").replaceChildren(...types.map((type) => {
      const mark = element("span", { className: "dot" });
      mark.style.color = `var(--t${COLOURS[type] ?? 5})`;
      const button = element("button", { type: "button", click: () => {
        if (!hidden.delete(type)) hidden.add(type);
        legend();
        refresh();
      } }, mark, typeWord(type));
      button.setAttribute("aria-pressed", String(!hidden.has(type)));
      return button;
    }));
  };

  // -- one entity

  const FIRST = 60;
  const detail = () => {
    const place = at("detail");
    if (!chosen) {
      place.replaceChildren(
        element("h2", { textContent: say("total", current.nodes.length, current.items.length) }),
        element("p", { textContent: say("hint") }),
        element("p", {}, element("kbd", { textContent: "/" }), ` ${say("keys")}`));
      return;
    }
    const groups = { holds: [], before: [], later: [] };
    for (const item of chosen.items) groups[holds(item) ? "holds" : item.since > when ? "later" : "before"].push(item);
    const order = (a, b) => b.importance - a.importance || b.since - a.since || (a.id < b.id ? -1 : 1);
    place.replaceChildren(
      element("h2", { textContent: chosen.name }),
      element("p", { textContent: [typeWord(chosen.type), chosen.aliases.length ? `${say("also")} ${chosen.aliases.join(", ")}` : ""].filter(Boolean).join(" · ") }),
      ...Object.entries(groups).filter(([key, items]) => items.length || key === "holds").flatMap(([key, items]) => {
        items.sort(order);
        const more = element("button", { type: "button", className: "more", textContent: say("more", items.length - FIRST), hidden: items.length <= FIRST });
        more.addEventListener("click", () => { more.replaceWith(...items.slice(FIRST).map((each) => line(each, key))); });
        return [element("h3", { textContent: `${say(key)} (${items.length})` }),
          ...(items.length ? items.slice(0, FIRST).map((each) => line(each, key)) : [element("p", { textContent: say("nothing") })]), more];
      }));
  };

  const line = (item, key) => {
    const span = item.until === undefined ? say("since", moment(item.since)) : say("from", moment(item.since), moment(item.until));
    const facts = [say(item.kind), span, item.archived ? say("archived") : "",
      item.confidence < 1 ? say("sure", item.confidence.toFixed(2)) : "", current.chapters ? "" : say("weight", item.importance.toFixed(2))];
    const made = element("div", { className: key === "holds" ? "told" : "told gone" },
      element("span", { className: "text", textContent: told(item.text) }),
      element("small", { textContent: facts.filter(Boolean).join(" · ") }));
    if (item.sources.length) made.append(element("small", { textContent: `${say("source")} ${item.sources.slice(0, 4).join(", ")}${item.sources.length > 4 ? " …" : ""}` }));
    made.append(element("small", { textContent: item.id }));
    const others = item.entities.filter((id) => id !== chosen.id && current.byId.has(id));
    if (others.length) made.append(element("div", { className: "others" }, ...others.map((id) =>
      element("button", { type: "button", textContent: current.byId.get(id).name, click: () => choose(current.byId.get(id), true) }))));
    return made;
  };

  const choose = (node, centre = false) => {
    chosen = node;
    if (node && centre) { current.view.x = node.x; current.view.y = node.y; }
    at("detail").scrollTop = 0;
    listing(); detail(); draw();
  };

  // -- the picture

  const canvas = at("graph"), brush = canvas.getContext("2d");
  let style, waiting = false, hovered = null;
  const colour = (node) => `var(--t${COLOURS[node.type] ?? 5})`;
  const ink = (name) => style.getPropertyValue(name).trim();
  const draw = () => { if (!waiting) { waiting = true; requestAnimationFrame(paint); } };
  const width = () => canvas.clientWidth, height = () => canvas.clientHeight;
  const onScreen = (node) => [(node.x - current.view.x) * current.view.scale + width() / 2, (node.y - current.view.y) * current.view.scale + height() / 2];

  const fit = () => {
    const nodes = current.nodes;
    const xs = nodes.map((each) => each.x), ys = nodes.map((each) => each.y);
    const low = (list) => list.reduce((a, b) => Math.min(a, b), Infinity), high = (list) => list.reduce((a, b) => Math.max(a, b), -Infinity);
    if (!nodes.length) { current.view = { x: 0, y: 0, scale: 1 }; return; }
    const wide = high(xs) - low(xs) + 160, tall = high(ys) - low(ys) + 120;
    current.view = { x: (high(xs) + low(xs)) / 2, y: (high(ys) + low(ys)) / 2, scale: Math.max(0.04, Math.min(1.6, width() / wide, height() / tall)) };
  };

  const paint = () => {
    waiting = false;
    const ratio = window.devicePixelRatio || 1;
    if (canvas.width !== Math.round(width() * ratio) || canvas.height !== Math.round(height() * ratio)) {
      canvas.width = Math.round(width() * ratio); canvas.height = Math.round(height() * ratio);
    }
    style = getComputedStyle(root);
    const { scale } = current.view, focus = hovered || chosen;
    brush.setTransform(ratio, 0, 0, ratio, 0, 0);
    brush.clearRect(0, 0, width(), height());
    const tied = new Set(current.ties.flatMap((tie) => (tie.a === focus ? [tie.b] : tie.b === focus ? [tie.a] : [])));
    const lit = (node) => !focus || node === focus || tied.has(node);
    const shown = (node) => matches(node);
    for (const tie of current.ties) {
      if (!shown(tie.a) || !shown(tie.b)) continue;
      const near = tie.a === focus || tie.b === focus;
      brush.globalAlpha = near ? 1 : focus ? 0.15 : 0.6;
      brush.strokeStyle = ink(near ? "--seal" : "--tie");
      brush.lineWidth = Math.min(4, 0.6 + 0.5 * Math.sqrt(tie.many));
      brush.beginPath(); brush.moveTo(...onScreen(tie.a)); brush.lineTo(...onScreen(tie.b)); brush.stroke();
    }
    for (const node of [...current.nodes].reverse()) {
      if (!shown(node)) continue;
      const [x, y] = onScreen(node);
      if (x < -40 || y < -40 || x > width() + 40 || y > height() + 40) continue;
      brush.globalAlpha = (lit(node) ? 1 : 0.25) * (alive.has(node.id) ? 1 : 0.35);
      brush.fillStyle = ink(`--t${COLOURS[node.type] ?? 5}`);
      brush.beginPath(); brush.arc(x, y, radius(node), 0, 7); brush.fill();
      if (node === chosen) { brush.lineWidth = 2; brush.strokeStyle = ink("--ink"); brush.beginPath(); brush.arc(x, y, radius(node) + 4, 0, 7); brush.stroke(); }
    }
    labels(focus, tied, shown, scale);
    brush.globalAlpha = 1;
  };
  const radius = (node) => Math.max(2.5, node.radius * Math.min(1.4, Math.sqrt(current.view.scale)));

  // Names from the most spoken of downwards, as long as they do not cover each other.
  const labels = (focus, tied, shown, scale) => {
    brush.font = `${Math.max(11, Math.min(15, 12 * Math.sqrt(scale) + 2))}px system-ui, "PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC", sans-serif`;
    brush.textAlign = "center"; brush.textBaseline = "top"; brush.lineJoin = "round";
    const taken = [];
    const write = (text, x, y, strong) => {
      const wide = brush.measureText(text).width / 2 + 3, box = [x - wide, y, x + wide, y + 17];
      if (!strong && taken.some((each) => box[0] < each[2] && box[2] > each[0] && box[1] < each[3] && box[3] > each[1])) return;
      taken.push(box);
      brush.lineWidth = 3; brush.strokeStyle = ink("--paper"); brush.strokeText(text, x, y);
      brush.fillStyle = ink("--ink"); brush.fillText(text, x, y);
    };
    const first = focus ? [focus, ...current.nodes.filter((each) => tied.has(each))] : current.nodes;
    for (const node of first) {
      if (!shown(node) || taken.length > 400) continue;
      const [x, y] = onScreen(node);
      if (x < 0 || y < -20 || x > width() || y > height()) continue;
      brush.globalAlpha = alive.has(node.id) ? 1 : 0.45;
      write(node.name.length > 24 ? `${node.name.slice(0, 23)}…` : node.name, x, y + radius(node) + 2, node === focus);
    }
    if (!focus) return;
    brush.globalAlpha = 0.9;
    for (const tie of current.ties) {
      if ((tie.a !== focus && tie.b !== focus) || !tie.labels.size || !shown(tie.a) || !shown(tie.b)) continue;
      const [ax, ay] = onScreen(tie.a), [bx, by] = onScreen(tie.b);
      write([...tie.labels].slice(0, 2).join(" / "), (ax + bx) / 2, (ay + by) / 2 - 8, false);
    }
  };

  const under = (x, y) => {
    let best = null, least = 14;
    for (const node of current.nodes) {
      if (!matches(node)) continue;
      const [nx, ny] = onScreen(node), way = Math.hypot(nx - x, ny - y) - radius(node);
      if (way < least) { least = way; best = node; }
    }
    return best;
  };
  const zoom = (by, x = width() / 2, y = height() / 2) => {
    const view = current.view, scale = Math.max(0.04, Math.min(6, view.scale * by));
    view.x += (x - width() / 2) * (1 / view.scale - 1 / scale);
    view.y += (y - height() / 2) * (1 / view.scale - 1 / scale);
    view.scale = scale;
    draw();
  };

  let held = null, moved = 0;
  canvas.addEventListener("pointerdown", (event) => { held = [event.offsetX, event.offsetY]; moved = 0; canvas.setPointerCapture(event.pointerId); });
  canvas.addEventListener("pointermove", (event) => {
    if (!held) {
      const node = under(event.offsetX, event.offsetY);
      canvas.style.cursor = node ? "pointer" : "grab";
      if (node !== hovered) { hovered = node; draw(); }
      return;
    }
    const x = event.offsetX - held[0], y = event.offsetY - held[1];
    moved += Math.abs(x) + Math.abs(y);
    current.view.x -= x / current.view.scale; current.view.y -= y / current.view.scale;
    held = [event.offsetX, event.offsetY];
    draw();
  });
  canvas.addEventListener("pointerup", (event) => {
    if (held && moved < 5) choose(under(event.offsetX, event.offsetY));
    held = null;
  });
  canvas.addEventListener("pointerleave", () => { if (hovered) { hovered = null; draw(); } });
  canvas.addEventListener("wheel", (event) => { event.preventDefault(); zoom(Math.exp(-event.deltaY * 0.0015), event.offsetX, event.offsetY); }, { passive: false });
  canvas.addEventListener("keydown", (event) => {
    const step = 60 / current.view.scale;
    const keys = {
      ArrowLeft: () => { current.view.x -= step; }, ArrowRight: () => { current.view.x += step; },
      ArrowUp: () => { current.view.y -= step; }, ArrowDown: () => { current.view.y += step; },
      "+": () => zoom(1.25), "=": () => zoom(1.25), "-": () => zoom(0.8), 0: fit,
      Enter: () => {
        const near = current.nodes.filter(matches).sort((a, b) => Math.hypot(a.x - current.view.x, a.y - current.view.y) - Math.hypot(b.x - current.view.x, b.y - current.view.y));
        if (near.length) choose(near[0]);
      },
    };
    if (keys[event.key]) { event.preventDefault(); keys[event.key](); draw(); }
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "/" && document.activeElement !== at("seek")) { event.preventDefault(); at("seek").focus(); }
    if (event.key === "Escape") choose(null);
  });
  at("tools").addEventListener("click", (event) => {
    const act = { in: () => zoom(1.3), out: () => zoom(1 / 1.3), fit: () => { fit(); draw(); } }[event.target.dataset.do];
    if (act) act();
  });

  // -- controls

  at("seek").addEventListener("input", () => { sought = at("seek").value.trim().toLowerCase(); listing(); draw(); });
  at("seek").addEventListener("keydown", (event) => {
    if (event.key !== "Enter") return;
    const [first] = current.nodes.filter(matches).sort((a, b) => Number(!a.words.includes(sought)) - Number(!b.words.includes(sought)));
    if (first) choose(first, true);
  });
  at("when").addEventListener("input", () => { when = Number(at("when").value); refresh(); });
  at("now").addEventListener("click", () => { when = current.last; at("when").value = String(when); refresh(); });

  const speak = () => {
    document.querySelectorAll("[data-say]").forEach((each) => { each.textContent = say(each.dataset.say); });
    document.querySelectorAll("[data-title]").forEach((each) => { each.title = say(each.dataset.title); each.setAttribute("aria-label", say(each.dataset.title)); });
    canvas.setAttribute("aria-label", say("canvas"));
    at("language").textContent = say("other");
    at("theme").textContent = say(root.dataset.theme || "auto");
    at("now").textContent = say(current.chapters ? "end" : "now");
    at("tabs").replaceChildren(...["knowledge", "story"].filter((name) => drawn[name]).map((name) => {
      const button = element("button", { type: "button", textContent: say(name), click: () => open(name) });
      button.setAttribute("aria-pressed", String(name === current.name));
      return button;
    }));
    legend();
  };
  at("language").addEventListener("click", () => { root.lang = chinese() ? "en" : "zh"; speak(); refresh(); });
  at("theme").addEventListener("click", () => {
    const next = { undefined: "light", light: "dark", dark: undefined }[root.dataset.theme];
    if (next) root.dataset.theme = next; else delete root.dataset.theme;
    speak(); draw();
  });
  window.matchMedia("(prefers-color-scheme: dark)").addEventListener("change", draw);
  new ResizeObserver(draw).observe(canvas);

  const open = (name) => {
    current = prepare(name);
    chosen = null; hovered = null; hidden.clear();
    when = current.last;
    const slider = at("when");
    slider.min = String(current.first); slider.max = String(current.last);
    slider.step = current.chapters ? "1" : String(Math.max(1, Math.floor((current.last - current.first) / 1000)));
    slider.value = String(when);
    if (!current.view) fit();
    speak();
    refresh();
  };
  at("tabs").hidden = !drawn.story;
  open(drawn.story && !drawn.knowledge.entities.length ? "story" : "knowledge");
})();
