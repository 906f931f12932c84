import { streamedResult } from "agent-connectors/adapter";
import { aiSdkTools } from "agent-connectors/ai-sdk";
import { ConnectorToolkit, langChainTools } from "agent-connectors/langchain";
import { expect, test } from "vitest";
import { openInProcess } from "../../../suites/adapter/bench.ts";

const envelope = { ok: true, text: '{"data":[1]}', result: { data: [1, 2], meta: {} } } as never;

test.each([
  [undefined, { data: [1] }],
  ["compact", { data: [1] }],
  ["full", envelope],
])("the stream %s has its form", (stream, expected) => {
  expect(streamedResult(stream)(envelope)).toEqual(expected);
});

test("a misspelled stream is refused by every adapter that has the option", async () => {
  const { connector } = await openInProcess();
  const options = { stream: "ful" } as never;
  const refused = /stream must be "compact" or "full", got "ful"/;
  await expect(aiSdkTools(connector, options)).rejects.toThrow(refused);
  await expect(langChainTools(connector, options)).rejects.toThrow(refused);
});

test("a toolkit needs tools, and says how to make them", async () => {
  const { connector } = await openInProcess();
  expect(() => new ConnectorToolkit(connector as never)).toThrow("ConnectorToolkit needs an array of tools.");
});
