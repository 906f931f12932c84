import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openAccount } from "../../hosted/open-account.ts";
import { runHere } from "../run-here.ts";

test("call and check use a connector of the hosted service, under the policy of the command too", async () => {
  const { id: connector_id, ...account } = await openAccount();
  const env = { ...account.env, TERM: "dumb" };
  const hosted = ["--hosted", connector_id];
  const call = (args: readonly string[], columns?: number) =>
    runHere(["call", "slack", ...args, ...hosted], env, columns);

  const listed = await call(["channels.list", "limit=2"]);
  expect(JSON.parse(listed.stdout)).toMatchObject({ data: [{ name: "general" }, { name: "random" }] });
  expect((await call(["channels.list", "limit=2"], 80)).stdout).toMatch(/^id .*\n.*\nC07A1QW2ER3 {2}general/);
  const posted = await call(["messages.create", "channel=#general", "text=Hi"], 80);
  expect(posted.stdout).toMatch(new RegExp(`To undo this: agent-connectors call slack messages\\.delete .* --hosted ${connector_id}\n`)); // prettier-ignore
  const archive = ["channels.archive", "channel=#random"];
  expect(await call(archive)).toMatchObject({ code: 3, stderr: expect.stringContaining("add --yes") });
  expect((await call([...archive, "--yes"])).code).toBe(0);
  expect(JSON.parse((await runHere(["check", "slack", ...hosted], env)).stdout)).toMatchObject({
    status: "healthy",
  });

  const policy = join(mkdtempSync(join(tmpdir(), "hosted-")), "policy.json");
  writeFileSync(policy, JSON.stringify({ effects: ["read"] }));
  const refused = await call(["messages.create", "channel=#general", "text=Hi", "--policy", policy]);
  expect([refused.code, refused.stderr]).toEqual([3, expect.stringContaining("policy_denied")]);
  const none = await runHere(["call", "slack", "channels.list", "--hosted", "c1"]);
  expect([none.code, none.stderr]).toEqual([
    2,
    expect.stringContaining("--hosted needs AGENT_CONNECTORS_URL"),
  ]);
});
