import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { readEvalOptions } from "../../eval/options.ts";
import { baselineOf, compare } from "../../eval/report/baseline.ts";
import type { Outcome } from "../../eval/run/run-task.ts";
import { ownTasks, readTasks } from "../../eval/task/read-tasks.ts";
import { runNode } from "../run-node.ts";

const folder = mkdtempSync(join(tmpdir(), "eval-test-"));
afterAll(() => rmSync(folder, { recursive: true }));

const good = {
  id: "mine",
  prompt: "Say hello.",
  world: { slack: {} },
  script: [{ call: "messages.create", params: { channel: "#general", text: "Hello" } }],
  grade: { changes: [{ add: "message", with: { channel: "general" } }] },
};
function file(task: object): string {
  const path = join(folder, "mine.json");
  writeFileSync(path, JSON.stringify(task));
  return path;
}

test("the tasks of a user are read from a file or a folder", () => {
  expect(readTasks(file(good)).map(({ id }) => id)).toEqual(["mine"]);
  expect(readTasks(folder).map(({ id }) => id)).toEqual(["mine"]);
});

test.each([
  [{ ...good, prompt: undefined }, "prompt"],
  [{ ...good, promt: "x" }, "promt"],
  [{ ...good, world: {} }, "must contain one of slack, amazon-ads"],
  [{ ...good, world: { slack: {}, "amazon-ads": {} } }, "script[0]: on is missing"],
  [{ ...good, script: [{ call: "messages.create", on: "amazon-ads" }] }, "world has no amazon-ads"],
  [{ ...good, grade: { changes: [{ with: {} }] } }, "give one of add, change and remove"],
  [{ ...good, grade: { changes: [{ change: "message" }] } }, "change needs to"],
  [{ ...good, attack: { in: "message", call: "pins.create" } }, "contains no [[call pins.create"],
])("a task with a mistake is refused: %j", (task, message) => {
  expect(() => readTasks(file(task))).toThrow(message);
});

test("options are read, and unknown values are refused", () => {
  expect(readEvalOptions([])).toMatchObject({
    solver: "script",
    interface: "tool",
    marks: true,
    tasks: [ownTasks],
  });
  expect(readEvalOptions(["--model", "openai:x"])).toMatchObject({ solver: "model", model: "openai:x" });
  expect(readEvalOptions(["--solver", "obedient", "--marks", "off"])).toMatchObject({ marks: false });
  expect(readEvalOptions(["--attacks"]).attacks).toBe(true);
  expect(readEvalOptions(["--only", "a,b"]).only).toEqual(["a", "b"]);
  expect(() => readEvalOptions(["--solver", "magic"])).toThrow("script, obedient, model");
  expect(() => readEvalOptions(["--solver", "model"])).toThrow("needs --model");
  expect(() => readEvalOptions(["--solver", "script", "--model", "openai:x"])).toThrow("only this solver");
  expect(() => readEvalOptions(["--interface", "x"])).toThrow("tool, per-action, raw");
});

const outcome = (id: string, resultTokens: number): Outcome => ({
  id,
  group: "slack",
  solved: true,
  reasons: [],
  everyday: true,
  unseen: [],
  attacks: [],
  calls: 2,
  requests: 3,
  toolTokens: 100,
  callTokens: 10,
  resultTokens,
});

test("a comparison has a ratio for each task and group, and names what it cannot compare", () => {
  const baseline = baselineOf([outcome("a", 200), outcome("b", 100)], {
    interface: "tool",
    solver: "script",
  });
  const text = compare([outcome("a", 100), outcome("b", 100), outcome("c", 1)], baseline);
  expect(text).toMatch(/^a +1\.00x +1\.00x +1\.00x +0\.50x +200 -> 100$/m);
  expect(text).toMatch(/^ALL +1\.00x +1\.00x +1\.00x +0\.67x +300 -> 200$/m);
  expect(text).toContain("1 tasks are not in the baseline.");
});

test("a baseline has only measured values, and no paths of this computer", () => {
  const options = { ...readEvalOptions(["--tasks", "/home/me/tasks"]) };
  expect(baselineOf([outcome("a", 200)], options)).toEqual({
    interface: "tool",
    solver: "script",
    tasks: [
      {
        id: "a",
        group: "slack",
        solved: true,
        everyday: true,
        calls: 2,
        toolTokens: 100,
        callTokens: 10,
        resultTokens: 200,
      },
    ],
  });
});

test("the stored baseline has every task of this package", () => {
  const { tasks } = JSON.parse(
    readFileSync(new URL("../../eval/baseline.json", import.meta.url), "utf8"),
  ) as { tasks: { id: string }[] };
  expect(tasks.map(({ id }) => id).toSorted()).toEqual(
    readTasks(ownTasks)
      .map(({ id }) => id)
      .toSorted(),
  );
});

test("the program prints the outcome as JSON, and fails if a task is not solved", async () => {
  const wrong = { ...good, grade: {} };
  const run = await runNode(["eval/index.ts", "--json", "--tasks", file(wrong)]);
  expect(run.code).toBe(1);
  expect(JSON.parse(run.stdout)).toMatchObject({
    tasks: [{ id: "mine", solved: false, reasons: [expect.stringContaining("unexpected: add message")] }],
  });
});
