import type { Clock, WaitBudget } from "../ground/clock.ts";
import type { ConnectorError } from "../ground/errors.ts";

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
  waits?: WaitBudget | undefined;
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

/** A file's bytes as they arrive. Whoever is given one reads it to its end, or cancels it. */
export type FileStream = ReadableStream<Uint8Array<ArrayBuffer>>;

export interface FileStreamOptions {
  /** For messages. */
  what: string;
  /** Milliseconds that a reader waits for the next bytes at most. */
  idleMs: number;
  /** Ends the stream, whether anybody reads it or not. */
  signal: AbortSignal | undefined;
  /** Ends the request behind the stream. */
  close: () => void;
  /** The most bytes that may come, and the error after them; no limit without it. */
  cap?: { most: number; exceeded: () => ConnectorError } | undefined;
}

export interface DownloadRequest {
  /** For messages. */
  what: string;
  url: string;
  /** None without it. They go along with a redirect that `follow` allows. */
  headers?: Readonly<Record<string, string>> | undefined;
  /** May a redirect to this address be followed? None is without it. */
  follow?: ((url: string) => boolean) | undefined;
  cap?: FileStreamOptions["cap"];
  signal?: AbortSignal | undefined;
}

export interface DownloadReply {
  status: number;
  headers: Headers;
  body: FileStream;
}

/** Opens a file for reading as it arrives: no credentials and no redirects but those given; any status but 3xx is handed on. */
export type Download = (request: DownloadRequest) => Promise<DownloadReply>;
