import { registerHooks } from "node:module";
import { approvals } from "agent-connectors";
import { aiSdkTools } from "agent-connectors/ai-sdk";
import { codeMode, type CodeMode, type CodeModeOptions } from "agent-connectors/code-mode";
import { memoryStore } from "agent-connectors/store";
import type { Tool } from "ai";
import { getHostFunctionContext, run } from "run";
import { describe, expect, test } from "vitest";
import { openInProcess } from "../suites/adapter/bench.ts";

/** Loads Cloudflare's package. It imports a module of Cloudflare's runtime, which the tested part never uses. */
async function cloudflare() {
  const url =
    "data:text/javascript,export class WorkerEntrypoint {} export class DurableObject {} export class RpcTarget {}";
  const hooks = registerHooks({
    resolve: (name, context, next) =>
      name === "cloudflare:workers" ? { url, shortCircuit: true } : next(name, context),
  });
  try {
    return await import("@cloudflare/codemode/ai");
  } finally {
    hooks.deregister();
  }
}

/** Runs a program as the page says: each call of the program has an id. */
async function runProgram(code: CodeMode, program: string): Promise<unknown> {
  const call = (...given: [string, string, string, unknown]) => {
    const { abortSignal: signal, requestId: callId } = getHostFunctionContext();
    return code.call(...given, { signal, callId });
  };
  const result = await run({ source: code.source(program), hostFunctions: { connectors: { call } } });
  if (result.status !== "completed") throw new Error(result.status);
  return result.value;
}

const open = async (options: CodeModeOptions = {}) => {
  const { connector, sandbox } = await openInProcess();
  const posts = () => sandbox.calls().filter(({ method }) => method === "chat.postMessage").length;
  return { code: await codeMode(connector, options), connector, sandbox, posts };
};
const post = `await slack.messages.create({ channel: "#general", markdown_text: "Hi" })`;

describe("a program in the package run", () => {
  test("gets the records of a list, with all their fields, and the next page", async () => {
    const { code, connector } = await open();
    const program = `
      const first = await slack.channels.list({ limit: 2 });
      const second = await slack.channels.list({ limit: 2, cursor: first.meta.next_cursor });
      return [...first.data, ...second.data];`;
    const { data } = await connector.channels.list({ limit: 4 });
    expect(await runProgram(code, program)).toEqual(JSON.parse(JSON.stringify(data)));
    expect(code.declarations).toMatch(/^\/\/ channels: list\(query\?.*→ Channel \{id, name, /m);
  });

  test("can catch a failed call, and reads in its message what to do", async () => {
    const { code } = await open();
    const caught = (call: string) =>
      runProgram(code, `try { ${call}; return "no error"; } catch (error) { return error.message; }`);
    expect(await caught(`await slack.chanels.list()`)).toContain("channels");
    expect(await caught(`await slack.channels.get({})`)).toContain("channel");
    expect(await caught(`await slack.channels.get({ channel: "#nowhere" })`)).toContain("#nowhere");
    await expect(runProgram(code, `return await slack.channels.get({})`)).rejects.toThrow("channel");
  });

  test("cannot do more than the options allow", async () => {
    const { code, posts } = await open({ effects: ["read"] });
    await expect(runProgram(code, `return ${post}`)).rejects.toThrow("not allowed");
    expect(posts()).toBe(0);
    expect(code.declarations).not.toContain("markdown_text");
  });

  test("a write that needs approval runs only if a person agrees, and once", async () => {
    const asked: string[] = [];
    const answers = [false, true];
    const tools: CodeModeOptions["tools"] = (made) =>
      approvals(made, { scope: "chat", store: memoryStore() });
    const silent = await open({ tools });
    await expect(runProgram(silent.code, `return ${post}`)).rejects.toThrow("nobody has agreed");
    expect(silent.posts()).toBe(0);

    const ask = (reason: string) => (asked.push(reason), answers.shift()!);
    const { code, posts } = await open({ tools, ask });
    await expect(runProgram(code, `return ${post}`)).rejects.toThrow("nobody has agreed");
    expect(posts()).toBe(0);
    const { data } = (await code.call(
      "slack",
      "messages",
      "create",
      { channel: "#general", markdown_text: "Hi" },
      { callId: "second" },
    )) as { data: { ts: string } };
    expect(data.ts).toMatch(/^\d+\.\d+$/);
    expect(posts()).toBe(1);
    expect(asked[1]).toContain("Hi");
  });

  test("the model reads a returned list as a table with a mark, and a number without one", async () => {
    const { code } = await open();
    const list = await runProgram(code, `return (await slack.channels.list({ limit: 3 })).data`);
    const text = code.text(list);
    expect(JSON.parse(text)).toMatchObject({
      untrusted: ["data"],
      data: { columns: expect.arrayContaining(["id", "name"]), rows: expect.any(Array) },
    });
    expect(code.text(await runProgram(code, `return (await slack.channels.list()).data.length`))).toMatch(
      /^\{"data":\d+\}$/,
    );
    expect(code.text(list, { outputBudget: 200 }).length).toBeLessThanOrEqual(200);
    expect(code.text(undefined)).toBe('{"data":null}');
  });

  test("names that do not exist, and the object itself, end no program without an error", async () => {
    const { code } = await open();
    expect(await code.call("slak", "channels", "list")).toMatchObject({
      ok: false,
      error: { code: "not_found" },
    });
    expect(await runProgram(code, `return typeof (await slack)`)).toBe("object");
  });
});

describe("tools of the AI SDK for a code mode", () => {
  const records = async (options: object = {}) => {
    const { connector, sandbox } = await openInProcess();
    return { tools: await aiSdkTools(connector, { stream: "records", ...options }), sandbox, connector };
  };

  test("Cloudflare's code mode shows typed results, and its program gets records and failures as values", async () => {
    const { tools, connector } = await records({ include: ["channels.list", "channels.get"] });
    const { createCodeTool } = await cloudflare();
    const code = createCodeTool({
      tools: tools as never,
      executor: {
        async execute(program, provided) {
          const { fns } = (provided as { fns: Record<string, (given: unknown) => Promise<unknown>> }[])[0]!;
          const result = await run({
            source: `return await (${program})()`,
            hostFunctions: { codemode: fns as never },
          });
          return result.status === "completed"
            ? { result: result.value }
            : { result: undefined, error: result.status };
        },
      },
    }) as Tool<{ code: string }, { result: unknown }>;
    expect(code.description).toMatch(/SlackChannelsListOutput[\s\S]*num_members/);
    expect(code.description).not.toMatch(/Output = unknown/);
    const program = `async () => {
      const list = await codemode.slack_channels_list({ limit: 2 });
      const none = await codemode.slack_channels_get({ channel: "#nowhere" });
      return { names: list.data.map(({ name }) => name), next: list.meta.next_cursor !== undefined, none: none.ok, says: none.error.message };
    }`;
    const { result } = (await code.execute!({ code: program }, {
      toolCallId: "c1",
      messages: [],
    } as never)) as { result: unknown };
    const { data } = await connector.channels.list({ limit: 2 });
    expect(result).toEqual({
      names: data.map(({ name }) => name),
      next: true,
      none: false,
      says: expect.stringContaining("#nowhere"),
    });
  });

  test("a tool that the model calls itself still gives the model the compact text", async () => {
    const { tools } = await records({ include: ["channels.list"] });
    const tool = tools.slack_channels_list!;
    const output = await tool.execute!({ limit: 2 }, { toolCallId: "c1", messages: [] } as never);
    expect(output).toMatchObject({ ok: true, data: [{ id: expect.any(String) }, {}] });
    const shown = await tool.toModelOutput!({ toolCallId: "c1", input: {}, output: output as never });
    expect(shown).toMatchObject({ type: "json", value: { data: { columns: expect.any(Array) } } });
    const stored = JSON.parse(JSON.stringify(output)) as never;
    const later = await tool.toModelOutput!({ toolCallId: "c1", input: {}, output: stored });
    expect(later).toMatchObject({
      value: { untrusted: ["data"], data: { columns: expect.any(Array) } },
    });
  });
});
