import { beforeEach, describe, expect, test } from "vitest";
import { createConcurrencyLimits, type ConcurrencyLimits } from "../../src/limits/concurrency-limits.ts";
import { defaultLimits } from "../../src/limits/limit-values.ts";
import { errorOf } from "../support/errors.ts";

let limits: ConcurrencyLimits;
let limited: string[];
beforeEach(() => {
  limited = [];
  limits = createConcurrencyLimits(
    {
      concurrency: { connector: 2, workspace: 3, organization: 10, process: 20 },
      uploads: { connector: 1, workspace: 2, organization: 4, process: 8 },
    },
    (by) => limited.push(by),
  );
});

const owner = (organization: string, workspace = "w", connector?: string) => ({
  organization,
  workspace,
  connector,
});
/** Starts calls of an organization, each of another user and connector, until one is refused. Returns their number. */
const fill = (organization: string, most = 1000) => {
  for (let count = 0; count < most; count++) {
    try {
      limits.beginCall(owner(organization, `w${count}`, `c${count}`));
    } catch {
      return count;
    }
  }
  return most;
};
const refusal = (message: string, hint: string) => ({
  code: "concurrency_limited",
  message,
  hint: `Nothing was done. Call again after a second${hint}.`,
  retry_after: 1,
  retryable: true,
  outcome: "not_started",
});
const fewer = (tenant: string) => `, and send fewer calls of this ${tenant} at the same time`;

describe("a tenant at its limit", () => {
  test("is told whose limit it is, and what to do", async () => {
    limits.beginCall(owner("o1", "w1", "c1"));
    const second = limits.beginCall(owner("o1", "w1", "c1"));
    expect(await errorOf(() => limits.beginCall(owner("o1", "w1", "c1")))).toMatchObject(
      refusal(
        "This connector already runs 2 calls, the most that it can run at the same time.",
        fewer("connector"),
      ),
    );
    limits.beginCall(owner("o1", "w1", "c2"));
    expect(await errorOf(() => limits.beginCall(owner("o1", "w1", "c3")))).toMatchObject(
      refusal("This user already runs 3 calls, the most that it can run at the same time.", fewer("user")),
    );
    for (let count = 4; count <= 10; count++) limits.beginCall(owner("o1", `w${count}`, `c${count}`));
    expect(await errorOf(() => limits.beginCall(owner("o1", "w9", "c9")))).toMatchObject(
      refusal(
        "This organization already runs 10 calls, the most that it can run at the same time.",
        fewer("organization"),
      ),
    );
    expect(limited).toEqual(["calls_connector", "calls_user", "calls_organization"]);
    expect(limits.runningCalls).toBe(10);
    second();
    limits.beginCall(owner("o1", "w11", "c11"));
    expect(limits.runningCalls).toBe(10);
  });

  test("is told when its share is smaller because others are busy", async () => {
    expect([fill("o1"), fill("o2")]).toEqual([10, 5]);
    expect(await errorOf(() => limits.beginCall(owner("o2", "w9", "c9")))).toMatchObject(
      refusal("This organization already runs 5 calls, its share while others are busy too.", fewer("organization")), // prettier-ignore
    );
  });

  test("takes no place with a refused call", () => {
    limits.beginCall(owner("o1", "w1", "c1"));
    limits.beginCall(owner("o1", "w2", "c1"));
    for (let attempt = 0; attempt < 5; attempt++)
      expect(() => limits.beginCall(owner("o1", "w3", "c1"))).toThrow();
    for (let count = 0; count < 3; count++) limits.beginCall(owner("o1", "w3", `c${count + 2}`));
    expect(limits.runningCalls).toBe(5);
  });
});

describe("whatever other tenants run", () => {
  test("an organization that runs nothing can start a call, until every place is taken", async () => {
    let running = 0;
    for (let count = 0; ; count++) {
      const started = fill(`o${count}`);
      running += started;
      if (running < 20) expect([count, started]).not.toEqual([count, 0]);
      if (started > 0) continue;
      expect(running).toBe(20);
      break;
    }
    expect(await errorOf(() => limits.beginCall(owner("new", "w", "c")))).toMatchObject(
      refusal("This service already runs 20 calls, the most that it can run at the same time.", ""),
    );
  });

  test("with the default limits, 500 calls of one organization leave 250 places", () => {
    limits = createConcurrencyLimits(defaultLimits, (by) => limited.push(by));
    expect(fill("o1", 500)).toBe(250);
    expect(fill("o2", 100)).toBe(100);
  });

  test("a connector that runs nothing can start a call of its organization", () => {
    const slow = (connector: string) => {
      for (let count = 0; count < 2; count++)
        limits.beginCall(owner("o1", `${connector}${count}`, connector));
    };
    for (let count = 0; count < 4; count++) slow(`c${count}`);
    // Eight of ten places are taken. A connector gets only as many as stay free.
    limits.beginCall(owner("o1", "a", "c9"));
    expect(() => limits.beginCall(owner("o1", "b", "c9"))).toThrow("This connector already runs 1 call,");
    limits.beginCall(owner("o1", "b", "c10"));
  });

  test("another organization with the same user and connector ids has separate places", () => {
    for (let count = 0; count < 2; count++) limits.beginCall(owner("o1", "w1", "c1"));
    expect(() => limits.beginCall(owner("o1", "w1", "c1"))).toThrow();
    limits.beginCall(owner("o2", "w1", "c1"));
  });
});

test("a call that is ended twice is counted as ended only once", () => {
  const first = limits.beginCall(owner("o1", "w1", "c1"));
  limits.beginCall(owner("o1", "w1", "c1"));
  first();
  first();
  expect(limits.runningCalls).toBe(1);
  limits.beginCall(owner("o1", "w1", "c1"));
  expect(() => limits.beginCall(owner("o1", "w1", "c1"))).toThrow();
});

test("aroundCall counts a call until it succeeds or fails", async () => {
  const gate = Promise.withResolvers<number>();
  const running = limits.aroundCall(owner("o1"), () => gate.promise);
  expect(limits.runningCalls).toBe(1);
  gate.resolve(7);
  expect([await running, limits.runningCalls]).toEqual([7, 0]);
  await expect(limits.aroundCall(owner("o1"), () => Promise.reject(new Error("no")))).rejects.toThrow("no");
  expect(limits.runningCalls).toBe(0);
});

test("uploads have separate places, with limits for a connector, a user and an organization", async () => {
  const end = limits.beginUpload(owner("o1", "w1", "c1"));
  const message = async (organization: string, workspace: string, connector: string) =>
    (await errorOf(() => limits.beginUpload(owner(organization, workspace, connector)))).message;
  const words = "uploads of large files, the most that it can run at the same time.";
  expect(await message("o1", "w2", "c1")).toBe(
    `This connector already runs 1 upload of a large file, the most that it can run at the same time.`,
  );
  limits.beginUpload(owner("o1", "w1", "c2"));
  expect(await message("o1", "w1", "c3")).toBe(`This user already runs 2 ${words}`);
  for (const name of ["w3", "w4"]) limits.beginUpload(owner("o1", name, name));
  expect(await message("o1", "w5", "c5")).toBe(`This organization already runs 4 ${words}`);
  limits.beginUpload(owner("o2", "w1", "c1"));
  expect([limits.runningCalls, limited]).toEqual([
    0,
    ["uploads_connector", "uploads_user", "uploads_organization"],
  ]);
  end();
  end();
  limits.beginUpload(owner("o1", "w2", "c1"));
});

describe("refreshes of platform tokens", () => {
  test("take one place for each set of credentials, however many calls wait", () => {
    const ends = Array.from({ length: 10 }, (_, index) => limits.beginRefresh("o1", `k${index}`));
    const waiting = limits.beginRefresh("o1", "k0");
    expect(() => limits.beginRefresh("o1", "k10")).toThrow(
      "This organization already runs 10 refreshes of platform tokens, the most that it can run",
    );
    expect(limited).toEqual(["refreshes_organization"]);
    ends[0]!();
    expect(() => limits.beginRefresh("o1", "k10")).toThrow();
    waiting();
    waiting();
    limits.beginRefresh("o1", "k10");
    expect(() => limits.beginRefresh("o1", "k11")).toThrow();
  });

  test("have separate places from calls, and leave places to other organizations", () => {
    fill("o1");
    for (let index = 0; index < 10; index++) limits.beginRefresh("o1", `k${index}`);
    for (let index = 0; index < 5; index++) limits.beginRefresh("o2", `l${index}`);
    expect(() => limits.beginRefresh("o2", "l9")).toThrow("its share while others are busy too");
    limits.beginRefresh("o3", "m1");
  });
});
