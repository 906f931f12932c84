/** What a token may do with connectors. */
export const scopes = ["connectors:read", "connectors:write", "connectors:execute"] as const;
export type Scope = (typeof scopes)[number];
