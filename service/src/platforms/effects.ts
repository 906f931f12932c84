import type { Effect } from "agent-connectors";

/** The effects, from weak to strong. */
export const effects = ["read", "write", "spend", "destructive"] as const satisfies readonly Effect[];
