import { agentTools, ConnectorError, type AgentTool, type ToolResult } from "agent-connectors";
import { functionTools } from "agent-connectors/json-schema";
import { slackSandbox } from "agent-connectors/sandbox";
import { SlackConnector } from "agent-connectors/slack";
import { describe, expect, test } from "vitest";
import { AcmeConnector } from "../../fixtures/acme/index.ts";
import { firstChannels, gate, openInProcess, stuckClock } from "../../suites/adapter/bench.ts";

const refusal = async (promise: Promise<unknown>) => {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(ConnectorError.is(error)).toBe(true);
  return error as ConnectorError;
};

/** Creates a tool that the application itself defines, not a connector. */
const own = (call: () => Promise<ToolResult>, effect: "read" | "write" = "read"): AgentTool => ({
  name: "own",
  description: "An application's own tool.",
  inputSchema: { type: "object", properties: {}, required: [], additionalProperties: false },
  effects: [effect],
  call,
  plan: () => ({ resolved: { entity: "own", action: "run", params: {}, effect }, run: call }),
});

describe("agentTools", () => {
  test("accepts connectors and tools, one or several", async () => {
    const { connector } = await openInProcess();
    const other = await connector.tool({ name: "other_slack", effects: ["read"] });
    const tools = await agentTools([connector, other]);
    expect(tools.map(({ name, effects }) => [name, effects])).toEqual([
      ["slack", ["read", "write"]],
      ["other_slack", ["read"]],
    ]);
  });

  test("an adapter's defaults apply to connectors, if the options do not override them", async () => {
    const { connector } = await openInProcess();
    const own = await connector.tool({ name: "own_slack" });
    const names = async (options: object) =>
      (await agentTools([connector, own], options, { split: true })).map(({ name }) => name);
    expect(await names({ split: undefined })).toEqual(["slack_read", "slack_write", "own_slack"]);
    const one = await agentTools(connector, { split: false }, { split: true, name: "it" });
    expect(one.map(({ name }) => name)).toEqual(["it"]);
  });

  test("two tools with the same name are refused, and the error says how to rename one of them", async () => {
    const { connector } = await openInProcess();
    const error = await refusal(agentTools([connector, connector]));
    expect(error.code).toBe("config_error");
    expect(error.hint).toContain('name: "slack_2"');
  });

  test("options that would have no effect are refused", async () => {
    const { connector } = await openInProcess();
    const tool = await connector.tool();
    expect((await refusal(agentTools(tool, { effects: ["read"] }))).message).toContain("effects");
    expect((await refusal(agentTools(connector, { strict: true }))).path).toBe("strict");
    const both = { shape: "per-action", split: true } as const;
    expect((await refusal(agentTools(connector, both))).path).toBe("split");
    expect((await refusal(agentTools(connector, { shape: "other" as never }))).path).toBe("shape");
    expect((await refusal(agentTools(connector, { split: "other" as never }))).path).toBe("split");
    expect((await refusal(agentTools(connector, { split: "read-write" as never }))).path).toBe("split");
  });

  test.each([
    { effect: ["read"] },
    { effects: "read" },
    { effects: ["reads"] },
    { include: ["channels.destroy"] },
    { outputBudget: Number.NaN },
    { outputBudget: "12000" },
    { descriptionBudget: 0 },
    { countTokens: 3 },
    { strict: "yes" },
    { name: 7 },
    null,
    ["read"],
    "read",
  ])("options that cannot be read are refused: %j", async (options) => {
    const { connector } = await openInProcess();
    expect((await refusal(connector.tools(options as never))).code).toBe("config_error");
    expect((await refusal(agentTools(connector, options as never))).code).toBe("config_error");
  });

  test("tool() does not accept the option shape, because it would have no effect", async () => {
    const { connector } = await openInProcess();
    expect((await refusal(connector.tool({ shape: "per-action" } as never))).path).toBe("shape");
  });

  test.each([undefined, null, "slack", 1, {}, Promise.resolve()])("%s is no source", async (source) => {
    const error = await refusal(agentTools(source as never));
    expect(error).toMatchObject({ code: "config_error", path: "sources" });
  });

  test("a name that providers refuse is refused when the tool is made", async () => {
    const { connector } = await openInProcess();
    for (const name of ["", "1st", "a b", "a".repeat(65)])
      expect((await refusal(agentTools(connector, { name }))).path).toBe("name");
    const long = await refusal(agentTools(connector, { shape: "per-action", name: "a".repeat(60) }));
    expect(long.path).toBe("name");
  });

  test("options that leave no action are refused", async () => {
    const { connector } = await openInProcess();
    for (const options of [{}, { split: true }, { shape: "per-action" }] as const)
      expect((await refusal(agentTools(connector, { ...options, effects: ["spend"] }))).code).toBe(
        "config_error",
      );
  });

  test("if a custom tool throws, the result is an ordinary failure", async () => {
    const tools = await functionTools(own(() => Promise.reject(new TypeError("boom at /secret/path"))));
    const [result] = await tools.run([{ type: "tool_use", id: "t1", name: "own", input: {} }] as const);
    expect(result).toMatchObject({ tool_use_id: "t1", is_error: true });
    expect(result!.content).toContain('"code":"internal"');
    expect(result!.content).not.toContain("secret");
  });

  test("a copy that replaces only call is refused, because its call would never run", async () => {
    const { connector } = await openInProcess();
    const tool = await connector.tool();
    const error = await refusal(agentTools({ ...tool, call: (input) => tool.call(input) }));
    expect(error).toMatchObject({ code: "config_error", path: "sources" });
    expect(error.hint).toContain("Replace plan");
    await agentTools({ ...tool, description: "Another text." });
  });
  test("writes run in order across connectors, and a failed write does not stop the next", async () => {
    const traffic = gate({ meet: { method: "none", count: 1 } });
    const one = await openInProcess({ wrap: traffic.wrap });
    const two = await openInProcess({ wrap: traffic.wrap });
    const tools = await agentTools([one.connector, await two.connector.tool({ name: "second" })]);
    const post = (tool: AgentTool, text: string, bench = one) =>
      tool.call({
        entity: "messages",
        action: "create",
        params: { channel: firstChannels(bench.sandbox)[0], text },
      });
    one.sandbox.fail({ operation: "chat.postMessage", kind: "ok_false", error: "restricted_action" });
    const results = await Promise.all([
      post(tools[0]!, "a"),
      post(tools[1]!, "b", two),
      post(tools[0]!, "c"),
    ]);
    expect(results.map(({ ok }) => ok)).toEqual([false, true, true]);
    expect(traffic.most("chat.postMessage")).toBe(1);
  });

  test("an aborted write is not sent, and does not wait for the earlier writes", async () => {
    const clock = stuckClock();
    const { connector, sandbox } = await openInProcess({ clock });
    sandbox.fail({ operation: "chat.postMessage", kind: "rate_limit", retryAfter: 20 });
    const [tool] = (await agentTools(connector)) as [AgentTool];
    const [channel] = firstChannels(sandbox);
    const input = (text: string) => ({ entity: "messages", action: "create", params: { channel, text } });
    const waiting = new AbortController();
    const second = new AbortController();
    const stuck = tool.call(input("first"), { signal: waiting.signal });
    const queued = tool.call(input("second"), { signal: second.signal });
    await clock.asleep;
    second.abort(new Error("second left"));
    const turns = new Promise((resolve) => setTimeout(resolve, 100, "it still waits"));
    await expect(Promise.race([queued, turns])).rejects.toThrow("second left");
    waiting.abort(new Error("first left"));
    await expect(stuck).rejects.toThrow("first left");
    const third = await tool.call(input("third"));
    expect(third.ok).toBe(true);
    const posted = sandbox.calls().flatMap(({ args }) => args.text ?? []);
    expect(posted).toEqual(["first", "third"]);
  });

  test("if a split tool lacks an action, the error says which tool has the action", async () => {
    const { connector } = await openInProcess();
    const [read, write] = (await agentTools(connector, { split: true })) as [AgentTool, AgentTool];
    const input = { entity: "messages", action: "create", params: {} };
    expect((await read.call(input)).text).toContain("another tool of Slack has it");
    expect((await write.call({ entity: "channels", action: "list" })).text).toContain("unknown_action");
  });
});

describe("the text for the model", () => {
  test("next can be used unchanged for params in any format", async () => {
    const { connector, sandbox } = await openInProcess();
    const [channel] = firstChannels(sandbox);
    const tool = await connector.tool();
    const params = JSON.stringify({ Channel: channel, maxResults: "1" });
    const { text } = await tool.call({ entity: "channel_messages", action: "list", params });
    const { next } = JSON.parse(text) as { next: Record<string, unknown> };
    expect(next).toEqual({ channel, limit: 1, cursor: expect.any(String) as string });
    const again = await tool.call({ entity: "channel_messages", action: "list", params: next });
    expect(again.ok).toBe(true);
  });

  test("describe shows only offered actions, and as much of an entity as fits", async () => {
    const { connector } = await openInProcess();
    const ask = async (options: object, input: object) => {
      const { text } = await (await connector.tool(options)).call(input);
      return JSON.parse(text) as Record<string, Record<string, unknown>>;
    };
    const full = await ask({}, { entity: "channels", action: "describe" });
    expect(full.channels!.get).toMatchObject({ effect: "read", params: { type: "object" } });
    const one = await ask({}, { entity: "channels", action: "describe", params: { action: "get" } });
    const same = { entity: "connector", action: "describe", params: { entity: "channels", action: "get" } };
    expect(await ask({}, same)).toEqual(one);
    // The schema shows the description of an id but not its pattern, which would cost more tokens.
    expect(JSON.stringify(one)).toContain("channel id, such as");
    expect(JSON.stringify(one)).not.toContain("pattern");
    expect(Object.keys(one.channels!)).toEqual(["get"]);
    const short = await ask({ outputBudget: 1000 }, { entity: "channels", action: "describe" });
    expect(short.channels!.get).toMatch(/^get\(channel\): /);
    const all = await ask({ effects: ["read"] }, { entity: "connector", action: "describe" });
    expect(Object.keys(all)).toContain("users");
    expect(all).not.toHaveProperty("channel_invites");
  });
});

describe("resolve", () => {
  test("returns the planned call with its names, params and effect", async () => {
    const { connector, sandbox } = await openInProcess();
    const [channel] = firstChannels(sandbox);
    const [tool] = (await agentTools(connector)) as [AgentTool];
    const params = JSON.stringify({ Channel: channel, message: "Hi" });
    expect(tool.plan({ entity: "Messages", action: "create", params }).resolved).toEqual({
      entity: "messages",
      action: "create",
      params: { channel, markdown_text: "Hi" },
      effect: "write",
    });
    expect(tool.plan(JSON.stringify({ entity: "channels", action: "list" })).resolved?.effect).toBe("read");
    const dry = { entity: "messages", action: "create", params: { channel, text: "Hi", dry_run: "true" } };
    expect(tool.plan(dry).resolved?.effect).toBe("read");
    const [create] = (await agentTools(connector, { shape: "per-action", include: ["messages.create"] })) as [
      AgentTool,
    ];
    expect(create.plan({ channel, text: "Hi" }).resolved).toMatchObject({
      action: "create",
      effect: "write",
    });
  });

  test.each([
    ["invalid params", { entity: "messages", action: "create", params: {} }],
    ["an unknown action", { entity: "messages", action: "send" }],
    [
      "an effect that is not allowed",
      { entity: "messages", action: "delete", params: { channel: "C012AB3CD", ts: "1.2" } },
    ],
    ["no arguments", undefined],
    ["text", "delete everything"],
    ["describe", { entity: "messages", action: "describe" }],
  ])("%s needs no approval, because the call is refused or harmless", async (_name, input) => {
    const { connector, sandbox } = await openInProcess();
    const [tool] = (await agentTools(connector)) as [AgentTool];
    expect(tool.plan(input).resolved).toBeUndefined();
    await tool.call(input);
    expect(sandbox.calls()).toEqual([]);
  });

  test("a tool checks the actual effect of a call, not only the weakest effect of its action", async () => {
    const sent: string[] = [];
    const fetch = async (input: unknown) => {
      sent.push(String(input));
      return Response.json({ daily: 5 });
    };
    const acme = new AcmeConnector({ auth: { api_key: "ak-1" } }, { fetch: fetch as never });
    const [tool] = (await agentTools(acme, { effects: ["read", "write"] })) as [AgentTool];
    const update = (params: object) => ({ entity: "budgets", action: "update", params });
    expect((await tool.call(update({ daily: 50 }))).text).toContain("policy_denied");
    expect(tool.plan(update({ daily: 50 })).resolved).toBeUndefined();
    expect(sent).toEqual([]);
    const cheaper = update({ daily: "5", at_most: 10 });
    expect(tool.plan(cheaper).resolved?.effect).toBe("write");
    expect((await tool.call(cheaper)).ok).toBe(true);
    const [spender] = (await agentTools(acme, { effects: ["write", "spend"] })) as [AgentTool];
    expect(spender.plan(update({ daily: 50 })).resolved?.effect).toBe("spend");
    expect(spender.effects).toEqual(["write", "spend"]);
  });
});

describe("available", () => {
  const open = (token: string) => {
    const sandbox = slackSandbox();
    return new SlackConnector({ auth: { api_token: token } }, sandbox.options);
  };
  const { tokens } = slackSandbox();

  test("actions that the token cannot run are not offered, and fail if called", async () => {
    const slack = open(tokens.limited);
    const { unavailable = {} } = await slack.check();
    expect(Object.keys(unavailable)).toContain("messages.create");
    const effects = ["read", "write", "destructive"] as const;
    const all = await slack.tool({ effects });
    const own = await slack.tool({ effects, available: true });
    expect(all.description).toContain("archive(");
    expect(own.description).not.toContain("archive(");
    expect(own.description).toContain("list(");
    const call = { entity: "messages", action: "create", params: { channel: "C07A1QW2ER3", text: "Hi" } };
    expect(await own.call(call)).toMatchObject({
      ok: false,
      error: { code: "credential_insufficient_scope" },
    });
    expect(own.plan(call).resolved).toBeUndefined();
  });

  test("for refused credentials, no tool is created", async () => {
    const tool = open(tokens.revoked).tool({ available: true });
    await expect(tool).rejects.toMatchObject({ code: "credential_rejected" });
  });
});
