import type { Effect } from "agent-connectors";

/** What a token may do with connectors. */
export const scopes = ["connectors:read", "connectors:write", "connectors:execute"] as const;
export type Scope = (typeof scopes)[number];

/** What the calls of a token may do to the outside world, from weak to strong. */
export const effects = ["read", "write", "spend", "destructive"] as const satisfies readonly Effect[];
