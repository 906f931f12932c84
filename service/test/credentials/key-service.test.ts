import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { openKeyRing, readPrivateFile, writeKeyRing } from "../../src/credentials/key-ring-file.ts";
import { readKeyService } from "../../src/credentials/read-key-service.ts";
import { errorOf } from "../support/errors.ts";
import { runHere } from "../support/process.ts";
import { startVault, type Vault } from "../support/vault.ts";

// A key service encrypts the key ring, so a copy of the disk contains no key.

let directory: string;
let vault: Vault;
beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), "acs-"));
  vault = await startVault();
});
afterEach(async () => {
  vi.useRealTimers();
  await vault.close();
  rmSync(directory, { recursive: true });
});
const inDirectory = (name: string) => join(directory, name);

/** A program that encrypts with base64, and can do wrong what programs do wrong. */
function program(more = ""): string {
  const file = inDirectory(`program-${more.length}`);
  writeFileSync(
    file,
    `#!/bin/sh\n${more}\ncase "$1" in encrypt) base64 -w0;; decrypt) base64 -d;; *) exit 9;; esac\n`,
  );
  chmodSync(file, 0o700);
  return file;
}

const kinds = {
  "a transit key of Vault": () => readKeyService(vault.key, { VAULT_TOKEN: vault.token }),
  "a program": () => readKeyService(program(), {}),
};

describe.each(Object.entries(kinds))("%s", (_name, open) => {
  test("encrypts the key ring that the first start creates, and opens it at the next start", async () => {
    const file = inDirectory("keyring.json");
    const keyService = open();
    const first = await openKeyRing({ file, create: true, keyService });
    expect(first.created).toBe(true);
    const text = readFileSync(file, "utf8");
    expect(Object.keys(JSON.parse(text) as object)).toEqual(["sealed"]);
    expect(text).not.toContain(first.ring.active);
    const second = await openKeyRing({ file, create: false, keyService });
    expect(second.ring.checkValue(first.ring.active)).toBe(first.ring.checkValue(first.ring.active));
    // The environment can carry the same text.
    const third = await openKeyRing({ json: text, file: "none", create: false, keyService });
    expect(third.ring.active).toBe(first.ring.active);
  });

  test("is needed for a sealed key ring, and needs a sealed key ring", async () => {
    const [sealed, plain] = [inDirectory("sealed.json"), inDirectory("plain.json")];
    await openKeyRing({ file: sealed, create: true, keyService: open() });
    await openKeyRing({ file: plain, create: true });
    expect(await errorOf(() => openKeyRing({ file: sealed, create: false }))).toMatchObject({
      code: "config_error",
      message: `The key ring of ${sealed} is encrypted by a key service.`,
    });
    expect(
      await errorOf(() => openKeyRing({ file: plain, create: false, keyService: open() })),
    ).toMatchObject({
      code: "config_error",
      message: `The key ring of ${plain} is not encrypted by a key service.`,
    });
  });

  test("a changed text is refused, and the file stays as it is", async () => {
    const file = inDirectory("keyring.json");
    await openKeyRing({ file, create: true, keyService: open() });
    const { sealed } = JSON.parse(readFileSync(file, "utf8")) as { sealed: string };
    const changed = JSON.stringify({ sealed: `${sealed.slice(0, -8)}AAAA${sealed.slice(-4)}` });
    writeFileSync(file, changed, { mode: 0o600 });
    expect(await errorOf(() => openKeyRing({ file, create: true, keyService: open() }))).toMatchObject({
      code: "config_error",
    });
    expect(readFileSync(file, "utf8")).toBe(changed);
  });
});

describe("Vault", () => {
  const file = () => inDirectory("keyring.json");
  const create = () =>
    openKeyRing({ file: file(), create: true, keyService: kinds["a transit key of Vault"]() });
  const reopen = (token = vault.token) =>
    openKeyRing({
      file: file(),
      create: false,
      keyService: readKeyService(vault.key, { VAULT_TOKEN: token }),
    });

  test.each(["sealed", "redirects"] as const)(
    "that is %s: the error says that nothing was changed",
    async (now) => {
      await create();
      vault.state.now = now;
      const error = await errorOf(() => reopen());
      expect(error).toMatchObject({ code: "storage_unavailable", retryable: true });
      const why = now === "sealed" ? "status 503: Vault is sealed" : "the connection failed";
      expect(error.message).toContain(`The key service ${vault.key} is not available (${why})`);
      vault.state.now = "works";
      await reopen();
    },
  );

  test("that is gone, or does not answer, creates no plain key ring", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout"] });
    const timeout = vi
      .spyOn(AbortSignal, "timeout")
      .mockImplementation(() => AbortSignal.abort(new DOMException("late", "TimeoutError")));
    vault.state.now = "silent";
    expect(await errorOf(create)).toMatchObject({
      code: "storage_unavailable",
      message: expect.stringContaining("is not available (no answer within 10 seconds)"),
    });
    expect(timeout).toHaveBeenCalledWith(10_000);
    timeout.mockRestore();
    await vault.close();
    expect(await errorOf(create)).toMatchObject({ code: "storage_unavailable" });
    expect(existsSync(file())).toBe(false);
    vault = await startVault();
  });

  test("that refuses the token: the error says what the token needs, and never contains it", async () => {
    await create();
    const error = await errorOf(() => reopen("hvs.another-secret"));
    expect(error).toMatchObject({
      code: "config_error",
      message: expect.stringContaining("(403: 1 error occurred"),
      hint: expect.stringContaining('the capability "update" on transit/decrypt/connectors'),
    });
    expect(JSON.stringify(error)).not.toContain("hvs.");
  });

  test("the token can come from a file, which an agent replaces", async () => {
    const tokenFile = inDirectory("token");
    const keyService = readKeyService(vault.key, { VAULT_TOKEN_FILE: tokenFile });
    expect(await errorOf(() => keyService.encrypt("a"))).toMatchObject({
      message: expect.stringContaining(tokenFile),
    });
    writeFileSync(tokenFile, "old");
    expect(await errorOf(() => keyService.encrypt("a"))).toMatchObject({ code: "config_error" });
    writeFileSync(tokenFile, `${vault.token}\n`);
    expect(await keyService.decrypt(await keyService.encrypt("ä"))).toBe("ä");
    expect(await errorOf(() => readKeyService(vault.key, {}).encrypt("a"))).toMatchObject({
      hint: expect.stringContaining("VAULT_TOKEN_FILE"),
    });
  });

  test("a rotated key of Vault opens old texts, and keys seal uses the new one", async () => {
    await create();
    const env = { AGENT_CONNECTORS_KEY_SERVICE: vault.key, VAULT_TOKEN: vault.token };
    vault.rotate();
    const { ring } = await reopen();
    expect(readFileSync(file(), "utf8")).toContain("vault:v1:");
    expect(await runHere(["keys", "seal", "--data-dir", directory], env)).toMatchObject({ code: 0 });
    expect(readFileSync(file(), "utf8")).toContain("vault:v2:");
    expect((await reopen()).ring.active).toBe(ring.active);
  });
});

describe("a program", () => {
  const broken = (more: string) => readKeyService(program(more), {});

  test.each([
    ["exit 4", "ended with code 4"],
    ["exit 0", "printed nothing"],
    ["head -c 2000000 /dev/zero | tr '\\0' a; exit 0", "prints too much"],
  ])("that does %j is refused with the reason", async (more, why) => {
    expect(await errorOf(() => broken(more).decrypt("text"))).toMatchObject({
      code: "config_error",
      message: expect.stringContaining(why),
    });
  });

  test("that hangs is ended after ten seconds", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const hung = errorOf(() => broken("exec sleep 100").decrypt("text"));
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await hung).toMatchObject({ code: "storage_unavailable", retryable: true });
  });

  test("that does not exist is an error of the setting", async () => {
    expect(await errorOf(() => readKeyService("/no/such", {}).encrypt("text"))).toMatchObject({
      code: "config_error",
      message: expect.stringContaining("cannot be started"),
    });
  });
});

test.each([
  ["vault.example.com/v1/transit/keys/a", "neither an address nor a path"],
  ["https://vault.example.com/v1/transit/a", "is not the address of a transit key"],
  ["https://", "is not the address of a transit key"],
  ["http://vault.example.com:8200/v1/transit/keys/a", "must use https"],
  ["./program", "neither an address nor a path"],
])("the setting %s is refused", async (setting, why) => {
  expect(await errorOf(() => readKeyService(setting, {}))).toMatchObject({
    code: "config_error",
    message: expect.stringContaining(why),
    hint: expect.any(String),
  });
});

test("keys: seal, rotate and unseal keep the records readable, and each error says what to do", async () => {
  const env = { AGENT_CONNECTORS_KEY_SERVICE: program() };
  const keys = async (word: string, more: Record<string, string> = {}) => {
    const { code, output } = await runHere(["keys", word, "--data-dir", directory], more);
    return `${code} ${output.trim()}`;
  };
  const file = inDirectory("keyring.json");
  expect(await keys("seal", env)).toContain("3 There is no key ring");
  const [, active] = /^0 (k\w+) \(active\)/.exec(await keys("list")) ?? [];
  expect(await keys("seal")).toContain("3 There is no key service. Set AGENT_CONNECTORS_KEY_SERVICE");
  expect(await keys("list", env)).toContain("3 The key ring of");
  expect(await keys("seal", env)).toContain("0 The key ring is now encrypted by");
  expect(await keys("list")).toContain("is encrypted by a key service. Set AGENT_CONNECTORS_KEY_SERVICE");
  expect(await keys("list", env)).toContain(`0 ${active} (active)`);
  expect(await keys("rotate", env)).toContain("0 k");
  expect(readFileSync(file, "utf8")).toContain("sealed");
  expect(await keys("seal", { ...env, AGENT_CONNECTORS_MASTER_KEYS: "{}" })).toContain(
    "comes from the environment. Write the value of AGENT_CONNECTORS_MASTER_KEYS to a file",
  );
  expect(await keys("unseal", env)).toContain("0 The key ring is now plain text");
  expect(await keys("list")).toContain(`${active}: `);
  expect(readPrivateFile(file)).toContain(active);
  // A key ring that is wrong is not sealed.
  await writeKeyRing(file, "{}", undefined, { replace: true });
  expect(await keys("seal", env)).toContain("3 The key ring of");
});
