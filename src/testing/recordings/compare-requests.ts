import { type Dict, isDict, show } from "../../core/ground/json.ts";
import { parseLossless } from "../../core/ground/lossless-json.ts";
import { bytesOf } from "./bodies.ts";
import { type RecordedRequest, secretMark } from "./recording.ts";

/** The parts of a request that must be equal. */
export interface ComparedRequest {
  method: string;
  /** The address without its query. */
  address: string;
  query: Dict;
  /** JSON, the fields of a form, a text, or undefined. */
  body: unknown;
}

export function comparedRequest({ method, url, type = "", body }: RecordedRequest): ComparedRequest {
  // The name of the host can contain a removed secret, and is then no valid name.
  const href = URL.canParse(url) ? new URL(url).href : url;
  const [address = "", query = ""] = href.split("#")[0]!.split(/\?(.*)/s);
  return {
    method,
    address: address.split("/").map(decodedSegment).join("/"),
    query: fieldsOf(query),
    body: comparedBody(typeof body === "object" ? latin1(bytesOf(body)) : body, type),
  };
}

const latin1 = (bytes: Uint8Array): string => Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");

const decodedSegment = (segment: string): string => {
  try {
    return decodeURIComponent(segment).replaceAll("/", "%2F");
  } catch {
    return segment;
  }
};

function fieldsOf(text: string): Dict {
  const fields = new Map<string, string[]>();
  for (const [name, value] of new URLSearchParams(text))
    fields.set(name, [...(fields.get(name) ?? []), value]);
  return Object.fromEntries(
    Array.from(fields, ([name, values]) => [name, values.length === 1 ? values[0] : values]),
  );
}

function comparedBody(text: string | undefined, type: string): unknown {
  if (text === undefined || text === "") return undefined;
  if (/x-www-form-urlencoded/i.test(type)) return fieldsOf(text);
  // Every request has another boundary, and programs write the names of headers in different ways.
  const boundary = /boundary="?([^";]+)/i.exec(type)?.[1];
  if (boundary !== undefined)
    return text
      .replaceAll(boundary, "boundary")
      .replace(/^content-[a-z-]+:/gim, (name) => name.toLowerCase());
  try {
    return parseLossless(text);
  } catch {
    return text;
  }
}

/** Says what differs between a recorded request and another request. The list is empty if the requests are equal. */
export function differences(recorded: ComparedRequest, asked: ComparedRequest): string[] {
  return [
    ...difference("the method", recorded.method, asked.method),
    ...difference("the address", recorded.address, asked.address),
    ...difference("query", recorded.query, asked.query),
    ...difference("body", recorded.body, asked.body),
  ];
}

function difference(path: string, recorded: unknown, asked: unknown): string[] {
  if (recorded === asked || matches(recorded, asked)) return [];
  if (asked === undefined) return [`${path} is missing, and was recorded as ${shown(recorded)}`];
  if (recorded === undefined) return [`${path} is ${shown(asked)}, and was not recorded`];
  if (isDict(recorded) && isDict(asked))
    return [...new Set([...Object.keys(recorded), ...Object.keys(asked)])].flatMap((name) =>
      difference(`${path}.${name}`, own(recorded, name), own(asked, name)),
    );
  if (Array.isArray(recorded) && Array.isArray(asked) && recorded.length === asked.length)
    return recorded.flatMap((one, at) => difference(`${path}[${at}]`, one, asked[at]));
  return [`${path} is ${shown(asked)}, and was recorded as ${shown(recorded)}`];
}

const shown = (value: unknown): string => show(value, 200);

const own = (record: Dict, name: string): unknown => (Object.hasOwn(record, name) ? record[name] : undefined);

/** Returns whether a value fits a recorded text from which a secret was removed. */
function matches(recorded: unknown, asked: unknown): boolean {
  if (typeof recorded !== "string" || !recorded.includes(secretMark) || asked === undefined) return false;
  if (recorded === secretMark) return true;
  if (typeof asked !== "string") return false;
  let from = 0;
  const parts = recorded.split(secretMark);
  const last = parts.pop()!;
  for (const [at, part] of parts.entries()) {
    const found = at === 0 ? (asked.startsWith(part) ? 0 : -1) : asked.indexOf(part, from);
    if (found < 0) return false;
    from = found + part.length;
  }
  return asked.length >= from + last.length && asked.endsWith(last);
}
