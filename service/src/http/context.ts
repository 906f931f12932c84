import type { AccessTokens } from "../access/access-tokens.ts";
import type { CallServices } from "../calls/perform-call.ts";
import type { ConnectServices } from "../connect/connect-services.ts";
import type { Sealer } from "../credentials/sealing.ts";
import type { ConnectorStores } from "../credentials/connector-stores.ts";
import type { IdempotencyKeys } from "../idempotency/idempotency-keys.ts";
import type { People } from "../people/people.ts";
import type { RateLimits } from "../limits/rate-limits.ts";
import type { ConnectorTypes } from "../platforms/connector-types.ts";
import type { OperatorServices } from "../operators/operator-services.ts";

/** The parts of the service that the handlers of the routes use. */
export interface Context extends CallServices, ConnectServices, OperatorServices {
  sealer: Sealer;
  /** The connector types of the organization that the request belongs to. In a route with the access `open`, those that every organization has. */
  types: ConnectorTypes;
  /** Whether organizations can upload definitions of connectors. */
  acceptsDefinitions: boolean;
  connectorStores: ConnectorStores;
  tokens: AccessTokens;
  idempotencyKeys: IdempotencyKeys;
  rateLimits: RateLimits;
  /** The sign-in of people from MCP clients. Undefined if the service has no public address. */
  people: People | undefined;
  /** The origins that can receive webhooks even if they use http or have a private address. */
  webhookOrigins: readonly string[];
  isDraining(): boolean;
  /** Returns the same promise. Before the service stops, it waits for this work, which can outlast the response. */
  waitFor<T>(work: Promise<T>): Promise<T>;
}
