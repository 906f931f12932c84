/** The permissions for connectors. A scoped token has them unless its request names its scopes. */
export const connectorScopes = ["connectors:read", "connectors:write", "connectors:execute"] as const;

/** The permissions that a token can contain. */
export const scopes = [...connectorScopes, "audit:read"] as const;
export type Scope = (typeof scopes)[number];
