import { createAnthropic } from "@ai-sdk/anthropic";
import { createOpenAI } from "@ai-sdk/openai";
import { ChatAnthropic } from "@langchain/anthropic";
import { ChatOpenAI } from "@langchain/openai";
import { generateText, isStepCount, streamText, type LanguageModel } from "ai";
import { createAgent, createMiddleware, providerStrategy } from "langchain";
import { toStrictJsonSchema } from "openai/lib/transform";
import { aiSdkTools } from "agent-connectors/ai-sdk";
import { langChainTools } from "agent-connectors/langchain";
import { describe, expect, test } from "vitest";
import { openInProcess } from "../../suites/adapter/bench.ts";
import { provider, story, type Provider } from "./provider.ts";
import { expectStory } from "./story.ts";

type Body = Record<string, unknown>;
type Messages = { role: string; content: unknown }[];

/** Functions that read the tool results from the last request, in the format of each provider's API. */
const read = {
  chat: (body: Body) =>
    (body.messages as Messages)
      .filter(({ role }) => role === "tool")
      .map(({ content }) => ({ text: content as string, marked: undefined })),
  responses: (body: Body) =>
    (body.input as { type?: string; output: string }[])
      .filter(({ type }) => type === "function_call_output")
      .map(({ output }) => ({ text: output, marked: undefined })),
  anthropic: (body: Body) =>
    (body.messages as Messages)
      .flatMap(({ content }) =>
        Array.isArray(content) ? (content as { type: string; content: unknown; is_error?: boolean }[]) : [],
      )
      .filter(({ type }) => type === "tool_result")
      .map(({ content, is_error }) => ({
        text: typeof content === "string" ? content : (content as { text: string }[])[0]!.text,
        marked: is_error ?? false,
      })),
};

describe("AI SDK over the wire", () => {
  const models = {
    "OpenAI, Responses": {
      model: ({ url, fetch }: Provider) =>
        createOpenAI({ apiKey: "test", baseURL: `${url}/v1`, fetch })("gpt-5"),
      results: read.responses,
      schema: (body: Body) => (body.tools as { parameters: object; strict: boolean }[])[0]!,
    },
    "OpenAI, Chat": {
      model: ({ url, fetch }: Provider) =>
        createOpenAI({ apiKey: "test", baseURL: `${url}/v1`, fetch }).chat("gpt-5"),
      results: read.chat,
      schema: (body: Body) => (body.tools as { function: { parameters: object } }[])[0]!.function,
    },
    Anthropic: {
      model: ({ url, fetch }: Provider) =>
        createAnthropic({ apiKey: "test", baseURL: `${url}/v1`, fetch })("claude-opus-5"),
      // Anthropic's API has an error marker, and its AI SDK provider keeps the fields of the error.
      results: (body: Body) =>
        read.anthropic(body).map(({ text, marked }) => ({
          text: marked ? `{"error":${text}}` : text,
          marked,
        })),
      schema: (body: Body) => ({
        parameters: (body.tools as { input_schema: object }[])[0]!.input_schema,
      }),
    },
  };
  for (const [name, { model, results, schema }] of Object.entries(models))
    test.each(["generate", "stream"])(`${name}, %s`, async (way) => {
      const { connector } = await openInProcess();
      await using wire = await provider(story);
      const options = {
        model: model(wire) as LanguageModel,
        tools: await aiSdkTools(connector),
        prompt: "Go.",
        stopWhen: isStepCount(9),
      };
      const text = way === "generate" ? (await generateText(options)).text : await streamText(options).text;
      expect(text).toBe("done");
      expectStory(results(wire.bodies.at(-1)!));
      const sent: { parameters: object; strict?: boolean } = schema(wire.bodies[0]!);
      expect(sent.parameters).toEqual((await connector.tool()).inputSchema);
      expect(sent.strict ?? false).toBe(false);
    });
});

describe("LangChain over the wire", () => {
  const wrapping = createMiddleware({
    name: "wrapping",
    wrapToolCall: (request, handler) => handler(request),
  });
  const models = {
    "OpenAI, Chat": {
      model: ({ url, fetch }: Provider) =>
        new ChatOpenAI({ model: "gpt-5", apiKey: "test", configuration: { baseURL: `${url}/v1`, fetch } }),
      results: read.chat,
    },
    "OpenAI, Responses": {
      model: ({ url, fetch }: Provider) =>
        new ChatOpenAI({
          model: "gpt-5",
          apiKey: "test",
          useResponsesApi: true,
          configuration: { baseURL: `${url}/v1`, fetch },
        }),
      results: read.responses,
    },
    Anthropic: {
      model: ({ url, fetch }: Provider) =>
        new ChatAnthropic({
          model: "claude-opus-5",
          apiKey: "test",
          anthropicApiUrl: url,
          clientOptions: { fetch },
        }),
      // LangChain sends no error marker to Anthropic, so the content must show the failure.
      results: (body: Body) => read.anthropic(body).map((result) => ({ ...result, marked: undefined })),
    },
  };
  for (const [name, { model, results }] of Object.entries(models))
    test(name, async () => {
      const { connector } = await openInProcess();
      await using wire = await provider(story);
      const agent = createAgent({
        model: model(wire) as never,
        tools: await langChainTools(connector),
        middleware: [wrapping as never],
      });
      const { messages } = (await agent.invoke({
        messages: [{ role: "user", content: "Go." }],
      } as never)) as { messages: { text: string; status?: string }[] };
      expect(messages.at(-1)!.text).toBe("done");
      expect(messages.flatMap(({ status }) => status ?? [])).toEqual([
        "success",
        "error",
        "success",
        "error",
      ]);
      expectStory(results(wire.bodies.at(-1)!));
    });

  test("a response format makes every tool strict, and strict per-action tools work with it", async () => {
    const { connector } = await openInProcess();
    await using wire = await provider([], '{"answer":"done"}');
    // Excludes the tools whose params can have any shape.
    const exclude = [
      "views",
      "blocks.validate",
      "messages.unfurl",
      "lists.create",
      "list_items.create",
      "list_items.update",
      "functions.complete_success",
    ];
    const tools = await langChainTools(connector, { shape: "per-action", strict: true, exclude });
    const agent = createAgent({
      model: models["OpenAI, Chat"].model(wire) as never,
      tools,
      responseFormat: providerStrategy({
        type: "object",
        properties: { answer: { type: "string" } },
        required: ["answer"],
        additionalProperties: false,
      }) as never,
    });
    await agent.invoke({ messages: [{ role: "user", content: "Go." }] } as never);
    const sent = wire.bodies[0]!.tools as { function: { strict?: boolean; parameters: object } }[];
    expect(sent).toHaveLength(tools.length);
    for (const { function: made } of sent) {
      expect(made.strict).toBe(true);
      expect(toStrictJsonSchema(made.parameters as never)).toEqual(made.parameters);
    }
  });
});
