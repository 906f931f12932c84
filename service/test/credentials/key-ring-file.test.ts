import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeEach, expect, test } from "vitest";
import { keyRingFileIn, openKeyRing, writeSecretFile } from "../../src/credentials/key-ring-file.ts";
import { errorOf } from "../support/errors.ts";
import { ringJson } from "../support/keys.ts";

const root = mkdtempSync(join(tmpdir(), "acs-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));
let directory: string;
let file: string;
let count = 0;
beforeEach(() => {
  directory = join(root, String(++count));
  mkdirSync(directory);
  file = join(directory, "secret");
});

const json = JSON.stringify(ringJson({ k1: 1 }));
const other = JSON.stringify(ringJson({ k2: 2 }));

test("only the owner can read a secret file, and no temporary file remains", () => {
  writeSecretFile(file, "text");
  expect(readFileSync(file, "utf8")).toBe("text");
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readdirSync(directory)).toEqual(["secret"]);
});

test("an existing file is replaced only on request", () => {
  writeSecretFile(file, "first");
  expect(() => writeSecretFile(file, "second")).toThrow(expect.objectContaining({ code: "EEXIST" }));
  expect(() => writeSecretFile(file, "second", { replace: false })).toThrow();
  expect([readFileSync(file, "utf8"), readdirSync(directory)]).toEqual(["first", ["secret"]]);
  writeSecretFile(file, "second", { replace: true });
  expect([readFileSync(file, "utf8"), readdirSync(directory)]).toEqual(["second", ["secret"]]);
});

test("a half-written file of another attempt is not overwritten", () => {
  writeFileSync(`${file}.${process.pid}.new`, "other");
  expect(() => writeSecretFile(file, "text")).toThrow(expect.objectContaining({ code: "EEXIST" }));
  expect(readdirSync(directory)).toEqual([`secret.${process.pid}.new`]);
});

test.runIf(process.platform === "linux")("no file handle stays open", () => {
  const open = () => readdirSync("/proc/self/fd").length;
  writeSecretFile(file, "text");
  const before = open();
  for (let round = 0; round < 10; round++) writeSecretFile(file, "text", { replace: true });
  for (let round = 0; round < 10; round++) expect(() => writeSecretFile(file, "text")).toThrow();
  expect(open()).toBe(before);
});

test("a ring in the environment is used instead of a file", async () => {
  writeSecretFile(file, other);
  const { ring, created } = await openKeyRing({ json, file, create: true });
  expect([ring.active, created]).toEqual(["k1", false]);
});

test("a ring is read from its file", async () => {
  writeSecretFile(file, other);
  for (const json of [undefined, ""]) {
    const { ring, created } = await openKeyRing({ json, file, create: true });
    expect([ring.active, created]).toEqual(["k2", false]);
  }
});

test("an absent ring is created on request, and the next start reads the same ring", async () => {
  const first = await openKeyRing({ file, create: true });
  expect([first.created, statSync(file).mode & 0o777]).toEqual([true, 0o600]);
  expect(readFileSync(file, "utf8")).toMatch(/^\{\n {2}"active": "k\w+",\n[^]*\n\}\n$/);
  const second = await openKeyRing({ file, create: true });
  expect([second.created, second.ring.active]).toEqual([false, first.ring.active]);
  expect(second.ring.checkValue(second.ring.active)).toBe(first.ring.checkValue(first.ring.active));
});

test("a store that is not empty cannot be opened without a ring", async () => {
  expect(await errorOf(() => openKeyRing({ file, create: false }))).toMatchObject({
    code: "config_error",
    message: `There is no key ring at ${file}, and the store is not empty.`,
    hint: "Restore the key ring that belongs to the store. Without it, the credentials in the store are lost.",
  });
  expect(readdirSync(directory)).toEqual([]);
});

test.each([0o640, 0o604, 0o620, 0o601, 0o610, 0o602])("a file with mode %o is refused", async (mode) => {
  writeSecretFile(file, json);
  chmodSync(file, mode);
  expect(await errorOf(() => openKeyRing({ file, create: true }))).toMatchObject({
    code: "config_error",
    message: `Other users can read the key ring ${file}.`,
    hint: `Run: chmod 600 ${file}`,
  });
});

test("errors name the origin of the ring", async () => {
  writeSecretFile(file, "{}");
  const origin = async (json?: string) =>
    (await errorOf(() => openKeyRing({ json, file, create: true }))).message;
  expect(await origin()).toBe(`The key ring of ${file} lacks active or keys.`);
  expect(await origin("{}")).toBe("The key ring of the environment lacks active or keys.");
});

test("a file that cannot be read is an error, not an absent ring", async () => {
  writeFileSync(file, "");
  const below = join(file, "keyring.json");
  await expect(openKeyRing({ file: below, create: false })).rejects.toMatchObject({ code: "ENOTDIR" });
});

test("the ring's file has a fixed name in the data directory", () => {
  expect(keyRingFileIn("/data")).toBe("/data/keyring.json");
});
