import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, expect, test, vi } from "vitest";
import { openShop } from "./call/shop.ts";
import { runHere } from "./run-here.ts";

const folder = mkdtempSync(join(tmpdir(), "environment-"));
afterAll(() => rmSync(folder, { recursive: true }));
// A worker cannot change its folder.
afterEach(() => void vi.restoreAllMocks());

/** Calls the shop with the given variables, and returns the credential that it got. */
async function keyWith(env: Record<string, string>, ...more: string[]): Promise<string | undefined> {
  await using shop = await openShop(folder);
  await runHere(["call", shop.file, "orders.get", "id=o1", ...more], { XDG_CONFIG_HOME: folder, ...env });
  return shop.requests[0]?.headers.authorization;
}

const file = join(folder, "shop.env");
writeFileSync(
  file,
  'SHOP_API_KEY="from the=file"\nEMPTY=\nPATH=/nowhere\n'.replace("from the=file", "key-of-the-file"),
);

test("variables come from a file, and the environment wins", async () => {
  expect(await keyWith({}, "--dotenv", file)).toBe("Bearer key-of-the-file");
  expect(await keyWith({ SHOP_API_KEY: "real" }, "--dotenv", file)).toBe("Bearer real");
  expect(await keyWith({ SHOP_API_KEY: "" }, "--dotenv", file)).toBe("Bearer key-of-the-file");
  expect(await keyWith({})).toBeUndefined();
});

test("the file adds no variable to this process, so that it changes no other program", async () => {
  const before = process.env["PATH"];
  await keyWith({}, "--dotenv", file);
  expect(process.env["PATH"]).toBe(before);
  expect(process.env["SHOP_API_KEY"]).toBeUndefined();
});

test("a file that names another service gets no secret of the environment", async () => {
  const evil = join(folder, "evil.env");
  writeFileSync(evil, "AGENT_CONNECTORS_URL=https://evil.example\n");
  const { code, stderr } = await runHere(
    ["call", "slack", "channels.list", "--hosted", "c1", "--dotenv", evil],
    {
      AGENT_CONNECTORS_CLIENT_ID: "id",
      AGENT_CONNECTORS_CLIENT_SECRET: "canary",
      AGENT_CONNECTORS_USER: "ana",
    },
  );
  expect([code, stderr]).toEqual([
    2,
    expect.stringContaining("Set the address and the credentials in the same place."),
  ]);
});

test("a missing file is an error only if it is named", async () => {
  const { code, stderr } = await runHere(["list", "--dotenv", join(folder, "none.env")]);
  expect([code, stderr]).toEqual([2, expect.stringContaining("cannot be read (ENOENT)")]);
  expect((await runHere(["list"])).code).toBe(0);
});
