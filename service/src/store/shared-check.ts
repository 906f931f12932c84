import { ConnectorError } from "agent-connectors";

/** Milliseconds for which a good result counts, and after which a check without a result fails. */
const [restMs, limitMs] = [400, 1400];

/** The row that a check writes. Its count has no limit. */
export const checkCount = (name: string) => ({
  name,
  minute: Math.floor(Date.now() / 60_000),
  portion: 1,
  limit: 2 ** 31 - 1,
});

/**
 * Limits the cost of a check, because anybody can ask for the readiness of the service. Callers at the same time share
 * one check, and a good result counts for a moment.
 */
export function sharedCheck(run: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  let goodUntil = -Infinity;
  return async () => {
    if (performance.now() < goodUntil) return;
    running ??= run()
      .then(() => void (goodUntil = performance.now() + restMs))
      .finally(() => (running = undefined));
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(tooLate()), limitMs);
    });
    await Promise.race([running, late]).finally(() => clearTimeout(timer));
  };
}

const tooLate = () =>
  new ConnectorError("storage_unavailable", "The service's store does not respond.", {
    hint: "Call again in a few seconds.",
    retry_after: 2,
  });
