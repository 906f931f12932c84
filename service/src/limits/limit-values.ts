/** Limits and lifetimes that an operator may change. Each default stands in `defaultLimits` and nowhere else. */
export interface ServiceLimits {
  maxBodyBytes: number;
  /** The same for a body that may hold a file as base64. */
  maxUploadBytes: number;
  /** Bodies larger than `maxBodyBytes` that are in memory at the same time. */
  uploads: { workspace: number; process: number };
  /** For a whole execute, retries included. */
  executeTimeoutMs: number;
  /** Calls that run at the same time. */
  concurrency: { connector: number; workspace: number; process: number };
  /**
   * Requests per minute: of a workspace; of a client id at the token endpoints (an application with a thousand users sends
   * about fifty); of an address, for secrets that were refused.
   */
  perMinute: { workspace: number; client: number; refused: number };
  applicationTokenSeconds: number;
  scopedTokenSeconds: number;
  /** How long the answer of an idempotency key is kept. */
  idempotencySeconds: number;
  auditDays: number;
}

export const defaultLimits: ServiceLimits = {
  maxBodyBytes: 1024 * 1024,
  maxUploadBytes: 15 * 1024 * 1024,
  uploads: { workspace: 2, process: 4 },
  executeTimeoutMs: 60_000,
  concurrency: { connector: 10, workspace: 50, process: 500 },
  perMinute: { workspace: 600, client: 600, refused: 10 },
  applicationTokenSeconds: 900,
  scopedTokenSeconds: 1200,
  idempotencySeconds: 86_400,
  auditDays: 90,
};
