import { AmazonAdsConnector } from "agent-connectors/amazon-ads";
import { amazonAdsSandbox, slackSandbox } from "agent-connectors/sandbox";
import { SlackConnector } from "agent-connectors/slack";
import { createService } from "agent-connectors-service";
import { addClient } from "../../../service/src/access/client-secrets.ts";
import { setReturnUrls } from "../../../service/src/store/queries/applications.ts";
import { openBrowser, paramsOf, type Browser } from "../../../service/test/support/connect.ts";
import { openRing } from "../../../service/test/support/keys.ts";
import { memoryStore } from "../../../service/test/support/memory-store.ts";
import type { Answer } from "../../../service/test/support/service.ts";
import { decide } from "../../core/connect/consent.ts";
import { rates } from "../../../service/test/limits/rates.ts";

// A service with two simulated platforms and three applications, all in this process and on one clock.

export const publicUrl = "https://service.example";
export const returnUrl = "https://app.example/connected";

export type Platform = "slack" | "amazon-ads";

/** `shop` starts the sessions. `rival` belongs to the same organization, and `foreign` to another organization. */
export type Client = "shop" | "rival" | "foreign";

/** A session that a person has begun. */
export interface Flow {
  platform: Platform;
  user: string;
  id: string;
  url: string;
  browser: Browser;
  /** The address of the consent page. */
  authorize: string;
  /** The address to which the platform sends the browser. */
  callback: string;
  /** The one-time result for the application. */
  result: string;
}

export type Stage = "created" | "started" | "consented" | "returned" | "confirmed";
const stages: readonly Stage[] = ["created", "started", "consented", "returned", "confirmed"];

export interface BeginOptions {
  platform?: Platform;
  user?: string;
  /** More fields of the request for a session. */
  more?: object;
  decision?: string;
}

export interface World {
  ask(path: string, ask?: { method?: string; as?: Client; token?: string; json?: unknown; headers?: Record<string, string> }): Promise<Answer>; // prettier-ignore
  /** Begins a session, and goes on until the session has reached the stage. */
  begin(stage: Stage, options?: BeginOptions): Promise<Flow>;
  confirm(flow: Pick<Flow, "id" | "result" | "user">, as?: Client): Promise<Answer>;
  /** Decides on a consent page, and returns the address to which the platform sends the browser. */
  decide(platform: Platform, url: string, decision?: string): Promise<string>;
  newBrowser(): Browser;
  scopedToken(user: string): Promise<string>;
  connectors(): Promise<number>;
  pass(ms: number): void;
}

export async function openWorld(): Promise<World> {
  let now = Date.parse("2030-01-01T00:00:00Z");
  const clock = { now: () => now, sleep: async (ms: number) => void (now += ms) };
  const slack = slackSandbox({ rateLimits: false, clock });
  const ads = amazonAdsSandbox({ rateLimits: false, clock });
  const fetches = { slack: slack.fetch, "amazon-ads": ads.fetch };
  const store = await memoryStore();
  const { client_id, client_secret } = ads.credentials;
  const limit = rates(1e9);
  const service = createService({
    connectors: [
      { connector: SlackConnector, code: slack.options, application: slack.app },
      { connector: AmazonAdsConnector, code: ads.options, application: { client_id, client_secret } },
    ],
    store,
    keys: openRing(),
    publicUrl,
    clock,
    limits: { perMinute: limit },
  });
  const secret = "a-secret-of-more-than-thirty-two-characters";
  for (const id of ["shop", "rival", "foreign"]) {
    const organization_id = id === "foreign" ? "other" : "mine";
    await addClient(store.db, { id, organization_id, name: id, epoch: 0, secret }, now);
    await setReturnUrls(store.db, { id, organization_id }, [returnUrl]);
  }
  const tokens = new Map<Client, { token: string; until: number }>();
  const tokenOf = async (client: Client): Promise<string> => {
    const kept = tokens.get(client);
    if (kept && now < kept.until) return kept.token;
    const json = { client_id: client, client_secret: secret };
    const token = (await send("/v1/applications/token", { json })).body.access_token as string;
    tokens.set(client, { token, until: now + 600_000 });
    return token;
  };
  const send = async (
    path: string,
    { method, token, json, headers = {} }: { method?: string; token?: string; json?: unknown; headers?: Record<string, string> } = {}, // prettier-ignore
  ): Promise<Answer> => {
    const response = await service(
      new Request(publicUrl + path, {
        method: method ?? (json === undefined ? "GET" : "POST"),
        headers: {
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
          ...(json === undefined ? {} : { "content-type": "application/json" }),
          ...headers,
        },
        ...(json === undefined ? {} : { body: JSON.stringify(json) }),
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
  let users = 0;

  const world: World = {
    ask: async (path, { as, token, ...rest } = {}) =>
      send(path, { ...rest, ...(as || token ? { token: token ?? (await tokenOf(as!)) } : {}) }),
    newBrowser: () => openBrowser({ ask: send as never }),
    decide: (platform, url, decision) => decide(fetches[platform], url, decision),
    pass: (ms) => void (now += ms),
    async begin(stage, { platform = "slack", user = `user${++users}`, more = {}, decision } = {}) {
      const reached = stages.indexOf(stage);
      const json = {
        external_user_id: user,
        connector_type: platform,
        return_url: returnUrl,
        ...(platform === "slack" ? { actions: { include: ["channels.list"] } } : {}),
        ...more,
      };
      const created = await world.ask("/v1/connect/sessions", { as: "shop", json });
      if (created.status !== 200) throw new Error(created.text);
      const { id, url } = created.body as { id: string; url: string };
      const browser = world.newBrowser();
      const flow: Flow = { platform, user, id, url, browser, authorize: "", callback: "", result: "" };
      if (reached >= 1) flow.authorize = (await browser.post(url)).headers.get("location")!;
      if (reached >= 2) flow.callback = await world.decide(platform, flow.authorize, decision);
      if (reached >= 3) {
        const back = await browser.get(flow.callback);
        flow.result = back.headers.has("location") ? (paramsOf(back).result ?? "") : "";
      }
      if (reached >= 4) {
        const confirmed = await world.confirm(flow);
        if (confirmed.status !== 200) throw new Error(confirmed.text);
      }
      return flow;
    },
    confirm: ({ id, result, user }, as = "shop") =>
      world.ask(`/v1/connect/sessions/${id}/confirm`, { as, json: { result, external_user_id: user } }),
    async scopedToken(user) {
      const json = { external_user_id: user };
      return (await world.ask("/api/v1/account/applications/scoped-token", { as: "shop", json })).body.token;
    },
    async connectors() {
      const { count } = await store.db
        .selectFrom("connectors")
        .select((eb) => eb.fn.countAll<number>().as("count"))
        .executeTakeFirstOrThrow();
      return count;
    },
  };
  return world;
}
