/** The scopes that a scoped token has if the request for the token has no field `scopes`. */
export const connectorScopes = ["connectors:read", "connectors:write", "connectors:execute"] as const;

/** All scopes that a scoped token can have. */
export const scopedScopes = [...connectorScopes, "audit:read", "policies:read"] as const;

/** All scopes. An application token has all of them. */
export const scopes = [...scopedScopes, "policies:write", "webhooks:read", "webhooks:write"] as const;
export type Scope = (typeof scopes)[number];
