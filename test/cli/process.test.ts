import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, expect, test, vi } from "vitest";
import { openShop } from "./call/shop.ts";

// What only a process has: pipes that close, signals, standard input, and the current folder.

const folder = mkdtempSync(join(tmpdir(), "process-"));
afterAll(() => rmSync(folder, { recursive: true }));
const root = fileURLToPath(new URL("../..", import.meta.url));
const { PATH, NODE_COMPILE_CACHE } = process.env;

function start(
  args: readonly string[],
  { env = {}, cwd = root }: { env?: Record<string, string>; cwd?: string } = {},
) {
  const child = spawn(
    process.execPath,
    ["--conditions=agent-connectors-source", join(root, "cli/index.ts"), ...args],
    {
      cwd,
      env: { PATH, NODE_COMPILE_CACHE, ...env },
    },
  );
  const printed = { stdout: "", stderr: "" };
  child.stdout.on("data", (part: Buffer) => (printed.stdout += part.toString()));
  child.stderr.on("data", (part: Buffer) => (printed.stderr += part.toString()));
  const ended = new Promise<{ code: number | null; signal: string | null; stdout: string; stderr: string }>(
    (resolve) => child.once("close", (code, signal) => resolve({ code, signal, ...printed })),
  );
  return { child, ended, printed };
}

test.each([
  ["list"],
  ["--help"],
  ["describe", "slack", "--json"],
  ["types", "slack"],
  ["definition", "print", "slack"],
  ["call", "slack", "channels.list", "--all", "--sandbox"],
  ["call", "slack", "channels.list", "--sandbox", "--csv"],
])("a reader of %j that goes away early is no error", async (...args) => {
  const { child, ended } = start(args);
  child.stdout.destroy();
  child.stdin.end();
  expect(await ended).toMatchObject({ code: 0, stderr: "" });
});

test.each([
  ["a read", ["orders.get", "id=o1"], /^aborted: .*\n$/],
  ["a write", ["orders.update", "id=o1"], /^aborted: .*\nIt is not known whether it was done\. .*\n$/],
])("Ctrl+C ends %s with a sentence and the status 130", async (_what, args, sentence) => {
  await using shop = await openShop(folder, { stuck: true });
  const { child, ended } = start(["call", shop.file, ...args], { env: shop.env });
  await vi.waitFor(() => expect(shop.requests).toHaveLength(1), 20_000);
  child.kill("SIGINT");
  const { stderr, ...rest } = await ended;
  expect(rest).toEqual({ code: 130, signal: null, stdout: "" });
  expect(stderr).toMatch(sentence);
  expect(stderr).not.toMatch(/ {4}at |canary/);
});

test("Ctrl+C at a question ends the command without a stack", async () => {
  const { child, ended, printed } = start(["connect", "slack", "--sandbox"]);
  await vi.waitFor(() => expect(printed.stderr).toContain("This is a sandbox."), 20_000);
  child.kill("SIGINT");
  const { stderr, stdout } = await ended;
  expect([stdout, stderr]).toEqual(["", expect.not.stringContaining("    at ")]);
});

test("- reads the params from standard input", async () => {
  await using shop = await openShop(folder);
  const { child, ended } = start(["call", shop.file, "orders.list", "-", "limit=1", "--json"], {
    env: shop.env,
  });
  child.stdin.end('{"text": "from\\nthe pipe"}');
  expect(await ended).toMatchObject({ code: 0 });
  expect(shop.requests[0]!.path).toBe("/orders?text=from%0Athe%20pipe&size=1");
  const wrong = start(["call", shop.file, "orders.list", "-"], { env: shop.env });
  wrong.child.stdin.end("oops");
  expect(await wrong.ended).toMatchObject({ code: 2, stderr: expect.stringContaining("not JSON") });
});

test("the file .env of the current folder has variables for the commands", async () => {
  await using shop = await openShop(folder);
  writeFileSync(join(folder, ".env"), "# the shop\nSHOP_API_KEY='key-of-the-file'\n");
  const { ended } = start(["call", shop.file, "orders.get", "id=o1"], {
    cwd: folder,
    env: { XDG_CONFIG_HOME: folder },
  });
  expect(await ended).toMatchObject({ code: 0 });
  expect(shop.requests[0]!.headers.authorization).toBe("Bearer key-of-the-file");
  const missing = start(["list", "--dotenv", join(folder, "none.env")]);
  expect(await missing.ended).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/^config_error: .*ENOENT/),
  });
});

test("a write whose outcome is unknown has the status 6, and a platform that is away 5", async () => {
  const shop = await openShop(folder);
  await shop[Symbol.asyncDispose]();
  const { ended } = start(["call", shop.file, "orders.update", "id=o1"], { env: shop.env });
  expect(await ended).toMatchObject({ code: 5, stderr: expect.stringContaining("upstream_unreachable") });
  await using lost = await openShop(folder, { stuck: true });
  const { ended: end } = start(["call", lost.file, "orders.update", "id=o1"], { env: lost.env });
  await vi.waitFor(() => expect(lost.requests).toHaveLength(1), 20_000);
  await lost[Symbol.asyncDispose]();
  expect(await end).toMatchObject({ code: 6, stdout: "" });
});
