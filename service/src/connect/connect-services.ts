import { ConnectorError } from "agent-connectors";
import type { OpenConnectors } from "../calls/open-connectors.ts";
import type { Sealer } from "../credentials/sealing.ts";
import type { ConcurrencyLimits } from "../limits/concurrency-limits.ts";
import type { Audit } from "../operations/audit.ts";
import type { OpenableType } from "../platforms/connector-types.ts";
import type { TypesOf } from "../platforms/organization-types.ts";
import type { Store } from "../store/store.ts";
import type { Clock } from "agent-connectors";

/** The parts of the service that connect sessions use. */
export interface ConnectServices {
  store: Store;
  sealer: Sealer;
  typesOf: TypesOf;
  audit: Audit;
  clock: Clock;
  openConnectors: OpenConnectors;
  concurrencyLimits: ConcurrencyLimits;
  /** The origin at which people's browsers reach the service. Undefined if the operator has not set it. */
  publicUrl: string | undefined;
}

/** @throws ConnectorError `config_error` if the operator has set no public address */
export function publicUrlOf({ publicUrl }: Pick<ConnectServices, "publicUrl">): string {
  if (publicUrl !== undefined) return publicUrl;
  throw new ConnectorError("config_error", "The service does not know its public address.", {
    hint: "The operator must start the service with --public-url https://...",
  });
}

/** Returns the address to which the platform of a connector type sends the person back. */
export const callbackUrl = (publicUrl: string, { name }: Pick<OpenableType, "name">): string =>
  `${publicUrl}/connect/callback/${callbackName(name)}`;

/** The name of a type in this address, where `custom/acme` is one segment. */
export const callbackName = (type: string): string => type.replace("/", ".");
