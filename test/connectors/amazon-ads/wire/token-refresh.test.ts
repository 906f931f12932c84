import { AmazonAdsConnector } from "agent-connectors/amazon-ads";
import { describe, expect, test } from "vitest";
import { inspect } from "node:util";
import { auth, open, reply } from "../bench.ts";

async function failureOf(call: Promise<unknown>): Promise<unknown> {
  try {
    return await call;
  } catch (error) {
    return error;
  }
}
const make = (options: object) => () => new AmazonAdsConnector(options as never);

describe("credentials and region", () => {
  test("client_id, client_secret and refresh_token are required", () => {
    expect(make({ auth })).not.toThrow();
    for (const field of Object.keys(auth))
      expect(make({ auth: { ...auth, [field]: undefined } })).toThrow(`${field} is missing`);
  });

  test("a plain token is refused, because this kind of credentials is unavailable for this connector", () => {
    expect(make({ auth: { api_token: "x" } })).toThrow(
      "auth.api_token: the token method is unavailable for this connector.",
    );
  });

  test("the region is one of three addresses, or na, eu or fe; any other region is refused before anything is sent", async () => {
    for (const [region, host] of [
      [undefined, "advertising-api.amazon.com"],
      ["eu", "advertising-api-eu.amazon.com"],
      ["https://advertising-api-fe.amazon.com/", "advertising-api-fe.amazon.com"],
    ] as const) {
      const { ads, sent } = open(undefined, {}, { region });
      await ads.profiles.list();
      expect(sent.map(({ url }) => url.host)).toEqual(["api.amazon.com", host]);
    }
    for (const region of [
      "https://advertising-api.amazon.com.evil.example",
      "http://advertising-api.amazon.com",
      "",
    ])
      expect(make({ auth, config: { region } })).toThrow(
        expect.objectContaining({ code: "region_not_allowed" }),
      );
  });

  test("requests can go to four origins, and files come from Amazon's storage", () => {
    expect(AmazonAdsConnector.origins).toEqual([
      "https://advertising-api.amazon.com",
      "https://advertising-api-eu.amazon.com",
      "https://advertising-api-fe.amazon.com",
      "https://api.amazon.com",
    ]);
    expect(AmazonAdsConnector.fileHosts).toEqual([".amazonaws.com"]);
  });
});

describe("Login with Amazon", () => {
  test("the refresh sends a form; requests contain the new token and the client id", async () => {
    const { ads, sent } = open();
    await ads.profiles.list();
    const [login, call] = sent;
    expect(login!.url.href).toBe("https://api.amazon.com/auth/o2/token");
    expect(login!.headers.get("content-type")).toBe("application/x-www-form-urlencoded");
    expect(Object.fromEntries(new URLSearchParams(login!.body))).toEqual({
      grant_type: "refresh_token",
      ...auth,
    });
    expect(call!.headers.get("authorization")).toBe("Bearer Atza|token-1");
    expect(call!.headers.get("amazon-advertising-api-clientid")).toBe(auth.client_id);
    expect(call!.headers.get("amazon-advertising-api-scope")).toBeNull();
  });

  test("200 concurrent calls with an expired token refresh it exactly once", async () => {
    const { ads, clock, tokens } = open();
    await ads.profiles.list();
    await clock.sleep(3_301_000);
    await Promise.all(Array.from({ length: 200 }, () => ads.profiles.list()));
    expect(tokens()).toHaveLength(2);
  });

  test("200 concurrent 401s for an old token cause exactly one refresh, and every call succeeds", async () => {
    let revoked = false;
    const { ads, clock, tokens } = open(({ url, headers }) =>
      revoked && url.pathname === "/v2/profiles" && headers.get("authorization") === "Bearer Atza|token-1"
        ? reply({ code: "UNAUTHORIZED", details: "Unauthorized" }, 401)
        : undefined,
    );
    await ads.profiles.list();
    await clock.sleep(61_000);
    revoked = true;
    await Promise.all(Array.from({ length: 200 }, () => ads.profiles.list()));
    expect(tokens()).toHaveLength(2);
  });

  test("two 401s in a row are an error, never a loop", async () => {
    const { ads, clock, sent } = open(({ url }) =>
      url.pathname === "/v2/profiles" && clock.now() > start
        ? reply({ code: "UNAUTHORIZED", details: "Unauthorized" }, 401)
        : undefined,
    );
    const start = clock.now();
    await ads.profiles.list();
    await clock.sleep(120_000);
    sent.length = 0;
    await expect(ads.profiles.list()).rejects.toMatchObject({
      code: "credential_rejected",
      retryable: false,
      platform: { status: 401, request_id: "RID1" },
    });
    expect(sent.map(({ url }) => url.pathname)).toEqual(["/v2/profiles", "/auth/o2/token", "/v2/profiles"]);
    // The token is new now, so the connector does not refresh it again.
    sent.length = 0;
    await expect(ads.profiles.list()).rejects.toMatchObject({ code: "credential_rejected" });
    expect(sent.map(({ url }) => url.pathname)).toEqual(["/v2/profiles"]);
  });

  test.each([
    ["invalid_grant", 400, "reauth_required", "revoked, mistyped, or issued to another client_id"],
    ["invalid_client", 401, "credential_rejected", "client_id or client_secret is wrong"],
    ["unauthorized_client", 400, "credential_rejected", "may not use the Amazon Ads API"],
  ])("%s becomes an error that a user can act on", async (error, status, code, words) => {
    const { ads } = open(({ url }) =>
      url.pathname === "/auth/o2/token"
        ? reply({ error, error_description: `something about ${auth.refresh_token}` }, status)
        : undefined,
    );
    const failure = await failureOf(ads.profiles.list());
    expect(failure).toMatchObject({ code, retryable: false, platform: { status, code: error } });
    expect((failure as Error).message).toContain(words);
    expect(inspect(failure, { depth: 10 })).not.toContain(auth.refresh_token);
    expect(await ads.check()).toMatchObject({ status: "unhealthy", error: { code } });
  });

  test("an error contains no secret, even if Amazon's response repeats the secret", async () => {
    const { ads } = open(({ url, headers }) =>
      url.pathname === "/v2/profiles"
        ? reply(
            {
              code: "BAD",
              details: `${headers.get("authorization")} ${auth.client_secret} ${auth.refresh_token}`,
            },
            400,
          )
        : undefined,
    );
    const failure = await failureOf(ads.profiles.list());
    const shown = inspect(failure, { depth: 10 }) + JSON.stringify(failure);
    for (const secret of ["Atza|token-1", auth.client_secret, auth.refresh_token])
      expect(shown).not.toContain(secret);
    expect(shown).toContain("Bearer [secret]");
  });
});

test("check returns the region and the profiles", async () => {
  expect(await open().ads.check()).toEqual({
    status: "healthy",
    identity: {
      region: "na",
      profiles: [{ profileId: "3301829348571624", countryCode: "US", name: "Acme", type: "seller" }],
    },
    consent: { given_at: null, ends_at: null, note: expect.stringContaining("unknown") },
  });
});
