import { describe, expect, test } from "vitest";
import { defaultLimits } from "../../src/limits/limit-values.ts";
import { readSettings } from "../../src/startup/settings.ts";
import { errorOf } from "../support/errors.ts";

const limitsOf = (environment: Record<string, string>) => ({
  ...defaultLimits,
  ...readSettings([], environment).settings.limits,
});

describe("limits from the environment", () => {
  test("without variables, the defaults apply", () => {
    expect(limitsOf({})).toEqual(defaultLimits);
  });

  test.each([
    ["REQUESTS_PER_MINUTE_USER", "7", { perMinute: { ...defaultLimits.perMinute, workspace: 7 } }],
    ["REQUESTS_PER_MINUTE_APPLICATION", "7", { perMinute: { ...defaultLimits.perMinute, application: 7 } }],
    ["TOKEN_REQUESTS_PER_MINUTE", "7", { perMinute: { ...defaultLimits.perMinute, client: 7 } }],
    ["WRONG_SECRETS_PER_MINUTE", "7", { perMinute: { ...defaultLimits.perMinute, refused: 7 } }],
    ["DEFINITION_UPLOADS_PER_MINUTE", "7", { perMinute: { ...defaultLimits.perMinute, definitions: 7 } }],
    ["OPENID_REQUESTS_PER_MINUTE", "7", { perMinute: { ...defaultLimits.perMinute, openid: 7 } }],
    ["CONCURRENT_CALLS_CONNECTOR", "7", { concurrency: { ...defaultLimits.concurrency, connector: 7 } }],
    ["CONCURRENT_CALLS_USER", "7", { concurrency: { ...defaultLimits.concurrency, workspace: 7 } }],
    ["CONCURRENT_CALLS_ORGANIZATION", "7", { concurrency: { connector: 3, workspace: 3, organization: 7, process: 500 } }], // prettier-ignore
    ["CONCURRENT_CALLS", "9", { concurrency: { connector: 2, workspace: 2, organization: 4, process: 9 } }],
    ["CONCURRENT_UPLOADS_CONNECTOR", "1", { uploads: { ...defaultLimits.uploads, connector: 1 } }],
    ["CONCURRENT_UPLOADS_USER", "1", { uploads: { ...defaultLimits.uploads, workspace: 1 } }],
    ["CONCURRENT_UPLOADS_ORGANIZATION", "3", { uploads: { connector: 1, workspace: 1, organization: 3, process: 8 } }], // prettier-ignore
    ["CONCURRENT_UPLOADS", "20", { uploads: { ...defaultLimits.uploads, process: 20 } }],
    ["CONCURRENT_WEBHOOKS_ENDPOINT", "7", { webhooks: { ...defaultLimits.webhooks, endpoint: 7 } }],
    ["CONCURRENT_WEBHOOKS_ORGANIZATION", "6", { webhooks: { endpoint: 3, organization: 6, process: 100 } }],
    ["CONCURRENT_WEBHOOKS", "12", { webhooks: { endpoint: 3, organization: 6, process: 12 } }],
    ["APPLICATION_TOKEN_SECONDS", "3600", { applicationTokenSeconds: 3600 }],
    ["SCOPED_TOKEN_SECONDS", "3600", { scopedTokenSeconds: 3600 }],
    ["IDEMPOTENCY_SECONDS", "7200", { idempotencySeconds: 7200 }],
    ["AUDIT_DAYS", "30", { auditDays: 30 }],
    ["EXECUTE_TIMEOUT_MS", "1000", { executeTimeoutMs: 1000 }],
  ])("AGENT_CONNECTORS_%s", (name, value, expected) => {
    expect(limitsOf({ [`AGENT_CONNECTORS_${name}`]: value })).toEqual({ ...defaultLimits, ...expected });
  });

  test.each([
    ["REQUESTS_PER_MINUTE_USER", ["0", "-1", "1.5", "many", "1e3", "1000001"], "from 1 to 1000000"],
    ["REQUESTS_PER_MINUTE_APPLICATION", ["0"], "from 1 to 1000000"],
    ["TOKEN_REQUESTS_PER_MINUTE", ["0"], "from 1 to 1000000"],
    ["WRONG_SECRETS_PER_MINUTE", ["0"], "from 1 to 1000000"],
    ["OPENID_REQUESTS_PER_MINUTE", ["0"], "from 1 to 1000000"],
    ["CONCURRENT_CALLS", ["0", "3", "10001"], "from 4 to 10000"],
    // A tenant gets at most half of the places above it, so that others always find room.
    ["CONCURRENT_CALLS_ORGANIZATION", ["0", "251", "500"], "from 1 to 250"],
    ["CONCURRENT_CALLS_CONNECTOR", ["0", "126"], "from 1 to 125"],
    ["CONCURRENT_CALLS_USER", ["0", "126"], "from 1 to 125"],
    ["CONCURRENT_UPLOADS", ["3"], "from 4 to 10000"],
    ["CONCURRENT_UPLOADS_ORGANIZATION", ["5"], "from 1 to 4"],
    ["CONCURRENT_UPLOADS_CONNECTOR", ["3"], "from 1 to 2"],
    ["CONCURRENT_UPLOADS_USER", ["3"], "from 1 to 2"],
    ["CONCURRENT_WEBHOOKS", ["3"], "from 4 to 10000"],
    ["CONCURRENT_WEBHOOKS_ORGANIZATION", ["51"], "from 1 to 50"],
    ["CONCURRENT_WEBHOOKS_ENDPOINT", ["11"], "from 1 to 10"],
    ["APPLICATION_TOKEN_SECONDS", ["59", "86401"], "from 60 to 86400"],
    ["SCOPED_TOKEN_SECONDS", ["59", "86401"], "from 60 to 86400"],
    ["IDEMPOTENCY_SECONDS", ["599", "2592001"], "from 600 to 2592000"],
    ["AUDIT_DAYS", ["0", "3651"], "from 1 to 3650"],
    ["EXECUTE_TIMEOUT_MS", ["0", "300001"], "from 1 to 300000"],
  ])("AGENT_CONNECTORS_%s refuses %j", async (name, values, range) => {
    for (const value of values) {
      const error = await errorOf(() => limitsOf({ [`AGENT_CONNECTORS_${name}`]: value }));
      expect([value, error.code, error.message]).toEqual([
        value,
        "config_error",
        `AGENT_CONNECTORS_${name} must be a whole number ${range}.`,
      ]);
    }
  });
});

describe("the public address", () => {
  const publicUrl = (args: string[], environment: Record<string, string> = {}) =>
    readSettings(args, environment).settings.publicUrl;

  test("comes from the command line, the environment, or the host on loopback", () => {
    const environment = { AGENT_CONNECTORS_PUBLIC_URL: "https://b.example/" };
    expect(publicUrl(["--public-url", "https://a.example"], environment)).toBe("https://a.example");
    expect(publicUrl([], environment)).toBe("https://b.example");
    expect(publicUrl([])).toBe("http://127.0.0.1:8080");
    expect(publicUrl(["--host", "0.0.0.0"])).toBeUndefined();
    expect(publicUrl(["--port", "0"])).toBeUndefined();
  });

  test("must use https, except on loopback", async () => {
    const error = await errorOf(() => publicUrl(["--public-url", "http://a.example"]));
    expect([error.code, error.message]).toEqual([
      "config_error",
      "The public address must use https, or http on loopback.",
    ]);
  });
});

describe("the OpenID provider", () => {
  const provider = (environment: Record<string, string>) => {
    const named = Object.entries(environment).map(([name, value]) => [
      `AGENT_CONNECTORS_OIDC_${name}`,
      value,
    ]);
    return readSettings([], Object.fromEntries(named)).settings.identityProvider;
  };
  const rule = { claim: "groups", value: "ops", roles: ["admin"] };
  const complete = {
    ISSUER: "https://id.example.com",
    CLIENT_ID: "id",
    CLIENT_SECRET: "secret",
    ROLES: JSON.stringify([rule]),
  };

  test("is read from the environment, and absent without an issuer", () => {
    const expected = {
      issuer: "https://id.example.com",
      client_id: "id",
      client_secret: "secret",
      scope: "openid email profile",
      rules: [rule],
      application: undefined,
    };
    expect(provider(complete)).toEqual(expected);
    expect(provider({ ...complete, SCOPE: "openid groups", APPLICATION: "a" })).toEqual({
      ...expected,
      scope: "openid groups",
      application: "a",
    });
    expect(provider({ CLIENT_ID: "id" })).toBeUndefined();
  });

  test.each([
    [
      { ISSUER: "http://id.example.com" },
      "AGENT_CONNECTORS_OIDC_ISSUER must use https, or http on loopback.",
    ],
    [{ ISSUER: "id" }, "AGENT_CONNECTORS_OIDC_ISSUER is not an address of at most 2048 characters."],
    [{ CLIENT_ID: "" }, "AGENT_CONNECTORS_OIDC_ISSUER is set, but AGENT_CONNECTORS_OIDC_CLIENT_ID is not."],
    [{ ROLES: "" }, "AGENT_CONNECTORS_OIDC_ISSUER is set, but AGENT_CONNECTORS_OIDC_ROLES is not."],
    [{ SCOPE: "email" }, "AGENT_CONNECTORS_OIDC_SCOPE does not contain openid."],
    ...[
      "admin",
      "{}",
      JSON.stringify([{ ...rule, roles: [] }]),
      JSON.stringify([{ ...rule, roles: ["root"] }]),
      JSON.stringify([{ ...rule, email_domain: "example.com" }]),
      JSON.stringify([{ email_domain: "@example.com", roles: ["admin"] }]),
      JSON.stringify([{ roles: ["admin"] }]),
    ].map((ROLES): [{ ROLES: string }, string] => [
      { ROLES },
      "AGENT_CONNECTORS_OIDC_ROLES is not a JSON array of rules.",
    ]),
  ])("refuses %j", async (change, message) => {
    const error = await errorOf(() => provider({ ...complete, ...change }));
    expect([error.code, error.message]).toEqual(["config_error", message]);
  });
});

test("the application of /mcp and the private OpenID providers are read from the environment", () => {
  const people = (environment: Record<string, string>) => readSettings([], environment).settings.people;
  expect(people({})).toEqual({ application: undefined, privateOrigins: [] });
  expect(
    people({
      AGENT_CONNECTORS_MCP_APPLICATION: "app",
      AGENT_CONNECTORS_SIGN_IN_PRIVATE_ORIGINS: "http://127.0.0.1:3000, https://id.internal",
    }),
  ).toEqual({ application: "app", privateOrigins: ["http://127.0.0.1:3000", "https://id.internal"] });
});
