/** Limits and lifetimes that an operator can change. `defaultLimits` contains the default values. */
export interface ServiceLimits {
  /** The maximum size of a request body, for routes that do not accept a file. */
  maxBodyBytes: number;
  /** The maximum size of a request body, for routes that accept a file as base64. */
  maxUploadBytes: number;
  /**
   * The maximum number of request bodies larger than `maxBodyBytes` that are in memory at the same time. `workspace`
   * limits the bodies from one workspace. `process` limits all bodies in the process.
   */
  uploads: { workspace: number; process: number };
  /** The time limit of one action, including all its retries. */
  executeTimeoutMs: number;
  /** The maximum number of calls at the same time on one connector, in one workspace and in one process. */
  concurrency: { connector: number; workspace: number; process: number };
  /**
   * The maximum number of requests per minute. `workspace` limits the requests that concern one workspace.
   * `application` limits the requests with the application tokens of one application. `client` limits the token
   * requests of one application. An application with a thousand users sends about fifty token requests per minute.
   * `refused` limits the requests that one network address sends with a wrong client secret.
   */
  perMinute: { workspace: number; application: number; client: number; refused: number };
  applicationTokenSeconds: number;
  scopedTokenSeconds: number;
  /** The time for which the service stores an idempotency key and its response. */
  idempotencySeconds: number;
  auditDays: number;
  /** The time limit of a request to a webhook endpoint. */
  webhookTimeoutMs: number;
}

export const defaultLimits: ServiceLimits = {
  maxBodyBytes: 1024 * 1024,
  maxUploadBytes: 15 * 1024 * 1024,
  uploads: { workspace: 2, process: 4 },
  executeTimeoutMs: 60_000,
  concurrency: { connector: 10, workspace: 50, process: 500 },
  perMinute: { workspace: 600, application: 6000, client: 600, refused: 10 },
  applicationTokenSeconds: 900,
  scopedTokenSeconds: 1200,
  idempotencySeconds: 86_400,
  auditDays: 90,
  webhookTimeoutMs: 15_000,
};
