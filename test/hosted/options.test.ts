import { ConnectorError } from "agent-connectors";
import { SlackConnector } from "agent-connectors/slack";
import { afterEach, expect, test, vi } from "vitest";

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
