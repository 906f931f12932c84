import type { Effect } from "agent-connectors";

/** What a call can do to the outside world, from weak to strong. */
export const effects = ["read", "write", "spend", "destructive"] as const satisfies readonly Effect[];
