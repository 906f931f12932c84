import { stripVTControlCharacters } from "node:util";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runNode } from "../run-node.ts";
import { openShop } from "./call/shop.ts";
import { runHere } from "./run-here.ts";
import { widthOf } from "../../cli/table/text-width.ts";

const program = (args: string[], env?: Record<string, string>) => runNode(["cli/index.ts", ...args], env);

test("list names the connectors and their environment variables", async () => {
  const { code, stdout } = await program(["list"]);
  expect(code).toBe(0);
  expect(stdout).toContain(
    "slack (Slack)\n  token: SLACK_TOKEN\n  oauth: SLACK_CLIENT_ID, SLACK_CLIENT_SECRET, ",
  );
  expect(stdout).toContain("\n  optional: AMAZON_ADS_REGION, address of the Amazon Ads API");
  const [slack, ads] = JSON.parse((await runHere(["list", "--json"])).stdout);
  expect(slack).toMatchObject({ name: "slack", environment: { token: { api_token: "SLACK_TOKEN" } } });
  expect(ads.settings).toMatchObject([{ field: "region", variable: "AMAZON_ADS_REGION" }]);
});

test("docs/command-line.md has exactly the variables that list prints", async () => {
  const variables = (text: string) => new Set(text.match(/\b(?:SLACK|AMAZON_ADS)_[A-Z_]+\b/g));
  const page = readFileSync(new URL("../../docs/command-line.md", import.meta.url), "utf8");
  const { stdout } = await runHere(["list"]);
  expect(variables(stdout)).toContain("AMAZON_ADS_REGION");
  expect(variables(page)).toEqual(variables(stdout));
});

test("the connector gets a setting from the environment", async () => {
  const env = {
    AMAZON_ADS_CLIENT_ID: "c",
    AMAZON_ADS_CLIENT_SECRET: "s",
    AMAZON_ADS_REFRESH_TOKEN: "r",
    AMAZON_ADS_REGION: "mars",
  };
  const { code, stderr } = await runHere(["call", "amazon-ads", "profiles", "list"], env);
  expect(code).toBe(2);
  expect(stderr).toMatch(/^region_not_allowed: /);
});

test("describe --json prints every entity and action with its JSON Schema", async () => {
  const { code, stdout } = await runHere(["describe", "slack", "--json"]);
  expect(code).toBe(0);
  const { connector, version, entities } = JSON.parse(stdout);
  expect({ connector, version }).toEqual({ connector: "slack", version: "0.1.0" });
  const actions = Object.values(entities).flatMap((entity) => Object.values(entity as object));
  expect(actions.length).toBeGreaterThanOrEqual(22);
  for (const action of actions)
    expect(action).toMatchObject({
      description: expect.any(String),
      effect: expect.stringMatching(/^(read|write|destructive)$/),
      signature: expect.any(String),
      params: { type: "object", properties: expect.any(Object) },
      paginated: expect.any(Boolean),
    });
});

test("search finds actions by words", async () => {
  const { code, stdout } = await runHere(["search", "slack", "make", "a", "channel"]);
  expect(code).toBe(0);
  expect(stdout).toMatch(/^channels\.create\(name, .*\)  \[write\]\n    Create a channel with/);
  const found = JSON.parse((await runHere(["search", "slack", "make a channel", "--json"])).stdout);
  expect(found).toHaveLength(8);
  expect(found[0]).toMatchObject({ entity: "channels", action: "create", effect: "write" });
});

test("describe of one action shows its params", async () => {
  const { stdout } = await runHere(["describe", "slack", "messages", "create"]);
  expect(stdout).not.toContain("pattern");
  const { stdout: nested } = await runHere(["describe", "slack", "user_profiles", "update"]);
  expect(nested).toContain(
    "profile?: object; {} by default\n        status_text?: string of at most 100 characters\n",
  );
  expect(stdout).toContain("create(channel, markdown_text?, mentions?: bool, thread_ts?, …)  [write]");
  expect(stdout).toContain("scopes of a bot token: chat:write; also used: chat:write.public, ");
  expect(stdout).toContain("https://docs.slack.dev/reference/methods/chat.postMessage");
});

test("call runs an action on the sandbox", async () => {
  const { code, stdout } = await runHere([
    "call",
    "slack",
    "channels",
    "list",
    '{"limit":2,"fields":["name"]}',
    "--sandbox",
    "--json",
  ]);
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({
    data: [{ name: "general" }, { name: "random" }],
    meta: { has_more: true },
  });
});

test("call of a download writes the file's bytes", async () => {
  const list = ["call", "slack", "files", "list", '{"types":["images"],"limit":1}', "--sandbox", "--json"];
  const [file] = (JSON.parse((await runHere(list)).stdout) as { data: { id: string; size: number }[] }).data;
  const params = JSON.stringify({ file: file!.id });
  const { code, stdout } = await program([
    "call",
    "slack",
    "files",
    "download",
    params,
    "--sandbox",
    "--json",
  ]);
  expect([code, stdout.length, stdout.slice(1, 4)]).toEqual([0, file!.size, "PNG"]);
});

test.each([
  [["describe", "slak"], /unknown_connector_type: .*"slak"[\s\S]*Did you mean slack\?/],
  [
    ["describe", "slack", "chanels"],
    /unknown_entity: .*did you mean channels\?\n.*agent-connectors describe slack\./,
  ],
  [["call", "slack", "channels", "list"], /credentials_mismatch: [\s\S]*SLACK_TOKEN[\s\S]*--sandbox/],
  [["call", "slack", "channels", "list", "{oops", "--sandbox"], /invalid_params: .*not JSON/],
  [["call", "slack", "channels", "get", "{}", "--sandbox"], /invalid_params: .*channel: required/],
])("%j fails with a hint and without a stack", async (args, message) => {
  const { code, stderr, stdout } = await runHere(args);
  expect(code).toBe(stderr.startsWith("credentials_mismatch") ? 4 : 2);
  expect(stderr).toMatch(message);
  expect(stderr).not.toContain("    at ");
  expect(stdout).toBe("");
  const asJson = await runHere([...args, "--json"]);
  expect(JSON.parse(asJson.stderr).error).toMatchObject({
    code: expect.any(String),
    hint: expect.any(String),
  });
});

test("a token of the environment is never printed", async () => {
  const token = "xoxz-canary-1234567890";
  const args = ["call", "slack", "channels", "list"];
  const { code, stderr, stdout } = await program(args, { SLACK_TOKEN: token });
  expect(code).toBe(4);
  expect(stderr + stdout).toMatch(/credentials_mismatch/);
  expect(stderr + stdout).not.toContain("canary");
});

test("the texts of a connector file cannot command the terminal", async () => {
  await using shop = await openShop(mkdtempSync(join(tmpdir(), "texts-")));
  const file = JSON.parse(readFileSync(shop.file, "utf8"));
  file.actions.orders.list.params.properties.text.description = "a \u202e text\u001b[2J";
  writeFileSync(shop.file, JSON.stringify(file));
  const { code, stdout } = await runHere(["describe", shop.file, "orders.list"], {}, 80);
  expect([code, stdout]).toEqual([0, expect.stringContaining("a \\u{202e} text\\u{1b}[2J")]);
});

test("a name can be one word", async () => {
  const { stdout } = await runHere(["describe", "slack", "channels.list"]);
  expect(stdout).toBe((await runHere(["describe", "slack", "channels", "list"])).stdout);
});

test.each([
  ["--help"],
  ["call", "--help"],
  ["approvals", "--help"],
  ["list"],
  ["search", "slack", "post a message"],
  ["explain", "slack"],
  ["explain", "amazon-ads", "--effects", "read"],
  ["call", "slack", "messages.create", "channel=#general", `text=${"営業チーム 🎉 Please read the notes. ".repeat(9)}`, "--sandbox", "--dry-run"], // prettier-ignore
])("no line of %j is wider than a terminal of 80 columns", async (...args) => {
  const { code, stdout } = await runHere(args, {}, 80);
  const wide = stripVTControlCharacters(stdout)
    .split("\n")
    .filter((line) => widthOf(line) > 80);
  expect([code, wide]).toEqual([0, []]);
});

test("the lines of a dry run stand in two columns", async () => {
  const args = ["call", "slack", "messages.create", "channel=#general", "text=Hi", "--sandbox", "--dry-run"];
  const { stdout } = await runHere(args, {}, 80);
  const starts = stripVTControlCharacters(stdout)
    .split("\n")
    .flatMap((line) => /^(?:Param )?\w[\w ]*: +/.exec(line)?.[0].length ?? [])
    .slice(0, 8);
  expect([starts.length, new Set(starts).size]).toEqual([8, 1]);
});
