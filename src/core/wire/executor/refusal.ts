import type { ResponseHeaders } from "../../contract/wire/http-types.ts";
import type { ErrorWire } from "../../contract/wire/operation.ts";
import { retryHint } from "../../ground/abort.ts";
import { ConnectorError, type ErrorCode, type ErrorFields, type Outcome } from "../../ground/errors.ts";
import { at, cut, isDict } from "../../ground/json.ts";
import { quotePlatform } from "../../ground/quote-others.ts";
import { retryAfter } from "../retry-after-header.ts";
import { isUsedUp, resetSeconds } from "./rate-headers.ts";
import type { SentRequest } from "./sent-request.ts";

export interface RefusedReply {
  body: unknown;
  headers: ResponseHeaders;
  platform: NonNullable<ErrorFields["platform"]> & { status: number };
}

const codePaths = ["error.code", "code", "error", "errors.0.code", "errors.0.extensions.code", "type"];
const messagePaths = [
  "error.message",
  "message",
  "error_description",
  "detail",
  "errors.0.message",
  "errors.0.detail",
  "title",
  "description",
  "errors.0",
];

/** Makes the error of a refused request. The platform's code, or the status, decides the `code` of the error. */
export function refusalError({ body, headers, platform }: RefusedReply, sent: SentRequest): ConnectorError {
  const { what, operation, clock, repeatable } = sent;
  const { errors = {}, rate } = operation;
  const { status } = platform;
  const code = textAt(body, errors.code ?? codePaths, 100);
  const message = textAt(body, errors.message ?? messagePaths, 300);
  const isUsed = isUsedUp(headers, rate);
  const { refusal } = rate ?? {};
  const tooMany = refusal && message?.toLowerCase().includes(refusal.text.toLowerCase()) ? refusal : undefined; // prettier-ignore
  const limited = status === 429 || (status === 403 && (headers.has("retry-after") || isUsed || tooMany !== undefined)); // prettier-ignore
  const pause = tooMany && !isUsed ? tooMany.waitSeconds : resetSeconds(headers, rate, clock);
  const keyed = <T>(values: Readonly<Record<string, T>> = {}): T | undefined =>
    [code, String(status)].flatMap((key) => (key !== undefined && Object.hasOwn(values, key) ? [values[key]!] : []))[0]; // prettier-ignore
  const ours = keyed(errors.codes) ?? (limited ? "upstream_rate_limited" : codeOf(status));
  // After an internal error of the platform (status 5xx), a part of the write may be done. The same is true if a
  // GraphQL mutation returns both data and errors.
  const partly = status < 400 && isDict(at(body, "data")) && at(body, "errors") !== undefined;
  const doubtful = ours === "upstream_error" || partly;
  const outcome: Outcome = doubtful && !repeatable ? "unknown" : "not_started";
  const said = [message === code ? undefined : message, ...faultsIn(body, errors)].filter(
    (text) => text !== undefined,
  );
  const details = said.length === 0 ? "" : `: ${quotePlatform(said.join("; "))}`;
  return new ConnectorError(
    ours,
    sentence(`${what} was refused (HTTP ${status}${code === undefined ? "" : ` ${code}`})${details}`),
    {
      hint:
        outcome === "unknown" ? retryHint(outcome) : (keyed(errors.hints) ?? hintOf(ours, operation.docs)),
      outcome,
      retry_after: ours === "upstream_rate_limited" || ours === "upstream_error" ? retryAfter(headers, clock) ?? pause : undefined, // prettier-ignore
      platform: { ...platform, code },
    },
  );
}

function codeOf(status: number): ErrorCode {
  if (status === 401) return "credential_rejected";
  if (status === 403) return "credential_insufficient_scope";
  if (status === 404 || status === 410) return "not_found";
  // Status 501: the server does not implement the request, so nothing was done.
  return status >= 500 && status !== 501 ? "upstream_error" : "upstream_rejected";
}

function hintOf(code: ErrorCode, docs: string): string {
  if (code === "credential_rejected") return "Ask the user to connect again, with a valid credential.";
  if (code === "credential_insufficient_scope")
    return `The credential lacks a right for this. Calling again does not help.${see(docs)}`;
  if (code === "not_found") return "Check the ids in the params.";
  if (code === "upstream_rate_limited") return "Nothing was done. Call again later.";
  if (code === "upstream_error") return retryHint("not_started");
  return docs === "" ? "Check the params." : `Check the params against describe.${see(docs)}`;
}

const see = (docs: string) => (docs === "" ? "" : ` See ${docs}.`);

function textAt(body: unknown, paths: readonly string[], most: number): string | undefined {
  for (const path of paths) {
    const found = at(body, path);
    if (typeof found === "number" || (typeof found === "string" && found.trim() !== ""))
      return cut(String(found).replaceAll(/\s+/g, " ").trim(), most);
  }
  return undefined;
}

/** Returns the single faults that a response lists, as texts. */
function faultsIn(body: unknown, { faults }: ErrorWire): string[] {
  const list = faults && at(body, faults.path);
  return (Array.isArray(list) ? list.slice(0, 5) : []).flatMap((fault: unknown) => {
    const words = isDict(fault) ? faults!.fields.map((path) => at(fault, path)) : [fault];
    const text = words.filter((word) => typeof word === "string" && word !== "").join(" ");
    return text === "" ? [] : [cut(text.replaceAll(/\s+/g, " ").trim(), 200)];
  });
}

const sentence = (text: string) => (/[.!?]$/.test(text) ? text : `${text}.`);
