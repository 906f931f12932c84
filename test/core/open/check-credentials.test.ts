import { describe, expect, test } from "vitest";
import { readCredentials } from "../../../src/core/open/check-credentials.ts";
import { ConnectorError } from "../../../src/core/ground/errors.ts";

const forms = {
  key: { api_key: { description: "key", accepts: { pattern: /^ak-/, says: "an API key (ak-...)" } } },
  oauth: { client_id: { description: "id" }, client_secret: { description: "secret" } },
};
function refused(auth: unknown): ConnectorError {
  try {
    readCredentials("Acme", forms, auth);
  } catch (error) {
    if (ConnectorError.is(error)) return error;
    throw error;
  }
  throw new Error("was taken");
}
const throws = { get api_key() { throw new Error("ak-canary"); } }; // prettier-ignore
const { proxy, revoke } = Proxy.revocable({}, {});
revoke();

test("one complete kind of credentials is accepted", () => {
  expect(readCredentials("Acme", forms, { api_key: "ak-1", client_id: undefined })).toEqual({
    api_key: "ak-1",
  });
  expect(readCredentials("Acme", forms, { client_id: "i", client_secret: "s" })).toEqual({ client_id: "i", client_secret: "s" }); // prettier-ignore
});

describe("anything else is refused, and the error shows the path and the accepted fields, but not the value", () => {
  test.for<[string, unknown, string]>([
    ["nothing", undefined, "auth"],
    ["null", null, "auth"],
    ["the token itself", "ak-canary", "auth"],
    ["an array", ["ak-canary"], "auth"],
    ["a Map", new Map([["api_key", "ak-canary"]]), "auth"],
    ["a getter that throws", throws, "auth"],
    ["a revoked proxy", proxy, "auth"],
    ["an empty object", {}, "auth.api_key"],
    ["an unset variable", { api_key: undefined }, "auth.api_key"],
    ["half a form", { client_id: "canary" }, "auth.client_secret"],
    ["two forms", { api_key: "ak-canary", client_id: "x", client_secret: "canary" }, "auth.api_key"],
    ["an extra field", { api_key: "ak-canary", region: "eu" }, "auth.region"],
    ["the token as a name", { api_key: "ak-1", "ak-canary": "" }, "auth.(not a valid name)"],
    ["a hundred thousand extra fields", Object.fromEntries(Array.from({ length: 1e5 }, (_, i) => [`f${i}`, "canary"])), "auth.api_key"], // prettier-ignore
    ["an empty value", { api_key: "" }, "auth.api_key"],
    ["a number", { api_key: 5 }, "auth.api_key"],
    ["an object", { api_key: { toString: () => "ak-canary" } }, "auth.api_key"],
    ["another kind of token", { api_key: "sk-canary" }, "auth.api_key"],
    ["a line break", { api_key: "ak-canary\n" }, "auth.api_key"],
    ["a header in the value", { api_key: "ak-canary\r\nx: y" }, "auth.api_key"],
    ["an unpaired surrogate", { api_key: "ak-canary\ud800" }, "auth.api_key"],
    ["a megabyte", { api_key: `ak-canary${"x".repeat(1e6)}` }, "auth.api_key"],
    ["__proto__ by JSON", JSON.parse('{"api_key": "ak-1", "__proto__": {"canary": 1}}'), "auth.__proto__"],
  ])("%s", ([, auth, path]) => {
    const error = refused(auth);
    expect(error).toMatchObject({ code: "credentials_mismatch", path });
    expect(error.hint).toBeTruthy();
    expect(JSON.stringify(error) + error.stack).not.toContain("canary");
    expect(error.message.length).toBeLessThan(300);
  });
});
