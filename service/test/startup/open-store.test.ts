import { existsSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { databaseFileIn, openStore } from "../../src/startup/open-store.ts";
import { errorOf } from "../support/errors.ts";
import { ringJson } from "../support/keys.ts";

let root: string;
let dataDir: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "acs-"));
  dataDir = join(root, "new", "data");
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

test("a new directory gets a migrated store and a key ring, which only the owner can read", async () => {
  const first = await openStore({ dataDir });
  expect([first.createdKeys, first.keyRingFile]).toEqual([true, join(dataDir, "keyring.json")]);
  expect(statSync(dataDir).mode & 0o777).toBe(0o700);
  expect(await first.store.db.selectFrom("connectors").selectAll().execute()).toEqual([]);
  await first.close();
  const second = await openStore({ dataDir });
  expect([second.createdKeys, second.keys.active]).toEqual([false, first.keys.active]);
  await second.close();
});

test("a store has one owner at a time, but a command that needs no lock can also run", async () => {
  const owner = await openStore({ dataDir });
  expect(await errorOf(() => openStore({ dataDir }))).toMatchObject({
    code: "config_error",
    message: `Another process uses the data directory ${dataDir}.`,
  });
  const beside = await openStore({ dataDir }, { exclusive: false });
  await beside.close();
  await owner.close();
  await (await openStore({ dataDir })).close();
});

test("a key ring that does not belong to the store is refused, and the directory is free again", async () => {
  await (await openStore({ dataDir })).close();
  const masterKeys = JSON.stringify(ringJson({ k1: 1 }));
  expect(await errorOf(() => openStore({ dataDir, masterKeys }))).toMatchObject({
    code: "config_error",
    message: expect.stringContaining("The key ring does not hold the store's key"),
  });
  rmSync(join(dataDir, "keyring.json"));
  expect(await errorOf(() => openStore({ dataDir }))).toMatchObject({
    message: expect.stringContaining("There is no key ring at"),
  });
  expect(existsSync(databaseFileIn(dataDir))).toBe(true);
  expect(await errorOf(() => openStore({ dataDir }))).toMatchObject({
    message: expect.stringContaining("There is no key ring at"),
  });
});

test("the key ring can come from the environment or from another file", async () => {
  const masterKeys = JSON.stringify(ringJson({ k1: 1 }));
  const fromJson = await openStore({ dataDir, masterKeys });
  expect([fromJson.keys.active, fromJson.createdKeys, existsSync(join(dataDir, "keyring.json"))]).toEqual([
    "k1",
    false,
    false,
  ]);
  await fromJson.close();
  const other = { dataDir: join(root, "other"), masterKeyFile: join(root, "ring.json") };
  const fromFile = await openStore(other);
  expect([fromFile.keyRingFile, existsSync(other.masterKeyFile)]).toEqual([other.masterKeyFile, true]);
  await fromFile.close();
});
