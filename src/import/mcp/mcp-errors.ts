import { abortedError, retryHint } from "../../core/ground/abort.ts";
import { ConnectorError, type Outcome } from "../../core/ground/errors.ts";
import { quoteOthers } from "../../core/ground/quote-others.ts";
import { at } from "../../core/ground/json.ts";
import { cleanText } from "../clean-text.ts";

interface Failed {
  what: string;
  timeoutMs: number;
  /** The outcome of a request that the server may have got. */
  outcome: Outcome;
  redact: (text: string) => string;
  /** More sentences about the failure. */
  more?: string;
  signal?: AbortSignal | undefined;
}

/** The errors of JSON-RPC that a server answers before it runs anything: wrong JSON, request, method or params. */
const refusals = new Set([-32_700, -32_600, -32_601, -32_602]);
/** The codes for which the platform has certainly done nothing. */
const harmless = new Set(["credential_rejected", "credential_insufficient_scope", "upstream_rate_limited"]);

/** Converts a failure of the SDK or of a connection. All words of the server are in quotation marks. */
export function toMcpError(
  error: unknown,
  { what, timeoutMs, outcome, redact, more = "", signal }: Failed,
): ConnectorError {
  const known = knownError(error);
  if (known) return harmless.has(known.code) ? known : withOutcome(known, outcome);
  if (signal?.aborted) return abortedError(what, outcome);
  const code = at(error, "code");
  const made = (
    kind: "upstream_timeout" | "upstream_unreachable" | "upstream_invalid_response",
    says: string,
  ) => new ConnectorError(kind, `${what}${says}${more}`, { outcome, hint: retryHint(outcome) });
  if (code === "REQUEST_TIMEOUT") return made("upstream_timeout", `: no answer within ${timeoutMs} ms.`);
  if (code === "INVALID_RESULT" || code === "UNSUPPORTED_RESULT_TYPE")
    return made("upstream_invalid_response", ": the answer is not one that MCP has, or asks for more input.");
  if (typeof code === "number") {
    const isRefused = refusals.has(code);
    const said = quoteOthers(cleanText(redact(messageOf(error)), 500), 500);
    return new ConnectorError("upstream_rejected", `${what} has refused the request (${code}): ${said}.`, {
      outcome: isRefused ? "not_started" : outcome,
      hint: isRefused || outcome === "not_started" ? "Check the params." : retryHint(outcome),
    });
  }
  const system = at(error, "code") ?? at(error, "cause.code") ?? at(error, "errno");
  const isAbsent =
    system === "ENOENT" || system === "EACCES" || system === "ECONNREFUSED" || system === "ENOTFOUND";
  if (isAbsent)
    return new ConnectorError(
      "upstream_unreachable",
      `${what}: nothing answers there (${String(system)}).${more}`,
      {
        hint: "Check the command or the address of the server.",
      },
    );
  const status = at(error, "data.status");
  return made(
    "upstream_unreachable",
    typeof status === "number" ? ` (HTTP ${status}).` : ": the connection has failed or ended.",
  );
}

/** The SDK keeps the error of a request as the cause of its own error. */
function knownError(error: unknown): ConnectorError | undefined {
  for (let one = error, depth = 0; depth < 5 && one !== undefined; depth++) {
    if (ConnectorError.is(one)) return one;
    one = one instanceof Error ? one.cause : undefined;
  }
  return undefined;
}

function withOutcome(error: ConnectorError, outcome: Outcome): ConnectorError {
  if (outcome === "not_started" || error.outcome !== "not_started") return error;
  const { code, message, retryable: _retryable, hint: _hint, ...fields } = error.toJSON();
  return new ConnectorError(code, message, { ...fields, outcome, hint: retryHint(outcome) });
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : "");
