import { ConnectorError } from "../../../core/ground/errors.ts";
import { isDict, type Dict } from "../../../core/ground/json.ts";
import { idsAsNumbers } from "./ids-as-text.ts";
import type { AdsOperation } from "../operations/operation.ts";

/** A request for an operation. The profile and the access token are added later. */
export interface AdsRequest {
  /** The path and the query of the address. */
  path: string;
  headers: Record<string, string>;
  body?: string | undefined;
}

export function buildRequest(operation: AdsOperation, args: Dict): AdsRequest {
  const rest: Dict = { ...args };
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = String(rest[name]);
    delete rest[name];
    // The URL parser removes the segments `.` and `..` even if they are encoded, so the request would go to another
    // path.
    if (value === "." || value === "..") throw invalidId(name, value);
    return encodeURIComponent(value);
  });
  const inBody = operation.method !== "GET" && operation.method !== "DELETE";
  const sent: Dict = {};
  for (const [name, value] of Object.entries(rest))
    if (value !== undefined) put(sent, operation.arguments?.[name] ?? name, value);
  // Removes each filter that has a match type but no values.
  for (const [name, filter] of Object.entries(sent))
    if (isDict(filter) && Object.keys(filter).join() === "queryTermMatchType") delete sent[name];
  const headers: Record<string, string> = {
    accept: operation.accept,
    ...(inBody && operation.contentType ? { "content-type": operation.contentType } : {}),
    ...(operation.prefer ? { prefer: "return=representation" } : {}),
  };
  if (!inBody) return { path: path + query(sent, operation), headers };
  const body = operation.body?.argument === undefined ? sent : sent[operation.body.argument];
  return { path, headers, body: operation.numericIds ? idsAsNumbers(body) : JSON.stringify(body) };
}

const invalidId = (name: string, value: string) =>
  new ConnectorError("invalid_params", `${name}: "${value}" is not an id.`, {
    path: `params.${name}`,
    hint: "Pass the id as Amazon returned it.",
  });

/** Amazon accepts a list of states in a query only in this order. */
const stateOrder = ["enabled", "paused", "archived"];

/**
 * Returns the query of an address, such as `?count=10&campaignIdFilter=1,2`. The values of a list are joined by commas.
 */
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

/** Sets the value at a dotted path, such as `stateFilter.include`. Creates missing objects on the path. */
function put(into: Dict, path: string, value: unknown): void {
  const keys = path.split(".");
  const last = keys.pop()!;
  let here = into;
  for (const key of keys) here = (here[key] ??= {}) as Dict;
  here[last] = value;
}
