import type { Clock } from "./clock.ts";
import { ConnectorError, type ErrorFields } from "./errors.ts";

export interface HttpReply {
  status: number;
  headers: Headers;
  text: string;
}

export interface HttpRequest<T> {
  /** For messages: `Slack chat.postMessage`. */
  what: string;
  method: string;
  url: string;
  headers: Record<string, string>;
  body?: string | undefined;
  /** May it be sent again though it is not known whether it arrived? */
  repeatable: boolean;
  /** Which errors are worth another try; by default those that say so themselves. */
  retry?: ((error: ConnectorError) => boolean) | undefined;
  /** Hand 429 and 5xx to `read` too: a service that words its own errors. */
  readAll?: boolean | undefined;
  signal?: AbortSignal | undefined;
  /** Makes a value of any answer but 3xx, 429 and 5xx; throws ConnectorError for a refusal. */
  read: (reply: HttpReply) => T;
}
/** Sends a request, within the limits on time, size and waiting, and again where that is safe. */
export type Http = <T>(request: HttpRequest<T>) => Promise<T>;

export interface HttpOptions {
  fetch?: typeof globalThis.fetch | undefined;
  clock: Clock;
  /** Where the platform puts its own id of a request. */
  requestIdHeader: string;
  timeoutMs: number;
  totalWaitMs: number;
}

const maxBytes = 10 * 1024 * 1024;
const maxBlindRetries = 3;
const maxRetries = 8;

export function createHttp(options: HttpOptions): Http {
  const { clock, totalWaitMs } = options;
  return async (request) => {
    let waited = 0;
    for (let attempt = 0; ; attempt++) {
      try {
        return request.read(await send(request, options));
      } catch (error) {
        if (!ConnectorError.is(error)) throw error;
        if (!(request.retry ? request.retry(error) : error.retryable)) throw error;
        const told = error.retry_after !== undefined;
        if (attempt >= (told ? maxRetries : maxBlindRetries)) throw error;
        const wait = told ? error.retry_after! * 1000 : 500 * 2 ** attempt * (0.5 + Math.random() / 2);
        if (waited + wait > totalWaitMs) throw error;
        waited += wait;
        await clock.sleep(wait, request.signal).catch(() => {
          throw aborted(request.what, "not_started");
        });
      }
    }
  };
}

async function send<T>(request: HttpRequest<T>, options: HttpOptions): Promise<HttpReply> {
  const { what, signal, repeatable } = request;
  if (signal?.aborted) throw aborted(what, "not_started");
  const inDoubt = repeatable ? "not_started" : "unknown";
  const unclear = repeatable
    ? "Try again later."
    : "It is not known whether it was done. Look before you send it again.";

  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(), options.timeoutMs);
  const fetch = options.fetch ?? globalThis.fetch;
  try {
    const response = await fetch(request.url, {
      method: request.method,
      headers: request.headers,
      redirect: "manual",
      signal: signal ? AbortSignal.any([signal, timeout.signal]) : timeout.signal,
      ...(request.body === undefined ? {} : { body: request.body }),
    });
    const { status, headers } = response;
    const platform = { status, request_id: headers.get(options.requestIdHeader) ?? undefined };
    if (response.type === "opaqueredirect" || (status >= 300 && status < 400)) {
      await response.body?.cancel();
      throw new ConnectorError(
        "upstream_redirect_refused",
        `${what} answered with a redirect, which is not followed.`,
        {
          hint: "The credentials would go to another address. Check the endpoint.",
          platform,
        },
      );
    }
    const text = await readText(response, what, platform, inDoubt);
    if (request.readAll) return { status, headers, text };
    if (status === 429) throw rateLimited(what, headers, platform, options.clock);
    if (status >= 500)
      throw new ConnectorError("upstream_error", `${what} answered with HTTP ${status}.`, {
        hint: unclear,
        platform,
        outcome: inDoubt,
      });
    return { status, headers, text };
  } catch (error) {
    if (ConnectorError.is(error)) throw error;
    if (signal?.aborted) throw aborted(what, inDoubt);
    if (timeout.signal.aborted)
      throw new ConnectorError("upstream_timeout", `${what} did not answer within ${options.timeoutMs} ms.`, {
        hint: unclear,
        outcome: inDoubt,
        // A platform that is silent once is asked again by the caller, not by us: the time is spent already.
        retryable: false,
      });
    const fault = faultCode(error);
    const outcome = fault && neverSent.has(fault) ? "not_started" : inDoubt;
    throw new ConnectorError(
      "upstream_unreachable",
      `${what}: the connection failed${fault ? ` (${fault})` : ""}.`,
      {
        hint: outcome === "unknown" ? unclear : "Check the network and the endpoint, then try again.",
        outcome,
      },
    );
  } finally {
    clearTimeout(timer);
  }
}

/** 429: the platform says when to come again, in seconds or as a date; or it does not, and we try after a while. */
function rateLimited(
  what: string,
  headers: Headers,
  platform: ErrorFields["platform"],
  clock: Clock,
): ConnectorError {
  const header = headers.get("retry-after");
  const seconds =
    header === null
      ? NaN
      : /^\d+(\.\d+)?$/.test(header.trim())
        ? Number(header)
        : secondsUntil(header, clock);
  const retry_after = Number.isFinite(seconds) ? Math.min(3600, Math.max(1, Math.ceil(seconds))) : undefined;
  return new ConnectorError("upstream_rate_limited", `${what} is rate limited by the platform.`, {
    hint: `Nothing was done. Call again ${retry_after === undefined ? "in a minute" : `after ${retry_after} s`}.`,
    ...(retry_after === undefined ? {} : { retry_after }),
    platform,
  });
}

const secondsUntil = (date: string, clock: Clock) => (Date.parse(date) - clock.now()) / 1000;

/** Faults at which not a byte of the request had left. */
const neverSent = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "UND_ERR_CONNECT_TIMEOUT",
  "ENETUNREACH",
  "EHOSTUNREACH",
]);

/** `ECONNRESET` and the like: the only part of a network error that is sure to hold no secret. */
function faultCode(error: unknown, depth = 0): string | undefined {
  if (!(error instanceof Error) || depth > 4) return undefined;
  const { code } = error as { code?: unknown };
  if (typeof code === "string" && /^[A-Z][A-Z0-9_]{2,40}$/.test(code)) return code;
  return faultCode(error instanceof AggregateError ? error.errors[0] : error.cause, depth + 1);
}

async function readText(
  response: Response,
  what: string,
  platform: ErrorFields["platform"],
  outcome: "not_started" | "unknown",
): Promise<string> {
  const tooLarge = () =>
    new ConnectorError("upstream_response_too_large", `${what} answered with more than ${maxBytes} bytes.`, {
      hint: "Ask for fewer items: pass a smaller limit, or a narrower time window.",
      platform,
      outcome,
    });
  if (Number(response.headers.get("content-length")) > maxBytes) {
    await response.body?.cancel();
    throw tooLarge();
  }
  if (!response.body) return "";
  const decoder = new TextDecoder();
  let text = "";
  let size = 0;
  for await (const chunk of response.body) {
    size += chunk.byteLength;
    if (size > maxBytes) throw tooLarge();
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

const aborted = (what: string, outcome: "not_started" | "unknown") =>
  new ConnectorError("aborted", `${what} was aborted by the caller.`, {
    outcome,
    hint:
      outcome === "unknown"
        ? "It is not known whether it was done. Look before you send it again."
        : undefined,
  });
