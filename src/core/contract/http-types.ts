import type { Clock, WaitBudget } from "../ground/clock.ts";
import type { ConnectorError } from "../ground/errors.ts";

export interface HttpReply {
  status: number;
  headers: Headers;
  text: string;
  /** The body as a stream, if the request accepts files and the response is a file. `text` is empty then. */
  file?: FileStream | undefined;
}

export interface HttpRequest<T> {
  /** The name of the request in messages: `Slack chat.postMessage`. */
  what: string;
  method: string;
  url: string;
  headers: Record<string, string>;
  body?: string | Uint8Array<ArrayBuffer> | undefined;
  /** Whether the request may be sent again when its outcome is unknown. */
  repeatable: boolean;
  /** Decides which errors to retry. Default: retryable errors, but for a write only if nothing can have happened. */
  retry?: ((error: ConnectorError) => boolean) | undefined;
  /** Passes responses with status 429 and 5xx to `read` too, for a service whose error bodies matter. */
  readAll?: boolean | undefined;
  /** Passes a file to `read` as a stream of any size. A file is HTTP 200 with `content-disposition: attachment`. */
  files?: boolean | undefined;
  signal?: AbortSignal | undefined;
  /** The remaining waiting time of the call. Default: `totalWaitMs` for this request alone. */
  waits?: WaitBudget | undefined;
  /** Converts a response. It never receives 3xx, and 429 and 5xx only with `readAll`. It throws ConnectorError for an error. */
  read: (reply: HttpReply) => T;
}

/** Sends a request within the limits on time, size and waiting. It retries the request if that is safe. */
export type Http = <T>(request: HttpRequest<T>) => Promise<T>;

export interface HttpOptions {
  fetch?: typeof globalThis.fetch | undefined;
  clock: Clock;
  /** The response header that contains the platform's request id. */
  requestIdHeader: string;
  timeoutMs: number;
  totalWaitMs: number;
}

/** The bytes of a file as they arrive. The receiver must read the stream to its end or cancel it. */
export type FileStream = ReadableStream<Uint8Array<ArrayBuffer>>;

export interface FileStreamOptions {
  /** The name of the request in messages. */
  what: string;
  /** The maximum time that a reader waits for the next bytes, in milliseconds. */
  idleMs: number;
  /** Ends the stream, even if nobody reads it. */
  signal: AbortSignal | undefined;
  /** Ends the request behind the stream. */
  close: () => void;
  /** The maximum number of bytes, and the error if there are more. Default: no limit. */
  cap?: { most: number; exceeded: () => ConnectorError } | undefined;
}

export interface DownloadRequest {
  /** The name of the request in messages. */
  what: string;
  url: string;
  /** Headers to send. They are sent again after a redirect that `follow` allows. */
  headers?: Readonly<Record<string, string>> | undefined;
  /** Whether to follow a redirect to this address. Default: never. */
  follow?: ((url: string) => boolean) | undefined;
  cap?: FileStreamOptions["cap"];
  signal?: AbortSignal | undefined;
}

export interface DownloadReply {
  status: number;
  headers: Headers;
  body: FileStream;
}

/**
 * Opens a file as a stream. It sends only the given headers and follows only the allowed redirects. It returns every other
 * status to the caller.
 */
export type Download = (request: DownloadRequest) => Promise<DownloadReply>;
