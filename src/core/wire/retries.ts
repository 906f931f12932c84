import type { Http, HttpOptions, HttpRequest } from "../contract/http-types.ts";
import { abortedError } from "../ground/abort.ts";
import { ConnectorError } from "../ground/errors.ts";
import { sendOnce } from "./one-request.ts";

const maxBlindRetries = 3;

const maxRetries = 8;

export function createHttp(options: HttpOptions): Http {
  const { clock, totalWaitMs } = options;
  return async (request) => {
    const waits = request.waits ?? { left: totalWaitMs };
    for (let attempt = 0; ; attempt++) {
      try {
        return request.read(await sendOnce(request, options));
      } catch (error) {
        if (!ConnectorError.is(error) || !(request.retry ?? worthAnotherTry(request))(error)) throw error;
        const told = error.retry_after !== undefined;
        if (attempt >= (told ? maxRetries : maxBlindRetries)) throw error;
        const wait = told ? error.retry_after! * 1000 : 500 * 2 ** attempt * (0.5 + Math.random() / 2);
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
 * A read may be sent again whenever its error says so. A write only where nothing can have happened: the platform
 * counted it out, or the connection never came to be. That an error of the connector's own says `not_started` is no proof.
 */
const worthAnotherTry =
  ({ repeatable }: Pick<HttpRequest<unknown>, "repeatable">) =>
  ({ retryable, outcome, code }: ConnectorError): boolean =>
    retryable &&
    (repeatable ||
      (outcome === "not_started" && (code === "upstream_rate_limited" || code === "upstream_unreachable")));
