import { execFileSync, fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, test } from "vitest";
import { startTokenPlatform } from "../../service/test/support/token-platform.ts";
import { fileStore } from "../../src/store/file-store.ts";

let directory: string;
beforeEach(() => void (directory = mkdtempSync(join(tmpdir(), "agent-connectors-"))));
afterEach(() => rmSync(directory, { recursive: true, force: true }));

test("processes refresh a pair once at a time, and a killed one blocks nobody", async () => {
  const platform = await startTokenPlatform({ graceMs: 60_000 });
  const auth = platform.install("T1");
  const start = async () => {
    const child = fork(
      fileURLToPath(new URL("../fixtures/refresh-in-process.ts", import.meta.url)),
      [JSON.stringify({ directory, endpoint: platform.endpoint, auth })],
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
    expect(await fileStore(directory).list("tokens/")).toHaveLength(1);
  } finally {
    for (const child of children) child.kill("SIGKILL");
    await platform.close();
  }
});

test("a lease of a process that has ended on this computer is free at once", async () => {
  const module = new URL("../../src/store/file-store.ts", import.meta.url).href;
  const take = `const { fileStore } = await import(${JSON.stringify(module)});
    await fileStore(${JSON.stringify(directory)}).write("leases/a", "ended", undefined, 10);`;
  execFileSync(process.execPath, ["--input-type=module", "-e", take]);
  const [one, other] = [fileStore(directory), fileStore(directory)];
  expect(await one.write("leases/a", "mine", undefined, 10)).toBe(true);
  expect(await other.write("leases/a", "other", undefined, 10)).toBe(false);
});
