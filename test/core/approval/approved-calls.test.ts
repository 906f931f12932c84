import {
  approvals,
  ConnectorError,
  type AgentTool,
  type CallOptions,
  type ResolvedCall,
} from "agent-connectors";
import { memoryStore } from "agent-connectors/store";
import type { CallPreview } from "agent-connectors/adapter";
import { expect, test } from "vitest";

type Input = Partial<ResolvedCall>;

/** Returns a tool that records the options of its dry runs and of its runs. */
function openMail({
  scope = "chat 1",
  preview,
}: { scope?: string | ((context: unknown) => string); preview?: () => CallPreview } = {}) {
  // prettier-ignore
  const shown: CallOptions[] = [];
  const ran: CallOptions[] = [];
  const own: AgentTool = {
    name: "mail",
    description: "Sends mails.",
    inputSchema: {},
    effects: ["write"],
    plan: (input) => ({
      resolved: {
        entity: "mails",
        action: "send",
        params: { to: "a" },
        effect: "write",
        ...(input as Input),
      },
      async preview(options = {}) {
        shown.push(options);
        const { effect, params } = { effect: "write", params: { to: "a" }, ...(input as Input) };
        return (
          preview?.() ?? { title: "Mail", description: "", result: { data: { effect, params }, meta: {} } }
        );
      },
      async run(options = {}) {
        ran.push(options);
        return { ok: true, data: ran.length, meta: {}, text: "{}" };
      },
    }),
    call: (input, options) => own.plan(input).run(options),
  };
  const [tool] = approvals([own], { scope, store: memoryStore() });
  return { tool: tool!, shown, ran };
}

test("the dry runs and the run of a call get the options of the call", async () => {
  const { tool, shown, ran } = openMail();
  const { signal } = new AbortController();
  const options = { callId: "c1", context: { user: "U1" }, signal, idempotencyKey: "own-key" };
  expect(await tool.decide({}, options)).toMatchObject({ status: "ask" });
  expect(await tool.call({}, options)).toMatchObject({ ok: true });
  expect(shown).toHaveLength(2);
  for (const got of [...shown, ...ran]) expect(got).toMatchObject(options);
});

test("an approval counts for exactly one entity, action and params", async () => {
  const asked = { entity: "mails", action: "send", params: { to: "a", text: "b" } };
  for (const other of [
    { entity: "drafts" },
    { action: "delete" },
    { params: { to: "a" } },
    { params: { to: "b", text: "a" } },
  ]) {
    // prettier-ignore
    const { tool, ran } = openMail();
    expect(await tool.decide(asked, { callId: "c1" })).toMatchObject({ status: "ask" });
    expect(await tool.call({ ...asked, ...other }, { callId: "c1" })).toMatchObject({
      ok: false,
      error: { code: "approval_denied" },
    });
    expect(ran).toEqual([]);
  }
});

test("an approval counts for one call of one conversation, whatever their ids are", async () => {
  const { tool, ran } = openMail({ scope: String });
  await tool.decide({}, { context: "chat 1", callId: "2" });
  for (const [context, callId] of [
    ["chat 12", ""],
    ["chat ", "12"],
    ["chat", " 12"],
    ["chat 1", "22"],
    ["2", "chat 1"],
  ])
    // prettier-ignore
    expect(await tool.call({}, { context, callId })).toMatchObject({
      ok: false,
      error: { code: "approval_denied" },
    });
  expect(ran).toEqual([]);
  expect(await tool.call({}, { context: "chat 1", callId: "2" })).toMatchObject({ ok: true });
});

test("the refusal of a call that cannot run has the hint of the error, and a later question has it too", async () => {
  const { tool, ran } = openMail({
    preview: () => {
      throw new ConnectorError("not_found", "There is no mail 7.", { hint: "List the mails." });
    },
  });
  for (let times = 0; times < 2; times++)
    expect(await tool.decide({}, { callId: "c1" })).toEqual({
      status: "refuse",
      reason: "There is no mail 7. List the mails.",
    });
  expect(await tool.call({}, { callId: "c1" })).toMatchObject({
    ok: false,
    error: { code: "not_found", hint: "List the mails." },
  });
  expect(ran).toEqual([]);
});
