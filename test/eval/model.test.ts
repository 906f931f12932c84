import { MockLanguageModelV4 } from "ai/test";
import { expect, test } from "vitest";
import { openModel } from "../../eval/solve/open-model.ts";
import { byModel } from "../../eval/solve/solve-by-model.ts";
import { runTask } from "../../eval/run/run-task.ts";
import { ownTasks, readTasks } from "../../eval/task/read-tasks.ts";

const task = readTasks(ownTasks).find(({ id }) => id === "slack-remind-me")!;
const params = { text: "approve the text of the spring mail", time: "2026-03-13T14:00:00Z" };
const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};

/** A model that makes one call, and then answers. */
function scripted(toolName: string, input: object) {
  let turn = 0;
  return new MockLanguageModelV4({
    doGenerate: async () => ({
      content:
        turn++ === 0
          ? [{ type: "tool-call", toolCallId: "1", toolName, input: JSON.stringify(input) }]
          : [{ type: "text", text: "Done." }],
      finishReason: { unified: turn === 1 ? "tool-calls" : "stop", raw: undefined },
      usage,
      warnings: [],
    }),
  });
}

const dispatched = { entity: "reminders", action: "create", params };

test.each([
  ["tool", "slack", dispatched],
  ["raw", "slack", dispatched],
  ["per-action", "slack_reminders_create", params],
] as const)("a model solves a task by the interface %s", async (name, toolName, input) => {
  const model = scripted(toolName, input);
  const { callTokens, resultTokens, ...outcome } = await runTask(task, name, byModel(model));
  const { solved, reasons, calls, requests } = outcome;
  expect({ solved, reasons, calls, requests }).toEqual({ solved: true, reasons: [], calls: 1, requests: 1 });
  expect(callTokens).toBeGreaterThan(10);
  expect(resultTokens).toBeGreaterThan(10);
  expect(JSON.stringify(model.doGenerateCalls[0]!.prompt)).toContain(task.prompt);
  // The model reads the text of the result, and not the record with all fields.
  expect(JSON.stringify(model.doGenerateCalls[1]!.prompt)).not.toContain("complete_ts");
});

test("a model that does something else has not solved the task", async () => {
  const wrong = { ...dispatched, params: { ...params, time: "2026-03-14T14:00:00Z" } };
  const { reasons } = await runTask(task, "tool", byModel(scripted("slack", wrong)));
  expect(reasons).toHaveLength(2);
});

test("a model without a key and an unknown provider are named", async () => {
  await expect(openModel("openai:gpt-6-luna", {})).rejects.toThrow("needs OPENAI_API_KEY");
  await expect(openModel("acme:1", {})).rejects.toThrow("Providers: openai, anthropic");
  await expect(openModel("openai", { OPENAI_API_KEY: "k" })).rejects.toThrow("<provider>:<model>");
  expect(await openModel("anthropic:claude-x", { ANTHROPIC_API_KEY: "k" })).toMatchObject({
    modelId: "claude-x",
  });
});
