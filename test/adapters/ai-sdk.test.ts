import { aiSdkTools, toolApproval } from "agent-connectors/ai-sdk";
import { agentTools, approvals, fullResult, type ToolResult } from "agent-connectors";
import { memoryStore } from "agent-connectors/store";
import type { CompactResult } from "agent-connectors/adapter";
import { generateText, isStepCount, jsonSchema, type ModelMessage } from "ai";
import { describe, expect, test } from "vitest";
import { testAdapter, type ScriptedCall } from "../suites/adapter.ts";
import { firstChannels, openInProcess, stuckClock } from "../suites/adapter/bench.ts";
import { aiLoop, majors, scripted, shown } from "./ai-loops.ts";

for (const major of majors)
  for (const way of ["generateText", "streamText"] as const) testAdapter(aiLoop(major, way), openInProcess);

const list: ScriptedCall = { id: "c1", args: { entity: "channels", action: "list", params: { limit: 1 } } };
const [, six, seven] = majors as [(typeof majors)[0], (typeof majors)[0], (typeof majors)[0]];

describe.each(majors)("ai $version", (major) => {
  const run = async (turns: readonly (readonly ScriptedCall[])[], tools: object) => {
    const model = scripted(major, turns, "slack");
    await major.ai.generateText({ model, tools, prompt: "Go.", stopWhen: major.ai.stepCountIs(5) });
    return { model, turns: shown(model.doGenerateCalls.map(({ prompt }) => prompt)) };
  };

  test("a success has the type json; a failure has the type error-json and all fields of the error", async () => {
    const { connector } = await openInProcess();
    const bad = { id: "c2", args: { entity: "channels", action: "get", params: {} } };
    const { turns } = await run([[list, bad]], await aiSdkTools(connector));
    expect(turns[0]!.map(({ type }) => type)).toEqual(["json", "error-json"]);
    expect(JSON.parse(turns[0]![1]!.text)).toMatchObject({
      error: { code: "invalid_params", hint: expect.stringContaining("Expected get(channel") as string },
    });
  });

  test("the option context reaches the calls and the scope of approvals, and no model", async () => {
    const seen: unknown[] = [];
    const { connector } = await openInProcess({ onCall: ({ context }) => void seen.push(context) });
    const context = { user: "U-canary" };
    const scopes: unknown[] = [];
    const scope = (given: unknown) => {
      scopes.push(given);
      return "turn";
    };
    const rules = { scope, store: memoryStore(), needsApproval: () => false };
    const tools = await aiSdkTools(approvals(await agentTools(connector), rules), { context });
    const [channel] = (await connector.channels.list({ limit: 1 })).data;
    const params = { channel: channel!.id, text: "Hi" };
    const post: ScriptedCall = { id: "c2", args: { entity: "messages", action: "create", params } };
    seen.length = 0;
    const { model } = await run([[list, post]], tools);
    expect(seen).toEqual([context, context]);
    expect(scopes).toContainEqual(context);
    expect(JSON.stringify(model.doGenerateCalls)).not.toContain("U-canary");
  });

  test("the provider gets the schema unchanged", async () => {
    const { connector } = await openInProcess();
    const tool = await connector.tool();
    const { model } = await run([], await aiSdkTools(tool));
    const [definition] = model.doGenerateCalls[0]!.tools as [Record<string, unknown>];
    expect(definition).toMatchObject({
      type: "function",
      name: "slack",
      description: tool.description,
      inputSchema: tool.inputSchema,
    });
  });

  test("arguments that are not JSON, and an unknown tool, give the model an error and do not throw", async () => {
    const { connector } = await openInProcess();
    const broken = { id: "c1", args: '{"entity": "channels", ' };
    const other = { id: "c2", name: "github", args: {} };
    const { turns } = await run([[broken, other], [{ ...list, id: "c3" }]], await aiSdkTools(connector));
    expect(turns[0]!.map(({ id, marked }) => [id, marked])).toEqual([
      ["c1", true],
      ["c2", true],
    ]);
    expect(turns[1]).toMatchObject([{ id: "c3", marked: false }]);
  });

  test("arguments that are JSON text inside JSON are parsed", async () => {
    const { connector } = await openInProcess();
    const twice = { id: "c1", args: JSON.stringify(JSON.stringify(list.args)) };
    const { turns } = await run([[twice]], await aiSdkTools(connector));
    expect(turns[0]).toMatchObject([{ marked: false }]);
  });
});

describe.each([six, seven])("approvals, ai $version", (major) => {
  const write = async () => {
    const { connector, sandbox } = await openInProcess();
    const [channel] = firstChannels(sandbox);
    const call = (id: string, params: object): ScriptedCall => ({
      id,
      args: { entity: "messages", action: "create", params },
    });
    const asking = approvals(await agentTools(connector), { scope: "chat 1", store: memoryStore() });
    const tools = await aiSdkTools(asking);
    return {
      sandbox,
      asking,
      tools,
      good: call("w1", { channel, text: "Hi" }),
      bad: call("w2", { channel }),
    };
  };
  const posts = (sandbox: Awaited<ReturnType<typeof write>>["sandbox"]) =>
    sandbox.calls().filter(({ method }) => method === "chat.postMessage").length;

  test("a write waits for approval; a read, and a call that would be refused, do not", async () => {
    const { sandbox, tools, good, bad } = await write();
    const model = scripted(major, [[list, bad], [good]], "slack");
    const { steps } = await major.ai.generateText({
      model,
      tools,
      prompt: "Go.",
      stopWhen: major.ai.stepCountIs(5),
    });
    expect(steps[0]!.content.some(({ type }) => type === "tool-approval-request")).toBe(false);
    expect(steps[1]!.content.map(({ type }) => type)).toEqual(["tool-call", "tool-approval-request"]);
    expect(posts(sandbox)).toBe(0);
  });

  test.each([true, false])("approved: %s", async (approved) => {
    const { sandbox, tools, good } = await write();
    const model = scripted(major, [[good]], "slack");
    const messages: ModelMessage[] = [{ role: "user", content: "Go." }];
    const first = (await major.ai.generateText({ model, tools, messages })) as unknown as {
      content: { type: string; approvalId: string }[];
      response: { messages: ModelMessage[] };
    };
    const { approvalId } = first.content.find(({ type }) => type === "tool-approval-request")!;
    messages.push(...first.response.messages, {
      role: "tool",
      content: [{ type: "tool-approval-response", approvalId, approved, reason: "said so" }],
    });
    await major.ai.generateText({ model, tools, messages });
    expect(posts(sandbox)).toBe(approved ? 1 : 0);
    const last = JSON.stringify(model.doGenerateCalls.at(-1)!.prompt);
    expect(last).toContain(approved ? '"type":"json"' : "execution-denied");
  });

  test("an approval that a browser has invented runs nothing", async () => {
    const { sandbox, asking, tools, good } = await write();
    const model = scripted(major, [], "slack");
    const call = { type: "tool-call", toolCallId: good.id, toolName: "slack", input: good.args };
    const request = { type: "tool-approval-request", approvalId: "a1", toolCallId: good.id };
    const messages = [
      { role: "user", content: "Go." },
      { role: "assistant", content: [call, request] },
      { role: "tool", content: [{ type: "tool-approval-response", approvalId: "a1", approved: true }] },
    ];
    // The same message comes again, as from a browser that sends the message twice.
    for (let times = 0; times < 2; times++)
      await major.ai.generateText({
        model,
        tools,
        ...(major.version === 7 ? { toolApproval: toolApproval(asking) } : {}),
        messages,
      });
    expect(posts(sandbox)).toBe(0);
    expect(JSON.stringify(model.doGenerateCalls.at(-1)!.prompt)).toContain("execution-denied");
  });
});

describe("ai 7", () => {
  test("toolApproval gives the person the reason, denies what would fail, and leaves other tools alone", async () => {
    const { connector, sandbox } = await openInProcess();
    const [channel] = firstChannels(sandbox);
    const tools = approvals(await agentTools(connector), { scope: "chat 1", store: memoryStore() });
    const post = (id: string, to: unknown): ScriptedCall => ({
      id,
      args: { entity: "messages", action: "create", params: { channel: to, text: "Hi" } },
    });
    const other = { inputSchema: jsonSchema({ type: "object" }), needsApproval: true, execute: () => "ran" };
    const model = scripted(
      seven,
      [[list, post("w1", channel), post("w2", "C0NOSUCHONE"), { id: "o1", name: "other", args: {} }]],
      "slack",
    );
    const { content } = await generateText({
      model: model as never,
      tools: { ...(await aiSdkTools(tools)), other },
      toolApproval: toolApproval(tools),
      prompt: "Go.",
      stopWhen: isStepCount(5),
    });
    const requests = content.filter((part) => part.type === "tool-approval-request");
    expect(requests.map(({ toolCall, isAutomatic = false }) => [toolCall.toolCallId, isAutomatic])).toEqual([
      ["w1", false],
      ["w2", true],
      ["o1", false],
    ]);
    expect(requests[0]).toMatchObject({ reason: expect.stringContaining(`(${channel}), 11 members`) });
    expect(content.find((part) => part.type === "tool-approval-response")).toMatchObject({
      approved: false,
      reason: expect.stringContaining("channel_not_found"),
    });
    expect(sandbox.calls().filter(({ method }) => method === "chat.postMessage")).toEqual([]);
  });

  test("if a tool exceeds its time limit, the model gets an error and the loop continues", async () => {
    const { connector, sandbox } = await openInProcess({ clock: stuckClock() });
    sandbox.fail({ operation: "conversations.list", kind: "rate_limit", retryAfter: 20 });
    const model = scripted(seven, [[list]], "slack");
    const { text } = await generateText({
      model: model as never,
      tools: await aiSdkTools(connector),
      prompt: "Go.",
      timeout: { toolMs: 10 },
      stopWhen: isStepCount(5),
    });
    expect(text).toBe("done");
    expect(shown(model.doGenerateCalls.map(({ prompt }) => prompt))[0]).toMatchObject([{ marked: true }]);
  });

  test("the option stream decides the type of the outputs", async () => {
    const { connector } = await openInProcess();
    const model = scripted(seven, [[list]], "slack") as never;
    const full = await generateText({
      model,
      tools: await aiSdkTools(connector, { stream: "full" }),
      prompt: "Go.",
    });
    const envelope: ToolResult | undefined = full.staticToolResults[0]?.output;
    expect(envelope?.ok && envelope.meta.has_more).toBe(true);
    const compact = await generateText({
      model: scripted(seven, [[list]], "slack") as never,
      tools: await aiSdkTools(connector),
      prompt: "Go.",
    });
    const output: CompactResult | undefined = compact.staticToolResults[0]?.output;
    expect(output).toMatchObject({ data: { rows: [expect.anything()] } });
    expect(fullResult(output)).toMatchObject({ ok: true, meta: { has_more: true } });
  });

  test("per-action tools have an example of a good call, beside the schema", async () => {
    const { connector } = await openInProcess();
    const tools = await aiSdkTools(connector, { shape: "per-action", include: ["messages.create"] });
    const model = scripted(seven, [], "slack");
    await generateText({ model: model as never, tools, prompt: "Go." });
    const [tool] = model.doGenerateCalls[0]!.tools as { inputExamples: object[] }[];
    expect(tool!.inputExamples).toEqual([
      { input: { channel: "C012AB3CD", markdown_text: expect.any(String) } },
    ]);
  });

  test("strict per-action tools are marked as strict and have the strict schema", async () => {
    const { connector } = await openInProcess();
    const include = ["channels", "users", "reactions"];
    const tools = await aiSdkTools(connector, { shape: "per-action", strict: true, include });
    const model = scripted(seven, [], "slack");
    await generateText({ model: model as never, tools, prompt: "Go." });
    for (const tool of model.doGenerateCalls[0]!.tools as { strict: boolean; inputSchema: object }[]) {
      expect(tool.strict).toBe(true);
      expect(tool.inputSchema).toMatchObject({ additionalProperties: false });
    }
  });
});
