import { createHash, randomBytes } from "node:crypto";
import type { Clock } from "agent-connectors";
import type { ConnectorType } from "agent-connectors-service";
import { publicFetch } from "../../../src/platforms/public-fetch.ts";
import { openBrowser } from "../../support/connect.ts";
import {
  client as openidClient,
  startOpenidProvider,
  type OpenidProvider,
} from "../../support/openid-provider.ts";
import { testService, type Answer, type TestService } from "../../support/service.ts";
import type { EmptyLocation } from "../../support/stores.ts";

// A person who signs in from an MCP client, without a browser.

export const clientId = "https://client.example/mcp.json";
export const redirectUri = "https://client.example/callback";
export const resource = "https://service.test/mcp";
/** The path and the issuer of the authorization server of the first application. */
export const server = "/oauth/test-client";
export const issuer = `https://service.test${server}`;

export const goodDocument = {
  client_id: clientId,
  client_name: "Test <b>client</b>",
  redirect_uris: [redirectUri, "http://127.0.0.1:3333/callback"],
  token_endpoint_auth_method: "none",
  grant_types: ["authorization_code", "refresh_token"],
  response_types: ["code"],
};

export interface Walk {
  service: TestService;
  openid: OpenidProvider;
  /** The documents of clients, by address. A function answers in another way. */
  documents: Map<string, object | (() => Promise<Response>)>;
  close(): Promise<void>;
}

export async function openWalk(
  location: EmptyLocation,
  {
    publicUrl = "https://service.test",
    documents: known = "fake",
    claim = "sub",
    openid: shared,
    ...rest
  }: {
    publicUrl?: string;
    connectors?: ConnectorType[];
    definitions?: Pick<ConnectorType, "code">;
    clock?: Clock;
    documents?: "fake" | "guarded";
    claim?: string;
    /** The provider of another replica. */
    openid?: OpenidProvider;
  } = {},
): Promise<Walk> {
  const openid =
    shared ??
    (await startOpenidProvider(`${publicUrl}${server}/signed-in`, {
      ana: { email: "ana@example.com", email_verified: true },
      bob: {},
      unchecked: { email: "eve@example.com", email_verified: false },
    }));
  const guarded = publicFetch(() => false);
  const documents: Walk["documents"] = new Map([[clientId, goodDocument]]);
  const service = await testService(location, {
    people: {
      application: "test-client",
      privateOrigins: [openid.issuer],
      async fetch(url, init) {
        if (known === "guarded") return guarded(url, init);
        const found = documents.get(url.href);
        if (typeof found === "function") return found();
        return found ? Response.json(found) : new Response("", { status: 404 });
      },
    },
    publicUrl,
    ...rest,
  });
  if (!shared) await setSignIn(service, openidWay(openid, claim));
  return {
    service,
    openid,
    documents,
    async close() {
      await service.close();
      if (!shared) await openid.close();
    },
  };
}

export const openidWay = ({ issuer }: OpenidProvider, claim = "sub") => ({
  issuer,
  ...openidClient,
  scope: "openid email groups",
  claim,
});

/**
 * Lets users sign in at a page of the application, and goes there for a request of a client. Returns the browser, the address of the
 * agreement, and the param that the page gets.
 */
export async function toSignInPage({ service }: Walk, path: string, browser = openBrowser(service)) {
  await setSignIn(service, { sign_in_url: "https://app.example/sign-in?from=mcp" });
  const started = await browser.get(at(path));
  const url = at(started.headers.get("location")!);
  const page = new URL((await browser.get(url)).headers.get("location")!);
  return { browser, url, page, sign_in: page.searchParams.get("sign_in")! };
}

/** Gets the link for a user whom the application has signed in. */
export const linkFor = async ({ service }: Walk, sign_in: string, user: string): Promise<Answer> =>
  service.ask("/v1/connect/sign-ins", {
    token: await service.applicationToken(),
    json: { sign_in, external_user_id: user },
  });

/** Sets how the users of the first application sign in. */
export async function setSignIn(service: TestService, json: object): Promise<Answer> {
  const path = "/v1/organization/applications/test-client/sign_in";
  return service.ask(path, { method: "PUT", token: await service.applicationToken(), json });
}

export const newVerifier = (): string => randomBytes(32).toString("base64url");
export const challengeOf = (verifier: string): string =>
  createHash("sha256").update(verifier).digest("base64url");

export const authorizePath = (verifier: string, more: Record<string, string | undefined> = {}): string => {
  const params = new URLSearchParams();
  const fields = {
    client_id: clientId,
    redirect_uri: redirectUri,
    response_type: "code",
    code_challenge: challengeOf(verifier),
    code_challenge_method: "S256",
    state: "the-state",
    scope: "mcp offline_access",
    prompt: "consent",
    resource,
    ...more,
  };
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) params.set(name, value);
  return `${server}/authorize?${params.toString()}`;
};

const at = (path: string) => new URL(path, "https://service.test").href;

/** Signs in a person, and returns the page on which the person decides, with the fields of its form. */
export async function toAgreement(
  { service, openid }: Walk,
  account: string,
  path: string,
  browser = openBrowser(service),
): Promise<{ browser: typeof browser; page: Answer; url: string; csrf: string }> {
  const started = await browser.get(at(path));
  const url = at(started.headers.get("location")!);
  const asked = await browser.get(url);
  openid.next.account = account;
  const callback = await openid.visit(asked.headers.get("location")!);
  const back = await browser.get(callback);
  if (back.status !== 303) throw new Error(`${back.status} ${back.text}`);
  const page = await browser.get(at(back.headers.get("location")!));
  return { browser, page, url, csrf: /name="csrf" value="([^"]+)"/.exec(page.text)?.[1] ?? "" };
}

/** Lets a person allow a client, and returns the address to which the browser goes back. */
export async function allow(
  walk: Walk,
  account: string,
  path: string,
  { effects = "read,write", decision = "allow" } = {},
): Promise<URL> {
  const { browser, url, csrf } = await toAgreement(walk, account, path);
  const decided = await browser.submit(url, { csrf, effects, decision });
  const resumed = await browser.get(at(decided.headers.get("location")!));
  return new URL(resumed.headers.get("location")!);
}

export const tokenRequest = ({ service }: Walk, fields: Record<string, string>): Promise<Answer> =>
  service.ask(`${server}/token`, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({ client_id: clientId, resource, ...fields }).toString(),
  });

/** Exchanges a code for tokens. */
export const exchange = (walk: Walk, code: string, verifier: string, more: Record<string, string> = {}) =>
  tokenRequest(walk, {
    grant_type: "authorization_code",
    code,
    code_verifier: verifier,
    redirect_uri: redirectUri,
    ...more,
  });

/** Signs in a person, and returns the tokens of the client. */
export async function tokensOf(
  walk: Walk,
  account: string,
  choice?: { effects: string },
): Promise<{ access_token: string; refresh_token: string }> {
  const verifier = newVerifier();
  const back = await allow(walk, account, authorizePath(verifier), choice);
  const { status, body } = await exchange(walk, back.searchParams.get("code")!, verifier);
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body;
}

export const call = ({ service }: Walk, token: string, method = "tools/list", params: object = {}) =>
  service.ask("/mcp", {
    token,
    json: { jsonrpc: "2.0", id: 1, method, params },
    headers: { accept: "application/json, text/event-stream" },
  });
