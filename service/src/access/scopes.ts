/** The scopes that a scoped token has if the request for the token has no field `scopes`. */
export const connectorScopes = ["connectors:read", "connectors:write", "connectors:execute"] as const;

/** All scopes that a token can have. */
export const scopes = [...connectorScopes, "audit:read"] as const;
export type Scope = (typeof scopes)[number];
