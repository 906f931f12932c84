import type { Effect } from "agent-connectors";

/** The effects that a call can have on a platform, from weak to strong. */
export const effects = ["read", "write", "spend", "destructive"] as const satisfies readonly Effect[];
