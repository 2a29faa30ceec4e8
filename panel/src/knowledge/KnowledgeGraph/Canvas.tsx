import {
  type KeyboardEvent,
  type PointerEvent,
  type Ref,
  useCallback,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
} from "react";
import { useWords } from "../../mohen.tsx";
import { said } from "../words.ts";
import style from "./KnowledgeGraph.module.css";
import type { Spot } from "./layout.ts";
import { paint, type Scene } from "./paint.ts";
import { dragged, fitted, inWorld, moved, nodeAt, type Size, type View, zoomed } from "./view.ts";

/** What can be done with the picture from beside it. */
export interface Lens {
  showAll(): void;
  zoom(by: number): void;
  centre(id: string): void;
}

export interface CanvasProps {
  scene: Omit<Scene, "view">;
  lens: Ref<Lens>;
  onChoose(id: string | undefined): void;
  onPoint(id: string | undefined): void;
  /** Somebody was put elsewhere by hand. */
  onMove(id: string, spot: Spot): void;
}

/** What is held while the pointer is down: the paper, or somebody on it. */
interface Held {
  readonly id: string | undefined;
  x: number;
  y: number;
  way: number;
}

const CLICK = 5;

/** The picture itself. Frames are painted only when something has changed. */
export function Canvas({ scene, lens, onChoose, onPoint, onMove }: CanvasProps) {
  const say = useWords(said);
  const canvas = useRef<HTMLCanvasElement>(null);
  const view = useRef<View>({ x: 0, y: 0, scale: 1 });
  const latest = useRef(scene);
  const held = useRef<Held>(undefined);
  const waiting = useRef(0);
  const isWhole = useRef(true); // all of it is in sight, as long as nobody came closer or moved it

  const draw = useCallback(() => {
    cancelAnimationFrame(waiting.current);
    waiting.current = requestAnimationFrame(() => {
      if (canvas.current) paint(canvas.current, { ...latest.current, view: view.current });
    });
  }, []);
  const size = useCallback(
    (): Size => ({
      width: canvas.current?.clientWidth ?? 1,
      height: canvas.current?.clientHeight ?? 1,
    }),
    [],
  );
  const look = useCallback(
    (next: View) => {
      view.current = next;
      isWhole.current = false;
      draw();
    },
    [draw],
  );
  const showAll = useCallback(() => {
    const { nodes, spots } = latest.current;
    const placed = nodes.flatMap(({ id }) => spots.get(id) ?? []);
    look(fitted(placed, size()));
    isWhole.current = true;
  }, [look, size]);
  const resize = useCallback(() => (isWhole.current ? showAll() : draw()), [showAll, draw]);

  useLayoutEffect(() => {
    latest.current = scene;
    draw();
  }, [scene, draw]);

  const shown = scene.nodes;
  // Whoever is shown is brought into sight; hands that move one of them do not change the view.
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever others are shown
  useLayoutEffect(() => showAll(), [shown, showAll]);

  useImperativeHandle(
    lens,
    () => ({
      showAll,
      zoom: (by) => look(zoomed(view.current, by, size())),
      centre(id) {
        const spot = latest.current.spots.get(id);
        if (spot) look({ ...view.current, ...spot, scale: Math.max(view.current.scale, 0.7) });
      },
    }),
    [showAll, look, size],
  );

  useRepainting(canvas, draw, resize, (by, around) =>
    look(zoomed(view.current, by, size(), around)),
  );

  const under = (where: Spot) =>
    nodeAt(where, latest.current.nodes, latest.current.spots, view.current, size())?.id;

  function press(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const next = moved(event.key, view.current, size());
    if (next) look(next);
    else if (event.key === "0") showAll();
    else if (event.key === "Enter") onChoose(under({ x: size().width / 2, y: size().height / 2 }));
    else if (event.key === "Escape") onChoose(undefined);
    else return;
    event.preventDefault();
  }

  function down(event: PointerEvent<HTMLCanvasElement>) {
    const where = placeOf(event);
    event.currentTarget.setPointerCapture(event.pointerId);
    held.current = { id: under(where), ...where, way: 0 };
  }

  function move(event: PointerEvent<HTMLCanvasElement>) {
    const where = placeOf(event);
    const { current } = held;
    if (!current) return onPoint(under(where));
    const [x, y] = [where.x - current.x, where.y - current.y];
    current.way += Math.hypot(x, y);
    if (current.way < CLICK) return;
    current.x = where.x;
    current.y = where.y;
    if (current.id === undefined) look(dragged(view.current, x, y));
    else onMove(current.id, inWorld(where, view.current, size()));
  }

  function up() {
    const { current } = held;
    held.current = undefined;
    if (current && current.way < CLICK) onChoose(current.id);
  }

  return (
    // biome-ignore lint/a11y/noInteractiveElementToNoninteractiveRole: keys move it as in a map
    <canvas
      ref={canvas}
      className={style.canvas}
      // The list tells the same; here the keys move the picture.
      role="application"
      aria-label={`${say.picture} ${say.pictureKeys}`}
      tabIndex={0}
      onKeyDown={press}
      onPointerDown={down}
      onPointerMove={move}
      onPointerUp={up}
      onPointerCancel={() => {
        held.current = undefined;
      }}
      onPointerLeave={() => onPoint(undefined)}
    />
  );
}

function placeOf(event: PointerEvent<HTMLCanvasElement>): Spot {
  const box = event.currentTarget.getBoundingClientRect();
  return { x: event.clientX - box.left, y: event.clientY - box.top };
}

/** Painted anew when it is resized or the theme changes; the wheel comes closer. */
function useRepainting(
  canvas: { readonly current: HTMLCanvasElement | null },
  draw: () => void,
  resize: () => void,
  zoom: (by: number, around: Spot) => void,
) {
  const turn = useRef(zoom);
  turn.current = zoom;
  useEffect(() => {
    const { current } = canvas;
    if (!current) return;
    const resized = new ResizeObserver(resize);
    resized.observe(current);
    const themed = new MutationObserver(draw);
    const theme = current.closest("[data-theme]");
    if (theme) themed.observe(theme, { attributeFilter: ["data-theme"] });
    // React listens passively to the wheel, and then the page would scroll too.
    const wheel = (event: WheelEvent) => {
      event.preventDefault();
      const box = current.getBoundingClientRect();
      const around = { x: event.clientX - box.left, y: event.clientY - box.top };
      turn.current(Math.exp(-event.deltaY * 0.0015), around);
    };
    current.addEventListener("wheel", wheel, { passive: false });
    return () => {
      resized.disconnect();
      themed.disconnect();
      current.removeEventListener("wheel", wheel);
    };
  }, [canvas, draw, resize]);
}
