import Anthropic from "@anthropic-ai/sdk";
import { GoogleGenAI, type Content } from "@google/genai";
import OpenAI from "openai";
import { functionTools } from "agent-connectors/json-schema";
import { describe, expect, test } from "vitest";
import { openInProcess } from "../../suites/adapter/bench.ts";
import { provider, story } from "./provider.ts";
import { expectStory } from "./story.ts";

const open = async () => {
  const { connector } = await openInProcess();
  return { tools: await functionTools(connector), wire: await provider(story) };
};

describe("raw function calling over the wire", () => {
  test("openai, Chat Completions", async () => {
    const { tools, wire } = await open();
    await using _ = wire;
    const client = new OpenAI({ apiKey: "test", baseURL: `${wire.url}/v1`, fetch: wire.fetch });
    const messages: OpenAI.ChatCompletionMessageParam[] = [{ role: "user", content: "Go." }];
    for (let turn = 0; turn < 9; turn++) {
      const { choices } = await client.chat.completions.create({
        model: "gpt-5",
        messages,
        tools: tools.definitions("openai"),
      });
      const { message } = choices[0]!;
      messages.push(message);
      if (!message.tool_calls) break;
      messages.push(...(await tools.run(message.tool_calls)));
    }
    expect(wire.bodies[0]!.tools).toEqual(tools.definitions("openai"));
    const last = wire.bodies.at(-1)!.messages as { role: string; content: string }[];
    expectStory(
      last.filter(({ role }) => role === "tool").map(({ content }) => ({ text: content, marked: undefined })),
    );
    expect(messages.at(-1)).toMatchObject({ content: "done" });
  });

  test("openai, Responses", async () => {
    const { tools, wire } = await open();
    await using _ = wire;
    const client = new OpenAI({ apiKey: "test", baseURL: `${wire.url}/v1`, fetch: wire.fetch });
    const input: OpenAI.Responses.ResponseInput = [{ role: "user", content: "Go." }];
    for (let turn = 0; turn < 9; turn++) {
      const { output } = await client.responses.create({
        model: "gpt-5",
        input,
        tools: tools.definitions("openai-responses"),
      });
      input.push(...(output as OpenAI.Responses.ResponseInput));
      // `run` ignores messages and reasoning.
      const results = await tools.run(output);
      if (results.length === 0) break;
      input.push(...results);
    }
    expect(wire.bodies[0]!.tools).toEqual(tools.definitions("openai-responses"));
    const last = wire.bodies.at(-1)!.input as { type?: string; output: string }[];
    expectStory(
      last
        .filter(({ type }) => type === "function_call_output")
        .map(({ output }) => ({ text: output, marked: undefined })),
    );
  });

  test("@anthropic-ai/sdk", async () => {
    const { tools, wire } = await open();
    await using _ = wire;
    const client = new Anthropic({ apiKey: "test", baseURL: wire.url, fetch: wire.fetch });
    const messages: Anthropic.MessageParam[] = [{ role: "user", content: "Go." }];
    for (let turn = 0; turn < 9; turn++) {
      const { content } = await client.messages.create({
        model: "claude-opus-5",
        max_tokens: 1000,
        messages,
        tools: tools.definitions("anthropic"),
      });
      messages.push({ role: "assistant", content });
      const results = await tools.run(content);
      if (results.length === 0) break;
      messages.push({ role: "user", content: results });
    }
    expect(wire.bodies[0]!.tools).toEqual(tools.definitions("anthropic"));
    const last = wire.bodies.at(-1)!.messages as {
      content: { type: string; content: string; is_error?: boolean }[];
    }[];
    expectStory(
      last
        .flatMap(({ content }) => (Array.isArray(content) ? content : []))
        .filter(({ type }) => type === "tool_result")
        .map(({ content, is_error }) => ({ text: content, marked: is_error ?? false })),
    );
  });

  test("@google/genai", async () => {
    const { tools, wire } = await open();
    await using _ = wire;
    const client = new GoogleGenAI({
      apiKey: "test",
      httpOptions: { baseUrl: wire.url, apiVersion: "v1beta" },
    });
    const contents: Content[] = [{ role: "user", parts: [{ text: "Go." }] }];
    const realFetch = globalThis.fetch;
    globalThis.fetch = wire.fetch;
    try {
      for (let turn = 0; turn < 9; turn++) {
        const { candidates } = await client.models.generateContent({
          model: "gemini-3-pro",
          contents,
          config: { tools: [{ functionDeclarations: tools.definitions("gemini") }] },
        });
        const { content } = candidates![0]!;
        contents.push(content!);
        const results = await tools.run(content!.parts!);
        if (results.length === 0) break;
        contents.push({ role: "user", parts: results });
      }
    } finally {
      globalThis.fetch = realFetch;
    }
    expect(wire.bodies[0]!.tools).toEqual([{ functionDeclarations: tools.definitions("gemini") }]);
    const last = wire.bodies.at(-1)!.contents as {
      parts: { functionResponse?: { response: { output?: object; error?: object } } }[];
    }[];
    expectStory(
      last
        .flatMap(({ parts }) => parts)
        .flatMap(({ functionResponse }) => functionResponse?.response ?? [])
        .map(({ output, error }) => ({
          text: JSON.stringify(output ?? { error }),
          marked: error !== undefined,
        })),
    );
  });
});
