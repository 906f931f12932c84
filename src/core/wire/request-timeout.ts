import type { HttpRequest } from "../contract/wire/http-types.ts";
import { abortedError, retryHint } from "../ground/abort.ts";
import { ConnectorError } from "../ground/errors.ts";
import { faultCode, neverSent } from "./send/network-fault.ts";

/**
 * Ends a request after `timeoutMs` milliseconds, or when the caller aborts, even if `fetch` ignores its signal. The
 * `outcome` of the error says whether the platform may have received the request.
 * @param send Sends the request, and stops when `stop` is aborted.
 */
export async function withRequestTimeout<T, R>(
  { what, url, signal, repeatable }: HttpRequest<T>,
  timeoutMs: number,
  send: (stop: AbortController) => Promise<R>,
): Promise<R> {
  if (signal?.aborted) throw abortedError(what, "not_started");
  const outcomeIfSent = repeatable ? "not_started" : "unknown";

  // `AbortSignal.any` would leave listeners on the caller's signal after the request.
  const stop = new AbortController();
  let abort = () => {};
  let late = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  try {
    return await new Promise<R>((resolve, reject) => {
      abort = () => {
        stop.abort();
        reject(stop.signal.reason as Error);
      };
      signal?.addEventListener("abort", abort, { once: true });
      timer = setTimeout(() => {
        late = true;
        abort();
      }, timeoutMs);
      send(stop).then(resolve, reject);
    });
  } catch (error) {
    if (ConnectorError.is(error)) throw error;
    if (signal?.aborted) throw abortedError(what, outcomeIfSent);
    if (late)
      throw new ConnectorError("upstream_timeout", `${what} did not answer within ${timeoutMs} ms.`, {
        hint: retryHint(outcomeIfSent),
        outcome: outcomeIfSent,
        // A retry could take the same time again, so the caller decides whether to retry.
        retryable: false,
      });
    const fault = faultCode(error);
    const outcome = neverSent(error) ? "not_started" : outcomeIfSent;
    throw new ConnectorError(
      "upstream_unreachable",
      `${what}: the connection to ${new URL(url).host} failed${fault === undefined ? "" : ` (${fault})`}.`,
      {
        hint:
          outcome === "unknown"
            ? retryHint(outcome)
            : "Check the address and the network, which may need a proxy. Then try again.",
        outcome,
      },
    );
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", abort);
  }
}
