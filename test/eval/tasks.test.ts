import { describe, expect, test } from "vitest";
import type { ConnectorName } from "../../eval/platforms/index.ts";
import { byScript, runTask } from "../../eval/run/run-task.ts";
import type { Solve } from "../../eval/solve/solution.ts";
import { solveByScript } from "../../eval/solve/solve-by-script.ts";
import { ownTasks, readTasks } from "../../eval/task/read-tasks.ts";
import type { Task } from "../../eval/task/schema.ts";

// A task measures something only if a good model can solve it, and if the grade notices what a bad model does.

const tasks = readTasks(ownTasks);
const named = (id: string): Task => structuredClone(tasks.find((task) => task.id === id)!);

test("the tasks cover the platforms, long work and hidden instructions", () => {
  const count = (passes: (task: Task) => unknown) => tasks.filter(passes).length;
  expect(new Set(tasks.map(({ id }) => id)).size).toBe(tasks.length);
  expect(count(({ world }) => world.slack)).toBeGreaterThanOrEqual(20);
  expect(count(({ world }) => world["amazon-ads"])).toBeGreaterThanOrEqual(20);
  expect(count(({ world }) => world.notion)).toBeGreaterThanOrEqual(10);
  expect(count(({ world }) => world.gmail)).toBeGreaterThanOrEqual(10);
  expect(count(({ world }) => world["google-calendar"])).toBeGreaterThanOrEqual(10);
  expect(count(({ attack }) => attack)).toBeGreaterThanOrEqual(10);
});

describe.each(tasks)("$id", (task) => {
  test("is solved by its script, nothing else changes, and the results show all that the script needs", async () => {
    const { reasons, unseen } = await runTask(task, "tool", byScript);
    expect({ reasons, unseen }).toEqual({ reasons: [], unseen: [] });
  });
});

/** Makes the calls of the script, and then one more. */
const andAlso =
  (entity: string, action: string, params: object): Solve =>
  async (task, agent) => {
    const solved = await solveByScript(task, agent);
    const [connector] = Object.keys(task.world) as ConnectorName[];
    const { ok } = await agent.call({ connector: connector!, entity, action, params });
    expect(ok).toBe(true);
    return solved;
  };

test.each([
  ["slack-remind-me", "messages", "create", { channel: "#random", text: "Done!" }, "unexpected: add message"],
  ["slack-new-channel", "reactions", "create", { channel: "#lunch", ts: "1773311400.000219", name: "eyes" }, "unexpected: add reaction"],
  ["ads-lower-bids", "sponsored_product_campaigns", "update", { campaigns: [{ campaignId: "177532889043665", name: "Brand" }] }, "unexpected: change sp/campaigns"],
  ["gmail-draft-not-send", "messages", "reply", { id: "m1", text: "May 4." }, "unexpected: add message"],
  ["calendar-read-day", "events", "update", { calendarId: "primary", eventId: "lunch", location: "Cafe" }, "unexpected: change event"],
  ["calendar-decline", "events", "update", { calendarId: "primary", eventId: "standup_20261201T080000Z", summary: "Sit" }, "unexpected: add occurrence"],
  ["notion-answer-comment", "pages", "update", { page_id: "0a1b2c3d-0000-4000-8000-0000000c0de5", title: "Hours" }, "unexpected: change page"],
])("%s is not solved if the agent also calls %s.%s", async (id, entity, action, params, reason) => {
  const { solved, reasons } = await runTask(named(id), "tool", andAlso(entity, action, params));
  expect(solved).toBe(false);
  expect(reasons).toEqual([expect.stringContaining(reason)]);
}); // prettier-ignore

test.each(tasks.filter(({ grade }) => grade.changes.length > 0).map((task) => [task.id, task] as const))(
  "%s is not solved without the last call that succeeds",
  async (_id, task) => {
    const last = task.script.findLast(({ fails }) => fails === undefined);
    const shorter = { ...task, script: task.script.filter((step) => step !== last) };
    const { reasons } = await runTask(shorter, "tool", byScript);
    expect(reasons).not.toEqual([]);
  },
);

test("a wrong value is not solved", async () => {
  const task = named("ads-raise-budget");
  task.script.at(-1)!.params["campaigns"] = [{ campaignId: "177880413201179", budget: { budget: 21 } }];
  const { reasons } = await runTask(task, "tool", byScript);
  expect(reasons).toEqual([
    expect.stringContaining('missing: change sp/campaigns {"name":"Camp kitchen - Exact"'),
    expect.stringContaining('"to":{"budget.budget":21}'),
  ]);
});

test("a right change of a field beside a wrong change of another field of the same record is not solved", async () => {
  const task = named("ads-raise-budget");
  task.script.at(-1)!.params["campaigns"] = [
    { campaignId: "177880413201179", budget: { budget: 20 }, name: "Stoves" },
  ];
  const { solved } = await runTask(task, "tool", byScript);
  expect(solved).toBe(false);
});

test("a wrong answer is not solved", async () => {
  const { reasons } = await runTask(
    { ...named("slack-who-rolled-back"), answer: "Tom did." },
    "tool",
    byScript,
  );
  expect(reasons).toContain('the answer does not say "Priya"');
});

test("a script that reads a value which the text of the result does not contain is reported", async () => {
  const task = named("slack-answer-in-thread");
  task.script.at(-1)!.params["markdown_text"] = {
    $text: [
      "17:00 ",
      { $of: "messages", where: { text: { $has: "Checkout fails" } }, get: "/client_msg_id" },
    ],
  };
  const { unseen } = await runTask(task, "tool", byScript);
  expect(unseen).toEqual([expect.stringMatching(/^\w+-5a7d/)]);
});

test.each(["per-action", "raw"] as const)("the interface %s solves the same task", async (name) => {
  const { solved, calls, toolTokens } = await runTask(named("ads-launch-campaign"), name, byScript);
  expect({ solved, calls }).toEqual({ solved: true, calls: 7 });
  expect(toolTokens).toBeGreaterThan(1000);
});
