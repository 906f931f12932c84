/** A body: a text, or bytes that are no text. */
export type RecordedBody = string | { readonly base64: string };

export interface RecordedExchange {
  readonly request: {
    readonly method: string;
    readonly url: string;
    /** The request's `content-type`. It says how two bodies are compared. */
    readonly type?: string | undefined;
    readonly body?: RecordedBody | undefined;
  };
  readonly response: {
    readonly status: number;
    readonly headers: Readonly<Record<string, string>>;
    readonly body?: RecordedBody | undefined;
  };
}

/** Requests and their responses, in the order in which the requests were sent. The object is plain JSON. */
export interface Recording {
  readonly format: "agent-connectors-recording";
  readonly exchanges: readonly RecordedExchange[];
}

export type RecordedRequest = RecordedExchange["request"];

/** Stands for a secret that was removed. In a recorded request, it matches every value. */
export const secretMark = "[secret]";

/** Headers that describe how a response was transported. They are wrong for a stored body. */
const transport = /^(content-encoding|content-length|transfer-encoding|connection|keep-alive|:.*)$/i;

/** Collects headers by lower-case name. Joins the values of a repeated header with `, `. */
export function headersOf(entries: Iterable<readonly [string, string]>): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const [given, value] of entries) {
    const name = given.toLowerCase();
    if (transport.test(name)) continue;
    headers[name] = Object.hasOwn(headers, name) ? `${headers[name]}, ${value}` : value;
  }
  return headers;
}
