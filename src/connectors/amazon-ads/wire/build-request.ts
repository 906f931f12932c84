import { ConnectorError } from "../../../core/ground/errors.ts";
import { isDict, type Dict } from "../../../core/ground/json.ts";
import { idsAsNumbers } from "./ids-as-text.ts";
import type { AdsOperation } from "../operations/operation.ts";

/** What is sent for an operation with its arguments; the profile and the token are added by the sender. */
export interface AdsRequest {
  /** Path and query. */
  path: string;
  headers: Record<string, string>;
  body?: string | undefined;
}

export function buildRequest(operation: AdsOperation, args: Dict): AdsRequest {
  const rest: Dict = { ...args };
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = String(rest[name]);
    delete rest[name];
    // Of the path itself, in any encoding: it would lead to another address.
    if (value === "." || value === "..") throw noId(name, value);
    return encodeURIComponent(value);
  });
  const inBody = operation.method !== "GET" && operation.method !== "DELETE";
  const sent: Dict = {};
  for (const [name, value] of Object.entries(rest))
    if (value !== undefined) put(sent, operation.arguments?.[name] ?? name, value);
  // How a filter matches says nothing without what it looks for.
  for (const [name, filter] of Object.entries(sent))
    if (isDict(filter) && Object.keys(filter).join() === "queryTermMatchType") delete sent[name];
  const headers: Record<string, string> = {
    accept: operation.accept,
    ...(inBody && operation.contentType ? { "content-type": operation.contentType } : {}),
    ...(operation.prefer ? { prefer: "return=representation" } : {}),
  };
  if (!inBody) return { path: path + query(sent, operation), headers };
  const body = operation.body === undefined ? sent : sent[operation.body];
  return { path, headers, body: operation.numericIds ? idsAsNumbers(body) : JSON.stringify(body) };
}

const noId = (name: string, value: string) =>
  new ConnectorError("invalid_params", `${name}: "${value}" is no id.`, {
    path: `params.${name}`,
    hint: "Pass the id as the platform gave it.",
  });

/** States have an order of their own where a list of them is one value of an enum. */
const stateOrder = ["enabled", "paused", "archived"];

/** Lists go as `a,b`. */
function query(args: Dict, { stateSeparator = "," }: AdsOperation): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(args)) {
    if (!Array.isArray(value)) search.set(name, String(value));
    else if (name === "stateFilter")
      search.set(name, stateOrder.filter((state) => value.includes(state)).join(stateSeparator));
    else search.set(name, value.join(","));
  }
  const text = search.toString();
  return text === "" ? "" : `?${text}`;
}

/** Sets a value at a dotted path: `stateFilter.include`. */
function put(into: Dict, path: string, value: unknown): void {
  const keys = path.split(".");
  const last = keys.pop()!;
  let here = into;
  for (const key of keys) here = (here[key] ??= {}) as Dict;
  here[last] = value;
}
