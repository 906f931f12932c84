import { ConnectorError } from "agent-connectors";
import { SlackConnector } from "agent-connectors/slack";
import { afterEach, expect, test, vi } from "vitest";
import { json, serve } from "../fixtures/server.ts";

const given = {
  external_user_id: "user-1",
  airbyte_client_id: "client",
  airbyte_client_secret: "acs_canary",
  base_url: "http://127.0.0.1:1",
};
const refused = (options: object, code?: object): ConnectorError => {
  try {
    void new SlackConnector(options as never, code as never);
  } catch (error) {
    expect(error).toBeInstanceOf(ConnectorError);
    expect(JSON.stringify(error)).not.toContain("canary");
    return error as ConnectorError;
  }
  throw new Error("was not refused");
};

afterEach(() => vi.unstubAllEnvs());

test.each(["external_user_id", "airbyte_client_id", "airbyte_client_secret"])(
  "%s must be a text that is not empty",
  (name) => {
    for (const value of [undefined, "", null, 5, {}, "a\nb", "x".repeat(9000)])
      expect(refused({ ...given, [name]: value })).toMatchObject({ code: "config_error", path: name });
  },
);

test("without an address, the error names the option and the variable", () => {
  vi.stubEnv("AGENT_CONNECTORS_URL", "");
  const error = refused({ ...given, base_url: undefined });
  expect(error).toMatchObject({ code: "config_error", path: "base_url" });
  expect(error.hint).toContain("AGENT_CONNECTORS_URL");
  vi.stubEnv("AGENT_CONNECTORS_URL", "https://connectors.example");
  expect(() => new SlackConnector({ ...given, base_url: undefined })).not.toThrow();
});

test.each([
  "http://connectors.example",
  "ftp://127.0.0.1",
  "https://user:pw@connectors.example",
  "nonsense",
  "",
  5,
])("base_url %j is refused, because it would receive the secret", (base_url) => {
  vi.stubEnv("AGENT_CONNECTORS_URL", "");
  expect(refused({ ...given, base_url })).toMatchObject({ code: "config_error", path: "base_url" });
});

test("options of both modes, unknown options and endpoint are refused", () => {
  expect(refused({ ...given, auth: { api_token: "xoxb-1" } })).toMatchObject({
    code: "config_error",
    path: "auth",
  });
  expect(refused({ ...given, region: "na" })).toMatchObject({ code: "config_error", path: "region" });
  expect(refused(given, { endpoint: "http://127.0.0.1:2" })).toMatchObject({
    code: "config_error",
    path: "endpoint",
  });
});

test("client_id and client_secret are other names for the same options", async () => {
  const bodies: unknown[] = [];
  await using server = await serve(({ path, body }, response) => {
    if (path.endsWith("/applications/token")) bodies.push(JSON.parse(body));
    json(response, 200, { access_token: "t", token: "t", expires_in: 900, result: [], data: [] });
  });
  const { airbyte_client_id: client_id, airbyte_client_secret: client_secret, ...user } = given;
  const base_url = server.url;
  for (const application of [
    { client_id, client_secret },
    { airbyte_client_id: client_id, client_secret },
    { airbyte_client_id: client_id, airbyte_client_secret: client_secret, client_id, client_secret },
  ])
    await new SlackConnector({
      ...user,
      ...application,
      base_url,
      connector_id: "c1",
    } as never).channels.list();
  expect(bodies).toEqual(Array.from({ length: 3 }, () => ({ client_id, client_secret })));
  expect(refused({ ...given, client_id: "other" })).toMatchObject({
    code: "config_error",
    path: "client_id",
  });
  expect(refused({ ...given, client_secret: "other" })).toMatchObject({ path: "client_secret" });
  expect(refused({ ...user, client_id })).toMatchObject({ path: "airbyte_client_secret" });
  expect(refused({ ...user, client_id, client_secret: "" })).toMatchObject({ path: "client_secret" });
});

test.each([
  [{ auth: given }, "external_user_id"],
  [{ auth: { api_token: "xoxb-canary", base_url: "https://x.example" } }, "base_url"],
  [{ auth: { api_token: "xoxb-canary", connector_id: "c" } }, "connector_id"],
])("options of hosted mode inside auth are told where they belong", (options, name) => {
  expect(refused(options)).toMatchObject({
    code: "credentials_mismatch",
    path: `auth.${name}`,
    message: `auth.${name}: this is an option of hosted mode. Pass the options of hosted mode without auth: { external_user_id, airbyte_client_id, airbyte_client_secret }.`,
  });
});

test("credentials and settings outside of auth and config are told where they belong", () => {
  expect(refused({ api_token: "xoxb-canary" })).toMatchObject({
    code: "config_error",
    path: "api_token",
    message: "api_token is a credential of Slack, and belongs in auth.",
    hint: "Pass { auth: { api_token } }.",
  });
  expect(refused({ client_id: "1", client_secret: "canary", access_token: "xoxb-canary" })).toMatchObject({
    path: "access_token",
    hint: "Pass { auth: { client_id, client_secret, access_token } }.",
  });
  expect(refused({ auth: { api_token: "xoxb-canary" }, team_id: "T1" })).toMatchObject({
    path: "team_id",
    message: "team_id is a setting, and belongs in config.",
    hint: "Pass { config: { team_id } }.",
  });
});

test("a function as auth is for open source mode", async () => {
  const auth = async () => ({ api_token: "xoxb-canary" });
  expect(refused({ ...given, auth })).toMatchObject({ code: "config_error", path: "auth" });
  for (const send of [SlackConnector.create, SlackConnector.update])
    await expect(send.call(SlackConnector, { ...given, auth } as never)).rejects.toMatchObject({
      code: "credentials_mismatch",
      path: "auth",
      message: expect.stringContaining("cannot call a function"),
    });
});
