import { createAnthropic } from "@ai-sdk/anthropic";
import { createOpenAI } from "@ai-sdk/openai";
import Anthropic from "@anthropic-ai/sdk";
import { GoogleGenAI, type Content } from "@google/genai";
import { ChatAnthropic } from "@langchain/anthropic";
import { ChatOpenAI } from "@langchain/openai";
import { generateText, isStepCount, type LanguageModel } from "ai";
import { createAgent } from "langchain";
import OpenAI from "openai";
import type { ToolsOptions } from "agent-connectors";
import { aiSdkTools } from "agent-connectors/ai-sdk";
import { functionTools } from "agent-connectors/json-schema";
import { langChainTools } from "agent-connectors/langchain";
import { describe, expect, test } from "vitest";
import { openInProcess } from "../suites/adapter/bench.ts";
import { majors, scripted } from "./ai-loops.ts";
import { connect } from "./mcp-loop.ts";
import { provider, type Provider } from "./wire/provider.ts";

// A model gets an image and a PDF file in the content parts of its provider's API. The requests in these tests come from
// the real packages of the frameworks and providers.

const image = Buffer.from(
  "89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489",
  "hex",
).toString("base64");
const pdf = Buffer.from("%PDF-1.7\n1 0 obj<</Type/Catalog>>endobj\n%%EOF").toString("base64");

const { connector } = await openInProcess();
const upload = async (filename: string, content_base64: string) =>
  (await connector.files.upload({ filename, content_base64 })).data.id;
const [imageId, pdfId] = [await upload("map.png", image), await upload("plan.pdf", pdf)];
const downloads = [imageId, pdfId].map((file) => ({ entity: "files", action: "download", params: { file } }));

const vision: ToolsOptions = { vision: true };
type Part = Record<string, unknown>;
type Body = Record<string, unknown>;

/** Functions that read the contents of the two tool results from the last request, in the format of each API. */
const read = {
  chat: ({ messages }: Body) =>
    (messages as { role: string; content: unknown }[])
      .filter(({ role }) => role === "tool")
      .map(({ content }) => content),
  responses: ({ input }: Body) =>
    (input as { type?: string; output: Part[] }[])
      .filter(({ type }) => type === "function_call_output")
      .map(({ output }) => output),
  anthropic: ({ messages }: Body) =>
    (messages as { content: { type: string; content: Part[] }[] }[])
      .flatMap(({ content }) => (Array.isArray(content) ? content : []))
      .filter(({ type }) => type === "tool_result")
      .map(({ content }) => content),
};

/** Checks that the first part of each result is the text, and returns the second parts. */
function partsBesideText(results: readonly unknown[]): Part[] {
  expect(results).toHaveLength(2);
  return (results as Part[][]).map(([first, second, ...more], index) => {
    expect(more).toEqual([]);
    expect(JSON.parse(String(first!.text))).toMatchObject({
      data: { filename: ["map.png", "plan.pdf"][index], note: "The model sees the file below." },
    });
    return second!;
  });
}

const inResponses = [
  expect.objectContaining({ type: "input_image", image_url: `data:image/png;base64,${image}` }),
  expect.objectContaining({
    type: "input_file",
    filename: "plan.pdf",
    file_data: `data:application/pdf;base64,${pdf}`,
  }),
];
const inAnthropic = [
  { type: "image", source: { type: "base64", media_type: "image/png", data: image } },
  expect.objectContaining({
    type: "document",
    source: { type: "base64", media_type: "application/pdf", data: pdf },
  }),
];
/** Checks a result that is only text, and says what each file is. */
function expectText(results: readonly unknown[]): void {
  expect(results).toHaveLength(2);
  for (const [index, text] of results.entries()) {
    const { data } = JSON.parse(String(text)) as { data: Part };
    expect(data).toMatchObject({
      filename: ["map.png", "plan.pdf"][index],
      content_type: ["image/png", "application/pdf"][index],
      size: expect.any(Number),
      note: expect.stringMatching(
        [/^PNG image\. .* link to the file/, /^PDF file\. .* link to the file/][index]!,
      ),
    });
    expect(String(text)).not.toContain(image);
  }
}

describe("function calling", () => {
  test("OpenAI Responses", async () => {
    const tools = await functionTools(connector, vision);
    await using wire = await provider(downloads);
    const client = new OpenAI({ apiKey: "test", baseURL: `${wire.url}/v1`, fetch: wire.fetch });
    const input: OpenAI.Responses.ResponseInput = [{ role: "user", content: "Go." }];
    for (let turn = 0; turn < 3; turn++) {
      const { output } = await client.responses.create({
        model: "gpt-5",
        input,
        tools: tools.definitions("openai-responses"),
      });
      input.push(...(output as OpenAI.Responses.ResponseInput), ...(await tools.run(output)));
    }
    expect(partsBesideText(read.responses(wire.bodies.at(-1)!))).toEqual(inResponses);
  });

  test("Anthropic", async () => {
    const tools = await functionTools(connector, vision);
    await using wire = await provider(downloads);
    const client = new Anthropic({ apiKey: "test", baseURL: wire.url, fetch: wire.fetch });
    const messages: Anthropic.MessageParam[] = [{ role: "user", content: "Go." }];
    for (let turn = 0; turn < 3; turn++) {
      const { content } = await client.messages.create({
        model: "claude-opus-5",
        max_tokens: 9,
        messages,
        tools: tools.definitions("anthropic"),
      });
      messages.push({ role: "assistant", content }, { role: "user", content: await tools.run(content) });
    }
    expect(partsBesideText(read.anthropic(wire.bodies.at(-1)!))).toEqual(inAnthropic);
  });

  test("Gemini", async () => {
    const tools = await functionTools(connector, vision);
    await using wire = await provider(downloads);
    const client = new GoogleGenAI({
      apiKey: "test",
      httpOptions: { baseUrl: wire.url, apiVersion: "v1beta" },
    });
    const contents: Content[] = [{ role: "user", parts: [{ text: "Go." }] }];
    const realFetch = globalThis.fetch;
    globalThis.fetch = wire.fetch;
    try {
      for (let turn = 0; turn < 3; turn++) {
        const { candidates } = await client.models.generateContent({
          model: "gemini-3-pro",
          contents,
          config: { tools: [{ functionDeclarations: tools.definitions("gemini") }] },
        });
        const { content } = candidates![0]!;
        contents.push(content!, { role: "user", parts: await tools.run(content!.parts!) });
      }
    } finally {
      globalThis.fetch = realFetch;
    }
    const sent = (wire.bodies.at(-1)!.contents as Content[])
      .flatMap(({ parts }) => parts ?? [])
      .flatMap(({ functionResponse }) => functionResponse ?? []);
    expect(sent.map(({ parts }) => parts)).toEqual([
      [{ inlineData: { mimeType: "image/png", data: image } }],
      [{ inlineData: { mimeType: "application/pdf", data: pdf } }],
    ]);
    expect(sent[0]!.response).toMatchObject({ output: { data: { note: "The model sees the file below." } } });
  });

  test("OpenAI Chat Completions gets text, because its tool messages contain no files", async () => {
    const tools = await functionTools(connector, vision);
    await using wire = await provider(downloads);
    const client = new OpenAI({ apiKey: "test", baseURL: `${wire.url}/v1`, fetch: wire.fetch });
    const messages: OpenAI.ChatCompletionMessageParam[] = [{ role: "user", content: "Go." }];
    for (let turn = 0; turn < 3; turn++) {
      const { choices } = await client.chat.completions.create({
        model: "gpt-5",
        messages,
        tools: tools.definitions("openai"),
      });
      messages.push(choices[0]!.message, ...(await tools.run(choices[0]!.message.tool_calls ?? [])));
    }
    expectText(read.chat(wire.bodies.at(-1)!));
  });
});

describe("AI SDK", () => {
  const models = {
    "OpenAI Responses": ({ url, fetch }: Provider) =>
      createOpenAI({ apiKey: "test", baseURL: `${url}/v1`, fetch })("gpt-5"),
    Anthropic: ({ url, fetch }: Provider) =>
      createAnthropic({ apiKey: "test", baseURL: `${url}/v1`, fetch })("claude-opus-5"),
  };
  const ask = async (model: LanguageModel, options?: ToolsOptions) => {
    const { warnings } = await generateText({
      model,
      tools: await aiSdkTools(connector, options),
      prompt: "Go.",
      stopWhen: isStepCount(9),
    });
    expect(warnings ?? []).toEqual([]);
  };
  test("OpenAI Responses", async () => {
    await using wire = await provider(downloads);
    await ask(models["OpenAI Responses"](wire) as LanguageModel, vision);
    expect(partsBesideText(read.responses(wire.bodies.at(-1)!))).toEqual(inResponses);
  });
  test("Anthropic", async () => {
    await using wire = await provider(downloads);
    await ask(models.Anthropic(wire) as LanguageModel, vision);
    expect(partsBesideText(read.anthropic(wire.bodies.at(-1)!))).toEqual(inAnthropic);
  });
  test("without the option, the model gets text", async () => {
    await using wire = await provider(downloads);
    await ask(models["OpenAI Responses"](wire) as LanguageModel);
    expectText(read.responses(wire.bodies.at(-1)!));
  });

  test.each(majors)("version $version: the content parts of this version", async (major) => {
    const calls = downloads.map((args, index) => [{ id: `c${index}`, args }]);
    const tools = await aiSdkTools(connector, vision);
    const model = scripted(major, calls, Object.keys(tools)[0]!);
    const { ai } = major;
    await ai.generateText({ model, tools, prompt: "Go.", stopWhen: ai.stepCountIs(5) });
    const prompt = model.doGenerateCalls.at(-1)!.prompt as {
      role: string;
      content: { output: { type: string; value: unknown } }[];
    }[];
    const outputs = prompt.filter(({ role }) => role === "tool").map(({ content }) => content[0]!.output);
    expect(outputs.map(({ type }) => type)).toEqual(["content", "content"]);
    const forms = {
      5: [
        { type: "media", mediaType: "image/png", data: image },
        { type: "media", mediaType: "application/pdf", data: pdf },
      ],
      6: [
        { type: "image-data", mediaType: "image/png", data: image },
        { type: "file-data", mediaType: "application/pdf", data: pdf, filename: "plan.pdf" },
      ],
      7: [
        { type: "file", mediaType: "image/png", data: { type: "data", data: image }, filename: "map.png" },
        {
          type: "file",
          mediaType: "application/pdf",
          data: { type: "data", data: pdf },
          filename: "plan.pdf",
        },
      ],
    };
    expect(partsBesideText(outputs.map(({ value }) => value))).toEqual(forms[major.version]);
  });
});

describe("LangChain", () => {
  const ask = async (model: ChatOpenAI | ChatAnthropic, options: ToolsOptions) => {
    const agent = createAgent({ model, tools: await langChainTools(connector, options) });
    await agent.invoke({ messages: [{ role: "user", content: "Go." }] } as never);
  };
  test("Anthropic", async () => {
    await using wire = await provider(downloads);
    await ask(
      new ChatAnthropic({
        model: "claude-opus-5",
        apiKey: "test",
        anthropicApiUrl: wire.url,
        clientOptions: { fetch: wire.fetch },
      }),
      vision,
    );
    expect(partsBesideText(read.anthropic(wire.bodies.at(-1)!))).toEqual(inAnthropic);
  });
  test("OpenAI Responses sees images, and PDF files stay text with vision: [image]", async () => {
    await using wire = await provider(downloads);
    const configuration = { baseURL: `${wire.url}/v1`, fetch: wire.fetch };
    await ask(new ChatOpenAI({ model: "gpt-5", apiKey: "test", useResponsesApi: true, configuration }), {
      vision: ["image"],
    });
    const [first, second] = read.responses(wire.bodies.at(-1)!);
    expect(first![1]).toEqual(inResponses[0]);
    expect(JSON.parse(String(second))).toMatchObject({
      data: { note: expect.stringContaining("PDF file.") },
    });
  });
});

test("MCP: an image, and a PDF file as a resource", async () => {
  await using given = await connect(connector, { ...vision, include: ["files.download"] });
  const [shown, other] = await Promise.all(
    downloads.map((args) => given.client.callTool({ name: "slack_read", arguments: args })),
  );
  expect(partsBesideText([shown!.content, other!.content])).toEqual([
    { type: "image", data: image, mimeType: "image/png" },
    { type: "resource", resource: { uri: "file:///plan.pdf", mimeType: "application/pdf", blob: pdf } },
  ]);
});
