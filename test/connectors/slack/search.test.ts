import { slackSandbox } from "agent-connectors/sandbox";
import { SlackConnector } from "agent-connectors/slack";
import { describe, expect, test } from "vitest";

// Slack has two searches; which one a token may use is told by its scopes.

function open(kind: "bot" | "user", scopes: readonly string[]) {
  const token = kind === "bot" ? "xoxb-searcher" : "xoxp-searcher";
  const usual = slackSandbox();
  const user = usual
    .state()
    .users.find((one) => Boolean(one.is_bot) === (kind === "bot") && !one.deleted)!.id;
  const sandbox = slackSandbox({ seed: { tokens: { [token]: { kind, user, scopes: [...scopes] } } } });
  const slack = new SlackConnector({ auth: { api_token: token } }, sandbox.options);
  const sent = () => sandbox.calls().map(({ method }) => method);
  return { slack, sent, sandbox };
}
const search = ({ slack }: ReturnType<typeof open>, more: object = {}) =>
  slack.search.messages({ query: "release", ...more });

describe("which search", () => {
  test("the newer one where a person's token may; in every kind of channel that it may", async () => {
    const scene = open("user", ["search:read.public", "search:read.im", "search:read"]);
    const { data } = await search(scene);
    expect(data.length).toBeGreaterThan(0);
    for (const match of data)
      expect(match).toMatchObject({
        ts: expect.any(String),
        text: expect.any(String),
        channel: { id: expect.any(String) },
      });
    expect(scene.sent()).toEqual(["auth.test", "assistant.search.context"]);
    expect(scene.sandbox.calls()[1]?.args).toMatchObject({ channel_types: "public_channel,im", limit: "20" });
  });

  test("the older one where it has that scope only; both give the same records", async () => {
    const older = open("user", ["search:read"]);
    const newer = open("user", [
      "search:read.public",
      "search:read.private",
      "search:read.im",
      "search:read.mpim",
    ]);
    const found = async (scene: ReturnType<typeof open>) =>
      (await search(scene, { sort: "timestamp", limit: 5 })).data.map(({ ts, text, user }) => ({
        ts,
        text,
        user,
      }));
    expect(await found(older)).toEqual(await found(newer));
    expect(older.sent()).toEqual(["auth.test", "search.messages"]);
  });

  test("a bot with the action_token of an event", async () => {
    const scene = open("bot", ["search:read.public"]);
    await search(scene, { action_token: "4711.1773333000.5a7d9e210c0b" });
    expect(scene.sent()).toEqual(["auth.test", "assistant.search.context"]);
  });

  test.each([
    ["bot", ["search:read.public"], /action_token/],
    ["bot", ["chat:write"], /user token/],
    ["user", ["chat:write"], /search:read\.public/],
  ] as const)("a %s with %s is told what is missing; nothing is searched", async (kind, scopes, hint) => {
    const scene = open(kind, scopes);
    await expect(search(scene)).rejects.toMatchObject({
      code: "credential_insufficient_scope",
      hint: expect.stringMatching(hint),
      needed: ["search:read.public"],
      provided: [...scopes],
      outcome: "not_started",
    });
    expect(scene.sent()).toEqual(["auth.test"]);
  });

  test("auth.test is asked once", async () => {
    const scene = open("user", ["search:read"]);
    await search(scene);
    await search(scene);
    expect(scene.sent()).toEqual(["auth.test", "search.messages", "search.messages"]);
  });
});
