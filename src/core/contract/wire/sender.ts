import type { ResponseHeaders } from "./http-types.ts";

export interface SentRequest {
  method: string;
  url: string;
  headers: Readonly<Record<string, string>>;
  body?: string | Uint8Array<ArrayBuffer> | undefined;
  /** Aborts the request, and the reading of the response. */
  signal: AbortSignal;
}

/**
 * A response whose headers have arrived. The receiver must call exactly one of `text`, `stream` and `cancel`, because
 * an unread response keeps its connection in use.
 */
export interface Answer {
  status: number;
  headers: ResponseHeaders & Iterable<readonly [string, string]>;
  /** Whether the response is a redirect. A sender never follows a redirect. */
  isRedirect: boolean;
  /** Reads the whole body as UTF-8 text. Returns undefined if the decoded body has more than `most` bytes. */
  text(most: number): Promise<string | undefined>;
  /** Returns the decoded body as a stream, or null if there is no body. */
  stream(): ReadableStream<Uint8Array> | null;
  /** Ends the response without reading its body. */
  cancel(): Promise<void>;
}

/** The promise resolves when the headers of the response have arrived. */
export type Sender = (request: SentRequest) => Promise<Answer>;
