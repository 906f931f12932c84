import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { slackSandbox } from "agent-connectors/sandbox";
import { afterAll, expect, test } from "vitest";
import { drive } from "./helpers.ts";

// The files of an export are listed at https://slack.com/help/articles/220556107. The records have the format of the API.

const profile = (name: string, more: object = {}) => ({
  real_name: name,
  display_name: name.toLowerCase(),
  ...more,
});
const files: Record<string, unknown> = {
  "users.json": [
    {
      id: "U1ANA",
      name: "ana",
      deleted: false,
      is_admin: true,
      tz: "Europe/Lisbon",
      profile: profile("Ana", { title: "CEO", email: "ana@x.example" }),
    },
    { id: "U2BEN", name: "ben", deleted: false, profile: profile("Ben") },
    { id: "U3CI", name: "ci", is_bot: true, profile: profile("CI", { bot_id: "B3CI", api_app_id: "A3CI" }) },
  ],
  "channels.json": [
    {
      id: "C1GEN",
      name: "general",
      created: 1600000000,
      creator: "U1ANA",
      is_archived: false,
      is_general: true,
      members: ["U1ANA", "U2BEN"],
      topic: { value: "News", creator: "U1ANA", last_set: 1600000001 },
      purpose: { value: "", creator: "", last_set: 0 },
      pins: [{ id: "1700000000.000100", type: "C", created: 1700000050, user: "U2BEN", owner: "U1ANA" }],
    },
  ],
  "groups.json": [
    {
      id: "G1SEC",
      name: "secret",
      created: 1600000000,
      creator: "U1ANA",
      is_archived: true,
      members: ["U1ANA"],
    },
  ],
  "mpims.json": [
    {
      id: "G2ALL",
      name: "mpdm-ana--ben--ci-1",
      created: 1600000000,
      creator: "U1ANA",
      members: ["U1ANA", "U2BEN", "U3CI"],
    },
  ],
  "dms.json": [{ id: "D1AB", created: 1600000000, members: ["U1ANA", "U2BEN"] }],
  "integration_logs.json": [],
  "general/2023-11-14.json": [
    {
      type: "message",
      user: "U1ANA",
      text: "Hello <@U2BEN>",
      ts: "1700000000.000100",
      thread_ts: "1700000000.000100",
      reply_count: 9,
      replies: [{ user: "U2BEN", ts: "1700000060.000100" }],
      reply_users: ["U2BEN"],
      user_profile: profile("Ana"),
      reactions: [
        { name: "eyes", users: ["U2BEN"], count: 1 },
        { name: "tent", users: ["U1ANA"], count: 1 },
      ],
      files: [
        {
          id: "F1DOC",
          created: 1699999999,
          name: "plan.pdf",
          title: "Plan",
          mimetype: "application/pdf",
          filetype: "pdf",
          pretty_type: "PDF",
          user: "U1ANA",
          size: 2048,
          mode: "hosted",
          url_private: "https://files.slack.com/files-pri/T1-F1DOC/plan.pdf?t=xoxe-1",
        },
        {
          id: "F2MAIL",
          name: "mail",
          title: "Mail",
          mimetype: "text/html",
          filetype: "email",
          user: "U1ANA",
          size: 5,
          mode: "email",
          subject: "Late order",
        },
        { id: "F3GONE", mode: "hidden_by_limit" },
      ],
    },
    {
      type: "message",
      subtype: "bot_message",
      bot_id: "B9OLD",
      text: "built",
      ts: "1700000030.000100",
      bot_profile: { id: "B9OLD", app_id: "A9OLD", name: "Old CI" },
    },
  ],
  "general/2023-11-15.json": [
    {
      type: "message",
      user: "U2BEN",
      text: "Hi",
      ts: "1700000060.000100",
      thread_ts: "1700000000.000100",
      parent_user_id: "U1ANA",
    },
    {
      type: "message",
      user: "U9EXT",
      text: "From elsewhere",
      ts: "1700000070.000100",
      user_profile: { name: "eva", real_name: "Eva", team: "T9" },
    },
  ],
  "mpdm-ana--ben--ci-1/2023-11-15.json": [
    { type: "message", user: "U1ANA", text: "to all", ts: "1700000080.000100" },
  ],
  "D1AB/2023-11-15.json": [{ type: "message", user: "U1ANA", text: "to ben", ts: "1700000090.000100" }],
};
const texts = Object.fromEntries(
  Object.entries(files).map(([name, content]) => [name, JSON.stringify(content)]),
);

const folder = mkdtempSync(join(tmpdir(), "export-"));
for (const [name, text] of Object.entries(texts)) {
  mkdirSync(dirname(join(folder, name)), { recursive: true });
  writeFileSync(join(folder, name), text);
}
afterAll(() => rmSync(folder, { recursive: true }));

test("a folder, texts and parsed JSON give the same workspace", () => {
  const states = [folder, texts, files].map((given) =>
    slackSandbox({ workspace: { export: given } }).state(),
  );
  expect(states[1]).toEqual(states[0]);
  expect(states[2]).toEqual(states[0]);
});

test("people, channels, threads, reactions, files and pins are those of the export", async () => {
  const { call, sandbox, id } = drive({ workspace: { export: files, name: "Old place", you: "Ben" } });
  const { user: person } = sandbox.tokens;
  expect(await call("auth.test", {}, person)).toMatchObject({ user: "ben", team: "Old place" });
  expect(await call("auth.test")).toMatchObject({ user: "assistant" });
  expect((await call("users.info", { user: "U1ANA" }))["user"]).toMatchObject({
    is_admin: true,
    tz: "Europe/Lisbon",
    profile: { title: "CEO", email: "ana@x.example", display_name: "ana" },
  });
  expect((await call("users.info", { user: "U9EXT" }))["user"]).toMatchObject({
    name: "eva",
    real_name: "Eva",
  });
  expect((await call("bots.info", { bot: "B9OLD" }))["bot"]).toMatchObject({ name: "Old CI" });
  expect(sandbox.state().channels.map(({ name, kind, members }) => [name, kind, members.length])).toEqual([
    ["general", "public_channel", 3],
    ["secret", "private_channel", 2],
    ["mpdm-ana--ben--ci-1", "mpim", 3],
    ["", "im", 2],
  ]);
  const { messages } = await call("conversations.history", { channel: id("general") });
  expect(messages).toMatchObject([
    { user: "U9EXT" },
    { bot_id: "B9OLD", subtype: "bot_message" },
    {
      text: "Hello <@U2BEN>",
      reply_count: 1,
      reply_users: ["U2BEN"],
      pinned_to: ["C1GEN"],
      reactions: [{ name: "eyes" }, { name: "tent" }],
      files: [
        { id: "F1DOC", mode: "hosted", size: 2048, channels: ["C1GEN"] },
        { id: "F2MAIL", mode: "email", subject: "Late order" },
        { id: "F3GONE", mode: "hidden_by_limit" },
      ],
    },
  ]);
  expect(JSON.stringify(messages)).not.toMatch(/xoxe|user_profile/);
  const direct = await call("conversations.history", { channel: "D1AB" }, person);
  expect(direct["messages"]).toMatchObject([{ text: "to ben" }]);
  const group = await call("conversations.history", { channel: "G2ALL" }, person);
  expect(group["messages"]).toMatchObject([{ text: "to all" }]);
  const again = { channel: "C1GEN", timestamp: "1700000000.000100", name: "tent" };
  expect((await call("reactions.add", again)).ok).toBe(true);
});

test("a deleted file of an export leaves only its id", async () => {
  const { call, sandbox } = drive({ workspace: { export: files } });
  expect((await call("files.delete", { file: "F1DOC" }, sandbox.tokens.user)).ok).toBe(true);
  const { messages } = await call("conversations.replies", { channel: "C1GEN", ts: "1700000000.000100" });
  expect((messages as { files: unknown[] }[])[0]!.files[0]).toEqual({ id: "F1DOC", mode: "tombstone" });
});

const without = (name: string, content: unknown) => ({ ...files, [name]: content });
test.each<[Record<string, unknown> | string, string, RegExp]>([
  [{ "channels.json": [] }, "workspace.export", /no file users.json.*Unpack the ZIP/],
  ["/no/such/folder", "workspace.export", /cannot be read \(ENOENT\).*folder that contains users.json/],
  ["", "workspace.export", /path of a folder/],
  [without("users.json", "[{"), 'workspace.export["users.json"]', /is not JSON/],
  [without("users.json", {}), 'workspace.export["users.json"]', /must be a list/],
  [without("users.json", [1]), 'workspace.export["users.json"][0]', /must be an object/],
  [{ "users.json": [] }, 'workspace.export["users.json"]', /at least one person/],
  [without("dms.json", [{ members: [] }]), 'workspace.export["dms.json"][0].id', /must be a text/],
  [
    without("general/2023-11-15.json", [{ text: "x" }]),
    'workspace.export["general/2023-11-15.json"][0].ts',
    /such as/,
  ],
])("a mistake is named: %#", (given, path, text) => {
  let error: { path?: string; code?: string; message: string; hint?: string } | undefined;
  try {
    slackSandbox({ workspace: { export: given } });
  } catch (thrown) {
    error = thrown as typeof error;
  }
  expect(error).toMatchObject({ code: "config_error", path });
  expect(`${error?.message} ${error?.hint}`).toMatch(text);
});
