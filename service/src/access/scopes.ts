/** The scopes of a scoped token whose request has no field `scopes`. */
export const connectorScopes = ["connectors:read", "connectors:write", "connectors:execute"] as const;

/** All scopes that a scoped token can have. */
export const scopedScopes = [...connectorScopes, "audit:read", "policies:read"] as const;

/** An application token has all scopes. */
export const scopes = [...scopedScopes, "policies:write", "webhooks:read", "webhooks:write"] as const;
export type Scope = (typeof scopes)[number];
