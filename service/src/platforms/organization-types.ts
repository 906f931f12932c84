import type { ConnectorTypes } from "./connector-types.ts";

/**
 * Returns the connector types that an organization can use.
 * @param type the stored name of the type that the caller needs. Without it, all types of the organization are read
 */
export type TypesOf = (organization: string, type?: string) => Promise<ConnectorTypes>;

const custom = "custom/";

/** Returns the stored name of a connector type that an organization has uploaded under this name. */
export const customType = (name: string): string => `${custom}${name}`;

/** Returns the name under which an organization has uploaded a type, or undefined for a type that every organization has. */
export const customName = (type: string): string | undefined =>
  type.startsWith(custom) ? type.slice(custom.length) : undefined;
