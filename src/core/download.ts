import { ConnectorError } from "./errors.ts";
import { aborted } from "./exchange.ts";
import { faultCode } from "./fault.ts";

export interface DownloadRequest {
  /** For messages. */
  what: string;
  url: string;
  /** None without it. They go along with a redirect that `follow` allows. */
  headers?: Readonly<Record<string, string>> | undefined;
  /** May a redirect to this address be followed? None is without it. */
  follow?: ((url: string) => boolean) | undefined;
  signal?: AbortSignal | undefined;
}
export interface DownloadReply {
  status: number;
  headers: Headers;
  body: ReadableStream<Uint8Array>;
}
/** Opens a file for reading as it arrives: no credentials and no redirects but those given; any status but 3xx is handed on. */
export type Download = (request: DownloadRequest) => Promise<DownloadReply>;

export function createDownload({
  fetch = globalThis.fetch,
  timeoutMs,
}: {
  fetch?: typeof globalThis.fetch | undefined;
  timeoutMs: number;
}): Download {
  const open = async (
    { what, url, headers: sent = {}, follow, signal }: DownloadRequest,
    hops: number,
  ): Promise<DownloadReply> => {
    if (signal?.aborted) throw aborted(what, "not_started");
    // The time limit is for the answer's beginning; a large file may take longer to read.
    const stop = new AbortController();
    const abort = () => stop.abort();
    signal?.addEventListener("abort", abort, { once: true });
    const timer = setTimeout(abort, timeoutMs);
    let response;
    try {
      response = await fetch(url, { headers: sent, redirect: "manual", signal: stop.signal });
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
      const location = headers.get("location") ?? "";
      const next = URL.canParse(location, url) ? new URL(location, url).href : undefined;
      if (next !== undefined && hops < maxHops && follow?.(next))
        return open({ what, url: next, headers: sent, follow, signal }, hops + 1);
      throw new ConnectorError(
        "upstream_redirect_refused",
        `${what} answered with a redirect, which is not followed.`,
        { hint: "Ask for a fresh address of the file.", platform: { status } },
      );
    }
    return { status, headers, body: response.body ?? new ReadableStream({ start: (own) => own.close() }) };
  };
  return (request) => open(request, 0);
}

const maxHops = 3;
