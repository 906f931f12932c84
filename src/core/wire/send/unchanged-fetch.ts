/**
 * Returns true if the global `fetch` is surely Node's own `fetch`, and nothing changes its behaviour. A test, a
 * framework or a tracing library can replace `fetch`, set a dispatcher, or listen to requests. A proxy setting can
 * also set a dispatcher. This function never loads undici, which contains Node's `fetch`.
 */
export function isNodeFetchUnchanged(): boolean {
  if (!isNodeFetch(globalThis.fetch)) return false;
  // Node's `fetch` reads its dispatcher from `dispatcher2`, or in older versions from `dispatcher1`.
  const places = globalThis as unknown as Record<symbol, unknown>;
  if (!isDefaultDispatcher(places[dispatcher2]) || !isDefaultDispatcher(places[dispatcher1])) return false;
  channel ??= process.getBuiltinModule("node:diagnostics_channel").channel("undici:request:create");
  return !channel.hasSubscribers;
}

const dispatcher1 = Symbol.for("undici.globalDispatcher.1");
const dispatcher2 = Symbol.for("undici.globalDispatcher.2");

/** Tracing libraries, such as OpenTelemetry, get the requests of `fetch` from this channel. */
let channel: { hasSubscribers: boolean } | undefined;

let knownFetch: unknown;
let knownFetchIsNodes = false;

/** Returns whether `fetch` is Node's own, in a Node with `process.getBuiltinModule`. */
function isNodeFetch(fetch: unknown): boolean {
  if (fetch !== knownFetch) {
    knownFetch = fetch;
    // Only the source of Node's own `fetch` loads this module.
    knownFetchIsNodes =
      typeof fetch === "function" &&
      Function.prototype.toString.call(fetch).includes("require('internal/deps/undici/undici')") &&
      typeof process.getBuiltinModule === "function";
  }
  return knownFetchIsNodes;
}

let knownDefault: unknown;

/** Returns whether a dispatcher is the default of Node. The default is undefined until `fetch` is first used. */
function isDefaultDispatcher(dispatcher: unknown): boolean {
  if (dispatcher === undefined || dispatcher === knownDefault) return true;
  if (!looksLikeDefault(dispatcher)) return false;
  knownDefault = dispatcher;
  return true;
}

/**
 * Returns whether a dispatcher is an undici `Agent` without options and interceptors. A subclass, a composed agent and
 * an agent with options have other properties.
 */
function looksLikeDefault(dispatcher: unknown): boolean {
  try {
    const agent = dispatcher as Record<PropertyKey, unknown>;
    const prototype = Object.getPrototypeOf(agent) as typeof agent;
    const parent = Object.getPrototypeOf(prototype) as typeof agent;
    const field = (name: string) =>
      agent[Object.getOwnPropertySymbols(agent).find(({ description }) => description === name)!];
    const { maxOrigins, ...options } = field("options") as Record<string, unknown>;
    return (
      (prototype.constructor as { name: string }).name === "Agent" &&
      (parent.constructor as { name: string }).name === "DispatcherBase" &&
      agent.dispatch === prototype.dispatch &&
      (field("factory") as { name: string }).name === "defaultFactory" &&
      (maxOrigins === undefined || maxOrigins === Infinity) &&
      Object.values(options).every((option) => option === undefined)
    );
  } catch {
    return false;
  }
}
