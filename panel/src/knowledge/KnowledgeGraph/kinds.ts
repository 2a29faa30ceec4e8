// Each kind of entity has a form and a colour: the form says what the colour says.

export type Form = "circle" | "square" | "diamond" | "triangle" | "hexagon" | "ring";

export interface Look {
  readonly form: Form;
  /** The token of its colour. */
  readonly colour: string;
}

const LOOKS: Readonly<Record<string, Look>> = {
  character: { form: "circle", colour: "--color-series-1" },
  person: { form: "circle", colour: "--color-series-1" },
  location: { form: "square", colour: "--color-series-4" },
  organization: { form: "hexagon", colour: "--color-series-3" },
  faction: { form: "hexagon", colour: "--color-series-3" },
  item: { form: "triangle", colour: "--color-series-2" },
  project: { form: "triangle", colour: "--color-series-2" },
  event: { form: "diamond", colour: "--color-series-5" },
  secret: { form: "diamond", colour: "--color-series-2" },
};

const PLAIN: Look = { form: "ring", colour: "--color-text-quiet" };

export function lookOf(type: string): Look {
  return LOOKS[type] ?? PLAIN;
}

const CORNERS: Readonly<Record<Form, { many: number; turned: number; larger: number }>> = {
  circle: { many: 0, turned: 0, larger: 1 },
  ring: { many: 0, turned: 0, larger: 0.9 },
  square: { many: 4, turned: Math.PI / 4, larger: 1.2 },
  diamond: { many: 4, turned: 0, larger: 1.3 },
  triangle: { many: 3, turned: -Math.PI / 2, larger: 1.35 },
  hexagon: { many: 6, turned: 0, larger: 1.1 },
};

/** The corners of a form around the middle; none: it is round. */
export function corners(form: Form, radius: number): { x: number; y: number }[] {
  const { many, turned, larger } = CORNERS[form];
  return Array.from({ length: many }, (_, n) => {
    const angle = turned + (n * 2 * Math.PI) / many;
    return { x: Math.cos(angle) * radius * larger, y: Math.sin(angle) * radius * larger };
  });
}
