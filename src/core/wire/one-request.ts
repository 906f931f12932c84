import type { HttpOptions, HttpReply, HttpRequest } from "../contract/wire/http-types.ts";
import { abortedError, retryHint } from "../ground/abort.ts";
import { ConnectorError } from "../ground/errors.ts";
import { fileStream } from "./file-stream.ts";
import { withRequestTimeout } from "./request-timeout.ts";
import { readBody } from "./send/response-body.ts";
import { retryAfter } from "./retry-after-header.ts";
import { senderOf } from "./send/sender.ts";

/**
 * Sends a request once and reads the whole response, within the time limit and the size limit. If the request accepts
 * files, a file is returned as a stream. Errors never contain the URL, the headers or the body of the request.
 */
export async function sendOnce<T>(
  request: HttpRequest<T>,
  options: HttpOptions,
  attempt: number,
): Promise<HttpReply> {
  const { what, method, url, signal, beforeSend } = request;
  if (signal?.aborted) throw abortedError(what, "not_started");
  // `beforeSend` runs outside the time limit. A slow `beforeSend` must not cause a timeout with an unknown outcome,
  // because nothing was sent.
  await beforeSend?.();
  const sending = (more?: Readonly<Record<string, string>>) =>
    withRequestTimeout(request, options.timeoutMs, (stop) =>
      send(more ? { ...request, headers: { ...request.headers, ...more } } : request, options, stop),
    );
  return options.tracing ? options.tracing({ method, url, attempt }, sending) : sending();
}

async function send<T>(
  request: HttpRequest<T>,
  options: HttpOptions,
  stop: AbortController,
  hops = 0,
): Promise<HttpReply> {
  const { what, method, url, headers: sent, body, repeatable, readAll, files, signal } = request;
  const { fetch, requestIdHeader, clock, timeoutMs } = options;
  const outcome = repeatable ? "not_started" : "unknown";
  const answer = await senderOf(fetch)({ method, url, headers: sent, body, signal: stop.signal });
  const { status, headers } = answer;
  const platform = { status, request_id: requestId(headers.get(requestIdHeader), sent) };
  if (request.waits?.seen) request.waits.seen.requestId = platform.request_id;
  if (status === 304 && isConditional(sent)) {
    await answer.cancel();
    return { status, headers, text: "" };
  }
  if (answer.isRedirect) {
    await answer.cancel();
    const next = hops < maxRedirects ? nextAddress(request, headers.get("location")) : undefined;
    if (next !== undefined) return send({ ...request, url: next }, options, stop, hops + 1);
    throw new ConnectorError(
      "upstream_redirect_refused",
      `${what} answered with a redirect, which is not followed.`,
      { hint: "Credentials are not sent to another address. Check the endpoint.", platform, outcome },
    );
  }
  if (files && status === 200 && /^\s*attachment/i.test(headers.get("content-disposition") ?? "")) {
    const reading = { what, idleMs: timeoutMs, signal, close: () => stop.abort() };
    return { status, headers, text: "", file: fileStream(answer.stream(), reading) };
  }
  const read = { status, headers, text: await readBody(answer, what, platform, outcome) };
  if (readAll) return read;
  const retry_after = retryAfter(headers, clock);
  if (status === 429)
    throw new ConnectorError("upstream_rate_limited", `${what} is rate limited by the platform.`, {
      hint: `Nothing was done. Call again ${retry_after === undefined ? "in a minute" : `after ${retry_after} s`}.`,
      retry_after,
      platform,
    });
  if (status === 501)
    throw new ConnectorError("upstream_rejected", `${what} is not implemented by the server (HTTP 501).`, {
      hint: "Nothing was done. Calling again does not help. Check the endpoint.",
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

const maxRedirects = 3;

/**
 * Returns the address of a redirect, or undefined if the redirect must not be followed. Only reads follow redirects.
 */
function nextAddress<T>(
  { method, url, follow }: HttpRequest<T>,
  location: string | null,
): string | undefined {
  if ((method !== "GET" && method !== "HEAD") || location === null || !URL.canParse(location, url))
    return undefined;
  const next = new URL(location, url).href;
  return follow?.(next) ? next : undefined;
}

/** Returns whether the request asks for status 304 if nothing has changed. */
const isConditional = (headers: Record<string, string>): boolean =>
  Object.keys(headers).some((name) => /^if-(none-match|modified-since)$/i.test(name));

/**
 * Shortens the platform's request id. Returns undefined if the id contains a header value of the request, such as a
 * token.
 */
function requestId(id: string | null, sent: Record<string, string>): string | undefined {
  if (!id) return undefined;
  const isInId = (word: string) => word.length > 7 && id.includes(word);
  for (const value of Object.values(sent))
    if (value.includes(" ") ? value.split(" ").some(isInId) : isInId(value)) return undefined;
  return id.slice(0, 100);
}
