import type { ConnectorError, ErrorCode } from "../src/core/ground/errors.ts";

/** The exit statuses of the commands, by what a script should do next. docs/command-line.md explains them. */
export const exitStatus = {
  done: 0,
  refused: 1,
  usage: 2,
  denied: 3,
  credentials: 4,
  unreachable: 5,
  unknown: 6,
  waiting: 7,
  /** As shells report a program that Ctrl+C has ended: 128 and the number of the signal. */
  interrupted: 130,
} as const;

type Kind = keyof typeof exitStatus;

/** The kind of each error code, if it is certain that nothing was changed. */
const kinds: Readonly<Record<ErrorCode, Kind>> = {
  config_error: "usage",
  malformed_json: "usage",
  forbidden_key: "usage",
  json_too_deep: "usage",
  credentials_mismatch: "credentials",
  missing_token: "credentials",
  invalid_token: "credentials",
  invalid_client: "credentials",
  insufficient_scope: "credentials",
  workspace_mismatch: "credentials",
  policy_denied: "denied",
  cap_exceeded: "denied",
  approval_denied: "denied",
  approval_pending: "waiting",
  approval_closed: "denied",
  job_pending: "waiting",
  job_cancelled: "refused",
  stopped: "denied",
  not_found: "refused",
  connector_not_found: "refused",
  method_not_allowed: "refused",
  request_timeout: "unreachable",
  idempotency_in_progress: "unreachable",
  idempotency_outcome_unknown: "unknown",
  payload_too_large: "usage",
  unsupported_media_type: "usage",
  expectation_failed: "refused",
  validation_error: "usage",
  unknown_connector_type: "usage",
  unknown_entity: "usage",
  unknown_action: "usage",
  invalid_params: "usage",
  region_not_allowed: "usage",
  idempotency_key_reused: "usage",
  upstream_rejected: "refused",
  connect_denied: "credentials",
  connect_invalid: "credentials",
  credential_rejected: "credentials",
  reauth_required: "credentials",
  credential_insufficient_scope: "credentials",
  rate_limited: "unreachable",
  concurrency_limited: "unreachable",
  upstream_rate_limited: "unreachable",
  headers_too_large: "usage",
  aborted: "interrupted",
  internal: "refused",
  upstream_error: "unreachable",
  upstream_unreachable: "unreachable",
  upstream_redirect_refused: "refused",
  upstream_invalid_response: "unreachable",
  upstream_response_too_large: "refused",
  storage_unavailable: "unreachable",
  storage_full: "refused",
  draining: "unreachable",
  upstream_timeout: "unreachable",
};

/** A call that may have changed something, or a part of a batch, has the status of that, whatever its code is. */
export const exitStatusOf = ({ code, outcome }: Pick<ConnectorError, "code" | "outcome">): number =>
  exitStatus[code !== "aborted" && outcome !== "not_started" ? "unknown" : kinds[code]];
