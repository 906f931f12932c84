import { slackSandbox, type Fault } from "agent-connectors/sandbox";
import { SlackConnector } from "agent-connectors/slack";
import { describe, expect, test } from "vitest";
import { operationNames, type Action } from "../../../../src/core/contract/action.ts";
import { strongest } from "../../../../src/core/contract/effect.ts";
import * as entities from "../../../../src/connectors/slack/entities/index.ts";
import { operations } from "../../../../src/connectors/slack/operations/index.ts";
import type { SlackOperation } from "../../../../src/connectors/slack/operations/method.ts";
import { writeClasses } from "../../../../src/connectors/slack/operations/write-classes.ts";
import { absent, docsOf } from "../../../suites/slack/documentation.ts";

const actions = Object.values(entities).flatMap((entity) => Object.values(entity as Record<string, Action>));
const sentBy = (isRead: boolean) =>
  new Set(actions.filter(({ effect }) => (strongest(effect) === "read") === isRead).flatMap(operationNames));

test("every write has a class and a reason, and no read has a class", () => {
  const reads = sentBy(true);
  const writes = [...sentBy(false)].filter((name) => !reads.has(name));
  expect(writes.filter((name) => !Object.hasOwn(writeClasses, name))).toEqual([]);
  expect(Object.keys(writeClasses).filter((name) => reads.has(name))).toEqual([]);
  for (const { reason } of Object.values(writeClasses)) expect(reason).toMatch(/^[A-Z].*\.$/);
});

const all = Object.entries<SlackOperation>(operations);

test("exactly the repeatable writes have the reason and the source beside them", () => {
  for (const [name, { repeatable, docs }] of all) {
    const known = Object.hasOwn(writeClasses, name) ? writeClasses[name] : undefined;
    expect(repeatable?.reason, name).toBe(known?.class === "repeatable" ? known.reason : undefined);
    if (repeatable) expect(repeatable.source).toBe(docs);
  }
});

test.skipIf(absent)("the codes that end a repetition are documented for their method", () => {
  // The error codes of canvases.delete do not include the code of a canvas that is deleted.
  const undocumented = new Set(["canvases.delete canvas_deleted"]);
  for (const [name, { repeatable }] of all)
    for (const code of repeatable?.done ?? [])
      if (!undocumented.has(`${name} ${code}`))
        expect(Object.keys(docsOf(name).errors ?? {}), name).toContain(code);
});

type Call = readonly [entity: string, action: string, params: Record<string, unknown>];

function open() {
  const sandbox = slackSandbox({ rateLimits: false });
  const slack = new SlackConnector({ auth: { api_token: sandbox.tokens.bot } }, sandbox.options);
  const execute = ([entity, action, params]: Call) => slack.execute(entity as "pins", action as "list", params as never); // prettier-ignore
  const room = (name: string) => sandbox.state().channels.find((channel) => channel.name === name)!;
  const sent = (operation: string) => sandbox.calls().filter(({ method }) => method === operation).length;
  return { sandbox, slack, execute, room, sent };
}
const afterwards: readonly Fault[] = [
  { kind: "reset_after" },
  { kind: "broken" },
  { kind: "http_503", done: true },
  { kind: "not_json", done: true },
  { kind: "ok_false", error: "internal_error", done: true },
];

describe("after a lost response", () => {
  test.each(afterwards)("a repeatable write is sent again: $kind", async (fault) => {
    const { sandbox, slack, room, sent } = open();
    const { id: channel, messages } = room("general");
    const { ts } = messages.at(-1)!;
    sandbox.fail({ ...fault, operation: "reactions.add" });
    const { data, meta } = await slack.reactions.create({ channel, ts, name: "tada" });
    expect(data).toEqual({ channel, ts, name: "tada" });
    expect(meta).toMatchObject({ repeated: expect.stringMatching(/^upstream_/), already: "already_reacted" });
    expect(sent("reactions.add")).toBe(2);
    const { users } = room("general")
      .messages.at(-1)!
      .reactions!.find(({ name }) => name === "tada")!;
    expect(users).toHaveLength(1);
  });

  test("a repeated request that makes the change is not marked as already done", async () => {
    const { sandbox, slack, room } = open();
    const { id: channel, messages } = room("general");
    sandbox.fail({ kind: "reset", operation: "reactions.add" });
    const { meta } = await slack.reactions.create({ channel, ts: messages.at(-1)!.ts, name: "tada" });
    expect(meta).toMatchObject({ repeated: "upstream_unreachable", undo: expect.anything() });
    expect(meta).not.toHaveProperty("already");
  });

  test("a deletion whose repetition finds nothing has succeeded", async () => {
    const { sandbox, slack, room } = open();
    const { id: channel } = room("random");
    const { ts } = (await slack.messages.create({ channel, text: "short-lived" })).data;
    sandbox.fail({ kind: "reset_after", operation: "chat.delete" });
    expect((await slack.messages.delete({ channel, ts })).meta).toMatchObject({
      already: "message_not_found",
      repeated: "upstream_unreachable",
    });
    await expect(slack.messages.delete({ channel, ts })).rejects.toMatchObject({
      code: "not_found",
      outcome: "not_started",
    });
  });

  test("an invitation of one person is repeated, and an invitation of several people is not", async () => {
    const { sandbox, slack, room, sent } = open();
    const { id: channel } = (await slack.channels.create({ name: "new-room" })).data;
    const [one, two, three] = sandbox.state().users.filter(({ is_bot, deleted }) => !is_bot && !deleted).map(({ id }) => id); // prettier-ignore
    const lose = () => sandbox.fail({ kind: "reset_after", operation: "conversations.invite" });
    lose();
    const { meta } = await slack.channel_invites.create({ channel, users: [one!] });
    expect(meta).toMatchObject({ already: "already_in_channel", repeated: "upstream_unreachable" });
    lose();
    await expect(slack.channel_invites.create({ channel, users: [two!, three!] })).rejects.toMatchObject({
      outcome: "unknown",
    });
    expect(sent("conversations.invite")).toBe(3);
    expect(room("new-room").members).toHaveLength(4);
  });

  test("a write that is not repeatable is sent once", async () => {
    const { sandbox, slack, room, sent } = open();
    sandbox.fail({ kind: "reset_after", operation: "chat.meMessage" });
    const { id: channel } = room("general");
    await expect(slack.messages.me({ channel, text: "waves" })).rejects.toMatchObject({ outcome: "unknown" });
    expect(sent("chat.meMessage")).toBe(1);
  });
});

test("a request that is too large for the server was not started", async () => {
  const fetch = async () => new Response("<html>Request Entity Too Large</html>", { status: 413 });
  const slack = new SlackConnector({ auth: { api_token: "xoxb-1" } }, { fetch });
  await expect(slack.messages.me({ channel: "C012AB3CD", text: "waves" })).rejects.toMatchObject({
    code: "upstream_rejected",
    outcome: "not_started",
    retryable: false,
  });
});
