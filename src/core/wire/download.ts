import type { Download, DownloadReply, DownloadRequest, HttpOptions } from "../contract/wire/http-types.ts";
import { abortedError, rejectOnAbort } from "../ground/abort.ts";
import { ConnectorError } from "../ground/errors.ts";
import { fileStream } from "./file-stream.ts";
import { faultCode } from "./send/network-fault.ts";
import { senderOf } from "./send/sender.ts";

/** Opens files as streams. `timeoutMs` limits the wait for the response, and then the wait for each chunk. */
export function createDownload({
  fetch,
  timeoutMs,
  tracing,
}: Pick<HttpOptions, "fetch" | "timeoutMs" | "tracing">): Download {
  const send = senderOf(fetch);
  const open = async (request: DownloadRequest, hops: number): Promise<DownloadReply> => {
    const { what, url, headers: sent = {}, follow, cap, signal } = request;
    if (signal?.aborted) throw abortedError(what, "not_started");
    const stop = new AbortController();
    const close = () => stop.abort();
    signal?.addEventListener("abort", close, { once: true });
    const timer = setTimeout(close, timeoutMs);
    const sending = send({ method: "GET", url, headers: sent, signal: stop.signal });
    let answer;
    try {
      // A custom `fetch` can ignore its signal.
      answer = await rejectOnAbort(sending, stop.signal);
    } catch (error) {
      sending.then((late) => late.cancel()).catch(() => {});
      if (signal?.aborted) throw abortedError(what, "not_started");
      const late = stop.signal.aborted;
      const fault = faultCode(error);
      throw new ConnectorError(
        late ? "upstream_timeout" : "upstream_unreachable",
        late
          ? `${what} did not answer within ${timeoutMs} ms.`
          : `${what}: the connection failed${fault === undefined ? "" : ` (${fault})`}.`,
        { hint: "Nothing was changed. Ask for the same file again." },
      );
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener("abort", close);
    }
    const { status, headers } = answer;
    if (answer.isRedirect) {
      await answer.cancel().catch(() => {});
      const location = headers.get("location") ?? "";
      const next = URL.canParse(location, url) ? new URL(location, url).href : undefined;
      const allowed = next !== undefined && hops < maxRedirects && follow?.(next);
      if (allowed)
        return open({ ...request, url: next, headers: allowed === "without-headers" ? {} : sent }, hops + 1);
      throw new ConnectorError(
        "upstream_redirect_refused",
        `${what} answered with a redirect to an address that is not allowed.`,
        { hint: "Get a new address of the file.", platform: { status } },
      );
    }
    return {
      status,
      headers,
      body: fileStream(answer.stream(), { what, idleMs: timeoutMs, signal, close, cap }),
    };
  };
  // A file host gets no headers but those of the request.
  return (request) =>
    tracing
      ? tracing({ method: "GET", url: request.url, attempt: 0 }, () => open(request, 0))
      : open(request, 0);
}

const maxRedirects = 3;
