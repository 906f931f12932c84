import { ConnectorError, type ErrorFields } from "../../../core/ground/errors.ts";
import { dicts, isDict } from "../../../core/ground/json.ts";
import { quotePlatform } from "../../../core/ground/quote-others.ts";
import type { AdsOperation } from "../operations/operation.ts";
import { candidates, type Profile } from "./find-profile.ts";
import { isAmazonMessage } from "../operations/known-messages.ts";

/**
 * A request that Amazon refused. `code` and `text` come from the response body, whose fields differ between Amazon's
 * APIs.
 */
export interface Refusal {
  status: number;
  code: string | undefined;
  text: string;
  /** The values that Amazon allows, if the response lists them. */
  allowed?: string | undefined;
}

export function readRefusal(status: number, body: unknown): Refusal {
  const dict = isDict(body) ? body : {};
  const code = [dict.code, dict.errorCode, dict.Code].find((one) => typeof one === "string");
  const texts = [dict.message, dict.details, dict.detail, dict.description, dict.Message].filter(
    (one) => typeof one === "string" && one !== "",
  );
  const errors = dicts(dict.errors);
  for (const { message, errorType } of errors.slice(0, 3))
    texts.push(...[message, errorType].filter((one) => typeof one === "string").slice(0, 1));
  // For a report that is already running, some responses contain only its id.
  if (status === 425 && typeof dict.reportId === "string")
    texts.push(`the request is a duplicate of report ${dict.reportId}`);
  const text = [...new Set(texts as string[])].join("; ");
  const allowed = /\b(?:allowed|supported|valid) values(?: are)?:? ?[([]([\w ,.|-]{1,8000})[)\]]/i.exec(
    text,
  )?.[1];
  return { status, code: code as string | undefined, text: text.slice(0, 500), allowed };
}

interface RefusedRequest {
  what: string;
  operation: AdsOperation;
  request_id: string | undefined;
  profileId: string | undefined;
  profiles: readonly Profile[];
  isRaw: boolean;
}

/** Returns an error with the outcome `not_started`, because Amazon performed no part of the refused request. */
export function adsError({ status, code, text, allowed }: Refusal, request: RefusedRequest): ConnectorError {
  const { what, operation, request_id, profileId, profiles, isRaw } = request;
  const platform: ErrorFields["platform"] = { status, code, request_id };
  const refused = sentence(
    `${what} was refused (HTTP ${status}${code ? ` ${code}` : ""})${text === "" ? "" : `: ${quotePlatform(text, { isKnown: isAmazonMessage })}`}`,
  );
  const otherProfiles =
    profiles.length > 0 ? candidates(profiles) : "To list the profiles of this login, call profiles.list.";
  const make = (
    ours: ConstructorParameters<typeof ConnectorError>[0],
    { problem, hint, path }: { problem?: string; hint: string; path?: string },
  ) =>
    new ConnectorError(ours, problem === undefined ? refused : `${refused} ${problem}`, {
      hint,
      path,
      platform,
    });

  if (status === 401 && /scope|advertiser/i.test(text))
    return make("upstream_rejected", {
      problem: `Profile ${profileId ?? ""} does not belong to this login in this region.`,
      hint: otherProfiles,
      path: "params.profileId",
    });
  if (status === 401 && operation.needsProfile)
    return make("credential_insufficient_scope", {
      problem: `The login lacks a permission for this operation, or for profile ${profileId}.`,
      hint: `Invoices, for example, need the billing permission. ${otherProfiles}`,
      path: "params.profileId",
    });
  if (status === 401)
    return make("credential_rejected", {
      problem: "The login was not granted access to the Amazon Ads API.",
      hint: "Ask the user to connect Amazon Ads again.",
    });
  if (status === 403)
    return make("credential_insufficient_scope", {
      problem: "The login's user lacks edit rights (or billing rights) in this account.",
      hint: "Ask the user to give that login the rights in the Amazon Ads console.",
    });
  if (status === 400 && /cannot be decrypted/i.test(text))
    return make("upstream_rejected", {
      problem: `Profile ${profileId ?? ""} belongs to an agency; calls need the profile of an advertiser.`,
      hint: otherProfiles,
      path: "params.profileId",
    });
  if (status === 404)
    return make("not_found", { hint: "Check the ids, and that their records belong to this profile." });
  if (isRaw && (status === 406 || status === 415))
    return make("upstream_rejected", {
      problem: `Sent content-type ${operation.contentType ?? "none"}, accept ${operation.accept}.`,
      hint: "Pass the media types of this API in the option headers, as content-type and accept.",
      path: "options.headers",
    });
  if (status === 406 || status === 415)
    return make("internal", {
      problem: `Sent content-type ${operation.contentType ?? "none"}, accept ${operation.accept}.`,
      hint: "This is a fault of the connector: report it with this message.",
    });
  if (!isRaw && status === 400 && /\b(next ?token|cursor)\b/i.test(text)) {
    const param = operation.paging ? "cursor" : "nextToken";
    return make("upstream_rejected", {
      hint: `The ${param} belongs to another list or has expired. Start again without ${param}.`,
      path: `params.${param}`,
    });
  }
  const invalid = code === "INVALID_ARGUMENT" || status === 400 || status === 422;
  return make("upstream_rejected", {
    hint: `${allowed === undefined ? (invalid && !isRaw ? "Check the params against describe. " : "") : `Amazon allows: ${allowed}. `}See ${operation.docs}.`,
  });
}

const sentence = (text: string) => (/[.!?]$/.test(text) ? text : `${text}.`);
