import { SlackConnector } from "agent-connectors/slack";
import { slackSandbox } from "agent-connectors/sandbox";
import { memoryStore } from "agent-connectors/store";
import { expect, test } from "vitest";

const sandbox = slackSandbox();
const channel = sandbox.state().channels[0]!.id;
const posts = () => sandbox.calls().filter(({ method }) => method === "chat.postMessage").length;
const open = async (store = memoryStore()) =>
  new SlackConnector({ auth: { api_token: sandbox.tokens.bot } }, { ...sandbox.options, store }).tool();
const post = (params: object = {}) => ({
  entity: "messages",
  action: "create",
  params: { channel, text: "Hi", ...params },
});
const step = { callId: "call_1", context: { run: "run-1" } };

test("another process with the same store does not repeat a write of a run, also if it writes the arguments in another order", async () => {
  const store = memoryStore();
  const before = posts();
  const first = await (await open(store)).call(post(), step);
  const { params, ...call } = post();
  const turned = Object.fromEntries(Object.entries(params).toReversed());
  const again = await (await open(store)).call({ params: turned, ...call }, step);
  expect([first.ok, again.ok && again.data]).toEqual([true, first.ok && first.data]);
  expect(posts() - before).toBe(1);
});

test("a dry run of a step does not stand for the write", async () => {
  const tool = await open();
  const before = posts();
  expect((await tool.call(post({ dry_run: true }), step)).ok).toBe(true);
  expect(posts() - before).toBe(0);
  expect((await tool.call(post(), step)).ok).toBe(true);
  expect(posts() - before).toBe(1);
});

test("a read of a step is always fresh", async () => {
  const tool = await open();
  const read = () =>
    tool.call({ entity: "channel_messages", action: "list", params: { channel, limit: 1 } }, step);
  const before = await read();
  await tool.call(post({ text: "newer" }), { ...step, callId: "call_2" });
  expect((await read()).text).not.toBe(before.text);
});

test("a key that the caller gives takes the place of the run", async () => {
  const tool = await open();
  const before = posts();
  for (const idempotencyKey of ["a", "b", "a"]) await tool.call(post(), { ...step, idempotencyKey });
  expect(posts() - before).toBe(2);
});

test("a step that the platform has refused runs when it is repeated, and a step whose answer was lost does not", async () => {
  const tool = await open();
  const before = posts();
  sandbox.fail({ operation: "chat.postMessage", kind: "ok_false", error: "is_archived" });
  expect((await tool.call(post(), step)).ok).toBe(false);
  expect((await tool.call(post(), step)).ok).toBe(true);
  expect(posts() - before).toBe(2);
  const reminder = {
    entity: "reminders",
    action: "create",
    params: { text: "Tea", time: "2026-12-24T10:00:00Z" },
  };
  const user = await new SlackConnector({ auth: { api_token: sandbox.tokens.user } }, sandbox.options).tool({
    include: ["reminders.create"],
  });
  sandbox.fail({ operation: "reminders.add", kind: "reset_after" });
  const lost = await user.call(reminder, { ...step, callId: "call_3" });
  const again = await user.call(reminder, { ...step, callId: "call_3" });
  expect([lost, again]).toMatchObject([{ error: { outcome: "unknown" } }, { error: { outcome: "unknown" } }]);
  expect(sandbox.calls().filter(({ method }) => method === "reminders.add")).toHaveLength(1);
});
