import { ConnectorError, type ErrorCode } from "agent-connectors";
import { afterEach, beforeEach, expect, test } from "vitest";
import { associatedDataOf, createSealer, type Sealer } from "../../src/credentials/sealing.ts";
import { createTokenRefreshes } from "../../src/credentials/token-refresh.ts";
import type { FoundConnector } from "../../src/store/queries/connectors.ts";
import { readPlatformToken } from "../../src/store/queries/platform-tokens.ts";
import type { Store } from "../../src/store/store.ts";
import { connectorRow } from "../support/connector-row.ts";
import { ringOf } from "../support/keys.ts";
import { memoryStore } from "../support/memory-store.ts";

const hour = 3600;
const row: FoundConnector = { ...connectorRow({ id: "c1" }), workspace: "u1" };

let now: number;
const clock = { now: () => now, sleep: () => Promise.resolve() };
let store: Store;
let outcomes: string[];
beforeEach(async () => {
  now = 1_900_000_000_000;
  store = await memoryStore();
  outcomes = [];
});
afterEach(() => store.close());

/** The number of tokens that the platform has issued. The tokens are t1, t2 and so on. */
let issued: number;
beforeEach(() => void (issued = 0));
const fetchToken = async (seconds = hour) => ({ access_token: `t${++issued}`, expires_in: seconds });
const replica = (sealer: Sealer = createSealer(ringOf({ k1: 1 })), of = row) => {
  const refreshes = createTokenRefreshes(store, sealer, (outcome) => outcomes.push(outcome));
  return { ...refreshes, refresh: refreshes.around(of, clock) };
};

test("the first replica fetches a token, and the others get the token with its remaining lifetime", async () => {
  const [one, other] = [replica(), replica()];
  expect(await one.refresh(fetchToken)).toEqual({ access_token: "t1", expires_in: hour });
  now += 60_000;
  expect(await other.refresh(fetchToken)).toEqual({
    access_token: "t1",
    expires_in: hour - 60,
    obtained: 1_900_000_000_000,
  });
  expect([issued, outcomes]).toEqual([1, ["fetched", "shared"]]);
});

test("the stored token is encrypted for this connector and this use only", async () => {
  const sealer = createSealer(ringOf({ k1: 1 }));
  await replica(sealer).refresh(fetchToken);
  const stored = (await readPlatformToken(store.db, "c1", 1))!;
  expect(stored).toMatchObject({ obtained_at: now, expires_at: now + hour * 1000 });
  expect(sealer.open(stored.token, [...associatedDataOf(row), "access token"])).toBe("t1");
});

test("a replica whose token was refused fetches a new token, and the others get the new token", async () => {
  const [one, other] = [replica(), replica()];
  await one.refresh(fetchToken);
  await other.refresh(fetchToken);
  // The platform refuses t1, so both replicas request a new token.
  expect(await one.refresh(fetchToken)).toMatchObject({ access_token: "t2" });
  expect(await other.refresh(fetchToken)).toMatchObject({ access_token: "t2" });
  expect([issued, outcomes]).toEqual([2, ["fetched", "shared", "fetched", "shared"]]);
});

test("a stored token that is valid for less than five minutes is not shared", async () => {
  await replica().refresh(() => fetchToken(300.001));
  expect(await replica().refresh(fetchToken)).toMatchObject({ access_token: "t1", expires_in: 300.001 });
  now += 1;
  expect(await replica().refresh(fetchToken)).toMatchObject({ access_token: "t2" });
});

test("fractions of a second are kept", async () => {
  await replica().refresh(() => fetchToken(400.0004));
  expect((await readPlatformToken(store.db, "c1", 1))?.expires_at).toBe(now + 400_000);
});

test("tokens of other credentials are not shared: another version, another connector", async () => {
  await replica().refresh(fetchToken);
  for (const more of [{ credentials_version: 2 }, { id: "c2" }])
    expect(await replica(undefined, { ...row, ...more }).refresh(fetchToken)).toMatchObject({
      access_token: expect.not.stringMatching("t1"),
    });
});

test("a token that cannot be decrypted counts as absent", async () => {
  const [one, other] = [replica(), replica(createSealer(ringOf({ k2: 2 })))];
  for (const { refresh } of [one, other, one]) await refresh(fetchToken);
  expect([issued, outcomes]).toEqual([3, ["fetched", "fetched", "fetched"]]);
});

test("refreshes of one connector run one at a time, but different connectors refresh at the same time", async () => {
  const gate = Promise.withResolvers<void>();
  const slow = async () => (await gate.promise, fetchToken());
  const [one, other, third] = [replica(), replica(), replica(undefined, { ...row, id: "c2" })];
  const first = one.refresh(slow);
  const second = other.refresh(fetchToken);
  expect(await third.refresh(fetchToken)).toMatchObject({ access_token: "t1" });
  gate.resolve();
  expect([(await first).access_token, (await second).access_token]).toEqual(["t2", "t2"]);
});

const refusing = (code: ErrorCode) => {
  const refused = { asked: 0, error: new ConnectorError(code, "no") };
  return { refused, fetch: () => (refused.asked++, Promise.reject(refused.error)) };
};

test.each(["reauth_required", "credential_rejected"] as const)(
  "after %s the platform is not asked again for half a minute",
  async (code) => {
    const { refused, fetch } = refusing(code);
    const { refresh } = replica();
    const ask = () => refresh(fetch).catch((error: unknown) => error);
    expect([await ask(), await ask()]).toEqual([refused.error, refused.error]);
    now += 29_999;
    expect([await ask(), refused.asked]).toEqual([refused.error, 1]);
    now += 1;
    expect([await ask(), refused.asked]).toEqual([refused.error, 2]);
    now += 30_000;
    expect(await refresh(fetchToken)).toMatchObject({ access_token: "t1" });
    expect(outcomes).toEqual(["failed", "failed", "fetched"]);
  },
);

const lookAlike = Object.assign(new Error("no"), { code: "reauth_required" });
test.each([new ConnectorError("upstream_error", "no"), new Error("no"), lookAlike])(
  "after any other failure, the next refresh is sent at once: %s",
  async (error) => {
    const { refresh } = replica();
    const fails = async () => {
      throw error;
    };
    await expect(refresh(fails)).rejects.toBe(error);
    expect(await refresh(fetchToken)).toMatchObject({ access_token: "t1" });
    expect(outcomes).toEqual(["failed", "fetched"]);
  },
);

test("a refusal does not affect other connectors", async () => {
  const { around } = replica();
  const { fetch } = refusing("reauth_required");
  await around(row, clock)(fetch).catch(() => {});
  expect(await around({ ...row, id: "c2" }, clock)(fetchToken)).toMatchObject({ access_token: "t1" });
});

test("settled waits for a single refresh", async () => {
  const { refresh, settled } = replica();
  const gate = Promise.withResolvers<void>();
  const refreshing = refresh(async () => (await gate.promise, fetchToken()));
  let done = false;
  const waiting = settled().then(() => (done = true));
  await new Promise((resolve) => setImmediate(resolve));
  expect(done).toBe(false);
  gate.resolve();
  await Promise.all([refreshing, waiting]);
});

test("settled waits for all running refreshes, even if they fail", async () => {
  const { refresh, around, settled } = replica();
  await settled();
  const gates = [Promise.withResolvers<void>(), Promise.withResolvers<void>()] as const;
  const first = refresh(async () => (await gates[0].promise, fetchToken()));
  const second = around(
    { ...row, id: "c2" },
    clock,
  )(async () => {
    await gates[1].promise;
    throw new Error("no");
  });
  second.catch(() => {});
  let done = false;
  const waiting = settled().then(() => (done = true));
  gates[0].resolve();
  await first;
  await new Promise((resolve) => setImmediate(resolve));
  expect(done).toBe(false);
  gates[1].resolve();
  await waiting;
  await settled();
});
