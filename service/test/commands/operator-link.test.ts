import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openBrowser } from "../support/connect.ts";
import { origin } from "../support/operator.ts";
import { runHere } from "../support/process.ts";
import { testService, type TestService } from "../support/service.ts";

const directory = mkdtempSync(join(tmpdir(), "acs-"));
let service: TestService;
beforeAll(async () => {
  service = await testService({ dataDir: directory, databaseUrl: undefined });
});
afterAll(async () => {
  await service.close();
  rmSync(directory, { recursive: true, force: true });
});

const run = (...args: string[]) => runHere([...args, "--data-dir", directory, "--public-url", origin]);
const linkIn = (output: string) => /^https:\/\/service\.test\/operate\/sign-in\/[\w-]{43}$/m.exec(output)![0];
const sessions = async () => {
  const { output } = await run("operator-sessions", "list");
  return output
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as Record<string, string>);
};

test("a link signs in with the given name and roles, or else as the person at the shell with all rights", async () => {
  const given = await run("operator-link", "--name", "Ana", "--role", "audit:read", "--role", "connect");
  expect([given.code, given.output]).toEqual([
    0,
    expect.stringContaining("signs in Ana (connect audit:read)"),
  ]);
  const { output } = await run("operator-link", service.clientId);
  expect(output).toContain(`signs in ${userInfo().username} (admin)`);
  const browser = openBrowser(service);
  expect((await browser.submit(linkIn(given.output), {})).status).toBe(303);
  expect((await browser.get(`${origin}/operate`)).text).toContain("<b>Ana</b>");
  expect(await sessions()).toMatchObject([
    { name: "Ana", roles: ["connect", "audit:read"], status: "signed_in", client_id: service.clientId },
    { name: userInfo().username, roles: ["admin"], status: "link_not_used" },
  ]);
  const rows = await service.store.db
    .selectFrom("audit")
    .select("detail")
    .where("event", "=", "operator.link")
    .execute();
  expect(rows.map(({ detail }) => JSON.parse(detail) as object)).toMatchObject([
    { operator: "Ana", roles: ["connect", "audit:read"] },
    { roles: ["admin"] },
  ]);
  expect(JSON.stringify(rows)).not.toContain(linkIn(given.output).split("/").at(-1));
});

test("ending a session signs the browser out, and ending a link makes it useless", async () => {
  const used = linkIn((await run("operator-link", "--name", "Used")).output);
  const unused = linkIn((await run("operator-link", "--name", "Unused")).output);
  const browser = openBrowser(service);
  await browser.submit(used, {});
  for (const { id, name } of (await sessions()).filter((one) => /used/i.test(one["name"]!)))
    expect((await run("operator-sessions", "end", id!)).output).toBe(`The session of ${name} has ended.\n`);
  expect((await browser.get(`${origin}/operate`)).status).toBe(401);
  expect((await openBrowser(service).submit(unused, {})).status).toBe(404);
});

test.each([
  [
    ["operator-link", "--role", "root"],
    'There is no role "root". Roles: connect, approvals:decide, audit:read, admin.',
  ],
  [["operator-link", "--role", ""], 'There is no role ""'],
  [["operator-link", "--name", ""], "--name: "],
  [["operator-link", "--name", "a\nb"], "--name: must not contain control characters"],
  [["operator-link", "--name", "x".repeat(201)], "--name: "],
  [["operator-link", "nobody"], "There is no application with this client id."],
  [["operator-link", "a", "b"], "takes 1 argument"],
  [["operator-sessions"], "The action is missing."],
  [["operator-sessions", "stop"], 'There is no command "operator-sessions stop"'],
  [["operator-sessions", "end"], "The session id is missing."],
  [["operator-sessions", "end", "x"], "There is no such session."],
  [["operator-sessions", "list", "x"], "takes no arguments"],
])("%j is refused, and stores nothing", async (args, message) => {
  const before = await sessions();
  expect(await run(...args)).toMatchObject({ code: 3, output: expect.stringContaining(message) });
  expect(await sessions()).toEqual(before);
});

test("no link is made without a public address, without a store, or for a disabled application", async () => {
  const far = await runHere(["operator-link", "--data-dir", directory, "--host", "0.0.0.0"]);
  expect([far.code, far.output]).toEqual([3, expect.stringContaining("--public-url")]);
  const empty = await runHere(["operator-link", "--data-dir", join(directory, "nothing")]);
  expect([empty.code, empty.output]).toEqual([3, expect.stringContaining("There is no store")]);
  await run("application", "disable", service.clientId);
  expect((await run("operator-link")).output).toContain("is disabled");
  await run("application", "enable", service.clientId);
});
