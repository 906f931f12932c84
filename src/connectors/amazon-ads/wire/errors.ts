import { ConnectorError, type ErrorFields } from "../../../core/ground/errors.ts";
import { isDict } from "../../../core/ground/json.ts";
import type { AdsOperation } from "../operations/operation.ts";
import { candidates, type Profile } from "./find-profile.ts";

/** A refusal of a whole request, in one of the many shapes that Amazon's families have for it. */
export interface Refusal {
  status: number;
  code: string | undefined;
  text: string;
}

export function readRefusal(status: number, body: unknown): Refusal {
  const dict = isDict(body) ? body : {};
  const code = [dict.code, dict.errorCode, dict.Code].find((one) => typeof one === "string");
  const texts = [dict.message, dict.details, dict.detail, dict.description, dict.Message].filter(
    (one) => typeof one === "string" && one !== "",
  );
  const errors = Array.isArray(dict.errors) ? dict.errors.filter(isDict) : [];
  for (const { message, errorType } of errors.slice(0, 3))
    texts.push(...[message, errorType].filter((one) => typeof one === "string").slice(0, 1));
  return {
    status,
    code: code as string | undefined,
    text: [...new Set(texts as string[])].join("; ").slice(0, 500),
  };
}

interface About {
  what: string;
  operation: AdsOperation;
  request_id: string | undefined;
  profileId: string | undefined;
  profiles: readonly Profile[];
}

/** The refusal in our words, with what to do next. Nothing was done: Amazon refused the request as a whole. */
export function adsError({ status, code, text }: Refusal, about: About): ConnectorError {
  const { what, operation, request_id, profileId, profiles } = about;
  const platform: ErrorFields["platform"] = { status, code, request_id };
  const said = `${what} was refused (HTTP ${status}${code ? ` ${code}` : ""})${text === "" ? "" : `: ${text}`}`;
  const message = /[.!?]$/.test(said) ? said : `${said}.`;
  const others =
    profiles.length > 0 ? ` ${candidates(profiles)}` : " profiles.list tells those of this login.";
  const make = (ours: ConstructorParameters<typeof ConnectorError>[0], hint: string, path?: string) =>
    new ConnectorError(ours, message, { hint, path, platform });

  if (status === 401 && /scope|advertiser/i.test(text))
    return make(
      "upstream_rejected",
      `Profile ${profileId ?? ""} does not belong to this login in this region.${others}`,
      "params.profileId",
    );
  if (status === 401)
    return make(
      operation.scope ? "credential_insufficient_scope" : "credential_rejected",
      operation.scope
        ? `The token is fresh, so the login lacks a permission for this (invoices, for example, need the billing one) or for profile ${profileId}.${others}`
        : "The login was granted no access to the Amazon Ads API. Ask the user to connect Amazon Ads again.",
      operation.scope ? "params.profileId" : undefined,
    );
  if (status === 403)
    return make(
      "credential_insufficient_scope",
      "The login may see this account but not do this; its user needs edit rights (or billing rights) there.",
    );
  if (status === 400 && /cannot be decrypted/i.test(text))
    return make(
      "upstream_rejected",
      `Profile ${profileId ?? ""} is an agency's; campaigns belong to an advertiser's.${others}`,
      "params.profileId",
    );
  if (status === 404) return make("not_found", "Check the ids, and that they belong to this profile.");
  if (status === 406 || status === 415)
    return new ConnectorError(
      "internal",
      `${message} Sent content-type ${operation.contentType ?? "none"}, accept ${operation.accept}.`,
      { hint: "This is a fault of the connector: report it with this message.", platform },
    );
  return make(
    "upstream_rejected",
    code === "INVALID_ARGUMENT" || status === 400 || status === 422
      ? `Check the params against describe. See ${operation.docs}.`
      : `See ${operation.docs}.`,
  );
}
