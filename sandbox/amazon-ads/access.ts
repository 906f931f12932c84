import { type ErrorStyle, refuse } from "./answer.ts";
import type { Operation } from "./call.ts";
import type { Region } from "./types.ts";
import type { AccessToken, Account, World } from "./world-state.ts";
import { accountsOf } from "./world.ts";

/** The token of a request, if it is one of ours and still good. */
export function authenticate(world: World, headers: Headers): AccessToken {
  const header = headers.get("authorization");
  if (header === null) throw refuse(401, "Authorization header is missing");
  // Version 3 of the API does not take the bare token that version 2 took.
  const value = /^Bearer (\S+)$/.exec(header)?.[1];
  if (value === undefined) throw refuse(401, "Unauthorized");
  const token = world.tokens.get(value);
  if (!token || token.expires <= world.clock.now()) throw refuse(401, "Unauthorized");
  const client = headers.get("amazon-advertising-api-clientid") ?? headers.get("amazon-ads-clientid");
  if (!client) throw refuse(401, "Client ID header is missing");
  if (client !== token.client_id) throw refuse(401, "The client ID does not match the access token");
  return token;
}

/** The account that the Scope header names, if the operation and the token allow it. */
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
  if (operation.scope !== "any" && account.profile.accountInfo.type === "agency")
    throw refuse(400, "Advertiser ID cannot be decrypted");
  if (operation.writes && account.access === "view")
    throw refuse(403, "The user does not have permission to edit this profile");
  return account;
}

/** 415 and 406: names are compared byte for byte. */
export function negotiate(operation: Operation, method: string, headers: Headers): string {
  const { takes = [], gives = [] } = operation;
  const type = mediaType(headers.get("content-type"));
  if (takes.length > 0 && method !== "GET" && !takes.includes(type)) {
    throw refuse(415, `Cannot consume content type: ${type || "none"}`);
  }
  const accepted = (headers.get("accept") ?? "*/*").split(",").map(mediaType);
  const offered = [...gives, "application/json"];
  const found = accepted.includes("*/*") || accepted.includes("application/*") ? offered[0] : undefined;
  const chosen = found ?? offered.find((each) => accepted.includes(each));
  if (chosen === undefined) throw refuse(406, `Cannot produce content type: ${accepted.join(", ")}`);
  return chosen;
}

const mediaType = (header: string | null): string => (header ?? "").split(";")[0]?.trim() ?? "";

/** How the gateway words what it refuses before it knows the operation. */
export const styleOf = (operation: Operation | undefined): ErrorStyle => operation?.style ?? "gateway";
