/** Limits that an operator may change; every number has its default here and nowhere else. */
export interface Options {
  maxBodyBytes: number;
  /** The same where a body may hold a file as base64, and how many that are larger than most are in memory at the same time. */
  maxUploadBytes: number;
  uploads: { workspace: number; process: number };
  /** Milliseconds that a whole execute may take, retries included. */
  executeTimeoutMs: number;
  /** Calls at the same time. */
  concurrency: { connector: number; workspace: number; process: number };
  /**
   * Requests in a minute: of a workspace; of a client id at the token endpoints, where an application with a thousand
   * users asks fifty times; refused ones of an address.
   */
  perMinute: { workspace: number; client: number; refused: number };
  applicationTokenSeconds: number;
  scopedTokenSeconds: number;
  idempotencySeconds: number;
  auditDays: number;
}

export const defaults: Options = {
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
