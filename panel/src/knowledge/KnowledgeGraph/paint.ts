// Puts the web on a canvas. Colours are read from the tokens each time, so that it follows them.

import { corners, lookOf } from "./kinds.ts";
import type { Spot } from "./layout.ts";
import { drawnRadius, onScreen, type Size, type View } from "./view.ts";
import type { Node, Tie } from "./web.ts";

export interface Scene {
  readonly nodes: readonly Node[];
  readonly ties: readonly Tie[];
  readonly spots: ReadonlyMap<string, Spot>;
  /** Of whom something holds at the moment one looks at; the others are pale. */
  readonly present: ReadonlySet<string>;
  readonly view: View;
  /** Chosen, or pointed at: it and who is tied to it stand out. */
  readonly focus: string | undefined;
}

const LABELS_NEAR = 160;
const LABELS_FAR = 40;
const LONGEST = 22;

export function paint(canvas: HTMLCanvasElement, scene: Scene): void {
  const brush = canvas.getContext("2d");
  if (!brush) return;
  const size = { width: canvas.clientWidth, height: canvas.clientHeight };
  sharpen(canvas, brush, size);
  const style = getComputedStyle(canvas);
  const token = (name: string) => style.getPropertyValue(name).trim();
  const near = new Set(scene.focus === undefined ? [] : [scene.focus, ...tiedTo(scene)]);
  const at = new Map<string, Spot>();
  for (const { id } of scene.nodes) {
    const spot = scene.spots.get(id);
    if (spot) at.set(id, onScreen(spot, scene.view, size));
  }
  const stage: Stage = { brush, size, token, near, at, scene };
  drawTies(stage);
  drawNodes(stage);
  drawNames(stage, style.fontFamily);
}

interface Stage {
  readonly brush: CanvasRenderingContext2D;
  readonly size: Size;
  readonly token: (name: string) => string;
  readonly near: ReadonlySet<string>;
  readonly at: ReadonlyMap<string, Spot>;
  readonly scene: Scene;
}

/** As many pixels as the screen has. */
function sharpen(canvas: HTMLCanvasElement, brush: CanvasRenderingContext2D, size: Size): void {
  const ratio = window.devicePixelRatio || 1;
  const [width, height] = [Math.round(size.width * ratio), Math.round(size.height * ratio)];
  if (canvas.width !== width) canvas.width = width;
  if (canvas.height !== height) canvas.height = height;
  brush.setTransform(ratio, 0, 0, ratio, 0, 0);
  brush.clearRect(0, 0, size.width, size.height);
}

function tiedTo({ ties, focus }: Scene): string[] {
  return ties.flatMap(({ from, to }) => (from === focus ? [to] : to === focus ? [from] : []));
}

function drawTies({ brush, token, at, scene: { ties, focus } }: Stage): void {
  for (const own of [false, true]) {
    brush.strokeStyle = token(own ? "--color-accent" : "--color-border-strong");
    brush.globalAlpha = own ? 0.9 : focus === undefined ? 0.45 : 0.2;
    brush.lineWidth = own ? 1.5 : 1;
    brush.beginPath();
    for (const { from, to } of ties) {
      if ((from === focus || to === focus) !== own) continue;
      const [a, b] = [at.get(from), at.get(to)];
      if (!a || !b) continue;
      brush.moveTo(a.x, a.y);
      brush.lineTo(b.x, b.y);
    }
    brush.stroke();
  }
}

function drawNodes({ brush, size, token, near, at, scene }: Stage): void {
  const colours = new Map<string, string>();
  for (const node of scene.nodes) {
    const where = at.get(node.id);
    if (!where || isOutside(where, size, 30)) continue;
    const { form, colour } = lookOf(node.type);
    const ink = colours.get(colour) ?? token(colour);
    colours.set(colour, ink);
    const radius = drawnRadius(node.radius, scene.view.scale);
    brush.globalAlpha = alphaOf(node.id, near, scene);
    brush.beginPath();
    const points = corners(form, radius);
    if (points.length === 0) brush.arc(where.x, where.y, radius, 0, 2 * Math.PI);
    for (const { x, y } of points) brush.lineTo(where.x + x, where.y + y);
    brush.closePath();
    brush.fillStyle = form === "ring" ? token("--color-bg-raised") : ink;
    brush.fill();
    brush.lineWidth = node.id === scene.focus ? 3 : form === "ring" ? 2 : 1.5;
    brush.strokeStyle =
      node.id === scene.focus
        ? token("--color-text")
        : form === "ring"
          ? ink
          : token("--color-bg-raised");
    brush.stroke();
  }
}

function alphaOf(id: string, near: ReadonlySet<string>, { focus, present }: Scene): number {
  if (focus !== undefined && !near.has(id)) return 0.3;
  return present.has(id) ? 1 : 0.45;
}

interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

function isApart(one: Box, other: Box): boolean {
  return (
    one.right < other.left ||
    one.left > other.right ||
    one.bottom < other.top ||
    one.top > other.bottom
  );
}

/** Names where there is room for them, the most spoken of first; those of a focus before all. One that
 * would cover somebody below stands above. */
function drawNames({ brush, size, token, near, at, scene }: Stage, family: string): void {
  const taken: Box[] = [];
  const marks = scene.nodes.flatMap(({ id, radius }) => {
    const where = at.get(id);
    const half = drawnRadius(radius, scene.view.scale) * 0.8;
    if (!where) return [];
    const { x, y } = where;
    return [{ left: x - half, right: x + half, top: y - half, bottom: y + half }];
  });
  brush.textAlign = "center";
  brush.textBaseline = "top";
  brush.lineJoin = "round";
  const write = (text: string, x: number, ys: readonly number[], strong: boolean) => {
    brush.font = `${strong ? 600 : 400} 12px ${family}`;
    const half = brush.measureText(text).width / 2 + 2;
    const boxAt = (y: number) => ({ left: x - half, right: x + half, top: y, bottom: y + 14 });
    const isFree = (y: number, among: readonly Box[]) =>
      among.every((each) => isApart(each, boxAt(y)));
    const y =
      ys.find((each) => isFree(each, [...taken, ...marks])) ??
      ys.find((each) => isFree(each, taken)) ??
      (strong ? ys[0] : undefined);
    if (y === undefined) return;
    taken.push(boxAt(y));
    brush.strokeStyle = token("--color-bg-raised");
    brush.lineWidth = 3;
    brush.strokeText(text, x, y);
    brush.fillStyle = token("--color-text");
    brush.fillText(text, x, y);
  };
  // From afar only the most spoken of are named, or the names would be all there is to see.
  const most = LABELS_FAR + (LABELS_NEAR - LABELS_FAR) * Math.min(1, scene.view.scale ** 2);
  const first = scene.nodes.filter(({ id }) => near.has(id));
  const rest = scene.nodes.filter(({ id }) => !near.has(id));
  for (const node of [...first, ...rest]) {
    const where = at.get(node.id);
    if (!where || taken.length >= most || isOutside(where, size, 0)) continue;
    brush.globalAlpha = Math.max(0.55, alphaOf(node.id, near, scene));
    if (near.size > 0 && !near.has(node.id)) continue;
    const away = drawnRadius(node.radius, scene.view.scale) * 1.2 + 2;
    const ys = [where.y + away, where.y - away - 14];
    write(shortened(node.name), where.x, ys, node.id === scene.focus);
  }
  if (scene.focus === undefined) return;
  brush.globalAlpha = 1;
  for (const { from, to, labels } of scene.ties) {
    const [a, b] = [at.get(from), at.get(to)];
    if ((from !== scene.focus && to !== scene.focus) || !a || !b || labels.length === 0) continue;
    write(shortened(labels.slice(0, 2).join(" / ")), (a.x + b.x) / 2, [(a.y + b.y) / 2 - 7], false);
  }
}

function isOutside({ x, y }: Spot, { width, height }: Size, margin: number): boolean {
  return x < -margin || y < -margin || x > width + margin || y > height + margin;
}

function shortened(text: string): string {
  const letters = [...text];
  return letters.length > LONGEST ? `${letters.slice(0, LONGEST - 1).join("")}…` : text;
}
