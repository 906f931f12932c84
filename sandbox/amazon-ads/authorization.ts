import { type ErrorStyle, refuse } from "./http/responses.ts";
import type { Operation } from "./operation.ts";
import type { Region } from "./types.ts";
import type { AccessToken, Account, World } from "./world-types.ts";
import { accountsOf } from "./world.ts";

/**
 * Returns the access token of a request. Throws if the token is missing, unknown, expired or issued to another client.
 */
export function authenticate(world: World, headers: Headers): AccessToken {
  const header = headers.get("authorization");
  if (header === null) throw refuse(401, "Authorization header is missing");
  // Only version 2 of the API accepted a token without the word `Bearer`.
  const value = /^Bearer (\S+)$/.exec(header)?.[1];
  if (value === undefined) throw refuse(401, "Unauthorized");
  const token = world.tokens.get(value);
  if (!token || token.expires <= world.clock.now()) throw refuse(401, "Unauthorized");
  const client = headers.get("amazon-advertising-api-clientid") ?? headers.get("amazon-ads-clientid");
  if (!client) throw refuse(401, "Client ID header is missing");
  if (client !== token.client_id) throw refuse(401, "The client ID does not match the access token");
  return token;
}

/**
 * Returns the account whose profile id is in the Scope header. Throws if the token or the operation cannot be used with
 * this account.
 */
export function authorize(
  world: World,
  region: Region,
  token: AccessToken,
  headers: Headers,
  operation: Operation,
): Account {
  const scope = headers.get("amazon-advertising-api-scope");
  if (!scope) throw refuse(401, "Scope header is missing");
  if (!/^\d{1,19}$/.test(scope)) throw refuse(400, "Invalid scope: the profile id must be a number");
  const account = accountsOf(world, region, token).find((each) => each.profile.profileId === scope);
  if (!account) throw refuse(401, `Not authorized to access scope ${scope}`);
  if (operation.profile !== "any" && account.profile.accountInfo.type === "agency")
    throw refuse(400, "Advertiser ID cannot be decrypted");
  if (operation.writes && account.access === "view")
    throw refuse(403, "The user does not have permission to edit this profile");
  return account;
}

/**
 * Returns the media type of the response. Throws a refusal with the status 415 for a wrong media type of the body, and
 * with the status 406 for a wrong Accept header.
 */
export function negotiate(operation: Operation, method: string, headers: Headers): string {
  const { consumes = [], produces = [] } = operation;
  const type = mediaType(headers.get("content-type"));
  if (consumes.length > 0 && method !== "GET" && !consumes.includes(type)) {
    throw refuse(415, `Cannot consume content type: ${type || "none"}`);
  }
  const accepted = (headers.get("accept") ?? "*/*").split(",").map(mediaType);
  const offered = [...produces, "application/json"];
  const found = accepted.includes("*/*") || accepted.includes("application/*") ? offered[0] : undefined;
  const chosen = found ?? offered.find((each) => accepted.includes(each));
  if (chosen === undefined) throw refuse(406, `Cannot produce content type: ${accepted.join(", ")}`);
  return chosen;
}

const mediaType = (header: string | null): string => (header ?? "").split(";")[0]?.trim() ?? "";

/** Returns the format of an operation's error responses. An unknown operation has the format of Amazon's gateway. */
export const styleOf = (operation: Operation | undefined): ErrorStyle => operation?.style ?? "gateway";
