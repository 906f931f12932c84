import type { Http, HttpOptions, HttpRequest } from "../contract/http-types.ts";
import { abortedError } from "../ground/abort.ts";
import { ConnectorError } from "../ground/errors.ts";
import { sendOnce } from "./one-request.ts";

/** The maximum number of retries without a `retry-after` header. */
const maxBlindRetries = 3;

/** The maximum number of retries with a `retry-after` header. */
const maxRetries = 8;

/**
 * Creates the function that sends requests with retries. Before a retry, the function waits as long as the
 * `retry-after` header says. Without this header, the wait doubles with each retry, and a part of the wait is random.
 */
export function createHttp(options: HttpOptions): Http {
  const { clock, totalWaitMs } = options;
  return async (request) => {
    const waits = request.waits ?? { left: totalWaitMs };
    for (let attempt = 0; ; attempt++) {
      try {
        return request.read(await sendOnce(request, options));
      } catch (error) {
        if (!ConnectorError.is(error) || !(request.retry ?? worthAnotherTry(request))(error)) throw error;
        const { retry_after } = error;
        if (attempt >= (retry_after === undefined ? maxBlindRetries : maxRetries)) throw error;
        const wait =
          retry_after === undefined ? 500 * 2 ** attempt * (0.5 + Math.random() / 2) : retry_after * 1000;
        if (!(wait >= 0 && wait <= waits.left)) throw error;
        waits.left -= wait;
        try {
          await clock.sleep(wait, request.signal);
        } catch (reason) {
          throw request.signal?.aborted ? abortedError(request.what, "not_started") : reason;
        }
      }
    }
  };
}

/**
 * Returns the default function that decides whether to retry. A read is retried after any retryable error. A write is
 * retried only after a rate limit or a failed connection, because only these errors prove that nothing was done. An error
 * with another code can have the outcome `not_started` without such a proof.
 */
const worthAnotherTry =
  ({ repeatable }: Pick<HttpRequest<unknown>, "repeatable">) =>
  ({ retryable, outcome, code }: ConnectorError): boolean =>
    retryable &&
    (repeatable ||
      (outcome === "not_started" && (code === "upstream_rate_limited" || code === "upstream_unreachable")));
