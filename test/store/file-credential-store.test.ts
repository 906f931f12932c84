import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, test } from "vitest";
import { startTokenPlatform } from "../../service/test/support/token-platform.ts";
import { fileCredentialStore } from "../../src/store/file-credential-store.ts";

const tokens = { access_token: "a", refresh_token: "r", obtained_at: 1, expires_at: 2 };
let directory: string;
let file: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "agent-connectors-"));
  file = join(directory, "tokens.json");
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

test("tokens are kept by id, in a file for its owner alone", async () => {
  const store = fileCredentialStore(file);
  expect(await store.read("one")).toBeUndefined();
  const all = ["one", "two"].map((id) => fileCredentialStore(file).update(id, async () => tokens));
  expect(await Promise.all(all)).toEqual([tokens, tokens]);
  expect(await store.update("one", async () => undefined)).toBeUndefined();
  expect([await store.read("one"), await store.read("two"), await store.read("toString")]).toEqual([
    tokens,
    tokens,
    undefined,
  ]);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readdirSync(directory).sort()).toEqual(["tokens.json", "tokens.json.lock"]);
});

test("a file that others can read is refused", async () => {
  writeFileSync(file, "{}", { mode: 0o644 });
  chmodSync(file, 0o644);
  await expect(fileCredentialStore(file).read("one")).rejects.toMatchObject({ code: "config_error" });
});

test("one update runs at a time per id, across stores on the same file, also after a failure", async () => {
  const order: string[] = [];
  const step = (name: string) => async () => {
    order.push(`${name} begins`);
    await new Promise((resolve) => setTimeout(resolve, 5));
    order.push(`${name} ends`);
    if (name === "a") throw new Error("no");
    return undefined;
  };
  const [one, other] = [fileCredentialStore(file), fileCredentialStore(file)];
  const first = one.update("id", step("a"));
  await expect(first).rejects.toThrow("no");
  await Promise.all([
    one.update("id", step("b")),
    other.update("id", step("c")),
    other.update("id", step("d")),
  ]);
  expect(order).toHaveLength(8);
  for (let at = 0; at < order.length; at += 2)
    expect(order[at + 1]).toBe(order[at]!.replace("begins", "ends"));
});

test("processes refresh a pair once at a time, and a killed one blocks nobody", async () => {
  const platform = await startTokenPlatform({ graceMs: 60_000 });
  const auth = platform.install("T1");
  const start = async () => {
    const child = fork(
      fileURLToPath(new URL("../fixtures/refresh-in-process.ts", import.meta.url)),
      [JSON.stringify({ file, endpoint: platform.endpoint, auth })],
      { execArgv: ["--conditions=agent-connectors-source"] },
    );
    await once(child, "message");
    return child;
  };
  const check = async (child: ChildProcess) => {
    const answer = once(child, "message");
    child.send("check");
    return (await answer)[0] as string;
  };
  const children = await Promise.all([start(), start(), start()]);
  try {
    for (const round of [1, 2]) {
      platform.expire("T1");
      expect(await Promise.all(children.map(check))).toEqual(["healthy", "healthy", "healthy"]);
      expect(platform.issued("T1").count).toBe(round + 1);
    }
    for (let round = 0; round < 3; round++) {
      platform.expire("T1");
      const [killed, ...others] = children as [ChildProcess, ...ChildProcess[]];
      killed.send("check");
      const answers = others.map(check);
      killed.kill("SIGKILL");
      expect(await Promise.all(answers)).toEqual(["healthy", "healthy"]);
      children[0] = await start();
    }
    const kept = Object.values(JSON.parse(readFileSync(file, "utf8")) as object);
    expect(kept).toHaveLength(1);
  } finally {
    for (const child of children) child.kill("SIGKILL");
    await platform.close();
  }
});
