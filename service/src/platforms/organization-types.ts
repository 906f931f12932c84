import type { ConnectorTypes } from "./connector-types.ts";

/**
 * Returns the connector types that an organization can use.
 * @param type the stored name of the type that the caller needs. Without it, all types of the organization are read
 */
export type TypesOf = (organization: string, type?: string) => Promise<ConnectorTypes>;
