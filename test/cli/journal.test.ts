import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { slackSandbox } from "agent-connectors/sandbox";
import { SlackConnector } from "agent-connectors/slack";
import { fileStore } from "agent-connectors/file-store";
import { afterAll, expect, test } from "vitest";
import { runHere } from "./run-here.ts";

const folder = mkdtempSync(join(tmpdir(), "agent-connectors-journal-"));
afterAll(() => rmSync(folder, { recursive: true }));

test("lists and stops the writes of a program's store, and undoes nothing without credentials", async () => {
  const state = join(folder, "state");
  const sandbox = slackSandbox();
  const slack = new SlackConnector(
    { auth: { api_token: sandbox.tokens.bot } },
    { ...sandbox.options, store: fileStore(state), journal: true },
  );
  const channel = "C07A1QW2ER3";
  await slack.messages.create({ channel, text: "Hi" }, { context: { run: "run 7" } });
  const store = ["--store", state];
  const listed = await runHere(["journal", ...store]);
  expect(listed.stdout).toMatch(/ ok +slack messages\.create +run run 7\n$/);
  const stopped = await runHere(["stop", "--by", "maya", "--reason", "The wrong channel", ...store]);
  expect(stopped.stdout).toContain("maya has stopped all writes at ");
  expect(stopped.stdout).toContain("No write was under way.");
  await expect(slack.messages.create({ channel, text: "No" })).rejects.toMatchObject({ code: "stopped" });
  expect((await runHere(["resume", ...store])).stdout).toBe("Connectors can write again.\n");
  const unknown = await runHere(["undo", "--run", "run 8", ...store]);
  expect(unknown).toMatchObject({ code: 1, stderr: expect.stringContaining("not_found") });
  // Without credentials for the connector, nothing is undone.
  const without = await runHere(["undo", "--run", "run 7", ...store], { XDG_CONFIG_HOME: folder });
  expect(without).toMatchObject({ code: 4, stderr: expect.stringContaining("credentials_mismatch") });
});

test("explains options and a policy with rules, without credentials", async () => {
  const file = join(folder, "policy.json");
  writeFileSync(file, JSON.stringify({ approval: [{ notified_over: 5 }] }));
  const { code, stdout } = await runHere([
    "explain", "slack", "--effects", "read,write", "--only", "channel=C07A1QW2ER3", "--policy", file,
  ]); // prettier-ignore
  expect(code).toBe(0);
  expect(stdout).toContain("The agent can use only this channel: C07A1QW2ER3.\n");
  expect(stdout).toContain("A person must agree to every call that notifies more than 5 people.\n");
  expect(stdout).toContain("Examples of calls that are refused:\n- ");
  const wrong = await runHere(["explain", "slack", "--policy", join(folder, "none.json")]);
  expect(wrong).toMatchObject({ code: 2, stderr: expect.stringContaining("config_error") });
});
