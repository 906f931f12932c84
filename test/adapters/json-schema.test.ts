import {
  functionTools,
  type AnthropicResult,
  type ChatResult,
  type GeminiResult,
  type ResponsesResult,
} from "agent-connectors/json-schema";
import { ConnectorError } from "agent-connectors";
import { describe, expect, expectTypeOf, test } from "vitest";
import { dialects, rawLoop } from "./raw-loop.ts";
import { testAdapter } from "../suites/adapter.ts";
import { openInProcess, stuckClock } from "../suites/adapter/bench.ts";

for (const dialect of dialects) testAdapter(rawLoop(dialect), openInProcess);

describe("run", () => {
  const open = async () => {
    const { connector, sandbox } = await openInProcess();
    return { tools: await functionTools(connector), sandbox };
  };
  const list = { entity: "channels", action: "list", params: { limit: 1 } };
  const chat = (args: unknown, name = "slack") => ({
    id: "c1",
    type: "function" as const,
    function: { name, arguments: args },
  });

  test("a single call returns a single result", async () => {
    const { tools } = await open();
    const result = await tools.run(chat(JSON.stringify(list)));
    expectTypeOf(result).toEqualTypeOf<ChatResult>();
    expect(result).toMatchObject({ role: "tool", tool_call_id: "c1" });
    expect(JSON.parse(result.content)).toHaveProperty("data");
  });

  test.each([
    ["an object", list],
    ["text", JSON.stringify(list)],
    ["the text of a text", JSON.stringify(JSON.stringify(list))],
  ])("arguments as %s", async (_name, args) => {
    const { tools } = await open();
    expect(JSON.parse((await tools.run(chat(args))).content)).toHaveProperty("data");
  });

  test.each([undefined, null, "", "{", "[]", "7", "not json", 7, []])(
    "arguments that are %j give an error that says what is wrong, and do not throw",
    async (args) => {
      const { tools, sandbox } = await open();
      const { error } = JSON.parse((await tools.run(chat(args))).content) as { error: { hint: string } };
      expect(error.hint).toMatch(/"entity": "...", "action"|Entities: channels/);
      expect(sandbox.calls()).toEqual([]);
    },
  );

  test("an unknown tool gets an error that lists the existing tools, next to the other results", async () => {
    const { tools } = await open();
    const use = (id: string, name: string) => ({ type: "tool_use" as const, id, name, input: list });
    const results = await tools.run([use("t1", "github"), use("t2", "slack")]);
    expectTypeOf(results).toEqualTypeOf<AnthropicResult[]>();
    expect(results[0]).toMatchObject({ tool_use_id: "t1", is_error: true });
    expect(results[0]!.content).toContain("Tools: slack.");
    expect(results[1]).not.toHaveProperty("is_error");
  });

  test("a value that is not a call is skipped in an array, but refused alone", async () => {
    const { tools } = await open();
    const content = [
      { type: "text", text: "I look." },
      { type: "thinking", thinking: "..." },
      { type: "tool_use", id: "t1", name: "slack", input: list },
      { type: "server_tool_use", id: "s1", name: "web_search", input: {} },
    ] as const;
    const results = await tools.run(content);
    expectTypeOf(results).toEqualTypeOf<AnthropicResult[]>();
    expect(results.map(({ tool_use_id }) => tool_use_id)).toEqual(["t1"]);
    expect(await tools.run([])).toEqual([]);
    for (const nothing of [undefined, null, "slack", 7, {}, { type: "text", text: "" }]) {
      const error: unknown = await tools.run(nothing as never).catch((reason: unknown) => reason);
      expect(ConnectorError.is(error) && error.code).toBe("config_error");
    }
  });

  test("Gemini: a call can be a part or its functionCall, with or without an id", async () => {
    const { tools } = await open();
    const part = await tools.run({ functionCall: { name: "slack", args: list } });
    expectTypeOf(part).toEqualTypeOf<GeminiResult>();
    expect(part.functionResponse).not.toHaveProperty("id");
    expect(part.functionResponse.response).toHaveProperty("output.data");
    const bare = await tools.run([{ id: "g1", name: "slack", args: {} }]);
    expectTypeOf(bare).toEqualTypeOf<GeminiResult[]>();
    expect(bare[0]!.functionResponse).toMatchObject({ id: "g1", name: "slack" });
    expect(bare[0]!.functionResponse.response).toHaveProperty("error.code", "unknown_entity");
  });

  test("OpenAI, Responses: the result has the call_id of the call, not the id of its item", async () => {
    const { tools } = await open();
    const call = {
      type: "function_call",
      id: "fc_1",
      call_id: "call_1",
      name: "slack",
      arguments: "{}",
    } as const;
    const result = await tools.run(call);
    expectTypeOf(result).toEqualTypeOf<ResponsesResult>();
    expect(result).toMatchObject({ type: "function_call_output", call_id: "call_1" });
  });

  test("an abort rejects with the reason of the signal, even if other calls have finished", async () => {
    const clock = stuckClock();
    const { connector, sandbox } = await openInProcess({ clock });
    const tools = await functionTools(connector);
    sandbox.fail({ operation: "conversations.list", kind: "rate_limit", retryAfter: 20 });
    const controller = new AbortController();
    const reason = new Error("the user left");
    const running = tools.run([chat(list), chat({})], { signal: controller.signal });
    await clock.asleep;
    controller.abort(reason);
    await expect(running).rejects.toBe(reason);
  });
});
