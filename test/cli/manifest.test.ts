import { expect, test } from "vitest";
import { runHere } from "./run-here.ts";

const scopesIn = (url: string): string[] =>
  (
    JSON.parse(new URL(url.trim()).searchParams.get("manifest_json")!) as {
      oauth_config: { scopes: { bot: string[] } };
    }
  ).oauth_config.scopes.bot;

test("a Slack app that only posts asks for one scope, in words, and the person learns what else there is", async () => {
  const { code, stdout, stderr } = await runHere(["manifest", "slack", "--include", "messages.create"]);
  expect([code, scopesIn(stdout)]).toEqual([0, ["chat:write"]]);
  const [asked, optional] = stderr.split(/^Optional .*--all-scopes.*$/m);
  expect(asked).toBe("Scopes of the bot token:\n  chat:write: Send messages\n");
  expect(optional).toContain("  channels:read: See the names and details of public channels\n");
});

test("--all-scopes asks for the optional scopes too, and offers nothing more", async () => {
  const words = ["manifest", "slack", "--include", "messages.create", "--all-scopes"];
  const { stdout, stderr } = await runHere(words);
  expect(scopesIn(stdout)).toEqual(expect.arrayContaining(["chat:write", "channels:read", "users:read"]));
  expect(stderr).not.toContain("Optional");
  for (const scope of scopesIn(stdout)) expect(stderr).toContain(`  ${scope}: `);
});

test("both tokens have their own scopes, and --json prints only the manifest", async () => {
  const words = ["manifest", "slack", "--include", "emoji.list", "--token", "both", "--json"];
  const { stdout, stderr } = await runHere(words);
  expect(JSON.parse(stdout)).toMatchObject({
    oauth_config: { scopes: { bot: ["emoji:read"], user: ["emoji:read"] } },
  });
  expect(stderr.match(/^Scopes of the \w+ token:$/gm)).toEqual([
    "Scopes of the bot token:",
    "Scopes of the user token:",
  ]);
});
