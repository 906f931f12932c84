import type { PlatformReply } from "../../core/contract/run-context.ts";
import { retryHint } from "../../core/ground/abort.ts";
import { fromBase64 } from "../../core/ground/base64.ts";
import { ConnectorError, type Outcome } from "../../core/ground/errors.ts";
import { type Dict, dicts, isDict, stringAt } from "../../core/ground/json.ts";
import { quoteOthers } from "../../core/ground/quote-others.ts";
import { cleanText } from "../clean-text.ts";

/**
 * Converts the answer to `tools/call`. The body is the structured content. Without structured content, it has the `text`, and
 * lists of `images`, `audio`, `resources` and `links`. A result that is only an image or another file is a stream.
 * @throws ConnectorError `upstream_rejected` if the tool says that it has failed
 */
export function readResult(
  what: string,
  answer: unknown,
  { outcome, redact }: { outcome: Outcome; redact: (text: string) => string },
): PlatformReply {
  const result = copyOf(answer, redact, 0);
  const content = dicts(isDict(result) ? result.content : undefined);
  if (!isDict(result) || (!Array.isArray(result.content) && result.structuredContent === undefined))
    throw new ConnectorError("upstream_invalid_response", `${what} has answered without a result.`, {
      outcome,
      hint: retryHint(outcome),
    });
  if (result.isError === true) {
    const said = cleanText(textOf(content), 1000) || "no reason";
    throw new ConnectorError("upstream_rejected", `${what} has failed: ${quoteOthers(said, 1000)}.`, {
      outcome,
      hint: outcome === "not_started" ? "Check the params." : retryHint(outcome),
    });
  }
  const { structuredContent } = result;
  const headers = new Headers();
  if (structuredContent !== undefined && structuredContent !== null)
    return {
      body: typeof structuredContent === "object" ? structuredContent : { value: structuredContent },
      headers,
    };
  const [first] = content;
  const only = content.length === 1 && first ? binaryOf(first) : undefined;
  if (only?.base64 !== undefined) return fileOf(only.content_type, only.base64);
  return { body: partsOf(content), headers };
}

/** Removes the bytes of files from what a model reads. */
export function withoutBytes(record: Dict): Dict {
  const clean = (value: unknown): unknown => {
    if (!Array.isArray(value)) return value;
    return value.map((one: unknown) => {
      if (!isDict(one) || one.base64 === undefined) return one;
      const { base64: _bytes, ...rest } = one;
      return rest;
    });
  };
  const { images, audio, resources, ...rest } = record;
  const lists = Object.entries({ images, audio, resources }).filter(([, value]) => value !== undefined);
  return { ...rest, ...Object.fromEntries(lists.map(([name, value]) => [name, clean(value)])) };
}

interface Binary {
  content_type: string;
  size: number;
  base64?: string;
}

function partsOf(content: readonly Dict[]): Dict {
  const of = (type: string) => content.filter((one) => one.type === type);
  const text = textOf(content);
  const lists = {
    images: of("image").map((one) => binaryOf(one) ?? {}),
    audio: of("audio").map((one) => binaryOf(one) ?? {}),
    resources: of("resource").map(resourceOf),
    links: of("resource_link").map(({ uri, name, title, description, mimeType, size }) =>
      known({ uri, name, title, description, content_type: mimeType, size }),
    ),
  };
  return {
    ...(text === "" ? {} : { text }),
    ...Object.fromEntries(Object.entries(lists).filter(([, list]) => list.length > 0)),
  };
}

const textOf = (content: readonly Dict[]): string =>
  content.flatMap((one) => (one.type === "text" ? (stringAt(one, "text") ?? []) : [])).join("\n\n");

function resourceOf({ resource }: Dict): Dict {
  if (!isDict(resource)) return {};
  const { uri, mimeType, text, blob } = resource;
  if (typeof blob !== "string") return known({ uri, content_type: mimeType, text });
  return { ...known({ uri }), ...binaryOf({ type: "image", data: blob, mimeType }) };
}

function binaryOf({ type, data, mimeType }: Dict): Binary | undefined {
  if ((type !== "image" && type !== "audio") || typeof data !== "string") return undefined;
  const content_type = typeof mimeType === "string" && /^[\w.+-]+\/[\w.+-]+$/.test(mimeType) ? mimeType : "application/octet-stream"; // prettier-ignore
  return { content_type, size: Math.floor((data.replace(/=+$/, "").length * 3) / 4), base64: data };
}

function fileOf(type: string, base64: string): PlatformReply {
  let bytes: Uint8Array<ArrayBuffer>;
  try {
    bytes = fromBase64(base64);
  } catch {
    return {
      body: { note: "The server has sent a file that is not base64.", content_type: type },
      headers: new Headers(),
    };
  }
  const headers = new Headers({ "content-type": type, "content-length": String(bytes.byteLength) });
  const body = new ReadableStream({
    start(controller) {
      controller.enqueue(bytes);
      controller.close();
    },
  });
  return { body, headers };
}

const known = (fields: Dict): Dict =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

const maxDepth = 64;

/** Copies JSON, and changes each text. Leaves out names that could change a prototype, and what is too deep. */
function copyOf(value: unknown, change: (text: string) => string, depth: number): unknown {
  if (typeof value === "string") return change(value);
  if (typeof value !== "object" || value === null) return value;
  if (depth >= maxDepth) return "(too deep)";
  if (Array.isArray(value)) return value.map((one) => copyOf(one, change, depth + 1));
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, one]) =>
      name === "__proto__" ? [] : [[change(name), copyOf(one, change, depth + 1)]],
    ),
  );
}
