import { agentTools, approvals } from "agent-connectors";
import { memoryStore } from "agent-connectors/store";
import { SlackConnector } from "agent-connectors/slack";
import { expect, test } from "vitest";
import { general, sharedSandbox } from "./shared-world.ts";

// Only a person can allow a tool to write where people of another company read.

const text = "The price is secret";
const input = { entity: "messages", action: "create", params: { channel: general, text } };
const open = () => {
  const sandbox = sharedSandbox();
  const slack = new SlackConnector({ auth: { api_token: sandbox.tokens.bot } }, sandbox.options);
  return { sandbox, slack, plain: () => agentTools(slack, { effects: ["read", "write"] }) };
};

test("a write that nobody was asked about does not reach people of another company", async () => {
  const { sandbox, plain } = open();
  const [tool] = approvals(await plain(), {
    scope: "chat 1",
    store: memoryStore(),
    needsApproval: () => false,
  });
  expect(await tool!.decide(input, { callId: "c1" })).toEqual({ status: "run" });
  for (const options of [{ callId: "c1" }, {}])
    expect(await tool!.call(input, options)).toMatchObject({
      ok: false,
      error: { code: "policy_denied", outcome: "not_started" },
    });
  expect(sandbox.calls().filter(({ method }) => method === "chat.postMessage")).toEqual([]);
});

test.each(["policy", "refuse"] as const)(
  "an approval does not allow what the application forbids for this call with external: %s",
  async (external) => {
    const { sandbox, plain } = open();
    const [tool] = approvals(await plain(), { scope: "chat 1", store: memoryStore() });
    expect(await tool!.decide(input, { callId: "c1" })).toMatchObject({ status: "ask" });
    expect(await tool!.call(input, { callId: "c1", external })).toMatchObject({
      ok: false,
      error: { outcome: "not_started" },
    });
    expect(sandbox.calls().filter(({ method }) => method === "chat.postMessage")).toEqual([]);
  },
);

test("the dry run of a tool says that the call needs an approval; that of an application does not", async () => {
  const { slack, plain } = open();
  const [tool] = await plain();
  const needed = expect.stringContaining("the tool refuses it unless a person approves it") as string;
  const shown = await tool!.call({ ...input, params: { ...input.params, dry_run: true } });
  expect(shown).toMatchObject({ ok: true, meta: { warnings: expect.arrayContaining([needed]) as string[] } });
  const { meta } = await slack.messages.create({ channel: general, text, dry_run: true });
  expect(meta.warnings ?? []).not.toContainEqual(needed);
});
