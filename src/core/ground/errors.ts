/**
 * Whether a failed call has changed something at the platform. `not_started`: nothing was done. `unknown`: something
 * may have been done. `partial`: a part of a batch was done, and the error's `message` says which part.
 */
export type Outcome = "not_started" | "unknown" | "partial";

/**
 * Every error code. `status`: the HTTP status that the hosted service returns. `retryable`: whether the same call can
 * succeed later. Codes that begin with `upstream_` come from the platform or the connection to the platform. For
 * `reauth_required`, and for codes that begin with `credential_`, replace the credential or give it more permissions.
 * All other codes come from this package or the hosted service.
 */
export const errorTable = {
  config_error: { status: 400, retryable: false },
  malformed_json: { status: 400, retryable: false },
  forbidden_key: { status: 400, retryable: false },
  json_too_deep: { status: 400, retryable: false },
  credentials_mismatch: { status: 400, retryable: false },
  missing_token: { status: 401, retryable: false },
  invalid_token: { status: 401, retryable: false },
  invalid_client: { status: 401, retryable: false },
  insufficient_scope: { status: 403, retryable: false },
  workspace_mismatch: { status: 403, retryable: false },
  policy_denied: { status: 403, retryable: false },
  cap_exceeded: { status: 403, retryable: false },
  approval_denied: { status: 403, retryable: false },
  approval_pending: { status: 202, retryable: false },
  approval_closed: { status: 409, retryable: false },
  job_pending: { status: 202, retryable: false },
  job_cancelled: { status: 409, retryable: false },
  stopped: { status: 403, retryable: false },
  not_found: { status: 404, retryable: false },
  connector_not_found: { status: 404, retryable: false },
  method_not_allowed: { status: 405, retryable: false },
  request_timeout: { status: 408, retryable: true },
  idempotency_in_progress: { status: 409, retryable: true },
  idempotency_outcome_unknown: { status: 409, retryable: false },
  payload_too_large: { status: 413, retryable: false },
  unsupported_media_type: { status: 415, retryable: false },
  expectation_failed: { status: 417, retryable: false },
  validation_error: { status: 422, retryable: false },
  unknown_connector_type: { status: 422, retryable: false },
  unknown_entity: { status: 422, retryable: false },
  unknown_action: { status: 422, retryable: false },
  invalid_params: { status: 422, retryable: false },
  region_not_allowed: { status: 422, retryable: false },
  idempotency_key_reused: { status: 422, retryable: false },
  upstream_rejected: { status: 422, retryable: false },
  connect_denied: { status: 403, retryable: false },
  connect_invalid: { status: 400, retryable: false },
  credential_rejected: { status: 424, retryable: false },
  reauth_required: { status: 424, retryable: false },
  credential_insufficient_scope: { status: 424, retryable: false },
  rate_limited: { status: 429, retryable: true },
  concurrency_limited: { status: 429, retryable: true },
  upstream_rate_limited: { status: 429, retryable: true },
  headers_too_large: { status: 431, retryable: false },
  aborted: { status: 499, retryable: false },
  internal: { status: 500, retryable: false },
  upstream_error: { status: 502, retryable: true },
  upstream_unreachable: { status: 502, retryable: true },
  upstream_redirect_refused: { status: 502, retryable: false },
  upstream_invalid_response: { status: 502, retryable: true },
  upstream_response_too_large: { status: 502, retryable: false },
  storage_unavailable: { status: 503, retryable: true },
  storage_full: { status: 503, retryable: false },
  draining: { status: 503, retryable: true },
  upstream_timeout: { status: 504, retryable: true },
} as const satisfies Record<string, { status: number; retryable: boolean }>;

export type ErrorCode = keyof typeof errorTable;

/** `path` is the path of the wrong value, such as `channel` or `users[2]`. */
export interface Issue {
  path: string;
  message: string;
}

/** What a call waits for: people who must agree, or a platform that prepares something. */
export interface Pending {
  /** The id of the approval or of the job. The agent reads the outcome with this id. */
  id: string;
  /** What is asked, in one line. */
  asks: string;
  /** The ISO time after which nobody can agree any more, or until which the platform is asked. */
  until: string;
  /** The number of people who must agree. Only for an approval. */
  persons?: number | undefined;
  /** How many parts of a job are ready, if the platform says so. */
  progress?: { done: number; total: number } | undefined;
  /** The page on which a person who is signed in there decides. */
  url?: string | undefined;
}

export interface ErrorFields {
  /** What the caller should do next, in one or two sentences. */
  hint?: string | undefined;
  /** The argument that is wrong, such as `entity`, `params.channel` or `auth.api_token`. */
  path?: string | undefined;
  /** All problems with the params. */
  issues?: readonly Issue[] | undefined;
  /**
   * Whether the same call can succeed later. Default: the value in `errorTable` for the outcome `not_started`, and
   * false for other outcomes.
   */
  retryable?: boolean | undefined;
  /** The seconds to wait before the next call. */
  retry_after?: number | undefined;
  /** Default: `not_started`. */
  outcome?: Outcome | undefined;
  /** The HTTP status, error code and request id of the platform's response. */
  platform?:
    | { status?: number | undefined; code?: string | undefined; request_id?: string | undefined }
    | undefined;
  /** The cursor of the first page that was not read, if `all()` has read earlier pages. */
  next_cursor?: string | undefined;
  /** The scopes that the call needs. */
  needed?: readonly string[] | undefined;
  /** The scopes that the token has. */
  provided?: readonly string[] | undefined;
  /** What a call with the code `approval_pending` or `job_pending` waits for. */
  pending?: Pending | undefined;
}

export interface ErrorJson extends ErrorFields {
  code: ErrorCode;
  message: string;
  retryable: boolean;
  outcome: Outcome;
}

/**
 * The class of all errors of this package. `message` says what is wrong and where. `hint` says what to do next. Both
 * texts are for people and models, and contain no secrets. `toJSON()` returns all fields except the stack.
 */
export class ConnectorError extends Error {
  override readonly name = "ConnectorError";
  readonly code: ErrorCode;
  readonly hint: string | undefined;
  readonly path: string | undefined;
  readonly issues: readonly Issue[] | undefined;
  readonly retryable: boolean;
  readonly retry_after: number | undefined;
  readonly outcome: Outcome;
  readonly platform: ErrorFields["platform"];
  readonly next_cursor: string | undefined;
  readonly needed: readonly string[] | undefined;
  readonly provided: readonly string[] | undefined;
  readonly pending: Pending | undefined;

  constructor(code: ErrorCode, message: string, fields: ErrorFields = {}) {
    super(message);
    this.code = code;
    this.hint = fields.hint;
    this.path = fields.path;
    this.issues = fields.issues;
    this.outcome = fields.outcome ?? "not_started";
    this.retryable = fields.retryable ?? (errorTable[code].retryable && this.outcome === "not_started");
    this.retry_after = fields.retry_after;
    this.platform = fields.platform;
    this.next_cursor = fields.next_cursor;
    this.needed = fields.needed;
    this.provided = fields.provided;
    this.pending = fields.pending;
    // `console.log` would list undefined fields.
    for (const [name, value] of Object.entries(this))
      if (value === undefined) Reflect.deleteProperty(this, name);
  }

  /** The HTTP status that the hosted service returns for this error. */
  get status(): number {
    return errorTable[this.code].status;
  }

  toJSON(): ErrorJson {
    const { code, message, hint, path, issues, retryable, retry_after, outcome, platform } = this;
    const { next_cursor, needed, provided, pending } = this;
    const all = {
      code,
      message,
      hint,
      path,
      issues,
      retryable,
      retry_after,
      outcome,
      platform,
      next_cursor,
      needed,
      provided,
      pending,
    };
    return Object.fromEntries(
      Object.entries(all).filter(([, value]) => value !== undefined),
    ) as unknown as ErrorJson;
  }

  /** Returns the text that a notebook shows for a caught error. */
  [Symbol.for("Jupyter.display")](): { "text/plain": string } {
    const { code, message, hint } = this;
    return { "text/plain": [`${code}: ${message}`, ...(hint === undefined ? [] : [hint])].join("\n") };
  }

  /** Creates an error from its JSON. A code that this version does not know becomes `internal`. */
  static fromJSON({ code, message, ...fields }: ErrorJson): ConnectorError {
    return new ConnectorError(Object.hasOwn(errorTable, code) ? code : "internal", String(message), fields);
  }

  /** Returns whether a value is a ConnectorError, possibly of another copy of this package. */
  static is(error: unknown): error is ConnectorError {
    try {
      return error instanceof Error && error.name === "ConnectorError" && "code" in error;
    } catch {
      return false;
    }
  }
}

/**
 * Converts an unexpected error to a ConnectorError `internal`. The message of an unexpected error may contain a
 * secret, so only the class name and the stack frames are kept.
 */
export function toConnectorError(error: unknown, outcome: Outcome = "unknown"): ConnectorError {
  if (ConnectorError.is(error)) return error;
  const { name, frames } = originOf(error);
  const wrapped = new ConnectorError("internal", `An unexpected ${name} was thrown while the call ran.`, {
    hint: "This is a fault of the connector, not of the call. Report it with the entity and action that you called.",
    outcome,
  });
  if (frames !== "") wrapped.stack = `${wrapped.name}: ${wrapped.message}\n${frames}`;
  return wrapped;
}

function originOf(error: unknown): { name: string; frames: string } {
  try {
    if (!(error instanceof Error)) return { name: typeof error, frames: "" };
    const { name, message, stack = "" } = error;
    const head = `${name}: ${message}\n`;
    return {
      name: /^[A-Za-z]{1,40}$/.test(name) ? name : "Error",
      frames: stack.startsWith(head) ? stack.slice(head.length) : "",
    };
  } catch {
    // A property of the thrown value cannot be read, for example because the value is a revoked proxy.
    return { name: "object", frames: "" };
  }
}
