import { optionTypes, type OptionType } from "../src/core/ground/read-options.ts";
import { atLeast, orNull, required } from "./options.ts";

/**
 * A failure that the sandbox simulates for one request. If `done` is true, the sandbox performs the request before the
 * failure.
 */
export type FaultKind =
  /** HTTP 429. `retryAfter`: the seconds in the Retry-After header. Default: 30. `null` omits the header. */
  | { kind: "rate_limit"; retryAfter?: number | null }
  /** An HTML error page, like that of a proxy in front of the platform. The number is the HTTP status. */
  | { kind: "http_500" | "http_502" | "http_503" | "http_504"; done?: boolean }
  /** The sandbox performs the request, but sends only the first half of the response body. */
  | { kind: "truncated" }
  /**
   * The sandbox performs the request and sends the first half of the response, which can be a file. Then the connection
   * breaks.
   */
  | { kind: "broken" }
  /** HTTP 200 with an HTML page instead of JSON. */
  | { kind: "not_json"; done?: boolean }
  /** The request gets no response, and ends when the caller aborts it. */
  | { kind: "timeout"; done?: boolean }
  /** The connection breaks before the sandbox performs the request. */
  | { kind: "reset" }
  /** The sandbox performs the request. Then the connection breaks. */
  | { kind: "reset_after" }
  /** HTTP 200 with `ok: false`, the error code `error`, and the additional fields of the fault. */
  | { kind: "ok_false"; error: string; done?: boolean; [field: string]: unknown }
  /** An HTTP 302 redirect to another host. Default of `location`: `https://elsewhere.example/`. */
  | { kind: "redirect"; location?: string }
  /** A streamed JSON response of `bytes` bytes. Default: 64 MiB. */
  | { kind: "oversized"; bytes?: number };

/**
 * A planned fault. `operation`: the operation that fails. Default: the next request. `times`: how many requests fail.
 * Default: 1.
 */
export type Fault = FaultKind & { operation?: string; times?: number };

const done = { done: optionTypes.boolean };
export const faultKinds = {
  rate_limit: { retryAfter: orNull(atLeast(0)) },
  http_500: done,
  http_502: done,
  http_503: done,
  http_504: done,
  truncated: {},
  broken: {},
  not_json: done,
  timeout: done,
  reset: {},
  reset_after: {},
  ok_false: { error: required(optionTypes.string), ...done },
  redirect: { location: optionTypes.string },
  oversized: { bytes: atLeast(0) },
} satisfies Record<FaultKind["kind"], Record<string, OptionType>>;

interface Planned {
  operation?: string;
  times?: number;
}

export interface Faults<F extends Planned = Fault> {
  add(fault: F): void;
  /** Returns the first planned fault for the operation, and counts this use of the fault. */
  take(operation: string): F | undefined;
}

export function faultQueue<F extends Planned = Fault>(): Faults<F> {
  const planned: { fault: F; left: number }[] = [];
  return {
    add: (fault) => void planned.push({ fault, left: fault.times ?? 1 }),
    take: (operation) => {
      const found = planned.find(
        ({ fault, left }) => left > 0 && (fault.operation === undefined || fault.operation === operation),
      );
      if (found) found.left -= 1;
      return found?.fault;
    },
  };
}

/** Error responses in the platform's format. */
export interface FaultResponses {
  rateLimited(retryAfter: number | null): Response;
  refused(error: string, fields: Record<string, unknown>): Response;
}

/** Responds with the fault. `proceed` performs the request normally. `signal`: the caller's abort signal. */
export async function applyFault(
  fault: Fault,
  signal: AbortSignal | null | undefined,
  wording: FaultResponses,
  proceed: () => Promise<Response>,
): Promise<Response> {
  if ("done" in fault && fault.done) await proceed();
  switch (fault.kind) {
    case "rate_limit":
      return wording.rateLimited(fault.retryAfter === undefined ? 30 : fault.retryAfter);
    case "http_500":
      return page(500, "Internal Server Error");
    case "http_502":
      return page(502, "Bad Gateway");
    case "http_503":
      return page(503, "Service Unavailable");
    case "http_504":
      return page(504, "Gateway Timeout");
    case "not_json":
      return page(200, "Down for maintenance");
    case "truncated": {
      const answer = await proceed();
      const body = await answer.text();
      return new Response(body.slice(0, Math.ceil(body.length / 2)), answer);
    }
    case "broken":
      return cutConnection(await proceed());
    case "timeout":
      return waitForAbort(signal);
    case "reset":
      throw connectionReset();
    case "reset_after":
      await proceed();
      throw connectionReset();
    case "ok_false": {
      const { kind: _kind, operation: _operation, times: _times, done: _done, error, ...fields } = fault;
      return wording.refused(error, fields);
    }
    case "redirect":
      return new Response(null, {
        status: 302,
        headers: { location: fault.location ?? "https://elsewhere.example/" },
      });
    case "oversized":
      return oversized(fault.bytes ?? 64 * 1024 * 1024);
  }
}

/** Creates the error with which `fetch` rejects when a connection breaks. */
function connectionReset(): TypeError {
  const cause = Object.assign(new Error("read ECONNRESET"), { code: "ECONNRESET" });
  return new TypeError("fetch failed", { cause });
}

async function cutConnection(answer: Response): Promise<Response> {
  const bytes = new Uint8Array(await answer.arrayBuffer());
  let sent = false;
  const pull = async (controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> => {
    if (!sent) controller.enqueue(bytes.subarray(0, Math.ceil(bytes.length / 2)));
    // The socket needs time to send the first half.
    else await new Promise((resolve) => setTimeout(resolve));
    if (sent) controller.error(connectionReset());
    sent = true;
  };
  return new Response(new ReadableStream({ pull }, { highWaterMark: 0 }), answer);
}

function page(status: number, title: string): Response {
  return new Response(
    `<!DOCTYPE html><html><head><title>${title}</title></head><body>${title}</body></html>`,
    {
      status,
      headers: { "content-type": "text/html; charset=utf-8" },
    },
  );
}

function waitForAbort(signal: AbortSignal | null | undefined): Promise<never> {
  return new Promise((_resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    signal?.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
}

function oversized(bytes: number): Response {
  const open = new TextEncoder().encode('{"ok":true,"padding":"');
  const close = new TextEncoder().encode('"}');
  const chunk = new Uint8Array(64 * 1024).fill(120);
  let left = Math.max(0, bytes - open.length - close.length);
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(open),
    pull: (controller) => {
      if (left > 0) {
        controller.enqueue(chunk.subarray(0, Math.min(left, chunk.length)));
        left -= chunk.length;
      } else {
        controller.enqueue(close);
        controller.close();
      }
    },
  });
  return new Response(body, { headers: { "content-type": "application/json; charset=utf-8" } });
}

/** Handles a redirect to another host as `request.redirect` demands, like the real `fetch`. */
export function followRedirect(request: Request, response: Response): Response {
  if (request.redirect === "manual") return response;
  if (request.redirect === "error")
    throw new TypeError("fetch failed", { cause: new Error("unexpected redirect") });
  const elsewhere = new Response("<!DOCTYPE html><title>Elsewhere</title>", {
    headers: { "content-type": "text/html" },
  });
  const url = new URL(response.headers.get("location") ?? "", request.url).href;
  return Object.defineProperties(elsewhere, { redirected: { value: true }, url: { value: url } });
}
