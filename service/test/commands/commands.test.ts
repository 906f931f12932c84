import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test, vi } from "vitest";
import { runCommand } from "../../src/commands/run-command.ts";
import { errorOf } from "../support/errors.ts";
import { noPostgres, startCluster } from "../support/postgres/postgres.ts";
import {
  clientOf,
  runHere,
  runService,
  spawnService,
  startService,
  type Running,
} from "../support/process.ts";
import { executePath } from "../support/service.ts";
import { usage } from "../../src/commands/shared/usage.ts";

// Each test starts several programs, and a busy machine needs much time for this.
vi.setConfig({ testTimeout: 600_000 });

const directories: string[] = [];
const newDirectory = () => {
  const directory = mkdtempSync(join(tmpdir(), "acs-"));
  directories.push(directory);
  return directory;
};
const started: Running[] = [];
afterAll(async () => {
  await Promise.all(started.map((service) => service.end("SIGKILL")));
  for (const directory of directories) rmSync(directory, { recursive: true, force: true });
});
const list = { entity: "users", action: "list", params: { limit: 1 } };

/** Creates a data directory with a connector and a token of the connector's user. */
async function filled() {
  const dataDir = newDirectory();
  const service = await startService(["--data-dir", dataDir]);
  started.push(service);
  const application = JSON.parse(readFileSync(join(dataDir, "first-application.json"), "utf8")) as object;
  const client = clientOf(service.url);
  const token = await client.scopedToken(application, "u1");
  const { body } = await client.ask("/v1/integrations/connectors", token, {
    external_user_id: "u1",
    connector_type: "slack",
    credentials: { api_token: "xoxb-sandbox-bot" },
  });
  return { dataDir, service, application, token, id: body.id as string };
}

/** A running service for the tests that need none of their own. */
let running: ReturnType<typeof filled> | undefined;
const shared = () => (running ??= filled());

const executes = async (args: string[], id: string, token: string, env = {}) => {
  const service = await startService(args, env);
  try {
    const { status } = await clientOf(service.url).ask(executePath(id), token, list);
    return status;
  } finally {
    await service.end("SIGTERM");
  }
};

test("the help fits into a terminal of 80 columns, and that of one command names no other", () => {
  for (const name of [undefined, "keys"])
    expect(
      usage(name, 80)
        .split("\n")
        .filter((line) => line.length > 80),
    ).toEqual([]);
  expect(usage("keys", 80)).not.toContain("backup");
  expect(usage("keys", undefined).split("\n")).toHaveLength(6);
});

test("--help prints the commands, and wrong arguments are refused", async () => {
  const help = await runHere(["--help"]);
  expect([help.code, help.output]).toEqual([0, expect.stringContaining("backup")]);
  const nonsense = await runService(["nonsense"]);
  expect([nonsense.code, nonsense.output]).toEqual([3, expect.stringContaining("There is no command")]);
  for (const [args, message] of [
    [["nonsense"], 'There is no command "nonsense"'],
    [["--port", "x"], "port must be a whole number"],
    [["--colour", "red"], "--colour"],
    [["backup"], "The name of the backup file is missing"],
    [["keys", "lose", "--data-dir", newDirectory()], 'There is no command "keys lose"'],
  ] as [string[], string][]) {
    const { code, output } = await runHere(args);
    expect([code, output]).toEqual([3, expect.stringContaining(message)]);
  }
});

test("the environment sets the application, and a weak secret is refused", async () => {
  const env = { AGENT_CONNECTORS_CLIENT_ID: "mine", AGENT_CONNECTORS_CLIENT_SECRET: "s".repeat(32) };
  const dataDir = newDirectory();
  const service = await startService(["--data-dir", dataDir], env);
  expect(service.output()).not.toContain("s".repeat(32));
  expect(existsSync(join(dataDir, "first-application.json"))).toBe(false);
  const port = new URL(service.url).port;
  const { code, output } = await runHere(
    ["token", "--user", "u1", "--port", port, "--data-dir", dataDir],
    env,
  );
  expect(code).toBe(0);
  const { status, body } = await clientOf(service.url).ask(
    "/v1/applications/scoped-token/info",
    output.trim(),
  );
  expect([status, body.external_user_id]).toEqual([200, "u1"]);
  await service.end("SIGTERM");
  const weak = await runHere(["--data-dir", newDirectory()], {
    ...env,
    AGENT_CONNECTORS_CLIENT_SECRET: "short",
  });
  expect([weak.code, weak.output]).toEqual([3, expect.stringContaining("shorter than 32")]);
});

test("backup copies the store of a running service, and the copy needs the key ring", async () => {
  const { dataDir, service, id, token } = await filled();
  const file = join(newDirectory(), "copy.sqlite");
  const { code } = await runService(["backup", file, "--data-dir", dataDir]);
  expect(code).toBe(0);
  expect(statSync(file).mode & 0o077).toBe(0);
  expect((await runHere(["backup", file, "--data-dir", dataDir])).code).toBe(3);
  await service.end("SIGTERM");
  const restored = newDirectory();
  copyFileSync(file, join(restored, "service.sqlite"));
  const without = await runHere(["--data-dir", restored]);
  expect([without.code, without.output]).toEqual([3, expect.stringContaining("There is no key ring at")]);
  copyFileSync(join(dataDir, "keyring.json"), join(restored, "keyring.json"));
  expect(await executes(["--data-dir", restored], id, token)).toBe(200);
  chmodSync(join(restored, "keyring.json"), 0o644);
  const open = await runHere(["--data-dir", restored]);
  expect([open.code, open.output]).toEqual([3, expect.stringContaining("Other users can read")]);
});

test("keys are rotated, rewrapped and retired, and another key ring is refused", async () => {
  const { dataDir, service, id, token, application } = await filled();
  await service.end("SIGTERM");
  const keys = async (...words: string[]) => {
    const { code, output } = await runHere(["keys", ...words, "--data-dir", dataDir]);
    return [code, output.trim()] as const;
  };
  const [, before] = await keys("list");
  const [old = ""] = before.split(" ");
  expect(before).toBe(`${old} (active): 6 records`);
  expect((await keys("retire", old))[0]).toBe(3);
  expect((await keys("rotate"))[0]).toBe(0);
  expect(await executes(["--data-dir", dataDir], id, token)).toBe(200);
  expect((await keys("rewrap"))[1]).toMatch(/^1 records are now encrypted or signed with k/);
  expect((await keys("retire", old))[0]).toBe(0);
  const audit = await runHere(["audit", "verify", "--data-dir", dataDir]);
  expect([audit.code, audit.output]).toEqual([0, expect.stringContaining("checkpoint")]);
  expect((await keys("list"))[1]).toMatch(/^k\w+ \(active\): 6 records$/);
  // A token that the old key signed is refused, and a new token is accepted.
  const again = await startService(["--data-dir", dataDir]);
  expect((await clientOf(again.url).ask(executePath(id), token, list)).status).toBe(401);
  const fresh = await clientOf(again.url).scopedToken(application, "u1");
  expect((await clientOf(again.url).ask(executePath(id), fresh, list)).status).toBe(200);
  await again.end("SIGTERM");

  const other = await runHere(["--data-dir", dataDir], {
    AGENT_CONNECTORS_MASTER_KEYS: JSON.stringify({
      active: "k0",
      keys: { k0: Buffer.alloc(32).toString("base64") },
    }),
  });
  expect([other.code, other.output]).toEqual([3, expect.stringContaining("does not hold the store's key")]);
});

test("a key ring in the environment is rotated by changes of the variable", async () => {
  const dataDir = newDirectory();
  const secret = (fill: number) => Buffer.alloc(32, fill).toString("base64");
  const keys = async (ring: object, ...words: string[]) => {
    const { code, output } = await runHere(["keys", ...words, "--data-dir", dataDir], {
      AGENT_CONNECTORS_MASTER_KEYS: JSON.stringify(ring),
    });
    return `${code} ${output.trim()}`;
  };
  const both = { k1: secret(1), k2: secret(2) };
  expect(await keys({ active: "k1", keys: { k1: secret(1) } }, "list")).toBe("0 k1 (active): 0 records");
  expect(await keys({ active: "k1", keys: both }, "list")).toContain("k2: 0 records");
  expect(await keys({ active: "k1", keys: both }, "rotate")).toMatch(/^3 .*in the order of "Keys"/);
  expect(await keys({ active: "k1", keys: both }, "retire", "k1")).toMatch(/^3 The active key cannot/);
  expect(await keys({ active: "k2", keys: both }, "retire", "k3")).toMatch(/^3 .*no key "k3"/);
  const rotated = { active: "k2", keys: { k2: secret(2) } };
  expect(await keys({ active: "k2", keys: both }, "rewrap")).toMatch(/^0 /);
  expect(await keys(rotated, "list")).toMatch(/^3 .*does not hold the store's key k1/);
  expect(await keys({ active: "k2", keys: both }, "retire", "k1")).toMatch(
    /^0 k1 is retired.* remove it from AGENT_CONNECTORS_MASTER_KEYS/,
  );
  expect(await keys(rotated, "list")).toBe("0 k2 (active): 0 records");
});

test("application adds an organization and a second secret while the service runs", async () => {
  const { dataDir, service, id, application } = await shared();
  const { output } = await runHere(["application", "add", "other", "--data-dir", dataDir]);
  const other = JSON.parse(output) as { client_id: string; client_secret: string };
  const client = clientOf(service.url);
  // The same user id in another organization means a different user.
  const token = await client.scopedToken(other, "u1");
  expect((await client.ask(executePath(id), token, list)).status).toBe(404);
  const { client_id } = application as { client_id: string };
  const added = await runHere(["application", "secret", client_id, "--data-dir", dataDir]);
  const second = JSON.parse(added.output) as { client_id: string; client_secret: string };
  for (const one of [application, second])
    expect((await client.ask(executePath(id), await client.scopedToken(one, "u1"), list)).status).toBe(200);
});

test("return-urls sets the addresses of an application, and refuses others", async () => {
  const { dataDir, application } = await shared();
  const { client_id } = application as { client_id: string };
  const run = (...args: string[]) => runHere(["application", ...args, "--data-dir", dataDir]);
  const urls = ["https://app.example/connected", "http://localhost:3000/connected"];
  expect((await run("return-urls", client_id, ...urls)).output).toContain("2 return addresses");
  const listed = (await run("list")).output.split("\n").find((line) => line.includes(client_id));
  expect(JSON.parse(listed!)).toMatchObject({ return_urls: urls });
  const refused = await run("return-urls", client_id, "http://app.example/");
  expect([refused.code, refused.output]).toEqual([3, expect.stringContaining("must use https")]);
});

test("application sign-in sets how users sign in, and refuses what cannot work", async () => {
  const { dataDir, application } = await shared();
  const { client_id } = application as { client_id: string };
  const file = join(newDirectory(), "sign-in.json");
  const run = async (json: object, last = file) => {
    writeFileSync(file, JSON.stringify(json));
    return runHere(["application", "sign-in", client_id, last, "--data-dir", dataDir]);
  };
  const issuer = { issuer: "https://id.example", client_id: "a", client_secret: "b" };
  expect((await run(issuer)).output).toBe(`Users of ${client_id} can sign in.\n`);
  expect((await run({}, "off")).output).toBe(`Users of ${client_id} cannot sign in.\n`);
  for (const [json, last, message] of [
    [{}, "off", "cannot sign in to this application"],
    [{ ...issuer, claim: "a b" }, file, "claim"],
    [{ sign_in_url: "http://app.example" }, file, "sign_in_url must use https"],
    [issuer, "none.json", "none.json cannot be read as JSON"],
  ] as [object, string, string][]) {
    const { code, output } = await run(json, last);
    expect([code, output]).toEqual([3, expect.stringContaining(message)]);
  }
});

test("applications and users are listed, disabled, ended and deleted beside a running service", async () => {
  const { dataDir, service, id, application, token } = await filled();
  const run = (...words: string[]) => runHere([...words, "--data-dir", dataDir]);
  const rows = async (...words: string[]) =>
    (await run(...words)).output
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as Record<string, unknown>);
  const { client_id } = application as { client_id: string };
  const client = clientOf(service.url);
  const status = async (token: string) => (await client.ask(executePath(id), token, list)).status;

  const [only] = await rows("application", "list");
  expect(only).toMatchObject({
    client_id,
    status: "active",
    secrets: 1,
    organization_id: expect.any(String),
  });
  const added = await run("application", "add", "second", only!["organization_id"] as string);
  const second = JSON.parse(added.output) as { client_id: string };
  expect(await status(await client.scopedToken(second, "u1"))).toBe(200);

  expect(await rows("user", "list", client_id)).toEqual([
    expect.objectContaining({ external_user_id: "u1", connectors: 1 }),
  ]);
  expect((await run("user", "revoke", client_id, "u1")).output).toContain(
    "All tokens of the user are revoked",
  );
  expect(await status(token)).toBe(401);
  const fresh = await client.scopedToken(application, "u1");
  expect((await run("application", "revoke", client_id)).output).toContain("are revoked");
  expect(await status(fresh)).toBe(401);

  const made = (
    await run("token", "create", client_id, "n8n", "--user", "u1", "--effects", "read")
  ).output.trim();
  expect(await status(made)).toBe(200);
  const [kept, ...others] = await rows("token", "list", client_id, "--user", "u1");
  expect([kept, others]).toEqual([expect.objectContaining({ name: "n8n", effects: ["read"] }), []]);
  expect(JSON.stringify(kept)).not.toContain(made);
  expect((await run("token", "revoke", client_id, kept!["id"] as string)).output).toContain("is revoked");
  expect(await status(made)).toBe(401);

  const user = ["--user", "u1"];
  const [stopped, ...underWay] = await rows("stop", "writes", client_id, ...user);
  expect([stopped, underWay]).toEqual([expect.objectContaining({ external_user_id: "u1" }), []]);
  expect(await rows("stop", "list", client_id)).toEqual([stopped]);
  expect((await run("stop", "end", client_id, ...user)).output).toBe("Connectors can write again.\n");
  expect((await run("stop", "end", client_id, ...user)).output).toBe("Writes were not stopped.\n");

  expect((await run("application", "disable", client_id)).output).toContain("is disabled");
  expect((await client.ask("/v1/applications/token", "", application)).body.message).toBe(
    "The application is disabled.",
  );
  expect((await run("application", "enable", client_id)).output).toContain("is active");
  expect(await status(await client.scopedToken(application, "u1"))).toBe(200);
  expect((await run("application", "delete", second.client_id)).output).toContain("is deleted");

  const events = (await rows("audit", "--limit", "200")).map(({ event }) => event);
  expect(events).toEqual(
    expect.arrayContaining([
      "application.add",
      "application.disable",
      "application.enable",
      "application.revoke",
      "application.delete",
      "user.revoke",
      "token.long_lived",
      "token.revoke",
    ]),
  );
  const before = await rows("application", "list");
  for (const [words, message] of [
    [["application"], /^The action is missing\. .*list, add/],
    [["application", "rename"], /^There is no command "application rename"\. Commands: list, add/],
    [["application", "disable"], /^The client id is missing/],
    [["token", "create", client_id, "n8n"], /^--user is missing/],
    [["token", "create", client_id, "n8n", "--user", "u1", "--effects", "all"], /^There is no effect "all"/],
    [["token", "create", client_id, "n8n", "--user", "u1", "--days", "0"], /^--days must be/],
    [["token", "revoke", client_id, "x"], /^There is no such token/],
    [["token", "rotate"], /^There is no command "token rotate"/],
    [
      ["application", "disable", "nobody"],
      /^There is no application with this client id\. .*application list/,
    ],
    [["application", "list", "x"], /^"application list" takes no arguments/],
    [["application", "add", "x", "nowhere"], /^There is no organization nowhere\. .*application list/],
    [["application", "add", "x".repeat(201)], /^The application's name is longer than 200 characters/],
    [["application", "delete", client_id], /^This is the last application of its organization/],
    [["user", "delete", client_id, "nobody"], /^There is no such user\. .*user list/],
    [["user", "delete", client_id], /^The user's id is missing/],
    [["user", "list", "nobody"], /^There is no application with this client id/],
    [["user", "list", client_id, "--data-dir", newDirectory()], /^There is no store in/],
  ] as [string[], RegExp][]) {
    const all = words.includes("--data-dir") ? words : [...words, "--data-dir", dataDir];
    const { message: text, hint } = await errorOf(() => runCommand(all, {}));
    expect([words, `${text} ${hint}`]).toEqual([words, expect.stringMatching(message)]);
  }
  expect(await rows("application", "list")).toEqual(before);

  const file = join(newDirectory(), "policy.json");
  writeFileSync(file, JSON.stringify({ effects: ["read"] }));
  const [set] = await rows("policy", "set", client_id, "slack", file, "--user", "u1");
  expect(set).toMatchObject({ applies_to: "user", external_user_id: "u1", policy: { effects: ["read"] } });
  expect(await rows("policy", "list", client_id)).toEqual([set]);
  for (const [words, message] of [
    [["set", client_id, "slack", "none.json"], /none\.json cannot be read as JSON/],
    [["set", client_id, "gopher", file], /no such connector type/],
    [["set", client_id, "amazon-ads", file, "--user", "u1", "--connector", "c"], /cannot be used together/],
    [["delete", client_id, "slack"], /There is no such policy/],
    [["delete", client_id, "slack", "--user", "nobody"], /There is no such user/],
  ] as [string[], RegExp][]) {
    const { message: text } = await errorOf(() =>
      runCommand(["policy", ...words, "--data-dir", dataDir], {}),
    );
    expect([words, text]).toEqual([words, expect.stringMatching(message)]);
  }
  expect((await run("policy", "delete", client_id, "slack", "--user", "u1")).output).toContain("deleted");
  expect((await run("policy", "list", client_id)).output.trim()).toBe("");

  expect((await run("user", "delete", client_id, "u1")).output).toContain("1 connector");
  expect((await run("application", "delete", client_id)).output).toContain("is deleted");
  await service.end("SIGTERM");
});

test("approvals and journal decide calls, show runs and undo them, in the name of a person", async () => {
  const { dataDir, service, application } = await shared();
  const { port } = new URL(service.url);
  const run = async (...words: string[]) => {
    const before = process.exitCode;
    process.exitCode = undefined;
    const { code, output } = await runHere([...words, "--data-dir", dataDir, "--port", port]);
    const ended = { code: process.exitCode ?? code, output };
    process.exitCode = before;
    return ended;
  };
  const client = clientOf(service.url);
  const token = await client.scopedToken(application, "asked");
  const { body: connector } = await client.ask("/v1/integrations/connectors", token, {
    external_user_id: "asked",
    connector_type: "slack",
    credentials: { api_token: "xoxb-sandbox-bot" },
  });
  const execute = (action: string, params: object, more = {}) =>
    client.ask(executePath(connector.id), token, { entity: "messages", action, params, ...more });
  const channel = "#general";
  const file = join(newDirectory(), "policy.json");
  writeFileSync(file, JSON.stringify({ approval: [{ effects: ["write"] }] }));
  const { client_id } = application as { client_id: string };
  await run("policy", "set", client_id, "slack", file, "--user", "asked");

  const ask = async (text: string) => {
    const { body } = await execute("create", { channel, text }, { run: "monday" });
    return body.pending.id as string;
  };
  const [first, second, third] = [
    await ask(`Hi\u001b[2J ${"and more ".repeat(60)}end`),
    await ask("Ho"),
    await ask("Hu"),
  ];
  const listed = await run("approvals", "list", "--user", "asked");
  expect(listed.output.split("\n").filter((line) => line.includes("Slack messages.create")).length).toBe(3);
  expect((await run("approvals", "list", "--user", "nobody")).output).toBe("");
  const shown = await run("approvals", "show", first);
  expect([shown.code, shown.output]).toEqual([0, expect.stringContaining("Waits for 1 person.")]);
  expect(shown.output).not.toContain("\u001b");
  expect(shown.output).toMatch(/All of text:\nHi.* (?:and more ){60}end\n/);
  const part = await run("approvals", "approve", first, "--name", "Ana", "--rows", "0");
  expect([part.code, part.output]).toEqual([3, expect.stringContaining("This approval has no rows.")]);
  const approved = await run("approvals", "approve", first, "--name", "Ana", "--note", "fine");
  expect(approved).toEqual({ code: 0, output: "Approved, and done.\n" });
  expect((await run("approvals", "decline", second, "--name", "Ana")).output).toBe(
    "Declined. Nothing was sent.\n",
  );
  const cancelled = await run("approvals", "cancel", third, "--name", "Ben", "--json");
  expect(JSON.parse(cancelled.output)).toMatchObject({ id: third, status: "cancelled" });
  const late = await run("approvals", "approve", third, "--name", "Ana");
  expect([late.code, late.output]).toEqual([3, expect.stringContaining("cancelled")]);
  expect((await run("approvals", "show", "nothing")).output).toContain("There is no such approval");
  expect((await run("approvals", "approve")).output).toContain("The id of the approval is missing");

  const { body: signedIn } = await client.ask("/api/v1/account/applications/token", "", application);
  const until = new Date(Date.now() + 86_400_000).toISOString();
  const decision = { approve: false, by: "Ana", signed_in: true };
  const allowed = { ...decision, approve: true, permission: { until } };
  const fourth = await ask("Ha");
  const decided = await client.ask(`/v1/approvals/${fourth}/decide`, signedIn.access_token, allowed);
  expect(decided.body).toMatchObject({ status: "ended" });
  expect((await run("approvals", "permissions", "--user", "nobody")).output).toBe("");
  const permissions = await run("approvals", "permissions", "--user", "asked");
  expect(permissions.output).toMatch(/^\S+ {2}asked: Until .* messages\.create .* Ana has allowed this\.\n$/);
  const permission = permissions.output.split(" ", 1)[0]!;
  const ended = await run("approvals", "revoke", permission, "--name", "Ben");
  expect([ended.code, ended.output]).toEqual([0, expect.stringMatching(/^Ended by Ben at /)]);
  expect((await run("approvals", "permissions")).output).toBe("");
  expect((await run("approvals", "revoke", "nothing")).output).toContain("There is no such permission");
  expect((await run("approvals", "revoke")).output).toContain("The id of the permission is missing");

  const user = ["--user", "asked"];
  const runs = await run("journal", "list", ...user);
  expect(runs.output).toMatch(/run monday {2}2 writes \(2 ok\) {2}asked: slack\n$/);
  const [only] = (await run("journal", "list", ...user, "--json")).output.trim().split("\n");
  expect(JSON.parse(only!)).toMatchObject({ run: "monday", writes: 2, ok: 2, users: ["asked"] });
  const writes = await run("journal", "show", "monday");
  expect(writes.output).toMatch(/ok {7}asked: slack messages\.create .* {2}agreed: Ana\n$/);
  const undone = await run("journal", "undo", "monday", "--name", "Ben");
  expect([undone.code, undone.output]).toEqual([0, expect.stringMatching(/^undone .*messages\.create/)]);
  const none = await run("journal", "undo", "tuesday");
  expect([none.code, none.output]).toEqual([3, expect.stringContaining("no write of this run")]);

  const rows = (await run("audit", "--limit", "200")).output
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as { event: string; detail: { by?: string } });
  const said = rows.filter(({ detail }) => detail?.by).map(({ event, detail }) => [event, detail.by]);
  expect(said).toEqual(
    expect.arrayContaining([
      ["approval.decide", "Ana"],
      ["approval.cancel", "Ben"],
      ["permission.give", "Ana"],
      ["permission.end", "Ana"],
    ]),
  );
});

test("a command whose reader has read enough ends without an error message", async () => {
  const { child, exited, output } = await spawnService(["--help"], {});
  child.stdout.destroy();
  await exited;
  expect(output()).toBe("");
});

test("audit prints the rows beside a running service, newest first", async () => {
  const { dataDir, service, id, token } = await filled();
  const audit = async (...args: string[]) => {
    const { code, output } = await runHere(["audit", ...args, "--data-dir", dataDir]);
    return { code, output, rows: code === 0 ? output.trim().split("\n").filter(Boolean) : [] };
  };
  await clientOf(service.url).ask(executePath(id), token, list, { "idempotency-key": "audited" });
  const all = await audit();
  const rows = all.rows.map((line) => JSON.parse(line) as { event: string; external_user_id: string });
  expect(rows.map(({ event }) => event)).toEqual([
    "execute",
    "connector.create",
    "token.scoped",
    "token.application",
  ]);
  expect(rows[0]).toMatchObject({
    external_user_id: "u1",
    connector_id: id,
    organization_id: expect.any(String),
  });
  expect((await audit("--limit", "1")).rows.length).toBe(1);
  expect((await audit("--event", "connector.create", "--user", "u1", "--connector", id)).rows.length).toBe(1);
  expect((await audit("--user", "nobody")).rows).toEqual([]);
  expect((await audit("--since", "2001-01-01T00:00:00Z", "--until", "2002-01-01T00:00:00Z")).rows).toEqual(
    [],
  );
  await service.end("SIGTERM");
  for (const [args, message] of [
    [["--event", "made"], /^--event: (?!.*2030).*"connector\.create"/],
    [["--since", "yesterday"], /^--since: .*2030-01-31T12:00:00Z/],
    [["--limit", "0"], /^--limit must be a whole number from 1 to 1000000/],
    [["--connector", "a b"], /^--connector: /],
    [["everything"], /^"audit" takes no arguments/],
  ] as [string[], RegExp][]) {
    const { message: text, hint } = await errorOf(() =>
      runCommand(["audit", ...args, "--data-dir", dataDir], {}),
    );
    expect([args, `${text} ${hint}`]).toEqual([args, expect.stringMatching(message)]);
  }
});

describe.skipIf(noPostgres !== undefined)("move", () => {
  test("move copies all rows to an empty PostgreSQL database", async () => {
    const { dataDir, service, id, token } = await filled();
    await service.end("SIGTERM");
    const cluster = await startCluster();
    try {
      const env = { AGENT_CONNECTORS_DATABASE_URL: await cluster.database() };
      const moved = await runHere(["move", "--data-dir", dataDir], env);
      expect([moved.code, moved.output]).toEqual([0, expect.stringMatching(/^Copied \d+ rows/)]);
      expect(await executes(["--data-dir", dataDir], id, token, env)).toBe(200);
      const again = await runHere(["move", "--data-dir", dataDir], env);
      expect([again.code, again.output]).toEqual([3, expect.stringContaining("is not empty")]);
      expect((await runHere(["backup", "x", "--data-dir", dataDir], env)).output).toContain("pg_dump");
    } finally {
      await cluster.stop();
    }
  });
});
