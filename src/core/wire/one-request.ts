import type { HttpOptions, HttpReply, HttpRequest } from "../contract/http-types.ts";
import { abortedError, retryHint } from "../ground/abort.ts";
import type { Clock } from "../ground/clock.ts";
import { ConnectorError, type ErrorFields, type Outcome } from "../ground/errors.ts";
import { fileStream } from "./file-stream.ts";
import { faultCode, neverSent } from "./network-fault.ts";

/** The maximum size of a response that is read into memory, in bytes. */
export const maxBytes = 10 * 1024 * 1024;

type Platform = ErrorFields["platform"];

/**
 * Sends a request once and reads the whole response, within the time limit and the size limit. The time limit also holds
 * for a fetch that ignores its signal. A file is returned as a stream. Errors contain nothing from the request.
 */
export async function sendOnce<T>(request: HttpRequest<T>, options: HttpOptions): Promise<HttpReply> {
  const { what, signal, repeatable } = request;
  if (signal?.aborted) throw abortedError(what, "not_started");
  const outcomeIfSent = repeatable ? "not_started" : "unknown";

  // AbortSignal.any would leave its listeners on the caller's signal after the request.
  const stop = new AbortController();
  const abort = () => stop.abort();
  signal?.addEventListener("abort", abort, { once: true });
  let late = false;
  const timer = setTimeout(() => {
    late = true;
    stop.abort();
  }, options.timeoutMs);
  const stopped = new Promise<never>((_, reject) => {
    stop.signal.addEventListener("abort", () => reject(stop.signal.reason), { once: true });
  });
  try {
    return await Promise.race([send(request, options, stop), stopped]);
  } catch (error) {
    if (ConnectorError.is(error)) throw error;
    if (signal?.aborted) throw abortedError(what, outcomeIfSent);
    if (late)
      throw new ConnectorError("upstream_timeout", `${what} did not answer within ${options.timeoutMs} ms.`, {
        hint: retryHint(outcomeIfSent),
        outcome: outcomeIfSent,
        // A retry would take the same time again, so the caller decides.
        retryable: false,
      });
    const fault = faultCode(error);
    const outcome = neverSent(error) ? "not_started" : outcomeIfSent;
    throw new ConnectorError(
      "upstream_unreachable",
      `${what}: the connection failed${fault === undefined ? "" : ` (${fault})`}.`,
      {
        hint:
          outcome === "unknown" ? retryHint(outcome) : "Check the network and the endpoint, then try again.",
        outcome,
      },
    );
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", abort);
  }
}

async function send<T>(
  { what, method, url, headers: sent, body, repeatable, readAll, files, signal }: HttpRequest<T>,
  { fetch = globalThis.fetch, requestIdHeader, clock, timeoutMs }: HttpOptions,
  stop: AbortController,
): Promise<HttpReply> {
  const outcome = repeatable ? "not_started" : "unknown";
  const response = await fetch(url, {
    method,
    headers: sent,
    redirect: "manual",
    signal: stop.signal,
    ...(body === undefined ? {} : { body }),
  });
  const { status, headers } = response;
  const platform = { status, request_id: requestId(headers.get(requestIdHeader), sent) };
  if (response.type === "opaqueredirect" || (status >= 300 && status < 400)) {
    await response.body?.cancel();
    throw new ConnectorError(
      "upstream_redirect_refused",
      `${what} answered with a redirect, which is not followed.`,
      { hint: "Credentials are not sent to another address. Check the endpoint.", platform, outcome },
    );
  }
  if (files && status === 200 && /^\s*attachment/i.test(headers.get("content-disposition") ?? "")) {
    const reading = { what, idleMs: timeoutMs, signal, close: () => stop.abort() };
    return { status, headers, text: "", file: fileStream(response.body, reading) };
  }
  const bytes = await readBody(response, what, platform, outcome);
  const read = { status, headers, text: new TextDecoder().decode(bytes) };
  if (readAll) return read;
  const retry_after = retryAfter(headers, clock);
  if (status === 429)
    throw new ConnectorError("upstream_rate_limited", `${what} is rate limited by the platform.`, {
      hint: `Nothing was done. Call again ${retry_after === undefined ? "in a minute" : `after ${retry_after} s`}.`,
      retry_after,
      platform,
    });
  if (status >= 500)
    throw new ConnectorError("upstream_error", `${what} answered with HTTP ${status}.`, {
      hint: retryHint(outcome),
      retry_after,
      platform,
      outcome,
    });
  return read;
}

/** Returns the platform's request id, unless it contains a header value that was sent, such as a token. */
function requestId(id: string | null, sent: Record<string, string>): string | undefined {
  const words = Object.values(sent).flatMap((value) => value.split(" "));
  if (!id || words.some((word) => word.length > 7 && id.includes(word))) return undefined;
  return id.slice(0, 100);
}

/** Reads the `retry-after` header, which is a number of seconds or a date. Returns whole seconds, from 1 to a day. */
function retryAfter(headers: Headers, clock: Clock): number | undefined {
  const header = headers.get("retry-after")?.trim() ?? "";
  let seconds = NaN;
  if (/^\d+(\.\d+)?$/.test(header)) seconds = Number(header);
  // Date.parse also accepts "-5" and "soon 5".
  else if (/^[A-Z][a-z]+,? .* ?\d\d:\d\d:\d\d/.test(header))
    seconds = (Date.parse(header) - clock.now()) / 1000;
  return Number.isFinite(seconds) ? Math.min(86_400, Math.max(1, Math.ceil(seconds))) : undefined;
}

async function readBody(
  response: Response,
  what: string,
  platform: Platform,
  outcome: Outcome,
): Promise<Uint8Array<ArrayBuffer>> {
  const tooLarge = () =>
    new ConnectorError("upstream_response_too_large", `${what} answered with more than ${maxBytes} bytes.`, {
      hint: "Ask for less: pass a smaller limit or a shorter time range.",
      platform,
      outcome,
    });
  const announced = Number(response.headers.get("content-length") ?? NaN);
  if (announced > maxBytes) {
    await response.body?.cancel();
    throw tooLarge();
  }
  if (announced <= maxBytes && !response.headers.has("content-encoding")) {
    // The size is known: reading the body in one piece takes a third of the time.
    const bytes = new Uint8Array(await response.arrayBuffer());
    if (bytes.length > maxBytes) throw tooLarge();
    return bytes;
  }
  const { bytes, whole } = await readBytes(response.body, maxBytes);
  if (!whole) throw tooLarge();
  return bytes;
}

/** Reads at most `most` bytes of a stream. `whole` is false if the stream has more. */
export async function readBytes(
  stream: ReadableStream<Uint8Array> | null,
  most: number,
): Promise<{ bytes: Uint8Array<ArrayBuffer>; whole: boolean }> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  let whole = true;
  for await (const chunk of stream ?? []) {
    const part = chunk.subarray(0, most - size);
    chunks.push(part);
    size += part.byteLength;
    whole = part.byteLength === chunk.byteLength;
    if (!whole) break;
  }
  const bytes = new Uint8Array(size);
  let filled = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, filled);
    filled += chunk.byteLength;
  }
  return { bytes, whole };
}
