import { expect, test } from "vitest";
import { byScript, runTask, runTaskByPrograms } from "../../eval/run/run-task.ts";
import { ownTasks, readTasks } from "../../eval/task/read-tasks.ts";

const tasks = readTasks(ownTasks);

test.each([
  "slack-answer-in-thread", // a program must read before another writes
  "slack-engineers-away", // a loop
  "slack-two-roberts", // a program fails
  "ads-lower-bids", // one program reads and writes
  "notion-late-tasks", // a loop over what a query found
  "ads-acos-by-campaign", // the answer comes from a report
  "linear-reassign-open", // the connector has a name of its own
])("programs solve %s, and return all that later programs and the answer need", async (id) => {
  const task = tasks.find((one) => one.id === id)!;
  const { solved, reasons, unseen, toolTokens } = await runTaskByPrograms(task);
  expect({ solved, reasons, unseen }).toEqual({ solved: true, reasons: [], unseen: [] });
  // The results of programs are shorter than those of calls. All tasks together then need 0.99 times as many tokens.
  expect(toolTokens).toBeLessThan((await runTask(task, "tool", byScript)).toolTokens * 1.6);
});

test("a program can go through all records that a search found", async () => {
  const task = tasks.find(({ id }) => id === "gmail-label-invoices")!;
  expect(await runTaskByPrograms(task)).toMatchObject({ solved: true, reasons: [], unseen: [] });
});
