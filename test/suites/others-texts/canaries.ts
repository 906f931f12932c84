import { gunzipSync, gzipSync } from "node:zlib";
import { expect } from "vitest";

// Every text that a person can write gets a word of its own, a canary, in the responses of the platform. These
// functions find the canaries in what a model reads, and compare their places with the marks. They share no code with
// the package.

type Fetch = typeof globalThis.fetch;

/**
 * Returns whether a person can write the text at this path. The path has no positions of list items. `request`: the
 * method and the address.
 */
export type IsPeople = (path: readonly string[], request: string) => boolean;

const canary = /zq\d+qz/g;
let count = 0;
const marked = (text: string): string => `${text} zq${++count}qz`;

/**
 * Adds a canary to every text of people in the JSON, the HTML and the text files that `fetch` returns. A text that the
 * request contains is the agent's own.
 */
export const withCanaries =
  (fetch: Fetch, isPeople: IsPeople): Fetch =>
  async (input, init) => {
    const response = await fetch(input, init);
    const { method, url } = new Request(input, init);
    const request = `${method} ${url}`;
    const sent = method === "GET" || typeof init?.body !== "string" ? "" : decoded(init.body);
    const isOwn = (value: string) =>
      sent.includes(value) || sent.includes(JSON.stringify(value).slice(1, -1));
    const bytes = new Uint8Array(await response.arrayBuffer());
    const zipped = bytes[0] === 0x1f && bytes[1] === 0x8b;
    const text = new TextDecoder().decode(zipped ? gunzipSync(bytes) : bytes);
    const refused = response.status >= 400;
    const told = changed(text, response.headers.get("content-type") ?? "", (path, value) =>
      refused ? isMessage.test(path.at(-1)!) : !isOwn(value) && isPeople(path, request),
    );
    const headers = new Headers(response.headers);
    headers.delete("content-length");
    const body = told === text ? bytes : zipped ? gzipSync(told) : told;
    return new Response(response.status === 204 ? null : body, { status: response.status, headers });
  };

/** The fields of an error in which a platform can repeat a name. */
const isMessage = /^(message|details?|description|errorMessage)$/i;

/** Decodes the body of a form. */
const decoded = (body: string): string =>
  body.startsWith("{") || body.startsWith("[") ? body : [...new URLSearchParams(body).values()].join("\n");

type Decide = (path: readonly string[], value: string) => boolean;

function changed(text: string, type: string, isPeople: Decide): string {
  if (/^\s*[[{]/.test(text)) return JSON.stringify(inJson(parse(text), [], isPeople));
  if (type.includes("html")) return text.replace(/([^<>\s])(<\/(?:p|h\d|li|td|th|span)>)/g, (_all, last: string, end: string) => marked(last) + end); // prettier-ignore
  return type.startsWith("text/") ? marked(text) : text;
}

/** Keeps the digits of large numbers. */
const parse = (text: string): unknown =>
  JSON.parse(text, function (this: unknown, _key, value: unknown, context?: { source?: string }) {
    const raw = (JSON as unknown as { rawJSON: (source: string) => unknown }).rawJSON;
    return typeof value === "number" && context?.source !== undefined ? raw(context.source) : value;
  } as (key: string, value: unknown) => unknown);

function inJson(value: unknown, path: readonly string[], isPeople: Decide): unknown {
  if (typeof value === "string") return value !== "" && isPeople(path, value) ? marked(value) : value;
  if (Array.isArray(value)) return value.map((one) => inJson(one, path, isPeople));
  if (typeof value !== "object" || value === null || Object.getPrototypeOf(value) === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [
      isPeople([...path, name, "<key>"], name) ? marked(name) : name,
      inJson(one, [...path, name], isPeople),
    ]),
  );
}

type Dict = Record<string, unknown>;
const isDict = (value: unknown): value is Dict =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Returns the places of the texts with a canary: columns of tables, and fields of records. */
function places(value: unknown, path: readonly string[]): string[] {
  if (typeof value === "string") return value.search(canary) < 0 ? [] : [path.join(".")];
  if (Array.isArray(value)) return value.flatMap((one) => places(one, path));
  if (!isDict(value)) return [];
  const { columns, rows, every_row: same, ...others } = value;
  if (!Array.isArray(columns) || !Array.isArray(rows))
    return Object.entries(value).flatMap(([name, one]) => [
      ...(name.search(canary) < 0 ? [] : [path.join(".")]),
      ...places(one, [...path, name]),
    ]);
  return [
    ...columns.flatMap((name) => places(name, [...path, String(name)])),
    ...places({ ...others, ...(isDict(same) ? same : {}) }, path),
    ...rows.flatMap((row: unknown[]) =>
      row.flatMap((cell, at) => places(cell, [...path, String(columns[at])])),
    ),
  ];
}

/**
 * Checks that each canary stands at a place that `untrusted` names, and that each place in `untrusted` has a canary. In
 * the sentences of the package, each canary must stand between quotation marks.
 * `withoutCanary`: marked places whose texts have no canary, because the harness cannot change them. Returns the places.
 */
export function checkMarks(text: string, withoutCanary: RegExp = /^$/): string[] {
  const { untrusted = [], ...told } = JSON.parse(text) as Dict & { untrusted?: string[] };
  const found = Object.entries(told).flatMap(([name, value]) => {
    if (name === "data") return places(value, []).map((place) => place || "data");
    if (name === "undo" && isDict(value))
      return Object.values(value).flatMap((call) => places(call, ["undo"]));
    return places(value, [name]);
  });
  const covers = (mark: string, place: string) =>
    place === mark ||
    place.startsWith(`${mark}.`) ||
    (mark === "data" && !Object.hasOwn(told, place.split(".")[0]!));
  const unmarked = found.filter((place) => !untrusted.some((mark) => covers(mark, place)));
  const empty = untrusted.filter(
    (mark) => !withoutCanary.test(mark) && !found.some((place) => covers(mark, place)),
  );
  expect({ unmarked: [...new Set(unmarked)], empty }, text.slice(0, 1500)).toEqual({
    unmarked: [],
    empty: [],
  });
  const { error, message, warnings, hint, normalized } = told;
  const said = JSON.stringify([error, message, warnings, hint, normalized]).replace(/“[^”]*”/g, "");
  expect(said.match(canary), said).toBe(null);
  return [...new Set(found)];
}
