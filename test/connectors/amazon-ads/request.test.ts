import type { ConnectorError, Policy } from "agent-connectors";
import { describe, expect, test } from "vitest";
import { open, reply, us } from "./bench.ts";

const caught = (call: Promise<unknown>) =>
  call.then(
    () => expect.fail("it succeeded"),
    (thrown: unknown) => thrown as ConnectorError,
  );
const profileId = String(us.profileId);
const campaign = "application/vnd.spCampaign.v3+json";
const media = { accept: campaign, "content-type": campaign };
const create = { campaigns: [{ name: "x", budget: { budget: 5, budgetType: "DAILY" } }] };

describe("a request to Amazon Ads", () => {
  test("sends the media types, the profile and the body, and returns Amazon's answer", async () => {
    const body = '{"campaigns":[{"campaignId":12,"big":9007199254740993}],"nextToken":"n2"}';
    const { ads, calls } = open(({ url }) =>
      url.pathname === "/sp/campaigns/list" ? reply(body) : undefined,
    );
    const params = { maxResults: 1, stateFilter: { include: ["PAUSED"] } };
    const { data, meta } = await ads.request("POST /sp/campaigns/list", params, {
      effect: "read",
      profileId: "US",
      headers: { Accept: campaign, "content-type": campaign },
    });
    // An integer that JavaScript cannot hold is a text. Everything else is as Amazon sent it.
    expect(data).toEqual({ campaigns: [{ campaignId: 12, big: "9007199254740993" }], nextToken: "n2" });
    expect(meta).toEqual({
      status: 200,
      request_id: "RID1",
      next_cursor: "n2",
      profile: { profileId, currencyCode: "USD", timezone: us.timezone },
      currency: "USD",
    });
    const [{ headers, json: sent }] = calls() as [ReturnType<typeof calls>[number]];
    expect(sent()).toEqual(params);
    expect(Object.fromEntries(headers)).toMatchObject({
      accept: campaign,
      "content-type": campaign,
      "amazon-advertising-api-scope": profileId,
      authorization: "Bearer Atza|token-1",
    });
  });
  test("sends no profile unless one is chosen, and lists as the body", async () => {
    const { ads, sent } = open(({ method }) => (method === "PUT" ? [{ code: "SUCCESS" }] : undefined));
    await ads.request("GET /v2/profiles", { profileTypeFilter: "seller,vendor" }, { effect: "read" });
    await ads.request("PUT /v2/profiles", [{ profileId: 1, dailyBudget: 5 }], { effect: "spend" });
    const [, profiles, changed] = sent;
    expect(profiles!.url.search).toBe("?profileTypeFilter=seller%2Cvendor");
    expect(changed!.json()).toEqual([{ profileId: 1, dailyBudget: 5 }]);
    expect(sent.some(({ headers }) => headers.has("amazon-advertising-api-scope"))).toBe(false);
  });
  test("an unknown profile is an error of the option", async () => {
    const { ads, calls } = open();
    const error = await caught(ads.request("GET /x", {}, { effect: "read", profileId: "FR" }));
    expect(error).toMatchObject({ code: "invalid_params", path: "options.profileId" });
    expect(calls()).toEqual([]);
  });
  test("a refused access token is renewed once, and the write is sent again", async () => {
    const { ads, calls, tokens, clock } = open(({ headers, url }) => {
      if (!url.pathname.startsWith("/sp/")) return undefined;
      const old = headers.get("authorization")!.endsWith("token-1");
      return old ? reply({ message: "Unauthorized" }, 401) : { done: true };
    });
    await ads.check();
    await clock.sleep(120_000);
    await ads.request("POST /sp/campaigns", create, { effect: "spend", headers: media });
    expect(tokens()).toHaveLength(2);
    expect(calls().filter(({ url }) => url.pathname === "/sp/campaigns")).toHaveLength(2);
  });
  test("a write that Amazon may have done is unknown, and sent once", async () => {
    const { ads, calls } = open(({ url }) =>
      url.pathname.startsWith("/sp/") ? reply("{}", 500) : undefined,
    );
    const error = await caught(ads.request("POST /sp/campaigns", create, { effect: "spend" }));
    expect(error).toMatchObject({ code: "upstream_error", outcome: "unknown" });
    expect(calls()).toHaveLength(1);
    const again = open(({ url }, count) =>
      url.pathname === "/sp/x" ? reply("{}", count > 3 ? 200 : 503) : undefined,
    );
    await again.ads.request("POST /sp/x", {}, { effect: "read" });
    expect(again.calls()).toHaveLength(3);
  });
  test("a wrong media type names the option", async () => {
    const { ads } = open(({ url }) =>
      url.pathname.startsWith("/sp/") ? reply({ message: "no" }, 415) : undefined,
    );
    expect(await caught(ads.request("POST /sp/campaigns/list", {}, { effect: "read" }))).toMatchObject({
      code: "upstream_rejected",
      path: "options.headers",
      message: expect.stringContaining("Sent content-type application/json"),
    });
  });
});

describe("money", () => {
  const all = ["read", "write", "spend", "destructive"] as const;
  test.each<[Policy, object, RegExp | undefined]>([
    [{}, { effect: "write" }, undefined],
    [{ effects: ["read", "write"] }, { effect: "write" }, /counts as spend/],
    [{ effects: ["read", "write", "destructive"] }, {}, /counts as spend/],
    [{ effects: ["read", "write", "spend"] }, {}, /counts as destructive/],
    [{ effects: all }, {}, undefined],
    [{ caps: { max_bid: { USD: 2 } } }, { effect: "spend" }, /has caps, and nothing can check/],
    [{ caps: { max_bid: "unlimited" } }, { effect: "write" }, /has caps/],
    [{ caps: { max_bid: { USD: 2 } } }, {}, /has caps/],
    [{ only: { profileId: [profileId] } }, { effect: "write", profileId }, /has only/],
  ])("a write under %j with %j", async (policy, options, refused) => {
    const { ads, sent } = open(() => ({ access_token: "Atza|token", done: true }), { policy });
    const call = ads.request("POST /sp/campaigns", create, options);
    if (!refused) return expect((await call).data).toMatchObject({ done: true });
    expect(await caught(call)).toMatchObject({
      code: "policy_denied",
      message: expect.stringMatching(refused),
    });
    expect(sent).toEqual([]);
  });
  test("caps do not refuse a read", async () => {
    const { ads } = open(undefined, { policy: { caps: { max_bid: { USD: 2 } } } });
    expect((await ads.request("GET /v2/profiles", {}, { effect: "read" })).data).toEqual([us]);
  });
  test("an event says that a write spends", async () => {
    const effects: unknown[] = [];
    const { ads } = open(() => ({ access_token: "Atza|token" }), {
      onCall: ({ effect }) => void effects.push(effect),
    });
    await ads.request("POST /x", {}, { effect: "write" });
    await ads.request("POST /x");
    expect(effects).toEqual(["spend", "destructive"]);
  });
});

test("no tool offers requests", async () => {
  const { ads, sent } = open(undefined, { policy: { caps: { max_bid: "unlimited" } } });
  const tool = await ads.tool({ effects: ["read", "write", "spend", "destructive"] });
  const call = { entity: "request", action: "GET /v2/profiles" };
  expect(await tool.call(call)).toMatchObject({ error: { code: "unknown_entity" } });
  expect(tool.description + JSON.stringify(tool.inputSchema)).not.toMatch(/\braw\b|request\(|"request"/i);
  expect(sent).toEqual([]);
});
