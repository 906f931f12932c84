import type { Effect } from "agent-connectors";

/** The effects, from weak to strong. */
export const effects = ["read", "write", "spend", "destructive"] as const satisfies readonly Effect[];

/** The effects of a scoped token whose request names none. */
export const defaultEffects = ["read", "write"] as const satisfies readonly Effect[];
