/** The permissions that a token can contain. */
export const scopes = ["connectors:read", "connectors:write", "connectors:execute"] as const;
export type Scope = (typeof scopes)[number];
