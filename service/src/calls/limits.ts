import { ConnectorError, type Clock } from "agent-connectors";
import type { Options } from "../operations/options.ts";
import { countUp } from "../store/counters.ts";
import type { Store } from "../store/store.ts";

export interface Limits {
  /** Counts one request. @throws ConnectorError `rate_limited` */
  count(by: keyof Options["perMinute"], name: string): Promise<void>;
  /** Begins a call, within the limits on calls at the same time; what it answers ends it. @throws ConnectorError `concurrency_limited` */
  begin(connector: string, workspace: string): () => void;
  /** The same around one call. */
  within<T>(connector: string, workspace: string, run: () => Promise<T>): Promise<T>;
  /** Begins a request whose body is large, likewise: such bodies are held in memory. */
  beginUpload(workspace: string): () => void;
  /** Calls that run now. */
  readonly running: number;
}

/** Rates are counted in memory for one process, in PostgreSQL where several share the work. */
export function createLimits(
  store: Store,
  clock: Clock,
  { perMinute, concurrency, uploads }: Pick<Options, "perMinute" | "concurrency" | "uploads">,
  onLimited: (by: string) => void,
): Limits {
  const used =
    store.kind === "postgres"
      ? (name: string, period: number) => countUp(store.db, name, period)
      : inMemory();
  const running = new Map<string, number>();
  /** Takes one place under each name, or none: `[name, limit, whose]`. */
  const take = (what: string, places: readonly (readonly [string, number, string])[]) => {
    const full = places.find(([name, limit]) => (running.get(name) ?? 0) >= limit);
    if (full) {
      onLimited("concurrency");
      throw new ConnectorError("concurrency_limited", `Too many ${what} ${full[2]}.`, {
        hint: "Nothing was done. Call again when others have ended.",
        retry_after: 1,
      });
    }
    for (const [name] of places) running.set(name, (running.get(name) ?? 0) + 1);
    let ended = false;
    return () => {
      if (ended) return;
      ended = true;
      for (const [name] of places) {
        const left = running.get(name)! - 1;
        if (left > 0) running.set(name, left);
        else running.delete(name);
      }
    };
  };
  const limits: Limits = {
    async count(by, name) {
      const period = Math.floor(clock.now() / 60_000);
      if ((await used(`${by}/${name}`, period)) <= perMinute[by]) return;
      onLimited(by);
      const retry_after = Math.max(1, Math.ceil(((period + 1) * 60_000 - clock.now()) / 1000));
      throw new ConnectorError("rate_limited", `More than ${perMinute[by]} requests in a minute (${by}).`, {
        hint: `Nothing was done. Call again after ${retry_after} s.`,
        retry_after,
      });
    },
    begin: (connector, workspace) =>
      take("calls run at the same time", [
        ["calls", concurrency.process, "on this service"],
        [`calls/connector/${connector}`, concurrency.connector, "on this connector"],
        [`calls/workspace/${workspace}`, concurrency.workspace, "for this user"],
      ]),
    async within(connector, workspace, run) {
      const end = limits.begin(connector, workspace);
      try {
        return await run();
      } finally {
        end();
      }
    },
    beginUpload: (workspace) =>
      take("large files are on their way", [
        ["uploads", uploads.process, "to this service"],
        [`uploads/workspace/${workspace}`, uploads.workspace, "for this user"],
      ]),
    get running() {
      return running.get("calls") ?? 0;
    },
  };
  return limits;
}

function inMemory(): (name: string, period: number) => Promise<number> {
  let current = -1;
  const counts = new Map<string, number>();
  return async (name, period) => {
    if (period !== current) counts.clear();
    current = period;
    const next = (counts.get(name) ?? 0) + 1;
    counts.set(name, next);
    return next;
  };
}
