import { AmazonAdsConnector } from "agent-connectors/amazon-ads";
import type { ConnectorOptions } from "agent-connectors";
import { memoryStore } from "agent-connectors/store";
import { testClock } from "../../fixtures/clock.ts";

export interface Sent {
  method: string;
  url: URL;
  headers: Headers;
  body: string;
  json: () => unknown;
}
type Answer = Response | object | undefined;
/** Responds to a request. If it returns undefined, `open` responds. */
export type Platform = (sent: Sent, count: number) => Answer | Promise<Answer>;

export const auth = {
  client_id: "amzn1.application-oa2-client.abc",
  client_secret: "s3cret-of-the-client",
  refresh_token: "Atzr|refresh-token",
};
export const us = {
  profileId: 3301829348571624,
  countryCode: "US",
  currencyCode: "USD",
  timezone: "America/Los_Angeles",
  accountInfo: { id: "A1", type: "seller", name: "Acme", marketplaceStringId: "ATVPDKIKX0DER" },
};

export const reply = (body: unknown, status = 200, headers: Record<string, string> = {}) =>
  new Response(typeof body === "string" ? body : JSON.stringify(body), {
    status,
    headers: { "x-amz-rid": "RID1", ...headers },
  });

/**
 * Opens a connector whose requests go to `platform`. If `platform` returns undefined, `open` responds with a token,
 * with one US profile, or with no rules.
 */
export function open(platform: Platform = () => undefined, code: ConnectorOptions = {}, config: object = {}) {
  const sent: Sent[] = [];
  const clock = testClock();
  let tokens = 0;
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const url = new URL(String(input));
    const body = typeof init?.body === "string" ? init.body : "";
    const one: Sent = {
      method: init?.method ?? "GET",
      url,
      headers: new Headers(init?.headers),
      body,
      json: () => JSON.parse(body) as unknown,
    };
    sent.push(one);
    const own = await platform(one, sent.length);
    if (own instanceof Response) return own;
    if (own !== undefined) return reply(own);
    if (url.pathname === "/auth/o2/token")
      return reply({ access_token: `Atza|token-${++tokens}`, token_type: "bearer", expires_in: 3600 });
    if (url.pathname === "/v2/profiles") return reply([us]);
    if (/^\/s[pbd]\/budgetRules$/.test(url.pathname)) return reply({ budgetRulesForAdvertiserResponse: [] });
    if (url.pathname === "/sp/rules/optimization/search") return reply({ optimizationRules: [] });
    return reply({ code: "NOT_FOUND", message: "no such thing" }, 404);
  };
  const ads = new AmazonAdsConnector({ auth, config } as never, {
    fetch,
    clock,
    store: memoryStore(),
    ...code,
  });
  return {
    ads,
    clock,
    sent,
    /** Returns all requests, except for those for tokens and profiles. */
    calls: () =>
      sent.filter(({ url }) => url.pathname !== "/auth/o2/token" && url.pathname !== "/v2/profiles"),
    tokens: () => sent.filter(({ url }) => url.pathname === "/auth/o2/token"),
  };
}
