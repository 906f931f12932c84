import { copyFileSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { testService, type TestService } from "../support/service.ts";
import { onBothStores } from "../support/stores.ts";

onBothStores((newLocation) => {
  test("a running service is ready, but not after its store is closed", async () => {
    const service = await testService(await newLocation());
    expect((await service.ask("/readyz")).body).toEqual({ status: "ready" });
    await service.close();
    await expect.poll(async () => (await service.ask("/readyz")).status).toBeGreaterThanOrEqual(500);
    expect((await service.ask("/healthz")).status).toBe(200);
  });
});

describe("the file of a SQLite store", () => {
  let directory: string;
  let service: TestService;
  let file: string;
  beforeEach(async () => {
    directory = mkdtempSync(join(tmpdir(), "acs-"));
    file = join(directory, "service.sqlite");
    service = await testService({ dataDir: directory, databaseUrl: undefined });
  });
  afterEach(async () => {
    await service.close();
    rmSync(directory, { recursive: true, force: true });
  });
  const ready = async () => {
    const { status, body } = await service.ask("/readyz");
    return status === 200 ? "ready" : [status, body.code, body.message];
  };
  const gone = [503, "storage_unavailable", "The file of the store is gone."];

  test("is missing after a move, and present after it is moved back", async () => {
    expect(await ready()).toBe("ready");
    renameSync(file, `${file}.moved`);
    expect(await ready()).toEqual(gone);
    renameSync(`${file}.moved`, file);
    expect(await ready()).toBe("ready");
  });

  test("is missing after another file has replaced this file", async () => {
    copyFileSync(file, `${file}.copy`);
    renameSync(`${file}.copy`, file);
    expect(await ready()).toEqual(gone);
  });

  test("is missing if its write-ahead log is missing", async () => {
    rmSync(`${file}-wal`);
    expect(await ready()).toEqual(gone);
    const { body } = await service.ask("/readyz");
    expect(body.hint).toMatch(/restore the file.* restart the service/);
  });
});
