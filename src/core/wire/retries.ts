import type { Http, HttpOptions, HttpRequest } from "../contract/wire/http-types.ts";
import { abortedError } from "../ground/abort.ts";
import { spendWait, type WaitBudget } from "../ground/clock.ts";
import { ConnectorError } from "../ground/errors.ts";
import { asUnknown } from "../ground/unknown-outcome.ts";
import { sendOnce } from "./one-request.ts";
import { provesNothingDone } from "./repeatable-writes.ts";

/** The most retries without a `retry-after` header. */
const maxBlindRetries = 3;

/** The most retries with a `retry-after` header. */
const maxRetries = 8;

/** What is sent, and when it is sent again. */
interface Repeated {
  what: string;
  /** Returns whether to try again after an error. */
  retry: (error: ConnectorError) => boolean;
  signal?: AbortSignal | undefined;
  waits: WaitBudget;
}

export function createHttp(options: HttpOptions): Http {
  return (request) => {
    const { what, signal, waits = { left: options.totalWaitMs }, retry = worthAnotherTry(request) } = request;
    return withRetries({ what, signal, waits, retry }, options, async (attempt, timeoutMs, lost) => {
      const reply = await sendOnce(request, { ...options, timeoutMs }, attempt);
      return request.read(lost ? { ...reply, repeated: lost.code } : reply);
    });
  };
}

/**
 * Sends a request with retries. Before a retry, waits as long as the `retry-after` header says. Without this header,
 * the wait doubles with each retry, and a part of the wait is random. `lost`: the first error after which it is
 * unknown whether a write was done.
 */
export async function withRetries<T>(
  { what, retry, signal, waits }: Repeated,
  options: Pick<HttpOptions, "clock" | "timeoutMs">,
  send: (attempt: number, timeoutMs: number, lost: ConnectorError | undefined) => Promise<T>,
): Promise<T> {
  let lost: ConnectorError | undefined;
  let { timeoutMs } = options;
  for (let attempt = 0; ; attempt++) {
    try {
      return await send(attempt, timeoutMs, lost);
    } catch (error) {
      const failed = lost && !isUnknown(error) ? asUnknown(error) : error;
      if (!ConnectorError.is(error) || !retry(error)) throw failed;
      if (error.outcome === "unknown") lost ??= error;
      const { retry_after } = error;
      if (attempt >= (retry_after === undefined ? maxBlindRetries : maxRetries)) throw failed;
      const wait =
        retry_after === undefined ? 500 * 2 ** attempt * (0.5 + Math.random() / 2) : retry_after * 1000;
      if (!(wait >= 0 && wait <= waits.left)) throw failed;
      if (waits.seen) waits.seen.retries++;
      spendWait(waits, wait, what, `before another attempt (${error.code})`);
      if (error.code === "upstream_timeout") {
        // The next attempt can time out too, so its time limit counts as waiting time.
        timeoutMs = Math.min(timeoutMs, waits.left);
        waits.left -= timeoutMs;
        if (timeoutMs <= 0) throw failed;
      }
      try {
        await options.clock.sleep(wait, signal);
      } catch (reason) {
        throw signal?.aborted ? abortedError(what, lost ? "unknown" : "not_started") : reason;
      }
    }
  }
}

const isUnknown = (error: unknown): boolean => ConnectorError.is(error) && error.outcome === "unknown";

/** Decides whether to retry. Retries a read after any retryable error, and a write only if nothing was done. */
const worthAnotherTry =
  ({ repeatable }: Pick<HttpRequest<unknown>, "repeatable">) =>
  (error: ConnectorError): boolean =>
    (repeatable && error.retryable) || provesNothingDone(error);
