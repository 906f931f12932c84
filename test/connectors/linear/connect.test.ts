import { memoryStore } from "agent-connectors/store";
import { afterAll, beforeAll, expect, test } from "vitest";
import { LinearConnector } from "../../../src/connectors/linear/index.ts";
import {
  application,
  linearPlatform,
  type LinearPlatform,
  redirectUri,
} from "../../suites/linear/platform.ts";

let platform: LinearPlatform;
beforeAll(async () => {
  platform = await linearPlatform();
});
afterAll(async () => {
  await platform.close();
});

test("a person is asked at Linear's address, with PKCE and the scopes of the actions", async () => {
  const scopes = await LinearConnector.scopes();
  const { url } = await LinearConnector.startConnect({ application, redirectUri, scopes });
  const { origin, pathname, searchParams } = new URL(url);
  expect(origin + pathname).toBe("https://linear.app/oauth/authorize");
  expect(searchParams.get("scope")!.split(",").toSorted()).toEqual(["read", "write"]);
  expect(searchParams.get("code_challenge_method")).toBe("S256");
});

/** Chooses the first person on the consent page of the emulator. Returns the address to which the person is sent. */
async function agree(url: string): Promise<string> {
  const html = await (await fetch(url)).text();
  const form = new URLSearchParams();
  for (const [, name, value] of html.split("</form>")[0]!.matchAll(/name="([^"]*)" value="([^"]*)"/g))
    form.set(name!, value!.replaceAll("&amp;", "&"));
  const response = await fetch(new URL("/oauth/authorize/callback", url), { method: "POST", body: form, redirect: "manual" }); // prettier-ignore
  return response.headers.get("location")!;
}

test("the emulator's consent gives a refresh token, which is replaced at each use", async () => {
  const code = { fetch: platform.fetch, endpoint: platform.url, store: memoryStore() };
  const scopes = await LinearConnector.scopes();
  const { url, pending } = await LinearConnector.startConnect({ application, redirectUri, scopes }, code);
  const callback = await agree(url);
  const [granted] = await LinearConnector.finishConnect({ application, pending, callback }, code);
  expect(granted).toMatchObject({
    auth: { ...application, refresh_token: expect.stringMatching(/^lin_refresh_/) },
    token: "user",
    scopes: ["read", "write"],
    accounts: [{ check: { status: "healthy" } }],
  });
  // Linear gives a new refresh token each time, also for the check. The store keeps the newest one.
  const linear = new LinearConnector({ auth: granted!.auth }, code);
  expect(await linear.check()).toMatchObject({ status: "healthy", identity: { name: "Admin User" } });
  const again = LinearConnector.finishConnect({ application, pending, callback }, code);
  await expect(again).rejects.toMatchObject({ code: "connect_invalid" });
});
