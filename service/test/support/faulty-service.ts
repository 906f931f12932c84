import { slackSandbox } from "agent-connectors/sandbox";
import { SlackConnector } from "agent-connectors/slack";
import { sql } from "kysely";
import { createService } from "../../src/service.ts";
import { ensureApplication } from "../../src/startup/first-application.ts";
import { openStore, type StoreLocation } from "../../src/startup/open-store.ts";
import { faultyStore, type FaultyStore } from "./faulty-store.ts";
import { rates } from "../limits/rates.ts";

export interface Reply {
  status: number;
  headers: Headers;
  // oxlint-disable-next-line typescript/no-explicit-any -- a test reads what it expects
  body: any;
}

export interface FaultyService extends FaultyStore {
  /** An application token. */
  application: string;
  /** Sends a request with the user's token. */
  ask(method: string, path: string, json?: object, headers?: Record<string, string>): Promise<Reply>;
  /** Runs `messages.create` with this text. */
  post(text: string, key?: string): Promise<Reply>;
  /** Returns how many messages with this text Slack has posted. */
  posted(text: string): number;
  /** Returns the number of connectors in the store. */
  connectors(): Promise<number>;
  sweep(): Promise<void>;
  close(): Promise<void>;
}

/** Starts a service in this process with a Slack connector. The store of the service can fail on request. */
export async function faultyService(location: StoreLocation): Promise<FaultyService> {
  const application = { client_id: "faulty", client_secret: "a secret of more than 32 characters" };
  const opened = await openStore(location);
  const faulty = faultyStore(opened.store);
  await ensureApplication(opened.store, { now: Date.now, sleep: async () => {} }, application);
  const sandbox = slackSandbox({ rateLimits: false });
  const posted = new Map<string, number>();
  const service = createService({
    connectors: [
      { connector: SlackConnector, code: { ...sandbox.options, fetch: countPosts(sandbox.fetch, posted) } },
    ],
    store: faulty.store,
    keys: opened.keys,
    limits: {
      perMinute: rates(1e9),
    },
  });
  let token = "";
  const ask: FaultyService["ask"] = async (method, path, json, headers = {}) => {
    const response = await service(
      new Request(`http://service.test${path}`, {
        method,
        headers: { authorization: `Bearer ${token}`, "content-type": "application/json", ...headers },
        ...(json === undefined ? {} : { body: JSON.stringify(json) }),
      }),
    );
    return { status: response.status, headers: response.headers, body: await response.json() };
  };
  token = (await ask("POST", "/api/v1/account/applications/token", application)).body.access_token;
  const applicationToken = token;
  const scoped = await ask("POST", "/api/v1/account/applications/scoped-token", { external_user_id: "u1" });
  token = scoped.body.token;
  const { body: connector } = await ask(
    "POST",
    "/v1/integrations/connectors",
    slackOf("u1", sandbox.tokens.bot),
  );
  return {
    ...faulty,
    application: applicationToken,
    ask,
    sweep: service.sweep,
    post: (text, key) =>
      ask(
        "POST",
        `/v1/integrations/connectors/${connector.id}/execute`,
        { entity: "messages", action: "create", params: { channel: "C07A1QW2ER3", text } },
        key === undefined ? {} : { "idempotency-key": key },
      ),
    posted: (text) => posted.get(text) ?? 0,
    async connectors() {
      const { rows } = await sql<{ made: number }>`select count(*) as made from connectors`.execute(
        opened.store.db,
      );
      return Number(rows[0]!.made);
    },
    async close() {
      faulty.heal();
      await service.drain();
      await opened.close();
    },
  };
}

/**
 * Returns a `fetch` that counts posted messages by text. The sandbox's own log is slow to read, because every read
 * copies the whole log.
 */
export const countPosts =
  (fetch: typeof globalThis.fetch, posted: Map<string, number>): typeof globalThis.fetch =>
  async (input, init) => {
    const request = new Request(input, init);
    const isPost = request.url.endsWith("/chat.postMessage");
    const text = isPost ? (new URLSearchParams(await request.clone().text()).get("text") ?? "") : "";
    const response = await fetch(request);
    const { ok } = isPost ? ((await response.clone().json()) as { ok: boolean }) : { ok: false };
    if (ok) posted.set(text, (posted.get(text) ?? 0) + 1);
    return response;
  };

export const slackOf = (external_user_id: string, api_token = "xoxb-sandbox-bot") => ({
  external_user_id,
  connector_type: "Slack",
  credentials: { api_token },
});
