import { ConnectorError } from "agent-connectors";
import type { ServiceLimits } from "./limit-values.ts";

export interface ConcurrencyLimits {
  /**
   * Counts a call as running. Without `connector`, the limit per connector does not apply. The caller must run the
   * returned function when the call ends.
   * @throws ConnectorError `concurrency_limited`
   */
  beginCall(connector: string | undefined, workspace: string): () => void;
  /** Calls `run`, and counts one running call until `run` ends. */
  aroundCall<T>(connector: string | undefined, workspace: string, run: () => Promise<T>): Promise<T>;
  /**
   * Counts a request with a large body, which takes much memory. The caller must run the returned function when the
   * request ends.
   * @throws ConnectorError `concurrency_limited`
   */
  beginUpload(workspace: string): () => void;
  readonly runningCalls: number;
}

/** A counter of running calls or uploads, and its maximum. */
interface Slot {
  name: string;
  limit: number;
  /** The end of the error message, such as `for this user`. */
  scope: string;
}

/** Creates limits for the calls and uploads of this process. Other replicas count separately. */
export function createConcurrencyLimits(
  { concurrency, uploads }: Pick<ServiceLimits, "concurrency" | "uploads">,
  onLimited: () => void,
): ConcurrencyLimits {
  const running = new Map<string, number>();
  /**
   * Raises every counter by one, or none if a counter is at its maximum. The returned function lowers the counters
   * again.
   */
  const take = (what: string, slots: readonly Slot[]) => {
    const full = slots.find(({ name, limit }) => (running.get(name) ?? 0) >= limit);
    if (full) {
      onLimited();
      throw new ConnectorError("concurrency_limited", `Too many ${what} ${full.scope}.`, {
        hint: "Nothing was done. Call again when other calls have ended.",
        retry_after: 1,
      });
    }
    for (const { name } of slots) running.set(name, (running.get(name) ?? 0) + 1);
    let ended = false;
    return () => {
      if (ended) return;
      ended = true;
      for (const { name } of slots) {
        const left = running.get(name)! - 1;
        if (left > 0) running.set(name, left);
        else running.delete(name);
      }
    };
  };
  const beginCall: ConcurrencyLimits["beginCall"] = (connector, workspace) =>
    take("calls run at the same time", [
      { name: "calls", limit: concurrency.process, scope: "on this service" },
      ...(connector === undefined
        ? []
        : [
            {
              name: `calls/connector/${connector}`,
              limit: concurrency.connector,
              scope: "on this connector",
            },
          ]),
      { name: `calls/workspace/${workspace}`, limit: concurrency.workspace, scope: "for this user" },
    ]);
  return {
    beginCall,
    async aroundCall(connector, workspace, run) {
      const end = beginCall(connector, workspace);
      try {
        return await run();
      } finally {
        end();
      }
    },
    beginUpload: (workspace) =>
      take("large files are in transfer", [
        { name: "uploads", limit: uploads.process, scope: "to this service" },
        { name: `uploads/workspace/${workspace}`, limit: uploads.workspace, scope: "for this user" },
      ]),
    get runningCalls() {
      return running.get("calls") ?? 0;
    },
  };
}
