import type { ConnectFlow } from "../contract/connect-flow.ts";
import { optionError } from "../ground/read-options.ts";
import type { PendingConnect, StartConnectOptions } from "./connect-options.ts";
import { toBase64Url } from "../ground/base64.ts";
import { sha256 } from "../ground/hash.ts";

export interface StartedConnect {
  url: string;
  pending: PendingConnect;
}

const lifetimeMs = 600_000;

/** Creates the address of the consent page, and the data to keep. `authorizeUrl`: the address without a query. */
export async function startConnect(
  { name, flow, authorizeUrl }: { name: string; flow: ConnectFlow; authorizeUrl: string },
  { application, redirectUri, scopes = {}, account, config = {} }: StartConnectOptions,
  now: number,
): Promise<StartedConnect> {
  const url = new URL(authorizeUrl);
  const state = randomText();
  const isPublic = application.client_secret === undefined;
  const verifier = flow.pkce === "always" || isPublic ? randomText() : undefined;
  const query = url.searchParams;
  query.set("client_id", application.client_id);
  query.set("response_type", "code");
  query.set("redirect_uri", redirectUri);
  query.set("state", state);
  let asked = 0;
  for (const [kind, { scopeParam, scopes: always = [] }] of Object.entries(flow.tokens)) {
    const own = Object.hasOwn(scopes, kind) ? scopes[kind]! : [];
    const all = [...new Set([...always, ...own])];
    if (scopeParam !== undefined && all.length > 0) query.set(scopeParam, all.join(flow.scopeSeparator));
    asked += all.length;
  }
  const hasScopes = Object.values(flow.tokens).some(({ scopeParam }) => scopeParam !== undefined);
  if (hasScopes && asked === 0)
    throw optionError(
      "scopes",
      "No scopes were given.",
      `Pass scopes for ${Object.keys(flow.tokens).join(" or ")}.`,
    );
  if (verifier !== undefined) {
    query.set("code_challenge", await challengeOf(verifier));
    query.set("code_challenge_method", "S256");
  }
  const { accountParam } = flow;
  if (account !== undefined && accountParam?.accepts.test(account)) query.set(accountParam.name, account);
  return {
    url: url.href,
    pending: {
      connector: name,
      client_id: application.client_id,
      redirect_uri: redirectUri,
      issuer: url.origin,
      state,
      verifier,
      config,
      expires_at: now + lifetimeMs,
    },
  };
}

/** Returns a text with 256 random bits. */
const randomText = (): string => toBase64Url(crypto.getRandomValues(new Uint8Array(32)));

/** Returns the code challenge of a code verifier (RFC 7636 §4.2). */
const challengeOf = async (verifier: string): Promise<string> => toBase64Url(await sha256(verifier));
