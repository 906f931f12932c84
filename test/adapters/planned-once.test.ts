import { aiSdkTools } from "agent-connectors/ai-sdk";
import { ConnectorToolkit } from "agent-connectors/langchain";
import { agentTools, approvals } from "agent-connectors";
import { memoryStore } from "agent-connectors/store";
import { fakeModel } from "@langchain/core/testing";
import { MemorySaver } from "@langchain/langgraph";
import { AIMessage, createAgent, humanInTheLoopMiddleware } from "langchain";
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type * as normalize from "../../src/core/call/params/correct-params.ts";
import type * as compile from "../../src/core/schema/compile-action.ts";
import type * as findAction from "../../src/core/schema/find/find-action.ts";
import type { Loop } from "../suites/adapter.ts";
import { firstChannels, openInProcess } from "../suites/adapter/bench.ts";
import { shareService } from "../suites/adapter/open-hosted.ts";
import { aiLoop, majors, scripted } from "./ai-loops.ts";
import { langChainLoop } from "./langchain-loop.ts";
import { mcpLoop } from "./mcp-loop.ts";
import { rawLoop } from "./raw-loop.ts";

// Planning turns a model's arguments into a request to the platform. Each step of planning must happen once per call.
// The counters wrap the real functions. They count only calls with a certain text, not the reads of these calls.

const text = "Planned once";
const counts = vi.hoisted(() => {
  // Other files of this worker have loaded the real modules.
  vi.resetModules();
  return { found: 0, copied: 0, normalized: 0, validated: 0 };
});
const isOurs = vi.hoisted(() => (params: unknown) => (params as { text?: unknown } | undefined)?.text === "Planned once"); // prettier-ignore

vi.mock("../../src/core/schema/find/find-action.ts", async (load) => {
  const real = await load<typeof findAction>();
  const createFind: typeof real.createFind = (...args) => {
    const find = real.createFind(...args);
    return (entity, action, notes) => {
      if (action === "create") counts.found++;
      return find(entity, action, notes);
    };
  };
  return { ...real, createFind };
});
vi.mock("../../src/core/call/params/correct-params.ts", async (load) => {
  const real = await load<typeof normalize>();
  const readParams: typeof real.readParams = (params, notes) => {
    if (isOurs(params)) counts.copied++;
    return real.readParams(params, notes);
  };
  const normalizeParams: typeof real.normalizeParams = (params, ...rest) => {
    if (isOurs(params)) counts.normalized++;
    return real.normalizeParams(params, ...rest);
  };
  return { ...real, readParams, normalizeParams };
});
vi.mock("../../src/core/schema/compile-action.ts", async (load) => {
  const real = await load<typeof compile>();
  const compileAction: typeof real.compileAction = async (...args) => {
    const compiled = await real.compileAction(...args);
    const unwatched = compiled.validate.bind(compiled);
    const validate: typeof compiled.validate = (params) => {
      if (isOurs(params)) counts.validated++;
      return unwatched(params);
    };
    return Object.defineProperty(compiled, "validate", { value: validate });
  };
  return { ...real, compileAction };
});

afterAll(() => {
  for (const module of ["schema/find-action", "call/correct-params", "schema/compile-action"])
    vi.doUnmock(`../../src/core/${module}.ts`);
  vi.resetModules();
});
beforeEach(() => Object.assign(counts, { found: 0, copied: 0, normalized: 0, validated: 0 }));
afterEach(() => vi.restoreAllMocks());
const times = (count: number) => ({ found: count, copied: count, normalized: count, validated: count });

const openHosted = shareService();
const write = (channel: string) => ({ entity: "messages", action: "create", params: { channel, text } });
const loops: Loop[] = [
  ...(["openai", "openai-responses", "anthropic", "gemini"] as const).map((dialect) => rawLoop(dialect)),
  ...majors.flatMap((major) => [aiLoop(major, "generateText"), aiLoop(major, "streamText")]),
  langChainLoop,
  mcpLoop("2026-07-28"),
];

describe.each(loops)("$name", ({ run }) => {
  test.each(["dispatcher", "per-action"] as const)("in process, %s", async (shape) => {
    const { connector, sandbox } = await openInProcess();
    const [channel] = firstChannels(sandbox);
    const { params, ...names } = write(channel!);
    const call =
      shape === "dispatcher"
        ? { id: "w1", args: { ...names, params } }
        : { id: "w1", name: "slack_messages_create", args: params };
    const [[seen] = []] = await run(connector, [[call]], { shape, include: ["messages.create"] });
    expect(JSON.parse(seen!.text)).toHaveProperty("data");
    // A tool for one action need not search for its action.
    expect(counts).toEqual({ ...times(1), found: shape === "dispatcher" ? 1 : 0 });
  });

  test("in hosted mode, each step happens once here and once in the service, which trusts no client", async () => {
    const { connector, sandbox } = await openHosted();
    const [channel] = firstChannels(sandbox);
    const [[seen] = []] = await run(connector, [[{ id: "w1", args: write(channel!) }]]);
    expect(JSON.parse(seen!.text)).toHaveProperty("data");
    expect(counts).toEqual(times(2));
  });
});

test("arguments in JSON text are parsed once", async () => {
  const { connector, sandbox } = await openInProcess();
  const [channel] = firstChannels(sandbox);
  const parse = vi.spyOn(JSON, "parse");
  await rawLoop("openai").run(connector, [[{ id: "w1", args: write(channel!) }]]);
  const ours = parse.mock.calls.filter(([json]) => json.startsWith('{"entity"') && json.includes(text));
  expect(ours).toHaveLength(1);
});

test("a call from code", async () => {
  const { connector, sandbox } = await openInProcess();
  const [channel] = firstChannels(sandbox);
  await connector.messages.create({ channel: channel!, text });
  expect(counts).toEqual(times(1));
});

// The framework asks for a decision, and later runs the call, perhaps in another process. Each of the two is planned.
describe("with approvals", () => {
  const ai6and7 = majors.slice(1);
  const asks = (asked: unknown[]) => (call: unknown) => asked.push(call) < 0;
  test.each(ai6and7)("ai $version: the decision and the run are each planned once", async (major) => {
    const { connector, sandbox } = await openInProcess();
    const [channel] = firstChannels(sandbox);
    const asked: unknown[] = [];
    const rules = { scope: "t1", store: memoryStore(), needsApproval: asks(asked) };
    const tools = await aiSdkTools(approvals(await agentTools(connector), rules));
    const model = scripted(major, [[{ id: "w1", args: write(channel!) }]], "slack");
    await major.ai.generateText({ model, tools, prompt: "Go.", stopWhen: major.ai.stepCountIs(3) });
    // The rule is evaluated before the call and again when the call runs.
    expect(asked).toHaveLength(2);
    expect(sandbox.calls().map(({ method }) => method)).toContain("chat.postMessage");
    expect(counts).toEqual(times(2));
  });

  test("LangChain: the decision and the run are each planned once", async () => {
    const { connector, sandbox } = await openInProcess();
    const [channel] = firstChannels(sandbox);
    const rules = { scope: "t1", store: memoryStore(), needsApproval: () => false };
    const toolkit = new ConnectorToolkit(approvals(await agentTools(connector), rules));
    const interruptOn = toolkit.interruptOn();
    const agent = createAgent({
      model: fakeModel()
        .respondWithTools([{ id: "w1", name: "slack", args: write(channel!) }])
        .respond(new AIMessage("done")),
      tools: toolkit.getTools(),
      middleware: [humanInTheLoopMiddleware({ interruptOn } as never) as never],
      checkpointer: new MemorySaver(),
    });
    const input = { messages: [{ role: "user", content: "Go." }] } as never;
    await agent.invoke(input, { configurable: { thread_id: "t1" } } as never);
    expect(sandbox.calls().map(({ method }) => method)).toContain("chat.postMessage");
    expect(counts).toEqual(times(2));
  });
});
