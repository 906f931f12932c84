import { createHash, randomBytes } from "node:crypto";
import { createServer } from "node:http";
import { createServer as createTcpServer, type AddressInfo, type Server } from "node:net";
import { slackSandbox } from "agent-connectors/sandbox";
import { SlackConnector } from "agent-connectors/slack";
import { createService } from "agent-connectors-service";
import { addClient } from "../../../service/src/access/client-secrets.ts";
import { publicFetch } from "../../../service/src/platforms/public-fetch.ts";
import { openBrowser, type Browser } from "../../../service/test/support/connect.ts";
import { openRing } from "../../../service/test/support/keys.ts";
import { memoryStore } from "../../../service/test/support/memory-store.ts";
import type { Answer } from "../../../service/test/support/service.ts";
import { rates } from "../../../service/test/limits/rates.ts";

// A service with three applications, whose users sign in at pages of the applications, all in this process.

export const publicUrl = "https://service.example";
export const clientId = "https://client.example/mcp.json";
export const redirectUri = "https://client.example/callback";
export const otherRedirect = "http://127.0.0.1:3333/callback";

/** `shop` is attacked. `rival` belongs to the same organization, and `foreign` to another organization. */
export type Client = "shop" | "rival" | "foreign";
export const clients: readonly Client[] = ["shop", "rival", "foreign"];

export const goodDocument = {
  client_id: clientId,
  client_name: "Client",
  redirect_uris: [redirectUri, otherRedirect],
  token_endpoint_auth_method: "none",
  grant_types: ["authorization_code", "refresh_token"],
  response_types: ["code"],
};

export interface Send {
  method?: string | undefined;
  as?: Client | undefined;
  token?: string | undefined;
  json?: unknown;
  form?: Record<string, string> | URLSearchParams | undefined;
  headers?: Record<string, string>;
}

/** A request of a client that a person answers. */
export interface Flow {
  app: Client;
  user: string;
  verifier: string;
  browser: Browser;
  /** The address of the page on which the person agrees. */
  agree: string;
  /** The param that the page of the application gets. */
  sign_in: string;
  link: string;
  csrf: string;
  code: string;
  access_token: string;
  refresh_token: string;
}
export type Stage = "started" | "linked" | "signed-in" | "agreed" | "exchanged";
const stages: readonly Stage[] = ["started", "linked", "signed-in", "agreed", "exchanged"];

export type World = Awaited<ReturnType<typeof openWorld>>;

/** `fetch`: replaces the platform. */
export async function openWorld({ fetch: platform }: { fetch?: typeof fetch } = {}) {
  let shift = 0;
  const clock = { now: () => Date.now() + shift, sleep: () => Promise.resolve() };
  const slack = slackSandbox({ rateLimits: false });
  const store = await memoryStore();
  const limit = rates(1e9);
  // No request of the service may reach this server.
  let innerConnections = 0;
  const inner = await listening(createTcpServer((socket) => ((innerConnections += 1), socket.destroy())));
  // The metadata of an OpenID provider that an attacker has named as an issuer.
  let metadata: object = {};
  const evil = await listening(
    createServer((_request, response) => {
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify(metadata));
    }),
  );
  const documents = new Map<string, object | (() => Response)>([[clientId, goodDocument]]);
  const guarded = publicFetch(() => false);
  const service = createService({
    connectors: [
      {
        connector: SlackConnector,
        code: { ...slack.options, ...(platform ? { fetch: platform } : {}) },
        application: slack.app,
      },
    ],
    store,
    keys: openRing(),
    publicUrl,
    clock,
    limits: { perMinute: limit },
    people: {
      application: "shop",
      privateOrigins: [evil],
      async fetch(url, init) {
        const found = documents.get(url.href);
        if (typeof found === "function") return found();
        // Only addresses with numbers are asked, so that no request leaves this computer.
        if (found) return Response.json(found);
        return /^[\d.x:[\]a-f]+$|localhost/i.test(url.hostname)
          ? guarded(url, init)
          : new Response("", { status: 404 });
      },
    },
  });
  const secret = "a-secret-of-more-than-thirty-two-characters";
  for (const id of clients) {
    const organization_id = id === "foreign" ? "other" : "mine";
    await addClient(store.db, { id, organization_id, name: id, epoch: 0, secret }, clock.now());
  }
  const tokens = new Map<Client, { token: string; until: number }>();
  const send = async (path: string, ask: Send = {}): Promise<Answer> => {
    const { json, form, headers = {} } = ask;
    const token = ask.token ?? (ask.as && (await tokenOf(ask.as)));
    const body = form
      ? new URLSearchParams(form).toString()
      : json === undefined
        ? undefined
        : JSON.stringify(json);
    const type = form ? "application/x-www-form-urlencoded" : "application/json";
    const response = await service(
      new Request(publicUrl + path, {
        method: ask.method ?? (body === undefined ? "GET" : "POST"),
        headers: {
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
          ...(body === undefined ? {} : { "content-type": type }),
          ...headers,
        },
        ...(body === undefined ? {} : { body }),
      }),
    );
    const text = await response.text();
    const isJson = response.headers.get("content-type")?.includes("json") ?? false;
    return {
      status: response.status,
      headers: response.headers,
      text,
      body: isJson ? JSON.parse(text) : undefined,
    };
  };
  const tokenOf = async (client: Client): Promise<string> => {
    const found = tokens.get(client);
    if (found && Date.now() < found.until) return found.token;
    const json = { client_id: client, client_secret: secret };
    const token = (await send("/v1/applications/token", { json })).body.access_token as string;
    tokens.set(client, { token, until: Date.now() + 300_000 });
    return token;
  };
  const newBrowser = () =>
    openBrowser({
      ask: (path, { method, headers, body } = {}) =>
        send(path, {
          method,
          ...(headers ? { headers } : {}),
          ...(typeof body === "string" ? { form: new URLSearchParams(body) } : {}),
        }),
    });
  const setSignIn = (app: Client, json: object = { sign_in_url: `https://${app}.example/sign-in` }) =>
    send(`/v1/organization/applications/${app}/sign_in`, { method: "PUT", as: app, json });
  for (const app of clients) await setSignIn(app);
  const resourceOf = (app: Client) => `${publicUrl}/mcp/${app}`;
  const authorizePath = (app: Client, verifier: string, more: Record<string, string | undefined> = {}) => {
    const fields = {
      client_id: clientId,
      redirect_uri: redirectUri,
      response_type: "code",
      code_challenge: challengeOf(verifier),
      code_challenge_method: "S256",
      state: "the-state",
      scope: "mcp offline_access",
      prompt: "consent",
      resource: resourceOf(app),
      ...more,
    };
    const params = new URLSearchParams();
    for (const [name, value] of Object.entries(fields)) if (value !== undefined) params.set(name, value);
    return `/oauth/${app}/authorize?${params.toString()}`;
  };
  const exchange = (flow: Flow, more: Record<string, string> = {}, app = flow.app) =>
    send(`/oauth/${app}/token`, {
      form: {
        grant_type: "authorization_code",
        client_id: clientId,
        code: flow.code,
        code_verifier: flow.verifier,
        redirect_uri: redirectUri,
        ...more,
      },
    });
  const linkFor = (sign_in: string, user: string, as: Client) =>
    send("/v1/connect/sign-ins", { as, json: { sign_in, external_user_id: user } });
  const decide = (flow: Flow, fields: Record<string, string> = {}, headers?: Record<string, string>) =>
    flow.browser.submit(
      flow.agree,
      { csrf: flow.csrf, effects: "read", decision: "allow", ...fields },
      headers,
    );
  const at = (path: string | null) => new URL(path ?? "/none", publicUrl).href;
  let users = 0;
  return {
    send,
    documents,
    newBrowser,
    setSignIn,
    resourceOf,
    authorizePath,
    exchange,
    linkFor,
    decide,
    at,
    evil,
    inner,
    setMetadata: (next: object) => void (metadata = next),
    innerConnections: () => innerConnections,
    pass: (ms: number) => void (shift += ms),
    call: (address: string, token: string) =>
      send(address, {
        token,
        json: { jsonrpc: "2.0", id: 1, method: "tools/list", params: {} },
        headers: { accept: "application/json, text/event-stream" },
      }),
    async scopedToken(app: Client, user: string, more: object = {}): Promise<string> {
      const json = { external_user_id: user, ...more };
      return (await send("/v1/applications/scoped-token", { as: app, json })).body.token;
    },
    /** Begins a request of a client, and goes on until it has reached the stage. */
    async begin(
      stage: Stage,
      {
        app = "shop",
        user = `user${++users}`,
        browser = newBrowser(),
      }: { app?: Client; user?: string; browser?: Browser } = {},
    ): Promise<Flow> {
      const reached = stages.indexOf(stage);
      const verifier = randomBytes(32).toString("base64url");
      const started = await browser.get(at(authorizePath(app, verifier)));
      const agree = at(started.headers.get("location"));
      const page = await browser.get(agree);
      const sign_in =
        new URL(page.headers.get("location") ?? "https://none").searchParams.get("sign_in") ?? "";
      const flow: Flow = { app, user, verifier, browser, agree, sign_in, link: "", csrf: "", code: "", access_token: "", refresh_token: "" }; // prettier-ignore
      if (sign_in === "") throw new Error(`no sign-in: ${page.status} ${started.text} ${page.text}`);
      if (reached >= 1) flow.link = (await linkFor(sign_in, user, app)).body.url;
      if (reached >= 2) {
        await browser.get(flow.link);
        flow.csrf = /name="csrf" value="([^"]+)"/.exec((await browser.get(agree)).text)![1]!;
      }
      if (reached >= 3) {
        const resumed = await browser.get(at((await decide(flow)).headers.get("location")));
        const back = new URL(resumed.headers.get("location")!);
        if (back.searchParams.get("iss") !== `${publicUrl}/oauth/${app}`) throw new Error("another issuer");
        flow.code = back.searchParams.get("code")!;
      }
      if (reached >= 4) {
        const { body } = await exchange(flow);
        Object.assign(flow, { access_token: body.access_token, refresh_token: body.refresh_token });
      }
      return flow;
    },
  };
}

export const challengeOf = (verifier: string): string =>
  createHash("sha256").update(verifier).digest("base64url");

/** Returns the origin at which a server listens. Does not keep the process alive. */
const listening = async (server: Server): Promise<string> => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  server.unref();
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};
