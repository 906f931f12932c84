import type { Clock, WaitBudget } from "../../ground/clock.ts";
import type { ConnectorError, ErrorCode } from "../../ground/errors.ts";
import type { TracedRequest, TraceRequest } from "./traced-request.ts";

/** The names are not case-sensitive. `get` joins the values of a repeated header with `, `. */
export type ResponseHeaders = Pick<Headers, "get" | "has">;

export interface HttpReply {
  status: number;
  headers: ResponseHeaders;
  text: string;
  /** The body as a stream, instead of `text`. Only if the request has `files: true` and the response is a file. */
  file?: FileStream | undefined;
  /** The error code of the first attempt, if its outcome is unknown and the write was sent again. */
  repeated?: ErrorCode | undefined;
}

export interface HttpRequest<T> {
  /** The name of the request in error messages: `Shop orders.create`. */
  what: string;
  method: string;
  url: string;
  headers: Record<string, string>;
  body?: string | Uint8Array<ArrayBuffer> | undefined;
  /** Whether it is safe to send the request again if the outcome of the first attempt is unknown. */
  repeatable: boolean;
  /**
   * Returns whether to retry after an error. Default: retries a read after every retryable error, and a write only if
   * the error proves that nothing was done.
   */
  retry?: ((error: ConnectorError) => boolean) | undefined;
  /**
   * Whether `read` also receives responses with status 429 and 5xx. Set this field if the bodies of such responses are
   * needed.
   */
  readAll?: boolean | undefined;
  /**
   * Whether `read` gets files as streams of any size. A response is a file if it has the status 200 and the header
   * `content-disposition: attachment`.
   */
  files?: boolean | undefined;
  /**
   * Returns whether to follow a redirect to this address, with the same headers. Only a GET or HEAD request follows
   * redirects. Default: no redirect is followed.
   */
  follow?: ((url: string) => boolean) | undefined;
  signal?: AbortSignal | undefined;
  /** Runs just before the request is sent. A thrown error stops the request. */
  beforeSend?: (() => Promise<void>) | undefined;
  /** The remaining waiting time of the call. Default: a new budget of `totalWaitMs`. */
  waits?: WaitBudget | undefined;
  /**
   * Converts a response to the result of the request, or throws a ConnectorError. The only status 3xx that `read` gets
   * is 304, for a request with `if-none-match`.
   */
  read: (reply: HttpReply) => T;
}

/**
 * Sends a request, and repeats it if a repetition is safe. Limits the duration, the size of the response and the
 * total waiting time.
 */
export type Http = <T>(request: HttpRequest<T>) => Promise<T>;

export interface HttpOptions {
  /** The function that sends every request. Default: see `senderOf` in wire/sender.ts. */
  fetch?: typeof globalThis.fetch | undefined;
  clock: Clock;
  /** The response header that contains the platform's request id. */
  requestIdHeader: string;
  timeoutMs: number;
  totalWaitMs: number;
  /** Follows every request. */
  tracing?: TraceRequest<Omit<TracedRequest, "to">> | undefined;
}

/** The bytes of a file as they arrive. The receiver must read the stream to its end or cancel it. */
export type FileStream = ReadableStream<Uint8Array<ArrayBuffer>>;

export interface FileStreamOptions {
  /** The name of the request, for error messages. */
  what: string;
  /** The maximum time to wait for the next bytes, in milliseconds. */
  idleMs: number;
  /** A signal that ends the stream, even if nobody reads the stream. */
  signal: AbortSignal | undefined;
  /** Ends the request whose response contains the bytes. */
  close: () => void;
  /** The maximum number of bytes (`most`), and the error for a longer file (`exceeded`). Default: no limit. */
  cap?: { most: number; exceeded: () => ConnectorError } | undefined;
}

export interface DownloadRequest {
  /** The name of the request, for error messages. */
  what: string;
  url: string;
  headers?: Readonly<Record<string, string>> | undefined;
  /**
   * Returns whether to follow a redirect to this address, and whether to send the headers to this address. Default: no
   * redirect is followed.
   */
  follow?: ((url: string) => boolean | "without-headers") | undefined;
  cap?: FileStreamOptions["cap"];
  signal?: AbortSignal | undefined;
}

export interface DownloadReply {
  status: number;
  headers: ResponseHeaders;
  body: FileStream;
}

/**
 * Opens a file as a stream. Sends only the given headers. Does not throw if the status is an error: the caller must
 * check `status`.
 */
export type Download = (request: DownloadRequest) => Promise<DownloadReply>;
