import type { Clock, Waits } from "../ground/clock.ts";
import { ConnectorError } from "../ground/errors.ts";
import { aborted, exchange } from "./one-request.ts";
import type { FileStream } from "./file-stream.ts";

export interface HttpReply {
  status: number;
  headers: Headers;
  text: string;
  /** In place of the text, where the request takes files and the answer is one. */
  file?: FileStream | undefined;
}

export interface HttpRequest<T> {
  /** For messages: `Slack chat.postMessage`. */
  what: string;
  method: string;
  url: string;
  headers: Record<string, string>;
  body?: string | Uint8Array<ArrayBuffer> | undefined;
  /** May it be sent again though it is not known whether it arrived? */
  repeatable: boolean;
  /** Which errors are worth another try; by default those that say so themselves, of a write only with proof. */
  retry?: ((error: ConnectorError) => boolean) | undefined;
  /** Hand 429 and 5xx to `read` too: a service that words its own errors. */
  readAll?: boolean | undefined;
  /** A file (HTTP 200 with `content-disposition: attachment`) is handed to `read` as it arrives, whatever its size. */
  files?: boolean | undefined;
  signal?: AbortSignal | undefined;
  /** What the call that it is part of may still wait; without it, `totalWaitMs` is for this request alone. */
  waits?: Waits | undefined;
  /** Makes a value of any answer but 3xx, 429 and 5xx; throws ConnectorError for a refusal. */
  read: (reply: HttpReply) => T;
}
/** Sends a request, within the limits on time, size and waiting, and again where that is safe. */
export type Http = <T>(request: HttpRequest<T>) => Promise<T>;

export interface HttpOptions {
  fetch?: typeof globalThis.fetch | undefined;
  clock: Clock;
  /** Where the platform puts its own id of a request. */
  requestIdHeader: string;
  timeoutMs: number;
  totalWaitMs: number;
}

const maxBlindRetries = 3;
const maxRetries = 8;

export function createHttp(options: HttpOptions): Http {
  const { clock, totalWaitMs } = options;
  return async (request) => {
    const waits = request.waits ?? { left: totalWaitMs };
    for (let attempt = 0; ; attempt++) {
      try {
        return request.read(await exchange(request, options));
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
          throw request.signal?.aborted ? aborted(request.what, "not_started") : reason;
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
