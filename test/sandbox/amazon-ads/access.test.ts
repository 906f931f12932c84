import { describe, expect, test } from "vitest";
import { AGENCY, drive, HOSTS, listOf, read, UK, US, vendor, VENDOR, VIEW_ONLY } from "./helpers.ts";

const FORM = { "content-type": "application/x-www-form-urlencoded" };

describe("Login with Amazon", () => {
  const { sandbox } = drive();
  const refresh = async (fields: Record<string, string>, host = "https://api.amazon.com") => {
    const body = new URLSearchParams({ grant_type: "refresh_token", ...fields }).toString();
    return read(await sandbox.fetch(`${host}/auth/o2/token`, { method: "POST", headers: FORM, body }));
  };

  test("a refresh token gives an access token for an hour, on any host", async () => {
    for (const host of ["https://api.amazon.com", "https://api.amazon.co.uk", "https://api.amazon.co.jp"]) {
      const { status, body, headers } = await refresh(sandbox.credentials, host);
      expect(status).toBe(200);
      expect(body).toMatchObject({ refresh_token: "Atzr|sandbox", token_type: "bearer", expires_in: 3600 });
      expect(body["access_token"]).toMatch(/^Atza\|/);
      expect(headers.get("cache-control")).toBe("no-store");
    }
    expect(sandbox.state().refreshes).toBe(3);
  });

  test.each([
    ["revoked", 400, "invalid_grant"],
    ["otherClient", 400, "invalid_grant"],
    ["wrongSecret", 401, "invalid_client"],
    ["notPermitted", 400, "unauthorized_client"],
  ] as const)("%s credentials are %i %s", async (name, status, error) => {
    expect(await refresh(sandbox.otherCredentials[name])).toMatchObject({ status, body: { error } });
  });

  test("a revoked token and a wrong secret have Amazon's messages", async () => {
    expect((await refresh(sandbox.otherCredentials.revoked)).body["error_description"]).toBe(
      "The request has an invalid grant parameter : refresh_token. User may have revoked or didn't grant the permission.",
    );
    expect((await refresh(sandbox.otherCredentials.wrongSecret)).body["error_description"]).toBe(
      "Client authentication failed",
    );
  });

  test("other grants and missing fields are refused", async () => {
    expect((await refresh({ grant_type: "password" })).body["error"]).toBe("unsupported_grant_type");
    expect((await refresh({ client_id: "x" })).body["error"]).toBe("invalid_request");
  });

  test("no secret is recorded", async () => {
    await refresh(sandbox.credentials);
    expect(JSON.stringify(sandbox.calls())).not.toMatch(/Atzr|Atza|oa2-cs/);
  });
});

describe("authorization", () => {
  test("a token expires after an hour by the clock", async () => {
    const { send, sandbox } = drive();
    expect((await send("GET /v2/profiles")).status).toBe(200);
    sandbox.clock.advance(3_599_000);
    expect((await send("GET /v2/profiles")).status).toBe(200);
    sandbox.clock.advance(1000);
    expect(await send("GET /v2/profiles")).toMatchObject({
      status: 401,
      body: { code: "UNAUTHORIZED", details: "Unauthorized" },
    });
    expect(sandbox.calls().at(-1)).toMatchObject({ token: "expired", status: 401 });
  });

  test.each([
    ["without a token", { authorization: "" }, 401, "Unauthorized"],
    ["with a bare token", { authorization: "Atza|sandbox-1" }, 401, "Unauthorized"],
    ["without the client id", { "amazon-advertising-api-clientid": "" }, 401, "Client ID header is missing"],
    [
      "with another client id",
      { "amazon-advertising-api-clientid": "x" },
      401,
      "The client ID does not match the access token",
    ],
    ["without a profile", { "amazon-advertising-api-scope": "" }, 401, "Scope header is missing"],
    [
      "with a profile that is no number",
      { "amazon-advertising-api-scope": "US" },
      400,
      "Invalid scope: the profile id must be a number",
    ],
    [
      "with a profile of another region",
      { "amazon-advertising-api-scope": UK },
      401,
      `Not authorized to access scope ${UK}`,
    ],
    [
      "with an agency's profile",
      { "amazon-advertising-api-scope": AGENCY },
      400,
      "Advertiser ID cannot be decrypted",
    ],
  ])("%s", async (_name, headers, status, message) => {
    const { sp } = drive();
    const answer = await sp("POST /sp/campaigns/list", "spCampaign", {}, { headers });
    expect(answer).toMatchObject({ status, body: { message } });
  });

  test("an account with view rights can read but not write", async () => {
    const { sp } = drive();
    expect((await sp("POST /sp/campaigns/list", "spCampaign", {}, { profile: VIEW_ONLY })).status).toBe(200);
    const body = { campaigns: [] };
    expect(await sp("PUT /sp/campaigns", "spCampaign", body, { profile: VIEW_ONLY })).toMatchObject({
      status: 403,
      body: { code: "ACCESS_DENIED" },
    });
    expect((await drive().send("GET /invoices", undefined, { profile: VENDOR })).status).toBe(401);
  });

  test("unknown paths are 404, other methods are 405", async () => {
    const { send } = drive();
    expect((await send("GET /v2/sp/campaigns/1")).status).toBe(404);
    expect((await send("GET /v2/portfolios/1")).status).toBe(404);
    expect((await send("DELETE /v2/profiles")).status).toBe(405);
  });
});

describe("media types", () => {
  test.each([
    ["application/json", vendor("spCampaign"), 415],
    ["application/vnd.spcampaign.v3+json", vendor("spCampaign"), 415],
    [vendor("spCampaign"), "application/vnd.spcampaign.v3+json", 406],
    [vendor("spCampaign"), vendor("spAdGroup"), 406],
    [vendor("spCampaign"), "application/json", 200],
    [`${vendor("spCampaign")}; charset=utf-8`, vendor("spCampaign"), 200],
  ])("%s in, %s out is %i", async (type, accept, status) => {
    const answer = await drive().send("POST /sp/campaigns/list", {}, { type, accept });
    expect(answer.status).toBe(status);
    expect(answer.headers.get("content-type")).toBe("application/json");
    if (status === 415) expect(answer.body["code"]).toBe("UNSUPPORTED_MEDIA_TYPE");
  });

  test("targets of Sponsored Brands accept only plain JSON", async () => {
    const { send } = drive();
    const type = "application/vnd.sblisttargetsresponse.v3.2+json";
    expect((await send("POST /sb/targets/list", {}, { type })).status).toBe(415);
    expect((await send("POST /sb/targets/list", {}, { accept: type })).status).toBe(200);
  });
});

describe("profiles and regions", () => {
  test("each region has its own profiles; ids are numbers; view-only profiles are hidden", async () => {
    const { send } = drive();
    const na = await send("GET /v2/profiles", undefined, { profile: null });
    expect(na.text).toContain(`"profileId":${US}`);
    expect(listOf(na.body).map(({ profileId }) => String(profileId))).not.toContain(VIEW_ONLY);
    const all = await send("GET /v2/profiles?accessLevel=view", undefined, { profile: null });
    expect(listOf(all.body)).toHaveLength(listOf(na.body).length + 1);
    const eu = await send("GET /v2/profiles", undefined, { profile: null, host: HOSTS.eu });
    expect(listOf(eu.body).map(({ countryCode }) => countryCode)).toEqual(["UK", "DE"]);
    expect((await send("GET /v2/profiles", undefined, { profile: null, host: HOSTS.fe })).body).toEqual([]);
  });

  test("a login can see fewer profiles", async () => {
    const { sandbox, token, send } = drive();
    for (const [credentials, expected] of [
      [sandbox.otherCredentials.oneProfile, 1],
      [sandbox.otherCredentials.europeOnly, 0],
    ] as const) {
      const headers = { authorization: `Bearer ${await token(credentials)}` };
      expect(listOf((await send("GET /v2/profiles", undefined, { headers })).body)).toHaveLength(expected);
    }
  });

  test("only a seller's daily budget changes", async () => {
    const { send } = drive();
    const body = `[{"profileId":${US},"dailyBudget":500},{"profileId":${VENDOR},"dailyBudget":500},{"profileId":${VIEW_ONLY},"dailyBudget":1}]`;
    const answer = await send("PUT /v2/profiles", body, { profile: null });
    expect(listOf(answer.body).map(({ code }) => code)).toEqual([
      "SUCCESS",
      "INVALID_ARGUMENT",
      "UNAUTHORIZED",
    ]);
    expect((await send(`GET /v2/profiles/${US}`)).body["dailyBudget"]).toBe(500);
  });
});
