import { slackSandbox, type SandboxState } from "agent-connectors/sandbox";
import { expect, test } from "vitest";
import { drive } from "./helpers.ts";

test("two sandboxes are equal and share nothing", async () => {
  const [one, other] = [drive(), drive()];
  expect(one.sandbox.state()).toEqual(other.sandbox.state());
  const posted = await one.call("chat.postMessage", { channel: one.id("random"), text: "x" });
  expect(other.sandbox.state()).not.toEqual(one.sandbox.state());
  expect(await other.call("chat.postMessage", { channel: one.id("random"), text: "x" })).toEqual(posted);
  expect(other.sandbox.state()).toEqual(one.sandbox.state());
});

test("every reference in the seed exists", () => {
  const state = slackSandbox().state();
  const ids = new Set([...state.users, ...state.channels, ...state.files].map(({ id }) => id));
  for (const channel of state.channels) {
    for (const member of channel.members) expect(ids).toContain(member);
    const stamps = channel.messages.map(({ ts }) => ts);
    expect(new Set(stamps).size, channel.name).toBe(stamps.length);
    expect(stamps, channel.name).toEqual([...stamps].sort());
    for (const message of channel.messages) {
      if (message.user) expect(ids).toContain(message.user);
      if (message.thread_ts) expect(stamps).toContain(message.thread_ts);
      for (const file of message.files ?? []) expect(ids).toContain(file["id"]);
      for (const [, mentioned] of message.text.matchAll(/<[@#]([A-Z0-9]+)/g))
        expect(ids).toContain(mentioned);
    }
    for (const pin of channel.pins) expect(stamps).toContain(pin.ts);
  }
  for (const file of state.files) {
    for (const [channel, stamps] of Object.entries(file.shares)) {
      for (const ts of stamps) expect(find(state, channel, ts)?.files).toEqual([{ id: file.id }]);
    }
  }
});

const find = (state: SandboxState, channel: string, ts: string) =>
  state.channels.find(({ id }) => id === channel)?.messages.find((message) => message.ts === ts);

test("some messages have their text only in blocks, some only in attachments", () => {
  const empty = slackSandbox()
    .state()
    .channels.flatMap(({ messages }) => messages)
    .filter(({ text }) => text === "");
  expect(empty.some(({ blocks, attachments }) => blocks && !attachments)).toBe(true);
  expect(empty.some(({ blocks, attachments }) => !blocks && attachments)).toBe(true);
});

test("a seed changes the records that it names, and adds new ones", async () => {
  const { call, sandbox, id } = drive({
    seed: {
      team: { name: "Owl Post" },
      users: [
        { id: "U07AB3D8W2M", name: "minerva" },
        { id: "U0NEW", name: "hedwig", real_name: "Hedwig" },
      ],
      channels: [
        { id: "C07A2RT4YU5", name: "owlery" },
        {
          id: "C0NEW",
          name: "nest",
          kind: "public_channel",
          creator: "U0NEW",
          created: 1_770_000_000,
          members: ["U0NEW"],
        },
      ],
      messages: { C0NEW: [{ type: "message", user: "U0NEW", text: "Hoot", ts: "1770000001.000100" }] },
      tokens: { "xoxp-sandbox-hedwig": { kind: "user", user: "U0NEW", scopes: ["channels:history"] } },
    },
  });
  expect(await call("auth.test", {}, sandbox.tokens.user)).toMatchObject({
    team: "Owl Post",
    user: "minerva",
  });
  expect(sandbox.state().users.find(({ name }) => name === "minerva")?.real_name).toBe("Maya Chen");
  expect(id("owlery")).toBe("C07A2RT4YU5");
  const history = await call("conversations.history", { channel: "C0NEW" }, "xoxp-sandbox-hedwig");
  expect(history["messages"]).toMatchObject([{ text: "Hoot" }]);
});

test("state is a copy, and plain data", () => {
  const sandbox = slackSandbox();
  const state = sandbox.state();
  expect(JSON.parse(JSON.stringify(state))).toEqual(state);
  state.users.length = 0;
  expect(sandbox.state().users.length).toBeGreaterThan(10);
});
