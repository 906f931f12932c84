import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

// Simulates Slack's token rotation on loopback, with only the methods that the tests need.
// https://docs.slack.dev/authentication/using-token-rotation

export interface Pair {
  client_id: string;
  client_secret: string;
  access_token: string;
  refresh_token: string;
}

export interface TokenPlatform {
  /** The value of the option `endpoint` of a connector. */
  endpoint: string;
  /** Installs the app in a workspace, and returns the first pair of tokens. */
  install(team: string): Pair;
  /** Makes the access tokens of the workspace expire. The refresh tokens stay valid. */
  expire(team: string): void;
  /** Removes the app from the workspace. */
  uninstall(team: string): void;
  /**
   * The number of pairs of tokens that were issued for the workspace, whether the newest access token was used, and when
   * the newest pair was issued, as a value of `performance.now()`.
   */
  issued(team: string): { count: number; used: boolean; at: number };
  close(): Promise<void>;
}

export interface TokenPlatformOptions {
  /** The milliseconds for which a used refresh token still works. With 0, a second use removes the app. */
  graceMs: number;
  now?: () => number;
  /** A function that runs after each refresh, before the response is sent. `team`: undefined for an unknown token. */
  beforeAnswer?: (team: string | undefined) => Promise<void>;
}

interface Grant {
  team: string;
  installed: boolean;
  access: { token: string; expires: number }[];
  refresh: Map<string, { used: number | undefined }>;
  issued: { count: number; used: boolean; at: number };
}

const lifeMs = 12 * 3_600_000;

export async function startTokenPlatform({
  graceMs,
  now = Date.now,
  beforeAnswer = async () => {},
}: TokenPlatformOptions): Promise<TokenPlatform> {
  const grants = new Map<string, Grant>();
  const byAccess = new Map<string, Grant>();
  const byRefresh = new Map<string, Grant>();
  let next = 0;

  const issue = (grant: Grant) => {
    const access_token = `xoxe.xoxb-1-${grant.team}-${++next}`;
    const refresh_token = `xoxe-1-${grant.team}-${next}`;
    // Two access tokens can be valid at the same time. Older access tokens are revoked.
    grant.access = [...grant.access.slice(-1), { token: access_token, expires: now() + lifeMs }];
    grant.refresh.set(refresh_token, { used: undefined });
    grant.issued = { count: grant.issued.count + 1, used: false, at: performance.now() };
    byAccess.set(access_token, grant);
    byRefresh.set(refresh_token, grant);
    return { access_token, refresh_token };
  };

  const redeem = (token: string) => {
    const grant = byRefresh.get(token);
    const found = grant?.refresh.get(token);
    if (!grant?.installed || !found) return { ok: false, error: "invalid_refresh_token" };
    const reused = found.used !== undefined && now() - found.used >= graceMs;
    if (reused && graceMs === 0) grant.installed = false;
    if (reused) return { ok: false, error: "invalid_refresh_token" };
    found.used ??= now();
    return { ok: true, ...issue(grant), expires_in: lifeMs / 1000 };
  };

  const call = (method: string, token: string) => {
    const grant = byAccess.get(token);
    const found = grant?.access.find((one) => one.token === token);
    if (!grant) return { ok: false, error: "invalid_auth" };
    if (!grant.installed || !found) return { ok: false, error: "token_revoked" };
    if (found.expires <= now()) return { ok: false, error: "token_expired" };
    if (found === grant.access.at(-1)) grant.issued.used = true;
    const { team } = grant;
    if (method === "auth.test")
      return { ok: true, url: `https://${team}.slack.com/`, team, user: "bot", team_id: team, user_id: "U1" };
    if (method === "users.list") return { ok: true, members: [{ id: "U1", name: team, team_id: team }] };
    if (method === "users.setPresence") return { ok: true };
    return { ok: false, error: "unknown_method" };
  };

  const respond = async (request: IncomingMessage, response: ServerResponse) => {
    const method = request.url!.split("/").at(-1)!;
    const body = new URLSearchParams(await textOf(request));
    const refreshes = method === "oauth.v2.access";
    const answer = refreshes
      ? redeem(body.get("refresh_token") ?? "")
      : call(method, (request.headers.authorization ?? "").replace("Bearer ", ""));
    if (refreshes) await beforeAnswer(byRefresh.get(body.get("refresh_token") ?? "")?.team);
    response.setHeader("content-type", "application/json").end(JSON.stringify(answer));
  };
  const server = createServer((request, response) => void respond(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));

  const grantOf = (team: string) => {
    const grant = grants.get(team);
    if (!grant) throw new Error(`The app is not installed in ${team}.`);
    return grant;
  };
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`,
    install(team) {
      const grant = {
        team,
        installed: true,
        access: [],
        refresh: new Map(),
        issued: { count: 0, used: false, at: 0 },
      };
      grants.set(team, grant);
      return { client_id: "client", client_secret: "secret", ...issue(grant) };
    },
    expire: (team) => {
      for (const token of grantOf(team).access) token.expires = now();
    },
    uninstall: (team) => {
      grantOf(team).installed = false;
    },
    issued: (team) => grantOf(team).issued,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of request) chunks.push(chunk as Uint8Array);
  return Buffer.concat(chunks).toString("utf8");
}
