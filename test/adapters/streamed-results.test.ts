import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { fakeModel } from "@langchain/core/testing";
import { MemorySaver } from "@langchain/langgraph";
import { fullResult, type AgentTool, type ToolResult } from "agent-connectors";
import { aiSdkTools } from "agent-connectors/ai-sdk";
import { functionTools } from "agent-connectors/json-schema";
import { langChainTools } from "agent-connectors/langchain";
import { countTokens } from "gpt-tokenizer";
import { AIMessage, createAgent, ToolMessage } from "langchain";
import { afterAll, describe, expect, test } from "vitest";
import type { ScriptedCall } from "../suites/adapter.ts";
import { firstChannels, openInProcess } from "../suites/adapter/bench.ts";
import { majors, scripted } from "./ai-loops.ts";
import { connect } from "./mcp-loop.ts";

// A canary is a unique text in one field of Slack's responses. The compact form of a result shows only some fields. No
// canary of another field may reach a browser, a checkpoint or a later turn of the model.

const { connector, sandbox } = await openInProcess({
  wrap: (inner) => async (input, init) => {
    const response = await inner(input, init);
    const body = (await response.json()) as unknown;
    return Response.json(withCanaries(body), { status: response.status, headers: response.headers });
  },
});
const [channel] = firstChannels(sandbox);

let planted = 0;
/** Adds a field with a canary to every object, and a canary to every text that is not an id, a time or a cursor. */
function withCanaries(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withCanaries);
  if (typeof value === "string")
    return /^[A-Z][A-Z0-9]{6,}$|^[\d.]*$|=$/.test(value) ? value : `${value} ${canary()}`;
  if (typeof value !== "object" || value === null) return value;
  const fields = Object.entries(value).map(([name, one]) => [name, kept.has(name) ? one : withCanaries(one)]);
  return { ...(Object.fromEntries(fields) as object), unknown_field: canary() };
}
const canary = () => `canary-${++planted}-`;
/** Fields whose texts Slack chooses from a fixed set. */
const kept = new Set(["error", "type", "subtype", "name", "id"]);
const canariesIn = (value: unknown): Set<string> =>
  new Set((typeof value === "string" ? value : JSON.stringify(value)).match(/canary-\d+-/g));

const calls: readonly ScriptedCall[] = [
  { id: "c1", args: { entity: "users", action: "list", params: { limit: 8 } } },
  { id: "c2", args: { entity: "channel_messages", action: "list", params: { channel } } },
  { id: "c3", args: { entity: "messages", action: "create", params: { channel, text: "Hi" } } },
];
const failing: ScriptedCall = {
  id: "x1",
  args: { entity: "channels", action: "get", params: { channel: "C0NOSUCHONE" } },
};

/** Checks that a value that leaves the server contains only canaries that the model also reads. */
function expectCompact(left: unknown, envelopes: readonly ToolResult[]): void {
  const shown = canariesIn(envelopes.map(({ text }) => text));
  expect(canariesIn(envelopes).size).toBeGreaterThan(shown.size * 2);
  expect(shown.size).toBeGreaterThan(0);
  expect([...canariesIn(left)].filter((one) => !shown.has(one))).toEqual([]);
}

interface Message {
  role: string;
  parts: { type: string; state?: string; output?: object }[];
}
interface Chat {
  convertToModelMessages(messages: readonly Message[], options?: object): Promise<unknown>;
  streamText(options: object): { pipeUIMessageStreamToResponse(response: ServerResponse): void };
  readUIMessageStream(options: object): AsyncIterable<Message>;
  DefaultChatTransport: new (options: object) => { sendMessages(request: object): Promise<unknown> };
}

const servers: { close(): unknown }[] = [];
afterAll(() => servers.forEach((server) => server.close()));

/** Starts the server of a chat, and returns a function that sends a message to the chat like `useChat`. */
async function chat(
  major: (typeof majors)[number],
  turns: readonly (readonly ScriptedCall[])[],
  { stream, passTools }: { stream?: "full"; passTools: boolean },
) {
  const ai = major.ai as unknown as Chat;
  const tools = await aiSdkTools(connector, stream ? { stream } : {});
  const envelopes: ToolResult[] = [];
  const prompts: unknown[] = [];
  const turnsLeft = [...turns];
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const text = (await request.setEncoding("utf8").toArray()).join("");
    const { messages } = JSON.parse(text) as { messages: Message[] };
    const model = scripted(major, [turnsLeft.shift()!], "slack");
    const result = ai.streamText({
      model,
      tools,
      messages: await ai.convertToModelMessages(messages, passTools ? { tools } : undefined),
      stopWhen: major.ai.stepCountIs(5),
      onStepFinish: ({ toolResults }: { toolResults: { output: ToolResult }[] }) =>
        envelopes.push(...toolResults.map(({ output }) => fullResult(output) ?? output)),
      onFinish: () => prompts.push(...model.doStreamCalls.map(({ prompt }) => prompt)),
    });
    result.pipeUIMessageStreamToResponse(response);
  };
  const server = createServer((request, response) => void answer(request, response));
  server.listen(0, "127.0.0.1");
  servers.push(server);
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = server.address() as AddressInfo;
  let received = "";
  const transport = new ai.DefaultChatTransport({
    api: `http://127.0.0.1:${port}/`,
    fetch: async (...args: Parameters<typeof fetch>) => {
      const response = await fetch(...args);
      const [seen, passed] = response.body!.tee();
      void new Response(seen).text().then((text) => (received += text));
      return new Response(passed, response);
    },
  });
  const messages: Message[] = [];
  const say = async (text: string) => {
    messages.push({ role: "user", parts: [{ type: "text", text } as never] });
    const reply = await transport.sendMessages({ chatId: "1", messages, trigger: "submit-message" });
    let last: Message | undefined;
    for await (const message of ai.readUIMessageStream({ stream: reply })) last = message;
    messages.push(last!);
  };
  return { say, messages, envelopes, prompts, received: () => received };
}

describe.each(majors.filter(({ version }) => version !== 5))("ai $version, over a socket", (major) => {
  describe.each([true, false])("tools passed to convertToModelMessages: %s", (passTools) => {
    test("three turns carry only what the compact form shows, in about as many tokens as one turn", async () => {
      const three = await chat(
        major,
        calls.map((call) => [call]),
        { passTools },
      );
      for (const text of ["One.", "Two.", "Three."]) await three.say(text);
      expect(three.envelopes.map(({ ok }) => ok)).toEqual([true, true, true]);
      expectCompact(three.received(), three.envelopes);
      expectCompact(three.prompts, three.envelopes);
      expect(canariesIn(three.received())).toEqual(canariesIn(three.prompts));

      const one = await chat(major, [calls], { passTools });
      await one.say("One. Two. Three.");
      const tokens = (prompt: unknown) =>
        countTokens(JSON.stringify(prompt).replaceAll(/canary-\d+-/g, "canary"));
      expect(tokens(three.prompts.at(-1)) / tokens(one.prompts.at(-1))).toBeLessThan(1.1);
    });

    test("an error stays an error in the next turn", async () => {
      const given = await chat(major, [[failing], [calls[0]!]], { passTools });
      await given.say("One.");
      await given.say("Two.");
      const part = given.messages[1]!.parts.find(({ type }) => type.startsWith("tool-"));
      expect(part!.output).toMatchObject({ error: { code: "upstream_rejected", hint: expect.any(String) } });
      const prompt = given.prompts.at(-1) as { role: string; content: { output: object }[] }[];
      const result = prompt.find(({ role }) => role === "tool");
      const error = expect.objectContaining({ code: "upstream_rejected" }) as unknown;
      // Without the tools, the AI SDK does not know that the output is an error. The model still reads the error.
      expect(result!.content[0]!.output).toEqual(
        passTools
          ? { type: "error-json", value: error }
          : expect.objectContaining({ type: "json", value: { error } }),
      );
    });
  });

  test("stream: full sends the whole result to the browser, and the compact form to the model", async () => {
    const given = await chat(major, [[calls[0]!], [calls[1]!]], { stream: "full", passTools: true });
    await given.say("One.");
    await given.say("Two.");
    expect(given.messages[1]!.parts.find(({ output }) => output)!.output).toEqual(given.envelopes[0]);
    expect(canariesIn(given.received()).size).toBe(canariesIn(given.envelopes).size);
    expectCompact(given.prompts, given.envelopes);
  });
});

test("LangGraph: neither the stream of messages nor a checkpoint has the whole result", async () => {
  const run = async (stream?: "full") => {
    const model = fakeModel()
      .respondWithTools(calls.map(({ id, args }) => ({ id: id, name: "slack", args: args as never })))
      .respond(new AIMessage("done"));
    const saver = new MemorySaver();
    const tools = await langChainTools(connector, stream ? { stream } : {});
    const agent = createAgent({ model, tools, checkpointer: saver });
    const config = { configurable: { thread_id: "t" }, streamMode: ["messages", "values"] as never };
    const input = { messages: [{ role: "user", content: "Go." }] } as never;
    const sent: string[] = [];
    const envelopes = new Map<string, ToolResult>();
    for await (const chunk of await agent.stream(input, config)) {
      sent.push(JSON.stringify(chunk));
      for (const message of (chunk as unknown as [string, { messages?: unknown[] }])[1].messages ?? [])
        if (ToolMessage.isInstance(message)) {
          const envelope = fullResult(message.artifact);
          if (envelope) envelopes.set(message.tool_call_id, envelope);
        }
    }
    const saved = Object.values(saver.storage.t!).flatMap((kept) =>
      Object.values(kept)
        .flat()
        .map((one) => (typeof one === "string" ? one : new TextDecoder().decode(one))),
    );
    return { sent: `${sent.join("")}${saved.join("")}`, envelopes: [...envelopes.values()] };
  };
  const { sent, envelopes } = await run();
  expect(envelopes).toHaveLength(3);
  expectCompact(sent, envelopes);
  const whole = await run("full");
  expect(canariesIn(whole.sent).size).toBeGreaterThan(2 * canariesIn(sent).size);
});

test("function calling and MCP return only the text", async () => {
  const tools = await functionTools(connector);
  const results = await tools.run(
    calls.map(({ id, args }) => ({ type: "tool_use" as const, id, name: "slack", input: args })),
  );
  expectCompact(
    results,
    results.map((result) => fullResult(result)!),
  );

  const envelopes: ToolResult[] = [];
  const tool = await connector.tool();
  const plan: AgentTool["plan"] = (input) => {
    const planned = tool.plan(input);
    return {
      ...planned,
      async run(options) {
        const envelope = await planned.run(options);
        envelopes.push(envelope);
        return envelope;
      },
    };
  };
  const watched: AgentTool = { ...tool, plan, call: (input, options) => plan(input).run(options) };
  await using connected = await connect(watched);
  const answers = [];
  for (const { args } of calls)
    answers.push(await connected.client.callTool({ name: "slack", arguments: args as never }));
  expectCompact(answers, envelopes);
});
