// Everything a maker of a client needs, without a component: `@mohen/panel/client`.
export { type Answer, type CallOptions, type Client, Failure, type Link } from "./client.ts";
export type * from "./generated.ts";
export { answers, pushes } from "./generated.ts";
export { type HttpParts, httpClient } from "./http.ts";
export type * from "./payloads.ts";
export { payloads } from "./payloads.ts";
export {
  type Call,
  never,
  type Script,
  type ScriptedClient,
  scriptedClient,
} from "./scripted.ts";
