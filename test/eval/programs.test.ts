import { expect, test } from "vitest";
import { runTaskByPrograms } from "../../eval/run/run-task.ts";
import { ownTasks, readTasks } from "../../eval/task/read-tasks.ts";

const tasks = readTasks(ownTasks);

test.each([
  "slack-answer-in-thread", // a program must read before another writes
  "slack-engineers-away", // a loop
  "slack-two-roberts", // a program fails
  "ads-lower-bids", // one program reads and writes
  "ads-acos-by-campaign", // the answer comes from a report
])("programs solve %s, and return all that later programs and the answer need", async (id) => {
  const { solved, reasons, unseen } = await runTaskByPrograms(tasks.find((task) => task.id === id)!);
  expect({ solved, reasons, unseen }).toEqual({ solved: true, reasons: [], unseen: [] });
});
