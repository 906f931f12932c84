import { ConnectorError } from "agent-connectors";
import { AmazonAdsConnector } from "agent-connectors/amazon-ads";
import { amazonAdsSandbox, slackSandbox } from "agent-connectors/sandbox";
import { SlackConnector } from "agent-connectors/slack";
import { expect, test, vi } from "vitest";
import { checkCredentials, sealedRow } from "../../src/credentials/new-credentials.ts";
import { associatedDataOf, createSealer } from "../../src/credentials/sealing.ts";
import { createConnectorTypes, type RunnableConnector } from "../../src/platforms/connector-types.ts";
import { errorOf } from "../support/errors.ts";
import { ringOf } from "../support/keys.ts";

const slackPlatform = slackSandbox({ rateLimits: false });
const adsPlatform = amazonAdsSandbox({ rateLimits: false });
const types = createConnectorTypes(
  [
    { connector: SlackConnector, code: slackPlatform.options },
    { connector: AmazonAdsConnector, code: adsPlatform.options },
  ],
  () => fetch,
);
const slack = types.find("slack", "");
const ads = types.find("amazon-ads", "");
const adsCredentials = { client_id: "a", client_secret: "b", refresh_token: "c" };

test("the stored form is the form with exactly the given fields", async () => {
  const token = { api_token: "xoxb-1" };
  expect(await checkCredentials(slack, token)).toEqual({
    type: slack,
    form: "token",
    credentials: token,
    config: {},
  });
  const oauth = { client_id: "1", client_secret: "2", access_token: "xoxb-3" };
  expect((await checkCredentials(slack, oauth)).form).toBe("oauth");
  const rotating = { ...oauth, access_token: "xoxe.xoxb-3", refresh_token: "xoxe-4" };
  expect((await checkCredentials(slack, rotating)).form).not.toBe("oauth");
  expect((await checkCredentials(ads, adsCredentials)).form).toBe("oauth");
});

test("a form with more, fewer or other fields does not match", async () => {
  const auth = {
    two: { x: {}, y: {} },
    other: { x: {}, z: {} },
    one: { x: {} },
    more: { v: {}, w: { optional: true } },
  };
  const type = { ...slack, open: () => ({}), connector: { ...slack.connector, auth } } as never;
  const form = async (...names: string[]) =>
    (await checkCredentials(type, Object.fromEntries(names.map((name) => [name, "v"])))).form;
  expect([await form("x", "y"), await form("z", "x"), await form("x"), await form("y")]).toEqual([
    "two",
    "other",
    "one",
    "none",
  ]);
  // An optional field can be left out.
  expect([await form("v"), await form("v", "w"), await form("w")]).toEqual(["more", "more", "none"]);
});

test("a platform without credentials has the form none", async () => {
  const open = () => ({}) as RunnableConnector;
  const type = { ...slack, open, connector: { ...slack.connector, auth: {} } as never };
  expect((await checkCredentials(type, {})).form).toBe("none");
});

test("config values are stored in the connector's own spelling", async () => {
  const config = async (region: unknown) => (await checkCredentials(ads, adsCredentials, { region })).config;
  const eu = "https://advertising-api-eu.amazon.com";
  expect([await config("eu"), await config("EU"), await config(eu)]).toEqual([
    { region: eu },
    { region: eu },
    { region: eu },
  ]);
});

test("a setting without aliases is stored as it was sent", async () => {
  const connector = { ...slack.connector, config: { subdomain: { description: "The first part." } } };
  const type = { ...slack, open: () => ({}), connector } as never;
  const { config } = await checkCredentials(type, { api_token: "x" }, { subdomain: "acme" });
  expect(config).toEqual({ subdomain: "acme" });
});

test("the connector is opened with the config, and without a policy", async () => {
  const opened: unknown[] = [];
  const type = { ...slack, open: (...given: unknown[]) => (opened.push(given), {} as RunnableConnector) };
  const { config } = await checkCredentials(type as never, { api_token: "x" }, { number: 7 });
  expect(opened).toEqual([[{ api_token: "x" }, { number: 7 }, { policies: [], store: expect.anything() }]]);
  // A config variable that the connector does not list is stored unchanged, as text.
  expect(config).toEqual({ number: "7" });
});

test("without validate, nothing is sent to the platform", async () => {
  const before = slackPlatform.calls().length;
  const { credentials } = await checkCredentials(slack, { api_token: slackPlatform.tokens.revoked });
  expect([credentials, slackPlatform.calls().length]).toEqual([
    { api_token: slackPlatform.tokens.revoked },
    before,
  ]);
});

test("validate checks the credentials with the platform, and returns the platform's error", async () => {
  const before = slackPlatform.calls().length;
  await checkCredentials(slack, { api_token: slackPlatform.tokens.bot }, {}, { validate: true });
  expect(slackPlatform.calls().length).toBe(before + 1);
  expect(
    await errorOf(() =>
      checkCredentials(slack, { api_token: slackPlatform.tokens.revoked }, {}, { validate: true }),
    ),
  ).toMatchObject({ code: "credential_rejected", message: expect.stringContaining("Slack auth.test") });
});

test("validate waits half a minute for the platform, and accepts unhealthy credentials if there is no error", async () => {
  const checked: { signal: AbortSignal }[] = [];
  const answers = [{ status: "unhealthy" }, { status: "healthy", error: { code: "internal", message: "x" } }];
  const type = {
    ...slack,
    open: () => ({ check: async (given: { signal: AbortSignal }) => (checked.push(given), answers.shift()) }),
  };
  const timeout = vi.spyOn(AbortSignal, "timeout");
  for (const _ of [1, 2]) await checkCredentials(type as never, { api_token: "x" }, {}, { validate: true });
  expect(timeout.mock.calls).toEqual([[30_000], [30_000]]);
  timeout.mockRestore();
  for (const { signal } of checked) expect(signal.aborted).toBe(false);
  expect(checked).toHaveLength(2);
});

test.each([{}, { api_token: "" }])(
  "the error of %j has no advice about environment variables",
  async (given) => {
    const { hint } = await errorOf(() => checkCredentials(slack, given));
    expect(hint ?? "").not.toMatch(/environment/);
  },
);

/** Returns a connector type whose `open` throws this error. */
const refusing = (error: unknown) =>
  ({
    ...slack,
    open: () => {
      throw error;
    },
  }) as never;

test.each([
  [
    new ConnectorError("credentials_mismatch", "auth: api_token is missing.", {
      path: "auth.api_token",
      hint: "Slack takes { api_token }. Check that the environment variable for it is set.",
    }),
    {
      code: "credentials_mismatch",
      message: "Credentials do not match any auth scheme. credentials: api_token is missing.",
      path: "credentials.api_token",
      hint: "Slack takes { api_token }.",
    },
  ],
  [
    new ConnectorError("credentials_mismatch", "auth must be an object.", { path: "auth" }),
    {
      code: "credentials_mismatch",
      message: "Credentials do not match any auth scheme. credentials must be an object.",
      path: "credentials",
    },
  ],
  [
    new ConnectorError("config_error", "config.region is unknown; config must be an object.", {
      path: "config.region",
    }),
    {
      code: "validation_error",
      message: "environment.region is unknown; environment must be an object.",
      path: "environment.region",
    },
  ],
  [
    new ConnectorError("region_not_allowed", "config.region: no such auth.x", {
      path: "config.region",
      issues: [],
    }),
    { code: "region_not_allowed", message: "environment.region: no such credentials.x", issues: [] },
  ],
  [
    new ConnectorError("credential_rejected", "Slack auth.test failed with token_revoked."),
    { code: "credential_rejected", message: "Slack auth.test failed with token_revoked." },
  ],
  [
    new ConnectorError("config_error", "authority: auth.x", { path: "authority" }),
    { code: "validation_error", message: "authority: auth.x", path: "authority" },
  ],
  [
    new ConnectorError("config_error", "auth: x", { path: "params.auth" }),
    { code: "validation_error", message: "auth: x", path: "params.auth" },
  ],
  [
    new ConnectorError("config_error", "config: x", { path: "params.config" }),
    { code: "validation_error", message: "config: x", path: "params.config" },
  ],
])("an error of the connector gets the field names of the request: %s", async (thrown, expected) => {
  const error = await errorOf(() => checkCredentials(refusing(thrown), {}));
  expect(error).toMatchObject(expected);
  expect(Object.hasOwn(error, "path")).toBe(thrown.path !== undefined);
  expect(Object.hasOwn(error, "hint")).toBe(thrown.hint !== undefined);
});

test("an error that is not a ConnectorError is thrown unchanged", async () => {
  const fault = new TypeError("fault");
  await expect(checkCredentials(refusing(fault), {})).rejects.toBe(fault);
});

test("the row of a new connector contains credentials that can be decrypted only for this row", async () => {
  const sealer = createSealer(ringOf({ k1: 1 }));
  const credentials = { api_token: "xoxb-1" };
  const checked = { type: slack, form: "token", credentials, config: { region: "eu" } };
  const row = sealedRow(checked, sealer, {
    id: "c1",
    credential_id: "secret id",
    organization_id: "o1",
    workspace_id: "w1",
    name: "Mine",
    now: 1000,
  });
  const { credentials: sealed, ...others } = row;
  expect(JSON.parse(sealer.open(sealed, associatedDataOf(row)))).toEqual(credentials);
  expect(others).toEqual({
    id: "c1",
    account: null,
    connected_at: null,
    credential_id: "secret id",
    organization_id: "o1",
    workspace_id: "w1",
    name: "Mine",
    type: "slack",
    config: '{"region":"eu"}',
    credentials_version: 1,
    key_id: "k1",
    form: "token",
    fingerprint: sealer.fingerprint(JSON.stringify(credentials)),
    status: "active",
    last_error_code: null,
    last_used_at: null,
    created_at: 1000,
    updated_at: 1000,
  });
});
