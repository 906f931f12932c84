/** The default scopes of a scoped token. */
export const connectorScopes = ["connectors:read", "connectors:write", "connectors:execute"] as const;

/** The scopes that a scoped token can have. */
export const scopedScopes = [...connectorScopes, "audit:read", "policies:read"] as const;

/** The scopes of an application token. */
export const scopes = [
  ...scopedScopes,
  "policies:write",
  "webhooks:read",
  "webhooks:write",
  "approvals:decide",
] as const;
export type Scope = (typeof scopes)[number];
