import type { ErrorCode } from "../../ground/errors.ts";
import type { Paging } from "./paging.ts";

/**
 * How lists and objects are written in a query or a form. In a path or a header, the separator is always a comma.
 *
 * | Style | `color: ["blue", "black"]` | `color: { R: 100, G: 200 }` |
 * |---|---|---|
 * | `repeat` | `color=blue&color=black` | `R=100&G=200` |
 * | `comma` | `color=blue,black` | `color=R,100,G,200` |
 * | `space` | `color=blue black` | `color=R 100 G 200` |
 * | `pipe` | `color=blue\|black` | `color=R\|100\|G\|200` |
 * | `brackets` | `color[]=blue&color[]=black` | `color[R]=100&color[G]=200` |
 * | `deepObject` | `color[0]=blue&color[1]=black` | `color[R]=100&color[G]=200` |
 * | `json` | `color=["blue","black"]` | `color={"R":100,"G":200}` |
 *
 * Brackets, and separators other than commas, are percent-encoded.
 */
export type Style = "repeat" | "comma" | "space" | "pipe" | "brackets" | "deepObject" | "json";

export interface ArgumentWire {
  /**
   * The part of the request that contains the argument. Default: `path` if the path contains the argument, else `query`
   * for GET, HEAD and DELETE, else `body`.
   */
  readonly in?: "path" | "query" | "header" | "body" | undefined;
  /** The platform's name for the argument. In a body, dots create nested objects: `stateFilter.include`. */
  readonly name?: string | undefined;
  /** How a list or an object is written. Default: the operation's `style`. */
  readonly style?: Style | undefined;
  /**
   * The treatment of slashes in an argument of the path. `keep`: the value is a relative path, and every segment is
   * encoded. `encode`: slashes become `%2F`. Default: a value with a slash is refused.
   */
  readonly slashes?: "keep" | "encode" | undefined;
}

export interface BodyWire {
  readonly kind: "json" | "form" | "multipart" | "graphql" | "raw";
  /** The content type of the request. Default: the usual content type of the `kind`. */
  readonly contentType?: string | undefined;
  /** The argument that is the whole body. Required for `raw`. Default: an object of all arguments for the body. */
  readonly argument?: string | undefined;
  /** The GraphQL document, for the kind `graphql`. The arguments of the operation are its variables. */
  readonly document?: string | undefined;
}

export interface ResponseWire {
  /**
   * `json`: integers above 2^53 become strings of digits. `text`: the body is a string. `file`: the body is a stream.
   * Default: `json`.
   */
  readonly kind?: "json" | "text" | "file" | undefined;
  /** The dotted path of the record or of the list of items, for actions without `pick`. */
  readonly pick?: string | undefined;
}

/** The fields of a response that describe an error. */
export interface ErrorWire {
  /** The dotted paths of the platform's error code, the preferred path first. Default: usual paths, such as `code`. */
  readonly code?: readonly string[] | undefined;
  /** The dotted paths of the platform's message, the preferred path first. Default: usual paths, such as `message`. */
  readonly message?: readonly string[] | undefined;
  /**
   * A list of single faults in the response, such as the fields that are wrong. The error's message says each fault: the
   * fault itself if it is a text, or its values at `fields`.
   */
  readonly faults?: { readonly path: string; readonly fields: readonly string[] } | undefined;
  /** This package's code for each error. A key is an error code of the platform, or a status such as `"409"`. */
  readonly codes?: Readonly<Record<string, ErrorCode>> | undefined;
  /** What the caller should do next, by error code of the platform or by status. Default: a sentence for each `code`. */
  readonly hints?: Readonly<Record<string, string>> | undefined;
  /**
   * A field that shows a failure although the status means success. The request has failed if the field at `path` has
   * the value `equals`. If `equals` is absent, the request has failed if the field is truthy and not an empty list.
   * With the body kind `graphql`, the field `errors` shows a failure too.
   */
  readonly flag?:
    | { readonly path: string; readonly equals?: string | number | boolean | undefined }
    | undefined;
}

/**
 * The polling of an operation that the platform performs in the background. The package reads the state until the work
 * has ended or the waiting time of the call is used up.
 */
export interface PollingWire {
  /** The part of the response that contains the address to poll: a header, or the dotted path of a field. */
  readonly at: { readonly header: string } | { readonly path: string };
  /** The field that contains the state. If absent, the status 202 means that the work has not ended. */
  readonly state?:
    | {
        readonly path: string;
        readonly done: readonly string[];
        readonly failed?: readonly string[] | undefined;
      }
    | undefined;
  /** The seconds between two requests, unless the platform sends `retry-after`. Default: 2. */
  readonly everySeconds?: number | undefined;
}

export interface RateWire {
  /** The name of the group of operations that share the limit. Default: the operation's name. */
  readonly lane?: string | undefined;
  /** The number of requests per minute. Default: no limit. */
  readonly perMinute?: number | undefined;
  /** The number of requests that can be sent at the same moment. Default: 1. */
  readonly burst?: number | undefined;
  /**
   * The names of two response headers. `remaining` contains the number of remaining requests. `reset` contains the time
   * at which the limit is reset: in `seconds` from now, in seconds since the `epoch`, or in milliseconds since then.
   */
  readonly headers?:
    | { readonly remaining: string; readonly reset: string; readonly unit: "seconds" | "epoch" | "epoch-ms" }
    | undefined;
  /**
   * For a platform that refuses too many requests with the status 403. A refusal whose message contains `text`, in small
   * or capital letters, is such a refusal. If the response does not say how long to wait, the wait is `waitSeconds`.
   */
  readonly refusal?: { readonly text: string; readonly waitSeconds: number } | undefined;
}

/**
 * A write with this field can be sent again after a lost response. A second equal request must change nothing. In
 * particular, it must not overwrite a change that somebody else has made after the first request.
 */
export interface Repeatable {
  /** The reason why a second equal request changes nothing. */
  readonly reason: string;
  /** The source of the reason: a link, or the name of the platform's error code or flag. */
  readonly source: string;
  /**
   * The platform's error codes, or statuses such as `"404"`, that show that the first request has succeeded. If a
   * repeated request fails with such an error, the write counts as successful.
   */
  readonly done?: readonly string[] | undefined;
  /** The name of an argument. A request with several values in this argument is not repeatable. */
  readonly single?: string | undefined;
}

/** Settings that an operation can have. The connector's `wire` contains the defaults for all operations. */
export interface OperationDefaults {
  /** Constant headers. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Constant query params. */
  readonly query?: Readonly<Record<string, string>> | undefined;
  /** How lists and objects are written in queries and forms. Default: `repeat`. */
  readonly style?: Style | undefined;
  /** How the body is written. Default: JSON. */
  readonly body?: BodyWire | undefined;
  readonly errors?: ErrorWire | undefined;
  readonly rate?: RateWire | undefined;
  /**
   * The request header for an idempotency key. The platform performs a write with the same key only once, so a write
   * with an unknown outcome is sent again.
   */
  readonly idempotencyHeader?: string | undefined;
  /**
   * The names of the `schemes` to use, or [] if the operation needs no credentials. Default: the scheme that has the
   * name of the caller's credential form.
   */
  readonly auth?: readonly string[] | undefined;
}

export interface Operation extends OperationDefaults {
  readonly method: "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** The path after the endpoint. `{name}` is replaced by the argument `name`. */
  readonly path: string;
  /** The address to which `path` is added: one of the connector's `origins`. Default: the endpoint. */
  readonly origin?: string | undefined;
  /**
   * The arguments that have another name at the platform, or are not in the default part of the request. A string is
   * the platform's name for the argument.
   */
  readonly arguments?: Readonly<Record<string, string | ArgumentWire>> | undefined;
  /** Constant fields of the body, by dotted path. */
  readonly fields?: Readonly<Record<string, unknown>> | undefined;
  readonly response?: ResponseWire | undefined;
  readonly polling?: PollingWire | undefined;
  readonly paging?: Paging | undefined;
  readonly repeatable?: Repeatable | undefined;
  /** The scopes that allow the operation, by kind of token. One of the scopes is enough. */
  readonly scopes?: Readonly<Record<string, readonly string[]>> | undefined;
  /** Optional scopes, by kind of token. Each of these scopes lets the operation do more. */
  readonly moreScopes?: Readonly<Record<string, readonly string[]>> | undefined;
  /** The kinds of token that the operation accepts. Default: all. */
  readonly tokens?: readonly string[] | undefined;
  /** A link to the platform's documentation. */
  readonly docs: string;
}
export type Operations = Readonly<Record<string, Operation>>;
