import { errorTable } from "agent-connectors/toolkit";
import type { ErrorCode } from "agent-connectors";

// Makes docs/errors.md.

/** `retry` says when to repeat the call. Without `retry`, the page shows the code's value of `retryable`. */
type Remedy = readonly [meaning: string, remedy: string, retry?: string];

const corrected = "after a correction";
const unlessDone = 'for reads, and for writes with `outcome: "not_started"`';

const remedies = {
  "The call": {
    unknown_entity: ["The entity does not exist.", "Use an entity from the hint.", corrected],
    unknown_action: [
      "The entity has no such action, or the tool does not offer this action.",
      "Use an action from the hint.",
      corrected,
    ],
    invalid_params: [
      "A param is missing, unknown or has the wrong type. Or a name matches nothing, or several things. `issues` lists all problems.",
      "Correct the param at `path`.",
      corrected,
    ],
    not_found: [
      "The platform has no record with this id. The record may have been deleted.",
      "Run the list action of the entity, and use an id from the result. If the error says that the address of a report's file has expired, get the report again.",
      corrected,
    ],
    idempotency_key_reused: [
      "The `idempotencyKey` was used for another call.",
      "Use a new key for every write.",
      "with another key",
    ],
    aborted: [
      "The call's signal was aborted.",
      "For a write, `outcome` says whether the write may have happened.",
      unlessDone,
    ],
  },
  Policy: {
    policy_denied: [
      "The policy forbids the action or its effect, or has no cap for an amount that the call raises.",
      "Tell the user. A model cannot change the policy.",
      "no",
    ],
    cap_exceeded: [
      "The amount is above a cap.",
      "Use at most the amount in the hint, or ask the user.",
      "with a lower amount",
    ],
    approval_denied: [
      "Nobody has approved exactly this call, or the data has changed since the approval.",
      "Let the model call again. A person is then asked about the new call.",
      "no",
    ],
    approval_pending: [
      "A person must agree first. Nothing was sent. `pending` has the id of the approval.",
      "Read the outcome by the id. Do not send the call again in another form.",
      "no",
    ],
    stopped: [
      "A person has stopped all writes, so the call was not sent. Reads still work.",
      "Do not try another way. Ask the person who has stopped the writes. Only a person can allow them again.",
    ],
    approval_closed: [
      "The approval is already decided, has expired or was cancelled, so it cannot be decided now.",
      "Read the approval. For another decision, ask again with a new call.",
      "no",
    ],
    job_pending: [
      "The platform prepares a report or an export. `pending` has the id of the job.",
      "Read the outcome later by the id, or send the same call again, which starts nothing new.",
      "no",
    ],
    job_cancelled: [
      "Somebody has cancelled the job.",
      "Send the call again only if you still need the result.",
      "no",
    ],
  },
  Setup: {
    config_error: [
      "An option, a setting or the policy is missing, misspelled or has the wrong type. Or a user has several hosted connectors, and your code does not pass `connector_id`.",
      "Correct the option at `path` in your code.",
      corrected,
    ],
    credentials_mismatch: [
      "The fields of `auth` are not one of the accepted sets of credentials.",
      "Pass all fields of one set. The hint lists the sets.",
      corrected,
    ],
    region_not_allowed: ["The region does not exist.", "Use a region from the hint.", corrected],
  },
  Credentials: {
    connect_denied: [
      "The person did not allow the application to use the account.",
      "Ask the person whether to start again.",
      "no",
    ],
    connect_invalid: [
      "The callback does not belong to this attempt to connect, or the platform does not accept the code in the callback.",
      "Start the connection again.",
      "with a new connection",
    ],
    credential_rejected: [
      "The platform refused the credentials. The credentials are wrong or revoked, or the account is closed.",
      "Ask the user to connect again.",
      "with new credentials",
    ],
    reauth_required: [
      "The credentials have expired.",
      "Ask the user to connect again.",
      "with new credentials",
    ],
    credential_insufficient_scope: [
      "The credentials are valid, but they lack a scope, or the call needs another kind of token. `needed` and `provided` list the scopes.",
      "Follow the hint. For a scope, add the scope to the app, and install the app again.",
      "with new credentials",
    ],
  },
  "The platform": {
    upstream_rejected: [
      "The platform refused this call. `platform.code` is the platform's error code.",
      "Follow the hint. Usually a param or a permission must change.",
      corrected,
    ],
    upstream_rate_limited: [
      "The platform's rate limit is reached, and the wait would be longer than `totalWaitMs`. Nothing happened.",
      "Wait `retry_after` seconds. If `retry_after` is absent, wait a minute.",
    ],
    rate_limited: [
      "The call would wait longer than `totalWaitMs` for a rate limit, or the service got too many requests in this minute. The hint gives the reason. Nothing happened.",
      "Wait `retry_after` seconds.",
    ],
    upstream_error: ["The platform had an internal error.", "Call again later.", unlessDone],
    upstream_unreachable: [
      "The connection failed or broke.",
      "Check the network and the address.",
      unlessDone,
    ],
    upstream_timeout: [
      "There was no response within `timeoutMs`.",
      `Call again later, or increase \`timeoutMs\`.`,
      unlessDone,
    ],
    upstream_invalid_response: [
      "The response is incomplete, or it is not from the platform. For example, a proxy sent an error page.",
      "Check the endpoint and call again later.",
      unlessDone,
    ],
    upstream_redirect_refused: [
      "The response was a redirect. The connector does not follow it, because the credentials would go to another address.",
      "Check `endpoint` or `base_url`.",
      corrected,
    ],
    upstream_response_too_large: [
      "The response is too large.",
      "Request less data, for example with a smaller `limit` or fewer days. For a file, increase `max_bytes`.",
      corrected,
    ],
    internal: [
      "There is a bug in this package or in the service.",
      "Report the bug, and name the entity and the action.",
      "no",
    ],
  },
  "The hosted service": {
    missing_token: ["The request has no token.", "Send `Authorization: Bearer <token>`.", corrected],
    invalid_token: [
      "The token has expired, was revoked, or is not from this service.",
      "Get a new token. A connector with an application's id and secret does this at its next call.",
      "with a new token",
    ],
    invalid_client: [
      "The application's id or secret is wrong or was revoked.",
      "Check the id and the secret. The operator of the service can create a new id and secret.",
      "with a correct id and secret",
    ],
    insufficient_scope: [
      "The token is of the wrong kind, is limited to other connectors, or lacks the scope in `needed`.",
      "Use another token. The hint says which token you need.",
      "with another token",
    ],
    workspace_mismatch: [
      "The token does not belong to the user in `external_user_id`.",
      "Use a token of the application or of this user.",
      "with another token",
    ],
    connector_not_found: [
      "The user has no connector with this id or of this type, or the token has no access to this connector.",
      "Check `connector_id`, or create the connector.",
      corrected,
    ],
    unknown_connector_type: [
      "The service has no connectors of this type.",
      "Use a type from the hint.",
      corrected,
    ],
    idempotency_in_progress: [
      "The first call with this key is still running.",
      "Call again with the same key after `retry_after` seconds.",
      "with the same key",
    ],
    idempotency_outcome_unknown: [
      "The first call with this key started, but its outcome is unknown.",
      "Check whether the write happened. If not, call again with another key.",
      "with another key",
    ],
    concurrency_limited: [
      "A connector, a user, an organization or the service already runs as many calls, token refreshes or uploads as it can. The message says which. Nothing happened.",
      "Call again after `retry_after` seconds, and send fewer calls at the same time.",
    ],
    draining: ["The service is shutting down. Nothing happened.", "Call again in a moment."],
    storage_unavailable: [
      "The database of the service failed, or a store that you passed to the package, such as `store`, failed. Or the function that you passed as `auth` failed.",
      "Call again later. If `retryable` is false, the fault stays until somebody corrects the store or its client. The operator of the service should check the database.",
      unlessDone,
    ],
    storage_full: [
      "The disk of the service is full.",
      "Tell the operator of the service.",
      'when there is space; for a write, only with `outcome: "not_started"`',
    ],
  },
  "HTTP requests to the service": {
    malformed_json: ["The body is not valid JSON.", "Send a JSON object in UTF-8.", corrected],
    forbidden_key: ["The body has a key `__proto__`.", "Remove this key.", corrected],
    json_too_deep: ["The JSON of the body is nested too deeply.", "Send JSON with fewer levels.", corrected],
    validation_error: [
      "The body, the query or a header is invalid. `issues` lists all problems.",
      "Correct the field at `path`.",
      corrected,
    ],
    method_not_allowed: [
      "The path does not support this method.",
      "Use a method that the message lists.",
      corrected,
    ],
    unsupported_media_type: [
      "The header `content-type` does not say that the body is JSON.",
      "Send `content-type: application/json`.",
      corrected,
    ],
    expectation_failed: [
      "The request has a header `Expect` that the service does not support.",
      "Leave out this header.",
      corrected,
    ],
    payload_too_large: ["The body is too large.", "Send less data in one request.", corrected],
    headers_too_large: ["The headers are too large.", "Send fewer headers.", corrected],
    request_timeout: [
      "The request did not arrive completely in time. Nothing happened.",
      "Send the request again.",
    ],
  },
} satisfies Record<string, Partial<Record<ErrorCode, Remedy>>>;

type Explained = { [S in keyof typeof remedies]: keyof (typeof remedies)[S] }[keyof typeof remedies];
/** A code without an explanation is a compile error here. */
const missing: Record<Exclude<ErrorCode, Explained>, never> = {};

export const errorsPage = (): string =>
  [
    "# Error codes",
    "",
    "Every error is a `ConnectorError`. Its `message` says what is wrong, and its `hint` says what to do. An error never",
    "contains the raw response of the platform, which could show a token. This page explains each `code`. [Using a",
    "connector](usage.md#errors) lists all fields of an error. These fields say whether you can repeat the call:",
    "",
    "| Field | Meaning |",
    "|---|---|",
    "| `retryable` | `true` if the same call can succeed later. If a write may have happened, `retryable` is `false` |",
    "| `retry_after` | The number of seconds to wait before you repeat the call |",
    '| `outcome: "not_started"` | The write did not happen |',
    '| `outcome: "unknown"` | The write may have happened. Check this before you send the write again |',
    '| `outcome: "partial"` | A part of the write happened. The message says which part. Send only the rest |',
    "",
    "A call to Amazon Ads with several items throws an error only if all items failed. If some items failed, the call",
    "succeeds, `data.failed` lists these items, and `meta.warnings` has their number. The",
    "[guide of Amazon Ads](amazon-ads-guide.md#several-items-in-one-call) explains such results.",
    "",
    "In the tables below, HTTP is the status that the hosted service returns, and Retry says when you can repeat the call.",
    "",
    ...Object.entries({ ...remedies, ...missing }).flatMap(([title, codes]) => [
      `## ${title}`,
      "",
      "| Code | HTTP | Meaning | What to do | Retry |",
      "|---|---|---|---|---|",
      ...Object.entries<Remedy>(codes).map(([code, [meaning, remedy, retry]]) => {
        const { status, retryable } = errorTable[code as ErrorCode];
        return `| \`${code}\` | ${status} | ${meaning} | ${remedy} | ${retry ?? (retryable ? "yes" : "no")} |`;
      }),
      "",
    ]),
    "<!-- npm run docs makes this page from src/core/ground/errors.ts and scripts/pages/errors.ts. -->",
    "",
  ].join("\n");
