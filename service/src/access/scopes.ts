/** The permissions for connectors. A scoped token gets all of them, unless the request for the token lists `scopes`. */
export const connectorScopes = ["connectors:read", "connectors:write", "connectors:execute"] as const;

/** The permissions that a token can contain. */
export const scopes = [...connectorScopes, "audit:read"] as const;
export type Scope = (typeof scopes)[number];
