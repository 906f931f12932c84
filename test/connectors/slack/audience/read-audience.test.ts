import { agentTools, approvals, type ConnectorOptions, type ToolsOptions } from "agent-connectors";
import { memoryStore } from "agent-connectors/store";
import { slackSandbox, type SlackSandbox } from "agent-connectors/sandbox";
import { SlackConnector } from "agent-connectors/slack";
import { describe, expect, test } from "vitest";
import { counting } from "../servers.ts";
import { acme, general, sharedSandbox, stranger } from "./shared-world.ts";

function open(sandbox: SlackSandbox, code: ConnectorOptions = {}, token = sandbox.tokens.bot) {
  const { fetch, sent } = counting(code.fetch ?? sandbox.fetch);
  const slack = new SlackConnector({ auth: { api_token: token } }, { ...sandbox.options, ...code, fetch });
  return { slack, sent };
}

async function toolOf(slack: SlackConnector, options: ToolsOptions = {}) {
  const [tool] = await agentTools(slack, options);
  const post = (params: object, entity = "messages", action = "create") =>
    tool!.call({ entity, action, params: { text: "Hi", ...params } }, { callId: "c1" });
  return { tool: tool!, post };
}

const town = () =>
  slackSandbox({
    rateLimits: false,
    workspace: {
      users: [
        "Maya",
        { name: "Nora", is_restricted: true },
        { name: "Paul", company: "Acme Corp" },
        { name: "assistant", is_bot: true },
      ],
      channels: ["general", { name: "partners", shared_with: ["Acme Corp"] }],
    },
  });
const idOf = (sandbox: SlackSandbox, name: string) =>
  [...sandbox.state().channels, ...sandbox.state().users].find((one) => one.name === name)!.id;

describe("a dry run", () => {
  test("names the channel, its size, the other companies and the guests, and reads each record once", async () => {
    const sandbox = town();
    const { slack, sent } = open(sandbox);
    const dry = () => slack.messages.create({ channel: "#partners", text: "Hi", dry_run: true });
    const partners = idOf(sandbox, "partners");
    expect(await dry()).toMatchObject({
      data: {
        audience: `#partners (${partners}), 4 people, among them people of Acme Corp (another company) and 1 guest`,
        external: ["Acme Corp"],
        notified: [],
      },
    });
    const first = sent().length;
    await dry();
    const again = sent().slice(first);
    expect(again.filter((method) => /^(users\.list|team\.info|conversations\.list)$/.test(method))).toEqual(
      [],
    );
  });

  test("names a guest and a person of another company in a direct message", async () => {
    const { slack } = open(town());
    const dry = async (channel: string) =>
      (await slack.messages.create({ channel, text: "Hi", dry_run: true })).data;
    expect(await dry("@nora")).toMatchObject({ audience: expect.stringMatching(/^Nora \(U\w+\), a guest$/) });
    expect(await dry("@nora")).not.toHaveProperty("external");
    const paul = await dry("@paul");
    expect(paul).toMatchObject({
      audience: expect.stringMatching(/^Paul \(U\w+\), of (Acme Corp|T\w+) \(another company\)$/),
      external: [expect.any(String)],
      notified: [expect.stringMatching(/^@Paul \(U\w+\)$/)],
    });
  });

  test.each([
    ["the channel", { text: "<!channel>" }, ["everybody in the channel (@channel)"]],
    ["people who are online", { text: "<!here|here>" }, ["everybody in the channel who is online (@here)"]],
    ["the workspace", { text: "<!everyone>" }, ["everybody in the workspace (@everyone)"]],
    ["a person", { markdown_text: "Hi <@U07AB3D8W2M>" }, [/^@.* \(U07AB3D8W2M\)$/]],
    [
      "a mention in a block",
      { blocks: [{ type: "section", text: { type: "mrkdwn", text: "<!here>" } }] },
      ["everybody in the channel who is online (@here)"],
    ],
    [
      "an element of rich text",
      {
        blocks: [
          {
            type: "rich_text",
            elements: [{ type: "rich_text_section", elements: [{ type: "broadcast", range: "channel" }] }],
          },
        ],
      },
      ["everybody in the channel (@channel)"],
    ],
    ["a word in Markdown", { markdown_text: "@here" }, ["everybody in the channel who is online (@here)"]],
    ["nobody", { text: "Hi" }, []],
  ])(
    "says that a post with mentions notifies %s, and without them warns about plain text",
    async (_who, content, expected) => {
      const { slack } = open(slackSandbox({ rateLimits: false }));
      const dry = (mentions: boolean) =>
        slack.messages.create({ channel: general, ...content, mentions, dry_run: true } as never);
      const matching = expected.map((one) => expect.stringMatching(one instanceof RegExp ? one : `^${one.replace(/[()]/g, "\\$&")}$`)); // prettier-ignore
      const { data, meta } = await dry(true);
      expect(data).toMatchObject({ notified: matching });
      expect(meta.warnings ?? []).toEqual([]);
      const without = await dry(false);
      expect(without.data).toMatchObject({ notified: [] });
      const warning = expect.stringMatching(
        /plain text, so nobody is notified\. To notify people, pass mentions: true\.$/,
      );
      expect(without.meta.warnings ?? []).toEqual(expected.length > 0 ? [warning] : []);
    },
  );

  test("does not tell the person who is asked that they can read a file that only the app can read", async () => {
    const { slack } = open(slackSandbox({ rateLimits: false }));
    const { data } = await slack.files.upload({ filename: "a.txt", content: "a", dry_run: true });
    expect(data).toMatchObject({ audience: "only the account that makes the call" });
  });

  test("does not promise that a piece of a stream without mentions notifies people", async () => {
    const { slack } = open(slackSandbox({ rateLimits: false }));
    const place = { channel: general, ts: "1712161829.000300" };
    const piece = { ...place, markdown_text: "Done.", mentions: true, dry_run: true } as const;
    const { data } = await slack.message_streams.append(piece);
    expect(data).toMatchObject({ notified: [expect.stringMatching(/^perhaps /)] });
  });

  test("says that a user group is notified, with its size", async () => {
    const sandbox = slackSandbox({ rateLimits: false });
    const { id, handle, users } = sandbox.state().usergroups[0]!;
    const { data } = await open(sandbox).slack.messages.create({
      channel: general,
      text: `<!subteam^${id}>`,
      mentions: true,
      dry_run: true,
    });
    expect(data).toMatchObject({
      notified: [`the user group @${handle} (${id}, ${users.length} people)`],
    });
  });

  test.each([
    ["a stream", "message_streams", "start", { markdown_text: "<!channel>", mentions: true }, /@channel/],
    ["a reply", "messages", "create", { text: "Hi", thread_ts: "1773151331.000219" }, /follow the thread/],
    ["an invitation", "channel_invites", "create", { users: ["U07AB3D8W2M"] }, /\(U07AB3D8W2M\)$/],
  ])("says whom %s notifies", async (_what, entity, action, params, notified) => {
    const { slack } = open(slackSandbox({ rateLimits: false }));
    const given = { channel: "C07A4DF8GH9", ...params, dry_run: true };
    const { data } = await slack.execute(entity as "messages", action as "create", given as never);
    expect(data).toMatchObject({ notified: [expect.stringMatching(notified)] });
  });
});

describe("the check", () => {
  test("sends no request for a channel that was found by name, listed, or read before", async () => {
    for (const know of [
      async (slack: SlackConnector) => void (await slack.channels.list()),
      async (slack: SlackConnector) => void (await slack.channels.get({ channel: general })),
    ]) {
      const { slack, sent } = open(sharedSandbox());
      await know(slack);
      const before = sent().length;
      const { post } = await toolOf(slack);
      expect(await post({ channel: general })).toMatchObject({ ok: false, error: { code: "policy_denied" } });
      expect(sent().slice(before)).toEqual([]);
    }
    const { slack, sent } = open(sharedSandbox());
    const { post } = await toolOf(slack);
    await post({ channel: "#general" });
    expect(sent()).toEqual(["conversations.list"]);
  });

  test("sends one request for an unknown channel, also for calls at the same time, and another after ten minutes", async () => {
    const sandbox = sharedSandbox();
    const { slack, sent } = open(sandbox);
    const reads = () => sent().filter((method) => method === "conversations.info").length;
    await Promise.all([1, 2, 3].map((n) => slack.messages.create({ channel: general, text: `${n}` })));
    expect(reads()).toBe(1);
    await slack.messages.create({ channel: general, text: "later" });
    expect(reads()).toBe(1);
    sandbox.clock.advance(10 * 60_000);
    await slack.messages.create({ channel: general, text: "much later" });
    expect(reads()).toBe(2);
  });

  test("lets code write, and says who reads it only if people of another company do", async () => {
    const { slack } = open(town());
    const post = async (channel: string) => (await slack.messages.create({ channel, text: "Hi" })).meta;
    expect((await post("#partners")).audience).toMatch(/people of T\w+ \(another company\)$/);
    expect(await post("#general")).not.toHaveProperty("audience");
    expect(await post("#general")).not.toHaveProperty("warnings");
  });

  test("refuses code and approved calls if a policy has external: false", async () => {
    const { slack } = open(town(), { policy: [{ external: true }, { external: false }] });
    const denied = { code: "policy_denied", outcome: "not_started" };
    const message = { channel: "#partners", text: "Hi" };
    await expect(slack.messages.create(message)).rejects.toMatchObject(denied);
    await expect(slack.messages.create({ ...message, dry_run: true })).rejects.toMatchObject(denied);
    const { tool } = await toolOf(slack);
    const [asking] = approvals([tool], { scope: "s", store: memoryStore() });
    const input = { entity: "messages", action: "create", params: message };
    expect(await asking!.decide(input, { callId: "c1" })).toMatchObject({ status: "refuse" });
  });

  test.each([
    ["a workspace of the same organization", { connected_team_ids: [], org_team_ids: ["T0SISTER001"] }, true],
    [
      "a company that has not accepted yet",
      { connected_team_ids: [], pending_connected_team_ids: [acme.id] },
      false,
    ],
  ])("knows a channel that is shared with %s", async (_whom, change, allowed) => {
    const sandbox = slackSandbox({
      rateLimits: false,
      seed: { teams: [acme], channels: [{ id: general, ...change }] },
    });
    const { post } = await toolOf(open(sandbox).slack);
    expect((await post({ channel: general })).ok).toBe(allowed);
  });

  test("allows a channel that the token cannot read, with a warning that external: true removes", async () => {
    const sandbox = sharedSandbox();
    const refuse = () =>
      sandbox.fail({ operation: "conversations.info", kind: "ok_false", error: "missing_scope", times: 1 });
    refuse();
    const { post } = await toolOf(open(sandbox).slack);
    const unknown = `It is unknown who can read ${general}, because the token lacks a scope`;
    for (const _again of [1, 2])
      expect(await post({ channel: general })).toMatchObject({
        ok: true,
        meta: { warnings: [expect.stringContaining(unknown)] },
      });
    refuse();
    const granted = await toolOf(open(sandbox).slack, { external: true });
    expect((await granted.post({ channel: general })) as object).not.toHaveProperty("meta.warnings");
  });

  test("fails a tool's call, and forgets nothing, if Slack does not say who reads it", async () => {
    const sandbox = sharedSandbox();
    sandbox.fail({ operation: "conversations.info", kind: "ok_false", error: "internal_error", times: 9 });
    const { post } = await toolOf(open(sandbox).slack);
    expect(await post({ channel: general })).toMatchObject({ ok: false, error: { outcome: "not_started" } });
    expect(sandbox.calls().map(({ method }) => method)).not.toContain("chat.postMessage");
  });

  test("refuses a group message with a person of another company, and allows one without", async () => {
    const sandbox = town();
    const { slack } = open(sandbox);
    const { post } = await toolOf(slack);
    const ids = (...names: string[]) => names.map((name) => idOf(sandbox, name));
    const outside = (await slack.dms.open({ users: ids("maya", "paul") })).data.id;
    const inside = (await slack.dms.open({ users: ids("maya", "nora") })).data.id;
    expect(await post({ channel: outside })).toMatchObject({ ok: false, error: { code: "policy_denied" } });
    expect(await post({ channel: inside })).toMatchObject({ ok: true });
  });

  test("reads a channel again that the app could not see at first", async () => {
    const sandbox = sharedSandbox();
    const { post } = await toolOf(open(sandbox).slack);
    sandbox.fail({ operation: "conversations.info", kind: "ok_false", error: "channel_not_found", times: 1 });
    sandbox.fail({ operation: "chat.postMessage", kind: "ok_false", error: "channel_not_found", times: 1 });
    expect((await post({ channel: general })).ok).toBe(false);
    expect(await post({ channel: general })).toMatchObject({ ok: false, error: { code: "policy_denied" } });
  });

  test("reads one page of people instead of many single people", async () => {
    const sandbox = slackSandbox({ rateLimits: false });
    const { slack, sent } = open(sandbox);
    const { post } = await toolOf(slack, { include: ["channel_invites.create"] });
    const users = sandbox.state().users.filter(({ is_bot, id }) => !is_bot && id !== "USLACKBOT").map(({ id }) => id); // prettier-ignore
    expect(users.length).toBeGreaterThan(6);
    await post({ channel: general, users, force: true, text: undefined }, "channel_invites");
    expect(sent().filter((method) => method.startsWith("users."))).toEqual(["users.list"]);
  });

  test("notices a person of another company whom the app does not know", async () => {
    const sandbox = sharedSandbox();
    const { post } = await toolOf(open(sandbox).slack);
    expect(await post({ channel: stranger })).toMatchObject({ ok: false, error: { code: "policy_denied" } });
  });
});

test("an approval no longer holds if the channel becomes shared, or if other people would be notified", async () => {
  const sandbox = slackSandbox({ rateLimits: false });
  const [group] = sandbox.state().usergroups;
  const params = { channel: idOf(sandbox, "general"), text: `<!subteam^${group!.id}> Hi`, mentions: true };
  const isShared = (text: string) => text.replaceAll('"is_ext_shared":false', '"is_ext_shared":true');
  const hasGrown = (text: string) => text.replaceAll(/"user_count":"?\d+"?/g, '"user_count":99');
  for (const [change, now] of [
    [isShared, "people outside the company"],
    [hasGrown, `Now: “Notified: the user group @${group!.handle} (${group!.id}, 99 people)`],
  ] as const) {
    let isChanged = false;
    const fetch: typeof globalThis.fetch = async (input, init) => {
      const response = await sandbox.fetch(input, init);
      return isChanged ? new Response(change(await response.text()), response) : response;
    };
    const { tool } = await toolOf(open(sandbox, { fetch }).slack);
    const [asking] = approvals([tool], { scope: "s", store: memoryStore() });
    const input = { entity: "messages", action: "create", params };
    expect(await asking!.decide(input, { callId: "c1" })).toMatchObject({ status: "ask" });
    isChanged = true;
    sandbox.clock.advance(10 * 60_000);
    expect(await asking!.call(input, { callId: "c1" })).toMatchObject({
      ok: false,
      error: { code: "approval_denied", message: expect.stringContaining(now) },
    });
  }
});
