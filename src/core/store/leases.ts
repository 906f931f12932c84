import type { StoreDriver } from "../contract/store-driver.ts";

/** The seconds after which another process can take a lease that its holder no longer renews. */
const leaseSeconds = 10;

/** The milliseconds between two renewals of a held lease. */
const renewMs = 2500;

/** The minimum and the maximum of milliseconds between two attempts to take a lease. */
const [shortestWaitMs, longestWaitMs] = [20, 500];

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/**
 * Runs a function while this process holds a lease, which one process can hold at a time. A lease is no proof: if this
 * process does not respond for 10 seconds, another process takes the lease, and both run. A write must therefore name the
 * version that its process has read under the lease. The write of the slower process then does nothing.
 * @throws the error of the store if the lease cannot be taken
 */
export async function withLease<T>(store: StoreDriver, name: string, run: () => Promise<T>): Promise<T> {
  const key = `leases/${name}`;
  const holder = crypto.randomUUID();
  for (
    let longest = shortestWaitMs;
    !(await take(store, key, holder));
    longest = Math.min(2 * longest, longestWaitMs)
  )
    // A random time keeps many processes from asking at the same moment.
    await wait(longest * (0.5 + Math.random() / 2));
  const own = async () => {
    const found = await store.read(key);
    return found?.value === holder ? found.version : undefined;
  };
  const renew = async () => {
    const version = await own();
    if (version !== undefined) await store.write(key, holder, version, leaseSeconds);
  };
  // If a renewal fails, the next one is soon enough, or the write under the lease notices that the lease was lost.
  const renewing = setInterval(() => void renew().catch(() => {}), renewMs);
  // Some runtimes return a number, which does not keep a process alive.
  if (typeof renewing === "object") renewing.unref();
  const end = async () => {
    // A renewal that was sent before can change the version once.
    for (const _ of [1, 2]) {
      const version = await own();
      if (version === undefined || (await store.delete(key, version))) return;
    }
  };
  try {
    return await run();
  } finally {
    clearInterval(renewing);
    // The result of `run` counts. A lease that could not be ended expires.
    await end().catch(() => {});
  }
}

/** Returns whether this process holds the lease now. The answer to a write of the same holder may have been lost. */
async function take(store: StoreDriver, key: string, holder: string): Promise<boolean> {
  let failure: unknown;
  const taken = await store.write(key, holder, undefined, leaseSeconds).catch((error: unknown) => {
    failure = error;
    return false;
  });
  if (taken || (await store.read(key))?.value === holder) return true;
  if (failure !== undefined) throw failure;
  return false;
}
