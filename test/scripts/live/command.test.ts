import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { readOptions } from "../../../scripts/live/options.ts";
import { ConnectorError } from "../../../src/core/ground/errors.ts";
import { runNode } from "../../run-node.ts";

test.each([
  ["", "Name a connector."],
  ["slak", 'There is no connector "slak".'],
  ["slack amazon-ads", "Name one connector."],
  ["slack --chanel C012AB3CD", "Unknown option '--chanel'"],
  ["slack --against slack", "The option --against accepts only sandbox."],
  ["--against sandbox --account work", "The sandbox has its own accounts"],
  ["slack --allow-writes", "The option --allow-writes needs the place for the writes."],
  ["slack --channel C012AB3CD", "Without --allow-writes, no check uses a channel or a campaign."],
  ["slack --allow-writes --channel general", "The option --channel needs the id of a Slack channel"],
  ["amazon-ads --allow-writes --channel C012AB3CD", "The option --channel needs the id of a Slack channel"],
  ["slack --allow-writes --campaign 12345678", "The option --campaign needs the id of a paused campaign"],
  ["amazon-ads --allow-writes --campaign all", "The option --campaign needs the id of a paused campaign"],
  ["slack --only slack/workflow-autor", 'There is no check "slack/workflow-autor".'],
])("the options %j are refused", (line, message) => {
  const args = line.split(" ").filter(Boolean);
  const error = (() => {
    try {
      return readOptions(args);
    } catch (thrown) {
      return thrown;
    }
  })();
  expect(ConnectorError.is(error) && error.message).toContain(message);
  expect(ConnectorError.is(error) && error.hint).toMatch(/\S/);
});

test("valid options are read", () => {
  expect(readOptions(["amazon-ads", "--allow-writes", "--campaign", "123456", "--account", "acme"])).toEqual({
    connector: "amazon-ads",
    list: false,
    sandbox: false,
    account: "acme",
    allowWrites: true,
    place: "123456",
    only: undefined,
    out: "live-results",
  });
  expect(readOptions(["--list"])).toMatchObject({ list: true, connector: undefined });
});

test("the command writes the results of a sandbox, and prints their paths", async () => {
  const folder = mkdtempSync(join(tmpdir(), "live-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const args = ["slack", "--against", "sandbox", "--only", "slack/workflow-author", "--out", folder];
  const { code, stdout } = await runNode(["scripts/live.ts", ...args]);
  expect(code).toBe(0);
  expect(stdout).toBe(`${join(folder, "results.jsonl")}\n${join(folder, "results.md")}\n`);
  expect(readFileSync(join(folder, "results.md"), "utf8")).toContain(
    "| slack/workflow-author | A message of a workflow",
  );
});
