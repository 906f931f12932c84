/**
 * The maximum number of calls, uploads or the like at the same time: of one connector, one user (`workspace`) and one
 * organization, and in one process.
 */
export interface PlaceLimits {
  connector: number;
  workspace: number;
  organization: number;
  process: number;
}

/** Limits and lifetimes that an operator can change. `defaultLimits` has the defaults. */
export interface ServiceLimits {
  /** The maximum size of a request body, for routes that do not accept a file. */
  maxBodyBytes: number;
  /** The maximum size of a request body, for routes that accept a file as base64. */
  maxUploadBytes: number;
  /** The maximum number of bodies above `maxBodyBytes` in memory. */
  uploads: PlaceLimits;
  /** The time limit of one action, including all its retries. */
  executeTimeoutMs: number;
  /** The maximum number of running calls. Refreshes of platform tokens have the same limits, but separate places. */
  concurrency: PlaceLimits;
  /** The maximum number of running requests to webhook endpoints: to one endpoint, of one organization, in one process. */
  webhooks: { endpoint: number; organization: number; process: number };
  /**
   * The maximum number of requests per minute. `workspace`: requests that concern one user. `application`:
   * requests with the application tokens of one application. `client`: token requests of one application. A thousand
   * users need about fifty. `refused`: requests of one network address with a wrong client secret. `openid`: requests
   * with which one network address starts or finishes a sign-in at the OpenID provider. `definitions`: uploads of
   * definitions of one organization, which take more time than other requests.
   */
  perMinute: {
    workspace: number;
    application: number;
    client: number;
    refused: number;
    openid: number;
    definitions: number;
  };
  applicationTokenSeconds: number;
  scopedTokenSeconds: number;
  /** The time for which the service stores an idempotency key and its response. */
  idempotencySeconds: number;
  /** The time for which a call can wait for the decision of a person. */
  approvalSeconds: number;
  auditDays: number;
  /** The time limit of a request to a webhook endpoint. */
  webhookTimeoutMs: number;
  /** The maximum sizes of the definitions of one organization. */
  definitions: DefinitionLimits;
}

export interface DefinitionLimits {
  /** The maximum number of characters of a file. */
  characters: number;
  /** The maximum number of values in a file: texts, numbers, lists and objects. */
  values: number;
  /** The maximum number of patterns in a file. */
  patterns: number;
  /** The maximum number of actions of a file. */
  actions: number;
  /** The maximum number of hosts that a file names. An operator reads them. */
  hosts: number;
  /** The maximum number of names. */
  names: number;
  /** The maximum number of versions of a name. */
  versions: number;
  /** The maximum number of characters of all active files. */
  activeCharacters: number;
}

export const defaultLimits: ServiceLimits = {
  maxBodyBytes: 1024 * 1024,
  maxUploadBytes: 15 * 1024 * 1024,
  uploads: { connector: 2, workspace: 2, organization: 4, process: 8 },
  executeTimeoutMs: 60_000,
  concurrency: { connector: 10, workspace: 50, organization: 250, process: 500 },
  webhooks: { endpoint: 4, organization: 20, process: 100 },
  perMinute: { workspace: 600, application: 6000, client: 600, refused: 10, openid: 60, definitions: 20 },
  applicationTokenSeconds: 900,
  scopedTokenSeconds: 1200,
  idempotencySeconds: 86_400,
  approvalSeconds: 7 * 86_400,
  auditDays: 90,
  webhookTimeoutMs: 15_000,
  definitions: {
    characters: 2_000_000,
    values: 100_000,
    patterns: 200,
    actions: 1500,
    hosts: 20,
    names: 20,
    versions: 10,
    activeCharacters: 4_000_000,
  },
};
