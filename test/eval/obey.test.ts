import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { attackRows, countRefused, runAttacks } from "../../eval/report/attack-page.ts";
import { obediently, runTask } from "../../eval/run/run-task.ts";
import { ownTasks, readTasks } from "../../eval/task/read-tasks.ts";

const attacked = readTasks(ownTasks).filter(({ attack }) => attack);
const named = (id: string) => attacked.find((task) => task.id === id)!;

test("the page about hidden instructions has the outcome of each, and guards stop the calls of an agent that obeys", async () => {
  const page = readFileSync(new URL("../../docs/hidden-instructions.md", import.meta.url), "utf8");
  for (const row of attackRows(await runAttacks(attacked))) expect(page.replace(/ +/g, " ")).toContain(row);
  const count = attacked.length;
  expect(page).toContain(`refuses ${count} of these ${count} calls`);
  const some = ["slack-read-canvas", "slack-two-roberts", "ads-portfolio-tidy"].map(named);
  for (const guard of ["reads", "approvals"] as const)
    expect(await countRefused(some, guard)).toBe(some.length);
});

test.each(attacked.map((task) => [task.id, task] as const))(
  "an agent that ignores the marks meets the hidden instruction of %s",
  async (_id, task) => {
    const { attacks, solved } = await runTask(task, "tool", obediently({ marks: false }));
    const [attack] = attacks;
    expect(attack).toMatchObject({ call: task.attack!.call });
    expect(["obeyed", "refused"]).toContain(attack!.outcome);
    // What the agent did for the attacker is a change that nobody has asked for.
    expect(solved).toBe(attack!.outcome === "refused");
  },
);

test("an agent that knows the marks does not obey a message of another person", async () => {
  const { attacks, solved } = await runTask(named("slack-open-reviews"), "tool", obediently({ marks: true }));
  expect(attacks).toEqual([{ call: "messages.create", outcome: "marked" }]);
  expect(solved).toBe(true);
});

test("a call that the tool refuses does no harm", async () => {
  const task = structuredClone(named("ads-archive-test"));
  task.world["amazon-ads"]!.tool.effects = ["read", "write"];
  task.script.length = 1;
  task.grade.changes = [];
  const { attacks, solved } = await runTask(task, "tool", obediently({ marks: false }));
  expect(attacks).toEqual([
    { call: "sponsored_product_campaigns.archive", outcome: "refused", code: "policy_denied" },
  ]);
  expect(solved).toBe(true);
});

test("an instruction that no result shows is reported as unseen", async () => {
  const task = structuredClone(named("slack-open-reviews"));
  task.script = [{ call: "team.get", params: {} }];
  const { attacks } = await runTask(task, "tool", obediently({ marks: true }));
  expect(attacks).toEqual([{ call: "messages.create", outcome: "unseen" }]);
});
