import { ConnectorError, version } from "agent-connectors";
import { notPublic } from "../platforms/public-addresses.ts";
import type { PublicFetch } from "../platforms/public-fetch.ts";

/** The response of a receiver. The body of the response is never read. */
export interface Received {
  status: number | null;
  /** The reason why there is no status. */
  error: string | null;
  retryAfter: string | null;
}

/** Sends the body to a receiver. Never throws: if there is no response, `error` contains the reason. */
export async function sendRequest(
  fetch: PublicFetch,
  { url, headers, body, timeoutMs }: { url: string; headers: object; body: string; timeoutMs: number },
): Promise<Received> {
  try {
    const response = await fetch(new URL(url), {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "user-agent": `agent-connectors-service/${version}`,
        ...headers,
      },
      body,
      signal: AbortSignal.timeout(timeoutMs),
    });
    // The body can be long or slow, so it is not awaited.
    void response.body?.cancel().catch(() => {});
    return { status: response.status, error: null, retryAfter: response.headers.get("retry-after") };
  } catch (error) {
    return { status: null, error: reasonOf(error, timeoutMs), retryAfter: null };
  }
}

/** Returns the reason for a failure, without any text of the receiver. */
function reasonOf(error: unknown, timeoutMs: number): string {
  if (ConnectorError.is(error)) return error.message;
  if (error instanceof Error && error.name === "TimeoutError") return `No response within ${timeoutMs} ms.`;
  const { code, message } = (error as { cause?: { code?: unknown; message?: unknown } }).cause ?? {};
  if (message === notPublic) return "The host name resolves to an address that is not public.";
  const known = typeof code === "string" && /^[A-Z][A-Z0-9_]{1,40}$/.test(code) ? ` (${code})` : "";
  return `The connection failed${known}.`;
}
