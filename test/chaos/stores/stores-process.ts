import type { StoreDriver } from "../../../src/core/contract/store-driver.ts";
import { ConnectorError } from "../../../src/core/ground/errors.ts";
import { createOnce } from "../../../src/core/store/once.ts";
import { recordsOf } from "../../../src/core/store/records.ts";
import { createRandom } from "../random.ts";
import { openDriver, type DriverKind } from "./open-driver.ts";
import { claims, counters, pairs } from "./store-kinds.ts";

// One of several processes that share a store. It changes counters, claims work and exchanges tokens until it is told to
// stop, and reports what was confirmed to it.

export interface StoresInput {
  kind: DriverKind;
  location: string;
  platformUrl: string;
  seed: number;
  name: string;
}

/** What a process reports. `slow`: an exchange of this token takes longer than its lease, until `slow-end`. */
export type StoresReport =
  | { kind: "update"; counter: string; name: string }
  | { kind: "outcome"; claim: string; outcome: string }
  | { kind: "slow"; token: string }
  | { kind: "slow-end" }
  | { kind: "fault"; text: string };

/** The seconds of a lease. Shorter than usual, so that others soon take the lease of a killed process. */
const leaseSeconds = 1;

const input = JSON.parse(process.argv[2]!) as StoresInput;
const random = createRandom(input.seed);
const report = (message: StoresReport) =>
  new Promise<void>((resolve) => process.send!(message, undefined, undefined, () => resolve()));
const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
const stopped = new AbortController();
process.on("message", () => stopped.abort());

const { store: driver, close } = openDriver(input.kind, input.location);

/** Breaks the connection before or after some writes. */
async function broken<T>(run: () => Promise<T>): Promise<T> {
  if (random.chance(0.01)) throw new Error("connection lost before the write");
  const result = await run();
  if (random.chance(0.05)) {
    await wait(random.below(30));
    throw new Error("connection lost after the write");
  }
  return result;
}
const store: StoreDriver = {
  ...driver,
  write: (key, value, ifVersion, ttl) =>
    broken(() => driver.write(key, value, ifVersion, key.startsWith("leases/") ? leaseSeconds : ttl)),
  delete: (key, ifVersion) => broken(() => driver.delete(key, ifVersion)),
};

/** A failure of the store is allowed. Its effect must then be absent, or present once. */
async function attempt(run: () => Promise<void>): Promise<void> {
  try {
    await run();
  } catch (error) {
    const isExpected = ConnectorError.is(error) && error.code === "storage_unavailable";
    if (!isExpected) await report({ kind: "fault", text: String(error) });
  }
}
const ask = async (path: string, query: Record<string, string>) => {
  const response = await fetch(`${input.platformUrl}${path}?${String(new URLSearchParams(query))}`, {
    method: "POST",
  });
  return response.ok ? response.text() : undefined;
};

let updates = 0;
async function update(): Promise<void> {
  // A new counter every second keeps the values short.
  const counter = `${Math.floor(Date.now() / 1000)}-${random.below(2)}`;
  const name = `${input.name}.${++updates}`;
  await recordsOf(store, counters).update(counter, (value = []) => ({
    value: [...value, name],
    result: undefined,
  }));
  await report({ kind: "update", counter, name });
  await wait(random.below(5));
}

const once = createOnce(claims);
async function claim(): Promise<void> {
  // All processes claim the same work at the same time.
  const name = `${Math.floor(Date.now() / 20)}`;
  const claimed = await once.claim(store, name, "work");
  if (claimed.state === "first") {
    const outcome = await ask("/run", { name });
    await once.finish(store, name, outcome!);
  }
  const found = await once.find(driver, name, "work");
  if (found?.state === "done") await report({ kind: "outcome", claim: name, outcome: found.outcome });
  await wait(random.below(20));
}

async function exchange(name = `pair-${random.below(5)}`): Promise<void> {
  const records = recordsOf(store, pairs);
  let isSlow = false;
  await records.exchange(name, async (before = 0) => {
    const answer = await ask("/refresh", { name, token: String(before), from: input.name });
    // The pair was lost. A person connects the account again.
    if (answer === undefined) return Number(await ask("/grant", { name }));
    const [next, slow] = answer.split(" ");
    isSlow = slow !== undefined;
    if (isSlow) {
      await report({ kind: "slow", token: `${name} ${before}` });
      await othersHaveUsed(name, Number(next) + 1);
    }
    return Number(next);
  });
  if (isSlow) {
    await report({ kind: "slow-end" });
    // If the older token was stored, the platform sees it now.
    await exchange(name);
  }
  await wait(random.below(20));
}

/** Waits until other processes have taken the lease, have got a new token, and have used that token too. */
async function othersHaveUsed(name: string, token: number): Promise<void> {
  const stored = recordsOf(driver, pairs);
  for (let looks = 0; looks < 200 && !stopped.signal.aborted; looks++) {
    if (((await stored.read(name)) ?? 0) > token) return;
    await wait(50);
  }
}

await Promise.all(
  [update, claim, () => exchange()].map(async (run) => {
    while (!stopped.signal.aborted) await attempt(run);
  }),
);
await close();
process.disconnect();
