import { ConnectorError } from "./errors.ts";
import { aborted } from "./exchange.ts";
import { faultCode } from "./fault.ts";

export interface DownloadRequest {
  /** For messages. */
  what: string;
  url: string;
  signal?: AbortSignal | undefined;
}
export interface DownloadReply {
  status: number;
  headers: Headers;
  body: ReadableStream<Uint8Array>;
}
/** Opens a file for reading as it arrives: no credentials, no redirects; any status but 3xx is handed on. */
export type Download = (request: DownloadRequest) => Promise<DownloadReply>;

export function createDownload({
  fetch = globalThis.fetch,
  timeoutMs,
}: {
  fetch?: typeof globalThis.fetch | undefined;
  timeoutMs: number;
}): Download {
  return async ({ what, url, signal }) => {
    if (signal?.aborted) throw aborted(what, "not_started");
    // The time limit is for the answer's beginning; a large file may take longer to read.
    const stop = new AbortController();
    const abort = () => stop.abort();
    signal?.addEventListener("abort", abort, { once: true });
    const timer = setTimeout(abort, timeoutMs);
    let response;
    try {
      response = await fetch(url, { redirect: "manual", signal: stop.signal });
    } catch (error) {
      if (signal?.aborted) throw aborted(what, "not_started");
      const late = stop.signal.aborted;
      const fault = faultCode(error);
      throw new ConnectorError(
        late ? "upstream_timeout" : "upstream_unreachable",
        late
          ? `${what} did not answer within ${timeoutMs} ms.`
          : `${what}: the connection failed${fault === undefined ? "" : ` (${fault})`}.`,
        { hint: "Nothing is lost: ask for the same file again." },
      );
    } finally {
      clearTimeout(timer);
    }
    const { status, headers } = response;
    if (response.type === "opaqueredirect" || (status >= 300 && status < 400)) {
      await response.body?.cancel();
      throw new ConnectorError(
        "upstream_redirect_refused",
        `${what} answered with a redirect, which is not followed.`,
        { hint: "Ask for a fresh address of the file.", platform: { status } },
      );
    }
    return { status, headers, body: response.body ?? new ReadableStream({ start: (own) => own.close() }) };
  };
}
