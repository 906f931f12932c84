import { errorTable, type ErrorCode } from "agent-connectors";

// docs/errors.md: what each code means, and what its caller does then. One that is missing here does not compile.

/** What it means, what the caller does, and, where the table does not say it all, whether the call may be made again. */
type Remedy = readonly [means: string, remedy: string, again?: string];

const changed = "once changed";
const inDoubt = "a read; a write when `outcome` is `not_started`";

const remedies = {
  "The call": {
    unknown_entity: ["There is no such entity.", "Take one of those in the hint.", changed],
    unknown_action: [
      "The entity has no such action, or the tool does not offer it.",
      "Take one of those in the hint.",
      changed,
    ],
    invalid_params: [
      "Params are missing, unknown, or of another kind; or a name stands for nothing, or for several things. `issues` has them all.",
      "Put right what stands at `path`.",
      changed,
    ],
    not_found: [
      "What was asked for by its id is not there, or not any more.",
      "List the entity and take an id of that; of a file whose address has ended, ask for the report again.",
      changed,
    ],
    idempotency_key_reused: [
      "The key was used for another call.",
      "Give every write a key of its own.",
      "with another key",
    ],
    aborted: [
      "The call's signal was aborted.",
      "Nothing, if that was meant; `outcome` says whether the platform may have acted.",
      inDoubt,
    ],
  },
  "What may be done": {
    policy_denied: [
      "The policy does not allow the action, its effect, or spending without a cap.",
      "Tell the user; whoever wrote the policy may change it in code.",
      "no",
    ],
    cap_exceeded: [
      "The amount is beyond a cap of the policy.",
      "Propose at most what the hint says, or ask the user.",
      "with a lower amount",
    ],
    approval_denied: [
      "Somebody who was asked said no. The package does not give it itself: it is for an application's own step of approval.",
      "Accept it, and tell the model so.",
      "no",
    ],
  },
  "How it was set up": {
    config_error: [
      "An option, setting or policy is missing, misspelt or of another kind; or of several hosted connectors none was chosen.",
      "Put right what stands at `path`, in code.",
      changed,
    ],
    credentials_mismatch: [
      "The fields of `auth` are no form of credentials that the connector takes.",
      "Pass all the fields of one form; the hint names them.",
      changed,
    ],
    region_not_allowed: ["There is no such region.", "Take one of those in the hint.", changed],
  },
  "The credentials, at the platform": {
    credential_rejected: [
      "The platform does not take the credentials: revoked, wrong, or of an account that is closed.",
      "Have the user connect again, with new credentials.",
      "with new credentials",
    ],
    reauth_required: [
      "The credentials have ended.",
      "Have the user connect again, with new credentials.",
      "with new credentials",
    ],
    refresh_backoff: [
      "A new access token was refused a moment ago, and is not asked for again so soon. Not given at present.",
      "Wait, or have the user connect again.",
      "later",
    ],
    credential_insufficient_scope: [
      "The credentials are right, and may not do this: a scope is missing (`needed`, `provided`), or the token is of another kind.",
      "Add the scope that the hint names to the app and install it again, or use the other kind of token.",
      "with new credentials",
    ],
  },
  "The platform's answer": {
    upstream_rejected: [
      "The platform refused this call; `platform.code` is its own word for it.",
      "Do what the hint says: mostly other params, or somebody's permission.",
      changed,
    ],
    upstream_rate_limited: [
      "The platform's limit is reached, and waiting for it would take longer than a call may (`totalWaitMs`). Nothing was done.",
      "Wait `retry_after` seconds, a minute without it.",
    ],
    rate_limited: [
      "So many calls wait for their turn here, or came to the service in this minute, that this one was not sent.",
      "Wait `retry_after` seconds.",
    ],
    upstream_error: [
      "The platform had a fault.",
      "Call again later; look first whether a write was done.",
      inDoubt,
    ],
    upstream_unreachable: [
      "The connection could not be made, or broke.",
      "Check the network and the address; look first whether a write was done.",
      inDoubt,
    ],
    upstream_timeout: [
      "No answer came in time (`timeoutMs`).",
      "Call again later, or give it more time; look first whether a write was done.",
      inDoubt,
    ],
    upstream_invalid_response: [
      "The answer is not what the platform sends: a proxy's page, or half an answer.",
      "Check the endpoint, call again later; look first whether a write was done.",
      inDoubt,
    ],
    upstream_redirect_refused: [
      "The answer was a redirect, which would have taken the credentials elsewhere.",
      "Check the endpoint, or `base_url`.",
      changed,
    ],
    upstream_response_too_large: [
      "The answer is larger than can be read.",
      "Ask for less: a smaller `limit`, fewer days, `max_bytes`.",
      changed,
    ],
    internal: [
      "A fault of this package, or of the service.",
      "Report it with the entity and the action; look first whether a write was done.",
      "no",
    ],
  },
  "The hosted service": {
    missing_token: ["The request has no token.", "Send `Authorization: Bearer <token>`.", changed],
    invalid_token: [
      "The token has ended, was revoked, or is not the service's.",
      "Get a new one; a connector made with id and secret does so at its next call.",
      "with a new token",
    ],
    invalid_client: [
      "The application's id or secret is wrong, or was revoked.",
      "Check both; its operator makes new ones.",
      "with the right ones",
    ],
    insufficient_scope: [
      "The token is of the wrong kind, or lacks a scope of the service (`needed`).",
      "Ask for a token that has it.",
      "with another token",
    ],
    workspace_mismatch: [
      "The token belongs to another user.",
      "Use the application's, or this user's own.",
      "with another token",
    ],
    connector_not_found: [
      "The user has no such connector, or the token may not see it.",
      "Check `connector_id`, or create the connector.",
      changed,
    ],
    unknown_connector_type: [
      "The service has no connectors of this type.",
      "Take one of those in the hint.",
      changed,
    ],
    idempotency_in_progress: [
      "The first call with this key still runs.",
      "Call again with the same key, after `retry_after` seconds.",
    ],
    idempotency_outcome_unknown: [
      "The first call with this key was started, and nobody knows how it ended.",
      "Look whether it was done; if not, call again with another key.",
      "with another key",
    ],
    concurrency_limited: [
      "Too many calls run at the same time. Nothing was done.",
      "Call again when others have ended.",
    ],
    draining: ["The service is stopping. Nothing was done.", "Call again in a moment."],
    storage_unavailable: [
      "The service's database, or your `onTokenRefresh`, could not keep what it had to.",
      "Call again later; its operator looks at the database.",
    ],
    storage_full: ["The service's disk is full.", "Tell its operator.", "when there is room"],
  },
  "Requests to the service by hand": {
    malformed_json: ["The body is no JSON.", "Send a JSON object in UTF-8.", changed],
    forbidden_key: ["The body has a key `__proto__`.", "Leave it out.", changed],
    json_too_deep: ["The body is nested too deep.", "Send a flatter one.", changed],
    validation_error: [
      "Body, query or headers are not what the route takes; `issues` has what is wrong.",
      "Put right what stands at `path`.",
      changed,
    ],
    method_not_allowed: ["The path takes other methods.", "Take one of those in the message.", changed],
    unsupported_media_type: [
      "The body is not declared as JSON.",
      "Send `content-type: application/json`.",
      changed,
    ],
    payload_too_large: ["The body is too large.", "Send less at a time.", changed],
    headers_too_large: ["The headers are too large.", "Send fewer.", changed],
    request_timeout: ["The request did not arrive whole, in time. Nothing was done.", "Send it again."],
  },
} satisfies Record<string, Partial<Record<ErrorCode, Remedy>>>;

type Explained = { [S in keyof typeof remedies]: keyof (typeof remedies)[S] }[keyof typeof remedies];
/** The codes that nothing is said of: an error of the compiler, which names them. */
const missing: Record<Exclude<ErrorCode, Explained>, never> = {};

export const errorsPage = (): string =>
  [
    "# Error codes",
    "",
    "Made from `src/core/ground/errors.ts` and `scripts/errors.ts` by `npm run docs`.",
    "",
    "Every error is a `ConnectorError`. Its `hint` says what to do in this very case; this page says what a code means in any.",
    "Whether to call again, code asks the error itself: `retryable` is true only where the same call may succeed later and",
    "nothing is in doubt, and `retry_after` has the seconds. Rate limits and short faults have been waited for already, within",
    "`totalWaitMs`. `outcome` says whether the platform acted: `not_started`, `unknown` (look before you send a write again) or",
    "`partial` (the message says what was done; send the rest only). The status is the hosted service's.",
    "",
    ...Object.entries({ ...remedies, ...missing }).flatMap(([title, codes]) => [
      `## ${title}`,
      "",
      "| Code | HTTP | What it means | What to do | Again? |",
      "|---|---|---|---|---|",
      ...Object.entries<Remedy>(codes).map(([code, [means, remedy, again]]) => {
        const { status, retryable } = errorTable[code as ErrorCode];
        return `| \`${code}\` | ${status} | ${means} | ${remedy} | ${again ?? (retryable ? "yes" : "no")} |`;
      }),
      "",
    ]),
  ].join("\n");
