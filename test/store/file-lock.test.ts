import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { stat, utimes } from "node:fs/promises";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type FileLock, hasEnded, thisProcess, withFileLock } from "../../src/store/file-lock.ts";

let directory: string;
let file: string;
let locks: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "agent-connectors-"));
  file = join(directory, "number");
  locks = `${file}.lock`;
  writeFileSync(file, "0", { mode: 0o600 });
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

/** Takes the lock over at once, like a process that has seen no sign of the holder for thirty seconds. */
const takeOver = (run: (lock: FileLock) => Promise<void>) => withFileLock(locks, run, { staleMs: -1 });
const taken = { code: "storage_unavailable", retryable: true };

test("a holder whose lock was taken over can neither write nor release the lock of its successor", async () => {
  await withFileLock(locks, async (frozen) => {
    expect(await frozen.isHeld()).toBe(true);
    // The file that a holder has written, and has not renamed yet.
    writeFileSync(join(locks, "1.next"), "frozen");
    await takeOver(async (next) => {
      expect(readdirSync(locks)).toEqual(["2"]);
      expect([await frozen.isHeld(), await next.isHeld()]).toEqual([false, true]);
      await expect(frozen.replaceFile(file, "frozen")).rejects.toMatchObject(taken);
      await next.replaceFile(file, "next");
      await next.replaceFile(file, "next again");
    });
    await expect(frozen.replaceFile(file, "frozen")).rejects.toMatchObject(taken);
  });
  expect(readFileSync(file, "utf8")).toBe("next again");
  await takeOver((lock) => lock.replaceFile(file, "after"));
  expect([readFileSync(file, "utf8"), readdirSync(directory).sort(), readdirSync(locks).length]).toEqual([
    "after",
    ["number", "number.lock"],
    1,
  ]);
});

test("a holder whose lock was taken over cannot remove a file", async () => {
  await withFileLock(locks, async (frozen) => {
    await takeOver(async (next) => {
      await expect(frozen.removeFile(file)).rejects.toMatchObject(taken);
      expect(readFileSync(file, "utf8")).toBe("0");
      await next.removeFile(file);
      expect(readdirSync(directory)).toEqual(["number.lock"]);
    });
  });
});

test("a process that was killed while it took the lock does not keep it for long", async () => {
  mkdirSync(locks);
  writeFileSync(join(locks, "1"), "");
  const started = performance.now();
  await withFileLock(locks, (lock) => lock.replaceFile(file, "next"));
  expect(performance.now() - started).toBeLessThan(5000);
});

test("however often holders take the lock from each other, each write builds on the write before it", async () => {
  let written = 0;
  const increase = async (lock: FileLock, looks: number) => {
    const before = Number(readFileSync(file, "utf8"));
    let held = true;
    while (held && looks-- > 0) held = await lock.isHeld();
    await lock.replaceFile(file, String(before + 1)).then(
      () => written++,
      (error: unknown) => expect(error).toMatchObject(taken),
    );
  };
  // In every four rounds, a holder writes at once, after one look, after three looks, and after the loss of its lock.
  const contender = async () => {
    for (let round = 0; round < 20; round++)
      await takeOver((lock) => increase(lock, [0, 1, 3, 1000][round % 4]!));
  };
  await Promise.all([contender(), contender(), contender(), contender()]);
  expect(written).toBeLessThan(80);
  expect(Number(readFileSync(file, "utf8"))).toBe(written);
});

test("a holder that still runs keeps its lock, whatever the clocks of the file and of this computer say", async () => {
  const order: string[] = [];
  let release = () => {};
  let holder: Promise<void> | undefined;
  await new Promise<void>((begun) => {
    holder = withFileLock(locks, () => (begun(), new Promise<void>((resolve) => (release = resolve))));
  });
  await utimes(join(locks, "1"), new Date(0), new Date(0));
  const waiter = withFileLock(locks, async () => void order.push("waiter"));
  for (let look = 0; look < 50; look++) await stat(locks);
  order.push("holder");
  release();
  await Promise.all([holder, waiter]);
  expect(order).toEqual(["holder", "waiter"]);
});

test("a holder that works for longer than the limit keeps its lock, because it says that it is alive", async () => {
  const order: string[] = [];
  let waiter: Promise<void> | undefined;
  await withFileLock(locks, async ({ isHeld }) => {
    waiter = withFileLock(locks, async () => void order.push("waiter"), { staleMs: 3000 });
    // The holder updates its file every 2 seconds. Without the updates, the waiter would take over after 3 seconds.
    await new Promise((resolve) => setTimeout(resolve, 6000));
    expect(await isHeld()).toBe(true);
    order.push("holder");
  });
  await waiter;
  expect(order).toEqual(["holder", "waiter"]);
}, 30_000);

test("only a process of this computer can be known to have ended", () => {
  const ended = 2 ** 22 + 1; // Above the highest id of a process on Linux.
  expect([thisProcess(), `${hostname()} ${ended}`, `other ${ended}`, hostname(), ""].map(hasEnded)).toEqual([
    false,
    true,
    false,
    false,
    false,
  ]);
});
